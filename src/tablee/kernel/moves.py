"""Moves that are made, and offers: the moves that may be made now, with the domain of every parameter."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, Protocol

from msgspec import Struct, field, structs

from tablee.kernel.domains import Args, Domain, Value
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import Picker
from tablee.kernel.units import CardId, Millis
from tablee.kernel.zones import Pose


class LexiconLike(Protocol):
    """The words of a language; the kernel only asks which ones were used, and what each of them is."""

    @property
    def version(self) -> str: ...

    def look_up(self, word: str) -> int:
        """What the lexicon knows of a word, as flags of its own; 0 when it does not know it."""
        ...


class Question(Protocol):
    """What a phase asks the lexicon when an alarm rings."""

    def found(self, lexicon: Any) -> Mapping[str, int]:
        """The words that it proposes, with what it knows of them; without a lexicon none."""
        ...


class Move(Struct, frozen=True, omit_defaults=True):
    """What a seat does. `at` is its corrected table time, `answers` the stimulus it reacts to."""

    name: str
    args: Args = field(default_factory=dict)
    at: Millis = 0
    answers: int | None = None
    stand_in: bool = False
    """Played by a bot for an absent person."""
    known: Mapping[str, int] = field(default_factory=dict)
    """What the lexicon said of the words in this move (0: unknown). It stands in the record, so that the record
    replays when the lexicon has moved on; a client cannot set it."""


NO_PARAMS: Mapping[str, Domain] = {}


class Settled(Struct, frozen=True, omit_defaults=True):
    """What a move would come to, told before it is made: where a piece comes to rest, and what that costs. Never
    anything that nobody could see or work out at the table."""

    pose: Pose | None = None
    others: Mapping[Any, Pose | None] = {}
    """The pieces that would lie otherwise, by card; outside by their handles. None: it would leave."""
    levels: int = 0
    """At how many heights a piece could stand there."""
    cost: int = 0
    left: int = 0
    """What is left to be spent after that."""
    level: int = 0
    """On which of those heights it would stand, the lowest is 0."""


class Offer(Struct, frozen=True, omit_defaults=True):
    """A kind of move that a seat may make now."""

    name: str
    params: Mapping[str, Domain] = NO_PARAMS
    opens_at: Millis = 0
    closes_at: Millis | None = None
    hint: tuple[CardId | str, ...] | None = None
    """The cards that may glow, or faces where they are named; None: all that the domains name. Apart from what is
    accepted (6.27)."""
    checkable: bool = False
    """A client may ask whether a move would be accepted, before it makes it."""
    stimulus: int | None = None
    """In a race: the number that a press must name."""
    since: int | None = None
    """Where what an older stimulus showed is still there: the oldest that may be named as well."""
    secret: bool = False
    """What is chosen here stays hidden from the others until the rules open it."""
    zone: str = ""
    """The zone that one may touch instead of a button: the pile one draws from."""
    aloud: bool = False
    """It may also be made at a screen that nobody holds alone just then: it shows nothing private."""
    grave: bool = False
    """It ends the game for whoever makes it: a page asks twice, and random play seldom chooses it."""
    sign: Literal["", "palm", "thumb", "crossed"] = ""
    """Made without a word, by a sign of the hands: a page draws them, always in the same place."""
    asks: Domain | None = None
    """What the lexicon proposes when this move is made (a hint): the answer comes with the move as `known` and so
    stands in the record; replay never asks again. It stays inside: nobody is sent the question."""

    def check(self, move: Move) -> None:
        """Refuses a move whose arguments are not in the domains, or that comes at the wrong time.

        A press for another stimulus, decided or covered meanwhile, is too late: it gains and costs nothing (C14).
        """
        if self.stimulus is not None and move.answers != self.stimulus:
            if move.answers is None:
                raise Refused("malformed", parameter="answers")
            if self.since is None or not self.since <= move.answers < self.stimulus:
                raise Refused("too_late")
        if move.at < self.opens_at:
            raise Refused("too_early", wait=self.opens_at - move.at)
        if self.closes_at is not None and move.at > self.closes_at:
            raise Refused("too_late")
        args = move.args
        params = self.params
        given = 0
        for name, domain in params.items():
            if name in args:
                given += 1
                allowed = domain.given(args)
                if not allowed.accepts(args[name]):
                    value = args[name]
                    raise Refused(allowed.why_not(value), piece=allowed.in_the_way(value), parameter=name)
            elif not domain.given(args).optional:
                raise Refused("malformed", parameter=name)
        if given != len(args):
            raise Refused("malformed")

    def looked_up(self, move: Move, lexicon: LexiconLike | None) -> Move:
        """The move with the lexicon's answer for each of its words."""
        asked: dict[str, int] = {}
        for name, domain in self.params.items():
            if name in move.args:
                asked |= domain.given(move.args).look_up(move.args[name], lexicon)
        if self.asks is not None:
            asked |= self.asks.found(lexicon)
        return structs.replace(move, known=asked) if asked or move.known else move

    def sample(self, pick: Picker) -> dict[str, Value]:
        """Arguments drawn at random, each from the domain that the ones before it leave."""
        args: dict[str, Value] = {}
        for name, domain in self.params.items():
            value = domain.given(args).sample(pick)
            if value is not None:
                args[name] = value
        return args

    def enumerate(self) -> Iterator[dict[str, Value]]:
        """All the arguments, where every domain is finite."""

        def extend(args: dict[str, Value], names: list[str]) -> Iterator[dict[str, Value]]:
            if not names:
                yield args
                return
            for value in self.params[names[0]].given(args).values():
                yield from extend(args if value is None else {**args, names[0]: value}, names[1:])

        return extend({}, list(self.params))

    def count(self) -> int | None:
        """How many different moves this offer holds; None when a domain is open."""

        def total(args: dict[str, Value], names: list[str]) -> int | None:
            if not names:
                return 1
            domain = self.params[names[0]].given(args)
            size = domain.count()
            if size is None:
                return None
            if not any(names[0] in self.params[n].needs() for n in names[1:]):
                rest = total(args, names[1:])
                return None if rest is None else size * rest
            parts = [total({**args, names[0]: value}, names[1:]) for value in domain.values()]
            return None if None in parts else sum(p for p in parts if p is not None)

        return total({}, list(self.params))
