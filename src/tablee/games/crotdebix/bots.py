"""Crotdebix bots: from which formula on they call, which card they pass, and whether losing would pay."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import accumulate

from msgspec import Struct

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.games.crotdebix.formulas import BEST, BIT, FACES, best, mask_of
from tablee.games.crotdebix.rules import POINT_FACES, worth
from tablee.kernel.moves import Move, Offer
from tablee.kernel.units import Millis
from tablee.pieces.toutilix import SYMBOL, VOWELS


class CrotdebixStyle(Struct, frozen=True):
    lays: tuple[Millis, Millis]
    """How long after it may it lays a card."""
    calls: tuple[Millis, Millis] = (3_000, 8_000)
    least: float = 0.5
    """It calls when its chance of winning is above this."""


STYLES = {
    Level.BEGINNER: CrotdebixStyle((4_000, 12_000)),
    Level.NORMAL: CrotdebixStyle((4_000, 12_000)),
    Level.STRONG: CrotdebixStyle((3_000, 8_000)),
}
BEGINNERS_CALL = 2
"""The rank from which on a beginner calls."""
NEAR = 2
"""Letters so far apart may still come into one run."""
DEALS = 60
"""How many deals a strong one imagines before it calls."""
REMEMBERED = {2: 5, 3: 2, 4: 2}
"""So many exchanges a card that it has passed is surely not among those that may come back."""


@cache
def chance(rank: int, size: int) -> float:
    """How often a hand of this rank beats a random one, by the tables."""
    below = [0, *accumulate(BEST[size])]
    return (below[rank] + BEST[size][rank] / 2) / below[-1]


def company(face: str, hand: Sequence[str]) -> int:
    """How near a card lies to others of its colour, and whether its twin is there: what it may still become."""
    letter = BIT[face].bit_length()
    apart = [abs(BIT[other].bit_length() - letter) for other in hand if other != face and other[0] == face[0]]
    return sum(NEAR + 1 - gap for gap in apart if gap <= NEAR) + (face[1] in (o[1] for o in hand if o != face))


def next_draw(left: Sequence[str], burden: int) -> float:
    """The mean of what the next card of the pile does to somebody whose consonants and pétards weigh so much."""
    if not left:
        return 0.0
    return sum(-burden if SYMBOL[face] in VOWELS else worth(face) for face in left) / len(left)


class CrotdebixBot(Mind):
    _passed: tuple[str, ...] = ()
    """What it has passed since the last deal."""
    _round: int = -1

    def occasion(self, seen: Sighting) -> object:
        view = seen.view
        return view.fact("round"), view.fact("exchanges"), [o.name for o in seen.offers if o.name != "take_back"]

    def decide(self, seen: Sighting) -> Plan | None:
        if seen.view.fact("round") != self._round:
            self._round, self._passed = seen.view.fact("round"), ()
        call, pass_on = seen.offer("announce"), seen.offer("pass_on")
        hand = self.hand(seen)
        if call is not None and self.wants_to_call(seen, list(hand)):
            return self.after(seen, call, Move("announce", answers=call.stimulus), *STYLES[self.level].calls)
        if pass_on is None:
            return None
        face = self.passes(seen, list(hand))
        self._passed = (*self._passed, face)
        move = Move("pass_on", {"card": hand[face]}, answers=pass_on.stimulus)
        hurries = self.level is Level.STRONG and pass_on.stimulus is not None  # it shuts out a call
        return self.after(seen, pass_on, move, *((0, 0) if hurries else STYLES[self.level].lays))

    def after(self, seen: Sighting, offer: Offer, move: Move, low: Millis, high: Millis) -> Plan:
        return Plan(move, max(seen.now, offer.opens_at) + low + self.rng.below(high - low + 1))

    def hand(self, seen: Sighting) -> dict[str, str]:
        """Its cards by their faces, the one that is laid as well."""
        zones = [seen.view.zone(f"{name}:{self.seat}") for name in ("hand", "pass")]
        return {c.face: c.handle for zone in zones for c in zone.cards if c and c.face and c.handle}

    # ---- calling -----------------------------------------------------------------------------------

    def wants_to_call(self, seen: Sighting, hand: Sequence[str]) -> bool:
        size, others = len(hand), len(seen.view.seats) - 1
        held = best(mask_of(hand), size)
        if not held.rank:
            return False
        if self.level is Level.BEGINNER:
            return held.rank >= BEGINNERS_CALL
        if self.level is Level.NORMAL:
            return chance(held.rank, size) ** others > STYLES[self.level].least
        return not self.would_rather_lose(seen) and self.would_win(seen, hand) > STYLES[self.level].least

    def would_win(self, seen: Sighting, hand: Sequence[str]) -> float:
        """How often it wins against hands dealt from the cards that it does not hold."""
        size, others = len(hand), len(seen.view.seats) - 1
        mine = best(mask_of(hand), size).strength
        unseen = [face for face in FACES if face not in hand]
        won = 0
        for _ in range(DEALS):
            dealt = self.rng.shuffled(unseen)
            rivals = (dealt[i * size : (i + 1) * size] for i in range(others))
            won += all(best(mask_of(rival), size).strength < mine for rival in rivals)
        return won / DEALS

    def would_rather_lose(self, seen: Sighting) -> bool:
        """It has crotdebix to get rid of, and the next card will rather take some than bring more."""
        view = seen.view
        own = [c.face for c in view.zone(f"points:{self.seat}").cards if c and c.face]
        out = [
            c.face for zone in view.zones if zone.kind in ("winnings", "box") for c in zone.cards if c and c.face
        ]
        left = list((Counter(POINT_FACES) - Counter(out)).elements())
        burden = sum(worth(face) for face in own if worth(face) > 0)
        return sum(map(worth, own)) > 0 > next_draw(left, burden)

    # ---- passing -----------------------------------------------------------------------------------

    def passes(self, seen: Sighting, hand: Sequence[str]) -> str:
        used = best(mask_of(hand), len(hand)).faces
        free = [face for face in hand if face not in used] or list(hand)
        if self.level is Level.BEGINNER:
            return self.rng.choice(free)
        if self.level is Level.NORMAL:
            return min(free, key=lambda face: (company(face, hand), face))
        sign = -1 if self.would_rather_lose(seen) else 1
        away = self._passed[-REMEMBERED[len(seen.view.seats)] :]
        coming = [x for x in FACES if x not in hand and x not in away]
        return max(hand, key=lambda x: (sign * hope(hand, x, coming), -company(x, hand), x))


def hope(hand: Sequence[str], face: str, coming: Sequence[str]) -> float:
    """What a hand is worth on average without this card, and with one of those that may come for it."""
    kept, size = mask_of(hand) - BIT[face], len(hand)
    return sum(chance(best(kept + BIT[other], size).rank, size) for other in coming) / len(coming)


BOT = CrotdebixBot
