"""Spots, rule by rule. Dogs, yards and rolls are laid out by hand; what is expected comes from the rules."""

import pytest

from tablee.games.spots.data import DOGS, SETS, TILE_NAMED
from tablee.games.spots.rules import GAME
from tablee.games.spots.table import (
    ASIDE,
    BOX,
    DECK,
    TREAT_BOX,
    USED,
)
from tablee.kernel.domains import Number
from tests.games.spots import (
    BURY,
    Rolls,
    assign,
    cannot,
    dogs_of,
    domain,
    game,
    grey,
    grey_free,
    keep_dice,
    lay,
    shown,
    slot,
    supply,
    treats,
    trick,
    turn,
    where,
    yard,
)
from tests.games.spots import dice as dice
from tests.table import do, names, refused, start, told, view

# ---- setup ---------------------------------------------------------------------------------------------


@pytest.mark.rule("spots", "R1", "R2", "R4")
def test_six_tiles_two_red_and_one_of_each_family_all_available() -> None:
    s = start(GAME, 2)
    used = [s.kind(i).name for i in range(6)]
    assert used == ["aboyer", "marcher", "courir", "faire_le_beau", "rattraper", "se_rouler"]
    assert sorted(s.kind(i).family for i in range(6)) == ["blue", "green", "purple", "red", "red", "yellow"]
    assert s.available() == [0, 1, 2, 3, 4, 5]
    assert len(s.zones[BOX].cards) == 22 - 6


@pytest.mark.rule("spots", "R3")
def test_later_games_take_a_set_a_choice_or_chance() -> None:
    for name, tiles in SETS.items():
        s = start(GAME, 2, set=name)
        assert {s.kind(i).name for i in range(6)} == {"aboyer", "se_rouler", *tiles}
    s = start(GAME, 2, set="chosen", yellow="pister", purple="bondir", blue="chiper", green="macher")
    assert {s.kind(i).name for i in range(6)} == {"aboyer", "se_rouler", "pister", "bondir", "chiper", "macher"}
    drawn = {
        tuple(s.kind(i).name for i in range(1, 5))
        for s in (start(GAME, 2, set="random", seed=k) for k in range(9))
    }
    assert len(drawn) > 3
    for some in drawn:
        assert [TILE_NAMED[t].family for t in some] == ["yellow", "purple", "green", "blue"]


@pytest.mark.rule("spots", "R5", "R6")
def test_two_dogs_each_and_a_deck_whose_top_everybody_sees() -> None:
    s = start(GAME, 3)
    assert [len(s.dogs(seat)) for seat in s.all_seats] == [2, 2, 2]
    assert len(s.zones[DECK].cards) == 32 - 6
    deck = view(s).zone("deck")
    assert deck.count == 26
    assert [c.face for c in deck.cards if c] == [s.faces[s.zones[DECK].cards[-1]]]


@pytest.mark.rule("spots", "R7", "R8", "R9")
def test_common_supplies_and_one_treat_and_one_buried_die_each() -> None:
    s = start(GAME, 4)
    for seat in s.all_seats:
        assert treats(s, seat) == 1
        assert len(yard(s, seat)) == 1
        assert 1 <= yard(s, seat)[0] <= 6
    assert supply(s) == 40 - 4
    assert len(s.zones[TREAT_BOX].cards) == 20 - 4


@pytest.mark.rule("spots", "R10", "R11", "D21")
def test_e18_the_highest_die_begins_and_only_those_level_roll_again(dice: Rolls) -> None:
    dice.next((5,), (5,), (3,), (2,), (1,))
    s = start(GAME, 3)
    assert turn(s) == 0
    assert [yard(s, seat) for seat in s.all_seats] == [[2], [1], [3]]
    dice.next((2,), (6,))
    assert turn(start(GAME, 2)) == 1
    dice.next((4,), (4,), (6,), (6,), (1,), (3,))
    s = start(GAME, 2)
    assert turn(s) == 1
    assert [treats(s, seat) for seat in s.all_seats] == [1, 1]


