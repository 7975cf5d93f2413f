"""Abcdrix: a row of letters before everybody; a card more, a word that holds the row, and five letters win it."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import field

from tablee.games.abcdrix.table import DEALT, FIVE, LAST_DRAW, AbcdrixOptions, AbcdrixState
from tablee.kernel.domains import ByChoice, Card, Domain, OneCard, OneOf
from tablee.kernel.events import Keep
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import NEVER, Phase
from tablee.kernel.units import NOBODY, CardId, Millis, Seat, mask
from tablee.kernel.values import FACE, PLAIN, SAID, SEAT, Shown
from tablee.kernel.zones import Zone
from tablee.phases.patience import PatientSearch
from tablee.phases.said import Said, word_said
from tablee.phases.screen import ScreenSeatOptions
from tablee.phases.search import SEARCH_PHASES, Hearing, Idea, InTurn
from tablee.phases.secret_choice import SecretChoice
from tablee.phases.vote import LOST, Sure, Vote
from tablee.pieces.kinds import Kind
from tablee.pieces.rows import StackRow, owner_of, row_of_stacks
from tablee.pieces.toutilix import DECK, ETOILE, SYMBOL
from tablee.words.fit import ANY, Fit, Word

CHOOSE: Millis = 30_000
ANY_WORD = Word(Fit())


class Deal(Phase[AbcdrixState]):
    """R3, R5."""

    def enter(self, s: AbcdrixState) -> None:
        s.shuffle(s.draw, "deal")
        s.tell("deal", count=DEALT, starter=s.order)
        s.deal(s.draw, [s.hand(s.after(s.order, i)) for i in s.all_seats], DEALT)
        s.goto(Base(seats=[s.after(s.order, i) for i in s.all_seats], following=s.order))


class Base(SecretChoice[AbcdrixState], kw_only=True):
    """R4, D4, D5, D14: the card that starts a row, chosen in secret and turned up together."""

    move_name = "lay_base"
    param = "card"
    chooses_cards = True
    seats: list[Seat]
    following: Seat
    """Whose turn begins."""

    def enter(self, s: AbcdrixState) -> None:
        for seat in [seat for seat in self.seats if not s.letters(seat)]:
            self.seats.remove(seat)
            s.tell("no_base", seat=seat, discloses=True)
        super().enter(s)
        if not self.seats:
            self.opened(s, {})

    def limit(self, s: AbcdrixState) -> Millis:
        return CHOOSE

    def choosers(self, s: AbcdrixState) -> Sequence[Seat]:
        return self.seats

    def domain(self, s: AbcdrixState, seat: Seat) -> Domain:
        return OneCard(s.letters(seat) or s.hand(seat).cards)  # a hand dealt again may be nothing but pétards

    def default(self, s: AbcdrixState, seat: Seat) -> CardId:
        return s.letters(seat)[0]

    def _seal(self, s: AbcdrixState, seat: Seat, value: Any) -> None:
        super()._seal(s, seat, {"card": value})

    def opened(self, s: AbcdrixState, choices: Mapping[Seat, Mapping[str, CardId]]) -> None:
        for seat, chosen in choices.items():
            card = chosen["card"]
            s.move(card, s.hand(seat), s.row(seat).zones[0])
            s.tell("base", seat=seat, card=FACE(SYMBOL[s.faces[card]]))
        s.goto(Own(seat=self.following, barred=s.barred[:]))


def begin(s: AbcdrixState, seat: Seat) -> None:
    s.barred, s.exchanged = [], False
    s.fresh_votes()
    s.goto(Own(seat=seat))


def pass_on(s: AbcdrixState) -> None:
    """R7, R21, R38, D23, D27."""
    if not s.draw.cards and not any(s.hand(seat).cards for seat in s.all_seats):
        s.end(ranked(s.scores, detail="no_cards"))
    elif s.passes >= s.n:
        s.end(ranked(s.scores, detail="all_pass"))
    else:
        s.order = s.after(s.order)
        begin(s, s.order)


def win(s: AbcdrixState, seat: Seat) -> None:
    """R23 to R25, D13, D14."""
    s.scores[seat] += 1
    s.tell("wins", seat=seat, row=SAID("".join(s.shows(seat))))
    for pile in s.row(seat).piles:
        s.move_all(pile, s.won(seat))
    s.take(seat, DEALT)
    s.goto(Base(seats=[seat], following=seat))


class Laying(PatientSearch[AbcdrixState], kw_only=True):
    """R13, R15, R32 to R35: a card, its place in a row, and a word that holds the letters of that row."""

    shown: ClassVar[Shown] = {**PatientSearch.shown, "quiet_for": PLAIN}
    answer = "lay"
    handed = True
    quiet_for: Millis = 0
    """How long no chrono starts."""

    def enter(self, s: AbcdrixState) -> None:
        super().enter(s)
        self.quiet_for = self.ready - self.since

    def rows(self, s: AbcdrixState) -> Sequence[Seat]:
        """In whose rows the player may lay now."""
        raise NotImplementedError

    def went_on(self, s: AbcdrixState, owner: Seat) -> None:
        """A card has been laid in somebody's row, and it has not won the player's own."""
        raise NotImplementedError

    def limit(self, s: AbcdrixState) -> Millis:
        return int(s.options.turn_s) * 1_000 or NEVER

    def grace(self, s: AbcdrixState) -> Millis:
        """D32."""
        return int(s.options.grace_s) * 1_000

    def content(self, s: AbcdrixState, seat: Seat) -> Mapping[str, Domain]:
        """R10 to R12, R26, D1 to D3. R33: who helps lays a card of his own in the row of whoever is stuck."""
        places: dict[str, tuple[StackRow, list[str]]] = {}
        for owner in self.rows(s) if seat == self.seat else (self.seat,):
            row, shown = s.row(owner), s.shows(owner)
            places |= dict.fromkeys(row.places(), (row, shown))
        cards = s.letters(seat) or s.hand(seat).cards
        words: dict[str, Domain] = {}
        for symbol in dict.fromkeys(SYMBOL[s.faces[card]] for card in cards):
            fits: dict[Card, Domain] = {
                place: Word(extract(row.laid(place, shown, symbol))) for place, (row, shown) in places.items()
            }
            words[symbol] = ByChoice("place", fits, ANY_WORD)
        by_card: dict[Card, Domain] = {card: words[SYMBOL[s.faces[card]]] for card in cards}
        return {
            "card": OneCard(cards),
            "place": OneOf(tuple(places)),
            "word": ByChoice("card", by_card, ANY_WORD),
        }

    def targets(self, s: AbcdrixState) -> list[str]:
        """R27, R28, D6: the piles on which a pétard may be laid."""
        rows = (s.row(owner) for owner in self.rows(s))
        return [pile.name for row in rows if len(row) > 1 for pile in row.piles]

    def answers(self, s: AbcdrixState) -> list[Offer]:
        lay = Offer(self.answer, self.content(s, self.seat), stimulus=self.stimulus)
        can = s.letters(self.seat) and self.rows(s)
        return [lay, *self.own_offers(s)] if can else list(self.own_offers(s))

    def own_offers(self, s: AbcdrixState) -> Sequence[Offer]:
        petards, targets = s.petards(self.seat), self.targets(s)
        if not petards or not targets:
            return ()
        return (Offer("explode", {"card": OneCard(petards), "pile": OneOf(targets)}),)

    def own_play(self, s: AbcdrixState, move: Move) -> None:
        """D7."""
        s.explode(self.seat, move.args["card"], s.zone(move.args["pile"]))
        self.go_on(s, owner_of(move.args["pile"]))

    def may_help(self, s: AbcdrixState, seat: Seat) -> bool:
        """D15."""
        return bool(s.hand(seat).cards) and len(s.row(self.seat)) > 0

    def has_means(self, s: AbcdrixState, seat: Seat) -> bool:
        """R33."""
        return bool(s.letters(seat))

    def words(self, s: AbcdrixState, idea: Idea) -> str:
        return str(idea.args.get("word", ""))

    def weigh(self, s: AbcdrixState, idea: Idea) -> None:
        place, symbol = idea.args["place"], SYMBOL[s.faces[idea.args["card"]]]
        owner = owner_of(place)
        row = SAID("".join(s.row(owner).laid(place, s.shows(owner), symbol)))
        words = SAID(idea.args["word"])
        if owner == idea.seat:
            s.tell("lays", seat=idea.seat, card=FACE(symbol), words=words, row=row)
        else:
            s.tell("serves", seat=idea.seat, owner=owner, card=FACE(symbol), words=words, row=row)
        Hearing.weigh(self, s, idea)

    def window(self, s: AbcdrixState, idea: Idea) -> Phase[Any] | None:
        """D33."""
        return word_said(s, idea.seat, idea.args["word"])

    def found(self, s: AbcdrixState, idea: Idea) -> None:
        s.lay(self.seat, idea)
        self.go_on(s, owner_of(idea.args["place"]))

    def go_on(self, s: AbcdrixState, owner: Seat) -> None:
        """R22, D10: the win is tested after every card of one's own turn."""
        if s.has_won(self.seat):
            win(s, self.seat)
        else:
            self.went_on(s, owner)

    def rescued(self, s: AbcdrixState, idea: Idea) -> None:
        """R33 to R35, D11, D23."""
        s.lay(idea.seat, idea)
        card = FACE(SYMBOL[s.faces[idea.args["card"]]])
        s.tell("rescues", seat=idea.seat, owner=self.seat, card=card, row=SAID("".join(s.shows(self.seat))))
        s.take(idea.seat, 1)
        s.complete(self.seat)
        if s.options.letter or idea.seat == s.after(s.order):
            s.order = idea.seat
        begin(s, idea.seat)

    def void(self, s: AbcdrixState, author: Seat) -> None:
        """D22."""
        super().void(s, author)
        s.barred = self.barred[:]


