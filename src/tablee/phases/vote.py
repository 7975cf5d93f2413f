"""Words before the table: what the lexicon or the table knows, the vote on what neither does (C11, C16), and the
question to their author where nobody could vote (C19)."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import ClassVar, Generic, Literal, TypeVar

from msgspec import field

from tablee.kernel.events import Keep
from tablee.kernel.game import TableOptions
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import NEVER, Alarm, Phase, Sealed
from tablee.kernel.rng import Rng
from tablee.kernel.state import State
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import PLAIN, SAID, SEAT, TERM, Shown
from tablee.words.fit import Fit
from tablee.words.flags import KNOWN, foreign
from tablee.words.folding import fold

VOTE: Millis = 10_000
SURE: Millis = 10_000
LOST = 3
"""After so many lost votes in a turn a seat may send only known words."""


class LanguageOptions(TableOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Options of a game in which words are written."""

    language: Literal["fr", "en", "es", "de", "it"] = "fr"
    languages: Literal["all", "own"] = "all"
    """Whether words of the other languages are words here too (C19)."""


class WordOptions(LanguageOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Options of every game of words in which they are judged."""

    unknown_alone: Literal["trust", "refuse"] = "trust"
    """Where nobody could vote on an unknown word: whether its author may confirm it (C19)."""
    rude: bool = False
    """Bots and hints may use rude words; people always may."""


class WordState(State, kw_only=True):
    """A game of words. What the table has voted stands in `words`."""

    wordy: ClassVar[bool] = True
    keeps: ClassVar[Keep] = Keep.LASTING
    """Whether what was said stays in the log; fleeting where to remember it is the game."""

    shown: ClassVar[Shown] = {"refusals": PLAIN}
    lost: list[int] = field(default_factory=list)
    """Votes lost by each seat in this turn; the game clears it with `fresh_votes`."""
    refusals: list[int] = field(default_factory=list)
    """How often each seat has voted against a word: the result of a game of two says it."""

    def __init_subclass__(cls) -> None:
        """A game adds its own facts to those of every game of words."""
        cls.shown = {**WordState.shown, **cls.shown}

    def votes_on(self, seat: Seat) -> bool:
        """Whether a word of this seat that nobody knows may be asked about at all."""
        return True

    def credible(self, flags: int) -> bool:
        """Whether its author alone may be believed (C19), by what the lexicon said of a word that nobody knows."""
        return True

    def fresh_votes(self) -> None:
        """A new turn, or a new card: lost votes count anew."""
        self.lost = [0] * self.n


def lose(s: WordState, seat: Seat) -> None:
    """C11: a question that this seat has put, and lost."""
    s.lost = s.lost or [0] * s.n
    s.lost[seat] += 1


def settle(s: WordState, words: Iterable[str], *, accepted: bool) -> None:
    """C16: words that this table knows from now on, or refuses."""
    for word in words:
        s.words[fold(word)] = accepted


W = TypeVar("W", bound=WordState)


class Verdict(StrEnum):
    KNOWN = "known"
    REFUSED = "refused"
    VOTE = "vote"
    SURE = "sure"
    """Nobody could vote: its author is asked whether he is sure of it."""

    @property
    def asks(self) -> bool:
        """Somebody must be asked, by `ask`."""
        return self in (Verdict.VOTE, Verdict.SURE)


def unknown(s: WordState, known: Mapping[str, int]) -> list[str]:
    """The words that neither this table nor the lexicon knows."""
    return [word for word, flags in known.items() if not s.words.get(fold(word), flags & KNOWN)]


def tell_foreign(s: WordState, known: Mapping[str, int], keep: Keep | None = None) -> None:
    """C19: a word of another language has been said, and the table is told of which."""
    for word, flags in known.items():
        if (language := foreign(flags)) and fold(word) not in s.words:
            s.tell("foreign", keep=keep or s.keeps, words=SAID(word), language=TERM(f"word.{language}"))


def voters(s: WordState, author: Seat) -> list[Seat]:
    """The people present but the author; bots never vote."""
    return [seat for seat in s.others(author) if s.seats[seat].human and s.seats[seat].present]


def judge(s: WordState, seat: Seat, known: Mapping[str, int]) -> Verdict:
    """What becomes of words that a seat says. `known` is what its move brought from the lexicon."""
    doubtful = unknown(s, known)
    if not doubtful:
        return Verdict.KNOWN
    if any(fold(word) in s.words for word in doubtful):
        return Verdict.REFUSED
    if not may_ask(s, seat):
        return Verdict.REFUSED
    if voters(s, seat):
        return Verdict.VOTE
    believed = trusted(s, seat) and all(s.credible(known[word]) for word in doubtful)
    return Verdict.SURE if believed else Verdict.REFUSED


def trusted(s: WordState, seat: Seat) -> bool:
    """C19: whether the table believes who sits there alone. A bot is never sure of a word that nobody knows."""
    author = s.seats[seat]
    return author.human and author.present and s.options.unknown_alone == "trust"


def may_ask(s: WordState, seat: Seat) -> bool:
    """Whether this seat may ask about a word, and has not yet lost too many votes in this turn."""
    return s.votes_on(seat) and (not s.lost or s.lost[seat] < LOST)


def ask(s: WordState, author: Seat, known: Mapping[str, int], *, quiet: bool = False) -> None:
    """Asks the table about the unknown words, or their author where nobody could vote. The phase that asks gets
    the answer in `resume`: a bool, or `WITHDRAWN`. `quiet`: the words are still a secret of their author."""
    words = unknown(s, known)
    if voters(s, author):
        s.push(Vote(author=author, words=words))
    else:
        s.push(Sure(author=author, words=words, quiet=quiet))


def contest(s: WordState, author: Seat, words: Iterable[str], contester: Seat, *, settles: bool = False) -> None:
    """Asks the table about something it heard (C17); to contest is to vote against it."""
    vote: Vote[WordState] = Vote(author=author, words=list(words), contested=True, settles=settles)
    vote.ballots[contester] = False
    s.push(vote)


def may_contest(s: WordState, author: Seat) -> list[Seat]:
    """Who may contest what the author has said: nobody, once he may send only known words."""
    return voters(s, author) if may_ask(s, author) else []


class Vote(Phase[W], Generic[W]):
    """Pushed on the phase that asks, whose clocks stand still meanwhile (C9). Silence accepts; so does a tie."""

    shown: ClassVar[Shown] = {
        "words": SAID,
        "author": SEAT,
        "contested": PLAIN,
        "settles": PLAIN,
        "voters": SEAT,
        "voted": SEAT,
    }
    author: Seat
    words: list[str]
    contested: bool = False
    settles: bool = True
    """C16: the words are known or unknown from now on. Not where one asks whether they go on with a sentence."""
    voters: list[Seat] = field(default_factory=list)
    voted: list[Seat] = field(default_factory=list)
    ballots: dict[Seat, bool] = field(default_factory=dict)
    until: Millis = 0

    def enter(self, s: W) -> None:
        self.voters = voters(s, self.author)
        self.voted = list(self.ballots)
        self.until = self.limit_in(s, VOTE)
        words = SAID(" ".join(self.words))
        s.tell("vote", keep=s.keeps, seat=self.author, words=words, contested=int(self.contested))
        self._count_if_all(s)

    def awaited(self, s: W) -> list[Seat]:
        """Whose ballot may still come. Who has lost the line may be back in time; a stand-in never votes."""
        return [seat for seat in self.voters if s.seats[seat].human and seat not in self.ballots]

    def actors(self, s: W) -> Sequence[Seat]:
        return [seat for seat in self.awaited(s) if s.seats[seat].present]

    def offers(self, s: W, seat: Seat) -> Sequence[Offer]:
        return (Offer("accept", secret=True), Offer("refuse", secret=True)) if seat in self.actors(s) else ()

    def play(self, s: W, seat: Seat, move: Move) -> None:
        self.ballots[seat] = move.name == "accept"
        self.voted.append(seat)
        self._count_if_all(s)

    def alarms(self, s: W) -> Sequence[Alarm]:
        awaited = self.awaited(s)
        if not awaited:  # the last one has left his place to a bot
            return (Alarm("limit", self.began, shown=False),)
        if self.until < NEVER:
            return (Alarm("limit", self.until, waits=True),)
        return [Alarm("limit", NEVER, seat) for seat in awaited]

    def ring(self, s: W, alarm: Alarm) -> None:
        if alarm.seat < 0:
            self._count(s)
        else:
            self.ballots[alarm.seat] = True
            self.voted.append(alarm.seat)
            self._count_if_all(s)

    def _count_if_all(self, s: W) -> None:
        if not self.awaited(s):
            self._count(s)

    def _count(self, s: W) -> None:
        against = [seat for seat, yes in self.ballots.items() if not yes]
        accepted = 2 * len(against) <= len(self.voters)
        s.refusals = s.refusals or [0] * s.n
        for seat in against:
            s.refusals[seat] += 1
        if not accepted:
            lose(s, self.author)
        if self.settles:
            settle(s, self.words, accepted=accepted)
        s.tell(
            "vote_accepted" if accepted else "vote_refused",
            keep=s.keeps,
            seat=self.author,
            words=SAID(" ".join(self.words)),
            against=len(against),
            voters=len(self.voters),
        )
        s.pop(accepted)

    def reseal(self, s: W, seat: Seat, rng: Rng) -> None:
        for other in self.ballots:
            if other != seat:
                self.ballots[other] = rng.below(2) == 1


WITHDRAWN = None
"""What a phase is answered when the author was not sure: the word has never been said, and nothing is lost."""


class Sure(Phase[W], Generic[W]):
    """C19: nobody could vote, so the author says whether he is sure of his word. Pushed like the vote, and the
    clocks beneath stand still (C9). Silence means no, and so does a place left to a bot."""

    shown: ClassVar[Shown] = {"author": SEAT, "unsure": PLAIN}
    author: Seat
    words: list[str]
    quiet: bool = False
    """The others do not know of the word yet: whoever asked tells them when they may."""
    until: Millis = 0

    @property
    def unsure(self) -> Sealed:
        """What he is asked about."""
        return Sealed(" ".join(self.words), self.author)

    def enter(self, s: W) -> None:
        self.until = self.limit_in(s, SURE)

    def actors(self, s: W) -> Sequence[Seat]:
        return (self.author,) if s.seats[self.author].human else ()

    def offers(self, s: W, seat: Seat) -> Sequence[Offer]:
        return (Offer("sure"), Offer("not_sure")) if seat in self.actors(s) else ()

    def play(self, s: W, seat: Seat, move: Move) -> None:
        if move.name == "sure":
            settle(s, self.words, accepted=True)
            if not self.quiet:
                confirmed(s, self.author, self.words)
            s.pop(True)
        else:
            self._withdraw(s)

    def alarms(self, s: W) -> Sequence[Alarm]:
        if not self.actors(s):
            return (Alarm("limit", self.began, shown=False),)
        return (Alarm("limit", self.until, self.author, waits=True),)

    def ring(self, s: W, alarm: Alarm) -> None:
        self._withdraw(s)

    def _withdraw(self, s: W) -> None:
        """It costs nothing. So that no turn lasts for ever, it may happen as often as votes may be lost (C11)."""
        lose(s, self.author)
        if not self.quiet:
            s.tell("withdrawn", keep=s.keeps, seat=self.author, words=SAID(" ".join(self.words)))
        s.pop(WITHDRAWN)

    def reseal(self, s: W, seat: Seat, rng: Rng) -> None:
        if self.quiet and seat != self.author:
            self.words = [Fit().make(rng)]


def confirmed(s: WordState, seat: Seat, words: Iterable[str]) -> None:
    """The log says that a word counts because its author was sure of it."""
    s.tell("confirmed", keep=s.keeps, seat=seat, words=SAID(" ".join(words)))
