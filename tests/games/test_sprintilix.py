"""Sprintilix by its rulebook. Results are worked out by hand from the rules; times are in milliseconds."""

from collections import Counter
from typing import Any

import pytest

from tablee.arena.match import Match
from tablee.games.registry import game
from tablee.games.sprintilix.manches import CONSONANTS, MANCHES
from tablee.games.sprintilix.rules import GAME
from tablee.games.sprintilix.state import SprintilixState
from tablee.kernel.events import Event
from tablee.kernel.moves import Move
from tablee.kernel.record import SeatChanged, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import seed_from
from tablee.kernel.state import SeatState
from tablee.kernel.units import Millis, Seat
from tablee.pieces.domains import Syllable
from tests.lazy import first, nothing, share_won
from tests.table import card, do, faces, names, refused, start, told, view, wait, wait_until

SOUNDS: tuple[dict[str, str], ...] = (
    {},
    {"A": "KA", "E": "SE", "I": "SI", "O": "KO", "U": "KU", "Y": "SI"},
    {"A": "GA", "E": "JE", "I": "JI", "O": "GO", "U": "GU", "Y": "JY"},
)
"""Manches 2 and 3, as they sound."""


def begun(players: int = 2, manche: int = 1, *, people: int | None = None, **options: Any) -> SprintilixState:
    """The sprint of a manche, at its first cards; in the manches before nobody has read anything."""
    s = laid_out(players, manche, people=people, **options)
    for seat in s.all_seats if s.together else ():
        do(s, seat, "ready")
    wait_until(s, "sprint")
    return s


def laid_out(players: int = 2, manche: int = 1, *, people: int | None = None, **options: Any) -> SprintilixState:
    seat_options = options.pop("seat_options", None)
    humans = players if people is None else people
    s = GAME.start(
        players,
        seed=seed_from(1),
        options={"starter": 0, **options},
        seat_options=seat_options,
        seats=[SeatState(human=seat < humans) for seat in range(players)],
        watched=True,
    )
    while s.manche < manche - 1:
        if names(s, s.starter) & {"syllable", "next_card"} or view(s).phase == "sprint":
            for seat in s.all_seats:
                if "abandon" in names(s, seat):
                    do(s, seat, "abandon")
        elif "ok" in names(s, 0):
            for seat in s.all_seats:
                do(s, seat, "ok")
        else:
            wait(s)
    return s


def before(s: SprintilixState, seat: Seat, letter: str) -> None:
    """Lays a letter before a seat instead of the card that lies there."""
    face = next(f for f in faces(s, s.pile(seat)) + faces(s, s.turned(seat)) if f[-1] == letter)
    there = s.turned(seat).cards[-1]
    if s.faces[there] == face:
        return
    other = card(s, face, s.pile(seat))
    s.faces[there], s.faces[other] = s.faces[other], s.faces[there]


def reads(s: SprintilixState, seat: Seat, text: str, after: Millis = 1_000, lag: Millis = 0) -> list[Event]:
    """Types a syllable so long after its card was shown; it comes to the table after a lag."""
    at = s.stimuli[s.stimulus[seat]] + after
    return do(s, seat, "syllable", t=max(s.now, at + lag), at=at, text=text)


def right(s: SprintilixState, seat: Seat) -> str:
    letter = s.letter(seat)
    return SOUNDS[s.manche].get(letter, letter + "A")


def reads_all(s: SprintilixState, seat: Seat, each: Millis = 1_000, lag: Millis = 0) -> list[Event]:
    """One seat reads its whole pile."""
    events: list[Event] = []
    while s.fate[seat] == "runs":
        events += reads(s, seat, right(s, seat), each, lag)
    return events


def phase(s: SprintilixState) -> str:
    return view(s).phase


def ends_with(spent: list[Millis | None]) -> SprintilixState:
    """The end of manche 2 with these times; None: stopped."""
    s = begun(len(spent), 2)
    for seat, time in enumerate(spent):
        if time is None:
            do(s, seat, "abandon")
        else:
            s.pile(seat).cards, s.box(seat).cards = [], [*s.box(seat).cards, *s.pile(seat).cards]
            s.spent[seat] = time - 1_000
    for seat in sorted(range(len(spent)), key=lambda seat: s.stimuli[s.stimulus[seat]]):
        if spent[seat] is not None:
            reads(s, seat, right(s, seat))
    return s


# ---- the course of the game -------------------------------------------------------------------------------


@pytest.mark.rule("sprintilix", "R1")
def test_all_the_letters_and_no_others() -> None:
    s = laid_out(2)
    for seat in (0, 1):
        mine = s.faces[90 * seat : 90 * (seat + 1)]
        assert Counter(face[0] for face in mine) == {"p": 26, "b": 26, "v": 28, "y": 10}
    assert not {"★", "✹"} & set(s.faces)


