"""Ruéverlix: the rush. Whoever has an idea adds a card, owes a word, says it, and picks the row up."""

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec import field

from tablee.games.rueverlix.state import RueverlixTable
from tablee.kernel.domains import Domain, Flag
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import NEVER, Alarm
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import FACE, PLAIN, SAID, SEAT, TERM, Shown
from tablee.phases import buzz
from tablee.phases.free import Free, FreeAct
from tablee.phases.said import word_said
from tablee.phases.screen import shares
from tablee.phases.vote import Verdict, ask, judge, tell_foreign
from tablee.phases.window import stretched
from tablee.pieces.toutilix import PETARD
from tablee.words.fit import Word

LAST_CHANCE: Millis = 10_000
BUZZES = 3
"""D24: so often a seat may buzz before the next card is laid, lest silence lasts for ever."""


class Rush(Free[RueverlixTable]):
    """R6 to R20: no turns; who has an idea adds a card, and then owes a word. All times are the phase's own."""

    shown: ClassVar[Shown] = {
        "owes": PLAIN,
        "dried": PLAIN,
        "claim": SEAT,
        "claimed": SAID,
        "adder": SEAT,
        "risk": SEAT,
        "stage": TERM,
    }
    laying = ("add",)
    owes: list[int] = field(default_factory=list)
    """R13, for each seat: it has added a card and not yet said a word."""
    claim: Seat | None = None
    """D7: who may pick up, with the word that he has said."""
    claimed: str = ""
    adder: Seat | None = None
    """R18: who added the last card."""
    locker: Seat | None = None
    """D9: whose time it is to say a word, until `lock`."""
    lock: Millis = 0
    first: int = -1
    """The stimulus that the first three cards were."""
    looking: bool = True
    opens: Millis = 0
    """D21: when one may add."""
    dry_at: dict[Seat, Millis] = field(default_factory=dict)
    buzzed: dict[Seat, int] = field(default_factory=dict)
    heard: FreeAct | None = None
    """A word that the table or its author is asked about."""
    weighed: bool = False
    """The row is picked up, if nobody contests the word (D23)."""

    @property
    def dried(self) -> list[int]:
        return [int(seat in self.dry_at) for seat in range(len(self.owes))]

    @property
    def risk(self) -> Seat | None:
        """Who will have the row face down if everybody is stuck."""
        return self.adder if self.claim is None else None

    @property
    def stage(self) -> str:
        """What is going on, as a word for the sentence about it."""
        if self.looking:
            return "looking"
        return "locked" if self.locker is not None else "free" if self.claim is None else "claimed"

    def enter(self, s: RueverlixTable) -> None:
        self.owes = [0] * s.n
        self.stimulus = self.first = s.stimulate()
        self.opens = self.began + stretched(s, int(s.options.look_s) * 1_000)
        self.looking = self.opens > self.began
        self.since = self.began
        s.fresh_votes()

    def active(self, s: RueverlixTable) -> Sequence[Seat]:
        if self.looking:
            return ()
        if self.locker is not None:
            return (self.locker,)
        return [seat for seat in s.all_seats if self.takes_part(s, seat) and seat not in self.dry_at]

    def takes_part(self, s: RueverlixTable, seat: Seat) -> bool:
        """D11, D16: who may still do something: he has cards, or owes a word, or may pick up."""
        return bool(s.pile(seat).cards) or bool(self.owes[seat]) or self.claim == seat

    # ---- what may be done --------------------------------------------------------------------------

    def offers(self, s: RueverlixTable, seat: Seat) -> Sequence[Offer]:
        if self.has_acted(seat):
            return ()
        opens = max(self.opens, self.lock) + self.shift
        found: list[Offer] = []
        if self.owes[seat]:
            found += self.word_offers(s, seat)
        elif s.pile(seat).cards:  # R8, R13, R14, D21, D22
            free = max(opens, self.opens_at(seat))
            found.append(Offer("add", opens_at=free, stimulus=self.stimulus, zone=s.pile(seat).name))
        if self.claim == seat:  # R12
            found.append(Offer("pick_up", stimulus=self.stimulus))
        elif self.takes_part(s, seat) and seat not in self.dry_at:  # D11
            found.append(Offer("dry", opens_at=opens, stimulus=self.stimulus))
        return found

    def word_offers(self, s: RueverlixTable, seat: Seat) -> Sequence[Offer]:
        """D6: a word is said for the cards that lie there when it is said. On one screen the word has its time,
        and who was too slow buzzes (D24)."""
        if not shares(s, seat) or self.locker == seat:
            return (Offer("say", said(s), stimulus=self.stimulus, since=self.first),)
        if self.locker is None and self.buzzed.get(seat, 0) < BUZZES:
            return (Offer("buzz", stimulus=self.stimulus, since=self.first),)
        return ()

    def play(self, s: RueverlixTable, seat: Seat, move: Move) -> None:
        if move.name == "dry":
            self.dry(s, seat)
            return
        if move.name == "say" and judge(s, seat, move.known) is Verdict.REFUSED:
            raise Refused("unknown_word")
        self.take(s, seat, move)

    # ---- cards -------------------------------------------------------------------------------------

    def laid(self, s: RueverlixTable, acts: Sequence[FreeAct]) -> None:
        if len(acts) > 1:
            self.together(s, acts)
            return
        seat, at = acts[0].seat, acts[0].at - self.shift
        self.claim, self.claimed = None, ""
        symbol = s.lay(seat)
        s.fresh_votes()
        if symbol == PETARD:
            self.dismiss(s)
            s.explode(seat)
            return
        s.tell("adds", seat=seat, letter=FACE(symbol))
        self.owes[seat] = 1
        self.adder = seat
        self.stimulus = s.stimulate()
        self.dry_at.clear()
        self.buzzed.clear()
        self.stir(s)
        self.give_time(s, seat, at)

    def together(self, s: RueverlixTable, acts: Sequence[FreeAct]) -> None:
        """R20, D13: these cards have no effect; whoever laid them owes nothing."""
        s.tell("together", count=len(acts))
        for act in acts:
            symbol = s.lay(act.seat)
            s.move(s.row.cards[-1], s.row, s.aside)
            s.tell("set_aside", seat=act.seat, letter=FACE(symbol))
            self.dry_at.pop(act.seat, None)
        self.stir(s)

    def give_time(self, s: RueverlixTable, seat: Seat, start: Millis) -> None:
        """D9, D24."""
        span = int(s.options.speak_lock) * 1_000 or (buzz.ANSWER if shares(s, seat) else 0)
        self.lock = start + stretched(s, span)
        self.locker = seat if span else None

    def stir(self, s: RueverlixTable) -> None:
        """D11: the row is not quiet."""
        self.since = self.time(s)

    # ---- words -------------------------------------------------------------------------------------

    def acted(self, s: RueverlixTable, act: FreeAct) -> None:
        if act.name == "say":
            self.hear(s, act)
        elif act.name == "buzz" and self.locker is None:
            self.buzzed[act.seat] = self.buzzed.get(act.seat, 0) + 1
            s.push(Answer(seat=act.seat))
        elif act.name == "pick_up" and self.claim == act.seat:
            self.pick_up(s)
        else:
            self.overtaken(s, act)

    def hear(self, s: RueverlixTable, act: FreeAct) -> None:
        """D6, D8: what does not fit the row as it lies now costs nothing."""
        verdict = judge(s, act.seat, act.known)
        if s.fit().missing(act.args["word"]) is not None:
            s.tell("lacks", seat=act.seat, words=SAID(act.args["word"]))
        elif verdict.asks:  # D10
            self.heard = act
            ask(s, act.seat, act.known)
        elif verdict is Verdict.KNOWN:
            self.accept(s, act)
        else:
            s.tell("unheard", seat=act.seat, words=SAID(act.args["word"]))

    def accept(self, s: RueverlixTable, act: FreeAct) -> None:
        """R12, D7: he has said a word and may pick up."""
        seat, word = act.seat, act.args["word"]
        self.owes[seat] = 0
        self.claim, self.claimed = seat, word
        if self.locker == seat:
            self.locker, self.lock = None, min(self.lock, self.time(s))
        self.stir(s)
        picks = act.args.get("pick", True)
        if not picks or word_said(s, seat, word):  # else what follows at once tells it
            s.tell("says", seat=seat, words=SAID(word))
        tell_foreign(s, act.known)
        if picks:
            self.pick_up(s)

    def pick_up(self, s: RueverlixTable) -> None:
        """D23: the row is won by the word that was said last, unless that is contested."""
        assert self.claim is not None
        self.dismiss(s)
        window = word_said(s, self.claim, self.claimed)
        if window is None:
            self.win(s)
        else:
            self.weighed = True
            s.push(window)

    def win(self, s: RueverlixTable) -> None:
        assert self.claim is not None
        count = s.take(self.claim, s.won(self.claim))
        s.tell("picks_up", seat=self.claim, words=SAID(self.claimed), count=count)

    def take_back(self, s: RueverlixTable) -> None:
        """D23: the row lies again as before, and he owes a word."""
        assert self.claim is not None
        seat, self.claim, self.claimed = self.claim, None, ""
        self.owes[seat] = 1
        self.stir(s)
        self.give_time(s, seat, self.time(s))

    def resume(self, s: RueverlixTable, result: Any) -> None:
        """What the table said, or what was typed after a buzz."""
        if isinstance(result, FreeAct):
            self.hear(s, result)
        elif self.weighed:
            self.weighed = False
            if result:
                self.win(s)
            else:
                self.take_back(s)
        elif self.heard is not None:
            act, self.heard = self.heard, None
            if result:
                self.accept(s, act)

    # ---- everybody is stuck ------------------------------------------------------------------------

    def dry(self, s: RueverlixTable, seat: Seat) -> None:
        self.dry_at[seat] = self.time(s)
        s.tell("dries", seat=seat)
        if self.adder is not None and self.adder not in self.dry_at and self.stuck_at(s) < NEVER:
            s.tell("last_chance", seat=self.adder, seconds=stretched(s, LAST_CHANCE) // 1_000)

    def dry_since(self, s: RueverlixTable, seat: Seat) -> Millis:
        """D11: since when a seat is dry; an absent one counts as such."""
        absent = NEVER if s.seats[seat].present else s.seats[seat].since - self.shift
        return self.dry_at.get(seat, absent)

    def stuck_at(self, s: RueverlixTable) -> Millis:
        """D11: when it is decided, as things are, that everybody is stuck. Who added last has a last chance, and
        who has a claim is not stuck (D12)."""
        apart = (self.adder, self.claim)
        others = [seat for seat in s.all_seats if seat not in apart and self.takes_part(s, seat)]
        when = max(self.opens, self.lock, *(self.dry_since(s, seat) for seat in others), self.began)
        if self.adder is None or when >= NEVER:
            return when
        return max(when, min(self.dry_since(s, self.adder), when + stretched(s, LAST_CHANCE)))

    def stuck(self, s: RueverlixTable) -> None:
        self.dismiss(s)
        if self.claim is not None:  # D12
            self.pick_up(s)
        elif self.adder is not None:  # R18
            s.tell("stuck", seat=self.adder, count=s.take(self.adder, s.down(self.adder)))
        else:  # R19, D14
            s.tell("nobody", count=len(s.row.cards))
            s.move_all(s.row, s.aside)
            s.row_over(s.after(s.starter))

    # ---- time --------------------------------------------------------------------------------------

    def alarms(self, s: RueverlixTable) -> Sequence[Alarm]:
        found = list(super().alarms(s))
        if self.looking:
            found.append(Alarm("look", self.opens))
        if self.locker is not None:
            found.append(Alarm("lock", self.lock, self.locker, waits=True))
        quiet, stuck = self.since + stretched(s, int(s.options.quiet_s) * 1_000), self.stuck_at(s)
        open_row = not self.looking and self.locker is None
        found.append(Alarm("quiet", quiet, waits=True, shown=open_row and quiet <= stuck))
        if stuck < NEVER:
            found.append(Alarm("stuck", stuck, waits=True, shown=open_row and stuck < quiet))
        return found

    def ring(self, s: RueverlixTable, alarm: Alarm) -> None:
        """What was done in time, and is still to be made, goes before the end of the row."""
        if alarm.key == "look":
            self.looking = False
        elif alarm.key == "lock":
            self.locker = None
        elif alarm.key == "close" or any(act.at - self.shift <= alarm.at for act in self.acts):
            super().ring(s, alarm)
        else:
            if alarm.key == "quiet":
                s.tell("quiet")
            self.stuck(s)


def said(s: RueverlixTable) -> dict[str, Domain]:
    return {"word": Word(s.fit()), "pick": Flag(ticked=True)}


class Answer(buzz.Answering[RueverlixTable]):
    """D24: who was too slow types alone; silence is a wrong word, which costs nothing (D8)."""

    silence = None

    def offer(self, s: RueverlixTable) -> Offer:
        return Offer("say", said(s))

    def play(self, s: RueverlixTable, seat: Seat, move: Move) -> None:
        if judge(s, seat, move.known) is Verdict.REFUSED:
            raise Refused("unknown_word")
        s.pop(FreeAct(move.at, seat, move.name, -1, move.args, move.known))
