"""Vizdibix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter
from contextlib import suppress
from itertools import pairwise, permutations
from typing import Any

import pytest

from tablee.bots.bot import Level, Sighting
from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.vizdibix.bots import BOT
from tablee.games.vizdibix.rules import GAME, VizdibixState
from tablee.kernel.codec import exact_digest
from tablee.kernel.door import Door, encode
from tablee.kernel.events import Event
from tablee.kernel.moves import Move
from tablee.kernel.record import Played, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import FACE
from tablee.phases.heap import LastWindow
from tablee.pieces.toutilix import SYMBOL
from tests import heap, table
from tests.heap import about, offer, seen_in_the_middle, told, turn, won
from tests.matches import scores_of_two, whole_game
from tests.table import do, faces, names, refused, shuffled, start, view, wait

KINDS = ("voyelle", "consonne", "suite")
BATCHES: list[dict[str, Any]] = [
    {},
    {"gap_ms": 1000, "auto_turn_s": 10, "timers": "double", "wrong_shout": "card"},
    {"letter": True, "wrong_shout": "card"},
]
"""Options with which the compiled rules play beside these (tests/side_by_side.py)."""


def at(position: str, **options: Any) -> VizdibixState:
    return heap.at(GAME, position, **options)


def laid(under: str, top: str, **options: Any) -> VizdibixState:
    """Seat 0 has just covered one letter with the other, at table time 0; seat 1 is next."""
    s = at(f"middle=p{under} | pile:0=vT b{top} | pile:1=vS | pile:2=vE | pile:3=vR", **options)
    do(s, 0, "turn")
    return s


def shout(s: VizdibixState, seat: Seat, kind: str, t: Millis, at: Millis | None = None) -> list[Event]:
    return do(s, seat, "shout", t=t, at=at, kind=kind)


def decide(s: VizdibixState, *shouts: tuple[Seat, str, Millis]) -> list[Event]:
    """These shouts, then what comes of them."""
    for seat, kind, t in shouts:
        shout(s, seat, kind, t)
    return wait(s, "turn/close")


# ---- the deal -------------------------------------------------------------------------------------------


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


# ---- étoiles and pétards --------------------------------------------------------------------------------


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


# ---- shouts ---------------------------------------------------------------------------------------------

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


# ---- what an error costs --------------------------------------------------------------------------------


def after_an_error(price: str = "hoarse", **more: Any) -> VizdibixState:
    """Seat 2 has shouted « consonne ! » on E and O, at 500; A, T, M and an étoile are to come."""
    position = "middle=pE | pile:0=★ bO | pile:1=vS yA | pile:2=pM pT | pile:3=vR vT | won:2=yU"
    s = at(position, wrong_shout=price, **more)
    do(s, 0, "turn")
    decide(s, (2, "consonne", 500))
    return s


def hoarse(s: VizdibixState, viewer: Seat = 0) -> list[int]:
    """Who is hoarse, as all see it."""
    return list(view(s, viewer).fact("hoarse"))


@pytest.mark.rule("vizdibix", "D19")
def test_whoever_has_made_an_error_is_hoarse_and_all_see_it() -> None:
    s = laid("E", "O")
    events = decide(s, (2, "consonne", 500))
    assert told(events, "hoarse") == [{"seat": 2}]
    assert [hoarse(s, viewer) for viewer in range(4)] == [[0, 0, 1, 0]] * 4
    turn(s, 1, 600)
    assert ["shout" in names(s, seat) for seat in range(4)] == [True, True, False, True]
    assert names(s, 2) == {"turn"}, "but his turn is his turn"
    assert refused(s, 2, "shout", kind="voyelle", t=1_500) == "not_offered"


@pytest.mark.rule("vizdibix", "D19")
def test_the_voice_comes_back_when_a_shout_wins_the_pile() -> None:
    s = after_an_error()
    turn(s, 1, 600)
    assert "shout" not in names(s, 2)
    decide(s, (3, "voyelle", 1_200))
    assert (s.scores, hoarse(s)) == ([0, 0, 1, 3], [0, 0, 0, 0])
    turn(s, 2, 1_300)
    assert "shout" in names(s, 2)


@pytest.mark.rule("vizdibix", "D19")
def test_the_voice_comes_back_when_an_etoile_wins_the_pile() -> None:
    s = at("middle=pE | pile:0=vT bO | pile:1=vS ★ | pile:2=pM | pile:3=vR")
    do(s, 0, "turn")
    decide(s, (2, "consonne", 500), (3, "suite", 520))
    assert hoarse(s) == [0, 0, 1, 1]
    turn(s, 1, 600)
    assert (s.scores, hoarse(s)) == ([0, 3, 0, 0], [0, 0, 0, 0])
    turn(s, 2, 700)
    assert "shout" in names(s, 2) and "shout" in names(s, 3)


@pytest.mark.rule("vizdibix", "D19")
def test_neither_another_error_nor_a_tie_nor_a_petard_gives_the_voice_back() -> None:
    s = at("middle=pE | pile:0=vT bO | pile:1=vS ✹ | pile:2=pM yA | pile:3=vR yI | won:1=yU yO yE")
    do(s, 0, "turn")
    decide(s, (2, "consonne", 500))
    turn(s, 1, 600)
    assert hoarse(s) == [0, 0, 1, 0]
    turn(s, 2, 700)
    decide(s, (0, "voyelle", 1_200), (1, "voyelle", 1_210))
    assert hoarse(s) == [0, 0, 1, 0]
    turn(s, 3, 1_300)
    decide(s, (0, "suite", 1_800))
    assert hoarse(s) == [1, 0, 1, 0]


@pytest.mark.rule("vizdibix", "D19")
def test_each_further_error_keeps_the_voice_away_for_longer() -> None:
    """With four players a first error is forgotten with its heap, a second one after three, a third after five."""
    s = laid("E", "O")
    for spans in (1, 3, 5):
        s.mistake(2)
        for _ in range(spans):
            assert hoarse(s) == [0, 0, 1, 0]
            s.collect(0)
        assert hoarse(s) == [0, 0, 0, 0]


@pytest.mark.rule("vizdibix", "D19")
@pytest.mark.parametrize(("players", "heaps"), [(2, 2), (3, 2), (4, 3), (6, 4), (8, 5)])
def test_the_more_players_the_longer_a_second_error_lasts(players: int, heaps: int) -> None:
    s = at("middle=pE | pile:0=vT bO | pile:1=vS", players=players)
    s.mistake(1)
    s.collect(0)
    s.drain()
    s.mistake(1)
    assert told(s.drain(), "hoarse_for") == [{"seat": 1, "count": heaps}]


@pytest.mark.rule("vizdibix", "D8", "D19")
def test_an_error_in_a_tie_costs_the_voice_too() -> None:
    """Two are right within 30 ms, and one is wrong: nobody wins, and the wrong one is hoarse."""
    s = laid("E", "O")
    decide(s, (1, "voyelle", 500), (2, "consonne", 510), (3, "voyelle", 520))
    assert hoarse(s) == [0, 0, 1, 0]


@pytest.mark.rule("vizdibix", "D8", "D10", "D19")
def test_what_is_void_costs_nothing() -> None:
    """A wrong shout after the card was decided; and one that a right shout within 30 ms has beaten."""
    s = laid("E", "O")
    s.hold = 100
    shout(s, 1, "consonne", 540, at=500)
    shout(s, 2, "suite", 560, at=550)
    wait(s, "turn/close")
    assert hoarse(s) == [0, 1, 0, 0]
    s = laid("E", "O")
    decide(s, (1, "consonne", 500), (3, "voyelle", 520))
    assert (s.scores, hoarse(s)) == ([0, 0, 0, 2], [0, 0, 0, 0])


@pytest.mark.rule("vizdibix", "D11", "D19")
@pytest.mark.parametrize("kind", KINDS)
def test_on_a_card_that_allows_nothing_a_shout_is_an_error(kind: str) -> None:
    s = laid("E", "T")
    assert all("shout" in names(s, seat) for seat in range(4)), "the buttons say nothing"
    decide(s, (3, kind, 500))
    assert hoarse(s) == [0, 0, 0, 1]


@pytest.mark.rule("vizdibix", "D19")
def test_an_error_may_cost_a_card_instead() -> None:
    """The top card won, else the top card of the pile, unseen, under the middle; and one may shout again."""
    s = after_an_error("card")
    assert (faces(s, "middle"), faces(s, "won:2"), s.scores) == (["yU", "pE", "bO"], [], [0, 0, 0, 0])
    assert seen_in_the_middle(s, 0) == ["bO"]
    turn(s, 1, 600)
    assert hoarse(s) == [0, 0, 0, 0]
    events = decide(s, (2, "consonne", 1_200))
    assert told(events, "fine") == [{"seat": 2}]
    assert (faces(s, "middle"), faces(s, "pile:2")) == (["pT", "yU", "pE", "bO", "yA"], ["pM"])
    moved = [e for e in Door(s, 0b1111).events(events) if e.kind == "move"]
    assert [(e.face, e.target) for e in moved] == [(None, ("middle", 0))], "face down"


@pytest.mark.rule("vizdibix", "D19")
def test_who_has_no_card_to_pay_with_is_hoarse() -> None:
    s = at("middle=pE | pile:0=vT bO | pile:1=vS", players=3, wrong_shout="card")
    do(s, 0, "turn")
    decide(s, (2, "suite", 500))
    assert (hoarse(s), len(s.middle.cards)) == ([0, 0, 1], 2)


@pytest.mark.rule("vizdibix", "D14", "D19")
def test_who_pays_his_last_card_on_his_turn_is_passed_over() -> None:
    s = at("middle=pE | pile:0=vT bO | pile:1=vS | pile:2=vE", players=3, wrong_shout="card")
    do(s, 0, "turn")
    shout(s, 1, "suite", 1_590)
    do(s, 1, "turn", t=1_600)
    wait(s, "turn/close")
    assert (faces(s, "middle"), view(s, 0).active) == (["vS", "pE", "bO"], (2,))
    do(s, 2, "turn")
    assert faces(s, "middle")[-1] == "vE", "at once, for the card is decided"


@pytest.mark.rule("vizdibix", "R14", "D19")
def test_the_last_card_of_all_may_be_paid_for_an_error() -> None:
    s = at("middle=pE | pile:0=bO | pile:1=vS | won:0=yA", players=2, wrong_shout="card")
    do(s, 0, "turn")
    decide(s, (1, "suite", 500))
    assert s.outcome is not None
    assert s.outcome.scores == (1, 0)


@pytest.mark.rule("vizdibix", "D19")
@pytest.mark.parametrize(
    "options", [{"wrong_shout": "free"}, {"letter": True}, {"letter": True, "wrong_shout": "card"}]
)
def test_to_the_letter_an_error_costs_nothing(options: dict[str, Any]) -> None:
    """C20: `letter` restores the booklet's words, whatever the price would be without it."""
    s = laid("E", "O", **options)
    events = decide(s, (2, "consonne", 500))
    assert (told(events, "hoarse"), told(events, "fine"), len(s.middle.cards)) == ([], [], 2)
    turn(s, 1, 600)
    assert hoarse(s) == [0, 0, 0, 0]
    assert all("shout" in names(s, seat) for seat in range(4))


