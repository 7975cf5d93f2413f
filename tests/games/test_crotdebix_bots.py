"""Crotdebix: what bots of each level call with and pass, and that nobody wins by a habit."""

from typing import Any, Final

import pytest

from tablee.bots.bot import Level, Plan, Sighting
from tablee.games.crotdebix.bots import (
    BOT,
    STYLES,
    CrotdebixBot,
    CrotdebixStanding,
    calls_alone,
    chance,
    company,
    losing_pays,
)
from tablee.games.crotdebix.rules import Choose
from tablee.games.crotdebix.table import CrotdebixState
from tablee.kernel.moves import Move
from tablee.kernel.rng import keyed, seed_from
from tests.games.crotdebix import NOTHING, THREE, at, lay_any, showdown
from tests.lazy import Habit, first, nothing, share_won
from tests.table import wait

RNG = keyed(seed_from(1), "test")
RUN = "pA pB pC bE bG bI pK bL"
"""A run of three, rank 2."""


def plan(s: CrotdebixState, level: Level, seat: int = 0, seed: int = 1, mind: CrotdebixBot | None = None) -> Plan:
    made = (mind or BOT(seat, level, keyed(seed_from(seed), "bot", seat))).react(Sighting(s, seat, []))
    assert made is not None
    return made


def face(s: CrotdebixState, made: Plan, seat: int = 0) -> str:
    """What it passes."""
    assert made.move.name == "pass_on"
    hand = BOT(seat, Level.NORMAL, RNG).hand(Sighting(s, seat, []))
    return next(x for x, handle in hand.items() if handle == made.move.args["card"])


def test_what_the_tables_tell() -> None:
    """Of 735 471 hands 70 620 have nothing and 205 140 a pair at best; of 134 596 it is 47 810 and 53 152."""
    assert chance(1, 8) == pytest.approx((70_620 + 205_140 / 2) / 735_471)
    assert chance(1, 6) == pytest.approx((47_810 + 53_152 / 2) / 134_596)
    # Two: two pairs beat 63 % of all hands, a run 45 %. Three: a run and a pair beat two in 62 of 100 deals, two
    # pairs in 39. Four: a run beats three in 53, a pair in 17.
    assert (calls_alone(8, 1), calls_alone(8, 2), calls_alone(6, 3)) == (3, 4, 2)


@pytest.mark.parametrize(("hand", "calls"), [("pA bA pC pE bG bI pK bL", False), (RUN, True)])
def test_a_beginner_calls_from_a_run_on(hand: str, calls: bool) -> None:
    s = at(hand, "pD pH")
    for seed in range(12):
        made = plan(s, Level.BEGINNER, seed=seed)
        if calls:
            assert made.move.name == "announce" and 6_000 <= made.at <= 11_000, "3 to 8 s after it may"
        else:
            assert face(s, made) not in ("pA", "bA") and 7_000 <= made.at <= 15_000, "4 to 12 s"


def test_a_normal_one_keeps_neighbours_and_passes_what_is_alone() -> None:
    """Of pC, bE and bF, which are not in its combination, C has no neighbour of its colour."""
    hand = THREE[0].split()
    assert [company(x, hand) for x in ("pC", "bE", "bF")] == [1, 3, 2]
    s = at(NOTHING, "pL bL")
    assert plan(s, Level.NORMAL).move.name == "pass_on"
    s = at("pA bA pC pD pE bH pL bK", "pB pG", announce_from=5)
    assert face(s, plan(s, Level.NORMAL)) == "bH", "the L has a K in blue, and is as lonely: H comes first"


TWO_PAIRS = "pA bA pC bC pE bG pK bI"
FOUR_HANDS = "pA pB pC bE bG bI"
"""A run of three among the six cards that each of four has."""


@pytest.mark.parametrize("level", [Level.NORMAL, Level.STRONG])
@pytest.mark.parametrize(
    ("hands", "calls"),
    [
        ((RUN, ""), False),  # it beats 45 % of all hands,
        ((TWO_PAIRS, ""), True),  # two pairs 63 %;
        ((TWO_PAIRS, "", ""), False),  # but two others only in 39 deals of 100,
        ((THREE[0], "", ""), True),  # a run and a pair in 62.
        (("pA bA pC pE bG bI", "", "", ""), False),
        ((FOUR_HANDS, "", "", ""), True),
    ],
)
def test_who_is_patient_calls_with_what_is_more_often_than_not_the_best(
    level: Level, hands: tuple[str, ...], calls: bool
) -> None:
    assert (plan(at(*hands), level).move.name == "announce") is calls


