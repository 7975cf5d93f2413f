"""Abcdrix players: three vocabularies, and three ways to look at a row: any word, many words, five letters."""

from collections.abc import Iterable, Mapping, Sequence
from math import log

from msgspec import Struct

from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.searching import BotIdea, SearchingMind
from tablee.bots.words import Skill, Vocabulary
from tablee.games.abcdrix.table import FIVE
from tablee.kernel.door import View
from tablee.kernel.moves import Move, Offer
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.pieces.rows import owner_of
from tablee.pieces.toutilix import ALPHABET, DECK, ETOILE, ETOILES, PETARD, SYMBOL
from tablee.words.fit import ANY, Fit, Word, stands_at
from tablee.words.lexicon import Lexicon


class AbcdrixStyle(Struct, frozen=True):
    skill: Skill
    misses: float
    """How often it does not see that a card can be laid; it sees it before it is stuck."""
    serves: float
    """How often it looks at the rows of the others, apart from what it has to do there."""
    launches: float
    """How often it starts a chrono when it has an idea,"""
    late: tuple[Millis, Millis]
    """and how long after the time in which nobody may."""
    sends: float
    """How often it sends its idea to somebody who is stuck."""


STYLES: Mapping[Level, AbcdrixStyle] = {
    Level.BEGINNER: AbcdrixStyle(Skill(5_000, 0.3, 0.6, 4_000, 12_000, 380), 0.2, 0.25, 0.2, (8_000, 8_000), 0.5),
    Level.NORMAL: AbcdrixStyle(Skill(30_000, 0.6, 0.8, 2_000, 7_000, 240), 0.0, 0.5, 0.5, (3_000, 6_000), 1.0),
    Level.STRONG: AbcdrixStyle(Skill(None, 1.0, 1.0, 1_000, 4_000, 150), 0.0, 1.0, 1.0, (1_000, 3_000), 1.0),
}
BASE: tuple[Millis, Millis] = (1_500, 4_000)
DONE: tuple[Millis, Millis] = (1_500, 3_000)
BETWEEN: Millis = 2_000
"""D34: everybody can read a word before the next card is laid."""
LOOKED_AT = 500
"""So many of the commonest words that hold an extract are weighed."""
STAR = len(ETOILES) / len(DECK)
LUCK = {a: sum(SYMBOL[face] == a for face in DECK) / len(DECK) + STAR for a in ALPHABET}
"""The chance that a card drawn serves as this letter."""
PILE = 1.2
"""What one pile more is worth, and what an étoile is that stays for the last one."""
KEPT = 3.0
THREAT = FIVE - 1


class Lay(Struct, frozen=True):
    """A card that may be laid, and what the row would show: letters, `ANY` for an étoile."""

    card: str
    symbol: str
    place: str
    shows: str

    @property
    def owner(self) -> Seat:
        return owner_of(self.place)


