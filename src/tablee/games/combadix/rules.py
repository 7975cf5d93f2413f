"""Combadix: all turn up a card at once, the strongest takes them; equal cards fight it out."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from msgspec import field

from tablee.kernel.domains import OneSeat
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup, TableOptions
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.units import EVERYBODY, NOBODY, TABLE, CardId, Millis, Seat, mask
from tablee.kernel.values import FACE, SEAT, Shown
from tablee.kernel.zones import Zone
from tablee.phases.piles import PilesState, seat_zones
from tablee.phases.secret_choice import SecretChoice
from tablee.phases.show import Show
from tablee.phases.together import Together
from tablee.pieces.kinds import Kind
from tablee.pieces.toutilix import ALPHABET, DECK, ETOILE, PETARD, SYMBOL

FLIP_TIME: Millis = 5_000
QUIZ_TIME: Millis = 15_000
BATTLE_TIME: Mapping[str, Millis] = {"slow": 2_000, "normal": 1_000, "fast": 500}
TAKE_TIME: Mapping[str, Millis] = {"slow": 4_000, "normal": 2_500, "fast": 1_200}

STRENGTH = {symbol: strength for strength, symbol in enumerate((PETARD, *ALPHABET, ETOILE))}
"""R5 to R7."""


class CombadixOptions(TableOptions, frozen=True, kw_only=True):
    speed: Literal["slow", "normal", "fast"] = "normal"
    quiz: bool = False


class CombadixState(PilesState, kw_only=True):
    """The middle is the trick: the one visible card of each seat that takes part."""

    @property
    def stake(self) -> Zone:
        """What else lies in the trick: covered cards, hidden ones, and what an undecided trick has left."""
        return self.zones[-1]

    def playing(self) -> list[Seat]:
        """R15: who has cards left."""
        return [seat for seat in self.all_seats if self.pile(seat).cards]

    def strengths(self) -> list[int]:
        """D1: how strong each visible card is; the colour does not matter."""
        return [STRENGTH[SYMBOL[self.faces[c]]] for c in self.middle.cards]

    def lay(self, seat: Seat) -> None:
        """The top card of a pile becomes the visible card of its owner, over the one he had (R8, R11)."""
        trick = self.middle
        place = trick.by.index(seat)
        if place < len(trick.cards):
            self.pass_on(trick.cards[place], trick, self.stake)
        self.move(self.pile(seat).cards[-1], self.pile(seat), trick, place)

    def pass_on(self, card: CardId, source: Zone, target: Zone) -> None:
        """What everybody has seen stays visible; the hidden cards only their winner will see."""
        seen = source is self.middle or card in self.open
        self.move(card, source, target)
        if seen:
            self.turn_up(target, card)

    def compare(self) -> None:
        """R10, D2 to D4, D7: whoever is equal to another and still has a card fights; otherwise it is decided."""
        trick, strengths = self.middle, self.strengths()
        alike = Counter(strengths)
        equal = [seat for seat, x in zip(trick.by, strengths, strict=True) if alike[x] > 1]
        fighters = [seat for seat in equal if self.pile(seat).cards]
        if fighters:
            for x in sorted({x for seat, x in zip(trick.by, strengths, strict=True) if seat in fighters}):
                symbol = SYMBOL[self.faces[trick.cards[strengths.index(x)]]]
                self.tell("battle", symbol=FACE(symbol), count=alike[x])
            self.goto(Battle(span=BATTLE_TIME[self.options.speed], fighters=fighters))
            return
        best = max(strengths)
        winner = trick.by[strengths.index(best)] if alike[best] == 1 else TABLE  # R9, R13, D6
        learners = [i for i, chair in enumerate(self.seats) if chair.human and chair.present]
        if self.options.quiz and learners and winner != TABLE:
            self.goto(Quiz(winner=winner, learners=learners))
        else:
            self.goto(Take(span=TAKE_TIME[self.options.speed], winner=winner))


class Deal(Phase[CombadixState]):
    """R3, R4, D10."""

    def enter(self, s: CombadixState) -> None:
        s.shuffle(s.aside, "deal")
        s.deal_out()
        s.goto(Flip())


class Flip(Together[CombadixState]):
    """R8, D13: whoever has cards turns up the first one; all are shown together."""

    shown: ClassVar[Shown] = {"pressed": SEAT}
    pressed: list[Seat] = field(default_factory=list)

    def enter(self, s: CombadixState) -> None:
        super().enter(s)
        s.middle.by = s.playing()

    def limit(self, s: CombadixState) -> Millis:
        return FLIP_TIME

    def actors(self, s: CombadixState) -> Sequence[Seat]:
        return [seat for seat in s.playing() if seat not in self.pressed]

    def offers(self, s: CombadixState, seat: Seat) -> Sequence[Offer]:
        return (Offer("flip", zone=s.pile(seat).name),) if seat in self.actors(s) else ()

    def play(self, s: CombadixState, seat: Seat, move: Move) -> None:
        self.pressed.append(seat)
        if not self.actors(s):
            self.all_in(s)

    def silent(self, s: CombadixState, seat: Seat) -> None:
        self.pressed.append(seat)

    def all_in(self, s: CombadixState) -> None:
        for seat in s.playing():
            s.lay(seat)
        s.compare()


class Battle(Show[CombadixState], kw_only=True):
    """R10 to R13: the table looks, then those who are equal each lay a hidden card and a visible one."""

    shown: ClassVar[Shown] = {"fighters": SEAT}
    fighters: list[Seat]

    def ring(self, s: CombadixState, alarm: Alarm) -> None:
        for seat in self.fighters:
            pile = s.pile(seat)
            if len(pile.cards) > 1:  # D5
                s.move(pile.cards[-1], pile, s.stake)
            s.lay(seat)
        s.compare()


class Quiz(SecretChoice[CombadixState], kw_only=True):
    """The option for learners: who takes the trick? It costs and brings nothing."""

    move_name = "guess"
    param = "winner"
    winner: Seat
    learners: list[Seat]

    def choosers(self, s: CombadixState) -> Sequence[Seat]:
        return self.learners

    def limit(self, s: CombadixState) -> Millis:
        return QUIZ_TIME

    def domain(self, s: CombadixState, seat: Seat) -> OneSeat:
        return OneSeat(s.middle.by[:])

    def default(self, s: CombadixState, seat: Seat) -> Seat:
        return TABLE

    def opened(self, s: CombadixState, choices: Mapping[Seat, Seat]) -> None:
        for seat, guess in choices.items():
            if guess != TABLE:
                s.tell("guessed" if guess == self.winner else "mistaken", seat=seat)
        s.goto(Take(span=TAKE_TIME[s.options.speed], winner=self.winner))


class Take(Show[CombadixState], kw_only=True):
    """R9, R14, D8: the table sees who takes the trick, and why; then he takes all that lies in it."""

    shown: ClassVar[Shown] = {"winner": SEAT, "symbol": FACE}
    winner: Seat
    symbol: str = ""
    """D13: what it was won with."""

    def enter(self, s: CombadixState) -> None:
        super().enter(s)
        trick = s.middle
        if self.winner == TABLE:
            s.tell("nobody")
            return
        trick.best = trick.by.index(self.winner)
        self.symbol = SYMBOL[s.faces[trick.cards[trick.best]]]
        s.tell("takes", winner=self.winner, symbol=FACE(self.symbol), count=len(trick.cards) + len(s.stake.cards))

    def ring(self, s: CombadixState, alarm: Alarm) -> None:
        trick, stake = s.middle, s.stake
        target = stake if self.winner == TABLE else s.won(self.winner)
        for source in (trick,) if target is stake else (stake, trick):
            for card in source.cards[:]:
                s.pass_on(card, source, target)
        trick.by.clear()
        trick.best = -1
        s.count()
        if len(s.playing()) >= 2:  # R16
            s.goto(Flip())
            return
        if stake.cards:  # D6
            s.tell("set_aside", count=len(stake.cards))
            s.move_all(stake, s.aside)
        s.finish()


class Combadix(Game[CombadixState]):
    info = GameInfo(
        key="combadix",
        name="Combadix",
        version=1,
        players=(2, 8),
        kinds=("simultaneous",),
        reading=Reading.SOME_LETTERS,
        device=Device.SHARED,
        author="Christine Larquetout",
        minutes=2,
        exercises=(Exercise.LUCK, Exercise.LETTERS),
        moods=(Mood.LAUGH,),
        age=5,
        everyday=("trick",),
    )
    phases = (Deal, Flip, Battle, Quiz, Take)
    options = CombadixOptions

    def setup(self, table: Setup) -> CombadixState:
        s = CombadixState(**table.common(DECK), starter=table.starter())
        return s.begin(
            Deal(),
            Zone("trick", Kind.TRICK, EVERYBODY),
            Zone("aside", Kind.BOX, NOBODY, cards=list(range(len(DECK)))),
            *seat_zones(s.n, [mask(seat) for seat in s.all_seats]),
            Zone("stake", Kind.PILE, NOBODY),
        )

    def bound(self, players: int, options: Any) -> int:
        """D12: each card has one record at most, turned up by its own or laid in a battle. Each trick takes a card
        of whoever has some; it is shown, and before that everybody may guess."""
        each, asked = len(DECK) // players, players if options.quiz else 0
        return each * players + each * (asked + 1)


GAME = Combadix()
