"""Corsix for batches: the rules of `tablee.games.corsix`."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablee.envs.batch import heap
from tablee.envs.batch.eyes import Frame, Ints, fact_at, first_state, frame_of, write
from tablee.envs.batch.heap import Heap
from tablee.envs.batch.jit import Record, compiled
from tablee.envs.batch.letters import LETTERS, PETARD
from tablee.envs.batch.piles import deal_out, next_seat
from tablee.envs.batch.table import drop, put_at, rank
from tablee.envs.batch.window import SEAT, collect
from tablee.envs.table import Rules
from tablee.games.corsix.rules import KEPT, OWED, TOUTILIX, CorsixState, played
from tablee.phases.piles import ASIDE, MIDDLE, PILES
from tablee.pieces.toutilix import SYMBOL

VERSION = 2

PHASES = ("turn", "debt", "collect", "last_window")
TURN, DEBT, COLLECT, LAST = range(4)


class CorsixConstants(NamedTuple):
    frame: Frame
    heap: Heap
    kept: Ints
    """Of each card: 1 if it may not be left over."""
    owed: Ints
    """Of each card: how many the next player then turns."""
    played: bool
    """Some formula is."""
    paire: bool
    suite: bool
    sandwich: bool
    fined: bool
    """A wrong call costs a card."""
    hoarse: bool
    """And one's voice."""
    call_at: int
    facts: Ints
    """seat, creditor, left, formulas."""
    formulas: int
    """As the observation names those that are played."""


def plan(rules: Rules) -> CorsixConstants:
    options: Any = rules.options
    s = first_state(rules)
    assert isinstance(s, CorsixState)
    symbols = [SYMBOL[face] for face in s.faces]
    return CorsixConstants(
        frame=frame_of(rules, PHASES),
        heap=heap.heap_of(rules),
        kept=np.array([symbol in KEPT for symbol in symbols], np.int32),
        owed=np.array([OWED.get(symbol, 0) for symbol in symbols], np.int32),
        played=bool(played(options)),
        paire=options.paire,
        suite=options.suite,
        sandwich=options.sandwich,
        fined=options.wrong_call != "nothing",
        hoarse=options.wrong_call == "hoarse",
        call_at=rules.actions.moves[TOUTILIX] if played(options) else -1,
        facts=fact_at(rules.layout, "seat", "creditor", "left", "formulas"),
        formulas=rules.layout.number(s.formulas),
    )


def dtype(rules: Rules) -> np.dtype[Any]:
    own = [
        ("slipped", np.int16),  # so many cards lie under those laid on one another
        ("petards", np.int16),  # turned in a row, just now
        ("called", np.int32),  # wrongly on the last card: a bit for each
        ("creditor", np.int16),
        ("left", np.int16),  # so many cards are still owed
    ]
    return np.dtype([*heap.heap_fields(), *own], align=True)


@compiled
def start(s: Record, p: CorsixConstants) -> None:
    s.slipped = s.petards = s.called = s.creditor = s.left = 0
    s.phase = TURN
    begins = heap.mix(s, p)
    _set_aside(s, p, s.count[ASIDE] % p.frame.players)
    deal_out(s, p.frame.players, begins)
    heap.turn_of(s, p, begins, -1, 0)


@compiled
def _set_aside(s: Record, p: CorsixConstants, count: int) -> None:
    """The first ordinary letters of the mixed cards are left over."""
    place = 0
    for aside in range(count):
        while p.kept[s.cards[ASIDE, place]]:
            place += 1
        put_at(s, ASIDE, aside, drop(s, ASIDE, place))
        place += 1


@compiled
def offer(s: Record, p: CorsixConstants) -> None:
    if s.phase in (TURN, DEBT):
        heap.offer_turn(s, p, s.called)
    else:
        heap.offer_last(s, p, s.called)


@compiled
def _is_right(s: Record, p: CorsixConstants) -> bool:
    """Whether the last card makes a formula with those before it."""
    if s.petards:
        return bool(p.paire and s.petards > 1)
    laid = s.count[MIDDLE] - s.slipped
    third = heap.symbol(s, p, 0)
    second = heap.symbol(s, p, 1) if laid > 1 else -1
    first = heap.symbol(s, p, 2) if laid > 2 else -1
    if p.paire and second == third:
        return True
    if second < 0 or second >= LETTERS or third >= LETTERS:
        return False
    return bool((p.suite and abs(second - third) == 1) or (p.sandwich and first == third))


@compiled
def mask(s: Record, p: CorsixConstants, seat: int, out: NDArray[np.int8]) -> None:
    if heap.mask(s, p, seat, out):
        out[p.call_at] = 1


@compiled
def choose(s: Record, p: CorsixConstants, seat: int, action: int) -> None:
    if heap.choose(s, p, seat, action):
        heap.call(s, seat, action, _is_right(s, p))


@compiled
def play(s: Record, p: CorsixConstants, seat: int) -> None:
    if heap.play(s, seat):
        _turn(s, p)


@compiled
def ring(s: Record, p: CorsixConstants) -> None:
    if s.phase in (TURN, DEBT):
        calls, turns = heap.cut(s)
        stands = not calls or (_judge(s, p, calls) and not _fined(s, p))
        if turns and stands:
            _turn(s, p)
    else:
        over = heap.time_is_over(s)
        calls = collect(s)
        stands = not calls or _judge(s, p, calls)
        if stands and (over or s.stimulus < 0):
            _over(s, p)


