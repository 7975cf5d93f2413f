"""Kills a real server again and again while tables play over sockets, and checks that nothing is lost.

`python -m tests.crash --kills 200 --tables 8 --seed 1`. After each kill the log is read from a copy of the files
and played again beside the server: whatever any client was told must stand in it, in order.
"""

import argparse
import asyncio
import shutil
import signal
import sqlite3
import sys
import tempfile
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Final, NamedTuple

import aiohttp
import msgspec
from msgspec import Raw, Struct

from tablee.games.registry import game as game_named
from tablee.kernel.door import Door
from tablee.kernel.events import Keep
from tablee.kernel.record import apply, loads, replay
from tablee.kernel.state import SeatState, State
from tablee.kernel.units import Seats, mask
from tablee.server.clock import Pace
from tablee.server.lobby import Lobby, SeatKind
from tablee.server.log import GameEnded, GameStarted, LobbySet, Step, read
from tablee.server.run import serve
from tablee.server.secrets import hashed

HOST: Final = "127.0.0.1"
PATIENCE: Final = 30.0
"""Seconds that a start, an answer or a disconnection may take before something is surely wrong."""
REPEATED: Final = 32
"""Old commands that a client may say again; the server promises to know at least its last few hundred."""
GAMES: Final = (("amerix", 2, 0), ("vizdibix", 3, 0), ("amerix", 3, 1), ("vizdibix", 2, 1), ("amerix", 4, 0))
"""What is played: the game, how many people, how many bots."""


class Lost(AssertionError):
    """The server broke a promise."""


class Told(NamedTuple):
    """Something that a client heard, in the order in which it heard it."""

    kind: str
    command: str = ""
    data: bytes = b""


class Framed(Struct):
    """The view inside a `sight`, byte for byte."""

    view: Raw


# ---- a client -------------------------------------------------------------------------------------------


def sample(domain: Mapping[str, Any], args: Mapping[str, Any], rng: Random) -> Any:
    """A value of a domain as clients are sent it; None: left out."""
    match domain["type"]:
        case "OneCard":
            return rng.choice(domain["cards"])
        case "OneOf":
            return rng.choice(domain["names"])
        case "Slot" | "FanPlace":
            return rng.choice(domain["places"])
        case "OneSeat":
            return rng.choice(domain["seats"])
        case "Number":
            return rng.randint(domain["low"], domain["high"])
        case "Flag":
            return rng.random() < 0.5
        case "ByChoice":
            return sample(domain["table"].get(args.get(domain["of"]), domain["other"]), args, rng)
        case "CardSet":
            return rng.sample(domain["cards"], rng.randint(domain["least"], domain["most"]))
        case "CardPerSeat":
            chosen = rng.sample(domain["cards"], len(domain["seats"]))
            return {str(seat): card for seat, card in zip(domain["seats"], chosen, strict=True)}
        case "Order":
            return rng.sample(domain["cards"], len(domain["cards"]))
        case "Vector":
            return {key: rng.randint(axis["low"], axis["high"]) for key, axis in domain["axes"].items()}
        case "Text":
            return "a" * rng.randint(1, domain["most"])
        case _:
            return None


def arguments(offer: Mapping[str, Any], rng: Random) -> dict[str, Any]:
    args: dict[str, Any] = {}
    for name, domain in offer.get("params", {}).items():
        value = sample(domain, args, rng)
        if value is not None:
            args[name] = value
    return args


