"""Zieufermix, rule by rule: the second part, the end, time. Expected results are worked out from the rules."""

import pytest

from tablee.arena.proof import check_plays
from tablee.arena.runs import Opening
from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.zieufermix.rules import GAME
from tablee.kernel.outcome import Reason
from tablee.kernel.rng import keyed
from tests.games.zieufermix import ETOILES_LEFT, at
from tests.plane import active, is_dark, kinds, look, open_faces, told_to, touch, turn, up
from tests.table import do, faces, names, start, told, view, wait

# ---- the second part -----------------------------------------------------------------------------------


@pytest.mark.rule("zieufermix", "R17")
def test_when_the_a_are_won_the_etoiles_are_looked_for() -> None:
    s = at("plane=· · · · pA bA ★ ★ ★ ★ ★ ★ ★ ✹ ✹ ✹ | won:0=yA yA vA vA")
    assert view(s, 0).fact("part") == 1
    turn(s, 0, 4, 5)
    assert told(look(s), "second_part") == [{}]
    assert view(s, 0).fact("part") == 2 and active(s) == (1,)


@pytest.mark.rule("zieufermix", "R17", "R18", "D5")
def test_two_etoiles_are_a_pair_in_the_second_part() -> None:
    """Example 8: the first étoile stays visible, the pair is won, the next player plays."""
    s = at(ETOILES_LEFT, seat=2)
    turn(s, 2, 6)
    assert up(s) == {6: "★"} and view(s, 0).phase == "second"
    turn(s, 2, 9)
    look(s)
    assert faces(s, "won:2") == ["★", "★"] and s.scores == [4, 2, 2]
    assert active(s) == (0,) and view(s, 0).zone("won:2").cards == ()


@pytest.mark.rule("zieufermix", "D5", "D2")
def test_an_etoile_then_a_petard_in_the_second_part() -> None:
    """Example 8: the étoile is turned back, the pétard is exchanged, next player."""
    s = at(ETOILES_LEFT, seat=2)
    turn(s, 2, 6, 13)
    look(s)
    assert up(s) == {} and names(s, 2) == {"swap"}
    do(s, 2, "swap", place=6)
    assert faces(s, "plane")[6] == "✹" and faces(s, "plane")[13] == "★"
    assert s.scores == [4, 2, 0] and active(s) == (0,)


@pytest.mark.rule("zieufermix", "D5", "R16", "R18")
def test_second_part_with_closed_eyes() -> None:
    """Example 9, at each moment: the first étoile stays visible to the others."""
    s = at(ETOILES_LEFT, seat=1, level2=(1,))
    events = turn(s, 1, 6)
    assert kinds(told_to(s, events, 1)) == ["turn_up", "closes_eyes"]
    assert is_dark(view(s, 1)) and names(s, 1) == {"touch"}
    assert up(s, 0) == {6: "★"} == up(s, 2) == open_faces(view(s, 0, 2))
    assert is_dark(view(s, 0, 1)) and is_dark(view(s))

    events = touch(s, 1, 9)
    assert [(e.kind, e.face, e.source) for e in told_to(s, events, 1)] == [("flash", "★", None)]
    assert told_to(s, events, 0, 1) == [] == told_to(s, events)
    assert up(s, 0) == {6: "★", 9: "★"} and is_dark(view(s, 1)) and view(s, 1).scores == (4, 2, 0)

    events = look(s)
    assert kinds(told_to(s, events, 1)) == ["opens_eyes", "wins"]
    assert s.scores == [4, 4, 0] and active(s) == (2,)
    cards = view(s, 1).zone("plane").cards
    assert not is_dark(view(s, 1)) and cards[6] is None and cards[9] is None


@pytest.mark.rule("zieufermix", "D5")
def test_a_petard_found_blind_in_the_second_part() -> None:
    s = at(ETOILES_LEFT, level2=(0,))
    turn(s, 0, 6)
    touch(s, 0, 13)
    assert up(s, 1) == {6: "★", 13: "✹"}
    look(s)
    assert up(s, 1) == {} and is_dark(view(s, 0)) and names(s, 0) == {"touch"}
    touch(s, 0, 6)
    assert faces(s, "plane")[6] == "✹" and faces(s, "plane")[13] == "★"


# ---- the end -------------------------------------------------------------------------------------------

LAST_PAIR = "plane=· · · · · · ★ ★ ★ · · · · ✹ ✹ ✹"


