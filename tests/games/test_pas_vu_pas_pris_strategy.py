"""The strong player of Pas vu pas pris: what it is worth to have come so far, worked out by hand; what it does
with that."""

import pytest

from tablee.bots.bot import Level, Sighting
from tablee.games.pas_vu_pas_pris.bots import BOT, PasVuPasPrisBot
from tablee.games.pas_vu_pas_pris.forethought import FOUND, IN_HALL, OUT, Forethought, Way, best_ways
from tablee.games.pas_vu_pas_pris.hall import Scene, Shade
from tablee.games.pas_vu_pas_pris.hiding import Danger, odds, read
from tablee.games.pas_vu_pas_pris.material import ROUNDS
from tablee.games.pas_vu_pas_pris.moving import Stake, stakes, value
from tablee.games.pas_vu_pas_pris.outlook import gain
from tablee.games.pas_vu_pas_pris.strategy import came_of, lost_by_side
from tablee.games.pas_vu_pas_pris.table import HallTable
from tablee.kernel.rng import keyed, seed_from
from tests.games.pas_vu_pas_pris import CORNERS, LARGE, MEDIUM, SMALL, pass_all, stand, table
from tests.games.pas_vu_pas_pris_hall import lying

HOME = [0] * 7
SMALL_SIZE = 0
STAYS = [Way(0, 0, 0.0)]


def mind(seat: int = 0) -> PasVuPasPrisBot:
    return BOT(seat, Level.STRONG, keyed(seed_from(1), "bot"))


def walked(s: HallTable, seat: int = 0) -> HallTable:
    """The hall when a strong player has made all its steps."""
    bot, twin = mind(seat), s.copy()
    twin.watched = True
    while True:
        seen = Sighting(twin, seat, twin.drain())
        plan = bot.react(seen)
        assert plan is not None
        if plan.move.name == "done":
            return twin
        twin.now = max(twin.now, plan.at)
        twin.play(seat, seen._door.inward(seat, plan.move))


def with_ghosts(**came: int) -> list[int]:
    """large, medium, other, small: how far each has come; the others are at home."""
    numbers = {"large": LARGE, "medium": MEDIUM, "other": MEDIUM + 1, "small": SMALL}
    far = list(HOME)
    for name, depth in came.items():
        far[numbers[name]] = depth
    return far


# ---- worth ----------------------------------------------------------------------------------------------


def test_after_the_last_look_points_count_and_then_what_breaks_ties() -> None:
    """R41 to R45: a large one out is 5 points, a medium one in the hall 1, a small one there none."""
    end = Forethought(ROUNDS)
    assert end.worth(HOME) == 0
    assert end.worth(with_ghosts(large=7)) == pytest.approx(5 + OUT + IN_HALL)
    assert end.worth(with_ghosts(medium=2)) == pytest.approx(1 + IN_HALL)
    assert end.worth(with_ghosts(small=6)) == pytest.approx(IN_HALL)
    assert end.worth([7] * 7) == pytest.approx(15 + 7 * (OUT + IN_HALL))


def test_before_the_last_round_any_card_brings_a_large_one_home_and_five_more_into_the_hall() -> None:
    """A large ghost one step before its door; the lowest card has 6 steps. One takes it out. With the other five
    both medium ones and the three small ones that the table knows enter: each is there at the end unless it is
    found."""
    there = with_ghosts(large=6)
    hidden = 1 - FOUND
    expected = 5 + OUT + IN_HALL + 2 * hidden * (1 + IN_HALL) + 3 * hidden * IN_HALL
    assert Forethought(ROUNDS - 1).worth(there) == pytest.approx(expected, abs=1e-5)


def test_which_of_two_alike_is_where_does_not_matter() -> None:
    for number in range(1, ROUNDS + 1):
        thought = Forethought(number)
        assert thought.worth([3, 5, 0, 2, 4, 0, 6]) == pytest.approx(
            thought.worth([3, 0, 5, 6, 0, 2, 4]), abs=1e-4
        )


def test_what_is_found_is_lost() -> None:
    """At the end a medium ghost in the hall is worth a point and its part of a tie; who is out cannot be found."""
    far = with_ghosts(large=7, medium=3)
    assert Forethought(ROUNDS).losses(far) == pytest.approx([0, 1 + IN_HALL, 0, 0, 0, 0, 0])
    dangers = [0.5, 0.5, 0, 0, 0, 0, 0]
    assert Forethought(ROUNDS).expected(far, dangers) == pytest.approx(5 + OUT + IN_HALL + (1 + IN_HALL) / 2)


