"""The command `python -m bench.hearts`: our strong Bazardelix bot against OpenSpiel's own ISMCTS (C++), at hearts.

OpenSpiel's hearts without the exchange, without a special first trick and without the queen of spades opening the
hearts is a round of Bazardelix for four in other cards: clubs and hearts are pink and blue A–M, diamonds and
spades are pink and blue N–Z, the queen of spades is the blue X. Each game is played on both at once, and they must
agree on every legal card and on the points. Two seats each; every deal is played twice, with the sides changed
over. OpenSpiel gets as much time of the processor for a card as ours takes on the average.
"""

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from importlib.metadata import version
from statistics import fmean
from time import monotonic, process_time
from typing import NamedTuple

import pyspiel

from tablee.arena.match import make_bot
from tablee.arena.tournament import Range, interval, percentiles
from tablee.bots.bot import Sighting
from tablee.games.bazardelix.rules import GAME, OPENING, Bazardelix, BazardelixState, Deal, Trick
from tablee.kernel.door import Door
from tablee.kernel.game import Setup
from tablee.kernel.moves import Move
from tablee.kernel.rng import seed_from
from tablee.play.order import ring_next

RULES = "hearts(pass_cards=false,no_pts_on_first_trick=false,qs_breaks_hearts=false)"
SUITS = {"pA": "C", "pN": "D", "bA": "H", "bN": "S"}
"""By colour and first letter of the family."""
RANKS = "23456789TJQKA"
SEATS = 4
ALL = 26
SIMULATIONS = (64, 200_000)
"""The least and the most that OpenSpiel's search may be given for a card."""


def name_of(face: str) -> str:
    """A card of ours as hearts calls it: the pink A is the two of clubs."""
    low = "A" if face[1] <= "M" else "N"
    return RANKS[ord(face[1]) - ord(low)] + SUITS[face[0] + low]


class StraightDeal(Deal):
    """The exchange is left out: the holder of the pink A leads at once."""

    def begin(self, s: BazardelixState) -> None:
        leader = next(seat for seat in s.all_seats if s.faces.index(OPENING) in s.hand(seat).cards)
        s.goto(Trick(leader=leader, seat=leader, first=True))


class Straight(Bazardelix):
    """Bazardelix without the exchange, for one round."""

    def setup(self, table: Setup) -> BazardelixState:
        s = super().setup(table)
        s.goto(StraightDeal())
        return s


