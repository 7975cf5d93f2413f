"""Présidix bots: how they split their hands, when they take the lead, and a search over hands others may hold."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.games.presidix.order import LETTERS
from tablee.games.presidix.quick import (
    BANG,
    BANGS,
    ONE,
    PASS,
    STARS,
    UNRANKED,
    Play,
    QuickDeal,
    QuickHand,
    Z,
    can_lay,
    counted,
    filled,
    follow,
    lead,
    natural,
    splits,
    with_z,
)
from tablee.games.presidix.rules import POINTS, Follow
from tablee.games.presidix.table import TABLE, TITLES, PresidixState
from tablee.kernel.moves import Move, Offer
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import bare
from tablee.pieces.formulas import (
    PAIRS,
    RUNS,
    SINGLE,
    Formula,
    FormulaKind,
    Shape,
    fits,
    shape_of,
    shapes,
    weakest_starts,
)
from tablee.pieces.toutilix import PETARD, PETARDS, SYMBOL

THINKS: tuple[Millis, Millis] = (1_500, 4_000)
"""D24."""


class PresidixStyle(Struct, frozen=True):
    playouts: int = 0
    """How often the search plays a deal to its end; the time it takes grows with them."""
    doubt: float = 0.0
    """How likely somebody passes who could lay without an étoile: what makes an imagined hand less likely."""


STYLES = {
    Level.BEGINNER: PresidixStyle(),
    Level.NORMAL: PresidixStyle(),
    Level.STRONG: PresidixStyle(playouts=480, doubt=0.35),
}
KINDS: Mapping[str, FormulaKind] = {"follow_one": SINGLE, "follow_runs": RUNS, "follow_pairs": PAIRS}
HEATS, LEAST_DEALS = 4, 4
"""After each heat the worse half of the plays is given up; each heat has so many deals at least."""
TRIES = 6
"""So often another deal is imagined instead of an unlikely one."""


class Passed(Struct):
    """Somebody passed: on what, and what he has laid since."""

    seat: Seat
    shape: Shape
    weakest: int
    since: list[int]


class PresidixBot(Mind):
    def __init__(self, seat: Seat, level: Level, rng: Rng) -> None:
        super().__init__(seat, level, rng)
        self.style = STYLES[level]
        self._lies: tuple[Shape, int] | None = None
        self._passes: list[Passed] = []

    # ---- what was seen -----------------------------------------------------------------------------

    def notice(self, seen: Sighting) -> None:
        if not self.style.playouts:
            return
        for event in seen.events:
            if event.kind == "deal":
                self._passes = []
            elif event.kind == "lays":
                groups = [[LETTERS.index(a) for a in group] for group in event.told("letters").split(" + ")]
                shape = shape_of(groups)
                assert shape is not None
                self._lies = shape, groups[0][0]
                for passed in self._passes:
                    if passed.seat == event.told("seat"):
                        for letter in (letter for group in groups for letter in group):
                            passed.since[letter] += 1
            elif event.kind == "passes" and self._lies is not None and event.told("seat") != self.seat:
                self._passes.append(Passed(event.told("seat"), *self._lies, [0] * len(LETTERS)))

    # ---- deciding ----------------------------------------------------------------------------------

    def decide(self, seen: Sighting) -> Plan | None:
        opens = max((offer.opens_at for offer in seen.offers), default=0)
        move = self._move(seen)
        plan = self.soon(seen, move, *THINKS)
        low, high = THINKS
        return Plan(plan.move, max(plan.at, opens + low + self.rng.below(high - low + 1)))

    def _move(self, seen: Sighting) -> Move:
        if len(seen.offers) == 1 and not seen.offers[0].params:
            return Move(seen.offers[0].name)
        if self.level is Level.BEGINNER:
            return self._said(seen, self._first_that_comes(seen))
        if self.level is Level.NORMAL:
            return self._said(seen, self._by_thumb(seen))
        return self._said(seen, self._by_search(seen))

    def _said(self, seen: Sighting, play: Play) -> Move:
        """The move as a client would send it."""
        if play.shape is not None:
            formula = formula_of(seen.offer("lay_cards"))
            assert formula is not None
            return Move("lay_cards", {"groups": formula.laid(play.shape, play.starts)})
        offer = seen.offer("bang") if play.bangs else None
        if offer is not None:
            return Move("bang", {"card": next(iter(offer.params["card"].values()))})
        return Move("pass")

    # ---- the beginner ------------------------------------------------------------------------------

    def _first_that_comes(self, seen: Sighting) -> Play:
        """Its lowest card, pair or run of three; passes when it must, spares what is strong only at the end."""
        formula = formula_of(seen.offer("lay_cards"))
        hand = own_hand(seen, self.seat)
        if formula is None:
            return BANG if seen.offer("bang") and sum(hand) > 1 else PASS
        counts, jokers = formula.held
        if not formula.kind:
            able = [s for s in (ONE, Shape(PAIRS, 1, 2), Shape(RUNS, 1, 3)) if fits(counts, jokers, s)]
            shape, weakest = self.rng.choice(able), 0
        else:
            shape = Shape(formula.kind, formula.groups, formula.size)
            weakest = LETTERS.index(formula.weakest)
        starts = weakest_starts(counts, jokers, shape, weakest)
        assert starts is not None
        rest = sum(hand) - shape.cards
        if seen.offer("bang") and rest and self.chance(0.2):
            return BANG
        if shape == ONE and rest and (counts[Z] or jokers) and self.chance(0.15):
            starts = (Z,)  # burnt
        if not rest and (jokers or counts[Z]) and seen.offer("pass"):
            return PASS
        return Play(shape, starts)

    # ---- rules of thumb ----------------------------------------------------------------------------

    def _by_thumb(self, seen: Sighting) -> Play:
        hand = own_hand(seen, self.seat)
        formula = formula_of(seen.offer("lay_cards"))
        if formula is not None and not formula.kind:
            return self._lead(seen, hand)
        asked, weakest = self._asked(seen)
        sizes = [zone.count for zone in seen.view.zones if zone.name.startswith("hand:")]
        others = [size for seat, size in enumerate(sizes) if seat != self.seat and size]
        play = follow(hand, asked, weakest, not seen.offer("bang"), min(others) <= 3)
        return self._allowed(seen, play, formula)

    def _lead(self, seen: Sighting, hand: QuickHand) -> Play:
        """All pétards are in the game: those that have not been played are in some hand."""
        played = sum(card is not None and card.face == PETARD for card in seen.view.zone("aside").cards)
        return lead(hand, len(seen.view.seats) == 2, played + hand[BANGS] < len(PETARDS))

    def _allowed(self, seen: Sighting, play: Play, formula: Formula | None) -> Play:
        """The same, or where it must lay something the weakest."""
        if play == PASS and not seen.offer("pass"):
            if formula is None:
                return BANG
            shape = Shape(formula.kind, formula.groups, formula.size)
            starts = weakest_starts(*formula.held, shape, LETTERS.index(formula.weakest))
            assert starts is not None
            return Play(shape, starts)
        return play

    def _asked(self, seen: Sighting) -> tuple[Shape, int]:
        """What lies there."""
        facts, phase = seen.view.facts, seen.view.phase
        kind = KINDS[phase]
        shape = Shape(kind, facts["asked_groups"], facts["asked_size"])
        return shape, LETTERS.index(bare(facts["asked_from"]))

    # ---- the search --------------------------------------------------------------------------------

    def _by_search(self, seen: Sighting) -> Play:
        """Each play that comes into question is tried on deals that look the same, and played on by thumb; now and
        then the worse half is given up."""
        tries = list(dict.fromkeys(self._tries(seen)))
        if len(tries) == 1:
            return tries[0]
        totals = [0.0] * len(tries)
        going = list(range(len(tries)))
        for heat in range(HEATS):
            if heat:
                going = sorted(going, key=totals.__getitem__, reverse=True)[: max(2, -(-len(going) // 2))]
            for _ in range(max(LEAST_DEALS, self.style.playouts // HEATS // len(going))):
                board = self._imagine(seen)
                for i in going:
                    trial = board.copy()
                    trial.play(tries[i])
                    totals[i] += trial.finish()
        return tries[max(going, key=totals.__getitem__)]

    def _imagine(self, seen: Sighting) -> QuickDeal:
        """A deal that looks the same from here; rather not one in which somebody has passed for nothing."""
        for attempt in range(TRIES):
            twin = seen.redeal(self.rng)
            assert isinstance(twin, PresidixState)
            hands = [counted(twin.symbols(seat)) for seat in twin.all_seats]
            unlikely = sum(self._for_nothing(hands, passed) for passed in self._passes)
            if attempt == TRIES - 1 or self.rng.uniform() < self.style.doubt**unlikely:
                return board_of(twin, hands, self.seat)
        raise AssertionError

    def _for_nothing(self, hands: Sequence[QuickHand], passed: Passed) -> bool:
        held = [a + b for a, b in zip(hands[passed.seat], passed.since, strict=False)]
        held[Z] = 0
        return natural([*held, 0, 0], passed.shape, passed.weakest) is not None

    def _tries(self, seen: Sighting) -> Iterator[Play]:
        """The plays that come into question."""
        hand = own_hand(seen, self.seat)
        formula = formula_of(seen.offer("lay_cards"))
        if formula is not None and not formula.kind:
            yield self._lead(seen, hand)
            yield from leads(hand)
            return
        yield self._by_thumb(seen)
        if seen.offer("pass"):
            yield PASS
        if seen.offer("bang"):
            yield BANG
        if formula is not None:
            yield from follows(hand, formula)


def leads(hand: QuickHand) -> Iterator[Play]:
    """Formulas of the best splits, also filled with étoiles, also with a Z among them; the single cards at both
    ends; what is strong, to keep the lead."""
    counts, jokers = tuple(hand[:STARS]), hand[STARS]
    for way in splits(tuple(hand[:Z]), 4):
        most = min(jokers, len(way.singles))
        for formula in way.formulas:
            for stars in sorted({0, max(0, most - 1), most}):
                full = filled(formula, way.singles, stars)[0]
                yield full
                sure = with_z(hand, full)
                if sure is not None:
                    yield sure
        if way.singles:
            yield Play(ONE, way.singles[:1])
            yield Play(ONE, way.singles[-1:])
    if hand[Z] or jokers:
        yield Play(ONE, (Z,))
    largest = max(shapes(counts, jokers), key=lambda shape: shape.cards)
    starts = weakest_starts(counts, jokers, largest)
    assert starts is not None
    yield Play(largest, starts)


def follows(hand: QuickHand, formula: Formula) -> Iterator[Play]:
    """The weakest with and without étoiles, what wins at once; of single cards each."""
    shape = Shape(formula.kind, formula.groups, formula.size)
    weakest = LETTERS.index(formula.weakest)
    counts, jokers = formula.held
    if shape == ONE:
        yield from (Play(ONE, (letter,)) for letter in range(weakest, Z) if hand[letter])
        if jokers:
            yield Play(ONE, (weakest,))
        if hand[Z] or jokers:
            yield Play(ONE, (Z,))
        return
    starts = weakest_starts(counts, jokers, shape, weakest)
    assert starts is not None
    yield Play(shape, starts)
    plain = natural(hand, shape, weakest)
    if plain:
        yield Play(shape, plain)
    top = Z - shape.size + 1 if shape.kind == RUNS else Z
    for found in (starts, plain):
        if found and can_lay(hand, shape, (*found[1:], top)):
            yield Play(shape, (*found[1:], top))


def own_hand(seen: Sighting, seat: Seat) -> QuickHand:
    cards = seen.view.zone(f"hand:{seat}").cards
    return counted([SYMBOL[card.face] for card in cards if card is not None and card.face is not None])


def formula_of(offer: Offer | None) -> Formula | None:
    domain = offer.params["groups"] if offer is not None else None
    return domain if isinstance(domain, Formula) else None


def board_of(s: PresidixState, hands: list[QuickHand], me: Seat) -> QuickDeal:
    ranks = [POINTS[title] if title else UNRANKED for title in s.titles]
    free = [POINTS[title] for title in TITLES[s.n] if title not in s.titles]
    board = QuickDeal(hands, me, ranks, free, me)
    phase = s.phases[-1]
    if isinstance(phase, Follow):
        board.shape, board.last, board.banged = phase.shape, phase.laid_last, phase.banged
        first = s.zones[TABLE].cards[: phase.shape.cards : phase.asked_size]
        board.starts = tuple(LETTERS.index(s.marks.get(c, SYMBOL[s.faces[c]])) for c in first)
    return board


BOT = PresidixBot
