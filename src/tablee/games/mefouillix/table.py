"""The table of Méfouillix: the heap of letters, the words that were taken from it, and the cards in a jumble."""

from math import isqrt
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, field

from tablee.kernel.places import own_zone, zone_at
from tablee.kernel.units import Seat
from tablee.kernel.values import PLAIN, SAID, Shown
from tablee.phases.plane import OnPlane
from tablee.phases.vote import WordOptions, WordState
from tablee.pieces.plane import Grid
from tablee.pieces.toutilix import SYMBOL

SHORTEST, LONGEST = 3, 8
"""Letters of a word (D10)."""
PER_SEAT, OWN = 3, 2
"""After the plane; each seat has its word and what it has won, in this order."""


def grid(cards: int) -> Grid:
    """Cells for so many cards, about five to four."""
    columns = 1 + isqrt(cards * 5 // 4)
    return Grid(columns, 1 + max(0, cards - 1) // columns)


class MefouillixOptions(WordOptions, frozen=True, kw_only=True):
    letters: Annotated[int, Meta(ge=SHORTEST, le=LONGEST)] = 5
    look_s: Literal[2, 3, 5] = 3
    show_words: bool = True


class MefouillixTable(OnPlane, WordState, kw_only=True):
    shown: ClassVar[Shown] = {"round": PLAIN, "size": PLAIN, "listed": SAID}
    starter: Seat
    """Of this round."""
    size: int
    """How many letters the words of this round have."""
    round: int = 0
    targets: dict[Seat, str] = field(default_factory=dict)
    """The words that are hidden, folded, by the seat that chose them."""
    idle: int = 0
    draws: int = 0

    heap = zone_at(1)
    aside = zone_at(2)
    row = own_zone(PER_SEAT, OWN, 0)
    """The letters that a seat has taken from the heap."""
    won = own_zone(PER_SEAT, OWN, 1)

    @property
    def listed(self) -> dict[Seat, str]:
        """D8: the words that everybody may read, at any rate until they are hidden."""
        return self.targets if self.options.show_words or not self.plane.held() else {}

    @property
    def clockwise(self) -> list[Seat]:
        """The seats from the round's starter on."""
        return [self.after(self.starter, i) for i in self.all_seats]

    # ---- the heap ----------------------------------------------------------------------------------

    def gather(self) -> None:
        """R3: all letters lie face up in the heap again, in the order of the alphabet."""
        for zone in self.zones:
            if zone is not self.heap:
                for card in list(zone.held()):
                    self.move(card, zone, self.heap)
        self.sort_heap()

    def sort_heap(self) -> None:
        """By the alphabet, as nobody would in a heap, so that one finds one's letters."""
        self.heap.cards.sort(key=lambda card: (SYMBOL[self.faces[card]], card))
