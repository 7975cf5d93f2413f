"""Ruéverlix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter
from typing import Any

import pytest

from tablee.games.rueverlix.rules import GAME, Between, RueverlixState, Turn3
from tablee.games.rueverlix.rush import Rush
from tablee.kernel.domains import Flag
from tablee.kernel.events import Event
from tablee.kernel.outcome import ranked
from tablee.kernel.record import SeatChanged, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.state import SeatState
from tablee.kernel.units import Millis, Seat
from tablee.pieces.notation import arrange
from tablee.pieces.toutilix import DECK
from tests.table import do, faces, names, refused, start, told, view, wait

LOOK, LOCK, QUIET, LAST = 2_000, 8_000, 30_000, 10_000
"""The table's own times (D9, D11, D21)."""
PILES = "pile:0=yA yE bZ | pile:1=yI yO bS | pile:2=yU bV bT"
"""The last card of a pile is the first to be added: Z, S, T."""
KNOWN = frozenset(("TROMPETTE", "PROMENEZ", "RPM", "MER", "PREMIER", "TRAINS", "TARTES", "PROMETS", "COMPTER"))
PERSON, BOT, GONE = SeatState(), SeatState(human=False), SeatState(present=False)


def rush(
    row: str = "bR bP bM", piles: str = PILES, *, players: int = 3, look: bool = False, **options: Any
) -> Any:
    """These cards have been turned, by S0 first; unless one still looks at them, everybody may add."""
    s = start(GAME, players, starter=0, **{"contests": False} | options)
    arrange(s, f"row={row} | {piles} | aside=…")
    s.goto(Rush())
    s._settle()
    if not look and s.options.look_s:
        wait(s, "rush/look")
    s.drain()
    return s


def add(s: RueverlixState, seat: Seat, t: Millis | None = None, **how: Any) -> list[Event]:
    """A seat adds its first card, and nothing earlier was on the wire."""
    return do(s, seat, "add", t=t, **how) + wait(s, "rush/close")


def send(s: RueverlixState, seat: Seat, word: str, *, t: Millis | None = None, **how: Any) -> list[Event]:
    return do(s, seat, "say", t=t, word=word, known={word: int(word in KNOWN)}, **how)


def say(s: RueverlixState, seat: Seat, word: str, *, t: Millis | None = None, **how: Any) -> list[Event]:
    return send(s, seat, word, t=t, **how) + wait(s, "rush/close")


def no_word(s: RueverlixState, seat: Seat, word: str) -> str:
    return refused(s, seat, "say", word=word, known={word: int(word in KNOWN)})


def phase(s: RueverlixState) -> Rush:
    top = s.phases[-1]
    assert isinstance(top, Rush)
    return top


def phase_name(s: RueverlixState) -> str:
    return view(s).phase


def winnings(s: RueverlixState) -> list[tuple[int, int]]:
    """Of each seat: cards face up, cards face down."""
    return [(len(s.won(seat).cards), len(s.down(seat).cards)) for seat in s.all_seats]


def seated(s: RueverlixState, seat: Seat, who: SeatState) -> None:
    apply(s, SeatChanged(s.now, seat, who.human, who.present))


# ---- deal --------------------------------------------------------------------------------------------


@pytest.mark.rule("rueverlix", "R1", "R2", "R3", "D1")
@pytest.mark.parametrize(
    ("players", "each", "left"), [(2, 50, 0), (3, 33, 1), (4, 25, 0), (6, 16, 4), (7, 14, 2), (8, 12, 4)]
)
def test_all_the_cards_are_dealt_into_unseen_piles(players: int, each: int, left: int) -> None:
    s = start(GAME, players)
    assert Counter(s.faces) == Counter(DECK)
    assert [len(s.pile(seat).cards) for seat in range(players)] == [each] * players
    assert len(s.aside.cards) == left
    for seat in range(players):  # not even the owner looks
        assert not any(card and card.face for card in view(s, seat).zone(f"pile:{seat}").cards)


@pytest.mark.rule("rueverlix", "D1")
@pytest.mark.parametrize("players", [1, 9])
def test_two_to_eight_play(players: int) -> None:
    with pytest.raises(Refused, match="bad_players"):
        start(GAME, players)


# ---- three cards -------------------------------------------------------------------------------------


def dealt(piles: str, *, players: int = 3, **options: Any) -> Any:
    """S0 is to turn the first card."""
    s = start(GAME, players, starter=0, **options)
    arrange(s, f"{piles} | aside=…")
    s.goto(Turn3(seat=0))
    s._settle()
    s.drain()
    return s


