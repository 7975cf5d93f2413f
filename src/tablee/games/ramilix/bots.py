"""Ramilix bots: what they draw, lay, guard and throw away."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.games.ramilix.reckoning import Outlook, Suite, missing, unseen
from tablee.games.ramilix.table import POINTS
from tablee.kernel.domains import Card
from tablee.kernel.moves import Move
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.pieces.domains import ANY_LETTER, LEFT, RIGHT, end_of, line_and_side
from tablee.pieces.suites import SHORTEST, Suites, letters_of, step
from tablee.pieces.toutilix import ALPHABET, ETOILE, PETARD, SYMBOL

LETTERS = frozenset(ALPHABET)
APART: Millis = 1_200
"""Between two lays (D26)."""
HASTE: Millis = 250
"""The same when the turn gets long."""
TURN: Millis = 12_000


class RamilixStyle(Struct, frozen=True):
    thinks: tuple[Millis, Millis]
    """Before it draws: all have seen what was thrown (D26)."""
    throws: tuple[Millis, Millis]


STYLES = {
    Level.BEGINNER: RamilixStyle((1_800, 3_500), (1_400, 2_400)),
    Level.NORMAL: RamilixStyle((1_600, 2_800), (1_300, 2_000)),
    Level.STRONG: RamilixStyle((1_500, 2_400), (1_200, 1_800)),
}
STAR_HELD, STAR_HELD_LATE = 2.0, -3.0
"""What an étoile in hand is worth to a strong bot: before the pile is turned over, and after."""
STAR_LOST = 9
"""An étoile that another takes: four points less, and five for him."""
REFILL = 4.0
"""Seven new cards."""
FEWER = 0.2
"""A card less in hand, on the way to that."""
HELD = 1.3
"""What a card in another's hand is worth, on the whole, to whoever goes out."""
GIVEN = 3
"""So many cards it lays at others' places to run out of cards."""
NEAR = 0.15
"""What two cards that may become a suite are worth, beside what one card more would bring."""


