"""Présidix once more, quick and rough: hands as counts, how they split into formulas, playouts by rules of thumb.

A hand is a list of 27 numbers: how many cards of each letter, then étoiles, then pétards. The rules proper are in
`rules.py`; here nobody is refused a pass.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from tablee.games.presidix.order import LETTERS, ORDER
from tablee.kernel.units import Seat
from tablee.pieces.formulas import PAIRS, RUNS, SINGLE, Shape, letters_at
from tablee.pieces.toutilix import ETOILE, PETARD

Z = len(LETTERS) - 1
STARS, BANGS = ORDER.index(ETOILE), ORDER.index(PETARD)
QuickHand: TypeAlias = list[int]

ONE = Shape(SINGLE, 1, 1)


class Play(NamedTuple):
    """A formula by its shape and the first letter of each group; without one, a pass or a pétard."""

    shape: Shape | None
    starts: tuple[int, ...] = ()
    bangs: bool = False


PASS, BANG = Play(None), Play(None, bangs=True)


def counted(symbols: Sequence[str]) -> QuickHand:
    hand = [0] * len(ORDER)
    for symbol in symbols:
        hand[ORDER.index(symbol)] += 1
    return hand


# ---- how a hand splits ----------------------------------------------------------------------------------

TWO = 0
"""Among sizes of runs: pairs."""
CLASSES: tuple[tuple[int, ...], ...] = (
    (), (TWO,), (2,), (TWO, 2), (3,), (TWO, 3), (2, 3), (4,), (TWO, 4), (2, 4),
    (5,), (TWO, 5), (TWO, 2, 3), (6,), (TWO, 2, 5),
)  # fmt: skip
"""What a hand may be split into. All groups of one kind go out together, so each kind costs one play."""
Group: TypeAlias = tuple[int, int]
"""The size of a run (or `TWO`) and where it begins."""


@lru_cache(1 << 16)
def split(letters: tuple[int, ...], sizes: tuple[int, ...]) -> tuple[int, tuple[Group, ...]]:
    """Letters without a gap, split into runs of these sizes, pairs and as few single cards as there can be."""
    skip = 0
    while skip < len(letters) and not letters[skip]:
        skip += 1
    if skip:
        alone, groups = split(letters[skip:], sizes)
        return alone, tuple((size, start + skip) for size, start in groups)
    if not letters:
        return 0, ()
    rest = (letters[0] - 1, *letters[1:])
    alone, groups = split(rest, sizes)
    best = alone + 1, groups
    for size in sizes:
        if size == TWO:
            if letters[0] < 2:
                continue
            rest = (letters[0] - 2, *letters[1:])
        elif len(letters) >= size and all(letters[:size]):
            rest = (*(count - 1 for count in letters[:size]), *letters[size:])
        else:
            continue
        alone, groups = split(rest, sizes)
        if alone < best[0]:
            best = alone, ((size, 0), *groups)
    return best


class Split(NamedTuple):
    """How the letters up to Y go out in the fewest plays: formulas, the largest first, and single cards."""

    formulas: tuple[Play, ...]
    singles: tuple[int, ...]

    @property
    def plays(self) -> int:
        return len(self.formulas) + len(self.singles)


def segments(letters: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Letters that follow each other without a gap, and where they begin."""
    start = 0
    for i, count in enumerate((*letters, 0)):
        if not count:
            if i > start:
                yield start, letters[start:i]
            start = i + 1


@lru_cache(1 << 16)
def best_split(letters: tuple[int, ...]) -> Split:
    return splits(letters, 1)[0]


@lru_cache(1 << 12)
def splits(letters: tuple[int, ...], many: int) -> list[Split]:
    """Ways to split letters, those with the fewest plays first."""
    parts = list(segments(letters))
    ranked: list[tuple[int, tuple[int, ...]]] = []
    for sizes in CLASSES:
        plays = len(sizes)
        for _, part in parts:
            plays += split(part, sizes)[0]
        ranked.append((plays, sizes))
    ranked.sort(key=lambda pair: pair[0])
    found = []
    for _, sizes in ranked[:many]:
        groups = [(size, start + at) for start, part in parts for size, at in split(part, sizes)[1]]
        left = list(letters)
        formulas = []
        for size in sizes:
            starts = sorted(at for kind, at in groups if kind == size)
            if starts:
                shape = Shape(RUNS, len(starts), size) if size else Shape(PAIRS, len(starts), 2)
                formulas.append(Play(shape, tuple(starts)))
                for at in starts:
                    for letter in range(at, at + size) if size else (at, at):
                        left[letter] -= 1
        singles = tuple(letter for letter, count in enumerate(left) for _ in range(count))
        formulas.sort(key=lambda play: -play.shape.cards)  # type: ignore[union-attr]
        found.append(Split(tuple(formulas), singles))
    return found


