"""Tricks in which the family led must be followed, and the deals they are played in (Bazardelix, Vieubarbix).

The strongest card of the family led takes the trick, which is shown and then lies face down before its winner.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar

from msgspec import field

from tablee.kernel.domains import OneCard
from tablee.kernel.events import Keep
from tablee.kernel.ledger import rearrange
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.places import zone_of_seat
from tablee.kernel.rng import Rng
from tablee.kernel.state import State
from tablee.kernel.units import EVERYBODY, NOBODY, CardId, Millis, Seat, mask
from tablee.kernel.values import FACE, PLAIN, SEAT, TERM, Shown
from tablee.kernel.zones import Zone
from tablee.phases.show import Show
from tablee.pieces.families import FAMILY, STRENGTH
from tablee.pieces.kinds import Kind

PLAY_TIME: Millis = 30_000
TRICK_TIME: Millis = 2_000

PILE, TRICK, HANDS = 0, 1, 2


class TrickState(State, kw_only=True):
    """A pile, a trick, and for each seat a hand and the tricks it has taken."""

    shown: ClassVar[Shown] = {"round": PLAIN, "dealer": SEAT, "tricks": PLAIN}
    families: ClassVar[Mapping[str, str]] = FAMILY
    """The family of each face."""
    strengths: ClassVar[Mapping[str, int]] = STRENGTH
    dealer: Seat
    round: int = 0
    tricks: list[int] = field(default_factory=list)
    """How many tricks each seat has taken in this round."""
    last_winner: Seat = 0
    """On whose heap the last trick may be looked at."""
    voids: list[tuple[str, ...]] = field(default_factory=list)
    """The families that each seat has shown not to hold: a matter of memory, never shown."""
    history: list[tuple[int, ...]] = field(default_factory=list)
    """The points of the past rounds."""

    hand = zone_of_seat(HANDS)
    won = zone_of_seat(HANDS, 1)

    def lay_out(self, deal: Phase[Any]) -> Self:
        """All cards are in the pile, and dealt first."""
        return self.begin(
            deal,
            Zone("pile", Kind.PILE, NOBODY, cards=list(range(len(self.faces)))),
            Zone("trick", Kind.TRICK, EVERYBODY),
            *(Zone(f"hand:{seat}", Kind.HAND, mask(seat), seat) for seat in self.all_seats),
            *(Zone(f"won:{seat}", Kind.WINNINGS, EVERYBODY, seat, depth=0) for seat in self.all_seats),
        )

    # ---- redeal ------------------------------------------------------------------------------------

    def redeal(self, seat: Seat, rng: Rng) -> Self:
        """Also nobody holds a family that he has shown not to have."""
        twin = super().redeal(seat, rng)
        lacks = twin.voids
        if any(lacks):
            seen = twin.ledger.seen
            holder = {
                card: other
                for other in twin.others(seat)
                for card in twin.hand(other).cards
                if not seen[card] >> seat & 1
            }
            rearrange(
                twin.faces,
                rng.shuffled(list(holder)),
                lambda card, face: self.families[face] not in lacks[holder[card]],
            )
        return twin


S = TypeVar("S", bound=TrickState)


class DealTricks(Phase[S], Generic[S]):
    """All the cards are gathered, shuffled and dealt, one by one from the seat after the dealer."""

    def begin(self, s: S) -> None:
        """The cards are dealt: what follows."""
        raise NotImplementedError

    def enter(self, s: S) -> None:
        n, pile = s.n, s.zones[PILE]
        for zone in s.zones[HANDS + n :] + s.zones[HANDS : HANDS + n]:
            pile.cards += zone.cards
            zone.cards = []
        for seat in s.all_seats:
            s.won(seat).depth = 0
        s.open.clear()
        s.tricks = [0] * n
        s.voids = [()] * n
        s.shuffle(pile, "deal", s.round)
        s.tell("deal", round=s.round + 1, count=len(pile.cards) // n)
        s.deal(pile, [s.hand(s.after(s.dealer, i + 1)) for i in s.all_seats], len(pile.cards) // n)
        self.begin(s)


class FollowSuit(Phase[S], Generic[S], kw_only=True):
    """Each in turn plays a card, of the family led if he has one. A game names its own subclass `Trick`."""

    shown: ClassVar[Shown] = {"leader": SEAT, "seat": SEAT, "asked": TERM}
    leader: Seat
    seat: Seat
    asked: str = ""
    """The family asked for; empty until the leader has played."""
    until: Millis = 0

    # ---- what a game may add -----------------------------------------------------------------------

    def leads(self, s: S, hand: list[CardId]) -> list[CardId]:
        """The cards that may be led; where none of them may, all may."""
        return hand[:]

    def silent(self, s: S, face: str) -> int:
        """A seat out of time plays the legal card for which this is least."""
        raise NotImplementedError

    def laid(self, s: S, seat: Seat, family: str) -> None:
        """A card of a family has been laid."""

    def reviews(self, s: S) -> bool:
        """Whether the last trick may be looked at."""
        return True

    def taken(self, s: S, winner: Seat) -> None:
        """A trick has come to the top of the winner's heap."""

    def over(self, s: S) -> bool:
        """Whether the trick was the last one."""
        return not s.zones[HANDS + self.seat].cards

    def finish(self, s: S) -> None:
        """The last trick is taken: what follows."""
        raise NotImplementedError

    # ---- a trick -----------------------------------------------------------------------------------

    def enter(self, s: S) -> None:
        self.until = self.limit_in(s, PLAY_TIME)

    def actors(self, s: S) -> Sequence[Seat]:
        return (self.seat,)

    def offers(self, s: S, seat: Seat) -> Sequence[Offer]:
        return (Offer("play", {"card": OneCard(self.legal(s))}),) if seat == self.seat else ()

    def legal(self, s: S) -> list[CardId]:
        hand = s.zones[HANDS + self.seat].cards
        asked = self.asked
        if asked:
            faces, families = s.faces, s.families
            fitting = [c for c in hand if families[faces[c]] == asked]
        else:
            fitting = self.leads(s, hand)
        return fitting or hand[:]

    def play(self, s: S, seat: Seat, move: Move) -> None:
        self.lay(s, move.args["card"])

    def alarms(self, s: S) -> Sequence[Alarm]:
        return (Alarm("limit", self.until, self.seat),)

    def ring(self, s: S, alarm: Alarm) -> None:
        """A legal card is chosen by its face, which therefore is told with it."""
        card = min(self.legal(s), key=lambda c: self.silent(s, s.faces[c]))
        s.tell("timeout", seat=self.seat)
        s.tell("silent_card", keep=Keep.FLEETING, discloses=True, seat=self.seat, face=FACE(s.faces[card]))
        self.lay(s, card)

    def lay(self, s: S, card: CardId) -> None:
        seat, zones = self.seat, s.zones
        trick = zones[TRICK]
        s.move(card, zones[HANDS + seat], trick)
        family = s.families[s.faces[card]]
        self.laid(s, seat, family)
        if not self.asked:
            self.asked = family
        elif family != self.asked and self.asked not in s.voids[seat]:
            s.voids[seat] += (self.asked,)
        n = len(s.seats)
        trick.by = [(self.leader + place) % n for place in range(len(trick.cards))]
        trick.best = self.best(s)
        if len(trick.cards) < n:
            self.seat = (seat + 1) % n
            self.until = self.limit_in(s, PLAY_TIME)
        else:
            self.seat = trick.by[trick.best]
            s.tell("takes", winner=self.seat)
            s.push(Show(span=TRICK_TIME))

    def best(self, s: S) -> int:
        """The place of the strongest card of the family asked for."""
        faces, families, strengths = s.faces, s.families, s.strengths
        best = strength = -1
        for place, card in enumerate(s.zones[TRICK].cards):
            face = faces[card]
            if strengths[face] > strength and families[face] == self.asked:
                best, strength = place, strengths[face]
        return best

    def resume(self, s: S, result: Any) -> None:
        """The trick goes to its winner, who leads the next one."""
        winner, trick = self.seat, s.zones[TRICK]
        won = s.won(winner)
        s.move_all(trick, won)
        trick.by.clear()
        trick.best = -1
        s.tricks[winner] += 1
        if self.reviews(s):
            if winner != s.last_winner:
                s.show_depth(s.won(s.last_winner), 0)
                s.last_winner = winner
            s.show_depth(won, s.n)
        self.taken(s, winner)
        if self.over(s):
            self.finish(s)
        else:
            s.goto(type(self)(leader=winner, seat=winner))


