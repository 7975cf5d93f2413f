"""Abcdrix bots: they hold to the words they know, give others time to read, and are of three strengths."""

import pytest

from tablee.arena.match import Match
from tablee.bots.bot import Level, Plan, Sighting
from tablee.games.abcdrix.bots import BOT, STYLES, AbcdrixBot
from tablee.games.abcdrix.rules import GAME
from tablee.games.abcdrix.table import AbcdrixState
from tablee.kernel.moves import Move
from tablee.kernel.record import Played
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Seat
from tablee.lexicons import load
from tablee.pieces.toutilix import ETOILE, PETARD, SYMBOL
from tablee.words.fit import Word
from tablee.words.folding import fold
from tests.games.abcdrix import idea, lay, table
from tests.lazy import Habit, first, nothing, played
from tests.table import do, wait

SPOKEN = load("fr").spoken()


def bot(level: Level, seat: Seat = 0, seed: int = 1) -> AbcdrixBot:
    return BOT(seat, level, keyed(seed_from(seed), "test"), SPOKEN)


def reacts(s: AbcdrixState, mind: AbcdrixBot) -> Plan | None:
    return mind.react(Sighting(s, mind.seat, s.drain()))


def symbol(s: AbcdrixState, seat: Seat, plan: Plan) -> str:
    seen = Sighting(s, seat, []).view.zone(f"hand:{seat}").cards
    return next(SYMBOL[c.face] for c in seen if c and c.face and c.handle == plan.move.args["card"])


def fits(s: AbcdrixState, seat: Seat, move: Move) -> bool:
    offer = next(o for o in Sighting(s, seat, []).offers if o.name == move.name)
    return offer.params["word"].given(move.args).accepts(move.args["word"])


@pytest.mark.parametrize("level", list(Level))
def test_a_bot_lays_a_card_with_a_word_that_fits_and_that_it_knows(level: Level) -> None:
    for seed in range(6):
        s = table(rows={0: "L A", 1: "T"}, hands={0: "R S M", 1: "K"})
        plan = reacts(s, bot(level, seed=seed))
        assert plan is not None and plan.move.name == "lay"
        assert fits(s, 0, plan.move)
        assert SPOKEN.look_up(plan.move.args["word"])
        known = STYLES[level].skill.words_known
        rank = SPOKEN.rank(fold(plan.move.args["word"]))
        assert rank is not None and (known is None or rank < 2 * known)


@pytest.mark.rule("abcdrix", "D34")
@pytest.mark.parametrize("level", list(Level))
def test_two_seconds_pass_between_two_cards_of_a_bot(level: Level) -> None:
    match = Match(GAME, [level, level, level], seed=seed_from(f"pace {level}"))
    laid = -10_000
    for _ in range(60):
        entry = match.step()
        if isinstance(entry, Played) and entry.move.name in {"lay", "explode"}:
            assert entry.t - laid >= 2_000
            laid = entry.t


@pytest.mark.parametrize("level", [Level.NORMAL, Level.STRONG])
def test_a_row_that_can_be_won_is_won(level: Level) -> None:
    s = table(rows={0: "P L A T", 1: "T"}, hands={0: "E", 1: "K"})
    plan = reacts(s, bot(level))
    assert plan is not None and plan.move.args["place"] in {"before:0", "after:0"}


@pytest.mark.parametrize("level", [Level.NORMAL, Level.STRONG])
def test_the_last_card_goes_to_somebody_else_if_that_wins(level: Level) -> None:
    s = table(rows={0: "P L A T E", 1: "A"}, hands={0: "R S", 1: "K"}, contests=False)
    mind = bot(level)
    reacts(s, mind)
    lay(s, "S", 4, "plats")
    plan = reacts(s, mind)
    assert plan is not None and plan.move.name == "lay"


def test_a_strong_one_keeps_an_etoile_for_the_last_pile() -> None:
    s = table(rows={0: "L A", 1: "T"}, hands={0: "★ T", 1: "K"})
    plan = reacts(s, bot(Level.STRONG))
    assert plan is not None and symbol(s, 0, plan) == "T"
    s = table(rows={0: "P L A T", 1: "T"}, hands={0: "★", 1: "K"})
    plan = reacts(s, bot(Level.STRONG))
    assert plan is not None and symbol(s, 0, plan) == ETOILE


