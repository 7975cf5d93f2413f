"""Zieufermix: find pairs of cards from memory, and with your eyes closed as soon as an étoile turns up."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from tablee.kernel.domains import Slot, point
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Reading, SeatOptions, Setup, TableOptions
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import Reason, ranked
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.sight import Sight
from tablee.kernel.state import State
from tablee.kernel.units import CardId, Millis, Seat
from tablee.kernel.zones import HOLE, Kind, Zone
from tablee.phases.show import Show
from tablee.pieces.plane import Grid, nearest, scatter
from tablee.pieces.toutilix import ETOILE, ETOILES, PETARD, PETARDS

DECK = ("pA", "bA", "yA", "yA", "vA", "vA", *ETOILES, *PETARDS)  # R1
PARTNER: Mapping[str, str] = {"yA": "yA", "vA": "vA", "pA": "bA", "bA": "pA", ETOILE: ETOILE}
"""R8, R17."""

GRID = Grid(5, 4)
LETTERS_WON, ALL_WON = 10, 4
"""So many cards are left when the three pairs of A are won, and when those of étoiles are too (R17, R19)."""
MOST_ETOILES = len(ETOILES)
IDLE_TURNS = 20

OPEN_TIME: Millis = 20_000
CLOSED_TIME: Millis = 15_000
EXCHANGE_TIME: Millis = 10_000

PLANE, WON = 0, 1

TOUCH = (Offer("touch", {"point": point(GRID.width, GRID.height)}),)


class ZieufermixOptions(TableOptions, frozen=True, kw_only=True):
    flash_ms: Literal[300, 500, 1000] = 500
    miss_ms: Literal[1000, 1500, 3000] = 1500


class ZieufermixSeatOptions(SeatOptions, frozen=True, kw_only=True):
    level: Literal[1, 2] = 1


class ZieufermixState(State, kw_only=True):
    shown: ClassVar[Mapping[str, Sight]] = {
        "part": Sight.ALL,
        "levels": Sight.ALL,
    }
    idle: int = 0
    """Turns in a row that have won nothing (D13)."""
    draws: int = 0
    """How often chance has chosen for a silent player."""

    @property
    def plane(self) -> Zone:
        return self.zones[PLANE]

    @property
    def part(self) -> int:
        """In the first part A are won, in the second étoiles (R17, D10)."""
        return 1 if len(self.plane.held()) > LETTERS_WON else 2

    @property
    def levels(self) -> list[int]:
        return [options.level for options in self.seat_options]

    def places(self, but: int = -1) -> list[int]:
        """Where cards lie, except at one place."""
        return [place for place, card in enumerate(self.zones[PLANE].cards) if card != HOLE and place != but]

    def touched(self, move: Move, but: int = -1) -> int:
        """The place a player means; a groping hand finds the nearest card (D6)."""
        if move.name != "touch":
            place: int = move.args["place"]
            return place
        plane, at = self.zones[PLANE], move.args["point"]
        return nearest(plane.poses or (), plane.cards, at["x"], at["y"], but=but)

    def by_chance(self, but: int = -1) -> int:
        """The place of a random card, for a player who stays silent (D14)."""
        self.draws += 1
        return self.rng("silent", self.draws).choice(self.places(but))

    # ---- cards and eyes ----------------------------------------------------------------------------

    def turn_back(self) -> None:
        for card in list(self.open):
            self.turn_down(self.plane, card)

    def see_etoile(self, seat: Seat) -> None:
        """R3, R4, R14: level 2 closes its eyes at once, while the others still see the étoile."""
        if self.seat_options[seat].level == 2 and not self.blind:
            self.tell("closes_eyes", seat=seat)
            self.blind |= 1 << seat
        else:
            self.tell("etoile", seat=seat)

    def open_eyes(self, seat: Seat) -> None:
        if self.blind:
            self.blind &= ~(1 << seat)
            self.tell("opens_eyes", seat=seat)

    def end_turn(self, seat: Seat, *lines: str) -> None:
        """A turn that has won nothing is over; what happened is told when all eyes are open again."""
        self.turn_back()
        self.open_eyes(seat)
        for line in lines:
            self.tell(line, seat=seat)
        self.idle += 1
        if self.idle == IDLE_TURNS * self.n:  # D13
            self.end(ranked(self.scores, reason=Reason.CAP, detail="idle"))
        else:
            self.goto(First(seat=self.after(seat)))


class Turning(Phase[ZieufermixState], kw_only=True):
    """R7, R16: the player turns a card, the one he points at or the one his hand finds in the dark."""

    shown: ClassVar[Mapping[str, Sight]] = {"seat": Sight.ALL, "etoiles": Sight.ALL}
    seat: Seat
    etoiles: int = 0
    """How many étoiles this turn has met (D4)."""
    first: int = -1
    """The place of the card that lies open already."""
    until: Millis = 0

    def enter(self, s: ZieufermixState) -> None:
        self.until = self.limit_in(s, CLOSED_TIME if s.blind else OPEN_TIME)

    def actors(self, s: ZieufermixState) -> Sequence[Seat]:
        return (self.seat,)

    def offers(self, s: ZieufermixState, seat: Seat) -> Sequence[Offer]:
        if seat != self.seat:
            return ()
        return TOUCH if s.blind else (Offer("turn", {"place": Slot("plane", s.places(self.first))}),)  # D9

    def play(self, s: ZieufermixState, seat: Seat, move: Move) -> None:
        self._turn(s, s.touched(move, self.first))

    def alarms(self, s: ZieufermixState) -> Sequence[Alarm]:
        return (Alarm("limit", self.until, self.seat),)

    def ring(self, s: ZieufermixState, alarm: Alarm) -> None:
        if s.blind:  # D8
            s.end_turn(self.seat, "timeout")
        else:  # D14
            s.tell("timeout", seat=self.seat)
            self._turn(s, s.by_chance(self.first))

    def _turn(self, s: ZieufermixState, place: int) -> None:
        card = s.plane.cards[place]
        face = s.faces[card]
        s.turn_up(s.plane, card)
        if s.blind:
            s.flash(self.seat, card, s.options.flash_ms)
        if face == ETOILE:
            s.see_etoile(self.seat)
        if face == PETARD:
            s.goto(Petard(seat=self.seat, place=place))
        elif face == ETOILE and s.part == 1:
            s.goto(Etoile(seat=self.seat, etoiles=self.etoiles + 1))
        else:
            self.turned(s, place)  # D5

    def turned(self, s: ZieufermixState, place: int) -> None:
        """A card that may belong to a pair now lies open."""
        raise NotImplementedError


class First(Turning):
    def turned(self, s: ZieufermixState, place: int) -> None:
        s.goto(Second(seat=self.seat, etoiles=self.etoiles, first=place))


class Second(Turning):
    def turned(self, s: ZieufermixState, place: int) -> None:
        one, other = (s.faces[s.plane.cards[p]] for p in (self.first, place))
        s.goto(Pair(seat=self.seat) if PARTNER[one] == other else Miss(seat=self.seat))


class Looking(Phase[ZieufermixState], kw_only=True):
    """Everybody whose eyes are open looks at what was turned; then follows what it means."""

    seat: Seat

    def enter(self, s: ZieufermixState) -> None:
        s.push(Show(span=s.options.miss_ms))


class Miss(Looking):
    """D1."""

    def resume(self, s: ZieufermixState, result: Any) -> None:
        s.end_turn(self.seat, "misses")


class Pair(Looking):
    """R9, R18."""

    def resume(self, s: ZieufermixState, result: Any) -> None:
        won = s.zones[WON + self.seat]
        for card in list(s.open):
            s.move(card, s.plane, won)
        s.scores[self.seat] = len(won.cards)
        s.idle = 0
        s.open_eyes(self.seat)
        s.tell("wins", seat=self.seat, count=len(won.cards))
        left = len(s.plane.held())
        if left == ALL_WON:
            s.end(ranked(s.scores, detail="all_won"))  # R20
            return
        if left == LETTERS_WON:
            s.tell("second_part")
        s.goto(First(seat=s.after(self.seat)))


class Etoile(Looking, kw_only=True):
    """R13, R15: all is turned back and the turn starts again, with open or closed eyes."""

    etoiles: int

    def resume(self, s: ZieufermixState, result: Any) -> None:
        if self.etoiles == MOST_ETOILES:
            s.end_turn(self.seat, "seven_etoiles")  # D4
        else:
            s.turn_back()
            s.goto(First(seat=self.seat, etoiles=self.etoiles))


class Petard(Looking, kw_only=True):
    """R10."""

    place: int

    def resume(self, s: ZieufermixState, result: Any) -> None:
        s.turn_back()
        s.goto(Exchange(seat=self.seat, place=self.place))


class Exchange(Phase[ZieufermixState], kw_only=True):
    """R11, D3: the pétard changes places with another card."""

    shown: ClassVar[Mapping[str, Sight]] = {"seat": Sight.ALL}
    seat: Seat
    place: int
    until: Millis = 0

    def enter(self, s: ZieufermixState) -> None:
        self.until = self.limit_in(s, EXCHANGE_TIME)

    def actors(self, s: ZieufermixState) -> Sequence[Seat]:
        return (self.seat,)

    def offers(self, s: ZieufermixState, seat: Seat) -> Sequence[Offer]:
        if seat != self.seat:
            return ()
        return TOUCH if s.blind else (Offer("swap", {"place": Slot("plane", s.places(self.place))}),)

    def play(self, s: ZieufermixState, seat: Seat, move: Move) -> None:
        self._swap(s, s.touched(move, self.place))

    def alarms(self, s: ZieufermixState) -> Sequence[Alarm]:
        return (Alarm("limit", self.until, self.seat),)

    def ring(self, s: ZieufermixState, alarm: Alarm) -> None:
        if s.blind:
            # He did not see where the pétard went: it may be any of the cards he knew.
            s.ledger.mix(s.plane.held(), knowing=s.everyone & ~s.blind)
        self._swap(s, s.by_chance(self.place), "timeout")

    def _swap(self, s: ZieufermixState, place: int, *lines: str) -> None:
        s.swap(s.plane, self.place, place)
        s.end_turn(self.seat, *lines, "exchanges")  # R12


class Zieufermix(Game[ZieufermixState]):
    info = GameInfo(
        key="zieufermix",
        name="Zieufermix",
        version=1,
        players=(2, 5),
        kinds=("turn", "memory"),
        reading=Reading.NOTHING,
        device=Device.SHARED,
        author="Christine Larquetout",
        minutes=10,
        exercises=(Exercise.MEMORY, Exercise.ATTENTION),
    )
    state = ZieufermixState
    phases = (First, Second, Miss, Pair, Etoile, Petard, Exchange, Show)
    options = ZieufermixOptions
    seat_options = ZieufermixSeatOptions

    def setup(self, table: Setup) -> ZieufermixState:
        s = ZieufermixState(**table.common(DECK))
        cards: list[CardId] = list(range(len(DECK)))
        poses = scatter(GRID, len(DECK), s.rng("scatter"))
        s.zones = [
            Zone("plane", Kind.PLANE, Sight.COUNT, cards=cards, poses=poses, area=(GRID.width, GRID.height)),
            *(Zone(f"won:{seat}", Kind.WINNINGS, Sight.COUNT, seat) for seat in s.all_seats),
        ]
        s.shuffle(s.plane, "deal")
        starter = table.starter()
        s.tell("starts", starter=starter)
        s.goto(First(seat=starter))
        return s

    def bound(self, players: int, options: Any) -> int:
        """D15: six pairs, each within 20 × n turns. The longest turn is letter, étoile, look, six times over,
        then letter, pétard, look, exchange; in the second part only the latter."""
        last_try = 4
        first_part = 3 * (MOST_ETOILES - 1) + last_try
        return 3 * IDLE_TURNS * players * (first_part + last_try)


GAME = Zieufermix()
