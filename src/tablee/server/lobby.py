"""The lobby of a table: who sits where, what is played and how. Pure data; the table logs every change."""

from collections.abc import Sequence
from contextlib import suppress
from enum import StrEnum
from typing import Any

import msgspec
from msgspec import Struct, structs

from tablee.arena.match import suits
from tablee.bots.adaptive import START, adapted
from tablee.bots.bot import BotLevel
from tablee.kernel.game import Device, Game, SeatOptions, TableOptions, checked
from tablee.kernel.outcome import Outcome
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Seat
from tablee.phases.screen import ScreenSeatOptions
from tablee.server.evening import QUIET, Evening, started
from tablee.server.names import clean_name, likeness

LEFT = 64
"""So many devices that left are remembered."""


class SeatKind(StrEnum):
    FREE = "free"
    PERSON = "person"
    BOT = "bot"


class Speed(StrEnum):
    """How fast table time passes: people, bots and deadlines have more of it, or less."""

    CALM = "calm"
    NORMAL = "normal"
    BRISK = "brisk"


RATES = {Speed.CALM: 0.6, Speed.NORMAL: 1.0, Speed.BRISK: 1.25}
LOOKING_ON = 5
"""So many times as fast where people only look on while bots read or write."""
LEISURE = 0.5
"""The rate of a first round at leisure, at any speed: below it a quick reaction would look like a guess."""


class SeatPlan(Struct, frozen=True):
    """One chair. A person keeps the hash of his device's token; the token itself is nowhere."""

    kind: SeatKind = SeatKind.FREE
    name: str = ""
    level: BotLevel = BotLevel.NORMAL
    device: str = ""
    options: dict[str, Any] = {}
    filler: bool = False
    """A bot for one game: the chair is free again after it."""
    skill: float = START
    """Of a bot that adapts; nobody is told."""
    games: int = 0
    """So many it has adapted to."""


class Removed(Struct, frozen=True):
    """A person whom the host has sent away; his device stays out until the host lets him in."""

    number: int
    name: str
    device: str


class SameDeal(Struct, frozen=True):
    """A deal that many tables play. Its seed is as secret as the log in which the lobby stands."""

    code: str
    seed: str = ""
    """Of the next game; none once it has been dealt."""


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
    bots: BotLevel = BotLevel.NORMAL
    """The level of those that fill free chairs."""
    speed: Speed = Speed.NORMAL
    leisure: bool = True
    """A first round at leisure, in games with races."""
    gated: bool = False
    """The game is laid out, and its clock waits for everybody to be ready."""
    asking: bool = False
    """The host wants to play again, and the others are asked."""
    ready: tuple[str, ...] = ()
    """Devices that have said so, to either."""
    left: tuple[str, ...] = ()
    """Devices that have left for good: their tokens open nothing any more."""
    removed: tuple[Removed, ...] = ()
    muted: tuple[str, ...] = ()
    """Devices whose people say nothing here: the host has asked for it."""
    evening: Evening = QUIET
    """What was played here, and what comes next."""
    deal: SameDeal | None = None
    """What is dealt here, or was dealt last, if other tables are dealt the same."""


def new_lobby(game: Game[Any], seats: int, host: str) -> Lobby:
    low, high = game.info.players
    if not low <= seats <= high:
        raise Refused("bad_players", least=low, most=high)
    return Lobby(game.info.key, (SeatPlan(),) * seats, host)


def shown_name(lobby: Lobby, seat: Seat) -> str:
    plan = lobby.seats[seat]
    return plan.name or (f"Robot {seat + 1}" if plan.kind is SeatKind.BOT else "")


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
    if not device or device != lobby.host:
        raise Refused("host_only")


def sit(lobby: Lobby, game: Game[Any], device: str, seat: Seat | None, name: str) -> Lobby:
    """Takes a free chair (the first one, unless one is named). Two people on one device take two.

    At a table that everybody has left, whoever sits down first is the host.
    """
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
    if any(likeness(shown_name(lobby, i)) == likeness(cleaned) for i in range(len(lobby.seats))):
        raise Refused("name_taken", name=cleaned)
    plan = SeatPlan(SeatKind.PERSON, cleaned, device=device, options=lobby.seats[seat].options)
    return put(structs.replace(lobby, host=lobby.host or device), seat, plan)


