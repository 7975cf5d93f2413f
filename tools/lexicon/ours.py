"""Our own lists: what is no word, words so short that only listed ones count, what bots never say.

A file has words between spaces; lines that begin with # are remarks. In lists of stems a star at the end stands
for any further letters, and one at the beginning for any letters before.
"""

import re
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

from msgspec import Struct

from tablee.words import flags as kinds
from tablee.words.folding import fold

HERE = Path(__file__).parent
VOWELS = frozenset("AEIOUY")
SHORT = 2
"""Up to so many letters, only listed words count."""
ROMAN = re.compile(r"(?=[ivxlcdm]{2})m*(?:c[md]|d?c{0,3})(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})")
ROMAN_WORDS = frozenset(
    ["mix", "dix", "mi", "di", "li", "xi", "ci", "vi", "mimi", "mil", "civil", "livid", "vivid"]
)
"""Words that happen to be numbers too."""


def lines(folder: str, language: str) -> list[str]:
    file = HERE / folder / f"{language}.txt"
    return (
        [line for line in file.read_text().splitlines() if line.strip() and line[0] != "#"]
        if file.exists()
        else []
    )


def words(folder: str, language: str) -> frozenset[str]:
    return frozenset(word for line in lines(folder, language) for word in line.split())


class Stems(Struct, frozen=True):
    """Folded words, beginnings (`tax*`) and inner parts (`*tax*`); no pattern, for there are many of both."""

    whole: frozenset[str]
    beginnings: frozenset[str]
    inner: Mapping[str, list[str]]
    """By their first three letters."""

    def match(self, folded: str) -> bool:
        return (
            folded in self.whole
            or any(folded[:end] in self.beginnings for end in range(1, len(folded) + 1))
            or any(
                folded.startswith(part, i)
                for i in range(len(folded) - 2)
                for part in self.inner.get(folded[i : i + 3], ())
            )
        )


def stems(folder: str, language: str) -> Stems:
    listed = words(folder, language)
    inner: dict[str, list[str]] = {}
    for part in (fold(stem) for stem in listed if stem[0] == "*"):
        inner.setdefault(part[:3], []).append(part)
    return Stems(
        frozenset(fold(stem) for stem in listed if "*" not in stem),
        frozenset(fold(stem) for stem in listed if stem[0] != "*" and stem[-1] == "*"),
        inner,
    )


class Gate(Struct, frozen=True):
    """Which forms of the sources are words."""

    short: frozenset[str]
    """All words of one or two letters and all without a vowel."""
    no_words: frozenset[str]

    def lets_in(self, form: str) -> bool:
        if form in self.short:
            return True
        folded = fold(form)
        return (
            len(folded) > SHORT
            and form not in self.no_words
            and not VOWELS.isdisjoint(folded)
            and all(c in " '-" or fold(c) for c in form)
            and not is_abbreviation(form)
            and not is_roman(form)
        )


def is_abbreviation(form: str) -> bool:
    """ADN, SNCF, ARNm, pH: capitals where a word has none. YouTube and McKinley are names."""
    letters = form.replace("'", "")
    inner = any(c.isupper() and before not in " -" for before, c in pairwise(letters))
    return inner and (letters[0].islower() or letters[1].isupper())


def is_roman(form: str) -> bool:
    """A Roman number, or an ordinal written with one."""
    number = form.lower().removesuffix("s").removesuffix("e") if form[:2].isupper() else form.lower()
    return bool(ROMAN.fullmatch(number)) and number not in ROMAN_WORDS


@cache
def gate(language: str) -> Gate:
    return Gate(words("short", language), words("not", language))


class Tongue(Struct, frozen=True):
    """How bots speak a language: what of it they never say, and what only at tables that like rude words."""

    never: Stems
    rude: Stems
    names: frozenset[str]
    """Common first names, folded: the only ones that bots say."""
    capitals: bool
    """A capital makes a name; in German it makes a noun."""

    def marks(self, form: str, flags: int) -> int:
        folded = fold(form)
        found = kinds.RUDE if self.rude.match(folded) else 0
        silent = (
            self.never.match(folded)
            or (self.capitals and form[0].isupper() and not (flags & kinds.FIRST_NAME and folded in self.names))
            or VOWELS.isdisjoint(folded)
            or form.endswith("'")
            or " " in form
            or is_abbreviation(form)
            or is_roman(form)
        )
        return found | (kinds.UNSPOKEN if silent else 0)


def tongue(language: str, names: frozenset[str] = frozenset()) -> Tongue:
    return Tongue(
        stems("unspoken", language), stems("rude", language), frozenset(map(fold, names)), language != "de"
    )
