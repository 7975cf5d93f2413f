"""Pas vu pas pris players: one who looks at the present door, one who weighs all doors, one who searches."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.games.pas_vu_pas_pris.hall import (
    EDGES,
    MIRROR,
    SIZES,
    Cell,
    Ghost,
    Pose,
    Scene,
    cell_of,
    depth,
    glimpses,
    look,
    put,
    tip,
)
from tablee.games.pas_vu_pas_pris.hall.midnight import EXIT_YAW
from tablee.games.pas_vu_pas_pris.hall.scene import CELL_HALVES
from tablee.games.pas_vu_pas_pris.hiding import (
    DEEPER,
    Danger,
    Hideout,
    Odds,
    Room,
    Walked,
    Worth,
    balance,
    cost,
    figure,
    free_bodies,
    hideouts,
    odds,
    prospects,
    read,
    sighted,
    worth,
)
from tablee.games.pas_vu_pas_pris.material import CROSSING, POINTS_OUT, SIDE_NAMES, size_of
from tablee.games.pas_vu_pas_pris.moving import better_hall, somewhere, turned
from tablee.games.pas_vu_pas_pris.outlook import chosen, gain, losses
from tablee.games.pas_vu_pas_pris.strategy import Campaign, came_of, lost_by_side
from tablee.games.pas_vu_pas_pris.walk import ALL_CELLS
from tablee.kernel.moves import Move
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import Rng
from tablee.kernel.units import CardId, Millis, Seat


class Eye(Struct, frozen=True):
    """How closely a level looks."""

    grid: int
    """Spots that it weighs in a cell, by row and by column."""
    step: int
    """Of its field, in half millimetres."""
    exact: int
    """Spots of each ghost that it looks at exactly,"""
    rounds: int
    """so often."""
    poses: int
    """Of furniture."""
    taps: int
    """So many points of a ghost it must see to be sure."""
    deeper: float
    """How much more a ghost is worth the deeper it is: who hurries puts everything on few ghosts."""


EYES: Mapping[Level, Eye] = {
    Level.BEGINNER: Eye(0, 20, 6, 1, 1, 24, DEEPER),
    Level.NORMAL: Eye(5, 20, 4, 1, 40, 10, DEEPER),
    Level.STRONG: Eye(9, 10, 8, 2, 60, 4, 0.7),
}
TAKES, PLACES, WALKS, CHOOSES = (2_500, 3_500), (6_000, 10_000), (2_000, 4_000), (2_000, 5_000)
FURNITURE_CHANCE = 0.6
"""How often a beginner moves a piece."""
GAIN = 0.02
"""Less than this is not worth moving furniture for."""
HOPES = 0.3
"""What a good hall is worth beside ghosts that are in it."""
TOGETHER = 0.4
"""With fusions: what it is worth to come to another small ghost."""
REPLIES = 4
"""How often a strong player asks where the keyhole would go now, and moves its ghosts in thought."""
NONE: Mapping[CardId, Hideout] = {}


class PasVuPasPrisBot(Mind):
    def __init__(self, seat: Seat, level: Level, rng: Rng) -> None:
        super().__init__(seat, level, rng)
        self._eye = EYES[level]
        self._wish: tuple[str, dict[str, int]] | None = None
        """The piece it has in mind, and where."""
        self._steps: list[Walked] | None = None
        self._at: Millis = 0
        """When it makes its next step."""

    def occasion(self, seen: Sighting) -> object:
        """What others move may be in the way."""
        return super().occasion(seen), seen.view.zone("hall").cards, seen.view.fact("plans")

    def notice(self, seen: Sighting) -> None:
        if seen.view.phase != "ghosts":
            self._steps = None

    def decide(self, seen: Sighting) -> Plan | None:
        room = read(seen.view, self.seat)
        match seen.view.phase:
            case "furnish":
                return self._furnish(seen, room)
            case "cards":
                return self._furniture(seen, room)
            case "ghosts":
                return self._ghosts(seen, room)
            case "side":
                return self.soon(seen, Move("side", {"side": self._side(seen, room)}), *CHOOSES)
            case "watching":
                return self._watch(seen, room)
            case _:
                return self._midnight(seen, room)

    # ---- furniture ---------------------------------------------------------------------------------

    def _furnish(self, seen: Sighting, room: Room) -> Plan:
        offer = seen.offer("place")
        assert offer is not None
        left = list(offer.params["piece"].values())
        piece = next(name for name, handle in room.handles.items() if handle in left)
        assert isinstance(piece, str)
        value = somewhere(self.rng, room.scene, piece)[0]
        return self.soon(seen, Move("place", {"piece": room.handles[piece], "pose": value}), *PLACES)

    def _furniture(self, seen: Sighting, room: Room) -> Plan:
        if seen.offer("place"):
            if self._wish is None:
                return self.soon(seen, Move("put_back"), *TAKES)
            return self.soon(seen, Move("place", {"pose": self._wish[1]}), *PLACES)
        offer = seen.offer("take")
        assert offer is not None
        left = list(offer.params["piece"].values())
        pieces = [name for name, handle in room.handles.items() if handle in left and isinstance(name, str)]
        if self._foresees(seen):
            self._wish = better_hall(room, pieces, self.rng, self._eye.poses, GAIN)
        else:
            self._wish = self._better_hall(room, pieces, len(seen.view.seats))
        if self._wish is None:
            return self.soon(seen, Move("pass"), *TAKES)
        return self.soon(seen, Move("take", {"piece": room.handles[self._wish[0]]}), *TAKES)

    def _better_hall(self, room: Room, pieces: Sequence[str], seats: int) -> tuple[str, dict[str, int]] | None:
        """The piece and the pose that help most; none where nothing helps."""
        if self.level is Level.BEGINNER:
            if not self.chance(FURNITURE_CHANCE):
                return None
            piece = self.rng.choice(pieces)
            return piece, somewhere(self.rng, room.scene, piece)[0]
        strong = self.level is Level.STRONG
        danger = Danger(room, odds(room), 20)
        judge = self._judge(room)
        if strong:
            danger.chances = self._forecast(room, danger, room.scene)
        others = 1 / (seats - 1) if strong else 0.5

        def value(scene: Scene, there: Danger) -> float:
            return balance(room, scene, there, judge, others) + HOPES * prospects(room, there, seats)

        best, found = value(room.scene, danger) + GAIN, None
        for i in range(self._eye.poses):
            piece = pieces[i % len(pieces)]
            if strong and piece == MIRROR and i % 4 == 0:
                wish, rest = turned(self.rng, room.scene, piece)
            else:
                wish, rest = somewhere(self.rng, room.scene, piece, wild=strong)
            there = danger
            for name, pose in rest.scene.pieces.items():
                if pose != room.scene.pieces[name]:
                    there = there.moved(name, pose)
            gained = value(rest.scene, there)
            if gained > best:
                best, found = gained, (piece, wish)
        return found

    # ---- ghosts ------------------------------------------------------------------------------------

    def _ghosts(self, seen: Sighting, room: Room) -> Plan:
        if self._steps is None:
            self._steps = self._beginner(seen, room) if self.level is Level.BEGINNER else self._share(seen, room)
            self._at = seen.now
        while self._steps:
            move = self._made(seen, room, self._steps[0])
            if move is not None:
                if self._at <= seen.now:
                    self._at = seen.now + WALKS[0] + self.rng.below(WALKS[1] - WALKS[0])
                return Plan(move, self._at)
            self._steps = self._steps[1:]
        if (offer := seen.offer("fuse")) and self.level is not Level.BEGINNER:
            args = next(iter(offer.enumerate()))
            return self.soon(seen, Move("fuse", args), *WALKS)
        return self.soon(seen, Move("done"), *WALKS)

    def _made(self, seen: Sighting, room: Room, step: Walked) -> Move | None:
        """The step as a move, if it is still to be made and can be."""
        name = "out" if step.spot is None else "move"
        offer, handle = seen.offer(name), room.handles.get(step.card)
        if offer is None or handle not in offer.params["ghost"].values():
            return None
        if step.spot is None:
            return Move("out", {"ghost": handle})
        pose = step.spot.pose
        ghost = room.scene.ghosts.get(step.card) or figure(step.card, room.sides, pose)
        if ghost.pose == pose and step.card in room.scene.ghosts:
            return None
        if cost(room, step.card, cell_of(pose)) > room.left:
            return None
        try:
            rest = put(room.scene, step.card, ghost.at(pose), cell_of(pose), step.spot.level)
        except Refused:
            return None
        if step.card in room.scene.ghosts and rest.pose == room.scene.ghosts[step.card].pose:
            return None
        yaw = pose.angle if room.lying else 0
        at = {"x": pose.x, "y": pose.y, "yaw": yaw, "level": step.spot.level}
        return Move("move", {"ghost": handle, "at": at})

    def _movable(self, seen: Sighting, room: Room, name: str = "move") -> list[CardId]:
        offer = seen.offer(name)
        if offer is None:
            return []
        cards = {handle: card for card, handle in room.handles.items() if isinstance(card, int)}
        return [cards[handle] for handle in offer.params["ghost"].values()]

    def _beginner(self, seen: Sighting, room: Room) -> list[Walked]:
        """Whoever can leaves; then random ghosts go ahead, each to the best of six spots for the present door."""
        left, steps = room.left, []
        leaving = self._movable(seen, room, "out")
        side = room.sides[self.seat]
        for card in self.rng.shuffled(leaving):
            price = CROSSING - depth(side, cell_of(room.scene.ghosts[card].pose))
            if price <= left:
                left -= price
                steps.append(Walked(card))
        gone = [step.card for step in steps]
        for card in self.rng.shuffled([card for card in self._movable(seen, room) if card not in gone]):
            there = room.scene.ghosts.get(card)
            at = depth(side, cell_of(there.pose)) if there else 0
            ahead = min(left, 1 + self.rng.below(4))
            if not ahead:
                break
            goal = min(at + ahead, CROSSING - 1)
            cells = [cell for cell in ALL_CELLS if depth(side, cell) == goal]
            if there:
                cells = [cell for cell in cells if cost(room, card, cell) == goal - at]
            if not cells:
                continue
            cell = self.rng.choice(cells)
            spot = self._glanced(room, card, cell)
            if spot is not None:
                left -= cost(room, card, cell)
                steps.append(Walked(card, spot))
        return steps

    def _glanced(self, room: Room, card: CardId, cell: Cell) -> Hideout | None:
        best: Hideout | None = None
        for _ in range(self._eye.exact):
            x, y = (CELL_HALVES * c + self.rng.below(CELL_HALVES) for c in cell)
            lies = Pose(x, y, EXIT_YAW[room.sides[self.seat]], 0, 1) if room.lying else Pose(x, y, 0)
            try:
                rest = put(room.scene, card, figure(card, room.sides, lies), cell)
            except Refused:
                return None
            assert rest.pose is not None
            seen = glimpses(rest.scene, [(card, room.keyhole)], glass=room.glass)[0].points
            if best is None or seen < best.danger:
                best = Hideout(rest.pose, rest.level, float(seen))
        return best

    def _foresees(self, seen: Sighting) -> bool:
        """Does it reckon with the rounds to come? With fusions too much else may happen."""
        return self.level is Level.STRONG and not seen.view.fact("fusions")

    def _judge(self, room: Room) -> Worth:
        """What a ghost in the hall is worth."""
        return lambda ghost, danger: worth(room, ghost, danger, self._eye.deeper)

    def _forecast(self, room: Room, danger: Danger, scene: Scene, spots: Mapping[CardId, Hideout] = NONE) -> Odds:
        """How likely each door is, if those who may choose the side want what is good for them; own ghosts at the
        spots that are given."""
        looked = [(ghost, spots[card].seen) for card, ghost in scene.ghosts.items() if card in spots]
        rest = {card: ghost for card, ghost in scene.ghosts.items() if card not in spots}
        for ghost in rest.values():
            seen = danger.shade.seen(ghost.size, ghost.pose.x, ghost.pose.y, ghost.pose.z)
            looked.append((ghost, tuple(bool(it) for it in seen)))
        return chosen(room, losses(room, self._judge(room), looked, danger.doors))

    def _share(self, seen: Sighting, room: Room) -> list[Walked]:
        """The points shared among the ghosts so that all together are worth most."""
        danger = Danger(room, odds(room), self._eye.step)
        cards, leaving = self._movable(seen, room), self._movable(seen, room, "out")
        if self._foresees(seen):
            return Campaign(room, danger, cards, leaving, grid=self._eye.grid, few=self._eye.exact).plan()
        spots = self._spots(room, danger, cards)
        steps = self._best_share(room, danger, cards, leaving, spots)
        if self.level is Level.STRONG:
            expected = dict(danger.chances)
            for n in range(1, REPLIES):
                there = {step.card: step.spot for step in steps if step.spot is not None}
                reply = self._forecast(room, danger, self._imagined(room, steps), there)
                expected = {door: chance + (reply[door] - chance) / n for door, chance in expected.items()}
                danger.chances = expected
                spots = {
                    key: sorted((spot.under(danger) for spot in found), key=lambda spot: spot.danger)
                    for key, found in spots.items()
                }
                steps = self._best_share(room, danger, cards, leaving, spots)
        return self._looked_at(room, danger, steps, spots)

    def _best_share(
        self,
        room: Room,
        danger: Danger,
        cards: Sequence[CardId],
        leaving: Sequence[CardId],
        spots: Mapping[tuple[int, Cell], list[Hideout]],
    ) -> list[Walked]:
        best: list[tuple[float, list[Walked]]] = [(0.0, [])] * (room.left + 1)
        for card in cards:
            ways = self._ways(room, danger, card, spots, card in leaving)
            after = best[:]
            for points in range(room.left + 1):
                options = [
                    (best[points - price][0] + value, [*best[points - price][1], step])
                    for price, value, step in ways
                    if price <= points
                ]
                after[points] = max([best[points], *options], key=lambda way: way[0])
            best = after
        return max(best, key=lambda way: way[0])[1]

    def _spots(self, room: Room, danger: Danger, cards: Sequence[CardId]) -> dict[tuple[int, Cell], list[Hideout]]:
        bodies = free_bodies(room)
        wanted = {
            (size_of(card), cell) for card in cards for cell in ALL_CELLS if cost(room, card, cell) <= room.left
        }
        found = {
            (size, cell): hideouts(room, danger, size, cell, self._eye.grid, bodies, room.lies)
            for size, cell in sorted(wanted)
        }
        if self.level is not Level.STRONG:
            return found
        return {
            (size, cell): sighted(room, danger, size, spots, self._eye.exact)
            for (size, cell), spots in found.items()
            if spots
        }

    def _ways(
        self,
        room: Room,
        danger: Danger,
        card: CardId,
        spots: Mapping[tuple[int, Cell], list[Hideout]],
        leaves: bool,
    ) -> list[tuple[int, float, Walked]]:
        """What a ghost can do: the price, what it gains, the step."""
        there = room.scene.ghosts.get(card)
        judge = self._judge(room)
        now = judge(there, danger.field(there.size, there.pose)) if there else 0.0
        ways: list[tuple[int, float, Walked]] = []
        if there and leaves:
            price = CROSSING - depth(there.side, cell_of(there.pose))
            ways.append((price, POINTS_OUT[there.size] - now, Walked(card)))
        for cell in ALL_CELLS:
            found = spots.get((size_of(card), cell))
            price = cost(room, card, cell)
            if not found or price > room.left:
                continue
            ghost = figure(card, room.sides, found[0].pose)
            gained = judge(ghost, found[0].danger) - now
            ways.append((price, gained + self._meets(room, card, cell), Walked(card, found[0])))
        return ways

    def _meets(self, room: Room, card: CardId, cell: Cell) -> float:
        """With fusions a small ghost likes to come to another."""
        others = [g for c, g in room.scene.ghosts.items() if c != card and g.seat == self.seat]
        small = size_of(card) == 0
        met = any(cell_of(g.pose) == cell and (small or g.size == 0) and g.size < 2 for g in others)
        return TOGETHER if met and not room.last else 0.0

    def _looked_at(
        self,
        room: Room,
        danger: Danger,
        steps: Sequence[Walked],
        spots: Mapping[tuple[int, Cell], list[Hideout]],
    ) -> list[Walked]:
        """The best few spots of each ghost looked at exactly, with all the others where they are to be."""
        chosen = list(steps)
        for _ in range(self._eye.rounds):
            for i, step in enumerate(chosen):
                if step.spot is None:
                    continue
                scene = self._imagined(room, chosen, step.card)
                found = spots[size_of(step.card), cell_of(step.spot.pose)][: self._eye.exact]
                best, least = step, 2.0
                for spot in found:
                    ghost = figure(step.card, room.sides, spot.pose)
                    risk = danger.exact(scene.with_ghost(step.card, ghost), [step.card])[step.card]
                    if risk < least - 1e-9:
                        best, least = Walked(step.card, Hideout(spot.pose, spot.level, risk)), risk
                chosen[i] = best
        return [step for step in chosen if self._pays(room, danger, step)]

    def _pays(self, room: Room, danger: Danger, step: Walked) -> bool:
        """A ghost that hides no better there than where it stands stays."""
        there = room.scene.ghosts.get(step.card)
        if step.spot is None or there is None:
            return True
        judge = self._judge(room)
        now = judge(there, danger.exact(room.scene, [step.card])[step.card])
        then = judge(there.at(step.spot.pose), step.spot.danger)
        return then > now

    def _imagined(self, room: Room, steps: Sequence[Walked], but: CardId = -1) -> Scene:
        """The hall when the other steps are made."""
        ghosts = {card: ghost for card, ghost in room.scene.ghosts.items() if card != but}
        for step in steps:
            if step.card == but:
                continue
            ghosts.pop(step.card, None)
            if step.spot is not None:
                ghosts[step.card] = figure(step.card, room.sides, step.spot.pose)
        return Scene(room.scene.pieces, ghosts)

    # ---- the keyhole -------------------------------------------------------------------------------

    def _side(self, seen: Sighting, room: Room) -> str:
        """The side from which the others lose most, and oneself least."""
        offer = seen.offer("side")
        assert offer is not None
        names: list[str] = list(offer.params["side"].values())
        if self.level is Level.BEGINNER:
            return self.rng.choice(names)
        danger = Danger(room, odds(room), 20)
        if self.level is Level.STRONG:
            looked = danger.seen_by(room.scene, room.scene.ghosts)
            if self._foresees(seen):
                came = {seat: came_of(room, seat) for seat in range(len(room.sides))}
                seen_by_door = {card: tuple(doors) for card, doors in looked.items()}
                lost = lost_by_side(room, danger, seen_by_door, came)
                return max(names, key=lambda name: gain(lost, self.seat, SIDE_NAMES.index(name)))
            seen_ghosts = ((room.scene.ghosts[card], doors) for card, doors in looked.items())
            lost = losses(room, self._judge(room), seen_ghosts, danger.doors)
            return max(names, key=lambda name: gain(lost, self.seat, SIDE_NAMES.index(name)))
        gains = {}
        for name in names:
            side = SIDE_NAMES.index(name)
            danger.chances = {door: 1 / len(mine) for mine in [_doors(danger, side)] for door in mine}
            seen_by = danger.exact(room.scene, room.scene.ghosts)
            gains[name] = sum(
                worth(room, ghost, 0.0) * seen_by[card] * (-1 if ghost.seat == self.seat else 1)
                for card, ghost in room.scene.ghosts.items()
            )
        return max(names, key=lambda name: gains[name])

    def _watch(self, seen: Sighting, room: Room) -> Plan:
        """Taps what it is sure to see, never its own."""
        offer = seen.offer("tap")
        for card, what in look(room.scene, room.keyhole, glass=room.glass).items() if offer else ():
            rival = room.scene.ghosts[card].seat != self.seat
            if rival and what.points >= max(self._eye.taps, room.threshold):
                handle = room.handles[card]
                if offer and handle in offer.params["ghost"].values():
                    return self.soon(seen, Move("tap", {"ghost": handle}), 1_000, 3_000)
        return self.soon(seen, Move("done"), 1_000, 3_000)

    # ---- cards of midnight -------------------------------------------------------------------------

    def _midnight(self, seen: Sighting, room: Room) -> Plan:
        if offer := seen.offer("tip"):
            return self.soon(seen, Move("tip", self._tip(room, list(offer.params["piece"].values()))), *CHOOSES)
        if offer := seen.offer("swap"):
            prey = list(offer.params["ghost"].values())
            ghosts = {room.handles[card]: ghost for card, ghost in room.scene.ghosts.items()}
            best = max(prey, key=lambda handle: self._prize(room, ghosts[handle]))
            return self.soon(seen, Move("swap", {"ghost": best}), *CHOOSES)
        if seen.offer("put"):
            return self.soon(seen, Move("put", {"at": self._slip_in(room)}), *CHOOSES)
        if offer := seen.offer("grow"):
            ways = list(offer.enumerate())
            return self.soon(seen, Move("grow", max(ways, key=lambda way: SIZES.index(way["size"]))), *CHOOSES)
        return self._pose(seen, room)

    def _tip(self, room: Room, left: Sequence[str]) -> dict[str, str]:
        names = [name for name, handle in room.handles.items() if handle in left and isinstance(name, str)]
        tries = [(self.rng.choice(names), self.rng.choice(EDGES[1:])) for _ in range(8)]
        piece, edge = tries[0]
        if self.level is not Level.BEGINNER:
            plain, judge = odds(room), self._judge(room)

            def gained(way: tuple[str, str]) -> float:
                scene = tip(room.scene, way[0], EDGES.index(way[1])).scene
                there = Danger(_with(room, scene), plain, 20)
                return balance(room, scene, there, judge)

            piece, edge = max(tries, key=gained)
        return {"piece": room.handles[piece], "edge": edge}

    def _prize(self, room: Room, ghost: Ghost) -> float:
        mine = Ghost(self.seat, ghost.size, room.sides[self.seat], ghost.pose)
        return worth(room, ghost, 0.0) + worth(room, mine, 0.0)

    def _slip_in(self, room: Room) -> dict[str, int]:
        side = room.sides[self.seat]
        cells = [cell for cell in ALL_CELLS if depth(side, cell) == 3]
        danger, bodies = Danger(room, odds(room), 20), free_bodies(room)
        spots = [spot for cell in cells for spot in hideouts(room, danger, 0, cell, 3, bodies)[:1]]
        if spots:
            best = min(spots, key=lambda spot: spot.danger)
            return {"x": best.pose.x, "y": best.pose.y, "yaw": 0, "level": best.level}
        cell = self.rng.choice(cells)
        return {"x": CELL_HALVES * cell[0] + 50, "y": CELL_HALVES * cell[1] + 50, "yaw": 0, "level": 0}

    def _pose(self, seen: Sighting, room: Room) -> Plan:
        """In its cell each ghost looks for a better spot; a beginner leaves them as they are."""
        cards = self._movable(seen, room, "pose")
        if self.level is Level.BEGINNER or not cards:
            return self.soon(seen, Move("done"), *CHOOSES)
        card = cards[0]
        ghost = room.scene.ghosts[card]
        danger = Danger(room, odds(room), 20)
        bodies = free_bodies(room)
        found = hideouts(room, danger, ghost.size, cell_of(ghost.pose), 5, bodies, ghost.pose.angle)
        for spot in found:
            if spot.danger >= danger.field(ghost.size, ghost.pose):
                break
            at = {"x": spot.pose.x, "y": spot.pose.y, "yaw": spot.pose.angle if room.lying else 0}
            return self.soon(
                seen, Move("pose", {"ghost": room.handles[card], "at": {**at, "level": spot.level}}), *WALKS
            )
        return self.soon(seen, Move("done"), *CHOOSES)


def _doors(danger: Danger, side: int) -> list[tuple[int, int]]:
    return [door for door in danger.doors if door[0] == side]


def _with(room: Room, scene: Scene) -> Room:
    return Room(**{**{name: getattr(room, name) for name in room.__struct_fields__}, "scene": scene})


BOT = PasVuPasPrisBot
