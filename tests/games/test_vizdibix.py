"""Vizdibix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter
from typing import Any

import pytest

from tablee.games.vizdibix.rules import GAME, VizdibixState
from tablee.kernel.door import Door
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Millis, Seat
from tablee.pieces.toutilix import SYMBOL
from tests.games.vizdibix import KINDS, at, decide, laid, shout
from tests.heap import about, seen_in_the_middle, told, turn, won
from tests.table import do, faces, names, refused, shuffled, start, view, wait

BATCHES: list[dict[str, Any]] = [
    {},
    {"gap_ms": 1000, "auto_turn_s": 10, "timers": "double", "wrong_shout": "card"},
    {"letter": True, "wrong_shout": "card"},
]
"""Options with which the compiled rules play beside these (tests/side_by_side.py)."""


# ---- the deal ------------------------------------------------------------------------------------------


@pytest.mark.rule("vizdibix", "R1")
def test_deck_has_90_letters_7_etoiles_3_petards() -> None:
    count = Counter(SYMBOL[f] for f in start(GAME, 4).faces)
    assert sum(count.values()) == 100
    assert (count["★"], count["✹"], count["E"], count["Y"]) == (7, 3, 10, 2)


@pytest.mark.rule("vizdibix", "R2", "D1", "D2")
@pytest.mark.parametrize(
    ("players", "each", "aside"),
    [(2, 50, 0), (3, 33, 1), (4, 25, 0), (5, 20, 0), (6, 16, 4), (7, 14, 2), (8, 12, 4)],
)
def test_all_are_dealt_the_same_number(players: int, each: int, aside: int) -> None:
    s = start(GAME, players)
    assert [len(s.pile(seat).cards) for seat in range(players)] == [each] * players
    assert len(s.zone("aside").cards) == aside
    assert won(s) == [0] * players


@pytest.mark.rule("vizdibix", "D1")
@pytest.mark.parametrize("players", [1, 9])
def test_fewer_or_more_are_refused(players: int) -> None:
    with pytest.raises(Refused, match="bad_players"):
        start(GAME, players)


@pytest.mark.rule("vizdibix", "R3")
def test_nobody_sees_a_pile_not_even_its_owner() -> None:
    s = start(GAME, 3)
    for viewers in ((0,), (1,), (2,), (0, 1, 2)):
        for seat in range(3):
            pile = view(s, *viewers).zone(f"pile:{seat}")
            assert (pile.count, pile.cards) == (33, ())


@pytest.mark.rule("vizdibix", "R4")
def test_the_starter_turns_his_first_card_for_all_to_see() -> None:
    order = shuffled(100, "deal")
    s = start(GAME, 4, starter=2, deck={order[99 - 96]: "pK"})  # the 97th card dealt is the last of his 25
    assert view(s, 0).active == (2,)
    assert [names(s, seat) for seat in range(4)] == [set(), set(), {"turn"}, set()]
    do(s, 2, "turn")
    assert faces(s, "middle") == ["pK"]


@pytest.mark.rule("vizdibix", "R4")
def test_everybody_sees_the_card_at_the_same_time() -> None:
    s = at("pile:0=bO | pile:1=vS | pile:2=vE | pile:3=vR")
    do(s, 0, "turn")
    assert [seen_in_the_middle(s, seat) for seat in range(4)] == [["bO"]] * 4
    assert seen_in_the_middle(s) == ["bO"], "a spectator too"


@pytest.mark.rule("vizdibix", "R5")
def test_the_next_one_clockwise_covers_it() -> None:
    s = at("pile:0=vT bO | pile:1=vS | pile:2=vE | pile:3=vR")
    for seat, card in [(0, "bO"), (1, "vS"), (2, "vE"), (3, "vR"), (0, "vT")]:
        assert view(s, 0).active == (seat,)
        assert all("turn" not in names(s, other) for other in range(4) if other != seat)
        turn(s, seat, s.now + 1_500)
        assert faces(s, "middle")[-1] == card
    assert faces(s, "middle") == ["bO", "vS", "vE", "vR", "vT"]


@pytest.mark.rule("vizdibix", "R5")
def test_a_covered_card_is_not_shown() -> None:
    s = laid("E", "O")
    middle = view(s, 1).zone("middle")
    assert middle.count == 2
    assert [c.face for c in middle.cards if c] == ["bO"]
    assert refused(s, 3, "turn", t=2_000) == "not_offered", "his is not the next turn"


# ---- étoiles and pétards -------------------------------------------------------------------------------


@pytest.mark.rule("vizdibix", "R6")
def test_an_etoile_wins_the_pile() -> None:
    """Example 5: T, E, M and the étoile are four cards."""
    s = at("middle=pT pE pM | pile:1=vS ★ | pile:2=vE | pile:3=vR", seat=1)
    events = do(s, 1, "turn")
    assert faces(s, "won:1") == ["pT", "pE", "pM", "★"]
    assert faces(s, "middle") == []
    assert s.scores == [0, 4, 0, 0]
    assert told(events, "etoile") == [{"seat": 1, "count": 4}]


@pytest.mark.rule("vizdibix", "R6", "D3")
@pytest.mark.parametrize("kind", KINDS)
def test_after_an_etoile_every_shout_on_the_first_card_is_an_error(kind: str) -> None:
    """Example 5, second half."""
    s = at("middle=pT pE pM | pile:1=vS ★ | pile:2=vE | pile:3=vR", seat=1)
    do(s, 1, "turn")
    do(s, 2, "turn")
    assert told(decide(s, (0, kind, 500)), "wrong") == [{"race": "wrong", "seat": 0, "shout": kind, "ms": 500}]
    assert faces(s, "middle") == ["vE"]


@pytest.mark.rule("vizdibix", "D3")
@pytest.mark.parametrize("kind", KINDS)
def test_after_a_win_every_shout_on_the_first_card_is_an_error(kind: str) -> None:
    s = laid("E", "O")
    decide(s, (2, "voyelle", 500))
    turn(s, 1, 600)
    decide(s, (3, kind, 1_200))
    assert faces(s, "middle") == ["vS"]
    assert s.scores == [0, 0, 2, 0]


@pytest.mark.rule("vizdibix", "D3")
def test_the_two_cards_are_the_two_on_top() -> None:
    """E and O lie below; on top of them M and then K are two consonants."""
    s = at("middle=pE pO pM | pile:0=vT pK | pile:1=vS", players=2)
    do(s, 0, "turn")
    assert told(decide(s, (0, "voyelle", 500)), "wrong") == [
        {"race": "wrong", "seat": 0, "shout": "voyelle", "ms": 500}
    ]
    s = at("middle=pE pO pM | pile:0=vT pK | pile:1=vS", players=2)
    do(s, 0, "turn")
    assert told(decide(s, (0, "consonne", 500)), "wins") == [
        {"race": "won", "seat": 0, "shout": "consonne", "count": 4, "ms": 500}
    ]


def example_6() -> VizdibixState:
    return at("middle=pT pK | pile:0=vT ✹ | pile:1=vS pL | pile:2=vE | pile:3=vR | won:0=yA yE yI")


@pytest.mark.rule("vizdibix", "R7", "R8", "D12", "D13")
@pytest.mark.parametrize("kind", ["suite", "consonne"])
def test_a_petard_gives_a_card_to_each_and_is_slipped_under(kind: str) -> None:
    """Example 6."""
    s = example_6()
    events = do(s, 0, "turn")
    assert told(events, "petard") == [{"seat": 0, "count": 3}]
    assert s.scores == won(s) == [0, 1, 1, 1]
    assert faces(s, "middle") == ["pT", "✹", "pK"]
    do(s, 1, "turn")
    assert faces(s, "middle") == ["pT", "✹", "pK", "pL"]
    assert told(decide(s, (3, kind, 500)), "wins") == [
        {"race": "won", "seat": 3, "shout": kind, "count": 4, "ms": 500}
    ]
    assert s.scores == [0, 1, 1, 5]


@pytest.mark.rule("vizdibix", "R8")
def test_the_petard_is_seen_on_top_before_it_goes_under() -> None:
    s = example_6()
    moves = [e for e in Door(s, 0b0100).events(do(s, 0, "turn")) if e.kind == "move"]
    assert [(e.face, e.source, e.target) for e in moves[:2]] == [
        ("✹", ("pile:0", 1), ("middle", 2)),
        ("✹", ("middle", 2), ("middle", 1)),
    ]
    assert seen_in_the_middle(s, 2) == ["pK"]


@pytest.mark.rule("vizdibix", "R7", "D12")
def test_gifts_come_from_the_top_of_the_winnings_clockwise_and_join_the_winnings() -> None:
    s = at("pile:0=vE | pile:2=vT vS ✹ | pile:1=vR | won:2=yA yE yI yO | won:3=pZ", seat=2)
    do(s, 2, "turn")
    assert [faces(s, f"won:{seat}") for seat in range(4)] == [["yI"], ["yE"], ["yA"], ["pZ", "yO"]]
    assert faces(s, "pile:2") == ["vT", "vS"]


@pytest.mark.rule("vizdibix", "D12")
def test_without_winnings_the_gift_comes_from_the_top_of_the_pile() -> None:
    """One card won, three to give: the other two come from the pile, unseen."""
    s = at("pile:0=vA vT vS ✹ | pile:1=vR | won:0=yA")
    events = Door(s, 0b0001).events(do(s, 0, "turn"))
    assert [faces(s, f"won:{seat}") for seat in range(4)] == [[], ["yA"], ["vS"], ["vT"]]
    assert faces(s, "pile:0") == ["vA"]
    assert s.scores == [0, 1, 1, 1]
    assert all(e.face is None for e in events if e.kind == "move" and e.target and e.target[0] != "middle")


@pytest.mark.rule("vizdibix", "D12")
@pytest.mark.parametrize(("pile", "given"), [("", [0, 0, 0, 0]), ("vT", [0, 1, 0, 0]), ("vS vT", [0, 1, 1, 0])])
def test_he_gives_as_far_as_he_can(pile: str, given: list[int]) -> None:
    s = at(f"middle=pK | pile:0={pile} ✹ | pile:1=vR")
    do(s, 0, "turn")
    assert won(s) == given
    assert faces(s, "pile:0") == []


@pytest.mark.rule("vizdibix", "D13")
def test_a_petard_on_an_empty_middle_is_its_first_card() -> None:
    """Nothing to compare the next letter with; the one after it is compared with that letter."""
    s = at("pile:0=vT ✹ | pile:1=pE | pile:2=pO | won:0=yA yE yI", players=3)
    do(s, 0, "turn")
    assert faces(s, "middle") == ["✹"]
    do(s, 1, "turn")
    events = decide(s, (0, "voyelle", 500))
    assert about(events, "wrong") == [("E", "alone")]
    turn(s, 2, 600)
    assert told(decide(s, (1, "voyelle", 1_200)), "wins") == [
        {"race": "won", "seat": 1, "shout": "voyelle", "count": 3, "ms": 600}
    ]
    assert faces(s, "won:1")[-3:] == ["✹", "pE", "pO"]


@pytest.mark.rule("vizdibix", "D13")
def test_no_shout_on_the_petard_itself() -> None:
    s = at("middle=pT pK | pile:0=vT ✹ | pile:1=vS pL", players=2)
    do(s, 0, "turn")
    assert [names(s, 0), names(s, 1)] == [set(), {"turn"}]
    assert refused(s, 0, "shout", kind="consonne", t=500) == "not_your_turn"


# ---- shouts --------------------------------------------------------------------------------------------

PAIRS = {
    "EO": {"voyelle"},
    "BC": {"consonne", "suite"},
    "CB": {"consonne", "suite"},
    "AB": {"suite"},
    "BA": {"suite"},
    "TU": {"suite"},
    "YZ": {"suite"},
    "ZA": set(),
    "AZ": set(),
    "RR": {"consonne"},
    "EE": {"voyelle"},
    "YA": {"voyelle"},
    "YY": {"voyelle"},
    "AY": {"voyelle"},
    "XY": {"suite"},
    "MN": {"consonne", "suite"},
    "NM": {"consonne", "suite"},
    "KM": {"consonne"},
    "ET": set(),
}


@pytest.mark.rule("vizdibix", "R9", "R10", "R11", "D4", "D5")
@pytest.mark.parametrize(("pair", "kind"), [(pair, kind) for pair in PAIRS for kind in KINDS])
def test_what_is_right_on_two_letters(pair: str, kind: str) -> None:
    """Examples 1 to 4 and the letters around them."""
    s = laid(pair[0], pair[1])
    events = decide(s, (2, kind, 500))
    if kind in PAIRS[pair]:
        assert told(events, "wins") == [{"race": "won", "seat": 2, "shout": kind, "count": 2, "ms": 500}]
        assert faces(s, "won:2") == ["p" + pair[0], "b" + pair[1]]
        assert (faces(s, "middle"), s.scores) == ([], [0, 0, 2, 0])
    else:
        assert told(events, "wrong") == [{"race": "wrong", "seat": 2, "shout": kind, "ms": 500}]
        assert (len(s.middle.cards), s.scores) == (2, [0, 0, 0, 0])


@pytest.mark.rule("vizdibix", "R9", "R10", "R11", "D6")
@pytest.mark.parametrize(("first", "second"), [("consonne", "suite"), ("suite", "consonne")])
def test_of_two_right_shouts_the_first_wins(first: str, second: str) -> None:
    """Example 2."""
    s = laid("B", "C")
    s.hold = 200
    shout(s, 3, second, 600, at=540)
    shout(s, 1, first, 610, at=500)
    assert told(wait(s, "turn/close"), "wins") == [
        {"race": "won", "seat": 1, "shout": first, "count": 2, "ms": 500}
    ]


@pytest.mark.rule("vizdibix", "R13", "D7")
def test_an_error_spoils_the_card_and_the_pile_grows() -> None:
    """Example 1, second half."""
    s = laid("E", "O")
    events = decide(s, (3, "consonne", 500))
    assert told(events, "wrong") == [{"race": "wrong", "seat": 3, "shout": "consonne", "ms": 500}]
    assert refused(s, 2, "shout", kind="voyelle", t=700) == "not_your_turn"
    assert refused(s, 1, "shout", kind="voyelle", t=700) == "not_offered"
    turn(s, 1, 800)
    assert faces(s, "middle") == ["pE", "bO", "vS"]
    assert s.scores == [0, 0, 0, 0]


@pytest.mark.rule("vizdibix", "D7")
def test_the_next_card_can_be_won_again() -> None:
    s = at("middle=pE | pile:0=vT bO | pile:1=yA | pile:2=vS", players=3)
    do(s, 0, "turn")
    decide(s, (2, "consonne", 500))
    turn(s, 1, 600)
    assert told(decide(s, (1, "voyelle", 1_200)), "wins") == [
        {"race": "won", "seat": 1, "shout": "voyelle", "count": 3, "ms": 600}
    ]


@pytest.mark.rule("vizdibix", "R12", "D8")
@pytest.mark.parametrize(("apart", "winner"), [(0, None), (20, None), (30, None), (31, 1)])
def test_two_right_shouts_within_30_ms_are_a_tie(apart: Millis, winner: Seat | None) -> None:
    """Example 7."""
    s = laid("E", "O")
    s.hold = 100
    shout(s, 1, "voyelle", 540, at=500)
    shout(s, 3, "voyelle", 550, at=500 + apart)
    events = wait(s, "turn/close")
    assert [w["seat"] for w in told(events, "wins")] == ([] if winner is None else [winner])
    assert [t["seat"] for t in told(events, "ties")] == ([1, 3] if winner is None else [])
    late = [] if winner is None else [{"race": "late", "seat": 3, "shout": "voyelle", "ms": 531, "behind": 31}]
    assert told(events, "late") == late, "the others learn by how much"
    assert len(s.middle.cards) == (2 if winner is None else 0)
    assert refused(s, 2, "shout", kind="voyelle", t=900) == "not_your_turn", "either way the card is decided"
    turn(s, 1, 1_000)
    assert faces(s, "middle")[-1] == "vS"


@pytest.mark.rule("vizdibix", "D8")
def test_two_different_right_shouts_tie_as_well() -> None:
    s = laid("B", "C")
    assert len(told(decide(s, (1, "suite", 500), (2, "consonne", 525)), "ties")) == 2
    assert len(s.middle.cards) == 2


@pytest.mark.rule("vizdibix", "D8")
@pytest.mark.parametrize(("wrong", "right", "wins"), [(500, 520, True), (500, 530, True), (500, 540, False)])
def test_a_right_and_a_wrong_shout_within_30_ms(wrong: Millis, right: Millis, wins: bool) -> None:
    """Example 7, second half."""
    s = laid("E", "O")
    s.hold = 100
    shout(s, 1, "consonne", 550, at=wrong)
    shout(s, 3, "voyelle", 560, at=right)
    wait(s, "turn/close")
    assert s.scores == ([0, 0, 0, 2] if wins else [0, 0, 0, 0])


@pytest.mark.rule("vizdibix", "D8")
def test_near_ties_are_counted_from_the_first_shout() -> None:
    """The card is decided by the shout at 500 and those until 530; the one at 545 is void and makes no tie."""
    s = laid("E", "O")
    s.hold = 100
    shout(s, 1, "consonne", 550, at=500)
    shout(s, 2, "voyelle", 560, at=520)
    shout(s, 3, "voyelle", 570, at=545)
    wait(s, "turn/close")
    assert s.scores == [0, 0, 2, 0]


@pytest.mark.rule("vizdibix", "D9")
def test_the_one_who_laid_it_may_shout_and_so_may_one_without_cards() -> None:
    position = "middle=pE | pile:0=vT bO | pile:1=vS"
    for seat in (0, 1, 2):
        s = at(position, players=3)
        do(s, 0, "turn")
        assert "shout" in names(s, seat)
        decide(s, (seat, "voyelle", 500))
        assert s.scores[seat] == 2


@pytest.mark.rule("vizdibix", "D9")
def test_one_shout_per_player_and_card() -> None:
    s = laid("E", "O")
    s.hold = 100
    shout(s, 2, "consonne", 500)
    assert refused(s, 2, "shout", kind="voyelle", t=510) == "not_your_turn"
    shout(s, 1, "consonne", 520)
    assert names(s, 1) == {"turn"}, "the next player may still turn"
    wait(s, "turn/close")
    turn(s, 1, 700)
    assert "shout" in names(s, 0) and "shout" in names(s, 3), "on the next card everybody else may again"
