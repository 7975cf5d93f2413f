"""Vizdibix bots: how quickly they see what two letters have in common, and how often they are wrong."""

from msgspec import Struct

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.bots.reaction import reaction
from tablee.games.vizdibix.rules import CONSONNE, NOTHING, RIGHT, SUITE, VOYELLE
from tablee.kernel.moves import Move, Offer
from tablee.kernel.units import ANTICIPATION, Millis
from tablee.pieces.toutilix import ETOILE, PETARD, SYMBOL


class Style(Struct, frozen=True):
    reacts: Millis
    """Median of its reaction times."""
    misses: float
    """How often it sees nothing where there is something to shout."""
    errs: float
    """How often it shouts something wrong on a card."""
    turns: tuple[Millis, Millis]
    """How long it lets a card lie that it may cover."""


STYLES = {
    Level.BEGINNER: Style(2_000, 0.3, 0.04, (400, 1_500)),
    Level.NORMAL: Style(1_200, 0.1, 0.015, (300, 1_000)),
    Level.STRONG: Style(750, 0.02, 0.003, (200, 700)),
}
SUITE_TAKES = 1.3
"""The alphabet has to be gone through: a suite is seen later than two vowels or two consonants."""
KINDS = (VOYELLE, CONSONNE, SUITE)


class VizdibixBot(Mind):
    _under: str = ""
    _top: str = ""
    """The two top letters as it saw them laid; empty where nothing can be compared."""

    def notice(self, seen: Sighting) -> None:
        for event in seen.events:
            if event.kind != "move" or event.source is None or event.target is None:
                continue
            if event.source[0] == "middle" and event.target[0] != "middle":
                self._under = self._top = ""
            elif event.source[0] != "middle" and event.target[0] == "middle" and event.face:
                symbol = SYMBOL[event.face]
                if symbol not in (ETOILE, PETARD):
                    self._under, self._top = self._top, symbol

    def occasion(self, seen: Sighting) -> object:
        """The card shown and what may be done about it: what the others do does not interrupt a reaction."""
        return [(offer.name, offer.stimulus) for offer in seen.offers]

    def decide(self, seen: Sighting) -> Plan | None:
        """On its own turn it shouts if it sees something in time, and covers the card otherwise."""
        shout, turn = seen.offer("shout"), seen.offer("turn")
        plans = [self._shout(seen, shout) if shout else None, self._turn(seen, turn) if turn else None]
        return min((p for p in plans if p is not None), key=lambda p: p.at, default=None)

    def _turn(self, seen: Sighting, offer: Offer) -> Plan:
        low, high = STYLES[self.level].turns
        at = max(seen.now, offer.opens_at) + low + self.rng.below(high - low + 1)
        return Plan(Move("turn", answers=offer.stimulus), at)

    def _shout(self, seen: Sighting, offer: Offer) -> Plan | None:
        style = STYLES[self.level]
        right = RIGHT.get((self._under, self._top), NOTHING)
        kind = self._wrong(right) if self.chance(style.errs) else self._right(right)
        if kind is None:
            return None
        median = style.reacts * SUITE_TAKES if kind == SUITE else style.reacts
        at = seen.now + max(ANTICIPATION, reaction(self.rng, round(median)))
        return Plan(Move("shout", {"kind": kind}, answers=offer.stimulus), max(at, offer.opens_at))

    def _wrong(self, right: frozenset[str]) -> str:
        return self.rng.choice([kind for kind in KINDS if kind not in right])

    def _right(self, right: frozenset[str]) -> str | None:
        if not right or self.chance(STYLES[self.level].misses):
            return None
        kinds = [kind for kind in KINDS if kind in right]
        return kinds[0] if self.level is Level.STRONG else self.rng.choice(kinds)


BOT = VizdibixBot
