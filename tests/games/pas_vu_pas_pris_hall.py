"""Scenes of the hall, written in millimetres."""

import pytest

from tablee.games.pas_vu_pas_pris.hall import DOWNS, EDGES, PIECES, Ghost, Mode, Pose, Scene, place
from tablee.kernel.refusal import Refused


def lying(x: float, y: float, yaw: int = 0, z: float = 0, down: str = "bottom") -> Pose:
    """A flat pose, in millimetres."""
    return Pose(round(2 * x), round(2 * y), yaw, round(2 * z), DOWNS.index(down))


def leant(x: float, y: float, edge: str, degrees: float, yaw: int = 0) -> Pose:
    return Pose(round(2 * x), round(2 * y), yaw, edge=EDGES.index(edge), lean=round(2 * degrees))


def ghost(size: int, x: float, y: float, z: float = 0, seat: int = 0) -> Ghost:
    return Ghost(seat, size, seat, lying(x, y, 0, z))


def hall(*ghosts: Ghost, **pieces: Pose) -> Scene:
    return Scene({name: pieces[name] for name in PIECES if name in pieces}, dict(enumerate(ghosts)))


def refusal(scene: Scene, piece: str, wish: Pose, mode: Mode = "auto") -> str:
    with pytest.raises(Refused) as no:
        place(scene, piece, wish, mode)
    return no.value.code
