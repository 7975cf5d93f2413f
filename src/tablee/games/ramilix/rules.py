"""Ramilix: a rummy of letters. Lay suites on the circle of the alphabet, take étoiles, block with pétards."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal

from msgspec import Struct, field

from tablee.games.ramilix.table import ASIDE, CARDS, HAND, HANDS, POINTS, RamilixState, zones
from tablee.kernel.domains import ByChoice, Card, Domain, OneCard
from tablee.kernel.events import Keep
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, SeatOptions, Setup, TableOptions
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import NEVER, Phase
from tablee.kernel.units import CardId, Millis, Seat
from tablee.kernel.values import FACE, PLAIN, SAID, SEAT, TERM, Shown
from tablee.kernel.zones import Zone
from tablee.phases.decision import Decision
from tablee.phases.show import Show
from tablee.pieces.domains import ANY_LETTER, LEFT, RIGHT, OneEnd, line_and_side
from tablee.pieces.suites import Suites
from tablee.pieces.toutilix import ETOILE, SYMBOL

FIRST_LAY = 5
"""R15: one suite of five, or two of three: five cards or more in suites."""
UNDOS = 20
STALE = 3
"""D18: so many rounds of the table without a card from the pile or to the table."""
ROUND_END_TIME: Millis = 8_000
LOOK: Millis = 1_500
"""Nobody draws sooner after a discard (D26)."""
AT_HOME = {what: f"{what}_own" for what in ("adds", "petards", "unblocks", "takes_star")}
"""What the same is called at one's own place."""


class RamilixOptions(TableOptions, frozen=True, kw_only=True):
    turn_s: Literal[60, 120, 0] = 120
    score: Literal["laid", "hands"] = "laid"
    rounds: Literal["players", "one"] = "players"


class RamilixSeatOptions(SeatOptions, frozen=True, kw_only=True):
    hints: bool = False
    """Cards of the hand that make a suite, or fit at an end, glow."""


class LaidBefore(Struct, frozen=True):
    """How everything lay before a step that can be taken back."""

    zones: Mapping[int, tuple[CardId, ...]]
    """Zones by number: the hand, what was set aside, the suites."""
    marks: Mapping[CardId, str]
    star: CardId


class Deal(Phase[RamilixState]):
    """R5 to R8, D20, D21."""

    def enter(self, s: RamilixState) -> None:
        for zone in s.zones[1:]:
            s.pile.cards += zone.cards
            zone.cards = []
        s.open.clear()
        s.marks.clear()
        s.turned_over, s.stale = False, 0
        s.shuffle(s.pile, "deal", s.round)
        s.tell("deal", round=s.round, count=HAND, starter=s.starter)
        s.deal(s.pile, [s.hand(s.after(s.starter, i)) for i in s.all_seats], HAND)
        s.move(s.pile.cards[-1], s.pile, s.discard)
        s.settle()
        s.goto(Draw(seat=s.starter))


class Draw(Decision[RamilixState], kw_only=True):
    """R10: the first card of the pile, or the face-up one."""

    opens: Millis = 0
    """D26: what was discarded is looked at until then."""

    def limit(self, s: RamilixState) -> Millis:
        return int(s.options.turn_s) * 1_000 or NEVER

    def may(self, s: RamilixState) -> Sequence[Offer]:
        opens = self.opens + self.shift if self.opens else 0
        return (
            Offer("draw", opens_at=opens, zone=s.pile.name),
            Offer("pick_up", opens_at=opens, zone=s.discard.name),
        )

    def play(self, s: RamilixState, seat: Seat, move: Move) -> None:
        self.draw(s, s.pile if move.name == "draw" else s.discard)

    def draw(self, s: RamilixState, source: Zone) -> "Lay":
        card, picked = s.take(self.seat, source), source is s.discard
        lay = Lay(seat=self.seat, drawn=card, picked=picked, until=self.until, since=self.since)
        s.goto(lay)
        return lay

    def silent(self, s: RamilixState) -> None:
        """D23."""
        self.draw(s, s.pile).silent(s)


