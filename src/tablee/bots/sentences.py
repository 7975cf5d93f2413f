"""Sentences that bots make up: from the speaking list alone, by the grammar of `tablee.bots.speech`.

A bot fills the boxes of a sentence, or goes on with one that others began, or says nothing.
Everything is drawn from the rng: the same seed says the same.
"""

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import count
from typing import TypeVar

from msgspec import Struct, structs

from tablee.bots.bot import Level
from tablee.bots.speech.english import english
from tablee.bots.speech.french import french
from tablee.bots.speech.grammar import AnyFit, Grammar, likes
from tablee.bots.speech.steps import START, GrammarPlace, SpokenWord, complete, forgiven, narrow, owed, waits
from tablee.kernel.rng import Rng, keyed
from tablee.words.fit import Fit
from tablee.words.flags import ADJECTIVE, FUNCTION, NOUN, VERB
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
PLENTY = 9
"""Letters that a next word may begin with, from which on a place leaves a good choice."""
DETOURS = frozenset({"not", "compare"})
"""Places of many ways that all lead to *pas* or *que*."""
STALE = 4
"""Texts in a row that bring nothing new before the bot has no more of them."""
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
CONTENT = frozenset({
    "noun", "adjective_before", "adjective_after", "attribute", "verb", "verb_self", "infinitive",
    "infinitive_self", "gerund", "order", "order_self", "be", "modal",
})  # fmt: skip
"""Nouns, verbs and adjectives."""
COMMONEST = 2_000
"""A content word beyond these is rare."""


class Manner(Struct, frozen=True):
    """How a level speaks."""

    without: frozenset[str] = frozenset()
    """Ways of going on that do not come to its mind."""
    rare: bool = True
    """Whether it knows the words that are not for beginners."""
    tries: int = 4
    """Sentences that come to its mind, of which it says the one with the most to see."""


