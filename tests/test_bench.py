"""The benchmarks: what they compare, how they count, and what they say of a peer that cannot run."""

import sys
from collections.abc import Sequence
from random import Random

import pytest
from rich.console import Console
from rich.table import Table as Grid

from bench import environment, rounds
from bench.envs import SIZES, STEPS, lay, lay_batch, ratios, show
from bench.geometry import MEASURES, Measure
from bench.peers import HAND, PEERS, RACE
from bench.peers import lay as lay_peer
from bench.report import Run, as_json
from bench.rounds import Subject
from bench.timing import Sample, Table, measure
from tablee.games.registry import games
from tests.side_by_side import simple
from tools.about import about


def subject(name: str, ours: bool, *rates: int) -> Subject:
    samples = [Sample(4, "1", 1, rate, 1.0, 2.0) for rate in rates]
    return Subject(name, ours, "Python", True, (), samples)


def told(grid: Grid) -> str:
    console = Console(width=200)
    with console.capture() as caught:
        console.print(grid)
    return caught.get()


def row(text: str, name: str) -> list[str]:
    return next(line.split() for line in text.splitlines() if line.split()[:1] == [name])


def run(*subjects: Subject) -> Run:
    return Run(3, 1.0, None, subjects)


# ---- what is compared -----------------------------------------------------------------------------------


def test_each_kind_of_ours_has_a_peer_in_the_same_run() -> None:
    nearest = {about(key).nearest for key in games()} - {""}
    assert {HAND, RACE} < nearest <= {peer.kind for peer in PEERS.values() if peer.observes}


def test_every_peer_is_in_the_lock_with_its_hashes() -> None:
    entries = environment.locked(environment.LOCK.read_text())
    assert {environment.canonical(peer.package) for peer in PEERS.values()} <= entries.keys()
    assert all("--hash=sha256:" in entry for entry in entries.values())


def test_both_packages_are_there_with_card_games_of_four() -> None:
    packages = {peer.package for peer in PEERS.values() if peer.observes and 4 in peer.options.values()}
    assert packages == {"pettingzoo", "rlcard"}


@pytest.mark.parametrize("name", ["open_spiel hearts", "open_spiel python_kuhn_poker"])
def test_a_peer_is_played_to_its_end(name: str) -> None:
    table = lay_peer(name)
    assert table.players == (4 if "hearts" in name else 2)
    assert table.play() >= (52 if "hearts" in name else 2)


def test_ours_are_played_by_the_same_interface() -> None:
    table = lay("amerix")
    assert table.players == 4
    assert table.play() > 10


def test_a_batch_counts_the_steps_of_all_its_tables() -> None:
    for size in SIZES:
        table = lay_batch(f"{simple()}, batch of {size:,}")
        assert table.players == 4
        assert table.play() == STEPS


# ---- what is counted ------------------------------------------------------------------------------------


def test_a_sample_is_moves_by_time_of_the_processor() -> None:
    sample = measure(Table(lambda: sum(1 for _ in range(1_000)), 3, "7"), 0.01)
    assert sample.players == 3
    assert sample.moves == 1_000 * sample.games > 0
    assert sample.rate == sample.moves / sample.cpu
    with pytest.raises(RuntimeError):
        measure(Table(lambda: 0, 3, "7"), 0.01)


def test_the_ratio_is_ours_over_theirs_and_a_star_marks_the_nearest() -> None:
    uno, rps = subject("rlcard uno", False, 100, 400, 200), subject("pettingzoo rps_v2", False, 50)
    ours = [subject("amerix", True, 900, 1_000, 1_100), subject("vizdibix", True, 500), subject("spots", True, 20)]
    assert (about("amerix").nearest, about("vizdibix").nearest) == (HAND, RACE)
    text = told(ratios(run(*ours, uno), [uno], "rlcard"))
    assert row(text, "amerix") == ["amerix", "1,000", "5.0*"], "medians"
    assert row(text, "vizdibix") == ["vizdibix", "500", "2.5"]
    assert row(text, "spots") == ["spots", "20", "0.1"]
    batch = run(subject("amerix, batch of 1,024", True, 9_000), uno)
    assert "45.0*" in told(ratios(batch, [uno], "rlcard")), "of the same kind"
    assert row(told(ratios(run(*ours, rps), [rps], "pettingzoo")), "vizdibix")[-1] == "10.0*"
    assert as_json(run(*ours, uno, rps))["ratios"]["spots"] == {"rlcard uno": 0.1, "pettingzoo rps_v2": 0.4}


# ---- geometry -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("measure", MEASURES, ids=[m.name for m in MEASURES])
def test_what_geometry_measures_runs(measure: Measure) -> None:
    next(measure.cases(Random(1)))()


# ---- who cannot run -------------------------------------------------------------------------------------


def unable(*command: str) -> str:
    one = Subject("rlcard uno", False, "Python", True, command)
    rounds.run([one], 2, 0.01, None, lambda name: None)
    assert not one.samples
    return one.unavailable


def python(code: str) -> Sequence[str]:
    return sys.executable, "-c", code


def test_a_peer_that_cannot_run_says_why() -> None:
    assert unable(*python('print(\'{"error": "ImportError: no such thing"}\')')) == "ImportError: no such thing"
    assert unable(*python("import sys; sys.exit('broken')")) == "broken"
    assert "nowhere" in unable("/nowhere/python")


def test_the_report_goes_on_without_it() -> None:
    lame = Subject("rlcard bridge", False, "Python", True, (), unavailable="no wheel")
    console = Console(width=200)
    with console.capture() as caught:
        show(run(subject("amerix", True, 10), subject("rlcard uno", False, 20), lame), console)
    assert row(caught.get(), "amerix") == ["amerix", "10", "0.5*"]
    assert "Unavailable: rlcard bridge. no wheel" in caught.get()
