"""The games' emblems: each lies beside its rules as `emblem.svg`, and a page gets them all as one picture."""

from functools import cache
from importlib.resources import files
from logging import getLogger
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from tablee.games.registry import games

LOG = getLogger(__name__)
SVG = "http://www.w3.org/2000/svg"
SHAPES = ("circle", "ellipse", "g", "line", "path", "polygon", "polyline", "rect", "text")
"""What an emblem may be made of: nothing that runs, links or styles anything else."""
NOT_DRAWN = ("id", "class", "style", "href")
SIDE = "0 0 48 48"
ElementTree.register_namespace("", SVG)


def emblem(key: str) -> Element:
    """A game's own drawing. One that is missing, no picture or more than a picture is a ValueError."""
    try:
        drawn = ElementTree.fromstring((files(f"tablee.games.{key}") / "emblem.svg").read_text("utf-8"))
    except (OSError, ElementTree.ParseError) as wrong:
        raise ValueError(f"the emblem of {key}: {wrong}") from None
    if drawn.tag != f"{{{SVG}}}svg" or drawn.get("viewBox") != SIDE:
        raise ValueError(f"the emblem of {key} is no drawing with a viewBox of {SIDE}")
    for part in drawn.iter():
        name = part.tag.removeprefix(f"{{{SVG}}}")
        odd = [a for a in part.attrib if a.startswith(("{", "on")) or a in NOT_DRAWN]
        odd += [a for a, value in part.attrib.items() if "url" in value]
        if odd or (part is not drawn and name not in SHAPES):
            raise ValueError(f"the emblem of {key} has a <{name} {' '.join(odd)}>, which is more than a drawing")
    return drawn


def plain(name: str) -> Element:
    """For a game without an emblem: its first letter on a card."""
    drawn = Element(f"{{{SVG}}}svg", viewBox=SIDE)
    card = {"x": "9", "y": "4", "width": "30", "height": "40", "rx": "3", "fill": "#fffdf8", "stroke": "#2a211b"}
    SubElement(drawn, f"{{{SVG}}}rect", {**card, "stroke-width": "2.6"})
    letter = {"x": "24", "y": "33", "text-anchor": "middle", "font-size": "26", "fill": "#2a211b"}
    SubElement(drawn, f"{{{SVG}}}text", letter).text = name[:1]
    return drawn


@cache
def sheet() -> bytes:
    """All of them, each a symbol named by its game's key."""
    whole = Element(f"{{{SVG}}}svg")
    for key, game in games().items():
        try:
            drawn = emblem(key)
        except ValueError as wrong:
            LOG.warning("%s", wrong)
            drawn = plain(game.info.name)
        SubElement(whole, f"{{{SVG}}}symbol", id=key, viewBox=SIDE).extend(drawn)
    return ElementTree.tostring(whole)
