"""The slide of Pitchix: the rows of its rules, and what must hold of every slide."""

import os
import subprocess
import sys
from math import cos, hypot, pi, radians, sin
from random import Random

import pytest

from tablee.kernel.domains import Vector
from tablee.pieces.shot import AXES, STEPS, Shot, heading_of
from tablee.pieces.slide import (
    BORDER,
    CENTRE,
    CLOTH,
    FULL_TURN,
    GLASS,
    HALF_HEIGHT,
    HALF_WIDTH,
    RADIUS,
    START,
    WOOD,
    Lie,
    Slide,
    SlideEnd,
    corners,
    lie_of,
    meets,
    pose_of,
    slide,
    start_of,
    too_close,
    turned,
)
from tools.slides import digest

NW, NE, SW, SE = range(4)


def flick(
    rim: float, tilt: int, aim: float, power: float, spin: float = 0, lying: tuple[Lie, ...] = tuple(CENTRE)
) -> Slide:
    return slide(round(rim * 100), round((rim + 180 + aim) * 100), tilt * 100, power, spin, lying)


@pytest.mark.rule("pitchix", "D20", "D21")
@pytest.mark.parametrize(
    ("shot", "rest", "steps", "at", "touched"),
    [
        ((270, 0, 0, 0.545), SlideEnd.MISSED, 176, (0.0, 41.2), []),
        ((270, 0, -11.6, 0.45), SlideEnd.TOUCHED, 132, (73.5, -118.6), [SE]),
        ((270, 0, 0, 0.05), SlideEnd.CLOSE, 50, (0.0, -438.3), []),
        ((270, 0, 0, 1), SlideEnd.FALLEN, 125, None, []),
        ((270, 0, -8, 0.8), SlideEnd.TOUCHED, 220, (120.7, 382.0), [SE, NE]),
        ((270, 0, -8, 0.83), SlideEnd.CLOSE, 229, (129.5, 444.4), [SE, NE]),
        ((270, 0, 0, 0.545, 0.5), SlideEnd.TOUCHED, 182, (0.7, 48.4), [SW, SE]),
        ((0, 90, 0, 0.5), SlideEnd.MISSED, 165, (25.1, 0.0), []),
    ],
)
def test_the_rows_of_the_rules(
    shot: tuple[float, int, float, float],
    rest: SlideEnd,
    steps: int,
    at: tuple[float, float] | None,
    touched: list[int],
) -> None:
    slid = flick(*shot)
    assert (slid.rest, slid.steps, [i for i, _ in slid.touched]) == (rest, steps, touched)
    if at is not None:
        assert slid.lie[:2] == pytest.approx(at, abs=0.1)


@pytest.mark.rule("pitchix", "D20")
def test_a_fifth_card_is_touched_too() -> None:
    slid = flick(270, 0, 0, 0.5, lying=(*CENTRE, (0.0, 41.152, 1.0, 0.0)))
    assert (slid.rest, slid.steps, [i for i, _ in slid.touched]) == (SlideEnd.TOUCHED, 161, [4])
    assert slid.lie[:2] == pytest.approx((0.0, -26.8), abs=0.1)


@pytest.mark.rule("pitchix", "D18")
def test_a_start_that_overlaps_a_card_is_refused() -> None:
    straight = {"rim": 2_700, "tilt": 0, "aim": 0, "power": 500, "spin": 0}
    assert Shot(AXES, CENTRE).accepts(straight)
    taken = Shot(AXES, (*CENTRE, (0.0, -430.0, 1.0, 0.0)))
    assert not taken.accepts(straight)
    assert taken.why_not(straight) == "start_taken"
    assert taken.accepts({**straight, "rim": 900})
    assert taken.why_not({**straight, "rim": 3_600}) == "not_possible"


@pytest.mark.rule("pitchix", "D18")
def test_environments_choose_among_free_starts_even_where_cards_lie_all_around() -> None:
    """Cards all along the edge, 438.5 from the middle at their outer sides: a card that points to the middle
    reaches to 433, one that lies across only to 448."""
    angles = [radians(15 * i) for i in range(24)]
    ring = [(410 * cos(a), 410 * sin(a), cos(a), sin(a)) for a in angles]
    shot = Shot(AXES, ring)
    parts: list[int] = []
    while not shot.complete(parts):
        found = [value for _, value in shot.choices(None, parts)]  # type: ignore[arg-type]
        assert found
        if len(parts) == 1:
            assert 90 in found
        parts.append(0 if len(parts) == 2 and 0 in found else found[0])
        if len(parts) == 3:
            assert all(
                shot.accepts({"rim": parts[0], "tilt": parts[1], "aim": aim, "power": 500, "spin": 0})
                for aim in found
            )
    assert shot.accepts(shot.joined(parts))


