"""How common words are, and words that dictionaries lack: wordfreq, Lexique, first names of the INSEE."""

import gzip
from collections import defaultdict
from math import log10

import msgspec

from tablee.words import flags as kinds

GRAMMAR = {
    "NOM": kinds.NOUN,
    "ADJ": kinds.ADJECTIVE,
    "ADV": kinds.ADVERB,
    "ONO": kinds.INTERJECTION,
    "PRE": kinds.FUNCTION,
    "PRO": kinds.FUNCTION,
    "CON": kinds.FUNCTION,
    "ART": kinds.FUNCTION,
    "LIA": kinds.FUNCTION,
}
SHAPES = {
    ("NOM", "m"): kinds.NOUN_MASCULINE,
    ("NOM", "f"): kinds.NOUN_FEMININE,
    ("NOM", "s"): kinds.NOUN_SINGULAR,
    ("NOM", "p"): kinds.NOUN_PLURAL,
    ("ADJ", "m"): kinds.ADJECTIVE_MASCULINE,
    ("ADJ", "f"): kinds.ADJECTIVE_FEMININE,
    ("ADJ", "s"): kinds.ADJECTIVE_SINGULAR,
    ("ADJ", "p"): kinds.ADJECTIVE_PLURAL,
}
PERSONS = {
    "1s": kinds.FIRST_SINGULAR,
    "2s": kinds.SECOND_SINGULAR,
    "3s": kinds.THIRD_SINGULAR,
    "1p": kinds.FIRST_PLURAL,
    "2p": kinds.SECOND_PLURAL,
    "3p": kinds.THIRD_PLURAL,
}


def wordfreq(packed: bytes) -> dict[str, float]:
    """Zipf values by word. The file lists the words of each hundredth of a bel."""
    _, *levels = msgspec.msgpack.decode(gzip.decompress(packed))
    return {word: 9 - level / 100 for level, words in enumerate(levels) for word in words}


def lexique(table: str) -> tuple[dict[str, float], dict[str, int]]:
    """Zipf values and flags by word, from films and books together."""
    per_million: dict[str, float] = defaultdict(float)
    flags: dict[str, int] = defaultdict(int)
    for line in table.splitlines()[1:]:
        row = line.split("\t")
        word, grammar, gender, number, films, books, verb = row[0], row[3], row[4], row[5], row[8], row[9], row[10]
        per_million[word] += (float(films.replace(",", ".")) + float(books.replace(",", "."))) / 2
        flags[word] |= kinds.KNOWN | _grammar(grammar, gender, number, verb.strip('"'))
    return {w: max(0.0, log10(f) + 3) for w, f in per_million.items() if f > 0}, dict(flags)


def _grammar(grammar: str, gender: str, number: str, verb: str) -> int:
    kind = grammar.partition(":")[0]
    if kind in {"VER", "AUX"}:
        return _verb(verb)
    found = kinds.FUNCTION if grammar.startswith("ADJ:") else GRAMMAR.get(kind, 0)
    both = {"": "mf" if kind in {"NOM", "ADJ"} else ""}
    for mark in both.get(gender, gender) + both.get(number, number).replace("mf", "sp"):
        found |= SHAPES.get((kind, mark), 0)
    return found


def _verb(readings: str) -> int:
    """From *ind:pre:1s;ind:pre:3s;*, *par:pas;*, *inf;*."""
    found = 0
    for reading in readings.split(";"):
        mood, _, rest = reading.partition(":")
        if mood == "inf":
            found |= kinds.INFINITIVE
        elif mood == "par":
            found |= kinds.PARTICIPLE | kinds.ADJECTIVE if rest.startswith("pas") else kinds.GERUND
        elif mood in {"ind", "cnd", "sub", "imp"}:
            found |= kinds.VERB
            if mood == "imp":
                found |= kinds.IMPERATIVE
            elif mood != "sub":
                found |= PERSONS.get(rest.rpartition(":")[2], 0)
    return found


def first_names(listed: str, enough: int) -> list[str]:
    """Names, the commonest first. The first line says how many were given over 500, 100 and 50 times."""
    shares, names = listed.split("\n", 1)
    return names.replace("\n", ",").split(",")[: int(shares.split()[enough])]
