"""Touvavix: cards are laid on a star of six piles; the first to tap the pétard in its middle wins the pair."""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct, structs

from tablee.kernel.domains import OneOf, Slot
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup, TableOptions
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.refusal import Refused
from tablee.kernel.units import EVERYBODY, NOBODY, Millis, Seat
from tablee.kernel.values import FACE, PLACE, SPAN, TERM
from tablee.kernel.zones import Zone
from tablee.phases.decision import Decision
from tablee.phases.piles import PILES, PilesState, seat_zones
from tablee.phases.screen import ScreenSeatOptions, shares
from tablee.phases.window import Covering, Press, Window, cut, groups
from tablee.pieces.kinds import Kind
from tablee.pieces.toutilix import DECK, ETOILE, INDEX, PETARD, SYMBOL

PLACES = range(6)
MIDDLE = "petard"
"""The zone that is tapped; the others are tapped by mistake (R17)."""
STAR = tuple(f"star:{place}" for place in PLACES)

CHOOSE: Millis = 5_000
LAST_WINDOW: Millis = 5_000
TIED: Millis = 1_000
"""So long after a tie nobody can tap for it (D12)."""
MAX_TAPS = 6
"""Of each seat on each card: more than can be right, but a record has an end."""


class TouvavixOptions(TableOptions, frozen=True, kw_only=True):
    gap_ms: Literal[500, 1000, 2000] = 1000
    elsewhere: bool = True
    auto_lay_s: Literal[5, 10] = 5


class Prize(Struct, frozen=True):
    """What a tap wins: the two piles of a pair, or the choice that an étoile gives."""

    since: int
    """The number of the card that made it."""
    places: tuple[int, ...]
    symbol: str


class TouvavixState(PilesState, kw_only=True):
    """The cards laid are numbered as stimuli: 0 is the star at the beginning, then one for each card."""

    laid: list[int]
    """For each place of the star, the number of its top card."""
    etoile: int = -1
    """Where an étoile lies that can be tapped."""
    open_on: int = -1
    """The last card after which there was something to win."""
    barred: int = -1
    """After a tie: nothing that this card or an older one made can be won until then (D12)."""
    barred_until: Millis = 0
    fined: list[int]
    """The last card on which each seat was punished."""
    taps: list[int]
    """How often each seat has tapped since the last card."""

    @property
    def star(self) -> list[Zone]:
        return self.zones[PILES + 2 * len(self.seats) :]

    def prize(self, seen: int) -> Prize | None:
        """D6, D8: what a tap wins now, by somebody who has seen this card laid and none after it."""
        star, laid = self.star, self.laid
        if self.etoile >= 0 and laid[self.etoile] <= seen:
            return Prize(laid[self.etoile], (self.etoile,), ETOILE)
        tops = {place: SYMBOL[self.faces[star[place].cards[-1]]] for place in PLACES if star[place].cards}
        letters = {place: top for place, top in tops.items() if top in INDEX and laid[place] <= seen}  # D2
        for place in sorted(letters, key=lambda x: -laid[x]):
            twins = [x for x in letters if x != place and letters[x] == letters[place]]
            if twins:
                twin = max(twins, key=lambda x: (len(star[x].cards), (place - x) % len(PLACES)))
                return Prize(laid[place], (place, twin), letters[place])
        return None

    def decided(self, seen: int) -> bool:
        """D11: there was something to win since this card was laid, and it is gone."""
        return self.open_on >= seen and self.prize(seen) is None

    def is_barred(self, prize: Prize, at: Millis) -> bool:
        return prize.since <= self.barred and at < self.barred_until

    def free(self) -> list[int]:
        """R8: where a card may be laid."""
        return [place for place in PLACES if not self.star[place].cards] or list(PLACES)

    def lay(self, seat: Seat, place: int) -> int:
        """R7, R9, R13 to R15, D9: the top card of the pile turns as it lands. Returns its number."""
        pile = self.pile(seat)
        card = pile.cards[-1]
        symbol = SYMBOL[self.faces[card]]
        self.move(card, pile, self.star[place])
        number = self.laid[place] = self.stimulate()
        self.taps = [0] * self.n
        self.etoile = place if symbol == ETOILE else -1
        if symbol == ETOILE:
            self.tell("etoile", seat=seat)
        elif symbol == PETARD:
            self.tell("petard", seat=seat, count=self.give(seat))
        if self.prize(number) is not None:
            self.open_on = number
        return number

    def take(self, seat: Seat, places: Sequence[int]) -> int:
        """R10, R11: whole piles go to the winnings."""
        before = len(self.won(seat).cards)
        for place in reversed(places):
            self.move_all(self.star[place], self.won(seat))
        self.count()
        return self.scores[seat] - before


