"""What `tablee.phases.heap` is, for batches: cards turned one on another, and calls on the one that lies on top.

Nobody is shown what the top card covers, because seats have no options in a batch.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablee.envs.actions import WAIT
from tablee.envs.batch.eyes import Ints, first_state, row_at, write
from tablee.envs.batch.jit import Record, compiled
from tablee.envs.batch.letters import ETOILE, PETARD, symbols_of
from tablee.envs.batch.piles import count_won, deal_out, give, next_seat, pass_top
from tablee.envs.batch.shake import label
from tablee.envs.batch.table import (
    NEVER,
    PACE,
    Fields,
    commit,
    drop,
    fields,
    fill,
    limit_in,
    move_all,
    pick,
    put_at,
    shuffle,
    starter,
    wait,
)
from tablee.envs.batch.window import AT, NAME, SEAT, WHAT, closes_at, has_pressed, near, press, window_fields
from tablee.envs.batch.window import collect as in_order
from tablee.envs.table import DELAYS, Rules
from tablee.phases.heap import HeapState
from tablee.phases.piles import ASIDE, MIDDLE, PILES
from tablee.pieces.toutilix import DECK

SEATS = 8
PRESSES = SEATS + 2
"""A call of each, and the card turned, by its player and by the clock."""
TURN, CALL = 1, 2
"""The moves, and what is pressed. Whether a call is right is known at once: until it is decided the cards stay."""
DELAY = -1
"""The stage in which a seat says how long it takes."""
DEAL = label("deal")


class Heap(NamedTuple):
    """What the heap of a game is like."""

    symbol: Ints
    """Of each card."""
    turn_at: int
    """The action that turns a card."""
    hasty: bool
    gap: int
    limit: int
    last_chance: int
    hoarse: Ints
    """Where the length of that list stands, and its entries, the observer's own first."""


def heap_of(rules: Rules) -> Heap:
    s = first_state(rules)
    assert isinstance(s, HeapState)
    return Heap(
        symbol=symbols_of(rules),
        turn_at=rules.actions.moves[s.turns],
        hasty=s.hasty,
        gap=s.gap,
        limit=s.limit,
        last_chance=s.last_chance,
        hoarse=row_at(rules.layout, "hoarse", rules.players),
    )


def heap_fields() -> Fields:
    return [
        *fields(SEATS, PILES + 2 * SEATS, len(DECK)),
        ("seat", np.int16),  # whose turn it is
        ("stimulus", np.int16),  # -1: there is nothing to call on
        ("stimuli", np.int16),  # how many there were
        ("shown_at", np.int64),  # when the last of them came
        ("opens", np.int64),
        ("until", np.int64),  # in table time, whatever was frozen
        ("heaps", np.int16),  # how many have been won
        ("voiceless", np.int32),  # may not call until the heap is won: a bit for each
        *window_fields(PRESSES),
    ]


# ---- the cards -----------------------------------------------------------------------------------------


@compiled
def mix(s: Record, p: Any) -> int:
    """The whole deck aside, mixed. Returns who begins."""
    s.stimuli, s.shown_at, s.voiceless, s.heaps = 0, 0, 0, 0
    fill(s, ASIDE, p.frame.cards)
    shuffle(s, ASIDE, DEAL, -1)
    return starter(s, p.frame)


@compiled
def deal(s: Record, p: Any) -> None:
    begins = mix(s, p)
    deal_out(s, p.frame.players, begins)
    turn_of(s, p, begins, -1, 0)


@compiled
def symbol(s: Record, p: Any, below: int) -> int:
    """Of the card that lies so many below the top of the middle; -1: there is none."""
    place = s.count[MIDDLE] - 1 - below
    return int(p.heap.symbol[s.cards[MIDDLE, place]]) if place >= 0 else -1


@compiled
def collect(s: Record, n: int, seat: int) -> None:
    """All the cards laid go to the winnings of a seat, and everybody has a voice again."""
    s.voiceless = 0
    s.heaps += 1
    move_all(s, MIDDLE, PILES + n + seat)
    count_won(s, n)


@compiled
def slip_petard(s: Record, n: int, seat: int, place: int) -> None:
    """The pétard that has just been turned is slipped into the heap; whoever turned it gives a card to each."""
    put_at(s, MIDDLE, place, drop(s, MIDDLE, s.count[MIDDLE] - 1))
    give(s, n, seat)


@compiled
def fine(s: Record, n: int, first: int, second: int) -> bool:
    """A card under the heap, of the first of these zones that has one; False: there is none to pay with."""
    purse = first if s.count[first] else second
    if not s.count[purse]:
        return False
    put_at(s, MIDDLE, 0, drop(s, purse, s.count[purse] - 1))
    count_won(s, n)
    return True


@compiled
def stimulate(s: Record) -> int:
    s.shown_at = s.now
    s.stimuli += 1
    return int(s.stimuli - 1)


@compiled
def turn(s: Record, p: Any) -> int:
    """The top card of the pile goes to the middle, for all to see. Returns its symbol."""
    pass_top(s, PILES + s.seat, MIDDLE)
    return symbol(s, p, 0)


@compiled
def turned(s: Record, p: Any, what: int, turning: int, last: int) -> None:
    """An étoile wins the heap; a pétard is slipped under the top card. On a letter one may call, until the next
    one who has cards covers it. `turning` and `last` are the phases that may follow."""
    n, seat, stimulus = p.frame.players, s.seat, -1
    if what == ETOILE:
        collect(s, n, seat)
    elif what == PETARD:
        slip_petard(s, n, seat, max(0, s.count[MIDDLE] - 2))
    else:
        stimulus = stimulate(s)
    following = next_seat(s, n, seat)
    if following >= 0:
        s.phase = turning
        turn_of(s, p, following, stimulus, s.now if p.heap.hasty and stimulus < 0 else s.now + p.heap.gap)
    elif stimulus >= 0:
        s.phase = last
        last_call(s, p, stimulus)
    else:
        s.over = True


