"""Cadavrexkix: the words are written, the sheet is folded and passed on."""

from collections.abc import Sequence
from typing import ClassVar

from tablee.games.cadavrexkix.reading import Recall
from tablee.games.cadavrexkix.sheet import HINGE, LONGEST, WORD, CadavrexkixSheet, SheetWord
from tablee.kernel.domains import Absent, ByChoice, Card, Domain, OneOf, Order
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import NEVER, Alarm, Phase
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import PLAIN, SAID, SEAT, Shown
from tablee.phases.screen import shares
from tablee.words.fit import FillIns, Word
from tablee.words.flags import KNOWN

EDITS = 40
"""So often somebody may write or move cards before his step, and so often in it; then it is closed for him."""
MORE: Millis = 60_000
"""D12: once, if words are missing."""
PASSED_ON: Millis = 1_500


class Writing(Phase[CadavrexkixSheet], kw_only=True):
    """Everybody writes his next step, unseen, whether it is his turn or not (D17)."""

    edits: list[int]
    """How often each seat has changed something."""

    def actors(self, s: CadavrexkixSheet) -> Sequence[Seat]:
        return [seat for seat in s.all_seats if self.may_write(s, seat)]

    def may_write(self, s: CadavrexkixSheet, seat: Seat) -> bool:
        """D20: where a screen is shared, nobody writes ahead."""
        step = s.next_step(seat)
        own = step == s.folds and self.composing
        return step >= 0 and self.edits[seat] < EDITS and (own or not shares(s, seat))

    composing: ClassVar[bool] = False

    def offers(self, s: CadavrexkixSheet, seat: Seat) -> Sequence[Offer]:
        if not self.may_write(s, seat):
            return ()
        step = s.next_step(seat)
        fits, boxes = s.fits(step), s.own_boxes(step)
        table: dict[Card, Domain] = {str(k + 1): Word(fits[k]) for k in boxes}
        text = ByChoice("box", table, Absent())
        return (
            Offer("arrange", {"cards": Order(s.orders[step])}, secret=True),
            Offer("word", {"box": OneOf([str(k + 1) for k in boxes]), "text": text}, secret=True),
        )

    def play(self, s: CadavrexkixSheet, seat: Seat, move: Move) -> None:
        step = s.next_step(seat)
        if move.name == "arrange":  # R8, D6
            s.orders[step] = tuple(move.args["cards"])
        else:
            text = move.args["text"].strip()
            if not WORD.fullmatch(text) or len(text) > LONGEST:  # D7, D8
                raise Refused("not_one_word")
            known = bool(move.known.get(move.args["text"], 0) & KNOWN)
            s.put(step, int(move.args["box"]) - 1, SheetWord(text, known))
        self.edits[seat] += 1


class Compose(Writing):
    """R9 to R22: whose step it is writes his words, and announces the last of them."""

    composing: ClassVar[bool] = True
    shown: ClassVar[Shown] = {"seat": SEAT, "prolonged": PLAIN}
    seat: Seat = -1
    until: Millis = 0
    prolonged: bool = False

    def enter(self, s: CadavrexkixSheet) -> None:
        self.seat = s.composer(s.folds)
        self.edits[self.seat] = 0
        if s.hinge_words:  # R16, R20
            s.put(s.folds, 0, SheetWord(s.hinge_words[-1]))
        self.prolong(s, s.options.compose_time * 1_000)

    def prolong(self, s: CadavrexkixSheet, span: Millis) -> None:
        self.until = self.limit_in(s, span) if span else NEVER

    def active(self, s: CadavrexkixSheet) -> Sequence[Seat]:
        return (self.seat,)

    def actors(self, s: CadavrexkixSheet) -> Sequence[Seat]:
        return sorted({self.seat, *super().actors(s)})

    def offers(self, s: CadavrexkixSheet, seat: Seat) -> Sequence[Offer]:
        offers = super().offers(s, seat)
        if seat != self.seat or s.missing(s.folds):
            return offers
        return (*offers, Offer("fold"))

    def play(self, s: CadavrexkixSheet, seat: Seat, move: Move) -> None:
        if move.name == "fold":
            self.over(s)
        else:
            super().play(s, seat, move)

    def alarms(self, s: CadavrexkixSheet) -> Sequence[Alarm]:
        player = s.seats[self.seat]
        if player.human and not player.present:  # D19
            return (Alarm("absent", self.began, self.seat, shown=False),)
        if self.edits[self.seat] >= EDITS:
            return (Alarm("spent", self.began, self.seat, shown=False),)
        return (Alarm("limit", self.until, self.seat, waits=True),)

    def asks(self, s: CadavrexkixSheet, alarm: Alarm) -> FillIns | None:
        return None if self.waits_on(s, alarm) else self.fill_ins(s)

    def waits_on(self, s: CadavrexkixSheet, alarm: Alarm) -> bool:
        """D12: the time is prolonged once."""
        return alarm.key == "limit" and not self.prolonged and bool(s.missing(s.folds))

    def fill_ins(self, s: CadavrexkixSheet) -> FillIns:
        fits = s.fits(s.folds)
        return FillIns(tuple(fits[k] for k in s.missing(s.folds)), s.used(s.folds))

    def ring(self, s: CadavrexkixSheet, alarm: Alarm) -> None:
        if self.waits_on(s, alarm):
            self.prolonged = True
            self.prolong(s, MORE)
            s.tell("prolonged", seat=self.seat)
            return
        self.fill(s, alarm)
        self.over(s)

    def fill(self, s: CadavrexkixSheet, alarm: Alarm) -> None:
        """D12, D19: the circle always closes."""
        boxes, fills = s.missing(s.folds), self.fill_ins(s)
        words = fills.placed(alarm.known or {})
        rng = s.rng("fill", s.circle_number, s.folds)
        for box, fit, word in zip(boxes, fills.fits, words, strict=True):  # without a lexicon: letters by chance
            s.put(s.folds, box, SheetWord(word or fit.make(rng).lower(), filled=True))
        if boxes:
            s.tell("filled", seat=self.seat, count=len(boxes))

    def over(self, s: CadavrexkixSheet) -> None:
        """R15, R17, R22: his last word is announced, but for the very last player's."""
        group, order = s.group(s.folds), s.orders[s.folds]
        for place, card in enumerate(order, HINGE + 1):
            if group.cards[place] != card:
                s.swap(group, place, group.cards.index(card))
        last = s.lines[s.folds][-1]
        s.folds += 1
        if s.folds == len(s.groups):
            s.tell("closes", seat=self.seat)
            s.goto(Recall())
        else:
            s.hinge_words.append(last.text)
            s.tell("passes_on", seat=self.seat, owner=s.composer(s.folds), word=SAID(last.text))
            s.goto(PassOn(edits=self.edits))


class PassOn(Writing):
    """The sheet is folded and passed on; who prepares his words is not disturbed."""

    until: Millis = 0

    def enter(self, s: CadavrexkixSheet) -> None:
        self.until = self.time(s) + PASSED_ON

    def for_all(self, s: CadavrexkixSheet) -> bool:
        return True

    def active(self, s: CadavrexkixSheet) -> Sequence[Seat]:
        return ()

    def alarms(self, s: CadavrexkixSheet) -> Sequence[Alarm]:
        return (Alarm("over", self.until, shown=False),)

    def ring(self, s: CadavrexkixSheet, alarm: Alarm) -> None:
        s.goto(Compose(edits=self.edits))
