"""Frontibix bots: they see the other's letter, and learn their own from the clue they are given, as people do."""

from collections.abc import Mapping

from msgspec import Struct

from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.racing import WordRacer
from tablee.bots.reaction import reaction
from tablee.bots.words import Skill, refused_words
from tablee.kernel.moves import Move, Offer
from tablee.kernel.units import ANTICIPATION, Millis, Seat
from tablee.words.fit import Fit, Word
from tablee.words.folding import fold


class FrontibixStyle(Struct, frozen=True):
    knows: int
    """So many of the commonest words."""
    clue: tuple[Millis, Millis]
    """How long it looks for a clue."""
    no_clue: float
    """How often it finds none."""
    searches: Millis
    """Median of its time to find the word of the duel."""
    gives_up: float
    """How often it gives up on a rare letter."""
    errs: float
    """How often it says a word that lacks a letter."""
    per_letter: Millis


STYLES = {
    Level.BEGINNER: FrontibixStyle(1_500, (2_000, 5_000), 0.08, 12_000, 0.4, 0.05, 250),
    Level.NORMAL: FrontibixStyle(8_000, (1_000, 3_000), 0.0, 6_000, 0.0, 0.02, 120),
    Level.STRONG: FrontibixStyle(40_000, (1_000, 1_000), 0.0, 3_000, 0.0, 0.0, 120),
}
RARE = frozenset("HJKQWXYZ")
CHOOSES: tuple[Millis, Millis] = (800, 2_500)
HELPS: tuple[Millis, Millis] = (1_500, 3_000)
HELPS_LATER: tuple[Millis, Millis] = (6_000, 8_000)
"""Where people could help, they may be faster."""
ASKED = ("sure", "said", "vote")
SHORT = (3, 6)
"""How long a word is that helps."""


class FrontibixBot(WordRacer):
    skills = {level: Skill(s.knows, 1.0, 1.0, *s.clue, s.per_letter) for level, s in STYLES.items()}

    _stimulus: int | None = None
    _duel: Plan | None = None
    """What it will do in this duel, thought of once."""
    _stopped: Millis | None = None
    """Since when the clock of the duel stands still, while somebody is asked about a word."""

    def notice(self, seen: Sighting) -> None:
        super().notice(seen)
        if refused_words(seen.events) and fold(self.found) in self.words.refused:
            self._stimulus = None  # another word must be found
        if seen.view.phase in ASKED:
            self._stopped = seen.now if self._stopped is None else self._stopped
        elif self._stopped is not None:
            if self._duel is not None:  # it has lost no time, and won none
                self._duel = Plan(self._duel.move, self._duel.at + seen.now - self._stopped)
            self._stopped = None

    def decide(self, seen: Sighting) -> Plan | None:
        if seen.offer("challenge"):
            return self.soon(seen, Move("challenge", {"seat": self._victim(seen)}), *CHOOSES)
        if clue := seen.offer("clue"):
            return self._clue(seen, clue)
        racing = seen.offer("buzz") or seen.offer("say")
        if racing is not None and racing.stimulus is None:
            return self.answer(seen)
        return self.first_of(self._fight(seen, racing) if racing else None, self._help(seen))

    # ---- what it sees ------------------------------------------------------------------------------

    def _opponent(self, seen: Sighting) -> Seat:
        challenger: Seat = seen.view.fact("challenger")
        opponent: Seat = seen.view.fact("challenged") if challenger == self.seat else challenger
        return opponent

    def _letter(self, seen: Sighting, seat: Seat) -> str:
        """The letter on a forehead, as far as it is seen; the bot's own by the clue it was given."""
        card = seen.view.zone(f"forehead:{seat}").cards[-1:]
        if card and card[0] and card[0].face:
            return card[0].face[-1]
        hints: Mapping[str, list[str]] = seen.view.fact("hints")
        return fold(hints[str(seat)][0])[0]

    # ---- what it does ------------------------------------------------------------------------------

    def _victim(self, seen: Sighting) -> Seat:
        """Anybody; the strong one takes whoever has the most cards."""
        offer = seen.offer("challenge")
        assert offer is not None
        seats: list[Seat] = [args["seat"] for args in offer.enumerate()]
        if self.level is not Level.STRONG:
            return self.rng.choice(seats)
        most = max(seen.view.scores[seat] or 0 for seat in seats)
        return self.rng.choice([seat for seat in seats if (seen.view.scores[seat] or 0) == most])

    def _clue(self, seen: Sighting, offer: Offer) -> Plan | None:
        style = STYLES[self.level]
        if self.chance(style.no_clue):
            return None
        # A word with few letters beside the first tells what it must and nothing more.
        plain = (lambda word: -float(len(set(word)))) if self.level is Level.STRONG else None
        found = self.words.find(Fit(starts=self._letter(seen, self._opponent(seen)), least=3), best=plain)
        if found is None:
            return None
        return Plan(Move("clue", {"word": found.word}, answers=offer.stimulus), seen.now + found.after)

    def _fight(self, seen: Sighting, offer: Offer) -> Plan | None:
        if offer.stimulus != self._stimulus:
            self._stimulus = offer.stimulus
            self._duel = self._thought(seen, offer)
        return self._duel

    def _thought(self, seen: Sighting, offer: Offer) -> Plan:
        style = STYLES[self.level]
        own, other = self._letter(seen, self.seat), self._letter(seen, self._opponent(seen))
        after = max(ANTICIPATION, reaction(self.rng, style.searches))
        gives_up = (own in RARE or other in RARE) and self.chance(style.gives_up)
        wrong = Fit(starts=other, without=own) if self.chance(style.errs) and own != other else None
        found = None if gives_up else self.words.find(wrong or Fit(contains=own + other))
        if found is None:
            return Plan(Move("dry"), seen.now + after)
        self.found = found.word
        if offer.name == "buzz":
            return Plan(Move("buzz", answers=offer.stimulus), seen.now + after)
        after += self.words.typing(found.word)
        return Plan(Move("say", {"word": found.word}, answers=offer.stimulus), seen.now + after)

    def _help(self, seen: Sighting) -> Plan | None:
        """D12: the other duellist gives the commonest short word that begins as it must, if no person does."""
        offer = seen.offer("give")
        if offer is None or self.seat not in (seen.view.fact("challenger"), seen.view.fact("challenged")):
            return None
        word = offer.params["word"]
        assert isinstance(word, Word)
        least, most = SHORT
        fit = Fit(starts=word.fit.starts, least=least, most=most)
        easy = next((w for w in self.words.known(fit) if w not in word.besides), None)
        if easy is None:
            return None
        people = sum(seat.human and seat.present for seat in seen.view.seats)
        spelled = self.words.lexicon.spelled(easy)
        return self.soon(seen, Move("give", {"word": spelled}), *(HELPS if people < 2 else HELPS_LATER))


BOT = FrontibixBot
