"""A network in which people race: lines and screens as they are, and clients that cheat.

Vizdibix on the real kernel: a card is turned every five seconds; where there is something right to shout,
everybody shouts it. Lags, drawing and reactions come from a seed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from heapq import heappop, heappush
from itertools import pairwise
from math import floor, inf
from random import Random

from tablee.games.vizdibix.rules import GAME, VizdibixState
from tablee.kernel.moves import Move
from tablee.kernel.record import Entry, HoldSet, Played, Rang, apply, header_of
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import seed_from
from tablee.kernel.units import TIE, Millis, Seat
from tablee.kernel.values import bare
from tablee.phases.heap import Calling
from tablee.server.fairness import STRICT, Claim, LagTracker, LineProof, Lines, Sent, Trust, correct, hold_for

Way = Callable[[Random], float]
"""How long one way takes, or a drawing."""
Reactions = Callable[[Random, int], Sequence[float]]
EVERY = 3_000
"""Milliseconds between two pings."""


def steady_way(lag: float, jitter: float = 0.0) -> Way:
    """Half of a round trip that takes `lag`, and up to `jitter` more."""
    return lambda rng: lag / 2 + rng.uniform(0, jitter / 2)


def living_way(least: float, more: float, spikes: tuple[float, float]) -> Way:
    """Mostly a little more than the least, and once in a hundred times a lot."""

    def way(rng: Random) -> float:
        return least + (rng.uniform(*spikes) if rng.random() < 0.01 else rng.expovariate(1 / more))

    return way


WIFI = living_way(1.5, 1.5, (20, 60))
MOBILE = living_way(20, 5, (30, 100))
FIBRE = living_way(5, 0.3, (2, 10))


def quantiles(*values: float) -> Way:
    """As often below each of these values as above the one before."""

    def draw(rng: Random) -> float:
        low, high = rng.choice(list(pairwise(values)))
        return rng.uniform(low, high)

    return draw


QUICK = quantiles(9, 10, 11, 12, 13, 14, 15, 17, 19, 21, 28)
THROTTLED = quantiles(48, 55, 62, 70, 76, 85, 95, 108)
"""From the arrival of a sight to its drawing, after `python -m tests.browser.drawing` on a quiet machine: at full
speed, and with the processor four times slower."""


def at_once(rng: Random) -> float:
    return 0.0


def honest(reaction: float) -> float | None:
    return reaction


def prompt(number: int) -> float:
    return 0


class Kernel:
    """The round trip as Linux reckons it."""

    def __init__(self) -> None:
        self.least, self.usual, self.deviation = inf, 0.0, 0.0

    def sample(self, trip: float) -> None:
        first = self.least == inf
        off = trip - self.usual
        self.least = min(self.least, trip)
        self.usual = trip if first else self.usual + off / 8
        self.deviation = trip / 2 if first else self.deviation + (abs(off) - self.deviation) / 4


@dataclass
class Client:
    """A person, his line and his screen."""

    way: Way
    line: str = "direct"
    """`direct`, `passed` (a proxy says what its kernel knows), or `hidden` (it does not)."""
    draws: Way = at_once
    trust: Trust = STRICT
    claims: Callable[[float], float | None] = honest
    delays: Callable[[int], float] = prompt
    """How long pong number n is kept back."""
    pretends: Callable[[int], float] = prompt
    """How long the word that stimulus n is drawn is kept back."""
    reports: bool = True
    """Whether there is such a word at all."""
    acks: float = 0
    """How long the other end's kernel waits with its acknowledgement, once the line is open."""
    returns: bool = False
    """A new connection for every card."""
    second: Way | None = None
    """Another line, on which every other ping is answered, and no press is made."""


@dataclass
class Race:
    """True reactions, true lags and what the server made of them, by seat."""

    reactions: Sequence[float]
    lags: dict[Seat, float] = field(default_factory=dict)
    caps: dict[Seat, float] = field(default_factory=dict)
    counted: dict[Seat, Millis] = field(default_factory=dict)
    best: set[Seat] = field(default_factory=set)
    """The winner, or those who tied."""

    def gain(self, seat: Seat) -> float:
        """How much too early a press counted."""
        return self.reactions[seat] - self.counted[seat]


SERVER_DELAY = 5.0
"""What the server takes at most from the turn of a card to the last of its messages."""


