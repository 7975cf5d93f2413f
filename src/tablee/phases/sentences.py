"""Sentences that are said: a word in each box, a verb among them, and time to read them (C10, C17).

Where one human sits alone with bots nobody contests him, and a vote of one against a bot would always be won. So
what the bots' grammar cannot read is shown back to him once, and once in a bot's turn he may have another sentence
from it. Neither costs anybody anything.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar

from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import Alarm, Phase, Sealed
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import SAID
from tablee.phases.patience import PatientSearch
from tablee.phases.said import Said
from tablee.phases.search import LEAST_SENTENCE, Idea, search_of
from tablee.phases.vote import WITHDRAWN, Sure, WordState
from tablee.pieces.toutilix import ETOILE
from tablee.words.fit import Fit
from tablee.words.flags import ODD, VERBLESS
from tablee.words.folding import fold
from tablee.words.sentence import written

A_WORD: Millis = 500
"""Reading takes time: so much for each word."""
READABLE: Millis = 2_000
"""So long a sentence stays at least, also where nobody could contest it."""
MORE_GRACE: Millis = 5_000
LONGEST_GRACE: Millis = 45_000
SHOWN_BACK = 3
"""So many sentences are shown back for one card; after that everything is believed."""


def grace_for(seconds: int, words: int) -> Millis:
    """How long one may search in peace for a sentence of so many words."""
    return min(seconds * 1_000 + words * MORE_GRACE, LONGEST_GRACE)


@cache
def fit_of(symbol: str) -> Fit:
    """The word for a card contains its letter; for an étoile it is any."""
    return Fit() if symbol == ETOILE else Fit(contains=symbol)


class SpokenState(WordState, kw_only=True):
    """A game in which one human alone may have another sentence from a bot, once in its turn."""

    asked_other: bool = False

    def fresh_votes(self) -> None:
        super().fresh_votes()
        self.asked_other = False

    def alone(self) -> Seat | None:
        """The one human who is there, if there is one only."""
        people = [seat for seat in self.all_seats if self.seats[seat].human and self.seats[seat].present]
        return people[0] if len(people) == 1 else None


K = TypeVar("K", bound=SpokenState)


class SaidAmongBots(Said[K], Generic[K], kw_only=True):
    """The window for what goes into a sentence. One human alone contests nothing, but may have another."""

    def other_for(self, s: K) -> Seat | None:
        """Who may have another sentence: it is the bot's own turn, and the first time in it."""
        own_turn = not s.seats[self.author].human and search_of(s).seat == self.author
        return s.alone() if own_turn and not s.asked_other else None

    def contesters(self, s: K) -> list[Seat]:
        return super().contesters(s) if s.alone() is None or s.seats[self.author].human else []

    def kept(self, s: K) -> bool:
        return self.other_for(s) is not None

    def offers(self, s: K, seat: Seat) -> Sequence[Offer]:
        offers = super().offers(s, seat)
        if seat != self.other_for(s):
            return offers
        return (Offer("another", closes_at=self.until + self.shift), *offers)

    def play(self, s: K, seat: Seat, move: Move) -> None:
        if move.name != "another":
            super().play(s, seat, move)
            return
        s.asked_other = True
        s.tell("asks_other", seat=seat, owner=self.author, words=SAID(self.said))
        search = search_of(s)
        self.close(s, stands=False)
        search.start(s)


class SpokenSentence(SaidAmongBots[K], Generic[K], kw_only=True):
    """A whole sentence: it stays as long as it takes to read it."""

    def enter(self, s: K) -> None:
        self.span = max(self.span + len(self.words) * A_WORD, READABLE)
        super().enter(s)

    def contesters(self, s: K) -> list[Seat]:
        """A table may do without contests."""
        return super().contesters(s) if s.options.said_s else []

    def kept(self, s: K) -> bool:
        return True


class SoundsRight(Sure[K], Generic[K], kw_only=True):
    """The sentence is shown back to its author, who keeps it or makes another."""

    @property
    def unsure(self) -> Sealed:
        return Sealed(written(self.words), self.author)

    def offers(self, s: K, seat: Seat) -> Sequence[Offer]:
        return (Offer("sounds_fine"), Offer("rewrite")) if seat in self.actors(s) else ()

    def play(self, s: K, seat: Seat, move: Move) -> None:
        s.pop(True if move.name == "sounds_fine" else WITHDRAWN)

    def ring(self, s: K, alarm: Alarm) -> None:
        """Silence keeps it."""
        s.pop(True)


class SentenceSearch(PatientSearch[K], Generic[K], kw_only=True):
    """A search whose answers are sentences in boxes, in an argument `words`. The table has an option `said_s`."""

    least: ClassVar[Millis] = LEAST_SENTENCE
    shown_back: int = 0

    def words(self, s: K, idea: Idea) -> str:
        return written(idea.args.get("words", ()))

    def objection(self, s: K, idea: Idea) -> str | None:
        """No word of it can be its verb; one that this table has voted on may be one."""
        voted = any(s.words.get(fold(word)) for word in idea.known)
        return "no_verb" if not voted and any(flags & VERBLESS for flags in idea.known.values()) else None

    def window(self, s: K, idea: Idea) -> Phase[Any] | None:
        return SpokenSentence(author=idea.seat, words=idea.args["words"], span=int(s.options.said_s) * 1_000)

    def question(self, s: K, idea: Idea) -> Phase[Any] | None:
        odd = any(flags & ODD for flags in idea.known.values())
        if not odd or s.alone() != idea.seat or self.shown_back >= SHOWN_BACK:
            return None
        self.shown_back += 1
        return SoundsRight(author=idea.seat, words=idea.args["words"])


SENTENCE_PHASES: tuple[type[Phase[Any]], ...] = (SpokenSentence, SoundsRight)
"""What a game of sentences lists beside its own `SentenceSearch` and `SEARCH_PHASES`."""
