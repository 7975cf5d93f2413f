"""Version 3: at large tables a further error cost half as many heaps."""

from msgspec import structs

from tablee.games.vizdibix.rules import Vizdibix, VizdibixState


class Vizdibix3State(VizdibixState, kw_only=True):
    @property
    def longer(self) -> int:
        return self.n // 2


class Vizdibix3(Vizdibix):
    info = structs.replace(Vizdibix.info, version=3)
    state = Vizdibix3State


GAME = Vizdibix3()
