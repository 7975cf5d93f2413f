"""Spots, rule by rule. Dogs, yards and rolls are laid out by hand; what is expected comes from the rules."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import pytest
from msgspec import json, to_builtins

from tablee.arena.match import Match
from tablee.games.spots.chance import bust_chance, keeps, rolls
from tablee.games.spots.data import DOG_NAMED, DOGS, SETS, SLOTS, TILE_NAMED, TILES
from tablee.games.spots.domains import Assignment
from tablee.games.spots.rules import GAME
from tablee.games.spots.table import (
    ASIDE,
    BONUS,
    BOX,
    DECK,
    SLOT,
    SUPPLY,
    TOUTOU_DOGS,
    TOUTOU_TREATS,
    TRAY,
    TREAT_BOX,
    USED,
    SpotsState,
)
from tablee.games.spots.turn import Choose, Rolled, TurnStart
from tablee.kernel.domains import Number, OneOf
from tablee.kernel.door import Door, encode
from tablee.kernel.events import Event
from tablee.kernel.outcome import Reason, Result
from tablee.kernel.record import SeatChanged, apply
from tablee.kernel.rng import seed_from
from tablee.kernel.units import CardId, Seat
from tablee.kernel.zones import HOLE, Zone
from tests.table import do, faces, names, refused, start, told, view, wait

BURY, DROP = "bury", "drop"
Where = Sequence[tuple[int, str]]


class Rolls:
    """The dice of the next rolls."""

    def __init__(self) -> None:
        self.coming: list[tuple[int, ...]] = []

    def next(self, *rolled: tuple[int, ...]) -> None:
        self.coming = list(rolled)


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> Rolls:
    """Rolls of the test's choice; when they have run out, chance rolls again."""
    chance, coming = SpotsState.throw, Rolls()

    def throw(s: SpotsState, thrown: Sequence[CardId]) -> None:
        if not coming.coming:
            chance(s, thrown)
            return
        for die, value in zip(thrown, coming.coming.pop(0), strict=True):
            s.marks[die] = str(value)
        s.rolls += 1

    monkeypatch.setattr(SpotsState, "throw", throw)
    return coming


# ---- positions ------------------------------------------------------------------------------------------


def game(*tiles: str, players: int = 2, **options: Any) -> SpotsState:
    """A game with these tiles; seat 0 begins, with 1 die buried and 1 treat, like everybody."""
    chosen: dict[str, Any] = {TILE_NAMED[name].family: name for name in tiles}
    return start(GAME, players, starter=0, set="chosen" if tiles else "journee_d_adoption", **chosen, **options)


def lay(
    s: SpotsState, seat: Seat, *dogs: str, yard: Sequence[int] = (), treats: int = 1, done: Sequence[str] = ()
) -> None:
    """`lay(s, 0, "Missy (3) 4", yard=[2])`: numbers in brackets bear a die."""
    supply, deck = s.zones[SUPPLY], s.zones[DECK]
    for zone in (s.spaces(seat), s.yard(seat)):
        for die in list(zone.held()):
            s.discard(die, zone)
    for zone in (s.pack(seat), s.done(seat)):
        for card in list(zone.held()):
            zone.cards[zone.cards.index(card)] = HOLE
            deck.cards.insert(0, card)
        zone.cards = [HOLE] * len(zone.cards) if zone.poses else []
    for i, text in enumerate(dogs):
        name = re.split(r" [(\d]", text)[0]
        pick(s, name)
        s.pack(seat).cards[i] = card_of(s, name)
        for number in map(int, re.findall(r"\((\d)\)", text)):
            die = supply.cards.pop()
            s.marks[die] = str(number)
            s.spaces(seat).cards[4 * i + DOG_NAMED[name].spaces.index(number)] = die
    for name in done:
        pick(s, name)
        s.done(seat).cards.append(card_of(s, name))
    s.scores[seat] = len(done)
    for number in yard:
        die = supply.cards.pop()
        s.marks[die] = str(number)
        s.yard(seat).cards.append(die)
    s.give_treats(20, s.treats(seat))
    s.take_treats(treats, seat)
    s.phases[-1].enter(s)
    assert not s.stray()


def card_of(s: SpotsState, dog: str) -> CardId:
    return s.faces.index(DOG_NAMED[dog].face)