def test_a_strong_one_keeps_its_petard_for_a_rival_with_four_piles() -> None:
    s = table(rows={0: "A", 1: "P L A T"}, hands={0: "T ✹ K", 1: "E"})
    mind = bot(Level.STRONG)
    reacts(s, mind)
    lay(s, "T", "after", "chateau")
    plan = reacts(s, mind)
    assert plan is not None and (plan.move.name, symbol(s, 0, plan)) == ("explode", PETARD)
    s = table(rows={0: "A", 1: "P L"}, hands={0: "T ✹ K", 1: "E"})
    mind = bot(Level.STRONG)
    reacts(s, mind)
    lay(s, "T", "after", "chateau")
    plan = reacts(s, mind)
    assert plan is not None and plan.move.name != "explode"


@pytest.mark.parametrize("level", list(Level))
def test_with_a_petard_alone_a_beginner_waits_while_another_ones_chrono_runs(level: Level) -> None:
    s = table(rows={0: "P L A T"}, hands={0: "✹", 1: "S"})
    idea(s, "S", "after", "plats")
    wait(s, "own/close")
    plan = reacts(s, bot(level))
    assert (plan and plan.move.name) == (None if level is Level.BEGINNER else "explode")


@pytest.mark.parametrize(
    ("level", "soonest", "latest"), [(Level.NORMAL, 23_000, 26_000), (Level.STRONG, 21_000, 23_000)]
)
def test_a_chrono_comes_after_the_time_in_peace(level: Level, soonest: int, latest: int) -> None:
    found = 0
    for seed in range(12):
        s = table(3, rows={0: "L A"}, hands={0: "W", 1: "T R", 2: "K"})
        plan = reacts(s, bot(level, 1, seed))
        if plan is not None:
            found += 1
            assert plan.move.name == "idea"
            assert soonest <= plan.at <= latest
            assert fits(s, 1, plan.move)
    assert 0 < found <= 12
    assert found == 12 or level is Level.NORMAL


@pytest.mark.parametrize("level", list(Level))
def test_after_dry_a_bot_with_an_idea_sends_it(level: Level) -> None:
    sent = 0
    for seed in range(12):
        s = table(3, rows={0: "L A"}, hands={0: "W", 1: "T R", 2: "K"})
        mind = bot(level, 1, seed)
        reacts(s, mind)
        do(s, 0, "dry")
        plan = reacts(s, mind)
        assert plan is not None
        sent += plan.move.name == "idea"
    assert sent == 12 if level is not Level.BEGINNER else 0 < sent < 12


def test_a_bot_that_knows_no_word_says_that_it_has_none() -> None:
    s = table(2, rows={0: "W K Q"}, hands={0: "X", 1: "Z J"})
    mind = bot(Level.STRONG, 1)
    do(s, 0, "dry")
    plan = reacts(s, mind)
    assert plan is not None and plan.move.name == "no_idea"
    s = table(2, rows={0: "W K Q"}, hands={0: "X Z", 1: "T"})
    plan = reacts(s, bot(Level.STRONG))
    assert plan is not None and plan.move.name == "dry"
    do(s, 0, "dry")
    wait(s, "gave_up/limit")


# ---- the lazy -------------------------------------------------------------------------------------------


def bare(seen: Sighting) -> Move | None:
    """Says nothing but the letters of the row, where that is a word."""
    if offer := seen.offer("lay"):
        for card in offer.params["card"].values():
            for place in offer.params["place"].values():
                domain = offer.params["word"].given({"card": card, "place": place})
                assert isinstance(domain, Word)
                letters = domain.fit.holds
                if letters.isalpha() and SPOKEN.look_up(letters.lower()):
                    return Move("lay", {"card": card, "place": place, "word": letters.lower()})
    return first("lay_base", "fini", "dry", "no_idea")(seen)


@pytest.mark.parametrize("habit", [nothing, first("lay_base", "dry", "no_idea"), bare])
def test_the_lazy_lose(habit: Habit) -> None:
    for seed in range(2):
        lazy = seed % 2
        outcome = played(GAME, habit, lazy, 2, seed).state.outcome
        assert outcome is not None and lazy not in outcome.winners