class Lay(Decision[RamilixState], kw_only=True):
    """R11, R12: lay as much as one likes, then discard."""

    shown: ClassVar[Shown] = {"seat": SEAT, "undos": PLAIN, "task": TERM}
    drawn: CardId
    picked: bool
    """It is the face-up card (D12)."""
    star: CardId = -1
    """The étoile just taken, to be played at once (R26)."""
    steps: list[LaidBefore] = field(default_factory=list)
    """What can be taken back, the last one last."""
    undone: int = 0
    refilled: bool = False
    task: str = ""
    """What there is to do: play the étoile, lay for the first time, or more."""

    def enter(self, s: RamilixState) -> None:
        """The time of the turn runs on."""
        self.look(s)

    def look(self, s: RamilixState) -> None:
        self.task = "star" if self.star_taken else "more" if s.opened[self.seat] else "first"

    @property
    def undos(self) -> int:
        """D25: how many steps can be taken back now."""
        return min(len(self.steps), UNDOS - self.undone)

    @property
    def star_taken(self) -> bool:
        return self.star >= 0

    # ---- what may be done --------------------------------------------------------------------------

    def may(self, s: RamilixState) -> Sequence[Offer]:
        hand = s.hand(self.seat).cards
        fresh = [card for card in hand if not s.is_petard(card)]
        must = [self.star] if self.star_taken else []
        offers = [Offer("undo")] if self.undos else []
        if not s.opened[self.seat]:  # R15, D2
            opening = Suites({card: s.says(card) for card in fresh}, fresh=fresh, total=FIRST_LAY)
            offers = [Offer("open_suites", {"suites": opening})] if opening.possible() else []
        else:
            offers += self.suites(s, fresh, must)
            offers += self.singles(s, must or hand)
        if not self.star_taken:
            offers.append(Offer("discard", {"card": OneCard(self.discards(s))}))
        glow = self.glow(s, fresh) if s.seat_options[self.seat].hints else ()
        return [Offer(o.name, o.params, hint=glow) if o.params else o for o in offers]

    def suites(self, s: RamilixState, fresh: Sequence[CardId], must: Sequence[CardId]) -> Iterator[Offer]:
        """R17, D5."""
        new = Suites({card: s.says(card) for card in fresh}, fresh=fresh, must=must, most=1)
        if new.possible():
            yield Offer("new_suite", {"suites": new})
        mine = [suite for suite in s.place(self.seat) if not s.frozen(suite)]
        rows = [s.row(suite) for suite in mine]
        again = Suites(
            {card: s.says(card) for card in (*(c for row in rows for c in row), *fresh)},
            rows=rows,
            fresh=fresh,
            must=must,
            first=[row[0] for suite, row in zip(mine, rows, strict=True) if s.blocked(suite, LEFT)],
            last=[row[-1] for suite, row in zip(mine, rows, strict=True) if s.blocked(suite, RIGHT)],
        )
        if rows and again.possible():
            yield Offer("rearrange", {"suites": again})

    def singles(self, s: RamilixState, cards: Sequence[CardId]) -> Iterator[Offer]:
        """R16, R19, R22 to R25, R29, D10: one card of these, before or after any suite, or for an étoile."""
        free, blocked = s.ends(blocked=False), s.ends(blocked=True)
        fits = {end: s.fits(end) for end in free}
        ends: dict[Card, Domain] = {}
        stars: dict[Card, Domain] = {}
        on_table = [card for suite in s.suites() for card in s.takeable(suite)]
        for card in cards:
            says = s.says(card)
            if s.is_petard(card):
                continue
            if here := [end for end in free if says in (ANY_LETTER, fits[end])]:
                ends[card] = OneEnd(here)
            if there := [star for star in on_table if s.marks[star] == says]:
                stars[card] = OneCard(there)
        if ends:
            yield Offer("add_card", {"card": OneCard(list(ends)), "end": ByChoice("card", ends, OneEnd(()))})
        if stars:
            yield Offer("take_star", {"card": OneCard(list(stars)), "star": ByChoice("card", stars, OneCard(()))})
        petards = [card for card in cards if s.is_petard(card)]
        if petards and free:
            yield Offer("lay_petard", {"card": OneCard(petards), "end": OneEnd(free)})
        etoiles = [card for card in cards if s.faces[card] == ETOILE]
        if etoiles and blocked:
            yield Offer("unblock", {"card": OneCard(etoiles), "end": OneEnd(blocked)})

    def discards(self, s: RamilixState) -> list[CardId]:
        """D11, D12."""
        hand = s.hand(self.seat).cards
        return [card for card in hand if card != self.drawn or not self.picked or len(hand) == 1]

    def glow(self, s: RamilixState, fresh: Sequence[CardId]) -> tuple[CardId, ...]:
        """What makes a suite, or fits at an end."""
        new = Suites({card: s.says(card) for card in fresh}, fresh=fresh, most=1)
        fits = [s.fits(end) for end in s.ends(blocked=False)] if s.opened[self.seat] else []
        rows = [new.cards[card] for row in new.single(fresh) for card in row]
        lit = {*rows, *fits, *([ANY_LETTER] if fits else [])}
        return tuple(card for card in fresh if s.says(card) in lit)

    # ---- what is done ------------------------------------------------------------------------------

    def play(self, s: RamilixState, seat: Seat, move: Move) -> None:
        args = move.args
        if move.name == "undo":
            self.undone += 1
            self.take_back(s)
            self.look(s)
            return
        if move.name == "discard":
            self.throw(s, args["card"])
            return
        self.steps.append(self.now(s))
        self.star = -1
        getattr(self, move.name)(s, **args)
        s.settle()
        self.look(s)
        if not s.hand(seat).cards:
            self.ran_out(s)

    def open_suites(self, s: RamilixState, suites: Sequence[Sequence[CardId]]) -> None:
        s.lay(self.seat, suites)
        s.settle()
        s.tell("first_lay", seat=self.seat, suites=SAID(s.spelled(*s.place(self.seat))))

    def new_suite(self, s: RamilixState, suites: Sequence[Sequence[CardId]]) -> None:
        s.lay(self.seat, suites)
        s.settle()
        laid = next(zone for zone in s.place(self.seat) if suites[0][0] in zone.cards)
        s.tell("lays_suite", seat=self.seat, suites=SAID(s.spelled(laid)))

    def rearrange(self, s: RamilixState, suites: Sequence[Sequence[CardId]]) -> None:
        count = sum(card in s.hand(self.seat).cards for row in suites for card in row)
        s.rearrange(self.seat, suites)
        s.settle()
        s.tell("rearranges", seat=self.seat, count=count, suites=SAID(s.spelled(*s.place(self.seat))))

    def add_card(self, s: RamilixState, card: CardId, end: str) -> None:
        letter = s.fits(end)
        suite = self.put(s, card, end)
        s.settle()
        self.tell_of(s, "adds", suite, letter)

    def lay_petard(self, s: RamilixState, card: CardId, end: str) -> None:
        suite = self.put(s, card, end)
        self.tell_of(s, "petards", suite, s.letter(s.end_card(end)))

    def unblock(self, s: RamilixState, card: CardId, end: str) -> None:
        """R22."""
        name, side = line_and_side(end)
        suite = s.zone(name)
        s.move(card, s.hand(self.seat), s.aside)
        s.move(suite.cards[0 if side == LEFT else -1], suite, s.aside)
        self.tell_of(s, "unblocks", suite, s.letter(s.end_card(end)))

    def take_star(self, s: RamilixState, card: CardId, star: CardId) -> None:
        """R23 to R26, D6: there is always an end where it can be played, or a pétard."""
        suite = next(suite for suite in s.suites() if star in suite.cards)
        place = suite.cards.index(star)
        s.move(star, suite, s.hand(self.seat))
        s.move(card, s.hand(self.seat), suite, place)
        del s.marks[star]
        self.star = star
        self.tell_of(s, "takes_star", suite, s.letter(card))

    def put(self, s: RamilixState, card: CardId, end: str) -> Zone:
        name, side = line_and_side(end)
        suite = s.zone(name)
        s.move(card, s.hand(self.seat), suite, 0 if side == LEFT else None)
        return suite

    def tell_of(self, s: RamilixState, what: str, suite: Zone, letter: str) -> None:
        """What was done to a suite, one's own or another's."""
        card, suites = FACE(letter), SAID(s.spelled(suite))
        if suite.owner == self.seat:
            s.tell(AT_HOME[what], seat=self.seat, card=card, suites=suites)
        else:
            s.tell(what, seat=self.seat, owner=suite.owner, card=card, suites=suites)

    def ran_out(self, s: RamilixState) -> None:
        """R30, R32, D13, D14."""
        if s.turned_over:
            s.goto(RoundEnd(finisher=self.seat))
        else:
            s.refill(self.seat)
            self.steps, self.refilled = [], True

    def throw(self, s: RamilixState, card: CardId, *, forced: bool = False) -> None:
        """R12, D13, D14. Forced, the rules chose it by what the hand is worth, which tells of the hand (D23)."""
        seat = self.seat
        s.move(card, s.hand(seat), s.discard)
        s.tell("discards", seat=seat, card=FACE(SYMBOL[s.faces[card]]), keep=Keep.FLEETING, discloses=forced)
        moved = not self.picked or self.refilled or bool(self.steps)
        if not s.hand(seat).cards:
            if s.turned_over:
                s.goto(RoundEnd(finisher=seat))
                return
            s.refill(seat)
        pass_on(s, seat, moved=moved)

    def silent(self, s: RamilixState) -> None:
        """D23."""
        if self.star_taken:
            self.take_back(s)
        cards = self.discards(s)
        if self.drawn in cards:
            self.throw(s, self.drawn)
        else:
            self.throw(s, s.dearest(cards), forced=True)

    # ---- taking back -------------------------------------------------------------------------------

    def now(self, s: RamilixState) -> LaidBefore:
        zones = {i: tuple(zone.cards) for i, zone in enumerate(s.zones) if i in self.touched(s)}
        return LaidBefore(zones, dict(s.marks), self.star)

    def touched(self, s: RamilixState) -> Sequence[int]:
        """The zones that a step may change."""
        return (ASIDE, HANDS + self.seat, *range(HANDS + s.n, len(s.zones)))

    def take_back(self, s: RamilixState) -> None:
        before = self.steps.pop()
        lies = {card: s.zones[i] for i in self.touched(s) for card in s.zones[i].cards}
        for i, cards in before.zones.items():
            for card in cards:
                if lies[card] is not s.zones[i]:
                    s.move(card, lies[card], s.zones[i])
        for i, cards in before.zones.items():
            s.zones[i].cards = list(cards)
        s.marks, self.star = dict(before.marks), before.star
        s.settle()
        s.tell("takes_back", seat=self.seat)


