"""Window: presses are kept sealed and resolved together, in the order of their corrected times.

A press is an ordinary move, logged as it arrives. Because an earlier one may still be on the wire, nothing
is decided before the first press plus a near-tie plus the table's hold. Whatever ends the window goes
through the same hold and the same order, so that lag decides nothing.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, Generic, Literal, TypedDict, Unpack

from msgspec import Struct, field

from tablee.kernel.events import Keep
from tablee.kernel.moves import Move
from tablee.kernel.phase import STRETCH, Alarm, Phase, S
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import Rng
from tablee.kernel.state import State
from tablee.kernel.units import ANTICIPATION, LOCKOUT, TIE, Millis, Seat
from tablee.kernel.values import SEAT, SPAN, TERM, Shown, Told


class Press(Struct, frozen=True):
    at: Millis
    seat: Seat
    name: str
    what: str = ""
    flags: int = 0
    """Of a word in `what`: what the lexicon said of it."""


Placing = Literal["won", "tied", "wrong", "late"]
"""What came of a press. Clients draw the lanes of a race by it, whatever the game."""
KINDS: Final[Mapping[Placing, str]] = {"won": "wins", "tied": "ties", "wrong": "wrong", "late": "late"}
"""The event that tells it, unless a game has words of its own."""


class Gains(TypedDict, total=False):
    """What else is told of a press: the cards it wins or costs, by how much it was late, what it was about."""

    count: int
    gives: int
    behind: Millis
    laid: Told
    """The cards that it was about, once they are decided: their symbols, from below."""
    why: Told
    """What they are, where that was not seen: a word for the log."""
    vain: int
    """1: whoever pressed is told so himself, above all else."""


def stretched(s: State, span: Millis) -> Millis:
    """A time that belongs to the rules is longer where the table wants more time, but never without end."""
    return span * (STRETCH[s.options.timers] or max(STRETCH.values())) // 100


def groups(presses: Sequence[Press]) -> list[list[Press]]:
    """Presses in order of time, near-ties together: each group starts at its first press."""
    result: list[list[Press]] = []
    for press in sorted(presses, key=lambda p: (p.at, p.seat)):
        if result and press.at - result[-1][0].at <= TIE:
            result[-1].append(press)
        else:
            result.append([press])
    return result


def cut(presses: Sequence[Press], ending: Collection[str]) -> tuple[list[Press], Press | None]:
    """The presses in order of time up to the first that ends the window, and that one.

    What was pressed at the same instant as the end is still in time.
    """
    ordered = sorted(presses, key=lambda p: (p.at, p.seat))
    end = next((p for p in ordered if p.name in ending), None)
    return [p for p in ordered if p.name not in ending and (end is None or p.at <= end.at)], end


class Window(Phase[S], Generic[S]):
    """A phase in which several seats press; a game says what the sorted presses mean."""

    hurried: ClassVar[bool] = True
    anticipation: ClassVar[Millis] = ANTICIPATION
    announces: ClassVar[bool] = False
    """Everybody sees at once that somebody has pressed, though not what."""
    stimulus: int = -1
    presses: list[Press] = field(default_factory=list)
    locked: dict[Seat, Millis] = field(default_factory=dict)

    def resolve(self, s: S, presses: Sequence[Press]) -> None:
        """Nothing earlier can arrive any more: decide."""
        raise NotImplementedError

    def press(self, s: S, seat: Seat, move: Move, what: str = "", flags: int = 0) -> bool:
        """Takes a reaction to the stimulus; False if it was void, an anticipation."""
        shown = s.stimuli[self.stimulus if move.answers is None else move.answers]
        opens = max(shown, self.opens_at(seat))
        if move.at < opens:
            raise Refused("too_early", wait=opens - move.at)
        if move.at - shown < self.anticipation:
            self.locked[seat] = move.at + LOCKOUT
            s.tell("anticipation", seat=seat)
            return False
        self.presses.append(Press(move.at, seat, move.name, what, flags))
        return True

    def tell_press(
        self,
        s: S,
        race: Placing,
        press: Press,
        shout: Told,
        *,
        keep: Keep = Keep.LASTING,
        since: int | None = None,
        **more: Unpack[Gains],
    ) -> None:
        """What came of a press, and how long after the stimulus it was (`since`: an older one)."""
        ms = press.at - s.stimuli[self.stimulus if since is None else since]
        s.tell(KINDS[race], keep=keep, race=TERM(race), seat=press.seat, shout=shout, ms=SPAN(ms), **more)

    def has_pressed(self, seat: Seat, name: str = "") -> bool:
        """Whether a press of this seat waits (one of that name, if it is given)."""
        return any(p.seat == seat and name in ("", p.name) for p in self.presses)

    def opens_at(self, seat: Seat) -> Millis:
        """From when on this seat may press: not while it is locked out."""
        return self.locked.get(seat, 0)

    def lockouts(self, s: S) -> dict[Seat, Millis]:
        """The lockouts that outlast this window, for the one that follows it."""
        return {seat: until for seat, until in self.locked.items() if until > s.now} if self.locked else {}

    def alarms(self, s: S) -> Sequence[Alarm]:
        if not self.presses:
            return ()
        first = min(p.at for p in self.presses)
        return (Alarm("close", first - self.shift + TIE + 1, waits=True, shown=False),)

    def ring(self, s: S, alarm: Alarm) -> None:
        presses, self.presses = self.presses, []
        self.resolve(s, presses)

    def reseal(self, s: S, seat: Seat, rng: Rng) -> None:
        """A seat does not know that others have pressed: as far as it can tell, nobody has."""
        self.presses = [p for p in self.presses if p.seat == seat]


class Covering(Window[S], Generic[S], kw_only=True):
    """One seat ends the window with its own card, or the clock does it for him: that is a press like the others.
    It adds no field, so that it may be mixed into any window: such a one has `seat` and `until` itself."""

    shown: ClassVar[Shown] = {"seat": SEAT}
    if TYPE_CHECKING:
        seat: Seat
        until: Millis = 0

    def actors(self, s: S) -> Sequence[Seat]:
        return s.all_seats if self.stimulus >= 0 else (self.seat,)

    def active(self, s: S) -> Sequence[Seat]:
        return (self.seat,)

    def alarms(self, s: S) -> Sequence[Alarm]:
        return (*super().alarms(s), Alarm("auto", self.until, self.seat, waits=True))

    def ring(self, s: S, alarm: Alarm) -> None:
        if alarm.key == "auto":
            self.presses.append(Press(self.until + self.shift, self.seat, "auto"))
        super().ring(s, alarm)
