"""Ruéverlix bots: how many words they know, how long one takes them, and how sure they are before they add."""

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.bots.reaction import reaction
from tablee.bots.words import Skill, Vocabulary, refused_words
from tablee.kernel.moves import Move, Offer
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.pieces.toutilix import DECK, PETARD, SYMBOL
from tablee.words.fit import contains
from tablee.words.folding import fold
from tablee.words.lexicon import Lexicon


class RueverlixStyle(Struct, frozen=True):
    knows: int | None
    """So many of the commonest words; None: all."""
    soonest: Millis
    latest: Millis
    """To find a word takes a time between these, typing included; then it has none."""
    chance: float
    """It adds a card if that will still leave it a word so often; 0: it goes by the words that it knows now."""
    words: int = 0
    """It adds a card if it knows so many words for the row."""
    counts: bool = False
    """It remembers all the cards that were laid."""
    greedy: bool = False
    """It leaves a row lying to add once more, where it expects more from the larger one."""


STYLES = {
    Level.BEGINNER: RueverlixStyle(3_000, 6_000, 12_000, 0.0, words=30),
    Level.NORMAL: RueverlixStyle(20_000, 3_000, 7_000, 0.6),
    Level.STRONG: RueverlixStyle(None, 1_500, 4_000, 0.5, counts=True, greedy=True),
}
REFLEX: Millis = 1_000
"""So long after the row has opened bots let people be first."""
COMMONEST = 8
"""Of the words that fit it says one of so many."""
OVERRUN = 0.25
"""The chance that one who may add does so before a row that was left lying is added to again."""
HESITATES: Millis = 250
TURNS: tuple[Millis, Millis] = (500, 1_200)
OVER = frozenset(("picks_up", "stuck", "petard", "nobody"))
"""The row is gone."""
ALL = Counter(SYMBOL[face] for face in DECK)


class RueverlixBot(Mind):
    def __init__(self, seat: Seat, level: Level, rng: Rng, lexicon: Lexicon) -> None:
        super().__init__(seat, level, rng)
        self._style = STYLES[level]
        self._words = Vocabulary(
            lexicon, Skill(self._style.knows, 1.0, 1.0, self._style.soonest, self._style.latest, 0), rng
        )
        self._seen: Counter[str] = Counter()
        """All the cards that were ever laid in the row."""
        self._row = ""
        self._began: Millis = 0
        self._word = ""
        """What it would say for the row as it lies; empty: nothing comes to mind."""
        self._ready: Millis = 0
        """When that has come to its mind, or when it has given up."""

    def notice(self, seen: Sighting) -> None:
        self._words.refused |= refused_words(seen.events)
        for event in seen.events:
            if event.target is not None and event.target[0] == "row" and event.face:
                self._seen[SYMBOL[event.face]] += 1
            if event.kind in OVER:
                self._row = ""

    def occasion(self, seen: Sighting) -> object:
        """What may be done about which cards, and from when on: a clock that runs out is nothing new."""
        return [(offer.name, offer.stimulus, offer.opens_at) for offer in seen.offers], self._words.refused

    def decide(self, seen: Sighting) -> Plan | None:
        if seen.offer("flip"):
            return self.soon(seen, Move("flip"), *TURNS)
        self._think(seen)
        word, add, dry = seen.offer("say") or seen.offer("buzz"), seen.offer("add"), seen.offer("dry")
        if word is not None and self._word:
            return self._speak(seen, word)
        if add is not None and self._dares(seen):
            return self._at(seen, Move("add"), max(self._ready, add.opens_at + REFLEX))
        if seen.offer("pick_up"):
            return self._at(seen, Move("pick_up"), seen.now)
        if dry is not None and seen.view.fact("adder") != self.seat:
            given_up = self._ready if word is None else self._began + self._style.latest
            return self._at(seen, Move("dry"), max(given_up, dry.opens_at))
        return None

    # ---- words -------------------------------------------------------------------------------------

    def _think(self, seen: Sighting) -> None:
        """Each row is thought about once; a word that the table refused is not said again."""
        row = "".join(SYMBOL[card.face or ""] for card in seen.view.zone("row").cards if card)
        if row == self._row and fold(self._word) not in self._words.refused:
            return
        if row != self._row:
            self._row, self._began = row, seen.now
        found = self._words.known(contains(row))
        self._word = self._words.spelled(self.rng.choice(found[:COMMONEST])) if found else ""
        after = self._words.thinking(len(found)) if found else self._style.latest
        self._ready = self._began + after

    def _speak(self, seen: Sighting, offer: Offer) -> Plan:
        if offer.name == "buzz":
            return self._at(seen, Move("buzz"), self._ready)
        pick = not self._wants_more(seen)
        return self._at(seen, Move("say", {"word": self._word, "pick": pick}), self._ready)

    def _at(self, seen: Sighting, move: Move, at: Millis) -> Plan:
        offer = seen.offer(move.name)
        after = max(at, seen.now) + reaction(self.rng, HESITATES, 0.5)
        return Plan(Move(move.name, move.args, answers=offer.stimulus if offer else None), after)

    # ---- cards -------------------------------------------------------------------------------------

    def _dares(self, seen: Sighting) -> bool:
        """Whether it adds a card, having a word for the row or hoping for one with the next letter."""
        if seen.offer("pick_up"):
            return self._wants_more(seen)
        if self._style.words:
            return len(self._words.known(contains(self._row), limit=self._style.words)) >= self._style.words
        return self._fitting() > self._style.chance

    def _wants_more(self, seen: Sighting) -> bool:
        """R12: the row with one card more, won or lost, against the row that is there for the taking; if nobody
        else adds first."""
        view = seen.view
        may_add = [view.zone(f"pile:{seat}").count > 0 for seat in range(len(view.seats))]
        if not self._style.greedy or not may_add[self.seat]:
            return False
        dry = view.fact("dried")
        rivals = sum(adds and not dry[seat] for seat, adds in enumerate(may_add) if seat != self.seat)
        size = len(self._row)
        return (1 - OVERRUN) ** rivals * (2 * self._fitting() - 1) * (size + 1) > size

    def _fitting(self) -> float:
        """The chance that it will know a word for the row and the next card of its pile. A pétard fits nothing."""
        left = self._unseen()
        all_left = sum(left.values())
        fits = sum(
            times
            for symbol, times in left.items()
            if symbol != PETARD and self._words.known(contains(self._row + symbol), limit=1)
        )
        return fits / all_left if all_left else 0.0

    def _unseen(self) -> Mapping[str, int]:
        return ALL - (self._seen if self._style.counts else Counter(self._row))


BOT = RueverlixBot
