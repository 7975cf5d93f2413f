"""Frontibix: duels of two, each with a letter on the forehead that all the others see. A word with both wins."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from msgspec import field, structs

from tablee.kernel.domains import Domain, OneSeat
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.places import zone_at, zone_of_seat
from tablee.kernel.rng import Rng
from tablee.kernel.units import EVERYBODY, NOBODY, Millis, Seat, mask
from tablee.kernel.values import SAID, SEAT, Shown
from tablee.kernel.zones import Zone
from tablee.phases.decision import Decision
from tablee.phases.race import Answer, Race, RaceOptions, on_screens
from tablee.phases.said import Said
from tablee.phases.screen import ScreenSeatOptions
from tablee.phases.secret_choice import SecretChoice
from tablee.phases.show import Show
from tablee.phases.vote import LOST, Sure, Verdict, Vote, WordState, ask, confirmed, judge, tell_foreign
from tablee.phases.window import Press
from tablee.pieces.kinds import Kind
from tablee.pieces.toutilix import BLUE, PETARD, PETARDS, PINK
from tablee.words.fit import Fit, Word
from tablee.words.folding import fold

DECK = PINK + BLUE + PETARDS  # R2
CHOOSE: Millis = 20_000
LOOK: Millis = 3_000
"""How long the cards are shown to their bearers too, after a duel."""
EASIER = 2
"""How often a duellist may ask for an easier word in a duel (D12)."""


class FrontibixOptions(RaceOptions, frozen=True, kw_only=True):
    clue_s: Literal[10, 15, 30] = 15
    duel_s: Literal[15, 30, 60] = 30
    open: bool = False
    """D16: both cards are seen by all and there are no clues; for one device that all share."""


class FrontibixState(WordState, kw_only=True):
    shown: ClassVar[Shown] = {**WordState.shown, "challenger": SEAT, "challenged": SEAT, "hints": SAID}
    challenger: Seat
    challenged: Seat = -1
    """Nobody, while the challenger chooses."""
    beaten: Seat = -1
    """Who lost the duel before: not to be challenged again at once (R11)."""
    duels: int = 0
    hints: dict[Seat, tuple[str, ...]] = field(default_factory=dict)
    """For each duellist the words that begin with the letter he bears: the other's clue, once both are in (D3),
    and easier ones (R21)."""

    pile = zone_at(0)
    bonus = zone_at(1)
    forehead = zone_of_seat(2)
    won = zone_of_seat(2, 1)

    @property
    def duellists(self) -> tuple[Seat, Seat]:
        return self.challenger, self.challenged

    def opponent(self, seat: Seat) -> Seat:
        return self.challenged if seat == self.challenger else self.challenger

    def borne(self, seat: Seat) -> str:
        """What a duellist has on the forehead: a letter, or the pétard."""
        return self.faces[self.forehead(seat).cards[-1]][-1]

    def eligible(self) -> list[Seat]:
        """R11, R12, D14: whom the challenger may challenge."""
        others = self.others(self.challenger)
        return others if self.n == 2 else [seat for seat in others if seat != self.beaten]

    def next_duel(self) -> None:
        """R11, R22, D1: the challenger chooses, as long as there are two cards to draw."""
        if len(self.pile.cards) < 2:
            self.finish()
        elif self.n == 2:
            self.challenged = self.after(self.challenger)
            self.goto(Draw())
        else:
            self.challenged = -1
            self.goto(Challenge(seat=self.challenger))

    def finish(self) -> None:
        """R23, D2, D15: the bonus that still lies there is nobody's."""
        self.end(ranked(self.scores, detail="pile_empty"))


class Shuffle(Phase[FrontibixState]):
    """R3."""

    def enter(self, s: FrontibixState) -> None:
        s.shuffle(s.pile, "deal")
        s.tell("start", starter=s.challenger)
        s.next_duel()


