"""Vlamonix bots: where in the fan the pétard goes, and which place of the neighbour's is left alone."""

from collections import Counter

from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.fan import FanMind
from tablee.kernel.domains import ByChoice
from tablee.kernel.moves import Move
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.pieces.toutilix import PETARD

THROWS: tuple[Millis, Millis] = (600, 1_300)
READY: tuple[Millis, Millis] = (2_000, 6_000)
ARRANGES: tuple[Millis, Millis] = (500, 1_200)
HOLDS_OUT: tuple[Millis, Millis] = (400, 1_200)
DRAWS: tuple[Millis, Millis] = (2_000, 5_000)

LEFT, MIDDLE, RIGHT = THIRDS = range(3)


def third(place: int, count: int) -> int:
    """In which part of a fan of so many cards a place lies."""
    return (2 * place + 1) * 3 // (2 * count)


class VlamonixBot(FanMind):
    def __init__(self, seat: Seat, level: Level, rng: Rng) -> None:
        super().__init__(seat, level, rng)
        self._taken: Counter[int] = Counter()
        """From which part of its fan others have drawn."""
        self._petards = Counter({MIDDLE: 1})
        """Where others have held the pétard out to it. Most people put it in the middle."""
        self._drew = -1
        """From which part of a fan it draws."""
        self._order: list[str | None] = []
        """In which it last put its own,"""
        self._kept = False
        """and whether the pétard was in it."""

    def notice(self, seen: Sighting) -> None:
        if PETARD not in self._mine(seen):
            self._kept = False
        for event in seen.events:
            if event.kind != "move" or event.source is None or event.target is None or event.target[0] != "drawn":
                continue
            zone, place = event.source
            if zone == f"hand:{self.seat}":
                self._taken[third(place, seen.view.zone(zone).count + 1)] += 1
            elif self._drew >= 0 and event.face == PETARD:
                self._petards[self._drew] += 1
                self._drew = -1

    def decide(self, seen: Sighting) -> Plan | None:
        if throw := seen.offer("throw"):
            mates = throw.params["mate"]
            assert isinstance(mates, ByChoice)
            card = next(iter(mates.table))
            mate = next(mates.table[card].values())
            return self.soon(seen, Move("throw", {"card": card, "mate": mate}), *THROWS)
        if places := self.places(seen):
            return self._draw(seen, places)
        if seen.offer("reorder") and self.level is not Level.BEGINNER:
            # Whether it holds the pétard or not: who waits for it must not be able to tell.
            cards = [card.handle for card in seen.view.zone(f"hand:{self.seat}").cards if card is not None]
            if cards != self._order:
                self._order = self._arranged(seen)
                return self.soon(seen, Move("reorder", {"order": self._order}), *ARRANGES)
        if seen.view.phase == "hold_out":
            return self.soon(seen, Move("ready"), *HOLDS_OUT)
        return self.soon(seen, Move("ready"), *READY)

    def _arranged(self, seen: Sighting) -> list[str | None]:
        """Its cards in a new order, with the pétard where it wants it drawn."""
        cards = self.rng.shuffled([card for card in seen.view.zone(f"hand:{self.seat}").cards if card is not None])
        petard = next((card for card in cards if card.face == PETARD), None)
        part, count = self._where(), len(cards)
        places = [place for place in range(count) if third(place, count) == part]
        if petard is not None and places:  # two cards have no middle
            cards.remove(petard)
            cards.insert(places[len(places) // 2], petard)
        self._kept = petard is not None
        return [card.handle for card in cards]

    def _where(self) -> int | None:
        """The middle; a strong one knows from where the others like to draw. Whoever has left the middle alone
        would do so again, and where nothing is known of him any place is as good."""
        if self.level is Level.STRONG and self._taken:
            return max(THIRDS, key=lambda part: (self._taken[part], part == MIDDLE))
        return None if self._kept else MIDDLE

    def _draw(self, seen: Sighting, places: tuple[int, ...]) -> Plan:
        """At random. A strong one, where only one other can hold the pétard, leaves its usual place alone."""
        count = len(places)
        if self.level is Level.STRONG and self._faces_petard(seen):
            usual = max(THIRDS, key=lambda x: self._petards[x])
            places = tuple(place for place in places if third(place, count) != usual) or places
        place = self.rng.choice(places)
        self._drew = third(place, count)
        return self.draws(seen, place, *DRAWS)

    def _faces_petard(self, seen: Sighting) -> bool:
        counts = [seen.view.zone(f"hand:{seat}").count for seat in range(len(seen.view.seats))]
        return PETARD not in self._mine(seen) and sum(map(bool, counts)) == 2

    def _mine(self, seen: Sighting) -> list[str | None]:
        return [card.face for card in seen.view.zone(f"hand:{self.seat}").cards if card is not None]


BOT = VlamonixBot
