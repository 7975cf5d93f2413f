"""Célébritix: think of a famous name that takes many of the consonants in the middle, and dare to bid for it."""

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec import field

from tablee.games.celebritix.names import FIELDS, FamousName
from tablee.games.celebritix.table import (
    EXTRA,
    LASTING_TURNS,
    MAIN,
    CelebritixOptions,
    CelebritixSeatOptions,
    CelebritixState,
    is_consonant,
)
from tablee.kernel.domains import Card, Number, OneOf
from tablee.kernel.events import Keep
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.refusal import Refused
from tablee.kernel.units import EVERYBODY, NOBODY, CardId, Millis, Seat
from tablee.kernel.values import FACE, PLAIN, SAID, TERM, Shown
from tablee.kernel.zones import Zone
from tablee.phases.auction import Auction
from tablee.phases.decision import Decision
from tablee.phases.show import Show
from tablee.phases.vote import LOST, Sure, Verdict, Vote, judge
from tablee.phases.window import stretched
from tablee.phases.word_turn import WordTurn
from tablee.pieces.kinds import Kind
from tablee.pieces.toutilix import DECK, PETARD, SYMBOL
from tablee.words.flags import KNOWN, PADDED
from tablee.words.folding import fold

COUNTS = 3
EARLIEST: Millis = 10_000
"""No search is over before (D27)."""
ANNOUNCE: Millis = 10_000
LOOK: Millis = 3_000
"""How long the table looks at what came of a name."""
LETTERS_EACH = 2
"""Letters that a name which its author alone vouches for has for each card (D13)."""


class Deal(Phase[CelebritixState]):
    """R10 to R13, D1: the two piles, six consonants, and three apart."""

    def enter(self, s: CelebritixState) -> None:
        s.shuffle(s.consonants, "consonants")
        s.shuffle(s.bonuses, "bonuses")
        s.show_to(s.bonuses, EVERYBODY)
        s.refill()
        s.goto(Search())


class Search(Phase[CelebritixState]):
    """R16, D6, D27: three counts, in silence; over when all are ready."""

    shown: ClassVar[Shown] = {"tally": PLAIN, "pondering": PLAIN}
    tally: int = 1
    until: Millis = 0
    pondering: list[int] = field(default_factory=list)
    """0 for whoever is ready: a mark at his place."""

    def enter(self, s: CelebritixState) -> None:
        self.pondering = [1] * s.n
        s.turn += 1
        s.barred, s.owing = s.owing, None
        s.silent = True
        s.tell("turn", seat=s.chrono, number=s.turn)
        self.count(s)

    def count(self, s: CelebritixState) -> None:
        """The time is a rule: even a table without limits has it."""
        self.since = s.now - self.shift
        self.until = self.since + stretched(s, s.options.chrono * 1_000)

    def waited_for(self, s: CelebritixState) -> list[Seat]:
        """Who is not there is not waited for."""
        return [i for i in self.actors(s) if s.seats[i].present or not s.seats[i].human]

    def actors(self, s: CelebritixState) -> Sequence[Seat]:
        return [seat for seat in s.all_seats if self.pondering[seat]]

    def offers(self, s: CelebritixState, seat: Seat) -> Sequence[Offer]:
        return (Offer("ready"),) if self.pondering[seat] else ()

    def play(self, s: CelebritixState, seat: Seat, move: Move) -> None:
        self.pondering[seat] = 0
        s.tell("ready", keep=Keep.FLEETING, seat=seat)

    def alarms(self, s: CelebritixState) -> Sequence[Alarm]:
        count = Alarm("count", self.until)
        if self.waited_for(s):
            return (count,)
        return (Alarm("early", max(self.began + EARLIEST, self.time(s)), shown=False), count)

    def ring(self, s: CelebritixState, alarm: Alarm) -> None:
        if alarm.key == "count" and self.tally < COUNTS:
            self.tally += 1
            self.count(s)
        else:
            s.silent = False
            s.goto(Announce(seat=s.chrono))


class Announce(Decision[CelebritixState], kw_only=True):
    """R17, R18, R22, D7: LE CHRONO says a number, whether he has a name or not."""

    span = ANNOUNCE
    waits = True

    def enter(self, s: CelebritixState) -> None:
        super().enter(s)
        if self.seat == s.barred:
            self.announce(s, 0)

    def may(self, s: CelebritixState) -> Sequence[Offer]:
        return (Offer("bid", {"number": Number(0, s.most(self.seat))}),)

    def play(self, s: CelebritixState, seat: Seat, move: Move) -> None:
        self.announce(s, move.args["number"])

    def silent(self, s: CelebritixState) -> None:
        self.announce(s, 0)

    def announce(self, s: CelebritixState, number: int) -> None:
        s.tell("announces" if number else "announces_none", seat=self.seat, number=number)
        s.goto(Bidding(standing=number, bidder=self.seat if number else None))


