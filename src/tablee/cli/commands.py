"""What the commands do. Results go to standard output, progress and complaints to standard error."""

import asyncio
import os
import sys
import webbrowser
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from time import time
from typing import Annotated, Any, NoReturn
from urllib.parse import urlsplit

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tablee.arena import fuzz as fuzzing
from tablee.arena import simulate as simulation
from tablee.arena.match import BOTS, Match, must_play_alone
from tablee.cli.terminal import Terminal
from tablee.games.registry import game, games
from tablee.kernel.record import dumps, loads, replay
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import seed_from
from tablee.server import privacy
from tablee.server import salvage as salvaging
from tablee.server.log import read
from tablee.server.qr import terminal_qr
from tablee.server.run import KEEP_DAYS, PORT, PortTaken, default_database, lan_address
from tablee.server.run import run as run_loop
from tablee.server.run import serve as serving
from tablee.server.secrets import read_code
from tablee.server.sqlite import SqliteStore
from tablee.server.store import StoreFailed
from tablee.texts import Language, common_refusals, fill

app = typer.Typer(
    name="tablee",
    help="Tablée: French parlour games, played by people and bots.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
out = Console()
err = Console(stderr=True)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Lang = Annotated[Language, typer.Option("--lang", help="Language of what players read.")]


DEFAULT_LANGUAGE = next((each for each in Language if os.environ.get("LANG", "").startswith(each)), Language.FR)


def complain(no: Refused, language: Language = DEFAULT_LANGUAGE) -> NoReturn:
    sentence = common_refusals(language).get(no.code, no.code)
    err.print(fill(sentence, no.details), markup=False, highlight=False)
    raise typer.Exit(2)


def print_json(value: Any) -> None:
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")


def tell_version(wanted: bool) -> None:
    if wanted:
        print(f"tablee {metadata.version('tablee')}")
        raise typer.Exit()


@app.callback()
def start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=tell_version, is_eager=True, help="Which version this is.")
    ] = False,
    lan: Annotated[bool, typer.Option("--lan", help="Let phones on the same network join.")] = False,
    port: Annotated[int, typer.Option(help="Where to listen.")] = PORT,
    database: Annotated[Path | None, typer.Option(help="Where tables are kept.")] = None,
    browser: Annotated[bool, typer.Option(help="Open the page.")] = True,
) -> None:
    """Tablée: French parlour games. Without a command: start the table and open the page."""
    if context.invoked_subcommand is None:
        host = "0.0.0.0" if lan else "127.0.0.1"
        link = f"http://{lan_address() if lan else '127.0.0.1'}:{port}"
        run_server(host, port, database, link, browser=browser, phones=lan)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="0 takes any free port.")] = PORT,
    database: Annotated[Path | None, typer.Option(help="Where tables are kept.")] = None,
    address: Annotated[str, typer.Option(help="The address people use, for QR codes (https://…).")] = "",
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="Trust the X-Forwarded-For of the proxy in front.")
    ] = False,
    round_trips: Annotated[
        bool, typer.Option("--round-trips", help="The proxy in front also sets X-Round-Trip (microseconds).")
    ] = False,
    keep_days: Annotated[
        int, typer.Option(min=0, help="Delete what nobody has touched for so many days; 0: keep everything.")
    ] = KEEP_DAYS,
    host_name: Annotated[
        list[str] | None, typer.Option(help="A name by which people call this server, besides that of --address.")
    ] = None,
    metrics: Annotated[int | None, typer.Option(help="A port of this machine for numbers (Prometheus).")] = None,
    store: Annotated[
        str, typer.Option(envvar="TABLEE_STORE", help="A PostgreSQL that several servers share (postgresql://…).")
    ] = "",
    node: Annotated[
        str,
        typer.Option(envvar="TABLEE_NODE", help="Where other servers of that store reach this one (http://…)."),
    ] = "",
) -> None:
    """Run a server for others."""
    run_server(
        host,
        port,
        database,
        address,
        store=store,
        node=node,
        proxied=behind_proxy,
        round_trips=round_trips,
        keep_days=keep_days or None,
        host_names=host_name or (),
        metrics=metrics,
    )


