"""A word set in secret: one seat writes it, its cards lie face down, and nobody else knows it until it is found.

The letters come from a heap into which only the setter sees: what is left there would tell. A game says how long
the word may be and what follows.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Generic, Literal, TypeVar

from msgspec import field

from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.places import zone_at
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import Rng
from tablee.kernel.state import State
from tablee.kernel.units import NOBODY, CardId, Seat, mask
from tablee.kernel.zones import Zone
from tablee.phases.decision import Decision
from tablee.phases.vote import Verdict, WordOptions, WordState, judge, voters
from tablee.pieces.kinds import Kind
from tablee.pieces.toutilix import SYMBOL
from tablee.words.fit import Fit, Word
from tablee.words.flags import KNOWN, UNCOMMON, foreign
from tablee.words.folding import fold
from tablee.words.nouns import NounSuggestion

COMMONEST = 40_000
"""A common word is one of so many of the dictionary."""
VEILED = "?"
"""The mark on a card that is turned up for nobody yet; it is seen where the face is: by the setter."""
HEAP, WORD = 0, 1
"""The first zones."""


class SecretOptions(WordOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    secret: Literal["common", "all"] = "common"
    """Which words may be set: common ones of the table's language, or every word (C19)."""


class SecretState(WordState, kw_only=True):
    """A game in which a word lies hidden. Its first zones are those of `secret_zones`."""

    setter: Seat
    """Who sets the word, or has set it."""
    before: list[str] = field(default_factory=list)
    """The words that were set before this one, folded."""

    heap = zone_at(HEAP)
    row = zone_at(WORD)

    @property
    def hidden(self) -> list[CardId]:
        """The cards of the word that are not turned up."""
        return [card for card in self.row.cards if card not in self.open]

    @property
    def turned(self) -> int:
        return len(self.row.cards) - len(self.hidden)

    @property
    def spelled(self) -> str:
        """The word, as the cards have it."""
        return "".join(SYMBOL[self.faces[card]] for card in self.row.cards)

    def votes_on(self, seat: Seat) -> bool:
        """An unknown word can be set only where somebody will vote on it: C19's confirmation does not hold."""
        return self.options.secret == "all" and bool(voters(self, seat))

    def clear(self, setter: Seat) -> None:
        """All cards are in the heap again, and the new setter looks for his letters."""
        self.setter = setter
        if self.row.cards:
            self.before.append(self.spelled)
        self.move_all(self.row, self.heap)
        self.marks.clear()
        self.show_to(self.heap, mask(setter))
        self.show_to(self.row, mask(setter))

    def lay_face_down(self, word: str) -> None:
        heap, letters = self.heap, fold(word)
        self.show_to(heap, NOBODY)
        pick_out(self, heap, letters, len(self.before), self.setter)
        for _ in letters:
            self.marks[heap.cards[-1]] = VEILED
            self.move(heap.cards[-1], heap, self.row)

    def unveil(self, card: CardId) -> None:
        """A card of the word is turned up in its place, for everybody."""
        self.marks.pop(card, None)
        self.turn_up(self.row, card)


def pick_out(s: State, heap: Zone, symbols: str, *index: int) -> None:
    """Out of sight the heap is mixed, with these symbols on top, in colours by chance. The same cards leave it
    then, whatever the word: what anybody can tell of a card says nothing of its letter."""
    s.ledger.mix(heap.cards)
    left = sorted(s.faces[card] for card in heap.cards)
    laid: list[str] = []
    for place in reversed(range(len(symbols))):  # so that no card's colour tells of one before it
        rng = s.rng("colours", *index, len(symbols) - place)
        laid.append(rng.choice([face for face in left if SYMBOL[face] == symbols[place]]))
        left.remove(laid[-1])
    mixed = s.rng("mixed", *index).shuffled(left)
    faces = s.faces[:]
    for card, face in zip(heap.cards, [*mixed, *laid], strict=True):
        faces[card] = face
    s.faces = faces


def may_be_set(s: WordState, seat: Seat, word: str, flags: int) -> None:
    """Refuses a word that nobody may set in secret: one that neither the lexicon nor a vote could know, one that
    is not common enough, one of another language where that does not count."""
    if judge(s, seat, {word: flags}) is Verdict.REFUSED:
        raise Refused("unknown_word")
    if flags & UNCOMMON:
        raise Refused("foreign_word" if foreign(flags) else "uncommon_word")


def secret_zones(cards: int) -> list[Zone]:
    return [
        Zone("heap", Kind.STOCK, NOBODY, cards=list(range(cards))),
        Zone("word", Kind.WORD, NOBODY),
    ]


S = TypeVar("S", bound=SecretState)


class Writing(Decision[S], Generic[S]):
    """The setter writes a word, unseen. Silent, he gets one that everybody knows."""

    waits = True
    shortest: ClassVar[int]
    longest: ClassVar[int]

    def written(self, s: S, word: str, flags: int) -> None:
        """The word lies there; `flags` is what the lexicon said of it, 0 for one that is to be voted on."""
        raise NotImplementedError

    def domain(self, s: S) -> Word:
        """What the cards can write."""
        heap = "".join(SYMBOL[s.faces[card]] for card in s.heap.cards)
        fit = Fit(rack="".join(sorted(heap)), least=self.shortest, most=self.longest)
        return Word(fit, among=COMMONEST if s.options.secret == "common" else 0)

    def may(self, s: S) -> Sequence[Offer]:
        return (Offer("write", {"word": self.domain(s)}, checkable=True, secret=True),)

    def play(self, s: S, seat: Seat, move: Move) -> None:
        word = move.args["word"]
        flags = move.known.get(word, 0)
        may_be_set(s, seat, word, flags)
        s.lay_face_down(word)
        self.written(s, word, flags)

    def asks(self, s: S, alarm: Alarm) -> NounSuggestion:
        draw = s.rng("suggestion", len(s.before), self.seat).below(1 << 16)
        return NounSuggestion(self.domain(s).fit, draw, tuple(s.before))

    def ring(self, s: S, alarm: Alarm) -> None:
        s.tell("timeout", seat=self.seat)
        allowed, known = self.domain(s), dict(alarm.known or {})
        word = next(iter(known), "")
        if not allowed.accepts(word):  # no lexicon: letters by chance (C15)
            word = allowed.sample(s.rng("made_up", len(s.before), self.seat))
        s.lay_face_down(word)
        self.written(s, word, known.get(word, KNOWN))


class KeptWord(Phase[S], Generic[S]):
    """A phase in which the word is still its setter's secret. It adds no field, so that any phase can be one:
    such a phase has `word`, as it was written, itself."""

    if TYPE_CHECKING:
        word: str

    def right(self, proposed: str) -> bool:
        return fold(proposed) == fold(self.word)

    def reseal(self, s: S, seat: Seat, rng: Rng) -> None:
        """Whoever does not know it imagines the letters that he imagines on the cards."""
        if seat != s.setter:
            self.word = s.spelled
