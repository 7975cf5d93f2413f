"""The table of Amérix: which letters follow which, what they cost, the pile and the discard."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, field

from tablee.kernel.game import TableOptions
from tablee.kernel.places import zone_at, zone_of_seat
from tablee.kernel.state import State
from tablee.kernel.units import CardId, Seat, Seats
from tablee.kernel.values import FACE, PLAIN, Shown
from tablee.kernel.zones import Zone
from tablee.pieces.toutilix import ALPHABET, ETOILE, INDEX, PETARD, SYMBOL, VOWELS

CARDS = 7
TURNOVERS = 3
PILE, DISCARD, ASIDE, HANDS = 0, 1, 2, 3


def fits(letter: str, reference: str) -> bool:
    """At most three steps apart in the circle of letters, or both vowels (D1)."""
    steps = (INDEX[letter] - INDEX[reference]) % 26
    return steps <= 3 or steps >= 23 or (letter in VOWELS and reference in VOWELS)


FOLLOWS: Mapping[str, frozenset[str]] = {
    reference: frozenset(a for a in ALPHABET if fits(a, reference)) | {ETOILE, PETARD} for reference in ALPHABET
} | {"": frozenset(ALPHABET) | {ETOILE, PETARD}}
"""What may be laid on each letter; on nothing, anything."""


def points_of(symbol: str) -> int:
    """R30 to R34."""
    if symbol == "Y":
        return 70
    if symbol in "WXZ":
        return 50
    if symbol in VOWELS:
        return 20
    return 10 if symbol in (ETOILE, PETARD) else 5


POINTS = {symbol: points_of(symbol) for symbol in (*ALPHABET, ETOILE, PETARD)}


class AmerixOptions(TableOptions, frozen=True, kw_only=True):
    wrong_call: Literal["none", "draw"] = "none"
    turn_time: Annotated[int, Meta(ge=5, le=180)] = 30
    forced_play: bool = False
    grace_ms: Literal[500, 800, 1_500] = 800


class AmerixTable(State, kw_only=True):
    shown: ClassVar[Shown] = {
        "direction": PLAIN,
        "reference": FACE,
        "round": PLAIN,
        "last_round": PLAIN,
        "missing": PLAIN,
    }
    starter: Seat
    direction: int = 1
    reference: str = ""
    """The letter to play on; empty before the first one is there."""
    round: int = 0
    last_round: bool = False
    turnovers: int = 0
    passes: int = 0
    """Seats that passed one after another (D21)."""
    shouted: Seats = 0
    """Who has pressed "étoile !" in this turn of play (D16)."""
    missing: list[int] = field(default_factory=list)
    """Turns that each seat still has to miss (D17)."""

    pile = zone_at(PILE)
    discard = zone_at(DISCARD)
    aside = zone_at(ASIDE)
    hand = zone_of_seat(HANDS)

    def next_seat(self, seat: Seat) -> Seat:
        return (seat + self.direction) % len(self.seats)

    # ---- the pile ----------------------------------------------------------------------------------

    def covered(self) -> list[CardId]:
        """The discard below the reference card: what a turnover would bring back."""
        return self.discard.cards[: len(self.discard.cards) - self.discard.depth]

    def can_draw(self) -> bool:
        return bool(self.zones[PILE].cards) or (self.turnovers < TURNOVERS and bool(self.covered()))

    def draw(self, seat: Seat) -> CardId | None:
        """One card for a hand. The last card of the pile brings the discard back (R37, D20)."""
        pile = self.zones[PILE]
        if not pile.cards:
            self._turn_over()
        if not pile.cards:
            return None
        card = pile.cards[-1]
        self.move(card, pile, self.hand(seat))
        if not pile.cards:
            self._turn_over()
        return card

    def draw_two(self, seat: Seat) -> None:
        count = sum(self.draw(seat) is not None for _ in range(2))
        self.tell("draws", seat=seat, count=count)

    def _turn_over(self) -> None:
        """The discard becomes the pile, unshuffled: its first card is the new top (D19)."""
        self.last_round = True
        if self.turnovers == TURNOVERS or not self.covered():
            return
        self.turnovers += 1
        pile, discard = self.pile, self.discard
        for card in reversed(self.covered()):
            self.marks.pop(card, None)
            self.move(card, discard, pile)
        self.tell("turnover", left=TURNOVERS - self.turnovers)

    def lay_open(self, card: CardId, source: Zone) -> None:
        """Puts a card on the discard; under a pétard the reference card stays in sight."""
        discard = self.zones[DISCARD]
        symbol = SYMBOL[self.faces[card]]
        self.move(card, source, discard)
        if symbol == PETARD:
            self.show_depth(discard, min(discard.depth + 1, len(discard.cards)))
        else:
            self.show_depth(discard, 1)
            self.reference = "" if symbol == ETOILE else symbol
