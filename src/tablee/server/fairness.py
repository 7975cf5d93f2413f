"""Fair races: when did a person press, whatever the network did to the message?

A page says how long its person took from the drawing of the stimulus to the press. Only that span is
claimed, so clocks need not agree. The server believes the claim as far as the lag that it measures itself can
explain: a press received at t was made no earlier than t - cap.

What holds, with L the lag of one press: the way to the screen and back, and what the server itself takes to write.

- Honest, L <= cap: the press counts at exactly the claimed reaction (whole milliseconds, rounded down). The
  race is decided as if all sat at one screen: a lead of 31 ms wins, one of 30 ms is a near-tie.
  A measured line whose round trips vary by no more than the allowance is always in this case, up to `MAX_HOLD`.
- Honest, L > cap: the press counts L - cap too late, and never too early.
- Forged: the press counts at most cap - L too early. That is the allowance and the jitter, and with them never
  more than `allowance + SLACK` on a line that is not faster than its fastest pong.
- A client that delays its pongs from the first one on cannot be told from a slow line; it gains `MAX_HOLD - L`
  at most, and its reactions stand in the record.

The hold is never shorter than a cap, so a press that could win or tie is there before the race is decided.
Times are milliseconds on the server's monotonic clock, as people live them. Table time may pass faster or slower,
and stands still in a pause: the table turns what is found here into its own time, and keeps the order of presses.
At half the rate a near-tie is 60 ms of a person's time, and a press under 200 ms is a guess.
"""

from collections import deque
from collections.abc import Callable, Iterable
from math import ceil, floor, inf

from msgspec import Struct

from tablee.kernel.units import Millis

STRICT: Millis = 50
"""The allowance of a table of strangers: what a steady line may take longer than ever measured."""

FRIENDS: Millis = 140
"""The allowance of a table of friends."""

MAX_HOLD: Millis = 400
"""No race waits longer for a press on the wire, and no lag beyond it is compensated."""

SLACK: Millis = 100
"""How far lag and jitter together may rise above the shortest round trip of a connection."""

UNMEASURED: Millis = 50
"""The round trip that a connection is believed to have at most, before it has answered enough pings."""

WINDOW = 16
ENOUGH = 4
LOW, HIGH = 20, 90
"""The percentiles of the window that are the trusted round trip, and that plus the jitter."""

PAYLOAD_BYTES = 16
KEPT = 256
"""Stimuli of a connection: where each seat has cards of its own, several come in a second."""
STEP: Millis = 10


class LagTracker:
    """The lag of one connection, measured by the server's own ping frames.

    A pong must bring back the payload of its ping, which cannot be guessed: nobody answers before he is asked.
    A page's script never sees ping frames; a client written for the purpose can answer late, to look slow and
    be given a larger cap. Three things keep its gain small. The trusted round trip is a low percentile, so
    it must delay nearly all its pongs. Lag and jitter together rise at most `SLACK` above the shortest round trip
    seen on this connection, so starting to delay later gains `SLACK` at most. And no cap exceeds `MAX_HOLD`.
    """

    def __init__(self, random: Callable[[int], bytes], allowance: Millis = STRICT) -> None:
        """`random` gives that many unguessable bytes (`secrets.token_bytes`)."""
        self.allowance = allowance
        self._random = random
        self._waiting: dict[bytes, float] = {}
        self._window: deque[float] = deque(maxlen=WINDOW)
        self._shortest = inf

    def pinged(self, now: float) -> bytes:
        """A ping frame is written now; the payload for it."""
        payload = self._random(PAYLOAD_BYTES)
        self._waiting[payload] = now
        if len(self._waiting) > WINDOW:
            del self._waiting[next(iter(self._waiting))]
        return payload

    def ponged(self, payload: bytes, now: float) -> None:
        """A pong frame has come. One that answers no ping, or answers it again, is ignored."""
        sent = self._waiting.pop(payload, None)
        if sent is not None:
            self._window.append(now - sent)
            self._shortest = min(self._shortest, now - sent)

    def _believed(self, percentile: int) -> float:
        if len(self._window) < ENOUGH:
            return min(UNMEASURED, self._shortest)
        usual = sorted(self._window)[(len(self._window) - 1) * percentile // 100]
        return min(usual, self._shortest + SLACK)

    @property
    def rtt(self) -> float:
        """The trusted round trip."""
        return self._believed(LOW)

    @property
    def jitter(self) -> float:
        """How much longer than `rtt` a round trip often takes."""
        return self._believed(HIGH) - self.rtt

    @property
    def cap(self) -> float:
        """How much lag is compensated at most."""
        return min(self.rtt + self.jitter + self.allowance, MAX_HOLD)


class Sent:
    """When the latest stimuli were first written to one connection. One for each game."""

    def __init__(self) -> None:
        self._times: dict[int, float] = {}
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

    def at(self, stimulus: int) -> float | None:
        return self._times.get(stimulus)


class Claim(Struct, frozen=True):
    """A press, as it came."""

    received: float
    stimulus: Millis | None = None
    """When what it answers was set, by the rules; None where the offer names no stimulus."""
    sent: float | None = None
    """When that was written to this client; None if it never was."""
    reaction: float | None = None
    """The milliseconds since it was drawn, says the client, who may say anything."""


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
    not a number) is taken to be what the trusted round trip leaves, counted from the sending.
    """
    now = floor(claim.received)
    if claim.stimulus is None or claim.sent is None:
        return Correction(now)
    if claim.reaction is not None and claim.reaction >= 0:
        made: float = claim.stimulus + floor(min(claim.reaction, now))
    else:
        made = claim.stimulus + claim.received - claim.sent - lag.rtt
    at = min(max(ceil(max(made, claim.received - lag.cap)), claim.stimulus), now)
    return Correction(at, now - at)


def hold_for(caps: Iterable[float], rate: float = 1.0) -> Millis:
    """How long races wait in table time, given the caps of those who play over a network; 0 if there are none.

    Seats that have pressed count like the others: public deadlines include the hold, so a change would tell.
    """
    return ceil(min(max(caps, default=0), MAX_HOLD) * rate / STEP) * STEP
