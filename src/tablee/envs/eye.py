"""The eyes of all seats during one game: the vectors of `Layout.vector`, with only the changes written anew.

What changed is found once for all seats, and drawn once for all who see it; each seat copies into its own vector
what changed since it looked last.
"""

from array import array
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tablee.envs.layout import COUNT, LIMIT, OWNER, PICKS, Head, ObservationLayout, Path, flatten_one
from tablee.kernel.phase import Phase
from tablee.kernel.state import State
from tablee.kernel.units import CardId, Seat
from tablee.kernel.values import Declared, declared
from tablee.kernel.zones import DEEP, HOLE, Zone

CARDS = attrgetter("cards")
SEERS = attrgetter("seers")
INT16 = np.dtype(np.int16)
Drawn: TypeAlias = "tuple[array[int], array[int], array[int] | None]"
"""Faces, places and marks of a zone."""
SIMPLE = {int, str, bool}
FEW = 3
"""So many cards that left or came are counted one by one; for more, the zone is counted anew."""


class ZonePart:
    """A zone as it was when it was last looked at, and what it looks like to those who see into it."""

    __slots__ = (
        "_eyes",
        "_fixed",
        "_marks",
        "_most",
        "_row",
        "cards",
        "depth",
        "drawn",
        "seers",
        "where",
        "zone",
    )

    def __init__(self, eyes: "Eyes", zone: Zone) -> None:
        layout = eyes.layout
        seats = range(layout.n)
        found = [layout.zone(zone, seat) for seat in seats]  # what is hidden only while it is empty has a place
        self._eyes = eyes
        self.zone = zone
        self.cards: list[CardId] = []
        self.depth = -1
        self._most, self._fixed = (found[0][2].places, found[0][2].fixed) if found[0] is not None else (0, False)
        faces, places, marks = len(layout.kinds), layout.at["places"], layout.at["marks"]
        self.where = [
            (span(at[0], faces), span(places + at[2].start, self._most), span(marks + at[2].start, self._most))
            if at is not None
            else None
            for at in found
        ]
        """For each seat, where faces, places and marks of this zone stand in its vector."""
        self.seers = [seat for seat in seats if found[seat] is not None and zone.seers >> seat & 1]
        """Who may see faces there."""
        self._row = array("h", eyes.no_faces)
        """How many of each face lie there, where all of them are seen."""
        self._marks = False
        """There was a mark once: to be wiped out when it goes."""
        self.drawn: Drawn | None = None

    def look(self) -> None:
        """The zone has changed."""
        zone, was = self.zone, self.cards
        self.cards = zone.cards[:]
        self.depth = zone.depth
        self.drawn = None
        if zone.depth == DEEP and not self._fixed and zone.poses is None:
            self._recount(was)

    def _recount(self, was: list[CardId]) -> None:
        """Mostly a card has left, or some have come to the end."""
        kinds, row, cards = self._eyes.kinds, self._row, self.cards
        more = len(cards) - len(was)
        if 0 < more <= FEW and cards[:-more] == was:
            for card in cards[-more:]:
                if kinds[card] >= 0:
                    row[kinds[card]] += 1
            return
        if more == -1:
            for gone, card in enumerate(was):
                if gone == len(cards) or card != cards[gone]:
                    break
            if was[gone + 1 :] == cards[gone:]:
                if kinds[was[gone]] >= 0:
                    row[kinds[was[gone]]] -= 1
                return
        self._row = row = array("h", self._eyes.no_faces)
        for card in cards:
            if kinds[card] >= 0:
                row[kinds[card]] += 1

    def draw(self) -> Drawn:
        """Faces, places and marks for those who see into the zone."""
        eyes = self._eyes
        if self._fixed or self.zone.poses is not None:
            return self.picked(eyes.layout.shown(eyes.state, self.zone, self.seers[0]))
        most, numbers, row = self._most, eyes.numbers, self._row
        if self.depth != DEEP:
            shown = self.cards[-self.depth :] if self.depth > 0 else []
            row = array("h", eyes.no_faces)
            for card in shown:
                if numbers[card]:
                    row[numbers[card] - 1] += 1
            top = shown[: -most - 1 : -1]
        else:
            top = self.cards[: -most - 1 : -1]
        missing = eyes.nothing[: most - len(top)]
        places = array("h", map(numbers.__getitem__, top))
        places.extend(missing)
        marked = eyes.state.marks
        marks = None
        if eyes.layout.marked and (self._marks or (marked and not marked.keys().isdisjoint(top))):
            self._marks = True
            number = eyes.layout.number
            marks = array("h", [number(marked[c]) if c in marked and numbers[c] else 0 for c in top])
            marks.extend(missing)
        return row, places, marks

    def picked(self, shown: Iterable[tuple[int, CardId]]) -> Drawn:
        """The same, of some places only."""
        eyes, most, fixed = self._eyes, self._most, self._fixed
        kinds, number, marked = eyes.kinds, eyes.layout.number, eyes.state.marks
        faces, places = array("h", eyes.no_faces), eyes.nothing[:most]
        marks = None
        if eyes.layout.marked and (marked or self._marks):
            self._marks = True
            marks = eyes.nothing[:most]
        last = len(self.zone.cards) - 1
        for place, card in shown:
            kind = kinds[card] if card != HOLE else -1
            if kind < 0:
                continue
            faces[kind] += 1
            index = place if fixed else last - place
            if index < most:
                places[index] = kind + 1
                if marks is not None and card in marked:
                    marks[index] = number(marked[card])
        return faces, places, marks


