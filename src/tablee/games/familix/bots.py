"""Familix bots: how much of the requests they remember, and where they believe each card to be."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.kernel.domains import OneSeat
from tablee.kernel.door import EventView
from tablee.kernel.moves import Move
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.pieces.domains import OneFace
from tablee.pieces.toutilix import ALPHABET

Family: TypeAlias = Sequence[str]

BLUFF = 0.1
ECHO = 0.25
"""How often a beginner asks for what it has just seen given."""
PILE: Seat = -1
ROUNDS = 3
"""How often the weights are fitted to how many cards lie in each place."""
SAME_FAMILY, OWN_WISH = 3.0, 0.1
"""How much likelier a card is with somebody who asked for another one of its family; and for this very one."""
UNLIKELY = 0.34
"""Chances below this are no loss to whoever bluffs."""
COMPLETES, GROWS = 0.15, 0.15
"""What a card is worth beyond the chance to get it: if it completes a family, and for each card of it held."""


class FamilixStyle(Struct, frozen=True):
    thinks: tuple[Millis, Millis]  # D18
    remembers: int | None
    """How many requests; None: all of them."""


STYLES: Mapping[Level, FamilixStyle] = {
    Level.BEGINNER: FamilixStyle((2_500, 5_000), 2),
    Level.NORMAL: FamilixStyle((2_500, 5_000), 6),
    Level.STRONG: FamilixStyle((2_000, 4_000), None),
}


class Heard(Struct):
    """A request, as far as it was followed."""

    seat: Seat
    owner: Seat
    card: str
    family: Family
    got: bool = False


def meant(said: str) -> Sequence[str]:
    """A letter that is said without its colour may be of either."""
    return (f"p{said}", f"b{said}") if said in ALPHABET else (said,)


class Whereabouts:
    """Where each card may be: known places, and for the others what requests and draws tell."""

    def __init__(self) -> None:
        self.known: dict[Seat, Counter[str]] = {}
        """Cards that everybody saw come into a hand."""
        self._drawn: Counter[Seat] = Counter()
        """Cards that nobody else saw come into a hand,"""
        self._without: dict[tuple[Seat, str], int] = {}
        """and how many of them there were when a seat did not have this card."""
        self._wished: dict[tuple[Seat, str], int] = {}
        """The same of what it asked for itself: likely, for it may have bluffed."""
        self._interest: set[tuple[Seat, str]] = set()
        """A seat has asked in this card's family, and so has one of it."""

    def note(self, event: EventView) -> None:
        seat, owner, card = event.told("seat"), event.told("owner"), event.told("card")
        match event.kind:
            case "asks":
                self._wished[seat, card] = self._drawn[seat]
                self._interest |= {(seat, face) for said in event.told("family").split() for face in meant(said)}
            case "given" | "missed":
                self._without[owner, card] = self._drawn[owner]
                if event.kind == "given":
                    self._leaves(owner, [card])
                    self._comes(seat, card)
            case "lucky":
                self._drawn[seat] -= 1
                self._comes(seat, card)
            case "lays":
                self._leaves(seat, event.told("family").split())
            case "move" if event.source and event.source[0] == "pile" and event.target:
                self._drawn[int(event.target[0].split(":")[1])] += 1

    def _comes(self, seat: Seat, card: str) -> None:
        self.known.setdefault(seat, Counter())[card] += 1
        self._without.pop((seat, card), None)

    def _leaves(self, seat: Seat, cards: Iterable[str]) -> None:
        here = self.known.setdefault(seat, Counter())
        here -= Counter(cards)
        self.known[seat] = here

    def chances(self, unseen: Counter[str], room: Mapping[Seat, int]) -> dict[str, dict[Seat, float]]:
        """For each card that it has not seen: how many of it are to be expected in each place, where so many cards
        lie."""
        known = {seat: self.known.get(seat, Counter()) for seat in room}
        left = {seat: count - known[seat].total() for seat, count in room.items()}
        hidden = unseen - Counter(face for here in known.values() for face in here.elements())
        rows = {face: {seat: self._weight(seat, face, count) for seat, count in left.items()} for face in hidden}
        for _ in range(ROUNDS):
            for face, row in rows.items():
                _scale([row], list(room), hidden[face])
            for seat, count in left.items():
                _scale(list(rows.values()), [seat], count)
        for seat, here in known.items():
            for face, copies in here.items():
                rows.setdefault(face, dict.fromkeys(room, 0.0))[seat] += copies
        return rows

    def _weight(self, seat: Seat, face: str, count: int) -> float:
        """By how many of its unknown cards it may be; those drawn since are as good as any."""
        without, wished = self._without.get((seat, face)), self._wished.get((seat, face))
        if without is not None:
            return max(0, min(count, self._drawn[seat] - without))
        if wished is not None:
            fresh = min(count, self._drawn[seat] - wished)
            return fresh + OWN_WISH * (count - fresh)
        return count * (SAME_FAMILY if (seat, face) in self._interest else 1.0)


def _scale(rows: Sequence[dict[Seat, float]], seats: Sequence[Seat], total: int) -> None:
    """These weights become so many in all."""
    now = sum(row[seat] for row in rows for seat in seats)
    if now:
        for row in rows:
            for seat in seats:
                row[seat] *= total / now


