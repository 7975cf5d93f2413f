"""Workers: what takes long is done elsewhere, everybody in his turn, and a worker that dies is replaced."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from tablee.games.registry import game as game_named
from tablee.kernel.moves import Move
from tablee.kernel.record import Entry, Played, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import seed_from
from tablee.server import lobby as lobbies
from tablee.server.crew import QUEUE, Crew, ProcessHand, Remote, WorkerDied, WorkerLine
from tablee.server.desk import Answer, Body, Desk, Forget, Job, Judgement, No
from tablee.server.live import Live
from tablee.server.replica import Begun, Chair
from tablee.server.run import run as as_the_server_does
from tests.server.client import eventually, start_server


def begun(key: str = "amerix", seats: int = 3) -> Live:
    game = game_named(key)
    lobby = lobbies.sit(lobbies.new_lobby(game, seats, "Léa"), game, "Léa", None, "Léa")
    return Live(game, lobbies.ready(lobby, game), seed_from(1))


class SlowHand:
    """Notes what it is given, and waits to be let go on."""

    def __init__(self) -> None:
        self.generation = 1
        self.done: list[int] = []
        self.go = asyncio.Event()

    async def do(self, job: Job) -> Answer:
        await self.go.wait()
        assert isinstance(job, Forget)
        self.done += job.numbers
        return Body(b"")

    async def close(self) -> None:
        pass


def test_those_who_wait_take_turns_by_who_asks() -> None:
    async def run() -> None:
        hand = SlowHand()
        line = WorkerLine(hand)
        greedy = [asyncio.create_task(line.ask("greedy", lambda n=n: Forget([n]))) for n in range(5)]  # type: ignore[misc]
        await asyncio.sleep(0)
        modest = asyncio.create_task(line.ask("modest", lambda: Forget([99])))
        await asyncio.sleep(0)
        hand.go.set()
        await asyncio.gather(*greedy, modest)
        assert hand.done.index(99) <= 2
        assert [n for n in hand.done if n != 99] == [0, 1, 2, 3, 4]

    asyncio.run(run())


def test_who_has_too_much_waiting_is_refused_and_nobody_else() -> None:
    async def run() -> None:
        hand = SlowHand()
        line = WorkerLine(hand)
        asked = [asyncio.create_task(line.ask("greedy", lambda: Forget([]))) for _ in range(QUEUE + 5)]
        await asyncio.sleep(0.01)
        other = asyncio.create_task(line.ask("modest", lambda: Forget([])))
        hand.go.set()
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert 3 <= sum(isinstance(answer, Refused) for answer in answers) <= 5
        assert isinstance(await other, Body)

    asyncio.run(run())


def test_a_worker_starts_with_its_first_job_and_plans_what_its_like_in_a_thread_plans() -> None:
    async def run() -> None:
        live = begun()
        hand = ProcessHand()
        crew, threads = Crew(lambda: hand), Crew()
        assert hand.process is None
        wanted = {1: Chair("normal"), 2: Chair("beginner")}
        far = Remote(crew, Begun(live.header, live.state.seed), live.entries)
        near = Remote(threads, Begun(live.header, live.state.seed), live.entries)
        plans = await far.think("a", 0, wanted)
        assert hand.process is not None
        assert plans == await near.think("a", 0, wanted)
        follow(live)
        after = await far.think("a", 1, wanted)
        assert after == await near.think("a", 1, wanted)

        os.kill(hand.process.pid, signal.SIGKILL)
        follow(live)
        assert await far.think("a", 2, wanted) == await near.think("a", 2, wanted), "a new one is told all of it"
        await asyncio.gather(crew.close(), threads.close())
        assert hand.process is None

    as_the_server_does(run())


def follow(live: Live) -> None:
    """The next thing happens at the table: whoever may move makes the first move that there is."""
    s = live.state
    for seat in s.all_seats:
        for offer in s.offers(seat):
            for args in offer.enumerate():
                entry: Entry = Played(s.now + 1_000, seat, Move(offer.name, args, s.now + 1_000, offer.stimulus))
                try:
                    apply(s.copy(), entry)
                except Refused:
                    continue
                live.apply(entry)
                return
    raise AssertionError("nobody can move")


def test_a_worker_that_does_not_answer_is_given_up_and_the_next_one_does() -> None:
    async def run() -> None:
        hand = ProcessHand(within=20.0)
        await hand.do(Forget([]))
        process = hand.process
        assert process is not None
        hand._within = 0.2
        os.kill(process.pid, signal.SIGSTOP)
        with pytest.raises(WorkerDied):
            await hand.do(Forget([]))
        assert process.returncode is not None
        hand._within = 20.0
        assert await hand.do(Forget([])) == Body(b"")
        await hand.close()

    as_the_server_does(run())


class DeskHand:
    """A desk whose games can be counted. Each job waits to be let go on."""

    def __init__(self) -> None:
        self.generation = 1
        self.desk = Desk()
        self.go = asyncio.Event()

    async def do(self, job: Job) -> Answer:
        await self.go.wait()
        return self.desk.handle(job)

    async def close(self) -> None:
        pass

    @property
    def games(self) -> int:
        return len(self.desk._replicas)


def test_a_game_that_is_over_while_its_bots_still_think_is_forgotten_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Bots who need many turns at the desk: in the middle of it the game is let go, and the worker is told so
    before they are asked to go on."""
    monkeypatch.setattr("tablee.server.desk.SLICE", 0.0)

    async def run() -> None:
        live, hand = begun(), DeskHand()
        crew = Crew(lambda: hand)
        for _ in range(5):
            follow(live)
        hand.go.set()
        thinking = asyncio.create_task(live.remote(crew).think("a", 5, {1: Chair("normal")}))
        await eventually(lambda: hand.games == 1)
        live.let_go()
        await thinking
        await eventually(lambda: hand.games == 0)
        assert crew.line().games == 0

    asyncio.run(run())


