"""Rates: how often somebody may do something before he is asked to wait."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tablee.kernel.refusal import Refused
from tablee.server.clock import wall

REMEMBERED = 10_000
WAIT = 0.02


class Bucket:
    """So many at once, and so many a second after that."""

    __slots__ = ("_at", "_left", "burst", "per_second")

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst = burst
        self.per_second = per_second
        self._left = burst
        self._at = wall()

    def take(self) -> bool:
        now = wall()
        self._left = min(self.burst, self._left + (now - self._at) / 1000 * self.per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def give_back(self) -> None:
        self._left = min(self.burst, self._left + 1)


class Buckets:
    """A bucket for each address; those that have not been used for longest are forgotten."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst = burst
        self._per_second = per_second
        self._of: OrderedDict[str, Bucket] = OrderedDict()
        self._under_way: Counter[str] = Counter()

    def take(self, who: str) -> bool:
        bucket = self._of.pop(who, None) or Bucket(self._burst, self._per_second)
        self._of[who] = bucket
        while len(self._of) > REMEMBERED:
            self._of.popitem(last=False)
        return bucket.take()

    @asynccontextmanager
    async def guess(self, who: str) -> AsyncIterator[None]:
        """A try at a secret, free if it is right; after too many wrong ones nobody learns even that.

        Tries still under way may all be right, as when a class comes back together after a restart: whoever finds
        no room for one more waits for them.
        """
        while not self.take(who):
            if not self._under_way[who]:
                raise Refused("too_fast")
            await asyncio.sleep(WAIT)
        self._under_way[who] += 1
        right = True
        try:
            yield
        except Refused:
            right = False
            raise
        finally:
            self._under_way[who] -= 1
            if not self._under_way[who]:
                del self._under_way[who]
            if right and who in self._of:
                self._of[who].give_back()
