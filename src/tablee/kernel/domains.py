"""Domains: what a parameter of a move may be. One value serves the server's check, the page's widget,
the bots' enumeration and the environments' action masks.

Finite domains can be counted and enumerated; open ones (`count()` is None) are validated and sampled.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from math import comb, perm
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct

from tablee.kernel.choices import ENOUGH, SAMPLES, SHORT, Choice, Key, Lister, Pieces, every_face, steps
from tablee.kernel.rng import Picker
from tablee.kernel.units import CardId, Seat

Value: TypeAlias = Any
"""What JSON can hold; a domain decides whether it is one of its own."""

Args: TypeAlias = Mapping[str, Value]
Card: TypeAlias = int | str
"""A card id inside the kernel, a handle outside."""

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

NAME_TO_CARD: TypeAlias = Callable[[str], CardId]
CARD_TO_NAME: TypeAlias = Callable[[CardId], str]


class Domain(Struct, frozen=True, tag=True):
    optional: ClassVar[bool] = False
    sent: ClassVar[bool] = True
    """Whether players are ever sent it; else it is what several domains have in common, or only the lexicon is
    asked."""

    def accepts(self, value: Value) -> bool:
        raise NotImplementedError

    def sample(self, pick: Picker) -> Value:
        raise NotImplementedError

    def count(self) -> int | None:
        """How many values there are; None when the domain is open."""
        return None

    def values(self) -> Iterator[Value]:
        """All the values of a finite domain, in a fixed order."""
        raise NotImplementedError

    def given(self, args: Args) -> "Domain":
        """The domain that holds once the other arguments are known."""
        return self

    def needs(self) -> set[str]:
        """The other arguments on which it depends."""
        of = getattr(self, "of", None)
        return {of} if of is not None else set()

    def why_not(self, value: Value) -> str:
        """The refusal of a value that is not accepted, as a code."""
        return "not_possible"

    def in_the_way(self, value: Value) -> CardId:
        """The piece because of which a value is not accepted; -1: none. The door tells it to those who see it."""
        return -1

    def words(self, value: Value) -> Sequence[str]:
        """The words of a value that a lexicon must be asked about."""
        return ()

    def look_up(self, value: Value, lexicon: Any) -> Mapping[str, int]:
        """What a lexicon knows of the words of a value; it comes with the move as `known`. A domain may ask more
        than whether they exist, and answer with further flags. Where there is no lexicon, nothing is known."""
        return {word: lexicon.look_up(word) if lexicon is not None else 0 for word in self.words(value)}

    def found(self, lexicon: Any) -> Mapping[str, int]:
        """Words that the lexicon itself proposes, with what it knows of them (see `Offer.asks`)."""
        return {}

    def sketch(self, value: Value) -> Value | None:
        """An unfinished value as the others may watch it being made; None: nobody does. Rules never read it."""
        return None

    def outward(self, name: CARD_TO_NAME) -> "Domain":
        """The same domain with handles for card ids."""
        return self

    def inward(self, value: Value, card: NAME_TO_CARD) -> Value:
        """A value from outside, its handles turned into card ids."""
        return value

    def spelled_out(self, value: Value) -> Value:
        """An accepted value with whatever it takes a search to find, so that nobody has to search again."""
        return value

    def named(self, value: Value, name: CARD_TO_NAME) -> Value:
        """A value as a client would send it, with handles for card ids: `inward` the other way round."""
        return value

    # ---- a value made part by part -----------------------------------------------------------------

    def choices(self, by: Lister, parts: Sequence[Value]) -> Iterator[Choice]:
        """What can be chosen after these parts. Of a domain that says nothing else: all its values where they are
        few, else some drawn by chance."""
        count = self.count()
        if count is not None and count <= SHORT:
            for i, value in enumerate(self.values()):
                yield ("choice", i), value
        else:
            pick = by.picker()
            for i in range(SAMPLES):
                yield ("sample", i), self.sample(pick)

    def complete(self, parts: Sequence[Value]) -> bool:
        """Whether nothing is left to choose after these parts."""
        return True

    def joined(self, parts: Sequence[Value]) -> Value:
        """The value that these parts make."""
        return parts[0]

    def keys(self, table: Pieces) -> set[Key]:
        """The keys that a domain of this kind can have at a table."""
        count = self.count()
        if count is not None and count <= SHORT:
            return {("choice", i) for i in range(count)}
        return {("sample", i) for i in range(SAMPLES)}

    def reach(self) -> object:
        """Two domains of one kind and with the same reach have the same keys."""
        return self.count()

    def kinds(self) -> Iterator["Domain"]:
        """This domain, or those that it may become once other arguments are known."""
        yield self


def is_int(value: Value) -> bool:
    return type(value) is int


def is_card(value: Value) -> bool:
    kind = type(value)
    return kind is int or kind is str


class OneCard(Domain, frozen=True):
    """One of these cards."""

    cards: Sequence[Card]

    def accepts(self, value: Value) -> bool:
        return is_card(value) and value in self.cards

    def sample(self, pick: Picker) -> Value:
        return self.cards[pick.below(len(self.cards))]

    def count(self) -> int:
        return len(self.cards)

    def values(self) -> Iterator[Value]:
        return iter(self.cards)

    def outward(self, name: CARD_TO_NAME) -> Domain:
        return OneCard([name(int(c)) for c in self.cards])

    def inward(self, value: Value, card: NAME_TO_CARD) -> Value:
        return card(value)

    def named(self, value: Value, name: CARD_TO_NAME) -> Value:
        return name(value)

    def choices(self, by: Lister, parts: Sequence[Value]) -> Iterator[Choice]:
        return by.cards(self.cards)

    def keys(self, table: Pieces) -> set[Key]:
        return every_face(table)

    def reach(self) -> object:
        return None


class Slot(Domain, frozen=True):
    """One of these places of a zone: a face-down card is pointed at, never named."""

    zone: str
    places: Sequence[int]

    def accepts(self, value: Value) -> bool:
        return is_int(value) and value in self.places

    def sample(self, pick: Picker) -> Value:
        return self.places[pick.below(len(self.places))]

    def count(self) -> int:
        return len(self.places)

    def values(self) -> Iterator[Value]:
        return iter(self.places)

    def choices(self, by: Lister, parts: Sequence[Value]) -> Iterator[Choice]:
        for place in self.places:
            yield ("place", self.zone, place), place

    def keys(self, table: Pieces) -> set[Key]:
        return {("place", self.zone, place) for place in range(max(self.places, default=-1) + 1)}

    def reach(self) -> object:
        return self.zone, max(self.places, default=-1)


class OneSeat(Domain, frozen=True):
    seats: Sequence[Seat]

    def accepts(self, value: Value) -> bool:
        return is_int(value) and value in self.seats

    def sample(self, pick: Picker) -> Value:
        return self.seats[pick.below(len(self.seats))]

    def count(self) -> int:
        return len(self.seats)

    def values(self) -> Iterator[Value]:
        return iter(self.seats)

    def choices(self, by: Lister, parts: Sequence[Value]) -> Iterator[Choice]:
        for other in self.seats:
            yield ("seat", by.distance(other) if other >= 0 else other), other

    def keys(self, table: Pieces) -> set[Key]:
        return {("seat", i) for i in (*range(table.n), *self._parties())}

    def reach(self) -> object:
        return self._parties()

    def _parties(self) -> tuple[Seat, ...]:
        """Those that are no seats."""
        return tuple(seat for seat in self.seats if seat < 0)


class OneOf(Domain, frozen=True):
    """One of an enumeration: a shout, a letter, a pile, a side."""

    names: Sequence[str]

    def accepts(self, value: Value) -> bool:
        return type(value) is str and value in self.names

    def sample(self, pick: Picker) -> Value:
        return self.names[pick.below(len(self.names))]

    def count(self) -> int:
        return len(self.names)

    def values(self) -> Iterator[Value]:
        return iter(self.names)

    def choices(self, by: Lister, parts: Sequence[Value]) -> Iterator[Choice]:
        for name in self.names:
            yield ("name", name), name

    def keys(self, table: Pieces) -> set[Key]:
        """Of letters the whole alphabet."""
        letters = all(len(name) == 1 and name in ALPHABET for name in self.names)
        return {("name", name) for name in (ALPHABET if letters else self.names)}

    def reach(self) -> object:
        return tuple(self.names)


class Number(Domain, frozen=True):
    low: int
    high: int

    def accepts(self, value: Value) -> bool:
        return is_int(value) and self.low <= value <= self.high

    def sample(self, pick: Picker) -> Value:
        return self.low + pick.below(self.high - self.low + 1)

    def count(self) -> int:
        return self.high - self.low + 1

    def values(self) -> Iterator[Value]:
        return iter(range(self.low, self.high + 1))

    def choices(self, by: Lister, parts: Sequence[Value]) -> Iterator[Choice]:
        return steps(self.low, self.high)

    def keys(self, table: Pieces) -> set[Key]:
        return {key for key, _ in steps(self.low, self.high)}

    def reach(self) -> object:
        return self.low, self.high


class Flag(Domain, frozen=True, omit_defaults=True):
    """Yes or no; left out, it is what it is at first (`ticked`): mostly no."""

    optional: ClassVar[bool] = True
    ticked: bool = False

    def accepts(self, value: Value) -> bool:
        return type(value) is bool

    def sample(self, pick: Picker) -> Value:
        return pick.below(2) == 1

    def count(self) -> int:
        return 2

    def values(self) -> Iterator[Value]:
        return iter((False, True))

    def choices(self, by: Lister, parts: Sequence[Value]) -> Iterator[Choice]:
        yield ("no",), False
        yield ("yes",), True

    def keys(self, table: Pieces) -> set[Key]:
        return {("no",), ("yes",)}


class Absent(Domain, frozen=True):
    """Nothing may be given here."""

    optional: ClassVar[bool] = True

    def accepts(self, value: Value) -> bool:
        return value is None

    def sample(self, pick: Picker) -> Value:
        return None

    def count(self) -> int:
        return 1

    def values(self) -> Iterator[Value]:
        return iter((None,))

    def keys(self, table: Pieces) -> set[Key]:
        return set()


class ByChoice(Domain, frozen=True):
    """A domain that depends on another argument: a letter only for an étoile, a word's fit by the pile. It may
    depend on several, one within the other: a word's fit by the card and its place.

    A number in the table is a card, which is called by its handle outside. Places are written: `"3"`."""

    of: str
    table: Mapping[Card, Domain]
    other: Domain

    def given(self, args: Args) -> Domain:
        chosen: Value = args.get(self.of)
        if not is_card(chosen):
            return self.other.given(args)
        found = self.table.get(chosen) or self.table.get(str(chosen), self.other)
        return found.given(args)

    def needs(self) -> set[str]:
        return {self.of}.union(self.other.needs(), *(domain.needs() for domain in self.table.values()))

    def accepts(self, value: Value) -> bool:
        return False

    def outward(self, name: CARD_TO_NAME) -> Domain:
        table: dict[Card, Domain] = {
            name(key) if isinstance(key, int) else key: domain.outward(name) for key, domain in self.table.items()
        }
        return ByChoice(self.of, table, self.other.outward(name))

    def kinds(self) -> Iterator[Domain]:
        for domain in (*self.table.values(), self.other):
            yield from domain.kinds()


class CardPerSeat(Domain, frozen=True):
    """A different card for each of these seats."""

    seats: Sequence[Seat]
    cards: Sequence[Card]

    def accepts(self, value: Value) -> bool:
        if not isinstance(value, dict) or set(value) != {str(s) for s in self.seats}:
            return False
        chosen = list(value.values())
        return all(is_card(c) and c in self.cards for c in chosen) and len(set(chosen)) == len(chosen)

    def sample(self, pick: Picker) -> Value:
        left = list(self.cards)
        return {str(seat): left.pop(pick.below(len(left))) for seat in self.seats}

    def count(self) -> int:
        return perm(len(self.cards), len(self.seats))

    def values(self) -> Iterator[Value]:
        for chosen in permutations(self.cards, len(self.seats)):
            yield {str(seat): card for seat, card in zip(self.seats, chosen, strict=True)}

    def outward(self, name: CARD_TO_NAME) -> Domain:
        return CardPerSeat(self.seats, [name(int(c)) for c in self.cards])

    def inward(self, value: Value, card: NAME_TO_CARD) -> Value:
        return {k: card(v) for k, v in value.items()} if isinstance(value, dict) else None

    def named(self, value: Value, name: CARD_TO_NAME) -> Value:
        return {k: name(v) for k, v in value.items()}

    def choices(self, by: Lister, parts: Sequence[Value]) -> Iterator[Choice]:
        return by.cards([c for c in self.cards if c not in parts])

    def complete(self, parts: Sequence[Value]) -> bool:
        return len(parts) == len(self.seats)

    def joined(self, parts: Sequence[Value]) -> Value:
        return {str(seat): card for seat, card in zip(self.seats, parts, strict=True)}

    def keys(self, table: Pieces) -> set[Key]:
        return every_face(table)

    def reach(self) -> object:
        return None


class CardSet(Domain, frozen=True):
    """From `least` to `most` of these cards, in no order."""

    cards: Sequence[Card]
    least: int
    most: int

    def accepts(self, value: Value) -> bool:
        return (
            isinstance(value, list)
            and self.least <= len(value) <= self.most
            and all(is_card(c) and c in self.cards for c in value)
            and len(set(value)) == len(value)
        )

    def sample(self, pick: Picker) -> Value:
        left = list(self.cards)
        size = self.least + pick.below(self.most - self.least + 1)
        return [left.pop(pick.below(len(left))) for _ in range(size)]

    def count(self) -> int:
        return sum(comb(len(self.cards), k) for k in range(self.least, self.most + 1))

    def values(self) -> Iterator[Value]:
        for size in range(self.least, self.most + 1):
            for chosen in combinations(self.cards, size):
                yield list(chosen)

    def outward(self, name: CARD_TO_NAME) -> Domain:
        return CardSet([name(int(c)) for c in self.cards], self.least, self.most)

    def inward(self, value: Value, card: NAME_TO_CARD) -> Value:
        return [card(v) for v in value] if isinstance(value, list) else None

    def named(self, value: Value, name: CARD_TO_NAME) -> Value:
        return [name(v) for v in value]

    def choices(self, by: Lister, parts: Sequence[Value]) -> Iterator[Choice]:
        if len(parts) >= self.least:
            yield (ENOUGH,), ENOUGH
        yield from by.cards([c for c in self.cards if c not in parts])

    def complete(self, parts: Sequence[Value]) -> bool:
        return len(parts) == self.most

    def joined(self, parts: Sequence[Value]) -> Value:
        return list(parts)

    def keys(self, table: Pieces) -> set[Key]:
        return every_face(table) | {(ENOUGH,)}

    def reach(self) -> object:
        return None


class Order(Domain, frozen=True):
    """All these cards, each once, in an order of the player's choice."""

    cards: Sequence[Card]

    def accepts(self, value: Value) -> bool:
        return (
            isinstance(value, list)
            and len(value) == len(self.cards)
            and all(is_card(c) for c in value)
            and set(value) == set(self.cards)
        )

    def sample(self, pick: Picker) -> Value:
        left = list(self.cards)
        return [left.pop(pick.below(len(left))) for _ in range(len(left))]

    def count(self) -> int:
        return perm(len(self.cards))

    def values(self) -> Iterator[Value]:
        for chosen in permutations(self.cards):
            yield list(chosen)

    def outward(self, name: CARD_TO_NAME) -> Domain:
        return Order([name(int(c)) for c in self.cards])

    def inward(self, value: Value, card: NAME_TO_CARD) -> Value:
        return [card(v) for v in value] if isinstance(value, list) else None

    def named(self, value: Value, name: CARD_TO_NAME) -> Value:
        return [name(v) for v in value]

    def choices(self, by: Lister, parts: Sequence[Value]) -> Iterator[Choice]:
        return by.cards([c for c in self.cards if c not in parts])

    def complete(self, parts: Sequence[Value]) -> bool:
        """The last one leaves no choice."""
        return len(parts) >= len(self.cards) - 1

    def joined(self, parts: Sequence[Value]) -> Value:
        return [*parts, *(c for c in self.cards if c not in parts)]

    def keys(self, table: Pieces) -> set[Key]:
        return every_face(table)

    def reach(self) -> object:
        return None


