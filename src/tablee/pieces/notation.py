"""A position in one line: `hand:0=pK ★ | hand:1=vE | discard=pX | pile=…`.

Zones are named as in the game, cards are faces from bottom to top, `…` takes all that is not named elsewhere.
What stands before it lies at the bottom, what stands behind it on top.
"""

from tablee.kernel.state import State
from tablee.kernel.units import CardId
from tablee.kernel.zones import HOLE, Zone

REST = "…"
EMPTY = "·"


def write(s: State) -> str:
    """The position of a state."""
    return " | ".join(f"{zone.name}={write_zone(s, zone)}" for zone in s.zones if zone.cards)


def write_zone(s: State, zone: Zone) -> str:
    return " ".join(EMPTY if c == HOLE else s.faces[c] + s.marks.get(c, "") for c in zone.cards)


def parse(position: str) -> dict[str, list[str]]:
    """The faces of each zone, from bottom to top."""
    zones = {}
    for part in position.split("|"):
        name, _, faces = part.strip().partition("=")
        zones[name.strip()] = faces.split()
    return zones


def arrange(s: State, position: str) -> None:
    """Lays the cards as the position says. Every card has a place: named zones, then the zone with `…`,
    otherwise where it is now. A face that the deck does not have so often is an error."""
    left: dict[str, list[CardId]] = {}
    for zone in s.zones:
        for card in zone.held():
            left.setdefault(s.faces[card], []).append(card)
    layout: dict[str, list[CardId | None]] = {}
    for name, faces in parse(position).items():
        s.zone(name)
        layout[name] = [_take(left, face, name) for face in faces]
    used = {c for row in layout.values() for c in row if c is not None}
    rest = [c for zone in s.zones for c in zone.held() if c not in used]
    takes_rest = next((name for name, row in layout.items() if None in row), None)
    for zone in s.zones:
        row = layout.get(zone.name)
        if row is not None:
            cut = row.index(None) if None in row else len(row)
            filler = rest if zone.name == takes_rest else []
            zone.cards = [*_cards(row[:cut]), *filler, *_cards(row[cut + 1 :])]
        elif takes_rest:
            zone.cards = [HOLE] * len(zone.cards) if zone.poses else []
        else:
            zone.cards = [c for c in zone.cards if c not in used]
    if s.stray():
        raise ValueError("the position leaves cards without a place; name a zone with …")
    _note_sight(s)


def _take(left: dict[str, list[CardId]], face: str, name: str) -> CardId | None:
    if face == REST:
        return None
    if face == EMPTY:
        return HOLE
    if not left.get(face):
        raise ValueError(f"no {face} left for {name}")
    return left[face].pop(0)


def _cards(row: list[CardId | None]) -> list[CardId]:
    return [c for c in row if c is not None]


def _note_sight(s: State) -> None:
    """What lies open has been seen, as if the game had come here by play."""
    for zone in s.zones:
        for place, card in enumerate(zone.cards):
            if card != HOLE:
                s.ledger.seen[card] = s.onlookers(zone, place)
                s.ledger.known[card] = 0
