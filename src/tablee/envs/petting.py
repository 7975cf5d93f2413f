"""Every game as a PettingZoo environment: one agent at a time (AEC), or all at once (parallel)."""

from collections.abc import Iterator, Mapping, Sequence
from random import SystemRandom
from typing import Any, Literal, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.spaces import Space
from pettingzoo import AECEnv, ParallelEnv

from tablee.envs.actions import WAIT
from tablee.envs.layout import LIMIT
from tablee.envs.table import EnvTable, Rules, rewards, rules_of
from tablee.envs.text import drawn, told
from tablee.kernel.events import Event
from tablee.kernel.rng import keyed, seed_from

Observation: TypeAlias = dict[str, Any]
Form: TypeAlias = Literal["vector", "json"]
Render: TypeAlias = Literal["human", "ansi"]

ASCII = "".join(map(chr, range(32, 127)))
LONGEST = 1_000_000
INT8 = np.dtype(np.int8)


class Base:
    """What both kinds of environment share."""

    def __init__(
        self,
        rules: Rules,
        observation: Form = "vector",
        render_mode: Render | None = None,
        max_steps: int | None = None,
    ) -> None:
        if observation not in ("vector", "json"):
            raise ValueError(f"observation is 'vector' or 'json', not {observation!r}")
        self.rules = rules
        self.form = observation
        self.render_mode = render_mode
        self.limit = max_steps if max_steps is not None else rules.bound
        info = rules.game.info
        self.metadata = {
            "name": f"tablee_{info.key}_v{info.version}",
            "render_modes": ["human", "ansi"],
            "render_fps": 2,
            "is_parallelizable": True,
        }
        self.possible_agents = [f"player_{i}" for i in range(rules.players)]
        self.agents: list[str] = []
        self._seats = {agent: i for i, agent in enumerate(self.possible_agents)}
        self._actions: dict[str, Space[Any]] = {
            a: spaces.Discrete(len(rules.actions)) for a in self.possible_agents
        }
        self._spaces: dict[str, Space[Any]] = {a: self._space() for a in self.possible_agents}
        self._blank = bytes(len(rules.actions))
        self._seed = SystemRandom().getrandbits(64)
        self._games = 0
        self._news: dict[str, list[Event]] = {}

    def _space(self) -> Space[Any]:
        seen: Space[Any] = (
            spaces.Text(LONGEST, min_length=2, charset=ASCII)
            if self.form == "json"
            else spaces.Box(-LIMIT, LIMIT, (self.rules.layout.size,), np.int16)
        )
        return spaces.Dict(
            {"observation": seen, "action_mask": spaces.Box(0, 1, (len(self.rules.actions),), np.int8)}
        )

    def action_space(self, agent: str) -> Space[Any]:
        return self._actions[agent]

    def observation_space(self, agent: str) -> Space[Any]:
        return self._spaces[agent]

    def action_name(self, action: int) -> str:
        """What an action means, for people: "lay card face P 0"."""
        return " ".join(map(str, self.rules.actions.names[action]))

    def _deal(self, seed: int | None) -> None:
        """A new game: the same seed, the same games."""
        if seed is not None:
            self._seed, self._games = seed, 0
        word = keyed(seed_from(self._seed), "environment", self._games).word()
        self._games += 1
        self.table = EnvTable(self.rules, seed_from(word), watched=self.form == "json")
        self._news = {agent: [] for agent in self.possible_agents}

    def _observation(self, agent: str) -> Observation:
        table, seat = self.table, self._seats[agent]
        mask = bytearray(self._blank)
        for action in table.legal(seat):
            mask[action] = 1
        if self.form == "json":
            self._gather()
            seen: Any = told(table, seat, self._news[agent])
        else:
            seen = table.vector(seat)
        return {"observation": seen, "action_mask": np.frombuffer(mask, INT8)}

    def _gather(self) -> None:
        """What happened, for each agent until it has acted again."""
        for event in self.table.s.drain():
            for agent, seat in self._seats.items():
                if event.to >> seat & 1:
                    self._news[agent].append(event)

    def state(self) -> np.ndarray[Any, Any]:
        """What all seats see, one after the other: for training with a central critic."""
        return np.concatenate([self.table.vector(seat) for seat in range(self.rules.players)])

    @property
    def state_space(self) -> Space[Any]:
        return spaces.Box(-LIMIT, LIMIT, (self.rules.layout.size * self.rules.players,), np.int16)

    def _picture(self, seat: int) -> str | None:
        text = drawn(self.table, seat)
        if self.render_mode == "human":
            print(text)
            return None
        return text if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""


