"""The promise that nobody is told how a piece lies who does not see it: not by what is sent, nor by what a check
answers, nor in an imagined state.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from tablee.arena.runs import Broken, Run, disclosed, sent
from tablee.bots.rollout import QuickPicker
from tablee.kernel.codec import exact_digest
from tablee.kernel.door import Door
from tablee.kernel.moves import Move
from tablee.kernel.record import apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.state import State
from tablee.kernel.units import EVERYBODY, Seat, Seats, mask

PROMISE = "how a hidden piece lies is not sent"


def check_whereabouts(run: Run, viewers: Seats) -> int:
    """At each step the pieces whose poses the viewer does not see lie otherwise: it must not notice, as long as
    they stay there.

    Returns how many steps were compared.
    """
    game = run.deal.game
    pick = QuickPicker(f"whereabouts {run.deal.seed} {viewers}")
    s = run.deal.start()
    s.events.clear()
    if all(zone.whereabouts == EVERYBODY for zone in (*s.zones, *run.state.zones)):
        return 0
    compared = 0
    for step, entry in enumerate(run.entries):
        closed = [i for i, z in enumerate(s.zones) if z.poses and z.held() and z.whereabouts & viewers != viewers]
        twin = _moved(s, closed, pick)
        if closed:
            if sent(game, s, viewers, ()) != sent(game, twin, viewers, ()):
                raise Broken(PROMISE, f"step {step}, viewers {viewers:b}")
            if viewers.bit_count() == 1:
                _check_alone(s, twin, viewers.bit_length() - 1, pick, step)
            compared += 1
        before = _lying(s, closed)
        apply(s, entry)
        news = s.drain()
        if closed and _lying(s, closed) == before:
            try:
                apply(twin, entry)
            except Refused:
                continue
            other = twin.drain()
            same = disclosed(news) == disclosed(other)
            if same and sent(game, s, viewers, news) != sent(game, twin, viewers, other):
                raise Broken(PROMISE, f"step {step}: {entry}, viewers {viewers:b}")
    return compared


def _moved(s: State, zones: Sequence[int], pick: QuickPicker) -> State:
    """A copy in which the pieces of these zones lie elsewhere."""
    twin = s.copy()
    for zone in (twin.zones[i] for i in zones):
        wide, high = zone.area or (1_000, 1_000)
        lying = zone.poses or ()
        zone.poses = tuple(structs.replace(pose, x=pick.below(wide), y=pick.below(high)) for pose in lying)
    return twin


def _lying(s: State, zones: Sequence[int]) -> list[Any]:
    return [(zone.cards[:], zone.poses, zone.whereabouts) for zone in (s.zones[i] for i in zones)]


def _check_alone(s: State, twin: State, seat: Seat, pick: QuickPicker, step: int) -> None:
    for offer in s.offers(seat):
        if offer.checkable:
            move = Move(offer.name, offer.sample(pick), max(s.now, offer.opens_at), offer.stimulus)
            if _answer(s, seat, move) != _answer(twin, seat, move):
                raise Broken(PROMISE, f"step {step}: a check of {move} by {seat}")
    imagined = [exact_digest(state.redeal(seat, keyed(seed_from(step), "redeal"))) for state in (s, twin)]
    if imagined[0] != imagined[1]:
        raise Broken("a redeal does not know how a hidden piece lies", f"step {step}, seat {seat}")


def _answer(s: State, seat: Seat, move: Move) -> Any:
    try:
        return Door(s, mask(seat)).check(seat, move)
    except Refused as no:
        return no.code, no.details
