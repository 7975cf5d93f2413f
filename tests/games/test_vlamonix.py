"""Vlamonix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter
from typing import Any

import pytest

from tablee.games.vlamonix.rules import GAME, IDLE, VlamonixState, is_pair
from tablee.kernel.domains import ByChoice, OneCard
from tablee.kernel.game import Device
from tablee.kernel.outcome import Reason
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import NOBODY
from tablee.phases.fan import hand
from tablee.pieces.notation import arrange
from tests.games.vlamonix import LETTERS, at, dealt, draw, holding_out, loser, who
from tests.table import card, do, faces, names, refused, start, told, view, wait

COLOURS: dict[str, Any] = {"same_letter": "off"}


def hands_of(s: VlamonixState) -> list[set[str]]:
    return [set(faces(s, hand(s, seat))) for seat in s.all_seats]


# ---- the cards -----------------------------------------------------------------------------------------


@pytest.mark.rule("vlamonix", "R1", "D4")
def test_thirty_five_cards() -> None:
    s = start(GAME, 2)
    count = Counter(s.faces)
    assert len(s.faces) == 35
    assert {face: n for face, n in count.items() if face[0] == "p"} == {f"p{x}": 1 for x in "AEIOUY"}
    assert {face: n for face, n in count.items() if face[0] == "b"} == {f"b{x}": 1 for x in "AEIOUY"}
    assert {face: n for face, n in count.items() if face[0] == "y"} == {f"y{x}": 2 for x in "AEIOU"}
    assert {face: n for face, n in count.items() if face[0] == "v"} == {"vA": 2, "vE": 2, "vO": 2}
    assert count["★"] == 6
    assert count["✹"] == 1


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (2, [18, 17]),
        (3, [12, 12, 11]),
        (4, [9, 9, 9, 8]),
        (5, [7] * 5),
        (6, [6, 6, 6, 6, 6, 5]),
        (7, [5] * 7),
        (8, [5, 5, 5, 4, 4, 4, 4, 4]),
    ],
)
@pytest.mark.rule("vlamonix", "R3", "D1", "D2")
def test_all_cards_are_dealt_from_the_starter(players: int, sizes: list[int]) -> None:
    """Example 7 is the third one."""
    s = start(GAME, players, starter=1)
    clockwise = [hand(s, (1 + i) % players) for i in range(players)]
    assert [len(zone.cards) for zone in clockwise] == sizes


@pytest.mark.rule("vlamonix", "D2")
def test_one_card_at_a_time() -> None:
    """The second card from the top of the pile is the second player's first one."""
    s = start(GAME, 3, starter=2, seed=5)
    order = keyed(seed_from(5), "deal").shuffled(range(35))[::-1]
    assert hand(s, 2).cards == order[0::3]
    assert hand(s, 0).cards == order[1::3]
    assert hand(s, 1).cards == order[2::3]


@pytest.mark.rule("vlamonix", "D1")
def test_two_to_eight_play() -> None:
    for players in (1, 9):
        with pytest.raises(Refused):
            start(GAME, players)


@pytest.mark.parametrize(
    ("one", "other", "colours", "letters"),
    [
        ("★", "★", True, True),
        ("yA", "yA", True, True),
        ("yA", "yE", True, False),
        ("vE", "vE", True, True),
        ("vE", "vO", True, False),
        ("pA", "bA", True, True),
        ("bE", "pA", True, False),
        ("pA", "pE", False, False),
        ("bA", "bE", False, False),
        ("yA", "vA", False, False),
        ("pA", "yA", False, False),
        ("bE", "vE", False, False),
        ("★", "✹", False, False),
        ("✹", "yA", False, False),
    ],
)
@pytest.mark.rule("vlamonix", "R5", "R6", "R7", "R8", "D3")
def test_what_makes_a_pair(one: str, other: str, colours: bool, letters: bool) -> None:
    """Example 2."""
    for a, b in ((one, other), (other, one)):
        assert is_pair(a, b, same_letter=False) is colours
        assert is_pair(a, b, same_letter=True) is letters


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.rule("vlamonix", "D3")
def test_with_few_players_the_letters_must_be_the_same(players: int) -> None:
    """Example 9."""
    assert start(GAME, players).same_letter is (players <= 4)
    assert start(GAME, players, same_letter="on").same_letter is True
    assert start(GAME, players, same_letter="off").same_letter is False
    assert view(start(GAME, players), 0).fact("same_letter") is (players <= 4)


