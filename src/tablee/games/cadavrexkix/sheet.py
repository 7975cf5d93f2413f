"""The folded sheet of Cadavrexkix: which group is whose step, what stands in its boxes, what has been read."""

import re
from typing import ClassVar, Literal, Self

from msgspec import Struct, field

from tablee.kernel.outcome import Outcome, Reason, Result
from tablee.kernel.rng import Rng
from tablee.kernel.state import State
from tablee.kernel.units import CardId, Seat
from tablee.kernel.values import PLAIN, SAID, SEAT, Shown, Sight
from tablee.kernel.zones import Zone
from tablee.phases.vote import LanguageOptions
from tablee.pieces.toutilix import ETOILE, PETARD, SYMBOL
from tablee.words.fit import Fit
from tablee.words.folding import fold
from tablee.words.sentence import written

UNDER, HINGE = 0, 1
"""Where in a group the face-down card and the hinge on it lie; the other three are on the table."""
BOXES = 5
LONGEST = 30
"""Characters of a word."""
WORD = re.compile(r"[^\W\d_]+(['’-]+[^\W\d_]+)*['’]?")
MOST_CIRCLES = 10
FILLED, UNKNOWN, FORGOTTEN = 1, 2, 4
"""What may be marked on a word of the reading: filled in by the table, in no lexicon, no longer remembered."""


class CadavrexkixOptions(LanguageOptions, frozen=True, kw_only=True):
    memory: bool = False
    """Whoever has written the words types them again at the reading (D10)."""
    compose_time: Literal[120, 60, 0] = 120
    """0: no limit (C15)."""
    read_s: Literal[2, 1, 3] = 2
    hearts: bool = True
    circles: Literal[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] = 0
    """0: the table votes after each."""


class SheetWord(Struct, frozen=True):
    """What stands in a box; its author alone knows it until it is read."""

    text: str = ""
    known: bool = True
    filled: bool = False


class ReadWord(Struct, frozen=True):
    """What was read out, for all to see."""

    text: str
    author: Seat
    marks: int = 0
    meant: str = ""
    """What had been written, where something else was said."""


Line = tuple[SheetWord, ...]
EMPTY: Line = (SheetWord(),) * BOXES


