"""How bots turn the cards of a pile that nobody has looked at, and whom they give a pétard (`phases.flip`)."""

from tablee.bots.bot import Mind, Plan, Sighting
from tablee.kernel.domains import OneSeat
from tablee.kernel.moves import Move
from tablee.kernel.units import Millis, Seat

TURNS: tuple[Millis, Millis] = (500, 1_500)
GIVES: tuple[Millis, Millis] = (800, 2_500)


def in_pile(seen: Sighting, seat: Seat) -> int:
    """How many cards somebody's pile has."""
    return seen.view.zone(f"pile:{seat}").count


def flips(mind: Mind, seen: Sighting, *, fewest: bool) -> Plan | None:
    """A card less is a card less: the right to play again is always taken. A pétard goes to whoever has the fewest
    cards, or to anybody."""
    offer = seen.offer("offer")
    if offer is None:
        return mind.soon(seen, Move("flip"), *TURNS) if seen.offer("flip") else None
    domain = offer.params["taker"]
    assert isinstance(domain, OneSeat)
    taker = mind.rng.choice(domain.seats)
    if fewest:
        taker = min(domain.seats, key=lambda seat: in_pile(seen, seat))
    return mind.soon(seen, Move("offer", {"taker": taker}), *GIVES)