def run_server(
    host: str,
    port: int,
    database: Path | None,
    link: str,
    *,
    store: str = "",
    node: str = "",
    browser: bool = False,
    phones: bool = False,
    proxied: bool = False,
    round_trips: bool = False,
    keep_days: int | None = KEEP_DAYS,
    host_names: Sequence[str] = (),
    metrics: int | None = None,
) -> None:
    def ready(listening: int) -> None:
        shown = link or f"http://{host}:{listening}"
        out.print(f"Tablée : {shown}   (Ctrl-C)", highlight=False)
        if phones:
            out.print(terminal_qr(shown), highlight=False)
        if browser:
            webbrowser.open(shown)

    if hasattr(os, "geteuid") and os.geteuid() == 0:
        err.print("Tablée runs as root: it needs no such rights, and a user of its own is safer.", highlight=False)
    try:
        run_loop(
            serving(
                host,
                port,
                database or default_database(),
                store=store,
                node=node.rstrip("/"),
                public_address=link,
                ready=ready,
                proxied=proxied,
                round_trips=round_trips,
                keep_days=keep_days,
                host_names=host_names,
                metrics=metrics,
            )
        )
    except PortTaken:
        complain(Refused("port_taken", port=port))
    except StoreFailed as wrong:
        complain(Refused("no_store", why=str(wrong), file=named(database, store)))


def named(database: Path | None, store: str = "") -> str:
    """Where tables are kept, as one may say it aloud: without a password."""
    if not store:
        return str(database or default_database())
    found = urlsplit(store)
    return f"{found.scheme}://{found.hostname or ''}{found.path}"


@app.command()
def purge(
    days: Annotated[int, typer.Option(min=0, help="Delete what has not been touched for so many days.")],
    database: Annotated[Path | None, typer.Option(help="Where tables are kept.")] = None,
    json: AsJson = False,
) -> None:
    """Delete old tables and finished games."""

    async def run() -> tuple[int, int]:
        store = SqliteStore(database or default_database())
        await store.open()
        try:
            return await store.purge(time() - days * 86_400)
        finally:
            await store.close()

    try:
        tables, finished = asyncio.run(run())
    except StoreFailed as wrong:
        complain(Refused("no_store", why=str(wrong), file=str(database or default_database())))
    if json:
        print_json({"tables": tables, "games": finished})
    else:
        out.print(f"{tables} tables, {finished} games")


@app.command()
def person(
    table: Annotated[str, typer.Option(help="The code of the table.")],
    name: Annotated[str, typer.Option(help="The name that the person had there.")],
    forget: Annotated[bool, typer.Option("--forget", help="Delete it, after it was shown.")] = False,
    database: Annotated[Path | None, typer.Option(help="Where tables are kept.")] = None,
) -> None:
    """Show what is stored about a person at a table, as JSON, or delete it."""

    async def run() -> list[privacy.OwnTable]:
        store = SqliteStore(database or default_database())
        await store.open()
        try:
            code = read_code(table)
            devices = privacy.devices_named([read(data) for data in await store.log(code)], name)
            found = [own for device in devices if (own := await privacy.own_table(store, code, device))]
            for own in found if forget else ():
                await privacy.forget(store, code, own.device)
            return found
        finally:
            await store.close()

    try:
        found = asyncio.run(run())
    except StoreFailed as wrong:
        complain(Refused("no_store", why=str(wrong), file=str(database or default_database())))
    print_json(found)
    raise typer.Exit(0 if found else 1)


@app.command()
def salvage(
    database: Annotated[Path | None, typer.Option(help="Where tables are kept.")] = None,
    json: AsJson = False,
) -> None:
    """Save what is whole in a damaged file of tables; the damaged one stays beside it."""
    file = database or default_database()
    try:
        found = salvaging.salvage(file)
    except (StoreFailed, OSError) as wrong:
        complain(Refused("no_store", why=str(wrong), file=str(file)))
    if json:
        print_json(found)
        return
    out.print(f"{found.tables} tables, {found.games} games; the file as it was: {found.kept}", highlight=False)
    if found.lost_tables or found.lost_games:
        codes = ", ".join(found.lost_tables) or "-"
        out.print(f"not whole: {found.lost_games} games, tables {codes}", highlight=False)
    if found.end_lost:
        out.print("what was written last is lost: tables may be as they were a little before", highlight=False)


