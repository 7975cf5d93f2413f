"""Who is seen through a keyhole, slowly: the rulings D2 and D14 to D16 in exact fractions, ray by ray, every ray
against every box and every ghost. It shares no code with the hall but the table of data."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import isqrt

from tablee.games.pas_vu_pas_pris.hall.shapes import COS, SIN, Doorway
from tablee.kernel.zones import Pose

F = Fraction
Vec = tuple[Fraction, Fraction, Fraction]
Matrix = tuple[Vec, Vec, Vec]

BOXES = {
    "table": "-23,23,-23,23,30,34;-23,-19,-23,-19,0,30;19,23,-23,-19,0,30;-23,-19,19,23,0,30;19,23,19,23,0,30",
    "fauteuil": "-24,24,-22,22,0,12;-24,24,14,22,12,34;-24,-18,-22,14,12,22;18,24,-22,14,12,22",
    "bureau": "-40,40,-18,18,30,34;-40,40,-18,-14,0,30;-40,-36,-14,18,0,30;36,40,-14,18,0,30",
    "piano": "-36,36,0,16,0,58;-36,36,-16,0,24,32;-36,-32,-16,-12,0,24;32,36,-16,-12,0,24",
    "chariot": "-28,28,-17,17,4,7;-28,28,-17,17,38,41;-28,-25,-17,-14,0,42;25,28,-17,-14,0,42;"
    "-28,-25,14,17,0,42;25,28,14,17,0,42;-25,25,15,17,7,38",
    "miroir": "-22,22,-12,12,0,4;-22,22,-2,2,4,76",
}
GHOSTS = ((7, 18), (10, 28), (13, 38))
DOUBT = F(1, 10**7)
"""Whatever lies nearer than this to a border may be judged either way."""
SHARP = 10**24


def root(v: Fraction) -> Fraction:
    """A square root to 24 places."""
    return F(isqrt(v.numerator * SHARP * SHARP // v.denominator), SHARP) if v > 0 else F(0)


def cosine(half: int) -> Fraction:
    return F(round(COS[half % 720] * 10**9), 10**9)


def sine(half: int) -> Fraction:
    return F(round(SIN[half % 720] * 10**9), 10**9)


def dot(a: Vec, b: Vec) -> Fraction:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def minus(a: Vec, b: Vec) -> Vec:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


ONE = F(1)


def plus(a: Vec, b: Vec, t: Fraction = ONE) -> Vec:
    return a[0] + t * b[0], a[1] + t * b[1], a[2] + t * b[2]


def times(m: Matrix, p: Vec) -> Vec:
    return dot(m[0], p), dot(m[1], p), dot(m[2], p)


def product(m: Matrix, n: Matrix) -> Matrix:
    columns = list(zip(*n, strict=True))
    a, b, c = (tuple(dot(row, column) for column in columns) for row in m)
    return (a[0], a[1], a[2]), (b[0], b[1], b[2]), (c[0], c[1], c[2])


def about_x(half: int) -> Matrix:
    c, s = cosine(half), sine(half)
    return (F(1), F(0), F(0)), (F(0), c, -s), (F(0), s, c)


def about_y(half: int) -> Matrix:
    c, s = cosine(half), sine(half)
    return (c, F(0), s), (F(0), F(1), F(0)), (-s, F(0), c)


def about_z(half: int) -> Matrix:
    c, s = cosine(half), sine(half)
    return (c, -s, F(0)), (s, c, F(0)), (F(0), F(0), F(1))


@dataclass(frozen=True)
class Thing:
    """Boxes in a frame of their own: a point of it is at `turn` times the point, plus `at`."""

    boxes: Sequence[Sequence[int]]
    turn: Matrix
    at: Vec

    def local(self, p: Vec) -> Vec:
        # The turn of nine decimals is orthogonal but for that rounding, far below what is in doubt.
        q = minus(p, self.at)
        x, y, z = (dot((self.turn[0][i], self.turn[1][i], self.turn[2][i]), q) for i in range(3))
        return x, y, z


@cache
def thing(piece: str, pose: Pose) -> Thing:
    """World = Rz(yaw) Lean Down local + (x, y, z) (D2)."""
    boxes = [[int(v) for v in box.split(",")] for box in BOXES[piece].split(";")]
    down = (about_x(0), about_x(360), about_x(180), about_x(-180), about_y(-180), about_y(180))[pose.down]
    corners = [times(down, (F(x), F(y), F(z))) for b in boxes for x in b[0:2] for y in b[2:4] for z in b[4:6]]
    low = [min(c[i] for c in corners) for i in range(3)]
    high = [max(c[i] for c in corners) for i in range(3)]
    shift = (-(low[0] + high[0]) / 2, -(low[1] + high[1]) / 2, -low[2])
    half_x, half_y = (high[0] - low[0]) / 2, (high[1] - low[1]) / 2
    lean, pivot = (
        (about_x(0), (F(0), F(0), F(0))),
        (about_y(pose.lean), (half_x, F(0), F(0))),
        (about_y(-pose.lean), (-half_x, F(0), F(0))),
        (about_x(-pose.lean), (F(0), half_y, F(0))),
        (about_x(pose.lean), (F(0), -half_y, F(0))),
    )[pose.edge]
    yaw = about_z(2 * pose.angle)
    at = times(yaw, plus(times(lean, minus(shift, pivot)), pivot))
    return Thing(boxes, product(yaw, product(lean, down)), plus(at, (F(pose.x, 2), F(pose.y, 2), F(pose.z, 2))))


# ---- ghosts ---------------------------------------------------------------------------------------------


@cache
def body(size: int, pose: Pose) -> Thing:
    """A ghost's frame: its foot at the origin, its axis up."""
    r, h = GHOSTS[size]
    at = (F(pose.x, 2), F(pose.y, 2), F(pose.z, 2))
    if not pose.down:
        return Thing((), about_z(0), at)
    turn = product(about_z(2 * pose.angle), about_y(180))
    return Thing((), turn, plus(plus(at, (F(0), F(0), F(r))), times(turn, (F(0), F(0), F(1))), F(-h, 2)))


