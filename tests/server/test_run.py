"""The server as people start and stop it: a real process."""

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from tablee.server.qr import terminal_qr
from tablee.server.run import DISCREET


@contextmanager
def running(*args: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`tablee` with these arguments, and the address that it says it listens on."""
    program = [sys.executable, "-c", "from tablee.cli import app; app()", *args]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            yield process, next((word for word in line.split() if word.startswith("http")), "")
        finally:
            process.kill()


def test_it_serves_and_stops_cleanly_when_asked(tmp_path: Path) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        with running("serve", "--port", "0", "--database", str(tmp_path / "t.sqlite3")) as (process, address):
            with urlopen(f"{address}/healthz") as answer:
                assert answer.read() == b'{"ok":true}'
            process.send_signal(number)
            assert process.wait(20) == 0


def test_alone_it_listens_on_loopback_only(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    with running("--no-browser", "--port", port, "--database", str(tmp_path / "t.sqlite3")) as (_, address):
        assert address == f"http://127.0.0.1:{port}"
        with urlopen(address) as answer:
            assert "Tablée" in answer.read().decode()


def test_a_taken_port_is_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        with running("serve", "--port", port, "--database", str(tmp_path / "t.sqlite3")) as (process, _):
            assert process.stderr is not None
            said = process.stderr.read()
            assert process.wait(20) == 2
            assert port in said
            assert "Traceback" not in said


def test_a_database_in_use_is_told(tmp_path: Path) -> None:
    file = str(tmp_path / "t.sqlite3")
    with (
        running("serve", "--port", "0", "--database", file),
        running("serve", "--port", "0", "--database", file) as (
            second,
            _,
        ),
    ):
        assert second.stderr is not None
        said = second.stderr.read()
        assert second.wait(20) == 2
        assert "t.sqlite3" in said
        assert "Traceback" not in said


def test_a_file_that_is_no_database_is_told_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("my shopping list, which is long enough to be no database at all\n" * 50)
    with running("serve", "--port", "0", "--database", str(file)) as (process, _):
        assert process.wait(20) == 2
    assert file.read_text().startswith("my shopping list")


def test_a_qr_for_the_terminal_is_a_square_of_blocks() -> None:
    rows = terminal_qr("http://192.0.2.7:8044").splitlines()
    assert len({len(row) for row in rows}) == 1
    assert set("".join(rows)) <= set("█▀▄ ")
    assert abs(len(rows) * 2 - len(rows[0])) <= 1


def test_what_cannot_be_understood_leaves_no_address_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    try:
        raise ValueError("from 192.0.2.7")
    except ValueError:
        DISCREET.exception("Error handling request from %s", "192.0.2.7")
    assert "192.0.2.7" not in caplog.text
    assert "Traceback" not in caplog.text
    assert "could not be understood" in caplog.text
