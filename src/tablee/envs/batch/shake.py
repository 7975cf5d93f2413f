"""The draws of `tablee.kernel.rng`, in machine code: shake_128 keyed by seed, label and index."""

import numpy as np
from numpy.typing import NDArray

from tablee.envs.batch.jit import compiled

RATE = 21
"""Words of 64 bits that are taken in, and given out, between two permutations."""
BLOCK_WORDS = 16
SEED = 16

_ROUNDS = np.array(
    [
        0x0000000000000001, 0x0000000000008082, 0x800000000000808A, 0x8000000080008000, 0x000000000000808B,
        0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008A, 0x0000000000000088,
        0x0000000080008009, 0x000000008000000A, 0x000000008000808B, 0x800000000000008B, 0x8000000000008089,
        0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800A, 0x800000008000000A,
        0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
    ],
    np.uint64,
)  # fmt: skip
_TURNS = np.array(
    [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44], np.uint64
)
_LANES = np.array([10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1])
_SHUFFLE = np.frombuffer(b"shuffle", np.uint8)
_NOTHING = np.frombuffer(b"", np.uint8)


def label(text: str) -> NDArray[np.uint8]:
    """What a stream is for, and the zero byte that ends it."""
    return np.frombuffer(text.encode() + b"\x00", np.uint8)


@compiled
def _turned(word: np.uint64, by: np.uint64) -> np.uint64:
    return (word << by) | (word >> (np.uint64(64) - by))


@compiled
def _permute(a: NDArray[np.uint64]) -> None:
    """Keccak-f[1600]."""
    c = np.empty(5, np.uint64)
    for step in range(24):
        for x in range(5):
            c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20]
        for x in range(5):
            d = c[(x + 4) % 5] ^ _turned(c[(x + 1) % 5], np.uint64(1))
            for y in range(0, 25, 5):
                a[x + y] ^= d
        last = a[1]
        for i in range(24):
            lane = _LANES[i]
            kept = a[lane]
            a[lane] = _turned(last, _TURNS[i])
            last = kept
        for y in range(0, 25, 5):
            for x in range(5):
                c[x] = a[x + y]
            for x in range(5):
                a[x + y] = c[x] ^ (~c[(x + 1) % 5] & c[(x + 2) % 5])
        a[0] ^= _ROUNDS[step]


@compiled
def _digest(
    seed: NDArray[np.uint8],
    what: NDArray[np.uint8],
    index: int,
    purpose: NDArray[np.uint8],
    block: int,
    words: int,
) -> NDArray[np.uint64]:
    """`shake_128(key + purpose + block)` as whole words; an index below zero is none."""
    data = np.zeros(8 * RATE, np.uint8)
    size = 0
    for i in range(SEED):
        data[size] = seed[i]
        size += 1
    for i in range(len(what)):
        data[size] = what[i]
        size += 1
    if index >= 0:
        for i in range(8):
            data[size] = (index >> (8 * i)) & 255
            size += 1
    for i in range(len(purpose)):
        data[size] = purpose[i]
        size += 1
    for i in range(4):
        data[size] = (block >> (8 * i)) & 255
        size += 1
    data[size] ^= np.uint8(0x1F)
    data[8 * RATE - 1] ^= np.uint8(0x80)
    a = np.zeros(25, np.uint64)
    for i in range(RATE):
        for k in range(8):
            a[i] |= np.uint64(data[8 * i + k]) << np.uint64(8 * k)
    _permute(a)
    out = np.empty(words, np.uint64)
    for i in range(words):
        if i and i % RATE == 0:
            _permute(a)
        out[i] = a[i % RATE]
    return out


@compiled
def draws(seed: NDArray[np.uint8], what: NDArray[np.uint8], index: int, n: int, count: int) -> NDArray[np.int64]:
    """The first draws of `keyed(seed, what, index)`, each by `below(n)`."""
    out = np.empty(count, np.int64)
    size = np.uint64(n)
    rest = (np.uint64(0) - size) % size  # 2 ** 64 % n
    limit = np.uint64(0) - rest
    drawn, block = 0, 0
    while drawn < count:
        words = _digest(seed, what, index, _NOTHING, block, BLOCK_WORDS)
        for word in words:
            if drawn < count and (rest == 0 or word < limit):
                out[drawn] = word % size
                drawn += 1
        block += 1
    return out


@compiled
def below(seed: NDArray[np.uint8], what: NDArray[np.uint8], index: int, n: int) -> int:
    """The first draw alone."""
    return int(draws(seed, what, index, n, 1)[0])


@compiled
def order(seed: NDArray[np.uint8], what: NDArray[np.uint8], index: int, n: int) -> NDArray[np.int64]:
    """The order of `keyed(seed, what, index).shuffled(…)`: which of the n things comes first, second…

    Sorted by insertion: a deck has some fifty cards, and a library's sort takes seconds to compile.
    """
    words = _digest(seed, what, index, _SHUFFLE, 0, n)
    found = np.empty(n, np.int64)
    for i in range(n):
        place = i
        while place > 0 and words[found[place - 1]] > words[i]:
            found[place] = found[place - 1]
            place -= 1
        found[place] = i
    return found
