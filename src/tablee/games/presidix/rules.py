"""Présidix: be rid of your cards by single letters, runs and pairs, each formula as strong as the one before."""

from collections.abc import Sequence
from typing import Any, ClassVar

from tablee.games.presidix.order import LETTERS, SPECIAL, STRONGEST, rank
from tablee.games.presidix.table import (
    BOX,
    CARDS,
    NEVER,
    PILE,
    TABLE,
    PresidixOptions,
    PresidixSeatOptions,
    PresidixState,
)
from tablee.kernel.domains import OneCard, Value
from tablee.kernel.events import Keep
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import Phase
from tablee.kernel.units import EVERYBODY, NOBODY, CardId, Millis, Seat, mask
from tablee.kernel.values import FACE, PLAIN, SEAT, TERM, Shown
from tablee.kernel.zones import Zone
from tablee.phases.decision import Decision
from tablee.phases.show import Show
from tablee.pieces.formulas import PAIRS, RUNS, SINGLE, Formula, FormulaKind, Shape, shape_of
from tablee.pieces.kinds import Kind
from tablee.pieces.toutilix import PETARD, SYMBOL

LEFT_OUT = 20
"""R5: letters that two players do not play with."""
POINTS = {"dubolix": 4, "ossilix": 2, "pernigagnix": 0, "padbolix": -2}

LAID_TIME: Millis = 2_000
LONG_LAID_TIME: Millis = 4_000
MANY = 6
"""D24: more cards than this lie open for longer."""
EXCHANGE_TIME: Millis = 4_000
DEAL_END_TIME: Millis = 6_000


class Deal(Phase[PresidixState]):
    """R4 to R6, R31, D19."""

    def enter(self, s: PresidixState) -> None:
        pile = s.zones[PILE]
        for zone in s.zones[1:]:
            pile.cards += zone.cards
            zone.cards = []
        s.clear_table()
        s.marks.clear()
        s.round += 1
        s.passed, s.gave, s.got = [NEVER] * s.n, [""] * s.n, [""] * s.n
        if s.n == 2:  # R5
            kept = [c for c in pile.cards if SYMBOL[s.faces[c]] in SPECIAL]
            pile.cards = [c for c in pile.cards if c not in kept]
            s.shuffle(pile, "box", s.round)
            s.zones[BOX].cards = pile.cards[:LEFT_OUT]
            pile.cards = pile.cards[LEFT_OUT:] + kept
        s.shuffle(pile, "deal", s.round)
        each = len(pile.cards) // s.n
        s.tell("deal", round=s.round, count=each)
        s.deal(pile, [s.hand(s.after(s.leads, i)) for i in s.all_seats], each)
        s.dealt = [tuple(s.hand(seat).cards) for seat in s.all_seats]
        s.exchanged = None
        if s.round > 1:
            s.goto(Exchange())
        else:
            s.titles = [""] * s.n
            lead(s, s.leads)


class Exchange(Phase[PresidixState]):
    """R31 to R33, D18: both cards at once, seen by the two alone."""

    def enter(self, s: PresidixState) -> None:
        first, last = s.titles.index("dubolix"), s.titles.index("padbolix")

        def value(card: CardId) -> tuple[int, str]:
            return rank(s.faces[card]), s.faces[card]

        s.exchanged = min(s.hand(first).cards, key=value), max(s.hand(last).cards, key=value)
        s.tell("exchange", giver=first, taker=last)
        for card, giver, taker in zip(s.exchanged, (first, last), (last, first), strict=True):
            face, source = s.faces[card], s.hand(giver)
            place = source.cards.index(card)  # whoever watches the hands sees which place it comes from
            to = mask(giver) | mask(taker)
            s.tell("gives", to=to, discloses=True, giver=giver, taker=taker, face=FACE(face), place=place)
            s.move(card, source, s.hand(taker))
            s.gave[giver] = s.got[taker] = SYMBOL[face]
        s.push(Show(span=EXCHANGE_TIME))

    def resume(self, s: PresidixState, result: Any) -> None:
        s.titles = [""] * s.n
        lead(s, s.leads)


def lead(s: PresidixState, seat: Seat) -> None:
    """R28, D16, D17: this seat leads, or the next one that can."""
    s.trick += 1
    for leader in (seat, *s.others(seat)):
        if set(s.symbols(leader)) - {PETARD}:
            s.goto(Lead(seat=leader))
            return
        if s.hand(leader).cards:
            s.tell("cannot_lead", seat=leader)
    left = [other for other in (seat, *s.others(seat)) if not s.titles[other]]
    for other in sorted(left, key=lambda other: len(s.hand(other).cards)):
        s.entitle(other)
        s.tell("is_left", seat=other, title=TERM(s.titles[other]))
    s.goto(DealEnd())


