"""Bots that adapt: who of the three minds decides, and how a skill moves from game to game."""

from collections import Counter
from collections.abc import Sequence
from math import exp
from random import Random
from typing import Any

import pytest
from msgspec import structs

from tablee.arena.match import Match, make_bot
from tablee.bots.adaptive import (
    FIRST,
    HIGHEST,
    LEAST,
    LOWEST,
    SLOWER,
    START,
    Adaptive,
    Careless,
    adapted,
    nearest,
    possible,
    step,
)
from tablee.bots.bot import Bot, Level, Mind, Plan, Sighting
from tablee.bots.random_bot import RandomBot
from tablee.games.registry import game as game_named
from tablee.kernel.moves import Move
from tablee.kernel.outcome import Outcome, Reason, Result, ranked
from tablee.kernel.record import Entry, Played, Rang, apply
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.state import SeatState, State
from tablee.lexicons import load
from tablee.words.flags import UNSPOKEN
from tests.table import start

AMERIX = game_named("amerix")
MANY = 400


class Watched(Mind):
    """Writes down what it is asked, and has something in mind afterwards."""

    question = 0
    """The same for all: what the occasion is."""
    race: int | None = None

    def __init__(self, level: Level) -> None:
        super().__init__(0, level, keyed(b"watched", level))
        self.noticed = 0
        self.plans: list[Plan] = []
        self.meant = ""

    def notice(self, seen: Sighting) -> None:
        self.noticed += 1

    def occasion(self, seen: Sighting) -> object:
        return Watched.question

    def decide(self, seen: Sighting) -> Plan | None:
        self.meant = f"{self.level} at {Watched.question}"
        self.plans.append(Plan(Move(self.level, answers=self.race), seen.now + 1_000))
        return self.plans[-1]

    @property
    def decided(self) -> int:
        return len(self.plans)


class Any3:
    """An adaptive bot over three watched minds, at a real table."""

    def __init__(self, skill: float, careless: Mind | None = None) -> None:
        self.minds = {level: Watched(level) for level in Level}
        rng = keyed(b"adaptive", "rng")
        self.bot = Adaptive(0, self.minds, careless or Careless(0, Level.BEGINNER, rng), rng, skill)
        self.seen = Sighting(start(AMERIX, 2, starter=0), 0, [])

    def asked(self, times: int = 1) -> Counter[Level]:
        """Who answered to so many new occasions."""
        answers: Counter[Level] = Counter()
        for _ in range(times):
            Watched.question += 1
            plan = self.bot.react(self.seen)
            assert plan is not None
            answers[Level(plan.move.name)] += 1
        return answers


# ---- who decides ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("skill", "shares"),
    [(0.0, (1, 0, 0)), (0.25, (0.75, 0.25, 0)), (1.0, (0, 1, 0)), (1.5, (0, 0.5, 0.5)), (2.0, (0, 0, 1))],
)
def test_between_two_levels_the_upper_one_decides_as_often_as_the_skill_says(
    skill: float, shares: tuple[float, ...]
) -> None:
    table = Any3(skill)
    answers = table.asked(MANY)
    assert [answers[level] / MANY for level in Level] == pytest.approx(shares, abs=0.08)
    # Thinking may be dear: whoever is not in charge is never asked, though it notices everything.
    assert [mind.decided for mind in table.minds.values()] == [answers[level] for level in Level]
    assert all(mind.noticed == MANY for mind in table.minds.values())
    assert all((answers[level] == 0) == (share == 0) for level, share in zip(Level, shares, strict=True))


def test_a_plan_is_kept_as_long_as_its_occasion() -> None:
    table = Any3(0.5)
    table.asked()
    plan = table.bot.react(table.seen)
    assert all(table.bot.react(table.seen) is plan for _ in range(40))
    assert sum(mind.decided for mind in table.minds.values()) == 1


def test_whoever_decides_next_knows_what_the_last_one_had_in_mind() -> None:
    table = Any3(1.5)
    for _ in range(20):
        (level,) = table.asked()
        assert {mind.meant for mind in table.minds.values()} == {f"{level} at {Watched.question}"}


def entries(key: str, names: Sequence[str], seed: int, skill: float = START, **options: Any) -> list[Entry]:
    game = game_named(key)

    def make(*args: Any) -> Bot:
        return make_bot(*args, skill=skill)

    match = Match(game, names, seed=seed_from(seed), options=options, make=make)
    match.finish(game.bound(len(names), match.state.options))
    return match.entries


@pytest.mark.parametrize("key", ["amerix", "vizdibix", "zieufermix", "hyperspeedix", "moinzix"])
@pytest.mark.parametrize(("level", "skill"), list(zip(Level, (0.0, 1.0, 2.0), strict=True)))
def test_at_a_level_it_plays_as_that_level_move_for_move(key: str, level: Level, skill: float) -> None:
    assert entries(key, ["adaptive", "normal"], 4, skill) == entries(key, [level, "normal"], 4)


