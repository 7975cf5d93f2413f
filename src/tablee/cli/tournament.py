"""`tablee tournament`: bots against each other, with a table and a picture."""

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tablee.arena.match import ADAPTIVE, BOTS
from tablee.arena.plot import svg
from tablee.arena.tournament import TournamentReport, cup
from tablee.arena.tournament import tournament as run
from tablee.cli.commands import AsJson, complain, err, out, parse_options, print_json
from tablee.kernel.refusal import Refused


def tournament(
    key: Annotated[str, typer.Argument(metavar="GAME")],
    bots: Annotated[
        str, typer.Option(help=f"Two or more of {'|'.join((*BOTS, ADAPTIVE))}, with commas.")
    ] = "strong,normal,beginner",
    number: Annotated[int, typer.Option("--games", min=2, help="Games for each two bots.")] = 200,
    players: Annotated[int | None, typer.Option(help="Seats; two if the game allows.")] = None,
    seed: Annotated[str, typer.Option(help="The same seed gives the same games.")] = "0",
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    option: Annotated[list[str] | None, typer.Option(help="Table option, as name=value; may be repeated.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Write a picture to this file (SVG).")] = None,
    json: AsJson = False,
) -> None:
    """Let every two bots meet on the same deals from every seat: Elo, shares of victories, how sure they are."""
    try:
        if plot is not None and plot.suffix.lower() != ".svg":
            raise Refused("bad_options", option=f"--plot {plot.name} (.svg)")
        what = cup(key, bots.split(","), number, players, seed, parse_options(option or []))
        with Progress(
            TextColumn(key), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=err, transient=True
        ) as progress:
            task = progress.add_task(key, total=what.total)
            report = run(what, jobs, lambda n: progress.advance(task, n))
    except Refused as no:
        complain(no)
    if plot is not None:
        try:
            plot.write_text(svg(report), encoding="utf-8")
        except OSError as wrong:
            err.print(f"{plot}: {wrong.strerror}", markup=False)
            raise typer.Exit(2) from None
    if json:
        print_json(report)
    else:
        show(report)
    if report.errors:
        raise typer.Exit(1)


def show(report: TournamentReport) -> None:
    apart = ", all seats the same bot, compared by score" if report.together else ""
    out.print(
        f"{report.game}, {report.players} seats{apart}: {report.finished} of {report.games} games finished "
        f"in {report.seconds:.1f} s"
    )
    standings = Table("bot", "Elo", "±", "won", "thinks: median", "99 %", "most")
    for s in report.standings:
        times = (f"{t:.1f} ms" for t in s.thinks)
        standings.add_row(s.bot, f"{s.elo:.0f}", f"{s.error:.0f}", f"{s.wins:.1%}", *times)
    out.print(standings)
    duels = Table("duel", "games", "deals", "won", "95 %", "ahead", "mean scores", "better")
    for d in report.duels:
        duels.add_row(
            f"{d.first} – {d.second}",
            str(d.games),
            str(d.deals),
            f"{d.wins.share:.1%}",
            f"{d.wins.low:.1%} – {d.wins.high:.1%}",
            f"{d.ahead.share:.1%}",
            f"{d.scores[0]:g} – {d.scores[1]:g}",
            "not sure" if d.better is None else d.first if d.better else d.second,
        )
    out.print(duels)
    for d in report.duels:
        if d.late is not None:
            out.print(
                f"{d.first} – {d.second}, second half: {d.late.share:.1%} ({d.late.low:.1%} – {d.late.high:.1%}), "
                f"skill {d.skill:.2f}"
            )
    for failure in report.errors[:10]:
        out.print(f"[red]seed {failure.seed}: {failure.error}")
