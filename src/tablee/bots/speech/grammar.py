"""A language that bots speak: its words by kind, and the ways on from each place of a sentence."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from msgspec import Struct, structs

from tablee.bots.speech.steps import ARRIVE, MOST, NOTHING, GrammarPlace, SpokenWord, complete, frame
from tablee.words.fit import Fit
from tablee.words.folding import fold

REMEMBERED = 4_000
"""Questions of boxes whose answers are kept."""
Way = tuple[str, float]

_FAVOURITES = {"a": 3.0, "p": 2.5, "f": 1.0, "o": 0.6, "n": 0.8, "v": 1.0, "c": 0.8}
"""Who the heroes of sentences are."""


_USUAL = {
    "def": 7.0,
    "fem": 7.0,
    "indef": 8.0,
    "poss": 0.8,
    "dem": 1.5,
    "num": 0.15,
    "du": 4.0,
    "de": 4.0,
    "each": 0.4,
}
"""How often one says an article of a sort; of some there are many."""


def likes(place: GrammarPlace, e: SpokenWord) -> float:
    """How much a word suits a place, beyond being possible there."""
    if e.kind == "noun" and place.role.startswith("subject"):
        return _FAVOURITES.get(e.classes, 0.0)
    if e.kind == "article":
        return _USUAL.get(e.tag, 1.0)
    if e.rare:
        return 0.05
    if e.kind in {"adjective_after", "attribute"} and e.classes:
        return 3.0 if (place.who if e.kind == "attribute" else place.last) in e.classes else 0.4
    return 1.0


_CHARM = {"name": -1.0, "noun": 1.0, "adverb": -0.3, "late": -0.3, "pronoun": -0.3, "order_it": 0.5}


class AnyFit(Struct, frozen=True):
    """A box that any of several fits opens."""

    fits: tuple[Fit, ...]

    def missing(self, word: str) -> str | None:
        return min((fit.missing(word) for fit in self.fits), key=bool, default="letters_missing")

    def which(self, word: str) -> int:
        return next(i for i, fit in enumerate(self.fits) if not fit.missing(word))


class Grammar:
    """A language: its words by kind, and the ways on from each place."""

    def __init__(
        self,
        words: Iterable[SpokenWord],
        ways: Mapping[str, Mapping[str, float]],
        readings: Callable[[str, int], list[SpokenWord]],
        canonical: Sequence[GrammarPlace],
        whole: Callable[[Sequence[str], Sequence[int]], bool],
        before: Sequence[str] = (),
    ) -> None:
        self.words = tuple(words)
        self._ways = ways
        self.readings = readings
        """What a word may be that is in no list, from what the lexicon knows of it."""
        self.canonical = canonical
        """Places to take up a sentence at that no grammar can follow."""
        self.taken_up = [
            *(GrammarPlace("subject", person=person, number=person[1]) for person in ("3s", "3p")),
            *(GrammarPlace("be", person=person, number=person[1], frames=(NOTHING,)) for person in ("3s", "3p")),
            *(GrammarPlace(node, person="3s", number="s") for node in ("clause", "infinitive", "by")),
            *(
                structs.replace(p, person="3s")
                for p in canonical
                if p.frames and p.role != "subject" and p.person != "3p"
            ),
            *(
                structs.replace(p, node="noun", person="3s", article="")
                for p in canonical
                if p.node == "article" and p.role == "object"
            ),
        ]
        """The same for a word that ended what somebody else said: a noun was rather no subject."""
        self.whole = whole
        """Whether people may mean words, each with its flags, as a complete sentence."""
        openings = [e.text for e in self.words if e.kind == "opening"]
        self.fronts = [{fold(w): w for w in group} for group in (*map(str.split, before), openings)]
        """What may stand before a sentence, folded and as written: each before those of the following."""
        self.numbers = frozenset(e.folded for e in self.words if e.tag == "num")
        self._fitting: dict[tuple[str, Fit | AnyFit], Sequence[Sequence[SpokenWord]]] = {}

    @cached_property
    def groups(self) -> Mapping[str, Sequence[Sequence[SpokenWord]]]:
        """By kind, words that lead to the same place together."""
        found: dict[str, dict[tuple[object, ...], list[SpokenWord]]] = {}
        for e in self.words:
            found.setdefault(e.kind, {}).setdefault(e.key, []).append(e)
        return {kind: list(groups.values()) for kind, groups in found.items()}

    @cached_property
    def initials(self) -> Mapping[str, Sequence[tuple[Sequence[SpokenWord], frozenset[str]]]]:
        """The groups of each kind with the letters that their words begin with."""
        told = {k: [(g, frozenset(e.folded[0] for e in g)) for g in groups] for k, groups in self.groups.items()}
        return defaultdict(list, told)

    def fitting(self, kind: str, fit: Fit | AnyFit) -> Sequence[Sequence[SpokenWord]]:
        """The words of a kind that fit a box, in their groups."""
        found = self._fitting.get((kind, fit))
        if found is None:
            if len(self._fitting) > REMEMBERED:
                self._fitting.clear()
            groups = self.groups.get(kind, ())
            if isinstance(fit, Fit):
                found = [g for group in groups if (g := [e for e in group if not fit.missing(e.text)])]
            else:
                fits = {e.text for one in fit.fits for group in self.fitting(kind, one) for e in group}
                found = [g for group in groups if (g := [e for e in group if e.text in fits])]
            self._fitting[kind, fit] = found
        return found

    @cached_property
    def _spelled(self) -> Mapping[str, Sequence[SpokenWord]]:
        found: dict[str, list[SpokenWord]] = {}
        for e in self.words:
            found.setdefault(fold(e.text), []).append(e)
        return found

    def listed(self, word: str) -> list[SpokenWord]:
        """The words of the list that somebody may have meant: with his accents if there is one, else without."""
        return self.spelled(word) or list(self._spelled.get(fold(word), ()))

    def spelled(self, word: str) -> list[SpokenWord]:
        """The words of the list that are written so."""
        typed = word.strip().replace("’", "'").lower()
        return [e for e in self._spelled.get(fold(word), ()) if e.text.lower() == typed]

    def charm(self, words: Sequence[str]) -> float:
        """How much a sentence has for the mind's eye: things and animals rather than names and adverbs."""
        told, charm = [{e.kind: e for e in self.spelled(word)} for word in words], 0.0
        for kinds in told:
            charm += next((worth for kind, worth in _CHARM.items() if kind in kinds), 0.0)
        first = next((kinds["noun"].classes for kinds in told if "noun" in kinds), "p")
        return charm + (0.7 if first not in "ap" else 0.3 if first == "a" else 0.0)

    def ways(self, place: GrammarPlace) -> list[Way]:
        """The kinds of words that may follow, and how readily they do."""
        if place.rest:
            return [("rest", 1.0)]
        ways = dict(self._ways.get(place.node, {}))
        if place.article == "de" and place.node == "article":
            return [("adjective_before", 1.0)]
        if place.role.startswith("subject") and place.node in {"noun", "described", "name"}:
            ways |= self._ways["verbs"]
            if place.node != "described" and place.role == "subject" and not place.main:
                ways["and_subject"] = 0.25
            if place.node == "noun" and place.role == "subject" and not place.main:
                ways |= self._ways["subject_noun"]
        elif place.main and complete(structs.replace(place, main=())):
            ways |= self._ways["verbs"]
            if place.load < 1 and place.node in {"verb", "adverb"}:
                ways |= {"phrase": 1.0}
        elif complete(place):
            ways |= self._ways["after"]
            if place.load < MOST and place.node != "late":
                ways |= self._ways["told" if place.node == "attribute" else "more"]
            if place.role == "object" and place.node == "noun" and place.load < 1:
                ways["and_object"] = 0.3
            if place.node == "noun":
                ways |= self._ways["object_noun"]
            if place.node in {"noun", "described", "name", "attribute"} and not place.how:
                ways |= self._ways["late" if place.role == "object" and place.node != "attribute" else "later"]
        if place.node in {"verb", "adverb"} and any("=" in f for f in place.frames):
            ways |= {"article": 6.0, "name": 0.3, "preposition": 4.0}
            if place.node == "verb" and place.person.startswith("!"):
                ways |= self._ways["order_object"]
        if place.node == "noun" and place.role in {"object", "other"} and not place.main:
            ways["adjective_after"] = 1.2
        if place.node in {"noun", "described", "name"} and frame(place.frames, "à") is not None:
            ways["preposition"] = 3.0
        if place.node in {"adverb", "phrase"}:
            ways.pop("adverb", None)
        return list(ways.items())

    def arrive(self, place: GrammarPlace, kind: str, e: SpokenWord) -> GrammarPlace | None:
        """Where a word leads, if it may stand here as this kind."""
        if place.rest:
            return structs.replace(place, rest=place.rest[1:]) if fold(e.text) == fold(place.rest[0]) else None
        if place.sound in {"v", "c"} and e.begins != place.sound:
            return None
        return ARRIVE[kind](place, e)