def test_a_wrong_shout_has_its_price_unless_the_table_says_otherwise() -> None:
    s = start(GAME, 2)
    assert (s.options.wrong_shout, s.options.letter) == ("hoarse", False)


@pytest.mark.rule("vizdibix", "R9", "R10", "R11")
@pytest.mark.parametrize(
    ("pair", "kind", "why"),
    [
        ("EO", "voyelle", "two_vowels"),
        ("EO", "consonne", "two_vowels"),
        ("EO", "suite", "no_neighbours"),
        ("BC", "consonne", "two_consonants"),
        ("BC", "voyelle", "two_consonants"),
        ("BC", "suite", "neighbours"),
        ("AB", "voyelle", "one_of_each"),
        ("ZA", "suite", "no_neighbours"),
    ],
)
def test_a_decided_card_says_what_the_two_were(pair: str, kind: str, why: str) -> None:
    events = decide(laid(pair[0], pair[1]), (2, kind, 500))
    assert about(events, "wins") + about(events, "wrong") == [(" ".join(pair), why)]


def test_the_pair_is_told_to_all_and_not_before_the_card_is_decided() -> None:
    s = laid("E", "O")
    assert shout(s, 2, "voyelle", 500) == []
    events = Door(s, s.everyone).events(wait(s, "turn/close"))
    assert [e.data["laid"] for e in events if e.kind == "wins"] == [FACE("E O")]
    assert all("laid" not in e.data for e in Door(s, s.everyone).events(turn(s, 1, 600)))


