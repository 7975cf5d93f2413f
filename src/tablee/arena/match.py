"""A match: one game and the bots in some of its seats, on a clock that jumps from event to event."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from typing import Any

from tablee.bots.adaptive import START, Adaptive, Careless, nearest
from tablee.bots.bot import Bot, BotLevel, Level, Mind, Sighting
from tablee.bots.random_bot import RandomBot
from tablee.bots.sentences import reads, speaks
from tablee.kernel.game import Game, TableOptions
from tablee.kernel.record import Entry
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed
from tablee.kernel.state import SeatState, State
from tablee.kernel.units import Seat
from tablee.lexicons import load, load_among
from tablee.phases.vote import LanguageOptions, WordOptions
from tablee.play.driver import Driver
from tablee.words.lexicon import Lexicon

RANDOM = "random"
BOTS = (RANDOM, *Level)
"""Those that play every game alike; `adaptive` is one more where a game follows another."""
ADAPTIVE = BotLevel.ADAPTIVE.value


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


class Match(Driver):
    """A game with bots in some of its seats, who are shown every step and plan anew."""

    lexicon: Lexicon | None

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
        state: State = game.start(
            len(bots),
            seed=seed,
            options=options,
            seat_options=seat_options or [suits(game, bot) for bot in bots],
            seats=[SeatState(human=bot is None) for bot in bots],
            watched=True,
        )
        lexicon = lexicon_of(game, state.options)
        super().__init__(game, state, lexicon)
        words = bots_words(lexicon, state.options)
        self._bots = {i: make(game, name, i, seed, words) for i, name in enumerate(bots) if name is not None}
        self._let_plan()

    def _let_plan(self) -> None:
        plans = {seat: bot.react(Sighting(self.state, seat, self.news)) for seat, bot in self._bots.items()}
        self.plans = {seat: plan for seat, plan in plans.items() if plan is not None}

    def apply(self, entry: Entry) -> None:
        super().apply(entry)
        self._let_plan()