class Own(Laying):
    """R9, D9: the card for one's own row."""

    def enter(self, s: AbcdrixState) -> None:
        """D27: without a card one passes, or is stuck if there are still cards to draw."""
        super().enter(s)
        if s.hand(self.seat).cards:
            return
        if s.draw.cards:
            self.give_up(s)
        else:
            self.pass_by(s)

    def rows(self, s: AbcdrixState) -> Sequence[Seat]:
        return (self.seat,)

    def went_on(self, s: AbcdrixState, owner: Seat) -> None:
        s.goto(Others(seat=self.seat, barred=self.barred[:]))

    def nobody(self, s: AbcdrixState) -> None:
        """R36, R37, D24 to D27."""
        if not s.draw.cards:
            self.pass_by(s)
        elif s.exchanged:
            s.complete(self.seat)
            s.tell("passes", seat=self.seat)
            pass_on(s)
        else:
            s.exchanged = True
            s.tell("exchanges", seat=self.seat)
            for pile in s.row(self.seat).piles:
                s.put_under(pile.cards[:], pile)
            hand = s.hand(self.seat)
            for card in hand.cards[:]:
                s.put_under([card], hand)
            s.take(self.seat, DEALT)
            s.goto(Base(seats=[self.seat], following=self.seat))

    def pass_by(self, s: AbcdrixState) -> None:
        s.passes += 1
        s.tell("passes", seat=self.seat)
        pass_on(s)


