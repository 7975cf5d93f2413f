"""Amérix for batches: what never changes during a game, and the fields of a table."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablee.envs.batch.eyes import Frame, Ints, fact_at, first_state, frame_of, row_at
from tablee.envs.batch.letters import LETTERS, SYMBOLS, symbols_of
from tablee.envs.batch.table import fields
from tablee.envs.batch.window import window_fields
from tablee.envs.table import DELAYS, Rules
from tablee.games.amerix import rules as game
from tablee.games.amerix.table import FOLLOWS, HANDS, POINTS
from tablee.pieces.toutilix import ALPHABET, DECK, SYMBOL

PHASES = ("turn", "drawn", "name_first")
TURN, DRAWN, NAME_FIRST = range(3)
LAY, DRAW, PASS, KEEP, NAME_IT, CALL, SHOUT, NEXT = range(8)
MOVES = ("lay", "draw", "pass", "keep", "name", "toutilix", "etoile")
"""Their names, in this order; NEXT is a move that waits in line with the shouts."""
LETTER, FLAG, DELAY = 1, 2, 3
"""What is still to be chosen of a move."""
NO_LETTER = LETTERS
SEATS = game.GAME.info.players[1]


class AmerixConstants(NamedTuple):
    frame: Frame
    symbol: Ints
    """Of each card: a letter of the alphabet, ETOILE or PETARD."""
    follows: NDArray[np.int32]
    """By the letter to play on and the symbol: 1 where it may be laid."""
    points: Ints
    turn_time: int
    grace: int
    lock: int
    wrong_draws: bool
    forced: bool
    delays: Ints
    moves: Ints
    """The action of each move in which nothing is left to choose."""
    lay_at: Ints
    """Of each card: the action of the first one with its face; the others' follow."""
    kind_of: Ints
    """Of each action that chooses a card: the number of its face."""
    letter_at: int
    flag_at: int
    name_at: Ints
    facts: Ints
    """direction, reference, round, last_round, seat, owner, called."""
    missing: Ints
    texts: Ints


def plan(rules: Rules) -> AmerixConstants:
    s, layout, actions = first_state(rules), rules.layout, rules.actions
    options: Any = rules.options
    lay_at, kind_of = np.zeros(len(s.faces), np.int32), np.full(len(actions), -1, np.int32)
    for card, face in enumerate(s.faces):
        numbers = actions.cards["lay", "card"][face]
        assert numbers == list(range(numbers[0], numbers[0] + s.faces.count(face)))
        lay_at[card], kind_of[numbers] = numbers[0], layout.kinds[face]
    letters, flags, names = (
        actions.table(*of) for of in (("lay", "letter"), ("lay", "toutilix"), ("name", "letter"))
    )
    letter_at, flag_at = letters["name", ALPHABET[0]], flags["no",]
    assert [letters["name", a] - letter_at for a in ALPHABET] == list(range(len(ALPHABET)))
    assert flags["yes",] == flag_at + 1
    return AmerixConstants(
        frame=frame_of(rules, PHASES),
        symbol=symbols_of(rules),
        follows=np.array([[a in FOLLOWS[r] for a in SYMBOLS] for r in (*ALPHABET, "")], np.int32),
        points=np.array([POINTS[SYMBOL[face]] for face in s.faces], np.int32),
        turn_time=options.turn_time * 1_000,
        grace=options.grace_ms,
        lock=game.lock_of(options.grace_ms),
        wrong_draws=options.wrong_call == "draw",
        forced=options.forced_play,
        delays=np.array(DELAYS, np.int32),
        # What the environment has never met has a spare number.
        moves=np.array([actions.moves.get(name, actions.spare) for name in MOVES], np.int32),
        lay_at=lay_at,
        kind_of=kind_of,
        letter_at=letter_at,
        flag_at=flag_at,
        name_at=np.array([names.get(("name", a), actions.spare + i) for i, a in enumerate(ALPHABET)], np.int32),
        facts=fact_at(layout, "direction", "reference", "round", "last_round", "seat", "owner", "called"),
        missing=row_at(layout, "missing", rules.players),
        texts=np.array([layout.number(text) for text in (*ALPHABET, "")], np.int32),
    )


def dtype(rules: Rules) -> np.dtype[Any]:
    return np.dtype(
        [
            *fields(SEATS, HANDS + SEATS, len(DECK)),
            *window_fields(2 * SEATS),
            ("starter", np.int16),
            ("direction", np.int16),
            ("reference", np.int16),
            ("rounds", np.int32),
            ("last_round", np.bool_),
            ("turnovers", np.int16),
            ("passes", np.int16),
            ("shouted", np.int16),
            ("missing", np.int32, (SEATS,)),
            ("seat", np.int16),
            ("until", np.int64),
            ("card", np.int16),  # the one that was drawn; -1: there was none
            ("stimuli", np.int64),
            # The call that lies beside a turn.
            ("beside", np.bool_),
            ("owner", np.int16),
            ("called", np.bool_),
            ("lock", np.int64),  # until then the next lay or draw waits
            ("live", np.int64),  # from then on the shouts count
            ("waiting", np.int16),  # the next lay or draw, in line with the shouts; -1: none
            ("waiting_at", np.int64),
            ("waiting_args", np.int16, (FLAG + 1,)),
        ],
        align=True,
    )
