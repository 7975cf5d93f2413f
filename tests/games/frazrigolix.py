"""What the tests of Frazrigolix share."""

from typing import Any

from tablee.games.frazrigolix.rules import GAME, Flip, FrazrigolixState
from tablee.kernel.events import Event
from tablee.kernel.moves import Move
from tablee.kernel.record import Played, SeatChanged, apply
from tablee.kernel.units import Millis, Seat
from tablee.pieces.notation import arrange
from tests.table import do, start, view, wait


def at(position: str, *, seat: Seat = 0, players: int = 4, laid: tuple[Seat, ...] = (), **options: Any) -> Any:
    """A position in which this seat may turn its card; `laid` says who laid the cards in the middle."""
    s = start(GAME, players, starter=0, **options)
    arrange(s, position + " | aside=…")
    s.scores = [len(s.won(i).cards) for i in s.all_seats]
    s.layers = list(laid)
    s.goto(Flip(seat=seat))
    s._settle()
    s.drain()
    return s


FULL = "pile:0=vE pF | pile:1=vS bR | pile:2=vT {} | pile:3=vA vN"


def searching(letter: str = "pW", **options: Any) -> FrazrigolixState:
    """Example 5: seat 0 has said « parfaitement » on F, seat 1 has turned this letter at table time 3 000."""
    s: FrazrigolixState = at(f"pile:0=vE pF | pile:1=vS {letter} | pile:2=vT vL | pile:3=vA vN", **options)
    do(s, 0, "flip")
    word(s, 0, "parfaitement")
    wait(s, "said/close")
    do(s, 1, "flip")
    return s


def word(
    s: FrazrigolixState, seat: Seat, text: str, t: Millis | None = None, *, move: str = "say", known: bool = True
) -> list[Event]:
    """A word as it comes through the door: said, or sealed (`idea`), with the lexicon's answer."""
    t = s.now if t is None else t
    s.drain()
    offer = next((o for o in s.offers(seat) if o.name == move), None)
    answers = offer.stimulus if offer else None
    apply(s, Played(t, seat, Move(move, {"word": text}, t, answers, known={text: int(known)})))
    return s.drain()


def launch(s: FrazrigolixState, seat: Seat, text: str, t: Millis | None = None, *, known: bool = True) -> None:
    """A chrono with a sealed word, up to the moment it starts to run."""
    word(s, seat, text, t, move="idea", known=known)
    wait(s, "search/close")


def stands(s: FrazrigolixState) -> None:
    """Nobody contests what has just been said."""
    wait(s, "said/close")


def phase(s: FrazrigolixState) -> str:
    return view(s).phase


def piles(s: FrazrigolixState) -> list[int]:
    return [len(s.pile(seat).cards) for seat in s.all_seats]


def due(s: FrazrigolixState) -> tuple[str, Millis]:
    alarm = s.next_alarm()
    assert alarm is not None
    return alarm.name, alarm.at


def active(s: FrazrigolixState) -> tuple[Seat, ...]:
    return view(s).active


def absent(s: FrazrigolixState, *seats: Seat) -> None:
    for seat in seats:
        apply(s, SeatChanged(s.now, seat, human=False, present=True))


def two_words(third: str) -> FrazrigolixState:
    """Examples 3 and 4: P0 « parfaitement » on F, P1 « heureux » on R; P2 is about to turn this card."""
    s: FrazrigolixState = at(FULL.format(third))
    for seat, text in ((0, "parfaitement"), (1, "heureux")):
        do(s, seat, "flip")
        word(s, seat, text)
        stands(s)
    return s