def test_whoever_shouted_wrongly_is_told_so_himself() -> None:
    (wrong,) = table.told(decide(laid("E", "O"), (2, "consonne", 500)), "wrong")
    assert wrong["vain"] == 1


@pytest.mark.rule("vizdibix", "D15", "D16")
def test_a_table_that_wants_more_time_has_it_here_too() -> None:
    s = laid("E", "O", timers="double")
    assert refused(s, 1, "turn", t=2_999) == "too_early"
    s = last_card(timers="longer")
    wait(s, "last_window/over")
    assert s.now == 7_500


# ---- covered cards, late presses, arrival ---------------------------------------------------------------


@pytest.mark.rule("vizdibix", "D10")
@pytest.mark.parametrize(("made", "counts"), [(1_690, True), (1_700, True), (1_701, False)])
def test_a_shout_counts_by_when_it_was_made_not_by_when_it_arrives(made: Millis, counts: bool) -> None:
    s = laid("E", "O")
    s.hold = 400
    do(s, 1, "turn", t=1_700)
    shout(s, 3, "voyelle", 1_900, at=made)
    wait(s, "turn/close")
    assert s.scores == ([0, 0, 0, 2] if counts else [0, 0, 0, 0])
    assert faces(s, "middle") == (["vS"] if counts else ["pE", "bO", "vS"])


