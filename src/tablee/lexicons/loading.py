"""From the files of a language to its lexicon: unpacked once for each version, then mapped by every process."""

from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from tablee.kernel.refusal import Refused
from tablee.lexicons.container import DIGEST, Damaged, Part, parse
from tablee.lexicons.mapped import mapped, write
from tablee.words.lexicon import Lexicon
from tablee.words.tables import FORMAT, build

LANGUAGES = ("fr", "en", "es", "de", "it")
PARTS = ("words", "frequencies")

_lock = Lock()


def languages() -> tuple[str, ...]:
    """The languages there are, French first."""
    return LANGUAGES


def load(language: str = "fr") -> Lexicon:
    """The lexicon of a language: one per process, its arrays shared with all others on this machine."""
    if language not in LANGUAGES:
        raise Refused("no_lexicon", language=language, languages=", ".join(LANGUAGES))
    with _lock:
        return _loaded(language)


def load_among(language: str = "fr") -> Lexicon:
    """The lexicon of a language beside those of all others, loaded when a word is none of its own (C19)."""
    others = [other for other in LANGUAGES if other != language]
    return load(language).beside(lambda: map(load, others))


@cache
def _loaded(language: str) -> Lexicon:
    return open_lexicon(
        language, files("tablee.lexicons") / "data" / language, user_cache_path("tablee") / "words"
    )


def open_lexicon(language: str, folder: Traversable, unpacked: Path | None) -> Lexicon:
    """The lexicon whose files lie in a folder. Its arrays are kept in `unpacked`, where that can be written."""
    content = {
        part: (folder / f"{part}.lexicon").read_bytes() for part in PARTS if (folder / f"{part}.lexicon").is_file()
    }
    if not content:
        raise Damaged(f"{language}: the lexicon has no file")
    version = f"{language}-{sha256(b''.join(content.values())).hexdigest()[:DIGEST]}"
    file = unpacked / f"{version}.{FORMAT}.tables" if unpacked is not None else None
    tables = mapped(file) if file is not None else None
    if tables is None:
        tables = build(
            *_forms(language, {part: parse(data, f"{language}/{part}") for part, data in content.items()})
        )
        if file is not None and write(file, tables):
            _forget_older(language, file)
            # The mapped copy is shared; what was just built would be this process's own.
            tables = mapped(file) or tables
    return Lexicon(language, version, tables)


def _forget_older(language: str, file: Path) -> None:
    """What earlier versions had unpacked is of no use any more; a process that still maps it keeps its copy."""
    for older in file.parent.glob(f"{language}-*.tables"):
        if older != file:
            with suppress(OSError):
                older.unlink()


def _forms(language: str, parts: dict[str, Part]) -> tuple[bytes, NDArray[np.uint32], NDArray[np.uint8]]:
    """The forms of both parts with their flags and frequencies; they meet in memory only."""
    forms, flags, zipf = b"", [], []
    words, frequencies = parts.get("words"), parts.get("frequencies")
    try:
        if words is not None:
            forms += words.columns["forms"].tobytes()
            flags.append(_flags(words))
            known: NDArray[Any] = (
                frequencies.columns["words_zipf"] if frequencies else np.zeros(len(flags[0]), np.uint8)
            )
            if len(known) != len(flags[0]):
                raise Damaged(f"{language}: the two files of the lexicon do not belong together")
            zipf.append(known)
        if frequencies is not None:
            forms += frequencies.columns["forms"].tobytes()
            flags.append(_flags(frequencies))
            zipf.append(frequencies.columns["zipf"])
        return forms, np.concatenate(flags), np.concatenate(zipf)
    except KeyError as wrong:
        raise Damaged(f"{language}: the lexicon lacks the column {wrong}") from None


def _flags(part: Part) -> NDArray[np.uint32]:
    """Few combinations of flags exist: the column names one of them for each form."""
    found: NDArray[np.uint32] = part.columns["kinds"][part.columns["kind"]]
    return found
