"""The table of Sordelix: twenty cards face down, what covers what, the shared rack, the scribe's étoiles."""

from collections.abc import Sequence
from typing import ClassVar, Literal, Self

from msgspec import field

from tablee.kernel.ledger import rearrange
from tablee.kernel.places import zone_at
from tablee.kernel.rng import Rng
from tablee.kernel.units import EVERYBODY, NOBODY, CardId, Millis, Seat, mask
from tablee.kernel.values import PLAIN, SEAT, Shown, Sight
from tablee.kernel.zones import HOLE, Pose, Zone
from tablee.phases.plane import PLANE, OnPlane
from tablee.phases.proposals import ProposalState
from tablee.phases.screen import shares
from tablee.phases.secret_word import VEILED, pick_out
from tablee.phases.vote import WordOptions, voters
from tablee.pieces.kinds import Kind
from tablee.pieces.plane import Grid
from tablee.pieces.toutilix import DECK, ETOILE, ETOILES, LETTERS, PETARD, PETARDS, SYMBOL
from tablee.words.fit import Fit
from tablee.words.folding import fold

SIZE = 10
"""Letters of a word (R4)."""
SYMBOLS = ETOILE * len(ETOILES) + PETARD * len(PETARDS)
ON_TABLE = SIZE + len(SYMBOLS)
GRID = Grid(5, 4)
TURN = 30
"""Degrees by which a card may lie askew (R9)."""
WRITABLE = Fit(rack="".join(sorted(SYMBOL[face] for face in LETTERS)), least=SIZE, most=SIZE)
"""D2."""

HEAP, RACK, STARS, DARK, UNDER, ASIDE = range(PLANE + 1, PLANE + 7)


class SordelixOptions(WordOptions, frozen=True, kw_only=True):
    secret: Literal["common", "all"] = "common"
    free_words: bool = False
    choose_s: Literal[180, 60, 0] = 180
    look_s: Literal[10, 3, 20] = 10
    mask_s: Literal[5, 0, 10] = 5
    turn_max: Literal[10, 5, 0] = 10