@pytest.mark.rule("pitchix", "D18")
def test_the_steps_of_a_flick() -> None:
    """Rim and aim by tenths of a degree, tilt by degrees, power by thousandths, spin by hundredths."""
    assert {name: (axis.low, axis.high) for name, axis in AXES.items()} == {
        "rim": (0, 3599),
        "tilt": (-90, 90),
        "aim": (-600, 600),
        "power": (0, 1000),
        "spin": (-100, 100),
    }
    assert heading_of(2_700, 0) == 9_000  # from the south to the north
    assert heading_of(2_700, 100) == 10_000  # ten degrees to the shooter's left: to the west
    assert heading_of(0, -50) == 17_500


@pytest.mark.rule("pitchix", "D18")
def test_the_start_on_the_edge() -> None:
    """From the south, pointing to the middle: upright, its centre 476.5 below, 20 of it over the edge."""
    x, y, c, s = start_of(27_000, 9_000, 0)
    assert (x, y, c, s) == pytest.approx((0.0, -476.5, 1.0, 0.0), abs=1e-6)
    assert min(y for _, y in corners((x, y, c, s))) == pytest.approx(-520.0, abs=1e-6)
    across = start_of(27_000, 9_000, 9_000)
    assert min(y for _, y in corners(across)) == pytest.approx(-505.0, abs=1e-6)


@pytest.mark.rule("pitchix", "D17")
def test_the_table_and_the_four_in_its_middle() -> None:
    assert (RADIUS, HALF_WIDTH, HALF_HEIGHT) == (500, 28.5, 43.5)
    assert CENTRE[NE][0] - HALF_WIDTH - (CENTRE[NW][0] + HALF_WIDTH) == 100
    assert CENTRE[NE][1] - HALF_HEIGHT - (CENTRE[SE][1] + HALF_HEIGHT) == 100
    assert {hypot(x, y) for x, y, _, _ in CENTRE} == {hypot(78.5, 93.5)}  # equally far from all


@pytest.mark.rule("pitchix", "D18")
def test_spin_is_a_tap_beside_the_middle() -> None:
    """Counter-clockwise where it is positive. Full power and full spin: 2,500 × 10 / 901.5 rad/s."""
    left, right = flick(270, 0, 0, 0.4, 0.2, ()), flick(270, 0, 0, 0.4, -0.2, ())
    assert 0 < left.path[2].pose.angle < 9_000
    assert 27_000 < right.path[2].pose.angle < FULL_TURN
    first = flick(270, 0, 0, 1, 1, ()).path[1].pose  # four steps of 4 ms, hardly braked
    assert first.angle / 100 * pi / 180 == pytest.approx(2_500 * 10 / 901.5 * 0.016, rel=0.05)


@pytest.mark.rule("pitchix", "D19")
def test_a_rougher_table_brakes_sooner() -> None:
    """v² / (2 μ g), nearly: a little of the way the card sticks out and leans on fewer points."""
    way = {}
    for name, surface in (("glass", GLASS), ("wood", WOOD), ("cloth", CLOTH)):
        slid = slide(27_000, 9_000, 0, 0.3, 0.0, (), surface)
        way[name] = slid.lie[1] + START
        assert way[name] == pytest.approx((300 + 2200 * 0.3) ** 2 / (2 * surface.table * 9810), rel=0.02)
    assert way["glass"] > way["wood"] > way["cloth"]
    assert [s.card / s.table for s in (WOOD, GLASS, CLOTH)] == pytest.approx([1.8, 1.8, 1.8])


@pytest.mark.rule("pitchix", "D19")
def test_cards_are_rougher_than_the_table() -> None:
    """Over a card it comes less far than over bare wood, and the card beneath stays where it is."""
    bare, over = flick(270, 0, 0, 0.5, lying=()), flick(270, 0, 0, 0.5, lying=((0.0, -200.0, 1.0, 0.0),))
    assert over.lie[1] < bare.lie[1] - 20


