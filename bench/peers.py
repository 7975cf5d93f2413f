"""The peers' games. As a script, inside the peers' own virtual environment: measures one of them.

Every peer is driven through its public interface, with the same cheap way of choosing as ours, so that the
time is the engine's. Where its interface builds an observation at every move, that is part of its price.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import version
from random import Random
from typing import Any, TypeVar

from bench.timing import Table, work

T = TypeVar("T")

_random = Random(0).random

Options = Mapping[str, int]
SEATS = "game_num_players"
"""RLCard's option."""

HAND, TRICKS, MEMORY, RACE, POKER, BOARD = "hand", "tricks", "memory", "race", "poker", "board"
"""What a game is like: cards of a hand to get rid of or to put together, tricks, knowing what one does not see,
all at once, bets, a board that all see."""


@dataclass(frozen=True)
class Peer:
    package: str
    """As the package index calls it."""
    game: str
    language: str
    observes: bool
    """Its interface builds an observation at every move, asked or not."""
    lay: Callable[[str, Options], tuple[Callable[[], int], int]]
    """From the name of the game and its options: what plays one game, and the number of players."""
    kind: str
    options: Options = field(default_factory=dict)
    """Four players, where it allows them."""


def _pick(items: Sequence[T]) -> T:
    return items[int(_random() * len(items))]


def _rlcard_environment(game: str, options: Options) -> tuple[Callable[[], int], int]:
    # Not through `rlcard.agents`: it imports pip when it runs, which an environment need not have.
    env: Any = import_module("rlcard").make(game, config={"seed": 0, **options})
    if env.game.get_num_players() != options.get(SEATS, env.game.get_num_players()):
        # It hands the number on to poker and blackjack only, though UNO can be played by more, too.
        env.game.configure(options)

    def play() -> int:
        state, _ = env.reset()
        moves = 0
        while not env.is_over():
            state, _ = env.step(_pick(list(state["legal_actions"])))
            moves += 1
        return moves

    return play, env.game.get_num_players()


def _rlcard_game(game: str, options: Options) -> tuple[Callable[[], int], int]:
    inner: Any = import_module("rlcard").make(game, config={"seed": 0, **options}).game

    def play() -> int:
        state, _ = inner.init_game()
        moves = 0
        while not inner.is_over():
            state, _ = inner.step(_pick(state["legal_actions"]))
            moves += 1
        return moves

    return play, inner.get_num_players()


def _pettingzoo(game: str, options: Options) -> tuple[Callable[[], int], int]:
    env: Any = import_module(f"pettingzoo.classic.{game}").env(**options)

    def play() -> int:
        env.reset()
        moves = 0
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            elif isinstance(observation, dict):
                env.step(int(_pick(observation["action_mask"].nonzero()[0])))
                moves += 1
            else:  # in games of which every action is always legal
                env.step(_pick(range(env.action_space(agent).n)))
                moves += 1
        return moves

    return play, len(env.possible_agents)


def _open_spiel(game: str, options: Options) -> tuple[Callable[[], int], int]:
    pyspiel: Any = import_module("pyspiel")
    if game.startswith("python_"):
        # Importing the module registers its game.
        import_module(f"open_spiel.python.games.{game.removeprefix('python_')}")
    loaded = pyspiel.load_game(game, dict(options))

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
    "rlcard uno": Peer("rlcard", "uno", "Python", True, _rlcard_environment, HAND),
    "rlcard uno, 4 players": Peer("rlcard", "uno", "Python", True, _rlcard_environment, HAND, {SEATS: 4}),
    "rlcard uno, bare": Peer("rlcard", "uno", "Python", False, _rlcard_game, HAND),
    **{
        f"rlcard {game}": Peer("rlcard", game, "Python", True, _rlcard_environment, kind, options)
        for game, kind, options in (
            ("gin-rummy", HAND, {}),
            ("doudizhu", HAND, {}),
            ("mahjong", HAND, {}),
            ("bridge", TRICKS, {}),
            ("leduc-holdem", POKER, {}),
            ("limit-holdem", POKER, {SEATS: 4}),
            ("no-limit-holdem", POKER, {SEATS: 4}),
        )
    },
    **{
        f"pettingzoo {game}": Peer("pettingzoo", game, "Python", True, _pettingzoo, kind, options)
        for game, kind, options in (
            ("hanabi_v5", MEMORY, {"players": 4, "hand_size": 4}),
            ("rps_v2", RACE, {}),
            ("leduc_holdem_v4", POKER, {}),
            ("texas_holdem_v4", POKER, {"num_players": 4}),
            ("texas_holdem_no_limit_v6", POKER, {"num_players": 4}),
            ("connect_four_v3", BOARD, {}),
            ("tictactoe_v3", BOARD, {}),
        )
    },
    **{
        f"open_spiel {game}": Peer("open_spiel", game, language, False, _open_spiel, kind)
        for game, language, kind in (
            ("python_tic_tac_toe", "Python", BOARD),
            ("python_kuhn_poker", "Python", POKER),
            ("python_liars_poker", "Python", POKER),
            ("hearts", "C++", TRICKS),
            ("crazy_eights", "C++", HAND),
        )
    },
}


def lay(name: str) -> Table:
    peer = PEERS[name]
    play, players = peer.lay(peer.game, peer.options)
    return Table(play, players, version(peer.package))


if __name__ == "__main__":
    work(lay)
