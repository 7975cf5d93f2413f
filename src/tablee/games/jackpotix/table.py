"""What lies on the table of Jackpotix besides its rows: the pile, hands, and what each seat has won."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from msgspec import field

from tablee.games.jackpotix.rows import HANDS, PILE, JackpotixRows
from tablee.kernel.outcome import ranked
from tablee.kernel.places import zone_at, zone_of_seat
from tablee.kernel.units import CardId, Seat
from tablee.kernel.values import SAID, Shown
from tablee.kernel.zones import Zone
from tablee.phases.vote import (
    WordOptions,
    WordState,
)
from tablee.pieces.toutilix import ETOILE, PETARD

HAND = 7
POINTS = {ETOILE: 5, PETARD: -1}
"""R28: every other card is a letter, 1 point."""
BONUS = 4
"""Letters from which on a row that is picked up earns a bonus (R18)."""
JACKPOT = 10
"""The further cards of a jackpot."""


class JackpotixOptions(WordOptions, frozen=True, kw_only=True):
    turn_s: Literal[45, 90, 180] = 90
    refute_s: Literal[10, 20] = 10
    contests: bool = True
    letter: bool = False
    """To the letter (C20): whatever cannot be extended is a jackpot, whether a dictionary lists it or not."""


class JackpotixState(JackpotixRows, kw_only=True):
    shown: ClassVar[Shown] = {**WordState.shown, "said": SAID}
    starter: Seat
    said: dict[str, str] = field(default_factory=dict)
    """The last word for each row."""
    passes: int = 0
    """Passes in a row (D15)."""
    redeals: int = 0

    pile = zone_at(PILE)
    hand = zone_of_seat(HANDS)
    won = zone_of_seat(HANDS, 1)

    # ---- gains -------------------------------------------------------------------------------------

    def gain(self, seat: Seat, source: Zone, cards: Sequence[CardId]) -> None:
        for card in cards:
            self.move(card, source, self.won(seat))
            self.scores[seat] += POINTS.get(self.faces[card], 1)

    def prize(self, row: Zone, *, jackpot: bool) -> int:
        """R18, R20, D7, D11: the bonus for picking up this row."""
        size = len(row.cards)
        bonus = size + JACKPOT if jackpot else size if size >= BONUS else 0
        return min(bonus, len(self.pile.cards))

    def refill(self, seat: Seat) -> bool:
        """R21, D12: whoever has laid his last card gets seven, as far as there are any; if there are none he wins
        the cards on the table, and the game is over (R26, D13)."""
        hand, pile = self.hand(seat), self.pile
        if hand.cards:
            return True
        if pile.cards:
            count = min(HAND, len(pile.cards))
            self.tell("refill", seat=seat, count=count)
            self.deal(pile, [hand], count)
            return True
        self.tell("sweeps", seat=seat, count=sum(len(row.cards) for row in self.rows))
        for row in self.rows:
            self.gain(seat, row, row.cards[:])
        self.finish("out")
        return False

    def finish(self, detail: str) -> None:
        self.end(ranked(self.scores, detail=detail))
