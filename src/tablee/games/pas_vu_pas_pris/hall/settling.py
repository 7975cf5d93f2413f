"""Moves in the hall, and what settles after them: pieces that lost what they stood on, ghosts that were lifted
(D12, D13, D45)."""

from collections.abc import Iterable, Sequence

from tablee.games.pas_vu_pas_pris.hall.resting import (
    Mode,
    Named,
    drop,
    dropped,
    leaning,
    leans_still,
    resting,
    stable,
)
from tablee.games.pas_vu_pas_pris.hall.resting import nearest as nearest_among
from tablee.games.pas_vu_pas_pris.hall.scene import Ghost, Rest, Scene, cell_of, put_down_order
from tablee.games.pas_vu_pas_pris.hall.shapes import COS, PIECES, SIN, SLACK, Cell
from tablee.games.pas_vu_pas_pris.hall.solids import flat_on, solid
from tablee.games.pas_vu_pas_pris.hall.standing import bodies_of, house, where
from tablee.kernel.refusal import Refused
from tablee.kernel.zones import Pose

PASSES = 20


# ---- moves ----------------------------------------------------------------------------------------------


def place(scene: Scene, piece: str, wish: Pose, mode: Mode = "auto") -> Rest:
    """A piece of furniture set down so: where it comes to rest, and what that does to the others."""
    lifted = carried(scene, piece)
    others = scene.without_piece(piece)
    pose = resting(piece, wish, bodies_of(others, but=lifted), supports_of(others.without(*lifted)), mode)
    return at_rest(scene, others.with_piece(piece, pose), lifted, piece=piece)


def put(scene: Scene, key: int, ghost: Ghost, cell: Cell, level: int = 0) -> Rest:
    """A ghost set down in a cell, at the point of its pose or the nearest one."""
    pose, level, levels = where(scene, key, ghost, cell, level)
    rest = at_rest(scene, scene.with_ghost(key, ghost.at(pose)), key=key)
    return Rest(rest.scene, rest.pose, rest.others, rest.ghosts, level, levels)


def back_home(scene: Scene, keys: Iterable[int]) -> Rest:
    """Ghosts leave the hall."""
    return at_rest(scene, scene.without(*keys), gone=keys)


def rehouse(scene: Scene, keys: Iterable[int]) -> Rest:
    """Ghosts are lifted and set down again."""
    return at_rest(scene, scene, keys)


def settle(scene: Scene) -> Rest:
    """Everything that does not rest settles."""
    return at_rest(scene, scene)


def nearest(scene: Scene, piece: str, pose: Pose) -> Pose | None:
    """The nearest flat pose in which a piece would rest."""
    others = scene.without_piece(piece).without(*carried(scene, piece))
    return nearest_among(piece, pose, bodies_of(others), supports_of(others))


# ---- settling -------------------------------------------------------------------------------------------


def carried(scene: Scene, piece: str) -> list[int]:
    """The ghosts that stand on a piece or in it (D12)."""
    pose = scene.pieces.get(piece)
    if pose is None or not scene.ghosts:
        return []
    body = solid(piece, pose)
    c, s = COS[2 * pose.angle], SIN[2 * pose.angle]
    # The bounds in the piece's own directions, however it leans.
    (ax, ay, _), (bx, by, _), (cx, cy, _) = body.axes
    sides = []
    for u, v in ((c, s), (-s, c)):
        p, q, r = abs(ax * u + ay * v), abs(bx * u + by * v), abs(cx * u + cy * v)
        middles = [(x * u + y * v, a * p + b * q + d * r) for x, y, _, a, b, d in body.boxes]
        sides.append((u, v, min(m - e for m, e in middles), max(m + e for m, e in middles)))
    low, high = body.bounds[4] - SLACK, body.bounds[5] + SLACK
    return [
        key
        for key, ghost in scene.ghosts.items()
        if low <= ghost.pose.z / 2 <= high
        and all(near <= ghost.pose.x / 2 * u + ghost.pose.y / 2 * v <= far for u, v, near, far in sides)
    ]


