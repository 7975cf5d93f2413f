"""The same deal at many tables: one seed, and results that are ranked together, seat by seat.

The seed is the server's alone, since every table has to be dealt the same. Its hash is shown when the deal is
opened, the seed when it is closed; until then nobody gets a record of it.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from tablee.bots.bot import BotLevel
from tablee.kernel.outcome import Outcome, Result
from tablee.kernel.refusal import Refused
from tablee.kernel.state import SeatState
from tablee.kernel.units import Seat
from tablee.server import protocol as p
from tablee.server.lobby import Lobby, SameDeal, SeatKind, SeatPlan, Speed
from tablee.server.store import DealResult, GameRow, SeatResult, SharedDeal, Sitter

MOST_TABLES = 64
"""That one deal is played at."""


class ChairResult(Struct, frozen=True):
    """What somebody made of a deal, beside those who had the same chair at other tables."""

    table: int
    """Tables are numbered as they finish: their codes open them, and are nobody else's business."""
    seat: Seat
    name: str
    sitter: Sitter
    score: int
    rank: int | None
    """At the own table."""
    points: int
    """Two for each table at which the same chair did worse, one for each at which it did as well."""
    most: int
    """As many as there could be; 0 while there is no other table."""
    place: int | None
    """Among all; None for bots where people play, and while there is no other table."""


class DealView(Struct, frozen=True):
    """A deal that many tables play, and what they have made of it."""

    code: str
    game: str
    seats: int
    options: dict[str, Any]
    bots: BotLevel
    speed: Speed
    opened: float
    """Seconds since the epoch."""
    closed: float | None
    commitment: str
    """The hash of the seed."""
    seed: str | None
    """None before it is closed."""
    tables: int
    """Opened for it."""
    finished: int
    scored: bool
    """Chairs are compared by their scores; otherwise by their ranks at their own tables."""
    chairs: tuple[ChairResult, ...]
    """The best first."""
    records: tuple[str, ...]
    """Of the tables in their order, to be watched again; none before it is closed."""


# ---- at a table -----------------------------------------------------------------------------------------


def must_keep(lobby: Lobby, message: p.Command) -> None:
    """Refuses what would make this table another one than those that are dealt the same."""
    if lobby.deal is None or not lobby.deal.seed or lobby.playing:
        return
    match message:
        case p.Resize() | p.ChangeGame() | p.NextGame() | p.ConfigureSeat():
            fixed = True
        case p.SetBot(level=level):
            fixed = level not in (None, lobby.bots)
        case p.Configure(options=options, bots=bots, speed=speed, leisure=leisure, public=public):
            fixed = any(value is not None for value in (options, bots, speed, leisure)) or bool(public)
        case _:
            fixed = False
    if fixed:
        raise Refused("deal_fixed")


def dealt(deal: SameDeal | None) -> SameDeal | None:
    """What a lobby says of its deal once a game begins: that it was dealt, and after the next one nothing."""
    return SameDeal(deal.code) if deal is not None and deal.seed else None


def result_of(lobby: Lobby, seats: Sequence[SeatState], outcome: Outcome, game_id: str) -> DealResult | None:
    """What a finished game says about a deal, `lobby` being as people sat when it ended."""
    if lobby.deal is None:
        return None
    together = outcome.result is Result.TOGETHER
    ranks = outcome.ranks or (None,) * len(outcome.scores)
    chairs = zip(lobby.seats, seats, outcome.scores, ranks, strict=True)
    found = tuple(SeatResult(sitter(plan, seat), score, rank) for plan, seat, score, rank in chairs)
    return DealResult(game_id, lobby.deal.code, together, found)


def sitter(plan: SeatPlan, seat: SeatState) -> Sitter:
    """Who brought the game to its end: a name on a bot's chair is that of somebody who has left."""
    if plan.kind is SeatKind.PERSON:
        return Sitter.PERSON if seat.human else Sitter.STAND_IN
    return Sitter.STAND_IN if plan.name else Sitter.BOT


# ---- the ranking ----------------------------------------------------------------------------------------


def direction(results: Sequence[DealResult]) -> int:
    """Whether more points are better (1) or worse (-1), as the ranks at the tables say; 0: they are no measure."""
    more = fewer = False
    for result in results:
        ranked = [chair for chair in result.seats if chair.rank is not None]
        for one in ranked:
            for other in ranked:
                if (one.rank or 0) < (other.rank or 0):
                    more |= one.score > other.score
                    fewer |= one.score < other.score
    if more or fewer:
        return more - fewer
    return int(any(result.together for result in results))


def ranking(games: Sequence[tuple[GameRow, DealResult]]) -> tuple[ChairResult, ...]:
    """All chairs of all tables, the best first: each is compared with the same chair elsewhere."""
    way = direction([result for _, result in games])

    def value(result: DealResult, seat: Seat) -> tuple[int, int]:
        chair = result.seats[seat]
        rank = -(chair.rank or 0)
        return (rank if result.together or not way else 0, way * chair.score)

    rows = []
    for table, (row, result) in enumerate(games, 1):
        for seat, chair in enumerate(result.seats):
            mine = value(result, seat)
            others = [value(other, seat) for _, other in games if other is not result and len(other.seats) > seat]
            points = sum(2 * (mine > theirs) + (mine == theirs) for theirs in others)
            rows.append(
                ChairResult(
                    table,
                    seat,
                    row.names[seat],
                    chair.sitter,
                    chair.score,
                    chair.rank,
                    points,
                    2 * len(others),
                    None,
                )
            )
    people = any(row.sitter is Sitter.PERSON for row in rows)
    counted = [row for row in rows if row.most and (row.sitter is Sitter.PERSON or not people)]
    placed = [
        structs.replace(row, place=1 + sum(r.points > row.points for r in counted)) if row in counted else row
        for row in rows
    ]
    return tuple(sorted(placed, key=lambda r: (r.place is None, -r.points, r.table, r.seat)))


def seen(deal: SharedDeal, results: Sequence[tuple[GameRow, DealResult]]) -> DealView:
    """A deal as anybody who knows its code may see it."""
    closed = deal.closed is not None
    return DealView(
        deal.code,
        deal.game,
        deal.seats,
        deal.options,
        BotLevel(deal.bots),
        Speed(deal.speed),
        deal.opened,
        deal.closed,
        deal.commitment,
        deal.seed if closed else None,
        deal.tables,
        len(results),
        direction([result for _, result in results]) != 0,
        ranking(results),
        tuple(row.id for row, _ in results) if closed else (),
    )


class _Promised(Struct):
    commitment: str


def commitment_of(record: bytes) -> str:
    """The hash of the seed of a kept game."""
    return msgspec.json.decode(record[: record.index(b"\n")], type=_Promised).commitment