@pytest.mark.parametrize("same_letter", ["on", "off"])
@pytest.mark.rule("vlamonix", "D4")
def test_everything_but_the_petard_pairs_off(same_letter: str) -> None:
    s = dealt("…", "", same_letter=same_letter)
    arrange(s, "hand:0=… ")
    do(s, 0, "ready")
    do(s, 1, "ready")
    assert faces(s, "hand:0") == ["✹"]
    assert len(s.thrown.cards) == 34


# ---- the pairs of the start ----------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "left"), [(COLOURS, {"yO", "vA", "✹"}), (LETTERS, None)])
@pytest.mark.rule("vlamonix", "R4", "D5", "D3")
def test_the_pairs_of_a_hand_are_thrown(options: dict[str, Any], left: set[str] | None) -> None:
    """Example 1, by what the table throws for somebody who does nothing."""
    whole = "yA yE yO pA bE vA ★ ★ ✹"
    s = dealt(whole, "vE", **options)
    wait(s, "pairs/limit")
    assert s.now == 20_000
    rest = faces(s, "hand:0")
    if left is None:
        assert rest == ["yA", "yE", "yO", "pA", "bE", "vA", "✹"]
    else:
        # Which two of the three yellow ones went does not matter.
        assert {face[0] for face in rest} == {face[0] for face in left}
        assert len(rest) == 3


@pytest.mark.rule("vlamonix", "R4", "R8")
def test_a_player_throws_his_pairs_himself() -> None:
    s = dealt("yA yE yO pA bE vA ★ ★ ✹", "vE", **COLOURS)
    hand0 = hand(s, 0)
    offer = next(o for o in s.offers(0) if o.name == "throw")
    mates = offer.params["mate"]
    assert isinstance(mates, ByChoice)

    def goes_with(face: str) -> set[str]:
        domain = mates.given({"card": card(s, face, hand0)})
        assert isinstance(domain, OneCard)
        return {s.faces[int(c)] for c in domain.cards}

    assert goes_with("yA") == {"yE", "yO"}
    assert goes_with("pA") == {"bE"}
    assert goes_with("★") == {"★"}
    assert goes_with("vA") == set()
    assert goes_with("✹") == set()
    events = do(s, 0, "throw", card=card(s, "yA", hand0), mate=card(s, "yO", hand0))
    assert told(events, "throws") == [{"seat": 0, "pair": "yA yO"}]
    assert {"yA", "yO"} <= set(faces(s, "thrown"))
    assert "yE" in faces(s, "hand:0")
    assert refused(s, 0, "throw", card=card(s, "pA", hand0), mate=card(s, "vA", hand0)) == "not_possible"
    assert refused(s, 0, "throw", card=card(s, "✹", hand0), mate=card(s, "vA", hand0)) == "not_possible"


@pytest.mark.rule("vlamonix", "R4", "D5")
def test_only_a_throw_that_the_table_makes_tells_what_lay_in_the_hand() -> None:
    """Seat 0 throws its two yellow ones; the table the two étoiles, which are the first that are left.

    A player chooses what he throws, so that says nothing of the rest. What the table throws follows from the hand,
    and of several alike nobody is told which ones went.
    """
    s = dealt("yA yE ★ ★ pA", "vE", **COLOURS)
    by_hand = do(s, 0, "throw", card=card(s, "yA", hand(s, 0)), mate=card(s, "yE", hand(s, 0)))
    assert [e.discloses for e in by_hand if e.kind == "throws"] == [False]
    assert told(by_hand, "alike") == []
    by_table = do(s, 0, "ready") + do(s, 1, "ready")
    assert told(by_table, "throws") == [{"seat": 0, "pair": "★ ★"}]
    assert [e.discloses for e in by_table if e.kind == "throws"] == [True]
    assert told(by_table, "alike") == [{"low": 0, "high": 1}]
    assert [(e.to, e.discloses) for e in by_table if e.kind == "alike"] == [(NOBODY, True)]


