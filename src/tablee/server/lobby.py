"""The lobby of a table: who sits where, what is played and how. Pure data; the table logs every change."""

import unicodedata
from enum import StrEnum
from typing import Any

import msgspec
from msgspec import Struct, structs

from tablee.bots.bot import Level
from tablee.kernel.game import Device, Game, checked
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Seat

NAME_LENGTH = 24
MAX_SEATS = 8


class SeatKind(StrEnum):
    FREE = "free"
    PERSON = "person"
    BOT = "bot"


class SeatPlan(Struct, frozen=True):
    """One chair. A person keeps the hash of his device's token; the token itself is nowhere."""

    kind: SeatKind = SeatKind.FREE
    name: str = ""
    level: Level = Level.NORMAL
    device: str = ""
    options: dict[str, Any] = {}


class Lobby(Struct, frozen=True):
    game: str
    seats: tuple[SeatPlan, ...]
    host: str
    """The device that sets things up."""
    options: dict[str, Any] = {}
    public: bool = False
    chat: bool = False
    friends: bool = False
    """More room for lag in races, as among people who trust each other."""
    played: int = 0
    """Games started at this table."""
    playing: bool = False
    paused: bool = False
    """The host has stopped the clock."""
    closed: bool = False


def clean_name(text: str) -> str:
    """A name fit to be shown: no control or formatting characters, no runs of spaces, not too long."""
    kept = "".join(c for c in unicodedata.normalize("NFC", text) if unicodedata.category(c)[0] not in "C")
    name = " ".join(kept.split())[:NAME_LENGTH].strip()
    if not name:
        raise Refused("bad_name")
    return name


def new_lobby(game: Game[Any], seats: int, host: str) -> Lobby:
    low, high = game.info.players
    if not low <= seats <= high:
        raise Refused("bad_players", least=low, most=high)
    return Lobby(game.info.key, (SeatPlan(),) * seats, host)


def put(lobby: Lobby, seat: Seat, plan: SeatPlan) -> Lobby:
    seats = list(lobby.seats)
    seats[seat] = plan
    return structs.replace(lobby, seats=tuple(seats))


def seats_of(lobby: Lobby, device: str) -> tuple[Seat, ...]:
    return tuple(i for i, s in enumerate(lobby.seats) if s.kind is SeatKind.PERSON and s.device == device)


def must_be_seat(lobby: Lobby, seat: Seat) -> SeatPlan:
    if not 0 <= seat < len(lobby.seats):
        raise Refused("unknown_seat")
    return lobby.seats[seat]


def must_be_open(lobby: Lobby) -> None:
    if lobby.playing:
        raise Refused("already_started")
    if lobby.closed:
        raise Refused("table_closed")


def must_host(lobby: Lobby, device: str) -> None:
    if device != lobby.host:
        raise Refused("host_only")


def sit(lobby: Lobby, game: Game[Any], device: str, seat: Seat | None, name: str) -> Lobby:
    """Takes a free chair (the first one, unless one is named). Two people on one device take two."""
    must_be_open(lobby)
    if seat is None:
        seat = next((i for i, s in enumerate(lobby.seats) if s.kind is SeatKind.FREE), -1)
        if seat < 0:
            raise Refused("table_full")
    if must_be_seat(lobby, seat).kind is not SeatKind.FREE:
        raise Refused("seat_taken")
    if seats_of(lobby, device) and game.info.device is Device.OWN:
        raise Refused("own_device")
    cleaned = clean_name(name)
    if any(s.name.casefold() == cleaned.casefold() for s in lobby.seats):
        raise Refused("name_taken", name=cleaned)
    plan = SeatPlan(SeatKind.PERSON, cleaned, device=device, options=lobby.seats[seat].options)
    return put(lobby, seat, plan)


def stand(lobby: Lobby, device: str, seat: Seat) -> Lobby:
    """Leaves a chair. The host may also free somebody else's."""
    must_be_open(lobby)
    plan = must_be_seat(lobby, seat)
    if plan.device != device or plan.kind is not SeatKind.PERSON:
        must_host(lobby, device)
    return pass_on_if_gone(put(lobby, seat, SeatPlan()), lobby.host)


