"""Sordelix: a word of ten letters lies among étoiles and pétards. All seek it together against the scribe, who
masks letters when nobody looks; every letter that they turn and every étoile that they pay is a point for him."""

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec import field

from tablee.games.sordelix.choose import IDEAS, Choosing
from tablee.games.sordelix.masking import CURTAIN, CURTAINS, Curtain, Mask
from tablee.games.sordelix.state import (
    DARK,
    ON_TABLE,
    SIZE,
    STARS,
    SordelixOptions,
    SordelixState,
    zones,
)
from tablee.kernel.domains import OneCard, Slot
from tablee.kernel.events import Keep
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import NEVER, Alarm, Phase
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import FACE, PLAIN, SAID, SEAT, Shown
from tablee.phases.decision import Decision
from tablee.phases.proposals import PAUSE
from tablee.phases.screen import ScreenSeatOptions, shares
from tablee.phases.show import Show
from tablee.phases.vote import Verdict, Vote, ask, judge
from tablee.phases.window import stretched
from tablee.pieces.toutilix import DECK, ETOILE, PETARD
from tablee.words.fit import Fit
from tablee.words.flags import KNOWN
from tablee.words.folding import fold

LAY_TIME: Millis = 20_000
SWAPS = 20
"""How often the scribe may swap two cards before the search."""

SOONEST: Millis = 3_000
ANYBODY: Millis = 20_000
LATEST: Millis = 40_000
"""From the last turning on (D5): nobody turns the next card before; anybody may; the table does."""
QUIET: Millis = 40_000
LONG: Millis = 90_000
LONG_PLACED: Millis = 45_000
"""An exchange comes after so long without a proposal, and so long after the last one (D13)."""
UNCOVER_TIME: Millis = 10_000
HURRIED_TURN: Millis = 10_000
HURRIED_EXCHANGE: Millis = 15_000
"""When a turn has lasted long enough (D24)."""
TOUCH: Millis = 200
"""Nobody moves cards of the rack more often."""
WORD_SHOWN: Millis = 7_000

FIRST_PAID = 3
"""From the fourth letter on a place is paid with an étoile, the others by turning one face down (R19, R22)."""


class Choose(Choosing):
    def all_in(self, s: SordelixState) -> None:
        s.goto(Lay(seat=s.scribe))


class Lay(Decision[SordelixState]):
    """R6 to R8, D4: twenty cards face down; the scribe may swap some of them before the others seek."""

    span = LAY_TIME
    swaps: int = 0

    def enter(self, s: SordelixState) -> None:
        super().enter(s)
        s.lay_out(self.seat)
        s.fresh_votes()
        s.tell("turn", seat=self.seat, number=s.turn + 1, total=s.n)

    def may(self, s: SordelixState) -> Sequence[Offer]:
        place = Slot("plane", tuple(range(ON_TABLE)))
        swap = Offer("scatter", {"place": place, "other": place}, secret=True)
        return (Offer("begin"), *((swap,) if self.swaps < SWAPS else ()))

    def play(self, s: SordelixState, seat: Seat, move: Move) -> None:
        if move.name == "scatter":
            self.swaps += 1
            s.swap_places(move.args["place"], move.args["other"])
        else:
            self.silent(s)

    def silent(self, s: SordelixState) -> None:
        s.goto(Search(seat=s.seekers[0]))

    def ring(self, s: SordelixState, alarm: Alarm) -> None:
        self.silent(s)


class Seeking(Phase[SordelixState], kw_only=True):
    """R10, D7: all seekers propose words as they like; whoever types the secret word has found it."""

    cap: Millis = NEVER
    """From then on nobody is waited for (D24)."""

    def for_all(self, s: SordelixState) -> bool:
        return s.shared

    def actors(self, s: SordelixState) -> Sequence[Seat]:
        return s.seekers

    def proposal(self, s: SordelixState, seat: Seat) -> Offer:
        return s.proposal(seat, Fit(least=SIZE, most=SIZE), aloud=shares(s, seat))

    def propose(self, s: SordelixState, seat: Seat, word: str) -> bool:
        """Whether it is the word. An anagram is not."""
        s.hear(seat, word)
        if fold(word) != s.word:
            return False
        s.tell("finds", seat=seat, word=SAID(word.upper()))
        s.goto(TurnEnd())
        return True


