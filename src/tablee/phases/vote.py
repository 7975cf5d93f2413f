"""Words before the table: what the lexicon or the table knows, and the vote on what neither does (C11, C16)."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import ClassVar, Generic, Literal, TypeVar

from msgspec import field

from tablee.kernel.game import TableOptions
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import NEVER, Alarm, Phase
from tablee.kernel.rng import Rng
from tablee.kernel.sight import Sight
from tablee.kernel.state import State
from tablee.kernel.units import Millis, Seat
from tablee.words.folding import fold

VOTE: Millis = 10_000
LOST = 3
"""After so many lost votes in a turn a seat may send only known words."""


class WordOptions(TableOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Options of every game of words."""

    language: Literal["fr", "en", "es", "de", "it"] = "fr"
    rude: bool = False
    """Bots and hints may use rude words; people always may."""


class WordState(State, kw_only=True):
    """A game of words. What the table has voted stands in `words`."""

    wordy: ClassVar[bool] = True

    shown: ClassVar[Mapping[str, Sight]] = {"refusals": Sight.ALL}
    lost: list[int] = field(default_factory=list)
    """Votes lost by each seat in this turn; the game clears it with `fresh_votes`."""
    refusals: list[int] = field(default_factory=list)
    """How often each seat has voted against a word: the result of a game of two says it."""

    def __init_subclass__(cls) -> None:
        """A game adds its own facts to those of every game of words."""
        cls.shown = {**WordState.shown, **cls.shown}

    def fresh_votes(self) -> None:
        """A new turn, or a new card: lost votes count anew."""
        self.lost = [0] * self.n


W = TypeVar("W", bound=WordState)


class Verdict(StrEnum):
    KNOWN = "known"
    REFUSED = "refused"
    VOTE = "vote"


def unknown(s: WordState, known: Mapping[str, int]) -> list[str]:
    """The words that neither this table nor the lexicon knows."""
    return [word for word, flags in known.items() if not s.words.get(fold(word), flags)]


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
    return Verdict.VOTE if voters(s, seat) and may_ask(s, seat) else Verdict.REFUSED


def may_ask(s: WordState, seat: Seat) -> bool:
    """Whether this seat has not yet lost too many votes in this turn."""
    return not s.lost or s.lost[seat] < LOST


def put_to_vote(s: WordState, author: Seat, known: Mapping[str, int]) -> None:
    """Asks the table about the unknown words; the phase that asks gets the answer in `resume`, as a bool."""
    s.push(Vote(author=author, words=unknown(s, known)))


def contest(s: WordState, author: Seat, words: Iterable[str], contester: Seat) -> None:
    """Asks the table about something it heard (C17); to contest is to vote against it."""
    vote: Vote[WordState] = Vote(author=author, words=list(words), contested=True)
    vote.ballots[contester] = False
    s.push(vote)


def may_contest(s: WordState, author: Seat) -> list[Seat]:
    """Who may contest what the author has said: nobody, once he may send only known words."""
    return voters(s, author) if may_ask(s, author) else []


class Vote(Phase[W], Generic[W]):
    """Pushed on the phase that asks, whose clocks stand still meanwhile (C9). Silence accepts; so does a tie."""

    shown: ClassVar[Mapping[str, Sight]] = {
        "words": Sight.ALL,
        "author": Sight.ALL,
        "contested": Sight.ALL,
        "voters": Sight.ALL,
        "voted": Sight.ALL,
    }
    author: Seat
    words: list[str]
    contested: bool = False
    voters: list[Seat] = field(default_factory=list)
    voted: list[Seat] = field(default_factory=list)
    ballots: dict[Seat, bool] = field(default_factory=dict)
    until: Millis = 0

    def enter(self, s: W) -> None:
        self.voters = voters(s, self.author)
        self.voted = list(self.ballots)
        self.until = self.limit_in(s, VOTE)
        s.tell("vote", seat=self.author, words=" ".join(self.words), contested=int(self.contested))
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
            s.lost = s.lost or [0] * s.n
            s.lost[self.author] += 1
        if not self.contested:  # C16; a contest asks whether it fits here, not whether the word exists
            for word in self.words:
                s.words[fold(word)] = accepted
        s.tell(
            "vote_accepted" if accepted else "vote_refused",
            seat=self.author,
            words=" ".join(self.words),
            against=len(against),
            voters=len(self.voters),
        )
        s.pop(accepted)

    def reseal(self, s: W, seat: Seat, rng: Rng) -> None:
        for other in self.ballots:
            if other != seat:
                self.ballots[other] = rng.below(2) == 1