def pick(s: SpotsState, dog: str) -> None:
    """Takes a dog out of the deck, or from whoever else has it."""
    card = card_of(s, dog)
    for zone in s.zones:
        if card in zone.cards:
            if zone.poses:
                zone.cards[zone.cards.index(card)] = HOLE
                put_back(s, zone)
            else:
                zone.cards.remove(card)


def put_back(s: SpotsState, pack: Zone) -> None:
    """The pack from which a dog was taken gets the lowest one of the deck, so that it has as many as before."""
    pack.cards[pack.cards.index(HOLE)] = s.zones[DECK].cards.pop(0)


def on_top(s: SpotsState, dog: str) -> None:
    pick(s, dog)
    s.zones[DECK].cards.append(card_of(s, dog))


def slot(s: SpotsState, tile: str) -> int:
    return next(i for i in range(6) if s.kind(i).name == tile)


def grey(s: SpotsState, *tiles: str) -> None:
    for name in tiles:
        s.marks[s.tile(slot(s, name))] = USED
    s.phases[-1].enter(s)


def trick(s: SpotsState, tile: str, seat: Seat = 0) -> list[Event]:
    return do(s, seat, "trick", tile=s.tile(slot(s, tile)))


def dogs_of(s: SpotsState, seat: Seat = 0) -> list[str]:
    """As in the notation: `Missy (3) 4`."""
    taken = s.spaces(seat).cards
    return [
        " ".join([dog.name, *(f"({v})" if taken[4 * i + j] != HOLE else str(v) for j, v in enumerate(dog.spaces))])
        for i, dog in s.dogs(seat).items()
    ]


def yard(s: SpotsState, seat: Seat = 0) -> list[int]:
    return sorted(s.value(die) for die in s.yard(seat).cards)


def treats(s: SpotsState, seat: Seat = 0) -> int:
    return len(s.treats(seat).cards)


def supply(s: SpotsState) -> int:
    return len(s.zones[SUPPLY].cards)


def shown(s: SpotsState) -> list[int]:
    return [s.value(die) for die in s.zones[TRAY].cards]


def where(s: SpotsState, seat: Seat, places: Where) -> list[list[Any]]:
    """Each die of the roll by its number, and the dog it goes to, `bury` or `drop`."""
    left = list(s.zones[TRAY].cards)
    value: list[list[Any]] = []
    for number, target in places:
        die = next(d for d in left if s.value(d) == number)
        left.remove(die)
        if target in (BURY, DROP):
            value.append([die, target])
        else:
            i, dog = next((i, dog) for i, dog in s.dogs(seat).items() if dog.name == target)
            at = dog.spaces.index(number) if number in dog.spaces else 0
            value.append([die, 4 * i + at])
    return value


def assign(s: SpotsState, *places: tuple[int, str], seat: Seat = 0) -> list[Event]:
    return do(s, seat, "assign", dice=where(s, seat, places))


def cannot(s: SpotsState, *places: tuple[int, str], seat: Seat = 0) -> bool:
    return refused(s, seat, "assign", dice=where(s, seat, places)) == "not_possible"


def turn(s: SpotsState) -> Seat:
    """Whose choice of a tile it is."""
    top = s.phases[-1]
    assert isinstance(top, Choose), top
    return top.seat


def domain(s: SpotsState, name: str, parameter: str, seat: Seat = 0) -> Any:
    return next(o for o in s.offers(seat) if o.name == name).params[parameter]


# ---- setup ----------------------------------------------------------------------------------------------


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


def grey_free(s: SpotsState) -> None:
    for i in range(6):
        s.marks.pop(s.tile(i), None)


# ---- the turn -------------------------------------------------------------------------------------------


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


def keep_dice(s: SpotsState, n: int) -> None:
    """Leaves only n dice in the supply; the others are in the box."""
    dice = s.zones[SUPPLY].cards
    s.zones[BOX].cards += dice[n:]
    del dice[n:]


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


# ---- tiles ----------------------------------------------------------------------------------------------


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


def turn_start(seat: Seat) -> Any:
    return TurnStart(seat=seat)


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


# ---- treats, busts, validation --------------------------------------------------------------------------


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


# ---- wild dogs ------------------------------------------------------------------------------------------


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


# ---- solo -----------------------------------------------------------------------------------------------


