"""The arrays under a lexicon and its index, worked out from a list of forms in one go.

Words are numbered by rank: 0 is the commonest. A set of words is a row of bits in that order, so that every
condition is a row, all conditions together are their conjunction, and the first bits are the commonest words.
Nothing here is a Python object per word: the arrays can be written to a file and mapped by many processes.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tablee.words.flags import NAMED, UNSPOKEN
from tablee.words.folding import fold

Tables: TypeAlias = Mapping[str, NDArray[Any]]
Row: TypeAlias = NDArray[np.uint64]
"""A set of words: one bit each, in the order of rank."""

FORMAT = 3
"""Raised when the tables change: copies of older ones are no use then."""
ENCODING = "cp1252"
"""Has the letters of all our languages in one byte each."""
MOST_LETTERS = 60
"""A longer form is left out by those who build lexicons: a place in a word has six bits."""
PLACE_BITS = 6
ZIPF_STEPS = 25
"""A zipf value is kept in one byte, in steps of 0.04."""
SYMBOLS = 27
"""The letters and the margin before and after each word."""
MULTIPLIER = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1

_TWO_LETTERS = (("œ", "oe"), ("Œ", "oe"), ("æ", "ae"), ("Æ", "ae"), ("ß", "ss"))


def _folding_table() -> tuple[bytes, bytes]:
    """For `bytes.translate`: the number of each byte's letter, and the bytes that fall away."""
    letters, dropped = bytearray(256), bytearray()
    for byte in range(256):
        folded = fold(bytes([byte]).decode(ENCODING, "ignore"))
        if len(folded) == 1:
            letters[byte] = ord(folded) - 64
        elif byte != ord("\n"):
            dropped.append(byte)
    return bytes(letters), bytes(dropped)


_LETTER_OF, _DROPPED = _folding_table()


def fold_lines(forms: bytes) -> NDArray[np.uint8]:
    """The letters of many lines at once, 1 to 26; each line's end is a 0. The same as `fold`, line by line."""
    for ligature, pair in _TWO_LETTERS:
        forms = forms.replace(ligature.encode(ENCODING), pair.encode(ENCODING))
    return np.frombuffer(forms.translate(_LETTER_OF, _DROPPED), np.uint8)


def word_hash(folded: str) -> int:
    """The number under which a folded word is found; builders see to it that no two words share one."""
    value, power = 0, MULTIPLIER
    for c in folded:
        value += (ord(c) - 64) * power
        power = power * MULTIPLIER & _MASK
    return value & _MASK


_PER_NUMBER = 9
_COUNT_BITS = 7
"""Nine letters' counts go into one number."""


class _Column(Struct):
    """What is worked out of all forms at once, letter after letter."""

    hashes: NDArray[np.uint64]
    counts: tuple[NDArray[np.uint64], ...]


