"""Familix: ask the others for cards, one by one, and form families of four letters."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Literal, TypeAlias

from msgspec import Struct

from tablee.kernel.domains import OneOf, OneSeat
from tablee.kernel.events import Keep
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, SeatOptions, Setup, TableOptions
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import Reason, ranked
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.units import EVERYBODY, NOBODY, CardId, Millis, Seat, Seats, mask
from tablee.kernel.values import FACE, PLAIN, SEAT, Shown
from tablee.kernel.zones import Zone
from tablee.phases.decision import Decision
from tablee.phases.show import Show
from tablee.phases.talk import Bubble, TalkState
from tablee.pieces.domains import OneFace
from tablee.pieces.kinds import Kind
from tablee.pieces.toutilix import ALPHABET, ETOILE, INDEX, PETARD

Family: TypeAlias = tuple[str, ...]
Colour = Literal["pink", "blue"]

COLOURS: Mapping[str, str] = {"pink": "p", "blue": "b"}
CARDS: Mapping[int, int] = {2: 7, 3: 6, 4: 5, 5: 4, 6: 3}
"""R7: cards for each, by the number of players."""
SIZE = 4
ASKED_TIME: Millis = 1_000
"""The request is read, then it is answered,"""
ANSWERED_TIME: Millis = 1_600
"""and both stay for at least 2.5 seconds (D16)."""
CHOICE_TIME: Millis = 15_000
IDLE = 12
"""Requests of each player without a family, with an empty pile, before it is over (D13)."""
LISTED = 12
"""Requests that the list holds (D16)."""
ASK_WAYS, GIVE_WAYS, NO_WAYS, LUCK_WAYS, LAY_WAYS = 7, 5, 6, 3, 4
"""In how many ways bots say it."""


@cache
def families_of(first: str, colours: tuple[str, ...]) -> tuple[Family, ...]:
    """R4, R5, D1, D2: from their first letter on around the alphabet, the last one with pétard and étoile."""
    start = INDEX[first]
    letters = ALPHABET[start:] + ALPHABET[:start]
    return tuple(
        tuple(colour + letter for letter in letters[i : i + SIZE]) + ((PETARD, ETOILE) if i == 24 else ())
        for colour in colours
        for i in range(0, len(letters), SIZE)
    )


class FamilixOptions(TableOptions, frozen=True, kw_only=True):
    deck: Literal["simple", "spicy"] = "simple"
    families: Literal["ABCD", "BCDE", "CDEF", "DEFG"] = "ABCD"
    colour: Colour = "pink"
    turn_time: Literal[15, 30, 60] = 30

    @property
    def colours(self) -> tuple[str, ...]:
        """R1, R2, D3."""
        return ("p", "b") if self.deck == "spicy" else (COLOURS[self.colour],)

    @property
    def all_families(self) -> tuple[Family, ...]:
        return families_of(self.families[0], self.colours)


class FamilixSeatOptions(SeatOptions, frozen=True, kw_only=True):
    list: bool = False


class Request(Struct, frozen=True):
    """What was asked of whom, and what came of it."""

    seat: Seat
    owner: Seat
    face: str
    came: Literal["given", "drawn", "missed"]


class FamilixState(TalkState, kw_only=True):
    shown: ClassVar[Shown] = {**TalkState.shown, "families": PLAIN, "drawable": PLAIN, "help_card": FACE}
    starter: Seat
    families: list[int]
    """How many each seat has laid (R22)."""
    laid: tuple[Family, ...] = ()
    given: tuple[tuple[str, ...], ...]
    """What each seat has given since its own last request (D8)."""
    requests: tuple[Request, ...] = ()
    turn: int = 0
    """Requests so far."""
    idle: int = 0
    """Those with an empty pile since the last family (D13)."""
    out: Seats = 0
    """Who has no card and can draw none any more (D11)."""

    @property
    def pile(self) -> Zone:
        return self.zones[2 * self.n]

    def hand(self, seat: Seat) -> Zone:
        return self.zones[seat]

    def held(self, seat: Seat) -> Counter[str]:
        return Counter(self.faces[card] for card in self.hand(seat).cards)

    @property
    def recalled(self) -> list[list[Bubble]]:
        """D16: the last requests, for those who want to see them."""
        said = [
            Bubble(r.seat, f"list.{r.came}", {"seat": SEAT(r.seat), "owner": SEAT(r.owner), "card": FACE(r.face)})
            for r in self.requests
        ]
        return [said if self.seat_options[seat].list else [] for seat in self.all_seats]

    @property
    def drawable(self) -> int:
        """How many cards can still be drawn."""
        return len(self.pile.cards)

    @property
    def help_card(self) -> list[str]:
        """R4: all families, for everybody to see."""
        return [" ".join(family) for family in self.options.all_families]

    def pick_out(self, seat: Seat, face: str) -> CardId | None:
        """A card of a hand. That it is there is told with it; which of several alike it was, nobody is told."""
        cards = self.hand(seat).cards
        place = next((i for i, card in enumerate(cards) if self.faces[card] == face), None)
        if place is None:
            return None
        self.tell("alike", to=NOBODY, keep=Keep.FLEETING, discloses=True, place=place)
        return cards[place]

    # ---- families ----------------------------------------------------------------------------------

    @property
    def open_families(self) -> list[Family]:
        return [family for family in self.options.all_families if family not in self.laid]

    def complete(self, seat: Seat) -> list[Family]:
        """The families of which this seat has all four cards."""
        held = self.held(seat)
        return [family for family in self.open_families if all(held[face] for face in family)]

    def is_torn(self, seat: Seat) -> bool:
        """D4: two families want the same pétard or étoile."""
        needed = Counter(face for family in self.complete(seat) for face in family)
        return not needed <= self.held(seat)

    def lay_complete(self, seat: Seat) -> None:
        """D4: at once, unless the owner has to choose."""
        if not self.is_torn(seat):
            for family in self.complete(seat):
                self.lay(seat, family)

    def lay(self, seat: Seat, family: Family) -> None:
        """R16."""
        hand, target = self.hand(seat), self.zones[self.n + seat]
        for face in family:
            card = self.pick_out(seat, face)
            assert card is not None
            self.move(card, hand, target)
        self.laid = (*self.laid, family)
        self.families[seat] += 1
        self.scores[seat] += 1
        self.idle = 0
        self.tell("lays", seat=seat, family=FACE(" ".join(family)), discloses=True)
        self.chat(seat, "lays", LAY_WAYS, len(self.laid), family=FACE(" ".join(family)))

    # ---- whose turn --------------------------------------------------------------------------------

    def askable(self, seat: Seat) -> list[Seat]:
        """D9: the others who have cards, the left neighbour first."""
        return [other for other in self.others(seat) if self.hand(other).cards]

    def choices(self, seat: Seat) -> list[Family]:
        """R10, R12: the families of which this seat holds a card."""
        held = self.held(seat)
        return [family for family in self.open_families if any(held[face] for face in family)]

    def unasked(self, seat: Seat, legal: Sequence[str]) -> str:
        """D15: the first card that is missing in the largest family in which he may ask for one; of equal families
        the first of the alphabet, pink before blue."""
        held = self.held(seat)
        missing = {
            family: [face for face in family if face in legal and not held[face]] for family in self.choices(seat)
        }
        most = max(missing, key=lambda family: bool(missing[family]) * sum(bool(held[face]) for face in family))
        return next(iter(missing[most]), legal[0])

    def draw(self, seat: Seat) -> CardId:
        card = self.pile.cards[-1]
        self.move(card, self.pile, self.hand(seat))
        return card

    def go_on(self, seat: Seat) -> None:
        """It is over, or this seat asks; without cards it draws one first, and if it cannot, the next one asks."""
        for owner in (seat, *self.others(seat)):
            self.lay_complete(owner)
            if self.is_torn(owner):
                self.goto(WhichFamily(seat=owner, asker=seat))
                return
        if not self.open_families:  # D12
            self.end(ranked(self.scores, detail="all_laid"))
        elif self.idle >= IDLE * self.n:  # D13
            self.end(ranked(self.scores, reason=Reason.CAP, detail="idle"))
        elif not self.hand(seat).cards and not self.pile.cards:  # D11
            if not self.out & mask(seat):
                self.out |= mask(seat)
                self.tell("out", seat=seat)
            self.go_on(self.after(seat))
        else:
            if not self.hand(seat).cards:  # D11
                self.draw(seat)
                self.tell("refills", seat=seat)
            if self.askable(seat):
                self.goto(Ask(seat=seat))
            else:  # D9
                self.draw(seat)
                self.tell("alone", seat=seat)
                self.go_on(self.after(seat))


class Deal(Phase[FamilixState]):
    """R7, R8."""

    def enter(self, s: FamilixState) -> None:
        s.shuffle(s.pile, "deal")
        each = CARDS[s.n]
        s.tell("deal", starter=s.starter, count=each)
        s.deal(s.pile, [s.hand(seat) for seat in (s.starter, *s.others(s.starter))], each)
        s.go_on(s.starter)


class WhichFamily(Decision[FamilixState], kw_only=True):
    """D4: both last families, but a single pétard or étoile."""

    span: ClassVar[Millis] = CHOICE_TIME
    asker: Seat

    def may(self, s: FamilixState) -> Sequence[Offer]:
        return (Offer("put_down", {"colour": OneOf(tuple(COLOURS))}),)

    def play(self, s: FamilixState, seat: Seat, move: Move) -> None:
        self.put_down(s, move.args["colour"])

    def silent(self, s: FamilixState) -> None:
        self.put_down(s, "pink")

    def put_down(self, s: FamilixState, colour: str) -> None:
        last = (family for family in s.complete(self.seat) if ETOILE in family)
        s.lay(self.seat, next(family for family in last if family[0][0] == COLOURS[colour]))
        s.go_on(self.asker)


class Ask(Decision[FamilixState]):
    """R9 to R12, R18 to R20: a card of a family of which one has a card, even one that one holds oneself."""

    def limit(self, s: FamilixState) -> Millis:
        return int(s.options.turn_time) * 1_000

    def wanted(self, s: FamilixState) -> OneFace:
        groups = s.choices(self.seat)
        faces = list(dict.fromkeys(face for family in groups for face in family))
        barred = [face for face in faces if face in s.given[self.seat]]
        if len(barred) == len(faces):
            barred = []  # he has given all of them but holds one like them: D8 leaves him something to ask for
        return OneFace([face for face in faces if face not in barred], groups, barred)

    def may(self, s: FamilixState) -> Sequence[Offer]:
        held, wanted = s.held(self.seat), self.wanted(s)
        missing = tuple(face for face in wanted.names if not held[face])
        return (Offer("ask", {"card": wanted, "seat": OneSeat(s.askable(self.seat))}, hint=missing),)

    def play(self, s: FamilixState, seat: Seat, move: Move) -> None:
        s.goto(Asked(span=ASKED_TIME, seat=seat, owner=move.args["seat"], wanted=move.args["card"]))

    def silent(self, s: FamilixState) -> None:
        """D15."""
        card = s.unasked(self.seat, self.wanted(s).names)
        owner = s.askable(self.seat)[0]
        s.goto(Asked(span=ASKED_TIME, seat=self.seat, owner=owner, wanted=card, forced=True))


class Asked(Show[FamilixState], kw_only=True):
    """The request is read; then it is answered, by the table: nobody can lie (R13 to R15)."""

    shown: ClassVar[Shown] = {"seat": SEAT, "owner": SEAT, "wanted": FACE}
    seat: Seat
    owner: Seat
    wanted: str
    forced: bool = False

    def enter(self, s: FamilixState) -> None:
        super().enter(s)
        s.hush()
        s.turn += 1
        told: dict[str, Any] = {"card": FACE(self.wanted), "family": FACE(" ".join(self.family(s)))}
        s.tell("asks", seat=self.seat, owner=self.owner, keep=Keep.FLEETING, discloses=self.forced, **told)
        s.chat(self.seat, "asks", ASK_WAYS, s.turn, owner=SEAT(self.owner), **told)
        s.given = tuple(() if seat == self.seat else given for seat, given in enumerate(s.given))

    def family(self, s: FamilixState) -> Family:
        """As it is said: without a colour where the card has none, lest it tell what else he has (D2)."""
        family = next(family for family in s.open_families if self.wanted in family)
        one_colour = len(s.options.colours) == 1 or self.wanted not in (PETARD, ETOILE)
        return family if one_colour else tuple(face[-1] for face in family)

    def ring(self, s: FamilixState, alarm: Alarm) -> None:
        if not s.pile.cards:
            s.idle += 1
        found = s.pick_out(self.owner, self.wanted)
        came = "missed" if found is None else "given"
        s.tell(came, seat=self.seat, owner=self.owner, card=FACE(self.wanted), keep=Keep.FLEETING, discloses=True)
        if found is not None:
            s.chat(self.owner, "given", GIVE_WAYS, s.turn)
            self.give(s, found)
            again = True
        else:
            s.chat(self.owner, "missed", NO_WAYS, s.turn)
            again = self.draws(s)
        s.lay_complete(self.seat)
        s.goto(Answered(span=ANSWERED_TIME, seat=self.seat, again=again))

    def give(self, s: FamilixState, card: CardId) -> None:
        """R13."""
        s.turn_up(s.hand(self.owner), card)
        s.move(card, s.hand(self.owner), s.hand(self.seat))
        given = (*s.given[self.owner], self.wanted)
        s.given = (*s.given[: self.owner], given, *s.given[self.owner + 1 :])
        self.note(s, "given")

    def draws(self, s: FamilixState) -> bool:
        """R14 to R17, D5, D6, D10: whether he plays again."""
        if not s.pile.cards:
            self.note(s, "missed")
            return False
        card = s.pile.cards[-1]
        if s.faces[card] == self.wanted:
            s.turn_up(s.pile, card)
            s.draw(self.seat)
            s.tell("lucky", seat=self.seat, card=FACE(self.wanted), keep=Keep.FLEETING, discloses=True)
            s.chat(self.seat, "lucky", LUCK_WAYS, s.turn, card=FACE(self.wanted))
            self.note(s, "drawn")
            return True
        s.draw(self.seat)
        self.note(s, "missed")
        return bool(s.complete(self.seat))

    def note(self, s: FamilixState, came: Literal["given", "drawn", "missed"]) -> None:
        s.requests = (*s.requests, Request(self.seat, self.owner, self.wanted, came))[-LISTED:]


class Answered(Show[FamilixState], kw_only=True):
    """All have seen what came of it; he plays again, or the next one does (R13, R15 to R17)."""

    shown: ClassVar[Shown] = {"seat": SEAT}
    seat: Seat
    again: bool

    def ring(self, s: FamilixState, alarm: Alarm) -> None:
        s.go_on(self.seat if self.again else s.after(self.seat))


class Familix(Game[FamilixState]):
    info = GameInfo(
        key="familix",
        name="Familix",
        version=2,
        players=(2, 6),  # R3
        kinds=("turn", "memory"),
        reading=Reading.SOME_LETTERS,
        device=Device.PASSED,  # D19
        author="Christine Larquetout",
        minutes=5,
        exercises=(Exercise.MEMORY, Exercise.GUILE, Exercise.LETTERS),
        moods=(Mood.REMEMBER, Mood.BLUFF),
        age=6,
        everyday=("refills", "alone", "out"),
    )
    phases = (Deal, WhichFamily, Ask, Asked, Answered)
    options = FamilixOptions
    seat_options = FamilixSeatOptions

    def setup(self, table: Setup) -> FamilixState:
        n, options = len(table.seats), table.options
        copies = len(options.colours)
        deck = [colour + letter for colour in options.colours for letter in ALPHABET]
        deck += [PETARD, ETOILE] * copies
        s = self.state(**table.common(deck), starter=table.starter(), families=[0] * n, given=((),) * n)
        return s.begin(
            Deal(),
            *(Zone(f"hand:{seat}", Kind.HAND, mask(seat), seat) for seat in range(n)),
            *(Zone(f"laid:{seat}", Kind.SETS, EVERYBODY, seat) for seat in range(n)),
            Zone("pile", Kind.PILE, NOBODY, cards=list(range(len(deck)))),
        )

    def bound(self, players: int, options: Any) -> int:
        """D13: as long as there is a pile, a request in vain takes a card from it, and between two of those each
        card changes hands at most once; then come the requests between two families. A request has three records,
        and a family at most one more."""
        cards = 28 * len(options.colours)
        families = cards // SIZE
        return 3 * (cards * (cards + 1) + (families + 1) * IDLE * players) + families


GAME = Familix()