class FactPart:
    """A fact as it was, and where it stands in the vector of each seat."""

    __slots__ = ("_alone", "_layout", "_name", "_row", "_written", "owned", "value")

    def __init__(self, layout: ObservationLayout, name: str) -> None:
        self._layout = layout
        self._name = name
        index = layout.fact(name)
        self._alone = (index,) if index >= 0 else ()
        self._row: list[int] = []
        """Where the length and the entries of a list stand."""
        self._written: list[Sequence[int]] = [()] * layout.n
        self.value: Any = None
        self.owned = False
        """A list of which each seat is shown its own entry."""

    def write(self, out: "array[int]", seat: Seat) -> None:
        value, written, alone = self.value, self._written[seat], self._alone
        if self.owned:
            value = value[seat] if type(value) is list and seat < len(value) else None
        kind = type(value)
        if kind is int or kind is str or kind is bool:
            if written is not alone:
                for index in written:
                    out[index] = 0
                self._written[seat] = alone
            if alone:
                out[alone[0]] = value if kind is int and -LIMIT <= value <= LIMIT else self._layout.number(value)
            return
        for index in written:
            out[index] = 0
        if value is None:
            self._written[seat] = ()
            return
        layout = self._layout
        if (kind is list or kind is tuple) and set(map(type, value)) <= SIMPLE:
            self._written[seat] = self._write_row(out, seat, value)
            return
        flat: list[tuple[Path, int | str]] = []
        flatten_one(flat, self._name, value, layout.n, seat)
        now = []
        for path, number in flat:
            index = layout.fact(path)
            if index >= 0:
                out[index] = layout.number(number)
                now.append(index)
        self._written[seat] = now

    def _write_row(self, out: "array[int]", seat: Seat, value: Sequence[Any]) -> Sequence[int]:
        """A list of numbers and texts: its length, its entries; where there is one per seat, one's own first."""
        layout, row = self._layout, self._row
        size = len(value)
        while len(row) <= size:
            row.append(layout.fact((self._name, len(row) - 1 if row else "#")))
        if seat and size == layout.n:
            value = (*value[seat:], *value[:seat])
        written = []
        number = layout.number
        for index, entry in zip(row, (size, *value), strict=False):
            if index >= 0:
                out[index] = number(entry)
                written.append(index)
        return written


class Source:
    """The facts of one struct of the stack, read in one go."""

    __slots__ = ("fields", "parts", "read", "was")

    def __init__(self, eyes: "Eyes", fields: Sequence[tuple[str, Declared]]) -> None:
        names = [name for name, _ in fields]
        # A second name makes `attrgetter` answer with a tuple even for one fact.
        self.read = attrgetter(*names, *names[: 2 - len(names)])
        self.parts = [eyes.fact(name) for name in names]
        self.fields = [(i, part, fields[i][1]) for i, part in enumerate(self.parts)]
        self.was: tuple[Any, ...] | None = None

    def look(self, struct: Any, changed: list[FactPart]) -> None:
        """Notes which facts are not what they were. Lists and maps are kept as copies: they change in place."""
        values, was = self.read(struct), self.was
        now = list(was or values)
        for i, part, sight in self.fields:
            value = values[i]
            if was is not None and value == was[i]:
                continue
            kind = type(value)
            if kind is list or kind is dict or kind is set:
                value = value.copy()
            now[i] = value
            if sight is COUNT:
                value = len(value)
            owned = sight is OWNER
            if value != part.value or owned is not part.owned:
                part.value, part.owned = value, owned
                changed.append(part)
        self.was = tuple(now)


class FactMap:
    """Where the facts of a stack of phases are."""

    __slots__ = ("left", "sources")

    def __init__(self, sources: Sequence[tuple[int, Source]]) -> None:
        self.sources = sources
        self.left: dict[int, tuple[Sequence[Source], Sequence[FactPart]]] = {}
        """What is gone when another plan follows, by the id of that one; plans live as long as the eyes."""


