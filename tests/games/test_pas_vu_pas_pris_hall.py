"""The hall as a physical model: what rests, what falls, where ghosts stand. Numbers worked out from the spec."""

from contextlib import closing
from math import cos, radians, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.pas_vu_pas_pris.hall import (
    DOWNS,
    EDGES,
    HALLS,
    LARGE,
    MEDIUM,
    PIECES,
    SMALL,
    Mode,
    Pose,
    Scene,
    back_home,
    depth,
    place,
    settle,
)
from tablee.games.pas_vu_pas_pris.hall.resting import hull, leaning, shared, tilted
from tablee.games.pas_vu_pas_pris.hall.settling import firm
from tablee.games.pas_vu_pas_pris.hall.shapes import COS, LAID, SIN, eye, nearest_half
from tablee.games.pas_vu_pas_pris.hall.solids import fallen, figure, overlap, solid
from tablee.kernel.refusal import Refused
from tests.games.pas_vu_pas_pris_fuzz import Twin, check, walk
from tests.games.pas_vu_pas_pris_hall import ghost, hall, leant, lying, refusal

X_PLUS, X_MINUS, Y_PLUS, Y_MINUS = range(1, 5)
BACK, FRONT = DOWNS.index("back"), DOWNS.index("front")


# ---- D1, D2: numbers and poses --------------------------------------------------------------------------


@pytest.mark.rule("pas_vu_pas_pris", "D1")
def test_cosines_have_nine_decimals_and_positions_are_halves() -> None:
    assert (COS[0], COS[120], COS[180], SIN[60], SIN[90]) == (1.0, 0.5, 0.0, 0.5, 0.707106781)
    for half in range(720):
        turn = 2 * 10**9 * (cos(radians(half / 2)) + 2)
        assert abs(turn % 2 - 1) > 2e-3, "nowhere near the middle between two roundings"
        assert abs(COS[half] - cos(radians(half / 2))) <= 5.1e-10 >= abs(SIN[half] - sin(radians(half / 2)))
    assert [nearest_half(v) for v in (0.24, 0.25, 1.0, 1.74, 1.75, -0.25, -0.26)] == [0, 1, 2, 3, 4, 0, -1]


@pytest.mark.rule("pas_vu_pas_pris", "D2")
@pytest.mark.parametrize(
    ("piece", "down", "size"),
    [
        ("piano", "bottom", (72, 32, 58)),
        ("piano", "front", (72, 58, 32)),
        ("piano", "back", (72, 58, 32)),
        ("piano", "left", (58, 32, 72)),
        ("piano", "right", (58, 32, 72)),
        ("miroir", "back", (44, 76, 24)),
        ("bureau", "top", (80, 36, 34)),
    ],
)
def test_a_side_down_gives_the_size_and_the_middle_stays(
    piece: str, down: str, size: tuple[int, int, int]
) -> None:
    x0, x1, y0, y1, z0, z1 = solid(piece, lying(150, 150, down=down)).bounds
    assert (x1 - x0, y1 - y0, z1 - z0) == size
    assert (x0 + x1, y0 + y1, z0) == (300, 300, 0)


@pytest.mark.rule("pas_vu_pas_pris", "D2")
def test_what_is_down_is_down() -> None:
    """The piano's case is at its back, its keyboard before it; the desk's front is a board."""
    # On its back the case lies below and 16 high, over its whole length of 58.
    assert solid("piano", lying(150, 150, down="back")).around[0][4:] == (0, 16)
    assert solid("piano", lying(150, 150, down="front")).around[0][4:] == (16, 32)
    # The armchair on its left side: that arm is now its lowest box.
    armchair = solid("fauteuil", lying(150, 150, down="left")).around
    assert armchair[2][4:] == (0, 6)
    assert armchair[3][4:] == (42, 48)
    # The table upside down stands with its top on the floor.
    assert solid("table", lying(150, 150, down="top")).around[0][4:] == (0, 4)


