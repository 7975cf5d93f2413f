"""Sprintilix: everybody reads a pile of letters as quickly as he can, syllable after syllable, three times."""

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec import structs

from tablee.games.sprintilix.manches import EACH, FIXED, MANCHES, PILES
from tablee.games.sprintilix.state import (
    RUNS,
    STOPPED,
    WAITS,
    WHOLE,
    SprintilixOptions,
    SprintilixSeatOptions,
    SprintilixState,
)
from tablee.games.sprintilix.voice import Called, Dispute
from tablee.kernel.domains import Flag, OneSeat
from tablee.kernel.events import Keep
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import NEVER, STRETCH, Alarm, Phase
from tablee.kernel.units import ANTICIPATION, EVERYBODY, NOBODY, TABLE, Millis, Seat
from tablee.kernel.values import FACE, SAID, SEAT, TERM, Shown
from tablee.kernel.zones import Zone
from tablee.phases.decision import Decision
from tablee.phases.together import AllReady
from tablee.pieces.kinds import Kind
from tablee.pieces.toutilix import LETTERS

CHOOSE: Millis = 10_000
READY: Millis = 10_000
"""D8, D17."""
GIVE_START: Millis = 60_000
"""So long somebody who is to listen may take to give the start (C8)."""
BEAT: Millis = 1_000
BEATS = ("marks", "set")
"""R6: « À vos marques », « Prêt »; the third beat, « Bip », turns the first card."""
IDLE: Millis = 60_000
"""C8: whoever leaves one card lying for so long has stopped."""
FINE: Millis = 3_000
"""D15: what a wrong syllable costs that is forgiven."""
TAPPED: Millis = 300
"""D18: nobody reads a card aloud more quickly."""
VERDICT: Millis = 2_000
"""D18: the last card can still be called wrong for a moment."""
LOOK: Millis = 20_000


class LayOut(Phase[SprintilixState]):
    """R7, R11, R13, D2, D3: before everybody a pile face down, shuffled for him, and the letter face up."""

    def enter(self, s: SprintilixState) -> None:
        s.fate, s.spent, s.stimulus = [WAITS] * s.n, [0] * s.n, [-1] * s.n
        s.read_out, s.meant, s.forgiven = [""] * s.n, [""] * s.n, [0] * s.n
        for seat in s.all_seats:
            first, box = seat * EACH, s.box(seat)
            for zone in (s.pile(seat), s.turned(seat), s.fixed(seat)):
                s.move_all(zone, box)
            for card in PILES[s.manche]:
                s.move(first + card, box, s.pile(seat))
            s.move(first + FIXED[s.manche], box, s.fixed(seat))
            s.shuffle(s.pile(seat), "pile", s.manche, seat)
        s.tell("manche", number=s.manche + 1, title=TERM(s.title))
        if s.manche == 0 and not all(seat.human for seat in s.seats):
            s.tell("simulated")  # D11
        if s.together:
            s.goto(Ready())
        else:
            s.goto(ChooseTimer(seat=s.starter))  # R4


class Ready(AllReady[SprintilixState]):
    """D17: the start is common."""

    def limit(self, s: SprintilixState) -> Millis:
        return READY

    def all_in(self, s: SprintilixState) -> None:
        s.goto(Beats(readers=list(s.all_seats)))


class ChooseTimer(Decision[SprintilixState]):
    """R3 to R5: the reader says who gives him the start, and in voice mode who listens to him (D7)."""

    span = CHOOSE

    def enter(self, s: SprintilixState) -> None:
        if len(self.able(s)) == 1:
            self.choose(s, self.able(s)[0])
        else:
            super().enter(s)

    def able(self, s: SprintilixState) -> list[Seat]:
        """Voice mode needs somebody who hears."""
        return (s.hears(self.seat) if s.aloud else []) or s.others(self.seat)

    def may(self, s: SprintilixState) -> Sequence[Offer]:
        return (Offer("timekeeper", {"seat": OneSeat(self.able(s))}),)

    def play(self, s: SprintilixState, seat: Seat, move: Move) -> None:
        self.choose(s, move.args["seat"])

    def silent(self, s: SprintilixState) -> None:
        self.choose(s, self.able(s)[0])

    def choose(self, s: SprintilixState, timekeeper: Seat) -> None:
        s.tell("timekeeper", seat=self.seat, taker=timekeeper)
        s.goto(GiveStart(seat=timekeeper, reader=self.seat))


