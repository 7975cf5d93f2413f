"""Quadrix bots: what each level says and when, and whether trying is worth it."""

from typing import Any

import pytest

from tablee.arena.match import Match
from tablee.bots.bot import Level, Sighting
from tablee.bots.sentences import SentenceMaker
from tablee.games.quadrix.bots import BOT, STYLES
from tablee.games.quadrix.rules import GAME, QuadrixState
from tablee.kernel.moves import Move
from tablee.kernel.record import Rang
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.state import SeatState
from tablee.kernel.units import Millis, Seat
from tablee.lexicons import load
from tablee.phases.sentences import SpokenSentence
from tablee.pieces.notation import arrange
from tablee.words.fit import Sentence
from tests.lazy import nothing, share_won
from tests.matches import whole_game
from tests.table import do, start

LEXICON = load("fr").spoken()


def turned(face: str = "pR", pile: str = "bK bL", square: str = "") -> QuadrixState:
    """Seat 0 has turned this card."""
    s = start(GAME, 3, starter=0)
    arrange(s, f"{square} | pile:0={pile} {face} | pile:1=pK bX | pile:2=pW | draw=…".lstrip(" |"))
    s.laid = sum(len(stack.cards) for stack in s.square)
    s.spoken = [""] * s.laid
    do(s, 0, "flip")
    return s


FOUR = "square:0=pT | square:1=bT | square:2=pM | square:3=pA"


def plans(s: QuadrixState, seat: Seat, level: Level, tries: int = 200) -> list[Any]:
    """What bots with other seeds would do here."""
    seen = Sighting(s, seat, [])
    return [BOT(seat, level, keyed(seed_from(i), "bot"), LEXICON).react(seen) for i in range(tries)]


def said_in(s: QuadrixState, level: Level, tries: int = 100) -> tuple[list[Millis], float]:
    """How long its sentences take, and how often it is dry."""
    found = plans(s, 0, level, tries)
    says = [p.at - s.now for p in found if p.move.name == "say"]
    return says, sum(p.move.name == "dry" for p in found) / len(found)


@pytest.mark.parametrize(
    ("level", "soonest", "latest"),
    [(Level.BEGINNER, 15_000, 35_000), (Level.NORMAL, 8_000, 20_000), (Level.STRONG, 5_000, 12_000)],
)
def test_a_sentence_takes_its_time(level: Level, soonest: Millis, latest: Millis) -> None:
    says, _ = said_in(turned(), level)
    assert soonest <= min(says) < soonest + 2_000
    assert latest - 2_000 < max(says) <= latest


@pytest.mark.parametrize("level", Level)
def test_the_more_words_the_oftener_a_bot_is_dry(level: Level) -> None:
    squares = ("", "square:0=pT", "square:0=pT | square:1=bT | square:2=pM")
    for square, often in zip(squares, STYLES[level].dry, strict=True):
        assert said_in(turned(square=square), level)[1] == pytest.approx(often, abs=0.1)


def test_bots_say_only_what_their_grammar_can_read() -> None:
    reader = SentenceMaker(LEXICON, keyed(seed_from(0), "reader"))
    s = turned(square=FOUR)
    domain = s.offers(0)[0].params["words"]
    assert isinstance(domain, Sentence)
    for level in Level:
        for plan in plans(s, 0, level, 40):
            if plan.move.name == "say":
                assert domain.accepts(plan.move.args["words"])
                assert reader.reads(plan.move.args["words"])


def launches(s: QuadrixState, level: Level) -> tuple[float, list[Millis]]:
    """How often somebody else is hurried, and when."""
    found = plans(s, 1, level, 100)
    at = [p.at - s.now for p in found if p is not None]
    return len(at) / len(found), at


def test_beginners_never_hurry_anybody() -> None:
    assert launches(turned(pile="bK"), Level.BEGINNER) == (0.0, [])


def test_normal_bots_hurry_half_of_the_time_and_not_at_once() -> None:
    often, at = launches(turned(square=FOUR), Level.NORMAL)
    assert often == pytest.approx(0.5, abs=0.12)
    assert min(at) >= 35_000
    assert max(at) <= 40_000


def test_strong_bots_hurry_whoever_is_about_to_win() -> None:
    """A card on the table and one in the pile are two."""
    assert launches(turned(pile="bK"), Level.STRONG)[0] == pytest.approx(1.0, abs=0.02)
    often, at = launches(turned(pile="bK bL"), Level.STRONG)
    assert often == pytest.approx(0.7, abs=0.12)
    assert min(at) >= 15_000
    assert max(at) < 16_000


@pytest.mark.parametrize(("level", "often"), [(Level.BEGINNER, 0.4), (Level.NORMAL, 0.7), (Level.STRONG, 0.95)])
def test_after_dry_bots_help_in_half_their_time(level: Level, often: float) -> None:
    s = turned()
    do(s, 0, "dry")
    found = plans(s, 1, level)
    at = [p.at - s.now for p in found if p.move.name == "idea"]
    assert len(at) / len(found) == pytest.approx(often, abs=0.08)
    assert max(at) <= STYLES[level].thinks[1] // 2
    assert {p.move.name for p in found} == {"idea", "no_idea"}


@pytest.mark.parametrize("level", Level)
def test_the_petard_goes_to_whoever_has_the_fewest_cards(level: Level) -> None:
    s = turned(face="✹")
    takers = [p.move.args["taker"] for p in plans(s, 0, level, 40)]
    if level is Level.BEGINNER:
        assert set(takers) == {1, 2}
    else:
        assert set(takers) == {2}


@pytest.mark.rule("quadrix", "D23")
def test_a_bot_whose_sentence_was_not_liked_says_another() -> None:
    match = Match(GAME, ["normal", "normal"], seed=seed_from(3))
    s: Any = match.state
    s.seats = (SeatState(human=False), SeatState(human=True))
    said = []
    for _ in range(200):
        if any(offer.name == "another" for offer in s.offers(1)):
            said.append(s.phases[-1].words)
            match.submit(1, Move("another"))
        elif s.asked_other and isinstance(s.phases[-1], SpokenSentence):
            said.append(s.phases[-1].words)
            break
        else:
            match.step()
    assert len(said) == 2
    assert said[0] != said[1]


@pytest.mark.parametrize("bots", [("strong", "normal"), ("beginner", "normal", "strong")])
def test_bots_play_whole_games(bots: tuple[str, ...]) -> None:
    match = whole_game(GAME, bots, seed=4)
    assert not any(isinstance(entry, Rang) and entry.alarm == "search/limit" for entry in match.entries)
    assert sum(match.state.scores) > 40


# ---- those who do not try -------------------------------------------------------------------------------


def always_dry(seen: Sighting) -> Move | None:
    name = next((n for n in ("dry", "flip", "no_idea") if seen.offer(n)), None)
    return Move(name) if name else None


@pytest.mark.parametrize("habit", [nothing, always_dry])
def test_whoever_does_not_try_loses(habit: Any) -> None:
    assert share_won("quadrix", habit, 3) == 0
