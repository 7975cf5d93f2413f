"""What lies on the table of Pas Touche !: the grid, the tracks with their cubes, and what levels come of them."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, field

from tablee.games.pas_touche.cards import ARROW, BACKS, COLOURS, CROSSED, FIRST_DIE, LEVELS, read
from tablee.kernel.game import TableOptions
from tablee.kernel.outcome import Outcome, Reason
from tablee.kernel.places import zone_at, zone_of_seat
from tablee.kernel.state import State
from tablee.kernel.units import CardId, Seat
from tablee.kernel.values import PLAIN, SEAT, Shown
from tablee.kernel.zones import Zone
from tablee.phases.screen import ScreenSeatOptions

GRID, TABLE_DICE, PILES = 0, 1, 2
TRACKS = PILES + len(COLOURS)
SLOTS = 3

Cube = tuple[int, int]
"""Card and box, both from 0."""
OFF: Cube = (-1, -1)


class PasToucheOptions(TableOptions, frozen=True, kw_only=True):
    constraints: bool = True
    penalties: bool = True
    round_s: Literal[8, 12, 20, 0] = 12
    call_ms: Literal[1000, 1500, 2500] = 1500
    call_needed: bool = True
    adaptive: bool = False


class PasToucheSeatOptions(ScreenSeatOptions, frozen=True, kw_only=True):
    level: Annotated[int, Meta(ge=1, le=16)] = 1
    constraints: bool = True


# ---- the table ---------------------------------------------------------------------------------------------


class PasToucheState(State, kw_only=True):
    shown: ClassVar[Shown] = {"levels": PLAIN, "lenient": SEAT, "adaptive": PLAIN, "round": PLAIN}
    levels: tuple[int, ...]
    lenient: tuple[int, ...] = ()
    """The seats to which constraints do not apply (R37)."""
    adaptive: bool = False
    cubes: list[Cube] = field(default_factory=list)
    round: int = 0
    idle: int = 0
    """Rounds in a row in which nobody has touched anything."""

    grid = zone_at(GRID)
    track = zone_of_seat(TRACKS)

    def pile(self, colour: str) -> Zone:
        return self.zones[PILES + COLOURS.index(colour)]

    def back(self, card: CardId) -> str:
        return BACKS[card]

    def turned(self, seat: Seat) -> list[CardId]:
        """The constraint cards of a seat that lie face up."""
        return [card for card in self.track(seat).cards if card in self.open]

    def boxes(self, card: CardId) -> str:
        """The track on a card that is face up."""
        return read(self.faces[card]).track

    def right(self) -> CardId:
        """R18: the one card with the die's treat and the die's number."""
        face = f"{self.marks[FIRST_DIE]}-{self.marks[FIRST_DIE + 1]}"
        return next(card for card in self.grid.cards if self.faces[card] == face)

    def forbids(self, seat: Seat, card: CardId) -> bool:
        """R13 to R16, D13: one of the seat's face-up constraints names the card's treat or its number."""
        if seat in self.lenient:
            return False
        names = self.faces[card].split("-")
        return any(what in names for mine in self.turned(seat) for what in read(self.faces[mine]).forbids)

    # ---- the cube ------------------------------------------------------------------------------------------

    def put_cube(self, seat: Seat, cube: Cube) -> None:
        cards = self.track(seat).cards
        for card in cards:
            self.marks.pop(card, None)
        if cube != OFF:
            self.marks[cards[cube[0]]] = str(cube[1] + 1)
        self.cubes[seat] = cube
        self.scores[seat] = self.steps(seat)

    def steps(self, seat: Seat) -> int:
        """How many boxes the cube has come, the one it stands on included."""
        slot, box = self.cubes[seat]
        return sum(len(self.boxes(card)) for card in self.track(seat).cards[: max(0, slot)]) + box + 1

    def advance(self, seat: Seat) -> bool:
        """R25 to R28: one box further, a new card where the next is face down; True when it leaves the last."""
        track = self.track(seat)
        slot, box = self.cubes[seat]
        if slot >= 0 and box + 1 < len(self.boxes(track.cards[slot])):
            self.put_cube(seat, (slot, box + 1))
            return False
        if slot + 1 == SLOTS:
            self.scores[seat] += 1
            return True
        if track.cards[slot + 1] not in self.open:
            self.turn_up(track, track.cards[slot + 1])
            self.tell("turns", seat=seat, place=slot + 2)
        self.put_cube(seat, (slot + 1, 0))
        return False

    def go_back(self, seat: Seat) -> None:
        """R33, D11: to the box before, on the card before, or off the track."""
        slot, box = self.cubes[seat]
        if box > 0:
            self.put_cube(seat, (slot, box - 1))
        elif slot > 0:
            self.put_cube(seat, (slot - 1, len(self.boxes(self.track(seat).cards[slot - 1])) - 1))
        else:
            self.put_cube(seat, OFF)

    def punish(self, seat: Seat) -> None:
        """R11, R32 to R36, D10: the box under the cube says what a mistake costs."""
        slot, box = self.cubes[seat]
        if slot < 0 or not self.options.penalties:
            return
        card = self.track(seat).cards[slot]
        symbol = self.boxes(card)[box]
        if symbol == CROSSED:
            self.go_back(seat)
            self.replace(seat, slot)
            self.tell("loses", seat=seat, place=slot + 1)
        elif symbol == ARROW:
            self.go_back(seat)
            self.tell("back", seat=seat)
        else:
            self.tell("locked", seat=seat)

    def replace(self, seat: Seat, slot: int) -> None:
        """R35, D12: the card goes under its pile first; then the top one of the pile lies in its place."""
        track = self.track(seat)
        card = track.cards[slot]
        pile = self.pile(BACKS[card])
        self.turn_down(track, card)
        self.move(card, track, pile, 0)
        self.move(pile.cards[-1], pile, track, slot)

    # ---- the end -------------------------------------------------------------------------------------------

    def finish(self, detail: str, reason: Reason = Reason.RULE, winners: Sequence[Seat] = ()) -> None:
        """The furthest first (D19), equals share; whoever is left alone wins before them (D20)."""
        key = [(seat in winners, self.scores[seat]) for seat in self.all_seats]
        ranks = tuple(1 + sum(other > mine for other in key) for mine in key)
        # A card that stays up though the cube went back (D11) counts as turned in the next game's level (D17).
        scores = tuple(max(self.scores[seat], self.reached(seat)) for seat in self.all_seats)
        outcome = Outcome(ranks, scores, reason=reason, detail=detail)
        for seat, level in enumerate(next_levels(outcome, self.levels)):
            self.tell("level", seat=seat, before=self.levels[seat], after=level)
        self.end(outcome)

    def reached(self, seat: Seat) -> int:
        """The first box of the last card that is turned."""
        cards = self.turned(seat)
        return sum(len(self.boxes(card)) for card in cards[:-1]) + 1 if cards else 0


def turned_by(score: int) -> int:
    """How many cards are turned when the cube has come so far."""
    return min(SLOTS, -(-score // SLOTS))


def next_levels(outcome: Outcome, levels: Sequence[int]) -> list[int]:
    """R38 to R42, D16, D17: up by two for who won, otherwise by the number of turned cards; within 1 to 16."""
    steps = {3: 1, 2: 0, 1: -1, 0: -2}
    change = [2 if seat in outcome.winners else steps[turned_by(n)] for seat, n in enumerate(outcome.scores)]
    return [min(max(LEVELS), max(min(LEVELS), level + more)) for level, more in zip(levels, change, strict=True)]
