"""The start of races, the rematch that asks, the change of a game, and the pace of table time."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from tablee.bots.bot import BotLevel
from tablee.games.registry import game as game_named
from tablee.games.registry import games
from tablee.kernel.game import Game
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import seed_from
from tablee.server import clock as clocks
from tablee.server import lobby as lobbies
from tablee.server.clock import Pace, TableClock
from tablee.server.fairness import hold_for
from tablee.server.lobby import Lobby, SeatKind, SeatPlan, Speed
from tablee.server.log import GameStarted, read
from tests.server.client import Client, Server, eventually, start_server

STILL = 0.001


def at_table(
    path: Path, test: Callable[[Server], Awaitable[None]], pace: Pace | None = None, countdown: float = 0.0
) -> None:
    async def run() -> None:
        async with start_server(path, pace=pace or Pace(rate=STILL), countdown=countdown) as server:
            await test(server)

    asyncio.run(run())


async def laid_out(server: Server, game: str = "vizdibix", **wanted: Any) -> tuple[Client, Client]:
    """Léa and Tom at a table whose game has been started; neither has said that he is ready."""
    lea = await server.make(game, eager=False, seats=2, options={"starter": 0}, **wanted)
    await lea.do("sit", name="Léa")
    tom = await server.join(lea.code, eager=False)
    await tom.do("sit", name="Tom")
    await lea.do("start")
    await asyncio.gather(lea.expect("sight"), tom.expect("sight"))
    return lea, tom


def opened(client: Client) -> bool:
    return bool(client.table["playing"]) and client.table["gate"] is None


# ---- the gate -------------------------------------------------------------------------------------------


def test_a_race_is_laid_out_and_waits(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea, tom = await laid_out(server)
        table = server.hub.tables[lea.code]
        for client in (lea, tom):
            assert client.sight["gated"]
            assert client.sight["offers"] == {}
            assert "stimulus" not in client.sight
            assert "paused" not in client.sight
            assert client.table["gate"] == {"again": False, "ready": [], "waits": None, "opens": None}
        assert table.live is not None
        assert not table.live.clock.running
        assert table.next_wait() is None, "nothing happens by itself"
        for kind in ("play", "check", "draft"):
            assert await lea.refused(kind, seat=0, move="turn") == "not_yet"
        await lea.do("ready")
        await lea.until(lambda: lea.table["gate"]["ready"] == [0])
        assert lea.table["gate"]["waits"] is not None, "half of them are ready"
        await tom.do("ready")
        await asyncio.gather(lea.until(lambda: opened(lea)), tom.until(lambda: opened(tom)))
        await lea.until(lambda: "gated" not in lea.sight)
        await lea.do("play", seat=0, move="turn")

    at_table(tmp_path, test)


def test_the_stimulus_of_a_game_that_starts_with_one_is_shown_when_the_clock_runs(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea, tom = await laid_out(server, "touvavix")
        live = server.hub.tables[lea.code].live
        assert live is not None
        assert live.state.stimuli == [0]
        assert "stimulus" not in lea.sight
        await asyncio.gather(lea.do("ready"), tom.do("ready"))
        await lea.until(lambda: lea.sight.get("stimulus") == 0)

    at_table(tmp_path, test)


def test_other_games_start_at_once(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea, _ = await laid_out(server, "zieufermix")
        assert lea.table["gate"] is None
        assert "gated" not in lea.sight

    at_table(tmp_path, test)


def test_three_two_one_is_told_to_everybody_and_moves_wait_for_it(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea, tom = await laid_out(server)
        watcher = await server.join(lea.code, eager=False)
        await lea.do("ready")
        await tom.do("ready")
        for client in (lea, tom, watcher):
            told = await client.expect("lobby", lambda m: m["table"]["gate"]["opens"] is not None)
            assert 0 < told["table"]["gate"]["opens"] <= 60_000
        assert await lea.refused("play", seat=0, move="turn") == "not_yet"
        late = await server.join(lea.code, tom.token, eager=False)
        assert late.table["gate"]["opens"] is not None, "who comes back sees the countdown"

    at_table(tmp_path, test, countdown=60_000)


def test_who_is_silent_is_waited_for_only_so_long(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea, tom = await laid_out(server)
        await lea.do("ready")
        await lea.until(lambda: opened(lea))
        assert tom.table["gate"] is None

    at_table(tmp_path, test, Pace(rate=STILL, silent=30))


def test_one_of_four_does_not_hurry_the_others(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        people = [await server.make("vizdibix", eager=False, seats=4)]
        people += [await server.join(people[0].code, eager=False) for _ in range(3)]
        for i, client in enumerate(people):
            await client.do("sit", name=f"P{i}")
        await people[0].do("start")
        await people[1].do("ready")
        table = server.hub.tables[people[0].code]
        assert table.next_wait() is None
        await people[2].do("ready")
        assert table.next_wait() is not None

    at_table(tmp_path, test)


def test_alone_the_table_waits_for_ever_and_bots_are_ready(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea = await server.make("vizdibix", eager=False, seats=3)
        await lea.do("sit", name="Léa")
        await lea.do("start")
        await lea.expect("sight")
        await eventually(lambda: not server.hub.tables[lea.code]._thinking)
        assert server.hub.tables[lea.code].next_wait() is None
        await lea.do("ready")
        await lea.until(lambda: opened(lea))

    at_table(tmp_path, test, Pace(rate=STILL, silent=1))


def test_who_is_gone_is_not_waited_for(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea, tom = await laid_out(server)
        await lea.do("ready")
        await tom.close()
        await lea.until(lambda: opened(lea))

    at_table(tmp_path, test, Pace(rate=STILL, gone=20))


def test_who_leaves_is_not_waited_for(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea, tom = await laid_out(server)
        await lea.do("ready")
        await tom.do("leave")
        await lea.until(lambda: opened(lea))
        assert lea.table["seats"][1]["kind"] == "bot"
        assert lea.table["seats"][1]["stand_in"], "under the name of who left"

    at_table(tmp_path, test)


def test_a_game_that_all_leave_at_the_gate_is_given_up(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea, tom = await laid_out(server)
        await lea.do("leave")
        await tom.until(lambda: tom.table["you_host"])
        await tom.do("leave")
        table = server.hub.tables[lea.code]
        assert (table.live, table.lobby.playing, table.lobby.gated) == (None, False, False)

    at_table(tmp_path, test)


def test_one_press_is_enough_for_all_at_a_device(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        screen = await server.make("vizdibix", eager=False, seats=2)
        await screen.do("sit", name="Léa")
        await screen.do("sit", name="Tom")
        await screen.do("start")
        await screen.do("ready")
        await screen.until(lambda: opened(screen))

    at_table(tmp_path, test)


def test_only_people_are_asked_and_twice_is_once(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea, _ = await laid_out(server)
        watcher = await server.join(lea.code, eager=False)
        assert await watcher.refused("ready") == "not_your_seat"
        await lea.do("ready", id="r")
        length = server.hub.tables[lea.code].length
        await lea.do("ready", id="r")
        await lea.do("ready")
        assert server.hub.tables[lea.code].length == length

    at_table(tmp_path, test)


def test_a_gate_outlives_the_server(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=Pace(rate=STILL)) as server:
            lea, tom = await laid_out(server)
            await lea.do("ready", id="r")
        async with start_server(tmp_path, pace=Pace(rate=STILL, gone=60_000)) as server:
            again = await server.join(lea.code, lea.token, eager=False)
            assert again.table["gate"]["ready"] == [0]
            assert (await again.expect("sight"))["gated"]
            assert again.sight["now"] == 0
            await again.do("ready", id="r")
            other = await server.join(lea.code, tom.token, eager=False)
            await other.do("ready")
            await again.until(lambda: opened(again))
            await again.do("play", seat=0, move="turn")

    asyncio.run(run())


def test_a_countdown_that_a_restart_cut_off_begins_anew(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=Pace(rate=STILL), countdown=60_000) as server:
            lea, tom = await laid_out(server)
            await lea.do("ready")
            await tom.do("ready")
            await lea.until(lambda: lea.table["gate"]["opens"] is not None)
        async with start_server(tmp_path, pace=Pace(rate=STILL)) as server:
            both = [await server.join(lea.code, c.token, eager=False) for c in (lea, tom)]
            await both[0].until(lambda: opened(both[0]))

    asyncio.run(run())


# ---- again ----------------------------------------------------------------------------------------------


async def played_once(server: Server, game: str = "vizdibix") -> tuple[Client, Client]:
    """Léa and Tom, who have already played at this table."""
    lea = await server.make(game, eager=False, seats=2, options={"starter": 0})
    await lea.do("sit", name="Léa")
    tom = await server.join(lea.code, eager=False)
    await tom.do("sit", name="Tom")
    table = server.hub.tables[lea.code]
    table.lobby = structs.replace(table.lobby, played=1)
    return lea, tom


@pytest.mark.parametrize("game", ["vizdibix", "zieufermix"])
def test_a_rematch_asks_once(game: str, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea, tom = await played_once(server, game)
        await lea.do("start")
        await tom.until(lambda: tom.table["gate"] is not None)
        assert tom.table["gate"]["again"]
        assert tom.table["gate"]["ready"] == [0]
        assert 0 < tom.table["gate"]["waits"] <= 20_000
        await lea.do("start")
        assert not server.hub.tables[lea.code].lobby.playing, "a double click is no impatience"
        await tom.do("ready")
        await tom.until(lambda: opened(tom))

    at_table(tmp_path, test)


def test_who_does_not_play_again_looks_on(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea, tom = await played_once(server)
        await lea.do("start")
        await tom.do("stand", seat=1)
        await lea.until(lambda: opened(lea))
        assert [s["kind"] for s in lea.table["seats"]] == ["person", "bot"]

    at_table(tmp_path, test)


def test_the_host_need_not_wait(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea, _ = await played_once(server)
        await lea.do("start")
        await lea.do("start", now=True)
        await lea.until(lambda: opened(lea))

    at_table(tmp_path, test)


def test_a_rematch_waits_only_so_long(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea, _ = await played_once(server)
        await lea.do("start")
        await lea.until(lambda: opened(lea))

    at_table(tmp_path, test, Pace(rate=STILL, asked=30))


def test_who_asked_and_left_asks_no_more(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea, tom = await played_once(server)
        await lea.do("start")
        await lea.do("leave")
        await tom.until(lambda: tom.table["you_host"])
        assert tom.table["gate"] is None
        assert not tom.table["playing"]

    at_table(tmp_path, test)


def test_a_question_does_not_outlive_the_server(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=Pace(rate=STILL)) as server:
            lea, _ = await played_once(server)
            await lea.do("start")
        async with start_server(tmp_path, pace=Pace(rate=STILL)) as server:
            again = await server.join(lea.code, lea.token, eager=False)
            assert again.table["gate"] is None

    asyncio.run(run())


# ---- another game ---------------------------------------------------------------------------------------


def lobby_of(*plans: SeatPlan, game: str = "vizdibix", **fields: Any) -> Lobby:
    return Lobby(game, plans, "h", **fields)


def person(name: str, device: str = "") -> SeatPlan:
    return SeatPlan(SeatKind.PERSON, name, device=device or name)


def test_everybody_keeps_a_seat_where_there_is_room() -> None:
    lea = structs.replace(person("A"), options={"old": 1})
    before = lobby_of(lea, SeatPlan(), SeatPlan(SeatKind.BOT, level=BotLevel.STRONG), person("B"))
    after = lobbies.change_game(before, game_named("corsix"), "h")
    assert after.game == "corsix"
    assert [s.name for s in after.seats if s.kind is SeatKind.PERSON] == ["A", "B"]
    assert [s.kind for s in after.seats].count(SeatKind.BOT) == 1
    assert len(after.seats) == 4
    assert all(not s.options for s in after.seats if s.kind is SeatKind.PERSON)


def test_the_last_ones_look_on_where_there_is_none() -> None:
    small = min(games().values(), key=lambda g: g.info.players[1])
    most = small.info.players[1]
    names = "ABCDEFGH"[: most + 2]
    before = lobby_of(SeatPlan(SeatKind.BOT), *(person(n) for n in names))
    after = lobbies.change_game(before, small, "h")
    assert [s.name for s in after.seats] == list(names[:most])


def test_bots_and_free_chairs_make_up_the_least_number() -> None:
    game = max(games().values(), key=lambda g: g.info.players[0])
    after = lobbies.change_game(lobby_of(person("A"), game="solitix"), game, "h")
    assert len(after.seats) == game.info.players[0]


def test_time_and_language_stay_and_other_options_do_not() -> None:
    chosen = {"timers": "double", "language": "en", "chrono": "x", "starter": 3}
    after = lobbies.change_game(lobby_of(person("A"), person("B"), options=chosen), game_named("spiralix"), "h")
    assert after.options["timers"] == "double"
    assert after.options["language"] == "en"
    assert after.options["starter"] is None
    plain = lobbies.change_game(lobby_of(person("A"), person("B"), options=chosen), game_named("vizdibix"), "h")
    assert "language" not in lobbies.change_game(plain, game_named("corsix"), "h").options


def test_only_the_host_and_only_between_games() -> None:
    lobby = lobby_of(person("A"), person("B"))
    stranger, busy = structs.replace(lobby, host="x"), structs.replace(lobby, playing=True)
    for wrong, code in ((stranger, "host_only"), (busy, "already_started")):
        with pytest.raises(Refused) as no:
            lobbies.change_game(wrong, game_named("corsix"), "h")
        assert no.value.code == code


def test_another_game_at_the_same_table(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=Pace(rate=4000.0)) as server:
            lea = await server.make("zieufermix", seats=2)
            await lea.do("sit", name="Léa")
            tom = await server.join(lea.code)
            await tom.do("sit", name="Tom")
            assert await lea.refused("change_game", game="echecs") == "unknown_game"
            assert await tom.refused("change_game", game="corsix") == "host_only"
            await lea.do("start")
            assert await lea.refused("change_game", game="corsix") == "already_started"
            table = server.hub.tables[lea.code]
            await eventually(lambda: not table.lobby.playing)
            await lea.do("change_game", game="corsix")
            await tom.until(lambda: tom.table["game"] == "corsix")
            assert [s["name"] for s in tom.table["seats"]] == ["Léa", "Tom"]
            late = await server.join(lea.code)
            assert not any(m["type"] in ("sight", "ended") for m in late.heard), "the old game is over and gone"
        async with start_server(tmp_path, pace=Pace(rate=STILL)) as server:
            both = [await server.join(lea.code, c.token) for c in (lea, tom)]
            assert both[0].table["game"] == "corsix"
            assert not any(m["type"] == "ended" for m in both[0].heard)
            await both[0].do("start")
            log = [read(data) for data in await server.hub.store.log(lea.code)]
            assert [e.lobby.game for e in log if isinstance(e, GameStarted)] == ["zieufermix", "corsix"]

    asyncio.run(run())


# ---- the pace -------------------------------------------------------------------------------------------


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The clock on the wall, to be set by hand."""
    hands = [1_000_000.0]
    monkeypatch.setattr(clocks, "wall", lambda: hands[0])
    return hands


