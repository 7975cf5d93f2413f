"""Step 2: all at once share their card's number among their ghosts (R12, D21, D22, D53)."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct, field, structs

from tablee.games.pas_vu_pas_pris.hall import SIZES, Scene, cell_of, levels, put
from tablee.games.pas_vu_pas_pris.hall.standing import bodies_of, house
from tablee.games.pas_vu_pas_pris.material import FAMILY, POINTS_OUT, ghosts_of, size_of
from tablee.games.pas_vu_pas_pris.poses import OneGhost, at_axes
from tablee.games.pas_vu_pas_pris.table import HallTable
from tablee.games.pas_vu_pas_pris.walk import Walk
from tablee.kernel.domains import ByChoice, Card, Domain, OneCard, Vector
from tablee.kernel.events import Keep
from tablee.kernel.moves import Move, Offer, Settled
from tablee.kernel.phase import NEVER, Alarm, Phase, Sealed
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import PLAIN, SEAT, TERM, Shown
from tablee.kernel.zones import Pose
from tablee.phases.screen import shares

TOGETHER: Millis = 90_000
ONE_BY_ONE: Millis = 60_000
"""D53: at one screen."""
ACTS = 60
"""So often may a seat move and take back in one round; then it is done."""


class Act(Struct, frozen=True):
    """A step of a plan that nobody else has seen."""

    name: str
    args: Mapping[str, Any]


class Trace(Struct, frozen=True):
    """What a step began with and came to, so that it can be taken back."""

    before: Walk
    after: Walk


class Ghosts(Phase[HallTable], kw_only=True):
    shown: ClassVar[Shown] = {"finished": SEAT, "plans": PLAIN}
    until: Millis = 0
    finished: list[Seat] = field(default_factory=list)
    acts: list[int] = field(default_factory=list)
    """How often each seat has acted."""
    traces: dict[Seat, tuple[Trace, ...]] = field(default_factory=dict)
    planned: dict[Seat, tuple[Act, ...]] = field(default_factory=dict)
    walks: dict[Seat, Walk] = field(default_factory=dict)
    """Option `secret`: where each seat's plan has come to."""
    plans: dict[Seat, Sealed] = field(default_factory=dict)
    """The same for its author to see."""

    def enter(self, s: HallTable) -> None:
        self.acts = [0] * s.n
        self.until = self.limit_in(s, self.limit(s))
        if s.secret:
            for seat in s.all_seats:
                self.walks[seat] = s.walk(seat)
                self.seal(s, seat)

    # ---- who ---------------------------------------------------------------------------------------

    def actors(self, s: HallTable) -> Sequence[Seat]:
        """Everybody who is not done; of those at one screen the next one (D53)."""
        left = [seat for seat in s.from_die() if seat not in self.finished]
        waiting = [seat for seat in left if shares(s, seat)][1:]
        return [seat for seat in left if seat not in waiting]

    def limit(self, s: HallTable) -> Millis:
        return ONE_BY_ONE if any(shares(s, seat) for seat in s.all_seats) else TOGETHER

    def alarms(self, s: HallTable) -> Sequence[Alarm]:
        if self.until < NEVER:
            return (Alarm("limit", self.until, waits=True),)
        return [Alarm("limit", NEVER, seat) for seat in self.actors(s)]

    def ring(self, s: HallTable, alarm: Alarm) -> None:
        for seat in self.actors(s) if alarm.seat < 0 else (alarm.seat,):
            s.tell("timeout", seat=seat)
            self.finished.append(seat)
        self.go_on(s)

    def go_on(self, s: HallTable) -> None:
        if len(self.finished) < s.n:
            if any(shares(s, seat) for seat in s.all_seats):
                self.until = self.limit_in(s, self.limit(s))
            return
        for seat in s.from_die() if s.secret else ():
            self.carry_out(s, seat)
        s.pop()

    # ---- what --------------------------------------------------------------------------------------

    def walk(self, s: HallTable, seat: Seat) -> Walk:
        return self.walks[seat] if seat in self.walks else s.walk(seat)

    def offers(self, s: HallTable, seat: Seat) -> Sequence[Offer]:
        if seat not in self.actors(s):
            return ()
        walk, offers = self.walk(s, seat), []
        if self.acts[seat] < ACTS:
            secret = seat in self.walks
            if movable := walk.movable():
                spots: dict[Card, Domain] = {card: walk.spot(card) for card in movable}
                at = ByChoice("ghost", spots, Vector(at_axes(s.lying)))
                ghost = OneGhost(movable, walk.barred())
                offers.append(Offer("move", {"ghost": ghost, "at": at}, checkable=True, secret=secret))
            if leaving := walk.leaving():
                ghost = OneGhost(leaving, walk.kept_in())
                offers.append(Offer("out", {"ghost": ghost}, checkable=True, secret=secret))
            if pairs := self.pairs(walk):
                other = ByChoice("a", {a: OneCard(b) for a, b in pairs.items()}, OneCard(()))
                offers.append(
                    Offer("fuse", {"a": OneCard(list(pairs)), "b": other}, checkable=True, secret=secret)
                )
            if back := walk.recallable():
                offers.append(Offer("recall", {"ghost": OneCard(back)}, secret=secret))
            if self.traces.get(seat):
                offers.append(Offer("undo"))
        return (*offers, Offer("done"))

    def pairs(self, walk: Walk) -> dict[Card, list[Card]]:
        """R50: those for whom there is room when they have become one."""
        found: dict[Card, list[Card]] = {}
        for a, b in walk.pairs():
            try:
                walk.fused(a, b)
            except Refused:
                continue
            found.setdefault(a, []).append(b)
        return found

    def step(self, walk: Walk, move: Move | Act) -> tuple[Walk, Settled]:
        """What a step comes to: the same for the answer to a question, for the move and for a plan."""
        args = move.args
        match move.name:
            case "move":
                after, rest = walk.moved(args["ghost"], args["at"])
                return after, self.settled_to(walk, after, rest.pose, rest.level, rest.levels)
            case "fuse":
                after, rest, _ = walk.fused(args["a"], args["b"])
                return after, self.settled_to(walk, after, rest.pose, rest.level, rest.levels)
            case "out":
                after = walk.left(args["ghost"])
            case _:
                after = walk.recalled(args["ghost"])
        return after, self.settled_to(walk, after)

    def settled_to(
        self, walk: Walk, after: Walk, pose: Pose | None = None, level: int = 0, heights: int = 0
    ) -> Settled:
        return Settled(pose, {}, heights, walk.points - after.points, after.points, level)

    def settled(self, s: HallTable, seat: Seat, move: Move) -> Settled:
        walk = self.walk(s, seat)
        after, settled = self.step(walk, move)
        mine = {args for args in move.args.values() if isinstance(args, int)}
        moved = {
            s.piece_card(piece): pose
            for piece, pose in after.scene.pieces.items()
            if pose != walk.scene.pieces[piece]
        }
        displaced = {
            card: after.scene.ghosts[card].pose if card in after.scene.ghosts else None
            for card, ghost in walk.scene.ghosts.items()
            if card not in mine and after.scene.ghosts.get(card) != ghost
        }
        return structs.replace(settled, others={**moved, **displaced})

    def play(self, s: HallTable, seat: Seat, move: Move) -> None:
        if move.name == "done":
            self.finished.append(seat)
            s.tell("finished", seat=seat, keep=Keep.FLEETING)
            self.go_on(s)
            return
        self.acts[seat] += 1
        if move.name == "undo":
            self.take_back(s, seat)
            return
        walk = self.walk(s, seat)
        after, settled = self.step(walk, move)
        self.traces[seat] = (*self.traces.get(seat, ()), Trace(walk, after))
        if seat in self.walks:
            self.planned[seat] = (*self.planned.get(seat, ()), Act(move.name, move.args))
            self.walks[seat] = after
            self.seal(s, seat)
        else:
            self.tell(s, seat, move, settled)
            s.go(after)

    def tell(self, s: HallTable, seat: Seat, move: Move | Act, settled: Settled) -> None:
        match move.name:
            case "move":
                size = size_of(move.args["ghost"])
                s.tell("walks", seat=seat, size=TERM(SIZES[size]), cost=settled.cost, keep=Keep.FLEETING)
            case "out":
                size = size_of(move.args["ghost"])
                s.tell("escapes", seat=seat, size=TERM(SIZES[size]), gain=POINTS_OUT[size])
            case "fuse":
                sizes = (size_of(move.args["a"]), size_of(move.args["b"]))
                s.tell("fuses", seat=seat, size=TERM(SIZES[max(sizes) + 1]))
            case _:
                s.tell("recalls", seat=seat)

    # ---- back --------------------------------------------------------------------------------------

    def take_back(self, s: HallTable, seat: Seat) -> None:
        """D22: the last step; where somebody else stands there now, the nearest free spot."""
        *traces, last = self.traces[seat]
        self.traces[seat] = tuple(traces)
        if seat in self.walks:
            self.planned[seat] = self.planned[seat][:-1]
            self.walks[seat] = last.before
            self.seal(s, seat)
            return
        s.tell("undoes", seat=seat, keep=Keep.FLEETING)
        now = s.scene()
        scene = last.before.scene if now == last.after.scene else self.as_before(last.before.scene, now, seat)
        home = tuple(card for card in last.before.home)
        lost = tuple(c for c in ghosts_of(seat) if c not in scene.ghosts and c not in (*home, *last.before.out))
        s.go(structs.replace(last.before, scene=scene, home=(*home, *lost)))

    def as_before(self, was: Scene, now: Scene, seat: Seat) -> Scene:
        """The seat's ghosts stand where they stood, as far as that is free."""
        mine = ghosts_of(seat)
        scene = now.without(*(card for card in mine if now.ghosts.get(card) != was.ghosts.get(card)))
        for card in mine:
            if card not in was.ghosts or card in scene.ghosts:
                continue
            ghost = was.ghosts[card]
            pose, cell = ghost.pose, cell_of(ghost.pose)
            heights = levels(scene, card, ghost, pose.x, pose.y)
            try:
                level = heights.index(pose.z) if pose.z in heights else 0
                scene = put(scene, card, ghost, cell, level).scene
            except Refused:
                housed = house(ghost, cell, bodies_of(scene))
                scene = scene.with_ghost(card, ghost.at(housed)) if housed else scene
        return Scene(scene.pieces, {card: scene.ghosts[card] for card in sorted(scene.ghosts)})

    # ---- plans -------------------------------------------------------------------------------------

    def seal(self, s: HallTable, seat: Seat) -> None:
        """What its author sees of a plan: the points left, and each ghost that would be elsewhere: its number and
        a pose; or its number and whether it would be out (1) or at home (0)."""
        walk, there = self.walks[seat], s.lying_there()
        ghosts: list[list[int]] = []
        for card in ghosts_of(seat):
            number = card % len(FAMILY)
            if card in walk.scene.ghosts:
                pose = walk.scene.ghosts[card].pose
                if there.get(card) != pose:
                    ghosts.append([number, pose.x, pose.y, pose.z, pose.angle, pose.down])
            elif card in walk.out and card not in s.out(seat).cards:
                ghosts.append([number, 1])
            elif card in walk.home and card not in s.home(seat).cards:
                ghosts.append([number, 0])
        self.plans[seat] = Sealed({"left": walk.points, "ghosts": ghosts}, seat)

    def carry_out(self, s: HallTable, seat: Seat) -> None:
        """All plans are made true, from the die holder clockwise; where others have come first, D12."""
        for act in self.planned.get(seat, ()):
            walk = s.walk(seat)
            if act.name == "move":
                after = walk.made_way(act.args["ghost"], act.args["at"])
                settled = Settled(cost=walk.points - after.points)
            else:
                try:
                    after, settled = self.step(walk, act)
                except (Refused, KeyError):
                    continue
            self.tell(s, seat, act, settled)
            s.go(after)

    def reseal(self, s: HallTable, seat: Seat, rng: Rng) -> None:
        """What the others plan could be anything: as far as one can tell, nothing yet."""
        for other in list(self.walks):
            if other != seat:
                self.walks[other] = s.walk(other)
                self.planned.pop(other, None)
                self.traces.pop(other, None)
                self.seal(s, other)
