"""What bots of trick games share: cards by their faces, rules of thumb, and playouts by them."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.kernel.moves import Move
from tablee.kernel.units import CardId, Millis, Seat
from tablee.phases.trick import TRICK, FollowSuit, TrickState

Thumb: TypeAlias = Callable[[list[str], list[str], bool], str]
"""A rule of thumb: the legal faces, the trick so far, whether one lays the last card of it; the face to play."""


THINKS: Mapping[Level, tuple[Millis, Millis]] = {
    Level.BEGINNER: (1_500, 4_000),
    Level.NORMAL: (1_200, 3_000),
    Level.STRONG: (1_000, 2_500),
}


class TrickMind(Mind):
    def decide(self, seen: Sighting) -> Plan | None:
        return self.soon(seen, self.move(seen), *THINKS[self.level])

    def move(self, seen: Sighting) -> Move:
        """What it plays."""
        raise NotImplementedError

    def hand(self, seen: Sighting) -> dict[str, str]:
        """Handles by face: no face is there twice."""
        cards = seen.view.zone(f"hand:{self.seat}").cards
        return {c.face: c.handle for c in cards if c is not None and c.face is not None and c.handle is not None}

    def by_thumb(self, seen: Sighting, thumb: Thumb) -> Move:
        """The card that a rule of thumb plays here."""
        offer = seen.offer("play")
        assert offer is not None
        playable = list(offer.params["card"].values())
        hand = self.hand(seen)
        trick = [c.face for c in seen.view.zone("trick").cards if c is not None and c.face is not None]
        legal = [face for face, handle in hand.items() if handle in playable]
        return Move("play", {"card": hand[thumb(legal, trick, len(trick) == len(seen.view.seats) - 1)]})


def played_out(s: TrickState, card: CardId, thumb: Thumb, taken: Callable[[Seat, list[str]], bool]) -> None:
    """Plays an imagined deal on from a card, everybody by a rule of thumb: only lists of faces, so much quicker.

    For games in which any card may be led. `taken` hears of each trick, and says whether it was the last one.
    """
    phase = s.phases[-1]
    assert isinstance(phase, FollowSuit)
    faces, families, strengths, n = s.faces, s.families, s.strengths, len(s.seats)
    hands = [[faces[c] for c in s.hand(seat).cards] for seat in s.all_seats]
    trick = [faces[c] for c in s.zones[TRICK].cards]
    leader, seat, face, asked = phase.leader, phase.seat, faces[card], phase.asked
    while True:
        hands[seat].remove(face)
        trick.append(face)
        asked = asked or families[face]
        if len(trick) == n:
            following = [strengths[f] if families[f] == asked else -1 for f in trick]
            leader = seat = (leader + following.index(max(following))) % n
            if taken(seat, trick) or not hands[seat]:
                return
            trick, asked, legal = [], "", hands[seat]
        else:
            seat = (seat + 1) % n
            legal = [f for f in hands[seat] if families[f] == asked] or hands[seat]
        face = legal[0] if len(legal) == 1 else thumb(legal, trick, len(trick) == n - 1)


def fewer(points: Sequence[int], seat: Seat) -> float:
    """How many points fewer than the average of the others."""
    return (sum(points) - points[seat]) / (len(points) - 1) - points[seat]