@pytest.mark.rule("sprintilix", "R2")
def test_three_manches_each_once() -> None:
    s = laid_out(2)
    told_of = []
    for manche in (1, 2, 3):
        assert view(s).fact("manche") == manche - 1
        told_of.append(view(s).fact("title"))
        for seat in (0, 1):
            do(s, seat, "ready")
        wait_until(s, "sprint")
        for seat in (0, 1):
            do(s, seat, "abandon")
        assert phase(s) == "manche_end"
        for seat in (0, 1):
            do(s, seat, "ok")
    assert told_of == ["bavazaka", "cacecoco", "gogigigo"]
    assert s.outcome is not None


@pytest.mark.rule("sprintilix", "R3", "R4")
def test_one_after_the_other_from_the_youngest_on() -> None:
    s = laid_out(3, together=False, starter=1)
    order = []
    while s.manche == 0:
        if phase(s) == "sprint":
            (reader,) = view(s).active
            order.append(reader)
            do(s, reader, "abandon")
        else:
            wait(s)
    assert order == [1, 2, 0]
    assert view(s).fact("seat") == 1, "the youngest begins every manche"


@pytest.mark.rule("sprintilix", "R5")
def test_the_reader_chooses_who_times_him() -> None:
    s = laid_out(3, together=False)
    assert phase(s) == "choose_timer"
    assert refused(s, 0, "timekeeper", seat=0) == "not_possible"
    events = do(s, 0, "timekeeper", seat=2)
    assert told(events, "timekeeper") == [{"seat": 0, "taker": 2}]
    assert names(s, 2) == {"give_start"}
    assert not names(s, 0)
    assert not names(s, 1)


def test_who_does_not_choose_is_timed_by_the_next_one() -> None:
    s = laid_out(3, together=False, starter=1)
    wait(s, "choose_timer/limit")
    assert s.now == 10_000
    assert names(s, 2) == {"give_start"}


@pytest.mark.rule("sprintilix", "R6")
def test_three_beats_and_the_first_card_with_the_third() -> None:
    s = laid_out(3, together=False)
    do(s, 0, "timekeeper", seat=1)
    do(s, 1, "give_start", t=500)
    assert view(s).fact("beat") == "marks"
    assert not s.turned(0).cards
    wait(s, "beats/beat")
    assert (s.now, view(s).fact("beat")) == (1_500, "set")
    assert not s.turned(0).cards
    events = wait(s, "beats/beat")
    assert s.now == 2_500
    assert [e.kind for e in events if e.kind == "go"] == ["go"]
    assert len(s.turned(0).cards) == 1


# ---- manche 1 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("sprintilix", "R7", "D2")
def test_before_the_reader_all_consonants_face_down_and_an_a() -> None:
    s = laid_out(2)
    for seat in (0, 1):
        assert [face[-1] for face in faces(s, s.fixed(seat))] == ["A"]
        pile = Counter(face[-1] for face in faces(s, s.pile(seat)))
        assert pile == {**dict.fromkeys("BCDFGHJKPQVWXZ", 2), "L": 4, "M": 3, "N": 4, "R": 5, "S": 6, "T": 5}
        assert sum(pile.values()) == 55
    for viewer in (0, 1):
        seen = view(s, viewer)
        assert seen.zone("fixed:0").cards[0] is not None
        assert (seen.zone("pile:0").count, seen.zone("pile:0").cards) == (55, ())


@pytest.mark.rule("sprintilix", "R8", "R9", "D5")
def test_ba_and_the_next_card_lies_on_the_first() -> None:
    """The booklet's first example."""
    s = begun()
    before(s, 0, "B")
    below = s.turned(0).cards[-1]
    reads(s, 0, "BA")
    assert s.turned(0).cards[0] == below
    assert (len(s.turned(0).cards), len(s.pile(0).cards)) == (2, 53)
    seen = view(s, 1).zone("turned:0").cards
    assert [c.face for c in seen if c] == [s.faces[s.turned(0).cards[-1]]], "only the top card is seen"


@pytest.mark.rule("sprintilix", "R10", "R14")
def test_when_the_pile_is_read_his_time_is_noted() -> None:
    s = begun()
    events = reads_all(s, 0, 800)
    assert told(events, "whole") == [{"seat": 0, "seconds": 44, "tenth": 0}]  # 55 times 0.8
    assert s.fate == ["whole", "runs"]
    assert not names(s, 0)


@pytest.mark.rule("sprintilix", "D5")
@pytest.mark.parametrize(
    ("letter", "good", "wrong"),
    [
        ("B", ["BA"], ["PA", "A", "BBA"]),
        ("C", ["CA", "KA"], ["SA", "QA"]),
        ("H", ["HA", "A"], ["WA"]),
        ("K", ["KA"], ["CA", "QA"]),
        ("Q", ["QA", "KA"], ["CA"]),
        ("V", ["VA"], ["WA", "BA"]),
        ("W", ["WA", "VA"], ["A"]),
        ("X", ["XA", "KSA", "GZA"], ["ZA", "SA", "KZA"]),
        ("Z", ["ZA"], ["SA"]),
    ],
)
def test_what_is_accepted_with_an_a(letter: str, good: list[str], wrong: list[str]) -> None:
    """Example 5 among them."""
    for text in good:
        s = begun()
        before(s, 0, letter)
        reads(s, 0, text)
        assert (s.fate[0], len(s.turned(0).cards)) == ("runs", 2)
    for text in wrong:
        s = begun()
        before(s, 0, letter)
        reads(s, 0, text)
        assert (s.fate[0], len(s.turned(0).cards)) == ("stopped", 1)


