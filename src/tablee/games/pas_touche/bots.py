"""Pas Touche ! bots: how long they search for a card, how often hand or card is wrong, and whom they hinder."""

from collections import deque
from math import exp

from msgspec import Struct

from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.racing import RacingMind
from tablee.bots.reaction import reaction
from tablee.games.pas_touche.cards import COUNTS, TREATS, read
from tablee.games.pas_touche.judge import CHOSEN, OTHER
from tablee.kernel.door import View
from tablee.kernel.moves import Move
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat


class PasToucheStyle(Struct, frozen=True):
    searches: Millis
    """Median of its search."""
    spread: float
    memory: int
    """It finds a card again more quickly, if it is among so many that it found last."""
    wrong_card: float
    wrong_hand: float
    """For each of its constraints that lies face up."""
    forgets_call: float
    blocks: float


STYLES = {
    Level.BEGINNER: PasToucheStyle(3_200, 0.45, 4, 0.04, 0.05, 0.12, 0.4),
    Level.NORMAL: PasToucheStyle(1_900, 0.35, 12, 0.02, 0.02, 0.04, 0.8),
    Level.STRONG: PasToucheStyle(1_100, 0.30, 36, 0.007, 0.007, 0.01, 1.0),
}
SEES: Millis = 120
MOVES: Millis = 180
CHANGES_HAND: Millis = 150
KNOWN = 0.8
"""What is left of the search for a card that it remembers."""
ADAPTS = 0.25
"""How much slower an adaptive bot gets by a round that it wins, as an exponent; lost rounds give it back."""
SLOWEST, QUICKEST = 4.0, 0.3


class PasToucheBot(RacingMind):
    def __init__(self, seat: Seat, level: Level, rng: Rng) -> None:
        super().__init__(seat, level, rng)
        self._found: deque[str] = deque(maxlen=STYLES[level].memory)
        self._pace = 1.0
        self._card = ""
        """The card that it means to touch."""
        self._will_call = False

    def notice(self, seen: Sighting) -> None:
        """With `adaptive`, it wins one round in n in the long run: what one win costs, n - 1 others give back."""
        kinds = {event.kind for event in seen.events}
        if not kinds & {"wins", "blocks", "nobody"} or not seen.view.fact("adaptive"):
            return
        won = any(e.kind == "wins" and e.told("seat") == self.seat for e in seen.events)
        self._pace *= exp(ADAPTS if won else -ADAPTS / (len(seen.view.seats) - 1))
        self._pace = min(SLOWEST, max(QUICKEST, self._pace))

    def occasion(self, seen: Sighting) -> object:
        """The dice and what may be done: that somebody else has touched interrupts nothing."""
        return seen.view.phase, super().occasion(seen)

    def decide(self, seen: Sighting) -> Plan | None:
        if seen.offer("roll"):
            return self.soon(seen, Move("roll"), 1_200, 2_600)
        if seen.offer("tap"):
            return self.soon(seen, Move("tap", {"card": handle_of(seen.view, self._card)}), 250, 700)
        touch = seen.offer("touch") or seen.offer("buzz")
        if touch is None:
            will, self._will_call = self._will_call, False
            return self.soon(seen, Move("call"), 80, 500) if will and seen.offer("call") else None
        return self._touch(seen, touch.name)

    def _touch(self, seen: Sighting, name: str) -> Plan:
        view, style = seen.view, STYLES[self.level]
        treat, number = (card.mark or "" for card in view.zone("dice").cards if card is not None)
        right = f"{treat}-{number}"
        forbidden = forbids(view, self.seat, right)
        takes = SEES + MOVES + self._search(right)
        self._found.append(right)
        blocks = forbidden and self._tries_to_block(view, right)
        hand = OTHER if forbidden else CHOSEN
        if self.chance(style.wrong_hand * len(constraints(view, self.seat))):
            hand = CHOSEN if hand == OTHER else OTHER
        elif forbidden and not blocks:
            return self.soon(seen, Move("give_up"), takes, takes + 1)
        self._card = self._neighbour(treat, int(number)) if self.chance(style.wrong_card) else right
        self._will_call = hand == OTHER and not self.chance(style.forgets_call)
        takes += CHANGES_HAND if hand == OTHER else 0
        card = {"card": handle_of(view, self._card)} if name == "touch" else {}
        return self.soon(seen, Move(name, {**card, "hand": hand}), takes, takes)

    def _search(self, face: str) -> Millis:
        style = STYLES[self.level]
        median = style.searches * self._pace * (KNOWN if face in self._found else 1)
        return reaction(self.rng, round(median), style.spread)

    def _tries_to_block(self, view: View, right: str) -> bool:
        """A strong bot hinders nobody for nothing: the one in the lead cannot take this card anyway."""
        if self.level is Level.STRONG:
            best = max(score or 0 for score in view.scores)
            first = [seat for seat, score in enumerate(view.scores) if score == best]
            if len(first) == 1 and first[0] != self.seat and forbids(view, first[0], right):
                return False
        return self.chance(STYLES[self.level].blocks)

    def _neighbour(self, treat: str, number: int) -> str:
        """What one takes for the right card: one treat more or less, mostly of many, or a look-alike."""
        if self.chance(2 / 3 if number > 3 else 1 / 3):
            near = [n for n in (number - 1, number + 1) if n in COUNTS]
            return f"{treat}-{self.rng.choice(near)}"
        at = TREATS.index(treat)
        return f"{TREATS[(at + self.rng.choice((1, 5))) % len(TREATS)]}-{number}"


def constraints(view: View, seat: Seat) -> list[str]:
    """What a seat's face-up cards name, as everybody sees them."""
    if seat in view.fact("lenient"):
        return []
    cards = view.zone(f"track:{seat}").cards
    return [what for card in cards if card and card.face for what in read(card.face).forbids]


def forbids(view: View, seat: Seat, face: str) -> bool:
    return any(what in face.split("-") for what in constraints(view, seat))


def handle_of(view: View, face: str) -> str:
    return next(card.handle or "" for card in view.zone("grid").cards if card and card.face == face)


BOT = PasToucheBot
