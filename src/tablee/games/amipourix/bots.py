"""Amipourix bots: how many words they know, how often one comes to mind, and which letter they get rid of."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.fan import FanMind
from tablee.bots.words import Skill, Vocabulary, refused_words
from tablee.kernel.domains import ByChoice, OneCard
from tablee.kernel.door import CardView
from tablee.kernel.moves import Move
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.words.fit import Fit, Word
from tablee.words.lexicon import Lexicon

HARD = "KWQXZYJHVFGB"
"""Letters with which words are hard to find, the hardest first."""


class AmipourixStyle(Struct, frozen=True):
    skill: Skill
    fails: Mapping[int, float]
    """How often no word comes to mind, by the level of play."""
    needs: tuple[float, float]
    """The part of the time that it needs to find one,"""
    seconds: tuple[Millis, Millis] | None = None
    """or how long it takes whatever the time."""


STYLES: Mapping[Level, AmipourixStyle] = {
    Level.BEGINNER: AmipourixStyle(Skill(3_000, 1.0, 1.0, 0, 0, 380), {1: 0.5, 2: 0.6}, (0.4, 0.9)),
    Level.NORMAL: AmipourixStyle(Skill(20_000, 1.0, 1.0, 0, 0, 240), {1: 0.1, 2: 0.25}, (0.3, 0.7)),
    Level.STRONG: AmipourixStyle(Skill(None, 1.0, 1.0, 0, 0, 150), {1: 0.0, 2: 0.0}, (0.3, 0.6), (3_000, 7_000)),
}
DRAWS: tuple[Millis, Millis] = (1_000, 3_000)  # D17
DROPS: tuple[Millis, Millis] = (1_500, 4_000)
HOLDS_OUT: tuple[Millis, Millis] = (500, 1_500)
GIVES_UP: tuple[float, float] = (0.6, 0.85)
LATEST = 0.9
"""Of its time; later it might be too late."""
COMMON = 40
"""It says one of so many of the commonest words that fit."""


def hardness(face: str) -> int:
    """The higher, the sooner one wants to be rid of it."""
    return len(HARD) - HARD.index(face[-1]) if face[-1] in HARD else 0


class AmipourixBot(FanMind):
    def __init__(self, seat: Seat, level: Level, rng: Rng, lexicon: Lexicon) -> None:
        super().__init__(seat, level, rng)
        self._style = STYLES[level]
        self._words = Vocabulary(lexicon, self._style.skill, rng)

    def notice(self, seen: Sighting) -> None:
        self._words.refused |= refused_words(seen.events)

    def occasion(self, seen: Sighting) -> object:
        """That the chrono starts is nothing new: it thinks once about each card that was drawn."""
        drawn = [card.handle for card in seen.view.zone("drawn").cards if card is not None]
        return seen.view.phase, drawn, seen.view.fact("drawer"), len(self._words.refused)

    def decide(self, seen: Sighting) -> Plan | None:
        if places := self.places(seen):
            return self.draws(seen, self.rng.choice(places), *DRAWS)
        if seen.offer("ready"):
            return self.soon(seen, Move("ready"), *HOLDS_OUT)
        if discard := seen.offer("discard"):
            domain = discard.params["card"]
            assert isinstance(domain, OneCard)
            return self.soon(seen, Move("discard", {"card": self._worst(self._mine(seen, domain.cards))}), *DROPS)
        return self._search(seen) if seen.offer("say") else None

    def _mine(self, seen: Sighting, handles: Sequence[int | str]) -> list[CardView]:
        cards = seen.view.zone(f"hand:{self.seat}").cards
        return [card for card in cards if card is not None and card.handle in handles]

    def _worst(self, cards: Sequence[CardView]) -> str | None:
        if self.level is Level.BEGINNER:
            return self.rng.choice(cards).handle
        return max(cards, key=lambda card: (hardness(card.face or ""), card.handle)).handle

    def _search(self, seen: Sighting) -> Plan:
        """Once for each card that was drawn."""
        style, level = self._style, seen.view.fact("levels")[self.seat]
        found = None if self.chance(style.fails[level]) else self._found(seen)
        if found is None:
            return self._within(seen, Move("give_up"), GIVES_UP)
        return self._within(seen, Move("say", found), style.needs, style.seconds)

    def _within(
        self, seen: Sighting, move: Move, part: tuple[float, float], fixed: tuple[Millis, Millis] | None = None
    ) -> Plan:
        span: Millis = seen.view.fact("span")
        low, high = fixed or (round(part[0] * span), round(part[1] * span))
        at = low + self.rng.below(high - low + 1)
        return Plan(move, seen.now + min(at, round(LATEST * span)))

    def _found(self, seen: Sighting) -> dict[str, str | None] | None:
        offer = seen.offer("say")
        assert offer is not None
        fits = offer.params["word"]
        assert isinstance(fits, ByChoice)
        for card in self._preferred(seen, self._mine(seen, list(fits.table))):
            domain = fits.given({"card": card.handle})
            assert isinstance(domain, Word)
            if word := self._word(domain.fit):
                return {"card": card.handle, "word": word}
        return None

    def _word(self, fit: Fit) -> str | None:
        words = self._words.known(fit, limit=COMMON)
        return self._words.spelled(self.rng.choice(words)) if words else None

    def _preferred(self, seen: Sighting, cards: Sequence[CardView]) -> list[CardView]:
        """A beginner takes any letter. A normal one keeps hard letters for the pétard's easier rule, a strong one
        gets rid of them first; with the pétard in hand it prefers the other colour, to be rid of that."""
        cards = self.rng.shuffled(cards)
        petard = seen.view.fact("bearer") == self.seat
        drawn = next(card.face or "" for card in seen.view.zone("drawn").cards if card is not None)
        if self.level is Level.NORMAL:
            return sorted(cards, key=lambda card: hardness(card.face or "") * (-1 if petard else 1))
        if self.level is Level.STRONG:
            return sorted(cards, key=lambda c: (petard and (c.face or "")[0] == drawn[0], -hardness(c.face or "")))
        return list(cards)


BOT = AmipourixBot
