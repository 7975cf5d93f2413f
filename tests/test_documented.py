"""Every command of the docs is run here, or stands in a list that says why not and what runs it instead."""

import asyncio
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.core import TyperArgument, TyperGroup
from typer.main import get_command
from typer.testing import CliRunner

from tablee.arena.match import Match
from tablee.cli import app
from tablee.games.registry import game
from tablee.kernel.record import dumps
from tablee.kernel.rng import seed_from
from tablee.server.sqlite import SqliteStore
from tests.documented import ROOT, Command, commands, pages

GAME = "combadix"
"""The quickest that every bot plays."""
STANDS_FOR: Mapping[str, str] = {
    **dict.fromkeys(("GAME", "KEY", "<key>", "GAME|all", "all"), GAME),
    **dict.fromkeys(("WORD…", "MOT…"), "maison"),
    "N": "90",
    "…": "PRE",
    "adaptive,LEVEL": "adaptive,normal",
}
SMALLER: Mapping[str, str] = {"--games": "2", "--number": "1", "--jobs": "1"}
"""What a test need not do as often as people do, also where they say nothing."""

ELSEWHERE: Mapping[str, tuple[str, str, str]] = {
    "tablee": ("serves until it is told to stop", "tests/server/test_run.py", '"--no-browser"'),
    "tablee serve": ("serves until it is told to stop", "tests/server/test_run.py", '"serve", "--port"'),
    "tablee person": ("needs people at a table", "tests/server/test_privacy.py", '"person"'),
    "tablee salvage": ("needs a damaged file", "tests/server/test_damage.py", '"salvage"'),
    "tablee migrate": ("needs PostgreSQL", "tests/server/test_moving.py", '"migrate"'),
    "tablee duplicate results": ("needs a deal", "tests/test_duplicate.py", 'run("results"'),
    "tablee duplicate close": ("needs a deal", "tests/test_duplicate.py", 'run("close"'),
    "tablee admin": ("needs servers", "tests/server/test_moving.py", '["admin", *args]'),
    "TABLEE_GAMES": ("is read when the program starts", "tests/test_elsewhere.py", "VARIABLE"),
    "make test": ("is what runs this", ".ci/run", "make test"),
    "make check": ("is the first part of make test", "Makefile", "-j 2 check page"),
    "make unit": ("is two parts of make test", "Makefile", "unit: sockets proofs"),
    "make browser": ("is a part of make test", "Makefile", "-j 2 browser proofs"),
    "make rehearse": ("is the end of make test", "Makefile", "$(MAKE) rehearse"),
    "make release": ("needs a tag", "tests/test_release.py", 'plan(project, "v1.2.0")'),
    "make play": ("sets up a clone and serves", "tests/server/test_run.py", '"--no-browser"'),
    "make terminal": ("is tablee play", "tests/test_cli.py", "test_every_game_starts_in_the_terminal"),
    "make docs": ("its tables and its site are built", "tests/test_site.py", "build(tmp_path_factory"),
    "make types": ("writes what is compared", "tests/server/test_protocol.py", "typescript"),
    "make fuzz": ("takes hours; it is tablee fuzz", "tests/test_cli.py", '"fuzz"'),
    "make bench": ("takes half an hour", "tests/test_bench.py", "from bench"),
    "make load": ("measures for half an hour, by hand", "docs/load.md", "make load"),
    "make crash": ("takes half an hour; a few kills are a test", "tests/server/test_crash.py", "tests.crash"),
    "make soak": ("takes an hour; some seconds are a test", "tests/server/test_soak.py", "soak"),
    "make nodes": ("takes hours; a few deaths are a test", "tests/server/test_nodes.py", "tests.nodes"),
    "make hostile": ("measures for minutes, by hand", "docs/server.md", "make hostile"),
    "make mutants": ("takes hours; a few faults are a test", "tests/test_mutants.py", "tools.mutants"),
    "make coverage": ("runs most of make test again", "Makefile", "coverage:"),
    "make picture": ("changes a file that is kept", "Makefile", "picture:"),
    "make shots": ("makes pictures for people", "Makefile", "shots:"),
    "make lexicon": ("fetches the sources of the lexicons", "tests/lexicons", "tools.lexicon"),
    "make lock": ("asks the package index", "Makefile", "uv pip compile"),
    "python examples/verify.py": ("is imported there", "tests/test_verify.py", "verify"),
    "python hatch_build.py": ("are parts of make test", "Makefile", "hatch_build.py check"),
    "python -m tests.goldens": ("writes what the suite compares", "Makefile", "tests.goldens"),
    "python -m tests.domains.cases": ("writes what is compared", "tests/domains/test_cases.py", "cases"),
    "python -m tests.sentences": ("prints what a person reads", "tests/sentences.py", "__main__"),
    "python -m tests.browser.fair": ("measures for minutes", "tests/browser/fair.py", "__main__"),
    "python -m tests.browser.drawing": ("measures for minutes", "tests/browser/drawing.py", "__main__"),
    "pytest": ("is what runs this", "Makefile", "$(BIN)/pytest"),
    "npm run format": ("is a script of the page", "web/package.json", '"format"'),
    "pip install": ("asks the package index", "tests/browser/test_files.py", '"install"'),
    "git tag": ("is another's program", "tests/test_release.py", '"tag"'),
    "docker load": ("is another's program", "docs/releasing.md", "docker or podman"),
    "sqlite3": ("is another's program", "docs/server.md", "only SQLite itself may copy"),
}
"""Beginnings of commands: why they are not run here, and the file and the words in it that run them."""

