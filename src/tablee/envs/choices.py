"""What a seat can choose next: every move is made of a few small choices, each of them a key.

A move without parameters is one choice. Otherwise the first choice names the move and the first argument together
("lay this card"), and the following ones give the other arguments. Arguments that leave no choice are filled in.
Keys mean the same throughout a game: a card is named by its face, a seat by its distance, a word by its rank among
the commonest that fit. `docs/environments.md` has the table.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from msgspec import Struct, field

from tablee.bots.rollout import QuickPicker
from tablee.kernel.domains import (
    Absent,
    CardPerSeat,
    CardSet,
    Domain,
    Flag,
    Number,
    OneCard,
    OneOf,
    OneSeat,
    Order,
    Slot,
    Text,
    Value,
    Vector,
)
from tablee.kernel.moves import Offer
from tablee.kernel.rng import Picker
from tablee.kernel.state import State
from tablee.kernel.units import CardId, Seat
from tablee.kernel.zones import DEEP
from tablee.phases.vote import WordState, may_ask, voters
from tablee.words.fit import Fit, Sentence, Word
from tablee.words.folding import fold
from tablee.words.lexicon import Lexicon
from tablee.words.spelling import Written

GRID = 16
"""Steps that a long range of numbers, or an axis of a point, is divided into."""
SHORT = 64
"""Ranges and enumerations up to this size are told apart value by value."""
WORDS = 32
"""So many of the commonest words that fit can be chosen."""
SAMPLES = 8
"""Values drawn from a domain that has no better encoding."""
TRIES = 8
"""Words made up before one is said that the table already knows."""

MADE_UP = "made up"
ENOUGH = "enough"
NONE = "none"

Key: TypeAlias = tuple[Any, ...]

WORD_KEYS: tuple[Key, ...] = tuple(("word", rank) for rank in range(WORDS))
"""What a choice means: ("face", "P", 0), ("seat", 2), ("word", 17)…"""


class MoveDraft(Struct):
    """A move in the making."""

    offer: Offer
    args: dict[str, Value] = field(default_factory=dict)
    param: str = ""
    """The parameter that is being chosen; empty when nothing is left to choose."""
    domain: Domain | None = None
    inner: list[Value] = field(default_factory=list)
    """The parts chosen so far of a value that has several."""
    next: int = 0


def begin(offer: Offer) -> MoveDraft:
    draft = MoveDraft(offer)
    if offer.params:
        forward(draft)
    return draft


def forward(draft: MoveDraft) -> None:
    """Goes on to the next parameter that leaves a choice."""
    params = draft.offer.params
    if draft.param:
        draft.param, draft.inner, draft.domain = "", [], None
    if draft.next == len(params):
        return
    for name in tuple(params)[draft.next :]:
        domain = params[name].given(draft.args)
        if isinstance(domain, Absent):
            draft.next += 1
        elif not domain.optional and domain.count() == 1:
            draft.args[name] = next(domain.values())
            draft.next += 1
        else:
            draft.param, draft.domain = name, domain
            return


def choose(draft: MoveDraft, value: Value) -> None:
    """Takes a choice of `Chooser.choices`, and goes on to what is to be chosen after it."""
    domain = draft.domain
    done = True
    match domain:
        case _ if value is ENOUGH:
            value = list(draft.inner)
        case _ if value is NONE:
            value = None
        case CardSet(most=most):
            draft.inner.append(value)
            done = len(draft.inner) == most
            value = list(draft.inner)
        case Order(cards=cards):
            draft.inner.append(value)
            done = len(draft.inner) >= len(cards) - 1
            value = draft.inner + [c for c in cards if c not in draft.inner]
        case CardPerSeat(seats=seats):
            draft.inner.append(value)
            done = len(draft.inner) == len(seats)
            value = {str(seat): card for seat, card in zip(seats, draft.inner, strict=False)}
        case Vector(axes=axes):
            draft.inner.append(value)
            done = len(draft.inner) == len(axes)
            value = dict(zip(axes, draft.inner, strict=False))
        case Sentence(fits=fits):
            draft.inner.append(value)
            done = len(draft.inner) == len(fits)
            value = list(draft.inner)
    if done:
        if value is not None:
            draft.args[draft.param] = value
        draft.next += 1
        forward(draft)


class MadeUp(Struct, frozen=True):
    """A value that no lexicon knows, made only when it is chosen; the same luck makes the same one."""

    domain: Domain
    luck: int

    def value(self, s: State) -> Value:
        """One that the table has not voted on yet, as far as a few tries go."""
        pick = QuickPicker(self.luck)
        value = self.domain.sample(pick)
        for _ in range(TRIES):
            if not any(fold(word) in s.words for word in self.domain.words(value)):
                break
            value = self.domain.sample(pick)
        return value


class Chooser:
    """The choices of a seat in a state. What a seat cannot see never decides about a key."""

    def __init__(self, lexicon: Lexicon | None) -> None:
        self._lexicon = lexicon
        self._find = lru_cache(4096)(self._found)
        self._accepted = lru_cache(4096)(self._fitting)

    def _found(self, fit: Fit) -> tuple[str, ...]:
        return tuple(self._lexicon.index.find(fit, limit=2 * WORDS)) if self._lexicon is not None else ()

    def _fitting(self, domain: Word) -> tuple[str, ...]:
        """The words that can be chosen, and some more for those that the table has voted against."""
        return tuple(word for word in self._find(domain.wanted or domain.fit) if domain.accepts(word))

    def words(self, s: State, domain: Word) -> Sequence[str]:
        """The words that can be chosen, the commonest first."""
        found = self._accepted(domain)
        if s.words:
            found = tuple(word for word in found if s.words.get(fold(word), True))
        return found[:WORDS]

    def choices(self, s: State, seat: Seat, draft: MoveDraft, luck: int) -> Iterator[tuple[Key, Any]]:
        """Keys and values for the parameter that `draft` has come to."""
        domain = draft.domain
        if domain is None:
            return
        if domain.optional and not isinstance(domain, Flag):
            yield (NONE,), NONE
        match domain:
            case OneCard(cards=cards):
                yield from self._cards(s, seat, cards)
            case CardSet(cards=cards, least=least):
                if len(draft.inner) >= least:
                    yield (ENOUGH,), ENOUGH
                yield from self._cards(s, seat, [c for c in cards if c not in draft.inner])
            case Order(cards=cards) | CardPerSeat(cards=cards):
                yield from self._cards(s, seat, [c for c in cards if c not in draft.inner])
            case Slot(zone=zone, places=places):
                for place in places:
                    yield ("place", zone, place), place
            case OneSeat(seats=seats):
                for other in seats:
                    yield ("seat", (other - seat) % s.n if other >= 0 else other), other
            case OneOf(names=names):
                for name in names:
                    yield ("name", name), name
            case Flag():
                yield ("no",), False
                yield ("yes",), True
            case Number(low=low, high=high):
                yield from _steps(low, high)
            case Vector(axes=axes):
                name = list(axes)[len(draft.inner)]
                for key, value in _steps(axes[name].low, axes[name].high):
                    yield (name, *key), value
            case Word():
                yield from self._words(s, seat, domain, luck)
            case Sentence(fits=fits):
                yield from self._words(s, seat, Word(fits[len(draft.inner)]), luck)
            case Written():
                yield from self._written(s, seat, domain, luck)
            case Text(most=most):
                for i in range(SAMPLES):
                    yield ("text", i), chr(97 + i) * min(i + 1, most)
            case _:
                yield from _some(domain, QuickPicker(luck))

    def _cards(self, s: State, seat: Seat, cards: Any) -> Iterator[tuple[Key, CardId]]:
        """By face where the seat sees it; several with one face are numbered. Face down, by place."""
        shown = visible(s, seat)
        faces = s.faces
        copies: dict[str, int] = {}
        for card in cards:
            if card in shown:
                face = faces[card]
                nth = copies.get(face, 0)
                copies[face] = nth + 1
                yield ("face", face, nth), card
            else:
                yield ("down", *place_of(s, card)), card

    def _words(self, s: State, seat: Seat, domain: Word, luck: int) -> Iterator[tuple[Key, Any]]:
        yield from zip(WORD_KEYS, self.words(s, domain), strict=False)
        if may_make_up(s, seat):
            yield (MADE_UP,), MadeUp(domain, luck)

    def _written(self, s: State, seat: Seat, domain: Written, luck: int) -> Iterator[tuple[Key, Any]]:
        rank = 0
        for fit in domain.fits():
            for word in self._find(fit)[: WORDS // 2]:
                if rank == WORDS:
                    return
                laid = domain.laid(word) if s.words.get(fold(word), True) else None
                if laid is not None:
                    yield WORD_KEYS[rank], laid
                    rank += 1
        if may_make_up(s, seat):
            yield (MADE_UP,), MadeUp(domain, luck)


def _steps(low: int, high: int) -> Iterator[tuple[Key, int]]:
    """Each number of a short range, the middle of each step of a long one."""
    if high - low < SHORT:
        for number in range(low, high + 1):
            yield ("number", number), number
    else:
        for step in range(GRID):
            yield ("step", step), low + (high - low) * (2 * step + 1) // (2 * GRID)


def _some(domain: Domain, pick: Picker) -> Iterator[tuple[Key, Value]]:
    """A domain of a game's own: by number where there are few values, else some drawn by chance."""
    count = domain.count()
    if count is not None and count <= SHORT:
        for i, value in enumerate(domain.values()):
            yield ("choice", i), value
    else:
        for i in range(SAMPLES):
            yield ("sample", i), domain.sample(pick)