class Axis(Struct, frozen=True):
    """Whole steps from low to high: positions are quantised, so that replays are exact."""

    low: int
    high: int


class Vector(Domain, frozen=True):
    """A point, a pose, a flick: one whole number per axis."""

    axes: Mapping[str, Axis]

    def accepts(self, value: Value) -> bool:
        return (
            isinstance(value, dict)
            and value.keys() == self.axes.keys()
            and all(is_int(value[k]) and axis.low <= value[k] <= axis.high for k, axis in self.axes.items())
        )

    def sample(self, pick: Picker) -> Value:
        return {k: axis.low + pick.below(axis.high - axis.low + 1) for k, axis in self.axes.items()}

    def choices(self, by: Lister, parts: Sequence[Value]) -> Iterator[Choice]:
        name = list(self.axes)[len(parts)]
        for key, value in steps(self.axes[name].low, self.axes[name].high):
            yield (name, *key), value

    def complete(self, parts: Sequence[Value]) -> bool:
        return len(parts) == len(self.axes)

    def joined(self, parts: Sequence[Value]) -> Value:
        return dict(zip(self.axes, parts, strict=True))

    def keys(self, table: Pieces) -> set[Key]:
        return {(name, *key) for name, axis in self.axes.items() for key, _ in steps(axis.low, axis.high)}

    def reach(self) -> object:
        return tuple((name, axis.low, axis.high) for name, axis in self.axes.items())


class Text(Domain, frozen=True):
    """Free text of a bounded length."""

    most: int

    def accepts(self, value: Value) -> bool:
        return type(value) is str and 0 < len(value.strip()) <= self.most

    def sample(self, pick: Picker) -> Value:
        return "".join(chr(97 + pick.below(26)) for _ in range(1 + pick.below(min(8, self.most))))

    def choices(self, by: Lister, parts: Sequence[Value]) -> Iterator[Choice]:
        for i in range(SAMPLES):
            yield ("text", i), chr(97 + i) * min(i + 1, self.most)

    def keys(self, table: Pieces) -> set[Key]:
        return {("text", i) for i in range(SAMPLES)}


def point(width: int, height: int) -> Vector:
    """A point on a plane."""
    return Vector({"x": Axis(0, width), "y": Axis(0, height)})


def letters(allowed: str = ALPHABET) -> OneOf:
    return OneOf(tuple(allowed))