class AbcdrixBot(SearchingMind):
    def __init__(self, seat: Seat, level: Level, rng: Rng, lexicon: Lexicon) -> None:
        super().__init__(seat, level, rng)
        self._style = STYLES[level]
        self._words = Vocabulary(lexicon, self._style.skill, rng)
        self._strong = level is Level.STRONG
        self._missing: dict[str, list[str]] = {}
        self._turn: tuple[int | None, Plan | None] = (None, None)
        """What it does with the present card of its turn: a chrono does not change it."""
        self._mood = -1
        self._bold = self._sends = False

    def notice(self, seen: Sighting) -> None:
        super().notice(seen)
        if self.refused - self._words.refused:
            self._words.refused = self.refused
            self._missing.clear()
            self._turn = (None, None)

    def occasion(self, seen: Sighting) -> object:
        return [super().occasion(seen), seen.view.fact("served")]

    def decide(self, seen: Sighting) -> Plan | None:
        if base := seen.offer("lay_base"):
            return self.soon(seen, Move("lay_base", {"card": self._base(seen, base)}), *BASE)
        if seen.offer("lay") or seen.offer("explode") or seen.offer("fini") or seen.offer("dry"):
            return self._own_turn(seen)
        idea = seen.offer("idea")
        if idea is not None:
            self._feel(idea)
            if seen.offer("no_idea"):
                return super().decide(seen) if self._sends else self.soon(seen, Move("no_idea"), *DONE)
            return super().decide(seen) if self._bold else None
        return None

    # ---- helping -----------------------------------------------------------------------------------

    def _feel(self, offer: Offer) -> None:
        """Once for each card that somebody else looks for."""
        if offer.stimulus is not None and offer.stimulus != self._mood:
            self._mood = offer.stimulus
            self._bold, self._sends = self.chance(self._style.launches), self.chance(self._style.sends)

    def patience(self, seen: Sighting) -> Millis | None:
        low, high = self._style.late
        return int(seen.view.fact("quiet_for") or 0) + low + self.rng.below(high - low + 1)

    def think(self, seen: Sighting, offer: Offer) -> BotIdea:
        """A card of no use to it, where it hurts most."""
        lays = self._playable(lays_of(seen.view, self.seat, offer))
        if not lays:
            return BotIdea(None, seen.now + self._words.thinking(1))
        hand = hand_of(seen.view, self.seat)
        mine = row_of(seen.view, self.seat)
        lay = self.rng.choice(lays)
        if self._strong:
            lay = min(lays, key=lambda x: (x.symbol == ETOILE, self._promise(x.shows) - self._use(mine, hand, x)))
        word = self._word(lay)
        return BotIdea(args(lay, word), seen.now + self._words.thinking(len(lays)) + self._words.typing(word))

    # ---- its own turn ------------------------------------------------------------------------------

    def _own_turn(self, seen: Sighting) -> Plan | None:
        offer = seen.offer("lay")
        stimulus = offer.stimulus if offer else None
        plan = self._turn[1]
        if stimulus is None or stimulus != self._turn[0]:
            plan = self._others_row(seen) if seen.offer("fini") else self._own_row(seen)
            self._turn = (stimulus, plan)
        if plan is None or not seen.offer(plan.move.name):
            return None
        return Plan(plan.move, max(plan.at, seen.now + 300))

    def _own_row(self, seen: Sighting) -> Plan | None:
        offer = seen.offer("lay")
        hand = hand_of(seen.view, self.seat)
        lays = self._playable(lays_of(seen.view, self.seat, offer)) if offer else []
        if lays:
            lay = self._chosen(lays, hand, others=len(seen.view.seats) - 1)
            return self._laid(seen, lay, len(lays))
        petard = seen.offer("explode")
        if petard is not None and self.level is not Level.BEGINNER:
            piles = list(petard.params["pile"].values())
            row = row_of(seen.view, self.seat)
            kept = [row[:i] + row[i + 1 :] for i in range(len(piles))]
            best = max(range(len(piles)), key=lambda i: self._promise(kept[i]))
            return self._bang(seen, petard, piles[best])
        if seen.offer("dry") is None:  # another one's chrono runs
            return None
        return self.soon(seen, Move("dry"), self._style.skill.latest, 2 * self._style.skill.latest)

    def _chosen(self, lays: Sequence[Lay], hand: Sequence[str], others: int) -> Lay:
        if self.level is Level.BEGINNER:
            return self.rng.choice(lays)

        def worth(lay: Lay) -> float:
            left = without(hand, lay.symbol)
            if len(lay.shows) == FIVE and len(left) <= others:
                return 100.0 - len(left)  # it wins, or nearly
            if not self._strong:
                return PILE * len(lay.shows) + log(len(self._known(lay.shows)))
            star = 0.0 if lay.symbol == ETOILE else KEPT * (ETOILE in left)
            return self._promise(lay.shows, left) + PILE * len(lay.shows) + star

        return max(lays, key=worth)

    def _others_row(self, seen: Sighting) -> Plan | None:
        """Get rid of cards: the last ones if that wins, what is of no use, what spoils a row nearly full."""
        view, hand = seen.view, hand_of(seen.view, self.seat)
        mine = row_of(view, self.seat)
        done = self.soon(seen, Move("fini"), *DONE)
        petard = seen.offer("explode")
        if petard is not None and (target := self._target(view, petard, mine)):
            return self._bang(seen, petard, target)
        offer = seen.offer("lay")
        lays = self._playable(lays_of(view, self.seat, offer)) if offer else []
        left = len({lay.owner for lay in lays})
        ends = len(mine) == FIVE and len(hand) <= left
        serves = self.chance(self._style.serves)
        if self.level is not Level.BEGINNER and not ends:
            threats = [lay for lay in lays if len(row_of(view, lay.owner)) >= THREAT]
            lays = [lay for lay in (lays if serves else threats) if self._spoils(view, lay, mine, hand)]
        elif not ends and not serves:
            return done
        if not lays:
            return done
        if self.level is Level.BEGINNER:
            lay = self.rng.choice(lays)
        else:
            lay = min(lays, key=lambda x: self._harm(view, x) - self._use(mine, hand, x))
        return self._laid(seen, lay, len(lays))

    def _spoils(self, view: View, lay: Lay, mine: str, hand: Sequence[str]) -> bool:
        """Whether it is of no use at home and makes a row no better."""
        if lay.symbol == ETOILE:
            return False
        row = row_of(view, lay.owner)
        if len(row) >= THREAT:
            return len(lay.shows) == len(row) and self._promise(lay.shows) < self._promise(row)
        useless = self._use(mine, hand, lay) <= 0.0 if self._strong else True
        return useless and len(lay.shows) == len(row) and self._promise(lay.shows) <= self._promise(row)

    def _harm(self, view: View, lay: Lay) -> float:
        """The less a row promises to its owner, the better; the nearer he is, the more it counts."""
        row = row_of(view, lay.owner)
        return len(row) * (self._promise(lay.shows) - self._promise(row))

    def _target(self, view: View, offer: Offer, mine: str) -> str | None:
        """The pile for a pétard: of the rival with the most piles, when that is worth it."""
        piles: list[str] = list(offer.params["pile"].values())
        longest = max(piles, key=lambda pile: len(row_of(view, owner_of(pile))))
        rival = row_of(view, owner_of(longest))
        if self.level is Level.BEGINNER:
            return self.rng.choice(piles) if self.chance(self._style.serves) else None
        if len(rival) < (THREAT if self._strong else THREAT - 1) and len(mine) < THREAT - 1:
            return None
        cut = [rival[:i] + rival[i + 1 :] for i in range(len(rival))]
        worst = min(range(len(cut)), key=lambda i: self._promise(cut[i]))
        return [pile for pile in piles if owner_of(pile) == owner_of(longest)][worst]

    def _bang(self, seen: Sighting, offer: Offer, pile: str) -> Plan:
        card = next(iter(offer.params["card"].values()))
        return self.soon(seen, Move("explode", {"card": card, "pile": pile}), BETWEEN, 2 * BETWEEN)

    def _laid(self, seen: Sighting, lay: Lay, choice: int) -> Plan:
        word = self._word(lay)
        after = max(BETWEEN, self._words.thinking(choice) + self._words.typing(word))
        return self.soon(seen, Move("lay", args(lay, word)), after, after)

    def _base(self, seen: Sighting, offer: Offer) -> str:
        faces = {c.handle: SYMBOL[c.face] for c in seen.view.zone(f"hand:{self.seat}").cards if c and c.face}
        cards = list(offer.params["card"].values())
        if self.level is Level.BEGINNER:
            return str(self.rng.choice(cards))
        letters = [card for card in cards if faces[card] != ETOILE] or cards
        hand = list(faces.values())
        return str(max(letters, key=lambda c: self._promise(shown(faces[c]), without(hand, faces[c]))))

    # ---- words -------------------------------------------------------------------------------------

    def _known(self, extract: str) -> list[str]:
        return self._words.known(Fit(holds=extract))

    def _playable(self, lays: Iterable[Lay]) -> list[Lay]:
        """The cards for which it has a word; some it does not see at first (`misses`)."""
        able: dict[str, bool] = {}
        found = []
        for lay in lays:
            if lay.shows not in able:
                able[lay.shows] = bool(self._known(lay.shows))
            if able[lay.shows]:
                found.append(lay)
        seen = [lay for lay in found if not self.chance(self._style.misses)]
        return seen or found

    def _word(self, lay: Lay) -> str:
        found = self._words.find(Fit(holds=lay.shows))
        if found is not None:
            return found.word
        return self._words.lexicon.spelled(self._known(lay.shows)[0])

    # ---- what a row promises -----------------------------------------------------------------------

    def _promise(self, extract: str, hand: Sequence[str] = ()) -> float:
        """How near a row is to five letters: each extract of five that it may become counts by the letters that
        are missing, those of the hand as good as there."""
        stars = hand.count(ETOILE)
        total = 0.0
        for missing in self._windows(extract):
            left, jokers, chance = list(hand), stars, 1.0
            for letter in missing:
                if letter in left:
                    left.remove(letter)
                elif jokers:
                    jokers -= 1
                else:
                    chance *= LUCK[letter]
            total += chance
        return log(total + 1e-5)

    def _windows(self, extract: str) -> list[str]:
        """For each extract of five letters around this one, in the words that it knows: the letters missing."""
        found = self._missing.get(extract)
        if found is None:
            around: dict[str, str] = {}
            size = len(extract)
            for word in self._words.known(Fit(holds=extract), limit=LOOKED_AT, min_length=FIVE):
                for i in range(len(word) - size + 1):
                    if stands_at(word, extract, i):
                        for start in range(max(0, i + size - FIVE), min(i, len(word) - FIVE) + 1):
                            window = word[start : start + FIVE]
                            around[f"{i - start}{window}"] = window[: i - start] + window[i - start + size :]
            found = self._missing[extract] = list(around.values())
        return found

    def _use(self, mine: str, hand: Sequence[str], lay: Lay) -> float:
        """What a card of the hand is worth to its own row."""
        return self._promise(mine, hand) - self._promise(mine, without(hand, lay.symbol)) if mine else 0.0