def may_make_up(s: State, seat: Seat) -> bool:
    """A word that no lexicon knows can be said where somebody would vote on it."""
    return isinstance(s, WordState) and bool(voters(s, seat)) and may_ask(s, seat)


def visible(s: State, seat: Seat) -> set[CardId]:
    """The cards whose faces a seat sees now."""
    bit = 1 << seat
    if s.blind & bit:
        return set()
    shown: set[CardId] = set()
    for zone in s.zones:
        if zone.seers & bit:
            shown.update(zone.cards[max(0, len(zone.cards) - zone.depth) :])
    if s.open:
        shown.update(card for card, seats in s.open.items() if seats & bit)
    return shown


def seen_by_owner(s: State, seat: Seat) -> Sequence[CardId] | None:
    """The cards of a seat's first zone that it sees into; None: it has none, or its eyes are closed."""
    if not s.blind >> seat & 1:
        for zone in s.zones:
            if zone.owner == seat and zone.seers >> seat & 1 and zone.depth == DEEP:
                return zone.cards
    return None


def place_of(s: State, card: CardId) -> tuple[str, int]:
    for zone in s.zones:
        if card in zone.cards:
            return zone.name, zone.cards.index(card)
    return "", -1


def kinds_of(domain: Domain) -> Iterator[Domain]:
    """A domain and all those that it may become once other arguments are known."""
    table: Mapping[Any, Domain] | None = getattr(domain, "table", None)
    other = getattr(domain, "other", None)
    then = getattr(domain, "then", None)
    if isinstance(other, Domain) and table is not None:
        yield from (kind for d in (*table.values(), other) for kind in kinds_of(d))
    elif isinstance(then, Domain):
        yield from kinds_of(then)
    else:
        yield domain
