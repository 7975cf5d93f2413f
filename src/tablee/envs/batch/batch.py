"""Many tables of one game at once, in machine code: for training, where steps per second count.

The same games, actions, masks, observations and rewards as the environments of `tablee.envs.petting`: table i of a
batch with the seed x plays the games of `tablee.env(…)` after `reset(seed=x + i)`, one after the other. The tests
play both side by side.

The rules of such a game are written a second time, in its folder: `tablee.games.<key>.compiled`, a module or a
package with the functions of `Core`. It is found by itself, and nothing imports it but a batch. Where the rules
have moved on since, that game has no batch until it has followed; nothing else notices.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from random import SystemRandom
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tablee.envs.batch.eyes import look
from tablee.envs.batch.jit import Record, compiled, digest_of, kept, record_of, records
from tablee.envs.batch.table import NEVER, alone, ask, clear, first, forget, unask, withdraw
from tablee.envs.table import Rules, rules_of
from tablee.games.registry import games
from tablee.kernel.rng import keyed, seed_from

Loop: TypeAlias = Callable[..., Any]


class BatchStep(NamedTuple):
    """Where all tables stand. The arrays are the batch's own and change with the next step: copy what you keep."""

    observation: NDArray[np.int16]
    """Tables × numbers: what the seat sees that must choose."""
    action_mask: NDArray[np.int8]
    """Tables × actions."""
    seat: NDArray[np.int16]
    """Who must choose."""
    reward: NDArray[np.float32]
    """Tables × players: what everybody got, where a game has just ended; else zeros."""
    over: NDArray[np.bool_]
    """Where a game has just ended; there the observation is already of the next one."""


class Core(Protocol):
    """What a game has for a batch: its rules as functions that numba compiles."""

    VERSION: int
    """Of the rules that it has once more."""
    PHASES: tuple[str, ...]
    """Names of the phases, as numbered in the field `phase`."""

    def plan(self, rules: Rules) -> Any:
        """What never changes during a game; its `frame` is what all games need."""

    def dtype(self, rules: Rules) -> np.dtype[Any]:
        """A table: `table.fields` and the game's own."""

    def start(self, s: Record, p: Any) -> None:
        """A new game up to its first decision, from `seed`; all else is still what it was in the last one."""

    def offer(self, s: Record, p: Any) -> None:
        """Writes `offered`, `timed`, `due`, `phase`, `active` and `hurried` of a game that is not over."""

    def choose(self, s: Record, p: Any, seat: int, action: int) -> None:
        """Takes a legal action of a seat: ends in `pick`, `wait` or `commit`."""

    def play(self, s: Record, p: Any, seat: int) -> None:
        """Makes the move that the seat has committed."""

    def ring(self, s: Record, p: Any) -> None:
        """The alarm that was due."""

    def mask(self, s: Record, p: Any, seat: int, out: NDArray[np.int8]) -> None:
        """Sets the actions that are legal."""

    def facts(self, s: Record, p: Any, seat: int, out: NDArray[np.int16]) -> None:
        """Writes the facts of an observation."""

    def reward(self, s: Record, p: Any, out: NDArray[np.float32]) -> None:
        """Of a game that has ended."""


def written() -> list[str]:
    """The games that have compiled rules, be it of an earlier version."""
    return [key for key in games() if find_spec(_module(key))]


def batches() -> list[str]:
    """The games that have batches."""
    return [key for key in written() if games()[key].info.version == import_module(_module(key)).VERSION]


def core_of(key: str) -> Any:
    """The compiled rules of a game, if they are those that it is played by now."""
    if key not in written():
        raise ValueError(f"there are batches of {', '.join(batches())}, not of {key!r}")
    core: Any = import_module(_module(key))
    now = games()[key].info.version
    if now != core.VERSION:
        raise ValueError(f"no batch of {key}: its rules have version {now}, its compiled rules {core.VERSION}")
    return core


def _module(key: str) -> str:
    return f"tablee.games.{key}.compiled"


def loops(core: Any, sources: int) -> tuple[Loop, Loop]:  # noqa: PLR0915 - small functions that enclose the core
    """The functions that begin games and make steps at all tables of a batch.

    `sources` is a digest: numba keeps compiled functions by the variables that they enclose, and does not
    notice by itself that a function they call has changed.
    """

    @compiled
    def happen(s: Record, p: Any, seat: int) -> None:
        """The move of a seat, or below zero the alarm that is due."""
        if seat >= 0:
            s.answered[seat] = 0
            s.now = max(s.now, s.at[seat])
            s.steps += 1
            core.play(s, p, seat)
        else:
            assert s.due < NEVER
            s.now = max(s.now, s.due)
            core.ring(s, p)
            s.steps += 1
        withdraw(s)
        if not s.over:
            core.offer(s, p)
        forget(s, p.frame.players)

    @compiled
    def go_on(s: Record, p: Any) -> None:
        """Until somebody is asked, or the game is over."""
        n = p.frame.players
        ask(s, n)
        while not s.askers and not s.over:
            core.happen(s, p, first(s, n))
            ask(s, n)

    @compiled
    def act(s: Record, p: Any, action: int) -> None:
        n = p.frame.players
        seat = s.asked[0]
        core.choose(s, p, seat, action)
        if not s.answered[seat]:
            return
        s.stage[seat] = 0
        s.picked[seat] = 0
        unask(s)
        if s.askers:
            return
        core.happen(s, p, seat if alone(s, n, seat) else first(s, n))
        core.go_on(s, p)

    @compiled
    def show(s: Record, p: Any, seen: Any, masks: Any) -> int:
        seat = s.asked[0]
        look(s, p.frame, seat, seen)
        core.facts(s, p, seat, seen)
        masks[:] = 0
        core.mask(s, p, seat, masks)
        return int(seat)

    # As names of the module, not as enclosed variables: numba would find them changed in every process.
    core.happen, core.go_on, core.act, core.show = happen, go_on, act, show

    def begin(states: Any, plans: Any, which: Any, seen: Any, masks: Any, seats: Any) -> None:
        assert sources
        p = plans[0]
        for t in which:
            s = states[t]
            clear(s, p.frame)
            core.start(s, p)
            core.offer(s, p)
            core.go_on(s, p)
            seats[t] = core.show(s, p, seen[t], masks[t])

    def step(
        states: Any, plans: Any, actions: Any, seen: Any, masks: Any, seats: Any, rewards: Any, over: Any
    ) -> int:
        """Returns how many games have ended. Below zero: an action is not legal, at the table of that number from
        -1 downwards, and nothing has changed."""
        assert sources
        p = plans[0]
        for t in range(len(states)):
            action = actions[t]
            if action < 0 or action >= masks.shape[1] or not masks[t, action]:
                return -1 - t
        rewards[:] = 0
        ended = 0
        for t in range(len(states)):
            s = states[t]
            core.act(s, p, actions[t])
            over[t] = s.over or s.steps >= p.frame.limit
            if not over[t]:
                seats[t] = core.show(s, p, seen[t], masks[t])
                continue
            ended += 1
            if s.over:
                core.reward(s, p, rewards[t])
        return ended

    return kept(begin, core.__name__), kept(step, core.__name__)


