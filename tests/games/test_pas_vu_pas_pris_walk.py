"""Pas vu pas pris: ghosts that walk, take back, plan in secret, fuse."""

from typing import Any

import pytest

from tablee.games.pas_vu_pas_pris.ghosts import ACTS, Ghosts
from tablee.games.pas_vu_pas_pris.hall import place
from tablee.games.pas_vu_pas_pris.rules import GAME
from tablee.games.pas_vu_pas_pris.table import HallTable
from tablee.kernel.door import Door
from tablee.kernel.events import Event
from tablee.kernel.rng import keyed, seed_from
from tests.games.pas_vu_pas_pris import (
    LARGE,
    MEDIUM,
    OTHER_MEDIUM,
    SMALL,
    all_done,
    at,
    check_refused,
    checked,
    do,
    escaped,
    ghost,
    pass_all,
    phase,
    refused,
    stand,
    table,
    to_round,
    where,
)
from tests.games.pas_vu_pas_pris_hall import leant, lying
from tests.table import names, told, view, wait, wait_until


def walking(points: int, players: int = 2, **options: Any) -> HallTable:
    """The ghosts' turn, with so many steps for seat 0."""
    s = table(players, **options)
    pass_all(s)
    s.points[0] = points
    return s


def may(s: HallTable, name: str, seat: int = 0) -> set[int]:
    return {
        int(c)
        for o in s.offers(seat)
        if o.name == name
        for c in o.params["a" if name == "fuse" else "ghost"].values()
    }


# ---- steps ----------------------------------------------------------------------------------------------


@pytest.mark.rule("pas_vu_pas_pris", "R31", "R33", "R34", "D20")
def test_the_example_of_the_booklet() -> None:
    """E1: 2 to enter at depth 2, 2 to leave from depth 5, 4 inside, 1 for the large one: 9 in all."""
    s = table(2)
    medium, small = stand(s, 0, MEDIUM, 75, 225), stand(s, 0, SMALL, 125, 125)
    pass_all(s)
    s.points[0] = 9
    do(s, 0, "move", ghost=ghost(0, SMALL + 1), at=at(225, 75))
    assert s.points[0] == 7
    do(s, 0, "out", ghost=medium)
    assert s.points[0] == 5 and medium in s.out(0).cards and s.scores == [3, 0]
    do(s, 0, "move", ghost=small, at=at(225, 225))
    assert s.points[0] == 1
    do(s, 0, "move", ghost=ghost(0, LARGE), at=at(275, 75 - 50))
    assert s.points[0] == 0


@pytest.mark.rule("pas_vu_pas_pris", "D20", "R31")
def test_entering_costs_the_depth_whatever_the_door() -> None:
    s = walking(6)
    card = ghost(0, SMALL)
    for column in range(6):
        assert checked(s, 0, "move", ghost=card, at=at(25 + 50 * column, 175)).cost == 4
    other = walking(6)
    other.points[1] = 2  # seat 1 starts in the north
    assert checked(other, 1, "move", ghost=ghost(1, SMALL), at=at(125, 225)).cost == 2


@pytest.mark.rule("pas_vu_pas_pris", "R32", "R41")
def test_a_ghost_counts_as_soon_as_it_is_out() -> None:
    s = table(2)
    card = stand(s, 0, LARGE, 125, 275)
    pass_all(s)
    events = do(s, 0, "out", ghost=card)
    assert told(events, "escapes") == [{"seat": 0, "size": "large", "gain": 5}] and s.scores == [5, 0]
    assert card in s.out(0).cards


@pytest.mark.rule("pas_vu_pas_pris", "R33", "D20")
def test_no_diagonals_and_no_farther_than_the_points() -> None:
    s = table(2)
    card = stand(s, 0, SMALL, 125, 125)
    pass_all(s)
    s.points[0] = 2
    assert checked(s, 0, "move", ghost=card, at=at(175, 175)).cost == 2
    assert check_refused(s, 0, "move", ghost=card, at=at(175, 225)).code == "too_far"
    assert refused(s, 0, "move", ghost=card, at=at(275, 125)) == "too_far"


