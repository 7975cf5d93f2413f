"""Crotdebix bots: from which formula on they call, which card they pass, and whether losing would pay."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import accumulate
from typing import Final

from msgspec import Struct

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.bots.rollout import QuickPicker
from tablee.games.crotdebix.formulas import BEST, BIT, FACES, FORMULAS, best, mask_of
from tablee.games.crotdebix.table import POINT_FACES, RELAYED, worth
from tablee.kernel.moves import Move, Offer
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.pieces.toutilix import SYMBOL, VOWELS


class CrotdebixStyle(Struct, frozen=True):
    lays: tuple[Millis, Millis]
    """How long after it may it lays a card."""
    calls: tuple[Millis, Millis] = (3_000, 8_000)


STYLES: Final[Mapping[Level, CrotdebixStyle]] = {
    Level.BEGINNER: CrotdebixStyle((4_000, 12_000)),
    Level.NORMAL: CrotdebixStyle((4_000, 12_000)),
    Level.STRONG: CrotdebixStyle((3_000, 8_000)),
}
A_RUN: Final = 2
"""The rank from which on a beginner calls."""
NEAR: Final = 2
"""Letters so far apart may still come into one run."""
DEALS: Final = 120
"""How many deals a strong one imagines before it calls,"""
ENDS: Final = 60
"""and how many ways in which the rest of the pile may be drawn."""
PAYS: Final = 0.03
"""By so much more of the games losing must be better before it would rather lose."""


# ---- what the tables tell -------------------------------------------------------------------------------


@cache
def chance(rank: int, size: int, below: int | None = None) -> float:
    """How often a hand of this rank beats a random one (one of a rank below that), by the tables."""
    weaker = [0, *accumulate(BEST[size])]
    return min(1.0, (weaker[rank] + BEST[size][rank] / 2) / weaker[below if below is not None else -1])


@cache
def calls_alone(size: int, others: int) -> int:
    """The lowest rank that is more often than not the best against so many random hands, by the tables."""
    return next(rank for rank in range(len(BEST[size])) if chance(rank, size) ** others > 1 / 2)


def company(face: str, hand: Sequence[str]) -> int:
    """How near a card lies to others of its colour, and whether its twin is there: what it may still become."""
    letter = BIT[face].bit_length()
    apart = [abs(BIT[other].bit_length() - letter) for other in hand if other != face and other[0] == face[0]]
    return sum(NEAR + 1 - gap for gap in apart if gap <= NEAR) + (face[1] in (o[1] for o in hand if o != face))


def hope(hand: Sequence[str], face: str, coming: Sequence[str]) -> float:
    """What a hand is worth on average without this card, and with one of those that may come for it."""
    kept, size = mask_of(hand) - BIT[face], len(hand)
    return sum(chance(best(kept + BIT[other], size).rank, size) for other in coming) / len(coming)


# ---- what the pile brings -------------------------------------------------------------------------------


class CrotdebixStanding(Struct):
    """Where everybody stands between two showdowns."""

    burdens: list[int]
    """What each one's consonants and pétards weigh,"""
    stars: list[int]
    """and his étoiles."""
    victories: list[int]
    left: list[str]
    """The cards of the pile, in any order."""
    below_zero: bool

    def draw(self, seat: Seat, face: str) -> None:
        if SYMBOL[face] in VOWELS:
            self.burdens[seat] = 0
        elif worth(face) > 0:
            self.burdens[seat] += worth(face)
        else:
            self.stars[seat] += worth(face)

    def play(self, winner: Seat, pile: list[str]) -> None:
        self.victories[winner] += 1
        for step in range(1, len(self.burdens)):
            if pile:
                self.draw((winner + step) % len(self.burdens), pile.pop())

    def first(self, seat: Seat) -> float:
        """What part of the victory that seat would have now."""
        totals = (burden + stars for burden, stars in zip(self.burdens, self.stars, strict=True))
        least = [total if self.below_zero else max(0, total) for total in totals]
        keys = [(total, -won) for total, won in zip(least, self.victories, strict=True)]
        return 1 / keys.count(min(keys)) if keys[seat] == min(keys) else 0.0

    def after(self, winner: Seat, pile: list[str], random: Callable[[], float]) -> "CrotdebixStanding":
        """The end, if that seat wins now and after it anybody."""
        twin = CrotdebixStanding(self.burdens[:], self.stars[:], self.victories[:], [], self.below_zero)
        while pile:
            twin.play(winner, pile)
            winner = int(random() * len(self.burdens))
        return twin


def losing_pays(now: CrotdebixStanding, seat: Seat, rng: Rng) -> bool:
    """Whether losing this showdown wins more games than winning it, whatever comes after."""
    others = [x for x in range(len(now.burdens)) if x != seat]
    better = 0.0
    for deal in range(ENDS):
        pile, key = rng.shuffled(now.left), rng.word()
        lost = now.after(others[deal % len(others)], pile[:], QuickPicker(key).random)
        won = now.after(seat, pile, QuickPicker(key).random)
        better += lost.first(seat) - won.first(seat)
    return better / ENDS > PAYS


# ---- the bot --------------------------------------------------------------------------------------------


