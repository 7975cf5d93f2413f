"""Sentences that bots make up: grammatical, playful French, with what each box asks of its word.

A sentence is a walk through a small grammar. Each step is a kind of word in agreement with what went before; the
words come from the lexicon, any that fits the box. The same grammar goes on with a sentence that others began.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import TypeAlias

from msgspec import Struct, structs

from tablee.kernel.rng import Rng
from tablee.words import flags as kinds
from tablee.words.fit import Fit
from tablee.words.folding import fold
from tablee.words.lexicon import Lexicon

COMMON = 15_000
"""Bots speak with so many of the commonest words."""
RANGE, CHOICE = 500, 40
"""So many common words that fit are thought of, and so many of them tried for a box."""
HEARD = 2.5
"""A spelling below this zipf value is not what its letters make one think of (*maïs*, yes; *chosé*, no)."""
BRANCHES = 4
"""Candidates that are tried for a box before another kind of word is."""
PATIENCE = 600
"""Boxes filled in vain before the bot gives up."""

VOWELS = frozenset("AEIOUY")


class Place(Struct, frozen=True):
    """Where in the grammar, and what the next word must agree with."""

    node: str
    person: int = 0
    gender: str = ""
    number: str = ""
    sound: str = ""
    """The next word begins with a "vowel" or a "consonant"; an h is neither."""


START = Place("start")
END = frozenset({"verb", "order", "adverb", "object", "object_adjective", "object_name"})
"""Where a sentence may stop."""

GRAMMAR: Mapping[str, Mapping[str, str]] = {
    "start": {"determiner": "subject_determined", "name": "subject_name", "pronoun": "subject_pronoun",
              "imperative": "order", "opening": "opened"},
    "opened": {"determiner": "subject_determined", "name": "subject_name", "pronoun": "subject_pronoun"},
    "subject_determined": {"noun": "subject"},
    "subject": {"verb": "verb", "adjective": "subject_adjective", "who": "who"},
    "subject_adjective": {"verb": "verb", "and": "subject_and"},
    "subject_and": {"adjective": "subject_described"},
    "subject_described": {"verb": "verb"},
    "subject_name": {"verb": "verb", "who": "who"},
    "subject_pronoun": {"verb": "verb"},
    "who": {"verb": "who_verb"},
    "who_verb": {"verb": "verb"},
    "order": {"determiner": "object_determined", "adverb": "adverb", "preposition": "preposition"},
    "verb": {"determiner": "object_determined", "adverb": "adverb", "preposition": "preposition", "and": "again",
             "link": "opened"},
    "verb_of_something": {"determiner": "object_determined"},
    "again": {"verb": "verb"},
    "adverb": {"preposition": "preposition", "link": "opened", "determiner": "object_determined"},
    "preposition": {"determiner": "object_determined", "name": "object_name"},
    "object_determined": {"noun": "object"},
    "object": {"adjective": "object_adjective", "preposition": "preposition", "link": "opened"},
    "object_adjective": {"preposition": "preposition", "link": "opened", "and": "object_and"},
    "object_and": {"adjective": "object_adjective"},
    "object_name": {"preposition": "preposition", "link": "opened"},
}  # fmt: skip
"""From each node, the kinds of words that may follow, and where they lead."""

Shape: TypeAlias = tuple[str, str, str]
DETERMINERS: Mapping[str, Shape] = {
    "le": ("m", "s", "consonant"),
    "la": ("f", "s", "consonant"),
    "l'": ("", "s", "vowel"),
    "un": ("m", "s", ""),
    "une": ("f", "s", ""),
    "des": ("", "p", ""),
    "les": ("", "p", ""),
    "ce": ("m", "s", "consonant"),
    "cet": ("m", "s", "vowel"),
    "cette": ("f", "s", ""),
    "ces": ("", "p", ""),
    "mon": ("m", "s", ""),
    "ma": ("f", "s", "consonant"),
    "mes": ("", "p", ""),
    "ton": ("m", "s", ""),
    "tes": ("", "p", ""),
    "son": ("m", "s", ""),
    "sa": ("f", "s", "consonant"),
    "ses": ("", "p", ""),
    "notre": ("", "s", ""),
    "nos": ("", "p", ""),
    "votre": ("", "s", ""),
    "vos": ("", "p", ""),
    "leur": ("", "s", ""),
    "leurs": ("", "p", ""),
    "chaque": ("", "s", ""),
    "quelques": ("", "p", ""),
    "plusieurs": ("", "p", ""),
    "aucun": ("m", "s", ""),
    "aucune": ("f", "s", ""),
    "deux": ("", "p", ""),
    "trois": ("", "p", ""),
    "quatre": ("", "p", ""),
    "cinq": ("", "p", ""),
    "sept": ("", "p", ""),
    "huit": ("", "p", ""),
    "neuf": ("", "p", ""),
    "dix": ("", "p", ""),
    "onze": ("", "p", ""),
    "douze": ("", "p", ""),
    "quinze": ("", "p", ""),
    "mille": ("", "p", ""),
}
PRONOUNS: Mapping[str, tuple[int, str]] = {
    "je": (kinds.FIRST_SINGULAR, "consonant"),
    "j'": (kinds.FIRST_SINGULAR, "vowel"),
    "tu": (kinds.SECOND_SINGULAR, ""),
    "il": (kinds.THIRD_SINGULAR, ""),
    "elle": (kinds.THIRD_SINGULAR, ""),
    "on": (kinds.THIRD_SINGULAR, ""),
    "ça": (kinds.THIRD_SINGULAR, ""),
    "qui": (kinds.THIRD_SINGULAR, ""),
    "quelqu'un": (kinds.THIRD_SINGULAR, ""),
    "chacun": (kinds.THIRD_SINGULAR, ""),
    "celui-ci": (kinds.THIRD_SINGULAR, ""),
    "nous": (kinds.FIRST_PLURAL, ""),
    "vous": (kinds.SECOND_PLURAL, ""),
    "ils": (kinds.THIRD_PLURAL, ""),
    "elles": (kinds.THIRD_PLURAL, ""),
}
WORDS: Mapping[str, tuple[str, ...]] = {
    "and": ("et", "ou", "puis"),
    "who": ("qui",),
    "link": ("mais", "car", "quand", "donc", "et", "si", "puisque", "lorsque", "comme"),
    "opening": ("demain", "hier", "parfois", "souvent", "aujourd'hui", "maintenant", "enfin", "ici", "bientôt"),
    "preposition": (
        "avec", "sans", "pour", "contre", "sous", "sur", "dans", "chez", "vers", "devant", "derrière", "après",
        "avant", "depuis", "pendant", "malgré", "parmi", "par", "selon", "comme",
    ),
}  # fmt: skip
ELIDED = frozenset({"puisque", "lorsque"})
"""Before a vowel these have another form."""
OPEN: Mapping[str, int] = {
    "noun": kinds.NOUN,
    "adjective": kinds.ADJECTIVE,
    "verb": kinds.VERB,
    "imperative": kinds.IMPERATIVE,
    "adverb": kinds.ADVERB,
    "opening": kinds.ADVERB,
    "name": kinds.FIRST_NAME,
}
AVOIDED = frozenset(
    word
    for line in (
        "ai as a avons avez ont avais avait avions aviez avaient aurai auras aura aurons aurez auront aurait",
        "auraient eut eurent eu suis es est sommes êtes sont étais était étions étiez étaient été serai seras",
        "sera serons serez seront serait seraient fus fut furent faut peux peut peuvent pouvait pourrait dois",
        "doit doivent devait vais vas va vont allait veux veut veulent pas ne plus jamais trop très si tant",
        "aussi moins bien mieux là y en oui non même comme comment combien pourquoi où quand alors ainsi",
    )
    for word in line.split()
)
"""Verbs that want another verb or an attribute after them, and adverbs that cannot stand at the end."""
MIXED: Mapping[str, int] = {
    "noun": kinds.VERB | kinds.ADVERB | kinds.FUNCTION | kinds.PARTICIPLE | kinds.INFINITIVE,
    "adjective": kinds.VERB | kinds.ADVERB | kinds.FUNCTION | kinds.PARTICIPLE,
    "verb": kinds.NOUN | kinds.ADJECTIVE | kinds.FUNCTION | kinds.ADVERB,
    "imperative": kinds.NOUN | kinds.ADJECTIVE | kinds.FUNCTION | kinds.ADVERB,
    "adverb": kinds.NOUN | kinds.VERB | kinds.ADJECTIVE | kinds.FUNCTION,
    "opening": kinds.NOUN | kinds.VERB | kinds.ADJECTIVE | kinds.FUNCTION,
    "name": kinds.DICTIONARY | kinds.PROPER,
}
"""A bot says a word as a noun only where it is nothing else: *la rue*, but not *elle rue*."""

GENDERS = {
    "m": (kinds.NOUN_MASCULINE, kinds.ADJECTIVE_MASCULINE),
    "f": (kinds.NOUN_FEMININE, kinds.ADJECTIVE_FEMININE),
}
NUMBERS = {"s": (kinds.NOUN_SINGULAR, kinds.ADJECTIVE_SINGULAR), "p": (kinds.NOUN_PLURAL, kinds.ADJECTIVE_PLURAL)}
THIRD = {"s": kinds.THIRD_SINGULAR, "p": kinds.THIRD_PLURAL}


@cache
def may_end(node: str, words: int) -> bool:
    """Whether a sentence may stop after so many more words."""
    if words == 0:
        return node in END
    after = {*GRAMMAR[node].values()}
    if after & {"verb", "order"}:
        after.add("verb_of_something")
    return any(may_end(then, words - 1) for then in after)


def sounds(word: str, sound: str) -> bool:
    """Whether a word may stand after one that is elided or not before vowels. With an h one never knows."""
    first = fold(word)[:1]
    if first in {"H", "Y"}:
        return not sound
    return not sound or (first in VOWELS) == (sound == "vowel")


def arrive(place: Place, kind: str, word: str, flags: int) -> Place | None:
    """Where a word of this kind leads, if it agrees; the grammar and the agreement are all here."""
    node = GRAMMAR[place.node][kind]
    if not sounds(word, place.sound):
        return None
    if kind == "determiner":
        shape = DETERMINERS.get(word)
        return None if shape is None else Place(node, place.person, *shape)
    if kind == "pronoun":
        person = PRONOUNS.get(word, (0, ""))
        return Place(node, person[0], sound=person[1]) if person[0] else None
    if kind in WORDS and word in WORDS[kind]:
        return structs.replace(place, node=node, sound="consonant" if word in ELIDED else "")
    if kind not in OPEN or word in AVOIDED or not flags & OPEN[kind]:
        return None
    return _arrive_open(place, kind, node, flags)


def _arrive_open(place: Place, kind: str, node: str, flags: int) -> Place | None:
    if kind in {"adverb", "opening"}:
        return None if flags & kinds.FUNCTION else structs.replace(place, node=node)
    if kind == "name":
        gender = next((g for g, (bit, _) in GENDERS.items() if flags & bit), "")
        return Place(node, kinds.THIRD_SINGULAR, gender, "s") if gender else None
    if kind in {"verb", "imperative"}:
        if kind == "verb" and not flags & place.person:
            return None
        needs = flags & kinds.TRANSITIVE and not flags & kinds.INTRANSITIVE
        if place.node == "who":
            return structs.replace(place, node=node) if flags & kinds.INTRANSITIVE else None
        return Place("verb_of_something" if needs else node, place.person)
    if flags & kinds.FUNCTION:
        return None
    which = 0 if kind == "noun" else 1
    genders = [g for g, bits in GENDERS.items() if flags & bits[which] and place.gender in {"", g}]
    if not genders or not (flags & NUMBERS[place.number][which] and place.number):
        return None
    if kind == "noun":
        # Of a word with both genders the determiner decides; "l'élève" stays open, so no adjective is risked.
        gender = place.gender or (genders[0] if len(genders) == 1 else "?")
        person = THIRD[place.number] if node == "subject" else place.person
        return Place(node, person, gender, place.number)
    return structs.replace(place, node=node)


class SentenceMaker:
    """Makes sentences and goes on with them, from the words of a lexicon. A function of its rng."""

    def __init__(self, lexicon: Lexicon, rng: Rng, *, most_common: int | None = COMMON) -> None:
        self.lexicon = lexicon
        self.rng = rng
        self.most_common = most_common
        self._read: dict[str, list[tuple[str, int]]] = {}

    def make(self, fits: Sequence[Fit]) -> list[str] | None:
        """A sentence with a word for each box; None when no such sentence comes to mind."""
        budget = [PATIENCE]
        tried: dict[tuple[int, str], list[tuple[str, int]]] = {}

        def go_on(place: Place, box: int) -> list[str] | None:
            if box == len(fits):
                return [] if place.node in END else None
            for kind in self._kinds(place):
                key = (box, kind)
                if key not in tried:
                    tried[key] = self._candidates(kind, fits[box])
                branches = 0
                for word, flags in tried[key]:
                    then = arrive(place, kind, word, flags)
                    if then is None or not may_end(then.node, len(fits) - box - 1):
                        continue
                    budget[0] -= 1
                    branches += 1
                    if budget[0] < 0 or branches > BRANCHES:
                        break
                    rest = go_on(then, box + 1)
                    if rest is not None:
                        return [word, *rest]
            return None

        return go_on(START, 0) if fits else None

    def go_on(self, said: Sequence[str], fit: Fit) -> str | None:
        """One word that goes on with a sentence that others began; None when none comes to mind."""
        for place in self.rng.shuffled(self._places(said)):
            for kind in self._kinds(place):
                for word, flags in self._thought_of(kind, fit):
                    if flags and arrive(place, kind, word, flags) is not None:
                        return word
        return None

    def _places(self, said: Sequence[str]) -> list[Place]:
        """Where the grammar may be after these words. Where it cannot follow, it takes up with the last word."""
        places = [START]
        for word in said:
            after = [then for place in places for then in self._after(place, word)]
            places = list(dict.fromkeys(after)) or [*self._anywhere(word)] or [Place("opened")]
        return places

    def _after(self, place: Place, word: str) -> Iterator[Place]:
        for spelled, flags in self._readings(word):
            for kind in GRAMMAR[place.node]:
                then = arrive(place, kind, spelled, flags)
                if then is not None:
                    yield then

    def _anywhere(self, word: str) -> Iterator[Place]:
        for node in GRAMMAR:
            for person in THIRD.values():
                for number in NUMBERS:
                    for gender in GENDERS:
                        yield from self._after(Place(node, person, gender, number), word)

    def _readings(self, word: str) -> list[tuple[str, int]]:
        """A word as others typed it: the spelling they meant if it is one, else all with these letters."""
        if word not in self._read:
            readings = self.lexicon.readings(word)
            exact = [r for r in readings if r[0].lower() == word.lower().replace("’", "'")]
            self._read[word] = exact or readings
        return self._read[word]

    def _kinds(self, place: Place) -> list[str]:
        return self.rng.shuffled(list(GRAMMAR[place.node]))

    def _candidates(self, kind: str, fit: Fit) -> list[tuple[str, int]]:
        """Words of a kind that fit, in an order of chance, with their flags."""
        return [(word, flags) for word, flags in self.rng.shuffled([*self._thought_of(kind, fit)]) if flags]

    def _thought_of(self, kind: str, fit: Fit) -> Iterator[tuple[str, int]]:
        """The same, one by one as they come to mind: those that are listed here, then those of the lexicon."""
        listed = {"determiner": DETERMINERS, "pronoun": PRONOUNS}.get(kind, WORDS.get(kind, ()))
        for word in self.rng.shuffled([word for word in listed if not fit.missing(word)]):
            yield word, self.lexicon.look_up(word)
        if kind in OPEN:
            yield from islice(self._open(kind, fit), CHOICE)

    def _open(self, kind: str, fit: Fit) -> Iterator[tuple[str, int]]:
        having = OPEN[kind]
        # The index knows kinds of words; what goes beyond them is looked at here.
        folded = self.lexicon.index.find(
            fit,
            limit=RANGE,
            min_length=3,
            most_common=self.most_common,
            having=kinds.VERB if having == kinds.IMPERATIVE else having,
        )
        for key in self.rng.shuffled(folded):
            for word, flags in self.lexicon.readings(key):
                said = bool(flags & having) and not flags & MIXED[kind] and word.islower() != (kind == "name")
                if having & (kinds.VERB | kinds.IMPERATIVE):
                    said = said and bool(flags & (kinds.TRANSITIVE | kinds.INTRANSITIVE))  # not *souviens*
                if said and self.lexicon.zipf(word) >= HEARD:
                    yield word, flags
