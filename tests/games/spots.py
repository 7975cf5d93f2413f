"""What the tests of Spots share."""

import re
from collections.abc import Sequence
from typing import Any

import pytest

from tablee.games.spots.data import DOG_NAMED, TILE_NAMED
from tablee.games.spots.rules import GAME
from tablee.games.spots.table import (
    BOX,
    DECK,
    SUPPLY,
    TRAY,
    USED,
    SpotsState,
)
from tablee.games.spots.turn import Choose, TurnStart
from tablee.kernel.events import Event
from tablee.kernel.units import CardId, Seat
from tablee.kernel.zones import HOLE, Zone
from tests.table import do, refused, start

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


def grey_free(s: SpotsState) -> None:
    for i in range(6):
        s.marks.pop(s.tile(i), None)


def keep_dice(s: SpotsState, n: int) -> None:
    """Leaves only n dice in the supply; the others are in the box."""
    dice = s.zones[SUPPLY].cards
    s.zones[BOX].cards += dice[n:]
    del dice[n:]


def turn_start(seat: Seat) -> Any:
    return TurnStart(seat=seat)