class Challenge(Decision[FrontibixState]):
    """R5, R11: the challenger says whom he challenges; if he does not, chance does."""

    shown: ClassVar[Shown] = {}
    span = CHOOSE
    waits = True

    def may(self, s: FrontibixState) -> Sequence[Offer]:
        return (Offer("challenge", {"seat": OneSeat(s.eligible())}),)

    def play(self, s: FrontibixState, seat: Seat, move: Move) -> None:
        self.chosen(s, move.args["seat"])

    def silent(self, s: FrontibixState) -> None:
        self.chosen(s, s.rng("challenge", s.duels).choice(s.eligible()))

    def chosen(self, s: FrontibixState, seat: Seat) -> None:
        s.challenged = seat
        s.goto(Draw())


class Draw(Phase[FrontibixState]):
    """R6, R7, D13: a card for the challenged player, one for the challenger, both on the foreheads at once."""

    def enter(self, s: FrontibixState) -> None:
        s.duels += 1
        s.hints = {}
        s.fresh_votes()
        s.tell("again" if s.bonus.cards else "duel", seat=s.challenger, taker=s.challenged)
        for seat in (s.challenged, s.challenger):
            s.move(s.pile.cards[-1], s.pile, s.forehead(seat))
        petards = [seat for seat in s.duellists if s.borne(seat) == PETARD]
        if petards:  # R13, R14
            winner = petards[0] if len(petards) == 1 else -1
            s.tell("petards" if winner < 0 else "petard", seat=petards[0], count=2 + len(s.bonus.cards))
            s.goto(Over(winner=winner))
        else:
            s.goto(Duel() if s.options.open else Clue())


class Clue(SecretChoice[FrontibixState]):
    """R8, D3, D4: each duellist types a word that begins with the other's letter; both are shown together."""

    move_name = "clue"
    param = "word"
    flags: dict[Seat, int] = field(default_factory=dict)
    """What the lexicon said of the words."""
    doubtful: list[Seat] = field(default_factory=list)
    """Whose word the table must vote on."""
    waiting: Move | None = None
    """The word of which its author, alone among bots, is asked whether he is sure (C19), before it is sealed."""
    author: Seat = -1
    sure: list[Seat] = field(default_factory=list)

    def enter(self, s: FrontibixState) -> None:
        s.silent = True  # D8
        super().enter(s)

    def choosers(self, s: FrontibixState) -> Sequence[Seat]:
        return s.duellists

    def limit(self, s: FrontibixState) -> Millis:
        return int(s.options.clue_s) * 1_000

    def domain(self, s: FrontibixState, seat: Seat) -> Domain:
        """A word that begins otherwise may be typed: it is a mistake (R18)."""
        return Word(Fit(), Fit(starts=s.borne(s.opponent(seat))))

    def default(self, s: FrontibixState, seat: Seat) -> str:
        return ""

    def play(self, s: FrontibixState, seat: Seat, move: Move) -> None:
        if judge(s, seat, move.known) is Verdict.SURE:
            self.waiting, self.author = move, seat
            ask(s, seat, move.known, quiet=True)
        else:
            self.give(s, seat, move)

    def give(self, s: FrontibixState, seat: Seat, move: Move) -> None:
        self.flags[seat] = move.known.get(move.args["word"], 0)
        super().play(s, seat, move)

    def opened(self, s: FrontibixState, choices: Mapping[Seat, str]) -> None:
        if not all(choices.values()):  # R15
            s.tell("no_clue")
            s.goto(Over())
            return
        s.hints = {s.opponent(seat): (word,) for seat, word in choices.items()}
        for seat, word in choices.items():
            s.tell("clue", seat=seat, word=SAID(word.upper()))
            tell_foreign(s, self.known(seat))
            if seat in self.sure:
                confirmed(s, seat, [word])
        verdicts = {seat: self.verdict(s, seat) for seat in s.duellists}
        self.doubtful = [seat for seat, verdict in verdicts.items() if verdict.asks]
        self.go_on(s, [seat for seat, verdict in verdicts.items() if verdict is Verdict.REFUSED])

    def verdict(self, s: FrontibixState, seat: Seat) -> Verdict:
        if Fit(starts=s.borne(s.opponent(seat))).missing(self.choices[seat].value):
            return Verdict.REFUSED
        return judge(s, seat, self.known(seat))

    def known(self, seat: Seat) -> dict[str, int]:
        return {self.choices[seat].value: self.flags[seat]}

    def go_on(self, s: FrontibixState, wrong: Sequence[Seat]) -> None:
        """One wrong word is enough (R18); what the table does not know it votes on."""
        for seat in wrong:
            s.tell("mistake", seat=seat)
        if wrong:
            s.goto(Over())
        elif self.doubtful:
            seat = self.doubtful[0]
            s.tell("in_doubt", seat=seat, discloses=True)  # that it begins as it must
            ask(s, seat, self.known(seat))
        else:
            s.goto(Duel())

    def resume(self, s: FrontibixState, result: bool | None) -> None:
        if self.waiting is None:
            seat = self.doubtful.pop(0)
            self.go_on(s, () if result else (seat,))
            return
        move, self.waiting = self.waiting, None
        if result:
            self.sure.append(self.author)
            self.give(s, self.author, move)

    def reseal(self, s: FrontibixState, seat: Seat, rng: Rng) -> None:
        super().reseal(s, seat, rng)
        if self.waiting is not None and seat != self.author:
            self.waiting = structs.replace(self.waiting, args={"word": self.domain(s, self.author).sample(rng)})


