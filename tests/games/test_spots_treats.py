"""Spots, rule by rule: treats, busts, validation, wild dogs. Expected results are worked out from the rules."""

from collections import Counter

import pytest

from tablee.games.spots.data import DOGS, SLOTS
from tablee.games.spots.rules import GAME
from tablee.games.spots.table import (
    BONUS,
    SLOT,
    TRAY,
    TREAT_BOX,
    USED,
)
from tests.games.spots import (
    BURY,
    Rolls,
    assign,
    dogs_of,
    domain,
    game,
    keep_dice,
    lay,
    on_top,
    shown,
    supply,
    treats,
    trick,
    turn,
    turn_start,
    where,
    yard,
)
from tests.games.spots import dice as dice
from tests.table import do, faces, names, refused, start, told, view

# ---- treats, busts, validation -------------------------------------------------------------------------


@pytest.mark.rule("spots", "R49", "R50", "R51", "R52", "R53", "R57")
def test_e7_validation_turns_all_complete_dogs_and_stops_at_six_cards() -> None:
    s = game()
    lay(s, 0, "Missy (3) (4)", "Burt (1)", "Bongo 1 (3)", done=["Raya", "Momo"], treats=0)
    before = supply(s)
    on_top(s, "Doog")
    events = do(s, 0, "validate")
    assert told(events, "validates") == [{"seat": 0, "dogs": "Missy, Burt", "count": 4}]
    assert s.scores[0] == 4
    assert sorted(dogs_of(s)) == ["Bongo 1 (3)", "Doog 2 3 5 6"]  # one drawn, not two
    assert s.cards(0) == 6
    assert supply(s) == before + 3
    assert turn(s) == 1


@pytest.mark.rule("spots", "R49", "D25")
def test_validation_needs_a_complete_dog_and_is_offered_even_when_all_are() -> None:
    s = game()
    lay(s, 0, "Missy (3) 4", "Burt 1")
    assert refused(s, 0, "validate") == "not_offered"
    lay(s, 0, "Burt (1)")
    assert "validate" in names(s, 0)


@pytest.mark.rule("spots", "R54", "R55", "R56", "R53")
def test_e9_express_validation_and_the_trick_goes_on(dice: Rolls) -> None:
    s = game("marcher")
    lay(s, 0, "Bongo (1) 3", "Burt (1)", yard=[5], treats=0)
    dice.next((3, 2))
    trick(s, "marcher")
    events = assign(s, (3, "Bongo"), (2, BURY))
    assert told(events, "express") == [{"seat": 0, "dogs": "Bongo, Burt", "count": 2}]
    assert yard(s) == [2, 5]
    assert len(s.dogs(0)) == 2
    assert names(s, 0) == {"go", "stop"}
    s = game("marcher")
    lay(s, 0, "Bongo (1) 3", "Burt (1)", yard=[6], treats=0)
    dice.next((3, 2))
    trick(s, "marcher")
    events = assign(s, (3, "Bongo"), (2, BURY))
    assert told(events, "bust") == [{"seat": 0, "total": 8}]
    assert told(events, "express") == []
    assert s.scores[0] == 0


@pytest.mark.rule("spots", "R57")
def test_express_draws_stop_at_six_cards(dice: Rolls) -> None:
    s = game("marcher")
    lay(s, 0, "Bongo (1) 3", "Burt (1)", done=["Raya", "Momo", "Missy"], treats=0)
    dice.next((3, 2))
    trick(s, "marcher")
    assign(s, (3, "Bongo"), (2, BURY))
    assert s.scores[0] == 5
    assert (len(s.dogs(0)), s.cards(0)) == (1, 6)