def test_every_consonant_can_be_spelled() -> None:
    for letter in CONSONANTS:
        s = begun()
        before(s, 0, letter)
        reads(s, 0, letter + "A")
        assert s.fate[0] == "runs"


# ---- manches 2 and 3 --------------------------------------------------------------------------------------


@pytest.mark.rule("sprintilix", "R11", "R13", "D2")
@pytest.mark.parametrize(("manche", "fixed"), [(2, "C"), (3, "G")])
def test_all_the_vowels_and_a_c_or_a_g(manche: int, fixed: str) -> None:
    s = laid_out(2, manche)
    assert [face[-1] for face in faces(s, s.fixed(1))] == [fixed]
    assert Counter(f[-1] for f in faces(s, s.pile(1))) == {"A": 7, "E": 10, "I": 5, "O": 6, "U": 5, "Y": 2}
    assert not s.turned(1).cards


@pytest.mark.rule("sprintilix", "R12", "R13", "D6")
@pytest.mark.parametrize(
    ("manche", "letter", "good", "wrong"),
    [
        (2, "A", ["KA"], ["SA"]),
        (2, "E", ["SE"], ["KE"]),
        (2, "I", ["SI"], ["KI", "SY"]),
        (2, "O", ["KO"], ["SO"]),
        (2, "U", ["KU"], ["SU"]),
        (2, "Y", ["SI", "SY"], ["KI", "KY"]),
        (3, "A", ["GA"], ["JA"]),
        (3, "E", ["JE"], ["GE"]),
        (3, "I", ["JI"], ["GI", "JY"]),
        (3, "O", ["GO"], ["JO"]),
        (3, "U", ["GU"], ["JU"]),
        (3, "Y", ["JI", "JY"], ["GI", "GY"]),
    ],
)
def test_hard_before_a_o_u_and_soft_before_e_i_y(
    manche: int, letter: str, good: list[str], wrong: list[str]
) -> None:
    """Examples 2, 3 and 4 among them."""
    for text, fate in [*((t, "runs") for t in good), *((t, "stopped") for t in wrong)]:
        s = begun(2, manche)
        before(s, 0, letter)
        reads(s, 0, text)
        assert (text, s.fate[0]) == (text, fate)


@pytest.mark.rule("sprintilix", "D6", "D16")
def test_spelled_the_letters_are_typed_as_they_are_printed() -> None:
    """Example 2: with `spelled` CA; by sound the key C does nothing."""
    s = begun(2, 2, seat_options=[{"answers": "spelled"}, {}])
    before(s, 0, "E")
    before(s, 1, "E")
    assert refused(s, 1, "syllable", t=s.now + 500, text="CE") == "not_possible"
    assert refused(s, 0, "syllable", t=s.now + 500, text="SE") == "not_possible"
    reads(s, 0, "CE")
    reads(s, 1, "SE")
    assert s.fate == ["runs", "runs"]
    before(s, 0, "A")
    reads(s, 0, "CO")
    assert s.fate[0] == "stopped"


@pytest.mark.rule("sprintilix", "D16")
@pytest.mark.parametrize(
    ("manche", "answers", "keys", "vowels"),
    [
        (1, "sound", "BCDFGHJKLMNPQRSTVWXZ", "A"),
        (1, "spelled", "BCDFGHJKLMNPQRSTVWXZ", "A"),
        (2, "sound", "KS", "AEIOUY"),
        (2, "spelled", "C", "AEIOUY"),
        (3, "sound", "GJ", "AEIOUY"),
        (3, "spelled", "G", "AEIOUY"),
    ],
)
def test_each_manche_has_its_keys(manche: int, answers: str, keys: str, vowels: str) -> None:
    s = begun(2, manche, seat_options=[{"answers": answers}, {}])
    domain = s.offers(0)[0].params["text"]
    assert isinstance(domain, Syllable)
    assert (set(domain.letters), domain.last) == ({*keys, *vowels}, vowels)


@pytest.mark.rule("sprintilix", "D4")
def test_a_vowel_ends_the_syllable_and_stands_nowhere_else() -> None:
    """Example 6: what was erased was never sent, so that V A is all the table hears."""
    s = begun()
    before(s, 0, "V")
    t = s.now + 500
    for text in ("V", "VAA", "AV", "va", "", "VÀ"):
        assert refused(s, 0, "syllable", t=t, text=text) == "not_possible"
    assert s.fate[0] == "runs"
    reads(s, 0, "VA", 2_400)
    assert (s.fate[0], s.spent[0]) == ("runs", 2_400)


