"""Paflémix bots: how soon a word comes to mind, and how much of the story stays there."""

from collections.abc import Sequence

from msgspec import Struct

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.bots.reaction import reaction
from tablee.bots.sentences import SentenceMaker, speaks
from tablee.bots.words import USUAL, Vocabulary, refused_words
from tablee.games.paflemix.state import SIGNS
from tablee.kernel.moves import Move, Offer
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.pieces.toutilix import ETOILE, PETARD, SYMBOL
from tablee.words.fit import Fit, Word
from tablee.words.folding import fold
from tablee.words.lexicon import Lexicon


class PaflemixStyle(Struct, frozen=True):
    lays: Millis
    """The median time after the last card until it lays one itself."""
    words_known: int
    """So many of the commonest words come to its mind at once."""
    recalls: float
    """The chance that a word is still in mind when its card is told."""


STYLES = {
    Level.BEGINNER: PaflemixStyle(7_000, 2_000, 0.55),
    Level.NORMAL: PaflemixStyle(4_000, 8_000, 0.75),
    Level.STRONG: PaflemixStyle(2_000, 15_000, 0.92),
}
OWN = 0.1
"""One's own words are recalled so much better."""
SPREAD = 0.4
TURNED_OVER = 12
"""Words that it turns over in its mind, before it takes one that it hardly knows."""
TELLS, FORGETS, AGREES, OBJECTS, PROPOSES, READS = (
    (1_500, 4_000),
    (3_000, 6_000),
    (900, 2_500),
    (2_000, 5_000),
    (1_500, 4_000),
    (1_000, 2_500),
)
STUCK: Millis = 6_000
"""Who finds nothing and has drawn waits for another word, or so long; then the last word alone must do."""
IN_TIME: Millis = 400
"""It objects so long before it is too late, at the latest."""


class Note(Struct):
    """A card of the story, as somebody in his place has seen and heard it."""

    symbol: str
    word: str
    own: bool
    recalled: bool | None = None


