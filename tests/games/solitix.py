"""What the tests of Solitix share."""

from typing import Any

import pytest

from tablee.games.solitix.rules import GAME, SolitixState
from tablee.kernel.events import Event
from tablee.kernel.moves import Move
from tablee.kernel.record import Played, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Seat
from tablee.pieces.notation import arrange
from tablee.words.columns import ColumnPlan
from tablee.words.folding import fold
from tests.table import do, faces, start

FOYER = "column:0=vO bE | column:1=bR | column:2=bY | column:3=bF | column:4=bK | column:5=bW | column:6=bX"

P = "column:0=vE bM | column:1=yA bR | column:2=bE | column:3=vS vT bI | column:4=bB | column:5=★ | column:6=vN bO"
"""The positions of the rules' examples."""


def table(columns: str, players: int = 1, pile: str = "…", **options: Any) -> SolitixState:
    """A game where a word is looked for in these columns; `pile` names what is still to be drawn."""
    s = start(GAME, players, **options)
    do(s, 0, "cover_all")
    rest = "" if "…" in pile else " | packets=…"
    arrange(s, f"petards=✹ ✹ ✹ | {columns} | pile={pile}{rest}")
    return s


def args(word: str, *steps: Any) -> dict[str, Any]:
    """Steps as in the rules: `1` takes the end of the first column, `"4>3"` shifts, `"✹"` is a pétard. Cards serve
    the letters as told behind a colon, or else the first letter that is still without one."""
    folded, made = fold(word), []
    letters = list(range(len(folded)))
    for step in steps:
        text, _, letter = str(step).partition(":")
        if ">" in text:
            source, target = text.split(">")
            made.append(["shift", int(source) - 1, int(target) - 1])
            continue
        at = next(i for i in letters if not letter or folded[i] == letter)
        letters.remove(at)
        made.append(["petard", at] if text == "✹" else ["take", int(text) - 1, at])
    return {"word": {"word": word, "steps": made}}


def write(s: SolitixState, seat: Seat, word: str, *steps: Any, known: int = 1) -> list[Event]:
    s.drain()
    apply(s, Played(s.now, seat, Move("write", args(word, *steps), s.now, known={word: known})))
    return s.drain()


def no(s: SolitixState, word: str, *steps: Any, known: int = 1) -> str:
    with pytest.raises(Refused) as refusal:
        write(s, 0, word, *steps, known=known)
    return refusal.value.code


def column(s: SolitixState, number: int) -> list[str]:
    return faces(s, f"column:{number - 1}")


def fill(s: SolitixState, seat: Seat, number: int, source: int) -> None:
    do(s, seat, "fill", column=f"column:{number - 1}", source=f"column:{source - 1}")


FOUR = "column:0=bR | column:1=bO | column:2=bB | column:3=bE"


def plan(*columns: str, petards: int = 0, left: int = 40) -> ColumnPlan:
    return ColumnPlan(tuple(tuple("" if c == "★" else c for c in text) for text in columns), petards, left)
