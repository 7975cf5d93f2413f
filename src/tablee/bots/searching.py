"""How bots take part in a search with a chrono: each card is thought about once, whatever happens meanwhile."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from tablee.bots.bot import Mind, Plan, Sighting
from tablee.bots.words import refused_words
from tablee.kernel.moves import Move, Offer
from tablee.kernel.units import Millis
from tablee.words.folding import fold

HESITATION: tuple[Millis, Millis] = (300, 900)
"""From seeing that one may speak to speaking, when the idea is there already."""


TRIES = 6
"""Before a bot says again what somebody did not like."""


class BotIdea(Struct, frozen=True):
    """What has come to a bot's mind: what it would say, and when it is ready to."""

    args: Mapping[str, Any] | None
    """None: nothing will."""
    ready: Millis


class SearchingMind(Mind):
    """A game's bot says what comes to its mind, when it starts a chrono with it, and how it plays otherwise."""

    _stimulus: int | None = None
    _began: Millis = 0
    _idea: BotIdea | None = None
    refused: frozenset[str] = frozenset()
    """Words that the table has refused, folded: they are not tried again."""

    unwanted: frozenset[str] = frozenset()
    """Sentences, folded, instead of which somebody alone with bots would have another."""

    def notice(self, seen: Sighting) -> None:
        refused = refused_words(seen.events)
        unwanted = {
            fold(event.told("words"))
            for event in seen.events
            if event.kind == "asks_other" and event.told("owner") == self.seat
        }
        if refused or unwanted:
            self.refused |= refused
            self.unwanted |= unwanted
            self._idea = None

    def another(self, make: Callable[[], Sequence[str] | None]) -> Sequence[str] | None:
        """A sentence that nobody has asked to be replaced, if one comes to mind; else the last that did."""
        made = make()
        for _ in range(TRIES):
            if made is None or fold("".join(made)) not in self.unwanted:
                break
            made = make() or made
        return made

    def think(self, seen: Sighting, offer: Offer) -> BotIdea:
        """What comes to mind for an offer of words; called once for each card."""
        raise NotImplementedError

    def patience(self, seen: Sighting) -> Millis | None:
        """How long it lets somebody search before it starts a chrono; None: it lets him search."""
        raise NotImplementedError

    def otherwise(self, seen: Sighting) -> Plan | None:
        """What it does when nobody searches."""
        raise NotImplementedError

    def occasion(self, seen: Sighting) -> object:
        """The moves and what they answer: a clock that goes on later is nothing new."""
        return [(offer.name, offer.stimulus) for offer in seen.offers]

    def decide(self, seen: Sighting) -> Plan | None:
        offer = next((o for o in seen.offers if "word" in o.params or "words" in o.params), None)
        if offer is not None:
            return self._speak(seen, offer)
        if seen.offer("no_idea"):
            return self.soon(seen, Move("no_idea"), *HESITATION)
        return None if seen.offer("idea") else self.otherwise(seen)

    def _speak(self, seen: Sighting, offer: Offer) -> Plan | None:
        idea = self._thought(seen, offer)
        if idea.args is None:
            give_up = "dry" if seen.offer("dry") else "no_idea" if seen.offer("no_idea") else None
            return self._at(seen, Move(give_up), idea.ready) if give_up else None
        move = Move(offer.name, idea.args, answers=offer.stimulus)
        if offer.name != "idea" or seen.offer("no_idea"):
            return self._at(seen, move, idea.ready)
        wait = self.patience(seen)
        return None if wait is None else self._at(seen, move, max(idea.ready, self._began + wait))

    def _thought(self, seen: Sighting, offer: Offer) -> BotIdea:
        if self._idea is None or offer.stimulus is None or offer.stimulus != self._stimulus:
            self._stimulus, self._began = offer.stimulus, seen.now
            self._idea = self.think(seen, offer)
        return self._idea

    def _at(self, seen: Sighting, move: Move, at: Millis) -> Plan:
        return Plan(move, max(at, seen.now + self.between(*HESITATION)))
