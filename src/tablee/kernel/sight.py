"""Who sees a fact of a state or a phase. Closed by default: what is not declared is not sent."""

from enum import StrEnum


class Sight(StrEnum):
    ALL = "all"
    OWNER = "owner"
    """A list with one entry per seat: to each its own."""
    COUNT = "count"
    """Everybody sees how many there are, and nothing else."""