def test_nobody_answers_a_card_before_he_could_have_seen_it() -> None:
    """C14."""
    s = begun()
    shown = s.stimuli[s.stimulus[0]]
    assert refused(s, 0, "syllable", t=shown + 99, text=right(s, 0)) == "too_early"
    assert s.spent[0] == 0
    do(s, 0, "syllable", t=shown + 100, text=right(s, 0))
    assert s.spent[0] == 100


def test_what_was_typed_for_another_card_does_not_count() -> None:
    s = begun()
    old = s.stimulus[0]
    reads(s, 0, right(s, 0))
    with pytest.raises(Refused, match="too_late"):
        do(s, 0, "syllable", t=s.now + 500, answers=old, text="BA")
    with pytest.raises(Refused, match="too_late"):
        do(s, 0, "syllable", t=s.now + 500, answers=s.stimulus[1], text="BA")
    assert s.fate[0] == "runs"


# ---- errors -----------------------------------------------------------------------------------------------


@pytest.mark.rule("sprintilix", "R15")
def test_an_error_stops_the_sprint_and_the_next_one_reads() -> None:
    """Example 4."""
    s = begun(3, 2, together=False)
    before(s, 0, "E")
    events = reads(s, 0, "KE")
    assert told(events, "misreads") == [{"seat": 0, "said": "KE", "letter": "E", "reads": "SE"}]
    assert (view(s).fact("read_out")[0], view(s).fact("meant")[0]) == ("KE", "SE")
    assert (phase(s), view(s).fact("seat")) == ("choose_timer", 1)
    assert s.fate[0] == "stopped"


@pytest.mark.rule("sprintilix", "R15", "D12")
def test_together_the_others_go_on() -> None:
    s = begun(3, 2)
    before(s, 0, "E")
    reads(s, 0, "KE")
    assert phase(s) == "sprint"
    assert s.fate == ["stopped", "runs", "runs"]
    assert not names(s, 0)
    assert "syllable" in names(s, 1)


@pytest.mark.rule("sprintilix", "D15")
def test_a_slip_is_forgiven_at_a_price() -> None:
    """Example 12."""
    s = begun(2, 2, seat_options=[{"slips": 1}, {}])
    for _ in range(19):
        reads(s, 0, right(s, 0))
    before(s, 0, "E")
    there = s.turned(0).cards[:]
    assert (len(there), s.spent[0]) == (20, 19_000)
    events = reads(s, 0, "KE")
    assert told(events, "forgiven") == [{"seat": 0, "said": "KE", "letter": "E", "reads": "SE"}]
    assert (s.fate[0], s.turned(0).cards) == ("runs", there)
    assert s.spent[0] == 19_000 + 1_000 + 3_000
    reads(s, 0, "SE")
    assert (len(s.turned(0).cards), s.spent[0]) == (21, 24_000)
    before(s, 0, "A")
    reads(s, 0, "SA")
    assert s.fate[0] == "stopped"


@pytest.mark.rule("sprintilix", "D15")
def test_three_slips_in_each_sprint_and_none_by_default() -> None:
    s = begun(2, 2, seat_options=[{"slips": 3}, {}])
    for _ in range(3):
        before(s, 0, "O")
        reads(s, 0, "SO")
    assert (s.fate[0], s.forgiven[0]) == ("runs", 3)
    reads(s, 0, "SO")
    assert s.fate[0] == "stopped"
    before(s, 1, "O")
    reads(s, 1, "SO")
    assert s.fate[1] == "stopped"
    for seat in (0, 1):
        do(s, seat, "ok")
    assert s.forgiven == [0, 0], "they count anew"


@pytest.mark.rule("sprintilix", "D10")
def test_after_five_minutes_the_sprint_is_stopped() -> None:
    s = begun()
    do(s, 1, "abandon")
    for _ in range(10):
        reads(s, 0, right(s, 0), 29_990)
    assert (s.fate[0], s.spent[0]) == ("runs", 299_900)
    events = wait(s, "sprint/limit")
    assert told(events, "too_long") == [{"seat": 0}]
    assert s.fate[0] == "stopped"


@pytest.mark.rule("sprintilix", "D10", "D15")
def test_what_is_added_counts_for_the_five_minutes_too() -> None:
    s = begun(2, 2, seat_options=[{"slips": 1}, {}])
    s.spent[0] = 299_000
    before(s, 0, "E")
    reads(s, 0, "KE", 500)
    events = wait(s)
    assert told(events, "too_long") == [{"seat": 0}]


@pytest.mark.rule("sprintilix", "D10")
def test_the_limit_may_be_another() -> None:
    s = begun(limit_s=120)
    do(s, 1, "abandon")
    began = s.now
    for _ in range(2):
        reads(s, 0, right(s, 0), 59_000)
    wait(s, "sprint/limit")
    assert s.now - began == 120_001
    assert s.fate[0] == "stopped"


@pytest.mark.rule("sprintilix", "D10")
def test_a_reader_may_stop() -> None:
    s = begun()
    offer = next(o for o in s.offers(0) if o.name == "abandon")
    assert offer.grave, "a page asks twice"
    events = do(s, 0, "abandon")
    assert told(events, "abandons") == [{"seat": 0}]
    assert s.fate[0] == "stopped"