class CountTricks(Phase[S], Generic[S]):
    """The points of a round are written down and looked at; then comes the next one, or the fewest win."""

    shown: ClassVar[Shown] = {"counted": PLAIN}
    span: ClassVar[Millis]
    """How long they are looked at."""
    counted: tuple[int, ...] = ()

    def points(self, s: S) -> Sequence[int]:
        """What each seat has taken."""
        raise NotImplementedError

    def over(self, s: S) -> str:
        """Why this round was the last; empty: it was not."""
        raise NotImplementedError

    def deal(self, s: S) -> Phase[Any]:
        """The next round."""
        raise NotImplementedError

    def write(self, s: S, seat: Seat, points: int) -> None:
        s.scores[seat] += points

    def enter(self, s: S) -> None:
        self.counted = tuple(self.points(s))
        s.history.append(self.counted)
        for seat, points in enumerate(self.counted):
            self.write(s, seat, points)
            s.tell("counts", seat=seat, points=points, total=s.scores[seat])
        s.push(Show(span=self.span))

    def resume(self, s: S, result: Any) -> None:
        if detail := self.over(s):
            s.end(ranked(s.scores, low_wins=True, detail=detail))
            return
        s.round += 1
        s.dealer = s.after(s.dealer)
        s.goto(self.deal(s))
