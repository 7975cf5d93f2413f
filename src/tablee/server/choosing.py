"""What a table plays next: wishes of everybody, a menu, a surprise, or an end to the evening. It grows out of
`change_game`: whatever way a game was found, everybody stays, and it is another game at the same table."""

from collections import Counter
from collections.abc import Callable, Sequence
from enum import StrEnum
from secrets import randbelow
from typing import Any

from msgspec import structs

from tablee.games.registry import game as game_named
from tablee.games.registry import games
from tablee.kernel.game import Device, Game
from tablee.kernel.outcome import Outcome
from tablee.kernel.refusal import Refused
from tablee.kernel.state import SeatState
from tablee.kernel.units import Seat
from tablee.server import lobby as lobbies
from tablee.server.evening import MOST_DISHES, Evening, Guest, Wish, noted
from tablee.server.lobby import Lobby, SeatKind, must_be_open, must_host, seats_of


class NextBy(StrEnum):
    WISHES = "wishes"
    MENU = "menu"
    SURPRISE = "surprise"


Draw = Callable[[int], int]
"""A number below another one, at random. What came of it is in the log."""


def wish(lobby: Lobby, device: str, seat: Seat, key: str | None) -> Lobby:
    """One wish for each who sits here, changed as often as one likes until the next game; None takes it back."""
    must_be_open(lobby)
    if seat not in seats_of(lobby, device):
        raise Refused("not_your_seat")
    name = lobby.seats[seat].name
    others = tuple(w for w in wishes(lobby) if w.name != name)
    mine = () if key is None else (Wish(name, device, game_named(key).info.key),)
    return _with(lobby, structs.replace(lobby.evening, wishes=(*others, *mine)))


def wishes(lobby: Lobby) -> tuple[Wish, ...]:
    """Those of people who still sit here."""
    here = {plan.name for plan in lobby.seats if plan.kind is SeatKind.PERSON}
    return tuple(w for w in lobby.evening.wishes if w.name in here)


def set_menu(lobby: Lobby, device: str, keys: Sequence[str]) -> Lobby:
    """The host writes down what is to come, in its order; an empty menu is none."""
    must_host(lobby, device)
    must_be_open(lobby)
    if len(keys) > MOST_DISHES:
        raise Refused("too_many")
    menu = tuple(game_named(key).info.key for key in keys)
    return _with(lobby, structs.replace(lobby.evening, menu=menu))


def has_room(lobby: Lobby, game: Game[Any]) -> bool:
    """Whether everybody at the table could play it, on the devices that they have."""
    people = [plan.device for plan in lobby.seats if plan.kind is SeatKind.PERSON]
    apart = game.info.device is not Device.OWN or len(set(people)) == len(people)
    return len(people) <= game.info.players[1] and apart


def next_game(
    lobby: Lobby,
    device: str,
    by: NextBy,
    minutes: int | None = None,
    age: int | None = None,
    draw: Draw = randbelow,
) -> Lobby:
    """The host lets the table decide. A surprise has room for all, and was not played this evening if there is any
    other; it takes no longer and is for no older people than he says."""
    must_host(lobby, device)
    must_be_open(lobby)
    menu = lobby.evening.menu
    match by:
        case NextBy.WISHES:
            key = _most_wished(lobby, draw)
        case NextBy.MENU:
            if not menu:
                raise Refused("no_menu")
            key, menu = menu[0], menu[1:]
        case NextBy.SURPRISE:
            key = _surprise(lobby, minutes, age, draw)
    lobby = _with(lobby, structs.replace(lobby.evening, menu=menu, wishes=()))
    return lobbies.change_game(lobby, game_named(key), device)


def _most_wished(lobby: Lobby, draw: Draw) -> str:
    """Of several that are wished as often, chance decides."""
    counted = Counter(w.game for w in wishes(lobby))
    if not counted:
        raise Refused("no_wishes")
    first = sorted(key for key, count in counted.items() if count == max(counted.values()))
    return first[draw(len(first))]


def _surprise(lobby: Lobby, minutes: int | None, age: int | None, draw: Draw) -> str:
    fitting = [
        key
        for key, game in games().items()
        if key != lobby.game
        and has_room(lobby, game)
        and (minutes is None or game.info.minutes <= minutes)
        and (age is None or game.info.age <= age)
    ]
    played = {before.game for before in lobby.evening.games}
    fresh = [key for key in fitting if key not in played] or fitting
    if not fresh:
        raise Refused("no_surprise")
    return fresh[draw(len(fresh))]


def finish(lobby: Lobby, device: str, on: bool) -> Lobby:
    """The host closes the evening for everybody, or opens it again."""
    must_host(lobby, device)
    must_be_open(lobby)
    if on and not lobby.evening.games:
        raise Refused("no_evening")
    return _with(lobby, structs.replace(lobby.evening, over=on, wishes=()))


def after_game(lobby: Lobby, ended: Lobby, game_id: str, outcome: Outcome, seats: Sequence[SeatState]) -> Lobby:
    """`lobby` with what was played; `ended` is as people sat when the game was over."""
    people = {
        i: Guest(plan.name, plan.device)
        for i, (plan, seat) in enumerate(zip(ended.seats, seats, strict=True))
        if plan.kind is SeatKind.PERSON and seat.human
    }
    return _with(lobby, noted(lobby.evening, ended.game, game_id, outcome, people))


def _with(lobby: Lobby, evening: Evening) -> Lobby:
    return structs.replace(lobby, evening=evening)