def test_who_does_nothing_keeps_nobody_waiting() -> None:
    """C8: a minute on one card."""
    s = begun()
    shown = s.now
    reads(s, 1, right(s, 1), 5_000)
    events = wait(s, "sprint/idle")
    assert (s.now, told(events, "timeout")) == (shown + 60_000, [{"seat": 0}])
    assert s.fate == ["stopped", "runs"]


def test_without_limits_only_who_is_gone_is_not_waited_for() -> None:
    """C15."""
    s = begun(timers="none")
    apply(s, SeatChanged(s.now + 1_000, 1, human=True, present=False))
    gone = s.now
    events = wait(s, "sprint/idle")
    assert (s.now, told(events, "timeout")) == (gone + 60_000, [{"seat": 1}])
    wait(s, "sprint/limit")
    assert s.fate == ["stopped", "stopped"]


# ---- time -------------------------------------------------------------------------------------------------


@pytest.mark.rule("sprintilix", "D9")
def test_what_a_card_needs_to_travel_does_not_count() -> None:
    """Example 11: 35 cards, 1.1 s each, 0.12 s of network."""
    s = begun(2, 2)
    began = s.now
    events = reads_all(s, 0, 1_100, lag=120)
    assert told(events, "whole") == [{"seat": 0, "seconds": 38, "tenth": 5}]
    assert s.now - began == 35 * 1_220


@pytest.mark.rule("sprintilix", "D9")
def test_tenths_like_a_stopwatch() -> None:
    """35 times 1.107 s are 38.745 s."""
    s = begun(2, 2)
    events = reads_all(s, 0, 1_107)
    assert told(events, "whole") == [{"seat": 0, "seconds": 38, "tenth": 7}]


@pytest.mark.rule("sprintilix", "D9")
def test_everybody_sees_the_running_time_and_the_cards_that_are_left() -> None:
    s = begun(3)
    reads(s, 0, right(s, 0), 1_500)
    shown = s.now
    seen = view(s)
    assert seen.fact("spent") == [1_500, 0, 0]
    assert seen.fact("card_since")[0] == shown
    assert [seen.zone(f"pile:{seat}").count for seat in range(3)] == [53, 54, 54]
    assert seen.fact("read_out")[0] == right_of(s, 0)


def right_of(s: SprintilixState, seat: Seat) -> str:
    """What was right on the card before."""
    return s.faces[s.turned(seat).cards[-2]][-1] + "A"


@pytest.mark.rule("sprintilix", "D3")
def test_every_pile_is_shuffled_for_itself() -> None:
    s = laid_out(3)
    orders = {tuple(face[-1] for face in faces(s, s.pile(seat))) for seat in s.all_seats}
    t = laid_out(3, 2)
    u = laid_out(3, 3)
    vowels = {tuple(face[-1] for face in faces(x, x.pile(seat))) for x in (t, u) for seat in x.all_seats}
    assert (len(orders), len(vowels)) == (3, 6)


# ---- points -----------------------------------------------------------------------------------------------


@pytest.mark.rule("sprintilix", "R16", "R17", "R18")
def test_a_point_for_the_pile_and_one_for_each_who_was_slower() -> None:
    """Example 7."""
    s = ends_with([48_200, None, 55_000, 41_900])
    assert (s.gained, s.scores) == ([2, 0, 1, 3], [2, 0, 1, 3])


@pytest.mark.rule("sprintilix", "R18", "D9")
def test_equal_tenths_give_nothing_to_each_other() -> None:
    """Example 8; a few thousandths are no difference."""
    assert ends_with([40_300, 40_399, 45_000]).gained == [2, 2, 1]
    assert ends_with([40_399, 40_400, 45_000]).gained == [3, 2, 1]


@pytest.mark.rule("sprintilix", "R16")
def test_all_stopped_and_nobody_scores() -> None:
    """Example 9."""
    s = ends_with([None, None, None])
    assert (phase(s), s.gained) == ("manche_end", [0, 0, 0])


@pytest.mark.rule("sprintilix", "R19", "D13")
def test_the_points_are_added_and_equal_totals_share_the_victory() -> None:
    """Example 10."""
    s = begun(3, 3)
    s.scores[:] = [6, 6, 3]
    for seat in s.all_seats:
        do(s, seat, "abandon")
    for seat in s.all_seats:
        do(s, seat, "ok")
    assert s.outcome is not None
    assert (s.outcome.winners, s.outcome.ranks, s.outcome.scores) == ((0, 1), (1, 1, 3), (6, 6, 3))


@pytest.mark.rule("sprintilix", "R19")
def test_points_of_earlier_manches_stay() -> None:
    s = begun(2, 2)
    s.scores[:] = [1, 2]
    reads_all(s, 0)
    do(s, 1, "abandon")
    assert (s.gained, s.scores) == ([1, 0], [2, 2])


# ---- together ---------------------------------------------------------------------------------------------


