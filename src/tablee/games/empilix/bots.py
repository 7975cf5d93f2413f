"""Empilix bots: what they still know of the sequence, and whether it is worth staying in."""

from collections.abc import Mapping, Sequence
from math import prod

from msgspec import Struct

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.bots.memory import Memory, Recall
from tablee.bots.sentences import SentenceMaker, speaks
from tablee.bots.words import refused_words
from tablee.games.empilix.recite import CONSONANTS, VOICED
from tablee.games.empilix.state import SENTENCE, SYLLABLES, WORDS
from tablee.kernel.moves import Move, Offer
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.pieces.toutilix import ALPHABET, DECK, ETOILE, LETTERS, SYMBOL
from tablee.words.fit import Fit
from tablee.words.flags import DICTIONARY, NOUN, VERB
from tablee.words.folding import fold
from tablee.words.lexicon import Lexicon

STARS: Mapping[str, int] = {"vowels": 3, "consonants": 4}
TRUST = 0.6
"""How often others are thought to recite without an error."""
GUESSED = 0.35
"""A word of a sentence has a letter that is not known so often."""
BLUFFS = 0.7
"""D26: of a place that it has lost it says something so often; else it gives up before."""
WORTH = {letter: sum(SYMBOL[f] == letter for f in LETTERS) for letter in ALPHABET}
"""How many cards have each letter: a word with many of the usual ones is a good guess."""


class EmpilixStyle(Struct, frozen=True):
    recall: Recall
    safe: float
    """It gives up when it feels that a smaller part of the sequence is safe,"""
    sure: float
    """or when it would recite it without an error less often than this. Neither: it reckons."""
    guesses: int
    """Of so many words it says the one most likely to have a letter that it has lost."""
    muddles: float
    """How often it does not notice that it has lost a letter, and takes another for it."""
    common: int
    """It thinks of one of so many of the commonest words."""
    says: tuple[Millis, Millis]
    """How long an item takes."""


STYLES: Mapping[Level, EmpilixStyle] = {
    Level.BEGINNER: EmpilixStyle(Recall(0.75, sure=5), 0.7, 0.0, 1, 0.4, 30, (3_000, 6_000)),
    Level.NORMAL: EmpilixStyle(Recall(0.9, sure=8), 0.7, 0.5, 20, 0.25, 60, (2_000, 4_500)),
    Level.STRONG: EmpilixStyle(Recall(0.97, sure=14), 0.0, 0.0, 400, 0.1, 60, (1_500, 3_000)),
}