@app.command("games")
def list_games(json: AsJson = False) -> None:
    """List the games: key, name, players, kinds, reading level."""
    infos = [g.info for g in games().values()]
    if json:
        print_json(infos)
        return
    table = Table("key", "name", "players", "kinds", "reading", "one device")
    for i in infos:
        table.add_row(i.key, i.name, f"{i.players[0]}–{i.players[1]}", ", ".join(i.kinds), i.reading, i.device)
    out.print(table)


@app.command()
def simulate(
    key: Annotated[str, typer.Argument(metavar="GAME")],
    number: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    players: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    bots: Annotated[
        str, typer.Option(help=f"{'|'.join(BOTS)}, one for all or one per seat with commas.")
    ] = "random",
    seed: Annotated[str, typer.Option(help="The same seed gives the same games.")] = "0",
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    option: Annotated[list[str] | None, typer.Option(help="Table option, as name=value; may be repeated.")] = None,
    json: AsJson = False,
) -> None:
    """Play games without people and say how long they are and who wins."""
    try:
        what = simulation.plan(key, number, players, bots.split(","), seed, parse_options(option or []))
        with Progress(
            TextColumn(key), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=err, transient=True
        ) as progress:
            task = progress.add_task(key, total=number)
            report = simulation.simulate(what, jobs, lambda n: progress.advance(task, n))
    except Refused as no:
        complain(no)
    if json:
        print_json(report)
    else:
        show_report(what, report)
    if report.errors:
        raise typer.Exit(1)


def parse_options(pairs: list[str]) -> dict[str, Any]:
    options = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Refused("bad_options", option=pair)
        try:
            options[name] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            options[name] = value
    return options


def show_report(what: simulation.Simulation, report: simulation.SimulationReport) -> None:
    out.print(
        f"{report.game}: {report.finished} of {report.games} games finished, {report.moves:,} moves "
        f"in {report.seconds:.1f} s ({report.moves_per_second:,.0f} moves/s)"
    )
    span = report.length
    out.print(f"moves per game: {span.min} to {span.max}, median {span.median:g}")
    table = Table("seat", "bot", "won", "mean score")
    for seat, bot in enumerate(what.bots):
        table.add_row(str(seat), bot, f"{report.wins.by_seat[seat]:.1%}", f"{report.scores.by_seat[seat]:.1f}")
    for bot in report.wins.by_bot if len(report.wins.by_bot) > 1 else ():
        table.add_row(
            "all", bot, f"{report.wins.by_bot[bot]:.1%}", f"{report.scores.by_bot[bot]:.1f}", style="bold"
        )
    out.print(table)
    for failure in report.errors[:10]:
        out.print(f"[red]seed {failure.seed}: {failure.error}")


@app.command("replay")
def replay_file(file: Path, json: AsJson = False) -> None:
    """Play a record again: its seed against the published hash, every move, the outcome, the final state."""
    try:
        record = loads(file.read_bytes())
        head = record.header
        replay(game(head.game, head.version), record)
    except OSError as wrong:
        err.print(f"{file}: {wrong.strerror}", markup=False)
        raise typer.Exit(2) from None
    except Refused as no:
        if json:
            print_json({"file": str(file), "ok": False, "code": no.code, "details": no.details})
            raise typer.Exit(1) from None
        complain(no)
    assert record.footer is not None
    outcome = record.footer.outcome
    parts = head.draw.parts if head.draw is not msgspec.UNSET else ()
    opened = sum(part.part is not None for part in parts)
    summary = {
        "file": str(file),
        "ok": True,
        "game": head.game,
        "version": head.version,
        "players": head.players,
        "entries": len(record.entries),
        "seed": record.footer.seed,
        "commitment": head.commitment,
        "parts": {"promised": len(parts), "opened": opened},
        "outcome": outcome,
    }
    if json:
        print_json(summary)
        return
    out.print(
        f"{file}: {head.game} v{head.version}, {head.players} players, {len(record.entries)} records: all verified"
    )
    out.print(f"seed {record.footer.seed} matches its hash {head.commitment[:16]}…")
    if parts:
        out.print(f"it is made of the table's part and of {opened} of the {len(parts)} that devices had promised")
    if outcome is not None:
        out.print(f"scores {', '.join(map(str, outcome.scores))}; ranks {outcome.ranks}; {outcome.reason}")


