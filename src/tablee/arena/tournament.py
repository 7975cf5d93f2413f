"""Which bot is better, and how sure that is: every two of them meet on the same deals from every seat.

docs/bots.md says what the numbers mean.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import combinations
from math import ceil, log, sqrt
from statistics import fmean, variance
from time import perf_counter, process_time
from typing import Any

import numpy as np
from msgspec import Struct, structs

from tablee.arena.match import ADAPTIVE, BOTS, Match, make_bot, suits
from tablee.arena.simulate import Failure
from tablee.bots.adaptive import START, adapted
from tablee.bots.bot import Bot, Plan, Sighting
from tablee.games.registry import game
from tablee.kernel.outcome import Outcome, Result
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import seed_from

Z95 = 1.959964
"""Two-sided 95 % of the normal distribution."""
SCALE = 400 / log(10)
"""Elo points per unit of log odds."""
MEAN_ELO = 1500.0
FEW = 20
"""With fewer deals than this, a deal counts as one game."""


class Cup(Struct, frozen=True):
    """What is to be played."""

    game: str
    bots: tuple[str, ...]
    games: int
    """For each two bots; rounded up to whole blocks."""
    players: int
    seed: str
    options: Mapping[str, Any]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        return list(combinations(range(len(self.bots)), 2))

    @property
    def blocks(self) -> int:
        """Deals for each two bots."""
        return max(2, ceil(self.games / len(lineups(self.players))))

    @property
    def total(self) -> int:
        return len(self.pairs) * self.blocks * len(lineups(self.players))


class Range(Struct, frozen=True):
    """A share with its 95 % confidence interval."""

    share: float
    low: float
    high: float


class Pairing(Struct, frozen=True):
    """Two bots against each other, as the first one sees it; a half is fair."""

    first: str
    second: str
    games: int
    deals: int
    wins: Range
    """Its share of the victories. Where all win or lose together: of the deals on which its score is higher."""
    ahead: Range
    """How often one of its seats ends before one of the other's, ties counting half."""
    scores: tuple[float, float]
    """Mean scores of both."""
    better: bool | None
    """The first one wins more than its share; None: not sure at 95 %."""
    late: Range | None = None
    """Where one adapts: the first one's share of the victories over the second half of the deals."""
    skill: float | None = None
    """Where one adapts: its mean skill over that half, 0 being a beginner's, 1 normal, 2 strong."""


class Standing(Struct, frozen=True):
    bot: str
    elo: float
    error: float
    """Standard error of the Elo number."""
    wins: float
    """Mean share of victories over its duels."""
    thinks: tuple[float, float, float]
    """Milliseconds of the processor for a decision: median, 99th percentile, most."""


class TournamentReport(Struct, frozen=True):
    game: str
    players: int
    games: int
    finished: int
    together: bool
    """All win or lose together: bots were compared by their scores on the same deals, not at one table."""
    seconds: float
    standings: tuple[Standing, ...]
    duels: tuple[Pairing, ...]
    errors: tuple[Failure, ...]


class Block(Struct, frozen=True):
    """One deal, played by two bots from all seats."""

    wins: float
    ahead: float
    scores: tuple[float, float]
    together: bool
    thoughts: tuple[tuple[float, ...], tuple[float, ...]]
    error: Failure | None = None
    skill: float | None = None
    """Where one adapts: what it began the deal with."""


class Form(Struct):
    """How well the side that adapts plays by now. Where it has several seats, they adapt as one."""

    side: int
    skill: float = START
    games: int = 0

    def after(self, lineup: Sequence[int], end: Outcome) -> None:
        """A game has been played."""
        mine = [seat for seat, side in enumerate(lineup) if side == self.side]
        if mine:
            self.skill = fmean(adapted(self.skill, self.games, end, seat) for seat in mine)
            self.games += 1


