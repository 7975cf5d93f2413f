"""Pavrailix: a word is said, cards are laid face down that should be in it, and whoever doubts it says so."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal

from tablee.kernel.domains import ByChoice, Card, CardSet, Domain, OneCard
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.places import zone_at, zone_of_seat
from tablee.kernel.units import NOBODY, TABLE, CardId, Millis, Seat, mask
from tablee.kernel.values import FACE, SAID, SEAT, Shown
from tablee.kernel.zones import Zone
from tablee.phases.accuse import Doubt
from tablee.phases.said import Said
from tablee.phases.show import Show
from tablee.phases.vote import LOST, Sure, Vote, WordOptions, WordState, tell_foreign
from tablee.phases.word_turn import WordTurn
from tablee.pieces.kinds import Kind
from tablee.pieces.toutilix import DECK, ETOILE, PETARD, SYMBOL
from tablee.words.fit import Fit, Suggestion, Word
from tablee.words.folding import fold

SHOWN: Millis = 4_000
"""How long the last lay is looked at after an accusation."""
BANG: Millis = 2_500
TRUE, FALSE = "✓", "✗"
"""On the cards that are turned up."""
LAST = 2
"""After the last lay there is so much more time to accuse (D11)."""

ASIDE, PILE, LAID, HANDS = 0, 1, 2, 3
"""Then come the hands, and what each seat has taken."""


def holds(word: str, symbol: str) -> bool:
    """R8, R17, D5, D6: how often a letter stands in the word does not matter; an étoile is never a lie, a pétard
    always is one."""
    return symbol == ETOILE or symbol in fold(word)


class PavrailixOptions(WordOptions, frozen=True, kw_only=True):
    doubt_s: Literal[3, 4, 6] = 4
    turn_s: Literal[30, 45, 90] = 45
    max_lay: Literal[3, 4, 6, 0] = 4
    """0: as many as one likes (D19)."""
    max_letters: Literal[6, 8, 0] = 8
    """0: as many as one likes (D20)."""
    contests: bool = True
    letter: bool = False
    """To the letter (C20): neither of these two limits."""


class PavrailixState(WordState, kw_only=True):
    shown: ClassVar[Shown] = {**WordState.shown, "word": SAID}
    starter: Seat
    word: str = ""
    """Empty: it is still to be said."""
    turns: int = 0

    pile = zone_at(PILE)

    @property
    def laid(self) -> Zone:
        """The last lay, still apart from the pile."""
        return self.zones[LAID]

    hand = zone_of_seat(HANDS)
    taken = zone_of_seat(HANDS, 1)

    def symbol(self, card: CardId) -> str:
        return SYMBOL[self.faces[card]]

    def true(self, cards: Iterable[CardId]) -> list[CardId]:
        """Those that are in the word."""
        return [card for card in cards if holds(self.word, self.symbol(card))]

    def most(self, hand: Zone) -> int:
        """D19."""
        limit = 0 if self.options.letter else self.options.max_lay
        return min(limit or len(hand.cards), len(hand.cards))

    def fit(self, card: CardId | None = None) -> Fit:
        """D2, D20: what a word must be like that is opened with this card."""
        symbol = ETOILE if card is None else self.symbol(card)
        limit = 0 if self.options.letter else self.options.max_letters
        return Fit(contains="" if symbol == ETOILE else symbol, distinct=limit)

    def put_down(self, seat: Seat, cards: Sequence[CardId]) -> None:
        """What lay before them joins the pile. From where in his hand they come is nobody's business."""
        self.move_all(self.laid, self.pile)
        self.laid.by = [seat]
        hand = self.hand(seat)
        hand.cards = [*(card for card in hand.cards if card not in cards), *cards]
        for card in cards:
            self.move(card, hand, self.laid)
        self.turns += 1

    def petards(self, seat: Seat) -> list[CardId]:
        return [card for card in self.hand(seat).cards if self.symbol(card) == PETARD]

    def bang(self, seat: Seat, card: CardId) -> None:
        """R16, D3, D8, D12: the next one takes everything, unless it was the last card."""
        self.put_down(seat, (card,))
        self.turn_up(self.laid, card)
        victim = self.after(seat)
        self.tell("petard", seat=seat, owner=victim)
        if not self.hand(seat).cards:
            self.spoil(seat)
        else:
            self.goto(Settle(taker=victim, opener=self.after(victim), span=BANG))

    def spoil(self, seat: Seat) -> None:
        """R18: his last cards were not only letters."""
        self.tell("spoils", seat=seat, count=self.heap, discloses=True)
        self.goto(Settle(taker=seat, span=BANG))

    @property
    def heap(self) -> int:
        """D1: how many cards are to be taken."""
        return len(self.pile.cards) + len(self.laid.cards)

    def take(self, seat: Seat) -> None:
        """R14, D16: nobody sees again what he has taken."""
        self.tell("takes", seat=seat, count=self.heap)
        for zone in (self.pile, self.laid):
            self.move_all(zone, self.taken(seat))
        self.laid.by = []
        self.marks.clear()
        self.scores[seat] = len(self.taken(seat).cards)

    def finish(self) -> None:
        """R20, R21, D17."""
        for seat in self.all_seats:
            left = len(self.hand(seat).cards)
            self.scores[seat] += left
            self.tell("counts", seat=seat, left=left, points=self.scores[seat])
        self.end(ranked(self.scores, low_wins=True, detail="out"))


