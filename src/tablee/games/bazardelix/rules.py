"""Bazardelix: tricks in four families of letters; as few points as possible, or all of them."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, Self

from msgspec import field

from tablee.kernel.domains import CardPerSeat, OneCard
from tablee.kernel.events import Keep
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Reading, Setup, TableOptions
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.rng import Rng
from tablee.kernel.sight import Sight
from tablee.kernel.state import State
from tablee.kernel.units import CardId, Millis, Seat, mask
from tablee.kernel.zones import Kind, Zone
from tablee.phases.secret_choice import SecretChoice
from tablee.phases.show import Show
from tablee.pieces.toutilix import BLUE, INDEX, PINK

GIVE_TIME: Millis = 45_000
PLAY_TIME: Millis = 30_000
TRICK_TIME: Millis = 2_000
ROUND_END_TIME: Millis = 6_000

PILE, TRICK, HANDS = 0, 1, 2

PINK_AM, PINK_NZ, BLUE_AM, BLUE_NZ = FAMILIES = ("pAM", "pNZ", "bAM", "bNZ")

DECK = PINK + BLUE
LEFT_OUT: Mapping[int, frozenset[str]] = {3: frozenset({"pN"}), 4: frozenset(), 5: frozenset({"pN", "bN"})}
"""R3, R4: what stays in the box, so that everybody gets as many cards."""

FAMILY = {face: face[0] + ("AM" if face[1] <= "M" else "NZ") for face in DECK}
STRENGTH = {face: INDEX[face[1]] for face in DECK}
POINTS = {face: 1 if FAMILY[face] == BLUE_AM else 13 if face == "bX" else 0 for face in DECK}
ALL_POINTS = 26
OPENING = "pA"

LETTER_ORDER = {face: 2 * STRENGTH[face] + (face in BLUE) for face in DECK}
"""The lowest letter first, pink before blue."""
SILENT_ORDER = {face: 100 * POINTS[face] + LETTER_ORDER[face] for face in DECK}
"""D13: what a seat out of time plays first."""


class BazardelixOptions(TableOptions, frozen=True, kw_only=True):
    target: Literal[100, 50, 150] = 100
    review_last_trick: bool = True


class BazardelixState(State, kw_only=True):
    shown: ClassVar[Mapping[str, Sight]] = {
        "round": Sight.ALL,
        "dealer": Sight.ALL,
        "tricks": Sight.ALL,
        "history": Sight.ALL,
    }
    dealer: Seat
    round: int = 0
    tricks: list[int] = field(default_factory=list)
    """How many tricks each seat has taken in this round."""
    last_winner: Seat = 0
    """On whose heap the last trick may be looked at."""
    blue_open: bool = False
    """A blue A–M card has been played in this round (R18, D5)."""
    voids: list[tuple[str, ...]] = field(default_factory=list)
    """The families that each seat has shown not to hold: not in the views, a matter of memory."""
    history: list[tuple[int, ...]] = field(default_factory=list)
    """The points of the past rounds."""

    def hand(self, seat: Seat) -> Zone:
        return self.zones[HANDS + seat]

    def won(self, seat: Seat) -> Zone:
        return self.zones[HANDS + len(self.seats) + seat]

    # ---- redeal ------------------------------------------------------------------------------------

    def redeal(self, seat: Seat, rng: Rng) -> Self:
        """Also nobody holds a family that he has shown not to have."""
        twin = super().redeal(seat, rng)
        if any(twin.voids):
            seen = twin.ledger.seen
            holder = {
                card: other
                for other in twin.others(seat)
                for card in twin.hand(other).cards
                if not seen[card] >> seat & 1
            }
            order = rng.shuffled(list(holder))
            for card in order:
                if FAMILY[twin.faces[card]] in twin.voids[holder[card]]:
                    twin._pass_on(card, holder, order)
        return twin

    def _pass_on(self, wrong: CardId, holder: Mapping[CardId, Seat], order: Sequence[CardId]) -> None:
        """Faces are passed on, each to a place that may hold it, until one comes back to where `wrong` was.

        The shortest such ring is taken. There is always one: it is part of the way to the real hands.
        """
        faces, voids = self.faces, self.voids
        came_from = {wrong: wrong}
        queue = [wrong]
        for card in queue:
            family = FAMILY[faces[card]]
            if family not in voids[holder[wrong]]:
                break
            for other in order:
                if other not in came_from and family not in voids[holder[other]]:
                    came_from[other] = card
                    queue.append(other)
        returning = faces[card]
        while card != wrong:
            faces[card] = faces[came_from[card]]
            card = came_from[card]
        faces[wrong] = returning


class Deal(Phase[BazardelixState]):
    """R10, D12: all the cards, one by one from the seat after the dealer."""

    def enter(self, s: BazardelixState) -> None:
        n, pile = s.n, s.zones[PILE]
        for seat in s.all_seats:
            won = s.won(seat)
            pile.cards += won.cards
            won.cards = []
            won.depth = 0
        s.tricks = [0] * n
        s.voids = [()] * n
        s.blue_open = False
        s.shuffle(pile, "deal", s.round)
        s.tell("deal", round=s.round + 1, count=len(pile.cards) // n)
        hands = [s.hand(seat) for seat in s.others(s.dealer)] + [s.hand(s.dealer)]
        s.deal(pile, hands, len(pile.cards) // n)
        s.goto(Give())


class Give(SecretChoice[BazardelixState]):
    """R11, D1: everybody gives one card to each opponent, blind and at once."""

    move_name = "give"
    param = "cards"
    chooses_cards = True

    def limit(self, s: BazardelixState) -> Millis:
        return GIVE_TIME

    def domain(self, s: BazardelixState, seat: Seat) -> CardPerSeat:
        return CardPerSeat(s.others(seat), s.hand(seat).cards[:])

    def default(self, s: BazardelixState, seat: Seat) -> dict[str, CardId]:
        """The lowest letters. Whoever gets one learns something of the hand: the engine chose by the faces."""
        lowest = sorted(s.hand(seat).cards, key=lambda c: LETTER_ORDER[s.faces[c]])[: s.n - 1]
        faces = " ".join(s.faces[c] for c in lowest)
        s.tell("silent_gift", to=mask(seat), keep=Keep.FLEETING, discloses=True, faces=faces)
        return {str(other): card for other, card in zip(s.others(seat), lowest, strict=True)}

    def opened(self, s: BazardelixState, choices: Mapping[Seat, Mapping[str, CardId]]) -> None:
        for giver, gifts in choices.items():
            for other, card in gifts.items():
                taker, face = int(other), s.faces[card]
                both = mask(giver) | mask(taker)
                s.move(card, s.hand(giver), s.hand(taker))
                s.tell("gives", to=both, giver=giver, taker=taker, colour=face[0], letter=face[1])
        opening = s.faces.index(OPENING)
        leader = next(seat for seat in s.all_seats if opening in s.hand(seat).cards)
        s.tell("leads", discloses=True, leader=leader)
        s.goto(Trick(leader=leader, seat=leader, first=True))


class Trick(Phase[BazardelixState], kw_only=True):
    """R12 to R19: each in turn plays a card; the strongest of the family asked for takes them all."""

    shown: ClassVar[Mapping[str, Sight]] = {"leader": Sight.ALL, "seat": Sight.ALL, "asked": Sight.ALL}
    leader: Seat
    seat: Seat
    asked: str = ""
    """The family asked for; empty until the leader has played."""
    first: bool = False
    until: Millis = 0

    def enter(self, s: BazardelixState) -> None:
        self.until = self.limit_in(s, PLAY_TIME)

    def actors(self, s: BazardelixState) -> Sequence[Seat]:
        return (self.seat,)

    def offers(self, s: BazardelixState, seat: Seat) -> Sequence[Offer]:
        return (Offer("play", {"card": OneCard(self.legal(s))}),) if seat == self.seat else ()

    def legal(self, s: BazardelixState) -> list[CardId]:
        hand = s.zones[HANDS + self.seat].cards
        faces = s.faces
        asked = self.asked
        if asked:  # R13, R14
            fitting = [c for c in hand if FAMILY[faces[c]] == asked]
        elif self.first:  # R12
            fitting = [c for c in hand if faces[c] == OPENING]
        elif s.blue_open:
            fitting = hand[:]
        else:  # R18, R19
            fitting = [c for c in hand if FAMILY[faces[c]] != BLUE_AM]
        return fitting or hand[:]

    def play(self, s: BazardelixState, seat: Seat, move: Move) -> None:
        self.lay(s, move.args["card"])

    def alarms(self, s: BazardelixState) -> Sequence[Alarm]:
        return (Alarm("limit", self.until, self.seat),)

    def ring(self, s: BazardelixState, alarm: Alarm) -> None:
        """D13; a legal card is chosen by its face, which therefore is told with it."""
        card = min(self.legal(s), key=lambda c: SILENT_ORDER[s.faces[c]])
        s.tell("timeout", seat=self.seat)
        s.tell("silent_card", keep=Keep.FLEETING, discloses=True, seat=self.seat, face=s.faces[card])
        self.lay(s, card)

    def lay(self, s: BazardelixState, card: CardId) -> None:
        seat, zones = self.seat, s.zones
        trick = zones[TRICK]
        s.move(card, zones[HANDS + seat], trick)
        family = FAMILY[s.faces[card]]
        if not self.asked:
            self.asked = family
            if family == BLUE_AM and not s.blue_open:  # he has shown that he holds nothing else (R19)
                s.voids[seat] = (PINK_AM, PINK_NZ, BLUE_NZ)
        elif family != self.asked and self.asked not in s.voids[seat]:
            s.voids[seat] += (self.asked,)
        if family == BLUE_AM:
            s.blue_open = True
        n = len(s.seats)
        trick.by = [(self.leader + place) % n for place in range(len(trick.cards))]
        trick.best = self.best(s)
        if len(trick.cards) < n:
            self.seat = (seat + 1) % n
            self.until = self.limit_in(s, PLAY_TIME)
        else:
            self.seat = trick.by[trick.best]
            s.tell("takes", winner=self.seat)
            s.push(Show(span=TRICK_TIME))

    def best(self, s: BazardelixState) -> int:
        """R8, R15: the place of the strongest letter of the family asked for."""
        faces, cards = s.faces, s.zones[TRICK].cards
        best = strength = -1
        for place, card in enumerate(cards):
            face = faces[card]
            if STRENGTH[face] > strength and FAMILY[face] == self.asked:
                best, strength = place, STRENGTH[face]
        return best

    def resume(self, s: BazardelixState, result: Any) -> None:
        """R16, R17: the trick goes to its winner, who leads the next one."""
        winner, trick = self.seat, s.zones[TRICK]
        won = s.won(winner)
        s.move_all(trick, won)
        trick.by.clear()
        trick.best = -1
        s.tricks[winner] += 1
        if s.options.review_last_trick:
            if winner != s.last_winner:
                s.show_depth(s.won(s.last_winner), 0)
                s.last_winner = winner
            s.show_depth(won, s.n)
        if s.hand(winner).cards:
            s.goto(Trick(leader=winner, seat=winner))
        else:
            s.goto(RoundEnd())


class RoundEnd(Phase[BazardelixState]):
    """R20 to R26: the tricks are shown and counted."""

    shown: ClassVar[Mapping[str, Sight]] = {"counted": Sight.ALL}
    counted: tuple[int, ...] = ()

    def enter(self, s: BazardelixState) -> None:
        taken = []
        for seat in s.all_seats:
            won = s.won(seat)
            s.show_depth(won, len(won.cards))
            taken.append(sum(POINTS[s.faces[c]] for c in won.cards))
        if ALL_POINTS in taken:  # R24
            s.tell("all_points", winner=taken.index(ALL_POINTS))
            taken = [ALL_POINTS - points for points in taken]
        self.counted = tuple(taken)
        s.history.append(self.counted)
        for seat, points in enumerate(taken):
            s.scores[seat] += points
            s.tell("counts", seat=seat, points=points, total=s.scores[seat])
        s.push(Show(span=ROUND_END_TIME))

    def resume(self, s: BazardelixState, result: Any) -> None:
        if max(s.scores) >= s.options.target:  # R25, D9
            s.end(ranked(s.scores, low_wins=True, detail="target"))
            return
        s.round += 1
        s.dealer = s.after(s.dealer)
        s.goto(Deal())


class Bazardelix(Game[BazardelixState]):
    info = GameInfo(
        key="bazardelix",
        name="Bazardelix",
        version=1,
        players=(3, 5),
        kinds=("turn", "simultaneous"),
        reading=Reading.LETTERS,
        device=Device.PASSED,
        author="Charles Chevalier",
        minutes=40,
        exercises=(Exercise.GUILE, Exercise.STRATEGY, Exercise.LETTERS),
    )
    state = BazardelixState
    phases = (Deal, Give, Trick, RoundEnd, Show)
    options = BazardelixOptions

    def setup(self, table: Setup) -> BazardelixState:
        left_out = LEFT_OUT[len(table.seats)]
        deck = [face for face in DECK if face not in left_out]
        s = BazardelixState(**table.common(deck), dealer=table.starter())
        s.zones = [
            Zone("pile", Kind.PILE, Sight.COUNT, cards=list(range(len(deck)))),
            Zone("trick", Kind.TRICK, Sight.ALL),
            *(Zone(f"hand:{seat}", Kind.HAND, Sight.OWNER, seat) for seat in s.all_seats),
            *(Zone(f"won:{seat}", Kind.WINNINGS, Sight.TOP, seat, depth=0) for seat in s.all_seats),
        ]
        s.goto(Deal())
        return s

    def bound(self, players: int, options: Any) -> int:
        """D11: a round adds 26 points or more; it has a choice per seat, a record per card, a show per trick."""
        rounds: int = (options.target - 1) * players // ALL_POINTS + 1
        cards = len(DECK) - len(LEFT_OUT[players])
        return rounds * (players + cards + cards // players + 1)


GAME = Bazardelix()
