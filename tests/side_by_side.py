"""Batches and the environments that run the rules, step by step.

`python -m tests.side_by_side amerix --games 300` plays as many games as one has time for, with every number of
players and every set of options; the unit tests play a few.
"""

import argparse
from random import Random
from typing import Any

import numpy as np

from tablee.envs import petting
from tablee.envs.actions import WAIT
from tablee.envs.batch.batch import GAMES, batch_env
from tablee.games.lipipix.rules import LipipixState
from tablee.games.pas_touche.rules import PasToucheState, Race
from tablee.games.registry import game as registered

TABLES = 4

VARIANTS: dict[str, list[dict[str, Any]]] = {
    "amerix": [
        {},
        {"wrong_call": "draw", "turn_time": 5, "starter": 1},
        {"forced_play": True, "grace_ms": 1500, "timers": "double"},
    ],
    "bazardelix": [{}, {"target": 50, "review_last_trick": False, "timers": "double"}],
    "corsix": [
        {},
        {"paire": False, "suite": False, "wrong_call": "nothing", "pace_ms": 700},
        {"sandwich": False, "pace_ms": 2500, "timers": "longer", "wrong_call": "card"},
        {"paire": False, "suite": False, "sandwich": False, "starter": 1},
    ],
    "lipipix": [
        {},
        {"answer": "buzz", "tempo_s": 2, "wrong_claim": "hoarse"},
        {"min_gap_ms": 500, "tempo_s": 5, "timers": "longer", "wrong_claim": "free"},
    ],
    "pas_touche": [
        {},
        {"penalties": False, "call_needed": False, "timers": "double"},
        {"constraints": False, "round_s": 8, "call_ms": 2500, "adaptive": True},
    ],
    "suitix": [{}, {"alphabet": "pink", "layout": "board", "show_s": 4, "starter": 1}],
    "touvavix": [{}, {"gap_ms": 2000, "elsewhere": False, "auto_lay_s": 10, "starter": 1, "timers": "longer"}],
    "vieubarbix": [{}, {"show_points": True, "starter": 1}, {"short": True}],
    "vizdibix": [
        {},
        {"gap_ms": 1000, "auto_turn_s": 10, "timers": "double", "wrong_shout": "card"},
        {"letter": True, "wrong_shout": "card"},
    ],
}
"""Options that change the rules."""


def compare(key: str, players: int, options: dict[str, Any], games: int, seed: int = 0) -> int:
    """Plays both until so many games have ended; fails where they part. Returns the steps that were compared."""
    batch = batch_env(key, TABLES, players, **options)
    theirs = [petting.env(key, players, **options) for _ in range(TABLES)]
    for i, env in enumerate(theirs):
        env.reset(seed=seed + i)
    step = batch.reset(seed)
    random = Random(f"{key} {players} {options} {seed}")
    ended = steps = 0
    while ended < games:
        actions = np.zeros(TABLES, np.int64)
        for i, env in enumerate(theirs):
            seat = env.table.asked[0]
            seen = env.observe(env.possible_agents[seat])
            if (
                step.seat[i] != seat
                or not np.array_equal(step.action_mask[i], seen["action_mask"])
                or not np.array_equal(step.observation[i], seen["observation"])
            ):
                raise AssertionError(f"{key}, {players} players, {options}: {difference(env, step, i, seen)}")
            actions[i] = chosen(env, seat, np.flatnonzero(seen["action_mask"]), random, patient=i % 2 == 0)
            env.step(int(actions[i]))
        step = batch.step(actions)
        steps += TABLES
        for i, env in enumerate(theirs):
            assert step.over[i] == env._over
            assert np.allclose(step.reward[i], list(env.rewards.values()))
            if env._over:
                ended += 1
                env.reset()
    return steps


def chosen(env: petting.Env, seat: int, legal: Any, random: Random, patient: bool) -> Any:
    """At random, and at every other table rarely to wait. But in Pas Touche ! mostly the right card with the right
    hand, or no cube would ever get home; in Lipipix often the right letters, or nobody would ever win a heap."""
    s = env.table.s
    if isinstance(s, LipipixState) and s.right() and random.random() < 0.5:
        syllable = next(iter(s.right()))
        for action in legal:
            if env.action_name(action).endswith((f" first name {syllable[0]}", f" second name {syllable[1]}")):
                return action
    if isinstance(s, PasToucheState) and isinstance(s.phases[-1], Race) and random.random() < 0.8:
        hand = "other" if s.forbids(seat, s.right()) else "chosen"
        for action in legal:
            if env.action_name(action) in (f"touch card face {s.faces[s.right()]} 0", f"touch hand name {hand}"):
                return action
    if not patient and len(legal) > 1 and legal[0] == WAIT and random.random() < 0.9:
        legal = legal[1:]
    return random.choice(legal)


def difference(env: petting.Env, step: Any, i: int, seen: Any) -> str:
    """What is not the same."""
    layout = env.rules.layout
    found = [f"seat {step.seat[i]} instead of {env.table.asked[0]}"] if step.seat[i] != env.table.asked[0] else []
    ours, theirs = step.action_mask[i], seen["action_mask"]
    found += [
        f"{env.action_name(int(a))}: {ours[a]} instead of {theirs[a]}" for a in np.flatnonzero(ours != theirs)
    ]
    ours, theirs = step.observation[i], seen["observation"]
    for at in np.flatnonzero(ours != theirs):
        part, start = next((n, a) for n, (a, size) in layout.sections.items() if a <= at < a + size)
        what = layout.fact_names[at - start] if part == "facts" else str(at - start)
        found.append(f"{part} {what}: {ours[at]} instead of {theirs[at]}")
    return ", ".join(found)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.side_by_side", description=__doc__)
    parser.add_argument("game", nargs="*", choices=[*GAMES, []])
    parser.add_argument("--games", type=int, default=100, help="for each number of players and set of options")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    for key in args.game or GAMES:
        low, high = registered(key).info.players
        for players in range(low, high + 1):
            for options in VARIANTS[key]:
                steps = compare(key, players, options, args.games, args.seed)
                print(
                    f"{key}, {players} players, {options}: {args.games} games and {steps:,} steps agree",
                    flush=True,
                )


if __name__ == "__main__":
    main()
