"""Pavrailix players: what they lay and how they lie, when they doubt, and what gives them away (D21)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import comb

from msgspec import Struct

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.bots.tells import drawn_tell
from tablee.bots.words import USUAL, Vocabulary, refused_words
from tablee.games.pavrailix.rules import holds
from tablee.kernel.domains import CardSet
from tablee.kernel.door import CardView
from tablee.kernel.moves import Move, Offer
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.pieces.toutilix import DECK, ETOILE, SYMBOL
from tablee.words.fit import Fit
from tablee.words.folding import fold
from tablee.words.lexicon import Lexicon
from tablee.words.nouns import NOUNS

CARDS = Counter(SYMBOL[face] for face in DECK)
RAREST = "WKXQZYJHVFGBPCDMULTONRSIAE"
"""Letters by how seldom words have them: what one lies with."""
LEAST, MOST = 4, 8
"""Letters of a word that a bot says."""
LATE: Millis = 900
"""Before people may play on, a bot doubts no more than this."""
SOON: tuple[Millis, Millis] = (600, 1_500)
THINKS: tuple[Millis, Millis] = (3_000, 7_000)
"""What it takes to think of a word."""


class PavrailixStyle(Struct, frozen=True):
    lays: tuple[Millis, Millis]
    """How long after the time to doubt it lays."""
    words: int
    """Its word is the best of so many that come to mind."""


STYLES: Mapping[Level, PavrailixStyle] = {
    Level.BEGINNER: PavrailixStyle((2_000, 5_000), 1),
    Level.NORMAL: PavrailixStyle((2_000, 5_000), 6),
    Level.STRONG: PavrailixStyle((1_500, 3_000), 1_000),
}
DOUBTS: Mapping[Level, tuple[float, ...]] = {
    Level.BEGINNER: (0.05, 0.05, 0.05, 0.2),
    Level.NORMAL: (0.03, 0.06, 0.12, 0.25),
}
"""How often a lay of one, two, three, four cards and more is doubted without a reason."""
FEW, MANY, ALL = 0.25, 5.0, 100.0
"""So much less or more it is doubted where it is less or more than one would think."""
CAUGHT, CLEARED = 1.7, 0.75
"""By how much more or less somebody is doubted once he was caught, or was accused without reason."""
BOOM = 0.4
"""How often a beginner lays his pétard."""
SMALL = 6
"""So few cards are no great loss."""
MIXES = 0.35
"""How often a false card goes with true ones then."""
FAT = 7
"""A pile that is worth a pétard."""
ENDGAME = 10
"""With so few cards in hand, étoiles and pétards go first."""

# What the strong one takes for granted of others, until it has seen them: how often they lay all their cards that
# are in the word, and how they lie, without such a card and with some.
GREEDY = 0.75
PATIENT = 0.5
"""By how much less it takes somebody to have laid all of them who had more, as an accusation has shown."""
LIES = (0.7, 0.24, 0.04, 0.02)
MIXED = 0.05
FULL = 4


class Held(Struct, frozen=True):
    """A hand, by what its cards are in the word."""

    letters: list[CardView]
    stars: list[CardView]
    petards: list[CardView]
    false: list[CardView]


class PavrailixBot(Mind):
    def __init__(self, seat: Seat, level: Level, rng: Rng, lexicon: Lexicon) -> None:
        super().__init__(seat, level, rng)
        self._lexicon = lexicon
        self._words = Vocabulary(lexicon, USUAL[level], rng)
        self._tell = drawn_tell(rng, level)
        self._gone: Counter[str] = Counter()
        """Cards that are in nobody's hand any more, as far as it has seen them."""
        self._said: set[str] = set()
        """Words of this game, folded."""
        self._laid: dict[Seat, list[int]] = {}
        """How many cards each has laid on this word, turn by turn."""
        self._spent = 0
        """Étoiles that others may have laid when they had no letter of the word,"""
        self._lone = False
        """and whether what lies there may be one."""
        self._doubted: dict[Seat, float] = {}
        """How much more than others somebody is doubted."""
        self._greedy: dict[Seat, float] = {}
        """How often somebody lays all that he has."""
        self._layer: str = ""
        """From where the last card came to the middle."""

    # ---- what it has seen --------------------------------------------------------------------------

    def notice(self, seen: Sighting) -> None:
        own = f"hand:{self.seat}"
        for event in seen.events:
            match event.kind:
                case "move" if event.source and event.source[0].startswith("hand"):
                    self._layer = event.source[0]
                    if self._layer == own and event.face:
                        self._gone[SYMBOL[event.face]] += 1
                case "turn_up" if event.face and self._layer != own:
                    self._gone[SYMBOL[event.face]] += 1
                case "opens_with":
                    self._said.add(fold(event.told("word")))
                    self._laid = {}
                case "lays":
                    seat, count = event.told("seat"), event.told("count")
                    self._laid.setdefault(seat, []).append(count)
                    self._spent += self._lone
                    self._lone = seat != self.seat and count == 1 and self._exhausted(seat)
                case "liar" | "honest":
                    self._lone = False  # all have seen it
                    owner, factor = event.told("owner"), CAUGHT if event.kind == "liar" else CLEARED
                    self._doubted[owner] = self._doubted.get(owner, 1.0) * factor
                    if event.kind == "honest" and self._exhausted(owner):
                        self._greedy[owner] = self._greedy.get(owner, GREEDY) * PATIENT
        self._words.refused |= refused_words(seen.events)

    def occasion(self, seen: Sighting) -> object:
        return [(offer.name, offer.stimulus) for offer in seen.offers]

    def decide(self, seen: Sighting) -> Plan | None:
        if seen.offer("accuse") and self._doubts(seen):
            return self._accuse(seen)
        if lay := seen.offer("lay"):
            return self._play(seen, lay)
        if opening := seen.offer("open"):
            return self._open(seen, opening)
        petard = seen.offer("petard")
        return self.soon(seen, self._boom(petard), *STYLES[self.level].lays) if petard else None

    @staticmethod
    def _boom(offer: Offer) -> Move:
        return Move("petard", {"card": next(offer.params["card"].values())})

    def _hand(self, seen: Sighting) -> list[CardView]:
        return [card for card in seen.view.zone(f"hand:{self.seat}").cards if card is not None]

    def _held(self, seen: Sighting) -> Held:
        word, held = seen.view.fact("word"), Held([], [], [], [])
        for card in self._hand(seen):
            match symbol(card):
                case "★":
                    held.stars.append(card)
                case "✹":
                    held.petards.append(card)
                case letter:
                    (held.letters if holds(word, letter) else held.false).append(card)
        return rarest_first(held)

    def _heap(self, seen: Sighting) -> int:
        return seen.view.zone("pile").count + seen.view.zone("laid").count

    # ---- a word ------------------------------------------------------------------------------------

    def _open(self, seen: Sighting, offer: Offer) -> Plan | None:
        """A common noun; the strong one's has most of its cards."""
        hand = {symbol(card): card for card in self._hand(seen)}
        letters = "".join(letter for letter in RAREST if letter in hand)
        counts = Counter(symbol(card) for card in self._hand(seen))
        fit = offer.params["word"].given({}).fit  # type: ignore[attr-defined]
        found = self._nouns(fit, letters or RAREST)
        if not found:
            return None
        some = self.rng.shuffled(found)[: STYLES[self.level].words]
        word = max(some, key=lambda noun: sum(counts[letter] for letter in set(fold(noun))))
        shown = next((letter for letter in letters if letter in fold(word)), ETOILE)
        move = Move("open", {"card": hand[shown].handle, "word": word})
        return self.soon(seen, move, *THINKS)

    def _nouns(self, fit: Fit, letters: str) -> list[str]:
        """Those with one of these letters; where there is no such noun, any common word."""

        def fits(word: str) -> bool:
            folded = fold(word)
            known = folded not in self._said and folded not in self._words.refused
            return known and not set(letters).isdisjoint(folded) and fit.missing(word) is None

        listed = [noun for noun in NOUNS.get(self._lexicon.language, ()) if LEAST <= len(fold(noun)) <= MOST]
        if found := [noun for noun in listed if fits(noun)]:
            return found
        wanted = Fit(least=LEAST, most=MOST, distinct=fit.distinct)
        common = [self._words.spelled(word) for word in self._words.known(wanted) if fits(word)]
        return common or [
            self._words.spelled(word)
            for letter in letters
            for word in self._words.known(Fit(contains=letter, distinct=fit.distinct), limit=1)
        ]

    # ---- laying ------------------------------------------------------------------------------------

    def _play(self, seen: Sighting, offer: Offer) -> Plan:
        held, most = self._held(seen), cards_of(offer).most
        if (petard := seen.offer("petard")) and self._throws(seen, held):
            move, lies = self._boom(petard), False
        else:
            cards, lies = self._chosen(seen, held, most)
            move = Move("lay", {"cards": [card.handle for card in cards]})
        shows = self._tell.shows(self.rng, lies)
        if shows and self._tell.pairs and len(held.false) > 1 < most and not held.letters:
            move = Move("lay", {"cards": [card.handle for card in held.false[:2]]})
        after = self._tell.delay(self.rng, *STYLES[self.level].lays, shows=shows)
        return Plan(Move(move.name, move.args, answers=offer.stimulus), max(seen.now, offer.opens_at) + after)

    def _throws(self, seen: Sighting, held: Held) -> bool:
        """Whether the pétard goes now."""
        if len(self._hand(seen)) == 1:
            return True
        if self.level is Level.BEGINNER:
            return self.chance(BOOM)
        lacks, heap = not held.letters, self._heap(seen)
        if self.level is Level.NORMAL:
            return heap >= FAT or lacks
        return heap >= FAT or (lacks and not held.stars) or len(self._hand(seen)) <= ENDGAME

    def _chosen(self, seen: Sighting, held: Held, most: int) -> tuple[list[CardView], bool]:
        """What is laid, and whether it is a lie."""
        true = held.letters
        if self.level is Level.BEGINNER:
            true = self.rng.shuffled([*held.letters, *held.stars])[: 1 + self.rng.below(2)]
        elif self.level is Level.STRONG and len(self._hand(seen)) <= ENDGAME:
            true = [*held.stars, *held.letters]
        chosen = (true or held.stars[:1])[:most]
        if self.level is not Level.BEGINNER and held.stars and len(chosen) == len(self._hand(seen)) > 1:
            chosen = [card for card in chosen if card is not chosen[-1]]  # a letter for the end (R18)
        if not chosen:
            return (held.false or held.petards)[:1], True
        if self.level is Level.STRONG and self._mixes(seen, held, chosen, most):
            return [*chosen, held.false[0]], True
        return chosen, False

    def _mixes(self, seen: Sighting, held: Held, chosen: Sequence[CardView], most: int) -> bool:
        """A false card among true ones, where little can be lost; never with the last cards."""
        ends = len(chosen) + 1 == len(self._hand(seen))
        few = bool(held.false) and len(chosen) < most and self._heap(seen) <= SMALL
        return self.chance(MIXES) and few and not ends

    # ---- doubting ----------------------------------------------------------------------------------

    def _accuse(self, seen: Sighting) -> Plan:
        """Late, so that people who doubt come first."""
        lock = next((clock.at for clock in seen.view.clocks if clock.name.endswith("/lock")), None)
        if lock is None:
            return self.soon(seen, Move("accuse"), *SOON)
        offer = seen.offer("accuse")
        assert offer is not None
        return Plan(Move("accuse", answers=offer.stimulus), max(seen.now, lock - 1 - self.rng.below(LATE)))

    def _doubts(self, seen: Sighting) -> bool:
        count, owner = seen.view.zone("laid").count, seen.view.fact("owner")
        if self.level is Level.STRONG:
            return self._gains(seen, owner, count)
        chance = DOUBTS[self.level][min(count, 4) - 1]
        if self.level is Level.NORMAL:
            others = len(seen.view.seats) - 1  # who may doubt as well
            chance *= self._too_many(seen, owner, count) / others**0.5 * self._doubted.get(owner, 1.0)
        return self.chance(chance)

    def _too_many(self, seen: Sighting, owner: Seat, count: int) -> float:
        """How much more it is than one would think: what is left of the word's letters, if all that others have
        laid on it was true, is spread over the cards that nobody has seen."""
        laid = sum(sum(counts) for seat, counts in self._laid.items() if seat != self.seat) - count
        possible = sum(self._left(seen, true=True).values()) - laid
        if count > possible:
            return ALL
        unseen = sum(self._left(seen).values()) - laid
        expected = possible * (seen.view.zone(f"hand:{owner}").count + count) / max(1, unseen)
        return min(MANY, max(FEW, count / max(0.1, expected)))

    def _left(self, seen: Sighting, *, true: bool = False) -> Counter[str]:
        """The cards that somebody else may hold; `true`: those that are in the word."""
        own = Counter(symbol(card) for card in self._hand(seen))
        word = seen.view.fact("word")
        left = CARDS - self._gone - own
        return Counter({s: n for s, n in left.items() if not true or holds(word, s)})

    def _gains(self, seen: Sighting, owner: Seat, count: int) -> bool:
        """Whether the accused may be expected to take more than one risks. Whoever would have to lie next himself,
        or would lose if the last lay stood, risks more."""
        lie, view = self._lie(seen, owner, count), seen.view
        hands = {zone.owner: zone.count for zone in view.zones if zone.name.startswith("hand")}
        needed = 0.5 if len(view.seats) == 2 else 0.55
        held = self._held(seen)
        if seen.offer("lay") and not (held.letters or held.stars or held.petards):
            needed -= 0.15
        if view.phase == "last_lay":
            ahead = view.zone(f"taken:{owner}").count
            if ahead < view.zone(f"taken:{self.seat}").count + hands[self.seat]:
                needed = 0.1
        return lie > needed

    def _lie(self, seen: Sighting, owner: Seat, count: int) -> float:
        """How likely it is that these cards are not all in the word (Bayes): one lays one's letters of the word,
        mostly all of them, then an étoile, and lies when he has neither."""
        left, letters = self._left(seen), self._left(seen, true=True)
        stars = max(0, letters.pop(ETOILE, 0) - self._spent)
        total, size = sum(left.values()), seen.view.zone(f"hand:{owner}").count + count
        has = share_of(total, sum(letters.values()), size)
        none, greedy = has[0], self._greedy.get(owner, GREEDY)
        if self._exhausted(owner):
            none = greedy + (1 - greedy) * none
        rest = [(1 - none) * p / max(1e-9, 1 - has[0]) for p in has]
        honest = lying = 0.0
        for held, p in enumerate(rest[1:], 1):
            fills = min(held, max(FULL, count))
            honest += p * (1 - MIXED) * (greedy * (count == fills) + (1 - greedy) / fills * (count <= fills))
            lying += p * MIXED / FULL
        starless = share_of(total, stars, size)[0]
        honest += none * (1 - starless) * (count == 1)
        lying += none * starless * LIES[min(count, FULL) - 1]
        lying *= self._doubted.get(owner, 1.0)
        return lying / max(1e-9, lying + honest)

    def _exhausted(self, owner: Seat) -> bool:
        """Whether he would have laid more before, if he had had it."""
        before = self._laid.get(owner, [])[:-1]
        return bool(before) and before[-1] < FULL


def share_of(total: int, wanted: int, drawn: int) -> list[float]:
    """How likely it is to have none, one, two… of the wanted cards among those drawn."""
    drawn = min(total, drawn)
    ways = comb(total, drawn)
    return [comb(wanted, n) * comb(total - wanted, drawn - n) / ways for n in range(drawn + 1)]


def symbol(card: CardView) -> str:
    return SYMBOL[card.face or ETOILE]


def rarest_first(held: Held) -> Held:
    """The rarest letters first."""
    for cards in (held.letters, held.false):
        cards.sort(key=lambda card: (RAREST.index(symbol(card)), card.handle or ""))
    return held


def cards_of(offer: Offer) -> CardSet:
    domain = offer.params["cards"]
    assert isinstance(domain, CardSet)
    return domain


BOT = PavrailixBot
