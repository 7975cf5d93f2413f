"""The table of Spots: what lies where, and what everybody may do with dice, treats and dogs."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct, field

from tablee.games.spots.data import (
    BURY_LIMIT,
    DOG,
    DOGS_TO_WIN,
    MOST_SPACES,
    PACK_LIMIT,
    SIDES,
    SLOTS,
    TILE,
    Dog,
    Tile,
)
from tablee.kernel.game import TableOptions
from tablee.kernel.outcome import Outcome, Reason, Result, ranked
from tablee.kernel.places import own_zone, zone_at
from tablee.kernel.state import State
from tablee.kernel.units import CardId, Millis, Seat
from tablee.kernel.values import PLAIN, TERM, Shown
from tablee.kernel.zones import HOLE, Zone

SUPPLY, TREAT_BOX, DECK, TRAY, ASIDE, BOX, TOUTOU_DOGS, TOUTOU_TREATS, SLOT = range(9)
BONUS = SLOT + len(SLOTS)
PER_SEAT, OWN = BONUS + len(SLOTS), 5
"""Each seat has a pack, the spaces of its pack, its validated dogs, its yard and its treats, in this order."""
TOUTOU: Seat = -2
USED = "used"
UP, DOWN = "up", "down"
LOOK: Millis = 1_600
"""How long the table looks at T0ut0u's die."""

SetName = Literal[
    "journee_d_adoption", "caniparc", "parcours_d_agilite", "partie_de_chasse", "club_canin", "parc_a_chiots",
    "random", "chosen",
]  # fmt: skip


class SpotsOptions(TableOptions, frozen=True, kw_only=True):
    set: SetName = "journee_d_adoption"
    yellow: Literal["marcher", "creuser", "trotter", "rapporter", "pister"] = "marcher"
    """The tiles of a chosen set."""
    purple: Literal["courir", "pourchasser", "bondir", "sprinter", "s_entasser"] = "courir"
    blue: Literal["rattraper", "garder", "chasser", "chercher", "chiper"] = "rattraper"
    green: Literal["faire_le_beau", "macher", "devorer", "pas_bouger", "faire_le_mort"] = "faire_le_beau"
    wild_dogs: bool = False
    t0ut0u_treats: Annotated[int, Meta(ge=0, le=3)] = 1
    turn_cap: Literal[60, 30, 20, 10] = 60
    decision_s: Literal[0, 60, 30, 15] = 0
    """0: no limit."""
    show_odds: bool = False


class Cursor(Struct, frozen=True):
    """Where a trick stands."""

    seat: Seat
    slot: int
    at: int = 0
    """Which step."""
    again: int = 0
    """How often this step was done already."""
    named: int = 0
    buried: int = 0
    """The spots buried of the last roll."""