@pytest.mark.rule("vizdibix", "D10")
def test_a_shout_after_the_turn_makes_no_tie() -> None:
    s = laid("E", "O")
    s.hold = 400
    shout(s, 2, "voyelle", 1_750, at=1_695)
    do(s, 1, "turn", t=1_760, at=1_700)
    shout(s, 3, "voyelle", 1_770, at=1_710)
    wait(s, "turn/close")
    assert s.scores == [0, 0, 2, 0]


def answer(s: VizdibixState, seat: Seat, kind: str, stimulus: int | None, t: Millis, made: Millis) -> str:
    """The code with which a shout that names this stimulus is refused."""
    before = exact_digest(s)
    try:
        apply(s, Played(t, seat, Move("shout", {"kind": kind}, made, stimulus)))
    except Refused as no:
        assert exact_digest(s) == before, "no gain, no fine, no effect on the newer card"
        return no.code
    return ""


@pytest.mark.rule("vizdibix", "D10")
def test_a_shout_for_a_covered_card_is_void() -> None:
    """The hold is over: the vowels E and O are covered by S, and the shout is not taken for O and S."""
    s = laid("E", "O")
    old = offer(s, 3, "shout").stimulus
    turn(s, 1, 1_500)
    assert answer(s, 3, "voyelle", old, 1_800, 1_490) == "too_late"
    assert answer(s, 3, "voyelle", None, 1_800, 1_800) == "malformed"
    assert "shout" in names(s, 3), "he may still shout on the new card"
    assert answer(s, 3, "voyelle", offer(s, 3, "shout").stimulus, 1_800, 1_700) == ""


@pytest.mark.rule("vizdibix", "D10")
def test_a_shout_for_a_card_already_won_is_void() -> None:
    s = laid("E", "O")
    old = offer(s, 3, "shout").stimulus
    decide(s, (2, "voyelle", 500))
    assert answer(s, 3, "voyelle", old, 700, 560) == "not_your_turn"


@pytest.mark.rule("vizdibix", "D10")
@pytest.mark.parametrize(("made", "counts"), [(5_000, True), (5_001, False)])
def test_the_turn_made_by_the_table_waits_for_timely_shouts_too(made: Millis, counts: bool) -> None:
    s = laid("E", "O")
    s.hold = 300
    shout(s, 3, "voyelle", 5_200, at=made)
    wait(s, "turn/auto")
    assert s.now == 5_300
    assert s.scores[3] == (2 if counts else 0)
    assert faces(s, "middle")[-1] == "vS"


SCENES = {
    "a right shout, then a wrong one, then the turn": (
        [(2, "voyelle", 1_600), (3, "consonne", 1_632), (1, "turn", 1_650)],
        [0, 0, 2, 0],
    ),
    "wrong and right together": (
        [(0, "suite", 1_600), (2, "voyelle", 1_615), (3, "voyelle", 1_631)],
        [0, 0, 2, 0],
    ),
    "a tie before the turn": ([(2, "voyelle", 1_600), (3, "voyelle", 1_630), (1, "turn", 1_640)], [0, 0, 0, 0]),
    "the turn in the middle of a near-tie": (
        [(2, "voyelle", 1_600), (1, "turn", 1_610), (3, "voyelle", 1_620)],
        [0, 0, 2, 0],
    ),
    "the turn first": ([(1, "turn", 1_600), (2, "voyelle", 1_601), (3, "voyelle", 1_602)], [0, 0, 0, 0]),
    "all at the same instant": ([(1, "turn", 1_600), (2, "voyelle", 1_600), (3, "suite", 1_600)], [0, 0, 2, 0]),
}


@pytest.mark.rule("vizdibix", "D10")
@pytest.mark.parametrize("scene", SCENES)
def test_the_order_of_arrival_decides_nothing(scene: str) -> None:
    presses, expected = SCENES[scene]
    ends = set()
    for order in permutations(presses):
        s = laid("E", "O")
        s.hold = 400
        for i, (seat, what, made) in enumerate(order):
            if what == "turn":
                do(s, seat, "turn", t=1_700 + 50 * i, at=made)
            else:
                shout(s, seat, what, 1_700 + 50 * i, at=made)
        wait(s, "turn/close")
        assert s.scores == expected
        assert ("vS" in faces(s, "middle")) == any(what == "turn" for _, what, _ in presses)
        ends.add(exact_digest(s))
    assert len(ends) == 1


