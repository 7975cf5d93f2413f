"""Four scripted people at each of many tables, over real sockets. Told what to do in lines of JSON.

`{"do": "tables", "count": n}` opens tables until there are so many, `seats` connects and seats four people at
each, `start` begins their games, `play` plays at a rate for some seconds. Each is answered with one line.
"""

import argparse
import asyncio
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from statistics import quantiles
from typing import Any

import aiohttp
import msgspec
from msgspec import Struct

from bench.load.websocket import Line
from tablee.server.protocol import PROTOCOL

PEOPLE = 4
AT_ONCE = 64
WITHIN = 120.0
UNANSWERED = 10.0
UNSEEN = 0.3
"""Seconds to wait for those who may have nothing new to see."""
TURNS = ("lay", "keep", "draw", "pass", "name")
"""What is played, the first that is offered; shouts and presses are left alone."""


class Seen(Struct):
    active: list[int]


class Welcome(Struct, tag="welcome"):
    token: str


class Sight(Struct, tag="sight"):
    number: int
    view: Seen
    offers: dict[str, list[dict[str, Any]]]
    gated: bool = False


class Done(Struct, tag="done"):
    id: str


class Refused(Struct, tag="refused"):
    id: str
    code: str


class Ended(Struct, tag="ended"):
    pass


class Bye(Struct, tag="bye"):
    code: str


class Lobby(Struct, tag="lobby"):
    pass


class Lag(Struct, tag="lag"):
    pass


class Trouble(Struct, tag="trouble"):
    code: str | None


Told = Welcome | Sight | Done | Refused | Ended | Bye | Lobby | Lag | Trouble
_READ = msgspec.json.Decoder(Told)
_WRITE = msgspec.json.Encoder()
now = time.monotonic