def test_a_clock_that_changes_its_rate_knows_every_moment(time: list[float]) -> None:
    clock = TableClock(500)
    time[0] += 100
    assert (clock.now(), clock.running) == (500, False)
    clock.run()
    time[0] += 40
    clock.rate = 0.5
    time[0] += 100
    clock.stop()
    time[0] += 1_000
    clock.rate = 1.25
    clock.run()
    time[0] += 80
    assert clock.now() == 500 + 40 + 50 + 100
    start = 1_000_100.0
    moments = {0: 500, 40: 540, 60: 550, 140: 590, 700: 590, 1_140: 590, 1_180: 640, 1_220: 690}
    for after, at in moments.items():
        assert clock.at(start + after) == pytest.approx(at)
    for at, after in {500: 0, 540: 40, 550: 60, 590: 1_140, 640: 1_180, 715: 1_240}.items():
        assert clock.moment(at) == pytest.approx(start + after)
    assert clock.until(740) == pytest.approx(40)


@given(cap=st.floats(0, 400), rate=st.sampled_from([0.5, 0.6, 1.0, 1.25]))
def test_a_hold_in_table_time_is_never_shorter_than_the_cap_on_the_wall(cap: float, rate: float) -> None:
    assert hold_for([cap], rate) / rate >= cap - 0.001
    assert hold_for([cap], rate) <= cap * rate + 10


