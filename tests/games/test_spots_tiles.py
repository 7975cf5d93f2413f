"""Spots, rule by rule: tiles. Expected results are worked out from the rules."""

import pytest

from tablee.games.spots.table import (
    BONUS,
    BOX,
    TRAY,
    TREAT_BOX,
)
from tablee.kernel.domains import Number, OneOf
from tests.games.spots import (
    BURY,
    DROP,
    Rolls,
    assign,
    cannot,
    dogs_of,
    domain,
    game,
    grey,
    keep_dice,
    lay,
    on_top,
    shown,
    slot,
    supply,
    treats,
    trick,
    turn,
    turn_start,
    yard,
)
from tests.games.spots import dice as dice
from tests.table import do, names, refused, told

# ---- tiles ---------------------------------------------------------------------------------------------


@pytest.mark.rule("spots", "R27")
def test_aboyer_draws_the_top_dog_and_rolls_one_die(dice: Rolls) -> None:
    s = game()
    lay(s, 0, "Missy 3 4", treats=0)
    on_top(s, "Burt")
    dice.next((1,))
    trick(s, "aboyer")
    assert dogs_of(s) == ["Missy 3 4", "Burt 1"]
    assign(s, (1, "Burt"))
    assert turn(s) == 1
    s = game()
    lay(s, 0, "Missy 3 4", done=["Burt", "Bongo", "Raya", "Momo", "Mayor"], treats=0)
    dice.next((3,))
    trick(s, "aboyer")  # six cards already: no dog, but the die
    assert dogs_of(s) == ["Missy 3 4"]
    assert shown(s) == [3]


@pytest.mark.rule("spots", "R30", "D4")
def test_e10_creuser_can_drive_another_mad(dice: Rolls) -> None:
    s = game("creuser")
    lay(s, 0, "Lief 1 2 3", "Doog 2 3 5 6", yard=[1], treats=0)
    lay(s, 1, "Missy (3) 4", "Burt 1", yard=[4, 3])
    dice.next((1, 2))
    trick(s, "creuser")
    four = next(d for d in s.yard(1).cards if s.value(d) == 4)
    events = do(s, 0, "dig", die=four, way="up")
    assert told(events, "bust") == [{"seat": 1, "total": 8}]
    assert (yard(s, 1), dogs_of(s, 1)) == ([], ["Missy 3 4", "Burt 1"])
    assert names(s, 0) == {"dig", "stop"}
    one = s.yard(0).cards[0]
    do(s, 0, "dig", die=one, way="down")  # a 1 that is lowered is gone
    assert yard(s) == []
    assert shown(s) == [1, 2]  # nothing is buried any more: the roll follows


@pytest.mark.rule("spots", "R30", "D4")
def test_creuser_digs_once_per_paw_never_above_six_and_may_drive_oneself_mad(dice: Rolls) -> None:
    s = game("creuser")
    lay(s, 0, "Doog 2 (3) 5 6", yard=[6, 1], treats=0)
    lay(s, 1, "Burt 1", yard=[2])
    trick(s, "creuser")
    six = next(d for d in s.yard(0).cards if s.value(d) == 6)
    assert refused(s, 0, "dig", die=six, way="up") == "not_possible"
    theirs = s.yard(1).cards[0]
    do(s, 0, "dig", die=theirs, way="up")
    do(s, 0, "dig", die=theirs, way="up")  # the same die again; that was the second paw
    assert yard(s, 1) == [4]
    assert names(s, 0) == {"assign"}
    s = game("creuser")
    lay(s, 0, "Doog 2 (3) 5 6", yard=[5, 2], treats=0)
    trick(s, "creuser")
    events = do(s, 0, "dig", die=s.yard(0).cards[0], way="up")
    assert told(events, "bust") == [{"seat": 0, "total": 8}]
    assert turn(s) == 1
    assert dogs_of(s) == ["Doog 2 3 5 6"]
    s = game("creuser")
    lay(s, 0, "Missy 3 4", yard=[5], treats=0)
    trick(s, "creuser")
    assert names(s, 0) == {"assign"}  # no paws, no digging


