"""Tells: what gives a bluffing bot away. A tell is drawn once per game, from the bot's own rng and from nothing
else, so that watching the bot teaches something about it, and never about anybody's cards."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from tablee.bots.bot import Level
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis

PACE: Millis = 1_000
"""How much quicker or slower."""
SHARE: Mapping[Level, float] = {Level.BEGINNER: 0.8, Level.NORMAL: 0.5, Level.STRONG: 0.2}
"""In how many of its lies a bot shows its tell."""


class Habit(StrEnum):
    """What somebody does when he lies, and does not otherwise."""

    QUICK = "quick"
    SLOW = "slow"
    PAIR = "pair"
    """With two cards rather than with one."""


class Tell(Struct, frozen=True):
    habit: Habit
    share: float

    @property
    def pairs(self) -> bool:
        """Whether a lie that shows it has two cards."""
        return self.habit is Habit.PAIR

    def delay(self, rng: Rng, low: Millis, high: Millis, *, shows: bool) -> Millis:
        """How long it takes: between the two, a second quicker or slower when the tell shows. The rest is drawn
        from what is left beside that second, so that nothing falls out of the span."""
        match self.habit:
            case Habit.QUICK:
                low, shift = min(high, low + PACE), -PACE
            case Habit.SLOW:
                high, shift = max(low, high - PACE), PACE
            case _:
                shift = 0
        return low + rng.below(high - low + 1) + (shift if shows else 0)

    def shows(self, rng: Rng, lies: bool) -> bool:
        """Whether it shows this time. The draw is made for a truth too, so that a lie changes nothing else."""
        return rng.uniform() < self.share and lies


def drawn_tell(rng: Rng, level: Level) -> Tell:
    return Tell(rng.choice(list(Habit)), SHARE[level])
