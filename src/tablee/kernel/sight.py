"""Who sees what lies in a zone. Closed by default: a zone that says nothing shows nothing."""

from enum import StrEnum


class Sight(StrEnum):
    ALL = "all"
    OWNER = "owner"
    OTHERS = "others"
    """All but the owner (a card on the forehead)."""
    TOP = "top"
    """The last `depth` cards to everybody; the rest to nobody."""
    COUNT = "count"
    """Nobody sees a face, everybody sees how many and where."""
    NOTHING = "nothing"
    """Not even that it is there."""
