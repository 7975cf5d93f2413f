"""Amérix for batches: the rules of `tablee.games.amerix`."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablee.envs.actions import WAIT
from tablee.envs.batch.eyes import write, write_row
from tablee.envs.batch.jit import Record, compiled
from tablee.envs.batch.letters import ETOILE, LETTERS, PETARD
from tablee.envs.batch.shake import label
from tablee.envs.batch.table import (
    NEVER,
    OFFERS,
    PACE,
    commit,
    drop,
    fill,
    limit_in,
    may_wait,
    move,
    move_all,
    pick,
    put,
    rank,
    shuffle,
    starter,
    top,
    wait,
)
from tablee.envs.batch.window import AT, NAME, SEAT, closes_at, collect, has_pressed, press
from tablee.envs.table import DELAYS
from tablee.games.amerix.compiled.plan import (
    CALL,
    DELAY,
    DRAW,
    DRAWN,
    FLAG,
    KEEP,
    LAY,
    LETTER,
    NAME_FIRST,
    NAME_IT,
    NEXT,
    NO_LETTER,
    PASS,
    SHOUT,
    TURN,
    AmerixConstants,
)
from tablee.games.amerix.compiled.plan import PHASES as PHASES
from tablee.games.amerix.compiled.plan import dtype as dtype
from tablee.games.amerix.compiled.plan import plan as plan
from tablee.games.amerix.rules import ROUND_END_TIME
from tablee.games.amerix.table import ASIDE, CARDS, DISCARD, HANDS, PILE, TURNOVERS
from tablee.kernel.units import TIE
from tablee.pieces.toutilix import INDEX

VERSION = 2

X = INDEX["X"]
BITS, MIX, ROOM = 3, 1_000_003, (1 << 59) - 1
"""Of an offer's number: which move it is, and in the rest what it is made of."""
DEAL = label("deal")


# ---- the pile ------------------------------------------------------------------------------------------


@compiled
def _next_seat(s: Record, p: AmerixConstants, seat: int) -> int:
    return int((seat + s.direction) % p.frame.players)


@compiled
def _covered(s: Record) -> int:
    """How many cards of the discard a turnover would bring back."""
    return int(max(0, s.count[DISCARD] - s.depth[DISCARD]))


@compiled
def _can_draw(s: Record) -> bool:
    return bool(s.count[PILE] or (s.turnovers < TURNOVERS and _covered(s)))


@compiled
def _draw(s: Record, seat: int) -> int:
    """-1: there is no card."""
    if not s.count[PILE]:
        _turn_over(s)
    if not s.count[PILE]:
        return -1
    card = drop(s, PILE, s.count[PILE] - 1)
    put(s, HANDS + seat, card)
    if not s.count[PILE]:
        _turn_over(s)
    return card


@compiled
def _draw_two(s: Record, seat: int) -> None:
    _draw(s, seat)
    _draw(s, seat)


@compiled
def _turn_over(s: Record) -> None:
    s.last_round = True
    covered = _covered(s)
    if s.turnovers == TURNOVERS or not covered:
        return
    s.turnovers += 1
    for place in range(covered - 1, -1, -1):
        card = s.cards[DISCARD, place]
        s.mark[card] = 0
        put(s, PILE, card)
    s.count[DISCARD] -= covered
    for place in range(s.count[DISCARD]):
        s.cards[DISCARD, place] = s.cards[DISCARD, place + covered]


@compiled
def _lay_open(s: Record, p: AmerixConstants, card: int, source: int) -> None:
    move(s, card, source, DISCARD)
    symbol = p.symbol[card]
    if symbol == PETARD:
        s.depth[DISCARD] = min(s.depth[DISCARD] + 1, s.count[DISCARD])
    else:
        s.depth[DISCARD] = 1
        s.reference = NO_LETTER if symbol == ETOILE else symbol


# ---- rounds --------------------------------------------------------------------------------------------


@compiled
def start(s: Record, p: AmerixConstants) -> None:
    s.starter = starter(s, p.frame)
    s.rounds, s.last_round, s.turnovers, s.stimuli = 0, False, 0, 0
    s.beside, s.pressed, s.waiting = False, 0, -1
    fill(s, PILE, p.frame.cards)
    _deal(s, p)


