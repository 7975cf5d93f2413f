"""Pas Touche ! for batches: the rules of `tablee.games.pas_touche`, for seats with the usual options.

Nobody shares a screen then, so that nobody buzzes before he taps a card. All play at the first level: its boxes
send no card back to the pile, and the other piles are never drawn from.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablee.envs.actions import WAIT
from tablee.envs.batch.eyes import Frame, Ints, fact_at, frame_of, row_at, write
from tablee.envs.batch.jit import Record, compiled
from tablee.envs.batch.shake import draws, label
from tablee.envs.batch.table import (
    NEVER,
    PACE,
    commit,
    fields,
    limit_in,
    may_wait,
    pick,
    put,
    rank,
    shuffle,
    turn_up,
    wait,
)
from tablee.envs.table import DELAYS, Rules
from tablee.games.pas_touche import judge
from tablee.games.pas_touche.cards import (
    ARROW,
    BACKS,
    COLOURS,
    COUNTS,
    CROSSED,
    DICE,
    FACES,
    FIRST_CONSTRAINT,
    FIRST_DIE,
    LEVELS,
    TREATS,
    read,
)
from tablee.games.pas_touche.judge import CALL_BEFORE
from tablee.games.pas_touche.rules import AUTO_ROLL, GAME, HAND, LATER, MAX_CALLS, MAX_IDLE, MAX_ROUNDS, RESULT
from tablee.games.pas_touche.table import GRID, PILES, SLOTS, TABLE_DICE, TRACKS, PasToucheSeatOptions
from tablee.kernel.units import LOCKOUT, TIE

VERSION = 1

PHASES = ("waiting", "race")
WAITING, RACE = range(2)
SEATS = GAME.info.players[1]
ROLL, TOUCH, GIVE_UP, TELL, CALL = range(1, 6)
"""The moves; `TELL` tells the hand of a touch."""
CHOOSE_MOVE, CHOOSE_HAND, CHOOSE_DELAY = range(3)
HANDS = (judge.CHOSEN, judge.OTHER, LATER)
CHOSEN, OTHER, UNTOLD = range(len(HANDS))
NOTHING, WINS, BLOCKS, WRONG, NO_CALL = range(5)
"""What a touch is, taken alone. A wrong card costs as much as a wrong hand."""
LIMIT, TOLD, CLOSE = range(3)
"""The alarms of a race: its end, that of the time to tell a hand, and the judgement."""
NEVER_TOUCHED = -1
LEVEL = PasToucheSeatOptions().level
COLOUR = LEVELS[LEVEL][0]
GRID_SHUFFLE, PILE_SHUFFLE, ROLLED = label("grid"), label(f"pile {COLOUR}"), label("roll")
SIDES = len(TREATS)
"""Of either die."""


class PasToucheConstants(NamedTuple):
    frame: Frame
    pile: int
    """The zone that all cards are dealt from."""
    names: Ints
    """Of each card: the treats and numbers that it shows or forbids, a bit for each."""
    right: Ints
    """By treat and number: the card."""
    boxes: Ints
    """Of each constraint card: how many there are."""
    arrows: Ints
    """Of each constraint card: on which boxes a mistake sends the cube back, a bit for each."""
    zone_of: Ints
    """Of each card: where it lies before the tracks are laid out."""
    lenient: bool
    penalties: bool
    call_needed: bool
    call_time: int
    adaptive: bool
    round_time: int
    roll_time: int
    result_time: int
    card_at: Ints
    card_of: Ints
    """Of each action that chooses a card: which."""
    hand_at: Ints
    """By hand: the action that chooses it for a touch."""
    tell_at: Ints
    roll_at: int
    give_up_at: int
    call_at: int
    facts: Ints
    """round, adaptive."""
    levels: Ints
    lenient_at: Ints
    treats: Ints
    """How the observation names what the dice show, and the boxes."""
    numbers: Ints
    delays: Ints


def plan(rules: Rules) -> PasToucheConstants:
    options: Any = rules.options
    if not options.round_s:
        raise ValueError("a batch needs timers: without the limit of a round nothing happens where all wait")
    assert len(COUNTS) == SIDES
    assert set(LEVELS[LEVEL]) == {COLOUR}
    assert all(seat.level == LEVEL and not seat.shares for seat in rules.seat_options)
    n, layout, actions = rules.players, rules.layout, rules.actions
    tracks = [read(face).track if FIRST_CONSTRAINT <= i < FIRST_DIE else "" for i, face in enumerate(FACES)]
    assert not any(CROSSED in track for track, back in zip(tracks, BACKS, strict=True) if back == COLOUR)
    frame = frame_of(rules, PHASES)
    cards = actions.table("touch", "card")
    card_at = np.array([cards["face", face, 0] for face in FACES[:FIRST_CONSTRAINT]], np.int32)
    card_of = np.full(len(actions), -1, np.int32)
    card_of[card_at] = np.arange(FIRST_CONSTRAINT)
    hands, told = actions.table("touch", "hand"), actions.table("hand", "hand")
    zone_of = [PILES + COLOURS.index(back) if back else GRID for back in BACKS]
    zone_of[FIRST_DIE:] = [TABLE_DICE] * len(DICE)
    return PasToucheConstants(
        frame=frame,
        pile=PILES + COLOURS.index(COLOUR),
        names=np.array([named(face) for face in FACES], np.int32),
        right=np.array([[FACES.index(f"{treat}-{count}") for count in COUNTS] for treat in TREATS], np.int32),
        boxes=np.array([len(track) for track in tracks], np.int32),
        arrows=np.array(
            [sum(1 << i for i, box in enumerate(track) if box == ARROW) for track in tracks], np.int32
        ),
        zone_of=np.array(zone_of, np.int32),
        lenient=not options.constraints,
        penalties=options.penalties,
        call_needed=options.call_needed,
        call_time=options.call_ms,
        adaptive=options.adaptive,
        round_time=options.round_s * 1_000,
        roll_time=AUTO_ROLL * frame.stretch // 100,
        result_time=RESULT * frame.stretch // 100,
        card_at=card_at,
        card_of=card_of,
        hand_at=np.array([hands["name", hand] for hand in HANDS], np.int32),
        tell_at=np.array([told["name", hand] for hand in HANDS[:UNTOLD]], np.int32),
        roll_at=actions.moves["roll"],
        give_up_at=actions.moves["give_up"],
        call_at=actions.moves.get("call", WAIT),
        facts=fact_at(layout, "round", "adaptive"),
        levels=row_at(layout, "levels", n),
        lenient_at=row_at(layout, "lenient", n),
        treats=np.array([layout.number(treat) for treat in TREATS], np.int32),
        numbers=np.array([layout.number(str(count)) for count in COUNTS], np.int32),
        delays=np.array((PACE, *DELAYS), np.int32),
    )


def named(face: str) -> int:
    """The treats and numbers on a card; the words on the dice are neither."""
    words = read(face).forbids if ":" in face else face.split("-")
    everything = (*TREATS, *map(str, COUNTS))
    return sum(1 << everything.index(word) for word in words if word in everything)


def dtype(rules: Rules) -> np.dtype[Any]:
    own = [
        ("rounds", np.int32),
        ("idle", np.int32),
        ("slot", np.int16, (SEATS,)),  # where the cubes are: card and box; -1: off
        ("box", np.int16, (SEATS,)),
        ("until", np.int64),
        ("locked", np.int64, (SEATS,)),  # until when a seat may not touch; 0: it was not too early
        ("began", np.int64),
        ("ended", np.bool_),  # the time of the race is over
        ("right", np.int16),  # the card that the dice name
        ("forbidden", np.int32),  # to whom: a bit for each
        ("touched", np.int64, (SEATS,)),  # when
        ("card", np.int16, (SEATS,)),
        ("hand", np.int16, (SEATS,)),
        ("gave_up", np.int32),  # who: a bit for each
        ("calls", np.int64, (SEATS, MAX_CALLS)),  # when
        ("shouts", np.int16, (SEATS,)),
        ("pressed", np.int64),  # when anybody last touched, called or gave up
        ("alarm", np.int16),
    ]
    return np.dtype([*fields(SEATS, TRACKS + SEATS, len(FACES)), *own], align=True)


# ---- the table -----------------------------------------------------------------------------------------


@compiled
def start(s: Record, p: PasToucheConstants) -> None:
    n = p.frame.players
    for card in range(p.frame.cards):
        put(s, p.zone_of[card], card)
    shuffle(s, GRID, GRID_SHUFFLE, -1)
    shuffle(s, p.pile, PILE_SHUFFLE, -1)
    for _ in range(SLOTS):
        for seat in range(n):
            s.count[p.pile] -= 1
            put(s, TRACKS + seat, s.cards[p.pile, s.count[p.pile]])
    s.slot[:] = s.box[:] = -1
    s.rounds, s.idle = 0, 0
    _wait_for_roll(s, p)


@compiled
def _turned(s: Record, seat: int, slot: int) -> bool:
    return bool(s.open[s.cards[TRACKS + seat, slot]])


@compiled
def _forbids(s: Record, p: PasToucheConstants, seat: int, card: int) -> bool:
    """One of the seat's face-up constraints names the card's treat or its number."""
    for slot in range(SLOTS):
        if _turned(s, seat, slot) and p.names[s.cards[TRACKS + seat, slot]] & p.names[card]:
            return not p.lenient
    return False


@compiled
def _put_cube(s: Record, p: PasToucheConstants, seat: int, slot: int, box: int) -> None:
    steps = box + 1
    for i in range(SLOTS):
        card = s.cards[TRACKS + seat, i]
        s.mark[card] = p.numbers[box] if i == slot else 0
        if i < slot:
            steps += p.boxes[card]
    s.slot[seat], s.box[seat], s.scores[seat] = slot, box, steps


@compiled
def _advance(s: Record, p: PasToucheConstants, seat: int) -> bool:
    """One box further, a new card where the next is face down; True when the cube leaves the last."""
    slot, box = s.slot[seat], s.box[seat]
    if slot >= 0 and box + 1 < p.boxes[s.cards[TRACKS + seat, slot]]:
        _put_cube(s, p, seat, slot, box + 1)
        return False
    if slot + 1 == SLOTS:
        s.scores[seat] += 1
        return True
    if not _turned(s, seat, slot + 1):
        turn_up(s, s.cards[TRACKS + seat, slot + 1], (1 << p.frame.players) - 1)
    _put_cube(s, p, seat, slot + 1, 0)
    return False


@compiled
def _go_back(s: Record, p: PasToucheConstants, seat: int) -> None:
    slot, box = s.slot[seat], s.box[seat]
    if box > 0:
        _put_cube(s, p, seat, slot, box - 1)
    elif slot > 0:
        _put_cube(s, p, seat, slot - 1, p.boxes[s.cards[TRACKS + seat, slot - 1]] - 1)
    else:
        _put_cube(s, p, seat, -1, -1)


@compiled
def _punish(s: Record, p: PasToucheConstants, seat: int) -> None:
    """The box under the cube says what a mistake costs."""
    slot = s.slot[seat]
    if slot >= 0 and p.penalties and p.arrows[s.cards[TRACKS + seat, slot]] >> s.box[seat] & 1:
        _go_back(s, p, seat)


# ---- phases --------------------------------------------------------------------------------------------


@compiled
def _wait_for_roll(s: Record, p: PasToucheConstants) -> None:
    if s.rounds >= MAX_ROUNDS or s.idle >= MAX_IDLE:
        s.over = True
        return
    s.phase = WAITING
    for i in range(s.count[TABLE_DICE]):
        s.mark[s.cards[TABLE_DICE, i]] = 0
    s.locked[:] = 0
    s.until = s.now + p.roll_time


@compiled
def _roll(s: Record, p: PasToucheConstants) -> None:
    s.rounds += 1
    dice = draws(s.seed, ROLLED, s.rounds, SIDES, 2)
    s.mark[FIRST_DIE], s.mark[FIRST_DIE + 1] = p.treats[dice[0]], p.numbers[dice[1]]
    s.phase, s.began, s.ended = RACE, s.now, False
    s.right = p.right[dice[0], dice[1]]
    s.forbidden = 0
    for seat in range(p.frame.players):
        if _forbids(s, p, seat, s.right):
            s.forbidden |= 1 << seat
    s.until = limit_in(s, p.frame, p.round_time)
    s.touched[:] = NEVER_TOUCHED
    s.gave_up = 0
    s.shouts[:] = 0
    s.pressed = s.began


@compiled
def _done(s: Record, seat: int) -> bool:
    """One touch, or none at all, is final."""
    return bool(s.touched[seat] >= 0 or s.gave_up >> seat & 1)


@compiled
def _offer_of(s: Record, kind: int, seat: int) -> int:
    """The number of an offer; a touch and a call answer to the dice of this round."""
    if s.phase == RACE and kind == TOUCH:
        return int((s.locked[seat] << 16 | s.rounds) << 3 | kind)
    if kind == CALL:
        return int(s.rounds << 3 | kind)
    return kind


@compiled
def offer(s: Record, p: PasToucheConstants) -> None:
    n = p.frame.players
    s.hurried = s.phase == RACE
    s.active = 0
    for seat in range(n):
        offers = 0
        if s.phase == WAITING:
            s.active |= 1 << seat
            offers = _add(s, seat, offers, ROLL)
            if not s.locked[seat]:
                _add(s, seat, offers, TOUCH)
            continue
        if not _done(s, seat):
            s.active |= 1 << seat
            if not s.ended:
                offers = _add(s, seat, offers, TOUCH)
                offers = _add(s, seat, offers, GIVE_UP)
        if s.touched[seat] >= 0 and s.hand[seat] == UNTOLD:
            offers = _add(s, seat, offers, TELL)
        if p.call_needed and not p.lenient and not s.gave_up >> seat & 1 and s.shouts[seat] < MAX_CALLS:
            _add(s, seat, offers, CALL)
        s.timed[seat] = 1
    s.due = s.until
    if s.phase == RACE:
        _set_alarm(s, p)


@compiled
def _add(s: Record, seat: int, offers: int, kind: int) -> int:
    s.offered[seat, offers] = _offer_of(s, kind, seat)
    return offers + 1


@compiled
def _is_offered(s: Record, seat: int, kind: int) -> bool:
    number = _offer_of(s, kind, seat)
    for i in range(s.offered.shape[1]):
        if s.offered[seat, i] == number:
            return True
    return False


@compiled
def mask(s: Record, p: PasToucheConstants, seat: int, out: NDArray[np.int8]) -> None:
    if s.stage[seat] == CHOOSE_DELAY:
        out[1 : 1 + len(DELAYS)] = 1
        return
    if s.stage[seat] == CHOOSE_HAND:
        for hand in range(len(HANDS)):
            out[p.hand_at[hand]] = 1
        return
    if may_wait(s, p.frame.players, seat):
        out[WAIT] = 1
    if _is_offered(s, seat, ROLL):
        out[p.roll_at] = 1
    if _is_offered(s, seat, TOUCH):
        for card in range(FIRST_CONSTRAINT):
            out[p.card_at[card]] = 1
    if _is_offered(s, seat, GIVE_UP):
        out[p.give_up_at] = 1
    if _is_offered(s, seat, TELL):
        out[p.tell_at[CHOSEN]] = out[p.tell_at[OTHER]] = 1
    if _is_offered(s, seat, CALL):
        out[p.call_at] = 1


@compiled
def choose(s: Record, p: PasToucheConstants, seat: int, action: int) -> None:
    """The move is kept in `move`, the card and the hand of a touch are its arguments."""
    if s.stage[seat] == CHOOSE_DELAY:
        _commit(s, seat, p.delays[action])
    elif s.stage[seat] == CHOOSE_HAND:
        for hand in range(len(HANDS)):
            if action == p.hand_at[hand]:
                s.args[seat, 1] = hand
        if s.phase == RACE:
            pick(s, seat, action, CHOOSE_DELAY)
        else:
            _commit(s, seat, PACE)
    elif action == WAIT:
        wait(s, seat)
    elif p.card_of[action] >= 0:
        s.move[seat] = TOUCH
        s.args[seat, 0] = p.card_of[action]
        pick(s, seat, action, CHOOSE_HAND)
    elif action == p.call_at:
        s.move[seat] = CALL
        pick(s, seat, action, CHOOSE_DELAY)
    else:
        if action == p.roll_at:
            s.move[seat] = ROLL
        elif action == p.give_up_at:
            s.move[seat] = GIVE_UP
        else:
            s.move[seat] = TELL
            s.args[seat, 1] = CHOSEN if action == p.tell_at[CHOSEN] else OTHER
        _commit(s, seat, PACE)


@compiled
def _commit(s: Record, seat: int, delay: int) -> None:
    kind = s.move[seat]
    opens_at = s.locked[seat] if s.phase == RACE and kind == TOUCH else 0
    commit(s, seat, kind, _offer_of(s, kind, seat), opens_at, delay)


@compiled
def play(s: Record, p: PasToucheConstants, seat: int) -> None:
    """No touch comes too early to be a reaction: the shortest delay is longer than that."""
    kind, at = s.move[seat], s.at[seat]
    if kind == ROLL:
        _roll(s, p)
    elif kind == TELL:
        s.hand[seat] = s.args[seat, 1]
    elif s.phase == WAITING:
        s.locked[seat] = at + LOCKOUT
    else:
        s.pressed = max(s.pressed, at)
        if kind == TOUCH:
            s.touched[seat], s.card[seat], s.hand[seat] = at, s.args[seat, 0], s.args[seat, 1]
        elif kind == GIVE_UP:
            s.gave_up |= 1 << seat
        else:
            s.calls[seat, s.shouts[seat]] = at
            s.shouts[seat] += 1


@compiled
def ring(s: Record, p: PasToucheConstants) -> None:
    if s.phase == WAITING:
        _roll(s, p)
    elif s.alarm == LIMIT:
        s.ended = True
    elif s.alarm == TOLD:
        s.hand[_untold(s, p.frame.players)] = CHOSEN
    else:
        _resolve(s, p)


# ---- how a round is decided ----------------------------------------------------------------------------


@compiled
def _called(s: Record, p: PasToucheConstants, seat: int) -> bool:
    at = s.touched[seat]
    for i in range(s.shouts[seat]):
        if at - CALL_BEFORE <= s.calls[seat, i] <= at + p.call_time:
            return True
    return not p.call_needed


@compiled
def _judge(s: Record, p: PasToucheConstants, seat: int) -> int:
    if s.touched[seat] < 0 or s.hand[seat] == UNTOLD:
        return NOTHING
    if s.card[seat] != s.right or (s.hand[seat] == OTHER) != (s.forbidden >> seat & 1):
        return WRONG
    if s.hand[seat] == CHOSEN:
        return WINS
    return BLOCKS if _called(s, p, seat) else NO_CALL


@compiled
def _end(s: Record, p: PasToucheConstants) -> tuple[int, int]:
    """When the round was over, and by what (nothing: it is not)."""
    won, blocked = NEVER, NEVER
    for seat in range(p.frame.players):
        kind = _judge(s, p, seat)
        if kind == WINS:
            won = min(won, s.touched[seat])
        elif kind == BLOCKS:
            blocked = min(blocked, s.touched[seat])
    if blocked < won - TIE:
        return blocked, BLOCKS
    return won, (WINS if won < NEVER else NOTHING)


@compiled
def _untold(s: Record, n: int) -> int:
    """The first touch whose hand is to be told; -1: there is none."""
    found = -1
    for seat in range(n):
        if s.touched[seat] >= 0 and s.hand[seat] == UNTOLD and (found < 0 or s.touched[seat] < s.touched[found]):
            found = seat
    return found


@compiled
def _set_alarm(s: Record, p: PasToucheConstants) -> None:
    """The first alarm of a race; the limit comes before what is due at the same time."""
    s.alarm, s.due = LIMIT, (NEVER if s.ended else s.until)
    end, by = _end(s, p)
    untold = _untold(s, p.frame.players)
    if untold >= 0 and s.touched[untold] <= end + TIE:
        kind, at = TOLD, s.touched[untold] + HAND + 1
    else:
        kind, at = CLOSE, _closes_at(s, p, end, by)
    if at < s.due:
        s.alarm, s.due = kind, at


@compiled
def _closes_at(s: Record, p: PasToucheConstants, end: int, by: int) -> int:
    """It is decided and nothing earlier can come, or all have touched or given up, or the time is over; but not
    while a block may still be called."""
    finished = s.ended or not s.active
    if by == NOTHING and not finished:
        return NEVER
    last = NEVER_TOUCHED if finished else end + TIE + 1
    for seat in range(p.frame.players):
        if _judge(s, p, seat) == NO_CALL and s.touched[seat] <= end + TIE:
            last = max(last, s.touched[seat] + p.call_time + 1)
    return int(last if last >= 0 else s.pressed)


@compiled
def _resolve(s: Record, p: PasToucheConstants) -> None:
    n = p.frame.players
    touches = 0
    for seat in range(n):
        if s.touched[seat] >= 0:
            touches += 1
            if s.hand[seat] == UNTOLD:  # it came too late to be asked after
                s.hand[seat] = CHOSEN
    s.idle = 0 if touches else s.idle + 1
    end, _ = _end(s, p)
    for seat in range(n):
        kind = _judge(s, p, seat)
        if s.touched[seat] > end + TIE:
            continue
        if kind in (WRONG, NO_CALL):
            _punish(s, p, seat)
        elif kind == WINS and _advance(s, p, seat):
            s.over = True
    if not s.over:
        s.now += p.result_time
        s.steps += 1
        _wait_for_roll(s, p)


# ---- what is seen --------------------------------------------------------------------------------------


@compiled
def facts(s: Record, p: PasToucheConstants, seat: int, out: NDArray[np.int16]) -> None:
    n = p.frame.players
    write(out, p.facts[0], s.rounds)
    write(out, p.facts[1], p.adaptive)
    write(out, p.levels[0], n)
    write(out, p.lenient_at[0], n if p.lenient else 0)
    for i in range(n):
        write(out, p.levels[1 + i], LEVEL)
        if p.lenient:
            write(out, p.lenient_at[1 + i], (seat + i) % n)


@compiled
def reward(s: Record, p: PasToucheConstants, out: NDArray[np.float32]) -> None:
    rank(s.scores, p.frame.players, False, out)
