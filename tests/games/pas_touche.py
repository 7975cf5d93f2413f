"""What the tests of Pas Touche ! share."""

from typing import Any

from tablee.games.pas_touche.cards import (
    FIRST_DIE,
)
from tablee.games.pas_touche.rules import GAME, Race
from tablee.games.pas_touche.table import PasToucheState
from tablee.kernel.events import Event
from tablee.kernel.rng import seed_from
from tablee.kernel.units import CardId, Seat
from tablee.kernel.values import bare
from tests.table import do, wait, wait_until

WON, BLOCKED, SPARED, LATE = "wins", "blocks", "spared", "late"


def table(players: int = 2, seed: int = 1, seat_options: Any = None, **options: Any) -> PasToucheState:
    """The pieces are of several kinds, so the deck is never stacked: see `give` and `roll`."""
    return GAME.start(players, seed=seed_from(seed), options=options, seat_options=seat_options, watched=True)


def give(s: PasToucheState, seat: Seat, slot: int, face: str, up: bool = True) -> CardId:
    """Puts a constraint card of that face into a place of somebody's track; what lay there takes its place."""
    track = s.track(seat)
    old = track.cards[slot]
    card = next(c for c, f in enumerate(s.faces) if f == face and c not in track.cards and c not in s.open)
    for zone in s.zones:
        if card in zone.cards:
            zone.cards[zone.cards.index(card)] = old
    track.cards[slot] = card
    if up:
        s.turn_up(track, card)
    return card


def roll(s: PasToucheState, treat: str, number: int, seat: Seat = 0) -> None:
    """A round whose dice show what the test wants."""
    wait_until(s, "waiting")
    do(s, seat, "roll")
    s.marks[FIRST_DIE], s.marks[FIRST_DIE + 1] = treat, str(number)


def card_of(s: PasToucheState, face: str) -> CardId:
    return next(c for c in s.grid.cards if s.faces[c] == face)


def touch(s: PasToucheState, seat: Seat, ms: int, face: str, hand: str = "chosen") -> None:
    """A touch so many milliseconds after the dice; it arrives at once, or late if others came before it."""
    at = s.stimuli[-1] + ms
    do(s, seat, "touch", t=max(s.now, at), at=at, card=card_of(s, face), hand=hand)


def call(s: PasToucheState, seat: Seat, ms: int) -> None:
    at = s.stimuli[-1] + ms
    do(s, seat, "call", t=max(s.now, at), at=at)


def close(s: PasToucheState) -> dict[Seat, str]:
    """Lets the round close; what came of each seat's touch."""
    found: dict[Seat, str] = {}
    for event in closing(s):
        if event.kind in (WON, BLOCKED, SPARED, LATE):
            found[bare(event.data["seat"])] = event.kind
        elif event.kind == "wrong":
            found[bare(event.data["seat"])] = bare(event.data["shout"])
    return found


def closing(s: PasToucheState) -> list[Event]:
    events: list[Event] = []
    while s.outcome is None and isinstance(s.phases[-1], Race):
        events += wait(s)
    return events


def succeed(s: PasToucheState, seat: Seat = 0) -> None:
    """The seat wins a round, its constraints set aside for it."""
    lenient, s.lenient = s.lenient, tuple(s.all_seats)
    roll(s, "donut", 5)
    touch(s, seat, 500, "donut-5")
    assert close(s)[seat] == WON
    s.lenient = lenient


def mistake(s: PasToucheState, seat: Seat = 0) -> list[Event]:
    roll(s, "donut", 5)
    touch(s, seat, 500, "donut-4")
    for other in s.others(seat):
        do(s, other, "give_up")
    return closing(s)


def colours(s: PasToucheState, seat: Seat) -> list[str]:
    return [s.back(card) for card in s.track(seat).cards]


CHURROS_2 = "red:XAA:churros+2"
