"""Free hands: everybody acts when he likes on what lies there, and an act names the last card its player has seen.

An act is an ordinary move, logged as it arrives and kept sealed until no earlier one can be on the wire: a
near-tie and the table's hold after it. Then the acts are made one by one in the order of their corrected times, so
that lag decides nothing, however late, twice or in whatever order they came. What lays a card counts only on the
card that it names (C14): if another has landed meanwhile, it is void and costs nothing. Those laid on the
same card within 30 ms are judged together, by the game.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, Generic

from msgspec import Struct, field

from tablee.kernel.moves import Move
from tablee.kernel.phase import Alarm, Phase, S
from tablee.kernel.rng import Rng
from tablee.kernel.units import ANTICIPATION, LOCKOUT, TIE, Millis, Seat


class FreeAct(Struct, frozen=True):
    """What a seat has done, with what the lexicon answered, and the stimulus that it had seen last."""

    at: Millis
    seat: Seat
    name: str
    after: int
    args: Mapping[str, Any]
    known: Mapping[str, int]


class Free(Phase[S], Generic[S]):
    """A game says which acts lay a card, what those on one card do together, and what the others do. `offers` name
    the stimulus (`stimulus=self.stimulus`), and a game sets it anew for each card that lands.

    A phase that is pushed on this one (a vote) lets the acts wait; they are made after it. One that lets people go
    on meanwhile may hand their moves to `take` of this phase."""

    hurried: ClassVar[bool] = True
    laying: ClassVar[Collection[str]] = ()
    """The acts that lay a card."""
    stimulus: int = -1
    """The last card that lies there."""
    acts: list[FreeAct] = field(default_factory=list)
    locked: dict[Seat, Millis] = field(default_factory=dict)

    # ---- what a game says --------------------------------------------------------------------------

    def laid(self, s: S, acts: Sequence[FreeAct]) -> None:
        """Cards that were laid on the last one within 30 ms of one another, in the order of their times."""
        raise NotImplementedError

    def acted(self, s: S, act: FreeAct) -> None:
        """Anything else, in its turn. What it was allowed by may be gone meanwhile: look again."""
        raise NotImplementedError

    def overtaken(self, s: S, act: FreeAct) -> None:
        """An act was too late, and is void; its author is told."""
        s.tell("overtaken", to=1 << act.seat, seat=act.seat)

    # ---- acts --------------------------------------------------------------------------------------

    def take(self, s: S, seat: Seat, move: Move) -> bool:
        """Seals an act; False if it was an anticipation, which locks out for a moment."""
        after = self.stimulus if move.answers is None else move.answers
        if move.name in self.laying and after >= 0 and move.at - s.stimuli[after] < ANTICIPATION:
            self.locked[seat] = move.at + LOCKOUT
            s.tell("anticipation", seat=seat)
            return False
        self.acts.append(FreeAct(move.at, seat, move.name, after, move.args, move.known))
        return True

    def has_acted(self, seat: Seat) -> bool:
        """Whether an act of this seat waits."""
        return any(act.seat == seat for act in self.acts)

    def opens_at(self, seat: Seat) -> Millis:
        """From when on this seat may lay: not while it is locked out."""
        return self.locked.get(seat, 0)

    def dismiss(self, s: S) -> None:
        """What all this was about is over: whatever waits is void."""
        acts, self.acts = self.acts, []
        for act in acts:
            self.overtaken(s, act)

    def alarms(self, s: S) -> Sequence[Alarm]:
        if not self.acts:
            return ()
        first = min(act.at for act in self.acts)
        return (Alarm("close", first - self.shift + TIE + 1, waits=True, shown=False),)

    def ring(self, s: S, alarm: Alarm) -> None:
        """Nothing earlier can arrive any more: the first act is made, or the first ones that tie."""
        first = min(self.acts, key=lambda act: (act.at, act.seat))
        if first.name not in self.laying:
            self.acts.remove(first)
            self.acted(s, first)
            return
        near = [act for act in self.acts if act.name in self.laying and act.at - first.at <= TIE]
        self.acts = [act for act in self.acts if act not in near]
        for act in near:
            if act.after != self.stimulus:
                self.overtaken(s, act)
        on_last = [act for act in near if act.after == self.stimulus]
        if on_last:
            self.laid(s, sorted(on_last, key=lambda act: (act.at, act.seat)))

    def reseal(self, s: S, seat: Seat, rng: Rng) -> None:
        """A seat does not know that others have acted: as far as it can tell, nobody has."""
        self.acts = [act for act in self.acts if act.seat == seat]
