"""A match: one game, its record, and the bots in some of its seats, on a clock that jumps from event to event."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from typing import Any

from msgspec import structs

from tablee.bots.adaptive import START, Adaptive, Careless, nearest
from tablee.bots.bot import Bot, BotLevel, Level, Mind, Plan, Sighting
from tablee.bots.random_bot import RandomBot
from tablee.bots.sentences import reads, speaks
from tablee.kernel.door import Door, EventView
from tablee.kernel.events import Event
from tablee.kernel.game import Game, TableOptions
from tablee.kernel.moves import Move
from tablee.kernel.record import Entry, Played, Rang, Record, apply, footer_of, header_of
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed
from tablee.kernel.state import SeatState, State
from tablee.kernel.units import Millis, Seat, Seats
from tablee.lexicons import load, load_among
from tablee.phases.vote import LanguageOptions, WordOptions
from tablee.words.lexicon import Lexicon

RANDOM = "random"
BOTS = (RANDOM, *Level)
"""Those that play every game alike; `adaptive` is one more where a game follows another."""
ADAPTIVE = BotLevel.ADAPTIVE.value


class Stuck(Exception):
    """Nobody can move and nothing will ring, but the game is not over: a fault of the rules."""


def lexicon_of(game: Game[Any], options: TableOptions) -> Lexicon | None:
    """The words of the language that the table has chosen, and of the others unless it wants its own alone (C19).
    A game without words needs none."""
    if not isinstance(options, LanguageOptions) or not game.info.words:
        return None
    return _heard(options.language, options.languages == "all")


@cache
def _heard(language: str, among: bool) -> Lexicon:
    """One for all games, so that what bots once asked of it is not worked out, and kept, for each game anew."""
    lexicon = (load_among if among else load)(language)
    return lexicon.read_by(partial(reads, lexicon)) if speaks(language) else lexicon


def bots_words(lexicon: Lexicon | None, options: TableOptions) -> Lexicon | None:
    """What bots find words in: never what no bot says (C19), and no rude words unless the table wants them."""
    return lexicon and lexicon.spoken(rude=isinstance(options, WordOptions) and options.rude)


def must_play_alone(name: str) -> None:
    """Refuses whom no game by itself can have: the unknown, and one that adapts from game to game."""
    if name == ADAPTIVE:
        raise Refused("no_adapting", bot=name)
    if name not in BOTS:
        raise Refused("unknown_bot", bot=name)


def make_bot(
    game: Game[Any], name: str, seat: Seat, seed: bytes, lexicon: Lexicon | None = None, *, skill: float = START
) -> Bot:
    """A bot by name: "random", a level of the game's own bots, or "adaptive", which has a skill among them. Those
    of word games know words."""

    def random(kind: type[RandomBot]) -> RandomBot:
        return kind(seat, Level.BEGINNER, keyed(seed, f"bot {name}", seat), lexicon)

    if name == RANDOM:
        return random(RandomBot)
    if name == ADAPTIVE:
        minds = {level: game_mind(game, level, seat, seed, lexicon) for level in Level}
        return Adaptive(seat, minds, random(Careless), keyed(seed, "bot charge", seat), skill)
    if name not in BOTS:
        raise Refused("unknown_bot", bot=name)
    return game_mind(game, Level(name), seat, seed, lexicon)


def game_mind(game: Game[Any], level: Level, seat: Seat, seed: bytes, lexicon: Lexicon | None) -> Mind:
    """A game's own bot."""
    bots = import_module(f"{type(game).__module__.rpartition('.')[0]}.bots")
    words = (lexicon,) if game.info.words else ()
    made: Mind = bots.BOT(seat, level, keyed(seed, f"bot {level}", seat), *words)
    return made


def suits(game: Game[Any], name: str | None, skill: float = START) -> Mapping[str, Any]:
    """The seat's own options that suit a bot; none are a person's."""
    return game.bot_options(nearest(skill) if name == ADAPTIVE else name or "")


class Match:
    """Applies what happens, writes it down, and asks the bots what they mean to do."""

    def __init__(
        self,
        game: Game[Any],
        bots: Sequence[str | None],
        *,
        seed: bytes,
        options: Mapping[str, Any] | None = None,
        seat_options: Sequence[Mapping[str, Any]] | None = None,
        make: Callable[..., Bot] = make_bot,
    ) -> None:
        """`bots` names a bot for each seat; None is a person, who moves by `submit`."""
        self.game = game
        self.state: State = game.start(
            len(bots),
            seed=seed,
            options=options,
            seat_options=seat_options or [suits(game, bot) for bot in bots],
            seats=[SeatState(human=bot is None) for bot in bots],
            watched=True,
        )
        self.lexicon = lexicon_of(game, self.state.options)
        self.header = header_of(game, self.state, self.lexicon)
        self.entries: list[Entry] = []
        self.news: list[Event] = []
        """The events of the last step."""
        words = bots_words(self.lexicon, self.state.options)
        self._bots = {i: make(game, name, i, seed, words) for i, name in enumerate(bots) if name is not None}
        self._plans: dict[Seat, Plan] = {}
        self._spread()

    @property
    def over(self) -> bool:
        return self.state.outcome is not None

    def _spread(self) -> None:
        """Everybody is shown what happened; the bots plan anew."""
        self.news = self.state.drain()
        self._plans.clear()
        for seat, bot in self._bots.items():
            plan = bot.react(Sighting(self.state, seat, self.news))
            if plan is not None:
                self._plans[seat] = plan

    def next_time(self) -> Millis | None:
        """When something will happen by itself; None when only a person can go on."""
        if self.over:
            return None
        due = self.state.next_alarm()
        times = [plan.at for plan in self._plans.values()] + ([due.at] if due else [])
        return max(self.state.now, min(times)) if times else None

    def step(self) -> Entry:
        """Lets the next thing happen: the earliest plan of a bot, or an alarm."""
        t = self.next_time()
        if t is None:
            raise Stuck(self.game.info.key)
        due = self.state.next_alarm()
        plans = [(plan.at, seat) for seat, plan in self._plans.items() if plan.at <= t]
        if plans and not (due and due.at < min(plans)[0]):
            seat = min(plans)[1]
            return self.submit(seat, self._plans[seat].move, t)
        assert due is not None
        return self._record(Rang(t, due.name, self.state.proposed(due, self.lexicon)))

    def submit(self, seat: Seat, move: Move, t: Millis | None = None, viewers: Seats | None = None) -> Entry:
        """A move as a client sends it, with handles. Refused moves change nothing."""
        t = self.state.now if t is None else t
        door = Door(self.state, 1 << seat if viewers is None else viewers)
        inner = door.inward(seat, structs.replace(move, at=t), self.lexicon)
        return self._record(Played(t, seat, inner))

    def _record(self, entry: Entry) -> Entry:
        apply(self.state, entry)
        self.entries.append(entry)
        self._spread()
        return entry

    def events_for(self, viewers: Seats) -> tuple[EventView, ...]:
        return Door(self.state, viewers).events(self.news)

    def finish(self, limit: int = 1_000_000) -> State:
        while not self.over:
            if len(self.entries) >= limit:
                raise Stuck(f"{self.game.info.key}: no end after {limit} records")
            self.step()
        return self.state

    @property
    def record(self) -> Record:
        """The record so far; it is complete, seed and all, when the game is over."""
        footer = footer_of(self.state) if self.over else None
        return Record(self.header, tuple(self.entries), footer)