def stand(lobby: Lobby, device: str, seat: Seat) -> Lobby:
    """Leaves a chair, not the table. The host may also free somebody else's."""
    must_be_open(lobby)
    plan = must_be_seat(lobby, seat)
    if plan.device != device or plan.kind is not SeatKind.PERSON:
        must_host(lobby, device)
    return put(lobby, seat, SeatPlan())


def set_bot(lobby: Lobby, game: Game[Any], device: str, seat: Seat, level: BotLevel | None) -> Lobby:
    """Puts a bot on a free chair, changes its level, or takes it away. One that adapts starts anew."""
    must_be_open(lobby)
    must_host(lobby, device)
    plan = must_be_seat(lobby, seat)
    if plan.kind is SeatKind.PERSON:
        raise Refused("seat_taken")
    if level is None:
        return put(lobby, seat, SeatPlan())
    if plan.kind is SeatKind.BOT and plan.level is level is BotLevel.ADAPTIVE:
        return lobby
    options = {**plan.options, **suits(game, level)}
    return put(lobby, seat, SeatPlan(SeatKind.BOT, "", level, options=options))


def resize(lobby: Lobby, game: Game[Any], device: str, seats: int) -> Lobby:
    """More or fewer chairs; free ones and bots go before people."""
    must_be_open(lobby)
    must_host(lobby, device)
    low, high = game.info.players
    if not low <= seats <= high:
        raise Refused("bad_players", least=low, most=high)
    kept = list(range(len(lobby.seats)))
    for kind in (SeatKind.FREE, SeatKind.BOT):
        for i in reversed(range(len(lobby.seats))):
            if len(kept) > seats and lobby.seats[i].kind is kind:
                kept.remove(i)
    if len(kept) > seats:
        raise Refused("too_many_people")
    chairs = [lobby.seats[i] for i in kept] + [SeatPlan()] * (seats - len(kept))
    options = dict(lobby.options)
    starter = options.get("starter")
    if starter is not None:
        options["starter"] = kept.index(starter) if starter in kept else None
    return structs.replace(lobby, seats=tuple(chairs), options=options)


def configure(
    lobby: Lobby,
    game: Game[Any],
    device: str,
    *,
    options: dict[str, Any] | None = None,
    public: bool | None = None,
    chat: bool | None = None,
    friends: bool | None = None,
    bots: BotLevel | None = None,
    speed: Speed | None = None,
    leisure: bool | None = None,
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
        bots=lobby.bots if bots is None else bots,
        speed=lobby.speed if speed is None else speed,
        leisure=lobby.leisure if leisure is None else leisure,
    )


def configure_seat(lobby: Lobby, game: Game[Any], device: str, seat: Seat, options: dict[str, Any]) -> Lobby:
    """A seat's own options: by whoever sits there, or by the host."""
    must_be_open(lobby)
    plan = must_be_seat(lobby, seat)
    if plan.device != device or plan.kind is not SeatKind.PERSON:
        must_host(lobby, device)
    if "shares" in options:  # that is so or not so, and nobody's choice
        raise Refused("bad_options", option="shares")
    merged = msgspec.to_builtins(checked(game.seat_options, {**plan.options, **options}))
    return put(lobby, seat, structs.replace(plan, options=merged))


def pass_host(lobby: Lobby, device: str, seat: Seat) -> Lobby:
    must_host(lobby, device)
    plan = must_be_seat(lobby, seat)
    if plan.kind is not SeatKind.PERSON:
        raise Refused("not_a_person")
    return structs.replace(lobby, host=plan.device)


def pause(lobby: Lobby, device: str, on: bool) -> Lobby:
    """The host stops the clock, or lets it run again; so does whoever is alone with bots."""
    if [s.device for s in lobby.seats if s.kind is SeatKind.PERSON] != [device]:
        must_host(lobby, device)
    if not lobby.playing:
        raise Refused("not_started")
    return structs.replace(lobby, paused=on)


def leave(lobby: Lobby, device: str) -> Lobby:
    """The device is forgotten: its chairs are free, or in a game a bot has them for good; the next person hosts.

    A game that the last person leaves is given up.
    """
    if not seats_of(lobby, device) and device != lobby.host:
        return lobby
    return without(structs.replace(lobby, left=(*lobby.left, device)[-LEFT:]), device)