class EmpilixBot(Mind):
    def __init__(self, seat: Seat, level: Level, rng: Rng, lexicon: Lexicon) -> None:
        super().__init__(seat, level, rng)
        self.style = STYLES[level]
        self.lexicon = lexicon
        self.memory = Memory(self.style.recall, rng)
        self.stars: dict[str, int] = {}
        """Étoiles that have come from each pile in this manche; from own piles under one name."""
        self.minds: list[str] = []
        """The words that it has committed itself to (D24)."""
        self.speech: list[str] = []
        """What it recites,"""
        self.composed: list[str | None] = []
        """and the letters for which it has looked for a sentence."""
        self.refused: frozenset[str] = frozenset()
        self.maker = SentenceMaker(lexicon, rng, level) if speaks(lexicon.language) else None

    # ---- what it sees ------------------------------------------------------------------------------

    def notice(self, seen: Sighting) -> None:
        self.refused |= refused_words(seen.events)
        laid = int(seen.view.fact("so_far") or 0)
        for event in seen.events:
            if event.kind == "manche":
                self.stars.clear()
            elif event.kind == "move" and event.face and event.target and event.target[0] == "middle":
                if event.source is None or event.source[0] == "middle":
                    continue
                if event.face == ETOILE:
                    pile = event.source[0].partition(":")[0]
                    self.stars[pile] = self.stars.get(pile, 0) + 1
                elif (symbol := SYMBOL[event.face]) in WORTH:
                    self.see(laid - 1, symbol)
        if not laid:
            self.memory.forget()
            self.minds.clear()
            self.speech, self.composed = [], []

    def see(self, place: int, symbol: str) -> None:
        self.memory.see(place, symbol)
        if self.memory.at(place) is None and self.chance(self.style.muddles):
            self.memory.believe(place, self.rng.choice(VOICED if symbol in VOICED else CONSONANTS))

    def occasion(self, seen: Sighting) -> object:
        view = seen.view
        return view.phase, view.fact("so_far"), view.fact("given"), view.fact("hands_down"), super().occasion(seen)

    # ---- what it thinks of it ----------------------------------------------------------------------

    def known(self, seen: Sighting) -> list[str | None]:
        """The sequence as it remembers it."""
        return [self.memory.at(place) for place in range(int(seen.view.fact("so_far") or 0))]

    def guess(self, seen: Sighting, place: int) -> float:
        """How likely a letter that it has lost is guessed."""
        manche = seen.view.fact("manche")
        if manche == SYLLABLES:
            return 0.29 if place % 2 else 0.1
        if manche == SENTENCE or self.style.guesses < 2:
            return GUESSED
        return 0.5 if self.level is Level.NORMAL else 0.65

    def right(self, seen: Sighting) -> float:
        """How likely it would recite the whole without an error."""
        return prod(self.guess(seen, place) for place, symbol in enumerate(self.known(seen)) if symbol is None)

    def star(self, seen: Sighting) -> float:
        """The chance that the next card is an étoile: piles can be counted."""
        view = seen.view
        if view.fact("manche") == SYLLABLES:
            pile = "vowels" if int(view.fact("so_far")) % 2 else "consonants"
            return max(0, STARS[pile] - self.stars.get(pile, 0)) / max(1, view.zone(pile).count)
        left = sum(view.zone(f"pile:{seat}").count for seat in range(len(view.seats)))
        return max(0, sum(SYMBOL[f] == ETOILE for f in DECK) - self.stars.get("pile", 0)) / max(1, left)

    def at_stake(self, seen: Sighting) -> int:
        return seen.view.zone("middle").count + seen.view.zone("spread").count

    def share(self, seen: Sighting) -> float:
        """What is to be had by giving up: others may err."""
        return (1 - TRUST) * self.at_stake(seen) / (len(seen.view.seats) - 1)

    def gives_up(self, seen: Sighting) -> bool:
        known = self.known(seen)
        if self.style.safe:
            kept = sum(symbol is not None for symbol in known)
            return kept < self.style.safe * len(known) or self.right(seen) < self.style.sure
        standing = seen.view.fact("hands_down").count(0)
        star, cards, posed = self.star(seen), self.at_stake(seen), self.share(seen)
        last = 1 / standing
        stays = star * cards * last + (1 - star) * (last * self.right(seen) * cards + (1 - last) * posed)
        return bool((1 - star) * posed > stays)

    def goes_on_alone(self, seen: Sighting) -> bool:
        """One more card, or all that lies there now? A beginner is glad to have come so far."""
        if self.level is Level.BEGINNER and self.chance(0.5):
            return False
        cards, right, star = self.at_stake(seen), self.right(seen), self.star(seen)
        place = int(seen.view.fact("so_far"))
        recall = self.style.recall
        keeps = 1.0 if place < recall.sure else recall.keeps + (1 - recall.keeps) * self.guess(seen, place)
        return star * (cards + 2) + (1 - star) * right * keeps * (cards + 1) > right * cards

    # ---- what it does ------------------------------------------------------------------------------

    def decide(self, seen: Sighting) -> Plan | None:
        if offer := seen.offer("say"):
            return self.soon(seen, Move("say", {"item": self.item(seen)}), *self.style.says)
        if offer := seen.offer("prove"):
            return self.prove(seen, offer)
        if offer := seen.offer("think"):
            return self.think(seen)
        if seen.offer("recite"):
            return self.choose(seen)
        if seen.offer("accept"):
            return None
        if seen.offer("pose") and self.gives_up(seen):
            return self.soon(seen, Move("pose"), 800, 2_500)
        if offer := seen.offer("flip"):
            return self.turn(seen, offer)
        return None

    def turn(self, seen: Sighting, offer: Offer) -> Plan:
        """1 to 3 s after the pace."""
        return Plan(Move("flip"), max(seen.now, offer.opens_at) + 1_000 + self.rng.below(2_001))

    def choose(self, seen: Sighting) -> Plan:
        """Recite, or go on alone; or, without cards, give up. Without a sentence it would rather not."""
        flip = seen.offer("flip")
        if flip and (self.goes_on_alone(seen) or not self.ready(seen)):
            return self.turn(seen, flip)
        hopeless = self.right(seen) * self.at_stake(seen) < self.share(seen)
        if not flip and (hopeless or not self.ready(seen)):
            return self.soon(seen, Move("pose"), 1_000, 3_000)
        return self.soon(seen, Move("recite"), 1_000, 3_000)

    def ready(self, seen: Sighting) -> bool:
        return seen.view.fact("manche") != SENTENCE or bool(self.minds) or bool(self.compose(seen))

    def prove(self, seen: Sighting, offer: Offer) -> Plan:
        place = int(seen.view.fact("asked")[self.seat]) - 1
        known = self.known(seen)
        syllabic = seen.view.fact("manche") == SYLLABLES
        parts = known[2 * place : 2 * place + 2] if syllabic else known[place : place + 1]
        if None in parts and seen.offer("pose") and not self.chance(BLUFFS):
            return self.soon(seen, Move("pose"), 2_000, 5_000)
        first = 2 * place if syllabic else 0
        item = "".join(self.letter(part, first + i, syllabic) for i, part in enumerate(parts))
        if self.minds:
            item = self.minds[place] if None not in parts else self.word(None)
        return self.soon(seen, Move("prove", {"item": item}), 1_500, 4_000)

    def letter(self, known: str | None, place: int, syllabic: bool) -> str:
        """As it is, or any that could be there."""
        if known is not None:
            return known
        return self.rng.choice((VOICED if place % 2 else CONSONANTS) if syllabic else list(WORTH))

    # ---- what it says ------------------------------------------------------------------------------

    def item(self, seen: Sighting) -> str:
        given, known = int(seen.view.fact("given")), self.known(seen)
        manche = seen.view.fact("manche")
        if manche == SYLLABLES:
            pair = known[2 * given : 2 * given + 2]
            return "".join(self.letter(symbol, i, True) for i, symbol in enumerate(pair))
        if self.minds and given < len(self.minds):
            return self.minds[given] if known[given] is not None else self.word(None)
        if manche == SENTENCE and len(self.compose(seen)) == len(known):
            return self.speech[given]
        word = self.word(known[given], avoid=self.speech)
        self.speech.append(word)
        return word

    def compose(self, seen: Sighting) -> Sequence[str]:
        """A sentence with a box for each letter; what it has lost is any word."""
        known = self.known(seen)
        if self.composed != known:
            made = self.maker.make([Fit(contains=symbol or "") for symbol in known]) if self.maker else None
            self.composed, self.speech = known, made or []
        return self.speech

    def word(self, symbol: str | None, avoid: Sequence[str] = ()) -> str:
        """One of the commonest nouns with this letter. For a letter that it has lost, one with many letters that
        are often there."""
        said = {*map(fold, avoid), *self.refused}
        find, nouns = self.lexicon.index.find, NOUN if self.lexicon.tells_verbs else 0
        fit = Fit(contains=symbol or "", least=3)
        many = self.style.common if symbol else self.style.guesses
        for having in (nouns, DICTIONARY if nouns else 0):
            found = find(fit, limit=many + len(said), most_common=20_000, having=having)
            words = [word for word in found if word not in said and (having != nouns or not self.is_verb(word))]
            if words:
                best = (
                    self.rng.choice(words)
                    if symbol
                    else max(words, key=lambda w: sum(map(WORTH.__getitem__, set(w))))
                )
                return self.lexicon.spelled(best, having)
        return symbol or "E"

    def is_verb(self, word: str) -> bool:
        return bool(self.lexicon.look_up(word) & VERB)

    def think(self, seen: Sighting) -> Plan:
        """D24: a word for the letter that lies there; in a sentence one that goes on with it."""
        top = seen.view.zone("middle").cards[-1]
        symbol = SYMBOL[top.face] if top is not None and top.face else ""
        word = None
        if seen.view.fact("manche") != WORDS and self.maker:
            word = self.maker.go_on(self.minds, Fit(contains=symbol))
        self.minds.append(word or self.word(symbol, avoid=self.minds))
        return self.soon(seen, Move("think", {"word": self.minds[-1]}), 1_500, 4_500)


BOT = EmpilixBot
