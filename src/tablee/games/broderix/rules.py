"""Broderix: stories are embroidered word by word on a carpet of letters; the first without cards has won."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from msgspec import field

from tablee.kernel.domains import Absent, ByChoice, Card, Domain, Slot
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import Reason, ranked
from tablee.kernel.phase import Phase
from tablee.kernel.places import zone_at, zone_of_seat
from tablee.kernel.units import EVERYBODY, NOBODY, Millis, Seat
from tablee.kernel.values import PLAIN, SAID, SEAT, Shown
from tablee.kernel.zones import Zone
from tablee.phases import flip
from tablee.phases.patience import PatientSearch
from tablee.phases.said import Defend
from tablee.phases.screen import ScreenSeatOptions
from tablee.phases.search import SEARCH_PHASES, Idea, SearchOptions
from tablee.phases.sentences import SaidAmongBots, SpokenState
from tablee.phases.show import Show
from tablee.phases.vote import LOST, Sure, Vote
from tablee.pieces.kinds import Kind
from tablee.pieces.stacks import grid_of_stacks
from tablee.pieces.toutilix import ALPHABET, DECK, ETOILE, PETARD, SYMBOL, VOWELS
from tablee.words.fit import Fit, Word
from tablee.words.flags import KNOWN, may_be_verb
from tablee.words.folding import fold
from tablee.words.sentence import boxes, capitalised, written

LINES, ACROSS = 4, 5
CAP = 60
"""D20: the game is stopped after so many turns of each player."""
COVERED = 2
"""The height of the first layer: every card of the carpet covered by another."""
START: Millis = 10_000
AGAIN: Millis = 15_000
LOOK: Millis = 2_000
"""How long the table looks at a pétard."""

DRAW, TURNED, ASIDE, CARPET = 0, 1, 2, 3
PILES = CARPET + LINES * ACROSS


def fit_for(laid: str, covered: str) -> Fit:
    """R9, R10, R14, R16, D1, D2: what a word must have when one card is laid on another."""
    both = laid + covered
    alone = (ALPHABET if laid == ETOILE else laid) if covered in VOWELS or covered == ETOILE else ""
    return Fit(both.replace(ETOILE, ""), both.count(ETOILE), alone=alone)


class BroderixOptions(SearchOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    contests: bool = True
    said_s: Literal[3, 5, 8] = 3
    grace_s: Literal[20, 10, 40] = 20
    turn_time: Literal[60, 45, 90] = 60
    cards: Literal[14, 10, 7] = 14
    letter: bool = False
    """The booklet to the letter: whose last card goes under the draw pile has won (C20)."""


class BroderixState(SpokenState, kw_only=True):
    shown: ClassVar[Shown] = {"spoken": SAID, "sentence": SAID, "stories": SAID, "story": SAID, "layer": PLAIN}
    starter: Seat
    spoken: list[str] = field(default_factory=list)
    """The words of the running sentence."""
    kinds: list[int] = field(default_factory=list)
    """What the lexicon said of each of them."""
    stories: list[str] = field(default_factory=list)
    """The finished sentences."""
    layer: int = COVERED
    """As high as the piles of the carpet grow now."""
    turns: int = 0

    draw = zone_at(DRAW)
    turned = zone_at(TURNED)

    @property
    def carpet(self) -> list[Zone]:
        """Line by line; what has no cards is closed for good (D15)."""
        return self.zones[CARPET:PILES]

    pile = zone_of_seat(PILES)

    def symbol(self, zone: Zone) -> str:
        """What the top card says (D18)."""
        return SYMBOL[self.faces[zone.cards[-1]]]

    # ---- the carpet --------------------------------------------------------------------------------

    def uncovered(self) -> list[int]:
        """R27, R31, D16: where this layer still waits for a card."""
        carpet = enumerate(self.carpet)
        return [place for place, pile in carpet if pile.seers and 0 < len(pile.cards) < self.layer]

    def free(self) -> list[int]:
        """R8, R11: where a card may be laid."""
        return [place for place in self.uncovered() if self.symbol(self.carpet[place]) != PETARD]

    def only_petards(self) -> list[int]:
        """R28, D13: the pétards, if nothing else is uncovered."""
        return [] if self.free() else self.uncovered()

    def cover(self, pile: Zone) -> None:
        """R32, R34: a card has come to stay; from the third on the pile is turned face down."""
        if self.layer > COVERED:
            self.show_to(pile, NOBODY)
        self.next_layer()

    def next_layer(self) -> None:
        """R31, R33, D17: everything is covered, and what was turned down comes up again."""
        if self.uncovered():
            return
        for pile in self.carpet:
            self.show_to(pile, EVERYBODY)
        self.layer += 1
        self.tell("third" if self.layer == COVERED + 1 else "turned_up", count=self.layer)

    # ---- the story ---------------------------------------------------------------------------------

    @property
    def sentence(self) -> str:
        """As the table reads it."""
        return capitalised(written(self.spoken))

    @property
    def story(self) -> str:
        """The last finished sentence, until another one begins."""
        return self.stories[-1] if self.stories and not self.spoken else ""

    @property
    def has_verb(self) -> bool:
        return any(map(may_be_verb, self.kinds))

    def point(self, seat: Seat) -> None:
        """R19, R21: another sentence begins with the next word."""
        self.stories = [*self.stories, self.sentence + "."]
        self.spoken, self.kinds = [], []
        self.tell("point", seat=seat, words=SAID(self.story))

    # ---- cards and turns ---------------------------------------------------------------------------

    def receive(self, seat: Seat) -> bool:
        """D6, D15: a card goes unseen under a pile, if there is one."""
        if not self.draw.cards:
            return False
        self.move(self.draw.cards[-1], self.draw, self.pile(seat), 0)
        return True

    def put_under(self, source: Zone) -> None:
        """Its top card goes under the draw pile."""
        self.move(source.cards[-1], source, self.draw, 0)

    def finish(self, reason: Reason = Reason.RULE, detail: str = "out") -> None:
        """R35, R36, D20, D21: the fewest cards win."""
        self.count()
        self.end(ranked(self.scores, low_wins=True, reason=reason, detail=detail))

    def count(self) -> None:
        self.scores = [len(self.pile(seat).cards) for seat in self.all_seats]

    def pass_on(self, seat: Seat) -> None:
        """A seat's turn is over."""
        self.count()
        if not self.pile(seat).cards:
            self.finish()
        elif self.turns >= CAP * self.n:
            self.finish(Reason.CAP, "turns")
        else:
            self.goto(Start(seat=self.after(seat)))


