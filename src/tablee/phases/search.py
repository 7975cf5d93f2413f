"""Search: one seat looks for a word while the others may start a chrono with a sealed idea (C3, C4, C9, C13).

Four phases work together, always with a `Search` at the bottom. `Countdown` is pushed on it by a launch, `GaveUp`
when the searcher is dry, `Typing` where an idea was a mere buzz on a shared screen. What is pushed freezes what
lies beneath, so the search goes on with the time that was left. A game writes a subclass of `Search` alone: what
may be said, how long it takes, and what follows from it. Votes, and the window of C17, are pushed on whichever
phase heard the words.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal

from msgspec import Struct, field, structs

from tablee.kernel.domains import Domain
from tablee.kernel.events import Keep
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import NEVER, STRETCH, Alarm, Phase, Sealed
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import Rng
from tablee.kernel.state import State
from tablee.kernel.units import TIE, Millis, Seat
from tablee.kernel.values import PLAIN, SAID, SEAT, Shown
from tablee.phases.screen import shares
from tablee.phases.vote import Verdict, W, WordOptions, ask, judge, tell_foreign

LEAST: Millis = 10_000
"""What the others have at least after *dry*, and what is typed after a buzz takes at most."""
LEAST_SENTENCE: Millis = 20_000
UNHURRIED = 200
"""Percent of its time that a grace lasts at a table without limits."""


class SearchOptions(WordOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Options of every game with a chrono."""

    chrono: Literal[10, 5, 3] = 10


class Idea(Struct, frozen=True):
    """What a seat says or seals, with what the lexicon answered. A buzz is an idea still without words."""

    seat: Seat
    at: Millis
    args: dict[str, Any]
    known: dict[str, int] = field(default_factory=dict)
    buzz: bool = False


def said_by(seat: Seat, move: Move, *, buzz: bool = False) -> Idea:
    return Idea(seat, move.at, dict(move.args), dict(move.known), buzz)


def search_of(s: State) -> "Search[Any]":
    """The search that is going on, under whatever has been pushed on it."""
    return next(phase for phase in reversed(s.phases) if isinstance(phase, Search))


def back_to_search(s: State) -> "Search[Any]":
    """Ends all that has been pushed on the search."""
    while not isinstance(s.phases[-1], Search):
        s.pop()
    return s.phases[-1]


def first_of(s: State, seat: Seat, ideas: Sequence[Idea]) -> Idea:
    """The idea that counts: the earliest, or of those within 30 ms of it the next clockwise after the searcher."""
    earliest = min(idea.at for idea in ideas)
    tied = [idea for idea in ideas if idea.at - earliest <= TIE]
    return min(tied, key=lambda idea: (idea.seat - seat) % s.n)


class Hearing(Phase[W], Generic[W]):
    """A phase in which something is said: known, it stands; unknown, the table votes (C11), or its author is asked
    where nobody could (C19). What stands may still have to pass the window in which it can be contested (C17)."""

    hurried: ClassVar[bool] = True
    heard: Idea | None = None
    """What is before the table now."""
    voted: bool = False
    """It is known, or the vote is over: what is asked now is whether somebody contests it."""

    def accepted(self, s: W, idea: Idea) -> None:
        raise NotImplementedError

    def denied(self, s: W, idea: Idea) -> None:
        raise NotImplementedError

    def asker(self, s: W) -> "Hearing[Any]":
        """The phase that has the hooks `question`, `keep` and `window`: the search, unless there is none."""
        return search_of(s)

    def question(self, s: W, idea: Idea) -> Phase[Any] | None:
        """A phase that asks its author about what he said before the table hears it; it answers like a vote."""
        return None

    def window(self, s: W, idea: Idea) -> Phase[Any] | None:
        """The phase in which what was said can be contested (C17); it answers with a bool."""
        return None

    def keep(self, s: W) -> Keep:
        """Whether answers stay in the log, or are gone like spoken words."""
        return Keep.LASTING

    def hear(self, s: W, idea: Idea) -> None:
        verdict = judge(s, idea.seat, idea.known)
        if verdict.asks:
            self.heard = idea
            ask(s, idea.seat, idea.known)
        elif verdict is Verdict.KNOWN:
            question = self.asker(s).question(s, idea)
            if question is None:
                self.weigh(s, idea)
            else:
                self.heard = idea
                s.push(question)
        else:
            self.denied(s, idea)

    def weigh(self, s: W, idea: Idea) -> None:
        tell_foreign(s, idea.known, self.asker(s).keep(s))
        window = self.asker(s).window(s, idea)
        if window is None:
            self.accepted(s, idea)
        else:
            self.heard, self.voted = idea, True
            s.push(window)

    def resume(self, s: W, result: Any) -> None:
        """The answer of the table: a bool, or that the author takes it back."""
        idea, voted = self.heard, self.voted
        if idea is None:
            return
        self.heard, self.voted = None, False
        if not result:
            self.denied(s, idea)
        elif voted:
            self.accepted(s, idea)
        else:
            self.weigh(s, idea)


