"""Slides by the million: `python -m tools.slides --slides 1000000 [--seed 1]`.

Two processes slide the same cards on tables that fill up as in a game, and must agree on every bit. Every slide
must end within its bound; a card that stays must lie on the table, clear of its edge and of every other card.
"""

import argparse
import struct
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from math import hypot
from random import Random
from time import perf_counter

from tablee.pieces.shot import AXES, Shot, heading_of
from tablee.pieces.slide import (
    BORDER,
    CENTRE,
    CLOTH,
    GLASS,
    RADIUS,
    WOOD,
    Lie,
    Slide,
    SlideEnd,
    corners,
    meets,
    slide,
)

MOST_STEPS = 400
"""Half as many again as any slide was seen to take on wood; glass is smoother."""
FULL = 20
"""Cards on a table before it is laid anew."""


class Draws:
    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def below(self, n: int) -> int:
        return self._random.randrange(n)


def slides(count: int, seed: int) -> Iterator[tuple[Slide, list[Lie]]]:
    """Each slide, and what lay on the table before it."""
    draws = Draws(seed)
    lying: list[Lie] = []
    surface = WOOD
    for _ in range(count):
        if not lying or len(lying) > FULL:
            lying = list(CENTRE)
            surface = (WOOD, GLASS, CLOTH)[draws.below(3)]
        shot = Shot(AXES, lying).sample(draws)
        trembling = draws.below(801) - 400
        heading = heading_of(shot["rim"], shot["aim"]) + trembling
        slid = slide(
            shot["rim"] * 10,
            heading,
            shot["tilt"] * 100,
            shot["power"] / 1_000,
            shot["spin"] / 100,
            lying,
            surface,
        )
        yield slid, lying
        if slid.rest is SlideEnd.MISSED:
            lying = [*lying, slid.lie]
        elif slid.rest is SlideEnd.TOUCHED:
            gone = {i for i, _ in slid.touched}
            lying = [lie for i, lie in enumerate(lying) if i not in gone]


def fault(slid: Slide, lying: list[Lie]) -> str | None:
    """What is wrong with a slide, if anything is."""
    if slid.steps > MOST_STEPS:
        return f"{slid.steps} steps"
    if (hypot(*slid.lie[:2]) > RADIUS) != (slid.rest is SlideEnd.FALLEN):
        return "fallen, or not"
    stays = slid.rest in (SlideEnd.TOUCHED, SlideEnd.MISSED)
    if stays and any(hypot(x, y) > BORDER + 1e-9 for x, y in corners(slid.lie)):
        return "too close to the edge"
    if slid.rest is SlideEnd.MISSED and any(meets(slid.lie, lie) for lie in lying):
        return "lies on another card"
    return None


def digest(count: int, seed: int) -> str:
    """All the bits of these slides; whatever is wrong with one raises."""
    bits = sha256()
    for i, (slid, lying) in enumerate(slides(count, seed)):
        if wrong := fault(slid, lying):
            raise AssertionError(f"slide {i} of seed {seed}: {wrong}: {slid}")
        bits.update(struct.pack("<4di", *slid.lie, slid.steps))
        bits.update(repr((slid.rest, slid.touched, slid.path[-2:])).encode())
    return bits.hexdigest()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slides", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--alone", action="store_true", help="print the digest and nothing else")
    args = parser.parse_args()
    if args.alone:
        print(digest(args.slides, args.seed))
        return
    begun = perf_counter()
    command = [sys.executable, "-m", "tools.slides", "--alone"]
    command += ["--slides", str(args.slides), "--seed", str(args.seed)]
    other = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    own = digest(args.slides, args.seed)
    theirs = other.communicate()[0].strip()
    each = (perf_counter() - begun) / args.slides * 1_000
    print(f"{args.slides} slides, {each:.2f} ms each, {own[:16]}")
    if own != theirs:
        sys.exit(f"another process found other bits: {theirs[:16]}")


if __name__ == "__main__":
    main()
