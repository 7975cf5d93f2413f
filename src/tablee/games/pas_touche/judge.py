"""How a round is decided: a function of the set of touches and calls, whatever the order in which they came in."""

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from tablee.kernel.units import TIE, CardId, Millis, Seat
from tablee.phases.window import Placing, Press

CHOSEN, OTHER = "chosen", "other"
CALL_BEFORE: Millis = 1_000
"""How long before a touch its call may have been (D4)."""


class Touch(Struct, frozen=True):
    at: Millis
    seat: Seat
    card: CardId
    hand: str


class Ruling(Struct, frozen=True):
    """What comes of a touch."""

    touch: Touch
    kind: str


WINS, BLOCKS, SPARED, LATE = "wins", "blocks", "spared", "late"
WRONG_CARD, WRONG_HAND, NO_CALL = "wrong_card", "wrong_hand", "no_call"
MISTAKES = (WRONG_CARD, WRONG_HAND, NO_CALL)
PLACINGS: Mapping[str, Placing] = {WINS: "won", BLOCKS: "won", SPARED: "late", LATE: "late"}
"""How a page draws what came of a touch, among the lanes of any race."""


class RoundTerms(Struct, frozen=True):
    """What decides a round: the right card, whom it is forbidden to, and how long a call may be away."""

    right: CardId
    forbidden: Collection[Seat]
    call_ms: Millis | None
    """None: a block needs no call."""

    def called(self, touch: Touch, calls: Sequence[Press]) -> bool:
        """D4: from 1.0 s before the touch until `call_ms` after it."""
        return self.call_ms is None or any(
            c.seat == touch.seat and touch.at - CALL_BEFORE <= c.at <= touch.at + self.call_ms for c in calls
        )

    def judge(self, touch: Touch, calls: Sequence[Press]) -> str:
        """The truth table of D1, taken alone."""
        if touch.card != self.right:
            return WRONG_CARD  # R29
        may = touch.seat not in self.forbidden
        if (touch.hand == CHOSEN) != may:
            return WRONG_HAND  # R30
        if touch.hand == CHOSEN:
            return WINS
        return BLOCKS if self.called(touch, calls) else NO_CALL  # R31

    def end(self, touches: Sequence[Touch], calls: Sequence[Press]) -> tuple[Millis, str] | None:
        """D6: when the round was over, and by what."""
        by = {kind: [t.at for t in touches if self.judge(t, calls) == kind] for kind in (WINS, BLOCKS)}
        won, blocked = min(by[WINS], default=None), min(by[BLOCKS], default=None)
        if blocked is not None and (won is None or blocked < won - TIE):
            return blocked, BLOCKS
        return (won, WINS) if won is not None else None

    def rulings(self, touches: Sequence[Touch], calls: Sequence[Press]) -> list[Ruling]:
        """D6, D7: what was touched after the end is void, mistakes up to then are mistakes."""
        end = self.end(touches, calls)
        ruled = []
        for touch in sorted(touches, key=lambda t: (t.at, t.seat)):
            kind = self.judge(touch, calls)
            if end is not None and touch.at > end[0] + TIE:
                kind = LATE
            elif kind == BLOCKS and end is not None and end[1] == WINS:
                kind = SPARED
            ruled.append(Ruling(touch, kind))
        return ruled

    def pending(self, touches: Sequence[Touch], calls: Sequence[Press]) -> list[Touch]:
        """The blocks that may still be called, and then matter."""
        end = self.end(touches, calls)
        return [t for t in touches if self.judge(t, calls) == NO_CALL and (end is None or t.at <= end[0] + TIE)]
