"""The workers of a server: what takes long is done there, and no table waits for it.

Words that take a search, checks, replays and bots are pure Python. In a thread they would hold the interpreter
that the tables need, so they have processes of their own, with the same code (`desk.py`) and a lower priority. A
worker is started when there is something for it to do, and anew when it has died. Each does one job at a time;
those who wait take turns by who asks (an address, a table), so that whoever asks much waits longer, and only he.
"""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from logging import getLogger
from typing import Protocol

from msgspec import Struct

from tablee.arena.match import RANDOM
from tablee.kernel.moves import Move
from tablee.kernel.record import Entry
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Seat, Seats
from tablee.play.plan import Plan
from tablee.server.desk import (
    HEAD,
    Answer,
    Body,
    Consult,
    Course,
    Desk,
    Fault,
    Forget,
    Job,
    Judgement,
    Lost,
    No,
    Think,
    Thoughts,
    Understand,
    Understood,
    answer_of,
    packed,
)
from tablee.server.replica import Begun, Chair
from tablee.server.understanding import TypedLine

LOG = getLogger("tablee.server")
QUEUE = 8
"""Questions and replays of one address that may wait."""
MOST = 4
"""Workers for games at most."""
ANSWER_WITHIN = 60.0
"""Seconds after which a worker is given up."""
STOP_WITHIN = 1.0
TRIES = 2
NEW = 0
"""No generation of a worker has this number."""
NUMBERS = count(1)
"""Of games: a worker knows them by these."""


class WorkerDied(Exception):
    """A worker ended, or did not end, in the middle of a job."""


class Hand(Protocol):
    """Where jobs are done, one at a time."""

    generation: int
    """Which one it is: whoever comes after it knows nothing."""

    async def do(self, job: Job) -> Answer: ...

    async def close(self) -> None: ...


class ThreadHand:
    """In a thread of this process, as tests want it."""

    def __init__(self) -> None:
        self.generation = 1
        self._desk = Desk()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="desk")

    async def do(self, job: Job) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._desk.handle, job)

    async def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


class ProcessHand:
    """In a process of its own, which is started for its first job."""

    def __init__(self, within: float = ANSWER_WITHIN) -> None:
        self.generation = 1
        self._within = within
        self.process: Process | None = None

    async def do(self, job: Job) -> Answer:
        try:
            async with asyncio.timeout(self._within):
                if self.process is None:
                    self.process = await self._start()
                sent, heard = self.process.stdin, self.process.stdout
                assert sent is not None
                assert heard is not None
                sent.write(packed(job))
                await sent.drain()
                length = int.from_bytes(await heard.readexactly(HEAD))
                return answer_of(await heard.readexactly(length))
        except (OSError, EOFError, RuntimeError, TimeoutError) as wrong:  # the quick loop's pipes raise the third
            LOG.error("a worker died at a %s", type(job).__name__)
            await self.close()
            raise WorkerDied from wrong

    async def _start(self) -> Process:
        here = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tablee.server.desk", stdin=PIPE, stdout=PIPE, env=here, start_new_session=True
        )

    async def close(self) -> None:
        process, self.process = self.process, None
        self.generation += 1
        if process is None:
            return
        assert process.stdin is not None
        with suppress(RuntimeError):
            process.stdin.close()
        try:
            async with asyncio.timeout(STOP_WITHIN):
                await process.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class _Waiting(Struct, eq=False):
    prepare: Callable[[], Job]
    """Made when its turn has come: only then it is known what the worker has been told already."""
    done: "asyncio.Future[Answer]"


