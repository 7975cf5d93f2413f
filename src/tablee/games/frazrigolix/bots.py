"""Frazrigolix bots: how often a word comes to mind, and when they start a chrono with it."""

from msgspec import Struct, structs

from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.searching import BotIdea, SearchingMind
from tablee.bots.sentences import SentenceMaker, speaks
from tablee.bots.words import USUAL, Vocabulary
from tablee.kernel.moves import Move, Offer
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.words.fit import Fit, Word
from tablee.words.lexicon import Lexicon

RARE = frozenset("KWXYZJQ")


class FrazrigolixStyle(Struct, frozen=True):
    """Beside the usual skill: so many words known, found in so many seconds."""

    dry: float
    """How often no word comes to mind, on a common letter and on a rare one."""
    dry_rare: float
    launches: float
    """How often it starts a chrono when it has a word."""
    patience: Millis
    """How long it lets somebody search before that."""


STYLES = {
    Level.BEGINNER: FrazrigolixStyle(0.2, 0.6, 0.1, 0),
    Level.NORMAL: FrazrigolixStyle(0.05, 0.25, 1.0, 5_000),
    Level.STRONG: FrazrigolixStyle(0.0, 0.1, 1.0, 3_000),
}

TURNS = (600, 1_500)


class FrazrigolixBot(SearchingMind):
    def __init__(self, seat: Seat, level: Level, rng: Rng, lexicon: Lexicon) -> None:
        super().__init__(seat, level, rng)
        # Whether a word comes at all is the style's business here, so none that fits is overlooked.
        skill = structs.replace(USUAL[level], find=1.0, long=1.0)
        self._vocabulary = Vocabulary(lexicon, skill, rng)
        self._sentences = SentenceMaker(lexicon, rng, level) if speaks(lexicon.language) else None

    def occasion(self, seen: Sighting) -> object:
        """Who leads again turns another card."""
        return super().occasion(seen), seen.view.zone(f"pile:{self.seat}").count

    def otherwise(self, seen: Sighting) -> Plan | None:
        return self.soon(seen, Move("flip"), *TURNS) if seen.offer("flip") else None

    def patience(self, seen: Sighting) -> Millis | None:
        style = STYLES[self.level]
        return style.patience if self.chance(style.launches) else None

    def think(self, seen: Sighting, offer: Offer) -> BotIdea:
        style, domain = STYLES[self.level], offer.params["word"]
        assert isinstance(domain, Word)
        ready = seen.now + self._vocabulary.thinking()
        if self.chance(style.dry_rare if RARE & set(domain.fit.contains) else style.dry):
            return BotIdea(None, ready)
        word = self._word(seen.view.fact("spoken"), domain.fit)
        return (
            BotIdea(None, ready)
            if word is None
            else BotIdea({"word": word}, ready + self._vocabulary.typing(word))
        )

    def _word(self, sentence: list[str], fit: Fit) -> str | None:
        """One that goes on with the sentence; in a language that bots cannot speak, one that has the letter."""
        if self._sentences is not None:
            return self._sentences.go_on(sentence, fit, avoid=self.refused)
        found = self._vocabulary.find(fit, avoid=self.refused)
        return found.word if found else None


BOT = FrazrigolixBot
