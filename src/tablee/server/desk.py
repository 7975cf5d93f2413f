"""What a worker does: one job after another, each a message, each answered by one.

`python -m tablee.server.desk` is such a worker. It reads jobs from its standard input and ends with it, so that no
worker outlives its server.
"""

import gzip
import os
import signal
import sys
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from logging import getLogger
from typing import BinaryIO, TypeAlias

import msgspec
from msgspec import Struct

from tablee.kernel.moves import Move, Settled
from tablee.kernel.record import Entry
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Seat, Seats
from tablee.play.plan import Plan
from tablee.prose.seat import Meant
from tablee.server.moments import recalled
from tablee.server.replay import given_away, watched
from tablee.server.replica import Begun, Chair, Replica
from tablee.server.store import GameRow
from tablee.server.understanding import TypedLine

LOG = getLogger("tablee.server")
REPLICAS = 1_000
"""Games that a worker holds; of those above, the one that nobody has asked for longest is forgotten."""
SLICE = 0.05
"""Seconds after which bots that still have much to be shown let others go first."""
HEAD = 4
"""Bytes of a message's length."""
PACKED_LEVEL = 6
NICE = 10
"""Tables come before minds."""


class Course(Struct, frozen=True):
    """Which game, and what its replica has not been told yet."""

    number: int
    begun: Begun | None
    """If the worker does not have it yet."""
    first: int
    entries: Sequence[Entry]


class Think(Struct, frozen=True, tag=True):
    course: Course
    wanted: Mapping[Seat, Chair]


class Consult(Struct, frozen=True, tag=True):
    """Whether a move is possible: before it is made, or instead."""

    course: Course
    seat: Seat
    viewers: Seats
    move: Move
    only_asks: bool


class Understand(Struct, frozen=True, tag=True):
    """What somebody typed who plays in words."""

    course: Course
    typed: TypedLine


class Forget(Struct, frozen=True, tag=True):
    numbers: Sequence[int]


class Rewatch(Struct, frozen=True, tag=True):
    row: GameRow
    data: bytes
    seat: Seat | None
    first: int
    packed: bool
    """As gzip."""


class GiveAway(Struct, frozen=True, tag=True):
    row: GameRow
    data: bytes


class RecallMoments(Struct, frozen=True, tag=True):
    """The moments of a finished game."""

    row: GameRow
    data: bytes


Job: TypeAlias = Think | Consult | Understand | Forget | Rewatch | GiveAway | RecallMoments


class Thoughts(Struct, frozen=True, tag=True):
    """None: there is more to think; ask again."""

    plans: dict[Seat, Plan | None] | None


class Judgement(Struct, frozen=True, tag=True):
    move: Move
    settled: Settled | None = None


class Understood(Struct, frozen=True, tag=True):
    meant: Meant


class Body(Struct, frozen=True, tag=True):
    data: bytes


class No(Struct, frozen=True, tag=True):
    code: str
    details: dict[str, str | int] = {}

    @property
    def refusal(self) -> Refused:
        no = Refused(self.code)
        no.details = self.details
        return no


class Lost(Struct, frozen=True, tag=True):
    """The worker does not have this game, or not so far: it must be told from the start."""


class Fault(Struct, frozen=True, tag=True):
    what: str


Answer: TypeAlias = Thoughts | Judgement | Understood | Body | No | Lost | Fault


class Desk:
    def __init__(self) -> None:
        self._replicas: OrderedDict[int, Replica] = OrderedDict()

    def handle(self, job: Job) -> Answer:
        try:
            return self._handle(job)
        except Refused as no:
            return No(no.code, dict(no.details))
        except Exception as wrong:
            if isinstance(job, Think | Consult | Understand):
                self._replicas.pop(job.course.number, None)
            LOG.exception("a worker failed at a %s", type(job).__name__)
            return Fault(repr(wrong))

    def _handle(self, job: Job) -> Answer:
        match job:
            case Think(course, wanted):
                found = self._replica(course)
                return Lost() if found is None else Thoughts(found.think(wanted, SLICE))
            case Consult(course, seat, viewers, move, only_asks):
                found = self._replica(course)
                if found is None:
                    return Lost()
                if only_asks:
                    return Judgement(*found.check(seat, viewers, move))
                return Judgement(found.judge(seat, viewers, move))
            case Understand(course, typed):
                found = self._replica(course)
                return Lost() if found is None else Understood(found.understand(typed))
            case Forget(numbers):
                for number in numbers:
                    self._replicas.pop(number, None)
                return Body(b"")
            case Rewatch(row, data, seat, first, packed):
                steps = watched(row, data, seat, first)
                return Body(gzip.compress(steps, PACKED_LEVEL) if packed else steps)
            case GiveAway(row, data):
                return Body(given_away(row, data))
            case RecallMoments(row, data):
                return Body(recalled(row, data))

    def _replica(self, course: Course) -> Replica | None:
        """The game as far as it is told now; None if what came before is missing."""
        if course.begun is not None:
            self._replicas[course.number] = Replica(course.begun)
            while len(self._replicas) > REPLICAS:
                self._replicas.popitem(last=False)
        found = self._replicas.get(course.number)
        if found is None or len(found.entries) != course.first:
            return None
        self._replicas.move_to_end(course.number)
        found.follow(course.entries)
        return found


_JOB = msgspec.msgpack.Decoder(Job)
_ANSWER = msgspec.msgpack.Decoder(Answer)


def packed(message: Job | Answer) -> bytes:
    """A message with its length before it."""
    data = msgspec.msgpack.encode(message)
    return len(data).to_bytes(HEAD) + data


def answer_of(data: bytes) -> Answer:
    found: Answer = _ANSWER.decode(data)
    return found


def work(jobs: BinaryIO, answers: BinaryIO) -> None:
    """Does jobs until there are no more."""
    desk = Desk()
    while len(head := jobs.read(HEAD)) == HEAD:
        length = int.from_bytes(head)
        data = jobs.read(length)
        if len(data) < length:
            return
        answers.write(packed(desk.handle(_JOB.decode(data))))
        answers.flush()


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is the server's to stop
    if hasattr(os, "nice"):
        os.nice(NICE)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anybody prints is no answer
    with suppress(BrokenPipeError):
        work(sys.stdin.buffer, answers)
    os._exit(0)  # nobody is there any more to hear of what is left unsaid


if __name__ == "__main__":
    main()