def _by_columns(letters: NDArray[np.uint8], first: NDArray[np.int64], sizes: NDArray[np.int64]) -> _Column:
    """The forms' hashes and how often they have each letter: their first letters, then their second ones, …"""
    numbers = np.zeros((3, SYMBOLS), np.uint64)
    for letter in range(26):
        numbers[letter // _PER_NUMBER, letter + 1] = 1 << _COUNT_BITS * (letter % _PER_NUMBER)
    longest_first = np.argsort(-sizes, kind="stable")
    at = first[longest_first]
    longer_than = len(sizes) - np.cumsum(np.bincount(sizes))
    hashes = np.zeros(len(sizes), np.uint64)
    counts = np.zeros((3, len(sizes)), np.uint64)
    power = 1
    for place in range(int(sizes.max())):
        power = power * MULTIPLIER & _MASK
        here = letters[at[: longer_than[place]] + place]
        hashes[: len(here)] += here * np.uint64(power)
        for count, number in zip(counts, numbers, strict=True):
            count[: len(here)] += number[here]
    back = np.empty(len(sizes), np.int64)
    back[longest_first] = np.arange(len(sizes))
    return _Column(hashes[back], tuple(count[back] for count in counts))


def pack(truths: NDArray[np.bool_], width: int) -> Row:
    """A row from one truth per word."""
    packed = np.zeros(width * 8, np.uint8)
    bits = np.packbits(truths, bitorder="little")
    packed[: len(bits)] = bits
    return packed.view("<u8")


def spread(first: NDArray[Any], sizes: NDArray[Any]) -> NDArray[np.int64]:
    """The numbers from each `first` on, so many as its size says, one run after the other."""
    sizes = sizes.astype(np.int64)
    ends = np.cumsum(sizes)
    runs = np.repeat(first.astype(np.int64) - (ends - sizes), sizes)
    return runs + np.arange(int(ends[-1]) if len(ends) else 0)


def build(forms: bytes, flags: NDArray[np.uint32], zipf: NDArray[np.uint8]) -> dict[str, NDArray[Any]]:
    """All the tables from the forms (one a line, each line ended), their flags and their frequencies."""
    folded = fold_lines(forms)
    line_ends = np.flatnonzero(folded == 0)
    firsts = np.concatenate(([0], line_ends[:-1] + 1)).astype(np.int64)
    sizes = line_ends - firsts
    if not len(sizes) or len(sizes) != len(flags) or len(sizes) != len(zipf):
        raise ValueError("forms, flags and frequencies differ in number, or there are none")
    if sizes.min() < 1 or sizes.max() > MOST_LETTERS:
        raise ValueError("a form has no letter, or too many")

    column = _by_columns(folded, firsts, sizes)
    keys, example, key_of = np.unique(column.hashes, return_index=True, return_inverse=True)
    commonest = np.zeros(len(keys), np.uint8)
    np.maximum.at(commonest, key_of, zipf)
    union = np.zeros(len(keys), np.uint32)
    np.bitwise_or.at(union, key_of, flags)
    # A word can be said when one of its spellings can: *paris* is a noun, *Paris* is a name.
    said = np.zeros(len(keys), np.bool_)
    said[key_of[flags & UNSPOKEN == 0]] = True
    union[said] &= np.uint32(~UNSPOKEN & 0xFFFFFFFF)
    lengths = sizes[example]
    by_rank = np.lexsort((example, lengths, 255 - commonest))
    rank_of_key = np.empty(len(keys), np.int32)
    rank_of_key[by_rank] = np.arange(len(keys), dtype=np.int32)
    lengths = lengths[by_rank]

    letters, start = _laid_out(folded, firsts[example][by_rank], lengths)
    spelling, spelling_start = _spellings(forms, rank_of_key[key_of], zipf, len(keys))
    tables: dict[str, NDArray[Any]] = {
        "letters": letters,
        "start": start,
        "hash": keys,
        "hash_rank": rank_of_key,
        "zipf": commonest[by_rank],
        "flags": union[by_rank],
        "form": np.frombuffer(forms, np.uint8),
        "form_start": np.concatenate(([0], np.flatnonzero(np.frombuffer(forms, np.uint8) == 10) + 1)).astype(
            "<u4"
        ),
        "form_flags": flags,
        "form_zipf": zipf,
        "spelling": spelling,
        "spelling_start": spelling_start,
    }
    tables |= _letter_rows([count[example][by_rank] for count in column.counts], lengths)
    width = tables["letter_rows"].shape[1]
    tables["length_rows"] = np.stack([pack(lengths >= n, width) for n in range(int(lengths.max()) + 2)])
    tables["flag_rows"] = np.stack(
        [pack((tables["flags"] >> bit & 1).astype(np.bool_), width) for bit in range(NAMED)]
    )
    first, last = letters[start[:-1]], letters[start[1:] - np.uint32(3)]
    tables["first_rows"] = np.stack([pack(first == letter, width) for letter in range(1, SYMBOLS)])
    tables["last_rows"] = np.stack([pack(last == letter, width) for letter in range(1, SYMBOLS)])
    tables |= _grams(letters, start, lengths)
    return tables


def _laid_out(
    folded: NDArray[np.uint8], first: NDArray[np.int64], lengths: NDArray[np.int64]
) -> tuple[NDArray[np.uint8], NDArray[np.uint32]]:
    """The words by rank, two margins before each and after the last, and where each begins."""
    start = np.cumsum(np.concatenate(([2], lengths + 2)))
    letters = np.zeros(int(start[-1]), np.uint8)
    letters[spread(start[:-1], lengths)] = folded[spread(first, lengths)]
    return letters, start.astype("<u4")


def _spellings(
    forms: bytes, rank: NDArray[np.int32], zipf: NDArray[np.uint8], words: int
) -> tuple[NDArray[np.int32], NDArray[np.uint32]]:
    """The forms of each word: common ones first, among equals those without a capital."""
    raw = np.frombuffer(forms, np.uint8)
    first = np.concatenate(([0], np.flatnonzero(raw == 10)[:-1] + 1))
    capital = np.array([chr(b).isupper() for b in bytes(range(256))])[raw[first]]
    order = np.lexsort((capital, 255 - zipf, rank))
    start = np.zeros(words + 1, "<u4")
    start[1:] = np.cumsum(np.bincount(rank, minlength=words))
    return order.astype("<i4"), start


def _letter_rows(counts: list[NDArray[np.uint64]], lengths: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
    """Rows "has this letter so many times or more", and the thermometers that racks with jokers are counted by."""
    width = (len(lengths) + 63) // 64
    rows: list[Row] = []
    row_of = np.full((26, MOST_LETTERS + 2), -1, "<i2")
    near = np.zeros(len(lengths), "<u8")
    far = np.zeros(len(lengths), "<u8")
    for letter in range(26):
        shift = np.uint64(_COUNT_BITS * (letter % _PER_NUMBER))
        count = (counts[letter // _PER_NUMBER] >> shift & np.uint64((1 << _COUNT_BITS) - 1)).astype(np.uint8)
        for times in range(1, int(count.max()) + 1):
            has = count >= times
            row_of[letter, times] = len(rows)
            rows.append(pack(has, width))
            if times <= 4:
                kept = near if times <= 2 else far
                kept |= has.astype("<u8") << np.uint64(letter + 26 * ((times - 1) % 2))
    by_length = np.argsort(lengths, kind="stable")
    counted = np.bincount(lengths, minlength=int(lengths.max()) + 1)
    return {
        "letter_rows": np.stack(rows),
        "letter_row": row_of,
        "near": near[by_length],
        "far": far[by_length],
        "by_length": by_length.astype("<i4"),
        "length_start": np.concatenate(([0], np.cumsum(counted))).astype("<i4"),
    }


def _grams(
    letters: NDArray[np.uint8], start: NDArray[np.uint32], lengths: NDArray[np.int64]
) -> dict[str, NDArray[Any]]:
    """Where each run of three stands, margins included: its word's rank and the place in it, by rank."""
    codes = letters[:-2].astype("<u2")
    codes *= SYMBOLS
    codes += letters[1:-1]
    codes *= SYMBOLS
    codes += letters[2:]
    order = np.argsort(codes, kind="stable")
    # Rank and place side by side: the word's part, less the address where it begins, plus each address.
    own = np.arange(len(lengths), dtype="<u4") << np.uint32(PLACE_BITS)
    found = np.repeat(own - (start[:-1] - np.uint32(2)), lengths + 2) + np.arange(len(codes), dtype="<u4")
    counted = np.bincount(codes, minlength=SYMBOLS**3)
    return {"gram": found[order], "gram_start": np.concatenate(([0], np.cumsum(counted))).astype("<u4")}
