"""What the tests of Jackpotix share."""

from typing import Any

import pytest

from tablee.games.jackpotix.rules import GAME
from tablee.games.jackpotix.table import JackpotixState
from tablee.kernel.events import Event
from tablee.kernel.moves import Move
from tablee.kernel.record import Played, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.state import SeatState
from tablee.kernel.units import Millis, Seat
from tablee.pieces.notation import arrange
from tablee.words.flags import ADJECTIVE, FIRST_NAME, INFINITIVE, NOUN, PROPER, VERB
from tablee.words.lexicon import Lexicon
from tests.table import card, do, start, view, wait

ENGLISH = Lexicon.of([("with", 0, 6.0), ("lynxes", 0, 2.0)], "en")

FRENCH = Lexicon.of(
    [
        *(
            (word, NOUN, 4.0)
            for word in ("cadeau", "château", "plateforme", "carte", "chat", "chats", "lynx", "nez")
        ),
        ("car", NOUN, 5.0),
        ("tâter", VERB | INFINITIVE, 2.0),
        # for the tests besides the spec's examples
        *((word, NOUN, 3.0) for word in ("tata", "képi", "wagon", "kayak", "chatte")),
        ("vert", ADJECTIVE, 4.0),
        ("TGV", 0, 3.0),
        ("Éva", FIRST_NAME | PROPER, 3.0),
    ]
).beside(lambda: [ENGLISH])
"""The spec's test lexicon and a few more; a sigle and a name are known, but are no words of the dictionary."""

BUSY = "row:-2=pB | row:-1=pD | row:0=pF | row:1=pG | row:2=pH"
"""Five rows."""


def table(position: str, players: int = 2, *, people: int | None = None, **options: Any) -> JackpotixState:
    """A position in which S0 is to move, and no word is contested unless the table wants that."""
    s = start(GAME, players, starter=0, **{"contests": False} | options)
    arrange(s, position)
    if people is not None:
        s.seats = tuple(SeatState(human=seat < people) for seat in range(players))
    return s


def lay(s: JackpotixState, seat: Seat, face: str, place: str, word: str, t: Millis | None = None) -> list[Event]:
    """A card of the hand at an end of a row or in an empty slot, with its word as the lexicon knows it."""
    return typed(s, seat, Move("lay", {"card": card(s, face, s.hand(seat)), "place": place, "word": word}), t)


def typed(s: JackpotixState, seat: Seat, move: Move, t: Millis | None = None) -> list[Event]:
    s.drain()
    _, offer = s.find(seat, move.name)
    at = s.now if t is None else t
    move = offer.looked_up(Move(move.name, move.args, at), FRENCH)
    apply(s, Played(at, seat, move))
    return s.drain()


def no(s: JackpotixState, seat: Seat, face: str, place: str, word: str) -> str:
    """The code with which a word is refused."""
    with pytest.raises(Refused) as refusal:
        lay(s, seat, face, place, word)
    return refusal.value.code


def pick_up(s: JackpotixState, seat: Seat = 0) -> None:
    do(s, seat, "collect")
    wait(s, "pick_up/over")


def phase(s: JackpotixState) -> str:
    return view(s).phase


def turn(s: JackpotixState) -> Seat:
    (seat,) = view(s).active
    return seat


def gains(s: JackpotixState) -> list[int]:
    return [len(s.won(seat).cards) for seat in s.all_seats]


def typed_unknown(s: JackpotixState, face: str, place: str, word: str) -> None:
    """A word that the lexicon knows though it is in no dictionary of these tests."""
    args = {"card": card(s, face, s.hand(0)), "place": place, "word": word}
    apply(s, Played(s.now, 0, Move("lay", args, s.now, known={word: 1 | NOUN})))
