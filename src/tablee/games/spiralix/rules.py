"""Spiralix: a card laid on the spiral, a word with its last letters, and everybody at a level of his own."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from tablee.kernel.domains import Domain
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import Phase
from tablee.kernel.places import zone_at, zone_of_seat
from tablee.kernel.units import EVERYBODY, NOBODY, CardId, Millis, Seat
from tablee.kernel.values import PLAIN, SEAT, Shown
from tablee.kernel.zones import Zone
from tablee.phases import flip, search
from tablee.phases.piles import seat_zones
from tablee.phases.said import Said, word_said
from tablee.phases.screen import ScreenSeatOptions
from tablee.phases.search import SEARCH_PHASES, Idea, SearchOptions
from tablee.phases.vote import Sure, Vote, WordState
from tablee.pieces.kinds import Kind
from tablee.pieces.toutilix import DECK, ETOILE, SYMBOL, VOWELS
from tablee.words.fit import ANY, Fit, Word, contains

HAND = 7
CAP = 40
"""D16: a spiral is stopped after so many cards per player."""
KEPT = 2
"""D13: so many cards stay in the spiral when it must serve as a draw pile."""

LEVELS = {"beginner": 1, "normal": 2, "strong": 3}
"""Of bots, by their strength."""


def fit_for(level: int, before: str, last: str) -> Fit:
    """R3 to R5, R18, R20, D1, D2: what a word must have, by the two last cards laid (`before` may be missing)."""
    if level == 1 or not before:  # D12
        return contains(last)
    if level == 2:
        return contains(before + last)
    if before != ETOILE:
        begins = contains(before + last)
        return Fit(begins.contains, begins.jokers, starts=before)
    # The étoile is the first letter, whichever it is: the last card's comes later.
    return contains(before + last) if last == ETOILE else Fit(holds=ANY + last)


class SpiralixOptions(SearchOptions, frozen=True, kw_only=True):
    search_s: Literal[30, 60, 120] = 60
    flip_s: Literal[5, 10] = 5
    contests: bool = True


class SpiralixSeatOptions(ScreenSeatOptions, frozen=True, kw_only=True):
    level: Literal[1, 2, 3] = 2


class SpiralixState(WordState, kw_only=True):
    shown: ClassVar[Shown] = {"levels": PLAIN, "starter": SEAT}
    starter: Seat
    """Who began this spiral."""
    levels: list[int]
    round: int = 0
    laid: int = 0
    """Cards that the players have laid in this spiral."""

    draw = zone_at(0)
    spiral = zone_at(1)
    pile = zone_of_seat(2)
    won = zone_of_seat(2, 1)

    def symbol(self, back: int) -> str:
        """What the last card of the spiral says (1), or the one before it (2)."""
        cards = self.spiral.cards
        return SYMBOL[self.faces[cards[-back]]] if len(cards) >= back else ""

    def fit(self, seat: Seat) -> Fit:
        """R2: everybody's words follow his own level."""
        return fit_for(self.levels[seat], self.symbol(2), self.symbol(1))

    def receive(self, seat: Seat) -> bool:
        """A card goes unseen under a pile (D10); the beginning of the spiral serves as draw pile (R28, D13)."""
        if self.draw.cards:
            source, card = self.draw, self.draw.cards[-1]
        elif len(self.spiral.cards) > KEPT:
            source, card = self.spiral, self.spiral.cards[0]
        else:
            return False
        self.move(card, source, self.pile(seat), 0)
        return True

    def pass_on(self, seat: Seat, *, again: bool = False, may_stop: bool = False) -> None:
        """A card has been dealt with: the spiral is won or stopped, or somebody plays on."""
        following = seat if again else self.after(seat)
        if not self.pile(seat).cards:  # D11
            self.goto(SpiralEnd(winner=seat, stopped=False))
        elif self.laid >= CAP * self.n:  # D16
            seats = [self.after(following, i) for i in self.all_seats]
            self.goto(SpiralEnd(winner=min(seats, key=lambda x: len(self.pile(x).cards)), stopped=True))
        else:
            if not again:
                self.fresh_votes()
            self.goto(Flip(seat=following, may_stop=may_stop))


class Deal(Phase[SpiralixState]):
    """R6 to R9: seven cards each, unseen, and the first card of the spiral."""

    def enter(self, s: SpiralixState) -> None:
        draw = s.draw
        s.shuffle(draw, "deal", s.round)
        s.tell("deal", count=HAND, starter=s.starter, round=s.round + 1)
        s.deal(draw, [s.pile(s.after(s.starter, i)) for i in s.all_seats], HAND)
        flip.turn_first(s, draw, s.spiral, s.round)  # R8, R9, D12
        s.laid = 0
        s.fresh_votes()
        s.goto(Flip(seat=s.starter))