@pytest.mark.rule("pas_vu_pas_pris", "R35", "D21")
def test_who_enters_does_not_leave_in_the_same_round() -> None:
    """E6: with a 12, in at depth 6, out for 1: refused; one that began the round at depth 6 leaves for 1."""
    s = table(2)
    old = stand(s, 0, SMALL + 1, 75, 275)
    pass_all(s)
    s.points[0] = 12
    new = ghost(0, SMALL)
    do(s, 0, "move", ghost=new, at=at(125, 275))
    assert check_refused(s, 0, "out", ghost=new).code == "entered_this_round"
    assert checked(s, 0, "out", ghost=old).cost == 1
    do(s, 0, "out", ghost=old)
    assert s.points[0] == 5


@pytest.mark.rule("pas_vu_pas_pris", "D21")
def test_a_ghost_moves_as_often_as_points_last_and_the_rest_is_lost() -> None:
    s = walking(5)
    card = ghost(0, SMALL)
    do(s, 0, "move", ghost=card, at=at(125, 25))
    do(s, 0, "move", ghost=card, at=at(175, 25))
    do(s, 0, "move", ghost=card, at=at(180, 30))  # within its cell, for nothing
    assert s.points[0] == 3
    all_done(s)
    to_round(s, 2)
    assert s.points[0] in (0, 6, 7, 8, 9, 10, 11, 12)  # a new card, or none yet


@pytest.mark.rule("pas_vu_pas_pris", "R36", "R38", "D8", "D45", "D50")
def test_on_a_piece_or_under_it() -> None:
    """Two heights at the table's middle: the floor under it, and its top."""
    hall = {**table(2).scene().pieces, "table": lying(125, 125)}
    s = walking(6, hall=hall)
    card = ghost(0, SMALL)
    low, high = (checked(s, 0, "move", ghost=card, at=at(125, 125, level)) for level in (0, 1))
    assert (low.level, low.levels, high.level, high.levels) == (0, 2, 1, 2)
    assert low.pose == lying(125, 125) and high.pose == lying(125, 125, z=34)
    do(s, 0, "move", ghost=card, at=at(125, 125, 1))
    assert where(s, card) == (125, 125, 34)
    # 38 high, it does not go under the table, and beside a small one it has no room on it.
    assert refused(s, 0, "move", ghost=ghost(0, LARGE), at=at(125, 125)) == "no_room"


@pytest.mark.rule("pas_vu_pas_pris", "R37", "D9", "D10", "D45")
def test_several_in_a_cell_as_far_as_they_fit() -> None:
    s = walking(12)
    spots = set()
    for number in (LARGE, MEDIUM, OTHER_MEDIUM, SMALL):
        do(s, 0, "move", ghost=ghost(0, number), at=at(163, 13))
        x, y, z = where(s, ghost(0, number))
        assert z == 0 and 150 <= x <= 200 and 0 <= y <= 50
        spots.add((x, y))
    assert len(spots) == 4


@pytest.mark.rule("pas_vu_pas_pris", "D23")
def test_never_back_home_nor_out_by_another_side() -> None:
    s = table(2)
    card = stand(s, 0, SMALL, 25, 75)
    pass_all(s)
    s.points[0] = 5  # out by the west would be 1, by the north it is 5
    assert checked(s, 0, "out", ghost=card).cost == 5
    assert names(s, 0) <= {"move", "out", "undo", "done"}


