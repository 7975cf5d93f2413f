"""Who types the bare letters of the cards, as they lie or the other way round, loses against normal bots (C19)."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tablee.arena.match import Match, game_mind, make_bot
from tablee.bots.bot import Bot, Level
from tablee.bots.words import USUAL, FoundWord, Vocabulary
from tablee.games.registry import game as game_named
from tablee.kernel.game import Game
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Seat
from tablee.words.fit import Fit
from tablee.words.lexicon import Lexicon

GAMES = 3
QUICK = 1_200
"""Milliseconds: no search, only typing."""


class BareLetters(Vocabulary):
    """Whatever is asked for, it says the letters that are asked for. The table refuses what is no word."""

    def __init__(self, lexicon: Lexicon, order: int, seed: bytes) -> None:
        super().__init__(lexicon, USUAL[Level.STRONG], keyed(seed, "lazy"))
        self._order = order

    def found(self, fit: Fit, *, limit: int | None = None, min_length: int = 0) -> list[str]:
        cut = [fit.rack[:n][:: self._order] for n in range(2, len(fit.rack) + 1)]
        return [word for word in cut if fit.missing(word) is None and word in self.lexicon]

    def find(
        self, fit: Fit, *, best: Callable[[str], float] | None = None, avoid: frozenset[str] = frozenset()
    ) -> FoundWord | None:
        if fit.least > len(fit.contains):
            return super().find(fit, best=best, avoid=avoid)  # a clue must be a word, whoever gives it
        bare = fit.contains[:: self._order]
        said = fit.starts + bare + fit.holds + fit.ends
        return FoundWord(said, QUICK) if said in self.lexicon and fit.missing(said) is None else None


def with_lazy(seat: Seat, order: int) -> Callable[..., Bot]:
    def make(game: Game[Any], name: str, i: Seat, seed: bytes, lexicon: Lexicon) -> Bot:
        if i != seat:
            return make_bot(game, name, i, seed, lexicon)
        mind = game_mind(game, Level.NORMAL, i, seed, lexicon)
        (words,) = (name for name, value in vars(mind).items() if isinstance(value, Vocabulary))
        vars(mind)[words] = BareLetters(lexicon, order, seed)
        return mind

    return make


def won(outcome: Any, seat: Seat) -> bool:
    winners: Sequence[Seat] = outcome.winners
    return seat in winners


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("key", ["frontibix", "hyperspeedix", "spiralix", "touposix"])
def test_bare_letters_lose(key: str, order: int) -> None:
    game = game_named(key)
    victories = 0
    for n in range(GAMES):
        match = Match(game, ["normal"] * 2, seed=seed_from(n), make=with_lazy(n % 2, order))
        victories += won(match.finish().outcome, n % 2)
    assert victories <= GAMES // 3