class GiveStart(Decision[SprintilixState], kw_only=True):
    """R6, D8: the timekeeper gives the start; if he does not, it comes by itself."""

    shown: ClassVar[Shown] = {"seat": SEAT, "reader": SEAT}
    reader: Seat

    def limit(self, s: SprintilixState) -> Millis:
        return GIVE_START if s.aloud else READY

    def may(self, s: SprintilixState) -> Sequence[Offer]:
        return (Offer("give_start"),)

    def play(self, s: SprintilixState, seat: Seat, move: Move) -> None:
        self.silent(s)

    def ring(self, s: SprintilixState, alarm: Alarm) -> None:
        self.silent(s)

    def silent(self, s: SprintilixState) -> None:
        s.goto(Beats(readers=[self.reader], timekeeper=self.seat))


class Beats(Phase[SprintilixState], kw_only=True):
    """R6: « À vos marques !.. Prêt !.. » and then « Bip ! », with the first card."""

    shown: ClassVar[Shown] = {"beat": TERM, "readers": SEAT}
    readers: list[Seat]
    timekeeper: Seat = TABLE
    past: int = 0

    @property
    def beat(self) -> str:
        return BEATS[self.past]

    def actors(self, s: SprintilixState) -> Sequence[Seat]:
        return ()

    def alarms(self, s: SprintilixState) -> Sequence[Alarm]:
        return (Alarm("beat", self.began + (self.past + 1) * BEAT, shown=False),)

    def ring(self, s: SprintilixState, alarm: Alarm) -> None:
        if self.past + 1 < len(BEATS):
            self.past += 1
        else:
            s.goto(Sprint(readers=self.readers, timekeeper=self.timekeeper))


