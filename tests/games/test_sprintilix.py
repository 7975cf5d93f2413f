"""Sprintilix by its rulebook. Results are worked out by hand from the rules; times are in milliseconds."""

from collections import Counter

import pytest

from tablee.games.sprintilix.manches import CONSONANTS
from tablee.kernel.record import SeatChanged, apply
from tablee.kernel.refusal import Refused
from tablee.pieces.domains import Syllable
from tests.games.sprintilix import before, begun, laid_out, phase, reads, reads_all, right
from tests.table import do, faces, names, refused, told, view, wait, wait_until

# ---- the course of the game ----------------------------------------------------------------------------


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


# ---- manche 1 ------------------------------------------------------------------------------------------


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


# ---- manches 2 and 3 -----------------------------------------------------------------------------------


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


# ---- errors --------------------------------------------------------------------------------------------


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