class Player:
    """A scripted client that comes back with its token whenever the server does."""

    def __init__(self, world: "World", table: "Site", name: str, token: str | None, rng: Random) -> None:
        self.world = world
        self.table = table
        self.name = name
        self.token = token
        self.rng = rng
        self.online = False
        self.view: dict[str, Any] = {}
        self.sight: dict[str, Any] = {}
        self.seen_at = 0.0
        self.told: list[Told] = []
        self.acknowledged: set[str] = set()
        self.refused: set[str] = set()
        self.waiting: dict[str, dict[str, Any]] = {}
        """Commands without an answer yet."""
        self.said: deque[dict[str, Any]] = deque(maxlen=REPEATED)
        self.repeated: Counter[str] = Counter()
        self.count = 0
        self.moved = False
        """Has stood up once more before the first game."""

    @property
    def device(self) -> str:
        return hashed(self.token or "")

    async def run(self) -> None:
        while True:
            lives = self.world.lives
            try:
                await self.connect()
            except (aiohttp.ClientError, OSError):
                pass
            finally:
                self.online = False
            if lives == self.world.lives and self.world.up:
                self.world.complain(f"{self.name} was thrown out")
            await asyncio.sleep(self.rng.uniform(0.02, 0.08))

    async def connect(self) -> None:
        if not self.world.up:
            return
        async with self.world.session.ws_connect(f"{self.world.base}/ws") as ws:
            self.online = True
            hello = {"type": "hello", "protocol": 2, "code": self.table.code}
            await ws.send_json(hello | ({"token": self.token} if self.token else {}))
            for message in self.waiting.values():
                await ws.send_json(message)
            acting = asyncio.create_task(self.act(ws))
            try:
                async for frame in ws:
                    if frame.type is not aiohttp.WSMsgType.TEXT:
                        break
                    self.hear(frame.data)
            finally:
                acting.cancel()
                with suppress(asyncio.CancelledError, aiohttp.ClientError, OSError):
                    await acting

    def hear(self, data: str) -> None:
        message = msgspec.json.decode(data)
        match message["type"]:
            case "welcome":
                self.token = message["token"]
                self.view = message["table"]
                lines = [(line["kind"], line["data"]) for line in message["lines"]]
                self.told.append(Told("lines", data=msgspec.json.encode(lines)))
            case "lobby":
                self.view = message["table"]
            case "sight":
                self.sight, self.seen_at = message, monotonic()
                view = bytes(msgspec.json.decode(data, type=Framed).view)
                self.told.append(Told("sight", data=view))
            case "ended":
                self.table.ended.add(message["game_id"])
            case "done" | "refused":
                self.answered(message)
            case "trouble" | "bye":
                self.world.complain(f"{self.name} heard {message}")

    def answered(self, message: Mapping[str, Any]) -> None:
        command = message["id"]
        done = message["type"] == "done"
        if self.repeated[command]:
            self.repeated[command] -= 1
            if not done:
                self.world.complain(f"{self.name}: {command} was done, and is now refused: {message}")
        elif command in self.waiting:
            sent = self.waiting.pop(command)
            self.world.answers["done" if done else message["code"]] += 1
            if done:
                self.acknowledged.add(command)
                self.said.append(sent)
                self.told.append(Told("done", command))
            else:
                self.refused.add(command)

    async def act(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        asked = monotonic()
        while True:
            await asyncio.sleep(self.rng.uniform(0.03, 0.09))
            if self.waiting:
                if monotonic() - asked > PATIENCE:
                    self.world.complain(f"{self.name} gets no answer to {self.waiting}")
                    asked = monotonic()
                continue
            asked = monotonic()
            if self.said and self.rng.random() < 0.03:
                old = self.rng.choice(self.said)
                self.repeated[old["id"]] += 1
                await ws.send_json(old)
            command = self.choose()
            if command is not None:
                self.count += 1
                message = {"id": f"{self.name}.{self.count}", **command}
                self.waiting[message["id"]] = message
                await ws.send_json(message)
                if self.rng.random() < 0.03:
                    await ws.send_json(message)

    def choose(self) -> dict[str, Any] | None:
        seats = self.view.get("seats", [])
        mine = next((i for i, seat in enumerate(seats) if seat.get("yours")), None)
        if not self.view:
            return None
        if not self.view["playing"]:
            if self.world.closing and self.view["played"]:
                return None
            if mine is None:
                return {"type": "sit", "name": self.name}
            if not self.moved:
                self.moved = True
                return {"type": "stand", "seat": mine}
            if not self.view["you_host"] or sum(s["kind"] == "person" for s in seats) < len(self.table.players):
                return None
            return {"type": "start", "now": True} if all(player.moved for player in self.table.players) else None
        if self.view["gate"] is not None:
            return {"type": "ready"} if mine is not None and mine not in self.view["gate"]["ready"] else None
        if mine is None or not self.sight:
            return None
        now = self.sight["now"] + (monotonic() - self.seen_at) * 1_000 * self.sight.get("rate", 1)
        offers = [o for o in self.sight["offers"].get(str(mine), []) if o.get("opens_at", 0) < now]
        active = mine in self.sight["view"]["active"]
        if not offers or (not active and self.rng.random() < 0.9):
            return None
        offer = offers[0] if self.rng.random() < 0.7 else self.rng.choice(offers)
        play: dict[str, Any] = {"type": "play", "seat": mine, "move": offer["name"], "args": {}}
        play["args"] = arguments(offer, self.rng)
        if "stimulus" in offer:
            play |= {"answers": offer["stimulus"], "reaction": self.rng.uniform(150, 900)}
        return play


# ---- the truth ------------------------------------------------------------------------------------------


class Mirror:
    """A table as its log says, played along beside the server."""

    def __init__(self) -> None:
        self.log: list[bytes] = []
        self.lobby: Lobby | None = None
        self.state: State | None = None
        self.lines: list[list[tuple[Seats, tuple[str, Any]]]] = []
        """The lasting events of each game, with those who may know."""
        self.at: dict[tuple[str, str], int] = {}
        """Where in the log each command is."""
        self.ended: set[str] = set()
        self.views: list[set[bytes]] = []
        """All views after each entry since the last look, and before them the one it left."""
        self.first = 0

    def advance(self, log: Sequence[bytes]) -> None:
        known = len(self.log)
        if list(log[:known]) != self.log:
            raise Lost("what was in the log is gone")
        self.views = self.views[-1:]
        self.first = known - len(self.views)
        for number, data in enumerate(log[known:], known):
            self.log.append(data)
            self.take(number, data)
            self.views.append(self.seen())

    def take(self, number: int, data: bytes) -> None:
        entry = read(data)
        if isinstance(entry, LobbySet | GameStarted | GameEnded):
            self.lobby = entry.lobby
        if isinstance(entry, GameStarted):
            self.state = game_named(entry.lobby.game).start(
                len(entry.lobby.seats),
                seed=bytes.fromhex(entry.seed),
                options=entry.lobby.options,
                seat_options=[s.options for s in entry.lobby.seats],
                seats=[SeatState(human=s.kind is SeatKind.PERSON) for s in entry.lobby.seats],
                watched=True,
            )
            self.lines.append([])
        if isinstance(entry, GameEnded):
            self.ended.add(entry.game_id)
        elif entry.id:
            if (entry.device, entry.id) in self.at:
                raise Lost(f"{entry.id} was done twice")
            self.at[entry.device, entry.id] = number
        if isinstance(entry, Step):
            if self.state is None:
                raise Lost("a step without a game")
            apply(self.state, entry.entry)
        if self.state is not None:
            for event in self.state.drain():
                if event.keep is Keep.LASTING:
                    self.lines[-1].append((event.to, (event.kind, event.data)))

    def seen(self) -> set[bytes]:
        s = self.state
        if s is None:
            return set()
        viewers = [*(mask(seat) for seat in s.all_seats), s.everyone]
        return {msgspec.json.encode(Door(s, seats).view()) for seats in viewers}

    def knows(self, lines: bytes) -> bool:
        """Whether somebody could have been told these lines on coming back."""
        told = msgspec.json.decode(lines)
        seats = len(self.lobby.seats) if self.lobby is not None else 0
        viewers = [*(mask(seat) for seat in range(seats)), (1 << seats) - 1]
        for game in self.lines:
            for viewer in viewers:
                lasting = [line for to, line in game if to & viewer == viewer]
                if msgspec.json.decode(msgspec.json.encode(lasting))[: len(told)] == told:
                    return True
        return not told

    def where(self, view: bytes, start: int) -> int | None:
        """The first entry from there on after which this is the view."""
        for i in range(max(0, start - self.first), len(self.views)):
            if view in self.views[i]:
                return self.first + i
        return None


class Site:
    """A table that is played at."""

    def __init__(self, game: str, code: str) -> None:
        self.game = game
        self.code = code
        self.players: list[Player] = []
        self.mirror = Mirror()
        self.ended: set[str] = set()

    def check(self, log: Sequence[bytes]) -> None:
        self.mirror.advance(log)
        for player in self.players:
            self.check_player(player)
        if not self.ended <= self.mirror.ended:
            raise Lost("a game had ended, but not in the log")

    def check_player(self, player: Player) -> None:
        at = {command: i for (device, command), i in self.mirror.at.items() if device == player.device}
        if missing := player.acknowledged - at.keys():
            raise Lost(f"acknowledged, but not in the log: {missing}")
        if wrong := player.refused & at.keys():
            raise Lost(f"refused, but in the log: {wrong}")
        if strange := at.keys() - player.acknowledged - player.waiting.keys():
            raise Lost(f"in the log, but never said: {strange}")
        reached = self.mirror.first
        for told in player.told:
            if told.kind == "done":
                reached = max(reached, at[told.command])
            elif told.kind == "sight":
                found = self.mirror.where(told.data, reached)
                if found is None:
                    raise Lost(f"{player.name} was shown what never lasted: {told.data!r}")
                reached = found
            elif told.kind == "lines" and not self.mirror.knows(told.data):
                raise Lost(f"{player.name} was told what never lasted: {told.data!r}")
        player.told.clear()


# ---- the world ------------------------------------------------------------------------------------------


class World:
    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.database = folder / "tables.sqlite3"
        self.errors = folder / "errors.txt"
        self.rng = Random(seed)
        self.sites: list[Site] = []
        self.complaints: list[str] = []
        self.answers: Counter[str] = Counter()
        self.up = False
        self.lives = 0
        self.closing = False
        self.base = ""
        self.process: asyncio.subprocess.Process | None = None
        self.session: aiohttp.ClientSession

    def complain(self, what: str) -> None:
        self.complaints.append(what)

    async def start(self, patience: float = PATIENCE) -> bool:
        """Starts the server; False if it was not there in time."""
        with self.errors.open("ab") as errors:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.crash", "--serve", str(self.database),
                stdout=asyncio.subprocess.PIPE, stderr=errors,
            )  # fmt: skip
        assert self.process.stdout is not None
        try:
            async with asyncio.timeout(patience):
                line = await self.process.stdout.readline()
        except TimeoutError:
            return False
        if not line:
            raise Lost(f"the server does not start: {self.errors.read_text()[-2_000:]}")
        self.base = f"http://{HOST}:{int(line)}"
        self.up = True
        return True

    async def end(self, number: signal.Signals) -> int:
        assert self.process is not None
        self.lives += 1
        self.up = False
        if self.process.returncode is not None:
            raise Lost(
                f"the server ended by itself ({self.process.returncode}): {self.errors.read_text()[-3_000:]}"
            )
        self.process.send_signal(number)
        async with asyncio.timeout(PATIENCE):
            code = await self.process.wait()
            while any(player.online for site in self.sites for player in site.players):
                await asyncio.sleep(0.01)
        return code

    async def open_table(self, game: str, people: int, bots: int) -> Site:
        wanted = {"game": game, "seats": people + bots}
        async with self.session.post(f"{self.base}/api/tables", json=wanted) as response:
            made = await response.json()
        site = Site(game, made["code"])
        for i in range(people):
            token = made["token"] if i == 0 else None
            name = f"{site.code} {i + 1}"
            site.players.append(Player(self, site, name, token, Random(self.rng.random())))
        self.sites.append(site)
        return site

    def check(self) -> None:
        """Reads a copy of the files, so that the recovery is left to the server itself."""
        if self.complaints:
            raise Lost("; ".join(self.complaints[:5]))
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            for file in self.folder.glob(f"{self.database.name}*"):
                shutil.copy(file, name)
            with closing(sqlite3.connect(Path(name) / self.database.name)) as db:
                for site in self.sites:
                    sql = "SELECT seq, entry FROM log WHERE code = ? ORDER BY seq"
                    rows = db.execute(sql, (site.code,)).fetchall()
                    if [seq for seq, _ in rows] != list(range(len(rows))) or not rows:
                        raise Lost(f"the log of {site.code} has gaps")
                    site.check([entry for _, entry in rows])
        text = self.errors.read_text()
        if "Traceback" in text or "rror" in text:
            raise Lost(f"the server complains: {text[-4_000:]}")

    async def check_records(self) -> int:
        """Every finished game can be downloaded and verified."""
        checked = 0
        for site in self.sites:
            for game_id in site.mirror.ended | site.ended:
                async with self.session.get(f"{self.base}/api/records/{game_id}") as response:
                    if response.status != 200:
                        raise Lost(f"the record of {game_id} at {site.code} is gone")
                    replay(game_named(site.game), loads(await response.read()))
                    checked += 1
        return checked