@pytest.mark.rule("spots", "R31", "D5")
def test_trotter_moves_a_die_that_takes_the_new_number(dice: Rolls) -> None:
    s = game("trotter")
    lay(s, 0, "Missy (3) 4", "Burt 1", treats=0)
    dice.next((3, 4))
    trick(s, "trotter")
    assert names(s, 0) == {"move", "stop"}
    die = s.spaces(0).held()[0]
    assert list(domain(s, "move", "to").places) == [1, 4]
    do(s, 0, "move", die=die, to=4)
    assert dogs_of(s) == ["Missy 3 4", "Burt (1)"]
    assert s.value(die) == 1
    assert shown(s) == [3, 4]
    s = game("trotter")
    lay(s, 0, "Missy (3) 4", treats=0)
    trick(s, "trotter")
    do(s, 0, "move", die=s.spaces(0).held()[0], to=1)  # on the same dog
    assert dogs_of(s) == ["Missy 3 (4)"]
    s = game("trotter")
    lay(s, 0, "Missy (3) 4", treats=0)
    trick(s, "trotter")
    do(s, 0, "stop")
    assert dogs_of(s) == ["Missy (3) 4"]
    assert len(shown(s)) == 2


@pytest.mark.rule("spots", "R32", "D6")
def test_rapporter_sets_a_die_that_no_treat_rerolls(dice: Rolls) -> None:
    s = game("rapporter")
    lay(s, 0, "Missy 3 4", treats=2)
    on_top(s, "Pebble")
    trick(s, "rapporter")
    assert domain(s, "set", "value") == OneOf(["1", "3", "4"])
    do(s, 0, "set", value="4")
    assert names(s, 0) == {"assign"}
    assign(s, (4, "Missy"))
    assert len(shown(s)) == 2
    assert names(s, 0) == {"assign", "reroll"}


@pytest.mark.rule("spots", "D6", "R54", "R56")
def test_rapporter_may_complete_the_pack_before_the_two_dice(dice: Rolls) -> None:
    s = game("rapporter")
    lay(s, 0, "Missy (3) 4", treats=0)
    on_top(s, "Pebble")
    trick(s, "rapporter")
    do(s, 0, "set", value="4")
    events = assign(s, (4, "Missy"))
    assert told(events, "express") == [{"seat": 0, "dogs": "Missy", "count": 1}]
    assert dogs_of(s) == ["Pebble 1 3 4"]
    assert len(shown(s)) == 2


@pytest.mark.rule("spots", "D6", "R23")
def test_rapporter_without_a_die_is_skipped(dice: Rolls) -> None:
    s = game("rapporter")
    lay(s, 0, "Missy 3 4", treats=0)
    keep_dice(s, 0)
    trick(s, "rapporter")
    assert turn(s) == 1  # which began with the bust of everybody (R69)


@pytest.mark.rule("spots", "R33", "D7", "R59")
def test_pister_rerolls_some_dice_chosen_anew_each_time(dice: Rolls) -> None:
    s = game("pister")
    lay(s, 0, "Missy 3 4", "Burt 1", treats=2)
    dice.next((3, 6, 6), (4, 5), (1,))
    trick(s, "pister")
    tray = s.zones[TRAY].cards
    assert refused(s, 0, "reroll", dice=[]) == "not_possible"
    do(s, 0, "reroll", dice=tray[1:])
    assert shown(s) == [3, 4, 5]
    do(s, 0, "reroll", dice=[tray[2]])
    assert shown(s) == [3, 4, 1]
    assert treats(s) == 0
    assert names(s, 0) == {"assign"}


@pytest.mark.rule("spots", "R35", "D8")
def test_pourchasser_rolls_one_more_each_time(dice: Rolls) -> None:
    s = game("pourchasser")
    lay(s, 0, "Wolfgang 2 3 4", "Zipper 4 5 6", treats=0)
    dice.next((2,), (3, 4), (4, 5, 6))
    trick(s, "pourchasser")
    assign(s, (2, "Wolfgang"))
    do(s, 0, "go")
    assert shown(s) == [3, 4]
    assign(s, (3, "Wolfgang"), (4, "Wolfgang"))
    do(s, 0, "go")
    assert shown(s) == [4, 5, 6]


