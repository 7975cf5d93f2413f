"""Touposix players: three vocabularies, and three ways to choose among the words that come to mind."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.words import USUAL, Skill, WordMind
from tablee.games.touposix.rules import BONUS, HAND, PETARD_USED
from tablee.kernel.domains import Card
from tablee.kernel.moves import Move
from tablee.kernel.units import Seat
from tablee.pieces.toutilix import ETOILE, PETARD, SYMBOL, VOWELS
from tablee.words.folding import fold
from tablee.words.spelling import Spelling

SKILLS: Mapping[Level, Skill] = {
    Level.BEGINNER: structs.replace(USUAL[Level.BEGINNER], words_known=5_000, find=0.35, long=0.2),
    Level.NORMAL: structs.replace(USUAL[Level.NORMAL], words_known=25_000, find=0.5, long=0.35),
    Level.STRONG: structs.replace(USUAL[Level.STRONG], words_known=None),
}
RARE = frozenset("JKQWXYZ")
SHORTEST, LONGEST = 3, 5
"""The words of a beginner."""
CONSIDERED = 60
"""Words of each length that a strong player weighs."""
USE: Mapping[str, int] = {a: 26 - i for i, a in enumerate("ESAITNRULODCPMVGFBHQYXJZKW")}
"""How useful a letter is to write with, from 26 down."""
KEEP_ETOILE, KEEP_RARE, BALANCE = 2.5, -1.0, 0.4
"""What a card left in the hand is worth to a strong player, and what each letter too many of vowels or consonants
costs."""


class TouposixIdea(Struct, frozen=True):
    """A word with its cards."""

    word: str
    cards: tuple[Card, ...]
    used: tuple[Card, ...]
    """Those of the hand."""


class TouposixBot(WordMind):
    skills = SKILLS

    _stuck = 0
    """Turns in a row without a word."""
    _passed = 0
    """Seats that passed one after another; when all have, the game is over (D10)."""
    _faces: Mapping[Card, str] = {}

    def occasion(self, seen: Sighting) -> object:
        """One decision for each turn: the same hand and the same tops are the same question."""
        offer = seen.offer("write")
        return (seen.view.phase, structs.asdict(offer) if offer else None)

    def notice(self, seen: Sighting) -> None:
        super().notice(seen)
        for event in seen.events:
            if event.kind == "passes":
                self._passed += 1
            elif event.kind in {"writes", "discards"}:
                self._passed = 0

    def decide(self, seen: Sighting) -> Plan | None:
        offer = seen.offer("write")
        if offer is None:
            return None
        hand = seen.view.zone(f"hand:{self.seat}").cards
        self._faces = {c.handle: c.face for c in hand if c is not None and c.handle and c.face}
        domain = offer.params["word"]
        assert isinstance(domain, Spelling)
        idea = self._idea(seen, domain)
        think = self.words.thinking(20 if idea else 1)
        if idea is None:
            return self.soon(seen, self._without_word(seen), think, think + 1)
        self._stuck = 0
        at = think + self.words.typing(idea.word)
        return self.soon(seen, self._write(seen, idea, domain), at, at + 1)

    # ---- which word --------------------------------------------------------------------------------

    def _idea(self, seen: Sighting, domain: Spelling) -> TouposixIdea | None:
        match self.level:
            case Level.BEGINNER:
                domain = self._with(domain, petards=True)
                ideas = self._found(domain, SHORTEST, LONGEST)
                if not ideas and self._last_chance(seen):
                    ideas = self._found(domain, 2, LONGEST, sure=True)
                return self.rng.choice(ideas) if ideas else None
            case Level.NORMAL:
                ideas = self._found(self._with(domain, petards=False), SHORTEST, HAND + 1)
                longest = max(ideas, key=lambda idea: len(idea.used), default=None)
                if longest is None or len(longest.used) < HAND:
                    ideas = self._found(self._with(domain, petards=True), HAND + 1, HAND + 1)
                    longest = next(iter(ideas), longest)
                return longest or next(iter(self._found(self._with(domain, petards=False), 2, 2)), None)
            case Level.STRONG:
                return self._best(seen, domain)

    def _with(self, domain: Spelling, *, petards: bool) -> Spelling:
        """The same question with étoiles before pétards, or without pétards."""
        order = sorted(domain.rack, key=lambda c: self._faces[c] == PETARD)
        rack = {c: domain.rack[c] for c in order if petards or self._faces[c] != PETARD}
        return Spelling(rack, domain.table, domain.least, domain.most)

    def _last_chance(self, seen: Sighting) -> bool:
        """Stuck again, or a pass might end the game: all others have passed, or hold their last cards."""
        others = [seat for seat in range(len(seen.view.seats)) if seat != self.seat]
        last = sum(not seen.view.zone(f"pile:{seat}").count for seat in others)
        return self._stuck > 0 or self._passed + last >= len(others)

    def _found(
        self, domain: Spelling, least: int, most: int, limit: int = 200, *, sure: bool = False
    ) -> list[TouposixIdea]:
        """The words of this length that come to mind, commonest first; all that it knows where it is sure."""
        words: dict[str, None] = {}
        come = self.words.known if sure else self.words.found
        for fit in domain.fits():
            wanted = structs.replace(fit, least=least, most=most)
            words |= dict.fromkeys(come(wanted, limit=limit))
        return [idea for word in words if (idea := self._laid(domain, word)) is not None]

    def _laid(self, domain: Spelling, word: str) -> TouposixIdea | None:
        value: Any = domain.laid(word)
        if value is None:
            return None
        cards = tuple(value["cards"])
        return TouposixIdea(word, cards, tuple(c for c in cards if c in domain.rack))

    def _best(self, seen: Sighting, domain: Spelling) -> TouposixIdea | None:
        ideas = {
            (idea.word, idea.cards): idea
            for petards in ((False, True) if PETARD in self._faces.values() else (False,))
            for length in range(2, HAND + 2)
            for idea in self._found(self._with(domain, petards=petards), length, length, CONSIDERED)
        }
        best = max(ideas.values(), key=lambda idea: self._worth(seen, idea, domain), default=None)
        return best if best is not None and self._worth(seen, best, domain) > -HAND else None

    def _worth(self, seen: Sighting, idea: TouposixIdea, domain: Spelling) -> float:
        """Cards shed, the bonus, pétards paid, and what stays in the hand."""
        left = [c for c in domain.rack if c not in idea.used]
        petards = sum(self._faces[c] == PETARD for c in idea.used)
        worth = float(len(idea.used) + PETARD_USED * petards)
        if len(idea.used) == HAND:
            worth += BONUS
        drawn = seen.view.zone(f"pile:{self.seat}").count
        if not left and not drawn:
            return worth + BONUS
        if drawn:
            worth += self._hand(left)
        tops = [domain.letter(c) or "" for c in idea.used]
        return worth - min((USE.get(a, 13) for a in tops), default=13) / 26

    def _hand(self, left: Sequence[Card]) -> float:
        letters = [SYMBOL[self._faces[c]] for c in left]
        vowels = sum(a in VOWELS for a in letters)
        consonants = sum(a not in VOWELS and a not in (ETOILE, PETARD) for a in letters)
        kept = KEEP_ETOILE * letters.count(ETOILE) + KEEP_RARE * sum(a in RARE for a in letters)
        return kept - BALANCE * abs(vowels - consonants)

    # ---- the move ----------------------------------------------------------------------------------

    def _write(self, seen: Sighting, idea: TouposixIdea, domain: Spelling) -> Move:
        laid = [c for c in idea.used if self._faces[c] != PETARD]
        if self.level is Level.STRONG or (self.level is Level.NORMAL and self._next_is_ahead(seen)):
            letters = dict(zip(idea.cards, fold(idea.word), strict=True))
            laid.sort(key=lambda c: -USE[letters[c]])
        args: dict[str, Any] = {"word": {"word": self.words.lexicon.spelled(idea.word), "cards": list(idea.cards)}}
        if laid:
            args["lay"] = laid
        return Move("write", args)

    def _next_is_ahead(self, seen: Sighting) -> bool:
        after = (self.seat + 1) % len(seen.view.seats)
        return self._cards(seen, after) < self._cards(seen, self.seat)

    def _cards(self, seen: Sighting, seat: Seat) -> int:
        return seen.view.zone(f"hand:{seat}").count + seen.view.zone(f"pile:{seat}").count

    def _without_word(self, seen: Sighting) -> Move:
        """Stuck twice, one throws away what is hard to write with. As long as he has cards to draw, a beginner
        does so before the game ends: one card, the hardest."""
        bad = [c for c, face in self._faces.items() if SYMBOL[face] in RARE]
        if self.level is Level.BEGINNER:
            letters = sorted(self._faces, key=lambda c: USE.get(SYMBOL[self._faces[c]], 27))
            draws = seen.view.zone(f"pile:{self.seat}").count > 0
            bad = letters[:1] if draws and self._last_chance(seen) else []
        elif self._stuck < 1:
            bad = []
        self._stuck = 0 if bad else self._stuck + 1
        return Move("discard", {"cards": bad}) if bad else Move("pass")


BOT = TouposixBot