@pytest.mark.rule("vlamonix", "R10", "D14")
def test_a_pair_that_a_drawn_card_makes_is_no_choice_either() -> None:
    """Seat 1 draws the green A: its own green one, the second of three, must go with it."""
    s = at("vA pA", "bE vE yO ✹", **COLOURS)
    events = draw(s, "vA")
    assert told(events, "throws") == [{"seat": 1, "pair": "vA vE"}]
    assert [e.discloses for e in events if e.kind == "throws"] == [True]
    assert told(events, "alike") == [{"low": -1, "high": 1}]


@pytest.mark.rule("vlamonix", "D5")
def test_it_goes_on_when_all_are_ready() -> None:
    """Ready with a pair in hand: the table throws it, and all see it for 2 seconds (D14)."""
    s = dealt("yA yA ✹", "vE", "vE ★", **LETTERS)
    do(s, 0, "ready")
    do(s, 2, "ready")
    assert names(s, 0) == set()
    assert view(s).active == (1,)
    events = do(s, 1, "ready", t=3_000)
    assert told(events, "throws") == [{"seat": 0, "pair": "yA yA"}]
    assert faces(s, "hand:0") == ["✹"]
    wait(s, "thrown/over")
    assert s.now == 5_000
    assert who(s) == (0, 1)


@pytest.mark.rule("vlamonix", "D5")
def test_the_table_may_throw_all_pairs_at_the_start() -> None:
    s = start(GAME, 4, auto_pairs=True)
    assert view(s).phase == "thrown"
    assert all(not s.pairs(hand(s, seat).cards) for seat in s.all_seats)
    assert len(s.thrown.cards) + sum(len(hand(s, seat).cards) for seat in s.all_seats) == 35


# ---- draws ---------------------------------------------------------------------------------------------


@pytest.mark.rule("vlamonix", "R9", "R12")
def test_the_starter_holds_out_to_his_left() -> None:
    s = at("yO vA ✹", "vE ★", "yO", holder=1, **COLOURS)
    assert who(s) == (1, 2)
    assert names(s, 2) == {"draw"}
    assert names(s, 0) == names(s, 1) == set()
    assert hand(s, 1).by == [2]


@pytest.mark.rule("vlamonix", "R10", "R12", "R7")
def test_a_drawn_card_that_makes_a_pair_is_thrown() -> None:
    """Example 3, first half."""
    s = at("yO vA ✹", "vE ★", "yO ★", **COLOURS)
    events = draw(s, "vA")
    assert told(events, "throws") == [{"seat": 1, "pair": "vA vE"}]
    assert hands_of(s)[:2] == [{"yO", "✹"}, {"★"}]
    assert who(s) == (1, 2)


@pytest.mark.rule("vlamonix", "R11", "R12")
def test_a_drawn_card_that_makes_none_is_kept() -> None:
    """Example 3, second half."""
    s = at("yO vA ✹", "vE ★", "yO ★", **COLOURS)
    events = draw(s, "✹")
    assert told(events, "throws") == []
    assert hands_of(s)[:2] == [{"yO", "vA"}, {"vE", "★", "✹"}]
    assert who(s) == (1, 2)


