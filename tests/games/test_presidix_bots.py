"""Présidix bots: what they do by hand-made positions, that they beat whoever does not try, and that what they play
through in their heads is the game."""

from typing import Any

import pytest

from tablee.bots.bot import Level, Sighting
from tablee.games.presidix.bots import BOT, board_of, follows, leads
from tablee.games.presidix.order import LETTERS
from tablee.games.presidix.quick import (
    ONE,
    PASS,
    Play,
    QuickDeal,
    best_split,
    counted,
    filled,
    natural,
    split,
)
from tablee.games.presidix.rules import GAME, Follow
from tablee.games.presidix.table import PresidixState
from tablee.kernel.door import Door
from tablee.kernel.moves import Move
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Seat
from tablee.pieces.formulas import PAIRS, RUNS, Formula, Shape, weakest_starts
from tests.games.presidix import at, bang, go, lay, skip
from tests.lazy import Habit, nothing, share_won
from tests.table import start, wait


def decides(s: PresidixState, seat: Seat, level: Level, seed: int = 1) -> str:
    """What a bot does here: the letters it lays, `pass` or `bang`."""
    plan = BOT(seat, level, keyed(seed_from(seed), "bot", seat)).react(Sighting(s, seat, []))
    assert plan is not None
    move = Door(s, 1 << seat).inward(seat, plan.move)
    if move.name != "lay_cards":
        return move.name
    return " + ".join("".join(letter for _, letter in group) for group in move.args["groups"])


# ---- how a hand splits ----------------------------------------------------------------------------------


def letters(text: str) -> tuple[int, ...]:
    return tuple(text.count(letter) for letter in LETTERS[:-1])


def test_letters_split_into_as_few_single_cards_as_can_be() -> None:
    assert split((1, 1, 1, 1, 1), (2, 3)) == (0, ((2, 0), (3, 2)))  # BC + DEF
    assert split((1, 1, 1), (2,))[0] == 1
    assert split((2, 1, 2), (0,))[0] == 1
    assert split((1, 2, 1), (2,))[0] == 0  # BC + CD


def test_a_hand_goes_out_in_the_fewest_plays() -> None:
    assert best_split(letters("BCEFHI")).plays == 1
    assert best_split(letters("BBEEHH")).plays == 1
    assert best_split(letters("BCEFHIKK")).plays == 2
    assert best_split(letters("BDFH")).plays == 4
    assert best_split(letters("BCDEFX")).singles == (LETTERS.index("X"),)


def test_single_cards_with_an_etoile_each_go_with_the_pairs() -> None:
    pairs = Play(Shape(PAIRS, 1, 2), (3,))
    assert filled(pairs, (1, 5, 9), 2) == (Play(Shape(PAIRS, 3, 2), (1, 3, 5)), (9,))
    assert filled(pairs, (1, 5), 0) == (pairs, (1, 5))


def test_the_weakest_without_etoiles() -> None:
    hand = counted("BCEFGGHIX★")
    assert natural(hand, Shape(RUNS, 2, 2), LETTERS.index("E")) == (3, 5)  # EF + GH
    assert natural(hand, Shape(RUNS, 3, 2), LETTERS.index("E")) is None
    assert natural(hand, Shape(PAIRS, 1, 2), LETTERS.index("C")) == (5,)
    assert natural(hand, ONE, LETTERS.index("Y")) is None


# ---- what they play through is the game -----------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_deals_in_the_head_go_as_at_the_table(players: int) -> None:
    for seed in range(12):
        s = start(GAME, players, seed=seed)
        board: QuickDeal | None = None
        while s.round == 1 and not s.deal_over:
            if not s.actors():
                wait(s)
                continue
            seat = s.actors()[0]
            if board is None:
                board = board_of(s, [counted(s.symbols(other)) for other in s.all_seats], seat)
            assert board.seat == seat
            assert board.hands == [counted(s.symbols(other)) for other in s.all_seats]
            play = board.usual()
            offers = {offer.name: offer for offer in s.offers(seat)}
            if play == PASS and "pass" not in offers:
                play = weakest(offers["lay_cards"].params["groups"])
            board.play(play)
            make(s, seat, play)
        assert board is not None
        assert board.ranks == list(s.history[0] if s.history else s.scores)


def weakest(formula: Any) -> Play:
    assert isinstance(formula, Formula)
    shape = Shape(formula.kind, formula.groups, formula.size)
    found = weakest_starts(*formula.held, shape, LETTERS.index(formula.weakest))
    assert found is not None
    return Play(shape, found)


def make(s: PresidixState, seat: Seat, play: Play) -> None:
    if play.shape is None:
        bang(s, seat) if play.bangs else skip(s, seat)
        return
    domain = next(o for o in s.offers(seat) if o.name == "lay_cards").params["groups"]
    assert isinstance(domain, Formula)
    go(s, seat, "lay_cards", groups=domain.laid(play.shape, play.starts))


def test_every_play_that_comes_into_question_is_allowed() -> None:
    for seed in range(10):
        s = start(GAME, 3, seed=seed)
        seat = s.actors()[0]
        domain = s.formula(seat)
        for play in leads(counted(s.symbols(seat))):
            assert play.shape is not None
            assert domain.accepts(domain.laid(play.shape, play.starts)), play
        make(s, seat, next(iter(leads(counted(s.symbols(seat))))))
        phase = s.phases[-1]
        if isinstance(phase, Follow) and phase.formula(s).possible():
            domain = phase.formula(s)
            for play in follows(counted(s.symbols(phase.seat)), domain):
                assert play.shape is not None
                assert domain.accepts(domain.laid(play.shape, play.starts)), play


