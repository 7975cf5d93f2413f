"""Vizdibix for batches: the rules of `tablee.games.vizdibix`."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablee.envs.batch import heap
from tablee.envs.batch.eyes import Frame, Ints, fact_at, first_state, frame_of, write
from tablee.envs.batch.heap import SEATS, Heap
from tablee.envs.batch.jit import Record, compiled
from tablee.envs.batch.letters import LETTERS
from tablee.envs.batch.piles import next_seat
from tablee.envs.batch.table import rank
from tablee.envs.batch.window import SEAT, WHAT, collect, near
from tablee.envs.table import Rules
from tablee.games.vizdibix.rules import CONSONNE, RIGHT, SUITE, VOYELLE, VizdibixState, longer
from tablee.phases.piles import PILES
from tablee.pieces.toutilix import ALPHABET

VERSION = 4

PHASES = ("turn", "last_window")
TURN, LAST = range(2)
KINDS = (VOYELLE, CONSONNE, SUITE)
PRICES = ("hoarse", "card", "free")
HOARSE, CARD, FREE = range(3)


class VizdibixConstants(NamedTuple):
    frame: Frame
    heap: Heap
    right: Ints
    """By the letter beneath and the one on top: a bit for each kind that is right to shout."""
    shout_at: Ints
    """The action that shouts each kind."""
    price: int
    """Of a wrong shout."""
    longer: int
    """How many heaps more each further one costs."""
    seat: Ints


def plan(rules: Rules) -> VizdibixConstants:
    numbers = rules.actions.table("shout", "kind")
    s = first_state(rules)
    assert isinstance(s, VizdibixState)
    return VizdibixConstants(
        frame=frame_of(rules, PHASES),
        heap=heap.heap_of(rules),
        right=np.array(
            [
                [sum(1 << i for i, kind in enumerate(KINDS) if kind in RIGHT[under, top]) for top in ALPHABET]
                for under in ALPHABET
            ],
            np.int32,
        ),
        shout_at=np.array([numbers["name", kind] for kind in KINDS], np.int32),
        price=PRICES.index(s.price),
        longer=longer(rules.players),
        seat=fact_at(rules.layout, "seat"),
    )


def dtype(rules: Rules) -> np.dtype[Any]:
    own = [("errors", np.int16, SEATS), ("voice_at", np.int16, SEATS)]  # the heap with which the voice is back
    return np.dtype([*heap.heap_fields(), *own], align=True)


@compiled
def start(s: Record, p: VizdibixConstants) -> None:
    s.phase = TURN
    s.errors[:] = 0
    s.voice_at[:] = 0
    heap.deal(s, p)


@compiled
def offer(s: Record, p: VizdibixConstants) -> None:
    if s.phase == TURN:
        heap.offer_turn(s, p, 0)
    else:
        heap.offer_last(s, p, 0)


@compiled
def _is_right(s: Record, p: VizdibixConstants, kind: int) -> bool:
    under, top = heap.symbol(s, p, 1), heap.symbol(s, p, 0)
    return bool(0 <= under < LETTERS and top < LETTERS and p.right[under, top] >> kind & 1)


@compiled
def mask(s: Record, p: VizdibixConstants, seat: int, out: NDArray[np.int8]) -> None:
    if heap.mask(s, p, seat, out):
        for kind in range(len(KINDS)):
            out[p.shout_at[kind]] = 1


@compiled
def choose(s: Record, p: VizdibixConstants, seat: int, action: int) -> None:
    if heap.choose(s, p, seat, action):
        for kind in range(len(KINDS)):
            if action == p.shout_at[kind]:
                heap.call(s, seat, action, _is_right(s, p, kind))


@compiled
def play(s: Record, p: VizdibixConstants, seat: int) -> None:
    if heap.play(s, seat):
        _turn(s, p)


@compiled
def ring(s: Record, p: VizdibixConstants) -> None:
    if s.phase == TURN:
        calls, turns = heap.cut(s)
        stands = True
        if calls:
            s.opens = min(s.opens, s.now)
            _judge(s, p, calls)
            stands = s.count[PILES + s.seat] > 0
        if not stands:
            _pass_on(s, p)
        elif turns:
            _turn(s, p)
    else:
        calls = collect(s)
        if calls:
            _judge(s, p, calls)
        s.over = True


@compiled
def _judge(s: Record, p: VizdibixConstants, calls: int) -> None:
    """A shout wins, or spoils the card for all; an error has its price."""
    right, winner = heap.right_calls(s, calls)
    if right == 1:
        heap.collect(s, p.frame.players, winner)
        _stay_hoarse(s, p)
    else:
        for i in range(near(s, 0, calls)):
            if not s.presses[i, WHAT]:
                _mistake(s, p, s.presses[i, SEAT])
    s.stimulus = -1


@compiled
def _mistake(s: Record, p: VizdibixConstants, seat: int) -> None:
    n = p.frame.players
    if p.price == FREE or (p.price == CARD and heap.fine(s, n, PILES + n + seat, PILES + seat)):
        return
    s.voice_at[seat] = s.heaps + 1 + s.errors[seat] * p.longer
    s.errors[seat] += 1
    s.voiceless |= 1 << seat


@compiled
def _stay_hoarse(s: Record, p: VizdibixConstants) -> None:
    """A heap has been won, and not everybody has his voice again."""
    for seat in range(p.frame.players):
        if s.voice_at[seat] > s.heaps:
            s.voiceless |= 1 << seat


@compiled
def _pass_on(s: Record, p: VizdibixConstants) -> None:
    """Whose turn it was has paid his last card for an error."""
    following = next_seat(s, p.frame.players, s.seat)
    if following < 0:
        s.over = True
    else:
        heap.turn_of(s, p, following, s.stimulus, s.opens)


@compiled
def _turn(s: Record, p: VizdibixConstants) -> None:
    heap.turned(s, p, heap.turn(s, p), TURN, LAST)
    _stay_hoarse(s, p)


@compiled
def facts(s: Record, p: VizdibixConstants, seat: int, out: NDArray[np.int16]) -> None:
    if s.phase == TURN:
        write(out, p.seat[0], s.seat)
    heap.facts(s, p, seat, out)


@compiled
def reward(s: Record, p: VizdibixConstants, out: NDArray[np.float32]) -> None:
    rank(s.scores, p.frame.players, False, out)