class WorkerLine:
    """Those who wait for one worker."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.games = 0
        self._waiting: OrderedDict[str, deque[_Waiting]] = OrderedDict()
        self._task: asyncio.Task[None] | None = None

    async def ask(self, who: str, prepare: Callable[[], Job], most: int | None = QUEUE) -> Answer:
        """Waits for its turn; whoever has too much waiting already is refused."""
        own = self._waiting.setdefault(who, deque())
        if most is not None and len(own) >= most:
            raise Refused("too_fast")
        waiting = _Waiting(prepare, asyncio.get_running_loop().create_future())
        own.append(waiting)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name="worker")
        return await waiting.done

    async def _run(self) -> None:
        while self._waiting:
            who, own = self._waiting.popitem(last=False)
            if not own:
                continue
            waiting = own.popleft()
            if own:
                self._waiting[who] = own
            if waiting.done.cancelled():
                continue
            try:
                answer = await self.hand.do(waiting.prepare())
            except Exception as wrong:
                if not waiting.done.done():
                    waiting.done.set_exception(wrong)
            else:
                if not waiting.done.done():
                    waiting.done.set_result(answer)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        for own in self._waiting.values():
            for waiting in own:
                waiting.done.cancel()
        self._waiting.clear()
        await self.hand.close()


class Crew:
    """All workers. Games stay with theirs, which knows them; replays and records have one of their own."""

    def __init__(self, hand: Callable[[], Hand] = ThreadHand, games: int = 1) -> None:
        self._games = [WorkerLine(hand()) for _ in range(games)]
        self._chores = WorkerLine(hand())

    @classmethod
    def of_processes(cls) -> "Crew":
        return cls(ProcessHand, min(MOST, max(1, (os.cpu_count() or 1) - 1)))

    def line(self) -> WorkerLine:
        """The one for another game."""
        return min(self._games, key=lambda line: line.games)

    async def chore(self, who: str, job: Job) -> bytes:
        """A replay or a record."""
        for _ in range(TRIES):
            with suppress(WorkerDied):
                answer = await self._chores.ask(who, lambda: job)
                if isinstance(answer, No):
                    raise answer.refusal
                if isinstance(answer, Body):
                    return answer.data
        raise Refused("server_error")

    async def close(self) -> None:
        await asyncio.gather(*(line.close() for line in (*self._games, self._chores)))


class Remote:
    """A game at a worker. Whatever is asked, the worker is told first what it has missed."""

    def __init__(self, crew: Crew, begun: Begun, entries: list[Entry]) -> None:
        """`entries` grows; only so many are told as the one who asks knows to be written."""
        self._begun = begun
        self._entries = entries
        self._line = crew.line()
        self._line.games += 1
        self._number = next(NUMBERS)
        self._generation = NEW
        self._told = 0
        self._faults = 0
        self._closed = False

    def _course(self, upto: int) -> Course:
        generation = self._line.hand.generation
        knows = generation == self._generation
        self._generation = generation
        first = self._told if knows else 0
        self._told = max(first, upto)
        return Course(self._number, None if knows else self._begun, first, self._entries[first : self._told])

    async def _ask(self, who: str, make: Callable[[], Job], most: int | None) -> Answer:
        """A worker that has forgotten the game is told it anew; one that dies over it is replaced, once."""
        try:
            for _ in range(1 + TRIES):
                try:
                    answer = await self._line.ask(who, make, most)
                except WorkerDied:
                    answer = Lost()
                if not isinstance(answer, Lost | Fault):
                    return answer
                self._generation = NEW
            raise WorkerDied
        finally:
            if self._closed:  # what still waited has told the worker of it once more
                self._forget()

    async def think(self, who: str, upto: int, wanted: Mapping[Seat, Chair]) -> dict[Seat, Plan | None]:
        """What bots plan after so many entries; nothing any more once nobody plays on. Those over whom workers die
        are replaced by chance."""
        while not self._closed:
            chairs = wanted
            if self._faults:
                chairs = {seat: Chair(RANDOM) for seat in wanted}
            try:
                answer = await self._ask(who, lambda c=chairs: Think(self._course(upto), c), None)  # type: ignore[misc]
            except WorkerDied:
                if self._faults:
                    raise
                self._faults += 1
                continue
            assert isinstance(answer, Thoughts), answer
            if answer.plans is not None:
                return answer.plans
        return {}

    async def consult(
        self, who: str, upto: int, seat: Seat, viewers: Seats, move: Move, *, only_asks: bool
    ) -> Judgement | No:
        """What would come of a move, or of it as the rules take it."""
        try:
            answer = await self._ask(
                who, lambda: Consult(self._course(upto), seat, viewers, move, only_asks), QUEUE
            )
        except WorkerDied:
            return No("server_error", {})
        except Refused as no:
            return No(no.code, dict(no.details))
        assert isinstance(answer, Judgement | No), answer
        return answer

    async def understand(self, who: str, upto: int, typed: TypedLine) -> Understood | No:
        """What somebody means by what he typed."""
        try:
            answer = await self._ask(who, lambda: Understand(self._course(upto), typed), QUEUE)
        except WorkerDied:
            return No("server_error", {})
        except Refused as no:
            return No(no.code, dict(no.details))
        assert isinstance(answer, Understood | No), answer
        return answer

    def close(self) -> None:
        """The game is over, or nobody is there: the worker may forget it."""
        self._line.games -= 1
        self._closed = True
        self._forget()

    def _forget(self) -> None:
        if self._generation == self._line.hand.generation:
            self._generation = NEW
            forgetting = self._line.ask(f"forget {self._number}", lambda: Forget([self._number]), None)
            task = asyncio.ensure_future(forgetting)
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