@pytest.mark.rule("spots", "R12")
def test_play_goes_clockwise(dice: Rolls) -> None:
    s = game("faire_le_beau", players=3)
    assert turn(s) == 0
    trick(s, "faire_le_beau")
    assert turn(s) == 1
    grey_free(s)
    trick(s, "faire_le_beau", 1)
    assert turn(s) == 2
    grey_free(s)
    trick(s, "faire_le_beau", 2)
    assert turn(s) == 0


# ---- the turn ------------------------------------------------------------------------------------------


@pytest.mark.rule("spots", "R13", "R14")
def test_e1_only_coloured_tiles_may_be_chosen() -> None:
    s = game()
    grey(s, "aboyer", "se_rouler", "rattraper", "faire_le_beau")
    lay(s, 0, "Missy 3 4")
    offered = domain(s, "trick", "tile").cards
    assert sorted(s.faces[c] for c in offered) == ["purple:courir", "yellow:marcher"]
    assert names(s, 0) == {"trick", "resign"}
    assert names(s, 1) == set()
    assert refused(s, 0, "trick", tile=s.tile(slot(s, "aboyer"))) == "not_possible"
    lay(s, 0, "Missy (3) (4)", "Burt 1")
    assert names(s, 0) == {"trick", "validate", "resign"}
    trick(s, "courir")
    assert s.marks[s.tile(slot(s, "courir"))] == USED
    assert "validate" not in names(s, 0)


@pytest.mark.rule("spots", "R15", "R16", "R18", "R19", "R34")
def test_e2_e3_courir(dice: Rolls) -> None:
    s = game("courir")
    lay(s, 0, "Missy 3 4", "Sundrop 2 3", treats=0)
    before = supply(s)
    dice.next((3, 4, 6), (2,))
    trick(s, "courir")
    assert supply(s) == before - 3
    assert cannot(s, (3, "Missy"), (4, "Missy"), (6, "Sundrop"))
    assign(s, (3, "Missy"), (4, "Missy"), (6, BURY))
    assert dogs_of(s) == ["Missy (3) (4)", "Sundrop 2 3"]
    assert yard(s) == [6]
    assert names(s, 0) == {"go", "stop"}
    do(s, 0, "go")
    assert shown(s) == [2]
    assign(s, (2, "Sundrop"))
    assert dogs_of(s)[1] == "Sundrop (2) 3"
    assert names(s, 0) == {"go", "stop"}
    do(s, 0, "stop")
    assert turn(s) == 1


@pytest.mark.rule("spots", "R17")
def test_a_space_takes_one_die(dice: Rolls) -> None:
    s = game("marcher")
    lay(s, 0, "Missy 3 4", treats=0)
    dice.next((3, 3))
    trick(s, "marcher")
    assert cannot(s, (3, "Missy"), (3, "Missy"))
    assign(s, (3, "Missy"), (3, BURY))
    assert (dogs_of(s), yard(s)) == (["Missy (3) 4"], [3])


@pytest.mark.rule("spots", "R18", "D2")
def test_a_die_may_be_buried_although_it_fits_and_even_to_bust(dice: Rolls) -> None:
    s = game("marcher")
    lay(s, 0, "Missy 3 4", yard=[2], treats=0)
    dice.next((3, 4))
    trick(s, "marcher")
    events = assign(s, (3, BURY), (4, BURY))
    assert told(events, "bust") == [{"seat": 0, "total": 9}]


@pytest.mark.rule("spots", "R20", "R29")
def test_e5_marcher_gives_the_third_die_only_when_two_are_put_away(dice: Rolls) -> None:
    s = game("marcher")
    lay(s, 0, "Missy 3 4", "Burt 1", treats=0)
    dice.next((3, 4), (1,))
    trick(s, "marcher")
    assert refused(s, 0, "go") == "not_offered"
    assert refused(s, 0, "assign", dice=where(s, 0, [(3, "Missy")])) == "not_possible"
    assign(s, (3, "Missy"), (4, "Missy"))
    do(s, 0, "go")
    assert shown(s) == [1]
    assign(s, (1, BURY))
    assert turn(s) == 1  # one die, not again and again