def shown(symbol: str) -> str:
    return ANY if symbol == ETOILE else symbol


def without(hand: Sequence[str], symbol: str) -> list[str]:
    left = list(hand)
    left.remove(symbol)
    return left


def args(lay: Lay, word: str) -> dict[str, str]:
    return {"card": lay.card, "place": lay.place, "word": word}


def hand_of(view: View, seat: Seat) -> list[str]:
    return [SYMBOL[card.face] for card in view.zone(f"hand:{seat}").cards if card and card.face]


def row_of(view: View, seat: Seat) -> str:
    """What a row shows."""
    tops = (view.zone(f"row:{seat}:{i}").cards for i in range(FIVE))
    return "".join(shown(SYMBOL[cards[-1].face]) for cards in tops if cards and cards[-1] and cards[-1].face)


def lays_of(view: View, seat: Seat, offer: Offer) -> list[Lay]:
    """All that may be laid, each letter once."""
    symbols = {c.handle: SYMBOL[c.face] for c in view.zone(f"hand:{seat}").cards if c and c.handle and c.face}
    one_of_each = {symbols[card]: card for card in offer.params["card"].values() if symbols[card] != PETARD}
    found = []
    for symbol, card in one_of_each.items():
        for place in offer.params["place"].values():
            domain = offer.params["word"].given({"card": card, "place": place})
            assert isinstance(domain, Word)
            found.append(Lay(card, symbol, place, domain.fit.holds))
    return found


BOT = AbcdrixBot
