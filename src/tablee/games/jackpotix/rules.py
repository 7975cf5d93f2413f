"""Jackpotix: five rows that grow letter by letter, a word for each card laid, and whole words to pick up."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tablee.games.jackpotix.rows import LEFT, SLOTS
from tablee.games.jackpotix.table import HAND, POINTS, JackpotixOptions, JackpotixState
from tablee.kernel.domains import ByChoice, Card, Domain, OneCard, OneOf
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.refusal import Refused
from tablee.kernel.units import EVERYBODY, NOBODY, CardId, Millis, Seat, mask
from tablee.kernel.values import FACE, PLACE, PLAIN, SAID, SEAT, TERM, Shown
from tablee.kernel.zones import Zone
from tablee.phases.decision import Decision
from tablee.phases.said import Said
from tablee.phases.show import Show
from tablee.phases.vote import (
    LOST,
    Sure,
    Verdict,
    Vote,
    ask,
    judge,
    lose,
    tell_foreign,
    voters,
)
from tablee.phases.window import stretched
from tablee.phases.word_turn import WordTurn
from tablee.pieces.kinds import Kind
from tablee.pieces.toutilix import DECK, ETOILE, PETARD, SYMBOL
from tablee.words.fit import Extendable, FirstIdea, Fit, Word
from tablee.words.flags import LISTED, UNEXTENDED
from tablee.words.folding import fold

WORD = 3
"""Letters from which on a row can be picked up."""
REDEALS = 5
CHOOSE: Millis = 10_000
LOOK: Millis = 3_000

KNOWN = 10_000
"""Whoever says that he can lay nothing is believed where none of so many of the commonest words says otherwise."""


def deal_hands(s: JackpotixState, first: Seat) -> None:
    s.deal(s.pile, [s.hand(s.after(first, i)) for i in s.all_seats], HAND)
    s.passes = 0
    s.said = {}
    s.goto(Turn(seat=first))


def next_turn(s: JackpotixState, seat: Seat) -> None:
    if s.refill(seat):
        s.goto(Turn(seat=s.after(seat)))


def skip(s: JackpotixState, seat: Seat) -> None:
    """R23, R24, D15 to D17."""
    s.tell("passes", seat=seat)
    s.passes += 1
    held = [*s.rows, *(s.hand(i) for i in s.all_seats)]
    if s.passes < s.n:
        s.goto(Turn(seat=s.after(seat)))
    elif (
        not s.pile.cards
        or len(s.pile.cards) + sum(len(zone.cards) for zone in held) < HAND * s.n
        or s.redeals == REDEALS
    ):
        s.finish("nobody_can")
    else:
        s.redeals += 1
        s.tell("redeal", starter=s.after(seat))
        for zone in held:
            s.move_all(zone, s.pile)
        s.shuffle(s.pile, "redeal", s.redeals)
        deal_hands(s, s.after(seat))


class Deal(Phase[JackpotixState]):
    """R2, R3."""

    def enter(self, s: JackpotixState) -> None:
        s.shuffle(s.pile, "deal")
        s.tell("deal", count=HAND, starter=s.starter)
        deal_hands(s, s.starter)


class Turn(WordTurn[JackpotixState], kw_only=True):
    """R4 to R15, R22, R23: a card and a word, a pétard, an étoile on a pétard, or nothing."""

    drawn: bool = False

    def limit(self, s: JackpotixState) -> Millis:
        return int(s.options.turn_s) * 1_000

    def offers(self, s: JackpotixState, seat: Seat) -> Sequence[Offer]:
        if seat != self.seat:
            return ()
        hand = s.hand(seat).cards
        petards = [card for card in hand if s.faces[card] == PETARD]
        letters = [card for card in hand if card not in petards]
        etoiles = [card for card in hand if s.faces[card] == ETOILE]
        slots, ends, blocked = s.open_slots(), s.ends(blocked=False), s.ends(blocked=True)
        offers = []
        if letters and (slots or ends):
            offers.append(Offer("lay", self.params(s, letters, [*slots, *ends]), checkable=True))
        if petards and ends:  # D9
            offers.append(Offer("block", {"petard": OneCard(petards), "place": OneOf(ends)}))
        if etoiles and blocked:
            offers.append(Offer("free", {"etoile": OneCard(etoiles), "place": OneOf(blocked)}))
        if not (letters and slots):  # D21
            asks = self.idea(s)
            if s.pile.cards and not self.drawn:
                offers.append(Offer("draw", zone=s.pile.name, asks=asks))
            else:
                offers.append(Offer("pass", asks=asks))
        return offers

    def params(self, s: JackpotixState, cards: Sequence[CardId], places: Sequence[str]) -> dict[str, Domain]:
        """R5 to R8, D2: which card where, and a word that holds what the row then is."""
        words: dict[str, Domain] = {}
        for letter in dict.fromkeys(map(s.letter, cards)):
            at: dict[Card, Domain] = {place: Extendable(Fit(holds=s.longer(place, letter))) for place in places}
            words[letter] = ByChoice("place", at, Word(Fit()))
        by_card: dict[Card, Domain] = {card: words[s.letter(card)] for card in cards}
        return {
            "card": OneCard(cards),
            "place": OneOf(places),
            "word": ByChoice("card", by_card, Word(Fit())),
        }

    def play(self, s: JackpotixState, seat: Seat, move: Move) -> None:
        match move.name:
            case "lay":
                self.say(s, move)
            case "block":  # R12
                row, _ = s.at(move.args["place"])
                s.tell("blocks", seat=seat, row=SAID(s.text(row)))
                s.put(move.args["petard"], s.hand(seat), move.args["place"])
                s.passes = 0
                next_turn(s, seat)
            case "free":
                self.free(s, move)
            case _ if move.known:
                self.helped(s, move.known)
            case "draw":
                self.draw(s)
                self.drawn = True
            case _:
                skip(s, seat)

    def draw(self, s: JackpotixState) -> None:
        s.tell("draws", seat=self.seat)
        s.move(s.pile.cards[-1], s.pile, s.hand(self.seat))

    def free(self, s: JackpotixState, move: Move) -> None:
        """R15, D10: both cards are won, and the same player goes on."""
        seat = self.seat
        row, side = s.at(move.args["place"])
        s.tell("frees", seat=seat, row=SAID(s.text(row)))
        s.gain(seat, row, [row.cards[0 if side == LEFT else -1]])
        s.gain(seat, s.hand(seat), [move.args["etoile"]])
        s.passes = 0
        if s.refill(seat):
            s.goto(Turn(seat=seat, drawn=self.drawn))

    # ---- a word ------------------------------------------------------------------------------------

    def word(self, move: Move) -> str:
        word: str = move.args["word"]
        return word

    def contestable(self, s: JackpotixState) -> bool:
        """D22, C17: where two people sit. One alone would win every vote against a bot."""
        return sum(seat.human for seat in s.seats) > 1

    def heard(self, s: JackpotixState, move: Move) -> None:
        card = move.args["card"]
        s.tell("says", seat=self.seat, letter=FACE(SYMBOL[s.faces[card]]), words=SAID(self.word(move)))
        s.put(card, s.hand(self.seat), move.args["place"])

    def taken_back(self, s: JackpotixState, move: Move) -> None:
        """D18."""
        row, _ = s.at(move.args["place"])
        s.move(move.args["card"], row, s.hand(self.seat))

    def stands(self, s: JackpotixState, move: Move) -> None:
        """R16 to R19, D4, D6, D8: what comes of a word that stands."""
        word = self.word(move)
        row, _ = s.at(move.args["place"])
        tell_foreign(s, move.known)
        s.said[row.name] = word
        s.passes = 0
        if len(row.cards) < WORD or len(fold(word)) != len(row.cards) or s.has_petard(row):  # R13
            next_turn(s, self.seat)
        elif is_jackpot(s, move.known.get(word, 0)):
            s.goto(Jackpot(seat=self.seat, whole=row.name, word=word))
        else:
            s.goto(Collect(seat=self.seat, whole=row.name, word=word, bonus=s.prize(row, jackpot=False)))

    # ---- who says that he can lay nothing ----------------------------------------------------------

    def possible(self, s: JackpotixState) -> list[tuple[CardId, str]]:
        """Each letter of the hand at each place, open slots first. Neither étoile nor pétard is ever forced."""
        letters = [card for card in s.hand(self.seat).cards if s.faces[card] not in POINTS]
        return [(card, place) for place in (*s.open_slots(), *s.ends(blocked=False)) for card in letters]

    def fit(self, s: JackpotixState, card: CardId, place: str) -> Fit:
        """A word longer than the row, so that nothing is picked up."""
        row = s.longer(place, s.letter(card))
        return Fit(holds=row, least=len(row) + 1)

    def idea(self, s: JackpotixState) -> FirstIdea | None:
        """R22: he draws who can play none of his cards."""
        fits = list(dict.fromkeys(self.fit(s, *pair) for pair in self.possible(s)))
        if not fits:
            return None
        draw = s.rng("suggestion", s.hand(self.seat).cards[0]).below(1 << 16)
        refused = tuple(word for word, accepted in s.words.items() if not accepted)
        return FirstIdea(fits, draw, KNOWN, refused, s.options.rude)

    def helped(self, s: JackpotixState, known: Mapping[str, int]) -> None:
        """Waiting for the others to bring a word within one letter would be free: the table lays a letter for him,
        with a word that everybody knows."""
        (word,) = known
        card, place = next(pair for pair in self.possible(s) if self.fit(s, *pair).missing(word) is None)
        s.tell("helped", seat=self.seat)
        move = Move("lay", {"card": card, "place": place, "word": word}, known=known)
        self.heard(s, move)
        self.stands(s, move)

    def asks(self, s: JackpotixState, alarm: Alarm) -> FirstIdea | None:
        return self.idea(s)

    def ring(self, s: JackpotixState, alarm: Alarm) -> None:
        """D18: he draws and passes, unless he could lay something."""
        s.tell("timeout", seat=self.seat)
        if alarm.known:
            self.helped(s, alarm.known)
            return
        if s.pile.cards and not self.drawn:
            self.draw(s)
        skip(s, self.seat)


def is_jackpot(s: JackpotixState, flags: int) -> bool:
    """R19, D6."""
    return bool(flags & UNEXTENDED and (flags & LISTED or s.options.letter))


class Jackpot(Phase[JackpotixState], kw_only=True):
    """D6: the others may still refute it by a longer word."""

    shown: ClassVar[Shown] = {"seat": SEAT, "whole": PLACE, "word": SAID}
    seat: Seat
    whole: str
    word: str
    until: Millis = 0

    def enter(self, s: JackpotixState) -> None:
        if not voters(s, self.seat):
            self.wins(s)
            return
        s.tell("jackpot", seat=self.seat, words=SAID(self.word))
        self.since = s.now - self.shift
        self.until = self.since + stretched(s, int(s.options.refute_s) * 1_000)

    def actors(self, s: JackpotixState) -> Sequence[Seat]:
        return voters(s, self.seat)

    def offers(self, s: JackpotixState, seat: Seat) -> Sequence[Offer]:
        if seat not in self.actors(s):
            return ()
        folded = fold(self.word)
        return (Offer("refute", {"word": Word(Fit(holds=folded, least=len(folded) + 1))}),)

    def play(self, s: JackpotixState, seat: Seat, move: Move) -> None:
        """An unknown word is put to the vote; where nobody could vote it refutes nothing."""
        verdict = judge(s, seat, move.known)
        if verdict is Verdict.REFUSED:
            raise Refused("unknown_word")
        s.tell("refutes", seat=seat, owner=self.seat, words=SAID(move.args["word"]))
        if verdict is Verdict.KNOWN:
            tell_foreign(s, move.known)
            self.refuted(s)
        elif verdict is Verdict.VOTE:
            ask(s, seat, move.known)
        else:
            lose(s, seat)
            s.tell("not_refuted", seat=seat, owner=self.seat, words=SAID(move.args["word"]))

    def resume(self, s: JackpotixState, result: Any) -> None:
        if result:
            self.refuted(s)

    def refuted(self, s: JackpotixState) -> None:
        bonus = s.prize(s.zone(self.whole), jackpot=False)
        s.goto(Collect(seat=self.seat, whole=self.whole, word=self.word, bonus=bonus))

    def alarms(self, s: JackpotixState) -> Sequence[Alarm]:
        return (Alarm("limit", self.until, waits=True),)

    def ring(self, s: JackpotixState, alarm: Alarm) -> None:
        self.wins(s)

    def wins(self, s: JackpotixState) -> None:
        bonus = s.prize(s.zone(self.whole), jackpot=True)
        s.goto(PickUp(span=LOOK, seat=self.seat, whole=self.whole, word=self.word, bonus=bonus, jackpot=True))


class Collect(Decision[JackpotixState], kw_only=True):
    """R16, R17, D5: the row is a word: pick it up, or leave it to be extended. Silence picks it up."""

    shown: ClassVar[Shown] = {"seat": SEAT, "whole": PLACE, "word": SAID, "brings": PLAIN}
    span = CHOOSE
    whole: str
    word: str
    bonus: int

    @property
    def brings(self) -> int:
        """What picking it up would bring."""
        return len(fold(self.word)) + self.bonus

    def offers(self, s: JackpotixState, seat: Seat) -> Sequence[Offer]:
        return (Offer("collect"), Offer("leave")) if seat == self.seat else ()

    def play(self, s: JackpotixState, seat: Seat, move: Move) -> None:
        if move.name == "collect":
            self.collect(s)
        else:
            s.tell("leaves", seat=seat, words=SAID(self.word))
            next_turn(s, seat)

    def ring(self, s: JackpotixState, alarm: Alarm) -> None:
        self.collect(s)

    def collect(self, s: JackpotixState) -> None:
        s.goto(PickUp(span=LOOK, seat=self.seat, whole=self.whole, word=self.word, bonus=self.bonus))


class PickUp(Show[JackpotixState], kw_only=True):
    """D22: all read the word and see what it brings; then it is won, with its bonus (R16 to R20)."""

    shown: ClassVar[Shown] = {"seat": SEAT, "whole": PLACE, "word": SAID, "brings": PLAIN, "prize": TERM}
    seat: Seat
    whole: str
    word: str
    bonus: int
    jackpot: bool = False

    @property
    def prize(self) -> str:
        return "wins_jackpot" if self.jackpot else "picks_up_bonus" if self.bonus else "picks_up"

    @property
    def brings(self) -> int:
        return len(fold(self.word)) + self.bonus

    def enter(self, s: JackpotixState) -> None:
        super().enter(s)
        count = len(s.zone(self.whole).cards)
        s.tell(self.prize, seat=self.seat, words=SAID(self.word), count=count, bonus=self.bonus)

    def ring(self, s: JackpotixState, alarm: Alarm) -> None:
        row = s.zone(self.whole)
        s.gain(self.seat, row, row.cards[:])
        s.gain(self.seat, s.pile, s.pile.cards[len(s.pile.cards) - self.bonus :][::-1])
        s.said.pop(row.name, None)
        next_turn(s, self.seat)


class Jackpotix(Game[JackpotixState]):
    info = GameInfo(
        key="jackpotix",
        name="Jackpotix",
        version=1,
        players=(2, 4),  # R1
        kinds=("turn", "words"),
        reading=Reading.READS,
        device=Device.PASSED,
        author="Christine Larquetout",
        words=True,
        minutes=30,
        exercises=(Exercise.VOCABULARY, Exercise.LETTERS, Exercise.STRATEGY),
        moods=(Mood.THINK,),
        age=8,
    )
    phases = (Deal, Turn, Jackpot, Collect, PickUp, Said, Vote, Sure)
    options = JackpotixOptions

    def setup(self, table: Setup) -> JackpotixState:
        s = JackpotixState(**table.common(DECK), starter=table.starter())
        return s.begin(
            Deal(),
            Zone("pile", Kind.PILE, NOBODY, cards=list(range(len(DECK)))),
            *(Zone(f"row:{slot}", Kind.LINE, EVERYBODY) for slot in SLOTS),
            *(Zone(f"hand:{seat}", Kind.HAND, mask(seat), seat) for seat in s.all_seats),
            *(Zone(f"won:{seat}", Kind.WINNINGS, EVERYBODY, seat) for seat in s.all_seats),
        )

    def bound(self, players: int, options: Any) -> int:
        """D20: in each of six deals at most 200 turns lay or draw a card, and after each of them fewer than all
        pass on an empty pile. In a turn each seat may lose three votes, with everybody's ballots and the clock,
        and win one; the word may be contested, refuted and picked up."""
        votes = players * (LOST + 1) * (players + 4)
        return (REDEALS + 1) * 2 * len(DECK) * players * (6 + votes)


GAME = Jackpotix()
