"""Moinzix bots: they go through the alphabet, letter by letter, and name the first one that they miss."""

from msgspec import Struct

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.bots.reaction import reaction
from tablee.games.moinzix.rules import LINES
from tablee.kernel.moves import Move
from tablee.kernel.rng import Rng
from tablee.kernel.units import ANTICIPATION, Millis, Seat
from tablee.pieces.toutilix import ALPHABET


class MoinzixStyle(Struct, frozen=True):
    per_letter: Millis
    """Median of its time to check a letter, among scattered cards."""
    overlooks: float
    """How often it does not see a letter that lies there."""
    remembers: float
    """How often it keeps a letter in mind that is gone; a forgotten one it takes for the missing one."""


STYLES = {
    Level.BEGINNER: MoinzixStyle(900, 0.02, 0.9),
    Level.NORMAL: MoinzixStyle(500, 0.01, 0.95),
    Level.STRONG: MoinzixStyle(250, 0.0025, 1.0),
}
"""A wrong answer gives all the others a letter, so they err less often than the spec has it: or whoever never
presses would win."""
IN_LINES = 0.7
"""Cards in lines are quicker to look through."""
CHOOSES: tuple[Millis, Millis] = (1_000, 2_500)
SAYS: tuple[Millis, Millis] = (600, 1_800)


class MoinzixBot(Mind):
    def __init__(self, seat: Seat, level: Level, rng: Rng) -> None:
        super().__init__(seat, level, rng)
        self._gone: set[str] = set()
        """The letters that it remembers to have left."""
        self._laid: set[str] = set()
        """The letters that lay there when it last looked."""
        self._found = ""

    def notice(self, seen: Sighting) -> None:
        """Letters are turned up once, when they leave; where there is a memo they can be read. A wrong answer that
        is not on the table reminds everybody that this letter is gone."""
        for event in seen.events:
            if event.kind == "turn_up" and event.face:
                self._note(event.face[-1])
            elif event.kind == "wrong" and event.told("shout") not in self._laid:
                self._note(event.told("shout"))
        self._gone.update(str(seen.view.fact("gone")).split())

    def _note(self, letter: str) -> None:
        if self.chance(STYLES[self.level].remembers):
            self._gone.add(letter)

    def occasion(self, seen: Sighting) -> object:
        return [(offer.name, offer.stimulus) for offer in seen.offers]

    def decide(self, seen: Sighting) -> Plan | None:
        if layout := seen.offer("layout"):
            return self.soon(seen, Move("layout", layout.sample(self.rng)), *CHOOSES)
        if seen.offer("answer"):
            return self.soon(seen, Move("answer", {"letter": self._found}), *SAYS)
        self._found, after = self._search(seen)
        offer = seen.offers[0]
        at = max(seen.now + max(after, ANTICIPATION), offer.opens_at)
        return Plan(Move("moinzix", answers=offer.stimulus), at)

    def _search(self, seen: Sighting) -> tuple[str, Millis]:
        """The first letter that it neither sees nor remembers, and how long it took to get there."""
        style = STYLES[self.level]
        pace = round(style.per_letter * (IN_LINES if seen.view.fact("way") == LINES else 1))
        self._laid = {card.face[-1] for card in seen.view.zone("plane").cards if card and card.face}
        after = 0
        for letter in ALPHABET:
            after += reaction(self.rng, pace)
            if self.chance(style.overlooks) if letter in self._laid else letter not in self._gone:
                break
        return letter, after


BOT = MoinzixBot
