"""A fallible memory of cards that were shown for a moment: where a bot believes that what lies.

It lives on the events that its seat was sent and on nothing else.
"""

from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct

from tablee.bots.bot import Level
from tablee.kernel.door import EventView
from tablee.kernel.rng import Rng


class Recall(Struct, frozen=True):
    """How well somebody remembers."""

    keeps: float
    """The chance that a card once seen stays in mind."""
    forgets: float = 0.0
    """The chance, turn by turn, that a card in mind is lost."""
    follows: float = 1.0
    """The chance that an exchange of two cards is noticed; otherwise the old belief stays, now false."""
    loses: bool = False
    """After an exchange that was not noticed nothing is believed of either place."""
    sure: int = 0
    """So many of the first places are never missed."""
    span: int | None = None
    """At most this many cards are in mind, the latest ones; None: no limit."""


USUAL: Mapping[Level, Recall] = {
    Level.BEGINNER: Recall(0.4, 0.15, 0.5),
    Level.NORMAL: Recall(0.75, 0.04, 0.85),
    Level.STRONG: Recall(1.0, 0.0, 1.0),
}


class Memory:
    """Believed faces by place of one zone."""

    def __init__(self, recall: Recall, rng: Rng) -> None:
        self.recall = recall
        self._rng = rng
        self._faces: dict[int, str] = {}

    def notice(self, events: Iterable[EventView], zone: str) -> None:
        """Takes in what was shown: cards turned up, exchanged, gone."""
        for event in events:
            if event.source is None or event.source[0] != zone:
                continue
            place = event.source[1]
            if event.kind == "turn_up" and event.face is not None:
                self.see(place, event.face)
            elif event.kind == "swap" and event.target is not None:
                self.swap(place, event.target[1])
            elif event.kind == "move":
                self._faces.pop(place, None)

    def see(self, place: int, face: str) -> None:
        """A face at a place. Who knew it already goes on knowing it; a false belief is gone in any case."""
        known = self._faces.pop(place, None) == face
        if known or place < self.recall.sure or self._rng.uniform() < self.recall.keeps:
            self._faces[place] = face
            if self.recall.span is not None and len(self._faces) > self.recall.span:
                del self._faces[next(iter(self._faces))]

    def believe(self, place: int, face: str) -> None:
        """A face that somebody takes for the one at a place, whatever was there."""
        self._faces[place] = face

    def swap(self, a: int, b: int) -> None:
        """Two cards exchanged their places before everybody's eyes."""
        followed = self._rng.uniform() < self.recall.follows
        if not followed and not self.recall.loses:
            return
        one, other = self._faces.pop(a, None), self._faces.pop(b, None)
        if not followed:
            return
        if one is not None:
            self._faces[b] = one
        if other is not None:
            self._faces[a] = other

    def forget(self) -> None:
        """All that lay there is gone."""
        self._faces.clear()

    def pass_turn(self) -> None:
        """Time goes by."""
        if self.recall.forgets:
            for place in list(self._faces):
                if self._rng.uniform() < self.recall.forgets:
                    del self._faces[place]

    def keep_only(self, places: Collection[int]) -> None:
        """Only these places still hold a card: an empty one is plain to see."""
        for place in [p for p in self._faces if p not in places]:
            del self._faces[place]

    def at(self, place: int) -> str | None:
        """The face believed to lie at a place."""
        return self._faces.get(place)

    def where(self, face: str) -> list[int]:
        """The places believed to hold this face, lowest number first."""
        return sorted(place for place, known in self._faces.items() if known == face)
