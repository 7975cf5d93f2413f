"""The observation vector of a game: what a seat is shown, as whole numbers in fixed places.

Everything is read through the same sights as the view that leaves by the door, and seats are counted from the
observer onwards, so that one policy can play any seat. The tests deal every hidden thing again and see the vector
unchanged.
"""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, TypeAlias
from zlib import crc32

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tablee.kernel.phase import Phase, Sealed, phase_name
from tablee.kernel.state import State
from tablee.kernel.units import CardId, Seat
from tablee.kernel.values import Sight, declared
from tablee.kernel.zones import HOLE, Zone

OWNER, COUNT = Sight.OWNER, Sight.COUNT
DEPTH = 12
"""Places of a zone that are told apart in order; a zone with fixed places has them all."""
FACTS = 256
RARELY = 7
"""One state of so many is looked at closely."""
PICKS = 6
LIMIT = 32_767
STRANGE = 30_000
"""A text that the layout does not know becomes a number from here on."""

Slot: TypeAlias = tuple[str, int]
"""A zone: its name without the seat, and how far its owner sits from the observer (-1: it is the table's)."""


Path: TypeAlias = str | tuple[Any, ...]
"""A fact: its name, or its name and where in it."""


Head: TypeAlias = "tuple[tuple[Seat, ...], type[Phase[Any]]]"
"""Whom the table waits for, and in which phase."""


class Ordered(Struct):
    """Where the places of a zone are written."""

    start: int = 0
    places: int = 0
    fixed: bool = False


class ObservationLayout:
    def __init__(self, players: int) -> None:
        self.n = players
        self._slots: dict[Slot, Ordered] = {}
        self.kinds: dict[str, int] = {}
        self._texts: dict[str, int] = {}
        self._phases: dict[str, int] = {}
        self._facts: dict[Path, int] = {}
        self.marked = False
        self._looks = 0
        self.sections: dict[str, tuple[int, int]] = {}
        """Name, start and size of every part of the vector."""
        self.size = 0
        self.blank = b""
        self.at: dict[str, int] = {}
        self._rows: dict[Slot, int] = {}
        self.heads: dict[tuple[Seat, Head], array[int]] = {}

    # ---- making it ---------------------------------------------------------------------------------

    def look(self, s: State) -> None:
        """Takes note of what there is in a state."""
        self._looks += 1
        phase = phase_name(type(s.phases[-1]))
        if phase in self._phases and self._looks % RARELY:
            return
        self._phases.setdefault(phase, len(self._phases))
        for face in s.faces:
            self.kinds.setdefault(face, len(self.kinds))
        for zone in s.zones:
            if zone.hidden:
                continue
            for seat in s.all_seats if zone.owner >= 0 else (0,):
                slot = self._slots.setdefault(slot_of(zone, seat, self.n), Ordered())
                slot.fixed = slot.fixed or zone.poses is not None
                slot.places = max(slot.places, len(zone.cards) if slot.fixed else min(DEPTH, len(zone.cards)))
        for mark in s.marks.values():
            self.marked = True
            self._texts.setdefault(mark, len(self._texts) + 1)
        for seat in s.all_seats:
            for path, value in flatten(s, seat):
                if len(self._facts) < FACTS:
                    self._facts.setdefault(path, len(self._facts))
                if isinstance(value, str):
                    self._texts.setdefault(value, len(self._texts) + 1)

    def close(self) -> None:
        """Gives every number its place."""
        self._slots = dict(sorted(self._slots.items()))
        self.kinds = {face: i for i, face in enumerate(sorted(self.kinds))}
        self._texts = {text: i + 1 for i, text in enumerate(sorted(self._texts)[: STRANGE - 1])}
        self._phases = {phase: i for i, phase in enumerate(sorted(self._phases))}
        self._facts = {path: i for i, path in enumerate(sorted(self._facts, key=str))}
        places = 0
        for slot in self._slots.values():
            slot.start = places
            places += slot.places
        zones = len(self._slots)
        for name, size in (
            ("faces", zones * len(self.kinds)),
            ("counts", zones),
            ("places", places),
            ("marks", places if self.marked else 0),
            ("scores", self.n),
            ("active", self.n),
            ("seat", self.n),
            ("phase", len(self._phases) + 1),
            ("facts", len(self._facts)),
            ("picks", PICKS),
        ):
            self.sections[name] = (self.size, size)
            self.size += size
        self.blank = bytes(2 * self.size)
        self.at = {name: start for name, (start, _) in self.sections.items()}
        self._facts = {path: self.at["facts"] + i for path, i in self._facts.items()}
        self._rows = {slot: row for row, slot in enumerate(self._slots)}

    @property
    def zones(self) -> list[str]:
        """Names of the zones in their order, for people."""
        return [name if far < 0 else f"{name}+{far}" for name, far in self._slots]

    @property
    def faces(self) -> list[str]:
        return list(self.kinds)

    @property
    def phases(self) -> list[str]:
        return list(self._phases)

    @property
    def texts(self) -> Mapping[str, int]:
        """The texts that have a number of their own."""
        return self._texts

    @property
    def fact_names(self) -> list[str]:
        return [path if isinstance(path, str) else ".".join(map(str, path)) for path in self._facts]

    # ---- using it ----------------------------------------------------------------------------------

    def zone(self, zone: Zone, seat: Seat) -> tuple[int, int, Ordered] | None:
        """Where the faces of a zone, its count and its places stand."""
        slot = slot_of(zone, seat, self.n)
        found = self._slots.get(slot)
        if found is None:
            return None
        row = self._rows[slot]
        return self.at["faces"] + row * len(self.kinds), self.at["counts"] + row, found

    def phase(self, name: str) -> int:
        return self._phases.get(name, len(self._phases))

    def order(self, zones: Sequence[Zone], seat: Seat) -> Callable[[Sequence[int]], Sequence[int]]:
        """From the sizes of these zones, and a zero at the end, to the counts as this seat has them."""
        rows = [len(zones)] * len(self._rows)
        for i, zone in enumerate(zones):
            row = self._rows.get(slot_of(zone, seat, self.n))
            if row is not None:
                rows[row] = i
        return itemgetter(*rows) if len(rows) > 1 else lambda sizes: [sizes[i] for i in rows]

    def head(self, seat: Seat, head: Head) -> "array[int]":
        """The parts `active`, `seat` and `phase`. There are few of them: they are kept in `heads`."""
        active, phase = head
        n = self.n
        found = array("h", bytes(2 * (self.at["facts"] - self.at["active"])))
        for i in active:
            found[(i - seat) % n] = 1
        found[n + seat] = 1
        found[2 * n + self.phase(phase_name(phase))] = 1
        self.heads[seat, head] = found
        return found

    def fact(self, path: Path) -> int:
        """Where a fact stands; -1: nowhere."""
        return self._facts.get(path, -1)

    def vector(self, s: State, seat: Seat, picks: Sequence[int] = ()) -> NDArray[np.int16]:
        """What this seat is shown."""
        out = array("h", self.blank)
        at, n = self.at, self.n
        if not s.blind >> seat & 1:
            for zone in s.zones:
                where = self.zone(zone, seat) if not zone.hidden else None
                if where is not None:
                    self._write(out, s, zone, seat, *where)
            for path, value in flatten(s, seat):
                index = self.fact(path)
                if index >= 0:
                    out[index] = self.number(value)
        if type(s).shown.get("scores") is OWNER:
            out[at["scores"]] = self.number(s.scores[seat])
        else:
            for i, score in enumerate(s.scores):
                out[at["scores"] + (i - seat) % n] = self.number(score)
        top = s.phases[-1]
        for i in top.active(s) if s.outcome is None else ():
            out[at["active"] + (i - seat) % n] = 1
        out[at["seat"] + seat] = 1
        out[at["phase"] + self.phase(phase_name(type(top)))] = 1
        for i, action in enumerate(picks[-PICKS:]):
            out[at["picks"] + i] = action + 1
        return np.frombuffer(out, np.int16)

    def _write(
        self, out: "array[int]", s: State, zone: Zone, seat: Seat, row: int, count: int, order: Ordered
    ) -> None:
        out[count] = len(zone.held())
        last = len(zone.cards) - 1
        for place, card in self.shown(s, zone, seat):
            kind = self.kinds.get(s.faces[card])
            if kind is None or card == HOLE:
                continue
            out[row + kind] += 1
            index = place if order.fixed else last - place
            if index < order.places:
                out[self.at["places"] + order.start + index] = kind + 1
                if self.marked and card in s.marks:
                    out[self.at["marks"] + order.start + index] = self.number(s.marks[card])

    @staticmethod
    def shown(s: State, zone: Zone, seat: Seat) -> Iterable[tuple[int, CardId]]:
        """Places and cards that a seat with open eyes sees."""
        cards = zone.cards
        if s.open:
            bit = 1 << seat
            return [(i, card) for i, card in enumerate(cards) if card != HOLE and s.onlookers(zone, i) & bit]
        if not zone.seers >> seat & 1:
            return ()
        first = max(0, len(cards) - zone.depth)
        return enumerate(cards[first:], first)

    def number(self, value: Any) -> int:
        """A value as a number that the vector has room for."""
        if type(value) is int:
            return value if -LIMIT <= value <= LIMIT else max(-LIMIT, min(LIMIT, value))
        if isinstance(value, str):
            return self._texts.get(value) or STRANGE + crc32(value.encode()) % (LIMIT - STRANGE)
        return max(-LIMIT, min(LIMIT, int(value)))


