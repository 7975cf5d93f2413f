"""Célébritix players: what comes to their minds, how they bid and when, and that nobody wins without trying."""

from collections.abc import Mapping
from typing import Any

import pytest

from tablee.arena.match import Match
from tablee.bots.bot import Level, Plan, Sighting
from tablee.games.celebritix.bots import CelebritixBot
from tablee.games.celebritix.names import name_list
from tablee.games.celebritix.rules import GAME
from tablee.games.celebritix.table import CelebritixState
from tablee.kernel.moves import Move
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.state import SeatState
from tablee.kernel.units import Seat
from tablee.words.lexicon import Lexicon
from tablee.words.marks import Marks
from tests.lazy import Habit, nothing, share_won
from tests.table import do, wait_until

LEVELS = pytest.mark.parametrize("level", list(Level))
WORDS = Lexicon.of([("mot", 0, 1.0)])
BY_HEART = "Miguel de Cervantes"


def bot(level: Level, seed: int = 1, seat: Seat = 1) -> CelebritixBot:
    return CelebritixBot(seat, level, keyed(seed_from(seed), "bot"), WORDS)


def table(seed: int = 1, starter: Seat = 0, **options: Any) -> CelebritixState:
    """Three seats; the bot is in the second."""
    seats = [SeatState(human=i != 1) for i in range(3)]
    options = {"starter": starter, **options}
    return GAME.start(3, seed=seed_from(seed), options=options, seats=seats, watched=True)


def plan(mind: CelebritixBot, s: CelebritixState) -> Plan | None:
    return mind.react(Sighting(s, mind.seat, s.drain()))


def announced(level: Level, seed: int, **options: Any) -> int:
    """The number that a bot announces as CHRONO of the first turn."""
    s, mind = table(seed, starter=1, **options), bot(level, seed)
    wait_until(s, "announce")
    meant = plan(mind, s)
    assert meant is not None
    number: int = meant.move.args["number"]
    return number


def matched(*bots: str, seed: int = 1, **options: Any) -> Match:
    match = Match(GAME, bots, seed=seed_from(seed), options=options)
    match.finish()
    return match


def said(match: Match) -> list[tuple[str, str]]:
    """Names with their fields."""
    moves = [entry.move for entry in match.entries if getattr(entry, "move", None) is not None]  # type: ignore[union-attr]
    return [(m.args["name"]["name"], m.args["field"]) for m in moves if m.name == "propose"]


@LEVELS
@pytest.mark.rule("celebritix", "D27")
def test_a_bot_is_ready_after_eight_to_twenty_seconds(level: Level) -> None:
    for seed in range(8):
        meant = plan(bot(level, seed), table(seed))
        assert meant is not None
        assert meant.move.name == "ready"
        assert 8_000 <= meant.at <= 20_000


@LEVELS
@pytest.mark.rule("celebritix", "D26")
@pytest.mark.parametrize("gap", [4, 8])
def test_a_bot_bids_at_the_earliest_two_and_a_half_seconds_after_the_last_bid(level: Level, gap: int) -> None:
    for seed in range(8):
        s = table(seed, auction_gap=gap)
        wait_until(s, "announce")
        do(s, 0, "bid", number=0)
        meant = plan(bot(level, seed), s)
        if meant is not None:
            assert 2_500 <= meant.at - s.stimuli[-1] < gap * 1_000


@pytest.mark.rule("celebritix", "D13")
@pytest.mark.parametrize("which", ["french", "international"])
def test_bots_say_only_names_of_the_list_with_their_field_and_each_once(which: str) -> None:
    fields = {who.name: who.field for who in name_list(which).celebrities}
    match = matched("beginner", "normal", "strong", names=which)
    spoken = said(match)
    assert spoken
    assert all(fields[name] == field for name, field in spoken)
    won = match.state.taken  # type: ignore[attr-defined]
    assert len(set(won)) == len(won)


def test_a_beginner_knows_only_whom_children_know() -> None:
    popular = {who.name for who in name_list("french").celebrities if who.popularity == 1}
    for seed in range(2):
        assert {name for name, _ in said(matched("beginner", "beginner", seed=seed))} <= popular


def test_the_more_names_come_to_mind_the_higher_the_number() -> None:
    mean = {level: sum(announced(level, seed) for seed in range(16)) / 16 for level in Level}
    assert mean[Level.BEGINNER] < mean[Level.NORMAL] < mean[Level.STRONG]


def test_a_beginner_bids_once_and_a_normal_bot_only_what_it_can_name() -> None:
    for seed in range(3):
        match = matched("beginner", "normal", "normal", seed=seed)
        bids: list[Seat] = []
        for entry in match.entries:
            move, seat = getattr(entry, "move", None), getattr(entry, "seat", -1)
            if move is None or seat != 0:
                continue
            assert move.name != "give_up"
            if move.name == "ready":
                bids = []
            elif move.name == "bid" and move.args["number"]:
                bids.append(seat)
                assert len(bids) == 1
    assert not any(getattr(e, "move", None) and e.move.name == "give_up" for e in match.entries)  # type: ignore[union-attr]