class Laying(Decision[PresidixState], kw_only=True):
    """What leading and following have in common."""

    opens: Millis = 0
    """D24: what was laid before is looked at until then."""

    def limit(self, s: PresidixState) -> Millis:
        return int(s.options.turn_s) * 1_000

    def lay_offer(self, s: PresidixState, formula: Formula) -> Offer:
        helped = s.seat_options[self.seat].show_legal
        hint = tuple(formula.serving()) if helped and formula.kind else ()
        return Offer("lay_cards", {"groups": formula}, self.opens + self.shift if self.opens else 0, hint=hint)

    def lay_unasked(self, s: PresidixState, formula: Formula, shape: Shape) -> Value:
        """D21: the weakest that he can lay. The table chose by the faces, which therefore are told with it."""
        groups = formula.weakest_of(shape)
        faces = " ".join(s.faces[card] for group in groups for card, _ in group)
        s.tell("silent_cards", keep=Keep.FLEETING, discloses=True, seat=self.seat, faces=FACE(faces))
        return groups


class Lead(Laying):
    """R8 to R11, D6."""

    def may(self, s: PresidixState) -> Sequence[Offer]:
        return (self.lay_offer(s, s.formula(self.seat)),)

    def play(self, s: PresidixState, seat: Seat, move: Move) -> None:
        self.lay(s, move.args["groups"])

    def silent(self, s: PresidixState) -> None:
        self.lay(s, self.lay_unasked(s, s.formula(self.seat), Shape(SINGLE, 1, 1)))

    def lay(self, s: PresidixState, groups: Value) -> None:
        shape = shape_of([[LETTERS.index(letter) for _, letter in group] for group in groups])
        assert shape is not None
        follow = FOLLOW[shape.kind](
            seat=self.seat,
            laid_last=self.seat,
            asked_kind=shape.kind,
            asked_groups=shape.groups,
            asked_size=shape.size,
        )
        s.goto(follow)
        follow.lay(s, groups)


class Follow(Laying, kw_only=True):
    """R12 to R27: the others lay the same formula, as strong or stronger, until the turn comes back."""

    shown: ClassVar[Shown] = {
        **Laying.shown,
        "laid_last": SEAT,
        "asked_groups": PLAIN,
        "asked_size": PLAIN,
        "asked_from": FACE,
    }
    laid_last: Seat
    """Who laid the last cards: if the turn comes back to him, the trick is his (D5)."""
    asked_kind: FormulaKind
    asked_groups: int
    asked_size: int
    asked_from: str = ""
    """The smallest letter that lies there (R14)."""
    letters: tuple[str, ...] = ()
    """All that the last formula stands for, in order (D10)."""
    banged: bool = False
    """A pétard lies on top (R18, D12)."""

    def enter(self, s: PresidixState) -> None:
        """Its clock was set when the leader laid."""

    @property
    def shape(self) -> Shape:
        return Shape(self.asked_kind, self.asked_groups, self.asked_size)

    def formula(self, s: PresidixState) -> Formula:
        return s.formula(self.seat, self.shape, self.asked_from)

    # ---- what the seat in turn may do --------------------------------------------------------------

    def may(self, s: PresidixState) -> Sequence[Offer]:
        formula, opens_at = self.formula(s), self.opens + self.shift
        petards = [c for c in s.hand(self.seat).cards if s.faces[c] == PETARD]
        offers = []
        if formula.possible():
            offers.append(self.lay_offer(s, formula))
        if petards and not self.banged:
            offers.append(Offer("bang", {"card": OneCard(petards)}, opens_at))
        if self.may_pass(s):
            offers.append(Offer("pass", opens_at=opens_at))
        return offers

    def must_lay(self, s: PresidixState) -> bool:
        """D3, D4, D23: he could lay something else than what would make him Padbolix, or a pétard."""
        symbols = s.symbols(self.seat)
        falls = len(symbols) == self.shape.cards and not SPECIAL.isdisjoint(symbols)
        return self.formula(s).possible() and not falls

    def may_pass(self, s: PresidixState) -> bool:
        """R20, R21."""
        before = s.passed[self.seat]
        again = before == s.trick or (s.n == 2 and before == s.trick - 1)
        return not (again and self.must_lay(s))

    def play(self, s: PresidixState, seat: Seat, move: Move) -> None:
        if move.name == "lay_cards":
            self.lay(s, move.args["groups"])
        elif move.name == "bang":
            self.bang(s, move.args["card"])
        else:
            self.step_aside(s)

    def silent(self, s: PresidixState) -> None:
        if self.may_pass(s):
            s.tell("silent_cards", keep=Keep.FLEETING, discloses=True, seat=self.seat, faces=FACE(""))
            self.step_aside(s)
        else:
            self.lay(s, self.lay_unasked(s, self.formula(s), self.shape))

    # ---- what comes of it --------------------------------------------------------------------------

    def lay(self, s: PresidixState, groups: Value) -> None:
        letters = tuple(s.lay(self.seat, groups))
        same, self.letters = letters == self.letters, letters
        self.laid_last, self.banged, self.asked_from = self.seat, False, letters[0]
        s.finish(self.seat, s.zones[TABLE].cards)
        if s.deal_over:
            s.goto(DealEnd())
        elif STRONGEST in letters:  # R24, R25
            s.goto(Won(winner=self.seat, by_z=True))
        else:
            self.pass_on(s, missing=same)  # R22

    def bang(self, s: PresidixState, card: CardId) -> None:
        table = s.zones[TABLE]
        s.move(card, s.hand(self.seat), table)
        table.by.append(self.seat)
        s.gave[self.seat] = s.got[self.seat] = ""
        s.tell("bangs", seat=self.seat)
        self.laid_last, self.banged = self.seat, True
        s.finish(self.seat, [card])
        if s.deal_over:
            s.goto(DealEnd())
        else:
            self.pass_on(s, missing=True)  # R19

    def step_aside(self, s: PresidixState) -> None:
        if self.must_lay(s):
            s.passed[self.seat] = s.trick
        s.gave[self.seat] = s.got[self.seat] = ""
        s.tell("passes", seat=self.seat)
        self.pass_on(s, laid=False)

    def pass_on(self, s: PresidixState, *, missing: bool = False, laid: bool = True) -> None:
        """The turn goes to the next seat with cards, or past it; back at the last one the trick is won (D5)."""
        seat = self.seat
        while (seat := s.after(seat)) != self.laid_last:
            if not s.hand(seat).cards:
                continue
            if not missing:
                break
            s.tell("misses", seat=seat)
            missing = False
        else:
            s.goto(Won(winner=self.laid_last))
            return
        self.seat = seat
        wait = laid_time(s) if laid else 0
        self.opens = max(self.opens, self.time(s) + wait)
        self.until = self.limit_in(s, self.limit(s) + wait)


