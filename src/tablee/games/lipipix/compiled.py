"""Lipipix for batches: the rules of `tablee.games.lipipix`."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablee.envs.batch import heap
from tablee.envs.batch.eyes import Frame, Ints, fact_at, frame_of, write
from tablee.envs.batch.heap import Heap
from tablee.envs.batch.jit import Record, compiled
from tablee.envs.batch.letters import LETTERS
from tablee.envs.batch.table import NEVER, PACE, commit, pick, rank
from tablee.envs.batch.window import SEAT, WHAT, collect, near
from tablee.envs.table import Rules
from tablee.games.lipipix.rules import BUZZ, is_syllable
from tablee.pieces.toutilix import ALPHABET

VERSION = 2

PHASES = ("lay", "last_window", "answer")
LAY, LAST, ANSWERING = range(3)
SAY = heap.CALL + 1
SECOND = 1
"""The stage in which the second letter is chosen."""


class LipipixConstants(NamedTuple):
    frame: Frame
    heap: Heap
    syllable: Ints
    """By the letter beneath and the one on top: 1 if they are one."""
    buzz_at: int
    """The action that says that one has seen it; -1: the syllable is typed at once."""
    letter_at: Ints
    """The actions of each letter, as the first and as the second one."""
    letter_of: Ints
    """Of each of these actions: which letter."""
    hoarse: bool
    """A mistake costs one's voice."""
    seat: Ints


def plan(rules: Rules) -> LipipixConstants:
    options: Any = rules.options
    buzz = options.answer == "buzz"
    tables = [rules.actions.table("say" if buzz else "claim", param) for param in ("first", "second")]
    letter_at = np.array([[table["name", letter] for letter in ALPHABET] for table in tables], np.int32)
    letter_of = np.full(len(rules.actions), -1, np.int32)
    letter_of[letter_at] = np.arange(len(ALPHABET))
    return LipipixConstants(
        frame=frame_of(rules, PHASES),
        heap=heap.heap_of(rules),
        syllable=np.array([[is_syllable(under, top) for top in ALPHABET] for under in ALPHABET], np.int32),
        buzz_at=rules.actions.moves[BUZZ] if buzz else -1,
        letter_at=letter_at,
        letter_of=letter_of,
        hoarse=options.wrong_claim == "hoarse",
        seat=fact_at(rules.layout, "seat"),
    )


def dtype(rules: Rules) -> np.dtype[Any]:
    own = [
        ("answerer", np.int16),  # who has buzzed and types alone
        ("buzzed_in", np.int16),  # the phase that waits meanwhile
        ("frozen_at", np.int64),
    ]
    return np.dtype([*heap.heap_fields(), *own], align=True)


@compiled
def start(s: Record, p: LipipixConstants) -> None:
    s.phase = LAY
    heap.deal(s, p)


@compiled
def offer(s: Record, p: LipipixConstants) -> None:
    if s.phase == LAY:
        heap.offer_turn(s, p, 0)
    elif s.phase == LAST:
        heap.offer_last(s, p, 0)
    else:
        s.offered[s.answerer, 0] = SAY
        s.active = 1 << s.answerer
        s.hurried = False
        s.due = NEVER  # who answers alone cannot wait: that clock does not run out


@compiled
def _is_right(s: Record, p: LipipixConstants, first: int, second: int) -> bool:
    return heap.symbol(s, p, 1) == first and heap.symbol(s, p, 0) == second and _is_syllable(s, p)


@compiled
def _is_syllable(s: Record, p: LipipixConstants) -> bool:
    under, top = heap.symbol(s, p, 1), heap.symbol(s, p, 0)
    return bool(0 <= under < LETTERS and top < LETTERS and p.syllable[under, top])


@compiled
def _types(s: Record, seat: int) -> bool:
    """Nothing but a letter can be chosen now."""
    return bool(s.phase == ANSWERING or s.stage[seat] == SECOND)


@compiled
def mask(s: Record, p: LipipixConstants, seat: int, out: NDArray[np.int8]) -> None:
    types = _types(s, seat)
    if not types and not heap.mask(s, p, seat, out):
        return
    if not types and p.buzz_at >= 0:
        out[p.buzz_at] = 1
        return
    which = int(s.stage[seat] == SECOND)
    for letter in range(len(ALPHABET)):
        out[p.letter_at[which, letter]] = 1


@compiled
def choose(s: Record, p: LipipixConstants, seat: int, action: int) -> None:
    if not _types(s, seat) and not heap.choose(s, p, seat, action):
        return
    if action == p.buzz_at:
        heap.call(s, seat, action, _is_syllable(s, p))
    elif s.stage[seat] != SECOND:
        s.args[seat, 0] = p.letter_of[action]
        pick(s, seat, action, SECOND)
    else:
        right = _is_right(s, p, s.args[seat, 0], p.letter_of[action])
        if s.phase == ANSWERING:
            s.args[seat, 1] = right
            commit(s, seat, SAY, SAY, 0, PACE)
        else:
            heap.call(s, seat, action, right)


@compiled
def play(s: Record, p: LipipixConstants, seat: int) -> None:
    if s.phase == ANSWERING:
        _resume(s, p, s.args[seat, 1])
    elif heap.play(s, seat):
        _turn(s, p)


@compiled
def ring(s: Record, p: LipipixConstants) -> None:
    if s.phase == LAY:
        calls, turns = heap.cut(s)
        if calls:
            _judge(s, p, calls)
        if turns and s.phase == LAY:
            _turn(s, p)
    else:
        calls = collect(s)
        if calls:
            _judge(s, p, calls)
        s.over = s.phase == LAST


@compiled
def _judge(s: Record, p: LipipixConstants, calls: int) -> None:
    """A claim wins, or spoils the card for all; whoever alone was first to buzz types the syllable."""
    right, winner = heap.right_calls(s, calls)
    if right == 1 and p.buzz_at >= 0:
        s.answerer, s.buzzed_in, s.frozen_at = winner, s.phase, s.now
        s.phase = ANSWERING
        return
    if right == 1:
        heap.collect(s, p.frame.players, winner)
    elif p.hoarse:
        for i in range(near(s, 0, calls)):
            if not s.presses[i, WHAT]:
                s.voiceless |= 1 << s.presses[i, SEAT]
    s.stimulus = -1


@compiled
def _resume(s: Record, p: LipipixConstants, right: bool) -> None:
    s.phase = s.buzzed_in
    s.until += s.now - s.frozen_at
    if right:
        heap.collect(s, p.frame.players, s.answerer)
    elif p.hoarse:
        s.voiceless |= 1 << s.answerer
    s.stimulus = -1
    s.over = s.phase == LAST


@compiled
def _turn(s: Record, p: LipipixConstants) -> None:
    heap.turned(s, p, heap.turn(s, p), LAY, LAST)


@compiled
def facts(s: Record, p: LipipixConstants, seat: int, out: NDArray[np.int16]) -> None:
    heap.facts(s, p, seat, out)
    if s.phase == LAY:
        write(out, p.seat[0], s.seat)
    elif s.phase == ANSWERING:
        write(out, p.seat[0], s.answerer)


@compiled
def reward(s: Record, p: LipipixConstants, out: NDArray[np.float32]) -> None:
    rank(s.scores, p.frame.players, False, out)
