"""What every game must keep: it ends, loses no piece, replays to the same bytes, leaks nothing, refuses cleanly.

The test suite and the fuzzer call the same functions; each raises `Broken` with the promise that was not kept.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import structs

from tablee.arena.runs import FIRST, Broken, Opening, Run, WhatWasSent, audiences, play, sent, sent_to, told_to
from tablee.bots.rollout import COIN, QuickPicker, chanced
from tablee.kernel.codec import decode_state, encode_state, exact_digest
from tablee.kernel.door import Door
from tablee.kernel.game import Game, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.record import Entry, Played, Rang, apply, replay
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import Rng, keyed, seed_from
from tablee.kernel.state import State
from tablee.kernel.units import CardId, Seat, Seats, mask
from tablee.kernel.zones import HOLE
from tablee.phases.vote import WordState
from tablee.phases.window import Window

PAIRS = 8
"""Swaps that are tried in one state for each viewer."""
SECRETS = 80
"""Steps after secret choices that are compared in a game, for all who did not make them."""


POINTS = 100
"""Of a long game, so many moments are looked at, from its beginning to its end."""


def stride(run: Run, every: int) -> int:
    """One step in `every`, unless that would be too many."""
    return max(every, len(run.entries) // POINTS)


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


def hidden_pairs(s: State, cards: Sequence[CardId], pick: QuickPicker) -> Iterator[tuple[CardId, CardId]]:
    """Pairs of these cards with different faces and the same back, in random order."""
    alike: dict[str, list[CardId]] = {}
    for card in cards:
        alike.setdefault(s.back(card), []).append(card)
    for _ in range(PAIRS if len(cards) > 1 else 0):
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


def check_never_seen(run: Run, trials: int = 3) -> int:
    """Swaps two faces that a viewer has not seen so far: every byte sent to it must stay the same. Each audience
    is put to so many trials; whoever has not seen the two either takes part in another's.

    Returns how many steps were compared.
    """
    compared = 0
    tried = Counter[Seats]()
    for lead in audiences(run.deal.players):
        pick = QuickPicker(f"never seen {run.deal.seed} {lead}")
        for _ in range(trials - tried[lead]):
            upto = 1 + pick.below(min(len(run.entries), FIRST))
            s = run.after(upto)
            unseen = [c for c in range(len(s.faces)) if _unseen(s, c, lead)]
            for pair in hidden_pairs(s, unseen, pick):
                twin = run.deal.start(swapped_setup(*pair))
                # A deal that looks at faces (Corsix leaves over nothing but letters) may have moved one of the
                # two: then this is no swap of what lies hidden, but another deal.
                if _resting(run.marks[0], pair) == _resting(twin, pair):
                    viewers = [v for v in wanting(run, tried, trials) if all(_unseen(s, c, v) for c in pair)]
                    compared += _compare(run, twin, 0, upto, viewers, pair, run.told(0))
                    tried.update(viewers)
                    break
    return compared


def wanting(run: Run, tried: Counter[Seats], trials: int) -> list[Seats]:
    """The audiences that have not been put to so many trials yet."""
    return [viewers for viewers in audiences(run.deal.players) if tried[viewers] < trials]


def _unseen(s: State, card: CardId, viewers: Seats) -> bool:
    return viewers & (s.ledger.seen[card] | s.ledger.known[card]) != viewers


def check_mixed(run: Run, trials: int = 3) -> int:
    """Swaps two faces that were mixed out of a viewer's sight and not seen since: from the mix on, every byte
    sent to it must stay the same. For games whose cards have all lain open once. Trials as above.

    Returns how many steps were compared.
    """
    compared = 0
    tried = Counter[Seats]()
    for lead in audiences(run.deal.players):
        pick = QuickPicker(f"mixed {run.deal.seed} {lead}")
        for _ in range(trials - tried[lead]):
            upto = 1 + pick.below(min(len(run.entries), FIRST))
            while upto and not (steps := _compare_mixed(run, lead, upto, pick, tried, trials)):
                upto //= 2  # later on, all cards may have been seen again
            compared += steps
    return compared


def _compare_mixed(run: Run, lead: Seats, upto: int, pick: QuickPicker, tried: Counter[Seats], trials: int) -> int:
    s = run.after(upto)
    cohort = s.ledger.cohort
    mixed = [c for c in range(len(s.faces)) if _mixed(s, c, lead)]
    pair = next(((a, b) for a, b in hidden_pairs(s, mixed, pick) if cohort[a] == cohort[b]), None)
    if pair is None:
        return 0
    viewers = [v for v in wanting(run, tried, trials) if all(_mixed(s, c, v) for c in pair)]
    tried.update(viewers)
    return _compare_swapped(run, run.mixed_at[cohort[pair[0]]], upto, viewers, pair)


def _mixed(s: State, card: CardId, viewers: Seats) -> bool:
    return viewers & s.ledger.seen[card] != viewers == viewers & s.ledger.known[card]


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
            compared += _compare_swapped(run, begin, upto - 1, [viewers], pair)
    return compared


def _resting(s: State, cards: Sequence[CardId]) -> list[tuple[str, int, int]]:
    """Where cards lie, and how often they were turned, moved or mixed."""
    return [
        (zone.name, place, s.ledger.lives[card])
        for zone in s.zones
        for place, card in enumerate(zone.cards)
        if card in cards and card not in s.open
    ]


def _compare_swapped(
    run: Run, begin: int, upto: int, viewers: Sequence[Seats], pair: tuple[CardId, CardId]
) -> int:
    """From a step of the game on, with two faces swapped there."""
    twin = run.after(begin)
    first = told_to(run.deal.game, twin, viewers, ())
    a, b = pair
    twin.faces[a], twin.faces[b] = twin.faces[b], twin.faces[a]
    return _compare(run, twin, begin, upto, viewers, pair, first)


def _compare(
    run: Run,
    twin: State,
    begin: int,
    upto: int,
    viewers: Sequence[Seats],
    pair: tuple[CardId, CardId],
    first: Mapping[Seats, WhatWasSent],
) -> int:
    """The steps that were compared, for all these viewers."""
    for step in range(begin, upto + 1):
        if step > begin:
            try:
                apply(twin, run.entries[step - 1])
            except Refused:
                return (step - begin) * len(viewers)
        was = run.told(step) if step > begin else first
        other = told_to(run.deal.game, twin, viewers, twin.drain())
        for seats, (disclosed, data) in other.items():
            if was[seats][0] != disclosed:
                return (step - begin) * len(viewers)
            if was[seats][1] != data:
                faces = " and ".join(twin.faces[c] for c in pair)
                raise Broken("what was never seen is never sent", f"step {step}, viewers {seats:b}, {faces}")
    return (upto - begin) * len(viewers)


def check_covered(run: Run, trials: int = 6) -> int:
    """In the present state, swaps two faces that a viewer does not see now: view and offers stay the same."""
    game = run.deal.game
    pick = QuickPicker(f"covered {run.deal.seed}")
    everybody = audiences(run.deal.players)
    compared = 0
    for step in sorted({pick.below(len(run.entries)) for _ in range(trials)}):
        s = run.after(step + 1)
        was = sent_to(game, s, everybody)
        unseen = {viewers: set(unseen_now(s, viewers)) for viewers in everybody}
        tried = Counter[Seats]()
        for lead in everybody:
            for a, b in hidden_pairs(s, sorted(unseen[lead]), pick):
                if tried[lead] >= PAIRS:
                    break
                twin = s.copy()
                twin.faces[a], twin.faces[b] = twin.faces[b], twin.faces[a]
                viewers = [v for v in wanting(run, tried, PAIRS) if {a, b} <= unseen[v]]
                for seats, data in sent_to(game, twin, viewers).items():
                    if was[seats] != data:
                        faces = f"{s.faces[a]} and {s.faces[b]}"
                        raise Broken("what is covered is not sent", f"step {step}, viewers {seats:b}, {faces}")
                tried.update(viewers)
                compared += len(viewers)
    return compared


def unseen_now(s: State, viewers: Seats) -> list[CardId]:
    return [
        card
        for zone in s.zones
        for place, card in enumerate(zone.cards)
        if card != HOLE and s.onlookers(zone, place) & viewers != viewers
    ]


def check_sealed(run: Run) -> int:
    """A secret choice of somebody else could have been another: until it is opened nothing tells."""
    game = run.deal.game
    pick = QuickPicker(f"sealed {run.deal.seed}")
    compared = 0
    for step in run.sealed:
        entry = run.entries[step]
        assert isinstance(entry, Played)
        others = [viewers for viewers in audiences(run.deal.players) if not viewers >> entry.seat & 1]
        if others and compared < SECRETS:
            s = run.after(step)
            phase, offer = s.find(entry.seat, entry.move.name)
            if isinstance(phase, Window) and not phase.announces:
                compared += _check_press(game, s, entry, others)
            else:
                compared += _vary(game, s, entry, offer, run.entries[step:], others, pick)
    return compared


def _check_press(game: Game[Any], s: State, entry: Played, viewers: Sequence[Seats]) -> int:
    """Until a race is decided, nobody is shown that somebody has pressed."""
    twin = s.copy()
    apply(twin, entry)
    before = s.copy()
    before.now = twin.now
    news = [e for e in twin.drain() if e.kind != "anticipation"]
    if sent_to(game, before, viewers) != sent_to(game, twin, viewers, news):
        raise Broken("a press is not shown before the race is decided", f"{entry}")
    return 1


def _vary(
    game: Game[Any],
    s: State,
    entry: Played,
    offer: Offer,
    following: Sequence[Entry],
    viewers: Sequence[Seats],
    pick: QuickPicker,
) -> int:
    """Until another kind of phase begins. Where a new one of the same kind begins (everybody passes a card, again
    and again) it is opened to those who have seen something by it, and goes on to be secret to the others."""
    one, other = s.copy(), s.copy()
    changed = structs.replace(entry, move=structs.replace(entry.move, args=offer.sample(pick)))
    phase = one.phases[-1]
    for step, following_entry in enumerate(following):
        if isinstance(following_entry, Rang):
            return step
        apply(one, following_entry)
        try:
            apply(other, changed if step == 0 else following_entry)
        except Refused:
            return step
        if type(one.phases[-1]) is not type(phase) or one.outcome is not None:
            return step
        if one.phases[-1] is not phase:
            viewers = [seats for seats in viewers if not _sees_more(one, other, seats)]
        if sent_to(game, one, viewers, one.drain()) != sent_to(game, other, viewers, other.drain()):
            raise Broken("a sealed choice is not sent", f"{entry} or {changed.move.args}")
    return len(following)


def _sees_more(one: State, other: State, viewers: Seats) -> bool:
    """Whether these have seen different cards in the two."""
    return any((a ^ b) & viewers for a, b in zip(one.ledger.seen, other.ledger.seen, strict=True))


def check_return(run: Run) -> None:
    """A client that comes back gets the same view as one that stayed, even when the server was restarted."""
    s = run.deal.start()
    everybody = audiences(run.deal.players)
    every = stride(run, 7)
    for step, entry in enumerate(run.entries):
        apply(s, entry)
        s.events.clear()
        if step % every == 0 or step & (step + 1) == 0:
            resumed = decode_state(run.deal.game, encode_state(s))
            if sent_to(run.deal.game, s, everybody) != sent_to(run.deal.game, resumed, everybody):
                raise Broken("who comes back sees what who stayed sees", f"step {step}")


# ---- redeal ---------------------------------------------------------------------------------------------


def check_redeal(run: Run, every: int = 9) -> int:
    """An imagined state looks the same to its seat, keeps what the seat has seen and loses no face. The seats take
    turns."""
    game = run.deal.game
    every = stride(run, every)
    s = run.deal.start()
    changed = 0
    for step, entry in enumerate(run.entries):
        apply(s, entry)
        s.events.clear()
        if step % every:
            continue
        before = exact_digest(s)
        seat = step // every % run.deal.players
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


def check_offers(run: Run) -> None:
    """Every offered or sampled move applies; what is not offered is refused and changes nothing."""
    every = stride(run, 11)
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
    door = Door(s, mask(seat))
    then = s.copy()
    then.now = t
    try:
        phase, found = then.find(seat, offer.name)
    except Refused as no:
        raise Broken("an offered move applies", f"{offer.name}: {no!r}") from no
    place = next(i for i, each in enumerate((then.phases[-1], *then.beside)) if each is phase)
    for args in moves:
        named = Move(offer.name, args, t, offer.stimulus)
        move: Move | None = offer.looked_up(named, COIN)
        if move is not None and isinstance(s, WordState):
            move = chanced(s, seat, move)
        if move is None:
            continue
        twin = then.copy()
        try:
            found.check(move)
            twin.play_offered((twin.phases[-1], *twin.beside)[place], seat, move)
        except Refused as no:
            raise Broken("an offered move applies", f"{offer.name} {args}: {no!r}") from no
        if door.inward(seat, door.outward(named, offer), offer=offer).args != args:
            raise Broken("a move comes back through the door as it went out", f"{offer.name} {args}")


def _check_refusals(game: Game[Any], s: State, seat: Seat, offers: Sequence[Offer], pick: QuickPicker) -> None:
    before = encode_state(s)
    by_name = {offer.name: offer for offer in reversed(offers)}
    for move in _nonsense(offers, pick, s):
        if move.name in by_name:
            try:
                by_name[move.name].check(move)
            except Refused:
                pass
            else:
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
        raise Broken("a refusal changes nothing", f"one by {seat} of {', '.join(o.name for o in offers)}")


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