@pytest.mark.rule("spots", "D8", "R68")
def test_a_repetition_needs_a_die_of_the_supply_and_a_shortage_does_not_reset_the_count(dice: Rolls) -> None:
    s = game("pourchasser")
    lay(s, 0, "Wolfgang 2 3 4", "Zipper 4 5 6", treats=0)
    keep_dice(s, 4)
    dice.next((2,), (3, 4), (4,))
    trick(s, "pourchasser")
    assign(s, (2, "Wolfgang"))
    do(s, 0, "go")
    assign(s, (3, "Wolfgang"), (4, "Wolfgang"))
    do(s, 0, "go")  # three are planned, one is there
    assert shown(s) == [4]
    assign(s, (4, "Zipper"))
    assert turn(s) == 1  # no die is left: no further repetition is offered


@pytest.mark.rule("spots", "R37")
def test_sprinter_rolls_a_die_for_each_dog_with_an_empty_space(dice: Rolls) -> None:
    s = game("sprinter")
    lay(s, 0, "Missy 3 4", "Burt (1)", "Bongo 1 (3)", treats=0)
    dice.next((3, 1), (4,))
    trick(s, "sprinter")
    assert shown(s) == [3, 1]
    assign(s, (3, "Missy"), (1, "Bongo"))
    do(s, 0, "go")
    assert shown(s) == [4]


@pytest.mark.rule("spots", "R38", "D10")
def test_s_entasser_rolls_an_own_die_with_two_others(dice: Rolls) -> None:
    s = game("s_entasser")
    lay(s, 0, "Missy (3) (4)", "Burt 1", yard=[2], treats=1)
    dice.next((3, 5, 1), (3, 4, 1))
    trick(s, "s_entasser")
    assert names(s, 0) == {"take"}  # compulsory
    three = next(d for d in s.spaces(0).held() if s.value(d) == 3)
    do(s, 0, "take", die=three)
    assert dogs_of(s)[0] == "Missy 3 (4)"  # a complete dog is open again
    assert len(shown(s)) == 3
    do(s, 0, "reroll")
    assert shown(s) == [3, 4, 1]
    assign(s, (3, "Missy"), (4, BURY), (1, BURY))
    assert yard(s) == [1, 2, 4]
    assert names(s, 0) == {"take", "stop"}
    s = game("s_entasser")
    lay(s, 0, "Burt 1", treats=0)
    trick(s, "s_entasser")
    assert len(shown(s)) == 2  # no own die: the two others alone


@pytest.mark.rule("spots", "R39")
def test_rattraper_keeps_all_dice_of_one_number(dice: Rolls) -> None:
    s = game("rattraper")
    lay(s, 0, "Missy 3 4", treats=0)
    before = supply(s)
    dice.next((3, 3, 1, 1, 5, 6, 6, 6))
    trick(s, "rattraper")
    rest = [(1, DROP), (1, DROP), (5, DROP), (6, DROP), (6, DROP), (6, DROP)]
    assert cannot(s, (3, "Missy"), (3, DROP), *rest)  # all of the number
    assert cannot(s, (3, "Missy"), (3, BURY), (1, BURY), *rest[1:])  # one number only
    assert cannot(s, (3, DROP), (3, DROP), *rest)  # one must be chosen
    assign(s, (3, "Missy"), (3, BURY), *rest)
    assert (dogs_of(s), yard(s)) == (["Missy (3) 4"], [3])
    assert supply(s) == before - 2


@pytest.mark.rule("spots", "R40", "D11")
def test_garder_names_a_number_before_the_roll_and_drops_what_is_greater(dice: Rolls) -> None:
    s = game("garder")
    lay(s, 0, "Missy 3 4", treats=1)
    dice.next((6, 6, 6, 6), (1, 3, 4, 6))
    trick(s, "garder")
    assert domain(s, "name", "n") == Number(1, 6)
    do(s, 0, "name", n=3)
    do(s, 0, "reroll")  # all four, before anything is dropped
    assert cannot(s, (1, BURY), (3, "Missy"), (4, "Missy"), (6, DROP))
    assert cannot(s, (1, DROP), (3, "Missy"), (4, DROP), (6, DROP))
    assign(s, (1, BURY), (3, "Missy"), (4, DROP), (6, DROP))
    assert (dogs_of(s), yard(s)) == (["Missy (3) 4"], [1])


