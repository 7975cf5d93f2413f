"""The eyes of one seat during one game: the vector of `Layout.vector`, with only the changes written anew."""

from array import array
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablee.envs.layout import (
    ALL,
    COUNT,
    NOTHING,
    OTHERS,
    OWNER,
    PICKS,
    TOP,
    Layout,
    Ordered,
    Path,
    flatten_one,
)
from tablee.kernel.phase import phase_name
from tablee.kernel.sight import Sight
from tablee.kernel.state import State
from tablee.kernel.units import CardId, Seat
from tablee.kernel.zones import HOLE, Zone


class Looked:
    """A zone as it was when it was last looked at."""

    __slots__ = ("cards", "count", "depth", "order", "row", "sees", "written")

    def __init__(self, layout: Layout, zone: Zone, seat: Seat) -> None:
        where = layout.zone(zone, seat) if zone.sight is not NOTHING else None
        self.row, self.count, self.order = where or (-1, -1, Ordered())
        sight = zone.sight
        self.sees = (
            sight is ALL
            or sight is TOP
            or (sight is OWNER and zone.owner == seat)
            or (sight is OTHERS and zone.owner != seat)
        )
        """Faces may be seen there; no rule changes the sight of a zone."""
        self.cards: list[CardId] | None = None
        self.depth = -1
        self.written: list[int] = []
        """What in the vector is not zero because of it."""


class Cell:
    """A fact as it was, and where it stands in the vector."""

    __slots__ = ("value", "written")

    def __init__(self) -> None:
        self.value: Any = None
        self.written: Sequence[int] = ()