@pytest.mark.rule("pas_vu_pas_pris", "R39", "D13")
def test_what_leaned_on_a_ghost_goes_on_falling() -> None:
    """The mirror leans on a large ghost; the ghost leaves, the mirror lies down."""
    s = table(2, hall={**table(2).scene().pieces, "miroir": lying(150, 100)})
    card = stand(s, 0, LARGE, 150 - 12, 175 - 12)
    rest = place(s.scene(), "miroir", leant(150, 100, "y+", 40))
    s.come_to(rest.scene)
    assert s.scene().pieces["miroir"].lean
    pass_all(s)
    s.points[0] = 5
    mirror = s.piece_card("miroir")
    settled = checked(s, 0, "move", ghost=card, at=at(275, 225))
    fallen = settled.others[mirror]
    assert fallen is not None and fallen.lean == 0
    do(s, 0, "move", ghost=card, at=at(275, 225))
    assert s.scene().pieces["miroir"] == fallen


# ---- all at once ----------------------------------------------------------------------------------------


@pytest.mark.rule("pas_vu_pas_pris", "D22")
def test_moves_are_made_as_they_arrive_and_the_second_gets_the_next_spot() -> None:
    s = walking(6)
    s.points[1] = 6
    do(s, 0, "move", ghost=ghost(0, LARGE), at=at(175, 175))
    assert check_refused(s, 1, "move", ghost=ghost(1, LARGE), at=at(175, 175)).code == "no_room"
    settled = checked(s, 1, "move", ghost=ghost(1, SMALL), at=at(175, 175))
    assert settled.pose is not None and settled.pose != lying(175, 175)
    do(s, 1, "move", ghost=ghost(1, SMALL), at=at(175, 175))
    assert where(s, ghost(0, LARGE)) == (175, 175, 0)
    assert s.lying_there()[ghost(1, SMALL)] == settled.pose


@pytest.mark.rule("pas_vu_pas_pris", "D22")
def test_a_step_is_taken_back() -> None:
    s = walking(6)
    before = s.scene()
    assert "undo" not in names(s, 0)
    do(s, 0, "move", ghost=ghost(0, SMALL), at=at(175, 125))
    do(s, 0, "move", ghost=ghost(0, SMALL), at=at(175, 175))
    do(s, 0, "undo")
    assert where(s, ghost(0, SMALL)) == (175, 125, 0) and s.points[0] == 3
    do(s, 0, "undo")
    assert s.scene() == before and s.points[0] == 6 and not s.entered and "undo" not in names(s, 0)


@pytest.mark.rule("pas_vu_pas_pris", "D22")
def test_leaving_is_taken_back() -> None:
    s = table(2)
    card = stand(s, 0, MEDIUM, 125, 225)
    pass_all(s)
    do(s, 0, "out", ghost=card)
    assert s.scores[0] == 3
    do(s, 0, "undo")
    assert where(s, card) == (125, 225, 0) and s.scores[0] == 0 and not s.out(0).cards


@pytest.mark.rule("pas_vu_pas_pris", "D22", "D12")
def test_who_takes_back_finds_the_old_spot_taken() -> None:
    s = table(2)
    card = stand(s, 0, SMALL, 175, 175)
    pass_all(s)
    s.points = [6, 6]
    do(s, 0, "move", ghost=card, at=at(225, 175))
    do(s, 1, "move", ghost=ghost(1, LARGE), at=at(175, 175))
    do(s, 0, "undo")
    x, y, z = where(s, card)
    assert (x, y) != (175, 175) and 150 <= x <= 200 and 150 <= y <= 200 and z == 0
    assert where(s, ghost(1, LARGE)) == (175, 175, 0) and s.points[0] == 6


@pytest.mark.rule("pas_vu_pas_pris", "D22", "D13")
def test_what_fell_is_set_up_again_when_the_step_is_taken_back() -> None:
    hall = {**table(2).scene().pieces, "miroir": lying(150, 100)}
    s = table(2, hall=hall)
    card = stand(s, 0, LARGE, 138, 163)
    s.come_to(place(s.scene(), "miroir", leant(150, 100, "y+", 40)).scene)
    before = s.scene()
    pass_all(s)
    s.points[0] = 5
    do(s, 0, "move", ghost=card, at=at(275, 225))
    assert s.scene() != before
    do(s, 0, "undo")
    assert s.scene() == before


