"""How bots tell whole sentences against a chrono. The grammar fills boxes nearly always, so a level is a matter of
chance and time: how often nothing comes to mind, how long it takes, when somebody else is hurried or helped."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.searching import HESITATION, BotIdea, SearchingMind
from tablee.bots.sentences import SentenceMaker, speaks
from tablee.kernel.moves import Move, Offer
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.words.fit import Fit
from tablee.words.flags import DICTIONARY, VERB
from tablee.words.lexicon import Lexicon

COMMON = 60
"""In a language that bots cannot speak: words are drawn from so many of the commonest that fit."""


class TellingStyle(Struct, frozen=True):
    thinks: tuple[Millis, Millis]
    """A sentence takes a time between these."""
    dry: tuple[float, float, float]
    """How often nothing comes to mind: a short sentence, a longer one, a long one."""
    helps: float
    """How often it has a sentence when somebody else is dry; found in half the time."""
    launches: float = 0
    """How often it starts a chrono,"""
    waits: tuple[Millis, Millis] = (0, 0)
    """and how long after the earliest moment."""
    few: int = 0
    """Somebody who has no more cards than this is hurried at once, always."""


class TellingMind(SearchingMind):
    """A game's bot says what it would tell, and how long somebody may search in peace."""

    def __init__(self, seat: Seat, level: Level, rng: Rng, lexicon: Lexicon, style: TellingStyle) -> None:
        super().__init__(seat, level, rng)
        self._lexicon = lexicon
        self._style = style
        self.sentences = SentenceMaker(lexicon, rng, level) if speaks(lexicon.language) else None

    # ---- what a game says --------------------------------------------------------------------------

    @abstractmethod
    def tell(self, seen: Sighting, offer: Offer) -> Mapping[str, Any] | None:
        """What comes to mind for an offer of sentences, as arguments; None: nothing does."""

    @abstractmethod
    def length(self, words: int) -> int:
        """Whether a sentence of so many words is short (0), longer (1) or long (2)."""

    @abstractmethod
    def grace(self, offer: Offer) -> Millis:
        """How long nobody can be hurried."""

    @abstractmethod
    def cards(self, seen: Sighting, seat: Seat) -> int:
        """How many cards somebody still has to get rid of."""

    # ---- the search --------------------------------------------------------------------------------

    def make(self, fits: Sequence[Fit]) -> Sequence[str] | None:
        """A sentence for these boxes; in a language that bots cannot speak, words for them."""
        sentences = self.sentences
        if sentences is None:
            return self._words(fits)
        return self.another(lambda: sentences.make(fits))

    def _words(self, fits: Sequence[Fit]) -> list[str] | None:
        """A verb and other words."""
        telling, place = self._lexicon.tells_verbs, self.rng.below(len(fits))
        words = []
        for i, fit in enumerate(fits):
            having = (VERB if i == place else DICTIONARY) if telling else 0
            found = self._lexicon.index.find(fit, limit=COMMON, having=having)
            if not found:
                return None
            words.append(self._lexicon.spelled(self.rng.choice(found), having))
        return words

    def thinking(self) -> Millis:
        soonest, latest = self._style.thinks
        return soonest + self.rng.below(latest - soonest + 1)

    def think(self, seen: Sighting, offer: Offer) -> BotIdea:
        ready = seen.now + self.thinking()
        args = self.tell(seen, offer)
        if args is not None and self.chance(self._style.dry[self.length(len(args["words"]))]):
            args = None
        return BotIdea(args, ready)

    def patience(self, seen: Sighting) -> Millis | None:
        style, offer = self._style, seen.offer("idea")
        assert offer is not None
        if self.cards(seen, seen.view.active[0]) <= style.few:
            return self.grace(offer)
        if not self.chance(style.launches):
            return None
        soonest, latest = style.waits
        return self.grace(offer) + soonest + self.rng.below(latest - soonest + 1)

    def _speak(self, seen: Sighting, offer: Offer) -> Plan | None:
        """For somebody else's card nothing is thought of in vain."""
        if offer.name != "idea":
            return super()._speak(seen, offer)
        dried = seen.offer("no_idea") is not None
        if dried:
            wait: Millis | None = self.thinking() // 2 if self.chance(self._style.helps) else None
        else:
            wait = self.patience(seen)
        args = self.tell(seen, offer) if wait is not None else None
        if args is not None and wait is not None:
            return self._at(seen, Move(offer.name, args, answers=offer.stimulus), seen.now + wait)
        return self.soon(seen, Move("no_idea"), *HESITATION) if dried else None
