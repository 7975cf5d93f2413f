"""Toufrazix bots: they go on with the sentence in force, or make another one; levels differ in chance and time."""

from collections.abc import Mapping, Sequence
from typing import Any

from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.flipping import flips, in_pile
from tablee.bots.telling import TellingMind, TellingStyle
from tablee.kernel.moves import Offer
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.phases.sentences import grace_for
from tablee.pieces.domains import LEFT, OneEnd, line_and_side
from tablee.words.fit import Sentence
from tablee.words.lexicon import Lexicon

STYLES: Mapping[Level, TellingStyle] = {
    Level.BEGINNER: TellingStyle((12_000, 30_000), (0.1, 0.25, 0.4), 0.4),
    Level.NORMAL: TellingStyle((7_000, 18_000), (0.05, 0.1, 0.25), 0.7, 0.5, (5_000, 10_000)),
    Level.STRONG: TellingStyle((4_000, 10_000), (0.01, 0.03, 0.1), 0.95, few=2),
}
LONGEST: Mapping[Level, int] = {Level.BEGINNER: 4, Level.NORMAL: 9, Level.STRONG: 12}
"""So many words a level makes up anew; one word more on the sentence in force comes to everybody's mind. A longer
sentence is made up only where nothing else is left, lest a line come to a standstill."""
SHORT, LONG = 3, 7
"""Words up to which a sentence is short, and beyond which it is long."""
SIDES = 2
GRACE_S = 10


class ToufrazixBot(TellingMind):
    def __init__(self, seat: Seat, level: Level, rng: Rng, lexicon: Lexicon) -> None:
        super().__init__(seat, level, rng, lexicon, STYLES[level])

    def tell(self, seen: Sighting, offer: Offer) -> Mapping[str, Any] | None:
        """The strong one takes the easiest end, the others any."""
        domain = offer.params["end"]
        assert isinstance(domain, OneEnd)
        ends = domain.names if self.level is Level.STRONG else self.rng.shuffled(domain.names)
        boxes = {end: sentence_at(offer, end) for end in ends}
        short = [end for end in ends if len(boxes[end].fits) <= LONGEST[self.level]]
        tries = [
            *((end, self.go_on) for end in ends),
            *((end, self.make_up) for end in short or domain.names[:SIDES]),
        ]
        for end, way in tries:
            words = way(end, boxes[end])
            if words is not None:
                return {"end": end, "words": list(words)}
        return None

    def go_on(self, end: str, boxes: Sentence) -> Sequence[str] | None:
        """The sentence in force with one more word."""
        front = line_and_side(end)[1] == LEFT
        fit, said = (boxes.fits[0], boxes.opens_with[1:]) if front else (boxes.fits[-1], boxes.opens_with[:-1])
        sentences = self.sentences
        if sentences is None or not said or not all(said):
            return None
        return self.another(lambda: sentences.lengthen(said, fit, front=front))

    def make_up(self, end: str, boxes: Sentence) -> Sequence[str] | None:
        return self.make(boxes.fits)

    def length(self, words: int) -> int:
        return int(words > SHORT) + int(words > LONG)

    def grace(self, offer: Offer) -> Millis:
        """The first end is at the shortest line."""
        shortest = next(iter(offer.params["end"].values()))
        return grace_for(GRACE_S, len(sentence_at(offer, shortest).fits))

    def cards(self, seen: Sighting, seat: Seat) -> int:
        """With the one that he has turned."""
        return in_pile(seen, seat) + 1

    def otherwise(self, seen: Sighting) -> Plan | None:
        return flips(self, seen, fewest=self.level is not Level.BEGINNER)


def sentence_at(offer: Offer, end: str) -> Sentence:
    boxes = offer.params["words"].given({"end": end})
    assert isinstance(boxes, Sentence)
    return boxes


BOT = ToufrazixBot
