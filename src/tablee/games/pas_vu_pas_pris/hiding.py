"""What bots make of the hall: from which doors a spot is seen, and what a ghost there is worth.

They look twice: at the field of `Shade` for all spots, exactly (`glimpses`) at the best few.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from tablee.games.pas_vu_pas_pris.hall import (
    CELLS,
    PIECES,
    Cell,
    Doorway,
    Ghost,
    Pose,
    Scene,
    Shade,
    cell_of,
    depth,
    glimpses,
)
from tablee.games.pas_vu_pas_pris.hall.midnight import EXIT_YAW
from tablee.games.pas_vu_pas_pris.hall.resting import Named
from tablee.games.pas_vu_pas_pris.hall.scene import CELL_HALVES
from tablee.games.pas_vu_pas_pris.hall.standing import bodies_of, heights, in_cell
from tablee.games.pas_vu_pas_pris.material import (
    CHAT_PERCHE,
    CROSSING,
    DOUBLE_CURIEUX,
    FACES,
    FAMILY,
    POINTS_HALL,
    POINTS_OUT,
    ROUNDS,
    TOC_TOC_TOC,
)
from tablee.kernel.door import CardView, View
from tablee.kernel.units import CardId, Seat

Odds = Mapping[Doorway, float]
"""How likely the look is to be from each door."""
DEEPER = 1.5
"""How much more a ghost is worth the deeper it is."""


def ghost_card(face: str) -> CardId:
    _, seat, _, number = face.split(":")
    return int(seat) * len(FAMILY) + int(number)


class Room(Struct):
    """What a seat sees of the table."""

    seat: Seat
    scene: Scene
    handles: Mapping[CardId | str, str]
    """Of ghosts by card, of furniture by name."""
    sides: Sequence[int]
    keyhole: Doorway
    round: int
    threshold: int
    glass: bool
    chime: str
    number: int
    lying: bool
    left: int
    """Steps."""
    points: Sequence[int]
    """What each seat has left of its card; nothing before it has drawn."""
    chosen: Sequence[int]
    out: frozenset[CardId] = frozenset()
    """Ghosts of all seats that have left the hall."""

    @property
    def lies(self) -> int:
        """Which way the own ghosts lie, if they do."""
        return EXIT_YAW[self.sides[self.seat]] if self.lying else 0

    @property
    def last(self) -> bool:
        return self.round == ROUNDS

    def mine(self) -> list[CardId]:
        return [card for card, ghost in self.scene.ghosts.items() if ghost.seat == self.seat]

    def eligible(self) -> list[Seat]:
        return [seat for seat, times in enumerate(self.chosen) if times == min(self.chosen)]


def read(view: View, seat: Seat) -> Room:
    sides = view.fact("sides")
    handles: dict[CardId | str, str] = {}
    pieces: dict[str, Pose] = {}
    ghosts: dict[CardId, Ghost] = {}

    out: set[CardId] = set()

    def known(card: CardView | None) -> CardId | str:
        assert card is not None and card.face and card.handle
        name = ghost_card(card.face) if card.face.startswith("ghost:") else card.face
        handles[name] = card.handle
        return name

    for card in view.zone("hall").cards:
        if card is None:
            continue
        name = known(card)
        assert card.pose is not None
        if isinstance(name, str):
            pieces[name] = card.pose
        else:
            ghosts[name] = figure(name, sides, card.pose)
    for zone in view.zones:
        if zone.name == "store" or zone.name.split(":")[0] in ("home", "out"):
            for card in zone.cards:
                name = known(card)
                if zone.name.startswith("out:") and isinstance(name, int):
                    out.add(name)
    left = view.fact("points")[seat]
    for number, *planned in _own_plan(view, seat):
        card_id = seat * len(FAMILY) + number
        ghosts.pop(card_id, None)
        out.discard(card_id)
        if planned == [1]:
            out.add(card_id)
        if len(planned) > 1:
            x, y, z, angle, down = planned
            ghosts[card_id] = figure(card_id, sides, Pose(x, y, angle, z, down))
    plan = (view.fact("plans") or {}).get(str(seat))
    if plan:
        left = plan["value"]["left"]
    return Room(
        seat=seat,
        scene=Scene({p: pieces[p] for p in PIECES if p in pieces}, {c: ghosts[c] for c in sorted(ghosts)}),
        handles=handles,
        sides=sides,
        keyhole=tuple(view.fact("keyhole")),
        round=view.fact("round"),
        threshold=view.fact("threshold"),
        glass=view.fact("glass"),
        chime=view.fact("chime"),
        number=view.fact("number"),
        lying=view.fact("lying"),
        left=left,
        points=view.fact("points"),
        chosen=view.fact("chosen"),
        out=frozenset(out),
    )


def _own_plan(view: View, seat: Seat) -> list[list[int]]:
    plan = (view.fact("plans") or {}).get(str(seat))
    found: list[list[int]] = plan["value"]["ghosts"] if plan else []
    return found


def figure(card: CardId, sides: Sequence[int], pose: Pose) -> Ghost:
    seat, number = divmod(card, len(FAMILY))
    return Ghost(seat, FAMILY[number], sides[seat], pose)


class Walked(Struct, frozen=True):
    """A ghost that is to go somewhere; out where there is no spot."""

    card: CardId
    spot: "Hideout | None" = None


def cost(room: Room, card: CardId, cell: Cell) -> int:
    """D20."""
    ghost = room.scene.ghosts.get(card)
    if ghost is None:
        return depth(room.sides[room.seat], cell)
    c, r = cell_of(ghost.pose)
    return abs(cell[0] - c) + abs(cell[1] - r)


# ---- danger ---------------------------------------------------------------------------------------------


def odds(room: Room, by_side: Mapping[int, float] | None = None) -> Odds:
    """Every side alike but the present one, unless somebody knows better; every door alike."""
    free = [room.keyhole[0]] if room.chime == TOC_TOC_TOC else [t for t in range(4) if t != room.keyhole[0]]
    weights = {side: (by_side or {}).get(side, 1 / len(free)) for side in free}
    numbers = [room.number] if room.number else range(1, FACES + 1)
    return {(side, k): w / len(numbers) for side, w in weights.items() for k in numbers}


def opposite(door: Doorway) -> Doorway:
    return (door[0] + 2) % 4, door[1]


class Danger:
    """How likely a ghost is to be seen."""

    def __init__(self, room: Room, chances: Odds, step: int) -> None:
        self.room, self.chances = room, chances
        doors = list(chances)
        if room.chime == DOUBLE_CURIEUX:
            doors += [opposite(door) for door in doors if opposite(door) not in chances]
        self.doors = doors
        self.shade = Shade(room.scene, doors, step)

    def moved(self, piece: str, pose: Pose) -> "Danger":
        """The same with a piece elsewhere."""
        twin = Danger.__new__(Danger)
        twin.room, twin.chances, twin.doors = self.room, self.chances, self.doors
        twin.shade = self.shade.moved(piece, pose)
        return twin

    def chance(self, seen: Sequence[bool]) -> float:
        bright = {door for door, it_is in zip(self.doors, seen, strict=True) if it_is}
        twice = self.room.chime == DOUBLE_CURIEUX
        return sum(w for door, w in self.chances.items() if door in bright or (twice and opposite(door) in bright))

    def field(self, size: int, pose: Pose) -> float:
        """By the field: quick, errs towards hidden."""
        return self.chance(self.shade.seen(size, pose.x, pose.y, pose.z))

    def exact(self, scene: Scene, cards: Iterable[CardId], *, glass: bool = False) -> dict[CardId, float]:
        """As the rules will decide it; with `glass` ghosts hide nobody."""
        return {card: self.chance(seen) for card, seen in self.seen_by(scene, cards, glass=glass).items()}

    def seen_by(self, scene: Scene, cards: Iterable[CardId], *, glass: bool = False) -> dict[CardId, list[bool]]:
        """Which of the doors see each, exactly."""
        keys = list(cards)
        asked = [(card, door) for card in keys for door in self.doors]
        looked = glimpses(scene, asked, glass=glass or self.room.glass)
        bright = [what.points >= self.room.threshold for what in looked]
        return {card: bright[i * len(self.doors) :][: len(self.doors)] for i, card in enumerate(keys)}


def worth(room: Room, ghost: Ghost, danger: float, deeper: float = DEEPER) -> float:
    """Of a ghost in the hall."""
    if room.chime == CHAT_PERCHE and not ghost.pose.z:
        return 0.0
    if room.last:
        return (1 - danger) * POINTS_HALL[ghost.size]
    far: float = (depth(ghost.side, cell_of(ghost.pose)) / CROSSING) ** deeper
    return (1 - danger) * POINTS_OUT[ghost.size] * far


Worth = Callable[[Ghost, float], float]
"""Of a ghost in so much danger."""


def balance(room: Room, scene: Scene, danger: Danger, worth: Worth, others: float = 0.5) -> float:
    """What the seat has in the hall, less a share of what the others have."""
    total = 0.0
    for ghost in scene.ghosts.values():
        value = worth(ghost, danger.field(ghost.size, ghost.pose))
        total += value if ghost.seat == room.seat else -value * others
    return total


def prospects(room: Room, danger: Danger, seats: int) -> float:
    """How well small ghosts could hide on the way of each seat: what furniture is for when the hall is empty."""
    half, total = CELL_HALVES // 2, 0.0
    for c in range(CELLS):
        for r in range(CELLS):
            spots = [(half + dx, half + dy) for dx, dy in ((-20, -20), (20, 20))]
            hidden = 1 - min(danger.field(0, Pose(CELL_HALVES * c + x, CELL_HALVES * r + y, 0)) for x, y in spots)
            for seat in range(seats):
                far = (depth(room.sides[seat], (c, r)) / CROSSING) ** DEEPER * hidden
                total += far if seat == room.seat else -far / 2
    return total / (CELLS * CELLS)


# ---- spots ----------------------------------------------------------------------------------------------


class Hideout(Struct, frozen=True):
    """A spot, and how dangerous it looks."""

    pose: Pose
    level: int
    danger: float
    seen: tuple[bool, ...] = ()
    """By which doors, where that was looked at exactly."""

    def under(self, danger: Danger) -> "Hideout":
        """The same by other chances."""
        return Hideout(self.pose, self.level, danger.chance(self.seen), self.seen)


def hideouts(
    room: Room, danger: Danger, size: int, cell: Cell, grid: int, bodies: Sequence[Named], yaw: int = 0
) -> list[Hideout]:
    """The spots of a cell by a grid of so many points, at all heights; the safest first."""
    found: list[Hideout] = []
    step = CELL_HALVES / (grid + 1)
    for i in range(grid):
        for j in range(grid):
            x = CELL_HALVES * cell[0] + round(step * (i + 1))
            y = CELL_HALVES * cell[1] + round(step * (j + 1))
            pose = Pose(x, y, yaw, 0, int(room.lying))
            if not in_cell(size, pose, cell):
                continue
            for level, z in enumerate(heights(size, pose, bodies)):
                there = Pose(x, y, yaw, z, int(room.lying))
                risk = 1.0 if room.chime == CHAT_PERCHE and not z else danger.field(size, there)
                found.append(Hideout(there, level, risk))
    return sorted(found, key=lambda spot: spot.danger)


def sighted(room: Room, danger: Danger, size: int, spots: Sequence[Hideout], few: int) -> list[Hideout]:
    """The best few by the field, looked at exactly and all at once: other ghosts are left out."""
    figures = {i: Ghost(room.seat, size, room.sides[room.seat], spot.pose) for i, spot in enumerate(spots[:few])}
    seen = danger.seen_by(Scene(room.scene.pieces, figures), figures, glass=True)
    perched = room.chime == CHAT_PERCHE
    looked = [
        Hideout(spot.pose, spot.level, 0.0, tuple(door or (perched and not spot.pose.z) for door in seen[i]))
        for i, spot in enumerate(spots[:few])
    ]
    return sorted((spot.under(danger) for spot in looked), key=lambda spot: spot.danger)


def free_bodies(room: Room) -> list[Named]:
    """What stands in the way of the seat's ghosts: all but themselves."""
    return bodies_of(room.scene, but=room.mine())
