"""`tablee duplicate`: bots on the same deal, and what a server keeps of one."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec import json
from typer.testing import CliRunner

from tablee.arena.match import Match
from tablee.cli import app
from tablee.cli.duplicate import lineup, safe
from tablee.kernel.rng import seed_from
from tablee.server.sqlite import SqliteStore
from tablee.server.store import DealResult, SeatResult, Sitter
from tests.server.test_stores import deal, game

RUN = CliRunner()


def test_from_table_to_table_everybody_moves_on_by_a_chair() -> None:
    bots = ("a", "b", "c")
    assert [lineup(bots, table, 3) for table in range(3)] == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    assert [lineup(bots, table, 2) for table in range(3)] == [("a", "b"), ("b", "c"), ("c", "a")]


def test_bots_are_ranked_chair_by_chair() -> None:
    words = [
        "duplicate",
        "play",
        "combadix",
        "--bots",
        "normal,random",
        "--players",
        "2",
        "--tables",
        "4",
        "--json",
    ]
    answer = RUN.invoke(app, words)
    assert answer.exit_code == 0 and RUN.invoke(app, words).stdout == answer.stdout, (
        "the same seed, the same games"
    )
    found = json.decode(answer.stdout)
    chairs = {(c["table"], c["seat"]): c for c in found["chairs"]}
    assert len(chairs) == 8 and {c["most"] for c in chairs.values()} == {6}
    assert [chairs[table, 0]["name"] for table in (1, 2, 3, 4)] == ["normal", "random", "normal", "random"]
    # Every comparison gives two points in all: six pairs of tables, two chairs.
    assert sum(c["points"] for c in chairs.values()) == 24


def test_the_deal_is_that_of_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = []
    own = Match.__init__

    def noted(self: Any, *args: Any, **more: Any) -> None:
        seeds.append(more["seed"])
        own(self, *args, **more)

    monkeypatch.setattr(Match, "__init__", noted)
    RUN.invoke(app, ["duplicate", "play", "combadix", "--bots", "random", "--seed", "x", "--tables", "3"])
    assert seeds == [seed_from("x")] * 3


@pytest.mark.parametrize(
    "words",
    [
        ["nothing"],
        ["combadix", "--bots", "adaptive"],
        ["combadix", "--bots", "x"],
        ["combadix", "--players", "99"],
    ],
)
def test_what_cannot_be_played_is_told_in_a_sentence(words: list[str]) -> None:
    answer = RUN.invoke(app, ["duplicate", "play", *words])
    assert answer.exit_code == 2 and answer.stderr.strip()


def test_a_deal_of_a_server_is_listed_exported_and_closed(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"

    async def fill() -> None:
        store = SqliteStore(file)
        await store.open()
        await store.open_deal(deal("ABCDEF", tables=2))
        for number, scores in ((1, (12, -3)), (2, (5, 4))):
            chairs = tuple(SeatResult(Sitter.PERSON, s, i + 1) for i, s in enumerate(scores))
            await store.keep_game(
                game(number, float(number)), b"record", DealResult(f"g{number}", "ABCDEF", False, chairs)
            )
        await store.close()

    asyncio.run(fill())

    def run(*words: str) -> Any:
        answer = RUN.invoke(app, ["duplicate", *words, "--database", str(file)])
        assert answer.exit_code == 0, answer.output
        return answer.stdout

    (one,) = json.decode(run("list", "--json"))
    assert (one["code"], one["tables"], one["seed"]) == ("ABCDEF", 2, None)
    lines = run("results", "abc-def", "--csv").splitlines()
    assert lines[0].startswith("table,seat,name,sitter,score,rank,points,most,place")
    assert lines[1:] == [
        "1,0,Zoé,person,12,1,2,2,1",
        "2,1,Bo,person,4,2,2,2,1",
        "1,1,Bo,person,-3,2,0,2,3",
        "2,0,Zoé,person,5,1,0,2,3",
    ]
    assert json.decode(run("results", "ABCDEF", "--json"))["seed"] is None
    run("close", "ABCDEF")
    closed = json.decode(run("results", "ABCDEF", "--json"))
    assert (closed["seed"], closed["records"]) == ("5eed", ["g1", "g2"])
    assert "2 of 2 tables" in run("results", "ABCDEF")
    for words in (["results", "XXXXXX"], ["close", "XXXXXX"]):
        assert RUN.invoke(app, ["duplicate", *words, "--database", str(file)]).exit_code != 0


def test_a_name_is_no_formula() -> None:
    assert [safe(value) for value in ("=1+1", "Zoé", -3, None)] == ["'=1+1", "Zoé", -3, None]