def test_nobody_fiddles_for_ever() -> None:
    s = walking(6)
    do(s, 0, "move", ghost=ghost(0, SMALL), at=at(175, 25))
    for i in range(ACTS - 1):
        do(s, 0, "move", ghost=ghost(0, SMALL), at=at(165 + i % 20, 25))
    assert names(s, 0) == {"done"}


@pytest.mark.rule("pas_vu_pas_pris", "D53")
def test_at_one_screen_one_after_the_other() -> None:
    s = GAME.start(3, seed=seed_from(1), seat_options=[{"shares": True}] * 3, options={"starter": 1}, watched=True)
    wait_until(s, "ghosts")
    assert list(s.actors()) == [1]
    due = s.next_alarm()
    assert due is not None and due.at - s.now == 60_000
    do(s, 1, "done")
    assert list(s.actors()) == [2]
    wait(s)
    assert list(s.actors()) == [0]
    do(s, 0, "done")
    assert phase(s) != "ghosts"


@pytest.mark.rule("pas_vu_pas_pris", "D53")
def test_nothing_is_secret_at_one_screen() -> None:
    s = GAME.start(2, seed=seed_from(1), seat_options=[{"shares": True}] * 2, options={"movement": "secret"})
    assert not s.secret
    assert GAME.start(2, seed=seed_from(1), options={"movement": "secret"}).secret


# ---- in secret ------------------------------------------------------------------------------------------


@pytest.mark.rule("pas_vu_pas_pris", "D22")
def test_plans_are_seen_by_nobody_else_until_all_are_done() -> None:
    s = table(2, movement="secret")
    card = stand(s, 0, MEDIUM, 125, 225)
    pass_all(s)
    before, points = s.scene(), list(s.points)
    do(s, 0, "move", ghost=ghost(0, SMALL), at=at(175, 25))
    events = do(s, 0, "out", ghost=card)
    assert s.scene() == before and s.points == points and not told(events, "escapes")
    mine, theirs = (view(s, seat).facts["plans"]["0"] for seat in (0, 1))
    assert theirs == {"sealed": True}
    assert mine["value"] == {"left": points[0] - 3, "ghosts": [[MEDIUM, 1], [SMALL, 350, 50, 0, 0, 0]]}
    assert checked(s, 0, "move", ghost=ghost(0, SMALL), at=at(175, 75)).left == points[0] - 4
    do(s, 0, "done")
    happened = do(s, 1, "done")
    assert told(happened, "escapes") == [{"seat": 0, "size": "medium", "gain": 3}]
    assert where(s, ghost(0, SMALL)) == (175, 25, 0) and card in s.out(0).cards and s.points[0] == points[0] - 3


@pytest.mark.rule("pas_vu_pas_pris", "D22", "D12")
def test_plans_that_collide_are_made_from_the_die_holder_on() -> None:
    s = table(2, die=1, movement="secret")
    pass_all(s)
    s.points = [12, 8]
    s.phases[-1].enter(s)
    for seat in (0, 1):
        do(s, seat, "move", ghost=ghost(seat, LARGE), at=at(175, 125))
    do(s, 0, "move", ghost=ghost(0, SMALL), at=at(175, 125))
    all_done(s)
    assert where(s, ghost(1, LARGE)) == (175, 125, 0)
    assert where(s, ghost(0, LARGE)) == (175, 75, 0)  # the next cell towards its start side
    x, y, _ = where(s, ghost(0, SMALL))
    assert (x, y) != (175, 125) and 150 <= x <= 200 and 100 <= y <= 150


@pytest.mark.rule("pas_vu_pas_pris", "D22")
def test_a_plan_is_taken_back_and_unknown_in_a_redeal() -> None:
    s = table(2, movement="secret")
    pass_all(s)
    do(s, 0, "move", ghost=ghost(0, SMALL), at=at(175, 25))
    twin = s.redeal(1, keyed(seed_from(3), "redeal"))
    planning = twin.phases[-1]
    assert isinstance(planning, Ghosts) and planning.walks[0].scene == s.scene()
    do(s, 0, "undo")
    assert view(s, 0).facts["plans"]["0"]["value"]["ghosts"] == []


