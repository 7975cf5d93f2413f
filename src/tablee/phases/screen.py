"""One screen for several seats (C13): whoever types where others can read buzzes first and types afterwards, and
nobody closes his eyes where another looks on."""

from tablee.kernel.game import SeatOptions
from tablee.kernel.state import State
from tablee.kernel.units import Seat


class ScreenSeatOptions(SeatOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Options of a seat in a game that asks who sits at one screen."""

    shares: bool = False
    """Its screen is another seat's too."""


def shares(s: State, seat: Seat) -> bool:
    return isinstance(options := s.seat_options[seat], ScreenSeatOptions) and options.shares
