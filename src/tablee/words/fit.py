"""Fits: what a word must satisfy, as one value for the check, the feedback on the page and the index query."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Any, ClassVar

from msgspec import Struct, structs

from tablee.kernel.choices import MADE_UP, WORD_KEYS, Choice, Key, Lister, Pieces
from tablee.kernel.domains import ALPHABET as ALPHABET
from tablee.kernel.domains import CARD_TO_NAME, Domain, Value
from tablee.kernel.rng import Picker
from tablee.pieces.toutilix import ETOILE
from tablee.words.flags import DICTIONARY, LISTED, ODD, UNCOMMON, UNEXTENDED, VERBLESS, can_be_verb
from tablee.words.folding import fold
from tablee.words.sentence import with_apostrophe

LONGEST = 40
IDEAS = 20
"""An idea for somebody who has none is one of so many of the commonest words."""
COMMON = 200
"""A suggestion is one of so many of the commonest words."""
USUAL = 4
"""Letters of a common word that is drawn by chance, at least."""
ANY = "?"
"""One letter, whichever, in `starts`, `ends` and `holds` (an étoile laid in a row)."""


class Fit(Struct, frozen=True, omit_defaults=True):
    """All conditions hold at once, on the folded word."""

    contains: str = ""
    """Each of these letters has a letter of its own in the word (C2)."""
    jokers: int = 0
    """That many further letters, whatever they are (étoiles)."""
    without: str = ""
    starts: str = ""
    ends: str = ""
    holds: str = ""
    """This extract stands in the word as it is."""
    rack: str = ""
    """The word is laid with these letters, each of them used once at most; empty, with no blanks: any letters."""
    blanks: int = 0
    """That many letters of the word may be missing from the rack."""
    least: int = 0
    """Letters that the word has at least."""
    most: int = 0
    """Letters that it has at most; 0: no limit."""
    distinct: int = 0
    """Different letters that it has at most; 0: no limit."""
    alone: str = ""
    """One of these letters by itself is a word that fits, whatever else is asked for (*à*, *m'*)."""

    @property
    def laid(self) -> bool:
        """The word must come from a rack."""
        return bool(self.rack) or self.blanks > 0

    @property
    def shortest(self) -> int:
        """No word that fits has fewer letters, but for one that stands alone."""
        return max(
            1, self.least, len(self.contains) + self.jokers, len(self.starts), len(self.ends), len(self.holds)
        )

    @property
    def longest(self) -> int:
        """No word that fits has more letters."""
        most = self.most or LONGEST
        return min(most, len(self.rack) + self.blanks) if self.laid else most

    def missing(self, word: str) -> str | None:
        """Why a word does not fit, as a code; None when it does."""
        folded = fold(word)
        contains, rack = self.contains, self.rack
        if len(folded) == 1 and folded in self.alone:
            return None
        # Words are short: to count a letter when it is asked for is quicker than to count all of them first.
        if len(folded) < len(contains) + self.jokers:
            return "letters_missing"
        if len(contains) == 1:  # mostly
            if contains not in folded:
                return "letters_missing"
        elif any(folded.count(c) < contains.count(c) for c in contains):
            return "letters_missing"
        if self.without and not set(self.without).isdisjoint(folded):
            return "letter_forbidden"
        starts, ends, holds = self.starts, self.ends, self.holds
        if starts and not (len(folded) >= len(starts) and stands_at(folded, starts, 0)):
            return "start_differs"
        if ends and not (len(folded) >= len(ends) and stands_at(folded, ends, len(folded) - len(ends))):
            return "end_differs"
        if holds and not stands_in(folded, holds):
            return "extract_missing"
        if self.laid and sum(max(0, folded.count(c) - rack.count(c)) for c in set(folded)) > self.blanks:
            return "not_in_rack"
        if len(folded) < self.least:
            return "word_too_short"
        if self.most and len(folded) > self.most:
            return "word_too_long"
        return "too_many_letters" if self.distinct and len(set(folded)) > self.distinct else None

    def make(self, pick: Picker) -> str:
        """Some string of letters that fits, for players who know no words."""
        allowed: Sequence[str] = _allowed(self.without)
        if self.distinct:
            asked = dict.fromkeys(c for c in self.contains + self.starts + self.ends + self.holds if c != ANY)
            others = [a for a in allowed if a not in asked]
            few = max(0, self.distinct - len(asked))
            allowed = [*asked, *(others.pop(pick.below(len(others))) for _ in range(few) if others)]

        def some() -> str:
            return allowed[pick.below(len(allowed))]

        starts, ends, holds = (
            "".join(some() if c == ANY else c for c in part) if ANY in part else part
            for part in (self.starts, self.ends, self.holds)
        )
        # The extract, beginning and end give letters that need not be given twice.
        middle = _left_over(self.contains, starts + holds + ends)
        size = len(starts) + len(holds) + len(ends) + len(middle)
        least = max(self.least, len(self.contains) + self.jokers, 1)
        more = max(0, least - size)
        more += pick.below(max(0, min(3, self.longest - size - more)) + 1)
        if self.laid:
            spare = _left_over(self.rack, (*starts, *holds, *ends, *middle))
            spare = [c for c in spare if c not in self.without]
            middle += [spare.pop(pick.below(len(spare))) if spare else some() for _ in range(more)]
        else:
            middle += [some() for _ in range(more)]
        mixed = "".join(middle.pop(pick.below(len(middle))) for _ in range(len(middle)))
        return starts + mixed + holds + ends


@lru_cache(1 << 10)
def _allowed(without: str) -> tuple[str, ...]:
    return tuple(a for a in ALPHABET if a not in without)


def _left_over(letters: str, taken: Iterable[str]) -> list[str]:
    """In the order of the alphabet; each letter that is taken away takes one with it."""
    left = sorted(letters)
    for letter in taken:
        if letter in left:
            left.remove(letter)
    return left


def contains(symbols: str) -> Fit:
    """C2: a word with a letter of its own for each of these cards; an étoile is any letter."""
    return Fit(symbols.replace(ETOILE, ""), symbols.count(ETOILE))


def stands_at(folded: str, extract: str, place: int) -> bool:
    """Whether an extract stands at a place of a word, `ANY` being any letter."""
    if ANY not in extract:
        return folded.startswith(extract, place)
    return all(c in (ANY, folded[place + i]) for i, c in enumerate(extract))


def stands_in(folded: str, extract: str) -> bool:
    """Whether it stands somewhere in a word."""
    if ANY not in extract:
        return extract in folded
    return any(stands_at(folded, extract, i) for i in range(len(folded) - len(extract) + 1))


class Word(Domain, frozen=True):
    """A typed word that fits. Whether it exists is the judge's question, not the domain's."""

    fit: Fit
    wanted: Fit | None = None
    """Where a wrong word may be said and has its price: what a right one is like, if the seat may know."""
    besides: tuple[str, ...] = ()
    """Folded words that have been said already and do not count again."""
    among: int = 0
    """Only so many of the commonest words of the table's language will do: of any other the lexicon's answer says
    that it is `UNCOMMON`. 0: any word."""
    of_length: bool = False
    """Only words that are as long are counted for that."""

    def accepts(self, value: Value) -> bool:
        return self._spelled(value) and not self.fit.missing(value) and fold(value) not in self.besides

    def why_not(self, value: Value) -> str:
        if not self._spelled(value):
            return "not_a_word"
        return self.fit.missing(value) or ("already_said" if fold(value) in self.besides else "not_a_word")

    @staticmethod
    def _spelled(value: Value) -> bool:
        return type(value) is str and 0 < len(value) <= LONGEST and bool(fold(value))

    def words(self, value: Value) -> Sequence[str]:
        if type(value) is not str or len(value) > LONGEST:
            return ()
        return (with_apostrophe(value),) if self.fit.alone else (value,)

    def look_up(self, value: Value, lexicon: Any) -> Mapping[str, int]:
        known = super().look_up(value, lexicon)
        if not self.among or not hasattr(lexicon, "common"):
            return known
        common = {word for word in known if lexicon.common(word, self.among, of_length=self.of_length)}
        return {word: kinds | UNCOMMON if kinds and word not in common else kinds for word, kinds in known.items()}

    def sample(self, pick: Picker) -> Value:
        fit = self.wanted if self.wanted is not None and pick.below(8) else self.fit
        if self.among:  # common words are seldom as short as they may be
            fit = structs.replace(fit, least=max(fit.least, min(USUAL + pick.below(USUAL), fit.longest)))
        word = fit.make(pick)
        while word in self.besides:
            word = fit.make(pick)
        return word

    def choices(self, by: Lister, parts: Sequence[Value]) -> Iterator[Choice]:
        yield from zip(WORD_KEYS, by.words(self), strict=False)
        yield from by.made_up(self)

    def keys(self, table: Pieces) -> set[Key]:
        return {*WORD_KEYS, MADE_UP}

    def reach(self) -> object:
        return None


class Extendable(Word, frozen=True):
    """A word of which the lexicon is also asked whether it could go on: whether its dictionary lists the word, and
    a longer one that holds it. Players are sent a plain word."""

    sent: ClassVar[bool] = False

    def look_up(self, value: Value, lexicon: Any) -> Mapping[str, int]:
        known = dict(super().look_up(value, lexicon))
        if hasattr(lexicon, "extends"):
            for word in known:
                known[word] |= lexicon.lists(word) * LISTED | (not lexicon.extends(word)) * UNEXTENDED
        return known

    def outward(self, name: CARD_TO_NAME) -> Domain:
        return Word(self.fit, self.wanted, self.besides)


class Sentence(Domain, frozen=True):
    """A sentence in boxes, one word each, with a fit for every box (C10)."""

    fits: tuple[Fit, ...]
    opens_with: tuple[str, ...] = ()
    """The words with which the boxes open, empty for one that is still to be found; no more than a help."""

    def accepts(self, value: Value) -> bool:
        return (
            isinstance(value, list)
            and len(value) == len(self.fits)
            and all(Word(fit).accepts(word) for fit, word in zip(self.fits, value, strict=True))
        )

    def why_not(self, value: Value) -> str:
        if not isinstance(value, list) or len(value) != len(self.fits):
            return "not_a_sentence"
        boxes = [(Word(fit), word) for fit, word in zip(self.fits, value, strict=True)]
        return next((box.why_not(word) for box, word in boxes if not box.accepts(word)), "not_possible")

    def words(self, value: Value) -> Sequence[str]:
        return [w for w in value if type(w) is str and len(w) <= LONGEST] if isinstance(value, list) else ()

    def look_up(self, value: Value, lexicon: Any) -> Mapping[str, int]:
        """Of each word also whether a verb is among them, and whether the whole can be read."""
        known = super().look_up(value, lexicon)
        told = 0
        if getattr(lexicon, "tells_verbs", False) and not any(can_be_verb(flags) for flags in known.values()):
            told |= VERBLESS
        if hasattr(lexicon, "understands") and not lexicon.understands(self.words(value)):
            told |= ODD
        return {word: flags | told if flags else 0 for word, flags in known.items()}

    def sample(self, pick: Picker) -> Value:
        return [Word(fit).sample(pick) for fit in self.fits]

    def choices(self, by: Lister, parts: Sequence[Value]) -> Iterator[Choice]:
        return Word(self.fits[len(parts)]).choices(by, ())

    def complete(self, parts: Sequence[Value]) -> bool:
        return len(parts) == len(self.fits)

    def joined(self, parts: Sequence[Value]) -> Value:
        return list(parts)

    def keys(self, table: Pieces) -> set[Key]:
        return {*WORD_KEYS, MADE_UP}

    def reach(self) -> object:
        return None


class FirstIdea(Domain, frozen=True):
    """Not what a player chooses but what the lexicon answers when he says that he can do nothing: a common word
    for the first of these fits that has one."""

    sent: ClassVar[bool] = False
    fits: Sequence[Fit]
    draw: int
    """Which of the words, counted round."""
    among: int
    """Only so many of the commonest words."""
    besides: tuple[str, ...] = ()
    rude: bool = False

    def accepts(self, value: Value) -> bool:
        return value is None

    def found(self, lexicon: Any) -> Mapping[str, int]:
        if not hasattr(lexicon, "spoken"):
            return {}
        having = DICTIONARY if lexicon.tells_verbs else 0
        index = lexicon.spoken(rude=self.rude).index
        for fit in self.fits:
            some = index.find(fit, limit=IDEAS + len(self.besides), most_common=self.among, having=having)
            words = [word for word in some if word not in self.besides]
            if words:
                word = words[self.draw % len(words)]
                return {word: lexicon.look_up(word)}
        return {}


class Suggestion(Struct, frozen=True):
    """What the lexicon answers, not what a player chooses: a common word that fits, for somebody who has none."""

    fit: Fit
    draw: int
    """Which of the commonest words, counted round."""
    besides: tuple[str, ...] = ()
    rude: bool = False

    def found(self, lexicon: Any) -> Mapping[str, int]:
        if not hasattr(lexicon, "spoken"):
            return {}
        having = DICTIONARY if lexicon.tells_verbs else 0
        index = lexicon.spoken(rude=self.rude).index
        common = index.find(self.fit, limit=COMMON + len(self.besides), having=having)
        words = [word for word in common if word not in self.besides]
        return {(word := words[self.draw % len(words)]): lexicon.look_up(word)} if words else {}


class FillIns(Struct, frozen=True):
    """What the lexicon answers for boxes that stayed empty: for each fit the commonest word, none twice."""

    fits: tuple[Fit, ...]
    besides: tuple[str, ...] = ()
    """Folded words that will not do."""

    def found(self, lexicon: Any) -> Mapping[str, int]:
        if not hasattr(lexicon, "spoken"):
            return {}
        having = DICTIONARY if lexicon.tells_verbs else 0
        spoken, used, words = lexicon.spoken(rude=False), set(self.besides), {}
        for fit in self.fits:
            some = spoken.index.find(fit, limit=len(used) + 1, having=having)
            for folded in (word for word in some if word not in used):
                word = spoken.spelled(folded, having)
                words[word] = lexicon.look_up(word)
                used.add(folded)
                break
        return words

    def placed(self, words: Iterable[str]) -> list[str]:
        """The words that were found, each to a box that it fits; an empty text where none is left. A record does
        not keep their order."""
        left, boxes = sorted(words), [""] * len(self.fits)
        for chosen in permutations(left + [""] * (len(boxes) - len(left))):
            if all(not word or not fit.missing(word) for fit, word in zip(self.fits, chosen, strict=True)):
                return list(chosen)
        return boxes