@pytest.mark.rule("spots", "R21", "R36", "D9")
def test_e6_bondir_rolls_one_die_at_a_time(dice: Rolls) -> None:
    s = game("bondir")
    lay(s, 0, "Missy 3 4", treats=0)
    before = supply(s)
    trick(s, "bondir")
    number = domain(s, "aside", "n")
    assert number == Number(3, 12)
    dice.next((3,), (1,), (2,), (4,))
    do(s, 0, "aside", n=4)
    assert supply(s) == before - 4
    for value, target in ((3, "Missy"), (1, BURY), (2, BURY)):
        assert shown(s) == [value]
        assign(s, (value, target))
    assert len(s.zones[ASIDE].cards) == 0
    assert names(s, 0) == {"assign"}  # no paws: no stopping before the last die


@pytest.mark.rule("spots", "R36", "D9", "D20")
def test_bondir_may_stop_when_no_more_dice_are_left_than_paws(dice: Rolls) -> None:
    s = game("bondir")
    lay(s, 0, "Doog 2 3 5 6", treats=0)  # two paws
    before = supply(s)
    dice.next((2,), (3,))
    trick(s, "bondir")
    do(s, 0, "aside", n=4)
    assign(s, (2, "Doog"))
    assert shown(s) == [3]  # three left, two paws: the next is rolled
    assign(s, (3, "Doog"))
    assert names(s, 0) == {"go", "stop"}
    do(s, 0, "stop")
    assert turn(s) == 1
    assert supply(s) == before - 2
    s = game("bondir")
    lay(s, 0, "Missy 3 4", treats=0)
    keep_dice(s, 2)
    dice.next((3,), (4,))
    trick(s, "bondir")  # fewer than three: all are set aside, nothing is asked
    assert shown(s) == [3]
    assert len(s.zones[ASIDE].cards) == 1
    s = game("bondir")
    keep_dice(s, 7)
    trick(s, "bondir")
    assert domain(s, "aside", "n") == Number(3, 7)


@pytest.mark.rule("spots", "R22", "R25")
def test_only_what_says_so_may_be_skipped_or_repeated(dice: Rolls) -> None:
    s = game("pourchasser")
    lay(s, 0, "Missy 3 4", treats=0)
    dice.next((3,))
    trick(s, "pourchasser")
    assert names(s, 0) == {"assign"}  # the first roll is not asked for
    assign(s, (3, "Missy"))
    assert names(s, 0) == {"go", "stop"}


@pytest.mark.rule("spots", "R23", "R24", "D3", "R28")
def test_se_rouler_rolls_all_buried_dice_and_goes_on_without_any(dice: Rolls) -> None:
    s = game()
    lay(s, 0, "Missy 3 4", yard=[5, 1], treats=0)
    before = supply(s)
    dice.next((3, 6))
    trick(s, "se_rouler")
    assert yard(s) == []
    assert supply(s) == before
    assign(s, (3, "Missy"), (6, BURY))
    assert yard(s) == [6]
    assert names(s, 0) == {"go", "stop"}
    s = game()
    lay(s, 0, "Missy 3 4", treats=0)
    trick(s, "se_rouler")
    assert names(s, 0) == {"go", "stop"}  # nothing to roll over, and the second step is offered all the same


@pytest.mark.rule("spots", "D3", "R62")
def test_the_yard_is_empty_while_its_dice_roll(dice: Rolls) -> None:
    s = game()
    lay(s, 0, "Missy 3 4", yard=[6, 1], treats=0)
    dice.next((1, 6))
    trick(s, "se_rouler")
    events = assign(s, (1, BURY), (6, BURY))
    assert told(events, "bust") == []
    assert yard(s) == [1, 6]


@pytest.mark.rule("spots", "R26", "D20")
def test_paws_are_counted_on_dogs_that_are_not_validated() -> None:
    s = game("faire_le_beau")
    lay(s, 0, "Lief 1 2 3", "Doog (2) (3) (5) (6)", treats=0, done=["Raya"])
    assert s.paws(0) == 3
    assert [d.paws for d in DOGS if len(d.spaces) < 3] == [0] * 16
    trick(s, "faire_le_beau")
    assert treats(s) == 4