DOCUMENTED = [command for page in pages() for command in commands(page)]
OURS = sorted({c.text: c for c in DOCUMENTED if c.words[:1] == ["tablee"]}.values(), key=lambda c: c.text)


def left(command: Command) -> str | None:
    """The entry of the list that it falls under. Only the program alone is `tablee`."""
    for start in sorted(ELSEWHERE, key=len, reverse=True):
        text = " ".join(command.words)
        if start == "tablee":
            if not path_of(command)[1]:
                return start
        elif f"{text} ".startswith(f"{start} ") or command.text.startswith(f"{start}="):
            return start
    return None


def path_of(command: Command) -> tuple[Any, list[str], list[str]]:
    """The command that is meant, its name, and the rest of the words."""
    found: Any = get_command(app)
    words = command.words[1:]
    names: list[str] = []
    while words and isinstance(found, TyperGroup) and not words[0].startswith("-"):
        if words[0] == "…":
            break
        assert words[0] in found.commands, f"{command.place}: there is no command {words[0]!r}"
        found = found.commands[words[0]]
        names.append(words.pop(0))
    return found, names, words


@pytest.mark.parametrize("command", OURS, ids=lambda c: c.text)
def test_options_of_our_program_exist(command: Command) -> None:
    if command.text.startswith("TABLEE_GAMES"):
        return
    found, _, _ = path_of(command)
    known = {name for parameter in found.params for name in (*parameter.opts, *parameter.secondary_opts)}
    assert command.options <= known | {"--help"}, command.place


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    match = Match(game(GAME), ["random", "random"], seed=seed_from("documented"))
    match.finish()
    file = tmp_path_factory.mktemp("record") / "game.jsonl"
    file.write_bytes(dumps(match.record))
    return file


