"""`python -m bench.load.bare`: what a move costs of the processor, without sockets.

Tables of four play the same cards every time, through the table's own task, its log in a real file, and all that
is sent as bytes. What the players decide is not counted. The kernel's part (sockets, wake-ups) is not in it: for
that there is `python -m bench.load`.
"""

import argparse
import asyncio
import itertools
import json
import tempfile
import time
from contextlib import suppress
from cProfile import Profile
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from bench.load.players import choose
from tablee.games.registry import game as game_named
from tablee.kernel.door import Door
from tablee.kernel.units import mask
from tablee.server import lobby as lobbies
from tablee.server.clock import Pace, wall
from tablee.server.crew import Crew
from tablee.server.log import LobbySet, write
from tablee.server.people import Arrived, Client, Spoken
from tablee.server.run import run, steady_pace
from tablee.server.secrets import hashed
from tablee.server.socket import decode
from tablee.server.sqlite import SqliteStore
from tablee.server.table import Table

PEOPLE = 4
GAME = "amerix"
PAUSE = 0.05
_WRITE = msgspec.json.Encoder()


class Ear:
    """A socket that only counts, and says when its table has told everybody what came of its player's move."""

    def __init__(self, seats: "Seats") -> None:
        self.seats = seats
        self.bytes = 0

    def post(self, message: bytes) -> None:
        self.bytes += len(message)

    def hold(self, message: bytes) -> None:
        self.bytes += len(message)

    def flush(self) -> None:
        self.seats.answered()

    def close(self) -> None:
        raise RuntimeError("a table has sent its players away")


class Seats:
    """The players of one table: they make the first move that they may make, when it is their turn."""

    def __init__(self, room: "Room", number: int, store: SqliteStore, crew: Crew) -> None:
        self.room = room
        devices = [hashed(f"{number}:{seat}") for seat in range(PEOPLE)]
        lobby = lobbies.new_lobby(game_named(GAME), PEOPLE, devices[0])
        self.table = Table(f"B{number:05}", lobby, store, crew, pace=Pace(countdown=0))
        self.ears = [Ear(self) for _ in devices]
        self.clients = [Client(ear, "", device) for ear, device in zip(self.ears, devices, strict=True)]
        self.commands = itertools.count(1)
        self.moving = False
        self.ready_for = ""

    async def open(self) -> None:
        table = self.table
        await table.store.create(table.row(), write(LobbySet(table.lobby)))
        table.length = 1
        table.start()
        for seat, client in enumerate(self.clients):
            table.inbox.put_nowait(Arrived(client))
            self.say(client, {"type": "sit", "name": f"P{seat}", "seat": seat})

    def say(self, client: Client, message: dict[str, Any]) -> None:
        understood = decode(_WRITE.encode({"id": f"c{next(self.commands)}", **message}).decode())
        assert understood is not None
        self.table.inbox.put_nowait(Spoken(client, understood, wall()))

    def answered(self) -> None:
        if self.moving:
            self.moving = False
            self.room.under_way -= 1
            self.room.news.set()

    def play(self) -> bool:
        """Makes a move, if anybody has one to make just now."""
        live = self.table.live
        if live is None or live.over or not self.table.lobby.playing:
            self.say(self.clients[0], {"type": "start", "now": True})
        elif self.table.lobby.gated and self.ready_for != self.table.game_id:
            self.ready_for = self.table.game_id
            for client in self.clients:
                self.say(client, {"type": "ready"})
        elif not self.table.lobby.gated:
            for seat in live.state.phases[-1].active(live.state):
                chosen = choose(json.loads(_WRITE.encode(Door(live.state, mask(seat)).offers(seat))))
                if chosen is not None:
                    self.moving = True
                    self.say(self.clients[seat], {"type": "play", "seat": seat, **chosen})
                    return True
        return False


class Room:
    """Many tables, of which a few move at once, as the moves of a busy server fall together."""

    def __init__(self, tables: int, at_once: int) -> None:
        self.count, self.at_once = tables, at_once
        self.under_way = 0
        self.news = asyncio.Event()
        """A move has been told."""
        self.not_counted = 0.0
        self.profile: Profile | None = None

    async def measure(self, moves: int, folder: Path) -> dict[str, float]:
        steady_pace()
        store = SqliteStore(folder / "bare.sqlite3")
        await store.open()
        crew = Crew()
        numbers = itertools.count(1)
        with patch("tablee.server.logic.new_seed", lambda: next(numbers).to_bytes(16)):
            all_seats = [Seats(self, number, store, crew) for number in range(self.count)]
            for seats in all_seats:
                await seats.open()
            await self.play(all_seats, moves // 4)
            sent = sum(ear.bytes for seats in all_seats for ear in seats.ears)
            whole, loop, self.not_counted = time.process_time(), time.thread_time(), 0.0
            await self.play(all_seats, moves)
            whole, loop = time.process_time() - whole, time.thread_time() - loop
            sent = sum(ear.bytes for seats in all_seats for ear in seats.ears) - sent
        for seats in all_seats:
            await seats.table.stop()
        await store.close()
        await crew.close()
        return {
            "us_per_move": round(1e6 * (whole - self.not_counted) / moves, 1),
            "loop_us": round(1e6 * (loop - self.not_counted) / moves, 1),
            "writer_us": round(1e6 * (whole - loop) / moves, 1),
            "bytes_per_move": round(sent / moves),
        }

    async def play(self, all_seats: list[Seats], moves: int) -> None:
        """So many moves, a few at once; tables in turn."""
        made, tables = 0, itertools.cycle(all_seats)
        while made < moves or self.under_way:
            began = time.thread_time()
            tried = 0
            while made < moves and self.under_way < self.at_once and tried < self.count:
                tried += 1
                seats = next(tables)
                if not seats.moving and seats.play():
                    made += 1
                    self.under_way += 1
            self.not_counted += time.thread_time() - began
            if self.profile is not None:
                self.profile.enable()
            self.news.clear()
            with suppress(TimeoutError):  # all that could move is shown how a round has ended
                async with asyncio.timeout(PAUSE):
                    await self.news.wait()
            if self.profile is not None:
                self.profile.disable()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.load.bare", description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--at-once", type=int, default=4, help="moves that are under way at any moment")
    parser.add_argument("--moves", type=int, default=4_000)
    parser.add_argument("--profile", type=Path, help="profile the event loop into this file (slows it)")
    args = parser.parse_args()
    room = Room(args.tables, args.at_once)
    room.profile = Profile() if args.profile else None

    async def go() -> None:
        with tempfile.TemporaryDirectory() as folder:
            print(json.dumps(await room.measure(args.moves, Path(folder))), flush=True)

    run(go())
    if room.profile is not None:
        room.profile.dump_stats(args.profile)


if __name__ == "__main__":
    main()