@pytest.mark.rule("zieufermix", "R19", "R20", "D12")
@pytest.mark.parametrize(
    ("won", "ranks"),
    [
        ("won:0=yA yA vA vA | won:1=pA bA ★ ★ ★ ★", (1, 1)),
        ("won:0=yA yA vA vA ★ ★ | won:1=pA bA ★ ★", (1, 2)),
        ("won:0=yA yA | won:1=pA bA vA vA ★ ★ ★ ★", (2, 1)),
    ],
)
def test_the_game_ends_with_four_cards_and_the_most_cards_win(won: str, ranks: tuple[int, ...]) -> None:
    """Example 10: 6 and 6 share the victory, 8 and 4 do not."""
    s = at(f"{LAST_PAIR} | {won}", players=2)
    turn(s, 0, 6, 7)
    assert s.outcome is None
    look(s)
    assert s.outcome is not None
    assert sorted(f for f in faces(s, "plane") if f != "·") == ["★", "✹", "✹", "✹"]
    assert s.outcome.ranks == ranks and sum(s.outcome.scores) == 12
    assert (s.outcome.reason, s.outcome.detail) == (Reason.RULE, "all_won")
    assert view(s, 0).phase == "end" and names(s, 1) == set()


@pytest.mark.rule("zieufermix", "R19")
def test_six_cards_left_are_not_the_end() -> None:
    s = at("plane=· · · · · · ★ ★ ★ ★ ★ · · ✹ ✹ ✹ | won:0=yA yA vA vA | won:1=pA bA ★ ★", players=2)
    turn(s, 0, 6, 7)
    look(s)
    assert s.outcome is None and active(s) == (1,)


@pytest.mark.rule("zieufermix", "R19")
def test_the_last_pair_may_be_won_blind_and_all_eyes_are_open_at_the_end() -> None:
    s = at(f"{LAST_PAIR} | won:0=yA yA vA vA | won:1=pA bA ★ ★ ★ ★", players=2, level2=(0,))
    turn(s, 0, 6)
    touch(s, 0, 8)
    events = look(s)
    assert s.outcome is not None and s.blind == 0
    assert kinds(told_to(s, events, 0)) == ["opens_eyes", "wins", "end"]
    assert not is_dark(view(s)) and view(s, 0).outcome == s.outcome


@pytest.mark.rule("zieufermix", "D12")
@pytest.mark.parametrize("seed", range(8))
def test_cards_are_won_two_by_two(seed: int) -> None:
    s = start(GAME, 2 + seed % 4, seed=seed)
    rollout(s, QuickPicker(seed))
    assert s.outcome is not None
    assert all(score % 2 == 0 for score in s.scores)
    assert sum(s.scores) == (12 if s.outcome.reason is Reason.RULE else 16 - len(s.plane.held()))


@pytest.mark.rule("zieufermix", "D13")
@pytest.mark.parametrize("players", [2, 3])
def test_twenty_rounds_without_a_pair_end_the_game(players: int) -> None:
    s = at(players=players)
    for done in range(20 * players):
        assert s.outcome is None, done
        turn(s, active(s)[0], 0, 2)
        look(s)
    assert s.outcome is not None
    assert (s.outcome.reason, s.outcome.detail) == (Reason.CAP, "idle")
    assert s.outcome.ranks == (1,) * players


@pytest.mark.rule("zieufermix", "D13")
def test_a_pair_starts_the_count_again_and_every_other_turn_counts() -> None:
    """37 misses, an exchange, a turn of seven étoiles, a pair: then 40 more may pass."""
    s = at(players=2)
    for _ in range(37):
        turn(s, active(s)[0], 0, 2)
        look(s)
    turn(s, 1, 13)
    look(s)
    do(s, 1, "swap", place=14)
    for _ in range(7):
        turn(s, 0, 6)
        look(s)
    turn(s, 1, 0, 1)
    look(s)
    for done in range(40):
        assert s.outcome is None, done
        turn(s, active(s)[0], 2, 4)
        look(s)
    assert s.outcome is not None and s.outcome.ranks == (2, 1)


# ---- time ----------------------------------------------------------------------------------------------


@pytest.mark.rule("zieufermix", "D14")
def test_open_eyes_twenty_seconds_then_a_random_card_is_turned() -> None:
    turned: set[int] = set()
    for seed in range(12):
        s = at(seed=seed)
        events = wait(s, "first/limit")
        assert s.now == 20_000
        assert told(events, "timeout") == [{"seat": 0}]
        assert len(up(s)) == 1
        turned |= set(up(s))
    assert len(turned) > 5


@pytest.mark.rule("zieufermix", "D14")
def test_the_second_card_too_and_never_the_visible_one() -> None:
    for seed in range(12):
        s = at(seed=seed)
        turn(s, 0, 0)
        wait(s, "second/limit")
        assert s.now == 20_000
        assert len(up(s)) == 2 and up(s)[0] == "yA"


@pytest.mark.rule("zieufermix", "D14")
def test_the_seed_decides_which_card() -> None:
    def silent(seed: int) -> list[str]:
        s = at(seed=seed)
        for _ in range(20):
            wait(s)
        return [*faces(s, "plane"), *map(str, up(s))]

    assert silent(4) == silent(4)
    assert len({tuple(silent(seed)) for seed in range(5)}) == 5


