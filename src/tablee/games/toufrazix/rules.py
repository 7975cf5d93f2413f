"""Toufrazix: sentences on a stave, one word for each card, and every card laid makes them one word longer."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from msgspec import Struct

from tablee.kernel.domains import Absent, ByChoice, Card, Domain
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import Phase
from tablee.kernel.places import zone_at
from tablee.kernel.units import EVERYBODY, NOBODY, CardId, Millis, Seat
from tablee.kernel.values import SEAT, Shown
from tablee.kernel.zones import Zone
from tablee.phases import flip
from tablee.phases.screen import ScreenSeatOptions
from tablee.phases.search import SEARCH_PHASES, Idea, SearchOptions
from tablee.phases.sentences import SENTENCE_PHASES, SentenceSearch, SpokenState, fit_of, grace_for
from tablee.phases.vote import Sure, Vote
from tablee.pieces.domains import LEFT, RIGHT, OneEnd, end_of, line_and_side
from tablee.pieces.kinds import Kind
from tablee.pieces.toutilix import DECK, ETOILE, SYMBOL, VOWELS
from tablee.words.fit import Sentence

HAND = 7
DRIED = 2
"""D16: a round is stopped after so many turns in a row for each player in which nobody has found."""
NOBODY_WINS: Seat = -1

DRAW, TURNED, ASIDE, LINES = range(4)


def most_lines(threshold: int) -> int:
    """R14: all but one of them have reached the threshold."""
    return len(DECK) // threshold + 1


def together(words: Sequence[str]) -> str:
    """One space between words, and none within what somebody wrote into a box."""
    return " ".join("\N{NO-BREAK SPACE}".join(word.split()) for word in words)


class ToufrazixOptions(SearchOptions, frozen=True, kw_only=True):
    threshold: Literal[7, 5] = 7
    """Cards with which a sentence is long enough for another one to be started."""
    search_s: Literal[60, 90, 120] = 90
    said_s: Literal[3, 0, 6] = 3
    """0: nobody contests."""
    grace_s: Literal[10, 5, 20] = 10
    flip_s: Literal[5, 10] = 5
    rounds: Literal[0, 1, 2, 3] = 0
    """0: as many as there are cards for."""


class Line(Struct, frozen=True):
    """A line as it was."""

    name: str
    said: str | None
    by: tuple[Seat, ...]


class ToufrazixState(SpokenState, kw_only=True):
    shown: ClassVar[Shown] = {"starter": SEAT}
    starter: Seat
    """Who began this round."""
    round: int = 0
    dried: int = 0
    """Turns in a row that ended because nobody found (D16)."""

    draw = zone_at(DRAW)

    @property
    def turned(self) -> Zone:
        """Where the card lies that a sentence is being looked for."""
        return self.zones[TURNED]

    aside = zone_at(ASIDE)

    @property
    def lines(self) -> list[Zone]:
        return self.zones[LINES : -2 * self.n]

    def pile(self, seat: Seat) -> Zone:
        return self.zones[seat - 2 * self.n]

    def won(self, seat: Seat) -> Zone:
        return self.zones[seat - self.n]

    # ---- lines -------------------------------------------------------------------------------------

    def open_lines(self) -> list[Zone]:
        """R12 to R14, D3: any line, or a new one once all are long enough; the shortest first."""
        begun = [line for line in self.lines if line.cards]
        if all(len(line.cards) >= self.options.threshold for line in begun):
            begun.append(next(line for line in self.lines if not line.cards))
        return sorted(begun, key=lambda line: len(line.cards))

    def ends(self) -> list[str]:
        """R7, R9: on the right or on the left. A line that is only begun has no sides."""
        return [
            end_of(line.name, side)
            for line in self.open_lines()
            for side in ((RIGHT, LEFT) if line.cards else (RIGHT,))
        ]

    def boxes(self, end: str) -> Sentence:
        """R8, R9, R15, R17: a word for each card of the line, with the one just turned at this end. The boxes open
        with the sentence in force (D21)."""
        name, side = line_and_side(end)
        line = self.zone(name)
        fits = [fit_of(SYMBOL[self.faces[card]]) for card in line.cards]
        words = line.said.split(" ") if line.said else [""] * len(fits)
        new = len(fits) if side == RIGHT else 0
        fits.insert(new, fit_of(SYMBOL[self.faces[self.turned.cards[-1]]]))
        words.insert(new, "")
        return Sentence(tuple(fits), tuple(words))

    # ---- turns -------------------------------------------------------------------------------------

    def receive(self, seat: Seat) -> bool:
        """A card of the draw pile goes unseen under a pile, if there is one (D13)."""
        if not self.draw.cards:
            return False
        self.move(self.draw.cards[-1], self.draw, self.pile(seat), 0)
        return True

    def play_again(self, seat: Seat, *, may_stop: bool = False) -> None:
        """R16, R18, R21; but who has got rid of his last card has won the round (R26, D12)."""
        if self.pile(seat).cards:
            self.goto(Flip(seat=seat, may_stop=may_stop))
        else:
            self.goto(RoundEnd(winner=seat))

    def pass_on(self, seat: Seat, *, found: bool) -> None:
        """The turn of a seat is over. Who has no cards any more is out of the round (D13)."""
        self.dried = 0 if found else self.dried + 1
        if not self.pile(seat).cards:
            self.tell("out", seat=seat)
        following = next((x for x in (*self.others(seat), seat) if self.pile(x).cards), None)
        if following is None or self.dried >= DRIED * self.n:  # D16
            self.goto(RoundEnd(winner=NOBODY_WINS))
        else:
            self.fresh_votes()
            self.goto(Flip(seat=following))


class Deal(Phase[ToufrazixState]):
    """R2 to R5: seven cards each, unseen, and one in the middle to begin with."""

    def enter(self, s: ToufrazixState) -> None:
        s.shuffle(s.draw, "deal", s.round)
        s.tell("deal", count=HAND, starter=s.starter, round=s.round + 1)
        s.deal(s.draw, [s.pile(s.after(s.starter, i)) for i in s.all_seats], HAND)
        flip.turn_first(s, s.draw, s.lines[0], s.round)  # R4, R5, D14
        s.dried = 0
        s.fresh_votes()
        s.goto(Flip(seat=s.starter))


class Flip(flip.Flip[ToufrazixState]):
    """R7: everybody sees the card at the same time; it is laid with its sentence (D2)."""

    def turn(self, s: ToufrazixState) -> None:
        pile = s.pile(self.seat)
        card = pile.cards[-1]
        if flip.turned_petard(s, self.seat, pile):  # R19
            s.goto(Petard(seat=self.seat))
        else:
            s.move(card, pile, s.turned)
            s.goto(Search(seat=self.seat, card=card))

    def stop(self, s: ToufrazixState) -> None:
        """D10."""
        s.tell("stops", seat=self.seat)
        s.pass_on(self.seat, found=True)


class Petard(flip.FlippedPetard[ToufrazixState]):
    """R19 to R21, D11."""

    def give(self, s: ToufrazixState, taker: Seat) -> None:
        pile = s.pile(self.seat)
        s.tell("gives", giver=self.seat, taker=taker)
        exchanged = s.receive(taker)
        s.move(pile.cards[-1], pile, s.draw if exchanged else s.aside, 0)
        s.play_again(self.seat)


class Search(SentenceSearch[ToufrazixState], kw_only=True):
    """R8 to R10, R22 to R25: where the card goes, and a sentence with a word for each card of that line."""

    card: CardId
    before: Line | None = None
    """While what was laid can still be contested: that line without it."""

    def limit(self, s: ToufrazixState) -> Millis:
        return int(s.options.search_s) * 1_000

    def grace(self, s: ToufrazixState) -> Millis:
        """D20."""
        return grace_for(s.options.grace_s, len(s.open_lines()[0].cards) + 1)

    def content(self, s: ToufrazixState, seat: Seat) -> Mapping[str, Domain]:
        ends = s.ends()
        boxes: dict[Card, Domain] = {end: s.boxes(end) for end in ends}
        return {"end": OneEnd(ends), "words": ByChoice("end", boxes, Absent())}

    def window(self, s: ToufrazixState, idea: Idea) -> Phase[Any] | None:
        """The card lies there with its sentence, and stays if nobody contests it (D2, D7)."""
        self.lay(s, idea)
        return super().window(s, idea)

    def lay(self, s: ToufrazixState, idea: Idea) -> None:
        """R9, R11, D4: at one end of its line, which has a new sentence now."""
        name, side = line_and_side(idea.args["end"])
        line = s.zone(name)
        self.before = Line(name, line.said, tuple(line.by))
        s.move(self.card, s.turned, line, 0 if side == LEFT else None)
        line.said, line.by = together(idea.args["words"]), [idea.seat]

    def take_back(self, s: ToufrazixState) -> None:
        """C17: the table has refused what was laid."""
        before, self.before = self.before, None
        if before is not None:
            line = s.zone(before.name)
            s.move(self.card, line, s.turned)
            line.said, line.by = before.said, list(before.by)

    def denied(self, s: ToufrazixState, idea: Idea) -> None:
        self.take_back(s)
        super().denied(s, idea)

    def void(self, s: ToufrazixState, author: Seat) -> None:
        """D8."""
        self.take_back(s)
        super().void(s, author)

    def found(self, s: ToufrazixState, idea: Idea) -> None:
        """R16, R18, R26, D10: who has laid a vowel must play again, who has laid an étoile may."""
        symbol = SYMBOL[s.faces[self.card]]
        if symbol in VOWELS or symbol == ETOILE or not s.pile(self.seat).cards:
            s.play_again(self.seat, may_stop=symbol == ETOILE)
        else:
            s.pass_on(self.seat, found=True)

    def rescued(self, s: ToufrazixState, idea: Idea) -> None:
        """R23, R24, D7, D9."""
        received = s.receive(self.seat)
        s.tell("receives", seat=self.seat, count=int(received))
        s.pass_on(self.seat, found=True)

    def nobody(self, s: ToufrazixState) -> None:
        """R25. Who was stuck on his last card draws another one (D12)."""
        if not s.pile(self.seat).cards:
            s.tell("receives", seat=self.seat, count=int(s.receive(self.seat)))
        s.move(self.card, s.turned, s.draw, 0)
        s.tell("under")
        s.pass_on(self.seat, found=False)


class RoundEnd(Phase[ToufrazixState], kw_only=True):
    """R26 to R29, D14 to D17, D19."""

    winner: Seat

    def enter(self, s: ToufrazixState) -> None:
        count = sum(len(line.cards) for line in s.lines)
        if self.winner == NOBODY_WINS:
            s.tell("round_stopped", count=count)
        else:
            s.tell("round_won", winner=self.winner, count=count)
            s.scores[self.winner] += count
        target = s.aside if self.winner == NOBODY_WINS else s.won(self.winner)
        for line in s.lines:
            s.move_all(line, target)
            line.said, line.by = "", []
        for seat in s.all_seats:
            s.move_all(s.pile(seat), s.draw)
        s.round += 1
        if not count:  # D19
            s.end(ranked(s.scores, detail="nothing_laid"))
        elif s.round == s.options.rounds:
            s.end(ranked(s.scores, detail="rounds"))
        elif len(s.draw.cards) <= HAND * s.n:  # D14
            s.end(ranked(s.scores, detail="no_deal"))
        else:
            s.starter = s.after(s.starter)  # D15
            s.goto(Deal())


class Toufrazix(Game[ToufrazixState]):
    races_of_all = True
    info = GameInfo(
        key="toufrazix",
        name="Toufrazix",
        version=1,
        players=(2, 8),
        kinds=("turn", "vote", "race"),
        reading=Reading.READS,
        device=Device.SHARED,
        words=True,
        minutes=40,
        exercises=(Exercise.IMAGINATION, Exercise.VOCABULARY, Exercise.LETTERS),
        moods=(Mood.INVENT, Mood.REMEMBER),
        age=8,
    )
    phases: ClassVar[tuple[type[Phase[Any]], ...]] = (
        *SEARCH_PHASES,
        Deal,
        Flip,
        Petard,
        Search,
        RoundEnd,
        *SENTENCE_PHASES,
        Vote,
        Sure,
    )
    options = ToufrazixOptions
    seat_options = ScreenSeatOptions

    def setup(self, table: Setup) -> ToufrazixState:
        nobody = [0] * len(table.seats)
        s = ToufrazixState(**table.common(DECK), starter=table.starter(), lost=nobody, refusals=nobody[:])
        lines = range(most_lines(table.options.threshold))
        return s.begin(
            Deal(),
            Zone("draw", Kind.PILE, NOBODY, cards=list(range(len(DECK)))),
            Zone("turned", Kind.NEXT, EVERYBODY),
            Zone("aside", Kind.BOX, NOBODY),
            *(Zone(f"line:{line}", Kind.STAVE, EVERYBODY, said="") for line in lines),
            *(Zone(f"pile:{seat}", Kind.PILE, NOBODY, seat) for seat in s.all_seats),
            *(Zone(f"won:{seat}", Kind.WINNINGS, NOBODY, seat) for seat in s.all_seats),
        )

    def bound(self, players: int, options: Any) -> int:
        """D19. A round takes a card out of the game at least, or is the last. It has at most 100 cards laid, and
        before each of them 2 n turns in which nobody finds. Before each of these searches three pétards can be
        turned and given. In a search every seat can lose three votes (C11), every other one have a void launch or
        an idea, each with a vote and a contest (C17), and then it ends."""
        vote = 2 * players + 5
        search = 3 * players * vote + players * (vote + 5) + players + 4
        searches = len(DECK) * (DRIED * players + 1)
        return (len(DECK) - HAND * players) * searches * (3 * 2 + 1 + search)


GAME = Toufrazix()
