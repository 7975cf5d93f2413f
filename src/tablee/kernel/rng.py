"""Randomness keyed by seed, label and index: a draw more in one place shifts nothing elsewhere."""

import struct
from collections.abc import Sequence
from hashlib import sha256, shake_128
from typing import Protocol, TypeVar

T = TypeVar("T")

SEED_BYTES = 16
_BLOCK_WORDS = 16


class Picker(Protocol):
    """Whatever can draw a number: the keyed Rng of the rules, or the quick generator of the arena."""

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        ...


class Rng:
    """A stream of draws from one key. `shake_128` underneath: seeing some draws predicts no others."""

    __slots__ = ("_block", "_key", "_words")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._block = 0
        self._words: list[int] = []

    def word(self) -> int:
        """64 random bits."""
        if not self._words:
            data = shake_128(self._key + self._block.to_bytes(4, "little")).digest(8 * _BLOCK_WORDS)
            self._words = list(struct.unpack(f"<{_BLOCK_WORDS}Q", data))
            self._words.reverse()
            self._block += 1
        return self._words.pop()

    def below(self, n: int) -> int:
        limit = (1 << 64) - (1 << 64) % n
        while True:
            word = self.word()
            if word < limit:
                return word % n

    def uniform(self) -> float:
        """A double in [0, 1) with 53 random bits."""
        return (self.word() >> 11) * 2.0**-53

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a random order: one hash for all the sort keys, which beats n separate draws."""
        n = len(items)
        data = shake_128(self._key + b"shuffle" + self._block.to_bytes(4, "little")).digest(8 * n)
        self._block += 1
        keys = struct.unpack(f"<{n}Q", data)
        return [items[i] for i in sorted(range(n), key=keys.__getitem__)]


def keyed(seed: bytes, label: str, *index: int) -> Rng:
    """The stream for one purpose: `keyed(seed, "deal", round)`."""
    return Rng(seed + label.encode() + b"\x00" + struct.pack(f"<{len(index)}q", *index))


def seed_from(text: str | int) -> bytes:
    """A 128-bit seed from something a person types."""
    return sha256(f"tablee seed {text}".encode()).digest()[:SEED_BYTES]


def commitment(seed: bytes) -> str:
    """What the table publishes at the start; the seed follows at the end."""
    return sha256(b"tablee commitment " + seed).hexdigest()