def surface(size: int, pose: Pose, around: int = 12) -> Iterator[tuple[Vec, Vec]]:
    """Points and normals: 96 of them with twelve around (D14)."""
    r, h = GHOSTS[size]
    frame = body(size, pose)
    for j in range(8):
        for m in range(around):
            turn = 720 * m // around + 30 * (j % 2)
            c, s = cosine(turn), sine(turn)
            if j < 5:
                p, n = (r * c, r * s, F(2 * j + 1, 10) * (h - r)), (c, s, F(0))
            else:
                up = (40, 90, 140)[j - 5]
                n = (cosine(up) * c, cosine(up) * s, sine(up))
                p = plus((F(0), F(0), F(h - r)), n, F(r))
            yield plus(times(frame.turn, p), frame.at), times(frame.turn, n)


# ---- rays -----------------------------------------------------------------------------------------------


def interval(a: Fraction, d: Fraction, low: Fraction, high: Fraction) -> tuple[Fraction, Fraction] | None:
    """Between which parts of a way from a by d one is between low and high."""
    if d == 0:
        return (F(-(10**9)), F(10**9)) if low < a < high else None
    one, other = (low - a) / d, (high - a) / d
    return min(one, other), max(one, other)


def meets_box(a: Vec, d: Vec, part: tuple[Fraction, Fraction], box: Sequence[int], more: Fraction) -> bool:
    enter, leave = part
    for axis in range(3):
        span = interval(a[axis], d[axis], box[2 * axis] - more, box[2 * axis + 1] + more)
        if span is None:
            return False
        enter, leave = max(enter, span[0]), min(leave, span[1])
    return enter < leave


def round_part(a: Sequence[Fraction], d: Sequence[Fraction], r: Fraction) -> tuple[Fraction, Fraction] | None:
    """Which part of a way is nearer than r to the origin, in two dimensions or three."""
    square = sum((v * v for v in d), F(0))
    inward = sum((u * v for u, v in zip(a, d, strict=True)), F(0))
    room = inward * inward - square * (sum((v * v for v in a), F(0)) - r * r)
    if room <= 0 or square == 0:
        return None
    q = root(room)
    return (-inward - q) / square, (-inward + q) / square


def meets_ghost(a: Vec, d: Vec, part: tuple[Fraction, Fraction], size: int, more: Fraction) -> bool:
    """A cylinder up to h - r, and a sphere."""
    r, h = GHOSTS[size][0] + more, GHOSTS[size][1]
    neck = F(h - GHOSTS[size][0])
    if across := round_part(a[:2], d[:2], r):
        enter, leave = max(part[0], across[0]), min(part[1], across[1])
        ends = a[2] + enter * d[2], a[2] + leave * d[2]
        if enter < leave and max(ends) > -more and min(ends) < neck + more:
            return True
    ball = round_part((a[0], a[1], a[2] - neck), d, r)
    return ball is not None and max(part[0], ball[0]) < min(part[1], ball[1])


