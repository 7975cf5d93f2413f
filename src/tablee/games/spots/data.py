"""What is printed on the tiles and the dogs. The rules, the odds and the bots all read these tables."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

DICE, TREATS = 40, 20
BURY_LIMIT, PACK_LIMIT, DOGS_TO_WIN = 7, 6, 6
START_DOGS, START_TREATS = 2, 1
MOST_SPACES = 4
SIDES = 6

Op = Literal[
    "draw_dog", "roll", "dig", "move_die", "set_die", "name", "set_aside", "one_by_one", "take", "give_back"
]
Count = Literal[
    "yard",  # all own buried dice
    "paws",
    "2+paws",
    "growing",  # 1, then 2, then 3…
    "open_dogs",  # own dogs with an empty space
    "treats",  # as many as one has
    "grey_tiles",  # those turned over, without this one
    "highest_open",  # the number of the highest empty space
    "buried",  # the spots buried of the last roll
]
Keep = Literal["all", "one_number", "up_to_named", "two", "total_8", "low_may_go"]


class TileStep(Struct, frozen=True):
    """One instruction of a tile."""

    op: Op
    n: int | Count = 0
    may: bool = False
    repeat: bool = False
    """Having done it, one may do it again."""
    keep: Keep = "all"
    """Which dice of the roll are placed or buried; the others are discarded."""
    own: bool = False
    """One own die, from the yard or a dog, is rolled with the others."""
    part: bool = False
    """A treat may reroll some of the dice only."""


class Tile(Struct, frozen=True):
    name: str
    family: str
    steps: tuple[TileStep, ...]

    @property
    def face(self) -> str:
        return f"{self.family}:{self.name}"


class Dog(Struct, frozen=True):
    name: str
    spaces: tuple[int, ...]

    @property
    def paws(self) -> int:
        return max(0, len(self.spaces) - 2)

    @property
    def face(self) -> str:
        """All that the card shows: its name, its spaces and its paws."""
        return f"{self.name.replace(' ', '_')}:{''.join(map(str, self.spaces))}:{self.paws}"


def _roll(n: int | Count, *, may: bool = False, repeat: bool = False, keep: Keep = "all") -> TileStep:
    return TileStep("roll", n, may=may, repeat=repeat, keep=keep)


TILES: tuple[Tile, ...] = (
    Tile("aboyer", "red", (TileStep("draw_dog"), _roll(1))),
    Tile("se_rouler", "red", (_roll("yard"), _roll(1, may=True))),
    Tile("marcher", "yellow", (_roll(2), _roll(1, may=True))),
    Tile("creuser", "yellow", (TileStep("dig", "paws"), _roll(2))),
    Tile("trotter", "yellow", (TileStep("move_die", may=True), _roll(2))),
    Tile("rapporter", "yellow", (TileStep("set_die", 1), _roll(2))),
    Tile("pister", "yellow", (TileStep("roll", 3, part=True),)),
    Tile("courir", "purple", (_roll(3), _roll(1, may=True, repeat=True))),
    Tile("pourchasser", "purple", (_roll("growing", repeat=True),)),
    Tile("bondir", "purple", (TileStep("set_aside"), TileStep("one_by_one", 1))),
    Tile("sprinter", "purple", (_roll("open_dogs", repeat=True),)),
    Tile("s_entasser", "purple", (TileStep("roll", 2, repeat=True, own=True),)),
    Tile("rattraper", "blue", (_roll(8, keep="one_number"),)),
    Tile("garder", "blue", (TileStep("name"), _roll(4, keep="up_to_named"))),
    Tile("chasser", "blue", (_roll("2+paws", keep="two"),)),
    Tile("chercher", "blue", (_roll(7, keep="total_8"),)),
    Tile("chiper", "blue", (_roll(4, keep="low_may_go"),)),
    Tile("faire_le_beau", "green", (TileStep("take", 1), TileStep("take", "paws"))),
    Tile("macher", "green", (TileStep("take", "treats"), TileStep("take", 1))),
    Tile("devorer", "green", (TileStep("take", 7), TileStep("give_back", "highest_open"))),
    Tile("pas_bouger", "green", (TileStep("take", "grey_tiles"),)),
    Tile("faire_le_mort", "green", (_roll(1), TileStep("take", "buried"))),
)
ASIDE_LEAST, ASIDE_MOST = 3, 12
TOTAL = 8
"""What the dice kept for `total_8` add up to."""

FAMILIES = ("yellow", "purple", "blue", "green")
SETS: Mapping[str, tuple[str, str, str, str]] = {
    "journee_d_adoption": ("marcher", "courir", "rattraper", "faire_le_beau"),
    "caniparc": ("creuser", "pourchasser", "garder", "macher"),
    "parcours_d_agilite": ("trotter", "bondir", "rattraper", "devorer"),
    "partie_de_chasse": ("rapporter", "sprinter", "chasser", "pas_bouger"),
    "club_canin": ("pister", "s_entasser", "chercher", "faire_le_beau"),
    "parc_a_chiots": ("rapporter", "bondir", "chiper", "faire_le_mort"),
}
SLOTS = ("aboyer", "yellow", "purple", "green", "blue", "se_rouler")
"""Where tiles lie, in the order of the die that plays for T0ut0u: a family, or a red tile by its name."""

_DOGS: Mapping[str, str] = {
    "Burt": "1", "Bristles": "12", "Bongo": "13", "Eloise": "14", "Ursula": "15", "Mayor": "16", "Sundrop": "23",
    "Jolene": "24", "Xerxes": "25", "Louise": "26", "Missy": "34", "Lil Beth": "35", "Handsome": "36",
    "Frankie": "45", "Bitsy": "46", "Gretchen": "56", "Lief": "123", "Goliath": "125", "Gumbo": "126",
    "Pebble": "134", "Wilbur": "136", "Cabbage": "145", "Honcho": "146", "Wolfgang": "234", "Raya": "235",
    "Rogue": "245", "Nutmeg": "246", "Rupert": "256", "Mirabelle": "345", "Momo": "356", "Zipper": "456",
    "Doog": "2356",
}  # fmt: skip
DOGS: tuple[Dog, ...] = tuple(Dog(name, tuple(map(int, spaces))) for name, spaces in _DOGS.items())

TILE: Mapping[str, Tile] = {tile.face: tile for tile in TILES}
TILE_NAMED: Mapping[str, Tile] = {tile.name: tile for tile in TILES}
DOG: Mapping[str, Dog] = {dog.face: dog for dog in DOGS}
DOG_NAMED: Mapping[str, Dog] = {dog.name: dog for dog in DOGS}
DIE, TREAT = "die", "treat"
FACES: tuple[str, ...] = (
    *(dog.face for dog in DOGS),
    *(tile.face for tile in TILES),
    *[DIE] * DICE,
    *[TREAT] * TREATS,
)