@pytest.mark.rule("vlamonix", "D3", "R8")
def test_with_letters_the_pair_must_have_the_same_one() -> None:
    """Example 8."""
    s = at("bU vE ✹", "pU bE vE", "pE", **LETTERS)
    assert s.pairs(hand(s, 1).cards) == []
    draw(s, "bU")
    assert hands_of(s)[1] == {"bE", "vE"}
    s = at("bU vE ✹", "pU bE vE", "pE", **LETTERS)
    events = draw(s, "vE")
    assert told(events, "throws") == [{"seat": 1, "pair": "vE vE"}]
    assert hands_of(s)[1] == {"pU", "bE"}


@pytest.mark.rule("vlamonix", "D7", "R12")
def test_without_cards_one_is_out_and_safe() -> None:
    """Example 4; the turn later passes over the empty seat."""
    s = at("yA ✹", "vO", "vE yE", "★ yA", holder=1, **LETTERS)
    draw(s, "vO")
    assert hands_of(s)[1:3] == [set(), {"vE", "yE", "vO"}]
    assert who(s) == (2, 3)
    draw(s, "vE")
    assert who(s) == (3, 0)
    draw(s, "★")
    assert who(s) == (0, 2)


@pytest.mark.rule("vlamonix", "D8")
def test_an_emptied_drawer_holds_nothing_out() -> None:
    """S1 throws his last card; S2 holds out to S3."""
    s = at("yA ✹", "yA", "vE yE", "★ vO", **LETTERS)
    draw(s, "yA")
    assert hands_of(s)[1] == set()
    assert who(s) == (2, 3)


@pytest.mark.rule("vlamonix", "R2", "R13", "R14", "D9", "D10")
def test_the_last_pair_leaves_the_petard_with_its_holder() -> None:
    """Example 5, first half."""
    s = at("", "", "✹ yA", "yA", holder=2, **LETTERS)
    assert who(s) == (2, 3)
    events = draw(s, "yA")
    assert loser(s) == 2
    assert s.outcome is not None
    assert s.outcome.ranks == (1, 1, 4, 1)
    assert s.outcome.winners == (0, 1, 3)
    assert (s.outcome.detail, s.outcome.reason) == ("alone", Reason.RULE)
    assert told(events, "loses") == [{"seat": 2}]
    assert [c.face for c in view(s, 0).zone("hand:2").cards if c] == ["✹"]


@pytest.mark.rule("vlamonix", "R13", "D9")
def test_the_petard_may_still_be_passed_on() -> None:
    """Example 5, second half: it goes to and fro between the last two."""
    s = at("", "", "✹ yA", "yA", holder=2, **LETTERS)
    draw(s, "✹")
    assert s.outcome is None
    assert hands_of(s)[2:] == [{"yA"}, {"yA", "✹"}]
    assert who(s) == (3, 2)


@pytest.mark.rule("vlamonix", "R13", "D9")
def test_the_petard_alone_is_not_the_end_while_others_have_cards() -> None:
    """Example 6: the next one must draw it."""
    s = at("★ vO", "yA vA", "yA ✹", "★ vO vA", holder=1, **LETTERS)
    draw(s, "yA")
    assert hands_of(s)[2] == {"✹"}
    assert s.outcome is None
    assert who(s) == (2, 3)
    draw(s, "✹")
    assert hands_of(s)[2:] == [set(), {"★", "vO", "vA", "✹"}]


@pytest.mark.rule("vlamonix", "D9")
def test_a_quick_end() -> None:
    """Example 6 with the option; and a holder who is left with it by a draw; and at once after the first pairs."""
    s = at("★ vO", "yA vA", "yA ✹", "★ vO vA", holder=1, quick_end=True, **LETTERS)
    draw(s, "yA")
    assert loser(s) == 2
    s = at("yA ✹", "vE", "vE yA", quick_end=True, **LETTERS)
    draw(s, "yA")
    assert loser(s) == 0
    s = at("★ ★ ✹", "vE yA", "vE yA", quick_end=True, **LETTERS)
    assert loser(s) == 0
    s = at("★ ★ ✹", "vE yA", "vE yA", **LETTERS)
    assert s.outcome is None


