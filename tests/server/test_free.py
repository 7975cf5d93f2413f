"""Free hands: eight phones act at once, late, twice and in any order, and every one shows the same truth."""

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest

from tablee.kernel.rng import seed_from
from tablee.server.clock import Pace
from tests.phones import PATIENCE, PHONES, World, free_games, settled
from tests.server.client import Server, start_server
from tests.truth import Lost, Site

BRISK = Pace(rate=8.0)
"""Between two acts of a phone some hundred milliseconds pass at the table: its clocks ring among them."""
ACTS = 40


@pytest.fixture(autouse=True)
def same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.logic.new_seed", lambda: seed_from(1))


async def played(server: Server, game: str) -> tuple[World, Site]:
    """A table at which all have acted for a while, and then put their phones down."""
    world = World(seed=1, pause=(0.005, 0.03))
    world.session, world.base, world.up = server.http, server.url, True
    site = await world.open_free(game)
    phones = [asyncio.create_task(player.run()) for player in site.players]
    try:
        async with asyncio.timeout(PATIENCE):
            await settled(lambda: world.complaints or world.answers["done"] > ACTS + 3 * PHONES)
        await world.hush()
        site.check(await server.hub.store.log(site.code))
    finally:
        world.up = False
        for phone in phones:
            phone.cancel()
            with suppress(asyncio.CancelledError):
                await phone
    return world, site


@pytest.mark.parametrize("game", free_games())
def test_eight_phones_that_act_as_they_like_show_one_truth(game: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with start_server(tmp_path, pace=BRISK) as server:
            world, site = await played(server, game)
            assert len(site.players) == PHONES
            assert not world.complaints
            assert sum(bool(player.acknowledged) for player in site.players) >= 3
            assert len(world.answers) > 1, "nobody was too late for anything"
            site.check_one_truth()

    asyncio.run(story())


def test_a_phone_that_shows_something_else_is_found(tmp_path: Path) -> None:
    async def story() -> None:
        async with start_server(tmp_path, pace=BRISK) as server:
            _, site = await played(server, free_games()[0])
            site.players[-1].shown = site.players[0].shown
            with pytest.raises(Lost, match="not what the log says"):
                site.check_one_truth()

    asyncio.run(story())
