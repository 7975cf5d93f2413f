"""Steps 3 to 5: who chooses the side, which door the die names, and who is seen (R13 to R22, D14 to D18, D25 to
D27, D34, D51, D52)."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec import field

from tablee.games.pas_vu_pas_pris.hall import Sighted, back_home, look, stand_up
from tablee.games.pas_vu_pas_pris.hall.shapes import eye
from tablee.games.pas_vu_pas_pris.material import CHAT_PERCHE, DOUBLE_CURIEUX, SIDE_NAMES, TOC_TOC_TOC, owner_of
from tablee.games.pas_vu_pas_pris.table import HallTable
from tablee.kernel.domains import OneCard, OneOf
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import NEVER, Alarm, Phase
from tablee.kernel.units import CardId, Millis, Seat
from tablee.kernel.values import PLAIN, SEAT, TERM, Shown
from tablee.phases.decision import Decision
from tablee.phases.show import Show

DICE: Millis = 3_000
SIDE_CHOICE: Millis = 20_000
LOOK: Millis = 8_000
SEARCH: Millis = 20_000


def eligible(s: HallTable) -> list[Seat]:
    """R14: whoever has chosen least often."""
    least = min(s.chosen)
    return [seat for seat in s.from_die() if s.chosen[seat] == least]


class RollOff(Show[HallTable], kw_only=True):
    """R13, D25: ties for the highest roll again among themselves; a single player chooses without rolling."""

    shown: ClassVar[Shown] = {"rolls": PLAIN, "chooser": SEAT}
    span: Millis = DICE
    rolls: list[list[tuple[Seat, int]]] = field(default_factory=list)
    chooser: Seat = -1

    def enter(self, s: HallTable) -> None:
        super().enter(s)
        if s.chime == TOC_TOC_TOC:  # R69, D26
            s.goto(DoorDie(seat=s.die, side=s.keyhole[0]))
            return
        left = eligible(s)
        while len(left) > 1:
            rolled = [(seat, s.roll()) for seat in left]
            for seat, value in rolled:
                s.tell("rolls", seat=seat, value=value)
            self.rolls.append(rolled)
            highest = max(value for _, value in rolled)
            left = [seat for seat, value in rolled if value == highest]
        self.chooser = left[0]
        if not self.rolls:
            s.goto(Side(seat=self.chooser))

    def ring(self, s: HallTable, alarm: Alarm) -> None:
        s.goto(Side(seat=self.chooser))


class Side(Decision[HallTable], kw_only=True):
    """R20: any side but the one where the keyhole is."""

    span = SIDE_CHOICE

    def sides(self, s: HallTable) -> list[str]:
        return [name for side, name in enumerate(SIDE_NAMES) if side != s.keyhole[0]]

    def may(self, s: HallTable) -> Sequence[Offer]:
        return (Offer("side", {"side": OneOf(self.sides(s))}),)

    def play(self, s: HallTable, seat: Seat, move: Move) -> None:
        self.choose(s, move.args["side"])

    def silent(self, s: HallTable) -> None:
        self.choose(s, s.rng("side", s.round).choice(self.sides(s)))

    def choose(self, s: HallTable, side: str) -> None:
        s.chosen[self.seat] += 1
        s.tell("chooses", seat=self.seat, side=TERM(side))
        s.goto(DoorDie(seat=self.seat, side=SIDE_NAMES.index(side)))


class DoorDie(Show[HallTable], kw_only=True):
    """R15, R16: the die names the door; then it goes to the neighbour on the left."""

    shown: ClassVar[Shown] = {"seat": SEAT, "rolled": PLAIN}
    span: Millis = DICE
    seat: Seat
    side: int
    rolled: int = 0

    def enter(self, s: HallTable) -> None:
        super().enter(s)
        self.rolled = s.number or s.roll()  # D27
        s.keyhole = (self.side, self.rolled)
        s.tell("door", seat=self.seat, side=TERM(SIDE_NAMES[self.side]), number=self.rolled)
        s.die = s.after(self.seat)

    def ring(self, s: HallTable, alarm: Alarm) -> None:
        peep(s)


def peep(s: HallTable, again: bool = False) -> None:
    """All look; with the option `eyes` they have to find."""
    s.goto(Watching(again=again) if s.table_options.eyes else Keyhole(again=again))


def verdict(s: HallTable) -> dict[CardId, Sighted]:
    """D16: whoever shows enough points, the nearest first."""
    scene = s.scene()
    sighted = look(scene, s.keyhole, glass=s.glass)
    x, y, _ = eye(s.keyhole)

    def far(card: CardId) -> float:
        pose = scene.ghosts[card].pose
        return (pose.x / 2 - x) ** 2 + (pose.y / 2 - y) ** 2

    seen = {card: what for card, what in sighted.items() if what.points >= s.threshold}
    return {card: seen[card] for card in sorted(seen, key=lambda card: (far(card), card))}


class Watching(Phase[HallTable], kw_only=True):
    """D52: whoever taps a ghost that is seen has caught it; a tap on another closes his eyes."""

    shown: ClassVar[Shown] = {"caught": PLAIN, "closed": SEAT}
    again: bool = False
    until: Millis = 0
    found: list[CardId] = field(default_factory=list)
    missed: list[CardId] = field(default_factory=list)
    closed: list[Seat] = field(default_factory=list)
    caught: list[int] = field(default_factory=list)
    """Their places in the hall."""

    def enter(self, s: HallTable) -> None:
        self.until = self.limit_in(s, SEARCH)
        if not self.left(s):
            self.over(s)

    def left(self, s: HallTable) -> list[CardId]:
        """The ghosts that nobody has tapped."""
        tapped = {*self.found, *self.missed}
        return [card for card in s.scene().ghosts if card not in tapped]

    def actors(self, s: HallTable) -> Sequence[Seat]:
        return [seat for seat in s.all_seats if seat not in self.closed]

    def offers(self, s: HallTable, seat: Seat) -> Sequence[Offer]:
        if seat in self.closed:
            return ()
        left = self.left(s)
        return (Offer("tap", {"ghost": OneCard(left)}), Offer("done")) if left else (Offer("done"),)

    def alarms(self, s: HallTable) -> Sequence[Alarm]:
        if self.until < NEVER:
            return (Alarm("limit", self.until, waits=True),)
        return [Alarm("limit", NEVER, seat) for seat in self.actors(s)]

    def ring(self, s: HallTable, alarm: Alarm) -> None:
        self.closed += self.actors(s) if alarm.seat < 0 else [alarm.seat]
        self.go_on(s)

    def play(self, s: HallTable, seat: Seat, move: Move) -> None:
        if move.name == "done":
            self.closed.append(seat)
        elif (card := move.args["ghost"]) in verdict(s):
            self.found.append(card)
            self.caught.append(s.hall.cards.index(card))
            s.tell("finds", seat=seat, owner=owner_of(card))
        else:
            self.missed.append(card)
            self.closed.append(seat)
            s.tell("shuts_eyes", seat=seat)
        self.go_on(s)

    def go_on(self, s: HallTable) -> None:
        if not self.left(s) or not self.actors(s):
            self.over(s)

    def over(self, s: HallTable) -> None:
        s.goto(Keyhole(again=self.again, only=self.found))


class Keyhole(Show[HallTable], kw_only=True):
    """R17: whoever is seen goes back, all together."""

    shown: ClassVar[Shown] = {"seen": PLAIN, "again": PLAIN}
    span: Millis = LOOK
    again: bool = False
    """The second look of Double curieux (R57)."""
    only: list[CardId] | None = None
    cards: list[CardId] = field(default_factory=list)
    seen: list[tuple[int, int, int]] = field(default_factory=list)
    """D51: places in the hall, points seen directly and in the mirror."""

    def enter(self, s: HallTable) -> None:
        super().enter(s)
        seen = verdict(s)
        self.cards = [card for card in seen if self.only is None or card in self.only]
        self.seen = [(s.hall.cards.index(card), *seen[card]) for card in self.cards]
        if self.cards:
            s.tell("looks", count=len(self.cards))
        else:
            s.tell("nobody_seen")

    def ring(self, s: HallTable, alarm: Alarm) -> None:
        self.send_back(s, self.cards, "caught")
        if s.chime == DOUBLE_CURIEUX and not self.again:  # R57
            side, door = s.keyhole
            s.keyhole = ((side + 2) % 4, door)
            s.tell("second_look", side=TERM(SIDE_NAMES[s.keyhole[0]]), number=door)
            peep(s, again=True)
            return
        if s.chime == CHAT_PERCHE:  # R67, D34
            self.send_back(
                s, [card for card, ghost in s.scene().ghosts.items() if not ghost.pose.z], "not_perched"
            )
        if s.lying:  # D29
            s.lying = False
            s.come_to(stand_up(s.scene()).scene)
        s.pop()

    def send_back(self, s: HallTable, cards: Sequence[CardId], why: str) -> None:
        scene = s.scene()
        for seat in s.from_die():
            if count := sum(owner_of(card) == seat for card in cards):
                s.tell(why, seat=seat, count=count)
        s.seen_off(cards)
        s.come_to(back_home(scene, cards).scene)
