"""The lexicon: which words a language has, what they are, how common, how they are written.

Words match by their folded letters: a player may type *chateau* for *château*. Whoever does type the accents is
taken at his word: *marché* is no verb, *marche* is one.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import cached_property, lru_cache
from hashlib import sha256

import numpy as np

from tablee.words.fit import Fit
from tablee.words.flags import DICTIONARY, FOREIGN, KNOWN, PROPER, RUDE, UNSPOKEN, VERB
from tablee.words.folding import fold
from tablee.words.index import Index
from tablee.words.tables import ENCODING, ZIPF_STEPS, Tables, build, word_hash

_SEPARATORS = re.compile(r"[\s'-]+")
_LETTERS = bytes((byte - 64) % 256 for byte in range(256))
"""A is 1, as in the tables."""
ABROAD = 4
"""Letters from which on a word of another language is one too (C19)."""


class Lexicon:
    """The words of one language. It never changes, and two processes may share its arrays."""

    def __init__(self, language: str, version: str, tables: Tables) -> None:
        self.language = language
        self.version = version
        """Goes into the header of every record: a readable name and the hash of the content."""
        self.index = Index(tables)
        self._others: Callable[[], Iterable[Lexicon]] = tuple
        """Other languages, asked about a word that is none of this one."""
        self._reader: Callable[[Sequence[str]], bool] | None = None
        """Whether a sentence can be read."""
        self._hash = np.ascontiguousarray(tables["hash"]).data
        self._hash_rank = tables["hash_rank"]
        self._letters = tables["letters"]
        self._start = tables["start"]
        self._flags = tables["flags"]
        self._zipf = tables["zipf"]
        self._form = tables["form"]
        self._form_start = tables["form_start"]
        self._form_flags = tables["form_flags"]
        self._form_zipf = tables["form_zipf"]
        self._spelling = tables["spelling"]
        self._spelling_start = tables["spelling_start"]

    @classmethod
    def of(cls, words: Iterable[tuple[str, int, float]], language: str = "fr", name: str = "small") -> "Lexicon":
        """A lexicon of a few words, each with its flags and zipf frequency."""
        listed = list(words)
        forms = "".join(f"{word}\n" for word, _, _ in listed).encode(ENCODING)
        flags = np.array([kinds | KNOWN for _, kinds, _ in listed], np.uint32)
        zipf = np.array([round(common * ZIPF_STEPS) for _, _, common in listed], np.uint8)
        digest = sha256(forms + flags.tobytes() + zipf.tobytes()).hexdigest()[:12]
        return cls(language, f"{language} {name} {digest}", build(forms, flags, zipf))

    def __len__(self) -> int:
        """Different words, as folded."""
        return len(self._zipf)

    def __contains__(self, word: str) -> bool:
        return bool(self.look_up(word))

    def __repr__(self) -> str:
        return f"<Lexicon {self.version}: {len(self)} words>"

    @cached_property
    def tells_verbs(self) -> bool:
        """Whether parts of speech are known; without them no sentence can be refused for want of a verb."""
        return self.index.count(having=VERB) > 0

    def beside(self, others: Callable[[], Iterable["Lexicon"]]) -> "Lexicon":
        """The same lexicon, which knows the words of other languages as well, and says whose they are (C19)."""
        twin = copy(self)
        twin._others = others
        return twin

    def read_by(self, reader: Callable[[Sequence[str]], bool]) -> "Lexicon":
        """The same lexicon, which asks a grammar about whole sentences."""
        twin = copy(self)
        twin._reader = reader
        return twin

    def understands(self, words: Sequence[str]) -> bool:
        """Whether the grammar can read these words as a sentence; without a grammar it can be anything."""
        return self._reader is None or self._reader(words)

    def spoken(self, *, rude: bool = False) -> "Lexicon":
        """The same lexicon as bots and hints use it: it knows the same words, but what no bot says is never found
        in it (C19), nor are rude words unless the table wants them."""
        return _spoken(self, rude)

    def look_up(self, word: str) -> int:
        """The flags of a word, 0 when it is unknown.

        Those of the spelling as typed where there is one, else of all words with these letters. Apostrophes and
        hyphens within a word may be left out, but not made up: *d'eux* and *ma in* are two words each, not *deux*
        and *main* (C10). An elided word keeps its apostrophe, and what is written apart its space: *j*, *parceque*
        are none.
        """
        own = self._look_up(word)
        return own if own & KNOWN else self._abroad(word) or own

    def lists(self, word: str) -> bool:
        """Whether the language's own dictionary has it as a plain word, not as a bare name."""
        flags = self._look_up(word)
        return bool(flags & DICTIONARY if self.tells_verbs else flags & KNOWN and not flags & PROPER)

    def extends(self, word: str) -> bool:
        """Whether a longer word of that dictionary holds this one."""
        folded = fold(word)
        longer = Fit(holds=folded, least=len(folded) + 1)
        return self.index.count(longer, having=DICTIONARY if self.tells_verbs else 0) > 0

    def _abroad(self, word: str) -> int:
        """The language in which a word is commonest, of those that have it."""
        if len(fold(word)) < ABROAD:
            return 0
        having = [other for other in self._others() if other._look_up(word) & KNOWN]
        if not having:
            return 0
        return KNOWN | FOREIGN[max(having, key=lambda other: other.zipf(word)).language]

    def _look_up(self, word: str) -> int:
        rank = self._rank(fold(word))
        if rank is None:
            return 0
        typed = _plain(word)
        parts = _parts(typed) if _SEPARATORS.search(typed) else [typed]
        exact = whole = 0
        for form in self._forms(rank):
            spelled = _plain(self._spelled(form))
            flags = int(self._form_flags[form])
            if spelled == typed:
                exact |= flags
            if (len(parts) == 1 and _can_be_joined(spelled)) or _parts(spelled) == parts:
                whole |= flags
        return exact or whole

    def zipf(self, word: str) -> float:
        """How common: 7 is *de*, 5 is *maison*, 3 is *trompette*, 1 hardly ever; 0 unknown or never met.

        Of the spelling as typed where there is one, else of the commonest word with these letters.
        """
        rank = self._rank(fold(word))
        if rank is None:
            return 0.0
        typed = _plain(word)
        for form in self._forms(rank):
            if _plain(self._spelled(form)) == typed:
                return int(self._form_zipf[form]) / ZIPF_STEPS
        return int(self._zipf[rank]) / ZIPF_STEPS

    def rank(self, word: str) -> int | None:
        """0 for the commonest word, and so on; None when it is unknown."""
        return self._rank(fold(word))

    def common(self, word: str, number: int, *, of_length: bool = False) -> bool:
        """Whether it is one of so many of the commonest words of the dictionary, or of those that are as long;
        bare names and words of other languages are not."""
        having = DICTIONARY if self.tells_verbs else KNOWN
        folded = fold(word)
        rank = self._rank(folded)
        first = self.index.first(number, having, len(folded) if of_length else 0)
        return rank is not None and rank < first and bool(self._look_up(word) & having)

    def spellings(self, folded: str) -> tuple[str, ...]:
        """The words with these letters as they are written, the commonest first; none for an unknown word."""
        rank = self._rank(fold(folded))
        return () if rank is None else tuple(self._spelled(form) for form in self._forms(rank))

    def readings(self, folded: str) -> list[tuple[str, int]]:
        """The words with these letters as they are written, each with its own flags, the commonest first."""
        rank = self._rank(fold(folded))
        return [] if rank is None else [(self._spelled(f), int(self._form_flags[f])) for f in self._forms(rank)]

    def spelled(self, folded: str, having: int = 0) -> str:
        """The word to show for these letters: the commonest, of one of these kinds if there is one."""
        rank = self._rank(fold(folded))
        if rank is None:
            return folded.lower()
        forms = self._forms(rank)
        # A bot that finds PARIS says *paris*, not the name.
        said = [f for f in forms if not int(self._form_flags[f]) & self.index.hides] or forms
        return self._spelled(next((f for f in said if int(self._form_flags[f]) & having), said[0]))

    def _rank(self, folded: str) -> int | None:
        if not folded:
            return None
        value = word_hash(folded)
        place = bisect_left(self._hash, value)
        if place == len(self._hash) or self._hash[place] != value:
            return None
        rank = int(self._hash_rank[place])
        written = self._letters[int(self._start[rank]) : int(self._start[rank + 1]) - 2].tobytes()
        return rank if written == folded.encode().translate(_LETTERS) else None

    def _forms(self, rank: int) -> list[int]:
        found: list[int] = self._spelling[self._spelling_start[rank] : self._spelling_start[rank + 1]].tolist()
        return found

    def _spelled(self, form: int) -> str:
        raw = self._form[int(self._form_start[form]) : int(self._form_start[form + 1]) - 1]
        return raw.tobytes().decode(ENCODING)


def _plain(word: str) -> str:
    return word.strip().replace("’", "'").lower()


def _parts(plain: str) -> list[str]:
    """What stands between apostrophes, hyphens and spaces."""
    return [part for part in map(fold, _SEPARATORS.split(plain)) if part]


def _can_be_joined(spelled: str) -> bool:
    """Whether it is the same word without its apostrophes and hyphens."""
    return not spelled.endswith("'") and " " not in spelled


@lru_cache(16)
def _spoken(lexicon: Lexicon, rude: bool) -> Lexicon:
    """One for all bots, so that they remember together what was asked of it."""
    twin = copy(lexicon)
    twin.index = copy(lexicon.index)
    twin.index.hides = UNSPOKEN if rude else UNSPOKEN | RUDE
    return twin
