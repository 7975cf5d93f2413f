"""The cards of Toutilix as numbers: the letters of the alphabet, then the étoile and the pétard."""

import numpy as np

from tablee.envs.batch.eyes import Ints, first_state
from tablee.envs.table import Rules
from tablee.pieces import toutilix
from tablee.pieces.toutilix import ALPHABET, SYMBOL

SYMBOLS = (*ALPHABET, toutilix.ETOILE, toutilix.PETARD)
LETTERS = len(ALPHABET)
ETOILE, PETARD = LETTERS, LETTERS + 1


def symbols_of(rules: Rules) -> Ints:
    """Of each card."""
    return np.array([SYMBOLS.index(SYMBOL[face]) for face in first_state(rules).faces], np.int32)