class Search(Hearing[W], Generic[W], kw_only=True):
    """The searcher answers, or says that he is dry; the others launch. Only the hooks differ from game to game."""

    shown: ClassVar[Shown] = {"seat": SEAT, "barred": SEAT}
    answer: ClassVar[str] = "say"
    """The name of the move that answers."""
    least: ClassVar[Millis] = LEAST
    """`LEAST_SENTENCE` where an idea is a sentence."""
    handed: ClassVar[bool] = False
    """Ideas come from hidden hands, so a screen for several is passed round: whoever sits at one has no idea while
    another has it, and after *dry* the others are asked one after the other (`InTurn`)."""
    seat: Seat
    barred: list[Seat] = field(default_factory=list)
    """Whose launch was void: they may not start another chrono on this card."""
    launches: list[Idea] = field(default_factory=list)
    stimulus: int = -1
    until: Millis = 0
    ready: Millis = 0
    """When a chrono may start."""

    # ---- what a game says --------------------------------------------------------------------------

    def limit(self, s: W) -> Millis:
        """How long one may search."""
        raise NotImplementedError

    def chrono(self, s: W) -> Millis:
        return int(s.options.chrono) * 1_000

    def grace(self, s: W) -> Millis:
        """How long one searches before a chrono may start: searching is not being stuck. An idea sealed earlier
        waits, unseen and unannounced (`phases.patience`)."""
        return 0

    def content(self, s: W, seat: Seat) -> Mapping[str, Domain]:
        """What this seat may say, as searcher or as helper: a word, a place and a word, boxes."""
        raise NotImplementedError

    def objection(self, s: W, idea: Idea) -> str | None:
        """Why something that its domains allow is still refused, as a code: a sentence without a verb."""
        return None

    def may_help(self, s: W, seat: Seat) -> bool:
        """Whether a seat may have an idea here, apart from bars."""
        return True

    def has_means(self, s: W, seat: Seat) -> bool:
        """Whether a seat that may help holds what an idea takes; nobody else learns that it does not."""
        return True

    def found(self, s: W, idea: Idea) -> None:
        """The searcher's answer stands: what follows, and who plays next."""
        raise NotImplementedError

    def rescued(self, s: W, idea: Idea) -> None:
        """Somebody else's idea stands: what it costs the searcher, what it brings its author, who plays next."""
        raise NotImplementedError

    def nobody(self, s: W) -> None:
        """Nobody has found."""
        raise NotImplementedError

    def own_offers(self, s: W) -> Sequence[Offer]:
        """What the searcher may do beside answering, also while a chrono runs; `own_play` makes these moves."""
        return ()

    def own_play(self, s: W, move: Move) -> None:
        raise NotImplementedError

    def out_of_time(self, s: W) -> None:
        """The search limit: it presses `dry` for a silent player (C4)."""
        s.tell("timeout", seat=self.seat)
        self.give_up(s)

    # ---- the search --------------------------------------------------------------------------------

    def enter(self, s: W) -> None:
        self.start(s)

    def start(self, s: W) -> None:
        """The time begins, for the first time or anew."""
        self.stimulus = s.stimulate()
        self.until = self.limit_in(s, self.limit(s))
        self.ready = self.since + self.grace(s) * (STRETCH[s.options.timers] or UNHURRIED) // 100

    def helpers(self, s: W) -> list[Seat]:
        """Who may have an idea, clockwise from the searcher."""
        return [seat for seat in s.others(self.seat) if seat not in self.barred and self.may_help(s, seat)]

    def actors(self, s: W) -> Sequence[Seat]:
        return [self.seat, *self.helpers(s)]

    def active(self, s: W) -> Sequence[Seat]:
        return (self.seat,)

    def answers(self, s: W) -> list[Offer]:
        """What the searcher may do as long as he searches."""
        say = Offer(self.answer, self.content(s, self.seat), stimulus=self.stimulus)
        return [say, *self.own_offers(s)]

    def buzzes(self, s: W, seat: Seat) -> bool:
        """C13: on a shared screen an idea is a buzz."""
        return shares(s, seat) and not self.handed

    def idea_offers(self, s: W, seat: Seat, closes_at: Millis | None = None) -> Sequence[Offer]:
        if not self.has_means(s, seat):
            return ()
        params = {} if self.buzzes(s, seat) else self.content(s, seat)
        return (Offer("idea", params, closes_at=closes_at, stimulus=self.stimulus, secret=True),)

    def offers(self, s: W, seat: Seat) -> Sequence[Offer]:
        if seat == self.seat:
            return [*self.answers(s), Offer("dry")]
        if seat not in self.helpers(s) or any(idea.seat == seat for idea in self.launches):
            return ()
        return () if self.handed and shares(s, seat) else self.idea_offers(s, seat)

    def play(self, s: W, seat: Seat, move: Move) -> None:
        if move.name == "dry":
            self.give_up(s)
        elif move.name == "idea":
            self.launches.append(self.sealed(s, seat, move))
        elif move.name == self.answer:
            self.hear(s, self.vetted(s, said_by(seat, move)))
        else:
            self.own_play(s, move)

    def sealed(self, s: W, seat: Seat, move: Move) -> Idea:
        """An idea as it is sealed: what does not fit, or can only be refused at zero, is refused at once."""
        idea = said_by(seat, move, buzz=self.buzzes(s, seat))
        return idea if idea.buzz else self.vetted(s, idea)

    def vetted(self, s: W, idea: Idea) -> Idea:
        """The idea, unless it is refused here and now, at no cost."""
        code = self.objection(s, idea)
        if code is None and judge(s, idea.seat, idea.known) is Verdict.REFUSED:
            code = "unknown_word"
        if code is not None:
            raise Refused(code)
        return idea

    def alarms(self, s: W) -> Sequence[Alarm]:
        limit = Alarm("limit", self.until, self.seat, waits=True)
        return (limit, closing(self, self.launches, self.ready)) if self.launches else (limit,)

    def ring(self, s: W, alarm: Alarm) -> None:
        if alarm.key == "limit":
            self.out_of_time(s)
        else:
            self.launch(s)

    def launch(self, s: W) -> None:
        """C3: one chrono at a time. Whoever was later learns it, and may try again when this one was void."""
        first = first_of(s, self.seat, self.launches)
        for idea in self.launches:
            if idea is not first:
                s.tell("idea_late", to=1 << idea.seat, seat=first.seat)
        self.launches = []
        s.push(Countdown(seat=self.seat, author=first.seat, idea=first, sealed=self.envelope(s, first)))

    def envelope(self, s: W, idea: Idea) -> Sealed:
        """What its author sees of an idea, and the others only know to be there."""
        return Sealed(self.words(s, idea), idea.seat)

    def words(self, s: W, idea: Idea) -> str:
        """What an idea says, without places and cards."""
        domains = [(domain.given(idea.args), name) for name, domain in self.content(s, idea.seat).items()]
        return " ".join(word for d, name in domains if name in idea.args for word in d.words(idea.args[name]))

    def give_up(self, s: W) -> None:
        """C4: who has launched already has sent an idea; it counts at once."""
        launches, self.launches = self.launches, []
        passed_round = self.handed and any(shares(s, seat) for seat in self.helpers(s))
        s.push((InTurn if passed_round else GaveUp)(seat=self.seat, launches=launches))

    def weigh(self, s: W, idea: Idea) -> None:
        s.tell("says", keep=self.keep(s), seat=idea.seat, words=SAID(self.words(s, idea)))
        super().weigh(s, idea)

    def accepted(self, s: W, idea: Idea) -> None:
        """A launch that is still on its way comes to nothing."""
        self.found(s, idea)

    def denied(self, s: W, idea: Idea) -> None:
        """A wrong answer costs nothing; the search goes on."""

    def void(self, s: W, author: Seat) -> None:
        """C3: a launch whose idea does not stand."""
        self.barred.append(author)
        s.tell("void", seat=author)

    def reseal(self, s: W, seat: Seat, rng: Rng) -> None:
        """A seat does not know that others are about to launch."""
        self.launches = [idea for idea in self.launches if idea.seat == seat]


