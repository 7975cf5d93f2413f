"""The page as files: small enough for a school's network, rightly labelled, and in the wheel."""

import gzip
import json
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

import hatch_build
from tests.browser.server import Served

ROOT = Path(hatch_build.__file__).parent
PAGE = hatch_build.PAGE.parent
FIRST_LOAD = 79_900
"""Bytes, compressed, until somebody who has never been here sees the shelf."""
RELIEF = 180_000
"""Bytes, compressed, of what draws in relief: fetched only where a table asks for it."""
KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
}


def fetch(url: str) -> tuple[int, Message, bytes]:
    try:
        with urlopen(Request(url)) as answer:
            return answer.status, answer.headers, answer.read()
    except HTTPError as no:
        return no.code, no.headers, no.read()


def files() -> Iterator[Path]:
    return (path for path in sorted(PAGE.rglob("*")) if path.is_file())


def test_the_first_load_is_small() -> None:
    index = (PAGE / "index.html").read_text("utf-8")
    entry = re.findall(r'<script type="module"[^>]*src="/page/([^"]+)"', index)
    linked = re.findall(r'<link rel="(?:stylesheet|modulepreload|preload)"[^>]*href="/page/([^"]+)"', index)
    assert entry
    assert any(name.endswith(".css") for name in linked)
    parts = [PAGE / "index.html", *(PAGE / name for name in (*entry, *linked))]
    sizes = {part.name: len(gzip.compress(part.read_bytes(), 9)) for part in parts}
    assert sum(sizes.values()) < FIRST_LOAD, sizes


def test_the_relief_comes_by_itself_and_is_small() -> None:
    """Its renderer is in no other file, so that nobody fetches it who does not look at it."""
    sizes = {
        path.name: len(gzip.compress(path.read_bytes(), 9))
        for path in files()
        if path.suffix == ".js" and b"WebGLRenderer" in path.read_bytes()
    }
    assert len(sizes) == 1, sizes
    assert sum(sizes.values()) < RELIEF, sizes


def test_every_file_has_its_type_and_its_headers(steady: Served) -> None:
    for path in files():
        if path.suffix == ".gz":  # the packed twin of another file
            continue
        name = path.relative_to(PAGE).as_posix()
        status, headers, body = fetch(f"{steady.url}/page/{name}")
        assert status == 200, name
        assert headers.get_content_type() == KINDS[path.suffix], name
        assert body == path.read_bytes(), name
        assert headers["X-Content-Type-Options"] == "nosniff", name
        if name.startswith("assets/"):  # their names change with what is in them
            assert "immutable" in headers["Cache-Control"], name
        else:
            assert "immutable" not in headers.get("Cache-Control", ""), name


@pytest.mark.parametrize("path", ["/", "/t/QQQQQQ", "/tv/QQQQQQ", "/g/amerix", "/replay/nothing"])
def test_every_address_of_the_page_is_the_page_and_safe(steady: Served, path: str) -> None:
    status, headers, body = fetch(steady.url + path)
    assert (status, headers.get_content_type()) == (200, "text/html")
    assert body == (PAGE / "index.html").read_bytes()
    assert "immutable" not in headers.get("Cache-Control", "")
    policy = dict(part.strip().partition(" ")[::2] for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["connect-src"] == "'self'"
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert policy["frame-ancestors"] == "'none'"
    assert headers["Referrer-Policy"] == "no-referrer"


def test_the_worker_and_the_manifest_are_found_at_the_root(steady: Served) -> None:
    for name in ("sw.js", "manifest.webmanifest"):
        status, headers, body = fetch(f"{steady.url}/{name}")
        assert (status, headers.get_content_type()) == (200, KINDS[Path(name).suffix])
        assert body == (PAGE / name).read_bytes()
        assert "immutable" not in headers.get("Cache-Control", "")


def test_a_wheel_made_of_the_sdist_serves_the_page_without_node(tmp_path: Path) -> None:
    """As somebody installs it who has Python and nothing else."""
    run("-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path, cwd=ROOT)
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as packed:
        packed.extractall(tmp_path / "sources", filter="data")
    (sources,) = (tmp_path / "sources").iterdir()
    bare = {"PATH": "", "HOME": str(tmp_path)}
    run("-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path, cwd=sources, env=bare)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed_wheel:
        names = set(packed_wheel.namelist())
        (told,) = [name for name in names if name.endswith(".dist-info/sboms/tablee.cdx.json")]
        contents = json.loads(packed_wheel.read(told))
    assert {f"tablee/server/static/page/{p.relative_to(PAGE).as_posix()}" for p in files()} <= names
    assert not {name for name in names if "node_modules" in name or name.startswith(("web/", "tests/"))}
    licences = {part["name"]: part["licenses"][0]["expression"] for part in contents["components"]}
    assert licences["svelte"] == "MIT"
    assert licences["@fontsource/caprasimo"] == "OFL-1.1"
    assert licences["tablee/lexicons/data/fr/words.lexicon"] == "MPL-2.0"
    assert licences["tablee/lexicons/data/fr/frequencies.lexicon"] == "CC-BY-SA-4.0"
    assert "vitest" not in licences, "only tests load it"

    again = tmp_path / "again"
    run("-m", "hatchling", "build", "-t", "wheel", "-d", again, cwd=sources, env=bare)
    assert next(again.glob("*.whl")).read_bytes() == wheel.read_bytes(), "two builds give the same bytes"

    home = tmp_path / "venv"
    venv.create(home)
    pip = ("-m", "pip", "--python", home / "bin" / "python", "--quiet", "--disable-pip-version-check")
    # Of all that is installed little runs here: it need not be compiled before.
    install = (*pip, "install", "--no-deps", "--no-compile")
    run(*install, "--require-hashes", "-r", ROOT / "requirements.lock")
    run(*install, wheel)
    program = [str(home / "bin" / "tablee"), "serve", "--port", "0", "--database", str(tmp_path / "t.sqlite3")]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True, env=bare, cwd=tmp_path) as server:
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            url = next(word for word in line.split() if word.startswith("http"))
            status, headers, index = fetch(url)
            assert (status, headers.get_content_type()) == (200, "text/html")
            parts = re.findall(rb'(?:src|href)="(/[^"]+)"', index)
            assert len(parts) >= 3
            for part in parts:
                status, headers, body = fetch(url + part.decode())
                assert status == 200, part
                assert headers.get_content_type() == KINDS[Path(part.decode()).suffix], part
                assert body
        finally:
            server.kill()


def run(*args: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None) -> None:
    done = subprocess.run([sys.executable, *map(str, args)], capture_output=True, cwd=cwd, env=env, check=False)
    assert done.returncode == 0, (done.stdout + done.stderr).decode()