class Duel(Race[FrontibixState]):
    """R9, R10: the first of the two with a word that holds both letters."""

    shown: ClassVar[Shown] = {"dry": SEAT, "asked": SEAT}
    dry: list[Seat] = field(default_factory=list)
    asked: list[Seat] = field(default_factory=list)
    """Who waits for an easier word."""
    helped: dict[Seat, int] = field(default_factory=dict)

    def enter(self, s: FrontibixState) -> None:
        s.silent = True
        self.stimulus = s.stimulate()
        s.tell("letters", discloses=True)  # both clues begin as they must
        super().enter(s)

    def limit(self, s: FrontibixState) -> Millis:
        return int(s.options.duel_s) * 1_000

    def actors(self, s: FrontibixState) -> Sequence[Seat]:
        return s.all_seats if self.asked else s.duellists

    def active(self, s: FrontibixState) -> Sequence[Seat]:
        return [seat for seat in s.duellists if seat not in self.dry]

    def offers(self, s: FrontibixState, seat: Seat) -> Sequence[Offer]:
        offers: list[Offer] = []
        if seat in s.duellists and seat not in self.dry and not self.has_pressed(seat):
            offers += (self.word_offer(s, seat), Offer("dry"))
            if not s.options.open and seat not in self.asked and self.helped.get(seat, 0) < EASIER:
                offers.append(Offer("easier"))
        asker = next((x for x in self.asked if x != seat), None)
        if asker is not None:
            said = tuple(fold(word) for word in s.hints[asker])
            another = Word(Fit(starts=s.borne(asker)), besides=said)
            offers.append(Offer("give", {"word": another}))
        return offers

    def play(self, s: FrontibixState, seat: Seat, move: Move) -> None:
        match move.name:
            case "dry":  # D7
                self.dry.append(seat)
                s.tell("dry", seat=seat)
                if len(self.dry) == 2:
                    self.unclaimed(s)
            case "easier":  # R21, D12
                self.asked.append(seat)
                self.helped[seat] = self.helped.get(seat, 0) + 1
                s.tell("easier", seat=seat)
            case "give":
                asker = next(x for x in self.asked if x != seat)
                self.asked.remove(asker)
                s.hints[asker] += (move.args["word"],)
                s.tell("give", seat=seat, taker=asker, word=SAID(move.args["word"].upper()))
            case _:
                self.claim(s, seat, move)

    def fits(self, s: FrontibixState, claim: Press) -> bool:
        """D6, D9: each card has a letter of its own in the word."""
        both = Fit(contains="".join(s.borne(seat) for seat in s.duellists))
        return claim.name == "buzz" or both.missing(claim.what) is None

    def foregone(self) -> bool:
        """D10: a wrong word spoils the duel, whatever came with it."""
        return super().foregone() or bool(self.wrong)

    def winner(self) -> Press | None:
        return None if self.wrong else super().winner()

    def asking(self, s: FrontibixState, claim: Press) -> None:
        s.tell("in_doubt", seat=claim.seat, discloses=True)  # that it holds both letters

    def decided(
        self, s: FrontibixState, right: Sequence[Press], wrong: Sequence[Press], late: Sequence[Press]
    ) -> None:
        """R17, R18."""
        winner = right[0] if len(right) == 1 and not wrong else None
        tied = () if winner else (*right, *self.doubtful)
        self.tell_claims(s, winner, tied, wrong, late, 2 + len(s.bonus.cards))
        s.goto(Over(winner=winner.seat if winner else -1))

    def unclaimed(self, s: FrontibixState) -> None:
        """R16."""
        s.tell("nobody")
        s.goto(Over())


