"""A game in which pieces are posed, small enough to see through, and the same game with one fault at a time.

Everybody plans in secret where the two pieces of his colour shall stand; all plans are opened together, then each
slides one of his pieces. What comes to stand where another stands pushes it aside. Farthest to the right wins.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec import field

from tablee.kernel.domains import Axis, OneCard, Vector
from tablee.kernel.game import Device, Game, GameInfo, Reading, Setup
from tablee.kernel.moves import Move, Offer, Settled
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import Rng
from tablee.kernel.state import State
from tablee.kernel.units import EVERYBODY, CardId, Seat, Seats, mask
from tablee.kernel.zones import HOLE, Pose, Waypoint, Zone
from tablee.pieces.kinds import Kind

SIDE, STEP = 600, 100
AT = Vector({"x": Axis(0, SIDE - 1), "y": Axis(0, SIDE - 1), "angle": Axis(0, 359), "down": Axis(0, 1)})
DEFAULT = {"x": 0, "y": 0, "angle": 0, "down": 0}
PIECES = 2
POINTS = 10


class HallState(State, kw_only=True):
    @property
    def hall(self) -> Zone:
        return self.zones[0]

    def home(self, seat: Seat) -> Zone:
        return self.zones[1 + 2 * seat]

    def plan(self, seat: Seat) -> Zone:
        return self.zones[2 + 2 * seat]

    def own(self, zone: Zone, seat: Seat) -> list[CardId]:
        return [card for card in zone.held() if card // PIECES == seat]

    def standing(self) -> dict[CardId, Pose]:
        poses = zip(self.hall.cards, self.hall.poses or (), strict=True)
        return {card: pose for card, pose in poses if card != HOLE}

    def rest(self, card: CardId, at: dict[str, int]) -> tuple[Pose, dict[CardId, Pose]]:
        """Where a piece comes to rest: on the middle of its square; and which it pushes on, each to the next free
        square."""
        pose = Pose(at["x"] // STEP * STEP, at["y"] // STEP * STEP, at["angle"], down=at["down"])
        taken = {(p.x, p.y): other for other, p in self.standing().items() if other != card}
        hit = taken.get((pose.x, pose.y))
        if hit is None:
            return pose, {}
        squares = [(x, y) for y in range(0, SIDE, STEP) for x in range(0, SIDE, STEP)]
        x, y = next(square for square in squares if square not in taken and square != (pose.x, pose.y))
        return pose, {hit: Pose(x, y, self.standing()[hit].angle)}

    def slide(self, card: CardId, pose: Pose, others: dict[CardId, Pose]) -> None:
        was = self.standing()[card]
        self.pose(self.hall, card, pose, (Waypoint(0, was), Waypoint(400, pose)))
        for other, to in others.items():
            self.pose(self.hall, other, to)


class Plan(Phase[HallState]):
    shifted: list[Seat] = field(default_factory=list)

    def offers(self, s: HallState, seat: Seat) -> Sequence[Offer]:
        offers = [Offer("place", {"at": AT}, secret=True, checkable=True)] if s.home(seat).cards else []
        if s.plan(seat).held() and seat not in self.shifted:
            offers.append(Offer("shift", {"at": AT}, secret=True, checkable=True))
        return offers

    def settled(self, s: HallState, seat: Seat, move: Move) -> Settled | None:
        pose, _ = s.rest(-1, move.args["at"])
        return Settled(pose, levels=1, cost=1, left=len(s.home(seat).cards) - (move.name == "place"))

    def play(self, s: HallState, seat: Seat, move: Move) -> None:
        pose, _ = s.rest(-1, move.args["at"])
        plan, home = s.plan(seat), s.home(seat)
        if move.name == "place":
            s.set_down(home.cards[0], home, plan, pose)
        else:
            self.shifted.append(seat)
            s.pose(plan, plan.held()[0], pose)
        if not any(s.home(other).cards for other in s.all_seats):
            self.open(s)

    def open(self, s: HallState) -> None:
        for seat in s.all_seats:
            plan = s.plan(seat)
            for card in plan.held():
                planned = (plan.poses or ())[plan.cards.index(card)]
                at = {"x": planned.x, "y": planned.y, "angle": planned.angle, "down": planned.down}
                pose, others = s.rest(card, at)
                s.set_down(card, plan, s.hall, pose, (Waypoint(0, planned), Waypoint(200, pose)))
                for other, to in others.items():
                    s.pose(s.hall, other, to)
        s.goto(Slide())

    def alarms(self, s: HallState) -> Sequence[Alarm]:
        return (Alarm("limit", 60_000),)

    def ring(self, s: HallState, alarm: Alarm) -> None:
        for seat in s.all_seats:
            while s.home(seat).cards:
                self.play(s, seat, Move("place", {"at": DEFAULT}))

    def reseal(self, s: HallState, seat: Seat, rng: Rng) -> None:
        """What others have planned could be anything."""
        for other in s.others(seat):
            plan = s.plan(other)
            for place in range(len(plan.cards)):
                plan.lay(place, Pose(rng.below(SIDE // STEP) * STEP, 0, 0))


class Slide(Phase[HallState]):
    seat: Seat = 0

    def actors(self, s: HallState) -> Sequence[Seat]:
        return (self.seat,)

    def offers(self, s: HallState, seat: Seat) -> Sequence[Offer]:
        pieces = OneCard(s.own(s.hall, seat))
        return (Offer("slide", {"piece": pieces, "at": AT}, checkable=True),) if seat == self.seat else ()

    def settled(self, s: HallState, seat: Seat, move: Move) -> Settled | None:
        card = move.args["piece"]
        pose, others = s.rest(card, move.args["at"])
        cost = abs(pose.x - s.standing()[card].x) // STEP
        return Settled(pose, others, levels=1, cost=cost, left=POINTS - cost)

    def play(self, s: HallState, seat: Seat, move: Move) -> None:
        s.slide(move.args["piece"], *s.rest(move.args["piece"], move.args["at"]))
        if seat + 1 < s.n:
            self.seat += 1
            return
        s.scores = [sum(s.standing()[card].x for card in s.own(s.hall, seat)) for seat in s.all_seats]
        s.end(ranked(s.scores))

    def alarms(self, s: HallState) -> Sequence[Alarm]:
        return (Alarm("limit", 1_000_000 + self.seat * 10_000, self.seat),)

    def ring(self, s: HallState, alarm: Alarm) -> None:
        self.play(s, self.seat, Move("slide", {"piece": s.own(s.hall, self.seat)[0], "at": DEFAULT}))


class Hall(Game[HallState]):
    info = GameInfo(
        key="hall",
        name="Hall",
        version=1,
        players=(2, 3),
        kinds=("turn",),
        reading=Reading.NOTHING,
        device=Device.PASSED,
    )
    state = HallState
    phases: ClassVar[tuple[type[Phase[Any]], ...]] = (Plan, Slide)
    first: ClassVar[type[Phase[Any]]] = Plan

    def planners(self, seat: Seat) -> Seats:
        """Who sees a seat's plan."""
        return mask(seat)

    def setup(self, table: Setup) -> HallState:
        n = len(table.seats)
        s = HallState(**table.common(["large", "small"] * n))
        s.zones = [Zone("hall", Kind.PLANE, EVERYBODY, poses=(), free=True, area=(SIDE, SIDE))]
        for seat in range(n):
            cards = [PIECES * seat, PIECES * seat + 1]
            home = Zone(f"home:{seat}", Kind.ROW, EVERYBODY, seat, cards)
            s.zones.append(home)
            s.show_to(home, EVERYBODY)
            seers = self.planners(seat)
            area = (SIDE, SIDE)
            plan = Zone(f"plan:{seat}", Kind.PLANE, seers, seat, poses=(), area=area, free=True, whereabouts=seers)
            s.zones.append(plan)
        s.goto(self.first())
        return s

    def bound(self, players: int, options: Any) -> int:
        return 4 * players + 1


