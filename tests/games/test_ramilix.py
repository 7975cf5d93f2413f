"""Ramilix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from tablee.arena.match import Match
from tablee.bots.bot import Level, Sighting
from tablee.bots.rollout import QuickPicker, random_entry, rollout
from tablee.games.ramilix.bots import APART, BOT, TURN
from tablee.games.ramilix.reckoning import missing
from tablee.games.ramilix.rules import GAME, ROUND_END_TIME, UNDOS, Draw, Lay
from tablee.games.ramilix.table import RamilixState
from tablee.kernel.door import Door
from tablee.kernel.events import Event, Keep
from tablee.kernel.game import Device
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import NEVER
from tablee.kernel.record import Played, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import CardId, Millis, Seat
from tablee.pieces.notation import arrange
from tablee.pieces.suites import Suites
from tablee.texts import Language, texts
from tests.lazy import Habit, share_won
from tests.table import card, faces, names, refused, start, told, view, wait
from tests.table import do as at_time

LAID = "suite:0:0=pM pN pO | suite:0:1=pT pU pV"
"""What seat 0 has laid where it does not matter."""


def at(
    position: str, seat: Seat = 0, players: int = 2, *, drawn: str = "", picked: bool = False, **options: Any
) -> RamilixState:
    """This seat has drawn and may lay; `drawn` is the card that it drew. What is not named lies in the pile."""
    s = before(position, seat, players, **options)
    turn = s.phases[-1]
    assert isinstance(turn, Draw)
    mine = s.hand(seat)
    own = card(s, drawn, mine) if drawn else (mine.cards or [-1])[0]
    s.phases[-1] = Lay(seat=seat, drawn=own, picked=picked, until=turn.until, since=turn.since)
    return s


def before(position: str, seat: Seat = 0, players: int = 2, **options: Any) -> RamilixState:
    """This seat is about to draw."""
    s = start(GAME, players, starter=seat, **options)
    arrange(s, position if "…" in position else f"{position} | pile=…")
    s.settle()
    s.drain()
    return s


def do(s: RamilixState, seat: Seat, name: str, /, *, t: Millis | None = None, **args: Any) -> list[Event]:
    """At a time, or as soon as one may (D26)."""
    _, offer = s.find(seat, name)
    return at_time(s, seat, name, t=max(s.now, offer.opens_at) if t is None else t, **args)


def held(s: RamilixState, row: str, seat: Seat = 0) -> list[CardId]:
    """Cards of a hand by their faces, each once."""
    left = s.hand(seat).cards[:]
    found = []
    for face in row.split():
        found.append(next(c for c in left if s.faces[c] == face))
        left.remove(found[-1])
    return found


def rows(s: RamilixState, *suites: str, seat: Seat = 0) -> list[list[CardId]]:
    """Rows of this seat's cards: what lies there, then what is in the hand."""
    left = [c for zone in (*s.place(seat), s.hand(seat)) for c in zone.cards]
    found: list[list[CardId]] = []
    for row in suites:
        found.append([])
        for face in row.split():
            found[-1].append(next(c for c in left if s.faces[c] == face))
            left.remove(found[-1][-1])
    return found


def opens(s: RamilixState, *suites: str, seat: Seat = 0) -> list[Event]:
    return do(s, seat, "open_suites", suites=rows(s, *suites, seat=seat))


def lays(s: RamilixState, suite: str, seat: Seat = 0) -> list[Event]:
    return do(s, seat, "new_suite", suites=rows(s, suite, seat=seat))


def rearranges(s: RamilixState, *suites: str, seat: Seat = 0) -> list[Event]:
    return do(s, seat, "rearrange", suites=rows(s, *suites, seat=seat))


def adds(s: RamilixState, face: str, end: str, seat: Seat = 0, move: str = "add_card") -> list[Event]:
    return do(s, seat, move, card=held(s, face, seat)[0], end=end)


def cannot(s: RamilixState, move: str, face: str = "", seat: Seat = 0, **args: Any) -> str:
    """How a move with a card of the hand is refused."""
    if face:
        args["card"] = held(s, face, seat)[0]
    return refused(s, seat, move, **args)


def discard(s: RamilixState, face: str, seat: Seat = 0) -> list[Event]:
    return do(s, seat, "discard", card=held(s, face, seat)[0])


def star(s: RamilixState, zone: str) -> CardId:
    return card(s, "★", s.zone(zone))


def table(s: RamilixState, seat: Seat) -> list[str]:
    """The suites before a seat, pétards and all: `M★NO✹` has an étoile for N."""
    return [
        "".join(
            s.faces[c] if s.faces[c] == "✹" else ("★" if s.faces[c] == "★" else "") + s.letter(c) for c in z.cards
        )
        for z in s.place(seat)
    ]


def hand(s: RamilixState, seat: Seat = 0) -> list[str]:
    return faces(s, s.hand(seat))


def offer(s: RamilixState, name: str, seat: Seat = 0) -> Offer:
    return next(o for o in s.offers(seat) if o.name == name)


# ---- the cards ------------------------------------------------------------------------------------------


@pytest.mark.rule("ramilix", "R1")
def test_two_alphabets_seven_etoiles_three_petards() -> None:
    count = Counter(start(GAME, 2).faces)
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert count == {**{f"{c}{a}": 1 for c in "pb" for a in alphabet}, "★": 7, "✹": 3}
    assert count.total() == 62


@pytest.mark.rule("ramilix", "R2")
def test_help_shows_that_the_alphabet_is_a_circle() -> None:
    """The help cards are there for everybody at any time: the page shows the alphabet in its help."""
    for language in Language:
        assert "X Y Z A B" in texts("ramilix", language).help.cards[0].text


