"""Toufrazix bots: what they say, whom they hurry and help, and that nobody wins without trying."""

from typing import Any

import pytest

from tablee.arena.match import Match
from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.sentences import SentenceMaker
from tablee.games.toufrazix.bots import BOT
from tablee.games.toufrazix.rules import GAME, ToufrazixState
from tablee.kernel.moves import Move
from tablee.kernel.record import SeatChanged, apply
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Millis, Seat
from tablee.lexicons import load
from tablee.pieces.notation import arrange
from tests.lazy import Habit, first, nothing, share_won
from tests.table import do, start, told

LEXICON = load("fr").spoken()


def searching(position: str, *, human: Seat = 0) -> ToufrazixState:
    """A human has turned his card, and bots sit around him."""
    s = start(GAME, 3, starter=0)
    arrange(s, f"{position} | pile:1=pW bW | pile:2=pQ bQ | draw=…")
    for seat in range(3):
        if seat != human:
            apply(s, SeatChanged(s.now, seat, human=False, present=True))
    do(s, 0, "flip")
    return s


def plan(s: ToufrazixState, level: Level, seed: int, seat: Seat = 1) -> Plan | None:
    bot = BOT(seat, level, keyed(seed_from(seed), "bot", seat), LEXICON)
    return bot.react(Sighting(s, seat, []))


@pytest.mark.parametrize("level", ["beginner", "normal", "strong"])
def test_what_bots_say_can_be_read_and_the_round_comes_to_an_end(level: str) -> None:
    """Nobody ever brings the lines to a standstill (D16)."""
    maker = SentenceMaker(LEXICON, keyed(seed_from(0), "reader"))
    for seed in range(3):
        match = Match(GAME, [level] * 3, seed=seed_from(f"round {seed}"), options={"rounds": 1})
        said: list[dict[str, Any]] = []
        ended: list[dict[str, Any]] = []
        while not match.over:
            entry = match.step()
            move = getattr(entry, "move", None)
            if isinstance(move, Move) and "words" in move.args:
                assert maker.reads(move.args["words"]), move.args["words"]
                said.append(dict(move.args))
            ended += told(match.news, "round_won")
        assert len(ended) == 1
        assert len(said) >= 7


@pytest.mark.parametrize(
    ("level", "soonest", "latest"), [("beginner", 12, 30), ("normal", 7, 18), ("strong", 4, 10)]
)
def test_a_sentence_takes_its_time(level: str, soonest: int, latest: int) -> None:
    """And now and then nothing comes to mind."""
    s = searching("line:0=vT vO | pile:0=pK vM", human=1)
    plans = [plan(s, Level(level), seed, seat=0) for seed in range(30)]
    times = [p.at - s.now for p in plans if p]
    assert len(times) == 30
    assert soonest * 1_000 <= min(times) and max(times) <= latest * 1_000 + 1_000
    assert {p.move.name for p in plans if p} <= {"say", "dry"}
    assert sum(p.move.name == "say" for p in plans if p) > 20


def test_the_sentence_in_force_comes_first() -> None:
    s = searching("line:0=vT vO | pile:0=pK bN", human=1)
    s.zone("line:0").said = "Victor dort"
    for level in Level:
        said = [p.move.args["words"] for seed in range(8) if (p := plan(s, level, seed, seat=0)) and p.move.args]
        assert said
        assert all(words[:2] == ["Victor", "dort"] or words[1:] == ["Victor", "dort"] for words in said)


def launches(level: Level, pile: str, games: int = 24) -> list[Millis]:
    """When a bot seals a sentence for somebody else's card, in seconds after it was turned."""
    s = searching(f"line:0=vT vO | pile:0={pile}")
    return [p.at - s.now for seed in range(games) if (p := plan(s, level, seed)) is not None]


def test_whom_they_hurry_and_when() -> None:
    """Three words: nobody can be hurried before 25 s. Beginners never do it; a normal one does half of the time,
    5 to 10 s later; the strong one whoever has one or two cards left, the one he has turned included."""
    assert launches(Level.BEGINNER, "vM") == []
    normal = launches(Level.NORMAL, "pK bK pF vM")
    assert 4 <= len(normal) <= 20
    assert all(30_000 <= at <= 36_000 for at in normal)
    assert launches(Level.STRONG, "pK bK vM") == []
    assert len(launches(Level.STRONG, "pK vM")) == 24
    assert all(25_000 <= at <= 26_000 for at in launches(Level.STRONG, "vM"))


@pytest.mark.rule("toufrazix", "D24")
@pytest.mark.parametrize(
    ("level", "least", "most"), [("beginner", 0.2, 0.6), ("normal", 0.5, 0.9), ("strong", 0.8, 1)]
)
def test_after_dry_bots_of_every_level_look_for_a_sentence(level: str, least: float, most: float) -> None:
    s = searching("line:0=vT vO | pile:0=pK vM")
    do(s, 0, "dry")
    plans = [plan(s, Level(level), seed) for seed in range(40)]
    helped = [p for p in plans if p and p.move.name == "idea"]
    assert all(p and p.move.name in {"idea", "no_idea"} for p in plans)
    assert least <= len(helped) / 40 <= most
    assert all(p.at - s.now <= 16_000 for p in helped)


def test_a_petard_goes_to_whoever_has_the_fewest_cards() -> None:
    s = start(GAME, 3, starter=0)
    arrange(s, "line:0=vT | pile:0=pK ✹ | pile:1=pW bW pF | pile:2=pQ | draw=…")
    do(s, 0, "flip")
    for level, takers in ((Level.BEGINNER, {1, 2}), (Level.NORMAL, {2}), (Level.STRONG, {2})):
        given = {p.move.args["taker"] for seed in range(12) if (p := plan(s, level, seed, seat=0))}
        assert given == takers


@pytest.mark.rule("toufrazix", "D24")
@pytest.mark.parametrize("habit", [nothing, first("flip", "dry", "no_idea"), first("dry")])
def test_nobody_wins_who_never_says_a_sentence(habit: Habit) -> None:
    assert share_won("toufrazix", habit, 4) == 0