def pass_on(s: RamilixState, seat: Seat, *, moved: bool) -> None:
    """D17, D18: the turn of this seat is over."""
    s.stale = 0 if moved else s.stale + 1
    if (s.turned_over and not s.pile.cards) or s.stale == STALE * s.n:
        s.goto(RoundEnd())
    else:
        s.goto(Draw(seat=s.after(seat), opens=s.now + LOOK))


class RoundEnd(Phase[RamilixState], kw_only=True):
    """R32 to R36, D19: hands are shown, and what lies on the table is counted."""

    shown: ClassVar[Shown] = {"finisher": SEAT, "counted": PLAIN}
    finisher: Seat = -1
    """Nobody: the round is blocked (D17, D18)."""
    counted: list[int] = field(default_factory=list)

    def enter(self, s: RamilixState) -> None:
        held = [sum(POINTS[SYMBOL[s.faces[card]]] for card in s.hand(seat).cards) for seat in s.all_seats]
        for seat in s.all_seats:
            for card in s.hand(seat).cards:
                s.turn_up(s.hand(seat), card)
        if self.finisher >= 0:
            s.tell("goes_out", seat=self.finisher, points=sum(held))
        else:
            s.tell("blocked")
        laid = s.standing if s.options.score == "laid" else [0] * s.n
        for seat in s.all_seats:
            self.counted.append(laid[seat] + (sum(held) if seat == self.finisher else 0))
            s.scores[seat] += self.counted[seat]
            s.tell("counts", seat=seat, points=self.counted[seat])
        s.push(Show(span=ROUND_END_TIME))

    def resume(self, s: RamilixState, result: Any) -> None:
        if s.round == s.rounds:  # R35
            s.end(ranked(s.scores, detail="all_rounds"))
            return
        s.round += 1
        s.starter = s.after(s.starter)
        s.goto(Deal())


