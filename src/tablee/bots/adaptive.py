"""A bot that adapts: the game's own minds of three levels in one seat, and a skill that moves from game to game.

It needs nothing from a game but its bots and who won, so it is there for every game.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from msgspec import structs

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.bots.random_bot import RandomBot
from tablee.kernel.moves import Offer
from tablee.kernel.outcome import Outcome, Reason, Result
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import Rng
from tablee.kernel.units import Seat

T = TypeVar("T")

LOWEST, START, HIGHEST = -1.0, 1.0, 2.0
"""0, 1 and 2 are the three levels; below 0 is a beginner that makes it easier still."""
FIRST, LEAST, SHRINKS = 0.5, 0.1, 2
"""The step after the first game, the smallest, and after how many games it is half the first: three games won or
lost in a row at a table of two are a level and more, and later one game changes little."""
SLOWER = 2.0
"""At the lowest skill a race takes so many times as long again."""
CARELESS = 0.5
"""At the lowest skill so many moves that are no race are any move."""


def step(games: int) -> float:
    """How far a victory moves the skill after so many games."""
    return max(LEAST, FIRST / (1 + games / SHRINKS))


def adapted(skill: float, games: int, outcome: Outcome, seat: Seat) -> float:
    """The skill after a game, `games` having been played before.

    A victory costs a step, and n - 1 games that others win give it back: in the long run one in n is won.
    Victories are shared in parts, also one that nobody has. Who wins or loses together with all, or alone, wins
    every other game. A game that ends because people left says nothing.
    """
    n = len(outcome.scores)
    if outcome.reason is Reason.DEPARTURE:
        return skill
    winners = outcome.winners
    if outcome.result is Result.TOGETHER or n == 1:
        moved = -1.0 if seat in winners else 1.0
    else:
        share = (seat in winners) / len(winners) if winners else 1 / n
        moved = (1 - share * n) / (n - 1)
    return round(min(HIGHEST, max(LOWEST, skill + step(games) * moved)), 4)


def nearest(skill: float) -> Level:
    """The level that suits a skill best."""
    return list(Level)[int(max(0.0, skill) + 0.5)]


def possible(seen: Sighting, plan: Plan) -> bool:
    """Whether a move that was offered is offered still: somebody may have taken its card, or said its word."""
    offer = seen.offer(plan.move.name)
    try:
        if offer is not None:
            offer.check(structs.replace(plan.move, at=plan.at))
    except Refused:
        return False
    return offer is not None


class Careless(RandomBot):
    """Any legal move, but nothing grave."""

    def decide(self, seen: Sighting) -> Plan | None:
        return super().decide(seen) if any(not offer.grave for offer in seen.offers) else None

    def _offer(self, offers: Sequence[Offer]) -> Offer:
        return self.rng.choice([offer for offer in offers if not offer.grave])


class Adaptive(Mind):
    """All three minds notice everything, since they remember; at each occasion one of them decides.

    Between two levels that is the upper one as often as the skill is above the lower one.
    """

    def __init__(
        self, seat: Seat, minds: Mapping[Level, Mind], careless: Mind, rng: Rng, skill: float = START
    ) -> None:
        super().__init__(seat, nearest(skill), rng)
        self.skill = skill
        self._minds = minds
        self._careless = careless
        self._charge = minds[self.level]
        self._loose: Plan | None = None
        """A careless plan, of which the one in charge knows nothing."""
        self._dropped = 0
        """So many of those have become impossible."""

    def notice(self, seen: Sighting) -> None:
        for mind in self._minds.values():
            mind.notice(seen)

    def occasion(self, seen: Sighting) -> object:
        if self._loose is not None and not possible(seen, self._loose):
            self._loose = None
            self._dropped += 1
        return self._dropped, self._told(lambda: self._charge.occasion(seen))

    def decide(self, seen: Sighting) -> Plan | None:
        self._loose = None
        self._charge = self._minds[self._drawn()]
        plan = self._told(lambda: self._charge.decide(seen))
        return self._eased(seen, plan) if plan is not None and self.skill < 0 else plan

    def _drawn(self) -> Level:
        levels = list(Level)
        lower = min(int(max(0.0, self.skill)), len(levels) - 2)
        return levels[lower + self.chance(self.skill - lower)]

    def _told(self, ask: Callable[[], T]) -> T:
        """Asks the one in charge, and tells the others what it has set its mind to (the word it has buzzed for,
        the card under its finger): whoever decides next can go on with it."""
        before = dict(vars(self._charge))
        answer = ask()
        changed = {k: v for k, v in vars(self._charge).items() if k not in before or before[k] is not v}
        for mind in self._minds.values():
            vars(mind).update(changed)
        return answer

    def _eased(self, seen: Sighting, plan: Plan) -> Plan:
        """Later in a race, unless that were too late at all; elsewhere sometimes any move."""
        if plan.move.answers is None:
            self._loose = self._careless.decide(seen) if self.chance(-self.skill * CARELESS) else None
            return self._loose or plan
        at = plan.at + round(SLOWER * -self.skill * (plan.at - seen.now))
        offer = seen.offer(plan.move.name)
        closes = offer.closes_at if offer is not None else None
        return plan if closes is not None and at > closes else structs.replace(plan, at=at)
