"""Vizdibix: cards are turned one on another; the first to shout what the two top letters have in common wins."""

from collections.abc import Mapping
from typing import Any, Literal

from tablee.kernel.domains import Domain, OneOf
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Reading, Setup, TableOptions
from tablee.kernel.units import Millis
from tablee.phases.heap import Deal, HeapSeatOptions, HeapState, LastWindow, Turn, lay_out
from tablee.pieces.toutilix import ALPHABET, DECK, INDEX, SYMBOL, VOWELS

VOYELLE, CONSONNE, SUITE = "voyelle", "consonne", "suite"
LAST_WINDOW: Millis = 5_000


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


RIGHT: Mapping[tuple[str, ...], frozenset[str]] = {
    (under, top): right_shouts(under, top) for under in ALPHABET for top in ALPHABET
}
NOTHING: frozenset[str] = frozenset()

KINDS: Mapping[str, Domain] = {"kind": OneOf((VOYELLE, CONSONNE, SUITE))}


class VizdibixOptions(TableOptions, frozen=True, kw_only=True):
    gap_ms: Literal[1000, 1500, 2500] = 1500
    auto_turn_s: Literal[5, 10] = 5


class VizdibixState(HeapState, kw_only=True):
    """R3 to R8, R14: the cards come as in `heap`; étoiles, pétards and the order of turns too (D12 to D14)."""

    hasty = True

    @property
    def gap(self) -> Millis:
        """D15."""
        return int(self.options.gap_ms)

    @property
    def limit(self) -> Millis:
        return int(self.options.auto_turn_s) * 1_000

    @property
    def last_chance(self) -> Millis:
        """D16."""
        return LAST_WINDOW

    def call(self) -> tuple[str, Mapping[str, Domain]]:
        """D11."""
        return "shout", KINDS

    def right(self) -> frozenset[str]:
        """What is right to shout on the two top cards (D3); a pétard or nothing below allows nothing (D13)."""
        cards = self.middle.cards
        if len(cards) < 2:
            return NOTHING
        return RIGHT.get((SYMBOL[self.faces[cards[-2]]], SYMBOL[self.faces[cards[-1]]]), NOTHING)


class Vizdibix(Game[VizdibixState]):
    info = GameInfo(
        key="vizdibix",
        name="Vizdibix",
        version=1,
        players=(2, 8),
        kinds=("turn", "race"),
        reading=Reading.LETTERS,
        device=Device.SHARED,
        minutes=5,
        exercises=(Exercise.SPEED, Exercise.ATTENTION, Exercise.LETTERS),
    )
    state = VizdibixState
    phases = (Deal, Turn, LastWindow)
    options = VizdibixOptions
    seat_options = HeapSeatOptions

    def setup(self, table: Setup) -> VizdibixState:
        s = lay_out(VizdibixState, table)
        s.goto(Deal())
        return s

    def bound(self, players: int, options: Any) -> int:
        """D18: each card is turned once. On it every seat anticipates and shouts once at most; then the shouts
        are decided and the next card is turned, by a move or by the clock."""
        return len(DECK) // players * players * (2 * players + 2)


GAME = Vizdibix()