def test_a_strong_bot_leaves_petards_if_it_can() -> None:
    s, mind = table(starter=1), bot(Level.STRONG)
    place = s.places[0]
    petard = next(card for card in s.bonuses.cards if s.faces[card] == "✹")
    s.move(petard, s.bonuses, place, 0)
    wait_until(s, "announce")
    do(s, 1, "bid", number=1)
    wait_until(s, "name")
    meant = plan(mind, s)
    assert meant is not None
    offer = Sighting(s, 1, []).offer("propose")
    assert offer is not None
    asked = offer.params["name"]
    assert isinstance(asked, Marks)
    assert len(asked.shunned) == 1
    assert not set(meant.move.args["name"]["cards"]) & set(asked.shunned)


def test_a_bot_without_a_name_gives_up() -> None:
    s, mind = table(starter=1), bot(Level.BEGINNER)
    wait_until(s, "announce")
    do(s, 1, "bid", number=6)
    wait_until(s, "name")
    meant = plan(mind, s)
    assert meant is not None
    assert meant.move.name == "give_up", "five names that children know never take all six"


@pytest.mark.parametrize(
    ("worths", "hopes"),
    [
        ({5: 6, 4: 18, 1: 126}, True),  # a quarter of 24 has one more: some 1.5 of 150 would have two, half of 50
        ({5: 1, 4: 20, 1: 129}, False),
        ({3: 1}, True),
        ({}, False),
    ],
)
def test_a_strong_chrono_bluffs_when_more_names_are_likely_to_hold_a_better_one(
    worths: Mapping[int, int], hopes: bool
) -> None:
    who = name_list("french").celebrities[0]
    ideas = [(worth, who) for worth, count in worths.items() for _ in range(count)]
    assert bot(Level.STRONG)._hopes(ideas) is hopes


@LEVELS
@pytest.mark.parametrize("chrono", [0, 1])
def test_what_a_bot_bids_and_when_depends_on_no_hidden_card(level: Level, chrono: Seat) -> None:
    """The same sight with other cards in the piles: the same number, be it what it has or, as CHRONO, one more."""
    lies = 0
    for seed in range(16):
        s = table(seed, starter=chrono)
        wait_until(s, "announce")
        if chrono != 1:
            do(s, chrono, "bid", number=0)
        s.drain()
        twin = s.redeal(1, keyed(seed_from(seed), "redeal"))
        assert twin.faces != s.faces
        meant = plan(bot(level, seed), s)
        assert meant == plan(bot(level, seed), twin)
        honest = bot(level, seed)
        honest._hopes = lambda ideas: False  # type: ignore[method-assign]
        plain = plan(honest, s)
        if meant is not None and plain is not None:
            lies += meant.move.args["number"] > plain.move.args["number"]
    assert (lies > 0) is (level is Level.STRONG and chrono == 1)


# ---- lazy players --------------------------------------------------------------------------------------


def named(seen: Sighting, *names: str) -> Move | None:
    """The first of these names that is worth the bid."""
    offer = seen.offer("propose")
    if offer is None:
        return None
    marks = offer.params["name"]
    assert isinstance(marks, Marks)
    for name in names:
        cards = marks.best(name)
        if name not in seen.view.fact("taken") and marks.worth_of(cards) >= marks.need:
            return Move("propose", {"name": {"name": name, "cards": cards}, "field": "sport"})
    return Move("give_up")


def one(seen: Sighting) -> Move | None:
    """Always 1, with any name that takes a card."""
    offer = seen.offer("bid")
    if offer is not None:
        return Move("bid", {"number": 1}) if offer.params["number"].accepts(1) else None
    return named(seen, *(who.name for who in name_list("french").celebrities))


def outbids(seen: Sighting) -> Move | None:
    """Always one more than the others; it has no name."""
    offer = seen.offer("bid")
    if offer is not None:
        return Move("bid", {"number": max(1, next(iter(offer.params["number"].values())))})
    return Move("give_up") if seen.offer("give_up") else None


def outbids_by_luck(seen: Sighting) -> Move | None:
    """The same, with the first names of the list that will do."""
    offer = seen.offer("bid")
    if offer is not None:
        return Move("bid", {"number": max(1, next(iter(offer.params["number"].values())))})
    return named(seen, *(who.name for who in name_list("french").celebrities[:4]))


def by_heart(seen: Sighting) -> Move | None:
    """One long name, turn after turn."""
    offer = seen.offer("bid")
    if offer is None:
        return named(seen, BY_HEART)
    marks = bot(Level.NORMAL, seat=seen.seat)._marks(seen)
    worth = marks.worth_of(marks.best(BY_HEART))
    low, high = min(offer.params["number"].values()), max(offer.params["number"].values())
    return Move("bid", {"number": min(worth, high)}) if worth >= max(low, 1) else None


def everything(seen: Sighting) -> Move | None:
    """All there is, as if the bare letters were a name."""
    offer = seen.offer("bid")
    if offer is not None:
        return Move("bid", {"number": max(offer.params["number"].values())})
    return None


@pytest.mark.rule("celebritix", "D23", "D24")
@pytest.mark.parametrize("habit", [nothing, one, outbids, outbids_by_luck, by_heart, everything])
def test_who_is_lazy_loses(habit: Habit) -> None:
    assert share_won("celebritix", habit, 3) == 0.0