@pytest.mark.rule("pas_vu_pas_pris", "D2")
def test_yaw_turns_counter_clockwise() -> None:
    """A piano's front looks south; turned by 90 it looks east: the keyboard is east of the case."""
    case, keyboard, *_ = solid("piano", lying(150, 150, 90)).around
    assert case[:4] == (134, 150, 114, 186)
    assert keyboard[:4] == (150, 166, 114, 186)


@pytest.mark.rule("pas_vu_pas_pris", "D2")
@pytest.mark.parametrize("edge", EDGES[1:])
def test_a_leaning_piece_stands_on_its_edge_and_goes_over_it(edge: str) -> None:
    pose = leant(150, 150, edge, 30)
    x0, x1, y0, y1, z0, z1 = solid("bureau", pose).bounds
    sign = 1 if edge[1] == "+" else -1
    half, wide, low = (40, x1 - 150 if sign > 0 else 150 - x0, z0) if edge[0] == "x" else (18, 0.0, z0)
    if edge[0] == "y":
        wide = y1 - 150 if sign > 0 else 150 - y0
    assert wide == pytest.approx(half + 34 * 0.5)
    assert low == pytest.approx(0, abs=1e-9)
    assert z1 == pytest.approx(2 * half * 0.5 + 34 * cos(radians(30)), abs=1e-6)


# ---- D3, D47: overlap -----------------------------------------------------------------------------------


@pytest.mark.rule("pas_vu_pas_pris", "D3", "D47")
@pytest.mark.parametrize(
    ("gap", "hits"),
    [(0, False), (-0.5, False), (-1, True)],
)
def test_half_a_millimetre_is_no_overlap(gap: float, hits: bool) -> None:
    """Two desks end to end: 80 wide, so 80 apart they touch."""
    one, other = solid("bureau", lying(100, 150)), solid("bureau", lying(180 + gap, 150))
    assert overlap(one, other) is overlap(other, one) is hits


@pytest.mark.rule("pas_vu_pas_pris", "D3", "D47")
def test_the_air_in_a_piece_is_free() -> None:
    desk = solid("bureau", lying(150, 150))
    assert not overlap(desk, figure(MEDIUM, lying(150, 152)))
    assert overlap(desk, figure(LARGE, lying(150, 152))), "38 high under a top at 30"
    assert overlap(desk, figure(MEDIUM, lying(150, 145))), "into the board"
    # The board ends at y = 136: a circle of radius 10 has 0.5 to give.
    assert not overlap(desk, figure(MEDIUM, lying(150, 145.5)))


@pytest.mark.rule("pas_vu_pas_pris", "D47")
def test_a_circle_is_round_at_corners() -> None:
    """A table leg ends at (173, 173). 5 and 4.5 away in x and y is 6.73: 0.27 deep; 4.5 and 4.5 is 0.64 deep."""
    leg = solid("table", lying(150, 150))
    assert not overlap(leg, figure(SMALL, lying(178, 177.5)))
    assert overlap(leg, figure(SMALL, lying(177.5, 177.5)))


@pytest.mark.rule("pas_vu_pas_pris", "D47")
def test_a_thin_board_beside_the_axis_is_deep_in_it() -> None:
    """Inside the rectangle the depth is r plus the way out: no ghost stands in a board."""
    assert overlap(solid("miroir", lying(150, 150)), figure(LARGE, lying(150, 150)))


@pytest.mark.rule("pas_vu_pas_pris", "D3", "D9", "D47")
def test_ghosts_stand_beside_and_above_one_another() -> None:
    one = figure(SMALL, lying(100, 100))
    assert not overlap(one, figure(LARGE, lying(119.5, 100))), "7 + 13 less 0.5"
    assert overlap(one, figure(LARGE, lying(119, 100)))
    assert not overlap(one, figure(LARGE, lying(100, 100, z=18)))


