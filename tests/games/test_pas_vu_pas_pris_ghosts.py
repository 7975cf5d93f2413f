"""Where ghosts stand and lie in the hall, and what midnight does to it. Numbers worked out from the spec."""

import pytest

from tablee.games.pas_vu_pas_pris.hall import (
    DOWNS,
    LARGE,
    MEDIUM,
    SMALL,
    Ghost,
    Pose,
    Scene,
    before_mirror,
    carried,
    cell_of,
    dance,
    levels,
    lie_down,
    mirror_up,
    nearest,
    place,
    put,
    rehouse,
    stand_up,
    tip,
    where,
)
from tablee.games.pas_vu_pas_pris.hall.midnight import facing_middle, pushed_in
from tablee.games.pas_vu_pas_pris.hall.resting import ring
from tablee.games.pas_vu_pas_pris.hall.solids import figure
from tablee.kernel.refusal import Refused
from tests.games.pas_vu_pas_pris_fuzz import check
from tests.games.pas_vu_pas_pris_hall import ghost, hall, lying

X_PLUS, X_MINUS, Y_PLUS, Y_MINUS = range(1, 5)
BACK, FRONT = DOWNS.index("back"), DOWNS.index("front")


# ---- D8 to D12: ghosts ----------------------------------------------------------------------------------


def free_levels(scene: Scene, size: int, x: float, y: float) -> list[float]:
    return [z / 2 for z in levels(scene, 99, ghost(size, x, y), round(2 * x), round(2 * y))]


@pytest.mark.rule("pas_vu_pas_pris", "D8", "R38")
@pytest.mark.parametrize(
    ("piece", "size", "dy", "heights"),
    [
        ("table", SMALL, 0, [0, 34]),
        ("table", MEDIUM, 0, [0, 34]),
        ("table", LARGE, 0, [34]),
        ("bureau", MEDIUM, 2, [0, 34]),
        ("bureau", LARGE, 2, [34]),
        ("piano", SMALL, -8, [0, 32]),
        ("piano", MEDIUM, -8, []),
        ("chariot", SMALL, -2, [7, 41]),
        ("chariot", MEDIUM, -2, [7, 41]),
        ("chariot", LARGE, -2, [41]),
        ("fauteuil", SMALL, -4, [12]),
        ("fauteuil", MEDIUM, -4, [12]),
        ("fauteuil", LARGE, -4, [12]),
    ],
)
def test_what_fits_where_by_design(piece: str, size: int, dy: float, heights: list[float]) -> None:
    """Under and on the table, in and on the desk, under and on the keyboard, on both shelves, on the seat. On the
    keyboard the case behind is in the way of a medium ghost; the trolley's cloth leaves 15 behind the middle."""
    assert free_levels(hall(**{piece: lying(125, 125)}), size, 125, 125 + dy) == heights


@pytest.mark.rule("pas_vu_pas_pris", "D8")
def test_the_middle_and_five_of_eight_rim_points_stand() -> None:
    """The table top ends at x = 148. At 148 the middle and five rim points (on the line or west of it) stand on
    it; half a millimetre further the middle is in the air. The floor below is free."""
    top = hall(table=lying(125, 125))
    assert free_levels(top, SMALL, 148, 125) == [0, 34]
    assert free_levels(top, SMALL, 148.5, 125) == [0]


@pytest.mark.rule("pas_vu_pas_pris", "D8", "R36")
@pytest.mark.parametrize(("x", "stays"), [(113, True), (112.5, False), (137, True), (137.5, False)])
def test_the_circle_lies_in_its_cell(x: float, stays: bool) -> None:
    pose, _, _ = where(hall(), 0, ghost(LARGE, x, 125), (2, 2))
    assert (pose == lying(x, 125)) is stays
    assert abs(pose.x / 2 - 125) <= 12
    assert abs(pose.x / 2 - x) <= 2