class Twins:
    """One deal of both games, side by side."""

    def __init__(self, seed: bytes) -> None:
        s = Straight().start(SEATS, seed=seed, watched=True)
        self.ours = s
        self.theirs = pyspiel.load_game(RULES).new_initial_state()
        self.theirs.apply_action(self.theirs.legal_actions()[0])  # nobody passes cards
        hands = [[name_of(s.faces[c]) for c in s.hand(seat).cards] for seat in s.all_seats]
        number = {self.theirs.action_to_string(pyspiel.PlayerId.CHANCE, a): a for a in self.theirs.legal_actions()}
        for i in range(SEATS * len(hands[0])):
            self.theirs.apply_action(number[hands[i % SEATS][i // SEATS]])
        self._number: dict[int, int] = {card: number[name_of(face)] for card, face in enumerate(s.faces)}
        self._card = {action: card for card, action in self._number.items()}

    @property
    def over(self) -> bool:
        return bool(self.theirs.is_terminal())

    @property
    def seat(self) -> int:
        """Whose turn it is. What is only shown for a while in ours is passed over."""
        s = self.ours
        while not s.actors():
            self._wait()
        seat = int(self.theirs.current_player())
        assert list(s.actors()) == [seat]
        return seat

    def _wait(self) -> None:
        rung = ring_next(self.ours)
        assert rung

    def legal(self) -> list[int]:
        """What may be played, by the numbers of hearts; both games must say the same."""
        (offer,) = self.ours.offers(self.seat)
        mine = sorted(self._number[c] for c in offer.params["card"].values())
        assert mine == sorted(self.theirs.legal_actions())
        return mine

    def number(self, seat: int, move: Move) -> int:
        """A move of our bot, who names cards by handles, as a number of hearts."""
        card: int = Door(self.ours, 1 << seat).inward(seat, move).args["card"]
        return self._number[card]

    def play(self, action: int) -> None:
        s, seat = self.ours, self.seat
        s.play(seat, Move("play", {"card": self._card[action]}, at=s.now))
        self.theirs.apply_action(action)

    def points(self) -> tuple[int, ...]:
        """What everybody takes in the end."""
        assert self.over
        while not self.ours.history:
            self._wait()
        points = self.ours.history[-1]
        assert [ALL - p for p in points] == list(self.theirs.returns())
        return points


@dataclass
class Pace:
    """How many simulations OpenSpiel gets, so that it spends the time that ours spends."""

    ours: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)
    rate: float = 10_000.0
    """Simulations a second, of late: they get shorter towards the end of a round."""

    def budget(self) -> int:
        behind = sum(self.ours) * (len(self.theirs) + 1) / max(1, len(self.ours)) - sum(self.theirs)
        low, high = SIMULATIONS
        return int(min(high, max(low, self.rate * max(behind, 0.0))))

    def spent(self, simulations: int, seconds: float) -> None:
        self.theirs.append(seconds)
        if seconds > 0:
            self.rate = 0.5 * self.rate + 0.5 * simulations / seconds


PACE = Pace()
"""Of this process."""


class Result(NamedTuple):
    """Of one deal: the points of both rounds, and the seconds that each side took for each card."""

    points: list[tuple[int, ...]]
    ours: list[float]
    theirs: list[float]


def play(seed: bytes, first: int, exploration: float, pace: Pace) -> tuple[int, ...]:
    """One round: ours has the seats of the parity `first`. The points of all seats."""
    twins = Twins(seed)
    bots = {seat: make_bot(GAME, "strong", seat, seed) for seat in range(SEATS) if seat % 2 == first}
    word = int.from_bytes(seed[:3], "little")
    evaluator = pyspiel.RandomRolloutEvaluator(1, word)
    while not twins.over:
        seat, legal = twins.seat, twins.legal()
        events = twins.ours.drain()
        plans = {}
        for mine, bot in bots.items():
            began = process_time()
            plans[mine] = bot.react(Sighting(twins.ours, mine, events))
            if mine == seat and len(legal) > 1:
                pace.ours.append(process_time() - began)
        if seat in bots:
            plan = plans[seat]
            assert plan is not None
            action = twins.number(seat, plan.move)
        elif len(legal) == 1:
            action = legal[0]
        else:
            simulations = pace.budget()
            began = process_time()
            search = pyspiel.ISMCTSBot(
                word + len(pace.theirs),
                evaluator,
                exploration,
                simulations,
                -1,
                pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            )
            action = search.step(twins.theirs)
            pace.spent(simulations, process_time() - began)
        twins.play(action)
    return twins.points()


def won(points: Sequence[int], first: int) -> float:
    """Our share of the victory: fewest points win, equal ones share it."""
    best = [seat for seat, p in enumerate(points) if p == min(points)]
    return sum(seat % 2 == first for seat in best) / len(best)


def ahead(points: Sequence[int], first: int) -> float:
    """How often one of our seats has fewer points than one of theirs."""
    pairs = [(points[a], points[b]) for a in range(SEATS) for b in range(SEATS) if a % 2 == first != b % 2]
    return fmean((mine < theirs) + 0.5 * (mine == theirs) for mine, theirs in pairs)


def share(values: Sequence[Sequence[float]]) -> Range:
    return interval([fmean(pair) for pair in values], 2)


def duplicate(seed: str, deal: int, exploration: float) -> Result:
    """One deal, played twice, by a process that keeps its own pace."""
    pace = PACE
    before = len(pace.ours), len(pace.theirs)
    points = [play(seed_from(f"{seed} {deal}"), first, exploration, pace) for first in range(2)]
    return Result(points, pace.ours[before[0] :], pace.theirs[before[1] :])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.hearts", description=__doc__)
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--minutes", type=float, help="no new deal after so long")
    parser.add_argument("--exploration", type=float, default=40.0, help="their uct_c, in points (%(default)s)")
    parser.add_argument("--seed", default="hearts")
    parser.add_argument("--jobs", type=int, default=1, help="processes, each of which gives both the same time")
    args = parser.parse_args()
    pace, wins, aheads, mine, theirs = Pace(), [], [], [], []
    until = monotonic() + 60 * args.minutes if args.minutes else None
    with ProcessPoolExecutor(args.jobs) as pool:
        going = [pool.submit(duplicate, args.seed, deal, args.exploration) for deal in range(args.deals)]
        for deal, future in enumerate(going):
            if until is not None and monotonic() > until:
                break
            found = future.result()
            ends = [(points, first) for first, points in enumerate(found.points)]
            pace.ours += found.ours
            pace.theirs += found.theirs
            wins.append([won(*end) for end in ends])
            aheads.append([ahead(*end) for end in ends])
            mine += [p for points, first in ends for seat, p in enumerate(points) if seat % 2 == first]
            theirs += [p for points, first in ends for seat, p in enumerate(points) if seat % 2 != first]
            print(
                f"deal {deal + 1}: won {fmean(map(fmean, wins)):.1%}, ahead {fmean(map(fmean, aheads)):.1%}, "
                f"{fmean(mine):.2f} : {fmean(theirs):.2f}",
                flush=True,
            )
        pool.shutdown(cancel_futures=True)
    for title, part in (("won", share(wins)), ("ahead", share(aheads))):
        print(f"{title} {part.share:.1%} ({part.low:.1%} to {part.high:.1%})")
    print(
        f"{2 * len(wins)} rounds on {len(wins)} deals against OpenSpiel {version('open_spiel')}, uct_c "
        f"{args.exploration:g}; points a seat {fmean(mine):.2f} : {fmean(theirs):.2f}"
    )
    for title, spent in (("ours", pace.ours), ("theirs", pace.theirs)):
        thoughts = [1_000 * t for t in spent]
        median, late, most = percentiles(thoughts)
        print(f"{title}: mean {fmean(thoughts):.0f} ms a card, median {median}, 99 % {late}, most {most}")


if __name__ == "__main__":
    main()
