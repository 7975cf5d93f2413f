"""What people say in the lobby, as changes of it."""

from typing import Any

from tablee.games.registry import game as game_named
from tablee.kernel.game import Game
from tablee.server import choosing
from tablee.server import lobby as lobbies
from tablee.server import protocol as p
from tablee.server.lobby import Lobby

CONFIGURED = [name for name in p.Configure.__struct_fields__ if name != "id"]


def change(lobby: Lobby, game: Game[Any], device: str, message: p.Command) -> Lobby | None:
    """The lobby after a command; None if it is not about the lobby."""
    match message:
        case p.Sit(name=name, seat=seat):
            return lobbies.sit(lobby, game, device, seat, name)
        case p.Stand(seat=seat):
            return lobbies.stand(lobby, device, seat)
        case p.SetBot(seat=seat, level=level):
            return lobbies.set_bot(lobby, game, device, seat, level)
        case p.Resize(seats=seats):
            return lobbies.resize(lobby, game, device, seats)
        case p.Configure():
            wanted = {name: getattr(message, name) for name in CONFIGURED}
            return lobbies.configure(lobby, game, device, **wanted)
        case p.ChangeGame(game=key):
            return lobbies.change_game(lobby, game_named(key), device)
        case p.WishGame(seat=seat, game=wished):
            return choosing.wish(lobby, device, seat, wished)
        case p.SetMenu(games=keys):
            return choosing.set_menu(lobby, device, keys)
        case p.NextGame(by=by, minutes=minutes, age=age):
            return choosing.next_game(lobby, device, by, minutes, age)
        case p.Finish(on=on):
            return choosing.finish(lobby, device, on)
        case p.Ready():
            return lobbies.say_ready(lobby, device)
        case p.ConfigureSeat(seat=seat, options=options):
            return lobbies.configure_seat(lobby, game, device, seat, options)
        case p.PassHost(seat=seat):
            return lobbies.pass_host(lobby, device, seat)
        case p.Remove(seat=seat):
            return lobbies.remove(lobby, device, seat)
        case p.LetIn(number=number):
            return lobbies.let_in(lobby, device, number)
        case p.Mute(seat=seat, on=on):
            return lobbies.mute(lobby, device, seat, on)
        case p.Pause(on=on):
            return lobbies.pause(lobby, device, on)
        case p.Close():
            return lobbies.close(lobby, device)
        case p.Leave():
            return lobbies.leave(lobby, device)
    return None
