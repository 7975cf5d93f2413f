"""Quadrix: a square of four letters, and a sentence in which each of its words has one of them."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from msgspec import field

from tablee.kernel.domains import Domain
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import Phase
from tablee.kernel.places import zone_at, zone_of_seat
from tablee.kernel.units import NOBODY, CardId, Millis, Seat
from tablee.kernel.values import PLAIN, SEAT, Shown
from tablee.kernel.zones import Zone
from tablee.phases import flip
from tablee.phases.screen import ScreenSeatOptions
from tablee.phases.search import SEARCH_PHASES, Idea, SearchOptions
from tablee.phases.sentences import SENTENCE_PHASES, SentenceSearch, SpokenState, fit_of, grace_for
from tablee.phases.vote import Sure, Vote
from tablee.pieces.kinds import Kind
from tablee.pieces.stacks import grid_of_stacks
from tablee.pieces.toutilix import DECK, ETOILE, SYMBOL, VOWELS
from tablee.words.fit import Sentence

HAND = 7
SIDE = 2
PLACES = SIDE * SIDE
CAP = 20
"""D17: a round is broken off after so many turns per player."""
EMPTY_ENDS = 2
"""D19: so many rounds in succession that were won with an empty square end the game."""

DRAW, ASIDE, SQUARE, PILES = 0, 1, 2, 2 + PLACES


class QuadrixOptions(SearchOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    grace_s: Literal[10, 5, 20] = 10
    search_s: Literal[90, 60, 180] = 90
    said_s: Literal[3, 0, 6] = 3
    """Nobody can contest where it is 0."""
    flip_s: Literal[5, 10] = 5
    rounds: Literal["all", "1", "2", "3"] = "all"
    """The game ends after so many."""


class QuadrixState(SpokenState, kw_only=True):
    shown: ClassVar[Shown] = {"starter": SEAT, "round": PLAIN}
    starter: Seat
    """Who began this round."""
    round: int = 1
    turns: int = 0
    """Turns played in this round."""
    empty: int = 0
    """Rounds in succession that brought their winner nothing."""
    laid: int = 0
    """Cards laid in this square since it was begun."""
    drawn: int = 0
    """Cards taken from under it again (D15)."""
    spoken: list[str] = field(default_factory=list)
    """The last sentence that stood, without the word whose letter has been covered since."""

    draw = zone_at(DRAW)

    @property
    def square(self) -> Sequence[Zone]:
        return self.zones[SQUARE:PILES]

    pile = zone_of_seat(PILES)
    won = zone_of_seat(PILES, 1)

    # ---- the square --------------------------------------------------------------------------------

    def lay(self, card: CardId, pile: Zone) -> None:
        """R5, R8 to R10: to the right, below the first, below the second, and round the square again."""
        place = self.laid % PLACES
        self.move(card, pile, self.square[place])
        self.laid += 1
        self.spoken = [*self.spoken[:place], "", *self.spoken[place + 1 :]]
        self.write(self.spoken)

    def write(self, words: Sequence[str]) -> None:
        """Each word stands under its card."""
        for place, stack in enumerate(self.square):
            stack.said = words[place] if place < len(words) else ""

    def visible(self) -> list[str]:
        """R11: what the tops say, in the order of the words."""
        return [SYMBOL[self.faces[stack.cards[-1]]] for stack in self.square if stack.cards]

    @property
    def last(self) -> str:
        """What the card laid last says."""
        return self.visible()[(self.laid - 1) % PLACES]

    def clear(self, target: Zone) -> int:
        """All the cards laid go to one place, and the next sentence is another. Returns how many there were."""
        count = sum(len(stack.cards) for stack in self.square)
        for stack in self.square:
            self.move_all(stack, target)
        self.laid, self.drawn, self.spoken = 0, 0, []
        self.write(())
        return count

    def set_aside(self) -> None:
        """D13: out of the game for good."""
        if count := self.clear(self.zones[ASIDE]):
            self.tell("set_aside", count=count)

    def receive(self, seat: Seat) -> int:
        """A card goes unseen under a pile (D10). Without a draw pile it is the oldest one that is covered in the
        square (R25, D15); where there is none, nothing is received."""
        oldest = self.square[self.drawn % PLACES]
        if self.draw.cards:
            self.move(self.draw.cards[-1], self.draw, self.pile(seat), 0)
        elif len(oldest.cards) > 1:
            self.move(oldest.cards[0], oldest, self.pile(seat), 0)
            self.drawn += 1
        else:
            return 0
        return 1

    # ---- turns -------------------------------------------------------------------------------------

    def play_on(self, seat: Seat, *, may_stop: bool = False) -> None:
        """The same player again; whoever has no card left has got rid of them all (R22, D7, D9)."""
        if self.pile(seat).cards:
            self.goto(Flip(seat=seat, may_stop=may_stop))
        else:
            self.goto(RoundEnd(winner=seat))

    def pass_on(self, seat: Seat) -> None:
        """The turn of a seat is over; that may be one too many (D17)."""
        self.turns += 1
        if self.turns >= CAP * self.n:
            self.tell("too_long")
            self.goto(RoundEnd(winner=None))
        else:
            self.fresh_votes()
            self.goto(Flip(seat=self.after(seat)))

    def stuck(self, seat: Seat) -> None:
        """Who was stuck has not won, even on his last card; without any he cannot play on (D14)."""
        if self.pile(seat).cards:
            self.pass_on(seat)
        else:
            self.tell("no_card", seat=seat)
            self.goto(RoundEnd(winner=None))


class Deal(Phase[QuadrixState]):
    """R2, R3: seven cards each, unseen; the rest is the draw pile."""

    def enter(self, s: QuadrixState) -> None:
        s.shuffle(s.draw, "deal", s.round)
        s.tell("deal", count=HAND, starter=s.starter, round=s.round)
        s.deal(s.draw, [s.pile(s.after(s.starter, i)) for i in s.all_seats], HAND)
        s.turns = 0
        s.fresh_votes()
        s.goto(Flip(seat=s.starter))


class Flip(flip.Flip[QuadrixState]):
    """R3, R5: the first card of the pile goes to the next place of the square."""

    def turn(self, s: QuadrixState) -> None:
        pile = s.pile(self.seat)
        if flip.turned_petard(s, self.seat, pile):  # R14, D8
            s.goto(Petard(seat=self.seat))
        else:
            s.lay(pile.cards[-1], pile)
            s.goto(Search(seat=self.seat))

    def stop(self, s: QuadrixState) -> None:
        """D6: after an étoile, one may."""
        s.tell("stops", seat=self.seat)
        s.pass_on(self.seat)


class Petard(flip.FlippedPetard[QuadrixState]):
    """R14 to R16, D8: never laid in the square."""

    def give(self, s: QuadrixState, taker: Seat) -> None:
        pile = s.pile(self.seat)
        s.tell("gives", giver=self.seat, taker=taker)
        s.receive(taker)
        s.move(pile.cards[-1], pile, s.draw, 0)
        s.play_on(self.seat)


class Search(SentenceSearch[QuadrixState]):
    """R4 to R9, R17: a sentence with a word for each card that is seen."""

    def limit(self, s: QuadrixState) -> Millis:
        return int(s.options.search_s) * 1_000

    def grace(self, s: QuadrixState) -> Millis:
        """D20."""
        return grace_for(s.options.grace_s, len(s.visible()))

    def content(self, s: QuadrixState, seat: Seat) -> Mapping[str, Domain]:
        """R6, R12, D3, D21: a box for each card; they open with the last sentence."""
        return {"words": Sentence(tuple(map(fit_of, s.visible())), tuple(s.spoken))}

    def window(self, s: QuadrixState, idea: Idea) -> Phase[Any] | None:
        """C17, D22: while the table reads it, each word stands under its card."""
        s.write(idea.args["words"])
        return super().window(s, idea)

    def denied(self, s: QuadrixState, idea: Idea) -> None:
        """D5."""
        s.write(s.spoken)

    def void(self, s: QuadrixState, author: Seat) -> None:
        """D11."""
        s.write(s.spoken)
        super().void(s, author)

    def found(self, s: QuadrixState, idea: Idea) -> None:
        """R12, R13, R22: after a vowel one must play again, after an étoile one may (D6)."""
        s.spoken = list(idea.args["words"])
        if s.last in VOWELS or s.last == ETOILE or not s.pile(self.seat).cards:
            s.play_on(self.seat, may_stop=s.last == ETOILE)
        else:
            s.pass_on(self.seat)

    def rescued(self, s: QuadrixState, idea: Idea) -> None:
        """R18, R19, D10."""
        s.spoken = list(idea.args["words"])
        s.tell("receives", seat=self.seat, count=s.receive(self.seat))
        s.stuck(self.seat)

    def nobody(self, s: QuadrixState) -> None:
        """R20, R21, D13; who was stuck on his last card receives one (D14), before the square is cleared."""
        if not s.pile(self.seat).cards:
            s.tell("receives", seat=self.seat, count=s.receive(self.seat))
        s.set_aside()
        s.stuck(self.seat)


class RoundEnd(Phase[QuadrixState], kw_only=True):
    """R22 to R24, D16 to D19."""

    winner: Seat | None

    def enter(self, s: QuadrixState) -> None:
        if self.winner is None:
            s.set_aside()
            s.empty = 0
        else:
            count = s.clear(s.won(self.winner))
            s.scores[self.winner] += count
            s.tell("round_won", winner=self.winner, count=count)
            s.empty = 0 if count else s.empty + 1
        for seat in s.all_seats:
            s.move_all(s.pile(seat), s.draw)
        if s.options.rounds == str(s.round):
            s.end(ranked(s.scores, detail="rounds"))
        elif s.empty >= EMPTY_ENDS:
            s.end(ranked(s.scores, detail="empty_twice"))
        elif len(s.draw.cards) < HAND * s.n:  # R24, D16
            s.end(ranked(s.scores, detail="no_deal"))
        else:
            s.round += 1
            s.starter = s.after(s.starter)
            s.goto(Deal())


class Quadrix(Game[QuadrixState]):
    races_of_all = True
    info = GameInfo(
        key="quadrix",
        name="Quadrix",
        version=1,
        players=(2, 8),
        kinds=("turn", "race", "vote"),
        reading=Reading.READS,
        device=Device.SHARED,
        author="Christine Larquetout",
        words=True,
        minutes=40,
        exercises=(Exercise.IMAGINATION, Exercise.VOCABULARY, Exercise.LETTERS),
        moods=(Mood.INVENT, Mood.LAUGH),
        age=8,
    )
    phases: ClassVar[tuple[type[Phase[Any]], ...]] = (
        Deal,
        Flip,
        Petard,
        Search,
        RoundEnd,
        *SEARCH_PHASES,
        *SENTENCE_PHASES,
        Vote,
        Sure,
    )
    options = QuadrixOptions
    seat_options = ScreenSeatOptions

    def setup(self, table: Setup) -> QuadrixState:
        nobody = [0] * len(table.seats)
        s = QuadrixState(**table.common(DECK), starter=table.starter(), lost=nobody, refusals=nobody[:])
        return s.begin(
            Deal(),
            Zone("draw", Kind.PILE, NOBODY, cards=list(range(len(DECK)))),
            Zone("aside", Kind.BOX, NOBODY),
            *grid_of_stacks("square", SIDE, SIDE, words=True),
            *(Zone(f"pile:{seat}", Kind.PILE, NOBODY, seat) for seat in s.all_seats),
            *(Zone(f"won:{seat}", Kind.WINNINGS, NOBODY, seat) for seat in s.all_seats),
        )

    def bound(self, players: int, options: Any) -> int:
        """D17, D19: of two rounds in succession one at least takes a card out of the game, and a round has 20
        turns per player at most. In a turn a pile is laid at most, of as many cards as are not dealt to the
        others. On each of them every other seat's idea is refused once, and the searcher loses three votes and
        is asked back three times; each of those has a vote, a contest and a chrono."""
        heard = 2 * players + 8
        search = (players + 7) * (heard + players + 2)
        most = len(DECK) - HAND * (players - 1)
        rounds = 2 * (len(DECK) - HAND * players + 2)
        return rounds * CAP * players * most * (3 + search)


GAME = Quadrix()
