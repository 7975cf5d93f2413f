"""A game of words small enough to see through: each in turn has thirty seconds to say one; what stands is kept."""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from msgspec import field

from tablee.kernel.game import Device, Game, GameInfo, Reading, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.record import Played, SeatChanged, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import seed_from
from tablee.kernel.state import SeatState
from tablee.kernel.units import NOBODY, Millis, Seat
from tablee.kernel.values import SAID, Shown
from tablee.kernel.zones import Zone
from tablee.phases.said import Said
from tablee.phases.vote import Sure, Verdict, Vote, WordOptions, WordState, ask, judge
from tablee.pieces.kinds import Kind
from tablee.words.fit import Fit, Word

SEARCH: Millis = 30_000
TURNS = 6
LEXICON = frozenset({"chat", "chien", "dort", "le"})


class SpeakOptions(WordOptions, frozen=True, kw_only=True):
    said_s: Literal[3, 0, 6] = 3


class SpeakState(WordState, kw_only=True):
    shown: ClassVar[Shown] = {"sentence": SAID}
    sentence: list[str] = field(default_factory=list)
    turn: int = 0


class Speak(Phase[SpeakState], kw_only=True):
    """Say a word; the vote and the window answer here, one after the other."""

    said_kind: ClassVar[type[Said[Any]]] = Said
    seat: Seat
    until: Millis = 0
    waiting: str = ""
    heard: bool = False
    answers: list[bool] = field(default_factory=list)

    def enter(self, s: SpeakState) -> None:
        s.fresh_votes()
        self.until = self.limit_in(s, SEARCH)

    def actors(self, s: SpeakState) -> Sequence[Seat]:
        return (self.seat,)

    def offers(self, s: SpeakState, seat: Seat) -> Sequence[Offer]:
        return (Offer("say", {"word": Word(Fit())}),) if seat == self.seat else ()

    def play(self, s: SpeakState, seat: Seat, move: Move) -> None:
        verdict = judge(s, seat, move.known)
        if verdict is Verdict.REFUSED:
            raise Refused("unknown_word")
        self.waiting, self.heard = move.args["word"], False
        if verdict.asks:
            ask(s, seat, move.known)
        else:
            self.hear(s)

    def hear(self, s: SpeakState) -> None:
        self.heard = True
        s.push(self.said_kind(author=self.seat, words=[self.waiting], span=s.options.said_s * 1_000))

    def resume(self, s: SpeakState, result: Any) -> None:
        self.answers.append(result)
        if result and not self.heard:
            self.hear(s)
        elif result:
            s.sentence.append(self.waiting)
            self.following(s)

    def alarms(self, s: SpeakState) -> Sequence[Alarm]:
        return (Alarm("limit", self.until, self.seat, waits=True),)

    def ring(self, s: SpeakState, alarm: Alarm) -> None:
        self.following(s)

    def following(self, s: SpeakState) -> None:
        s.turn += 1
        if s.turn == TURNS:
            s.end(ranked(s.scores))
        else:
            s.goto(type(self)(seat=s.turn % s.n))


class Talk(Game[SpeakState]):
    info = GameInfo(
        key="talk",
        name="Talk",
        version=1,
        players=(2, 5),
        kinds=("turn", "vote"),
        reading=Reading.READS,
        device=Device.SHARED,
        words=True,
    )
    state = SpeakState
    phases: ClassVar[tuple[type[Phase[Any]], ...]] = (Speak, Said, Vote, Sure)
    options = SpeakOptions
    first: ClassVar[type[Speak]] = Speak

    def setup(self, table: Setup) -> SpeakState:
        s = SpeakState(**table.common(["pA"]))
        s.zones = [Zone("pile", Kind.PILE, NOBODY, cards=[0])]
        s.goto(self.first(seat=0))
        return s

    def bound(self, players: int, options: Any) -> int:
        return TURNS * 10 * (players + 3)


def talk(players: int, *, bots: Sequence[Seat] = (), game: Talk | None = None, **options: Any) -> SpeakState:
    """A new game in which seat 0 is to say a word; these seats are bots."""
    return (game or Talk()).start(
        players,
        seed=seed_from(1),
        options=options,
        seats=[SeatState(human=seat not in bots) for seat in range(players)],
        watched=True,
    )


def say(s: SpeakState, word: str, t: Millis | None = None, seat: Seat | None = None) -> None:
    """Whoever's turn it is says a word, as it comes through the door of a server with a lexicon."""
    t = s.now if t is None else t
    seat = s.turn % s.n if seat is None else seat
    apply(s, Played(t, seat, Move("say", {"word": word}, t, known={word: int(word in LEXICON)})))


def leave(s: SpeakState, seat: Seat, *, stand_in: bool = False) -> None:
    """A person goes away; a bot may stand in for him."""
    apply(s, SeatChanged(s.now, seat, human=not stand_in, present=stand_in))


def come_back(s: SpeakState, seat: Seat) -> None:
    apply(s, SeatChanged(s.now, seat, human=True, present=True))


def top(s: SpeakState) -> str:
    return type(s.phases[-1]).__name__
