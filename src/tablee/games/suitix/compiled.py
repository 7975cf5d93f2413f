"""Suitix for batches: the rules of `tablee.games.suitix`."""

from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from tablee.envs.batch.eyes import Frame, Ints, fact_at, frame_of, write
from tablee.envs.batch.jit import Record, compiled
from tablee.envs.batch.letters import ETOILE, LETTERS, PETARD, symbols_of
from tablee.envs.batch.plane import in_vain, last_place, mask_places, place_actions, spread, win
from tablee.envs.batch.table import NEVER, PACE, commit, fields, move, rank, starter, top, turn_all_down, turn_up
from tablee.envs.layout import LIMIT, STRANGE, ObservationLayout
from tablee.envs.table import Rules
from tablee.games.suitix.rules import GAME, SPECIALS, WON
from tablee.phases.plane import PLANE
from tablee.pieces.toutilix import ALPHABET

VERSION = 1

PHASES = ("first", "second", "star")
FIRST, SECOND, STAR = range(3)
TURN, TAKE, SEARCH = range(1, 4)
SEATS = GAME.info.players[1]
CARDS = LETTERS + len(SPECIALS)

FAMILY = 4
SPACE = ord(" ")
WRITTEN = np.frombuffer(ALPHABET.encode(), np.uint8)
DOT = np.frombuffer("·".encode(), np.uint8)
"""The help card's text (`SuitixState.alphabet`): letters in families, and a dot for each that is won."""
FULL = 0xFFFFFFFF
CRC = np.array([crc32(bytes([i]), FULL) ^ FULL for i in range(256)], np.uint32)


class SuitixConstants(NamedTuple):
    frame: Frame
    symbol: Ints
    """Of each card: the letter's place in the alphabet, or one of the two after them."""
    show: int
    """How long the table looks at what was turned."""
    turn_at: Ints
    place_of: Ints
    """Of each action that chooses a place: which."""
    turn_only: int
    take_at: int
    search_at: int
    facts: Ints
    """seat, alphabet."""
    known: Ints
    """Help cards that have numbers of their own, as sets of letters, the lowest first."""
    knows: int
    number: Ints


def plan(rules: Rules) -> SuitixConstants:
    turn_at = place_actions(rules, "turn", "place")
    place_of = np.full(len(rules.actions), -1, np.int32)
    place_of[turn_at] = np.arange(len(turn_at))
    options: Any = rules.options
    moves = rules.actions.moves
    texts = known_texts(rules.layout)
    return SuitixConstants(
        frame=frame_of(rules, PHASES),
        symbol=symbols_of(rules),
        show=options.show_s * 1_000,
        turn_at=turn_at,
        place_of=place_of,
        turn_only=moves["turn"],
        take_at=moves["take"],
        search_at=moves["search"],
        facts=fact_at(rules.layout, "seat", "alphabet"),
        known=np.array([left for left, _ in texts], np.int32),
        knows=len(texts),
        number=np.array([number for _, number in texts], np.int32),
    )


def known_texts(layout: ObservationLayout) -> list[tuple[int, int]]:
    """The help cards that the layout has a number for, each with that number."""
    found = []
    for text, number in layout.texts.items():
        letters = text.replace(" ", "")
        if len(letters) == LETTERS:
            found.append((sum(1 << i for i, letter in enumerate(ALPHABET) if letters[i] == letter), number))
    return sorted(found)


def dtype(rules: Rules) -> np.dtype[Any]:
    own = [
        ("seat", np.int16),
        ("turned", np.int16, (2,)),  # the places whose cards lie open, in their order
        ("turns", np.int16),
        ("idle", np.int32),
        ("left", np.int64),  # the letters on the plane: a bit for each
        ("alphabet", np.int16),  # the help card, as the observation has it
    ]
    return np.dtype([*fields(SEATS, WON + 2 * SEATS, CARDS), *own], align=True)


@compiled
def start(s: Record, p: SuitixConstants) -> None:
    spread(s, p.frame.cards, -1)
    s.idle, s.turns = 0, 0
    s.left = (1 << LETTERS) - 1
    s.alphabet = _alphabet(s, p)
    _goto(s, FIRST, starter(s, p.frame))


@compiled
def _goto(s: Record, phase: int, seat: int) -> None:
    s.phase, s.seat = phase, seat


@compiled
def offer(s: Record, p: SuitixConstants) -> None:
    s.due = NEVER  # the clock of a turn does not run out: the table waits
    s.active = 1 << s.seat
    if s.phase == STAR:
        s.offered[s.seat, 0], s.offered[s.seat, 1] = TAKE, SEARCH
    else:
        s.offered[s.seat, 0] = TURN


@compiled
def mask(s: Record, p: SuitixConstants, seat: int, out: NDArray[np.int8]) -> None:
    if s.phase == STAR:
        out[p.take_at] = out[p.search_at] = 1
    else:
        mask_places(s, p.turn_at, p.turn_only, out)


@compiled
def choose(s: Record, p: SuitixConstants, seat: int, action: int) -> None:
    if s.phase == STAR:
        chosen = TAKE if action == p.take_at else SEARCH
    else:
        chosen = TURN
        s.args[seat, 0] = last_place(s) if action == p.turn_only else p.place_of[action]
    commit(s, seat, chosen, chosen, 0, PACE)