@pytest.mark.rule("sprintilix", "D12", "D17")
def test_typed_all_start_together_when_all_are_ready() -> None:
    s = laid_out(3)
    assert phase(s) == "ready"
    do(s, 0, "ready", t=1_000)
    do(s, 2, "ready", t=2_000)
    assert (view(s).fact("prepared"), names(s, 0), names(s, 1)) == ([0, 2], set(), {"ready"})
    do(s, 1, "ready", t=3_000)
    wait_until(s, "sprint")
    assert s.now == 5_000
    assert [s.stimuli[n] for n in s.stimulus] == [5_000] * 3
    assert view(s).active == (0, 1, 2)


@pytest.mark.rule("sprintilix", "D17")
def test_the_start_waits_ten_seconds_at_most() -> None:
    s = laid_out(3)
    do(s, 0, "ready", t=1_000)
    wait(s, "ready/limit")
    assert (s.now, phase(s)) == (10_000, "beats")


@pytest.mark.rule("sprintilix", "D12")
def test_together_can_be_switched_off() -> None:
    s = begun(3, together=False)
    assert view(s).active == (0,)
    assert s.fate == ["runs", "waits", "waits"]
    assert not names(s, 1)


@pytest.mark.rule("sprintilix", "D8")
def test_typed_the_timekeeper_gives_nothing_but_the_start() -> None:
    s = laid_out(3, together=False)
    do(s, 0, "timekeeper", seat=1)
    wait(s, "give_start/limit")
    assert (s.now, phase(s)) == (10_000, "beats")
    wait_until(s, "sprint")
    assert not names(s, 1)


@pytest.mark.rule("sprintilix", "D8")
def test_alone_with_bots_one_of_them_gives_the_start() -> None:
    match = Match(GAME, [None, "normal", "normal"], seed=seed_from(3), options={"together": False, "starter": 0})
    match.submit(0, Move("timekeeper", {"seat": 2}))
    began = match.state.now
    while phase(match.state) != "beats":  # type: ignore[arg-type]
        match.step()
    assert match.state.now - began == 2_000


@pytest.mark.rule("sprintilix", "D1")
def test_two_to_eight_play() -> None:
    assert GAME.info.players == (2, 8)
    with pytest.raises(Refused, match="bad_players"):
        laid_out(9)


@pytest.mark.rule("sprintilix", "D14")
def test_it_ends_whatever_anybody_does() -> None:
    """Three manches, each a sprint in which nobody does anything: nobody reads, all are stopped."""
    s = laid_out(8)
    rung = 0
    while s.outcome is None:
        wait(s)
        rung += 1
    assert rung == 3 * (1 + 2 + 8 + 1)
    assert rung < GAME.bound(8, s.options)
    assert s.outcome.scores == (0,) * 8


@pytest.mark.rule("sprintilix", "D11")
def test_bots_are_announced() -> None:
    with_bots = GAME.start(2, seed=seed_from(1), seats=[SeatState(), SeatState(human=False)], watched=True).drain()
    assert len(told(with_bots, "simulated")) == 1
    assert not told(start(GAME, 2).drain(), "simulated")


@pytest.mark.rule("sprintilix", "D20")
def test_everybody_sees_who_types_on_a_screen() -> None:
    s = begun(3)
    assert view(s).fact("fingers") == [-1, -1, -1]
    do(s, 0, "syllable", t=s.now + 500, text=right(s, 0), touch=True)
    do(s, 1, "syllable", t=s.now + 500, text=right(s, 1), touch=False)
    assert view(s).fact("fingers") == [1, 0, -1]


# ---- voice ------------------------------------------------------------------------------------------------


def aloud(players: int = 3, manche: int = 1, **options: Any) -> SprintilixState:
    """Seat 0 reads, seat 1 listens."""
    return begun(players, manche, mode="voice", **options)


def turns(s: SprintilixState, after: Millis = 1_000) -> None:
    do(s, 0, "next_card", t=s.stimuli[s.stimulus[0]] + after)


@pytest.mark.rule("sprintilix", "D7")
def test_voice_the_reader_turns_the_cards_and_the_last_one_stops_the_clock() -> None:
    s = aloud(manche=2)
    assert names(s, 0) == {"next_card", "abandon"}
    assert names(s, 1) == {"error"}
    for _ in range(35):
        turns(s, 1_200)
    assert s.fate[0] == "runs"
    wait(s, "sprint/verdict")
    assert (s.fate[0], s.spent[0]) == ("whole", 42_000)
    assert phase(s) == "choose_timer"


@pytest.mark.rule("sprintilix", "D7", "R15")
def test_voice_the_timekeeper_hears_an_error() -> None:
    s = aloud()
    turns(s)
    events = do(s, 1, "error", t=s.now + 700)
    assert told(events, "error") == [{"seat": 1, "owner": 0}]
    assert names(s, 0) == {"agree", "dispute"}
    do(s, 0, "agree")
    assert (s.fate[0], phase(s)) == ("stopped", "choose_timer")


