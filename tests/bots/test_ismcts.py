"""The tree search: it finds what is known to be best, sees nothing that its seat does not, and repeats itself."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import pytest

from tablee.bots.bot import Sighting
from tablee.bots.ismcts import Ways, search, standing
from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.registry import game
from tablee.kernel.domains import Domain, Number, OneCard, OneOf, Vector, point
from tablee.kernel.door import Door
from tablee.kernel.game import Device, Game, GameInfo, Reading, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import Outcome, ranked
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.state import State
from tablee.kernel.units import NOBODY, Millis, Seat, mask
from tablee.kernel.values import PLAIN, SEAT, Shown
from tablee.kernel.zones import Zone
from tablee.phases.secret_choice import SecretChoice
from tablee.pieces.kinds import Kind
from tests.toy import HANDS, Lay, Toy

# ---- small games with a known best move -------------------------------------------------------------------


class Small(Game[State]):
    """Starts with the phase that a test gives it."""

    info = GameInfo("small", "Small", 1, (2, 2), ("turn",), Reading.NOTHING, Device.PASSED)
    state = State
    faces: ClassVar[Sequence[str]] = ()
    phases: ClassVar[tuple[type[Phase[Any]], ...]] = ()

    def setup(self, table: Setup) -> State:
        s = State(**table.common(self.faces))
        s.zones = [Zone("pile", Kind.PILE, NOBODY, cards=list(range(len(self.faces))))]
        s.zones += [Zone(f"hand:{seat}", Kind.HAND, mask(seat), seat) for seat in s.all_seats]
        if self.faces:
            s.shuffle(s.zones[0], "deal")
            s.deal(s.zones[0], s.zones[1:], 3)
        s.goto(self.phases[0]())
        return s

    def bound(self, players: int, options: Any) -> int:
        return 100


class Nim(Phase[State], kw_only=True):
    """Takes one to three of a heap in turn; whoever takes the last one wins."""

    shown: ClassVar[Shown] = {"left": PLAIN, "seat": SEAT}
    left: int = 6
    seat: Seat = 0

    def actors(self, s: State) -> Sequence[Seat]:
        return (self.seat,)

    def offers(self, s: State, seat: Seat) -> Sequence[Offer]:
        return (Offer("take", {"n": Number(1, min(3, self.left))}),) if seat == self.seat else ()

    def play(self, s: State, seat: Seat, move: Move) -> None:
        self.left -= move.args["n"]
        if not self.left:
            s.end(ranked([int(seat == x) for x in s.all_seats]))
        self.seat = s.after(seat)


class Pennies(SecretChoice[State]):
    """Both show a side at once. Seat 0 wins if they are the same, and on heads twice as much."""

    move_name = "side"
    param = "side"

    def limit(self, s: State) -> Millis:
        return 10_000

    def domain(self, s: State, seat: Seat) -> Domain:
        return OneOf(("heads", "tails"))

    def default(self, s: State, seat: Seat) -> str:
        return "heads"

    def opened(self, s: State, choices: Mapping[Seat, Any]) -> None:
        same = choices[0] == choices[1]
        s.end(Outcome((1, 2) if same else (2, 1), (2 if choices[0] == "heads" else 1, 0) if same else (0, 1)))


class Aim(Phase[State]):
    """A point on a line of a thousand: the nearer to 700, the better. Too many to try them all."""

    def actors(self, s: State) -> Sequence[Seat]:
        return (0,)

    def offers(self, s: State, seat: Seat) -> Sequence[Offer]:
        return (Offer("aim", {"at": self.target()}),) if seat == 0 else ()

    def target(self) -> Domain:
        return Number(0, 999)

    def play(self, s: State, seat: Seat, move: Move) -> None:
        s.scores[0] = 1_000 - abs(self.place(move.args["at"]) - 700)
        s.end(ranked(s.scores))

    def place(self, value: Any) -> int:
        return int(value)


class AimOpen(Aim):
    """The same with an open domain."""

    def target(self) -> Domain:
        return point(1_000, 10)

    def place(self, value: Any) -> int:
        return int(value["x"])


class Bomb(Phase[State], kw_only=True):
    """It goes off by itself; whoever presses before that loses, and a press is never necessary."""

    hurried: ClassVar[bool] = True

    def offers(self, s: State, seat: Seat) -> Sequence[Offer]:
        return (Offer("press"),)

    def play(self, s: State, seat: Seat, move: Move) -> None:
        s.end(ranked([int(seat != x) for x in s.all_seats]))

    def alarms(self, s: State) -> Sequence[Alarm]:
        return (Alarm("bang", 500),)

    def ring(self, s: State, alarm: Alarm) -> None:
        s.end(ranked([0, 0]))


class Higher(Phase[State], kw_only=True):
    """Seat 0 lays a card face down, then seat 1 lays one: the higher wins, and seat 1 does not see the first."""

    seat: Seat = 0

    def actors(self, s: State) -> Sequence[Seat]:
        return (self.seat,)

    def offers(self, s: State, seat: Seat) -> Sequence[Offer]:
        return (Offer("lay", {"card": OneCard(s.zones[1 + seat].cards[:])}),) if seat == self.seat else ()

    def play(self, s: State, seat: Seat, move: Move) -> None:
        s.scores[seat] = int(s.faces[move.args["card"]])
        self.seat += 1
        if self.seat == 2:
            s.end(ranked(s.scores))


def small(first: type[Phase[Any]], faces: Sequence[str] = ()) -> State:
    class One(Small):
        phases = (first,)

    One.faces = faces
    return One().start(2, seed=seed_from("small"))


def found(s: State, seat: Seat, iterations: int = 400, luck: int = 0, ways: Ways | None = None) -> Move | None:
    return search(Sighting(s, seat, []), keyed(seed_from(luck), "search"), ways, iterations=iterations)


def args(move: Move | None) -> Mapping[str, Any]:
    assert move is not None
    return move.args


# ---- what it finds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("left", "best"), [(5, 1), (6, 2), (7, 3), (9, 1), (10, 2)])
def test_it_leaves_a_multiple_of_four(left: int, best: int) -> None:
    s = small(Nim)
    s.phases[0].left = left  # type: ignore[attr-defined]
    assert args(found(s, 0, 800)) == {"n": best}


def test_a_hidden_hand_of_high_cards_lays_the_highest() -> None:
    s = small(Higher, [str(n) for n in range(1, 13)])
    hand = {s.faces[c]: c for c in s.zones[1].cards}
    chosen = args(found(s, 0))["card"]
    highest = max(hand, key=int)
    door = Sighting(s, 0, []).view.zone("hand:0").cards
    assert [c.face for c in door if c is not None and c.handle == chosen] == [highest]


def test_a_sealed_choice_of_another_seat_decides_nothing() -> None:
    """Seat 1 would always win if it knew the choice of seat 0."""
    picked = []
    for side in ("heads", "tails"):
        s = small(Pennies)
        s.play(0, Move("side", {"side": side}))
        picked.append([args(found(s, 1, 60, luck))["side"] for luck in range(12)])
    assert picked[0] == picked[1]
    assert set(picked[0]) == {"heads", "tails"}


def test_values_of_a_game_steer_it() -> None:
    """Heads pays more for seat 0 if the other one chooses at random."""
    ways = Ways(value=lambda s, seat: float(s.outcome.scores[0]) if s.outcome and seat == 0 else 0.0)
    for luck in range(5):
        assert args(found(small(Pennies), 0, 300, luck, ways)) == {"side": "heads"}


@pytest.mark.parametrize(("phase", "near"), [(Aim, 60), (AimOpen, 60)])
def test_large_and_open_offers_are_widened_step_by_step(phase: type[Aim], near: int) -> None:
    ways = Ways(value=lambda s, seat: float(s.scores[0]), explore=0.2)
    s = small(phase)
    move = found(s, 0, 500, ways=ways)
    assert isinstance(phase().target(), Number | Vector)
    assert abs(phase().place(args(move)["at"]) - 700) < near
    narrow = found(s, 0, 30, ways=Ways(value=ways.value, narrow=1, widen=0.1))
    tried_one = found(s, 0, 1, ways=ways)
    assert narrow == tried_one, "without room only the first move is ever tried"


def test_where_a_press_is_optional_it_may_wait_for_the_clock() -> None:
    assert found(small(Bomb), 0) is None


def test_a_single_move_needs_no_thought() -> None:
    s = small(Nim)
    s.phases[0].left = 1  # type: ignore[attr-defined]
    assert args(found(s, 0, iterations=0)) == {"n": 1}


def test_a_clock_may_stop_it() -> None:
    asked = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) == 5

    search(Sighting(small(Nim), 0, []), keyed(seed_from(0), "x"), iterations=1_000, stop=stop)
    assert len(asked) == 5


def test_a_game_may_say_which_moves_are_worth_a_thought() -> None:
    """Moves that are not possible there are left out."""
    ways = Ways(moves=lambda s, seat, pick: [Move("take", {"n": n}) for n in (1, 3, 7)])
    assert {args(found(small(Nim), 0, 30, luck, ways))["n"] for luck in range(8)} <= {1, 3}


def test_a_new_place_first_tries_what_the_policy_would_do() -> None:
    ways = Ways(policy=lambda s, seat, pick: Move("take", {"n": 1}))
    assert all(args(found(small(Nim), 0, 1, luck, ways)) == {"n": 1} for luck in range(8))


@pytest.mark.parametrize("key", ["amerix", "bazardelix", "vizdibix", "zieufermix"])
def test_it_plays_any_game_and_its_moves_are_accepted(key: str) -> None:
    played = 0
    for luck in range(10):
        s = game(key).start(3, seed=seed_from(luck))
        rollout(s, QuickPicker(luck), limit=7 * luck)
        for seat in s.all_seats if s.outcome is None else ():
            move = found(s, seat, 4, luck)
            if move is not None:
                played += 1
                inner = Door(s, 1 << seat).inward(seat, move, None)
                twin = s.copy()
                twin.now = inner.at
                twin.play(seat, inner)
    assert played >= 4


# ---- what it may not know ---------------------------------------------------------------------------------


def after_the_bids(luck: int) -> State:
    s = Toy().start(3, seed=seed_from(luck))
    for seat in s.all_seats:
        s.play(seat, Move("bid", {"amount": seat}))
    assert isinstance(s.phases[-1], Lay)
    return s


def test_the_same_view_and_rng_give_the_same_move_whatever_is_hidden() -> None:
    moves = set()
    for luck in range(12):
        s = after_the_bids(luck)
        chosen = found(s, 0, 40)
        for other in range(4):
            twin = s.redeal(0, keyed(seed_from(other), "other world"))
            hidden = [[x.faces[c] for seat in (1, 2) for c in x.zones[HANDS + seat].cards] for x in (s, twin)]
            assert hidden[0] != hidden[1]
            assert found(twin, 0, 40) == chosen
        moves.add(str(chosen))
    assert len(moves) > 1


def test_the_state_is_left_as_it_was() -> None:
    s = after_the_bids(1)
    before = (s.faces[:], [z.cards[:] for z in s.zones], s.scores[:], s.now)
    found(s, 0, 50)
    assert (s.faces, [z.cards for z in s.zones], s.scores, s.now) == before


def test_it_is_a_function_of_its_seed() -> None:
    s = small(Pennies)
    runs = [[args(found(s, 0, 20, luck))["side"] for luck in range(20)] for _ in range(2)]
    assert runs[0] == runs[1]
    assert len(set(runs[0])) == 2, "another seed may well choose otherwise"


def test_standing_counts_the_seats_behind() -> None:
    s = Toy().start(3, seed=seed_from(0))
    assert standing(s, 0) == 0.5, "nobody knows yet"
    s.outcome = ranked([5, 9, 5])
    assert [standing(s, seat) for seat in s.all_seats] == [0.25, 1.0, 0.25]