@pytest.mark.parametrize("skill", [-0.6, 0.5, 1.5])
def test_the_same_seed_and_skill_play_the_same_game(skill: float) -> None:
    names = ["adaptive", "normal", "adaptive"]
    assert entries("zieufermix", names, 1, skill) == entries("zieufermix", names, 1, skill)
    assert entries("zieufermix", names, 1, skill) != entries("zieufermix", names, 1, skill + 0.4)


@pytest.mark.parametrize("skill", [-1.0, 0.5, 1.5])
def test_what_it_cannot_see_changes_nothing(skill: float) -> None:
    s: State = start(AMERIX, 3, starter=0)

    def plan(world: State) -> Plan | None:
        return make_bot(AMERIX, "adaptive", 0, seed_from(9), skill=skill).react(Sighting(world, 0, []))

    worlds = [s.redeal(0, keyed(b"world", "", i)) for i in range(8)]
    assert len({tuple(world.faces) for world in worlds}) > 1
    assert all(plan(world) == plan(s) for world in worlds)


@pytest.mark.parametrize("key", ["mefouillix", "hyperspeedix", "pas_touche", "frontibix", "granzieufermix"])
@pytest.mark.parametrize("skill", [-1.0, 0.5, 1.5])
def test_a_game_in_which_one_thing_leads_to_another_goes_on_under_another_mind(key: str, skill: float) -> None:
    """Who has buzzed answers, whoever of the three had the idea: a move that is refused would break the match."""
    for seed in range(2):
        assert any(isinstance(e, Played) for e in entries(key, ["adaptive"] * 3, seed, skill))


# ---- below a beginner -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("skill", "times"), [(-1.0, 1 + SLOWER), (-0.25, 1 + SLOWER / 4), (0.0, 1.0)])
def test_it_takes_longer_in_a_race(skill: float, times: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Watched, "race", 0)
    table = Any3(skill)
    plan = table.bot.react(table.seen)
    assert plan is not None
    assert plan.at - table.seen.now == pytest.approx(1_000 * times)
    assert plan.move.name == Level.BEGINNER


def test_not_so_long_that_it_would_be_too_late_at_all() -> None:
    table = Any3(-1.0)
    offer = table.seen.offers[0]
    plan = Plan(Move(offer.name, answers=0), table.seen.now + 1_000)
    for closes, late in ((500, 1_000), (2_999, 1_000), (3_000, 3_000)):
        table.seen._offers = (structs.replace(offer, closes_at=table.seen.now + closes),)
        assert table.bot._eased(table.seen, plan).at == table.seen.now + late


@pytest.mark.parametrize(("skill", "share"), [(-1.0, 0.5), (-0.5, 0.25), (0.0, 0.0)])
def test_elsewhere_it_sometimes_makes_any_move(skill: float, share: float) -> None:
    table = Any3(skill)
    loose = 0
    for _ in range(MANY):
        Watched.question += 1
        plan = table.bot.react(table.seen)
        assert plan is not None
        if plan.move.name != Level.BEGINNER:
            assert possible(table.seen, plan)
            loose += 1
    assert loose / MANY == pytest.approx(share, abs=0.07)


def test_but_nothing_grave() -> None:
    spots: State = start(game_named("spots"), 2, starter=0)
    seen = Sighting(spots, 0, [])
    assert {o.name for o in seen.offers if o.grave} == {"resign"}
    plans = [Careless(0, Level.BEGINNER, keyed(b"grave", str(i))).decide(seen) for i in range(MANY)]
    assert {plan.move.name for plan in plans if plan} == {"trick"}
    seen._offers = tuple(o for o in seen.offers if o.grave)
    assert Careless(0, Level.BEGINNER, keyed(b"grave", "only")).decide(seen) is None


def test_and_no_word_that_people_would_have_to_vote_on() -> None:
    french = load("fr")
    game = game_named("mefouillix")
    seats = [SeatState(human=True), SeatState(human=False)]
    s = game.start(2, seed=seed_from(2), seats=seats)
    while Sighting(s, 1, []).offer("word") is None:
        due = s.next_alarm()
        assert due is not None
        apply(s, Rang(due.at, due.name))
    seen = Sighting(s, 1, [])

    def words(kind: type[RandomBot]) -> set[str]:
        words = french.spoken()
        plans = [kind(1, Level.BEGINNER, keyed(b"word", str(i)), words).decide(seen) for i in range(60)]
        return {plan.move.args["word"] for plan in plans if plan and plan.move.name == "word"}

    for kind in (Careless, RandomBot):
        said = words(kind)
        assert len(said) > 20
        assert all(french.look_up(word) and not french.look_up(word) & UNSPOKEN for word in said)


