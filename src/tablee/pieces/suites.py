"""Suites: rows of letters that follow each other in the circle of the alphabet, an étoile for any letter.

A search finds the rows that take the most of what one holds; the domain lays whole rows, or lays them anew.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, islice, product
from typing import Any, TypeAlias

from msgspec import Struct, structs

from tablee.kernel.domains import ALPHABET, CARD_TO_NAME, NAME_TO_CARD, Card, Domain, Value, is_card
from tablee.kernel.rng import Picker
from tablee.pieces.domains import ANY_LETTER

CIRCLE = len(ALPHABET)
SHORTEST = 3
ABREAST = 4
"""So many rows may hold the same letter in what the search looks at."""

Counts: TypeAlias = tuple[int, ...]
"""How many there are of each letter."""
Run: TypeAlias = list[tuple[int, bool]]
"""A row: letters by number, and whether a joker stands for each."""


def letters_of(row: Sequence[str]) -> str | None:
    """What each card of a row stands for, jokers by their place; None: they do not follow each other, or there
    is no letter among them that would tell."""
    fixed = next((place for place, says in enumerate(row) if says != ANY_LETTER), None)
    if fixed is None:
        return None
    start = ALPHABET.index(row[fixed]) - fixed
    letters = "".join(ALPHABET[(start + place) % CIRCLE] for place in range(len(row)))
    return (
        letters if all(says in (ANY_LETTER, letter) for says, letter in zip(row, letters, strict=True)) else None
    )


def step(letter: str, by: int) -> str:
    """The letter so many places on, round the circle."""
    return ALPHABET[(ALPHABET.index(letter) + by) % CIRCLE]


# ---- the search ------------------------------------------------------------------------------------

Open: TypeAlias = tuple[int, int, int, int]
"""Rows that go on, of one, of two, and of more cards; jokers used so far."""


class _Step(Struct, frozen=True):
    worth: int
    before: Open | None
    stops: int = 0
    starts: int = 0
    real: int = 0


@lru_cache(20_000)
def best_runs(
    need: Counts, free: Counts, jokers: int, starts: Counts, ends: Counts, worth: Counts, spend: bool = False
) -> tuple[tuple[tuple[int, bool], ...], ...] | None:
    """Rows of three or more that use every letter needed, and of those that are free what is worth most; None:
    there are none. At each letter at least so many rows start, or end. Jokers are spared, unless told to spend.

    Letter after letter round the circle: all that matters of what lies before is how many rows go on, and
    whether they are long enough to stop. Where the circle is cut, a guess of what goes on there must come true.
    Unless some rows must end where they do, none needs to begin with a joker: it would serve as well at the end.
    """
    order, gap = _cut(need, free)
    there = tuple(need[x] + free[x] for x in order)
    loose = any(ends)
    best: tuple[int, int] | None = None
    found: tuple[tuple[int, int, int], Open, list[dict[Open, _Step]]] | None = None
    for guess in _guesses(there[-1], jokers, gap, loose):
        layers: list[dict[Open, _Step]] = [{(*guess, 0): _Step(0, None)}]
        for place, x in enumerate(order):
            most = ABREAST if loose else there[place]
            layers.append(_on(layers[-1], need[x], there[place], jokers, starts[x], most, ends[x - 1], worth[x]))
        for state, last in layers[-1].items():
            value = last.worth, state[3] if spend else -state[3]
            if state[:3] == guess and (best is None or value > best):
                best, found = value, (guess, state, layers)
    return _traced(order, *found, starts, ends) if found is not None else None


def _cut(need: Counts, free: Counts) -> tuple[list[int], int]:
    """The letters in a circle, cut where the fewest rows can go across: after the longest gap; and its size."""

    def gap(last: int) -> int:
        return next((size for size in range(CIRCLE) if need[last - size] + free[last - size]), CIRCLE)

    last = max(range(CIRCLE), key=lambda x: (gap(x), -(need[x] + free[x])))
    return [(last + 1 + place) % CIRCLE for place in range(CIRCLE)], gap(last)


def _guesses(there: int, jokers: int, gap: int, loose: bool) -> Iterator[tuple[int, int, int]]:
    """What may go on where the circle is cut: in a gap there are only jokers."""
    most = min(ABREAST, there + jokers)
    for one, two, more in product(range(most + 1), repeat=3):
        if loose:
            across = min(1, gap) * one + min(2, gap) * two + min(3, gap) * more
            begun = True
        else:
            across = gap * (one + two + more)
            begun = not (one and gap) and not (two and gap > 1)
        if begun and one + two + more <= most and across <= jokers:
            yield one, two, more


def _on(
    layer: Mapping[Open, _Step], need: int, there: int, jokers: int, starts: int, most: int, ends: int, worth: int
) -> dict[Open, _Step]:
    """One letter further: rows of three or more may stop before it, others may start with it."""
    after: dict[Open, _Step] = {}
    for state, so_far in layer.items():
        one, two, more, used = state
        for stops in range(ends, more + 1):
            going = one + two + more - stops
            first, last = need - going, ABREAST - going
            for begins in range(first if first > starts else starts, (last if last < most else most) + 1):
                laid = going + begins
                real = laid if laid < there else there
                spent = used + laid - real
                if spent > jokers:
                    break
                key = (begins, one, two + more - stops, spent)
                value = so_far.worth + worth * (real - need)
                known = after.get(key)
                if known is None or known.worth < value:
                    after[key] = _Step(value, state, stops, begins, real)
    return after


def _traced(
    order: Sequence[int],
    guess: tuple[int, int, int],
    state: Open,
    layers: Sequence[Mapping[Open, _Step]],
    starts: Counts,
    ends: Counts,
) -> tuple[tuple[tuple[int, bool], ...], ...]:
    """The rows themselves."""
    steps: list[_Step] = []
    at: Open | None = state
    for layer in reversed(layers[1:]):
        assert at is not None
        steps.append(layer[at])
        at = layer[at].before
    across: list[list[Run]] = [[[] for _ in range(count)] for count in guess]
    one, two, more = (list(runs) for runs in across)
    done: list[Run] = []
    for x, taken in zip(order, reversed(steps), strict=True):
        if ends[x - 1]:  # the card that must stay last is a real one
            more.sort(key=lambda run: not run or run[-1][1])
        done += more[: taken.stops]
        more = two + more[taken.stops :]
        one, two = [[] for _ in range(taken.starts)], one
        pinned = [*one[: starts[x]], *(more[: ends[x]] if ends[x] else ())]
        rest = [run for run in (*one, *two, *more) if not any(run is other for other in pinned)]
        rest.sort(key=lambda run: any(not joker for _, joker in run))
        for place, run in enumerate((*pinned, *rest)):
            run.append((x, place >= taken.real))
    _join(across, (one, two, more))
    return tuple(tuple(run) for run in (*done, *one, *two, *more) if run)


def _join(across: Sequence[Sequence[Run]], left: Sequence[Sequence[Run]]) -> None:
    """Where the circle was cut, what is left over goes on with what came across. Each grows in place, and its
    beginning is emptied; what goes round without an end stays as it is."""
    following = [
        pair for tails, heads in zip(left, across, strict=True) for pair in zip(tails, heads, strict=True)
    ]
    while following:
        heads = [head for _, head in following]
        first = (i for i, (tail, _) in enumerate(following) if all(tail is not head for head in heads))
        tail, head = following.pop(next(first, 0))
        if tail is not head:
            head[:0] = tail
            tail.clear()


# ---- cards -----------------------------------------------------------------------------------------


def best_rows(
    cards: Mapping[Card, str],
    rows: Sequence[Sequence[Card]],
    fresh: Sequence[Card],
    first: Sequence[Card] = (),
    last: Sequence[Card] = (),
    worth: Counts = (1,) * CIRCLE,
) -> list[list[Card]] | None:
    """The rows that one gets from those that lie there and the fresh cards, all jokers among them: as many
    letters as possible, or those that are worth most. A joker that must stay first or last keeps its letter,
    unless more can be laid where it stands for another, or no row that it ends would have a letter."""
    said = dict(cards)
    for row in rows:
        said.update(zip(row, letters_of([cards[card] for card in row]) or "", strict=True))
    jokers = [card for card in (*first, *last) if cards[card] == ANY_LETTER]
    ways = (
        _best(cards, {c: said[c] for c in jokers if c not in loose}, rows, fresh, first, last, worth, loose)
        for size in range(len(jokers) + 1)
        for loose in combinations(jokers, size)
    )
    found = [way for way in ways if way is not None]
    return max(found, key=lambda way: _value(cards, way, worth), default=None)


def _value(cards: Mapping[Card, str], rows: Sequence[Sequence[Card]], worth: Counts) -> int:
    letters = (cards[card] for row in rows for card in row)
    return sum(worth[ALPHABET.index(letter)] for letter in letters if letter != ANY_LETTER)


def _best(
    cards: Mapping[Card, str],
    kept: Mapping[Card, str],
    rows: Sequence[Sequence[Card]],
    fresh: Sequence[Card],
    first: Sequence[Card],
    last: Sequence[Card],
    worth: Counts,
    loose: Sequence[Card],
) -> list[list[Card]] | None:
    """Some jokers are searched for as the letters that they keep; loose ones are laid at an end afterwards."""
    says = {**cards, **kept}
    laid = [card for row in rows for card in row if card not in loose]
    bound = [[card for card in ends if card not in loose] for ends in (first, last)]
    count = Counter(says[card] for card in laid)
    more = Counter(says[card] for card in fresh)
    found = None
    for spend in (False, True):  # where no end is free, jokers that were spared would have no place
        runs = best_runs(
            tuple(count[letter] for letter in ALPHABET),
            tuple(more[letter] for letter in ALPHABET),
            count[ANY_LETTER] + more[ANY_LETTER],
            _at(says, bound[0]),
            _at(says, bound[1]),
            worth,
            spend,
        )
        real, spare = _dealt(says, [*laid, *fresh], runs, set(kept), *map(set, bound)) if runs else ([], [])
        if real and _loosely(cards, real, spare, first, last, loose):
            found = real if not set(spare) & set(laid) else None
            if not spare:
                break
    return found


def _loosely(
    cards: Mapping[Card, str],
    rows: list[list[Card]],
    spare: list[Card],
    first: Sequence[Card],
    last: Sequence[Card],
    loose: Sequence[Card],
) -> bool:
    """Lays jokers that must be first, or last, at an end that is free, or where a row is cut in two; then those
    that are left over. Whether all of the former have found a place."""
    for joker in loose:
        ends = last if joker in last else first
        # Seen from the other side, the first is the last.
        turned = -1 if joker in first else 1
        whole = next((row for row in rows if row[::turned][-1] not in ends), None)
        if whole is not None:
            whole[:] = [*whole[::turned], joker][::turned]
            continue
        cut = _cut_for(cards, [row[::turned] for row in rows], len(spare))
        if cut is None:
            return False
        place, size, before, after = cut
        row = rows[place][::turned]
        rows[place] = [*row[:size], *spare[:before], joker][::turned]
        rows.append([*spare[before : before + after], *row[size:]][::turned])
        del spare[: before + after]
    for longer in rows:
        if longer[-1] not in last:
            longer.extend(spare)
        elif longer[-1] in loose:
            longer[-1:-1] = spare
        elif longer[0] not in first:
            longer[:0] = spare
        elif longer[0] in loose:
            longer[1:1] = spare
        else:
            continue
        spare.clear()
    return True


def _cut_for(
    cards: Mapping[Card, str], rows: Sequence[Sequence[Card]], spare: int
) -> tuple[int, int, int, int] | None:
    """A row that can be cut so that a joker ends its first part: which one, after how many cards, and how many
    of the spare jokers it takes before the one, and before what is left."""
    for place, row in enumerate(rows):
        for size in range(1, len(row)):
            before, after = max(0, SHORTEST - 1 - size), max(0, SHORTEST - (len(row) - size))
            letters = any(cards[card] for card in row[:size]) and any(cards[card] for card in row[size:])
            if letters and before + after <= spare:
                return place, size, before, after
    return None


def _at(says: Mapping[Card, str], cards: Sequence[Card]) -> Counts:
    count = Counter(says[card] for card in cards)
    return tuple(count[letter] for letter in ALPHABET)


def _dealt(
    says: Mapping[Card, str],
    cards: Sequence[Card],
    runs: Sequence[Sequence[tuple[int, bool]]],
    kept: set[Card],
    first: set[Card],
    last: set[Card],
) -> tuple[list[list[Card]], list[Card]]:
    """A card for each place: those that must stay first or last there, and what lay before the fresh ones; and
    the jokers that are left over. No rows: one has no letter but that of a joker that must stay in it (D3)."""
    left: dict[str, list[Card]] = {}
    for one in cards:
        left.setdefault(says[one], []).append(one)
    rows: list[list[Card | None]] = [[None] * len(run) for run in runs]
    for place, pinned in ((0, first), (-1, last)):
        for row, run in zip(rows, runs, strict=True):
            letter, joker = run[place]
            card = next((c for c in left.get(ALPHABET[letter], ()) if c in pinned), None)
            if card is not None and not joker:
                row[place] = card
                left[ALPHABET[letter]].remove(card)
    for row, run in zip(rows, runs, strict=True):
        for place, (letter, joker) in enumerate(run):
            if row[place] is None:
                row[place] = left[ANY_LETTER if joker else ALPHABET[letter]].pop(0)
    done = [[card for card in row if card is not None] for row in rows]
    bare = [row for row in done if all(says[card] == ANY_LETTER or card in kept for card in row)]
    spare = [card for row in bare for card in row] + left.get(ANY_LETTER, [])
    return ([], []) if kept & set(spare) else ([row for row in done if row not in bare], spare)


class Suites(Domain, frozen=True):
    """Rows of letters that follow each other in a circle, with fresh cards; those that lie already are laid anew.

    A value is a list of rows, each a list of cards from left to right; a joker stands for the letter of its place.
    """

    cards: Mapping[Card, str]
    """What each card says; `""` is any letter."""
    rows: Sequence[Sequence[Card]] = ()
    """How they lie now: all of these cards must be used again."""
    fresh: Sequence[Card] = ()
    """Cards that may be added,"""
    least: int = 1
    """so many of them at least,"""
    must: Sequence[Card] = ()
    """and these in any case."""
    first: Sequence[Card] = ()
    last: Sequence[Card] = ()
    """Cards that must be the first, or the last, of a row."""
    shortest: int = SHORTEST
    total: int = 0
    """Cards that there are at least, in all rows."""
    most: int = 0
    """How many rows there may be; 0: any number."""
    alphabet: str = ALPHABET

    def accepts(self, value: Value) -> bool:
        return self._fault(value) is None

    def why_not(self, value: Value) -> str:
        return self._fault(value) or "not_possible"

    def _fault(self, value: Value) -> str | None:
        if not isinstance(value, list) or not all(isinstance(row, list) and row for row in value):
            return "not_possible"
        used = [card for row in value for card in row]
        mine = {*self.fresh, *(card for row in self.rows for card in row)}
        if not all(is_card(card) and card in mine for card in used) or len(set(used)) != len(used):
            return "not_possible"
        if not {*self.must, *(card for row in self.rows for card in row)} <= set(used):
            return "card_missing"
        if len(set(used) & set(self.fresh)) < self.least:
            return "nothing_added"
        if self.most and len(value) > self.most:
            return "too_many_rows"
        for row in value:
            fault = self._row_fault(row)
            if fault is not None:
                return fault
        return "too_few_cards" if len(used) < self.total else None

    def _row_fault(self, row: Sequence[Card]) -> str | None:
        said = [self.cards[card] for card in row]
        if len(row) < self.shortest:
            return "row_too_short"
        if not any(said):
            return "only_jokers"
        if letters_of(said) is None:
            return "row_breaks"
        if any(card in self.first for card in row[1:]) or any(card in self.last for card in row[:-1]):
            return "blocked_end"
        return None

    # ---- something that can be laid ----------------------------------------------------------------

    def possible(self) -> bool:
        """Whether anything can be laid."""
        return self._grown() is not None or self._laid(self.fresh) is not None

    def _grown(self) -> Value | None:
        """One card more, at a free end of a row, where that is enough: the usual case, and quickly seen."""
        cards = self.must or self.fresh
        if self.least > 1 or len(self.must) > 1:
            return None
        for i, row in enumerate(self.rows):
            letters = letters_of([self.cards[card] for card in row])
            for card in cards:
                says = self.cards[card]
                # Whether it would follow is seen before anything is laid.
                if (letters is None or says in (ANY_LETTER, step(letters[0], -1))) and self._may_lie([card, *row]):
                    return self._with(i, [card, *row])
                if (letters is None or says in (ANY_LETTER, step(letters[-1], 1))) and self._may_lie([*row, card]):
                    return self._with(i, [*row, card])
        return None

    def _with(self, place: int, row: list[Card]) -> Value:
        """All rows as they lie, but for this one."""
        return [row if i == place else list(other) for i, other in enumerate(self.rows)]

    def _may_lie(self, row: Sequence[Card]) -> bool:
        return self._row_fault(row) is None

    def sample(self, pick: Picker) -> Value:
        some = [card for card in self.fresh if card in self.must or pick.below(2)]
        found = self._laid(some, pick) or self._laid(self.fresh, pick) or self._grown()
        assert found is not None, "offered though nothing can be laid"
        return found

    def _laid(self, fresh: Sequence[Card], pick: Picker | None = None) -> Value | None:
        if self.most == 1 and not self.rows:
            rows = list(islice(self.single(fresh), None if pick is not None else 1))
            found: Any = [rows[pick.below(len(rows)) if pick is not None else 0]] if rows else None
        else:
            found = best_rows(self.cards, self.rows, fresh, self.first, self.last)
        return found if self.accepts(found) else None

    def single(self, fresh: Sequence[Card]) -> Iterator[list[Card]]:
        """Every row by itself, in letters: of those that differ only in a card with the same letter, one."""
        owed, enough = set(self.must), max(self.shortest, self.total)
        jokers = sorted((card for card in fresh if self.cards[card] == ANY_LETTER), key=lambda c: c not in owed)
        by_letter: dict[str, list[Card]] = {}
        for card in fresh:
            by_letter.setdefault(self.cards[card], []).append(card)
        for start in self.alphabet:
            first = ALPHABET.index(start)
            row: list[Card] = []
            spent = 0
            for place in range(len(fresh)):
                real = by_letter.get(ALPHABET[(first + place) % CIRCLE], ())
                round_before = place // CIRCLE
                if round_before < len(real):
                    row.append(real[round_before])
                elif spent < len(jokers):
                    row.append(jokers[spent])
                    spent += 1
                else:
                    break
                if place + 1 >= enough and spent <= place and owed <= set(row):
                    yield row[:]

    # ---- outside -----------------------------------------------------------------------------------

    def outward(self, name: CARD_TO_NAME) -> Domain:
        def named(cards: Sequence[Card]) -> list[Card]:
            return [name(int(card)) for card in cards]

        return structs.replace(
            self,
            cards={name(int(card)): says for card, says in self.cards.items()},
            rows=[named(row) for row in self.rows],
            fresh=named(self.fresh),
            must=named(self.must),
            first=named(self.first),
            last=named(self.last),
        )

    def inward(self, value: Value, card: NAME_TO_CARD) -> Value:
        if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
            return None
        return [[card(handle) for handle in row] for row in value]

    def named(self, value: Value, name: CARD_TO_NAME) -> Value:
        return [[name(card) for card in row] for row in value]
