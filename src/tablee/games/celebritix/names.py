"""The lists of famous names: who is in them, in which forms, and what they answer about a name (D13, D25).

`french.txt` and `international.txt` have a line for each person. They are asked when a name comes in, as a lexicon
is, and the answer stands in the record: a replay asks nobody.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, ClassVar

from msgspec import Struct

from tablee.kernel.choices import MADE_UP, WORD_KEYS, Choice, Key, Lister, Pieces
from tablee.kernel.domains import Value
from tablee.words.fit import LONGEST
from tablee.words.flags import KNOWN, PADDED, PARTS_KNOWN
from tablee.words.folding import fold
from tablee.words.marks import Marks

LISTS = ("french", "international")
FIELDS: Mapping[str, str] = {
    "histoire": "history",
    "sciences": "sciences",
    "littérature": "literature",
    "beaux-arts": "arts",
    "musique": "music",
    "cinéma": "cinema",
    "bd": "comics",
    "contes": "tales",
    "sport": "sport",
    "autres": "internet",
}
"""The ten fields (D12), as the lists call them and as the program does."""
POPULARITIES = (1, 2, 3)
NONE = "-"
"""In a column: there is nothing."""
_PARTS = re.compile(r"[^\s.,'’-]+['’]?")


class Celebrity(Struct, frozen=True):
    name: str
    """The whole form (R6)."""
    others: tuple[str, ...]
    """The surname alone, and other usual spellings."""
    initials: str
    """Empty: nobody calls them so."""
    field: str
    popularity: int
    """1: a child of eight has heard of them."""

    @property
    def forms(self) -> tuple[str, ...]:
        """All that one may say."""
        return (self.name, *self.others, *((self.initials,) if self.initials else ()))


def parse(text: str) -> tuple[Celebrity, ...]:
    """The persons of a list; a line that is none is an error."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        columns = [column.strip() for column in line.split("|")]
        if len(columns) != 5 or not all(columns):
            raise ValueError(f"line {number}: five columns with | between them: {line}")
        name, others, initials, about, popularity = columns
        if about not in FIELDS or popularity not in map(str, POPULARITIES):
            raise ValueError(f"line {number}: no such field or popularity: {line}")
        found.append(
            Celebrity(
                name,
                () if others == NONE else tuple(other.strip() for other in others.split(",")),
                "" if initials == NONE else initials,
                FIELDS[about],
                int(popularity),
            )
        )
    return tuple(found)


def parts(name: str) -> list[str]:
    """The words of a name: *Jeanne d'Arc* has three."""
    return _PARTS.findall(name)


def folded_parts(name: str) -> list[str]:
    return [folded for part in parts(name) if (folded := fold(part))]


def within(few: Sequence[str], many: Sequence[str]) -> bool:
    """Whether these words stand among the others, in their order."""
    rest = iter(many)
    return all(word in rest for word in few)


class NameList:
    """One list, as it is asked."""

    def __init__(self, celebrities: Sequence[Celebrity]) -> None:
        self.celebrities = tuple(celebrities)
        self._by_form = {fold(form): who for who in celebrities for form in who.forms}
        self._whole = [(folded_parts(who.name), who) for who in celebrities]

    def find(self, name: str) -> Celebrity | None:
        """Whoever is called exactly so."""
        return self._by_form.get(fold(name))

    def padded(self, name: str) -> Celebrity | None:
        """D25: whose whole name was said, with something added to it. A name of one word must be the last one."""
        said = folded_parts(name)
        fitting = [
            (len(own), who)
            for own, who in self._whole
            if own[-1] == said[-1] or (len(own) > 1 and own[-1] in said)
            if within(own, said)
        ]
        return max(fitting, key=lambda pair: pair[0])[1] if said and fitting else None

    def answer(self, name: str, lexicon: Any) -> Mapping[str, int]:
        """Who it is by the whole form; or the name as it was said, and whether all its parts are words (D13)."""
        if not fold(name):
            return {}
        if (who := self.find(name)) is not None:
            return {who.name: KNOWN}
        if (who := self.padded(name)) is not None:
            return {who.name: KNOWN | PADDED}
        words = parts(name)
        initials = all(len(fold(word)) < 2 for word in words)  # D5
        known = lexicon is not None and not initials and all(lexicon.look_up(word) for word in words)
        return {" ".join(name.split()): PARTS_KNOWN if known else 0}


@lru_cache
def name_list(which: str) -> NameList:
    return NameList(parse((files(__package__) / f"{which}.txt").read_text("utf-8")))


class FamousName(Marks, frozen=True):
    """Marks for a name about which a list is asked; players are sent plain ones."""

    sent: ClassVar[bool] = False
    which: str = "french"
    taken: tuple[str, ...] = ()
    """Whole forms of celebrities that do not count again."""

    def look_up(self, value: Value, lexicon: Any) -> Mapping[str, int]:
        name = value.get("name") if isinstance(value, dict) else None
        return name_list(self.which).answer(name, lexicon) if type(name) is str and len(name) <= LONGEST else {}

    def choices(self, by: Lister, parts: Sequence[Value]) -> Iterator[Choice]:
        """Of the names that everybody knows those that take most."""
        roster = name_list(self.which).celebrities
        people = [who for who in roster if who.popularity == POPULARITIES[0] and who.name not in self.taken]
        best = {who.name: self.best(who.name) for who in people}
        people.sort(key=lambda who: -self.worth_of(best[who.name]))
        for key, who in zip(WORD_KEYS, people, strict=False):
            if best[who.name]:
                yield key, {"name": who.name, "cards": best[who.name]}
        yield from by.made_up(self)

    def keys(self, table: Pieces) -> set[Key]:
        return {*WORD_KEYS, MADE_UP}
