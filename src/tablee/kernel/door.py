"""The one door to a client. Views, events and offers leave here, moves come in here, and nowhere else.

A viewer is a set of seats: one for a person on his own device, several for a shared screen, all of them for
a spectator or a TV. A thing is sent only if every seat of the set may see it; what no rule declares
visible is not sent.
"""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

from msgspec import Struct, json, structs

from tablee.kernel.events import Event, Keep
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import Outcome
from tablee.kernel.phase import NEVER, Phase, Sealed, phase_name
from tablee.kernel.refusal import Refused
from tablee.kernel.sight import Sight
from tablee.kernel.state import SeatState, State
from tablee.kernel.units import CardId, Millis, Seat, Seats, members
from tablee.kernel.zones import HOLE, Kind, Pose, Zone


class CardView(Struct, frozen=True, omit_defaults=True):
    """A card as seen: nothing but its place when it is face down."""

    handle: str | None = None
    """Names the card in moves; a new one each time the viewer loses sight of it."""
    face: str | None = None
    mark: str | None = None
    pose: Pose | None = None


class ZoneView(Struct, frozen=True, omit_defaults=True):
    name: str
    kind: Kind
    owner: Seat = -1
    count: int = 0
    cards: tuple[CardView | None, ...] = ()
    """All places, or only the visible ones from the top where the rest is a mere count; None is a hole."""
    area: tuple[int, int] | None = None


class ClockView(Struct, frozen=True):
    """A deadline in table time."""

    name: str
    at: Millis
    seat: Seat


class View(Struct, frozen=True, omit_defaults=True):
    you: tuple[Seat, ...]
    phase: str
    active: tuple[Seat, ...]
    """The seats that the table waits for."""
    seats: tuple[SeatState, ...]
    scores: tuple[int | None, ...]
    zones: tuple[ZoneView, ...]
    facts: Mapping[str, Any]
    clocks: tuple[ClockView, ...] = ()
    interrupted: tuple[str, ...] = ()
    """The phases that wait beneath this one."""
    beside: tuple[str, ...] = ()
    dark: bool = False
    """A seat of the viewer has its eyes closed."""
    eyes_closed: tuple[Seat, ...] = ()
    """Who has closed eyes now; the others see that."""
    silent: bool = False
    """The phase asks for silence: no chat."""
    outcome: Outcome | None = None

    def zone(self, name: str) -> ZoneView:
        for zone in self.zones:
            if zone.name == name:
                return zone
        raise KeyError(name)


class EventView(Struct, frozen=True, omit_defaults=True):
    kind: str
    keep: Keep
    data: Mapping[str, str | int]
    source: tuple[str, int] | None = None
    target: tuple[str, int] | None = None
    face: str | None = None
    handle: str | None = None


class Glimpse(Struct, frozen=True, omit_defaults=True):
    """Everything that a seat is sent after a step. A bot gets this, byte for byte what a person gets."""

    now: Millis
    view: View
    offers: tuple[Offer, ...]
    events: tuple[EventView, ...] = ()