def after_lag(
    pair: str, presses: list[tuple[Seat, str, Millis]], lags: list[Millis]
) -> tuple[list[int], list[str]]:
    """The scores and the middle after the next card, when each seat's presses take that long to arrive."""
    s = laid(pair[0], pair[1])
    s.hold = 300
    stimulus = offer(s, 0, "shout").stimulus
    for seat, what, made in sorted(presses, key=lambda p: p[2] + lags[p[0]]):
        arrives = made + lags[seat]
        while len(s.stimuli) == 1 and (due := s.next_alarm()) is not None and due.at < arrives:
            wait(s)
        move = (
            Move("turn", {}, made, stimulus) if what == "turn" else Move("shout", {"kind": what}, made, stimulus)
        )
        with suppress(Refused):
            apply(s, Played(max(arrives, s.now), seat, move))
    while len(s.stimuli) == 1:
        wait(s)
    return s.scores, faces(s, "middle")


@pytest.mark.rule("vizdibix", "D10")
@pytest.mark.parametrize("seed", range(40))
def test_lag_decides_nothing(seed: int) -> None:
    """Random presses around a turn or around the table's own turn, each seat with a random lag up to the hold."""
    pick = QuickPicker(seed)
    start_of_it = (1_500, 4_900, 4_960)[pick.below(3)]
    presses = [(seat, KINDS[pick.below(3)], start_of_it + pick.below(120)) for seat in (0, 2, 3) if pick.below(4)]
    if pick.below(2):
        presses.append((1, "turn", start_of_it + pick.below(120)))
    pair = ("EO", "BC", "AB")[pick.below(3)]
    prompt = after_lag(pair, presses, [0] * 4)
    for _ in range(5):
        assert after_lag(pair, presses, [pick.below(301) for _ in range(4)]) == prompt


@pytest.mark.rule("vizdibix", "D10")
def test_nothing_is_decided_before_the_hold_is_over() -> None:
    s = laid("E", "O")
    s.hold = 250
    shout(s, 2, "voyelle", 500)
    assert s.scores == [0, 0, 0, 0]
    wait(s, "turn/close")
    assert s.now == 500 + 30 + 1 + 250


def test_an_anticipation_is_void_and_locks_out_for_half_a_second() -> None:
    """C14: under 100 ms nobody has seen the card."""
    s = laid("E", "O")
    assert told(shout(s, 2, "voyelle", 99), "anticipation") == [{"seat": 2}]
    assert offer(s, 2, "shout").opens_at == 599
    assert refused(s, 2, "shout", kind="voyelle", t=598) == "too_early"
    decide(s, (2, "voyelle", 599))
    assert s.scores == [0, 0, 2, 0]


def test_100_ms_are_a_reaction() -> None:
    s = laid("E", "O")
    decide(s, (2, "voyelle", 100))
    assert s.scores == [0, 0, 2, 0]


def test_a_lockout_outlasts_the_card() -> None:
    s = laid("E", "O")
    shout(s, 3, "voyelle", 90)
    decide(s, (2, "consonne", 150))
    turn(s, 1, 190)
    assert [offer(s, seat, "shout").opens_at for seat in (0, 1, 3)] == [0, 0, 590]
    shout(s, 1, "suite", 500)
    wait(s, "turn/close")
    turn(s, 2, 700)
    assert offer(s, 3, "shout").opens_at == 0


def test_a_press_before_its_card_was_shown_is_refused() -> None:
    s = laid("E", "O")
    turn(s, 1, 1_500)
    assert answer(s, 3, "voyelle", offer(s, 3, "shout").stimulus, 1_600, s.stimuli[-1] - 1) == "too_early"


# ---- buttons, turns and rhythm --------------------------------------------------------------------------


@pytest.mark.rule("vizdibix", "D11")
def test_three_shouts_always_there() -> None:
    """On a first card, on two cards that allow nothing, and on two that allow something."""
    for position in ("", "middle=pT | ", "middle=pE | "):
        s = at(position + "pile:0=vT bO | pile:1=vS", players=2)
        do(s, 0, "turn")
        for seat in (0, 1):
            assert list(offer(s, seat, "shout").params["kind"].values()) == list(KINDS)
    assert refused(s, 0, "shout", kind="étoile", t=500) == "not_possible"


@pytest.mark.rule("vizdibix", "D11")
def test_an_error_on_a_card_that_allows_nothing_has_no_further_effect() -> None:
    s = at("pile:0=vT bE | pile:1=yO", players=2)
    do(s, 0, "turn")
    decide(s, (1, "suite", 500))
    assert (faces(s, "middle"), s.scores) == (["bE"], [0, 0])
    turn(s, 1, 600)
    decide(s, (0, "voyelle", 1_200))
    assert s.scores == [2, 0]


@pytest.mark.rule("vizdibix", "D14")
def test_after_a_win_the_turn_goes_on_in_order() -> None:
    s = laid("E", "O")
    decide(s, (3, "voyelle", 500))
    assert view(s, 0).active == (1,)
    turn(s, 1, 600)
    assert view(s, 0).active == (2,)