@compiled
def _deal(s: Record, p: AmerixConstants) -> None:
    n = p.frame.players
    for seat in range(n):
        move_all(s, HANDS + seat, PILE)
    if s.count[PILE] < CARDS * n + 2:
        move_all(s, ASIDE, PILE)
        s.last_round = True
    s.mark[:] = 0
    s.direction, s.reference = 1, NO_LETTER
    s.missing[:] = 0
    s.passes = 0
    shuffle(s, PILE, DEAL, s.rounds)
    for _ in range(CARDS):
        for i in range(n):
            put(s, HANDS + (s.starter + i) % n, drop(s, PILE, s.count[PILE] - 1))
    seat = int(s.starter)
    _lay_open(s, p, top(s, PILE), PILE)
    while p.symbol[top(s, DISCARD)] == PETARD and s.count[PILE]:
        _draw_two(s, seat)
        seat = _next_seat(s, p, seat)
        if s.count[PILE]:
            _lay_open(s, p, top(s, PILE), PILE)
            if not s.count[PILE]:
                _turn_over(s)
    if p.symbol[top(s, DISCARD)] == ETOILE:
        s.phase, s.seat = NAME_FIRST, seat
    else:
        _give_turn(s, p, seat)


@compiled
def _end_round(s: Record, p: AmerixConstants) -> None:
    n = p.frame.players
    s.beside = False
    for seat in range(n):
        hand = HANDS + seat
        for i in range(s.count[hand]):
            s.scores[seat] += p.points[s.cards[hand, i]]
    s.now += ROUND_END_TIME
    s.steps += 1
    s.answered[:] = 0  # while the hands are shown nothing is offered
    if s.last_round:
        s.over = True
        return
    move_all(s, DISCARD, ASIDE)
    s.rounds += 1
    s.starter = (s.starter + 1) % n
    _deal(s, p)


@compiled
def _give_turn(s: Record, p: AmerixConstants, seat: int) -> None:
    while s.missing[seat]:
        s.missing[seat] -= 1
        seat = _next_seat(s, p, seat)
    s.shouted = 0
    s.phase, s.seat = TURN, seat
    s.until = limit_in(s, p.frame, p.turn_time)


# ---- offers --------------------------------------------------------------------------------------------


@compiled
def _caught_out(s: Record) -> bool:
    return bool(s.beside and not s.called)


@compiled
def _may_lay(s: Record, p: AmerixConstants, card: int) -> bool:
    return bool(p.follows[s.reference, p.symbol[card]])


@compiled
def _put_offer(s: Record, seat: int, kind: int, what: int) -> None:
    i = 0
    while s.offered[seat, i]:
        i += 1
    s.offered[seat, i] = (what << BITS) + 1 + kind


@compiled
def _offer_lay(s: Record, p: AmerixConstants, stimulus: int) -> None:
    """The cards that may be laid, and their order, are what the offer is made of."""
    what, some = int(stimulus), False
    hand = HANDS + s.seat
    drawn = s.phase == DRAWN
    for i in range(s.count[hand]):
        card = s.cards[hand, i]
        if (not drawn or card == s.card) and _may_lay(s, p, card):
            what = (what + int(card) + 1) * MIX & ROOM
            some = True
    if some:
        _put_offer(s, s.seat, LAY, what)


@compiled
def offer(s: Record, p: AmerixConstants) -> None:
    s.active = 1 << s.seat
    s.hurried = s.beside
    s.due = NEVER  # alone, a seat does not wait for its clock
    if s.phase == NAME_FIRST:
        _put_offer(s, s.seat, NAME_IT, 0)
    elif s.phase == DRAWN:
        _offer_lay(s, p, 0)
        if not (p.forced and s.offered[s.seat, 0]):
            _put_offer(s, s.seat, KEEP, 0)
    else:
        caught = _caught_out(s)
        if not (caught and s.waiting >= 0):
            stimulus = s.stimuli if caught else 0
            _offer_lay(s, p, stimulus)
            _put_offer(s, s.seat, DRAW if _can_draw(s) else PASS, stimulus)
        if s.beside:
            _offer_shouts(s, p)
            s.due = min(s.until, closes_at(s))


@compiled
def _offer_shouts(s: Record, p: AmerixConstants) -> None:
    for seat in range(p.frame.players):
        if seat != s.owner:
            if not s.shouted >> seat & 1:
                _put_offer(s, seat, SHOUT, s.stimuli)
        elif not (s.called or has_pressed(s, seat, CALL) or has_pressed(s, seat, NEXT)):
            _put_offer(s, seat, CALL, s.stimuli)


@compiled
def _offered(s: Record, seat: int, kind: int) -> int:
    """The number of the offer of a move; 0: it is not offered."""
    for i in range(OFFERS):
        number = s.offered[seat, i]
        if number and (number & (1 << BITS) - 1) == 1 + kind:
            return int(number)
    return 0


@compiled
def _in_line(s: Record, kind: int) -> bool:
    """Whether a move is a reaction, and one chooses after how long."""
    return kind >= CALL or (s.phase == TURN and _caught_out(s))


# ---- choosing ------------------------------------------------------------------------------------------


@compiled
def _only(s: Record, p: AmerixConstants, seat: int) -> int:
    """The card that alone may be laid; -1: there are several."""
    if s.phase == DRAWN:
        return int(s.card)
    hand = HANDS + seat
    only = -1
    for i in range(s.count[hand]):
        if _may_lay(s, p, s.cards[hand, i]):
            if only >= 0:
                return -1
            only = s.cards[hand, i]
    return only


