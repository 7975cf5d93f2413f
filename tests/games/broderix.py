"""What the tests of Broderix share."""

from collections.abc import Mapping
from typing import Any

from tablee.games.broderix.rules import GAME, BroderixState, Start
from tablee.kernel.events import Event
from tablee.kernel.record import SeatChanged, apply
from tablee.kernel.units import NOBODY, Millis, Seat
from tablee.pieces.notation import arrange
from tablee.words import flags
from tablee.words.flags import FUNCTION, KNOWN, NOUN, VERB
from tests.table import do, start, view, wait

FIRST = (
    "pO", "vA", "vT", "★", "pS",
    "vE", "vL", "pI", "bO", "bS",
    "bT", "bI", "bR", "vN", "vU",
    "pL", "bC", "bD", "pF", "pG",
)  # fmt: skip
"""The carpet of most tests, line by line."""

KINDS = {"mange": NOUN | VERB, "une": FUNCTION, "Robert": flags.FIRST_NAME, "était": VERB, "table": NOUN | VERB}


def at(
    *piles: str,
    carpet: Mapping[int, str] | None = None,
    draw: str = "…",
    layer: int = 2,
    down: tuple[int, ...] = (),
    seat: Seat = 0,
    **options: Any,
) -> BroderixState:
    """A position in which this seat is to turn its first card: the piles of all seats, the top card last, and the
    places of the carpet that differ from `FIRST`. The piles of the carpet in `down` are turned face down."""
    s = start(GAME, len(piles), starter=seat, **options)
    s.layer = layer
    for place in down:
        s.carpet[place].seers = NOBODY
    lies = [*FIRST]
    for place, cards in (carpet or {}).items():
        lies[place] = cards
    rest = "" if "…" in draw else " | aside=…"
    parts = [f"carpet:{i}={cards}" for i, cards in enumerate(lies) if cards]
    parts += [f"pile:{i}={cards}" for i, cards in enumerate(piles)]
    arrange(s, " | ".join([*parts, f"draw={draw}"]) + rest)
    s.turns = 0
    s.goto(Start(seat=seat))
    s._settle()
    s.drain()
    return s


def lay(
    s: BroderixState,
    seat: Seat,
    pile: int,
    word: str,
    t: Millis | None = None,
    *,
    move: str = "lay",
    kind: int | None = None,
) -> list[Event]:
    """A word as it comes through the door, with what the lexicon says of it (0: it does not know it)."""
    written = f"{word}'" if len(word) == 1 and word in "cdjlmnst" else word
    known = {written: KNOWN | (KINDS.get(word, 0) or NOUN) if kind is None else kind}
    return do(s, seat, move, t=t, known=known, pile=pile, word=word)


def turn_and_lay(s: BroderixState, seat: Seat, pile: int, word: str, **more: Any) -> list[Event]:
    """A whole card, up to the end of the window; nobody contests."""
    do(s, seat, "flip")
    lay(s, seat, pile, word, **more)
    return wait(s, "said/close")


def searching(*piles: str, **more: Any) -> BroderixState:
    """The card on top of the first pile has been turned, at table time 0."""
    s = at(*piles, **more)
    do(s, 0, "flip")
    return s


def phase(s: BroderixState) -> str:
    return view(s).phase


def active(s: BroderixState) -> tuple[Seat, ...]:
    return view(s).active


def sizes(s: BroderixState) -> list[int]:
    return [len(s.pile(seat).cards) for seat in s.all_seats]


def due(s: BroderixState) -> tuple[str, Millis]:
    alarm = s.next_alarm()
    assert alarm is not None
    return alarm.name, alarm.at


def top(s: BroderixState, place: int) -> str | None:
    """The face that everybody sees at a place of the carpet."""
    cards = [c.face for c in view(s).zone(f"carpet:{place}").cards if c and c.face]
    return cards[-1] if cards else None


def places(s: BroderixState, seat: Seat, move: str = "lay") -> list[int]:
    offer = next(o for o in s.offers(seat) if o.name == move)
    return list(offer.params["pile"].values())


def bots(s: BroderixState, *seats: Seat) -> None:
    for seat in seats:
        apply(s, SeatChanged(s.now, seat, human=False, present=True))


SECOND = (
    "vO", "vO", "yO", "yO", "vE",
    "vE", "vE", "vE", "vE", "yE",
    "yE", "yA", "yA", "vA", "vA",
    "yI", "yI", "vI", "yU", "yU",
)  # fmt: skip

COVERED = {i: f"{first} {second}" for i, (first, second) in enumerate(zip(FIRST, SECOND, strict=True))}
"""A carpet on which every card is covered by a second one."""


def covered_but(**uncovered: str) -> dict[int, str]:
    """The same, with these cards in the places named (p0, p19) instead."""
    return {**COVERED, **{int(place[1:]): face for place, face in uncovered.items()}}


def une(**more: Any) -> BroderixState:
    """Example 12: « Robert mange une », and « une » may be contested. Seat 2 is its author."""
    s = at("vE vT pB", "vR vL pM", "vS bU", **more)
    turn_and_lay(s, 0, 0, "Robert")
    turn_and_lay(s, 1, 5, "mange")
    do(s, 2, "flip")
    lay(s, 2, 13, "une")
    return s
