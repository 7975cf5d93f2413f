"""The same deal at many tables: dealt alike, told to nobody before its end, and ranked chair by chair."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tablee.bots.bot import BotLevel
from tablee.games.registry import game as game_named
from tablee.kernel.outcome import Outcome, Result, ranked
from tablee.kernel.record import loads, replay
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import commitment
from tablee.kernel.state import SeatState
from tablee.server import lobby as lobbies
from tablee.server import protocol as p
from tablee.server.clock import Pace
from tablee.server.deals import MOST_TABLES, commitment_of, dealt, direction, must_keep, ranking, result_of
from tablee.server.lobby import SameDeal, SeatKind, SeatPlan
from tablee.server.secrets import read_code
from tablee.server.store import DealResult, GameRow, SeatResult, Sitter
from tests.server.client import Client, Server, play_on, start_server

AMERIX = game_named("amerix")
RUSHED = Pace(rate=400.0)
PERSON, BOT, STAND_IN = Sitter.PERSON, Sitter.BOT, Sitter.STAND_IN


def table(number: int, outcome: Outcome, *sitters: Sitter) -> tuple[GameRow, DealResult]:
    """A table at which this came out."""
    ranks: Any = outcome.ranks or (None,) * len(outcome.scores)
    who = sitters or (PERSON,) * len(outcome.scores)
    chairs = tuple(SeatResult(*chair) for chair in zip(who, outcome.scores, ranks, strict=True))
    names = tuple(f"{number}{'abcdefgh'[seat]}" for seat in range(len(chairs)))
    row = GameRow(
        f"g{number}", "A", "amerix", 1, len(chairs), float(number), names, outcome.scores, outcome.winners
    )
    return row, DealResult(row.id, "D", outcome.result is Result.TOGETHER, chairs)


def shown(*tables: tuple[GameRow, DealResult]) -> list[tuple[str, int, int | None]]:
    return [(chair.name, chair.points, chair.place) for chair in ranking(tables)]


# ---- the ranking ----------------------------------------------------------------------------------------


def test_each_chair_is_compared_with_the_same_chair_at_the_other_tables() -> None:
    # The first chair: 30, 10, 30 points; the second: 20, 40, 25. Two for a worse one, one for an equal one.
    tables = table(1, ranked((30, 20))), table(2, ranked((10, 40))), table(3, ranked((30, 25)))
    assert shown(*tables) == [
        ("2b", 4, 1),
        ("1a", 3, 2),
        ("3a", 3, 2),
        ("3b", 2, 4),
        ("1b", 0, 5),
        ("2a", 0, 5),
    ]
    assert {chair.most for chair in ranking(tables)} == {4}


def test_where_few_points_win_fewer_are_better() -> None:
    assert shown(table(1, ranked((5, 9), low_wins=True)), table(2, ranked((7, 3), low_wins=True))) == [
        ("1a", 2, 1),
        ("2b", 2, 1),
        ("1b", 0, 3),
        ("2a", 0, 3),
    ]


def test_where_points_do_not_say_who_is_ahead_the_rank_at_the_own_table_counts() -> None:
    # At the first table more points won, at the second fewer: they are no measure.
    first, second = table(1, Outcome((1, 2), (8, 5))), table(2, Outcome((2, 1), (9, 4)))
    assert direction([first[1], second[1]]) == 0
    assert shown(first, second) == [("1a", 2, 1), ("2b", 2, 1), ("1b", 0, 3), ("2a", 0, 3)]


def test_who_wins_together_is_ahead_of_who_loses_with_more_points() -> None:
    def together(rank: int, score: int) -> Outcome:
        return Outcome((rank, rank), (score, score), Result.TOGETHER)

    tables = [table(i, together(*came)) for i, came in enumerate([(2, 9), (1, 4), (1, 6)], 1)]
    assert [(name, points) for name, points, _ in shown(*tables)][::2] == [("3a", 4), ("2a", 2), ("1a", 0)]


def test_nobody_has_a_place_while_there_is_one_table() -> None:
    assert shown(table(1, ranked((3, 1)))) == [("1a", 0, None), ("1b", 0, None)]


def test_bots_and_stand_ins_are_compared_but_have_no_place_where_people_play() -> None:
    tables = (
        table(1, ranked((30, 20)), PERSON, BOT),
        table(2, ranked((10, 40)), PERSON, STAND_IN),
        table(3, ranked((20, 30)), BOT, PERSON),
    )
    assert shown(*tables) == [
        ("1a", 4, 1),
        ("3b", 2, 2),
        ("2a", 0, 3),
        ("2b", 4, None),
        ("3a", 2, None),
        ("1b", 0, None),
    ]
    alone = [table(n, ranked(scores), BOT, BOT) for n, scores in ((1, (2, 1)), (2, (1, 2)))]
    assert [place for _, _, place in shown(*alone)] == [1, 1, 3, 3]


def test_who_sat_there_at_the_end_is_a_person_a_bot_or_a_bot_for_somebody() -> None:
    person, bot = SeatKind.PERSON, SeatKind.BOT
    plans = SeatPlan(person, "Léa"), SeatPlan(person, "Tom"), SeatPlan(bot), SeatPlan(bot, "Zoé")
    lobby = lobbies.Lobby("amerix", plans, "", deal=SameDeal("D"))
    seats = [SeatState(human=human) for human in (True, False, False, False)]
    found = result_of(lobby, seats, ranked((4, 3, 2, 1)), "g")
    assert found is not None and [chair.sitter for chair in found.seats] == [PERSON, STAND_IN, BOT, STAND_IN]
    assert result_of(lobbies.Lobby("amerix", plans, ""), seats, ranked((4, 3, 2, 1)), "g") is None


# ---- a table that plays it ------------------------------------------------------------------------------

FIXED = [
    p.Resize(id="a", seats=3),
    p.ChangeGame(id="a", game="spots"),
    p.ConfigureSeat(id="a", seat=0, options={}),
    p.Configure(id="a", options={"timers": "none"}),
    p.Configure(id="a", bots=BotLevel.STRONG),
    p.Configure(id="a", speed=lobbies.Speed.CALM),
    p.Configure(id="a", leisure=False),
    p.Configure(id="a", public=True),
    p.SetBot(id="a", seat=0, level=BotLevel.STRONG),
]


@pytest.mark.parametrize("message", FIXED, ids=lambda m: f"{type(m).__name__} {m}")
def test_what_would_make_it_another_table_is_refused_until_it_is_dealt(message: p.Command) -> None:
    lobby = lobbies.Lobby("amerix", (SeatPlan(),) * 2, "x", deal=SameDeal("D", "00"))
    with pytest.raises(Refused, match="deal_fixed"):
        must_keep(lobby, message)
    must_keep(lobbies.Lobby("amerix", (SeatPlan(),) * 2, "x", deal=SameDeal("D")), message)
    must_keep(lobbies.Lobby("amerix", (SeatPlan(),) * 2, "x"), message)


def test_chatter_and_bots_as_everywhere_are_not_refused() -> None:
    lobby = lobbies.Lobby("amerix", (SeatPlan(),) * 2, "x", deal=SameDeal("D", "00"))
    must_keep(lobby, p.Configure(id="a", chat=True, friends=True))
    must_keep(lobby, p.SetBot(id="a", seat=0, level=BotLevel.NORMAL))
    must_keep(lobby, p.Sit(id="a", name="Léa"))


def test_a_deal_is_dealt_once_and_then_forgotten() -> None:
    once = dealt(SameDeal("D", "00"))
    assert once == SameDeal("D") and dealt(once) is None and dealt(None) is None


# ---- over sockets ---------------------------------------------------------------------------------------


async def ask(server: Server, method: str, path: str, status: int = 200, **body: Any) -> Any:
    async with server.http.request(method, f"{server.url}/api/{path}", json=body or None) as answer:
        said = await answer.read()
        assert answer.status == status, said
        return msgspec.json.decode(said) if answer.content_type == "application/json" else said


async def opened(server: Server, **more: Any) -> tuple[str, str]:
    made = await ask(server, "POST", "deals", 201, game="amerix", **({"seats": 2} | more))
    return made["code"], made["token"]


async def sat(server: Server, deal: str, name: str) -> Client:
    """Somebody who has opened a table for it, and sits at his place."""
    made = await ask(server, "POST", f"deals/{deal}/tables", 201, token=None)
    client = await server.join(made["code"], made["token"])
    await client.do("sit", name=name)
    return client


def own_hand(client: Client) -> list[str]:
    zones = client.sight["view"]["zones"]
    hand = next(z for z in zones if z["name"] == "hand:0")
    return [card["face"] for card in hand["cards"]]


async def dealt_to(client: Client) -> list[str]:
    await client.do("start")
    await client.until(lambda: bool(client.sight.get("view")))
    return own_hand(client)


def test_two_tables_are_dealt_the_same_and_ranked_together(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=RUSHED) as server:
            deal, token = await opened(server)
            lea, tom = await sat(server, deal, "Léa"), await sat(server, deal, "Tom")
            assert lea.table["deal"] == {"code": deal, "dealt": False}
            hands = await dealt_to(lea), await dealt_to(tom)
            assert hands[0] == hands[1] and len(hands[0]) > 4
            assert lea.table["deal"] == {"code": deal, "dealt": True}
            before = await ask(server, "GET", f"deals/{deal}")
            assert (before["tables"], before["finished"], before["seed"]) == (2, 0, None)
            assert lea.table["commitment"] == tom.table["commitment"] == before["commitment"]
            await asyncio.gather(play_on(lea, Random(1)), play_on(tom, Random(2)))
            after = await ask(server, "GET", f"deals/{deal}")
            assert (after["finished"], after["scored"], after["records"]) == (2, True, [])
            people = {chair["name"]: chair for chair in after["chairs"] if chair["sitter"] == "person"}
            for who, client in (("Léa", lea), ("Tom", tom)):
                end = next(m for m in client.heard if m["type"] == "ended")
                assert people[who]["score"] == end["outcome"]["scores"][0]
            # Whoever has done better in the same chair has both matchpoints.
            scores = {who: chair["score"] for who, chair in people.items()}
            for who, other in (("Léa", "Tom"), ("Tom", "Léa")):
                sign = 1 if scores[who] == scores[other] else 2 * better(scores[who], scores[other], after)
                assert (people[who]["points"], people[who]["most"]) == (sign, 2)
            assert await ask(server, "POST", f"deals/{deal}/close", token=token)

    asyncio.run(run())


def better(mine: int, theirs: int, view: Any) -> bool:
    """Whether the first one has done better, as the ranks of each table say."""
    first = [chair for chair in view["chairs"] if chair["table"] == 1]
    winner, loser = sorted(first, key=lambda chair: chair["rank"])
    return mine > theirs if winner["score"] > loser["score"] else mine < theirs


def test_nobody_learns_the_seed_before_the_deal_is_closed(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=RUSHED) as server:
            deal, token = await opened(server)
            lea = await sat(server, deal, "Léa")
            watcher = await server.join(lea.code)
            # A device's part in the seed is not asked for.
            assert (await lea.ask("promise", promise="0" * 64))["type"] == "done"
            await dealt_to(lea)
            assert not any(m["type"] == "drawing" for m in lea.heard)
            await play_on(lea, Random(1))
            end = await lea.expect("ended")
            seed = (await server.hub.store.deal(deal)).seed  # type: ignore[union-attr]
            assert end["seed"] == "" and end["commitment"] == commitment(bytes.fromhex(seed))
            back = await server.join(lea.code, lea.token)
            await back.expect("ended")
            game = end["game_id"]
            for path in (f"records/{game}", f"records/{game}/replay", f"records/{game}/moments"):
                assert (await ask(server, "GET", path, 403))["code"] == "deal_open"
            assert (await ask(server, "POST", f"deals/{deal}/close", 400, token="wrong"))["code"] == "host_only"
            assert (await ask(server, "POST", f"deals/{deal}/close", 400, token=None))["code"] == "host_only"
            view = await ask(server, "GET", f"deals/{deal}")
            assert seed not in msgspec.json.encode(view).decode()
            for client in (lea, watcher, back):
                assert not any(seed in text for text in client.raw)
            closed = await ask(server, "POST", f"deals/{deal}/close", token=token)
            assert closed["seed"] == seed and closed["records"] == [game] and closed["closed"] >= closed["opened"]
            record = loads(await ask(server, "GET", f"records/{game}"))
            assert record.footer is not None and record.footer.seed == seed
            assert replay(AMERIX, record).outcome is not None
            again = await ask(server, "POST", f"deals/{deal}/tables", 409, token=None)
            assert again["code"] == "deal_closed"

    asyncio.run(run())


def test_a_rematch_is_a_game_like_any_other(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=RUSHED) as server:
            deal, _ = await opened(server)
            lea = await sat(server, deal, "Léa")
            assert await lea.refused("configure", options={"timers": "none"}) == "deal_fixed"
            await dealt_to(lea)
            await play_on(lea, Random(1))
            first = (await lea.expect("ended"))["commitment"]
            await lea.do("configure", options={"timers": "none"})
            await lea.do("start", now=True)
            await lea.until(lambda: lea.table["playing"] and lea.table["commitment"] != first)
            assert lea.table["deal"] is None
            await play_on(lea, Random(2))
            second = await lea.expect("ended")
            assert second["seed"] and second["commitment"] == commitment(bytes.fromhex(second["seed"]))
            assert await ask(server, "GET", f"records/{second['game_id']}")
            assert (await ask(server, "GET", f"deals/{deal}"))["finished"] == 1

    asyncio.run(run())


def test_a_server_that_was_stopped_deals_the_same_and_keeps_the_ranking(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=RUSHED) as server:
            deal, _ = await opened(server)
            lea, tom = await sat(server, deal, "Léa"), await sat(server, deal, "Tom")
            hand = await dealt_to(lea)
            await play_on(lea, Random(1))
            await lea.expect("ended")
            before = await ask(server, "GET", f"deals/{deal}")
        async with start_server(tmp_path, pace=RUSHED) as server:
            assert await ask(server, "GET", f"deals/{deal}") == before
            back = await server.join(tom.code, tom.token)
            assert back.table["deal"] == {"code": deal, "dealt": False}
            assert await dealt_to(back) == hand
            late = await sat(server, deal, "Zoé")
            assert await dealt_to(late) == hand
            end = await (await server.join(lea.code, lea.token)).expect("ended")
            assert end["seed"] == ""
            assert (await ask(server, "GET", f"records/{end['game_id']}", 403))["code"] == "deal_open"

    asyncio.run(run())


def test_who_is_given_up_has_seen_the_deal_and_is_not_dealt_it_again(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=RUSHED) as server:
            deal, _ = await opened(server)
            lea = await sat(server, deal, "Léa")
            hand = await dealt_to(lea)
            await lea.do("leave")
            other = await server.join(lea.code)
            await other.do("sit", name="Max")
            assert await dealt_to(other) != hand
            assert other.table["deal"] is None

    asyncio.run(run())


def test_what_finishes_after_the_close_does_not_count(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=RUSHED) as server:
            deal, token = await opened(server)
            lea = await sat(server, deal, "Léa")
            await dealt_to(lea)
            await ask(server, "POST", f"deals/{deal}/close", token=token)
            await play_on(lea, Random(1))
            end = await lea.expect("ended")
            assert (await ask(server, "GET", f"deals/{deal}"))["chairs"] == []
            # Its seed is known by now, and it can be watched.
            assert await ask(server, "GET", f"records/{end['game_id']}")

    asyncio.run(run())


def test_a_deal_has_so_many_tables_at_most_and_wrong_codes_are_refused(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path) as server:
            deal, _ = await opened(server)
            for _ in range(MOST_TABLES):
                await server.hub.deal_table(deal, "somebody")
            full = await ask(server, "POST", f"deals/{deal}/tables", 400, token=None)
            assert full["code"] == "too_many"
            assert (await ask(server, "GET", "deals/ZZZZZZ", 404))["code"] == "unknown_deal"
            assert (await ask(server, "GET", "deals/nothing-here", 404))["code"] == "unknown_deal"
            wrong = await ask(server, "POST", "deals", 400, game="amerix", seats=99)
            assert wrong["code"] == "bad_players"
            picture = await ask(server, "GET", f"deals/{read_code(deal)}/qr.svg")
            assert b"<svg" in picture

    asyncio.run(run())


def test_one_address_cannot_open_deals_without_end(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path) as server:
            for _ in range(30):
                await opened(server)
            assert (await ask(server, "POST", "deals", 429, game="amerix"))["code"] == "too_fast"

    asyncio.run(run())


def test_the_hash_of_the_seed_is_read_from_the_first_line_of_a_record() -> None:
    assert commitment_of(b'{"type":"header","commitment":"abc","game":"x"}\n{"type":"end"}\n') == "abc"
