"""The digest of a record is of what lies on the table, whatever fields a state is made of."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

import tablee
from tablee.arena.match import Match
from tablee.games.registry import game as game_named
from tablee.kernel.content import digest
from tablee.kernel.outcome import ranked
from tablee.kernel.rng import seed_from
from tablee.kernel.state import State
from tests.goldens import FOLDER

GROWN = {
    "state.py": ("    events: list[Event] = field(default_factory=list)\n", "    grown: int = 7\n"),
    "phase.py": ("    level: int = 0\n", "    grown: int = 7\n"),
    "zones.py": ("    best: int = -1\n", "    grown: int = 7\n"),
}
"""After which line of the kernel a state, a phase and a zone get one field more."""

VERIFY = """
import sys
from pathlib import Path
from tablee.games.registry import games
from tablee.kernel.record import loads, replay
from tablee.kernel.state import State
from tablee.kernel.phase import Phase
from tablee.kernel.zones import Zone
assert all("grown" in kind.__struct_fields__ for kind in (State, Phase, Zone))
for game in games().values():
    file = Path(sys.argv[1]) / f"{game.info.key}-v{game.info.version}.jsonl"
    assert replay(game, loads(file.read_bytes())).grown == 7
print(len(games()), "verified")
"""


def test_records_stay_true_when_states_phases_and_zones_get_new_fields(tmp_path: Path) -> None:
    package = tmp_path / "tablee"
    shutil.copytree(Path(tablee.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__", "page"))
    for name, (line, more) in GROWN.items():
        file = package / "kernel" / name
        text = file.read_text("utf-8")
        assert text.count(line) == 1, name
        file.write_text(text.replace(line, line + more), "utf-8")
    run = subprocess.run(
        [sys.executable, "-c", VERIFY, str(FOLDER / "records")],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.endswith("verified\n")


@pytest.fixture(scope="module")
def ended() -> State:
    match = Match(game_named("zieufermix"), ["normal", "normal"], seed=seed_from(5))
    match.finish()
    return match.state


def face(s: State) -> None:
    s.faces[s.zones[1].cards[0]] = "vZ"


def place(s: State) -> None:
    s.zones[1].cards, s.zones[2].cards = s.zones[2].cards, s.zones[1].cards


def mark(s: State) -> None:
    s.marks[s.zones[1].cards[0]] = "E"


def score(s: State) -> None:
    s.scores[0] += 1


def seat(s: State) -> None:
    s.seats = (structs.replace(s.seats[0], human=True), *s.seats[1:])


def phase(s: State) -> None:
    s.phases.append(s.phases[0])


def outcome(s: State) -> None:
    s.outcome = ranked([1, 2])


@pytest.mark.parametrize("change", [face, place, mark, score, seat, phase, outcome], ids=lambda c: str(c.__name__))
def test_what_lies_on_the_table_makes_the_digest(ended: State, change: Any) -> None:
    other = ended.copy()
    assert digest(other) == digest(ended)
    change(other)
    assert digest(other) != digest(ended)


def test_how_the_table_keeps_its_books_does_not(ended: State) -> None:
    other = ended.copy()
    other.ledger.mixes += 1
    other.stimuli.append(3)
    assert digest(other) == digest(ended)