# ---- fusions --------------------------------------------------------------------------------------------


def fusing(points: int) -> HallTable:
    return walking(points, fusions=True)


@pytest.mark.rule("pas_vu_pas_pris", "R46", "D38", "D50")
def test_only_small_ones_enter_first() -> None:
    s = fusing(8)
    assert may(s, "move") == {ghost(0, n) for n in range(SMALL, 7)}
    assert check_refused(s, 0, "move", ghost=ghost(0, MEDIUM), at=at(25, 75)).code == "not_ready"


@pytest.mark.rule("pas_vu_pas_pris", "R47", "R49", "R51", "D38")
def test_the_example_of_the_booklet_for_fusions() -> None:
    """E3, with an 8: two small ones at depth 1 become a medium one; a medium one that was seen goes to a small one
    at depth 6, together a large one. Neither new ghost may move."""
    s = table(2, fusions=True)
    far = stand(s, 0, SMALL + 3, 225, 275 - 20)
    s.make_ready(ghost(0, OTHER_MEDIUM))
    pass_all(s)
    s.points[0] = 8
    a, b = ghost(0, SMALL), ghost(0, SMALL + 1)
    do(s, 0, "move", ghost=a, at=at(75, 25))
    assert not may(s, "fuse")
    do(s, 0, "move", ghost=b, at=at(85, 35))
    settled = checked(s, 0, "fuse", a=a, b=b)
    assert settled.pose is not None and (settled.cost, settled.left) == (0, 6)
    do(s, 0, "fuse", a=a, b=b)
    new = ghost(0, MEDIUM)
    assert new in s.hall.cards and {a, b} <= set(s.home(0).cards)
    assert check_refused(s, 0, "move", ghost=new, at=at(75, 75)).code == "stays"
    do(s, 0, "move", ghost=ghost(0, OTHER_MEDIUM), at=at(225, 275))
    assert s.points[0] == 0
    do(s, 0, "fuse", a=far, b=ghost(0, OTHER_MEDIUM))
    assert ghost(0, LARGE) in s.hall.cards and ghost(0, OTHER_MEDIUM) not in s.ready
    assert may(s, "move").isdisjoint({new, ghost(0, LARGE)}) and not may(s, "fuse")


@pytest.mark.rule("pas_vu_pas_pris", "R47", "R48")
def test_who_fuses_with_whom() -> None:
    s = table(2, fusions=True)
    stand(s, 0, MEDIUM, 115, 115)
    stand(s, 0, OTHER_MEDIUM, 138, 138)
    pass_all(s)
    s.points[0] = 5
    do(s, 0, "move", ghost=ghost(0, MEDIUM), at=at(115, 116))
    assert not may(s, "fuse")  # two medium ones never
    do(s, 0, "move", ghost=ghost(0, SMALL), at=at(138, 110))
    assert may(s, "fuse") == {ghost(0, MEDIUM), ghost(0, OTHER_MEDIUM), ghost(0, SMALL)}
    stand(s, 1, SMALL, 110, 138)
    assert ghost(1, SMALL) not in may(s, "fuse")


@pytest.mark.rule("pas_vu_pas_pris", "R47")
def test_somebody_must_have_come() -> None:
    s = table(2, fusions=True)
    stand(s, 0, SMALL, 115, 115)
    stand(s, 0, SMALL + 1, 135, 135)
    pass_all(s)
    assert not may(s, "fuse")
    do(s, 0, "move", ghost=ghost(0, SMALL), at=at(112, 115))
    assert may(s, "fuse")