class Deal(Phase[BroderixState]):
    """R3 to R6: a pile each that nobody looks at, and the carpet."""

    def enter(self, s: BroderixState) -> None:
        draw, each = s.draw, int(s.options.cards)
        s.shuffle(draw, "deal")
        s.tell("deal", count=each, starter=s.starter)
        s.deal(draw, [s.pile(s.after(s.starter, i)) for i in s.all_seats], each)
        for place in s.carpet:
            s.move(draw.cards[-1], draw, place)
        s.count()
        s.goto(Start(seat=s.starter))


class Start(flip.Flip[BroderixState]):
    """R7: the first card of one's pile is turned; or a pétard that alone is uncovered is taken away (D13)."""

    def limit(self, s: BroderixState) -> Millis:
        return START

    def enter(self, s: BroderixState) -> None:
        s.turns += 1
        s.fresh_votes()
        super().enter(s)

    def offers(self, s: BroderixState, seat: Seat) -> Sequence[Offer]:
        offers = super().offers(s, seat)
        if offers and (petards := s.only_petards()):
            return (Offer("take_petard", {"pile": Slot("carpet", petards)}), *offers[1:])
        return offers

    def play(self, s: BroderixState, seat: Seat, move: Move) -> None:
        if move.name == "take_petard":
            self.take(s, move.args["pile"])
        else:
            super().play(s, seat, move)

    def turn(self, s: BroderixState) -> None:
        if petards := s.only_petards():  # D22
            self.take(s, petards[0])
            return
        pile = s.pile(self.seat)
        s.move(pile.cards[-1], pile, s.turned)
        s.count()
        if s.symbol(s.turned) == PETARD:  # R13
            s.tell("petard", seat=self.seat)
            s.push(Show(span=LOOK))
        else:
            s.goto(Place(seat=self.seat))

    def resume(self, s: BroderixState, result: Any) -> None:
        """R13, D15: the table has seen the pétard."""
        if s.draw.cards:
            s.put_under(s.turned)
            s.receive(self.seat)
        else:
            s.move_all(s.turned, s.zones[ASIDE])
        s.pass_on(self.seat)

    def take(self, s: BroderixState, pile: int) -> None:
        """R28 to R30, D14, D15."""
        place = s.carpet[pile]
        s.tell("takes_petard", seat=self.seat)
        if s.draw.cards:
            s.put_under(place)
            s.move(s.draw.cards[-1], s.draw, place)
        else:
            s.move_all(place, s.zones[ASIDE])
        s.tell("receives", seat=self.seat, count=int(s.receive(self.seat)))
        s.next_layer()
        s.pass_on(self.seat)