class Others(Laying, kw_only=True):
    """R14 to R18: a card for each of the others, as one likes."""

    shown: ClassVar[Shown] = {**Laying.shown, "served": SEAT}
    served: list[Seat] = field(default_factory=list)

    def enter(self, s: AbcdrixState) -> None:
        """There is nothing left to lay: he has finished."""
        super().enter(s)
        if not s.hand(self.seat).cards or not self.rows(s):
            self.finish(s)

    def rows(self, s: AbcdrixState) -> Sequence[Seat]:
        """R17, D15."""
        return [seat for seat in s.others(self.seat) if seat not in self.served and len(s.row(seat))]

    def own_offers(self, s: AbcdrixState) -> Sequence[Offer]:
        return (*super().own_offers(s), Offer("fini"))

    def offers(self, s: AbcdrixState, seat: Seat) -> Sequence[Offer]:
        """D19: who has laid at home is never dry."""
        return self.answers(s) if seat == self.seat else super().offers(s, seat)

    def own_play(self, s: AbcdrixState, move: Move) -> None:
        if move.name == "fini":
            self.finish(s)
        else:
            super().own_play(s, move)

    def out_of_time(self, s: AbcdrixState) -> None:
        """D19."""
        s.tell("timeout", seat=self.seat)
        self.finish(s)

    def went_on(self, s: AbcdrixState, owner: Seat) -> None:
        s.goto(Others(seat=self.seat, served=[*self.served, owner], barred=self.barred[:]))

    def finish(self, s: AbcdrixState) -> None:
        """R18, R19. The words that were said stay in sight longer than this."""
        s.tell("fini", seat=self.seat, count=s.complete(self.seat), keep=Keep.FLEETING)
        pass_on(s)