class Eye:
    def __init__(self, layout: Layout, seat: Seat) -> None:
        self._layout = layout
        self._seat = seat
        self._buffer = array("h", layout.blank)
        self._buffer[layout.at["seat"] + seat] = 1
        self._zones: list[Looked] = []
        self._marks: dict[CardId, str] = {}
        self._open: dict[CardId, int] = {}
        self._scores: list[int] | None = None
        self._structs: tuple[type, ...] = ()
        self._fields: list[tuple[int, str, Sight, Cell]] = []
        self._active: Sequence[Seat] | None = None
        self._phase = -1
        self._picks = 0

    def vector(self, s: State, picks: Sequence[int] = ()) -> NDArray[np.int16]:
        layout, seat, out = self._layout, self._seat, self._buffer
        if s.blind >> seat & 1:
            return layout.vector(s, seat, picks)
        at, n = layout.at, layout.n
        self._look_at_zones(s)
        self._look_at_facts(s)
        scores = s.scores
        if scores != self._scores:
            self._scores = scores[:]
            base = at["scores"]
            if type(s).shown.get("scores", ALL) is OWNER:
                out[base] = layout.number(scores[seat])
            else:
                for i, score in enumerate(scores):
                    out[base + (i - seat) % n] = layout.number(score)
        top = s.phases[-1]
        active = top.active(s) if s.outcome is None else ()
        if active != self._active:
            base = at["active"]
            for i in range(n):
                out[base + i] = 0
            for i in active:
                out[base + (i - seat) % n] = 1
            self._active = tuple(active) if type(active) is not list else active[:]
        phase = at["phase"] + layout.phase(phase_name(type(top)))
        if phase != self._phase:
            if self._phase >= 0:
                out[self._phase] = 0
            out[phase] = 1
            self._phase = phase
        if picks or self._picks:
            base = at["picks"]
            self._picks = min(len(picks), PICKS)
            for i in range(PICKS):
                out[base + i] = 0
            for i, action in enumerate(picks[-PICKS:]):
                out[base + i] = action + 1
        return np.frombuffer(bytearray(out), np.int16)

    # ---- zones -------------------------------------------------------------------------------------

    def _look_at_zones(self, s: State) -> None:
        zones, looked = s.zones, self._zones
        if len(zones) != len(looked):
            self._forget(s)
            looked = self._zones
        if (s.marks or self._marks) and s.marks != self._marks:
            self._marks = dict(s.marks)
            self._again()
        if (s.open or self._open) and s.open != self._open:
            self._open = dict(s.open)
            self._again()
        out, opened = self._buffer, s.open
        for zone, known in zip(zones, looked, strict=True):
            if known.row < 0:
                continue
            if known.sees or opened or zone.poses is not None:
                if zone.cards != known.cards or zone.depth != known.depth:
                    self._write(s, zone, known)
            elif known.written:
                self._write(s, zone, known)
            else:
                out[known.count] = len(zone.cards)

    def _forget(self, s: State) -> None:
        """The zones are not the ones of before."""
        for known in self._zones:
            self._wipe(known)
        self._zones = [Looked(self._layout, zone, self._seat) for zone in s.zones]

    def _again(self) -> None:
        for known in self._zones:
            known.depth = -1

    def _wipe(self, known: Looked) -> None:
        out = self._buffer
        for index in known.written:
            out[index] = 0
        known.written = []
        if known.count >= 0:
            out[known.count] = 0

    def _write(self, s: State, zone: Zone, known: Looked) -> None:
        self._wipe(known)
        cards = zone.cards
        known.cards, known.depth = cards[:], zone.depth
        layout, out, faces, kinds = self._layout, self._buffer, s.faces, self._layout.kinds
        written = known.written
        places = layout.at["places"] + known.order.start
        marks, marked = s.marks if layout.marked else None, layout.at["marks"] + known.order.start
        row, most, fixed = known.row, known.order.places, known.order.fixed
        last = len(cards) - 1
        out[known.count] = len(cards) if zone.poses is None else len(zone.held())
        for place, card in layout.shown(s, zone, self._seat):
            kind = kinds.get(faces[card])
            if kind is None or card == HOLE:
                continue
            index = row + kind
            out[index] += 1
            written.append(index)
            index = place if fixed else last - place
            if index < most:
                out[places + index] = kind + 1
                written.append(places + index)
                if marks and card in marks:
                    out[marked + index] = layout.number(marks[card])
                    written.append(marked + index)

    # ---- facts -------------------------------------------------------------------------------------

    def _look_at_facts(self, s: State) -> None:
        """Field by field: what is equal to last time stands already."""
        phases = s.phases
        if len(phases) == 1 and not s.beside:
            top = phases[0]
            structs: tuple[Any, ...] = (s, top)
            kinds: tuple[type, ...] = (type(s), type(top))
        else:
            structs = (s, *phases, *s.beside)
            kinds = tuple(map(type, structs))
        if kinds != self._structs:
            self._other_facts(kinds)
        seat = self._seat
        for place, name, sight, cell in self._fields:
            value = getattr(structs[place], name)
            if sight is not ALL:
                if sight is COUNT:
                    value = len(value)
                else:
                    value = value[seat] if type(value) is list and seat < len(value) else None
            if value != cell.value:
                self._write_fact(name, value, cell)

    def _other_facts(self, kinds: tuple[type, ...]) -> None:
        """Other phases, other facts; those of the same name stay where they are."""
        was = {name: cell for _, name, _, cell in self._fields}
        self._structs = kinds
        self._fields = [
            (place, name, sight, was.pop(name) if name in was else Cell())
            for place, name, sight in fields_of(kinds)
        ]
        for cell in was.values():
            for index in cell.written:
                self._buffer[index] = 0

    def _write_fact(self, name: str, value: Any, cell: Cell) -> None:
        layout, out = self._layout, self._buffer
        for index in cell.written:
            out[index] = 0
        kind = type(value)
        if kind is int or kind is str or kind is bool:
            cell.value = value
            index = layout.fact(name)
            if index >= 0:
                out[index] = layout.number(value)
                cell.written = (index,)
            return
        cell.value = value[:] if kind is list else dict(value) if kind is dict else value
        flat: list[tuple[Path, int | str]] = []
        flatten_one(flat, name, value, layout.n, self._seat)
        written = []
        for path, number in flat:
            index = layout.fact(path)
            if index >= 0:
                out[index] = layout.number(number)
                written.append(index)
        cell.written = written


@cache
def fields_of(kinds: tuple[Any, ...]) -> tuple[tuple[int, str, Sight], ...]:
    """The facts of these structs. A later struct's fact takes the place of an earlier one's of that name."""
    named = {
        name: (place, name, sight)
        for place, kind in enumerate(kinds)
        for name, sight in kind.shown.items()
        if name != "scores" and sight in (ALL, COUNT, OWNER)
    }
    return tuple(named.values())
