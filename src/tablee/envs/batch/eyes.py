"""The observation of a seat, as `tablee.envs.layout` lays it out, from the zones of a table of a batch."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablee.envs.batch.jit import Record, compiled
from tablee.envs.layout import LIMIT, PICKS, ObservationLayout
from tablee.envs.table import Rules
from tablee.kernel.phase import STRETCH
from tablee.kernel.rng import seed_from
from tablee.kernel.state import State
from tablee.kernel.zones import HOLE

Ints = NDArray[np.int32]


class Frame(NamedTuple):
    """What an observation is made of, whatever the game."""

    players: int
    zones: int
    cards: int
    limit: int
    """Moves and alarms after which a game is cut off."""
    starter: int
    """Who begins; -1: the seed says."""
    stretch: int
    """Percent of a decision's time."""
    kind: Ints
    """Of each card: the number of its face among all faces."""
    seers: Ints
    """Of each zone: who sees its faces, as bits."""
    depth: Ints
    """Of each zone, when a game begins: how many cards from the top they see."""
    fixed: Ints
    """1: the zone has fixed places, told apart from the first one on, and some of them may be empty."""
    faces_at: Ints
    """Of each zone, for each seat that looks: where its faces are counted; -1: it is not shown at all."""
    count_at: Ints
    places_at: Ints
    places: Ints
    marks: int
    """How far the marks stand behind the places; 0: there are none."""
    scores_at: int
    active_at: int
    seat_at: int
    phase_at: Ints
    """Of each phase of the game's `PHASES`."""
    picks_at: int


def first_state(rules: Rules) -> State:
    """Some state of the game: its deck and its zones are those of all others."""
    s: State = rules.game.start(
        rules.players, seed=seed_from(0), options=rules.options, seat_options=rules.seat_options
    )
    return s


def frame_of(rules: Rules, phases: Sequence[str]) -> Frame:
    s, layout, n, options = first_state(rules), rules.layout, rules.players, rules.options
    zones = len(s.zones)
    faces_at, count_at, places_at, places = (np.full((zones, n), -1, np.int32) for _ in range(4))
    for i, zone in enumerate(s.zones):
        for seat in range(n):
            found = layout.zone(zone, seat) if not zone.hidden else None
            if found is not None:
                faces_at[i, seat], count_at[i, seat], ordered = found
                places_at[i, seat], places[i, seat] = layout.at["places"] + ordered.start, ordered.places
    return Frame(
        players=n,
        zones=zones,
        cards=len(s.faces),
        limit=rules.bound,
        starter=-1 if options.starter is None else options.starter,
        stretch=STRETCH[options.timers],
        kind=np.array([layout.kinds[face] for face in s.faces], np.int32),
        seers=np.array([zone.seers & s.everyone for zone in s.zones], np.int32),
        depth=np.array([zone.depth for zone in s.zones], np.int32),
        fixed=np.array([zone.poses is not None for zone in s.zones], np.int32),
        faces_at=faces_at,
        count_at=count_at,
        places_at=places_at,
        places=places,
        marks=layout.at["marks"] - layout.at["places"] if layout.marked else 0,
        scores_at=layout.at["scores"],
        active_at=layout.at["active"],
        seat_at=layout.at["seat"],
        phase_at=np.array([layout.at["phase"] + layout.phase(name) for name in phases], np.int32),
        picks_at=layout.at["picks"],
    )


def fact_at(layout: ObservationLayout, *names: str) -> Ints:
    """Where facts stand that are one number each; -1: nowhere."""
    return np.array([layout.fact(name) for name in names], np.int32)


def row_at(layout: ObservationLayout, name: str, size: int, *inside: Any) -> Ints:
    """Where the length and the entries of a list stand, for `write_row`."""
    return np.array([layout.fact((name, *inside, i)) for i in ("#", *range(size))], np.int32)


@compiled
def look(s: Record, f: Frame, seat: int, out: NDArray[np.int16]) -> None:
    """All but the facts."""
    n = f.players
    out[:] = 0
    for zone in range(f.zones):
        if f.faces_at[zone, seat] < 0:
            continue
        count = s.count[zone]
        held = count
        if f.fixed[zone]:
            for place in range(count):
                if s.cards[zone, place] == HOLE:
                    held -= 1
        out[f.count_at[zone, seat]] = held
        lowest = max(0, count - s.depth[zone]) if f.seers[zone] >> seat & 1 else count
        if s.opened:
            for place in range(count):
                card = s.cards[zone, place]
                if card != HOLE and (place >= lowest or s.open[card] >> seat & 1):
                    _write(s, f, zone, seat, place, out)
        else:
            for place in range(lowest, count):
                if s.cards[zone, place] != HOLE:
                    _write(s, f, zone, seat, place, out)
    for i in range(n):
        out[f.scores_at + (i - seat) % n] = max(-LIMIT, min(LIMIT, s.scores[i]))
        if s.active >> i & 1:
            out[f.active_at + (i - seat) % n] = 1
    out[f.seat_at + seat] = 1
    out[f.phase_at[s.phase]] = 1
    for i in range(min(PICKS, s.picked[seat])):
        out[f.picks_at + i] = s.picks[seat, i] + 1


@compiled
def _write(s: Record, f: Frame, zone: int, seat: int, place: int, out: NDArray[np.int16]) -> None:
    card = s.cards[zone, place]
    kind = f.kind[card]
    out[f.faces_at[zone, seat] + kind] += 1
    index = place if f.fixed[zone] else s.count[zone] - 1 - place
    if index < f.places[zone, seat]:
        at = f.places_at[zone, seat] + index
        out[at] = kind + 1
        if f.marks:
            out[at + f.marks] = s.mark[card]


@compiled
def write(out: NDArray[np.int16], at: int, value: int) -> None:
    if at >= 0:
        out[at] = max(-LIMIT, min(LIMIT, value))


@compiled
def write_row(out: NDArray[np.int16], at: Ints, values: Any, size: int, n: int, seat: int) -> None:
    """A list: its length and its entries; where there is one for each seat, the observer's own comes first."""
    write(out, at[0], size)
    turn = seat if size == n else 0
    for i in range(min(size, len(at) - 1)):
        write(out, at[1 + (i - turn) % n] if turn else at[1 + i], values[i])
