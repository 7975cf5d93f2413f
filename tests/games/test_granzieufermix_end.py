"""Granzieufermix, rule by rule: the end, time. Expected results are worked out from the rules."""

from collections import Counter

import pytest

from tablee.arena.proof import check_plays
from tablee.arena.runs import Opening
from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.granzieufermix.rules import GAME
from tablee.kernel.outcome import Reason
from tests.games.granzieufermix import BLUE, PINK, PURPLE, at, miss
from tests.plane import active, is_dark, kinds, look, told_to, touch, turn, up
from tests.table import do, faces, names, start, told, view, wait

# ---- the end -------------------------------------------------------------------------------------------

LAST = "plane=yA yE · · · · · · · · · · · · · · · · · · · · · · · · · · ★ ★ ★ ★ ★ ★ ★ ✹ ✹ ✹"

REST = f"won:1=yA yE yI yI yO yO yU yU {PURPLE} {PINK} bA"


@pytest.mark.rule("granzieufermix", "R25", "R26", "D14")
@pytest.mark.parametrize(
    ("won", "ranks", "scores"),
    [
        (f"{REST} | won:0=bE bI bO bU bY", (2, 1), (7, 21)),
        (f"won:1=yA yE yI yI yO yO yU yU {PURPLE} | won:0={PINK} {BLUE}", (1, 1), (14, 14)),
        (f"won:1=yA yE yI yI yO yO yU yU {PURPLE} | won:0={PINK} {BLUE} | bonus:1=bK", (2, 1), (14, 15)),
    ],
)
def test_ten_cards_are_left_and_the_most_cards_win(
    won: str, ranks: tuple[int, ...], scores: tuple[int, ...]
) -> None:
    """Example 9: exactly 7 étoiles and 3 pétards; bonuses count; equal totals share the victory."""
    s = at(f"{LAST} | {won}", players=2)
    turn(s, 0, 0, 1)
    assert s.outcome is None
    look(s)
    assert s.outcome is not None
    assert Counter(f for f in faces(s, "plane") if f != "·") == {"★": 7, "✹": 3}
    assert (s.outcome.ranks, s.outcome.scores) == (ranks, scores)
    assert (s.outcome.reason, s.outcome.detail) == (Reason.RULE, "all_won")
    assert names(s, 1) == set()


@pytest.mark.rule("granzieufermix", "R25")
@pytest.mark.parametrize("seed", range(6))
def test_twenty_eight_letters_and_a_card_for_each_pair_of_the_same(seed: int) -> None:
    """Example 9."""
    s = start(GAME, 2 + seed, seed=seed)
    rollout(s, QuickPicker(seed))
    assert s.outcome is not None
    letters = sum(len(s.zone(f"won:{i}").cards) for i in s.all_seats)
    assert sum(s.outcome.scores) == letters + 55 - len(faces(s, "box"))
    assert letters == 28 if s.outcome.reason is Reason.RULE else letters == 38 - len(s.plane.held())


@pytest.mark.rule("granzieufermix", "D11")
@pytest.mark.parametrize("players", [2, 3])
def test_twenty_rounds_without_a_pair_end_the_game(players: int) -> None:
    """A pair starts the count again."""
    s = at(players=players)
    for _ in range(20 * players - 1):
        miss(s, active(s)[0])
    turn(s, active(s)[0], 12, 13)
    look(s)
    for done in range(20 * players):
        assert s.outcome is None, done
        miss(s, active(s)[0])
    assert s.outcome is not None
    assert (s.outcome.reason, s.outcome.detail) == (Reason.CAP, "idle")
    assert sorted(s.outcome.scores) == [*[0] * (players - 1), 3]


@pytest.mark.rule("granzieufermix", "D11")
def test_the_longest_turn_and_the_bound() -> None:
    """Letter, étoile, look, six times over, then letter, pétard, look, exchange: 22 records and 14 cards."""
    records = cards = 0
    s = at()
    for _ in range(6):
        turn(s, 0, 0, 28)
        look(s)
        records, cards = records + 3, cards + 2
    turn(s, 0, 0, 35)
    look(s)
    do(s, 0, "swap", place=1)
    assert active(s) == (1,) and (records + 4, cards + 2) == (22, 14)
    assert [GAME.bound(n, s.options) for n in (2, 8)] == [14 * 20 * n * 22 for n in (2, 8)]


@pytest.mark.rule("granzieufermix", "D11")
@pytest.mark.parametrize("seed", range(4))
def test_random_games_end_within_the_bound(seed: int) -> None:
    players = 2 + 2 * seed
    levels = [{"level": 1 + (seed + i) % 2} for i in range(players)]
    run = check_plays(Opening(GAME, players, seed, {"corse": seed % 2 == 1}, levels))
    assert run.state.outcome is not None


# ---- time ----------------------------------------------------------------------------------------------


@pytest.mark.rule("granzieufermix", "R10")
def test_open_eyes_thirty_seconds_then_a_random_card_is_turned() -> None:
    """The default of the table: for the first and for the second card, never the visible one."""
    turned: set[int] = set()
    for seed in range(12):
        s = at(seed=seed)
        assert told(wait(s, "first/limit"), "timeout") == [{"seat": 0}]
        assert s.now == 30_000 and len(up(s)) == 1
        turned |= set(up(s))
        s = at(seed=seed)
        turn(s, 0, 0)
        wait(s, "second/limit")
        assert s.now == 30_000 and len(up(s)) == 2 and up(s)[0] == "yA"
    assert len(turned) > 5


@pytest.mark.rule("granzieufermix", "D16")
def test_closed_eyes_thirty_seconds_then_the_turn_is_over() -> None:
    s = at(level2=(0,))
    turn(s, 0, 28)
    look(s)
    touch(s, 0, 0)
    before = s.now
    events = wait(s, "second/limit")
    assert s.now - before == 30_000
    assert kinds(told_to(s, events, 1)) == ["turn_down", "opens_eyes", "timeout"]
    assert up(s) == {} and active(s) == (1,) and s.scores == [0, 0, 0]


@pytest.mark.rule("granzieufermix", "D16")
@pytest.mark.parametrize("blind", [False, True])
def test_twenty_seconds_for_the_exchange_then_a_random_one(blind: bool) -> None:
    gone_to = set()
    for seed in range(8):
        s = at(seed=seed, level2=(0,) if blind else ())
        if blind:
            turn(s, 0, 28)
            look(s)
            touch(s, 0, 35)
        else:
            turn(s, 0, 35)
        look(s)
        assert is_dark(view(s, 0)) == blind
        before = s.now
        events = wait(s, "exchange/limit")
        assert s.now - before == 20_000 and "timeout" in kinds(told_to(s, events, 0))
        (swap,) = [e for e in told_to(s, events, 1) if e.kind == "swap"]
        assert swap.source == ("plane", 35) and swap.target is not None and swap.target[1] != 35
        gone_to.add(swap.target[1])
        assert active(s) == (1,)
    assert len(gone_to) > 4


def test_only_the_listed_times_are_options() -> None:
    with pytest.raises(Exception, match="bad_options"):
        start(GAME, 2, show_s=3)
    with pytest.raises(Exception, match="bad_options"):
        start(GAME, 2, glimpse_ms=500)
