"""Zieufermix bots: what they remember, how well they grope in the dark, where they hide a pétard."""

from collections.abc import Sequence

from msgspec import Struct

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.bots.memory import USUAL, Memory
from tablee.games.zieufermix.rules import PARTNER
from tablee.kernel.moves import Move
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.kernel.zones import Pose
from tablee.pieces.toutilix import ETOILE, PETARD


class Style(Struct, frozen=True):
    hits: float
    """How often a hand finds the card it means, with closed eyes."""
    thinks: tuple[Millis, Millis]


STYLES = {
    Level.BEGINNER: Style(0.6, (1_500, 4_000)),
    Level.NORMAL: Style(0.8, (1_200, 3_000)),
    Level.STRONG: Style(0.95, (900, 2_200)),
}

NEIGHBOURS = 3
"""A hand that misses finds one of so many cards around the one it meant."""


class ZieufermixBot(Mind):
    def __init__(self, seat: Seat, level: Level, rng: Rng) -> None:
        super().__init__(seat, level, rng)
        self.memory = Memory(USUAL[level], rng)
        self._poses: dict[int, Pose] = {}
        """Where cards lay when its eyes were last open."""
        self._part = 1
        self._active: Seat = -1
        self._last = (-1, "")
        """The last card turned: its place, as far as it knows, and its face."""
        self._cards = 0
        """How many cards it has seen turned."""
        self._looked: list[int] = []
        """The places where opponents have looked, the latest last."""
        self._aim = -1
        """Where it put its finger."""
        self._partner = -1
        """The other card of the pair that it means to turn."""

    # ---- what it is shown --------------------------------------------------------------------------

    def notice(self, seen: Sighting) -> None:
        events = seen.events
        self.memory.notice(events, "plane")
        for event in events:
            if event.kind == "turn_up" and event.source and event.face:
                self._turned(event.source[1], event.face)
                if self._active != self.seat:
                    self._looked.append(event.source[1])
            elif event.kind == "flash" and event.face:
                self._turned(self._aim, event.face)
                self.memory.see(self._aim, event.face)
        view = seen.view
        if not view.dark:
            self._poses = {i: c.pose for i, c in enumerate(view.zone("plane").cards) if c and c.pose}
            self._part = int(view.facts["part"])
            self.memory.keep_only(self._poses)
        if view.active and view.active[0] != self._active:
            self._active = view.active[0]
            self.memory.pass_turn()

    def _turned(self, place: int, face: str) -> None:
        self._last = place, face
        self._cards += 1

    def occasion(self, seen: Sighting) -> object:
        return seen.view.phase, self._cards

    # ---- what it does ------------------------------------------------------------------------------

    def decide(self, seen: Sighting) -> Plan | None:
        offer = seen.offers[0]
        if offer.name == "touch" and not self._poses:
            return self.soon(seen, Move("touch", offer.sample(self.rng)), *STYLES[self.level].thinks)
        phase = seen.view.phase
        open_places = [] if offer.name == "touch" else list(offer.params["place"].values())
        places = open_places or [p for p in self._poses if phase == "first" or p != self._last[0]]
        if phase == "first":
            place = self._first(places)
        elif phase == "second":
            place = self._second(places)
        else:
            place = self._hide_petard(places)
        if offer.name != "touch":
            return self.soon(seen, Move(offer.name, {"place": place}), *STYLES[self.level].thinks)
        self._aim = self._grope(place, places)
        if phase == "exchange":
            self.memory.swap(self._last[0], self._aim)  # nobody will show it
        at = self._poses[self._aim]
        return self.soon(seen, Move("touch", {"point": {"x": at.x, "y": at.y}}), *STYLES[self.level].thinks)

    def _grope(self, place: int, places: Sequence[int]) -> int:
        """With closed eyes: the card meant, or one near it."""
        others = [p for p in places if p != place]
        if not others or self.chance(STYLES[self.level].hits):
            return place
        meant = self._poses[place]

        def distance(other: int) -> int:
            pose = self._poses[other]
            return (pose.x - meant.x) ** 2 + (pose.y - meant.y) ** 2

        return self.rng.choice(sorted(others, key=distance)[:NEIGHBOURS])

    def _known_pairs(self, places: Sequence[int]) -> list[tuple[int, int]]:
        """Pairs of the present part that it believes to know."""
        wanted = {p: f for p in places if (f := self.memory.at(p)) and self._counts(f)}
        return [(a, b) for a, f in wanted.items() for b, g in wanted.items() if a != b and PARTNER[f] == g]

    def _counts(self, face: str) -> bool:
        return face == ETOILE if self._part == 2 else face not in (ETOILE, PETARD)

    def _first(self, places: Sequence[int]) -> int:
        self._partner = -1
        if pairs := self._known_pairs(places):
            place, self._partner = self.rng.choice(pairs)
            return place
        return self._unknown(places)

    def _second(self, places: Sequence[int]) -> int:
        wanted = PARTNER.get(self._last[1], "")
        if self._partner in places and self.memory.at(self._partner) == wanted:
            return self._partner
        partners = [p for p in self.memory.where(wanted) if p in places]
        if partners and self.level is not Level.BEGINNER:
            return partners[0]
        return self._unknown(places)

    def _unknown(self, places: Sequence[int]) -> int:
        """A card that it knows nothing of; a beginner takes any."""
        if self.level is not Level.BEGINNER:
            unknown = [p for p in places if self.memory.at(p) is None]
            places = unknown or [p for p in places if self.memory.at(p) != PETARD] or places
        return self.rng.choice(places)

    def _hide_petard(self, places: Sequence[int]) -> int:
        if self.level is Level.STRONG and (pairs := self._known_pairs(places)):
            return self.rng.choice(pairs)[0]
        looked = next((p for p in reversed(self._looked) if p in places), None)
        if looked is not None and self.level is not Level.BEGINNER:
            return looked
        return self.rng.choice(places)


BOT = ZieufermixBot