def choose(offers: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The first legal move of the script: lays where it can."""
    by_name = {offer["name"]: offer for offer in offers}
    for name in TURNS:
        if name in by_name:
            offer = by_name[name]
            args: dict[str, Any] = {}
            for parameter, domain in offer.get("params", {}).items():
                value = first(domain, args)
                if value is not None:
                    args[parameter] = value
            return {"move": name, "args": args, "answers": offer.get("stimulus")}
    return None


def first(domain: dict[str, Any], args: dict[str, Any]) -> Any:
    match domain["type"]:
        case "OneCard":
            return domain["cards"][0]
        case "OneOf":
            return domain["names"][0]
        case "Flag":
            return True
        case "ByChoice":
            chosen = domain["table"].get(str(args[domain["of"]]), domain["other"])
            return first(chosen, args)
    return None


class Person:
    """One socket."""

    def __init__(self, table: "Table", seat: int) -> None:
        self.table = table
        self.seat = seat
        self.line: Line | None = None
        self.games = 0
        self.sight: Sight | None = None
        self.sits: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def connect(self, port: int, token: str | None) -> None:
        loop = asyncio.get_running_loop()
        _, self.line = await loop.create_connection(lambda: Line(self.hear, now), "127.0.0.1", port)
        await self.line.opened
        self.say({"type": "hello", "protocol": PROTOCOL, "code": self.table.code, "token": token})
        self.say({"type": "sit", "id": "sit", "name": f"P{self.seat}", "seat": self.seat})
        await self.sits

    def say(self, message: dict[str, Any]) -> None:
        assert self.line is not None
        self.line.say(_WRITE.encode(message))

    def hear(self, data: bytes, at: float) -> None:
        told = _READ.decode(data)
        if isinstance(told, Sight) and told.gated:
            self.say({"type": "ready", "id": f"ready{self.games}"})
        elif isinstance(told, Sight):
            self.sight = told
            self.table.saw(self, at)
        elif isinstance(told, Done):
            if told.id == "sit":
                self.sits.set_result(None)
            else:
                self.table.done(told.id)
        elif isinstance(told, Refused):
            self.table.refused(told)
        elif isinstance(told, Ended):
            self.games += 1
            self.sight = None
            if self.seat == 0:
                self.say({"type": "start", "id": f"start{self.games}", "now": True})
        elif isinstance(told, Bye | Trouble):
            self.table.house.noted[f"{type(told).__name__.lower()} {told.code}"] += 1


class Table:
    """Four people who answer their turns, one move at a time."""

    def __init__(self, house: "House", code: str, token: str) -> None:
        self.house = house
        self.code = code
        self.token = token
        self.people: list[Person] = []
        self.waiting: set[Person] = set()
        """Who has not seen yet what happened last."""
        self.moves = 0
        self.mover: Person | None = None
        self.sent = 0.0
        self.acknowledged = False
        self.due = self.planned = 0.0
        self.timer: asyncio.TimerHandle | None = None

    async def seat(self, port: int) -> None:
        self.people = [Person(self, seat) for seat in range(PEOPLE)]
        for person in self.people:
            await person.connect(port, self.token if person.seat == 0 else None)

    def saw(self, person: Person, at: float) -> None:
        if self.mover is None:  # an alarm: nobody moves before all have seen it, or some may see nothing of it
            if person not in self.waiting:
                self.waiting = set(self.people)
            self.waiting.discard(person)
            self.plan(UNSEEN if self.waiting else 0.0)
        elif person is not self.mover or self.acknowledged:
            self.waiting.discard(person)
            if not self.waiting:
                self.house.spans.append(at - self.sent)
                self.mover = None
                self.plan()

    def done(self, command: str) -> None:
        if command == f"m{self.moves}":
            self.acknowledged = True

    def refused(self, told: Refused) -> None:
        self.house.noted[f"refused {told.code}"] += 1
        if self.mover is not None and told.id == f"m{self.moves}":
            self.give_up()

    def give_up(self) -> None:
        self.mover = None
        self.plan(UNSEEN)

    def plan(self, at_least: float = 0.0) -> None:
        """The next move is made when it is due, or at once if that is past."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if self.house.interval:
            self.planned = max(self.due, now() + at_least)
            self.timer = asyncio.get_running_loop().call_at(self.planned, self.move)

    def move(self) -> None:
        self.timer = None
        if self.mover is not None or not self.house.interval:
            return
        for person in self.people:
            sight = person.sight
            if sight is None or person.seat not in sight.view.active:
                continue
            chosen = choose(sight.offers.get(str(person.seat), []))
            if chosen is not None:
                break
        else:
            return
        self.moves += 1
        self.mover, self.acknowledged, self.waiting = person, False, set(self.people)
        self.sent = now()
        self.house.late.append(self.sent - self.planned)
        self.due = max(self.due, self.sent - self.house.interval) + self.house.pause()
        person.say({"type": "play", "id": f"m{self.moves}", "seat": person.seat, **chosen})


class House:
    """All tables of this process."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.tables: list[Table] = []
        self.seated = self.started = 0
        self.interval = 0.0
        self.noted: Counter[str] = Counter()
        self.spans: list[float] = []
        self.late: list[float] = []
        self._random = random.Random(4)

    def pause(self) -> float:
        """People are not metronomes: half to one and a half of the mean."""
        return self.interval * (0.5 + self._random.random())

    async def watch(self, seconds: float) -> None:
        """Waits, and looks after tables whose move brought somebody no view."""
        end = now() + seconds
        while (left := end - now()) > 0:
            await asyncio.sleep(min(1.0, left))
            for table in self.tables:
                if table.mover is not None and now() - table.sent > UNANSWERED:
                    self.noted["unanswered"] += 1
                    table.give_up()

    async def open_tables(self, count: int) -> dict[str, Any]:
        async with aiohttp.ClientSession(f"http://127.0.0.1:{self.port}") as session:

            async def make() -> None:
                async with session.post("/api/tables", json={"game": "amerix", "seats": PEOPLE}) as answer:
                    answer.raise_for_status()
                    made = await answer.json()
                self.tables.append(Table(self, made["code"], made["token"]))

            await in_groups([make] * (count - len(self.tables)))
        return {"tables": len(self.tables)}

    async def take_seats(self) -> dict[str, Any]:
        fresh = self.tables[self.seated :]
        await in_groups([self._seating(table) for table in fresh])
        self.seated = len(self.tables)
        return {"sockets": self.seated * PEOPLE}

    def _seating(self, table: Table) -> Callable[[], Coroutine[Any, Any, None]]:
        return lambda: table.seat(self.port)

    async def start(self) -> dict[str, Any]:
        for i, table in enumerate(self.tables[self.started :]):
            table.people[0].say({"type": "start", "id": "start"})
            if i % AT_ONCE == 0:
                await asyncio.sleep(0.05)
        self.started = len(self.tables)
        deadline = now() + WITHIN
        while now() < deadline and not all(p.sight for t in self.tables for p in t.people):
            await asyncio.sleep(0.2)
        return {"started": sum(all(p.sight for p in t.people) for t in self.tables)}

    async def play(self, rate: float, seconds: float) -> dict[str, Any]:
        self.interval = 1 / rate
        self.spans, self.late, self.noted = [], [], Counter()
        began, cpu = now(), time.process_time()
        for table in self.tables:
            table.due = began + self._random.random() * self.interval
            if table.mover is None:
                table.plan()
        await self.watch(seconds)
        span, used = now() - began, time.process_time() - cpu
        spans, late = self.spans, self.late
        self.interval = 0.0
        lost = sum(p.line is None or p.line.lost for t in self.tables for p in t.people)
        waiting = sum(t.mover is not None for t in self.tables)
        deadline = now() + UNANSWERED
        while now() < deadline and any(t.mover is not None for t in self.tables):
            await asyncio.sleep(0.1)
        return {
            "moves": len(spans),
            "seconds": span,
            **spread(spans),
            "players_late_p99_ms": spread(late)["p99_ms"],
            "players_cpu": used / span,
            "unfinished": waiting,
            "lost_sockets": lost,
            "noted": dict(self.noted),
        }


def spread(spans: list[float]) -> dict[str, float]:
    if len(spans) < 2:
        return {"p50_ms": 0.0, "p99_ms": 0.0, "max_ms": 0.0}
    cuts = quantiles(spans, n=100, method="inclusive")
    return {"p50_ms": cuts[49] * 1000, "p99_ms": cuts[98] * 1000, "max_ms": max(spans) * 1000}


async def in_groups(jobs: list[Callable[[], Awaitable[None]]]) -> None:
    """All of them, a few at a time."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(job: Callable[[], Awaitable[None]]) -> None:
        async with gate:
            await job()

    await asyncio.gather(*(one(job) for job in jobs))


async def obey(port: int) -> None:
    house, loop = House(port), asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        order = json.loads(line)
        match order:
            case {"do": "tables", "count": int(count)}:
                answer = await house.open_tables(count)
            case {"do": "seats"}:
                answer = await house.take_seats()
            case {"do": "start"}:
                answer = await house.start()
            case {"do": "play", "rate": float(rate), "seconds": float(seconds)}:
                answer = await house.play(rate, seconds)
            case _:
                answer = {"error": f"unknown order {order}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    asyncio.run(obey(parser.parse_args().port))