def test_a_careless_plan_that_has_become_impossible_is_dropped() -> None:
    class Stubborn(Mind):
        def decide(self, seen: Sighting) -> Plan | None:
            return Plan(Move("draw"), seen.now)

    table = Any3(-1.0, Stubborn(0, Level.BEGINNER, keyed(b"s", "")))
    while table.bot._loose is None:
        Watched.question += 1
        table.bot.react(table.seen)
    before = sum(mind.decided for mind in table.minds.values())
    table.bot.react(table.seen)
    assert sum(mind.decided for mind in table.minds.values()) == before
    table.seen._offers = tuple(o for o in table.seen.offers if o.name != "draw")
    table.bot.react(table.seen)
    assert sum(mind.decided for mind in table.minds.values()) == before + 1


# ---- from game to game ----------------------------------------------------------------------------------


def won_by(n: int, *winners: int) -> Outcome:
    return ranked([int(seat in winners) for seat in range(n)])


def test_the_first_games_move_it_most() -> None:
    steps = [step(games) for games in range(40)]
    assert steps[0] == FIRST
    assert steps == sorted(steps, reverse=True)
    assert steps[-1] == LEAST
    assert sum(steps[:3]) > 1, "three games in a row at a table of two are a level"


@pytest.mark.parametrize("n", [2, 3, 4, 8])
def test_a_victory_costs_what_the_victories_of_all_others_give_back(n: int) -> None:
    changes = [adapted(START, 3, won_by(n, 0), seat) - START for seat in range(n)]
    assert changes[0] == pytest.approx(-step(3))
    assert changes[1:] == pytest.approx([step(3) / (n - 1)] * (n - 1), abs=1e-4)


@pytest.mark.parametrize(
    "outcome",
    [
        won_by(2, 0, 1),
        won_by(4, 1, 2),
        won_by(5, 0, 1, 2, 3),
        Outcome((1, 1, 3), (0, 0, 0), Result.ONE_LOSER),
        Outcome(None, (0, 0, 0), Result.NOBODY),
    ],
)
def test_victories_are_shared_in_parts(outcome: Outcome) -> None:
    n = len(outcome.scores)
    changes = [adapted(0.5, 8, outcome, seat) - 0.5 for seat in range(n)]
    assert sum(changes) == pytest.approx(0, abs=1e-3)
    if len(outcome.winners) in (0, n):
        assert changes == [0] * n
    else:
        assert all((change < 0) == (seat in outcome.winners) for seat, change in enumerate(changes))


def test_together_or_alone_every_other_game_is_won() -> None:
    for won, lost in (
        (Outcome((1, 1, 1), (5, 5, 5), Result.TOGETHER), Outcome(None, (0, 0, 0), Result.TOGETHER)),
        (Outcome((1,), (6,)), Outcome((2,), (3,), Result.TOGETHER)),
    ):
        assert adapted(START, 2, won, 0) == pytest.approx(START - step(2))
        assert adapted(START, 2, lost, 0) == pytest.approx(START + step(2))


def test_a_game_that_people_left_says_nothing() -> None:
    assert adapted(0.3, 0, ranked([1, 0], reason=Reason.DEPARTURE), 0) == 0.3
    assert adapted(0.3, 0, ranked([1, 0], reason=Reason.RESIGNATION), 0) == pytest.approx(0.3 - FIRST)


def test_there_is_nothing_beyond_strong_nor_below_the_lowest() -> None:
    up = down = START
    for games in range(200):
        up, down = adapted(up, games, won_by(2, 1), 0), adapted(down, games, won_by(2, 0), 0)
    assert (up, down) == (HIGHEST, LOWEST)


@pytest.mark.parametrize("n", [2, 3, 6])
@pytest.mark.parametrize("fair", [0.0, 0.7, 1.6])
def test_in_the_long_run_it_wins_one_game_in_n(n: int, fair: float) -> None:
    """Whatever the skill that would be fair: the chance to win rises with the skill, and is 1/n there."""
    rng, skill, wins, games = Random(f"{n} {fair}"), START, 0, 3_000
    for played in range(games):
        odds = exp(6 * (skill - fair)) / (n - 1)
        winner = 0 if rng.random() < odds / (1 + odds) else 1
        wins += winner == 0
        skill = adapted(skill, played, won_by(n, winner), 0)
    assert wins / games == pytest.approx(1 / n, abs=0.02)


@pytest.mark.parametrize(
    ("skill", "level"),
    [(-1.0, "beginner"), (0.4, "beginner"), (0.6, "normal"), (1.4, "normal"), (1.6, "strong"), (2.0, "strong")],
)
def test_the_nearest_level(skill: float, level: str) -> None:
    assert nearest(skill) is Level(level)
