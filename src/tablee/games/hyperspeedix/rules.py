"""Hyperspeedix: the first word with the blue letters and without the pink ones wins all the cards laid."""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from msgspec import field

from tablee.kernel.domains import OneCard
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import Phase
from tablee.kernel.places import zone_of_seat
from tablee.kernel.units import ANTICIPATION, EVERYBODY, NOBODY, CardId, Millis, Seat, Seats
from tablee.kernel.values import PLAIN, Shown
from tablee.kernel.zones import Zone
from tablee.phases.decision import Decision
from tablee.phases.piles import seat_zones
from tablee.phases.race import Answer, Claiming, Race, RaceOptions, on_screens, shout
from tablee.phases.said import Said
from tablee.phases.screen import ScreenSeatOptions
from tablee.phases.voice import Voices
from tablee.phases.vote import LOST, Sure, Vote, WordState
from tablee.phases.window import Covering, Press, cut, groups
from tablee.pieces.kinds import Kind
from tablee.pieces.toutilix import BLUE, ETOILE, ETOILES, PINK
from tablee.words.fit import Fit

DECK = PINK + BLUE + ETOILES  # R2
FLIP: Millis = 2_000
CHOOSE: Millis = 10_000


def is_pair(tops: Sequence[str]) -> bool:
    """R17: one letter is visible twice; it is then pink and blue."""
    letters = [face[-1] for face in tops if face != ETOILE]
    return len(set(letters)) < len(letters)


def fit_of(tops: Sequence[str]) -> Fit | None:
    """R10, R11: what a word must be like on these cards; None while no word can win (D5)."""
    if ETOILE in tops or is_pair(tops):
        return None
    return Fit(
        contains="".join(face[-1] for face in tops if face in BLUE),
        without="".join(face[-1] for face in tops if face in PINK),
    )


class HyperspeedixOptions(RaceOptions, frozen=True, kw_only=True):
    piles: Literal[2, 3, 4] = 3
    think_s: Literal[10, 15, 20] = 10
    contests: bool = False
    """C17: they would break the race."""
    wrong_call: Literal["hoarse", "free"] = "hoarse"
    """A mistake costs one's voice until the cards are won, as in Vizdibix, or nothing more (R16)."""


class HyperspeedixState(Voices, WordState, kw_only=True):
    shown: ClassVar[Shown] = {"hoarse": PLAIN}
    starter: Seat
    layer: Seat = -1
    """Who laid the last card."""
    laid: list[int] = field(default_factory=list)
    """For each pile of the centre, the number of the stimulus that its top card was."""
    voiceless: Seats = 0
    """Who has claimed wrongly and may not claim until the cards are won."""

    @property
    def centre(self) -> list[Zone]:
        return self.zones[: int(self.options.piles)]

    @property
    def aside(self) -> Zone:
        return self.zones[int(self.options.piles)]

    pile = zone_of_seat(0, -2)
    won = zone_of_seat(0, -1)

    # ---- what is visible ---------------------------------------------------------------------------

    def tops(self) -> list[str]:
        """R9: only the top card of each pile counts."""
        return [self.faces[zone.cards[-1]] for zone in self.centre if zone.cards]

    def etoile(self) -> bool:
        return ETOILE in self.tops()

    def pair(self) -> bool:
        return is_pair(self.tops())

    def complete(self) -> bool:
        """R7, R8: all the piles exist."""
        return all(zone.cards for zone in self.centre)

    def fit(self) -> Fit | None:
        """What a word must be like now; None while no word can win (D4, D5)."""
        return fit_of(self.tops()) if self.complete() else None

    # ---- what follows ------------------------------------------------------------------------------

    def exhausted(self) -> bool:
        """R19: somebody has no card left to lay."""
        return not all(self.pile(seat).cards for seat in self.all_seats)

    def lay(self, seat: Seat, place: int, locked: dict[Seat, Millis] | None = None) -> None:
        """The top card of a player's pile is turned on a pile of the centre, for all to see."""
        pile, target = self.pile(seat), self.centre[place]
        self.move(pile.cards[-1], pile, target)
        self.layer = seat
        self.fresh_votes()
        stimulus = self.stimulate()
        self.laid[place] = stimulus
        if self.complete() or self.etoile() or self.pair():
            self.goto(Claims(stimulus=stimulus, locked=locked or {}))
        else:
            self.after_race(stimulus, locked)

    def after_race(self, stimulus: int = -1, locked: dict[Seat, Millis] | None = None) -> None:
        """R14 to R16, D7, D14: nobody has won the cards; the next player lays, if all still have cards."""
        following = self.after(self.layer)
        if self.exhausted():
            self.finish()
        elif self.complete():
            self.goto(Cover(seat=following))
        else:
            self.goto(Start(seat=following, stimulus=stimulus, locked=locked or {}))

    def mistake(self, seat: Seat) -> None:
        """D6. Where nobody has a voice left all have it again, or nobody could win."""
        if self.options.wrong_call == "free":
            return
        self.silence(seat)
        if all(self.hoarse):
            self.voiceless = 0
            self.tell("voices")

    def award(self, seat: Seat) -> None:
        """R10, R12, R13, D1: every card of the centre becomes a point, and the winner lays the next one."""
        self.voiceless = 0
        for zone in self.centre:
            self.move_all(zone, self.won(seat))
        self.scores[seat] = len(self.won(seat).cards)
        if self.exhausted():
            self.finish()
        else:
            self.goto(Start(seat=seat))

    def finish(self) -> None:
        """R20, D14, D15: what lies in the centre is nobody's."""
        self.end(ranked(self.scores, detail="no_card_left"))