def slot_of(zone: Zone, seat: Seat, n: int) -> Slot:
    """Zones of seats are told apart by how far the owner sits from the observer."""
    if zone.owner < 0:
        return zone.name, -1
    return zone.name.replace(f":{zone.owner}", ":", 1), (zone.owner - seat) % n


def flatten(s: State, seat: Seat) -> list[tuple[Path, int | str]]:
    """The facts that views carry, flat."""
    found: list[tuple[Path, int | str]] = []
    stack: tuple[State | Phase[Any], ...] = (s, *s.phases, *s.beside)
    for name, place, what in declared(tuple(map(type, stack))):
        value = getattr(stack[place], name)
        if what is COUNT:
            value = len(value)
        elif what is OWNER:
            value = value[seat] if seat < len(value) else None
        flatten_one(found, name, value, s.n, seat)
    return found


def flatten_one(found: list[tuple[Path, int | str]], name: str, value: Any, n: int, seat: Seat) -> None:
    """One fact. Lists with an entry per seat begin with the observer's own."""
    if isinstance(value, int | str):
        found.append((name, value))
    elif value is not None:
        _flatten(found, (name,), value, n, seat)


def _flatten(found: list[tuple[Path, int | str]], path: tuple[Any, ...], value: Any, n: int, seat: Seat) -> None:
    if isinstance(value, int | str):
        found.append((path, value))
    elif isinstance(value, Sealed):
        found.append((path, 1))
        if value.author == seat and not value.cards:
            _flatten(found, (*path, "own"), value.value, n, seat)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            _flatten(found, (*path, str(key)), inner, n, seat)
    elif isinstance(value, list | tuple):
        found.append(((*path, "#"), len(value)))
        turn = seat if len(value) == n else 0
        for i, inner in enumerate(value):
            _flatten(found, (*path, (i - turn) % n if turn else i), inner, n, seat)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            _flatten(found, (*path, name), getattr(value, name), n, seat)
