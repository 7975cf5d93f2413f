"""Vieubarbix for batches: the rules of `tablee.games.vieubarbix`."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablee.envs.batch import tricks
from tablee.envs.batch.eyes import Frame, Ints, fact_at, first_state, frame_of, row_at, write, write_row
from tablee.envs.batch.jit import Record, compiled
from tablee.envs.batch.table import NEVER, PACE, commit, rank, starter
from tablee.envs.table import Rules
from tablee.games.vieubarbix.rules import (
    EVERYTHING,
    FALLING,
    MANCHE_END_TIME,
    MANCHES,
    POINTS,
    TRICK_POINTS,
    TRICKS,
)
from tablee.phases.trick import HANDS

VERSION = 1

PHASES = ("trick",)


class VieubarbixConstants(NamedTuple):
    frame: Frame
    family: Ints
    strength: Ints
    first: int
    """The manche that is played first."""
    points: NDArray[np.int32]
    """By manche and card."""
    trick_points: Ints
    falling: Ints
    """By manche: with so many cards taken the points have fallen; -1: all are played."""
    show_points: bool
    play_at: Ints
    play_only: int
    card_of: Ints
    facts: Ints
    """dealer, round, leader, seat, asked, manche, points."""
    tricks: Ints
    history: NDArray[np.int32]
    texts: Ints


def plan(rules: Rules) -> VieubarbixConstants:
    faces, layout = first_state(rules).faces, rules.layout
    family, strength = tricks.families_of(rules)
    play_at = tricks.card_actions(rules, "play", "card")
    card_of = np.full(len(rules.actions), -1, np.int32)
    card_of[play_at] = np.arange(len(faces))
    options: Any = rules.options
    manches = range(max(MANCHES) + 1)
    return VieubarbixConstants(
        frame=frame_of(rules, PHASES),
        family=family,
        strength=strength,
        first=EVERYTHING if options.short else TRICKS,
        points=np.array([[POINTS[m][face] if m in POINTS else 0 for face in faces] for m in manches], np.int32),
        trick_points=np.array([TRICK_POINTS.get(m, 0) for m in manches], np.int32),
        falling=np.array([FALLING.get(m, -1) for m in manches], np.int32),
        show_points=options.show_points,
        play_at=play_at,
        play_only=rules.actions.moves["play"],
        card_of=card_of,
        facts=fact_at(layout, "dealer", "round", "leader", "seat", "asked", "manche", "points"),
        tricks=row_at(layout, "tricks", rules.players),
        history=tricks.history_at(rules),
        texts=tricks.family_texts(rules),
    )


def dtype(rules: Rules) -> np.dtype[Any]:
    own = [("manche", np.int16), ("points", np.int32, (tricks.SEATS,)), ("fallen", np.int32)]
    return np.dtype([*tricks.trick_fields(), *own], align=True)


@compiled
def start(s: Record, p: VieubarbixConstants) -> None:
    s.dealer = (starter(s, p.frame) - 1) % p.frame.players
    s.manche = p.first
    tricks.begin(s, p.frame.cards)
    _deal(s, p)


@compiled
def _deal(s: Record, p: VieubarbixConstants) -> None:
    tricks.deal(s, p.frame.players)
    s.points[:] = 0
    s.fallen = 0
    tricks.lead(s, (s.dealer + 1) % p.frame.players)


@compiled
def offer(s: Record, p: VieubarbixConstants) -> None:
    s.due = NEVER  # the clock of a turn does not run out
    s.offered[s.seat, 0] = 1
    s.active = 1 << s.seat


@compiled
def mask(s: Record, p: VieubarbixConstants, seat: int, out: NDArray[np.int8]) -> None:
    tricks.mask_cards(s, tricks.following(s, p.family), p.play_at, p.play_only, out)


@compiled
def choose(s: Record, p: VieubarbixConstants, seat: int, action: int) -> None:
    only = action == p.play_only
    s.args[seat, 0] = tricks.only_card(s, tricks.following(s, p.family)) if only else p.card_of[action]
    commit(s, seat, 0, 1, 0, PACE)


@compiled
def play(s: Record, p: VieubarbixConstants, seat: int) -> None:
    n = p.frame.players
    if not tricks.lay(s, n, p.family, p.strength, s.args[seat, 0]):
        return
    tricks.take(s, n, True)
    won = HANDS + n + s.seat
    points = p.trick_points[s.manche]
    for i in range(s.count[won] - n, s.count[won]):
        cost = p.points[s.manche, s.cards[won, i]]
        points += cost
        if cost:
            s.fallen += 1
    s.points[s.seat] += points
    if p.show_points:
        s.scores[s.seat] += points
    if s.fallen == p.falling[s.manche] or not s.count[HANDS + s.seat]:
        _end_manche(s, p)
    else:
        tricks.lead(s, s.seat)


@compiled
def ring(s: Record, p: VieubarbixConstants) -> None:
    """Nothing rings: the clock of a turn does not run out."""


@compiled
def _end_manche(s: Record, p: VieubarbixConstants) -> None:
    n = p.frame.players
    for seat in range(n):
        s.history[s.rounds, seat] = s.points[seat]
        if not p.show_points:
            s.scores[seat] += s.points[seat]
    s.now += MANCHE_END_TIME
    s.steps += 1
    s.rounds += 1
    if s.manche == EVERYTHING:
        s.over = True
        return
    s.manche += 1
    s.dealer = (s.dealer + 1) % n
    _deal(s, p)


@compiled
def facts(s: Record, p: VieubarbixConstants, seat: int, out: NDArray[np.int16]) -> None:
    n = p.frame.players
    write(out, p.facts[0], s.dealer)
    write(out, p.facts[1], s.rounds)
    write(out, p.facts[2], s.leader)
    write(out, p.facts[3], s.seat)
    write(out, p.facts[4], p.texts[s.family])
    write(out, p.facts[5], s.manche)
    write(out, p.facts[6], s.points[seat])
    write_row(out, p.tricks, s.tricks, n, n, seat)
    tricks.write_history(out, p.history, s, s.rounds, n, seat)


@compiled
def reward(s: Record, p: VieubarbixConstants, out: NDArray[np.float32]) -> None:
    rank(s.scores, p.frame.players, True, out)
