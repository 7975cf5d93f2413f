"""What the tests of Familix share."""

from typing import Any

from tablee.bots.bot import Sighting
from tablee.games.familix.rules import GAME, FamilixState
from tablee.kernel.events import Event
from tablee.kernel.moves import Move
from tablee.kernel.rng import seed_from
from tablee.kernel.units import Seat
from tablee.pieces.notation import arrange
from tests.lazy import Habit
from tests.table import do, faces, view, wait


def begin(players: int, *, seed: int = 1, seat_options: Any = None, **options: Any) -> FamilixState:
    return GAME.start(players, seed=seed_from(seed), options=options, seat_options=seat_options, watched=True)


def at(*hands: str, pile: str = "…", laid: str = "", starter: Seat = 0, **options: Any) -> FamilixState:
    """These hands and this pile, the top last; what is named nowhere lies before the last seat, or in the pile."""
    s = begin(len(hands), starter=starter, **options)
    rest = f"laid:{len(hands) - 1}={laid or ('' if '…' in pile else '…')}"
    arrange(s, " | ".join(f"hand:{seat}={row}" for seat, row in enumerate(hands)) + f" | pile={pile} | {rest}")
    lying = set(faces(s, s.zones[2 * len(hands) - 1]))
    s.laid = tuple(family for family in s.options.all_families if set(family) <= lying)
    s.go_on(starter)
    s._settle()
    s.drain()
    return s


def ask(s: FamilixState, seat: Seat, owner: Seat, card: str) -> list[Event]:
    """A request and its answer, up to the next request, choice or end."""
    events = do(s, seat, "ask", card=card, seat=owner)
    while s.outcome is None and view(s).phase in ("asked", "answered"):
        events += wait(s)
    return events


def hand(s: FamilixState, seat: Seat) -> set[str]:
    return set(faces(s, s.hand(seat)))


def whose(s: FamilixState) -> Seat:
    """Who is to ask."""
    shown = view(s)
    assert shown.phase == "ask"
    return int(shown.fact("seat"))


def asks(bluff: bool) -> Habit:
    """Always the left neighbour, always the first card; or always one that it has itself."""

    def habit(seen: Sighting) -> Move | None:
        if seen.offer("put_down"):
            return Move("put_down", {"colour": "pink"})
        offer = seen.offer("ask")
        if offer is None:
            return None
        cards, seats = offer.params["card"], offer.params["seat"]
        held = [c.face for c in seen.view.zone(f"hand:{seen.seat}").cards if c]
        wanted = [face for face in cards.values() if (face in held) is bluff] or list(cards.values())
        return Move("ask", {"card": wanted[0], "seat": next(iter(seats.values()))})

    return habit
