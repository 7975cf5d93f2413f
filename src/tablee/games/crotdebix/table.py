"""What lies on the table of Crotdebix: hands, cards on their way, the columns of the relays, and the points."""

from typing import ClassVar, Final, Literal

from msgspec import field

from tablee.games.crotdebix.formulas import BIT, FACES, Combination, best, mask_of
from tablee.kernel.game import TableOptions
from tablee.kernel.outcome import Outcome
from tablee.kernel.state import State
from tablee.kernel.units import CardId, Seat, mask
from tablee.kernel.values import FACE, PLAIN, Shown, Sight
from tablee.kernel.zones import Zone
from tablee.phases.screen import ScreenSeatOptions, shares
from tablee.pieces.toutilix import BLUE, ETOILE, ETOILES, PETARD, PETARDS, PINK, SYMBOL, VOWELS

EACH: Final = {2: 8, 3: 8, 4: 6}  # R5 to R7
RELAYED: Final = 4
"""R7: so many cards in the column of each relay."""
POINT_FACES: Final = (*(face for face in (*PINK, *BLUE) if face not in FACES), *ETOILES, *PETARDS)  # R4
WIND: Final = "wind"

PILE, DECK, GONE, CARD, HANDS = range(5)


def worth(face: str) -> int:
    """R28 to R31."""
    symbol = SYMBOL[face]
    return {ETOILE: -5, PETARD: 5}.get(symbol, int(symbol not in VOWELS))


class CrotdebixOptions(TableOptions, frozen=True, kw_only=True):
    spicy: bool = False
    announce_from: Literal[1, 2, 3, 4, 5] = 1
    """The weakest formula that may be called, by its rank."""
    think_time: Literal[30, 20, 60] = 30
    look_s: Literal[6, 4, 10] = 6
    below_zero: bool = False