@app.command()
def play(
    key: Annotated[str, typer.Argument(metavar="GAME")] = "amerix",
    players: Annotated[int | None, typer.Option(help="Seats in all; you are one of them.")] = None,
    bots: Annotated[str, typer.Option(help="Level of the bots: beginner, normal, strong.")] = "normal",
    seed: Annotated[str | None, typer.Option(help="Play a certain deal.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="Table option, as name=value.")] = None,
    level: Annotated[int | None, typer.Option(help="Your level, in games that have one.")] = None,
    timers: Annotated[bool, typer.Option(help="Let the clock run while you think.")] = False,
    save: Annotated[Path | None, typer.Option(help="Write the record of the game to this file.")] = None,
    lang: Lang = DEFAULT_LANGUAGE,
) -> None:
    """Play in the terminal against bots."""
    try:
        chosen = game(key)
        low, high = chosen.info.players
        seats = players if players is not None else max(low, min(3, high))
        if not low <= seats <= high:
            raise Refused("bad_players", least=low, most=high)
        must_play_alone(bots)
        mine = {"level": level} if level is not None else {}
        match = Match(
            chosen,
            [None, *[bots] * (seats - 1)],
            seed=seed_from(seed) if seed is not None else os.urandom(16),
            options=parse_options(option or []),
            seat_options=[mine, *[{}] * (seats - 1)],
        )
    except Refused as no:
        complain(no, lang)
    try:
        Terminal(match, lang, out, timers).run()
    finally:
        if save is not None:
            save.write_bytes(dumps(match.record))


@app.command()
def fuzz(
    key: Annotated[str, typer.Argument(metavar="GAME", help='A game, or "all".')],
    minutes: Annotated[float, typer.Option(min=0.0, help="For each game, unless --number is given.")] = 1.0,
    number: Annotated[int | None, typer.Option(min=1, help="So many games of each, whatever the time.")] = None,
    every: Annotated[int, typer.Option(min=1, help="Put one in so many to the proofs, play the others.")] = 1,
    seed: Annotated[int, typer.Option(help="First seed.")] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    folder: Annotated[Path, typer.Option(help="Where the records of broken games go.")] = Path(),
    json: AsJson = False,
) -> None:
    """Play random games and put them to every proof; a game that breaks is written down and replays."""
    limits = {"seconds": minutes * 60} if number is None else {"most": number}
    try:
        chosen = list(games().values()) if key == "all" else [game(key)]
    except Refused as no:
        complain(no)
    broken = []
    played: dict[str, int] = {}
    for one in chosen:
        name = one.info.key
        with err.status(name) as status:
            for found in fuzzing.fuzz(one, first_seed=seed, every=every, jobs=jobs, **limits):
                if isinstance(found, int):
                    played[name] = found
                    status.update(f"{name}: {found} games")
                    continue
                file = folder / f"fuzz-{name}-{found.players}-{found.seed}.jsonl"
                file.write_bytes(dumps(found.record))
                broken.append({"game": name, "seed": found.seed, "error": found.error, "file": str(file)})
                err.print(f"{name}: seed {found.seed}: {found.error} ({file})", markup=False)
    if json:
        print_json({"games": played, "broken": broken})
    else:
        for name, count in played.items():
            out.print(f"{name}: {count} games, {sum(b['game'] == name for b in broken)} broken")
    if broken:
        raise typer.Exit(1)
