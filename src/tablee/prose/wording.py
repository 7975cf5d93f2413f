"""What things are called: cards, places, seats, values. The one place where a view becomes names."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import atan2, degrees, hypot
from typing import Any

from msgspec import Struct

from tablee.kernel.door import CardView, View, ZoneView
from tablee.kernel.units import Seat
from tablee.kernel.zones import Pose
from tablee.pieces.kinds import Kind
from tablee.pieces.plane import CELL
from tablee.pieces.toutilix import ETOILE, PETARD
from tablee.texts import Language, Texts, fill, read

SQUARES = 6
"""Where things stand anywhere, a row of squares has so many."""
HUNDREDTHS = 100
"""A disc is measured in hundredths of a millimetre."""
FEW = 4
"""Cards face down are told one by one up to so many."""


class OwnWords(Struct, frozen=True):
    """What the text seat says itself, by section."""

    sections: Mapping[str, Mapping[str, str]]

    def say(self, name: str, /, **told: Any) -> str:
        section, _, key = name.partition(".")
        return fill(self.sections[section][key], told)


@cache
def spoken(language: Language | str) -> OwnWords:
    return OwnWords(read("tablee.prose", Language(language)))


class Wording:
    """Names for all that one seat sees of a view."""

    def __init__(
        self, view: View, seat: Seat, texts: Texts, language: Language, names: Mapping[Seat, str]
    ) -> None:
        self.view, self.seat, self.texts, self.names = view, seat, texts, names
        self.w = spoken(language)
        self.zones = {zone.name: zone for zone in view.zones}
        self._cards = {
            card.handle: (card, zone, place)
            for zone in view.zones
            for place, card in placed(zone)
            if card is not None and card.handle is not None
        }

    def say(self, name: str, /, **told: Any) -> str:
        return self.w.say(name, **told)

    def joined(self, items: Sequence[str]) -> str:
        """a, b et c."""
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {self.say('see.and')} {items[-1]}"

    def name(self, seat: Seat) -> str:
        return self.names.get(seat, self.say("see.party"))

    # ---- cards -------------------------------------------------------------------------------------

    def face(self, face: str) -> str:
        """What is printed on a card."""
        if face in (ETOILE, PETARD):
            return self.say("face.etoile" if face == ETOILE else "face.petard")
        if face in self.texts.values:
            return self.texts.values[face]
        if len(face) == 2 and face[0] in "pbvy" and face[1].isupper():
            return self.say("face.letter", letter=face[1], colour=self.say(f"face.{face[0]}"))
        parts = re.split(r"[:-]", face)
        return " ".join(self.texts.values.get(part, part) for part in parts)

    def card(self, card: CardView, zone: ZoneView | None = None) -> str:
        if card.face is None:
            return self.say("face.back", back=card.back) if card.back else self.say("face.hidden")
        kind = zone.kind if zone is not None else ""
        if card.face == "die" and card.mark:
            return self.say("face.die", n=card.mark)
        if kind == Kind.PACK or (card.face.count(":") == 2 and card.face.split(":")[1].isdigit()):
            name, spaces, paws = (*card.face.split(":"), "", "")[:3]
            if spaces.isdigit() and paws.isdigit():
                return self.say("face.dog", name=name.replace("_", " "), spaces=" ".join(spaces), paws=int(paws))
        said = self.face(card.face)
        if kind == Kind.TILE:
            term = card.face.rpartition(":")[2]
            how = self.texts.values.get(f"{term}.how", "")
            said = f"{self.texts.values.get(term, said)} ({how})" if how else said
        if not card.mark:
            return said
        return self.say("face.marked", face=said, mark=self.texts.values.get(card.mark, card.mark))

    def handle(self, handle: str) -> str:
        """A card by its handle: its face, and where it stands if that tells it from others."""
        found = self._cards.get(handle)
        if found is None:
            return self.say("face.hidden")
        card, zone, place = found
        said = self.card(card, zone)
        if card.pose is not None:
            return f"{said}, {self.at(zone, place)}"
        if zone.kind == Kind.GRID:
            return f"{said}, {self.at(zone, place)}"
        return said

    def zone_of(self, handle: str) -> str:
        """Where a card lies, to tell it from another with the same face."""
        found = self._cards.get(handle)
        return self.zone(found[1]) if found is not None else ""

    def letter(self, handle: str) -> str:
        """Only the letter of a card; `*` for a joker."""
        found = self._cards.get(handle)
        face = found[0].face if found is not None else None
        return "*" if face in (ETOILE, PETARD, None) else face[-1:]

    # ---- places ------------------------------------------------------------------------------------

    def at(self, zone: ZoneView, place: int) -> str:
        """Where in a zone: by row and column where it has them."""
        pose = next((c.pose for p, c in placed(zone) if p == place and c is not None), None)
        match zone.kind:
            case Kind.DISC if pose is not None:
                far, angle = hypot(pose.x, pose.y) / HUNDREDTHS, degrees(atan2(pose.y, pose.x)) % 360
                return self.say("where.disc", angle=round(angle * 10), far=round(far))
            case Kind.HALL if pose is not None and zone.area:
                return self._in_a_hall(zone.area, pose)
            case Kind.SPACES:
                return self._space(zone, place)
            case Kind.GRID if zone.area:
                row, column = divmod(place, zone.area[0])
                return self.say("where.cell", row=row + 1, column=column + 1)
            case Kind.PLANE if pose is not None:
                row, column = cell(pose)
                return self.say("where.cell", row=row, column=column)
        return self.say("where.slot", n=place + 1)

    def _in_a_hall(self, area: tuple[int, int], pose: Pose) -> str:
        said = [self.say("where.square", square=square(area, pose.x, pose.y))]
        said += [self.say("where.high", z=pose.z)] if pose.z else []
        said += [self.say("where.lies")] if pose.down else []
        said += [self.say("where.leans")] if pose.lean else []
        said += [self.say("where.turned", n=pose.angle)] if pose.angle else []
        return ", ".join(said)

    def _space(self, zone: ZoneView, place: int) -> str:
        """A space on a card of the pack of the same owner: all cards have room for as many."""
        pack = next((z for z in self.view.zones if z.kind == Kind.PACK and z.owner == zone.owner), None)
        if pack is None or not pack.cards:
            return self.say("where.slot", n=place + 1)
        which, space = divmod(place, len(zone.cards) // len(pack.cards))
        dog = pack.cards[which]
        name, spaces, _ = dog.face.split(":") if dog is not None and dog.face else ("", "", "")
        return self.say("where.space", dog=name.replace("_", " "), n=spaces[space : space + 1])

    def slot(self, zone: str, place: int) -> str:
        """A place that may be chosen, and what is seen there. Places of several zones of one name are theirs."""
        found = self.zones.get(zone)
        if found is None:
            each = self.zones.get(f"{zone}:{place}")
            return self.zone_with_top(each) if each is not None else self.say("where.slot", n=place + 1)
        card = dict(placed(found)).get(place)
        where = self.at(found, place)
        if card is not None and card.face is not None:
            return self.say("where.top", where=where, face=self.card(card, found))
        return where

    def zone(self, zone: ZoneView) -> str:
        """What a zone is called: with its number, and whose it is."""
        base, *numbers = zone.name.split(":")
        said = self.texts.zones.get(zone.name, self.texts.zones.get(base, base))
        if zone.name not in self.texts.zones and numbers:
            # `row:2:0`: whose, and which; `star:3`: which; `hand:1`: whose.
            own = zone.owner >= 0 and numbers[0] == str(zone.owner)
            rest = numbers[1:] if own else numbers
            if rest and rest[0].lstrip("-").isdigit():
                said = self._numbered(zone, said, int(rest[0]))
        if zone.owner < 0:
            return said
        return self.say(
            "where.mine" if zone.owner == self.seat else "where.owned", zone=said, name=self.name(zone.owner)
        )

    def _numbered(self, zone: ZoneView, said: str, n: int) -> str:
        if zone.kind == Kind.STACKS and zone.area:
            row, column = divmod(n, zone.area[0])
            return f"{said}, {self.say('where.cell', row=row + 1, column=column + 1)}"
        return self.say("where.numbered", zone=said, n=n + 1 if n >= 0 else n)

    def zone_with_top(self, zone: ZoneView) -> str:
        cards = [c for _, c in placed(zone) if c is not None and c.face is not None]
        where = self.zone(zone)
        if not cards:
            return where
        few = " ".join(self.card(c, zone) for c in cards[-FEW:])
        return self.say("where.top", where=where, face=few)

    # ---- values ------------------------------------------------------------------------------------

    def term(self, param: str, value: str) -> str:
        """One of an enumeration: a term of the game, a face, a zone, an end of a line, a side of a row."""
        values = self.texts.values
        for key in (f"{param}.{value}", value):
            if key in values:
                return values[key]
        if value in self.zones:
            return self.zone_with_top(self.zones[value])
        place, side = (value.rpartition("/") if "/" in value else value.rpartition(":"))[::2]
        if side in ("left", "right") and place in self.zones:
            return self.say(f"where.{side}", where=self.zone_with_top(self.zones[place]))
        if place in ("before", "after") and side.isdigit():
            return self.say(f"where.{place}", name=self.name(int(side)))
        zone = self.texts.zones.get(place)
        if zone and side.lstrip("-").isdigit():
            return self.say("where.numbered", zone=zone, n=int(side) + 1 if int(side) >= 0 else side)
        return self.face(value) if not value.isdigit() else value

    def param(self, move: str, param: str) -> str:
        """What is asked for when a parameter needs a value."""
        asks = self.texts.asks.get(f"{move}.{param}")
        return asks or self.say("can.which", name=self.texts.values.get(param, param))


def placed(zone: ZoneView) -> Iterator[tuple[int, CardView | None]]:
    """The cards that are seen, with their places: of zones of which only the top is seen, those below are left
    out."""
    holes = any(card is None or card.pose is not None for card in zone.cards)
    first = 0 if holes else max(0, zone.count - len(zone.cards))
    return enumerate(zone.cards, first)


def cell(pose: Pose) -> tuple[int, int]:
    """Row and column on a plane, counted from one."""
    return pose.y // CELL + 1, pose.x // CELL + 1


def square(area: tuple[int, int], x: int, y: int) -> str:
    """A square of a board, as one calls it: `C4`; A is on the left, 1 at the bottom."""
    column, row = (
        min(SQUARES - 1, max(0, v * SQUARES // (side or 1))) for v, side in zip((x, y), area, strict=True)
    )
    return f"{'ABCDEFGHIJ'[column]}{row + 1}"
