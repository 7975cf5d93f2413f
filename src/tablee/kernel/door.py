"""The one door to a client. Views, events and offers leave here, moves come in here, and nowhere else.

A viewer is a set of seats: one for a person on his own device, several for a shared screen, all of them for
a spectator or a TV. A thing is sent only if every seat of the set may see it; what no rule declares
visible is not sent.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from msgspec import Struct, json, structs

from tablee.kernel.events import Event, Keep
from tablee.kernel.moves import LexiconLike, Move, Offer, Settled
from tablee.kernel.outcome import Outcome
from tablee.kernel.phase import NEVER, Phase, Sealed, phase_name
from tablee.kernel.refusal import Refused
from tablee.kernel.state import SeatState, State
from tablee.kernel.units import NOBODY, CardId, Millis, Seat, Seats, members
from tablee.kernel.values import Declared, Sight, Told, What, bare, declared
from tablee.kernel.zones import DEEP, HOLE, Pose, Waypoint, Zone


class CardView(Struct, frozen=True, omit_defaults=True):
    """A card as seen: nothing but its place when it is face down."""

    handle: str | None = None
    """Names the card in moves; a new one each time the viewer loses sight of it."""
    face: str | None = None
    mark: str | None = None
    pose: Pose | None = None
    back: str | None = None
    """What its back tells, where there are several kinds: the colour of the pile it came from."""


class ZoneView(Struct, frozen=True, omit_defaults=True):
    name: str
    kind: str
    owner: Seat = -1
    count: int = 0
    cards: tuple[CardView | None, ...] = ()
    """All places, or only the visible ones from the top where the rest is a mere count; None is a hole."""
    area: tuple[int, int] | None = None
    by: tuple[Seat, ...] = ()
    """In a trick: who laid the card at each place. Of a hand: to whom it is held out. Of a lay: whose."""
    best: int = -1
    """In a trick: the place that would take it now. On a rack: the place from which on nothing moves."""
    said: str | None = None
    """The word that belongs to what lies there; empty: one is still to come."""


class ClockView(Struct, frozen=True):
    """A deadline in table time, and when it began to run."""

    name: str
    at: Millis
    seat: Seat
    since: Millis


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

    def fact(self, name: str) -> Any:
        """A fact without what it is, for whoever knows; None where there is none."""
        return bare(self.facts.get(name))


class EventView(Struct, frozen=True, omit_defaults=True):
    kind: str
    keep: Keep
    data: Mapping[str, int | Told]
    source: tuple[str, int] | None = None
    target: tuple[str, int] | None = None
    face: str | None = None
    handle: str | None = None
    pose: Pose | None = None
    """How the piece lies now,"""
    path: tuple[Waypoint, ...] = ()
    """and by which way it came there."""

    def told(self, name: str) -> Any:
        """One of its values without what it is, for whoever knows."""
        return bare(self.data.get(name))


class Glimpse(Struct, frozen=True, omit_defaults=True):
    """Everything that a seat is sent after a step. A bot gets this, byte for byte what a person gets."""

    now: Millis
    view: View
    offers: tuple[Offer, ...]
    events: tuple[EventView, ...] = ()


@lru_cache(4096)
def keyed_hash(key: bytes) -> "blake2b":
    """The hash that names cards, with its key taken in; to be copied."""
    return blake2b(key=key, digest_size=6)


@lru_cache(1 << 16)
def card_name(key: bytes, viewers: Seats, card: CardId, life: int) -> str:
    """Nearly all cards of a view were in the one before, and have the same name."""
    name = keyed_hash(key).copy()
    name.update(b"%d:%d:%d" % (viewers, card, life))
    return name.hexdigest()


@lru_cache(1 << 16)
def open_card(key: bytes, viewers: Seats, card: CardId, life: int, face: str, mark: str | None) -> CardView:
    """A card whose face is seen; mostly the view before had the same one."""
    return CardView(card_name(key, viewers, card, life), face, mark)


class Common:
    """What is the same for every viewer of a state, worked out once; good only until the state changes."""

    __slots__ = ("active", "beside", "clocks", "facts", "guarded", "interrupted", "phase", "unseen", "zones")

    def __init__(self, s: State) -> None:
        top = s.phases[-1]
        self.phase = "end" if s.outcome is not None else phase_name(type(top))
        self.active = tuple(top.active(s)) if s.outcome is None else ()
        self.interrupted = tuple(phase_name(type(p)) for p in s.phases[:-1])
        self.beside = tuple(phase_name(type(p)) for p in s.beside)
        self.clocks = tuple(
            # The hold is left out: it may change with somebody's line, and would tell.
            ClockView(d.name, d.at - (s.hold if d.alarm.waits else 0), d.alarm.seat, d.phase.running_since)
            for d in s.alarms()
            if d.alarm.shown and d.at < NEVER
        )
        self.facts: dict[str, Any] = {}
        self.guarded: dict[str, tuple[Declared, Any]] = {}
        """The facts that are not the same for all; among the others they only have their place."""
        stack: tuple[State | Phase[Any], ...] = (s, *s.phases, *s.beside)
        for name, place, what in declared(tuple(map(type, stack))):
            value = getattr(stack[place], name)
            if what is Sight.COUNT:
                self.facts[name] = len(value)
            elif what is Sight.OWNER or guards(value):
                self.facts[name] = None
                self.guarded[name] = (what, value)
            else:
                self.facts[name] = Told(what, opened(value)) if isinstance(what, What) else opened(value)
        self.zones = [(zone, seers_of_all(s, zone)) for zone in s.zones if not zone.hidden]
        """With those who see all faces that are not too deep; the others see none."""
        self.unseen: dict[str, ZoneView] = {}
        """The zones without a face to see, filled in as they are met."""


def seers_of_all(s: State, zone: Zone) -> Seats | None:
    """Who sees all of a zone that is not too deep, where the others see none of it; None: it goes by the place."""
    cards = zone.cards
    if zone.poses is not None or (s.open and not s.open.keys().isdisjoint(cards)):
        return None
    return s.onlookers(zone, len(cards) - 1) if cards else NOBODY


def guards(value: Any) -> bool:
    """Whether there is a sealed value somewhere in it."""
    if isinstance(value, int | str) or value is None:
        return False
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list | tuple):
        return isinstance(value, Sealed)
    return any(type(v) is not int and guards(v) for v in value)


def opened(value: Any, unseal: Callable[[Sealed], Any] = lambda sealed: {"sealed": True}) -> Any:
    """A public value as it is sent; sealed values inside it as they are unsealed."""
    if isinstance(value, int | str):
        return value
    if isinstance(value, Sealed):
        return unseal(value)
    if isinstance(value, dict):
        return {str(k): opened(v, unseal) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [opened(v, unseal) for v in value]
    return value


class Door:
    """What one viewer is shown of one state. Doors that are opened at one moment may share what is common."""

    __slots__ = ("_common", "_state", "_viewers")

    def __init__(self, state: State, viewers: Seats, common: Common | None = None) -> None:
        self._state = state
        self._viewers = viewers
        self._common = common

    # ---- out ---------------------------------------------------------------------------------------

    def handle(self, card: CardId, life: int | None = None) -> str:
        """The name of a card for this viewer, as long as this life of it lasts."""
        s = self._state
        return card_name(s.handle_key, self._viewers, card, s.ledger.lives[card] if life is None else life)

    def sees(self, seats: Seats) -> bool:
        return seats & self._viewers == self._viewers

    def view(self) -> View:
        s, common = self._state, self._common or Common(self._state)
        dark = bool(s.blind & self._viewers)
        return View(
            you=members(self._viewers),
            phase=common.phase,
            active=common.active,
            interrupted=common.interrupted,
            seats=s.seats,
            scores=self._scores(),
            zones=() if dark else tuple([self._zone(zone, seers, common) for zone, seers in common.zones]),
            facts={} if dark else self._facts(common),
            clocks=common.clocks,
            beside=common.beside,
            dark=dark,
            eyes_closed=() if dark else members(s.blind),
            silent=s.silent,
            outcome=s.outcome,
        )

    def _scores(self) -> tuple[int | None, ...]:
        s = self._state
        if type(s).shown.get("scores") is Sight.OWNER:
            return tuple(v if self.sees(1 << i) else None for i, v in enumerate(s.scores))
        return tuple(s.scores)

    def _zone(self, zone: Zone, seers: Seats | None, common: Common) -> ZoneView:
        viewers, cards = self._viewers, zone.cards
        if seers is not None and (seers & viewers != viewers or not cards):
            return common.unseen.get(zone.name) or self._closed(zone, common)
        s, poses = self._state, zone.poses
        if poses is not None and not self.sees(zone.whereabouts):
            return ZoneView(zone.name, zone.kind, zone.owner, len(zone.held()))
        key, faces, lives, marks = s.handle_key, s.faces, s.ledger.lives, s.marks
        seen: list[CardView | None]
        if seers is not None:
            deep = max(0, len(cards) - zone.depth)
            seen = [
                open_card(key, viewers, card, lives[card], faces[card], marks.get(card))
                for card in (cards[deep:] if deep else cards)
            ]
        else:
            # A hole hides nothing.
            shown = [card == HOLE or self.sees(s.onlookers(zone, place)) for place, card in enumerate(cards)]
            if poses is None and True not in shown:
                return self._closed(zone, common)
            first = shown.index(True) if poses is None and zone.depth != DEEP else 0
            seen = []
            for place in range(first, len(cards)):
                card = cards[place]
                pose = poses[place] if poses is not None else None
                if card == HOLE:
                    seen.append(None)
                elif shown[place]:
                    name = card_name(key, viewers, card, lives[card])
                    seen.append(CardView(name, faces[card], marks.get(card), pose))
                else:
                    seen.append(CardView(pose=pose, back=s.back(card) or None))
        return ZoneView(
            zone.name,
            zone.kind,
            zone.owner,
            len(zone.held()),
            tuple(seen),
            zone.area,
            tuple(zone.by),
            zone.best,
            zone.said,
        )

    def _closed(self, zone: Zone, common: Common) -> ZoneView:
        """A zone without a face to see is the same for everybody."""
        unseen = common.unseen.get(zone.name)
        if unseen is None:
            count, by = len(zone.cards), tuple(zone.by)
            unseen = ZoneView(zone.name, zone.kind, zone.owner, count, area=zone.area, by=by, said=zone.said)
            common.unseen[zone.name] = unseen
        return unseen

    def _facts(self, common: Common) -> Mapping[str, Any]:
        if not common.guarded:
            return common.facts
        facts = dict(common.facts)
        for name, (what, value) in common.guarded.items():
            if what is Sight.OWNER:
                mine = (opened(v, self._unsealed) if self.sees(1 << i) else None for i, v in enumerate(value))
                facts[name] = list(mine)
            else:
                facts[name] = opened(value, self._unsealed)
        return facts

    def _unsealed(self, sealed: Sealed) -> Any:
        """That it is there; for its author also what it is."""
        if not self.sees(1 << sealed.author):
            return {"sealed": True}
        mine = {k: self.handle(c) for k, c in sealed.value.items()} if sealed.cards else sealed.value
        return {"sealed": True, "value": mine}

    def offers(self, seat: Seat) -> tuple[Offer, ...]:
        """The seat's offers with handles; only for a seat of this viewer."""
        if not self._viewers >> seat & 1:
            return ()
        return tuple([self._offer(o) for o in self._state.offers(seat)])

    def _hinted(self, card: CardId | str) -> str:
        """A card by its handle; a face as it is named."""
        return card if isinstance(card, str) else self.handle(card)

    def _offer(self, offer: Offer) -> Offer:
        if not offer.params and offer.hint is None and offer.asks is None:
            return offer
        return structs.replace(
            offer,
            params={name: domain.outward(self.handle) for name, domain in offer.params.items()},
            hint=None if offer.hint is None else tuple(map(self._hinted, offer.hint)),
            asks=None,
        )

    def events(self, events: Sequence[Event]) -> tuple[EventView, ...]:
        viewers = self._viewers
        return tuple([self._event(e) for e in events if e.to & viewers == viewers])

    def _event(self, event: Event) -> EventView:
        if event.card < 0 and event.source is None and event.target is None and event.posed is None:
            return EventView(event.kind, event.keep, event.data)  # nearly all of what is told
        face = handle = None
        if event.card >= 0 and self.sees(event.faces):
            face = self._state.faces[event.card]
        if event.card >= 0 and self.sees(event.handles):
            handle = self.handle(event.card, event.life)
        source, target = self._place(event.source), self._place(event.target)
        posed = event.posed
        if posed is None or not self.sees(posed.seers):
            return EventView(event.kind, event.keep, event.data, source, target, face, handle)
        path = posed.path if self.sees(posed.watchers) else ()
        return EventView(event.kind, event.keep, event.data, source, target, face, handle, posed.pose, path)

    def _place(self, place: tuple[str, int] | None) -> tuple[str, int] | None:
        """Where in somebody else's hand a card lay tells when he got it: only that it was in the hand is said. The
        same goes for a zone in which he does not see how pieces lie."""
        if place is None:
            return None
        zone = self._state.zone(place[0])
        held = zone.owner >= 0 and zone.seers >> zone.owner & 1
        closed = (held and not self.sees(zone.seers)) or not self.sees(zone.whereabouts)
        return (zone.name, -1) if closed else place

    def glimpse(self, events: Sequence[Event] = (), with_offers: bool = True) -> Glimpse:
        """View, offers and what just happened. A screen that several seats share carries offers only in games
        where nothing is private; otherwise they would tell one seat about the other's hand."""
        offers = tuple(o for seat in members(self._viewers) for o in self.offers(seat)) if with_offers else ()
        return Glimpse(self._state.now, self.view(), offers, self.events(events))

    # ---- in ----------------------------------------------------------------------------------------

    def inward(
        self, seat: Seat, move: Move, lexicon: LexiconLike | None = None, offer: Offer | None = None
    ) -> Move:
        """A move from outside: handles become the card ids that this seat is offered, words are looked up. Whoever
        has found the seat's offer already may hand it in."""
        if not 0 <= seat < self._state.n or not self._viewers >> seat & 1:
            raise Refused("unknown_seat")
        if offer is None:
            _, offer = self._state.find(seat, move.name)
        if not offer.params and offer.asks is None:
            return structs.replace(move, known={}) if move.known else move
        # Nearly always it is a card of his own; the others are named only if it is not.
        zones = sorted(self._state.zones, key=lambda zone: zone.owner != seat)
        left = (card for zone in zones for card in zone.held())
        ids: dict[str, CardId] = {}

        def card(handle: str) -> CardId:
            if type(handle) is not str:
                raise Refused("not_possible")
            while handle not in ids:
                following = next(left, None)
                if following is None:
                    raise Refused("not_possible")
                ids[self.handle(following)] = following
            return ids[handle]

        args = dict(move.args)
        for name, domain in offer.params.items():
            if name in args:
                args[name] = domain.given(args).inward(args[name], card)
        return offer.looked_up(structs.replace(move, args=args), lexicon)

    def check(self, seat: Seat, move: Move) -> Settled | None:
        """What would come of a move, as far as this viewer sees the pieces that it would move or hit."""
        try:
            settled = self._state.check(seat, move)
        except Refused as no:
            if self._placed(no.piece):
                no.details = {**no.details, "hits": self.handle(no.piece)}
            raise
        if settled is None:
            return None
        others = {self.handle(card): pose for card, pose in settled.others.items() if self._placed(card)}
        return structs.replace(settled, others=others)

    def _placed(self, card: CardId) -> bool:
        """Whether this piece is seen, and how it lies."""
        zones = (z for z in self._state.zones if not z.hidden and self.sees(z.whereabouts & z.seers))
        return card != HOLE and any(card in zone.cards for zone in zones)

    def outward(self, move: Move, offer: Offer) -> Move:
        """A move with card ids as this viewer would send it (search bots think in ids)."""
        params, given = offer.params, move.args
        args = {name: params[name].given(given).named(value, self.handle) for name, value in given.items()}
        return structs.replace(move, args=args)


def encode(message: Struct | Sequence[Struct]) -> bytes:
    """The bytes that a client receives."""
    return json.encode(message, order="deterministic")