@pytest.mark.rule("rueverlix", "R4", "R5", "R6")
def test_three_players_turn_a_card_each_for_all_to_see() -> None:
    s = dealt("pile:0=yA bR | pile:1=yA bP | pile:2=yE bM")
    for seat, face in enumerate(("bR", "bP", "bM")):
        assert [names(s, other) for other in s.all_seats] == [
            {"flip"} if x == seat else set() for x in s.all_seats
        ]
        do(s, seat, "flip")
        assert faces(s, "row")[-1] == face
        assert view(s).zone("row").cards[-1].face == face  # type: ignore[union-attr]
    assert isinstance(s.phases[-1], Rush)


@pytest.mark.rule("rueverlix", "R4")
def test_the_youngest_starts() -> None:
    assert view(start(GAME, 4, starter=2)).active == (2,)


@pytest.mark.rule("rueverlix", "D4")
def test_of_two_the_starter_turns_the_first_and_the_third_card() -> None:
    s = dealt("pile:0=yA bM bR | pile:1=yA bP", players=2)
    for seat in (0, 1, 0):
        do(s, seat, "flip")
    assert faces(s, "row") == ["bR", "bP", "bM"]


@pytest.mark.rule("rueverlix", "D4", "R19", "D16")
def test_with_fewer_than_three_cards_the_round_is_played_with_those() -> None:
    s = dealt("pile:0=bR | pile:1=bP", players=2)
    do(s, 0, "flip")
    do(s, 1, "flip")
    assert faces(s, "row") == ["bR", "bP"]
    wait(s, "rush/look")
    assert names(s, 0) == names(s, 1) == set()  # without cards one can only watch
    assert told(wait(s, "rush/stuck"), "nobody") == [{"count": 2}]
    wait(s, "between/over")
    assert s.outcome is not None


@pytest.mark.rule("rueverlix", "D4")
def test_who_has_no_card_left_is_passed_over() -> None:
    s = dealt("pile:0=yA bM bR | pile:1= | pile:2=yE bP")
    for seat in (0, 2, 0):
        do(s, seat, "flip")
    assert faces(s, "row") == ["bR", "bP", "bM"]


@pytest.mark.rule("rueverlix", "D19")
def test_a_card_is_turned_after_five_seconds() -> None:
    s = dealt("pile:0=yA bR | pile:1=yA bP | pile:2=yE bM")
    began = s.now
    wait(s, "turn3/auto")
    assert s.now - began == 5_000
    assert faces(s, "row") == ["bR"]
    assert view(s).active == (1,)


@pytest.mark.rule("rueverlix", "R17", "R16", "R21", "D3")
def test_a_petard_among_the_three_first_cards() -> None:
    """Example 7."""
    s = dealt("pile:0=yA bT | pile:1=yA ✹ | pile:2=yE bM")
    do(s, 0, "flip")
    assert told(do(s, 1, "flip"), "petard") == [{"seat": 1, "count": 2}]
    assert winnings(s) == [(0, 0), (0, 2), (0, 0)]
    assert s.scores == [0, -2, 0]
    wait(s, "between/over")
    assert view(s).active == (1,)
    assert view(s).phase == "turn3"


@pytest.mark.rule("rueverlix", "R21", "R22")
def test_the_first_row_is_played_at_leisure_and_no_other() -> None:
    s = dealt("pile:0=yA bT | pile:1=yA ✹ | pile:2=yE bM")
    assert GAME.first_round(s)
    do(s, 0, "flip")
    do(s, 1, "flip")  # the pétard ends the row
    assert GAME.first_round(s)
    wait(s, "between/over")
    assert not GAME.first_round(s)


# ---- adding, and then saying -------------------------------------------------------------------------


@pytest.mark.rule("rueverlix", "R8", "R9", "R12", "R21", "D2", "D8")
def test_the_booklets_trumpet() -> None:
    """Example 1."""
    s = rush()
    add(s, 0)
    assert faces(s, "row") == ["bR", "bP", "bM", "bZ"]
    assert no_word(s, 0, "TROMPETTE") == "letters_missing"
    assert phase(s).owes == [1, 0, 0]
    happened = say(s, 0, "PROMENEZ", pick=True)
    assert told(happened, "picks_up") == [{"seat": 0, "words": "PROMENEZ", "count": 4}]
    assert winnings(s) == [(4, 0), (0, 0), (0, 0)]
    assert s.scores == [4, 0, 0]
    wait(s, "between/over")
    assert view(s).active == (0,)