class Ramilix(Game[RamilixState]):
    info = GameInfo(
        key="ramilix",
        name="Ramilix",
        version=2,
        players=(2, 4),  # D1
        kinds=("turn",),
        reading=Reading.LETTERS,
        device=Device.PASSED,  # D27
        minutes=15,
        exercises=(Exercise.LETTERS, Exercise.STRATEGY, Exercise.MEMORY),
        moods=(Mood.THINK,),
        age=8,
        everyday=("adds", "adds_own", "counts", "draws", "lays_suite", "refills", "takes_back"),
    )
    phases = (Deal, Draw, Lay, RoundEnd, Show)
    options = RamilixOptions
    seat_options = RamilixSeatOptions

    def setup(self, table: Setup) -> RamilixState:
        n = len(table.seats)
        rounds = n if table.options.rounds == "players" else 1
        s = self.state(**table.common(CARDS), starter=table.starter(), rounds=rounds)
        s.zones = zones(n)
        s.goto(Deal())
        return s

    def bound(self, players: int, options: Any) -> int:
        """D24: a turn draws from a pile, of which there are two, or lays a card for good, or is one of those that
        D18 counts. In a turn so many steps are taken back (D25); each card is laid once, some for an étoile."""
        cards = len(CARDS)
        turns = 3 * cards * (STALE * players + 1)
        return players * (turns * (2 + 2 * UNDOS) + 2 * cards + 2)


GAME = Ramilix()
