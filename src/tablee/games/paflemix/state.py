"""Paflémix: its options, and what lies on the table: hands, the pile of the story, the words said with it."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal, Self

from msgspec import Struct, field

from tablee.kernel.events import Keep
from tablee.kernel.places import zone_at, zone_of_seat
from tablee.kernel.rng import Rng
from tablee.kernel.units import EVERYBODY, NOBODY, TABLE, CardId, Millis, Seat
from tablee.kernel.values import PLAIN, SAID, SEAT, Shown
from tablee.kernel.zones import Zone
from tablee.phases.screen import shares
from tablee.phases.talk import Bubble
from tablee.phases.vote import WordOptions, WordState, unknown
from tablee.pieces.toutilix import ETOILE, PETARD, SYMBOL
from tablee.words.fit import Fit
from tablee.words.flags import may_be_verb
from tablee.words.sentence import capitalised, written
from tablee.words.slips import same_word

HAND = 5
DRAW, PILE, TURNED, HANDS = range(4)
"""Then come the hands, and what each seat has won."""
DRAWS_APART: Millis = 2_000
STOP = "."

SIGNS: Mapping[str, Mapping[str, str]] = {
    "fr": {ETOILE: "point", PETARD: "pétard"},
    "en": {ETOILE: "full stop", PETARD: "firecracker"},
    "es": {ETOILE: "punto", PETARD: "petardo"},
    "de": {ETOILE: "Punkt", PETARD: "Knaller"},
    "it": {ETOILE: "punto", PETARD: "petardo"},
}
"""D13: the right word for a card that was laid without one, in the language of the table."""


class PaflemixOptions(WordOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    no_double: bool = False
    breath_s: Literal[5, 0, 10] = 5
    said_s: Literal[3, 0, 6] = 3
    """Nobody can contest where it is 0."""
    tell_s: Literal[15, 10, 30] = 15
    contest_s: Literal[6, 4, 10] = 6
    idle_s: Literal[60, 30, 120] = 60
    rounds: Literal[0, 1, 2, 3, 5] = 0
    """0: as many as the cards last."""
    show_sentence: bool = False
    """For beginners: the running sentence stays visible."""


class Top(Struct, frozen=True):
    """The last card of the story: who laid it, what he said, and when it came to lie there."""

    seat: Seat
    word: str
    at: Millis


class Recalled(Struct, frozen=True):
    """What somebody believes that the card said; empty: he no longer knows."""

    seat: Seat
    word: str = ""
    known: Mapping[str, int] = {}


class PaflemixState(WordState, kw_only=True):
    keeps: ClassVar[Keep] = Keep.FLEETING
    """D23: no word stands in a log."""
    shown: ClassVar[Shown] = {
        "talk": PLAIN,
        "spoken": SAID,
        "sentence": SAID,
        "speaker": SEAT,
        "verbless": PLAIN,
        "right_word": SAID,
        "card_winner": SEAT,
    }
    starter: Seat
    played: int = 0
    """How many rounds have been begun."""
    vain: int = 0
    """Rounds in a row in which no card was won."""
    story: list[str] = field(default_factory=list)
    """D16: the word of each card of the pile, from below. Nobody is ever sent it."""
    phrase: list[str] = field(default_factory=list)
    """The words of the running sentence, and of each whether it may be its verb."""
    verbs: list[bool] = field(default_factory=list)
    top: Top = Top(TABLE, "", 0)
    lays: list[int] = field(default_factory=list)
    """How many cards each seat has laid in this round."""
    drew: list[Millis] = field(default_factory=list)
    """From when on each seat may draw again."""
    barred: list[Seat] = field(default_factory=list)
    """D15: who has objected to the last card told, and then said nothing."""
    right_word: str = ""
    card_winner: Seat | None = None
    """Of the card that was turned last, until the next one is told: its word, and whose it is."""
    found: list[int] = field(default_factory=list)
    """How many cards each seat has won in this round."""
    taker: Seat = TABLE
    """To whom it goes with the next one."""
    tale: list[str] = field(default_factory=list)
    """What the telling has turned up, to be read when it is over: words, and `STOP` for an étoile."""

    draw = zone_at(DRAW)
    pile = zone_at(PILE)

    @property
    def turned(self) -> Zone:
        """The card of the telling that was turned last; it goes to whom it belongs with the next one."""
        return self.zones[TURNED]

    hand = zone_of_seat(HANDS)
    won = zone_of_seat(HANDS, 1)

    def symbol(self, card: CardId) -> str:
        return SYMBOL[self.faces[card]]

    def sign(self, symbol: str) -> str:
        return SIGNS[self.options.language][symbol]

    def holding(self, seat: Seat, symbol: str | None = None) -> list[CardId]:
        """The cards of a hand that say this; the letters, where nothing is named."""
        cards = self.hand(seat).cards
        if symbol is not None:
            return [card for card in cards if self.symbol(card) == symbol]
        return [card for card in cards if self.symbol(card) not in (ETOILE, PETARD)]

    @property
    def unwon(self) -> list[CardId]:
        return [card for zone in self.zones[: HANDS + self.n] for card in zone.cards]

    # ---- what can be read --------------------------------------------------------------------------

    @property
    def spoken(self) -> list[str]:
        """D23: the word of the last card, until the next one covers it; or all of the sentence."""
        if self.options.show_sentence:
            return self.phrase
        return [self.top.word] if self.top.word else []

    @property
    def sentence(self) -> str:
        return written(self.phrase) if self.options.show_sentence else ""

    @property
    def speaker(self) -> Seat:
        """Who laid the last card."""
        return self.top.seat

    @property
    def talk(self) -> tuple[Bubble, ...]:
        """What was said with the last card, or what that card does."""
        top = self.top
        if top.word:
            return (Bubble(top.seat, "word", {"word": SAID(top.word)}),)
        if top.seat == TABLE:
            return ()
        return (Bubble(top.seat, "petard" if self.symbol(self.pile.cards[-1]) == PETARD else "stop", {}),)

    @property
    def verbless(self) -> bool:
        """D8: a full stop is not possible yet."""
        return not any(self.verbs)

    # ---- the story ---------------------------------------------------------------------------------

    def put(self, seat: Seat, card: CardId, word: str, flags: int) -> None:
        """R7: a card is laid on the last one, with a word. The opening card lies there already."""
        if card not in self.pile.cards:
            self.move(card, self.hand(seat), self.pile)
            self.lays[seat] += 1
        self.story.append(word)
        self.phrase.append(word)
        self.verbs.append(may_be_verb(flags))
        self.top = Top(seat, word, self.now)
        self.silent = True  # D24

    def put_sign(self, seat: Seat, card: CardId) -> None:
        """R10, R11, D8, D9: an étoile ends the sentence; over a pétard it goes on."""
        self.move(card, self.hand(seat), self.pile)
        self.lays[seat] += 1
        self.story.append(self.sign(self.symbol(card)))
        self.top = Top(seat, "", self.now)
        if self.symbol(card) == ETOILE:
            self.phrase, self.verbs = [], []

    def take_back(self, seat: Seat, card: CardId, under: Top) -> None:
        """D7: card and word go back to the player; the card before is the last one again."""
        if len(self.pile.cards) > 1:
            self.move(card, self.pile, self.hand(seat))
            self.lays[seat] -= 1
        self.story.pop()
        self.phrase.pop()
        self.verbs.pop()
        self.top = under

    def pass_hands(self) -> None:
        """R10, D11: every hand moves one seat to the left, as it is."""
        hands = [list(self.hand(seat).cards) for seat in self.all_seats]
        for seat, cards in enumerate(hands):
            for card in cards:
                self.move(card, self.hand(seat), self.hand(self.after(seat)))

    def draw_one(self, seat: Seat) -> None:
        """R13, D12."""
        self.move(self.draw.cards[-1], self.draw, self.hand(seat))
        self.drew[seat] = self.now + DRAWS_APART
        self.tell("draws", keep=Keep.FLEETING, seat=seat)

    # ---- the telling -------------------------------------------------------------------------------

    def turn_over(self) -> None:
        """R15, D16: the pile is turned over: its first card is told first, and nothing can be read any more."""
        self.show_to(self.pile, NOBODY)
        self.pile.cards.reverse()
        self.story.reverse()
        self.phrase, self.verbs, self.top = [], [], Top(TABLE, "", self.now)
        self.barred, self.tale = [], []

    def is_right(self, said: Recalled) -> bool:
        """D14: whether this is the word of the card that is told now."""
        word, known = said.word, bool(said.known) and not unknown(self, said.known)
        return bool(word) and same_word(word, self.story[-1], known=known)

    def turn_card(self, winner: Seat) -> None:
        """R17, R18: the card is turned for all to see, and is somebody's or nobody's."""
        self.clear_turned()
        card, word = self.pile.cards[-1], self.story.pop()
        self.move(card, self.pile, self.turned)
        self.right_word = word
        self.card_winner = self.taker = winner
        if self.symbol(card) != PETARD:
            self.tale.append(STOP if self.symbol(card) == ETOILE else word)
        if winner != TABLE:
            self.scores[winner] += 1
            self.found[winner] += 1

    def clear_turned(self) -> None:
        """The card turned before goes to its winner, or under the draw pile."""
        for card in list(self.turned.cards):
            if self.taker == TABLE:
                self.move(card, self.turned, self.draw, 0)
            else:
                self.move(card, self.turned, self.won(self.taker))

    def redeal(self, seat: Seat, rng: Rng) -> Self:
        """What was said and is covered nobody can read: for all that is shown, it may have been any words."""
        twin = super().redeal(seat, rng)
        covered = [
            Fit(starts=symbol).make(rng) if (symbol := self.symbol(card)) not in (ETOILE, PETARD) else word
            for card, word in zip(self.pile.cards, self.story, strict=False)
        ]
        twin.story = [*covered[:-1], *self.story[-1:]] if self.top.word else covered
        return twin

    # ---- rounds ------------------------------------------------------------------------------------

    def gather(self) -> None:
        """R19, D17: all the cards that nobody has won come together again, and are mixed."""
        self.clear_turned()
        self.right_word, self.card_winner = "", None
        for zone in (self.pile, *(self.hand(seat) for seat in self.all_seats)):
            self.move_all(zone, self.draw)
        self.show_to(self.pile, EVERYBODY)
        self.story, self.phrase, self.verbs, self.top = [], [], [], Top(TABLE, "", self.now)
        self.silent = False
        self.shuffle(self.draw, "round", self.played)

    def may_deal(self) -> bool:
        """R20, D18."""
        cards = self.unwon
        return len(cards) > HAND * self.n and any(self.symbol(card) not in (ETOILE, PETARD) for card in cards)

    def on_one_screen(self, *seats: Seat) -> bool:
        """D25: somebody among them shares his screen."""
        return any(shares(self, seat) for seat in seats)


def told_story(tale: Sequence[str]) -> str:
    """A story as one reads it once it is over, its sentences ended by `STOP`."""
    sentences: list[list[str]] = [[]]
    for word in tale:
        if word == STOP:
            sentences.append([])
        else:
            sentences[-1].append(word)
    return " ".join(capitalised(written(words)) + STOP for words in sentences if words)