class Flip(flip.Flip[SpiralixState]):
    """R11: everybody sees the card at the same time, and it stays where it was laid (D3)."""

    def turn(self, s: SpiralixState) -> None:
        pile = s.pile(self.seat)
        if flip.turned_petard(s, self.seat, pile):  # R22
            s.goto(Petard(seat=self.seat))
        else:
            s.move(pile.cards[-1], pile, s.spiral)
            s.laid += 1
            s.goto(Search(seat=self.seat))

    def stop(self, s: SpiralixState) -> None:
        """D8."""
        s.tell("stops", seat=self.seat)
        s.pass_on(self.seat)


class Petard(flip.FlippedPetard[SpiralixState]):
    """R22 to R24, D9: it never lies on the spiral."""

    def give(self, s: SpiralixState, taker: Seat) -> None:
        pile = s.pile(self.seat)
        card: CardId = pile.cards[-1]
        s.tell("gives", giver=self.seat, taker=taker)
        s.receive(taker)
        s.move(card, pile, s.draw, 0)
        s.pass_on(self.seat, again=True)


class Search(search.Search[SpiralixState]):
    """R11, R13 to R17."""

    def limit(self, s: SpiralixState) -> Millis:
        return int(s.options.search_s) * 1_000

    def content(self, s: SpiralixState, seat: Seat) -> Mapping[str, Domain]:
        return {"word": Word(s.fit(seat))}

    def window(self, s: SpiralixState, idea: Idea) -> Phase[Any] | None:
        """C17."""
        return word_said(s, idea.seat, self.words(s, idea))

    def found(self, s: SpiralixState, idea: Idea) -> None:
        """R19, R21, D8: who has laid a vowel must play again, who has laid an étoile may."""
        last = s.symbol(1)
        s.pass_on(self.seat, again=last in VOWELS or last == ETOILE, may_stop=last == ETOILE)

    def rescued(self, s: SpiralixState, idea: Idea) -> None:
        """R15, D7."""
        received = s.receive(self.seat)
        s.tell("receives", seat=self.seat, count=int(received))
        s.pass_on(self.seat)

    def nobody(self, s: SpiralixState) -> None:
        """R17, D7."""
        s.pass_on(self.seat)


class SpiralEnd(Phase[SpiralixState], kw_only=True):
    """R25 to R27, R29, D14 to D16."""

    winner: Seat
    stopped: bool

    def enter(self, s: SpiralixState) -> None:
        count = len(s.spiral.cards)
        s.move_all(s.spiral, s.won(self.winner))
        s.scores[self.winner] += count
        s.tell("spiral_stopped" if self.stopped else "spiral_won", winner=self.winner, count=count)
        for seat in s.all_seats:
            s.move_all(s.pile(seat), s.draw)
        if len(s.draw.cards) <= HAND * s.n:  # D14
            s.end(ranked(s.scores, detail="no_deal"))
            return
        s.round += 1
        s.starter = s.after(s.starter)
        s.goto(Deal())


class Spiralix(Game[SpiralixState]):
    races_of_all = True
    info = GameInfo(
        key="spiralix",
        name="Spiralix",
        version=2,
        players=(2, 8),
        kinds=("turn", "race"),
        reading=Reading.SOME_LETTERS,
        device=Device.SHARED,
        author="Christine Larquetout",
        words=True,
        minutes=20,
        exercises=(Exercise.VOCABULARY, Exercise.LETTERS, Exercise.SPEED),
        moods=(Mood.THINK, Mood.RUSH),
        age=8,
    )
    phases = (*SEARCH_PHASES, Deal, Flip, Petard, Search, SpiralEnd, Said, Vote, Sure)
    options = SpiralixOptions
    seat_options = SpiralixSeatOptions

    def setup(self, table: Setup) -> SpiralixState:
        n = len(table.seats)
        levels = [options.level for options in table.seat_options]
        s = SpiralixState(
            **table.common(DECK), starter=table.starter(), levels=levels, lost=[0] * n, refusals=[0] * n
        )
        return s.begin(
            Deal(),
            Zone("draw", Kind.PILE, NOBODY, cards=list(range(len(DECK)))),
            Zone("spiral", Kind.SPIRAL, EVERYBODY),
            *seat_zones(n, [EVERYBODY] * n, depth=1),
        )

    def bot_options(self, level: str) -> Mapping[str, Any]:
        return {"level": LEVELS[level]} if level in LEVELS else {}

    def bound(self, players: int, options: Any) -> int:
        """D19. A spiral takes two cards out of the game at least and has 40 n cards laid at most. Before each of
        them three pétards can be turned and given. Then come its flip and its search: three lost votes of each
        seat (C11), a void launch or an idea of each of the others, and the end of it, each with a vote and a
        contest (C17)."""
        vote = 2 * players + 5
        search = 3 * players * vote + players * (vote + 5) + players + 4
        spirals = (len(DECK) - HAND * players) // KEPT + 1
        return spirals * (CAP * players * (3 * 2 + 1 + search) + 3 * 2)


GAME = Spiralix()