def solo(*tiles: str, **options: Any) -> SpotsState:
    s = game(*tiles, players=1, **options)
    lay(s, 0, "Missy 3 4", treats=0)
    return s


def toutou(s: SpotsState, dice: Rolls, die: int) -> list[Event]:
    """The player does nothing much, then T0ut0u rolls this."""
    grey_free_slot = next(i for i in s.available() if s.kind(i).family == "green")
    dice.next((die,))
    do(s, 0, "trick", tile=s.tile(grey_free_slot))
    return wait(s, "toutou/over")


@pytest.mark.rule("spots", "R75", "R76")
def test_solo_the_player_begins_and_toutou_has_one_treat_and_nothing_else() -> None:
    s = start(GAME, 1)
    assert turn(s) == 0
    assert len(s.zones[TOUTOU_TREATS].cards) == 1
    assert s.zones[TOUTOU_DOGS].cards == []
    assert len(s.zones[DECK].cards) == 30
    assert not any(zone.name.startswith("yard:1") for zone in s.zones)


@pytest.mark.rule("spots", "R77", "R78", "R79", "R80")
def test_e16_toutou(dice: Rolls) -> None:
    s = solo()
    bonus = s.zones[BONUS + 2]
    s.move(s.zones[TREAT_BOX].cards[-1], s.zones[TREAT_BOX], bonus)
    top = s.faces[s.zones[DECK].cards[-1]]
    box = len(s.zones[TREAT_BOX].cards)
    events = toutou(s, dice, 3)  # purple, coloured, with a treat: 2 treats, so a dog
    assert told(events, "toutou_turns") == [{"tile": "courir", "count": 1}]
    assert faces(s, s.zones[TOUTOU_DOGS]) == [top]
    assert (s.zones[TOUTOU_TREATS].cards, bonus.cards) == ([], [])
    assert len(s.zones[TREAT_BOX].cards) == box + 2 - 1  # the player took one
    assert s.marks[s.tile(2)] == USED
    s.marks.pop(s.tile(3))
    top = s.faces[s.zones[DECK].cards[-1]]
    toutou(s, dice, 3)  # grey now
    assert faces(s, s.zones[TOUTOU_DOGS])[-1] == top
    assert len(s.zones[TOUTOU_DOGS].cards) == 2


@pytest.mark.rule("spots", "R77")
def test_the_solo_die_names_the_tiles(dice: Rolls) -> None:
    for die, name in enumerate(("aboyer", "marcher", "courir", "faire_le_beau", "rattraper", "se_rouler"), 1):
        s = solo()
        dice.next((die,))
        assert s.kind(die - 1).name == name
        events = do(s, 0, "trick", tile=s.tile(3))
        assert told(events, "toutou_rolls")[0]["tile"] == name


@pytest.mark.rule("spots", "R79", "R82", "D28")
def test_toutou_with_more_treats_at_the_start_validates_on_its_first_turn(dice: Rolls) -> None:
    for at_start, dogs, left in ((0, 0, 0), (1, 0, 1), (2, 1, 0), (3, 1, 1)):
        s = solo(t0ut0u_treats=at_start)
        assert len(s.zones[TOUTOU_TREATS].cards) == at_start
        toutou(s, dice, 1)
        assert len(s.zones[TOUTOU_DOGS].cards) == dogs
        assert len(s.zones[TOUTOU_TREATS].cards) == left


@pytest.mark.rule("spots", "D28", "R65")
def test_toutou_resets_the_tiles_too(dice: Rolls) -> None:
    s = solo()
    grey(s, "aboyer", "marcher", "courir", "se_rouler")
    dice.next((5,))
    do(s, 0, "trick", tile=s.tile(3))  # Rattraper alone is left at the start of T0ut0u's turn
    assert len(s.available()) == 6
    wait(s, "toutou/over")
    assert len(s.zones[TOUTOU_DOGS].cards) == 1  # it takes the treat of the reset: two of them
    assert s.available() == [0, 1, 2, 3, 5]


