"""Vieubarbix bots: how they duck in each manche, and a search for those who remember every card."""

from collections import Counter

from tablee.bots.bot import Level, Sighting
from tablee.bots.determinised import weigh
from tablee.bots.tricks import Thumb, TrickMind, fewer, played_out
from tablee.games.vieubarbix.rules import BLUE_H, FALLING, MANCHES, POINTS, TRICK_POINTS, VieubarbixState
from tablee.kernel.moves import Move
from tablee.kernel.rng import Rng
from tablee.kernel.state import State
from tablee.kernel.units import Seat
from tablee.pieces.families import BLUE_AM, CARDS, FAMILY, RANK

FEWEST, MOST = 100, 300
"""How many deals the search imagines for a card."""
PATIENCE = 2_000
"""That many divided by the cards in hand: with few cards a deal is played out sooner, and more can be imagined."""
HEATS = 5
"""Cards that do badly are dropped on the way, half of them at a time."""


def clumsy(manche: int, rng: Rng) -> Thumb:
    """Low when it follows, something expensive when it cannot; it leads whatever comes."""
    points = POINTS[manche]

    def thumb(legal: list[str], trick: list[str], last: bool) -> str:
        if trick and FAMILY[legal[0]] == FAMILY[trick[0]]:
            return min(legal, key=RANK.__getitem__)
        costly = [face for face in legal if points[face]]
        return rng.choice(costly if trick and costly else legal)

    return thumb


def ducking(manche: int) -> Thumb:
    """Ducks as high as it can, takes what is free with its highest card, throws what is dear, leads low."""
    points, tricks_count = POINTS[manche], bool(TRICK_POINTS[manche])
    dear = {face: 100 * points[face] + RANK[face] for face in CARDS}
    harm = {face: 100 * points[face] - RANK[face] for face in CARDS}

    def lead(legal: list[str]) -> str:
        sizes = Counter(FAMILY[face] for face in legal)
        kept = BLUE_AM if manche == BLUE_H and "bH" in legal else ""
        return min(legal, key=lambda f: (FAMILY[f] == kept, RANK[f] + sizes[FAMILY[f]]))

    def thumb(legal: list[str], trick: list[str], last: bool) -> str:
        if not trick:
            return lead(legal)
        asked = FAMILY[trick[0]]
        if FAMILY[legal[0]] != asked:
            return max(legal, key=dear.__getitem__)
        best = max([RANK[f] for f in trick if FAMILY[f] == asked])
        below = [f for f in legal if RANK[f] < best]
        free = last and not tricks_count and not any(points[f] for f in trick)
        if free and not all(points[f] for f in legal):
            return min(legal, key=harm.__getitem__)
        if below:
            return max(below, key=dear.__getitem__)
        return min(legal, key=harm.__getitem__ if last else dear.__getitem__)

    return thumb


DUCKING = {manche: ducking(manche) for manche in MANCHES}


class VieubarbixBot(TrickMind):
    def move(self, seen: Sighting) -> Move:
        manche = seen.view.fact("manche")
        if self.level is Level.STRONG:
            return self._search(seen)
        return self.by_thumb(seen, clumsy(manche, self.rng) if self.level is Level.BEGINNER else DUCKING[manche])

    def _search(self, seen: Sighting) -> Move:
        deals = min(MOST, max(FEWEST, PATIENCE // seen.view.zone(f"hand:{self.seat}").count))
        return weigh(seen, self.rng, deals=deals, worths=[worth], heats=HEATS)


def worth(s: State, seat: Seat, move: Move, luck: int) -> float:
    """The points of the manche, if everybody ducks from this card on."""
    assert isinstance(s, VieubarbixState)
    values, each, points = POINTS[s.manche], TRICK_POINTS[s.manche], s.points[:]
    left = FALLING.get(s.manche, -1) - s.fallen  # below zero it never comes to zero: all tricks are played

    def taken(winner: Seat, trick: list[str]) -> bool:
        nonlocal left
        costs = [cost for face in trick if (cost := values[face])]
        points[winner] += each + sum(costs)
        left -= len(costs)
        return left == 0

    played_out(s, move.args["card"], DUCKING[s.manche], taken)
    return fewer(points, seat)


BOT = VieubarbixBot
