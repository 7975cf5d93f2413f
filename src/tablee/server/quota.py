"""What people may write to disk: so much at once, and so much a day after that.

Honest play stays far below: a move takes some 200 bytes. Whoever writes more is asked to wait; what bots and
clocks do at a table counts for its host, so that a game goes on to its end, but nobody starts one after another.
"""

from collections import OrderedDict
from collections.abc import Iterable, Mapping

from tablee.kernel.refusal import Refused
from tablee.server import protocol as p
from tablee.server.doorkeeper import Flow
from tablee.server.limits import REMEMBERED

OF_TABLE = (8_000_000, 4_000)
"""Bytes at once, and a second."""
OF_ADDRESS = (64_000_000, 8_000)
NEW_TABLE = 2_048
"""What an empty one takes, its row and indices included."""
FREE = (p.Check, p.Draft, p.InWords, p.Answer, p.React, p.Chat, p.Leave, p.Close)
"""What is not written, or must always be possible."""


class Purses:
    """What each address may still write; those that have not been used for longest are forgotten."""

    def __init__(self, burst: float = OF_ADDRESS[0], per_second: float = OF_ADDRESS[1]) -> None:
        self._fresh = burst, per_second
        self._of: OrderedDict[str, Flow] = OrderedDict()

    def of(self, address: str) -> Flow:
        found = self._of.pop(address, None) or Flow(*self._fresh)
        self._of[address] = found
        while len(self._of) > REMEMBERED:
            self._of.popitem(last=False)
        return found


def must_afford(command: p.Command, *purses: Flow | None) -> None:
    """Refuses what would be written, if one of those who pay for it has written too much."""
    if not isinstance(command, FREE) and any(purse is not None and purse.spend(0) > 0 for purse in purses):
        raise Refused("too_fast")


def charge(written: Iterable[tuple[str, int]], purses: Mapping[str, Flow | None], host: str) -> None:
    """Bytes that were written for these devices; for nobody, or somebody who has left: for the host."""
    for device, size in written:
        purse = purses.get(device) or purses.get(host)
        if purse is not None:
            purse.spend(size)