@pytest.mark.parametrize(("level", "least"), [(Level.NORMAL, RUN), (Level.STRONG, "pA pC pE bG bI bJ pL bL")])
def test_who_is_patient_hurries_after_somebody_has_called_with_less(level: Level, least: str) -> None:
    """A normal one calls with as little as he did; a strong one for its share, and the furthest pair beats every
    hand without a run."""
    mind = BOT(0, level, RNG)
    mind.learn(1, "2+2", players=2)
    assert plan(at(RUN, ""), level, mind=mind).move.name == "pass_on", "two pairs are no hurry"
    mind = BOT(0, level, RNG)
    mind.learn(1, "3", players=2)
    assert plan(at(least, ""), level, mind=mind).move.name == "announce"
    assert plan(at(NOTHING, ""), level, mind=mind).move.name == "pass_on"


@pytest.mark.parametrize(
    ("hands", "calls"),
    [
        (("pA pC pE bG bI bJ pL bL", ""), True),  # the furthest pair beats every hand without a run,
        (("pA pC pE bG bI bJ pL bL", "", ""), True),  # however many there are
        (("pA bA pC pE bG bI pK bL", ""), False),  # the nearest one only a hand with nothing: 26 of 100
        (("pA bC pE bG bI pJ pK bL", ""), False),  # and with nothing there is nothing to call
    ],
)
def test_a_normal_one_calls_with_a_pair_that_the_silent_do_not_beat_more_often_than_not(
    hands: tuple[str, ...], calls: bool
) -> None:
    """Whoever calls from a run on has none while he is silent: of 275,760 such hands 70,620 have nothing."""
    mind = BOT(0, Level.NORMAL, RNG)
    assert plan(at(*hands), Level.NORMAL, mind=mind).move.name == "pass_on", "nobody has called yet"
    mind = BOT(0, Level.NORMAL, RNG)
    mind.learn(1, "3", players=len(hands))
    assert (plan(at(*hands), Level.NORMAL, mind=mind).move.name == "announce") is calls


@pytest.mark.parametrize("level", [Level.NORMAL, Level.STRONG])
def test_what_one_called_with_oneself_is_no_hurry(level: Level) -> None:
    s = at(RUN, "", announce_from=1)
    mind = BOT(0, level, RNG)
    mind.react(Sighting(s, 0, showdown(s, caller=0)))
    assert mind._called == {}


def test_a_strong_one_looks_one_card_ahead() -> None:
    """With ABCD and FGH one card is left over: nothing else may go."""
    s = at("pA pB pC pD pF pG pH bK", "bA bB", announce_from=5, seat_options=[{}, {}])
    choose = s.phases[-1]
    assert isinstance(choose, Choose)
    choose.closed = True
    assert face(s, plan(s, Level.STRONG)) == "bK"


def test_a_strong_one_calls_unless_losing_pays() -> None:
    s = at(*THREE)
    mind = BOT(2, Level.STRONG, RNG)
    assert plan(s, Level.STRONG, seat=2, mind=mind).move.name == "announce"
    mind = BOT(2, Level.STRONG, RNG)
    mind._loses = True
    made = plan(s, Level.STRONG, seat=2, mind=mind)
    assert face(s, made, 2) in ("pH", "pI", "pJ", "bH", "bI", "bJ"), "and it breaks up what it holds"


def standing(
    burdens: list[int], stars: list[int], victories: list[int], left: str, **more: Any
) -> CrotdebixStanding:
    return CrotdebixStanding(burdens, stars, victories, left.split(), more.get("below_zero", False))


@pytest.mark.parametrize(
    ("now", "pays"),
    [
        (standing([5, 0], [0, 0], [20, 17], "★"), True),  # an étoile takes him to zero, and he has won more
        (standing([5, 0], [0, 0], [20, 17], "pT"), False),  # one more consonant helps nobody
        (standing([9, 0], [0, 0], [20, 17], "pU"), True),  # nor does the wind blow for nothing
        (standing([0, 0], [0, -5], [18, 18], "★"), False),  # below zero there is nothing to win
        (standing([0, 0], [0, 0], [18, 18], "★", below_zero=True), True),
        (standing([0, 0], [0, 0], [0, 0], "★ ★ pT pO ✹ pN"), False),
    ],
)
def test_when_losing_pays(now: CrotdebixStanding, pays: bool) -> None:
    """Worked out by hand for the last card of two players."""
    assert losing_pays(now, 0, keyed(seed_from(1), "test")) is pays


