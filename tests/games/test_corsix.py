"""Corsix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from tablee.arena.fuzz import check_everything
from tablee.arena.runs import any_deal
from tablee.games.corsix.rules import GAME
from tablee.kernel.codec import exact_digest
from tablee.kernel.door import Door
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Millis, Seat
from tablee.pieces.toutilix import SYMBOL
from tests import heap
from tests.games.corsix import PAIRE, SANDWICH, SUITE, at, call, flip, on, pile, playing, shown
from tests.heap import offer, seen_in_the_middle, won
from tests.table import do, faces, names, start, told, view, wait

BATCHES: list[dict[str, Any]] = [
    {},
    {"paire": False, "suite": False, "wrong_call": "nothing", "pace_ms": 700},
    {"sandwich": False, "pace_ms": 2500, "timers": "longer", "wrong_call": "card"},
    {"paire": False, "suite": False, "sandwich": False, "starter": 1},
]
"""Options with which the compiled rules play beside these (tests/side_by_side.py)."""


# ---- the deal ------------------------------------------------------------------------------------------


@pytest.mark.rule("corsix", "R1")
def test_the_deck_has_90_letters_7_etoiles_3_petards() -> None:
    count = Counter(SYMBOL[f] for f in start(GAME, 4).faces)
    assert sum(count.values()) == 100
    assert (count["★"], count["✹"], count["A"], count["Z"]) == (7, 3, 7, 2)


@pytest.mark.rule("corsix", "R2")
@pytest.mark.parametrize("players", [1, 9])
def test_two_to_eight_players(players: int) -> None:
    with pytest.raises(Refused, match="bad_players"):
        start(GAME, players)


@pytest.mark.rule("corsix", "R3", "R5", "D1")
@pytest.mark.parametrize(
    ("players", "each", "aside"),
    [(2, 50, 0), (3, 33, 1), (4, 25, 0), (5, 20, 0), (6, 16, 4), (7, 14, 2), (8, 12, 4)],
)
def test_all_are_dealt_the_same_number_unseen(players: int, each: int, aside: int) -> None:
    s = start(GAME, players)
    assert [len(s.pile(seat).cards) for seat in range(players)] == [each] * players
    assert len(s.zone("aside").cards) == aside
    for seat in range(players):
        assert view(s, seat).zone(f"pile:{seat}").cards == ()


@pytest.mark.rule("corsix", "R4", "D1")
def test_what_is_left_over_is_an_ordinary_letter() -> None:
    """Example 9. Of 100 deals to six, 400 cards aside, some would be special without the rule."""
    aside = Counter[str]()
    for seed in range(100):
        s = start(GAME, 6, seed=seed)
        aside.update(SYMBOL[f] for f in faces(s, "aside"))
    assert sum(aside.values()) == 400
    assert not aside.keys() & {"★", "✹", "Z", "A"}
    assert len(aside) > 15, "drawn at random"


@pytest.mark.rule("corsix", "R4")
def test_a_special_card_in_the_place_of_the_one_left_over_is_another_deal() -> None:
    """The proofs swap faces that nobody has seen: in this game once the letter aside and a pétard."""
    check_everything(any_deal(GAME, 3, 9_000_034))


@pytest.mark.rule("corsix", "R6")
def test_one_card_each_clockwise_on_the_one_before() -> None:
    s = at("pile:0=vL vT bO | pile:1=vN vS | pile:2=vE | pile:3=vR")
    assert names(s, 0) == {"flip"}
    for seat, card in [(0, "bO"), (1, "vS"), (2, "vE"), (3, "vR"), (0, "vT")]:
        assert shown(s) == ("turn", (seat,), None)
        assert all("flip" not in names(s, other) for other in range(4) if other != seat)
        flip(s, seat)
        assert seen_in_the_middle(s, 3) == [card]
    assert faces(s, "middle") == ["bO", "vS", "vE", "vR", "vT"]


# ---- étoile, Z, A --------------------------------------------------------------------------------------


@pytest.mark.rule("corsix", "R10", "R11", "R12")
@pytest.mark.parametrize(("card", "owed"), [("★", 4), ("pZ", 3), ("yA", 2)])
def test_the_next_player_owes_cards(card: str, owed: int) -> None:
    s = at(f"pile:0=vT {card} | pile:1=pP pF pR pH pC | pile:2=vS vT", players=3)
    assert told(do(s, 0, "flip"), "owes") == [{"seat": 1, "count": owed, "owner": 0}]
    for left in range(owed, 0, -1):
        assert shown(s) == ("debt", (1,), left)
        assert "flip" in names(s, 1) and "flip" not in names(s, 2)
        flip(s, 1)
    assert (shown(s)[0], len(s.pile(1).cards)) == ("collect", 5 - owed)


@pytest.mark.rule("corsix", "R10", "R13")
def test_the_etoile_wins_the_pile_once_four_are_turned() -> None:
    """Example 1: K, R, ★ by seat 0, then E, T, O, M by seat 1."""
    s = at("middle=pK pR | pile:0=vS ★ | pile:1=vT pM pO pT pE | pile:2=vN", players=3)
    pile(s, 0, 1, 1, 1, 1)
    assert s.scores == [0, 0, 0], "not yet"
    assert told(wait(s, "collect/over"), "takes") == [{"seat": 0, "count": 7}]
    assert faces(s, "won:0") == ["pK", "pR", "★", "pE", "pT", "pO", "pM"]
    assert (s.scores, shown(s)) == ([7, 0, 0], ("turn", (0,), None)), "and seat 0 turns the next card"


@pytest.mark.rule("corsix", "R11", "R12", "R14", "R16")
def test_who_turns_a_special_card_owes_nothing_more() -> None:
    """Example 2: Z by seat 0; seat 1 turns H, then A; seat 2 owes two, L and P; seat 1 wins five cards."""
    s = at("pile:0=vS pZ | pile:1=vT pA pH | pile:2=vN pP pL", players=3)
    pile(s, 0, 1)
    assert shown(s) == ("debt", (1,), 2)
    flip(s, 1)
    assert shown(s) == ("debt", (2,), 2)
    pile(s, 2, 2)
    wait(s, "collect/over")
    assert (s.scores, faces(s, "won:1")) == ([0, 5, 0], ["pZ", "pH", "pA", "pL", "pP"])
    assert shown(s) == ("turn", (1,), None)


@pytest.mark.rule("corsix", "R16")
def test_a_special_card_on_a_special_card_again_and_again() -> None:
    s = at("pile:0=vS pA | pile:1=vT ★ | pile:2=vN pZ", players=3)
    for seat, owed in [(0, 2), (1, 4), (2, 3)]:
        flip(s, seat)
        assert shown(s) == ("debt", ((seat + 1) % 3,), owed)


@pytest.mark.rule("corsix", "D5")
def test_the_next_player_is_the_next_who_has_cards() -> None:
    s = at("pile:0=vS pA | pile:2=vN pP pL", players=4)
    flip(s, 0)
    assert shown(s) == ("debt", (2,), 2)
    s = at("pile:0=vS pP | pile:3=vN", players=4)
    flip(s, 0)
    assert shown(s) == ("turn", (3,), None)


@pytest.mark.rule("corsix", "D6")
def test_a_debtor_without_cards_has_paid_what_he_could() -> None:
    """Example 8: seat 1 owes three and has two."""
    s = at("pile:0=vS pZ | pile:1=pP pL | pile:2=vN vT", players=3)
    pile(s, 0, 1, 1)
    assert view(s, 0).phase == "collect"
    wait(s, "collect/over")
    assert s.scores == [3, 0, 0]
    assert shown(s) == ("turn", (0,), None)


@pytest.mark.rule("corsix", "D7")
@pytest.mark.parametrize("special", ["★", "pZ", "pA"])
def test_a_special_card_that_nobody_can_answer_wins_at_once(special: str) -> None:
    """Seat 1 owes seat 0 four cards, and nobody else has any."""
    s = at(f"pile:0=★ | pile:1=vT vN {special} pP | won:2=yE", players=3)
    pile(s, 0, 1)
    assert told(flip(s, 1), "takes") == [{"seat": 1, "count": 3}]
    assert s.outcome is not None and s.outcome.scores == (0, 3, 1)


@pytest.mark.rule("corsix", "D8")
def test_a_debt_is_paid_before_the_end() -> None:
    """Seat 0 turns its last card, A: only seat 1 has cards, but it owes two."""
    s = at("pile:0=pA | pile:1=vT vN pP pL", players=2)
    flip(s, 0)
    assert (s.outcome, shown(s)) == (None, ("debt", (1,), 2))
    pile(s, 1, 1)
    wait(s, "collect/over")
    assert s.outcome is not None and s.outcome.scores == (3, 0)
    assert faces(s, "pile:1") == ["vT", "vN"], "which belong to nobody (D17)"


# ---- pétards -------------------------------------------------------------------------------------------


@pytest.mark.rule("corsix", "R7", "R8", "R9", "D2", "D4")
def test_a_petard_gives_a_card_to_each_and_goes_under_the_pile() -> None:
    """The last won first, clockwise; then cards of the pile, unseen. Who has no pile receives too."""
    s = at("middle=pT pK | pile:0=vE vI ✹ | pile:1=vS | pile:2=vT | won:0=yA yE")
    s.drain()
    events = do(s, 0, "flip")
    assert told(events, "petard") == [{"seat": 0, "count": 3}]
    assert [faces(s, f"won:{seat}") for seat in range(4)] == [[], ["yE"], ["yA"], ["vI"]]
    assert (s.scores, faces(s, "pile:0"), faces(s, "pile:1")) == ([0, 1, 1, 1], ["vE"], ["vS"])
    assert faces(s, "middle") == ["✹", "pT", "pK"]
    assert seen_in_the_middle(s, 2) == ["pK"]
    assert shown(s) == ("turn", (1,), None), "and the next player turns"
    seen = [e for e in Door(s, 0b0010).events(events) if e.kind == "move"]
    assert [e.face for e in seen if e.target and e.target[0].startswith("won")] == [None] * 3


@pytest.mark.rule("corsix", "D2")
@pytest.mark.parametrize(("rest", "given"), [("", [0, 0, 0, 0]), ("vS", [0, 1, 0, 0])])
def test_who_has_nothing_left_gives_no_more(rest: str, given: list[int]) -> None:
    s = at(f"middle=pT | pile:0={rest} ✹ | pile:1=vS | pile:2=vT")
    flip(s, 0)
    assert won(s) == given


@pytest.mark.rule("corsix", "R15", "D3")
def test_a_petard_does_not_count_among_the_cards_owed() -> None:
    """Example 3: A by seat 0; seat 1 turns a pétard, gives to seats 2 and 0, and still owes two."""
    s = at("pile:0=vS yA | pile:1=vT vR pP ✹ | pile:2=vN | won:1=yE yO yU", players=3)
    pile(s, 0, 1)
    assert (won(s), faces(s, "middle")) == ([1, 1, 1], ["✹", "yA"])
    assert (faces(s, "won:2"), faces(s, "won:0")) == (["yU"], ["yO"])
    assert shown(s) == ("debt", (1,), 2)
    flip(s, 1)
    assert shown(s) == ("debt", (1,), 1)


@pytest.mark.rule("corsix", "D3", "D6")
def test_a_debtor_who_gives_his_last_card_away_has_paid() -> None:
    s = at("pile:0=vS yA | pile:1=vR ✹ | pile:2=vN vN", players=3)
    pile(s, 0, 1)
    assert view(s, 0).phase == "collect"
    assert (s.pile(1).cards, s.scores) == ([], [0, 0, 1])


# ---- formulas ------------------------------------------------------------------------------------------

FORMULAS: dict[tuple[str, ...], set[str]] = {
    ("pE", "yE"): {PAIRE},
    ("vR", "bR"): {PAIRE},
    ("★", "★"): {PAIRE},
    ("pM", "pN"): {SUITE},
    ("pN", "pM"): {SUITE},
    ("pA", "pB"): {SUITE},
    ("pY", "pZ"): {SUITE},
    ("pP", "vE", "bP"): {SANDWICH},
    ("pM", "vO", "bM"): {SANDWICH},
    ("pM", "vN", "bM"): {SUITE, SANDWICH},
    ("pE", "vE", "bE"): {PAIRE, SANDWICH},
    ("pP", "pE", "pT"): set(),
    ("pZ", "pA"): set(),
    ("pA", "pZ"): set(),
    ("pK", "pM"): set(),
    ("pP", "★", "bP"): set(),
    ("★", "pE", "★"): set(),
    ("bP",): set(),
}
"""What the last card makes with those before it."""

TABLES = [frozenset(some) for n in range(1, 4) for some in combinations((PAIRE, SUITE, SANDWICH), n)]


@pytest.mark.rule("corsix", "R17", "R18", "R19", "R20", "R22", "D10")
@pytest.mark.parametrize("cards", FORMULAS, ids="".join)
@pytest.mark.parametrize("played", TABLES, ids=lambda played: "+".join(sorted(played)))
def test_what_can_be_called(cards: tuple[str, ...], played: frozenset[str]) -> None:
    """Examples 4 and 5 and the letters around them; each formula counts by itself, if the table plays it."""
    s = on(*cards, **playing(played))
    events = call(s, (0, 500))
    if FORMULAS[cards] & played:
        (call_won,) = told(events, "wins")
        assert (call_won["seat"], call_won["count"]) == (0, len(cards))
        assert call_won["why"] in FORMULAS[cards] & played
        assert faces(s, "won:0") == list(cards)
        assert shown(s) == ("turn", (0,), None)
    else:
        assert [(w["seat"], w["why"]) for w in told(events, "wrong")] == [(0, "no_formula")]
        assert won(s) == [0, 0, 0]


@pytest.mark.rule("corsix", "R17")
def test_without_formulas_there_is_nothing_to_call() -> None:
    s = on("pE", "yE", **playing(()))
    assert [names(s, seat) for seat in range(3)] == [set(), set(), {"flip"}]
    assert view(s, 0).fact("formulas") == "none"


@pytest.mark.rule("corsix", "R17")
def test_all_formulas_are_played_unless_the_table_says_otherwise() -> None:
    assert view(start(GAME, 2), 0).fact("formulas") == "paire suite sandwich"
    assert view(start(GAME, 2, suite=False), 0).fact("formulas") == "paire sandwich"


@pytest.mark.parametrize(
    ("cards", "laid", "why"),
    [
        (("pP", "pE", "yE"), "E E", PAIRE),
        (("pP", "pM", "pN"), "M N", SUITE),
        (("pK", "pP", "vE", "bP"), "P E P", SANDWICH),
        (("★", "★"), "★ ★", PAIRE),
    ],
)
def test_a_formula_is_shown_once_it_is_won(cards: tuple[str, ...], laid: str, why: str) -> None:
    """Its cards, no others, and its name; nothing before that."""
    s = on(*cards)
    assert seen_in_the_middle(s, 0) == [cards[-1]]
    (told_of,) = told(call(s, (0, 500)), "wins")
    assert (told_of["laid"], told_of["why"]) == (laid, why)


@pytest.mark.parametrize(
    ("cards", "options", "laid"),
    [
        (("pR", "pP", "vE", "bK"), {}, "P E K"),
        (("pR", "pP", "vE", "bK"), {"sandwich": False}, "E K"),
        (("bK",), {}, "K"),
    ],
)
def test_a_wrong_call_says_on_what_it_was(cards: tuple[str, ...], options: dict[str, Any], laid: str) -> None:
    """As many cards as a formula could have had; who called is told so himself."""
    (wrong,) = told(call(on(*cards, **options), (0, 500)), "wrong")
    assert (wrong["laid"], wrong["why"], wrong["vain"]) == (laid, "no_formula", 1)


@pytest.mark.rule("corsix", "R18", "D9")
def test_two_petards_one_after_the_other_are_a_pair() -> None:
    s = at("middle=pT pK | pile:0=vE ✹ | pile:1=vS ✹ | pile:2=vT vT | won:0=yA yE | won:1=yO yU", players=3)
    pile(s, 0, 1)
    assert faces(s, "middle") == ["✹", "✹", "pT", "pK"]
    assert told(call(s, (2, 500)), "wins")[0]["count"] == 4


@pytest.mark.rule("corsix", "D9")
def test_two_petards_with_a_card_between_them_are_none() -> None:
    s = at("pile:0=vE ✹ | pile:1=vS vL | pile:2=vT vT ✹ | won:0=yA yE | won:2=yO yU", players=3)
    pile(s, 0, 1, 2)
    assert told(call(s, (0, 500)), "wrong")


@pytest.mark.rule("corsix", "D9", "D11")
def test_a_petard_parts_no_letters_and_covers_what_was_there() -> None:
    """Example 6: M ✹ N is a suite; on the ✹ after M N nothing can be called."""
    s = at("middle=pM | pile:0=vE ✹ | pile:1=vS pN | pile:2=vT vT | won:0=yA yE", players=3)
    pile(s, 0, 1)
    assert told(call(s, (2, 500)), "wins")[0]["count"] == 3
    s = at("middle=pM | pile:0=vE pN | pile:1=vS ✹ | pile:2=vT vT | won:1=yA yE", players=3)
    pile(s, 0, 1)
    assert told(call(s, (2, 500)), "wrong")
    s = at("middle=pP pE | pile:0=vE ✹ | pile:1=vS bP | pile:2=vT vT | won:0=yA yE", players=3)
    pile(s, 0, 1)
    assert told(call(s, (2, 500)), "wins")[0]["count"] == 4, "a sandwich around the pétard"


@pytest.mark.rule("corsix", "D11")
@pytest.mark.parametrize("cover", ["pK", "✹"])
def test_a_formula_that_is_covered_cannot_be_called(cover: str) -> None:
    s = at(f"middle=pM | pile:0=vE pN | pile:1=vS {cover} | pile:2=vT vT | won:1=yA yE", players=3)
    pile(s, 0)
    old = offer(s, 2, "toutilix").stimulus
    assert old is not None
    pile(s, 1)
    before = exact_digest(s)
    assert heap.late(s, 2, old, s.now + 200, s.stimuli[0] + 600) == "too_late", (
        "made in time, too late for the hold"
    )
    assert exact_digest(s) == before, "void: it costs nothing (C14)"


@pytest.mark.rule("corsix", "D11", "R22")
@pytest.mark.parametrize(("made", "counts"), [(1_690, True), (1_700, True), (1_701, False)])
def test_a_call_counts_by_when_it_was_made(made: Millis, counts: bool) -> None:
    s = on("pM", "pN")
    s.hold = 400
    do(s, 2, "flip", t=1_700)
    do(s, 0, "toutilix", t=1_900, at=made)
    wait(s, "turn/close")
    assert (s.scores[0], len(s.pile(2).cards)) == ((2, 2) if counts else (0, 1))
    assert shown(s)[1] == (0,), "the winner turns, or the player after seat 2"
    assert faces(s, "middle") == ([] if counts else ["pM", "pN", "vT"])


@pytest.mark.rule("corsix", "R21", "D15")
def test_formulas_count_while_cards_are_owed_and_cancel_the_debt() -> None:
    """A on seat 0, then seat 1 turns M and N: seat 2 calls on N before the last card is turned."""
    s = at("pile:0=vS ★ | pile:1=vT vR pN pM | pile:2=vN vL", players=3)
    pile(s, 0, 1, 1)
    assert shown(s) == ("debt", (1,), 2)
    call(s, (2, 500))
    assert (s.scores, shown(s)) == ([0, 0, 3], ("turn", (2,), None))


@pytest.mark.rule("corsix", "R18", "R21", "R14")
def test_a_pair_of_etoiles_that_nobody_calls() -> None:
    """Example 5: the player after the second étoile owes four."""
    s = at("pile:0=vS ★ | pile:1=vT ★ | pile:2=vN vL", players=3)
    pile(s, 0, 1)
    assert shown(s) == ("debt", (2,), 4)
    assert told(call(s, (0, 500)), "wins")[0]["count"] == 2


@pytest.mark.rule("corsix", "R23", "D15")
@pytest.mark.parametrize("debt", [False, True])
@pytest.mark.parametrize("winner", [0, 1, 2, 3])
def test_whoever_calls_turns_the_next_card_and_play_goes_on_from_there(winner: Seat, debt: bool) -> None:
    """Seat 1 lays an M on an N, or as the first card that it owes seat 0 a B on an A. Whoever wins, it is not for
    the next in turn to go on, nor for who owes cards, but for the winner alone, and then for his neighbour."""
    under, top = ("pA", "bB") if debt else ("pN", "bM")
    s = at(f"middle=pG | pile:0=vL vE {under} | pile:1=vN vS {top} | pile:2=vR vT | pile:3=vE vT")
    pile(s, 0, 1)
    assert shown(s)[:2] == (("debt", (1,)) if debt else ("turn", (2,)))
    call(s, (winner, 500))
    assert shown(s) == ("turn", (winner,), None)
    assert [seat for seat in range(4) if "flip" in names(s, seat)] == [winner]
    top = faces(s, f"pile:{winner}")[-1]
    flip(s, winner)
    assert faces(s, "middle") == [top], "a new card, on nothing"
    assert shown(s) == ("turn", ((winner + 1) % 4,), None)


@pytest.mark.rule("corsix", "R23", "R13")
def test_whoever_was_paid_turns_the_next_card() -> None:
    """Seat 2 turned the A and seat 3 has paid: seat 2 goes on, not seat 0 after the payer."""
    s = at("pile:0=vL vE | pile:1=vN vS | pile:2=vT pA | pile:3=vE pK pP", seat=2)
    pile(s, 2, 3, 3)
    wait(s, "collect/over")
    assert (s.scores, shown(s)) == ([0, 0, 3, 0], ("turn", (2,), None))
    flip(s, 2)
    assert (faces(s, "middle"), shown(s)) == (["vT"], ("turn", (3,), None))


@pytest.mark.rule("corsix", "D16")
def test_the_winner_turns_or_the_next_who_has_cards() -> None:
    """Example 7: seat 3 has no cards and calls first on G G; seat 1's call 0.2 s later is void."""
    s = at("middle=pG | pile:0=vE vT | pile:1=vS bG | pile:2=vT", seat=1)
    do(s, 1, "flip")
    s.hold = 300
    do(s, 3, "toutilix", t=600)
    do(s, 1, "toutilix", t=800)
    events = wait(s, "turn/close")
    assert told(events, "wins")[0]["seat"] == 3
    assert told(events, "late") == [{"race": "late", "seat": 1, "shout": "toutilix", "ms": 800, "behind": 200}]
    assert told(events, "fine") == []
    assert (s.scores, shown(s)) == ([0, 0, 0, 2], ("turn", (0,), None))


@pytest.mark.rule("corsix", "R24", "R25", "D12")
def test_who_has_no_cards_waits_and_may_call() -> None:
    s = at("middle=pG | pile:0=vE vT bG | pile:1=vS", players=3)
    flip(s, 0)
    assert names(s, 2) == {"toutilix"}
    call(s, (2, 500))
    assert s.scores == [0, 0, 2]


@pytest.mark.rule("corsix", "D12")
@pytest.mark.parametrize(("apart", "tie"), [(0, True), (30, True), (31, False)])
def test_two_calls_within_30_ms_are_a_tie(apart: Millis, tie: bool) -> None:
    s = on("pM", "pN")
    s.hold = 100
    events = call(s, (0, 500), (2, 500 + apart))
    assert [t["seat"] for t in told(events, "ties")] == ([0, 2] if tie else [])
    assert s.scores == ([0, 0, 0] if tie else [2, 0, 0])
    if tie:
        assert "toutilix" not in names(s, 1), "the formula counts as covered"
        assert shown(s) == ("turn", (2,), None), "and play goes on"
        assert told(events, "fine") == []
