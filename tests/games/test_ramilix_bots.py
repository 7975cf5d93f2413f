"""Ramilix, rule by rule: bots, players who do not try. Expected results are worked out from the rules."""

from itertools import pairwise

import pytest

from tablee.arena.match import Match
from tablee.bots.bot import Level, Sighting
from tablee.games.ramilix.bots import APART, BOT, TURN
from tablee.games.ramilix.reckoning import missing
from tablee.games.ramilix.rules import GAME, ROUND_END_TIME
from tablee.games.ramilix.table import RamilixState
from tablee.kernel.door import Door
from tablee.kernel.moves import Move
from tablee.kernel.record import Played, apply
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Seat
from tablee.pieces.notation import arrange
from tests.games.ramilix import LAID, at, before, hand, table
from tests.lazy import Habit, share_won
from tests.table import card, refused, view
from tests.table import do as at_time

# ---- bots ----------------------------------------------------------------------------------------------


def thought(s: RamilixState, level: Level, seat: Seat = 0) -> Move:
    """What a bot does here, with cards for handles."""
    plan = BOT(seat, level, keyed(seed_from(5), "bot")).react(Sighting(s, seat, []))
    assert plan is not None
    return Door(s, 1 << seat).inward(seat, plan.move)


def plays(s: RamilixState, level: Level, seat: Seat = 0) -> list[str]:
    """All that a bot does in its turn."""
    bot, done = BOT(seat, level, keyed(seed_from(5), "bot")), []
    while view(s).active == (seat,) and view(s).phase in ("draw", "lay"):
        plan = bot.react(Sighting(s, seat, s.drain()))
        assert plan is not None
        s.now = plan.at
        move = Door(s, 1 << seat).inward(seat, plan.move)
        done.append(move.name)
        apply(s, Played(plan.at, seat, move))
    return done


@pytest.mark.parametrize("level", Level)
def test_bots_lay_to_begin_as_soon_as_they_can(level: Level) -> None:
    s = at("hand:0=pM pN pO pP pQ bX bC bF | discard=pZ")
    assert thought(s, level).name == "open_suites"


@pytest.mark.parametrize(
    ("level", "top", "takes"),
    [
        (Level.BEGINNER, "bC", True),  # A B C
        (Level.BEGINNER, "bP", False),
        (Level.NORMAL, "bP", True),  # it can be laid
        (Level.NORMAL, "bJ", False),
        (Level.STRONG, "bC", True),
        (Level.STRONG, "bJ", False),
        (Level.STRONG, "★", True),
    ],
)
def test_what_bots_take_from_the_discard(level: Level, top: str, takes: bool) -> None:
    s = before(f"hand:0=pA pB pX pG | {LAID} | discard=pZ {top}")
    assert thought(s, level).name == ("pick_up" if takes else "draw")


def test_a_beginner_never_lays_anew() -> None:
    s = at("hand:0=bE bX bA | suite:0:0=pC pD pE pF pG | discard=pZ")
    assert plays(s, Level.BEGINNER) == ["discard"]


@pytest.mark.parametrize("level", [Level.NORMAL, Level.STRONG])
def test_others_cut_a_suite_in_two(level: Level) -> None:
    s = at("hand:0=bE bX bA | suite:0:0=pC pD pE pF pG | discard=pZ")
    assert plays(s, level) == ["rearrange", "discard"]


def test_a_strong_bot_finds_what_takes_two_cards_at_once() -> None:
    """ABCD with B and C: ABC and BCD."""
    s = at("hand:0=bB bC bX bT | suite:0:0=pA pB pC pD | discard=pZ")
    assert plays(s, Level.STRONG) == ["rearrange", "discard"]
    assert sorted(table(s, 0)) == ["ABC", "BCD"]


@pytest.mark.parametrize("level", [Level.NORMAL, Level.STRONG])
def test_they_take_etoiles_of_others(level: Level) -> None:
    s = at(f"hand:0=bK bB bX | {LAID} | suite:1:0=pJ ★ pL | discard=pZ")
    assert plays(s, level)[0] == "take_star"
    assert s.standing[0] >= 11


def test_a_strong_bot_keeps_cards_from_others_unless_it_runs_out() -> None:
    s = at(f"hand:0=bG pX pA bT pC | {LAID} | suite:1:0=pD pE pF | discard=pZ")
    assert "add_card" not in plays(s, Level.STRONG)
    s = at(f"hand:0=bG pX | {LAID} | suite:1:0=pD pE pF | discard=pZ")
    assert plays(s, Level.STRONG) == ["add_card", "discard"]
    assert len(hand(s)) == 7