@pytest.mark.rule("spots", "R41", "D14", "D30")
def test_chasser_rolls_two_and_the_paws_and_uses_two(dice: Rolls) -> None:
    s = game("chasser")
    lay(s, 0, "Doog 2 3 5 6", treats=0)
    dice.next((2, 3, 4, 4))
    trick(s, "chasser")
    assert cannot(s, (2, "Doog"), (3, DROP), (4, DROP), (4, DROP))
    assert cannot(s, (2, "Doog"), (3, "Doog"), (4, BURY), (4, DROP))
    assign(s, (2, "Doog"), (3, "Doog"), (4, DROP), (4, DROP))
    assert dogs_of(s) == ["Doog (2) (3) 5 6"]
    s = game("chasser")
    lay(s, 0, "Missy 3 4", treats=0)
    keep_dice(s, 1)
    dice.next((3,))
    trick(s, "chasser")
    assert told(assign(s, (3, "Missy")), "assigns") == [{"seat": 0, "placed": 1, "spots": 0}]  # all there was


@pytest.mark.rule("spots", "R42", "D13")
def test_e12_chercher_keeps_a_set_that_totals_eight(dice: Rolls) -> None:
    s = game("chercher")
    lay(s, 0, "Missy 3 4", "Ursula 1 5", treats=0)
    dice.next((6, 6, 6, 6, 5, 5, 5))
    trick(s, "chercher")
    six, five = (6, DROP), (5, DROP)
    assert cannot(s, (6, BURY), six, six, six, five, five, five)
    assign(s, six, six, six, six, five, five, five)
    assert turn(s) == 1
    s = game("chercher")
    lay(s, 0, "Missy 3 4", "Ursula 1 5", treats=0)
    dice.next((6, 6, 6, 6, 5, 5, 3))
    trick(s, "chercher")
    assert cannot(s, six, six, six, six, five, five, (3, DROP))  # 5 + 3 must be used
    assert cannot(s, six, six, six, six, five, five, (3, "Missy"))
    assign(s, six, six, six, six, (5, BURY), five, (3, "Missy"))
    assert (dogs_of(s)[0], yard(s)) == ("Missy (3) 4", [5])


@pytest.mark.rule("spots", "D13", "R62")
def test_burying_the_whole_set_of_chercher_busts(dice: Rolls) -> None:
    s = game("chercher")
    lay(s, 0, "Burt 1", treats=0)
    dice.next((6, 6, 6, 6, 5, 5, 3))
    trick(s, "chercher")
    events = assign(s, (5, BURY), (3, BURY), (5, DROP), *[(6, DROP)] * 4)
    assert told(events, "bust")


@pytest.mark.rule("spots", "R43", "D12")
def test_e13_chiper_may_drop_dice_lower_than_the_yard(dice: Rolls) -> None:
    s = game("chiper")
    lay(s, 0, "Handsome 3 6", "Bristles 1 2", yard=[2, 1], treats=0)
    dice.next((1, 2, 3, 6))
    trick(s, "chiper")
    assert cannot(s, (1, DROP), (2, DROP), (3, DROP), (6, "Handsome"))  # equal to the total: kept
    assert cannot(s, (1, DROP), (2, DROP), (3, "Handsome"), (6, DROP))
    twin = s.copy()
    assign(twin, (1, "Bristles"), (2, DROP), (3, "Handsome"), (6, "Handsome"))
    assert yard(twin) == [1, 2]
    assign(s, (1, DROP), (2, DROP), (3, "Handsome"), (6, "Handsome"))
    assert dogs_of(s) == ["Handsome (3) (6)", "Bristles 1 2"]