class CrotdebixSeatOptions(ScreenSeatOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    help: bool = True
    """The best combination of one's hand is marked."""


class CrotdebixState(State, kw_only=True):
    shown: ClassVar[Shown] = {
        "round": PLAIN,
        "exchanges": PLAIN,
        "victories": PLAIN,
        "passing": PLAIN,
        "best_held": Sight.OWNER,
        "below_zero": PLAIN,
    }
    round: int = 0
    exchanges: int = 0
    """Since the last deal."""
    victories: list[int] = field(default_factory=list)
    """How many showdowns each seat has won."""

    def zone_of(self, group: int, seat: Seat) -> Zone:
        return self.zones[HANDS + group * len(self.seats) + seat]

    def hand(self, seat: Seat) -> Zone:
        return self.zone_of(0, seat)

    def passed(self, seat: Seat) -> Zone:
        """The card that a seat has laid to pass it on: the others see only that it is there."""
        return self.zone_of(1, seat)

    def display(self, seat: Seat) -> Zone:
        """R11: what a seat shows."""
        return self.zone_of(2, seat)

    def drawn(self, seat: Seat) -> Zone:
        return self.zone_of(3, seat)

    def gathered(self, seat: Seat) -> Zone:
        """The cards that count for a seat."""
        return self.zone_of(4, seat)

    def relay(self, seat: Seat) -> Zone:
        """R16, D19: to whom a seat passes when there are two: Béa after Pierre, Bob after Marie."""
        return self.zone_of(5, seat)

    @property
    def size(self) -> int:
        return EACH[self.n]

    @property
    def one_screen(self) -> bool:
        """D28."""
        return any(shares(self, seat) for seat in self.all_seats)

    @property
    def spicy(self) -> bool:
        return bool(self.options.spicy) and not self.one_screen

    @property
    def below_zero(self) -> bool:
        """D26."""
        return bool(self.options.below_zero)

    @property
    def passing(self) -> list[int]:
        """Of each seat: 1 if it has laid the card that it passes."""
        return [len(self.passed(seat).cards) for seat in self.all_seats]

    def back(self, card: CardId) -> str:
        """The letters of the hands and the cards of the pile are never mixed."""
        return "letters" if self.faces[card] in BIT else "points"

    # ---- combinations ------------------------------------------------------------------------------

    def held(self, seat: Seat) -> list[CardId]:
        """D12: a card laid for passing counts in the hand."""
        return [*self.hand(seat).cards, *self.passed(seat).cards, *self.display(seat).cards]

    def combination(self, seat: Seat) -> Combination:
        return best(mask_of(self.faces[c] for c in self.held(seat)), self.size)

    @property
    def best_held(self) -> list[str]:
        """For each seat what it holds, if it wants to be helped."""
        return [self.combination(x).formula if self.seat_options[x].help else "" for x in self.all_seats]

    def may_announce(self, seat: Seat) -> bool:
        """R10, D15."""
        return self.combination(seat).rank >= int(self.options.announce_from)

    def sort_hands(self) -> None:
        """Everybody's cards in order; whoever wants to be helped has his combination first, part by part."""
        self.marks.clear()
        for seat in self.all_seats:
            hand, part = self.hand(seat), dict[str, int]()
            if self.seat_options[seat].help:
                for i, faces in enumerate(self.combination(seat).parts, 1):
                    part |= dict.fromkeys(faces, i)
            hand.cards.sort(key=lambda c: (part.get(self.faces[c], 9), FACES.index(self.faces[c])))
            self.marks |= {c: str(part[self.faces[c]]) for c in hand.cards if self.faces[c] in part}

    def spare(self, seat: Seat) -> CardId:
        """D25: the lowest letter outside the best combination, blue before pink; or else of all."""
        used = self.combination(seat).faces
        cards = self.hand(seat).cards
        free = [c for c in cards if self.faces[c] not in used] or cards
        return min(free, key=lambda c: (self.faces[c][1], self.faces[c][0]))

    # ---- passing -----------------------------------------------------------------------------------

    def lay(self, seat: Seat, card: CardId) -> None:
        """What others knew to be in this hand may be the card that is passed."""
        self.ledger.blur(self.hand(seat).cards, mask(seat))
        self.move(card, self.hand(seat), self.passed(seat))

    def take_back(self, seat: Seat) -> None:
        self.move_all(self.passed(seat), self.hand(seat))

    # ---- points ------------------------------------------------------------------------------------

    def draw(self, seat: Seat) -> None:
        """R13, R28 to R33, D20. What is drawn lies open beside the combinations, then before its owner."""
        pile, drawn, own = self.zones[PILE], self.drawn(seat), self.gathered(seat)
        self.move(pile.cards[-1], pile, drawn)
        face = self.faces[drawn.cards[0]]
        if SYMBOL[face] in VOWELS:
            carried = [c for c in own.cards if worth(self.faces[c]) > 0]
            for card in carried:
                self.move(card, own, self.zones[GONE])
            drawn.said = WIND
            self.tell("wind" if carried else "breeze", seat=seat, letter=FACE(SYMBOL[face]), count=len(carried))
        else:
            drawn.said = f"{worth(face):+}"
            self.tell("draws", seat=seat, symbol=FACE(SYMBOL[face]), points=worth(face))
        self.scores[seat] = sum(worth(self.faces[c]) for c in (*own.cards, *drawn.cards))

    def put_away(self) -> None:
        """The table has looked: what was drawn lies before its owner, or in the box."""
        for seat in self.all_seats:
            drawn = self.drawn(seat)
            for card in drawn.cards[:]:
                self.move(card, drawn, self.gathered(seat) if worth(self.faces[card]) else self.zones[GONE])
            drawn.said = None

    def finish(self) -> None:
        """R35, D24, D26."""
        totals = [total if self.below_zero else max(0, total) for total in self.scores]
        keys = [(total, -won) for total, won in zip(totals, self.victories, strict=True)]
        ranks = tuple(1 + sum(other < key for other in keys) for key in keys)
        alone = totals.count(min(totals)) == 1
        self.end(Outcome(ranks, tuple(totals), detail="fewest" if alone else "more_showdowns"))
