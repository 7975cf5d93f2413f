"""The messages between a table and its clients, one JSON object each, told apart by `type`.

`docs/protocol.md` describes them; the page's TypeScript types are made from these classes.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

from msgspec import Struct, field

from tablee.bots.bot import BotLevel
from tablee.kernel.door import EventView, View
from tablee.kernel.draw import SharedDraw
from tablee.kernel.moves import Offer, Settled
from tablee.kernel.outcome import Outcome
from tablee.kernel.refusal import COMMON_CODES
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import Told
from tablee.prose.seat import HalfMove, Meant, Menu
from tablee.server.choosing import NextBy
from tablee.server.evening import PlayedGame
from tablee.server.lobby import SeatKind, Speed
from tablee.texts import Language

PROTOCOL = 2
"""Raised when a message changes its meaning; a client of another number is sent away with `old_client`."""

LONGEST_MESSAGE = 16_384


# ---- from a client --------------------------------------------------------------------------------------


class Hello(Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message on a socket. The token, if there is one, brings a device back to its seats."""

    protocol: int
    code: str
    token: str | None = None


class Command(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything else. `id` is chosen by the client: a repeat is answered, not done twice."""

    id: str


class Sit(Command, frozen=True, tag="sit", forbid_unknown_fields=True):
    name: str
    seat: Seat | None = None


class Stand(Command, frozen=True, tag="stand", forbid_unknown_fields=True):
    seat: Seat


class SetBot(Command, frozen=True, tag="bot", forbid_unknown_fields=True):
    """No level: the bot goes."""

    seat: Seat
    level: BotLevel | None = None


class Resize(Command, frozen=True, tag="resize", forbid_unknown_fields=True):
    seats: int


class Configure(Command, frozen=True, tag="configure", forbid_unknown_fields=True):
    options: dict[str, Any] | None = None
    public: bool | None = None
    chat: bool | None = None
    friends: bool | None = None
    bots: BotLevel | None = None
    speed: Speed | None = None
    leisure: bool | None = None


class ChangeGame(Command, frozen=True, tag="change_game", forbid_unknown_fields=True):
    """Another game at the same table; everybody stays."""

    game: str


class WishGame(Command, frozen=True, tag="wish", forbid_unknown_fields=True):
    """What somebody who sits here would like to play next; no game: nothing any more."""

    seat: Seat
    game: str | None = None


class SetMenu(Command, frozen=True, tag="menu", forbid_unknown_fields=True):
    """The host writes down the games that are to come."""

    games: tuple[str, ...]


class NextGame(Command, frozen=True, tag="next", forbid_unknown_fields=True):
    """The host lets wishes, the menu or chance say what is played next. `minutes` and `age` are for a surprise: no
    longer, and for nobody older."""

    by: NextBy
    minutes: int | None = None
    age: int | None = None


class Finish(Command, frozen=True, tag="finish", forbid_unknown_fields=True):
    """The host closes the evening: everybody is shown its last screen; or he opens it again."""

    on: bool = True


class ConfigureSeat(Command, frozen=True, tag="configure_seat", forbid_unknown_fields=True):
    seat: Seat
    options: dict[str, Any]


class PassHost(Command, frozen=True, tag="host", forbid_unknown_fields=True):
    seat: Seat


class Start(Command, frozen=True, tag="start", forbid_unknown_fields=True):
    """Starts the game. After a first one the others are asked before; `now` does not wait for them."""

    now: bool = False


class Ready(Command, frozen=True, tag="ready", forbid_unknown_fields=True):
    """This device's people are ready for a race, or play again."""


class Play(Command, frozen=True, tag="play", forbid_unknown_fields=True):
    """A move. In a race, `answers` names the stimulus and `reaction` the milliseconds since it was drawn."""

    seat: Seat
    move: str
    args: dict[str, Any] = {}
    answers: int | None = None
    reaction: float | None = None


class Check(Command, frozen=True, tag="check", forbid_unknown_fields=True):
    """Would this move be accepted? Only for offers that say so."""

    seat: Seat
    move: str
    args: dict[str, Any] = {}


class Draft(Command, frozen=True, tag="draft", forbid_unknown_fields=True):
    """What a seat is about to do, for the others to watch where the offer lets them. Never logged, never read by
    the rules; too many are dropped."""

    seat: Seat
    move: str
    args: dict[str, Any] = {}


class InWords(Command, frozen=True, tag="in_words", forbid_unknown_fields=True):
    """From now on this connection is also told in words what it sees (`worded`); no language: no longer."""

    language: Language | None = None


class Answer(Command, frozen=True, tag="answer", forbid_unknown_fields=True):
    """What somebody typed who plays in words, after what he had said before; the answer is `meant` in `done`.
    Nothing is played by it. An empty line asks for the menu again."""

    seat: Seat
    line: str
    said: HalfMove | None = None


class Hand(Command, frozen=True, tag="hand", forbid_unknown_fields=True):
    """The device goes to another of its people; nobody's cards are shown before he takes it."""

    seat: Seat | None = None


class Remove(Command, frozen=True, tag="remove", forbid_unknown_fields=True):
    """The host sends somebody away, also during a game; his device stays out until he is let in."""

    seat: Seat


class LetIn(Command, frozen=True, tag="let_in", forbid_unknown_fields=True):
    """The host lets somebody in whom he had sent away: a `number` of the table's `removed`."""

    number: int


class Mute(Command, frozen=True, tag="mute", forbid_unknown_fields=True):
    """The host keeps a person from speaking, or lets him speak again."""

    seat: Seat
    on: bool


class PromisePart(Command, frozen=True, tag="promise", forbid_unknown_fields=True):
    """The hash of this device's part in the seed of the next game."""

    promise: str


class OpenPart(Command, frozen=True, tag="open_part", forbid_unknown_fields=True):
    """The part that was promised, in answer to `drawing`."""

    part: str


class Pause(Command, frozen=True, tag="pause", forbid_unknown_fields=True):
    """The host stops the clock, or lets it run again."""

    on: bool


class React(Command, frozen=True, tag="react", forbid_unknown_fields=True):
    phrase: str


class Chat(Command, frozen=True, tag="chat", forbid_unknown_fields=True):
    text: str


class Leave(Command, frozen=True, tag="leave", forbid_unknown_fields=True):
    """For good: the token opens nothing any more, and a bot plays on."""


class Close(Command, frozen=True, tag="close", forbid_unknown_fields=True):
    """The host closes the table for everybody, for good."""


class Alive(Struct, frozen=True, tag="alive", forbid_unknown_fields=True):
    """A sign of life."""


class Drew(Struct, frozen=True, tag="drew", forbid_unknown_fields=True):
    """The frame with this stimulus is drawn. Said at once, and only once: it is how a slow screen is known."""

    stimulus: int


FromClient: TypeAlias = (
    Hello
    | Sit
    | Stand
    | SetBot
    | Resize
    | Configure
    | ConfigureSeat
    | PassHost
    | ChangeGame
    | WishGame
    | SetMenu
    | NextGame
    | Finish
    | Start
    | Ready
    | Play
    | Check
    | Draft
    | InWords
    | Answer
    | Hand
    | Remove
    | LetIn
    | Mute
    | PromisePart
    | OpenPart
    | Pause
    | React
    | Chat
    | Leave
    | Close
    | Alive
    | Drew
)


# ---- from a learner: on a socket of its own, where a lesson is played -----------------------------------


class GoOn(Command, frozen=True, tag="go_on", forbid_unknown_fields=True):
    """The learner has looked; or, while the others play, wants to wait no longer."""


class OnceMore(Command, frozen=True, tag="once_more", forbid_unknown_fields=True):
    """This step again, or the whole lesson."""

    whole: bool = False


FromLearner: TypeAlias = Play | Check | Draft | GoOn | OnceMore | Alive | Drew


# ---- to a client ----------------------------------------------------------------------------------------


class SeatView(Struct, frozen=True, omit_defaults=True):
    """A chair as everybody sees it."""

    kind: SeatKind
    name: str
    level: BotLevel | None = None
    options: Mapping[str, Any] = {}
    yours: bool = False
    host: bool = False
    here: bool = True
    """Connected (bots always are)."""
    stand_in: bool = False
    """A bot plays until its owner is back; on a bot's chair, instead of one who has left for good."""
    muted: bool = False
    """The host has asked for it that nothing said here is heard."""


class GateView(Struct, frozen=True):
    """What a start waits for."""

    again: bool
    """The others are asked whether they play again; otherwise everybody whether he is ready for a race."""
    ready: tuple[Seat, ...]
    """People who have said so; bots need not."""
    waits: Millis | None = None
    """It starts without the others after so long, in milliseconds on the wall; None: it waits."""
    opens: Millis | None = None
    """All is said: it starts after so long. Three, two, one."""


class RemovedView(Struct, frozen=True):
    """Somebody whom the host has sent away."""

    number: int
    name: str


class GuestView(Struct, frozen=True):
    """Somebody who played this evening."""

    name: str
    seat: Seat | None = None
    """Where he sits now."""


class WishView(Struct, frozen=True):
    seat: Seat
    game: str


class EveningView(Struct, frozen=True):
    """What was played here since people came together, and what comes next."""

    guests: tuple[GuestView, ...]
    games: tuple[PlayedGame, ...]
    menu: tuple[str, ...]
    wishes: tuple[WishView, ...]
    over: bool


class SameDealView(Struct, frozen=True):
    """A deal that many tables play: its game, its seats, its options and its bots are fixed."""

    code: str
    dealt: bool
    """It was dealt here, and what comes next is a game like any other."""


class TableView(Struct, frozen=True):
    """The lobby, and what frames a game."""

    code: str
    game: str
    seats: tuple[SeatView, ...]
    options: Mapping[str, Any]
    public: bool
    chat: bool
    friends: bool
    playing: bool
    played: int
    you_host: bool
    spectators: int
    commitment: str | None = None
    """The hash of the seed of the game being played."""
    bots: BotLevel = BotLevel.NORMAL
    """The level of those that fill free seats."""
    speed: Speed = Speed.NORMAL
    leisure: bool = True
    """A first round at leisure, in games with races."""
    gate: GateView | None = None
    draw: SharedDraw | None = None
    """How the seed of the game being played came about, if devices had a part in it."""
    removed: tuple[RemovedView, ...] = ()
    """Told to the host alone."""
    lost: str | None = None
    """Why the game that was played here cannot go on, as a code; None: nothing was lost."""
    evening: EveningView | None = None
    """None: nothing has been played here, and nobody has said what comes."""
    deal: SameDealView | None = None
    """None: nobody else is dealt the same cards."""


class LogLine(Struct, frozen=True):
    """A lasting event, as this viewer may know it."""

    number: int
    kind: str
    data: Mapping[str, int | Told]


class Welcome(Struct, frozen=True, tag="welcome"):
    """The answer to `hello`. Keep the token; it is the only way back to a seat."""

    protocol: int
    token: str
    table: TableView
    lines: tuple[LogLine, ...] = ()


class Log(Struct, frozen=True, tag="log"):
    """The lasting log of the game as the one who has taken the device may know it."""

    lines: tuple[LogLine, ...]


class Lobby(Struct, frozen=True, tag="lobby"):
    table: TableView


class Sight(Struct, frozen=True, tag="sight", omit_defaults=True):
    """What this device sees now, what its seats may do, and what just happened.

    `number` counts the messages of this kind on this connection: a gap means that one was lost, and the next one
    has the whole view anyway.
    """

    number: int
    now: Millis
    view: View
    offers: Mapping[str, tuple[Offer, ...]]
    """By seat."""
    events: tuple[EventView, ...] = ()
    stimulus: int | None = None
    """The newest stimulus that this view shows: what a press answers, counted from its drawing."""
    curtain: bool = False
    """The device is between two people: ask the next one to take it. Where all of them are asked at once, and
    nothing is private, there is none."""
    paused: bool = False
    gated: bool = False
    """The table is laid out and its clock waits for everybody to be ready."""
    rate: float = 1.0
    """Table time that passes in a millisecond while the clock runs."""
    leisure: bool = False
    """The first round, at leisure."""


class Done(Struct, frozen=True, tag="done", omit_defaults=True):
    id: str
    compensated: Millis = 0
    """How much lag was taken off a press."""
    known: bool | None = None
    """To `check`: whether the lexicon knows all the words; None: there were none."""
    settled: Settled | None = None
    """To `check`: what would come of the move, where the rules can say."""
    meant: Meant | None = None
    """To `answer`: what it means."""


class Refusal(Struct, frozen=True, tag="refused", omit_defaults=True):
    id: str
    code: str
    details: Mapping[str, str | int] = field(default_factory=dict)


class Lag(Struct, frozen=True, tag="lag"):
    """The server's own measure of this connection, in milliseconds."""

    round_trip: int
    jitter: int
    compensated_up_to: int


class Spoke(Struct, frozen=True, tag="spoke"):
    """A reaction or a line of chat."""

    seat: Seat | None
    name: str
    phrase: str = ""
    text: str = ""


class Drafted(Struct, frozen=True, tag="drafted"):
    """What somebody else is about to do. It holds until the next `sight`."""

    seat: Seat
    move: str
    args: Mapping[str, Any]


class Worded(Struct, frozen=True, tag="worded", omit_defaults=True):
    """The `sight` before it in words, for whoever wants to play by words alone (`in_words`)."""

    seat: Seat
    summary: str
    """Whose turn it is, and what to do."""
    lines: tuple[str, ...]
    """What is seen."""
    menu: Menu
    """What can be done."""
    happened: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    ending: tuple[str, ...] = ()
    """How the game ended, and who is where."""


class Drawing(Struct, frozen=True, tag="drawing"):
    """A game is about to start: the promises of all parts. Who finds his own among them opens it now."""

    promise: str
    """Of the table's part, which is shown when the game has ended."""
    promises: tuple[str, ...]


class Ended(Struct, frozen=True, tag="ended"):
    """The game is over: the seed, and where the record is."""

    game_id: str
    outcome: Outcome
    seed: str
    """Empty where other tables play the same deal: it is shown when that is closed."""
    commitment: str
    names: tuple[str, ...] = ()
    """Who sat where; by now some chairs may be free again."""
    stand_ins: tuple[Seat, ...] = ()
    """Seats in which a bot played on for somebody who had gone."""
    draw: SharedDraw | None = None
    part: str | None = None
    """The table's own part in the seed, if devices had theirs."""


class Trouble(Struct, frozen=True, tag="trouble"):
    """The table cannot write its log and refuses moves; none is lost. No code: all is well again."""

    code: str | None = None


class AskedMove(Struct, frozen=True):
    """What a learner is asked to do, as he would send it: where to touch."""

    move: str
    args: Mapping[str, Any]
    free: tuple[str, ...] = ()
    """Arguments that are only examples: he may choose others."""


class LessonView(Struct, frozen=True, tag="lesson", omit_defaults=True):
    """Where a lesson is, and what is said there. It comes after the `sight` that it is about."""

    step: int
    steps: int
    learned: tuple[str, ...]
    """What the learner can do when it is over."""
    say: str = ""
    at: str = ""
    """What the sentence is about: `card:bL`, `zone:discard`, `place:plane:3`, `offer:draw`, `seat:2`, `fact:…`,
    `clock`, `bar:help`."""
    do: AskedMove | None = None
    """None: look, and go on."""
    wrong: bool = False
    """What was done is not what was asked for; `say` says why, and nothing has changed."""
    busy: bool = False
    """The others play; the learner watches."""
    over: bool = False


class Bye(Struct, frozen=True, tag="bye"):
    """The server closes this socket, and why."""

    code: str


FromServer: TypeAlias = (
    Welcome
    | Log
    | Lobby
    | Sight
    | Done
    | Refusal
    | Lag
    | Spoke
    | Drafted
    | Worded
    | Drawing
    | Ended
    | Trouble
    | LessonView
    | Bye
)

PHRASES = (
    "bravo", "merci", "oups", "vite", "bonne_chance", "encore", "trop_fort", "je_reflechis",
    "👏", "😂", "😮", "😢", "❤️", "🎉", "🤔", "👍",
)  # fmt: skip
"""Preset reactions; the page has the words for them."""

REFUSAL_CODES = (
    *COMMON_CODES,
    "bad_name",
    "name_taken",
    "table_full",
    "seat_taken",
    "own_device",
    "already_started",
    "not_yet",
    "not_started",
    "table_closed",
    "host_only",
    "not_a_person",
    "too_many_people",
    "nobody_sits",
    "not_your_seat",
    "unknown_table",
    "unknown_phrase",
    "chat_off",
    "too_fast",
    "too_many",
    "too_long",
    "old_client",
    "store_trouble",
    "table_damaged",
    "silence",
    "left",
    "removed",
    "muted",
    "not_yourself",
    "old_rules",
    "game_lost",
    "no_menu",
    "no_wishes",
    "no_surprise",
    "no_evening",
    "unknown_deal",
    "deal_open",
    "deal_closed",
    "deal_fixed",
    "not_found",
    "unknown_record",
    "bad_request",
    "bad_method",
    "wrong_origin",
    "wrong_host",
    "server_error",
    "no_lesson",
    "lesson_waits",
    "lesson_else",
)
