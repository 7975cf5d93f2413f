"""What an Empilix table knows: the three manches, the sequence that nobody sees any more, who has given up."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal, Self

from msgspec import field

from tablee.kernel.places import zone_at, zone_of_seat
from tablee.kernel.rng import Rng
from tablee.kernel.units import EVERYBODY, NOBODY, TABLE, CardId, Millis, Seat, Seats
from tablee.kernel.values import PLAIN, TERM, Shown
from tablee.kernel.zones import Zone
from tablee.phases.gift import give_each
from tablee.phases.screen import shares
from tablee.phases.vote import WordOptions, WordState
from tablee.phases.window import stretched
from tablee.pieces.kinds import Kind
from tablee.pieces.toutilix import ALPHABET, ETOILE, SYMBOL, VOWELS
from tablee.words.fit import Fit

SYLLABLES, WORDS, SENTENCE = "syllables", "words", "sentence"
MANCHES: Mapping[str, Sequence[str]] = {
    "all": (SYLLABLES, WORDS, SENTENCE),
    "syllables": (SYLLABLES,),
    "words": (WORDS,),
    "sentence": (SENTENCE,),
    "syllables_words": (SYLLABLES, WORDS),
    "syllables_sentence": (SYLLABLES, SENTENCE),
    "words_sentence": (WORDS, SENTENCE),
}
"""R4, R30: which of them are played, by the option `rounds`."""
PROVEN = 7
"""D26: so many letters lie when the first proof is asked for."""
FRESH = 2
"""D26: the last letters are never asked for."""
LONE = 5
"""D27: so many cards a lone player may turn who need not prove anything."""
PAUSES = 3
"""D18: in a tour."""

MIDDLE, ASIDE, CONSONANTS, VOWEL_PILE, SPREAD, PILES = range(6)
"""Then come the piles, and what each seat has won in this manche."""


class EmpilixOptions(WordOptions, frozen=True, kw_only=True):
    rounds: Literal[
        "all",
        "syllables",
        "words",
        "sentence",
        "syllables_words",
        "syllables_sentence",
        "words_sentence",
    ] = "all"
    recite_s: Literal[15, 10, 30] = 15
    proof: bool = True
    commit: bool = False
    pace: Literal[3, 2, 5] = 3
    letter: bool = False
    """To the letter (C20): no proof, and a lone player turns as many cards as he likes."""


class EmpilixTable(WordState, kw_only=True):
    shown: ClassVar[Shown] = {"manche": TERM, "so_far": PLAIN, "hands_down": PLAIN, "halting": PLAIN}
    starter: Seat
    """Who starts this manche (D16)."""
    number: int = 0
    """Which manche is played, counted from 0."""
    noted: list[int] = field(default_factory=list)
    """Cards won in the manches before (D15)."""
    tour: int = 0
    posed: Seats = 0
    slipped: int = 0
    """So many pétards lie under the sequence."""
    turner: Seat = TABLE
    """Who turned the last card (D1),"""
    turned: int = 0
    """how many were turned so far,"""
    shown_at: Millis = 0
    """and when the last letter was laid."""
    lone: int = 0
    """Cards that the last player not posed has turned alone."""
    halts: dict[Seat, Millis] = field(default_factory=dict)
    """Who has asked for a pause, and until when it lasts at most (D18),"""
    halted: Seats = 0
    """who did so on this card,"""
    pauses: list[int] = field(default_factory=list)
    """and how often in this tour."""
    minds: list[tuple[str, ...]] = field(default_factory=list)
    """What each seat has in mind for each letter (D24)."""

    def next_tour(self) -> None:
        raise NotImplementedError

    def go_on(self, first: Seat) -> None:
        """Whose turn it is, from that seat on."""
        raise NotImplementedError

    # ---- what lies where ---------------------------------------------------------------------------

    middle = zone_at(MIDDLE)
    aside = zone_at(ASIDE)
    consonants = zone_at(CONSONANTS)
    vowels = zone_at(VOWEL_PILE)

    @property
    def spread(self) -> Zone:
        """The sequence while it is recited."""
        return self.zones[SPREAD]

    pile = zone_of_seat(PILES)
    won = zone_of_seat(PILES, 1)

    def symbol(self, card: CardId) -> str:
        return SYMBOL[self.faces[card]]

    @property
    def sequence(self) -> list[CardId]:
        """R8, D3: the letters laid on one another, the first one first. Étoiles and pétards are no part of it."""
        if self.spread.cards:  # nothing but letters is spread to be recited
            return self.spread.cards
        laid = self.middle.cards[self.slipped :]
        return laid[:-1] if laid and self.symbol(laid[-1]) == ETOILE else laid

    @property
    def letters(self) -> str:
        return "".join(map(self.symbol, self.sequence))

    @property
    def so_far(self) -> int:
        return len(self.sequence)

    def back(self, card: CardId) -> str:
        """In the first manche everybody knows from which of the two piles a card comes."""
        return "vowel" if card in self.vowels.cards else ""

    # ---- the manches -------------------------------------------------------------------------------

    @property
    def manches(self) -> Sequence[str]:
        return MANCHES[self.options.rounds]

    @property
    def manche(self) -> str:
        return self.manches[min(self.number, len(self.manches) - 1)]

    @property
    def syllabic(self) -> bool:
        return self.manche == SYLLABLES

    @property
    def pace(self) -> Millis:
        """D20: how long a letter stays in sight at least."""
        return stretched(self, int(self.options.pace) * 1_000 * (1 if self.syllabic else 2))

    # ---- who plays ---------------------------------------------------------------------------------

    @property
    def hands_down(self) -> list[int]:
        """Of each seat: 1 if it is posed. All see it."""
        return [self.posed >> seat & 1 for seat in self.all_seats]

    @property
    def halting(self) -> list[int]:
        """Of each seat: 1 if the next card waits for it."""
        return [int(seat in self.halts) for seat in self.all_seats]

    @property
    def standing(self) -> list[Seat]:
        """Who is not posed."""
        return [seat for seat in self.all_seats if not self.posed >> seat & 1]

    def in_order(self, first: Seat) -> list[Seat]:
        """Who is not posed, clockwise from that seat on."""
        return [seat for seat in (first, *self.others(first)) if not self.posed >> seat & 1]

    def may_pose(self, seat: Seat) -> bool:
        """D5, D6: once a letter lies, and never the last one."""
        return self.so_far > 0 and not self.posed >> seat & 1 and len(self.standing) > 1

    def may_pause(self, seat: Seat) -> bool:
        """D18."""
        free = not (self.posed | self.halted) >> seat & 1
        return free and self.so_far > 0 and self.pauses[seat] < PAUSES

    def give_up(self, seat: Seat) -> None:
        """R13, D5."""
        self.posed |= 1 << seat
        self.halts.pop(seat, None)
        self.tell("poses", seat=seat)

    def source(self, seat: Seat) -> Zone:
        """R6 to R8, R23, D2: from where the next card comes."""
        if not self.syllabic:
            return self.pile(seat)
        return self.vowels if self.so_far % 2 else self.consonants

    def may_turn(self, first: Seat) -> list[Seat]:
        """D7: who is not posed and has a card to turn, clockwise from that seat on. In the first manche nobody has
        one once the vowels are used up."""
        if self.syllabic and not self.vowels.cards:
            return []
        return [seat for seat in self.in_order(first) if self.source(seat).cards]

    # ---- proof and commitment ----------------------------------------------------------------------

    @property
    def one_screen(self) -> bool:
        """D29."""
        return any(shares(self, seat) for seat in self.all_seats)

    @property
    def proves(self) -> bool:
        return bool(self.options.proof) and not self.options.letter and not self.one_screen

    @property
    def commits(self) -> bool:
        """D24."""
        return bool(self.options.commit) and not self.syllabic and not self.one_screen

    @property
    def askable(self) -> int:
        """D26: how many places may be asked for; syllables in the first manche."""
        old = self.so_far - FRESH
        return old // 2 if self.syllabic else old

    @property
    def proof_due(self) -> bool:
        return self.proves and self.so_far >= PROVEN

    @property
    def must_stop(self) -> bool:
        """D27."""
        return not self.proves and not self.options.letter and self.lone >= LONE

    def fit(self, letter: str = "") -> Fit:
        """A word, with this letter where one is named; in a sentence who types M means *m'* (C10)."""
        return Fit(contains=letter, alone=(letter or ALPHABET) if self.manche == SENTENCE else "")

    def at_place(self, seat: Seat, place: int) -> str:
        """What a proof of that place must say."""
        if self.commits:
            return self.minds[seat][place] if place < len(self.minds[seat]) else ""
        return self.letters[2 * place : 2 * place + 2] if self.syllabic else self.letters[place]

    def redeal(self, seat: Seat, rng: Rng) -> Self:
        """What the others have in mind is theirs."""
        twin = super().redeal(seat, rng)
        letters = twin.letters
        for other, words in enumerate(twin.minds):
            if other != seat:
                made = [Fit(contains=letter).make(rng) for letter in letters[: len(words)]]
                twin.minds[other] = tuple(made)
        return twin

    # ---- cards that are won ------------------------------------------------------------------------

    def count(self) -> None:
        """D15."""
        self.scores = [self.noted[seat] + len(self.won(seat).cards) for seat in self.all_seats]

    @property
    def at_stake(self) -> list[CardId]:
        """All that was laid in this tour, pétards and an étoile too (D3)."""
        return [*self.middle.cards, *self.spread.cards]

    def hand_over(self, card: CardId, to: Zone, place: int | None = None) -> None:
        self.move(card, self.spread if card in self.spread.cards else self.middle, to, place)

    def win(self, seat: Seat) -> None:
        """R9, R18."""
        for card in self.at_stake:
            self.hand_over(card, self.won(seat))
        self.count()

    def share(self, reciter: Seat) -> None:
        """R19, R20, D14."""
        others, cards = self.others(reciter), self.at_stake
        equal = len(cards) - len(cards) % len(others)
        for i, card in enumerate(cards[:equal]):
            self.hand_over(card, self.won(others[i % len(others)]))
        for card in reversed(cards[equal:]):
            if not self.syllabic or not equal:
                self.hand_over(card, self.aside)
            else:
                self.hand_over(card, self.vowels if self.symbol(card) in VOWELS else self.consonants, 0)
        self.count()

    def put_aside(self) -> None:
        """D8, D28."""
        for card in self.at_stake:
            self.hand_over(card, self.aside)

    def give(self, seat: Seat) -> int:
        """R10, D4: a card to each of the others. Returns how many got one."""
        sources = (self.won(seat),) if self.syllabic else (self.won(seat), self.pile(seat))
        takers = give_each(self, seat, sources, self.won)
        self.count()
        return len(takers)


def lay_out(players: int, cards: int) -> list[Zone]:
    return [
        Zone("middle", Kind.TOWER, EVERYBODY, depth=1),
        Zone("aside", Kind.BOX, NOBODY, cards=list(range(cards))),
        Zone("consonants", Kind.PILE, NOBODY),
        Zone("vowels", Kind.PILE, NOBODY),
        Zone("spread", Kind.RECITAL, NOBODY),
        *(Zone(f"pile:{seat}", Kind.PILE, NOBODY, seat) for seat in range(players)),
        *(Zone(f"won:{seat}", Kind.WINNINGS, NOBODY, seat) for seat in range(players)),
    ]