class Search(Seeking, kw_only=True):
    """R9 to R13, D5, D6, D11: card after card is turned up where it lies."""

    shown: ClassVar[Shown] = {"seat": SEAT, "satisfied": SEAT}
    seat: Seat
    """Whose turn it is to turn a card."""
    turned_at: Millis = -1
    """When the last one was turned; -1: none yet."""
    letter: bool = False
    """It was a letter: everybody may look for words first."""
    satisfied: list[Seat] = field(default_factory=list)
    """Who has nothing more to say about it."""

    def enter(self, s: SordelixState) -> None:
        if s.options.turn_max:
            self.cap = self.time(s) + int(s.options.turn_max) * 60_000
        s.lay_beside(Mask(human=s.seats[s.scribe].human))

    def active(self, s: SordelixState) -> Sequence[Seat]:
        return (self.seat,)

    @property
    def last(self) -> Millis:
        return self.began if self.turned_at < 0 else self.turned_at

    def waiting(self, s: SordelixState) -> list[Seat]:
        """Who is there and may still have something to say before the next card."""
        others = [seat for seat in s.seekers if seat != self.seat and s.seats[seat].present]
        return [seat for seat in others if seat not in self.satisfied] if self.letter else []

    def opens(self, s: SordelixState, seat: Seat) -> Millis:
        """When this seat may turn a card (D5)."""
        if seat != self.seat:
            return self.last + stretched(s, ANYBODY)
        if self.turned_at < 0:
            return self.last
        return self.last + max(SOONEST, int(s.options.look_s) * 1_000 if self.waiting(s) else 0)

    def offers(self, s: SordelixState, seat: Seat) -> Sequence[Offer]:
        if seat == s.scribe:
            return ()  # D26
        aloud = shares(s, seat)
        opens = self.opens(s, seat) + self.shift
        offers = [Offer("flip", {"place": Slot("plane", s.places())}, opens, aloud=aloud)]
        if seat in self.waiting(s):
            offers.append(Offer("nothing_more", aloud=aloud))
        return (*offers, self.proposal(s, seat))

    def play(self, s: SordelixState, seat: Seat, move: Move) -> None:
        match move.name:
            case "flip":
                self.flip(s, seat, move.args["place"])
            case "nothing_more":
                self.satisfied.append(seat)
            case "propose":
                self.propose(s, seat, move.args["word"])

    def flip(self, s: SordelixState, seat: Seat, place: int) -> None:
        """What is told of a letter is not kept: whoever forgets it has forgotten it (D8)."""
        face = s.turn_at(place)
        self.turned_at = self.since = self.time(s)
        self.satisfied, self.letter = [], False
        if face == ETOILE:
            s.tell("star", seat=seat)
            self.seat = seat  # R12, D6
        else:
            self.seat = seat if s.n == 2 else next(x for x in s.others(seat) if x != s.scribe)  # R11
            if face == PETARD:
                s.tell("petard", seat=seat)
            else:
                self.letter = True
                s.tell("turns", keep=Keep.FLEETING, seat=seat, letter=FACE(face))
                s.tell("letters", seat=seat, count=len(s.turned))
        if len(s.turned) == SIZE:
            s.turn_rest()
            s.tell("all_turned")
            s.goto(Align(seat=self.seat, cap=self.cap + self.shift if self.cap < NEVER else NEVER))

    def alarms(self, s: SordelixState) -> Sequence[Alarm]:
        latest = self.last + stretched(s, LATEST)
        return (Alarm("turn", min(latest, max(self.cap, self.last + HURRIED_TURN)), waits=True),)

    def ring(self, s: SordelixState, alarm: Alarm) -> None:
        s.tell("table_turns", keep=Keep.FLEETING)
        self.flip(s, self.seat, s.by_chance())