# ---- one fault each ---------------------------------------------------------------------------------


class OpenHall(Hall):
    """The plans lie open."""

    def planners(self, seat: Seat) -> Seats:
        return EVERYBODY


class TellingPlan(Plan):
    """An offer tells how far another has gone."""

    def offers(self, s: HallState, seat: Seat) -> Sequence[Offer]:
        farthest = max((pose.x for pose in s.plan(s.after(seat)).poses or ()), default=0)
        return [Offer(o.name, o.params, secret=True, opens_at=farthest % 7) for o in super().offers(s, seat)]


class AnsweringPlan(Plan):
    """A check tells what stands in the way in the plan of another."""

    def settled(self, s: HallState, seat: Seat, move: Move) -> Settled | None:
        for other in s.others(seat):
            if any(pose.x // STEP == move.args["at"]["x"] // STEP for pose in s.plan(other).poses or ()):
                raise Refused("overlaps")
        return super().settled(s, seat, move)


class ShowingPlan(Plan):
    """Whoever plans pushes a piece of another's plan, and an event tells everybody how it lies."""

    def play(self, s: HallState, seat: Seat, move: Move) -> None:
        other = s.plan(s.after(seat))
        if s.watched and other.poses and s.home(seat).cards:
            s.tell("peeks", x=other.poses[0].x)
        super().play(s, seat, move)


class KnowingPlan(Plan):
    """An imagined state is the true one."""

    def reseal(self, s: HallState, seat: Seat, rng: Rng) -> None:
        pass


def faulty(plan: type[Plan]) -> Hall:
    """The hall with another phase in it."""

    class FaultyHall(Hall):
        phases = (plan, Slide)
        first = plan

    return FaultyHall()