def _sampled(masks: NDArray[np.int8], luck: NDArray[np.float64]) -> NDArray[np.int64]:
    """Of each row a place that is not zero, chosen by a number from 0 to 1."""
    found = np.zeros(len(masks), np.int64)
    for t in range(len(masks)):
        left = int(luck[t] * masks[t].sum())
        for action in range(masks.shape[1]):
            if masks[t, action]:
                if left == 0:
                    found[t] = action
                    break
                left -= 1
    return found


sampled = kept(_sampled, "any")
_loops: dict[str, tuple[Loop, Loop]] = {}


class Batch:
    """`tables` games at once; when one ends, the next begins at that table."""

    def __init__(self, rules: Rules, tables: int) -> None:
        key = rules.game.info.key
        core = core_of(key)
        if key not in _loops:
            _loops[key] = loops(core, digest_of(__name__, core.__name__))
        self._begin, self._step = _loops[key]
        self.rules = rules
        self.tables = tables
        self.players = rules.players
        self.actions = len(rules.actions)
        self.size = rules.layout.size
        self._plan = record_of(core.plan(rules))
        self._states = records(tables, core.dtype(rules))
        frame = self._plan["frame"][0]
        (zones, cards), (seats,) = self._states.dtype["cards"].shape, self._states.dtype["scores"].shape
        # Compiled code checks no place: there must be room for all zones, cards and players.
        assert zones >= frame["zones"] and cards >= frame["cards"] and seats >= frame["players"]
        self._seeds = [0] * tables
        self._games = [0] * tables
        self._luck = np.zeros(tables)
        self._last = BatchStep(
            np.zeros((tables, self.size), np.int16),
            np.zeros((tables, self.actions), np.int8),
            np.zeros(tables, np.int16),
            np.zeros((tables, self.players), np.float32),
            np.zeros(tables, np.bool_),
        )

    def reset(self, seed: int | None = None) -> BatchStep:
        """A new game at every table."""
        first = SystemRandom().getrandbits(64) if seed is None else seed
        self._seeds = [first + table for table in range(self.tables)]
        self._games = [0] * self.tables
        self._last.reward[:] = 0
        self._last.over[:] = False
        self._deal(np.arange(self.tables))
        return self._last

    def step(self, actions: NDArray[np.integer[Any]] | Sequence[int]) -> BatchStep:
        """An action at every table. One that is not legal is refused, and nothing has changed."""
        if not self._games[0]:
            raise ValueError("reset the batch first")
        given = np.asarray(actions)
        if given.shape != (self.tables,) or given.dtype.kind not in "iu":
            raise ValueError(f"a step takes {self.tables} whole numbers, not {given.dtype} {given.shape}")
        chosen = given.astype(np.int64, copy=False)
        ended: int = self._step(self._states, self._plan, chosen, *self._last)
        if ended < 0:
            raise ValueError(f"action {chosen[-1 - ended]} is not legal at table {-1 - ended}")
        if ended:
            self._deal(np.flatnonzero(self._last.over))
        return self._last

    def sample(self, random: np.random.Generator) -> NDArray[np.int64]:
        """A legal action for every table, each as likely as the others."""
        return sampled(self._last.action_mask, random.random(out=self._luck))

    def action_name(self, action: int) -> str:
        """What an action means, for people: "play card face bA 0"."""
        return " ".join(map(str, self.rules.actions.names[action]))

    def _deal(self, which: NDArray[np.intp]) -> None:
        """The next game at some tables, with the seeds that `tablee.env` would take."""
        seeds = self._states["seed"]
        for table in which:
            word = keyed(seed_from(self._seeds[table]), "environment", self._games[table]).word()
            self._games[table] += 1
            seeds[table] = np.frombuffer(seed_from(word), np.uint8)
        last = self._last
        self._begin(self._states, self._plan, which, last.observation, last.action_mask, last.seat)


def batch_env(game: str, tables: int = 1024, players: int | None = None, **options: Any) -> Batch:
    """Many tables of a game at once; which games, says `tablee.envs.batch.batch.batches`."""
    core_of(game)
    if tables < 1:
        raise ValueError("a batch has a table at least")
    if options.get("timers") == "none":
        raise ValueError("a batch needs timers: without them nothing happens where all wait")
    return Batch(rules_of(game, players, options), tables)