@pytest.mark.rule("spots", "R58", "R59", "R60", "R61")
def test_e4_a_treat_rerolls_the_whole_roll_and_nothing_else(dice: Rolls) -> None:
    s = game("courir")
    lay(s, 0, "Missy 3 4", "Sundrop 2 3", treats=2)
    dice.next((3, 4, 6), (5, 5, 5), (2, 3, 4), (6,))
    trick(s, "courir")
    assert refused(s, 0, "reroll", dice=[s.zones[TRAY].cards[2]]) == "malformed"
    do(s, 0, "reroll")
    assert (shown(s), treats(s)) == ([5, 5, 5], 1)
    do(s, 0, "reroll")  # one after another
    assert (shown(s), treats(s)) == ([2, 3, 4], 0)
    assert refused(s, 0, "reroll") == "not_offered"
    s.take_treats(1, 0)
    placed = where(s, 0, [(2, "Sundrop"), (3, "Missy"), (4, "Missy")])
    do(s, 0, "assign", dice=placed)
    assert refused(s, 0, "reroll") == "not_offered"  # only right after a roll
    do(s, 0, "go")
    dice.next((3,))
    do(s, 0, "reroll")
    assert shown(s) == [3]
    assert dogs_of(s) == ["Missy (3) (4)", "Sundrop (2) 3"]


@pytest.mark.rule("spots", "R62", "R63", "R64", "D1")
def test_e8_more_than_seven_spots_bust(dice: Rolls) -> None:
    s = game("courir")
    lay(s, 0, "Missy (3) 4", "Burt 1", yard=[1], treats=3, done=["Raya"])
    dice.next((6, 4, 1))
    trick(s, "courir")
    assert told(assign(s, (6, BURY), (4, "Missy"), (1, "Burt")), "bust") == []
    s = game("courir")
    lay(s, 0, "Missy (3) 4", "Burt 1", yard=[2], treats=3, done=["Raya"])
    before = supply(s)
    dice.next((6, 4, 3))
    trick(s, "courir")
    events = assign(s, (6, BURY), (4, "Missy"), (3, BURY))
    assert told(events, "bust") == [{"seat": 0, "total": 11}]  # once, for the whole roll
    assert (dogs_of(s), yard(s)) == (["Missy 3 4", "Burt 1"], [])
    assert (s.scores[0], treats(s)) == (1, 3)
    assert supply(s) == before + 2
    assert turn(s) == 1  # in mid-tile


@pytest.mark.rule("spots", "R68")
def test_a_shortage_of_dice_or_treats_gives_what_there_is(dice: Rolls) -> None:
    s = game("rattraper")
    lay(s, 0, "Missy 3 4", treats=0)
    keep_dice(s, 5)
    trick(s, "rattraper")
    assert len(shown(s)) == 5
    s = game("macher")
    lay(s, 0, "Missy 3 4", treats=12)
    left = len(s.zones[TREAT_BOX].cards)
    trick(s, "macher")
    assert left < 12
    assert treats(s) == 12 + left


@pytest.mark.rule("spots", "R69", "D19")
def test_without_a_die_at_the_start_of_a_turn_everybody_busts() -> None:
    s = game(players=3)
    lay(s, 0, "Missy (3) 4", yard=[2], done=["Burt"])
    lay(s, 1, "Bongo (1) 3", yard=[1])
    lay(s, 2, "Raya 2 3 5", yard=[1])
    keep_dice(s, 0)
    s.drain()
    s.goto(turn_start(1))
    s._settle()
    events = s.drain()
    assert [e["seat"] for e in told(events, "bust")] == [0, 1, 2]
    assert [yard(s, seat) for seat in s.all_seats] == [[], [], []]
    assert dogs_of(s, 0) == ["Missy 3 4"]
    assert s.scores[0] == 1
    assert turn(s) == 1
    assert supply(s) == 5