@pytest.mark.rule("vizdibix", "D14")
def test_who_has_no_cards_is_passed_over() -> None:
    s = at("middle=pE | pile:0=vT bO | pile:3=vR vS")
    do(s, 0, "turn")
    assert view(s, 0).active == (3,)
    turn(s, 3, 1_500)
    assert view(s, 0).active == (0,)


@pytest.mark.rule("vizdibix", "D14")
def test_the_only_one_with_cards_turns_them_all() -> None:
    s = at("pile:0=vT vS bO", players=2)
    for t in (0, 1_500, 3_100):
        assert view(s, 0).active == (0,)
        turn(s, 0, t)
    assert view(s, 0).phase == "last_window"


@pytest.mark.rule("vizdibix", "D15")
@pytest.mark.parametrize(("options", "gap"), [({}, 1_500), ({"gap_ms": 1_000}, 1_000), ({"gap_ms": 2_500}, 2_500)])
def test_the_gap_between_two_cards(options: dict[str, Any], gap: Millis) -> None:
    s = laid("E", "O", **options)
    assert offer(s, 1, "turn").opens_at == gap
    assert refused(s, 1, "turn", t=gap - 1) == "too_early"
    turn(s, 1, gap)
    assert faces(s, "middle") == ["pE", "bO", "vS"]


@pytest.mark.rule("vizdibix", "D15")
@pytest.mark.parametrize(
    "shouts",
    [
        [(2, "voyelle", 500)],
        [(2, "consonne", 500)],
        [(2, "voyelle", 500), (3, "voyelle", 510)],
    ],
)
def test_after_a_decided_shout_the_next_card_comes_at_once(shouts: list[tuple[Seat, str, Millis]]) -> None:
    s = laid("E", "O")
    decide(s, *shouts)
    assert s.now == 531
    do(s, 1, "turn", t=531)
    assert faces(s, "middle")[-1] == "vS"


@pytest.mark.rule("vizdibix", "D15")
@pytest.mark.parametrize("special", ["★", "✹"])
def test_after_an_etoile_or_a_petard_the_next_card_comes_at_once(special: str) -> None:
    s = at(f"middle=pE | pile:0=vT {special} | pile:1=vS", players=2)
    do(s, 0, "turn", t=40)
    do(s, 1, "turn", t=41)
    assert faces(s, "middle")[-1] == "vS"


@pytest.mark.rule("vizdibix", "D15")
@pytest.mark.parametrize(("options", "limit"), [({}, 5_000), ({"auto_turn_s": 10}, 10_000)])
def test_a_card_not_turned_is_turned_by_the_table(options: dict[str, Any], limit: Millis) -> None:
    s = laid("E", "O", **options)
    events = wait(s, "turn/auto")
    assert s.now == limit
    assert told(events, "timeout") == [{"seat": 1}]
    assert faces(s, "middle") == ["pE", "bO", "vS"]
    assert view(s, 0).active == (2,)


@pytest.mark.rule("vizdibix", "D15")
def test_the_first_card_too() -> None:
    s = at("pile:0=vT bO | pile:1=vS", players=2)
    wait(s, "turn/auto")
    assert (s.now, faces(s, "middle")) == (5_000, ["bO"])


@pytest.mark.rule("vizdibix", "D15")
def test_a_turn_in_the_last_moment_is_no_timeout() -> None:
    s = laid("E", "O")
    do(s, 1, "turn", t=4_990)
    events = wait(s)
    assert told(events, "timeout") == []
    assert faces(s, "middle") == ["pE", "bO", "vS"]


def test_a_card_pressed_for_together_with_a_shout_comes_after_it() -> None:
    """Seat 2 shouts, seat 1 turns 10 ms later: the pile is won, then the card lies alone."""
    s = laid("E", "O")
    shout(s, 2, "voyelle", 1_600)
    do(s, 1, "turn", t=1_610)
    assert names(s, 1) == set(), "who has turned has said that he sees nothing"
    wait(s, "turn/close")
    assert (faces(s, "won:2"), faces(s, "middle")) == (["pE", "bO"], ["vS"])


# ---- the end --------------------------------------------------------------------------------------------


def last_card(**options: Any) -> VizdibixState:
    """The last card of all has been turned, at table time 0: E, then O."""
    s = at("middle=pE | pile:0=bO | won:0=yA | won:1=yE yI | won:2=yO yU", players=3, **options)
    do(s, 0, "turn")
    return s


@pytest.mark.rule("vizdibix", "R14", "D16")
def test_nobody_shouts_on_the_last_card() -> None:
    """Example 8."""
    s = last_card()
    assert isinstance(s.phases[-1], LastWindow)
    assert [names(s, seat) for seat in range(3)] == [{"shout"}] * 3
    assert s.outcome is None
    wait(s, "last_window/over")
    assert s.now == 5_000
    assert s.outcome is not None
    assert s.outcome.scores == (1, 2, 2), "the middle counts for nobody"
    assert faces(s, "middle") == ["pE", "bO"]


