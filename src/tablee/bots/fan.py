"""How bots draw from a fan that is held out: the finger wanders over it, stops, and takes a card."""

from tablee.bots.bot import Hesitation, Mind, Plan, Sighting
from tablee.kernel.moves import Move
from tablee.kernel.units import Millis
from tablee.pieces.domains import FanPlace

STEP: tuple[Millis, Millis] = (350, 800)
"""How long the finger stays over a card."""
REST: Millis = 500
"""It comes to the card that it takes so long before."""


class FanMind(Mind):
    """A bot of a game with fans. Its plan shows where it points meanwhile; that says nothing of its cards."""

    def places(self, seen: Sighting) -> tuple[int, ...]:
        """The places of the fan that is held out to it; none where there is none."""
        offer = seen.offer("draw")
        domain = offer.params.get("place") if offer is not None else None
        return tuple(domain.places) if isinstance(domain, FanPlace) else ()

    def draws(self, seen: Sighting, place: int, low: Millis, high: Millis) -> Plan:
        plan = self.soon(seen, Move("draw", {"place": place}), low, high)
        at, before = seen.now, []
        while (at := at + STEP[0] + self.rng.below(STEP[1] - STEP[0])) < plan.at - REST - STEP[0]:
            before.append(Hesitation({"place": self.rng.choice(self.places(seen))}, at))
        before.append(Hesitation({"place": place}, max(seen.now, plan.at - REST)))
        return Plan(plan.move, plan.at, tuple(before))
