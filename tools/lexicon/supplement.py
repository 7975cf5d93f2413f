"""Words that the dictionaries lack, from lists of our own: recent, colloquial, borrowed, with all inflections.

A line of `more/<language>.txt` begins with what its words are; forms that do not follow the rule stand after
strokes, spaces within an expression are written as underscores. French:

    nm / nf / ne      noun, masculine, feminine, both; plural with s (*capybara*) or as given (*jean/jeans*)
    nmi / nfi / nei   the same, invariable
    adj / adje / adji adjective in four forms, in two, invariable; a noun too: na / nae
    ver               verb in -er
    adv int fun pro   adverb, interjection, function word, proper name
"""

from collections.abc import Iterator

from tablee.words import flags as kinds
from tools.lexicon.ours import lines

MASCULINE = kinds.NOUN | kinds.NOUN_MASCULINE
FEMININE = kinds.NOUN | kinds.NOUN_FEMININE
NOUNS = {"nm": MASCULINE, "nf": FEMININE, "ne": MASCULINE | FEMININE}
PLAIN = {
    "adv": kinds.ADVERB,
    "int": kinds.INTERJECTION,
    "fun": kinds.FUNCTION,
    "pro": kinds.PROPER,
    "word": 0,
}
SINGULAR, PLURAL = kinds.NOUN_SINGULAR, kinds.NOUN_PLURAL
ADJECTIVE_SHAPES = (
    kinds.ADJECTIVE_MASCULINE | kinds.ADJECTIVE_SINGULAR,
    kinds.ADJECTIVE_FEMININE | kinds.ADJECTIVE_SINGULAR,
    kinds.ADJECTIVE_MASCULINE | kinds.ADJECTIVE_PLURAL,
    kinds.ADJECTIVE_FEMININE | kinds.ADJECTIVE_PLURAL,
)
NOUN_SHAPES = (MASCULINE | SINGULAR, FEMININE | SINGULAR, MASCULINE | PLURAL, FEMININE | PLURAL)

FIRST, SECOND, THIRD = kinds.FIRST_SINGULAR, kinds.SECOND_SINGULAR, kinds.THIRD_SINGULAR
WE, YOU, THEY = kinds.FIRST_PLURAL, kinds.SECOND_PLURAL, kinds.THIRD_PLURAL
ENDINGS: tuple[tuple[str, int], ...] = (
    ("e", FIRST | THIRD | kinds.IMPERATIVE), ("es", SECOND), ("ons", WE | kinds.IMPERATIVE),
    ("ez", YOU | kinds.IMPERATIVE), ("ent", THEY),
    ("ais", FIRST | SECOND), ("ait", THIRD), ("ions", WE), ("iez", YOU), ("aient", THEY),
    ("ai", FIRST), ("as", SECOND), ("a", THIRD), ("âmes", WE), ("âtes", YOU), ("èrent", THEY),
    ("erai", FIRST), ("eras", SECOND), ("era", THIRD), ("erons", WE), ("erez", YOU), ("eront", THEY),
    ("erais", FIRST | SECOND), ("erait", THIRD), ("erions", WE), ("eriez", YOU), ("eraient", THEY),
    ("asse", 0), ("asses", 0), ("ât", 0), ("assions", 0), ("assiez", 0), ("assent", 0),
)  # fmt: skip


def forms(language: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for line in lines("more", language):
        kind, *entries = line.split()
        for entry in entries:
            for form, flags in inflected(kind, entry.replace("_", " ")):
                found[form] = found.get(form, 0) | kinds.KNOWN | flags
    return found


def inflected(kind: str, entry: str) -> Iterator[tuple[str, int]]:
    word, *given = entry.split("/")
    if kind in PLAIN:
        yield from ((form, PLAIN[kind]) for form in (word, *given))
    elif kind == "ver":
        yield from conjugated(word)
    elif kind[:2] in NOUNS:
        same = kind.endswith("i") or word[-1] in "sxz"
        plural = given[0] if given else word if same else f"{word}s"
        yield word, NOUNS[kind[:2]] | SINGULAR
        yield plural, NOUNS[kind[:2]] | PLURAL
    elif kind in {"adj", "adje", "adji", "na", "nae"}:
        yield from described(kind, word, given)
    else:
        raise SystemExit(f"{entry}: what is {kind}?")


def described(kind: str, word: str, given: list[str]) -> Iterator[tuple[str, int]]:
    """The four forms of an adjective, which may be a noun too."""
    plural = word if kind == "adji" or word[-1] in "sx" else f"{word}s"
    if kind in {"adj", "na"}:
        feminine = given[0] if given else f"{word}e"
        four = (word, feminine, plural, f"{feminine}s")
    else:
        four = (word, word, plural, plural)
    for form, adjective, noun in zip(four, ADJECTIVE_SHAPES, NOUN_SHAPES, strict=True):
        yield form, kinds.ADJECTIVE | adjective | (noun if kind[0] == "n" else 0)


def conjugated(infinitive: str) -> Iterator[tuple[str, int]]:
    stem = infinitive.removesuffix("er")
    soft = {"g": f"{stem}e", "c": f"{stem[:-1]}ç"}
    softened = stem if stem.endswith("gg") else soft.get(stem[-1], stem)
    yield infinitive, kinds.INFINITIVE
    yield f"{softened}ant", kinds.GERUND
    for ending, shape in zip(("é", "ée", "és", "ées"), ADJECTIVE_SHAPES, strict=True):
        yield f"{stem}{ending}", kinds.PARTICIPLE | kinds.ADJECTIVE | shape
    for ending, persons in ENDINGS:
        changed = f"{softened if ending[0] in 'aoâ' else stem}{ending}"
        yield changed, kinds.VERB | kinds.TRANSITIVE | kinds.INTRANSITIVE | persons