class Again(Start):
    """R12, R15, D5: the right to play again. Until the next card is turned one may still say "point !" (R20)."""

    may_stop: bool = True

    def limit(self, s: BroderixState) -> Millis:
        return AGAIN

    def enter(self, s: BroderixState) -> None:
        flip.Flip.enter(self, s)

    def offers(self, s: BroderixState, seat: Seat) -> Sequence[Offer]:
        offers = super().offers(s, seat)
        return (*offers, Offer("point")) if offers and s.has_verb else offers

    def play(self, s: BroderixState, seat: Seat, move: Move) -> None:
        if move.name == "point":
            s.point(seat)
        else:
            super().play(s, seat, move)

    def stop(self, s: BroderixState) -> None:
        s.tell("stops", seat=self.seat)
        s.pass_on(self.seat)


class Place(PatientSearch[BroderixState]):
    """R8 to R11, R16 to R18, R23 to R26: where to lay the card, and a word with both letters."""

    shown: ClassVar[Shown] = {**PatientSearch.shown, "quiet_until": PLAIN}
    answer = "lay"

    @property
    def quiet_until(self) -> Millis:
        return self.ready

    def limit(self, s: BroderixState) -> Millis:
        return int(s.options.turn_time) * 1_000

    def grace(self, s: BroderixState) -> Millis:
        """D23."""
        return int(s.options.grace_s) * 1_000

    def content(self, s: BroderixState, seat: Seat) -> Mapping[str, Domain]:
        laid, places = s.symbol(s.turned), s.free()
        words: dict[Card, Domain] = {
            str(place): Word(fit_for(laid, s.symbol(s.carpet[place]))) for place in places
        }
        return {"pile": Slot("carpet", places), "word": ByChoice("pile", words, Absent())}

    def objection(self, s: BroderixState, idea: Idea) -> str | None:
        """D2, D3: a letter is a word only where the lexicon has it, and so is what could be two words."""
        word = self.words(s, idea)
        if idea.known.get(word, 0) & KNOWN:
            return None
        if len(boxes(word, lambda _: False)) > 1:
            return "one_word"
        return "unknown_word" if len(fold(word)) == 1 else None

    def window(self, s: BroderixState, idea: Idea) -> Phase[Any]:
        word, span = self.words(s, idea), int(s.options.said_s) * 1_000
        kind = idea.known.get(word, 0)
        return Said(author=idea.seat, words=[word], span=span, pile=idea.args["pile"], kind=kind)

    def found(self, s: BroderixState, idea: Idea) -> None:
        """R12, R15, D19."""
        pile = s.carpet[idea.args["pile"]]
        laid = s.symbol(pile)
        s.cover(pile)
        if s.pile(self.seat).cards and (laid in VOWELS or laid == ETOILE):
            s.goto(Again(seat=self.seat))
        else:
            s.pass_on(self.seat)

    def rescued(self, s: BroderixState, idea: Idea) -> None:
        """R24, R25, D12."""
        s.cover(s.carpet[idea.args["pile"]])
        s.tell("receives", seat=self.seat, count=int(s.receive(self.seat)))
        s.pass_on(self.seat)

    def nobody(self, s: BroderixState) -> None:
        """R26, D19: nobody wins by finding nothing."""
        s.put_under(s.turned)
        if not s.pile(self.seat).cards and not s.options.letter:
            s.tell("receives", seat=self.seat, count=int(s.receive(self.seat)))
        s.pass_on(self.seat)


