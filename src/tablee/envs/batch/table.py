"""What all tables of a batch have: zones of cards, seats that are asked, and their answers on a virtual clock.

The same as `tablee.kernel.state` and `tablee.envs.table`, as far as an environment needs it: no views, no records,
no ledger of who has seen what. A game writes who may do what (`offered`, `hurried`, `active`, `due`); who is asked
and what happens first follows from that here.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tablee.envs.batch.jit import Record, compiled
from tablee.envs.batch.shake import below, label, order
from tablee.envs.layout import PICKS
from tablee.envs.table import PACE as PACE
from tablee.kernel.phase import NEVER as NEVER

OFFERS = 4
"""Moves that a seat may be offered at once."""
ARGS = 8
WAITING, MOVING = 1, 2
"""What a seat has answered; 0: nothing yet."""
STARTER = label("starter")

Fields: TypeAlias = list[tuple[Any, ...]]


def fields(seats: int, zones: int, cards: int) -> Fields:
    """The fields of every game's table, for so many seats at most."""
    return [
        ("seed", np.uint8, (16,)),
        ("now", np.int64),
        ("due", np.int64),  # when the next alarm rings; NEVER: none will
        ("steps", np.int64),
        ("over", np.bool_),
        ("phase", np.int16),  # the place of its name in the game's `PHASES`
        ("active", np.int32),  # whom the table waits for: a bit for each seat
        ("hurried", np.bool_),  # alarms may ring within a second of a move, or something lies beside the phase
        ("cards", np.int16, (zones, cards)),
        ("count", np.int16, (zones,)),
        ("depth", np.int16, (zones,)),  # how many cards from the top are seen
        ("open", np.int32, (cards,)),  # cards shown one by one: to whom
        ("opened", np.int16),  # how many of them there are
        ("mark", np.int16, (cards,)),  # as the observation has it; 0: none
        ("scores", np.int32, (seats,)),
        ("offered", np.int64, (seats, OFFERS)),  # a number for each offer, the same as long as it is; 0: none
        ("timed", np.int8, (seats,)),  # one of the offers is a race
        ("asked", np.int16, (seats,)),
        ("askers", np.int16),
        ("answered", np.int8, (seats,)),
        ("at", np.int64, (seats,)),
        ("offer", np.int64, (seats,)),  # which offer the answer is to
        ("move", np.int16, (seats,)),
        ("args", np.int16, (seats, ARGS)),
        ("stage", np.int16, (seats,)),  # what the seat is choosing: 0 the move
        ("picks", np.int16, (seats, PICKS)),
        ("picked", np.int16, (seats,)),
    ]


# ---- cards ---------------------------------------------------------------------------------------------


@compiled
def put(s: Record, zone: int, card: int) -> None:
    """On top."""
    s.cards[zone, s.count[zone]] = card
    s.count[zone] += 1


@compiled
def put_at(s: Record, zone: int, place: int, card: int) -> None:
    for i in range(s.count[zone], place, -1):
        s.cards[zone, i] = s.cards[zone, i - 1]
    s.cards[zone, place] = card
    s.count[zone] += 1


@compiled
def top(s: Record, zone: int) -> int:
    return int(s.cards[zone, s.count[zone] - 1])


@compiled
def drop(s: Record, zone: int, place: int) -> int:
    """Takes the card at a place out of a zone."""
    card = s.cards[zone, place]
    s.count[zone] -= 1
    for i in range(place, s.count[zone]):
        s.cards[zone, i] = s.cards[zone, i + 1]
    if s.open[card]:
        s.open[card] = 0
        s.opened -= 1
    return int(card)


@compiled
def find(s: Record, zone: int, card: int) -> int:
    """The place of a card; -1: it is not there."""
    for i in range(s.count[zone]):
        if s.cards[zone, i] == card:
            return i
    return -1


@compiled
def move(s: Record, card: int, source: int, target: int) -> None:
    put(s, target, drop(s, source, find(s, source, card)))


@compiled
def move_all(s: Record, source: int, target: int) -> None:
    """Bottom first."""
    for i in range(s.count[source]):
        card = s.cards[source, i]
        if s.open[card]:
            s.open[card] = 0
            s.opened -= 1
        put(s, target, card)
    s.count[source] = 0


@compiled
def fill(s: Record, zone: int, cards: int) -> None:
    """The whole deck, in its order."""
    for card in range(cards):
        s.cards[zone, card] = card
    s.count[zone] = cards


@compiled
def shuffle(s: Record, zone: int, what: NDArray[np.uint8], index: int) -> None:
    """`State.shuffle` with that label; an index below zero is none."""
    n = s.count[zone]
    was = s.cards[zone, :n].copy()
    turn = order(s.seed, what, index, n)
    for i in range(n):
        s.cards[zone, i] = was[turn[i]]


@compiled
def turn_up(s: Record, card: int, seats: int) -> None:
    if not s.open[card]:
        s.opened += 1
    s.open[card] = seats


@compiled
def turn_all_down(s: Record) -> None:
    s.open[:] = 0
    s.opened = 0


