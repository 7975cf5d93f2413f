"""Rates: how often somebody may do something before he is asked to wait."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tablee.kernel.refusal import Refused
from tablee.server.clock import wall
from tablee.server.where import site

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

    @property
    def full(self) -> bool:
        return self._left + (wall() - self._at) / 1000 * self.per_second >= self.burst


class Buckets:
    """A bucket for each address; those that have not been used for longest are forgotten."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst = burst
        self._per_second = per_second
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str) -> bool:
        bucket = self._of.pop(who, None) or Bucket(self._burst, self._per_second)
        self._of[who] = bucket
        while len(self._of) > REMEMBERED:
            self._of.popitem(last=False)
        return bucket.take()

    def give_back(self, who: str) -> None:
        if who in self._of:
            self._of[who].give_back()

    def untouched(self, who: str) -> bool:
        """Whether this one has taken nothing for long."""
        return who not in self._of or self._of[who].full


class Guesses:
    """Tries at the codes of tables: free if they are right; after too many wrong ones nobody learns even that.

    Each household has so many, all households of a site together, and all the world. When the world has used up
    its own, whoever has not guessed wrong yet still has a try: a crowd keeps nobody out who knows his code.
    """

    def __init__(
        self,
        household: Buckets | None = None,
        of_site: Buckets | None = None,
        world: Bucket | None = None,
    ) -> None:
        self._of_household = household or Buckets(burst=20, per_second=0.2)
        self._of_site = of_site or Buckets(burst=200, per_second=2)
        self._of_all = world or Bucket(burst=400, per_second=20)
        self._under_way: Counter[str] = Counter()

    @asynccontextmanager
    async def guess(self, who: str) -> AsyncIterator[None]:
        """Tries still under way may all be right, as when a class comes back together after a restart: whoever
        finds no room for one more waits for them."""
        new = self._of_household.untouched(who)
        while not self._of_household.take(who):
            if not self._under_way[who]:
                raise Refused("too_fast")
            await asyncio.sleep(WAIT)
        where = site(who)
        if not self._of_site.take(where) or not (self._of_all.take() or new):
            raise Refused("too_fast")
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
            if right:
                self._of_household.give_back(who)
                self._of_site.give_back(where)
                self._of_all.give_back()
