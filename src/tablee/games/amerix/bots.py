"""Amérix bots: what they lay, what they forget, how quickly they catch others."""

from collections import Counter

from msgspec import Struct

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.games.amerix.table import FOLLOWS, POINTS
from tablee.kernel.door import CardView
from tablee.kernel.moves import Move, Offer
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.pieces.toutilix import ALPHABET, DECK, ETOILE, PETARD, SYMBOL


class AmerixStyle(Struct, frozen=True):
    forgets: float
    """How often it forgets "toutilix !"."""
    calls: tuple[Millis, Millis]
    """How long after the grace it catches somebody who forgot (D12)."""
    thinks: tuple[Millis, Millis]


STYLES = {
    Level.BEGINNER: AmerixStyle(0.3, (2_000, 4_000), (1_500, 4_000)),
    Level.NORMAL: AmerixStyle(0.05, (1_000, 2_000), (1_200, 3_000)),
    Level.STRONG: AmerixStyle(0.0, (400, 900), (900, 2_200)),
}


class AmerixBot(Mind):
    def __init__(self, seat: Seat, level: Level, rng: Rng) -> None:
        super().__init__(seat, level, rng)
        self._laid: Counter[str] = Counter()
        """Faces seen on the discard that cannot be in a hand now."""

    def notice(self, seen: Sighting) -> None:
        for event in seen.events:
            if event.kind == "move" and event.target and event.target[0] == "discard" and event.face:
                self._laid[event.face] += 1
            elif event.kind in ("turnover", "last_round"):
                self._laid.clear()

    def decide(self, seen: Sighting) -> Plan | None:
        style = STYLES[self.level]
        facts = seen.view.facts
        if (etoile := seen.offer("etoile")) and not facts.get("called", True):
            grace = max(0, etoile.opens_at - seen.now)
            return self.soon(seen, Move("etoile"), *(grace + span for span in style.calls))
        if (lay := seen.offer("lay")) and (plan := self._lay(seen, lay)):
            return plan
        if seen.offer("name"):
            letter = self._best_letter(seen, self._hand(seen))
            return self.soon(seen, Move("name", {"letter": letter}), *style.thinks)
        for name in ("draw", "keep", "pass"):
            if seen.offer(name):
                return self.soon(seen, Move(name), *style.thinks)
        return None

    def _hand(self, seen: Sighting) -> list[CardView]:
        return [c for c in seen.view.zone(f"hand:{self.seat}").cards if c is not None]

    def _lay(self, seen: Sighting, offer: Offer) -> Plan | None:
        hand = self._hand(seen)
        playable = set(offer.params["card"].values())
        options = [c for c in hand if c.handle in playable]
        card = options[0] if self.level is Level.BEGINNER else self._choose(seen, hand, options)
        if card is None:
            return None
        args: dict[str, str | bool | None] = {"card": card.handle}
        rest = [c for c in hand if c is not card]
        if card.face == ETOILE:
            args["letter"] = self._best_letter(seen, rest)
        if len(hand) == 2 and not self.chance(STYLES[self.level].forgets):
            args["toutilix"] = True
        return self.soon(seen, Move("lay", args), *STYLES[self.level].thinks)

    def _choose(self, seen: Sighting, hand: list[CardView], options: list[CardView]) -> CardView | None:
        """The best card to lay; None when it is better to keep the last étoile and draw."""
        stars = sum(c.face == ETOILE for c in hand)
        best = max(options, key=lambda c: self._worth(seen, hand, c))
        if best.face == ETOILE and stars == 1 and len(hand) > 3 and seen.offer("draw"):
            return None
        return best

    def _worth(self, seen: Sighting, hand: list[CardView], card: CardView) -> float:
        face = card.face or ""
        symbol = SYMBOL[face]
        worth = float(POINTS[symbol])
        if symbol == ETOILE:
            worth -= 40
        if self.level is Level.NORMAL:
            return worth
        counts = self._counts(seen)
        following = self._next_seat(seen)
        danger = min(count for seat, count in counts.items() if seat != self.seat)
        worth *= 2.0 if danger <= 2 else 1.0
        if symbol == PETARD:
            return worth + (200 if counts[following] <= 2 else -20)
        rest = [c for c in hand if c is not card]
        reference = self._best_letter(seen, rest) if symbol == ETOILE else symbol
        mine = sum(SYMBOL[c.face or ""] in FOLLOWS[reference] for c in rest)
        return worth + 4 * mine + 30 * self._stops(seen, reference) / max(1, counts[following])

    def _stops(self, seen: Sighting, reference: str) -> float:
        """The share of the cards it has not seen that do not fit on this letter."""
        hand = Counter(c.face for c in self._hand(seen))
        unseen = Counter(DECK)
        unseen.subtract(self._laid)
        unseen.subtract(Counter({face: n for face, n in hand.items() if face}))
        total = sum(n for n in unseen.values() if n > 0)
        stopped = sum(n for face, n in unseen.items() if n > 0 and SYMBOL[face] not in FOLLOWS[reference])
        return stopped / max(1, total)

    def _counts(self, seen: Sighting) -> dict[Seat, int]:
        return {z.owner: z.count for z in seen.view.zones if z.name.startswith("hand:")}

    def _next_seat(self, seen: Sighting) -> Seat:
        return (self.seat + int(seen.view.fact("direction"))) % len(seen.view.seats)

    def _best_letter(self, seen: Sighting, hand: list[CardView]) -> str:
        """The letter that most of its own cards fit on; a beginner names his first letter."""
        symbols = [SYMBOL[c.face or ETOILE] for c in hand]
        own = [x for x in symbols if x in ALPHABET]
        if self.level is Level.BEGINNER:
            return own[0] if own else "E"
        weights = {a: sum(POINTS[x] for x in own if x in FOLLOWS[a]) for a in ALPHABET}
        best = max(weights.values())
        tied = [a for a in ALPHABET if weights[a] == best]
        if self.level is Level.STRONG:
            return max(tied, key=lambda a: self._stops(seen, a))
        return tied[0]


BOT = AmerixBot
