"""Games: one object each, without state of its own, that promises what a generic suite verifies."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, ClassVar, Generic, Literal, TypeVar, get_args

import msgspec
from msgspec import Struct

from tablee.kernel.ledger import fresh_ledger
from tablee.kernel.moves import Offer
from tablee.kernel.outcome import Outcome
from tablee.kernel.phase import Phase
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import SEED_BYTES, keyed
from tablee.kernel.state import SeatState, State
from tablee.kernel.units import Seat


class Reading(StrEnum):
    """What a player must know of letters (the booklet's five levels)."""

    NOTHING = "nothing"
    SOME_LETTERS = "some_letters"
    LETTERS = "letters"
    READS = "reads"
    READS_EASILY = "reads_easily"


class Device(StrEnum):
    """How the game is played on one device."""

    SHARED = "shared"
    PASSED = "passed"
    OWN = "own"


class Exercise(StrEnum):
    """What a game trains; the first one named is what it is most about."""

    SPEED = "speed"
    MEMORY = "memory"
    ATTENTION = "attention"
    LETTERS = "letters"
    VOCABULARY = "vocabulary"
    IMAGINATION = "imagination"
    STRATEGY = "strategy"
    GUILE = "guile"
    LUCK = "luck"
    SKILL = "skill"
    COOPERATION = "cooperation"


class Mood(StrEnum):
    """What people feel like when they take a game off the shelf; the first one named is the strongest."""

    LAUGH = "laugh"
    RUSH = "rush"
    THINK = "think"
    REMEMBER = "remember"
    INVENT = "invent"
    BLUFF = "bluff"


class GameInfo(Struct, frozen=True):
    key: str
    name: str
    version: int
    """Raised when behaviour changes: older records belong to the older version."""
    players: tuple[int, int]
    kinds: tuple[str, ...]
    reading: Reading
    device: Device
    author: str = ""
    words: bool = False
    """Its moves hold words that a lexicon is asked about."""
    minutes: int = 15
    """How long a game usually lasts."""
    exercises: tuple[Exercise, ...] = ()
    moods: tuple[Mood, ...] = ()
    """One to three."""
    age: int = 0
    """From about so many years on one plays it without help, as we guess; 0: nobody has said."""
    everyday: tuple[str, ...] = ()
    """Events of its own that happen all the time: nothing to remember when it is over."""
    mat: str = "cards"
    """How the page lays it out: the name of a folder of its mats. `cards` goes by the kinds of the zones."""
    presses: tuple[Offer, ...] = ()
    """What is pressed in its races from the first card on: a page keeps the place for it before it can be pressed,
    so that nothing moves when the card comes."""


class TableOptions(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Options of the whole table. Each game adds its own."""

    starter: Seat | None = None
    """Who begins ("the youngest"); drawn from the seed when nobody says (C12)."""
    timers: Literal["normal", "longer", "double", "none"] = "normal"
    """How much time decisions have. None never holds for an absent seat (C15)."""


class SeatOptions(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Options of one seat: a level, an aid."""


class Setup(Struct):
    """What a game starts from."""

    seats: tuple[SeatState, ...]
    options: Any
    seat_options: tuple[Any, ...]
    seed: bytes
    watched: bool = False

    def deck(self, faces: Sequence[str]) -> list[str]:
        """The faces by card id."""
        return list(faces)

    def starter(self) -> Seat:
        chosen: Seat | None = self.options.starter
        return keyed(self.seed, "starter").below(len(self.seats)) if chosen is None else chosen

    def common(self, faces: Sequence[str]) -> dict[str, Any]:
        """The fields that every state has, for the constructor of a game's own state."""
        deck = self.deck(faces)
        return {
            "seed": self.seed,
            "handle_key": keyed(self.seed, "handles").word().to_bytes(8, "little"),
            "options": self.options,
            "seat_options": self.seat_options,
            "seats": self.seats,
            "everyone": (1 << len(self.seats)) - 1,
            "faces": deck,
            "ledger": fresh_ledger(len(deck)),
            "scores": [0] * len(self.seats),
            "watched": self.watched,
        }


S = TypeVar("S", bound=State)


class Game(ABC, Generic[S]):
    info: ClassVar[GameInfo]
    state: type[S]
    """The one that a game names as its own: `Game[AmerixState]`. An earlier version of it may name another."""
    phases: ClassVar[tuple[type[Phase[Any]], ...]]
    options: ClassVar[type[TableOptions]] = TableOptions
    seat_options: ClassVar[type[SeatOptions]] = SeatOptions

    races_of_all: ClassVar[bool] = False
    """Everybody takes part in each of its races, so that one of them is a first round."""

    def __init_subclass__(cls) -> None:
        for base in cls.__dict__.get("__orig_bases__", ()):
            for kind in get_args(base):
                if isinstance(kind, type) and issubclass(kind, State) and "state" not in cls.__dict__:
                    cls.state = kind  # type: ignore[assignment]

    @property
    def races(self) -> bool:
        """Somebody who is not ready loses by it: such a game starts when all are."""
        return "race" in self.info.kinds

    def first_round(self, s: S) -> bool:
        """Whether it still is the first round, which a table may take at leisure. Never true again after it."""
        return self.races and len(s.stimuli) <= (1 if self.races_of_all else s.n)

    def looks_on(self, s: S) -> bool:
        """Whether people only look on while bots take the time that people would take: a table may let it pass
        quickly. Nothing else changes, since all is in table time."""
        return False

    @abstractmethod
    def setup(self, table: Setup) -> S:
        """The state with its first phase; `start` lets it run up to the first decision."""

    @abstractmethod
    def bound(self, players: int, options: Any) -> int:
        """The game promises to end within this many records, whatever the players do."""

    def bot_options(self, level: str) -> Mapping[str, Any]:
        """The seat's own options that suit a bot of this level, where nobody has chosen others."""
        return {}

    def next_options(
        self, outcome: Outcome, options: TableOptions, seat_options: tuple[SeatOptions, ...]
    ) -> tuple[TableOptions, tuple[SeatOptions, ...]]:
        """Options of a rematch: the same, unless the game adjusts levels or roles."""
        return options, seat_options

    def start(
        self,
        players: int,
        *,
        seed: bytes,
        options: Mapping[str, Any] | TableOptions | None = None,
        seat_options: Sequence[Mapping[str, Any] | SeatOptions] | None = None,
        seats: Sequence[SeatState] | None = None,
        watched: bool = False,
        setup: type[Setup] = Setup,
    ) -> S:
        """A new game, up to its first decision. Bad options and player counts are refused."""
        low, high = self.info.players
        if not low <= players <= high:
            raise Refused("bad_players", least=low, most=high)
        if len(seed) != SEED_BYTES:
            raise Refused("bad_options", option="seed")
        per_seat = list(seat_options) if seat_options is not None else [{}] * players
        if len(per_seat) != players or (seats is not None and len(seats) != players):
            raise Refused("bad_players", least=low, most=high)
        table = setup(
            seats=tuple(seats) if seats is not None else (SeatState(),) * players,
            options=checked(self.options, options or {}),
            seat_options=tuple(checked(self.seat_options, o) for o in per_seat),
            seed=seed,
            watched=watched,
        )
        starter = table.options.starter
        if starter is not None and not 0 <= starter < players:
            raise Refused("bad_options", option="starter")
        s = self.setup(table)
        s.fresh = True
        s._settle()
        return s


def checked(kind: type[Any], given: object) -> Any:
    """Options of the right type, or a refusal that says what is wrong with them."""
    try:
        return given if isinstance(given, kind) else msgspec.convert(given, kind)
    except msgspec.ValidationError as wrong:
        raise Refused("bad_options", option=_culprit(str(wrong))) from None


def _culprit(complaint: str) -> str:
    """The option that a validator complains about; its own words are for programmers."""
    found = re.search(r"field `(\w+)`|at `\$\.(\w+)", complaint)
    return next((name for name in found.groups() if name), "") if found else ""
