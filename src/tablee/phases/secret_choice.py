"""SecretChoice: everybody chooses at once, sealed; when all are in, the choices are opened together."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic

from msgspec import field

from tablee.kernel.domains import Domain
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import S, Sealed
from tablee.kernel.rng import Rng
from tablee.kernel.units import Seat
from tablee.kernel.values import PLAIN, Shown
from tablee.phases.together import Together


class SecretChoice(Together[S], Generic[S]):
    """A game says what may be chosen, what a silent seat chooses, and what the choices do."""

    shown: ClassVar[Shown] = {"choices": PLAIN}
    move_name: ClassVar[str]
    param: ClassVar[str]
    chooses_cards: ClassVar[bool] = False
    choices: dict[Seat, Sealed] = field(default_factory=dict)

    def choosers(self, s: S) -> Sequence[Seat]:
        """Who chooses: everybody, unless a game says otherwise."""
        return s.all_seats

    def domain(self, s: S, seat: Seat) -> Domain:
        raise NotImplementedError

    def default(self, s: S, seat: Seat) -> Any:
        """What the engine chooses for a seat that stays silent."""
        raise NotImplementedError

    def opened(self, s: S, choices: Mapping[Seat, Any]) -> None:
        """All choices are in."""
        raise NotImplementedError

    def actors(self, s: S) -> Sequence[Seat]:
        return [seat for seat in self.choosers(s) if seat not in self.choices]

    def offers(self, s: S, seat: Seat) -> Sequence[Offer]:
        if seat not in self.actors(s):
            return ()
        return (Offer(self.move_name, {self.param: self.domain(s, seat)}, secret=True),)

    def play(self, s: S, seat: Seat, move: Move) -> None:
        self._seal(s, seat, move.args[self.param])
        s.tell("chosen", seat=seat)
        if not self.actors(s):
            self.all_in(s)

    def silent(self, s: S, seat: Seat) -> None:
        self._seal(s, seat, self.default(s, seat))

    def _seal(self, s: S, seat: Seat, value: Any) -> None:
        self.choices[seat] = Sealed(value, seat, self.chooses_cards)

    def all_in(self, s: S) -> None:
        self.opened(s, {seat: self.choices[seat].value for seat in self.choosers(s)})

    def reseal(self, s: S, seat: Seat, rng: Rng) -> None:
        for other in list(self.choices):
            if other != seat:
                self._seal(s, other, self.domain(s, other).sample(rng))