class Bidding(Auction[CelebritixState]):
    """R19 to R21, D8 to D10, D26."""

    def gap(self, s: CelebritixState) -> Millis:
        return int(s.options.auction_gap) * 1_000

    def most(self, s: CelebritixState, seat: Seat) -> int:
        return s.most(seat)

    def order(self, s: CelebritixState) -> Sequence[Seat]:
        return (*s.others(s.chrono), s.chrono)

    def closed(self, s: CelebritixState) -> None:
        if self.bidder is None:
            s.tell("nobody_bids")
            s.goto(Bonus())
        else:
            s.goto(Name(seat=self.bidder, standing=self.standing))


class Name(WordTurn[CelebritixState], kw_only=True):
    """R23 to R26, D2 to D5, D12 to D14: the highest bidder says whom he meant, and takes his cards."""

    waits = True
    shown: ClassVar[Shown] = {**Decision.shown, **Auction.shown, "meant": SAID, "about": TERM}
    standing: int
    meant: str = ""
    """The name on which the table votes,"""
    about: str = ""
    """and its field."""

    @property
    def bidder(self) -> Seat:
        return self.seat

    def limit(self, s: CelebritixState) -> Millis:
        return int(s.options.name_s) * 1_000

    def contestable(self, s: CelebritixState) -> bool:
        return False

    def may(self, s: CelebritixState) -> Sequence[Offer]:
        return (Offer("propose", {"name": self.name(s), "field": OneOf(tuple(FIELDS.values()))}), Offer("give_up"))

    def name(self, s: CelebritixState) -> FamousName:
        places = {place.cards[-1]: place for place in s.within_reach(self.seat)}
        cards: dict[Card, str] = {card: SYMBOL[s.faces[card]] for card in places}
        worth: dict[Card, int] = {card: len(place.cards) for card, place in places.items()}
        shunned = [c for c, place in places.items() if any(s.faces[card] == PETARD for card in place.cards)]
        return FamousName(cards, worth, self.standing, shunned, s.options.names, tuple(s.taken))

    def word(self, move: Move) -> str:
        """By which the table knows the person: the whole form of the list, or what was said."""
        return next(iter(move.known), "")

    def play(self, s: CelebritixState, seat: Seat, move: Move) -> None:
        if move.name == "give_up":
            s.tell("gives_up", seat=seat)
            self.refused(s)
            return
        said: str = " ".join(move.args["name"]["name"].split())
        cards: list[CardId] = move.args["name"]["cards"]
        name = self.name(s)
        self.check(s, move, name, said, cards)
        s.tell(
            "says",
            seat=seat,
            words=SAID(said),
            field=TERM(move.args["field"]),
            letters=FACE(" ".join(name.cards[card] for card in cards)),
            number=self.standing,
        )
        if name.worth_of(cards) < self.standing:
            s.tell("falls_short", seat=seat, count=name.worth_of(cards), number=self.standing)
            self.refused(s)
        else:
            self.say(s, move)

    def check(self, s: CelebritixState, move: Move, name: FamousName, said: str, cards: Sequence[CardId]) -> None:
        """What costs nothing: another name may be typed while the time lasts."""
        who = self.word(move)
        verdict = judge(s, self.seat, move.known)
        if verdict is Verdict.REFUSED:
            raise Refused("unknown_word")
        if move.known[who] & PADDED and not name.covers(who, cards):  # D25
            raise Refused("name_padded", name=who)
        if s.is_taken(who, move.known[who]):
            raise Refused("already_taken")
        if verdict is Verdict.SURE and len(fold(said)) < LETTERS_EACH * len(cards):  # D13
            raise Refused("too_few_letters")

    def heard(self, s: CelebritixState, move: Move) -> None:
        self.meant, self.about = self.word(move), move.args["field"]

    def stands(self, s: CelebritixState, move: Move) -> None:
        """R24, D3: he wins the cards that he named, with all that lies under them."""
        pile = s.won(self.seat)
        before = len(pile.cards)
        for place in s.places:
            if place.cards and place.cards[-1] in move.args["name"]["cards"]:
                s.move_all(place, pile)
        s.scores[self.seat] = s.points(pile.cards)
        who = self.word(move)
        (s.taken if move.known[who] & KNOWN else s.strangers).append(who)
        count = len(pile.cards) - before
        s.tell("wins", seat=self.seat, words=SAID(who), count=count, points=s.points(pile.cards[before:]))
        s.goto(Bonus(level=s.levels[self.seat]))

    def taken_back(self, s: CelebritixState, move: Move) -> None:
        """The table has refused it; or he was not sure of it and may think of another."""
        self.meant = self.about = ""
        if s.words.get(fold(self.word(move))) is False:
            self.refused(s)

    def silent(self, s: CelebritixState) -> None:
        self.refused(s)

    def refused(self, s: CelebritixState) -> None:
        """R25, D14, D15, D24."""
        lost = s.give_back(self.seat, self.standing)
        s.tell("loses", seat=self.seat, count=lost, number=self.standing)
        if lost < self.standing:
            s.owing = self.seat
            s.tell("cannot_pay", seat=self.seat)
        s.goto(Bonus())


