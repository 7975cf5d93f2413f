"""Familix, rule by rule: bots, lazy ones. Expected results are worked out from the rules."""

from collections import Counter
from typing import Any

import pytest

from tablee.bots.bot import Level, Sighting
from tablee.games.familix.bots import BOT, PILE, Whereabouts
from tablee.games.familix.rules import GAME, FamilixState
from tablee.kernel.events import Event
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.state import SeatState
from tablee.kernel.units import Seat
from tests.games.familix import ask, asks, at
from tests.lazy import Habit, first, nothing, share_won
from tests.matches import never_late, whole_game

# ---- bots ----------------------------------------------------------------------------------------------


def thinks(s: FamilixState, seat: Seat, level: Level, seed: int = 1, before: list[Event] | None = None) -> Any:
    """What a bot plans to ask, having seen these events."""
    bot = BOT(seat, level, keyed(seed_from(seed), "bot", seat))
    return bot.react(Sighting(s, seat, before or []))


def news(s: FamilixState, *asked: tuple[Seat, Seat, str]) -> list[Event]:
    events = []
    for seat, owner, card in asked:
        events += ask(s, seat, owner, card)
    return events


@pytest.mark.rule("familix", "D18")
@pytest.mark.parametrize(
    ("level", "span"), [("beginner", (2_500, 5_000)), ("normal", (2_500, 5_000)), ("strong", (2_000, 4_000))]
)
def test_bots_take_their_time(level: str, span: tuple[int, int]) -> None:
    s = at("pA pB", "pC pE", "pF pG")
    times = {thinks(s, 0, Level(level), seed).at - s.now for seed in range(40)}
    assert span[0] <= min(times) < max(times) <= span[1]
    ask(s, 0, 1, "pC")
    assert thinks(s, 0, Level(level)).at - s.now >= span[0]  # and again after each success


@pytest.mark.parametrize("level", ["normal", "strong"])
def test_who_got_a_card_is_asked_for_it(level: str) -> None:
    s = at("pA pB pX", "pC pQ", "pD pR", pile="… pK pL pM", starter=2)
    events = news(s, (2, 1, "pC"), (2, 1, "pS"))
    plan = thinks(s, 0, Level(level), before=events)
    assert plan.move.args == {"card": "pC", "seat": 2}


def test_normal_forgets_what_six_requests_have_covered() -> None:
    s = at("pA", "pC pQ pE pF", "pD pR", pile="… pK pL pM pN pO pG pH pI", starter=2)
    events = news(s, (2, 1, "pC"), (2, 1, "pS"), (0, 1, "pA"), (1, 2, "pF"), (2, 1, "pT"), (0, 1, "pA"))
    events += news(s, (1, 2, "pF"), (2, 1, "pT"))
    asked = {str(thinks(s, 0, Level.NORMAL, seed, events).move.args) for seed in range(20)}
    assert len(asked) > 1
    asked = {str(thinks(s, 0, Level.STRONG, seed, events).move.args) for seed in range(20)}
    assert asked == {str({"card": "pC", "seat": 2})}


def test_strong_knows_who_does_not_have_a_card() -> None:
    where = Whereabouts()
    s = at("pA", "pE pQ", "pF pR", pile="… pK", starter=1)
    for event in Sighting(s, 0, news(s, (1, 2, "pG"))).events:
        where.note(event)
    unseen = Counter(face for face in s.faces if face != "pA")
    chances = where.chances(unseen, {1: 3, 2: 2, PILE: 22})
    assert chances["pG"][2] == 0
    assert chances["pG"][1] < chances["pB"][1] < chances["pE"][1]  # asked for it; nothing known; has one of them
    assert all(abs(sum(row.values()) - 1) < 0.05 for row in chances.values())


def test_strong_bluffs_now_and_then() -> None:
    """Three of a family, the fourth in the pile for sure, and nothing likely elsewhere."""
    s = at("pA pB pC", "pE pQ", "pF pR", pile="… pK pL", starter=1)
    events = news(s, (1, 0, "pH"), (2, 1, "pS"))
    plans = [thinks(s, 0, Level.STRONG, seed, events).move.args["card"] for seed in range(300)]
    bluffs = sum(card in ("pA", "pB", "pC") for card in plans)
    assert 12 <= bluffs <= 55  # one in ten


@pytest.mark.rule("familix", "R18")
@pytest.mark.parametrize("level", list(Level))
def test_a_bluff_depends_on_no_hidden_card_of_others(level: Level) -> None:
    """The same sight with other cards in the other hands and in the pile: the same request, true or not."""
    s = at("pA pB pC", "pE pQ", "pF pR", pile="… pK pL", starter=1)
    events = news(s, (1, 0, "pH"), (2, 1, "pS"))
    bluffs = moved = 0
    for seed in range(300):
        twin = s.redeal(0, keyed(seed_from(seed), "redeal"))
        assert [twin.faces[c] for c in s.hand(0).cards] == ["pA", "pB", "pC"]
        plan = thinks(s, 0, level, seed, events)
        assert plan == thinks(twin, 0, level, seed, events)
        bluffs += plan.move.args["card"] in ("pA", "pB", "pC")
        moved += "pD" not in [twin.faces[c] for c in twin.pile.cards]
    assert moved > 10, "the fourth of the family is not always where the bot believes it to be"
    assert (bluffs > 10) is (level is Level.STRONG)


def test_a_beginner_asks_for_what_it_has_just_seen() -> None:
    s = at("pA pM pQ pU", "pC pJ", "pD pI", pile="… pE pF", starter=2)
    events = news(s, (2, 1, "pC"), (2, 1, "pL"))
    echoes = sum(
        thinks(s, 0, Level.BEGINNER, seed, events).move.args == {"card": "pC", "seat": 2} for seed in range(400)
    )
    # one in four, and 1 in 24 of the others by chance: 12 missing cards, 2 seats
    assert 75 <= echoes <= 150


@pytest.mark.parametrize("deck", ["simple", "spicy"])
@pytest.mark.parametrize("players", [2, 6])
def test_bots_play_to_the_end(players: int, deck: str) -> None:
    levels = ("strong", "normal", "beginner", "strong", "normal", "beginner")[:players]
    match = whole_game(GAME, levels, 5, options={"deck": deck})
    assert never_late(match)
    assert sum(match.state.scores) == (7 if deck == "simple" else 14)


# ---- lazy ones -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("habit", [asks(bluff=False), asks(bluff=True), first("ask", "put_down"), nothing])
def test_nobody_wins_by_always_doing_the_same(habit: Habit) -> None:
    assert share_won("familix", habit, 30, rivals=2) < 0.33


def test_bots_talk_and_people_speak_plainly() -> None:
    s = GAME.start(2, seed=seed_from(4), seats=(SeatState(), SeatState(human=False)), options={"starter": 0})
    (offer,) = s.offers(0)
    ask(s, 0, 1, next(iter(offer.params["card"].values())))
    assert s.talk[0].line == "asks"
    assert s.talk[1].line[:-2] in ("given", "missed")