@pytest.mark.rule("pitchix", "D20")
def test_too_close_is_twenty_from_the_edge() -> None:
    """Upright at the top: the corner lies at (28.5, y + 43.5), on the border at y = 435.65."""
    assert hypot(28.5, 435.6 + 43.5) < BORDER < hypot(28.5, 435.7 + 43.5)
    assert not too_close((0.0, 435.6, 1.0, 0.0))
    assert too_close((0.0, 435.7, 1.0, 0.0))


@pytest.mark.rule("pitchix", "D20")
def test_rectangles_that_share_an_edge_touch() -> None:
    upright: Lie = (0.0, 0.0, 1.0, 0.0)
    assert meets(upright, (57.0, 0.0, 1.0, 0.0))
    assert not meets(upright, (57.01, 0.0, 1.0, 0.0))
    assert meets(upright, (0.0, 72.0, 0.0, 1.0))  # the other lies across: 43.5 + 28.5
    assert not meets(upright, (0.0, 72.01, 0.0, 1.0))
    c, s = cos(pi / 4), sin(pi / 4)
    assert not meets(upright, (70.0, 80.0, c, s))  # corner to corner, but aslant


@pytest.mark.rule("pitchix", "D21")
def test_angles_are_found_again() -> None:
    for angle in range(0, FULL_TURN, 7):
        lie = lie_of(pose_of(start_of(0, angle + 9_000, 0)))
        assert turned(lie[2], lie[3]) == angle


@pytest.mark.rule("pitchix", "D23")
def test_the_path_has_every_fourth_step() -> None:
    slid = flick(270, 0, -8, 0.8)
    assert [w.after for w in slid.path] == [16 * i for i in range(56)]  # 220 steps of 4 ms
    assert slid.path[0].pose == pose_of(start_of(27_000, 8_200, 0))
    assert slid.path[-1].pose == pose_of(slid.lie)
    odd = flick(270, 0, 0, 1)  # 125 steps: the last one is there too
    assert [w.after for w in odd.path[-2:]] == [496, 500]


@pytest.mark.rule("pitchix", "D21")
def test_any_slide_ends_on_the_table_or_beyond_its_edge() -> None:
    pick = Random(7)
    for _ in range(60):
        lying = tuple(CENTRE[i] for i in range(pick.randrange(5)))
        shot = Shot(AXES, lying).sample(_Picker(pick))
        slid = slide(
            shot["rim"] * 10,
            heading_of(shot["rim"], shot["aim"]),
            shot["tilt"] * 100,
            shot["power"] / 1000,
            shot["spin"] / 100,
            lying,
        )
        assert slid.steps <= 300
        inside = all(hypot(x, y) <= BORDER for x, y in corners(slid.lie))
        assert inside == (slid.rest in (SlideEnd.TOUCHED, SlideEnd.MISSED))
        assert (hypot(*slid.lie[:2]) > RADIUS) == (slid.rest is SlideEnd.FALLEN)
        assert (slid.rest is SlideEnd.MISSED) <= (not any(meets(slid.lie, lie) for lie in lying))


class _Picker:
    def __init__(self, random: Random) -> None:
        self.random = random

    def below(self, n: int) -> int:
        return self.random.randrange(n)


@pytest.mark.rule("pitchix", "D21")
def test_two_processes_find_the_same_bits() -> None:
    code = "from tools.slides import digest; print(digest(40, 3))"
    other = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ}
    )
    assert other.stdout.strip() == digest(40, 3)


def test_environments_choose_axis_by_axis() -> None:
    """Coarse steps, each accepted; what lies at the edge takes its places away."""
    shot = Shot(AXES, CENTRE)
    middle = {name: values[len(values) // 2] for name, values in STEPS.items()}
    assert shot.accepts(middle)
    assert shot.joined(list(middle.values())) == middle
    assert not shot.complete(list(middle.values())[:-1]) and shot.complete(list(middle.values()))
    full = Shot(AXES, ((0.0, -430.0, 1.0, 0.0),))
    rims = [value for _, value in full.choices(None, [])]  # type: ignore[arg-type]
    assert 2_700 not in rims and 900 in rims
    assert len(shot.keys(None)) == 24 + 4 + 25 + 21 + 5  # type: ignore[arg-type]


def test_players_are_sent_plain_numbers() -> None:
    assert Shot(AXES, CENTRE).outward(str) == Vector(AXES)
