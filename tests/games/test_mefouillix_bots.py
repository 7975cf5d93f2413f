"""Méfouillix: the bots, and players who do not try."""

from collections.abc import Sequence
from itertools import pairwise

import pytest

from tablee.arena.match import Match, make_bot
from tablee.bots.bot import Level, Sighting
from tablee.games.mefouillix.bots import MefouillixBot
from tablee.games.mefouillix.rules import GAME, MefouillixState
from tablee.kernel.events import Event
from tablee.kernel.moves import Move
from tablee.kernel.rng import seed_from
from tablee.kernel.units import Seat
from tablee.lexicons import load
from tests.games.mefouillix import choose, hidden, opened, uncover
from tests.matches import scores_of_two
from tests.table import do

# ---- bots ----------------------------------------------------------------------------------------------


def bot(level: Level, seat: Seat = 0, seed: int = 1) -> MefouillixBot:
    made = make_bot(GAME, level, seat, seed_from(seed), load("fr"))
    assert isinstance(made, MefouillixBot)
    return made


def watches(player: MefouillixBot, s: MefouillixState, events: Sequence[Event]) -> Move | None:
    plan = player.react(Sighting(s, player.seat, list(events)))
    return plan.move if plan else None


def shown_all(player: MefouillixBot, s: MefouillixState, seats: Sequence[Seat], places: Sequence[int]) -> None:
    """Turn after turn the player sees these cards; the last card is back when it may try."""
    for turn, place in enumerate(places):
        seat = seats[turn % len(seats)]
        watches(player, s, do(s, seat, "uncover", place=place))
        watches(player, s, do(s, seat, "back", t=s.now + 1_000))
        if turn < len(places) - 1:
            watches(player, s, do(s, seat, "end_turn"))


def test_a_strong_player_remembers_all_and_tries_when_it_knows_its_word() -> None:
    s = hidden("TABLE", "LIVRE")
    player = bot(Level.STRONG)
    watches(player, s, [])
    shown_all(player, s, (0, 1), (0, 1, 2, 3))
    do(s, 1, "end_turn")
    watches(player, s, do(s, 0, "uncover", place=8))
    assert watches(player, s, do(s, 0, "back", t=s.now + 1_000)) == Move("end_turn")
    do(s, 0, "end_turn")
    shown_all(player, s, (1, 0), (9, 6))
    assert watches(player, s, []) == Move("attempt", {"word": "TABLE"})
    move = None
    for place in (0, 1, 2, 3, 9):
        events = do(s, 0, "attempt", word="TABLE") if move is None else do(s, 0, "turn", **move.args)
        move = watches(player, s, events)
        assert move == Move("turn", {"place": place})


def test_a_strong_player_uncovers_only_what_it_does_not_know() -> None:
    for seed in range(10):
        s = hidden("MAT", "SOL", seed=seed)
        player = bot(Level.STRONG, seed=seed)
        watches(player, s, [])
        shown_all(player, s, (0, 1), (0, 1, 3, 4))
        move = watches(player, s, do(s, 1, "end_turn"))
        assert move is not None and move.args["place"] in (2, 5)


@pytest.mark.parametrize(("level", "most", "share"), [(Level.BEGINNER, 5, 0.6), (Level.NORMAL, 15, 0.85)])
def test_how_much_a_level_remembers(level: Level, most: int, share: float) -> None:
    """Of one card seen, and of sixteen."""
    one, many = 0, []
    for seed in range(40):
        s = hidden("CHEMISES", "MONTAGNE", seed=1)
        player = bot(level, seed=seed)
        watches(player, s, [])
        for turn in range(16):
            for events in (
                do(s, turn % 2, "uncover", place=turn),
                do(s, turn % 2, "back", t=s.now + 1_000),
                do(s, turn % 2, "end_turn"),
            ):
                watches(player, s, events)
            if turn == 0:
                one += player.memory.at(0) is not None
        many.append(sum(player.memory.at(place) is not None for place in range(16)))
    assert abs(one / 40 - share) < 0.15
    assert max(many) <= most


@pytest.mark.parametrize(("level", "tries"), [(Level.BEGINNER, True), (Level.NORMAL, False)])
def test_a_beginner_tries_with_one_letter_missing(level: Level, tries: bool) -> None:
    s = hidden("TABLE", "LIVRE")
    player = bot(level)
    watches(player, s, [])
    uncover(s, 0, 5)
    for place in range(4):
        player.memory._faces[place] = s.faces[s.plane.cards[place]]
    move = watches(player, s, [])
    assert move == (Move("attempt", {"word": "TABLE"}) if tries else Move("end_turn"))


def test_a_strong_player_chooses_frequent_letters() -> None:
    def share(level: Level) -> float:
        total = 0
        for seed in range(20):
            s = opened(2, seed=seed)
            move = watches(bot(level, seed=seed), s, [])
            assert move is not None
            total += sum(letter in "aeinrstéèêàâî" for letter in move.args["word"])
        return total / 100

    assert share(Level.STRONG) > 0.95 > share(Level.NORMAL)


def test_a_bot_keeps_its_word_until_its_letters_are_gone() -> None:
    s = opened(2)
    player = bot(Level.NORMAL)
    move = watches(player, s, [])
    assert move is not None and watches(player, s, []) == move
    word = move.args["word"]
    choose(s, 1, word)
    other = watches(player, s, [])
    assert other is not None and other.args["word"] != word


def test_a_bot_lets_everybody_look() -> None:
    s = hidden("TABLE", "LIVRE")
    assert watches(bot(Level.STRONG), s, do(s, 0, "uncover", place=0)) is None


@pytest.mark.parametrize("show_words", [True, False])
def test_who_sits_down_later_plays_on(show_words: bool) -> None:
    """In the middle of an attempt; without the list it has to guess."""
    s = hidden("TABLE", "LIVRE", show_words=show_words)
    uncover(s, 0, 0)
    assert watches(bot(Level.STRONG), s, []) == Move("end_turn")
    do(s, 0, "attempt", **({"word": "TABLE"} if show_words else {"seat": 0}))
    move = watches(bot(Level.STRONG), s, [])
    assert move is not None and move.name == "turn"


def test_without_the_list_a_bot_remembers_the_words() -> None:
    match = Match(GAME, ["strong", "strong"], seed=seed_from(2), options={"show_words": False, "letters": 3})
    match.finish()
    assert sum(match.state.scores) == 4


@pytest.mark.parametrize(("worse", "better"), list(pairwise(Level)))
def test_a_level_beats_the_one_below(worse: Level, better: Level) -> None:
    more, fewer = scores_of_two(GAME, better, worse, 10)
    assert more > 2 * fewer