class CadavrexkixSheet(State, kw_only=True):
    wordy: ClassVar[bool] = True
    shown: ClassVar[Shown] = {
        "circle_number": PLAIN,
        "first_group": PLAIN,
        "folds": PLAIN,
        "opener": SEAT,
        "hinge_words": SAID,
        "sheet_step": Sight.OWNER,
        "drafts": Sight.OWNER,
        "own_lines": Sight.OWNER,
        "read_words": SAID,
        "read_by": SEAT,
        "read_marks": PLAIN,
        "meant_words": SAID,
        "hearts": PLAIN,
    }
    opener: Seat
    """Who begins this circle."""
    circle_number: int = 0
    first_group: int = -1
    """The group that was chosen (R7)."""
    folds: int = 0
    """Steps that are over."""
    hinge_words: list[str] = field(default_factory=list)
    """The words announced in this circle."""
    lines: list[Line] = field(default_factory=list)
    """The words of each step, also of those to come (D17): hidden."""
    orders: list[tuple[CardId, ...]] = field(default_factory=list)
    """How the three cards of each step lie for its player: hidden until it is over."""
    text: list[ReadWord] = field(default_factory=list)
    """What has been read."""
    hearts: list[int] = field(default_factory=list)
    """The place of the word to which each seat has given its heart; -1: none yet."""
    applause: int = 0
    """Hearts of all circles."""

    def next_circle(self) -> None:
        """R26."""
        raise NotImplementedError

    # ---- the circle --------------------------------------------------------------------------------

    @property
    def groups(self) -> list[Zone]:
        return self.zones[1:]

    def group(self, step: int) -> Zone:
        """D1; R21: after the last one comes the first again."""
        return self.groups[(self.first_group + step) % len(self.groups)]

    def composer(self, step: int) -> Seat:
        return self.after(self.opener, step)

    def next_step(self, seat: Seat) -> int:
        """The step that a seat composes now or next; -1: none."""
        if self.first_group < 0:
            return -1
        return next((t for t in range(self.folds, len(self.groups)) if self.composer(t) == seat), -1)

    def cards(self, step: int) -> list[CardId]:
        """R10: hinge, the three in their player's order, the next hinge."""
        return [self.group(step).cards[HINGE], *self.orders[step], self.group(step + 1).cards[HINGE]]

    def fits(self, step: int) -> list[Fit]:
        """R9, R11, R12: what the word of each card must have."""
        return [self._fit(card) for card in self.cards(step)]

    def _fit(self, card: CardId) -> Fit:
        symbol = SYMBOL[self.faces[card]]
        letter = "" if symbol == ETOILE else self.marks.get(card, "") if symbol == PETARD else symbol
        return Fit(contains=letter, most=LONGEST)

    def own_boxes(self, step: int) -> range:
        """D3, D11: only the very first player writes the first word too."""
        return range(0 if step == 0 else 1, BOXES)

    def missing(self, step: int) -> list[int]:
        """The boxes of a step that are empty, or whose word no longer fits."""
        line, fits = self.lines[step], self.fits(step)
        return [k for k in self.own_boxes(step) if not line[k].text or fits[k].missing(line[k].text)]

    def put(self, step: int, box: int, word: SheetWord) -> None:
        line = self.lines[step]
        self.lines[step] = (*line[:box], word, *line[box + 1 :])

    def used(self, step: int) -> tuple[str, ...]:
        """D19: what is not filled in: words that were announced or filled in before, and those of this step."""
        filled = (word.text for line in self.lines for word in line if word.filled)
        own = (word.text for word in self.lines[step])
        return tuple(sorted({fold(word) for word in (*self.hinge_words, *filled, *own)} - {""}))

    # ---- what each seat sees of its own ------------------------------------------------------------

    @property
    def sheet_step(self) -> list[int]:
        return [self.next_step(seat) for seat in self.all_seats]

    @property
    def drafts(self) -> list[list[str]]:
        """The boxes of the step that each seat composes or prepares."""
        steps = self.sheet_step
        return [[word.text for word in self.lines[t]] if t >= 0 else [] for t in steps]

    @property
    def own_lines(self) -> list[list[str]]:
        """R23: what each seat has written, unless it has to remember it (D10)."""
        own: list[list[str]] = [[] for _ in self.all_seats]
        if not self.options.memory:
            for step in range(self.folds):
                own[self.composer(step)].append(written(word.text for word in self.lines[step]))
        return own

    # ---- the reading -------------------------------------------------------------------------------

    @property
    def sheet(self) -> list[SheetWord]:
        """D3: the whole text; each hinge word stands there once."""
        return [self.lines[0][0], *(word for line in self.lines for word in line[1:])]

    def author(self, place: int) -> Seat:
        return self.composer(max(0, place - 1) // (BOXES - 1))

    @property
    def read_words(self) -> list[str]:
        return [word.text for word in self.text]

    @property
    def read_by(self) -> list[Seat]:
        return [word.author for word in self.text]

    @property
    def read_marks(self) -> list[int]:
        return [word.marks for word in self.text]

    @property
    def meant_words(self) -> list[str]:
        return [word.meant for word in self.text]

    def read(self, said: SheetWord, meant: str = "", marks: int = 0) -> None:
        """R24: one word more is heard; the log gets the text line by line."""
        place = len(self.text)
        marks |= said.filled * FILLED | (not said.known) * UNKNOWN
        self.text.append(ReadWord(said.text, self.author(place), marks, meant))
        if place and place % (BOXES - 1) == 0:
            line = self.text[place - BOXES + 2 if place >= BOXES else 0 :]
            self.tell("reads", seat=self.author(place), words=SAID(written(word.text for word in line)))

    # ---- imagined by somebody ----------------------------------------------------------------------

    def redeal(self, seat: Seat, rng: Rng) -> Self:
        """What others have written and not read could be anything that fits, and what they prepare as well."""
        twin = super().redeal(seat, rng)
        for step, line in enumerate(twin.lines):
            if twin.composer(step) == seat:
                continue
            if step >= twin.folds:
                twin.orders[step] = tuple(rng.shuffled(twin.orders[step]))
            fits, heard = twin.fits(step), step < len(twin.hinge_words)
            for box in twin.own_boxes(step):
                place = step * (BOXES - 1) + box
                if place >= len(twin.text) and not (heard and box == BOXES - 1):
                    twin.put(step, box, SheetWord(fits[box].make(rng), known=line[box].known))
        return twin

    # ---- the end -----------------------------------------------------------------------------------

    def finish(self, reason: Reason) -> None:
        """R28, D18."""
        self.tell("result", circles=self.circle_number, hearts=self.applause)
        self.end(Outcome(None, (self.applause,) * self.n, Result.MADE, reason, "closed"))
