"""Cadavrexkix: a text in a circle, five words each, of which the next player hears only the last."""

from collections.abc import Sequence
from typing import Any

from tablee.games.cadavrexkix.reading import Again, ReadOut, Recall, Reread, Say
from tablee.games.cadavrexkix.sheet import (
    BOXES,
    EMPTY,
    HINGE,
    MOST_CIRCLES,
    UNDER,
    CadavrexkixOptions,
    CadavrexkixSheet,
)
from tablee.games.cadavrexkix.writing import EDITS, Compose, PassOn, Writing
from tablee.kernel.domains import OneCard, OneOf, letters
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import Phase
from tablee.kernel.units import EVERYBODY, NOBODY, CardId, Millis, Seat
from tablee.kernel.values import FACE
from tablee.kernel.zones import Zone
from tablee.phases.decision import Decision
from tablee.phases.screen import ScreenSeatOptions
from tablee.phases.together import Together
from tablee.pieces.kinds import Kind
from tablee.pieces.toutilix import DECK, PETARD, PETARDS

GROUPS = {2: 4, 3: 6, 4: 8, 5: 5, 6: 6}
"""R6: five cards each."""
FORCED = "E"

CHOOSE: Millis = 30_000
LETTER: Millis = 20_000


class CadavrexkixState(CadavrexkixSheet, kw_only=True):
    def next_circle(self) -> None:
        self.goto(Lay())


class Lay(Phase[CadavrexkixState]):
    """R4 to R6, R26, D2: a circle of groups; the rest is put aside."""

    def enter(self, s: CadavrexkixState) -> None:
        stock = s.zones[0]
        for group in s.groups:
            s.move_all(group, stock)
            group.by = []
        if s.circle_number:  # D15
            s.opener = s.after(s.opener)
        s.circle_number += 1
        s.first_group, s.folds, s.hearts = -1, 0, [-1] * s.n
        s.hinge_words, s.lines, s.orders, s.text = [], [], [], []
        s.marks.clear()
        s.shuffle(stock, "circle", s.circle_number)
        for group in s.groups:
            for _ in range(BOXES - 1):
                s.move(stock.cards[-1], stock, group)
            s.move(stock.cards[-1], stock, group, UNDER)
        s.tell("circle", seat=s.opener, number=s.circle_number)
        s.goto(Choose(seat=s.opener))


class Choose(Decision[CadavrexkixState], kw_only=True):
    """R7, D15."""

    span = CHOOSE

    def for_all(self, s: CadavrexkixState) -> bool:
        return True

    def may(self, s: CadavrexkixState) -> Sequence[Offer]:
        return (Offer("choose_group", {"group": OneOf([group.name for group in s.groups])}, aloud=True),)

    def play(self, s: CadavrexkixState, seat: Seat, move: Move) -> None:
        self.chosen(s, [group.name for group in s.groups].index(move.args["group"]))

    def silent(self, s: CadavrexkixState) -> None:
        self.chosen(s, 0)

    def chosen(self, s: CadavrexkixState, number: int) -> None:
        s.first_group = number
        for step in range(len(s.groups)):
            group = s.group(step)
            group.by = [s.composer(step)]
            s.lines.append(EMPTY)
            s.orders.append(tuple(group.cards[HINGE + 1 :]))
        s.tell("chooses", seat=self.seat, number=number + 1)
        s.goto(Petard())


class Petard(Together[CadavrexkixState]):
    """R12, D4: the left neighbours give every pétard its letter."""

    def owners(self, s: CadavrexkixState) -> dict[CardId, Seat]:
        """Whoever names the letter of each pétard that has none: the neighbour of the first who meets it."""
        met: dict[CardId, Seat] = {}
        for step in range(len(s.groups)):
            for card in s.cards(step):
                if s.faces[card] == PETARD and card not in s.marks:
                    met.setdefault(card, s.after(s.composer(step)))
        return met

    def for_all(self, s: CadavrexkixState) -> bool:
        return True

    def limit(self, s: CadavrexkixState) -> Millis:
        return LETTER

    def enter(self, s: CadavrexkixState) -> None:
        super().enter(s)
        if not self.owners(s):
            self.all_in(s)

    def actors(self, s: CadavrexkixState) -> Sequence[Seat]:
        return sorted(set(self.owners(s).values()))

    def offers(self, s: CadavrexkixState, seat: Seat) -> Sequence[Offer]:
        cards = [card for card, owner in self.owners(s).items() if owner == seat]
        return (Offer("name_letter", {"card": OneCard(cards), "letter": letters()}, aloud=True),) if cards else ()

    def play(self, s: CadavrexkixState, seat: Seat, move: Move) -> None:
        self.named(s, seat, move.args["card"], move.args["letter"])
        if not self.actors(s):
            self.all_in(s)

    def silent(self, s: CadavrexkixState, seat: Seat) -> None:
        for card, owner in self.owners(s).items():
            if owner == seat:
                self.named(s, seat, card, FORCED)

    def named(self, s: CadavrexkixState, seat: Seat, card: CardId, letter: str) -> None:
        s.marks[card] = letter
        s.tell("names_letter", seat=seat, letter=FACE(letter))

    def all_in(self, s: CadavrexkixState) -> None:
        s.goto(Compose(edits=[0] * s.n))


class Cadavrexkix(Game[CadavrexkixState]):
    info = GameInfo(
        key="cadavrexkix",
        name="Cadavrexkix",
        version=1,
        players=(2, 6),  # R2
        kinds=("coop", "turn", "memory"),
        reading=Reading.READS_EASILY,
        device=Device.PASSED,
        author="Christine Larquetout",
        words=True,
        minutes=10,
        exercises=(Exercise.IMAGINATION, Exercise.VOCABULARY, Exercise.COOPERATION),
        moods=(Mood.INVENT, Mood.LAUGH),
        age=9,
        mat="sheet",
    )
    phases = (Lay, Choose, Petard, Compose, PassOn, Recall, ReadOut, Say, Again, Reread)
    options = CadavrexkixOptions
    seat_options = ScreenSeatOptions

    def looks_on(self, s: CadavrexkixState) -> bool:
        """Only bots have something left to write."""
        writing = isinstance(s.phases[-1], Writing)
        return writing and not any(s.seats[i].human and s.next_step(i) >= 0 for i in s.all_seats)

    def setup(self, table: Setup) -> CadavrexkixState:
        s = CadavrexkixState(**table.common(DECK), opener=table.starter())  # R1
        s.scores = []  # R28
        return s.begin(
            Lay(),
            Zone("stock", Kind.BOX, NOBODY, cards=list(range(len(DECK)))),
            *(Zone(f"group:{i}", Kind.ROW, EVERYBODY, depth=BOXES - 1) for i in range(GROUPS[len(table.seats)])),
        )

    def bound(self, players: int, options: Any) -> int:
        """D13: a circle has so many steps, in and before each of which its player changes so much; its words are
        read twice. A seat alarm may ring for each of them."""
        groups = GROUPS[players]
        words = 4 * groups + 1
        steps = (groups + players) * EDITS + 4 * groups
        circle = 2 + len(PETARDS) + players + steps + players + 1 + 2 * (words + 2) + 3 * players + 2
        return circle * (options.circles or MOST_CIRCLES)


GAME = Cadavrexkix()
