"""Spots: roll dice onto the spots of your dogs, bury what does not fit, and never bury more than seven."""

from collections.abc import Sequence
from typing import Any

from tablee.games.spots.data import (
    BURY_LIMIT,
    DICE,
    DIE,
    DOGS_TO_WIN,
    FACES,
    FAMILIES,
    MOST_SPACES,
    PACK_LIMIT,
    SETS,
    SLOTS,
    START_DOGS,
    START_TREATS,
    TILE,
    TILES,
    TREAT,
    TREATS,
)
from tablee.games.spots.table import SLOT, TOUTOU, SpotsOptions, SpotsState
from tablee.games.spots.turn import Act, Choose, Rolled, Toutou, TurnStart
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup
from tablee.kernel.phase import Phase
from tablee.kernel.units import EVERYBODY, NOBODY, CardId, Seat
from tablee.kernel.zones import HOLE, Pose, Zone
from tablee.pieces.kinds import Kind


class Deal(Phase[SpotsState]):
    """R1 to R12."""

    def enter(self, s: SpotsState) -> None:
        self.lay_tiles(s)
        deck = s.deck
        s.shuffle(deck, "dogs")
        for _ in range(START_DOGS):
            for seat in s.all_seats:
                s.draw_dog(seat)
        for seat in s.all_seats:
            s.take_treats(START_TREATS, seat)
            s.take_dice(1, s.yard(seat))
        if s.n == 1:
            toutou = s.toutou_treats
            for _ in range(s.options.t0ut0u_treats):  # R75, R82
                s.move(s.treat_box.cards[-1], s.treat_box, toutou)
        s.starter = self.first(s)
        s.goto(TurnStart(seat=s.starter))

    def lay_tiles(self, s: SpotsState) -> None:
        """R1 to R4, R71."""
        box = s.box
        chosen = self.chosen(s)
        for slot, what in enumerate(SLOTS):
            zone = s.zones[SLOT + slot]
            family = [card for card in box.cards if what in s.faces[card].split(":")]
            wanted = [
                card for card in family if s.options.wild_dogs or TILE[s.faces[card]].name in (what, *chosen)
            ]
            zone.depth = 0
            for card in wanted:
                s.move(card, box, zone)
            if len(wanted) > 1:
                s.shuffle(zone, "stack", slot)
            s.show_depth(zone, 1)

    def chosen(self, s: SpotsState) -> Sequence[str]:
        """R2, R3: one tile of each family."""
        options = s.options
        if options.set == "chosen":
            return [getattr(options, family) for family in FAMILIES]
        if options.set == "random":
            rng = s.rng("tiles")
            return [rng.choice([t.name for t in TILES if t.family == family]) for family in FAMILIES]
        return SETS[options.set]

    def first(self, s: SpotsState) -> Seat:
        """R9 to R11, D21: the highest die begins; only those who are level roll again."""
        level = list(s.all_seats)
        while True:
            for seat in level:
                s.throw(s.yard(seat).cards)
                s.tell("first_die", seat=seat, value=s.total(seat))
            best = max(s.total(seat) for seat in level)
            level = [seat for seat in level if s.total(seat) == best]
            if len(level) == 1:
                break
        begins = level[0] if s.options.starter is None else s.options.starter
        s.tell("begins", seat=begins)
        return begins


class Spots(Game[SpotsState]):
    info = GameInfo(
        key="spots",
        name="Spots",
        version=1,
        players=(1, 4),
        kinds=("turn", "solo"),
        reading=Reading.NOTHING,
        device=Device.SHARED,
        author="Jon Perry, Alex Hague, Justin Vickers",
        minutes=15,
        exercises=(Exercise.LUCK, Exercise.STRATEGY),
        moods=(Mood.THINK, Mood.LAUGH),
        age=6,
        everyday=(
            "assigns",
            "begins",
            "draws",
            "first_die",
            "gives_back",
            "moves",
            "names",
            "rolls",
            "sets",
            "sets_aside",
            "trick",
        ),
        mat="kennel",
    )
    phases = (Deal, TurnStart, Choose, Act, Rolled, Toutou)
    options = SpotsOptions

    def setup(self, table: Setup) -> SpotsState:
        n = len(table.seats)
        s = SpotsState(**table.common(FACES), turns=[0] * n, out=[False] * n)
        cards: dict[str, list[CardId]] = {}
        for card in range(len(FACES)):
            cards.setdefault(s.back(card), []).append(card)
        s.zones = [
            Zone("dice", Kind.DICE, NOBODY, cards=cards[DIE]),
            Zone("treat", Kind.TOKENS, NOBODY, cards=cards[TREAT]),
            Zone("deck", Kind.PILE, EVERYBODY, cards=cards["dog"], depth=1),
            Zone("tray", Kind.DICE, EVERYBODY),
            Zone("aside", Kind.DICE, NOBODY),
            Zone("box", Kind.BOX, NOBODY, cards=cards["tile"], hidden=True),
            Zone("toutou", Kind.WINNINGS, EVERYBODY, TOUTOU),
            Zone("toutou_treats", Kind.TOKENS, NOBODY, TOUTOU),
            *(Zone(f"tile:{slot + 1}", Kind.TILE, EVERYBODY, depth=1) for slot in range(len(SLOTS))),
            *(Zone(f"bonus:{slot + 1}", Kind.TOKENS, NOBODY) for slot in range(len(SLOTS))),
        ]
        places = tuple(Pose(i, j, 0) for i in range(PACK_LIMIT) for j in range(MOST_SPACES))
        for seat in s.all_seats:
            pack = tuple(Pose(i, 0, 0) for i in range(PACK_LIMIT))
            s.zones += [
                Zone(f"pack:{seat}", Kind.PACK, EVERYBODY, seat, [HOLE] * len(pack), poses=pack),
                Zone(f"spaces:{seat}", Kind.SPACES, EVERYBODY, seat, [HOLE] * len(places), poses=places),
                Zone(f"done:{seat}", Kind.WINNINGS, EVERYBODY, seat),
                Zone(f"yard:{seat}", Kind.DICE, EVERYBODY, seat),
                Zone(f"treats:{seat}", Kind.TOKENS, NOBODY, seat),
            ]
        for card in (*cards[DIE], *cards[TREAT], *cards["tile"]):
            s.ledger.seen[card] = s.everyone  # nobody is in doubt about them
        s.goto(Deal())
        return s

    def bound(self, players: int, options: Any) -> int:
        """D26, D27: a trick holds at most seven fillings of the dogs and the yard, each die of them with a choice
        and an assignment; besides, all treats, all paws, the choice of the tile and T0ut0u's turn."""
        filling = PACK_LIMIT * MOST_SPACES + BURY_LIMIT
        per_turn = 2 * (DOGS_TO_WIN + 1) * filling + TREATS + 2 * PACK_LIMIT + 4
        turns: int = options.turn_cap * players
        return turns * per_turn + DICE


GAME = Spots()
