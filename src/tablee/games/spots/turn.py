"""A turn of Spots: a tile, its steps one after the other with what they leave to decide, and T0ut0u's turn."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from msgspec import field, structs

from tablee.games.spots.chance import keeps
from tablee.games.spots.data import (
    ASIDE_LEAST,
    ASIDE_MOST,
    BURY_LIMIT,
    DOG,
    DOGS_TO_WIN,
    PACK_LIMIT,
    SIDES,
    SLOTS,
    Count,
    TileStep,
)
from tablee.games.spots.domains import BURY, DROP, Assignment
from tablee.games.spots.odds import chances, per_mille
from tablee.games.spots.table import BONUS, DOWN, LOOK, SLOT, TOUTOU, UP, USED, Cursor, SpotsState
from tablee.kernel.domains import ByChoice, CardSet, Domain, Number, OneCard, OneOf, Slot
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import Reason
from tablee.kernel.phase import NEVER, Alarm, Phase
from tablee.kernel.units import CardId, Millis, Seat
from tablee.kernel.values import PLAIN, SEAT, TERM, Shown
from tablee.phases.decision import Decision
from tablee.phases.show import Show


class SpotsDecision(Decision[SpotsState], kw_only=True):
    """Somebody's decision, with the time the table gives for it."""

    shown: ClassVar[Shown] = {"seat": SEAT, "odds": PLAIN}
    odds: dict[str, int] = field(default_factory=dict)
    """With the option: the chance of a bust in thousandths, by tile or by what may be done."""

    def enter(self, s: SpotsState) -> None:
        limit = self.limit_in(s, s.options.decision_s * 1_000)
        self.until = limit if s.options.decision_s else NEVER
        if s.options.show_odds:
            self.odds = self.bust_odds(s)

    def bust_odds(self, s: SpotsState) -> dict[str, int]:
        return {}

    def alarms(self, s: SpotsState) -> Sequence[Alarm]:
        return (Alarm("limit", self.until, self.seat, stand_in=True),)

    def play(self, s: SpotsState, seat: Seat, move: Move) -> None:
        if move.stand_in and s.seats[seat].human:  # D31
            s.tell("timeout", seat=seat)
        self.decided(s, seat, move)

    def decided(self, s: SpotsState, seat: Seat, move: Move) -> None:
        raise NotImplementedError

    def silent(self, s: SpotsState) -> None:
        """D31 where no bot can be asked: what may be declined is declined, all else drawn from the seed (C15)."""
        self.decided(s, self.seat, self.default(s))

    def default(self, s: SpotsState) -> Move:
        offers = {offer.name: offer for offer in self.may(s)}
        if "stop" in offers:
            return Move("stop")
        if "assign" in offers:
            domain = offers["assign"].params["dice"]
            assert isinstance(domain, Assignment)
            return Move("assign", {"dice": domain.tidiest()})
        offer = next(iter(offers.values()))
        return Move(offer.name, offer.sample(s.rng("default", s.rolls, sum(s.turns))))


class TurnStart(Phase[SpotsState], kw_only=True):
    """D19: no dice, then the reset, then the choice. Nobody decides anything here."""

    seat: Seat

    def enter(self, s: SpotsState) -> None:
        seat = self.seat
        if seat != TOUTOU:
            if s.turns[seat] >= s.options.turn_cap:  # D27
                s.end(s.ranking("turn_cap", Reason.CAP))
                return
            s.turns[seat] += 1
        if not s.supply.cards:  # R69
            s.tell("no_dice")
            for other in s.all_seats:
                if not s.out[other]:
                    s.bust(other)
        if len(s.available()) == 1:
            self.reset(s, s.available()[0])
        s.goto(Toutou() if seat == TOUTOU else Choose(seat=seat))

    def reset(self, s: SpotsState, last: int) -> None:
        """R65, R66, R74."""
        box = s.treat_box
        s.tell("reset", tile=TERM(s.kind(last).name))
        if box.cards:
            s.move(box.cards[-1], box, s.zones[BONUS + last])
        for slot in range(len(SLOTS)):
            if slot != last:
                zone = s.zones[SLOT + slot]
                s.marks.pop(zone.cards[-1])
                if len(zone.cards) > 1:
                    s.move(zone.cards[-1], zone, zone, 0)


