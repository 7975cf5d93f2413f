"""Live tables over real sockets: whole games, moves and their refusals, who sees what."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tablee.games.registry import game as game_named
from tablee.kernel.door import Door, encode
from tablee.kernel.record import Played, apply, loads, replay
from tablee.kernel.rng import commitment, seed_from
from tablee.kernel.units import Seats
from tablee.server.clock import Pace
from tablee.server.log import GameStarted, Step, read
from tablee.server.web import make_app
from tests.server.client import Client, Message, Server, eventually, play_on, some_move, start_server

RUSHED = Pace(rate=400.0)
"""A game of minutes takes a second."""
CALM = Pace(rate=0.001)
"""Nothing happens by itself."""


@pytest.fixture(autouse=True)
def same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.logic.new_seed", lambda: seed_from(1))


def at_table(path: Path, pace: Pace, test: Callable[[Server], Awaitable[None]]) -> None:
    async def run() -> None:
        async with start_server(path, pace=pace) as server:
            await test(server)

    asyncio.run(run())


async def two_people(
    server: Server, game: str, seats: int = 2, *, public: bool = False, **options: Any
) -> tuple[Client, Client]:
    """Léa in seat 0 begins, Tom in seat 1; the game has started."""
    lea = await server.make(game, seats=seats, public=public, options={"starter": 0, **options})
    await lea.do("sit", name="Léa")
    tom = await server.join(lea.code)
    await tom.do("sit", name="Tom")
    await lea.do("start", id="start")
    await asyncio.gather(lea.expect("sight"), tom.expect("sight"))
    return lea, tom


async def log_of(server: Server, code: str) -> list[Any]:
    return [read(data) for data in await server.hub.store.log(code)]


# ---- whole games ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["amerix", "vizdibix", "bazardelix", "zieufermix", "hyperspeedix", "frontibix"])
def test_a_whole_game_its_record_and_a_rematch(game: str, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea, tom = await two_people(server, game, seats=3)
        watcher = await server.join(lea.code)
        promised = lea.table["commitment"]
        await asyncio.gather(play_on(lea, Random(1)), play_on(tom, Random(2)), watcher.expect("ended"))
        end = next(m for m in lea.heard if m["type"] == "ended")
        assert end["commitment"] == promised == commitment(bytes.fromhex(end["seed"]))
        assert end["seed"] not in "".join(r for r in lea.raw if '"type":"ended"' not in r)

        async with server.http.get(f"{server.url}/api/records/{end['game_id']}") as answer:
            record = loads(await answer.read())
        final = replay(game_named(game), record)
        assert plain(final.outcome) == end["outcome"]
        assert [s.human for s in record.header.seats] == [True, True, False]

        table = server.hub.tables[lea.code]
        wanted, _ = table.game.next_options(final.outcome, final.options, final.seat_options)  # type: ignore[arg-type]
        await lea.until(lambda: not lea.table["playing"])
        assert lea.table["options"] == msgspec.to_builtins(wanted)
        assert end["names"] == ["Léa", "Tom", "Robot 3"]
        assert [s["kind"] for s in lea.table["seats"]] == ["person", "person", "free"]
        numbers = [m["number"] for m in lea.heard if m["type"] == "sight"]
        assert numbers == list(range(1, len(numbers) + 1)), "no sight is lost"

        back = await server.join(lea.code, tom.token)
        assert (await back.expect("ended")) == end
        await lea.do("start")
        await tom.until(lambda: tom.table["playing"] and tom.table["played"] == 2)
        await tom.until(lambda: tom.sight["view"].get("outcome") is None)
        assert tom.sight["view"]["you"] == [1]

    at_table(tmp_path, RUSHED, test)


# ---- moves ----------------------------------------------------------------------------------------------


def test_moves_are_refused_with_a_reason_and_change_nothing(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea = await server.make("amerix", seats=2, options={"starter": 0})
        assert await lea.refused("play", seat=0, move="draw") == "not_started"
        await lea.do("sit", name="Léa")
        tom = await server.join(lea.code)
        await tom.do("sit", name="Tom")
        await lea.do("start")
        await tom.expect("sight")
        length = server.hub.tables[lea.code].length
        assert await lea.refused("play", seat=1, move="draw") == "not_your_seat"
        assert await lea.refused("play", seat=7, move="draw") == "not_your_seat"
        assert await tom.refused("play", seat=1, move="draw") == "not_your_turn"
        assert await lea.refused("play", seat=0, move="fly") == "not_offered"
        assert await lea.refused("play", seat=0, move="lay", args={"card": "000000000000"}) == "not_possible"
        assert await lea.refused("play", seat=0, move="lay", args={"card": [1]}) == "not_possible"
        assert await lea.refused("play", seat=0, move="draw", args={"more": 1}) == "malformed"
        assert await lea.refused("check", seat=0, move="draw") == "not_checkable"
        assert await lea.refused("start") == "already_started"
        assert server.hub.tables[lea.code].length == length
        huge = await lea.ask("play", seat=0, move="draw", answers=10**40, reaction=1e300)
        assert huge["type"] == "done"

    at_table(tmp_path, CALM, test)


def test_a_move_may_be_too_early(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea, tom = await two_people(server, "vizdibix")
        await lea.do("play", seat=0, move="turn")
        offer = next(o for o in (await tom.expect("sight"))["offers"]["1"] if o["name"] == "turn")
        assert await tom.refused("play", seat=1, move="turn", answers=offer["stimulus"]) == "too_early"
        assert await tom.refused("play", seat=1, move="turn", answers=77) == "too_late"

    at_table(tmp_path, CALM, test)


def test_a_command_repeated_is_answered_and_not_done_twice(tmp_path: Path) -> None:
    async def first(server: Server) -> tuple[str, str]:
        lea, tom = await two_people(server, "amerix")
        await lea.do("play", id="draw", seat=0, move="draw")
        length = server.hub.tables[lea.code].length
        await lea.do("play", id="draw", seat=0, move="draw")
        both = [await lea.send("configure", id="draw", chat=True), await lea.send("sit", id="draw", name="Ada")]
        await lea.until(lambda: sum(m.get("id") == "draw" for m in lea.heard) == 4)
        assert both == ["draw", "draw"]
        assert await tom.refused("play", id="draw", seat=1, move="draw") == "not_your_turn", (
            "ids are a device's own"
        )
        assert server.hub.tables[lea.code].length == length
        return lea.code, lea.token

    async def then(server: Server, code: str, token: str) -> None:
        lea = await server.join(code, token)
        await lea.do("play", id="draw", seat=0, move="draw")
        await lea.do("start", id="start")
        log = await log_of(server, code)
        assert sum(isinstance(e, Step) and e.id == "draw" for e in log) == 1
        assert sum(isinstance(e, GameStarted) for e in log) == 1

    async def run() -> None:
        async with start_server(tmp_path, pace=CALM) as server:
            code, token = await first(server)
        async with start_server(tmp_path, pace=CALM) as server:
            await then(server, code, token)

    asyncio.run(run())


# ---- who sees what --------------------------------------------------------------------------------------


def plain(struct: Any) -> Any:
    return msgspec.json.decode(encode(struct))


async def shown_by_the_door(server: Server, code: str, viewers: Seats) -> list[tuple[Any, list[Any]]]:
    """The view after each step of the last game, and what happened in that step, from the log alone."""
    log = await log_of(server, code)
    latest = max(i for i, e in enumerate(log) if isinstance(e, GameStarted))
    started = log[latest]
    s = server.hub.tables[code].game.start(
        len(started.lobby.seats),
        seed=bytes.fromhex(started.seed),
        options=started.lobby.options,
        seat_options=[seat.options for seat in started.lobby.seats],
        seats=server.hub.tables[code].live.header.seats,  # type: ignore[union-attr]
        watched=True,
    )
    steps = [(plain(Door(s, viewers).view()), plain(Door(s, viewers).events(s.drain())))]
    for entry in log[latest + 1 :]:
        if isinstance(entry, Step):
            apply(s, entry.entry)
            steps.append((plain(Door(s, viewers).view()), plain(Door(s, viewers).events(s.drain()))))
    return steps


SAID = ("view", "offers", "stimulus", "paused", "gated", "leisure")


def follows(sights: list[Message], steps: list[tuple[Any, list[Any]]]) -> None:
    """Every sight is the door's view after some step, with exactly the events since the last one."""
    at = 0
    for before, sight in zip([{}, *sights], sights, strict=False):
        if before.get("gated") and before["view"] == sight["view"] and not sight.get("events"):
            continue  # the clock runs
        events: list[Any] = []
        while True:
            assert at < len(steps), f"the door never showed this: {sight}"
            view, told = steps[at]
            at += 1
            events += told
            if view == sight["view"] and events == sight.get("events", []):
                break
    assert not any(told for _, told in steps[at:]), "and nothing is kept back"