def cup(
    key: str, bots: Sequence[str], games: int, players: int | None, seed: str, options: Mapping[str, Any]
) -> Cup:
    """Checks what is asked for; two seats by default, or as few as the game allows."""
    low, high = game(key).info.players
    seats = players if players is not None else max(low, min(2, high))
    if not low <= seats <= high:
        raise Refused("bad_players", least=low, most=high)
    for name in bots:
        if name not in (*BOTS, ADAPTIVE):
            raise Refused("unknown_bot", bot=name)
    if len(set(bots)) < max(2, len(bots)):
        raise Refused("few_bots")
    return Cup(key, tuple(bots), games, seats, seed, options)


def lineups(players: int) -> list[tuple[int, ...]]:
    """Who sits where on one deal: 0 and 1 alternate and rotate, so that each of them has every seat as often.

    With an odd number of seats one side is larger; the sides then change over as well. Alone at the table,
    each plays the deal once.
    """
    if players % 2 == 0:
        return [tuple((seat + turn) % 2 for seat in range(players)) for turn in range(2)]
    return [
        tuple(((seat - turn) % players + side) % 2 for seat in range(players))
        for side in range(2)
        for turn in range(players)
    ]


# ---- playing --------------------------------------------------------------------------------------------


class Timed:
    """A bot whose thinking is measured, where it makes a new plan."""

    def __init__(self, bot: Bot, thoughts: list[float]) -> None:
        self._bot = bot
        self._thoughts = thoughts
        self._last: Plan | None = None

    def react(self, seen: Sighting) -> Plan | None:
        began = process_time()
        plan = self._bot.react(seen)
        if plan is not None and plan is not self._last:
            self._thoughts.append(1_000 * (process_time() - began))
        self._last = plan
        return plan


def some_blocks(
    what: Cup, pair: tuple[int, int], indices: Sequence[int], done: Callable[[int], None] | None = None
) -> list[Block]:
    """Deals of two bots, one after the other: who adapts takes its form from game to game."""
    names = [what.bots[side] for side in pair]
    form = Form(names.index(ADAPTIVE)) if ADAPTIVE in names else None
    blocks = []
    for index in indices:
        skill = form.skill if form is not None else None
        blocks.append(structs.replace(one_block(what, pair, index, form), skill=skill))
        if done is not None:
            done(len(lineups(what.players)))
    return blocks


def one_block(what: Cup, pair: tuple[int, int], index: int, form: Form | None = None) -> Block:
    """Deal number `index` of two bots; a crash is a result, not the end of the tournament."""
    names = what.bots[pair[0]], what.bots[pair[1]]
    label = f"{what.seed}/{index}"
    thoughts: tuple[list[float], list[float]] = ([], [])
    try:
        ends = []
        for lineup in lineups(what.players):
            end = play(what, [names[side] for side in lineup], lineup, label, thoughts, form)
            if end.result is Result.TOGETHER and len(set(lineup)) > 1:
                return _together(what, names, label, form)
            if form is not None:
                form.after(lineup, end)
            ends.append((lineup, end))
        return _summed(ends, thoughts)
    except Refused:
        raise
    except Exception as wrong:
        return Block(0.5, 0.5, (0.0, 0.0), False, ((), ()), Failure(label, f"{type(wrong).__name__}: {wrong}"))


def _together(what: Cup, names: tuple[str, str], label: str, form: Form | None) -> Block:
    """Each of the two takes all the seats."""
    thoughts: tuple[list[float], list[float]] = ([], [])
    ends = []
    for side in range(2):
        lineup = (side,) * what.players
        end = play(what, [names[side]] * what.players, lineup, label, thoughts, form)
        if form is not None:
            form.after(lineup, end)
        ends.append((lineup, end))
    return _summed(ends, thoughts)


def play(
    what: Cup,
    names: Sequence[str],
    lineup: Sequence[int],
    label: str,
    thoughts: Sequence[list[float]],
    form: Form | None = None,
) -> Outcome:
    played = game(what.game)
    skill = form.skill if form is not None else START

    def timed(*args: Any) -> Bot:
        seat: int = args[2]
        return Timed(make_bot(*args, skill=skill), thoughts[lineup[seat]])

    match = Match(
        played,
        names,
        seed=seed_from(label),
        options=what.options,
        seat_options=[suits(played, name, skill) for name in names],
        make=timed,
    )
    match.finish(played.bound(len(names), match.state.options))
    assert match.state.outcome is not None
    return match.state.outcome


