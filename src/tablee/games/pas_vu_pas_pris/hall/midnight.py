"""What the cards of midnight do to the furniture, and to ghosts that lie (D29 to D31, D33)."""

from collections.abc import Callable
from math import ceil, sqrt

from tablee.games.pas_vu_pas_pris.hall.resting import Named, dropped, hit, resting
from tablee.games.pas_vu_pas_pris.hall.resting import nearest as nearest_among
from tablee.games.pas_vu_pas_pris.hall.scene import Ghost, Rest, Scene, cell_of, put_down_order
from tablee.games.pas_vu_pas_pris.hall.settling import at_rest, carried, supports_of
from tablee.games.pas_vu_pas_pris.hall.shapes import (
    COS,
    FACE_X,
    FACE_Y,
    FACE_Z,
    HALL,
    LAID,
    MIRROR,
    PIECES,
    SIN,
    SLACK,
    door_middle,
    nearest_half,
)
from tablee.games.pas_vu_pas_pris.hall.solids import Bearing, fallen, figure, flat_on, inside, overlap, solid
from tablee.games.pas_vu_pas_pris.hall.standing import bodies_of, heights, house, in_cell
from tablee.kernel.refusal import Refused
from tablee.kernel.zones import Pose

MIDDLE = HALL / 2
EXIT_YAW = (90, 0, 270, 180)
"""Where the exit is for a ghost of each side."""
NEAR = 120
"""Half millimetres around the mirror where a spot is looked for first."""


def _hit_ghosts(scene: Scene, piece: str, pose: Pose) -> list[int]:
    body = solid(piece, pose)
    return [key for key, ghost in scene.ghosts.items() if overlap(figure(ghost.size, ghost.pose), body)]


def pushed_in(piece: str, pose: Pose) -> Pose:
    """Back into the hall by the least shift in x and in y."""
    x0, x1, y0, y1, _, _ = solid(piece, pose).bounds
    shift = [
        ceil(2 * (-SLACK - low))
        if low < -SLACK
        else -ceil(2 * (high - HALL - SLACK))
        if high > HALL + SLACK
        else 0
        for low, high in ((x0, x1), (y0, y1))
    ]
    return Pose(pose.x + shift[0], pose.y + shift[1], pose.angle, pose.z, pose.down)


def tip(scene: Scene, piece: str, edge: int) -> Rest:
    """A piece falls over one of its bottom edges; ghosts that it hits step aside (D30)."""
    was = scene.pieces[piece]
    pose = pushed_in(piece, fallen(piece, flat_on(was, was.z), edge))
    others = Scene(scene.without_piece(piece).pieces)
    furniture, supports = bodies_of(others), supports_of(others)
    try:
        pose = dropped(piece, pose, furniture, supports, pose.z / 2 + SLACK)
    except Refused:
        pose = nearest_among(piece, pose, furniture, supports) or was
    there = scene.with_piece(piece, pose)
    return at_rest(scene, there, {*carried(scene, piece), *_hit_ghosts(scene, piece, pose)}, piece=piece)


def facing_middle(pose: Pose) -> int:
    """The yaw with which the mirror looks to the middle of the hall."""
    x, y = MIDDLE - pose.x / 2, MIDDLE - pose.y / 2
    if sqrt(x * x + y * y) <= 1.0:
        return pose.angle
    return max(range(360), key=lambda yaw: SIN[2 * yaw] * x - COS[2 * yaw] * y)


def mirror_up(scene: Scene) -> Rest:
    """The mirror stands and looks to the middle (D31)."""
    was = scene.pieces[MIRROR]
    wish = Pose(was.x, was.y, facing_middle(was))
    lifted = carried(scene, MIRROR)
    others = scene.without_piece(MIRROR).without(*lifted)
    bodies, supports = bodies_of(others), supports_of(others)
    try:
        pose = resting(MIRROR, wish, bodies, supports)
    except Refused:
        pose = nearest_among(MIRROR, wish, bodies, supports) or was
    return at_rest(scene, scene.with_piece(MIRROR, pose), lifted, piece=MIRROR)