@dataclass(frozen=True)
class Slow:
    """A scene as the reference sees it."""

    pieces: dict[str, Pose]
    ghosts: dict[int, tuple[int, Pose]]
    """Size and pose."""

    def free(self, a: Vec, b: Vec, but: int | None, more: Fraction) -> bool:
        d = minus(b, a)
        cut = F(1, 5) / root(dot(d, d))
        part = cut, 1 - cut
        for piece, pose in self.pieces.items():
            it = thing(piece, pose)
            start, way = it.local(a), minus(it.local(b), it.local(a))
            if any(meets_box(start, way, part, box, more) for box in it.boxes):
                return False
        for key, (size, pose) in self.ghosts.items():
            if key != but:
                it = body(size, pose)
                start, way = it.local(a), minus(it.local(b), it.local(a))
                if meets_ghost(start, way, part, size, more):
                    return False
        return True

    def counts(self, key: int, door: Doorway, doubt: Fraction, around: int = 12) -> tuple[int, int]:
        """Points seen directly, and others in the mirror. With a doubt above 0 every border is drawn so that more
        is hidden, below 0 so that less is."""
        size, pose = self.ghosts[key]
        direct = mirror = 0
        eye, forward, right = looker(door)
        glass = thing("miroir", self.pieces["miroir"]) if "miroir" in self.pieces else None
        for p, n in surface(size, pose, around):
            if (
                dot(n, minus(eye, p)) > doubt
                and within(p, eye, forward, right, doubt)
                and self.free(eye, p, key, doubt)
            ):
                direct += 1
            elif glass and self.mirrored(p, n, key, glass, (eye, forward, right), doubt):
                mirror += 1
        return direct, mirror

    def mirrored(
        self, p: Vec, n: Vec, key: int, glass: Thing, look: tuple[Vec, Vec, Vec], doubt: Fraction
    ) -> bool:
        eye, forward, right = look
        e, q = glass.local(eye), glass.local(p)
        if e[1] >= -2 - doubt or q[1] >= -2 - doubt:
            return False
        image = q[0], -4 - q[1], q[2]
        way = minus(image, e)
        m = plus(e, way, (-2 - e[1]) / way[1])
        if not (-18 + doubt <= m[0] <= 18 - doubt and 10 + doubt <= m[2] <= 70 - doubt):
            return False
        spot = plus(times(glass.turn, m), glass.at)
        if not within(spot, eye, forward, right, doubt) or dot(n, minus(spot, p)) <= doubt:
            return False
        return self.free(eye, spot, None, doubt) and self.free(spot, p, key, doubt)


def looker(door: Doorway) -> tuple[Vec, Vec, Vec]:
    """The eye, where it looks, and its right hand."""
    side, a = door[0], F(25 + 50 * (door[1] - 1))
    x, y, fx, fy, ux, uy = (
        (a, F(-15), 0, 1, 1, 0),
        (F(-15), 300 - a, 1, 0, 0, -1),
        (300 - a, F(315), 0, -1, -1, 0),
        (F(315), a, -1, 0, 0, 1),
    )[side]
    return (x, y, F(26)), (F(fx), F(fy), F(0)), (F(ux), F(uy), F(0))


def within(p: Vec, eye: Vec, forward: Vec, right: Vec, doubt: Fraction) -> bool:
    """Inside the keyhole."""
    d = minus(p, eye)
    far = dot(d, forward)
    if far <= 1:
        return False
    u, w = dot(d, right) / far, d[2] / far
    if u * u + (w - F(1, 10)) ** 2 <= F(81, 100) - doubt:
        return True
    half = F(35, 100) + F(25, 100) * (F(-45, 100) - w) / F(65, 100)
    return F(-110, 100) + doubt <= w <= F(-45, 100) - doubt and abs(u) <= half - doubt


def bounds(slow: Slow, key: int, door: Doorway) -> tuple[tuple[int, int], tuple[int, int]]:
    """The fewest points that any exact judge sees, directly and in all, and the most."""
    (least, least_more), (most, most_more) = slow.counts(key, door, DOUBT), slow.counts(key, door, -DOUBT)
    return (least, least + least_more), (most, most + most_more)
