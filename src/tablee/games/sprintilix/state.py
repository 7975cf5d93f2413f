"""What a table of Sprintilix may choose, and what lies on it: for each seat a pile, a letter, and a stopwatch."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from msgspec import field

from tablee.games.sprintilix.manches import EACH, MANCHES, PILES, Manche
from tablee.kernel.game import TableOptions
from tablee.kernel.state import State
from tablee.kernel.units import CardId, Millis, Seat
from tablee.kernel.values import PLAIN, SAID, SPAN, TERM, Shown
from tablee.kernel.zones import Zone
from tablee.phases.screen import ScreenSeatOptions
from tablee.phases.window import stretched
from tablee.pieces.toutilix import SYMBOL

WAITS, RUNS, STOPPED, WHOLE = "waits", "runs", "stopped", "whole"
"""What became of somebody's sprint in this manche."""


class SprintilixOptions(TableOptions, frozen=True, kw_only=True):
    mode: Literal["typed", "voice"] = "typed"
    """Type the syllables (D4), or read them aloud and turn the next card by hand (D7)."""
    together: bool = True
    """D12: all at once, each with a pile of his own; in voice mode always one after the other."""
    limit_s: Literal[300, 120, 600] = 300
    """D10."""


class SprintilixSeatOptions(ScreenSeatOptions, frozen=True, kw_only=True):
    answers: Literal["sound", "spelled"] = "sound"
    """D6: as it sounds, or as it is printed."""
    slips: Literal[0, 1, 3] = 0
    """D15: so many wrong syllables of a sprint are forgiven."""


class SprintilixState(State, kw_only=True):
    shown: ClassVar[Shown] = {
        "manche": PLAIN,
        "title": TERM,
        "task": TERM,
        "turned_first": PLAIN,
        "pad_keys": SAID,
        "aloud": PLAIN,
        "fate": TERM,
        "spent": SPAN,
        "card_since": PLAIN,
        "read_out": SAID,
        "meant": SAID,
        "forgiven": PLAIN,
        "fingers": PLAIN,
        "gained": PLAIN,
    }
    starter: Seat
    aloud: bool
    """D7: read by voice, one after the other."""
    manche: int = 0
    fate: list[str] = field(default_factory=list)
    spent: list[Millis] = field(default_factory=list)
    """D9: the sum of the reaction times, for each seat."""
    stimulus: list[int] = field(default_factory=list)
    """The number of the card that lies before each seat."""
    read_out: list[str] = field(default_factory=list)
    """The last syllable that each seat has typed; all see it."""
    meant: list[str] = field(default_factory=list)
    """What it should have been, where it was wrong."""
    forgiven: list[int] = field(default_factory=list)
    fingers: list[int] = field(default_factory=list)
    """D20: 1 where a seat types on a screen, 0 on a keyboard, -1 where nobody knows yet."""
    gained: list[int] = field(default_factory=list)
    """The points of the last manche."""

    def back(self, card: CardId) -> str:
        """Everybody knows whose a card is and whether it is a vowel."""
        return f"{card // EACH} {card % EACH in PILES[0]}"

    @property
    def now_read(self) -> Manche:
        return MANCHES[self.manche]

    @property
    def title(self) -> str:
        return self.now_read.title

    @property
    def task(self) -> str:
        """What a reader is told to do."""
        return "aloud" if self.aloud else self.title

    @property
    def turned_first(self) -> bool:
        return self.now_read.first

    @property
    def pad_keys(self) -> list[str]:
        """D16: the keys of each seat, on which its fingers lie before the start: consonants, and vowels."""
        pads = [self.now_read.syllables(self.spells(seat)) for seat in self.all_seats]
        return [f"{''.join(key for key in pad.letters if key not in pad.last)} {pad.last}" for pad in pads]

    @property
    def card_since(self) -> list[Millis]:
        """When the card that each seat is reading was shown; -1 where there is none."""
        runs = zip(self.fate, self.stimulus, strict=True)
        return [self.stimuli[number] if fate == RUNS else -1 for fate, number in runs]

    @property
    def limit(self) -> Millis:
        return stretched(self, int(self.options.limit_s) * 1_000)

    @property
    def together(self) -> bool:
        return bool(self.options.together)

    def pile(self, seat: Seat) -> Zone:
        return self.zones[4 * seat]

    def turned(self, seat: Seat) -> Zone:
        return self.zones[4 * seat + 1]

    def fixed(self, seat: Seat) -> Zone:
        return self.zones[4 * seat + 2]

    def box(self, seat: Seat) -> Zone:
        return self.zones[4 * seat + 3]

    def letter(self, seat: Seat) -> str:
        """The letter that this seat has before it."""
        return SYMBOL[self.faces[self.turned(seat).cards[-1]]]

    def spells(self, seat: Seat) -> bool:
        return bool(self.seat_options[seat].answers == "spelled")

    def right(self, seat: Seat) -> Sequence[str]:
        """D5, D6: the syllables that are accepted now."""
        return self.now_read.readings(self.spells(seat)).get(self.letter(seat), ())

    def hears(self, reader: Seat) -> list[Seat]:
        """D7: the people who can hear somebody read; bots read for themselves."""
        if not self.seats[reader].human:
            return []
        return [seat for seat in self.others(reader) if self.seats[seat].human and self.seats[seat].present]

    def show(self, seat: Seat) -> None:
        """A card is there to be read: from now on its time counts."""
        self.stimulus[seat] = self.stimulate()

    def turn(self, seat: Seat) -> None:
        """R8, R9: the next card on top of the one before."""
        pile = self.pile(seat)
        self.move(pile.cards[-1], pile, self.turned(seat))
        self.show(seat)

    def tenths(self, seat: Seat) -> int:
        """D9: as a stopwatch shows it."""
        return self.spent[seat] // 100

    def points(self, seat: Seat) -> int:
        """R16 to R18, D9."""
        if self.fate[seat] != WHOLE:
            return 0
        others = (other for other in self.others(seat) if self.fate[other] == WHOLE)
        return 1 + sum(self.tenths(seat) < self.tenths(other) for other in others)
