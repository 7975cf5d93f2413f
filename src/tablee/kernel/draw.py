"""Chance that nobody controls: the table and every device add a part to the seed, promised before any is known.

The table promises its own part, and the devices theirs; once all promises are told, the devices open theirs. The
table's stays hidden until the end, so whoever withholds his part cannot know what that changes.
"""

from collections.abc import Iterable
from hashlib import sha256

from msgspec import Struct

from tablee.kernel.refusal import Refused
from tablee.kernel.rng import SEED_BYTES
from tablee.kernel.units import Seat

PART_BYTES = 16


class DrawPart(Struct, frozen=True):
    """What one device added."""

    promise: str
    part: str | None
    """None: it was promised, and not opened in time."""
    seats: tuple[Seat, ...] = ()
    """Who sat at the device."""


class SharedDraw(Struct, frozen=True):
    """How a seed came about."""

    promise: str
    """The hash of the table's own part."""
    parts: tuple[DrawPart, ...]
    """In the order of their promises, which nobody can choose afterwards."""


def promised(part: bytes) -> str:
    """What is told before the part is."""
    return sha256(b"tablee part " + part).hexdigest()


def read_part(text: str, promise: str) -> bytes:
    """A part as its device opens it; it must be the one that was promised."""
    try:
        part = bytes.fromhex(text)
    except ValueError:
        raise Refused("malformed", parameter="part") from None
    if len(part) != PART_BYTES or promised(part) != promise:
        raise Refused("malformed", parameter="part")
    return part


def pooled(own: bytes, parts: Iterable[bytes]) -> bytes:
    """The seed made of the table's part and those of the devices, in the order of their promises."""
    return sha256(b"tablee draw " + own + b"".join(parts)).digest()[:SEED_BYTES]


def check_draw(draw: SharedDraw, own: str, seed: bytes) -> None:
    """Every part is what was promised, and the seed is made of all of them."""
    try:
        table = read_part(own, draw.promise)
        parts = [read_part(each.part, each.promise) for each in draw.parts if each.part is not None]
    except Refused:
        raise Refused("bad_record", why="part") from None
    promises = [each.promise for each in draw.parts]
    if promises != sorted(promises) or pooled(table, parts) != seed:
        raise Refused("bad_record", why="draw")