class Deal(Phase[HyperspeedixState]):
    """R3, R4: as many for each as there are; what is left over stays aside, unseen."""

    def enter(self, s: HyperspeedixState) -> None:
        s.shuffle(s.aside, "deal")
        each = len(s.aside.cards) // s.n
        s.tell("deal", count=each, starter=s.starter)
        s.deal(s.aside, [s.pile(s.after(s.starter, i)) for i in s.all_seats], each)
        s.goto(Start(seat=s.starter))


class Calls(Claiming[HyperspeedixState]):
    """What everybody may claim: a word, the étoile, a pair. Wrong claims too: they have a price (D6)."""

    def calls(self, s: HyperspeedixState, seat: Seat) -> Sequence[Offer]:
        if self.has_pressed(seat) or not s.has_voice(seat):
            return ()
        word = self.word_offer(s, seat, s.fit())
        return (word, self.claim_offer(seat, "slap"), self.claim_offer(seat, "toutilix"))


class Start(Covering[HyperspeedixState], Calls, kw_only=True):
    """R5 to R8, D3: the piles are started, one card by each player in turn. A card that can be slapped or called
    opens a race of its own, so that whatever is claimed here is a mistake (D6) and only that (D7)."""

    seat: Seat
    until: Millis = 0

    def enter(self, s: HyperspeedixState) -> None:
        self.until = self.limit_in(s, FLIP)

    def offers(self, s: HyperspeedixState, seat: Seat) -> Sequence[Offer]:
        claims = self.calls(s, seat) if self.stimulus >= 0 else ()
        if seat != self.seat or self.has_pressed(seat, "flip"):
            return claims
        zone = s.pile(seat).name
        if self.stimulus < 0:
            return (Offer("flip", zone=zone),)
        opens = max(self.opens_at(seat), s.stimuli[self.stimulus] + ANTICIPATION)
        return (Offer("flip", opens_at=opens, stimulus=self.stimulus, zone=zone), *claims)

    def play(self, s: HyperspeedixState, seat: Seat, move: Move) -> None:
        if self.stimulus >= 0:
            self.claim(s, seat, move)
        else:
            self.flip(s)

    def resolve(self, s: HyperspeedixState, presses: Sequence[Press]) -> None:
        claims, flip = cut(presses, ("flip", "auto"))
        if claims:
            wrong = groups(claims)[0]
            for claim in wrong:
                self.tell_press(s, "wrong", claim, shout(claim))
            for claim in wrong:
                s.mistake(claim.seat)
            self.stimulus = -1
        if flip is not None:
            self.flip(s)

    def flip(self, s: HyperspeedixState) -> None:
        place = next(i for i, zone in enumerate(s.centre) if not zone.cards)
        s.lay(self.seat, place, self.lockouts(s))