@pytest.mark.rule("vizdibix", "R14", "D16")
def test_the_last_card_can_be_won() -> None:
    s = last_card()
    shout(s, 0, "voyelle", 4_000)
    wait(s, "last_window/close")
    assert s.outcome is not None
    assert (s.outcome.scores, s.outcome.winners) == ((3, 2, 2), (0,))


@pytest.mark.rule("vizdibix", "D16")
@pytest.mark.parametrize(("made", "scores"), [(5_000, (3, 2, 2)), (5_001, (1, 2, 2))])
def test_the_last_window_is_five_seconds_long(made: Millis, scores: tuple[int, ...]) -> None:
    s = last_card(auto_turn_s=10)
    s.hold = 200
    shout(s, 0, "voyelle", 5_150, at=made)
    wait(s, "last_window/over")
    assert s.outcome is not None
    assert s.outcome.scores == scores


@pytest.mark.rule("vizdibix", "D16")
def test_near_ties_in_the_last_window() -> None:
    s = last_card()
    shout(s, 0, "voyelle", 4_000)
    shout(s, 1, "voyelle", 4_020)
    wait(s, "last_window/close")
    assert s.outcome is not None
    assert s.outcome.scores == (1, 2, 2)


@pytest.mark.rule("vizdibix", "R14")
@pytest.mark.parametrize(("special", "scores"), [("★", (3, 2, 2)), ("✹", (0, 3, 2))])
def test_nothing_can_be_shouted_on_a_special_last_card(special: str, scores: tuple[int, ...]) -> None:
    s = at(f"middle=pE | pile:0={special} | won:0=yA | won:1=yE yI | won:2=yO yU", players=3)
    do(s, 0, "turn")
    assert s.outcome is not None
    assert s.outcome.scores == scores


@pytest.mark.rule("vizdibix", "R15", "D17")
def test_the_most_cards_win_and_ties_share() -> None:
    s = last_card()
    wait(s, "last_window/over")
    assert s.outcome is not None
    assert (s.outcome.ranks, s.outcome.winners) == ((3, 1, 1), (1, 2))
    assert s.outcome.detail == "last_card"


@pytest.mark.rule("vizdibix", "D18")
@pytest.mark.parametrize("players", [2, 3, 8])
def test_each_card_is_turned_once(players: int) -> None:
    for seed in range(5):
        s = start(GAME, players, seed=seed)
        rollout(s, QuickPicker(seed), limit=GAME.bound(players, s.options))
        assert s.outcome is not None
        turned = [e for e in s.events if e.kind == "move" and e.source and e.source[0].startswith("pile:")]
        assert len(turned) == 100 // players * players
        assert len({e.card for e in turned}) == len(turned)
        assert all(not s.pile(seat).cards for seat in s.all_seats)


@pytest.mark.rule("vizdibix", "D18")
def test_the_bound_holds_for_the_busiest_table() -> None:
    """Everybody anticipates every card, everybody shouts, and the table turns the cards."""
    s = start(GAME, 2, letter=True)
    records = 0
    while s.outcome is None:
        if s.phases[-1].stimulus >= 0 and s.stimuli[-1] == s.now:  # type: ignore[attr-defined]
            for delay in (50, 1_000):
                for seat in range(2):
                    shout(s, seat, "suite", s.stimuli[-1] + delay)
                    records += 1
        wait(s)
        records += 1
    assert records <= GAME.bound(2, s.options) == 100 * 6


# ---- what is seen ---------------------------------------------------------------------------------------


def test_sizes_are_public_and_faces_are_not() -> None:
    s = laid("E", "O")
    decide(s, (2, "voyelle", 500))
    for viewers in ((0,), (2,), (0, 1, 2, 3)):
        seen = view(s, *viewers)
        assert seen.scores == (0, 0, 2, 0)
        assert (seen.zone("won:2").count, seen.zone("won:2").cards) == (2, ())
        assert (seen.zone("pile:0").count, seen.zone("pile:0").cards) == (1, ())
        assert (seen.zone("middle").count, seen.zone("middle").cards) == (0, ())


def test_winning_the_pile_does_not_show_the_covered_cards() -> None:
    s = at("middle=pT pE | pile:0=vT bO | pile:1=vS", players=2)
    do(s, 0, "turn")
    events = [e for e in Door(s, 0b01).events(decide(s, (0, "voyelle", 500))) if e.kind == "move"]
    assert [e.face for e in events] == [None, None, "bO"]


