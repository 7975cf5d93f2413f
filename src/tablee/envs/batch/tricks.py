"""What `tablee.phases.trick` is, for batches: deals, tricks in which the family led must be followed, rounds."""

import numpy as np
from numpy.typing import NDArray

from tablee.envs.batch.eyes import Ints, first_state, write, write_row
from tablee.envs.batch.jit import Record, compiled
from tablee.envs.batch.shake import label
from tablee.envs.batch.table import Fields, fields, fill, move, move_all, put, shuffle, top, turn_all_down
from tablee.envs.table import Rules
from tablee.phases.trick import HANDS, PILE, TRICK, TRICK_TIME, TrickState
from tablee.pieces.families import CARDS, FAMILIES

SEATS = 5
ROUNDS = 32
"""More than any game has."""
NO_FAMILY = len(FAMILIES)
DEAL = label("deal")


def trick_fields() -> Fields:
    return [
        *fields(SEATS, HANDS + 2 * SEATS, len(CARDS)),
        ("rounds", np.int32),
        ("dealer", np.int16),
        ("leader", np.int16),
        ("seat", np.int16),
        ("family", np.int16),  # the one asked for; NO_FAMILY until the leader has played
        ("tricks", np.int32, (SEATS,)),
        ("last_winner", np.int16),
        ("history", np.int32, (ROUNDS, SEATS)),
    ]


def families_of(rules: Rules) -> tuple[Ints, Ints]:
    """Family and strength of each card."""
    s = first_state(rules)
    assert isinstance(s, TrickState)
    return (
        np.array([FAMILIES.index(s.families[face]) for face in s.faces], np.int32),
        np.array([s.strengths[face] for face in s.faces], np.int32),
    )


def family_texts(rules: Rules) -> Ints:
    """How the observation names the families, and none."""
    return np.array([rules.layout.number(text) for text in (*FAMILIES, "")], np.int32)


def card_actions(rules: Rules, move: str, param: str) -> Ints:
    """The action by which each card is chosen; all faces are different here."""
    numbers = rules.actions.cards[move, param]
    return np.array([numbers[face][0] for face in first_state(rules).faces], np.int32)


def history_at(rules: Rules) -> NDArray[np.int32]:
    """Where the length of the history stands, and of each of its entries the length and the numbers."""
    layout, n = rules.layout, rules.players
    found = np.full((ROUNDS + 1, n + 1), -1, np.int32)
    found[0, 0] = layout.fact(("history", "#"))
    for i in range(ROUNDS):
        found[1 + i] = [layout.fact(("history", i, k)) for k in ("#", *range(n))]
    return found


@compiled
def begin(s: Record, cards: int) -> None:
    """All cards in the pile, before the first deal."""
    s.rounds, s.last_winner = 0, 0
    fill(s, PILE, cards)


@compiled
def deal(s: Record, n: int) -> None:
    for i in range(2 * n):
        zone = HANDS + (n + i) % (2 * n)
        move_all(s, zone, PILE)
    s.depth[HANDS + n : HANDS + 2 * n] = 0
    turn_all_down(s)
    s.tricks[:] = 0
    shuffle(s, PILE, DEAL, s.rounds)
    for _ in range(s.count[PILE] // n):
        for i in range(n):
            put(s, HANDS + (s.dealer + 1 + i) % n, top(s, PILE))
            s.count[PILE] -= 1


@compiled
def lead(s: Record, seat: int) -> None:
    s.leader = s.seat = seat
    s.family = NO_FAMILY


@compiled
def lay(s: Record, n: int, family: Ints, strength: Ints, card: int) -> bool:
    """A card of the seat whose turn it is; True: the trick is complete, and has been shown."""
    move(s, card, HANDS + s.seat, TRICK)
    if s.family == NO_FAMILY:
        s.family = family[card]
    if s.count[TRICK] < n:
        s.seat = (s.seat + 1) % n
        return False
    best = -1
    for place in range(n):
        laid = s.cards[TRICK, place]
        if family[laid] == s.family and (best < 0 or strength[laid] > strength[s.cards[TRICK, best]]):
            best = place
    s.seat = (s.leader + best) % n
    s.now += TRICK_TIME
    s.steps += 1
    return True


@compiled
def take(s: Record, n: int, review: bool) -> None:
    """The trick goes to its winner, whose turn it is."""
    won = HANDS + n + s.seat
    move_all(s, TRICK, won)
    s.tricks[s.seat] += 1
    if review:
        if s.seat != s.last_winner:
            s.depth[HANDS + n + s.last_winner] = 0
            s.last_winner = s.seat
        s.depth[won] = n


# ---- which cards may be played: places of the hand, a bit for each -----------------------------------------


@compiled
def whole_hand(s: Record) -> int:
    return (1 << int(s.count[HANDS + s.seat])) - 1


@compiled
def following(s: Record, family: Ints) -> int:
    """The cards of the family asked for; all, where there are none or none is asked for."""
    hand = HANDS + s.seat
    found = 0
    for i in range(s.count[hand]):
        if family[s.cards[hand, i]] == s.family:
            found |= 1 << i
    return found if found else whole_hand(s)


@compiled
def mask_cards(s: Record, legal: int, at: Ints, only: int, out: NDArray[np.int8]) -> None:
    """A card that alone may be played goes without saying (`only`)."""
    if legal & (legal - 1) == 0:
        out[only] = 1
        return
    hand = HANDS + s.seat
    for i in range(s.count[hand]):
        if legal >> i & 1:
            out[at[s.cards[hand, i]]] = 1


@compiled
def only_card(s: Record, legal: int) -> int:
    place = 0
    while not legal >> place & 1:
        place += 1
    return int(s.cards[HANDS + s.seat, place])


@compiled
def write_history(out: NDArray[np.int16], at: Ints, s: Record, rounds: int, n: int, seat: int) -> None:
    """A list of lists; one with an entry per seat begins with the observer's, also the outer one."""
    write(out, at[0, 0], rounds)
    turn = seat if rounds == n else 0
    for i in range(rounds):
        write_row(out, at[1 + ((i - turn) % n if turn else i)], s.history[i], n, n, seat)
