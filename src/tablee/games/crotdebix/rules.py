"""Crotdebix: pairs and runs of letters. All pass a card on until somebody calls; then the losers draw points."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from msgspec import field

from tablee.games.crotdebix.formulas import BIT, FACES, FORMULAS, Combination, mask_of, single
from tablee.games.crotdebix.table import (
    DECK,
    HANDS,
    PILE,
    POINT_FACES,
    RELAYED,
    CrotdebixOptions,
    CrotdebixSeatOptions,
    CrotdebixState,
)
from tablee.kernel.domains import OneCard
from tablee.kernel.events import Keep
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import NEVER, Alarm, Phase
from tablee.kernel.rng import Rng
from tablee.kernel.units import EVERYBODY, NOBODY, TIE, CardId, Millis, Seat, Seats, mask
from tablee.kernel.values import FACE, PLACE, SEAT, TERM, Shown
from tablee.kernel.zones import Zone
from tablee.phases.screen import shares
from tablee.phases.show import Show
from tablee.phases.together import Together
from tablee.phases.window import stretched
from tablee.pieces.kinds import Kind

LOOK: Millis = 3_000
"""D27: what everybody has to look at his new cards."""
SHOWDOWN: Millis = 6_000
EXCHANGES: Final = 12
"""D22: after so many without a call everybody shows."""
TAKE_BACKS: Final = 3
"""So often a card may be taken back in one turn, so that no game is without an end."""
NONE: Final = "none"


class Deal(Phase[CrotdebixState]):
    """R3, R5 to R7, D18."""

    def enter(self, s: CrotdebixState) -> None:
        deck = s.zones[DECK]
        relays = s.zones[HANDS + 5 * s.n :]
        hands = [s.hand(seat) for seat in s.all_seats]
        for zone in (*hands, *(s.display(seat) for seat in s.all_seats), *relays):
            deck.cards += zone.cards
            zone.cards = []
        for seat in s.all_seats:
            s.display(seat).said, s.display(seat).best = None, -1
        s.exchanges = 0
        s.shuffle(deck, "deal", s.round)
        s.tell("deal", round=s.round + 1, count=s.size)
        s.deal(deck, hands, s.size)
        if relays:
            s.deal(deck, relays, RELAYED)
        s.sort_hands()
        s.goto(Choose(stimulus=s.stimulate(), dealt=True))


class Choose(Together[CrotdebixState], kw_only=True):
    """R8 to R10, R14, R18, D16: everybody at once calls, or lays the card that he passes.

    A call, and the card that ends the right to call, wait for one another: the earlier counts, and within 30 ms
    the call.
    """

    hurried: ClassVar[bool] = True
    stimulus: int
    dealt: bool = False
    calls_open: Millis = 0
    lays_open: Millis = 0
    calls: dict[Seat, Millis] = field(default_factory=dict)
    """Sealed until nothing earlier can come."""
    laid: dict[Seat, Millis] = field(default_factory=dict)
    taken_back: dict[Seat, int] = field(default_factory=dict)
    vain: Seats = 0
    """Who has called without a combination."""
    closed: bool = False
    """R19: nobody may call any more."""

    def limit(self, s: CrotdebixState) -> Millis:
        """On one screen they look one after the other."""
        looking = sum(shares(s, seat) for seat in s.all_seats)
        return int(s.options.think_time) * 1_000 * max(1, looking)

    def enter(self, s: CrotdebixState) -> None:
        """D25, D27."""
        super().enter(s)
        self.calls_open = self.lays_open = s.now + (stretched(s, LOOK) if self.dealt else 0)
        if s.spicy:
            self.lays_open = s.now + stretched(s, s.options.look_s * 1_000)
        if self.until < NEVER:
            self.until += self.lays_open - s.now

    def missing(self, s: CrotdebixState) -> Sequence[Seat]:
        return [seat for seat in s.all_seats if seat not in self.laid]

    def active(self, s: CrotdebixState) -> Sequence[Seat]:
        return self.missing(s)

    def end(self, s: CrotdebixState) -> Millis | None:
        """R19, D16: when the card was laid that ends the right to call."""
        if s.spicy:
            return min(self.laid.values(), default=None)
        return None if self.missing(s) else max(self.laid.values())

    # ---- moves -------------------------------------------------------------------------------------

    def offers(self, s: CrotdebixState, seat: Seat) -> Sequence[Offer]:
        if seat in self.calls:
            return ()
        offers, end = [], self.end(s)
        # Without help, whoever sees a combination where there is none learns it when he calls.
        may = s.may_announce(seat) or not (s.seat_options[seat].help or self.vain >> seat & 1)
        if may and not self.closed:
            closes = None if end is None else end + TIE
            offers.append(Offer("announce", {}, self.calls_open, closes, stimulus=self.stimulus, secret=True))
        if seat not in self.laid:
            card = OneCard(s.hand(seat).cards[:])
            pressed = self.stimulus if s.spicy else None
            offers.append(Offer("pass_on", {"card": card}, self.lays_open, stimulus=pressed, secret=True))
        elif not s.spicy and self.missing(s) and self.taken_back.get(seat, 0) < TAKE_BACKS:
            offers.append(Offer("take_back"))
        return offers

    def play(self, s: CrotdebixState, seat: Seat, move: Move) -> None:
        if move.name == "announce":
            self.announce(s, seat, move.at)
        elif move.name == "pass_on":
            self.lay(s, seat, move.args["card"], move.at)
        else:
            del self.laid[seat]
            self.taken_back[seat] = self.taken_back.get(seat, 0) + 1
            s.take_back(seat)

    def announce(self, s: CrotdebixState, seat: Seat, at: Millis) -> None:
        if not s.may_announce(seat):
            self.vain |= mask(seat)
            s.tell("nothing_to_call", to=mask(seat), keep=Keep.FLEETING)
            return
        self.calls[seat] = at
        if s.one_screen:  # D28: whoever comes next cannot tell a call from a card
            s.tell("call_waits", to=mask(seat), keep=Keep.FLEETING)
            if seat not in self.laid:
                self.lay(s, seat, self.chosen(s, seat), at)

    def lay(self, s: CrotdebixState, seat: Seat, card: CardId, at: Millis) -> None:
        self.laid[seat] = at
        s.lay(seat, card)
        if self.closed and not self.missing(s):
            self.exchange(s)

    def chosen(self, s: CrotdebixState, seat: Seat) -> CardId:
        """The engine chooses by the faces: whoever gets the card learns something of the hand."""
        card = s.spare(seat)
        s.tell("chosen_card", to=mask(seat), keep=Keep.FLEETING, discloses=True, face=FACE(s.faces[card]))
        return card

    def silent(self, s: CrotdebixState, seat: Seat) -> None:
        """D25."""
        self.lay(s, seat, self.chosen(s, seat), min(s.now, self.until + self.shift))

    def all_in(self, s: CrotdebixState) -> None:
        """What was called in time may still be on the wire."""

    # ---- what comes of it --------------------------------------------------------------------------

    def alarms(self, s: CrotdebixState) -> Sequence[Alarm]:
        end = None if self.closed else self.end(s)
        first = min(*(() if s.one_screen else self.calls.values()), NEVER, NEVER if end is None else end)
        limit = super().alarms(s) if self.missing(s) else ()
        if first == NEVER:
            return limit
        return (*limit, Alarm("close", first - self.shift + TIE, waits=True, shown=False))

    def ring(self, s: CrotdebixState, alarm: Alarm) -> None:
        if alarm.key != "close":
            super().ring(s, alarm)
            return
        end = self.end(s)
        callers = [seat for seat, at in self.calls.items() if end is None or at <= end + TIE]
        if callers:
            for seat in sorted(callers):
                s.tell("calls", seat=seat)
            s.goto(Showdown(span=SHOWDOWN, caller=min(callers, key=lambda x: (self.calls[x], x))))
            return
        for seat in self.calls:
            s.tell("called_late", to=mask(seat), keep=Keep.FLEETING)
        self.calls.clear()
        if self.missing(s):
            self.closed = True
            s.tell("closed", seat=min(self.laid, key=lambda x: (self.laid[x], x)))
        else:
            self.exchange(s)

    def exchange(self, s: CrotdebixState) -> None:
        """R14 to R17: all the cards move at once."""
        s.exchanges += 1
        s.tell("exchange", keep=Keep.FLEETING, count=s.exchanges)
        for giver in s.all_seats:
            (card,), taker = s.passed(giver).cards, s.after(giver)
            face = s.faces[card]
            if s.n == 2:
                relay = s.relay(giver)
                s.tell("to_relay", to=mask(giver), seat=giver, relay=PLACE(relay.name), face=FACE(face))
                s.move(card, s.passed(giver), relay)
                face = s.faces[relay.cards[0]]
                s.tell("from_relay", to=mask(taker), seat=taker, relay=PLACE(relay.name), face=FACE(face))
                s.move(relay.cards[0], relay, s.hand(taker))
            else:
                both = mask(giver) | mask(taker)
                s.tell("gives", to=both, giver=giver, taker=taker, face=FACE(face))
                s.move(card, s.passed(giver), s.hand(taker))
        s.sort_hands()
        if s.exchanges == EXCHANGES:
            s.tell("forced", count=EXCHANGES)
            s.goto(Showdown(span=SHOWDOWN))
        else:
            s.goto(Choose(stimulus=s.stimulate()))

    def reseal(self, s: CrotdebixState, seat: Seat, rng: Rng) -> None:
        """As far as a seat can tell, nobody else has called."""
        self.calls = {x: at for x, at in self.calls.items() if x == seat}


class Showdown(Show[CrotdebixState], kw_only=True):
    """R11 to R13, D12 to D14, D22."""

    shown: ClassVar[Shown] = {"caller": SEAT}
    caller: Seat | None = None
    """None: nobody has called for a long time (D22)."""

    def enter(self, s: CrotdebixState) -> None:
        super().enter(s)
        for seat in s.all_seats:
            s.take_back(seat)
        found = [s.combination(seat) for seat in s.all_seats]
        if self.caller is None and not any(combination.rank for combination in found):
            found = [single(mask_of(s.faces[c] for c in s.hand(seat).cards)) for seat in s.all_seats]
        winner = max(s.all_seats, key=lambda seat: found[seat].strength)
        order = sorted(s.all_seats, key=lambda seat: (found[seat].strength, -(seat - winner) % s.n), reverse=True)
        for seat in (*s.others(winner), winner):
            self.show(s, seat, found[seat], order.index(seat))
        s.victories[winner] += 1
        s.tell("wins", winner=winner, count=s.victories[winner])
        for seat in s.others(winner):
            if s.zones[PILE].cards:
                s.draw(seat)

    def show(self, s: CrotdebixState, seat: Seat, combination: Combination, place: int) -> None:
        hand, display = s.hand(seat), s.display(seat)
        display.said, display.best = combination.formula or NONE, place
        faces = FACE(" ".join(combination.faces))
        if combination.parts:
            s.tell("shows", seat=seat, discloses=True, formula=TERM(combination.formula), faces=faces)
        else:
            s.tell("shows_nothing", seat=seat, discloses=True)
        for face in combination.faces:
            s.move(next(c for c in hand.cards if s.faces[c] == face), hand, display)

    def ring(self, s: CrotdebixState, alarm: Alarm) -> None:
        s.put_away()
        if s.zones[PILE].cards:
            s.round += 1
            s.goto(Deal())
        else:
            s.finish()  # R34


class Crotdebix(Game[CrotdebixState]):
    info = GameInfo(
        key="crotdebix",
        name="Crotdebix",
        version=1,
        players=(2, 4),  # R2
        kinds=("simultaneous", "race"),
        reading=Reading.LETTERS,
        device=Device.PASSED,
        author="Christine Larquetout",
        minutes=5,
        exercises=(Exercise.LETTERS, Exercise.STRATEGY, Exercise.LUCK),
        moods=(Mood.RUSH, Mood.THINK),
        age=8,
        everyday=("calls", "shows", "shows_nothing", "wins", "draws"),
    )
    phases = (Deal, Choose, Showdown)
    options = CrotdebixOptions
    seat_options = CrotdebixSeatOptions

    def setup(self, table: Setup) -> CrotdebixState:
        s = CrotdebixState(**table.common((*FACES, *POINT_FACES)))
        s.victories = [0] * s.n
        letters = [card for card, face in enumerate(s.faces) if face in BIT]
        points = [card for card in range(len(s.faces)) if card not in letters]
        seats = s.all_seats
        s.zones = [
            Zone("pile", Kind.PILE, NOBODY, cards=points),
            Zone("deck", Kind.BOX, NOBODY, cards=letters),
            Zone("box", Kind.BOX, EVERYBODY),
            Zone("card", Kind.LADDER, EVERYBODY, said=" ".join(FORMULAS[s.size])),  # R20 to R22
            *(Zone(f"hand:{seat}", Kind.HAND, mask(seat), seat) for seat in seats),
            *(Zone(f"pass:{seat}", Kind.ROW, mask(seat), seat) for seat in seats),
            *(Zone(f"shown:{seat}", Kind.SHOWN, EVERYBODY, seat) for seat in seats),
            *(Zone(f"drawn:{seat}", Kind.DRAWN, EVERYBODY, seat) for seat in seats),
            *(Zone(f"points:{seat}", Kind.WINNINGS, EVERYBODY, seat) for seat in seats),
            *(Zone(f"relay:{seat}", Kind.PILE, NOBODY) for seat in seats if s.n == 2),
        ]
        s.shuffle(s.zones[PILE], "points")
        if s.options.spicy and not s.spicy:
            s.tell("not_spicy")
        s.goto(Deal())
        return s

    def bound(self, players: int, options: Any) -> int:
        """D23: each round draws a card at least. In each of its turns everybody calls in vain and well, lays and
        takes back so often, and is silent; then the call and the cards are judged, and at last looked at."""
        rounds = -(-len(POINT_FACES) // (players - 1))
        turn = players * (4 + 2 * TAKE_BACKS) + 2
        return rounds * (EXCHANGES * turn + 1)


GAME = Crotdebix()