@pytest.mark.rule("rueverlix", "R8")
def test_no_word_before_a_card() -> None:
    """Example 2."""
    s = rush()
    assert names(s, 0) == {"add", "dry"}
    assert no_word(s, 0, "TROMPETTE") == "not_offered"


@pytest.mark.rule("rueverlix", "R15", "D5")
def test_an_etoile_is_any_letter() -> None:
    """Example 3."""
    s = rush(piles="pile:0=yA ★ | pile:1=yI bS | pile:2=yU bT")
    add(s, 0)
    assert no_word(s, 0, "RPM") == "letters_missing"  # three letters for four cards
    assert told(say(s, 0, "TROMPETTE"), "picks_up")[0]["count"] == 4


@pytest.mark.rule("rueverlix", "D5", "R9")
def test_each_card_needs_a_letter_of_its_own() -> None:
    """Example 4."""
    s = rush("yE bR bM", "pile:0=yA bZ | pile:1=yI vE | pile:2=yU bT")
    add(s, 1)
    assert no_word(s, 1, "MER") == "letters_missing"
    say(s, 1, "PREMIER")
    assert winnings(s)[1] == (4, 0)


@pytest.mark.rule("rueverlix", "R7", "R10")
def test_there_are_no_turns_and_the_letters_of_others_count() -> None:
    s = rush(speak_lock=0)
    assert [names(s, seat) for seat in s.all_seats] == [{"add", "dry"}] * 3
    add(s, 2)  # T
    add(s, 1, s.now + 500)  # S
    assert no_word(s, 1, "PROMETZ") == "letters_missing"  # no S, and T must be there too
    assert no_word(s, 1, "COMPTER") == "letters_missing"
    say(s, 1, "PROMETS")
    assert winnings(s)[1] == (5, 0)


@pytest.mark.rule("rueverlix", "R13", "R14", "D7", "R12")
def test_one_card_then_one_word_then_one_card_again() -> None:
    """Example 5."""
    s = rush()
    add(s, 0)
    assert "add" not in names(s, 0)
    assert refused(s, 0, "add") == "not_offered"
    say(s, 0, "PROMENEZ", pick=False)
    assert phase(s).claim == 0
    assert names(s, 0) == {"add", "pick_up"}  # no word without another card
    add(s, 0, s.now + 500)
    assert phase(s).claim is None
    assert phase(s).owes == [1, 0, 0]
    assert names(s, 0) == {"say", "dry"}


@pytest.mark.rule("rueverlix", "R12", "D7")
def test_who_said_the_last_word_may_pick_up_later() -> None:
    s = rush()
    add(s, 0)
    say(s, 0, "PROMENEZ", pick=False)
    assert faces(s, "row") == ["bR", "bP", "bM", "bZ"]
    assert "pick_up" not in names(s, 1)
    do(s, 0, "pick_up", t=s.now + 3_000)
    wait(s, "rush/close")
    assert winnings(s)[0] == (4, 0)


@pytest.mark.rule("rueverlix", "D7")
def test_to_pick_up_is_ticked() -> None:
    s = rush()
    add(s, 0)
    offer = next(o for o in s.offers(0) if o.name == "say")
    assert offer.params["pick"] == Flag(ticked=True)
    say(s, 0, "PROMENEZ")  # and left out, it is as ticked
    assert winnings(s)[0] == (4, 0)


@pytest.mark.rule("rueverlix", "R11", "R18", "R21", "D7")
def test_another_letter_takes_the_claim_away() -> None:
    """Example 6."""
    s = rush()
    add(s, 0)
    say(s, 0, "PROMENEZ", pick=False)
    add(s, 1, s.now + 500)
    assert phase(s).claim is None
    assert "pick_up" not in names(s, 0)
    assert no_word(s, 1, "PROMENEZ") == "letters_missing"
    wait(s, "rush/lock")
    for seat in (0, 1, 2):
        do(s, seat, "dry")
    assert told(wait(s, "rush/stuck"), "stuck") == [{"seat": 1, "count": 5}]
    assert winnings(s) == [(0, 0), (0, 5), (0, 0)]
    assert s.scores == [0, -5, 0]
    wait(s, "between/over")
    assert view(s).active == (1,)


