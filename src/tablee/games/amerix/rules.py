"""Amérix: get rid of your cards, each on a letter near the last one in the circle of the alphabet."""

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec import field

from tablee.games.amerix.table import CARDS, FOLLOWS, POINTS, TURNOVERS, AmerixOptions, AmerixTable
from tablee.kernel.domains import Absent, ByChoice, Domain, Flag, OneCard, letters
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.rng import Rng
from tablee.kernel.units import EVERYBODY, NOBODY, TIE, CardId, Millis, Seat, mask
from tablee.kernel.values import FACE, PLAIN, SEAT, Shown
from tablee.kernel.zones import Zone
from tablee.phases.decision import Decision
from tablee.phases.show import Show
from tablee.phases.window import Press, Window
from tablee.pieces.kinds import Kind
from tablee.pieces.toutilix import DECK, ETOILE, PETARD, SYMBOL

LOCK: Millis = 2_000
AFTER_GRACE: Millis = 1_200
NAME_TIME: Millis = 15_000
DRAWN_TIME: Millis = 15_000
ROUND_END_TIME: Millis = 5_000
SILENT_LETTER = "E"

LETTER = letters()
NO_LETTER = Absent()
FLAG = Flag()


def lock_of(grace: Millis) -> Millis:
    """For how long the next lay or draw waits after a forgotten call (D14)."""
    return max(LOCK, grace + AFTER_GRACE)


class AmerixState(AmerixTable, kw_only=True):
    @property
    def call(self) -> "Call | None":
        return self.beside[0] if self.beside else None  # type: ignore[return-value]

    def give_turn(self, seat: Seat) -> None:
        """The turn goes to this seat, or past it if it has turns to miss."""
        while self.missing[seat]:
            self.missing[seat] -= 1
            self.tell("misses", seat=seat)
            seat = self.next_seat(seat)
        self.shouted = 0
        self.goto(Turn(seat=seat))


class Deal(Phase[AmerixState]):
    """R4 to R9, D3, D4, D22."""

    def enter(self, s: AmerixState) -> None:
        pile, discard, aside = s.pile, s.discard, s.aside
        for hand in map(s.hand, s.all_seats):
            pile.cards += hand.cards
            hand.cards = []
        if len(pile.cards) < CARDS * s.n + 2:
            pile.cards += aside.cards
            aside.cards = []
            s.last_round = True
            s.tell("last_round")
        s.open.clear()
        s.marks.clear()
        s.direction, s.reference = 1, ""
        s.missing = [0] * s.n
        s.passes = 0
        s.shuffle(pile, "deal", s.round)
        s.tell("deal", round=s.round + 1, starter=s.starter)
        s.deal(pile, [s.hand(s.after(s.starter, i)) for i in s.all_seats], CARDS)
        seat = s.starter
        s.lay_open(pile.cards[-1], pile)
        while s.faces[discard.cards[-1]] == PETARD and pile.cards:
            s.tell("first_petard", seat=seat)
            s.draw_two(seat)
            seat = s.next_seat(seat)
            if pile.cards:
                s.lay_open(pile.cards[-1], pile)
                if not pile.cards:
                    s._turn_over()
        if s.faces[discard.cards[-1]] == ETOILE:
            s.goto(NameFirst(seat=seat))
        else:
            s.give_turn(seat)


class NameFirst(Decision[AmerixState]):
    """D4: the first card is an étoile, and the first player says what it stands for."""

    shown: ClassVar[Shown] = {}
    span = NAME_TIME

    def may(self, s: AmerixState) -> Sequence[Offer]:
        return (Offer("name", {"letter": LETTER}),)

    def play(self, s: AmerixState, seat: Seat, move: Move) -> None:
        self._name(s, move.args["letter"])

    def silent(self, s: AmerixState) -> None:
        self._name(s, SILENT_LETTER)

    def _name(self, s: AmerixState, letter: str) -> None:
        s.reference = letter
        s.marks[s.discard.cards[-1]] = letter
        s.tell("names", seat=self.seat, letter=FACE(letter))
        s.give_turn(self.seat)