@compiled
def _mask_lay(s: Record, p: AmerixConstants, seat: int, out: NDArray[np.int8]) -> None:
    only = _only(s, p, seat)
    if only >= 0:
        _mask_rest(p, LETTER if p.symbol[only] == ETOILE else FLAG, out)
        return
    hand = HANDS + seat
    for i in range(s.count[hand]):
        card = s.cards[hand, i]
        if _may_lay(s, p, card):
            action = p.lay_at[card]
            while out[action]:  # another one with that face
                action += 1
            out[action] = 1


@compiled
def _mask_rest(p: AmerixConstants, stage: int, out: NDArray[np.int8]) -> None:
    if stage == LETTER:
        out[p.letter_at : p.letter_at + LETTERS] = 1
    elif stage == FLAG:
        out[p.flag_at : p.flag_at + 2] = 1
    else:
        out[1 : 1 + len(DELAYS)] = 1


@compiled
def mask(s: Record, p: AmerixConstants, seat: int, out: NDArray[np.int8]) -> None:
    if s.stage[seat]:
        _mask_rest(p, s.stage[seat], out)
        return
    if may_wait(s, p.frame.players, seat):
        out[WAIT] = 1
    for i in range(OFFERS):
        number = s.offered[seat, i]
        if not number:
            break
        kind = (number & (1 << BITS) - 1) - 1
        if kind == LAY:
            _mask_lay(s, p, seat, out)
        elif kind == NAME_IT:
            for letter in range(LETTERS):
                out[p.name_at[letter]] = 1
        else:
            out[p.moves[kind]] = 1


@compiled
def _chosen(s: Record, p: AmerixConstants, seat: int, action: int) -> int:
    """The card of the hand that an action means."""
    hand = HANDS + seat
    kind = p.kind_of[action]
    for i in range(s.count[hand]):
        card = s.cards[hand, i]
        if p.frame.kind[card] == kind:
            if action == p.lay_at[card]:
                return int(card)
            action -= 1
    return -1


@compiled
def choose(s: Record, p: AmerixConstants, seat: int, action: int) -> None:
    if action == WAIT:
        wait(s, seat)
    elif s.stage[seat] == DELAY:
        _commit(s, p, seat, s.move[seat], p.delays[action - 1])
    elif action == p.moves[SHOUT] or action == p.moves[CALL]:
        _finish(s, p, seat, action, SHOUT if action == p.moves[SHOUT] else CALL)
    elif s.phase == NAME_FIRST:
        for letter in range(LETTERS):
            if action == p.name_at[letter]:
                s.args[seat, LETTER] = letter
        _finish(s, p, seat, action, NAME_IT)
    elif p.kind_of[action] >= 0:
        card = _chosen(s, p, seat, action)
        s.args[seat, 0] = card
        pick(s, seat, action, LETTER if p.symbol[card] == ETOILE else FLAG)
    elif p.letter_at <= action < p.letter_at + LETTERS:
        if not s.stage[seat]:
            s.args[seat, 0] = _only(s, p, seat)
        s.args[seat, LETTER] = action - p.letter_at
        pick(s, seat, action, FLAG)
    elif p.flag_at <= action < p.flag_at + 2:
        if not s.stage[seat]:
            s.args[seat, 0] = _only(s, p, seat)
        s.args[seat, FLAG] = action - p.flag_at
        _finish(s, p, seat, action, LAY)
    else:
        for kind in (DRAW, PASS, KEEP):
            if action == p.moves[kind] and _offered(s, seat, kind):
                _finish(s, p, seat, action, kind)
                return


@compiled
def _finish(s: Record, p: AmerixConstants, seat: int, action: int, kind: int) -> None:
    """All of a move is chosen but, where it is a reaction, its time."""
    if _in_line(s, kind):
        s.move[seat] = kind
        pick(s, seat, action, DELAY)
    else:
        _commit(s, p, seat, kind, PACE)


@compiled
def _commit(s: Record, p: AmerixConstants, seat: int, kind: int, delay: int) -> None:
    opens_at = 0
    if kind == SHOUT:
        opens_at = s.live
    elif kind < CALL and _in_line(s, kind):
        opens_at = s.lock
    commit(s, seat, kind, _offered(s, seat, kind), opens_at, delay)


# ---- what happens --------------------------------------------------------------------------------------


