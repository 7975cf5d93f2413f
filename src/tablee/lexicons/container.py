"""The file of a lexicon: a line that says what it is, a line of JSON, and compressed columns.

A language has one file or two, never merged, because their licences differ: `words` (forms and what they are)
and `frequencies` (how common these forms are, and further forms). `make lexicon` writes them.
"""

import lzma
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

MAGIC = b"tablee lexicon 1\n"
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "lp": 0, "pb": 0}]
"""Text of one byte a letter: these contexts pack it tightest."""
DIGEST = 12
"""Characters of the hash that name a version."""


class Damaged(Exception):
    """A lexicon's file is not what it should be; the text says how."""


class Column(Struct, frozen=True):
    name: str
    dtype: str
    length: int


class About(Struct, frozen=True):
    """What a file says of itself."""

    language: str
    part: str
    licence: str
    sources: tuple[str, ...]
    columns: tuple[Column, ...]
    sha256: str
    """Of the columns, before they are compressed."""


class Part(Struct, frozen=True):
    about: About
    columns: Mapping[str, NDArray[Any]]

    @property
    def digest(self) -> str:
        return self.about.sha256[:DIGEST]


def dump(
    language: str, part: str, licence: str, sources: tuple[str, ...], columns: Mapping[str, NDArray[Any]]
) -> bytes:
    """The bytes of a file; the same columns give the same bytes."""
    raw = b"".join(column.tobytes() for column in columns.values())
    about = About(
        language,
        part,
        licence,
        sources,
        tuple(Column(name, column.dtype.str, len(column)) for name, column in columns.items()),
        sha256(raw).hexdigest(),
    )
    packed = lzma.compress(raw, lzma.FORMAT_XZ, check=lzma.CHECK_CRC32, filters=FILTERS)
    return MAGIC + msgspec.json.encode(about) + b"\n" + packed


def parse(data: bytes, name: str = "lexicon") -> Part:
    """The columns of a file, proved against its hash."""
    if not data.startswith(MAGIC):
        raise Damaged(f"{name}: this is no lexicon of Tablée, or of another format")
    line, newline, packed = data[len(MAGIC) :].partition(b"\n")
    try:
        about = msgspec.json.decode(line, type=About)
        raw = lzma.decompress(packed, lzma.FORMAT_XZ) if newline else b""
    except (msgspec.DecodeError, lzma.LZMAError, EOFError) as wrong:
        raise Damaged(f"{name}: the file is damaged ({wrong})") from None
    if sha256(raw).hexdigest() != about.sha256:
        raise Damaged(f"{name}: the file is damaged (its hash differs)")
    columns: dict[str, NDArray[Any]] = {}
    at = 0
    try:
        for column in about.columns:
            columns[column.name] = np.frombuffer(raw, column.dtype, column.length, at)
            at += columns[column.name].nbytes
    except (TypeError, ValueError) as wrong:
        raise Damaged(f"{name}: the file is damaged ({wrong})") from None
    return Part(about, columns)
