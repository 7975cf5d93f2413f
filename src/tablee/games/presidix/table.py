"""What lies on the table of Présidix, who holds what, and what a seat can know of it."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Self

from msgspec import Meta, field

from tablee.games.presidix.order import LETTERS, ORDER, SPECIAL, keep_exchange
from tablee.kernel.domains import Card, Value
from tablee.kernel.game import SeatOptions, TableOptions
from tablee.kernel.ledger import rearrange
from tablee.kernel.places import zone_of_seat
from tablee.kernel.rng import Rng
from tablee.kernel.state import State
from tablee.kernel.units import CardId, Seat
from tablee.kernel.values import PLAIN, SAID, TERM, Shown, Sight
from tablee.pieces.formulas import Formula, Shape
from tablee.pieces.toutilix import BLUE, ETOILE, ETOILES, PETARD, PETARDS, PINK, SYMBOL

CARDS = tuple(face for face in (*PINK, *BLUE, *ETOILES, *PETARDS) if SYMBOL[face] in ORDER)

TITLES = {
    2: ("dubolix", "padbolix"),
    3: ("dubolix", "ossilix", "padbolix"),
    4: ("dubolix", "ossilix", "pernigagnix", "padbolix"),
}

PILE, TABLE, ASIDE, BOX, HANDS = 0, 1, 2, 3, 4
NEVER = -9
"""A trick that is long past."""


class PresidixOptions(TableOptions, frozen=True, kw_only=True):
    turn_s: Annotated[int, Meta(ge=10, le=300)] = 60


class PresidixSeatOptions(SeatOptions, frozen=True, kw_only=True):
    show_legal: bool = True
    """The cards that can be laid glow."""


class PresidixState(State, kw_only=True):
    shown: ClassVar[Shown] = {
        "round": PLAIN,
        "history": PLAIN,
        "titles": TERM,
        "gave": Sight.OWNER,
        "got": Sight.OWNER,
    }
    leads: Seat
    """Who leads the next deal."""
    round: int = 0
    trick: int = 0
    history: list[tuple[int, ...]] = field(default_factory=list)
    """The points of the past deals."""
    titles: list[str] = field(default_factory=list)
    """Of the last deal until the next one is played, then of those who have finished."""
    gave: list[str] = field(default_factory=list)
    got: list[str] = field(default_factory=list)
    """What each seat has exchanged, until it has played (D25)."""
    passed: list[int] = field(default_factory=list)
    """The last trick in which each seat has passed though it could play: nobody else knows (D3)."""
    dealt: list[tuple[CardId, ...]] = field(default_factory=list)
    """The hands before the exchange."""
    exchanged: tuple[CardId, CardId] | None = None
    """The worst card of Dubolix and the best of Padbolix."""

    hand = zone_of_seat(HANDS)

    def symbols(self, seat: Seat) -> list[str]:
        return [SYMBOL[self.faces[c]] for c in self.hand(seat).cards]

    def formula(self, seat: Seat, asked: Shape | None = None, weakest: str = "") -> Formula:
        """What a seat may lay (R8 to R15)."""
        cards: dict[Card, str] = {
            c: "" if self.faces[c] == ETOILE else SYMBOL[self.faces[c]]
            for c in self.hand(seat).cards
            if self.faces[c] != PETARD
        }
        if asked is None:
            return Formula(cards, LETTERS)
        return Formula(cards, LETTERS, asked.kind, asked.groups, asked.size, weakest)

    # ---- laying ------------------------------------------------------------------------------------

    def lay(self, seat: Seat, groups: Value) -> list[str]:
        """A formula covers the one before; the letters it stands for, in order."""
        table, hand = self.zones[TABLE], self.hand(seat)
        self.move_all(table, self.zones[ASIDE])
        said = sorted("".join(letter for _, letter in group) for group in groups)
        for group in sorted(groups, key=lambda group: LETTERS.index(group[0][1])):
            for card, letter in group:
                self.move(card, hand, table)
                if self.faces[card] == ETOILE:
                    self.marks[card] = letter
        table.area = (len(groups[0]), len(groups))
        table.by = [seat] * len(table.cards)
        table.best = 0  # R14: the smallest letter lies first
        self.gave[seat] = self.got[seat] = ""
        self.tell("lays", seat=seat, letters=SAID(" + ".join(said)))
        return sorted("".join(said))

    def clear_table(self) -> None:
        table = self.zones[TABLE]
        self.move_all(table, self.zones[ASIDE])
        table.area, table.by, table.best = None, [], -1

    def finish(self, seat: Seat, laid: Sequence[CardId]) -> None:
        """R26, R29, D13, D14: somebody may have laid his last cards."""
        if self.hand(seat).cards:
            return
        badly = any(SYMBOL[self.faces[c]] in SPECIAL for c in laid)
        self.entitle(seat, worst=badly)
        self.tell("falls" if badly else "finishes", seat=seat, title=TERM(self.titles[seat]))
        left = [other for other in self.all_seats if not self.titles[other]]
        if len(left) == 1:
            self.entitle(left[0])
            self.tell("is_left", seat=left[0], title=TERM(self.titles[left[0]]))

    def entitle(self, seat: Seat, *, worst: bool = False) -> None:
        free = [title for title in TITLES[self.n] if title not in self.titles]
        self.titles[seat] = free[-1 if worst else 0]

    @property
    def deal_over(self) -> bool:
        return all(self.titles)

    # ---- redeal ------------------------------------------------------------------------------------

    def redeal(self, seat: Seat, rng: Rng) -> Self:
        """Also no étoile, Z or pétard is out of the game (R5), Dubolix was dealt nothing worse than what he gave
        away, and Padbolix nothing better (D18)."""
        twin = super().redeal(seat, rng)
        for other in self.others(seat):
            twin.gave[other] = twin.got[other] = ""
            twin.passed[other] = NEVER
        hidden = [c for c, seen in enumerate(twin.ledger.seen) if not seen >> seat & 1]
        order = rng.shuffled(hidden)
        out = frozenset(twin.zones[BOX].cards)
        if out:
            rearrange(twin.faces, order, lambda card, face: card not in out or SYMBOL[face] not in SPECIAL)
        if twin.exchanged:
            keep_exchange(twin.faces, order, twin.exchanged, twin.dealt, out)
        return twin
