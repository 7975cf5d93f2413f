"""Whole games over a bad network: the faster person wins on any line and screen, and forgers gain little."""

from collections import Counter
from collections.abc import Sequence
from math import floor, inf, nan
from statistics import fmean
from typing import Any

import pytest

from tablee.games.vizdibix.rules import GAME
from tablee.kernel.record import HoldSet, Record, footer_of, replay
from tablee.kernel.units import TIE, Seat
from tablee.server.fairness import DRAWN_MOST
from tests.server.network import (
    FIBRE,
    MOBILE,
    QUICK,
    THROTTLED,
    WIFI,
    Client,
    Network,
    Sprint,
    Way,
    apart,
    people,
    races,
    slower,
    sprints,
    steady_way,
)


def at_one_screen(reactions: Sequence[float]) -> set[Seat]:
    """Who is best where there is no network at all."""
    first = min(floor(r) for r in reactions)
    return {seat for seat, r in enumerate(reactions) if floor(r) <= first + TIE}


def far(lag: float, jitter: float = 8.0, **more: Any) -> Client:
    """So little jitter is always within the allowance."""
    return Client(steady_way(lag, jitter / 2), **more)


def test_races_are_decided_as_at_one_screen_whatever_the_lag() -> None:
    """20 ms against 120, 200 and 300, each with some jitter: every single race."""
    played = races(6, [far(lag) for lag in (20, 120, 200, 300)], people)
    assert len(played) > 200
    for race in played:
        assert all(race.lags[seat] <= race.caps[seat] for seat in race.caps)
        assert race.best == at_one_screen(race.reactions)
    assert {len(race.best) for race in played} == {1, 2, 3, 4}


def test_such_a_game_replays() -> None:
    network = Network(3, [far(20, 20), far(300, 60)], people)
    network.play()
    entries = network.entries
    assert any(isinstance(e, HoldSet) for e in entries)
    replay(GAME, Record(network.header, entries, footer_of(network.state)))


@pytest.mark.parametrize("slow", [0, 1])
def test_a_lead_of_31_ms_always_wins_and_one_of_30_ms_is_always_a_tie(slow: Seat) -> None:
    clients = [far(20), far(300)]
    assert all(race.best == {1 - slow} for race in races(3, clients, apart(31, slow=slow)))
    assert all(race.best == {0, 1} for race in races(3, clients, apart(30, slow=slow)))
    assert all(race.best == {0, 1} for race in races(2, clients, apart(0, slow=slow)))


@pytest.mark.parametrize("line", ["direct", "passed"])
@pytest.mark.parametrize(
    ("way", "draws"),
    [(WIFI, QUICK), (MOBILE, QUICK), (WIFI, THROTTLED)],
    ids=["Wi-Fi", "4G", "a slow phone"],
)
def test_who_is_31_ms_faster_wins_97_of_100_races(way: Way, draws: Way, line: str) -> None:
    """Against somebody with a quick machine on fibre; and so does the other, if he is the faster one."""
    for slow in (0, 1):
        played = sprints(24, [Client(way, line, draws), Client(FIBRE, line, QUICK)], apart(31, slow=slow))
        assert fmean(race.best == {1 - slow} for race in played) >= 0.97


@pytest.mark.parametrize("slow", [0, 1])
def test_bursts_of_lag_cost_what_exceeds_the_cap_and_no_more(slow: Seat) -> None:
    """Lines that vary by 160 ms: the faster wins unless his message was held up beyond both cap and lead."""
    excesses = 0
    for race in races(4, [far(20, 320), far(200, 320)], apart(60, slow=slow)):
        fast = 1 - slow
        excess = max(0.0, race.lags[fast] - race.caps[fast])
        excesses += excess > 0
        assert race.counted[fast] < race.reactions[fast] + excess + 1
        assert race.best == {fast} or excess > 60 - TIE - 2  # two for rounding
    assert excesses > 10


def test_equal_people_win_equally_often_whatever_their_lag() -> None:
    wins = Counter[Seat]()
    for race in races(20, [far(20, 40), far(300, 40)], people):
        if len(race.best) == 1:
            wins.update(race.best)
    assert wins.total() > 300
    assert 0.42 < wins[0] / wins.total() < 0.58


def test_without_correction_the_network_decides() -> None:
    """The measure of the tests above: the same people, but shouts count when they come."""
    played = races(3, [far(20), far(300)], people, fair=False)
    assert sum(race.best == {0} for race in played) > 0.98 * len(played)


# ---- cheats ---------------------------------------------------------------------------------------------


def forged(reaction: float) -> float | None:
    """As quick as can be without being an anticipation."""
    return 100