@pytest.mark.rule("vlamonix", "D7", "D9")
def test_a_starter_who_has_thrown_all_is_skipped() -> None:
    s = at("★ ★", "vE yA", "vE yA ✹", **LETTERS)
    assert who(s) == (1, 2)


@pytest.mark.rule("vlamonix", "D11", "D13")
def test_two_hundred_draws_without_a_pair() -> None:
    """Two players who pass the pétard to and fro. The 200th draw ends it; a pair counts anew."""
    s = at("✹ yA", "yA", **LETTERS)
    for drawn in range(IDLE - 1):
        assert (s.outcome, s.idle) == (None, drawn)
        draw(s, "✹")
    assert IDLE == 200
    draw(s, "✹")
    assert s.outcome is not None
    assert (s.outcome.reason, s.outcome.detail) == (Reason.CAP, "idle")
    assert loser(s) == 0  # an even number of draws
    s = at("✹ yA vE", "yA ★ vE", "★", **LETTERS)
    s.idle = 150
    draw(s, "vE")
    assert s.idle == 0


@pytest.mark.rule("vlamonix", "D12")
def test_who_draws_nothing_draws_by_chance() -> None:
    got: set[str] = set()
    for seed in range(12):
        s = at("yO vA ✹", "vE ★", "yO ★", seed=seed, **COLOURS)
        began = s.now
        events = wait(s, "draw/limit")
        assert s.now == began + 15_000
        assert told(events, "timeout") == [{"seat": 1}]
        got.add(*faces(s, "drawn"))
    assert got == {"yO", "vA", "✹"}


# ---- the fan -------------------------------------------------------------------------------------------


@pytest.mark.rule("vlamonix", "D6", "D14")
def test_the_holder_may_arrange_his_fan() -> None:
    s = holding_out(dealt("yO vA ✹", "vE ★", **LETTERS))
    began = s.now
    assert view(s).phase == "hold_out"
    assert names(s, 0) == {"reorder", "ready"}
    assert names(s, 1) == set()
    fan = hand(s, 0)
    o, a, p = fan.cards
    assert refused(s, 0, "reorder", order=[o, a]) == "not_possible"
    assert refused(s, 0, "reorder", order=[o, a, a]) == "not_possible"
    do(s, 0, "reorder", order=[p, o, a])
    assert view(s).phase == "hold_out"
    do(s, 0, "reorder", order=[a, p, o])
    wait(s, "hold_out/limit")
    assert s.now == began + 5_000
    do(s, 1, "draw", place=1)
    assert faces(s, "drawn") == ["✹"]


@pytest.mark.rule("vlamonix", "D14")
def test_ready_holds_the_fan_out_at_once() -> None:
    s = holding_out(dealt("yO vA ✹", "vE ★", **LETTERS))
    do(s, 0, "ready")
    assert view(s).phase == "draw"
    s = holding_out(dealt("✹", "yA ★", "yA ★", **LETTERS))
    assert view(s).phase == "draw", "one card needs no order"


@pytest.mark.rule("vlamonix", "D6")
def test_a_fan_may_be_arranged_only_so_often() -> None:
    s = holding_out(dealt("yO vA ✹", "vE ★", **LETTERS))
    for _ in range(12):
        do(s, 0, "reorder", order=hand(s, 0).cards[::-1])
    assert names(s, 0) == {"ready"}


@pytest.mark.rule("vlamonix", "D6")
def test_without_arranging_a_place_tells_nothing() -> None:
    """The first place is another card from game to game, and from draw to draw."""
    got = Counter[str]()
    for seed in range(30):
        s = at("yO vA ✹", "vE ★", "yO ★", seed=seed, arrange=False, **LETTERS)
        assert view(s).phase == "draw"
        do(s, 1, "draw", place=0)
        got[faces(s, "drawn")[0]] += 1
    assert set(got) == {"yO", "vA", "✹"}
    s = at("yO vA ✹", "vE ★", "yO ★", seed=1, **LETTERS)
    do(s, 1, "draw", place=0)
    assert faces(s, "drawn") == ["yO"]