def without(lobby: Lobby, device: str) -> Lobby:
    """The device has no part in the table any more."""
    for seat in seats_of(lobby, device):
        bot = structs.replace(lobby.seats[seat], kind=SeatKind.BOT, device="", filler=True)
        lobby = put(lobby, seat, bot if lobby.playing else SeatPlan())
    people = [s.device for s in lobby.seats if s.kind is SeatKind.PERSON]
    if device == lobby.host:
        lobby = structs.replace(lobby, host=people[0] if people else "")
    if lobby.playing and not people:
        lobby = structs.replace(after_game(lobby), played=lobby.played - 1)
    return lobby


def somebody_else(lobby: Lobby, device: str, seat: Seat) -> SeatPlan:
    """A person in a seat, about whom the host decides."""
    must_host(lobby, device)
    plan = must_be_seat(lobby, seat)
    if plan.kind is not SeatKind.PERSON:
        raise Refused("not_a_person")
    if plan.device == device:
        raise Refused("not_yourself")
    return plan


def remove(lobby: Lobby, device: str, seat: Seat) -> Lobby:
    """The host sends a person away, and all who sit at the same device; in a game bots play on in their places."""
    plan = somebody_else(lobby, device, seat)
    number = 1 + max((gone.number for gone in lobby.removed), default=0)
    removed = (*lobby.removed, Removed(number, plan.name, plan.device))[-LEFT:]
    muted = tuple(d for d in lobby.muted if d != plan.device)
    return without(structs.replace(lobby, removed=removed, muted=muted), plan.device)


def let_in(lobby: Lobby, device: str, number: int) -> Lobby:
    must_host(lobby, device)
    return structs.replace(lobby, removed=tuple(gone for gone in lobby.removed if gone.number != number))


def mute(lobby: Lobby, device: str, seat: Seat, on: bool) -> Lobby:
    """The host keeps a person from speaking, or lets him again. Moves are not speech."""
    plan = somebody_else(lobby, device, seat)
    others = tuple(d for d in lobby.muted if d != plan.device)
    return structs.replace(lobby, muted=(*others, plan.device)[-LEFT:] if on else others)


def is_removed(lobby: Lobby, device: str) -> bool:
    return any(gone.device == device for gone in lobby.removed)


def close(lobby: Lobby, device: str) -> Lobby:
    """For everybody and for good; a game that is being played is given up."""
    must_host(lobby, device)
    return shut(lobby)


def shut(lobby: Lobby) -> Lobby:
    if lobby.playing:
        lobby = structs.replace(after_game(lobby), played=lobby.played - 1)
    return structs.replace(lobby, closed=True)


def after_game(lobby: Lobby) -> Lobby:
    """As it stands for a rematch; a chair that a bot only filled is free for people again."""
    seats = tuple(
        structs.replace(s, kind=SeatKind.FREE, name="", filler=False) if s.filler else s for s in lobby.seats
    )
    return structs.replace(lobby, seats=seats, playing=False, paused=False, gated=False, ready=())


def for_rematch(
    lobby: Lobby, game: Game[Any], outcome: Outcome, options: TableOptions, per_seat: Sequence[SeatOptions]
) -> Lobby:
    """After a game, with the options that the game sets for the next one, and with bots that have adapted."""
    lobby = after_game(lobby)
    pairs = zip(lobby.seats, per_seat, strict=True)
    seats = (structs.replace(s, options=msgspec.to_builtins(o)) for s, o in pairs)
    again = tuple(adapt(s, game, outcome, i) for i, s in enumerate(seats))
    return fitting(structs.replace(lobby, options=msgspec.to_builtins(options), seats=again), game)


def fitting(lobby: Lobby, game: Game[Any]) -> Lobby:
    """What was chosen under earlier rules of the game, as far as it can still be chosen."""
    seats = tuple(structs.replace(s, options=_fitting(game.seat_options, s.options)) for s in lobby.seats)
    return structs.replace(lobby, options=_fitting(game.options, lobby.options), seats=seats)


def _fitting(kind: type[Any], options: dict[str, Any]) -> dict[str, Any]:
    found = {}
    for name, value in options.items():
        with suppress(Refused):
            checked(kind, {name: value})
            found[name] = value
    return found


