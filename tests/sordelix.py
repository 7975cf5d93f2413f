"""What Sordelix tests share: words given by hand, and ways into the middle of a turn."""

from typing import Any

from tablee.games.sordelix.rules import GAME, Search
from tablee.games.sordelix.state import SordelixState
from tablee.kernel.events import Event
from tablee.kernel.units import CardId, Millis, Seat
from tablee.pieces.toutilix import PETARD, SYMBOL
from tablee.words.flags import KNOWN
from tests import table
from tests.table import start, view

WORDS = (
    "dinosaures",
    "crocodiles",
    "champignon",
    "fourchette",
    "libellules",
    "trampoline",
    "perroquets",
    "aquarelles",
)


def until(s: SordelixState, t: Millis | None) -> None:
    """Lets the alarm ring that tells the scribe what he may mask, as often as it is due before a time."""
    while t is not None and (due := s.next_alarm()) is not None and due.at < t and due.name == "mask/ripe":
        table.wait(s)


def wait(s: SordelixState, name: str | None = None) -> list[Event]:
    """The next alarm, or the one named, before which only the scribe was told something."""
    while name not in (None, "mask/ripe") and (due := s.next_alarm()) is not None and due.name == "mask/ripe":
        table.wait(s)
    return table.wait(s, name)


def do(s: SordelixState, seat: Seat, name: str, /, *, t: Millis | None = None, **args: Any) -> list[Event]:
    until(s, t)
    return table.do(s, seat, name, t=t, **args)


def refused(s: SordelixState, seat: Seat, name: str, /, *, t: Millis | None = None, **args: Any) -> str:
    until(s, t)
    return table.refused(s, seat, name, t=t, **args)


def opened(players: int = 3, **options: Any) -> SordelixState:
    """Everybody is to choose a word; seat 0 is the first scribe."""
    return start(GAME, players, **{"starter": 0, **options})


def write(s: SordelixState, seat: Seat, word: str, flags: int = KNOWN) -> list[Event]:
    return do(s, seat, "write", word=word, known={word: flags})


def laid(players: int = 3, words: tuple[str, ...] = WORDS, **options: Any) -> SordelixState:
    """All have chosen; the cards of DINOSAURES lie face down, and seat 0 may still swap some."""
    s = opened(players, **options)
    for seat in s.all_seats:
        write(s, seat, words[seat])
    return s


def begun(players: int = 3, words: tuple[str, ...] = WORDS, **options: Any) -> SordelixState:
    s = laid(players, words, **options)
    do(s, 0, "begin")
    return s


def hidden(s: SordelixState, symbol: str) -> int:
    """The place of a card with this symbol that lies face down."""
    return next(p for p in s.places() if s.letter(s.plane.cards[p]) == symbol)


def flip(s: SordelixState, symbol: str, *, t: Millis | None = None) -> list[Event]:
    """The seeker in turn turns a card with this symbol as soon as he may, or at a time."""
    phase = s.phases[-1]
    assert isinstance(phase, Search)
    when = max(s.now, phase.opens(s, phase.seat) + phase.shift) if t is None else t
    return do(s, phase.seat, "flip", t=when, place=hidden(s, symbol))


def turn(s: SordelixState, symbols: str) -> None:
    for symbol in symbols:
        flip(s, symbol)


def aligned(players: int = 3, masks: str = "", first: str = "", **options: Any) -> SordelixState:
    """All ten letters of DINOSAURES lie open; these were masked before, with as many pétards."""
    s = begun(players, **options)
    turn(s, first)
    for letter in masks:
        flip(s, PETARD)
        if not [c for c in s.turned if s.letter(c) == letter and s.shows(c) == c]:
            flip(s, letter)
        while not hide(s, letter):
            wait(s, "mask/ripe")
    while isinstance(s.phases[-1], Search):
        flip(s, next(c for c in s.word if any(s.letter(s.plane.cards[p]) == c for p in s.places())))
    return s


def open_letters(s: SordelixState, letter: str) -> list[CardId]:
    return [c for c in s.ripe if s.letter(c) == letter]


def hide(s: SordelixState, letter: str, t: Millis | None = None) -> bool:
    """The scribe masks a letter with any pétard, if he may."""
    cards = open_letters(s, letter)
    if not cards:
        return False
    do(s, s.scribe, "mask", t=t, letter=cards[0], petard=s.petards[0])
    return True


def stuck(s: SordelixState) -> list[Event]:
    """All seekers are stuck: an exchange."""
    events: list[Event] = []
    for seat in s.seekers:
        events = do(s, seat, "stuck")
    return events


def propose(s: SordelixState, seat: Seat, word: str, t: Millis | None = None) -> list[Event]:
    return do(s, seat, "propose", t=t, word=word)


def rack(s: SordelixState, *seats: Seat) -> str:
    """The rack as some seats see it (everybody together, when none is named)."""
    cards = view(s, *seats).zone("rack").cards
    return "".join("_" if card is None else SYMBOL[card.face] if card.face else "?" for card in cards)


def stars(s: SordelixState) -> tuple[int, int]:
    """How many étoiles the scribe has, face up and face down."""
    return view(s).zone("stars").count, view(s).zone("dark_stars").count


def on_plane(s: SordelixState, *seats: Seat) -> str:
    cards = view(s, *seats).zone("plane").cards
    return "".join("_" if card is None else SYMBOL[card.face] if card.face else "?" for card in cards)


def wait_ripe(s: SordelixState) -> None:
    while (due := s.next_alarm()) is not None and due.name == "mask/ripe":
        wait(s)