class Choose(SpotsDecision):
    """R13: a trick, or the validation."""

    def may(self, s: SpotsState) -> Sequence[Offer]:
        trick = Offer("trick", {"tile": OneCard([s.tile(slot) for slot in s.available()])})
        validate = (Offer("validate"),) if s.complete(self.seat) else ()
        return (trick, *validate, Offer("resign", grave=True))

    def bust_odds(self, s: SpotsState) -> dict[str, int]:
        odds = chances(s, self.seat)
        kinds = [s.kind(slot) for slot in s.available()]
        return {kind.name: per_mille(c) for kind in kinds if (c := odds.of(kind.steps)) is not None}

    def decided(self, s: SpotsState, seat: Seat, move: Move) -> None:
        match move.name:
            case "validate":  # R49, R52
                if not s.validate(seat, "validates"):
                    end_turn(s, seat)
            case "resign":
                self.resign(s)
            case _:
                self.trick(s, next(i for i in s.available() if s.tile(i) == move.args["tile"]))

    def trick(self, s: SpotsState, slot: int) -> None:
        """R14, R67, D18."""
        bonus = s.zones[BONUS + slot]
        s.marks[s.tile(slot)] = USED
        s.tell("trick", seat=self.seat, tile=TERM(s.kind(slot).name))
        if bonus.cards:
            s.tell("bonus", seat=self.seat, count=len(bonus.cards))
            s.move_all(bonus, s.treats(self.seat))
        go_on(s, Cursor(self.seat, slot))

    def resign(self, s: SpotsState) -> None:
        """D32."""
        seat = self.seat
        s.tell("resigns", seat=seat)
        s.out[seat] = True
        s.empty(seat)
        s.give_treats(len(s.treats(seat).cards), s.treats(seat))
        for zone in (s.pack(seat), s.done(seat)):
            for dog in list(zone.held()):
                s.move(dog, zone, s.box)
        s.scores[seat] = 0
        if s.out.count(False) <= 1:
            s.end(s.ranking("resigned", Reason.RESIGNATION))
        else:
            end_turn(s, seat)


def end_turn(s: SpotsState, seat: Seat) -> None:
    """R12; in solo T0ut0u plays between two turns."""
    s.discard_all(s.tray)
    s.discard_all(s.aside)
    s.goto(TurnStart(seat=TOUTOU if s.n == 1 else s.following(seat)))


def go_on(s: SpotsState, at: Cursor) -> None:
    """Carries out the steps of a trick in order, as far as nobody has to decide anything (R14, R22 to R25)."""
    while True:
        steps = s.kind(at.slot).steps
        if at.at == len(steps):
            end_turn(s, at.seat)
            return
        step = steps[at.at]
        if asks(s, at, step):
            s.goto(Act(seat=at.seat, cursor=at))
            return
        if rolled(s, at, step):
            return
        automatic(s, at, step)
        at = structs.replace(at, at=at.at + 1, again=0)


def asks(s: SpotsState, at: Cursor, step: TileStep) -> bool:
    """Whether the player has something to choose before this step goes on."""
    seat = at.seat
    supply = len(s.supply.cards)
    match step.op:
        case "dig":
            return at.again < s.paws(seat) and any(s.yard(other).cards for other in s.all_seats)
        case "move_die":
            return bool(s.spaces(seat).held() and s.free(seat))
        case "set_die" | "name":
            return supply > 0
        case "set_aside":
            return supply >= ASIDE_LEAST
        case "one_by_one":  # D9
            return at.again > 0 and 0 < len(s.aside.cards) <= s.paws(seat)
        case "roll":
            optional = step.may or (step.repeat and at.again > 0)
            possible = planned(s, at, step) > 0 and supply > 0  # D8
            return possible if optional else step.own and bool(own_dice(s, seat))
        case _:
            return False


def own_dice(s: SpotsState, seat: Seat) -> list[CardId]:
    return [*s.yard(seat).cards, *s.spaces(seat).held()]