class RamilixBot(Mind):
    def __init__(self, seat: Seat, level: Level, rng: Rng) -> None:
        super().__init__(seat, level, rng)
        self._began: Millis = 0
        self._thrown: list[str] = []
        """What lies on the discard pile, as a good memory has it."""
        self._turned: list[str] = []
        """The pile that was turned over, its top last."""
        self._aside: list[str] = []
        self._unlucky = False
        """A beginner does not lay his pétard in this turn."""

    # ---- memory ------------------------------------------------------------------------------------

    def notice(self, seen: Sighting) -> None:
        for event in seen.events:
            if event.kind == "deal":
                self._thrown, self._turned, self._aside = [], [], []
            elif event.kind == "turnover":
                self._turned, self._thrown = self._thrown[-2::-1], self._thrown[-1:]
            elif event.kind == "move" and event.source and event.target:
                self._moved(event.source[0], event.target[0], SYMBOL.get(event.face or "", ""))

    def _moved(self, source: str, target: str, symbol: str) -> None:
        if source == "discard" and target.startswith("hand") and self._thrown:
            self._thrown.pop()
        elif source == "pile" and target.startswith("hand") and self._turned:
            self._turned.pop()
        if target == "discard":
            self._thrown.append(symbol)
        elif target == "aside":
            self._aside.append(symbol)
        elif source == "aside" and symbol in self._aside:
            self._aside.remove(symbol)

    def _unseen(self, board: Outlook) -> Counter[str]:
        return unseen(board, Counter([*self._thrown[:-1], *self._turned, *self._aside]))

    # ---- deciding ----------------------------------------------------------------------------------

    def decide(self, seen: Sighting) -> Plan | None:
        board, style = Outlook(seen.view, self.seat), STYLES[self.level]
        if seen.offer("draw"):
            self._began = seen.now
            self._unlucky = self.chance(0.5)
            return self.soon(seen, Move("pick_up" if self._picks_up(board) else "draw"), *style.thinks)
        move = self._lay(seen, board)
        if move is not None:
            return self.soon(seen, move, *self._pause(seen, board, (APART, APART + HASTE)))
        throw = seen.offer("discard")
        if throw is None:
            return None
        card = self._discard(board, list(throw.params["card"].values()))
        return self.soon(seen, Move("discard", {"card": card}), *self._pause(seen, board, style.throws))

    def _pause(self, seen: Sighting, board: Outlook, usual: tuple[Millis, Millis]) -> tuple[Millis, Millis]:
        """D26: nobody waits longer than that for a turn; where there is much to lay, it goes quicker."""
        gone = seen.now - self._began
        if gone < TURN // 2:
            return usual
        each = min(APART, max(0, TURN - HASTE - gone) // (len(board.hand) + 2))
        return each // 2, each

    # ---- drawing -----------------------------------------------------------------------------------

    def _picks_up(self, board: Outlook) -> bool:
        if self.level is Level.BEGINNER:
            held = set(board.letters())
            return board.top in ALPHABET and any(
                {step(board.top, place - shift) for place in range(3)} <= held | {board.top} for shift in range(3)
            )
        if self.level is Level.NORMAL:
            return board.in_suites(board.with_one(board.top)) > board.in_suites(board.hand)
        return self._worth_of(board, board.top) > self._worth_of_pile(board)

    def _worth_of(self, board: Outlook, symbol: str) -> float:
        """What one more card brings."""
        if symbol == PETARD:
            return -1.0
        if board.opened:
            laid = board.laid(board.with_one(symbol), stars=False)
            gain = laid - board.laid(board.hand, stars=False)
            takes = any(symbol == letter for suite in board.others for letter in suite.exposed())
            left = len(board.hand) + 1 - laid - takes - (symbol == ETOILE)
            special = (STAR_LOST if takes else 0) + (POINTS[ETOILE] if symbol == ETOILE else 0)
            return gain + special + self._ease(board, left)
        stars = board.count(ETOILE)
        before = missing(board.letters(), stars)
        after = missing([*board.letters(), *([symbol] if symbol in ALPHABET else [])], stars + (symbol == ETOILE))
        return 2.0 * (before[0] - after[0]) + 0.02 * (after[1] - before[1]) * (before[0] == after[0])

    def _ease(self, board: Outlook, left: int) -> float:
        """What it is worth to have so few cards left: new ones, or the end of the round."""
        if left > 1:
            return -FEWER * left
        if board.turned_over:
            return HELD * sum(count for seat, count in board.counts.items() if seat != self.seat)
        return REFILL + (left == 0)

    def _worth_of_pile(self, board: Outlook) -> float:
        """The same for the card that comes: known if the pile was turned over, else one that was not seen."""
        if self._turned:
            return self._worth_of(board, self._turned[-1])
        left = self._unseen(board)
        total = sum(left.values())
        return sum(count * self._worth_of(board, symbol) for symbol, count in left.items()) / max(1, total)

    # ---- laying ------------------------------------------------------------------------------------

    def _lay(self, seen: Sighting, board: Outlook) -> Move | None:
        if seen.offer("open_suites"):
            return Move("open_suites", {"suites": board.best(board.hand)})
        if not board.opened:
            return None
        if seen.view.fact("task") == "star":
            return self._play_star(seen, board)
        steps = {
            Level.BEGINNER: (self._new_suite, self._add_any, self._petard_anywhere),
            Level.NORMAL: (
                self._take_star,
                self._new_suite,
                self._add_at_home,
                self._split,
                self._block_longest,
                self._add_letter,
            ),
            Level.STRONG: (self._take_star, self._best_place, self._petard_well, self._run_out),
        }[self.level]
        return next((move for way in steps if (move := way(seen, board)) is not None), None)

    def _new_suite(self, seen: Sighting, board: Outlook) -> Move | None:
        offer = seen.offer("new_suite")
        if offer is None:
            return None
        domain = offer.params["suites"]
        assert isinstance(domain, Suites)
        return Move("new_suite", {"suites": [max(domain.single(domain.fresh), key=len)]})

    def _ends(self, seen: Sighting) -> list[tuple[str, str]]:
        """Every card that can be added, with every end where it fits."""
        offer = seen.offer("add_card")
        return [(args["card"], args["end"]) for args in offer.enumerate()] if offer else []

    def _add(self, ways: Sequence[tuple[str, str]]) -> Move | None:
        if not ways:
            return None
        card, end = ways[self.rng.below(len(ways))]
        return Move("add_card", {"card": card, "end": end})

    def _add_any(self, seen: Sighting, board: Outlook) -> Move | None:
        return self._add(self._ends(seen))

    def _add_at_home(self, seen: Sighting, board: Outlook) -> Move | None:
        mine = {suite.name for suite in board.mine}
        return self._add([way for way in self._ends(seen) if line_and_side(way[1])[0] in mine])

    def _add_letter(self, seen: Sighting, board: Outlook) -> Move | None:
        """At another's place, but no étoile."""
        return self._add([way for way in self._ends(seen) if board.hand[way[0]] != ETOILE])

    def _take_star(self, seen: Sighting, board: Outlook) -> Move | None:
        """An étoile of somebody else."""
        offer = seen.offer("take_star")
        mine = {card for suite in board.mine for card in suite.cards}
        ways = [args for args in offer.enumerate() if args["star"] not in mine] if offer else []
        return Move("take_star", ways[self.rng.below(len(ways))]) if ways else None

    def _split(self, seen: Sighting, board: Outlook) -> Move | None:
        """One suite into two, with a card that did not fit before."""
        if seen.offer("rearrange") is None:
            return None
        for suite in board.mine:
            if suite.left or suite.right or any(suite.stars):
                continue
            for handle, letter in board.hand.items():
                at = suite.letters.find(letter)
                halves = [[*suite.cards[:at], handle], [*suite.cards[at:]]]
                if letter in ALPHABET and at >= 2 and len(suite.cards) - at >= 3:
                    rest = [list(other.cards) for other in board.mine if other is not suite and not other.frozen]
                    return Move("rearrange", {"suites": [*rest, *halves]})
        return None

    def _petard_anywhere(self, seen: Sighting, board: Outlook) -> Move | None:
        offer = seen.offer("lay_petard")
        return Move("lay_petard", offer.sample(self.rng)) if offer and not self._unlucky else None

    def _block_longest(self, seen: Sighting, board: Outlook) -> Move | None:
        """The longest open suite of whoever has the fewest cards."""
        open_ones = [suite for suite in board.others if not suite.frozen]
        if not open_ones:
            return None
        aim = min(open_ones, key=lambda suite: (board.counts[suite.owner], -len(suite.cards)))
        return self._petard(seen, next(aim.ends())[0])

    def _petard(self, seen: Sighting, end: str) -> Move | None:
        offer = seen.offer("lay_petard")
        return Move("lay_petard", {"card": next(offer.params["card"].values()), "end": end}) if offer else None

    def _play_star(self, seen: Sighting, board: Outlook) -> Move:
        """The étoile just taken: where it brings the most; at home if that is possible."""
        if self.level is Level.STRONG and (move := self._best_place(seen, board)) is not None:
            return move
        for way in (self._new_suite, self._add_safely, self._add_any):
            if (move := way(seen, board)) is not None:
                return move
        offer = seen.offer("unblock") or seen.offer("rearrange")
        assert offer is not None
        return Move(offer.name, offer.sample(self.rng))

    # ---- the strong bot's lays ---------------------------------------------------------------------

    def _risk(self, board: Outlook, letter: str) -> float:
        """How likely somebody else holds this letter, and may use it to take an étoile."""
        left = self._unseen(board)
        held = sum(count for seat, count in board.counts.items() if seat != self.seat)
        share = min(1.0, held / max(1, sum(left.values())))
        likely = 1.0 - (1.0 - share) ** left[letter]
        return likely if board.rivals else likely / 2

    def _score(self, board: Outlook, rows: Sequence[Sequence[Card]]) -> float:
        """What one's own place is worth, étoiles that may be taken for less."""
        says = self._says(board)
        barred = {suite.cards[0] for suite in board.mine if suite.left}
        barred |= {suite.cards[-1] for suite in board.mine if suite.right}
        score = 0.0
        for row in rows:
            for card, letter in zip(row, letters_of([says[card] for card in row]) or "", strict=True):
                star = says[card] == ANY_LETTER
                score += POINTS[ETOILE] if star else 1
                score -= STAR_LOST * self._risk(board, letter) if star and card not in barred else 0
        return score

    def _says(self, board: Outlook) -> dict[Card, str]:
        says: dict[Card, str] = {card: a if a in ALPHABET else ANY_LETTER for card, a in board.hand.items()}
        for suite in board.mine:
            for card, letter, star in zip(suite.cards, suite.letters, suite.stars, strict=True):
                says[card] = ANY_LETTER if star else letter
        return says

    def _best_place(self, seen: Sighting, board: Outlook) -> Move | None:
        """Exact search: the suites that one's own place could be, without and with the étoiles of the hand."""
        hold = STAR_HELD_LATE if board.turned_over else STAR_HELD
        lies = [list(suite.cards) for suite in board.mine if not suite.frozen]
        forced = seen.view.fact("task") == "star"
        held = len(board.hand)
        best, best_rows = (-100.0 if forced else self._score(board, lies) + self._ease(board, held) + 0.01), None
        for stars in (False, True):
            rows = board.best(board.hand, stars=stars) if stars or not forced else None
            if rows is None or sum(map(len, rows)) == sum(map(len, lies)):
                continue
            fresh = [card for row in rows for card in row if card in board.hand]
            spent = sum(board.hand[str(card)] == ETOILE for card in fresh)
            score = self._score(board, rows) - hold * spent + self._ease(board, held - len(fresh))
            if score > best:
                best, best_rows = score, rows
        alone = self._add_safely(seen, board)
        if alone is not None:
            after = self._grown(lies, board, alone)
            if self._score(board, after) - hold + self._ease(board, held - 1) > best:
                return alone
        return self._towards(seen, board, best_rows) if best_rows is not None else None

    def _grown(self, lies: list[list[str]], board: Outlook, move: Move) -> list[list[str]]:
        name, side = line_and_side(move.args["end"])
        card = move.args["card"]
        aim = next(suite.cards for suite in board.mine if suite.name == name)
        return [([card, *row] if side == LEFT else [*row, card]) if tuple(row) == aim else row for row in lies]

    def _add_safely(self, seen: Sighting, board: Outlook) -> Move | None:
        """An étoile at that end of one's own suites where it is least likely to be taken."""
        fits = {end: letter for suite in board.mine for end, letter in suite.ends()}
        ways = [way for way in self._ends(seen) if board.hand[way[0]] == ETOILE and way[1] in fits]
        if not ways:
            return None
        card, end = min(ways, key=lambda way: self._risk(board, fits[way[1]]))
        return Move("add_card", {"card": card, "end": end})

    def _towards(self, seen: Sighting, board: Outlook, rows: Sequence[Sequence[Card]]) -> Move | None:
        """One step to these rows that all can follow: a suite, a card; or suites laid anew, with no more cards at
        once than it takes."""
        for row in rows:
            if all(card in board.hand for card in row) and (move := _offered(seen, "new_suite", [row])):
                return move
        says = self._says(board)
        told = [tuple(self._tokens(row, says)) for row in rows]
        taken: dict[int, Suite] = {}
        for suite in (suite for suite in board.mine if not suite.frozen):
            left = (i for i in range(len(told)) if i not in taken)
            aim = next((i for i in left if _within(suite.tokens, told[i]) is not None), None)
            if aim is None:
                few = [_trimmed(row, board.hand) for row in rows]
                return _offered(seen, "rearrange", few) or _offered(seen, "rearrange", rows)
            taken[aim] = suite
        ways = self._ends(seen)
        for i, suite in taken.items():
            at = _within(suite.tokens, told[i])
            assert at is not None
            for place, side in ((at - 1, LEFT), (at + len(suite.tokens), RIGHT)):
                if 0 <= place < len(told[i]):
                    wanted = ETOILE if told[i][place].islower() else told[i][place]
                    end = end_of(suite.name, side)
                    card = next((c for c, e in ways if e == end and board.hand[c] == wanted), None)
                    if card is not None:
                        return Move("add_card", {"card": card, "end": end})
        return _offered(seen, "rearrange", rows)

    def _tokens(self, row: Sequence[Card], says: Mapping[Card, str]) -> Iterator[str]:
        letters = letters_of([says[card] for card in row]) or ""
        for card, letter in zip(row, letters, strict=True):
            yield letter if says[card] != ANY_LETTER else letter.lower()

    def _petard_well(self, seen: Sighting, board: Outlook) -> Move | None:
        """Beside an étoile of one's own that is in danger; else where others would most likely go on."""
        if seen.offer("lay_petard") is None:
            return None
        guards = [
            (self._risk(board, suite.letters[place]), end_of(suite.name, side))
            for suite in board.mine
            for place, side, blocked in ((0, LEFT, suite.left), (-1, RIGHT, suite.right))
            if suite.stars[place] and not blocked
        ]
        if guards and max(guards)[0] > 0.2:
            return self._petard(seen, max(guards)[1])
        left = self._unseen(board)
        ends = [
            (left[letter] + left[step(letter, -1 if end.endswith(LEFT) else 1)], end)
            for suite in board.others
            for end, letter in suite.ends()
            if not suite.stars[0 if end.endswith(LEFT) else -1]
        ]
        if not ends:
            return None
        return self._petard(seen, max(ends)[1])

    def _run_out(self, seen: Sighting, board: Outlook) -> Move | None:
        """Cards at others' places, étoiles at home: only if so no card is left, or one to throw away."""
        ends = {end: letter for suite in board.suites for end, letter in suite.ends()}
        left = sorted(board.letters())
        first: tuple[str, str] | None = None
        given = 0
        going = True
        while going:
            going = False
            for end, letter in list(ends.items()):
                if letter in left:
                    left.remove(letter)
                    ends[end] = step(letter, -1 if end.endswith(LEFT) else 1)
                    first = first or (letter, end)
                    given, going = given + 1, True
        stars, petards = board.count(ETOILE), board.count(PETARD)
        if len(left) + petards > 1 or (given > GIVEN and not board.turned_over) or not (first or stars):
            return None
        if first is None:
            return self._add_safely(seen, board)
        card = next(handle for handle, says in board.hand.items() if says == first[0])
        return Move("add_card", {"card": card, "end": first[1]})

    # ---- throwing ----------------------------------------------------------------------------------

    def _discard(self, board: Outlook, cards: Sequence[str]) -> str:
        if self.level is Level.STRONG:
            return max(cards, key=lambda card: self._without(board, card))
        ends = {letter for suite in board.suites for _, letter in suite.ends()}

        def keep(card: str) -> tuple[bool, int, float]:
            says = board.hand[card]
            fits = self.level is Level.NORMAL and says in ends
            return says not in ALPHABET, fits + self._neighbours(board, card), self.rng.uniform()

        return min(cards, key=keep)

    def _neighbours(self, board: Outlook, card: str) -> int:
        says = board.hand[card]
        if says not in ALPHABET:
            return 0
        far = 1 if self.level is Level.BEGINNER else 2
        near = {step(says, by): 3 - abs(by) for by in range(-far, far + 1) if by}
        return sum(near.get(other, 0) for other in set(board.letters()))

    def _without(self, board: Outlook, card: str) -> float:
        """What the hand is worth without this card, less what it brings to the others."""
        says = board.hand[card]
        rest = {handle: other for handle, other in board.hand.items() if handle != card}
        letters = [other for other in rest.values() if other in ALPHABET]
        near = sum(self._near(a, b) for a in set(letters) for b in set(letters) if a < b)
        danger = {ETOILE: 8.0, PETARD: 0.5}.get(says, 0.0)
        following = (self.seat + 1) % len(board.counts)
        for suite in board.others:
            weight = 0.8 if suite.owner == following else 0.2
            danger += weight * sum(says == letter for _, letter in suite.ends())
        danger += (
            6.0 * sum(says == letter for suite in board.mine for letter in suite.exposed()) * bool(board.rivals)
        )
        return self._hope(board, rest) + NEAR * near - danger

    def _near(self, a: str, b: str) -> int:
        apart = min((ALPHABET.index(a) - ALPHABET.index(b)) % 26, (ALPHABET.index(b) - ALPHABET.index(a)) % 26)
        return {1: 2, 2: 1}.get(apart, 0)

    def _hope(self, board: Outlook, rest: Mapping[str, str]) -> float:
        """What the next card may bring, whichever it is."""
        left = self._unseen(board)
        total = max(1, sum(left.values()))
        if not board.opened:
            letters = [says for says in rest.values() if says in ALPHABET]
            stars = sum(says == ETOILE for says in rest.values())
            lack, ways = missing(letters, stars)
            better = sum(left[a] for a in ALPHABET if missing([*letters, a], stars)[0] < lack)
            return -3.0 * lack + 4.0 * better / total + 0.02 * ways
        return sum(left[a] * board.laid({**rest, "one more": a}, stars=False) for a in ALPHABET if left[a]) / total


def _offered(seen: Sighting, name: str, rows: Sequence[Sequence[Card]]) -> Move | None:
    """These suites by this move, if it may be made so."""
    offer = seen.offer(name)
    suites = [list(row) for row in rows]
    return Move(name, {"suites": suites}) if offer and offer.params["suites"].accepts(suites) else None


def _trimmed(row: Sequence[Card], hand: Mapping[str, str]) -> Sequence[Card]:
    """A row without the letters of the hand that can be added to it afterwards."""
    while len(row) > SHORTEST and hand.get(str(row[-1])) in LETTERS:
        row = row[:-1]
    while len(row) > SHORTEST and hand.get(str(row[0])) in LETTERS:
        row = row[1:]
    return row


def _within(part: Sequence[str], whole: Sequence[str]) -> int | None:
    """Where a suite stands in a longer one."""
    size = len(part)
    return next((i for i in range(len(whole) - size + 1) if tuple(whole[i : i + size]) == tuple(part)), None)


BOT = RamilixBot