def adapt(plan: SeatPlan, game: Game[Any], outcome: Outcome, seat: Seat) -> SeatPlan:
    """A bot that adapts, after a game. Its options go with it, unless the host has chosen others."""
    if plan.kind is not SeatKind.BOT or plan.level is not BotLevel.ADAPTIVE:
        return plan
    skill = adapted(plan.skill, plan.games, outcome, seat)
    before, after = suits(game, plan.level, plan.skill), suits(game, plan.level, skill)
    kept = plan.options.items() >= before.items()
    options = {**plan.options, **after} if kept else plan.options
    return structs.replace(plan, skill=skill, games=plan.games + 1, options=options)


def say_ready(lobby: Lobby, device: str) -> Lobby:
    """Ready to race, or to play again. Where nobody waits for it, it is simply true."""
    if not seats_of(lobby, device):
        raise Refused("not_your_seat")
    if not (lobby.gated or lobby.asking) or device in lobby.ready:
        return lobby
    return structs.replace(lobby, ready=(*lobby.ready, device))


def change_game(lobby: Lobby, game: Game[Any], device: str) -> Lobby:
    """Another game at the same table. People keep their order; those for whom it has no room look on.

    Its own options start anew, but how much time people want and the language of words stay.
    """
    must_be_open(lobby)
    must_host(lobby, device)
    if game.info.key == lobby.game:
        return lobby
    low, high = game.info.players
    kept: list[Seat] = []
    for kind in (SeatKind.PERSON, SeatKind.BOT):
        for seat, plan in enumerate(lobby.seats):
            alone = game.info.device is Device.OWN and plan.device in {lobby.seats[i].device for i in kept} - {""}
            if plan.kind is kind and len(kept) < high and not alone:
                kept.append(seat)
    chairs = [seated_anew(lobby.seats[seat], game) for seat in sorted(kept)]
    count = max(low, min(high, len(lobby.seats)))
    common = {"timers", "language"} & lobby.options.keys() & set(game.options.__struct_fields__)
    try:
        options = msgspec.to_builtins(checked(game.options, {key: lobby.options[key] for key in common}))
    except Refused:
        options = {}
    return structs.replace(
        lobby,
        game=game.info.key,
        seats=tuple(chairs + [SeatPlan()] * (count - len(chairs))),
        options=options,
        asking=False,
        ready=(),
    )


def seated_anew(plan: SeatPlan, game: Game[Any]) -> SeatPlan:
    """The same person or bot at another game: nothing chosen for the old one holds."""
    if plan.kind is SeatKind.BOT:
        return SeatPlan(SeatKind.BOT, level=plan.level, options=dict(suits(game, plan.level)))
    return structs.replace(plan, options={})


def tempo(lobby: Lobby, first_round: bool, looks_on: bool = False) -> float:
    """How fast table time passes."""
    rate = RATES[lobby.speed] * (LOOKING_ON if looks_on else 1)
    return min(rate, LEISURE) if first_round and lobby.leisure else rate


def ready(lobby: Lobby, game: Game[Any]) -> Lobby:
    """The chairs as they will play: free ones are filled by bots."""
    must_be_open(lobby)
    if not any(s.kind is SeatKind.PERSON for s in lobby.seats):
        raise Refused("nobody_sits")
    low, high = game.info.players
    if not low <= len(lobby.seats) <= high:
        raise Refused("bad_players", least=low, most=high)
    seats = [fill(s, game, lobby.bots) if s.kind is SeatKind.FREE else s for s in lobby.seats]
    if issubclass(game.seat_options, ScreenSeatOptions):
        seats = [structs.replace(s, options={**s.options, "shares": on_one_screen(lobby, s)}) for s in seats]
    return structs.replace(
        lobby,
        seats=tuple(seats),
        playing=True,
        played=lobby.played + 1,
        asking=False,
        gated=game.races,
        ready=(),
        evening=started(lobby.evening),
    )


def fill(plan: SeatPlan, game: Game[Any], level: BotLevel) -> SeatPlan:
    """A bot takes the chair for one game."""
    options = {**suits(game, level), **plan.options}
    return structs.replace(plan, kind=SeatKind.BOT, level=level, options=options, filler=True)


def on_one_screen(lobby: Lobby, plan: SeatPlan) -> bool:
    """Whether others sit at the same device."""
    return plan.kind is SeatKind.PERSON and len(seats_of(lobby, plan.device)) > 1
