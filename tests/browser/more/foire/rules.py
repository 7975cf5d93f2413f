"""One visitor walks from stand to stand; each stand asks for a value of one domain, and takes any that it accepts.

Not there: what has a mat of its own, dice that are assigned (Spots) and columns (Solitix), and the orders of
a spelling (Touposix); these games have tests of their own.
"""

from collections.abc import Callable, Mapping, Sequence
from json import dumps
from typing import Any, ClassVar, TypeAlias

from tablee.kernel.domains import (
    Absent,
    Axis,
    ByChoice,
    Card,
    CardPerSeat,
    CardSet,
    Domain,
    Flag,
    Number,
    OneCard,
    OneOf,
    OneSeat,
    Order,
    Slot,
    Text,
    Vector,
    letters,
    point,
)
from tablee.kernel.game import Device, Game, GameInfo, Reading, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import Phase
from tablee.kernel.state import State
from tablee.kernel.units import EVERYBODY, Seat, mask
from tablee.kernel.values import PLAIN, SAID, TERM, Shown
from tablee.kernel.zones import Zone
from tablee.pieces.domains import FanPlace, OneEnd, OneFace, Syllable
from tablee.pieces.formulas import Formula
from tablee.pieces.kinds import Kind
from tablee.pieces.suites import Suites
from tablee.pieces.toutilix import ALPHABET, BLUE, ETOILE, PETARD, PINK
from tablee.words.fit import Fit, Sentence, Word
from tablee.words.marks import Marks
from tablee.words.spelling import Spelling

HAND = ("pB", "pC", "bC", "pD", "bE", "pT", "pA", ETOILE)
ROW = ("bX", "bY", "bZ")
FAN = ("vA", "vE", "vS", "vR", "vT")
VISITOR, NEIGHBOUR = 0, 1
TABLE, MINE, THEIRS = 0, 1, 2

Params: TypeAlias = Mapping[str, Domain]


class Fair(State, kw_only=True):
    shown: ClassVar[Shown] = {"stand": PLAIN, "handed": SAID}
    stand: int = 0
    handed: str = ""
    """What the last stand was given, cards by their faces."""

    @property
    def hand(self) -> list[int]:
        return self.zones[MINE].cards

    def says(self) -> dict[Card, str]:
        """The letter of each card in the hand; an étoile is any."""
        return {card: "" if self.faces[card] == ETOILE else self.faces[card][1] for card in self.hand}

    def all_say(self) -> dict[Card, str]:
        """Those on the table as well."""
        return {**{card: self.faces[card][1] for card in self.zones[TABLE].cards}, **self.says()}


def renamed(s: Fair) -> Params:
    """A letter only for an étoile."""
    etoile = next(card for card in s.hand if s.faces[card] == ETOILE)
    return {"card": OneCard(s.hand), "letter": ByChoice("card", {etoile: letters()}, Absent())}


def marked(s: Fair) -> Marks:
    """A name that should take three cards, one of them rather not."""
    cards = {card: letter for card, letter in s.says().items() if letter}
    return Marks(cards, dict.fromkeys(cards, 1), 3, [card for card in s.hand if s.faces[card] == "pT"])


STANDS: Mapping[str, Callable[[Fair], Params]] = {
    "press": lambda s: {},
    "card": lambda s: {"card": OneCard(s.hand)},
    "place": lambda s: {"place": Slot("fan:1", tuple(range(len(FAN))))},
    "draw": lambda s: {"place": FanPlace("fan:1", tuple(range(len(FAN))))},
    "seat": lambda s: {"seat": OneSeat((NEIGHBOUR,))},
    "letter": lambda s: {"letter": letters()},
    "side": lambda s: {"side": OneOf(("left", "right"))},
    "end": lambda s: {"end": OneEnd(("table/right", "table/left"))},
    "throw": lambda s: {"n": Number(1, 6)},
    "bid": lambda s: {"n": Number(0, 60)},
    "flag": lambda s: {"card": OneCard(s.hand), "again": Flag()},
    "rename": renamed,
    "face": lambda s: {"face": OneFace((*PINK, *BLUE, PETARD, ETOILE))},
    "give": lambda s: {"cards": CardPerSeat((NEIGHBOUR,), s.hand)},
    "some": lambda s: {"cards": CardSet(s.hand, 2, 3)},
    "order": lambda s: {"cards": Order(s.zones[TABLE].cards)},
    "spell": lambda s: {"word": Spelling(s.says(), {}, 2, 7)},
    "mark": lambda s: {"mark": marked(s), "side": OneOf(("left", "right"))},
    "formula": lambda s: {"formula": Formula(s.says(), ALPHABET, "runs", 2, 2, "B")},
    "suites": lambda s: {"suites": Suites(s.all_say(), (s.zones[TABLE].cards,), list(s.says()))},
    "word": lambda s: {"word": Word(Fit(contains="A", starts="T"))},
    "sentence": lambda s: {"words": Sentence((Fit(contains="L"), Fit(contains="T"), Fit()))},
    "text": lambda s: {"text": Text(40)},
    "name": lambda s: {"name": Text(40), "field": Text(20)},
    "point": lambda s: {"at": point(300, 200)},
    "pose": lambda s: {
        "pose": Vector({"x": Axis(0, 600), "y": Axis(0, 600), "yaw": Axis(0, 359), "lean": Axis(-90, 90)})
    },
    "syllable": lambda s: {"syllable": Syllable(1, 3)},
}
"""The keys for a syllable stay where they are, so it comes last."""


class Ask(Phase[Fair]):
    def actors(self, s: Fair) -> Sequence[Seat]:
        return (VISITOR,)

    def offers(self, s: Fair, seat: Seat) -> Sequence[Offer]:
        if seat != VISITOR:
            return ()
        name, params = list(STANDS.items())[s.stand]
        return (Offer(name, params(s)),)

    def play(self, s: Fair, seat: Seat, move: Move) -> None:
        (offer,) = self.offers(s, seat)
        told = {
            name: offer.params[name].given(move.args).named(v, s.faces.__getitem__)
            for name, v in move.args.items()
        }
        s.handed = dumps(told, ensure_ascii=False)
        s.stand += 1
        s.tell("took", seat=seat, stand=TERM(move.name))
        if s.stand == len(STANDS):
            s.end(ranked([1, 0]))


class Foire(Game[Fair]):
    info = GameInfo(
        key="foire",
        name="Foire",
        version=1,
        players=(2, 2),
        kinds=("turn",),
        reading=Reading.NOTHING,
        device=Device.PASSED,
    )
    state = Fair
    phases: ClassVar[tuple[type[Phase[Any]], ...]] = (Ask,)

    def setup(self, table: Setup) -> Fair:
        s = Fair(**table.common([*ROW, *HAND, *FAN]))
        ends = (len(ROW), len(ROW) + len(HAND), len(ROW) + len(HAND) + len(FAN))
        s.zones = [
            Zone("table", Kind.ROW, EVERYBODY, cards=list(range(ends[0]))),
            Zone("hand:0", Kind.HAND, mask(VISITOR), VISITOR, cards=list(range(ends[0], ends[1]))),
            Zone(
                "fan:1", Kind.HAND, mask(NEIGHBOUR), NEIGHBOUR, cards=list(range(ends[1], ends[2])), by=[VISITOR]
            ),
        ]
        s.goto(Ask())
        return s

    def bound(self, players: int, options: Any) -> int:
        return len(STANDS)


GAME = Foire()
