"""Everybody chooses a word of ten letters before the first turn: nobody then waits for a scribe who leafs through
a book."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec import field

from tablee.games.sordelix.nouns import TenLetters
from tablee.games.sordelix.state import WRITABLE, SordelixState
from tablee.kernel.events import Keep
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import NEVER, Alarm
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import SEAT, Shown, Sight
from tablee.phases.screen import shares
from tablee.phases.secret_word import may_be_set
from tablee.phases.together import Together
from tablee.words.fit import Word
from tablee.words.flags import KNOWN, foreign
from tablee.words.folding import fold

COMMONEST = 10_000
EVERY_WORD = 1 << 30
"""D3: so many of the commonest words of ten letters may be chosen."""
IDEAS = 5
"""How often somebody may ask for a word (D21)."""
SCREEN_TIME: Millis = 60_000
"""For each word that is chosen behind the handover screen (D27)."""


class Choosing(Together[SordelixState]):
    """R4, R5, D2, D3, D21, D27: everybody chooses his word, before the first turn."""

    shown: ClassVar[Shown] = {"written": SEAT, "idea": Sight.OWNER}
    written: list[Seat] = field(default_factory=list)
    idea: list[str] = field(default_factory=list)
    """What was suggested to each seat."""
    asked: list[int] = field(default_factory=list)

    def enter(self, s: SordelixState) -> None:
        self.idea, self.asked = [""] * s.n, [0] * s.n
        self.until = self.limit_in(s, self.limit(s)) if s.options.choose_s else NEVER

    def limit(self, s: SordelixState) -> Millis:
        sharing = sum(shares(s, seat) for seat in s.all_seats)
        return max(int(s.options.choose_s) * 1_000, sharing * SCREEN_TIME)

    def actors(self, s: SordelixState) -> Sequence[Seat]:
        return [seat for seat in s.all_seats if seat not in self.written]

    def domain(self, s: SordelixState) -> Word:
        among = COMMONEST if s.options.secret == "common" else EVERY_WORD
        return Word(WRITABLE, among=among, of_length=True)

    def offers(self, s: SordelixState, seat: Seat) -> Sequence[Offer]:
        if seat in self.written:
            return ()
        offers = [Offer("write", {"word": self.domain(s)}, checkable=True, secret=True)]
        if self.asked[seat] < IDEAS:
            offers.append(Offer("suggest", secret=True, asks=self.ideas(s, [seat])))
        if self.idea[seat]:
            offers.append(Offer("take_idea", secret=True))
        return offers

    def ideas(self, s: SordelixState, seats: Sequence[Seat]) -> TenLetters:
        draws = tuple(s.rng("idea", seat, self.asked[seat]).below(1 << 16) for seat in seats)
        return TenLetters(WRITABLE, draws, tuple(fold(idea) for idea in self.idea if idea))

    def play(self, s: SordelixState, seat: Seat, move: Move) -> None:
        if move.name == "suggest":
            self.idea[seat] = self.given(s, seat, list(move.known))
            self.asked[seat] += 1
            return
        word = self.idea[seat]
        flags = KNOWN
        if move.name == "write":
            word = move.args["word"]
            flags = move.known.get(word, 0)
            if foreign(flags) and s.votes_on(seat):
                flags = 0
            may_be_set(s, seat, word, flags)
        self.write(s, seat, word, flags)
        if not self.actors(s):
            self.all_in(s)

    def given(self, s: SordelixState, seat: Seat, words: list[str]) -> str:
        """What the lexicon proposed; letters by chance where there is none (C15)."""
        word = words.pop(0) if words else ""
        return word if WRITABLE.missing(word) is None else WRITABLE.make(s.rng("made_up", seat, self.asked[seat]))

    def write(self, s: SordelixState, seat: Seat, word: str, flags: int) -> None:
        s.chosen[seat], s.unsure[seat] = word, not flags & KNOWN
        self.written.append(seat)
        self.idea[seat] = ""
        s.tell("chooses", keep=Keep.FLEETING, seat=seat)

    def asks(self, s: SordelixState, alarm: Alarm) -> TenLetters:
        return self.ideas(s, self.actors(s) if alarm.seat < 0 else (alarm.seat,))

    def ring(self, s: SordelixState, alarm: Alarm) -> None:
        words = list(alarm.known or {})
        for seat in self.actors(s) if alarm.seat < 0 else (alarm.seat,):
            s.tell("timeout", seat=seat)
            proposed = self.given(s, seat, words)
            self.write(s, seat, self.idea[seat] or proposed, KNOWN)
        if not self.actors(s):
            self.all_in(s)

    def reseal(self, s: SordelixState, seat: Seat, rng: Rng) -> None:
        """Whether somebody else was given an idea is not known."""
        self.idea = [idea if other == seat else "" for other, idea in enumerate(self.idea)]
        self.asked = [times if other == seat else 0 for other, times in enumerate(self.asked)]
