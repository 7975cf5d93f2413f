"""What the tests of Toufrazix share."""

from typing import Any

import pytest

from tablee.games.toufrazix.rules import GAME, ToufrazixState
from tablee.kernel.events import Event
from tablee.kernel.moves import Move
from tablee.kernel.record import Played, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Millis, Seat
from tablee.pieces.notation import arrange
from tablee.words.fit import Sentence
from tablee.words.flags import NOUN, VERB
from tablee.words.lexicon import Lexicon
from tests.table import do, start, view, wait

VERBS = {
    "arrêtez",
    "aime",
    "plonge",
    "votent",
    "mange",
    "marchez",
    "vote",
    "vole",
    "lave",
    "étonne",
    "donne",
    "tombe",
}

OTHERS = {
    "tout", "ta", "poule", "ses", "tantes", "maintenant", "chaise", "toit", "dodo", "dans", "le", "la", "loup",
    "demain", "table", "mon", "ton", "ami", "deux", "rose", "soir", "y",
}  # fmt: skip

LEXICON = Lexicon.of([*((w, VERB, 5.0) for w in VERBS), *((w, NOUN, 5.0) for w in OTHERS)]).read_by(
    lambda words: list(words) != ["tombe", "tout"]
)

LEFT, RIGHT = "left", "right"


def table(position: str, players: int = 3, *, seat: Seat = 0, **options: Any) -> ToufrazixState:
    """This seat is about to turn a card; whatever the position does not name is in the draw pile."""
    s = start(GAME, players, starter=seat, **options)
    arrange(s, position if "…" in position else f"{position} | draw=…")
    s.drain()
    return s


def plain(position: str = "line:0=vT | pile:0=pK vO", **more: Any) -> ToufrazixState:
    """The others have cards that do not matter."""
    return table(f"{position} | pile:1=pW bW | pile:2=pQ bQ", **more)


def searching(position: str = "line:0=vT | pile:0=pK vO", **more: Any) -> ToufrazixState:
    """Seat 0 has turned its card at table time 0."""
    s = plain(position, **more)
    do(s, 0, "flip")
    return s


def say(
    s: ToufrazixState,
    seat: Seat,
    line: int,
    side: str,
    sentence: str,
    t: Millis | None = None,
    *,
    at: Millis | None = None,
    name: str = "say",
) -> list[Event]:
    """A sentence as it comes in, with what the dictionary of this test knows; lines are counted from 1."""
    t = s.now if t is None else t
    s.drain()
    words = sentence.split()
    offer = next((o for o in s.offers(seat) if o.name == name), None)
    args = {"end": f"line:{line - 1}/{side}", "words": words}
    move = Move(name, args, t if at is None else at, offer.stimulus if offer else None)
    move = offer.looked_up(move, LEXICON) if offer else move
    apply(s, Played(t, seat, move))
    return s.drain()


def wrong(s: ToufrazixState, seat: Seat, line: int, side: str, sentence: str, name: str = "say") -> str:
    with pytest.raises(Refused) as no:
        say(s, seat, line, side, sentence, name=name)
    return no.value.code


def stands(s: ToufrazixState) -> list[Event]:
    """Nobody contests what has just been said."""
    return wait(s, "spoken_sentence/close")


def says(s: ToufrazixState, seat: Seat, line: int, side: str, sentence: str) -> list[Event]:
    return [*say(s, seat, line, side, sentence), *stands(s)]


def seal(
    s: ToufrazixState,
    seat: Seat,
    line: int,
    side: str,
    sentence: str,
    t: Millis | None = None,
    at: Millis | None = None,
) -> list[Event]:
    return say(s, seat, line, side, sentence, t, at=at, name="idea")


def written_on(s: ToufrazixState, line: int) -> list[str]:
    """The words under the cards of a line."""
    said = s.zone(f"line:{line - 1}").said
    assert said is not None
    return said.split()


def has_sentence(s: ToufrazixState, line: int, sentence: str, by: Seat) -> None:
    """As if somebody had said it."""
    zone = s.zone(f"line:{line - 1}")
    zone.said, zone.by = sentence, [by]


def phase(s: ToufrazixState) -> str:
    return view(s).phase


def turn(s: ToufrazixState) -> Seat:
    return view(s).active[0]


def counts(s: ToufrazixState) -> list[int]:
    return [len(s.pile(seat).cards) for seat in s.all_seats]


def due(s: ToufrazixState) -> tuple[str, Millis]:
    alarm = s.next_alarm()
    assert alarm is not None
    return alarm.name, alarm.at


def boxes(s: ToufrazixState, end: str) -> Sentence:
    """The boxes that the searcher is offered at an end."""
    found = next(o for o in s.offers(0) if o.name == "say").params["words"].given({"end": end})
    assert isinstance(found, Sentence)
    return found


SEVEN = "vT vO vM vS vA vE vR"

SIX = "vT vO vM vS vA vE"