@pytest.mark.rule("pas_vu_pas_pris", "D9", "R37")
def test_nobody_stands_on_a_ghost_but_one_may_stand_on_the_table_over_another() -> None:
    assert free_levels(hall(ghost(SMALL, 125, 125)), LARGE, 125, 125) == []
    under = hall(ghost(SMALL, 125, 125), table=lying(125, 125))
    assert free_levels(under, SMALL, 125, 125) == [34]


@pytest.mark.rule("pas_vu_pas_pris", "D10")
def test_a_cell_holds_as_many_as_fit() -> None:
    """Four small ghosts and one more of another seat stand in one cell; a large one fits no longer."""
    scene = hall()
    for key in range(5):
        scene = put(scene, key, ghost(SMALL, 125, 125, seat=key % 2), (2, 2)).scene
    assert {cell_of(g.pose) for g in scene.ghosts.values()} == {(2, 2)}
    check(scene)
    crowd = hall(*(ghost(LARGE, x, y) for x in (113, 137) for y in (113, 137)))
    with pytest.raises(Refused, match="no_room"):
        put(crowd, 9, ghost(LARGE, 125, 125), (2, 2))


@pytest.mark.rule("pas_vu_pas_pris", "D45")
@pytest.mark.parametrize(("level", "z", "got"), [(0, 0, 0), (1, 34, 1), (5, 34, 1)])
def test_a_level_that_is_not_there_is_the_highest_that_is(level: int, z: float, got: int) -> None:
    rest = put(hall(table=lying(125, 125)), 0, ghost(SMALL, 125, 125), (2, 2), level)
    assert (rest.pose, rest.level, rest.levels) == (lying(125, 125, z=z), got, 2)


@pytest.mark.rule("pas_vu_pas_pris", "D45", "D46")
def test_where_somebody_stands_one_stands_beside() -> None:
    """Two small ghosts need 13.5 between them: on the ring of 14, to the east first."""
    rest = put(hall(ghost(SMALL, 125, 125)), 1, ghost(SMALL, 125, 125), (2, 2))
    assert rest.pose == lying(139, 125)
    assert rest.ghosts == {}


@pytest.mark.rule("pas_vu_pas_pris", "D46")
def test_rings_begin_in_the_east_and_go_counter_clockwise() -> None:
    around = list(ring(300, 300, 10.0))
    assert around[:5] == [(320, 300), (318, 308), (314, 314), (308, 318), (300, 320)]
    assert around[12] == (300, 280)
    assert len(around) == 16


@pytest.mark.rule("pas_vu_pas_pris", "D46")
def test_after_the_rings_the_lattice_then_the_next_cell_then_home() -> None:
    """A wall of large ghosts fills a cell: a lifted one goes to the next cell towards its start side."""
    wall = [ghost(LARGE, x, y) for x in (113, 137) for y in (113, 137)]
    scene = Scene({}, dict(enumerate([*wall, ghost(SMALL, 125, 125, seat=0)])))
    assert rehouse(scene, [4]).ghosts == {4: lying(125, 75)}
    west = Scene({}, dict(enumerate([*wall, ghost(SMALL, 125, 125, seat=1)])))
    assert rehouse(west, [4]).ghosts == {4: lying(75, 125)}
    edge = [ghost(LARGE, x, y) for x in (113, 137) for y in (13, 37)]
    home = rehouse(Scene({}, dict(enumerate([*edge, ghost(SMALL, 125, 25)]))), [4])
    assert home.ghosts == {4: None}
    assert 4 not in home.scene.ghosts


@pytest.mark.rule("pas_vu_pas_pris", "D46")
def test_a_piece_looks_for_the_nearest_pose_around_it() -> None:
    """On the ring of 2 mm: in the east its back posts would stand on the piano's case alone (y 150 to 166), and it
    would fall; at 45 degrees, (151.4, 151.4) rounded, they pass the case by all but half a millimetre: it rests on
    its lower shelf, 4 above its feet, 58 - 4 = 54."""
    scene = hall(piano=lying(150, 150))
    assert nearest(scene, "chariot", lying(150, 150)) == lying(151.5, 151.5, z=54)


