"""Who has seen which card since when: what `redeal` keeps, and what a perfect memory could know."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from tablee.kernel.rng import Rng
from tablee.kernel.units import CardId, Seat, Seats


class Ledger(Struct):
    seen: list[Seats]
    """Per card: the seats that know its face (they saw it, and have not lost it in a shuffle since)."""
    known: list[Seats]
    """Per card: the seats that know its face is somewhere in its cohort, though not which card it is."""
    cohort: list[int]
    """Per card: the number of the cards mixed together that it belongs to."""
    lives: list[int]
    """Per card: how often it vanished from somebody's sight; a handle lives as long as this number."""
    mixes: int = 0

    def copy(self) -> "Ledger":
        return Ledger(self.seen[:], self.known[:], self.cohort[:], self.lives[:], self.mixes)

    def mix(self, cards: Sequence[CardId], knowing: Seats = 0) -> None:
        """These cards were shuffled together: seats not in `knowing` can no longer tell one from another."""
        self.blur(cards, knowing)
        for card in cards:
            self.lives[card] += 1

    def blur(self, cards: Sequence[CardId], knowing: Seats) -> None:
        """One of these cards is about to be moved out of sight: only the seats in `knowing` can tell which.

        A cohort that is only partly in the new one joins it whole: what a seat knew to lie in the old one may
        now lie in either. That keeps every redeal consistent and forgets a little (docs/architecture.md).
        """
        seen, known, cohort = self.seen, self.known, self.cohort
        self.mixes += 1
        joined = {cohort[c] for c in cards if known[c] & ~seen[c]}
        lost = ~knowing
        for card in cards:
            if seen[card]:
                known[card] |= seen[card] & lost
                seen[card] &= knowing
            cohort[card] = self.mixes
        if joined:
            for card, old in enumerate(cohort):
                if old in joined:
                    cohort[card] = self.mixes

    def redeal(
        self, faces: list[str], seat: Seat, rng: Rng, back: Callable[[CardId], str] = lambda card: ""
    ) -> None:
        """Draws again, in place, all faces that this seat does not know.

        Faces that it knows to be in a cohort stay in that cohort; faces that it has never seen may be
        anywhere that it has never looked, on a card with such a back. They are sorted before they are drawn, so
        that the result is a function of the rng and of what the seat knows.
        """
        bit = 1 << seat
        hidden = [c for c in range(len(faces)) if not self.seen[c] & bit]
        free = [c for c in hidden if not self.known[c] & bit]
        alike: dict[str, list[CardId]] = {}
        for card in free:
            alike.setdefault(back(card), []).append(card)
        for cards in alike.values() or ([],):
            for card, face in zip(cards, rng.shuffled(sorted(faces[c] for c in cards)), strict=True):
                faces[card] = face
        cohorts: dict[int, list[CardId]] = {}
        for card in hidden:
            cohorts.setdefault(self.cohort[card], []).append(card)
        for cards in cohorts.values():
            if any(self.known[c] & bit for c in cards):
                for card, face in zip(cards, rng.shuffled(sorted(faces[c] for c in cards)), strict=True):
                    faces[card] = face


def rearrange(faces: list[str], order: Sequence[CardId], may: Callable[[CardId, str], bool]) -> None:
    """After a redeal, for what a game can tell besides: cards that may not have the face they were given pass it
    on, in place.

    Each face goes to a card that may have it, until one comes back to where the wrong one was; the shortest such
    ring is taken. There always is one where all that is asked is true of the real faces: it is part of the way to
    them.
    """
    for wrong in order:
        if may(wrong, faces[wrong]):
            continue
        came_from = {wrong: wrong}
        queue = [wrong]
        for card in queue:
            face = faces[card]
            if may(wrong, face):
                break
            for other in order:
                if other not in came_from and may(other, face):
                    came_from[other] = card
                    queue.append(other)
        returning = faces[card]
        while card != wrong:
            faces[card] = faces[came_from[card]]
            card = came_from[card]
        faces[wrong] = returning


def fresh_ledger(cards: int) -> Ledger:
    return Ledger([0] * cards, [0] * cards, [0] * cards, [0] * cards)
