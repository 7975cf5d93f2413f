"""How a card is flicked, as a parameter of a move: from where on the edge, how it lies, which way, how hard."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import ClassVar

from tablee.kernel.choices import Choice, Key, Lister, Pieces
from tablee.kernel.domains import CARD_TO_NAME, Axis, Domain, Value, Vector
from tablee.kernel.rng import Picker
from tablee.pieces.slide import FULL_TURN, Lie, meets, start_of

AXES: Mapping[str, Axis] = {
    "rim": Axis(0, 3_599),
    "tilt": Axis(-90, 90),
    "aim": Axis(-600, 600),
    "power": Axis(0, 1_000),
    "spin": Axis(-100, 100),
}
"""Place on the edge and direction by tenths of a degree (0: to the middle, positive: to the left), how the long
side lies against the direction by degrees, power by thousandths, spin by hundredths (positive: to the left)."""

STEPS: Mapping[str, Sequence[int]] = {
    "rim": range(0, 3_600, 150),
    "tilt": range(-45, 91, 45),
    "aim": range(-240, 241, 20),
    "power": range(0, 1_001, 50),
    "spin": range(-100, 101, 50),
}
"""What environments choose from, axis by axis."""
TRIES = 200
_LIKELY: Mapping[str, tuple[int, int]] = {"aim": (-200, 200), "power": (100, 800)}
"""Most draws of chance lie here, where something comes of a shot."""
_REACH = 105.0 * 105.0
"""Cards whose centres are farther apart cannot meet, however they lie."""


def heading_of(rim: int, aim: int) -> int:
    """In hundredths of a degree: 0 is to the right."""
    return (rim * 10 + 18_000 + aim * 10) % FULL_TURN


class Shot(Vector, frozen=True):
    """A flick from where no card lies. Players are sent the plain numbers: who aims sees what is in his way."""

    sent: ClassVar[bool] = False
    lying: Sequence[Lie] = ()
    """The cards on the table."""

    def accepts(self, value: Value) -> bool:
        return super().accepts(value) and not self._taken(value)

    def why_not(self, value: Value) -> str:
        return "start_taken" if super().accepts(value) else super().why_not(value)

    def _taken(self, value: Mapping[str, int]) -> bool:
        start = start_of(value["rim"] * 10, heading_of(value["rim"], value["aim"]), value["tilt"] * 100)
        return any(meets(start, lie) for lie in self.lying)

    def sample(self, pick: Picker) -> Value:
        """Mostly a shot that might touch something."""
        for _ in range(TRIES):
            value = {}
            for name, axis in self.axes.items():
                low, high = _LIKELY.get(name, (axis.low, axis.high)) if pick.below(4) else (axis.low, axis.high)
                value[name] = low + pick.below(high - low + 1)
            if not self._taken(value):
                return value
        return next((shot for shot in self._round() if not self._taken(shot)), value)

    def _round(self) -> Iterator[dict[str, int]]:
        """All around the table, for when it is nearly full."""
        for rim in range(3_600):
            for tilt in (0, 90):
                yield {"rim": rim, "tilt": tilt, "aim": 0, "power": 500, "spin": 0}

    def choices(self, by: Lister, parts: Sequence[Value]) -> Iterator[Choice]:
        name = tuple(self.axes)[len(parts)]
        for value in self._left(name, parts) or STEPS[name]:
            yield (name, value), value

    def _left(self, name: str, parts: Sequence[int]) -> Sequence[int]:
        """Near other cards it depends on how the card lies."""
        if name in ("power", "spin") or (parts and self._free(parts[0])):
            return STEPS[name]
        if name == "rim" and (free := [rim for rim in STEPS[name] if self._free(rim)]):
            return free
        return [value for value in STEPS[name] if self._opens(*parts, value)]

    def _opens(self, rim: int, *how: int) -> bool:
        tilts = how[:1] or STEPS["tilt"]
        aims = how[1:] or STEPS["aim"]
        return any(not self._taken({"rim": rim, "tilt": t, "aim": a}) for t, a in product(tilts, aims))

    def _free(self, rim: int) -> bool:
        """Nothing lies so near that it could be in the way of a card here, however that lies."""
        x, y, _, _ = start_of(rim * 10, 0, 0)
        return all((x - lie[0]) ** 2 + (y - lie[1]) ** 2 > _REACH for lie in self.lying)

    def keys(self, table: Pieces) -> set[Key]:
        return {(name, value) for name in self.axes for value in STEPS[name]}

    def outward(self, name: CARD_TO_NAME) -> Domain:
        return Vector(self.axes)
