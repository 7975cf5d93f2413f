"""Fits: what a word must satisfy, as one value for the check, the feedback on the page and the index query."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from tablee.kernel.domains import Domain, Value
from tablee.kernel.rng import Picker
from tablee.words.folding import fold

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LONGEST = 40


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

    def missing(self, word: str) -> str | None:
        """Why a word does not fit, as a code; None when it does."""
        folded = fold(word)
        needed = Counter(self.contains)
        if Counter(folded) & needed != needed or len(folded) < len(self.contains) + self.jokers:
            return "letters_missing"
        if set(folded) & set(self.without):
            return "letter_forbidden"
        if not folded.startswith(self.starts):
            return "start_differs"
        if not folded.endswith(self.ends):
            return "end_differs"
        return None if self.holds in folded else "extract_missing"

    def make(self, pick: Picker) -> str:
        """Some string of letters that fits, for players who know no words."""
        allowed = [a for a in ALPHABET if a not in self.without]
        middle = [*self.contains, *(allowed[pick.below(len(allowed))] for _ in range(self.jokers + pick.below(4)))]
        mixed = "".join(middle.pop(pick.below(len(middle))) for _ in range(len(middle)))
        return self.starts + mixed + self.holds + self.ends


class Word(Domain, frozen=True):
    """A typed word that fits. Whether it exists is the judge's question, not the domain's."""

    fit: Fit

    def accepts(self, value: Value) -> bool:
        return (
            type(value) is str and 0 < len(value) <= LONGEST and bool(fold(value)) and not self.fit.missing(value)
        )

    def why_not(self, value: Value) -> str:
        spelled = type(value) is str and 0 < len(value) <= LONGEST and fold(value)
        return (self.fit.missing(value) if spelled else None) or "not_a_word"

    def words(self, value: Value) -> Sequence[str]:
        return (value,) if type(value) is str and len(value) <= LONGEST else ()

    def sample(self, pick: Picker) -> Value:
        return self.fit.make(pick) or ALPHABET[pick.below(26)]


class Sentence(Domain, frozen=True):
    """A sentence in boxes, one word each, with a fit for every box (C10)."""

    fits: tuple[Fit, ...]

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

    def sample(self, pick: Picker) -> Value:
        return [Word(fit).sample(pick) for fit in self.fits]