def filled(formula: Play, singles: Sequence[int], stars: int) -> tuple[Play, tuple[int, ...]]:
    """Pairs, or runs of two, with more of them made of a single card and an étoile each; what is left single."""
    shape = formula.shape
    if shape is None or shape.size != 2 or not stars:
        return formula, tuple(singles)
    more = list(singles[:stars])
    starts = sorted([*formula.starts, *(min(at, Z - 1) if shape.kind == RUNS else at for at in more)])
    return Play(Shape(shape.kind, len(starts), 2), tuple(starts)), tuple(singles[len(more) :])


# ---- what can follow ------------------------------------------------------------------------------------


def natural(hand: QuickHand, shape: Shape, weakest: int) -> tuple[int, ...] | None:
    """The weakest formula of a shape without étoiles; None where there is none."""
    found: list[int] = []
    if shape.kind == RUNS:
        left, size = hand[:STARS], shape.size
        for start in range(weakest, STARS - size + 1):
            times = min(left[start : start + size])
            if times:
                times = min(times, shape.groups - len(found))
                for letter in range(start, start + size):
                    left[letter] -= times
                found += [start] * times
                if len(found) == shape.groups:
                    return tuple(found)
        return None
    for letter in range(weakest, STARS):
        if hand[letter] >= shape.size:
            found.append(letter)
            if len(found) == shape.groups:
                return tuple(found)
    return None


def with_stars(hand: QuickHand, shape: Shape, weakest: int) -> tuple[int, ...] | None:
    """One group with étoiles, the weakest with the fewest of them."""
    if shape.groups > 1 or not hand[STARS]:
        return None
    if shape.kind != RUNS:
        able = [at for at in range(weakest, STARS) if hand[at]] if shape.kind == PAIRS else []
        return (able[0],) if able else None
    size = shape.size
    missing = [(sum(not hand[i] for i in range(at, at + size)), at) for at in range(weakest, STARS - size + 1)]
    fewest = min(missing, default=(99, 0))
    return (fewest[1],) if fewest[0] <= hand[STARS] else None


# ---- rules of thumb -------------------------------------------------------------------------------------

CLOSE = 3
"""With so few cards somebody may be out with his next play."""
MANY = 4
"""With more plays than this to go, a hand may be broken."""


def lead(hand: QuickHand, duel: bool, threat: bool) -> Play:
    """Formulas of many cards first; étoiles and Z, which keep the lead, before the last letters.

    `duel`: with two players a Z in the formula is worth its price where the other may have a pétard (`threat`).
    """
    way = best_split(tuple(hand[:Z]))
    if not way.plays:
        return Play(ONE, (Z,))
    low = way.singles[0] if way.singles else next(letter for letter in range(Z) if hand[letter])
    if hand[BANGS] and sum(hand[:Z]) > 1 and way.plays <= 1 + hand[BANGS]:
        return Play(ONE, (low,))  # somebody must lay on it, or the pétards stay till the end
    if way.plays == 1:
        if hand[Z] + hand[STARS]:
            return Play(ONE, (Z,))
        return way.formulas[0] if way.formulas else Play(ONE, way.singles)
    if not way.formulas:
        return Play(ONE, (low,))
    first = way.formulas[0]
    spare = min(hand[STARS] - duel, len(way.singles) - (len(way.formulas) == 1))
    if duel and threat:
        for stars in range(max(0, spare), -1, -1):
            sure = with_z(hand, filled(first, way.singles, stars)[0])
            if sure is not None:
                return sure
    return filled(first, way.singles, spare)[0] if spare > 0 else first


def with_z(hand: QuickHand, formula: Play) -> Play | None:
    """The same with one more group, which has a Z: nobody can do anything against it."""
    shape = formula.shape
    assert shape is not None
    top = Z - shape.size + 1 if shape.kind == RUNS else Z
    starts = (*formula.starts, top)
    return Play(Shape(shape.kind, len(starts), shape.size), starts) if can_lay(hand, shape, starts) else None


def can_lay(hand: QuickHand, shape: Shape, starts: Sequence[int]) -> bool:
    left = hand[:]
    for start in starts:
        for letter in letters_at(shape, start):
            left[letter if left[letter] else STARS] -= 1
    return left[STARS] >= 0


def follow(hand: QuickHand, shape: Shape, weakest: int, banged: bool, close: bool) -> Play:
    """The weakest that breaks nothing; what is strong to take the lead for the last plays, or from somebody who is
    close to his end (`close`); a pétard rather than nothing."""
    way = best_split(tuple(hand[:Z]))
    held, letters = sum(hand), sum(hand[:Z])
    strong = hand[Z] + hand[STARS]
    soon = way.plays <= 1 + strong
    if shape.kind == SINGLE:
        if strong and letters and (soon or close):
            return Play(ONE, (Z,))
        for letter in way.singles:
            if letter >= weakest:
                return Play(ONE, (letter,))
        if close or way.plays > MANY:
            for letter in range(weakest, Z):
                if hand[letter]:
                    return Play(ONE, (letter,))
    else:
        found = natural(hand, shape, weakest)
        if found is None and (soon or close or hand[STARS] > 2):
            found = with_stars(hand, shape, weakest)
        if found is not None and (shape.cards < held or not strong):
            return Play(shape, found)
    if hand[BANGS] and not banged and letters:
        return BANG
    return PASS