@pytest.mark.rule("vlamonix", "D6")
def test_a_card_that_is_kept_goes_to_a_random_place() -> None:
    places = set()
    for seed in range(30):
        s = at("yO vA ✹", "vE ★", "yO ★", seed=seed, **LETTERS)
        draw(s, "✹")
        places.add(faces(s, "hand:1").index("✹"))
    assert places == {0, 1, 2}


@pytest.mark.rule("vlamonix", "D14")
def test_the_two_concerned_see_the_card_for_a_moment() -> None:
    """The third seat sees that a card was drawn, and from whom; a spectator and a screen for two see no more."""
    s = at("yO vA ✹", "vE ★", "yO ★", **LETTERS)
    began = s.now
    events = do(s, 1, "draw", place=2)
    for seats, face in (((0,), "✹"), ((1,), "✹"), ((2,), None), ((0, 2), None), ((), None)):
        zone = view(s, *seats).zone("drawn")
        assert zone.count == 1
        assert (zone.cards[0].face if zone.cards and zone.cards[0] else None) == face
    assert [(e.kind, e.to) for e in events if e.kind.startswith("draws")] == [
        ("draws", 0b011),
        ("draws_unseen", 0b100),
    ]
    assert told(events, "draws") == [{"seat": 1, "owner": 0, "card": "✹"}]
    wait(s, "drawn/over")
    assert s.now == began + 1_500


@pytest.mark.rule("vlamonix", "D14")
def test_all_see_a_pair_for_a_moment() -> None:
    s = at("yO vA ✹", "vA ★", "yO ★", **LETTERS)
    do(s, 1, "draw", place=1)
    wait(s, "drawn/over")
    began = s.now
    assert [c.face for c in view(s, 2).zone("drawn").cards if c] == ["vA", "vA"]
    wait(s, "thrown/over")
    assert s.now == began + 2_000
    assert faces(s, "drawn") == []
    assert faces(s, "thrown")[-2:] == ["vA", "vA"]


@pytest.mark.rule("vlamonix", "D14")
def test_the_finger_over_the_fan_can_be_watched() -> None:
    """A draft of a draw is relayed: only a place that there is."""
    s = at("yO vA ✹", "vE ★", **LETTERS)
    (offer,) = s.offers(1)
    domain = offer.params["place"]
    assert domain.sketch(2) == 2
    assert domain.sketch(3) is None
    assert domain.sketch("2") is None


@pytest.mark.rule("vlamonix", "D6")
def test_who_gave_a_card_does_not_know_where_it_lies() -> None:
    """S0 knows that S1 holds the pétard; imagined again, it is at every place of S1's fan and nowhere else."""
    s = at("yO vA ✹", "vE ★", "yO ★", **LETTERS)
    draw(s, "✹")
    places = set()
    for i in range(40):
        twin = s.redeal(0, keyed(seed_from(1), "again", i))
        assert "✹" in faces(twin, "hand:1")
        places.add(faces(twin, "hand:1").index("✹"))
        for_drawer = s.redeal(1, keyed(seed_from(1), "again", i))
        assert faces(for_drawer, "hand:1") == faces(s, "hand:1")
    assert places == {0, 1, 2}


def test_a_hand_is_its_owners_and_nobody_is_told_of_the_petard() -> None:
    s = at("yO vA ✹", "vE ★", "yO ★", **LETTERS)
    for seat in s.all_seats:
        for other in s.all_seats:
            shown = view(s, seat).zone(f"hand:{other}")
            assert shown.count == len(hand(s, other).cards)
            assert (len(shown.cards) > 0) is (seat == other)
    assert not {"petard", "loser"} & set(view(s, 1).facts)
    assert GAME.info.device is Device.PASSED
