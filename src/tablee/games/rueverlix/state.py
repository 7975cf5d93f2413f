"""What a Ruéverlix table knows: the row in the middle, and what each has won face up and face down."""

from typing import Literal

from tablee.kernel.units import Seat
from tablee.kernel.zones import Zone
from tablee.phases.piles import PILES, Piles
from tablee.phases.vote import WordOptions, WordState
from tablee.pieces.toutilix import SYMBOL
from tablee.words.fit import Fit, contains


class RueverlixOptions(WordOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    speak_lock: Literal[0, 3, 5, 8, 12] = 8
    """D9: so many seconds belong to whoever has added; 0 is the booklet's bare race."""
    look_s: Literal[0, 2, 4] = 2
    """D21."""
    quiet_s: Literal[15, 30, 60] = 30
    """D11."""
    contests: bool = True


class RueverlixTable(Piles, WordState, kw_only=True):
    starter: Seat
    """Who turned the first card of this round."""
    rows: int = 0
    """Rounds that are over."""

    def row_over(self, seat: Seat) -> None:
        """The next round, which this seat starts."""
        raise NotImplementedError

    @property
    def row(self) -> Zone:
        return self.middle

    def down(self, seat: Seat) -> Zone:
        """What he has won face down; `won` has what he has won face up."""
        return self.zones[PILES + 2 * self.n + seat]

    def symbols(self) -> str:
        return "".join(SYMBOL[self.faces[card]] for card in self.row.cards)

    def fit(self) -> Fit:
        """R9, R10, R15, D5: what a word must have now."""
        return contains(self.symbols())

    def count(self) -> None:
        """R23, R24, D2, D3, D17."""
        self.scores = [len(self.won(seat).cards) - len(self.down(seat).cards) for seat in self.all_seats]

    def take(self, seat: Seat, target: Zone) -> int:
        """R16, R18, R21, D3: the row is his, and he starts the next round. Returns how many cards it had."""
        count = len(self.row.cards)
        self.move_all(self.row, target)
        self.count()
        self.row_over(seat)
        return count

    def lay(self, seat: Seat) -> str:
        """R8: the first card of a pile is laid in the row, for all to see; what it says."""
        pile = self.pile(seat)
        card = pile.cards[-1]
        self.move(card, pile, self.row)
        return SYMBOL[self.faces[card]]

    def explode(self, seat: Seat) -> None:
        """R16, R17: who lays a pétard has all the cards, face down."""
        self.tell("petard", seat=seat, count=self.take(seat, self.down(seat)))
