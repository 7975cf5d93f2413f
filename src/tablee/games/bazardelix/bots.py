"""Bazardelix bots: what they give away, how they duck, and a search for those who remember every card."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from tablee.bots.bot import Level, Sighting
from tablee.bots.rollout import QuickPicker
from tablee.bots.tricks import TrickMind
from tablee.games.bazardelix.quick import FACES, Deals, search
from tablee.games.bazardelix.rules import ALL_POINTS, POINTS, BazardelixState
from tablee.kernel.moves import Move
from tablee.pieces.families import BLUE_AM, BLUE_NZ, FAMILY, LETTER_ORDER, RANK, STRENGTH


class BazardelixStyle(Struct, frozen=True):
    deals: int
    """How many deals the search imagines for a card; the time it takes grows with them."""
    explore: float
    """How much it looks at cards that seem worse; the unit is `standing`."""
    strong_hand: float
    """From which average strength (0 to 12) on it also looks whether it could take all 26."""


STRONG = BazardelixStyle(deals=600, explore=0.3, strong_hand=7.0)

GUARDS = 4
"""With so many cards below the blue X in its family, X, Y and Z are safe in hand."""
SHORT = 2
"""A family of so few cards can be given away whole."""
FIRST = 0.5
"""What having the fewest points of a round is worth beside the points, as a share of all of them."""
UNGUARDED, BLUE_WEIGHT, SHORT_BONUS, KEPT = 40.0, 1.2, 8.0, -10.0
"""How much a hand wants to be rid of a card, beside its strength (0 to 12)."""


# ---- which card to play ---------------------------------------------------------------------------------


def careful(legal: list[str], trick: list[str], last: bool) -> str:
    """Ducks under tricks, sheds what is dangerous, leads low."""
    if not trick:
        return min(legal, key=lead_risk)
    asked = FAMILY[trick[0]]
    if FAMILY[legal[0]] != asked:
        return max(legal, key=discard_worth)
    best = max(STRENGTH[f] for f in trick if FAMILY[f] == asked)
    below = [f for f in legal if STRENGTH[f] < best]
    if last and "bX" not in legal and not any(POINTS[f] for f in trick):
        return max(legal, key=STRENGTH.__getitem__)
    if below:
        return max(below, key=discard_worth)
    if last:
        return max(legal, key=lambda f: (f != "bX", STRENGTH[f]))
    return min(legal, key=lambda f: (f == "bX", STRENGTH[f]))


def lead_risk(face: str) -> tuple[bool, int]:
    """The lowest of a family; the blue X and what draws it only when nothing else is left."""
    return face in ("bX", "bY", "bZ"), RANK[face]


def discard_worth(face: str) -> tuple[int, int]:
    """The blue X first, then high blue A–M, then what may catch the X, then high letters."""
    rank = 3 if face == "bX" else 2 if FAMILY[face] == BLUE_AM else 1 if face in ("bY", "bZ") else 0
    return rank, RANK[face]


# ---- which cards to give --------------------------------------------------------------------------------


def burdens(hand: list[str], *, short: bool) -> list[str]:
    """The hand, what it most wants to be rid of first. `short`: it also likes to empty short families."""
    sizes = Counter(FAMILY[f] for f in hand)
    guarded = sum(FAMILY[f] == BLUE_NZ and f < "bX" for f in hand) >= GUARDS

    def burden(face: str) -> float:
        family = FAMILY[face]
        if family == BLUE_NZ:
            return KEPT if guarded or face < "bX" else UNGUARDED + STRENGTH[face]
        weight = RANK[face] * (BLUE_WEIGHT if family == BLUE_AM else 1.0)
        return weight + (SHORT_BONUS if short and sizes[family] <= SHORT else 0.0)

    return sorted(hand, key=burden, reverse=True)


# ---- the bot --------------------------------------------------------------------------------------------


class BazardelixBot(TrickMind):
    def move(self, seen: Sighting) -> Move:
        return self._give(seen) if seen.offer("give") else self._play(seen)

    def _give(self, seen: Sighting) -> Move:
        hand = self.hand(seen)
        if self.level is Level.BEGINNER:
            gifts = sorted(hand, key=LETTER_ORDER.__getitem__, reverse=True)
        else:
            gifts = burdens(list(hand), short=self.level is Level.STRONG)
        n = len(seen.view.seats)
        others = [(self.seat + i) % n for i in range(1, n)]
        if self.level is Level.STRONG:
            others.sort(key=lambda seat: seen.view.scores[seat] or 0)
        return Move("give", {"cards": {str(seat): hand[face] for seat, face in zip(others, gifts, strict=False)}})

    def _play(self, seen: Sighting) -> Move:
        offer = seen.offer("play")
        assert offer is not None
        playable = list(offer.params["card"].values())
        if self.level is Level.BEGINNER or len(playable) == 1:
            return Move("play", {"card": self.rng.choice(playable)})
        return self._search(seen) if self.level is Level.STRONG else self.by_thumb(seen, careful)

    def _search(self, seen: Sighting) -> Move:
        twin = seen.redeal(self.rng)
        assert isinstance(twin, BazardelixState)
        deals = Deals(twin, self.seat, QuickPicker(self.rng.word()).random)
        hand = [twin.faces[c] for c in twin.hand(self.seat).cards]
        card = search(
            deals,
            standing,
            iterations=STRONG.deals,
            explore=STRONG.explore,
            grasping=self._may_take_all(deals.board.points, hand),
        )
        return Move("play", {"card": self.hand(seen)[FACES[card]]})

    def _may_take_all(self, points: Sequence[int], hand: Sequence[str]) -> bool:
        """Nobody else has points yet, and the hand is strong."""
        if sum(points) > points[self.seat]:
            return False
        return sum(RANK[f] for f in hand) >= STRONG.strong_hand * len(hand)


def standing(points: list[int]) -> list[float]:
    """For each seat: its lead over the others, and something more for the fewest points. All 26 come out best."""
    least, total, others = min(points), sum(points), len(points) - 1
    first = FIRST / points.count(least)
    return [((total - mine) / others - mine) / ALL_POINTS + (first if mine == least else 0.0) for mine in points]


BOT = BazardelixBot
