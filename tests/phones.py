"""Scripted phones: they come back whenever the server does, and play whatever they are offered.

At a table of free hands eight of them act at once, late, twice and in any order; those without a chair look on.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Mapping
from contextlib import suppress
from random import Random
from time import monotonic
from typing import Any, Final

import aiohttp
import msgspec
from msgspec import Raw, Struct

from tablee.games.registry import games
from tablee.server.secrets import hashed
from tests.server.client import some_value
from tests.truth import Site, Told

PATIENCE: Final = 30.0
"""Seconds that a start, an answer or a disconnection may take before something is surely wrong."""
REPEATED: Final = 32
"""Old commands that a client may say again; the server promises to know at least its last few hundred."""
PHONES: Final = 8
FREE: Final = (
    "pas_touche",
    "sprintilix",
    "hyperspeedix",
    "touvavix",
    "rueverlix",
    "paflemix",
    "sordelix",
    "empilix",
    "cadavrexkix",
)
"""Games of free hands: everybody may act whenever he likes."""
AT_ONCE: Final = 4
"""Commands of a free hand that may be on their way at the same time."""
OLD: Final = 6
"""Sights that a free hand may still act on."""


def free_games() -> list[str]:
    return [key for key in FREE if key in games()]


class Framed(Struct):
    """The view inside a `sight`, byte for byte."""

    view: Raw


def sample(domain: Mapping[str, Any], args: Mapping[str, Any], rng: Random) -> Any:
    """A value of a domain as clients are sent it; None: left out."""
    match domain["type"]:
        case "Number":
            return rng.randint(domain["low"], domain["high"])
        case "Flag":
            return rng.random() < 0.5
        case "ByChoice":
            return sample(domain["table"].get(args.get(domain["of"]), domain["other"]), args, rng)
        case "CardSet":
            return rng.sample(domain["cards"], rng.randint(domain["least"], domain["most"]))
        case "Order":
            return rng.sample(domain["cards"], len(domain["cards"]))
        case "Text":
            return "a" * rng.randint(1, domain["most"])
        case _:
            return some_value(dict(domain), dict(args), rng)


def arguments(offer: Mapping[str, Any], rng: Random) -> dict[str, Any]:
    args: dict[str, Any] = {}
    for name, domain in offer.get("params", {}).items():
        value = sample(domain, args, rng)
        if value is not None:
            args[name] = value
    return args


class World:
    """A server, and the tables at which phones play there."""

    def __init__(self, seed: int, pause: tuple[float, float] = (0.03, 0.09)) -> None:
        self.rng = Random(seed)
        self.pause = pause
        """Seconds between two acts of a phone: at least, at most."""
        self.session: aiohttp.ClientSession
        self.base = ""
        self.up = False
        self.lives = 0
        self.closing = False
        """No new game is begun."""
        self.quiet = False
        """Nobody does anything any more."""
        self.sites: list[Site] = []
        self.complaints: list[str] = []
        self.answers: Counter[str] = Counter()
        self.spans: list[float] = []
        """Seconds from each command to its answer."""

    def complain(self, what: str) -> None:
        self.complaints.append(what)

    @property
    def people(self) -> list["Player"]:
        return [player for site in self.sites for player in site.players]

    async def open_table(self, game: str, people: int, bots: int, lookers: int = 0, free: bool = False) -> Site:
        wanted = {"game": game, "seats": people + bots}
        async with self.session.post(f"{self.base}/api/tables", json=wanted) as response:
            made = await response.json()
        site = Site(game, made["code"], free)
        for i in range(people + lookers):
            token = made["token"] if i == 0 else None
            name = f"{site.code} {i + 1}"
            site.players.append(Player(self, site, name, token, Random(self.rng.random()), looks_on=i >= people))
        self.sites.append(site)
        return site

    async def open_free(self, game: str) -> Site:
        """Eight phones at one table: as many people as may play, and the others look on."""
        seats = min(PHONES, games()[game].info.players[1])
        return await self.open_table(game, seats, 0, PHONES - seats, free=True)

    async def hush(self) -> None:
        """Everybody puts the phone down, hosts stop the clocks, and all that was on its way has arrived."""
        self.quiet = True
        async with asyncio.timeout(PATIENCE):
            await settled(lambda: all(player.idle for player in self.people))
            for site in self.sites:
                for host in site.players:
                    if host.view.get("you_host") and host.view.get("playing"):
                        await host.say({"type": "pause", "on": True})
            await settled(lambda: all(player.idle and player.still for player in self.people))


async def settled(condition: Any) -> None:
    while not condition():
        await asyncio.sleep(0.02)


class Player:
    """A scripted client that comes back with its token whenever the server does."""

    def __init__(
        self, world: World, table: Site, name: str, token: str | None, rng: Random, looks_on: bool = False
    ) -> None:
        self.world = world
        self.table = table
        self.name = name
        self.token = token
        self.rng = rng
        self.looks_on = looks_on
        self.ws: aiohttp.ClientWebSocketResponse | None = None
        self.view: dict[str, Any] = {}
        self.sight: dict[str, Any] = {}
        self.shown = b""
        self.sights: deque[dict[str, Any]] = deque(maxlen=OLD)
        self.seen_at = 0.0
        self.told: list[Told] = []
        self.acknowledged: set[str] = set()
        self.refused: set[str] = set()
        self.waiting: dict[str, dict[str, Any]] = {}
        """Commands without an answer yet,"""
        self.copies: Counter[str] = Counter()
        """how many answers each is still to get,"""
        self.since: dict[str, float] = {}
        """and since when."""
        self.posted: set[asyncio.Task[None]] = set()
        """Messages that are still to be sent."""
        self.said: deque[dict[str, Any]] = deque(maxlen=REPEATED)
        self.repeated: Counter[str] = Counter()
        self.count = 0
        self.passed: tuple[int, bool] | None = None
        """The last gate at which it has said that it is ready."""
        self.moved = False
        """Has stood up once more before the first game."""

    @property
    def device(self) -> str:
        return hashed(self.token or "")

    @property
    def online(self) -> bool:
        return self.ws is not None

    @property
    def seat(self) -> int | None:
        return next((i for i, seat in enumerate(self.view.get("seats", [])) if seat.get("yours")), None)

    @property
    def begun(self) -> bool:
        return self.view.get("playing", False) and self.view["gate"] is None

    @property
    def idle(self) -> bool:
        """Nothing of it is on its way."""
        return self.online and not self.waiting and not self.posted

    @property
    def still(self) -> bool:
        """Its table stands still."""
        return not self.view["playing"] or self.sight.get("paused", False) or self.sight.get("gated", False)

    async def run(self) -> None:
        while True:
            lives = self.world.lives
            try:
                await self.connect()
            except (aiohttp.ClientError, OSError):
                pass
            finally:
                self.ws = None
            if lives == self.world.lives and self.world.up:
                self.world.complain(f"{self.name} was thrown out")
            await asyncio.sleep(self.rng.uniform(0.02, 0.08))

    async def connect(self) -> None:
        if not self.world.up:
            return
        async with self.world.session.ws_connect(f"{self.world.base}/ws") as ws:
            hello = {"type": "hello", "protocol": 2, "code": self.table.code}
            await ws.send_json(hello | ({"token": self.token} if self.token else {}))
            self.copies.clear()
            for message in self.waiting.values():
                self.copies[message["id"]] = 1
                await ws.send_json(message)
            self.ws = ws
            acting = asyncio.create_task(self.act(ws))
            try:
                async for frame in ws:
                    if frame.type is not aiohttp.WSMsgType.TEXT:
                        break
                    self.hear(frame.data)
            finally:
                self.ws = None
                for task in (*self.posted, acting):
                    task.cancel()
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
                self.sights.append(message)
                self.shown = bytes(msgspec.json.decode(data, type=Framed).view)
                self.told.append(Told("sight", data=self.shown))
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
            self.copies[command] -= 1
            self.world.spans.append(monotonic() - self.since.pop(command, monotonic()))
            if done:
                self.world.answers["done"] += 1
                self.said.append(self.waiting.pop(command))
                self.repeated[command] += self.copies.pop(command)
                self.acknowledged.add(command)
                self.told.append(Told("done", command))
            elif self.copies[command] <= 0:  # a copy of what was refused may come in time
                self.world.answers[message["code"]] += 1
                del self.waiting[command]
                self.refused.add(command)

    async def act(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        asked = monotonic()
        while True:
            await asyncio.sleep(self.rng.uniform(*self.world.pause))
            if len(self.waiting) >= (AT_ONCE if self.table.free and self.begun else 1):
                if monotonic() - asked > PATIENCE:
                    self.world.complain(f"{self.name} gets no answer to {self.waiting}")
                    asked = monotonic()
                continue
            asked = monotonic()
            if self.said and self.rng.random() < 0.03 and not self.world.quiet:
                old = self.rng.choice(self.said)
                self.repeated[old["id"]] += 1
                await ws.send_json(old)
            command = self.choose()
            if command is not None:
                await self.say(command)

    async def say(self, command: Mapping[str, Any]) -> None:
        """At a table of free hands it may come late, after the next ones, and twice."""
        assert self.ws is not None
        self.count += 1
        message = {"id": f"{self.name}.{self.count}", **command}
        free = self.table.free and command["type"] == "play"
        copies = 2 if self.rng.random() < (0.2 if free else 0.03) else 1
        self.waiting[message["id"]] = message
        self.copies[message["id"]] = copies
        for _ in range(copies):
            if free and self.rng.random() < 0.5:
                task = asyncio.create_task(self.post(self.ws, message, self.rng.uniform(0.0, 0.2)))
                self.posted.add(task)
                task.add_done_callback(self.posted.discard)
            else:
                self.since.setdefault(message["id"], monotonic())
                await self.ws.send_json(message)

    async def post(self, ws: aiohttp.ClientWebSocketResponse, message: Mapping[str, Any], after: float) -> None:
        await asyncio.sleep(after)
        self.since.setdefault(message["id"], monotonic())
        with suppress(aiohttp.ClientError, OSError):
            await ws.send_json(message)

    def choose(self) -> dict[str, Any] | None:
        seats, mine = self.view.get("seats", []), self.seat
        if not self.view or self.looks_on or self.world.quiet:
            return None
        if not self.view["playing"]:
            if self.world.closing and self.view["played"]:
                return None
            if mine is None:
                return {"type": "sit", "name": self.name}
            if not self.moved:
                self.moved = True
                return {"type": "stand", "seat": mine}
            people = [player for player in self.table.players if not player.looks_on]
            if not self.view["you_host"] or sum(s["kind"] == "person" for s in seats) < len(people):
                return None
            return {"type": "start", "now": True} if all(player.moved for player in people) else None
        if self.view["gate"] is not None:
            gate = (self.view["played"], self.view["gate"]["again"])
            if mine is None or mine in self.view["gate"]["ready"] or gate == self.passed:
                return None
            self.passed = gate  # once: the answer may come a moment before the table shows it
            return {"type": "ready"}
        if mine is None or not self.sight:
            return None
        if self.table.free:
            return self.act_freely(mine)
        now = self.sight["now"] + (monotonic() - self.seen_at) * 1_000 * self.sight.get("rate", 1)
        offers = [o for o in self.sight["offers"].get(str(mine), []) if o.get("opens_at", 0) < now]
        active = mine in self.sight["view"]["active"]
        if not offers or (not active and self.rng.random() < 0.9):
            return None
        return self.play(mine, offers[0] if self.rng.random() < 0.7 else self.rng.choice(offers))

    def act_freely(self, mine: int) -> dict[str, Any] | None:
        """On what it sees, or on what it saw a while ago."""
        sight = self.sight if self.rng.random() < 0.7 else self.rng.choice(self.sights)
        offers = sight["offers"].get(str(mine), [])
        return self.play(mine, self.rng.choice(offers)) if offers else None

    def play(self, mine: int, offer: Mapping[str, Any]) -> dict[str, Any]:
        play: dict[str, Any] = {"type": "play", "seat": mine, "move": offer["name"], "args": {}}
        play["args"] = arguments(offer, self.rng)
        if "stimulus" in offer:
            play |= {"answers": offer["stimulus"], "reaction": self.rng.uniform(150, 900)}
        return play
