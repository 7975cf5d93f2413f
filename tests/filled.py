"""Caches as they are after a long day: full. `tests.soak` has every process of a server begin so.

Each is bounded, but the names of cards take an hour or two of play to get there, to 37 MB in each process; whoever
measures meanwhile takes that for a leak.
"""

from itertools import product
from string import ascii_lowercase

from tablee.kernel.door import card_name, open_card
from tablee.words.folding import fold


def fill() -> None:
    """Nobody has these names and words; what is really asked for takes their places, one for one."""
    for number in range(card_name.cache_parameters()["maxsize"] or 0):
        open_card(number.to_bytes(8), 1, 0, 0, "", None)
    words = map("".join, product(ascii_lowercase, repeat=6))
    for _ in range(fold.cache_parameters()["maxsize"] or 0):
        fold(next(words))


fill()
