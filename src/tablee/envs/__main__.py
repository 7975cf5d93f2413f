"""`python -m tablee.envs`: the games, their spaces and their speed, as the table of docs/environments.md.
`python -m tablee.envs amerix`: every action and every part of the observation of one game."""

import argparse
from random import Random
from time import process_time

from tablee.envs.petting import Env, env
from tablee.games.registry import games


def play(table: Env, random: Random, steps: int) -> int:
    """Random games through the environment, observations included."""
    made = 0
    while made < steps:
        table.reset()
        for _ in table.agent_iter():
            seen, _, over, late, _ = table.last()
            if over or late:
                break
            assert seen is not None
            legal = seen["action_mask"].nonzero()[0]
            table.step(int(legal[int(random.random() * len(legal))]))
            made += 1
    return made


def row(key: str, steps: int) -> str:
    table = env(key)
    table.reset(seed=0)
    play(table, Random(0), steps // 10)
    began = process_time()
    made = play(table, Random(0), steps)
    rate = made / (process_time() - began)
    rules = table.rules
    low, high = rules.game.info.players
    seats = f"{low} to {high}" if low < high else str(low)
    return (
        f"| {rules.game.info.name} `{key}` | {seats} | {len(rules.actions)} | {rules.layout.size} | {rate:,.0f} |"
    )


def describe(key: str, players: int | None) -> None:
    rules = env(key, players).rules
    print(f"{rules.game.info.name}, {rules.players} players: Discrete({len(rules.actions)})")
    for number, parts in enumerate(rules.actions.names):
        print(f"{number:>5}  {' '.join(map(str, parts))}")
    layout = rules.layout
    print(f"observation: {layout.size} whole numbers")
    for name, (start, size) in layout.sections.items():
        print(f"{start:>5}  {name} ({size})")
    for title, names in (
        ("zones", layout.zones),
        ("faces", layout.faces),
        ("phases", layout.phases),
        ("facts", layout.fact_names),
    ):
        print(f"{title}: {' '.join(names)}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tablee.envs", description=__doc__)
    parser.add_argument("game", nargs="?")
    parser.add_argument("--players", type=int)
    parser.add_argument("--steps", type=int, default=5_000, help="to measure the speed with (%(default)s)")
    args = parser.parse_args()
    if args.game:
        describe(args.game, args.players)
        return
    print("| game | players | actions | observation | steps/s |\n| --- | --- | --- | --- | --- |")
    for key in games():
        print(row(key, args.steps), flush=True)


if __name__ == "__main__":
    main()
