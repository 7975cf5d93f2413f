"""What a seat sees of a table of Ramilix, and what it can make of it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from tablee.games.ramilix.rules import FIRST_LAY
from tablee.games.ramilix.table import CARDS
from tablee.kernel.domains import Card
from tablee.kernel.door import View, ZoneView
from tablee.kernel.units import Seat
from tablee.pieces.domains import ANY_LETTER, LEFT, RIGHT, end_of
from tablee.pieces.kinds import Kind
from tablee.pieces.suites import CIRCLE, SHORTEST, best_rows, step
from tablee.pieces.toutilix import ALPHABET, ETOILE, PETARD, SYMBOL


class Suite(Struct, frozen=True):
    """A suite as it lies there."""

    name: str
    owner: Seat
    cards: tuple[str, ...]
    """Handles, without the pétards."""
    letters: str
    """What each card stands for,"""
    stars: tuple[bool, ...]
    """and whether it is an étoile."""
    left: bool
    right: bool
    """Whether a pétard blocks that end."""

    @property
    def tokens(self) -> tuple[str, ...]:
        """The suite as text: an étoile is told from the letter that it stands for."""
        return tuple(a.lower() if star else a for a, star in zip(self.letters, self.stars, strict=True))

    @property
    def frozen(self) -> bool:
        return self.left and self.right

    def ends(self) -> Iterator[tuple[str, str]]:
        """The open ends, each with the letter that goes there."""
        if not self.left:
            yield end_of(self.name, LEFT), step(self.letters[0], -1)
        if not self.right:
            yield end_of(self.name, RIGHT), step(self.letters[-1], 1)

    def exposed(self) -> Iterator[str]:
        """The letters of the étoiles that can be taken."""
        for place, letter in enumerate(self.letters):
            barred = (place == 0 and self.left) or (place == len(self.letters) - 1 and self.right)
            if self.stars[place] and not barred and not self.frozen:
                yield letter


def suite_of(zone: ZoneView) -> Suite:
    cards = [card for card in zone.cards if card is not None]
    row = [card for card in cards if card.face != PETARD]
    return Suite(
        zone.name,
        zone.owner,
        tuple(card.handle or "" for card in row),
        "".join(card.mark or SYMBOL[card.face or ""] for card in row),
        tuple(card.face == ETOILE for card in row),
        cards[0].face == PETARD,
        cards[-1].face == PETARD,
    )


class Outlook:
    """The table as one seat sees it."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.seat = seat
        self.suites = [suite_of(zone) for zone in view.zones if zone.kind == Kind.SUITE and zone.cards]
        self.hand: dict[str, str] = {
            card.handle or "": SYMBOL[card.face or ""]
            for card in view.zone(f"hand:{seat}").cards
            if card is not None
        }
        """Handles, and what they say."""
        top = view.zone("discard").cards
        self.top = SYMBOL[top[-1].face or ""] if top and top[-1] is not None else ""
        self.counts = {zone.owner: zone.count for zone in view.zones if zone.name.startswith("hand:")}
        self.turned_over = bool(view.fact("turned_over"))
        self.mine = [suite for suite in self.suites if suite.owner == seat]
        self.others = [suite for suite in self.suites if suite.owner != seat]
        self.opened = bool(self.mine)
        self.rivals = len({suite.owner for suite in self.others})
        """How many of the others have opened."""

    def letters(self) -> list[str]:
        return [says for says in self.hand.values() if says in ALPHABET]

    def count(self, symbol: str) -> int:
        return sum(says == symbol for says in self.hand.values())

    # ---- what can be laid at one's own place -------------------------------------------------------

    def best(self, hand: Mapping[str, str], *, stars: bool = True) -> list[list[Card]] | None:
        """The rows that one gets from one's own suites and these cards."""
        mine = [suite for suite in self.mine if not suite.frozen]
        cards: dict[Card, str] = {}
        for suite in mine:
            for card, letter, star in zip(suite.cards, suite.letters, suite.stars, strict=True):
                cards[card] = ANY_LETTER if star else letter
        fresh: list[Card] = []
        for handle, says in hand.items():
            if says in ALPHABET or (says == ETOILE and stars):
                cards[handle] = says if says in ALPHABET else ANY_LETTER
                fresh.append(handle)
        return best_rows(
            cards,
            [suite.cards for suite in mine],
            fresh,
            [suite.cards[0] for suite in mine if suite.left],
            [suite.cards[-1] for suite in mine if suite.right],
        )

    def in_suites(self, hand: Mapping[str, str], *, stars: bool = True) -> int:
        """How many of these cards have a place in one's own suites, or in new ones."""
        rows = self.best(hand, stars=stars)
        return sum(card in hand for row in rows for card in row) if rows is not None else 0

    def laid(self, hand: Mapping[str, str], *, stars: bool = True) -> int:
        """How many of them can be laid there; the first time it takes some (R15)."""
        count = self.in_suites(hand, stars=stars)
        return count if self.opened or count >= FIRST_LAY else 0

    def with_one(self, symbol: str) -> dict[str, str]:
        return {**self.hand, "one more": symbol}


def missing(letters: Sequence[str], stars: int) -> tuple[int, int]:
    """How many cards are missing for a first lay (R15), and in how many ways it can be had with so many."""
    least, ways = _missing("".join(sorted(letters)))
    return max(0, least - stars), ways


@lru_cache(20_000)
def _missing(letters: str) -> tuple[int, int]:
    have = Counter(letters)
    lacks = [sum(not have[step(start, place)] for place in range(SHORTEST)) for start in ALPHABET]
    ways = Counter(sum(not have[step(start, place)] for place in range(FIRST_LAY)) for start in ALPHABET)
    for a in range(CIRCLE):
        for b in range(a, CIRCLE):
            lack = lacks[a] + lacks[b]
            if lack > SHORTEST:
                continue
            first, apart = (b, b - a) if b - a < SHORTEST else (a, CIRCLE - b + a)
            for place in range(SHORTEST - apart):  # in both
                lack += have[ALPHABET[(first + place) % CIRCLE]] == 1
            ways[lack] += 1
    least = min(ways)
    return least, ways[least]


def unseen(board: Outlook, gone: Counter[str]) -> Counter[str]:
    """What may still be in the pile or in other hands; `gone` is what lies covered, or out of the round."""
    left = Counter(SYMBOL[face] for face in CARDS)
    left.subtract(gone)
    left.subtract(board.hand.values())
    if board.top:
        left.subtract([board.top])
    for suite in board.suites:
        left.subtract(ETOILE if star else a for a, star in zip(suite.letters, suite.stars, strict=True))
        left.subtract({PETARD: suite.left + suite.right})
    return +left
