"""Touvavix for batches: the rules of `tablee.games.touvavix`.

All times are the table's: what stands still while somebody chooses a pile is put off afterwards.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablee.envs.actions import WAIT
from tablee.envs.batch import piles, table
from tablee.envs.batch.eyes import Frame, Ints, fact_at, frame_of, write
from tablee.envs.batch.jit import Record, compiled
from tablee.envs.batch.letters import ETOILE, LETTERS, PETARD, symbols_of
from tablee.envs.batch.shake import below, label
from tablee.envs.batch.table import NEVER, PACE, commit, limit_in, may_wait, move_all, pick, rank, wait
from tablee.envs.batch.window import (
    AT,
    FLAGS,
    NAME,
    SEAT,
    WHAT,
    closes_at,
    collect,
    has_pressed,
    near,
    press,
    window_fields,
)
from tablee.envs.table import DELAYS, Rules
from tablee.games.touvavix.rules import GAME, LAST_WINDOW, MAX_TAPS, PLACES, STAR, TIED, TouvavixOptions
from tablee.games.touvavix.rules import MIDDLE as PETARD_ZONE
from tablee.phases.piles import ASIDE, MIDDLE, PILES
from tablee.pieces import toutilix

VERSION = 2

PHASES = ("lay", "choose", "last_window")
LAY, CHOOSE, LAST = range(3)
TAP, CARD, PILE, AUTO = range(4)
"""Moves, and what the clock does instead of one."""
STARS = len(PLACES)
ALL_PLACES = (1 << STARS) - 1
PETARD_TAPPED = 0
"""What a tap names: the pétard in the middle, or from 1 on a place of the star."""
SEATS = GAME.info.players[1]
assert toutilix.DECK[-1] == toutilix.PETARD  # what lies in the middle
MIX, DEAL, SOMEWHERE = label("star"), label("deal"), label("auto")


class TouvavixConstants(NamedTuple):
    frame: Frame
    symbol: Ints
    """Of each card: its letter, an étoile or a pétard."""
    gap: int
    auto_lay: int
    lay_at: Ints
    lay_only: int
    pile_at: Ints
    pile_only: int
    tap_at: Ints
    tap_only: int
    targets: int
    move_of: Ints
    """Of each action that begins a move: which, and its argument; -1: the only one there is."""
    arg_of: Ints
    facts: Ints
    """seat."""


def plan(rules: Rules) -> TouvavixConstants:
    actions, options = rules.actions, rules.options
    assert isinstance(options, TouvavixOptions)
    targets = (PETARD_ZONE, *STAR) if options.elsewhere else (PETARD_ZONE,)
    at: dict[int, list[int]] = {
        CARD: [actions.table("lay", "place")["place", "star", place] for place in PLACES],
        PILE: [actions.table("pile", "place")["place", "star", place] for place in PLACES],
        TAP: [actions.table("tap", "target")["name", name] for name in targets],
    }
    only = {CARD: actions.moves["lay"], PILE: actions.moves["pile"], TAP: actions.moves["tap"]}
    move_of, arg_of = (np.full(len(actions), -1, np.int32) for _ in range(2))
    for move, numbers in at.items():
        move_of[[*numbers, only[move]]] = move
        arg_of[numbers] = range(len(numbers))
    return TouvavixConstants(
        frame=frame_of(rules, PHASES),
        symbol=symbols_of(rules),
        gap=options.gap_ms,
        auto_lay=options.auto_lay_s * 1_000,
        lay_at=np.array(at[CARD], np.int32),
        lay_only=only[CARD],
        pile_at=np.array(at[PILE], np.int32),
        pile_only=only[PILE],
        tap_at=np.array(at[TAP], np.int32),
        tap_only=only[TAP],
        targets=len(targets),
        move_of=move_of,
        arg_of=arg_of,
        facts=fact_at(rules.layout, "seat"),
    )


def dtype(rules: Rules) -> np.dtype[Any]:
    return np.dtype(
        [
            *table.fields(SEATS, PILES + 2 * SEATS + STARS, len(toutilix.DECK)),
            *window_fields(SEATS + 2),
            ("number", np.int64),  # of the last card laid
            ("laid", np.int16, (STARS,)),
            ("etoile", np.int16),
            ("open_on", np.int16),
            ("barred", np.int16),
            ("barred_until", np.int64),
            ("fined", np.int16, (SEATS,)),
            ("taps", np.int16, (SEATS,)),
            ("seat", np.int16),  # who lays
            ("opens", np.int64),
            ("until", np.int64),
            ("beneath", np.int16),  # the phase that goes on when a pile is chosen
            ("chooser", np.int16),
            ("chooses_since", np.int64),
        ],
        align=True,
    )


# ---- the star ------------------------------------------------------------------------------------------


@compiled
def _star(p: TouvavixConstants, place: int) -> int:
    """The zone of a place."""
    return int(PILES + 2 * p.frame.players + place)


@compiled
def _letter(s: Record, p: TouvavixConstants, place: int, seen: int) -> int:
    """The letter on top of a pile, for somebody who has seen this card laid and none after it; -1: none."""
    zone = _star(p, place)
    if not s.count[zone] or s.laid[place] > seen:
        return -1
    symbol = p.symbol[table.top(s, zone)]
    return int(symbol) if symbol < LETTERS else -1


@compiled
def _prize(s: Record, p: TouvavixConstants, seen: int) -> tuple[int, int, int]:
    """`TouvavixState.prize`: the number of the card that made it, and the two places; -1, -1, -1: none. An étoile
    has one place."""
    if s.etoile >= 0 and s.laid[s.etoile] <= seen:
        return int(s.laid[s.etoile]), int(s.etoile), -1
    since, best, best_twin = -1, -1, -1
    for place in range(STARS):
        letter = _letter(s, p, place, seen)
        if letter < 0 or s.laid[place] <= since:
            continue
        twin, highest = -1, -1
        for other in range(STARS):
            if other != place and _letter(s, p, other, seen) == letter:
                height = s.count[_star(p, other)] * STARS + (place - other) % STARS
                if height > highest:
                    twin, highest = other, height
        if twin >= 0:
            since, best, best_twin = int(s.laid[place]), place, twin
    return since, best, best_twin


@compiled
def _decided(s: Record, p: TouvavixConstants, seen: int) -> bool:
    """There was something to win since this card was laid, and it is gone."""
    return bool(s.open_on >= seen and _prize(s, p, seen)[0] < 0)


@compiled
def _piles(s: Record, p: TouvavixConstants) -> int:
    """The places where cards lie, a bit for each."""
    found = 0
    for place in range(STARS):
        if s.count[_star(p, place)]:
            found |= 1 << place
    return found


@compiled
def _free(s: Record, p: TouvavixConstants) -> int:
    """Where a card may be laid, a bit for each place."""
    empty = ALL_PLACES & ~_piles(s, p)
    return empty if empty else ALL_PLACES


@compiled
def _lowest(places: int) -> int:
    place = 0
    while not places >> place & 1:
        place += 1
    return place


@compiled
def _lay(s: Record, p: TouvavixConstants, place: int) -> None:
    """The next card of the seat whose turn it is."""
    piles.pass_top(s, PILES + s.seat, _star(p, place))
    symbol = p.symbol[table.top(s, _star(p, place))]
    s.number += 1
    s.laid[place] = s.number
    s.taps[:] = 0
    s.etoile = place if symbol == ETOILE else -1
    if symbol == PETARD:
        piles.give(s, p.frame.players, s.seat)
    if _prize(s, p, s.number)[0] >= 0:
        s.open_on = s.number


@compiled
def _take(s: Record, p: TouvavixConstants, seat: int, place: int) -> None:
    """A whole pile goes to the winnings."""
    n = p.frame.players
    move_all(s, _star(p, place), PILES + n + seat)
    piles.count_won(s, n)


# ---- a new game ----------------------------------------------------------------------------------------


@compiled
def start(s: Record, p: TouvavixConstants) -> None:
    s.number, s.etoile, s.open_on, s.barred, s.barred_until = 0, -1, -1, -1, 0
    s.laid[:] = 0
    s.fined[:] = -1
    s.taps[:] = 0
    s.seat = table.starter(s, p.frame)
    _deal(s, p)
    _begin(s, p, LAY)
    s.opens = s.now + p.gap


@compiled
def _deal(s: Record, p: TouvavixConstants) -> None:
    """A pétard in the middle, six different letters around it; the rest is mixed again and dealt."""
    table.fill(s, ASIDE, p.frame.cards)
    piles.pass_top(s, ASIDE, MIDDLE)
    table.shuffle(s, ASIDE, MIX, -1)
    letters, found = 0, 0
    place = s.count[ASIDE]
    while found < STARS:
        place -= 1
        symbol = p.symbol[s.cards[ASIDE, place]]
        if symbol < LETTERS and not letters >> symbol & 1:
            letters |= 1 << symbol
            table.put(s, _star(p, found), table.drop(s, ASIDE, place))
            found += 1
    table.shuffle(s, ASIDE, DEAL, -1)
    piles.deal_out(s, p.frame.players, s.seat)


@compiled
def _begin(s: Record, p: TouvavixConstants, phase: int) -> None:
    """A phase in which one lays, or the last one; nobody has pressed yet."""
    s.phase = phase
    s.pressed = 0
    s.until = limit_in(s, p.frame, p.auto_lay) if phase == LAY else s.now + LAST_WINDOW


# ---- choosing ------------------------------------------------------------------------------------------


@compiled
def _tap_opens(s: Record) -> int:
    return int(s.barred_until if s.number == s.barred else 0)


@compiled
def _sign(move: int, opens: int, number: int, places: int) -> int:
    """The number of an offer: moves that differ in one of these are different offers."""
    return (((opens << 8 | number) << STARS | places) << 2 | move) + 1


@compiled
def offer(s: Record, p: TouvavixConstants) -> None:
    n = p.frame.players
    s.hurried = s.phase != CHOOSE
    if s.phase == CHOOSE:
        s.offered[s.chooser, 0] = _sign(PILE, 0, 0, _piles(s, p))
        s.active = 1 << s.chooser
        s.due = NEVER  # the clock of a choice does not run out
        return
    s.active = 1 << s.seat if s.phase == LAY else (1 << n) - 1
    s.due = min(closes_at(s), s.until)
    decided = _decided(s, p, s.number)
    tap = _sign(TAP, _tap_opens(s), s.number, 0)
    for seat in range(n):
        offers = 0
        if s.phase == LAY and seat == s.seat and not has_pressed(s, seat, CARD):
            s.offered[seat, 0] = _sign(CARD, s.opens, s.number, _free(s, p))
            offers = 1
        if not decided and s.taps[seat] < MAX_TAPS and not has_pressed(s, seat, TAP):
            s.offered[seat, offers] = tap
            offers += 1
        s.timed[seat] = offers > 0


@compiled
def _may(s: Record, seat: int, move: int) -> int:
    """Which of its offers is to make that move; -1: none."""
    for i in range(2):
        if s.offered[seat, i] and (s.offered[seat, i] - 1) & 3 == move:
            return i
    return -1


@compiled
def _mask_places(out: NDArray[np.int8], places: int, at: Ints, only: int) -> None:
    if places & (places - 1) == 0:
        out[only] = 1
        return
    for place in range(STARS):
        if places >> place & 1:
            out[at[place]] = 1


@compiled
def mask(s: Record, p: TouvavixConstants, seat: int, out: NDArray[np.int8]) -> None:
    if s.stage[seat]:
        out[1 : 1 + len(DELAYS)] = 1
        return
    if may_wait(s, p.frame.players, seat):
        out[WAIT] = 1
    if s.phase == CHOOSE:
        _mask_places(out, _piles(s, p), p.pile_at, p.pile_only)
        return
    if _may(s, seat, CARD) >= 0:
        _mask_places(out, _free(s, p), p.lay_at, p.lay_only)
    if _may(s, seat, TAP) >= 0:
        if p.targets == 1:
            out[p.tap_only] = 1
        else:
            for target in range(p.targets):
                out[p.tap_at[target]] = 1


@compiled
def choose(s: Record, p: TouvavixConstants, seat: int, action: int) -> None:
    args = s.args[seat]
    if s.stage[seat]:
        move = args[0]
        opens = s.opens if move == CARD else _tap_opens(s)
        commit(s, seat, move, s.offered[seat, _may(s, seat, move)], opens, DELAYS[action - 1])
        return
    if action == WAIT:
        wait(s, seat)
        return
    args[0], args[1] = p.move_of[action], p.arg_of[action]
    if args[1] < 0:
        args[1] = PETARD_TAPPED if args[0] == TAP else _lowest(_free(s, p) if args[0] == CARD else _piles(s, p))
    if s.phase == CHOOSE:
        commit(s, seat, PILE, s.offered[seat, 0], 0, PACE)
    else:
        pick(s, seat, action, 1)


# ---- what happens --------------------------------------------------------------------------------------


@compiled
def play(s: Record, p: TouvavixConstants, seat: int) -> None:
    what = s.args[seat, 1]
    if s.move[seat] == PILE:
        _chosen(s, p, what)
        return
    press(s, s.at[seat], seat, s.move[seat], what, s.number)
    if s.move[seat] == TAP:
        s.taps[seat] += 1


@compiled
def ring(s: Record, p: TouvavixConstants) -> None:
    over = s.until < closes_at(s)
    if s.phase == LAY:
        if over:
            press(s, s.until, s.seat, AUTO, 0, 0)
        _resolve(s, p)
        return
    won = _judge(s, p, collect(s), s.until)
    if s.phase == LAST and (won or over):
        _go_on(s, p, won)


@compiled
def _judge(s: Record, p: TouvavixConstants, count: int, last: int) -> bool:
    """The taps up to a time. Whether something was won."""
    while count and s.presses[count - 1, AT] > last:
        count -= 1
    won = False
    i = 0
    while i < count:
        if s.presses[i, NAME] != TAP:
            i += 1
            continue
        end = near(s, i, count)
        won = _judge_near(s, p, i, end) or won
        i = end
    return won


@compiled
def _judge_near(s: Record, p: TouvavixConstants, begin: int, end: int) -> bool:
    """One near-tie."""
    right, winner, wrong = 0, -1, 0
    for i in range(begin, end):
        tap = s.presses[i]
        if tap[NAME] != TAP:
            continue
        since = _prize(s, p, tap[FLAGS])[0]
        void = s.phase == CHOOSE or (s.open_on >= tap[FLAGS] and since < 0)
        if not void and (tap[WHAT] != PETARD_TAPPED or since < 0):
            wrong |= 1 << i
        elif not (void or since < 0 or (since <= s.barred and tap[AT] < s.barred_until)):
            right += 1
            winner = i
    if right == 1:
        _win(s, p, winner)
    elif right:
        s.barred, s.barred_until = s.number, s.presses[winner, AT] + TIED
    for i in range(begin, end):
        if wrong >> i & 1:
            _punish(s, p, s.presses[i, SEAT], s.presses[i, FLAGS])
    return right == 1


@compiled
def _win(s: Record, p: TouvavixConstants, i: int) -> None:
    seat = s.presses[i, SEAT]
    _, place, twin = _prize(s, p, s.presses[i, FLAGS])
    if twin >= 0:
        _take(s, p, seat, twin)
        _take(s, p, seat, place)
        return
    s.etoile = -1
    s.beneath, s.phase, s.chooser = s.phase, CHOOSE, seat
    s.chooses_since = s.now


@compiled
def _punish(s: Record, p: TouvavixConstants, seat: int, seen: int) -> None:
    """Once for each card."""
    if s.fined[seat] < seen:
        s.fined[seat] = seen
        piles.give(s, p.frame.players, seat)


@compiled
def _resolve(s: Record, p: TouvavixConstants) -> None:
    """`Lay.resolve`."""
    count = collect(s)
    laid = 0
    while laid < count and s.presses[laid, NAME] == TAP:
        laid += 1
    _judge(s, p, count, s.presses[laid if laid < count else count - 1, AT])
    if s.phase == CHOOSE:
        return
    if not s.count[PILES + s.seat]:
        _pass_on(s, p)
        return
    if laid == count:
        return
    free, place, at = _free(s, p), s.presses[laid, WHAT], s.presses[laid, AT]
    if s.presses[laid, NAME] == AUTO:
        full = _piles(s, p) == ALL_PLACES
        place = below(s.seed, SOMEWHERE, s.number, STARS) if full else _lowest(free)
    if not free >> place & 1:
        return
    _lay(s, p, place)
    s.opens = s.now + p.gap
    _pass_on(s, p)
    _keep_later(s, count, at)


@compiled
def _keep_later(s: Record, count: int, at: int) -> None:
    """What was tapped after the card was laid is judged after it."""
    for i in range(count):
        tap = s.presses[i]
        if tap[NAME] == TAP and tap[AT] > at:
            press(s, tap[AT], tap[SEAT], TAP, tap[WHAT], tap[FLAGS])


@compiled
def _pass_on(s: Record, p: TouvavixConstants) -> None:
    """The next one who has cards; when nobody has, what is still open can be won."""
    following = piles.next_seat(s, p.frame.players, s.seat)
    if following >= 0:
        s.seat = following
        _begin(s, p, LAY)
    elif _prize(s, p, s.number)[0] >= 0:
        _begin(s, p, LAST)
    else:
        s.over = True


@compiled
def _chosen(s: Record, p: TouvavixConstants, place: int) -> None:
    _take(s, p, s.chooser, place)
    s.phase = s.beneath
    stood = s.now - s.chooses_since
    s.until += stood
    s.opens += stood
    if s.phase == LAST:
        _go_on(s, p, True)
    elif not s.count[PILES + s.seat]:
        _pass_on(s, p)


@compiled
def _go_on(s: Record, p: TouvavixConstants, won: bool) -> None:
    """After each win the last time begins anew."""
    if won and _prize(s, p, s.number)[0] >= 0:
        _begin(s, p, LAST)
    else:
        s.over = True


# ---- what is seen --------------------------------------------------------------------------------------


@compiled
def facts(s: Record, p: TouvavixConstants, seat: int, out: NDArray[np.int16]) -> None:
    if s.phase == LAY:
        write(out, p.facts[0], s.seat)
    elif s.phase == CHOOSE:
        write(out, p.facts[0], s.chooser)


@compiled
def reward(s: Record, p: TouvavixConstants, out: NDArray[np.float32]) -> None:
    rank(s.scores, p.frame.players, False, out)