def test_a_strong_bot_goes_out_when_it_can() -> None:
    s = at(f"hand:0=bG bP pX | {LAID} | suite:1:0=pD pE pF | hand:1=★ pA | discard=… | pile=pZ")
    s.turned_over = True
    plays(s, Level.STRONG)
    assert s.scores[0] == 7 + 6


def test_a_strong_bot_guards_its_etoile() -> None:
    s = at(
        "hand:0=✹ pA bG bX | suite:0:0=pM pN ★ | suite:1:0=pD pE pF | discard=pZ | hand:1=pJ pK bJ bK pR bR pW bW"
    )
    plays(s, Level.STRONG)
    assert table(s, 0) == ["MN★O✹"]


def test_a_strong_bot_remembers_the_order_of_the_turned_pile() -> None:
    """The P that was thrown first comes back first: better than the J that lies there."""
    s = before(f"hand:0=pA pB pX pG | {LAID} | hand:1=bK bJ bY | discard=bP | pile=pF")
    bot = BOT(0, Level.STRONG, keyed(seed_from(5), "bot"))
    bot._thrown = ["P", "Y", "J"]
    bot._turned = []
    arrange(s, f"hand:0=pA pB pX pG | {LAID} | hand:1=bK | discard=bJ | pile=bY bP | aside=…")
    s.settle()
    s.turned_over = True
    bot._turned, bot._thrown = bot._thrown[-2::-1], bot._thrown[-1:]
    assert bot._turned == ["Y", "P"]
    plan = bot.react(Sighting(s, 0, []))
    assert plan is not None and plan.move.name == "draw"


@pytest.mark.rule("ramilix", "D26")
def test_a_discard_is_looked_at_before_the_next_one_draws() -> None:
    s = at("hand:0=pA pB", drawn="pA")
    at_time(s, 0, "discard", t=4_000, card=card(s, "pA", s.hand(0)))
    assert refused(s, 1, "draw", t=5_499) == "too_early"
    assert refused(s, 1, "pick_up", t=5_499) == "too_early"
    at_time(s, 1, "draw", t=5_500)


@pytest.mark.rule("ramilix", "D26")
@pytest.mark.parametrize("level", Level)
def test_bots_take_their_time_and_no_more(level: Level) -> None:
    """What one lays is seen before the next thing: 1.2 seconds; a discard 1.5; a turn takes 12 at most."""
    match = Match(GAME, [level] * 2, seed=seed_from(11))
    match.finish()
    moves = [entry for entry in match.record.entries if isinstance(entry, Played)]
    began = moves[0].t
    for last, entry in pairwise(moves):
        apart = entry.t - last.t
        if entry.move.name in ("draw", "pick_up"):
            assert apart >= 1_500
            began = last.t if apart < ROUND_END_TIME else entry.t
        else:
            assert apart >= APART or entry.t - began > TURN // 2
        assert entry.t - began <= TURN


def test_how_much_is_missing_for_a_first_lay() -> None:
    assert missing("ABCDE", 0)[0] == 0
    assert missing("ABCDX", 0)[0] == 1
    assert missing("ABCXYQ", 0)[0] == 1
    assert missing("ABCXYQ", 1)[0] == 0
    assert missing("AABBC", 0)[0] == 1
    assert missing("AABBCC", 0)[0] == 0
    assert missing("AEIMQU", 2)[0] == 1


# ---- players who do not try ----------------------------------------------------------------------------


def never_lays(seen: Sighting) -> Move | None:
    """Draws from the pile, and throws the first card."""
    if seen.offer("draw"):
        return Move("draw")
    throw = seen.offer("discard")
    return Move("discard", {"card": next(iter(throw.params["card"].values()))}) if throw else None


def throws_what_it_draws(seen: Sighting) -> Move | None:
    """From the pile; then it waits, and the table throws that card."""
    return Move("draw") if seen.offer("draw") else None


def lays_only_at_the_end(seen: Sighting) -> Move | None:
    """Nothing before the pile is turned over, then everything as it comes."""
    if seen.view.fact("turned_over"):
        for name in ("open_suites", "new_suite", "rearrange", "add_card"):
            if offer := seen.offer(name):
                return Move(name, offer.sample(keyed(seed_from(1), "any")))
    return never_lays(seen)


@pytest.mark.rule("ramilix", "D19")
@pytest.mark.parametrize(
    ("habit", "games"), [(never_lays, 2), (throws_what_it_draws, 2), (lays_only_at_the_end, 4)]
)
def test_nobody_wins_without_laying(habit: Habit, games: int) -> None:
    assert share_won("ramilix", habit, games) <= 0.25
