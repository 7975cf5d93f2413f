"""Touvavix bots: how quickly they see a pair, how often they miss it or tap for nothing, and where they lay."""

from collections import Counter

from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.heap import HeapStyle
from tablee.bots.racing import RacingMind
from tablee.bots.reaction import reaction
from tablee.games.touvavix.rules import MIDDLE, PLACES, STAR
from tablee.kernel.domains import OneOf, Slot
from tablee.kernel.door import View
from tablee.kernel.moves import Move, Offer
from tablee.kernel.rng import Rng
from tablee.kernel.units import ANTICIPATION, Millis, Seat
from tablee.pieces.toutilix import DECK, ETOILE, INDEX, SYMBOL

STYLES = {
    Level.BEGINNER: HeapStyle(1_800, 0.25, 0.02, (400, 1_500)),
    Level.NORMAL: HeapStyle(1_000, 0.08, 0.007, (300, 1_000)),
    Level.STRONG: HeapStyle(600, 0.01, 0.001, (200, 700)),
}

Item = tuple[str, ...]
"""Something to win, by the handles of its cards."""


class TouvavixBot(RacingMind):
    def __init__(self, seat: Seat, level: Level, rng: Rng) -> None:
        super().__init__(seat, level, rng)
        self._left = Counter(SYMBOL[face] for face in DECK)
        """What has not been laid yet, as far as it has watched."""
        self._etoile = False
        """The last card is an étoile that nobody has caught."""
        self._taps: dict[Item, Millis | None] = {}
        """When it will tap for each thing it has noticed; None: it misses it."""
        self._card = -1
        self._err: Millis | None = None
        """When it will tap wrongly on that card, if it will."""

    def notice(self, seen: Sighting) -> None:
        for event in seen.events:
            if event.kind == "catches":
                self._etoile = False
            if event.kind != "move" or not event.face or event.source is None or event.target is None:
                continue
            if event.source[0] == "aside" or event.source[0].startswith("pile:"):
                self._left[SYMBOL[event.face]] -= 1
            if event.target[0] in STAR:
                self._etoile = event.face == ETOILE

    def occasion(self, seen: Sighting) -> object:
        """What can be won and what may be done: a new card elsewhere does not interrupt a reaction."""
        return self._items(seen.view), [(offer.name, offer.stimulus, offer.opens_at) for offer in seen.offers]

    def decide(self, seen: Sighting) -> Plan | None:
        if seen.offer("pile"):
            return self.soon(seen, Move("pile", {"place": self._biggest(seen.view)}), 500, 1_500)
        tap, lay = seen.offer("tap"), seen.offer("lay")
        return self.first_of(self._tap(seen, tap) if tap else None, self._lay(seen, lay) if lay else None)

    # ---- taps ----------------------------------------------------------------------------------------------

    def _items(self, view: View) -> list[Item]:
        """The pairs among the top cards, and an étoile that was just laid."""
        tops = [view.zone(name).cards[-1] for name in STAR if view.zone(name).cards]
        shown = [(card.face, card.handle) for card in tops if card and card.face and card.handle]
        letters = [(SYMBOL[face], handle) for face, handle in shown if SYMBOL[face] in INDEX]
        pairs = [(x, y) for i, (a, x) in enumerate(letters) for b, y in letters[i + 1 :] if a == b]
        return [*pairs, *((handle,) for face, handle in shown if face == ETOILE and self._etoile)]

    def _reacts(self) -> Millis:
        return max(ANTICIPATION, reaction(self.rng, STYLES[self.level].reacts))

    def _tap(self, seen: Sighting, offer: Offer) -> Plan | None:
        items, style = self._items(seen.view), STYLES[self.level]
        for item in items:
            if item not in self._taps:
                self._taps[item] = None if self.chance(style.misses) else seen.now + self._reacts()
            at = self._taps[item]
            if at is not None and at <= offer.opens_at:  # a tie: it does not wait for the very moment
                self._taps[item] = offer.opens_at + self._reacts()
        if offer.stimulus != self._card:
            self._card = offer.stimulus or 0
            self._err = seen.now + self._reacts() if self.chance(style.errs) else None
        elif self._err is not None and self._err < seen.now:  # it has
            self._err = None
        times = [at for item in items if (at := self._taps[item]) is not None]
        if self._err is not None and (not times or self._err < min(times)):
            return Plan(self._wrong(offer, items), max(self._err, seen.now, offer.opens_at))
        if not times:
            return None
        return Plan(Move("tap", {"target": MIDDLE}, answers=offer.stimulus), max(seen.now, min(times)))

    def _wrong(self, offer: Offer, items: list[Item]) -> Move:
        """A tap for nothing; where there is something to win, beside the pétard, if that is a mistake here."""
        targets = offer.params["target"]
        assert isinstance(targets, OneOf)
        where = self.rng.choice(targets.names[1:]) if items and len(targets.names) > 1 else MIDDLE
        return Move("tap", {"target": where}, answers=offer.stimulus)

    # ---- places --------------------------------------------------------------------------------------------

    def _lay(self, seen: Sighting, offer: Offer) -> Plan:
        domain = offer.params["place"]
        assert isinstance(domain, Slot)
        places, view = list(domain.places), seen.view
        if len(places) == len(PLACES) and self.level is not Level.BEGINNER:
            value = self._height if self.level is Level.NORMAL else self._worth
            best = min(value(view, place) for place in places)
            places = [place for place in places if value(view, place) == best]
        at = max(seen.now, offer.opens_at) + self.between(*STYLES[self.level].lies)
        return Plan(Move("lay", {"place": self.rng.choice(places)}, answers=offer.stimulus), at)

    def _height(self, view: View, place: int) -> float:
        return view.zone(STAR[place]).count

    def _worth(self, view: View, place: int) -> float:
        """A strong one covers what the others are likely to pair, and leaves big piles open: it is quick."""
        zone = view.zone(STAR[place])
        top = zone.cards[-1]
        assert top is not None and top.face is not None
        symbol = SYMBOL[top.face]
        return -self._left[symbol] / zone.count if symbol in INDEX else 0.0

    def _biggest(self, view: View) -> int:
        return max(PLACES, key=lambda place: view.zone(STAR[place]).count)


BOT = TouvavixBot
