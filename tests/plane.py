"""Games on a plane of cards, in one line: turn, touch, look, and what lies open for whom."""

from itertools import combinations
from math import cos, radians, sin

from tablee.kernel.door import Door, EventView, View
from tablee.kernel.events import Event
from tablee.kernel.units import Seat
from tablee.kernel.zones import Pose, Zone
from tablee.phases.plane import PlaneState
from tablee.pieces.plane import CARD_HEIGHT, CARD_WIDTH
from tests.table import do, view, wait


def lattice(cards: int, across: int) -> tuple[Pose, ...]:
    """So many to a row, 90 mm apart, so that distances are easy to work out."""
    return tuple(Pose(45 + 90 * (place % across), 45 + 90 * (place // across), 0) for place in range(cards))


def turn(s: PlaneState, seat: Seat, *places: int) -> list[Event]:
    return [event for place in places for event in do(s, seat, "turn", place=place)]


def touch(s: PlaneState, seat: Seat, place: int, dx: int = 0, dy: int = 0) -> list[Event]:
    """Touches the middle of a place, or a point beside it."""
    assert s.plane.poses is not None
    pose = s.plane.poses[place]
    return do(s, seat, "touch", point={"x": pose.x + dx, "y": pose.y + dy})


def look(s: PlaneState) -> list[Event]:
    """Everybody has looked at the cards that were turned."""
    return wait(s, "show/over")


def open_faces(seen: View) -> dict[int, str]:
    """The faces that a view shows on the table, by place."""
    return {place: c.face for place, c in enumerate(seen.zone("plane").cards) if c is not None and c.face}


def up(s: PlaneState, seat: Seat = 0) -> dict[int, str]:
    return open_faces(view(s, seat))


def told_to(s: PlaneState, events: list[Event], *seats: Seat) -> list[EventView]:
    """The events that reach these seats together (nobody named: a spectator)."""
    return list(Door(s, sum(1 << seat for seat in seats) or s.everyone).events(events))


def kinds(events: list[EventView]) -> list[str]:
    return [event.kind for event in events]


def active(s: PlaneState) -> tuple[Seat, ...]:
    """Whose turn it is, as a seat with open eyes sees it."""
    return view(s, next(i for i in s.all_seats if not s.blind >> i & 1)).active


def is_dark(seen: View) -> bool:
    """Nothing of the table: no card, no place, no fact."""
    assert seen.dark == (seen.zones == ())
    assert not seen.dark or not seen.facts
    return seen.dark


def well_spread(plane: Zone) -> bool:
    """No card lies on another or over the edge, also where an upright screen turns the plane a quarter and keeps
    the cards upright."""
    poses = plane.poses or ()
    width, height = plane.area or (0, 0)
    return all(
        all(apart(a, b, w, h) for a, b in combinations(poses, 2))
        and all(0 <= x <= width and 0 <= y <= height for p in poses for x, y in corners(p, w, h))
        for w, h in ((CARD_WIDTH, CARD_HEIGHT), (CARD_HEIGHT, CARD_WIDTH))
    )


def corners(pose: Pose, width: int, height: int) -> list[tuple[float, float]]:
    c, s = cos(radians(pose.angle)), sin(radians(pose.angle))
    return [
        (pose.x + x * c - y * s, pose.y + x * s + y * c)
        for x, y in (
            (-width / 2, -height / 2),
            (width / 2, -height / 2),
            (width / 2, height / 2),
            (-width / 2, height / 2),
        )
    ]


def apart(a: Pose, b: Pose, width: int, height: int) -> bool:
    """Whether an edge of one of two turned rectangles keeps the other wholly on its far side."""
    shapes = corners(a, width, height), corners(b, width, height)
    for shape, other in (shapes, shapes[::-1]):
        for (x0, y0), (x1, y1) in zip(shape, shape[1:] + shape[:1], strict=True):
            if all((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) < 0 for x, y in other):
                return True
    return False
