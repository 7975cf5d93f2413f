"""English as bots speak it: the speaking list as entries of the grammar, and the ways a sentence goes on."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from tablee.bots.speech import english_words as words
from tablee.bots.speech.english_reading import sound
from tablee.bots.speech.grammar import Grammar
from tablee.bots.speech.steps import ANYTHING, NOTHING, GrammarPlace, SpokenWord
from tablee.words.folding import fold

PERSONS = ("1s", "2s", "3s", "1p", "2p", "3p")
VERBALS = {"verb": 6.0, "modal": 1.2, "be": 1.0}
WAYS: Mapping[str, Mapping[str, float]] = {
    "start": {"article": 6.0, "name": 3.0, "pronoun": 2.0, "opening": 1.0, "order": 0.8, "asks": 0.4},
    "clause": {"article": 5.0, "name": 2.0, "pronoun": 2.0},
    "article": {"noun": 3.0, "adjective_before": 1.0},
    "adjective": {"noun": 1.0},
    "verbs": VERBALS,
    "subject": VERBALS,
    "subject_noun": {"who": 0.5},
    "object_noun": {"who": 0.8},
    "who": VERBALS,
    "again": {**VERBALS, "order": 1.0},
    "verb": {},
    "preposition": {"article": 6.0, "name": 0.6},
    "and_subject": {"article": 3.0, "name": 1.0},
    "be": {"attribute": 3.0, "very": 1.0, "compare": 1.0, "article": 0.8},
    "very": {"attribute": 1.0},
    "compare": {"attribute": 1.0},
    "compared": {"than": 1.0},
    "to": {"to": 1.0},
    "infinitive": {"infinitive": 1.0},
    "after": {"link": 1.6, "again": 0.5},
    "more": {"phrase": 1.2, "preposition": 1.0, "adverb": 0.8, "as": 0.4},
    "told": {"phrase": 1.0},
    "late": {},
    "later": {},
    "order_object": {},
}

_ARTICLES = """
the _ def _ | a s indef c | an s indef v | my _ poss _ | your _ poss _ | his _ poss _ | her _ poss _ | our _ poss _
their _ poss _ | this s dem _ | that s dem _ | these p dem _ | those p dem _ | every s each _ | each s each _
some p some _ | two p num _ | three p num _ | four p num _ | five p num _ | six p num _ | seven p num _
eight p num _ | nine p num _ | ten p num _ | eleven p num _ | twelve p num _ | twenty p num _ | many p num _
several p num _ | some s du _ | which _ which _
"""
_PRONOUNS = "I 1s | you 2s | he 3s | she 3s | we 1p | they 3p"
_BE = "am 1s | are 2s | is 3s | are 1p | are 2p | are 3p | seems 3s | seem 3p | looks 3s | look 3p"
_NOT = "doesn't 3s | don't 1s | don't 2s | don't 1p | don't 3p"
_PREPOSITIONS: Mapping[str, str] = {
    "in": "lonvf",
    "on": "onvf",
    "under": "onvc",
    "behind": "onvlap",
    "near": "onvlap",
    "with": "apoc",
    "without": "ocf",
    "for": "ap",
    "by": "",
    "to": "",
    "of": "",
    "at": "",
    "like": "",
}


_UNDERSTOOD: Mapping[str, str] = {
    "that": "what why how where that whether",
    "other_preposition": "after before during between among from into over about through against",
    "other_be": "was were be been",
    "stressed": "me him us them",
}
"""What people say and bots only understand."""


def _table(text: str) -> Iterator[list[str]]:
    for cell in text.replace("\n", "|").split("|"):
        if cell.strip():
            yield ["" if part == "_" else part for part in cell.split()]


def begins(text: str, *, otherwise: bool = False) -> str:
    """Whether one says *a* before it or *an*."""
    return "v" if (text[0].lower() in "aeiou") != otherwise else "c"


def plural(word: str) -> str:
    """Of a noun; and the third person of a verb."""
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return f"{word}es"
    if word.endswith("y") and word[-2] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}s"


def _nouns() -> Iterator[SpokenWord]:
    for cls, listed in words.NOUNS.items():
        for item in listed.split():
            one, _, many = item.strip("!*~^").partition("/")
            sound, rare = begins(one, otherwise="*" in item), "!" in item
            alone = {"~": "mass", "^": "one"}.get(item[-1], "")
            yield SpokenWord(one, "noun", number="s", classes=cls, tag=alone, rare=rare, begins=sound)
            if not alone:
                yield SpokenWord(many or plural(one), "noun", number="p", classes=cls, rare=rare, begins=sound)


def _adjectives() -> Iterator[SpokenWord]:
    for classes, listed in words.ADJECTIVES.items():
        for item in listed.split():
            text, sound = item.strip("*"), begins(item.strip("*"), otherwise="*" in item)
            suits = "apfonvc" if classes == "ap" else classes
            yield SpokenWord(text, "adjective_before", classes=suits, begins=sound)
            yield SpokenWord(text, "attribute", classes=classes, begins=sound)


def verb_lines() -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Who does it, what it takes, and the verb."""
    for line in words.VERBS.strip().replace("\n    ", " ").split("\n"):
        head, listed = line.split(" : ")
        who, takes = head.split(" | ")
        for verb in listed.split():
            yield who, tuple(takes.split()), verb