@pytest.mark.rule("spots", "R81")
def test_toutou_wins_with_six_dogs(dice: Rolls) -> None:
    s = solo()
    for _ in range(5):
        s.move(s.zones[DECK].cards[-1], s.zones[DECK], s.zones[TOUTOU_DOGS])
    grey(s, "marcher")
    toutou(s, dice, 2)
    assert s.outcome is not None
    assert (s.outcome.ranks, s.outcome.detail) == ((2,), "toutou")
    s = solo()
    lay(s, 0, "Missy (3) (4)", done=["Raya", "Momo", "Burt", "Bongo", "Doog"])
    do(s, 0, "validate")
    assert s.outcome is not None
    assert (s.outcome.ranks, s.outcome.result) == ((1,), Result.WINNERS)


@pytest.mark.rule("spots", "D29")
def test_in_wild_solo_the_die_names_the_family(dice: Rolls) -> None:
    s = solo(wild_dogs=True)
    second = s.faces[s.zones[SLOT + 2].cards[-2]]
    top = s.kind(2).name
    dice.next((3,))
    s.marks[s.tile(4)] = USED
    tile = next(i for i in (3,) if s.kind(i).family == "green")
    events: list[Event] = []
    if s.kind(tile).name != "faire_le_mort":
        events = do(s, 0, "trick", tile=s.tile(tile))
    else:
        dice.next((1,), (3,))
        do(s, 0, "trick", tile=s.tile(tile))
        events = assign(s, (1, BURY))
    assert told(events, "toutou_rolls") == [{"value": 3, "tile": top, "roll": s.rolls}]
    wait(s, "toutou/over")
    assert s.marks[s.tile(2)] == USED
    assert s.faces[s.zones[SLOT + 2].cards[-2]] == second


# ---- the end --------------------------------------------------------------------------------------------


@pytest.mark.rule("spots", "D26")
def test_a_trick_ends_however_bold_the_player_is(dice: Rolls) -> None:
    """Every roll puts a die of the supply before the player, so going on always ends."""
    for tile in ("courir", "pourchasser", "sprinter", "s_entasser"):
        for seed in range(20):
            s = start(GAME, 2, seed=seed, starter=0, set="chosen", purple=tile)
            do(s, 0, "trick", tile=s.tile(2))
            for _ in range(400):
                top = s.phases[-1]
                if isinstance(top, Choose) or s.outcome is not None:
                    break
                if isinstance(top, Rolled):
                    do(s, 0, "assign", dice=top.assignment(s).tidiest())
                elif "go" in names(s, 0):
                    do(s, 0, "go")
                else:
                    do(s, 0, "take", die=domain(s, "take", "die").cards[0])
            assert isinstance(s.phases[-1], Choose)


@pytest.mark.rule("spots", "D27", "D31", "R12")
def test_after_the_last_turn_dogs_then_dice_then_treats_decide() -> None:
    for one, other, ranks in (
        ({"done": ["Burt"]}, {"dogs": "Bongo (1) 3"}, (1, 2)),
        ({"dogs": "Missy (3) 4"}, {"dogs": "Bongo 1 3", "treats": 5}, (1, 2)),
        ({"dogs": "Missy (3) 4", "treats": 1}, {"dogs": "Bongo (1) 3", "treats": 2}, (2, 1)),
        ({"dogs": "Missy (3) 4", "treats": 2}, {"dogs": "Bongo (1) 3", "treats": 2}, (1, 1)),
    ):
        s = game(turn_cap=10)
        for seat, has in enumerate((one, other)):
            more: dict[str, Any] = {k: v for k, v in has.items() if k != "dogs"}
            lay(s, seat, str(has.get("dogs", ("Raya 2 3 5", "Momo 3 5 6")[seat])), **more)
        s.turns = [10, 10]
        s.goto(turn_start(0))
        s._settle()
        assert s.outcome is not None
        assert (s.outcome.ranks, s.outcome.reason) == (ranks, Reason.CAP)
    s = game(turn_cap=10)
    s.turns = [10, 9]
    s.goto(turn_start(1))
    s._settle()
    assert s.outcome is None  # the tenth turn of the last seat is still played


@pytest.mark.rule("spots", "D31")
def test_a_decision_that_nobody_takes_is_taken(dice: Rolls) -> None:
    s = game("courir", decision_s=15)
    lay(s, 0, "Missy 3 4", treats=0)
    dice.next((3, 6, 1))
    trick(s, "courir")
    events = wait(s, "rolled/limit")
    assert told(events, "timeout") == [{"seat": 0}]
    assert (dogs_of(s), yard(s)) == (["Missy (3) 4"], [1, 6])
    wait(s, "act/limit")  # an optional step is declined
    assert turn(s) == 1
    wait(s, "choose/limit")
    assert s.turns == [1, 1]
    assert not s.out[1]
    s = game()
    assert s.next_alarm() is None  # no limit as long as the seat is there (C15)
    apply(s, SeatChanged(5_000, 0, True, False))
    due = s.next_alarm()
    assert due is not None
    assert due.at == 65_000