class PaflemixBot(Mind):
    def __init__(self, seat: Seat, level: Level, rng: Rng, lexicon: Lexicon) -> None:
        super().__init__(seat, level, rng)
        self._style = STYLES[level]
        self._lexicon = lexicon
        self._vocabulary = Vocabulary(lexicon, USUAL[level], rng)
        self._sentences = SentenceMaker(lexicon, rng, level) if speaks(lexicon.language) else None
        self._notes: list[Note] = []
        self._refused: frozenset[str] = frozenset()
        self._drew = -1
        """The card on which it has drawn already."""

    # ---- what it hears -----------------------------------------------------------------------------

    def notice(self, seen: Sighting) -> None:
        self._refused |= refused_words(seen.events)
        view = seen.view
        pile = view.zone("pile")
        cards = pile.cards or ()
        top = cards[-1] if cards else None
        if top is None or top.face is None:  # it is told by now
            return
        spoken: Sequence[str] = view.fact("spoken")
        symbol = SYMBOL[top.face]
        word = spoken[-1] if spoken and symbol not in (ETOILE, PETARD) else ""
        if pile.count == 1 and not word:
            self._notes, self._refused = [], frozenset()
        del self._notes[pile.count - 1 :]
        if len(self._notes) == pile.count - 1:
            self._notes.append(Note(symbol, word, view.fact("speaker") == self.seat))

    def _phrase(self) -> list[str]:
        """The words of the running sentence."""
        words: list[str] = []
        for note in self._notes:
            if note.symbol == ETOILE:
                words = []
            elif note.word:
                words.append(note.word)
        return words

    def _recalled(self, which: int) -> Note | None:
        """The card that is told as such and such, if it comes back to mind."""
        if not 0 < which <= len(self._notes):
            return None
        note = self._notes[which - 1]
        if note.recalled is None:
            note.recalled = self.chance(self._style.recalls + OWN * note.own)
        return note if note.recalled else None

    # ---- what it does ------------------------------------------------------------------------------

    def occasion(self, seen: Sighting) -> object:
        """The card shown and its own hand: what the others do does not interrupt it."""
        hand = seen.view.zone(f"hand:{self.seat}")
        offers = [(offer.name, offer.stimulus) for offer in seen.offers]
        return offers, seen.view.fact("which"), [card and card.handle for card in hand.cards or ()]

    def decide(self, seen: Sighting) -> Plan | None:
        if seen.offer("recite"):
            return self._tell(seen)
        if seen.offer("agree"):
            return self._judge(seen)
        if seen.offer("propose"):
            return self._propose(seen)
        if seen.offer("ready"):
            return self.soon(seen, Move("ready"), *READS)
        if offer := seen.offer("say"):
            return self._type(seen, offer)
        if offer := seen.offer("open_story") or seen.offer("buzz"):
            return self._open(seen, offer)
        return self._lay(seen)

    def _at(self, seen: Sighting, offer: Offer, **args: object) -> Plan:
        at = seen.now + reaction(self.rng, self._style.lays, SPREAD)
        return Plan(Move(offer.name, args, answers=offer.stimulus), max(at, offer.opens_at))

    def _open(self, seen: Sighting, offer: Offer) -> Plan | None:
        letter: str = seen.view.fact("initial")
        word = self._word([], letter)
        if word is None:
            return None
        return self._at(seen, offer, **({"word": word[1]} if offer.name == "open_story" else {}))

    def _type(self, seen: Sighting, offer: Offer) -> Plan:
        domain = offer.params["word"]
        assert isinstance(domain, Word)
        word = self._word(self._phrase(), domain.fit.starts)
        move = Move("say", {"word": word[1]}) if word else Move("put_back")
        return self.soon(seen, move, 1_500, 3_500)

    def _lay(self, seen: Sighting) -> Plan | None:
        """A pétard if the hand to the right is smaller, a full stop where there may be one, else a word."""
        hand = [card for card in seen.view.zone(f"hand:{self.seat}").cards or () if card and card.face]
        by_symbol = {SYMBOL[card.face or ""]: card.handle for card in hand}
        take = seen.offer("take")
        petard, stop, lay = (take or seen.offer(name) for name in ("petard", "full_stop", "lay"))
        n = len(seen.view.seats)
        right = seen.view.zone(f"hand:{(self.seat - 1) % n}").count
        if petard and PETARD in by_symbol and (len(hand) > right or len(hand) == 1):
            return self._at(seen, petard, card=by_symbol[PETARD])
        phrase = self._phrase()
        if stop and ETOILE in by_symbol and not seen.view.fact("verbless") and self._ends(phrase):
            return self._at(seen, stop, card=by_symbol[ETOILE])
        letters = "".join(sorted(symbol for symbol in by_symbol if symbol not in (ETOILE, PETARD)))
        word = self._word(phrase, letters) if lay and letters else None
        draw, count = seen.offer("draw"), len(self._notes)
        if word is None and draw and self._drew != count and (lay or not letters):
            self._drew = count
            return self._at(seen, draw)
        if lay and letters and word is None:
            word = self._word(phrase[-1:], letters)
        if lay is None or word is None:
            return None
        plan = self._at(seen, lay, card=by_symbol[word[0]], **({} if take else {"word": word[1]}))
        return Plan(plan.move, plan.at + STUCK) if self._drew == count else plan

    def _ends(self, phrase: Sequence[str]) -> bool:
        return self._sentences is None or self._sentences.ends(phrase)

    def _word(self, phrase: Sequence[str], letters: str) -> tuple[str, str] | None:
        """A word that goes on with the sentence and begins with one of these letters, and which."""
        fits = [Fit(starts=letter) for letter in letters]
        if self._sentences is None:
            for i in self.rng.shuffled(range(len(fits))):
                if found := self._vocabulary.find(fits[i], avoid=self._refused):
                    return letters[i], found.word
            return None
        rare: tuple[str, str] | None = None
        for tries, (which, word) in enumerate(self._sentences.next_words(phrase, fits, avoid=self._refused)):
            if self._lexicon.common(word, self._style.words_known):
                return letters[which], word
            rare = rare or (letters[which], word)
            if tries == TURNED_OVER:
                break
        return rare

    # ---- the telling -------------------------------------------------------------------------------

    def _tell(self, seen: Sighting) -> Plan:
        note = self._recalled(seen.view.fact("which"))
        if note is None:
            return self.soon(seen, Move("forgotten"), *FORGETS)
        return self.soon(seen, _saying(note, "recite"), *TELLS)

    def _judge(self, seen: Sighting) -> Plan:
        """It objects only when it recalls another word."""
        note = self._recalled(seen.view.fact("which"))
        said = seen.view.fact("talk")[0].told.get("word")
        if note is None or (said is not None and fold(said.value) == fold(self._word_of(note))):
            return self.soon(seen, Move("agree"), *AGREES)
        plan = self.soon(seen, Move("objection"), *OBJECTS)
        latest = min((clock.at for clock in seen.view.clocks), default=plan.at + IN_TIME) - IN_TIME
        return Plan(plan.move, max(min(plan.at, latest), seen.now + 150))

    def _word_of(self, note: Note) -> str:
        return note.word or SIGNS[self._lexicon.language][note.symbol]

    def _propose(self, seen: Sighting) -> Plan | None:
        """What the teller said is no proposal: another mind in this seat may have objected."""
        note = self._recalled(seen.view.fact("which"))
        move = _saying(note, "propose") if note else None
        offer = seen.offer(move.name) if move else None
        if (
            move is None
            or offer is None
            or any(not d.accepts(move.args[name]) for name, d in offer.params.items())
        ):
            return None
        return self.soon(seen, move, *PROPOSES)


def _saying(note: Note, name: str) -> Move:
    if note.symbol == ETOILE:
        return Move("say_point")
    return Move("say_petard") if note.symbol == PETARD else Move(name, {"word": note.word})


BOT = PaflemixBot