# ---- a board --------------------------------------------------------------------------------------------


class QuickDeal:
    """A deal in the middle of it."""

    __slots__ = ("banged", "free", "hands", "last", "me", "ranks", "seat", "shape", "sizes", "starts")

    def __init__(self, hands: list[QuickHand], seat: Seat, ranks: list[int], free: list[int], me: Seat) -> None:
        self.hands = hands
        self.sizes = [sum(hand) for hand in hands]
        self.seat = seat
        self.last = seat
        self.shape: Shape | None = None
        self.starts: tuple[int, ...] = ()
        self.banged = False
        self.ranks = ranks
        """The points of those who have finished; the others have none yet."""
        self.free = free
        """The points that are left, the best first."""
        self.me = me

    def copy(self) -> "QuickDeal":
        twin = QuickDeal.__new__(QuickDeal)
        twin.hands = [hand[:] for hand in self.hands]
        twin.sizes = self.sizes[:]
        twin.seat, twin.last, twin.shape, twin.starts = self.seat, self.last, self.shape, self.starts
        twin.banged, twin.ranks, twin.free, twin.me = self.banged, self.ranks[:], self.free[:], self.me
        return twin

    def usual(self) -> Play:
        """What the rules of thumb play here."""
        seat = self.seat
        hand = self.hands[seat]
        if self.shape is None:
            threat = any(other[BANGS] for o, other in enumerate(self.hands) if o != seat)
            return lead(hand, len(self.hands) == 2, threat)
        after = self.next_with_cards(seat)
        close = (self.sizes[self.last] <= CLOSE and self.last != seat) or self.sizes[after] <= CLOSE
        return follow(hand, self.shape, self.starts[0], self.banged, close)

    def next_with_cards(self, seat: Seat) -> Seat:
        n = len(self.hands)
        after = (seat + 1) % n
        while not self.sizes[after] and after != seat:
            after = (after + 1) % n
        return after

    def play(self, play: Play) -> None:
        seat, shape = self.seat, play.shape
        if shape is None:
            if play.bangs:
                self.hands[seat][BANGS] -= 1
                self.sizes[seat] -= 1
                self.last, self.banged = seat, True
                if not self.sizes[seat]:
                    self._out(seat, strong=True)
            self._pass_on(missing=play.bangs)
            return
        strong = self._remove(seat, shape, play.starts)
        top = play.starts[-1] + (shape.size - 1 if shape.kind == RUNS else 0)
        same = play.starts == self.starts and self.shape is not None
        self.shape, self.starts, self.last, self.banged = shape, play.starts, seat, False
        if not self.sizes[seat]:
            self._out(seat, strong)
        if top == Z:
            self._won()
        else:
            self._pass_on(missing=same)

    def _remove(self, seat: Seat, shape: Shape, starts: Sequence[int]) -> bool:
        """Whether an étoile or a Z was among them."""
        hand = self.hands[seat]
        strong = False
        for start in starts:
            for letter in letters_at(shape, start):
                if hand[letter]:
                    hand[letter] -= 1
                    strong |= letter == Z
                else:
                    hand[STARS] -= 1
                    strong = True
        self.sizes[seat] -= shape.cards
        return strong

    def _out(self, seat: Seat, strong: bool) -> None:
        self.ranks[seat] = self.free.pop(-1 if strong else 0)
        if len(self.free) == 1:
            left = next(other for other, size in enumerate(self.sizes) if size)
            self.ranks[left] = self.free.pop()

    def _pass_on(self, missing: bool) -> None:
        seat, n = self.seat, len(self.hands)
        while (seat := (seat + 1) % n) != self.last:
            if self.sizes[seat]:
                if not missing:
                    self.seat = seat
                    return
                missing = False
        self._won()

    def _won(self) -> None:
        self.shape, self.starts, self.banged = None, (), False
        seat = self.last
        for _ in self.hands:
            if self.sizes[seat] > self.hands[seat][BANGS]:
                self.seat = self.last = seat
                return
            seat = (seat + 1) % len(self.hands)
        for other in sorted((o for o, size in enumerate(self.sizes) if size), key=self.sizes.__getitem__):
            if self.free:
                self.ranks[other] = self.free.pop(0)

    def finish(self) -> int:
        """Plays on by the rules of thumb; the points of `me`."""
        me = self.me
        while self.ranks[me] == UNRANKED and self.free:
            self.play(self.usual())
        return self.ranks[me]


UNRANKED = -99
