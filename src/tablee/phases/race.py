"""Race: the first right claim wins. Claims are typed words, or a buzz whose author then types alone (C13), or
whatever else a game lets people shout.

A claim is a press: held, then judged together with those within 30 ms of it (C14). An unknown word needs a vote
(C11), so such a group is judged claim by claim before the game is told who was right. A word that would win can be
contested first, where the table wants that (C17). What a tie or a mistake does is the game's business.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal

from msgspec import field, structs

from tablee.kernel.game import Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import Alarm
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import SAID, TERM, Told
from tablee.phases.buzz import Answering
from tablee.phases.said import word_said
from tablee.phases.vote import WITHDRAWN, Verdict, W, WordOptions, ask, judge, tell_foreign
from tablee.phases.window import Press, Window, groups, stretched
from tablee.words.fit import Fit, Word

ANY_WORD = {"word": Word(Fit())}
"""A wrong word has its price, so it may be said."""


class RaceOptions(WordOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    answer: Literal["type", "buzz"] = "type"
    """Type against one another, or buzz and then type alone."""
    contests: bool = True
    """Words may be contested (C17)."""


def on_screens(table: Setup) -> Any:
    """The options of the table; where several people share a screen, nobody can type unseen (C13)."""
    shared = any(seat.shares for seat in table.seat_options)
    return structs.replace(table.options, answer="buzz") if shared else table.options


def shout(claim: Press) -> Told:
    """A claim as it is told."""
    return SAID(claim.what.upper()) if claim.what else TERM(claim.name)


class Claiming(Window[W], Generic[W]):
    """A window in which words are claimed: typed at once, or announced by a buzz, as the table has chosen."""

    def word_offer(self, s: W, seat: Seat, wanted: Fit | None = None) -> Offer:
        """`wanted` says what a right word is like, where that is no secret."""
        if s.options.answer == "buzz":
            return self.claim_offer(seat, "buzz")
        return self.claim_offer(seat, "say", {"word": Word(Fit(), wanted)} if wanted else ANY_WORD)

    def claim_offer(self, seat: Seat, name: str, params: Mapping[str, Word] | None = None) -> Offer:
        return Offer(name, params or {}, self.opens_at(seat), stimulus=self.stimulus, secret=True)

    def claim(self, s: W, seat: Seat, move: Move) -> None:
        word = move.args.get("word", "")
        self.press(s, seat, move, word, move.known.get(word, 0))


class Race(Claiming[W], Generic[W]):
    """A game says who may claim what, which claims are right, and what comes of them."""

    until: Millis = 0
    doubtful: list[Press] = field(default_factory=list)
    """Claims that are not yet judged; where the table must vote, one after the other."""
    right: list[Press] = field(default_factory=list)
    wrong: list[Press] = field(default_factory=list)
    late: list[Press] = field(default_factory=list)
    weighed: bool = False
    """The word that would win is before the table, to be contested."""

    def limit(self, s: W) -> Millis:
        raise NotImplementedError

    def fits(self, s: W, claim: Press) -> bool:
        """Whether a claim is right, if only its word exists. A buzz is right when a word could be."""
        raise NotImplementedError

    def decided(self, s: W, right: Sequence[Press], wrong: Sequence[Press], late: Sequence[Press]) -> None:
        """The first claims, within 30 ms of one another, and those that came after them."""
        raise NotImplementedError

    def unclaimed(self, s: W) -> None:
        """The time is over."""
        raise NotImplementedError

    def asking(self, s: W, claim: Press) -> None:
        """Somebody is asked about this claim: it is right, if its word exists."""

    def winner(self) -> Press | None:
        """The claim that wins, now that all are judged: the only right one."""
        return self.right[0] if len(self.right) == 1 else None

    def taken_back(self, s: W, claim: Press) -> None:
        """The table has refused a word that was contested: the race goes on with the time that was left (C17)."""

    def foregone(self) -> bool:
        """Whether no vote can change any more what comes of it: two right claims are a tie."""
        return len(self.right) > 1

    def enter(self, s: W) -> None:
        """The limit is a rule, not the time for a decision: even a table without limits has one here."""
        self.since = s.now - self.shift
        self.until = self.since + stretched(s, self.limit(s))

    def alarms(self, s: W) -> Sequence[Alarm]:
        return (*super().alarms(s), Alarm("limit", self.until, waits=True))

    def resolve(self, s: W, presses: Sequence[Press]) -> None:
        claims = [p for p in presses if p.at - self.shift <= self.until]
        if not claims:
            self.unclaimed(s)
            return
        near, *later = groups(claims)
        self.late = [p for group in later for p in group]
        self.doubtful = near
        self._decide(s)

    def _decide(self, s: W) -> None:
        """Judges what is in doubt, asks where it must, lets who buzzed alone type; then it is told."""
        judged = [(claim, self._verdict(s, claim)) for claim in self.doubtful]
        self.doubtful = [claim for claim, verdict in judged if verdict.asks]
        self.right += [claim for claim, verdict in judged if verdict is Verdict.KNOWN]
        self.wrong += [claim for claim, verdict in judged if verdict is Verdict.REFUSED]
        if self.doubtful and not self.foregone():
            claim = self.doubtful[0]
            self.asking(s, claim)
            ask(s, claim.seat, {claim.what: claim.flags})
        elif len(self.right) == 1 and self.right[0].name == "buzz":
            s.push(Answer(seat=self.right[0].seat))
        elif self.right or self.wrong:
            self._weigh(s)
        else:  # all has been taken back: whoever was late is now the first
            self.presses, self.late = self.late, []

    def _weigh(self, s: W) -> None:
        """C17: what would win stands before the table for a moment."""
        winner = self.winner()
        if winner is not None and winner.what:
            window = word_said(s, winner.seat, winner.what)
            if window is not None:
                s.tell("says", discloses=True, seat=winner.seat, words=SAID(winner.what))  # that it is right
            tell_foreign(s, {winner.what: winner.flags})
            if window is not None:
                self.weighed = True
                s.push(window)
                return
        self.decided(s, self.right, self.wrong, self.late)

    def _verdict(self, s: W, claim: Press) -> Verdict:
        if not self.fits(s, claim):
            return Verdict.REFUSED
        return judge(s, claim.seat, {claim.what: claim.flags}) if claim.what else Verdict.KNOWN

    def tell_claims(
        self,
        s: W,
        winner: Press | None,
        tied: Sequence[Press],
        wrong: Sequence[Press],
        late: Sequence[Press],
        count: int,
    ) -> None:
        """What came of each claim; the winner gets so many cards."""
        first = min(p.at for p in (*self.right, *wrong))
        for claim in wrong:
            self.tell_press(s, "wrong", claim, shout(claim))
        for claim in tied:
            self.tell_press(s, "tied", claim, shout(claim))
        for claim in late:
            self.tell_press(s, "late", claim, shout(claim), behind=claim.at - first)
        if winner is not None:
            self.tell_press(s, "won", winner, shout(winner), count=count)

    def resume(self, s: W, result: bool | tuple[str, int] | None) -> None:
        """What the table or the author said, or what was typed after the buzz."""
        if isinstance(result, tuple):
            word, flags = result
            buzz = self.right.pop()
            if word:
                self.doubtful.append(structs.replace(buzz, name="say", what=word, flags=flags))
            else:
                self.wrong.append(buzz)
        elif self.weighed:
            self.weighed = False
            if result:
                self.decided(s, self.right, self.wrong, self.late)
                return
            self.taken_back(s, self.right.pop())
        else:
            claim = self.doubtful.pop(0)
            if result is not WITHDRAWN:
                (self.right if result else self.wrong).append(claim)
        self._decide(s)


class Answer(Answering[W], Generic[W]):
    """Who buzzed first types alone. Silence is a wrong answer; a word is judged by the race."""

    silence: ClassVar[tuple[str, int]] = ("", 0)

    def offer(self, s: W) -> Offer:
        return Offer("say", ANY_WORD)

    def answer(self, move: Move) -> tuple[str, int]:
        word = move.args["word"]
        return word, move.known.get(word, 0)
