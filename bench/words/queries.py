"""The queries, by kind, and how a naive scan answers them. Standard library only, for the trie's process too."""

import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

DECK = "AAAAAAABBCCDDEEEEEEEEEEFFGGHHIIIIIJJKKLLLLMMMNNNNOOOOOOPPQQRRRRRSSSSSSTTTTTUUUUUVVWWXXYYZZ"
"""The letters of the 90 cards: queries are what a table asks."""
EXAMPLES = 7
"""Queries of each kind."""


@dataclass(frozen=True)
class Query:
    contains: str = ""
    without: str = ""
    starts: str = ""
    ends: str = ""
    holds: str = ""
    rack: str = ""
    blanks: int = 0


def queries(words: list[str]) -> dict[str, list[Query]]:
    """The same for everybody: drawn from a fixed seed and from the commonest 20,000 words."""
    draw = random.Random("words")
    common = [w for w in words[:20_000] if len(w) >= 6]

    def cards(number: int) -> str:
        return "".join(draw.sample(DECK, number))

    def part(size: int) -> str:
        word = draw.choice(common)
        first = draw.randrange(len(word) - size + 1)
        return word[first : first + size]

    def several(make: Callable[[], Query]) -> list[Query]:
        return [make() for _ in range(EXAMPLES)]

    def apart() -> Query:
        letters = cards(3)
        return Query(letters, without="".join(c for c in cards(3) if c not in letters))

    def framed() -> Query:
        word = draw.choice(common)
        return Query(word[2:4], starts=word[0], ends=word[-1])

    def wild() -> Query:
        extract = part(4)
        return Query(holds=extract[0] + "?" + extract[2:])

    return {
        "contains 2 letters": several(lambda: Query(cards(2))),
        "contains 4 letters": several(lambda: Query(cards(4))),
        "contains 3, without 3": several(apart),
        "starts with 3": several(lambda: Query(starts=draw.choice(common)[:3])),
        "ends with 3": several(lambda: Query(ends=draw.choice(common)[-3:])),
        "starts, ends, contains 2": several(framed),
        "extract of 3": several(lambda: Query(holds=part(3))),
        "extract of 4, one wild": several(wild),
        "rack of 7": several(lambda: Query(rack=cards(7))),
        "rack of 7, 1 joker": several(lambda: Query(rack=cards(6), blanks=1)),
        "rack of 7, 2 jokers": several(lambda: Query(rack=cards(5), blanks=2)),
    }


def scan(words: list[str], q: Query) -> list[str]:
    """What a straightforward program does: one pass, the cheap tests first."""
    needed = list(Counter(q.contains).items())
    rack = Counter(q.rack)
    longest = len(q.rack) + q.blanks or 99
    head, _, tail = q.holds.partition("?")

    def holds(word: str) -> bool:
        if "?" not in q.holds:
            return q.holds in word
        size = len(q.holds)
        return any(
            word.startswith(head, i) and word.startswith(tail, i + len(head) + 1)
            for i in range(len(word) - size + 1)
        )

    return [
        word
        for word in words
        if len(word) <= longest
        and word.startswith(q.starts)
        and word.endswith(q.ends)
        and all(word.count(letter) >= times for letter, times in needed)
        and not any(letter in word for letter in q.without)
        and (not q.holds or holds(word))
        and (not q.rack or sum(max(0, word.count(c) - rack[c]) for c in set(word)) <= q.blanks)
    ]


def timed(run: Callable[[], object], seconds: float) -> float:
    """Microseconds of this process's own core time for one call, at the median; at least three calls."""
    run()
    samples: list[int] = []
    end = time.perf_counter() + seconds
    while len(samples) < 3 or time.perf_counter() < end:
        begin = time.process_time_ns()
        run()
        samples.append(time.process_time_ns() - begin)
    return median(samples) / 1_000
