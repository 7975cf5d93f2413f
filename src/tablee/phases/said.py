"""Said: what was said stands before the table for a moment, and may be contested, before anything follows (C17).

A game says what is peculiar to it in a subclass: a move of the author's own (a full stop), a defence before the
vote, lays that are held until the window closes.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Generic

from tablee.kernel.domains import Text
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import NEVER, Alarm, Phase
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import SAID, SEAT, Shown
from tablee.phases.vote import Vote, W, WordState, contest, lose, may_contest
from tablee.words.folding import fold
from tablee.words.sentence import written

SPELL: Millis = 3_000
DEFENCE: Millis = 20_000
LONGEST_DEFENCE = 80
UNTIMED = 2
"""A table without limits still needs the window to close: it stays open this many times as long."""


class Said(Phase[W], Generic[W]):
    """Pushed on the phase in which a word or sentence was accepted, whose clocks stand still meanwhile. That
    phase gets the answer in `resume`: True, it stands and its consequences follow; False, the table refused it."""

    shown: ClassVar[Shown] = {"author": SEAT, "words": SAID, "said": SAID}
    author: Seat
    words: list[str]
    span: Millis
    exists: bool = False
    """A contest asks whether the words exist, and the table's answer holds until the end (C16); not whether they
    are in their place here."""
    contested: bool = False
    """One contest per word."""
    until: Millis = 0

    @property
    def said(self) -> str:
        """As the table reads it."""
        return written(self.words)

    # ---- what a game may change --------------------------------------------------------------------

    def kept(self, s: W) -> bool:
        """Whether the window stays open even if nobody could contest."""
        return False

    def own_offers(self, s: W, seat: Seat) -> Sequence[Offer]:
        """What a seat may do in the window beside contesting; `own_play` makes these moves."""
        return ()

    def own_play(self, s: W, seat: Seat, move: Move) -> None:
        raise NotImplementedError

    def put_to_table(self, s: W, contester: Seat) -> None:
        """The vote on what is contested. A phase pushed here instead may ask for a defence first; whatever is
        pushed answers with a bool."""
        contest(s, self.author, self.words, contester, settles=self.exists)

    def close(self, s: W, *, stands: bool) -> None:
        """The window is over; what a game has held meanwhile goes along with the answer."""
        s.pop(stands)

    # ---- the window --------------------------------------------------------------------------------

    def enter(self, s: W) -> None:
        if self.span <= 0 or not (self.contesters(s) or self.kept(s)):
            self.close(s, stands=True)
            return
        self.until = self.limit_in(s, self.span)
        if self.until >= NEVER:
            self.until = self.since + UNTIMED * self.span

    def contesters(self, s: W) -> list[Seat]:
        return [] if self.contested else may_contest(s, self.author)

    def actors(self, s: W) -> Sequence[Seat]:
        return s.all_seats

    def active(self, s: W) -> Sequence[Seat]:
        """The table waits for nobody: silence lets what was said stand."""
        return ()

    def offers(self, s: W, seat: Seat) -> Sequence[Offer]:
        own = self.own_offers(s, seat)
        if seat not in self.contesters(s):
            return own
        return (Offer("contest", closes_at=self.until + self.shift), *own)

    def play(self, s: W, seat: Seat, move: Move) -> None:
        if move.name != "contest":
            self.own_play(s, seat, move)
            return
        self.contested = True
        s.tell("contests", keep=s.keeps, seat=seat, owner=self.author, words=SAID(self.said))
        self.put_to_table(s, seat)

    def resume(self, s: W, result: Any) -> None:
        """What the table has let pass can no longer be contested, so nothing is left to wait for."""
        self.close(s, stands=bool(result))

    def alarms(self, s: W) -> Sequence[Alarm]:
        return (Alarm("close", self.until, waits=True),)

    def ring(self, s: W, alarm: Alarm) -> None:
        self.close(s, stands=True)


class Defend(Phase[W], Generic[W]):
    """A contested author first says how his words could go on; only then the table votes, on both together, and
    whoever contested has not voted yet. Without a defence his words are refused. Pushed by `Said.put_to_table`."""

    shown: ClassVar[Shown] = {"author": SEAT, "words": SAID}
    author: Seat
    words: list[str]
    until: Millis = 0

    def enter(self, s: W) -> None:
        self.until = self.limit_in(s, DEFENCE)

    def actors(self, s: W) -> Sequence[Seat]:
        return (self.author,)

    def offers(self, s: W, seat: Seat) -> Sequence[Offer]:
        return (Offer("go_on", {"text": Text(LONGEST_DEFENCE)}), Offer("take_back")) if seat == self.author else ()

    def play(self, s: W, seat: Seat, move: Move) -> None:
        if move.name == "take_back":
            self._refused(s)
            return
        defence = " ".join(move.args["text"].split())
        s.tell("defends", keep=s.keeps, seat=seat, words=SAID(written([*self.words, defence])))
        s.goto(Vote(author=self.author, words=[written([*self.words, defence])], contested=True, settles=False))

    def alarms(self, s: W) -> Sequence[Alarm]:
        return (Alarm("limit", self.until, self.author, waits=True),)

    def ring(self, s: W, alarm: Alarm) -> None:
        s.tell("timeout", seat=self.author)
        self._refused(s)

    def _refused(self, s: W) -> None:
        lose(s, self.author)
        s.tell("withdrawn", keep=s.keeps, seat=self.author, words=SAID(written(self.words)))
        s.pop(False)


def word_said(s: WordState, author: Seat, word: str) -> Said[Any] | None:
    """The window for a word in a game with the option `contests`. There is none where nobody could contest, nor
    for a word that this table has agreed on already: it can no longer be contested."""
    if not s.options.contests or s.words.get(fold(word)) or not may_contest(s, author):
        return None
    return Said(author=author, words=[word], span=SPELL, exists=True)