@pytest.mark.rule("spots", "D32")
def test_e19_resigning() -> None:
    s = game(players=3)
    grey_free(s)
    lay(s, 1, "Missy (3) 4", yard=[2], treats=3, done=["Raya", "Momo"])
    s.goto(turn_start(1))
    s._settle()
    dice_before, treats_before = supply(s), len(s.zones[TREAT_BOX].cards)
    do(s, 1, "resign")
    assert supply(s) == dice_before + 2
    assert len(s.zones[TREAT_BOX].cards) == treats_before + 3
    assert (s.cards(1), s.scores[1]) == (0, 0)
    assert {"Missy", "Raya", "Momo"} <= {s.faces[c].split(":")[0] for c in s.zones[BOX].cards}
    order = []
    for _ in range(4):
        order.append(turn(s))
        do(s, turn(s), "trick", tile=s.tile(slot(s, "faire_le_beau")))
        grey_free(s)
    assert order == [2, 0, 2, 0]
    do(s, 2, "resign")
    assert s.outcome is not None
    assert (s.outcome.winners, s.outcome.reason) == ((0,), Reason.RESIGNATION)
    assert s.outcome.ranks == (1, 2, 2)


@pytest.mark.rule("spots", "D32")
def test_resigning_alone_or_against_one_ends_the_game() -> None:
    s = game()
    do(s, 0, "resign")
    assert s.outcome is not None
    assert s.outcome.winners == (1,)
    s = solo()
    do(s, 0, "resign")
    assert s.outcome is not None
    assert (s.outcome.ranks, s.outcome.reason) == ((2,), Reason.RESIGNATION)


# ---- what is seen, dice, odds ---------------------------------------------------------------------------


@pytest.mark.rule("spots", "R6")
def test_everything_is_public_but_the_deck_below_its_top() -> None:
    s = start(GAME, 2, wild_dogs=True)
    one, other = view(s, 0), view(s, 1)
    for name in ("pack:0", "yard:1", "tile:2", "tray"):
        assert [c and (c.face, c.mark) for c in one.zone(name).cards] == [
            c and (c.face, c.mark) for c in other.zone(name).cards
        ]
    assert len(one.zone("deck").cards) == 1
    assert len(one.zone("tile:2").cards) == 1


def test_dice_and_treats_never_get_lost_or_doubled() -> None:
    s = start(GAME, 4)
    assert len(s.faces) == 32 + 22 + 40 + 20
    assert not s.stray()
    assert len(TILES) == 22
    assert Counter(t.family for t in TILES) == {"red": 2, "yellow": 5, "purple": 5, "blue": 5, "green": 5}


def test_rolls_are_counted_exactly() -> None:
    assert [len(rolls(n)) for n in (2, 3, 8)] == [21, 56, 1287]
    for n in (1, 2, 3):
        counted = Counter(tuple(sorted(r)) for r in product(range(1, 7), repeat=n))
        assert dict(rolls(n)) == counted


@pytest.mark.parametrize("rule", ["all", "one_number", "two", "total_8", "low_may_go"])
def test_the_chance_of_a_bust_is_that_of_all_throws(rule: Any) -> None:
    """Against a count that knows nothing of multisets: every throw, every subset, every die one by one."""
    free, buried, n = (1, 0, 2, 0, 1, 0), 4, 4
    bad = 0
    for throw in product(range(1, 7), repeat=n):
        allowed = []
        for subset in product((False, True), repeat=n):
            kept = [v for v, k in zip(throw, subset, strict=True) if k]
            gone = [v for v, k in zip(throw, subset, strict=True) if not k]
            fine = {
                "all": not gone,
                "one_number": bool(kept) and len(set(kept)) == 1 and kept[0] not in gone,
                "two": len(kept) == 2,
                "total_8": sum(kept) == 8,
                "low_may_go": all(v < buried for v in gone),
            }[rule]
            if fine:
                allowed.append(kept)
        least = 99
        for kept in allowed or [[]]:
            left, over = list(free), 0
            for v in kept:
                if left[v - 1]:
                    left[v - 1] -= 1
                else:
                    over += v
            least = min(least, over)
        bad += buried + least > 7
    assert bust_chance(n, rule, free, buried) == pytest.approx(bad / 6**n)