@pytest.mark.rule("pas_vu_pas_pris", "D12", "R30")
def test_ghosts_on_and_in_a_piece_are_taken_off() -> None:
    scene = hall(ghost(SMALL, 125, 125), ghost(SMALL, 115, 125, 34), ghost(SMALL, 175, 125), table=lying(125, 125))
    assert carried(scene, "table") == [0, 1]
    rest = place(scene, "table", lying(250, 250))
    # The one below stands where it stood; the one above comes down to the nearest spot beside it.
    assert 0 not in rest.ghosts
    assert set(rest.ghosts) == {1}
    down = rest.scene.ghosts[1].pose
    assert down.z == 0
    assert cell_of(down) == (2, 2)
    check(rest.scene)


@pytest.mark.rule("pas_vu_pas_pris", "D12")
def test_what_is_lifted_does_not_stand_in_the_way_of_the_piece() -> None:
    """The table moves by 10 mm with a medium ghost under it, into whose place a leg goes: it steps aside."""
    scene = hall(ghost(MEDIUM, 135, 125), table=lying(125, 125))
    rest = place(scene, "table", lying(115, 125))
    assert rest.pose == lying(115, 125)
    assert rest.scene.ghosts[0].pose == lying(135, 125)
    rest = place(scene, "table", lying(158, 146))
    assert rest.pose == lying(158, 146)
    assert rest.ghosts
    check(rest.scene)


@pytest.mark.rule("pas_vu_pas_pris", "D12")
def test_they_are_put_down_by_seat_then_the_largest_first() -> None:
    """A small ghost of seat 1 and a large one of seat 0 are in one another's way: the large one goes first."""
    scene = Scene(
        {"table": lying(125, 125)},
        {0: ghost(SMALL, 125, 125, seat=1), 1: ghost(LARGE, 125, 125, 34, seat=0)},
    )
    rest = place(scene, "table", lying(250, 250))
    assert rest.scene.ghosts[1].pose == lying(125, 125)
    # They need 19.5 between them. On the ring of 20 only the diagonals are in the cell: (139.14, 139.14), rounded.
    assert rest.scene.ghosts[0].pose == lying(139, 139)


# ---- D29 to D33: midnight -------------------------------------------------------------------------------


@pytest.mark.rule("pas_vu_pas_pris", "D29", "R58")
def test_a_lying_ghost_is_a_box() -> None:
    body = figure(LARGE, Pose(300, 300, 0, 0, 1))
    assert body.bounds == (131, 169, 137, 163, 0, 26)
    assert figure(LARGE, Pose(300, 300, 90, 0, 1)).bounds == pytest.approx((137, 163, 131, 169, 0, 26))


@pytest.mark.rule("pas_vu_pas_pris", "D29", "R58")
def test_all_lie_down_in_their_cells_and_stand_up_again() -> None:
    scene = hall(ghost(LARGE, 113, 113), ghost(SMALL, 140, 140), ghost(MEDIUM, 175, 125, seat=1))
    lies = lie_down(scene).scene
    assert [(g.pose.down, g.pose.angle) for g in lies.ghosts.values()] == [(1, 90), (1, 90), (1, 0)]
    # 38 long in a cell that begins at 100: its middle is at 119 at least, on the nearest ring.
    assert lies.ghosts[0].pose.y / 2 >= 119
    check(lies)
    stands = stand_up(lies).scene
    assert {g.pose.down for g in stands.ghosts.values()} == {0}
    check(stands)


@pytest.mark.rule("pas_vu_pas_pris", "D29")
def test_a_lying_ghost_needs_the_middle_and_five_of_eight_points() -> None:
    """38 long and 26 wide across the table top of 46: it lies on it where its corners do."""
    top = hall(table=lying(125, 125))
    assert levels(top, 9, Ghost(0, LARGE, 0, Pose(250, 250, 0, 0, 1)), 250, 250) == [0, 68]


