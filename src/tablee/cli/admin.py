"""`tablee admin`: what is kept, who serves it, and what an operator may want of either."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from msgspec.structs import replace
from rich.table import Table as Grid

from tablee.cli.commands import AsJson, complain, err, named, out, print_json
from tablee.kernel.refusal import Refused
from tablee.server import lobby as lobbies
from tablee.server import privacy
from tablee.server.log import LobbySet, Step, read, write
from tablee.server.run import default_database, house
from tablee.server.secrets import read_code
from tablee.server.sqlite import SqliteStore
from tablee.server.store import Elsewhere, Hold, StoreFailed

if TYPE_CHECKING:
    from tablee.server.postgres import PostgresStore

T = TypeVar("T")

app = typer.Typer(help="For whoever runs a server: tables, nodes, drain, close, purge, export, erase.")

Database = Annotated[Path | None, typer.Option(help="The file in which tables are kept.")]
Store = Annotated[str, typer.Option(envvar="TABLEE_STORE", help="Or a PostgreSQL (postgresql://…).")]
Code = Annotated[str, typer.Argument(help="The code of the table.")]


def within(database: Path | None, store: str, work: Callable[["SqliteStore | PostgresStore"], Awaitable[T]]) -> T:
    """Does something with an open store, and complains in a sentence where it cannot."""

    async def run() -> T:
        kept = house(database or default_database(), store)
        await kept.open()
        try:
            return await work(kept)
        finally:
            await kept.close()

    try:
        return asyncio.run(run())
    except StoreFailed as wrong:
        complain(Refused("no_store", why=str(wrong), file=named(database, store)))


def of_several(kept: "SqliteStore | PostgresStore") -> "PostgresStore":
    if isinstance(kept, SqliteStore):
        raise StoreFailed("unavailable", "a file has one server, and that one listens to signals")
    return kept


def grid(*columns: str, rows: list[tuple[Any, ...]]) -> None:
    shown = Grid(*columns)
    for row in rows:
        shown.add_row(*map(str, row))
    out.print(shown)


@app.command()
def tables(
    database: Database = None,
    store: Store = "",
    limit: Annotated[int, typer.Option(help="So many, the latest first.")] = 50,
    open_only: Annotated[bool, typer.Option("--open", help="Only those that are not closed.")] = False,
    json: AsJson = False,
) -> None:
    """List tables."""
    rows = within(database, store, lambda kept: kept.tables(open_only=open_only, limit=limit))
    if json:
        print_json(rows)
    else:
        found = [(r.code, r.game, "yes" if r.public else "", "yes" if r.open else "", r.finished) for r in rows]
        grid("table", "game", "public", "open", "games", rows=found)


@app.command()
def nodes(store: Store = "", json: AsJson = False) -> None:
    """List the servers of a PostgreSQL."""
    rows = [node for node in within(None, store, lambda kept: of_several(kept).nodes()) if node.address]
    if json:
        print_json(rows)
    else:
        found = [(n.id, n.address, n.tables, n.sockets, f"{n.left:.1f} s") for n in rows]
        grid("server", "address", "tables", "sockets", "time left", rows=found)


@app.command()
def drain(
    node: Annotated[str, typer.Argument(help="The name of the server, as `tablee admin nodes` shows it.")],
    store: Store = "",
) -> None:
    """Let a server finish, hand its tables over and stop, as SIGTERM does."""

    async def work(kept: "SqliteStore | PostgresStore") -> bool:
        several = of_several(kept)
        known = any(each.id == node for each in await several.nodes())
        if known:
            await several.order(node, "drain")
        return known

    if not within(None, store, work):
        err.print(f"there is no server {node}", highlight=False)
        raise typer.Exit(1)


@app.command()
def close(code: Code, database: Database = None, store: Store = "") -> None:
    """Close a table for everybody and for good."""

    async def work(kept: "SqliteStore | PostgresStore") -> bool:
        table = read_code(code)
        row = await kept.table(table)
        if row is None or not row.open:
            return False
        try:
            hold = await kept.claim(table)
        except Elsewhere as there:  # the server that has it does so
            await of_several(kept).order(there.node, "close", table)
            return True
        log = await kept.log(table)
        last = next(entry for entry in map(read, reversed(log)) if not isinstance(entry, Step))
        entry = LobbySet(lobbies.shut(last.lobby))
        await kept.append(table, len(log), [write(entry)], replace(row, open=False, changed=time()), hold)
        await kept.release(hold)
        return True

    if not within(database, store, work):
        err.print(f"there is no open table {code}", highlight=False)
        raise typer.Exit(1)


@app.command()
def purge(
    days: Annotated[int, typer.Option(min=0, help="Delete what has not been touched for so many days.")],
    database: Database = None,
    store: Store = "",
    json: AsJson = False,
) -> None:
    """Delete old tables and finished games; those that a server has in memory stay."""
    gone, finished = within(database, store, lambda kept: kept.purge(time() - days * 86_400))
    if json:
        print_json({"tables": gone, "games": finished})
    else:
        out.print(f"{gone} tables, {finished} games")


async def _of_person(
    kept: "SqliteStore | PostgresStore", code: str, name: str, *, erase: bool
) -> list[privacy.OwnTable]:
    table = read_code(code)
    devices = privacy.devices_named([read(data) for data in await kept.log(table)], name)
    found = [own for device in devices if (own := await privacy.own_table(kept, table, device))]
    if erase and found:
        hold = await claimed(kept, table)
        for own in found:
            await privacy.forget(kept, table, own.device)
        await kept.release(hold)
    return found


async def claimed(kept: "SqliteStore | PostgresStore", code: str) -> Hold:
    """The table for ourselves; the server that has it is asked to let go."""
    for _ in range(20):
        try:
            return await kept.claim(code)
        except Elsewhere as there:
            await kept.ask_for(there)
            await asyncio.sleep(0.5)
    raise StoreFailed("locked", f"its server does not let go of table {code}")


@app.command()
def export(
    code: Code,
    name: Annotated[str, typer.Argument(help="The name that the person had there.")],
    database: Database = None,
    store: Store = "",
) -> None:
    """Show what is stored about a person at a table, as JSON."""
    found = within(database, store, lambda kept: _of_person(kept, code, name, erase=False))
    print_json(found)
    raise typer.Exit(0 if found else 1)


@app.command()
def erase(
    code: Code,
    name: Annotated[str, typer.Argument(help="The name that the person had there.")],
    database: Database = None,
    store: Store = "",
) -> None:
    """Delete what is stored about a person at a table, after it was shown as JSON."""
    found = within(database, store, lambda kept: _of_person(kept, code, name, erase=True))
    print_json(found)
    raise typer.Exit(0 if found else 1)


def migrate(
    source: Annotated[str, typer.Argument(help="A file, or postgresql://…")],
    target: Annotated[str, typer.Argument(help="A file that is not there yet, or an empty postgresql://…")],
    json: AsJson = False,
) -> None:
    """Copy a whole house from a file into PostgreSQL or back, and compare. Servers may run; what they write after
    the start of the copy is not in it."""
    try:
        from tablee.server.moving import move  # noqa: PLC0415 - PostgreSQL is an extra
    except ImportError:
        complain(Refused("no_store", why="pip install 'tablee[postgres]'", file="PostgreSQL"))
    try:
        moved = asyncio.run(move(source, target))
    except StoreFailed as wrong:
        complain(Refused("no_store", why=str(wrong), file=f"{shown(source)}, {shown(target)}"))
    if json:
        print_json(moved)
    else:
        out.print(f"{moved.tables} tables, {moved.games} games, {moved.digest}", highlight=False)


def shown(place: str) -> str:
    return named(None, place) if "://" in place else place
