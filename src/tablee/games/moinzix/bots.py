"""Moinzix bots: they go through the alphabet, letter by letter, and name the first one that they miss."""

from msgspec import Struct

from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.racing import RacingMind
from tablee.bots.reaction import reaction
from tablee.games.moinzix.rules import LINES
from tablee.kernel.moves import Move
from tablee.kernel.units import Millis
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


class MoinzixBot(RacingMind):
    _gone: frozenset[str] = frozenset()
    """The letters that it remembers to have left."""
    _laid: frozenset[str] = frozenset()
    """The letters that lay there when it last looked."""
    _found: str = ""

    def notice(self, seen: Sighting) -> None:
        """Letters are turned up once, when they leave; where there is a memo they can be read. A wrong answer that
        is not on the table reminds everybody that this letter is gone."""
        for event in seen.events:
            if event.kind == "turn_up" and event.face:
                self._note(event.face[-1])
            elif event.kind == "wrong" and event.told("shout") not in self._laid:
                self._note(event.told("shout"))
        self._gone |= frozenset(str(seen.view.fact("gone")).split())

    def _note(self, letter: str) -> None:
        if self.chance(STYLES[self.level].remembers):
            self._gone |= {letter}

    def decide(self, seen: Sighting) -> Plan | None:
        if layout := seen.offer("layout"):
            return self.soon(seen, Move("layout", layout.sample(self.rng)), *CHOOSES)
        if seen.offer("answer"):
            return self.soon(seen, Move("answer", {"letter": self._found}), *SAYS)
        self._found, after = self._search(seen)
        return self.press(seen, seen.offers[0], after)

    def _search(self, seen: Sighting) -> tuple[str, Millis]:
        """The first letter that it neither sees nor remembers, and how long it took to get there."""
        style = STYLES[self.level]
        pace = round(style.per_letter * (IN_LINES if seen.view.fact("way") == LINES else 1))
        self._laid = frozenset(card.face[-1] for card in seen.view.zone("plane").cards if card and card.face)
        after = 0
        for letter in ALPHABET:
            after += reaction(self.rng, pace)
            if self.chance(style.overlooks) if letter in self._laid else letter not in self._gone:
                break
        return letter, after


BOT = MoinzixBot
