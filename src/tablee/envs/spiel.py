"""Every game as an OpenSpiel game, so that its algorithms run on ours: `load("amerix", players=2)`.

Chance has one node, the first: it draws one of `deals` seeds, and the seed decides every shuffle and draw. What a
player knows comes from the door alone: the views that he was shown whenever he had to choose, his own choices, and
the events told to him. Where several players may move at once they are asked one after the other, and none of
them learns what the others have answered.
"""

import json
from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from typing import Any

import msgspec
import numpy as np
import pyspiel
from numpy.typing import NDArray

from tablee.envs.table import EnvTable, Rules, rewards, rules_of
from tablee.envs.text import drawn, meaning
from tablee.games.registry import games
from tablee.kernel.door import Door
from tablee.kernel.rng import keyed, seed_from

DEALS = 1_000
"""Different games that chance draws from, unless said otherwise."""
CHOICES = 12
"""Choices that a step of a game may take at most: only a bound for OpenSpiel."""


@cache
def game_type(key: str) -> Any:
    info = games()[key].info
    low, high = info.players
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"tablee_{key}",
        long_name=f"Tablée {info.name}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={
            "players": max(low, min(2, high)),
            "deals": DEALS,
            "options": "{}",
        },
    )


class TableeGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games. `options` is JSON: the options of the game."""

    def __init__(self, key: str, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        defaults = game_type(key).parameter_specification
        players = int(given.get("players", defaults["players"]))
        self.deals = int(given.get("deals", DEALS))
        self.rules: Rules = rules_of(key, players, json.loads(given.get("options", "{}")))
        super().__init__(
            game_type(key),
            pyspiel.GameInfo(
                num_distinct_actions=len(self.rules.actions),
                max_chance_outcomes=self.deals,
                num_players=players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=None,
                max_game_length=self.rules.bound * CHOICES,
            ),
            given,
        )

    def new_initial_state(self) -> "TableeState":
        return TableeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        return Observer(self.rules, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class Kept:
    """A table that stays as it is, and that copies of a state share."""

    __slots__ = ("table",)

    def __init__(self, table: EnvTable) -> None:
        self.table = table

    def __deepcopy__(self, memo: dict[int, Any]) -> "Kept":
        return self


def _view(table: EnvTable, seat: int) -> str:
    """What a seat is sent, and what it has chosen of its move."""
    seen = msgspec.to_builtins(Door(table.s, 1 << seat).glimpse(), str_keys=True)
    picks = ",".join(map(str, table.picks(seat)))
    return f"{msgspec.json.encode(seen, order='deterministic').decode()} [{picks}]"


class TableeState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: TableeGame) -> None:
        super().__init__(game)
        self.rules = game.rules
        self.deals = game.deals
        self.table: EnvTable | None = None
        self._known = [b""] * game.rules.players
        """What every player has been told, in order: a hash of it, as of `_kept` and before `_since`."""
        self._kept: Kept | None = None
        self._since: list[int] = []

    def current_player(self) -> int:
        table = self.table
        if table is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else table.asked[0]

    def is_terminal(self) -> bool:
        return self.table is not None and (self.table.over or self.table.steps >= self.rules.bound)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(deal, 1 / self.deals) for deal in range(self.deals)]

    def _legal_actions(self, player: int) -> list[int]:
        table = self.table
        return sorted(table.legal(player)) if table is not None and player == self.current_player() else []

    def _apply_action(self, action: int) -> None:
        if self.table is None:
            self.table = EnvTable(self.rules, seed_from(f"deal {action}"), watched=True)
            self._hear(self.table)
            self._kept = Kept(self.table.copy())
        else:
            self.table.act(self.table.asked[0], action)
            self._since.append(action)

    def _recall(self) -> None:
        """What players were shown since it was last asked for: most states of a search are never asked."""
        if not self._since or self._kept is None:
            return
        table = self._kept.table.copy()
        for action in self._since:
            seat = table.asked[0]
            self._remember(seat, f"{_view(table, seat)} > {action}".encode())
            table.act(seat, action)
            self._hear(table)
        self._since = []
        self._kept = Kept(table)

    def _hear(self, table: EnvTable) -> None:
        events = table.s.drain()
        if events:
            for seat in table.s.all_seats:
                told = Door(table.s, 1 << seat).events(events)
                if told:
                    self._remember(seat, msgspec.json.encode(told))

    def _remember(self, seat: int, what: bytes) -> None:
        self._known[seat] = blake2b(self._known[seat] + what, digest_size=16).digest()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        table = self.table
        if table is not None and table.asked and player == table.asked[0] and action in table.legal(player):
            return meaning(table, player, action)
        return " ".join(map(str, self.rules.actions.names[action]))

    def observation_string(self, player: int | None = None) -> str:
        """What a player is shown now; the one who is asked, unless said."""
        return "" if self.table is None else _view(self.table, self._whom(player))

    def information_state_string(self, player: int | None = None) -> str:
        """What a player is shown now, and a hash of all that he was shown and told before, and did."""
        if self.table is None:
            return ""
        self._recall()
        who = self._whom(player)
        return f"{self._known[who].hex()} {_view(self.table, who)}"

    def observation_tensor(self, player: int | None = None) -> list[float]:
        if self.table is None:
            return [0.0] * self.rules.layout.size
        return [float(number) for number in self.table.vector(self._whom(player))]

    def _whom(self, player: int | None) -> int:
        return self.current_player() if player is None else player

    def returns(self) -> list[float]:
        outcome = self.table.s.outcome if self.table is not None else None
        return list(rewards(outcome)) if outcome is not None else [0.0] * self.rules.players

    def resample_from_infostate(self, player: int, sampler: Any) -> "TableeState":
        """A state that this player cannot tell from this one: for search over hidden information."""
        assert self.table is not None
        self._recall()
        twin: TableeState = self.clone()
        twin.table = self.table.imagined(player, keyed(seed_from(int(sampler() * 2**53)), "imagined"))
        twin._kept = Kept(twin.table.copy())
        return twin

    def __str__(self) -> str:
        return "deal" if self.table is None else drawn(self.table, max(0, self.current_player()))


class Observer:
    """OpenSpiel's observer: the observation vector as floats, or the view as text."""

    def __init__(self, rules: Rules, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"no parameters are known: {params}")
        self._recall = bool(kind.perfect_recall)
        self.tensor: NDArray[np.float32] = np.zeros(rules.layout.size, np.float32)
        self.dict = {
            name: self.tensor[start : start + size]
            for name, (start, size) in rules.layout.sections.items()
            if size
        }

    def set_from(self, state: TableeState, player: int) -> None:
        self.tensor.fill(0)
        if state.table is not None:
            self.tensor[:] = state.table.vector(player)

    def string_from(self, state: TableeState, player: int) -> str:
        return state.information_state_string(player) if self._recall else state.observation_string(player)


def _maker(key: str) -> type[TableeGame]:
    class Made(TableeGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(key, params)

    Made.__name__ = f"Tablee_{key}"
    return Made


def register() -> Sequence[str]:
    """Makes all games known to OpenSpiel; done once, by importing this module."""
    for key in games():
        pyspiel.register_game(game_type(key), _maker(key))
    return [game_type(key).short_name for key in games()]


NAMES = register()


def load(key: str, players: int | None = None, *, deals: int = DEALS, **options: Any) -> Any:
    """A game by its key: `load("amerix", 2)` is `pyspiel.load_game("tablee_amerix", {"players": 2, …})`."""
    low, high = games()[key].info.players
    return pyspiel.load_game(
        f"tablee_{key}",
        {
            "players": players if players is not None else max(low, min(2, high)),
            "deals": deals,
            "options": json.dumps(options),
        },
    )