def gains(cheat: Client, games: int = 3) -> list[float]:
    """How much too early the presses of a cheat count on the average, forty races at a time.

    He sees the card when his screen has it: a quick one.
    """
    return [fmean(race.gain(0) for race in Sprint(seed, [cheat]).play(slower)) for seed in range(games)]


def largest(cheat: Client) -> float:
    """The most that a cheat gains in one race."""
    return max(race.gain(0) for race in sprints(2, [cheat], slower))


TRICKS: dict[str, dict[str, Any]] = {
    "a forged claim": {},
    "an impossible claim": {"claims": lambda _: 0.0},
    "nearly none": {"claims": lambda _: 1e-300},
    "no word of drawing": {"reports": False},
    "all pongs late but one": {"delays": lambda n: 0 if n == 0 else 1_000},
    "pongs late from the twentieth on": {"delays": lambda n: 1_000 if n >= 20 else 0},
    "every other pong late": {"delays": lambda n: n % 2 * 1_000},
    "pongs ever later": {"delays": lambda n: n * 5},
    "one pong in sixteen late": {"delays": lambda n: 1_000 * (n % 16 == 15)},
    "every pong a little late": {"delays": lambda _: 100},
    "every pong very late": {"delays": lambda _: 1_000},
    "no pong at all": {"delays": lambda _: 3.6e6},
    "a new connection for every card": {"returns": True, "delays": lambda _: 300},
    "a second, slow socket": {"second": steady_way(300)},
    "acknowledgements held back": {"acks": 40, "delays": lambda _: 45},
    "slow drawing from some time on": {"pretends": lambda n: 0 if n < 10 else 90},
    "slow drawing now and then": {"pretends": lambda n: 60 * (n % 4 == 0)},
}
LINES = {"steady": steady_way(20), "Wi-Fi": WIFI, "4G": MOBILE, "restless": steady_way(80, 40)}


@pytest.mark.parametrize("trick", TRICKS)
@pytest.mark.parametrize("way", LINES)
def test_a_forger_gains_15_ms_at_most_on_a_direct_line(trick: str, way: str) -> None:
    """On one that is itself restless, whose first round trip is luck, on the average of several evenings."""
    cheat = Client(LINES[way], draws=QUICK, **{"claims": forged} | TRICKS[trick])
    if way == "restless":
        gained = gains(cheat, 8)
        assert fmean(gained) <= 15
        assert max(gained) <= 20
    else:
        assert max(gains(cheat)) <= 15


@pytest.mark.parametrize("trick", TRICKS)
@pytest.mark.parametrize("line", ["passed", "hidden"])
def test_a_forger_gains_60_ms_at_most_behind_a_proxy(trick: str, line: str) -> None:
    for way in ("steady", "Wi-Fi", "4G"):
        cheat = Client(LINES[way], line, QUICK, **{"claims": forged} | TRICKS[trick])
        assert max(gains(cheat)) <= 60


def test_on_a_steady_direct_line_no_single_race_brings_a_plain_forger_more_than_15_ms() -> None:
    assert largest(Client(steady_way(20), draws=QUICK, claims=forged)) <= 15


@pytest.mark.parametrize("trick", TRICKS)
def test_no_single_race_brings_more_than_60_ms_on_a_steady_direct_line(trick: str) -> None:
    """Before the kernel knows how steady it is, or by one long drawing; then the purse is empty."""
    assert largest(Client(steady_way(20), draws=QUICK, **{"claims": forged} | TRICKS[trick])) <= 60


@pytest.mark.parametrize("claim", [None, nan, -1.0, -inf, -0.001])
def test_no_claim_gains_nothing(claim: float | None) -> None:
    assert max(gains(far(80, 30, claims=lambda _: claim))) <= 2


@pytest.mark.parametrize("claim", [1e9, 1e300, inf])
def test_an_endless_claim_gains_nothing(claim: float) -> None:
    assert largest(far(80, 30, claims=lambda _: claim)) <= 0


def test_who_is_faster_by_more_than_the_forger_gains_wins() -> None:
    clients = [Client(steady_way(20), draws=QUICK, claims=forged), far(300)]
    played = sprints(6, clients, apart(15 + TIE + 1, slow=0))
    assert fmean(race.best == {1} for race in played) >= 0.97


def test_slow_drawing_pretended_from_the_first_card_on_cannot_be_told_from_a_slow_phone() -> None:
    """The price of being fair to slow phones, and its limit."""
    gained = gains(Client(steady_way(20), draws=QUICK, claims=forged, pretends=lambda _: 100))
    assert 60 < max(gained) <= DRAWN_MOST
