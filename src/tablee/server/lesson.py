"""A lesson on a socket of its own: the messages of a table, a table of one learner, and nothing that is kept."""

import asyncio
from contextlib import suppress

import msgspec
from msgspec import structs

from tablee.games.registry import game
from tablee.kernel.door import Door, EventView
from tablee.kernel.moves import Move
from tablee.kernel.refusal import Refused
from tablee.lessons.script import Bilingual, Deed, lesson, lessons
from tablee.lessons.tutorial import LEARNER, Tutorial
from tablee.server import protocol as p
from tablee.server.limits import Bucket
from tablee.server.lobby import SeatKind
from tablee.server.people import Socket
from tablee.texts import Language

OTHERS = ("Nino", "Lila", "Mamie Jo", "Papy", "Zoé", "Max", "Rose")
"""Who else sits at the table of a lesson: bots, with names that are easy to read."""
BEFORE_A_MOVE = 1.4
"""Seconds in which one looks before somebody else moves: half as fast as at a table."""
MOST_WAITING = 1.6
"""Seconds of the wall, however long the script lets time pass."""

_DECODER = msgspec.json.Decoder(p.FromLearner)
_ENCODER = msgspec.json.Encoder()


class LessonTable:
    """What a learner sees and does. The rules judge; what the lesson does not ask for changes nothing."""

    def __init__(self, key: str, language: Language, phase: str, pace: float, socket: Socket) -> None:
        """`phase`: begins at the first step of which this is the phase, if there is one."""
        script = lesson(key)
        if script is None:
            raise Refused("no_lesson", game=key, known=", ".join(lessons()))
        fresh = Tutorial(game(key), script, language, at_once=False)
        self.tutorial = (fresh.reaching(phase) if phase else None) or fresh
        self._key = key
        self._language = language
        self._socket = socket
        self._pace = pace
        self._number = 0
        self._hurried = asyncio.Event()
        self._called = asyncio.Event()
        """The others have something to do."""
        self._bucket = Bucket(burst=30, per_second=6)
        """A move of the learner's own choice is played to the end of the lesson: that costs some milliseconds."""

    # ---- what is sent --------------------------------------------------------------------------------

    def welcome(self) -> None:
        people = [p.SeatView(SeatKind.PERSON, "", yours=True, host=True)]
        bots = [p.SeatView(SeatKind.BOT, name) for name in OTHERS[: self.tutorial.lesson.seats - 1]]
        table = p.TableView(
            code="",
            game=self._key,
            seats=(*people, *bots),
            options=dict(self.tutorial.lesson.options),
            public=False,
            chat=False,
            friends=False,
            playing=True,
            played=0,
            you_host=False,
            spectators=0,
        )
        self._post(p.Welcome(p.PROTOCOL, "", table))
        self._show(())
        self._tell()

    def _show(self, news: tuple[EventView, ...]) -> None:
        """What lies on the table. No clock runs, and what may be done may be done at leisure."""
        state = self.tutorial.driver.state
        door = Door(state, 1 << LEARNER)
        looks = self.tutorial.over or self.tutorial.due is not None or self.tutorial.step.do is None
        offers = () if looks else door.offers(LEARNER)
        newest = len(state.stimuli) - 1
        self._number += 1
        self._post(
            p.Sight(
                self._number,
                state.now,
                structs.replace(door.view(), clocks=()),
                {str(LEARNER): tuple(structs.replace(o, opens_at=0, closes_at=None) for o in offers)},
                news,
                newest if newest >= 0 else None,
            )
        )

    def _tell(self, wrong: Bilingual | None = None) -> None:
        tutorial = self.tutorial
        script = tutorial.lesson
        number, count = tutorial.done, len(script.steps)
        learned = tuple(each.to(self._language) for each in script.learned)
        if tutorial.due is not None:
            self._post(p.LessonView(max(0, number - 1), count, learned, busy=True))
        elif tutorial.over:
            self._post(p.LessonView(count, count, learned, over=True))
        else:
            step, wanted = tutorial.step, tutorial.wanted
            asked = None if wanted is None else p.AskedMove(wanted.name, wanted.args, step.free)
            said = (wrong or step.say).to(self._language)
            self._post(p.LessonView(number, count, learned, said, step.at, asked, wrong is not None))

    def _post(self, message: p.FromServer) -> None:
        self._socket.post(_ENCODER.encode(message))

    # ---- what is heard -------------------------------------------------------------------------------

    def hear(self, text: str | bytes) -> None:
        """One message. Who sends nonsense, or too much, is refused for good."""
        if not self._bucket.take():
            raise Refused("too_fast")
        try:
            message: p.FromLearner = _DECODER.decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            raise Refused("malformed") from None
        if not isinstance(message, p.Command):
            return
        try:
            done = self._do(message)
        except Refused as no:
            self._refuse(message, no)
            return
        self._post(done)
        if isinstance(message, p.Play | p.GoOn | p.OnceMore):
            self._show(tuple(self.tutorial.news()))
            self._tell()
            self._called.set()

    def _do(self, message: p.Command) -> p.Done:
        match message:
            case p.Play(seat=0, move=name, args=args, answers=answers):
                self.tutorial.play(Move(name, args, answers=answers))
            case p.Check(seat=0, move=name, args=args):
                known, settled = self.tutorial.check(Move(name, args))
                return p.Done(message.id, known=known, settled=settled)
            case p.GoOn():
                if self.tutorial.due is not None:
                    self._hurried.set()
                else:
                    self.tutorial.go_on()
            case p.OnceMore(whole=whole):
                self.tutorial = self.tutorial.after(0, at_once=False) if whole else self.tutorial.once_more()
            case p.Play() | p.Check():
                raise Refused("not_your_seat")
        return p.Done(message.id)

    def _refuse(self, message: p.Command, no: Refused) -> None:
        """Kindly, where the script has a sentence for it; otherwise as the game says it."""
        asked = isinstance(message, p.Play) and self.tutorial.due is None and not self.tutorial.over
        wrong = self.tutorial.step.wrong if asked else {}
        said = wrong.get(no.code) or wrong.get("else")
        if said is None:
            self._post(p.Refusal(message.id, no.code, dict(no.details)))
        else:
            self._post(p.Refusal(message.id, "lesson_else"))
            self._tell(said)

    # ---- the others ----------------------------------------------------------------------------------

    async def others(self) -> None:
        """Lets the others play, slowly enough to be watched."""
        while True:
            await self._called.wait()
            self._called.clear()
            while (deed := self.tutorial.due) is not None:
                await self._look(deed)
                if self.tutorial.due is deed:
                    self.tutorial.act()
                    self._show(tuple(self.tutorial.news()))
                    if self.tutorial.due is None:
                        self._tell()

    async def _look(self, deed: Deed) -> None:
        seconds = min(deed["wait"] / 1000, MOST_WAITING) if "wait" in deed else BEFORE_A_MOVE
        self._hurried.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds / self._pace):
                await self._hurried.wait()