@pytest.mark.rule("rueverlix", "R11", "D6")
def test_who_was_too_slow_must_have_the_newer_letters_too() -> None:
    s = rush("bR bP bM", "pile:0=yA yE | pile:1=yI bT | pile:2=yU bV", speak_lock=0)
    add(s, 0)
    add(s, 1, s.now + 500)
    assert phase(s).owes == [1, 1, 0]  # nobody is expelled
    assert no_word(s, 0, "PREMIER") == "letters_missing"
    say(s, 0, "COMPTER")  # R, P, M, E and the T of S1
    assert winnings(s)[0] == (5, 0)


@pytest.mark.rule("rueverlix", "R16", "R21", "D3")
def test_who_adds_a_petard_has_all_the_cards_face_down() -> None:
    s = rush(piles="pile:0=yA ✹ | pile:1=yI bS | pile:2=yU bT")
    assert told(add(s, 0), "petard") == [{"seat": 0, "count": 4}]
    assert winnings(s)[0] == (0, 4)
    assert s.scores == [-4, 0, 0]
    wait(s, "between/over")
    assert view(s).active == (0,)


@pytest.mark.rule("rueverlix", "D8")
def test_a_wrong_word_costs_nothing() -> None:
    s = rush(unknown_alone="refuse")
    seated(s, 1, BOT)
    seated(s, 2, BOT)
    add(s, 0)
    assert no_word(s, 0, "TROMPETTE") == "letters_missing"
    assert no_word(s, 0, "RPMZ") == "unknown_word"
    assert phase(s).owes == [1, 0, 0]
    assert s.scores == [0, 0, 0]
    say(s, 0, "PROMENEZ")
    assert s.scores == [4, 0, 0]


# ---- time --------------------------------------------------------------------------------------------


@pytest.mark.rule("rueverlix", "D9", "D21", "D7", "R11")
def test_look_lock_and_claim_by_the_clock() -> None:
    """Example 11, ten seconds being when the row was shown."""
    s = rush("bT bR bS", "pile:0=yU yA | pile:1=yI yE | pile:2=yU bV", look=True)
    shown = s.now
    assert refused(s, 1, "add", t=shown + 1_400) == "too_early"
    wait(s, "rush/look")
    add(s, 0, shown + 2_500)
    assert refused(s, 1, "add", t=shown + 5_000) == "too_early"
    assert next(o for o in s.offers(1) if o.name == "add").opens_at == shown + 10_500
    send(s, 0, "TRAINS", t=shown + 6_000, pick=False)
    wait(s, "rush/close")
    assert phase(s).claim == 0
    add(s, 1, shown + 6_400)
    assert faces(s, "row") == ["bT", "bR", "bS", "yA", "yE"]
    assert phase(s).claim is None
    say(s, 1, "TARTES")
    assert winnings(s)[1] == (5, 0)


@pytest.mark.rule("rueverlix", "D9")
@pytest.mark.parametrize("seconds", [3, 5, 8, 12])
def test_the_lock_is_as_long_as_the_table_wants(seconds: int) -> None:
    s = rush(speak_lock=seconds)
    began = s.now
    add(s, 0)
    assert refused(s, 1, "add", t=began + seconds * 1_000 - 1) == "too_early"
    wait(s, "rush/lock")
    add(s, 1)
    assert faces(s, "row")[-1] == "bS"


@pytest.mark.rule("rueverlix", "D9")
def test_the_bare_race() -> None:
    s = rush(speak_lock=0)
    add(s, 0)
    add(s, 1, s.now + 100)
    assert faces(s, "row")[-2:] == ["bZ", "bS"]


@pytest.mark.rule("rueverlix", "D9")
def test_a_table_with_more_time_locks_longer() -> None:
    s = rush(timers="double", look=True)
    shown = s.now
    wait(s, "rush/look")
    assert s.now - shown == 2 * LOOK
    add(s, 0)
    assert phase(s).lock - (s.now - 31) == 2 * LOCK


@pytest.mark.rule("rueverlix", "D21")
@pytest.mark.parametrize(("seconds", "opens"), [(0, 0), (2, 2_000), (4, 4_000)])
def test_one_looks_first(seconds: int, opens: int) -> None:
    s = rush(look=True, look_s=seconds)
    shown = s.now
    if seconds:
        assert view(s).active == ()  # the table waits for nobody
        assert refused(s, 0, "add", t=shown + opens - 1) == "too_early"
        wait(s, "rush/look")
    assert next(o for o in s.offers(0) if o.name == "add").opens_at == (shown + opens if seconds else shown)


