"""What the tests of Pitchix say in one line. Flicks without trembling are those of the rules' own table, whose
results are known."""

from typing import Any

from tablee.games.pitchix.rules import GAME, PitchixState
from tablee.kernel.events import Event
from tablee.kernel.moves import Move
from tablee.kernel.record import Played, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.units import CardId, Seat
from tablee.pieces.notation import arrange
from tablee.pieces.slide import CENTRE, Lie, pose_of
from tests.table import do, start, view, wait

AISLE: Lie = (0.0, 41.152, 1.0, 0.0)
"""A fifth place, in the middle."""
SOUTH = {"rim": 2_700, "tilt": 0, "aim": 0, "power": 545, "spin": 0}
MISS = SOUTH
HIT_SE = {**SOUTH, "aim": -116, "power": 450}
HIT_SW = {**SOUTH, "aim": 116, "power": 450}
"""The table is the same from left to right."""
HIT_BOTH = {**SOUTH, "aim": -80, "power": 800}
"""South-east, then north-east."""
HIT_FIFTH = {**SOUTH, "power": 500}
HIT_TOO_FAR = {**SOUTH, "aim": -80, "power": 830}
"""Both as well, but too close to the edge."""
SHORT = {**SOUTH, "power": 50}
FALL = {**SOUTH, "power": 1_000}
NW, NE, SW, SE = range(4)

HANDS = "hand:0=pT pA pR | hand:1=bA bB bC | hand:2=bD bF bG"
CARDS = "pK pL pM pE"
"""North-west, north-east, south-west, south-east."""


def table(
    hands: str = HANDS,
    lying: str = CARDS,
    lies: tuple[Lie, ...] = tuple(CENTRE),
    *,
    players: int = 3,
    levels: tuple[int, ...] = (),
    draw: str = "…",
    more: str = "",
    **options: Any,
) -> PitchixState:
    """A position in which the hand does not tremble and no word is contested, unless the table wants that."""
    per_seat = [{"level": level} for level in (*levels, *[2] * (players - len(levels)))]
    known: dict[str, Any] = {"contests": False, "tremble": "off"} | options
    s = start(GAME, players, starter=0, seat_options=per_seat, **known)
    rest = "" if draw == "…" else " | aside=…"
    hands = " | ".join(hands.split(" | ")[:players])
    arrange(s, f"{hands} | table={lying} | draw={draw}{rest}{f' | {more}' if more else ''}")
    cards = s.table.cards
    s.lies = dict(zip(cards, lies[: len(cards)], strict=True))
    s.table.poses = tuple(pose_of(lie) for lie in lies[: len(cards)])
    return s


def held(s: PitchixState, seat: Seat, face: str) -> CardId:
    return next(c for c in s.hand(seat).cards if s.faces[c] == face)


def flick(s: PitchixState, seat: Seat, face: str, shot: dict[str, int]) -> list[Event]:
    """The flick, and what comes of it once the card lies still."""
    events = do(s, seat, "flick", card=held(s, seat, face), shot=shot)
    return events + wait(s, "sliding/over")


def spelled(s: PitchixState, seat: Seat, cards: str) -> list[CardId]:
    found: list[CardId] = []
    for face in cards.split():
        found.append(next(c for c in s.hand(seat).cards if s.faces[c] == face and c not in found))
    return found


def write(s: PitchixState, seat: Seat, word: str, cards: str, known: int = 1) -> list[Event]:
    s.drain()
    value = {"word": word, "cards": spelled(s, seat, cards)}
    apply(s, Played(s.now, seat, Move("write", {"word": value}, s.now, known={word: known})))
    return s.drain()


def no(s: PitchixState, seat: Seat, word: str, cards: str) -> str:
    try:
        write(s, seat, word, cards)
    except Refused as refusal:
        return refusal.code
    raise AssertionError("not refused")


def phase(s: PitchixState) -> str:
    return view(s).phase


def turn_of(s: PitchixState) -> Seat:
    (seat,) = view(s).active
    return seat
