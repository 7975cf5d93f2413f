"""The commands, run as people run them."""

import io
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from msgspec import json, structs
from rich.console import Console
from typer.testing import CliRunner

from tablee.arena.fuzz import dump, fuzz
from tablee.arena.match import Match
from tablee.cli import app
from tablee.cli.lessons import Taught
from tablee.cli.terminal import Terminal
from tablee.games.registry import game, games
from tablee.kernel.record import dumps, loads, replay
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import seed_from
from tablee.lessons.script import lesson
from tablee.lessons.tutorial import Tutorial
from tablee.texts import WRITTEN, Language
from tests import toy

runner = CliRunner()


def run(*args: str, code: int = 0) -> str:
    result = runner.invoke(app, args)
    assert result.exit_code == code, result.output
    return result.stdout


def run_json(*args: str, code: int = 0) -> Any:
    return json.decode(run(*args, "--json", code=code))


def test_it_says_which_version_it_is() -> None:
    assert run("--version") == f"tablee {version('tablee')}\n"


def test_games_lists_every_game() -> None:
    listed = run_json("games")
    assert [g["key"] for g in listed] == list(games())
    assert all({"key", "name", "players", "kinds", "reading"} <= set(g) for g in listed)
    assert "Amérix" in run("games")


def test_simulate_random_games() -> None:
    report = run_json("simulate", "amerix", "--games", "6", "--players", "3", "--seed", "x")
    assert set(report) == {
        "game", "games", "finished", "moves", "seconds", "moves_per_second", "length", "wins", "scores", "errors",
    }  # fmt: skip
    assert (report["game"], report["games"], report["finished"], report["errors"]) == ("amerix", 6, 6, [])
    assert report["length"]["min"] <= report["length"]["median"] <= report["length"]["max"]
    assert sum(report["wins"]["by_seat"]) == pytest.approx(1.0, abs=0.001)


def test_simulate_is_the_same_on_any_number_of_processes() -> None:
    def facts(jobs: str) -> Any:
        report = run_json("simulate", "amerix", "--games", "8", "--jobs", jobs, "--seed", "7")
        return [report[k] for k in ("moves", "length", "wins", "scores")]

    assert facts("1") == facts("2")


def test_simulate_a_bot_per_seat() -> None:
    report = run_json("simulate", "amerix", "--games", "2", "--bots", "strong,beginner")
    assert set(report["wins"]["by_bot"]) == {"strong", "beginner"}
    assert "strong" in run("simulate", "amerix", "--games", "1", "--bots", "strong,beginner")


def test_simulate_with_options() -> None:
    assert run_json("simulate", "amerix", "--games", "1", "--option", "wrong_call=draw")["finished"] == 1


@pytest.mark.parametrize(
    "args",
    [
        ("nope",),
        ("amerix", "--players", "9"),
        ("amerix", "--bots", "genius"),
        ("amerix", "--bots", "normal,normal,normal", "--players", "2"),
        ("amerix", "--option", "turn_time=1"),
        ("amerix", "--option", "turn_time"),
    ],
)
def test_simulate_answers_nonsense_with_a_sentence(args: tuple[str, ...]) -> None:
    result = runner.invoke(app, ["simulate", *args])
    assert result.exit_code == 2
    assert result.stderr.strip()
    assert "Traceback" not in result.output


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    match = Match(game("amerix"), ["normal", "beginner"], seed=seed_from(3))
    match.finish()
    file = tmp_path / "game.jsonl"
    file.write_bytes(dumps(match.record))
    return file


def test_replay_verifies(record_file: Path) -> None:
    answer = run_json("replay", str(record_file))
    assert (answer["ok"], answer["game"]) == (True, "amerix")
    assert answer["seed"] == seed_from(3).hex()
    assert "verified" in run("replay", str(record_file))


def test_replay_finds_a_forged_record(record_file: Path) -> None:
    record_file.write_bytes(record_file.read_bytes().replace(seed_from(3).hex().encode(), b"00" * 16))
    answer = run_json("replay", str(record_file), code=1)
    assert (answer["ok"], answer["details"]["why"]) == (False, "commitment")
    run("replay", str(record_file), code=2)


def test_replay_of_a_missing_or_empty_file(tmp_path: Path) -> None:
    run("replay", str(tmp_path / "missing"), code=2)
    (tmp_path / "empty").write_bytes(b"")
    run("replay", str(tmp_path / "empty"), code=2)


def test_lessons_are_listed_and_checked() -> None:
    assert {"game": "amerix", "name": "Amérix", "seconds": 88} in run_json("lessons", "--lang", "fr")
    assert all(one["passed"] for one in run_json("lessons", "--check"))
    assert "ok" in run("lessons", "--check")
    run("lessons", "echecs", code=2)
    assert lesson("spots") is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tablee.cli.lessons.lesson", lambda _: None)
        run("lessons", "spots", code=2)


def test_a_lesson_that_no_longer_fits_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    found = lesson("amerix")
    assert found is not None
    broken = {"amerix": structs.replace(found, steps=found.steps[1:3])}
    monkeypatch.setattr("tablee.lessons.check.lessons", lambda: broken)
    assert run_json("lessons", "--check", code=1)[0]["passed"] is False


