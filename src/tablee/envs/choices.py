"""What a seat can choose next: every move is made of a few small choices, each of them a key.

A move without parameters is one choice. Otherwise the first choice names the move and the first argument together
("lay this card"), and the following ones give the other arguments. Arguments that leave no choice are filled in.
Keys mean the same throughout a game: a card is named by its face, a seat by its distance, a word by its rank among
the commonest that fit. `docs/environments.md` has the table.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from tablee.bots.rollout import QuickPicker
from tablee.kernel.choices import MADE_UP, WORDS, Choice
from tablee.kernel.domains import ByChoice, Domain, Value
from tablee.kernel.drafts import MoveDraft, choose
from tablee.kernel.state import State
from tablee.kernel.units import CardId, Seat
from tablee.kernel.zones import DEEP
from tablee.phases.vote import WordState, may_ask, voters
from tablee.words.fit import Fit, Sentence, Word
from tablee.words.folding import fold
from tablee.words.lexicon import Lexicon

TRIES = 8
"""Words made up before one is said that the table already knows."""


def may_lead_nowhere(s: State, draft: MoveDraft) -> bool:
    """Whether what is chosen now decides about words that are to come: there may be none."""
    if not s.wordy or draft.next + 1 == len(draft.offer.params):
        return False
    later = tuple(draft.offer.params.values())[draft.next + 1 :]
    return any(isinstance(domain, ByChoice) and _holds_words(domain) for domain in later)


def _holds_words(domain: Domain | None) -> bool:
    if isinstance(domain, ByChoice):
        return _holds_words(next(iter(domain.table.values()), None)) or _holds_words(domain.other)
    return isinstance(domain, Word | Sentence)


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

    def choices(self, s: State, seat: Seat, draft: MoveDraft, luck: int) -> Iterator[Choice]:
        """Keys and values for the parameter that `draft` has come to; none that would leave nothing to choose."""
        domain = draft.domain
        if domain is None:
            return
        blind = may_lead_nowhere(s, draft)
        for key, value in domain.choices(Listing(self, s, seat, luck), draft.inner):
            if not blind or self._leads_on(s, seat, draft, value, luck):
                yield key, value

    def _leads_on(self, s: State, seat: Seat, draft: MoveDraft, value: Value, luck: int) -> bool:
        """Whether there is a word, say, for this card at some place."""
        twin = MoveDraft(draft.offer, dict(draft.args), draft.param, draft.domain, list(draft.inner), draft.next)
        choose(twin, value)
        return twin.domain is None or next(self.choices(s, seat, twin, luck), None) is not None

    def find(self, fit: Fit) -> tuple[str, ...]:
        return self._find(fit)


class Listing:
    """What a domain may ask when it lists the choices of a seat (`Lister`)."""

    __slots__ = ("chooser", "luck", "s", "seat")

    def __init__(self, chooser: Chooser, s: State, seat: Seat, luck: int) -> None:
        self.chooser, self.s, self.seat, self.luck = chooser, s, seat, luck

    def cards(self, cards: Sequence[Any]) -> Iterator[Choice]:
        """By face where the seat sees it; several with one face are numbered. Face down, by place."""
        s = self.s
        shown = visible(s, self.seat)
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

    def distance(self, seat: Seat) -> int:
        return (seat - self.seat) % self.s.n

    def picker(self) -> QuickPicker:
        return QuickPicker(self.luck)

    def words(self, domain: Word) -> Sequence[str]:
        return self.chooser.words(self.s, domain)

    def find(self, fit: Fit) -> Sequence[str]:
        return self.chooser.find(fit)

    def refused(self, word: str) -> bool:
        return not self.s.words.get(fold(word), True)

    def made_up(self, domain: Domain) -> Iterator[Choice]:
        if may_make_up(self.s, self.seat):
            yield MADE_UP, MadeUp(domain, self.luck)


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
