"""What `make soak` looks at: growth is found, and a minute of tables has none that counts."""

import asyncio
from mmap import ACCESS_READ, PAGESIZE, mmap
from os import getpid
from pathlib import Path

from tests.soak import Level, compared, memory, soak


def levels(*, leak: int = 0, mapped: int = 0, files: int = 0, bytes_more: int = 0) -> list[Level]:
    """A level every ten seconds of ten minutes, with so much more each time."""
    return [
        Level(
            10.0 * i,
            10**8 + leak * i,
            10**8 + mapped * i,
            40 + files * i,
            1_000 * i + bytes_more * i * i,
            10 * i,
            i,
        )
        for i in range(60)
    ]


def test_what_grows_is_told() -> None:
    assert compared(levels(), 10, 5).grows == ()
    assert compared(levels(leak=10**6), 10, 5).grows == ("memory",)
    assert compared(levels(mapped=10**6), 10, 5).grows == (), "what is read of files is the kernel's"
    assert compared(levels(files=1), 10, 5).grows == ("files",)
    assert compared(levels(bytes_more=400), 10, 5).grows == ("database",)


def test_memory_is_what_was_written_and_not_what_others_share(tmp_path: Path) -> None:
    """Of a file it has only read, nothing is its own; what it has written is."""
    file = tmp_path / "mapped"
    file.write_bytes(bytes(32 << 20))
    before, read_before = memory(getpid())
    with file.open("rb") as opened, mmap(opened.fileno(), 0, access=ACCESS_READ) as read:
        assert sum(read[place] for place in range(0, len(read), PAGESIZE)) == 0
        written, read_now = memory(getpid())
        assert read_now - read_before > 24 << 20
        assert written - before < 8 << 20
    kept = bytearray(b"x" * (32 << 20))
    assert memory(getpid())[0] - before > 24 << 20
    del kept


def test_a_server_is_watched_while_tables_play(tmp_path: Path) -> None:
    found = asyncio.run(soak(tmp_path, minutes=0.15, tables=3, seed=1))
    assert found.memory[1] > 10**7, "the server and its workers were looked at"
    assert found.files[1] > 10
    assert "files" not in found.grows