class FamilixBot(Mind):
    def __init__(self, seat: Seat, level: Level, rng: Rng) -> None:
        super().__init__(seat, level, rng)
        self._style = STYLES[level]
        self._heard: list[Heard] = []
        self._laid: Counter[str] = Counter()
        self._where = Whereabouts()

    def notice(self, seen: Sighting) -> None:
        for event in seen.events:
            self._where.note(event)
            if event.kind == "asks":
                family = event.told("family").split()
                self._heard.append(Heard(event.told("seat"), event.told("owner"), event.told("card"), family))
                if self._style.remembers is not None:
                    del self._heard[: -self._style.remembers]
            elif event.kind in ("given", "lucky") and self._heard:
                self._heard[-1].got = True
            elif event.kind == "lays":
                self._laid += Counter(event.told("family").split())

    def decide(self, seen: Sighting) -> Plan | None:
        if seen.offer("put_down"):
            return self.soon(seen, Move("put_down", {"colour": "pink"}), *self._style.thinks)
        ask = seen.offer("ask")
        if ask is None:
            return None
        cards, seats = ask.params["card"], ask.params["seat"]
        assert isinstance(cards, OneFace) and isinstance(seats, OneSeat)
        choose = {Level.BEGINNER: self._at_random, Level.NORMAL: self._by_memory, Level.STRONG: self._by_chances}
        card, seat = choose[self.level](seen, cards, list(seats.seats))
        return self.soon(seen, Move("ask", {"card": card, "seat": seat}), *self._style.thinks)

    def _held(self, seen: Sighting) -> Counter[str]:
        cards = seen.view.zone(f"hand:{self.seat}").cards
        return Counter(card.face for card in cards if card is not None and card.face)

    def _missing(self, seen: Sighting, cards: OneFace) -> list[str]:
        held = self._held(seen)
        return [face for face in cards.names if not held[face]] or list(cards.names)

    def _at_random(self, seen: Sighting, cards: OneFace, seats: list[Seat]) -> tuple[str, Seat]:
        missing = self._missing(seen, cards)
        echoes = [(h.card, h.seat) for h in self._heard if h.got and h.card in missing and h.seat in seats]
        if echoes and self.chance(ECHO):
            return echoes[-1]
        return self.rng.choice(missing), self.rng.choice(seats)

    def _by_memory(self, seen: Sighting, cards: OneFace, seats: list[Seat]) -> tuple[str, Seat]:
        """The largest family first: what somebody got, else somebody who asked in it."""
        held, missing = self._held(seen), self._missing(seen, cards)
        families = sorted(
            self.rng.shuffled(cards.groups), key=lambda family: sum(bool(held[f]) for f in family), reverse=True
        )
        vain = {(h.card, h.owner) for h in self._heard if not h.got}
        wishes = {(h.card, h.seat) for h in self._heard if not h.got}
        for heard in reversed(self._heard):
            if heard.got and heard.seat in seats and heard.card in missing:
                return heard.card, heard.seat
        for family in families:
            wanted = self.rng.shuffled([face for face in family if face in missing])
            for heard in reversed(self._heard):
                if heard.seat in seats and set(heard.family) & set(family):
                    for face in wanted:
                        if (face, heard.seat) not in vain | wishes:
                            return face, heard.seat
        for family in families:
            for face in self.rng.shuffled([face for face in family if face in missing]):
                for seat in self.rng.shuffled(seats):
                    if (face, seat) not in vain | wishes:
                        return face, seat
        return self.rng.choice(missing), self.rng.choice(seats)

    def _by_chances(self, seen: Sighting, cards: OneFace, seats: list[Seat]) -> tuple[str, Seat]:
        """The greatest chance to keep the turn: the other has it, the pile has it, or it completes a family."""
        held = self._held(seen)
        chances = self._chances(seen, held)
        pile = seen.view.zone("pile").count
        on_top = {face: row[PILE] / pile if pile else 0.0 for face, row in chances.items()}
        gaps = {family: [face for face in family if not held[face]] for family in map(tuple, cards.groups)}
        ready = {missing[0]: family for family, missing in gaps.items() if len(missing) == 1}
        completing = sum(on_top.get(face, 0.0) for face in ready)

        def has(face: str, seat: Seat) -> float:
            return min(1.0, chances.get(face, {}).get(seat, 0.0))

        def worth(face: str, seat: Seat) -> float:
            sure = has(face, seat)
            luck = completing + (on_top.get(face, 0.0) if face not in ready else 0.0)
            most = max(len(family) - len(gaps[family]) for family in gaps if face in family)
            return sure + (1 - sure) * luck + sure * (COMPLETES * (face in ready) + GROWS * most)

        options = self.rng.shuffled([(face, seat) for face in self._missing(seen, cards) for seat in seats])
        best = max(options, key=lambda option: worth(*option))
        if has(*best) < UNLIKELY and pile and self.chance(BLUFF):
            for gap, family in ready.items():
                owned = [face for face in family if face != gap and face in cards.names]
                if owned and chances.get(gap, {}).get(PILE, 0.0) > 0.5:
                    return self.rng.choice(owned), best[1]
        return best

    def _chances(self, seen: Sighting, held: Counter[str]) -> dict[str, dict[Seat, float]]:
        """Of all cards that are neither in its hand nor laid."""
        zones = seen.view.zones
        room = {zone.owner: zone.count for zone in zones if zone.name.startswith("hand:")}
        del room[self.seat]
        room[PILE] = seen.view.zone("pile").count
        deck = Counter(face for family in seen.view.fact("help_card") for face in family.split())
        return self._where.chances(deck - held - self._laid, room)


BOT = FamilixBot
