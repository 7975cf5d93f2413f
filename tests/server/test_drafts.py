"""What somebody is about to do, as the others watch it grow: shown, never logged, never more than may be shown."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tablee.kernel.rng import seed_from
from tablee.server.clock import Pace
from tests.server.client import Client, Server, start_server

CALM = Pace(rate=0.001)


@pytest.fixture(autouse=True)
def same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.logic.new_seed", lambda: seed_from(1))


def at_table(path: Path, test: Callable[[Server, Client, Client], Awaitable[None]], **options: Any) -> None:
    """Léa has the pen of a Solitix, Tom looks on."""

    async def run() -> None:
        async with start_server(path, pace=CALM) as server:
            lea = await server.make("solitix", seats=2, options={"covering": "auto", **options})
            await lea.do("sit", name="Léa")
            tom = await server.join(lea.code)
            await tom.do("sit", name="Tom")
            await lea.do("start", id="start")
            await asyncio.gather(lea.expect("sight"), tom.expect("sight"))
            await lea.do("play", seat=0, move="take_pen")
            await test(server, lea, tom)

    asyncio.run(run())


def test_the_others_watch_a_word_being_taken_from_the_columns(tmp_path: Path) -> None:
    async def test(server: Server, lea: Client, tom: Client) -> None:
        logged = len(await server.hub.store.log(lea.code))
        word = {"word": "é<b>", "steps": [["take", 0, 0]]}
        await lea.do("draft", seat=0, move="write", args={"word": word})
        seen = await tom.expect("drafted")
        assert (seen["seat"], seen["move"]) == (0, "write")
        assert seen["args"] == {"word": {"word": "EB", "steps": [["take", 0, 0]]}}, "letters alone, no markup"
        assert len(await server.hub.store.log(lea.code)) == logged

    at_table(tmp_path, test)


def test_steps_that_cannot_be_made_are_cut_off(tmp_path: Path) -> None:
    async def test(server: Server, lea: Client, tom: Client) -> None:
        steps = [["take", 0, 0], ["shift", 9, 9], ["take", 1, 0]]
        await lea.do("draft", seat=0, move="write", args={"word": {"word": "", "steps": steps}, "other": "text"})
        seen = await tom.expect("drafted")
        assert seen["args"] == {"word": {"word": "", "steps": [["take", 0, 0]]}}

    at_table(tmp_path, test)


def test_only_who_may_write_drafts(tmp_path: Path) -> None:
    async def test(server: Server, lea: Client, tom: Client) -> None:
        args = {"word": {"word": "A", "steps": []}}
        assert await tom.refused("draft", seat=0, move="write", args=args) == "not_your_seat"
        assert await tom.refused("draft", seat=1, move="write", args=args) == "not_offered"

    at_table(tmp_path, test)


def test_what_an_offer_does_not_show_is_not_relayed(tmp_path: Path) -> None:
    """A suggestion is made or not; nobody watches it being typed."""

    async def test(server: Server, lea: Client, tom: Client) -> None:
        await tom.do("draft", seat=1, move="suggest", args={"word": "robe"})
        await tom.do("react", phrase="bravo")
        await lea.expect("spoke")
        assert not [message for message in lea.heard if message["type"] == "drafted"]

    at_table(tmp_path, test)


def test_a_bots_finger_wanders_over_the_fan_that_is_held_out_to_it(tmp_path: Path) -> None:
    """Léa holds her hand out; she sees where the bot points, and the last place is the one it takes."""

    async def run() -> None:
        async with start_server(tmp_path, pace=Pace(rate=4.0)) as server:
            lea = await server.make(
                "vlamonix", seats=2, options={"auto_pairs": True, "arrange": False, "starter": 0}
            )
            await lea.do("sit", name="Léa")
            await lea.do("bot", seat=1, level="normal")
            await lea.do("start", id="start")
            seen = await lea.expect("drafted")
            assert (seen["seat"], seen["move"], list(seen["args"])) == (1, "draw", ["place"])
            while lea.sight["view"]["phase"] == "draw":
                await lea.expect("sight")
            last = [message for message in lea.heard if message["type"] == "drafted"][-1]
            log = await server.hub.store.log(lea.code)
            drawn = [entry for entry in map(bytes.decode, log) if '"draw"' in entry and '"place"' in entry]
            assert f'"place":{last["args"]["place"]}' in drawn[0]
            assert not any("drafted" in entry for entry in map(bytes.decode, log))

    asyncio.run(run())
