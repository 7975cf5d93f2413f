"""Amérix: get rid of your cards, each on a letter near the last one in the circle of the alphabet."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, field

from tablee.kernel.domains import Absent, ByChoice, Domain, Flag, OneCard, letters
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Reading, Setup, TableOptions
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.rng import Rng
from tablee.kernel.state import State
from tablee.kernel.units import EVERYBODY, NOBODY, TIE, CardId, Millis, Seat, Seats, mask
from tablee.kernel.values import FACE, PLAIN, SEAT, Shown
from tablee.kernel.zones import Zone
from tablee.phases.decision import Decision
from tablee.phases.show import Show
from tablee.phases.window import Press, Window
from tablee.pieces.kinds import Kind
from tablee.pieces.toutilix import ALPHABET, DECK, ETOILE, INDEX, PETARD, SYMBOL, VOWELS

CARDS = 7
LOCK: Millis = 2_000
AFTER_GRACE: Millis = 1_200
NAME_TIME: Millis = 15_000
DRAWN_TIME: Millis = 15_000
ROUND_END_TIME: Millis = 5_000
TURNOVERS = 3
SILENT_LETTER = "E"

PILE, DISCARD, ASIDE, HANDS = 0, 1, 2, 3


def fits(letter: str, reference: str) -> bool:
    """At most three steps apart in the circle of letters, or both vowels (D1)."""
    steps = (INDEX[letter] - INDEX[reference]) % 26
    return steps <= 3 or steps >= 23 or (letter in VOWELS and reference in VOWELS)


FOLLOWS: Mapping[str, frozenset[str]] = {
    reference: frozenset(a for a in ALPHABET if fits(a, reference)) | {ETOILE, PETARD} for reference in ALPHABET
} | {"": frozenset(ALPHABET) | {ETOILE, PETARD}}
"""What may be laid on each letter; on nothing, anything."""


def points_of(symbol: str) -> int:
    """R30 to R34."""
    if symbol == "Y":
        return 70
    if symbol in "WXZ":
        return 50
    if symbol in VOWELS:
        return 20
    return 10 if symbol in (ETOILE, PETARD) else 5


POINTS = {symbol: points_of(symbol) for symbol in (*ALPHABET, ETOILE, PETARD)}

LETTER = letters()
NO_LETTER = Absent()
FLAG = Flag()


class AmerixOptions(TableOptions, frozen=True, kw_only=True):
    wrong_call: Literal["none", "draw"] = "none"
    turn_time: Annotated[int, Meta(ge=5, le=180)] = 30
    forced_play: bool = False
    grace_ms: Literal[500, 800, 1_500] = 800


def lock_of(grace: Millis) -> Millis:
    """For how long the next lay or draw waits after a forgotten call (D14)."""
    return max(LOCK, grace + AFTER_GRACE)


class AmerixState(State, kw_only=True):
    shown: ClassVar[Shown] = {
        "direction": PLAIN,
        "reference": FACE,
        "round": PLAIN,
        "last_round": PLAIN,
        "missing": PLAIN,
    }
    starter: Seat
    direction: int = 1
    reference: str = ""
    """The letter to play on; empty before the first one is there."""
    round: int = 0
    last_round: bool = False
    turnovers: int = 0
    passes: int = 0
    """Seats that passed one after another (D21)."""
    shouted: Seats = 0
    """Who has pressed "étoile !" in this turn of play (D16)."""
    missing: list[int] = field(default_factory=list)
    """Turns that each seat still has to miss (D17)."""

    def hand(self, seat: Seat) -> Zone:
        return self.zones[HANDS + seat]

    def next_seat(self, seat: Seat) -> Seat:
        return (seat + self.direction) % len(self.seats)

    @property
    def call(self) -> "Call | None":
        return self.beside[0] if self.beside else None  # type: ignore[return-value]

    # ---- the pile ----------------------------------------------------------------------------------

    def covered(self) -> list[CardId]:
        """The discard below the reference card: what a turnover would bring back."""
        discard = self.zones[DISCARD]
        return discard.cards[: len(discard.cards) - discard.depth]

    def can_draw(self) -> bool:
        return bool(self.zones[PILE].cards) or (self.turnovers < TURNOVERS and bool(self.covered()))

    def draw(self, seat: Seat) -> CardId | None:
        """One card for a hand. The last card of the pile brings the discard back (R37, D20)."""
        pile = self.zones[PILE]
        if not pile.cards:
            self._turn_over()
        if not pile.cards:
            return None
        card = pile.cards[-1]
        self.move(card, pile, self.hand(seat))
        if not pile.cards:
            self._turn_over()
        return card

    def draw_two(self, seat: Seat) -> None:
        count = sum(self.draw(seat) is not None for _ in range(2))
        self.tell("draws", seat=seat, count=count)

    def _turn_over(self) -> None:
        """The discard becomes the pile, unshuffled: its first card is the new top (D19)."""
        self.last_round = True
        if self.turnovers == TURNOVERS or not self.covered():
            return
        self.turnovers += 1
        pile, discard = self.zones[PILE], self.zones[DISCARD]
        for card in reversed(self.covered()):
            self.marks.pop(card, None)
            self.move(card, discard, pile)
        self.tell("turnover", left=TURNOVERS - self.turnovers)

    def lay_open(self, card: CardId, source: Zone) -> None:
        """Puts a card on the discard; under a pétard the reference card stays in sight."""
        discard = self.zones[DISCARD]
        symbol = SYMBOL[self.faces[card]]
        self.move(card, source, discard)
        if symbol == PETARD:
            self.show_depth(discard, min(discard.depth + 1, len(discard.cards)))
        else:
            self.show_depth(discard, 1)
            self.reference = "" if symbol == ETOILE else symbol

    # ---- turns -------------------------------------------------------------------------------------

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
        pile, discard, aside = s.zones[PILE], s.zones[DISCARD], s.zones[ASIDE]
        for hand in s.zones[HANDS:]:
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
        s.marks[s.zones[DISCARD].cards[-1]] = letter
        s.tell("names", seat=self.seat, letter=FACE(letter))
        s.give_turn(self.seat)


class Laying(Phase[AmerixState], kw_only=True):
    """What a turn and a drawn card have in common: laying a card, and its effects."""

    shown: ClassVar[Shown] = {"seat": SEAT}
    seat: Seat
    until: Millis = 0

    def actors(self, s: AmerixState) -> Sequence[Seat]:
        return (self.seat,)

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

    def enter(self, s: AmerixState) -> None:
        self.until = self.limit_in(s, s.options.turn_time * 1_000)

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
        lay = self.lay_offer(s, s.hand(seat).cards, opens_at, stimulus)
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

    def alarms(self, s: AmerixState) -> Sequence[Alarm]:
        return (Alarm("limit", self.until, self.seat),)

    def ring(self, s: AmerixState, alarm: Alarm) -> None:
        call = s.call
        if call is not None:
            if call.presses:
                call.resolve(s, call.presses)
                return
            s.lift(call)
        s.tell("timeout", seat=self.seat)
        if s.can_draw():
            s.draw(self.seat)
            s.passes = 0
            s.tell("draws", seat=self.seat, count=1)
            s.give_turn(s.next_seat(self.seat))
        else:
            self.play_now(s, Move("pass"))


class Drawn(Laying, kw_only=True):
    """R12, D7: the drawn card may be laid, no other."""

    card: CardId
    """-1: there was none left to draw (D20)."""

    def drawn(self) -> Sequence[CardId]:
        return (self.card,) if self.card >= 0 else ()

    def enter(self, s: AmerixState) -> None:
        self.until = self.limit_in(s, DRAWN_TIME)

    def offers(self, s: AmerixState, seat: Seat) -> Sequence[Offer]:
        if seat != self.seat:
            return ()
        lay = self.lay_offer(s, self.drawn())
        if lay is None:
            return (self.keep,)
        return (lay,) if s.options.forced_play else (lay, self.keep)

    @property
    def keep(self) -> Offer:
        return Offer("keep", hint=tuple(self.drawn()))

    def play(self, s: AmerixState, seat: Seat, move: Move) -> None:
        if move.name == "lay":
            self.lay(s, move)
        else:
            s.give_turn(s.next_seat(self.seat))

    def alarms(self, s: AmerixState) -> Sequence[Alarm]:
        return (Alarm("limit", self.until, self.seat),)

    def ring(self, s: AmerixState, alarm: Alarm) -> None:
        s.tell("timeout", seat=self.seat)
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
        discard, aside = s.zones[DISCARD], s.zones[ASIDE]
        s.move_all(discard, aside)
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
        everyday=("counts", "draws", "lays", "misses", "passes", "names"),
    )
    state = AmerixState
    phases = (Deal, NameFirst, Turn, Drawn, Call, RoundEnd, Show)
    options = AmerixOptions

    def setup(self, table: Setup) -> AmerixState:
        s = AmerixState(**table.common(DECK), starter=table.starter())
        s.zones = [
            Zone("pile", Kind.PILE, NOBODY, cards=list(range(len(DECK)))),
            Zone("discard", Kind.HEAP, EVERYBODY, depth=1),
            Zone("aside", Kind.BOX, NOBODY),
            *(Zone(f"hand:{seat}", Kind.HAND, mask(seat), seat) for seat in s.all_seats),
        ]
        s.goto(Deal())
        return s

    def first_round(self, s: AmerixState) -> bool:
        """Calls are rare: until as many cards lie on the discard as people sit around it."""
        return s.round == 0 and not s.turnovers and len(s.zones[DISCARD].cards) <= s.n

    def bound(self, players: int, options: Any) -> int:
        """D24: each round but the last takes at least 8 cards out; turns draw, lay, miss or pass."""
        turns = 13 * (2 * len(DECK) + CARDS * players) + 2 * TURNOVERS * len(DECK)
        shouts_and_alarms = players + 4
        return turns * shouts_and_alarms


GAME = Amerix()