@pytest.mark.rule("rueverlix", "D21", "D22")
def test_quicker_than_one_can_see_is_void() -> None:
    """C14: without a look, a reaction under a tenth of a second locks out for half a second."""
    s = rush(look_s=0)
    shown = s.now
    assert told(do(s, 0, "add", t=shown + 99), "anticipation") == [{"seat": 0}]
    assert refused(s, 0, "add", t=shown + 500) == "too_early"
    add(s, 0, shown + 599)
    assert faces(s, "row")[-1] == "bZ"


# ---- the end -----------------------------------------------------------------------------------------


@pytest.mark.rule("rueverlix", "R22", "D16", "D15", "D17")
def test_the_row_is_played_out_and_then_it_is_over() -> None:
    """S0 has added his last card; he still says his word, and picks up. Cards in piles count for nobody."""
    s = rush(piles="pile:0=bZ | pile:1=yI yO | pile:2=yU bT")
    add(s, 0)
    assert s.outcome is None
    say(s, 0, "PROMENEZ")
    wait(s, "between/over")
    assert s.outcome is not None
    assert s.outcome.winners == (0,)
    assert s.scores == [4, 0, 0]


@pytest.mark.rule("rueverlix", "R22")
def test_as_long_as_all_have_cards_there_is_another_round() -> None:
    s = rush(piles="pile:0=yA bZ | pile:1=yI | pile:2=yU")
    add(s, 0)
    say(s, 0, "PROMENEZ")
    wait(s, "between/over")
    assert s.outcome is None
    assert view(s).phase == "turn3"


@pytest.mark.rule("rueverlix", "D16")
def test_who_added_his_last_card_may_pick_up_later() -> None:
    s = rush(piles="pile:0=bZ | pile:1=yI yO | pile:2=yU bT")
    add(s, 0)
    say(s, 0, "PROMENEZ", pick=False)
    assert names(s, 0) == {"pick_up"}


@pytest.mark.rule("rueverlix", "R23", "R24", "R25", "D17", "D18")
def test_points() -> None:
    """Example 10: 14 up and 9 down are 5 points, 6 up and 0 down are 6."""
    s = start(GAME, 3, starter=0)
    cards = [c for zone in s.zones for c in zone.cards]
    for zone in s.zones:
        zone.cards = []
    s.won(0).cards, s.down(0).cards = cards[:14], cards[14:23]
    s.won(1).cards = cards[23:29]
    s.down(2).cards = cards[29:32]
    s.pile(2).cards = cards[32:]
    s.goto(Between(seat=0))
    s._settle()
    s.count()
    wait(s, "between/over")
    assert s.scores == [5, 6, -3]
    assert s.outcome is not None
    assert s.outcome.winners == (1,)


@pytest.mark.rule("rueverlix", "D18")
def test_a_tie_is_shared() -> None:
    assert ranked([5, 5, -3], detail="no_card_left").winners == (0, 1)


@pytest.mark.rule("rueverlix", "D20")
def test_whoever_does_nothing_lets_it_end() -> None:
    """Nobody ever presses anything: three cards are set aside in each round, after five seconds for each of them
    and the quiet limit, unless a pétard comes first."""
    s = start(GAME, 3)
    rung: Counter[str] = Counter()
    while s.outcome is None:
        due = s.next_alarm()
        assert due is not None
        rung[due.name] += 1
        wait(s)
    cards = sum(len(s.pile(seat).cards) for seat in s.all_seats)
    assert rung["turn3/auto"] == 99 - cards  # every card is turned once
    assert rung["rush/quiet"] == rung["rush/look"] <= 33
    assert rung["rush/quiet"] + 3 >= rung["between/over"] >= rung["rush/quiet"]  # three pétards
    assert sum(rung.values()) <= GAME.bound(3, s.options)


# ---- what one sees -----------------------------------------------------------------------------------


@pytest.mark.rule("rueverlix", "R3")
def test_everybody_sees_who_owes_who_has_a_claim_and_who_is_dry() -> None:
    s = rush()
    add(s, 0)
    assert view(s).fact("owes") == [1, 0, 0]
    assert view(s).fact("adder") == 0
    assert view(s).fact("stage") == "locked"
    say(s, 0, "PROMENEZ", pick=False)
    do(s, 1, "dry")
    seen = view(s)
    assert (seen.fact("claim"), seen.fact("claimed"), seen.fact("dried")) == (0, "PROMENEZ", [0, 1, 0])
    assert [seen.zone(f"{name}:0").count for name in ("pile", "won", "down")] == [2, 0, 0]
