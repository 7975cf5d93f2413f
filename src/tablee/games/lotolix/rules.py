"""Lotolix: take a card of the centre and put it with its twin, whoever has it. First to pair all his own wins."""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from msgspec import field

from tablee.kernel.domains import OneCard
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup, TableOptions
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import Outcome
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.places import zone_of_seat
from tablee.kernel.units import EVERYBODY, NOBODY, CardId, Millis, Seat
from tablee.kernel.values import PLAIN, Shown
from tablee.kernel.zones import Zone
from tablee.phases.decision import Decision
from tablee.phases.plane import OnPlane, Turning
from tablee.phases.show import Show
from tablee.pieces.kinds import Kind
from tablee.pieces.plane import Grid
from tablee.pieces.toutilix import BLUE, ETOILE, PETARD, PINK, SYMBOL

HALVES = {"pink": (*PINK, ETOILE, PETARD), "blue": (*BLUE, ETOILE, PETARD)}
DECK = HALVES["pink"] + HALVES["blue"]  # R2
CENTRE = len(DECK) // 2
"""So many cards lie in the centre (R4), and as many twins before the players (R5)."""
GRID = Grid(7, 5)

IDLE: Millis = 30_000
PAUSE: Millis = 1_500
"""How long the invisible player takes, and how long one looks at a card that places itself."""

DEAL, LAID = 1, 2
INVISIBLE = -2
"""Owner of the cards of the player who is no seat."""


class LotolixOptions(TableOptions, frozen=True, kw_only=True):
    centre: Literal["random", "pink", "blue"] = "random"
    invisible_plays: bool = True
    auto_place: bool = False
    help_s: Literal[4, 8, 15] = 8
    stop_at_first: bool = False


class LotolixState(OnPlane, kw_only=True):
    """A player is a seat or, by the number after the last one, the invisible player (R8)."""

    shown: ClassVar[Shown] = {"finished": PLAIN}
    players: int
    """The seats, and the invisible player if cards are left over (R6, D4)."""
    draws: int = 0
    """How often chance has taken a card."""
    finished: list[int] = field(default_factory=list)
    """Players whose pairs are complete, the first one first."""

    laid = zone_of_seat(LAID)

    def pairs(self, player: int) -> Zone:
        return self.zones[LAID + self.players + player]

    def laid_cards(self) -> list[CardId]:
        """All the cards that still wait for their twins."""
        return [card for player in range(self.players) for card in self.laid(player).cards]

    def twin(self, card: CardId) -> CardId:
        """R3, D1: the one card before somebody that makes a pair with it."""
        symbol = SYMBOL[self.faces[card]]
        return next(c for c in self.laid_cards() if SYMBOL[self.faces[c]] == symbol)

    def turn_of(self, player: int) -> None:
        """R13, D3: seat after seat, and the invisible player after the last one."""
        if player < self.n:
            self.goto(Take(seat=player))
        elif player < self.players and self.options.invisible_plays:
            self.goto(Invisible())
        else:
            self.goto(Take(seat=0))

    def put(self, player: int, place: int) -> None:
        """R10 to R13, D2: the card of this place goes to its twin, and the pair is turned face down."""
        card = self.plane.cards[place]
        twin = self.twin(card)
        owner = next(p for p in range(self.players) if twin in self.laid(p).cards)
        self.move(card, self.plane, self.pairs(owner))
        self.move(twin, self.laid(owner), self.pairs(owner))
        self.tell_pair(player, owner)
        if owner < self.n:
            self.scores[owner] += 2
        if not self.laid(owner).cards:
            self.complete(owner)
        if self.outcome is not None:
            return
        if not self.plane.held():
            self.finish("centre_empty")  # R14
        else:
            self.turn_of(player if owner == player else player + 1)

    def tell_pair(self, player: int, owner: int) -> None:
        if player == owner:
            if player < self.n:
                self.tell("pair", seat=player)
            else:
                self.tell("invisible_pair")
        elif owner == self.n:
            self.tell("to_invisible", seat=player)
        elif player == self.n:
            self.tell("from_invisible", taker=owner)
        else:
            self.tell("gives", seat=player, taker=owner)

    def complete(self, player: int) -> None:
        """R15, D4, D5: the invisible player is announced, and cannot win."""
        self.finished.append(player)
        if player == self.n:
            self.tell("invisible_complete")
            return
        self.tell("complete", seat=player)
        if self.options.stop_at_first:
            self.finish("first_complete")

    def finish(self, detail: str) -> None:
        """Ranks by order of completion; who has cards left shares the place after."""
        order = [player for player in self.finished if player < self.n]
        ranks = (order.index(seat) if seat in order else len(order) for seat in self.all_seats)
        self.end(Outcome(tuple(rank + 1 for rank in ranks), tuple(self.scores), detail=detail))