def extract(symbols: Sequence[str]) -> Fit:
    """D1, R26: these letters side by side; an étoile is any one letter."""
    return Fit(holds="".join(ANY if symbol == ETOILE else symbol for symbol in symbols))


class Abcdrix(Game[AbcdrixState]):
    info = GameInfo(
        key="abcdrix",
        name="Abcdrix",
        version=1,
        players=(2, 4),  # R2
        kinds=("turn", "race"),
        reading=Reading.READS,
        device=Device.PASSED,
        author="Juan Rodriguez",
        words=True,
        minutes=30,
        exercises=(Exercise.VOCABULARY, Exercise.LETTERS, Exercise.STRATEGY),
        moods=(Mood.THINK,),
        age=8,
    )
    phases: ClassVar[tuple[type[Phase[Any]], ...]] = (
        Deal,
        Base,
        Own,
        Others,
        *SEARCH_PHASES,
        InTurn,
        Said,
        Vote,
        Sure,
    )
    options = AbcdrixOptions
    seat_options = ScreenSeatOptions

    def setup(self, table: Setup) -> AbcdrixState:
        n = len(table.seats)
        s = AbcdrixState(**table.common(DECK), order=table.starter(), lost=[0] * n, refusals=[0] * n)
        return s.begin(
            Deal(),
            Zone("draw", Kind.PILE, NOBODY, cards=list(range(len(DECK)))),  # R1
            Zone("gone", Kind.BOX, NOBODY),
            *(Zone(f"hand:{seat}", Kind.HAND, mask(seat), seat) for seat in s.all_seats),
            *(Zone(f"won:{seat}", Kind.BOX, NOBODY, seat) for seat in s.all_seats),
            *(zone for seat in s.all_seats for zone in row_of_stacks(seat, FIVE)),
        )

    def bound(self, players: int, options: Any) -> int:
        """D29: so many cards are drawn at most, and each is laid once. A turn lays a card, or draws, or passes;
        with a circle of passes the game ends. Each card laid, exchange and pass is a search: three lost votes of
        each seat (C11), a void launch or an idea of each of the others, each with a vote and a contest (C17)."""
        vote = 2 * players + 5
        search = LOST * players * vote + players * (vote + 5) + players + 4
        drawn = LAST_DRAW + DEALT + len(DECK)
        laid = drawn + DEALT * players
        searches = 2 * (laid + drawn) + players * laid
        return searches * (search + players + 2)


GAME = Abcdrix()