def planned(s: SpotsState, at: Cursor, step: TileStep) -> int:
    """How many dice a step asks for, or treats."""
    return step.n if isinstance(step.n, int) else counted(s, at, step.n)


def counted(s: SpotsState, at: Cursor, what: Count) -> int:
    seat = at.seat
    match what:
        case "yard":
            return len(s.yard(seat).cards)
        case "paws":
            return s.paws(seat)
        case "2+paws":
            return 2 + s.paws(seat)
        case "growing":
            return at.again + 1
        case "open_dogs":
            return len(s.open_dogs(seat))
        case "treats":
            return len(s.treats(seat).cards)
        case "grey_tiles":
            return len(SLOTS) - len(s.available()) - 1
        case "highest_open":
            return max(s.free(seat).values(), default=0)
        case "buried":
            return at.buried


def rolled(s: SpotsState, at: Cursor, step: TileStep) -> bool:
    """Rolls if this step does; without a die to roll it is skipped (R23)."""
    tray = s.tray
    match step.op:
        case "roll" if step.n == "yard":  # D3
            for die in list(s.yard(at.seat).cards):
                s.move(die, s.yard(at.seat), tray)
        case "roll":
            s.take_dice(planned(s, at, step), tray)
        case "one_by_one" if s.aside.cards:
            s.move(s.aside.cards[-1], s.aside, tray)
    if not tray.cards:
        return False
    throw(s, at.seat)
    s.goto(Rolled(seat=at.seat, cursor=at))
    return True


def throw(s: SpotsState, seat: Seat, dice: Sequence[CardId] | None = None) -> None:
    tray = s.tray.cards
    s.throw(tray if dice is None else dice)
    s.tell("rolls", seat=seat, dice=TERM(" ".join(s.marks[die] for die in tray)), roll=s.rolls)


def automatic(s: SpotsState, at: Cursor, step: TileStep) -> None:
    """What happens without a choice."""
    seat = at.seat
    match step.op:
        case "draw_dog" if s.cards(seat) < PACK_LIMIT:
            s.draw_dog(seat)
        case "take":
            count = s.take_treats(planned(s, at, step), seat)
            s.tell("takes", seat=seat, count=count)
        case "give_back":
            count = s.give_treats(planned(s, at, step), s.treats(seat))
            s.tell("gives_back", seat=seat, count=count)
        case "set_aside":  # D9: fewer than three
            s.take_dice(ASIDE_MOST, s.aside)
        case _:
            pass


class InTrick(SpotsDecision):
    """A decision in the middle of a trick."""

    shown: ClassVar[Shown] = {**SpotsDecision.shown, "trick": PLAIN}
    cursor: Cursor

    @property
    def trick(self) -> dict[str, int]:
        """Where the trick stands, as everybody can tell."""
        at = self.cursor
        return {"slot": at.slot, "step": at.at, "again": at.again, "named": at.named}

    def the_step(self, s: SpotsState) -> TileStep:
        return s.kind(self.cursor.slot).steps[self.cursor.at]