@pytest.mark.rule("sprintilix", "D7")
@pytest.mark.parametrize(
    ("ballots", "fate"),
    [
        (["overturn", "overturn", "uphold"], "runs"),
        (["overturn", "uphold", "uphold"], "stopped"),
        (["uphold", "uphold", "uphold"], "stopped"),
    ],
)
def test_voice_the_others_vote_on_a_disputed_error(ballots: list[str], fate: str) -> None:
    s = aloud(4)
    turns(s)
    do(s, 1, "error", t=s.now + 700)
    do(s, 0, "dispute", t=s.now + 3_000)
    assert not names(s, 0)
    for seat, ballot in enumerate(ballots, 1):
        do(s, seat, ballot, t=s.now + 1_000)
    assert s.fate[0] == fate


@pytest.mark.rule("sprintilix", "D7")
def test_voice_a_tie_keeps_the_error_and_so_does_silence() -> None:
    s = aloud(3)
    do(s, 1, "error", t=s.now + 700)
    do(s, 0, "dispute")
    do(s, 1, "uphold")
    do(s, 2, "overturn")
    assert s.fate[0] == "stopped"
    s = aloud(4)
    do(s, 1, "error", t=s.now + 700)
    do(s, 0, "dispute")
    do(s, 2, "overturn")
    wait(s, "dispute/limit")
    assert s.fate[0] == "stopped"


@pytest.mark.rule("sprintilix", "D7")
def test_voice_who_does_not_dispute_agrees() -> None:
    s = aloud(3)
    do(s, 1, "error", t=s.now + 700)
    wait(s, "called/limit")
    assert s.fate[0] == "stopped"


@pytest.mark.rule("sprintilix", "D7", "D9")
def test_voice_the_clock_stands_while_the_table_speaks_about_an_error() -> None:
    s = aloud(3)
    turns(s, 1_000)
    there = s.turned(0).cards[:]
    do(s, 1, "error", t=s.now + 700)
    do(s, 0, "dispute", t=s.now + 4_000)
    for seat in (1, 2):
        do(s, seat, "overturn", t=s.now + 2_000)
    assert (s.spent[0], s.turned(0).cards) == (1_700, there)
    turns(s, 600)
    assert s.spent[0] == 2_300
    assert view(s).active == (0,)


@pytest.mark.rule("sprintilix", "D7", "D14")
def test_voice_an_error_that_fell_is_not_called_again() -> None:
    s = aloud(3)
    turns(s)
    do(s, 1, "error", t=s.now + 700)
    do(s, 0, "dispute")
    for seat in (1, 2):
        do(s, seat, "overturn")
    assert not names(s, 1)
    turns(s)
    offer = next(o for o in s.offers(1) if o.name == "error")
    assert offer.since is None, "the one before was judged"
    turns(s)
    offer = next(o for o in s.offers(1) if o.name == "error")
    assert offer.since == s.stimulus[0] - 1


@pytest.mark.rule("sprintilix", "D18")
def test_voice_nobody_taps_through_the_pile() -> None:
    """Example 13."""
    s = aloud()
    s.stimuli[s.stimulus[0]] = s.now = 12_000
    there = s.turned(0).cards[:]
    assert refused(s, 0, "next_card", t=12_200) == "too_early"
    assert s.turned(0).cards == there
    do(s, 0, "next_card", t=12_900)
    assert (len(s.turned(0).cards), s.spent[0]) == (2, 900)


@pytest.mark.rule("sprintilix", "D18")
def test_voice_an_error_is_of_this_card_or_the_one_before() -> None:
    s = aloud()
    first = s.stimulus[0]
    turns(s)
    second = s.stimulus[0]
    turns(s)
    with pytest.raises(Refused, match="too_late"):
        do(s, 1, "error", t=s.now + 400, answers=first)
    do(s, 1, "error", t=s.now + 400, answers=second)
    assert phase(s) == "called"


@pytest.mark.rule("sprintilix", "D18")
def test_voice_the_last_card_can_be_called_wrong_for_a_moment() -> None:
    s = aloud(manche=2)
    for _ in range(35):
        turns(s)
    spent = s.spent[0]
    do(s, 1, "error", t=s.now + 900)
    do(s, 0, "agree")
    assert s.fate[0] == "stopped"
    s = aloud(manche=2)
    for _ in range(35):
        turns(s)
    do(s, 1, "error", t=s.now + 900)
    do(s, 0, "dispute")
    for seat in (1, 2):
        do(s, seat, "overturn")
    assert (s.fate[0], s.spent[0]) == ("whole", spent)


@pytest.mark.rule("sprintilix", "D7", "D15")
def test_voice_a_slip_is_forgiven_too() -> None:
    s = aloud(seat_options=[{"slips": 1}, {}, {}])
    turns(s, 1_000)
    there = s.turned(0).cards[:]
    do(s, 1, "error", t=s.now + 600)
    assert (phase(s), s.spent[0], s.turned(0).cards) == ("sprint", 4_600, there)
    do(s, 1, "error", t=s.now + 600)
    assert phase(s) == "called"