@pytest.mark.rule("zieufermix", "D14")
def test_a_random_etoile_closes_the_eyes_of_level_two() -> None:
    s = next(s for seed in range(50) if wait(s := at(seed=seed, level2=(0,))) and "★" in up(s, 1).values())
    assert is_dark(view(s, 0))


@pytest.mark.rule("zieufermix", "D14")
@pytest.mark.parametrize("blind", [False, True])
def test_ten_seconds_for_the_exchange_then_a_random_one(blind: bool) -> None:
    gone_to = set()
    for seed in range(12):
        s = at("plane=✹ ★ ★ ★ ★ ★ ★ ★ yA yA vA vA pA bA ✹ ✹", seed=seed, level2=(0,) if blind else ())
        if blind:
            turn(s, 0, 1)
            look(s)
            touch(s, 0, 0)
        else:
            turn(s, 0, 0)
        look(s)
        assert is_dark(view(s, 0)) == blind
        before = s.now
        events = wait(s, "exchange/limit")
        assert s.now - before == 10_000
        (swap,) = [e for e in told_to(s, events, 1) if e.kind == "swap"]
        assert swap.source == ("plane", 0) and swap.target is not None and swap.target[1] != 0
        gone_to.add(swap.target[1])
        lines = ["opens_eyes", "timeout", "exchanges"] if blind else ["swap", "timeout", "exchanges"]
        assert kinds(told_to(s, events, 0)) == lines
        assert active(s) == (1,) and not is_dark(view(s, 0))
    assert len(gone_to) > 4


def test_after_a_random_blind_exchange_he_does_not_know_where_the_petard_is() -> None:
    s = at(players=2, level2=(0,))
    turn(s, 0, 6)
    look(s)
    touch(s, 0, 13)
    look(s)
    petard = s.plane.cards[13]
    assert s.ledger.seen[petard] == 0b11
    wait(s, "exchange/limit")
    assert s.ledger.seen[petard] == 0b10 and s.plane.cards[13] != petard
    places = {
        p
        for i in range(60)
        for p, c in enumerate(s.plane.cards)
        if s.redeal(0, keyed(b"x" * 16, "i", i)).faces[c] == "✹"
    }
    assert len(places) > 10


@pytest.mark.rule("zieufermix", "D8")
def test_closed_eyes_fifteen_seconds_then_the_turn_is_over() -> None:
    s = at(level2=(0,))
    turn(s, 0, 6)
    look(s)
    before = s.now
    events = wait(s, "first/limit")
    assert s.now - before == 15_000
    assert kinds(told_to(s, events, 0)) == ["opens_eyes", "timeout"]
    assert up(s) == {} and active(s) == (1,)


@pytest.mark.rule("zieufermix", "D8")
def test_the_limit_holds_for_each_card_and_the_visible_ones_are_turned_back() -> None:
    s = at(level2=(0,))
    turn(s, 0, 6)
    look(s)
    s.now += 14_999
    touch(s, 0, 0)
    before = s.now
    events = wait(s, "second/limit")
    assert s.now - before == 15_000
    assert kinds(told_to(s, events, 1)) == ["turn_down", "opens_eyes", "timeout"]
    assert up(s) == {} and active(s) == (1,) and s.scores == [0, 0, 0]
    assert s.idle == 1


@pytest.mark.rule("zieufermix", "D15")
def test_the_longest_turn() -> None:
    """Letter, étoile, look, six times over, then letter, pétard, look, exchange: 22 records. In the second part
    étoile, pétard, look, exchange: 4. Six pairs, three in each part, 20 × n turns for each."""
    records = 0
    s = at()
    for _ in range(6):
        turn(s, 0, 0, 6)
        look(s)
        records += 3
    turn(s, 0, 0, 13)
    look(s)
    do(s, 0, "swap", place=1)
    records += 4
    assert active(s) == (1,)
    assert [GAME.bound(n, s.options) for n in (2, 5)] == [60 * n * (records + 4) for n in (2, 5)]


@pytest.mark.rule("zieufermix", "D15")
@pytest.mark.parametrize("seed", range(8))
def test_random_games_end_within_the_bound(seed: int) -> None:
    players = 2 + seed % 4
    levels = [{"level": 1 + (seed + i) % 2} for i in range(players)]
    run = check_plays(Opening(GAME, players, seed, {}, levels))
    assert run.state.outcome is not None
    assert len(run.entries) <= 60 * players * 26


def test_only_the_listed_times_are_options() -> None:
    with pytest.raises(Exception, match="bad_options"):
        start(GAME, 2, flash_ms=400)
    with pytest.raises(Exception, match="bad_options"):
        start(GAME, 2, miss_ms=2_000)
