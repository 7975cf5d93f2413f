"""Links as QR codes: a picture for the page, text for a phone that looks at the terminal."""

from functools import lru_cache
from io import BytesIO

import segno

GROUND = "#fffdf7"
"""A camera reads dark on light, also where the page is dark."""


@lru_cache(256)
def drawn(link: str) -> bytes:
    """A QR picture: some milliseconds of work."""
    svg = BytesIO()
    segno.make(link, error="m").save(svg, kind="svg", scale=8, border=2, light=GROUND, xmldecl=False)
    return svg.getvalue()


def terminal_qr(link: str) -> str:
    matrix = [list(row) for row in segno.make(link, error="l").matrix_iter(border=2)]
    if len(matrix) % 2:
        matrix.append([0] * len(matrix[0]))
    blocks = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    pairs = zip(matrix[::2], matrix[1::2], strict=True)
    return "\n".join("".join(blocks[a, b] for a, b in zip(top, low, strict=True)) for top, low in pairs)
