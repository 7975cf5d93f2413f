"""Rules as machine code: what numba makes of plain functions on numbers and arrays.

The functions are ordinary Python (`NUMBA_DISABLE_JIT=1` runs them as such, for a debugger). What was compiled once
is kept beside the source, or in the user's cache where that cannot be written.
"""

import ast
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias, TypeVar
from zlib import crc32

import numba
import numpy as np
from numba import config

F = TypeVar("F", bound=Callable[..., Any])

Record: TypeAlias = Any
"""One table: a record of a structured array, with the fields of `table.fields` and those of a game."""
SIZES = (32, 128, 512, 2048)
"""Arrays of a plan are filled up to one of these, so that few kinds of plans need to be compiled."""
BLANK = -1
LAYERS = tuple(f"tablee.{layer}." for layer in ("kernel", "pieces", "phases", "games", "envs"))
"""What compiled rules may come from."""


def compiled(function: F) -> F:
    return numba.njit(error_model="numpy")(function)  # type: ignore[return-value]


def kept(function: F, of: str) -> F:
    """Compiled once for all processes, where there is a place to keep it: in files of each game's own, so that two
    processes that compile two games do not write the same ones."""
    function.__qualname__ = f"{of}.{function.__name__}"
    try:
        return numba.njit(cache=True, error_model="numpy")(function)  # type: ignore[return-value]
    except RuntimeError:  # neither the package nor the user's cache can be written
        return compiled(function)


def record_of(plan: Any) -> Any:
    """A named tuple of numbers, arrays and named tuples as a record, alone in an array: compiled code is given one
    address then, instead of some words for each array at each call."""
    kind = _kind(plan)
    found = records(1, kind)
    _fill(found, plan)
    return found


def records(count: int, kind: np.dtype[Any]) -> Any:
    """An array of records. Plain Python reads their fields as attributes only where the array is of that kind."""
    found = np.zeros(count, kind)
    return found.view(np.recarray) if config.DISABLE_JIT else found  # type: ignore[attr-defined]


def _kind(plan: Any) -> np.dtype[Any]:
    return np.dtype([(name, *_shape(value)) for name, value in plan._asdict().items()], align=True)


def _shape(value: Any) -> tuple[Any, ...]:
    if isinstance(value, np.ndarray):
        return value.dtype, tuple(next(size for size in SIZES if size >= length) for length in value.shape)
    if isinstance(value, tuple):
        return (_kind(value),)
    return (np.bool_ if isinstance(value, bool) else np.int64,)


def _fill(found: Any, plan: Any) -> None:
    for name, value in plan._asdict().items():
        if isinstance(value, np.ndarray):
            found[name] = BLANK
            found[name][(0, *(slice(length) for length in value.shape))] = value
        elif isinstance(value, tuple):
            _fill(found[name], value)
        else:
            found[name] = value


def digest_of(*modules: str) -> int:
    """Of the sources that compiled rules come from; never zero."""
    digest = 1
    for source in sources_of(*modules).values():
        digest = crc32(source, digest)
    return digest or 1


def sources_of(*modules: str) -> dict[str, bytes]:
    """These modules and all of the layers below that they import, as they are written."""
    names, sources = list(modules), {}
    for name in names:
        if name not in sources:
            sources[name] = Path(sys.modules[name].__file__ or "").read_bytes()
            names += _imported(sources[name])
    return sources


def _imported(source: bytes) -> list[str]:
    names = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return [name for name in names if name.startswith(LAYERS) and name in sys.modules]