@pytest.mark.parametrize("command", [c for c in OURS if not left(c)], ids=lambda c: c.text)
def test_it_runs(command: Command, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found, names, words = path_of(command)
    needed = [p for p in found.params if isinstance(p, TyperArgument) and p.required]
    if not words or (needed and words[0].startswith("-")):  # only its name
        words = ["--help"]
    words = [STANDS_FOR.get(word, word) for word in words]
    if names == ["replay"]:
        words = [str(record) if word in ("FILE", "game.jsonl") else word for word in words]
    known = {name for parameter in found.params for name in parameter.opts}
    for option, value in SMALLER.items():
        if option in known and words != ["--help"]:
            words += [option, value]  # the last one counts
    if "--database" in known and words != ["--help"]:
        words = [word for word in words if word not in ("--database", "FILE")]
        asyncio.run(SqliteStore(tmp_path / "tables.sqlite3").close())
        words += ["--database", str(tmp_path / "tables.sqlite3")]
    code, said = (asked if names[0] in ASKS and words != ["--help"] else invoked)([*names, *words])
    assert code == 0, (command.place, words, said)


ASKS = ("play", "lessons")
"""A thread of theirs reads what people type: each in a process of its own, and nobody types anything."""


def asked(words: list[str]) -> tuple[int, str]:
    program = (sys.executable, "-c", "from tablee.cli import app; app()", *words)
    done = subprocess.run(
        program, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=300
    )
    return done.returncode, done.stdout + done.stderr


def invoked(words: list[str]) -> tuple[int, str]:
    done = CliRunner().invoke(app, words)
    return done.exit_code, done.output


def test_no_command_is_unknown() -> None:
    helped = set(helps())
    lost = [
        f"{c.place}: {c.text}"
        for c in DOCUMENTED
        if c.words[0] != "tablee"
        and not left(c)
        and not (c.words[:2] == ["python", "-m"] and c.words[2] in helped)
    ]
    assert not lost, f"run them here, or say in ELSEWHERE what runs them: {lost}"


@pytest.mark.parametrize("start", ELSEWHERE)
def test_what_is_run_elsewhere_is(start: str) -> None:
    _, place, said = ELSEWHERE[start]
    files = [ROOT / place] if (ROOT / place).is_file() else [*(ROOT / place).rglob("*.py")]
    assert any(said in file.read_text("utf-8") for file in files), (start, place, said)


MAKEFILE = (ROOT / "Makefile").read_text("utf-8")


def test_targets_exist_and_their_settings_are_read() -> None:
    targets = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
    for command in DOCUMENTED:
        if command.words[0] == "make":
            for word in command.words[1:]:
                name, setting, _ = word.partition("=")
                known = f"$({name})" in MAKEFILE or f"$(or $({name})" in MAKEFILE if setting else word in targets
                assert known, (command.place, word)


def test_every_target_that_make_tells_of_exists() -> None:
    told = set(re.findall(r'@echo "make ([a-z]+)', MAKEFILE))
    assert told <= set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))


HELPERS = """
import contextlib, io, json, runpy, sys
said = {}
for name in sys.argv[1:]:
    told = io.StringIO()
    with contextlib.redirect_stdout(told), contextlib.suppress(SystemExit):
        sys.argv = [name, "--help"]
        runpy.run_module(name, run_name="__main__", alter_sys=True)
    said[name] = told.getvalue()
print(json.dumps(said))
"""


def modules() -> list[Command]:
    """Programs that lie beside ours, named by the docs or by the Makefile."""
    recipes = re.findall(r"^\t.*?\$\(BIN\)/(python -m (?:tests|bench|tools|tablee)\b.*)$", MAKEFILE, re.MULTILINE)
    found = [*DOCUMENTED, *(Command(text, "Makefile") for text in recipes)]
    return [c for c in found if c.words[:2] == ["python", "-m"]]


@cache
def helps() -> dict[str, str]:
    """What each of them that reads options says of itself, asked of all in one process."""
    names = sorted({c.words[2] for c in modules() if parses(c.words[2])})
    asked = subprocess.run(
        (sys.executable, "-c", HELPERS, *names), cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert asked.returncode == 0, asked.stderr
    told: dict[str, str] = json.loads(asked.stdout.splitlines()[-1])
    assert all("usage:" in text for text in told.values()), told
    return told


def parses(name: str) -> bool:
    place = (ROOT / "src" if name.startswith("tablee") else ROOT) / name.replace(".", "/")
    file = place / "__main__.py" if place.is_dir() else place.with_suffix(".py")
    assert file.exists(), name
    return "ArgumentParser(" in file.read_text("utf-8")


def test_options_of_the_programs_beside_it_exist() -> None:
    said = helps()
    for command in modules():
        name = command.words[2]
        if name in said:
            assert command.options <= set(re.findall(r"--[a-z][a-z-]*", said[name])), (command.place, command.text)


def test_extras_that_are_installed_exist() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    named = {extra for c in DOCUMENTED for extra in re.findall(r"tablee\[(\w+)\]", c.text)}
    assert named
    assert named <= set(extras)
