"""Sentences that bots make up: from the speaking list alone, by the grammar of `tablee.bots.speech`.

A bot fills the boxes of a sentence, or goes on with one that others began, or says nothing.
Everything is drawn from the rng: the same seed says the same.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import TypeVar

from msgspec import Struct, structs

from tablee.bots.bot import Level
from tablee.bots.speech.english import english
from tablee.bots.speech.french import french
from tablee.bots.speech.grammar import Grammar, likes
from tablee.bots.speech.steps import START, GrammarPlace, SpokenWord, complete, narrow, owed
from tablee.kernel.rng import Rng, keyed
from tablee.words.fit import Fit
from tablee.words.flags import FUNCTION, VERB
from tablee.words.folding import fold
from tablee.words.lexicon import Lexicon

PATIENCE = 100
"""Places looked at in vain before the bot gives up a sentence."""
RESTARTS = 1
"""So often it begins anew then."""
HASTE = 30
"""The same for the last words of a sentence, and for a sentence that may be nicer than the one there is."""
LAST_WORDS = 4
GRAMMARS = {"fr": french, "en": english}
HEARD = 40
"""Words of a long sentence that one remembers, not to say them again."""
UNDERSTOOD = frozenset({
    "clitic", "participle", "attribute", "that", "stressed", "all",
    "other_pronoun", "other_preposition", "other_verb", "other_be", "other_modal",
})  # fmt: skip
"""What people say and bots only understand."""
JOINTS = frozenset({"link", "again", "phrase", "preposition"})
"""Kinds of words that one says again only where nothing else is left."""
SMALL = frozenset({
    "article", "pronoun", "asks", "to", "be", "very", "compare", "than", "as", "not", "never", "self", "order_you",
    "who", "by", "in_order", "of", "and_subject", "and_object", "modal", "order_it",
})  # fmt: skip
"""Kinds of words that one may hear as often as one likes; all others once in a sentence."""


class Manner(Struct, frozen=True):
    """How a level speaks."""

    without: frozenset[str] = frozenset()
    """Ways of going on that do not come to its mind."""
    rare: bool = True
    """Whether it knows the words that are not for beginners."""
    tries: int = 4
    """Sentences that come to its mind, of which it says the one with the most to see."""


_FINE = frozenset({"who", "compare", "by", "self", "order_self"})
_FANCY = _FINE | {
    "in_order",
    "as",
    "asks",
    "of",
    "and_subject",
    "not",
    "be",
    "modal",
    "opening",
    "adjective_before",
}
MANNERS: Mapping[Level, Manner] = {
    Level.BEGINNER: Manner(_FANCY, rare=False, tries=2),
    Level.NORMAL: Manner(_FINE, tries=3),
    Level.STRONG: Manner(),
}
T = TypeVar("T")


def speaks(language: str) -> bool:
    """Whether there is a speaking list for a language."""
    return language in GRAMMARS


def reads(lexicon: Lexicon, words: Sequence[str]) -> bool:
    """Whether the grammar can read these words as a sentence. What it looked up for them is forgotten again."""
    return SentenceMaker(lexicon, keyed(b"", "reads")).reads(words)


class SentenceMaker:
    """Makes sentences and goes on with them."""

    def __init__(self, lexicon: Lexicon, rng: Rng, level: Level = Level.STRONG) -> None:
        self.lexicon = lexicon
        self.rng = rng
        self.manner = MANNERS[level]
        self.grammar: Grammar = GRAMMARS[lexicon.language]()
        self._known: dict[str, bool] = {}
        self._heard: dict[str, tuple[list[SpokenWord], list[SpokenWord]]] = {}

    def make(self, fits: Sequence[Fit]) -> list[str] | None:
        """A sentence with a word for each box; None when no such sentence comes to mind."""
        if not fits:
            return None
        made: list[list[str]] = []
        for tries in count():
            words, failures = self._fill(START, fits, frozenset())
            if words is not None:
                made.append(words)
            if tries == (self.manner.tries - 1 if made else RESTARTS) or (made and failures > HASTE):
                break
        return max(made, key=self.grammar.charm, default=None)

    def _fill(
        self, start: GrammarPlace, fits: Sequence[Fit], heard: frozenset[str], patience: int = PATIENCE
    ) -> tuple[list[str] | None, int]:
        """Words for boxes that go on from a place to the end of a sentence, and how many ways there failed."""
        failed: set[tuple[GrammarPlace, int]] = set()

        def go_on(place: GrammarPlace, box: int, said: frozenset[str]) -> list[str] | None:
            if box == len(fits):
                return [] if complete(place) else None
            for word, then in self._steps(place, fits[box], said):
                if owed(then) > len(fits) - box - 1 or (then, box + 1) in failed:
                    continue
                if len(failed) > patience:
                    return None
                rest = go_on(then, box + 1, said | {fold(word)})
                if rest is not None:
                    return [word, *rest]
                failed.add((then, box + 1))
            return None

        return go_on(start, 0, heard), len(failed)

    def go_on(self, said: Sequence[str], fit: Fit, *, avoid: frozenset[str] = frozenset()) -> str | None:
        """One word that goes on with a sentence that others began; None when none comes to mind.

        `avoid` has folded words that will not do. What leaves one single word to the next player (*parce …*) is
        said only where nothing else is.
        """
        heard = frozenset(map(fold, said[-HEARD:])) | avoid
        forced: str | None = None
        for place in self.rng.shuffled(self.places(said)):
            for word, then in self._steps(place, fit, heard, avoid):
                if not narrow(then):
                    return word
                forced = forced or word
        return forced

    def lengthen(self, words: Sequence[str], fit: Fit, *, front: bool) -> list[str] | None:
        """A whole sentence with one word more at its end or its beginning, whole again; None when none is."""
        said = frozenset(map(fold, words))
        if front:
            return next((new for w in self._fronts(words, fit) if self.reads(new := [w, *words])), None)
        for place in self.rng.shuffled(self.places(words)):
            for word, then in self._steps(place, fit, said):
                if complete(then) and self.reads(new := [*words, word]):
                    return new
        return None

    def _fronts(self, words: Sequence[str], fit: Fit) -> Iterator[str]:
        """Words that may come before a sentence: who does what was ordered; *soudain*; before it *mais*, *zut*."""
        first = fold(words[0]) if words else ""
        begun = next((rank for rank, group in enumerate(self.grammar.fronts) if first in group), None)
        fronts = self.grammar.fronts[:begun]
        asked = any(e.kind == "asks" or e.tag == "which" for e in self.grammar.spelled(words[0]))
        if asked or (begun is not None and any(fold(words[1]) in group for group in self.grammar.fronts)):
            fronts = fronts[:1] if asked else []
        if any(place.person.startswith("!") for place in self._strictly(words[:1])):
            fronts = fronts[:-1]  # orders have no opening
            for kind in self.rng.shuffled(["pronoun", "name", "asks"]):
                groups = self.grammar.fitting(kind, fit)
                for e in self.rng.shuffled([e for group in groups for e in group]):
                    if any(map(complete, self._strictly([e.text, *words]))):
                        yield e.text
        for group in self.rng.shuffled(fronts):
            fits = [w for w in group.values() if not fit.missing(w)]
            yield from (w for w in self.rng.shuffled(fits) if w in self.lexicon)

    def reads(self, words: Sequence[str]) -> bool:
        """Whether these words can be read as a complete sentence: one that bots could say, or that people do."""
        if any(map(complete, self._strictly(words))):
            return True
        return bool(words) and self.grammar.whole(words, [self.lexicon.look_up(word) for word in words])

    def ends(self, words: Sequence[str]) -> bool:
        """Whether a sentence of several players may end here; what the grammar could not follow is forgiven."""
        if places := self._strictly(words):
            return any(map(complete, places))
        if self.reads(words):
            return True
        read = [self.lexicon.look_up(word) for word in words]
        return any(kinds & VERB for kinds in read) and any(map(complete, self.places(words)))

    def finish(self, words: Sequence[str]) -> list[str] | None:
        """One to four words that bring a sentence to an end; None when none come to mind."""
        places = self.rng.shuffled(self.places(words))
        heard = frozenset(map(fold, words[-HEARD:]))
        for many in range(1, LAST_WORDS + 1):
            for place in places:
                found, _ = self._fill(place, [Fit()] * many, heard, patience=HASTE)
                if found is not None:
                    return found
        return None

    def _strictly(self, words: Sequence[str]) -> Sequence[GrammarPlace]:
        """Where bots may be after these words, if they could say them."""
        places: Sequence[GrammarPlace] = [START]
        for word in words:
            places = self._after(places, [*self.grammar.spelled(word), SpokenWord(word, "rest")])
        return places

    def places(self, said: Sequence[str]) -> list[GrammarPlace]:
        """Where the grammar may be after these words. Where it cannot follow, it takes up with the last of them,
        and where that tells nothing, a thought has ended."""
        places: Sequence[GrammarPlace] = [START]
        for word in said:
            if word not in self._heard:
                self._heard[word] = self.grammar.listed(word), self._read(word)
            listed, read = self._heard[word]
            places = (
                self._after(places, listed)
                or self._after(places, [*listed, *read], UNDERSTOOD)
                or self._after(self.grammar.canonical, listed)
                or self._after(self.grammar.canonical, read)
                or self._lost(word)
            )
            places = [*places, *self._forgiven(places, listed)]
        return list(places)

    def _forgiven(self, places: Sequence[GrammarPlace], heard: Sequence[SpokenWord]) -> Iterator[GrammarPlace]:
        """*derrière* need not be *derrière le rideau*, even where another place was told before."""
        if all(place.rest for place in places):
            for e in heard:
                if e.kind == "preposition" and e.classes and not e.rest:
                    for place in places:
                        yield structs.replace(
                            place, node="preposition", role="other", want=e.classes, articles="place", rest=()
                        )

    def _lost(self, word: str) -> list[GrammarPlace]:
        """A small word that the grammar does not know leads nowhere; after any other a thought may have ended."""
        return [] if self.lexicon.look_up(word) & FUNCTION else [GrammarPlace("phrase")]

    def _read(self, word: str) -> list[SpokenWord]:
        """A word as others typed it: the spelling they meant if it is one, else all with these letters."""
        readings = self.lexicon.readings(word)
        exact = [r for r in readings if r[0].lower() == word.lower().replace("’", "'")]
        found = [e for spelled, flags in exact or readings for e in self.grammar.readings(spelled, flags)]
        return found if readings else self.grammar.readings(word, 0)

    def _after(
        self, places: Sequence[GrammarPlace], entries: Sequence[SpokenWord], besides: frozenset[str] = frozenset()
    ) -> list[GrammarPlace]:
        found: dict[GrammarPlace, None] = {}
        for place in places:
            kinds = {kind for kind, _ in self.grammar.ways(place)} | besides
            for e in entries:
                if place.rest or e.kind in kinds:
                    then = self.grammar.arrive(place, e.kind, e)
                    if then is not None:
                        found[then] = None
        return list(found)

    def _steps(
        self, place: GrammarPlace, fit: Fit, heard: frozenset[str], avoid: frozenset[str] = frozenset()
    ) -> Iterator[tuple[str, GrammarPlace]]:
        """Words that may follow here and fit, and where they lead: the likelier, the sooner."""
        if place.rest:
            word = place.rest[0]
            if not fit.missing(word):
                yield word, structs.replace(place, rest=place.rest[1:])
            return
        ways = [way for way in self.grammar.ways(place) if way[0] not in self.manner.without]
        again: list[tuple[str, GrammarPlace]] = []
        for kind in self._weighted(ways):
            groups = [g for g in self.grammar.fitting(kind, fit) if self.manner.rare or not g[0].rare]
            for group in self._weighted([(g, len(g) * likes(place, g[0])) for g in groups]):
                then = self.grammar.arrive(place, kind, group[0])
                if then is None:
                    continue
                said = heard if kind not in SMALL else avoid
                order = self.rng.shuffled(group)
                fresh = next((e.text for e in order if e.folded not in said and self._knows(e.text)), None)
                if fresh:
                    yield fresh, then
                elif kind in JOINTS:
                    again += [(e.text, then) for e in order if e.folded not in avoid and self._knows(e.text)][:1]
        yield from again

    def _knows(self, word: str) -> bool:
        if word not in self._known:
            self._known[word] = word in self.lexicon
        return self._known[word]

    def _weighted(self, items: Sequence[tuple[T, float]]) -> list[T]:
        """In an order of chance, the heavier rather the sooner."""
        keys = [-math.log(1.0 - self.rng.uniform()) / weight if weight else math.inf for _, weight in items]
        return [items[i][0] for i in sorted(range(len(items)), key=keys.__getitem__)]