@compiled
def _judge(s: Record, p: CorsixConstants, calls: int) -> bool:
    """A right call wins, all others pay. Returns whether the phase is still the same."""
    right, winner = heap.right_calls(s, calls)
    if right:
        s.stimulus = -1
    else:
        for i in range(calls):
            _mistake(s, p, s.presses[i, SEAT])
    if right == 1:
        _collect(s, p, winner)
        _go_on(s, p, winner, -1, s.shown_at + p.heap.gap)
    return right != 1


@compiled
def _mistake(s: Record, p: CorsixConstants, seat: int) -> None:
    """A card under the pile, of one's own or else of one's winnings."""
    n = p.frame.players
    s.called |= 1 << seat
    if not p.fined:
        return
    paid = heap.fine(s, n, PILES + seat, PILES + n + seat)
    s.slipped += paid
    if not paid or p.hoarse:
        s.voiceless |= 1 << seat


@compiled
def _fined(s: Record, p: CorsixConstants) -> bool:
    """Somebody may have paid his last card for a wrong call; True: another phase follows."""
    own = s.count[PILES + s.seat] > 0
    if s.phase == DEBT:
        if not own:
            _owe(s, p, s.seat, s.creditor, s.left, s.stimulus, s.opens)
        return not own
    stays = own and _two_left(s, p)
    if not stays:
        _go_on(s, p, s.seat, -1, s.opens)
    return not stays


@compiled
def _collect(s: Record, p: CorsixConstants, seat: int) -> None:
    s.slipped = s.petards = 0
    heap.collect(s, p.frame.players, seat)


@compiled
def _two_left(s: Record, p: CorsixConstants) -> bool:
    found = 0
    for seat in range(p.frame.players):
        if s.count[PILES + seat]:
            found += 1
    return found > 1


@compiled
def _go_on(s: Record, p: CorsixConstants, seat: int, stimulus: int, opens: int) -> None:
    """That seat turns a card, or the next one that has any, as long as two have some."""
    if _two_left(s, p):
        s.phase = TURN
        following = seat if s.count[PILES + seat] else next_seat(s, p.frame.players, seat)
        heap.turn_of(s, p, following, stimulus, opens)
    elif stimulus >= 0:
        s.phase = LAST
        heap.last_call(s, p, stimulus)
    else:
        s.over = True


@compiled
def _turn(s: Record, p: CorsixConstants) -> None:
    n, seat = p.frame.players, s.seat
    symbol = heap.turn(s, p)
    owed = p.owed[s.cards[MIDDLE, s.count[MIDDLE] - 1]]
    s.called = 0
    s.petards = s.petards + 1 if symbol == PETARD else 0
    stimulus = heap.stimulate(s) if p.played else -1
    if symbol == PETARD:
        heap.slip_petard(s, n, seat, 0)
        s.slipped += 1
    if not owed:
        _paid(s, p, symbol, stimulus)
        return
    debtor = next_seat(s, n, seat)
    if debtor < 0 or debtor == seat:
        _collect(s, p, seat)
        s.over = True
    else:
        _owe(s, p, debtor, seat, owed, stimulus, s.now + p.heap.gap)


@compiled
def _paid(s: Record, p: CorsixConstants, symbol: int, stimulus: int) -> None:
    """In a debt a pétard does not count; after one the next player turns."""
    if s.phase == DEBT:
        left = s.left - (symbol != PETARD)
        _owe(s, p, s.seat, s.creditor, left, stimulus, s.now + p.heap.gap)
    else:
        _go_on(s, p, (s.seat + 1) % p.frame.players, stimulus, s.now + p.heap.gap)


@compiled
def _owe(s: Record, p: CorsixConstants, debtor: int, creditor: int, left: int, stimulus: int, opens: int) -> None:
    """Who has no card left has paid what he could."""
    s.creditor, s.left = creditor, left
    if left and s.count[PILES + debtor]:
        s.phase = DEBT
        heap.turn_of(s, p, debtor, stimulus, opens)
    else:
        s.phase = COLLECT
        s.opens = opens
        heap.last_call(s, p, stimulus)


@compiled
def _over(s: Record, p: CorsixConstants) -> None:
    """Nobody has called on the last card: the pile goes to whoever was owed it, or stays."""
    if s.phase == COLLECT:
        _collect(s, p, s.creditor)
        _go_on(s, p, s.creditor, -1, s.opens)
    else:
        s.over = True


@compiled
def facts(s: Record, p: CorsixConstants, seat: int, out: NDArray[np.int16]) -> None:
    heap.facts(s, p, seat, out)
    write(out, p.facts[3], p.formulas)
    if s.phase in (TURN, DEBT):
        write(out, p.facts[0], s.seat)
    if s.phase in (DEBT, COLLECT):
        write(out, p.facts[1], s.creditor)
    if s.phase == DEBT:
        write(out, p.facts[2], s.left)


@compiled
def reward(s: Record, p: CorsixConstants, out: NDArray[np.float32]) -> None:
    rank(s.scores, p.frame.players, False, out)
