"""Players who do not try: they always do the same, or nothing. No game may be won so."""

from collections.abc import Callable, Sequence
from typing import Any

from tablee.arena.match import Match, make_bot
from tablee.bots.bot import Bot, Level, Mind, Plan, Sighting
from tablee.games.registry import game
from tablee.kernel.game import Game
from tablee.kernel.moves import Move, Offer
from tablee.kernel.rng import Rng, keyed, seed_from
from tablee.kernel.units import Millis, Seat
from tablee.words.lexicon import Lexicon

Habit = Callable[[Sighting], Move | None]
"""What somebody always does; None: nothing."""
PAUSE: Millis = 1_000
LAZY = "lazy"


class Lazy(Mind):
    def __init__(self, seat: Seat, habit: Habit, rng: Rng, pause: Millis) -> None:
        super().__init__(seat, Level.BEGINNER, rng)
        self._habit = habit
        self._pause = pause

    def decide(self, seen: Sighting) -> Plan | None:
        move = self._habit(seen)
        return self.soon(seen, move, self._pause, self._pause) if move is not None else None


def nothing(seen: Sighting) -> Move | None:
    """Waits for ever: the table plays for it."""
    return None


def first(*names: str) -> Habit:
    """The first of these moves that is offered, and of everything that it may choose the first."""

    def habit(seen: Sighting) -> Move | None:
        for name in names:
            if offer := seen.offer(name):
                return Move(name, first_args(offer))
        return None

    return habit


def first_args(offer: Offer) -> dict[str, Any]:
    return next(iter(offer.enumerate()))


def share_won(
    key: str,
    habit: Habit,
    games: int,
    *,
    rivals: int = 1,
    against: str = "normal",
    pause: Millis = PAUSE,
    **options: Any,
) -> float:
    """How many games a lazy player wins against others who try, its seat changing; a shared victory is a part."""
    of, won = game(key), 0.0
    for seed in range(games):
        lazy = seed % (rivals + 1)
        outcome = played(of, habit, lazy, rivals + 1, seed, against, pause, **options).state.outcome
        assert outcome is not None
        won += (lazy in outcome.winners) / max(1, len(outcome.winners))
    return won / games


def played(
    of: Game[Any],
    habit: Habit,
    lazy: Seat,
    players: int,
    seed: int,
    against: str = "normal",
    pause: Millis = PAUSE,
    **options: Any,
) -> Match:
    """A whole game with a lazy player at one seat."""

    def make(made: Game[Any], name: str, seat: Seat, key: bytes, lexicon: Lexicon | None = None) -> Bot:
        if name == LAZY:
            return Lazy(seat, habit, keyed(key, "lazy", seat), pause)
        return make_bot(made, name, seat, key, lexicon)

    bots: Sequence[str] = [LAZY if seat == lazy else against for seat in range(players)]
    seat_options = [{} if name == LAZY else of.bot_options(name) for name in bots]
    match = Match(of, bots, seed=seed_from(f"lazy {seed}"), options=options, seat_options=seat_options, make=make)
    match.finish()
    return match
