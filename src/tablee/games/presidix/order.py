"""Letters in the order of their strength, and what an exchange by that order tells of two hands."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from tablee.kernel.ledger import rearrange
from tablee.kernel.units import CardId
from tablee.pieces.toutilix import ETOILE, PETARD, SYMBOL

LETTERS = "BCDEFGHIJKLMNOPQRSTUVWXYZ"
"""R7: from the weakest to the strongest."""
STRONGEST = LETTERS[-1]
SPECIAL = frozenset({STRONGEST, ETOILE, PETARD})
"""R26: what nobody should keep for the end."""
ORDER = LETTERS + ETOILE + PETARD
"""D18: from the worst to the best."""


def rank(face: str) -> int:
    return ORDER.index(SYMBOL[face])


def keep_exchange(
    faces: list[str],
    order: Sequence[CardId],
    exchanged: tuple[CardId, CardId],
    dealt: Sequence[Sequence[CardId]],
    out: AbstractSet[CardId],
) -> None:
    """Of the faces imagined for the hidden cards (`order`): who gave his worst card was dealt nothing worse, and
    who gave his best nothing better (D18). Nothing special is out of the game (R5)."""
    worst, best = exchanged
    low, high = (next(cards for cards in dealt if card in cards) for card in exchanged)
    _make_extreme(faces, order, worst, low, -1)
    _make_extreme(faces, order, best, high, 1)
    least, most = rank(faces[worst]), rank(faces[best])

    def may(card: CardId, face: str) -> bool:
        return (
            (card not in low or rank(face) >= least)
            and (card not in high or rank(face) <= most)
            and (card not in out or SYMBOL[face] not in SPECIAL)
        )

    rearrange(faces, [c for c in order if c not in exchanged], may)


def _make_extreme(
    faces: list[str], order: Sequence[CardId], card: CardId, dealt: Sequence[CardId], sign: int
) -> None:
    """A hidden card was the best (or worst) of those dealt with it, some of which may be known by now."""
    if card not in order:
        return
    other = max((c for c in dealt if c in order), key=lambda c: sign * rank(faces[c]))
    faces[card], faces[other] = faces[other], faces[card]
    bar = max((sign * rank(faces[c]) for c in dealt if c not in order), default=-len(ORDER))
    rearrange(faces, order, lambda c, face: c != card or sign * rank(face) >= bar)
