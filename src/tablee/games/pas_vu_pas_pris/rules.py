"""Pas vu pas pris: ghosts cross the hall of a hotel, hidden behind furniture from whoever looks through a
keyhole."""

from typing import Any

from tablee.games.pas_vu_pas_pris.chimes import Growing, Midnight, Posing, Tagging, Tipping
from tablee.games.pas_vu_pas_pris.furniture import Cards, Furnish, Plain
from tablee.games.pas_vu_pas_pris.ghosts import ACTS, Ghosts
from tablee.games.pas_vu_pas_pris.hall import HALLS, PIECES
from tablee.games.pas_vu_pas_pris.keyhole import DoorDie, Keyhole, RollOff, Side, Watching
from tablee.games.pas_vu_pas_pris.material import (
    ADJACENT,
    FACES,
    FAMILY,
    MIDNIGHT,
    REMOVED,
    ROUNDS,
    SIDE_NAMES,
    START_SIDES,
    Box,
    PasVuPasPrisOptions,
    ghosts_of,
)
from tablee.games.pas_vu_pas_pris.poses import SIDE
from tablee.games.pas_vu_pas_pris.table import ASIDE, BELL, DISCARD, HallTable
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup
from tablee.kernel.phase import Phase
from tablee.kernel.rng import keyed
from tablee.kernel.units import EVERYBODY, NOBODY
from tablee.kernel.values import TERM
from tablee.kernel.zones import Zone
from tablee.phases.screen import ScreenSeatOptions
from tablee.pieces.kinds import Kind

FURNISHING, CHIME, FURNITURE, WALKING, LOOKING, OVER = range(6)


class Round(Phase[HallTable], kw_only=True):
    """The round goes on beneath its steps; each step pops when it is over."""

    step: int = FURNISHING
    drawn: int = 0
    """How many players have drawn a card in this round."""

    def enter(self, s: HallTable) -> None:
        if s.store.cards:
            s.push(Furnish(seat=s.die))  # D42
        else:
            self.begin(s)

    def resume(self, s: HallTable, result: Any) -> None:
        match self.step:
            case step if step == FURNISHING:
                self.begin(s)
            case step if step == CHIME:
                self.furniture(s)
            case step if step == FURNITURE:
                self.drawn += 1
                self.furniture(s)
            case step if step == WALKING:
                self.step = LOOKING
                s.push(RollOff())  # R13
            case _:
                self.over(s)

    def begin(self, s: HallTable) -> None:
        """R10, R19, R40, R54."""
        s.round += 1
        s.points, s.moved = [0] * s.n, []
        s.entered, s.walked, s.still = [], [], []
        s.chime, s.number = "", 0
        s.tell("round", number=s.round)
        self.drawn = 0
        if s.table_options.midnight and s.round > 1:
            self.step = CHIME
            s.push(Midnight())
        else:
            self.furniture(s)

    def furniture(self, s: HallTable) -> None:
        """R11: one after the other, from the die holder clockwise; then R12, all at once."""
        if self.drawn < s.n:
            self.step = FURNITURE
            s.push(Cards(seat=s.after(s.die, self.drawn)))
        else:
            self.step = WALKING
            s.push(Ghosts())

    def over(self, s: HallTable) -> None:
        """R19, D28: used cards are put aside."""
        for seat in s.all_seats:
            s.move_all(s.card(seat), s.zones[DISCARD])
        s.move_all(s.zones[BELL], s.zones[DISCARD])
        s.points = [0] * s.n
        if s.draw.cards:
            self.begin(s)
        else:
            s.finish()


class PasVuPasPris(Game[HallTable]):
    info = GameInfo(
        key="pas_vu_pas_pris",
        name="Pas vu pas pris",
        version=1,
        players=(2, 4),
        kinds=("turn", "free"),
        reading=Reading.READS,
        device=Device.SHARED,  # D53
        author="Phil Vizcarro, Amine Rahmani",
        minutes=15,
        exercises=(Exercise.STRATEGY, Exercise.SKILL, Exercise.GUILE),
        moods=(Mood.THINK, Mood.BLUFF),
        age=8,
        everyday=("draws", "draws_plain", "takes", "places", "leaves_furniture", "rolls", "door", "round"),
        mat="hall",
    )
    phases = (
        Round,
        Furnish,
        Midnight,
        Tipping,
        Tagging,
        Growing,
        Posing,
        Cards,
        Plain,
        Ghosts,
        RollOff,
        Side,
        DoorDie,
        Watching,
        Keyhole,
    )
    options = PasVuPasPrisOptions
    seat_options = ScreenSeatOptions

    def setup(self, table: Setup) -> HallTable:
        """R1 to R9, D24, D42."""
        n, box, options = len(table.seats), Box(len(table.seats)), table.options
        sides = ADJACENT if n == 2 and options.sides == "adjacent" else START_SIDES[n]
        door = keyed(table.seed, "keyhole").below(4 * FACES)
        s = HallTable(
            **table.common(box.faces),
            die=table.starter(),
            keyhole=(door // FACES, door % FACES + 1),
            sides=list(sides),
            points=[0] * n,
            chosen=[0] * n,
        )
        s.zones = [
            Zone("hall", Kind.HALL, EVERYBODY, poses=(), free=True, area=(SIDE, SIDE)),
            Zone("store", Kind.STOCK, EVERYBODY),
            Zone("draw", Kind.PILE, NOBODY, cards=list(box.movement)),
            Zone("discard", Kind.HEAP, EVERYBODY),
            Zone("midnight", Kind.PILE, NOBODY, cards=list(box.midnight) if options.midnight else []),
            Zone("bell", Kind.TURNED, EVERYBODY),
            Zone("aside", Kind.BOX, NOBODY, cards=[] if options.midnight else list(box.midnight)),
        ]
        for seat in s.all_seats:
            s.zones += [
                Zone(f"home:{seat}", Kind.STOCK, EVERYBODY, seat, list(ghosts_of(seat))),
                Zone(f"out:{seat}", Kind.WINNINGS, EVERYBODY, seat),
                Zone(f"card:{seat}", Kind.DRAWN, EVERYBODY, seat),
            ]
            s.show_to(s.home(seat), EVERYBODY)
        s.store.cards = list(box.furniture)
        s.show_to(s.store, EVERYBODY)
        s.shuffle(s.draw, "movement")
        for card in s.draw.cards[: REMOVED[n]]:
            s.move(card, s.draw, s.zones[ASIDE])
        if options.midnight:
            s.shuffle(s.zone("midnight"), "midnight")
        s.tell("starts", starter=s.die, side=TERM(SIDE_NAMES[s.keyhole[0]]), number=s.keyhole[1])
        if options.hall == "preset":
            name = s.rng("hall").choice(list(HALLS))
            for piece in PIECES:
                s.set_down(s.piece_card(piece), s.store, s.hall, HALLS[name][piece])
            s.tell("hall", hall=TERM(name))
        s.goto(Round())
        return s

    def bound(self, players: int, options: Any) -> int:
        """Of each round: the acts of all, a card and a piece for each, dice, two looks with a tap for every ghost,
        and what a card of midnight asks for."""
        ghosts = players * len(FAMILY)
        return len(PIECES) + ROUNDS * (players * (ACTS + 8) + 4 * ghosts + 2 * len(PIECES) + 12)


GAME = PasVuPasPris()

__all__ = ["GAME", "MIDNIGHT"]
