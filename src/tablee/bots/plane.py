"""Bots for the games on a plane of cards face down: what they remember of it, and which card they turn next."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import ClassVar, TypeVar

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.bots.memory import USUAL, Memory, Recall
from tablee.kernel.moves import Move
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.kernel.zones import Pose
from tablee.pieces.toutilix import PETARD

T = TypeVar("T")


class PlaneMind(Mind):
    """Remembers the cards turned on the plane, and looks for pairs among them."""

    recall: ClassVar[Mapping[Level, Recall]] = USUAL
    thinks: ClassVar[Mapping[Level, tuple[Millis, Millis]]] = {
        Level.BEGINNER: (1_500, 4_000),
        Level.NORMAL: (1_200, 3_000),
        Level.STRONG: (900, 2_200),
    }
    explores: ClassVar[Collection[Level]] = (Level.NORMAL, Level.STRONG)
    """The levels that turn cards of which they know nothing; the others take any."""
    matches: ClassVar[Collection[Level]] = (Level.NORMAL, Level.STRONG)
    """The levels that look in their memory for a partner of the card they have just turned."""
    avoids: ClassVar[Collection[str]] = (PETARD,)
    """What those who explore turn last."""

    def __init__(self, seat: Seat, level: Level, rng: Rng) -> None:
        super().__init__(seat, level, rng)
        self.memory = Memory(self.recall[level], rng)
        self.last = (-1, "")
        """The last card turned: its place, as far as it knows, and its face."""
        self._active: Seat = -1
        self._cards = 0
        """How many cards it has seen turned."""
        self._partner = -1
        """The other card of the pair that it means to turn."""

    def worth(self, one: str, other: str) -> int:
        """How good a pair these are; 0 if they are none."""
        raise NotImplementedError

    # ---- what it is shown --------------------------------------------------------------------------

    def notice(self, seen: Sighting) -> None:
        events = seen.events
        self.memory.notice(events, "plane")
        for event in events:
            if event.kind == "turn_up" and event.source and event.face:
                self.saw(event.source[1], event.face)
        view = seen.view
        if not view.dark:
            self.memory.keep_only([i for i, card in enumerate(view.zone("plane").cards) if card])
        if view.active and view.active[0] != self._active:
            self._active = view.active[0]
            self.memory.pass_turn()

    def saw(self, place: int, face: str) -> None:
        """A card was turned."""
        self.last = place, face
        self._cards += 1

    def occasion(self, seen: Sighting) -> object:
        return seen.view.phase, self._cards

    # ---- what it does ------------------------------------------------------------------------------

    def after_a_while(self, seen: Sighting, move: Move) -> Plan:
        return self.soon(seen, move, *self.thinks[self.level])

    def first(self, places: Sequence[int]) -> int:
        """A card of a pair that it believes to know, or one to try."""
        self._partner = -1
        if pairs := self.known_pairs(places):
            place, self._partner = self.rng.choice(pairs)
            return place
        return self.unknown(places)

    def second(self, places: Sequence[int]) -> int:
        """A partner of the card that lies open, or one to try."""
        partners = self.partners(self.last[1], places)
        if self._partner in partners:
            return self._partner
        if partners and self.level in self.matches:
            return partners[0]
        return self.unknown(places)

    def known_pairs(self, places: Sequence[int]) -> list[tuple[int, int]]:
        """The best pairs that it believes to know."""
        faces = [(p, f) for p in places if (f := self.memory.at(p))]
        return _best((self.worth(f, g), (a, b)) for a, f in faces for b, g in faces if a != b)

    def partners(self, face: str, places: Sequence[int]) -> list[int]:
        """Where it believes the best partners of a card to lie."""
        return _best((self.worth(face, f), p) for p in places if (f := self.memory.at(p)))

    def unknown(self, places: Sequence[int]) -> int:
        """A card that it knows nothing of; who does not explore takes any."""
        if self.level in self.explores:
            unknown = [p for p in places if self.memory.at(p) is None]
            places = unknown or [p for p in places if self.memory.at(p) not in self.avoids] or places
        return self.rng.choice(places)


class GropingMind(PlaneMind):
    """Plays with closed eyes too, and hides the pétards it finds."""

    def __init__(self, seat: Seat, level: Level, rng: Rng) -> None:
        super().__init__(seat, level, rng)
        self._poses: dict[int, Pose] = {}
        """Where cards lay when its eyes were last open."""
        self._looked: list[int] = []
        """The places where opponents have looked, the latest last."""
        self._aim = -1
        """Where it believes that it put its finger."""

    def grope(self, place: int, places: Sequence[int]) -> tuple[int, tuple[int, int]]:
        """With closed eyes: the card that it believes to have under its finger when it means this one, and where
        the finger is."""
        raise NotImplementedError

    def hide_petard(self, places: Sequence[int]) -> int:
        """The card with which a pétard changes places: one that an opponent would go for."""
        if self.level is Level.STRONG and (pairs := self.known_pairs(places)):
            return self.rng.choice(pairs)[0]
        looked = next((p for p in reversed(self._looked) if p in places), None)
        if looked is not None and self.level is not Level.BEGINNER:
            return looked
        return self.rng.choice(places)

    def notice(self, seen: Sighting) -> None:
        super().notice(seen)
        for event in seen.events:
            if event.kind == "flash" and event.face:
                self.saw(self._aim, event.face)
                self.memory.see(self._aim, event.face)
        if not seen.view.dark:
            self._poses = {i: c.pose for i, c in enumerate(seen.view.zone("plane").cards) if c and c.pose}

    def saw(self, place: int, face: str) -> None:
        super().saw(place, face)
        if self._active != self.seat:
            self._looked.append(place)

    def decide(self, seen: Sighting) -> Plan | None:
        offer = seen.offers[0]
        if not offer.params:
            return None  # whoever would like to look on may do so
        blind = offer.name == "touch"
        if blind and not self._poses:
            return self.after_a_while(seen, Move("touch", offer.sample(self.rng)))
        phase = seen.view.phase
        if blind:
            places = [p for p in self._poses if phase == "first" or p != self.last[0]]
        else:
            places = list(offer.params["place"].values())
        if phase == "first":
            place = self.first(places)
        elif phase == "second":
            place = self.second(places)
        else:
            place = self.hide_petard(places)
        if not blind:
            return self.after_a_while(seen, Move(offer.name, {"place": place}))
        self._aim, (x, y) = self.grope(place, places)
        if phase == "exchange":
            self.memory.swap(self.last[0], self._aim)  # nobody will show it
        return self.after_a_while(seen, Move("touch", {"point": {"x": x, "y": y}}))


def _best(choices: Iterable[tuple[int, T]]) -> list[T]:
    """Those worth most, unless all are worth nothing."""
    rated = list(choices)
    most = max((worth for worth, _ in rated), default=0)
    return [choice for worth, choice in rated if worth == most] if most else []
