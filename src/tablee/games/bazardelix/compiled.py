"""Bazardelix for batches: the rules of `tablee.games.bazardelix`."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablee.envs.actions import WAIT
from tablee.envs.batch import tricks
from tablee.envs.batch.eyes import Frame, Ints, fact_at, first_state, frame_of, row_at, write, write_row
from tablee.envs.batch.jit import Record, compiled
from tablee.envs.batch.table import NEVER, PACE, commit, find, limit_in, may_wait, move, pick, rank, starter, wait
from tablee.envs.table import Rules
from tablee.games.bazardelix.rules import ALL_POINTS, GIVE_TIME, OPENING, POINTS, ROUND_END_TIME
from tablee.phases.trick import HANDS
from tablee.pieces.families import BLUE_AM, FAMILIES, LETTER_ORDER

VERSION = 1

PHASES = ("give", "trick")
GIVE, PLAY = range(2)
BLUE = FAMILIES.index(BLUE_AM)


class BazardelixConstants(NamedTuple):
    frame: Frame
    family: Ints
    strength: Ints
    points: Ints
    letter_order: Ints
    opening: int
    target: int
    review: bool
    give_at: Ints
    play_at: Ints
    play_only: int
    card_of: Ints
    """Of each action that chooses a card: which."""
    facts: Ints
    """dealer, round, leader, seat, asked."""
    choices: Ints
    tricks: Ints
    history: NDArray[np.int32]
    texts: Ints


def plan(rules: Rules) -> BazardelixConstants:
    faces, layout = first_state(rules).faces, rules.layout
    family, strength = tricks.families_of(rules)
    give_at, play_at = (tricks.card_actions(rules, *of) for of in (("give", "cards"), ("play", "card")))
    card_of = np.full(len(rules.actions), -1, np.int32)
    card_of[give_at] = card_of[play_at] = np.arange(len(faces))
    options: Any = rules.options
    return BazardelixConstants(
        frame=frame_of(rules, PHASES),
        family=family,
        strength=strength,
        points=np.array([POINTS[face] for face in faces], np.int32),
        letter_order=np.array([LETTER_ORDER[face] for face in faces], np.int32),
        opening=faces.index(OPENING),
        target=options.target,
        review=options.review_last_trick,
        give_at=give_at,
        play_at=play_at,
        play_only=rules.actions.moves["play"],
        card_of=card_of,
        facts=fact_at(layout, "dealer", "round", "leader", "seat", "asked"),
        choices=np.array([layout.fact(("choices", str(seat))) for seat in range(rules.players)], np.int32),
        tricks=row_at(layout, "tricks", rules.players),
        history=tricks.history_at(rules),
        texts=tricks.family_texts(rules),
    )


def dtype(rules: Rules) -> np.dtype[Any]:
    return np.dtype(
        [
            *tricks.trick_fields(),
            ("chosen", np.int16),  # who has given: a bit for each
            ("until", np.int64),
            ("gifts", np.int16, (tricks.SEATS, tricks.SEATS)),  # by giver, for the next seat and on
            ("first", np.bool_),
            ("blue_open", np.bool_),
        ],
        align=True,
    )


@compiled
def start(s: Record, p: BazardelixConstants) -> None:
    s.dealer = starter(s, p.frame)
    tricks.begin(s, p.frame.cards)
    _deal(s, p)


@compiled
def _deal(s: Record, p: BazardelixConstants) -> None:
    tricks.deal(s, p.frame.players)
    s.blue_open = False
    s.phase, s.chosen = GIVE, 0
    s.until = limit_in(s, p.frame, GIVE_TIME)


@compiled
def offer(s: Record, p: BazardelixConstants) -> None:
    n = p.frame.players
    s.active = 0
    if s.phase == GIVE:
        s.due = s.until
        for seat in range(n):
            if not s.chosen >> seat & 1:
                s.offered[seat, 0] = 1 + GIVE
                s.active |= 1 << seat
    else:
        s.due = NEVER  # the clock of a turn does not run out
        s.offered[s.seat, 0] = 1 + PLAY
        s.active = 1 << s.seat


@compiled
def _legal(s: Record, p: BazardelixConstants) -> int:
    """The places of the hand whose cards may be played; where nothing may be led, all may."""
    if s.family != tricks.NO_FAMILY:
        return tricks.following(s, p.family)
    hand = HANDS + s.seat
    found = 0
    for i in range(s.count[hand]):
        card = s.cards[hand, i]
        if card == p.opening if s.first else s.blue_open or p.family[card] != BLUE:
            found |= 1 << i
    return found if found else tricks.whole_hand(s)


@compiled
def mask(s: Record, p: BazardelixConstants, seat: int, out: NDArray[np.int8]) -> None:
    hand = HANDS + seat
    if s.phase == GIVE:
        if not s.picked[seat] and may_wait(s, p.frame.players, seat):
            out[WAIT] = 1
        for i in range(s.count[hand]):
            card = s.cards[hand, i]
            given = False
            for k in range(s.picked[seat]):
                given = given or s.args[seat, k] == card
            if not given:
                out[p.give_at[card]] = 1
        return
    tricks.mask_cards(s, _legal(s, p), p.play_at, p.play_only, out)


@compiled
def choose(s: Record, p: BazardelixConstants, seat: int, action: int) -> None:
    if action == WAIT:
        wait(s, seat)
    elif s.phase == GIVE:
        done = s.picked[seat]
        s.args[seat, done] = p.card_of[action]
        if done + 1 == p.frame.players - 1:
            commit(s, seat, GIVE, 1 + GIVE, 0, PACE)
        else:
            pick(s, seat, action, 1)
    else:
        only = action == p.play_only
        s.args[seat, 0] = tricks.only_card(s, _legal(s, p)) if only else p.card_of[action]
        commit(s, seat, PLAY, 1 + PLAY, 0, PACE)


@compiled
def play(s: Record, p: BazardelixConstants, seat: int) -> None:
    n = p.frame.players
    if s.move[seat] == GIVE:
        s.chosen |= 1 << seat
        for i in range(n - 1):
            s.gifts[seat, i] = s.args[seat, i]
        if s.chosen == (1 << n) - 1:
            _give(s, p)
        return
    card = s.args[seat, 0]
    if p.family[card] == BLUE:
        s.blue_open = True
    if tricks.lay(s, n, p.family, p.strength, card):
        tricks.take(s, n, p.review)
        if s.count[HANDS + s.seat]:
            tricks.lead(s, s.seat)
            s.first = False
        else:
            _end_round(s, p)


@compiled
def ring(s: Record, p: BazardelixConstants) -> None:
    """Who has not given gives the lowest letters."""
    n = p.frame.players
    for seat in range(n):
        if s.chosen >> seat & 1:
            continue
        hand = HANDS + seat
        lowest = -1
        for k in range(n - 1):
            found = -1
            for i in range(s.count[hand]):
                card = s.cards[hand, i]
                value = p.letter_order[card]
                if value > lowest and (found < 0 or value < p.letter_order[found]):
                    found = card
            s.gifts[seat, k] = found
            lowest = p.letter_order[found]
    _give(s, p)


@compiled
def _give(s: Record, p: BazardelixConstants) -> None:
    n = p.frame.players
    for giver in range(n):
        for k in range(n - 1):
            move(s, s.gifts[giver, k], HANDS + giver, HANDS + (giver + 1 + k) % n)
    s.phase, s.first = PLAY, True
    for seat in range(n):
        if find(s, HANDS + seat, p.opening) >= 0:
            tricks.lead(s, seat)


@compiled
def _end_round(s: Record, p: BazardelixConstants) -> None:
    n = p.frame.players
    taken = s.history[s.rounds]
    taken[:] = 0
    everything = False
    for seat in range(n):
        won = HANDS + n + seat
        for i in range(s.count[won]):
            taken[seat] += p.points[s.cards[won, i]]
        everything = everything or taken[seat] == ALL_POINTS
    for seat in range(n):
        if everything:
            taken[seat] = ALL_POINTS - taken[seat]
        s.scores[seat] += taken[seat]
    s.now += ROUND_END_TIME
    s.steps += 1
    s.rounds += 1
    for seat in range(n):
        s.over = s.over or s.scores[seat] >= p.target
    if not s.over:
        s.dealer = (s.dealer + 1) % n
        _deal(s, p)


@compiled
def facts(s: Record, p: BazardelixConstants, seat: int, out: NDArray[np.int16]) -> None:
    n = p.frame.players
    write(out, p.facts[0], s.dealer)
    write(out, p.facts[1], s.rounds)
    write_row(out, p.tricks, s.tricks, n, n, seat)
    tricks.write_history(out, p.history, s, s.rounds, n, seat)
    if s.phase == GIVE:
        for other in range(n):
            if s.chosen >> other & 1:
                write(out, p.choices[other], 1)
    else:
        write(out, p.facts[2], s.leader)
        write(out, p.facts[3], s.seat)
        write(out, p.facts[4], p.texts[s.family])


@compiled
def reward(s: Record, p: BazardelixConstants, out: NDArray[np.float32]) -> None:
    rank(s.scores, p.frame.players, True, out)