class Act(InTrick):
    """A step that asks: whether to roll, what to dig, move, set, name or take."""

    def may(self, s: SpotsState) -> Sequence[Offer]:
        seat, at, supply = self.seat, self.cursor, len(s.supply.cards)
        step = self.the_step(s)
        stop = (Offer("stop"),)
        match step.op:
            case "dig":
                return (Offer("dig", self.digging(s)), *stop)
            case "move_die":  # D5
                dice, free = s.spaces(seat).held(), list(s.free(seat))
                return (Offer("move", {"die": OneCard(dice), "to": Slot(s.spaces(seat).name, free)}), *stop)
            case "set_die":
                top = DOG[s.faces[s.deck.cards[-1]]]
                return (Offer("set", {"value": OneOf([str(v) for v in top.spaces])}),)
            case "name":
                return (Offer("name", {"n": Number(1, SIDES)}),)
            case "set_aside":
                return (Offer("aside", {"n": Number(ASIDE_LEAST, min(ASIDE_MOST, supply))}),)
            case _:
                may = stop if step.may or at.again else ()
                own = own_dice(s, seat) if step.own else []
                return (Offer("take", {"die": OneCard(own)}) if own else Offer("go"), *may)

    def digging(self, s: SpotsState) -> Mapping[str, Domain]:
        """D4: any buried die, by one; a six cannot be raised."""
        dice = [die for seat in s.all_seats for die in s.yard(seat).cards]
        sixes: dict[int | str, Domain] = {die: OneOf((DOWN,)) for die in dice if s.value(die) == SIDES}
        return {"die": OneCard(dice), "way": ByChoice("die", sixes, OneOf((UP, DOWN)))}

    def bust_odds(self, s: SpotsState) -> dict[str, int]:
        at = self.cursor
        steps = s.kind(at.slot).steps
        step, odds = steps[at.at], chances(s, self.seat)
        if step.op == "name":
            return {str(n): per_mille(odds.of(steps[at.at + 1 :], named=n)) for n in range(1, SIDES + 1)}
        chance = odds.of(steps[at.at :], at.again, at.named)
        return {"go": per_mille(chance)} if chance is not None else {}

    def decided(self, s: SpotsState, seat: Seat, move: Move) -> None:
        at = self.cursor
        following = structs.replace(at, at=at.at + 1, again=0)
        match move.name:
            case "stop":
                if self.the_step(s).op == "one_by_one":
                    s.discard_all(s.aside)
                go_on(s, following)
            case "go":
                rolled(s, at, self.the_step(s))
            case "dig":
                self.dig(s, move.args["die"], move.args["way"])
            case "move":
                self.move_die(s, move.args["die"], move.args["to"])
                go_on(s, following)
            case "set":
                self.set_die(s, move.args["value"])
            case "name":
                s.tell("names", seat=seat, value=move.args["n"])
                go_on(s, structs.replace(following, named=move.args["n"]))
            case "aside":
                s.take_dice(move.args["n"], s.aside)
                s.tell("sets_aside", seat=seat, count=move.args["n"])
                go_on(s, following)
            case _:
                self.take_own(s, move.args["die"])

    def dig(self, s: SpotsState, die: CardId, way: str) -> None:
        """R30, D4."""
        owner = next(seat for seat in s.all_seats if die in s.yard(seat).cards)
        value = s.value(die) + (1 if way == UP else -1)
        s.tell("digs", seat=self.seat, owner=owner, before=s.value(die), value=value)
        if value:
            s.marks[die] = str(value)
        else:
            s.discard(die, s.yard(owner))
        if s.total(owner) > BURY_LIMIT:
            s.bust(owner)
            if owner == self.seat:
                end_turn(s, self.seat)
                return
        go_on(s, structs.replace(self.cursor, again=self.cursor.again + 1))

    def move_die(self, s: SpotsState, die: CardId, to: int) -> None:
        """R31, D5."""
        spaces = s.spaces(self.seat)
        s.tell("moves", seat=self.seat, before=s.value(die), value=s.free(self.seat)[to])
        s.marks[die] = str(s.free(self.seat)[to])
        s.move(die, spaces, spaces, to)

    def set_die(self, s: SpotsState, value: str) -> None:
        """R32, D6: not rolled, so no treat changes it."""
        (die,) = s.take_dice(1, s.tray)
        s.marks[die] = value
        s.tell("sets", seat=self.seat, value=int(value))
        s.goto(Rolled(seat=self.seat, cursor=self.cursor, firm=True))

    def take_own(self, s: SpotsState, die: CardId) -> None:
        """R38, D10."""
        yard = s.yard(self.seat)
        s.move(die, yard if die in yard.cards else s.spaces(self.seat), s.tray)
        rolled(s, self.cursor, self.the_step(s))