class Take(Turning[LotolixState]):
    """R9, D7."""

    move = "take"
    span = IDLE

    def turned(self, s: LotolixState, place: int, face: str) -> None:
        s.goto(
            Placing(player=self.seat, place=place) if s.options.auto_place else Place(seat=self.seat, place=place)
        )


class Place(Decision[LotolixState], kw_only=True):
    """R10, R12, D6: he looks for the twin. A wrong card costs nothing, and each is tried only once."""

    span = IDLE
    waits = True
    place: int
    tried: list[CardId] = field(default_factory=list)
    helped: bool = False
    """The twin glows."""
    help_at: Millis = 0

    def enter(self, s: LotolixState) -> None:
        super().enter(s)
        self.help_at = self.time(s) + s.options.help_s * 1_000

    def may(self, s: LotolixState) -> Sequence[Offer]:
        cards = [card for card in s.laid_cards() if card not in self.tried]
        return (Offer("place", {"card": OneCard(cards)}, hint=(self.twin(s),) if self.helped else ()),)

    def twin(self, s: LotolixState) -> CardId:
        return s.twin(s.plane.cards[self.place])

    def play(self, s: LotolixState, seat: Seat, move: Move) -> None:
        card: CardId = move.args["card"]
        if card == self.twin(s):
            s.put(self.seat, self.place)
        else:
            self.tried.append(card)
            s.tell("wrong_twin", seat=seat, vain=1)

    def alarms(self, s: LotolixState) -> Sequence[Alarm]:
        help_at = () if self.helped else (Alarm("help", self.help_at, shown=False),)
        return (*help_at, *super().alarms(s))

    def ring(self, s: LotolixState, alarm: Alarm) -> None:
        if alarm.key == "help":
            self.helped = True
        else:
            super().ring(s, alarm)

    def silent(self, s: LotolixState) -> None:
        s.put(self.seat, self.place)


class Placing(Phase[LotolixState], kw_only=True):
    """Everybody looks at the card; then it goes to its twin by itself."""

    player: int
    place: int

    def enter(self, s: LotolixState) -> None:
        s.push(Show(span=PAUSE))

    def resume(self, s: LotolixState, result: Any) -> None:
        s.put(self.player, self.place)


class Invisible(Show[LotolixState]):
    """R8, D3: the invisible player takes any card."""

    alarm = "takes"
    span: Millis = PAUSE

    def ring(self, s: LotolixState, alarm: Alarm) -> None:
        place = s.by_chance()
        s.turn_up(s.plane, s.plane.cards[place])
        s.goto(Placing(player=s.n, place=place))


class Lotolix(Game[LotolixState]):
    info = GameInfo(
        key="lotolix",
        name="Lotolix",
        version=1,
        players=(2, 8),  # R1
        kinds=("turn",),
        reading=Reading.NOTHING,
        device=Device.SHARED,
        author="Christine Larquetout",
        minutes=3,
        exercises=(Exercise.LUCK, Exercise.ATTENTION, Exercise.LETTERS),
        moods=(Mood.LAUGH,),
        age=4,
    )
    phases = (Take, Place, Placing, Invisible, Show)
    options = LotolixOptions

    def setup(self, table: Setup) -> LotolixState:
        n = len(table.seats)
        each, over = divmod(CENTRE, n)  # R5, R6
        s = LotolixState(**table.common(DECK), players=n + (over > 0))
        colours = list(HALVES) if s.options.centre == "random" else [s.options.centre]
        half = HALVES[s.rng("centre").choice(colours)]  # D1
        centre = sorted(s.faces.index(face) for face in half)
        twins = [card for card in range(len(DECK)) if card not in centre]
        owners = [*s.all_seats, INVISIBLE][: s.players]
        names = [*map(str, s.all_seats), "invisible"]
        s.zones = [
            s.spread(GRID, centre),  # R4
            Zone("deal", Kind.BOX, NOBODY, cards=twins),
            *(Zone(f"laid:{names[i]}", Kind.ROW, EVERYBODY, owner) for i, owner in enumerate(owners)),  # R7, R8
            *(Zone(f"pairs:{names[i]}", Kind.WINNINGS, NOBODY, owner) for i, owner in enumerate(owners)),
        ]
        deal, starter = s.zones[DEAL], table.starter()
        s.shuffle(deal, "hands")
        s.tell("start", starter=starter, count=each)
        s.deal(deal, [s.laid(s.after(starter, i)) for i in s.all_seats], each)
        if over:
            s.move_all(deal, s.laid(n))
            s.tell("invisible", count=over)
        s.goto(Take(seat=starter))
        return s

    def bound(self, players: int, options: Any) -> int:
        """D8: each card of the centre is taken, helped with and placed once, after each wrong card was tried."""
        return CENTRE * (3 + CENTRE - 1)


GAME = Lotolix()