@pytest.mark.rule("sprintilix", "D7")
def test_voice_needs_somebody_who_hears() -> None:
    """A bot never calls an error, and nobody hears a bot."""
    s = laid_out(4, mode="voice", people=2)
    assert s.aloud
    assert names(s, 1) == {"give_start"}, "the only other person"
    do(s, 1, "give_start")
    wait_until(s, "sprint")
    do(s, 0, "abandon")
    wait_until(s, "sprint")
    do(s, 1, "abandon")
    assert (phase(s), view(s).fact("seat")) == ("choose_timer", 2)
    assert sorted(s.offers(2)[0].params["seat"].values()) == [0, 1, 3]
    do(s, 2, "timekeeper", seat=0)
    do(s, 0, "give_start")
    wait_until(s, "sprint")
    assert not names(s, 0)


@pytest.mark.rule("sprintilix", "D7", "D8")
def test_voice_alone_with_bots_one_types() -> None:
    s = laid_out(3, mode="voice", people=1)
    assert not s.aloud
    assert phase(s) == "ready"


@pytest.mark.rule("sprintilix", "D12", "D19")
def test_one_screen_is_read_aloud_one_after_the_other() -> None:
    s = laid_out(3, seat_options=[{"shares": True}, {"shares": True}, {}])
    assert s.aloud
    assert phase(s) == "choose_timer"
    do(s, 0, "timekeeper", seat=1)
    do(s, 1, "give_start")
    wait_until(s, "sprint")
    (turn,) = [o for o in s.offers(0) if o.name == "next_card"]
    assert turn.zone == "pile:0", "the pile is tapped"
    assert names(s, 1) == {"error"}


@pytest.mark.rule("sprintilix", "D7")
def test_voice_who_listens_gives_the_start_when_he_likes() -> None:
    s = laid_out(3, mode="voice")
    do(s, 0, "timekeeper", seat=2)
    wait(s, "give_start/limit")
    assert (s.now, phase(s)) == (60_000, "beats")


# ---- the manches as a table -------------------------------------------------------------------------------


def test_the_keys_of_a_manche_can_type_all_that_is_accepted() -> None:
    for manche in MANCHES:
        for spelled in (False, True):
            keys = manche.syllables(spelled)
            for said in manche.readings(spelled).values():
                assert all(keys.accepts(text) for text in said)


def test_a_stopwatch_is_never_slow() -> None:
    """Only the first start is at leisure."""
    s = laid_out(2)
    assert GAME.first_round(s)
    for seat in (0, 1):
        do(s, seat, "ready")
    wait_until(s, "sprint")
    assert not GAME.first_round(s)


def test_people_who_only_look_on_need_not_wait() -> None:
    """D11: the times of bots are drawn."""
    s = begun(3, people=2)
    assert not GAME.looks_on(s)
    do(s, 0, "abandon")
    assert not GAME.looks_on(s)
    do(s, 1, "abandon")
    assert GAME.looks_on(s)
    do(s, 2, "abandon")
    assert not GAME.looks_on(s)


# ---- bots -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["beginner", "normal", "strong"])
def test_a_bot_reads_spelled_where_a_person_chose_it(level: str) -> None:
    match = Match(
        GAME, [level, level], seed=seed_from(5), seat_options=[{"answers": "spelled", "slips": 3}, {"slips": 3}]
    )
    s = match.finish()
    assert isinstance(s, SprintilixState)
    assert min(s.scores) >= 3, "each pile was read to its end"


def test_two_bots_of_a_level_read_a_pile_in_its_time() -> None:
    for level, mean in (("beginner", 2_600), ("normal", 1_500), ("strong", 850)):
        match = Match(GAME, [level] * 4, seed=seed_from(2), seat_options=[{"slips": 3}] * 4)
        s: Any = match.state
        while s.manche == 0 and phase(s) != "manche_end":
            match.step()
        for seat in s.all_seats:
            assert 0.85 * 55 * mean < s.spent[seat] - 3_000 * s.forgiven[seat] < 1.15 * 55 * mean


def test_a_bot_reads_aloud_too() -> None:
    match = Match(GAME, ["strong", None, None], seed=seed_from(2), options={"mode": "voice", "starter": 0})
    s: Any = match.state
    assert s.aloud
    while s.fate[0] in ("waits", "runs"):
        match.step()
    assert s.fate[0] == "whole"


# ---- nobody wins who does not try -------------------------------------------------------------------------


def same(text: str) -> Any:
    """Always the same syllable."""

    def habit(seen: Any) -> Any:
        offer = seen.offer("syllable")
        if offer is None:
            return first("ready", "ok")(seen)
        keys = offer.params["text"]
        said = next(t for t in (text, keys.letters[0] + keys.last[0]) if keys.accepts(t))
        return Move("syllable", {"text": said})

    return habit


@pytest.mark.parametrize(
    "habit",
    [nothing, first("abandon", "ready", "ok"), same("SA"), same("SE"), same("A")],
    ids=["nothing", "abandons", "SA", "SE", "A"],
)
def test_lazy_players_lose(habit: Any) -> None:
    assert share_won("sprintilix", habit, 6) == 0.0


def test_the_game_is_on_the_shelf() -> None:
    assert game("sprintilix") is GAME
