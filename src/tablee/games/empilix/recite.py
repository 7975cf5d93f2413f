"""Empilix: the sequence is said again, card by card, and what comes of it."""

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec import field

from tablee.games.empilix.state import SENTENCE, WORDS, EmpilixTable
from tablee.kernel.events import Keep
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import Alarm
from tablee.kernel.refusal import Refused
from tablee.kernel.units import CardId, Millis, Seat
from tablee.kernel.values import FACE, SAID, SEAT, Shown
from tablee.phases.recital import Recital
from tablee.phases.show import Show
from tablee.phases.vote import Verdict, Vote, ask, judge, tell_foreign, voters
from tablee.pieces.domains import Syllable
from tablee.pieces.toutilix import ALPHABET, VOWELS
from tablee.words.fit import Word
from tablee.words.flags import may_be_verb
from tablee.words.folding import fold
from tablee.words.sentence import written

LOOK: Millis = 3_000
"""How long all look at what ends a tour."""
VOICED = "".join(sorted(VOWELS))
CONSONANTS = "".join(letter for letter in ALPHABET if letter not in VOWELS)


def syllable(size: int) -> Syllable:
    """R8: a consonant and a vowel, or the consonant that was laid last."""
    if size == 1:
        return Syllable(1, 1, CONSONANTS)
    return Syllable(2, 2, CONSONANTS + VOICED, VOICED)


class Reciting(Recital[EmpilixTable], kw_only=True):
    """R17, D9: the cards are spread and turned up one by one as they are said."""

    words: list[str] = field(default_factory=list)
    kinds: list[int] = field(default_factory=list)
    """What the lexicon said of each word."""
    waiting: Move | None = None
    """A word that the table votes on."""

    def enter(self, s: EmpilixTable) -> None:
        s.fresh_votes()
        s.spread.area, s.spread.said = (2 if s.syllabic else 1, 1), ""
        s.tell("recites", seat=self.seat, count=s.so_far)
        for card in s.sequence[:]:
            s.move(card, s.middle, s.spread)
        super().enter(s)

    def limit(self, s: EmpilixTable) -> Millis:
        return int(s.options.recite_s) * 1_000

    def total(self, s: EmpilixTable) -> int:
        return (s.so_far + 1) // 2 if s.syllabic else s.so_far

    def cards(self, s: EmpilixTable) -> Sequence[CardId]:
        """Those of the present item."""
        size = 2 if s.syllabic else 1
        return s.spread.cards[self.given * size : (self.given + 1) * size]

    def item(self, s: EmpilixTable) -> Offer:
        if s.syllabic:
            return Offer("say", {"item": syllable(len(self.cards(s)))})
        return Offer("say", {"item": Word(s.fit())}, checkable=True)

    def heard(self, s: EmpilixTable, move: Move) -> None:
        """D11: whether a word exists is settled first, so that it tells nothing of the letter."""
        verdict = judge(s, self.seat, move.known)
        if verdict is Verdict.REFUSED:
            raise Refused("unknown_word")
        if verdict.asks:
            self.waiting = move
            ask(s, self.seat, move.known)
        else:
            self.check(s, move)

    def resume(self, s: EmpilixTable, result: Any) -> None:
        """A word that the table does not know is none: he says another within his time. Where it had to be this
        one, nobody wins (D24, D28)."""
        if self.given == self.items:
            self.judged(s, accepted=bool(result))
            return
        move, self.waiting = self.waiting, None
        assert move is not None
        if result:
            self.check(s, move)
        elif result is False and s.commits and fold(move.args["item"]) == fold(s.at_place(self.seat, self.given)):
            self.words.append(move.args["item"])
            self.judged(s, accepted=False)

    def check(self, s: EmpilixTable, move: Move) -> None:
        """D10, D11, D24."""
        said = move.args["item"]
        tell_foreign(s, move.known, Keep.FLEETING)
        self.words.append(said)
        self.kinds += move.known.values()
        s.spread.said = " ".join([*((s.spread.said or "").split()), said.replace(" ", "\u00a0")])
        if self.is_right(s, said):
            self.right(s)
        else:
            self.wrong(s)

    def is_right(self, s: EmpilixTable, said: str) -> bool:
        laid = "".join(map(s.symbol, self.cards(s)))
        if s.syllabic:
            return fold(said) == laid
        before = map(fold, self.words[:-1])
        if s.commits and fold(said) != fold(s.at_place(self.seat, self.given)):
            return False
        return laid in fold(said) and not (s.manche == WORDS and fold(said) in before)

    def turned(self, s: EmpilixTable) -> None:
        for card in self.cards(s):
            s.turn_up(s.spread, card)

    def complete(self, s: EmpilixTable) -> None:
        """D12, D13, D30: what only people can tell is put to them."""
        verb = any(map(may_be_verb, self.kinds))
        if s.manche == SENTENCE and not verb:
            s.tell("verbless", seat=self.seat, words=SAID(written(self.words)))
            s.goto(Shared(seat=self.seat, span=LOOK))
        elif s.syllabic or not verb or not voters(s, self.seat):
            self.judged(s, accepted=True)
        else:
            s.tell(f"judge_{s.manche}", seat=self.seat)
            s.push(Vote(author=self.seat, words=[written(self.words)], settles=False))

    def judged(self, s: EmpilixTable, *, accepted: bool) -> None:
        said, count = SAID(written(self.words)), len(s.at_stake)
        if accepted:
            s.tell("recited", seat=self.seat, words=said, count=count)
            s.goto(Won(seat=self.seat, span=LOOK))
        else:
            s.tell("spoilt", seat=self.seat, words=said, count=count)
            s.goto(Spoilt(span=LOOK))

    def failed(self, s: EmpilixTable, *, late: bool) -> None:
        """R17, R19: what it was is shown."""
        laid = FACE(" ".join(map(s.symbol, self.cards(s))))
        self.turned(s)
        if late:
            s.tell("too_slow", seat=self.seat, laid=laid)
        else:
            said = self.words[-1]
            again = s.manche == WORDS and fold(said) in map(fold, self.words[:-1])
            s.tell("said_twice" if again else "errs", seat=self.seat, words=SAID(said), laid=laid)
        s.goto(Shared(seat=self.seat, span=LOOK))


class Won(Show[EmpilixTable], kw_only=True):
    """R9, R18."""

    shown: ClassVar[Shown] = {"seat": SEAT}
    seat: Seat

    def ring(self, s: EmpilixTable, alarm: Alarm) -> None:
        s.win(self.seat)
        s.next_tour()


class Shared(Show[EmpilixTable], kw_only=True):
    """R19, R20."""

    shown: ClassVar[Shown] = {"seat": SEAT}
    seat: Seat

    def ring(self, s: EmpilixTable, alarm: Alarm) -> None:
        s.tell("shares", seat=self.seat, count=len(s.at_stake) // (s.n - 1))
        s.share(self.seat)
        s.next_tour()


class Spoilt(Show[EmpilixTable], kw_only=True):
    """D28."""

    def ring(self, s: EmpilixTable, alarm: Alarm) -> None:
        s.put_aside()
        s.next_tour()