class MadeText(Struct, frozen=True):
    """Words that go on from a given one; they need be no whole sentence."""

    words: tuple[str, ...]
    lands: bool
    """The last is a noun, a verb or an adjective, from which another may go on."""
    rare: int
    """Nouns, verbs and adjectives among them that one does not hear every day."""


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
DeadEnd = tuple[GrammarPlace, int]
"""A place, and the box to which no way leads on from there."""
End = Callable[[GrammarPlace, str], bool]
"""Whether words may end on this one, at this place."""


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
        self._open: dict[GrammarPlace, int] = {}
        self._heard: dict[str, tuple[list[SpokenWord], list[SpokenWord]]] = {}

    def make(self, fits: Sequence[Fit]) -> list[str] | None:
        """A sentence with a word for each box; None when no such sentence comes to mind."""
        if not fits:
            return None
        made: list[list[str]] = []
        for tries in count():
            words, failed = self._fill(START, fits, frozenset())
            if words is not None:
                made.append(words)
            if tries == (self.manner.tries - 1 if made else RESTARTS) or (made and len(failed) > HASTE):
                break
        return max(made, key=self.grammar.charm, default=None)

    def _fill(
        self,
        start: GrammarPlace,
        fits: Sequence[Fit],
        heard: frozenset[str],
        patience: int = PATIENCE,
        end: End | None = None,
        dead: Collection[DeadEnd] = (),
    ) -> tuple[list[str] | None, set[DeadEnd]]:
        """Words for boxes that go on from a place to the end of a sentence, and the ways that failed, beside the
        dead ends known before. Where an end is given, the last word and its place are such, and the sentence need
        not be whole."""
        failed: set[DeadEnd] = set()

        def go_on(place: GrammarPlace, box: int, said: frozenset[str]) -> list[str] | None:
            if box == len(fits):
                return [] if end or complete(place) else None
            for word, then in self._steps(place, fits[box], said):
                left = len(fits) - box - 1
                if (end is None and owed(then) > left) or (end and not left and not end(then, word)):
                    continue
                if (then, box + 1) in failed or (then, box + 1) in dead:
                    continue
                if len(failed) > patience:
                    return None
                rest = go_on(then, box + 1, said | {fold(word)})
                if rest is not None:
                    return [word, *rest]
                failed.add((then, box + 1))
            return None

        return go_on(start, 0, heard), failed

    def go_on(self, said: Sequence[str], fit: Fit, *, avoid: frozenset[str] = frozenset()) -> str | None:
        """One word that goes on with a sentence that others began; None when none comes to mind.

        `avoid` has folded words that will not do. What leaves one single word to the next player (*parce …*) is
        said only where nothing else is.
        """
        heard = frozenset(map(fold, said[-HEARD:])) | avoid
        forced: str | None = None
        for place in sorted(self.rng.shuffled(self.places(said)), key=lambda place: not waits(place)):
            for word, then in self._steps(place, fit, heard, avoid):
                if not narrow(then):
                    return word
                forced = forced or word
        return forced

    def next_words(
        self, said: Sequence[str], fits: Sequence[Fit], *, avoid: frozenset[str] = frozenset()
    ) -> Iterator[tuple[int, str]]:
        """Words that go on with a sentence that others began, each for one of several boxes: which, and the word.
        The best first; the fewer ways on a word leaves to the next player, the later it comes, and one that leaves
        a single word never does: nobody could go on with *parce*."""
        box = AnyFit(tuple(fits))
        avoid |= self.grammar.numbers.intersection(map(fold, said))  # who has an O says *onze*, but once
        heard = frozenset(map(fold, said[-HEARD:])) | avoid
        leaves: dict[str, int] = {}
        for place in sorted(self.rng.shuffled(self.places(said)), key=lambda place: not waits(place)):
            for word, then in self._steps(place, box, heard, avoid):
                initials = self._initials(then)
                if initials >= PLENTY and fold(word) not in self.grammar.numbers:
                    yield box.which(word), word
                elif initials > 1:
                    leaves[word] = initials
        yield from ((box.which(word), word) for word in sorted(leaves, key=lambda word: -leaves[word]))

    def _initials(self, place: GrammarPlace) -> int:
        """How many different letters the next word may begin with, adverbs apart, which lead no further."""
        if place.rest or place.node in DETOURS:
            return min(len(place.rest), 1) or 2
        if place not in self._open:
            found: set[str] = set()
            for kind, _ in self.grammar.ways(place):
                if kind in self.manner.without or kind == "adverb":
                    continue
                for group, initials in self.grammar.initials[kind]:
                    if not initials <= found and self.grammar.arrive(place, kind, group[0]) is not None:
                        found |= initials
            self._open[place] = len(found)
        return self._open[place]

    def texts(
        self, first: str | None, fits: Sequence[Fit], *, many: int = 20, avoid: frozenset[str] = frozenset()
    ) -> list[MadeText]:
        """Different texts that go on from a word, or begin, with a word for each box; as many, if they are found.

        They may break off, but rather where another may go on from the last word. `avoid` has folded words that
        are not to be said again, small ones apart.
        """
        starts = self._taken_up(first) if first else [START]
        heard = avoid | ({fold(first)} if first else frozenset())
        found: dict[tuple[str, ...], None] = {}
        for end in (self._rests, self._lands, self._breaks_off):
            stale, dead = 0, set[DeadEnd]()
            while len(found) < many and stale < (STALE if found else 1):
                words = self._text(starts, fits, heard, end, dead)
                stale = stale + 1 if not words or words in found else 0
                found |= {words: None} if words else {}
            if found:
                break
        return [MadeText(words, self._lands(START, words[-1]), self.rare(words)) for words in found]

    def _text(
        self,
        starts: Sequence[GrammarPlace],
        fits: Sequence[Fit],
        heard: frozenset[str],
        end: End,
        dead: set[DeadEnd],
    ) -> tuple[str, ...]:
        """The words of one text, none where none is found; the dead ends met on the way are remembered."""
        for place in self.rng.shuffled(starts):
            words, failed = self._fill(place, fits, heard, HASTE, end, dead)
            if words:
                return tuple(words)
            if len(failed) <= HASTE:
                dead |= failed
        return ()

    def _taken_up(self, word: str) -> list[GrammarPlace]:
        """Where a sentence may be of which one has heard this word alone."""
        entries = self.grammar.listed(word) or self._read(word)
        places = list(self.grammar.taken_up)
        if not any(e.person.startswith("3") for e in entries):  # *suis*; *mange* is rather no order
            persons = dict.fromkeys(e.person for e in entries if e.person)
            places += [GrammarPlace("subject", person=person, number=person[1]) for person in persons]
        return (
            self._after(places, entries)
            or self._after(places, entries, UNDERSTOOD)
            or self._after(self.grammar.canonical, entries, UNDERSTOOD)
            or [GrammarPlace("clause")]
        )

    def _rests(self, place: GrammarPlace, word: str) -> bool:
        """A thought has ended, or a verb waits for what it takes."""
        waits = place.node == "verb" and not narrow(place)
        return self._lands(place, word) and (complete(place) or waits)

    def _lands(self, place: GrammarPlace, word: str) -> bool:
        """On a noun, a verb or an adjective; *neuf* and *like* may be none."""
        return not place.rest and place.node not in {"article", "preposition"} and self._content(word)

    def _breaks_off(self, place: GrammarPlace, word: str) -> bool:
        return not place.rest and not narrow(place)

    def _content(self, word: str) -> bool:
        """Whether it is a noun, a verb or an adjective."""
        if kinds := {e.kind for e in self.grammar.spelled(word)}:
            return not kinds.isdisjoint(CONTENT)
        flags = self.lexicon.look_up(word)
        return bool(flags & (NOUN | VERB | ADJECTIVE)) and not flags & FUNCTION

    def rare(self, words: Sequence[str]) -> int:
        """How many nouns, verbs and adjectives one does not hear every day."""
        return sum(self._content(word) and not self.lexicon.common(word, COMMONEST) for word in words)

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
        if places := self._strictly(words, forgiving=True):
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

    def _strictly(self, words: Sequence[str], *, forgiving: bool = False) -> Sequence[GrammarPlace]:
        """Where bots may be after these words, if they could say them."""
        places: Sequence[GrammarPlace] = [START]
        for word in words:
            places = self._after(places, [*self.grammar.spelled(word), SpokenWord(word, "rest")])
            if forgiving:
                places = list(map(forgiven, places))
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
                self._after(places, [*listed, SpokenWord(word, "rest")])
                or self._after(places, [*listed, *read], UNDERSTOOD)
                or self._after(self.grammar.canonical, listed)
                or self._after(self.grammar.canonical, read)
                or self._lost(word)
            )
            places = [*places, *self._forgiven(places, listed)]
        return list(places)

    def _forgiven(self, places: Sequence[GrammarPlace], heard: Sequence[SpokenWord]) -> Iterator[GrammarPlace]:
        """A verb need not take what it may, and *derrière* need not be *derrière le rideau*, even where another
        place was told before."""
        yield from (forgiven(place) for place in places if forgiven(place) != place)
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
        self, place: GrammarPlace, fit: Fit | AnyFit, heard: frozenset[str], avoid: frozenset[str] = frozenset()
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