class Claims(Race[HyperspeedixState], Calls):
    """R10, R17, R18: everybody at once, until the first claim or the end of the time. Whoever is first
    decides, right or wrong (D6)."""

    def limit(self, s: HyperspeedixState) -> Millis:
        return int(s.options.think_s) * 1_000

    def offers(self, s: HyperspeedixState, seat: Seat) -> Sequence[Offer]:
        return self.calls(s, seat)

    def play(self, s: HyperspeedixState, seat: Seat, move: Move) -> None:
        self.claim(s, seat, move)

    def fits(self, s: HyperspeedixState, claim: Press) -> bool:
        """D4, D5."""
        if claim.name == "slap":
            return s.etoile()
        if claim.name == "toutilix":
            return s.pair()
        fit = s.fit()
        return fit is not None and (claim.name == "buzz" or fit.missing(claim.what) is None)

    def taken_back(self, s: HyperspeedixState, claim: Press) -> None:
        """D6: a word that is refused is a mistake, and closes the race."""
        self.wrong.append(claim)

    def decided(
        self, s: HyperspeedixState, right: Sequence[Press], wrong: Sequence[Press], late: Sequence[Press]
    ) -> None:
        """D11: one right claim wins, whatever wrong ones came with it; two are a tie."""
        winner = right[0] if len(right) == 1 else None
        count = sum(len(zone.cards) for zone in s.centre)
        self.tell_claims(s, winner, () if winner else right, wrong, late, count)
        if winner is not None:
            s.award(winner.seat)
        else:
            for claim in wrong:
                s.mistake(claim.seat)
            s.after_race()

    def unclaimed(self, s: HyperspeedixState) -> None:
        """R14."""
        s.tell("nobody")
        s.after_race()


class Cover(Decision[HyperspeedixState]):
    """R14 to R16, D8, D9: the next player chooses a card to cover, and only then is his own turned."""

    span = CHOOSE
    waits = True

    def may(self, s: HyperspeedixState) -> Sequence[Offer]:
        return (Offer("cover", {"card": OneCard(self.tops(s))}),)

    def play(self, s: HyperspeedixState, seat: Seat, move: Move) -> None:
        s.lay(seat, self.tops(s).index(move.args["card"]))

    def tops(self, s: HyperspeedixState) -> list[CardId]:
        return [zone.cards[-1] for zone in s.centre]

    def silent(self, s: HyperspeedixState) -> None:
        """D8: the oldest top card is covered."""
        s.lay(self.seat, s.laid.index(min(s.laid)))


class Hyperspeedix(Game[HyperspeedixState]):
    info = GameInfo(
        key="hyperspeedix",
        name="Hyperspeedix",
        version=2,
        players=(2, 6),  # R1
        kinds=("race", "turn"),
        reading=Reading.SOME_LETTERS,
        device=Device.SHARED,
        author="Roberto Fraga",
        words=True,
        minutes=2,
        exercises=(Exercise.SPEED, Exercise.VOCABULARY, Exercise.ATTENTION),
        moods=(Mood.RUSH,),
        age=7,
    )
    phases = (Deal, Start, Claims, Answer, Cover, Said, Vote, Sure)
    options = HyperspeedixOptions
    seat_options = ScreenSeatOptions

    def setup(self, table: Setup) -> HyperspeedixState:
        table.options = on_screens(table)
        s = HyperspeedixState(**table.common(DECK), starter=table.starter(), laid=[-1] * table.options.piles)
        return s.begin(
            Deal(),
            *(Zone(f"centre:{i}", Kind.HEAP, EVERYBODY, depth=1) for i in range(table.options.piles)),
            Zone("aside", Kind.BOX, NOBODY, cards=list(range(len(DECK)))),
            *seat_zones(s.n, [EVERYBODY] * s.n, depth=1),
        )

    def bound(self, players: int, options: Any) -> int:
        """D16: each card is laid once. On it every seat anticipates and claims once at most, while the piles are
        started and in the race; then the claims are decided, with an answer to type and a vote on each, and a
        contest of the winner. Three words of each may be taken back (C19), claimed and asked about anew."""
        again = LOST * players * 5
        return len(DECK) * (2 * (2 * players + 1) + 2 + players * players + players + 2 + again)


GAME = Hyperspeedix()
