"""Version 2: whatever was turned up, a pair, an étoile or a pétard too, stayed in sight for the time of a miss."""

from typing import Any, Literal

from msgspec import structs

from tablee.games.zieufermix.rules import Zieufermix, ZieufermixState
from tablee.kernel.game import TableOptions
from tablee.phases.plane import Looking
from tablee.phases.show import Show


class Options(TableOptions, frozen=True, kw_only=True):
    flash_ms: Literal[300, 500, 1000] = 500
    miss_ms: Literal[1000, 1500, 3000] = 1500


class Zieufermix2State(ZieufermixState, kw_only=True):
    def look(self, phase: Looking[Any]) -> Show[Any]:
        return Show(span=self.options.miss_ms)


class Zieufermix2(Zieufermix):
    info = structs.replace(Zieufermix.info, version=2)
    state = Zieufermix2State
    options = Options


GAME = Zieufermix2()
