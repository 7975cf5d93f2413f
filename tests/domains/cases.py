"""Domains of real games, values for them, and what the rules say of each value.

The page judges too, so as to help at once; `web/tests/judge.test.ts` replays these cases there. After a change,
`python -m tests.domains.cases` writes the file anew.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, structs, to_builtins

from tablee.bots.rollout import QuickPicker, random_entry
from tablee.games.registry import games
from tablee.games.spots.domains import Assignment
from tablee.kernel.domains import (
    Args,
    Axis,
    ByChoice,
    CardSet,
    Domain,
    Number,
    OneCard,
    Order,
    Text,
    Value,
    Vector,
)
from tablee.kernel.game import Game
from tablee.kernel.moves import Offer
from tablee.kernel.record import apply
from tablee.kernel.rng import seed_from
from tablee.kernel.state import State
from tablee.pieces.domains import OneEnd, OneFace, Syllable
from tablee.pieces.formulas import Formula
from tablee.pieces.suites import Suites
from tablee.words.columns import ColumnPlan
from tablee.words.fit import Fit, Sentence, Word
from tablee.words.marks import Marks
from tablee.words.spelling import IfSpelled, OrderOfSpelled, Spelling

FILE = Path(__file__).parents[2] / "web" / "tests" / "cases" / "domains.json"

ASKED: tuple[type[Domain], ...] = (ColumnPlan,)
"""Judging these takes a search: the page asks the table (`check`) and judges nothing itself."""

SEEDS, STEPS = 2, 150
"""Random games of each game, and what happens in each of them."""
SAME, SHAPES = 2, 6
"""So many domains of one shape, and so many shapes, for one parameter of a move."""
DRAWN = 3
"""Values that are drawn from each."""

TO_COME = {
    "order": Order(("pA", "bE", "★")),
    "fan": Order(tuple(f"p{letter}" for letter in "ABCDEFGHIJKLMNOPQR")),
    "cards": CardSet(("pA", "pB", "bC", "✹"), 2, 2),
    "any_cards": CardSet(("pA", "pB", "bC"), 0, 3),
    "bid": Number(0, 60),
    "row": Number(-2, 2),
    "pose": Vector({"x": Axis(0, 600), "y": Axis(0, 600), "yaw": Axis(0, 359)}),
    "flick": Vector({"rim": Axis(0, 3599), "aim": Axis(-600, 600), "power": Axis(0, 1000)}),
    "name": Text(40),
    "short": Text(3),
    "sentence": Sentence((Fit(contains="AL"), Fit(), Fit(starts="T", most=4))),
    "once": Word(Fit(contains="A"), besides=("ART", "RAT")),
    "nothing_left": OneCard(()),
    "end": OneEnd(("line:0/right", "line:0/left", "line:1/right")),
    "face": OneFace(("pA", "bA", "pB", "★", "✹")),
    "syllable": Syllable(1, 3),
    "two_letters": Syllable(2, 2),
    "marks": Marks({"pB": "B", "bM": "M", "vM": "M", "pR": "R"}, {"pB": 1, "bM": 1, "vM": 3, "pR": 2}, 3, ("vM",)),
    "open_syllable": Syllable(1, 3, "KSAEIOUY", "AEIOUY"),
}
"""Domains that only games to come will ask for."""


def _pairs(*groups: str) -> list[list[list[str]]]:
    """`"pC=C pD=D"`: cards and the letters that they stand for."""
    return [[pair.split("=") for pair in group.split()] for group in groups]


_ROWS = Suites(
    {"pM": "M", "pN": "N", "★1": "", "pP": "P", "bY": "Y", "bZ": "Z", "bA": "A", "pB": "B", "★2": "", "pO": "O"},
    rows=(("pM", "pN", "★1", "pP"), ("bY", "bZ", "bA")),
    fresh=("pB", "★2", "pO"),
    last=("pP",),
    first=("bY",),
)
_FIRST = Suites(
    {"pX": "X", "pY": "Y", "★1": "", "★2": "", "★3": "", "bA": "A"},
    fresh=("pX", "pY", "★1", "★2", "★3", "bA"),
    total=5,
)
_SPELLING = Spelling({"pA": "A", "pR": "R", "bR": "R", "★": ""}, {"bT": "T", "bE": "E"}, 2, 3)
_FORMULA = Formula(
    {"pC": "C", "bC": "C", "pD": "D", "bD": "D", "bE": "E", "bZ": "Z", "★1": "", "★2": ""},
    "BCDEFGHIJKLMNOPQRSTUVWXYZ",
)
_LED = [
    _pairs("pC=C"),
    _pairs("★1=Z"),
    _pairs("pC=C", "pD=D"),
    _pairs("pC=C pD=D", "bC=C bD=D"),
    _pairs("pC=C bC=C", "pD=D bD=D"),
    _pairs("pC=C bC=C", "★1=Z bZ=Z"),
    _pairs("pC=C bC=C", "pD=D bE=E"),
    _pairs("pC=C pD=D bE=E", "★1=X ★2=Y bZ=Z"),
    _pairs("pC=C pD=D bE=E", "★1=Y bZ=Z"),
    _pairs("pC=C pD=D", "★1=D bE=E"),
    _pairs("pD=D bE=E", "bE=E ★1=F"),
    _pairs("bE=E pD=D"),
    _pairs("bZ=Z ★1=B"),
    _pairs("★1=A ★2=B"),
    _pairs("pC=C pC=C"),
    _pairs("pC=C ★1=CD"),
    _pairs("pC=C bC=C ★1=C"),
    [[["pC", "C"], ["pD"]]],
    [["pC", "C"]],
]
BY_HAND: tuple[tuple[Domain, Sequence[Value]], ...] = (
    (
        _ROWS,
        [
            [["pM", "pN", "pO", "pP"], ["bY", "bZ", "bA", "★1"]],
            [["pM", "pN", "★1", "pP"], ["bY", "bZ", "bA", "pB"]],
            [["pM", "pN", "★1", "pP", "★2"], ["bY", "bZ", "bA"]],
            [["pM", "pN", "★1", "pP"], ["★2", "bY", "bZ", "bA"]],
            [["pM", "pN", "★1", "pP"], ["bY", "bZ", "bA"]],
            [["pM", "pN", "pP", "★1"], ["bY", "bZ", "bA", "pB"]],
            [["pM", "pN", "★1", "pP"], ["bY", "bZ"], ["bA", "pB", "★2"]],
            [["pM", "pN", "★1", "pP"], ["bY", "bZ", "pB"]],
            [["pM", "pN", "★1", "pP"], ["bY", "bZ", "bA", "pB"], []],
        ],
    ),
    (
        _FIRST,
        [
            [["pX", "pY", "★1", "bA", "★2"]],
            [["★1", "pX", "pY"], ["bA", "★2", "★3"]],
            [["pX", "pY", "★1", "bA"]],
            [["pX", "pY", "bA"], ["★1", "★2", "★3"]],
            [["pX", "pY", "bA"]],
            [["★1", "★2", "★3"], ["pX", "pY"]],
            [],
        ],
    ),
    (
        _SPELLING,
        [
            {"word": "art", "cards": ["pA", "pR", "bT"]},
            {"word": "Ré", "cards": ["bR", "bE"]},
            {"word": "zé", "cards": ["★", "bE"]},
            {"word": "ra", "cards": ["pR", "pA"]},
            {"word": "te", "cards": ["bT", "bE"]},
            {"word": "t", "cards": ["bT"]},
            {"word": "rare", "cards": ["pR", "pA", "bR", "bE"]},
            {"word": "rare", "cards": ["pR", "pA", "pR", "bE"]},
            {"word": "art", "cards": ["pA", "bT", "pR"]},
            {"word": "art", "cards": ["pA", "pR"]},
            {"word": "'", "cards": []},
        ],
    ),
    (
        structs.replace(_SPELLING, table={}),
        [{"word": "rr", "cards": ["pR", "bR"]}, {"word": "arz", "cards": ["pA", "bR", "★"]}],
    ),
    (
        Assignment({"d0": 2, "d1": 2, "d2": 5}, "dogs", [(0, 2), (1, 5), (3, 2)], [[2], [2, 5]], 3, 7),
        [
            [["d0", 0], ["d1", "drop"], ["d2", "drop"]],
            [["d2", 1], ["d0", "drop"], ["d1", 3]],
            [["d0", 0], ["d1", 3], ["d2", "drop"]],
            [["d0", 0], ["d1", "bury"], ["d2", "bury"]],
            [["d0", 1], ["d1", "drop"], ["d2", "drop"]],
            [["d0", 0], ["d0", "drop"], ["d2", "drop"]],
            [["d0", 2], ["d1", "drop"], ["d2", "drop"]],
            [["d0", "bury"], ["d1", "drop"], ["d2", 1]],
            [["d0", "drop"], ["d1", "drop"], ["d2", 1]],
        ],
    ),
    (_FORMULA, _LED),
    (structs.replace(_FORMULA, kind="runs", groups=2, size=2, weakest="D"), _LED),
    (structs.replace(_FORMULA, kind="runs", groups=2, size=2, weakest="C"), _LED),
    (structs.replace(_FORMULA, kind="pairs", groups=2, size=2, weakest="C"), _LED),
    (structs.replace(_FORMULA, kind="single", groups=1, size=1, weakest="D"), _LED),
)
"""Values that chance would hardly find."""


ODD: tuple[Value, ...] = (None, True, False, 0, 1, -1, 1.5, "", "  ", "A", "1", [], [[]], {}, ["A"], {"A": 1})
"""What anybody might send."""
TYPED: tuple[str, ...] = (
    "art",
    "Rat",
    "été",
    "l'eau",
    "  toi ",
    "a" * 40,
    "é" * 41,
    "😀" * 3,
    "\ufeff",
    "\u00a0",
    "\x1c",
)
"""What anybody might type where letters are asked for."""


class Case(Struct, frozen=True, omit_defaults=True):
    of: str
    """The game, the move and the parameter."""
    domain: dict[str, Any]
    args: Mapping[str, Value]
    """The arguments before it that it depends on."""
    then: str
    """The type of the domain that holds with them."""
    optional: bool
    """It may be left out."""
    values: list[tuple[Value, str | None]]
    """Each value, and the code with which it is refused."""


def shape(value: object) -> object:
    """What two domains have in common that are judged in the same way: which fields are empty, short or long."""
    match value:
        case Struct():
            return type(value).__name__, *(shape(part) for part in structs.astuple(value))
        case str():
            return min(len(value), 2), "?" in value
        case bool() | None:
            return value
        case int():
            return (value > 0) - (value < 0)
        case Mapping():
            return min(len(value), 2), frozenset(shape(part) for part in value.values())
        case Sequence():
            return min(len(value), 3), frozenset(shape(part) for part in value)
    return type(value).__name__


def judged(domain: Domain, value: Value) -> str | None:
    """The code with which a value is refused; None: it is accepted."""
    return None if domain.accepts(value) else domain.why_not(value)


def changed(value: Value) -> Iterator[Value]:
    """Values that are nearly this one."""
    match value:
        case bool():
            yield str(value)
        case int():
            yield from (value + 1, value - 1, str(value), value + 0.5, [value], value + 10_000)
        case str():
            yield from (value[:-1], value + "Z", value.lower(), value.upper(), f" {value} ", value * 2, [value])
        case list():
            yield from (value[:-1], value[::-1], [*value, *value[:1]], [*value, "nobody's"], [*value, None])
            for i, part in enumerate(value[:2]):
                for other in changed(part):
                    yield [*value[:i], other, *value[i + 1 :]]
        case dict():
            yield {**value, "more": 1}
            yield list(value.values())
            for name, part in list(value.items())[:3]:
                yield {key: kept for key, kept in value.items() if key != name}
                for other in changed(part):
                    yield {**value, name: other}


def tried(domain: Domain, pick: QuickPicker) -> list[tuple[Value, str | None]]:
    """Values of all kinds with their codes; of those that get the same code for the same reason, only some."""
    drawn = [domain.sample(pick) for _ in range(DRAWN)] if domain.count() != 0 else []
    typed = TYPED if any(type(value) is str for value in drawn) else ()
    found: list[tuple[Value, str | None]] = []
    seen: set[str] = set()
    kinds: dict[tuple[str | None, object], int] = {}
    near = (other for value in drawn for other in changed(value))
    for value in (*drawn, *ODD, *typed, *near):
        text = json.dumps(value)
        code = judged(domain, value)
        alike = (code, shape(value)) if value not in ODD else (code, text)
        kinds[alike] = kinds.get(alike, 0) + 1
        if text not in seen and kinds[alike] <= SAME:
            seen.add(text)
            found.append((value, code))
    return found


def needs(domain: Domain) -> set[str]:
    """The arguments that a domain depends on."""
    own = {domain.of} if isinstance(domain, ByChoice | OrderOfSpelled | IfSpelled) else set()
    further = (*domain.table.values(), domain.other) if isinstance(domain, ByChoice) else ()
    return own.union(*map(needs, further))


def case(of: str, domain: Domain, args: Args, pick: QuickPicker) -> Case:
    known = {name: args[name] for name in sorted(needs(domain)) if name in args}
    allowed = domain.given(args)
    return _written(of, domain, known, allowed, tried(allowed, pick))


def _written(of: str, domain: Domain, args: Args, allowed: Domain, values: list[tuple[Value, str | None]]) -> Case:
    return Case(of, to_builtins(domain), args, type(allowed).__name__, allowed.optional, values)


def states(game: Game[Any], seed: int) -> Iterator[State]:
    """What is reached by chance."""
    few, many = game.info.players
    s: State = game.start(min(many, max(2, few) + seed), seed=seed_from(seed))
    pick = QuickPicker(seed)
    for _ in range(STEPS):
        yield s
        entry = random_entry(s, pick) if s.outcome is None else None
        if entry is None:
            return
        apply(s, entry)


def offered(key: str) -> Iterator[tuple[State, Offer]]:
    for seed in range(SEEDS):
        for s in states(games()[key], seed):
            for seat in s.actors():
                for offer in s.offers(seat):
                    yield s, offer


def of_game(key: str) -> Iterator[Case]:
    """The domains of a game, as its players are sent them; a card is called by its face and its number."""
    pick = QuickPicker(key)
    known: dict[tuple[str, str], list[object]] = {}
    for s, offer in offered(key):
        args: Args | None = None
        for param, inner in offer.params.items():
            shapes, sign = known.setdefault((offer.name, param), []), shape(inner)
            if shapes.count(sign) == SAME or (sign not in shapes and len(set(shapes)) == SHAPES):
                continue
            shapes.append(sign)

            def name(card: int, faces: Sequence[str] = tuple(s.faces)) -> str:
                return f"{faces[card]}.{card}"

            outer = {p: domain.outward(name) for p, domain in offer.params.items()}
            args = args or structs.replace(offer, params=outer).sample(pick)
            yield case(f"{key}.{offer.name}.{param}", outer[param], args, pick)


def cases() -> list[Case]:
    pick = QuickPicker("to come")
    made = [case(f"to come.{name}", domain, {}, pick) for name, domain in TO_COME.items()]
    made += [
        _written("by hand", domain, {}, domain, [(value, judged(domain, value)) for value in values])
        for domain, values in BY_HAND
    ]
    return [*(found for key in sorted(games()) for found in of_game(key)), *made]


def tags(domain: Any) -> Iterator[str]:
    """The names of a domain and of all those inside it, as they are sent."""
    if isinstance(domain, dict):
        if type(domain.get("type")) is str:
            yield domain["type"]
        for part in domain.values():
            yield from tags(part)
    elif isinstance(domain, list | tuple):
        for part in domain:
            yield from tags(part)


def written() -> str:
    """One line for each domain, so that a change can be read."""
    lines = ",\n".join(json.dumps(to_builtins(c), ensure_ascii=True) for c in cases())
    asked = json.dumps([kind.__name__ for kind in ASKED])
    return f'{{\n"asked": {asked},\n"cases": [\n{lines}\n]\n}}\n'


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8")
