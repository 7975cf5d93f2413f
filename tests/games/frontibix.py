"""What the tests of Frontibix share."""

from typing import Any

from tablee.bots.bot import Level, Sighting
from tablee.games.frontibix.bots import BOT
from tablee.games.frontibix.rules import GAME, Draw, FrontibixState
from tablee.kernel.events import Event
from tablee.kernel.moves import Offer
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Millis, Seat
from tablee.pieces.notation import arrange
from tablee.words import flags
from tablee.words.lexicon import Lexicon
from tests.table import do, start, view

R, F = 0, 1
"""Roberto challenges Florence."""


def duel(roberto: str, florence: str, *, players: int = 3, pile: str = "", **options: Any) -> FrontibixState:
    """Roberto (seat 0) and Florence (seat 1) have these cards on their foreheads, at table time 0.

    `pile` is what is drawn after them, the next card last; all other cards lie under it. No word is contested,
    unless the table wants that.
    """
    s = start(GAME, players, starter=R, **{"contests": False} | options)
    arrange(s, f"pile=… {pile} {roberto} {florence}")
    s.challenger, s.challenged = R, F
    s.goto(Draw())
    s._settle()
    s.drain()
    return s


def last(roberto: str, florence: str, **options: Any) -> FrontibixState:
    """The same as the last duel: one card is left."""
    s = start(GAME, 3, starter=R, contests=False, **options)
    arrange(s, f"pile=pZ {roberto} {florence} | forehead:2=…")
    s.challenger, s.challenged = R, F
    s.goto(Draw())
    s._settle()
    s.drain()
    return s


def clue(s: FrontibixState, seat: Seat, word: str, *, known: int = 1, t: Millis | None = None) -> list[Event]:
    return do(s, seat, "clue", word=word, known={word: known}, t=t)


def fought(roberto: str = "bL", florence: str = "pR", **options: Any) -> FrontibixState:
    """Both clues are given and right, at table time 0: the duel has begun."""
    s = duel(roberto, florence, **options)
    clue(s, R, florence[1].lower() + "evolver")
    clue(s, F, roberto[1].lower() + "imonade")
    assert phase(s) == "duel"
    return s


def say(s: FrontibixState, seat: Seat, word: str, t: Millis, *, known: int = 1) -> None:
    do(s, seat, "say", t=t, word=word, known={word: known})


def phase(s: FrontibixState) -> str:
    return view(s, 0).phase


def offer(s: FrontibixState, seat: Seat, name: str) -> Offer:
    return next(o for o in s.offers(seat) if o.name == name)


def worn(s: FrontibixState, viewer: Seat | None, bearer: Seat) -> list[str | None]:
    """The faces that a viewer sees on a forehead (a spectator: None)."""
    zone = view(s, *([] if viewer is None else [viewer])).zone(f"forehead:{bearer}")
    return [c.face for c in zone.cards if c] or [None] * zone.count


LEXICON = Lexicon.of(
    [
        ("revolver", flags.NOUN, 3.5),
        ("rue", flags.NOUN, 5.0),
        ("limonade", flags.NOUN, 3.0),
        ("lit", flags.NOUN, 5.0),
        ("lampe", flags.NOUN, 4.0),
        ("baril", flags.NOUN, 3.0),
        ("kilo", flags.NOUN, 4.0),
        ("kir", flags.NOUN, 2.0),
    ]
)


def bot(seat: Seat, level: Level = Level.STRONG, seed: int = 1) -> Any:
    return BOT(seat, level, keyed(seed_from(seed), "bot", seat), LEXICON)


def shown(s: FrontibixState, seat: Seat) -> Sighting:
    return Sighting(s, seat, [])