@compiled
def starter(s: Record, f: Any) -> int:
    """Who begins; `f` is the frame of a plan."""
    return int(f.starter if f.starter >= 0 else below(s.seed, STARTER, -1, f.players))


@compiled
def limit_in(s: Record, f: Any, span: int) -> int:
    """The end of a decision's time (`Phase.limit_in`)."""
    return int(s.now + span * f.stretch // 100)


# ---- a new game ----------------------------------------------------------------------------------------


@compiled
def clear(s: Record, f: Any) -> None:
    """Everything but the seed as in a new table; a game's own fields are its own to clear."""
    s.now, s.due, s.steps, s.over = 0, NEVER, 0, False
    s.phase, s.active, s.hurried = 0, 0, False
    s.count[:] = 0
    for zone in range(f.zones):
        s.depth[zone] = f.depth[zone]
    s.open[:] = 0
    s.opened = 0
    s.mark[:] = 0
    s.scores[:] = 0
    s.askers = 0
    s.answered[:] = 0
    s.stage[:] = 0
    s.picked[:] = 0
    withdraw(s)


@compiled
def withdraw(s: Record) -> None:
    """No seat is offered anything. A game then offers anew."""
    s.offered[:] = 0
    s.timed[:] = 0


# ---- choosing ------------------------------------------------------------------------------------------


@compiled
def may_wait(s: Record, n: int, seat: int) -> bool:
    """`Table._may_wait`."""
    seats = 0
    for i in range(n):
        if s.offered[i, 0]:
            seats += 1
    if seats == 1 and not s.hurried and s.active >> seat & 1 and not s.timed[seat]:
        return False
    if s.askers > 1:
        return True
    for i in range(n):
        if s.answered[i] == MOVING:
            return True
    return bool(s.due < NEVER)


@compiled
def pick(s: Record, seat: int, action: int, stage: int) -> None:
    """A choice that is not the last one of a move; what it means so far is for the game to keep."""
    if s.picked[seat] == PICKS:
        for i in range(PICKS - 1):
            s.picks[seat, i] = s.picks[seat, i + 1]
        s.picked[seat] -= 1
    s.picks[seat, s.picked[seat]] = action
    s.picked[seat] += 1
    s.stage[seat] = stage


@compiled
def wait(s: Record, seat: int) -> None:
    s.answered[seat] = WAITING


@compiled
def commit(s: Record, seat: int, move: int, offer: int, opens_at: int, delay: int) -> None:
    """A move is whole; its arguments are in `args`."""
    s.answered[seat] = MOVING
    s.move[seat] = move
    s.offer[seat] = offer
    s.at[seat] = max(s.now + delay, opens_at)


# ---- time ----------------------------------------------------------------------------------------------


@compiled
def alone(s: Record, n: int, seat: int) -> bool:
    """Nobody else can move, and no clock is near: the move of this seat is made at once."""
    if s.hurried or s.answered[seat] != MOVING:
        return False
    for i in range(n):
        if i != seat and (s.offered[i, 0] or s.answered[i]):
            return False
    return True


@compiled
def first(s: Record, n: int) -> int:
    """Whose move is the next thing to happen; -1: an alarm."""
    found = -1
    best_at, best_turn = NEVER, 0
    for seat in range(n):
        if s.answered[seat] == MOVING:
            turn = (seat - s.steps) % n
            if s.at[seat] < best_at or (s.at[seat] == best_at and turn < best_turn):
                found, best_at, best_turn = seat, s.at[seat], turn
    return found if best_at <= s.due else -1


@compiled
def forget(s: Record, n: int) -> None:
    """A plan stands as long as what it answers to is still offered; who waited is asked again."""
    for seat in range(n):
        if s.answered[seat] == MOVING and not s.over:
            stands = False
            for i in range(OFFERS):
                stands = stands or s.offered[seat, i] == s.offer[seat]
            if stands:
                continue
        s.answered[seat] = 0


@compiled
def ask(s: Record, n: int) -> None:
    """Asks all who may move and have not answered; whoever is first changes from step to step."""
    askers = 0
    for seat in range(n):
        if s.offered[seat, 0] and not s.answered[seat]:
            askers += 1
    s.askers = askers
    if not askers:
        return
    i = -(s.steps % askers) if askers > 1 else 0
    for seat in range(n):
        if s.offered[seat, 0] and not s.answered[seat]:
            s.asked[i if i >= 0 else i + askers] = seat
            i += 1


@compiled
def unask(s: Record) -> None:
    """The first of those asked has answered."""
    s.askers -= 1
    for i in range(s.askers):
        s.asked[i] = s.asked[i + 1]


@compiled
def rank(scores: NDArray[np.int32], n: int, low_wins: bool, out: NDArray[np.float32]) -> None:
    """`rewards` of an outcome ranked by score."""
    for i in range(n):
        beaten = 0
        for other in range(n):
            if scores[other] != scores[i]:
                beaten += 1 if (scores[other] > scores[i]) == low_wins else -1
        out[i] = beaten / (n - 1)
