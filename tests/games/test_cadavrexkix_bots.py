"""Cadavrexkix bots: what they write, how long it takes them, what they remember and love."""

from functools import lru_cache

import pytest

from tablee.arena.match import Match
from tablee.bots.bot import Level, Plan, Sighting
from tablee.games.cadavrexkix.bots import BOT
from tablee.games.cadavrexkix.rules import GAME, CadavrexkixState
from tablee.games.cadavrexkix.sheet import FILLED, FORGOTTEN, UNKNOWN
from tablee.kernel.record import Played, SeatChanged, apply
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Seat
from tablee.lexicons import load
from tablee.pieces.toutilix import PETARD
from tests.table import do, start, wait_until

LEXICON = load("fr").spoken()
LEVELS = ["beginner", "normal", "strong"]


@lru_cache
def match_of(level: str, seed: int, players: int = 3, *, memory: bool = False) -> Match:
    match = Match(GAME, [level] * players, seed=seed_from(f"bots {seed}"), options={"memory": memory})
    match.finish()
    return match


def state(match: Match) -> CadavrexkixState:
    assert isinstance(match.state, CadavrexkixState)
    return match.state


def plan(s: CadavrexkixState, seat: Seat, level: Level, seed: int = 1) -> Plan:
    found = BOT(seat, level, keyed(seed_from(seed), "bot", seat), LEXICON).react(Sighting(s, seat, []))
    assert found is not None
    return found


@pytest.mark.parametrize("level", LEVELS)
def test_bots_close_the_circle_by_themselves_with_words_that_exist(level: str) -> None:
    for seed in range(3):
        s = state(match_of(level, seed))
        assert len(s.text) == 25
        assert not any(word.marks & (FILLED | UNKNOWN) for word in s.text)


@pytest.mark.parametrize("level", LEVELS)
def test_composing_takes_8_to_25_s(level: str) -> None:
    match = match_of(level, 0)
    began = next(e.t for e in match.entries if isinstance(e, Played) and e.move.name == "choose_group")
    for entry in match.entries:
        if isinstance(entry, Played) and entry.move.name == "name_letter":
            began = max(began, entry.t)
        if isinstance(entry, Played) and entry.move.name == "fold":
            assert 8_000 <= entry.t - began <= 26_000
            began = entry.t + 1_500


def test_a_beginner_leaves_the_cards_as_they_lie() -> None:
    moved = {
        level: any(
            isinstance(e, Played) and e.move.name == "arrange"
            for seed in range(3)
            for e in match_of(level, seed).entries
        )
        for level in LEVELS
    }
    assert not moved["beginner"] and moved["strong"]


def test_a_strong_bot_has_the_rarer_words() -> None:
    def rare(level: str) -> int:
        words = [word.text for seed in range(3) for word in state(match_of(level, seed)).text]
        return sum(len(word) > 4 and not LEXICON.common(word, 2_000) for word in words)

    assert rare("strong") > rare("beginner")


@pytest.mark.parametrize(("level", "letters"), [("normal", "ESAITNRULO"), ("strong", "DCPMVGFBQH")])
def test_which_letters_bots_give_to_a_petard(level: str, letters: str) -> None:
    s = start(GAME, 2, starter=0)
    card = s.groups[0].cards[2]
    there = s.faces.index(PETARD)
    s.faces[card], s.faces[there] = PETARD, s.faces[card]
    do(s, 0, "choose_group", group="group:0")
    assert {plan(s, 1, Level(level), seed).move.args["letter"] for seed in range(40)} <= set(letters)


def test_with_memory_a_strong_bot_knows_all_its_words() -> None:
    s = state(match_of("strong", 1, memory=True))
    assert len(s.text) == 25
    assert not any(word.meant or word.marks & FORGOTTEN for word in s.text)


def test_bots_give_their_heart_to_a_word_of_a_person() -> None:
    s = start(GAME, 3, starter=0)
    for seat in (1, 2):
        apply(s, SeatChanged(s.now, seat, human=False, present=True))
    do(s, 0, "choose_group", group="group:0")
    wait_until(s, "compose")
    for box, fit in enumerate(s.fits(0), 1):
        do(s, 0, "word", box=str(box), text=fit.make(keyed(seed_from(1), "own", box)))
    do(s, 0, "fold")
    wait_until(s, "again")
    for seed in range(5):
        move = plan(s, 1, Level.NORMAL, seed).move
        assert move.name == "heart"
        assert s.text[int(move.args["word"]) - 1].author == 0
