"""Games without people: matches on a clock that jumps, simulations, tournaments, the suite's proofs, the fuzzer.

`proof` holds what every game promises: a promise may be added, and is weakened for no game.
"""
