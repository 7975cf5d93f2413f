"""Plus haut: the smallest whole game, written outside the program. Try `TABLEE_GAMES=examples/games tablee`."""
