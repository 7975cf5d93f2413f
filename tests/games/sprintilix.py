"""What the tests of Sprintilix share."""

from typing import Any

from tablee.games.sprintilix.rules import GAME
from tablee.games.sprintilix.state import SprintilixState
from tablee.kernel.events import Event
from tablee.kernel.rng import seed_from
from tablee.kernel.state import SeatState
from tablee.kernel.units import Millis, Seat
from tests.table import card, do, faces, names, view, wait, wait_until

SOUNDS: tuple[dict[str, str], ...] = (
    {},
    {"A": "KA", "E": "SE", "I": "SI", "O": "KO", "U": "KU", "Y": "SI"},
    {"A": "GA", "E": "JE", "I": "JI", "O": "GO", "U": "GU", "Y": "JY"},
)
"""Manches 2 and 3, as they sound."""


def begun(players: int = 2, manche: int = 1, *, people: int | None = None, **options: Any) -> SprintilixState:
    """The sprint of a manche, at its first cards; in the manches before nobody has read anything."""
    s = laid_out(players, manche, people=people, **options)
    for seat in s.all_seats if s.together else ():
        do(s, seat, "ready")
    wait_until(s, "sprint")
    return s


def laid_out(players: int = 2, manche: int = 1, *, people: int | None = None, **options: Any) -> SprintilixState:
    seat_options = options.pop("seat_options", None)
    humans = players if people is None else people
    s = GAME.start(
        players,
        seed=seed_from(1),
        options={"starter": 0, **options},
        seat_options=seat_options,
        seats=[SeatState(human=seat < humans) for seat in range(players)],
        watched=True,
    )
    while s.manche < manche - 1:
        if names(s, s.starter) & {"syllable", "next_card"} or view(s).phase == "sprint":
            for seat in s.all_seats:
                if "abandon" in names(s, seat):
                    do(s, seat, "abandon")
        elif "ok" in names(s, 0):
            for seat in s.all_seats:
                do(s, seat, "ok")
        else:
            wait(s)
    return s


def before(s: SprintilixState, seat: Seat, letter: str) -> None:
    """Lays a letter before a seat instead of the card that lies there."""
    face = next(f for f in faces(s, s.pile(seat)) + faces(s, s.turned(seat)) if f[-1] == letter)
    there = s.turned(seat).cards[-1]
    if s.faces[there] == face:
        return
    other = card(s, face, s.pile(seat))
    s.faces[there], s.faces[other] = s.faces[other], s.faces[there]


def reads(s: SprintilixState, seat: Seat, text: str, after: Millis = 1_000, lag: Millis = 0) -> list[Event]:
    """Types a syllable so long after its card was shown; it comes to the table after a lag."""
    at = s.stimuli[s.stimulus[seat]] + after
    return do(s, seat, "syllable", t=max(s.now, at + lag), at=at, text=text)


def right(s: SprintilixState, seat: Seat) -> str:
    letter = s.letter(seat)
    return SOUNDS[s.manche].get(letter, letter + "A")


def reads_all(s: SprintilixState, seat: Seat, each: Millis = 1_000, lag: Millis = 0) -> list[Event]:
    """One seat reads its whole pile."""
    events: list[Event] = []
    while s.fate[seat] == "runs":
        events += reads(s, seat, right(s, seat), each, lag)
    return events


def phase(s: SprintilixState) -> str:
    return view(s).phase
