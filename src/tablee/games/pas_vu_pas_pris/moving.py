"""Where bots put furniture. A strong one asks how well each seat's ghosts could hide where they will want to stand
in this round."""

from collections.abc import Mapping, Sequence

import numpy as np
from msgspec import Struct

from tablee.games.pas_vu_pas_pris.forethought import FOUND, Forethought, Way, best_ways
from tablee.games.pas_vu_pas_pris.hall import EDGES, HEIGHT, RADIUS, Pose, Rest, Scene, cell_of, depth, place
from tablee.games.pas_vu_pas_pris.hall.scene import CELL_HALVES
from tablee.games.pas_vu_pas_pris.hall.shade import HEIGHTS, filled
from tablee.games.pas_vu_pas_pris.hall.sight import Floats
from tablee.games.pas_vu_pas_pris.hiding import Danger, Room, odds, opposite
from tablee.games.pas_vu_pas_pris.material import CROSSING, FAMILY, ghosts_of
from tablee.games.pas_vu_pas_pris.poses import SIDE, pose_of, value_of
from tablee.games.pas_vu_pas_pris.strategy import came_of
from tablee.games.pas_vu_pas_pris.walk import ALL_CELLS
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import Rng
from tablee.kernel.units import Seat

USUAL = 8
"""Steps of a card that is not drawn yet."""
BEST = 4
"""So many of the best spots count: the very best may not be free."""


WIDELY = 0.6
"""The part of its tries for which a strong player looks everywhere; then near the best pose it has found."""
NUDGE = 40
"""Half millimetres, or degrees: poses that are near to one another."""
MIRROR_TURN = 15
STEP = 20
"""Of the field, in half millimetres."""

Wish = Mapping[str, int]


def somewhere(rng: Rng, scene: Scene, piece: str, *, wild: bool = False) -> tuple[dict[str, int], Rest]:
    """A pose by chance that holds."""
    below = rng.below
    while True:
        pose = Pose(below(SIDE + 1), below(SIDE + 1), below(360))
        if wild and below(2):
            edge = below(len(EDGES))
            lean = 20 + below(120) if edge else 0
            pose = Pose(pose.x, pose.y, pose.angle, 0, below(6), edge, lean)
        try:
            return value_of(pose), place(scene, piece, pose)
        except Refused:
            continue


def turned(rng: Rng, scene: Scene, piece: str) -> tuple[dict[str, int], Rest]:
    """Where it stands, but turned."""
    was = scene.pieces[piece]
    pose = Pose(was.x, was.y, (was.angle + MIRROR_TURN * (1 + rng.below(23))) % 360)
    try:
        return value_of(pose), place(scene, piece, pose)
    except Refused:
        return somewhere(rng, scene, piece)


def beside(rng: Rng, scene: Scene, piece: str, wish: Wish) -> tuple[dict[str, int], Rest]:
    """Near to that pose."""
    for _ in range(5):
        x, y = (min(SIDE, max(0, wish[at] + rng.below(2 * NUDGE + 1) - NUDGE)) for at in "xy")
        yaw = (wish["yaw"] + rng.below(2 * NUDGE + 1) - NUDGE) % 360
        pose = pose_of({**wish, "x": x, "y": y, "yaw": yaw})
        try:
            return value_of(pose), place(scene, piece, pose)
        except Refused:
            continue
    return somewhere(rng, scene, piece, wild=True)


class Stake(Struct, frozen=True):
    """A ghost that will want to stand somewhere in a row of cells, and what it means to its owner."""

    seat: Seat
    size: int
    places: tuple[tuple[int, int], ...]
    """The points of the lattice in those cells."""
    loss: float


def stakes(room: Room) -> list[Stake]:
    """What every seat would do if all spots were alike."""
    thought, found = Forethought(room.round), []
    for seat, side in enumerate(room.sides):
        came = came_of(room, seat)
        at_home: dict[int, list[Way]] = {}
        ways = []
        for size, far in zip(FAMILY, came, strict=True):
            goals = range(far, CROSSING if not far else CROSSING + 1)
            made = [Way(goal - far, goal, FOUND if 0 < goal < CROSSING else 0.0) for goal in goals]
            ways.append(made if far else at_home.setdefault(size, made))
        _, best = best_ways(thought, ways, room.points[seat] or USUAL)
        wanted = [way.came for way in best]
        for card, size, goal, loss in zip(ghosts_of(seat), FAMILY, wanted, thought.losses(wanted), strict=True):
            if not 0 < goal < CROSSING:
                continue
            cells = [cell for cell in ALL_CELLS if depth(side, cell) == goal]
            if card in room.scene.ghosts:
                c, r = cell_of(room.scene.ghosts[card].pose)
                across = 0 if side % 2 == 0 else 1
                cells = [cell for cell in cells if abs(cell[across] - (c, r)[across]) <= 1]
            found.append(Stake(seat, size, _points(cells, size), loss))
    return found


def _points(cells: Sequence[tuple[int, int]], size: int) -> tuple[tuple[int, int], ...]:
    each = CELL_HALVES // STEP
    edge = -(-int(2 * RADIUS[size]) // STEP)
    return tuple(
        (each * r + j, each * c + i)
        for c, r in cells
        for i in range(edge, each + 1 - edge)
        for j in range(edge, each + 1 - edge)
    )


def value(room: Room, scene: Scene, danger: Danger, of: Sequence[Stake]) -> float:
    """What the others have to fear in such a hall, less what the seat itself has."""
    weights = [danger.chances.get(door, danger.chances.get(opposite(door), 0.0)) for door in danger.doors]
    fields: dict[int, Floats] = {}
    total, others = 0.0, len(room.sides) - 1
    for stake in of:
        if stake.size not in fields:
            field = danger.shade.field(stake.size, weights)
            rows = sum(height <= HEIGHT[stake.size] for height in HEIGHTS)
            for piece, pose in scene.pieces.items():
                field = np.where(filled(piece, pose, danger.shade.step)[:rows].any(axis=0), 1.0, field)
            fields[stake.size] = field
        y, x = zip(*stake.places, strict=True)
        risk = float(np.partition(fields[stake.size][y, x], BEST)[:BEST].mean())
        total += stake.loss * (-risk if stake.seat == room.seat else risk / others)
    return total


def better_hall(
    room: Room, pieces: Sequence[str], rng: Rng, tries: int, least: float
) -> tuple[str, dict[str, int]] | None:
    """The piece and the pose by which the others have most to fear and the seat itself least; none where nothing
    gains as much as `least`."""
    danger, wanted = Danger(room, odds(room), STEP), stakes(room)
    best = value(room, room.scene, danger, wanted) + least
    found: tuple[str, dict[str, int]] | None = None
    for number in range(tries):
        if found and number >= tries * WIDELY:
            piece, (wish, rest) = found[0], beside(rng, room.scene, *found)
        else:
            piece = pieces[number % len(pieces)]
            wish, rest = somewhere(rng, room.scene, piece, wild=True)
        there = danger
        for name, pose in rest.scene.pieces.items():
            if pose != room.scene.pieces[name]:
                there = there.moved(name, pose)
        gained = value(room, rest.scene, there, wanted)
        if gained > best:
            best, found = gained, (piece, wish)
    return found