# ---- the windows ---------------------------------------------------------------------------------------


@compiled
def turn_of(s: Record, p: Any, seat: int, stimulus: int, opens: int) -> None:
    """That seat covers the card that lies on top."""
    s.seat, s.stimulus, s.opens, s.pressed = seat, stimulus, opens, 0
    s.until = limit_in(s, p.frame, p.heap.limit)


@compiled
def last_call(s: Record, p: Any, stimulus: int) -> None:
    s.stimulus, s.pressed = stimulus, 0
    s.until = s.now + p.heap.last_chance


@compiled
def number(move: int, stimulus: int, opens: int) -> int:
    """Of an offer."""
    return opens << 16 | (stimulus + 1) << 2 | move


@compiled
def offer_calls(s: Record, p: Any, barred: int) -> None:
    """To all who may call and have not; `barred` is a bit for each who may not, beside those without a voice."""
    barred |= s.voiceless
    s.hurried = True
    s.due = min(s.until, closes_at(s))
    if s.stimulus < 0:
        return
    for seat in range(p.frame.players):
        if not barred >> seat & 1 and not (has_pressed(s, seat, TURN) or has_pressed(s, seat, CALL)):
            s.offered[seat, 0] = number(CALL, s.stimulus, 0)
            s.timed[seat] = 1


@compiled
def offer_turn(s: Record, p: Any, barred: int) -> None:
    """The next player covers the card, and everybody may call on it until then."""
    offer_calls(s, p, barred)
    seat = s.seat
    s.active = 1 << seat
    if s.stimulus >= 0:
        s.offered[seat, 1] = s.offered[seat, 0]
        if has_pressed(s, seat, TURN):
            s.offered[seat, 0] = s.offered[seat, 1] = s.timed[seat] = 0
            return
        s.timed[seat] = 1
    s.offered[seat, 0] = number(TURN, s.stimulus, s.opens)


@compiled
def offer_last(s: Record, p: Any, barred: int) -> None:
    offer_calls(s, p, barred)
    s.active = (1 << p.frame.players) - 1


@compiled
def may_turn(s: Record, seat: int) -> bool:
    return bool(s.offered[seat, 0] & 3 == TURN)


@compiled
def may_call(s: Record, seat: int) -> bool:
    return bool(s.offered[seat, 0] & 3 == CALL or s.offered[seat, 1] & 3 == CALL)


@compiled
def mask(s: Record, p: Any, seat: int, out: NDArray[np.int8]) -> bool:
    """All but the calls; True: these are to be added. One may always wait, because some alarm always rings."""
    if s.stage[seat] == DELAY:
        out[1 : 1 + len(DELAYS)] = 1
        return False
    out[WAIT] = 1
    if may_turn(s, seat):
        out[p.heap.turn_at] = 1
    return may_call(s, seat)


@compiled
def choose(s: Record, p: Any, seat: int, action: int) -> bool:
    """Takes what is no call; True: it is one, for the game to take."""
    if s.stage[seat] == DELAY:
        opens = s.opens if s.args[seat, 0] == TURN else 0
        move = s.args[seat, 0]
        commit(s, seat, move, number(move, s.stimulus, opens), opens, DELAYS[action - 1])
    elif action == WAIT:
        wait(s, seat)
    elif action != p.heap.turn_at:
        return True
    elif s.stimulus < 0:
        commit(s, seat, TURN, number(TURN, -1, s.opens), s.opens, PACE)
    else:
        s.args[seat, 0] = TURN
        pick(s, seat, action, DELAY)
    return False


@compiled
def call(s: Record, seat: int, action: int, right: bool) -> None:
    """What a seat calls is chosen; then it says when."""
    s.args[seat, 0], s.args[seat, 1] = CALL, right
    pick(s, seat, action, DELAY)


@compiled
def play(s: Record, seat: int) -> bool:
    """A press; True: there was nothing to call on, and the card is turned now."""
    if s.stimulus < 0:
        return True
    press(s, s.at[seat], seat, s.move[seat], s.args[seat, 1], 0)
    return False


@compiled
def time_is_over(s: Record) -> bool:
    """Whether it is the end of the window that rings."""
    return bool(closes_at(s) > s.until)


@compiled
def cut(s: Record) -> tuple[int, bool]:
    """Puts the calls up to the press that turns the next card first among the presses: how many they are, and
    whether there is such a press, of the player or of the clock."""
    if time_is_over(s):
        press(s, s.until, s.seat, TURN, 0, 0)
    count = in_order(s)
    end = NEVER
    for i in range(count):
        if s.presses[i, NAME] == TURN:
            end = min(end, s.presses[i, AT])
    calls = 0
    for i in range(count):
        if s.presses[i, NAME] == CALL and s.presses[i, AT] <= end:
            s.presses[calls] = s.presses[i]
            calls += 1
    return calls, end < NEVER


@compiled
def right_calls(s: Record, calls: int) -> tuple[int, int]:
    """How many of the first calls, within 30 ms of one another, are right, and whose one of them is."""
    found, winner = 0, -1
    for i in range(near(s, 0, calls)):
        if s.presses[i, WHAT]:
            found += 1
            winner = int(s.presses[i, SEAT])
    return found, winner


@compiled
def facts(s: Record, p: Any, seat: int, out: NDArray[np.int16]) -> None:
    n = p.frame.players
    write(out, p.heap.hoarse[0], n)
    for i in range(n):
        write(out, p.heap.hoarse[1 + (i - seat) % n], s.voiceless >> i & 1)