class Over(Show[FrontibixState], kw_only=True):
    """The cards come down, for their bearers too. Then they are won with the bonus, or become one (R19, R20)."""

    shown: ClassVar[Shown] = {"winner": SEAT}
    span: Millis = LOOK
    winner: Seat = -1

    def enter(self, s: FrontibixState) -> None:
        super().enter(s)
        s.silent = False
        for seat in s.duellists:
            s.turn_up(s.forehead(seat), s.forehead(seat).cards[-1])
        if self.winner < 0:
            s.tell("void", count=2 + len(s.bonus.cards))

    def ring(self, s: FrontibixState, alarm: Alarm) -> None:
        target = s.won(self.winner) if self.winner >= 0 else s.bonus
        for seat in s.duellists:
            s.move_all(s.forehead(seat), target)
        if self.winner >= 0:
            s.move_all(s.bonus, target)
            s.scores[self.winner] = len(target.cards)
            s.challenger, s.beaten = self.winner, s.opponent(self.winner)
            s.next_duel()
        elif len(s.pile.cards) < 2:
            s.finish()
        else:
            s.goto(Draw())


class Frontibix(Game[FrontibixState]):
    races_of_all = True
    info = GameInfo(
        key="frontibix",
        name="Frontibix",
        version=2,
        players=(2, 6),  # R1
        kinds=("simultaneous", "race"),
        reading=Reading.SOME_LETTERS,
        device=Device.SHARED,
        author="Roberto Fraga",
        words=True,
        minutes=10,
        exercises=(Exercise.VOCABULARY, Exercise.SPEED, Exercise.LETTERS),
        moods=(Mood.LAUGH, Mood.RUSH),
        age=7,
    )
    phases = (Shuffle, Challenge, Draw, Clue, Duel, Answer, Over, Said, Vote, Sure)
    options = FrontibixOptions
    seat_options = ScreenSeatOptions

    def setup(self, table: Setup) -> FrontibixState:
        if table.options.open or on_screens(table) is not table.options:  # D16
            table.options = structs.replace(table.options, open=True, answer="buzz")
        s = FrontibixState(**table.common(DECK), challenger=table.starter())
        opened = EVERYBODY if table.options.open else NOBODY
        return s.begin(
            Shuffle(),
            Zone("pile", Kind.PILE, NOBODY, cards=list(range(len(DECK)))),
            Zone("bonus", Kind.HEAP, EVERYBODY),
            *(Zone(f"forehead:{seat}", Kind.FOREHEAD, opened or ~mask(seat), seat) for seat in s.all_seats),
            *(Zone(f"won:{seat}", Kind.WINNINGS, NOBODY, seat) for seat in s.all_seats),
        )

    def bound(self, players: int, options: Any) -> int:
        """D17: a duel takes two cards. It has a challenge and a pause at its end; two clues; of each duellist an
        anticipation, a claim, *dry*, and twice *easier* with its answer; what closes it, an answer to type, and
        up to four votes. What is taken back (a word three times at most) is claimed, closed, contested and voted
        on once more."""
        again = 2 * LOST * (6 + 2 * players)
        return len(DECK) // 2 * (2 + 2 + 2 * 7 + 2 + 4 * players + again)


GAME = Frontibix()
