"""Sprintilix bots: they know every syllable; how long they take and how often they slip is drawn (D11)."""

from collections.abc import Sequence

from msgspec import Struct, structs

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.bots.reaction import normal
from tablee.games.sprintilix.manches import MANCHES
from tablee.kernel.moves import Move, Offer
from tablee.kernel.units import Millis
from tablee.pieces.domains import Syllable
from tablee.pieces.toutilix import SYMBOL


class SprintilixStyle(Struct, frozen=True):
    takes: Millis
    """Mean time for a syllable: two keys (docs/bots.md),"""
    spread: Millis
    slips: tuple[float, float, float]
    """How often it types a wrong syllable, in each manche."""


STYLES = {
    Level.BEGINNER: SprintilixStyle(2_600, 700, (0.006, 0.02, 0.02)),
    Level.NORMAL: SprintilixStyle(1_500, 400, (0.003, 0.008, 0.008)),
    Level.STRONG: SprintilixStyle(850, 200, (0.001, 0.002, 0.002)),
}
QUICKEST: Millis = 350
STARTS: Millis = 2_000
"""What it lets pass before it gives the start."""
IS_READY = (700, 1_600)
HAS_LOOKED = (2_000, 3_500)
AGREES = (1_000, 1_500)


def mistaken(keys: Syllable, right: Sequence[str]) -> list[str]:
    """What one says by mistake: another consonant; where there is only one, another vowel."""
    consonants = [letter for letter in keys.letters if letter not in keys.last]
    same = [consonant + right[0][-1] for consonant in consonants]
    others = [consonant + vowel for consonant in consonants for vowel in keys.last]
    return [said for said in same if said not in right] or [said for said in others if said not in right]


class SprintilixBot(Mind):
    def occasion(self, seen: Sighting) -> object:
        """What lies before it: how far the others are interrupts nothing."""
        return seen.view.phase, [(offer.name, offer.stimulus) for offer in seen.offers]

    def decide(self, seen: Sighting) -> Plan | None:
        if reads := seen.offer("syllable"):
            return self._read(seen, reads)
        if turns := seen.offer("next_card"):
            slips = self._slips(seen)
            return self._after(seen, turns, Move("abandon") if slips else Move("next_card"))
        if seen.offer("ready"):
            return self.soon(seen, Move("ready"), *IS_READY)
        if seen.offer("ok"):
            return self.soon(seen, Move("ok"), *HAS_LOOKED)
        if seen.offer("give_start"):
            return self.soon(seen, Move("give_start"), STARTS, STARTS)
        if asks := seen.offer("timekeeper"):
            return self.soon(seen, Move("timekeeper", asks.sample(self.rng)), *IS_READY)
        if seen.offer("agree"):
            return self.soon(seen, Move("agree"), *AGREES)
        return None  # it hears no errors, and does not vote

    def _slips(self, seen: Sighting) -> bool:
        return self.chance(STYLES[self.level].slips[seen.view.fact("manche")])

    def _read(self, seen: Sighting, offer: Offer) -> Plan:
        card = seen.view.zone(f"turned:{self.seat}").cards[-1]
        assert card is not None and card.face is not None
        keys = offer.params["text"]
        assert isinstance(keys, Syllable)
        manche, letter = MANCHES[seen.view.fact("manche")], SYMBOL[card.face]
        right = [said for way in (manche.sound, manche.spelled) for said in way[letter] if keys.accepts(said)]
        said = self.rng.choice(mistaken(keys, right)) if self._slips(seen) else right[0]
        return self._after(seen, offer, Move("syllable", {"text": said}))

    def _after(self, seen: Sighting, offer: Offer, move: Move) -> Plan:
        style = STYLES[self.level]
        takes = max(QUICKEST, round(style.takes + style.spread * normal(self.rng)))
        answers = offer.stimulus if move.name == offer.name else None
        return Plan(structs.replace(move, answers=answers), max(seen.now + takes, offer.opens_at))


BOT = SprintilixBot