class Deal(Phase[PavrailixState]):
    """R3, R4."""

    def enter(self, s: PavrailixState) -> None:
        deck = s.zones[ASIDE]
        s.shuffle(deck, "deal")
        each = len(deck.cards) // s.n
        s.tell("deal", count=each, starter=s.starter)
        s.deal(deck, [s.hand(s.after(s.starter, i)) for i in s.all_seats], each)
        s.goto(Open(seat=s.starter))


class Open(WordTurn[PavrailixState], kw_only=True):
    """R5, R15, D2, D3, D14, D22: a word of his choice, and one letter of it for all to see."""

    def enter(self, s: PavrailixState) -> None:
        s.word = ""
        super().enter(s)

    def limit(self, s: PavrailixState) -> Millis:
        return int(s.options.turn_s) * 1_000

    def cards(self, s: PavrailixState) -> list[CardId]:
        """What may open a word."""
        return [card for card in s.hand(self.seat).cards if s.symbol(card) != PETARD]

    def may(self, s: PavrailixState) -> Sequence[Offer]:
        cards = self.cards(s)
        if not cards:
            return (Offer("petard", {"card": OneCard(s.petards(self.seat))}),)
        words: Mapping[str, Domain] = {s.symbol(card): Word(s.fit(card)) for card in cards}
        by_card: dict[Card, Domain] = {card: words[s.symbol(card)] for card in cards}
        word = ByChoice("card", by_card, Word(s.fit()))
        return (Offer("open", {"card": OneCard(cards), "word": word}, checkable=True),)

    def play(self, s: PavrailixState, seat: Seat, move: Move) -> None:
        if move.name == "petard":
            s.bang(seat, move.args["card"])
        else:
            self.say(s, move)

    def word(self, move: Move) -> str:
        word: str = move.args["word"]
        return word

    def weighing(self, s: PavrailixState, move: Move) -> None:
        s.tell("says", seat=self.seat, words=SAID(self.word(move)))

    def stands(self, s: PavrailixState, move: Move) -> None:
        self.begin(s, move.args["card"], self.word(move), move.known)

    def begin(
        self, s: PavrailixState, card: CardId, word: str, known: Mapping[str, int], *, by_default: bool = False
    ) -> None:
        symbol = s.symbol(card)
        s.word = word
        s.move(card, s.hand(self.seat), s.pile)
        s.turn_up(s.pile, card)
        s.turns += 1
        s.tell("opens_with", seat=self.seat, word=SAID(word), letter=FACE(symbol), discloses=by_default)
        tell_foreign(s, known)
        if s.hand(self.seat).cards:
            s.goto(Follow(seat=s.after(self.seat)))
        elif symbol == ETOILE:  # D13
            s.spoil(self.seat)
        else:
            s.finish()

    def asks(self, s: PavrailixState, alarm: Alarm) -> Suggestion | None:
        """D15."""
        return Suggestion(s.fit(self.first(s)), 0) if self.cards(s) else None

    def first(self, s: PavrailixState) -> CardId:
        cards = self.cards(s)
        return next((card for card in cards if s.symbol(card) != ETOILE), cards[0])

    def ring(self, s: PavrailixState, alarm: Alarm) -> None:
        s.tell("timeout", seat=self.seat)
        if not self.cards(s):
            s.bang(self.seat, s.petards(self.seat)[0])
            return
        card, known = self.first(s), dict(alarm.known or {})
        allowed, word = Word(s.fit(card)), next(iter(known), "")
        if not allowed.accepts(word):  # no lexicon: letters by chance (C15)
            word = allowed.sample(s.rng("made_up", s.turns))
        self.begin(s, card, word, known, by_default=True)


class Doubting(Doubt[PavrailixState], kw_only=True):
    """R10, D9, D10, D23: cards lie face down, and may be doubted."""

    def accused(self, s: PavrailixState, by: Seat) -> None:
        """R11 to R13, D7."""
        cards = s.laid.cards
        s.tell("accuses", seat=by, owner=self.owner)
        for card in cards:
            s.marks[card] = TRUE if card in s.true(cards) else FALSE
            s.turn_up(s.laid, card)
        false = [s.symbol(card) for card in cards if card not in s.true(cards)]
        word = SAID(s.word)
        if false:
            s.tell("liar", seat=by, owner=self.owner, letters=FACE(" ".join(false)), word=word, count=s.heap)
        else:
            s.tell("honest", seat=by, owner=self.owner, word=word, count=s.heap)
        goes_on = bool(s.hand(self.owner).cards)
        opener = s.after(self.owner) if goes_on else TABLE
        s.goto(Settle(taker=self.owner if false else by, opener=opener, span=SHOWN))


