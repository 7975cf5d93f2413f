"""Every game as an environment for programs that learn: PettingZoo and OpenSpiel. `pip install tablee[ai]`."""