def _verbs() -> Iterator[SpokenWord]:
    for who, frames, verb in verb_lines():
        for person in PERSONS:
            form = plural(verb) if person == "3s" else verb
            yield SpokenWord(form, "verb", person=person, classes=who, frames=frames, begins=begins(form))
        yield SpokenWord(verb, "infinitive", classes=who, frames=frames, begins=begins(verb))
        if "p" in who:
            yield SpokenWord(verb, "order", person="2s", frames=frames, begins=begins(verb))
    for verb in words.MODALS[""].split():
        yield SpokenWord(verb, "modal", classes="ap+")
    for verb in words.MODALS["to"].split():
        for person in PERSONS:
            yield SpokenWord(
                plural(verb) if person == "3s" else verb, "modal", person=person, classes="ap+", tag="to"
            )
    for form, person in _table(_NOT):
        yield SpokenWord(form, "modal", person=person, classes="ap+")
    for form, person in _table(_BE):
        yield SpokenWord(form, "be", person=person, tag="none" if form[:1] in "sl" else "")


def _small_words() -> Iterator[SpokenWord]:
    for text, number, tag, needs in _table(_ARTICLES):
        yield SpokenWord(text, "article", number=number, tag=tag, needs=needs)
    for text, person in _table(_PRONOUNS):
        yield SpokenWord(text, "pronoun", person=person)
    for text, classes in _PREPOSITIONS.items():
        yield SpokenWord(text, "preposition", classes=classes, tag=text)
    for kind, listed in (
        ("link", "and but because when while if so then although until"),
        ("again", "and then but"),
        ("and_subject", "and"),
        ("and_object", "and"),
        ("to", "to"),
        ("compare", "as"),
        ("very", "very too really quite extremely always never almost"),
        ("asks", "who"),
        ("as", "like"),
        ("adverb", words.MANNER),
        ("opening", words.OPENINGS),
        ("name", words.NAMES),
        *_UNDERSTOOD.items(),
    ):
        for text in listed.split():
            yield SpokenWord(text, kind, tag="to" if kind == "to" else "", number="s" if kind == "name" else "")
    for text in ("has", "have", "had"):
        yield SpokenWord(text, "other_verb", frames=("=fonvca",))
    yield SpokenWord("as", "than")
    yield SpokenWord("who", "who", tag="ap")
    yield SpokenWord("that", "who")
    for line in words.PHRASES.strip().split("\n"):
        first, *rest = line.split()
        yield SpokenWord(first, "phrase", rest=tuple(rest))


def readings(word: str, flags: int) -> list[SpokenWord]:
    """The lexicon tells nothing about kinds of words: it may be any."""
    sound = begins(word)
    several = word.endswith("s") and not word.endswith("ss")
    found = [SpokenWord(word, "noun", number="p" if several else "s", begins=sound)]
    if several:
        found.append(SpokenWord(word, "verb", person="3s", frames=(NOTHING, "="), begins=sound))
        return found
    kinds = ("adjective_before", "attribute", "adverb", "opening")
    if word.endswith("ly"):
        return [SpokenWord(word, kind, begins=sound) for kind in ("adverb", "opening", "very")]
    found += [SpokenWord(word, kind, begins=sound) for kind in kinds]
    found += [SpokenWord(word, kind, frames=(NOTHING, "="), begins=sound) for kind in ("verb", "infinitive")]
    if word[:1].isupper():
        found.append(SpokenWord(word, "name", begins=sound))
    return found


def _canonical() -> Iterator[GrammarPlace]:
    yield GrammarPlace("clause")
    yield GrammarPlace()
    for role in ("subject", "object"):
        for number in "sp":
            yield GrammarPlace("article", role, noun_number=number, article="def", frames=(NOTHING,))
    for person in ("3s", "3p"):
        yield GrammarPlace("subject", person=person, number=person[1])
        yield GrammarPlace("verb", person=person, number=person[1], frames=(NOTHING,))
        yield GrammarPlace("preposition", "other", person, number=person[1], want=ANYTHING, frames=(NOTHING,))
        yield GrammarPlace("infinitive", person=person, number=person[1])


@cache
def _verb_forms() -> tuple[frozenset[str], frozenset[str]]:
    """Folded forms of verbs, and those that do not follow *he*."""
    told = [e for e in _verbs() if e.kind in {"verb", "modal", "be"}]
    third = {fold(e.text) for e in told if e.person in {"", "3s"}}
    forms = {fold(e.text) for e in told}
    return frozenset(forms), frozenset(forms - third)


def whole(words: Sequence[str], flags: Sequence[int]) -> bool:
    """A form in *-ed* or *-ing*, and one that is in no list, may be a verb too."""
    forms, bases = _verb_forms()
    listed = {fold(e.text) for e in english().words}
    others = {fold(w) for w in words if fold(w) not in listed or fold(w).endswith(("ED", "ING"))}
    return sound(words, forms | others, bases)


@cache
def english() -> Grammar:
    everything = dict.fromkeys([*_small_words(), *_nouns(), *_adjectives(), *_verbs()])
    return Grammar(everything, WAYS, readings, tuple(_canonical()), whole, (words.CALLS, words.CONNECTIONS))
