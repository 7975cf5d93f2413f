"""Frazrigolix: an endless sentence, a word each for the letter turned, until somebody wins all the cards laid."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from msgspec import field

from tablee.kernel.domains import Domain
from tablee.kernel.events import Keep
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import Phase
from tablee.kernel.units import EVERYBODY, NOBODY, Millis, Seat
from tablee.kernel.values import SAID, Shown
from tablee.kernel.zones import Zone
from tablee.phases import search
from tablee.phases.decision import Decision
from tablee.phases.piles import Piles, seat_zones
from tablee.phases.said import Said
from tablee.phases.screen import ScreenSeatOptions
from tablee.phases.search import SEARCH_PHASES, Idea, SearchOptions
from tablee.phases.vote import LOST, Sure, Vote, WordState
from tablee.pieces.kinds import Kind
from tablee.pieces.toutilix import DECK, ETOILE, PETARD, SYMBOL
from tablee.words.fit import Fit, Word
from tablee.words.sentence import written


class FrazrigolixOptions(SearchOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    search_s: Literal[60, 30, 120] = 60
    said_s: Literal[3, 0, 6] = 3
    """Nobody can contest where it is 0."""
    flip_s: Literal[5, 10] = 5
    transcript: bool = True
    """No: only the last word stays visible, as when it is spoken."""


class FrazrigolixState(Piles, WordState, kw_only=True):
    shown: ClassVar[Shown] = {"spoken": SAID, "sentence": SAID}
    starter: Seat
    spoken: list[str] = field(default_factory=list)
    """What is still to be read of the running sentence: its words, or the last one alone."""
    layers: list[Seat] = field(default_factory=list)
    """Who has laid each card of the running sentence."""

    @property
    def sentence(self) -> str:
        """As the table reads it."""
        return written(self.spoken)

    @property
    def letter(self) -> str:
        return SYMBOL[self.faces[self.middle.cards[-1]]]

    def play_on(self, seat: Seat) -> None:
        """The turn comes to this seat, or the first after it that has cards (D6, D7). No pile has one left: the
        open sentence is nobody's (R22, D16, D17)."""
        following = self.next_seat(self.after(seat, -1))
        if following is not None:
            self.goto(Flip(seat=following))
            return
        if self.middle.cards:
            self.tell("unfinished", count=len(self.middle.cards))
        self.finish()

    def say(self, word: str) -> None:
        self.spoken = [*self.spoken, word] if self.options.transcript else [word]

    def award(self, winner: Seat, how: str) -> None:
        """R19, R20, D1, D2: all the cards laid are won, for good; the winner starts a new sentence."""
        self.tell(how, winner=winner, count=len(self.middle.cards))
        self.move_all(self.middle, self.won(winner))
        self.count()
        self.spoken, self.layers = [], []
        self.play_on(winner)


class Deal(Phase[FrazrigolixState]):
    """R3, R4: as many for each as there are; the cards left over stay aside, unseen."""

    def enter(self, s: FrazrigolixState) -> None:
        s.shuffle(s.aside, "deal")
        s.deal_all(s.starter)
        s.goto(Flip(seat=s.starter))


class Flip(Decision[FrazrigolixState]):
    """R6, R7: the top card of the own pile goes on the last one."""

    alarm = "auto"

    def limit(self, s: FrazrigolixState) -> Millis:
        return int(s.options.flip_s) * 1_000

    def enter(self, s: FrazrigolixState) -> None:
        s.fresh_votes()
        super().enter(s)

    def may(self, s: FrazrigolixState) -> Sequence[Offer]:
        return (Offer("flip", zone=s.pile(self.seat).name),)

    def play(self, s: FrazrigolixState, seat: Seat, move: Move) -> None:
        self.silent(s)

    def silent(self, s: FrazrigolixState) -> None:
        pile = s.pile(self.seat)
        s.move(pile.cards[-1], pile, s.middle)
        s.layers.append(self.seat)
        if s.letter == ETOILE:  # R13, D3
            s.award(self.seat, "etoile")
        elif s.letter == PETARD:  # R14, D4
            s.award(s.after(self.seat), "petard")
        else:
            s.goto(Search(seat=self.seat))


class Search(search.Search[FrazrigolixState]):
    """R8 to R12, R15 to R18: a word that contains the letter and goes on with the sentence."""

    def limit(self, s: FrazrigolixState) -> Millis:
        return int(s.options.search_s) * 1_000

    def content(self, s: FrazrigolixState, seat: Seat) -> Mapping[str, Domain]:
        return {"word": Word(Fit(contains=s.letter))}

    def window(self, s: FrazrigolixState, idea: Idea) -> Phase[Any]:
        """D13: whether the word goes on with the sentence, the table judges."""
        return Said(author=idea.seat, words=[self.words(s, idea)], span=s.options.said_s * 1_000)

    def keep(self, s: FrazrigolixState) -> Keep:
        return Keep.LASTING if s.options.transcript else Keep.FLEETING

    def found(self, s: FrazrigolixState, idea: Idea) -> None:
        """R11."""
        s.say(self.words(s, idea))
        s.play_on(s.after(self.seat))

    def rescued(self, s: FrazrigolixState, idea: Idea) -> None:
        """R17, D11."""
        s.award(idea.seat, "rescued")

    def nobody(self, s: FrazrigolixState) -> None:
        """R18, D5: who laid the card before; if that is nobody, or himself, the seat to the right."""
        before = s.layers[-2:-1]
        s.award(before[0] if before and before[0] != self.seat else s.after(self.seat, -1), "nobody")


class Frazrigolix(Game[FrazrigolixState]):
    races_of_all = True
    info = GameInfo(
        key="frazrigolix",
        name="Frazrigolix",
        version=2,
        players=(2, 8),
        kinds=("turn", "race", "vote"),
        reading=Reading.READS,
        device=Device.SHARED,
        author="Christine Larquetout",
        words=True,
        minutes=15,
        exercises=(Exercise.IMAGINATION, Exercise.VOCABULARY, Exercise.SPEED),
        moods=(Mood.INVENT, Mood.LAUGH, Mood.RUSH),
        age=8,
    )
    phases = (Deal, Flip, Search, *SEARCH_PHASES, Said, Vote, Sure)
    options = FrazrigolixOptions
    seat_options = ScreenSeatOptions

    def setup(self, table: Setup) -> FrazrigolixState:
        n = len(table.seats)
        s = FrazrigolixState(**table.common(DECK), starter=table.starter(), lost=[0] * n, refusals=[0] * n)
        return s.begin(
            Deal(),
            Zone("middle", Kind.HEAP, EVERYBODY, depth=1),
            Zone("aside", Kind.BOX, NOBODY, cards=list(range(len(DECK)))),
            *seat_zones(n, [NOBODY] * n),
        )

    def bound(self, players: int, options: Any) -> int:
        """D18: each card is turned once. On it every other seat's idea is refused once at most; a chrono starts
        anew after each of those, and after each vote the searcher lost. Then a word stands, or none is found."""
        heard = 2 * players + 4  # said or sent, typed; a vote, a contest, another vote, the window
        chronos = (players + LOST) * (players + 2)  # who launches, who comes late, close and zero
        return len(DECK) // players * players * (1 + chronos + (2 * players + LOST + 1) * heard + players + 2)


GAME = Frazrigolix()
