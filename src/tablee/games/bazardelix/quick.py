"""A round of Bazardelix on bits, and a tree search over the deals that a seat can imagine: the strong bot's head.

The rules of a round once more, for speed: a family is thirteen bits, a hand four such numbers, and a whole round
is played out in a few hundredths of a millisecond. A test holds it against the rules proper.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import log, sqrt
from typing import TypeAlias

from tablee.games.bazardelix.rules import ALL_POINTS, BazardelixState, Trick
from tablee.kernel.units import Seat
from tablee.phases.trick import TRICK
from tablee.pieces.families import CARDS, FAMILIES, FAMILY, RANK

Card: TypeAlias = int
"""Thirteen times the number of the family, and the rank in it."""

WIDTH = 13
BLUE, LATE = 2, 3
"""The numbers of the blue families: A–M, which costs a point a card, and N–Z with the X."""
X_RANK, X_POINTS = 10, 13
X, OVER_X = 1 << X_RANK, 0b11 << X_RANK + 1

NUMBER: Mapping[str, Card] = {f: WIDTH * FAMILIES.index(FAMILY[f]) + RANK[f] for f in CARDS}
FACES = sorted(CARDS, key=NUMBER.__getitem__)
FAMILY_OF = [c // WIDTH for c in range(len(CARDS))]
RANK_OF = [c % WIDTH for c in range(len(CARDS))]
BIT = [1 << r for r in RANK_OF]
BELOW = [(1 << r) - 1 for r in range(WIDTH)]
HIGHEST = [bits.bit_length() - 1 for bits in range(1 << WIDTH)]
LOWEST = [(bits & -bits).bit_length() - 1 for bits in range(1 << WIDTH)]
COUNT = [bits.bit_count() for bits in range(1 << WIDTH)]


class Board:
    """A round in the middle of a trick. Hands: four families for each seat, one after the other."""

    __slots__ = (
        "asked", "best", "hands", "laid", "left", "opened", "out", "points", "seat", "seats", "winner", "worth",
    )  # fmt: skip

    def __init__(self, seats: int, hands: list[int], points: list[int], seat: Seat, *, opened: bool) -> None:
        self.seats = seats
        self.hands = hands
        self.out = [0] * len(FAMILIES)
        """What is still in hands: everybody who counts the cards knows it."""
        for i, bits in enumerate(hands):
            self.out[i % 4] |= bits
        self.points = points
        self.seat = seat
        self.opened = opened
        self.left = sum(COUNT[bits] for bits in hands[4 * seat : 4 * seat + 4])
        """Tricks to come, with this one."""
        self.laid = self.asked = self.worth = 0
        self.best, self.winner = -1, seat

    def copy(self, hands: list[int]) -> "Board":
        b = Board.__new__(Board)
        b.seats, b.hands, b.out, b.points = self.seats, hands, self.out[:], self.points[:]
        b.seat, b.opened, b.left, b.laid = self.seat, self.opened, self.left, self.laid
        b.asked, b.best, b.winner, b.worth = self.asked, self.best, self.winner, self.worth
        return b

    def lies(self, cards: Sequence[Card], leader: Seat) -> None:
        """The trick so far, whose cards are in no hand any more."""
        for place, card in enumerate(cards):
            self._count(card, (leader + place) % self.seats)

    def _count(self, card: Card, seat: Seat) -> None:
        family, rank = FAMILY_OF[card], RANK_OF[card]
        if not self.laid:
            self.asked, self.best, self.winner = family, rank, seat
        elif family == self.asked and rank > self.best:
            self.best, self.winner = rank, seat
        if family == BLUE:
            self.worth += 1
            self.opened = True
        elif family == LATE and rank == X_RANK:
            self.worth += X_POINTS
        self.laid += 1

    def lay(self, card: Card) -> None:
        family = FAMILY_OF[card]
        self.hands[4 * self.seat + family] ^= BIT[card]
        self.out[family] ^= BIT[card]
        self._count(card, self.seat)
        if self.laid == self.seats:
            self.points[self.winner] += self.worth
            self.seat = self.winner
            self.laid = self.worth = 0
            self.left -= 1
        else:
            self.seat = (self.seat + 1) % self.seats

    def choices(self) -> tuple[Card, ...]:
        """The legal cards; of those between which nobody else holds a card, one."""
        hands, out, base, asked = self.hands, self.out, 4 * self.seat, self.asked
        if self.laid:
            mine = hands[base + asked]
            if mine:
                return apart(asked, mine, out[asked] ^ mine | 1 << self.best)
        elif not self.opened:
            a, b, c = hands[base], hands[base + 1], hands[base + LATE]
            led = apart(0, a, out[0] ^ a) + apart(1, b, out[1] ^ b) + apart(LATE, c, out[LATE] ^ c)
            if led:
                return led
        found: tuple[Card, ...] = ()
        for family in range(4):
            mine = hands[base + family]
            if mine:
                found += apart(family, mine, out[family] ^ mine)
        return found

    def counted(self) -> list[int]:
        """The points of the round, as far as it was played."""
        return [ALL_POINTS - p for p in self.points] if ALL_POINTS in self.points else self.points


@lru_cache(maxsize=1 << 16)
def apart(family: int, mine: int, others: int) -> tuple[Card, ...]:
    """The cards of one family in a hand, one of each run that no card of others breaks; the X is always apart."""
    found, run = [], False
    for rank in range(WIDTH):
        bit = 1 << rank
        if mine & bit:
            alone = family == LATE and rank == X_RANK
            if not run or alone:
                found.append(WIDTH * family + rank)
            run = not alone
        elif others & bit:
            run = False
    return tuple(found)


# ---- how everybody plays on -----------------------------------------------------------------------------

DRAWS_X, OWNS_X, RISKS_X, LEADS_X = 5, -8, -12, -14
"""Leading the blue late letters: low while another hand holds the X, low with the X in one's own hand, Y or Z
while another hand holds it, the X itself. The unit is a card that may beat the one led."""
ALONE = -6
"""Leading a family that nobody else has."""
FRESH, FRESH_LEAD, HIGH_RANK = 5, 8, 9
"""Where others hold so many cards of a family, all of them surely follow: it is the time to be rid of a high card,
also by leading a pink one of that rank or above."""
BLUE_WEIGHT, OVER_X_WEIGHT = 6, 20
"""Throwing blue A–M, and Y or Z while another hand holds the X. The unit is a card that may lie below it."""


def lead(hands: list[int], base: int, out: list[int], opened: bool) -> tuple[int, int]:
    """High while all can follow, then low where many cards of others are higher and few lower. Family and rank."""
    family = rank = -1
    for f in (0, 1):
        mine = hands[base + f]
        high = HIGHEST[mine]
        if high >= HIGH_RANK and high > rank and COUNT[out[f] ^ mine] >= FRESH_LEAD:
            family, rank = f, high
    if family >= 0:
        return family, rank
    most = -1_000
    for f in (0, 1, LATE, BLUE):
        mine = hands[base + f]
        if not mine or (f == BLUE and not opened and family >= 0):
            continue
        low, others = LOWEST[mine], out[f] ^ mine
        if not others:
            safe = ALONE
        else:
            safe = 2 * COUNT[others >> low] - COUNT[others]
            if f == LATE:
                if others & X:
                    if low > X_RANK:
                        safe += RISKS_X
                    elif not mine & OVER_X:
                        safe += DRAWS_X
                elif mine & X:
                    safe += LEADS_X if low == X_RANK else OWNS_X
        if safe > most:
            most, family, rank = safe, f, low
    return family, rank


def throw(hands: list[int], base: int, out: list[int]) -> tuple[int, int]:
    """The X, what may catch it, then what most likely takes a trick, rather with blue A–M."""
    if hands[base + LATE] & X:
        return LATE, X_RANK
    most = family = rank = -1
    for f in range(4):
        mine = hands[base + f]
        if mine:
            high, others = HIGHEST[mine], out[f] ^ mine
            danger = COUNT[others & BELOW[high]]
            if f == BLUE:
                danger += BLUE_WEIGHT
            elif f == LATE and high > X_RANK and others & X:
                danger += OVER_X_WEIGHT
            if danger > most:
                most, family, rank = danger, f, high
    return family, rank


def follow(mine: int, others: int, asked: int, best: int, last: bool, worth: int) -> int:
    """Ducks as high as it can; takes what is free, or last what it must, with the highest card. A rank."""
    if not mine & (mine - 1):
        return LOWEST[mine]
    under = mine & BELOW[best]
    if asked == LATE and mine & X:
        if under & X:
            return X_RANK
        mine ^= X
    if last:
        return HIGHEST[under] if worth and under else HIGHEST[mine]
    if not worth and asked != BLUE and COUNT[others] >= FRESH:
        high = HIGHEST[mine]
        if asked != LATE or high < X_RANK or not others & X:
            return high
    return HIGHEST[under] if under else LOWEST[mine]


def grab(hands: list[int], base: int, asked: int, opened: bool) -> tuple[int, int]:
    """Wants every trick: the strongest card, and nothing worth a point given away. `asked` < 0: it leads."""
    if asked >= 0 and hands[base + asked]:
        return asked, HIGHEST[hands[base + asked]]
    family = rank = -1
    for f in (0, 1, LATE, BLUE):
        mine = hands[base + f]
        if not mine:
            continue
        if asked < 0:
            if HIGHEST[mine] > rank and (f != BLUE or opened or family < 0):
                family, rank = f, HIGHEST[mine]
        elif family < 0 or (f != BLUE and LOWEST[mine] < rank):
            family, rank = f, LOWEST[mine]
    return family, rank


def play_out(b: Board, card: Card, grasping: Seat = -1) -> list[int]:
    """The points of a round if this card is laid and everybody goes on by rules of thumb; the board stays.

    One seat may want all the points.
    """
    hands, out, points = b.hands[:], b.out[:], b.points[:]
    seat, laid, asked, best, winner, worth = b.seat, b.laid, b.asked, b.best, b.winner, b.worth
    opened, left, last = b.opened, b.left, b.seats - 1
    family, rank = FAMILY_OF[card], RANK_OF[card]
    while True:
        bit = 1 << rank
        hands[4 * seat + family] ^= bit
        out[family] ^= bit
        if not laid:
            asked, best, winner, worth = family, rank, seat, 0
        elif family == asked and rank > best:
            best, winner = rank, seat
        if family == BLUE:
            worth += 1
            opened = True
        elif family == LATE and rank == X_RANK:
            worth += X_POINTS
        if laid == last:
            points[winner] += worth
            left -= 1
            if not left or not (out[BLUE] or out[LATE] & X):
                return [ALL_POINTS - p for p in points] if ALL_POINTS in points else points
            seat, laid = winner, 0
            if seat == grasping:
                family, rank = grab(hands, 4 * seat, -1, opened)
            else:
                family, rank = lead(hands, 4 * seat, out, opened)
            continue
        laid += 1
        seat = seat + 1 if seat < last else 0
        if seat == grasping:
            family, rank = grab(hands, 4 * seat, asked, opened)
        elif mine := hands[4 * seat + asked]:
            family, rank = asked, follow(mine, out[asked] ^ mine, asked, best, laid == last, worth)
        else:
            family, rank = throw(hands, 4 * seat, out)


def thumb(b: Board) -> Card:
    """The card that the rules of thumb play here."""
    base, asked = 4 * b.seat, b.asked
    if not b.laid:
        family, rank = lead(b.hands, base, b.out, b.opened)
    elif mine := b.hands[base + asked]:
        family, rank = asked, follow(mine, b.out[asked] ^ mine, asked, b.best, b.laid == b.seats - 1, b.worth)
    else:
        family, rank = throw(b.hands, base, b.out)
    return WIDTH * family + rank


# ---- the deals that a seat can imagine ------------------------------------------------------------------

TRIES = 50
"""So often a deal that fits with what was shown is looked for by luck."""
DOUBT = 0.2
"""How much less likely the X is with somebody each time that he could have thrown it on a trick and did not."""
X_CARD = WIDTH * LATE + X_RANK


class Deals:
    """Deals that look the same to a seat: nobody holds a family that he has shown not to have.

    Made from one such deal, of which what the seat does not know is drawn again. Where the X is depends on who
    passed by a chance to be rid of it.
    """

    def __init__(self, s: BazardelixState, seat: Seat, random: Callable[[], float]) -> None:
        phase = s.phases[-1]
        assert isinstance(phase, Trick)
        seen, n = s.ledger.seen, s.n
        self.random = random
        self.known = [0] * (4 * n)
        """What the seat knows of the hands."""
        self.needs = [0] * n
        self.one = [0] * (4 * n)
        cards: list[Card] = []
        for other in s.all_seats:
            for c in s.hand(other).cards:
                card = NUMBER[s.faces[c]]
                place = 4 * other + FAMILY_OF[card]
                self.one[place] |= BIT[card]
                if seen[c] >> seat & 1:
                    self.known[place] |= BIT[card]
                else:
                    self.needs[other] += 1
                    cards.append(card)
        lacks, others = s.voids, s.others(seat)
        self.able = [[o for o in others if name not in lacks[o]] for name in FAMILIES]
        """Who may hold each family."""
        self.chances = [0.0] * n
        """How likely each seat holds the X, beside the room in its hand; nothing where that is no question."""
        if X_CARD in cards and any(passed := _passed(s, phase.leader)):
            cards.remove(X_CARD)
            for other in self.able[LATE]:
                self.chances[other] = DOUBT ** passed[other]
        cards.sort()
        self.free = [c for c in cards if len(self.able[FAMILY_OF[c]]) == len(others)]
        self.bound = [c for c in cards if len(self.able[FAMILY_OF[c]]) < len(others)]
        self.board = Board(n, self.one, _points(s), phase.seat, opened=s.blue_open)
        self.board.lies([NUMBER[s.faces[c]] for c in s.zones[TRICK].cards], phase.leader)

    def draw(self) -> list[int]:
        """Hands. Cards that few may hold are dealt first, to places of which each is as likely."""
        random, bound = self.random, self.bound
        able = self.able
        for _ in range(TRIES):
            hands, needs = self.known[:], self.needs[:]
            if any(self.chances):
                self._hide_x(hands, needs)
            for card in sorted(bound, key=lambda c: len(able[FAMILY_OF[c]]) + random()):
                seats = able[FAMILY_OF[card]]
                place = int(random() * sum([needs[seat] for seat in seats]))
                for seat in seats:
                    place -= needs[seat]
                    if place < 0:
                        break
                else:
                    break
                needs[seat] -= 1
                hands[4 * seat + FAMILY_OF[card]] |= BIT[card]
            else:
                self._deal(hands, needs)
                return hands
        return self.one[:]

    def _hide_x(self, hands: list[int], needs: list[int]) -> None:
        weights = [(need * self.chances[seat], seat) for seat, need in enumerate(needs) if need]
        place = self.random() * sum([weight for weight, _ in weights])
        holder = max(weights)[1]
        for weight, seat in weights:
            place -= weight
            if place < 0:
                holder = seat
                break
        needs[holder] -= 1
        hands[4 * holder + LATE] |= X

    def _deal(self, hands: list[int], needs: Sequence[int]) -> None:
        random, at = self.random, 0
        cards = sorted(self.free, key=lambda _: random())
        for seat, need in enumerate(needs):
            if need:
                base = 4 * seat
                for card in cards[at : at + need]:
                    hands[base + FAMILY_OF[card]] |= BIT[card]
                at += need


def _passed(s: BazardelixState, leader: Seat) -> list[int]:
    """How often each seat did not throw the X where it takes no trick: all tricks were seen."""
    passed, n = [0] * s.n, s.n
    for winner in s.all_seats:
        won = [NUMBER[s.faces[c]] for c in s.won(winner).cards]
        for start in range(0, len(won) - n + 1, n):
            trick = won[start : start + n]
            strongest = max(c for c in trick if FAMILY_OF[c] == FAMILY_OF[trick[0]])
            _pass(passed, trick, winner - trick.index(strongest))
    _pass(passed, [NUMBER[s.faces[c]] for c in s.zones[TRICK].cards], leader)
    return passed


def _pass(passed: list[int], trick: Sequence[Card], leader: Seat) -> None:
    for place, card in enumerate(trick):
        family = FAMILY_OF[trick[0]]
        caught = family == LATE and max(trick[:place], default=0) > X_CARD  # only Y and Z have higher numbers
        passed[(leader + place) % len(passed)] += FAMILY_OF[card] != family or caught


def _points(s: BazardelixState) -> list[int]:
    """What everybody has taken in this round: all of it was seen."""
    won = ([NUMBER[s.faces[c]] for c in s.won(seat).cards] for seat in s.all_seats)
    return [sum(FAMILY_OF[c] == BLUE for c in cards) + X_POINTS * (X_CARD in cards) for cards in won]


# ---- the search -----------------------------------------------------------------------------------------


class CardArm:
    """A card at one place of the tree, for whoever lays it."""

    __slots__ = ("after", "offered", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.offered = 1
        """How often it could have been laid: not every deal allows it."""
        self.total = 0.0
        self.after: dict[Card, CardArm] = {}


PATIENCE = 5
"""Another card is tried when those tried before it were visited so often on the average."""

Worth: TypeAlias = Callable[[list[int]], list[float]]
"""What the points of a round are worth to each seat."""


def search(deals: Deals, worth: Worth, *, iterations: int, explore: float, grasping: bool) -> Card:
    """The card thought about most (Cowling, Powley and Whitehouse 2012: a tree of what all have seen laid).

    `grasping`: each card is also tried with the plan to take all the points. Then its arm is another one.
    """
    board, me = deals.board, deals.board.seat
    cards = board.choices()
    plans = len(CARDS)
    firsts = cards + tuple(c + plans for c in cards) if grasping else cards
    if len(cards) == 1:
        return cards[0]
    random = deals.random
    root: dict[Card, CardArm] = {}
    for _ in range(iterations):
        b = board.copy(deals.draw())
        arms, choices = root, firsts
        plan: Seat = -1
        path: list[tuple[CardArm, Seat]] = []
        while True:
            card, arm = choose(b, arms, choices, explore, random)
            path.append((arm, b.seat))
            if arms is root and card >= plans:
                plan, card = me, card - plans
            if not arm.visits:
                points = play_out(b, card, plan)
                break
            b.lay(card)
            if not b.left:
                points = b.counted()
                break
            arms, choices = arm.after, b.choices()
        worths = worth(points)
        for arm, seat in path:
            arm.visits += 1
            arm.total += worths[seat]
    best = max(root, key=lambda c: (root[c].visits, root[c].total))
    return best % plans


def choose(
    b: Board, arms: dict[Card, CardArm], choices: Sequence[Card], explore: float, random: Callable[[], float]
) -> tuple[Card, CardArm]:
    """A card not tried yet, when it is time for one; else the best by upper confidence bounds.

    What the rules of thumb play is tried first, and others only when those before them were tried several times:
    else those who play after the root would play at random in a tree that is wider than it is often visited.
    """
    if len(choices) == 1 and choices[0] in arms:
        return choices[0], arms[choices[0]]
    most, visits, tried, card = -1e9, 0, 0, -1
    for c in choices:
        a = arms.get(c)
        if a is not None:
            tried += 1
            visits += a.visits
            a.offered += 1
            bound = a.total / a.visits + explore * sqrt(log(a.offered) / a.visits)
            if bound > most:
                most, card, arm = bound, c, a
    if tried < len(choices):
        usual = thumb(b)
        usual = max([c for c in choices if c <= usual])  # it stands for its run
        if usual not in arms:
            card = usual
            arm = arms[card] = CardArm()
        elif visits >= PATIENCE * tried:
            fresh = [c for c in choices if c not in arms]
            card = fresh[int(random() * len(fresh))]
            arm = arms[card] = CardArm()
    return card, arm
