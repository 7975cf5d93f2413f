"""The action space of a game: a number for every choice that its offers can hold.

Which moves a game has is written nowhere but in its rules, so some random games with fixed seeds are played to
collect them, and every kind of choice that they show is completed (all faces, all seats, the alphabet…). The
numbers depend only on the game and its version, the players and the options. A choice that those games did not
show is still there, under one of the spare numbers, which have no fixed meaning.
"""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from tablee.bots.rollout import QuickPicker, rollout
from tablee.kernel.choices import WORD_KEYS, Key
from tablee.kernel.game import Game, TableOptions
from tablee.kernel.rng import seed_from
from tablee.kernel.state import State

WAIT = 0
"""Do nothing until something happens, or the clock rings."""
SPARE = 32
GAMES = 32
STEPS = 1_000
TOTAL = 12_000
"""Games that are looked at, steps of each, and of all of them."""


def glances(game: Game[Any], players: int, options: TableOptions, seat_options: Any) -> Iterator[State]:
    """States of random games with fixed seeds."""
    left = TOTAL
    for index in range(GAMES):
        label = f"environment {index}"
        s: State = game.start(players, seed=seed_from(label), options=options, seat_options=seat_options)
        pick = QuickPicker(label)
        for _ in range(min(STEPS, left)):
            left -= 1
            yield s
            if s.outcome is not None:
                break
            rollout(s, pick, limit=1)
        yield s


class Actions:
    """Names and numbers of all choices."""

    def __init__(self, delays: Sequence[int]) -> None:
        self.names: list[Key] = [("wait",), *(("after", ms) for ms in delays)]
        self._shown: dict[tuple[str, str], set[Key]] = {}
        self._looked: set[object] = set()
        self._ids: dict[tuple[str, str], dict[Key, int]] = {}
        self.moves: dict[str, int] = {}
        """Numbers of the moves in which nothing is left to choose."""
        self.cards: dict[tuple[str, str], dict[str, list[int]]] = {}
        """Of each parameter that may be a card: numbers of the first, second… card of each face."""
        self.words: dict[tuple[str, str], list[int]] = {}
        """Of each parameter that may be a word: numbers of the commonest, of the second…"""
        self.spare = 0

    def look(self, s: State) -> None:
        """Takes note of the offers of a state."""
        for seat in s.actors():
            for offer in s.offers(seat):
                if not offer.params:
                    self._shown.setdefault((offer.name, ""), {()})
                for param, domain in offer.params.items():
                    for kind in domain.kinds():
                        sign = (offer.name, param, type(kind), kind.reach())
                        if sign not in self._looked:
                            self._looked.add(sign)
                            self._shown.setdefault((offer.name, ""), {()})
                            self._shown.setdefault((offer.name, param), set()).update(kind.keys(s))

    def close(self) -> None:
        """Gives the numbers out. Moves in alphabetical order, the keys of each in an order of their own."""
        number = count(len(self.names))
        for (move, param), keys in sorted(self._shown.items()):
            ordered = sorted(keys, key=lambda key: [(type(part).__name__, part) for part in key])
            self._ids[move, param] = {key: next(number) for key in ordered}
            self.names += [(move, param, *key) if param else (move,) for key in ordered]
            if not param:
                self.moves[move] = len(self.names) - 1
            faces = self.cards.setdefault((move, param), {})
            for key in ordered:
                if key[:1] == ("face",):
                    faces.setdefault(key[1], []).append(self._ids[move, param][key])
            ids = self._ids[move, param]
            if WORD_KEYS[0] in ids:
                self.words[move, param] = [ids[key] for key in WORD_KEYS]
        self.spare = len(self.names)
        self.names += [("spare", i) for i in range(SPARE)]

    def __len__(self) -> int:
        return len(self.names)

    def table(self, move: str, param: str) -> dict[Key, int]:
        """Numbers of the choices of one parameter."""
        return self._ids.get((move, param), {})
