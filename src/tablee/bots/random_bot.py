"""The random player: any offer, any arguments, any time. It sees nothing and needs to see nothing."""

from tablee.bots.bot import Mind, Plan, Sighting
from tablee.kernel.moves import Move


class RandomBot(Mind):
    def decide(self, seen: Sighting) -> Plan | None:
        offer = self.rng.choice(seen.offers)
        move = Move(offer.name, offer.sample(self.rng), answers=offer.stimulus)
        return self.soon(seen, move, 200, 2_000)
