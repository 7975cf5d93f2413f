"""What lies on the table, by content: what the digest at the end of a record is of.

It names no field of a state, a phase or a zone, so that those may come and go: a record that was true stays true.
What is part of it may only change together with `record.FORMAT`.
"""

from hashlib import sha256
from typing import Any

from msgspec import json

from tablee.kernel.phase import phase_name
from tablee.kernel.state import State
from tablee.kernel.zones import HOLE, Pose, Zone


def content(s: State) -> dict[str, Any]:
    """Faces and marks by zone, scores, seats, the names of the phases, the outcome; how pieces lie, where they are
    posed one by one."""
    poses = {zone.name: _poses(zone) for zone in s.zones if zone.free}
    return {
        **({"poses": poses} if poses else {}),
        "zones": {zone.name: [_card(s, card) for card in zone.cards] for zone in s.zones},
        "scores": s.scores,
        "seats": [[seat.human, seat.present] for seat in s.seats],
        "phases": [phase_name(type(phase)) for phase in (*s.phases, *s.beside)],
        "outcome": _ended(s),
    }


def _card(s: State, card: int) -> str | list[str] | None:
    if card == HOLE:
        return None
    return [s.faces[card], s.marks[card]] if card in s.marks else s.faces[card]


def _poses(zone: Zone) -> list[Pose | None]:
    lying = zip(zone.cards, zone.poses or (), strict=True)
    return [None if card == HOLE else pose for card, pose in lying]


def _ended(s: State) -> dict[str, Any] | None:
    end = s.outcome
    if end is None:
        return None
    return {"result": end.result, "reason": end.reason, "ranks": end.ranks, "scores": end.scores}


def digest(s: State) -> str:
    return sha256(json.encode(content(s), order="sorted")).hexdigest()
