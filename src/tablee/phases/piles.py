"""Piles that nobody has looked at, one before each player, and the cards that each has won: they are his points.

Common to the games in which such piles are turned (Vizdibix, Lipipix, Corsix, Touvavix, Ruéverlix).
"""

from collections.abc import Sequence

from tablee.kernel.outcome import ranked
from tablee.kernel.places import zone_at, zone_of_seat
from tablee.kernel.state import State
from tablee.kernel.units import NOBODY, Seat, Seats
from tablee.kernel.zones import DEEP, Zone
from tablee.phases.gift import give_each
from tablee.pieces.kinds import Kind

MIDDLE, ASIDE, PILES = 0, 1, 2


class Piles(State, kw_only=True):
    """Its zones: what lies in the middle, what is aside, the piles, the winnings, then whatever a game adds. It
    has no fields, so that it may be mixed into any state."""

    middle = zone_at(MIDDLE)
    aside = zone_at(ASIDE)
    pile = zone_of_seat(PILES)
    won = zone_of_seat(PILES, 1)

    def next_seat(self, seat: Seat) -> Seat | None:
        """The next one who has cards to turn; at last that seat itself."""
        n = len(self.seats)
        return next((x for i in range(1, n + 1) if self.pile(x := (seat + i) % n).cards), None)

    def deal_all(self, starter: Seat) -> None:
        """The same number for each, one by one from the starter on; what is left over stays aside."""
        each = len(self.aside.cards) // self.n
        self.tell("deal", count=each, starter=starter)
        self.deal(self.aside, [self.pile(self.after(starter, i)) for i in self.all_seats], each)

    def count(self) -> None:
        self.scores = [len(self.won(seat).cards) for seat in self.all_seats]

    def give(self, seat: Seat) -> int:
        """A card to each of the others: of one's winnings, or else of one's pile, unseen. It joins their winnings.
        Returns how many there were."""
        takers = give_each(self, seat, (self.won(seat), self.pile(seat)), self.won)
        self.count()
        return len(takers)

    def finish(self, detail: str = "last_card") -> None:
        """The most cards win; what lies in the middle is nobody's."""
        self.end(ranked(self.scores, detail=detail))


class PilesState(Piles, kw_only=True):
    starter: Seat

    def deal_out(self) -> None:
        self.deal_all(self.starter)


def seat_zones(players: int, winnings: Sequence[Seats], depth: int = DEEP) -> list[Zone]:
    """The piles, and the winnings with who sees those of each seat."""
    return [
        *(Zone(f"pile:{seat}", Kind.PILE, NOBODY, seat) for seat in range(players)),
        *(Zone(f"won:{seat}", Kind.WINNINGS, winnings[seat], seat, depth=depth) for seat in range(players)),
    ]
