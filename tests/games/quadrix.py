"""What the tests of Quadrix share."""

from typing import Any

import pytest

from tablee.games.quadrix.rules import GAME, QuadrixState
from tablee.kernel.events import Event
from tablee.kernel.moves import Move
from tablee.kernel.record import Played, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Millis, Seat
from tablee.pieces.notation import arrange
from tablee.words.flags import ADJECTIVE, ADVERB, FUNCTION, NOUN, PROPER, VERB
from tablee.words.lexicon import Lexicon
from tests.table import do, start, view, wait

FLAGS = {
    VERB: "goûte arrête marche manges est cherchez tape mange dort dit ment hurle rit court rêvent a lit ose",
    NOUN: "toit moteur chat chats rat loup",
    FUNCTION: "toi ton tu moins vous le la les mes ma deux il mon un",
    ADVERB: "vraiment beaucoup maintenant très",
    ADJECTIVE: "malade petit",
    PROPER: "François Mamie",
}

LEXICON = Lexicon.of((word, flags, 4.0) for flags, words in FLAGS.items() for word in words.split()).read_by(
    lambda words: list(words) != ["rit", "toit"]
)


def table(position: str, players: int = 3, *, seat: Seat = 0, said: str = "", **options: Any) -> QuadrixState:
    """Seat `seat` is about to turn a card; whatever the position does not name is in the draw pile. What lies in
    the square was laid place after place, and `said` is the sentence that stands."""
    s = start(GAME, players, starter=seat, **options)
    arrange(s, position if "…" in position else f"{position} | draw=…")
    s.laid = sum(len(stack.cards) for stack in s.square)
    s.spoken = said.split()
    s.write(s.spoken)
    return s


def plain(position: str = "pile:0=bK pR", **more: Any) -> QuadrixState:
    """A square of T T / M A; the others have cards that do not matter."""
    square = "square:0=pT | square:1=bT | square:2=pM | square:3=pA"
    said = "vraiment tu manges beaucoup"
    return table(f"{square} | {position} | pile:1=pK bX | pile:2=pW bW", said=said, **more)


def alone(*faces_: str, **more: Any) -> QuadrixState:
    """An empty square; seat 0 turns these cards, the last of them first."""
    return table(f"pile:0={' '.join(faces_)} | pile:1=pK bX | pile:2=pW bW", **more)


def say(
    s: QuadrixState,
    seat: Seat,
    text: str,
    name: str = "say",
    *,
    t: Millis | None = None,
    at: Millis | None = None,
) -> list[Event]:
    """A sentence as it comes through the door, where the lexicon is asked."""
    t = s.now if t is None else t
    s.drain()
    offer = next((o for o in s.offers(seat) if o.name == name), None)
    move = Move(name, {"words": text.split()}, t if at is None else at, offer.stimulus if offer else None)
    if offer is not None:
        move = offer.looked_up(move, LEXICON)
    apply(s, Played(t, seat, move))
    return s.drain()


def wrong(s: QuadrixState, seat: Seat, text: str, name: str = "say") -> str:
    with pytest.raises(Refused) as no:
        say(s, seat, text, name)
    return no.value.code


def stands(s: QuadrixState) -> list[Event]:
    """Nobody contests what has just been said."""
    return wait(s, "spoken_sentence/close")


def turned(s: QuadrixState, seat: Seat, text: str) -> list[Event]:
    """A card is turned, and a sentence said on it that stands."""
    do(s, seat, "flip")
    say(s, seat, text)
    return stands(s)


def phase(s: QuadrixState) -> str:
    return view(s).phase


def turn(s: QuadrixState) -> Seat:
    return view(s).active[0]


def counts(s: QuadrixState) -> list[int]:
    return [len(s.pile(seat).cards) for seat in s.all_seats]


def tops(s: QuadrixState) -> list[str]:
    """What everybody sees of the square, an empty place as a dot."""
    seen = [view(s).zone(f"square:{place}").cards for place in range(4)]
    return [cards[-1].face or "" if cards and cards[-1] else "·" for cards in seen]


def heights(s: QuadrixState) -> list[int]:
    return [view(s).zone(f"square:{place}").count for place in range(4)]


def under(s: QuadrixState) -> list[str | None]:
    """The words under the cards of the square."""
    return [view(s).zone(f"square:{place}").said for place in range(4)]