class Align(Seeking, kw_only=True):
    """R16 to R25, D12 to D18: the letters are lined up on a rack, and whoever is stuck pays with étoiles."""

    shown: ClassVar[Shown] = {"seat": SEAT, "out_of_ideas": SEAT, "due": PLAIN, "uncovering": PLAIN}
    seat: Seat
    """Who chooses the next letter that is uncovered (D17)."""
    out_of_ideas: list[Seat] = field(default_factory=list)
    due: int = SIZE
    """Which letter the next exchange shows; 0: one that is masked."""
    exchanged: Millis = 0
    heard: Millis = 0
    uncovering: bool = False
    until: Millis = 0

    def enter(self, s: SordelixState) -> None:
        self.exchanged = self.heard = self.since = self.time(s)

    def active(self, s: SordelixState) -> Sequence[Seat]:
        return (self.seat,) if self.uncovering else [seat for seat in s.seekers if seat not in self.out_of_ideas]

    def offers(self, s: SordelixState, seat: Seat) -> Sequence[Offer]:
        if seat == s.scribe:
            return ()
        aloud = shares(s, seat)
        offers = [self.proposal(s, seat)]
        if self.uncovering:
            if seat == self.seat:
                offers.append(Offer("uncover", {"place": Slot("rack", self.masked(s))}, aloud=aloud))
            return offers
        opens = s.moved[seat] + TOUCH if seat in s.moved else 0
        if cards := s.free_cards:
            slot = Slot("rack", tuple(range(s.rack.best)))
            offers.append(Offer("arrange", {"card": OneCard(cards), "slot": slot}, opens, aloud=aloud))
        if back := [card for card in cards if card in s.rack.cards]:
            offers.append(Offer("put_away", {"card": OneCard(back)}, opens, aloud=aloud))
        if seat not in self.out_of_ideas:
            offers.append(Offer("stuck", aloud=aloud))
        return offers

    def play(self, s: SordelixState, seat: Seat, move: Move) -> None:
        match move.name:
            case "propose":
                self.heard = self.time(s)
                self.propose(s, seat, move.args["word"])
            case "arrange" | "put_away":
                s.moved[seat] = s.now
                card = move.args["card"]
                if move.name == "arrange":
                    s.put_in_rack(card, move.args["slot"])
                else:
                    s.put_back(card)
            case "stuck":
                self.out_of_ideas.append(seat)
                s.tell("stuck", keep=Keep.FLEETING, seat=seat)
                if all(x in self.out_of_ideas or not s.seats[x].present for x in s.seekers):
                    self.exchange(s)
            case "uncover":
                self.uncover(s, move.args["place"])

    def masked(self, s: SordelixState) -> list[int]:
        return [place for place, card in enumerate(s.rack.cards) if card in s.covers]

    def exchange(self, s: SordelixState) -> None:
        """R17, D14: the next one that is possible."""
        self.out_of_ideas = []
        self.exchanged = self.heard = self.since = self.time(s)
        slot = s.rack.best - 1
        if slot < 0:
            self.uncovering = True
            self.until = self.time(s) + stretched(s, UNCOVER_TIME)
            s.tell("may_uncover", seat=self.seat)
            return
        if slot >= FIRST_PAID:  # R18, R19
            star = next(card for card in s.plane.held() if s.letter(card) == ETOILE)
            s.move(star, s.plane, s.zones[STARS])
        else:
            self.turn_star(s)  # R20 to R22
        s.place_next()
        s.tell("placed", seat=s.scribe, number=slot + 1)
        if slot == 1:
            s.place_next()  # D15
        self.due = s.rack.best
        if s.readable:
            self.read(s)

    def turn_star(self, s: SordelixState) -> None:
        """R22, R25: one of the étoiles that the scribe has received is worth two points now."""
        s.move(s.zones[STARS].cards[-1], s.zones[STARS], s.zones[DARK])

    def uncover(self, s: SordelixState, place: int) -> None:
        """R23 to R25, D17."""
        self.turn_star(s)
        s.uncover(s.rack.cards[place])
        s.tell("uncovers", seat=self.seat, number=place + 1)
        self.uncovering = False
        self.exchanged = self.heard = self.since = self.time(s)
        self.seat = self.seat if s.n == 2 else next(x for x in s.others(self.seat) if x != s.scribe)
        if s.readable:
            self.read(s)

    def read(self, s: SordelixState) -> None:
        """D18."""
        s.tell("readable", word=SAID(s.chosen[s.scribe].upper()))
        s.goto(TurnEnd())

    def alarms(self, s: SordelixState) -> Sequence[Alarm]:
        if self.uncovering:
            return (Alarm("uncover", self.until, self.seat, waits=True),)
        long = LONG if s.rack.best else LONG_PLACED
        at = min(self.heard + stretched(s, QUIET), self.exchanged + stretched(s, long))
        return (Alarm("exchange", min(at, max(self.cap, self.exchanged + HURRIED_EXCHANGE)), waits=True),)

    def ring(self, s: SordelixState, alarm: Alarm) -> None:
        if alarm.key == "uncover":
            s.tell("timeout", seat=self.seat)
            self.uncover(s, self.masked(s)[0])
        else:
            self.exchange(s)