class Door:
    """What one viewer is shown of one state."""

    __slots__ = ("_state", "_viewers")

    def __init__(self, state: State, viewers: Seats) -> None:
        self._state = state
        self._viewers = viewers

    # ---- out ---------------------------------------------------------------------------------------

    def handle(self, card: CardId, life: int | None = None) -> str:
        """The name of a card for this viewer, as long as this life of it lasts."""
        s = self._state
        text = f"{self._viewers}:{card}:{s.ledger.lives[card] if life is None else life}".encode()
        return blake2b(text, key=s.handle_key, digest_size=6).hexdigest()

    def sees(self, seats: Seats) -> bool:
        return seats & self._viewers == self._viewers

    def view(self) -> View:
        s = self._state
        top = s.phases[-1]
        dark = bool(s.blind & self._viewers)
        facts: dict[str, Any] = {}
        declared: tuple[State | Phase[Any], ...] = () if dark else (s, *s.phases, *s.beside)
        for struct in declared:
            facts |= self._fields(struct)
        return View(
            you=members(self._viewers),
            phase="end" if s.outcome is not None else phase_name(type(top)),
            active=tuple(top.active(s)) if s.outcome is None else (),
            interrupted=tuple(phase_name(type(p)) for p in s.phases[:-1]),
            seats=s.seats,
            scores=self._scores(),
            zones=() if dark else tuple(self._zone(z) for z in s.zones if z.sight is not Sight.NOTHING),
            facts=facts,
            clocks=tuple(
                # The hold is left out: it may change with somebody's line, and would tell.
                ClockView(d.name, d.at - (s.hold if d.alarm.waits else 0), d.alarm.seat)
                for d in s.alarms()
                if d.alarm.shown and d.at < NEVER
            ),
            beside=tuple(phase_name(type(p)) for p in s.beside),
            dark=dark,
            eyes_closed=() if dark else members(s.blind),
            silent=s.silent,
            outcome=s.outcome,
        )

    def _scores(self) -> tuple[int | None, ...]:
        s = self._state
        if type(s).shown.get("scores", Sight.ALL) is Sight.OWNER:
            return tuple(v if self.sees(1 << i) else None for i, v in enumerate(s.scores))
        return tuple(s.scores)

    def _zone(self, zone: Zone) -> ZoneView:
        cards: list[CardView | None] = []
        places = range(len(zone.cards))
        shown = [self.sees(self._state.onlookers(zone, p)) if zone.cards[p] != HOLE else True for p in places]
        if zone.poses is None and not any(shown):
            return ZoneView(zone.name, zone.kind, zone.owner, len(zone.cards))
        first = 0 if zone.poses is not None or zone.sight is not Sight.TOP else shown.index(True)
        for place in places[first:]:
            card = zone.cards[place]
            pose = zone.poses[place] if zone.poses is not None else None
            if card == HOLE:
                cards.append(None)
            elif shown[place]:
                mark = self._state.marks.get(card)
                cards.append(CardView(self.handle(card), self._state.faces[card], mark, pose))
            else:
                cards.append(CardView(pose=pose))
        return ZoneView(zone.name, zone.kind, zone.owner, len(zone.held()), tuple(cards), zone.area)

    def _fields(self, struct: State | Phase[Any]) -> dict[str, Any]:
        facts = {}
        for name, sight in type(struct).shown.items():
            if name == "scores":
                continue
            value = getattr(struct, name)
            if sight is Sight.ALL:
                facts[name] = self._open(value)
            elif sight is Sight.OWNER and isinstance(value, list):
                facts[name] = [self._open(v) if self.sees(1 << i) else None for i, v in enumerate(value)]
            elif sight is Sight.COUNT:
                facts[name] = len(value)
        return facts

    def _open(self, value: Any) -> Any:
        """A public value; inside it, sealed ones open only for their author."""
        if isinstance(value, Sealed):
            if not self.sees(1 << value.author):
                return {"sealed": True}
            mine = {k: self.handle(c) for k, c in value.value.items()} if value.cards else value.value
            return {"sealed": True, "value": mine}
        if isinstance(value, dict):
            return {str(k): self._open(v) for k, v in value.items()}
        if isinstance(value, list | tuple):
            return [self._open(v) for v in value]
        return value

    def offers(self, seat: Seat) -> tuple[Offer, ...]:
        """The seat's offers with handles; only for a seat of this viewer."""
        if not self._viewers >> seat & 1:
            return ()
        return tuple(self._offer(o) for o in self._state.offers(seat))

    def _offer(self, offer: Offer) -> Offer:
        if not offer.params and offer.hint is None:
            return offer
        return structs.replace(
            offer,
            params={name: domain.outward(self.handle) for name, domain in offer.params.items()},
            hint=None if offer.hint is None else tuple(self.handle(int(c)) for c in offer.hint),
        )

    def events(self, events: Sequence[Event]) -> tuple[EventView, ...]:
        return tuple(self._event(e) for e in events if self.sees(e.to))

    def _event(self, event: Event) -> EventView:
        face = handle = None
        if event.card >= 0 and self.sees(event.faces):
            face = self._state.faces[event.card]
        if event.card >= 0 and self.sees(event.handles):
            handle = self.handle(event.card, event.life)
        source, target = self._place(event.source), self._place(event.target)
        return EventView(event.kind, event.keep, event.data, source, target, face, handle)

    def _place(self, place: tuple[str, int] | None) -> tuple[str, int] | None:
        """Where in somebody else's hand a card lay tells when he got it: only that it was in the hand is said."""
        if place is None:
            return None
        zone = self._state.zone(place[0])
        return (zone.name, -1) if zone.sight is Sight.OWNER and not self.sees(1 << zone.owner) else place

    def glimpse(self, events: Sequence[Event] = (), with_offers: bool = True) -> Glimpse:
        """View, offers and what just happened. A screen that several seats share carries offers only in games
        where nothing is private; otherwise they would tell one seat about the other's hand."""
        offers = tuple(o for seat in members(self._viewers) for o in self.offers(seat)) if with_offers else ()
        return Glimpse(self._state.now, self.view(), offers, self.events(events))

    # ---- in ----------------------------------------------------------------------------------------

    def inward(self, seat: Seat, move: Move) -> Move:
        """A move from outside, its handles turned into the card ids that this seat is offered."""
        if not 0 <= seat < self._state.n or not self._viewers >> seat & 1:
            raise Refused("unknown_seat")
        _, offer = self._state.find(seat, move.name)
        if not offer.params:
            return move
        ids = {self.handle(card): card for zone in self._state.zones for card in zone.held()}

        def card(handle: str) -> CardId:
            if type(handle) is not str or handle not in ids:
                raise Refused("not_possible")
            return ids[handle]

        args = dict(move.args)
        for name, domain in offer.params.items():
            if name in args:
                args[name] = domain.given(args).inward(args[name], card)
        return structs.replace(move, args=args)

    def outward(self, move: Move, offer: Offer) -> Move:
        """A move with card ids as this viewer would send it (search bots think in ids)."""
        outer = self._offer(offer)
        inner_values = move.args
        args: dict[str, Any] = {}
        for name, value in inner_values.items():
            domain, image = offer.params[name].given(inner_values), outer.params[name].given(args)
            if domain.count() is None or domain is image:
                args[name] = value
            else:
                pairs = zip(domain.values(), image.values(), strict=True)
                args[name] = next(out for inside, out in pairs if inside == value)
        return structs.replace(move, args=args)


def encode(message: Struct | Sequence[Struct]) -> bytes:
    """The bytes that a client receives."""
    return json.encode(message, order="deterministic")