@pytest.mark.rule("spots", "R70", "D24", "D22")
def test_the_sixth_dog_wins_at_once_even_in_mid_trick(dice: Rolls) -> None:
    s = game("courir")
    lay(s, 0, "Missy (3) 4", done=["Raya", "Momo", "Burt", "Bongo", "Doog"], treats=0)
    dice.next((4, 1, 1))
    trick(s, "courir")
    assign(s, (4, "Missy"), (1, BURY), (1, BURY))
    assert s.outcome is not None
    assert (s.outcome.ranks, s.outcome.scores, s.outcome.detail) == ((1, 2), (6, 0), "six_dogs")
    assert s.offers(0) == ()
    s = game()
    lay(s, 0, "Missy (3) (4)", done=["Raya", "Momo", "Burt", "Bongo", "Doog"])
    do(s, 0, "validate")
    assert s.outcome is not None
    assert s.outcome.winners == (0,)


@pytest.mark.rule("spots", "D22")
def test_a_busted_pack_of_nothing_is_never_validated(dice: Rolls) -> None:
    """Nobody but a winner has no unvalidated dog, whatever happens in whole games."""
    for seed in range(3):
        s = start(GAME, 4, seed=seed)
        for _ in range(200):
            if s.outcome is not None:
                break
            top = s.phases[-1]
            seat = top.actors(s)[0]
            move = top.default(s)  # type: ignore[attr-defined]
            do(s, seat, move.name, **move.args)
            assert all(s.dogs(i) for i in s.all_seats) or s.outcome is not None


@pytest.mark.rule("spots", "D23")
def test_the_deck_cannot_run_out() -> None:
    assert 4 * 6 < len(DOGS) == 32
    assert Counter(len(d.spaces) for d in DOGS) == {1: 1, 2: 15, 3: 15, 4: 1}


# ---- wild dogs -----------------------------------------------------------------------------------------


@pytest.mark.rule("spots", "R71", "R72")
def test_wild_dogs_stack_each_family_and_show_only_the_top() -> None:
    s = start(GAME, 2, wild_dogs=True)
    assert [len(s.zones[SLOT + i].cards) for i in range(6)] == [1, 5, 5, 5, 5, 1]
    for i, what in enumerate(SLOTS):
        assert {s.faces[c].split(":")[0] for c in s.zones[SLOT + i].cards} <= {what, "red"}
    seen = view(s, 0).zone("tile:3")
    assert (seen.count, len(seen.cards)) == (5, 1)
    orders = {tuple(faces(start(GAME, 2, wild_dogs=True, seed=k), "tile:2")) for k in range(5)}
    assert len(orders) > 1
    assert len(domain(s, "trick", "tile", s.starter).cards) == 6


@pytest.mark.rule("spots", "R73", "R74")
def test_e17_a_used_tile_stays_until_the_reset_and_then_goes_under(dice: Rolls) -> None:
    s = game(wild_dogs=True)
    purple = s.zones[SLOT + 2]
    names_up = {s.faces[c]: c for c in purple.cards}
    rest = [c for f, c in names_up.items() if f not in ("purple:courir", "purple:bondir")]
    purple.cards = [*rest, names_up["purple:bondir"], names_up["purple:courir"]]
    s.marks[s.tile(2)] = USED
    assert s.kind(2).name == "courir"  # grey side up, and nothing else is available there
    assert 2 not in s.available()
    for i in (1, 3, 4, 5):
        s.marks[s.tile(i)] = USED
    s.goto(turn_start(0))
    s._settle()
    assert s.kind(2).name == "bondir"
    assert s.faces[purple.cards[0]] == "purple:courir"
    assert s.available() == [0, 1, 2, 3, 4, 5]
    assert len(s.zones[BONUS].cards) == 1
    assert s.kind(0).name == "aboyer"


@pytest.mark.rule("spots", "R74")
def test_the_last_tile_of_a_stack_stays_on_top_with_its_treat() -> None:
    s = game(wild_dogs=True)
    top = s.tile(1)
    for i in (0, 2, 3, 4, 5):
        s.marks[s.tile(i)] = USED
    s.goto(turn_start(0))
    s._settle()
    assert s.tile(1) == top
    assert len(s.zones[BONUS + 1].cards) == 1
