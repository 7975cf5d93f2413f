"""Hyperspeedix: the bots."""

from collections import Counter

from tablee.bots.bot import Level, Sighting
from tablee.games.hyperspeedix.bots import BOT
from tablee.games.hyperspeedix.rules import HyperspeedixState
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Millis, Seat
from tests.games.hyperspeedix import LEXICON, plan, race
from tests.table import do, view, wait

# ---- bots ----------------------------------------------------------------------------------------------


def moves(s: HyperspeedixState, seat: Seat, level: Level, times: int = 400) -> Counter[str]:
    plans = [plan(s, seat, level, seed) for seed in range(times)]
    return Counter("nothing" if p is None else p.move.name for p in plans)


def median(s: HyperspeedixState, level: Level) -> Millis:
    plans = [plan(s, 1, level, seed) for seed in range(301)]
    return sorted(p.at - s.now for p in plans if p is not None)[
        150 if level is Level.STRONG else len(plans) // 2 - 5
    ]


def test_bots_say_words_with_the_blue_and_without_the_pink_letters() -> None:
    for seed in range(20):
        found = plan(race("bA bR pE"), 1, seed=seed)
        assert found is not None
        assert (found.move.name, found.move.args) == ("say", {"word": "bar"})
    assert plan(race("bJ bR pE"), 1) is None, "no word that it knows"


def test_strong_bots_see_every_etoile_and_pair_and_never_err() -> None:
    assert moves(race("★ bA bR"), 1, Level.STRONG) == {"slap": 400}
    assert moves(race("pK bK bO"), 1, Level.STRONG) == {"toutilix": 400}
    assert moves(race("bJ bR pE"), 1, Level.STRONG) == {"nothing": 400}


def test_weaker_bots_miss_some_and_call_falsely_at_times() -> None:
    seen, idle = moves(race("★ bA bR"), 1, Level.BEGINNER), moves(race("bJ bR pE"), 1, Level.BEGINNER)
    assert 50 <= seen["nothing"] <= 110, "one in five"
    assert 2 <= idle["slap"] + idle["toutilix"] <= 30, "three in a hundred"
    seen = moves(race("★ bA bR"), 1, Level.NORMAL)
    assert 5 <= seen["nothing"] <= 40, "one in twenty"


def test_the_better_the_quicker() -> None:
    s = race("★ bA bR")
    assert median(s, Level.STRONG) < median(s, Level.NORMAL) < median(s, Level.BEGINNER)
    s = race("bA bR pE")
    assert median(s, Level.STRONG) < median(s, Level.NORMAL) < median(s, Level.BEGINNER)


def test_the_strong_one_leaves_an_etoile_in_sight() -> None:
    s = race("bA ★ pE", layer=2)
    wait(s, "claims/limit")
    etoile = view(s, 0).zone("centre:1").cards[0]
    assert etoile is not None

    def covered(level: Level) -> set[str]:
        plans = [plan(s, 0, level, seed) for seed in range(40)]
        return {p.move.args["card"] for p in plans if p is not None}

    assert etoile.handle not in covered(Level.STRONG)
    assert len(covered(Level.NORMAL)) == 3


def test_a_bot_buzzes_and_then_types_what_it_had_found() -> None:
    s = race("bA bR pE", answer="buzz")
    mind = BOT(1, Level.STRONG, keyed(seed_from(1), "bot"), LEXICON)
    first = mind.react(Sighting(s, 1, []))
    assert first is not None
    assert first.move.name == "buzz"
    do(s, 1, "buzz", t=first.at)
    wait(s, "claims/close")
    second = mind.react(Sighting(s, 1, []))
    assert second is not None
    assert second.move.args == {"word": "bar"}
    assert second.at < s.now + 5_000
