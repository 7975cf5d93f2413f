"""What is in the box: ghosts, movement cards, cards of midnight, and what the table may choose."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from tablee.games.pas_vu_pas_pris.hall import LARGE, MEDIUM, PIECES, SIZES, SMALL
from tablee.kernel.game import TableOptions
from tablee.kernel.units import CardId, Seat

ROUNDS = 5
FAMILY = (LARGE, MEDIUM, MEDIUM, SMALL, SMALL, SMALL, SMALL)
"""R1: the ghosts of one colour, by their numbers."""
POINTS_OUT = (1, 3, 5)
POINTS_HALL = (0, 1, 2)
"""R41, R42: by size."""
CROSSING = 7
"""D20: steps from the start side to the other."""
SIDE_NAMES = ("south", "west", "north", "east")
FACES = 6
"""Of the die; a door for each."""

_PAIRS: Mapping[int, tuple[str, ...]] = {
    6: ("table-miroir", "chariot-fauteuil", "bureau-piano"),
    7: ("table-chariot", "bureau-miroir", "piano-fauteuil"),
    8: (
        "table-bureau",
        "piano-chariot",
        "fauteuil-miroir",
        "table-piano",
        "fauteuil-bureau",
        "miroir-chariot",
    ),
    9: ("table-fauteuil", "miroir-piano", "chariot-bureau"),
}
MOVEMENT = (*(f"{value}-{pair}" for value, pairs in _PAIRS.items() for pair in pairs), "9", "10", "10", "11", "12")
REMOVED: Mapping[int, int] = {2: 10, 3: 5, 4: 0}
"""R7: movement cards that are left in the box, by players."""

DOUBLE_CURIEUX = "double_curieux"
TOUS_AUX_ABRIS = "tous_aux_abris"
SUREXCITE = "surexcite"
GRIMACES = "concours_de_grimaces"
TOUCHE = "touche_c_est_toi_le_chat"
PISTE_DE_DANSE = "piste_de_danse"
CHAT_PERCHE = "chat_perche"
GRAND_FRERE = "grand_frere"
TOC_TOC_TOC = "toc_toc_toc"
TOURNIS = "j_ai_le_tournis"
BOULE_DE_CRISTAL = "boule_de_cristal"
SOLEIL = "un_deux_trois_soleil"
MIDNIGHT = (
    DOUBLE_CURIEUX,
    TOUS_AUX_ABRIS,
    SUREXCITE,
    GRIMACES,
    TOUCHE,
    PISTE_DE_DANSE,
    CHAT_PERCHE,
    GRAND_FRERE,
    TOC_TOC_TOC,
    TOURNIS,
    BOULE_DE_CRISTAL,
    SOLEIL,
)


class MovementCard(Struct, frozen=True):
    """How many steps, and which two pieces one of which may be moved."""

    value: int
    pieces: tuple[str, ...]


def read_card(face: str) -> MovementCard:
    value, *pieces = face.split("-")
    return MovementCard(int(value), tuple(pieces))


def ghost_face(seat: Seat, number: int) -> str:
    return f"ghost:{seat}:{SIZES[FAMILY[number]]}:{number}"


class Box(Struct, frozen=True):
    """Which card is what, by its number: ghosts by seat, furniture, movement cards, cards of midnight."""

    players: int

    @property
    def faces(self) -> list[str]:
        ghosts = [ghost_face(seat, number) for seat in range(self.players) for number in range(len(FAMILY))]
        return [*ghosts, *PIECES, *MOVEMENT, *MIDNIGHT]

    @property
    def furniture(self) -> range:
        first = len(FAMILY) * self.players
        return range(first, first + len(PIECES))

    @property
    def movement(self) -> range:
        return range(self.furniture.stop, self.furniture.stop + len(MOVEMENT))

    @property
    def midnight(self) -> range:
        return range(self.movement.stop, self.movement.stop + len(MIDNIGHT))


def ghosts_of(seat: Seat) -> range:
    return range(len(FAMILY) * seat, len(FAMILY) * (seat + 1))


def owner_of(ghost: CardId) -> Seat:
    return ghost // len(FAMILY)


def size_of(ghost: CardId) -> int:
    return FAMILY[ghost % len(FAMILY)]


class PasVuPasPrisOptions(TableOptions, frozen=True, kw_only=True):
    midnight: bool = False
    """R9: the cards of midnight."""
    fusions: bool = False
    threshold: Literal[4, 1, 10] = 4
    """D16: so many of a ghost's 96 points must be seen."""
    glass: bool = False
    """D17: ghosts hide nobody."""
    movement: Literal["open", "secret"] = "open"
    hall: Literal["preset", "players"] = "preset"
    """D42: who furnishes it."""
    sides: Literal["opposite", "adjacent"] = "opposite"
    """D24: of two players."""
    eyes: bool = False
    """D52: only those go back whom somebody has found."""


START_SIDES: Mapping[int, tuple[int, ...]] = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
ADJACENT = (0, 1)
