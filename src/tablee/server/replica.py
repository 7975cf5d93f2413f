"""A game as its log says, at a worker: the bots in its seats, and what would come of a move.

It is a function of what it is told: how the game began, its entries in order, and whom bots play. So a worker that
dies costs nothing but time: another one is told the same.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from logging import getLogger
from time import monotonic
from typing import Any

from msgspec import Struct, structs

from tablee.arena.match import RANDOM, bots_words, lexicon_of, make_bot
from tablee.bots.adaptive import START
from tablee.bots.bot import Bot, Plan, Sighting
from tablee.games.registry import game as game_named
from tablee.kernel.door import Door
from tablee.kernel.events import Event
from tablee.kernel.game import Game
from tablee.kernel.moves import Move, Offer, Settled
from tablee.kernel.record import Entry, Header, apply
from tablee.kernel.state import State
from tablee.kernel.units import Seat, Seats
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


class Reel:
    """A game from its start on, shown entry by entry."""

    def __init__(self, game: Game[Any], begun: Begun) -> None:
        header = begun.header
        self.state: State = game.start(
            header.players,
            seed=begun.seed,
            options=header.options,
            seat_options=header.seat_options,
            seats=header.seats,
            watched=True,
        )
        self.at = 0

    def step(self, entry: Entry) -> list[Event]:
        apply(self.state, entry)
        self.at += 1
        return self.state.drain()


class Replica:
    def __init__(self, begun: Begun) -> None:
        self.game = game_named(begun.header.game, begun.header.version)
        self._begun = begun
        self._asked = Reel(self.game, begun)
        """For questions of people. It goes on when somebody asks."""
        self._shown = Reel(self.game, begun)
        """What the bots have seen."""
        self.lexicon = lexicon_of(self.game, self._asked.state.options)
        self._words = bots_words(self.lexicon, self._asked.state.options)
        self.entries: list[Entry] = []
        self.bots: dict[Seat, Bot] = {}
        self._plans: dict[Seat, Plan | None] = {}
        self._work: Iterator[None] | None = None

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
            newest = yield from self.seat_bots(added, self._shown.at if seated else len(self.entries))
            if not seated:
                self._shown = newest

    def seat_bots(self, chairs: Mapping[Seat, Chair], upto: int) -> Generator[None, None, Reel]:
        """Puts bots into these seats. Each is shown the game from its start, as if it had been there."""
        for seat, chair in chairs.items():
            self.bots[seat] = make_bot(
                self.game, chair.level, seat, self._begun.seed, self._words, skill=chair.skill
            )
        again = Reel(self.game, self._begun)
        yield from self._react(again.state, again.state.drain(), list(chairs))
        yield from self._show(again, upto, list(chairs))
        return again

    def _show(self, reel: Reel, upto: int, seats: Sequence[Seat]) -> Iterator[None]:
        while reel.at < upto:
            events = reel.step(self.entries[reel.at])
            yield from self._react(reel.state, events, seats)

    def _react(self, s: State, events: list[Event], seats: Sequence[Seat]) -> Iterator[None]:
        for seat in seats:
            try:
                plan = self.bots[seat].react(Sighting(s, seat, events))
            except Exception:
                # A fault in a bot must not stop the table: chance plays on in its seat.
                LOG.exception("the bot in seat %d of %s failed", seat, self.game.info.key)
                self.bots[seat] = make_bot(self.game, RANDOM, seat, self._begun.seed, self._words)
                plan = self.bots[seat].react(Sighting(s, seat, events))
            self._plans[seat] = plan
            yield

    # ---- people ------------------------------------------------------------------------------------

    def _now(self) -> State:
        while self._asked.at < len(self.entries):
            self._asked.step(self.entries[self._asked.at])
        return self._asked.state

    def check(self, seat: Seat, viewers: Seats, move: Move) -> tuple[Move, Settled | None]:
        """What would come of a move, or a refusal."""
        door = Door(self._now(), viewers)
        inner = door.inward(seat, move, self.lexicon)
        return inner, door.check(seat, inner)

    def understand(self, typed: TypedLine) -> Meant:
        """What somebody means who plays in words."""
        return understood(self._now(), self.game.info.key, typed)

    def judge(self, seat: Seat, viewers: Seats, move: Move) -> Move:
        """The move as the rules take it, with the lexicon's answers and what had to be searched; or a refusal."""
        s = self._now()
        inner = Door(s, viewers).inward(seat, move, self.lexicon)
        _, offer = s.find(seat, inner.name)
        offer.check(inner)
        found = {name: offer.params[name].given(inner.args).spelled_out(v) for name, v in inner.args.items()}
        return structs.replace(inner, args=found)
