"""Pitchix: flick a card over the table, win those that it touches, and lay letters or words for good."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from msgspec import field

from tablee.kernel.domains import ByChoice, Card, Domain, OneCard, letters
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import Reason, ranked
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.places import zone_at
from tablee.kernel.units import EVERYBODY, NOBODY, CardId, Millis, Seat, Seats, mask
from tablee.kernel.values import FACE, PLAIN, SAID, SEAT, TERM, Shown
from tablee.kernel.zones import Zone
from tablee.phases.decision import Decision
from tablee.phases.said import Said
from tablee.phases.screen import ScreenSeatOptions, shares
from tablee.phases.show import Show
from tablee.phases.vote import LOST, Sure, Vote, WordOptions, WordState, tell_foreign
from tablee.phases.word_turn import WordTurn
from tablee.pieces.kinds import Kind
from tablee.pieces.shot import AXES, Shot, heading_of
from tablee.pieces.slide import CENTRE, RADIUS, STEP_MS, SURFACES, Lie, Slide, SlideEnd, pose_of, slide
from tablee.pieces.toutilix import DECK, ETOILE, PETARD, SYMBOL
from tablee.words.spelling import ANY_LETTER, Spelling

HAND = 3
BONUS: Mapping[int, int] = {5: 1, 6: 3, 7: 13}
"""R13: cards for a word of so many letters; longer ones bring as much as seven."""
LONG = max(BONUS)
SHORTEST: Mapping[int, int] = {1: 2, 2: 2, 3: 3}
"""R4, D4: letters of a word, by level; at level 1 a single letter will do, too."""
NAMES = 1
"""The level at which a letter may be named, and words bring no bonus (D4)."""
TREMBLE: Mapping[str, float] = {"off": 0.0, "light": 0.5, "normal": 1.0, "strong": 2.0}
SCORE: Millis = 60_000
ABSENT: Millis = 10_000
PATIENCE = 2
"""After so many turns in a row without a flick a seat is given no more than `ABSENT` (D28)."""
LOOK: Millis = 1_600
"""How long the table looks at a card that has come to rest."""
MISNAMED = 3
"""After so many wrong names only the right one is left to choose."""
IDLE_ROUNDS, EXTRA = 4, 3
"""D16: rounds without a card scored; fours in a row that bring another flick where there is no limit."""

DRAW, TABLE_ZONE, ASIDE, PER_SEAT, OWN = 0, 1, 2, 3, 2
"""Each seat has a hand and what it has laid, in this order."""


class PitchixOptions(WordOptions, frozen=True, kw_only=True):
    flicks: Literal[3, 2, 5, 0] = 3
    """In one turn; 0: no limit."""
    tremble: Literal["normal", "light", "strong", "off"] = "normal"
    surface: Literal["wood", "glass", "cloth"] = "wood"
    turn_s: Literal[45, 30, 90] = 45
    contests: bool = True


class PitchixSeatOptions(ScreenSeatOptions, frozen=True, kw_only=True):
    level: Literal[1, 2, 3] = 2


class PitchixState(WordState, kw_only=True):
    shown: ClassVar[Shown] = {"levels": PLAIN, "chances": PLAIN, "ground": TERM}
    starter: Seat
    levels: list[int]
    lies: dict[CardId, Lie] = field(default_factory=dict)
    """How each card on the table lies, exactly."""
    flicked: int = 0
    """Flicks in this turn."""
    shots: int = 0
    """Flicks in this game, for chance."""
    again: bool = False
    """R16: four new cards, and another flick."""
    extra: int = 0
    """Such flicks in a row without a card scored (D16)."""
    scored: bool = False
    """Somebody has laid cards in this turn."""
    dry: int = 0
    """Turns in a row without a card scored."""
    winners: list[bool] = field(default_factory=list)
    """Who has already won cards (D10)."""
    missed: list[int] = field(default_factory=list)
    """Turns in a row that each seat let pass (D28)."""

    draw = zone_at(DRAW)
    table = zone_at(TABLE_ZONE)

    def hand(self, seat: Seat) -> Zone:
        return self.zones[PER_SEAT + OWN * seat]

    def laid(self, seat: Seat) -> Zone:
        return self.zones[PER_SEAT + OWN * seat + 1]

    @property
    def chances(self) -> int:
        """Flicks that are left in this turn; -1: no limit."""
        return self.options.flicks - self.flicked if self.options.flicks else -1

    @property
    def ground(self) -> str:
        """What the table is made of."""
        return str(self.options.surface)

    def lying(self) -> list[CardId]:
        """The cards on the table, in its order."""
        return self.table.held()

    def letters_of(self, seat: Seat) -> dict[Card, str]:
        """D6, R18, R19: what can be written with: no pétard, and one étoile for a word."""
        rack: dict[Card, str] = {}
        for card in self.hand(seat).cards:
            symbol = SYMBOL[self.faces[card]]
            if symbol not in (ETOILE, PETARD):
                rack[card] = symbol
            elif symbol == ETOILE and ANY_LETTER not in rack.values():
                rack[card] = ANY_LETTER
        return rack

    def not_empty_handed(self, seat: Seat) -> None:
        """R17, D14."""
        if not self.hand(seat).cards and self.draw.cards:
            self.move(self.draw.cards[-1], self.draw, self.hand(seat))
            self.tell("draws", seat=seat)

    def lay_four(self) -> int:
        """R6, R16, D8: as many as there are, at their places in the middle."""
        fresh = CENTRE[: len(self.draw.cards)]
        for lie in fresh:
            self.lies[self.draw.cards[-1]] = lie
            self.set_down(self.draw.cards[-1], self.draw, self.table, pose_of(lie))
        return len(fresh)

    def tremble(self) -> tuple[float, float, float]:
        """D22."""
        scale = TREMBLE[self.options.tremble]
        if not scale:
            return 0.0, 0.0, 0.0
        rng = self.rng("tremble", self.shots)
        z1, z2, z3 = (sum(rng.uniform() for _ in range(12)) - 6 for _ in range(3))
        return scale * z1, scale * z2, scale * z3

    def next_flick(self, seat: Seat, *, granted: bool) -> None:
        """D25, D7, D16: another flick in this turn, or the end of it."""
        left = self.chances != 0 and (granted or self.chances > 0 or self.extra < EXTRA)
        if left and self.lying() and self.hand(seat).cards:
            self.goto(Flick(seat=seat))
        else:
            self.next_turn(seat)

    def next_turn(self, seat: Seat) -> None:
        """R15, R22, D13, D16."""
        self.dry = 0 if self.scored else self.dry + 1
        if not self.draw.cards:
            self.end(ranked(self.scores, detail="pile_empty"))
        elif self.dry == IDLE_ROUNDS * self.n:
            self.end(ranked(self.scores, reason=Reason.CAP, detail="nobody_scores"))
        else:
            self.flicked, self.extra, self.again, self.scored = 0, 0, False, False
            self.goto(Flick(seat=self.after(seat)))


class Deal(Phase[PitchixState]):
    """R5 to R7."""

    def enter(self, s: PitchixState) -> None:
        s.shuffle(s.draw, "deal")
        s.tell("deal", count=HAND, starter=s.starter)
        s.deal(s.draw, [s.hand(s.after(s.starter, i)) for i in s.all_seats], HAND)
        s.lay_four()
        s.goto(Flick(seat=s.starter))


class Flick(Decision[PitchixState], kw_only=True):
    """R8, D12, D18."""

    def enter(self, s: PitchixState) -> None:
        super().enter(s)
        if not s.hand(self.seat).cards:  # D14
            s.next_turn(self.seat)

    def limit(self, s: PitchixState) -> Millis:
        return ABSENT if s.missed[self.seat] >= PATIENCE else int(s.options.turn_s) * 1_000

    def may(self, s: PitchixState) -> Sequence[Offer]:
        shot = Shot(AXES, [s.lies[card] for card in s.lying()])
        params = {"card": OneCard(s.hand(self.seat).cards), "shot": shot}
        # Who sees the cards only in whole hundredths of a millimetre may ask whether a start is free.
        return (Offer("flick", params, checkable=True),)

    def play(self, s: PitchixState, seat: Seat, move: Move) -> None:
        card: CardId = move.args["card"]
        slid = self.slide(s, move.args["shot"])
        lying = s.lying()
        s.missed[seat] = 0
        s.shots += 1
        s.flicked += 1
        s.extra += s.again
        s.again = False
        s.tell("flicks", seat=seat, letter=FACE(SYMBOL[s.faces[card]]))
        s.lies[card] = slid.lie
        s.set_down(card, s.hand(seat), s.table, pose_of(slid.lie), slid.path)
        met = [(lying[i], step * STEP_MS) for i, step in slid.touched]
        s.goto(Sliding(seat=seat, card=card, slid_to=slid.rest, met=met, span=slid.steps * STEP_MS + LOOK))

    def slide(self, s: PitchixState, shot: Mapping[str, int]) -> Slide:
        """D18, D21, D22."""
        z1, z2, z3 = s.tremble()
        heading = heading_of(shot["rim"], shot["aim"]) + round(200 * z1)
        power = min(1.0, max(0.0, shot["power"] / 1_000 * (1 + 0.06 * z2)))
        spin = min(1.0, max(-1.0, shot["spin"] / 100 + 0.1 * z3))
        lying = [s.lies[card] for card in s.lying()]
        return slide(
            shot["rim"] * 10, heading, shot["tilt"] * 100, power, spin, lying, SURFACES[s.options.surface]
        )

    def silent(self, s: PitchixState) -> None:
        s.missed[self.seat] += 1
        s.next_turn(self.seat)


class Sliding(Show[PitchixState], kw_only=True):
    """R9 to R11: everybody looks at the card that slides, and at what it touches."""

    shown: ClassVar[Shown] = {"seat": SEAT, "slid_to": TERM, "mover": PLAIN, "contacts": PLAIN}
    seat: Seat
    card: CardId
    slid_to: SlideEnd
    met: list[tuple[CardId, Millis]]
    """The cards touched, and how long after the flick."""
    mover: int = -1
    """At which place of the table lies the card that was flicked."""
    contacts: list[tuple[int, Millis]] = field(default_factory=list)
    """The places of the cards touched, and when."""

    def enter(self, s: PitchixState) -> None:
        super().enter(s)
        self.mover = s.table.cards.index(self.card)
        self.contacts = [(s.table.cards.index(card), at) for card, at in self.met]

    def ring(self, s: PitchixState, alarm: Alarm) -> None:
        seat = self.seat
        if self.slid_to in (SlideEnd.FALLEN, SlideEnd.CLOSE):  # R11, D1
            s.tell("falls" if self.slid_to is SlideEnd.FALLEN else "too_close", seat=seat)
            self.pick_up(s, self.card)
            s.next_turn(seat)
            return
        if self.slid_to is SlideEnd.TOUCHED:
            self.win(s)
        else:
            s.tell("misses", seat=seat)  # R10
        s.not_empty_handed(seat)
        if not s.lying() and (fresh := s.lay_four()):  # R16
            s.again = True
            s.tell("lays_four", seat=seat, count=fresh)
        s.goto(Score(seat=seat))

    def pick_up(self, s: PitchixState, card: CardId) -> None:
        del s.lies[card]
        s.move(card, s.table, s.hand(self.seat))

    def win(self, s: PitchixState) -> None:
        """R9, R20, R21: all that the card has touched, and the card itself; pétards go under the pile."""
        seat = self.seat
        cards = [self.card, *(card for card, _ in self.met)]
        petards = [card for card in cards if s.faces[card] == PETARD]
        gained = [card for card in cards if card not in petards]
        touched = [SYMBOL[s.faces[card]] for card, _ in self.met]
        s.tell("touches", seat=seat, letters=FACE(" ".join(touched)), count=len(touched))
        for card in gained:
            self.pick_up(s, card)
        for card in petards:
            del s.lies[card]
            if s.draw.cards:
                s.move(card, s.table, s.draw, 0)
            else:  # D13
                s.move(card, s.table, s.zones[ASIDE])
        if petards:
            s.tell("bang", seat=seat, count=len(petards))
            gained += self.rob(s)
        s.winners[seat] = s.winners[seat] or bool(gained)

    def rob(self, s: PitchixState) -> list[CardId]:
        """R21, D9, D10: a card of each other player who has already won some."""
        robbed = []
        for other in s.others(self.seat):
            hand = s.hand(other)
            if s.winners[other] and hand.cards:
                card = s.rng("rob", s.shots, other).choice(hand.cards)
                s.tell("robs", taker=self.seat, giver=other)
                s.move(card, hand, s.hand(self.seat))
                s.not_empty_handed(other)
                robbed.append(card)
        return robbed


class Score(WordTurn[PitchixState], kw_only=True):
    """R12 to R15: a letter or a word, or nothing."""

    span = SCORE
    wrong: int = 0
    """Letters called by a wrong name."""

    def enter(self, s: PitchixState) -> None:
        super().enter(s)
        if len(s.hand(self.seat).cards) < (1 if self.names(s) else SHORTEST[s.levels[self.seat]]):
            self.silent(s)

    def names(self, s: PitchixState) -> bool:
        """R4: at level 1 the name of a letter is enough."""
        return s.levels[self.seat] == NAMES

    def may(self, s: PitchixState) -> Sequence[Offer]:
        seat = self.seat
        rack = s.letters_of(seat)
        least = SHORTEST[s.levels[seat]]
        offers = []
        if self.names(s) and rack:
            offers.append(
                Offer("name_letter", {"card": OneCard([int(c) for c in rack]), "name": self.calls(rack)})
            )
        if len(rack) >= least:
            offers.append(Offer("write", {"word": Spelling(rack, {}, least, len(rack))}, checkable=True))
        return (*offers, Offer("keep"))

    def calls(self, rack: Mapping[Card, str]) -> Domain:
        """D5: any letter; after some wrong ones only the right one is left."""
        if self.wrong < MISNAMED:
            return letters()
        return ByChoice("card", {card: letters(letter) for card, letter in rack.items() if letter}, letters())

    def play(self, s: PitchixState, seat: Seat, move: Move) -> None:
        s.missed[seat] = 0
        if move.name == "write":
            self.say(s, move)
        elif move.name == "name_letter":
            self.call(s, move.args["card"], move.args["name"])
        else:
            s.tell("keeps", seat=seat)
            self.silent(s)

    def call(self, s: PitchixState, card: CardId, name: str) -> None:
        symbol = SYMBOL[s.faces[card]]
        if symbol not in (ETOILE, name):  # D5, D6
            self.wrong += 1
            s.tell("misnames", seat=self.seat, letter=SAID(name))
            return
        s.tell("names", seat=self.seat, letter=FACE(symbol), name=SAID(name))
        self.lay(s, [card])

    def word(self, move: Move) -> str:
        word: str = move.args["word"]["word"]
        return word

    def weighing(self, s: PitchixState, move: Move) -> None:
        """D26: nothing is won before."""
        s.tell("says", seat=self.seat, words=SAID(self.word(move)))

    def stands(self, s: PitchixState, move: Move) -> None:
        cards: Sequence[CardId] = move.args["word"]["cards"]
        s.tell("writes", seat=self.seat, word=SAID(self.word(move)), count=len(cards))
        tell_foreign(s, move.known)
        bonus = BONUS.get(min(len(cards), LONG), 0) if s.levels[self.seat] > NAMES else 0
        self.lay(s, cards, bonus)

    def lay(self, s: PitchixState, cards: Sequence[CardId], bonus: int = 0) -> None:
        """R12 to R14, R17, D11."""
        seat, pile = self.seat, s.laid(self.seat)
        for card in cards:
            s.move(card, s.hand(seat), pile)
        drawn = s.draw.cards[: -bonus - 1 : -1] if bonus else []
        for card in drawn:
            s.move(card, s.draw, pile)
        if drawn:
            s.tell("bonus", seat=seat, count=len(drawn))
        s.scores[seat] = len(pile.cards)
        s.scored, s.extra, s.again = True, 0, False
        s.not_empty_handed(seat)
        s.next_flick(seat, granted=True)

    def silent(self, s: PitchixState) -> None:
        if s.again:
            s.next_flick(self.seat, granted=False)
        else:
            s.next_turn(self.seat)


class Pitchix(Game[PitchixState]):
    info = GameInfo(
        key="pitchix",
        name="Pitchix",
        version=1,
        players=(2, 6),
        kinds=("turn", "words"),
        reading=Reading.SOME_LETTERS,
        device=Device.SHARED,  # D27
        author="Florent Toscano",
        words=True,
        minutes=15,
        exercises=(Exercise.SKILL, Exercise.LETTERS, Exercise.VOCABULARY),
        moods=(Mood.LAUGH, Mood.THINK),
        age=6,
        everyday=("flicks", "misses", "keeps", "draws", "falls", "too_close"),
        mat="slide",
    )
    phases = (Deal, Flick, Sliding, Score, Said, Vote, Sure)
    options = PitchixOptions
    seat_options = PitchixSeatOptions

    def setup(self, table: Setup) -> PitchixState:
        n = len(table.seats)
        s = PitchixState(
            **table.common(DECK),
            starter=table.starter(),
            levels=[options.level for options in table.seat_options],
            winners=[False] * n,
            missed=[0] * n,
            lost=[0] * n,
            refusals=[0] * n,
        )
        side = round(2 * RADIUS * 100)
        s.zones = [
            Zone("draw", Kind.PILE, NOBODY, cards=list(range(len(DECK)))),
            Zone("table", Kind.DISC, EVERYBODY, poses=(), free=True, area=(side, side)),
            Zone("aside", Kind.BOX, EVERYBODY),
        ]
        together: Seats = sum(mask(seat) for seat in s.all_seats if shares(s, seat))  # D27
        for seat in s.all_seats:
            seers = together if shares(s, seat) else mask(seat)
            s.zones += [
                Zone(f"hand:{seat}", Kind.HAND, seers, seat),
                Zone(f"laid:{seat}", Kind.WINNINGS, EVERYBODY, seat),
            ]
        s.goto(Deal())
        return s

    def bound(self, players: int, options: Any) -> int:
        """D16. A flick has two records, a letter may be misnamed, and of words three may be lost in votes and one
        won, with a ballot of everybody and the clock, and the same for a contest."""
        turns = IDLE_ROUNDS * players * (len(DECK) + 1)
        flicks: int = turns * max(options.flicks, EXTRA + 1) + len(DECK) * (EXTRA + 1)
        return flicks * (4 + MISNAMED + (LOST + 1) * (2 * players + 4))


GAME = Pitchix()
