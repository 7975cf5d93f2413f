"""Célébritix bots: some names of the list come to mind, and they bid for the one that takes most."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.games.celebritix.names import Celebrity, name_list
from tablee.kernel.domains import Card, Number
from tablee.kernel.moves import Move, Offer
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.pieces.toutilix import PETARD, SYMBOL
from tablee.words.lexicon import Lexicon
from tablee.words.marks import Marks


class CelebritixStyle(Struct, frozen=True):
    names: int
    """How many names come to mind."""
    rarest: int
    """Those who are less popular do not."""
    counts: bool
    """It looks for bonuses, and leaves pétards where they lie."""
    once: bool
    """It bids once at most, and then all it has."""
    bluffs: bool
    """As CHRONO it may say one more than it has, and goes on searching."""


STYLES: Mapping[Level, CelebritixStyle] = {
    Level.BEGINNER: CelebritixStyle(5, 1, counts=False, once=True, bluffs=False),
    Level.NORMAL: CelebritixStyle(25, 3, counts=False, once=False, bluffs=False),
    Level.STRONG: CelebritixStyle(150, 3, counts=True, once=False, bluffs=True),
}
LIKELY: Mapping[int, int] = {1: 4, 2: 2, 3: 1}
"""How much likelier somebody popular comes to mind."""
MORE = 50
"""Names that come to mind while the others bid."""
READY: tuple[Millis, Millis] = (8_000, 20_000)
ANNOUNCES: tuple[Millis, Millis] = (2_000, 5_000)
RAISES: tuple[Millis, Millis] = (2_500, 3_700)
"""After the last bid (D26); the shortest auction waits for 4 s."""
NAMES: tuple[Millis, Millis] = (3_000, 7_000)


class CelebritixBot(Mind):
    def __init__(self, seat: Seat, level: Level, rng: Rng, lexicon: Lexicon) -> None:
        super().__init__(seat, level, rng)
        self._style = STYLES[level]
        self._ideas: list[tuple[int, Celebrity]] | None = None
        """The names of this turn, with what they are worth, the best one first."""
        self._has_bid = False

    def notice(self, seen: Sighting) -> None:
        if any(event.kind == "turn" for event in seen.events):
            self._ideas, self._has_bid = None, False

    def decide(self, seen: Sighting) -> Plan | None:
        if seen.offer("ready"):
            return self.soon(seen, Move("ready"), *READY)
        if propose := seen.offer("propose"):
            return self._name(seen, propose)
        bid = seen.offer("bid")
        if bid is None:
            return None
        number = self._opening(seen, bid) if bid.stimulus is None else self._raise(seen, bid)
        if number is None:
            return None
        self._has_bid = self._has_bid or number > 0
        move = Move("bid", {"number": number})
        return self.soon(seen, move, *(ANNOUNCES if bid.stimulus is None else RAISES))

    # ---- names -------------------------------------------------------------------------------------

    def _thoughts(self, seen: Sighting) -> list[tuple[int, Celebrity]]:
        if self._ideas is None:
            self._ideas = self._think(seen, self._style.names)
        return self._ideas

    def _think(self, seen: Sighting, number: int) -> list[tuple[int, Celebrity]]:
        marks, taken = self._marks(seen), seen.view.fact("taken")
        roster = name_list(seen.view.fact("roster").removeprefix("names.")).celebrities
        known = [who for who in roster if who.popularity <= self._style.rarest and who.name not in taken]
        found = [(marks.worth_of(marks.best(who.name)), who) for who in self._drawn(known, number)]
        # What is worth most; whoever does not look at bonuses takes what takes most consonants.
        return sorted(found, key=lambda idea: -self._liking(marks, idea[1]))

    def _drawn(self, known: Sequence[Celebrity], number: int) -> list[Celebrity]:
        """Several different ones, the popular ones likelier."""
        pool = [who for who in known for _ in range(LIKELY[who.popularity])]
        drawn = dict.fromkeys(self.rng.choice(pool) for _ in range(number if pool else 0))
        return list(drawn)

    def _liking(self, marks: Marks, who: Celebrity) -> int:
        cards = marks.best(who.name)
        return marks.worth_of(cards) if self._style.counts else len(cards)

    def _marks(self, seen: Sighting, need: int = 0) -> Marks:
        """The consonants that it may use, as it looks at them."""
        view = seen.view
        kinds = ("main", "extra") if view.fact("levels")[self.seat] == 1 else ("main",)
        cards: dict[Card, str] = {}
        worth: dict[Card, int] = {}
        shunned: list[Card] = []
        for zone in view.zones:
            lying = [card for card in zone.cards if card is not None and card.face]
            if zone.name.split(":")[0] not in kinds or not lying:
                continue
            top = lying[-1].handle or ""
            cards[top] = SYMBOL[lying[-1].face or ""]
            worth[top] = len(lying)
            if self._style.counts and any(card.face == PETARD for card in lying):
                shunned.append(top)
        return Marks(cards, worth, need, shunned)

    # ---- bids --------------------------------------------------------------------------------------

    def _opening(self, seen: Sighting, bid: Offer) -> int:
        ideas = self._thoughts(seen)
        best = ideas[0][0] if ideas else 0
        number = best
        if self._style.bluffs and self._hopes(ideas):
            number = best + 1
            self._ideas = sorted([*ideas, *self._think(seen, MORE)], key=lambda idea: -idea[0])
        domain = bid.params["number"]
        assert isinstance(domain, Number)
        return min(number, domain.high)

    def _hopes(self, ideas: Sequence[tuple[int, Celebrity]]) -> bool:
        """Whether so many more names are likely to hold a better one: as many fewer are worth one more as there
        were from the step before."""
        if not ideas:
            return False
        best = ideas[0][0]
        level = sum(worth == best for worth, _ in ideas)
        below = sum(worth >= best - 1 for worth, _ in ideas)
        return 2 * MORE * level * level >= len(ideas) * below

    def _raise(self, seen: Sighting, bid: Offer) -> int | None:
        """By the minimum, as far as it has a name; whoever bids once says all of it."""
        domain = bid.params["number"]
        assert isinstance(domain, Number)
        ideas = self._thoughts(seen)
        best = ideas[0][0] if ideas else 0
        if best < domain.low or (self._style.once and self._has_bid):
            return None
        return min(best, domain.high) if self._style.once else domain.low

    def _name(self, seen: Sighting, propose: Offer) -> Plan:
        asked = propose.params["name"]
        assert isinstance(asked, Marks)
        marks = self._marks(seen, asked.need)
        for _, who in self._thoughts(seen):
            cards = marks.best(who.name)
            if marks.worth_of(cards) >= asked.need:
                said = {"name": who.name, "cards": cards}
                return self.soon(seen, Move("propose", {"name": said, "field": who.field}), *NAMES)
        return self.soon(seen, Move("give_up"), *NAMES)


BOT = CelebritixBot