class Laying(Decision[AmerixState]):
    """What a turn and a drawn card have in common: laying a card, and its effects."""

    def lay_offer(
        self, s: AmerixState, cards: Sequence[CardId], opens_at: Millis = 0, stimulus: int | None = None
    ) -> Offer | None:
        follows = FOLLOWS[s.reference]
        faces = s.faces
        playable = [c for c in cards if SYMBOL[faces[c]] in follows]
        if not playable:
            return None
        stars: dict[int | str, Domain] = {c: LETTER for c in playable if faces[c] == ETOILE}
        letter = ByChoice("card", stars, NO_LETTER) if stars else NO_LETTER
        params = {"card": OneCard(playable), "letter": letter, "toutilix": FLAG}
        return Offer("lay", params, opens_at, stimulus=stimulus)

    def held_back(self, s: AmerixState, seat: Seat, move: Move) -> bool:
        """While somebody may still be caught, a lay or a draw waits in line with the shouts (D13)."""
        call = s.call
        if call is None:
            return False
        if call.caught_out:
            call.wait_for(s, seat, move)
            return True
        s.lift(call)
        return False

    def lay(self, s: AmerixState, move: Move) -> None:
        card: CardId = move.args["card"]
        seat, hand = self.seat, s.hand(self.seat)
        symbol = SYMBOL[s.faces[card]]
        s.passes = 0
        s.lay_open(card, hand)
        if symbol == ETOILE:
            s.reference = s.marks[card] = move.args["letter"]
            s.tell("lays_etoile", seat=seat, letter=FACE(s.reference))
        else:
            s.tell("lays", seat=seat, symbol=FACE(symbol))
        following = s.next_seat(seat)
        if symbol == PETARD:
            s.draw_two(following)
        if not hand.cards:
            s.goto(RoundEnd(finisher=seat))
            return
        if symbol == PETARD:
            s.tell("misses", seat=following)
            following = s.next_seat(following)
        elif symbol == "X" and s.n == 2:
            s.tell("again", seat=seat)
            following = seat
        elif symbol == "X":
            s.direction = -s.direction
            s.tell("reverse", direction=s.direction)
            following = s.next_seat(seat)
        s.give_turn(following)
        if len(hand.cards) == 1:
            called = bool(move.args.get("toutilix"))
            if called:
                s.tell("toutilix", seat=seat)
            lock = s.now if called else s.now + lock_of(s.options.grace_ms)
            s.lay_beside(Call(owner=seat, called=called, lock=lock, stimulus=s.stimulate()))


class Turn(Laying):
    """R10, R11: lay a card, or draw one."""

    def limit(self, s: AmerixState) -> Millis:
        return int(s.options.turn_time) * 1_000

    def offers(self, s: AmerixState, seat: Seat) -> Sequence[Offer]:
        if seat != self.seat:
            return ()
        opens_at, stimulus = 0, None
        call = s.call
        if call is not None and call.caught_out:  # in line with the shouts, and not before the lock (D14)
            if call.waiting is not None:
                return ()
            opens_at, stimulus = call.lock, call.stimulus
        if s.can_draw():
            other = Offer("draw", opens_at=opens_at, stimulus=stimulus, zone="pile")
        else:
            other = Offer("pass", opens_at=opens_at, stimulus=stimulus)
        lay = self.lay_offer(s, s.hand(self.seat).cards, opens_at, stimulus)
        return (lay, other) if lay else (other,)

    def play(self, s: AmerixState, seat: Seat, move: Move) -> None:
        if s.beside and self.held_back(s, seat, move):
            return
        self.play_now(s, move)

    def play_now(self, s: AmerixState, move: Move) -> None:
        if move.name == "lay":
            self.lay(s, move)
        elif move.name == "draw":
            card = s.draw(self.seat)
            s.passes = 0
            s.tell("draws", seat=self.seat, count=1)
            s.goto(Drawn(seat=self.seat, card=card if card is not None else -1))
        else:
            s.tell("passes", seat=self.seat)
            s.passes += 1
            if s.passes == s.n:
                s.goto(RoundEnd(finisher=-1))
            else:
                s.give_turn(s.next_seat(self.seat))

    def ring(self, s: AmerixState, alarm: Alarm) -> None:
        call = s.call
        if call is not None:
            if call.presses:
                call.resolve(s, call.presses)
                return
            s.lift(call)
        super().ring(s, alarm)

    def silent(self, s: AmerixState) -> None:
        if s.can_draw():
            s.draw(self.seat)
            s.passes = 0
            s.tell("draws", seat=self.seat, count=1)
            s.give_turn(s.next_seat(self.seat))
        else:
            self.play_now(s, Move("pass"))


