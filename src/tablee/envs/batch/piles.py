"""What `tablee.phases.piles` is, for batches: unseen piles, and winnings that are points."""

from tablee.envs.batch.jit import Record, compiled
from tablee.envs.batch.table import drop, put, top
from tablee.phases.piles import ASIDE, PILES


@compiled
def pass_top(s: Record, source: int, target: int) -> None:
    """The top card of a zone goes on top of another."""
    put(s, target, drop(s, source, s.count[source] - 1))


@compiled
def next_seat(s: Record, n: int, seat: int) -> int:
    """The next one who has cards to turn; at last that seat itself; -1: nobody."""
    for i in range(1, n + 1):
        other = (seat + i) % n
        if s.count[PILES + other]:
            return int(other)
    return -1


@compiled
def deal_out(s: Record, n: int, starter: int) -> None:
    """The same number for each, one by one from the starter on; what is left over stays aside."""
    for _ in range(s.count[ASIDE] // n):
        for i in range(n):
            put(s, PILES + (starter + i) % n, top(s, ASIDE))
            s.count[ASIDE] -= 1


@compiled
def count_won(s: Record, n: int) -> None:
    for seat in range(n):
        s.scores[seat] = s.count[PILES + n + seat]


@compiled
def give(s: Record, n: int, seat: int) -> int:
    """A card to each of the others: of one's winnings, or else of one's pile. It joins their winnings. Returns how
    many there were."""
    given = 0
    for i in range(1, n):
        source = PILES + n + seat if s.count[PILES + n + seat] else PILES + seat
        if not s.count[source]:
            break
        pass_top(s, source, PILES + n + (seat + i) % n)
        given += 1
    count_won(s, n)
    return given
