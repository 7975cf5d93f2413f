"""What every game must keep: it ends, loses no piece, replays to the same bytes, leaks nothing, refuses cleanly.

The test suite and the fuzzer call the same functions; each raises `Broken` with the promise that was not kept.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct, structs

from tablee.bots.rollout import COIN, QuickPicker, chanced, random_entry
from tablee.kernel.codec import decode_state, encode_state, exact_digest
from tablee.kernel.door import Door, encode
from tablee.kernel.events import Event
from tablee.kernel.game import Device, Game, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.record import Entry, Played, Rang, Record, apply, footer_of, header_of, replay
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import Rng, keyed, seed_from
from tablee.kernel.state import State
from tablee.kernel.units import CardId, Seat, Seats, mask, members
from tablee.kernel.values import Told
from tablee.kernel.zones import HOLE
from tablee.phases.screen import ScreenSeatOptions, shares
from tablee.phases.vote import WordState
from tablee.phases.window import Window


class Broken(AssertionError):
    """A promise that a game did not keep."""

    def __init__(self, promise: str, detail: str = "", record: Record | None = None) -> None:
        super().__init__(f"{promise}: {detail}" if detail else promise)
        self.promise = promise
        self.record = record


class Opening(Struct, frozen=True):
    """What a game is started from in a proof."""

    game: Game[Any]
    players: int
    seed: int
    options: Mapping[str, Any]
    seat_options: Sequence[Mapping[str, Any]]

    def start(self, setup: type[Setup] = Setup, watched: bool = True) -> State:
        s: State = self.game.start(
            self.players,
            seed=seed_from(self.seed),
            options=self.options,
            seat_options=self.seat_options,
            watched=watched,
            setup=setup,
        )
        return s


STRIDE = 16
FIRST = 150
"""Of long games, swaps are tried in so many steps from the start."""

WhatWasSent: TypeAlias = tuple[list[tuple[str, Mapping[str, int | Told]]], bytes]
"""What a step disclosed, and the digest of every byte that a viewer got for it."""


class Run(Struct, frozen=True, dict=True):
    """A game that was played, from its start to wherever it was left. Many proofs look at the same steps of it:
    what was played, and sent, is worked out once."""

    deal: Opening
    entries: tuple[Entry, ...]
    state: State

    @property
    def record(self) -> Record:
        return Record(header_of(self.deal.game, self.state), self.entries, footer_of(self.state))

    @cached_property
    def marks(self) -> list[State]:
        """The states at the start and after each stride, as far as anybody has asked."""
        return [self.deal.start()]

    def after(self, step: int) -> State:
        """The state after so many steps, for one's own use, and no news from before."""
        while len(self.marks) <= step // STRIDE:
            self.marks.append(self._gone_on(len(self.marks) - 1, STRIDE))
        return self._gone_on(step // STRIDE, step % STRIDE)

    def _gone_on(self, mark: int, steps: int) -> State:
        s = self.marks[mark].copy()
        for entry in self.entries[mark * STRIDE : mark * STRIDE + steps]:
            apply(s, entry)
        s.events.clear()
        return s

    @cached_property
    def _sent(self) -> dict[Seats, tuple[State, list[WhatWasSent]]]:
        return {}

    def told(self, viewers: Seats, step: int) -> WhatWasSent:
        """What a viewer was sent for a step; 0 is the start."""
        if viewers not in self._sent:
            s = self.after(0)
            self._sent[viewers] = s, [_told(self.deal.game, s, viewers, self.marks[0].events)]
        s, told = self._sent[viewers]
        for entry in self.entries[len(told) - 1 : step]:
            apply(s, entry)
            told.append(_told(self.deal.game, s, viewers, s.drain()))
        return told[step]

    @cached_property
    def mixed_at(self) -> list[int]:
        """After which of the first steps each cohort of cards was mixed."""
        s = self.after(0)
        found = [0] * (s.ledger.mixes + 1)
        for step, entry in enumerate(self.entries[:FIRST], 1):
            apply(s, entry)
            s.events.clear()
            found += [step] * (s.ledger.mixes + 1 - len(found))
        return found

    @cached_property
    def sealed(self) -> list[int]:
        """The steps that are secret choices."""
        s = self.after(0)
        found = []
        for step, entry in enumerate(self.entries):
            if isinstance(entry, Played) and s.find(entry.seat, entry.move.name)[1].secret:
                found.append(step)
            apply(s, entry)
            s.events.clear()
        return found


def any_deal(game: Game[Any], players: int, seed: int) -> Opening:
    """Every other deal has the default options, the rest have drawn ones."""
    pick = QuickPicker(f"options {game.info.key} {players} {seed}")
    if seed % 2 == 0:
        return Opening(game, players, seed, {}, [{}] * players)
    per_seat = [drawn_options(game.seat_options, pick) for _ in range(players)]
    return Opening(game, players, seed, drawn_options(game.options, pick), per_seat)


def drawn_options(kind: type[Struct], pick: QuickPicker) -> dict[str, Any]:
    """A value for each option, among all that its type allows (of a wide range: the ends and the default)."""
    drawn = {}
    for field in structs.fields(kind):
        if field.name == "starter":
            continue
        info = msgspec.inspect.type_info(field.type)
        values: list[Any] = [field.default]
        if isinstance(info, msgspec.inspect.LiteralType):
            values = list(info.values)
        elif isinstance(info, msgspec.inspect.BoolType):
            values = [False, True]
        elif isinstance(info, msgspec.inspect.IntType):
            values += [v for v in (info.ge, info.le) if v is not None]
        drawn[field.name] = values[pick.below(len(values))]
    return drawn


# ---- playing --------------------------------------------------------------------------------------------


def steps(deal: Opening, s: State, limit: int | None = None, keep: list[Entry] | None = None) -> Iterator[Entry]:
    """Random steps until the end; checks the bound, that somebody can always go on, and the pieces.

    An entry stands in `keep` before it is applied, so that a crash can be replayed.
    """
    game = deal.game
    pick = QuickPicker(f"play {game.info.key} {deal.players} {deal.seed}")
    bound = game.bound(deal.players, s.options)
    entries: list[Entry] = [] if keep is None else keep
    while s.outcome is None and len(entries) < (limit or bound):
        entry = random_entry(s, pick)
        if entry is None:
            raise Broken("somebody can always go on", f"stuck after {len(entries)} records")
        entries.append(entry)
        try:
            apply(s, entry)
        except Refused as no:
            raise Broken("an offered move applies", f"{entry} was refused: {no.code}") from no
        if stray := s.stray():
            raise Broken("pieces are conserved", f"card {stray[0]} ({s.faces[stray[0]]}) after {entry}")
        yield entry
    if s.outcome is None and limit is None:
        raise Broken("the game ends within its bound", f"{bound} records")


def play(deal: Opening, limit: int | None = None) -> Run:
    s = deal.start()
    entries = []
    for entry in steps(deal, s, limit):
        entries.append(entry)
        s.events.clear()
    return Run(deal, tuple(entries), s)


def check_plays(deal: Opening) -> Run:
    """Plays a random game to its end and checks outcome, replay and encoding on the way."""
    run = play(deal)
    outcome = run.state.outcome
    if outcome is None or (outcome.ranks is not None and len(outcome.ranks) != deal.players):
        raise Broken("an outcome ranks all seats", repr(outcome))
    try:
        replay(deal.game, run.record)
    except Refused as no:
        raise Broken("a record replays to the same bytes", repr(no), run.record) from no
    check_encoding(run)
    return run


def check_encoding(run: Run) -> None:
    """Encoded and decoded at steps 1, 2, 4, 8…, a game goes on to the same end."""
    s = run.deal.start()
    for step, entry in enumerate(run.entries, 1):
        apply(s, entry)
        s.events.clear()
        if step & (step - 1) == 0:
            data = encode_state(s)
            s = decode_state(run.deal.game, data)
            s.watched = True
            if encode_state(s) != data:
                raise Broken("a state survives encoding", f"step {step}")
    if exact_digest(s) != exact_digest(run.state):
        raise Broken("a state survives encoding", "another end")


# ---- what viewers receive -------------------------------------------------------------------------------


def sent(game: Game[Any], s: State, viewers: Seats, events: Sequence[Event]) -> bytes:
    """Every byte that this viewer gets for a step."""
    door = Door(s, viewers)
    shared = viewers.bit_count() == 1 or (game.info.device is Device.SHARED and on_one_screen(game, s, viewers))
    return encode(door.glimpse(events, with_offers=shared))


def on_one_screen(game: Game[Any], s: State, viewers: Seats) -> bool:
    """Whether these seats can sit at one screen in this game, where its rules ask who does (C13)."""
    asked = issubclass(game.seat_options, ScreenSeatOptions)
    return viewers != s.everyone and (not asked or all(shares(s, seat) for seat in members(viewers)))


def audiences(players: int) -> list[Seats]:
    """Each seat, the first two sharing a screen, and a spectator."""
    everyone = (1 << players) - 1
    return list(dict.fromkeys([*(mask(i) for i in range(players)), 0b11 & everyone, everyone]))


def hidden_pairs(s: State, cards: Sequence[CardId], pick: QuickPicker) -> Iterator[tuple[CardId, CardId]]:
    """Pairs of these cards with different faces and the same back, in random order."""
    alike: dict[str, list[CardId]] = {}
    for card in cards:
        alike.setdefault(s.back(card), []).append(card)
    for _ in range(8 if len(cards) > 1 else 0):
        a = cards[pick.below(len(cards))]
        others = alike[s.back(a)]
        b = others[pick.below(len(others))]
        if s.faces[a] != s.faces[b]:
            yield a, b


def swapped_setup(a: CardId, b: CardId) -> type[Setup]:
    """A deal in which two cards have each other's face."""

    class Swapped(Setup):
        def deck(self, faces: Sequence[str]) -> list[str]:
            deck = super().deck(faces)
            deck[a], deck[b] = deck[b], deck[a]
            return deck

    return Swapped


def check_never_seen(run: Run, viewers: Seats, trials: int = 3) -> int:
    """Swaps two faces that the viewer has not seen so far: every byte sent to it must stay the same.

    Returns how many steps were compared.
    """
    pick = QuickPicker(f"never seen {run.deal.seed} {viewers}")
    compared = 0
    for _ in range(trials):
        upto = 1 + pick.below(min(len(run.entries), FIRST))
        s = run.after(upto)
        ledger = s.ledger
        unseen = [
            c for c in range(len(s.faces)) if viewers & (ledger.seen[c] | ledger.known[c]) & viewers != viewers
        ]
        for pair in hidden_pairs(s, unseen, pick):
            twin = run.deal.start(swapped_setup(*pair))
            # A deal that looks at faces (Corsix leaves over nothing but letters) may have moved one of the two:
            # then this is no swap of what lies hidden, but another deal.
            if _resting(run.marks[0], pair) == _resting(twin, pair):
                compared += _compare(run, twin, 0, upto, viewers, pair, run.told(viewers, 0))
                break
    return compared


def check_mixed(run: Run, viewers: Seats, trials: int = 3) -> int:
    """Swaps two faces that were mixed out of the viewer's sight and not seen since: from the mix on, every byte
    sent to it must stay the same. For games whose cards have all lain open once.

    Returns how many steps were compared.
    """
    pick = QuickPicker(f"mixed {run.deal.seed} {viewers}")
    compared = 0
    for _ in range(trials):
        upto = 1 + pick.below(min(len(run.entries), FIRST))
        while upto and not (steps := _compare_mixed(run, viewers, upto, pick)):
            upto //= 2  # later on, all cards may have been seen again
        compared += steps
    return compared


def _compare_mixed(run: Run, viewers: Seats, upto: int, pick: QuickPicker) -> int:
    s = run.after(upto)
    seen, known, cohort = s.ledger.seen, s.ledger.known, s.ledger.cohort
    mixed = [c for c in range(len(s.faces)) if viewers & seen[c] != viewers == viewers & known[c]]
    pair = next(((a, b) for a, b in hidden_pairs(s, mixed, pick) if cohort[a] == cohort[b]), None)
    if pair is None:
        return 0
    return _compare_swapped(run, run.mixed_at[cohort[pair[0]]], upto, viewers, pair)


def check_at_rest(run: Run, viewers: Seats, trials: int = 3) -> int:
    """Swaps two faces that the viewer does not see, though it may have seen them before: while both cards rest
    where they lie, every byte sent to it must stay the same. For games in which all that is hidden follows from
    what is seen, so that there is nothing else to swap; in others hidden cards may rule from where they lie.

    Returns how many steps were compared.
    """
    pick = QuickPicker(f"at rest {run.deal.seed} {viewers}")
    compared = 0
    for _ in range(trials):
        begin = pick.below(len(run.entries))
        s = run.after(begin)
        pair = next(hidden_pairs(s, unseen_now(s, viewers), pick), None)
        if pair is not None:
            lies = _resting(s, pair)
            upto = begin
            while s.outcome is None and _resting(s, pair) == lies:
                apply(s, run.entries[upto])
                upto += 1
            compared += _compare_swapped(run, begin, upto - 1, viewers, pair)
    return compared


def _resting(s: State, cards: Sequence[CardId]) -> list[tuple[str, int, int]]:
    """Where cards lie, and how often they were turned, moved or mixed."""
    return [
        (zone.name, place, s.ledger.lives[card])
        for zone in s.zones
        for place, card in enumerate(zone.cards)
        if card in cards and card not in s.open
    ]


def _compare_swapped(run: Run, begin: int, upto: int, viewers: Seats, pair: tuple[CardId, CardId]) -> int:
    """From a step of the game on, with two faces swapped there."""
    twin = run.after(begin)
    first = _told(run.deal.game, twin, viewers, ())
    a, b = pair
    twin.faces[a], twin.faces[b] = twin.faces[b], twin.faces[a]
    return _compare(run, twin, begin, upto, viewers, pair, first)


def _compare(
    run: Run, twin: State, begin: int, upto: int, viewers: Seats, pair: tuple[CardId, CardId], first: WhatWasSent
) -> int:
    for step in range(begin, upto + 1):
        if step > begin:
            try:
                apply(twin, run.entries[step - 1])
            except Refused:
                return step - begin
        was = run.told(viewers, step) if step > begin else first
        other = _told(run.deal.game, twin, viewers, twin.drain())
        if was[0] != other[0]:
            return step - begin
        if was[1] != other[1]:
            faces = " and ".join(twin.faces[c] for c in pair)
            raise Broken("what was never seen is never sent", f"step {step}, viewers {viewers:b}, {faces}")
    return upto - begin


def _told(game: Game[Any], s: State, viewers: Seats, events: Sequence[Event]) -> WhatWasSent:
    return disclosed(events), sha256(sent(game, s, viewers, events)).digest()


def disclosed(events: Sequence[Event]) -> list[tuple[str, Mapping[str, int | Told]]]:
    return [(e.kind, e.data) for e in events if e.discloses]


def check_covered(run: Run, viewers: Seats, trials: int = 6) -> int:
    """In the present state, swaps two faces that the viewer does not see now: view and offers stay the same."""
    game = run.deal.game
    pick = QuickPicker(f"covered {run.deal.seed} {viewers}")
    compared = 0
    for step in sorted({pick.below(len(run.entries)) for _ in range(trials)}):
        s = run.after(step + 1)
        for a, b in hidden_pairs(s, unseen_now(s, viewers), pick):
            twin = s.copy()
            twin.faces[a], twin.faces[b] = twin.faces[b], twin.faces[a]
            if sent(game, s, viewers, ()) != sent(game, twin, viewers, ()):
                raise Broken("what is covered is not sent", f"step {step}, {s.faces[a]} and {s.faces[b]}")
            compared += 1
    return compared


def unseen_now(s: State, viewers: Seats) -> list[CardId]:
    return [
        card
        for zone in s.zones
        for place, card in enumerate(zone.cards)
        if card != HOLE and s.onlookers(zone, place) & viewers != viewers
    ]


def check_sealed(run: Run, viewers: Seats) -> int:
    """A secret choice of somebody else could have been another: until it is opened nothing tells."""
    game = run.deal.game
    pick = QuickPicker(f"sealed {run.deal.seed} {viewers}")
    compared = 0
    for step in run.sealed:
        entry = run.entries[step]
        if isinstance(entry, Played) and not viewers >> entry.seat & 1 and compared < 40:
            s = run.after(step)
            phase, offer = s.find(entry.seat, entry.move.name)
            if isinstance(phase, Window) and not phase.announces:
                compared += _check_press(game, s, entry, viewers)
            else:
                compared += _vary(game, s, entry, offer, run.entries[step:], viewers, pick)
    return compared


def _check_press(game: Game[Any], s: State, entry: Played, viewers: Seats) -> int:
    """Until a race is decided, nobody is shown that somebody has pressed."""
    twin = s.copy()
    apply(twin, entry)
    before = s.copy()
    before.now = twin.now
    news = [e for e in twin.drain() if e.kind != "anticipation"]
    if sent(game, before, viewers, ()) != sent(game, twin, viewers, news):
        raise Broken("a press is not shown before the race is decided", f"{entry}, viewers {viewers:b}")
    return 1


def _vary(
    game: Game[Any],
    s: State,
    entry: Played,
    offer: Offer,
    following: Sequence[Entry],
    viewers: Seats,
    pick: QuickPicker,
) -> int:
    one, other = s.copy(), s.copy()
    changed = structs.replace(entry, move=structs.replace(entry.move, args=offer.sample(pick)))
    phase = type(s.phases[-1])
    for step, following_entry in enumerate(following):
        if isinstance(following_entry, Rang):
            return step
        apply(one, following_entry)
        try:
            apply(other, changed if step == 0 else following_entry)
        except Refused:
            return step
        if type(one.phases[-1]) is not phase or one.outcome is not None:
            return step
        if sent(game, one, viewers, one.drain()) != sent(game, other, viewers, other.drain()):
            raise Broken("a sealed choice is not sent", f"{entry} or {changed.move.args}")
    return len(following)


def check_return(run: Run) -> None:
    """A client that comes back gets the same view as one that stayed, even when the server was restarted."""
    s = run.deal.start()
    everybody = audiences(run.deal.players)
    for step, entry in enumerate(run.entries):
        apply(s, entry)
        s.events.clear()
        if step % 7 == 0 or step & (step + 1) == 0:
            resumed = decode_state(run.deal.game, encode_state(s))
            for viewers in everybody:
                if sent(run.deal.game, s, viewers, ()) != sent(run.deal.game, resumed, viewers, ()):
                    raise Broken("who comes back sees what who stayed sees", f"step {step}")


# ---- redeal ---------------------------------------------------------------------------------------------


def check_redeal(run: Run, every: int = 9) -> int:
    """An imagined state looks the same to its seat, keeps what the seat has seen and loses no face."""
    game = run.deal.game
    s = run.deal.start()
    changed = 0
    for step, entry in enumerate(run.entries):
        apply(s, entry)
        s.events.clear()
        if step % every:
            continue
        before = exact_digest(s)
        seat = step % run.deal.players
        twin = s.redeal(seat, _rng(run, step))
        if sent(game, s, mask(seat), ()) != sent(game, twin, mask(seat), ()):
            raise Broken("a redeal looks the same to its seat", f"step {step}, seat {seat}")
        if sorted(twin.faces) != sorted(s.faces) or twin.stray():
            raise Broken("a redeal loses no piece", f"step {step}")
        bit = mask(seat)
        if any(s.ledger.seen[c] & bit and s.faces[c] != twin.faces[c] for c in range(len(s.faces))):
            raise Broken("a redeal keeps what was seen", f"step {step}, seat {seat}")
        if exact_digest(s) != before:
            raise Broken("a copy is independent", f"step {step}")
        changed += twin.faces != s.faces
    return changed


def _rng(run: Run, step: int) -> Rng:
    return keyed(seed_from(run.deal.seed), "redeal", step)


# ---- offers and refusals --------------------------------------------------------------------------------

NONSENSE: tuple[Any, ...] = (
    None, True, -1, 0, 1, 7, 10**30, 1.0, float("inf"), "", "A", "é", "★", "x" * 5_000, [], [0], {}, {"0": 0},
    {"x": 1}, [[1]], "0", "hand:0",
)  # fmt: skip


def check_offers(run: Run, every: int = 11) -> None:
    """Every offered or sampled move applies; what is not offered is refused and changes nothing."""
    pick = QuickPicker(f"offers {run.deal.seed}")
    s = run.deal.start()
    for step, entry in enumerate(run.entries):
        if step % every == 0:
            for seat in s.all_seats:
                offers = s.offers(seat)
                if offers and seat not in s.actors():
                    raise Broken("actors() names every seat with offers", f"step {step}, seat {seat}")
                for offer in offers:
                    _check_offer(s, seat, offer, pick)
                _check_refusals(run.deal.game, s, seat, offers, pick)
        apply(s, entry)
        s.events.clear()


def _check_offer(s: State, seat: Seat, offer: Offer, pick: QuickPicker) -> None:
    count = offer.count()
    moves = list(offer.enumerate()) if count is not None and count <= 32 else []
    if count is not None and count <= 32 and len(moves) != count:
        raise Broken("a finite offer counts its moves", f"{offer}: {count} and {len(moves)}")
    moves += [offer.sample(pick) for _ in range(3)]
    t = max(s.now, offer.opens_at)
    for args in moves:
        twin = s.copy()
        twin.now = t
        move: Move | None = offer.looked_up(Move(offer.name, args, t, offer.stimulus), COIN)
        if move is not None and isinstance(s, WordState):
            move = chanced(s, seat, move)
        if move is None:
            continue
        try:
            twin.play(seat, move)
        except Refused as no:
            raise Broken("an offered move applies", f"{offer.name} {args}: {no!r}") from no
        door = Door(s, mask(seat))
        outward = door.outward(Move(offer.name, args, t, offer.stimulus), offer)
        if door.inward(seat, outward).args != args:
            raise Broken("a move comes back through the door as it went out", f"{offer.name} {args}")


def _check_refusals(game: Game[Any], s: State, seat: Seat, offers: Sequence[Offer], pick: QuickPicker) -> None:
    before = encode_state(s)
    for move in _nonsense(offers, pick, s):
        legal = True
        try:
            s.find(seat, move.name)[1].check(move)
        except Refused:
            legal = False
        if legal:
            continue
        for way in ("play", "door"):
            try:
                if way == "play":
                    apply(s, Played(s.now, seat, move))
                else:
                    apply(s, Played(s.now, seat, Door(s, mask(seat)).inward(seat, move)))
            except Refused:
                pass
            else:
                raise Broken("what is not offered is refused", f"{move} by {seat}")
            if encode_state(s) != before:
                raise Broken("a refusal changes nothing", f"{move} by {seat}")


def _nonsense(offers: Sequence[Offer], pick: QuickPicker, s: State) -> Iterator[Move]:
    yield Move("", {}, s.now)
    yield Move("no_such_move", {}, s.now)
    for offer in offers:
        good = offer.sample(pick)
        yield Move(offer.name, {**good, "surplus": 1}, s.now, offer.stimulus)
        yield Move(offer.name + "x", good, s.now, offer.stimulus)
        for name in offer.params:
            yield Move(offer.name, {k: v for k, v in good.items() if k != name}, s.now, offer.stimulus)
            for _ in range(4):
                bad = NONSENSE[pick.below(len(NONSENSE))]
                yield Move(offer.name, {**good, name: bad}, s.now, offer.stimulus)
