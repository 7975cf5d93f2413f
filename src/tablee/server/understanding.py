"""What somebody means by what he typed. Lists may be long, so workers find it out, and no table waits for it."""

from collections.abc import Mapping

from msgspec import Struct

from tablee.kernel.door import Door
from tablee.kernel.refusal import Refused
from tablee.kernel.state import State
from tablee.kernel.units import Seat, Seats
from tablee.prose.seat import NOTHING, HalfMove, Meant, TextSeat
from tablee.texts import Language, texts

LONGEST_LINE = 400


class TypedLine(Struct, frozen=True):
    """What was typed, by whom, and what the people at the table are called by him."""

    seat: Seat
    viewers: Seats
    line: str
    said: HalfMove
    language: Language
    names: Mapping[Seat, str]


def understood(state: State, game: str, typed: TypedLine) -> Meant:
    """What he says that he had said before may be anything."""
    if len(typed.line) > LONGEST_LINE:
        raise Refused("too_long")
    door = Door(state, typed.viewers)
    words = texts(game, typed.language)
    text = TextSeat(door.view(), door.offers(typed.seat), typed.seat, words, typed.language, typed.names)
    said = typed.said or NOTHING
    try:
        if not typed.line.strip():
            return Meant(menu=text.menu(said))
        return text.answer(typed.line, said)
    except Refused:
        raise
    except Exception:
        raise Refused("malformed") from None
