"""What the tests of Hyperspeedix share."""

from typing import Any

from tablee.bots.bot import Level, Plan, Sighting
from tablee.games.hyperspeedix.bots import BOT
from tablee.games.hyperspeedix.rules import GAME, Claims, HyperspeedixState, Start
from tablee.kernel.events import Event
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import CardId, Millis, Seat
from tablee.pieces.notation import arrange
from tablee.words import flags
from tablee.words.lexicon import Lexicon
from tests.table import do, faces, start, view, wait

PILES = "pile:0=pZ bZ pY | pile:1=pX bX bY | pile:2=pW bW pV"


def race(tops: str, *, layer: Seat = 0, players: int = 3, rest: str = PILES, **options: Any) -> HyperspeedixState:
    """These cards are on top of the centre's piles (`pA/bB`: bB on pA); `layer` has laid the last one just now."""
    stacks = [pile.replace("/", " ") for pile in tops.split()]
    s = start(GAME, players, starter=0, piles=options.pop("piles", len(stacks)), **options)
    centre = " | ".join(f"centre:{i}={cards}" for i, cards in enumerate(stacks))
    arrange(s, f"{centre} | {rest} | aside=…")
    s.layer = layer
    s.laid = [s.stimulate() for _ in range(s.options.piles)]
    s.goto(Claims(stimulus=s.stimulate()))
    s._settle()
    s.drain()
    return s


def starting(rest: str, *, seat: Seat = 0, players: int = 3, **options: Any) -> HyperspeedixState:
    """The centre is empty; this seat turns the first card."""
    s = start(GAME, players, starter=0, **options)
    arrange(s, f"{rest} | aside=…")
    s.goto(Start(seat=seat))
    s._settle()
    s.drain()
    return s


def claim(s: HyperspeedixState, seat: Seat, what: str, t: Millis = 3_000, *, known: int = 1) -> None:
    """« slap », « toutilix », or a word."""
    if what in ("slap", "toutilix", "buzz"):
        do(s, seat, what, t=t)
    else:
        do(s, seat, "say", t=t, word=what, known={what: known})


def decide(s: HyperspeedixState, *claims: tuple[Seat, str, Millis]) -> list[Event]:
    for seat, what, t in claims:
        claim(s, seat, what, t)
    return wait(s, "claims/close")


def turn(s: HyperspeedixState, seat: Seat) -> None:
    """The seat turns its starting card, half a second after the one before."""
    do(s, seat, "flip", t=s.now + 500)
    if isinstance(s.phases[-1], Start) and s.phases[-1].presses:
        wait(s, "start/close")


def laid(s: HyperspeedixState) -> list[list[str]]:
    return [faces(s, zone) for zone in s.centre]


def top(s: HyperspeedixState, pile: int) -> CardId:
    return s.centre[pile].cards[-1]


def phase(s: HyperspeedixState) -> str:
    return view(s, 0).phase


LEXICON = Lexicon.of(
    [("bar", flags.NOUN, 4.5), ("barbe", flags.NOUN, 4.0), ("tout", flags.NOUN, 6.0), ("os", flags.NOUN, 4.0)]
)


def plan(s: HyperspeedixState, seat: Seat, level: Level = Level.STRONG, seed: int = 1) -> Plan | None:
    return BOT(seat, level, keyed(seed_from(seed), "bot", seat), LEXICON).react(Sighting(s, seat, []))
