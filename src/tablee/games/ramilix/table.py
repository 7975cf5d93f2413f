"""What lies on a table of Ramilix: hands, suites with their pétards, two piles; and how cards come and go."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from tablee.kernel.events import Keep
from tablee.kernel.places import zone_at, zone_of_seat
from tablee.kernel.state import State
from tablee.kernel.units import EVERYBODY, NOBODY, CardId, Seat, mask
from tablee.kernel.values import FACE, PLAIN, Shown
from tablee.kernel.zones import Zone
from tablee.pieces.domains import ANY_LETTER, LEFT, RIGHT, end_of, line_and_side
from tablee.pieces.kinds import Kind
from tablee.pieces.suites import SHORTEST, letters_of, step
from tablee.pieces.toutilix import ALPHABET, BLUE, ETOILE, ETOILES, PETARD, PETARDS, PINK, SYMBOL

CARDS = PINK + BLUE + ETOILES + PETARDS
"""R1."""
HAND = 7
POINTS = {**dict.fromkeys(ALPHABET, 1), ETOILE: 5, PETARD: 5}
"""R34."""
SORTED = {symbol: place for place, symbol in enumerate((*ALPHABET, ETOILE, PETARD))}
SIDES = (LEFT, RIGHT)
PILE, DISCARD, ASIDE, HANDS = 0, 1, 2, 3
"""After the hands come the places of suites, so many for each seat:"""
MOST_SUITES = (len(CARDS) - len(PETARDS)) // SHORTEST


def zones(players: int) -> list[Zone]:
    return [
        Zone("pile", Kind.PILE, NOBODY, cards=list(range(len(CARDS)))),
        Zone("discard", Kind.HEAP, EVERYBODY, depth=1),
        Zone("aside", Kind.BOX, NOBODY),
        *(Zone(f"hand:{seat}", Kind.FAN, mask(seat), seat) for seat in range(players)),
        *(
            Zone(f"suite:{seat}:{i}", Kind.SUITE, EVERYBODY, seat, hidden=True)
            for seat in range(players)
            for i in range(MOST_SUITES)
        ),
    ]


class RamilixState(State, kw_only=True):
    shown: ClassVar[Shown] = {
        "round": PLAIN,
        "rounds": PLAIN,
        "turned_over": PLAIN,
        "opened": PLAIN,
        "standing": PLAIN,
    }
    starter: Seat
    """Of this round."""
    rounds: int
    round: int = 1
    turned_over: bool = False
    stale: int = 0
    """Turns one after another without a card from the pile or to the table (D18)."""

    pile = zone_at(PILE)
    discard = zone_at(DISCARD)
    aside = zone_at(ASIDE)
    hand = zone_of_seat(HANDS)

    def slots(self, seat: Seat) -> list[Zone]:
        """Where suites may lie before a seat."""
        first = HANDS + self.n + MOST_SUITES * seat
        return self.zones[first : first + MOST_SUITES]

    def place(self, seat: Seat) -> list[Zone]:
        """The suites before a seat."""
        return [zone for zone in self.slots(seat) if zone.cards]

    def suites(self) -> Iterator[Zone]:
        return (suite for seat in self.all_seats for suite in self.place(seat))

    @property
    def opened(self) -> list[bool]:
        """Who has laid in this round."""
        return [bool(self.place(seat)) for seat in self.all_seats]

    @property
    def standing(self) -> list[int]:
        """D19: what lies before each seat, whoever laid it; a pétard is in no suite."""
        return [
            sum(POINTS[SYMBOL[self.faces[card]]] for suite in self.place(seat) for card in self.row(suite))
            for seat in self.all_seats
        ]

    # ---- suites ------------------------------------------------------------------------------------

    def says(self, card: CardId) -> str:
        """R21."""
        return ANY_LETTER if self.faces[card] == ETOILE else SYMBOL[self.faces[card]]

    def letter(self, card: CardId) -> str:
        """What a laid card stands for."""
        return self.marks.get(card) or SYMBOL[self.faces[card]]

    def is_petard(self, card: CardId) -> bool:
        return self.faces[card] == PETARD

    def row(self, suite: Zone) -> list[CardId]:
        """A suite without its pétards."""
        return [card for card in suite.cards if not self.is_petard(card)]

    def spelled(self, *suites: Zone) -> str:
        return " ".join("".join(map(self.letter, self.row(suite))) for suite in suites)

    def blocked(self, suite: Zone, side: str) -> bool:
        """R27, D7."""
        return self.is_petard(suite.cards[0 if side == LEFT else -1])

    def frozen(self, suite: Zone) -> bool:
        """R28, D8."""
        return self.blocked(suite, LEFT) and self.blocked(suite, RIGHT)

    def ends(self, *, blocked: bool) -> list[str]:
        """The ends of all suites: those with a pétard, or the others."""
        return [
            end_of(suite.name, side)
            for suite in self.suites()
            for side in SIDES
            if self.blocked(suite, side) is blocked
        ]

    def fits(self, end: str) -> str:
        """The letter that goes on there (R13, R14)."""
        return step(self.letter(self.end_card(end)), -1 if line_and_side(end)[1] == LEFT else 1)

    def end_card(self, end: str) -> CardId:
        """The card beside which one would lay."""
        name, side = line_and_side(end)
        return self.row(self.zone(name))[0 if side == LEFT else -1]

    def takeable(self, suite: Zone) -> list[CardId]:
        """R23, D7: the étoiles of a suite that no pétard blocks."""
        row = self.row(suite)
        barred = [row[0]] if self.blocked(suite, LEFT) else []
        barred += [row[-1]] if self.blocked(suite, RIGHT) else []
        free = [] if self.frozen(suite) else row
        return [card for card in free if self.faces[card] == ETOILE and card not in barred]

    def dearest(self, cards: Sequence[CardId]) -> CardId:
        """D23: what silence throws of these. All learn that nothing dearer is held, and no more: of several one is
        drawn, whatever they say and wherever they lie in the hand. Which ones they were, nobody is told."""
        worth = [POINTS[SYMBOL[self.faces[card]]] for card in sorted(cards)]
        places = [place for place, points in enumerate(worth) if points == max(worth)]
        which = sum(1 << place for place in places)
        self.tell("alike", to=NOBODY, keep=Keep.FLEETING, discloses=True, places=which)
        return sorted(cards)[self.rng("forced", self.round, self.now).choice(places)]

    # ---- moving ------------------------------------------------------------------------------------

    def settle(self) -> None:
        """After a step: étoiles stand for the letter of their place (D3), and only suites that are there are told
        of. A hand lies in the order of the alphabet."""
        for suite in self.zones[HANDS + self.n :]:
            if suite.hidden and not suite.cards:
                continue
            suite.hidden = not suite.cards
            row = self.row(suite)
            for card, letter in zip(row, letters_of([self.says(c) for c in row]) or "", strict=True):
                if self.faces[card] == ETOILE:
                    self.marks[card] = letter
        for seat in self.all_seats:
            self.hand(seat).cards.sort(key=lambda card: (SORTED[SYMBOL[self.faces[card]]], card))

    def lay(self, seat: Seat, rows: Sequence[Sequence[CardId]]) -> None:
        """New suites before a seat."""
        for row in rows:
            suite = next(zone for zone in self.slots(seat) if not zone.cards)
            for card in row:
                self.move(card, self.hand(seat), suite)

    def rearrange(self, seat: Seat, rows: Sequence[Sequence[CardId]]) -> None:
        """D5, D9. A suite stays where most of its cards were, and a pétard with the card that it blocks."""
        old = [suite for suite in self.place(seat) if not self.frozen(suite)]
        before = {self.row(suite)[0]: suite.cards[:1] for suite in old if self.blocked(suite, LEFT)}
        after = {self.row(suite)[-1]: suite.cards[-1:] for suite in old if self.blocked(suite, RIGHT)}
        homes = [*old, *(zone for zone in self.slots(seat) if not zone.cards)]
        laid: list[tuple[Zone, list[CardId]]] = []
        for row in rows:
            home = max(homes, key=lambda zone: (len(set(row) & set(zone.cards)), not zone.cards))
            homes.remove(home)
            laid.append((home, [*before.get(row[0], ()), *row, *after.get(row[-1], ())]))
        lying = {card: zone for zone in (*old, self.hand(seat)) for card in zone.cards}
        for home, cards in laid:
            for card in cards:
                if lying[card] is not home:
                    self.move(card, lying[card], home)
        for home, cards in laid:
            home.cards = cards

    def take(self, seat: Seat, source: Zone) -> CardId:
        """R10."""
        card = source.cards[-1]
        self.move(card, source, self.hand(seat))
        if source is self.pile:
            self.tell("draws", seat=seat)
            self.turn_over()
        else:
            self.tell("picks_up", seat=seat, card=FACE(SYMBOL[self.faces[card]]), keep=Keep.FLEETING)
        self.settle()
        return card

    def refill(self, seat: Seat) -> None:
        """R30, D14, D15."""
        count = min(HAND, len(self.pile.cards))
        self.deal(self.pile, [self.hand(seat)], count)
        self.tell("refills", seat=seat, count=count)
        self.turn_over()
        self.settle()

    def turn_over(self) -> None:
        """R31, D16: the pile is used up; the first card that was discarded is the new top."""
        if self.pile.cards or self.turned_over:
            return
        self.turned_over = True
        for card in self.discard.cards[-2::-1]:
            self.move(card, self.discard, self.pile)
        self.tell("turnover")
