"""Search in trees over hidden information: information-set Monte-Carlo tree search with a tree for every seat.

Every iteration imagines one deal that looks the same from the seat, walks down the trees on it, plays on to the
end and remembers what came of it (Cowling, Powley and Whitehouse 2012, many observers). Each seat chooses in a
tree of its own, whose branches are what that seat is shown: simultaneous and sealed moves need nothing else,
since nobody's tree knows what was sealed. The real state is never looked at.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from math import ceil, log, sqrt
from typing import TypeAlias

from msgspec import Struct

from tablee.bots.bot import Sighting
from tablee.bots.determinised import Policy, play_on
from tablee.bots.rollout import COIN, QuickPicker, chanced
from tablee.kernel.domains import Args
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import Result
from tablee.kernel.rng import Rng
from tablee.kernel.state import State
from tablee.kernel.units import CardId, Seat
from tablee.phases.vote import WordState
from tablee.play.order import ring_next

Key: TypeAlias = Hashable
"""A move as somebody sees it: by faces, not by cards, where he knows them."""

MOST = 64
"""An offer with more moves than this, or with an open domain, is sampled, one move at a visit."""
WAIT: Key = "wait"
"""Where a press is optional: to let the clock run."""


class Ways(Struct, frozen=True):
    """What a game may tell the search. Without it: random playouts to the end, and the rank counts."""

    until: Callable[[State], bool] = lambda s: False
    """Where a playout may stop: the end of a round."""
    value: Callable[[State, Seat], float] | None = None
    """What a seat makes of that, on any scale; `standing` unless told."""
    policy: Policy | None = None
    """How everybody plays on; also the first move that a new place of the tree tries."""
    moves: Callable[[State, Seat, QuickPicker], Sequence[Move]] | None = None
    """The moves worth a thought, where the offers hold too many or open ones."""
    explore: float = 0.7
    narrow: int = 8
    """So many moves are tried at once; beyond that, with the visits (progressive widening)."""
    widen: float = 2.0
    """Moves tried after v visits: at most widen * sqrt(v)."""


class Arm:
    """A move at one place of a tree."""

    __slots__ = ("move", "offered", "total", "visits")

    def __init__(self, move: Move | None) -> None:
        self.move = move
        self.visits = 0
        self.offered = 1
        """How often it could have been chosen: not every deal allows it."""
        self.total = 0.0


class Node:
    """What a seat has seen since the root."""

    __slots__ = ("after", "arms", "visits")

    def __init__(self) -> None:
        self.arms: dict[Key, Arm] = {}
        self.after: dict[Key, Node] = {}
        self.visits = 0

    def child(self, key: Key) -> "Node":
        found = self.after.get(key)
        if found is None:
            found = self.after[key] = Node()
        return found


class Option(Struct):
    """A move that this deal allows; without one, waiting."""

    key: Key
    move: Move | None = None
    offer: Offer | None = None


def standing(s: State, seat: Seat) -> float:
    """The share of the other seats that it ends before, a tie counting half; where all are one side, the score."""
    end = s.outcome
    if end is None:
        return 0.5
    if end.result is Result.TOGETHER:
        return float(end.scores[seat])
    if end.ranks is None or s.n == 1:
        return 0.5
    mine = end.ranks[seat]
    better = sum(2 if mine < rank else mine == rank for rank in end.ranks) - 1
    return better / (2 * (s.n - 1))


def search(
    seen: Sighting, rng: Rng, ways: Ways | None = None, *, iterations: int, stop: Callable[[], bool] | None = None
) -> Move | None:
    """The move thought about most, as a client would send it; None: it is better to wait.

    A function of the rng and of what the seat has seen, unless a bench gives it a clock: `stop` is then asked
    after every iteration.
    """
    trees = Trees(seen.seat, ways or Ways())
    twin = seen.redeal(rng)
    options = trees.options(twin, seen.seat, twin.offers(seen.seat), QuickPicker(rng.word()), Node())
    if len(options) > 1 or any(o.offer is not None and not _small(o.offer) for o in options):
        for i in range(iterations):
            imagined = seen.redeal(rng) if i else twin.copy()
            trees.iterate(imagined, QuickPicker(rng.word()))
            if stop is not None and stop():
                break
        move = trees.best()
    else:
        move = options[0].move if options else None
    return seen.outward(twin, move) if move is not None else None


class Trees:
    """The trees of all seats, as one of them imagines them."""

    def __init__(self, seat: Seat, ways: Ways) -> None:
        self.seat = seat
        self.ways = ways
        self.value = ways.value or standing
        self.roots: list[Node] = []
        self.low, self.high = float("inf"), float("-inf")
        """What playouts were worth so far: exploring needs a scale."""

    def best(self) -> Move | None:
        arms = self.roots[self.seat].arms.values()
        return max(arms, key=lambda arm: (arm.visits, arm.total)).move

    def iterate(self, s: State, pick: QuickPicker) -> None:
        if not self.roots:
            self.roots = [Node() for _ in s.all_seats]
        path = self._descend(s, pick, self.roots[:])
        play_on(s, pick, self.ways.until, self.ways.policy)
        worth = [self.value(s, seat) for seat in s.all_seats]
        self.low, self.high = min(self.low, *worth), max(self.high, *worth)
        for seat, node, arm in path:
            node.visits += 1
            arm.visits += 1
            arm.total += worth[seat]

    def _descend(self, s: State, pick: QuickPicker, nodes: list[Node]) -> list[tuple[Seat, Node, Arm]]:
        """Down the trees until a seat tries something new."""
        path: list[tuple[Seat, Node, Arm]] = []
        waiting: set[Seat] = set()
        while s.outcome is None and not (path and self.ways.until(s)):
            found = self._mover(s, waiting) if path else (self.seat, s.offers(self.seat))
            if found is None:
                waiting.clear()
                if not ring_next(s):
                    break
                continue
            seat, offers = found
            options = self.options(s, seat, offers, pick, nodes[seat])
            if not options:
                waiting.add(seat)
                continue
            option, arm, new = self._choose(s, seat, options, nodes[seat], pick)
            path.append((seat, nodes[seat], arm))
            if option.move is None:
                waiting.add(seat)
                nodes[seat] = nodes[seat].child(WAIT)
            else:
                assert option.offer is not None
                waiting.clear()
                self._play(s, seat, option.move)
                for viewer, key in enumerate(self._shown(s, seat, option)):
                    nodes[viewer] = nodes[viewer].child(key)
            if new:
                break
        return path

    def _mover(self, s: State, waiting: set[Seat]) -> tuple[Seat, Sequence[Offer]] | None:
        """The next seat that the table waits for; what others may call beside it is left out."""
        for seat in s.phases[-1].active(s):
            if seat not in waiting and (offers := s.offers(seat)):
                return seat, offers
        return None

    def _play(self, s: State, seat: Seat, move: Move) -> None:
        s.now = max(s.now, move.at)
        if s.beside:
            s.play(seat, move)
        else:
            s.play_offered(s.phases[-1], seat, move)

    # ---- which moves there are ---------------------------------------------------------------------

    def options(
        self, s: State, seat: Seat, offers: Sequence[Offer], pick: QuickPicker, node: Node
    ) -> list[Option]:
        """What this deal allows: all moves, or where they are too many those tried before and a new one."""
        found: dict[Key, Option] = {}
        at_root = seat == self.seat and (not self.roots or node is self.roots[seat])
        chosen = self.ways.moves(s, seat, pick) if self.ways.moves is not None else None
        for offer in offers:
            at = max(s.now, offer.opens_at)
            if offer.closes_at is not None and at > offer.closes_at:
                continue
            if chosen is not None:
                named = (move for move in chosen if move.name == offer.name)
                arguments: Iterable[Args] = [move.args for move in named if fits(offer, move)]
            else:
                arguments = self._arguments(offer, node, pick)
            for args in arguments:
                asked = _asked(s, seat, offer, Move(offer.name, args, at, offer.stimulus))
                if asked is not None:
                    key = spelt(s, asked, offer, seat if not at_root else None)
                    found.setdefault(key, Option(key, asked, offer))
        if found and s.phases[-1].hurried:
            found[WAIT] = Option(WAIT)
        return list(found.values())

    def _arguments(self, offer: Offer, node: Node, pick: QuickPicker) -> Iterator[Args]:
        if _small(offer):
            yield from offer.enumerate()
            return
        for arm in node.arms.values():
            if arm.move is not None and arm.move.name == offer.name and fits(offer, arm.move):
                yield arm.move.args
        yield offer.sample(pick)

    def _choose(
        self, s: State, seat: Seat, options: Sequence[Option], node: Node, pick: QuickPicker
    ) -> tuple[Option, Arm, bool]:
        """A move not tried yet, while there is room for it; else the best by upper confidence bounds.

        The bounds of sealed moves tremble: seats that choose at once would else fall into step, and a move would
        always meet the same answer.
        """
        arms = node.arms
        tried = [(option, arms[option.key]) for option in options if option.key in arms]
        for _, arm in tried:
            arm.offered += 1
        room = max(self.ways.narrow, ceil(self.ways.widen * sqrt(node.visits)))
        if len(tried) < min(len(options), room):
            fresh = [option for option in options if option.key not in arms]
            option = self._first(s, seat, fresh, pick) if not tried else fresh[pick.below(len(fresh))]
            arm = arms[option.key] = Arm(option.move)
            return option, arm, True
        scale = self.high - self.low or 1.0
        explore = self.ways.explore
        sealed = any(option.offer is not None and option.offer.secret for option in options)

        def bound(pair: tuple[Option, Arm]) -> float:
            arm = pair[1]
            mean = (arm.total / arm.visits - self.low) / scale
            spread = explore * sqrt(log(arm.offered) / arm.visits)
            return mean + (2 * spread * pick.random() if sealed else spread)

        option, arm = max(tried, key=bound)
        return option, arm, False

    def _first(self, s: State, seat: Seat, fresh: Sequence[Option], pick: QuickPicker) -> Option:
        """What the policy would do, where there is one."""
        if self.ways.policy is not None and seat in s.phases[-1].actors(s):
            wanted = self.ways.policy(s, seat, pick)
            for option in fresh:
                if option.move is not None and (option.move.name, option.move.args) == (wanted.name, wanted.args):
                    return option
        return fresh[pick.below(len(fresh))]

    # ---- what the others see of it -----------------------------------------------------------------

    def _shown(self, s: State, seat: Seat, option: Option) -> list[Key]:
        """The move as each seat is shown it: nothing of what is sealed, no face that it does not see."""
        move, offer = option.move, option.offer
        assert move is not None and offer is not None
        if offer.secret:
            return [option.key if viewer == seat else (seat, move.name) for viewer in s.all_seats]
        return [option.key if viewer == seat else (seat, spelt(s, move, offer, viewer)) for viewer in s.all_seats]


def spelt(s: State, move: Move, offer: Offer, viewer: Seat | None) -> Key:
    """A move by the faces that this seat knows. None: by cards, which is right at the root, where the seat's own
    cards are the same on every deal."""
    if not move.args:
        return move.name
    seen, faces = s.ledger.seen, s.faces

    def name(card: CardId) -> str:
        return faces[card] if viewer is not None and seen[card] >> viewer & 1 else f"#{card}"

    params = offer.params
    values = [params[key].given(move.args).named(value, name) for key, value in move.args.items()]
    return (move.name, *(v if isinstance(v, str | int) else repr(v) for v in values))


def fits(offer: Offer, move: Move) -> bool:
    """Whether a move found elsewhere (on another deal, by a game's own head) is possible here."""
    args = move.args
    return all(
        domain.given(args).accepts(args[name]) if name in args else domain.given(args).optional
        for name, domain in offer.params.items()
    )


def _small(offer: Offer) -> bool:
    count = offer.count()
    return count is not None and count <= MOST


def _asked(s: State, seat: Seat, offer: Offer, move: Move) -> Move | None:
    """Words are known or not by the toss of a coin; None for one that this table has refused."""
    return chanced(s, seat, offer.looked_up(move, COIN)) if isinstance(s, WordState) else move
