"""Tables in a file that processes map instead of reading it: there at once, and in memory once for all of them."""

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

MAGIC = b"tablee tables 1\n"
HEADER = 8_192
ALIGNED = 64


class MappedTable(Struct, frozen=True):
    name: str
    dtype: str
    shape: tuple[int, ...]
    at: int


def mapped(file: Path) -> Mapping[str, NDArray[Any]] | None:
    """The tables of a file; None when there is none, or none that is whole."""
    try:
        whole = np.memmap(file, np.uint8, "r")
    except (OSError, ValueError):
        return None
    head = whole[:HEADER].tobytes()
    if not head.startswith(MAGIC):
        return None
    try:
        size, tables = msgspec.json.decode(
            head[len(MAGIC) :].rstrip(b" "), type=tuple[int, tuple[MappedTable, ...]]
        )
    except msgspec.DecodeError:
        return None
    if size != len(whole):
        return None
    # Plain arrays over the mapping: a memmap object at every slice would cost more than the query.
    plain = np.asarray(whole)
    return {
        t.name: plain[t.at : t.at + np.dtype(t.dtype).itemsize * int(np.prod(t.shape))]
        .view(t.dtype)
        .reshape(t.shape)
        for t in tables
    }


def write(file: Path, tables: Mapping[str, NDArray[Any]]) -> bool:
    """Writes the tables, whole or not at all; False where the disk does not let us, which is no harm."""
    described, at = [], HEADER
    for name, table in tables.items():
        described.append(MappedTable(name, table.dtype.str, table.shape, at))
        at += -(-table.nbytes // ALIGNED) * ALIGNED
    head = MAGIC + msgspec.json.encode((at, described))
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, suffix=".part", delete=False) as out:
            try:
                out.write(head.ljust(HEADER))
                for table, place in zip(tables.values(), described, strict=True):
                    out.seek(place.at)
                    out.write(np.ascontiguousarray(table).data)
                out.truncate(at)
                out.close()
                Path(out.name).replace(file)
            except OSError:
                Path(out.name).unlink()
                return False
    except OSError:
        return False
    return True