@pytest.mark.rule("pas_vu_pas_pris", "D3")
def test_beside_a_leaning_board_a_ghost_is_two_slim_boxes() -> None:
    """The mirror over y+ by 45: the underside of its board is at the height (y - 112) + 14.14. The second box
    reaches 0.92 x 7 x 1.414 = 9.11 to the south, 18 high; it is 0.5 in the board along the normal, 0.71 in height,
    where y = 112 + 9.11 + 18 - 14.14 - 0.71 = 124.26."""
    board = solid("miroir", leant(150, 100, "y+", 45))
    deep = [y for y in range(100, 220) if overlap(board, figure(SMALL, lying(150, y)))]
    assert deep, "somewhere the ghost stands in it"
    assert deep == list(range(deep[0], deep[-1] + 1))
    assert deep[-1] == 124


# ---- D4 to D6: placing ----------------------------------------------------------------------------------

PLACED = [
    # P1, P2: on the desk, and over its end.
    (hall(bureau=lying(150, 150)), "chariot", lying(150, 150), "drop", lying(150, 150, z=34)),
    (hall(bureau=lying(150, 150)), "chariot", lying(195, 150), "drop", "falls"),
    # P3: over a small ghost, not over a large one; on its head the table would fall.
    (hall(ghost(SMALL, 125, 125)), "table", lying(125, 125), "floor", lying(125, 125)),
    (hall(ghost(LARGE, 125, 125)), "table", lying(125, 125), "floor", "overlaps"),
    (hall(ghost(LARGE, 125, 125)), "table", lying(125, 125), "drop", "falls"),
    # P4: the mirror falls back, or on to its back.
    (hall(), "miroir", leant(150, 75, "y+", 5), "auto", lying(150, 75)),
    (hall(), "miroir", leant(150, 75, "y+", 25), "auto", lying(150, 125, down="back")),
    # P5: it leans against the piano.
    (hall(piano=lying(150, 200)), "miroir", leant(150, 140, "y+", 30), "auto", leant(150, 140, "y+", 47.5)),
    # P6: it sticks out.
    (hall(), "bureau", lying(30, 150), "auto", "sticks_out"),
    # P7: auto is the floor where that is free.
    (hall(bureau=lying(150, 150)), "chariot", lying(150, 150), "auto", lying(150, 150, z=34)),
    (hall(bureau=lying(150, 250)), "chariot", lying(150, 150), "auto", lying(150, 150)),
    # P8: askew it falls along (-0.5, 0.866).
    (hall(), "miroir", leant(150, 75, "y+", 25, 30), "auto", lying(125, 118.5, 30, down="back")),
]


@pytest.mark.rule("pas_vu_pas_pris", "D2", "D4", "D5", "D6", "D48", "R24", "R25")
@pytest.mark.parametrize(("scene", "piece", "wish", "mode", "comes_to"), PLACED)
def test_examples_of_placing(scene: Scene, piece: str, wish: Pose, mode: Mode, comes_to: Pose | str) -> None:
    if isinstance(comes_to, str):
        assert refusal(scene, piece, wish, mode) == comes_to
    else:
        rest = place(scene, piece, wish, mode)
        assert rest.pose == comes_to == rest.scene.pieces[piece]
        assert not rest.others
        assert not rest.ghosts


@pytest.mark.rule("pas_vu_pas_pris", "D13", "R39")
@pytest.mark.parametrize(
    ("piano", "mirror"),
    [
        (lying(50, 50), lying(150, 190, down="back")),
        (lying(150, 202), leant(150, 140, "y+", 48.5)),
        (lying(150, 200), None),
    ],
)
def test_p9_what_leaned_falls_on(piano: Pose, mirror: Pose | None) -> None:
    scene = hall(piano=lying(150, 200), miroir=leant(150, 140, "y+", 47.5))
    assert place(scene, "piano", piano).others == ({"miroir": mirror} if mirror else {})


