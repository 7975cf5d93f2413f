"""What a lexicon knows of a word, as bits of one number.

A word has all the bits of all its readings: *porte* is a noun and a verb. A lexicon built from bare word lists
has `KNOWN` and `PROPER` alone; `Lexicon.tells_verbs` says whether the parts of speech mean anything.
"""

KNOWN = 1
NOUN = 1 << 1
ADJECTIVE = 1 << 2
VERB = 1 << 3
"""Conjugated: the form can be the verb of a sentence."""
INFINITIVE = 1 << 4
PARTICIPLE = 1 << 5
"""Past: *mangé*."""
GERUND = 1 << 6
"""Present participle: *mangeant*."""
ADVERB = 1 << 7
FUNCTION = 1 << 8
"""Articles, pronouns, prepositions, conjunctions, numbers; elided forms too."""
INTERJECTION = 1 << 9
FIRST_NAME = 1 << 10
SURNAME = 1 << 11
PROPER = 1 << 12
UNSPOKEN = 1 << 13
"""Known like any other, but no bot and no hint ever says it, whatever the table likes (C19)."""
RUDE = 1 << 14
"""Bots and hints say it only where the table likes rude words."""

NAMED = 15
"""How many of the bits are kinds of words; the rest is morphology."""

NOUN_MASCULINE = 1 << 15
NOUN_FEMININE = 1 << 16
NOUN_SINGULAR = 1 << 17
NOUN_PLURAL = 1 << 18
ADJECTIVE_MASCULINE = 1 << 19
ADJECTIVE_FEMININE = 1 << 20
ADJECTIVE_SINGULAR = 1 << 21
ADJECTIVE_PLURAL = 1 << 22
FIRST_SINGULAR = 1 << 23
"""Persons of the indicative, whatever the tense."""
SECOND_SINGULAR = 1 << 24
THIRD_SINGULAR = 1 << 25
FIRST_PLURAL = 1 << 26
SECOND_PLURAL = 1 << 27
THIRD_PLURAL = 1 << 28
IMPERATIVE = 1 << 29
TRANSITIVE = 1 << 30
INTRANSITIVE = 1 << 31

FOREIGN = {"fr": 1 << 40, "en": 1 << 41, "es": 1 << 42, "de": 1 << 43, "it": 1 << 44}
"""In an answer alone, in no lexicon: the word is one of this language only, not of the table's own (C19)."""
UNCOMMON = 1 << 50
"""In an answer alone: known, but none of the commonest words of the table's own language, of so many as were asked
about (`Word.among`)."""

VERBLESS = 1 << 45
"""In an answer about a sentence alone: no word of it can be its verb."""
ODD = 1 << 46
"""In an answer about a sentence alone: the bots' grammar cannot read it."""
LISTED = 1 << 48
"""In an answer alone: a dictionary of the table's language has it as a plain word, not as a bare name."""
UNEXTENDED = 1 << 49
"""In an answer alone: no longer word of that dictionary holds it."""
PARTS_KNOWN = 1 << 51
"""In an answer about a name that no list has: each of its parts stands in a lexicon."""
PADDED = 1 << 52
"""In an answer about a name: a list has the person, but in a shorter form, and only that one counts."""

DICTIONARY = NOUN | ADJECTIVE | VERB | INFINITIVE | PARTICIPLE | GERUND | ADVERB | FUNCTION | INTERJECTION
"""Has a part of speech: no bare name."""

NAMES = {
    "known": KNOWN,
    "noun": NOUN,
    "adjective": ADJECTIVE,
    "verb": VERB,
    "infinitive": INFINITIVE,
    "participle": PARTICIPLE,
    "gerund": GERUND,
    "adverb": ADVERB,
    "function": FUNCTION,
    "interjection": INTERJECTION,
    "first_name": FIRST_NAME,
    "surname": SURNAME,
    "proper": PROPER,
    "unspoken": UNSPOKEN,
    "rude": RUDE,
}


def names(flags: int) -> list[str]:
    """The kinds of a word, for people and for JSON."""
    return [name for name, bit in NAMES.items() if flags & bit and bit != KNOWN]


def foreign(flags: int) -> str:
    """The other language whose word it is; empty for a word of the table's own, and for an unknown one."""
    return next((language for language, bit in FOREIGN.items() if flags & bit), "")


def can_be_verb(flags: int) -> bool:
    """Whether a word may be the verb of a sentence, as far as a lexicon tells. It cannot tell of an unknown
    word, nor of one from another language."""
    return bool(flags & VERB) or not flags & KNOWN or bool(foreign(flags))


def may_be_verb(flags: int) -> bool:
    """The same whatever the lexicon: where bare word lists tell nothing of its kind, any word may be one."""
    return can_be_verb(flags) or not flags & (DICTIONARY | FIRST_NAME | SURNAME | PROPER)
