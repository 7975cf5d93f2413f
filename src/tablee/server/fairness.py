"""Fair races: when did a person press, whatever the network and a slow screen did to the message?

A page says how long its person took from the drawing of the stimulus to the press. Only that span is
claimed, so clocks need not agree. The server believes the claim as far as the lag can explain that it knows of:
a press received at t was made no earlier than t - cap.

The lag L of one press is the way to the device, the drawing there, the way back, and what the server itself takes
to write. The cap is what may be believed of it: the round trip that pings measure, its jitter, a small allowance,
and the drawing of that very sight, which the page reports. Besides, each device has a purse: whoever is
compensated more than his mean lag pays from it, and whoever less fills it again. An honest line varies about its
mean, and so always has enough; a forged claim is as large as it can be each time, and soon finds the purse empty.

A program at the other end may say anything, and say it late. What bounds it:

- Who answers no pings is compensated nothing.
- The kernel's own round trip bounds the pings where the line is direct; a proxy may pass on what its kernel knows.
  Where nobody knows, little is believed among strangers.
- All this belongs to the device at the table, not to a socket: the least over all its sockets counts, and who
  comes back is not new.
- A drawing is believed up to a few times what that device needs where it is quick.

What holds for one press: honest, L <= cap, it counts at exactly the claimed reaction (whole milliseconds, rounded
down), as if all sat at one screen; honest, L > cap, it counts L - cap too late and never too early; forged, at
most cap - L too early. `tests/server/test_races.py` has the figures for lines, screens and tricks.

The hold is never shorter than a cap, so a press that could win or tie is there before the race is decided.
Times are milliseconds on the server's monotonic clock, as people live them. Table time may pass faster or slower,
and stands still in a pause: the table turns what is found here into its own time, and keeps the order of presses.
At half the rate a near-tie is 60 ms of a person's time, and a press under 200 ms is a guess.
"""

from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Sequence
from math import ceil, floor, inf
from statistics import fmean

from msgspec import Struct

from tablee.kernel.units import Millis


class Trust(Struct, frozen=True):
    """How far a table believes its people."""

    allowance: Millis
    """What a line may take longer than it ever has."""
    purse: Millis
    """What a device may be compensated above its mean, all in all."""
    proof: bool
    """Whether pings alone are not enough."""


STRICT = Trust(14, 120, proof=True)
"""A table of strangers."""

FRIENDS = Trust(140, 400, proof=False)
"""A table of friends."""

MAX_HOLD: Millis = 400
"""No race waits longer for a press on the wire, and no lag beyond it is compensated."""

SLACK: Millis = 100
"""Among friends: how far lag and jitter together may rise above the shortest round trip of a device."""

RISE: Millis = 10
"""How far the usual round trip may lie above the shortest one that the kernel has seen, as on a mobile network.

Whoever holds back his acknowledgements gains what his handshake was longer than usual, and this on top."""
JITTER: Millis = 30
"""How far above that one may lie that is longer than usual."""
PASSED: Millis = 35
"""How far lag and jitter together may rise above what a proxy has said when the socket was opened."""
UNPROVEN: Millis = 35
"""What is believed of lag and jitter together where only pings speak for them."""

REFUND: Millis = 6
"""What each press brings back into the purse. It is also what the server may take to write."""
CREDIT: Millis = 30
"""What one press below the mean brings back at most."""

FRAME: Millis = 17
"""Every page that reports its drawing may take this long for it."""
DRAWN_MOST: Millis = 110
"""No slower drawing is compensated."""
TIMES, MEAN_TIMES = 3, 1.55
"""The drawing of a device is believed up to so many times what it takes where it is quick, and on the average."""

WINDOW = 16
DRAWINGS = 32
ENOUGH = 4
SILENT = 8
"""Pings without any answer, after which a device is taken to answer none."""
LOW, MIDDLE, HIGH = 20, 50, 90
"""Percentiles: quick, usual, and often needed."""
BEYOND = 3
"""Nearly all round trips lie no further above the usual one than so many times what is often needed."""

PAYLOAD_BYTES = 16
KEPT = 256
"""Stimuli of a connection: where each seat has cards of its own, several come in a second."""
DEVICES = 512
"""Of one table, whose lines are remembered."""
STEP: Millis = 10


class LineProof(Struct, frozen=True):
    """What a kernel knows of a line; only `least` where a proxy has passed it on."""

    least: float
    usual: float = inf
    jitter: float = inf