class Said(SaidAmongBots[BroderixState], kw_only=True):
    """C17, D7, D8: card and word lie there, but nothing follows from it yet."""

    shown: ClassVar[Shown] = {"author": SEAT, "words": SAID, "pile": PLAIN, "pointed": PLAIN}
    pile: int
    kind: int
    pointed: bool = False

    def enter(self, s: BroderixState) -> None:
        s.move(s.turned.cards[-1], s.turned, s.carpet[self.pile])
        s.spoken, s.kinds = [*s.spoken, *self.words], [*s.kinds, self.kind]
        super().enter(s)

    def kept(self, s: BroderixState) -> bool:
        return s.has_verb or super().kept(s)

    def contesters(self, s: BroderixState) -> list[Seat]:
        return super().contesters(s) if s.options.contests else []

    def own_offers(self, s: BroderixState, seat: Seat) -> Sequence[Offer]:
        live = seat == self.author and s.has_verb and not self.pointed
        return (Offer("point", closes_at=self.until + self.shift),) if live else ()

    def own_play(self, s: BroderixState, seat: Seat, move: Move) -> None:
        self.pointed = True
        if not self.contesters(s) and self.other_for(s) is None:
            self.close(s, stands=True)

    def put_to_table(self, s: BroderixState, contester: Seat) -> None:
        s.push(Defend(author=self.author, words=self.words))

    def close(self, s: BroderixState, *, stands: bool) -> None:
        if not stands:
            pile = s.carpet[self.pile]
            s.move(pile.cards[-1], pile, s.turned)
            s.spoken, s.kinds = s.spoken[:-1], s.kinds[:-1]
        elif self.pointed:
            s.point(self.author)
        super().close(s, stands=stands)


class Broderix(Game[BroderixState]):
    races_of_all = True
    info = GameInfo(
        key="broderix",
        name="Broderix",
        version=1,
        players=(2, 4),
        kinds=("turn", "race", "vote"),
        reading=Reading.READS,
        device=Device.SHARED,
        author="Christine Larquetout",
        words=True,
        minutes=15,
        exercises=(Exercise.IMAGINATION, Exercise.VOCABULARY, Exercise.LETTERS),
        moods=(Mood.INVENT, Mood.LAUGH),
        age=8,
    )
    phases = (Deal, Start, Again, Show, Place, *SEARCH_PHASES, Said, Defend, Vote, Sure)
    options = BroderixOptions
    seat_options = ScreenSeatOptions

    def setup(self, table: Setup) -> BroderixState:
        nobody = [0] * len(table.seats)
        s = BroderixState(**table.common(DECK), starter=table.starter(), lost=nobody, refusals=nobody[:])
        return s.begin(
            Deal(),
            Zone("draw", Kind.PILE, NOBODY, cards=list(range(len(DECK)))),
            Zone("turned", Kind.TURNED, EVERYBODY),
            Zone("aside", Kind.BOX, EVERYBODY),
            *grid_of_stacks("carpet", ACROSS, LINES),
            *(Zone(f"pile:{seat}", Kind.PILE, NOBODY, seat) for seat in s.all_seats),
        )

    def bound(self, players: int, options: Any) -> int:
        """D20. In a turn any number of cards can be turned, but those that are laid never come back, and all
        others end the turn. On each of them every other seat's idea is refused once at most; a chrono starts anew
        after each of those, and after each vote the searcher lost. Then a word stands, or none is found."""
        cards = CAP * players + len(DECK)
        # Said or sent, typed; a vote, a contest, its defence, another vote, point, another instead, the window.
        heard = 2 * players + 8
        chronos = (players + LOST) * (players + 3)  # who launches, who comes late, grace, close and zero
        return cards * (3 + chronos + (2 * players + LOST + 2) * heard + players + 2)


GAME = Broderix()