@pytest.mark.rule("ramilix", "R5", "R6", "R7", "R8", "D1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_seven_cards_each_one_turned_up_and_the_rest_is_the_pile(players: int) -> None:
    s = start(GAME, players, starter=1)
    assert [len(s.hand(seat).cards) for seat in s.all_seats] == [7] * players
    assert len(s.discard.cards) == 1
    assert len(s.pile.cards) == 62 - 7 * players - 1
    assert view(s).active == (1,)
    shown = view(s, 1)
    assert all(c is not None and c.face for c in shown.zone("hand:1").cards)
    assert not shown.zone("hand:0").cards
    assert shown.zone("discard").cards[0].face  # type: ignore[union-attr]
    assert not shown.zone("pile").cards


@pytest.mark.rule("ramilix", "D1")
@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_players(players: int) -> None:
    with pytest.raises(Refused):
        start(GAME, players)


# ---- the turn -------------------------------------------------------------------------------------------


@pytest.mark.rule("ramilix", "R9", "R10", "R12", "R8")
def test_draw_lay_discard_then_the_next_clockwise() -> None:
    s = before(
        "hand:0=pA pC pE pG pI pK bX | hand:1=bA bC bE bG bI bK bM | hand:2=pT | discard=pZ | pile=… pQ", 0, 3
    )
    assert names(s, 0) == {"draw", "pick_up"}
    do(s, 0, "draw")
    assert hand(s) == ["pA", "pC", "pE", "pG", "pI", "pK", "pQ", "bX"]
    assert names(s, 0) == {"discard"}
    assert cannot(s, "draw") == "not_offered"
    discard(s, "bX")
    assert faces(s, s.discard) == ["pZ", "bX"]
    assert view(s).active == (1,)
    do(s, 1, "pick_up")
    assert "bX" in hand(s, 1)
    assert faces(s, s.discard) == ["pZ"]
    discard(s, "bA", seat=1)
    assert view(s).active == (2,)


@pytest.mark.rule("ramilix", "R11")
def test_one_may_lay_nothing() -> None:
    s = at("hand:0=pM pN pO pP pQ bX | discard=pZ")
    assert "open_suites" in names(s, 0)
    discard(s, "bX")
    assert table(s, 0) == []
    assert view(s).active == (1,)


@pytest.mark.rule("ramilix", "D11")
@pytest.mark.parametrize("face", ["★", "✹", "pZ"])
def test_any_card_may_be_taken_and_thrown(face: str) -> None:
    s = before(f"hand:0=pA bX ★ ✹ | discard=pB {face}")
    do(s, 0, "pick_up")
    assert hand(s).count(face) == (2 if face in "★✹" else 1)
    other = "★" if face != "★" else "✹"
    discard(s, other)
    assert faces(s, s.discard)[-1] == other


@pytest.mark.rule("ramilix", "D12")
def test_the_card_just_taken_from_the_discard_is_not_thrown_back() -> None:
    s = before("hand:0=pA bX | discard=pB pZ")
    do(s, 0, "pick_up")
    assert cannot(s, "discard", "pZ") == "not_possible"
    discard(s, "bX")
    s = before("hand:0=pA bX | discard=pB | pile=… pZ")
    do(s, 0, "draw")
    discard(s, "pZ")


@pytest.mark.rule("ramilix", "D12")
def test_unless_it_is_the_only_card_left() -> None:
    s = at(f"hand:0=bP pZ | {LAID} | discard=pB", drawn="pZ", picked=True)
    adds(s, "bP", "suite:0:0/right")
    discard(s, "pZ")
    assert faces(s, s.discard) == ["pB", "pZ"]


# ---- the first lay --------------------------------------------------------------------------------------


@pytest.mark.rule("ramilix", "R15", "R14", "R13", "R3", "R4")
@pytest.mark.parametrize(
    "suites",
    [
        ("pM bN pO pP bQ",),
        ("pX pY bZ bA pB",),
        ("pG pH pI", "pK pL pM"),
        ("pG pH pI", "pK pL pM bN"),
        ("pA pB pC pD pE pF",),
        ("bM ★ bO bP pQ",),
    ],
)
def test_a_first_lay(suites: tuple[str, ...]) -> None:
    """Examples 1 to 5."""
    s = at(f"hand:0={' '.join(suites)} bC | discard=bT")
    events = opens(s, *suites)
    assert hand(s) == ["bC"]
    assert ["".join(face[-1] for face in suite.split()) for suite in suites] == [
        "".join(f[-1] for f in faces(s, zone)) for zone in s.place(0)
    ]
    assert told(events, "first_lay")[0]["seat"] == 0


@pytest.mark.rule("ramilix", "R21", "D3")
def test_an_etoile_stands_for_the_letter_of_its_place() -> None:
    """Example 5."""
    s = at("hand:0=pM ★ pO pP pQ pB pC | discard=bT")
    opens(s, "pM ★ pO pP pQ")
    assert table(s, 0) == ["M★NOPQ"]
    zone = view(s, 1).zone("suite:0:0")
    assert zone.cards[1].mark == "N"  # type: ignore[union-attr]


@pytest.mark.rule("ramilix", "R15", "D2")
def test_less_is_no_first_lay() -> None:
    """Example 4."""
    s = at("hand:0=pG pH pI pJ bK pL pM pX | discard=bT")
    assert refused(s, 0, "open_suites", suites=rows(s, "pG pH pI")) == "too_few_cards"
    assert refused(s, 0, "open_suites", suites=rows(s, "pG pH pI pJ")) == "too_few_cards"
    assert refused(s, 0, "open_suites", suites=rows(s, "pG pH", "pJ bK pL pM")) == "row_too_short"
    assert refused(s, 0, "open_suites", suites=rows(s, "pG pH pI pX pL")) == "row_breaks"
    opens(s, "pG pH pI", "pJ bK pL pM")


@pytest.mark.rule("ramilix", "R15")
def test_who_has_no_first_lay_is_not_offered_one() -> None:
    for row in ("pG pH pI pJ pX", "★ ★ ★ ★ ★ ✹", "pG pH pI bG bH pZ pX"):
        assert names(at(f"hand:0={row} | discard=bT"), 0) == {"discard"}
    for row in ("pG pH pI ★ ★", "pG pH pI bG bH bI", "pG ★ pI bG ★ bI"):
        assert "open_suites" in names(at(f"hand:0={row} bT | discard=bX"), 0)


@pytest.mark.rule("ramilix", "D2")
def test_before_the_first_lay_nothing_else_may_be_done() -> None:
    s = at("hand:0=pP bK pK ★ ✹ pD bD | suite:1:0=pM pN pO ✹ | suite:1:1=pJ ★ pL | discard=pZ")
    assert names(s, 0) == {"discard"}
    assert cannot(s, "add_card", "bK", end="suite:1:1/left") == "not_offered"
    assert cannot(s, "unblock", "★", end="suite:1:0/right") == "not_offered"
    assert cannot(s, "lay_petard", "✹", end="suite:1:0/left") == "not_offered"


@pytest.mark.rule("ramilix", "D3")
def test_every_suite_has_a_real_letter() -> None:
    s = at(f"hand:0=★ ★ ★ bA | {LAID} | discard=pZ")
    assert refused(s, 0, "new_suite", suites=rows(s, "★ ★ ★")) == "only_jokers"
    lays(s, "★ ★ bA")
    assert table(s, 0)[2] == "★Y★ZA"


@pytest.mark.rule("ramilix", "D3", "R14")
def test_a_suite_may_go_round_the_circle_and_further() -> None:
    alphabet = " ".join(f"p{a}" for a in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    s = at(f"hand:0=bA bZ bK | suite:0:0={alphabet} | discard=bX")
    adds(s, "bA", "suite:0:0/right")
    adds(s, "bZ", "suite:0:0/left")
    assert table(s, 0) == ["ZABCDEFGHIJKLMNOPQRSTUVWXYZA"]


# ---- laying more ----------------------------------------------------------------------------------------


@pytest.mark.rule("ramilix", "R16", "R17")
def test_in_the_same_turn_and_later() -> None:
    s = at("hand:0=pM pN pO pP pQ bR bA bB bC | discard=pZ | hand:1=pT pV")
    opens(s, "pM pN pO pP pQ")
    assert view(s).fact("task") == "more"
    adds(s, "bR", "suite:0:0/right")
    lays(s, "bA bB bC")
    assert table(s, 0) == ["MNOPQR", "ABC"]


@pytest.mark.rule("ramilix", "R16", "R3")
def test_a_card_goes_before_or_after() -> None:
    s = at(f"hand:0=bL bP bW bK bX | {LAID} | discard=pZ")
    assert cannot(s, "add_card", "bK", end="suite:0:0/left") == "not_possible"
    assert cannot(s, "add_card", "bL", end="suite:0:0/right") == "not_possible"
    adds(s, "bL", "suite:0:0/left")
    adds(s, "bP", "suite:0:0/right")
    adds(s, "bK", "suite:0:0/left")
    assert table(s, 0) == ["KLMNOP", "TUV"]


@pytest.mark.rule("ramilix", "R17", "R18")
def test_a_new_suite_has_three_letters() -> None:
    s = at(f"hand:0=pA pB bX pC pE | {LAID} | discard=pZ")
    assert refused(s, 0, "new_suite", suites=rows(s, "pA pB")) == "row_too_short"
    assert refused(s, 0, "new_suite", suites=rows(s, "pA pB pE")) == "row_breaks"
    lays(s, "pA pB pC")


@pytest.mark.rule("ramilix", "R18")
def test_whoever_discards_has_only_suites_of_three() -> None:
    """Whatever is played at random, everything on the table is in suites of three or more, in order."""
    for seed in range(3):
        s = start(GAME, 3, seed=seed)
        pick, turns = QuickPicker(seed), 0
        while s.outcome is None and turns < 250:
            entry = random_entry(s, pick)
            assert entry is not None
            apply(s, entry)
            turns += 1
            for zone in s.suites():
                letters = [s.letter(c) for c in s.row(zone)]
                assert len(letters) >= 3
                assert all((ord(b) - ord(a)) % 26 == 1 for a, b in pairwise(letters))


@pytest.mark.rule("ramilix", "R19")
def test_at_anothers_place_once_both_have_laid() -> None:
    s = at(f"hand:0=bG bX | {LAID} | suite:1:0=pD pE pF | discard=pZ", players=3)
    events = adds(s, "bG", "suite:1:0/right")
    assert table(s, 1) == ["DEFG"]
    assert told(events, "adds") == [{"seat": 0, "owner": 1, "card": "G", "suites": "DEFG"}]
    s = at("hand:0=bG bX | suite:1:0=pD pE pF | discard=pZ", players=3)
    assert "add_card" not in names(s, 0)


@pytest.mark.rule("ramilix", "R20")
def test_nobody_moves_the_cards_of_another() -> None:
    s = at(f"hand:0=bG pG bX | {LAID} | suite:1:0=pC pD pE pF | discard=pZ")
    domain = offer(s, "rearrange", 0).params["suites"] if "rearrange" in names(s, 0) else None
    assert domain is None
    s = at(f"hand:0=bP bX | {LAID} | suite:1:0=pC pD pE pF | discard=pZ")
    theirs = s.zone("suite:1:0").cards
    suites = [*rows(s, "pM pN pO bP", "pT pU pV"), theirs]
    assert refused(s, 0, "rearrange", suites=suites) == "not_possible"


# ---- rearranging ----------------------------------------------------------------------------------------


@pytest.mark.rule("ramilix", "R11", "D5")
def test_a_place_is_laid_anew_with_a_card_more() -> None:
    """Example 10."""
    s = at("hand:0=bE bX | suite:0:0=pC pD pE pF pG | discard=pZ")
    events = rearranges(s, "pC pD bE", "pE pF pG")
    assert sorted(table(s, 0)) == ["CDE", "EFG"]
    assert hand(s) == ["bX"]
    assert told(events, "rearranges") == [{"seat": 0, "count": 1, "suites": "CDE EFG"}]
    discard(s, "bX")


@pytest.mark.rule("ramilix", "D5", "R18", "D4")
def test_what_is_laid_anew_is_checked_as_a_whole() -> None:
    s = at("hand:0=bE bX | suite:0:0=pC pD pE pF pG | discard=pZ")
    for suites, code in (
        (("pC pD pE pF pG",), "nothing_added"),
        (("pC pD bE", "pE pF"), "card_missing"),
        (("pC pD bE pF pG",), "card_missing"),
        (("pC pD", "bE pE pF pG"), "row_too_short"),
        (("pC pD pE bE pF pG",), "row_breaks"),
        (("pC pD pE pF pG", "bE"), "row_too_short"),
    ):
        assert refused(s, 0, "rearrange", suites=rows(s, *suites)) == code
    assert table(s, 0) == ["CDEFG"]
    assert hand(s) == ["bE", "bX"]


@pytest.mark.rule("ramilix", "D5")
def test_an_etoile_may_stand_for_another_letter_afterwards() -> None:
    s = at("hand:0=bN bX | suite:0:0=pM ★ pO | discard=pZ")
    rearranges(s, "pM bN pO ★")
    assert table(s, 0) == ["MNO★P"]


@pytest.mark.rule("ramilix", "D5")
def test_suites_may_be_joined_and_cut() -> None:
    s = at("hand:0=pD bX | suite:0:0=pA pB pC | suite:0:1=pE pF pG pH | discard=pZ")
    rearranges(s, "pA pB pC pD pE", "pF pG pH")
    assert sorted(table(s, 0)) == ["ABCDE", "FGH"]


@pytest.mark.rule("ramilix", "D5")
def test_laying_anew_is_offered_only_where_something_comes_of_it() -> None:
    assert "rearrange" in names(at("hand:0=bE bX | suite:0:0=pC pD pE pF pG | discard=pZ"), 0)
    assert "rearrange" in names(at("hand:0=bB bC | suite:0:0=pA pB pC pD | discard=pZ"), 0)
    assert "rearrange" not in names(at("hand:0=bE bX | suite:0:0=pC pD pE pF | discard=pZ"), 0)


# ---- étoiles --------------------------------------------------------------------------------------------


@pytest.mark.rule("ramilix", "R24", "R25", "R26", "D6")
def test_an_etoile_of_another_is_taken_and_played_at_once() -> None:
    """Example 6."""
    s = at(f"hand:0=bK bB | {LAID} | suite:1:0=pJ ★ pL | discard=pZ")
    taken = star(s, "suite:1:0")
    events = do(s, 0, "take_star", card=held(s, "bK")[0], star=taken)
    assert table(s, 1) == ["JKL"]
    assert hand(s) == ["bB", "★"]
    assert told(events, "takes_star")[0]["owner"] == 1
    assert view(s).fact("task") == "star"
    assert cannot(s, "discard", "bB") == "not_offered"
    assert names(s, 0) == {"add_card", "rearrange", "undo"}
    assert offer(s, "add_card").params["card"].accepts(taken)
    assert not offer(s, "add_card").params["card"].accepts(held(s, "bB")[0])
    adds(s, "★", "suite:0:0/right")
    assert table(s, 0)[0] == "MNO★P"
    discard(s, "bB")


@pytest.mark.rule("ramilix", "R24")
def test_not_by_somebody_who_has_not_laid() -> None:
    """Example 7."""
    s = at("hand:0=bK bB | suite:1:0=pJ ★ pL | discard=pZ")
    assert cannot(s, "take_star", "bK", star=star(s, "suite:1:0")) == "not_offered"


@pytest.mark.rule("ramilix", "R23", "R25")
def test_ones_own_etoile_for_the_letter_it_stands_for() -> None:
    s = at("hand:0=bN bB pL | suite:0:0=pM ★ pO | suite:1:0=pA pB pC | discard=pZ")
    assert cannot(s, "take_star", "bB", star=star(s, "suite:0:0")) == "not_possible"
    do(s, 0, "take_star", card=held(s, "bN")[0], star=star(s, "suite:0:0"))
    assert table(s, 0) == ["MNO"]
    assert hand(s) == ["bB", "pL", "★"]


@pytest.mark.rule("ramilix", "D6")
def test_the_taken_etoile_in_every_way() -> None:
    """In a new suite, at an end, in what is laid anew, against a pétard: nothing without it."""
    position = f"hand:0=bK bB bC | {LAID} | suite:1:0=pJ ★ pL ✹ | discard=pZ"

    def taken() -> RamilixState:
        s = at(position)
        do(s, 0, "take_star", card=held(s, "bK")[0], star=star(s, "suite:1:0"))
        assert names(s, 0) == {"new_suite", "add_card", "rearrange", "unblock", "undo"}
        return s

    s = taken()
    lays(s, "★ bB bC")
    assert table(s, 0)[2] == "★ABC"
    s = taken()
    adds(s, "★", "suite:1:0/left")
    assert table(s, 1) == ["★IJKL✹"]
    s = taken()
    rearranges(s, "★ pM pN pO", "pT pU pV")
    s = taken()
    adds(s, "★", "suite:1:0/right", move="unblock")
    assert table(s, 1) == ["JKL"]
    assert names(s, 0) >= {"discard"}


@pytest.mark.rule("ramilix", "D6")
def test_what_does_not_play_it_is_refused() -> None:
    s = at(f"hand:0=bK bP bA bB bC | {LAID} | suite:1:0=pJ ★ pL | discard=pZ")
    do(s, 0, "take_star", card=held(s, "bK")[0], star=star(s, "suite:1:0"))
    assert refused(s, 0, "new_suite", suites=rows(s, "bA bB bC")) == "card_missing"
    assert refused(s, 0, "rearrange", suites=rows(s, "pM pN pO bP", "pT pU pV")) == "card_missing"
    assert cannot(s, "add_card", "bP", end="suite:0:0/right") == "not_possible"


@pytest.mark.rule("ramilix", "D6")
def test_there_is_always_a_use_for_a_taken_etoile() -> None:
    """Every end is free or has a pétard: where all are blocked, it unblocks one."""
    s = at("hand:0=bN bX | suite:0:0=✹ pM ★ pO | discard=pZ")
    do(s, 0, "take_star", card=held(s, "bN")[0], star=star(s, "suite:0:0"))
    assert names(s, 0) >= {"add_card", "unblock"}


@pytest.mark.rule("ramilix", "R25", "D4")
def test_letters_never_come_back_to_a_hand() -> None:
    s = at(f"hand:0=bK bB | {LAID} | suite:1:0=pJ ★ pL bM | discard=pZ")
    domain = offer(s, "take_star").params["star"].given({"card": held(s, "bK")[0]})
    assert list(domain.values()) == [star(s, "suite:1:0")]
    assert not {"take", "take_letter"} & names(s, 0)


# ---- pétards --------------------------------------------------------------------------------------------


@pytest.mark.rule("ramilix", "R27", "R29", "D7")
def test_a_petard_blocks_one_end() -> None:
    """Example 8."""
    s = at(f"hand:0=✹ bX | {LAID} | suite:1:0=bM bN bO | hand:1=bL bP pC pD | discard=pZ")
    adds(s, "✹", "suite:1:0/right", move="lay_petard")
    assert table(s, 1) == ["MNO✹"]
    discard(s, "bX")
    do(s, 1, "draw")
    assert cannot(s, "add_card", "bP", 1, end="suite:1:0/right") == "not_possible"
    adds(s, "bL", "suite:1:0/left", seat=1)
    assert table(s, 1) == ["LMNO✹"]


@pytest.mark.rule("ramilix", "R28", "R22", "D8", "D10")
def test_one_at_each_end_blocks_the_whole_suite() -> None:
    """Example 9."""
    s = at(f"hand:0=✹ ★ bK bP bT bX | {LAID} | suite:1:0=pL bM bN bO ✹ | discard=pZ")
    adds(s, "✹", "suite:1:0/left", move="lay_petard")
    assert table(s, 1) == ["✹LMNO✹"]
    assert cannot(s, "add_card", "bK", end="suite:1:0/left") == "not_possible"
    adds(s, "★", "suite:1:0/left", move="unblock")
    assert table(s, 1) == ["LMNO✹"]
    assert sorted(faces(s, s.aside)) == ["★", "✹"]
    assert cannot(s, "add_card", "bP", end="suite:1:0/right") == "not_possible"
    adds(s, "bK", "suite:1:0/left")
    assert table(s, 1) == ["KLMNO✹"]


@pytest.mark.rule("ramilix", "D8", "D5")
def test_a_frozen_suite_is_not_laid_anew() -> None:
    s = at("hand:0=bE bH bX | suite:0:0=✹ pC pD pE pF pG ✹ | suite:0:1=pI pJ pK | discard=pZ")
    domain = offer(s, "rearrange").params["suites"]
    assert isinstance(domain, Suites)
    assert domain.rows == [s.zone("suite:0:1").cards]
    suites = [*rows(s, "bH pI pJ pK"), s.row(s.zone("suite:0:0"))]
    assert refused(s, 0, "rearrange", suites=suites) == "not_possible"
    rearranges(s, "bH pI pJ pK")
    assert table(s, 0) == ["✹CDEFG✹", "HIJK"]


@pytest.mark.rule("ramilix", "D8", "D7")
def test_a_blocked_etoile_is_not_taken() -> None:
    position = f"hand:0=bK bL bB | {LAID} | suite:1:0={{}} | discard=pZ"
    s = at(position.format("pJ pK ★ ✹"))
    assert "take_star" not in names(s, 0)  # ★ = L at the blocked end
    s = at(position.format("✹ pJ ★ pL"))
    assert "take_star" in names(s, 0)  # the rest of the suite stays free
    s = at(position.format("✹ pJ ★ pL ✹"))
    assert "take_star" not in names(s, 0)


@pytest.mark.rule("ramilix", "D7")
def test_one_petard_at_an_end() -> None:
    s = at("hand:0=✹ ✹ bX | suite:0:0=pM pN pO ✹ | discard=pZ")
    assert cannot(s, "lay_petard", "✹", end="suite:0:0/right") == "not_possible"
    adds(s, "✹", "suite:0:0/left", move="lay_petard")
    assert table(s, 0) == ["✹MNO✹"]
    assert "lay_petard" not in names(s, 0)


@pytest.mark.rule("ramilix", "R29")
def test_a_petard_at_home_guards() -> None:
    s = at("hand:0=✹ bX | suite:0:0=pM pN ★ | suite:1:0=pA pB pC | hand:1=bO bT bU | discard=pZ | pile=… bA")
    events = adds(s, "✹", "suite:0:0/right", move="lay_petard")
    assert told(events, "petards_own") == [{"seat": 0, "card": "O", "suites": "MNO"}]
    discard(s, "bX")
    do(s, 1, "draw")
    assert "take_star" not in names(s, 1)


@pytest.mark.rule("ramilix", "D9", "D7")
def test_a_blocked_card_stays_at_its_end_with_its_petard() -> None:
    s = at("hand:0=bE bH bX | suite:0:0=pC pD pE pF pG ✹ | discard=pZ")
    suites = rows(s, "pC pD pE pF pG bH")
    assert refused(s, 0, "rearrange", suites=suites) == "blocked_end"
    s = at("hand:0=bE bX | suite:0:0=pC pD pE pF pG ✹ | discard=pZ")
    rearranges(s, "pC pD pE", "bE pF pG")
    assert sorted(table(s, 0)) == ["CDE", "EFG✹"]
    s = at("hand:0=bE bX | suite:0:0=✹ pC pD pE pF pG | discard=pZ")
    rearranges(s, "pC pD bE", "pE pF pG")
    assert sorted(table(s, 0)) == ["EFG", "✹CDE"]


@pytest.mark.rule("ramilix", "D10", "R22")
def test_whoever_has_laid_unblocks_anywhere() -> None:
    s = at(f"hand:0=★ bX | {LAID.replace('pV', 'pV ✹')} | suite:1:0=✹ pA pB pC | discard=pZ")
    domain = offer(s, "unblock").params["end"]
    assert set(domain.values()) == {"suite:0:1/right", "suite:1:0/left"}
    adds(s, "★", "suite:0:1/right", move="unblock")
    assert table(s, 0) == ["MNO", "TUV"]
    assert s.standing == [6, 3]


# ---- taking back ----------------------------------------------------------------------------------------


@pytest.mark.rule("ramilix", "D25")
def test_steps_are_taken_back_one_by_one() -> None:
    s = at("hand:0=pM pN pO pP pQ bR bA ★ ✹ | suite:1:0=pJ ★ pL | discard=pZ")
    was = (hand(s), table(s, 1))
    opens(s, "pM pN pO pP pQ")
    one = (hand(s), table(s, 0), table(s, 1))
    adds(s, "bR", "suite:0:0/right")
    adds(s, "✹", "suite:1:0/right", move="lay_petard")
    two = (hand(s), table(s, 0), table(s, 1))
    adds(s, "★", "suite:1:0/right", move="unblock")
    assert view(s, 0).fact("undos") == 4
    do(s, 0, "undo")
    assert (hand(s), table(s, 0), table(s, 1)) == two
    assert s.aside.cards == []
    do(s, 0, "undo")
    do(s, 0, "undo")
    assert (hand(s), table(s, 0), table(s, 1)) == one
    do(s, 0, "undo")
    assert (hand(s), table(s, 1)) == was
    assert table(s, 0) == []
    assert cannot(s, "undo") == "not_offered"
    assert "open_suites" in names(s, 0)


@pytest.mark.rule("ramilix", "D25", "D5")
def test_what_was_laid_anew_is_taken_back_whole() -> None:
    s = at("hand:0=bE bX | suite:0:0=pC pD pE pF ★ ✹ | discard=pZ")
    rearranges(s, "pC pD bE", "pE pF ★")
    do(s, 0, "undo")
    assert table(s, 0) == ["CDEF★G✹"]
    assert hand(s) == ["bE", "bX"]


@pytest.mark.rule("ramilix", "D25", "D6")
def test_a_take_is_taken_back() -> None:
    s = at(f"hand:0=bK bB | {LAID} | suite:1:0=pJ ★ pL | discard=pZ")
    do(s, 0, "take_star", card=held(s, "bK")[0], star=star(s, "suite:1:0"))
    do(s, 0, "undo")
    assert table(s, 1) == ["J★KL"]
    assert hand(s) == ["bB", "bK"]
    assert "discard" in names(s, 0)
    do(s, 0, "take_star", card=held(s, "bK")[0], star=star(s, "suite:1:0"))
    adds(s, "★", "suite:0:0/right")
    do(s, 0, "undo")
    assert names(s, 0) == {"add_card", "rearrange", "undo"}  # it must still be played


@pytest.mark.rule("ramilix", "D25")
def test_twenty_times_in_a_turn() -> None:
    s = at(f"hand:0=bP bX | {LAID} | discard=pZ")
    for _ in range(UNDOS):
        adds(s, "bP", "suite:0:0/right")
        do(s, 0, "undo")
    adds(s, "bP", "suite:0:0/right")
    assert UNDOS == 20
    assert cannot(s, "undo") == "not_offered"
    assert view(s, 0).fact("undos") == 0


@pytest.mark.rule("ramilix", "D25", "R30")
def test_not_across_new_cards() -> None:
    s = at(f"hand:0=bP bQ | {LAID} | discard=pZ | pile=… ✹ ✹ ✹ pA pD pG bJ")
    adds(s, "bP", "suite:0:0/right")
    adds(s, "bQ", "suite:0:0/right")
    assert "undo" not in names(s, 0)


@pytest.mark.rule("ramilix", "D25")
def test_nobody_takes_back_in_another_turn() -> None:
    s = at(f"hand:0=bP bX | {LAID} | hand:1=pA pD | discard=pZ")
    adds(s, "bP", "suite:0:0/right")
    discard(s, "bX")
    do(s, 1, "draw")
    assert "undo" not in names(s, 1)


# ---- running out, and the end of a round ----------------------------------------------------------------


@pytest.mark.rule("ramilix", "R30", "D14")
def test_whoever_runs_out_gets_seven_and_goes_on() -> None:
    """Example 11, before the pile is turned over."""
    s = at(f"hand:0=bP bQ | {LAID} | discard=pZ")
    adds(s, "bP", "suite:0:0/right")
    events = adds(s, "bQ", "suite:0:0/right")
    assert len(hand(s)) == 7
    assert told(events, "refills") == [{"seat": 0, "count": 7}]
    assert view(s).phase == "lay"
    assert view(s).active == (0,)
    assert "discard" in names(s, 0)


@pytest.mark.rule("ramilix", "R30", "D14", "D13")
def test_by_a_discard_one_gets_seven_and_the_turn_is_over() -> None:
    s = at(f"hand:0=bP bX | {LAID} | discard=pZ")
    adds(s, "bP", "suite:0:0/right")
    discard(s, "bX")
    assert len(hand(s)) == 7
    assert view(s).active == (1,)


@pytest.mark.rule("ramilix", "D15", "D16", "R31")
def test_fewer_than_seven_are_left() -> None:
    s = at(f"hand:0=bP | {LAID} | discard=pZ bA bB pC | pile=pF pG pH | hand:1=…")
    adds(s, "bP", "suite:0:0/right")
    assert hand(s) == ["pF", "pG", "pH"]
    assert s.turned_over
    assert faces(s, s.discard) == ["pC"]
    assert faces(s, s.pile) == ["bB", "bA", "pZ"]


@pytest.mark.rule("ramilix", "D16", "R31")
def test_the_pile_is_turned_over_when_its_last_card_is_taken() -> None:
    s = before("hand:0=pK pM | discard=pZ bA bB | pile=pF | hand:1=…")
    assert not view(s).fact("turned_over")
    events = do(s, 0, "draw")
    assert told(events, "turnover") == [{}]
    assert view(s).fact("turned_over")
    assert faces(s, s.discard) == ["bB"]
    assert faces(s, s.pile) == ["bA", "pZ"]  # the first card that was discarded is on top
    assert not view(s, 1).zone("pile").cards
    discard(s, "pK")
    do(s, 1, "draw")
    assert "pZ" in hand(s, 1)


@pytest.mark.rule("ramilix", "R32", "R33", "R34", "D13", "D19", "D16")
def test_going_out_after_that() -> None:
    """Example 12: 13 points in the others' hands, and what lies before each."""
    s = at(
        "hand:0=bP | hand:1=pK ★ | hand:2=✹ pA pB | suite:0:0=pM pN bO | suite:0:1=pT ★ pV"
        " | suite:1:0=pC pD pE pF pG ✹ | discard=… | pile=pZ",
        players=3,
        rounds="one",
    )
    s.turned_over = True
    events = adds(s, "bP", "suite:0:0/right")
    assert told(events, "goes_out") == [{"seat": 0, "points": 13}]
    assert view(s).phase == "show"
    assert s.scores == [24, 5, 0]  # one more than in the example: the P was laid last
    assert [c.face for c in view(s).zone("hand:1").cards if c] == ["pK", "★"]


@pytest.mark.rule("ramilix", "R32", "D13")
def test_a_discard_may_be_the_last_card() -> None:
    s = at(f"hand:0=bX | {LAID} | hand:1=pK ★ | discard=… | pile=pZ", rounds="one")
    s.turned_over = True
    discard(s, "bX")
    assert s.scores == [6 + 6, 0]


@pytest.mark.rule("ramilix", "D19")
def test_only_the_hands_count_with_the_other_score() -> None:
    s = at(
        "hand:0=bP | hand:1=pK ★ | hand:2=✹ pA pB | suite:0:0=pM pN bO | suite:1:0=pC pD pE | discard=… | pile=pZ",
        players=3,
        score="hands",
    )
    s.turned_over = True
    adds(s, "bP", "suite:0:0/right")
    assert s.scores == [13, 0, 0]


@pytest.mark.rule("ramilix", "D19", "R24")
def test_points_lie_before_whoever_has_the_card() -> None:
    """Example 13."""
    s = at(f"hand:0=bG bK bX | {LAID} | suite:1:0=pD pE pF | suite:1:1=pJ ★ pL | discard=pZ")
    assert s.standing == [6, 10]
    adds(s, "bG", "suite:1:0/right")
    assert s.standing == [6, 11]
    do(s, 0, "take_star", card=held(s, "bK")[0], star=star(s, "suite:1:1"))
    assert s.standing == [6, 7]
    adds(s, "★", "suite:0:0/right")
    assert s.standing == [11, 7]


@pytest.mark.rule("ramilix", "D17", "D19")
def test_a_second_exhaustion_ends_the_round() -> None:
    """Example 14: what lies on the table counts, the hands for nobody."""
    s = before(
        "hand:0=pK bX | suite:0:0=pA pB pC pD pE pF ★ | suite:1:0=bA bB bC bD bE bF bG bH"
        " | discard=… | pile=pZ | hand:1=pX pY"
    )
    s.turned_over = True
    assert s.standing == [11, 8]
    do(s, 0, "draw")
    assert view(s).phase == "lay"  # the turn is completed
    events = discard(s, "bX")
    assert told(events, "blocked") == [{}]
    assert s.scores == [11, 8]


@pytest.mark.rule("ramilix", "D17")
def test_whoever_goes_out_in_that_turn_still_does() -> None:
    s = before(f"hand:0=bP | {LAID} | discard=… | pile=pZ | hand:1=pX pY")
    s.turned_over = True
    do(s, 0, "draw")
    adds(s, "bP", "suite:0:0/right")
    events = discard(s, "pZ")
    assert told(events, "goes_out") == [{"seat": 0, "points": 2}]


@pytest.mark.rule("ramilix", "D17", "D16")
def test_a_single_discard_leaves_no_pile() -> None:
    s = before("hand:0=pK bX | discard=bB | pile=pF | hand:1=…")
    do(s, 0, "draw")
    assert s.turned_over and not s.pile.cards
    assert told(discard(s, "bX"), "blocked") == [{}]


@pytest.mark.rule("ramilix", "D18")
def test_exchanging_the_discard_for_ever_ends_the_round() -> None:
    s = before("hand:0=pA pC | hand:1=pK pM | discard=pZ")
    for turn in range(6):  # three times two players
        assert view(s).phase == "draw"
        seat = turn % 2
        do(s, seat, "pick_up")
        phase: Any = s.phases[-1]
        events = do(s, seat, "discard", card=next(c for c in s.hand(seat).cards if c != phase.drawn))
    assert told(events, "blocked") == [{}]


@pytest.mark.rule("ramilix", "D18")
@pytest.mark.parametrize("moves", ["draw", "lay"])
def test_a_card_from_the_pile_or_to_the_table_begins_the_count_again(moves: str) -> None:
    s = before(f"hand:0=pA pC bP | {LAID} | hand:1=pK bC | discard=pZ")
    for seat in (0, 1, 0, 1):
        do(s, seat, "pick_up")
        phase: Any = s.phases[-1]
        free = [c for c in s.hand(seat).cards if c != phase.drawn and s.faces[c] != "bP"]
        do(s, seat, "discard", card=free[0])
    assert s.stale == 4
    do(s, 0, "draw" if moves == "draw" else "pick_up")
    if moves == "lay":
        adds(s, "bP", "suite:0:0/right")
    do(s, 0, "discard", card=next(iter(offer(s, "discard").params["card"].values())))
    assert s.stale == 0


@pytest.mark.rule("ramilix", "D18")
def test_what_was_taken_back_was_not_laid() -> None:
    s = before(f"hand:0=pA pC bP | {LAID} | hand:1=pK bC | discard=pZ")
    do(s, 0, "pick_up")
    adds(s, "bP", "suite:0:0/right")
    do(s, 0, "undo")
    discard(s, "pA")
    assert s.stale == 1


# ---- rounds ---------------------------------------------------------------------------------------------


def end_round(s: RamilixState) -> None:
    """Whoever is to play draws the last card of a pile that was turned over: the round is blocked."""
    turn = s.phases[-1]
    assert isinstance(turn, Draw)
    s.turned_over = True
    s.discard.cards[:0] = s.pile.cards[:-1]
    s.pile.cards = s.pile.cards[-1:]
    do(s, turn.seat, "draw")
    do(s, turn.seat, "discard", card=s.hand(turn.seat).cards[0])
    wait(s, "show/over")


@pytest.mark.rule("ramilix", "R35", "D20", "D21", "R36", "D22")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_as_many_rounds_as_players_each_begun_by_the_next(players: int) -> None:
    s = start(GAME, players, starter=1)
    for i in range(players):
        assert view(s).fact("round") == i + 1
        assert view(s).active == ((1 + i) % players,)
        assert len(s.pile.cards) == 62 - 7 * players - 1
        assert not list(s.suites())
        end_round(s)
    assert s.outcome is not None
    assert s.outcome.winners == tuple(range(players))  # nothing was laid: ties share the victory


@pytest.mark.rule("ramilix", "R36")
def test_the_most_points_win() -> None:
    s = at(f"hand:0=bX | {LAID} | hand:1=pK ★ | discard=… | pile=pZ", rounds="one")
    s.turned_over = True
    discard(s, "bX")
    wait(s, "show/over")
    assert s.outcome is not None
    assert s.outcome.scores == (12, 0)
    assert s.outcome.winners == (0,)


@pytest.mark.rule("ramilix", "R35")
def test_a_short_game_has_one_round() -> None:
    s = start(GAME, 3, rounds="one")
    end_round(s)
    assert s.outcome is not None


@pytest.mark.rule("ramilix", "D24")
@pytest.mark.parametrize("players", [2, 4])
def test_a_game_ends_whatever_is_done(players: int) -> None:
    for seed in range(2):
        s = start(GAME, players, seed=seed)
        moves = rollout(s, QuickPicker(seed))
        assert s.outcome is not None
        assert moves < GAME.bound(players, s.options)


# ---- time -----------------------------------------------------------------------------------------------


@pytest.mark.rule("ramilix", "D23")
def test_silence_draws_from_the_pile_and_throws_that_card() -> None:
    s = before("hand:0=pA ★ pC | discard=pZ | pile=… pQ")
    wait(s, "draw/limit")
    assert s.now == 120_000
    assert hand(s) == ["pA", "pC", "★"]
    assert faces(s, s.discard) == ["pZ", "pQ"]
    assert view(s).active == (1,)


@pytest.mark.rule("ramilix", "D23")
def test_a_card_drawn_and_kept_too_long_is_thrown() -> None:
    s = before("hand:0=pA ★ pC | discard=pZ | pile=… pQ")
    do(s, 0, "draw", t=50_000)
    wait(s, "lay/limit")
    assert s.now == 120_000  # one limit for the whole turn
    assert faces(s, s.discard) == ["pZ", "pQ"]


@pytest.mark.rule("ramilix", "D23", "D12")
def test_of_the_others_the_dearest_is_thrown() -> None:
    s = before("hand:0=pA ★ pC | discard=pB pZ")
    do(s, 0, "pick_up")
    wait(s, "lay/limit")
    assert faces(s, s.discard) == ["pB", "★"]


@pytest.mark.rule("ramilix", "D23")
def test_a_take_without_a_use_is_undone() -> None:
    s = at(f"hand:0=bK bB | {LAID} | suite:1:0=pJ ★ pL | discard=pZ", drawn="bB")
    do(s, 0, "take_star", card=held(s, "bK")[0], star=star(s, "suite:1:0"))
    wait(s, "lay/limit")
    assert table(s, 1) == ["J★KL"]
    assert faces(s, s.discard) == ["pZ", "bB"]
    assert hand(s) == ["bK"]


@pytest.mark.rule("ramilix", "D23")
@pytest.mark.parametrize(("turn_s", "limit"), [(60, 60_000), (120, 120_000), (0, NEVER)])
def test_the_limit_is_an_option(turn_s: int, limit: int) -> None:
    s = start(GAME, 2, turn_s=turn_s)
    due = s.next_alarm()
    assert (due.at if due else NEVER) == limit


# ---- who sees what --------------------------------------------------------------------------------------


@pytest.mark.rule("ramilix", "R7", "D16")
def test_only_the_top_of_the_discard_is_seen() -> None:
    s = before("hand:0=pA pC | discard=pZ bB pQ")
    for seat in s.all_seats:
        zone = view(s, seat).zone("discard")
        assert zone.count == 3
        assert [c.face for c in zone.cards if c] == ["pQ"]


@pytest.mark.rule("ramilix", "D11")
def test_what_was_thrown_does_not_stay_in_the_log() -> None:
    """Remembering is part of the game."""
    s = before("hand:0=pA pC | hand:1=pK pM | discard=pZ")
    events = do(s, 0, "pick_up") + discard(s, "pA")
    kept = {e.kind: e.keep for e in events}
    assert kept["picks_up"] is Keep.FLEETING
    assert kept["discards"] is Keep.FLEETING


@pytest.mark.rule("ramilix", "R18")
def test_views_have_only_suites_that_are_there() -> None:
    s = at(f"hand:0=bX | {LAID} | discard=pZ")
    shown = view(s, 1)
    assert [zone.name for zone in shown.zones if zone.kind == "suite"] == ["suite:0:0", "suite:0:1"]
    assert shown.fact("opened") == [True, False]
    assert shown.fact("standing") == [6, 0]


@pytest.mark.rule("ramilix", "D27")
def test_one_screen_is_handed_over() -> None:
    assert GAME.info.device is Device.PASSED


@pytest.mark.rule("ramilix", "R16")
def test_hints_only_for_those_who_want_them() -> None:
    def lit(hints: bool, position: str) -> list[str]:
        s = at(position, seat_options=[{"hints": hints}, {}])
        glow = offer(s, "discard").hint
        assert glow is not None
        return [s.faces[int(c)] for c in glow]

    first = "hand:0=pA pB bC pG pH pX ✹ | discard=pZ"
    assert lit(True, first) == ["pA", "pB", "bC"]
    assert lit(False, first) == []
    later = f"hand:0=pA bP bK bX ★ | {LAID} | discard=pZ"
    assert lit(True, later) == ["bP", "★"]


# ---- bots -----------------------------------------------------------------------------------------------


def thought(s: RamilixState, level: Level, seat: Seat = 0) -> Move:
    """What a bot does here, with cards for handles."""
    plan = BOT(seat, level, keyed(seed_from(5), "bot")).react(Sighting(s, seat, []))
    assert plan is not None
    return Door(s, 1 << seat).inward(seat, plan.move)


def plays(s: RamilixState, level: Level, seat: Seat = 0) -> list[str]:
    """All that a bot does in its turn."""
    bot, done = BOT(seat, level, keyed(seed_from(5), "bot")), []
    while view(s).active == (seat,) and view(s).phase in ("draw", "lay"):
        plan = bot.react(Sighting(s, seat, s.drain()))
        assert plan is not None
        s.now = plan.at
        move = Door(s, 1 << seat).inward(seat, plan.move)
        done.append(move.name)
        apply(s, Played(plan.at, seat, move))
    return done


@pytest.mark.parametrize("level", Level)
def test_bots_lay_to_begin_as_soon_as_they_can(level: Level) -> None:
    s = at("hand:0=pM pN pO pP pQ bX bC bF | discard=pZ")
    assert thought(s, level).name == "open_suites"


@pytest.mark.parametrize(
    ("level", "top", "takes"),
    [
        (Level.BEGINNER, "bC", True),  # A B C
        (Level.BEGINNER, "bP", False),
        (Level.NORMAL, "bP", True),  # it can be laid
        (Level.NORMAL, "bJ", False),
        (Level.STRONG, "bC", True),
        (Level.STRONG, "bJ", False),
        (Level.STRONG, "★", True),
    ],
)
def test_what_bots_take_from_the_discard(level: Level, top: str, takes: bool) -> None:
    s = before(f"hand:0=pA pB pX pG | {LAID} | discard=pZ {top}")
    assert thought(s, level).name == ("pick_up" if takes else "draw")


def test_a_beginner_never_lays_anew() -> None:
    s = at("hand:0=bE bX bA | suite:0:0=pC pD pE pF pG | discard=pZ")
    assert plays(s, Level.BEGINNER) == ["discard"]


@pytest.mark.parametrize("level", [Level.NORMAL, Level.STRONG])
def test_others_cut_a_suite_in_two(level: Level) -> None:
    s = at("hand:0=bE bX bA | suite:0:0=pC pD pE pF pG | discard=pZ")
    assert plays(s, level) == ["rearrange", "discard"]


def test_a_strong_bot_finds_what_takes_two_cards_at_once() -> None:
    """ABCD with B and C: ABC and BCD."""
    s = at("hand:0=bB bC bX bT | suite:0:0=pA pB pC pD | discard=pZ")
    assert plays(s, Level.STRONG) == ["rearrange", "discard"]
    assert sorted(table(s, 0)) == ["ABC", "BCD"]


@pytest.mark.parametrize("level", [Level.NORMAL, Level.STRONG])
def test_they_take_etoiles_of_others(level: Level) -> None:
    s = at(f"hand:0=bK bB bX | {LAID} | suite:1:0=pJ ★ pL | discard=pZ")
    assert plays(s, level)[0] == "take_star"
    assert s.standing[0] >= 11


def test_a_strong_bot_keeps_cards_from_others_unless_it_runs_out() -> None:
    s = at(f"hand:0=bG pX pA bT pC | {LAID} | suite:1:0=pD pE pF | discard=pZ")
    assert "add_card" not in plays(s, Level.STRONG)
    s = at(f"hand:0=bG pX | {LAID} | suite:1:0=pD pE pF | discard=pZ")
    assert plays(s, Level.STRONG) == ["add_card", "discard"]
    assert len(hand(s)) == 7


def test_a_strong_bot_goes_out_when_it_can() -> None:
    s = at(f"hand:0=bG bP pX | {LAID} | suite:1:0=pD pE pF | hand:1=★ pA | discard=… | pile=pZ")
    s.turned_over = True
    plays(s, Level.STRONG)
    assert s.scores[0] == 7 + 6


def test_a_strong_bot_guards_its_etoile() -> None:
    s = at(
        "hand:0=✹ pA bG bX | suite:0:0=pM pN ★ | suite:1:0=pD pE pF | discard=pZ | hand:1=pJ pK bJ bK pR bR pW bW"
    )
    plays(s, Level.STRONG)
    assert table(s, 0) == ["MN★O✹"]


def test_a_strong_bot_remembers_the_order_of_the_turned_pile() -> None:
    """The P that was thrown first comes back first: better than the J that lies there."""
    s = before(f"hand:0=pA pB pX pG | {LAID} | hand:1=bK bJ bY | discard=bP | pile=pF")
    bot = BOT(0, Level.STRONG, keyed(seed_from(5), "bot"))
    bot._thrown = ["P", "Y", "J"]
    bot._turned = []
    arrange(s, f"hand:0=pA pB pX pG | {LAID} | hand:1=bK | discard=bJ | pile=bY bP | aside=…")
    s.settle()
    s.turned_over = True
    bot._turned, bot._thrown = bot._thrown[-2::-1], bot._thrown[-1:]
    assert bot._turned == ["Y", "P"]
    plan = bot.react(Sighting(s, 0, []))
    assert plan is not None and plan.move.name == "draw"


@pytest.mark.rule("ramilix", "D26")
def test_a_discard_is_looked_at_before_the_next_one_draws() -> None:
    s = at("hand:0=pA pB", drawn="pA")
    at_time(s, 0, "discard", t=4_000, card=card(s, "pA", s.hand(0)))
    assert refused(s, 1, "draw", t=5_499) == "too_early"
    assert refused(s, 1, "pick_up", t=5_499) == "too_early"
    at_time(s, 1, "draw", t=5_500)


@pytest.mark.rule("ramilix", "D26")
@pytest.mark.parametrize("level", Level)
def test_bots_take_their_time_and_no_more(level: Level) -> None:
    """What one lays is seen before the next thing: 1.2 seconds; a discard 1.5; a turn takes 12 at most."""
    match = Match(GAME, [level] * 2, seed=seed_from(11))
    match.finish()
    moves = [entry for entry in match.record.entries if isinstance(entry, Played)]
    began = moves[0].t
    for last, entry in pairwise(moves):
        apart = entry.t - last.t
        if entry.move.name in ("draw", "pick_up"):
            assert apart >= 1_500
            began = last.t if apart < ROUND_END_TIME else entry.t
        else:
            assert apart >= APART or entry.t - began > TURN // 2
        assert entry.t - began <= TURN


def test_how_much_is_missing_for_a_first_lay() -> None:
    assert missing("ABCDE", 0)[0] == 0
    assert missing("ABCDX", 0)[0] == 1
    assert missing("ABCXYQ", 0)[0] == 1
    assert missing("ABCXYQ", 1)[0] == 0
    assert missing("AABBC", 0)[0] == 1
    assert missing("AABBCC", 0)[0] == 0
    assert missing("AEIMQU", 2)[0] == 1


# ---- players who do not try -----------------------------------------------------------------------------


def never_lays(seen: Sighting) -> Move | None:
    """Draws from the pile, and throws the first card."""
    if seen.offer("draw"):
        return Move("draw")
    throw = seen.offer("discard")
    return Move("discard", {"card": next(iter(throw.params["card"].values()))}) if throw else None


def throws_what_it_draws(seen: Sighting) -> Move | None:
    """From the pile; then it waits, and the table throws that card."""
    return Move("draw") if seen.offer("draw") else None


def lays_only_at_the_end(seen: Sighting) -> Move | None:
    """Nothing before the pile is turned over, then everything as it comes."""
    if seen.view.fact("turned_over"):
        for name in ("open_suites", "new_suite", "rearrange", "add_card"):
            if offer := seen.offer(name):
                return Move(name, offer.sample(keyed(seed_from(1), "any")))
    return never_lays(seen)


@pytest.mark.rule("ramilix", "D19")
@pytest.mark.parametrize(
    ("habit", "games"), [(never_lays, 2), (throws_what_it_draws, 2), (lays_only_at_the_end, 4)]
)
def test_nobody_wins_without_laying(habit: Habit, games: int) -> None:
    assert share_won("ramilix", habit, games) <= 0.25
