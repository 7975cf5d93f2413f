"""Jackpotix players: three vocabularies; the better ones look at what the next player could make of a row."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.bots.words import USUAL, Skill, Vocabulary, refused_words
from tablee.games.jackpotix.rows import LEFT, SIDES, SLOTS
from tablee.games.jackpotix.rules import WORD
from tablee.games.jackpotix.table import BONUS, JACKPOT, POINTS
from tablee.kernel.domains import Card
from tablee.kernel.moves import Move, Offer
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.pieces.toutilix import DECK, ETOILE, PETARD, SYMBOL
from tablee.words.fit import ANY, Fit, stands_in
from tablee.words.folding import fold
from tablee.words.lexicon import Lexicon

SKILLS: Mapping[Level, Skill] = {
    Level.BEGINNER: structs.replace(USUAL[Level.BEGINNER], words_known=5_000),
    Level.NORMAL: structs.replace(USUAL[Level.NORMAL], words_known=10_000),
    Level.STRONG: structs.replace(USUAL[Level.STRONG], words_known=40_000),
}
SOONEST: Millis = 2_000
LOOK: tuple[Millis, Millis] = (1_200, 2_500)
"""How long it takes to pick up a word or to leave it."""
SAYS = 8
"""One of so many of the commonest words that fit is said."""
RISKY = 3.0
"""What the next player may expect from a row, from which on a normal player blocks it."""
OPENS = 1.0
"""What a card may let the next player expect, from which on it is better to say that one can lay nothing: one more
card in the hand, and at worst the table lays one."""
CAREFUL = 8
"""So many cards and places a normal player compares before it lays a letter."""
KEEP = 5.0
"""What an étoile in the hand is worth to a strong player."""
AGAIN = 2.0
"""What another turn is worth."""


class JackpotixIdea(Struct, frozen=True):
    """A card at a place, and the word to say."""

    card: Card
    face: str
    place: str
    extract: str
    """What the row will be."""
    word: str
    whole: bool
    """The word is the row, and can be picked up."""


class JackpotixBot(Mind):
    def __init__(self, seat: Seat, level: Level, rng: Rng, lexicon: Lexicon) -> None:
        super().__init__(seat, level, rng)
        self._lexicon = lexicon
        self._words = Vocabulary(lexicon, SKILLS[level], rng)
        self._heard: dict[str, None] = {}
        """Words said in this game: a beginner knows them from then on."""
        self._gains: dict[str, dict[str, float]] = {}
        """What one more letter would bring, by row and letter."""

    def notice(self, seen: Sighting) -> None:
        self._words.refused |= refused_words(seen.events)
        for event in seen.events:
            if event.kind in ("says", "refutes"):
                self._heard[fold(event.told("words"))] = None
        if self._words.refused:
            self._heard = {word: None for word in self._heard if word not in self._words.refused}

    def decide(self, seen: Sighting) -> Plan | None:
        if seen.offer("collect"):
            return self.soon(seen, Move("collect" if self._collects(seen) else "leave"), *LOOK)
        if seen.offer("refute"):
            return None  # whatever a bot knows, the dictionary knows too
        offer = seen.offer("lay")
        ideas = list(self._ideas(seen, offer)) if offer is not None else []
        if offer is not None and not ideas and not (seen.offer("draw") or seen.offer("pass")):
            ideas = list(self._ideas(seen, offer, sure=True))  # it must lay something, and takes its time
        think = max(SOONEST, self._words.thinking(len(ideas)))
        idea, move = self._choose(seen, ideas)
        if idea is not None:
            args = {"card": idea.card, "place": idea.place, "word": self._lexicon.spelled(idea.word)}
            think += self._words.typing(idea.word)
            return self.soon(seen, Move("lay", args), think, think + 1)
        if move is None:
            move = Move("draw" if seen.offer("draw") else "pass")
            if not seen.offer(move.name):
                return None  # it knows no word at all with any of its letters: the clock plays
        return self.soon(seen, move, think, think + 1)

    # ---- what comes to mind ------------------------------------------------------------------------

    def _ideas(self, seen: Sighting, offer: Offer, *, sure: bool = False) -> Iterator[JackpotixIdea]:
        """For each different card and each place a word that comes to mind; the whole row, where it is one."""
        faces = self._hand(seen)
        by_symbol: dict[str, Card] = {}
        for card in offer.params["card"].values():
            by_symbol.setdefault(SYMBOL[faces[card]], card)
        for symbol, card in by_symbol.items():
            for place in offer.params["place"].values():
                fit: Fit = offer.params["word"].given({"card": card, "place": place}).fit  # type: ignore[attr-defined]
                free = PETARD not in self._row(seen, place)
                whole, others = self._known(fit.holds, free=free, sure=sure)
                if whole:
                    yield JackpotixIdea(card, symbol, place, fit.holds, whole, True)
                elif others:
                    yield JackpotixIdea(card, symbol, place, fit.holds, self.rng.choice(others), False)

    def _known(self, extract: str, *, free: bool, sure: bool) -> tuple[str, list[str]]:
        """The word that is this row, if one comes to mind, and some that hold it and are longer."""
        size = len(extract)
        whole = ""
        if free and size >= WORD:
            exact = self._words.found(Fit(holds=extract, most=size))
            exact += [word for word in self._heard if len(word) == size and stands_in(word, extract)]
            whole = max(exact, key=self._prize, default="")
        longer = self._words.known(Fit(holds=extract), limit=4 * SAYS, min_length=size + 1)
        others = [word for word in longer if sure or self._words.comes_to_mind(word)][:SAYS]
        return whole, others or [word for word in self._heard if len(word) > size and stands_in(word, extract)]

    # ---- which of them -----------------------------------------------------------------------------

    def _choose(self, seen: Sighting, ideas: Sequence[JackpotixIdea]) -> tuple[JackpotixIdea | None, Move | None]:
        """A word to lay, or another move; neither: nothing comes to mind."""
        match self.level:
            case Level.BEGINNER:
                whole = [idea for idea in ideas if idea.whole]
                goes_on = [idea for idea in ideas if not idea.whole]
                some = whole or goes_on
                return (self.rng.choice(some), None) if some else (None, self._blockade(seen))
            case Level.NORMAL:
                return self._normal(seen, ideas)
            case Level.STRONG:
                return self._best(seen, ideas)

    def _normal(self, seen: Sighting, ideas: Sequence[JackpotixIdea]) -> tuple[JackpotixIdea | None, Move | None]:
        """The longest word that it can pick up; else a pétard where the next one could finish, or any card."""
        whole = [idea for idea in ideas if idea.whole]
        if whole:
            return max(whole, key=lambda idea: (len(idea.extract), idea.face != ETOILE)), None
        move = self._blockade(seen, RISKY)
        if move is not None:
            return None, move
        letters = [idea for idea in ideas if idea.face != ETOILE] or list(ideas)
        if not letters:
            return None, self._blockade(seen)
        chances = self._chances(seen)
        some = self.rng.shuffled(letters)[:CAREFUL]
        opened, idea = min(((self._opened(seen, idea, chances), idea) for idea in some), key=lambda pair: pair[0])
        return (idea if opened < OPENS or not self._may_wait(seen) else None), None

    def _may_wait(self, seen: Sighting) -> bool:
        return seen.offer("draw") is not None or seen.offer("pass") is not None

    def _best(self, seen: Sighting, ideas: Sequence[JackpotixIdea]) -> tuple[JackpotixIdea | None, Move | None]:
        """What brings most, less what it lets the next player make of the row."""
        moves: list[tuple[float, JackpotixIdea | None, Move | None]] = []
        chances = self._chances(seen)
        for idea in ideas:
            before = self._row(seen, idea.place)
            risk = self._risk(before, chances)
            cost = KEEP if idea.face == ETOILE else 0.0
            if idea.whole:
                points = sum(POINTS.get(face, 1) for face in (*before, idea.face))
                moves.append((points + self._prize(idea.word) - len(idea.word) + risk - cost, idea, None))
            else:
                moves.append((-self._opened(seen, idea, chances) - cost, idea, None))
        block = self._blockade(seen)
        if block is not None:
            moves.append((self._risk(self._row(seen, block.args["place"]), chances), None, block))
        free = self._freeing(seen)
        if free is not None:
            moves.append((POINTS[ETOILE] + POINTS[PETARD] + AGAIN - KEEP, None, free))
        if self._may_wait(seen):
            moves.append((-OPENS, None, None))
        if not moves:
            return None, None
        best = max(moves, key=lambda m: (m[0], m[1] is None or m[1].place.count(":")))
        return best[1:]

    def _opened(self, seen: Sighting, idea: JackpotixIdea, chances: Mapping[str, float]) -> float:
        """What a card lets the next player make of its row, more than before."""
        before = self._row(seen, idea.place)
        after = [idea.face, *before] if idea.place.endswith(LEFT) else [*before, idea.face]
        return self._risk(after, chances) - self._risk(before, chances)

    def _collects(self, seen: Sighting) -> bool:
        """A word of three is left where nobody could finish a longer one with a single letter, and it could with
        two of its own."""
        word = fold(str(seen.view.fact("word")))
        if self.level is not Level.STRONG or len(word) > WORD or self._completions(word):
            return True
        letters = [SYMBOL[face] for face in self._hand(seen).values()]
        rack = "".join(a for a in letters if a not in POINTS)
        longer = self._words.known(Fit(holds=word, least=WORD + 2, most=WORD + 2, rack=word + rack))
        return not longer

    # ---- pétards and étoiles -----------------------------------------------------------------------

    def _blockade(self, seen: Sighting, least: float = 0.0) -> Move | None:
        """A pétard at the side from which the next player could expect most, if that is enough."""
        offer = seen.offer("block")
        if offer is None:
            return None
        chances = self._chances(seen)
        ends = list(offer.params["place"].values())
        place = max(ends, key=lambda end: self._risk(self._row(seen, end), chances))
        if self._risk(self._row(seen, place), chances) < least:
            return None
        return Move("block", {"petard": next(iter(offer.params["petard"].values())), "place": place})

    def _freeing(self, seen: Sighting) -> Move | None:
        """An étoile on the pétard of the longest row."""
        offer = seen.offer("free")
        if offer is None:
            return None
        place = max(offer.params["place"].values(), key=lambda end: len(self._row(seen, end)))
        return Move("free", {"etoile": next(iter(offer.params["etoile"].values())), "place": place})

    # ---- what a row is worth -----------------------------------------------------------------------

    def _prize(self, word: str) -> float:
        """The cards that a whole word brings; only a strong player thinks of jackpots."""
        size = len(word)
        if self.level is Level.STRONG and not self._lexicon.extends(word):
            return 2 * size + JACKPOT
        return 2 * size if size >= BONUS else size

    def _completions(self, extract: str) -> dict[str, float]:
        """The letters that would make a word of a row, with the best that they bring."""
        if extract not in self._gains:
            gains: dict[str, float] = {}
            size = len(extract) + 1
            if size >= WORD:
                for fit, at in ((Fit(starts=extract, most=size), -1), (Fit(ends=extract, most=size), 0)):
                    for word in self._words.known(fit, min_length=size):
                        gains[word[at]] = max(gains.get(word[at], 0.0), self._prize(word))
            self._gains[extract] = gains
        return self._gains[extract]

    def _risk(self, row: Sequence[str], chances: Mapping[str, float]) -> float:
        """What the next player may expect to pick up from this row."""
        if PETARD in row:
            return 0.0
        gains = self._completions("".join(ANY if face == ETOILE else face for face in row))
        expected, none_better = 0.0, 1.0
        for letter, gain in sorted(gains.items(), key=lambda item: -item[1]):
            expected += none_better * chances[letter] * gain
            none_better *= 1 - chances[letter]
        return expected

    def _chances(self, seen: Sighting) -> dict[str, float]:
        """How likely the next player holds each letter, after all that lies open."""
        view = seen.view
        unseen = Counter(SYMBOL[face] for face in DECK)
        zones = [f"hand:{self.seat}", *(f"row:{slot}" for slot in SLOTS)]
        zones += [f"won:{seat}" for seat in range(len(view.seats))]
        for name in zones:
            unseen.subtract(SYMBOL[c.face] for c in view.zone(name).cards if c is not None and c.face)
        total = max(1, unseen.total())
        cards = view.zone(f"hand:{(self.seat + 1) % len(view.seats)}").count
        return {a: 1 - (1 - (n + unseen[ETOILE]) / total) ** cards for a, n in unseen.items()}

    # ---- what lies there ---------------------------------------------------------------------------

    def _hand(self, seen: Sighting) -> dict[Any, str]:
        hand = seen.view.zone(f"hand:{self.seat}").cards
        return {c.handle: c.face for c in hand if c is not None and c.handle and c.face}

    def _row(self, seen: Sighting, place: str) -> list[str]:
        """What the cards of a row say, from left to right."""
        name = place.rsplit(":", 1)[0] if place.endswith(SIDES) else place
        return [SYMBOL[c.face] for c in seen.view.zone(name).cards if c is not None and c.face]


BOT = JackpotixBot
