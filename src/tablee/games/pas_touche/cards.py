"""The pieces of Pas Touche ! as data: treats, constraint cards with their tracks, and the sixteen levels."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

TREATS: Sequence[str] = ("churros", "croissant", "donut", "macaron", "cupcake", "eclair")
COUNTS: Sequence[int] = (1, 2, 3, 4, 5, 6)
COLOURS: Sequence[str] = ("green", "orange", "red", "purple")
"""From the easiest to the hardest (R8)."""

LOCK, ARROW, CROSSED = "L", "A", "X"

LEVELS: Mapping[int, tuple[str, str, str]] = {
    1: ("green", "green", "green"),
    2: ("green", "green", "orange"),
    3: ("orange", "green", "green"),
    4: ("green", "orange", "orange"),
    5: ("orange", "orange", "green"),
    6: ("orange", "orange", "orange"),
    7: ("orange", "orange", "red"),
    8: ("red", "orange", "orange"),
    9: ("orange", "red", "red"),
    10: ("red", "red", "orange"),
    11: ("red", "red", "red"),
    12: ("red", "red", "purple"),
    13: ("purple", "red", "red"),
    14: ("red", "purple", "purple"),
    15: ("purple", "purple", "red"),
    16: ("purple", "purple", "purple"),
}
"""The colours of the three cards, the first one turned first. Level 5 is printed, the others are our own."""

TRACKS: Mapping[str, str] = {"green": "LLA", "orange": "LAA", "red": "XAA", "purple": "XAA"}
"""The boxes of a card from left to right: what a mistake costs on each."""


def doubles(*shifts: int) -> list[tuple[str, int]]:
    """Each treat with one number, which moves on by as much."""
    return [(treat, (t + shift) % 6 + 1) for shift in shifts for t, treat in enumerate(TREATS)]


CONSTRAINTS: Mapping[str, Sequence[tuple[str | int, ...]]] = {
    "green": [*((t,) for t in TREATS), *((t,) for t in TREATS), *((n,) for n in COUNTS)],
    "orange": [*((t,) for t in TREATS), *((n,) for n in COUNTS), *doubles(0)],
    "red": [*((n,) for n in COUNTS), *doubles(1, 2)],
    "purple": doubles(3, 4, 5),
}
"""What each card forbids: a treat, a number, or both."""


class Constraint(Struct, frozen=True):
    """What is printed on a constraint card."""

    colour: str
    track: str
    forbids: tuple[str, ...]

    @property
    def face(self) -> str:
        return f"{self.colour}:{self.track}:{'+'.join(self.forbids)}"


def read(face: str) -> Constraint:
    colour, track, forbids = face.split(":")
    return Constraint(colour, track, tuple(forbids.split("+")))


def check_tracks(tracks: Mapping[str, str]) -> None:
    """A crossed card only ever stands on a first box (D12): the card that goes is the one just turned."""
    for colour, boxes in tracks.items():
        if not boxes or set(boxes) - {LOCK, ARROW, CROSSED} or CROSSED in boxes[1:]:
            raise ValueError(f"{colour}: {boxes} is no track")


check_tracks(TRACKS)

GOURMANDISES = [f"{treat}-{count}" for treat in TREATS for count in COUNTS]
CONTRAINTES = [
    Constraint(colour, TRACKS[colour], tuple(str(what) for what in forbids)).face
    for colour in COLOURS
    for forbids in CONSTRAINTS[colour]
]
DICE = ["treat", "number"]
FACES = [*GOURMANDISES, *CONTRAINTES, *DICE]

FIRST_CONSTRAINT = len(GOURMANDISES)
FIRST_DIE = FIRST_CONSTRAINT + len(CONTRAINTES)
BACKS = [""] * FIRST_CONSTRAINT + [read(face).colour for face in CONTRAINTES] + ["", ""]
"""The backs of constraint cards tell their colour."""