def test_speeds_and_the_first_round_at_leisure() -> None:
    lobby = lobby_of(person("A"))
    speeds = {s: lobbies.tempo(structs.replace(lobby, speed=s), first_round=False) for s in Speed}
    assert speeds == {Speed.CALM: 0.6, Speed.NORMAL: 1.0, Speed.BRISK: 1.25}
    assert all(lobbies.tempo(structs.replace(lobby, speed=s), first_round=True) == 0.5 for s in Speed)
    assert lobbies.tempo(lobby, first_round=False, looks_on=True) == 5 * lobbies.tempo(lobby, first_round=False)
    hurried = structs.replace(lobby, leisure=False)
    assert lobbies.tempo(hurried, first_round=True) == 1.0


@pytest.mark.parametrize("key", sorted(games()))
def test_the_first_round_ends(key: str) -> None:
    """One stimulus for each seat, or one where everybody takes part; never in games without races."""
    game = game_named(key)
    seats = max(2, game.info.players[0])
    s = game.start(min(seats, game.info.players[1]), seed=seed_from(3))
    assert game.first_round(s) == game.races
    if game.races and type(game).first_round is Game.first_round:
        s.stimuli[:] = [0] * (1 if game.races_of_all else s.n)
        assert game.first_round(s)
        s.stimuli.append(0)
        assert not game.first_round(s)