@pytest.mark.rule("pas_vu_pas_pris", "D30", "R59")
def test_a_piece_tips_over_an_edge_and_stays_in_the_hall() -> None:
    assert tip(hall(miroir=lying(150, 75)), "miroir", Y_PLUS).pose == lying(150, 125, down="back")
    # From (150, 280) it would lie with its middle at 330; 38 long on either side, half a millimetre may stick out.
    assert tip(hall(miroir=lying(150, 280)), "miroir", Y_PLUS).pose == lying(150, 262.5, down="back")
    assert pushed_in("bureau", lying(30, 290)) == lying(39.5, 282.5)


@pytest.mark.rule("pas_vu_pas_pris", "D30")
def test_ghosts_that_are_hit_step_aside_and_a_piece_in_the_way_is_avoided() -> None:
    scene = hall(ghost(SMALL, 150, 130), miroir=lying(150, 75))
    rest = tip(scene, "miroir", Y_PLUS)
    assert rest.pose == lying(150, 125, down="back")
    assert set(rest.ghosts) == {0}
    check(rest.scene)
    blocked = tip(hall(piano=lying(150, 130), miroir=lying(150, 75)), "miroir", Y_PLUS)
    assert blocked.pose is not None
    assert blocked.pose.down == BACK
    assert blocked.pose != lying(150, 125, down="back")
    check(blocked.scene)


@pytest.mark.rule("pas_vu_pas_pris", "D31", "R60")
@pytest.mark.parametrize(
    ("x", "y", "yaw"),
    # The front looks to (sin, -cos): south at 0, east at 90, north at 180, west at 270.
    [
        (150, 250, 0),
        (50, 150, 90),
        (150, 50, 180),
        (250, 150, 270),
        (50, 50, 135),
        (150, 151, 77),
        (150.5, 150, 77),
    ],
)
def test_the_mirror_looks_to_the_middle(x: float, y: float, yaw: int) -> None:
    assert facing_middle(lying(x, y, 77)) == yaw


@pytest.mark.rule("pas_vu_pas_pris", "D31", "R60", "R61")
def test_the_mirror_stands_up_and_a_ghost_stands_before_it() -> None:
    rest = mirror_up(hall(miroir=lying(150, 250, 33, down="back")))
    assert rest.pose == lying(150, 250)
    # Its face is at y = 248; its foot reaches to 238: a ghost of radius 7 touches it at 231, on whole
    # millimetres; inside one cell, so not across the line x = 150: at 143 or 157.
    first = before_mirror(rest.scene, 5, ghost(SMALL, 0, 0))
    assert first.pose == lying(143, 231)
    second = before_mirror(first.scene, 6, ghost(SMALL, 0, 0, seat=1))
    assert second.pose == lying(157, 231)


@pytest.mark.rule("pas_vu_pas_pris", "D33", "R65", "R66")
def test_furniture_dances_to_the_nearest_door() -> None:
    """A desk at (160, 60): the nearest door is the fourth of the south, at (175, 0). It goes straight there until
    its front, 18 before its middle, would leave the hall."""
    rest = dance(hall(ghost(SMALL, 175, 25), bureau=lying(160, 60)))
    desk = rest.others["bureau"]
    assert 17.5 <= desk.y / 2 < 18.5
    assert (desk.x / 2 - 160) / (60 - desk.y / 2) == pytest.approx(15 / 60, abs=0.02)
    assert cell_of(rest.scene.ghosts[0].pose) == (3, 0), "the ghost stays on its cell"
    check(rest.scene)


@pytest.mark.rule("pas_vu_pas_pris", "D33")
def test_the_second_dancer_stops_at_the_first() -> None:
    """Table before desk, in the data's order, to the same door."""
    rest = dance(hall(table=lying(175, 70), bureau=lying(175, 115)))
    assert rest.others["table"] == lying(175, 23)
    # The table's back is at 46; the desk's front may be half a millimetre into it, and comes by whole millimetres.
    assert rest.others["bureau"] == lying(175, 64)