def rests(piece: str, pose: Pose, bodies: Sequence[Named], supports: Sequence[Named]) -> bool:
    """Does it keep its pose among bodies, of which some bear it?"""
    if pose.lean:
        return leans_still(piece, pose, bodies)
    if pose.z == 0:
        return True
    z, spots = drop(piece, pose, supports, pose.z / 2 + SLACK)
    return abs(z - pose.z / 2) <= SLACK and stable(piece, pose, spots)


def firm(scene: Scene) -> set[str]:
    """The pieces that rest, by way of others that do, on the floor."""
    known = {name for name, pose in scene.pieces.items() if pose.z == 0 and not pose.lean}
    loose = [name for name in scene.pieces if name not in known]
    while True:
        bearing = supports_among(scene, known)
        more = [
            n
            for n in loose
            if n not in known and rests(n, scene.pieces[n], bodies_of(scene, but_piece=n), bearing)
        ]
        if not more:
            return known
        known.update(more)


def supports_among(scene: Scene, pieces: set[str]) -> list[Named]:
    """These pieces, and the ghosts on the floor or on them."""
    up = {key for piece in pieces for key in carried(scene, piece)}
    afloat = [key for key, ghost in scene.ghosts.items() if ghost.pose.z > 0 and key not in up]
    return [
        (name, body) for name, body in bodies_of(scene, but=afloat) if not isinstance(name, str) or name in pieces
    ]


def supports_of(scene: Scene) -> list[Named]:
    """What can bear a piece: whatever rests itself. Else two loose pieces could climb on one another for ever."""
    return supports_among(scene, firm(scene))


def resettled(piece: str, pose: Pose, bodies: Sequence[Named], supports: Sequence[Named]) -> Pose:
    """It falls on, or drops straight down; else the nearest flat pose; at last it stays (D13)."""
    try:
        if pose.lean:
            return leaning(piece, pose, bodies)
        return dropped(piece, pose, bodies, supports, pose.z / 2 + SLACK)
    except Refused:
        return nearest_among(piece, flat_on(pose), bodies, supports) or pose


def _settled(scene: Scene, held: dict[int, Ghost]) -> Scene:
    for _ in range(PASSES):
        before = scene.pieces
        known = firm(scene)
        if len(known) == len(before):
            break
        for piece in sorted(before, key=lambda name: (before[name].z, PIECES.index(name))):
            if piece in known:
                continue
            pose, lifted = scene.pieces[piece], carried(scene, piece)
            others = scene.without_piece(piece).without(*lifted)
            there = resettled(piece, pose, bodies_of(others), supports_among(others, known))
            if there != pose:
                held.update({key: scene.ghosts[key] for key in lifted})
                scene = scene.without(*lifted).with_piece(piece, there)
                known = firm(scene)
        if scene.pieces == before:
            break
    return scene


def at_rest(
    was: Scene, now: Scene, lifted: Iterable[int] = (), *, piece: str = "", key: int = -1, gone: Iterable[int] = ()
) -> Rest:
    """After a move: pieces settle while a hand holds the ghosts that stood on them, then these are put down."""
    held = {k: now.ghosts[k] for k in lifted}
    scene = _settled(now.without(*held), held)
    for k in put_down_order(held, held):
        ghost = held[k]
        pose = house(ghost, cell_of(ghost.pose), bodies_of(scene))
        if pose is not None:
            scene = scene.with_ghost(k, ghost.at(pose))
    if held:
        # In the order they had: a scene is the same however it came about.
        scene = Scene(scene.pieces, {k: scene.ghosts[k] for k in now.ghosts if k in scene.ghosts})
    away = {*gone, key}
    return Rest(
        scene,
        scene.pieces.get(piece) if piece else scene.ghosts[key].pose if key in scene.ghosts else None,
        {name: pose for name, pose in scene.pieces.items() if name != piece and pose != was.pieces.get(name)},
        {
            k: scene.ghosts[k].pose if k in scene.ghosts else None
            for k, ghost in was.ghosts.items()
            if k not in away and (k not in scene.ghosts or scene.ghosts[k].pose != ghost.pose)
        },
    )