@compiled
def play(s: Record, p: SuitixConstants, seat: int) -> None:
    if s.move[seat] == SEARCH:
        _goto(s, SECOND, seat)
    elif s.move[seat] == TAKE:
        _gain(s, p)
        if not s.over:
            _end_turn(s, p)
    else:
        _turn(s, p, s.args[seat, 0])


@compiled
def ring(s: Record, p: SuitixConstants) -> None:
    """Nothing rings: the clock of a turn does not run out."""


@compiled
def _turn(s: Record, p: SuitixConstants, place: int) -> None:
    card = s.cards[PLANE, place]
    turn_up(s, card, (1 << p.frame.players) - 1)
    s.turned[s.turns] = place
    s.turns += 1
    if s.phase == FIRST:
        _first(s, p, p.symbol[card])
    else:
        _second(s, p, p.symbol[s.cards[PLANE, s.turned[0]]], p.symbol[card])


@compiled
def _first(s: Record, p: SuitixConstants, symbol: int) -> None:
    if symbol == ETOILE:
        _goto(s, STAR, s.seat)
    elif symbol != PETARD:
        _goto(s, SECOND, s.seat)
    elif s.count[_etoiles(p, s.seat)]:
        _pair(s, p)
    else:
        _miss(s, p)


@compiled
def _second(s: Record, p: SuitixConstants, one: int, other: int) -> None:
    if _follow(s, one, other) or one == other == ETOILE:
        _pair(s, p)
    else:
        _miss(s, p)


@compiled
def _follow(s: Record, one: int, other: int) -> bool:
    """Neighbours among the letters that are left."""
    low, high = min(one, other), max(one, other)
    between = ((1 << high) - 1) & ~((1 << (low + 1)) - 1)
    return bool(high < LETTERS and not s.left & between)


@compiled
def _pair(s: Record, p: SuitixConstants) -> None:
    s.now += p.show
    s.steps += 1
    _gain(s, p)
    _goto(s, FIRST, s.seat)


@compiled
def _miss(s: Record, p: SuitixConstants) -> None:
    s.now += p.show
    s.steps += 1
    turn_all_down(s)
    s.turns = 0
    _end_turn(s, p)


@compiled
def _end_turn(s: Record, p: SuitixConstants) -> None:
    n = p.frame.players
    if in_vain(s, n):
        s.over = True
    else:
        _goto(s, FIRST, (s.seat + 1) % n)


@compiled
def _etoiles(p: SuitixConstants, seat: int) -> int:
    return int(WON + p.frame.players + seat)


@compiled
def _gain(s: Record, p: SuitixConstants) -> None:
    """All that lies open is his: étoiles stay apart until a pétard uses them up."""
    won, etoiles = WON + s.seat, _etoiles(p, s.seat)
    for i in range(s.turns):
        symbol = p.symbol[s.cards[PLANE, s.turned[i]]]
        win(s, s.turned[i], etoiles if symbol == ETOILE else won)
        if symbol == PETARD:
            move(s, top(s, etoiles), etoiles, won)
        elif symbol < LETTERS:
            s.left &= ~(1 << symbol)
    s.turns = 0
    s.scores[s.seat] = s.count[won] + s.count[etoiles]
    s.alphabet = _alphabet(s, p)
    s.idle = -1
    s.over = not _goes_on(s, p)


@compiled
def _goes_on(s: Record, p: SuitixConstants) -> bool:
    """Pairs can still be picked up."""
    letters, etoiles, petards = 0, 0, 0
    for place in range(s.count[PLANE]):
        card = s.cards[PLANE, place]
        if card < 0:
            continue
        if p.symbol[card] < LETTERS:
            letters += 1
        elif p.symbol[card] == ETOILE:
            etoiles += 1
        else:
            petards += 1
    free = etoiles
    for seat in range(p.frame.players):
        free += s.count[_etoiles(p, seat)]
    return letters > 1 or etoiles > 1 or (petards > 0 and free > 0)


@compiled
def _alphabet(s: Record, p: SuitixConstants) -> int:
    """The number of the help card, as `Layout.number` has it."""
    low, high = 0, p.knows
    while low < high:
        middle = (low + high) // 2
        if p.known[middle] < s.left:
            low = middle + 1
        else:
            high = middle
    if low < p.knows and p.known[low] == s.left:
        return int(p.number[low])
    crc = np.uint32(FULL)
    for i in range(LETTERS):
        if i and i % FAMILY == 0:
            crc = _crc(crc, SPACE)
        if s.left >> i & 1:
            crc = _crc(crc, WRITTEN[i])
        else:
            for byte in DOT:
                crc = _crc(crc, byte)
    return int(STRANGE + (crc ^ np.uint32(FULL)) % (LIMIT - STRANGE))


@compiled
def _crc(crc: np.uint32, byte: int) -> np.uint32:
    return np.uint32(CRC[(crc ^ np.uint32(byte)) & np.uint32(255)] ^ (crc >> np.uint32(8)))


@compiled
def facts(s: Record, p: SuitixConstants, seat: int, out: NDArray[np.int16]) -> None:
    write(out, p.facts[0], s.seat)
    write(out, p.facts[1], s.alphabet)


@compiled
def reward(s: Record, p: SuitixConstants, out: NDArray[np.float32]) -> None:
    rank(s.scores, p.frame.players, False, out)