# ---- positions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [Level.NORMAL, Level.STRONG])
def test_what_is_strong_goes_before_the_last_letters(level: Level) -> None:
    s = at("BC★", "KLMN", "KLMN", rest="pile")
    assert decides(s, 0, level) == "Z"
    s = at("BCZ", "KLMN", "KLMN", rest="pile")
    assert decides(s, 0, level) == "Z"
    s = at("BC", "KLMN", "KLMN", rest="pile")
    assert decides(s, 0, level) == "BC"


@pytest.mark.parametrize("level", [Level.NORMAL, Level.STRONG])
def test_an_etoile_takes_the_lead_for_the_last_formula(level: Level) -> None:
    s = at("KLM.", "BCEF★", "NOP.", rest="pile")
    lay(s, 0, "K")
    assert decides(s, 1, level) == "Z"


def test_the_strong_bot_throws_a_petard_at_somebody_about_to_finish() -> None:
    s = at("KL", "✹BC", rest="pile")
    lay(s, 0, "K")
    assert decides(s, 1, Level.STRONG) == "bang"  # then BC goes out


def test_the_strong_bot_skips_a_dangerous_neighbour_with_the_same_letters() -> None:
    s = at("KX", "KLBB", "M", rest="pile")
    lay(s, 0, "K")
    assert decides(s, 1, Level.STRONG) == "K"


@pytest.mark.parametrize("level", list(Level))
def test_nobody_ends_with_something_strong_where_he_need_not(level: Level) -> None:
    for last in ("★", "Z"):
        s = at("KL.", last, "NOP.", rest="pile")
        lay(s, 0, "K")
        assert decides(s, 1, level) == "pass"


def test_the_normal_bot_leads_what_removes_most() -> None:
    s = at("BCEFHIKLX", "MNOPQ", "RSTUV", rest="pile")
    assert decides(s, 0, Level.NORMAL) == "BC + EF + HI + KL"


def test_a_bot_does_not_see_the_others_hands() -> None:
    """Whoever holds what among the others: it decides the same."""
    for level in Level:
        one = at("BCEFHKX★", "MNOPQ", "RSTUV", rest="pile")
        two = at("BCEFHKX★", "RSTUV", "MNOPQ", rest="pile")
        assert decides(one, 0, level) == decides(two, 0, level)


@pytest.mark.rule("presidix", "D24")
def test_a_bot_waits_until_all_have_looked_and_a_little_more() -> None:
    s = at("KLM.", "BCEF★", "NOP.")
    t = s.now
    lay(s, 0, "K")
    for seed in range(20):
        plan = BOT(1, Level.NORMAL, keyed(seed_from(seed), "bot", 1)).react(Sighting(s, 1, []))
        assert plan is not None
        assert t + 3_500 <= plan.at <= t + 6_000


def test_passes_make_imagined_hands_less_likely() -> None:
    s = at("KM.", "LN.", "OP.", rest="pile")
    bot = BOT(2, Level.STRONG, keyed(seed_from(1), "bot", 2))
    for events in (lay(s, 0, "K"), skip(s, 1)):
        bot.notice(Sighting(s, 2, events))
    (passed,) = bot._passes
    assert (passed.seat, passed.shape, passed.weakest) == (1, ONE, LETTERS.index("K"))
    assert bot._for_nothing([[], counted("LN"), []], passed)
    assert not bot._for_nothing([[], counted("BC"), []], passed)
    bot.notice(Sighting(s, 2, lay(s, 2, "O")))
    assert sum(passed.since) == 0  # laid by somebody else


# ---- whoever does not try -------------------------------------------------------------------------------


def passer(seen: Sighting) -> Move | None:
    """Always passes; what he must lay is the lowest card."""
    return Move("pass") if seen.offer("pass") else lowest(seen)


def lowest(seen: Sighting) -> Move | None:
    """Always the lowest single card, and otherwise the weakest that goes."""
    offer = seen.offer("lay_cards")
    if offer is None:
        return Move("pass") if seen.offer("pass") else None
    formula = offer.params["groups"]
    assert isinstance(formula, Formula)
    shape = Shape(formula.kind, formula.groups, formula.size) if formula.kind else ONE
    return Move("lay_cards", {"groups": formula.weakest_of(shape)})


def biggest(seen: Sighting) -> Move | None:
    """Always as many cards as can be, étoiles and all; he never passes, and never throws a pétard."""
    offer = seen.offer("lay_cards")
    if offer is None:
        return Move("pass") if seen.offer("pass") else None
    formula = offer.params["groups"]
    assert isinstance(formula, Formula)
    return Move("lay_cards", {"groups": formula.weakest_of(max(formula.shapes(), key=lambda s: s.cards))})


@pytest.mark.parametrize("habit", [passer, lowest, biggest, nothing])
@pytest.mark.parametrize(("rivals", "most"), [(1, 0.4), (3, 0.18)])
def test_whoever_does_not_try_loses(habit: Habit, rivals: int, most: float) -> None:
    assert share_won("presidix", habit, 24 if rivals == 1 else 16, rivals=rivals) < most