class Deal(Phase[TouvavixState]):
    """R1 to R5, D1: a pétard in the middle, six different letters around it; the rest is mixed again and dealt."""

    def enter(self, s: TouvavixState) -> None:
        deck = s.aside
        s.move(next(card for card in reversed(deck.cards) if s.faces[card] == PETARD), deck, s.middle)
        s.shuffle(deck, "star")
        places = iter(s.star)
        letters: set[str] = set()
        for card in reversed(deck.cards[:]):
            symbol = SYMBOL[s.faces[card]]
            if symbol in INDEX and symbol not in letters:
                letters.add(symbol)
                s.move(card, deck, next(places))
            else:  # it has been seen, and goes back
                s.turn_up(deck, card)
            if len(letters) == len(PLACES):
                break
        for card in list(s.open):
            s.turn_down(deck, card, silent=True)
        s.shuffle(deck, "deal")
        s.deal_out()
        s.goto(Lay(seat=s.starter, stimulus=s.stimulate(), opens=s.now + s.options.gap_ms))


class Tapping(Window[TouvavixState]):
    """R12: whatever else goes on, everybody may tap the pétard in the middle."""

    until: Millis = 0

    def offers(self, s: TouvavixState, seat: Seat) -> Sequence[Offer]:
        """The same whether there is something to win or not: to see it is the game."""
        if s.decided(self.stimulus) or s.taps[seat] >= MAX_TAPS or self.has_pressed(seat, "tap"):
            return ()
        opens = max(self.opens_at(seat), s.barred_until if self.stimulus == s.barred else 0)
        # R17; on a shared screen each has a buzzer, and that is the pétard.
        target = OneOf((MIDDLE, *STAR) if s.options.elsewhere and not shares(s, seat) else (MIDDLE,))
        since = max(0, self.stimulus - 1)
        return (Offer("tap", {"target": target}, opens, stimulus=self.stimulus, since=since, secret=True),)

    def play(self, s: TouvavixState, seat: Seat, move: Move) -> None:
        """D11: a tap names the last card that its player has seen. It is a reaction to what made the pair."""
        seen = move.answers
        assert seen is not None
        if s.decided(seen):
            raise Refused("too_late")
        prize = s.prize(seen)
        answers = seen if prize is None else prize.since
        self.press(s, seat, structs.replace(move, answers=answers), move.args["target"], seen)
        s.taps[seat] += 1

    def judge(self, s: TouvavixState, taps: Sequence[Press]) -> bool:
        """R10, R13, R16, R17, D6 to D8, D11, D12: in order of time, near-ties together. Whether something was won.

        A near-tie of right taps spoils nothing but the moment; with a wrong one the right one wins.
        """
        won = False
        for near in groups(taps):
            right: list[tuple[Press, Prize]] = []
            wrong: list[Press] = []
            for tap in near:
                prize = s.prize(tap.flags)
                void = s.phases[-1] is not self or s.decided(tap.flags)
                if not void and (tap.what != MIDDLE or prize is None):
                    wrong.append(tap)
                elif void or prize is None or s.is_barred(prize, tap.at):
                    self.tell_press(s, "late", tap, PLACE(tap.what), since=tap.flags)
                else:
                    right.append((tap, prize))
            if len(right) == 1:
                self.win(s, *right[0])
                won = True
            for tap, prize in right if len(right) > 1 else ():
                s.barred, s.barred_until = self.stimulus, tap.at + TIED
                self.tell_press(s, "tied", tap, FACE(prize.symbol), since=prize.since)
            for tap in wrong:
                self.punish(s, tap)
        return won

    def win(self, s: TouvavixState, tap: Press, prize: Prize) -> None:
        if prize.symbol == ETOILE:
            s.etoile = -1
            ms = tap.at - s.stimuli[prize.since]
            s.tell("catches", race=TERM("won"), seat=tap.seat, shout=FACE(ETOILE), ms=SPAN(ms))
            s.push(Choose(seat=tap.seat))
        else:
            count = s.take(tap.seat, prize.places)
            self.tell_press(s, "won", tap, FACE(prize.symbol), since=prize.since, count=count)

    def punish(self, s: TouvavixState, tap: Press) -> None:
        """R16, D10, D11: once for each card."""
        gives = 0
        if s.fined[tap.seat] < tap.flags:
            s.fined[tap.seat] = tap.flags
            gives = s.give(tap.seat)
        self.tell_press(s, "wrong", tap, PLACE(tap.what), since=tap.flags, gives=gives)


