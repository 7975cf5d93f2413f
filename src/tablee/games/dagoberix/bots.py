"""Dagobérix players: words that they hide, and words they think of when they see an end and a length (D16)."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.bots.words import USUAL, Vocabulary
from tablee.kernel.moves import Move, Offer
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.pieces.toutilix import SYMBOL
from tablee.words import flags
from tablee.words.fit import Fit, Word
from tablee.words.folding import fold
from tablee.words.lexicon import Lexicon
from tablee.words.nouns import NOUNS


class DagoberixStyle(Struct, frozen=True):
    ranks: tuple[int, int]
    """A word to hide is so common: from here to there."""
    endings: int
    """It is the one of so many with the commonest end."""
    knows: int
    """Words to guess with."""
    looks: float
    """How often it looks how many cards there are."""
    many: int
    """With more words left than these it does not even guess."""
    soonest: Millis
    latest: Millis


STYLES: Mapping[Level, DagoberixStyle] = {
    Level.BEGINNER: DagoberixStyle((0, 2_000), 1, 2_000, 0.5, 1 << 30, 8_000, 20_000),
    Level.NORMAL: DagoberixStyle((2_000, 10_000), 1, 10_000, 1.0, 1 << 30, 7_000, 16_000),
    Level.STRONG: DagoberixStyle((10_000, 40_000), 12, 40_000, 1.0, 500, 6_000, 12_000),
}
PATIENCE: Mapping[Level, Millis] = {Level.BEGINNER: 8_000, Level.NORMAL: 8_000, Level.STRONG: 6_000}
"""With people at the table, the right word comes no sooner after a letter (D17)."""
SECRET = Fit(least=5, most=8)
TWO_HIDDEN = 40_000
"""With two letters hidden everybody thinks of so many words; with one of all there are (D16)."""
CONSIDERED = 100
"""A beginner says one of so many of the commonest."""
TRIES = 400
SETS: tuple[Millis, Millis] = (3_000, 7_000)
SPEAKS: tuple[Millis, Millis] = (2_000, 5_000)
"""When it is its turn, or when it is the only one who has not spoken."""
JITTER: Millis = 3_000
OTHER_KINDS = (
    flags.ADJECTIVE | flags.PARTICIPLE | flags.INFINITIVE | flags.ADVERB | flags.FUNCTION | flags.INTERJECTION
)
NAMES = flags.FIRST_NAME | flags.SURNAME | flags.PROPER
ENDING = 3


class DagoberixIdea(Struct, frozen=True):
    word: str
    """Empty: none."""
    at: Millis
    """When it would say so by itself,"""
    soon: Millis
    """or so long after it is waited for."""
    jitter: Millis
    """So that two who wait until it is fair do not speak at the same instant."""


class DagoberixBot(Mind):
    def __init__(self, seat: Seat, level: Level, rng: Rng, lexicon: Lexicon) -> None:
        super().__init__(seat, level, rng)
        self._lexicon = lexicon
        self._words = Vocabulary(lexicon, USUAL[level], rng)
        self._before: set[str] = set()
        """Words that were hidden in this game."""
        self._letter: Millis = -1
        """When the last letter was turned."""
        self._said: set[str] = set()
        """What it has proposed for this word."""
        self._idea: DagoberixIdea | None = None

    def notice(self, seen: Sighting) -> None:
        for event in seen.events:
            match event.kind:
                case "letter":
                    self._letter, self._idea = seen.now, None
                case "turn":
                    self._said = set()
                case "word" | "nobody":
                    self._before.add(fold(event.told("word")))

    def occasion(self, seen: Sighting) -> object:
        """A letter is thought about once; but whoever is waited for hurries."""
        return [offer.name for offer in seen.offers], self._letter, self._waited_for(seen)

    def decide(self, seen: Sighting) -> Plan | None:
        write, propose = seen.offer("write"), seen.offer("propose")
        if write is not None:
            word = self._secret(write)
            return self.soon(seen, Move("write", {"word": word}), *SETS) if word else None
        return self._guess(seen, propose) if propose is not None else None

    # ---- hiding a word -----------------------------------------------------------------------------

    def _secret(self, offer: Offer) -> str:
        """A noun in the singular; a beginner's is one that children know."""
        domain = offer.params["word"]
        assert isinstance(domain, Word)
        low, high = STYLES[self.level].ranks
        fit = Fit(rack=domain.fit.rack, least=SECRET.least, most=SECRET.most)
        listed = [fold(noun) for noun in NOUNS.get(self._lexicon.language, ())]
        if self.level is Level.BEGINNER and listed:
            found = [w for w in listed if fit.missing(w) is None and self._lexicon.common(w, high)]
        else:
            commoner = set(self._ranked(fit, low)) if low else set()
            found = [w for w in self._ranked(fit, high) if w not in commoner]
        found = [w for w in found if w not in self._before]
        nouns: list[str] = []
        for _ in range(TRIES if found else 0):
            word = self.rng.choice(found)
            if self._is_noun(word, listed) and len(nouns) < STYLES[self.level].endings:
                nouns.append(word)
        chosen = max(nouns, key=self._alike, default="")
        return self._lexicon.spelled(chosen, flags.NOUN) if chosen else ""

    def _ranked(self, fit: Fit, most_common: int | None) -> list[str]:
        having = flags.DICTIONARY if self._lexicon.tells_verbs else flags.KNOWN
        return self._lexicon.index.find(fit, most_common=most_common, having=having)

    def _is_noun(self, word: str, listed: Sequence[str]) -> bool:
        """Where the lexicon does not tell nouns, those of the list are, if there is one."""
        kinds = self._lexicon.look_up(word)
        if self._lexicon.tells_verbs:
            return bool(kinds & flags.NOUN_SINGULAR) and not kinds & (OTHER_KINDS | NAMES)
        return word in listed if listed else not kinds & NAMES

    def _alike(self, word: str) -> int:
        """How many words of this length have the same end."""
        return self._lexicon.index.count(Fit(ends=word[-ENDING:], least=len(word), most=len(word)))

    # ---- guessing ----------------------------------------------------------------------------------

    def _guess(self, seen: Sighting, offer: Offer) -> Plan:
        if self._letter < 0:  # it has just sat down
            self._letter = seen.now
        if self._idea is None:
            self._idea = self._think(seen)
        idea, at = self._idea, self._idea.at
        if offer.stimulus is None:  # in turn
            at = seen.now + idea.soon
        elif self._waited_for(seen):
            at = min(at, seen.now + idea.soon)
        if any(s.human for s in seen.view.seats):
            at = max(at, self._letter + PATIENCE[self.level] + idea.jitter)
        if offer.closes_at is not None:
            at = min(at, offer.closes_at - 500)
        at = max(at, offer.opens_at, seen.now)
        if not idea.word:
            return Plan(Move("decline"), at)
        self._said.add(fold(idea.word))
        return Plan(Move("propose", {"word": idea.word}, answers=offer.stimulus), at)

    def _waited_for(self, seen: Sighting) -> bool:
        """The people who guess have all spoken."""
        view = seen.view
        people = [i for i, s in enumerate(view.seats) if s.human and i != view.fact("setter")]
        return bool(people) and not any(i in view.active for i in people)

    def _think(self, seen: Sighting) -> DagoberixIdea:
        style = STYLES[self.level]
        at = self._letter + style.soonest + self.rng.below(style.latest - style.soonest + 1)
        low, high = SPEAKS
        soon = low + self.rng.below(high - low + 1)
        return DagoberixIdea(self._word(seen), at, soon, self.rng.below(JITTER))

    def _word(self, seen: Sighting) -> str:
        style, row = STYLES[self.level], seen.view.zone("word")
        shown = [SYMBOL[card.face] for card in row.cards if card is not None and card.face]
        hidden = row.count - len(shown)
        known = style.knows if hidden > 2 else TWO_HIDDEN if hidden == 2 else None  # D16
        size = row.count if self.chance(style.looks) else 0
        found = self._ranked(Fit(ends="".join(shown), least=size, most=size), known)
        avoid = self._said
        if self.level is Level.STRONG:
            avoid = avoid | {fold(word) for words in seen.view.fact("tried").values() for word in words}
        found = [word for word in found if word not in avoid]
        if not found or len(found) > style.many:
            return ""
        return self._lexicon.spelled(self._chosen(found), flags.DICTIONARY)

    def _chosen(self, found: Sequence[str]) -> str:
        match self.level:
            case Level.BEGINNER:
                return self.rng.choice(found[:CONSIDERED])
            case Level.NORMAL:
                return self._by_frequency(found)
        return found[0]

    def _by_frequency(self, found: Sequence[str]) -> str:
        weights = [10 ** self._lexicon.zipf(word) for word in found]
        left = self.rng.uniform() * sum(weights)
        for word, weight in zip(found, weights, strict=True):
            left -= weight
            if left <= 0:
                return word
        return found[-1]


BOT = DagoberixBot