def percentile(values: Sequence[float], of: int) -> float:
    return sorted(values)[(len(values) - 1) * of // 100]


class LagTracker:
    """The lag of one device, over all its sockets.

    It is measured by the server's own ping frames. A pong must bring back the payload of its ping, which cannot be
    guessed: nobody answers before he is asked. A page's script never sees ping frames; a client written for the
    purpose can answer late, to look slow and be given a larger cap. That is what the proofs are for.
    """

    def __init__(self, random: Callable[[int], bytes], trust: Trust = STRICT) -> None:
        """`random` gives that many unguessable bytes (`secrets.token_bytes`)."""
        self.trust = trust
        self._random = random
        self._waiting: dict[bytes, float] = {}
        self._window: deque[float] = deque(maxlen=WINDOW)
        self._shortest = inf
        self._unanswered = 0
        self._least = inf
        self._proofs: deque[LineProof] = deque(maxlen=WINDOW)
        self._drawings: deque[float] = deque(maxlen=DRAWINGS)
        self._quick = inf
        self._spent = 0.0

    # ---- what comes in -----------------------------------------------------------------------------

    def pinged(self, now: float) -> bytes:
        """A ping frame is written now; the payload for it."""
        payload = self._random(PAYLOAD_BYTES)
        self._waiting[payload] = now
        self._unanswered += 1
        if len(self._waiting) > WINDOW:
            del self._waiting[next(iter(self._waiting))]
        return payload

    def ponged(self, payload: bytes, now: float) -> None:
        """A pong frame has come. One that answers no ping, or answers it again, is ignored."""
        sent = self._waiting.pop(payload, None)
        if sent is not None:
            self._unanswered = 0
            self._window.append(now - sent)
            self._shortest = min(self._shortest, now - sent)

    def proved(self, proof: LineProof) -> None:
        """What a kernel knows of a socket of this device."""
        self._least = min(self._least, proof.least)
        if proof.usual < inf:
            self._proofs.append(proof)

    def drew(self, span: float) -> None:
        """A page says that it has drawn what was written so many milliseconds before its word came."""
        if self.silent:
            return
        self._drawings.append(max(0.0, span - self.rtt))
        if len(self._drawings) >= 2 * ENOUGH:
            self._quick = min(self._quick, percentile(self._drawings, LOW))

    def took(self, compensated: float, shown: float | None) -> None:
        """A press has counted so much before its arrival: what is above the mean lag is paid for, and what is
        below it comes back."""
        above = max(compensated - self.mean(shown), -CREDIT)
        self._spent = min(max(self._spent + above - REFUND, 0.0), self.trust.purse)

    # ---- what is believed --------------------------------------------------------------------------

    @property
    def silent(self) -> bool:
        """Too few pings were answered to know anything, or none lately."""
        return len(self._window) < ENOUGH or self._unanswered > SILENT

    def _bound(self, jitter: bool) -> float:
        if not self.trust.proof:
            return self._shortest + SLACK
        if self._least == inf:
            return UNPROVEN
        if not self._proofs:
            return self._least + PASSED
        usual = min(self._least + RISE, percentile([p.usual for p in self._proofs], MIDDLE))
        return usual + jitter * min(JITTER, percentile([p.jitter for p in self._proofs], HIGH))

    @property
    def rtt(self) -> float:
        """The usual round trip."""
        return 0.0 if self.silent else min(percentile(self._window, MIDDLE), self._bound(jitter=False))

    @property
    def jitter(self) -> float:
        """How much longer than `rtt` a round trip often takes."""
        if self.silent:
            return 0.0
        usual = percentile(self._window, MIDDLE)
        often = usual + BEYOND * (percentile(self._window, HIGH) - usual)
        return max(0.0, min(often, self._bound(jitter=True)) - self.rtt)

    @property
    def drawing(self) -> float:
        """What the drawing of a sight takes at most, going by what this device has shown before."""
        return 0.0 if self.silent or not self._drawings else min(max(FRAME, TIMES * self._quickly), DRAWN_MOST)

    @property
    def _quickly(self) -> float:
        return min(self._quick, percentile(self._drawings, LOW))

    def mean(self, shown: float | None) -> float:
        """The lag of a press on the average; without drawing, if the page has not said when it drew."""
        if self.silent:
            return 0.0
        longest = self.rtt + self.jitter
        trip = min(fmean(min(trip, longest) for trip in self._window), self._bound(jitter=False))
        if shown is None or not self._drawings:
            return trip
        most = self.drawing
        drawn = fmean(min(drawing, most) for drawing in self._drawings)
        return trip + min(drawn, max(FRAME, MEAN_TIMES * self._quickly))

    def cap(self, shown: float | None = None) -> float:
        """How much lag is compensated at most of a press on what was shown so many milliseconds after it was
        written."""
        if self.silent:
            return 0.0
        drawn = 0.0 if shown is None else min(max(0.0, shown - self.rtt), self.drawing)
        purse = self.mean(shown) + self.trust.purse - self._spent
        return min(self.rtt + self.jitter + self.trust.allowance + drawn, purse, MAX_HOLD)

    @property
    def most(self) -> float:
        """No cap is larger. No press changes it, so nothing that follows from it tells of one."""
        return 0.0 if self.silent else min(self.rtt + self.jitter + self.trust.allowance + self.drawing, MAX_HOLD)


class Lines:
    """The lag of every device at a table. Who comes back, or comes twice, is measured on."""

    def __init__(self, random: Callable[[int], bytes]) -> None:
        self._random = random
        self._of: OrderedDict[str, LagTracker] = OrderedDict()

    def of(self, device: str) -> LagTracker:
        lag = self._of.pop(device, None) or LagTracker(self._random)
        self._of[device] = lag
        if len(self._of) > DEVICES:
            self._of.popitem(last=False)
        return lag


class Sent:
    """When the latest stimuli were first written to one connection, and drawn there. One for each game."""

    def __init__(self) -> None:
        self._times: dict[int, float] = {}
        self._shown: dict[int, float] = {}
        self._newest = -1

    def wrote_up_to(self, newest: int, now: float) -> None:
        """All that is new is written now: each seat may have a stimulus of its own, and none of them waits for the
        others."""
        for stimulus in range(max(self._newest, newest - KEPT) + 1, newest + 1):
            self.wrote(stimulus, now)
        self._newest = newest

    def wrote(self, stimulus: int, now: float) -> None:
        """What shows this stimulus is written now. Showing it again changes nothing."""
        self._times.setdefault(stimulus, now)
        if len(self._times) > KEPT:
            del self._times[next(iter(self._times))]

    def drew(self, stimulus: int, now: float) -> float | None:
        """The page says that it has drawn this one, and with it all that were written with it. How long after;
        None if it never was written, or was drawn before."""
        written = self._times.get(stimulus)
        if written is None or stimulus in self._shown:
            return None
        with_it = stimulus
        while self._times.get(with_it) == written:
            self._shown[with_it] = now - written
            with_it -= 1
        while len(self._shown) > KEPT:
            del self._shown[next(iter(self._shown))]
        return now - written

    def at(self, stimulus: int) -> float | None:
        return self._times.get(stimulus)

    def shown(self, stimulus: int) -> float | None:
        """The milliseconds from the writing to the word that it was drawn."""
        return self._shown.get(stimulus)


class Claim(Struct, frozen=True):
    """A press, as it came."""

    received: float
    stimulus: Millis | None = None
    """When what it answers was set, by the rules; None where the offer names no stimulus."""
    sent: float | None = None
    """When that was written to this client; None if it never was."""
    reaction: float | None = None
    """The milliseconds since it was drawn, says the client, who may say anything."""
    shown: float | None = None
    """How long after the writing the client said that it was drawn; None if it did not."""


class Correction(Struct, frozen=True):
    """What the server makes of a press."""

    at: Millis
    """Counted from where the claim's times are."""
    compensated: Millis = 0
    """How much lag was taken off: the time of its arrival less `at`."""


def correct(claim: Claim, lag: LagTracker) -> Correction:
    """The time at which a press counts: stimulus + max(claimed reaction, elapsed - cap), not after its arrival.

    Elapsed is counted from the stimulus itself, not from the moment at which this client was sent it: who comes
    back on a new connection, having seen the card elsewhere, must not start anew. So no more than the cap is ever
    compensated, and a hold as long as the largest cap loses no press. A claim that is none (missing, negative,
    not a number) is taken to be what the usual round trip leaves, counted from the sending.
    """
    now = floor(claim.received)
    if claim.stimulus is None or claim.sent is None:
        return Correction(now)
    if claim.reaction is not None and claim.reaction >= 0:
        made: float = claim.stimulus + floor(min(claim.reaction, now))
    else:
        made = claim.stimulus + claim.received - claim.sent - lag.rtt
    at = min(max(ceil(max(made, claim.received - lag.cap(claim.shown))), claim.stimulus), now)
    return Correction(at, now - at)


def hold_for(caps: Iterable[float], rate: float = 1.0) -> Millis:
    """How long races wait in table time, given the caps of those who play over a network; 0 if there are none.

    Seats that have pressed count like the others: public deadlines include the hold, so a change would tell.
    """
    return ceil(min(max(caps, default=0), MAX_HOLD) * rate / STEP) * STEP