class Lay(Covering[TouvavixState], Tapping, kw_only=True):
    """R6 to R8, D3, D13: one player lays his card, at once; until then everybody may tap for what lies there."""

    seat: Seat
    opens: Millis

    def enter(self, s: TouvavixState) -> None:
        self.until = self.limit_in(s, s.options.auto_lay_s * 1_000)

    def offers(self, s: TouvavixState, seat: Seat) -> Sequence[Offer]:
        tap = super().offers(s, seat)
        if seat != self.seat or self.has_pressed(seat, "lay"):
            return tap
        place = {"place": Slot("star", s.free())}
        return (Offer("lay", place, self.opens + self.shift, stimulus=self.stimulus), *tap)

    def play(self, s: TouvavixState, seat: Seat, move: Move) -> None:
        if move.name == "lay":
            self.presses.append(Press(move.at, seat, "lay", flags=move.args["place"]))
        else:
            super().play(s, seat, move)

    def resolve(self, s: TouvavixState, presses: Sequence[Press]) -> None:
        """What was tapped before the card was laid goes before it; what was tapped after it is judged after it, by
        what its player had seen. After a win before it, no card is laid while somebody chooses a pile (D7), nor on
        a card when another place has become empty (R8)."""
        taps, lay = cut(presses, ("lay", "auto"))
        self.judge(s, taps)
        if s.phases[-1] is not self:
            return
        if not s.pile(self.seat).cards:
            self.pass_on(s, self.stimulus, self.opens + self.shift)
        elif lay is not None and (lay.name == "auto" or lay.flags in s.free()):
            later = [p for p in presses if p.name == "tap" and p.at > lay.at]
            place = self.somewhere(s) if lay.name == "auto" else lay.flags
            self.pass_on(s, s.lay(self.seat, place), s.now + s.options.gap_ms, later)

    def somewhere(self, s: TouvavixState) -> int:
        """D13: where the table lays for somebody who does not."""
        s.tell("timeout", seat=self.seat)
        free = s.free()
        return s.rng("auto", self.stimulus).choice(free) if s.star[free[0]].cards else free[0]

    def resume(self, s: TouvavixState, result: None) -> None:
        """A pile was chosen; whoever was punished meanwhile may have nothing left to lay."""
        if not s.pile(self.seat).cards:
            self.pass_on(s, self.stimulus, self.opens + self.shift)

    def pass_on(self, s: TouvavixState, stimulus: int, opens: Millis, later: Sequence[Press] = ()) -> None:
        """D14, D15: the next one who has cards; when nobody has, what is still open can be won."""
        following, locked = s.next_seat(self.seat), self.lockouts(s)
        if following is not None:
            s.goto(Lay(seat=following, stimulus=stimulus, opens=opens, locked=locked, presses=list(later)))
        elif s.prize(stimulus) is not None:
            s.goto(LastWindow(stimulus=stimulus, locked=locked, presses=list(later)))
        else:
            s.finish()