def test_the_steps_go_where_they_bring_most() -> None:
    """In the last round three steps bring a large ghost out (1) and a medium one (2); with two only the large one,
    and there is a step left over to enter with."""
    large, medium = [Way(0, 6, 0.0), Way(1, 7, 0.0)], [Way(0, 5, 0.0), Way(2, 7, 0.0)]
    enters = [Way(0, 0, 0.0), Way(1, 1, 0.0)]
    ways = [large, medium, STAYS, enters, STAYS, STAYS, STAYS]
    assert [way.came for way in best_ways(Forethought(ROUNDS), ways, 3)[1]] == [7, 7, 0, 0, 0, 0, 0]
    assert [way.came for way in best_ways(Forethought(ROUNDS), ways, 2)[1]] == [7, 5, 0, 1, 0, 0, 0]


def test_a_step_more_is_paid_for_safety() -> None:
    """In the last round, half seen at the same depth, or hidden for two steps aside."""
    large = [Way(0, 3, 0.5), Way(2, 3, 0.0)]
    ways = [large, *[STAYS] * 6]
    assert best_ways(Forethought(ROUNDS), ways, 2)[1][0] == large[1]
    assert best_ways(Forethought(ROUNDS), ways, 1)[1][0] == large[0]


# ---- what it does ---------------------------------------------------------------------------------------


def test_in_the_last_round_the_dear_ones_enter_and_no_step_is_wasted() -> None:
    """R42: all at home, a 7: a large one in the hall is worth 2 points, medium ones 1 each."""
    s = table(2, cards=["7-table-chariot"])
    s.round = ROUNDS
    after = walked(pass_all(s))
    assert {LARGE, MEDIUM, MEDIUM + 1} <= set(after.standing(0)) and after.points[0] == 0


def test_what_can_leave_leaves_and_the_rest_is_not_wasted() -> None:
    """A 7: the large ghost leaves for one step, and the six others are used too."""
    s = table(2, cards=["7-table-chariot"])
    card = stand(s, 0, LARGE, 125, 275)
    after = walked(pass_all(s))
    assert card in after.out(0).cards and after.points[0] == 0


def test_what_a_look_from_each_side_costs() -> None:
    """In the last round; three doors of the south, of six, see a large ghost: half of its 2 points and its part of
    a tie are lost by a look from there, nothing by one from elsewhere; the other seat has nobody in the hall."""
    s = table(2, door=(1, 1))
    s.round = ROUNDS
    card = stand(s, 1, LARGE, 125, 75)
    room = read(Sighting(s, 0, []).view, 0)
    danger = Danger(room, odds(room), 20)
    seen = {card: tuple(door in ((0, 1), (0, 2), (0, 3)) for door in danger.doors)}
    lost = lost_by_side(room, danger, seen, {seat: came_of(room, seat) for seat in (0, 1)})
    assert lost[1] == pytest.approx({0: (2 + IN_HALL) / 2, 2: 0, 3: 0})
    assert lost[0] == {0: 0, 2: 0, 3: 0}
    assert gain(lost, 0, 0) == pytest.approx(1 + IN_HALL / 2) and gain(lost, 1, 0) == pytest.approx(
        -1 - IN_HALL / 2
    )


# ---- furniture ------------------------------------------------------------------------------------------


def test_the_field_says_of_each_point_what_is_seen_there() -> None:
    """One door at a time: the field is 1 where a small ghost in the middle of a point's square would be seen."""
    doors = [(0, 3), (2, 4), (3, 2)]
    shade = Shade(Scene(CORNERS), doors)
    for number in range(len(doors)):
        field = shade.field(SMALL_SIZE, [float(i == number) for i in range(len(doors))])
        for j in range(2, 29, 3):
            for i in range(2, 29, 3):
                assert bool(field[j, i]) == shade.seen(SMALL_SIZE, 20 * i, 20 * j, 0)[number], (
                    doors[number],
                    i,
                    j,
                )


def test_furniture_is_good_where_it_hides_ones_own_and_uncovers_the_rival() -> None:
    """Ghosts will want to stand in the row behind the piano, from where the door of the south looks: the owner
    likes it there, the rival does not."""
    s = table(2, door=(1, 1))
    room = read(Sighting(s, 0, []).view, 0)
    danger = Danger(room, {(0, 3): 1.0}, 20)
    behind = room.scene.with_piece("piano", lying(125, 125))
    there = danger.moved("piano", lying(125, 125))
    row = tuple((j, i) for j in (17, 18) for i in range(11, 15))
    for seat, better in ((0, True), (1, False)):
        wanted = [Stake(seat, SMALL_SIZE, row, 2.0)]
        gained = value(room, behind, there, wanted) - value(room, room.scene, danger, wanted)
        assert gained == pytest.approx(2.0 if better else -2.0)


def test_at_first_all_want_to_enter() -> None:
    """Two seats with nothing in the hall and a card not drawn yet: each wants eight steps, near its own side."""
    s = table(2, cards=["8-table-bureau"])
    wanted = stakes(read(Sighting(s, 0, []).view, 0))
    assert {stake.seat for stake in wanted} == {0, 1}
    assert all(stake.loss > 0 and len(stake.places) >= 4 for stake in wanted)
