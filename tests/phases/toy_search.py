"""A game of searching small enough to see through: each in turn looks for a word with an A, and the others help.

A word found is a point, a rescue is two for its author, and what nobody finds is a point less.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from tablee.kernel.domains import Domain, OneOf
from tablee.kernel.game import Device, Game, GameInfo, Reading, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import Phase
from tablee.kernel.record import Played, apply
from tablee.kernel.rng import seed_from
from tablee.kernel.state import SeatState
from tablee.kernel.units import NOBODY, Millis, Seat
from tablee.kernel.zones import Zone
from tablee.phases.patience import PatientSearch
from tablee.phases.said import Said
from tablee.phases.screen import ScreenSeatOptions
from tablee.phases.search import SEARCH_PHASES, Idea, InTurn, SearchOptions
from tablee.phases.vote import Sure, Vote, WordState
from tablee.pieces.kinds import Kind
from tablee.words.fit import Fit, Word

LIMIT: Millis = 60_000
TURNS = 6
LEXICON = frozenset({"chat", "canard", "vache", "rat", "panda", "âne"})


class HuntOptions(SearchOptions, frozen=True, kw_only=True):
    said_s: Literal[0, 3] = 0
    grace_s: Literal[0, 20] = 0


class HuntState(WordState, kw_only=True):
    turn: int = 0
    outcomes: list[str] = []


class Search(PatientSearch[HuntState]):
    def limit(self, s: HuntState) -> Millis:
        return LIMIT

    def grace(self, s: HuntState) -> Millis:
        return int(s.options.grace_s) * 1_000

    def content(self, s: HuntState, seat: Seat) -> Mapping[str, Domain]:
        return {"word": Word(Fit(contains="A"))}

    def objection(self, s: HuntState, idea: Idea) -> str | None:
        return "no_verb" if idea.args["word"] == "la" else None

    def window(self, s: HuntState, idea: Idea) -> Phase[Any] | None:
        span = s.options.said_s * 1_000
        return Said(author=idea.seat, words=[idea.args["word"]], span=span) if span else None

    def found(self, s: HuntState, idea: Idea) -> None:
        s.scores[idea.seat] += 1
        self.following(s, f"found {idea.seat} {idea.args['word']}")

    def rescued(self, s: HuntState, idea: Idea) -> None:
        s.scores[idea.seat] += 2
        self.following(s, f"rescued {idea.seat} {idea.args['word']}")

    def nobody(self, s: HuntState) -> None:
        s.scores[self.seat] -= 1
        self.following(s, f"nobody {self.seat}")

    def following(self, s: HuntState, what: str) -> None:
        s.outcomes = [*s.outcomes, what]
        s.turn += 1
        s.fresh_votes()
        if s.turn == TURNS:
            s.end(ranked(s.scores))
        else:
            s.goto(type(self)(seat=s.turn % s.n))


class PlacedSearch(Search):
    """A place and a word; the searcher may also skip."""

    answer: ClassVar[str] = "lay"

    def content(self, s: HuntState, seat: Seat) -> Mapping[str, Domain]:
        return {"side": OneOf(("left", "right")), "word": Word(Fit(contains="A"))}

    def own_offers(self, s: HuntState) -> Sequence[Offer]:
        return (Offer("skip"),)

    def own_play(self, s: HuntState, move: Move) -> None:
        self.following(s, f"skipped {self.seat}")


class LonelySearch(Search):
    """Seat 2 may never help."""

    def may_help(self, s: HuntState, seat: Seat) -> bool:
        return seat != 2


class HandedSearch(Search):
    """Ideas come from hidden hands; seat 3 has nothing to have one with."""

    handed = True

    def has_means(self, s: HuntState, seat: Seat) -> bool:
        return seat != 3


class Hunt(Game[HuntState]):
    info = GameInfo(
        key="hunt",
        name="Hunt",
        version=1,
        players=(2, 5),
        kinds=("turn", "race"),
        reading=Reading.READS,
        device=Device.SHARED,
        words=True,
    )
    state = HuntState
    options = HuntOptions
    seat_options = ScreenSeatOptions

    def __init__(self, kind: type[Search] = Search) -> None:
        self.kind = kind
        self.phases = (kind, *SEARCH_PHASES, InTurn, Said, Vote, Sure)  # type: ignore[misc]

    def setup(self, table: Setup) -> HuntState:
        n = len(table.seats)
        s = HuntState(**table.common(["pA"]), lost=[0] * n, refusals=[0] * n)
        s.zones = [Zone("pile", Kind.PILE, NOBODY, cards=[0])]
        s.goto(self.kind(seat=0))
        return s

    def bound(self, players: int, options: Any) -> int:
        return TURNS * 10 * (players + 5)


def hunt(
    players: int = 4,
    *,
    kind: type[Search] = Search,
    bots: Sequence[Seat] = (),
    shared: Sequence[Seat] = (),
    **options: Any,
) -> HuntState:
    """A new game in which seat 0 searches."""
    return Hunt(kind).start(
        players,
        seed=seed_from(1),
        options=options,
        seat_options=[{"shares": seat in shared} for seat in range(players)],
        seats=[SeatState(human=seat not in bots) for seat in range(players)],
        watched=True,
    )


def word(
    s: HuntState,
    seat: Seat,
    name: str,
    text: str,
    t: Millis | None = None,
    *,
    at: Millis | None = None,
    **more: Any,
) -> None:
    """A seat says or seals a word, as it comes through the door of a server with a lexicon."""
    t = s.now if t is None else t
    offer = next((o for o in s.offers(seat) if o.name == name), None)
    stimulus = offer.stimulus if offer else 0
    args = {**more, "word": text}
    known = {text: int(text in LEXICON)}
    apply(s, Played(t, seat, Move(name, args, t if at is None else at, stimulus, known=known)))


def top(s: HuntState) -> str:
    return type(s.phases[-1]).__name__