class Eyes:
    def __init__(self, layout: ObservationLayout, s: State) -> None:
        self.layout = layout
        self.state = s
        self.stale = True
        """The state may have changed since it was looked at."""
        self._read(s)
        self.no_faces = bytes(2 * len(layout.kinds))
        self.nothing = array("h", bytes(2 * layout.sections["places"][1]))
        at, sizes = layout.at, {name: size for name, (_, size) in layout.sections.items()}
        self._at_counts = span(at["counts"], sizes["counts"])
        self._at_head = slice(at["active"], at["facts"])
        self._at_picks = span(at["picks"], PICKS)
        self._owned = type(s).shown.get("scores") is OWNER
        self._lay_out(s)

    def _read(self, s: State) -> None:
        """What is printed on the cards. Cards that were mixed out of sight may be others than before."""
        self._faces = s.faces
        self.kinds = [self.layout.kinds.get(face, -1) for face in s.faces]
        self.numbers = [kind + 1 for kind in self.kinds]

    def _lay_out(self, s: State) -> None:
        """The zones are not the ones of before: all vectors begin anew."""
        n = self.layout.n
        self._zones = [ZonePart(self, zone) for zone in s.zones]
        self._watched = [(i, part) for i, part in enumerate(self._zones) if part.seers]
        self._seers = list(map(SEERS, s.zones))
        self._tops = [part for part in self._zones if part.zone.depth != DEEP]
        self._posed = [i for i, zone in enumerate(s.zones) if zone.poses is not None]
        self._order = [self.layout.order(s.zones, seat) for seat in range(n)]
        self._marks: dict[CardId, str] = {}
        self._open: dict[CardId, int] = {}
        self._single: set[ZonePart] = set()
        """Zones in which single cards are turned up: each seat looks for itself."""
        self._facts: dict[str, FactPart] = {}
        self._sources: dict[Any, Source] = {}
        self._plans: dict[tuple[type, ...], FactMap] = {}
        self._plan = FactMap(())
        self._sizes: list[int] = []
        self._scores: list[int] = []
        self._head: Head = ((), Phase)
        self._buffers: list[array[int] | None] = [None] * n
        self._seen: list[tuple[Any, Any, Any]] = [(None, None, None)] * n
        """For each seat, which sizes, scores and head its vector has."""
        self._zone_news: list[set[ZonePart]] = [set() for _ in range(n)]
        self._fact_news: list[set[FactPart]] = [set() for _ in range(n)]
        """For each seat, what has changed since it looked last."""
        self._picks = [0] * n

    def fact(self, name: str) -> FactPart:
        found = self._facts.get(name)
        if found is None:
            found = self._facts[name] = FactPart(self.layout, name)
        return found

    # ---- for one seat ------------------------------------------------------------------------------

    def vector(self, seat: Seat, picks: Sequence[int] = ()) -> NDArray[np.int16]:
        s = self.state
        if s.blind >> seat & 1:
            return self.layout.vector(s, seat, picks)
        if self.stale:
            self._look(s)
        out = self._buffers[seat]
        if out is None:
            out = self._first(seat)
        zones = self._zone_news[seat]
        if zones:
            for part in zones:
                self._write(part, out, seat)
            zones.clear()
        facts = self._fact_news[seat]
        if facts:
            for fact in facts:
                fact.write(out, seat)
            facts.clear()
        sizes, scores, head = self._seen[seat]
        if sizes is not self._sizes or scores is not self._scores or head is not self._head:
            self._write_rest(out, seat, sizes, scores, head)
        if picks or self._picks[seat]:
            self._picks[seat] = len(picks)
            out[self._at_picks] = array("h", [*(a + 1 for a in picks[-PICKS:]), *(0,) * (PICKS - len(picks))])
        return np.frombuffer(bytearray(out), INT16)

    def _first(self, seat: Seat) -> "array[int]":
        """The vector of a seat that looks for the first time."""
        self._zone_news[seat].update(part for part in self._zones if seat in part.seers or part in self._single)
        self._fact_news[seat].update(self._facts.values())
        out = self._buffers[seat] = array("h", self.layout.blank)
        return out

    def _write(self, part: ZonePart, out: "array[int]", seat: Seat) -> None:
        where = part.where[seat]
        if where is None:
            return
        if self._single and part in self._single:
            drawn = part.picked(self.layout.shown(self.state, part.zone, seat))
        elif seat in part.seers:
            drawn = part.drawn or part.draw()
            part.drawn = drawn
        else:
            drawn = part.picked(())
        out[where[0]], out[where[1]], marks = drawn
        if marks is not None:
            out[where[2]] = marks

    def _write_rest(self, out: "array[int]", seat: Seat, sizes: Any, scores: Any, head: Any) -> None:
        """How many cards lie where, the scores, and who is waited for in which phase."""
        layout = self.layout
        if sizes is not self._sizes:
            out[self._at_counts] = array("h", self._order[seat](self._sizes))
        if head is not self._head:
            now = self._head
            found = layout.heads.get((seat, now))
            out[self._at_head] = layout.head(seat, now) if found is None else found
        if scores is not self._scores:
            at, n, number = layout.at["scores"], layout.n, layout.number
            if self._owned:
                out[at] = number(self._scores[seat])
            else:
                for i, score in enumerate(self._scores):
                    out[at + (i - seat) % n] = number(score)
        self._seen[seat] = (self._sizes, self._scores, self._head)

    # ---- for all seats -----------------------------------------------------------------------------

    def _look(self, s: State) -> None:
        """Finds what has changed."""
        self.stale = False
        zones, news = s.zones, self._zone_news
        if s.faces is not self._faces or list(map(SEERS, zones)) != self._seers:
            self._read(s)
            self._lay_out(s)
            news = self._zone_news
        turned: set[CardId] | None = None
        if s.marks != self._marks:
            turned = {card for card, _ in s.marks.items() ^ self._marks.items()}
            self._marks = s.marks.copy()
        lists = list(map(CARDS, zones))
        for i, part in self._watched:
            cards = lists[i]
            if cards != part.cards or (turned and not turned.isdisjoint(cards)):
                part.look()
                for seat in part.seers:
                    news[seat].add(part)
        for part in self._tops:
            if part.depth != part.zone.depth:
                part.look()
                for seat in part.seers:
                    news[seat].add(part)
        sizes = list(map(len, lists))
        for i in self._posed:
            sizes[i] = len(zones[i].held())
        sizes.append(0)
        if sizes != self._sizes:
            self._sizes = sizes
            if s.open:
                self._look_closely(s)
        if s.open != self._open or any(
            part.cards != part.zone.cards or (turned and not turned.isdisjoint(part.cards))
            for part in self._single
        ):
            self._look_closely(s)
        if s.scores != self._scores:
            self._scores = s.scores[:]
        top = s.phases[-1]
        head = (tuple(top.active(s)) if s.outcome is None else (), type(top))
        if head != self._head:
            self._head = head
        self._look_at_facts(s)

    def _look_closely(self, s: State) -> None:
        """Cards that are turned up one by one, to all or to some."""
        was, self._open = self._single, s.open.copy()
        self._single = set()
        for zone, part in zip(s.zones, self._zones, strict=True):
            cards = zone.cards
            if any(card in cards for card in s.open):
                part.cards = cards[:]
                self._single.add(part)
        for news in self._zone_news:
            news.update(was, self._single)

    def _look_at_facts(self, s: State) -> None:
        if len(s.phases) == 1 and not s.beside:
            top = s.phases[0]
            structs: tuple[Any, ...] = (s, top)
            kinds: tuple[type, ...] = (type(s), type(top))
        else:
            structs = (s, *s.phases, *s.beside)
            kinds = tuple(map(type, structs))
        changed: list[FactPart] = []
        plan = self._plans.get(kinds)
        if plan is None:
            plan = self._plans[kinds] = self._planned(kinds)
        if plan is not self._plan:
            self._turn_to(plan, changed)
        for place, source in plan.sources:
            struct = structs[place]
            if source.read(struct) != source.was:
                source.look(struct, changed)
        if changed:
            for news in self._fact_news:
                news.update(changed)

    def _planned(self, kinds: tuple[type, ...]) -> FactMap:
        plan = []
        facts = declared(kinds)
        for place in range(len(kinds)):
            fields = tuple((name, what) for name, at, what in facts if at == place)
            if fields:
                key = (kinds[place], fields)
                if key not in self._sources:
                    self._sources[key] = Source(self, fields)
                plan.append((place, self._sources[key]))
        return FactMap(plan)

    def _turn_to(self, plan: FactMap, changed: list[FactPart]) -> None:
        """Other phases, other facts; those of the same name stay where they are."""
        old, self._plan = self._plan, plan
        left = old.left.get(id(plan))
        if left is None:
            stay = {part for _, source in plan.sources for part in source.parts}
            gone = [source for _, source in old.sources if all(source is not s for _, s in plan.sources)]
            left = old.left[id(plan)] = (
                gone,
                [part for source in gone for part in source.parts if part not in stay],
            )
        for source in left[0]:
            source.was = None
        for part in left[1]:
            if part.value is not None:
                part.value = None
                changed.append(part)


def span(start: int, size: int) -> slice:
    return slice(start, start + size)
