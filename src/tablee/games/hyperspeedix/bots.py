"""Hyperspeedix bots: how quickly they see an étoile or a pair, and how long they look for a word."""

from collections.abc import Mapping

from msgspec import Struct

from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.racing import WordRacer
from tablee.bots.reaction import reaction
from tablee.bots.words import Skill
from tablee.games.hyperspeedix.rules import fit_of, is_pair
from tablee.kernel.door import CardView
from tablee.kernel.moves import Move
from tablee.kernel.units import Millis
from tablee.pieces.toutilix import BLUE, ETOILE
from tablee.words.fit import Fit


class HyperspeedixStyle(Struct, frozen=True):
    reacts: Millis
    """Median of its reaction to an étoile or a pair."""
    misses: float
    """How often it does not see it."""
    false: float
    """How often it slaps or calls without reason."""
    knows: int
    """So many of the commonest words."""
    searches: Millis
    """Median of its time to find a word, for pink letters alone."""
    per_letter: Millis


STYLES = {
    Level.BEGINNER: HyperspeedixStyle(1_400, 0.2, 0.03, 1_500, 6_000, 250),
    Level.NORMAL: HyperspeedixStyle(900, 0.05, 0.01, 8_000, 4_000, 120),
    Level.STRONG: HyperspeedixStyle(550, 0.0, 0.0, 40_000, 2_000, 120),
}
PER_BLUE = 0.25
"""Each blue letter makes the search so much longer."""
TURNS: tuple[Millis, Millis] = (400, 1_200)
CHOOSES: tuple[Millis, Millis] = (800, 2_500)
ENOUGH = 100
"""With so many words left there is surely one to find."""


def skill(style: HyperspeedixStyle) -> Skill:
    """What it knows it finds; the time is this game's own."""
    return Skill(style.knows, 1.0, 1.0, style.searches, style.searches, style.per_letter)


class HyperspeedixBot(WordRacer):
    skills = {level: skill(style) for level, style in STYLES.items()}

    def decide(self, seen: Sighting) -> Plan | None:
        if seen.offer("cover"):
            return self.soon(seen, Move("cover", {"card": self._covered(seen)}), *CHOOSES)
        flip = seen.offer("flip")
        return self.first_of(self._claim(seen), self.soon(seen, Move("flip"), *TURNS) if flip else None)

    # ---- claims ------------------------------------------------------------------------------------

    def _claim(self, seen: Sighting) -> Plan | None:
        if seen.offer("slap") is None:
            return self.answer(seen) if seen.offer("say") else None
        style, tops = STYLES[self.level], [card.face for card in self._tops(seen) if card and card.face]
        calls = {"slap": ETOILE in tops, "toutilix": is_pair(tops)}
        if self.chance(style.false):
            name = self.rng.choice(list(calls))
            return self._press(seen, name, reaction(self.rng, style.reacts))
        right = [name for name, holds in calls.items() if holds]
        if right:
            after = reaction(self.rng, style.reacts)
            return None if self.chance(style.misses) else self._press(seen, right[0], after)
        fit = fit_of(tops)
        complete = len(tops) == len(self._tops(seen))
        return self._word(seen, fit) if complete and fit is not None else None

    def _word(self, seen: Sighting, fit: Fit) -> Plan | None:
        found = self.words.find(fit)
        if found is None:
            return None
        search = STYLES[self.level].searches * (1 + PER_BLUE * len(fit.contains))
        after = reaction(self.rng, round(search))
        self.found = found.word
        if seen.offer("buzz"):
            return self._press(seen, "buzz", after)
        return self._press(seen, "say", after + self.words.typing(found.word), {"word": found.word})

    def _press(self, seen: Sighting, name: str, after: Millis, args: Mapping[str, str] | None = None) -> Plan:
        offer = seen.offer(name)
        assert offer is not None
        return self.press(seen, offer, after, args)

    # ---- covering ----------------------------------------------------------------------------------

    def _tops(self, seen: Sighting) -> list[CardView | None]:
        """The top card of each pile in the centre; None where there is no pile yet."""
        piles = [zone for zone in seen.view.zones if zone.name.startswith("centre:")]
        return [zone.cards[-1] if zone.cards else None for zone in piles]

    def _covered(self, seen: Sighting) -> str:
        """Any card; the strong one leaves what it is quickest at: an étoile, a pair, blue letters that many words
        have."""
        cards = [card for card in self._tops(seen) if card]
        if self.level is not Level.STRONG:
            return self.rng.choice(cards).handle or ""
        faces = [card.face or "" for card in cards]
        best = max(range(len(cards)), key=lambda i: self._worth(faces[:i] + faces[i + 1 :]))
        return cards[best].handle or ""

    def _worth(self, left: list[str]) -> tuple[int, int]:
        fit = fit_of(left)
        if fit is None:
            return len(left) + 1, 0
        known = len(self.words.known(fit, limit=None))
        return (sum(face in BLUE for face in left) if known >= ENOUGH else -1), known


BOT = HyperspeedixBot
