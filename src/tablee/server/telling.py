"""What is sent: who may see what of a table, as bytes. Nothing leaves but through the kernel's one door."""

from collections.abc import Collection, Mapping, Sequence
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Struct, structs

from tablee.kernel.door import Common, Door
from tablee.kernel.events import Event
from tablee.kernel.game import Device, Game
from tablee.kernel.moves import Offer
from tablee.kernel.state import SeatState, State
from tablee.kernel.units import Seats, mask, members
from tablee.server import protocol as p
from tablee.server.choosing import wishes
from tablee.server.clock import wall
from tablee.server.evening import QUIET
from tablee.server.fairness import Sent
from tablee.server.live import Live
from tablee.server.lobby import Lobby, SeatKind, SeatPlan, seats_of, shown_name
from tablee.server.people import Client
from tablee.server.reading import worded

_ENCODER = msgspec.json.Encoder()
_HEAD = b'{"type":"sight","number":%d,"now":%d,'
_UNNUMBERED = len(_HEAD % (0, 0))


def encoded(message: p.FromServer) -> bytes:
    """For all who are told the same."""
    return _ENCODER.encode(message)


class Viewer(Struct, frozen=True):
    """What a device looks at the game as."""

    seats: Seats
    """It gets the common view of these."""
    offered: bool = False
    curtain: bool = False
    aloud: Seats = 0
    """Behind the curtain: whose moves may be made all the same, if they are made aloud."""


def viewer_of(lobby: Lobby, game: Game[Any], client: Client) -> Viewer:
    mine = seats_of(lobby, client.device)
    everyone = Viewer((1 << len(lobby.seats)) - 1)
    if not mine:
        return everyone
    if len(mine) == 1:
        return Viewer(mask(mine[0]), offered=True)
    if game.info.device is Device.SHARED:
        return Viewer(sum(mask(i) for i in mine), offered=True)
    if client.holder is not None and client.holder in mine:
        return Viewer(mask(client.holder), offered=True)
    return Viewer(everyone.seats, curtain=True, aloud=sum(mask(i) for i in mine))


def said_aloud(door: Door, seats: Seats) -> dict[str, tuple[Offer, ...]]:
    """What may be done at a screen that nobody holds, by seat."""
    offers = {str(seat): tuple(o for o in door.offers(seat) if o.aloud) for seat in members(seats)}
    return {seat: found for seat, found in offers.items() if found}


def lies_open(s: State, aloud: Mapping[str, Sequence[Offer]]) -> bool:
    """Whether all who sit around a screen that nobody holds are asked together, or only look: then there is no
    curtain. What is called out in a race is called before it, as the next one is about to take the screen."""
    return s.phases[-1].for_all(s) and not any(o.stimulus is not None for found in aloud.values() for o in found)


def must_be_held(s: State, around: Seats) -> bool:
    """Whether one of those around a screen that nobody holds has to take it before anything can be done."""
    return not lies_open(s, said_aloud(Door(s, (1 << s.n) - 1), around))


class Telling:
    """One telling of one game: views that several devices share are worked out once."""

    def __init__(self, live: Live, game_id: str, lobby: Lobby) -> None:
        self._live = live
        self._game_id = game_id
        self._lobby = lobby if lobby.playing else live.lobby
        self._gated = lobby.gated
        self._bodies: dict[Viewer, tuple[bytes, bytes]] = {}
        self._events: dict[Seats, bytes] = {}
        self._common: Common | None = None

    def to(self, client: Client, news: Sequence[Event] = ()) -> None:
        """Sends what the device sees now, unless it knows: that somebody pressed must not be told by an empty
        message either."""
        if client.game_id != self._game_id:
            client.game_id, client.sent, client.shown = self._game_id, Sent(), b""
        viewer = viewer_of(self._lobby, self._live.game, client)
        body, digest = self._body(viewer)
        events = self._told(viewer.seats, news) if news else b"[]"
        if digest == client.shown and events == b"[]":
            return
        client.shown = digest
        client.number += 1
        now = self._live.clock.now()
        tail = b"}" if events == b"[]" else b',"events":' + events + b"}"
        client.socket.post(_HEAD % (client.number, now) + body + tail)
        if client.language is not None and viewer.offered:
            told = worded(self._live, self._lobby, viewer.seats, client.language, news, self._gated)
            client.post(told)
        newest = len(self._live.state.stimuli) - 1
        if newest >= 0 and not self._gated:
            client.sent.wrote_up_to(newest, wall())

    def _body(self, viewer: Viewer) -> tuple[bytes, bytes]:
        """A sight without its number, time and events, and the hash of it."""
        if viewer not in self._bodies:
            s = self._live.state
            self._common = self._common or Common(s)
            door = Door(s, viewer.seats, self._common)
            newest = -1 if self._gated else len(s.stimuli) - 1
            offering = viewer.offered and not self._gated
            aloud = said_aloud(door, 0 if self._gated else viewer.aloud)
            running = self._live.clock.running
            sight = p.Sight(
                0,
                0,
                door.view(),
                {str(seat): door.offers(seat) for seat in members(viewer.seats)} if offering else aloud,
                (),
                newest if newest >= 0 else None,
                viewer.curtain and not lies_open(s, aloud),
                not running and not self._gated and not self._live.over,
                self._gated,
                self._live.clock.rate,
                self._lobby.leisure and self._live.first_round,
            )
            body = _ENCODER.encode(sight)[_UNNUMBERED:-1]
            self._bodies[viewer] = body, blake2b(body, digest_size=16).digest()
        return self._bodies[viewer]

    def _told(self, seats: Seats, news: Sequence[Event]) -> bytes:
        if seats not in self._events:
            self._events[seats] = _ENCODER.encode(Door(self._live.state, seats).events(news))
        return self._events[seats]

    def lines(self, client: Client) -> tuple[p.LogLine, ...]:
        """The lasting events that this device may know."""
        seats = viewer_of(self._lobby, self._live.game, client).seats
        known = [line.event for line in self._live.lines if line.event.to & seats == seats]
        return tuple(p.LogLine(number, event.kind, event.data) for number, event in enumerate(known))


