"""`tablee duplicate`: the same deal at many tables, played by bots here, or by people at a server."""

import csv
import sys
from collections.abc import Sequence
from time import time
from typing import Annotated, Any

import typer
from msgspec import structs, to_builtins

from tablee.arena.match import Match, make_bot, must_play_alone
from tablee.bots.bot import Bot
from tablee.cli.admin import Database, Store, grid, within
from tablee.cli.commands import AsJson, complain, err, out, parse_options, print_json
from tablee.games.registry import game
from tablee.kernel.game import Game
from tablee.kernel.outcome import Outcome, Result
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Seat
from tablee.server.deals import ChairResult, ranking, seen
from tablee.server.secrets import read_code
from tablee.server.store import DealResult, GameRow, SeatResult, SharedDeal, Sitter
from tablee.words.lexicon import Lexicon

app = typer.Typer(help="The same deal at many tables, ranked together: play, list, results, close.")

Code = Annotated[str, typer.Argument(help="The code of the deal.")]


def lineup(bots: Sequence[str], table: int, seats: int) -> tuple[str, ...]:
    """Who sits where: from table to table everybody moves on by a chair."""
    return tuple(bots[(table + seat) % len(bots)] for seat in range(seats))


def played(
    rules: Game[Any], bots: tuple[str, ...], table: int, seed: bytes, options: dict[str, Any]
) -> tuple[GameRow, DealResult]:
    """What came out at one table: dealt like the others, but with bots that have thoughts of their own."""
    own = keyed(seed, "table", table)
    thoughts = own.word().to_bytes(8, "little") + own.word().to_bytes(8, "little")

    def make(rules: Game[Any], name: str, seat: Seat, _: bytes, words: Lexicon | None = None) -> Bot:
        return make_bot(rules, name, seat, thoughts, words)

    outcome = Match(rules, bots, seed=seed, options=options, make=make).finish().outcome
    assert outcome is not None
    return as_kept(rules, bots, table, outcome)


def as_kept(rules: Game[Any], names: tuple[str, ...], table: int, outcome: Outcome) -> tuple[GameRow, DealResult]:
    ranks = outcome.ranks or (None,) * len(names)
    chairs = tuple(SeatResult(Sitter.BOT, score, rank) for score, rank in zip(outcome.scores, ranks, strict=True))
    key, info = str(table), rules.info
    row = GameRow(key, "", info.key, info.version, len(names), 0.0, names, outcome.scores, outcome.winners)
    return row, DealResult(key, "", outcome.result is Result.TOGETHER, chairs)


@app.command()
def play(
    key: Annotated[str, typer.Argument(metavar="GAME")],
    bots: Annotated[str, typer.Option(help="Levels or random, with commas.")] = "strong,normal,beginner",
    tables: Annotated[int | None, typer.Option(min=2, max=1_000, help="By default one for each bot.")] = None,
    players: Annotated[int | None, typer.Option(help="Seats; two if the game allows.")] = None,
    seed: Annotated[str, typer.Option(help="The same seed gives the same deal.")] = "0",
    option: Annotated[list[str] | None, typer.Option(help="Table option, as name=value; may be repeated.")] = None,
    json: AsJson = False,
) -> None:
    """Deal the same to bots at several tables, each time in other chairs, and rank them together."""
    try:
        rules, named = game(key), bots.split(",")
        for name in named:
            must_play_alone(name)
        low, high = rules.info.players
        seats = max(low, min(2, high)) if players is None else players
        if not low <= seats <= high:
            raise Refused("bad_players", least=low, most=high)
        count, options = tables or max(2, len(named)), parse_options(option or [])
        found = [
            played(rules, lineup(named, table, seats), table, seed_from(seed), options) for table in range(count)
        ]
    except Refused as no:
        complain(no)
    chairs = ranking(found)
    if json:
        print_json({"game": key, "seats": seats, "tables": count, "seed": seed, "chairs": to_builtins(chairs)})
    else:
        show(chairs)


def show(chairs: Sequence[ChairResult]) -> None:
    """Those who have a place, and the others below."""
    rows = [
        (
            c.place or "",
            c.name or "?",
            "" if c.sitter is Sitter.PERSON else c.sitter,
            c.seat + 1,
            c.table,
            c.score,
            c.rank or "",
            f"{c.points} / {c.most}",
        )
        for c in chairs
    ]
    grid("place", "name", "", "chair", "table", "score", "rank", "points", rows=rows)


@app.command("list")
def listed(
    database: Database = None,
    store: Store = "",
    limit: Annotated[int, typer.Option(help="So many, the latest first.")] = 50,
    json: AsJson = False,
) -> None:
    """List deals that tables of a server play."""
    deals = within(database, store, lambda kept: kept.deals(limit))
    if json:
        print_json([seen(deal, ()) for deal in deals])
    else:
        rows = [(d.code, d.game, d.seats, d.tables, "" if d.closed else "yes") for d in deals]
        grid("deal", "game", "seats", "tables", "open", rows=rows)


@app.command()
def results(
    code: Code,
    database: Database = None,
    store: Store = "",
    as_csv: Annotated[bool, typer.Option("--csv", help="Print lines for a spreadsheet.")] = False,
    json: AsJson = False,
) -> None:
    """What tables have made of a deal. The seed is in it when the deal is closed."""

    async def work(kept: Any) -> Any:
        deal = await kept.deal(read_code(code))
        return deal and seen(deal, await kept.results(deal.code))

    view = within(database, store, work)
    if view is None:
        complain(Refused("unknown_deal"))
    if json:
        print_json(view)
    elif as_csv:
        lines = csv.writer(sys.stdout, lineterminator="\n")
        lines.writerow(ChairResult.__struct_fields__)
        lines.writerows([safe(value) for value in structs.astuple(chair)] for chair in view.chairs)
    else:
        out.print(f"{view.game}, {view.seats} seats: {view.finished} of {view.tables} tables have finished")
        show(view.chairs)


def safe(value: object) -> object:
    """People choose their names: a spreadsheet must not take one for a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@")) else value


@app.command()
def close(code: Code, database: Database = None, store: Store = "") -> None:
    """Close a deal: nobody is dealt it any more, its seed and its games are shown."""

    def closed(deal: SharedDeal) -> SharedDeal:
        return deal if deal.closed is not None else structs.replace(deal, closed=time())

    if within(database, store, lambda kept: kept.change_deal(read_code(code), closed)) is None:
        err.print(f"there is no deal {code}", highlight=False)
        raise typer.Exit(1)