def test_a_strong_one_shuts_out_a_call_in_the_spicy_game() -> None:
    s = at(NOTHING, "", "", spicy=True)
    made = plan(s, Level.STRONG)
    assert (made.move.name, made.at) == ("pass_on", 6_000)
    assert plan(s, Level.NORMAL).at >= 10_000


def test_a_strong_one_remembers_what_it_passed_and_who_called_with_what() -> None:
    s = at("pA bA pC pE bG bI pK bL", "pB bB pD bD pF bH pJ bC", announce_from=1)
    mind = BOT(0, Level.STRONG, RNG)
    lay_any(s, 0, 1)
    s.drain()
    passed = s.faces[s.passed(0).cards[0]]
    mind.react(Sighting(s, 0, wait(s, "choose/close")))
    assert mind._passed == [passed]
    events = showdown(s, caller=1)
    mind.react(Sighting(s, 0, events))
    assert mind._called == {1: s.combination(1).rank}
    wait(s, "showdown/over")


@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize("hands", [(RUN, ""), (NOTHING, ""), (TWO_PAIRS, "", ""), (FOUR_HANDS, "", "", "")])
@pytest.mark.parametrize("hurried", [False, True])
@pytest.mark.parametrize("loses", [False, True])
def test_what_a_bot_calls_with_and_passes_depends_on_no_hidden_card_of_others(
    level: Level, hands: tuple[str, ...], hurried: bool, loses: bool
) -> None:
    """The same sight with other hands, column and pile: the same call or card at the same time, also of one that
    calls with little or would rather lose."""
    s = at(*hands)
    for seed in range(8):
        twin = s.redeal(0, keyed(seed_from(seed), "redeal"))
        assert [twin.faces[c] for c in s.hand(0).cards] == [s.faces[c] for c in s.hand(0).cards]
        assert [twin.faces[c] for c in s.hand(1).cards] != [s.faces[c] for c in s.hand(1).cards]
        plans = []
        for state in (s, twin):
            mind = BOT(0, level, keyed(seed_from(seed), "bot", 0))
            mind._loses = loses
            if hurried:
                mind.learn(1, "3", players=len(hands))
            plans.append(plan(state, level, mind=mind))
        assert plans[0] == plans[1]


def test_all_levels_have_a_style() -> None:
    assert set(STYLES) == set(Level)


# ---- habits ---------------------------------------------------------------------------------------------


def never_calls(seen: Sighting) -> Move | None:
    """Keeps what it has, and waits for the others."""
    offer = seen.offer("pass_on")
    return Move("pass_on", {"card": list(offer.params["card"].values())[-1]}) if offer else None


LOSES_ON_PURPOSE = first("pass_on")
"""The first card of the hand is one of its combination."""
CALLS_WITH_ANYTHING = first("announce", "pass_on")


WORTH: Final = 2 / 3
"""Whoever does not try wins less than so much of his share."""


@pytest.mark.rule("crotdebix", "D25")
@pytest.mark.parametrize("rivals", [1, 2, 3])
@pytest.mark.parametrize("habit", [never_calls, nothing])
def test_who_never_calls_wins_less_than_his_share(habit: Habit, rivals: int) -> None:
    assert share_won("crotdebix", habit, 16, rivals=rivals) < WORTH / (rivals + 1)


@pytest.mark.rule("crotdebix", "D26")
@pytest.mark.parametrize("rivals", [1, 2, 3])
def test_who_loses_on_purpose_wins_less_than_his_share(rivals: int) -> None:
    assert share_won("crotdebix", LOSES_ON_PURPOSE, 12, rivals=rivals) < WORTH / (rivals + 1)


@pytest.mark.parametrize("rivals", [1, 2, 3])
def test_calling_with_anything_is_worth_no_more_than_a_deal(rivals: int) -> None:
    """The others follow, and everybody shows what he was dealt: that is one's share, and no more."""
    assert share_won("crotdebix", CALLS_WITH_ANYTHING, 12, rivals=rivals) <= 1.25 / (rivals + 1)
