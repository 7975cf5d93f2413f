"""Broderix bots: they go on with the story by their grammar, on some pile or other, or are stuck."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.searching import BotIdea, SearchingMind
from tablee.bots.sentences import SentenceMaker, speaks
from tablee.bots.words import USUAL, Vocabulary
from tablee.kernel.domains import Slot
from tablee.kernel.moves import Move, Offer
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.pieces.toutilix import SYMBOL
from tablee.words.fit import Fit, Word
from tablee.words.folding import fold
from tablee.words.lexicon import Lexicon
from tablee.words.sentence import written


class BroderixStyle(Struct, frozen=True):
    """How a level looks for a pile and a word."""

    soonest: Millis
    latest: Millis
    stuck: float
    """How often nothing comes to mind on a card of its own."""
    launches: float
    """How often it starts a chrono when it has an idea, and how long after the searcher's quiet time."""
    after: tuple[Millis, Millis]
    ideas: float
    """How often it has an idea when somebody is stuck."""
    piles: int
    """So many words come to mind, each on a pile of its own, of which it takes the best."""


STYLES: Mapping[Level, BroderixStyle] = {
    Level.BEGINNER: BroderixStyle(10_000, 25_000, 0.15, 0.0, (0, 0), 0.5, 1),
    Level.NORMAL: BroderixStyle(6_000, 15_000, 0.06, 0.5, (5_000, 5_000), 0.8, 4),
    Level.STRONG: BroderixStyle(4_000, 10_000, 0.02, 1.0, (2_000, 4_000), 0.95, 20),
}
HARD = frozenset("KWX")
"""Letters that the strong leave for others to cover."""
SHORTEST_STORY, LONGEST_STORY, POINTS = 5, 12, 0.3
"""A sentence of fewer words is never ended by a bot, one of so many always; in between it is, with this chance."""
TURNS = (600, 1_500)
THINKS = (1_000, 2_200)
DEFENDS = (2_500, 5_000)


class BroderixBot(SearchingMind):
    def __init__(self, seat: Seat, level: Level, rng: Rng, lexicon: Lexicon) -> None:
        super().__init__(seat, level, rng)
        self._style = STYLES[level]
        self._lexicon = lexicon
        self._vocabulary = Vocabulary(lexicon, USUAL[level], rng)
        self._sentences = SentenceMaker(lexicon, rng, level) if speaks(lexicon.language) else None

    # ---- a pile and a word -------------------------------------------------------------------------

    def think(self, seen: Sighting, offer: Offer) -> BotIdea:
        style = self._style
        ready = seen.now + style.soonest + self.rng.below(style.latest - style.soonest + 1)
        if offer.name == "lay" and self.chance(style.stuck):
            return BotIdea(None, ready)
        return BotIdea(self._best(seen, offer), ready)

    def _best(self, seen: Sighting, offer: Offer) -> Mapping[str, int | str] | None:
        """Of the words that come to mind the commonest, on a letter that is no gift to the others."""
        piles, words = offer.params["pile"], offer.params["word"]
        assert isinstance(piles, Slot)
        sentence: Sequence[str] = seen.view.fact("spoken")
        found: list[tuple[bool, float, int, str]] = []
        for pile in self.rng.shuffled(piles.places):
            domain = words.given({"pile": pile})
            assert isinstance(domain, Word)
            word = self._word(sentence, domain.fit)
            if word is not None:
                found.append((self._covers_easy(seen, pile), self._lexicon.zipf(word), pile, word))
            if len(found) == self._style.piles:
                break
        if not found:
            return None
        if self.level is Level.STRONG:  # what reads well is said already; so any of them
            easy = [f for f in found if f[0]] or found
            chosen = self.rng.choice(easy)
        else:
            chosen = max(found, key=lambda f: f[1])
        return {"pile": chosen[2], "word": chosen[3]}

    def _word(self, sentence: Sequence[str], fit: Fit) -> str | None:
        """One that goes on with the sentence; in a language that bots cannot speak, one that has the letters."""
        avoid = self.refused | self.unwanted
        if self._sentences is not None:
            return self._sentences.go_on(sentence, fit, avoid=avoid) or self._same_again(sentence, fit)
        found = self._vocabulary.find(fit, avoid=avoid)
        return found.word if found else None

    def _same_again(self, sentence: Sequence[str], fit: Fit) -> str | None:
        """It has no other than the one that somebody alone would have replaced."""
        if self._sentences is None or not self.unwanted:
            return None
        return self._sentences.go_on(sentence, fit, avoid=self.refused)

    def _covers_easy(self, seen: Sighting, pile: int) -> bool:
        top = seen.view.zone(f"carpet:{pile}").cards[-1]
        return top is None or top.face is None or SYMBOL[top.face] not in HARD

    def patience(self, seen: Sighting) -> Millis | None:
        if not self.chance(self._style.launches):
            return None
        soon, late = self._style.after
        return max(0, seen.view.fact("ready") - self._began) + soon + self.rng.below(late - soon + 1)

    # ---- everything else ---------------------------------------------------------------------------

    def decide(self, seen: Sighting) -> Plan | None:
        if seen.offer("no_idea") and not self.chance(self._style.ideas):
            return self.soon(seen, Move("no_idea"), *THINKS)
        return super().decide(seen)

    def notice(self, seen: Sighting) -> None:
        super().notice(seen)
        taken_back = [e for e in seen.events if e.kind == "withdrawn" and e.told("seat") == self.seat]
        if taken_back:
            self.refused |= {fold(e.told("words")) for e in taken_back}
            self._idea = None

    def otherwise(self, seen: Sighting) -> Plan | None:
        if seen.offer("go_on"):
            return self._defend(seen)
        if offer := seen.offer("take_petard"):
            return self.soon(seen, Move("take_petard", next(offer.enumerate())), *TURNS)
        if seen.offer("flip"):  # what was not liked on the card before may be said again
            self.refused = self.unwanted = frozenset()
            return self.soon(seen, Move("flip"), *TURNS)
        if seen.offer("point") and self._is_a_story(seen.view.fact("spoken")):
            return self.soon(seen, Move("point"), *THINKS)
        return None

    def _is_a_story(self, words: Sequence[str]) -> bool:
        if len(words) < SHORTEST_STORY or (self._sentences and not self._sentences.ends(words)):
            return False
        return len(words) >= LONGEST_STORY or self.chance(POINTS)

    def _defend(self, seen: Sighting) -> Plan:
        ending = self._sentences and self._sentences.finish(seen.view.fact("spoken"))
        if not ending:
            return self.soon(seen, Move("take_back"), *THINKS)
        return self.soon(seen, Move("go_on", {"text": written(ending)}), *DEFENDS)


BOT = BroderixBot
