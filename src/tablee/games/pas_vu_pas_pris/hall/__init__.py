"""The hall as a physical model, exact and alone: it knows no turns and no players.

`shapes` are the numbers, `scene` what stands where, `solids` bodies and whether they penetrate, `resting` how
furniture comes to rest, `standing` where ghosts can stand, `settling` moves and what they set off, `midnight` what
cards do to the furniture, `sight` who is seen through a keyhole, `shade` the same in the rough, for bots.
"""

from tablee.games.pas_vu_pas_pris.hall.midnight import before_mirror, dance, lie_down, mirror_up, stand_up, tip
from tablee.games.pas_vu_pas_pris.hall.resting import Mode
from tablee.games.pas_vu_pas_pris.hall.scene import Ghost, Rest, Scene, cell_of, depth
from tablee.games.pas_vu_pas_pris.hall.settling import back_home, carried, nearest, place, put, rehouse, settle
from tablee.games.pas_vu_pas_pris.hall.shade import Shade
from tablee.games.pas_vu_pas_pris.hall.shapes import (
    CELLS,
    DOWNS,
    EDGES,
    HALLS,
    HEIGHT,
    LARGE,
    MEDIUM,
    MIRROR,
    PIECES,
    RADIUS,
    SIZES,
    SMALL,
    Cell,
    Doorway,
)
from tablee.games.pas_vu_pas_pris.hall.sight import Sighted, glimpses, look
from tablee.games.pas_vu_pas_pris.hall.standing import levels, where
from tablee.kernel.zones import Pose

__all__ = [
    "CELLS",
    "DOWNS",
    "EDGES",
    "HALLS",
    "HEIGHT",
    "LARGE",
    "MEDIUM",
    "MIRROR",
    "PIECES",
    "RADIUS",
    "SIZES",
    "SMALL",
    "Cell",
    "Doorway",
    "Ghost",
    "Mode",
    "Pose",
    "Rest",
    "Scene",
    "Shade",
    "Sighted",
    "back_home",
    "before_mirror",
    "carried",
    "cell_of",
    "dance",
    "depth",
    "glimpses",
    "levels",
    "lie_down",
    "look",
    "mirror_up",
    "nearest",
    "place",
    "put",
    "rehouse",
    "settle",
    "stand_up",
    "tip",
    "where",
]
