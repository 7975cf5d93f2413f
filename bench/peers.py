"""The peers' games. As a script, inside the peers' own virtual environment: measures one of them.

Every peer is driven through its public interface, with the same cheap way of choosing as ours, so that the
time is the engine's. Where its interface builds an observation at every move, that is part of its price.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from random import Random
from typing import Any, TypeVar

from bench.timing import Table, work

T = TypeVar("T")

_random = Random(0).random


@dataclass(frozen=True)
class Peer:
    package: str
    """As the package index calls it."""
    game: str
    language: str
    observes: bool
    """Its interface builds an observation at every move, asked or not."""
    lay: Callable[[str], tuple[Callable[[], int], int]]
    """From the name of the game: what plays one game, and the number of players."""


def _pick(items: Sequence[T]) -> T:
    return items[int(_random() * len(items))]


def _rlcard_environment(game: str) -> tuple[Callable[[], int], int]:
    # Not through `rlcard.agents`: it imports pip when it runs, which an environment need not have.
    env: Any = import_module("rlcard").make(game, config={"seed": 0})

    def play() -> int:
        state, _ = env.reset()
        moves = 0
        while not env.is_over():
            state, _ = env.step(_pick(list(state["legal_actions"])))
            moves += 1
        return moves

    return play, env.num_players


def _rlcard_game(game: str) -> tuple[Callable[[], int], int]:
    inner: Any = import_module("rlcard").make(game, config={"seed": 0}).game

    def play() -> int:
        state, _ = inner.init_game()
        moves = 0
        while not inner.is_over():
            state, _ = inner.step(_pick(state["legal_actions"]))
            moves += 1
        return moves

    return play, inner.get_num_players()


def _pettingzoo(game: str) -> tuple[Callable[[], int], int]:
    env: Any = import_module(f"pettingzoo.classic.{game}").env()

    def play() -> int:
        env.reset()
        moves = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(int(_pick(observation["action_mask"].nonzero()[0])))
                moves += 1
        return moves

    return play, len(env.possible_agents)


def _open_spiel(game: str) -> tuple[Callable[[], int], int]:
    pyspiel: Any = import_module("pyspiel")
    if game.startswith("python_"):
        # Importing the module registers its game.
        import_module(f"open_spiel.python.games.{game.removeprefix('python_')}")
    loaded = pyspiel.load_game(game)

    def play() -> int:
        state = loaded.new_initial_state()
        moves = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(_chance(state.chance_outcomes()))
            else:
                state.apply_action(_pick(state.legal_actions()))
                moves += 1
        return moves

    return play, loaded.num_players()


def _chance(outcomes: Sequence[tuple[int, float]]) -> int:
    left = _random()
    for action, probability in outcomes:
        left -= probability
        if left < 0:
            return action
    return outcomes[-1][0]


PEERS: dict[str, Peer] = {
    "rlcard uno": Peer("rlcard", "uno", "Python", True, _rlcard_environment),
    "rlcard uno, bare": Peer("rlcard", "uno", "Python", False, _rlcard_game),
    "pettingzoo connect_four_v3": Peer("pettingzoo", "connect_four_v3", "Python", True, _pettingzoo),
    "pettingzoo tictactoe_v3": Peer("pettingzoo", "tictactoe_v3", "Python", True, _pettingzoo),
    "pettingzoo leduc_holdem_v4": Peer("pettingzoo", "leduc_holdem_v4", "Python", True, _pettingzoo),
    "pettingzoo texas_holdem_v4": Peer("pettingzoo", "texas_holdem_v4", "Python", True, _pettingzoo),
    **{
        f"open_spiel {game}": Peer("open_spiel", game, language, False, _open_spiel)
        for game, language in (
            ("python_tic_tac_toe", "Python"),
            ("python_kuhn_poker", "Python"),
            ("python_liars_poker", "Python"),
            ("hearts", "C++"),
            ("crazy_eights", "C++"),
        )
    },
}


def lay(name: str) -> Table:
    peer = PEERS[name]
    play, players = peer.lay(peer.game)
    return Table(play, players, version(peer.package))


if __name__ == "__main__":
    work(lay)