def set_bot(lobby: Lobby, device: str, seat: Seat, level: Level | None) -> Lobby:
    """Puts a bot on a free chair, changes its level, or takes it away."""
    must_be_open(lobby)
    must_host(lobby, device)
    plan = must_be_seat(lobby, seat)
    if plan.kind is SeatKind.PERSON:
        raise Refused("seat_taken")
    if level is None:
        return put(lobby, seat, SeatPlan())
    return put(lobby, seat, SeatPlan(SeatKind.BOT, "", level, options=plan.options))


def resize(lobby: Lobby, game: Game[Any], device: str, seats: int) -> Lobby:
    """More or fewer chairs; free ones and bots go before people."""
    must_be_open(lobby)
    must_host(lobby, device)
    low, high = game.info.players
    if not low <= seats <= high:
        raise Refused("bad_players", least=low, most=high)
    chairs = list(lobby.seats)
    for kind in (SeatKind.FREE, SeatKind.BOT):
        for i in range(len(chairs) - 1, -1, -1):
            if len(chairs) > seats and chairs[i].kind is kind:
                del chairs[i]
    if len(chairs) > seats:
        raise Refused("too_many_people")
    chairs += [SeatPlan()] * (seats - len(chairs))
    return structs.replace(lobby, seats=tuple(chairs))


def configure(
    lobby: Lobby,
    game: Game[Any],
    device: str,
    *,
    options: dict[str, Any] | None = None,
    public: bool | None = None,
    chat: bool | None = None,
    friends: bool | None = None,
) -> Lobby:
    """Table options, checked by the game."""
    must_be_open(lobby)
    must_host(lobby, device)
    if options is not None:
        merged = {**lobby.options, **options}
        table = checked(game.options, merged)
        if table.starter is not None and not 0 <= table.starter < len(lobby.seats):
            raise Refused("bad_options", option="starter")
        lobby = structs.replace(lobby, options=msgspec.to_builtins(table))
    return structs.replace(
        lobby,
        public=lobby.public if public is None else public,
        chat=lobby.chat if chat is None else chat,
        friends=lobby.friends if friends is None else friends,
    )


def configure_seat(lobby: Lobby, game: Game[Any], device: str, seat: Seat, options: dict[str, Any]) -> Lobby:
    """A seat's own options: by whoever sits there, or by the host."""
    must_be_open(lobby)
    plan = must_be_seat(lobby, seat)
    if plan.device != device or plan.kind is not SeatKind.PERSON:
        must_host(lobby, device)
    merged = msgspec.to_builtins(checked(game.seat_options, {**plan.options, **options}))
    return put(lobby, seat, structs.replace(plan, options=merged))


def pass_host(lobby: Lobby, device: str, seat: Seat) -> Lobby:
    must_host(lobby, device)
    plan = must_be_seat(lobby, seat)
    if plan.kind is not SeatKind.PERSON:
        raise Refused("not_a_person")
    return structs.replace(lobby, host=plan.device)


def pass_on_if_gone(lobby: Lobby, gone: str) -> Lobby:
    """When the host has no chair left, the next person becomes the host."""
    if lobby.host == gone and not seats_of(lobby, gone):
        heir = next((s.device for s in lobby.seats if s.kind is SeatKind.PERSON), "")
        return structs.replace(lobby, host=heir) if heir else lobby
    return lobby


def ready(lobby: Lobby, game: Game[Any]) -> Lobby:
    """The chairs as they will play: free ones are filled by bots, and bots have names."""
    must_be_open(lobby)
    if not any(s.kind is SeatKind.PERSON for s in lobby.seats):
        raise Refused("nobody_sits")
    low, high = game.info.players
    if not low <= len(lobby.seats) <= high:
        raise Refused("bad_players", least=low, most=high)
    seats = [structs.replace(s, kind=SeatKind.BOT) if s.kind is SeatKind.FREE else s for s in lobby.seats]
    return structs.replace(lobby, seats=tuple(seats), playing=True, played=lobby.played + 1)
