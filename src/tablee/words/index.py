"""The index: which words fit, the commonest first.

Every condition gives a row of bits (see `tables`); what a query costs is a few conjunctions of rows of sixty
kilobytes, for the whole of French. Extracts, beginnings and ends come from the places of runs of three letters,
racks with jokers from two counted numbers per word. All answers are exact.
"""

from collections import Counter
from typing import Any

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from tablee.words.fit import ALPHABET, ANY, Fit
from tablee.words.flags import RUDE
from tablee.words.tables import PLACE_BITS, SYMBOLS, Row, Tables, spread

_NO_FIT = Fit()
_TO_TEXT = bytes([10, *range(65, 91), *bytes(229)])
_FEW = 100
"""Up to so many words are cut out one by one."""
_FOURTH = np.uint64(((1 << 26) - 1) << 26)
"""The bits of the far thermometer for a letter that stands four times."""
_MASK = (1 << 64) - 1
_BLOCK = 1 << 14
WILD = -1
"""Any letter, in a pattern."""


def _number(c: str) -> int:
    return WILD if c == ANY else ord(c) - 64


class Index:
    """Finds words by `Fit`. Words are folded; their spellings are the lexicon's business."""

    def __init__(self, tables: Tables) -> None:
        self._letters = tables["letters"]
        self._start = tables["start"]
        self._rows = tables["letter_rows"]
        self._row_of = tables["letter_row"]
        self._lengths = tables["length_rows"]
        self._flags = tables["flag_rows"]
        self._firsts = tables["first_rows"]
        self._lasts = tables["last_rows"]
        self._near = tables["near"]
        self._far = tables["far"]
        self._by_length = tables["by_length"]
        self._length_start = tables["length_start"]
        self._gram = tables["gram"]
        self._gram_start = tables["gram_start"]
        self._gram_size = np.diff(self._gram_start)
        self._codes = np.arange(SYMBOLS**3).reshape((SYMBOLS,) * 3)
        self._size = len(tables["zipf"])
        letters, times = np.nonzero(self._row_of[:, 5:] >= 0)
        self._fifth = [
            (chr(65 + a), t + 5, int(self._row_of[a, t + 5]))
            for a, t in zip(letters.tolist(), times.tolist(), strict=True)
        ]
        """The rows of letters that stand five times and more."""
        self._widths: dict[tuple[int, int, int], int] = {}
        self.hides = 0
        """It finds no words of these kinds (flags), whoever asks."""

    def __len__(self) -> int:
        return self._size

    def find(
        self,
        fit: Fit = _NO_FIT,
        *,
        limit: int | None = None,
        min_length: int = 0,
        most_common: int | None = None,
        without_rude: bool = False,
        having: int = 0,
    ) -> list[str]:
        """The folded words that fit, the commonest first.

        `most_common`: look only among so many of the commonest words, of those that have one of the kinds
        `having` (flags) when that is given.
        """
        row = self._row(fit, min_length, most_common, without_rude, having)
        return self._words(self._ranks(row, limit))

    def count(
        self,
        fit: Fit = _NO_FIT,
        *,
        min_length: int = 0,
        most_common: int | None = None,
        without_rude: bool = False,
        having: int = 0,
    ) -> int:
        """How many words fit."""
        row = self._row(fit, min_length, most_common, without_rude, having)
        return int(np.bitwise_count(row).sum(dtype=np.int64))

    def rack(
        self,
        letters: str,
        jokers: int = 0,
        fit: Fit | None = None,
        *,
        limit: int | None = None,
        min_length: int = 0,
        most_common: int | None = None,
        without_rude: bool = False,
        having: int = 0,
    ) -> list[str]:
        """The words that can be laid with these letters and so many jokers, and that fit besides."""
        return self.find(
            structs.replace(fit or _NO_FIT, rack=letters, blanks=jokers),
            limit=limit,
            min_length=min_length,
            most_common=most_common,
            without_rude=without_rude,
            having=having,
        )

    # ---- rows --------------------------------------------------------------------------------------

    def _row(self, fit: Fit, min_length: int, most_common: int | None, without_rude: bool, having: int) -> Row:
        ranks = self._size if most_common is None else self.first(most_common, having)
        width = (ranks + 63) // 64
        row = self._from_length(max(min_length, fit.shortest), width)
        if fit.longest + 1 < len(self._lengths):
            row &= ~self._lengths[fit.longest + 1, :width]
        if ranks % 64:
            row[-1] &= np.uint64((1 << ranks % 64) - 1)
        for letter, times in Counter(fit.contains).items():
            row &= self._has(letter, times, width)
        for letter in set(fit.without):
            row &= ~self._has(letter, 1, width)
        if fit.distinct:
            row &= self._different(fit.distinct, width)
        if having:
            row &= self._one_of(having, width)
        hidden = self.hides | (RUDE if without_rude else 0)
        if hidden:
            row &= ~self._one_of(hidden, width)
        for extract, ends, before, after in (
            (fit.starts, self._firsts, [0], []),
            (fit.ends, self._lasts, [], [0]),
            (fit.holds, None, [], []),
        ):
            if ends is not None and len(extract) == 1 and extract != ANY:
                row &= ends[ord(extract) - 65, :width]
            elif extract.strip(ANY):
                # An extract of nothing but wild letters asks for no more than a length.
                row &= self._pattern([*before, *map(_number, extract), *after], ranks)
        if fit.laid:
            row &= self._rack_with(fit, ranks) if fit.blanks else ~self._beyond(fit.rack, width)
        return row

    def first(self, number: int, having: int, length: int = 0) -> int:
        """How many ranks hold so many words of these kinds; with a `length`, of so many letters."""
        if not having:
            return max(0, min(number, self._size))
        found = self._widths.get((number, having, length))
        if found is None:
            width = self._rows.shape[1]
            row = self._one_of(having, width)
            if length:
                row = row & self._from_length(length, width) & ~self._from_length(length + 1, width)
            filled = np.cumsum(np.bitwise_count(row), dtype=np.int64)
            if number <= 0 or number >= filled[-1]:
                found = self._size if number > 0 else 0
            else:
                place = int(np.searchsorted(filled, number))
                before = int(filled[place - 1]) if place else 0
                bits = np.flatnonzero(np.unpackbits(row[place : place + 1].view(np.uint8), bitorder="little"))
                found = place * 64 + int(bits[number - before - 1]) + 1
            self._widths[number, having, length] = found
        return found

    def _from_length(self, length: int, width: int) -> Row:
        if length >= len(self._lengths):
            return np.zeros(width, np.uint64)
        return np.array(self._lengths[length, :width])

    def _has(self, letter: str, times: int, width: int) -> Row:
        number = ord(letter) - 65
        row = int(self._row_of[number, times]) if times < self._row_of.shape[1] else -1
        return np.zeros(width, np.uint64) if row < 0 else self._rows[row, :width]

    def _different(self, most: int, width: int) -> Row:
        """The words with at most so many different letters. Those of all words are counted at once, in binary
        numbers whose digits are rows."""
        digits = [np.zeros(width, np.uint64) for _ in range(5)]
        for letter in ALPHABET:
            carry = self._has(letter, 1, width)
            for i, digit in enumerate(digits):
                digits[i], carry = digit ^ carry, digit & carry
        more, same = np.zeros(width, np.uint64), ~np.zeros(width, np.uint64)
        for i, digit in reversed(list(enumerate(digits))):
            if most >> i & 1:
                same &= digit
            else:
                more |= same & digit
                same &= ~digit
        return ~more

    def _one_of(self, flags: int, width: int) -> Row:
        row = np.zeros(width, np.uint64)
        for bit in range(len(self._flags)):
            if flags >> bit & 1:
                row |= self._flags[bit, :width]
        return row

    def _from_ranks(self, ranks: NDArray[Any], width: int) -> Row:
        truths = np.zeros(width * 64, np.bool_)
        truths[ranks] = True
        return np.packbits(truths, bitorder="little").view("<u8")

    # ---- extracts ----------------------------------------------------------------------------------

    def _pattern(self, pattern: list[int], ranks: int) -> Row:
        """Words that hold this run of letters and margins (0), some of them perhaps `WILD`."""
        offset, found = self._rarest(pattern)
        if ranks < self._size:
            found = found[found < ranks << PLACE_BITS]
        rank = found >> PLACE_BITS
        if len(pattern) > 3:
            at = self._start[rank].astype(np.int64) - 2 + (found & ((1 << PLACE_BITS) - 1)) - offset
            inside = (at >= 0) & (at + len(pattern) <= len(self._letters))
            at, rank = at[inside], rank[inside]
            # Each word's margins keep what lies beyond them from fitting.
            for i in [*range(offset), *range(offset + 3, len(pattern))]:
                here = self._letters[at + i]
                fits = here != 0 if pattern[i] == WILD else here == pattern[i]
                at, rank = at[fits], rank[fits]
        return self._from_ranks(rank, (ranks + 63) // 64)

    def _rarest(self, pattern: list[int]) -> tuple[int, NDArray[np.uint32]]:
        """The three neighbours of a pattern that stand in the fewest places: where in the pattern, and the places.

        A shorter pattern has all the places of the threes that it begins.
        """
        best: tuple[int, int, NDArray[np.int64]] | None = None
        for i in range(max(1, len(pattern) - 2)):
            three = [slice(1, None) if c == WILD else slice(c, c + 1) for c in pattern[i : i + 3]]
            codes = self._codes[(*three, *[slice(None)] * (3 - len(three)))].ravel()
            number = int(self._gram_size[codes].sum())
            if best is None or number < best[0]:
                best = number, i, codes
        assert best is not None
        _, offset, codes = best
        if codes[-1] - codes[0] == len(codes) - 1:
            return offset, self._gram[self._gram_start[codes[0]] : self._gram_start[codes[-1] + 1]]
        return offset, self._gram[spread(self._gram_start[codes], self._gram_size[codes])]

    # ---- racks -------------------------------------------------------------------------------------

    def _beyond(self, rack: str, width: int) -> Row:
        """Words that need a letter more often than the rack has it."""
        has = Counter(rack)
        row = np.zeros(width, np.uint64)
        for number in range(26):
            over = int(self._row_of[number, min(has[chr(65 + number)] + 1, self._row_of.shape[1] - 1)])
            if over >= 0:
                row |= self._rows[over, :width]
        return row

    def _rack_with(self, fit: Fit, ranks: int) -> Row:
        """Words that lack at most so many letters in the rack."""
        has = Counter(fit.rack)
        near = far = 0
        for number in range(26):
            held = has[chr(65 + number)]
            for times in range(1, min(held, 4) + 1):
                bit = 1 << number + 26 * ((times - 1) % 2)
                if times <= 2:
                    near |= bit
                else:
                    far |= bit
        first = int(self._length_start[min(fit.shortest, len(self._length_start) - 1)])
        last = int(self._length_start[min(fit.longest + 1, len(self._length_start) - 1)])
        at, lacking = self._near_enough(first, last, np.uint64(~near & _MASK), fit.blanks)
        beyond = self._far[at]
        total = lacking + np.bitwise_count(beyond & np.uint64(~far & _MASK))
        rank = self._by_length[at]
        many = np.flatnonzero(beyond & _FOURTH)
        if len(many):
            total[many] += self._fifth_and_more(rank[many], has)
        return self._from_ranks_below(rank[total <= fit.blanks], ranks)

    def _near_enough(
        self, first: int, last: int, strange: np.uint64, blanks: int
    ) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """Words that lack few enough of the first two of each letter, and how many; block by block, in cache."""
        bits = np.empty(_BLOCK, np.uint64)
        lacking = np.empty(max(0, last - first), np.uint8)
        for low in range(0, len(lacking), _BLOCK):
            block = self._near[first + low : min(first + low + _BLOCK, last)]
            masked = np.bitwise_and(block, strange, out=bits[: len(block)])
            np.bitwise_count(masked, out=lacking[low : low + len(block)])
        at = np.flatnonzero(lacking <= min(blanks, 255))
        return at + first, lacking[at]

    def _fifth_and_more(self, rank: NDArray[np.int32], has: Counter[str]) -> NDArray[np.uint8]:
        """Letters lacking that no thermometer shows, for the few words with a letter five times."""
        lacking = np.zeros(len(rank), np.uint8)
        for letter, times, row in self._fifth:
            if times > has[letter]:
                bits = self._rows[row][rank >> 6] >> (rank & 63).astype(np.uint64)
                lacking += (bits & np.uint64(1)).astype(np.uint8)
        return lacking

    def _from_ranks_below(self, rank: NDArray[Any], ranks: int) -> Row:
        return self._from_ranks(rank[rank < ranks] if ranks < self._size else rank, (ranks + 63) // 64)

    # ---- words -------------------------------------------------------------------------------------

    def _ranks(self, row: Row, limit: int | None) -> NDArray[np.int64]:
        """The numbers of the bits that are set, the first ones where a limit is given."""
        filled = np.flatnonzero(row)
        if limit is not None:
            # A filled word of the row has at least one bit.
            filled = filled[: max(limit, 0)]
        bits = np.unpackbits(row[filled].view(np.uint8), bitorder="little").reshape(-1, 64)
        which, bit = np.nonzero(bits)
        found = filled[which] * 64 + bit
        return found if limit is None else found[: max(limit, 0)]

    def _words(self, ranks: NDArray[np.int64]) -> list[str]:
        if len(ranks) <= _FEW:
            start, letters = self._start, self._letters
            return [
                letters[start[r] : start[r + 1] - 2].tobytes().translate(_TO_TEXT).decode() for r in ranks.tolist()
            ]
        # With one margin before each word, one text is cut into all of them.
        first = self._start[ranks].astype(np.int64) - 1
        sizes = self._start[ranks + 1].astype(np.int64) - 2 - first
        text = self._letters[spread(first, sizes)].tobytes().translate(_TO_TEXT).decode()
        return text[1:].split("\n")
