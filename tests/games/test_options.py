"""The options of the games, as their specs list them: what a table gets unasked, and what it may choose. What a
mistake in a race costs departs from them (docs/bots.md).

The first value of each is the default.
"""

from typing import Any

import pytest
from msgspec import structs

from tablee.games.registry import game
from tablee.kernel.game import checked
from tablee.kernel.refusal import Refused

ON, OFF = (True, False), (False, True)
SPECS: dict[str, dict[str, tuple[Any, ...]]] = {
    "amerix": {
        "wrong_call": ("none", "draw"),
        "turn_time": (30,),
        "forced_play": OFF,
        "grace_ms": (800, 500, 1_500),
    },
    "bazardelix": {"target": (100, 50, 150), "review_last_trick": ON},
    "combadix": {"speed": ("normal", "slow", "fast"), "quiz": OFF},
    "corsix": {"wrong_call": ("hoarse", "card", "nothing")},
    "frazrigolix": {
        "chrono": (10, 5, 3),
        "search_s": (60, 30, 120),
        "said_s": (3,),
        "flip_s": (5,),
        "transcript": ON,
    },
    "frontibix": {"clue_s": (15,), "duel_s": (30, 15, 60), "answer": ("type", "buzz"), "open": OFF},
    "granzieufermix": {"corse": OFF, "show_s": (4, 2, 8), "glimpse_ms": (700, 400, 1_200)},
    "hyperspeedix": {
        "piles": (3, 2, 4),
        "think_s": (10, 15, 20),
        "answer": ("type", "buzz"),
        "wrong_call": ("hoarse", "free"),
    },
    "lipipix": {"wrong_claim": ("hoarse", "free")},
    "lotolix": {
        "centre": ("random", "pink", "blue"),
        "invisible_plays": ON,
        "auto_place": OFF,
        "help_s": (8,),
        "stop_at_first": OFF,
    },
    "mefouillix": {"letters": (5, 3, 4, 6, 7, 8), "look_s": (3, 2, 5), "show_words": ON},
    "moinzix": {
        "alphabet": ("pink", "blue"),
        "answer_s": (5,),
        "search_s": (120,),
        "show_s": (3,),
        "memo": OFF,
    },
    "pas_touche": {
        "constraints": ON,
        "penalties": ON,
        "round_s": (12, 8, 20, 0),
        "call_ms": (1_500, 1_000, 2_500),
        "call_needed": ON,
        "adaptive": OFF,
    },
    "presidix": {"turn_s": (60,)},
    "solitix": {"hint": OFF, "covering": ("hand", "auto")},
    "spiralix": {"chrono": (10, 5, 3), "search_s": (60, 30, 120), "flip_s": (5,)},
    "spots": {
        "wild_dogs": OFF,
        "t0ut0u_treats": (1, 0, 2, 3),
        "turn_cap": (60,),
        "decision_s": (0, 60, 30, 15),
        "show_odds": OFF,
    },
    "sprintilix": {"mode": ("typed", "voice"), "together": ON, "limit_s": (300, 120, 600)},
    "suitix": {"alphabet": ("blue", "pink"), "show_s": (2, 1, 4), "layout": ("scattered", "board")},
    "touposix": {"count_pile": OFF, "idle_s": (120, 60, 0)},
    "touvavix": {"gap_ms": (1_000, 500, 2_000), "elsewhere": ON, "auto_lay_s": (5, 10)},
    "vieubarbix": {"show_points": OFF, "short": OFF},
    "zieufermix": {"flash_ms": (500, 300, 1_000), "miss_ms": (2_500, 1_500, 4_000)},
}
CASES = [(key, name, values) for key, options in SPECS.items() for name, values in options.items()]


@pytest.mark.parametrize(("key", "name", "values"), CASES)
def test_a_table_gets_what_the_spec_says(key: str, name: str, values: tuple[Any, ...]) -> None:
    kind = game(key).options
    assert getattr(kind(), name) == values[0]
    for value in values:
        assert getattr(checked(kind, {name: value}), name) == value
    with pytest.raises(Refused):
        checked(kind, {name: 7_777})


@pytest.mark.parametrize("key", ["granzieufermix", "zieufermix"])
def test_everybody_keeps_his_eyes_open_unless_he_chooses(key: str) -> None:
    kind = game(key).seat_options
    assert structs.asdict(kind())["level"] == 1
    assert structs.asdict(checked(kind, {"level": 2}))["level"] == 2
