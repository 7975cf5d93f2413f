"""What the tests of Pas vu pas pris say in one line: a furnished hall, ghosts in it, cards to come. All in mm."""

from collections.abc import Mapping, Sequence
from typing import Any

from tablee.games.pas_vu_pas_pris.hall import HALLS, Pose
from tablee.games.pas_vu_pas_pris.material import ghosts_of
from tablee.games.pas_vu_pas_pris.rules import GAME
from tablee.games.pas_vu_pas_pris.table import ASIDE, MIDNIGHT_PILE, HallTable
from tablee.kernel.door import Door
from tablee.kernel.events import Event
from tablee.kernel.moves import Move, Settled
from tablee.kernel.record import Played, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import seed_from
from tablee.kernel.units import CardId, Seat
from tablee.kernel.zones import Zone
from tests.games.pas_vu_pas_pris_hall import lying
from tests.table import wait

LARGE, MEDIUM, OTHER_MEDIUM, SMALL = range(4)
"""The numbers of a seat's ghosts; small ones are 3 to 6."""
CORNERS: Mapping[str, Pose] = {
    "table": lying(30, 30),
    "fauteuil": lying(30, 270),
    "bureau": lying(250, 25),
    "piano": lying(250, 275),
    "chariot": lying(270, 150, 90),
    "miroir": lying(25, 180, 180),
}
"""All the furniture out of the way."""


def do(s: HallTable, seat: Seat, name: str, **args: Any) -> list[Event]:
    """A move now; returns what happened. `tests.table.do` keeps `at` for itself."""
    s.drain()
    apply(s, Played(s.now, seat, Move(name, args, s.now)))
    return s.drain()


def refused(s: HallTable, seat: Seat, name: str, **args: Any) -> str:
    """The code with which a move is refused."""
    try:
        do(s, seat, name, **args)
    except Refused as no:
        return no.code
    raise AssertionError(f"{name} {args} was not refused")


def start(players: int, *, seed: int = 1, **options: Any) -> HallTable:
    return GAME.start(players, seed=seed_from(seed), options=options, watched=True)


def table(
    players: int = 2,
    cards: Sequence[str] = (),
    chimes: Sequence[str] = (),
    hall: Mapping[str, Pose] = CORNERS,
    *,
    die: Seat = 0,
    door: tuple[int, int] = (1, 1),
    **options: Any,
) -> HallTable:
    """A furnished hall; these movement cards, and these cards of midnight, come first."""
    s = start(players, hall="players", starter=die, midnight=bool(chimes), **options)
    _on_top(s, s.draw, cards)
    _on_top(s, s.zones[MIDNIGHT_PILE], chimes)
    for piece, pose in hall.items():
        s.set_down(s.piece_card(piece), s.store, s.hall, pose)
    s.keyhole = door
    s.pop()
    s._settle()
    s.drain()
    return s


def _on_top(s: HallTable, pile: Zone, faces: Sequence[str]) -> None:
    taken: list[CardId] = []
    for face in faces:
        zone = next(
            z for z in (pile, s.zones[ASIDE]) if any(s.faces[c] == face and c not in taken for c in z.cards)
        )
        card = next(c for c in zone.cards if s.faces[c] == face and c not in taken)
        if zone is not pile:
            other = next(c for c in pile.cards if c not in taken)
            zone.cards[zone.cards.index(card)], pile.cards[pile.cards.index(other)] = other, card
        taken.append(card)
    pile.cards = [c for c in pile.cards if c not in taken] + taken[::-1]


def ghost(seat: Seat, number: int) -> CardId:
    return ghosts_of(seat)[number]


def stand(s: HallTable, seat: Seat, number: int, x: float, y: float, z: float = 0) -> CardId:
    """A ghost stands there already."""
    card = ghost(seat, number)
    s.set_down(card, s.home(seat), s.hall, lying(x, y, 0, z))
    s.drain()
    return card


def escaped(s: HallTable, seat: Seat, number: int) -> CardId:
    """A ghost is out already."""
    card = ghost(seat, number)
    s.move(card, s.home(seat), s.out(seat))
    s.count()
    return card


def pass_all(s: HallTable) -> HallTable:
    """Nobody moves furniture; the ghosts' turn."""
    while phase(s) in ("cards", "plain"):
        if phase(s) == "plain":
            wait(s)
        else:
            do(s, s.actors()[0], "pass")
    return s


def all_done(s: HallTable) -> HallTable:
    for seat in list(s.actors()):
        if seat in s.actors():
            do(s, seat, "done")
    return s


def to_round(s: HallTable, number: int) -> HallTable:
    """Nothing happens until that round has begun."""
    while s.round < number:
        wait(s)
    return s


def phase(s: HallTable) -> str:
    return Door(s, s.everyone).view().phase


def at(x: float, y: float, level: int = 0, yaw: int = 0) -> dict[str, int]:
    return {"x": round(2 * x), "y": round(2 * y), "yaw": yaw, "level": level}


def pose(x: float, y: float, yaw: int = 0, down: int = 0, edge: int = 0, lean: float = 0) -> dict[str, int]:
    return {
        "x": round(2 * x),
        "y": round(2 * y),
        "yaw": yaw,
        "down": down,
        "edge": edge,
        "lean": round(2 * lean),
        "mode": 0,
    }


def where(s: HallTable, card: CardId) -> tuple[float, float, float]:
    there = s.lying_there()[card]
    return there.x / 2, there.y / 2, there.z / 2


def checked(s: HallTable, seat: Seat, name: str, **args: Any) -> Settled:
    settled = s.check(seat, Move(name, args, s.now))
    assert settled is not None
    return settled


def check_refused(s: HallTable, seat: Seat, name: str, **args: Any) -> Refused:
    try:
        s.check(seat, Move(name, args, s.now))
    except Refused as no:
        return no
    raise AssertionError(f"{name} {args} would be accepted")


USUAL = HALLS["symetrique"]
