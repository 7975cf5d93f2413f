"""Pas Touche !: two dice name a treat and a number; touch that card first, with the right hand of your two."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import field, structs

from tablee.games.pas_touche.cards import (
    BACKS,
    COLOURS,
    COUNTS,
    FACES,
    FIRST_CONSTRAINT,
    FIRST_DIE,
    LEVELS,
    TREATS,
)
from tablee.games.pas_touche.judge import BLOCKS, CHOSEN, MISTAKES, OTHER, PLACINGS, WINS, RoundTerms, Touch
from tablee.games.pas_touche.table import (
    OFF,
    SLOTS,
    TABLE_DICE,
    PasToucheOptions,
    PasToucheSeatOptions,
    PasToucheState,
    next_levels,
)
from tablee.kernel.domains import Domain, OneCard, OneOf
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, SeatOptions, Setup, TableOptions
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import Outcome, Reason
from tablee.kernel.phase import NEVER, Alarm, Phase
from tablee.kernel.rng import Rng
from tablee.kernel.units import ABSENT, EVERYBODY, LOCKOUT, NOBODY, TIE, CardId, Millis, Seat
from tablee.kernel.values import PLAIN, SEAT, SPAN, TERM, Shown
from tablee.kernel.zones import Pose, Zone
from tablee.phases.decision import Decision
from tablee.phases.screen import shares
from tablee.phases.show import Show
from tablee.phases.window import Press, Window, stretched
from tablee.pieces.kinds import Kind

SHOUTS = {CHOSEN: "touche", OTHER: "pas_touche"}
LATER = "later"
"""The finger has landed, and what it does next tells the hand (a slide, a long press): the touch counts now."""
HANDS: Mapping[str, Domain] = {"hand": OneOf((CHOSEN, OTHER))}
ANY_HAND: Mapping[str, Domain] = {"hand": OneOf((CHOSEN, OTHER, LATER))}

AUTO_ROLL: Millis = 3_000
RESULT: Millis = 1_500
TAP: Millis = 2_000
HAND: Millis = 600
"""So long after the touch its hand may be told; otherwise it was the chosen one."""
MAX_ROUNDS = 200
MAX_IDLE = 8
MAX_CALLS = 8
"""Shouting alone is free, but a record has an end."""
UNKNOWN, NONE = -1, -2
"""A buzz whose card is not tapped yet, and one whose card never was."""


class Lay(Phase[PasToucheState]):
    """R2, R3, R6, R7, R43: the grid is laid out, the piles are mixed, everybody gets the cards of his level."""

    def enter(self, s: PasToucheState) -> None:
        s.shuffle(s.grid, "grid", knowing=s.everyone)
        for card in (*s.grid.cards, *s.zones[TABLE_DICE].cards):
            s.ledger.seen[card] = s.everyone
        for colour in COLOURS:
            s.shuffle(s.pile(colour), f"pile {colour}")
        for slot in range(SLOTS):
            for seat in s.all_seats:
                pile = s.pile(LEVELS[s.levels[seat]][slot])
                s.move(pile.cards[-1], pile, s.track(seat), slot)
        s.goto(Waiting())


class Waiting(Phase[PasToucheState], kw_only=True):
    """R17, D14: anybody rolls the dice; nobody touches a card before they lie (D21)."""

    until: Millis = 0
    locked: dict[Seat, Millis] = field(default_factory=dict)

    def enter(self, s: PasToucheState) -> None:
        present = [seat for seat in s.all_seats if s.seats[seat].present]
        away = [x.since for x in s.seats if not x.present]
        if len(present) < 2 and s.now - max(away) >= ABSENT:  # D20
            s.finish("left_alone", Reason.DEPARTURE, present)
            return
        if s.round >= MAX_ROUNDS or s.idle >= MAX_IDLE:  # D19
            s.finish("too_long" if s.round >= MAX_ROUNDS else "nobody_touches", Reason.CAP)
            return
        for die in s.zones[TABLE_DICE].cards:
            s.marks.pop(die, None)
        self.until = self.time(s) + stretched(s, AUTO_ROLL)

    def offers(self, s: PasToucheState, seat: Seat) -> Sequence[Offer]:
        roll = Offer("roll", zone="dice")
        return (roll,) if seat in self.locked else (roll, touch_offer(s, seat))

    def play(self, s: PasToucheState, seat: Seat, move: Move) -> None:
        if move.name == "roll":
            self.roll(s, seat)
        else:
            self.locked[seat] = move.at + LOCKOUT
            s.tell("anticipation", seat=seat)

    def alarms(self, s: PasToucheState) -> Sequence[Alarm]:
        return (Alarm("roll", self.until),)

    def ring(self, s: PasToucheState, alarm: Alarm) -> None:
        self.roll(s)

    def roll(self, s: PasToucheState, seat: Seat | None = None) -> None:
        s.round += 1
        dice = s.rng("roll", s.round)
        treat, number = dice.choice(TREATS), dice.choice(COUNTS)
        s.marks[FIRST_DIE], s.marks[FIRST_DIE + 1] = treat, str(number)
        if seat is None:
            s.tell("rolled", treat=TERM(treat), number=number)
        else:
            s.tell("rolls", seat=seat, treat=TERM(treat), number=number)
        s.goto(Race(stimulus=s.stimulate(), locked=self.locked))


def touch_offer(s: PasToucheState, seat: Seat, **over: Any) -> Offer:
    """D2: a touch is a card and a hand; on a screen that is shared, a buzz with a hand comes first."""
    if shares(s, seat):
        return Offer("buzz", HANDS, secret=True, **over)
    return Offer("touch", {"card": OneCard(s.grid.cards), **ANY_HAND}, secret=True, **over)


class Race(Window[PasToucheState], kw_only=True):
    """R19 to R24: everybody touches once at most, or gives up. The touches are kept and judged together (D6, D8).

    Times of presses are the phase's own: the clock stands still while somebody taps his card alone.
    """

    anticipation: ClassVar[Millis] = 120
    announces: ClassVar[bool] = True
    until: Millis = 0
    over: bool = False

    def enter(self, s: PasToucheState) -> None:
        self.until = self.limit_in(s, s.options.round_s * 1_000) if s.options.round_s else NEVER
        for seat in s.all_seats:  # D20
            if not s.seats[seat].present and s.now - s.seats[seat].since >= ABSENT:
                self.presses.append(Press(self.time(s), seat, "give_up"))

    # ---- what is known so far ------------------------------------------------------------------------------

    def rule(self, s: PasToucheState) -> RoundTerms:
        right = s.right()
        forbidden = [seat for seat in s.all_seats if s.forbids(seat, right)]
        return RoundTerms(right, forbidden, s.options.call_ms if s.options.call_needed else None)

    def touches(self) -> list[Touch]:
        """All of which the hand is known."""
        known = (p for p in self.presses if p.name == "touch" and p.what != LATER)
        return [Touch(p.at, p.seat, p.flags, p.what) for p in known]

    def calls(self) -> list[Press]:
        return [p for p in self.presses if p.name == "call"]

    def done(self, seat: Seat) -> bool:
        """D3: one touch, or none at all, is final."""
        return self.has_pressed(seat, "touch") or self.has_pressed(seat, "give_up")

    def unknown(self, rule: RoundTerms) -> Press | None:
        """The first touch whose card is still to be tapped or whose hand to be told, if it can still matter."""
        end = rule.end(self.touches(), self.calls())
        waiting = [p for p in self.presses if p.name == "touch" and (p.flags == UNKNOWN or p.what == LATER)]
        first = min(waiting, key=lambda p: (p.at, p.seat), default=None)
        return first if first is not None and (end is None or first.at <= end[0] + TIE) else None

    def settle(self, press: Press, card: CardId | None = None, hand: str = "") -> None:
        """What was not known of a touch is known now."""
        known = structs.replace(press, flags=press.flags if card is None else card, what=hand or press.what)
        self.presses[self.presses.index(press)] = known

    # ---- moves ---------------------------------------------------------------------------------------------

    def active(self, s: PasToucheState) -> Sequence[Seat]:
        """Who has neither touched nor given up: so that everybody sees that somebody has, but not what."""
        return [seat for seat in s.all_seats if not self.done(seat)]

    def offers(self, s: PasToucheState, seat: Seat) -> Sequence[Offer]:
        offers = []
        if not self.done(seat) and not self.over:
            offers.append(touch_offer(s, seat, opens_at=self.opens_at(seat), stimulus=self.stimulus))
            offers.append(Offer("give_up"))
        if any(p.seat == seat and p.what == LATER for p in self.presses):
            offers.append(Offer("hand", HANDS, secret=True))
        shouts = sum(p.seat == seat for p in self.calls())
        can = s.options.call_needed and seat not in s.lenient and not self.has_pressed(seat, "give_up")
        if can and shouts < MAX_CALLS:
            offers.append(Offer("call", stimulus=self.stimulus, secret=True))
        return offers

    def play(self, s: PasToucheState, seat: Seat, move: Move) -> None:
        if move.name in ("touch", "buzz"):
            if self.press(s, seat, move):
                card = move.args.get("card", UNKNOWN)
                self.presses[-1] = Press(move.at - self.shift, seat, "touch", move.args["hand"], card)
        elif move.name == "hand":
            self.settle(
                next(p for p in self.presses if p.seat == seat and p.what == LATER), hand=move.args["hand"]
            )
        else:
            self.presses.append(Press(move.at - self.shift, seat, move.name))

    # ---- closing (D8) --------------------------------------------------------------------------------------

    def alarms(self, s: PasToucheState) -> Sequence[Alarm]:
        found = []
        if not self.over:
            found.append(Alarm("limit", self.until, waits=True))
            if self.until == NEVER:
                found += [Alarm("absent", NEVER, seat) for seat in self.active(s)]
        rule = self.rule(s)
        open_touch = self.unknown(rule)
        if open_touch is not None:
            key, span = ("hand", HAND) if open_touch.what == LATER else ("tap", TIE)
            found.append(Alarm(key, open_touch.at + span + 1, waits=True, shown=False))
        elif (close := self.closes(s, rule)) is not None:
            found.append(close)
        return found

    def closes(self, s: PasToucheState, rule: RoundTerms) -> Alarm | None:
        """(a) it is decided and nothing earlier can come, (b) all have touched or given up, (c) the time is over;
        but not while a block may still be called."""
        touches, calls = self.touches(), self.calls()
        end = rule.end(touches, calls)
        last = [t.at + s.options.call_ms + 1 for t in rule.pending(touches, calls)]
        finished = self.over or not self.active(s)
        if end is None and not finished:
            return None
        if end is not None and not finished:
            last.append(end[0] + TIE + 1)
        at = max(last, default=max((p.at for p in self.presses), default=self.began))
        return Alarm("close", at, waits=bool(last), shown=False)

    def ring(self, s: PasToucheState, alarm: Alarm) -> None:
        if alarm.key == "limit":
            self.over = True
        elif alarm.key == "absent":  # C15
            self.presses.append(Press(self.time(s), alarm.seat, "give_up"))
        elif alarm.key in ("hand", "tap"):
            touch = self.unknown(self.rule(s))
            assert touch is not None
            if alarm.key == "hand":
                self.settle(touch, hand=CHOSEN)
            else:
                s.push(Tap(seat=touch.seat, hand=touch.what))
        else:
            self.resolve(s, self.presses)

    def resume(self, s: PasToucheState, result: tuple[CardId, bool]) -> None:
        """What was tapped after the buzz, and whether it was called meanwhile."""
        buzz = self.unknown(self.rule(s))
        assert buzz is not None
        card, called = result
        self.settle(buzz, card)
        if called:
            self.presses.append(Press(self.time(s), buzz.seat, "call"))

    def resolve(self, s: PasToucheState, presses: Sequence[Press]) -> None:
        for press in self.presses:  # what came too late to be asked after
            if press.what == LATER:
                self.settle(press, hand=CHOSEN)
        rule = self.rule(s)
        in_time = [t for t in self.touches() if t.at <= self.until]
        rulings = rule.rulings(in_time, self.calls())
        s.idle = 0 if in_time else s.idle + 1
        shown = s.stimuli[self.stimulus]
        for ruling in rulings:
            wrong = ruling.kind in MISTAKES
            shout = ruling.kind if wrong else SHOUTS[ruling.touch.hand]
            kind, race = ("wrong", "wrong") if wrong else (ruling.kind, PLACINGS[ruling.kind])
            s.tell(
                kind, race=TERM(race), seat=ruling.touch.seat, ms=SPAN(ruling.touch.at - shown), shout=TERM(shout)
            )
        if not any(r.kind in (WINS, BLOCKS) for r in rulings):
            s.tell("nobody")
        for ruling in rulings:
            if ruling.kind in MISTAKES:
                s.punish(ruling.touch.seat)
        out = [r.touch.seat for r in rulings if r.kind == WINS and s.advance(r.touch.seat)]
        if out:
            s.finish("out")
            return
        places = {card: place for place, card in enumerate(s.grid.cards)}
        marks = tuple((places.get(r.touch.card, -1), r.touch.seat, r.kind) for r in rulings)
        s.goto(Result(span=stretched(s, RESULT), touched=marks, right=places[rule.right]))

    def reseal(self, s: PasToucheState, seat: Seat, rng: Rng) -> None:
        """A seat knows that others have touched, but neither what nor with which hand."""
        self.presses = [
            structs.replace(p, what=rng.choice((CHOSEN, OTHER, LATER)), flags=rng.choice(s.grid.cards))
            if p.seat != seat and p.name == "touch" and p.flags != UNKNOWN
            else p
            for p in self.presses
            if p.seat == seat or p.name != "call"
        ]


class Tap(Decision[PasToucheState], kw_only=True):
    """D2: on a shared screen, who has buzzed taps the card alone; the others wait, and the clock with them."""

    shown: ClassVar[Shown] = {"seat": SEAT, "hand": TERM}
    waits = True
    hand: str
    called: bool = False

    def enter(self, s: PasToucheState) -> None:
        s.tell("buzz", seat=self.seat)
        self.until = self.time(s) + stretched(s, TAP)

    def may(self, s: PasToucheState) -> Sequence[Offer]:
        tap = Offer("tap", {"card": OneCard(s.grid.cards)})
        can = s.options.call_needed and self.hand == OTHER and not self.called and self.seat not in s.lenient
        return (tap, Offer("call", secret=True)) if can else (tap,)

    def play(self, s: PasToucheState, seat: Seat, move: Move) -> None:
        if move.name == "call":
            self.called = True
        else:
            s.pop((move.args["card"], self.called))

    def silent(self, s: PasToucheState) -> None:
        s.pop((NONE, self.called))


class Result(Show[PasToucheState], kw_only=True):
    """What was touched, for all to see; then the next round (R24)."""

    shown: ClassVar[Shown] = {"touched": PLAIN, "right": PLAIN}
    touched: tuple[tuple[int, Seat, str], ...]
    """Place in the grid (-1: none), seat, and what came of it."""
    right: int

    def ring(self, s: PasToucheState, alarm: Alarm) -> None:
        s.goto(Waiting())


class PasTouche(Game[PasToucheState]):
    races_of_all = True
    info = GameInfo(
        key="pas_touche",
        name="Pas Touche !",
        version=1,
        players=(2, 6),
        kinds=("race",),
        reading=Reading.NOTHING,
        device=Device.SHARED,
        author="David Gréault",
        minutes=3,
        exercises=(Exercise.ATTENTION, Exercise.SPEED, Exercise.SKILL),
        moods=(Mood.RUSH, Mood.LAUGH),
        age=5,
        everyday=("rolls",),
        mat="reach",
    )
    phases = (Lay, Waiting, Race, Tap, Result)
    options = PasToucheOptions
    seat_options = PasToucheSeatOptions

    def setup(self, table: Setup) -> PasToucheState:
        per_seat: Sequence[PasToucheSeatOptions] = table.seat_options
        free = [not (table.options.constraints and o.constraints) for o in per_seat]
        s = PasToucheState(
            **table.common(FACES),
            levels=tuple(o.level for o in per_seat),
            lenient=tuple(seat for seat, is_free in enumerate(free) if is_free),
            adaptive=table.options.adaptive,
            cubes=[OFF] * len(table.seats),
        )
        cards = range(FIRST_CONSTRAINT, FIRST_DIE)
        row = tuple(Pose(slot, 0, 0) for slot in range(SLOTS))
        return s.begin(
            Lay(),
            Zone("grid", Kind.GRID, EVERYBODY, cards=list(range(FIRST_CONSTRAINT)), area=(6, 6)),
            Zone("dice", Kind.DICE, EVERYBODY, cards=[FIRST_DIE, FIRST_DIE + 1]),
            *(
                Zone(f"pile:{colour}", Kind.PILE, NOBODY, cards=[c for c in cards if BACKS[c] == colour])
                for colour in COLOURS
            ),
            *(
                Zone(f"track:{seat}", Kind.TRACK, NOBODY, seat, [-1] * SLOTS, poses=row, area=(SLOTS, 1))
                for seat in s.all_seats
            ),
        )

    def bound(self, players: int, options: Any) -> int:
        """D19. A round: for each seat an early touch, one too soon, one that counts (tap, hand), the calls
        and an absence; then the roll, the limit, the close and the result."""
        return MAX_ROUNDS * (players * (9 + MAX_CALLS) + 4)

    def next_options(
        self, outcome: Outcome, options: TableOptions, seat_options: tuple[SeatOptions, ...]
    ) -> tuple[TableOptions, tuple[SeatOptions, ...]]:
        """R38 to R42: levels are adjusted; people may still choose others."""
        mine = [o for o in seat_options if isinstance(o, PasToucheSeatOptions)]
        levels = next_levels(outcome, [o.level for o in mine])
        return options, tuple(structs.replace(o, level=level) for o, level in zip(mine, levels, strict=True))


GAME = PasTouche()