class Follow(Doubting):
    """R6 to R9, R16, D4, D5, D15: the next one lays cards that should be in the word, or a pétard."""

    def doubting(self, s: PavrailixState) -> Millis:
        return int(s.options.doubt_s) * 1_000

    def limit(self, s: PavrailixState) -> Millis:
        return int(s.options.turn_s) * 1_000

    def may(self, s: PavrailixState) -> Sequence[Offer]:
        hand = s.hand(self.seat)
        cards = CardSet(hand.cards, 1, s.most(hand))
        lay = Offer("lay", {"cards": cards}, hint=tuple(s.true(hand.cards)))
        petards = s.petards(self.seat)
        return (lay, Offer("petard", {"card": OneCard(petards)})) if petards else (lay,)

    def acts(self, s: PavrailixState, move: Move) -> None:
        if move.name == "petard":
            s.bang(self.seat, move.args["card"])
        else:
            self.lay(s, move.args["cards"])

    def lay(self, s: PavrailixState, cards: Sequence[CardId]) -> None:
        s.put_down(self.seat, cards)
        s.tell("lays", seat=self.seat, count=len(cards), word=SAID(s.word))
        if s.hand(self.seat).cards:
            s.goto(Follow(owner=self.seat, seat=s.after(self.seat)))
        elif any(s.symbol(card) in (ETOILE, PETARD) for card in cards):  # D11
            s.spoil(self.seat)
        else:
            s.tell("last_cards", seat=self.seat)
            s.goto(LastLay(owner=self.seat))

    def silent(self, s: PavrailixState) -> None:
        hand = s.hand(self.seat).cards
        card = s.rng("silent", s.turns).choice(s.true(hand) or hand)
        letter, place = FACE(s.symbol(card)), hand.index(card)
        s.tell("lays_for", to=mask(self.seat), discloses=True, seat=self.seat, letter=letter, place=place)
        self.lay(s, (card,))


class LastLay(Doubting):
    """D11: somebody has laid his last cards, and they may still be doubted."""

    def doubting(self, s: PavrailixState) -> Millis:
        return LAST * int(s.options.doubt_s) * 1_000

    def believed(self, s: PavrailixState) -> None:
        s.finish()


class Settle(Show[PavrailixState], kw_only=True):
    """All look at what lies there; then somebody takes it, and the next word is said (R15), or it ends (R19)."""

    shown: ClassVar[Shown] = {"taker": SEAT}
    taker: Seat
    opener: Seat = TABLE
    """Nobody: it is over."""

    def ring(self, s: PavrailixState, alarm: Alarm) -> None:
        s.take(self.taker)
        if self.opener == TABLE:
            s.finish()
        else:
            s.goto(Open(seat=self.opener))


class Pavrailix(Game[PavrailixState]):
    info = GameInfo(
        key="pavrailix",
        name="Pavrailix",
        version=1,
        players=(2, 8),  # R1
        kinds=("turn", "race", "bluff"),
        reading=Reading.SOME_LETTERS,
        device=Device.PASSED,
        author="Christine Larquetout",
        words=True,
        minutes=10,
        exercises=(Exercise.GUILE, Exercise.LETTERS, Exercise.VOCABULARY),
        moods=(Mood.BLUFF, Mood.LAUGH),
        age=7,
        everyday=("counts", "lays", "opens_with", "takes"),
    )
    phases = (Deal, Open, Follow, LastLay, Settle, Said, Vote, Sure)
    options = PavrailixOptions

    def setup(self, table: Setup) -> PavrailixState:
        n = len(table.seats)
        s = PavrailixState(**table.common(DECK), starter=table.starter(), lost=[0] * n, refusals=[0] * n)  # R2
        return s.begin(
            Deal(),
            Zone("aside", Kind.BOX, NOBODY, cards=list(range(len(DECK)))),
            Zone("pile", Kind.HEAP, NOBODY),
            Zone("laid", Kind.FRESH, NOBODY),
            *(Zone(f"hand:{seat}", Kind.BUNCH, mask(seat), seat) for seat in s.all_seats),
            *(Zone(f"taken:{seat}", Kind.WINNINGS, NOBODY, seat) for seat in s.all_seats),
        )

    def first_round(self, s: PavrailixState) -> bool:
        """Until everybody has laid once."""
        return s.turns <= s.n

    def bound(self, players: int, options: Any) -> int:
        """D18: at most a hundred lays, each with presses of everybody, too early and in time, and four clocks; and
        as many words, of which three may be lost in votes, with a ballot of everybody, and again in a contest."""
        return len(DECK) * (2 * players + 5 + (LOST + 1) * (2 * players + 6))


GAME = Pavrailix()
