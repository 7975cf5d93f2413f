"""Moinzix: one letter of the alphabet is missing. Name it first, and remember those that were won before."""

from collections.abc import Mapping, Sequence
from math import isqrt
from typing import Any, ClassVar, Literal

from msgspec import field

from tablee.kernel.domains import OneOf, letters
from tablee.kernel.events import Keep
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup, TableOptions
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.places import zone_at, zone_of_seat
from tablee.kernel.state import State
from tablee.kernel.units import EVERYBODY, NOBODY, Millis, Seat
from tablee.kernel.values import FACE, SEAT, TERM, Shown
from tablee.kernel.zones import Zone
from tablee.phases.buzz import Answering
from tablee.phases.decision import Decision
from tablee.phases.gift import give_each
from tablee.phases.show import Show
from tablee.phases.window import Press, Window, groups, stretched
from tablee.pieces.kinds import Kind
from tablee.pieces.plane import Grid, scatter
from tablee.pieces.toutilix import ALPHABET, BLUE, PINK

ALPHABETS: Mapping[str, Sequence[str]] = {"pink": PINK, "blue": BLUE}  # R2
LINES, SCATTER = "lines", "scatter"
ACROSS = 5
"""Letters to a line (R5)."""
CHOOSE: Millis = 10_000

PLANE, PILE, MISSING, GONE, WON = range(5)