def test_odds_are_shown_only_where_the_table_wants_them() -> None:
    s = game("courir")
    assert view(s, 0).fact("odds") == {}
    s = game("courir", show_odds=True)
    lay(s, 0, "Missy 3 4", yard=[6], treats=0)
    odds = view(s, 0).fact("odds")
    assert "faire_le_beau" not in odds  # no die is rolled
    # Two dice with a 3 and a 4 to fill and room for one spot: 3+4, 3 or 4 with a 1, and nothing else is safe.
    assert odds["marcher"] == round(1000 * (1 - (2 + 4) / 36))


def test_the_odds_of_going_on_count_the_free_spaces(dice: Rolls) -> None:
    s = game("courir", show_odds=True)
    lay(s, 0, "Missy 3 4", "Zipper 4 5 6", yard=[5], treats=0)
    dice.next((3, 4, 5))
    trick(s, "courir")
    assign(s, (3, "Missy"), (4, "Missy"), (5, "Zipper"))
    # Free: 4 and 6; room for two spots: only a 3 and a 5 drive the dogs mad.
    assert view(s, 0).fact("odds") == {"go": 333}


def test_an_assignment_lists_every_way_once() -> None:
    domain = Assignment({1: 3, 2: 3, 3: 5}, "spaces:0", ((0, 3), (4, 3), (8, 3), (9, 6)), ((3, 3, 5), (5,)), 0, 7)
    values = [tuple(map(tuple, v)) for v in domain.values()]
    # Both threes: none, one or two of three spaces (1 + 3 + 3); the five fits nowhere. Or the five alone.
    assert len(values) == len(set(values)) == domain.count() == 7 + 1
    assert all(domain.accepts([list(p) for p in v]) for v in values)
    assert domain.tidiest() == [[1, 0], [2, 4], [3, BURY]]


@pytest.mark.parametrize("players", [1, 3])
@pytest.mark.parametrize("tiles", ["caniparc", "parcours_d_agilite", "club_canin", "wild"])
def test_whatever_is_sent_is_plain_json(players: int, tiles: str) -> None:
    """Cards leave as handles, also where a domain or a fact is a map: its keys are strings, never ids."""
    options: dict[str, Any] = {"wild_dogs": True} if tiles == "wild" else {"set": tiles}
    match = Match(GAME, ["random"] * players, seed=seed_from(tiles), options={**options, "show_odds": True})
    sent = set()
    while not match.over and len(match.entries) < 250:
        for viewers in (0, *(1 << seat for seat in range(players)), (1 << players) - 1):
            glimpse = Door(match.state, viewers).glimpse(match.news)
            keys = set(keys_in(to_builtins(glimpse)))
            assert {type(key) for key in keys} == {str}
            assert set(keys_in(json.decode(encode(glimpse)))) == keys
            sent |= {offer.name for offer in glimpse.offers}
        match.step()
    assert {"trick", "assign"} <= sent


def keys_in(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        yield from value
        for inner in value.values():
            yield from keys_in(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from keys_in(inner)


@pytest.mark.parametrize(
    ("rule", "roll", "named", "total", "kept"),
    [
        ("all", (1, 2), 0, 0, {(1, 2)}),
        ("one_number", (1, 2, 2), 0, 0, {(1,), (2, 2)}),
        ("up_to_named", (1, 3, 5), 3, 0, {(1, 3)}),
        ("two", (1, 2, 2), 0, 0, {(1, 2), (2, 2)}),
        ("total_8", (2, 3, 5, 6), 0, 0, {(2, 6), (3, 5)}),
        ("total_8", (5, 5, 6), 0, 0, {()}),
        ("low_may_go", (1, 3, 6), 0, 3, {(3, 6), (1, 3, 6)}),
    ],
)
def test_what_may_be_kept(rule: Any, roll: Any, named: int, total: int, kept: set[Any]) -> None:
    assert set(keeps(rule, roll, named, total)) == kept