class TurnEnd(Phase[SordelixState]):
    """R26 to R32, D3, D19, D20, D22: the word is read, the scribe's points are counted, the next one is scribe."""

    shown: ClassVar[Shown] = {"found_word": SAID}
    points: int = 0
    letters: int = 0
    voting: bool = False
    found_word: str = ""

    def actors(self, s: SordelixState) -> Sequence[Seat]:
        return ()

    def enter(self, s: SordelixState) -> None:
        s.beside.clear()
        self.points, self.letters = s.worth or 0, len(s.turned)
        self.found_word = s.chosen[s.scribe]
        s.line_up()
        known = {self.found_word: 0 if s.unsure[s.scribe] else KNOWN}
        verdict = judge(s, s.scribe, known)
        if verdict is Verdict.VOTE:
            self.voting = True
            ask(s, s.scribe, known)
        else:
            self.count(s, accepted=verdict is Verdict.KNOWN)

    def resume(self, s: SordelixState, result: Any) -> None:
        if self.voting:
            self.voting = False
            self.count(s, accepted=bool(result))
        elif s.turn + 1 == s.n:
            s.end(ranked(s.scores, detail="all_scribes"))  # R31, R32
        else:
            s.goto(Lay(seat=s.after(s.scribe)))  # R30

    def count(self, s: SordelixState, *, accepted: bool) -> None:
        word = SAID(self.found_word.upper())
        if accepted:
            s.scores[s.scribe] += self.points
            stars = self.points - self.letters
            s.tell("counts", seat=s.scribe, word=word, letters=self.letters, stars=stars, count=self.points)
        else:
            s.tell("no_points", seat=s.scribe, word=word)
        s.push(Show(span=WORD_SHOWN))


class Sordelix(Game[SordelixState]):
    info = GameInfo(
        key="sordelix",
        name="Sordelix",
        version=1,
        players=(2, 8),  # D1
        kinds=("free", "coop", "memory"),
        reading=Reading.READS,
        device=Device.PASSED,
        words=True,
        minutes=15,
        exercises=(Exercise.VOCABULARY, Exercise.MEMORY, Exercise.COOPERATION),
        moods=(Mood.THINK, Mood.REMEMBER),
        age=9,
        everyday=("star", "petard", "letters", "placed"),
    )
    phases = (Choose, Lay, Search, Align, Mask, Curtain, TurnEnd, Show, Vote)
    options = SordelixOptions
    seat_options = ScreenSeatOptions

    def setup(self, table: Setup) -> SordelixState:
        n = len(table.seats)
        s = SordelixState(
            **table.common(DECK),
            scribe=table.starter(),  # R3
            chosen=[""] * n,
            unsure=[False] * n,
            lost=[0] * n,
            refusals=[0] * n,
        )
        s.zones = zones()
        s.goto(Choose())
        return s

    def bound(self, players: int, options: Any) -> int:
        """D23: a turn lasts so long at most, timers stretched, and each seeker speaks and touches so often."""
        longest = 2 * (ON_TABLE * LATEST + 9 * LONG + 3 * (LONG_PLACED + UNCOVER_TIME)) + CURTAINS * CURTAIN
        seeker = longest // PAUSE + longest // TOUCH + ON_TABLE + 15
        turn = 1 + SWAPS + players * seeker + 2 * ON_TABLE + 2 * SIZE + 2 * CURTAINS + 15
        return players * (IDEAS + 2 + turn + players)


GAME = Sordelix()
