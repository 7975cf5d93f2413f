"""Sordelix players. As scribe: which word, and when to mask what. As seeker: the words that it knows and that have
the letters it remembers, said one by one. It is a fellow player, not a solver: it leaves people their time."""

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.games.sordelix.nouns import NOUNS
from tablee.games.sordelix.state import SIZE, WRITABLE
from tablee.kernel.door import CardView
from tablee.kernel.moves import Move, Offer
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.phases.secret_word import VEILED
from tablee.pieces.toutilix import PETARD, SYMBOL
from tablee.words import flags
from tablee.words.fit import ANY, Fit
from tablee.words.folding import fold
from tablee.words.lexicon import Lexicon


class SordelixStyle(Struct, frozen=True):
    secrets: int
    """A word to hide is one of so many of the commonest of ten letters."""
    draws: int
    """It is the one of so many whose letters leave the most words."""
    mask: tuple[Millis, Millis]
    """How long after a pétard a letter is masked, or after the last letter (`patient`)."""
    patient: bool
    """It masks when the others are about to be stuck."""
    knows: int | None
    """Words to seek with, of any length."""
    forgets: float
    """The chance that a letter is forgotten once it is masked."""
    pace: tuple[Millis, Millis]
    """The time from one proposal to the next."""
    many: int
    """With more words left than these it wants another card."""
    lonely: Millis
    """With people: the only word left comes no sooner."""


STYLES: Mapping[Level, SordelixStyle] = {
    Level.BEGINNER: SordelixStyle(1_000, 1, (10_000, 30_000), False, 20_000, 1.0, (4_000, 10_000), 50, 20_000),
    Level.NORMAL: SordelixStyle(4_000, 1, (5_000, 20_000), False, 60_000, 0.5, (3_000, 6_000), 20, 12_000),
    Level.STRONG: SordelixStyle(8_000, 40, (1_000, 4_000), True, None, 0.0, (2_000, 4_000), 8, 6_000),
}
POLITE: Millis = 6_000
"""With people: no proposal so soon after a card was turned."""
DRY: Millis = 20_000
"""After so long without a new word it is stuck."""
PLENTY = 400
"""More words than these need not be thought of at once."""
LETTERS_DRAWN = 5
OTHER_KINDS = flags.VERB | flags.INFINITIVE | flags.GERUND
COMMON_LETTERS = "ESARTINULOCDMPHGBFVQYXZJKW"
"""From the commonest to the rarest."""