@pytest.mark.rule("pas_vu_pas_pris", "D4")
@pytest.mark.parametrize(("x", "fits"), [(39.5, True), (39, False), (260.5, True), (261, False)])
def test_a_piece_may_stick_out_by_half_a_millimetre(x: float, fits: bool) -> None:
    if fits:
        assert place(hall(), "bureau", lying(x, 150)).pose == lying(x, 150)
    else:
        assert refusal(hall(), "bureau", lying(x, 150)) == "sticks_out"


@pytest.mark.rule("pas_vu_pas_pris", "D5")
@pytest.mark.parametrize(
    ("x", "falls"),
    # The desk top ends at 190; the trolley's eastern posts begin at x + 25: at 164 they stand on its last
    # millimetre, half a millimetre further on nothing (D3), and the hull of the western posts ends at x - 25.
    [(162, False), (164, False), (164.5, True), (189, True)],
)
def test_weight_must_lie_inside_the_hull(x: float, falls: bool) -> None:
    scene = hall(bureau=lying(150, 150))
    if falls:
        assert refusal(scene, "chariot", lying(x, 150), "drop") == "falls"
    else:
        assert place(scene, "chariot", lying(x, 150), "drop").pose == lying(x, 150, z=34)


@pytest.mark.rule("pas_vu_pas_pris", "D5")
def test_the_weight_lies_inside_by_a_millimetre() -> None:
    """The armchair's base lies on the desk up to its end at 190; its weight is over its middle, east to west."""
    scene = hall(bureau=lying(150, 150))
    assert place(scene, "fauteuil", lying(189, 150), "drop").pose == lying(189, 150, z=34)
    assert refusal(scene, "fauteuil", lying(189.5, 150), "drop") == "falls"


@pytest.mark.rule("pas_vu_pas_pris", "D5")
def test_ghosts_carry_furniture_on_three_heads() -> None:
    heads = (ghost(LARGE, 130, 140), ghost(LARGE, 170, 140), ghost(LARGE, 150, 165))
    assert place(hall(*heads), "fauteuil", lying(150, 150), "drop").pose == lying(150, 150, z=38)
    assert refusal(hall(*heads[:2]), "fauteuil", lying(150, 150), "drop") == "falls"


@pytest.mark.rule("pas_vu_pas_pris", "D5")
def test_a_leaning_piece_supports_nothing() -> None:
    scene = hall(piano=lying(150, 200), miroir=leant(150, 140, "y+", 47.5))
    # Right above the mirror only: dropped, the table would come down to the floor through it.
    assert refusal(scene, "table", lying(150, 150), "drop") == "overlaps"


@pytest.mark.rule("pas_vu_pas_pris", "D5")
def test_on_the_floor_everything_rests() -> None:
    assert place(hall(), "miroir", lying(150, 150, down="back")).pose == lying(150, 150, down="back")


@pytest.mark.rule("pas_vu_pas_pris", "D5", "D50")
def test_who_is_in_the_way_is_told() -> None:
    with pytest.raises(Refused) as no:
        place(hall(ghost(LARGE, 125, 125)), "table", lying(125, 125), "floor")
    assert dict(no.value.details) == {"hits": 0}
    with pytest.raises(Refused) as no:
        place(hall(piano=lying(125, 125)), "table", lying(125, 125), "floor")
    assert dict(no.value.details) == {"hits": "piano"}


@pytest.mark.rule("pas_vu_pas_pris", "D6")
def test_what_overlaps_at_the_angle_asked_for_is_refused() -> None:
    assert refusal(hall(piano=lying(150, 200)), "miroir", leant(150, 140, "y+", 60)) == "overlaps"


@pytest.mark.rule("pas_vu_pas_pris", "D6")
def test_what_would_end_outside_is_refused() -> None:
    assert refusal(hall(), "miroir", leant(150, 250, "y+", 30)) == "sticks_out"
    assert place(hall(), "miroir", leant(150, 212, "y+", 30)).pose == lying(150, 262, down="back")


