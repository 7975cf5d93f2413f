"""What Cadavrexkix tests share: circles given by hand, and ways through them."""

from collections.abc import Mapping, Sequence
from typing import Any

from tablee.games.cadavrexkix.rules import GAME, CadavrexkixState
from tablee.games.cadavrexkix.sheet import HINGE
from tablee.kernel.door import Door
from tablee.kernel.phase import phase_name
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Seat
from tablee.pieces.toutilix import ETOILE, PETARD
from tablee.words.flags import KNOWN
from tests.table import do, start, wait, wait_until

BOOKLET = {0: ["pH", "pM", ETOILE, PETARD], 1: ["pA", "vR", "vT", "vE"]}
"""H M ★ ✹, and the A of the next group."""


def laid(players: int = 2, groups: Mapping[int, Sequence[str]] | None = None, **options: Any) -> CadavrexkixState:
    """A circle with these cards face up, the hinge first; no pétard or étoile anywhere else."""
    s = start(GAME, players, **{"starter": 0, **options})
    deal(s, groups or {})
    return s


def deal(s: CadavrexkixState, groups: Mapping[int, Sequence[str]]) -> None:
    fixed = {s.groups[i].cards[k + HINGE]: face for i, row in groups.items() for k, face in enumerate(row)}
    plain = (card for card in s.zones[0].cards if s.faces[card] not in (ETOILE, PETARD))
    for group in s.groups:
        for card in group.cards[HINGE:]:
            if s.faces[card] in (ETOILE, PETARD):
                swap(s, card, next(plain))
    done: set[int] = set()
    for card, face in fixed.items():
        swap(s, card, next(c for c in range(100) if s.faces[c] == face and c not in done))
        done.add(card)


def swap(s: CadavrexkixState, a: int, b: int) -> None:
    s.faces[a], s.faces[b] = s.faces[b], s.faces[a]


def booklet(players: int = 2, letter: str = "F", **options: Any) -> CadavrexkixState:
    """The booklet's first group is chosen, and the pétard is an F."""
    s = laid(players, BOOKLET, **options)
    do(s, 0, "choose_group", group="group:0")
    do(s, 1, "name_letter", card=s.groups[0].cards[4], letter=letter)
    return s


def write(s: CadavrexkixState, seat: Seat, words: str) -> None:
    """The words of a seat's next step, from its first box on."""
    boxes = s.own_boxes(s.next_step(seat))
    for box, word in zip(boxes, words.split(), strict=True):
        do(s, seat, "word", box=str(box + 1), text=word, known={word: KNOWN})


def fitting(s: CadavrexkixState, step: int) -> str:
    """Made-up words for a step."""
    rng = keyed(seed_from("words"), "fit", step)
    fits = s.fits(step)
    return " ".join(fits[k].make(rng).lower() for k in s.own_boxes(step))


def one_step(s: CadavrexkixState, words: str = "") -> None:
    seat = s.composer(s.folds)
    write(s, seat, words or fitting(s, s.folds))
    do(s, seat, "fold")
    if phase(s) == "pass_on":
        wait(s, "pass_on/over")


def written_out(s: CadavrexkixState) -> CadavrexkixState:
    """Whatever is left of the circle is written."""
    while phase(s) == "compose":
        one_step(s)
    return s


def read_out(s: CadavrexkixState) -> CadavrexkixState:
    written_out(s)
    for seat in s.all_seats:
        do(s, seat, "ready")
    wait_until(s, "again")
    return s


def composing(players: int = 2, **options: Any) -> CadavrexkixState:
    s = laid(players, **options)
    do(s, 0, "choose_group", group="group:0")
    return s


def phase(s: CadavrexkixState) -> str:
    return phase_name(type(s.phases[-1]))


def handle(s: CadavrexkixState, seat: Seat, card: int) -> str:
    return Door(s, 1 << seat).handle(card)
