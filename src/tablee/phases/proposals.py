"""Proposals: people say words for all to read, as they come to mind. They cost nothing, and none is said twice."""

from typing import ClassVar

from msgspec import Struct, field

from tablee.kernel.events import Keep
from tablee.kernel.moves import Offer
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import PLAIN, SAID, Shown
from tablee.phases.vote import WordState
from tablee.words.fit import Fit, Word
from tablee.words.folding import fold

LISTED = 40
"""So many of the last ones are shown."""
PAUSE: Millis = 1_000
"""Nobody proposes more often."""
LONGEST = 25
"""Letters of a proposal."""


class Proposal(Struct, frozen=True):
    seat: Seat
    word: str


class ProposalState(WordState, kw_only=True):
    shown: ClassVar[Shown] = {"proposals": PLAIN}
    voiced: tuple[Proposal, ...] = ()
    spoke: dict[Seat, Millis] = field(default_factory=dict)
    """When each seat has last proposed something."""

    @property
    def proposals(self) -> tuple[Proposal, ...]:
        """The last ones, the newest last."""
        return self.voiced[-LISTED:]

    def proposal(self, seat: Seat, wanted: Fit, *, aloud: bool = False) -> Offer:
        """Any text will do; `wanted` tells what a right word is like, as far as all know it."""
        word = Word(Fit(most=LONGEST), wanted, besides=tuple(map(fold, [p.word for p in self.voiced])))
        opens = self.spoke[seat] + PAUSE if seat in self.spoke else 0
        return Offer("propose", {"word": word}, opens, aloud=aloud)

    def hear(self, seat: Seat, word: str) -> None:
        self.spoke[seat] = self.now
        self.voiced = (*self.voiced, Proposal(seat, word))
        self.tell("proposes", keep=Keep.FLEETING, seat=seat, word=SAID(word))

    def forget_proposals(self) -> None:
        self.voiced, self.spoke = (), {}