@pytest.mark.rule("pas_vu_pas_pris", "R49", "D38")
def test_a_fusion_needs_a_piece_of_the_next_size() -> None:
    s = table(2, fusions=True)
    for i, number in enumerate((MEDIUM, OTHER_MEDIUM)):
        stand(s, 0, number, 25 + 200 * i, 175)
    stand(s, 0, SMALL, 115, 115)
    pass_all(s)
    s.points[0] = 4
    do(s, 0, "move", ghost=ghost(0, SMALL + 1), at=at(135, 135))
    assert not may(s, "fuse")


@pytest.mark.rule("pas_vu_pas_pris", "R50", "D38")
def test_no_fusion_where_there_is_no_room() -> None:
    """A small one under the piano's keyboard, one in the 16 mm behind it; on the piano stand two others, under
    whom a medium one has no room on the keyboard either."""
    hall = {**table(2).scene().pieces, "piano": lying(129, 118)}
    s = table(2, fusions=True, hall=hall)
    stand(s, 1, LARGE, 115.5, 118, 58)
    stand(s, 1, MEDIUM, 139, 120.5, 58)
    stand(s, 0, SMALL, 121.5, 111)
    pass_all(s)
    s.points[0] = 6
    do(s, 0, "move", ghost=ghost(0, SMALL + 1), at=at(108, 140.5))
    assert where(s, ghost(0, SMALL + 1)) == (108, 140.5, 0) and not may(s, "fuse")
    s.go_home(ghost(1, LARGE))
    assert may(s, "fuse")


@pytest.mark.rule("pas_vu_pas_pris", "R52", "D38")
def test_a_tall_one_that_was_seen_may_enter_again() -> None:
    s = table(2, fusions=True, door=(1, 1))
    card = stand(s, 0, MEDIUM, 125, 175)
    s.number = 3
    all_done(pass_all(s))
    wait_until(s, "side")
    do(s, s.actors()[0], "side", side="south")
    wait_until(s, "keyhole")
    wait(s)
    assert card in s.home(0).cards and card in s.ready and s.marks[card] == "ready"
    wait_until(s, "ghosts")
    assert card in may(s, "move") and ghost(0, LARGE) not in may(s, "move")


@pytest.mark.rule("pas_vu_pas_pris", "R53", "D39")
def test_a_small_one_that_is_out_is_taken_back() -> None:
    s = table(2, fusions=True)
    for i in range(3):
        escaped(s, 0, SMALL + i)
    stand(s, 0, SMALL + 3, 25, 175)
    pass_all(s)
    s.points[0] = 12
    assert s.scores[0] == 3
    card = ghost(0, SMALL)
    do(s, 0, "recall", ghost=card)
    assert s.scores[0] == 2 and card in s.home(0).cards
    assert "recall" not in names(s, 0)  # there is a small one at home now
    do(s, 0, "move", ghost=card, at=at(75, 275))
    assert check_refused(s, 0, "out", ghost=card).code == "entered_this_round"
    do(s, 0, "undo")
    do(s, 0, "undo")
    assert s.scores[0] == 3 and card in s.out(0).cards


def test_a_fusion_is_taken_back() -> None:
    s = fusing(6)
    a, b = ghost(0, SMALL), ghost(0, SMALL + 1)
    do(s, 0, "move", ghost=a, at=at(75, 25))
    do(s, 0, "move", ghost=b, at=at(90, 35))
    before = s.scene()
    do(s, 0, "fuse", a=a, b=b)
    do(s, 0, "undo")
    assert s.scene() == before and may(s, "fuse") == {a, b} and not s.still


def test_the_way_of_a_ghost_is_told_from_cell_to_cell() -> None:
    s = walking(6)
    events: list[Event] = do(s, 0, "move", ghost=ghost(0, SMALL), at=at(175, 125))
    moved = next(e for e in Door(s, s.everyone).events(events) if e.pose is not None)
    assert [(w.after, w.pose.x // 2, w.pose.y // 2) for w in moved.path] == [
        (0, 175, -25),
        (130, 175, 25),
        (260, 175, 75),
        (390, 175, 125),
    ]