def test_a_question_about_a_game_that_is_over_tells_no_worker_of_it_for_good() -> None:
    async def run() -> None:
        live, hand = begun("combadix"), DeskHand()
        crew = Crew(lambda: hand)
        remote = live.remote(crew)
        hand.go.set()
        await remote.think("a", 0, {1: Chair("normal")})
        live.let_go()
        await eventually(lambda: hand.games == 0)
        await remote.consult("a", 0, 0, 1, Move("none", {}), only_asks=True)
        await eventually(lambda: hand.games == 0)

    asyncio.run(run())


def test_bots_over_whom_workers_die_are_replaced_by_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    handle = Desk._handle

    def deadly(self: Desk, job: Job) -> Answer:
        if getattr(job, "wanted", {}).get(1, Chair("")).level == "strong":
            raise MemoryError
        return handle(self, job)

    async def run() -> None:
        monkeypatch.setattr(Desk, "_handle", deadly)
        crew, live = Crew(), begun()
        remote = Remote(crew, Begun(live.header, live.state.seed), live.entries)
        assert set(await remote.think("a", 0, {1: Chair("strong")})) == {1}
        await crew.close()

    asyncio.run(run())


def test_a_move_that_takes_a_search_comes_back_with_what_was_found() -> None:
    async def run() -> None:
        crew, live = Crew(), begun("solitix", 1)
        remote = Remote(crew, Begun(live.header, live.state.seed), live.entries)
        s = live.state
        while not any(o.name == "write" for o in s.offers(0)):
            follow(live)
        plan = next(o for o in s.offers(0) if o.name == "write").params["word"]
        letters = "".join(column[-1] for column in plan.columns if column and column[-1])[:5]  # type: ignore[attr-defined]
        move = Move("write", {"word": {"word": letters}}, s.now)
        verdict = await remote.consult("a", len(live.entries), 0, 1, move, only_asks=False)
        assert isinstance(verdict, Judgement), verdict
        assert len(verdict.move.args["word"]["steps"]) == 5
        assert verdict.move.known.keys() == {letters}
        never = Move("write", {"word": {"word": "zzzzzzzz"}}, s.now)
        for only_asks in (True, False):
            no = await remote.consult("a", len(live.entries), 0, 1, never, only_asks=only_asks)
            assert isinstance(no, No)
            assert no.code == "out_of_reach"
        await crew.close()

    asyncio.run(run())


def test_what_is_said_while_a_move_is_judged_comes_after_it(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path) as server:
            lea = await server.make("solitix", seats=1)
            await lea.do("sit", name="Léa")
            await lea.do("start")
            await lea.do("play", seat=0, move="cover_all", args={})
            await lea.until(lambda: any(o["name"] == "write" for o in lea.sight.get("offers", {}).get("0", ())))
            impossible = {"seat": 0, "move": "write", "args": {"word": {"word": "zzzzzzzz"}}}
            first = await lea.send("play", **impossible)
            second = await lea.send("check", **impossible)
            third = await lea.send("pause", on=True)
            ids = (first, second, third)

            def answered() -> list[str]:
                return [m["id"] for m in lea.heard if m.get("id") in ids]

            await lea.until(lambda: len(answered()) == 3)
            assert answered().index(first) < answered().index(third)
            table = server.hub.tables[lea.code]
            await eventually(lambda: table.lobby.paused)
            assert not table._held

    asyncio.run(run())
