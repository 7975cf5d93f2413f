"""A lesson as it is played: the table as the script wants it, what is asked of the learner, what the others do."""

from collections import deque
from collections.abc import Mapping
from typing import Any

from tablee.arena.match import RANDOM, lexicon_of, suits
from tablee.kernel.domains import Domain
from tablee.kernel.door import Door, EventView, View
from tablee.kernel.game import Game
from tablee.kernel.moves import Move, Offer, Settled
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import seed_from
from tablee.kernel.state import SeatState
from tablee.kernel.units import Millis, Seat
from tablee.lessons.script import Deed, Lesson, LessonStep
from tablee.play.driver import Driver
from tablee.texts import WRITTEN, Language

LEARNER: Seat = 0
LANGUAGES = set(WRITTEN)
BREATH: Millis = 800
"""Before somebody else moves."""


class Tutorial:
    """Nobody is hurried: time passes only with a move, or where the script says so."""

    def __init__(
        self, game: Game[Any], lesson: Lesson, language: Language = Language.FR, *, at_once: bool = True
    ) -> None:
        """Words are written in the language of the learner, or in English where lessons have none in it.
        `at_once`: the others have done what they do as soon as the learner has; otherwise `act` lets them, one
        after the other, so that he can watch."""
        self.lesson = lesson
        self.language = language.written
        self._game = game
        self._made: list[Move | None] = []
        """What the learner did at each step that is over; handles are the same in the same deal."""
        options = {**lesson.options, "language": self.language.value} if game.info.words else lesson.options
        others = lesson.seats - 1
        state = game.start(
            lesson.seats,
            seed=seed_from(lesson.seed),
            options=options,
            seat_options=[suits(game, None), *[suits(game, RANDOM)] * others],
            seats=[SeatState(), *[SeatState(human=False)] * others],
            watched=True,
        )
        self.driver = Driver(game, state, lexicon_of(game, state.options))
        """Nobody has plans: the script says what the others do."""
        self.done = 0
        """Steps that are over."""
        self._news: list[EventView] = []
        self._at_once = at_once
        self._due: deque[Deed] = deque()
        """What the others still do before the next step."""

    @property
    def due(self) -> Deed | None:
        """What somebody else does next, before the learner is asked again."""
        return self._due[0] if self._due else None

    @property
    def over(self) -> bool:
        return self.done == len(self.lesson.steps)

    @property
    def step(self) -> LessonStep:
        return self.lesson.steps[self.done]

    @property
    def view(self) -> View:
        return Door(self.driver.state, 1 << LEARNER).view()

    @property
    def wanted(self) -> Move | None:
        """What the learner is asked to do, as he would send it."""
        return self._move(LEARNER, self.step.do) if self.step.do is not None else None

    def news(self) -> list[EventView]:
        """What the learner was told since he was last asked for it."""
        news, self._news = self._news, []
        return news

    def go_on(self) -> None:
        """The learner has looked."""
        self._must_be_asked()
        if self.step.do is not None:
            raise Refused("lesson_waits")
        self._made.append(None)
        self._next()

    def play(self, move: Move) -> None:
        """A move of the learner. What the game refuses, or the lesson does not ask for, changes nothing."""
        self._must_be_asked()
        wanted = self.wanted
        if wanted is None or move.name != wanted.name:
            raise Refused("lesson_else")
        if any(move.args.get(name) != value for name, value in wanted.args.items() if name not in self.step.free):
            self.driver.state.copy().play(LEARNER, self._inward(move))  # the game's own reason comes first
            raise Refused("lesson_else")
        if move.args != wanted.args and not self._goes_on(move):
            raise Refused("lesson_else")
        self._make(move)

    def _make(self, move: Move) -> None:
        if move.answers is not None:
            # Nobody sees and presses at once.
            self._pass(self.driver.state.now + BREATH)
        self._submit(LEARNER, move)
        self._made.append(move)
        self._next()

    def _goes_on(self, move: Move) -> bool:
        """Whether the rest of the lesson can still be played after a move of the learner's own choice."""
        self.driver.state.copy().play(LEARNER, self._inward(move))  # the game's own reason comes first
        ahead = self.after(self.done, at_once=True)
        try:
            ahead.again(move)
            while not ahead.over:
                ahead.again(ahead.wanted)
        except Refused:
            return False
        return True

    def again(self, move: Move | None) -> None:
        """A step as it was made before."""
        if move is None:
            self.go_on()
        else:
            self._make(move)

    def _must_be_asked(self) -> None:
        if self._due or self.over:
            raise Refused("lesson_waits")

    def _next(self) -> None:
        self._due.extend(self.step.others)
        self.done += 1
        while self._at_once and self._due:
            self.act()

    def act(self) -> None:
        """The next one of the others does what he does."""
        deed = self._due.popleft()
        if "wait" in deed:
            self._pass(self.driver.state.now + int(deed["wait"]))
        else:
            seat = int(deed["seat"])
            self._pass(self.driver.state.now + BREATH)
            self._submit(seat, self._move(seat, deed))

    def after(self, done: int, *, at_once: bool) -> "Tutorial":
        """The same lesson after so many of the steps that are over, as they were made."""
        twin = Tutorial(self._game, self.lesson, self.language)
        for made in self._made[:done]:
            twin.again(made)
        twin.news()
        twin._at_once = at_once
        return twin

    def once_more(self) -> "Tutorial":
        """What led to this step again, at leisure: the last move, and what the others did."""
        if not self.done:
            return self.after(0, at_once=False)
        twin = self.after(self.done - 1, at_once=False)
        twin.again(self._made[self.done - 1])
        return twin

    def reaching(self, phase: str) -> "Tutorial | None":
        """The lesson at its first step in this phase, at leisure; None if it has none."""
        ahead = self.after(0, at_once=True)
        while not ahead.over:
            if ahead.view.phase == phase:
                return ahead.after(ahead.done, at_once=False)
            ahead.again(ahead.wanted)
        return None

    def check(self, move: Move) -> tuple[bool | None, Settled | None]:
        """Whether all words of a move are known (None: it has none), and what would come of it."""
        inner = self._inward(move)
        settled = self.driver.state.check(LEARNER, inner)
        return all(inner.known.values()) if inner.known else None, settled

    def _pass(self, until: Millis) -> None:
        """Time goes by; what rings meanwhile rings."""
        for _ in self.driver.through(until):
            self._news += self.driver.events_for(1 << LEARNER)

    def _inward(self, move: Move) -> Move:
        return self.driver.inward(LEARNER, Move(move.name, move.args, self.driver.state.now, move.answers))

    def _submit(self, seat: Seat, move: Move) -> None:
        opens = offer_of(self.driver, seat, move.name).opens_at
        if opens > self.driver.state.now:
            self._pass(opens)
        self.driver.submit(seat, move)
        self._news += self.driver.events_for(1 << LEARNER)

    def _move(self, seat: Seat, deed: Deed) -> Move:
        """A deed of the script as that seat would send it: its cards by their handles."""
        offer = offer_of(self.driver, seat, deed["move"])
        handles = faces_of(Door(self.driver.state, 1 << seat).view())
        given: Mapping[str, Any] = deed.get("args", deed)
        args: dict[str, Any] = {}
        for name, domain in offer.params.items():
            if name in given:
                args[name] = _named(self._said(given[name]), handles, domain.given(args))
        return Move(offer.name, args, answers=offer.stimulus)

    def _said(self, value: Any) -> Any:
        """Where the languages differ, the learner's."""
        return value[self.language] if isinstance(value, dict) and value.keys() == LANGUAGES else value


def _named(value: Any, handles: Mapping[str, list[str]], allowed: Domain) -> Any:
    """The value with cards by their handles where it names faces; alone, the first that is allowed."""
    if isinstance(value, str):
        return next((card for card in handles.get(value, ()) if allowed.accepts(card)), value)
    return _each_named(value, {face: list(cards) for face, cards in handles.items()})


def _each_named(value: Any, left: dict[str, list[str]]) -> Any:
    """Cards of the same face one after the other."""
    if isinstance(value, dict):
        return {key: _each_named(each, left) for key, each in value.items()}
    if isinstance(value, list):
        return [_each_named(each, left) for each in value]
    return left[value].pop(0) if isinstance(value, str) and left.get(value) else value


def offer_of(game: Driver, seat: Seat, name: str) -> Offer:
    for offer in Door(game.state, 1 << seat).offers(seat):
        if offer.name == name:
            return offer
    raise Refused("not_offered", move=name)


def faces_of(view: View) -> Mapping[str, list[str]]:
    """The cards that are seen, by their faces."""
    found: dict[str, list[str]] = {}
    for zone in view.zones:
        for card in zone.cards:
            if card is not None and card.face is not None and card.handle is not None:
                found.setdefault(card.face, []).append(card.handle)
    return found
