"""Spots players: one search for all. The strong one looks far and at the chance of winning, the normal one at the
turn only and with noise, the beginner guesses at ten rolls."""

from collections.abc import Mapping, Sequence
from math import exp
from typing import Any

from msgspec import Struct

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.bots.reaction import normal
from tablee.games.spots.chance import Roll, keeps
from tablee.games.spots.data import BURY_LIMIT, DOG, MOST_SPACES, SIDES, SLOTS, TILE, Dog, Tile
from tablee.games.spots.domains import Assignment
from tablee.games.spots.search import Limits, Rival, TrickSearch
from tablee.games.spots.table import DOWN, UP, USED
from tablee.games.spots.value import (
    Spot,
    Winning,
    bare,
    kennel_dog,
    strength,
    tiles_left,
    toutou_strength,
    worth,
)
from tablee.kernel.domains import OneOf
from tablee.kernel.door import CardView, View
from tablee.kernel.moves import Move
from tablee.kernel.rng import Rng
from tablee.kernel.units import Seat

LOOKS: Mapping[Level, Limits] = {
    Level.BEGINNER: Limits(depth=(0, 0, 0)),
    Level.NORMAL: Limits(depth=(1, 1, 1), thrift=0.10),
    Level.STRONG: Limits(at_once=True),
}
SPITE = 0.5
"""How much of what a rival loses counts for a normal player."""
NOISE = 0.6
"""How wrong a normal player is about a tile, in dogs."""
WARMTH = 0.5
"""A beginner prefers a tile worth this much more e times as often."""
GUESSES = 10
BOLD = 2
"""A beginner goes on as long as no more spots than this lie buried."""
DELAY: Mapping[Level, tuple[int, int]] = {
    Level.BEGINNER: (1_200, 2_200),
    Level.NORMAL: (900, 1_800),
    Level.STRONG: (900, 1_800),
}


class SeenSide(Struct, frozen=True):
    """One player's side of the table, as it is seen."""

    spot: Spot
    yard: tuple[int, ...]
    dogs: tuple[tuple[int, Dog, tuple[int, ...]], ...]
    """Place in the pack, dog, numbers still empty; sorted as the search sorts them."""


def place_of(view: View, seat: Seat) -> SeenSide:
    taken = view.zone(f"spaces:{seat}").cards
    dogs = []
    for i, card in enumerate(view.zone(f"pack:{seat}").cards):
        if card is not None:
            dog = DOG[card.face or ""]
            empty = tuple(v for j, v in enumerate(dog.spaces) if taken[MOST_SPACES * i + j] is None)
            dogs.append((i, dog, empty))
    dogs.sort(key=lambda d: kennel_dog(d[1].spaces, d[2]))
    yard = numbers(view.zone(f"yard:{seat}").cards)
    spot = Spot(
        tuple(kennel_dog(dog.spaces, empty) for _, dog, empty in dogs),
        sum(yard),
        view.zone(f"treats:{seat}").count,
        view.zone(f"done:{seat}").count,
    )
    return SeenSide(spot, yard, tuple(dogs))


def numbers(cards: Sequence[CardView | None]) -> tuple[int, ...]:
    return tuple(sorted(int(card.mark or 0) for card in cards if card is not None))


class Guess(TrickSearch):
    """The same with ten rolls instead of all, and without treats."""

    rng: Rng

    def rolled(self, at: int, spot: Spot, n: int, again: int, named: int) -> float:
        value = 0.0
        for _ in range(GUESSES):
            roll: Roll = tuple(sorted(1 + self.rng.below(SIDES) for _ in range(n)))
            options = keeps(self.steps[at].keep, roll, named, spot.total)
            value += max(self.kept(at, spot, kept, again, named) for kept in options)
        return value / GUESSES


