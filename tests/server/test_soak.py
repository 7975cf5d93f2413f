"""What `make soak` looks at: growth is found, and a minute of tables has none that counts."""

import asyncio
from pathlib import Path

from tests.soak import Level, compared, soak


def levels(*, leak: int = 0, files: int = 0, bytes_more: int = 0) -> list[Level]:
    """A level every ten seconds of ten minutes, with so much more each time."""
    return [
        Level(10.0 * i, 10**8 + leak * i, 40 + files * i, 1_000 * i + bytes_more * i * i, 10 * i, i)
        for i in range(60)
    ]


def test_what_grows_is_told() -> None:
    assert compared(levels(), 10, 5).grows == ()
    assert compared(levels(leak=10**6), 10, 5).grows == ("memory",)
    assert compared(levels(files=1), 10, 5).grows == ("files",)
    assert compared(levels(bytes_more=400), 10, 5).grows == ("database",)


def test_a_server_is_watched_while_tables_play(tmp_path: Path) -> None:
    found = asyncio.run(soak(tmp_path, minutes=0.15, tables=3, seed=1))
    assert found.memory[1] > 10**7, "the server and its workers were looked at"
    assert found.files[1] > 10
    assert "files" not in found.grows