class Wire:
    """Carries pings, cards and presses between a server and its clients."""

    def __init__(self, seed: int, clients: Sequence[Client]) -> None:
        self.rng = Random(seed)
        self.clients = clients
        self.lines = Lines(self.rng.randbytes)
        self.sent = [Sent() for _ in clients]
        self.kernels = [Kernel() for _ in clients]
        self.seen: dict[Seat, float] = {}
        """When the newest card was on each screen."""
        self._wire: list[tuple[float, int, Callable[[float], None]]] = []
        self._count = 0
        for seat, client in enumerate(clients):
            self.lag(seat).trust = client.trust
            self._connect(seat)
            for n in range(5):
                self._later(100.0 * n, lambda t, seat=seat, n=n: self._ping(seat, n, t, again=False))  # type: ignore[misc]
            self._later(500.0, lambda t, seat=seat: self._ping(seat, 5, t))  # type: ignore[misc]

    def lag(self, seat: Seat) -> LagTracker:
        """What the table knows of this device: it is asked for anew, as by a new connection."""
        return self.lines.of(str(seat))

    def _later(self, when: float, arrive: Callable[[float], None]) -> None:
        self._count += 1
        heappush(self._wire, (when, self._count, arrive))

    def _next(self) -> None:
        now, _, arrive = heappop(self._wire)
        arrive(now)

    def _trip(self, seat: Seat) -> float:
        way = self.clients[seat].way
        return way(self.rng) + way(self.rng)

    def _connect(self, seat: Seat) -> None:
        """The handshake is the kernels' own affair."""
        kernel = self.kernels[seat] = Kernel()
        kernel.sample(self._trip(seat))
        if self.clients[seat].line == "passed":
            self.lag(seat).proved(LineProof(kernel.usual))
        self._prove(seat)

    def _prove(self, seat: Seat) -> None:
        kernel = self.kernels[seat]
        if self.clients[seat].line == "direct":
            self.lag(seat).proved(LineProof(kernel.least, kernel.usual, 4 * kernel.deviation))

    def _ping(self, seat: Seat, number: int, now: float, *, again: bool = True) -> None:
        client, payload = self.clients[seat], self.lag(seat).pinged(now)
        trip = self._trip(seat)
        if client.second is not None and number % 2:
            trip = client.second(self.rng) + client.second(self.rng)
        else:
            self.kernels[seat].sample(trip + client.acks)
        self._later(now + trip + client.delays(number), lambda t: self._pong(seat, payload, t))
        if again:
            self._later(now + EVERY, lambda t: self._ping(seat, number + 1, t))

    def _pong(self, seat: Seat, payload: bytes, now: float) -> None:
        self.lag(seat).ponged(payload, now)
        self._prove(seat)
        self._learned(now)

    def _show(self, stimulus: int, seat: Seat, now: float) -> None:
        """The card is written, comes, is drawn, and the page says so."""
        client = self.clients[seat]
        if client.returns:
            self._connect(seat)
        written = now + self.rng.uniform(0, SERVER_DELAY)
        self.sent[seat].wrote(stimulus, written)
        seen = self.seen[seat] = written + client.way(self.rng) + client.draws(self.rng)
        if client.reports:
            said = seen + client.pretends(stimulus) + client.way(self.rng)
            self._later(said, lambda t: self._drew(seat, stimulus, t))

    def _drew(self, seat: Seat, stimulus: int, now: float) -> None:
        span = self.sent[seat].drew(stimulus, now)
        if span is not None:
            self.lag(seat).drew(span)
            self._learned(now)

    def _press(self, race: Race, seat: Seat, shown: float, arrive: Callable[[float | None, float], None]) -> None:
        client = self.clients[seat]
        arrives = self.seen[seat] + race.reactions[seat] + client.way(self.rng)
        race.lags[seat] = arrives - shown - race.reactions[seat]
        claimed = client.claims(race.reactions[seat])
        self._later(arrives, lambda t: arrive(claimed, t))

    def _learned(self, now: float) -> None:
        """More is known of a line."""