class Sprint(Phase[SprintilixState], kw_only=True):
    """R8 to R10, R12, R15: syllable after syllable to the end of the pile, or to the first error."""

    hurried: ClassVar[bool] = True
    shown: ClassVar[Shown] = {"readers": SEAT}
    readers: list[Seat]
    timekeeper: Seat = TABLE
    judged: int = -1
    """Voice: a card before this one was called wrong, and the table said that it was not."""
    verdict: Millis = NEVER
    """Voice: until then the last card may still be called wrong."""

    def enter(self, s: SprintilixState) -> None:
        s.tell("go", keep=Keep.FLEETING)
        for seat in self.readers:
            s.fate[seat] = RUNS
            s.turn(seat)

    def active(self, s: SprintilixState) -> Sequence[Seat]:
        return [seat for seat in self.readers if s.fate[seat] == RUNS]

    def actors(self, s: SprintilixState) -> Sequence[Seat]:
        running = list(self.active(s))
        return [*running, self.timekeeper] if s.aloud else running

    # ---- what may be done ----------------------------------------------------------------------------------

    def offers(self, s: SprintilixState, seat: Seat) -> Sequence[Offer]:
        if s.aloud and seat == self.timekeeper:
            return self.error_offer(s)
        if seat not in self.active(s) or self.verdict < NEVER:
            return ()
        number = s.stimulus[seat]
        opens = s.stimuli[number] + (TAPPED if s.aloud else ANTICIPATION)  # D18, C14
        abandon = Offer("abandon", grave=True)
        if s.aloud:
            return (Offer("next_card", opens_at=opens, stimulus=number, zone=s.pile(seat).name), abandon)
        said = {"text": s.now_read.syllables(s.spells(seat)), "touch": Flag()}
        return (Offer("syllable", said, opens, stimulus=number), abandon)

    def error_offer(self, s: SprintilixState) -> Sequence[Offer]:
        """D7, D18: of the card that lies there and of the one before it; once of each."""
        reader = self.readers[0]
        number, read = s.stimulus[reader], len(s.turned(reader).cards)
        if not s.seats[reader].human or s.fate[reader] != RUNS or read <= self.judged:
            return ()
        before = number - 1 if read > max(1, self.judged + 1) else None
        return (Offer("error", stimulus=number, since=before),)

    # ---- what is done --------------------------------------------------------------------------------------

    def play(self, s: SprintilixState, seat: Seat, move: Move) -> None:
        match move.name:
            case "syllable":
                s.fingers[seat] = int(move.args.get("touch", False))
                self.clock(s, seat, move.at)
                self.said(s, seat, move.args["text"])
            case "next_card":
                self.clock(s, seat, move.at)
                self.read(s, seat)
            case "error":
                self.called(s, self.readers[0], move.at)
            case _:
                s.tell("abandons", seat=seat)
                self.stop(s, seat)

    def clock(self, s: SprintilixState, seat: Seat, at: Millis) -> None:
        """D9: from the moment at which the card was shown; what it needed to travel does not count."""
        s.spent[seat] += max(0, at - s.stimuli[s.stimulus[seat]])

    def said(self, s: SprintilixState, seat: Seat, text: str) -> None:
        right = s.right(seat)
        s.read_out[seat] = text
        if text in right:
            s.meant[seat] = ""
            self.read(s, seat)
            return
        s.meant[seat] = right[0] if right else ""
        letter, meant = FACE(s.letter(seat)), SAID(s.meant[seat])
        if self.forgive(s, seat):
            s.tell("forgiven", seat=seat, said=SAID(text), letter=letter, reads=meant)
        else:
            s.tell("misreads", seat=seat, said=SAID(text), letter=letter, reads=meant)
            self.stop(s, seat)

    def forgive(self, s: SprintilixState, seat: Seat) -> bool:
        """D15: the same card is read again."""
        if s.forgiven[seat] >= s.seat_options[seat].slips:
            return False
        s.forgiven[seat] += 1
        s.spent[seat] += FINE
        s.show(seat)
        return True

    def read(self, s: SprintilixState, seat: Seat) -> None:
        """R9, R10: the next card, or the end of the pile."""
        if s.spent[seat] > s.limit:
            self.too_long(s, seat)
        elif s.pile(seat).cards:
            s.turn(seat)
        elif s.aloud and s.hears(seat):
            self.verdict = self.time(s) + VERDICT
        else:
            self.finish(s, seat)

    def finish(self, s: SprintilixState, seat: Seat) -> None:
        s.fate[seat] = WHOLE
        time = s.tenths(seat)
        s.tell("whole", seat=seat, seconds=time // 10, tenth=time % 10)
        self.over(s)

    def too_long(self, s: SprintilixState, seat: Seat) -> None:
        """D10."""
        s.tell("too_long", seat=seat)
        self.stop(s, seat)

    def stop(self, s: SprintilixState, seat: Seat) -> None:
        """R15."""
        s.fate[seat] = STOPPED
        self.over(s)

    def over(self, s: SprintilixState) -> None:
        """The next reader (R3, R4), or the end of the manche."""
        if self.active(s):
            return
        following = s.after(self.readers[-1])
        if s.together or following == s.starter:
            s.goto(MancheEnd())
        else:
            s.goto(ChooseTimer(seat=following))

    # ---- voice: an error that somebody heard -----------------------------------------------------------------

    def called(self, s: SprintilixState, reader: Seat, at: Millis) -> None:
        """D7: the clock stands as long as the table speaks about it."""
        if self.verdict == NEVER:
            self.clock(s, reader, at)
        s.tell("error", seat=self.timekeeper, owner=reader)
        if not self.forgive(s, reader):
            s.push(Called(seat=reader))
            return
        s.tell("forgiven_aloud", seat=reader)
        if self.verdict < NEVER:
            self.finish(s, reader)

    def resume(self, s: SprintilixState, stands: bool) -> None:
        reader = self.readers[0]
        if stands:
            self.stop(s, reader)
        elif self.verdict < NEVER:
            self.finish(s, reader)
        else:
            self.judged = len(s.turned(reader).cards)
            s.show(reader)

    # ---- time ------------------------------------------------------------------------------------------------

    def alarms(self, s: SprintilixState) -> Sequence[Alarm]:
        if self.verdict < NEVER:
            return (Alarm("verdict", self.verdict, waits=True, shown=False),)
        found = []
        idle = IDLE * STRETCH[s.options.timers] // 100
        for seat in self.active(s):
            shown = s.stimuli[s.stimulus[seat]] - self.shift
            found.append(Alarm("limit", shown + s.limit - s.spent[seat] + 1, seat, waits=True, shown=False))
            found.append(Alarm("idle", shown + idle if idle else NEVER, seat, waits=True, shown=False))
        return found

    def ring(self, s: SprintilixState, alarm: Alarm) -> None:
        if alarm.key == "verdict":
            self.finish(s, self.readers[0])
        elif alarm.key == "limit":
            s.spent[alarm.seat] = s.limit
            self.too_long(s, alarm.seat)
        else:
            s.tell("timeout", seat=alarm.seat)
            self.stop(s, alarm.seat)


class MancheEnd(AllReady[SprintilixState]):
    """R14, R16 to R18: the points, for all to see; then the next manche, or the end (R19, D13)."""

    move = "ok"

    def enter(self, s: SprintilixState) -> None:
        s.gained = [s.points(seat) for seat in s.all_seats]
        for seat in sorted(s.all_seats, key=lambda seat: (-s.gained[seat], seat)):
            s.scores[seat] += s.gained[seat]
            if s.gained[seat]:
                s.tell("points", seat=seat, count=s.gained[seat])
        if not any(s.gained):
            s.tell("no_points")
        super().enter(s)

    def limit(self, s: SprintilixState) -> Millis:
        return LOOK

    def all_in(self, s: SprintilixState) -> None:
        if s.manche + 1 < len(MANCHES):
            s.manche += 1
            s.goto(LayOut())
        else:
            s.end(ranked(s.scores, detail="three_manches"))


class Sprintilix(Game[SprintilixState]):
    info = GameInfo(
        key="sprintilix",
        name="Sprintilix",
        version=1,
        players=(2, 8),  # D1
        kinds=("race", "turn", "vote"),
        reading=Reading.READS,
        device=Device.SHARED,
        minutes=5,
        exercises=(Exercise.SPEED, Exercise.LETTERS, Exercise.ATTENTION),
        moods=(Mood.RUSH, Mood.LAUGH),
        age=7,
        mat="lanes",
    )
    phases = (LayOut, Ready, ChooseTimer, GiveStart, Beats, Sprint, Called, Dispute, MancheEnd)
    options = SprintilixOptions
    seat_options = SprintilixSeatOptions

    def first_round(self, s: SprintilixState) -> bool:
        """At leisure is only the first start: a stopwatch that runs slowly would lie."""
        return not s.stimuli

    def looks_on(self, s: SprintilixState) -> bool:
        """D11: the times of bots are drawn, so that nobody has to sit through them."""
        top = s.phases[-1]
        return isinstance(top, Sprint) and not any(s.seats[seat].human for seat in top.active(s))

    def setup(self, table: Setup) -> SprintilixState:
        table.options = how_read(table)
        n = len(table.seats)
        s = SprintilixState(
            **table.common(LETTERS * n),
            starter=table.starter(),
            aloud=table.options.mode == "voice",
            fingers=[-1] * n,
            gained=[0] * n,
        )
        for seat in s.all_seats:
            s.zones += [
                Zone(f"pile:{seat}", Kind.PILE, NOBODY, seat),
                Zone(f"turned:{seat}", Kind.HEAP, EVERYBODY, seat, depth=1),
                Zone(f"fixed:{seat}", Kind.ROW, EVERYBODY, seat),
                Zone(f"box:{seat}", Kind.BOX, NOBODY, seat, list(range(seat * EACH, (seat + 1) * EACH))),
            ]
        s.goto(LayOut())
        return s

    def bound(self, players: int, options: Any) -> int:
        """D14: every card is read once. On each there is a syllable at most, or `next` and one error, its dispute
        and the votes; three are forgiven. Before a sprint the timekeeper, the start and the beats."""
        cards = sum(map(len, PILES))
        return players * (cards * (5 + players) + len(MANCHES) * 12) + len(MANCHES) * 4 * players


def how_read(table: Setup) -> SprintilixOptions:
    """D7, D12, D19: on one screen by voice, and by voice one after the other; it takes two people who hear."""
    options: SprintilixOptions = table.options
    people = sum(seat.human for seat in table.seats)
    shared = any(seat.shares for seat in table.seat_options)
    voice = (options.mode == "voice" or shared) and people > 1
    return structs.replace(options, mode="voice" if voice else "typed", together=options.together and not voice)


GAME = Sprintilix()