class Drawn(Laying, kw_only=True):
    """R12, D7: the drawn card may be laid, no other."""

    span = DRAWN_TIME
    card: CardId
    """-1: there was none left to draw (D20)."""

    def drawn(self) -> tuple[CardId, ...]:
        return (self.card,) if self.card >= 0 else ()

    def may(self, s: AmerixState) -> Sequence[Offer]:
        lay, keep = self.lay_offer(s, self.drawn()), Offer("keep", hint=self.drawn())
        if lay is None:
            return (keep,)
        return (lay,) if s.options.forced_play else (lay, keep)

    def play(self, s: AmerixState, seat: Seat, move: Move) -> None:
        if move.name == "lay":
            self.lay(s, move)
        else:
            s.give_turn(s.next_seat(self.seat))

    def silent(self, s: AmerixState) -> None:
        if s.options.forced_play and self.lay_offer(s, self.drawn()):
            self.lay(s, Move("lay", {"card": self.card, "letter": SILENT_LETTER}))
        else:
            s.give_turn(s.next_seat(self.seat))


class Call(Window[AmerixState], kw_only=True):
    """R25, R26: a hand has fallen to one card. The owner may still say "toutilix !", the others "étoile !"."""

    shown: ClassVar[Shown] = {"owner": SEAT, "called": PLAIN}
    owner: Seat
    called: bool
    lock: Millis
    waiting: Move | None = None
    """The next lay or draw, in line with the shouts."""

    @property
    def caught_out(self) -> bool:
        return not self.called

    def offers(self, s: AmerixState, seat: Seat) -> Sequence[Offer]:
        if seat == self.owner:
            return () if self.called or self.has_pressed(seat) else (self.shout_offer("toutilix"),)
        if s.shouted >> seat & 1:
            return ()
        return (self.shout_offer("etoile", s.stimuli[self.stimulus] + s.options.grace_ms),)  # D12

    def shout_offer(self, name: str, opens_at: Millis = 0) -> Offer:
        return Offer(name, opens_at=opens_at, stimulus=self.stimulus, secret=True)

    def play(self, s: AmerixState, seat: Seat, move: Move) -> None:
        if seat != self.owner:
            s.shouted |= 1 << seat
        self.presses.append(Press(move.at, seat, move.name))

    def wait_for(self, s: AmerixState, seat: Seat, move: Move) -> None:
        self.waiting = move
        self.presses.append(Press(move.at, seat, "next"))

    def resolve(self, s: AmerixState, presses: Sequence[Press]) -> None:
        waiting, self.waiting, self.presses = self.waiting, None, []
        closes = waiting.at if waiting is not None else None
        timely = sorted((p.at, p.seat, p.name) for p in presses if closes is None or p.at <= closes)
        shouts = [(at, seat) for at, seat, name in timely if name == "etoile"]
        saved = [at for at, _, name in timely if name == "toutilix"]
        punished = False
        if saved and (not shouts or saved[0] <= shouts[0][0] + TIE):  # D15: within 30 ms he is safe
            self.called = True
            s.tell("toutilix", seat=self.owner)
            shouts = [(at, seat) for at, seat in shouts if at > saved[0] + TIE]
        elif shouts and not self.called:
            punished = True
            s.tell("etoile", seat=shouts[0][1], owner=self.owner)
            s.draw_two(self.owner)
            s.missing[self.owner] += 1
            shouts = []
        for _, seat in shouts:
            self._wrong(s, seat)
        if punished or waiting is not None:
            s.lift(self)
        turn = s.phases[-1]
        if not isinstance(turn, Turn):
            return
        if punished and s.missing[turn.seat]:
            s.give_turn(turn.seat)
        elif waiting is not None:
            turn.play_now(s, waiting)

    def reseal(self, s: AmerixState, seat: Seat, rng: Rng) -> None:
        super().reseal(s, seat, rng)
        if not self.has_pressed(seat, "next"):
            self.waiting = None

    def _wrong(self, s: AmerixState, seat: Seat) -> None:
        s.tell("wrong_etoile", seat=seat)
        if s.options.wrong_call == "draw" and s.draw(seat) is not None:
            s.tell("draws", seat=seat, count=1)


