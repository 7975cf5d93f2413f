"""The files of a database as the system sees them: who holds them, who may read them, what a log has lost."""

import os
import sqlite3
import sys
from pathlib import Path

from tablee.server.store import StoreFailed

if sys.platform == "win32":
    fcntl = None
else:
    import fcntl

OWNER_ONLY = 0o600
FOLDER_OF_OWNER = 0o700
WAL_HEADER, FRAME_HEADER = 32, 24


class SoleHold:
    """The right to serve a file, by whichever name it was found: symbolic and hard links lead to the same one.

    The file that is held is closed after every connection to it: SQLite's own locks on it would be lost with it.
    """

    def __init__(self, path: Path, *, create: bool) -> None:
        self._path = path
        self._file = -1
        if fcntl is None:  # there the lock file alone must do
            return
        flags = os.O_RDWR | os.O_CLOEXEC | (os.O_CREAT if create else 0)
        try:
            self._file = os.open(path, flags, OWNER_ONLY)
        except FileNotFoundError:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self.let_go()
            raise StoreFailed("in use", f"another process serves {path.name}, perhaps by another name") from error
        os.register_at_fork(after_in_child=self.let_go)

    def current(self) -> bool:
        """Whether the name still means the file that is held."""
        if self._file < 0:
            return fcntl is None
        try:
            held, named = os.fstat(self._file), self._path.stat()
        except OSError:
            return False
        return (held.st_dev, held.st_ino) == (named.st_dev, named.st_ino)

    def let_go(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def own_folder(path: Path) -> None:
    """Makes the folder of a database; what is made here only its owner may read."""
    folder = path.parent
    folder.parent.mkdir(parents=True, exist_ok=True)
    if not folder.exists():
        folder.mkdir(mode=FOLDER_OF_OWNER, exist_ok=True)


def own_files(path: Path) -> None:
    """Nobody but the owner may read the database: it has the names and the hidden cards of everybody."""
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm", f"{path.name}.lock"):
        file = path.with_name(name)
        if file.exists() and file.stat().st_mode & 0o077 and file.stat().st_uid == os.getuid():
            file.chmod(OWNER_ONLY)


def frames_written(wal: Path) -> int:
    """How many frames of a write-ahead log were once written by a commit, as far as their headers tell.

    SQLite takes a log up to the first frame that is not whole and forgets the rest without a word.
    """
    try:
        content = wal.read_bytes()
    except FileNotFoundError:
        return 0
    if len(content) < WAL_HEADER:
        return 0
    page, salts = int.from_bytes(content[8:12]), content[16:24]
    size = FRAME_HEADER + page
    if page < 512 or page > 65_536 or page & (page - 1):
        return -1  # not even the header is whole
    last = 0
    for number, at in enumerate(range(WAL_HEADER, len(content) - size + 1, size), 1):
        committed = content[at + 4 : at + 8] != bytes(4)
        if committed and content[at + 8 : at + 16] == salts:
            last = number
    if last == 0 and len(content) >= WAL_HEADER + size:
        return -1
    return last


def lost_frames(db: sqlite3.Connection, written: int) -> bool:
    """Whether of so many frames SQLite has found fewer. To be asked before anything else is written."""
    if not written:
        return False
    try:
        ((_, found, _),) = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
    except sqlite3.Error:
        return True
    return written < 0 or found < written