class Bonus(Phase[CelebritixState], kw_only=True):
    """R27 to R32: bonuses, then new consonants, as long as the piles last."""

    level: int = 1
    """Of whoever found a name; 1 also if nobody did (D11, D17)."""

    def actors(self, s: CelebritixState) -> Sequence[Seat]:
        return ()

    def enter(self, s: CelebritixState) -> None:
        s.push(Show(span=LOOK))

    def resume(self, s: CelebritixState, result: Any) -> None:
        places = [place for place in s.places[: None if self.level == 1 else MAIN] if place.cards]
        s.tell("bonuses", keep=Keep.FLEETING, count=len(places))
        if s.slip_under(places) and s.refill():
            s.chrono = s.after(s.chrono)  # R31
            s.goto(Search())
        else:
            s.finish()


class Celebritix(Game[CelebritixState]):
    info = GameInfo(
        key="celebritix",
        name="Célébritix",
        version=1,
        players=(2, 8),  # R2
        kinds=("turn", "race", "vote"),
        reading=Reading.READS,
        device=Device.PASSED,
        author="Hervé Marly",
        words=True,
        minutes=15,
        exercises=(Exercise.MEMORY, Exercise.GUILE, Exercise.LETTERS),
        moods=(Mood.BLUFF, Mood.REMEMBER),
        age=10,
        everyday=("turn", "announces", "announces_none", "bids", "says", "loses"),
    )
    phases = (Deal, Search, Announce, Bidding, Name, Bonus, Show, Vote, Sure)
    options = CelebritixOptions
    seat_options = CelebritixSeatOptions

    def setup(self, table: Setup) -> CelebritixState:
        n = len(table.seats)
        s = CelebritixState(
            **table.common(DECK),  # R1
            levels=[seat.level for seat in table.seat_options],
            chrono=table.starter(),
            lost=[0] * n,
            refusals=[0] * n,
        )
        cards = range(len(DECK))
        consonants = [card for card in cards if is_consonant(s.faces[card])]
        others = [card for card in cards if not is_consonant(s.faces[card])]
        s.zones = [
            Zone("consonants", Kind.PILE, NOBODY, cards=consonants),
            Zone("bonuses", Kind.PILE, NOBODY, cards=others, depth=1),
            Zone("aside", Kind.BOX, NOBODY),
            *(Zone(f"won:{seat}", Kind.WINNINGS, EVERYBODY, seat) for seat in s.all_seats),
            *(Zone(f"main:{i}", Kind.SHEAF, EVERYBODY) for i in range(MAIN)),
        ]
        if 1 in s.levels:  # D1
            s.zones += [Zone(f"extra:{i}", Kind.SHEAF, EVERYBODY) for i in range(EXTRA)]
        s.goto(Deal())
        return s

    def bound(self, players: int, options: Any) -> int:
        """D22: in each turn the piles lose six cards, and get some back in the first forty. A turn has three
        counts and a press of everybody; at most as many bids as there are cards, each with one of everybody and a
        clock; and a name, of which three may be taken back, with a vote."""
        turns = LASTING_TURNS + len(DECK) // MAIN + 1
        names = (LOST + 1) * (players + 4)
        return turns * (COUNTS + 6 + players + len(DECK) * (players + 1) + names)


GAME = Celebritix()
