"""A turn in which one seat says a word: the lexicon is asked, then the table where it must be (C11, C19), then
whoever would contest it (C17). Nothing comes of the word before."""

from typing import Any, Generic

from tablee.kernel.moves import Move
from tablee.kernel.refusal import Refused
from tablee.phases.decision import Decision
from tablee.phases.said import word_said
from tablee.phases.vote import Verdict, W, ask, judge


class WordTurn(Decision[W], Generic[W], kw_only=True):
    """A game says which word a move holds, and what comes of it."""

    waiting: Move | None = None
    """The word that the table votes on, or may contest."""
    weighed: bool = False
    """It is known, or the vote is over: what is asked now is whether somebody contests it."""

    def word(self, move: Move) -> str:
        raise NotImplementedError

    def stands(self, s: W, move: Move) -> None:
        """Nobody objects, or no longer."""
        raise NotImplementedError

    def heard(self, s: W, move: Move) -> None:
        """The word is said: what already lies there while the table thinks."""

    def weighing(self, s: W, move: Move) -> None:
        """It can now be contested."""

    def taken_back(self, s: W, move: Move) -> None:
        """The table has refused it, or its author was not sure: he tries again within his time."""

    def contestable(self, s: W) -> bool:
        """Whether there is a table to contest before."""
        return True

    def enter(self, s: W) -> None:
        s.fresh_votes()
        super().enter(s)

    def say(self, s: W, move: Move) -> None:
        verdict = judge(s, self.seat, move.known)
        if verdict is Verdict.REFUSED:
            raise Refused("unknown_word")
        self.heard(s, move)
        if verdict.asks:
            self.waiting = move
            ask(s, self.seat, move.known)
        else:
            self._weigh(s, move)

    def resume(self, s: W, result: Any) -> None:
        move, weighed = self.waiting, self.weighed
        self.waiting, self.weighed = None, False
        assert move is not None
        if not result:
            self.taken_back(s, move)
        elif weighed:
            self.stands(s, move)
        else:
            self._weigh(s, move)

    def _weigh(self, s: W, move: Move) -> None:
        window = word_said(s, self.seat, self.word(move)) if self.contestable(s) else None
        if window is None:
            self.stands(s, move)
        else:
            self.weighing(s, move)
            self.waiting, self.weighed = move, True
            s.push(window)
