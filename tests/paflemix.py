"""Positions of Paflémix for its tests: a story so far, a card laid, a telling."""

from collections.abc import Mapping, Sequence
from typing import Any

from tablee.games.paflemix.rules import GAME, Deal, Open, Story
from tablee.games.paflemix.state import PaflemixState, Top
from tablee.games.paflemix.telling import Tell
from tablee.kernel.events import Event
from tablee.kernel.units import Millis, Seat
from tablee.pieces.notation import arrange
from tablee.words.flags import FUNCTION, KNOWN, NOUN, VERB
from tests.table import card, do, start, view, wait

PLAIN_WORD, VERB_FORM, SMALL_WORD = KNOWN | NOUN, KNOWN | VERB, KNOWN | FUNCTION
HANDS = "hand:0=vE pK bW | hand:1=vS pX bX | hand:2=vT pQ bQ"


def opened(letter: str = "pF", hands: str = HANDS, players: int = 3, **options: Any) -> PaflemixState:
    """Seat 0 has just turned this letter, at table time 0."""
    s = start(GAME, players, starter=0, **options)
    arrange(s, f"{hands} | pile={letter} | draw=…")
    s.phases = [Deal(), Open(seat=0, initial=letter[-1], stimulus=s.stimulate())]
    s.fresh = True
    s._settle()
    s.drain()
    return s


def storied(
    pile: str = "pF vE", words: str = "Fabien et", hands: str = HANDS, *, by: Seat = 0, players: int = 3,
    verb: bool = False, said_s: int = 0, **options: Any,
) -> PaflemixState:  # fmt: skip
    """These cards lie there with these words, the last one laid by seat `by` just now; no word can be contested,
    unless the test says so."""
    s = start(GAME, players, starter=0, said_s=said_s, **options)
    arrange(s, f"{hands} | pile={pile} | draw=…")
    s.story, s.phrase = words.split(), words.split()
    s.verbs = [False] * len(s.phrase)
    s.verbs[-1] = verb
    s.top, s.silent = Top(by, s.phrase[-1], s.now), True
    s.phases = [Deal(), Story(stimulus=s.stimulate())]
    s.fresh = True
    s._settle()
    s.drain()
    return s


def lay(
    s: PaflemixState, seat: Seat, face: str, word: str, t: Millis | None = None, flags: int = PLAIN_WORD,
    **more: Any,
) -> list[Event]:  # fmt: skip
    """A card and its word, as they come through the door, a second after now unless said otherwise."""
    t = s.now + 1_000 if t is None else t
    return do(s, seat, "lay", t=t, card=card(s, face, s.hand(seat)), word=word, known={word: flags}, **more)


def put(s: PaflemixState, seat: Seat, move: str, face: str, t: Millis | None = None, **more: Any) -> list[Event]:
    """An étoile (`full_stop`), a pétard, or a card taken on a shared screen."""
    t = s.now + 1_000 if t is None else t
    return do(s, seat, move, t=t, card=card(s, face, s.hand(seat)), **more)


def lays(s: PaflemixState, seat: Seat, face: str, word: str, flags: int = PLAIN_WORD) -> list[Event]:
    """The same, and what comes of it."""
    lay(s, seat, face, word, flags=flags)
    return wait(s, "story/close")


def first(
    s: PaflemixState, seat: Seat, word: str, t: Millis | None = None, flags: int = PLAIN_WORD
) -> list[Event]:
    do(s, seat, "open_story", t=s.now + 1_000 if t is None else t, word=word, known={word: flags})
    return wait(s, "open/close")


TOLD = ("pF Fabien", "vE et", "pY Yves", "vS sont")
"""Example 1."""


def telling(
    cards: Sequence[str] = TOLD, *, teller: Seat = 2, hands: str = "hand:0=pK | hand:1=pX", players: int = 3,
    **options: Any,
) -> PaflemixState:  # fmt: skip
    """This seat is rid of its cards and tells the story, whose cards and words these are."""
    s = start(GAME, players, starter=0, **options)
    pairs = [entry.split(maxsplit=1) for entry in cards]
    arrange(s, f"{hands} | pile={' '.join(face for face, _ in pairs)} | draw=…")
    s.story, s.silent = [word for _, word in pairs], True
    s.turn_over()
    s.phases = [Deal(), Tell(seat=teller, many=len(pairs))]
    s.fresh = True
    s._settle()
    s.drain()
    return s


def recite(s: PaflemixState, seat: Seat, word: str, flags: int = PLAIN_WORD) -> list[Event]:
    return do(s, seat, "recite", word=word, known={word: flags})


def propose(s: PaflemixState, seat: Seat, word: str, flags: int = PLAIN_WORD) -> list[Event]:
    return do(s, seat, "propose", word=word, known={word: flags})


def presses(s: PaflemixState, seats: Mapping[Seat, Millis]) -> None:
    """Who says no, and how long after the teller's word."""
    shown = s.stimuli[-1]
    for seat, after in seats.items():
        do(s, seat, "objection", t=max(s.now, shown + after), at=shown + after)


def phase(s: PaflemixState) -> str:
    return view(s).phase


def counts(s: PaflemixState) -> list[int]:
    """How many cards each seat holds."""
    return [len(s.hand(seat).cards) for seat in s.all_seats]


def spoken(s: PaflemixState) -> list[str]:
    """The words that everybody can read now."""
    words: list[str] = view(s).fact("spoken")
    return words