def _summed(ends: Sequence[tuple[tuple[int, ...], Outcome]], thoughts: Sequence[list[float]]) -> Block:
    scores: list[list[int]] = [[], []]
    for lineup, end in ends:
        for seat, side in enumerate(lineup):
            scores[side].append(end.scores[seat])
    means = fmean(scores[0]), fmean(scores[1])
    kept = tuple(thoughts[0]), tuple(thoughts[1])
    together = len(set(ends[0][0])) == 1
    if together:
        share = beats(means[0], means[1])
        return Block(share, share, means, True, kept)
    wins = fmean(won_by(end, lineup) for lineup, end in ends)
    return Block(wins, fmean(ahead(end, lineup) for lineup, end in ends), means, False, kept)


def beats(mine: float, theirs: float) -> float:
    return 0.5 if mine == theirs else float(mine > theirs)


def won_by(end: Outcome, lineup: Sequence[int]) -> float:
    """The first side's share of the victory; what nobody wins is shared by all."""
    winners = end.winners or range(len(lineup))
    return fmean(1 - lineup[seat] for seat in winners)


def ahead(end: Outcome, lineup: Sequence[int]) -> float:
    """Over all pairs of seats of the two sides: how often that of the first side has the better rank."""
    ranks = end.ranks or (1,) * len(lineup)
    return fmean(
        beats(ranks[theirs], ranks[mine])
        for mine, side in enumerate(lineup)
        if side == 0
        for theirs, other in enumerate(lineup)
        if other == 1
    )


def tournament(what: Cup, jobs: int = 1, done: Callable[[int], None] | None = None) -> TournamentReport:
    """Plays it all, on several processes if asked; the same seed gives the same games on any number."""
    began = perf_counter()
    tasks = [(pair, indices) for pair in what.pairs for indices in chains(what, pair)]
    tasks.sort(key=lambda task: -len(task[1]))
    size = len(lineups(what.players))
    blocks: dict[tuple[tuple[int, int], range], list[Block]] = {}
    if jobs == 1:
        for task in tasks:
            blocks[task] = some_blocks(what, *task, done)
    else:
        with ProcessPoolExecutor(jobs) as pool:
            waiting = {pool.submit(some_blocks, what, *task): task for task in tasks}
            for future in as_completed(waiting):
                blocks[waiting[future]] = future.result()
                if done:
                    done(size * len(future.result()))
    played = {pair: [b for indices in chains(what, pair) for b in blocks[pair, indices]] for pair in what.pairs}
    return summarise(what, played, perf_counter() - began)


def chains(what: Cup, pair: tuple[int, int]) -> list[range]:
    """The deals of two bots that follow on each other: all of them where one adapts, else every one by itself."""
    if ADAPTIVE in (what.bots[side] for side in pair):
        return [range(what.blocks)]
    return [range(index, index + 1) for index in range(what.blocks)]


# ---- what it says ---------------------------------------------------------------------------------------


