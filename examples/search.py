"""OpenSpiel's own search plays one of our games against chance: information-set Monte-Carlo tree search on deals
that it imagines, never on the real one. `pip install tablee[ai]`; a few minutes on one core."""

import argparse
import json

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from tablee.envs import spiel


def main(game: str, players: int, options: str, games: int, simulations: int, seed: int) -> float:
    """The mean reward of the searcher, who sits in another seat each time; 0 is what chance gets."""
    loaded = spiel.load(game, players, **json.loads(options))
    random = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    rewards = []
    for number in range(games):
        seat = number % players
        bot = ismcts.ISMCTSBot(
            game=loaded, uct_c=1.0, max_simulations=simulations, evaluator=evaluator, random_state=random
        )
        state = loaded.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            if state.current_player() == seat and len(legal) > 1:
                state.apply_action(bot.step(state))
            else:
                state.apply_action(int(random.choice(legal)))
        rewards.append(state.returns()[seat])
        print(f"game {number + 1}: {rewards[-1]:+.2f}", flush=True)
    mean = float(np.mean(rewards))
    print(f"{game}, {players} players, {simulations} simulations: mean reward {mean:+.2f}")
    return mean


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="bazardelix")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--options", default='{"target": 50}', help="of the game, as JSON (%(default)s)")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--simulations", type=int, default=12)
    parser.add_argument("--seed", type=int, default=0)
    main(**vars(parser.parse_args()))