@pytest.mark.rule("pas_vu_pas_pris", "D6", "R24")
def test_furniture_leans_on_a_ghost_and_falls_when_it_goes() -> None:
    rest = place(hall(ghost(LARGE, 175, 175)), "miroir", leant(175, 125, "y+", 25))
    assert rest.pose is not None
    assert rest.pose.edge == Y_PLUS
    assert 50 < rest.pose.lean < 180
    gone = back_home(rest.scene, [0])
    assert gone.others == {"miroir": lying(175, 175, down="back")}
    assert gone.ghosts == {}


@pytest.mark.rule("pas_vu_pas_pris", "D6")
@settings(max_examples=30, deadline=None)
@given(st.integers(1, 179), st.integers(1, 4), st.integers(0, 359), st.sampled_from(PIECES), st.integers(0, 5))
def test_in_an_empty_hall_what_leans_falls_flat(lean: int, edge: int, yaw: int, piece: str, down: int) -> None:
    pose = place(hall(), piece, Pose(300, 300, yaw, 0, down, edge, lean)).pose
    assert pose is not None
    assert (pose.lean, pose.edge, pose.z) == (0, 0, 0)
    assert pose.down == down or pose == fallen(piece, Pose(300, 300, yaw, 0, down), edge)


@pytest.mark.rule("pas_vu_pas_pris", "D48")
@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("down", range(6))
@pytest.mark.parametrize("edge", range(1, 5))
def test_the_next_side_is_where_a_right_angle_leads(piece: str, down: int, edge: int) -> None:
    """The same boxes, turned by 90 degrees over the edge and laid on the side of the table."""
    upright = Pose(300, 300, 0, 0, down, edge, 180)
    turned = sorted(solid(piece, upright).around)
    lies = sorted(solid(piece, fallen(piece, Pose(300, 300, 0, 0, down), edge)).around)
    for one, other in zip(turned, lies, strict=True):
        assert one == pytest.approx(other, abs=1e-6)


# ---- D11, D13: support lost -----------------------------------------------------------------------------


@pytest.mark.rule("pas_vu_pas_pris", "D13", "R39")
def test_what_stood_on_a_piece_drops_straight_down() -> None:
    scene = hall(bureau=lying(150, 150), chariot=lying(150, 150, z=34))
    rest = place(scene, "bureau", lying(150, 50))
    assert rest.others == {"chariot": lying(150, 150)}


@pytest.mark.rule("pas_vu_pas_pris", "D11", "D13", "R29")
def test_what_still_rests_keeps_its_pose() -> None:
    """The desk is drawn away by 5 mm below the trolley: lifted and put back as before."""
    scene = hall(bureau=lying(150, 150), chariot=lying(150, 150, z=34))
    rest = place(scene, "bureau", lying(155, 150))
    assert rest.pose == lying(155, 150)
    assert rest.others == {}
    # By 30 mm: two posts in the air, it would fall off, so the nearest pose.
    rest = place(scene, "bureau", lying(180, 150))
    assert set(rest.others) == {"chariot"}
    check(rest.scene)


@pytest.mark.rule("pas_vu_pas_pris", "D13")
def test_a_tower_comes_down_floor_by_floor() -> None:
    """A table over a trolley on a desk: its top fits between the posts and rests on the shelf, 34 + 41 - 30 = 45.
    When the desk goes, all come down by 34, the lowest first; the ghost on top is put at level 0."""
    scene = hall(
        ghost(SMALL, 140, 140, 79),
        bureau=lying(150, 150),
        chariot=lying(150, 150, z=34),
        table=lying(150, 150, z=45),
    )
    assert settle(scene).others == {}
    rest = place(scene, "bureau", lying(150, 30))
    assert rest.others == {"chariot": lying(150, 150), "table": lying(150, 150, z=11)}
    check(rest.scene)
    # Level 0 at its old point is the lower shelf: the floor is the trolley's.
    assert rest.ghosts == {0: lying(140, 140, z=7)}