def summarise(what: Cup, played: Mapping[tuple[int, int], Sequence[Block]], seconds: float) -> TournamentReport:
    size = len(lineups(what.players))
    together = any(b.together for blocks in played.values() for b in blocks)
    duels = []
    weighed: dict[tuple[int, int], tuple[float, float]] = {}
    thoughts: list[list[float]] = [[] for _ in what.bots]
    finished = 0
    for pair, blocks in played.items():
        sound = [b for b in blocks if b.error is None]
        games = 2 if together else size
        finished += games * len(sound)
        wins = interval([b.wins for b in sound], games)
        ahead = interval([b.ahead for b in sound], games)
        weighed[pair] = ahead.share, effective([b.ahead for b in sound], games)
        for side in range(2):
            thoughts[pair[side]] += [t for b in sound for t in b.thoughts[side]]
        scores = tuple(round(fmean([b.scores[side] for b in sound] or [0.0]), 2) for side in range(2))
        sure = wins.low > 0.5 or wins.high < 0.5
        first, second = what.bots[pair[0]], what.bots[pair[1]]
        better = wins.share > 0.5 if sure else None
        half = [b for b in sound[len(sound) // 2 :] if b.skill is not None]
        late = interval([b.wins for b in half], games) if half else None
        skill = round(fmean(b.skill or 0.0 for b in half), 2) if half else None
        duels.append(
            Pairing(
                first,
                second,
                games * len(sound),
                len(sound),
                wins,
                ahead,
                (scores[0], scores[1]),
                better,
                late,
                skill,
            )
        )
    numbers, errors = elo(len(what.bots), weighed)
    standings = [
        Standing(
            bot,
            round(numbers[i], 1),
            round(errors[i], 1),
            round(
                fmean(
                    d.wins.share if d.first == bot else 1 - d.wins.share
                    for d in duels
                    if bot in (d.first, d.second)
                ),
                4,
            ),
            percentiles(thoughts[i]),
        )
        for i, bot in enumerate(what.bots)
    ]
    standings.sort(key=lambda s: -s.elo)
    return TournamentReport(
        game=what.game,
        players=what.players,
        games=sum(len(blocks) for blocks in played.values()) * (2 if together else size),
        finished=finished,
        together=together,
        seconds=round(seconds, 3),
        standings=tuple(standings),
        duels=tuple(duels),
        errors=tuple(b.error for blocks in played.values() for b in blocks if b.error is not None),
    )


def effective(shares: Sequence[float], games: int) -> float:
    """How many independent games say as much as these blocks of `games` each.

    At least one a block, since a block's share varies at most as one game does; at most all of them. Few blocks
    do not tell how much they vary.
    """
    n = len(shares)
    mean = fmean(shares) if shares else 0.5
    spread = variance(shares) if n > 1 else 0.0
    if n < FEW or not 0.0 < mean < 1.0:
        return float(n)
    return min(n * games, max(n, n * mean * (1 - mean) / spread)) if spread > 0.0 else float(n * games)


def interval(shares: Sequence[float], games: int) -> Range:
    """Wilson's interval for the mean share of a block, with as many games as the blocks are worth."""
    n = effective(shares, games)
    if not n:
        return Range(0.5, 0.0, 1.0)
    mean = fmean(shares)
    z = Z95 * Z95 / n
    middle = (mean + z / 2) / (1 + z)
    half = Z95 / (1 + z) * sqrt(mean * (1 - mean) / n + z / (4 * n))
    return Range(round(mean, 4), round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4))


def elo(bots: int, results: Mapping[tuple[int, int], tuple[float, float]]) -> tuple[list[float], list[float]]:
    """Elo numbers of mean 1500 and their standard errors: the model of Bradley and Terry, by Newton's steps.

    `results` gives for two bots the share of the first and the number of games. One drawn game is added to every
    duel, so that a bot that never loses still gets a number.
    """
    strength = np.zeros(bots)
    information = np.eye(bots)
    for _ in range(100):
        slope = np.zeros(bots)
        information = np.full((bots, bots), 1.0 / bots)  # fixes the mean
        for (a, b), (share, games) in results.items():
            expected = 1.0 / (1.0 + np.exp(strength[b] - strength[a]))
            pull = share * games + 0.5 - (games + 1.0) * expected
            weight = (games + 1.0) * expected * (1.0 - expected)
            slope[a] += pull
            slope[b] -= pull
            information[a, a] += weight
            information[b, b] += weight
            information[a, b] -= weight
            information[b, a] -= weight
        step = np.clip(np.linalg.solve(information, slope), -1.0, 1.0)
        strength += step
        if float(np.abs(step).max()) < 1e-9:
            break
    strength -= strength.mean()
    covariance = np.linalg.inv(information) - 1.0 / bots
    errors = SCALE * np.sqrt(np.maximum(np.diag(covariance), 0.0))
    return [MEAN_ELO + SCALE * float(x) for x in strength], [float(x) for x in errors]


def percentiles(thoughts: Sequence[float]) -> tuple[float, float, float]:
    if not thoughts:
        return 0.0, 0.0, 0.0
    ordered = sorted(thoughts)
    last = len(ordered) - 1
    return round(ordered[last // 2], 2), round(ordered[ceil(0.99 * last)], 2), round(ordered[last], 2)
