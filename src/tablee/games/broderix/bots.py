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
HARD = {letter: hard for hard, letters in ((3, "KWX"), (2, "JQYZ"), (1, "BFGHV")) for letter in letters}
"""Letters to be covered as long as there is a choice of others: who leaves them is stuck on them in the end."""
PATIENCE = 2
"""After so many cards in a row on which nobody found a word, somebody is called by his name."""
SHORTEST_STORY, LONGEST_STORY, POINTS = 5, 12, 0.3
"""A sentence of fewer words is never ended by a bot, one of so many always; in between it is, with this chance."""
TURNS = (600, 1_500)
THINKS = (1_000, 2_200)
DEFENDS = (2_500, 5_000)


class BroderixBot(SearchingMind):
    _dry: int = 0
    """Cards in a row on which nobody has found a word."""

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
        """Of the words that come to mind one on the hardest letter; of several the commonest, or any."""
        piles, words = offer.params["pile"], offer.params["word"]
        assert isinstance(piles, Slot)
        sentence: Sequence[str] = seen.view.fact("spoken")
        found: list[tuple[int, float, int, str]] = []
        for hard, pile in self._hardest_first(seen, piles.places):
            domain = words.given({"pile": pile})
            assert isinstance(domain, Word)
            word = self._word(sentence, domain.fit)
            if word is not None:
                liked = self.rng.uniform() if self.level is Level.STRONG else self._lexicon.zipf(word)
                found.append((hard, liked, pile, word))
            if len(found) == self._style.piles:
                break
        return {"pile": max(found)[2], "word": max(found)[3]} if found else None

    def _hardest_first(self, seen: Sighting, piles: Sequence[int]) -> list[tuple[int, int]]:
        tops = {pile: seen.view.zone(f"carpet:{pile}").cards[-1] for pile in piles}
        hard = {pile: HARD.get(SYMBOL[top.face], 0) if top and top.face else 0 for pile, top in tops.items()}
        return sorted(((hard[pile], pile) for pile in self.rng.shuffled(piles)), key=lambda found: -found[0])

    def _word(self, sentence: Sequence[str], fit: Fit) -> str | None:
        """One that goes on with the sentence; in a language that bots cannot speak, one that has the letters."""
        avoid = self.refused | self.unwanted
        if self._sentences is None:
            found = self._vocabulary.find(fit, avoid=avoid)
            return found.word if found else None
        word = self._sentences.go_on(sentence, fit, avoid=avoid)
        if word is None and self.unwanted:  # it has no other than the one that somebody would have replaced
            word = self._sentences.go_on(sentence, fit, avoid=self.refused)
        return word or self._called(fit, avoid)

    def _called(self, fit: Fit, avoid: frozenset[str]) -> str | None:
        """Whom one speaks to may be named anywhere."""
        if self._sentences is None or self._dry < PATIENCE:
            return None
        groups = self._sentences.grammar.fitting("name", fit)
        names = [e.text for group in groups for e in group if e.folded not in avoid and e.text in self._lexicon]
        return self.rng.choice(names) if names else None

    def patience(self, seen: Sighting) -> Millis | None:
        if not self.chance(self._style.launches):
            return None
        soon, late = self._style.after
        quiet: Millis = seen.view.fact("quiet_until")
        return max(0, quiet - self._began) + soon + self.rng.below(late - soon + 1)

    # ---- everything else ---------------------------------------------------------------------------

    def decide(self, seen: Sighting) -> Plan | None:
        if seen.offer("no_idea") and not self.chance(self._style.ideas):
            return self.soon(seen, Move("no_idea"), *THINKS)
        return super().decide(seen)

    def notice(self, seen: Sighting) -> None:
        super().notice(seen)
        for event in seen.events:
            self._dry = self._dry + 1 if event.kind == "nobody_finds" else 0 if event.kind == "says" else self._dry
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
