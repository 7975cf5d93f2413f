"""Limits that hold over several servers: what an address has used up at one, the others hear with the next beat.

Addresses go to the database for a minute at most, and only as names that this house alone can make of them.
"""

from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import blake2b
from typing import TYPE_CHECKING

from tablee.kernel.refusal import Refused
from tablee.server.limits import REMEMBERED, Buckets, Guesses
from tablee.server.where import site

if TYPE_CHECKING:  # PostgreSQL is an extra
    from tablee.server.lease import Lease, UsedUp

EVERYBODY = ""


class Sharing:
    def __init__(self, lease: "Lease", secret: str) -> None:
        self._lease = lease
        self._key = bytes.fromhex(secret)[:32]
        self._pending: OrderedDict[tuple[str, str], int] = OrderedDict()
        """What was used up elsewhere, and is not yet counted here."""
        lease.on_miss = self._hear

    def _name(self, who: str) -> str:
        return blake2b(who.encode(), key=self._key, digest_size=16).hexdigest()

    def _hear(self, miss: "UsedUp") -> None:
        key = miss.kind, miss.who
        self._pending[key] = self._pending.get(key, 0) + miss.count
        while len(self._pending) > REMEMBERED:
            self._pending.popitem(last=False)

    def note(self, kind: str, who: str) -> None:
        key = kind, self._name(who)
        self._lease.missed[key] = self._lease.missed.get(key, 0) + 1

    def used_elsewhere(self, kind: str, who: str) -> int:
        """Since this was last asked."""
        return self._pending.pop((kind, self._name(who)), 0) if self._pending else 0


class SharedBuckets(Buckets):
    """A bucket for each address, in which all servers draw."""

    def __init__(self, burst: float, per_second: float, kind: str, sharing: Sharing) -> None:
        super().__init__(burst, per_second)
        self._kind = kind
        self._sharing = sharing

    def take(self, who: str) -> bool:
        for _ in range(self._sharing.used_elsewhere(self._kind, who)):
            if not super().take(who):
                break
        taken = super().take(who)
        if taken:
            self._sharing.note(self._kind, who)
        return taken


class SharedGuesses(Guesses):
    """Wrong guesses count at all servers; right ones, and those still under way, nowhere."""

    def __init__(self, sharing: Sharing) -> None:
        super().__init__()
        self._sharing = sharing

    @asynccontextmanager
    async def guess(self, who: str) -> AsyncIterator[None]:
        household, of_site, world = ("guess", who), ("guess of a site", site(who)), ("guess of all", EVERYBODY)
        for _ in range(self._sharing.used_elsewhere(*household)):
            self._of_household.take(who)
        for _ in range(self._sharing.used_elsewhere(*of_site)):
            self._of_site.take(site(who))
        for _ in range(self._sharing.used_elsewhere(*world)):
            self._of_all.take()
        tried = False
        try:
            async with super().guess(who):
                tried = True
                yield
        except Refused:
            if tried:
                for key in (household, of_site, world):
                    self._sharing.note(*key)
            raise
