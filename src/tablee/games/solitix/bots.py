"""Solitix players: they look for words in the columns, and the better ones think of the cards that stay."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.bots.words import USUAL, Skill, Vocabulary
from tablee.games.solitix.rules import LEAST
from tablee.kernel.moves import Move
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.words.columns import Column, ColumnPlan, after, takes_etoile
from tablee.words.fit import Fit
from tablee.words.folding import fold
from tablee.words.lexicon import Lexicon
from tablee.words.spelling import ANY_LETTER

RARE = frozenset("JKQWXYZ")


class SolitixStyle(Struct, frozen=True):
    skill: Skill
    deep: int
    """How many cards of each column it looks at."""
    longest: int
    choice: int
    """Words of each length that it tries to lay."""
    enough: int
    """Words that it weighs."""
    shifting: bool
    rare: float
    etoile: float
    """What a rare letter gone and an étoile gone are worth, in cards."""


BEGINNER = structs.replace(USUAL[Level.BEGINNER], words_known=5_000, find=0.8)
STYLES: Mapping[Level, SolitixStyle] = {
    Level.BEGINNER: SolitixStyle(BEGINNER, 1, 5, 150, 3, False, 0, 0),
    Level.NORMAL: SolitixStyle(
        structs.replace(USUAL[Level.NORMAL], words_known=30_000), 3, 9, 60, 10, False, 1.5, -2.0
    ),
    Level.STRONG: SolitixStyle(
        structs.replace(USUAL[Level.STRONG], words_known=None), 4, 10, 90, 24, True, 1.5, 1.5
    ),
}
POLITE: Millis = 15_000
"""With people at the table a bot leaves them this long before it takes the pen: it is their patience too."""
LAST = 26
"""From so few cards on, with nothing more to draw, a strong player plans the last words together."""
WORDS_AHEAD, WIDE, NARROW = 3, 24, 6
"""So many words; so many of the best first ones, and of the next ones after each of them."""
LONGEST_LAST = 13


class SolitixIdea(Struct, frozen=True):
    value: dict[str, Any]
    """The word and its steps."""
    worth: float
    left: int


def refilled(columns: Sequence[Column]) -> tuple[Column, ...]:
    """The columns after a refill as these players make it: from the longest one, while one has two cards."""
    now = tuple(columns)
    while not all(now) and (source := longest(now)) is not None:
        now = after(now, ["shift", source, now.index(())])
    return now


def longest(columns: Sequence[Column]) -> int | None:
    """The first of the longest columns with at least two cards."""
    size = max(map(len, columns))
    return [len(column) for column in columns].index(size) if size > 1 else None


def cleared(columns: Sequence[Column], steps: Sequence[list[Any]]) -> tuple[Column, ...]:
    now = tuple(columns)
    for step in steps:
        now = after(now, step)
    return now


class SolitixBot(Mind):
    def __init__(self, seat: Seat, level: Level, rng: Rng, lexicon: Lexicon) -> None:
        super().__init__(seat, level, rng)
        self._lexicon = lexicon
        self._style = STYLES[level]
        self._words = Vocabulary(lexicon, self._style.skill, rng)
        self._thought: ColumnPlan | None = None
        self._idea: SolitixIdea | None = None

    def occasion(self, seen: Sighting) -> object:
        columns = [tuple(c.face for c in z.cards if c) for z in seen.view.zones if z.name.startswith("column:")]
        resigned = seen.view.fact("resigned")
        return (seen.view.phase, columns, seen.view.fact("holder"), resigned, [o.name for o in seen.offers])

    def decide(self, seen: Sighting) -> Plan | None:
        if seen.view.phase == "cover":
            return self._soon(seen, Move("cover_all"), 600) if seen.offer("cover_all") else None
        if seen.view.phase == "refill":
            return self._refill(seen)
        return self._search(seen) if seen.view.phase == "writing" else None

    def _soon(self, seen: Sighting, move: Move, wait: Millis) -> Plan:
        """Later at a table of several, where the next to move may be anybody."""
        people = sum(seat.human and seat.present for seat in seen.view.seats)
        return self.soon(seen, move, wait + (2_000 if people else 0), wait + 1_500 + (4_000 if people else 0))

    # ---- refill ------------------------------------------------------------------------------------

    def _refill(self, seen: Sighting) -> Plan | None:
        offer = seen.offer("fill")
        if offer is None:
            return None
        args = offer.sample(self.rng)
        if self.level is not Level.BEGINNER:
            columns = self._position(seen).columns
            source = longest(columns)
            assert source is not None
            args = {"column": f"column:{columns.index(())}", "source": f"column:{source}"}
        return self._soon(seen, Move("fill", args), 800)

    # ---- words -------------------------------------------------------------------------------------

    def _position(self, seen: Sighting) -> ColumnPlan:
        """The position as a plan, whether or not it is this bot's turn to write."""
        zones = {zone.name: zone for zone in seen.view.zones}
        columns = tuple(
            tuple(ANY_LETTER if card.face == "★" else str(card.face)[-1] for card in zone.cards if card)
            for name, zone in zones.items()
            if name.startswith("column:")
        )
        left = sum(map(len, columns)) + zones["pile"].count
        return ColumnPlan(columns, zones["petards"].count, left, LEAST)

    def _search(self, seen: Sighting) -> Plan | None:
        plan = self._position(seen)
        if plan != self._thought:
            self._thought, self._idea = plan, self._think(plan, seen.view.zone("pile").count)
        idea = self._idea
        if idea is not None and seen.offer("write"):
            word = idea.value["word"]
            at = self._words.thinking() + self._words.typing(word)
            return self.soon(seen, Move("write", {"word": idea.value}), at, at + 1)
        if idea is not None and seen.offer("take_pen"):
            people = any(seat.human and seat.present for seat in seen.view.seats)
            wait = (POLITE if people else 0) + self._words.thinking()
            return self.soon(seen, Move("take_pen"), wait, wait + 1_000)
        if idea is None and seen.offer("release"):
            return self.soon(seen, Move("release"), 1_000, 2_000)
        for name in ("give_up", "confirm"):
            if idea is None and seen.offer(name):
                return self.soon(seen, Move(name), 3_000, 6_000)
        return None

    def _think(self, plan: ColumnPlan, pile: int) -> SolitixIdea | None:
        """The best word that comes to mind; pétards only when there is no other, as few as possible."""
        if self.level is Level.STRONG and not pile and plan.left <= LAST:
            for petards in range(plan.petards + 1):
                last = self._last_words(structs.replace(plan, petards=petards), WORDS_AHEAD, WIDE)
                if last is not None:
                    return last
        for petards in range(plan.petards + 1):
            ideas = list(self._ideas(plan, petards))
            if ideas:
                return max(ideas, key=lambda idea: idea.worth)
        return None

    def _ideas(self, plan: ColumnPlan, petards: int) -> Iterator[SolitixIdea]:
        """Words that can be laid, the longest first, until there are enough to choose from."""
        style, found = self._style, 0
        reach = structs.replace(plan, columns=tuple(column[-style.deep :] for column in plan.columns))
        near = [letter for column in reach.columns for letter in column]
        blanks = petards + (ANY_LETTER in near)
        rack = "".join(sorted(near))
        for length in range(min(style.longest, len(near) + petards), LEAST - 1, -1):
            fit = Fit(rack=rack, blanks=blanks, least=length, most=length)
            for word in self._words.found(fit, limit=style.choice):
                value = reach.find(word, petards=petards, shifting=False)
                if value is not None:
                    yield self._weighed(plan, value)
                    found += 1
            if found >= style.enough:
                return
        if style.shifting and not found:
            for word in self._words.found(Fit(rack=rack, blanks=blanks, least=LEAST), limit=style.choice):
                value = plan.find(word, petards=petards)
                if value is not None:
                    yield self._weighed(plan, value)

    def _weighed(self, plan: ColumnPlan, value: dict[str, Any]) -> SolitixIdea:
        """Cards, rare letters, and whether an étoile goes: one in each word is the pace at which they can go."""
        style = self._style
        cards = sum(step[0] == "take" for step in value["steps"])
        petards = sum(step[0] == "petard" for step in value["steps"])
        starred = takes_etoile(plan.columns, value["steps"])
        rare = sum(letter in RARE for letter in fold(value["word"]))
        left = plan.left - cards
        worth = cards + style.rare * rare + style.etoile * starred - 4 * petards
        if 0 < left < LEAST:
            worth -= 20
        shown = {**value, "word": self._lexicon.spelled(value["word"])}
        return SolitixIdea(shown, worth, left)

    def _last_words(self, plan: ColumnPlan, words: int, width: int) -> SolitixIdea | None:
        """A word that clears all, or the first of a few that do; the last one has no étoile, and if need be some
        pétards."""
        whole = self._clearing(plan)
        if whole is not None or words == 1:
            return whole
        ideas = sorted(self._ideas(plan, 0), key=lambda idea: -idea.worth)
        for idea in ideas[:width]:
            columns = refilled(cleared(plan.columns, idea.value["steps"]))
            rest = structs.replace(plan, columns=columns, left=idea.left)
            if idea.left >= LEAST and self._last_words(rest, words - 1, NARROW) is not None:
                return idea
        return None

    def _clearing(self, plan: ColumnPlan) -> SolitixIdea | None:
        """A word that uses every card left, with as many pétards as the plan has and must use."""
        letters = Counter(letter for column in plan.columns for letter in column)
        if letters[ANY_LETTER] or not LEAST <= plan.left + plan.petards <= LONGEST_LAST:
            return None
        own = "".join(sorted(letters.elements()))
        size = len(own) + plan.petards
        fit = Fit(contains=own, rack=own, blanks=plan.petards, least=size, most=size)
        for word in self._words.found(fit):
            value = plan.find(word)
            if value is not None and len(value["steps"]) >= size:
                return self._weighed(plan, value)
        return None


BOT = SolitixBot