def test_the_page_is_told_the_rate(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea, tom = await laid_out(server, speed="brisk")
        assert lea.sight["leisure"]
        assert lea.sight["rate"] == 50
        await asyncio.gather(lea.do("ready"), tom.do("ready"))
        # Cards turn by themselves; the third is the first of the second round.
        await lea.until(lambda: not lea.sight.get("leisure"))
        assert lea.sight["rate"] == 125
        assert lea.sight["stimulus"] == 2
        slow = [m for m in lea.heard if m["type"] == "sight" and m.get("stimulus", 0) < 2]
        assert all(m["rate"] == 50 for m in slow)

    at_table(tmp_path, test, Pace(rate=100.0))


def test_a_table_is_made_with_bots_and_a_pace_and_keeps_them(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea = await server.make("vizdibix", seats=3, bots="beginner", speed="calm")
        assert (lea.table["bots"], lea.table["speed"], lea.table["leisure"]) == ("beginner", "calm", True)
        await lea.do("sit", name="Léa")
        await lea.do("configure", bots="strong", speed="brisk", leisure=False)
        await lea.do("start")
        assert [s.get("level") for s in lea.table["seats"]] == [None, "strong", "strong"]
        assert "leisure" not in lea.sight
        async with server.http.post(f"{server.url}/api/tables", json={"game": "amerix", "speed": "?"}) as answer:
            assert answer.status == 400

    at_table(tmp_path, test)


# ---- alone, and after somebody has left -----------------------------------------------------------------


def test_whoever_is_alone_may_stop_the_clock_and_nobody_else() -> None:
    alone = lobby_of(person("A"), SeatPlan(SeatKind.BOT), playing=True)
    assert lobbies.pause(alone, "A", on=True).paused
    both = lobby_of(person("A"), person("B"), playing=True)
    with pytest.raises(Refused, match="host_only"):
        lobbies.pause(both, "A", on=True)
    shared = lobby_of(person("A", "x"), person("B", "x"), playing=True)
    with pytest.raises(Refused, match="host_only"):
        lobbies.pause(shared, "x", on=True)


@pytest.mark.parametrize("restarted", [False, True])
def test_a_bot_does_not_win_in_the_name_of_who_left(restarted: bool, tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=Pace(rate=400.0)) as server:
            lea = await server.make("zieufermix", seats=3)
            await lea.do("sit", name="Léa")
            tom = await server.join(lea.code)
            await tom.do("sit", name="Tom")
            await lea.do("start")
            await lea.do("leave")
            await tom.until(lambda: tom.table["you_host"])
            assert tom.table["seats"][0]["stand_in"]
            end = await tom.expect("ended")
            assert (end["names"][0], end["stand_ins"]) == ("Léa", [0])
        if restarted:
            async with start_server(tmp_path, pace=Pace(rate=STILL)) as server:
                again = await server.join(lea.code, tom.token)
                end = await again.expect("ended")
                assert (end["names"][0], end["stand_ins"]) == ("Léa", [0])

    asyncio.run(run())