class SordelixBot(Mind):
    def __init__(self, seat: Seat, level: Level, rng: Rng, lexicon: Lexicon | None) -> None:
        super().__init__(seat, level, rng)
        assert lexicon is not None
        self._lexicon = lexicon
        self._having = flags.DICTIONARY if lexicon.tells_verbs else flags.KNOWN
        self._of = (-1, -1)
        self._steps = 0
        self._mine = ""
        self._forget()

    def _forget(self) -> None:
        """A new turn."""
        self._letters: dict[str, str] = {}
        """The letters in sight, by their names."""
        self._masked: list[str] = []
        """Those that were in sight, and are remembered."""
        self._said: set[str] = set()
        self._ideas: list[str] | None = None
        self._card_at = self._since = self._next = self._change = 0
        self._act: tuple[object, Millis] = (None, 0)

    # ---- every step --------------------------------------------------------------------------------

    def occasion(self, seen: Sighting) -> object:
        """It thinks anew at every step: proposals of others change what is left, and not its pace."""
        return self._steps

    def decide(self, seen: Sighting) -> Plan | None:
        """What it means to do first."""
        plans = [plan for offer in seen.offers if (plan := self._answer(seen, offer)) is not None]
        return min(plans, key=lambda plan: plan.at, default=None)

    def notice(self, seen: Sighting) -> None:
        self._steps += 1
        view = seen.view
        turn = (view.fact("scribe"), sum(view.fact("hides")))
        if turn != self._of:
            self._of = turn
            self._forget()
        if view.phase not in ("search", "align", "curtain"):
            return
        for event in seen.events:
            if event.kind == "proposes":
                self._said.add(fold(event.told("word")))
                if event.told("seat") == self.seat:
                    self._since = seen.now
        self._said |= {fold(p.word) for p in view.facts["proposals"]}
        shown = self._shown(seen)
        gone = [letter for name, letter in self._letters.items() if name not in shown]
        new = [letter for name, letter in shown.items() if name not in self._letters]
        for letter in new:
            if letter in self._masked and any(e.kind == "uncovers" for e in seen.events):
                self._masked.remove(letter)
        self._masked += [letter for letter in gone if not self.chance(STYLES[self.level].forgets)]
        self._letters = shown
        if new or gone or any(e.kind == "placed" for e in seen.events):
            self._ideas = None
            self._change = seen.now
        if any(e.kind == "turn_up" for e in seen.events):
            self._card_at = seen.now

    def _shown(self, seen: Sighting) -> dict[str, str]:
        """The letters that all can see."""
        return {
            card.handle: SYMBOL[card.face]
            for card in self._cards(seen)
            if card.face and card.handle and SYMBOL[card.face].isalpha() and card.mark != VEILED
        }

    def _cards(self, seen: Sighting) -> list[CardView]:
        zones = [zone for zone in seen.view.zones if zone.name in ("plane", "rack")]
        return [card for zone in zones for card in zone.cards if card is not None]

    def _answer(self, seen: Sighting, offer: Offer) -> Plan | None:
        match offer.name:
            case "write":
                self._mine = self._mine or self._secret()
                return Plan(Move("write", {"word": self._mine}), self._once(seen, "write", 4_000, 12_000))
            case "begin":
                return Plan(Move("begin"), self._once(seen, "begin", 1_500, 3_000))
            case "mask":
                return self._mask(seen, offer)
            case "flip":
                return self._flip(seen, offer)
            case "nothing_more":
                return self._content(seen)
            case "propose":
                return self._propose(seen, offer)
            case "stuck":
                return self._stuck(seen)
            case "uncover":
                (domain,) = offer.params.values()
                at = self._once(seen, ("uncover", domain.count()), 2_000, 4_000)
                return Plan(Move("uncover", {"place": domain.sample(self.rng)}), at)
        return None

    def _once(self, seen: Sighting, about: object, low: Millis, high: Millis) -> Millis:
        """A time that is drawn once for each occasion."""
        if self._act[0] != about:
            self._act = (about, seen.now + low + self.rng.below(high - low + 1))
        return max(seen.now, self._act[1])

    # ---- the scribe --------------------------------------------------------------------------------

    def _secret(self) -> str:
        """A beginner's word is a noun that children know."""
        style = STYLES[self.level]
        listed = NOUNS.get(self._lexicon.language, ())
        if self.level is Level.BEGINNER and listed:
            return self.rng.choice(listed)
        found = self._lexicon.index.find(WRITABLE, limit=style.secrets, having=self._having)
        found = [word for word in found if self._lexicon.common(word, style.secrets, of_length=True)]
        if self.level is Level.BEGINNER:
            found = [word for word in found if self._is_noun(word)] or found
        drawn = [self.rng.choice(found) for _ in range(style.draws)]
        chosen = max(drawn, key=self._alike) if style.draws > 1 else drawn[0]
        return self._lexicon.spelled(chosen, self._having)

    def _is_noun(self, word: str) -> bool:
        kinds = self._lexicon.look_up(word)
        return not self._lexicon.tells_verbs or bool(kinds & flags.NOUN and not kinds & OTHER_KINDS)

    def _alike(self, word: str) -> int:
        """How many words have some five letters of this one."""
        some = self.rng.shuffled(word)[:LETTERS_DRAWN]
        return self._count(some)

    def _count(self, letters: Sequence[str]) -> int:
        fit = Fit(contains="".join(letters), least=SIZE, most=SIZE)
        return self._lexicon.index.count(fit, having=self._having)

    def _mask(self, seen: Sighting, offer: Offer) -> Plan | None:
        style = STYLES[self.level]
        names = {card.handle: SYMBOL[card.face] for card in self._cards(seen) if card.handle and card.face}
        letter, petard = offer.params["letter"], offer.params["petard"]
        ripe = [name for name in letter.values() if name in names]
        petards = list(petard.values())
        if not ripe or (style.patient and seen.view.phase == "search"):
            return None
        at = self._once(seen, ("mask", len(petards), seen.view.fact("beneath")[self.seat]), *style.mask)
        shown = [names[name] for name in self._shown(seen)]
        match self.level:
            case Level.BEGINNER:
                chosen = self.rng.choice(ripe)
            case Level.NORMAL:
                chosen = max(ripe, key=lambda name: COMMON_LETTERS.find(names[name]))
            case _:
                chosen = max(ripe, key=lambda name: self._count(_less(shown, names[name])))
        return Plan(Move("mask", {"letter": chosen, "petard": petards[0]}), at)

    # ---- the seekers -------------------------------------------------------------------------------

    def _words(self, seen: Sighting) -> list[str]:
        """Words with all the letters that it remembers, the commonest first, that nobody has said yet."""
        if self._ideas is None:
            style = STYLES[self.level]
            letters = Counter(self._letters.values()) + Counter(self._masked)
            contains = "".join(sorted(letters.elements()))[:SIZE]
            fit = Fit(contains=contains, ends=self._end(seen), least=SIZE, most=SIZE)
            known, having = style.knows, self._having
            index = self._lexicon.index
            self._ideas = index.find(fit, limit=PLENTY, most_common=known, having=having) if contains else []
        return [word for word in self._ideas if word not in self._said]

    def _end(self, seen: Sighting) -> str:
        """What the exchanges have shown of the end of the word."""
        rack = next((zone for zone in seen.view.zones if zone.name == "rack"), None)
        if rack is None or rack.best < 0:
            return ""
        placed = rack.cards[rack.best :]
        symbols = [SYMBOL[card.face] if card is not None and card.face else ANY for card in placed]
        return "".join(ANY if symbol == PETARD else symbol for symbol in symbols)

    def _people(self, seen: Sighting) -> bool:
        """Whether somebody seeks with it who is no bot."""
        scribe = seen.view.fact("scribe")
        return any(s.human for i, s in enumerate(seen.view.seats) if i not in (self.seat, scribe))

    def _wants_more(self, seen: Sighting) -> bool:
        left = len(self._words(seen))
        return left == 0 or left > STYLES[self.level].many

    def _flip(self, seen: Sighting, offer: Offer) -> Plan | None:
        if seen.view.fact("seat") != self.seat or not self._wants_more(seen):
            return None
        (domain,) = offer.params.values()
        at = self._once(seen, ("flip", self._card_at), 800, 1_800)
        if self._people(seen) and self._letters:
            at = max(at, self._card_at + POLITE)
        return Plan(Move("flip", {"place": domain.sample(self.rng)}), max(at, offer.opens_at))

    def _content(self, seen: Sighting) -> Plan | None:
        if not self._wants_more(seen):
            return None
        return Plan(Move("nothing_more"), max(seen.now, self._card_at + 2_000))

    def _propose(self, seen: Sighting, offer: Offer) -> Plan | None:
        left = self._words(seen)
        if not left:
            return None
        style = STYLES[self.level]
        if self._next <= self._since:
            low, high = style.pace
            self._next = max(self._since, self._card_at) + low + self.rng.below(high - low + 1)
        at = max(self._next, offer.opens_at, seen.now)
        if self._people(seen):
            at = max(at, self._card_at + POLITE)
            if len(left) == 1:
                at = max(at, self._change + style.lonely)
        return Plan(Move("propose", {"word": self._lexicon.spelled(left[0], self._having)}), at)

    def _stuck(self, seen: Sighting) -> Plan | None:
        if self._words(seen):
            return None
        return Plan(Move("stuck"), max(seen.now, max(self._change, self._since) + DRY))


def _less(letters: Sequence[str], letter: str) -> list[str]:
    left = list(letters)
    left.remove(letter)
    return left


BOT = SordelixBot
