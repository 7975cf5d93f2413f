"""Pitchix players: a hand that trembles by level, three ways to aim, three vocabularies."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import hypot
from typing import Any

import numpy as np
from msgspec import Struct, structs

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.bots.slides import Aimed, aim_at, try_out
from tablee.bots.words import USUAL, Skill, Vocabulary, refused_words
from tablee.games.pitchix.rules import LONG
from tablee.kernel.domains import Card
from tablee.kernel.moves import Move, Offer
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import Rng
from tablee.kernel.units import Seat
from tablee.pieces.shot import AXES, Shot
from tablee.pieces.slide import SURFACES, Lie, Surface, lie_of, start_of
from tablee.pieces.toutilix import ETOILE, PETARD, SYMBOL
from tablee.words.lexicon import Lexicon
from tablee.words.spelling import Spelling


class Aim(Struct, frozen=True):
    """How steady a hand is, and how many flicks it weighs."""

    aim: float
    """Degrees, the standard deviation; on top of what every hand has (D22)."""
    power: float
    weighs: int
    trials: int = 1
    """How often each is tried, with the errors of this hand."""


AIMS: Mapping[Level, Aim] = {
    Level.BEGINNER: Aim(6.0, 0.20, 0),
    Level.NORMAL: Aim(3.5, 0.12, 40),
    Level.STRONG: Aim(2.0, 0.06, 60, 5),
}
SKILLS: Mapping[Level, Skill] = {
    Level.BEGINNER: structs.replace(USUAL[Level.BEGINNER], words_known=1_500, find=0.5),
    Level.NORMAL: structs.replace(USUAL[Level.NORMAL], words_known=8_000),
    Level.STRONG: structs.replace(USUAL[Level.STRONG], words_known=40_000),
}
SHOOTS = (2_000, 5_000)
"""So long after its turn has begun, so that all can look."""
HAND_TREMBLES, POWER_TREMBLES = 2.0, 0.06
"""What every hand has (D22)."""
WORTH_LAYING, MANY = 4, 5
"""A normal player lays words of so many letters, and shorter ones from so many cards in hand when they keep the
turn."""
NEARLY_OVER, HOARDS = 8, 20
"""Cards in the draw pile: with so few everything is laid; with more a strong player hoards for long words."""
FULL_HAND = 9
RISK = 1.5
"""Cards that a strong player would give to keep his turn."""
ASKS = 5
"""How often it looks for another start where the table refuses one."""
BEYOND = (-10.0, 40.0, 120.0, 220.0)
"""How far a flick goes on after the point it is aimed at."""
USE: Mapping[str, int] = {a: 26 - i for i, a in enumerate("ESAITNRULODCPMVGFBHQYXJZKW")}
"""How useful a letter is to write with, from 26 down."""
CONSIDERED = 80


class PitchixBot(Mind):
    def __init__(self, seat: Seat, level: Level, rng: Rng, lexicon: Lexicon) -> None:
        super().__init__(seat, level, rng)
        self._lexicon = lexicon
        self._words = Vocabulary(lexicon, SKILLS[level], rng)
        self._winners: set[Seat] = set()

    def notice(self, seen: Sighting) -> None:
        self._words.refused |= refused_words(seen.events)
        self._winners |= {e.told("seat") for e in seen.events if e.kind == "touches"}

    def decide(self, seen: Sighting) -> Plan | None:
        if seen.offer("flick"):
            return self.soon(seen, self._flick(seen), *SHOOTS)
        if seen.offer("keep"):
            return self._score(seen)
        return None

    # ---- the flick ---------------------------------------------------------------------------------

    def _hand(self, seen: Sighting) -> dict[Card, str]:
        cards = seen.view.zone(f"hand:{self.seat}").cards
        return {c.handle: SYMBOL[c.face] for c in cards if c is not None and c.handle and c.face}

    def _card(self, seen: Sighting) -> Card:
        """A beginner takes any card; the others a pétard that could rob somebody, else the hardest letter."""
        hand = self._hand(seen)
        if self.level is Level.BEGINNER:
            return self.rng.choice(list(hand))
        rich = bool(self._winners - {self.seat})
        value = {ETOILE: 40, PETARD: 0 if rich else 30}
        return min(hand, key=lambda card: value.get(hand[card], USE.get(hand[card], 0)))

    def _flick(self, seen: Sighting) -> Move:
        """Cards are shown to the hundredth of a millimetre, the rules know them better: the table is asked."""
        card = self._card(seen)
        for _ in range(ASKS):
            move = Move("flick", {"card": card, "shot": self._shot(seen)}, seen.now)
            try:
                seen.check(move)
            except Refused:
                continue
            break
        return move

    def _shot(self, seen: Sighting) -> Mapping[str, int]:
        cards = seen.view.zone("table").cards
        lying = [lie_of(c.pose) for c in cards if c is not None and c.pose is not None]
        surface = SURFACES[seen.view.fact("ground")]
        shots = Shot(AXES, lying)
        chosen = self._choose(seen, lying, surface)
        for _ in range(20):
            value = self._made(chosen)
            if shots.accepts(value):
                return value
            chosen = structs.replace(chosen, rim=(chosen.rim + 15) % 360)
        shot: Mapping[str, int] = shots.sample(self.rng)
        return shot

    def _choose(self, seen: Sighting, lying: Sequence[Lie], surface: Surface) -> Aimed:
        home = (270 + 360 * self.seat / len(seen.view.seats)) % 360
        aim = AIMS[self.level]
        if not aim.weighs:
            x, y, _, _ = start_of(round(home * 100), 0, 0)
            near = min(lying, key=lambda lie: hypot(lie[0] - x, lie[1] - y))
            return aim_at(home, near[0], near[1], 0.0, surface)
        ideas = self._ideas(lying, surface, aim.weighs)
        tried = [self._shaken(idea) if aim.trials > 1 else idea for idea in ideas for _ in range(aim.trials)]
        touched, well = try_out(tried, lying, surface)
        gains = np.where(well, touched.sum(axis=1), 0.0 if aim.trials == 1 else -RISK)
        worth = gains.reshape(len(ideas), aim.trials).mean(axis=1)
        best = max(range(len(ideas)), key=lambda i: (worth[i], -ideas[i].way))
        return ideas[best]

    def _ideas(self, lying: Sequence[Lie], surface: Surface, count: int) -> list[Aimed]:
        """Through the middle of a card, or between two, from somewhere around, with the card along or across."""
        points = [(lie[0], lie[1]) for lie in lying]
        points += [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in combinations(points[:8], 2)]
        ideas: list[Aimed] = []
        while len(ideas) < count:
            x, y = self.rng.choice(points)
            idea = aim_at(
                self.rng.below(72) * 5.0, x, y, self.rng.choice(BEYOND), surface, self.rng.choice((0.0, 90.0))
            )
            if abs(idea.aim) <= 60:
                ideas.append(idea)
        return ideas

    def _normal(self) -> float:
        return sum(self.rng.uniform() for _ in range(12)) - 6

    def _shaken(self, idea: Aimed) -> Aimed:
        """With the errors of this hand, and those of every hand."""
        aim = AIMS[self.level]
        off = hypot(aim.aim, HAND_TREMBLES) * self._normal()
        weak = 1 + hypot(aim.power, POWER_TREMBLES) * self._normal()
        return structs.replace(idea, aim=idea.aim + off, power=min(1.0, max(0.0, idea.power * weak)))

    def _made(self, idea: Aimed) -> dict[str, int]:
        """What the hand makes of it: the errors of the level come on top of those of the game."""
        aim = AIMS[self.level]
        made = {
            "rim": round(idea.rim * 10) % 3_600,
            "tilt": round(idea.tilt),
            "aim": round((idea.aim + aim.aim * self._normal()) * 10),
            "power": round(idea.power * (1 + aim.power * self._normal()) * 1_000),
            "spin": 0,
        }
        return {name: min(AXES[name].high, max(AXES[name].low, value)) for name, value in made.items()}

    # ---- scoring -----------------------------------------------------------------------------------

    def _score(self, seen: Sighting) -> Plan:
        keep = Move("keep")
        word = self._word(seen, seen.offer("write"))
        if word is not None:
            think = self._words.thinking() + self._words.typing(word[0])
            move = Move("write", {"word": {"word": self._lexicon.spelled(word[0]), "cards": word[1]}})
            return self.soon(seen, move, think, think + 1)
        if offer := seen.offer("name_letter"):
            hand = self._hand(seen)
            card = min(offer.params["card"].values(), key=lambda c: USE.get(hand[c], 40))
            name = "E" if hand[card] == ETOILE else hand[card]
            return self.soon(seen, Move("name_letter", {"card": card, "name": name}), 1_500, 3_000)
        return self.soon(seen, keep, 1_500, 3_500)

    def _word(self, seen: Sighting, offer: Offer | None) -> tuple[str, Sequence[Card]] | None:
        """The word that this level would lay now."""
        if offer is None:
            return None
        domain = offer.params["word"]
        assert isinstance(domain, Spelling)
        words = self._found(domain)
        if not words:
            return None
        longest = max(words, key=len)
        left = seen.view.zone("draw").count
        again = seen.view.fact("chances") != 0
        chosen: str | None
        match self.level:
            case Level.BEGINNER:
                chosen = words[0]
            case Level.NORMAL:
                worth = len(longest) >= WORTH_LAYING or (again and len(domain.rack) >= MANY)
                chosen = longest if worth or left <= NEARLY_OVER else None
            case Level.STRONG:
                chosen = self._best(seen, domain, words, longest, again=again, left=left)
        laid: Any = domain.laid(chosen) if chosen else None
        return (chosen, laid["cards"]) if chosen and laid else None

    def _best(
        self, seen: Sighting, domain: Spelling, words: Sequence[str], longest: str, *, again: bool, left: int
    ) -> str | None:
        """Hoards for long words: to keep the turn a short one of hard letters is laid, else nothing."""
        danger = PETARD in self._on_table(seen) or len(domain.rack) >= FULL_HAND
        if len(longest) >= LONG or left <= HOARDS or danger:
            return longest
        if again:
            return min(words, key=lambda word: (len(word), sum(USE.get(a, 26) for a in word)))
        return longest if len(longest) == LONG - 1 else None

    def _on_table(self, seen: Sighting) -> list[str]:
        return [SYMBOL[c.face] for c in seen.view.zone("table").cards if c is not None and c.face]

    def _found(self, domain: Spelling) -> list[str]:
        """The words that come to mind, the commonest first; a strong player looks at every length."""
        (fit,) = domain.fits()
        if self.level is not Level.STRONG:
            return self._words.found(fit, limit=CONSIDERED)
        words: list[str] = []
        for length in range(domain.least, min(domain.most, LONG + 3) + 1):
            words += self._words.found(structs.replace(fit, least=length, most=length), limit=CONSIDERED)
        return words


BOT = PitchixBot
