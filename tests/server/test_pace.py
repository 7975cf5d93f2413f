"""When a press counts at a table whose clock runs at a pace of its own."""

from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.games.registry import game as game_named
from tablee.kernel.rng import seed_from
from tablee.server import clock as clocks
from tablee.server import lobby as lobbies
from tablee.server.live import Live
from tablee.server.logic import TableLogic
from tablee.server.people import Client as Connection
from tablee.server.protocol import Play
from tests.server.test_fairness import steady
from tests.server.test_gate import lobby_of, person


def live_race() -> Live:
    game = game_named("vizdibix")
    return Live(game, lobbies.ready(lobby_of(person("A"), person("B")), game), seed_from(1))


@given(
    reaction=st.floats(100, 3_000),
    lag=st.floats(0, 300),
    rates=st.tuples(*[st.sampled_from([0.5, 0.6, 1.0, 1.25])] * 2),
    change=st.floats(0, 4_000),
    other=st.floats(100, 3_000),
)
def test_a_press_counts_when_it_was_made_whatever_the_rate(
    reaction: float, lag: float, rates: tuple[float, float], change: float, other: float
) -> None:
    """The stimulus is shown, the rate changes at some moment, and two people press over lines of different lag."""
    with pytest.MonkeyPatch.context() as patch:
        time = [5_000.0]
        patch.setattr(clocks, "wall", lambda: time[0])
        live = live_race()
        live.clock.rate = rates[0]
        live.clock.run()
        time[0] += 700
        shown, stimulus = time[0], live.clock.now()
        live.state.stimuli.append(stimulus)
        time[0] = shown + change
        live.clock.rate = rates[1]
        counted = {}
        for span, way in ((reaction, lag), (other, 20.0)):
            received = shown + way + span
            time[0] = max(time[0], received)
            client = Connection(None, "", "A")  # type: ignore[arg-type]
            client.lag = steady(way)
            client.sent.wrote(0, shown)
            message = Play(id="x", seat=0, move="shout", answers=0, reaction=span)
            _, at, compensated = TableLogic._corrected(None, client, message, live, received)  # type: ignore[arg-type]
            true = live.clock.at(shown + floor(span))
            assert abs(at - true) <= 2, "to the millisecond, but for rounding"
            assert stimulus <= at < live.clock.at(received) + 1, "not after it came, but for rounding"
            assert compensated <= way + 2
            counted[span] = at
        if abs(reaction - other) >= 4 / min(rates):
            assert (counted[reaction] < counted[other]) == (reaction < other)


@given(
    reaction=st.floats(100, 3_000),
    drawn=st.floats(0, 400),
    rate=st.sampled_from([0.5, 1.0, 6.0]),
    opens=st.integers(0, 4_000),
)
def test_what_a_slow_screen_presses_when_it_may_is_not_too_early(
    reaction: float, drawn: float, rate: float, opens: int
) -> None:
    """The card was drawn late, the plate opened in time: the press counts no earlier than the plate opened."""
    with pytest.MonkeyPatch.context() as patch:
        time = [5_000.0]
        patch.setattr(clocks, "wall", lambda: time[0])
        live = live_race()
        live.clock.rate = rate
        live.clock.run()
        live.state.stimuli.append(live.clock.now())
        client = Connection(None, "", "A")  # type: ignore[arg-type]
        client.lag = steady(drawn)
        client.sent.wrote(0, time[0])
        received = 5_000.0 + drawn + reaction
        message = Play(id="x", seat=0, move="shout", answers=0, reaction=reaction)

        def corrected(opens: int) -> tuple[int, int]:
            _, at, compensated = TableLogic._corrected(None, client, message, live, received, opens)  # type: ignore[arg-type]
            return at, compensated

        free, taken_off = corrected(0)
        at, compensated = corrected(opens)
        if opens <= live.clock.at(received):
            assert at == max(free, opens), "as it was made, or as soon as it was allowed"
            assert 0 <= compensated <= taken_off
        else:
            assert (at, compensated) == (free, taken_off), "it came before it was allowed, and will be refused"