class SordelixState(OnPlane, ProposalState, kw_only=True):
    shown: ClassVar[Shown] = {
        **ProposalState.shown,
        "scribe": SEAT,
        "hides": PLAIN,
        "worth": PLAIN,
        "own_word": Sight.OWNER,
        "beneath": Sight.OWNER,
        "task": Sight.OWNER,
    }
    scribe: Seat
    turn: int = -1
    """Of so many scribes one is or was the scribe, counted from 0; -1: the words are still being chosen."""
    chosen: list[str] = field(default_factory=list)
    """The word of each seat, as it was written."""
    unsure: list[bool] = field(default_factory=list)
    """Whose words neither the lexicon nor the table knows (D3)."""
    turned: list[CardId] = field(default_factory=list)
    """The letters that the seekers have turned up, in order (R27, D19)."""
    seen_at: dict[CardId, Millis] = field(default_factory=dict)
    """Since when each of them is there for all to see."""
    covers: dict[CardId, CardId] = field(default_factory=dict)
    """Which letter each pétard covers."""
    home: dict[CardId, int] = field(default_factory=dict)
    """Where on the plane each card belongs."""
    moved: dict[Seat, Millis] = field(default_factory=dict)
    """When each seat has last touched the rack."""
    idle: int = 0
    draws: int = 0

    # ---- who and what ------------------------------------------------------------------------------

    heap = zone_at(HEAP)
    rack = zone_at(RACK)

    @property
    def seekers(self) -> list[Seat]:
        """All but the scribe, clockwise from his left."""
        return self.others(self.scribe)

    @property
    def word(self) -> str:
        return fold(self.chosen[self.scribe])

    @property
    def hides(self) -> list[int]:
        """1 for the scribe: a mark at his place."""
        return [int(self.turn >= 0 and seat == self.scribe) for seat in self.all_seats]

    @property
    def worth(self) -> int | None:
        """R27 to R29: what the scribe scores, if the word is found now."""
        if self.turn < 0:
            return None
        return len(self.turned) + len(self.zones[STARS].cards) + 2 * len(self.zones[DARK].cards)

    @property
    def own_word(self) -> Sequence[str]:
        """To each his own, as long as he needs it: until all have chosen, and in his turn."""
        return [word if self.turn < 0 or seat == self.scribe else "" for seat, word in enumerate(self.chosen)]

    @property
    def beneath(self) -> Sequence[str]:
        """What lies under the pétards, for the scribe."""
        letters = " ".join(self.letter(card) for card in self.covers.values())
        return [letters if seat == self.scribe else "" for seat in self.all_seats]

    @property
    def task(self) -> Sequence[str]:
        """What the scribe may do, for himself."""
        now = "mask" if self.petards and self.ripe else "wait"
        return [now if self.turned and seat == self.scribe else "" for seat in self.all_seats]

    @property
    def shared(self) -> bool:
        """Several people look at one screen (D27)."""
        return any(shares(self, seat) for seat in self.all_seats)

    def letter(self, card: CardId) -> str:
        return SYMBOL[self.faces[card]]

    def votes_on(self, seat: Seat) -> bool:
        """D3: an unknown word is chosen only where the table wants that, and somebody will vote on it."""
        return self.options.free_words and bool(voters(self, seat))

    # ---- a turn ------------------------------------------------------------------------------------

    def lay_out(self, scribe: Seat) -> None:
        """R6 to R8, D4: his letters, in colours by chance, among étoiles and pétards; the rest is in the box."""
        self.scribe = scribe
        self.turn += 1
        for zone in self.zones:
            zone.cards = []
        self.rack.cards, self.rack.best, self.rack.hidden = [HOLE] * SIZE, SIZE, True
        for zone in (self.zones[STARS], self.zones[DARK]):
            zone.owner, zone.hidden = scribe, False
        self.heap.cards = list(range(len(DECK)))
        self.open, self.marks = {}, {}
        self.turned, self.seen_at, self.covers, self.moved = [], {}, {}, {}
        self.forget_proposals()
        pick_out(self, self.heap, self.word + SYMBOLS, self.turn, scribe)
        cards, self.heap.cards = self.heap.cards[-ON_TABLE:], self.heap.cards[:-ON_TABLE]
        self.zones[PLANE] = self.spread(GRID, cards, self.turn, turn=TURN)
        self.marks = dict.fromkeys(cards, VEILED)
        self.home = {card: place for place, card in enumerate(self.plane.cards)}
        self.show_to(self.plane, mask(scribe))
        self.show_to(self.zones[UNDER], mask(scribe))

    def swap_places(self, a: int, b: int) -> None:
        """D4: the scribe lays his cards otherwise; nobody looks."""
        cards = self.plane.cards
        cards[a], cards[b] = cards[b], cards[a]
        self.home[cards[a]], self.home[cards[b]] = a, b

    def turn_at(self, place: int) -> str:
        """R9: a card is turned up where it lies."""
        card = self.plane.cards[place]
        self.marks.pop(card, None)
        self.turn_up(self.plane, card)
        if self.letter(card) not in SYMBOLS:
            self.turned.append(card)
            self.seen_at[card] = self.now
        return self.letter(card)

    def turn_rest(self) -> None:
        """D11: étoiles and pétards that still lie face down; from now on all lies open, and the rack is there."""
        for place in self.places():
            self.turn_at(place)
        self.show_to(self.plane, EVERYBODY)
        self.open = {}
        self.rack.hidden = False

    # ---- pétards -----------------------------------------------------------------------------------

    @property
    def petards(self) -> list[CardId]:
        """Those that are turned up and cover nothing yet (D9)."""
        return [c for c in self.plane.held() if self.faces[c] == PETARD and self.lies_open(c)]

    @property
    def ripe(self) -> list[CardId]:
        """The letters that have been there long enough to be masked (R14, D9)."""
        span = int(self.options.mask_s) * 1_000
        hidden = self.covers.values()
        return [c for c in self.turned if c not in hidden and self.seen_at[c] + span <= self.now]

    def lies_open(self, card: CardId) -> bool:
        return card not in self.marks and card not in self.covers

    def cover(self, letter: CardId, petard: CardId) -> None:
        """R14, D8: nothing tells, and what is seen of the letter is gone."""
        zone, place = self.where(letter)
        self.slip(letter, zone, self.zones[UNDER])
        self.slip(petard, self.plane, zone, place)
        if zone is self.plane and zone.seers != EVERYBODY:
            self.open[petard] = self.everyone
        self.covers[petard] = letter
        self.home[petard] = self.home[letter]

    def uncover(self, petard: CardId) -> None:
        """R23, D9: the letter lies in its place again, and the pétard is set aside."""
        letter = self.covers.pop(petard)
        zone, place = self.where(petard)
        self.move(petard, zone, self.zones[ASIDE])
        self.move(letter, self.zones[UNDER], zone, place)
        self.seen_at[letter] = self.now

    # ---- the rack ----------------------------------------------------------------------------------

    def where(self, card: CardId) -> tuple[Zone, int]:
        zone = self.plane if card in self.plane.cards else self.rack
        return zone, zone.cards.index(card)

    def shows(self, letter: CardId) -> CardId:
        """The card to be seen in its place: itself, or the pétard on it."""
        return next((petard for petard, under in self.covers.items() if under == letter), letter)

    @property
    def free_cards(self) -> list[CardId]:
        """D12: what may still be moved, in an order that tells nothing."""
        rack = self.rack
        over, fixed = {under: petard for petard, under in self.covers.items()}, rack.cards[rack.best :]
        shown = [over.get(letter, letter) for letter in self.turned]
        return sorted([card for card in shown if card not in fixed], key=self.home.__getitem__)

    def is_fixed(self, card: CardId) -> bool:
        return card in self.rack.cards[self.rack.best :]

    def put_in_rack(self, card: CardId, slot: int) -> None:
        """What lay there goes where the card came from, or back to its place."""
        zone, place = self.where(card)
        other = self.rack.cards[slot]
        if zone is self.rack and other == HOLE:
            self.move(card, zone, zone, slot)
        elif zone is self.rack:
            if place != slot:
                self.swap(zone, place, slot)
        else:
            if other != HOLE:
                self.put_back(other)
            self.move(card, zone, self.rack, slot)

    def put_back(self, card: CardId) -> None:
        self.move(card, self.rack, self.plane, self.home[card])

    def place_next(self) -> None:
        """R18 to R20, D14 to D16, D25: the scribe shows which card stands before those that are placed."""
        slot = self.rack.best - 1
        same = [c for c in self.turned if self.letter(c) == self.word[slot] and not self.is_fixed(self.shows(c))]
        letter = next((c for c in same if c in self.covers.values()), same[0])
        self.put_in_rack(self.shows(letter), slot)
        self.rack.best = slot

    @property
    def readable(self) -> bool:
        """D18."""
        return self.rack.best == 0 and not self.covers

    def line_up(self) -> None:
        """R26: the word lies there for all to read."""
        self.rack.hidden = False
        for petard in list(self.covers):
            self.uncover(petard)
        self.show_to(self.plane, EVERYBODY)
        self.open, self.marks = {}, {}
        for slot in reversed(range(SIZE)):
            self.rack.best = slot + 1
            cards = [c for zone in (self.rack, self.plane) for c in zone.held() if not self.is_fixed(c)]
            right = [c for c in cards if self.letter(c) == self.word[slot]]
            there = self.rack.cards[slot]
            self.put_in_rack(there if there in right else right[0], slot)
        self.rack.best = 0

    # ---- what others imagine -----------------------------------------------------------------------

    def redeal(self, seat: Seat, rng: Rng) -> Self:
        """All étoiles and pétards are on the table. Whoever has not chosen a word imagines one."""
        twin = super().redeal(seat, rng)
        later = {(self.scribe + i) % self.n for i in range(self.n - max(0, self.turn))} - {seat}
        for other in later:
            twin.chosen[other] = WRITABLE.make(rng) if self.chosen[other] else ""
        if self.turn >= 0 and seat != self.scribe:
            unseen = [c for c in range(len(self.faces)) if not self.ledger.seen[c] >> seat & 1]
            box = set(self.heap.cards)
            rearrange(twin.faces, unseen, lambda c, face: c not in box or SYMBOL[face] not in SYMBOLS)
            twin.chosen[self.scribe] = twin.imagined_word()
        return twin

    def imagined_word(self) -> str:
        """Some word with the letters on the table, those that are placed in their places."""
        shown = [self.covers.get(c, c) for c in self.rack.cards[self.rack.best :]]
        table = [*self.plane.held(), *self.rack.held(), *self.zones[UNDER].cards]
        left = [c for c in table if c not in shown and self.letter(c) not in SYMBOLS]
        return "".join(map(self.letter, (*left, *shown)))


def zones() -> list[Zone]:
    rack = tuple(Pose(slot, 0, 0) for slot in range(SIZE))
    return [
        Zone("plane", Kind.PLANE, NOBODY, area=(GRID.width, GRID.height)),
        Zone("heap", Kind.BOX, NOBODY, cards=list(range(len(DECK)))),  # R2
        Zone("rack", Kind.RACK, EVERYBODY, cards=[HOLE] * SIZE, poses=rack, best=SIZE, hidden=True),
        Zone("stars", Kind.WINNINGS, EVERYBODY, hidden=True),
        Zone("dark_stars", Kind.WINNINGS, NOBODY, hidden=True),
        Zone("under", Kind.BOX, NOBODY, hidden=True),
        Zone("aside", Kind.BOX, EVERYBODY),
    ]
