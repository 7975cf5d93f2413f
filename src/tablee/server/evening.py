"""An evening at one table: what was played, who has won, what people would like next. Part of the lobby, and so of
the log: nothing of it is lost when the server goes.

A win is a star. Places are kept beside it, for ties; points of different games mean nothing together.
"""

from collections.abc import Mapping

from msgspec import Struct, structs

from tablee.kernel.outcome import Outcome, Result
from tablee.kernel.units import Seat

MOST_GAMES = 24
"""Of an evening that goes on longer the first games are forgotten."""
MOST_GUESTS = 24
MOST_DISHES = 8
"""So many games a menu has at most."""


class Guest(Struct, frozen=True):
    """Somebody who played this evening. The device is the hash of its token, as in a chair."""

    name: str
    device: str


class PlayedGame(Struct, frozen=True):
    game: str
    id: str
    """Of its record."""
    places: tuple[tuple[int, int], ...]
    """Guests by their number, with the rank of each; 0 where nobody was ranked."""
    stars: tuple[int, ...]
    """Those who have won."""


class Wish(Struct, frozen=True):
    """What somebody at the table would like to play next."""

    name: str
    device: str
    game: str


class Evening(Struct, frozen=True):
    guests: tuple[Guest, ...] = ()
    games: tuple[PlayedGame, ...] = ()
    menu: tuple[str, ...] = ()
    """What is still to come, if somebody has made a menu."""
    wishes: tuple[Wish, ...] = ()
    over: bool = False
    """The host has closed it: everybody looks at the last screen. The next game opens another evening."""


QUIET = Evening()


def started(evening: Evening) -> Evening:
    """A game begins: nothing is wished any more; after a last screen it is another evening."""
    if evening.over:
        return Evening(menu=evening.menu)
    return structs.replace(evening, wishes=()) if evening.wishes else evening


def noted(evening: Evening, game: str, game_id: str, outcome: Outcome, people: Mapping[Seat, Guest]) -> Evening:
    """A game has ended. `people` are those who played it themselves to the end; bots get no stars."""
    if any(played.id == game_id for played in evening.games):
        return evening
    guests = list(evening.guests)
    numbers = {}
    for seat, person in people.items():
        known = next((i for i, guest in enumerate(guests) if guest.name == person.name), None)
        if known is None:
            guests.append(person)
            known = len(guests) - 1
        guests[known] = person  # somebody may have come back with another device
        numbers[seat] = known
    ranks = outcome.ranks
    places = tuple((number, ranks[seat] if ranks else 0) for seat, number in numbers.items())
    stars = tuple(numbers[seat] for seat in winners(outcome) if seat in numbers)
    played = PlayedGame(game, game_id, places, stars)
    return trimmed(structs.replace(evening, guests=tuple(guests), games=(*evening.games, played)[-MOST_GAMES:]))


def winners(outcome: Outcome) -> tuple[Seat, ...]:
    """Who gets a star: nobody for a game that one plays alone, everybody for one that all have won together."""
    if len(outcome.scores) < 2 or outcome.result in (Result.NOBODY, Result.MADE):
        return ()
    return outcome.winners


def trimmed(evening: Evening) -> Evening:
    """Guests of whom no game is left go, and with them the numbers of the others."""
    if len(evening.guests) <= MOST_GUESTS:
        return evening
    present = {number for played in evening.games for number, _ in played.places}
    kept = [i for i in range(len(evening.guests)) if i in present][-MOST_GUESTS:]
    new = {old: number for number, old in enumerate(kept)}
    games = tuple(
        structs.replace(
            played,
            places=tuple((new[guest], rank) for guest, rank in played.places if guest in new),
            stars=tuple(new[guest] for guest in played.stars if guest in new),
        )
        for played in evening.games
    )
    return structs.replace(evening, guests=tuple(evening.guests[i] for i in kept), games=games)


def without_guest(evening: Evening, device: str, nobody: str) -> Evening:
    """As if somebody without a name had been there."""
    guests = tuple(structs.replace(g, name=nobody) if g.device == device else g for g in evening.guests)
    wishes = tuple(w for w in evening.wishes if w.device != device)
    return structs.replace(evening, guests=guests, wishes=wishes)