class SpotsState(State, kw_only=True):
    shown: ClassVar[Shown] = {"out": PLAIN, "limit": PLAIN, "goal": PLAIN}
    starter: Seat = 0
    rolls: int = 0
    """Rolls so far: each has a stream of its own."""
    turns: list[int] = field(default_factory=list)
    """Turns begun by each seat."""
    out: list[bool] = field(default_factory=list)
    """Who has resigned."""

    @property
    def limit(self) -> int:
        """How many spots may lie buried."""
        return BURY_LIMIT

    @property
    def goal(self) -> int:
        return DOGS_TO_WIN

    def back(self, card: CardId) -> str:
        face = self.faces[card]
        return "dog" if face in DOG else "tile" if face in TILE else face

    # ---- what lies where -----------------------------------------------------------------------

    supply = zone_at(SUPPLY)
    treat_box = zone_at(TREAT_BOX)
    deck = zone_at(DECK)
    tray = zone_at(TRAY)
    aside = zone_at(ASIDE)
    box = zone_at(BOX)
    toutou_dogs = zone_at(TOUTOU_DOGS)
    toutou_treats = zone_at(TOUTOU_TREATS)
    pack = own_zone(PER_SEAT, OWN, 0)
    spaces = own_zone(PER_SEAT, OWN, 1)
    done = own_zone(PER_SEAT, OWN, 2)
    yard = own_zone(PER_SEAT, OWN, 3)
    treats = own_zone(PER_SEAT, OWN, 4)

    def value(self, die: CardId) -> int:
        return int(self.marks[die])

    def total(self, seat: Seat) -> int:
        return sum(self.value(die) for die in self.yard(seat).cards)

    def dogs(self, seat: Seat) -> dict[int, Dog]:
        """The unvalidated dogs by their place in the pack."""
        return {i: DOG[self.faces[card]] for i, card in enumerate(self.pack(seat).cards) if card != HOLE}

    def free(self, seat: Seat) -> dict[int, int]:
        """The empty spaces of the unvalidated dogs, each with its number (R16, R17)."""
        taken = self.spaces(seat).cards
        return {
            place: number
            for i, dog in self.dogs(seat).items()
            for place, number in enumerate(dog.spaces, MOST_SPACES * i)
            if taken[place] == HOLE
        }

    def open_dogs(self, seat: Seat) -> set[int]:
        return {place // MOST_SPACES for place in self.free(seat)}

    def complete(self, seat: Seat) -> list[int]:
        """R50."""
        unfinished = self.open_dogs(seat)
        return [i for i in self.dogs(seat) if i not in unfinished]

    def paws(self, seat: Seat) -> int:
        """R26, D20: on the grey side only."""
        return sum(dog.paws for dog in self.dogs(seat).values())

    def cards(self, seat: Seat) -> int:
        return len(self.dogs(seat)) + len(self.done(seat).cards)

    def tile(self, slot: int) -> CardId:
        return self.zones[SLOT + slot].cards[-1]

    def kind(self, slot: int) -> Tile:
        return TILE[self.faces[self.tile(slot)]]

    def available(self) -> list[int]:
        return [slot for slot in range(len(SLOTS)) if self.tile(slot) not in self.marks]

    # ---- dice and treats -----------------------------------------------------------------------

    def throw(self, dice: Sequence[CardId]) -> None:
        """Rolls these dice, wherever they lie."""
        rng = self.rng("roll", self.rolls)
        self.rolls += 1
        for die in dice:
            self.marks[die] = str(1 + rng.below(SIDES))

    def take_dice(self, n: int, target: Zone) -> list[CardId]:
        """R15, R68."""
        supply = self.supply
        taken = supply.cards[len(supply.cards) - min(n, len(supply.cards)) :]
        for die in taken:
            self.move(die, supply, target)
        return taken

    def discard(self, die: CardId, source: Zone) -> None:
        self.marks.pop(die, None)
        self.move(die, source, self.supply)

    def discard_all(self, source: Zone) -> None:
        for die in list(source.held()):
            self.discard(die, source)

    def take_treats(self, n: int, seat: Seat) -> int:
        """R68; how many it were."""
        box = self.treat_box
        count = min(n, len(box.cards))
        for _ in range(count):
            self.move(box.cards[-1], box, self.treats(seat))
        return count

    def give_treats(self, n: int, source: Zone) -> int:
        count = min(n, len(source.cards))
        for _ in range(count):
            self.move(source.cards[-1], source, self.treat_box)
        return count

    # ---- dogs ----------------------------------------------------------------------------------

    def draw_dog(self, seat: Seat) -> None:
        deck, pack = self.deck, self.pack(seat)
        card = deck.cards[-1]
        self.tell("draws", seat=seat, dog=TERM(DOG[self.faces[card]].name))
        self.move(card, deck, pack, pack.cards.index(HOLE))

    def validate(self, seat: Seat, how: str) -> bool:
        """R51 to R53, R57, R70: all complete dogs; whether the game is over."""
        places = self.complete(seat)
        pack, spaces, done = self.pack(seat), self.spaces(seat), self.done(seat)
        names = ", ".join(dog.name for i, dog in self.dogs(seat).items() if i in places)
        for i in places:
            for place in range(MOST_SPACES * i, MOST_SPACES * (i + 1)):
                if spaces.cards[place] != HOLE:
                    self.discard(spaces.cards[place], spaces)
            self.move(pack.cards[i], pack, done)
        self.scores[seat] = len(done.cards)
        self.tell(how, seat=seat, dogs=TERM(names), count=self.scores[seat])
        if len(done.cards) >= DOGS_TO_WIN:
            self.end(self.ranking("six_dogs"))
            return True
        for _ in places:
            if self.cards(seat) < PACK_LIMIT:
                self.draw_dog(seat)
        return False

    def bust(self, seat: Seat) -> None:
        """R64."""
        self.tell("bust", seat=seat, total=self.total(seat))
        self.empty(seat)

    def empty(self, seat: Seat) -> None:
        self.discard_all(self.spaces(seat))
        self.discard_all(self.yard(seat))

    # ---- turns ---------------------------------------------------------------------------------

    def following(self, seat: Seat) -> Seat:
        return next((other for other in self.others(seat) if not self.out[other]), seat)

    def ranking(self, detail: str, reason: Reason = Reason.RULE) -> Outcome:
        """Most validated dogs, then dice on dogs, then treats (D27); a sixth dog comes before all that."""
        if self.n == 1:
            return self.alone(detail, reason)
        worth = [
            (-1, 0, 0) if self.out[i] else (self.scores[i], len(self.spaces(i).held()), len(self.treats(i).cards))
            for i in self.all_seats
        ]
        places = ranked([sorted(worth).index(w) for w in worth]).ranks
        return Outcome(places, tuple(self.scores), Result.WINNERS, reason, detail)

    def alone(self, detail: str, reason: Reason) -> Outcome:
        """Against T0ut0u: won with more dogs than it has, at least shared with as many."""
        rival = len(self.toutou_dogs.cards)
        if self.scores[0] >= rival and not self.out[0]:
            return Outcome((1,), tuple(self.scores), Result.WINNERS, reason, detail)
        return Outcome(
            (2,), tuple(self.scores), Result.TOGETHER, reason, "toutou" if detail == "six_dogs" else detail
        )