def test_no_log_line_names_a_letter() -> None:
    """Remembering the covered card is the game: lasting events must not list the cards."""
    s = at("pile:0=vT bO ★ | pile:1=vS ✹ | pile:2=vE", players=3)
    lines = [*do(s, 0, "turn"), *do(s, 1, "turn"), *do(s, 2, "turn")]
    assert {e.kind for e in lines if e.keep == "lasting"} == {"etoile", "petard"}


def test_a_press_stays_sealed_until_the_window_closes() -> None:
    s = laid("E", "O")
    s.hold = 300
    s.now = 600
    before = [encode(Door(s, 1 << seat).glimpse()) for seat in (0, 1, 3)]
    assert shout(s, 2, "voyelle", 600) == []
    assert [encode(Door(s, 1 << seat).glimpse()) for seat in (0, 1, 3)] == before


def test_who_imagines_the_table_does_not_know_what_the_others_have_pressed() -> None:
    s = laid("E", "O")
    shout(s, 2, "voyelle", 500)
    shout(s, 3, "suite", 510)
    twin = s.redeal(3, keyed(s.seed, "imagine"))
    assert [p.seat for p in twin.phases[-1].presses] == [3]  # type: ignore[attr-defined]


AID = [{}, {"show_previous": True}, {}, {"show_previous": True}]


def test_show_previous_shows_the_covered_card_to_those_who_asked() -> None:
    s = laid("E", "O", seat_options=AID)
    assert [seen_in_the_middle(s, seat) for seat in range(4)] == [["bO"], ["pE", "bO"]] * 2
    assert seen_in_the_middle(s, 1, 3) == ["pE", "bO"], "a screen that only they share"
    assert seen_in_the_middle(s, 0, 1) == ["bO"]
    assert seen_in_the_middle(s) == ["bO"]


def test_show_previous_shows_one_card_only() -> None:
    s = laid("E", "O", seat_options=AID)
    turn(s, 1, 1_500)
    assert seen_in_the_middle(s, 1) == ["bO", "vS"]
    assert seen_in_the_middle(s, 0) == ["vS"]
    decide(s, (0, "suite", s.now + 200))
    turn(s, 2)
    assert seen_in_the_middle(s, 3) == ["vS", "vE"]


def test_show_previous_after_a_petard_and_after_a_win() -> None:
    s = at("middle=pT pK | pile:0=vT ✹ | pile:1=vS pL | pile:2=vE | pile:3=vR", seat_options=AID)
    do(s, 0, "turn")
    assert seen_in_the_middle(s, 1) == ["✹", "pK"]
    do(s, 1, "turn")
    assert seen_in_the_middle(s, 1) == ["pK", "pL"]
    decide(s, (0, "suite", 500))
    assert s.open == {}
    turn(s, 2)
    assert seen_in_the_middle(s, 1) == ["vE"]


# ---- bots -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 5])
def test_bots_of_all_levels_finish_and_the_record_replays(players: int) -> None:
    levels = [list(Level)[seat % 3] for seat in range(players)]
    match = whole_game(GAME, levels, 3)
    presses = [e.move for e in match.entries if isinstance(e, Played) and e.move.name == "shout"]
    assert presses and all(move.answers is not None for move in presses)


@pytest.mark.parametrize(("weaker", "better"), list(pairwise(Level)))
def test_a_better_bot_wins_more_cards(weaker: Level, better: Level) -> None:
    more, fewer = scores_of_two(GAME, better, weaker, 4)
    assert more > fewer


def test_a_bot_remembers_the_covered_card_and_is_not_distracted() -> None:
    s = at("pile:0=vT pB | pile:1=vS pC | pile:2=vE | pile:3=vR")
    bot = BOT(3, Level.STRONG, keyed(s.seed, "bot"))
    bot.react(Sighting(s, 3, do(s, 0, "turn")))
    do(s, 1, "turn", t=1_500)
    plan = bot.react(Sighting(s, 3, wait(s, "turn/close")))
    assert plan is not None
    assert plan.move == Move("shout", {"kind": "consonne"}, answers=1), "what it recognises first, not the suite"
    assert bot.react(Sighting(s, 3, shout(s, 0, "voyelle", s.now + 20))) is plan, "somebody anticipates"
    assert bot.react(Sighting(s, 3, shout(s, 2, "voyelle", s.now + 200))) is plan, "somebody presses"
    assert bot.react(Sighting(s, 3, wait(s, "turn/close"))) is None, "the card is decided"


def test_the_bot_whose_turn_it_is_turns_after_the_gap() -> None:
    s = at("pile:0=vT pB | pile:1=vS pE", players=2)
    bot = BOT(1, Level.BEGINNER, keyed(s.seed, "bot"))
    plan = bot.react(Sighting(s, 1, do(s, 0, "turn")))
    assert plan is not None
    assert plan.move.name == "turn"
    assert 1_500 < plan.at <= 3_000
