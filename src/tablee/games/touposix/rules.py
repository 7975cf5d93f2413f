"""Touposix: write words with cards of your hand and the top of a pile, and get rid of all your cards first."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from msgspec import field

from tablee.kernel.domains import CardSet, Domain, Flag
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import NEVER, Phase
from tablee.kernel.places import own_zone
from tablee.kernel.units import EVERYBODY, NOBODY, CardId, Millis, Seat, mask
from tablee.kernel.values import FACE, PLAIN, SAID, Shown
from tablee.kernel.zones import Zone
from tablee.phases.said import Said
from tablee.phases.vote import LOST, Sure, Vote, WordOptions, WordState, tell_foreign
from tablee.phases.word_turn import WordTurn
from tablee.pieces.kinds import Kind
from tablee.pieces.toutilix import DECK, ETOILE, PETARD, SYMBOL
from tablee.words.folding import fold
from tablee.words.spelling import ANY_LETTER, IfSpelled, OrderOfSpelled, Spelling

HAND = 6
STARTS = 2
"""Piles at the beginning."""
STACKS = 5
"""Piles at most (R16)."""
BONUS, PETARD_USED, DISCARDED, LEFT = 10, -5, -5, -1

ASIDE, PER_SEAT, OWN = 0, 1, 4
"""Each seat has a hand, a pile, its discards and its used pétards, in this order; the table's piles follow."""


class TouposixOptions(WordOptions, frozen=True, kw_only=True):
    count_pile: bool = False
    idle_s: Literal[60, 120, 0] = 120
    """0: no limit."""
    contests: bool = True


class TouposixState(WordState, kw_only=True):
    shown: ClassVar[Shown] = {**WordState.shown, "bonus": PLAIN}
    starter: Seat
    bonus: list[int] = field(default_factory=list)
    """ABCD cards won by each seat; mere markers, so they never run out (D9)."""
    passes: int = 0
    """Seats that passed one after another (D10)."""

    hand = own_zone(PER_SEAT, OWN, 0)
    pile = own_zone(PER_SEAT, OWN, 1)
    discards = own_zone(PER_SEAT, OWN, 2)
    petards = own_zone(PER_SEAT, OWN, 3)

    @property
    def stacks(self) -> list[Zone]:
        return self.zones[PER_SEAT + OWN * self.n :]

    def new_stack(self) -> Zone:
        stack = Zone(f"stack:{len(self.stacks)}", Kind.HEAP, EVERYBODY, depth=1)
        self.zones.append(stack)
        return stack

    def letter(self, card: CardId) -> str:
        """What a card may stand for: an étoile on top of a pile is the letter it was (R13, D7)."""
        symbol = SYMBOL[self.faces[card]]
        return self.marks.get(card, ANY_LETTER) if symbol in (ETOILE, PETARD) else symbol

    def win_bonus(self, seat: Seat) -> None:
        self.bonus[seat] += 1
        self.scores[seat] += BONUS

    def draw_back(self, seat: Seat) -> None:
        """R10: back to six cards, as long as the player's own pile lasts."""
        hand, pile = self.hand(seat), self.pile(seat)
        while len(hand.cards) < HAND and pile.cards:
            self.move(pile.cards[-1], pile, hand)

    def next_turn(self, seat: Seat) -> None:
        """R20 to R22: the next player, unless somebody is out or nobody finds words any more."""
        if not self.hand(seat).cards:
            self.win_bonus(seat)
            self.tell("out", seat=seat)
            self.finish("out")
        elif self.passes == self.n:
            self.finish("nobody_finds")
        else:
            self.goto(Turn(seat=self.after(seat)))

    def finish(self, detail: str) -> None:
        """R23 to R27; used pétards, discards and ABCD cards have been counted as they came."""
        for seat in self.all_seats:
            left = len(self.hand(seat).cards)
            if self.options.count_pile:
                left += len(self.pile(seat).cards)
            self.scores[seat] += LEFT * left
            self.tell("counts", seat=seat, left=left, points=self.scores[seat])
        self.end(ranked(self.scores, detail=detail))


class Deal(Phase[TouposixState]):
    """R1 to R4, D1: two letters on the table, then the same number of cards for everybody."""

    def enter(self, s: TouposixState) -> None:
        deck = s.zones[ASIDE]
        s.shuffle(deck, "deal")
        again = 0
        for _ in range(STARTS):
            stack = s.new_stack()
            while True:
                card = deck.cards[-1]
                s.move(card, deck, stack)
                if SYMBOL[s.faces[card]] not in (ETOILE, PETARD):
                    break
                s.tell("turned_back", symbol=FACE(SYMBOL[s.faces[card]]))
                s.move(card, stack, deck)
                again += 1
                s.shuffle(deck, "again", again)
        each = len(deck.cards) // s.n
        order = [s.after(s.starter, i) for i in s.all_seats]
        s.tell("deal", count=each, starter=s.starter)
        s.deal(deck, [s.pile(seat) for seat in order], each)
        for seat in order:
            s.draw_back(seat)
        s.goto(Turn(seat=s.starter))