@pytest.mark.rule("spots", "R44", "R67", "R65", "R66", "D18")
def test_e11_the_last_tile_gets_a_treat_and_whoever_takes_it_gains_it(dice: Rolls) -> None:
    s = game("faire_le_beau")
    lay(s, 0, "Lief 1 2 3", treats=0)
    grey(s, "aboyer", "se_rouler", "marcher", "courir", "rattraper")
    s.goto(turn_start(0))
    s._settle()
    assert len(s.zones[BONUS + slot(s, "faire_le_beau")].cards) == 1
    assert s.available() == [0, 1, 2, 3, 4, 5]
    trick(s, "faire_le_beau")
    assert treats(s) == 3
    assert s.zones[BONUS + slot(s, "faire_le_beau")].cards == []


@pytest.mark.rule("spots", "D18", "D19")
def test_the_reset_comes_before_the_choice_and_treats_pile_up(dice: Rolls) -> None:
    s = game("marcher")
    lay(s, 0, "Missy (3) (4)", "Burt 1", treats=0)
    for _ in range(2):
        grey(s, "aboyer", "se_rouler", "courir", "rattraper", "faire_le_beau")
        s.goto(turn_start(0))
        s._settle()
    assert len(s.zones[BONUS + slot(s, "marcher")].cards) == 2
    twin = s.copy()
    do(twin, 0, "validate")  # the reset stays although no tile was chosen
    assert len(twin.available()) == 6
    dice.next((3, 4))
    trick(s, "marcher")
    assert treats(s) == 2
    assert names(s, 0) == {"assign", "reroll"}  # they can be spent in this very trick
    s = game("marcher")
    lay(s, 0, "Missy 3 4", treats=0)
    s.zones[BOX].cards += s.zones[TREAT_BOX].cards
    s.zones[TREAT_BOX].cards = []
    grey(s, "aboyer", "se_rouler", "courir", "rattraper", "faire_le_beau")
    s.goto(turn_start(0))
    s._settle()
    assert len(s.available()) == 6  # without a treat it happens all the same
    assert s.zones[BONUS + slot(s, "marcher")].cards == []


@pytest.mark.rule("spots", "R45")
def test_macher_doubles_and_takes_one_more() -> None:
    s = game("macher")
    lay(s, 0, "Missy 3 4", treats=3)
    trick(s, "macher")
    assert treats(s) == 7
    assert turn(s) == 1


@pytest.mark.rule("spots", "R46", "D15", "R68")
def test_e14_devorer_takes_seven_and_gives_back_the_highest_space() -> None:
    s = game("devorer")
    lay(s, 0, "Frankie 4 (5)", treats=1)
    trick(s, "devorer")
    assert treats(s) == 1 + 7 - 4
    s = game("devorer")
    lay(s, 0, "Mayor 1 6", treats=0)
    box = s.zones[TREAT_BOX].cards
    s.zones[BOX].cards += box[4:]
    del box[4:]
    trick(s, "devorer")
    assert treats(s) == 0
    s = game("devorer")
    lay(s, 0, "Burt (1)", treats=0)  # no empty space: nothing to give back
    trick(s, "devorer")
    assert treats(s) == 7


@pytest.mark.rule("spots", "R47", "D16")
def test_e15_pas_bouger_counts_the_other_grey_tiles() -> None:
    s = game("pas_bouger")
    lay(s, 0, "Missy 3 4", treats=0)
    grey(s, "aboyer", "courir")
    trick(s, "pas_bouger")
    assert treats(s) == 2
    s = game("pas_bouger")
    lay(s, 0, "Missy 3 4", treats=0)
    grey(s, "aboyer", "courir", "se_rouler", "marcher")
    trick(s, "pas_bouger")
    assert treats(s) == 4


@pytest.mark.rule("spots", "R48", "D17")
def test_faire_le_mort_pays_a_buried_die_unless_it_busts(dice: Rolls) -> None:
    s = game("faire_le_mort")
    for where_to, buried, gained in ((BURY, 1, 4), ("Missy", 1, 0), (BURY, 4, 0)):
        s = game("faire_le_mort")
        lay(s, 0, "Missy 3 4", "Burt 1", yard=[buried], treats=0)
        dice.next((4,))
        trick(s, "faire_le_mort")
        assign(s, (4, where_to))
        assert treats(s) == gained, (where_to, buried)