def test_a_lesson_is_taken_in_the_terminal() -> None:
    """O may be laid on N too, but the lesson asks for M; at the end one knows how to play."""
    found = lesson("amerix")
    assert found is not None
    console = Console(record=True, width=100, file=io.StringIO())
    taught = Taught(Tutorial(game("amerix"), found), Language.FR, console)
    for line in ("", "2", "1", "", "1", "1", "", "1", "M", ""):
        taught.lines.put(line)
    taught.run(read=False)
    said = console.export_text()
    assert "Ça marche aussi ! Mais pose d’abord M." in said
    assert "Tu poses M." in said
    assert "Tu sais jouer !" in said


def test_fuzz_reports_how_much_it_played() -> None:
    assert run_json("fuzz", "amerix", "--minutes", "0.01")["games"]["amerix"] >= 1


def test_fuzz_plays_as_many_games_as_it_is_told_and_proves_one_in_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    proven: list[int] = []
    monkeypatch.setattr("tablee.arena.fuzz.check_everything", lambda deal: proven.append(deal.seed))
    played = run_json("fuzz", "zieufermix", "--number", "5", "--every", "2", "--seed", "10", "--minutes", "0")
    assert played["games"] == {"zieufermix": 5}
    assert proven == [10, 12, 14]


def test_several_processes_play_the_same_games_and_bring_back_what_broke(monkeypatch: pytest.MonkeyPatch) -> None:
    played = run_json("fuzz", "combadix", "--number", "5", "--every", "2", "--seed", "3", "--jobs", "2")
    assert played == {"games": {"combadix": 5}, "broken": []}
    broken = toy.faulty(toy.StuckLay)
    monkeypatch.setattr("tablee.arena.fuzz.registered", lambda key: broken)  # processes are forked from this one
    alone, together = (
        {f.seed: f for f in fuzz(broken, most=3, every=2, jobs=jobs) if not isinstance(f, int)} for jobs in (1, 2)
    )
    assert alone == together
    assert alone.keys() == {0, 1, 2}


def test_a_game_that_is_only_played_must_end_as_well() -> None:
    found = [f for f in fuzz(toy.faulty(toy.StuckLay), first_seed=1, most=2, every=1000) if not isinstance(f, int)]
    assert {f.seed for f in found} == {1, 2}
    assert all("somebody can always go on" in f.error for f in found)


def test_fuzz_finds_a_fault_and_its_dump_replays() -> None:
    broken = toy.faulty(toy.StuckLay)
    found = next(f for f in fuzz(broken, 5.0) if not isinstance(f, int))
    assert "somebody can always go on" in found.error
    again = replay(broken, loads(dumps(found.record)))
    assert again.outcome is None
    assert len(again.offers(0)) + len(again.offers(1)) == 0


def test_a_dump_of_a_crash_makes_the_same_crash() -> None:
    class CrashingLay(toy.Lay):
        def after(self, s: toy.ToyState) -> None:
            if s.turn == 3:
                raise ZeroDivisionError
            super().after(s)

    crashing = toy.faulty(CrashingLay)
    with pytest.raises(ZeroDivisionError):
        replay(crashing, loads(dumps(dump(crashing, 2, 0))))


# ---- the terminal ---------------------------------------------------------------------------------------


def played(key: str, lines: list[str], language: Language = Language.FR) -> str:
    """What a person sees who types these lines; the table does not wait for real time."""
    screen = io.StringIO()
    match = Match(game(key), [None, *["normal"] * (game(key).info.players[0] - 1)], seed=seed_from(2))
    terminal = Terminal(match, language, Console(file=screen, width=100), timers=False)
    terminal.pace = 0.0
    for line in [*lines, None]:
        terminal.lines.put(line)
    terminal.run(read=False)
    return screen.getvalue()


@pytest.mark.parametrize("key", list(games()))
@pytest.mark.parametrize("language", WRITTEN)
def test_every_game_starts_in_the_terminal(key: str, language: Language) -> None:
    screen = played(key, ["?", "nonsense", "999", "1", "q"], language)
    assert "nonsense" in screen
    assert {"fr": "À bientôt", "en": "See you soon"}[language] in screen


def test_a_whole_game_in_the_terminal() -> None:
    screen = played("amerix", ["1", "E"] * 400)
    assert "1. " in screen, screen[-2000:]


def test_play_refuses_nonsense() -> None:
    assert runner.invoke(app, ["play", "nope"]).exit_code == 2
    assert runner.invoke(app, ["play", "amerix", "--players", "20"]).exit_code == 2


@pytest.mark.parametrize("command", [("play", "amerix"), ("simulate", "amerix", "--games", "2")])
def test_where_a_game_stands_alone_nobody_adapts(command: tuple[str, ...]) -> None:
    refused = runner.invoke(app, [*command, "--bots", "adaptive"])
    assert refused.exit_code == 2
    assert "« adaptive » s'adapte d'une partie à l'autre" in " ".join(refused.output.split())


def test_unknown_bots_are_refused() -> None:
    with pytest.raises(Refused, match="unknown_bot"):
        Match(game("amerix"), ["genius", "normal"], seed=seed_from(1))
