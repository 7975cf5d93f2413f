"""Vizdibix: cards are turned one on another; the first to shout what the two top letters have in common wins."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from tablee.kernel.domains import Domain, OneOf
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup, TableOptions
from tablee.kernel.moves import Offer
from tablee.kernel.units import Millis, Seat
from tablee.phases.heap import Deal, HeapPace, HeapSeatOptions, HeapState, LastWindow, Turn, lay_out
from tablee.pieces.toutilix import ALPHABET, DECK, INDEX, VOWELS

VOYELLE, CONSONNE, SUITE = "voyelle", "consonne", "suite"
LAST_WINDOW: Millis = 5_000
CROWD = 5
"""From so many players on a further error costs twice as much (D19)."""
Price = Literal["hoarse", "card", "free"]
"""Of a wrong shout (D19): no more shouts until the heap is won, a card under it, or nothing."""


def right_shouts(under: str, top: str) -> frozenset[str]:
    """R9 to R11, D4, D5: Y is a vowel, a suite goes either way, and A does not follow Z."""
    right = set()
    if under in VOWELS and top in VOWELS:
        right.add(VOYELLE)
    if under not in VOWELS and top not in VOWELS:
        right.add(CONSONNE)
    if abs(INDEX[under] - INDEX[top]) == 1:
        right.add(SUITE)
    return frozenset(right)


def longer(players: int) -> int:
    """How many heaps more each further error costs: the more players, the sooner a heap is won, and from five on
    each of the others wins so few that half a look would win."""
    return players // 2 if players < CROWD else players


RIGHT: Mapping[tuple[str, ...], frozenset[str]] = {
    (under, top): right_shouts(under, top) for under in ALPHABET for top in ALPHABET
}
NOTHING: frozenset[str] = frozenset()

KINDS: Mapping[str, Domain] = {"kind": OneOf((VOYELLE, CONSONNE, SUITE))}


class VizdibixOptions(TableOptions, frozen=True, kw_only=True):
    gap_ms: Literal[1000, 1500, 2500] = 1500
    auto_turn_s: Literal[5, 10] = 5
    wrong_shout: Annotated[Price, Meta(extra_json_schema={"unless": "letter"})] = "hoarse"
    letter: bool = False
    """The booklet to the letter: a wrong shout costs nothing, whatever `wrong_shout` says (C20)."""


class VizdibixState(HeapState, kw_only=True):
    """R3 to R8, R14: the cards come as in `heap`; étoiles, pétards and the order of turns too (D12 to D14)."""

    hasty = True
    errors: dict[Seat, int] = field(default_factory=dict)
    """Wrong shouts that have cost a voice."""
    heaps: dict[Seat, int] = field(default_factory=dict)
    """How many heaps must be won before a hoarse seat has its voice again."""

    def pace(self) -> HeapPace:
        """D15, D16."""
        return HeapPace(self.options.gap_ms, self.options.auto_turn_s * 1_000, LAST_WINDOW)

    def call(self) -> tuple[str, Mapping[str, Domain]]:
        """D11."""
        return "shout", KINDS

    def right(self) -> frozenset[str]:
        """What is right to shout on the two top cards (D3); a pétard or nothing below allows nothing (D13)."""
        return RIGHT.get(tuple(self.compared()), NOTHING)

    def reason(self, call: str) -> str:
        pair = self.compared()
        if len(pair) < 2:
            return "alone"
        if call == SUITE:
            return "neighbours" if SUITE in self.right() else "no_neighbours"
        return ("two_consonants", "one_of_each", "two_vowels")[sum(letter in VOWELS for letter in pair)]

    @property
    def price(self) -> Price:
        """D19: of an error."""
        price: Price = "free" if self.options.letter else self.options.wrong_shout
        return price

    @property
    def longer(self) -> int:
        return longer(self.n)

    def mistake(self, seat: Seat) -> None:
        """D19. Who has no card to pay with is hoarse, or it would cost him nothing."""
        price = self.price
        if price == "free" or (price == "card" and self.fine(seat, self.won(seat), self.pile(seat))):
            return
        errors = self.errors.get(seat, 0)
        self.errors[seat], self.heaps[seat] = errors + 1, 1 + errors * self.longer
        if errors:
            self.voiceless |= 1 << seat
            self.tell("hoarse_for", seat=seat, count=self.heaps[seat])
        else:
            self.silence(seat)

    def collect(self, seat: Seat) -> int:
        """D19: a first error is forgotten with the heap. Each further one takes longer: who looks at the top card
        alone is right every second time, and would win by it."""
        count = super().collect(seat)
        self.heaps = {hoarse: left - 1 for hoarse, left in self.heaps.items() if left > 1}
        for hoarse in self.heaps:
            self.voiceless |= 1 << hoarse
        return count


class Vizdibix(Game[VizdibixState]):
    info = GameInfo(
        key="vizdibix",
        name="Vizdibix",
        version=4,
        players=(2, 8),
        kinds=("turn", "race"),
        reading=Reading.LETTERS,
        device=Device.SHARED,
        minutes=5,
        exercises=(Exercise.SPEED, Exercise.ATTENTION, Exercise.LETTERS),
        moods=(Mood.RUSH,),
        age=7,
        presses=(Offer("shout", KINDS, stimulus=0),),
    )
    phases = (Deal, Turn, LastWindow)
    options = VizdibixOptions
    seat_options = HeapSeatOptions

    def setup(self, table: Setup) -> VizdibixState:
        return lay_out(self.state, table, Deal())

    def bound(self, players: int, options: Any) -> int:
        """D18: each card is turned once. On it every seat anticipates and shouts once at most; then the shouts
        are decided and the next card is turned, by a move or by the clock."""
        return len(DECK) // players * players * (2 * players + 2)


GAME = Vizdibix()