class CrotdebixBot(Mind):
    def __init__(self, seat: Seat, level: Level, rng: Rng) -> None:
        super().__init__(seat, level, rng)
        self._passed: list[str] = []
        """What it has passed since the last deal."""
        self._called: dict[Seat, int] = {}
        """The lowest rank with which each seat has called."""
        self._loses = False
        """In this round it would rather lose."""

    def notice(self, seen: Sighting) -> None:
        callers = set()
        for event in seen.events:
            if event.kind == "deal":
                self._passed.clear()
                self._loses = self.level is Level.STRONG and losing_pays(self.standing(seen), self.seat, self.rng)
            elif self.seat in (event.told("giver"), event.told("seat")) and event.kind in ("gives", "to_relay"):
                self._passed.append(event.told("face"))
            elif event.kind == "calls" and event.told("seat") != self.seat:
                callers.add(event.told("seat"))
            elif event.kind == "shows" and event.told("seat") in callers:
                self.learn(event.told("seat"), event.told("formula"), len(seen.view.seats))

    def learn(self, seat: Seat, formula: str, players: int) -> None:
        formulas = FORMULAS[6 if players > 3 else 8]
        rank = formulas.index(formula) + 1
        self._called[seat] = min(rank, self._called.get(seat, rank))

    def occasion(self, seen: Sighting) -> object:
        offered = [o.name for o in seen.offers if o.name != "take_back"]
        return seen.view.fact("round"), seen.view.fact("exchanges"), offered

    def decide(self, seen: Sighting) -> Plan | None:
        style = STYLES[self.level]
        call, pass_on = seen.offer("announce"), seen.offer("pass_on")
        hand = self.hand(seen)
        if call is not None and self.wants_to_call(seen, list(hand)):
            return self.later(seen, call, Move("announce", answers=call.stimulus), *style.calls)
        if pass_on is None:
            return None
        move = Move("pass_on", {"card": hand[self.passes(seen, list(hand))]}, answers=pass_on.stimulus)
        hurries = self.level is Level.STRONG and pass_on.stimulus is not None  # it shuts out a call
        return self.later(seen, pass_on, move, *((0, 0) if hurries else style.lays))

    def later(self, seen: Sighting, offer: Offer, move: Move, low: Millis, high: Millis) -> Plan:
        return Plan(move, max(seen.now, offer.opens_at) + low + self.rng.below(high - low + 1))

    def hand(self, seen: Sighting) -> dict[str, str]:
        """Its cards by their faces, the one that is laid as well."""
        zones = [seen.view.zone(f"{name}:{self.seat}") for name in ("hand", "pass")]
        return {c.face: c.handle for zone in zones for c in zone.cards if c and c.face and c.handle}

    def standing(self, seen: Sighting) -> CrotdebixStanding:
        """All that was drawn lies open."""
        view = seen.view
        drawn = {zone.name: [c.face for c in zone.cards if c and c.face] for zone in view.zones if zone.cards}
        own = [drawn.get(f"points:{seat}", []) for seat in range(len(view.seats))]
        left = Counter(POINT_FACES) - Counter(x for faces in (*own, drawn.get("box", [])) for x in faces)
        return CrotdebixStanding(
            [sum(worth(x) for x in faces if worth(x) > 0) for faces in own],
            [sum(worth(x) for x in faces if worth(x) < 0) for faces in own],
            list(view.fact("victories")),
            sorted(left.elements()),
            bool(view.fact("below_zero")),
        )

    # ---- calling -----------------------------------------------------------------------------------

    def wants_to_call(self, seen: Sighting, hand: Sequence[str]) -> bool:
        """Whoever is patient has better hands than one that never calls; but whoever calls with less than the
        others wins more than his share of them. So it is patient until somebody else is not."""
        size, others = len(hand), len(seen.view.seats) - 1
        rank, alone = best(mask_of(hand), size).rank, calls_alone(size, others)
        if self.level is Level.BEGINNER:
            return rank >= A_RUN
        if rank >= alone:
            return not self._loses
        hurried = min(self._called.values(), default=alone)
        if self.level is Level.NORMAL:
            return rank >= hurried or (rank > 0 and hurried < alone and self.would_win(seen, hand, []) > 1 / 2)
        pays = rank > 0 and hurried < alone and not self._loses
        return pays and self.would_win(seen, hand, self._passed) > 1 / (others + 1)

    def would_win(self, seen: Sighting, hand: Sequence[str], passed: Sequence[str]) -> float:
        """How often it wins against hands with which the others would not have called: if they do, it makes no
        difference. Who remembers what it has passed knows where that is now."""
        players, size = len(seen.view.seats), len(hand)
        mine = best(mask_of(hand), size).strength
        queued = passed[-RELAYED:] if players == 2 else []
        arrived = passed[-RELAYED - 1 : -RELAYED] if players == 2 else passed[-1:]
        arrived = [face for face in arrived if face not in hand]
        unseen = [face for face in FACES if face not in (*hand, *queued, *arrived)]
        others = [(self.seat + step) % players for step in range(1, players)]
        silent = [min(calls_alone(size, players - 1), self._called.get(seat, 99)) for seat in others]
        won = asked = 0
        for _ in range(DEALS):
            dealt = [*arrived, *self.rng.shuffled(unseen)]
            rivals = [best(mask_of(dealt[i * size : (i + 1) * size]), size) for i in range(len(others))]
            if all(rival.rank < least for rival, least in zip(rivals, silent, strict=True)):
                asked += 1
                won += all(rival.strength < mine for rival in rivals)
        return won / asked if asked else 1.0

    # ---- passing -----------------------------------------------------------------------------------

    def passes(self, seen: Sighting, hand: Sequence[str]) -> str:
        used = best(mask_of(hand), len(hand)).faces
        free = [face for face in hand if face not in used] or list(hand)
        if self.level is Level.BEGINNER:
            return self.rng.choice(free)
        if self.level is Level.NORMAL:
            return min(free, key=lambda face: (company(face, hand), face))
        away = self._passed[-RELAYED:] if len(seen.view.seats) == 2 else self._passed[-1:]
        coming = [face for face in FACES if face not in hand and face not in away]
        sign = -1 if self._loses else 1
        return max(hand, key=lambda face: (sign * hope(hand, face, coming), -company(face, hand), face))


BOT = CrotdebixBot