class SpotsBot(Mind):
    def occasion(self, seen: Sighting) -> object:
        """Another position is another question, whatever is offered."""
        view = seen.view
        return (view.phase, view.facts, view.zones)

    def decide(self, seen: Sighting) -> Plan | None:
        if seen.offer("trick") is not None:
            move = self._choose(seen)
        elif seen.offer("assign") is not None:
            move = self._rolled(seen)
        else:
            move = self._act(seen)
        return self.soon(seen, move, *DELAY[self.level])

    # ---- the search ----------------------------------------------------------------------------

    def _search(
        self, seen: Sighting, tile: Tile, mine: SeenSide, *, base: int = 0, grey: int = 0, slot: int = -1
    ) -> TrickSearch:
        """For a trick with this tile, which lies in this slot."""
        view = seen.view
        top = view.zone("deck").cards[-1]
        assert top is not None
        kind = Guess if self.level is Level.BEGINNER else TrickSearch
        others = [i for i in range(len(view.seats)) if i != self.seat]
        digs = any(step.op == "dig" for step in tile.steps)
        search = kind(
            tile,
            DOG[top.face or ""],
            view.zone("dice").count + view.zone("aside").count,
            view.zone("treat").count,
            grey,
            limits=LOOKS[self.level],
            rivals=[self._rival(view, mine.spot, seat) for seat in others] if digs else (),
            yard=mine.yard,
            base=base,
            treats=mine.spot.treats,
            judge=self._winning(view, slot) if self.level is Level.STRONG else worth,
        )
        if isinstance(search, Guess):
            search.rng = self.rng
        return search

    def _winning(self, view: View, slot: int = -1, mad: Seat = -1) -> Winning:
        """Against everybody as he stands, but for one whose dogs go mad; the next one has all tiles that are left
        besides this slot."""
        n, out = len(view.seats), view.fact("out")
        if n == 1:
            return Winning.over([toutou_strength(view.zone("toutou").count, view.zone("toutou_treats").count)])
        following = [seat for k in range(1, n) if not out[seat := (self.seat + k) % n]]
        spots = [(place_of(view, seat).spot, seat) for seat in following]
        odds = [strength(bare(spot) if seat == mad else spot) for spot, seat in spots]
        tiles = [view.zone(f"tile:{i + 1}").cards[-1] for i in range(len(SLOTS))]
        odds[0] += tiles_left(
            {
                SLOTS[i]: view.zone(f"bonus:{i + 1}").count
                for i, card in enumerate(tiles)
                if i != slot and card is not None and card.mark != USED
            }
        )
        return Winning.over(odds)

    def _rival(self, view: View, mine: Spot, seat: Seat) -> Rival:
        theirs = place_of(view, seat)
        if self.level is Level.STRONG:
            gain = self._winning(view, mad=seat)(mine) - self._winning(view)(mine)
        else:
            gain = SPITE * (worth(theirs.spot) - worth(bare(theirs.spot)))
        return Rival(theirs.yard, gain)

    # ---- which tile ----------------------------------------------------------------------------

    def _choose(self, seen: Sighting) -> Move:
        view, mine = seen.view, place_of(seen.view, self.seat)
        slots = [view.zone(f"tile:{i + 1}").cards[-1] for i in range(len(SLOTS))]
        grey = sum(card is not None and card.mark == USED for card in slots)
        options: list[tuple[float, Move]] = []
        for i, card in enumerate(slots):
            if card is None or card.mark == USED:
                continue
            bonus = view.zone(f"bonus:{i + 1}").count
            spot = mine.spot._replace(treats=mine.spot.treats + bonus)
            search = self._search(seen, TILE[card.face or ""], mine, grey=grey, slot=i)
            options.append((search.rest(0, spot), Move("trick", {"tile": card.handle})))
        if self.level is Level.NORMAL:
            options = [(value + NOISE * normal(self.rng), move) for value, move in options]
        if seen.offer("validate") is not None:
            if self.level is Level.BEGINNER:
                return Move("validate")
            search = self._search(seen, TILE["red:aboyer"], mine)
            options.append((search.leaf(search.validated(mine.spot)), Move("validate")))
        if self.level is Level.BEGINNER:
            return self._warm(options)
        return max(options, key=lambda option: option[0])[1]

    def _warm(self, options: Sequence[tuple[float, Move]]) -> Move:
        best = max(value for value, _ in options)
        weights = [exp((value - best) / WARMTH) for value, _ in options]
        drawn = self.rng.uniform() * sum(weights)
        for weight, (_, move) in zip(weights, options, strict=True):
            drawn -= weight
            if drawn < 0:
                return move
        return options[-1][1]

    # ---- in a trick ----------------------------------------------------------------------------

    def _trick(self, seen: Sighting) -> tuple[TrickSearch, SeenSide, int, int, int]:
        view = seen.view
        at: Mapping[str, int] = view.fact("trick")
        mine = place_of(view, self.seat)
        card = view.zone(f"tile:{at['slot'] + 1}").cards[-1]
        assert card is not None
        again = at["again"]
        left = view.zone("aside").count
        search = self._search(seen, TILE[card.face or ""], mine, base=again)
        tray = len(view.zone("tray").cards)
        ones = search.steps[at["step"]].op == "one_by_one"
        named = left + tray + again if ones else at["named"]
        return search, mine, at["step"], again, named

    def _act(self, seen: Sighting) -> Move:
        search, mine, at, again, named = self._trick(seen)
        offer = seen.offers[0]
        match offer.name:
            case "dig":
                return self._dig(seen, search, mine, again)
            case "move":
                return self._move(seen, search, mine, at)
            case "set":
                values = offer.params["value"]
                assert isinstance(values, OneOf)
                best = max(values.names, key=lambda v: search.set_to(at, mine.spot, int(v)))
                return Move("set", {"value": best})
            case "name":
                return Move(
                    "name", {"n": max(range(1, SIDES + 1), key=lambda n: search.rest(at + 1, mine.spot, 0, n))}
                )
            case "aside":
                return Move("aside", {"n": search.best_aside(at, mine.spot)[1]})
            case "take":
                return self._take(seen, search, mine, at, again, named)
            case _:
                return self._go_or_stop(search, mine, at, again, named)

    def _go_or_stop(self, search: TrickSearch, mine: SeenSide, at: int, again: int, named: int) -> Move:
        if self.level is Level.BEGINNER:
            return Move("go" if mine.spot.total <= BOLD else "stop")
        stop = search.rest(at + 1, mine.spot)
        return Move("go" if search.go(at, mine.spot, again, named) > stop else "stop")

    def _dig(self, seen: Sighting, search: TrickSearch, mine: SeenSide, again: int) -> Move:
        """The yard of a rival who goes mad of it, or the own one."""
        _, _, whose = max(search.digs(mine.spot, again), key=lambda d: search.rest(1, d[0]) + d[1])
        others = [i for i in range(len(seen.view.seats)) if i != self.seat]
        owner = self.seat if whose < 0 else others[whose]
        dice = [card for card in seen.view.zone(f"yard:{owner}").cards if card is not None]
        if whose >= 0:
            die = next(card for card in dice if card.mark != str(SIDES))
            return Move("dig", {"die": die.handle, "way": UP})
        if not dice:
            return Move("stop")
        return Move("dig", {"die": dice[0].handle, "way": DOWN})

    def _move(self, seen: Sighting, search: TrickSearch, mine: SeenSide, at: int) -> Move:
        spot = mine.spot
        best, way = search.rest(at + 1, spot), None
        for one in search.moves(spot):
            value = search.rest(at + 1, search.move(spot, one))
            if value > best + 1e-9:
                best, way = value, one
        if way is None:
            return Move("stop")
        i, v, j, u = way
        die = seen.view.zone(f"spaces:{self.seat}").cards[self._space(mine, i, v)]
        assert die is not None
        return Move("move", {"die": die.handle, "to": self._space(mine, j, u)})

    def _space(self, mine: SeenSide, i: int, number: int) -> int:
        place, dog, _ = mine.dogs[i]
        return MOST_SPACES * place + dog.spaces.index(number)

    def _take(self, seen: Sighting, search: TrickSearch, mine: SeenSide, at: int, again: int, named: int) -> Move:
        """R38: which own die is rolled with the two others."""
        spot, view = mine.spot, seen.view
        n = min(2, search.supply) + 1
        options: list[tuple[float, str]] = []
        for card in view.zone(f"yard:{self.seat}").cards:
            if card is not None and card.handle is not None:
                without = spot._replace(total=spot.total - int(card.mark or 0))
                options.append((search.rolled(at, without, n, again, named), card.handle))
        spaces = view.zone(f"spaces:{self.seat}").cards
        for place, dog, empty in mine.dogs:
            for j, number in enumerate(dog.spaces):
                card = spaces[MOST_SPACES * place + j]
                if card is not None and card.handle is not None:
                    others = [kennel_dog(d.spaces, e) for p, d, e in mine.dogs if p != place]
                    opened = kennel_dog(dog.spaces, (*empty, number))
                    without = spot._replace(dogs=tuple(sorted((*others, opened))))
                    options.append((search.rolled(at, without, n, again, named), card.handle))
        best, handle = max(options)
        if seen.offer("stop") is not None and self._stops(search, mine, at, best):
            return Move("stop")
        return Move("take", {"die": handle})

    def _stops(self, search: TrickSearch, mine: SeenSide, at: int, best: float) -> bool:
        if self.level is Level.BEGINNER:
            return mine.spot.total > BOLD
        return search.rest(at + 1, mine.spot) >= best

    # ---- a roll --------------------------------------------------------------------------------

    def _rolled(self, seen: Sighting) -> Move:
        search, mine, at, again, named = self._trick(seen)
        offer = seen.offer("assign")
        assert offer is not None
        domain = offer.params["dice"]
        assert isinstance(domain, Assignment)
        best, chosen = max(
            ((self._laid(search, mine, domain, value, at, again, named), value) for value in domain.values()),
            key=lambda option: option[0],
        )
        if seen.offer("reroll") is None:
            return Move("assign", {"dice": chosen})
        roll: Roll = tuple(sorted(domain.dice.values()))
        if self.level is Level.BEGINNER:
            mad = mine.spot.total + self._spots(domain, chosen) > BURY_LIMIT
            return self._reroll(seen, domain, ()) if mad else Move("assign", {"dice": chosen})
        stay: Roll = ()
        if search.steps[at].part:
            other, stay = search.partly(at, mine.spot, roll, again, named)
        else:
            other = search.rerolled(at, mine.spot, len(roll), again, named) or 0.0
        if other > best + search.limits.thrift:
            return self._reroll(seen, domain, stay)
        return Move("assign", {"dice": chosen})

    def _spots(self, domain: Assignment, value: Any) -> int:
        return sum(domain.dice[die] for die, place in value if place == "bury")

    def _laid(
        self, search: TrickSearch, mine: SeenSide, domain: Assignment, value: Any, at: int, again: int, named: int
    ) -> float:
        used = {place for _, place in value if type(place) is int}
        dogs = tuple(
            sorted(
                kennel_dog(dog.spaces, [v for v in empty if MOST_SPACES * place + dog.spaces.index(v) not in used])
                for place, dog, empty in mine.dogs
            )
        )
        return search.laid(at, mine.spot, dogs, self._spots(domain, value), again, named)

    def _reroll(self, seen: Sighting, domain: Assignment, stay: Roll) -> Move:
        offer = seen.offer("reroll")
        assert offer is not None
        if "dice" not in offer.params:
            return Move("reroll")
        left, again = list(stay), []
        for die, number in domain.dice.items():
            if number in left:
                left.remove(number)
            else:
                again.append(die)
        return Move("reroll", {"dice": again})


BOT = SpotsBot
