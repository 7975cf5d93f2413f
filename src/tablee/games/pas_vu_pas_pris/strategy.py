"""How a strong player walks: which ghosts, how far and where, for this look and the rounds to come."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from tablee.games.pas_vu_pas_pris.forethought import Forethought, Way, best_ways
from tablee.games.pas_vu_pas_pris.hall import RADIUS, Cell, Pose, Scene, cell_of, depth
from tablee.games.pas_vu_pas_pris.hiding import (
    Danger,
    Hideout,
    Odds,
    Room,
    Walked,
    cost,
    figure,
    free_bodies,
    hideouts,
    odds,
    sighted,
)
from tablee.games.pas_vu_pas_pris.material import CHAT_PERCHE, CROSSING, FAMILY, TOC_TOC_TOC, ghosts_of, size_of
from tablee.games.pas_vu_pas_pris.outlook import Losses, gain, likes
from tablee.games.pas_vu_pas_pris.walk import ALL_CELLS
from tablee.kernel.units import CardId, Seat

Seen = tuple[bool, ...]
"""By which doors."""
REPLIES = 4
"""How often it asks where the keyhole would go now, and moves its ghosts in thought."""
SAFER = 0.01
"""So much safer a spot must be to be worth a step more, or to be taken at all."""
APART = 1
"""Half millimetres between ghosts that do not touch."""


class Goal(Struct, frozen=True):
    """Where a ghost may go; out where there is no spot."""

    price: int
    came: int
    spots: Sequence[Hideout] = ()


def came_of(room: Room, seat: Seat) -> list[int]:
    """How far each ghost of a seat has come."""
    found = []
    for card in ghosts_of(seat):
        ghost = room.scene.ghosts.get(card)
        found.append(CROSSING if card in room.out else depth(ghost.side, cell_of(ghost.pose)) if ghost else 0)
    return found


def lost_by_side(
    room: Room, danger: Danger, seen: Mapping[CardId, Seen], came: Mapping[Seat, Sequence[int]]
) -> Losses:
    """What each seat would lose by a look from each side, by what its ghosts mean for the rounds to come."""
    thought = Forethought(room.round)
    each = {side: sum(door[0] == side for door in danger.doors) for side, _ in danger.doors}
    found: dict[Seat, dict[int, float]] = {}
    for seat, far in came.items():
        found[seat] = dict.fromkeys(each, 0.0)
        for card, loss in zip(ghosts_of(seat), thought.losses(far), strict=True):
            for (side, _), it_is in zip(danger.doors, seen.get(card, ()), strict=False):
                if it_is:
                    found[seat][side] += loss / each[side]
    return found


class Campaign:
    """One round's steps of one seat."""

    def __init__(
        self,
        room: Room,
        danger: Danger,
        movable: Sequence[CardId],
        leaving: Sequence[CardId],
        *,
        grid: int,
        few: int,
    ) -> None:
        self.room, self.danger, self._few = room, danger, few
        self._thought = Forethought(room.round)
        self._movable, self._leaving = movable, leaving
        self._came = {seat: came_of(room, seat) for seat in range(len(room.sides))}
        self._seen = {card: tuple(seen) for card, seen in danger.seen_by(room.scene, room.scene.ghosts).items()}
        self._spots = self._hideouts(grid)
        self._goals = self._all_goals()

    # ---- where ghosts may go -----------------------------------------------------------------------

    def _hideouts(self, grid: int) -> Mapping[tuple[int, Cell], Sequence[Hideout]]:
        """The best few spots of each cell, looked at exactly."""
        room, bodies = self.room, free_bodies(self.room)
        wanted = {
            (size_of(card), cell)
            for card in self._movable
            for cell in ALL_CELLS
            if cost(room, card, cell) <= room.left and self._far(cell) >= self._came_by(card)
        }
        rough = {
            (size, cell): hideouts(room, self.danger, size, cell, grid, bodies, room.lies)
            for size, cell in sorted(wanted)
        }
        return {
            (size, cell): sighted(room, self.danger, size, spots, self._few)
            for (size, cell), spots in rough.items()
            if spots
        }

    def _far(self, cell: Cell) -> int:
        return depth(self.room.sides[self.room.seat], cell)

    def _came_by(self, card: CardId) -> int:
        return self._came[self.room.seat][card % len(FAMILY)]

    def _all_goals(self) -> list[Sequence[Goal]]:
        """For each ghost of the family; those at home share theirs, so that it is seen that they are alike."""
        at_home: dict[int, Sequence[Goal]] = {}
        found: list[Sequence[Goal]] = []
        for card in ghosts_of(self.room.seat):
            if card in self.room.scene.ghosts or card in self.room.out or card not in self._movable:
                found.append(self._goals_of(card))
            else:
                if size_of(card) not in at_home:
                    at_home[size_of(card)] = self._goals_of(card)
                found.append(at_home[size_of(card)])
        return found

    def _goals_of(self, card: CardId) -> Sequence[Goal]:
        came, ghost = self._came_by(card), self.room.scene.ghosts.get(card)
        stays = (Hideout(ghost.pose, 0, 0.0, self._seen[card]),) if ghost else ()
        goals = [Goal(0, came, stays)]
        if card in self._leaving:
            goals.append(Goal(CROSSING - came, CROSSING))
        for cell in ALL_CELLS if card in self._movable else ():
            price, spots = cost(self.room, card, cell), self._spots.get((size_of(card), cell), ())
            if price <= self.room.left and spots and self._far(cell) >= came:
                goals.append(Goal(price, self._far(cell), (*spots, *stays) if not price else spots))
        return goals

    # ---- chances -----------------------------------------------------------------------------------

    def _risk(self, spots: Sequence[Hideout]) -> float:
        return min((self.danger.chance(spot.seen) for spot in spots), default=0.0)

    def _ways(self) -> list[Sequence[Way]]:
        """What the goals come to by the present chances: of those as far, a dearer one must be safer."""
        made: list[Sequence[Way]] = []
        for number, goals in enumerate(self._goals):
            twin = next((i for i in range(number) if self._goals[i] is goals), None)
            made.append(self._ways_to(goals) if twin is None else made[twin])
        return made

    def _ways_to(self, goals: Sequence[Goal]) -> Sequence[Way]:
        safest: dict[int, float] = {}
        ways = []
        for goal, risk in sorted(((goal, self._risk(goal.spots)) for goal in goals), key=_price_then_risk):
            if risk < safest.get(goal.came, 2.0) - SAFER:
                safest[goal.came] = risk
                ways.append(Way(goal.price, goal.came, risk))
        return ways

    def _share(self) -> tuple[float, list[Way]]:
        return best_ways(self._thought, self._ways(), self.room.left)

    def _losses(self, spots: Mapping[CardId, Hideout], came: Sequence[int]) -> Losses:
        """If the own ghosts stood there."""
        mine = ghosts_of(self.room.seat)
        seen = {card: seen for card, seen in self._seen.items() if card not in mine}
        seen |= {card: spot.seen for card, spot in spots.items()}
        return lost_by_side(self.room, self.danger, seen, {**self._came, self.room.seat: came})

    def _wanted_side(self) -> int:
        """The side that would be best for oneself, with all steps shared for it."""
        room, best = self.room, (-1.0, -1)
        for side in sorted({side for side, _ in odds(room)}):
            self.danger.chances = odds(room, {side: 1.0, **{t: 0.0 for t in range(4) if t != side}})
            value, ways = self._share()
            spots = self._stand(ways)
            lost = self._losses(spots, [way.came for way in ways])
            best = max(
                best,
                (value + gain({**lost, room.seat: dict.fromkeys(lost[room.seat], 0.0)}, room.seat, side), side),
            )
        return best[1]

    def _chances(self, lost: Losses, mine: int) -> Odds:
        """How likely each door is if those who may choose do what is good for them."""
        eligible = self.room.eligible()
        others = [seat for seat in eligible if seat != self.room.seat]
        by_side = likes(self.room, lost, others)
        if mine >= 0:
            share = 1 / len(eligible)
            by_side = {side: like * (1 - share) + share * (side == mine) for side, like in by_side.items()}
        return odds(self.room, by_side)

    # ---- the steps ---------------------------------------------------------------------------------

    def plan(self) -> list[Walked]:
        """Steps that are best together, by the doors that others would choose then."""
        choosing = self.room.seat in self.room.eligible() and self.room.chime != TOC_TOC_TOC
        mine = self._wanted_side() if choosing else -1
        now = {
            card: Hideout(ghost.pose, 0, 0.0, self._seen[card]) for card, ghost in self.room.scene.ghosts.items()
        }
        expected = dict(self._chances(self._losses(now, self._came[self.room.seat]), mine))
        for n in range(2, 2 + REPLIES):
            self.danger.chances = expected
            _, ways = self._share()
            reply = self._chances(self._losses(self._stand(ways), [way.came for way in ways]), mine)
            expected = {door: chance + (reply[door] - chance) / n for door, chance in expected.items()}
        self.danger.chances = expected
        _, ways = self._share()
        return self._steps(ways, self._looked_at(ways, self._stand(ways)))

    def _candidates(self, number: int, way: Way) -> list[Hideout]:
        """The spots as far as that, for that price; the safest first."""
        spots = [
            s
            for goal in self._goals[number]
            if goal.came == way.came and goal.price <= way.price
            for s in goal.spots
        ]
        return sorted((spot.under(self.danger) for spot in spots), key=lambda spot: spot.danger)

    def _stand(self, ways: Sequence[Way]) -> dict[CardId, Hideout]:
        """Where each of the own ghosts in the hall would stand: who has more to lose chooses first."""
        found: dict[CardId, Hideout] = {}
        losses = self._thought.losses([way.came for way in ways])
        for number in sorted(range(len(ways)), key=lambda number: -losses[number]):
            card = ghosts_of(self.room.seat)[number]
            spots = self._candidates(number, ways[number])
            if 0 < ways[number].came < CROSSING and spots:
                found[card] = next((spot for spot in spots if _free(card, spot.pose, found)), spots[0])
        return found

    def _looked_at(self, ways: Sequence[Way], stand: Mapping[CardId, Hideout]) -> dict[CardId, Hideout]:
        """The best few spots of each ghost looked at exactly, with all the others where they are to be."""
        found, room = dict(stand), self.room
        for _ in range(2):
            for number, card in enumerate(ghosts_of(room.seat)):
                if card not in found:
                    continue
                others = {other: spot for other, spot in found.items() if other != card}
                scene = self._scene(others)
                best, least = found[card], 2.0
                for spot in [s for s in self._candidates(number, ways[number]) if _free(card, s.pose, others)][
                    : self._few
                ]:
                    risk = self._exact(scene, card, spot.pose)
                    if risk < least - SAFER:
                        best, least = spot, risk
                found[card] = best
        return found

    def _scene(self, spots: Mapping[CardId, Hideout]) -> Scene:
        mine = ghosts_of(self.room.seat)
        ghosts = {card: ghost for card, ghost in self.room.scene.ghosts.items() if card not in mine}
        ghosts |= {card: figure(card, self.room.sides, spot.pose) for card, spot in spots.items()}
        return Scene(self.room.scene.pieces, ghosts)

    def _exact(self, scene: Scene, card: CardId, pose: Pose) -> float:
        if self.room.chime == CHAT_PERCHE and not pose.z:
            return 1.0
        return self.danger.exact(scene.with_ghost(card, figure(card, self.room.sides, pose)), [card])[card]

    def _steps(self, ways: Sequence[Way], stand: Mapping[CardId, Hideout]) -> list[Walked]:
        cards, came = ghosts_of(self.room.seat), self._came[self.room.seat]
        out = [
            Walked(card) for card, way, was in zip(cards, ways, came, strict=True) if way.came == CROSSING > was
        ]
        there = self.room.scene.ghosts
        return out + [
            Walked(card, spot)
            for card, spot in stand.items()
            if card not in there or there[card].pose != spot.pose
        ]


def _price_then_risk(it: tuple[Goal, float]) -> tuple[int, float]:
    return it[0].price, it[1]


def _free(card: CardId, pose: Pose, others: Mapping[CardId, Hideout]) -> bool:
    for other, spot in others.items():
        far = 2 * (RADIUS[size_of(card)] + RADIUS[size_of(other)]) - APART
        if other != card and (pose.x - spot.pose.x) ** 2 + (pose.y - spot.pose.y) ** 2 < far * far:
            return False
    return True