class Env(Base, AECEnv[str, Observation, int]):  # type: ignore[misc]
    """One agent at a time. Where several may move at once, each answers without knowing what the others did."""

    agent_selection: str

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._deal(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._over = False
        self._select()

    def observe(self, agent: str) -> Observation:
        return self._observation(agent)

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents in the order in which they are asked, as long as there are any."""
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        agent = self.agent_selection
        return (
            self._observation(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: int | None) -> None:
        if self._over:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        table = self.table
        assert action is not None
        table.act(table.asked[0], int(action))
        if self.form == "json":
            self._gather_after(agent)
        if table.s.outcome is None and table.steps < self.limit:
            # Nobody gets a reward before the end, so there is nothing to add up.
            self.agent_selection = self.possible_agents[table.asked[0]]
            if table.refused or self.infos[agent]:
                self.infos[agent] = {"refused": why} if (why := table.refused.get(self._seats[agent])) else {}
        else:
            self._select()

    def _gather_after(self, agent: str) -> None:
        """Who has acted has read the news; what came of it is new."""
        self._news[agent].clear()
        self._gather()

    def _select(self) -> None:
        table = self.table
        outcome = table.s.outcome
        if outcome is None and table.steps < self.limit:
            self.agent_selection = self.possible_agents[table.asked[0]]
            return
        self._over = True
        given = rewards(outcome) if outcome is not None else (0.0,) * self.rules.players
        for agent, seat in self._seats.items():
            self.rewards[agent] = self._cumulative_rewards[agent] = given[seat]
            self.terminations[agent] = outcome is not None
            self.truncations[agent] = outcome is None
            if outcome is not None:
                self.infos[agent] = {"score": outcome.scores[seat], "detail": outcome.detail}
        self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        seat = self.table.asked[0] if self.table.asked else 0
        return self._picture(seat)


class ParallelEnvironment(Base, ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """All agents at once. Who has nothing to choose waits; an illegal action counts as waiting where that is a
    choice, and otherwise as the first legal one."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self._deal(seed)
        self.agents = list(self.possible_agents)
        return self._seen(), {agent: {} for agent in self.agents}

    def _seen(self) -> dict[str, Observation]:
        return {agent: self._observation(agent) for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        table = self.table
        agents = self.agents
        for seat in list(table.asked):
            legal = table.legal(seat)
            action = int(actions[self.possible_agents[seat]])
            if action not in legal:
                action = WAIT if WAIT in legal else min(legal)
            if self.form == "json":
                self._news[self.possible_agents[seat]].clear()
            table.act(seat, action)
        outcome = table.s.outcome
        late = outcome is None and table.steps >= self.limit
        seen = self._seen()
        given = rewards(outcome) if outcome is not None else (0.0,) * self.rules.players
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        for agent, seat in self._seats.items():
            if outcome is not None:
                infos[agent] = {"score": outcome.scores[seat], "detail": outcome.detail}
            elif seat in table.refused:
                infos[agent] = {"refused": table.refused[seat]}
        if outcome is not None or late:
            self.agents = []
        return (
            seen,
            {agent: given[self._seats[agent]] for agent in agents},
            dict.fromkeys(agents, outcome is not None),
            dict.fromkeys(agents, late),
            infos,
        )

    def render(self) -> str | None:
        return self._picture(self.table.asked[0] if self.table.asked else 0)


def env(
    game: str,
    players: int | None = None,
    *,
    observation: Form = "vector",
    render_mode: Render | None = None,
    max_steps: int | None = None,
    seat_options: Sequence[Mapping[str, Any]] | None = None,
    **options: Any,
) -> Env:
    """A game as an AEC environment; `options` are the game's own. `max_steps` moves and alarms end it early; the
    game promises to end within its own bound anyway."""
    return Env(rules_of(game, players, options, seat_options), observation, render_mode, max_steps)


def parallel_env(
    game: str,
    players: int | None = None,
    *,
    observation: Form = "vector",
    render_mode: Render | None = None,
    max_steps: int | None = None,
    seat_options: Sequence[Mapping[str, Any]] | None = None,
    **options: Any,
) -> ParallelEnvironment:
    """The same game, all agents answering at once."""
    return ParallelEnvironment(rules_of(game, players, options, seat_options), observation, render_mode, max_steps)