class Report(Struct):
    kills: int
    tables: int
    acknowledged: int
    entries: int
    finished: int
    answers: dict[str, int]


async def crash(
    folder: Path, *, kills: int, tables: int, seed: int, finish: float = 0, loud: bool = False
) -> Report:
    """Plays, kills, checks; at the end a clean stop. `finish`: seconds that the last games may take to end."""
    world = World(folder, seed)
    rng = world.rng
    async with (
        aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session,
        asyncio.TaskGroup() as group,
    ):
        world.session = session
        playing: list[asyncio.Task[None]] = []
        await world.start()
        try:
            for i in range(tables):
                site = await world.open_table(*GAMES[i % len(GAMES)])
                playing += [group.create_task(player.run()) for player in site.players]
            for number in range(kills):
                # Mostly in the middle of play, sometimes while all come back.
                await asyncio.sleep(rng.uniform(0.0, 0.3) if rng.random() < 0.3 else rng.uniform(0.3, 1.2))
                await world.end(signal.SIGKILL)
                world.check()
                if rng.random() < 0.1 and await world.start(rng.uniform(0.1, 0.8)) is False:
                    await world.end(signal.SIGKILL)
                    world.check()
                if not world.up:
                    await world.start()
                if loud and number % 10 == 9:
                    print(f"{number + 1} kills, {sum(len(s.mirror.log) for s in world.sites)} entries", flush=True)
            world.closing = True
            await settle(world, finish)
            finished = await world.check_records()
            code = await world.end(signal.SIGTERM)
            if code != 0:
                raise Lost(f"a clean stop ends with {code}")
            world.check()
        finally:
            for task in playing:
                task.cancel()
            if world.process is not None and world.process.returncode is None:
                world.process.kill()
                await world.process.wait()
    people = [player for site in world.sites for player in site.players]
    return Report(
        kills,
        tables,
        sum(len(player.acknowledged) for player in people),
        sum(len(site.mirror.log) for site in world.sites),
        finished,
        dict(world.answers),
    )


