"""The state of a game: zones, scores, the stack of phases, clocks, and who has seen what.

Everything that changes a state goes through `play`, `ring` and the few records of `record.py`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from msgspec import Struct, field, structs

from tablee.kernel.events import ROLES, Event, Keep, Posed
from tablee.kernel.ledger import Ledger
from tablee.kernel.moves import LexiconLike, Move, Offer, Settled
from tablee.kernel.outcome import Outcome
from tablee.kernel.phase import NEVER, Alarm, Phase, copy_containers, phase_name
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import Rng, keyed
from tablee.kernel.units import ABSENT, TABLE, CardId, Millis, Seat, Seats
from tablee.kernel.values import SEAT, SPAN, TERM, Shown, Told
from tablee.kernel.zones import DEEP, HOLE, Pose, Waypoint, Zone, copied


class SeatState(Struct, frozen=True):
    """Who sits there. Changed only by records, so the rules may depend on it (votes, absent seats)."""

    human: bool = True
    present: bool = True
    since: Millis = 0
    """When that last changed, in table time."""


class Due(Struct, frozen=True):
    """An alarm in table time."""

    at: Millis
    phase: Phase[Any]
    alarm: Alarm

    @property
    def name(self) -> str:
        return f"{phase_name(type(self.phase))}/{self.alarm.key}"


class State(Struct, kw_only=True):
    shown: ClassVar[Shown] = {}
    """The facts of the game that views may carry, and what each one is."""
    wordy: ClassVar[bool] = False
    """Its moves may hold words, about which a lexicon is asked."""

    seed: bytes
    handle_key: bytes
    options: Any
    seat_options: tuple[Any, ...]
    seats: tuple[SeatState, ...]
    everyone: Seats
    faces: list[str]
    ledger: Ledger
    zones: list[Zone] = field(default_factory=list)
    open: dict[CardId, Seats] = field(default_factory=dict)
    """Cards shown one by one to some seats, beyond what their zone shows."""
    marks: dict[CardId, str] = field(default_factory=dict)
    """Public marks on cards: a named letter, used, a value. Seen where the face is seen."""
    scores: list[int] = field(default_factory=list)
    phases: list[Phase[Any]] = field(default_factory=list)
    beside: list[Phase[Any]] = field(default_factory=list)
    stimuli: list[Millis] = field(default_factory=list)
    words: dict[str, bool] = field(default_factory=dict)
    """What this table's votes have accepted and refused (C16)."""
    blind: Seats = 0
    silent: bool = False
    paused: bool = False
    now: Millis = 0
    hold: Millis = 0
    outcome: Outcome | None = None
    fresh: bool = False
    watched: bool = False
    events: list[Event] = field(default_factory=list)

    # ---- seats -------------------------------------------------------------------------------------

    @property
    def n(self) -> int:
        return len(self.seats)

    @property
    def all_seats(self) -> range:
        return range(len(self.seats))

    def after(self, seat: Seat, steps: int = 1) -> Seat:
        return (seat + steps) % len(self.seats)

    def others(self, seat: Seat) -> list[Seat]:
        """The other seats, clockwise from the one after `seat`."""
        n = len(self.seats)
        return [(seat + i) % n for i in range(1, n)]

    # ---- chance ------------------------------------------------------------------------------------

    def rng(self, label: str, *index: int) -> Rng:
        return keyed(self.seed, label, *index)

    def shuffle(self, zone: Zone, label: str, *index: int, knowing: Seats = 0) -> None:
        """Mixes a zone; only the seats in `knowing` can still tell its cards apart."""
        zone.cards = self.rng(label, *index).shuffled(zone.cards)
        self.ledger.mix(zone.cards, knowing)

    # ---- zones -------------------------------------------------------------------------------------

    def zone(self, name: str) -> Zone:
        for zone in self.zones:
            if zone.name == name:
                return zone
        raise KeyError(name)

    def back(self, card: CardId) -> str:
        """What everybody can tell from the back of a card; cards with the same back are mixed with one another."""
        return ""

    def onlookers(self, zone: Zone, place: int) -> Seats:
        """The seats that see the face at this place now: the one answer to who sees what."""
        seen = zone.seers & self.everyone if place >= len(zone.cards) - zone.depth else 0
        if self.open:
            seen |= self.open.get(zone.cards[place], 0)
        return seen & ~self.blind

    def move(self, card: CardId, source: Zone, target: Zone, place: int | None = None) -> None:
        """Moves a card; the ledger notes who sees it, and watchers are told as far as they see it."""
        if self.watched:
            origin = source.cards.index(card)
            saw = self.onlookers(source, origin)
        if source.poses is None:
            source.cards.remove(card)
        else:
            source.cards[source.cards.index(card)] = HOLE
        if place is None:
            target.cards.append(card)
        elif target.poses is None:
            target.cards.insert(place, card)
        else:
            target.cards[place] = card
        if self.open:
            self.open.pop(card, None)
        ledger = self.ledger
        seen = target.seers & self.everyone
        if seen != self.everyone:
            ledger.lives[card] += 1
        if target.depth != DEEP:
            self._land(card, target, place)
        elif seen:
            ledger.seen[card] |= seen & ~self.blind
        if source.depth != DEEP and source.cards:
            self._uncover(source)
        if self.watched:
            landed = target.cards.index(card)
            sees = self.onlookers(target, landed)
            self.events.append(
                Event(
                    "move",
                    self.everyone & ~self.blind,
                    keep=Keep.FLEETING,
                    card=card,
                    faces=saw | sees,
                    handles=sees,
                    life=ledger.lives[card],
                    source=(source.name, origin),
                    target=(target.name, landed),
                )
            )

    def slip(self, card: CardId, source: Zone, target: Zone, place: int | None = None) -> None:
        """Moves a card while nobody looks: no event tells, and whoever sees it there sees a card that he has not
        followed."""
        watched, self.watched = self.watched, False
        self.move(card, source, target, place)
        self.ledger.lives[card] += 1
        self.watched = watched

    def set_down(
        self, card: CardId, source: Zone, target: Zone, pose: Pose, path: tuple[Waypoint, ...] = ()
    ) -> None:
        """Moves a piece among those that are posed one by one, into an empty place or one more."""
        place = target.cards.index(HOLE) if HOLE in target.cards else len(target.cards)
        if place == len(target.cards):
            target.cards.append(HOLE)
        target.lay(place, pose)
        self.move(card, source, target, place)
        if self.watched:
            posed = Posed(pose, path, target.whereabouts, source.whereabouts & target.whereabouts)
            self.events[-1] = structs.replace(self.events[-1], posed=posed)

    def pose(self, zone: Zone, card: CardId, pose: Pose, path: tuple[Waypoint, ...] = ()) -> None:
        """A piece lies otherwise now; those who see how it lies are told, and by which way it came there."""
        place = zone.cards.index(card)
        zone.lay(place, pose)
        if self.watched:
            to = 0 if zone.hidden else zone.whereabouts & self.everyone & ~self.blind
            sees, there = self.onlookers(zone, place), (zone.name, place)
            self.events.append(
                Event(
                    "posed",
                    to,
                    keep=Keep.FLEETING,
                    card=card,
                    faces=sees,
                    handles=sees,
                    life=self.ledger.lives[card],
                    source=there,
                    target=there,
                    posed=Posed(pose, path, to, to),
                )
            )

    def _land(self, card: CardId, zone: Zone, place: int | None = None) -> None:
        """A card has come to a zone of which only the top is seen; another may now be out of sight."""
        cards, depth = zone.cards, zone.depth
        if depth and (place is None or place >= len(cards) - depth):
            self.ledger.seen[card] |= zone.seers & self.everyone & ~self.blind
        if len(cards) > depth:
            self.ledger.lives[cards[-depth - 1]] += 1

    def _uncover(self, zone: Zone) -> None:
        """The cards at the top of a zone come into sight."""
        seers = zone.seers & self.everyone & ~self.blind
        seen = self.ledger.seen
        for card in zone.cards[max(0, len(zone.cards) - zone.depth) :]:
            if card != HOLE:
                seen[card] |= seers

    def move_all(self, source: Zone, target: Zone) -> None:
        """Moves all cards of a zone, bottom first: the same as one by one, and quicker when nobody watches."""
        if self.watched or self.open or source.poses:
            for card in source.cards[:]:
                self.move(card, source, target)
            return
        cards, source.cards = source.cards, []
        if target.depth != DEEP:
            for card in cards:
                target.cards.append(card)
                self._land(card, target)
        else:
            target.cards += cards
            self._take(cards, target)

    def deal(self, pile: Zone, hands: Sequence[Zone], each: int) -> None:
        """Deals from the top of a pile into hands, one by one in their order."""
        if self.watched or self.open or any(hand.depth != DEEP for hand in hands):
            for _ in range(each):
                for hand in hands:
                    self.move(pile.cards[-1], pile, hand)
            return
        cards = pile.cards[: -each * len(hands) - 1 : -1]
        del pile.cards[-each * len(hands) :]
        for i, hand in enumerate(hands):
            taken = cards[i :: len(hands)]
            hand.cards += taken
            self._take(taken, hand)

    def _take(self, cards: Sequence[CardId], zone: Zone) -> None:
        """Cards have come into a zone that its seers see whole."""
        seen, lives = self.ledger.seen, self.ledger.lives
        seers = zone.seers & self.everyone
        vanished = seers != self.everyone
        seers &= ~self.blind
        for card in cards:
            lives[card] += vanished
            seen[card] |= seers

    def show_to(self, zone: Zone, seers: Seats) -> None:
        """Who sees into a zone from now on. Whoever no longer does loses its cards out of sight."""
        lost = zone.seers & ~seers & self.everyone
        zone.seers = seers
        if lost:
            for card in zone.held():
                self.ledger.lives[card] += 1
        if seers:
            self._uncover(zone)

    def show_depth(self, zone: Zone, depth: int) -> None:
        """How many cards from the top are seen from now on."""
        if depth > zone.depth:
            zone.depth = depth
            self._uncover(zone)
        elif depth < zone.depth:
            count = len(zone.cards)
            for card in zone.cards[max(0, count - zone.depth) : count - depth]:
                self.ledger.lives[card] += 1
            zone.depth = depth

    def turn_up(self, zone: Zone, card: CardId, seats: Seats | None = None) -> None:
        """Shows one card of a hidden zone to some seats (all, unless said)."""
        to = (self.everyone if seats is None else seats) & ~self.blind
        self.open[card] = to
        self.ledger.seen[card] |= to
        if self.watched:
            place = (zone.name, zone.cards.index(card))
            self.events.append(
                Event(
                    "turn_up",
                    self.everyone & ~self.blind,
                    keep=Keep.FLEETING,
                    card=card,
                    faces=to,
                    handles=to,
                    life=self.ledger.lives[card],
                    source=place,
                    target=place,
                )
            )

    def turn_down(self, zone: Zone, card: CardId, *, silent: bool = False) -> None:
        """Hides a card that was shown. Silently, no event tells: the next view simply lacks the face."""
        self.open.pop(card, None)
        self.ledger.lives[card] += 1
        if self.watched and not silent:
            place = (zone.name, zone.cards.index(card))
            self.events.append(
                Event("turn_down", self.everyone & ~self.blind, keep=Keep.FLEETING, source=place, target=place)
            )

    def swap(self, zone: Zone, a: int, b: int) -> None:
        """Exchanges the cards of two places; everybody sees which places, nobody learns a face."""
        cards = zone.cards
        cards[a], cards[b] = cards[b], cards[a]
        if self.watched:
            self.events.append(
                Event(
                    "swap",
                    self.everyone & ~self.blind,
                    keep=Keep.FLEETING,
                    source=(zone.name, a),
                    target=(zone.name, b),
                )
            )

    def flash(self, seat: Seat, card: CardId, span: Millis) -> None:
        """Shows a face to a seat with closed eyes, for an instant, and nothing else."""
        self.ledger.seen[card] |= 1 << seat
        if self.watched:
            self.events.append(Event("flash", 1 << seat, {"ms": SPAN(span)}, Keep.FLEETING, card, 1 << seat))

    def tell(
        self,
        kind: str,
        /,
        *,
        to: Seats | None = None,
        keep: Keep = Keep.LASTING,
        discloses: bool = False,
        **data: int | Told,
    ) -> None:
        """Says what happened to everybody (or to some seats): who had which role in it, and what else they may
        know; never a card."""
        if self.watched:
            audience = self.everyone if to is None else to
            told = {name: Told(SEAT, value) if name in ROLES else value for name, value in data.items()}
            self.events.append(Event(kind, audience & ~self.blind, told, keep, discloses=discloses))

    def drain(self) -> list[Event]:
        """The events since the last call."""
        events, self.events = self.events, []
        return events

    # ---- time --------------------------------------------------------------------------------------

    def stimulate(self) -> int:
        """A new stimulus: what a press answers to. Its number is known to all."""
        self.stimuli.append(self.now)
        return len(self.stimuli) - 1

    def running(self) -> list[Phase[Any]]:
        """The phases whose clocks run: the top, what it lets run beneath, and the overlays."""
        live = []
        for phase in reversed(self.phases):
            live.append(phase)
            if not phase.runs_on:
                break
        return live + [p for p in self.beside if p.frozen_at < 0]

    def alarms(self) -> list[Due]:
        """All alarms in table time, the first to ring first."""
        if self.outcome is not None:
            return []
        due = [
            Due(self._due(phase, alarm), phase, alarm) for phase in self.running() for alarm in phase.alarms(self)
        ]
        due.sort(key=lambda d: d.at)
        return due

    def _due(self, phase: Phase[Any], alarm: Alarm) -> Millis:
        """When an alarm rings, in table time. Without a limit, an absent seat still has one (C15)."""
        if alarm.at < NEVER:
            return alarm.at + phase.shift + (self.hold if alarm.waits else 0)
        if alarm.seat >= 0 and not self.seats[alarm.seat].present:
            return max(phase.began + phase.shift, self.seats[alarm.seat].since) + ABSENT
        return NEVER

    def next_alarm(self) -> Due | None:
        """The first alarm to ring: `alarms()[0]`, without the list."""
        if self.outcome is not None:
            return None
        top = self.phases[-1]
        running = self.running() if self.beside or top.runs_on else (top,)
        first: tuple[Phase[Any], Alarm] | None = None
        soonest = NEVER
        for phase in running:
            for alarm in phase.alarms(self):
                at = self._due(phase, alarm)
                if at < soonest:
                    soonest, first = at, (phase, alarm)
        return Due(soonest, *first) if first is not None else None

    def proposed(self, due: Due, lexicon: LexiconLike | None) -> Mapping[str, int]:
        """What the lexicon answers to the phase whose alarm is about to ring."""
        asks = due.phase.asks(self, due.alarm)
        return asks.found(lexicon) if asks is not None else {}

    def ring(self, due: Due, known: Mapping[str, int] | None = None) -> None:
        """Rings an alarm of `alarms()`, with what the lexicon proposed."""
        due.phase.ring(self, structs.replace(due.alarm, known=known) if known else due.alarm)
        self._settle()

    # ---- the stack of phases -----------------------------------------------------------------------

    def begin(self, first: Phase[Any], *zones: Zone) -> Self:
        """For `Game.setup`: what lies on the table, and what happens first."""
        self.zones += zones
        self.goto(first)
        return self

    def goto(self, phase: Phase[Any]) -> None:
        """The top phase is over; this one follows."""
        if self.phases:
            self.phases[-1] = phase
        else:
            self.phases.append(phase)
        self.fresh = True

    def push(self, phase: Phase[Any]) -> None:
        """Interrupts the top phase; what is beneath and beside stands still unless the newcomer `runs_on`."""
        if not phase.runs_on:
            for beneath in (*self.phases, *self.beside):
                beneath.freeze(self.now)
        self.phases.append(phase)
        self.fresh = True

    def pop(self, result: Any = None) -> None:
        """Ends the top phase and hands its answer to the one beneath."""
        self.phases.pop()
        for phase in reversed(self.phases):
            phase.thaw(self.now)
            if not phase.runs_on:
                break
        for overlay in self.beside:
            if overlay.level >= len(self.phases):
                overlay.thaw(self.now)
        self.phases[-1].resume(self, result)

    def lay_beside(self, overlay: Phase[Any]) -> None:
        """Adds an overlay: its offers join those of the top phase. Keep it rare."""
        overlay.level = len(self.phases)
        overlay.began = self.now
        self.beside.append(overlay)

    def lift(self, overlay: Phase[Any]) -> None:
        self.beside.remove(overlay)

    def end(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self.beside.clear()
        self.tell("end", reason=TERM(outcome.reason), detail=TERM(outcome.detail))

    def _settle(self) -> None:
        while self.fresh and self.outcome is None:
            self.fresh = False
            top = self.phases[-1]
            top.began = self.now
            top.enter(self)

    # ---- moves -------------------------------------------------------------------------------------

    def actors(self) -> Sequence[Seat]:
        """The seats that may have offers now."""
        if self.outcome is not None:
            return ()
        if self.beside:
            return self.all_seats
        return self.phases[-1].actors(self)

    def offers(self, seat: Seat) -> Sequence[Offer]:
        """What this seat may do now, with card ids: for the kernel and the arena. Outside, use the door."""
        if self.outcome is not None:
            return ()
        offers = self.phases[-1].offers(self, seat)
        if self.beside:
            return [*offers, *(o for p in self.beside if p.frozen_at < 0 for o in p.offers(self, seat))]
        return offers

    def find(self, seat: Seat, name: str) -> tuple[Phase[Any], Offer]:
        """The offer of that name, and the phase that made it."""
        if self.outcome is not None:
            raise Refused("game_over")
        if self.paused:
            raise Refused("paused")
        if not 0 <= seat < len(self.seats):
            raise Refused("unknown_seat")
        some = False
        for phase in (self.phases[-1], *(p for p in self.beside if p.frozen_at < 0)):
            for offer in phase.offers(self, seat):
                if offer.name == name:
                    return phase, offer
                some = True
        raise Refused("not_offered" if some else "not_your_turn")

    def play(self, seat: Seat, move: Move) -> None:
        """Checks a move against the offers and makes it. A refusal leaves the state untouched."""
        phase, offer = self.find(seat, move.name)
        offer.check(move)
        phase.play(self, seat, move)
        self._settle()

    def play_offered(self, phase: Phase[Any], seat: Seat, move: Move) -> None:
        """Makes a move that was just drawn from that phase's offers, without checking it again."""
        phase.play(self, seat, move)
        if self.fresh:
            self._settle()

    def check(self, seat: Seat, move: Move) -> Settled | None:
        """Refuses what `play` would refuse, and says what would come of it where the phase can; only for offers
        that say so, lest a racer test words for free."""
        twin = self.copy()
        phase, offer = twin.find(seat, move.name)
        if not offer.checkable:
            raise Refused("not_checkable")
        offer.check(move)
        settled = phase.settled(twin, seat, move)
        if settled is None:
            twin.play(seat, move)
        return settled

    # ---- copies ------------------------------------------------------------------------------------

    def copy(self) -> Self:
        twin: Self = copied(self)
        copy_containers(twin)
        twin.zones = [zone.copy() for zone in self.zones]
        twin.phases = [phase.copy() for phase in self.phases]
        twin.beside = [phase.copy() for phase in self.beside]
        twin.ledger = self.ledger.copy()
        twin.events = []
        return twin

    def redeal(self, seat: Seat, rng: Rng) -> Self:
        """A state that looks the same to this seat: what it has seen is kept, all the rest is drawn again."""
        twin = self.copy()
        twin.watched = False
        twin.seed = rng.word().to_bytes(8, "little") + rng.word().to_bytes(8, "little")
        twin.ledger.redeal(twin.faces, seat, rng, self.back)
        for phase in (*twin.phases, *twin.beside):
            phase.reseal(twin, seat, rng)
        return twin

    def stray(self) -> list[CardId]:
        """The cards that are not in exactly one zone: always empty, or a rule has lost a piece."""
        lying: list[CardId] = []
        for zone in self.zones:
            lying += zone.held()
        if len(lying) == len(self.faces) == len(set(lying)):  # asked after every step of a proof
            return []
        count = Counter(lying)
        return [card for card in range(len(self.faces)) if count[card] != 1]


__all__ = ["TABLE", "Due", "SeatState", "State"]
