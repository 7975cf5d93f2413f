"""How a game ended: a rank for every seat, ties included, and why."""

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct


class Result(StrEnum):
    WINNERS = "winners"
    """Ranked seats; those with rank 1 have won, several share the victory."""
    ONE_LOSER = "one_loser"
    TOGETHER = "together"
    """All win or lose together; the detail says how well."""
    NOBODY = "nobody"
    MADE = "made"
    """Nobody wins or loses: all have made something together."""


class Reason(StrEnum):
    RULE = "rule"
    CAP = "cap"
    """A limit that the rules set to games without an end."""
    RESIGNATION = "resignation"
    DEPARTURE = "departure"


class Outcome(Struct, frozen=True):
    ranks: tuple[int, ...] | None
    """1 is best; None where nobody is ranked."""
    scores: tuple[int, ...]
    result: Result = Result.WINNERS
    reason: Reason = Reason.RULE
    detail: str = ""
    """A stable code that says more ("hundred_points"), translated by the page."""

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(i for i, r in enumerate(self.ranks or ()) if r == 1)


def ranked(
    scores: Sequence[int], *, low_wins: bool = False, reason: Reason = Reason.RULE, detail: str = ""
) -> Outcome:
    """Ranks by score, equal scores sharing the better rank (1, 1, 3)."""
    better = [sum((o < s) if low_wins else (o > s) for o in scores) for s in scores]
    return Outcome(tuple(b + 1 for b in better), tuple(scores), Result.WINNERS, reason, detail)


def one_loser(loser: int, players: int, *, reason: Reason = Reason.RULE, detail: str = "") -> Outcome:
    """One seat has lost and is last; all the others have won."""
    ranks = tuple(players if seat == loser else 1 for seat in range(players))
    return Outcome(ranks, (0,) * players, Result.ONE_LOSER, reason, detail)