def before_mirror(scene: Scene, key: int, ghost: Ghost) -> Rest:
    """The free spot on the floor before the mirror's face that is nearest to the middle of the face (D31)."""
    frame = Bearing(MIRROR, scene.pieces[MIRROR])
    laid = LAID[MIRROR][scene.pieces[MIRROR].down]

    def there(x: float, y: float, z: float) -> tuple[float, float]:
        rows = laid.turn
        u, v, w = (row[0] * x + row[1] * y + row[2] * z for row in rows)
        px, py, _ = frame.point((u + laid.shift[0], v + laid.shift[1], w + laid.shift[2]))
        return px, py

    middle_x, middle_z = (FACE_X[0] + FACE_X[1]) / 2, (FACE_Z[0] + FACE_Z[1]) / 2
    mx, my = there(middle_x, FACE_Y, middle_z)
    fx, fy = there(middle_x, FACE_Y - 1.0, middle_z)
    nx, ny = fx - mx, fy - my
    bodies = bodies_of(scene, but=(key,))
    last = -1.0
    for reach in (NEAR / 2, 2 * HALL):
        spots = sorted(
            (far, x, y)
            for x in range(max(0, int(mx - reach)), min(int(HALL), int(mx + reach)) + 1)
            for y in range(max(0, int(my - reach)), min(int(HALL), int(my + reach)) + 1)
            if nx * (x - mx) + ny * (y - my) > 0.0
            and last < (far := (x - mx) * (x - mx) + (y - my) * (y - my)) <= reach * reach
        )
        for _, x, y in spots:
            pose = Pose(2 * x, 2 * y, ghost.pose.angle, 0, ghost.pose.down)
            if not in_cell(ghost.size, pose, cell_of(pose)):
                continue
            free = heights(ghost.size, pose, bodies)
            if free and free[0] == 0:
                rest = at_rest(scene, scene.with_ghost(key, ghost.at(pose)), key=key)
                return Rest(rest.scene, rest.pose, rest.others, rest.ghosts, 0, len(free))
        last = reach * reach
    raise Refused("no_room")


def dance(scene: Scene) -> Rest:
    """Each piece goes to the nearest door; ghosts step aside in their cells (D33)."""
    lifted = {key for piece in scene.pieces for key in carried(scene, piece)}
    down: list[Named] = []
    pieces: dict[str, Pose] = {}
    for piece in sorted(scene.pieces, key=PIECES.index):
        pose = _danced(piece, scene.pieces[piece], down)
        pieces[piece] = pose
        down.append((piece, solid(piece, pose)))
    there = Scene({name: pieces[name] for name in scene.pieces}, scene.ghosts)
    hit_ones = {key for piece, pose in pieces.items() for key in _hit_ghosts(scene, piece, pose)}
    return at_rest(scene, there, lifted | hit_ones)


def _danced(piece: str, was: Pose, down: list[Named]) -> Pose:
    pose = flat_on(was)
    if not inside(solid(piece, pose)) or hit(solid(piece, pose), down) is not None:
        return nearest_among(piece, pose, down, down) or was
    x, y = pose.x / 2, pose.y / 2
    doors = [door_middle(side, k) for side in range(4) for k in range(1, 7)]
    dx, dy = min(((u - x, v - y) for u, v in doors), key=lambda d: d[0] * d[0] + d[1] * d[1])
    far = sqrt(dx * dx + dy * dy)
    for step in range(1, int(far) + 1):
        on = Pose(nearest_half(x + step * dx / far), nearest_half(y + step * dy / far), pose.angle, 0, pose.down)
        body = solid(piece, on)
        if not inside(body) or hit(body, down) is not None:
            break
        pose = on
    return pose


# ---- lying ghosts ---------------------------------------------------------------------------------------


def lie_down(scene: Scene) -> Rest:
    """All ghosts lie, their heads towards their exits; at the same height where there is room for it (D29)."""
    return _posed(scene, lambda ghost: Pose(ghost.pose.x, ghost.pose.y, EXIT_YAW[ghost.side], ghost.pose.z, 1))


def stand_up(scene: Scene) -> Rest:
    return _posed(scene, lambda ghost: Pose(ghost.pose.x, ghost.pose.y, 0, ghost.pose.z))


def _posed(scene: Scene, wish: Callable[[Ghost], Pose]) -> Rest:
    """All in one go: each is free of those that have been posed already, and of the others as they were."""
    there = scene
    for key in put_down_order(scene.ghosts, scene.ghosts):
        ghost = scene.ghosts[key]
        wished = ghost.at(wish(ghost))
        bodies, pose = bodies_of(there, but=(key,)), wished.pose
        cell = cell_of(pose)
        if not (in_cell(ghost.size, pose, cell) and pose.z in heights(ghost.size, pose, bodies)):
            housed = house(wished, cell, bodies)
            if housed is None:
                there = there.without(key)
                continue
            pose = housed
        there = there.with_ghost(key, ghost.at(pose))
    return at_rest(scene, there)