class FollowOne(Follow):
    """R9."""


class FollowRuns(Follow):
    """R10."""


class FollowPairs(Follow):
    """R11."""


FOLLOW: dict[FormulaKind, type[Follow]] = {SINGLE: FollowOne, RUNS: FollowRuns, PAIRS: FollowPairs}


def laid_time(s: PresidixState) -> Millis:
    return LONG_LAID_TIME if len(s.zones[TABLE].cards) > MANY else LAID_TIME


class Won(Phase[PresidixState], kw_only=True):
    """R27, R28: what lies there is looked at, then set aside; whoever laid it leads."""

    winner: Seat
    by_z: bool = False

    def enter(self, s: PresidixState) -> None:
        s.tell("wins_by_z" if self.by_z else "wins", winner=self.winner)
        s.push(Show(span=laid_time(s) if self.by_z else LAID_TIME))

    def resume(self, s: PresidixState, result: Any) -> None:
        s.clear_table()
        lead(s, self.winner)


class DealEnd(Phase[PresidixState]):
    """R29 to R35: the titles are worth points, and Padbolix leads the next deal."""

    shown: ClassVar[Shown] = {"counted": PLAIN}
    counted: tuple[int, ...] = ()

    def enter(self, s: PresidixState) -> None:
        self.counted = tuple(POINTS[title] for title in s.titles)
        s.history.append(self.counted)
        for seat, points in enumerate(self.counted):
            s.scores[seat] += points
            s.tell("counts", seat=seat, title=TERM(s.titles[seat]), points=points, total=s.scores[seat])
        s.leads = s.titles.index("padbolix")
        s.push(Show(span=DEAL_END_TIME))

    def resume(self, s: PresidixState, result: Any) -> None:
        if s.round == s.n:  # R34
            s.end(ranked(s.scores, detail="deals"))  # R35, D20
        else:
            s.goto(Deal())


class Presidix(Game[PresidixState]):
    info = GameInfo(
        key="presidix",
        name="Présidix",
        version=1,
        players=(2, 4),
        kinds=("turn",),
        reading=Reading.LETTERS,
        device=Device.PASSED,
        minutes=15,
        exercises=(Exercise.STRATEGY, Exercise.LETTERS, Exercise.GUILE),
        moods=(Mood.THINK, Mood.BLUFF),
        age=8,
        everyday=("lays", "misses", "passes", "wins", "counts"),
    )
    phases = (Deal, Exchange, Lead, FollowOne, FollowRuns, FollowPairs, Won, DealEnd, Show)
    options = PresidixOptions
    seat_options = PresidixSeatOptions

    def setup(self, table: Setup) -> PresidixState:
        s = PresidixState(**table.common(CARDS), leads=table.starter())
        s.zones = [
            Zone("pile", Kind.PILE, NOBODY, cards=list(range(len(CARDS)))),
            Zone("formula", Kind.FORMULA, EVERYBODY),
            Zone("aside", Kind.BOX, EVERYBODY),
            Zone("box", Kind.BOX, NOBODY),
            *(Zone(f"hand:{seat}", Kind.HAND, mask(seat), seat) for seat in s.all_seats),
        ]
        s.titles = [""] * s.n
        s.goto(Deal())
        return s

    def bound(self, players: int, options: Any) -> int:
        """D22: before each card, and after the last, the others pass; a show for each trick, exchange and deal."""
        return players * (len(CARDS) * (players + 1) + 2)


GAME = Presidix()
