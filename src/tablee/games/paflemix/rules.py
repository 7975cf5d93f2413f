"""Paflémix: a story with a word for each card laid; whoever is rid of his cards must remember all of it."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import structs

from tablee.games.paflemix.state import HAND, PaflemixOptions, PaflemixState, Top
from tablee.games.paflemix.telling import Challenge, Propose, Tell, Told
from tablee.kernel.domains import ByChoice, Card, Domain, OneCard
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.refusal import Refused
from tablee.kernel.units import EVERYBODY, NOBODY, TABLE, CardId, Millis, Seat, mask
from tablee.kernel.values import FACE, SEAT, Shown
from tablee.kernel.zones import Zone
from tablee.phases import said
from tablee.phases.buzz import Answering
from tablee.phases.free import Free, FreeAct
from tablee.phases.screen import ScreenSeatOptions, shares
from tablee.phases.vote import (
    LOST,
    Sure,
    Verdict,
    Vote,
    ask,
    confirmed,
    judge,
    lose,
    may_ask,
    tell_foreign,
    voters,
)
from tablee.phases.window import stretched
from tablee.pieces.kinds import Kind
from tablee.pieces.toutilix import DECK, ETOILE, PETARD
from tablee.words.fit import Fit, Word

FIRST: Millis = 10_000
"""D2: after so long anybody may say the first word."""
ALONE: Millis = 8_000
"""D25: so long one types alone."""
VAIN = 2
"""D21: so many rounds in a row without a card won end the game."""
MOST_ROUNDS = 2 * len(DECK)


class Deal(Phase[PaflemixState]):
    """R3 to R5, R19, R20, D1, D18: a round is dealt, and its first letter turned; after it comes the next one."""

    def enter(self, s: PaflemixState) -> None:
        s.gather()
        s.played += 1
        s.lays, s.drew, s.found = [0] * s.n, [0] * s.n, [0] * s.n
        s.fresh_votes()
        draw = s.draw
        rest = draw.cards[: -HAND * s.n]
        if not any(s.symbol(card) not in (ETOILE, PETARD) for card in rest):  # D18: a letter must be left to open
            letter = next(card for card in draw.cards if s.symbol(card) not in (ETOILE, PETARD))
            draw.cards = [letter, *(card for card in draw.cards if card != letter)]
        s.tell("deal", starter=s.starter, count=HAND, number=s.played)
        s.deal(draw, [s.hand(s.after(s.starter, i)) for i in s.all_seats], HAND)
        while True:
            card = draw.cards[-1]
            s.move(card, draw, s.pile)
            if s.symbol(card) not in (ETOILE, PETARD):
                break
            s.tell("slides", card=FACE(s.symbol(card)))
            s.move(card, s.pile, draw, 0)
        s.top = Top(TABLE, "", s.now)
        s.push(Open(seat=s.starter, initial=s.symbol(card), stimulus=s.stimulate()))

    def resume(self, s: PaflemixState, teller: Seat | None) -> None:
        """D17, D19 to D21: the round is over. Who told the story starts the next one."""
        s.starter = s.after(s.starter) if teller is None else teller
        s.vain = 0 if any(s.found) else s.vain + 1
        s.gather()
        if s.options.rounds == s.played:
            s.end(ranked(s.scores, detail="rounds"))
        elif not s.may_deal():
            s.end(ranked(s.scores, detail="too_few"))
        elif s.vain == VAIN:
            s.end(ranked(s.scores, detail="nothing_won"))
        else:
            self.enter(s)


class Laying(Free[PaflemixState], kw_only=True):
    """Where cards are laid and words said. What is laid is weighed: a word that nobody knows goes to the vote
    (D6), and every word can be contested for a moment (D7)."""

    laying = ("open_story", "buzz", "lay", "take", "full_stop", "petard")
    until: Millis = 0
    waiting: FreeAct | None = None
    """The word that the table votes on, or may contest,"""
    weighed: bool = False
    """and which of the two."""
    under: Top = Top(TABLE, "", 0)
    """The card on which it lies."""

    def lay_offers(self, s: PaflemixState, seat: Seat) -> Sequence[Offer]:
        """What a seat may lay on the last card, one at a time; and it may draw."""
        draw = (Offer("draw", opens_at=s.drew[seat], zone=s.draw.name),) if s.draw.cards else ()
        again = seat == s.top.seat
        if self.has_acted(seat) or (again and s.options.no_double):  # D5
            return draw
        breath = s.top.at + s.options.breath_s * 1_000 if again else 0  # D22
        opens = max(self.opens_at(seat), breath)
        letters, petards = s.holding(seat), s.holding(seat, PETARD)
        etoiles = [] if s.verbless else s.holding(seat, ETOILE)  # D8
        if shares(s, seat):
            cards = [*(letters if may_ask(s, seat) else ()), *etoiles, *petards]
            lays: Mapping[str, Mapping[str, Domain]] = {"take": {"card": OneCard(cards)}} if cards else {}
        else:
            words: dict[Card, Domain] = {card: Word(Fit(starts=s.symbol(card))) for card in letters}  # R8
            lays = {
                **(
                    {"lay": {"card": OneCard(letters), "word": ByChoice("card", words, Word(Fit()))}}
                    if letters
                    else {}
                ),
                **({"full_stop": {"card": OneCard(etoiles)}} if etoiles else {}),
                **({"petard": {"card": OneCard(petards)}} if petards else {}),
            }
        stimulus = self.stimulus  # D3
        return (*(Offer(name, of, opens, stimulus=stimulus, secret=True) for name, of in lays.items()), *draw)

    # ---- the quiet timer ---------------------------------------------------------------------------

    def enter(self, s: PaflemixState) -> None:
        """D17: a rule, not the time for a decision: even a table without limits has it."""
        self.since = s.now - self.shift
        self.until = self.since + stretched(s, s.options.idle_s * 1_000)

    def alarms(self, s: PaflemixState) -> Sequence[Alarm]:
        return (*super().alarms(s), Alarm("idle", self.until, waits=True))

    def ring(self, s: PaflemixState, alarm: Alarm) -> None:
        if alarm.key == "close":
            super().ring(s, alarm)
        elif not self.acts:
            s.tell("idle", count=len(s.pile.cards))
            s.pop(None)
        else:  # made in time: it is weighed first
            super().ring(s, alarm)

    # ---- what is laid ------------------------------------------------------------------------------

    def play(self, s: PaflemixState, seat: Seat, move: Move) -> None:
        if move.name == "draw":
            s.draw_one(seat)
            return
        if judge(s, seat, move.known) is Verdict.REFUSED:
            raise Refused("unknown_word")
        self.take(s, seat, move)

    def laid(self, s: PaflemixState, acts: Sequence[FreeAct]) -> None:
        """D4: who has laid fewer cards; then who sits first to the left of whoever laid the last one."""
        last = s.top.seat if s.top.seat != TABLE else s.starter
        clockwise = [*s.others(last), last]
        first = min(acts, key=lambda act: (s.lays[act.seat], clockwise.index(act.seat)))
        self.acts += [act for act in acts if act is not first]
        self.weigh(s, first)

    def weigh(self, s: PaflemixState, act: FreeAct) -> None:
        self.waiting = act
        if act.name in ("buzz", "take") and not self.is_sign(s, act):
            s.push(Typing(seat=act.seat, letter=s.symbol(self.card(s, act))))
        elif act.name not in ("open_story", "lay"):
            self.lay_sign(s, act)
        else:
            verdict = judge(s, act.seat, act.known)
            if verdict is Verdict.KNOWN:
                self.say(s, act)
            elif verdict.asks:
                ask(s, act.seat, act.known, quiet=True)
            else:
                self.overtaken(s, act)

    def card(self, s: PaflemixState, act: FreeAct) -> CardId:
        card: CardId = act.args.get("card", s.pile.cards[-1])
        return card

    def is_sign(self, s: PaflemixState, act: FreeAct) -> bool:
        return s.symbol(self.card(s, act)) in (ETOILE, PETARD)

    def say(self, s: PaflemixState, act: FreeAct) -> None:
        """R7, D7: card and word lie there, and may be contested before anything comes of them."""
        self.dismiss(s)
        self.under, self.waiting, self.weighed = s.top, act, True
        word = act.args["word"]
        s.put(act.seat, self.card(s, act), word, act.known.get(word, 0))
        self.stimulus = s.stimulate()
        tell_foreign(s, act.known)
        s.push(Said(author=act.seat, words=[word], span=s.options.said_s * 1_000))

    def lay_sign(self, s: PaflemixState, act: FreeAct) -> None:
        """R10, R11, D8 to D10."""
        card = self.card(s, act)
        petard = s.symbol(card) == PETARD
        self.dismiss(s)
        s.put_sign(act.seat, card)
        self.stimulus = s.stimulate()
        s.tell("petard" if petard else "etoile", keep=s.keeps, seat=act.seat)
        if petard and s.hand(act.seat).cards:
            s.pass_hands()
        self.go_on(s, act.seat)

    def go_on(self, s: PaflemixState, seat: Seat) -> None:
        """R9, R14, D10: whoever has no card left tells the story; otherwise it goes on."""
        s.fresh_votes()
        if s.hand(seat).cards:
            locked = {other: until for other, until in self.locked.items() if until > s.now}
            s.goto(Story(stimulus=self.stimulus, acts=self.acts, locked=locked))
            return
        s.tell("finished", seat=seat, count=len(s.pile.cards))
        s.turn_over()
        s.goto(Tell(seat=seat, many=len(s.pile.cards)))

    def resume(self, s: PaflemixState, result: Any) -> None:
        """What was typed after the buzz, what the vote or the author said, or whether the word stands."""
        act = self.waiting
        assert act is not None
        if isinstance(result, tuple):
            self.typed(s, act, *result)
        elif self.weighed and result:
            self.go_on(s, act.seat)
        elif self.weighed:
            self.weighed = False
            self.take_back(s, act)
        elif result:
            if not voters(s, act.seat):
                confirmed(s, act.seat, act.known)
            self.say(s, act)

    def typed(self, s: PaflemixState, act: FreeAct, word: str, known: Mapping[str, int]) -> None:
        """D25: nothing that fits, and the card is taken back; three times at most before the next one is laid."""
        if not word or judge(s, act.seat, known) is Verdict.REFUSED:
            lose(s, act.seat)
            s.tell("takes_back", seat=act.seat)
            return
        name = "lay" if "card" in act.args else "open_story"
        self.weigh(s, structs.replace(act, name=name, args={**act.args, "word": word}, known=known))

    def take_back(self, s: PaflemixState, act: FreeAct) -> None:
        """D7: the table has refused the word; what was held goes back too."""
        s.take_back(act.seat, self.card(s, act), self.under)
        self.stimulus = s.stimulate()
        held, self.acts = self.acts, []
        for other in held:
            s.tell("held_back", to=mask(other.seat), seat=other.seat)


class Open(Laying, kw_only=True):
    """R6, D2: the starter says the first word; if he does not, anybody may."""

    shown: ClassVar[Shown] = {"seat": SEAT, "initial": FACE}
    seat: Seat
    initial: str
    anybody: bool = False
    first_until: Millis = 0

    def enter(self, s: PaflemixState) -> None:
        super().enter(s)
        self.first_until = self.since + stretched(s, FIRST)

    def active(self, s: PaflemixState) -> Sequence[Seat]:
        return s.all_seats if self.anybody else (self.seat,)

    def offers(self, s: PaflemixState, seat: Seat) -> Sequence[Offer]:
        if self.has_acted(seat) or not (self.anybody or seat == self.seat):
            return ()
        opens = self.opens_at(seat)
        if self.anybody and shares(s, seat):
            buzz = Offer("buzz", opens_at=opens, stimulus=self.stimulus, secret=True)
            return (buzz,) if may_ask(s, seat) else ()
        word = {"word": Word(Fit(starts=self.initial))}
        return (Offer("open_story", word, opens, stimulus=self.stimulus, secret=True),)

    def alarms(self, s: PaflemixState) -> Sequence[Alarm]:
        waiting = () if self.anybody else (Alarm("anybody", self.first_until, waits=True),)
        return (*super().alarms(s), *waiting)

    def ring(self, s: PaflemixState, alarm: Alarm) -> None:
        if alarm.key == "anybody":
            self.anybody = True
            s.tell("anybody", seat=self.seat)
        else:
            super().ring(s, alarm)


class Story(Laying):
    """R7 to R9: at any time anybody lays a card on the last one, and says a word."""

    def offers(self, s: PaflemixState, seat: Seat) -> Sequence[Offer]:
        return self.lay_offers(s, seat)


class Said(said.Said[PaflemixState], kw_only=True):
    """D7: the race goes on while a word may be contested, but what is laid on it is held, unseen."""

    hurried: ClassVar[bool] = True

    def story(self, s: PaflemixState) -> Laying:
        beneath = s.phases[-2]
        assert isinstance(beneath, Laying)
        return beneath

    def contesters(self, s: PaflemixState) -> list[Seat]:
        """A vote of one person among bots would always be won: alone with them nobody contests (D22)."""
        people = [seat for seat in s.all_seats if s.seats[seat].human and s.seats[seat].present]
        return super().contesters(s) if len(people) > 1 else []

    def own_offers(self, s: PaflemixState, seat: Seat) -> Sequence[Offer]:
        return self.story(s).lay_offers(s, seat)

    def own_play(self, s: PaflemixState, seat: Seat, move: Move) -> None:
        self.story(s).play(s, seat, move)


class Typing(Answering[PaflemixState], kw_only=True):
    """D25: on a shared screen who was first to take a card types its word alone, or puts it back."""

    span = ALONE
    silence: ClassVar[tuple[str, Mapping[str, int]]] = ("", {})
    letter: str

    def may(self, s: PaflemixState) -> Sequence[Offer]:
        return (Offer("say", {"word": Word(Fit(starts=self.letter))}), Offer("put_back"))

    def answer(self, move: Move) -> tuple[str, Mapping[str, int]]:
        return move.args.get("word", ""), move.known


class Paflemix(Game[PaflemixState]):
    info = GameInfo(
        key="paflemix",
        name="Paflémix",
        version=1,
        players=(2, 8),  # R1
        kinds=("free", "race", "memory", "vote"),
        reading=Reading.READS,
        device=Device.SHARED,
        author="Fabien Bleuze, Yves Hirschfeld",
        words=True,
        minutes=20,
        exercises=(Exercise.MEMORY, Exercise.IMAGINATION, Exercise.SPEED),
        moods=(Mood.REMEMBER, Mood.INVENT, Mood.LAUGH),
        age=8,
        everyday=("finished", "recited"),
    )
    phases = (Deal, Open, Story, Said, Vote, Sure, Typing, Tell, Challenge, Propose, Told)
    options = PaflemixOptions
    seat_options = ScreenSeatOptions

    def setup(self, table: Setup) -> PaflemixState:
        n = len(table.seats)
        s = PaflemixState(**table.common(DECK), starter=table.starter(), lost=[0] * n, refusals=[0] * n)  # R2
        together = sum(mask(seat) for seat in s.all_seats if shares(s, seat))  # D25: their hands lie face up
        return s.begin(
            Deal(),
            Zone("draw", Kind.PILE, NOBODY, cards=list(range(len(DECK)))),
            Zone("pile", Kind.HEAP, EVERYBODY, depth=1),
            Zone("turned", Kind.PILE, EVERYBODY),
            *(Zone(f"hand:{i}", Kind.HAND, together if shares(s, i) else mask(i), i) for i in s.all_seats),
            *(Zone(f"won:{i}", Kind.WINNINGS, NOBODY, i) for i in s.all_seats),
        )

    def bound(self, players: int, options: Any) -> int:
        """D21. Each card of a round is laid once. Before it every seat may lose three words in votes, each with a
        press of everybody, too early and in time, a word typed after a buzz, two votes and their clocks. It is
        drawn once, and told once, with what everybody says to it."""
        tries = (LOST * players + 1) * (4 * players + 8)
        return MOST_ROUNDS * (len(DECK) * (tries + 1 + 2 * players + 4) + players + 4)


GAME = Paflemix()
