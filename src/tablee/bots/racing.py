"""Bots of races: what they mean to do is a reaction to what was shown, which nothing that others do interrupts."""

from collections.abc import Mapping
from typing import Any

from tablee.bots.bot import Mind, Plan, Sighting
from tablee.bots.words import WordMind
from tablee.kernel.moves import Move, Offer
from tablee.kernel.units import ANTICIPATION, Millis


class RacingMind(Mind):
    def occasion(self, seen: Sighting) -> object:
        """The cards shown and what may be done about them."""
        return [(offer.name, offer.stimulus) for offer in seen.offers]

    def press(self, seen: Sighting, offer: Offer, span: Millis, args: Mapping[str, Any] | None = None) -> Plan:
        """A reaction to what has just been shown, so long after it, but not before it may be made."""
        at = max(seen.now + max(ANTICIPATION, span), offer.opens_at)
        return Plan(Move(offer.name, args or {}, answers=offer.stimulus), at)

    def first_of(self, *plans: Plan | None) -> Plan | None:
        """Whichever comes first."""
        return min((p for p in plans if p is not None), key=lambda p: p.at, default=None)


class WordRacer(RacingMind, WordMind):
    """Races for words: typed at once, or announced by a buzz and then typed alone."""

    found: str = ""
    """The word that it races with."""

    def answer(self, seen: Sighting) -> Plan | None:
        """It has buzzed and types what it had found."""
        if not self.found:
            return None
        return Plan(Move("say", {"word": self.found}), seen.now + self.words.typing(self.found))
