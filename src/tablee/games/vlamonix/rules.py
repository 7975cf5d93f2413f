"""Vlamonix: throw your pairs, draw from your neighbour's fan, and do not be left with the pétard."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar, Literal

from msgspec import field

from tablee.kernel.domains import ByChoice, Card, Domain, OneCard
from tablee.kernel.events import Keep
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup, TableOptions
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import Reason, one_loser
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.state import State
from tablee.kernel.units import EVERYBODY, NOBODY, CardId, Millis, Seat, Seats, mask
from tablee.kernel.values import FACE, PLAIN, SEAT, Shown
from tablee.kernel.zones import Zone
from tablee.phases import fan
from tablee.phases.fan import LONGEST_DRAW, following, hand, hands, holding, take_in, whose
from tablee.phases.show import Show
from tablee.phases.together import Together
from tablee.pieces.kinds import Kind
from tablee.pieces.toutilix import COLOUR_MATES, ETOILE, ETOILES, PETARD, VOWEL_CARDS

DECK = (*VOWEL_CARDS, *ETOILES[:6], PETARD)  # R1
PAIRS = len(DECK) // 2
PAIRS_TIME: Millis = 20_000
SEEN_TIME: Millis = 1_500
"""How long the two concerned look at a drawn card (D14),"""
THROWN_TIME: Millis = 2_000
"""and all of them at a pair."""
IDLE = 200
"""After so many draws without a pair it is over (D11)."""
FEW = 4
"""Up to so many players the letters must be the same too, unless the table says otherwise (D3)."""

MATES: Mapping[str, str] = {**COLOUR_MATES, ETOILE: ETOILE}
"""R5 to R8: which colours make a pair. Nothing goes with the pétard."""


def is_pair(one: str, other: str, *, same_letter: bool) -> bool:
    return MATES.get(one[0]) == other[0] and (not same_letter or one[-1] == other[-1])


class VlamonixOptions(TableOptions, frozen=True, kw_only=True):
    arrange: bool = True
    same_letter: Literal["auto", "on", "off"] = "auto"
    quick_end: bool = False
    auto_pairs: bool = False


class VlamonixState(State, kw_only=True):
    shown: ClassVar[Shown] = {"same_letter": PLAIN}
    starter: Seat
    same_letter: bool
    turn: int = 0
    """Draws so far."""
    idle: int = 0
    """Those since the last pair."""

    @property
    def pile(self) -> Zone:
        return self.zones[self.n]

    @property
    def drawn(self) -> Zone:
        """The drawn card, and the one that goes with it."""
        return self.zones[self.n + 1]

    @property
    def thrown(self) -> Zone:
        return self.zones[self.n + 2]

    def pairs(self, cards: Sequence[CardId]) -> list[tuple[CardId, CardId]]:
        """All the pairs that can be made of these cards."""
        faces = self.faces
        return [
            (a, b) for a, b in combinations(cards, 2) if is_pair(faces[a], faces[b], same_letter=self.same_letter)
        ]

    def throw(self, seat: Seat, pair: Sequence[CardId], target: Zone, *, forced: bool = False) -> None:
        """R4, R10. What must be thrown tells what lay there; which of several alike it was, nobody is told."""
        if forced:
            low, high = (hand(self, seat).cards.index(card) if card not in target.cards else -1 for card in pair)
            self.tell("alike", to=NOBODY, keep=Keep.FLEETING, discloses=True, low=low, high=high)
        for card in pair:
            if card not in target.cards:
                self.move(card, hand(self, seat), target)
        said = " ".join(self.faces[c] for c in pair)
        self.tell("throws", seat=seat, pair=FACE(said), discloses=forced)

    def throw_all(self) -> None:
        """D5: what the players have missed."""
        for seat in (self.starter, *self.others(self.starter)):
            while pairs := self.pairs(hand(self, seat).cards):
                self.throw(seat, pairs[0], self.thrown, forced=True)

    def go_on(self, seat: Seat) -> None:
        """R12, R13, D7 to D11: it is over, or this seat holds out its hand, or if it has none the next one."""
        loser = whose(self, PETARD)
        alone = len(hand(self, loser).cards) == 1
        if alone and (self.options.quick_end or holding(self) == [loser]):
            self.finish(loser, "alone")
        elif self.idle == IDLE:
            self.finish(loser, "idle", Reason.CAP)
        else:
            holder = seat if hand(self, seat).cards else following(self, seat)
            self.goto(HoldOut(holder=holder, drawer=following(self, holder), turn=self.turn))

    def finish(self, loser: Seat, detail: str, reason: Reason = Reason.RULE) -> None:
        """R14, D10."""
        fan = hand(self, loser)
        self.turn_up(fan, next(c for c in fan.cards if self.faces[c] == PETARD))
        self.tell("loses", seat=loser, discloses=True)
        self.end(one_loser(loser, self.n, reason=reason, detail=detail))


class Deal(Phase[VlamonixState]):
    """R3, D2."""

    def enter(self, s: VlamonixState) -> None:
        pile, seats = s.pile, (s.starter, *s.others(s.starter))
        s.shuffle(pile, "deal")
        s.tell("deal", starter=s.starter)
        s.deal(pile, [hand(s, seat) for seat in seats], len(pile.cards) // s.n)
        s.deal(pile, [hand(s, seat) for seat in seats[: len(pile.cards)]], 1)
        if s.options.auto_pairs:
            s.goto(Thrown(span=THROWN_TIME, seat=s.starter, at_start=True))
        else:
            s.goto(Pairs())


class Pairs(Together[VlamonixState]):
    """R4, D5: everybody throws his pairs, and the table what is left."""

    shown: ClassVar[Shown] = {"finished": SEAT}
    finished: list[Seat] = field(default_factory=list)

    def limit(self, s: VlamonixState) -> Millis:
        return PAIRS_TIME

    def actors(self, s: VlamonixState) -> Sequence[Seat]:
        return [seat for seat in s.all_seats if seat not in self.finished]

    def offers(self, s: VlamonixState, seat: Seat) -> Sequence[Offer]:
        if seat in self.finished:
            return ()
        mates: dict[Card, list[CardId]] = {}
        for a, b in s.pairs(hand(s, seat).cards):
            mates.setdefault(a, []).append(b)
            mates.setdefault(b, []).append(a)
        ready = Offer("ready")
        if not mates:
            return (ready,)
        table: dict[Card, Domain] = {card: OneCard(others) for card, others in mates.items()}
        return (
            Offer("throw", {"card": OneCard(list(mates)), "mate": ByChoice("card", table, OneCard(()))}),
            ready,
        )

    def play(self, s: VlamonixState, seat: Seat, move: Move) -> None:
        if move.name == "throw":
            s.throw(seat, (move.args["card"], move.args["mate"]), s.thrown)
            return
        self.silent(s, seat)
        if not self.actors(s):
            self.all_in(s)

    def silent(self, s: VlamonixState, seat: Seat) -> None:
        self.finished.append(seat)

    def all_in(self, s: VlamonixState) -> None:
        s.goto(Thrown(span=THROWN_TIME, seat=s.starter, at_start=True))


class HoldOut(fan.HoldOut[VlamonixState]):
    """R9, R12, D6."""

    def draw(self, s: VlamonixState) -> "Draw":
        return Draw(holder=self.holder, drawer=self.drawer, turn=self.turn)


class Draw(fan.Draw[VlamonixState]):
    """R9, D12."""

    def drawn(self, s: VlamonixState, card: CardId) -> None:
        two: Seats = mask(self.holder) | mask(self.drawer)
        s.show_to(s.drawn, two)
        s.move(card, hand(s, self.holder), s.drawn)
        s.tell("draws", to=two, seat=self.drawer, owner=self.holder, card=FACE(s.faces[card]))
        s.tell("draws_unseen", to=s.everyone & ~two, seat=self.drawer, owner=self.holder)
        s.turn += 1
        s.goto(Drawn(span=SEEN_TIME, holder=self.holder, drawer=self.drawer))


class Drawn(Show[VlamonixState], kw_only=True):
    """R10, R11, D14: the two concerned have seen the card; it makes a pair, or stays with its drawer."""

    shown: ClassVar[Shown] = {"holder": SEAT, "drawer": SEAT}
    holder: Seat
    drawer: Seat

    def ring(self, s: VlamonixState, alarm: Alarm) -> None:
        seat, (card,) = self.drawer, s.drawn.cards
        pair = next((p for p in s.pairs((card, *hand(s, seat).cards)) if card in p), None)
        if pair is None:
            take_in(s, card, s.drawn, seat, s.turn)
            s.idle += 1
            s.go_on(seat)
        else:
            s.show_to(s.drawn, EVERYBODY)
            s.throw(seat, pair, s.drawn, forced=True)
            s.idle = 0
            s.goto(Thrown(span=THROWN_TIME, seat=seat))


class Thrown(Show[VlamonixState], kw_only=True):
    """All look at what was thrown (D14); then the next hand is held out."""

    seat: Seat
    at_start: bool = False

    def enter(self, s: VlamonixState) -> None:
        super().enter(s)
        if self.at_start:
            s.throw_all()

    def ring(self, s: VlamonixState, alarm: Alarm) -> None:
        s.move_all(s.drawn, s.thrown)
        s.go_on(self.seat)


class Vlamonix(Game[VlamonixState]):
    info = GameInfo(
        key="vlamonix",
        name="Vlamonix",
        version=1,
        players=(2, 8),  # D1
        kinds=("turn", "simultaneous"),
        reading=Reading.SOME_LETTERS,
        device=Device.PASSED,
        minutes=5,
        exercises=(Exercise.LUCK, Exercise.GUILE, Exercise.LETTERS),
        moods=(Mood.LAUGH, Mood.BLUFF),
        age=5,
    )
    phases = (Deal, Pairs, HoldOut, Draw, Drawn, Thrown)
    options = VlamonixOptions

    def setup(self, table: Setup) -> VlamonixState:
        n, options = len(table.seats), table.options
        same = n <= FEW if options.same_letter == "auto" else options.same_letter == "on"
        s = VlamonixState(**table.common(DECK), starter=table.starter(), same_letter=same)
        s.scores = []  # nothing is counted
        return s.begin(
            Deal(),
            *hands(n, arrange=options.arrange),
            Zone("pile", Kind.PILE, NOBODY, cards=list(range(len(DECK)))),
            Zone("drawn", Kind.ROW, NOBODY),
            Zone("thrown", Kind.HEAP, EVERYBODY),
        )

    def bound(self, players: int, options: Any) -> int:
        """D13: each pair is thrown at the start or after at most 200 draws, each with its orders and two looks."""
        return PAIRS + players + 2 + PAIRS * IDLE * (LONGEST_DRAW + 2)


GAME = Vlamonix()
