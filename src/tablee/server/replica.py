"""A game as its log says, at a worker: the bots in its seats, and what would come of a move.

It is a function of what it is told: how the game began, its entries in order, and whom bots play. So a worker that
dies costs nothing but time: another one is told the same.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from logging import getLogger
from time import monotonic

from msgspec import Struct, structs

from tablee.arena.match import RANDOM, bots_words, lexicon_of, make_bot
from tablee.bots.adaptive import START
from tablee.bots.bot import Bot, Sighting
from tablee.games.registry import game as game_named
from tablee.kernel.door import Door
from tablee.kernel.game import checked
from tablee.kernel.moves import Move, Offer, Settled
from tablee.kernel.record import Entry, Header, started
from tablee.kernel.units import Seat, Seats
from tablee.play.driver import Driver
from tablee.play.plan import Plan
from tablee.prose.seat import Meant
from tablee.server.understanding import TypedLine, understood

LOG = getLogger("tablee.server")


class Begun(Struct, frozen=True):
    """How a game began. The seed is as secret as the log."""

    header: Header
    seed: bytes


class Chair(Struct, frozen=True):
    """A bot that is wanted."""

    level: str
    skill: float = START


def takes_a_search(offer: Offer) -> bool:
    """Whether a move may take so long to judge that no event loop should do it."""
    return offer.checkable or offer.asks is not None


class Replica:
    def __init__(self, begun: Begun) -> None:
        self.game = game_named(begun.header.game, begun.header.version)
        self._begun = begun
        options = checked(self.game.options, begun.header.options)
        self._lexicon = lexicon_of(self.game, options)
        self._words = bots_words(self._lexicon, options)
        self._asked = self._anew()
        """For questions of people. It goes on when somebody asks."""
        self._shown = self._anew()
        """What the bots have seen."""
        self.entries: list[Entry] = []
        self.bots: dict[Seat, Bot] = {}
        self._plans: dict[Seat, Plan | None] = {}
        self._work: Iterator[None] | None = None

    def _anew(self) -> Driver:
        """The game at its start."""
        state = started(self.game, self._begun.header, self._begun.seed, watched=True)
        return Driver(self.game, state, self._lexicon)

    def follow(self, entries: Sequence[Entry]) -> None:
        """What happened at the table."""
        self.entries += entries

    # ---- bots --------------------------------------------------------------------------------------

    def think(self, wanted: Mapping[Seat, Chair], span: float) -> dict[Seat, Plan | None] | None:
        """Shows the bots what happened, seats those that are wanted and sends away the others.

        What those who were shown something plan now; None if that takes longer than so many seconds: then the same
        is to be asked again.
        """
        until = monotonic() + span
        if self._work is None:
            self._work = self._catch_up(wanted)
        for _ in self._work:
            if monotonic() > until:
                return None
        self._work = None
        plans, self._plans = self._plans, {}
        return plans

    def _catch_up(self, wanted: Mapping[Seat, Chair]) -> Iterator[None]:
        for seat in [seat for seat in self.bots if seat not in wanted]:
            del self.bots[seat]
        seated = list(self.bots)
        if seated:
            yield from self._show(self._shown, len(self.entries), seated)
        added = {seat: wanted[seat] for seat in sorted(wanted) if seat not in self.bots}
        if added:
            newest = yield from self.seat_bots(added, len((self._shown if seated else self).entries))
            if not seated:
                self._shown = newest

    def seat_bots(self, chairs: Mapping[Seat, Chair], upto: int) -> Generator[None, None, Driver]:
        """Puts bots into these seats. Each is shown the game from its start, as if it had been there."""
        for seat, chair in chairs.items():
            self.bots[seat] = make_bot(
                self.game, chair.level, seat, self._begun.seed, self._words, skill=chair.skill
            )
        again = self._anew()
        yield from self._react(again, list(chairs))
        yield from self._show(again, upto, list(chairs))
        return again

    def _show(self, driver: Driver, upto: int, seats: Sequence[Seat]) -> Iterator[None]:
        while (at := len(driver.entries)) < upto:
            driver.apply(self.entries[at])
            yield from self._react(driver, seats)

    def _react(self, driver: Driver, seats: Sequence[Seat]) -> Iterator[None]:
        for seat in seats:
            try:
                plan = self.bots[seat].react(Sighting(driver.state, seat, driver.news))
            except Exception:
                # A fault in a bot must not stop the table: chance plays on in its seat.
                LOG.exception("the bot in seat %d of %s failed", seat, self.game.info.key)
                self.bots[seat] = make_bot(self.game, RANDOM, seat, self._begun.seed, self._words)
                plan = self.bots[seat].react(Sighting(driver.state, seat, driver.news))
            self._plans[seat] = plan
            yield

    # ---- people ------------------------------------------------------------------------------------

    def _now(self) -> Driver:
        for entry in self.entries[len(self._asked.entries) :]:
            self._asked.apply(entry)
        return self._asked

    def check(self, seat: Seat, viewers: Seats, move: Move) -> tuple[Move, Settled | None]:
        """What would come of a move, or a refusal."""
        now = self._now()
        inner = now.inward(seat, move, viewers)
        return inner, Door(now.state, viewers).check(seat, inner)

    def understand(self, typed: TypedLine) -> Meant:
        """What somebody means who plays in words."""
        return understood(self._now().state, self.game.info.key, typed)

    def judge(self, seat: Seat, viewers: Seats, move: Move) -> Move:
        """The move as the rules take it, with the lexicon's answers and what had to be searched; or a refusal."""
        now = self._now()
        inner = now.inward(seat, move, viewers)
        _, offer = now.state.find(seat, inner.name)
        offer.check(inner)
        found = {name: offer.params[name].given(inner.args).spelled_out(v) for name, v in inner.args.items()}
        return structs.replace(inner, args=found)