class Sprint(Wire):
    """One race after another, without a game: every five seconds a card, and everybody presses."""

    def play(self, react: Reactions, count: int = 40) -> list[Race]:
        races: list[Race] = []

        def show(now: float) -> None:
            race = Race(react(self.rng, len(self.clients)))
            races.append(race)
            for seat in range(len(self.clients)):
                self._show(len(races), seat, now)
                self._press(race, seat, now, partial(self._come, race, len(races), seat, now))

        for number in range(count):
            self._later(5_000.0 * (number + 1), show)
        while self._wire[0][0] < 5_000.0 * (count + 1):
            self._next()
        return races

    def _come(
        self, race: Race, stimulus: int, seat: Seat, shown: float, claimed: float | None, now: float
    ) -> None:
        lag, sent = self.lag(seat), self.sent[seat]
        drawn = sent.shown(stimulus)
        race.caps[seat] = lag.cap(drawn)
        fixed = correct(Claim(now, floor(shown), sent.at(stimulus), claimed, drawn), lag)
        race.counted[seat] = fixed.at - floor(shown)
        lag.took(fixed.compensated, drawn)
        first = min(race.counted.values())
        race.best = {seat for seat, at in race.counted.items() if at <= first + TIE}


class Network(Wire):
    """A game of Vizdibix, until it is over."""

    def __init__(self, seed: int, clients: Sequence[Client], react: Reactions, *, fair: bool = True) -> None:
        self.react = react
        self.fair = fair
        self.state: VizdibixState = GAME.start(len(clients), seed=seed_from(seed), watched=True)
        self.header = header_of(GAME, self.state)
        self.entries: list[Entry] = []
        self.races: dict[int, Race] = {}
        super().__init__(seed, clients)

    def play(self) -> list[Race]:
        """All the races of the game. What has arrived is read before an alarm rings."""
        s = self.state
        while (due := s.next_alarm()) is not None:
            if self._wire[0][0] <= due.at:
                self._next()
            else:
                self._ring(Rang(max(s.now, due.at), due.name))
        return list(self.races.values())

    def _write(self, entry: Entry) -> None:
        apply(self.state, entry)
        self.entries.append(entry)

    def _learned(self, now: float) -> None:
        hold = hold_for(self.lag(seat).most for seat in range(len(self.clients))) if self.fair else 0
        if hold != self.state.hold:
            self._write(HoldSet(floor(now), hold))

    def _ring(self, entry: Rang) -> None:
        s = self.state
        known = len(s.stimuli)
        window = s.phases[-1]
        race = self.races.get(window.stimulus) if isinstance(window, Calling) else None
        self._write(entry)
        for event in s.drain():
            if event.kind in ("wins", "ties"):
                assert race is not None
                race.best.add(bare(event.data["seat"]))
        right = s.right()
        if len(s.stimuli) > known:
            for seat in range(len(self.clients)):
                self._show(known, seat, s.now)
            if right:
                self._race(known, min(right))

    def _race(self, stimulus: int, kind: str) -> None:
        race = self.races[stimulus] = Race(self.react(self.rng, len(self.clients)))
        for seat in range(len(self.clients)):
            self._press(race, seat, self.state.now, partial(self._shout, seat, kind, stimulus))

    def _shout(self, seat: Seat, kind: str, stimulus: int, claimed: float | None, now: float) -> None:
        shown = self.state.stimuli[stimulus]
        race, lag, sent = self.races[stimulus], self.lag(seat), self.sent[seat]
        drawn = sent.shown(stimulus)
        fixed = correct(Claim(now, shown, sent.at(stimulus), claimed, drawn), lag)
        at = fixed.at if self.fair else floor(now)
        race.caps[seat] = lag.cap(drawn)
        race.counted[seat] = at - shown
        try:
            self._write(Played(floor(now), seat, Move("shout", {"kind": kind}, at, stimulus)))
        except Refused:
            assert race.best, "only a race that is decided refuses a shout"
        else:
            lag.took(fixed.compensated, drawn)


def sprints(seeds: int, clients: Sequence[Client], react: Reactions) -> list[Race]:
    return [race for seed in range(seeds) for race in Sprint(seed, clients).play(react)]


def races(games: int, clients: Sequence[Client], react: Reactions, *, fair: bool = True) -> list[Race]:
    return [race for seed in range(games) for race in Network(seed, clients, react, fair=fair).play()]


def people(rng: Random, n: int) -> list[float]:
    """All from the same crowd, often near one another."""
    return [rng.uniform(250, 450) for _ in range(n)]


def apart(lead: float, *, slow: Seat) -> Reactions:
    """Two people, of whom one is slower by that much."""

    def react(rng: Random, n: int) -> list[float]:
        fast = rng.uniform(200, 600)
        return [fast + lead if seat == slow else fast for seat in range(n)]

    return react


def slower(rng: Random, n: int) -> list[float]:
    """People who need longer than any gain, so that the claim of 100 ms is never reached."""
    return [rng.uniform(600, 800) for _ in range(n)]
