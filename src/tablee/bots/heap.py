"""Bots for games in which cards are turned on a heap: they remember what is covered, and call or turn, whichever
comes first."""

from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct

from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.racing import RacingMind
from tablee.kernel.moves import Offer
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.pieces.toutilix import ETOILE, PETARD, SYMBOL

SPARE: Millis = 100
"""It turns its card so long before the table would."""


class HeapStyle(Struct, frozen=True):
    reacts: Millis
    """Median of its reaction times."""
    misses: float
    """How often it does not see what can be won."""
    errs: float
    """How often it calls wrongly on a card."""
    lies: tuple[Millis, Millis]
    """How long it lets a card lie that it may cover."""


class HeapBot(RacingMind):
    styles: ClassVar[Mapping[Level, HeapStyle]]
    calls: ClassVar[tuple[str, ...]]
    """The moves by which one calls; there is one of them at a time."""
    turns: ClassVar[str] = "flip"

    def __init__(self, seat: Seat, level: Level, rng: Rng) -> None:
        super().__init__(seat, level, rng)
        self.laid: list[str] = []
        """The cards of the heap that count, as it saw them laid."""

    def see(self, symbol: str) -> None:
        """A card has been laid on the heap."""
        if symbol not in (ETOILE, PETARD):
            self.laid.append(symbol)

    def forget(self) -> None:
        """The heap is gone."""
        self.laid.clear()

    def notice(self, seen: Sighting) -> None:
        for event in seen.events:
            if event.kind != "move" or event.source is None or event.target is None:
                continue
            if event.source[0] == "middle" and event.target[0] != "middle":
                self.forget()
            elif event.source[0] != "middle" and event.target[0] == "middle" and event.face:
                self.see(SYMBOL[event.face])

    def occasion(self, seen: Sighting) -> object:
        """The card shown and what may be done about it: what the others do does not interrupt a reaction."""
        return [(offer.name, offer.stimulus, offer.opens_at) for offer in seen.offers]

    def decide(self, seen: Sighting) -> Plan | None:
        """On its own turn it calls if it sees something in time, and covers the card otherwise."""
        call = next((offer for name in self.calls if (offer := seen.offer(name))), None)
        turn = seen.offer(self.turns)
        return self.first_of(self.call(seen, call) if call else None, self.turn(seen, turn) if turn else None)

    def call(self, seen: Sighting, offer: Offer) -> Plan | None:
        """What it calls on the card shown, and when."""
        raise NotImplementedError

    def turn(self, seen: Sighting, offer: Offer) -> Plan:
        """When it turns its own card."""
        return self.lay(seen, offer, self.between(*self.styles[self.level].lies))

    def lay(self, seen: Sighting, offer: Offer, span: Millis) -> Plan:
        """Its own card, so long after it may turn it, and before the table does."""
        at = max(seen.now, offer.opens_at) + span
        due = next((clock.at for clock in seen.view.clocks if clock.seat == self.seat), at + SPARE)
        return self.press(seen, offer, min(at, due - SPARE) - seen.now)
