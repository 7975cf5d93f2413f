"""Empilix: letters are laid on one another, and whoever stays in longest says them all again from memory."""

from typing import Any

from tablee.games.empilix.recite import Reciting, Shared, Spoilt, Won
from tablee.games.empilix.state import MANCHES, EmpilixOptions, EmpilixTable, lay_out
from tablee.games.empilix.tours import Alone, Commit, Exhausted, Proof, Turn
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import TERM
from tablee.phases.screen import ScreenSeatOptions
from tablee.phases.show import Show
from tablee.phases.vote import Sure, Vote
from tablee.pieces.toutilix import DECK, ETOILE, PETARD, VOWELS

NOTED: Millis = 5_000
"""How long all look at what each has won in a manche."""


class EmpilixState(EmpilixTable, kw_only=True):
    """What follows when a tour or a turn is over."""

    def next_tour(self) -> None:
        """D1, D8."""
        self.tour += 1
        self.posed = self.halted = self.slipped = self.lone = 0
        self.halts, self.pauses, self.minds = {}, [0] * self.n, [()] * self.n
        self.spread.said = None
        self.go_on(self.after(self.turner))

    def go_on(self, first: Seat) -> None:
        """The first one from that seat on who is not posed and has a card turns it. Without cards the sequence is
        recited (D7), or the manche is over (D8)."""
        turning = self.may_turn(first)
        if len(self.standing) == 1 or not turning:
            self.halts.clear()
        if not turning and not self.so_far:
            self.put_aside()
            self.goto(MancheEnd(span=NOTED))
        elif len(self.standing) == 1:
            lone = self.standing[0]
            self.goto(Alone(seat=lone) if turning and not self.must_stop else Reciting(seat=lone))
        elif turning:
            self.goto(Turn(seat=turning[0]))
        else:
            self.tell("exhausted")
            self.goto(Exhausted(seat=self.in_order(first)[0]))


class Deal(Phase[EmpilixState]):
    """R5, R22, D17: the piles of a manche. All cards were gathered before (D15)."""

    def enter(self, s: EmpilixState) -> None:
        deck = s.aside
        for zone in s.zones:
            if zone is not deck:
                s.move_all(zone, deck)
        s.silent = True  # R3, D19
        s.noted = s.scores[:]
        s.tell("manche", number=s.number + 1, total=len(s.manches), title=TERM(s.manche), starter=s.starter)
        if s.syllabic:
            self.sort(s)
        else:
            s.shuffle(deck, "deal", s.number)
            each = len(deck.cards) // s.n
            s.deal(deck, [s.pile(s.after(s.starter, i)) for i in s.all_seats], each)
        s.turner = s.after(s.starter, s.n - 1)
        s.next_tour()

    def sort(self, s: EmpilixState) -> None:
        """R5: 3 étoiles and 1 pétard lie among the vowels."""
        deck = sorted(s.aside.cards)
        special = {symbol: [card for card in deck if s.symbol(card) == symbol] for symbol in (ETOILE, PETARD)}
        few = {*special[ETOILE][:3], *special[PETARD][:1]}
        for card in deck:
            s.move(card, s.aside, s.vowels if s.symbol(card) in VOWELS or card in few else s.consonants)
        s.shuffle(s.vowels, "vowels")
        s.shuffle(s.consonants, "consonants")


class MancheEnd(Show[EmpilixState], kw_only=True):
    """D15: what each has won is noted."""

    def enter(self, s: EmpilixState) -> None:
        super().enter(s)
        s.silent = False
        for seat in s.all_seats:
            s.tell("notes", seat=seat, count=len(s.won(seat).cards), total=s.scores[seat])
        s.number += 1
        if s.number == len(s.manches):  # R31, D23
            s.end(ranked(s.scores, detail="most_cards"))

    def ring(self, s: EmpilixState, alarm: Alarm) -> None:
        s.starter = s.after(s.starter)  # D16
        s.goto(Deal())


class Empilix(Game[EmpilixState]):
    info = GameInfo(
        key="empilix",
        name="Empilix",
        version=1,
        players=(2, 4),  # R2
        kinds=("turn", "vote"),
        reading=Reading.READS,
        device=Device.SHARED,
        author="Christine Larquetout",
        words=True,
        minutes=40,
        exercises=(Exercise.MEMORY, Exercise.VOCABULARY, Exercise.LETTERS),
        moods=(Mood.REMEMBER, Mood.INVENT),
        age=8,
        everyday=("asked", "proves", "poses", "pauses", "agrees", "recites", "shares", "notes"),
    )
    phases = (
        Deal,
        Turn,
        Proof,
        Commit,
        Alone,
        Exhausted,
        Reciting,
        Won,
        Shared,
        Spoilt,
        MancheEnd,
        Vote,
        Sure,
    )
    options = EmpilixOptions
    seat_options = ScreenSeatOptions

    def setup(self, table: Setup) -> EmpilixState:
        n = len(table.seats)
        s = EmpilixState(
            **table.common(DECK),  # R1
            starter=table.starter(),
            noted=[0] * n,
            lost=[0] * n,
            refusals=[0] * n,
        )
        s.zones = lay_out(n, len(DECK))
        s.goto(Deal())
        return s

    def looks_on(self, s: EmpilixState) -> bool:
        """All people are posed: bots may hurry, until they say what lies there."""
        watching = all(s.posed >> seat & 1 for seat in s.all_seats if s.seats[seat].human)
        return watching and isinstance(s.phases[-1], (Turn, Proof, Commit, Alone, Exhausted))

    def bound(self, players: int, options: Any) -> int:
        """D14, D22: a tour takes a card out for good; what goes back is less than there are other players. So a
        manche has no more tours than cards, and three cards are turned for each at most. For every one of them:
        pauses and their ends, words, a proof; and it is said again, with a vote."""
        card = 2 * players + (players + 1) + 4 + (players + 4)
        tour = 3 * players + 8
        return len(MANCHES[options.rounds]) * len(DECK) * (3 * card + tour)


GAME = Empilix()
