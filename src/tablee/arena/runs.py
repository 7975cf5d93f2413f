"""Random games to look at: how one is dealt, played step by step, and what each viewer was sent of it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct, structs

from tablee.bots.rollout import QuickPicker, random_entry
from tablee.kernel.door import Common, Door, encode
from tablee.kernel.events import Event
from tablee.kernel.game import Device, Game, Setup
from tablee.kernel.record import Entry, Played, Record, apply, footer_of, header_of
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import seed_from
from tablee.kernel.state import State
from tablee.kernel.units import Seats, members
from tablee.kernel.values import Told
from tablee.phases.screen import ScreenSeatOptions, shares

STRIDE = 16
FIRST = 150
"""Of long games, swaps are tried in so many steps from the start."""


class Broken(AssertionError):
    """A promise that a game did not keep."""

    def __init__(self, promise: str, detail: str = "", record: Record | None = None) -> None:
        super().__init__(f"{promise}: {detail}" if detail else promise)
        self.promise = promise
        self.record = record


class Opening(Struct, frozen=True):
    """What a game is started from in a proof."""

    game: Game[Any]
    players: int
    seed: int
    options: Mapping[str, Any]
    seat_options: Sequence[Mapping[str, Any]]

    def start(self, setup: type[Setup] = Setup, watched: bool = True) -> State:
        s: State = self.game.start(
            self.players,
            seed=seed_from(self.seed),
            options=self.options,
            seat_options=self.seat_options,
            watched=watched,
            setup=setup,
        )
        return s


WhatWasSent: TypeAlias = tuple[list[tuple[str, Mapping[str, int | Told]]], bytes]
"""What a step disclosed, and the digest of every byte that a viewer got for it."""


class Run(Struct, frozen=True, dict=True):
    """A game that was played, from its start to wherever it was left. Many proofs look at the same steps of it:
    what was played, and sent, is worked out once."""

    deal: Opening
    entries: tuple[Entry, ...]
    state: State

    @property
    def record(self) -> Record:
        return Record(header_of(self.deal.game, self.state), self.entries, footer_of(self.state))

    @cached_property
    def marks(self) -> list[State]:
        """The states at the start and after each stride, as far as anybody has asked."""
        return [self.deal.start()]

    def after(self, step: int) -> State:
        """The state after so many steps, for one's own use, and no news from before."""
        while len(self.marks) <= step // STRIDE:
            self.marks.append(self._gone_on(len(self.marks) - 1, STRIDE))
        return self._gone_on(step // STRIDE, step % STRIDE)

    def _gone_on(self, mark: int, steps: int) -> State:
        s = self.marks[mark].copy()
        for entry in self.entries[mark * STRIDE : mark * STRIDE + steps]:
            apply(s, entry)
        s.events.clear()
        return s

    @cached_property
    def _sent(self) -> tuple[State, list[dict[Seats, WhatWasSent]]]:
        s = self.after(0)
        return s, [told_to(self.deal.game, s, audiences(s.n), self.marks[0].events)]

    def told(self, step: int) -> dict[Seats, WhatWasSent]:
        """What each audience was sent for a step; 0 is the start."""
        s, told = self._sent
        for entry in self.entries[len(told) - 1 : step]:
            apply(s, entry)
            told.append(told_to(self.deal.game, s, audiences(s.n), s.drain()))
        return told[step]

    @cached_property
    def mixed_at(self) -> list[int]:
        """After which of the first steps each cohort of cards was mixed."""
        s = self.after(0)
        found = [0] * (s.ledger.mixes + 1)
        for step, entry in enumerate(self.entries[:FIRST], 1):
            apply(s, entry)
            s.events.clear()
            found += [step] * (s.ledger.mixes + 1 - len(found))
        return found

    @cached_property
    def sealed(self) -> list[int]:
        """The steps that are secret choices."""
        s = self.after(0)
        found = []
        for step, entry in enumerate(self.entries):
            if isinstance(entry, Played) and s.find(entry.seat, entry.move.name)[1].secret:
                found.append(step)
            apply(s, entry)
            s.events.clear()
        return found


def any_deal(game: Game[Any], players: int, seed: int) -> Opening:
    """Every other deal has the default options, the rest have drawn ones."""
    pick = QuickPicker(f"options {game.info.key} {players} {seed}")
    if seed % 2 == 0:
        return Opening(game, players, seed, {}, [{}] * players)
    per_seat = [drawn_options(game.seat_options, pick) for _ in range(players)]
    return Opening(game, players, seed, drawn_options(game.options, pick), per_seat)


def drawn_options(kind: type[Struct], pick: QuickPicker) -> dict[str, Any]:
    """A value for each option, among all that its type allows (of a wide range: the ends and the default)."""
    drawn = {}
    for field in structs.fields(kind):
        if field.name == "starter":
            continue
        info = msgspec.inspect.type_info(field.type)
        values: list[Any] = [field.default]
        if isinstance(info, msgspec.inspect.LiteralType):
            values = list(info.values)
        elif isinstance(info, msgspec.inspect.BoolType):
            values = [False, True]
        elif isinstance(info, msgspec.inspect.IntType):
            values += [v for v in (info.ge, info.le) if v is not None]
        drawn[field.name] = values[pick.below(len(values))]
    return drawn


def steps(deal: Opening, s: State, limit: int | None = None, keep: list[Entry] | None = None) -> Iterator[Entry]:
    """Random steps until the end; checks the bound, that somebody can always go on, and the pieces.

    An entry stands in `keep` before it is applied, so that a crash can be replayed.
    """
    game = deal.game
    pick = QuickPicker(f"play {game.info.key} {deal.players} {deal.seed}")
    bound = game.bound(deal.players, s.options)
    entries: list[Entry] = [] if keep is None else keep
    while s.outcome is None and len(entries) < (limit or bound):
        entry = random_entry(s, pick)
        if entry is None:
            raise Broken("somebody can always go on", f"stuck after {len(entries)} records")
        entries.append(entry)
        try:
            apply(s, entry)
        except Refused as no:
            raise Broken("an offered move applies", f"{entry} was refused: {no.code}") from no
        if stray := s.stray():
            raise Broken("pieces are conserved", f"card {stray[0]} ({s.faces[stray[0]]}) after {entry}")
        yield entry
    if s.outcome is None and limit is None:
        raise Broken("the game ends within its bound", f"{bound} records")


def play(deal: Opening, limit: int | None = None) -> Run:
    s = deal.start()
    entries = []
    for entry in steps(deal, s, limit):
        entries.append(entry)
        s.events.clear()
    return Run(deal, tuple(entries), s)


def audiences(players: int) -> list[Seats]:
    """Each seat, the first two sharing a screen, and a spectator."""
    everyone = (1 << players) - 1
    return list(dict.fromkeys([*(1 << i for i in range(players)), 0b11 & everyone, everyone]))


def sent(
    game: Game[Any], s: State, viewers: Seats, events: Sequence[Event], common: Common | None = None
) -> bytes:
    """Every byte that this viewer gets for a step."""
    door = Door(s, viewers, common)
    shared = viewers.bit_count() == 1 or (game.info.device is Device.SHARED and on_one_screen(game, s, viewers))
    return encode(door.glimpse(events, with_offers=shared))


def sent_to(
    game: Game[Any], s: State, viewers: Iterable[Seats], events: Sequence[Event] = ()
) -> dict[Seats, bytes]:
    """The same for several: what they have in common is worked out once."""
    common = Common(s)
    return {seats: sent(game, s, seats, events, common) for seats in viewers}


def on_one_screen(game: Game[Any], s: State, viewers: Seats) -> bool:
    """Whether these seats can sit at one screen in this game, where its rules ask who does (C13)."""
    asked = issubclass(game.seat_options, ScreenSeatOptions)
    return viewers != s.everyone and (not asked or all(shares(s, seat) for seat in members(viewers)))


def told_to(
    game: Game[Any], s: State, viewers: Iterable[Seats], events: Sequence[Event]
) -> dict[Seats, WhatWasSent]:
    what = disclosed(events)
    return {seats: (what, sha256(data).digest()) for seats, data in sent_to(game, s, viewers, events).items()}


def disclosed(events: Sequence[Event]) -> list[tuple[str, Mapping[str, int | Told]]]:
    return [(e.kind, e.data) for e in events if e.discloses]