def ended(live: Live, game_id: str) -> p.Ended | None:
    outcome = live.state.outcome
    if outcome is None:
        return None
    names = tuple(shown_name(live.lobby, seat) for seat in live.state.all_seats)
    chairs = enumerate(zip(live.lobby.seats, live.state.seats, strict=True))
    return p.Ended(
        game_id,
        outcome,
        "" if live.lobby.deal is not None else live.state.seed.hex(),
        live.header.commitment,
        names,
        tuple(i for i, (plan, seat) in chairs if stands_in(plan, seat)),
        live.drawn.draw if live.drawn else None,
        live.drawn.part.hex() if live.drawn else None,
    )


def stands_in(plan: SeatPlan, seat: SeatState) -> bool:
    """A bot plays for a person who is away, or for one who has left and whose name is still on the chair."""
    return not seat.human if plan.kind is SeatKind.PERSON else bool(plan.name)


def evening_view(lobby: Lobby) -> p.EveningView | None:
    evening = lobby.evening
    if evening == QUIET:
        return None
    sits = {plan.name: i for i, plan in enumerate(lobby.seats) if plan.kind is SeatKind.PERSON}
    return p.EveningView(
        tuple(p.GuestView(guest.name, sits.get(guest.name)) for guest in evening.guests),
        evening.games,
        evening.menu,
        tuple(p.WishView(sits[wish.name], wish.game) for wish in wishes(lobby)),
        evening.over,
    )


class TableViews:
    """One look at a table. What all devices see alike is worked out once, and what several are sent is encoded
    once: two hundred who look on cost hardly more than one."""

    def __init__(
        self,
        code: str,
        lobby: Lobby,
        live: Live | None,
        clients: Collection[Client],
        gate: p.GateView | None = None,
        lost: str | None = None,
    ) -> None:
        playing = live is not None and lobby.playing
        here = {c.device for c in clients}
        self._lobby = lobby
        self._with_part = {s.device for s in lobby.seats if s.kind is SeatKind.PERSON}
        self._views: dict[str, p.TableView] = {}
        self._messages: dict[str, bytes] = {}
        seats = []
        for i, s in enumerate(lobby.seats):
            person = s.kind is SeatKind.PERSON
            seats.append(
                p.SeatView(
                    s.kind,
                    shown_name(lobby, i),
                    s.level if s.kind is SeatKind.BOT else None,
                    s.options,
                    yours=False,
                    host=person and s.device == lobby.host,
                    here=not person or s.device in here,
                    stand_in=playing and live is not None and stands_in(s, live.state.seats[i]),
                    muted=person and s.device in lobby.muted,
                )
            )
        self.stranger = p.TableView(
            code,
            lobby.game,
            tuple(seats),
            lobby.options,
            lobby.public,
            lobby.chat,
            lobby.friends,
            lobby.playing,
            lobby.played,
            False,
            sum(c.device not in self._with_part for c in clients),
            live.header.commitment if live is not None and playing else None,
            lobby.bots,
            lobby.speed,
            lobby.leisure,
            gate,
            live.drawn.draw if live is not None and playing and live.drawn else None,
            lost=lost,
            evening=evening_view(lobby),
            deal=None if lobby.deal is None else p.SameDealView(lobby.deal.code, not lobby.deal.seed),
        )

    def _sight(self, device: str) -> str:
        """Whose sight it is; nobody's in particular if he has no part in the table."""
        return device if device in self._with_part or device == self._lobby.host else ""

    def of(self, device: str) -> p.TableView:
        """The table as this device sees it."""
        sight = self._sight(device)
        if not sight:
            return self.stranger
        if sight not in self._views:
            mine = seats_of(self._lobby, sight)
            chairs = self.stranger.seats
            hosts = sight == self._lobby.host
            self._views[sight] = structs.replace(
                self.stranger,
                seats=tuple(structs.replace(c, yours=True) if i in mine else c for i, c in enumerate(chairs)),
                you_host=hosts,
                removed=tuple(p.RemovedView(r.number, r.name) for r in self._lobby.removed) if hosts else (),
            )
        return self._views[sight]

    def message(self, device: str) -> bytes:
        sight = self._sight(device)
        if sight not in self._messages:
            self._messages[sight] = _ENCODER.encode(p.Lobby(self.of(sight)))
        return self._messages[sight]