@compiled
def play(s: Record, p: AmerixConstants, seat: int) -> None:
    kind = s.move[seat]
    if kind == NAME_IT:
        s.reference = s.args[seat, LETTER]
        s.mark[top(s, DISCARD)] = p.texts[s.reference]
        _give_turn(s, p, seat)
    elif kind == KEEP:
        _give_turn(s, p, _next_seat(s, p, seat))
    elif kind in (CALL, SHOUT):
        if kind == SHOUT:
            s.shouted |= 1 << seat
        press(s, s.at[seat], seat, kind, 0, 0)
    elif _caught_out(s):
        s.waiting, s.waiting_at = kind, s.at[seat]
        for i in range(FLAG + 1):
            s.waiting_args[i] = s.args[seat, i]
        press(s, s.at[seat], seat, NEXT, 0, 0)
    else:
        _lift(s)
        _play_now(s, p, kind, s.args[seat])


@compiled
def _lift(s: Record) -> None:
    """The call is over."""
    s.beside = False
    s.pressed = 0
    s.waiting = -1


@compiled
def _play_now(s: Record, p: AmerixConstants, kind: int, args: Any) -> None:
    """What a seat does whose turn it is, or who has drawn."""
    if kind == LAY:
        _lay(s, p, args[0], args[LETTER], args[FLAG] != 0)
    elif kind == DRAW:
        s.card = _draw(s, s.seat)
        s.passes = 0
        s.phase = DRAWN
    else:
        _pass(s, p)


@compiled
def _pass(s: Record, p: AmerixConstants) -> None:
    s.passes += 1
    if s.passes == p.frame.players:
        _end_round(s, p)
    else:
        _give_turn(s, p, _next_seat(s, p, s.seat))


@compiled
def _lay(s: Record, p: AmerixConstants, card: int, letter: int, called: bool) -> None:
    seat = int(s.seat)
    hand = HANDS + seat
    symbol = p.symbol[card]
    s.passes = 0
    _lay_open(s, p, card, hand)
    if symbol == ETOILE:
        s.reference = letter
        s.mark[card] = p.texts[letter]
    following = _next_seat(s, p, seat)
    if symbol == PETARD:
        _draw_two(s, following)
    if not s.count[hand]:
        _end_round(s, p)
        return
    if symbol == PETARD:
        following = _next_seat(s, p, following)
    elif symbol == X and p.frame.players == 2:
        following = seat
    elif symbol == X:
        s.direction = -s.direction
        following = _next_seat(s, p, seat)
    _give_turn(s, p, following)
    if s.count[hand] == 1:
        s.stimuli += 1
        s.beside, s.owner, s.called = True, seat, called
        s.lock = s.now if called else s.now + p.lock
        s.live = s.now + p.grace


@compiled
def ring(s: Record, p: AmerixConstants) -> None:
    """The call closes, or the clock of the turn beside which it lies runs out."""
    if s.pressed:
        _resolve(s, p)
        return
    _lift(s)
    if _can_draw(s):
        _draw(s, s.seat)
        s.passes = 0
        _give_turn(s, p, _next_seat(s, p, s.seat))
    else:
        _pass(s, p)


@compiled
def _resolve(s: Record, p: AmerixConstants) -> None:
    waiting = s.waiting
    closes = s.waiting_at if waiting >= 0 else NEVER
    count = collect(s)
    shout = saved = NEVER
    for i in range(count):
        at, name = s.presses[i, AT], s.presses[i, NAME]
        if at <= closes and name == SHOUT:
            shout = min(shout, at)
        elif at <= closes and name == CALL:
            saved = min(saved, at)
    wrong_after, punished = -1, False
    if saved < NEVER and saved <= shout + TIE:
        s.called = True
        wrong_after = saved + TIE
    elif shout < NEVER and not s.called:
        punished = True
        wrong_after = NEVER
        _draw_two(s, s.owner)
        s.missing[s.owner] += 1
    for i in range(count):
        at = s.presses[i, AT]
        if p.wrong_draws and s.presses[i, NAME] == SHOUT and wrong_after < at <= closes:
            _draw(s, s.presses[i, SEAT])
    if punished or waiting >= 0:
        _lift(s)
    if punished and s.missing[s.seat]:
        _give_turn(s, p, s.seat)
    elif waiting >= 0:
        _play_now(s, p, waiting, s.waiting_args)


# ---- what is seen --------------------------------------------------------------------------------------


@compiled
def facts(s: Record, p: AmerixConstants, seat: int, out: NDArray[np.int16]) -> None:
    write(out, p.facts[0], s.direction)
    write(out, p.facts[1], p.texts[s.reference])
    write(out, p.facts[2], s.rounds)
    write(out, p.facts[3], s.last_round)
    if s.phase != NAME_FIRST:
        write(out, p.facts[4], s.seat)
    if s.beside:
        write(out, p.facts[5], s.owner)
        write(out, p.facts[6], s.called)
    write_row(out, p.missing, s.missing, p.frame.players, p.frame.players, seat)


@compiled
def reward(s: Record, p: AmerixConstants, out: NDArray[np.float32]) -> None:
    rank(s.scores, p.frame.players, True, out)
