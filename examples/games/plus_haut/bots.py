"""Plus haut bots: chance, the highest letter, or just as much as it takes."""

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.kernel.door import CardView
from tablee.kernel.moves import Move
from tablee.pieces.toutilix import INDEX


class PlusHautBot(Mind):
    def decide(self, seen: Sighting) -> Plan:
        hand = [card for card in seen.view.zone(f"hand:{self.seat}").cards if card is not None]
        hand.sort(key=strength)
        match self.level:
            case Level.BEGINNER:
                card = self.rng.choice(hand)
            case Level.NORMAL:
                card = hand[-1]
            case Level.STRONG:
                laid = [strength(other) for other in seen.view.zone("trick").cards if other is not None]
                card = next((c for c in hand if laid and strength(c) > max(laid)), hand[0] if laid else hand[-1])
        return self.soon(seen, Move("play", {"card": card.handle}), 400, 1_500)


def strength(card: CardView) -> int:
    return INDEX[(card.face or "pA")[1]]


BOT = PlusHautBot