class Rolled(InTrick):
    """R16 to R21, R58 to R61: reroll, or give every die its place."""

    shown: ClassVar[Shown] = {**InTrick.shown, "firm": PLAIN}
    firm: bool = False
    """The die was set, not rolled."""

    def may(self, s: SpotsState) -> Sequence[Offer]:
        assign = Offer("assign", {"dice": self.assignment(s)})
        if self.firm or not s.treats(self.seat).cards:
            return (assign,)
        tray = s.tray.cards
        some: Mapping[str, Domain] = {"dice": CardSet(tray, 1, len(tray))}
        return (assign, Offer("reroll", some) if self.the_step(s).part else Offer("reroll"))

    def assignment(self, s: SpotsState) -> Assignment:
        dice: dict[int | str, int] = {die: s.value(die) for die in s.tray.cards}
        total = s.total(self.seat)
        roll = tuple(sorted(dice.values()))
        allowed = keeps(self.the_step(s).keep, roll, self.cursor.named, total)
        free = tuple(s.free(self.seat).items())
        return Assignment(dice, s.spaces(self.seat).name, free, allowed, total, BURY_LIMIT)

    def decided(self, s: SpotsState, seat: Seat, move: Move) -> None:
        if move.name == "reroll":
            self.reroll(s, move.args.get("dice"))
        else:
            self.assign(s, move.args["dice"])

    def reroll(self, s: SpotsState, dice: Sequence[CardId] | None) -> None:
        """R59, R33."""
        s.give_treats(1, s.treats(self.seat))
        s.tell("rerolls", seat=self.seat)
        throw(s, self.seat, dice)
        s.goto(Rolled(seat=self.seat, cursor=self.cursor))

    def assign(self, s: SpotsState, where: Sequence[tuple[CardId, int | str]]) -> None:
        seat, tray = self.seat, s.tray
        buried = [s.value(die) for die, place in where if place == BURY]
        placed = [s.value(die) for die, place in where if place not in (BURY, DROP)]
        s.tell("assigns", seat=seat, placed=len(placed), spots=sum(buried))
        for die, place in where:
            if place == DROP:
                s.discard(die, tray)
            elif place == BURY:
                s.move(die, tray, s.yard(seat))
            else:
                s.move(die, tray, s.spaces(seat), int(place))
        if s.total(seat) > BURY_LIMIT:  # R62, R63, D1
            s.bust(seat)
            end_turn(s, seat)
            return
        if len(s.complete(seat)) == len(s.dogs(seat)) and s.validate(seat, "express"):  # R54 to R56
            return
        go_on(s, self.after(s, sum(buried)))

    def after(self, s: SpotsState, buried: int) -> Cursor:
        at, step = structs.replace(self.cursor, buried=buried), self.the_step(s)
        if step.repeat or step.op == "one_by_one":
            return structs.replace(at, again=at.again + 1)
        return structs.replace(at, at=at.at + 1, again=0)


class Toutou(Show[SpotsState], kw_only=True):
    """R77 to R80, D28, D29: its die is thrown, looked at, and says what it does."""

    shown: ClassVar[Shown] = {"trick": PLAIN}
    span: Millis = LOOK
    trick: dict[str, int] = field(default_factory=dict)
    """The tile that its die names, as for everybody else's trick."""

    def enter(self, s: SpotsState) -> None:
        super().enter(s)
        s.throw(s.take_dice(1, s.tray))
        die = s.value(s.tray.cards[0])
        self.trick = {"slot": die - 1}
        s.tell("toutou_rolls", value=die, tile=TERM(s.kind(die - 1).name), roll=s.rolls)

    def ring(self, s: SpotsState, alarm: Alarm) -> None:
        tray, treats = s.tray, s.toutou_treats
        slot = s.value(tray.cards[0]) - 1
        s.discard_all(tray)
        if s.tile(slot) in s.marks:
            self.validate(s)
        else:
            s.marks[s.tile(slot)] = USED
            s.tell("toutou_turns", tile=TERM(s.kind(slot).name), count=len(s.zones[BONUS + slot].cards))
            s.move_all(s.zones[BONUS + slot], treats)
        while len(treats.cards) >= 2 and s.outcome is None:  # R79
            s.give_treats(2, treats)
            self.validate(s)
        if s.outcome is None:
            s.goto(TurnStart(seat=0))

    def validate(self, s: SpotsState) -> None:
        deck, dogs = s.deck, s.toutou_dogs
        s.tell("toutou_validates", dogs=TERM(DOG[s.faces[deck.cards[-1]]].name), count=len(dogs.cards) + 1)
        s.move(deck.cards[-1], deck, dogs)
        if len(dogs.cards) >= DOGS_TO_WIN and s.outcome is None:
            s.end(s.ranking("six_dogs"))