def as_lines(count: int) -> Grid:
    """R5, D6: the last line may be shorter."""
    return Grid(ACROSS, -(-count // ACROSS))


def as_heap(count: int) -> Grid:
    """As wide as high, with hardly a cell to spare."""
    columns = isqrt(count - 1) + 1
    return Grid(columns, -(-count // columns))


class MoinzixOptions(TableOptions, frozen=True, kw_only=True):
    alphabet: Literal["pink", "blue"] = "pink"
    search_s: Literal[60, 120, 300] = 120
    answer_s: Literal[5, 10, 15] = 5
    show_s: Literal[3, 5, 8] = 3
    memo: bool = False
    """For beginners: the letters that are gone can be read."""


class MoinzixState(State, kw_only=True):
    shown: ClassVar[Shown] = {"drawer": SEAT, "way": TERM, "gone": FACE}
    drawer: Seat
    """Who draws the missing card and says how the others are laid."""
    rounds: int = 0
    way: str = ""
    """How the cards lie."""

    plane = zone_at(PLANE)
    pile = zone_at(PILE)
    missing = zone_at(MISSING)
    won = zone_of_seat(WON)

    @property
    def gone(self) -> str:
        """The letters that are no longer laid out, where the table has a memo."""
        out = self.zones[GONE:] if self.options.memo else ()
        return " ".join(sorted(self.faces[card][-1] for zone in out for card in zone.cards))

    def gather(self) -> None:
        """The letters that were laid out are taken up again."""
        for card in list(self.plane.held()):
            self.move(card, self.plane, self.pile)
        self.plane.cards, self.plane.poses = [], ()

    def next_round(self) -> None:
        """R12, R14: one card more is missing, as long as there are any."""
        if not self.pile.cards:
            self.end(ranked(self.scores, detail="no_letter_left"))  # R15, D12
            return
        self.rounds += 1
        self.shuffle(self.pile, "round", self.rounds)
        if len(self.pile.cards) > 1:
            self.goto(Layout(seat=self.drawer))
        else:
            self.lay_out(LINES)  # D11

    def lay_out(self, way: str) -> None:
        """R3 to R6, D6: a card is set aside unseen; all the others appear at once, and that is the signal."""
        pile, plane = self.pile, self.plane
        self.way = way
        self.tell("laid" if len(pile.cards) > 1 else "last", seat=self.drawer, way=TERM(way))
        self.move(pile.cards[-1], pile, self.missing)
        count = len(pile.cards)
        grid = as_lines(count) if way == LINES else as_heap(count)
        plane.area = grid.width, grid.height
        plane.poses = (
            tuple(grid.centre(cell) for cell in range(count))
            if way == LINES
            else scatter(grid, count, self.rng("scatter", self.rounds))
        )
        self.move_all(pile, plane)
        self.goto(Race(stimulus=self.stimulate()))


class Layout(Decision[MoinzixState]):
    """R5, D5: the drawer says how the cards are laid; if he does not, they lie in lines."""

    shown: ClassVar[Shown] = {}
    span = CHOOSE
    waits = True

    def may(self, s: MoinzixState) -> Sequence[Offer]:
        return (Offer("layout", {"way": OneOf((LINES, SCATTER))}),)

    def play(self, s: MoinzixState, seat: Seat, move: Move) -> None:
        s.lay_out(move.args["way"])

    def silent(self, s: MoinzixState) -> None:
        s.lay_out(LINES)


class Race(Window[MoinzixState]):
    """R7: everybody looks for the missing letter; the first who calls answers."""

    until: Millis = 0
    calls: list[Press] = field(default_factory=list)
    """Who answers, then those who were too late."""

    def enter(self, s: MoinzixState) -> None:
        self.until = self.time(s) + stretched(s, s.options.search_s * 1_000)

    def offers(self, s: MoinzixState, seat: Seat) -> Sequence[Offer]:
        if self.has_pressed(seat):
            return ()
        return (Offer("moinzix", opens_at=self.opens_at(seat), stimulus=self.stimulus, secret=True),)

    def play(self, s: MoinzixState, seat: Seat, move: Move) -> None:
        self.press(s, seat, move)

    def alarms(self, s: MoinzixState) -> Sequence[Alarm]:
        return (*super().alarms(s), Alarm("limit", self.until, waits=True))

    def resolve(self, s: MoinzixState, presses: Sequence[Press]) -> None:
        in_time = groups([p for p in presses if p.at <= self.until])
        if not in_time:
            s.goto(Unfound())
            return
        clockwise = [*s.others(s.drawer), s.drawer]
        first = min(in_time[0], key=lambda p: (s.scores[p.seat], clockwise.index(p.seat)))  # D8
        self.calls = [first, *(p for group in in_time for p in group if p is not first)]
        s.push(Answer(seat=first.seat))

    def resume(self, s: MoinzixState, letter: str) -> None:
        """D1, D7. What is said is heard, and stands in no log: remembering it is the game."""
        call, *late = self.calls
        right = letter == s.faces[s.missing.cards[0]][-1]
        self.tell_press(
            s, "won" if right else "wrong", call, FACE(letter) if letter else TERM("silence"), keep=Keep.FLEETING
        )
        for other in late:
            self.tell_press(s, "late", other, TERM(other.name), behind=max(0, other.at - call.at))
        s.goto(Found(seat=call.seat) if right else Gift(seat=call.seat))


class Answer(Answering[MoinzixState]):
    """R7, D7: the race stands still; a letter, or silence, which is wrong."""

    def limit(self, s: MoinzixState) -> Millis:
        return int(s.options.answer_s) * 1_000

    def offer(self, s: MoinzixState) -> Offer:
        return Offer("answer", {"letter": letters(ALPHABET)})

    def answer(self, move: Move) -> str:
        letter: str = move.args["letter"]
        return letter


class Seen(Phase[MoinzixState]):
    """Everybody looks at the letters that leave, once; then comes the next round, drawn by the left neighbour."""

    def enter(self, s: MoinzixState) -> None:
        s.gather()
        self.open(s)
        s.push(Show(span=s.options.show_s * 1_000))

    def resume(self, s: MoinzixState, result: Any) -> None:
        self.close(s)
        s.drawer = s.after(s.drawer)  # D5
        s.next_round()

    def open(self, s: MoinzixState) -> None:
        """Turns up what is to be seen."""
        s.turn_up(s.missing, s.missing.cards[0])

    def close(self, s: MoinzixState) -> None:
        """Turns it down again, where it belongs from now on."""
        raise NotImplementedError


class Found(Seen, kw_only=True):
    """R8, D3."""

    seat: Seat

    def open(self, s: MoinzixState) -> None:
        s.tell("found", seat=self.seat)
        super().open(s)

    def close(self, s: MoinzixState) -> None:
        s.move(s.missing.cards[0], s.missing, s.won(self.seat))
        s.scores[self.seat] += 1


class Unfound(Seen):
    """D10: the letter leaves the game."""

    def open(self, s: MoinzixState) -> None:
        s.tell("unfound")
        super().open(s)

    def close(self, s: MoinzixState) -> None:
        s.move(s.missing.cards[0], s.missing, s.zones[GONE])


class Gift(Seen, kw_only=True):
    """R9 to R11, D2, D9: the others draw a letter each, from all those not yet won."""

    seat: Seat

    def open(self, s: MoinzixState) -> None:
        s.move_all(s.missing, s.pile)
        s.shuffle(s.pile, "gift", s.rounds)
        takers = give_each(s, self.seat, (s.pile,), s.won)
        s.tell("mistaken", seat=self.seat, count=len(takers))
        for taker in takers:
            s.scores[taker] += 1
            s.turn_up(s.won(taker), s.won(taker).cards[-1])

    def close(self, s: MoinzixState) -> None:
        for seat in s.all_seats:
            for card in [c for c in s.won(seat).cards if c in s.open]:
                s.turn_down(s.won(seat), card)


class Moinzix(Game[MoinzixState]):
    races_of_all = True
    info = GameInfo(
        key="moinzix",
        name="Moinzix",
        version=1,
        players=(2, 4),  # R1
        kinds=("race", "memory"),
        reading=Reading.LETTERS,
        device=Device.SHARED,
        author="Christine Larquetout",
        minutes=3,
        exercises=(Exercise.MEMORY, Exercise.SPEED, Exercise.LETTERS),
        moods=(Mood.REMEMBER, Mood.RUSH),
        age=7,
    )
    phases = (Layout, Race, Answer, Found, Unfound, Gift, Show)
    options = MoinzixOptions

    def setup(self, table: Setup) -> MoinzixState:
        s = MoinzixState(**table.common(ALPHABETS[table.options.alphabet]), drawer=table.starter())
        leaves = EVERYBODY if s.options.memo else NOBODY  # D4
        s.zones = [
            Zone("plane", Kind.PLANE, EVERYBODY, poses=()),
            Zone("pile", Kind.PILE, NOBODY, cards=list(range(len(ALPHABET)))),
            Zone("missing", Kind.PILE, NOBODY),
            Zone("gone", Kind.BOX, leaves),
            *(Zone(f"won:{seat}", Kind.WINNINGS, leaves, seat) for seat in s.all_seats),
        ]
        s.tell("start", starter=s.drawer)
        s.next_round()
        return s

    def bound(self, players: int, options: Any) -> int:
        """D13: each round takes a letter. It has a layout, an anticipation and a call of each seat at most, what
        closes the race, an answer, and a moment to look."""
        return len(ALPHABET) * (2 * players + 4)


GAME = Moinzix()
