"""Words laid from columns of half-covered cards: take the card at the end of a column, and the next one is free.

A plan is the word and every step that its cards take. Nothing hidden shows on the way, so it is one move.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

from msgspec import structs

from tablee.kernel.domains import Domain, Value, is_int
from tablee.kernel.rng import Picker
from tablee.words.fit import ALPHABET, LONGEST, Fit
from tablee.words.folding import fold
from tablee.words.spelling import ANY_LETTER, Written

Column: TypeAlias = tuple[str, ...]
"""The letters of a column, its free end last; an étoile is `""`."""
Step: TypeAlias = list[Any]
"""`["take", column, place in the word]`, `["shift", column, empty column]` or `["petard", place in the word]`."""

SIZES = {"take": 3, "shift": 3, "petard": 2}
MOST_STEPS = 2 * LONGEST
DEEP = 4
"""How far into each column words are looked for."""
CHOICE = 400
"""So many of the commonest words are tried for a hint."""
WITH_SHIFTS = 50
"""So many of the longest of them are tried a second time, now with shifts."""
EFFORT = 3_000
"""Positions that a search for one word may look at."""


def after(columns: Sequence[Column], step: Step) -> tuple[Column, ...]:
    """The columns after a step that is possible."""
    changed = list(columns)
    if step[0] != "petard":
        source = step[1]
        if step[0] == "shift":
            changed[step[2]] = (changed[source][-1],)
        changed[source] = changed[source][:-1]
    return tuple(changed)


def takes_etoile(columns: Sequence[Column], steps: Sequence[Step]) -> bool:
    """Whether one of the cards that these steps take is an étoile."""
    for step in steps:
        if step[0] == "take" and columns[step[1]][-1] == ANY_LETTER:
            return True
        columns = after(columns, step)
    return False


def shifts(columns: Sequence[Column]) -> Iterator[Step]:
    """From the end of a column that keeps a card, to the first empty one: empty columns are all alike."""
    empty = next((i for i, column in enumerate(columns) if not column), None)
    if empty is not None:
        yield from (["shift", i, empty] for i, column in enumerate(columns) if len(column) > 1)


class ColumnPlan(Written, frozen=True):
    """`{"word": "foyer", "steps": [["take", 0, 3], …]}`: how a word is laid from the columns. Without the
    steps it is laid in the simplest way there is, and never with a pétard."""

    sent: ClassVar[bool] = True
    columns: Sequence[Column]
    petards: int
    """Those at hand: each is any letter."""
    left: int
    """The cards in the columns and still to come."""
    least: int = 4
    """So many cards make a word, and as long as so many are left the game goes on."""

    # ---- the check ---------------------------------------------------------------------------------

    def accepts(self, value: Value) -> bool:
        return self._missing(value) is None

    def why_not(self, value: Value) -> str:
        return self._missing(value) or "not_possible"

    def words(self, value: Value) -> Sequence[str]:
        word = value.get("word") if isinstance(value, dict) else None
        return (word,) if type(word) is str and len(word) <= LONGEST else ()

    def _missing(self, value: Value) -> str | None:
        if not isinstance(value, dict) or not {"word"} <= value.keys() <= {"word", "steps"}:
            return "not_a_word"
        word, steps = value["word"], value.get("steps", [])
        if type(word) is not str or len(word) > LONGEST or not fold(word):
            return "not_a_word"
        if "steps" not in value:
            short = self._count(Counter(), len(fold(word)))
            return short or (None if self.find(word, petards=0) else "out_of_reach")
        if not isinstance(steps, list) or len(steps) > MOST_STEPS or not all(map(self._is_step, steps)):
            return "not_possible"
        return self._walk(fold(word), steps)

    def _is_step(self, step: Value) -> bool:
        return (
            isinstance(step, list)
            and len(step) > 0
            and type(step[0]) is str
            and SIZES.get(step[0]) == len(step)
            and all(is_int(n) and n >= 0 for n in step[1:])
            and (step[0] == "petard" or step[1] < len(self.columns))
            and (step[0] != "shift" or step[2] < len(self.columns))
        )

    def _walk(self, letters: str, steps: Sequence[Step]) -> str | None:
        """Why these steps do not lay this word; None when they do."""
        columns: tuple[Column, ...] = tuple(self.columns)
        served: dict[int, str] = {}
        for step in steps:
            kind, source = step[0], step[1]
            if kind == "shift":
                if not self._is_open(columns, step):
                    return "no_shift"
            else:
                if not self._is_open(columns, step):
                    return "column_empty"
                place = step[-1]
                card = columns[source][-1] if kind == "take" else ANY_LETTER
                if place in served or place >= len(letters) or card not in (ANY_LETTER, letters[place]):
                    return "letters_differ"
                served[place] = kind + card
            columns = after(columns, step)
        if len(served) != len(letters):
            return "letters_differ"
        return self._count(Counter(served.values()), len(served))

    def _count(self, kinds: Counter[str], cards: int) -> str | None:
        """Whether the cards taken make a word, by how many there are of which."""
        petards, etoiles = kinds["petard"], kinds["take"]
        if cards < self.least:
            return "too_short"
        if petards > self.petards:
            return "no_petard"
        if petards == cards:
            return "one_from_columns"
        if etoiles > 1:
            return "one_etoile"
        return "etoile_last" if etoiles and self.left - (cards - petards) < self.least else None

    def sketch(self, value: Value) -> Value | None:
        """The letters so far, and the steps as far as they can be made."""
        if not isinstance(value, dict) or type(value.get("word")) is not str:
            return None
        steps, columns = value.get("steps"), tuple(self.columns)
        done: list[Step] = []
        for step in steps if isinstance(steps, list) else ():
            if len(done) == MOST_STEPS or not self._is_step(step) or not self._is_open(columns, step):
                break
            done.append(step)
            columns = after(columns, step)
        return {"word": fold(value["word"][:LONGEST])[:LONGEST], "steps": done}

    def _is_open(self, columns: Sequence[Column], step: Step) -> bool:
        if step[0] == "shift":
            return len(columns[step[1]]) > 1 and not columns[step[2]]
        return step[0] == "petard" or len(columns[step[1]]) > 0

    def steps(self, value: Mapping[str, Any]) -> Sequence[Step]:
        """The steps of an accepted value, those that were left to the table included."""
        found = value if "steps" in value else self.find(value["word"], petards=0)
        assert found is not None
        steps: Sequence[Step] = found["steps"]
        return steps

    def spelled_out(self, value: Value) -> Value:
        return {**value, "steps": self.steps(value)}

    # ---- words that can be laid --------------------------------------------------------------------

    def fits(self) -> tuple[Fit, ...]:
        """The letters near the ends of the columns; whether they can be reached, `laid` says."""
        near = [letter for column in self.columns for letter in column[-DEEP:]]
        blanks = self.petards + (ANY_LETTER in near)
        return (Fit(rack="".join(sorted(near)), blanks=blanks, least=self.least),)

    def laid(self, word: str) -> Value | None:
        return self.find(word)

    def find(
        self, word: str, *, etoiles: int = 1, petards: int | None = None, shifting: bool = True
    ) -> dict[str, Any] | None:
        """A way to lay the word, with letters rather than an étoile, and an étoile rather than pétards."""
        letters = fold(word)
        at_hand = self.petards if petards is None else min(petards, self.petards)
        for used in range(at_hand + 1):
            for stars in range(min(etoiles, 1) + 1):
                kinds = Counter({"petard": used, "take": stars})
                if used + stars > len(letters) or self._count(kinds, len(letters)):
                    continue
                steps = _search(tuple(self.columns), letters, stars, used, shifting)
                if steps is not None:
                    return {"word": word, "steps": steps}
        return None

    # ---- any word ----------------------------------------------------------------------------------

    def possible(self) -> bool:
        """Whether any string of letters at all can be laid."""
        return self._any() is not None

    def _any(self) -> list[Step] | None:
        """Steps for some string of as few cards as a word needs: letters first, then an étoile, then pétards."""

        def search(columns: tuple[Column, ...], steps: list[Step], cards: int, star: bool) -> list[Step] | None:
            missing = self.least - cards
            if missing <= self.petards and cards > 0:
                kinds = Counter({"petard": max(0, missing), "take": int(star)})
                if self._count(kinds, max(cards, self.least)) is None:
                    return [*steps, *(["petard", cards + i] for i in range(missing))]
            if missing <= 0:
                return None
            letter = next((i for i, column in enumerate(columns) if column and column[-1] != ANY_LETTER), None)
            if letter is not None:  # taking a letter never takes a possibility away
                step = ["take", letter, cards]
                return search(after(columns, step), [*steps, step], cards + 1, star)
            for step in shifts(columns):
                found = search(after(columns, step), [*steps, step], cards, star)
                if found is not None:
                    return found
            for i, column in enumerate(columns):
                if column and not star:
                    step = ["take", i, cards]
                    found = search(after(columns, step), [*steps, step], cards + 1, True)
                    if found is not None:
                        return found
            return None

        return search(tuple(self.columns), [], 0, False)

    def sample(self, pick: Picker) -> Value:
        """A string of letters from cards drawn one by one; it means nothing, but it can be laid."""
        columns: tuple[Column, ...] = tuple(self.columns)
        steps: list[Step] = []
        size = self.least + pick.below(4)
        star = False
        while len(steps) < size:
            free = [i for i, column in enumerate(columns) if column and not (star and column[-1] == ANY_LETTER)]
            if not free:
                break
            chosen = free[pick.below(len(free))]
            star = star or columns[chosen][-1] == ANY_LETTER
            steps.append(["take", chosen, len(steps)])
            columns = after(columns, steps[-1])
        value = self._spelled(steps, pick)
        return value if self.accepts(value) else self._spelled(self._any() or [], pick)

    def _spelled(self, steps: list[Step], pick: Picker) -> Value:
        columns: tuple[Column, ...] = tuple(self.columns)
        letters: dict[int, str] = {}
        for step in steps:
            if step[0] != "shift":
                card = columns[step[1]][-1] if step[0] == "take" else ANY_LETTER
                letters[step[-1]] = card or ALPHABET[pick.below(26)]
            columns = after(columns, step)
        return {"word": "".join(letters[i] for i in sorted(letters)), "steps": steps}


class Hint(Domain, frozen=True):
    """Not what a player chooses but what the lexicon answers: a word that can be laid, for somebody who asks."""

    sent: ClassVar[bool] = False
    plan: ColumnPlan
    rude: bool

    def accepts(self, value: Value) -> bool:
        return value is None

    def found(self, lexicon: Any) -> Mapping[str, int]:
        """The longest of the common words that need no pétard; without shifts if there is one."""
        if not hasattr(lexicon, "spoken"):
            return {}
        (fit,) = structs.replace(self.plan, petards=0).fits()
        words = sorted(lexicon.spoken(rude=self.rude).index.find(fit, limit=CHOICE), key=len, reverse=True)
        for shifting, tried in ((False, words), (True, words[:WITH_SHIFTS])):
            for word in tried:
                if self.plan.find(word, petards=0, shifting=shifting) is not None:
                    return {word: lexicon.look_up(word)}
        return {}


class _Search:
    """Depth first over takes and shifts. Where letters of a word are alike, which one a card serves is all one."""

    tired: ClassVar[int] = EFFORT

    def __init__(self) -> None:
        self.seen: set[tuple[tuple[Column, ...], str, int]] = set()

    def steps(self, columns: tuple[Column, ...], wanted: str, stars: int, petards: int) -> list[Step] | None:
        """Steps with letters in place of places; `wanted` is sorted."""
        if not wanted:
            return None if stars or petards else []
        if len(wanted) == petards:
            return None if stars else [["petard", letter] for letter in wanted]
        key = (columns, wanted, stars)
        if key in self.seen or len(self.seen) > self.tired:
            return None
        self.seen.add(key)
        for i, column in enumerate(columns):
            if column and column[-1] and column[-1] in wanted:
                step: Step = ["take", i, column[-1]]
                rest = self.steps(after(columns, step), wanted.replace(column[-1], "", 1), stars, petards)
                if rest is not None:
                    return [step, *rest]
        if stars:
            for i, column in enumerate(columns):
                if column and not column[-1]:
                    for letter in sorted(set(wanted)):
                        step = ["take", i, letter]
                        rest = self.steps(after(columns, step), wanted.replace(letter, "", 1), stars - 1, petards)
                        if rest is not None:
                            return [step, *rest]
        for step in shifts(columns):
            if not set(columns[step[1]][:-1]).isdisjoint((*wanted, ANY_LETTER) if stars else wanted):
                rest = self.steps(after(columns, step), wanted, stars, petards)
                if rest is not None:
                    return [step, *rest]
        return None


def _depths(
    columns: Sequence[Column], wanted: str, stars: int, jokers: int, near: Sequence[frozenset[str]]
) -> list[int] | None:
    """How many cards to take of each column, without shifts: then their order is all one. What is left of `wanted`
    is for the jokers, the étoiles among them. `near` has the letters of each column and those after it."""
    if not columns:
        return [] if len(wanted) == jokers and not stars else None
    if sum(letter not in near[0] for letter in wanted) > jokers:
        return None
    column, depth = columns[0], 0
    while True:
        rest = _depths(columns[1:], wanted, stars, jokers, near[1:])
        if rest is not None:
            return [depth, *rest]
        depth += 1
        if depth > len(column):
            return None
        card = column[-depth]
        if card == ANY_LETTER and stars:
            stars -= 1
        elif card and card in wanted:
            wanted = wanted.replace(card, "", 1)
        else:
            return None


def _takes(columns: Sequence[Column], letters: str, stars: int, petards: int) -> list[Step] | None:
    """Steps that only take, with letters in place of places."""
    near: list[frozenset[str]] = [frozenset()]
    for column in reversed(columns):
        near.insert(0, near[0] | set(column))
    depths = _depths(columns, letters, stars, stars + petards, near)
    if depths is None:
        return None
    wanted = letters
    steps: list[Step] = []
    for i, depth in enumerate(depths):
        for card in columns[i][::-1][:depth]:
            steps.append(["take", i, card])
            wanted = wanted.replace(card, "", 1)
    left = list(wanted)
    for step in steps:
        step[2] = step[2] or left.pop()
    return [*steps, *(["petard", letter] for letter in left)]


def _search(
    columns: tuple[Column, ...], letters: str, stars: int, petards: int, shifting: bool
) -> list[Step] | None:
    near = Counter(letter for column in columns for letter in column)
    if (Counter(letters) - near).total() > stars + petards or stars > near[ANY_LETTER]:
        return None
    steps = _takes(columns, letters, stars, petards)
    if steps is None and shifting:
        steps = _Search().steps(columns, "".join(sorted(letters)), stars, petards)
    if steps is None:
        return None
    places: dict[str, list[int]] = {}
    for place, letter in enumerate(letters):
        places.setdefault(letter, []).append(place)
    return [step if step[0] == "shift" else [*step[:-1], places[step[-1]].pop(0)] for step in steps]