def closing(phase: Phase[Any], ideas: Sequence[Idea], ready: Millis = 0) -> Alarm:
    """When nothing earlier, and no near-tie, can come any more."""
    first = min(idea.at for idea in ideas)
    return Alarm("close", max(first - phase.shift + TIE + 1, ready), waits=True, shown=False)


class Countdown(Hearing[W], Generic[W], kw_only=True):
    """The chrono runs, its idea sealed. Until zero the searcher may still answer, and then it is never shown."""

    shown: ClassVar[Shown] = {"seat": SEAT, "author": SEAT, "sealed": PLAIN}
    seat: Seat
    author: Seat
    idea: Idea
    sealed: Sealed
    until: Millis = 0

    def enter(self, s: W) -> None:
        span = search_of(s).chrono(s)
        self.until = self.time(s) + span
        s.tell("chrono", seat=self.author, owner=self.seat, seconds=span // 1_000)

    def actors(self, s: W) -> Sequence[Seat]:
        return (self.seat,)

    def offers(self, s: W, seat: Seat) -> Sequence[Offer]:
        if seat != self.seat:
            return ()
        return [structs.replace(o, closes_at=self.until + self.shift) for o in search_of(s).answers(s)]

    def play(self, s: W, seat: Seat, move: Move) -> None:
        search = search_of(s)
        if move.name == search.answer:
            self.hear(s, search.vetted(s, said_by(seat, move)))
        else:
            s.pop()
            search.own_play(s, move)

    def alarms(self, s: W) -> Sequence[Alarm]:
        return (Alarm("zero", self.until, self.seat, waits=True),)

    def ring(self, s: W, alarm: Alarm) -> None:
        if self.idea.buzz:
            s.goto(Typing(author=self.author))
        else:
            s.tell("opens", seat=self.author, words=SAID(search_of(s).words(s, self.idea)))
            self.hear(s, self.idea)

    def weigh(self, s: W, idea: Idea) -> None:
        """An answer cancels the chrono for good, even if it is contested afterwards (C17)."""
        if idea.seat == self.seat:
            s.pop()
            search_of(s).weigh(s, idea)
        else:
            super().weigh(s, idea)

    def accepted(self, s: W, idea: Idea) -> None:
        back_to_search(s).rescued(s, idea)

    def denied(self, s: W, idea: Idea) -> None:
        """A refused answer leaves the chrono running; a refused idea was a void launch, and the search goes on."""
        if idea.seat != self.seat:
            back_to_search(s).void(s, self.author)

    def reseal(self, s: W, seat: Seat, rng: Rng) -> None:
        if self.author != seat and not self.idea.buzz and self.heard != self.idea:
            args: dict[str, Any] = {}
            for name, domain in search_of(s).content(s, self.author).items():
                args[name] = domain.given(args).sample(rng)
            self.idea = structs.replace(self.idea, args=args, known={})
            self.sealed = search_of(s).envelope(s, self.idea)


class GaveUp(Hearing[W], Generic[W], kw_only=True):
    """The searcher is dry (C4): the first idea of another that is accepted counts at once."""

    shown: ClassVar[Shown] = {"seat": SEAT, "passed": SEAT}
    seat: Seat
    launches: list[Idea] = field(default_factory=list)
    passed: list[Seat] = field(default_factory=list)
    """Who has said that he has no idea either."""
    until: Millis = 0

    def enter(self, s: W) -> None:
        search = search_of(s)
        s.tell("dry", seat=self.seat)
        self.until = self.limit_in(s, max(search.chrono(s), search.least))
        self._end_if_alone(s)

    def active(self, s: W) -> Sequence[Seat]:
        """Those who have not passed; who has sent an idea is not told before it is opened."""
        return [seat for seat in search_of(s).helpers(s) if seat not in self.passed]

    def actors(self, s: W) -> Sequence[Seat]:
        sent = [idea.seat for idea in self.launches]
        return [seat for seat in self.active(s) if seat not in sent]

    def offers(self, s: W, seat: Seat) -> Sequence[Offer]:
        if seat not in self.actors(s):
            return ()
        closes = self.until + self.shift if self.until < NEVER else None
        return (*search_of(s).idea_offers(s, seat, closes), Offer("no_idea"))

    def play(self, s: W, seat: Seat, move: Move) -> None:
        if move.name == "idea":
            self.launches.append(search_of(s).sealed(s, seat, move))
        else:
            self._pass(s, seat)

    def _pass(self, s: W, seat: Seat) -> None:
        self.passed.append(seat)
        s.tell("no_idea", seat=seat)
        self._end_if_alone(s)

    def alarms(self, s: W) -> Sequence[Alarm]:
        limits = [Alarm("limit", self.until, waits=True)]
        if self.until >= NEVER:
            limits = [Alarm("limit", NEVER, seat) for seat in self.active(s)]
        return [closing(self, self.launches), *limits] if self.launches else limits

    def ring(self, s: W, alarm: Alarm) -> None:
        """Ideas sent in time are heard before the time is over."""
        if self.launches:
            self._open(s)
        elif alarm.seat >= 0:
            self._pass(s, alarm.seat)
        else:
            self._end(s)

    def _open(self, s: W) -> None:
        idea = first_of(s, self.seat, self.launches)
        self.launches = [other for other in self.launches if other is not idea]
        if idea.buzz:
            s.push(Typing(author=idea.seat))
        else:
            s.tell("opens", seat=idea.seat, words=SAID(search_of(s).words(s, idea)))
            self.hear(s, idea)

    def accepted(self, s: W, idea: Idea) -> None:
        back_to_search(s).rescued(s, idea)

    def denied(self, s: W, idea: Idea) -> None:
        search_of(s).void(s, idea.seat)
        self._end_if_alone(s)

    def resume(self, s: W, result: Any) -> None:
        """The table's answer; or a buzz that came to nothing (`VOID`)."""
        if result == VOID:
            self._end_if_alone(s)
        else:
            super().resume(s, result)

    def _end_if_alone(self, s: W) -> None:
        if not self.launches and not self.actors(s):
            self._end(s)

    def _end(self, s: W) -> None:
        s.tell("nobody_finds", seat=self.seat)
        back_to_search(s).nobody(s)

    def reseal(self, s: W, seat: Seat, rng: Rng) -> None:
        self.launches = [idea for idea in self.launches if idea.seat == seat]


class InTurn(GaveUp[W], Generic[W], kw_only=True):
    """After *dry* where a screen is passed round: the others are asked one after the other, clockwise."""

    asked: Seat = -1

    def enter(self, s: W) -> None:
        s.tell("dry", seat=self.seat)
        self._end_if_alone(s)

    def active(self, s: W) -> Sequence[Seat]:
        return super().active(s)[:1]

    def alarms(self, s: W) -> Sequence[Alarm]:
        limits = [Alarm("limit", self.until, seat, waits=True) for seat in self.active(s)]
        return [closing(self, self.launches), *limits] if self.launches else limits

    def _end_if_alone(self, s: W) -> None:
        """Whoever comes next has his own time."""
        super()._end_if_alone(s)
        if s.phases[-1] is self and self.active(s) and self.active(s)[0] != self.asked:
            self.asked = self.active(s)[0]
            self.until = self.limit_in(s, LEAST_SENTENCE)


VOID = "void"


class Typing(Hearing[W], Generic[W], kw_only=True):
    """C13: who has buzzed on a shared screen types now what he had in mind. Nothing that fits: a void launch."""

    shown: ClassVar[Shown] = {"author": SEAT}
    author: Seat
    until: Millis = 0

    def enter(self, s: W) -> None:
        stretched = self.limit_in(s, search_of(s).least)
        self.until = stretched if stretched < NEVER else self.since + 2 * search_of(s).least

    def actors(self, s: W) -> Sequence[Seat]:
        return (self.author,)

    def offers(self, s: W, seat: Seat) -> Sequence[Offer]:
        if seat != self.author:
            return ()
        return (Offer("tell", search_of(s).content(s, seat), closes_at=self.until + self.shift),)

    def play(self, s: W, seat: Seat, move: Move) -> None:
        idea = search_of(s).vetted(s, said_by(seat, move))
        s.tell("opens", seat=seat, words=SAID(search_of(s).words(s, idea)))
        self.hear(s, idea)

    def alarms(self, s: W) -> Sequence[Alarm]:
        return (Alarm("limit", self.until, self.author, waits=True),)

    def ring(self, s: W, alarm: Alarm) -> None:
        s.tell("timeout", seat=self.author)
        self._void(s)

    def accepted(self, s: W, idea: Idea) -> None:
        back_to_search(s).rescued(s, idea)

    def denied(self, s: W, idea: Idea) -> None:
        self._void(s)

    def _void(self, s: W) -> None:
        search_of(s).void(s, self.author)
        s.pop(VOID)


SEARCH_PHASES: tuple[type[Phase[Any]], ...] = (Countdown, GaveUp, Typing)
"""What a game with a search lists among its phases beside its own `Search` (and `Vote`)."""
