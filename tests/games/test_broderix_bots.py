"""Broderix: what its bots do, and that nobody wins who does not try."""

from typing import Any, cast

import pytest

from tablee.arena.match import make_bot
from tablee.bots.bot import Plan, Sighting
from tablee.games.broderix.rules import GAME, BroderixState, fit_for
from tablee.kernel.events import Event
from tablee.kernel.moves import Move
from tablee.kernel.outcome import Reason
from tablee.kernel.rng import seed_from
from tablee.kernel.units import Seat
from tablee.lexicons import load
from tablee.words import flags
from tablee.words.flags import KNOWN, NOUN, VERB
from tests import lazy
from tests.games.broderix import FIRST, bots, lay, searching, une
from tests.matches import whole_game
from tests.table import do


def thinking(level: str, seat: Seat = 0, seed: int = 1) -> Any:
    return make_bot(GAME, level, seat, seed_from(seed), FRENCH)


def plan(bot: Any, s: BroderixState, seat: Seat = 0, events: list[Event] | None = None) -> Plan | None:
    found: Plan | None = bot.react(Sighting(s, seat, events or []))
    return found


FRENCH = load("fr").spoken()


@pytest.mark.parametrize("level", ["beginner", "normal", "strong"])
def test_bots_go_on_with_the_sentence_and_the_letters_fit(level: str) -> None:
    """Whatever they lay after « Robert mange une » is a feminine noun or an adjective, never a mere word."""
    for seed in range(12):
        s = searching("vE vT pP", "vR pR")
        s.spoken, s.kinds = ["Robert", "mange", "une"], [KNOWN] * 3
        planned = plan(thinking(level, seed=seed), s)
        assert planned is not None
        if planned.move.name == "dry":
            continue
        word = planned.move.args["word"]
        assert fit_for("P", FIRST[planned.move.args["pile"]][-1]).missing(word) is None
        assert FRENCH.look_up(word) & (NOUN | flags.ADJECTIVE)


@pytest.mark.parametrize(("level", "least", "most"), [("beginner", 3, 40), ("normal", 0, 20), ("strong", 0, 9)])
def test_how_often_bots_are_stuck(level: str, least: int, most: int) -> None:
    """15, 6 and 2 cards of 100, on a carpet where there is always a word."""
    dry = 0
    for seed in range(100):
        planned = plan(thinking(level, seed=seed), searching("vE vT vR", "pP pR"))
        dry += planned is not None and planned.move.name == "dry"
    assert least <= dry <= most


@pytest.mark.parametrize(
    ("words", "points"),
    [
        (["Robert", "mange", "une", "poire"], False),  # never before the fifth word
        (["Robert", "mange", "une", "poire", "dans"], False),  # the grammar cannot end here
        (["Robert", "mange", "une", "poire", *["et", "Julie", "mange", "une", "pomme"] * 2], True),  # always
    ],
)
def test_when_bots_say_point(words: list[str], points: bool) -> None:
    s = searching("vE vT pM", "vR pR")
    lay(s, 0, 5, "mange")
    s.spoken, s.kinds = words, [KNOWN | VERB] * len(words)
    planned = [plan(thinking("strong", seed=seed), s) for seed in range(8)]
    assert all((p is not None and p.move.name == "point") == points for p in planned)


def test_a_bot_defends_its_word_by_the_end_of_a_sentence() -> None:
    s = une()
    do(s, 0, "contest")
    planned = plan(thinking("normal", 2), s, 2)
    assert planned is not None
    assert planned.move.name == "go_on"
    assert FRENCH.look_up(planned.move.args["text"].split()[0]) & (NOUN | flags.ADJECTIVE)


def test_a_bot_says_another_word_than_the_one_that_was_not_liked() -> None:
    s = searching("vE vT bE", "vR pR", carpet={i: "vR" if i == 1 else "" for i in range(20)})
    bot = thinking("strong", seed=3)
    first = plan(bot, s)
    bots(s, 0)
    assert first is not None
    assert first.move.name == "lay"
    lay(s, 0, 1, first.move.args["word"], first.at)
    events = do(s, 1, "another")
    second = plan(bot, s, 0, events)
    assert second is not None
    assert second.move.name == "lay"
    assert second.move.args["word"] != first.move.args["word"]


def test_whole_games_end_long_before_they_are_stopped() -> None:
    """Hard letters are covered early, and somebody is called by name before everybody is stuck for ever."""
    for seed in range(3):
        match = whole_game(GAME, ["strong", "normal", "beginner"], seed)
        assert match.state.outcome is not None
        assert match.state.outcome.reason is Reason.RULE
        assert cast(BroderixState, match.state).turns < 90


@pytest.mark.parametrize("level", ["normal", "strong"])
def test_the_chrono_starts_some_seconds_after_the_searchers_quiet_time(level: str) -> None:
    planned = [plan(thinking(level, 1, seed), searching("vE vT vR", "pP pR"), 1) for seed in range(12)]
    launched = [p.at for p in planned if p is not None and p.move.name == "idea"]
    low, high = {"normal": (25_000, 25_000), "strong": (22_000, 24_000)}[level]
    assert launched
    assert all(low <= at <= high for at in launched)


def test_a_beginner_starts_no_chrono() -> None:
    assert all(
        plan(thinking("beginner", 1, seed), searching("vE vT vR", "pP pR"), 1) is None for seed in range(12)
    )


# ---- lazy players ---------------------------------------------------------------------------------------


@pytest.mark.rule("broderix", "D19")
@pytest.mark.parametrize("habit", [lazy.nothing, lazy.first("flip", "dry")])
def test_who_finds_nothing_does_not_win(habit: lazy.Habit) -> None:
    assert lazy.share_won("broderix", habit, 6) <= 0.2


def test_who_always_says_the_same_small_words_does_not_win() -> None:
    def small(seen: Sighting) -> Move | None:
        offer = seen.offer("lay")
        if offer is None:
            return Move("flip") if seen.offer("flip") else None
        for place in offer.params["pile"].values():
            domain = offer.params["word"].given({"pile": place})
            for word in ("de", "le", "la"):
                if domain.accepts(word):
                    return Move("lay", {"pile": place, "word": word})
        return Move("dry")

    assert lazy.share_won("broderix", small, 6) <= 0.2
