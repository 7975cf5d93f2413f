"""What lies on the table of Abcdrix: a row of piles before each seat, hands, and the draw pile."""

from collections.abc import Sequence
from typing import Literal

from msgspec import field

from tablee.kernel.places import zone_at, zone_of_seat
from tablee.kernel.units import CardId, Seat
from tablee.kernel.values import FACE
from tablee.kernel.zones import Zone
from tablee.phases.search import Idea, SearchOptions
from tablee.phases.vote import WordState
from tablee.pieces.rows import StackRow, owner_of
from tablee.pieces.toutilix import PETARD, SYMBOL

DEALT = 4
FIVE = 5
"""Piles of a full row, and cards that one has after a turn, hand and piles together."""
LAST_DRAW = 150
"""D29: after so many cards drawn nothing goes back under the draw pile."""

DRAW, GONE, HANDS = 0, 1, 2


class AbcdrixOptions(SearchOptions, frozen=True, kw_only=True):
    grace_s: Literal[10, 20, 40] = 20
    turn_s: Literal[60, 90, 0] = 60
    """0: no limit."""
    contests: bool = True
    letter: bool = False
    """C20: after a rescue the turn goes on from whoever has helped, as the booklet says."""


class AbcdrixState(WordState, kw_only=True):
    order: Seat
    """Whose turn it is by the order of play; the turn that somebody has for his help is one in between (D23)."""
    barred: list[Seat] = field(default_factory=list)
    """Whose idea was refused in this turn (D22)."""
    exchanged: bool = False
    """All cards have been exchanged in this turn (D25)."""
    drawn: int = 0
    passes: int = 0
    """Turns without a card laid, one after the other, since the draw pile is empty (D27)."""

    draw = zone_at(DRAW)
    hand = zone_of_seat(HANDS)
    won = zone_of_seat(HANDS, 1)

    def row(self, seat: Seat) -> StackRow:
        first = HANDS + 2 * self.n + FIVE * seat
        return StackRow(seat, self.zones[first : first + FIVE])

    def shows(self, seat: Seat) -> list[str]:
        """The letters of a row, from left to right."""
        return [SYMBOL[self.faces[card]] for card in self.row(seat).tops]

    def letters(self, seat: Seat) -> list[CardId]:
        """The letters and étoiles of a hand."""
        return [card for card in self.hand(seat).cards if self.faces[card] != PETARD]

    def petards(self, seat: Seat) -> list[CardId]:
        return [card for card in self.hand(seat).cards if self.faces[card] == PETARD]

    # ---- cards ---------------------------------------------------------------------------------------

    def take(self, seat: Seat, count: int) -> int:
        """D14, D26: as many as there are; how many."""
        count = max(0, min(count, len(self.draw.cards)))
        for _ in range(count):
            self.move(self.draw.cards[-1], self.draw, self.hand(seat))
        self.drawn += count
        return count

    def complete(self, seat: Seat) -> int:
        """R19, R20, D12."""
        return self.take(seat, FIVE - len(self.hand(seat).cards) - len(self.row(seat)))

    def put_under(self, cards: Sequence[CardId], zone: Zone) -> None:
        """Under the draw pile, in the order in which they lie; D26, D29: out of the game. The lowest goes first:
        what lies covered is not shown once more."""
        back = self.draw.cards and self.drawn < LAST_DRAW
        for place, card in enumerate(cards):
            self.move(card, zone, self.draw if back else self.zones[GONE], place if back else None)

    def lay(self, seat: Seat, idea: Idea) -> None:
        place = idea.args["place"]
        self.move(idea.args["card"], self.hand(seat), self.row(owner_of(place)).pile(place))
        self.passes = 0

    def explode(self, seat: Seat, card: CardId, pile: Zone) -> None:
        """R29 to R31, D8: the pile goes under the draw pile, and the pétard beneath it."""
        hit = SYMBOL[self.faces[pile.cards[-1]]]
        self.move(card, self.hand(seat), pile)
        if pile.owner == seat:
            self.tell("petard", seat=seat, card=FACE(hit))
        else:
            self.tell("petard_at", seat=seat, owner=pile.owner, card=FACE(hit))
        self.put_under(pile.cards[:-1], pile)
        self.put_under([card], pile)
        self.row(pile.owner).close_up()
        self.passes = 0
        self.take(seat, 1)

    def has_won(self, seat: Seat) -> bool:
        """R22, D10."""
        return not self.hand(seat).cards and len(self.row(seat)) == FIVE