async def settle(world: World, finish: float) -> None:
    """The games go on after the last kill: each table acknowledges another move, and may finish its game."""
    people = [player for site in world.sites for player in site.players]
    before = {site.code: sum(len(p.acknowledged) for p in site.players) for site in world.sites}
    async with asyncio.timeout(PATIENCE):
        while any(
            before[site.code] == sum(len(p.acknowledged) for p in site.players)
            and any(p.view.get("playing", True) for p in site.players)
            for site in world.sites
        ):
            await asyncio.sleep(0.05)
    until = monotonic() + finish
    while monotonic() < until and any(player.view.get("playing", True) for player in people):
        await asyncio.sleep(0.1)
    if finish and any(player.view.get("playing", True) for player in people):
        raise Lost("a game does not come to its end")


async def serve_for_tests(database: Path) -> None:
    pace = Pace(countdown=20)
    await serve(HOST, 0, database, ready=lambda port: print(port, flush=True), limits=False, pace=pace)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--finish", type=float, default=600.0, help="seconds for the last games to end")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve is not None:
        asyncio.run(serve_for_tests(given.serve))
        return
    with tempfile.TemporaryDirectory() as folder:
        report = asyncio.run(
            crash(
                Path(folder),
                kills=given.kills,
                tables=given.tables,
                seed=given.seed,
                finish=given.finish,
                loud=True,
            )
        )
    print(msgspec.json.format(msgspec.json.encode(report), indent=1).decode())


if __name__ == "__main__":
    main()