class Turn(WordTurn[TouposixState], kw_only=True):
    """R7 to R19: a word with one card of the table, or discards, or nothing."""

    def enter(self, s: TouposixState) -> None:
        super().enter(s)
        if not s.options.idle_s:
            self.until = NEVER

    def limit(self, s: TouposixState) -> Millis:
        return int(s.options.idle_s) * 1_000

    def may(self, s: TouposixState) -> Sequence[Offer]:
        hand = s.hand(self.seat).cards
        return (
            Offer("write", self.params(s, hand), checkable=True),
            Offer("discard", {"cards": CardSet(hand, 1, len(hand))}),
            Offer("pass"),
        )

    def params(self, s: TouposixState, hand: Sequence[CardId]) -> Mapping[str, Domain]:
        """D2 to D5: the word and its cards, the order of laying, and whether they make a new pile."""
        stacks = s.stacks
        rack: dict[int | str, str] = {card: s.letter(card) for card in hand}
        tops: dict[int | str, str] = {z.cards[-1]: s.letter(z.cards[-1]) for z in stacks}
        petards = [card for card in hand if s.faces[card] == PETARD]
        laid = [card for card in hand if card not in petards]
        return {
            "word": Spelling(rack, tops, 2, HAND + 1),
            "lay": OrderOfSpelled("word", laid),
            "new_pile": IfSpelled("word", (petards if len(stacks) < STACKS else (), laid), Flag()),
        }

    def play(self, s: TouposixState, seat: Seat, move: Move) -> None:
        if move.name == "write":
            self.say(s, move)
        elif move.name == "discard":
            self.discard(s, move.args["cards"])
        else:
            self.skip(s)

    def word(self, move: Move) -> str:
        word: str = move.args["word"]["word"]
        return word

    def weighing(self, s: TouposixState, move: Move) -> None:
        """D13, C17: before the cards are laid, the word can be contested."""
        s.tell("says", seat=self.seat, words=SAID(self.word(move)))

    def stands(self, s: TouposixState, move: Move) -> None:
        """D13: a word that the table takes is written."""
        word = self.word(move)
        cards: Sequence[CardId] = move.args["word"]["cards"]
        seat, hand = self.seat, s.hand(self.seat)
        stack = next(z for z in s.stacks if z.cards[-1] in cards)
        used = [card for card in cards if card in hand.cards]
        letters = dict(zip(cards, fold(word), strict=True))
        s.tell("writes", seat=seat, word=SAID(word), letter=FACE(letters[stack.cards[-1]]), count=len(cards))
        tell_foreign(s, move.known)
        self.lay(s, move, stack, used, letters)
        for card in used:
            if s.faces[card] == PETARD:
                s.move(card, hand, s.petards(seat))
                s.scores[seat] += PETARD_USED
                s.tell("keeps_petard", seat=seat)
        if len(used) == HAND:
            s.win_bonus(seat)
            s.tell("seven", seat=seat)
        s.passes = 0
        s.draw_back(seat)
        s.next_turn(seat)

    def lay(
        self,
        s: TouposixState,
        move: Move,
        stack: Zone,
        used: Sequence[CardId],
        letters: Mapping[CardId, str],
    ) -> None:
        """R9, R15, D4 to D7: all but the pétards, the last one on top."""
        order = move.args.get("lay") or [card for card in used if s.faces[card] != PETARD]
        if move.args.get("new_pile"):
            stack = s.new_stack()
            s.tell("new_pile", seat=self.seat)
        for card in order:
            if stack.cards:
                s.marks.pop(stack.cards[-1], None)
            if s.faces[card] == ETOILE:
                s.marks[card] = letters[card]
            s.move(card, s.hand(self.seat), stack)

    def discard(self, s: TouposixState, cards: Sequence[CardId]) -> None:
        """R18, D8: five points each, whatever they are."""
        seat = self.seat
        s.tell("discards", seat=seat, letters=FACE(" ".join(SYMBOL[s.faces[c]] for c in cards)), count=len(cards))
        for card in cards:
            s.move(card, s.hand(seat), s.discards(seat))
            s.scores[seat] += DISCARDED
        s.passes = 0
        s.draw_back(seat)
        s.next_turn(seat)

    def skip(self, s: TouposixState) -> None:
        s.tell("passes", seat=self.seat)
        s.passes += 1
        s.next_turn(self.seat)

    def silent(self, s: TouposixState) -> None:
        """D14."""
        self.skip(s)


class Touposix(Game[TouposixState]):
    info = GameInfo(
        key="touposix",
        name="Touposix",
        version=2,
        players=(2, 4),
        kinds=("turn", "words"),
        reading=Reading.READS,
        device=Device.PASSED,
        author="Alexandre Droit, Nicolas Bourgoin",
        words=True,
        minutes=10,
        exercises=(Exercise.VOCABULARY, Exercise.STRATEGY, Exercise.LETTERS),
        moods=(Mood.THINK,),
        age=8,
        everyday=("counts", "passes"),
    )
    phases = (Deal, Turn, Said, Vote, Sure)
    options = TouposixOptions

    def setup(self, table: Setup) -> TouposixState:
        n = len(table.seats)
        common = table.common(DECK)
        s = TouposixState(**common, starter=table.starter(), bonus=[0] * n, lost=[0] * n, refusals=[0] * n)
        s.zones = [Zone("aside", Kind.BOX, NOBODY, cards=list(range(len(DECK))))]
        for seat in s.all_seats:
            s.zones += [
                Zone(f"hand:{seat}", Kind.HAND, mask(seat), seat),
                Zone(f"pile:{seat}", Kind.PILE, NOBODY, seat),
                Zone(f"discard:{seat}", Kind.ROW, EVERYBODY, seat),
                Zone(f"petards:{seat}", Kind.WINNINGS, EVERYBODY, seat),
            ]
        s.goto(Deal())
        return s

    def bound(self, players: int, options: Any) -> int:
        """D16: every word and every discard takes a card away, and between two of them some pass. In each turn
        three words may be lost in votes and one won, with a ballot of everybody and the clock, and the same for a
        contest."""
        return len(DECK) * players * (1 + (LOST + 1) * (2 * players + 4))


GAME = Touposix()