class RoundEnd(Phase[AmerixState], kw_only=True):
    """R27 to R29, R35 to R39: hands are shown and counted."""

    shown: ClassVar[Shown] = {"finisher": SEAT, "counted": PLAIN}
    finisher: Seat
    counted: list[int] = field(default_factory=list)

    def enter(self, s: AmerixState) -> None:
        s.beside.clear()
        for seat in s.all_seats:
            hand = s.hand(seat)
            for card in hand.cards:
                s.turn_up(hand, card)
            points = sum(POINTS[SYMBOL[s.faces[c]]] for c in hand.cards)
            self.counted.append(points)
            s.scores[seat] += points
            s.tell("counts", seat=seat, points=points)
        s.push(Show(span=ROUND_END_TIME))

    def resume(self, s: AmerixState, result: Any) -> None:
        if s.last_round:
            s.end(ranked(s.scores, low_wins=True, detail="blocked" if self.finisher < 0 else "out"))
            return
        s.move_all(s.discard, s.aside)
        s.round += 1
        s.starter = s.after(s.starter)
        s.goto(Deal())


class Amerix(Game[AmerixState]):
    info = GameInfo(
        key="amerix",
        name="Amérix",
        version=2,
        players=(2, 8),
        kinds=("turn", "race"),
        reading=Reading.SOME_LETTERS,
        device=Device.PASSED,
        author="Christine Larquetout",
        minutes=10,
        exercises=(Exercise.STRATEGY, Exercise.LETTERS, Exercise.ATTENTION),
        moods=(Mood.THINK, Mood.LAUGH),
        age=6,
        everyday=("counts", "draws", "lays", "misses", "passes", "names"),
    )
    phases = (Deal, NameFirst, Turn, Drawn, Call, RoundEnd, Show)
    options = AmerixOptions

    def setup(self, table: Setup) -> AmerixState:
        s = AmerixState(**table.common(DECK), starter=table.starter())
        return s.begin(
            Deal(),
            Zone("pile", Kind.PILE, NOBODY, cards=list(range(len(DECK)))),
            Zone("discard", Kind.HEAP, EVERYBODY, depth=1),
            Zone("aside", Kind.BOX, NOBODY),
            *(Zone(f"hand:{seat}", Kind.HAND, mask(seat), seat) for seat in s.all_seats),
        )

    def first_round(self, s: AmerixState) -> bool:
        """Calls are rare: until as many cards lie on the discard as people sit around it."""
        return s.round == 0 and not s.turnovers and len(s.discard.cards) <= s.n

    def bound(self, players: int, options: Any) -> int:
        """D24: each round but the last takes at least 8 cards out; turns draw, lay, miss or pass."""
        turns = 13 * (2 * len(DECK) + CARDS * players) + 2 * TURNOVERS * len(DECK)
        shouts_and_alarms = players + 4
        return turns * shouts_and_alarms


GAME = Amerix()
