"""What lies on the table of Célébritix: two piles, consonants with what is under them, what each seat has won."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from msgspec import field, structs

from tablee.games.celebritix.names import folded_parts
from tablee.kernel.outcome import ranked
from tablee.kernel.places import zone_at, zone_of_seat
from tablee.kernel.units import CardId, Seat
from tablee.kernel.values import PLAIN, SAID, TERM, Shown
from tablee.kernel.zones import Zone
from tablee.phases.screen import ScreenSeatOptions
from tablee.phases.vote import WordOptions, WordState
from tablee.pieces.toutilix import DECK, ETOILE, PETARD, SYMBOL, VOWELS
from tablee.words.flags import KNOWN, PARTS_KNOWN

MAIN, EXTRA = 6, 3
"""Consonants for everybody, and those for level 1 (R12, R13)."""
LASTING_TURNS = 40
"""From then on lost cards leave the game (D22)."""
POINTS: Mapping[str, int] = {ETOILE: 2, PETARD: -2}
"""All other cards count 1 (R33 to R35)."""


def is_consonant(face: str) -> bool:
    return SYMBOL[face] not in (ETOILE, PETARD) and SYMBOL[face] not in VOWELS


class CelebritixOptions(WordOptions, frozen=True, kw_only=True):
    chrono: Literal[10, 5, 3] = 10
    """Seconds of each of the three counts."""
    names: Literal["french", "international"] = "french"
    auction_gap: Literal[4, 5, 8] = 5
    name_s: Literal[15, 20, 40] = 20
    again: bool = False
    """A celebrity may win more than once: the booklet to the letter (D23)."""


class CelebritixSeatOptions(ScreenSeatOptions, frozen=True, kw_only=True):
    level: Literal[1, 2] = 2


class CelebritixState(WordState, kw_only=True):
    shown: ClassVar[Shown] = {
        "levels": PLAIN,
        "counting": PLAIN,
        "held_back": PLAIN,
        "taken": SAID,
        "roster": TERM,
    }
    levels: list[int]
    chrono: Seat
    turn: int = 0
    taken: list[str] = field(default_factory=list)
    """The celebrities who have won cards (D23): those of the list by their whole form,"""
    strangers: list[str] = field(default_factory=list)
    """and those that the list does not have."""
    barred: Seat | None = None
    """Who cannot bid in this turn,"""
    owing: Seat | None = None
    """or in the next one (D24)."""

    def back(self, card: CardId) -> str:
        """Which of the two piles it is from."""
        return "consonant" if is_consonant(self.faces[card]) else ""

    @property
    def counting(self) -> list[int]:
        """1 for LE CHRONO: a mark at his place."""
        return [int(seat == self.chrono) for seat in self.all_seats]

    @property
    def roster(self) -> str:
        """The list of names (D13)."""
        return f"names.{self.options.names}"

    @property
    def held_back(self) -> list[int]:
        return [int(seat == self.barred) for seat in self.all_seats]

    consonants = zone_at(0)
    bonuses = zone_at(1)
    aside = zone_at(2)
    won = zone_of_seat(3)

    @property
    def places(self) -> list[Zone]:
        """Those of the six, then those of the three, if they are laid at all (D1)."""
        return self.zones[3 + self.n :]

    def within_reach(self, seat: Seat) -> list[Zone]:
        """R8, R9: the consonants that a seat may use."""
        return [place for place in self.places[: None if self.levels[seat] == 1 else MAIN] if place.cards]

    def most(self, seat: Seat) -> int:
        """D8, D24: what a seat can bid at most."""
        return 0 if seat == self.barred else sum(len(place.cards) for place in self.within_reach(seat))

    def points(self, cards: Sequence[CardId]) -> int:
        return sum(POINTS.get(SYMBOL[self.faces[card]], 1) for card in cards)

    def is_taken(self, name: str, flags: int) -> bool:
        """D23: under whatever form. Of strangers nobody has the forms: a part of the name is one, too."""
        if flags & KNOWN or self.options.again:
            return not self.options.again and name in self.taken
        said = set(folded_parts(name))
        return any(said <= other or other <= said for other in map(set, map(folded_parts, self.strangers)))

    def give_back(self, seat: Seat, count: int) -> int:
        """R25, R26, D15, D16, D22: the cards won last go first, each under its pile; how many there were."""
        pile = self.won(seat)
        lost = pile.cards[: -count - 1 : -1]
        for card in lost:
            home = self.consonants if is_consonant(self.faces[card]) else self.bonuses
            self.move(card, pile, self.aside if self.turn > LASTING_TURNS else home, 0)
        self.scores[seat] = self.points(pile.cards)
        return len(lost)

    def slip_under(self, places: Sequence[Zone]) -> bool:
        """R27, R28, D18: a bonus under each consonant that is left; False if there are not enough."""
        for place in places:
            pile = self.bonuses if self.bonuses.cards else self.consonants
            if not pile.cards:
                return False
            self.move(pile.cards[-1], pile, place, 0)
        return True

    def refill(self) -> bool:
        """R30, D19: new consonants at the empty places; False if there are not enough."""
        for place in self.places:
            if place.cards:
                continue
            if not self.consonants.cards:
                return False
            self.move(self.consonants.cards[-1], self.consonants, place)
        return True

    def finish(self) -> None:
        """R36, R37, D20, D21."""
        consonants = [sum(is_consonant(self.faces[card]) for card in self.won(i).cards) for i in self.all_seats]
        for seat in self.all_seats:
            self.tell("counts_up", seat=seat, points=self.scores[seat], count=consonants[seat])
        worth = [(len(DECK) + 1) * points + own for points, own in zip(self.scores, consonants, strict=True)]
        self.end(structs.replace(ranked(worth, detail="piles_empty"), scores=tuple(self.scores)))

    def credible(self, flags: int) -> bool:
        """D13: every part of the name stands in a lexicon."""
        return bool(flags & PARTS_KNOWN)