@pytest.mark.parametrize("game", ["amerix", "vizdibix"])
def test_a_seat_gets_what_the_door_shows_and_not_a_byte_more(game: str, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea = await server.make(game, seats=3)
        await lea.do("sit", name="Léa")
        tom, watcher = await server.join(lea.code), await server.join(lea.code)
        await tom.do("sit", name="Tom")
        await lea.do("start")
        await asyncio.gather(play_on(lea, Random(3)), play_on(tom, Random(4)), watcher.expect("ended"))
        for client, viewers in ((lea, 0b001), (tom, 0b010), (watcher, 0b111)):
            sights = [m for m in client.heard if m["type"] == "sight"]
            follows(sights, await shown_by_the_door(server, lea.code, viewers))
            others = {m["type"] for m in client.heard} - {"sight"}
            assert others <= {"welcome", "lobby", "lag", "done", "refused", "ended"}
            for before, after in pairwise(sights):
                same = all(before.get(k) == after.get(k) for k in SAID)
                assert not same or after.get("events"), "an empty message tells that somebody has pressed"
        assert all(not m["offers"] for m in watcher.heard if m["type"] == "sight")
        assert all(set(m["offers"]) <= {"0"} for m in lea.heard if m["type"] == "sight")

    at_table(tmp_path, RUSHED, test)


def test_who_comes_back_sees_what_who_stayed_sees(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea, tom = await two_people(server, "amerix", seats=3)
        await play_on(lea, Random(5), until=lambda: len(lea.heard) > 40)
        await lea.do("pause", on=True)
        await lea.until(lambda: bool(lea.sight.get("paused")))
        again = await server.connect()
        welcome = await again.hello(lea.code, lea.token)
        sight = await again.expect("sight")
        assert (sight["view"], sight["offers"]) == (lea.sight["view"], lea.sight["offers"])
        assert "events" not in sight
        lasting = [
            (e["kind"], e["data"])
            for m in lea.heard
            if m["type"] == "sight"
            for e in m.get("events", [])
            if e["keep"] == "lasting"
        ]
        assert [(line["kind"], line["data"]) for line in welcome["lines"]] == lasting
        assert again.table["seats"][0]["yours"]
        assert again.table["you_host"]
        assert tom.sight["view"] != lea.sight["view"]

        await again.do("pause", on=False)
        assert not (await lea.expect("sight", lambda m: not m.get("paused"))).get("paused")
        await asyncio.gather(play_on(lea, Random(6)), play_on(tom, Random(7)), again.expect("ended"))
        assert again.sight["view"] == lea.sight["view"], "a second tab of a device goes on with the first"

    at_table(tmp_path, RUSHED, test)


def test_a_spectator_has_no_part(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea, _ = await two_people(server, "bazardelix", seats=3)
        watcher = await server.join(lea.code)
        sight = await watcher.expect("sight")
        assert sight["offers"] == {}
        hands = [z for z in sight["view"]["zones"] if z["name"].startswith("hand")]
        assert hands
        assert not any("cards" in z for z in hands)
        assert await watcher.refused("play", seat=0, move="give") == "not_your_seat"
        assert await watcher.refused("hand", seat=0) == "not_your_seat"
        await watcher.do("leave")
        length = server.hub.tables[lea.code].length
        await watcher.do("leave")
        assert server.hub.tables[lea.code].length == length, "who has nothing to leave changes nothing"

    at_table(tmp_path, CALM, test)


def test_two_people_at_a_shared_screen(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        screen = await server.make("vizdibix", seats=3, options={"starter": 0})
        await screen.do("sit", name="Léa")
        await screen.do("sit", name="Tom")
        await screen.do("bot", seat=2, level="beginner")
        await screen.do("start")
        sight = await screen.expect("sight")
        assert sight["view"]["you"] == [0, 1]
        assert [o["name"] for o in sight["offers"]["0"]] == ["turn"]
        await screen.ask("play", seat=0, move="turn")  # or it has turned itself meanwhile: all the same
        sight = await screen.expect("sight", lambda m: "stimulus" in m)
        assert {o["name"] for o in sight["offers"]["0"]} == {"shout"}
        assert {o["name"] for o in sight["offers"]["1"]} == {"turn", "shout"}
        assert "curtain" not in sight
        await play_on(screen, Random(8))

    at_table(tmp_path, RUSHED, test)


def test_a_device_that_is_passed_round_shows_a_curtain_between_two_people(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        device = await server.make("amerix", seats=3, options={"starter": 0})
        await device.do("sit", name="Léa")
        await device.do("sit", name="Tom")
        await device.do("start")
        live = server.hub.tables[device.code].live
        assert live is not None
        sight = await device.expect("sight")
        assert (sight["curtain"], sight["offers"], len(sight["view"]["you"])) == (True, {}, 3)
        assert not live.clock.running, "time stands still while nobody has the device"
        assert await device.refused("play", seat=0, move="draw") == "not_your_seat"
        assert await device.refused("hand", seat=2) == "not_your_seat"

        await device.do("hand", seat=0)
        mine = await device.expect("sight", lambda m: not m.get("curtain"))
        assert mine["view"]["you"] == [0]
        assert set(mine["offers"]) == {"0"}
        assert live.clock.running
        assert await device.refused("play", seat=1, move="draw") == "not_your_seat"
        await device.do("play", seat=0, move="draw")

        await device.do("hand", seat=None)
        assert (await device.expect("sight", lambda m: bool(m.get("curtain"))))["offers"] == {}
        assert not live.clock.running
        await device.do("hand", seat=1)
        assert (await device.expect("sight", lambda m: not m.get("curtain")))["view"]["you"] == [1]

        other_tab = await server.join(device.code, device.token)
        assert (await other_tab.expect("sight"))["curtain"], "each tab has a curtain of its own"

    at_table(tmp_path, CALM, test)


def test_nobody_takes_a_screen_alone_while_all_around_it_are_asked(tmp_path: Path) -> None:
    """Somebody may say so a moment too late, when the curtain is no longer there."""

    async def test(server: Server) -> None:
        device = await server.make("cadavrexkix", seats=2)
        await device.do("sit", name="Léa")
        await device.do("sit", name="Tom")
        await device.do("start")
        sight = await device.expect("sight")
        assert "curtain" not in sight, "everybody chooses the first card together"
        await device.do("hand", seat=1)
        assert [client.holder for client in server.hub.tables[device.code].clients] == [None]

    at_table(tmp_path, CALM, test)


def test_a_finished_game_is_not_shown_to_whoever_sits_there_next(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea, tom = await two_people(server, "vizdibix", seats=3)
        await asyncio.gather(play_on(lea, Random(1)), play_on(tom, Random(2)))
        await lea.do("stand", seat=1)
        ada = await server.join(lea.code)
        await ada.do("sit", name="Ada", seat=1)
        back = await server.join(lea.code, ada.token)
        assert (await back.expect("sight"))["view"]["you"] == [0, 1, 2]
        again = await server.join(lea.code, tom.token)
        assert (await again.expect("sight"))["view"]["you"] == [1], "who played still sees what he saw"

    at_table(tmp_path, RUSHED, test)


# ---- leaving --------------------------------------------------------------------------------------------


def test_a_token_opens_nothing_after_leaving(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea, tom = await two_people(server, "amerix", seats=3)
        tab = await server.join(lea.code, lea.token)
        await lea.do("leave")
        assert await lea.gone() == await tab.gone() == {"type": "bye", "code": "left"}
        await tom.until(lambda: bool(tom.table["you_host"]))
        assert (tom.table["seats"][0]["kind"], tom.table["seats"][0]["name"]) == ("bot", "Léa")
        thief = await server.join(lea.code, lea.token)
        assert thief.token != lea.token
        assert not any("yours" in s for s in thief.table["seats"])
        assert not thief.table["you_host"]
        assert (await thief.expect("sight"))["offers"] == {}
        await play_on(tom, Random(1))
        await tom.until(lambda: tom.table["seats"][0]["kind"] == "free")
        assert await thief.refused("bot", seat=0) == "host_only"

    at_table(tmp_path, RUSHED, test)


def test_a_game_that_everybody_leaves_is_given_up(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=CALM) as server:
            lea, tom = await two_people(server, "amerix", seats=3)
            await tom.do("leave")
            await lea.do("leave")
            await lea.gone()
            table = server.hub.tables[lea.code]
            assert table.live is None
            assert table.next_wait() is None
        async with start_server(tmp_path, pace=CALM) as server:
            ada = await server.join(lea.code)
            assert not ada.table["playing"]
            assert await ada.refused("bot", seat=0) == "host_only"
            assert [s["kind"] for s in ada.table["seats"]] == ["free"] * 3

    asyncio.run(run())


# ---- time -----------------------------------------------------------------------------------------------


def test_the_host_stops_the_clock(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea, tom = await two_people(server, "amerix", seats=3)
        await lea.do("pause", on=True)
        await tom.until(lambda: bool(tom.sight.get("paused")))
        table = server.hub.tables[lea.code]
        assert table.live is not None
        stopped = table.live.clock.now()
        assert await lea.refused("play", seat=0, move="draw") == "paused"
        assert table.next_wait() is None, "no alarm, no bot: nothing is spent"
        due = table.live.state.next_alarm()
        assert due is not None
        await lea.do("host", seat=1)
        await tom.do("pause", on=False)
        await lea.until(lambda: not lea.sight.get("paused"))
        assert table.live.state.now >= stopped
        assert lea.sight["view"]["clocks"][0]["at"] == due.at, "the time that was left is left"

    at_table(tmp_path, CALM, test)


def test_timers_may_be_off_and_a_default_plays_when_they_are_not(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea, _ = await two_people(server, "amerix", timers="none")
        assert not lea.sight["view"].get("clocks")
        assert server.hub.tables[lea.code].next_wait() is None
        timed, other = await two_people(server, "amerix", timers="double")
        await other.until(lambda: 1 in other.sight["view"]["active"])
        assert any(m["type"] == "sight" and m.get("events") for m in timed.heard)

    at_table(tmp_path, RUSHED, test)


def test_a_bot_that_fails_does_not_stop_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("tablee.games.amerix.bots.BOT.decide", fail)

    async def test(server: Server) -> None:
        lea, tom = await two_people(server, "amerix", seats=3, timers="none")
        live = server.hub.tables[lea.code].live
        assert live is not None

        def moved() -> bool:
            return live.over or sum(isinstance(e, Played) and e.seat == 2 for e in live.entries) >= 3

        await asyncio.gather(play_on(lea, Random(1), moved), play_on(tom, Random(2), moved))
        assert moved(), "chance plays on in the bot's seat"
        assert not live.over

    at_table(tmp_path, RUSHED, test)


def test_a_command_that_trips_over_a_fault_harms_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(server: Server) -> None:
        lea, tom = await two_people(server, "amerix")
        table = server.hub.tables[lea.code]
        assert table.live is not None
        good = encode(Door(table.live.state, 1).view())

        def fail(state: Any, *_: object) -> None:
            state.scores[0] = 99
            raise ZeroDivisionError

        with monkeypatch.context() as broken:
            broken.setattr(type(table.live.state), "play", fail)
            assert await lea.refused("play", seat=0, move="draw") == "malformed"
        assert encode(Door(table.live.state, 1).view()) == good
        await lea.do("play", seat=0, move="draw")
        assert await tom.expect("sight")

    at_table(tmp_path, CALM, test)


# ---- talking --------------------------------------------------------------------------------------------


def test_reactions_and_chat(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea = await server.make("amerix", seats=2)
        await lea.do("sit", name="Léa")
        tom = await server.join(lea.code)
        await lea.do("react", phrase="bravo")
        said = await tom.expect("spoke")
        assert (said["seat"], said["name"], said["phrase"]) == (0, "Léa", "bravo")
        assert await lea.refused("react", phrase="<script>") == "unknown_phrase"
        assert await lea.refused("chat", text="salut") == "chat_off"
        await lea.do("configure", chat=True)
        assert await tom.refused("chat", text="salut") == "not_your_seat"
        assert await lea.refused("chat", text="x" * 301) == "too_long"
        assert await lea.refused("chat", text=" \u0000\u202e ") == "too_long"
        await lea.do("chat", text=" <b>salut</b>\u202e ")
        assert (await tom.expect("spoke"))["text"] == "<b>salut</b>"
        for _ in range(3):
            await lea.do("react", phrase="🎉")
        assert await lea.refused("react", phrase="🎉") == "too_fast"
        await tom.do("react", phrase="👏")
        assert (await lea.expect("spoke", lambda m: m["phrase"] == "👏"))["seat"] is None

    at_table(tmp_path, CALM, test)


def test_silence_where_a_phase_asks_for_it(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea, tom = await two_people(server, "amerix")
        live = server.hub.tables[lea.code].live
        assert live is not None
        live.state.silent = True
        assert await tom.refused("react", phrase="bravo") == "silence"
        live.state.silent = False
        await tom.do("react", phrase="bravo")

    at_table(tmp_path, CALM, test)


def test_an_idle_table_leaves_the_memory_and_comes_back(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea, tom = await two_people(server, "amerix")
        view = lea.sight["view"]
        await server.hub.sweep()
        assert lea.code in server.hub.tables, "somebody is there"
        await lea.close()
        await tom.close()
        table = server.hub.tables[lea.code]
        await eventually(lambda: table.live is not None and table.live.state.paused and table.idle)
        await server.hub.sweep()
        assert lea.code not in server.hub.tables
        back = await server.join(lea.code, lea.token)
        assert (await back.expect("sight"))["view"]["zones"] == view["zones"]
        assert server.hub.tables[lea.code] is not table
        assert some_move(back.sight, Random(1), 0) is not None

    at_table(tmp_path, Pace(rate=0.001, gone=10, idle=5), test)


# ---- what the public may know ---------------------------------------------------------------------------


async def public_answers(server: Server, code: str) -> dict[str, bytes]:
    """Everything that somebody without a seat can ask for."""
    paths = [
        r.resource.canonical for r in make_app(server.hub).router.routes() if r.resource and r.method == "GET"
    ]
    asked = {path.format(code=code, key="crotdebix", id="a-game") for path in paths} - {"/ws"}
    found = {}
    for path in sorted(asked):
        async with server.http.get(server.url + path) as answer:
            found[path] = await answer.read()
    return found


def test_nothing_public_tells_that_somebody_has_chosen_unseen(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=Pace(rate=10)) as server:
            other = await server.make("amerix", public=True)
            lea, _ = await two_people(server, "crotdebix", public=True)
            before = await public_answers(server, lea.code)
            assert [t["code"] for t in msgspec.json.decode(before["/api/tables"])] == [lea.code, other.code]
            await other.do("sit", name="Max")
            live = server.hub.tables[lea.code].live
            assert live is not None
            move = some_move(lea.sight, Random(1))
            assert move is not None
            offer = live.state.find(0, move["move"])[1]
            assert offer.secret
            await eventually(lambda: live.clock.now() > offer.opens_at)  # one looks at one's hand first
            before = await public_answers(server, lea.code)
            length = server.hub.tables[lea.code].length
            await lea.do("play", **move)
            assert server.hub.tables[lea.code].length > length, "it is in the log"
            assert await public_answers(server, lea.code) == before

    asyncio.run(run())