@pytest.mark.rule("pas_vu_pas_pris", "D13")
def test_what_is_loose_bears_nothing() -> None:
    """The desk is lifted from under the trolley and dropped again: nothing held the trolley meanwhile, so the desk
    comes to rest below it, not on it. Set down elsewhere, it lets the trolley fall."""
    scene = hall(bureau=lying(150, 150), chariot=lying(150, 150, z=34))
    assert place(scene, "bureau", lying(150, 150), "drop").pose == lying(150, 150)
    assert firm(scene.with_piece("bureau", lying(150, 250))) == {"bureau"}
    assert place(scene, "bureau", lying(150, 250)).others == {"chariot": lying(150, 150)}


@pytest.mark.rule("pas_vu_pas_pris", "D13")
def test_settling_twice_changes_nothing() -> None:
    scene = hall(piano=lying(150, 250), miroir=leant(150, 140, "y+", 47.5), chariot=lying(150, 50, z=34))
    once = settle(scene)
    assert once.others.keys() == {"miroir", "chariot"}
    assert settle(once.scene).others == {}


@pytest.mark.parametrize("name", HALLS)
def test_preset_halls_stand(name: str) -> None:
    check(Scene(HALLS[name]))
    assert settle(Scene(HALLS[name])).others == {}


# ---- the whole -------------------------------------------------------------------------------------------


def test_depth_counts_from_each_side() -> None:
    assert [depth(side, (5, 2)) for side in range(4)] == [3, 6, 4, 1]


def test_eyes_are_outside_their_doors() -> None:
    """E10: door (2, 2) is at (225, 300)."""
    assert eye((2, 2)) == (225, 315, 26)
    assert eye((0, 1)) == (25, -15, 26)
    assert eye((1, 1)) == (-15, 275, 26)
    assert eye((3, 6)) == (315, 275, 26)


def test_the_trolley_has_its_weight_a_little_behind_its_middle() -> None:
    """Shelves and posts share 216 of their room; the cloth of 3100 hangs at y = 16: 49600 / 15820."""
    assert LAID["chariot"][0].mass[1] == pytest.approx(49600 / 15820)
    assert LAID["table"][0].mass[:2] == (0, 0)


def test_what_two_rectangles_share_and_its_hull() -> None:
    one = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]
    other = [(2.0, 2.0), (6.0, 2.0), (6.0, 6.0), (2.0, 6.0)]
    assert sorted(set(shared(one, other))) == [(2, 2), (2, 4), (4, 2), (4, 4)]
    assert hull([(0, 0), (2, 0), (1, 1), (2, 2), (0, 2), (1, 0)]) == [(0, 0), (2, 0), (2, 2), (0, 2)]


def test_a_fall_stops_at_the_last_free_half_degree() -> None:
    scene = hall(piano=lying(150, 200))
    bodies = [("piano", solid("piano", lying(150, 200)))]
    pose = leaning("miroir", leant(150, 140, "y+", 30), bodies)
    assert not overlap(solid("miroir", pose), bodies[0][1])
    assert overlap(solid("miroir", tilted("miroir", pose, pose.lean + 1)), bodies[0][1])
    assert place(scene, "miroir", pose).pose == pose


@pytest.mark.rule("pas_vu_pas_pris", "D13", "D43")
@pytest.mark.parametrize("seed", range(4))
def test_a_walk_through_the_hall_overlaps_nothing(seed: int) -> None:
    _, counts = walk(seed, 150)
    assert counts["settled"] > 50


@pytest.mark.rule("pas_vu_pas_pris", "D1")
def test_two_processes_agree_bit_by_bit() -> None:
    with closing(Twin(7, 1, 120)) as twin:
        assert walk(7, 120, checked=False)[0] == twin.digest()