class Choose(Decision[TouvavixState]):
    """R13, D7: who tapped the étoile first takes the pile of his choice; everybody waits."""

    span = CHOOSE
    waits = True

    def piles(self, s: TouvavixState) -> list[int]:
        return [place for place in PLACES if s.star[place].cards]

    def may(self, s: TouvavixState) -> Sequence[Offer]:
        return (Offer("pile", {"place": Slot("star", self.piles(s))}),)

    def play(self, s: TouvavixState, seat: Seat, move: Move) -> None:
        self.chosen(s, move.args["place"])

    def silent(self, s: TouvavixState) -> None:
        self.chosen(s, max(self.piles(s), key=lambda place: len(s.star[place].cards)))

    def chosen(self, s: TouvavixState, place: int) -> None:
        s.tell("takes", seat=self.seat, count=s.take(self.seat, (place,)))
        s.pop()


class LastWindow(Tapping):
    """R18, D15: no card is left to lay, but what is open can still be won; after each win the time begins anew."""

    def enter(self, s: TouvavixState) -> None:
        self.until = self.time(s) + LAST_WINDOW

    def alarms(self, s: TouvavixState) -> Sequence[Alarm]:
        return (*super().alarms(s), Alarm("over", self.until, waits=True))

    def ring(self, s: TouvavixState, alarm: Alarm) -> None:
        presses, self.presses = self.presses, []
        won = self.judge(s, [p for p in presses if p.at - self.shift <= self.until])
        if s.phases[-1] is self and (won or alarm.key == "over"):
            self.go_on(s, won)

    def resume(self, s: TouvavixState, result: None) -> None:
        self.go_on(s, True)

    def go_on(self, s: TouvavixState, won: bool) -> None:
        if won and s.prize(self.stimulus) is not None:
            self.enter(s)
        else:
            s.finish()


class Touvavix(Game[TouvavixState]):
    info = GameInfo(
        key="touvavix",
        name="Touvavix",
        version=2,
        players=(2, 6),
        kinds=("turn", "race"),
        reading=Reading.SOME_LETTERS,
        device=Device.SHARED,
        author="Alexandre Droit, Nicolas Bourgoin",
        minutes=5,
        exercises=(Exercise.SPEED, Exercise.ATTENTION, Exercise.LETTERS),
        moods=(Mood.RUSH, Mood.LAUGH),
        age=6,
        mat="star",
    )
    phases = (Deal, Lay, Choose, LastWindow)
    options = TouvavixOptions
    seat_options = ScreenSeatOptions

    def setup(self, table: Setup) -> TouvavixState:
        n = len(table.seats)
        s = TouvavixState(
            **table.common(DECK),
            starter=table.starter(),
            laid=[0] * len(PLACES),
            fined=[-1] * n,
            taps=[0] * n,
        )
        return s.begin(
            Deal(),
            Zone(MIDDLE, Kind.STAR, EVERYBODY),
            Zone("aside", Kind.BOX, NOBODY, cards=list(range(len(DECK)))),
            *seat_zones(n, [EVERYBODY] * n, depth=1),
            *(Zone(name, Kind.STAR, EVERYBODY, depth=1) for name in STAR),
        )

    def bound(self, players: int, options: Any) -> int:
        """D17: each card is laid once. Before that every seat taps so often at most, each tap decided alone. It is
        laid by a move or by the clock, and again if something was won first; a pile may be chosen."""
        return len(DECK) * (2 * players * MAX_TAPS + 6)


GAME = Touvavix()
