"""Who was sent away stays out until the host lets him in; who was muted plays on in silence."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tablee.games.registry import game as game_named
from tablee.kernel.refusal import Refused
from tablee.server import lobby as lobbies
from tablee.server.clock import Pace
from tablee.server.lobby import Lobby, SeatKind, SeatPlan
from tests.server.client import Client, Server, start_server

CALM = Pace(rate=0.001)


def table_of(*devices: str, playing: bool = False) -> Lobby:
    seats = tuple(SeatPlan(SeatKind.PERSON, f"Nom {d}", device=d) for d in devices)
    return Lobby("amerix", seats, devices[0], playing=playing, played=int(playing))


def test_only_the_host_removes_and_never_himself() -> None:
    lobby = table_of("a", "b", "c")
    for device, seat, code in (("b", 2, "host_only"), ("a", 0, "not_yourself"), ("a", 9, "unknown_seat")):
        with pytest.raises(Refused, match=code):
            lobbies.remove(lobby, device, seat)
        with pytest.raises(Refused, match=code):
            lobbies.mute(lobby, device, seat, on=True)
    bot = lobbies.put(lobby, 1, SeatPlan(SeatKind.BOT))
    with pytest.raises(Refused, match="not_a_person"):
        lobbies.remove(bot, "a", 1)
    with pytest.raises(Refused, match="host_only"):
        lobbies.let_in(lobby, "b", 1)


def test_all_who_sit_at_the_device_go_and_in_a_game_bots_keep_their_places() -> None:
    before = lobbies.remove(table_of("a", "b", "b"), "a", 2)
    assert [s.kind for s in before.seats] == [SeatKind.PERSON, SeatKind.FREE, SeatKind.FREE]
    during = lobbies.remove(table_of("a", "b", "c", playing=True), "a", 1)
    assert [(s.kind, s.device) for s in during.seats] == [
        (SeatKind.PERSON, "a"),
        (SeatKind.BOT, ""),
        (SeatKind.PERSON, "c"),
    ]
    assert during.playing
    assert lobbies.after_game(during).seats[1].kind is SeatKind.FREE
    assert lobbies.is_removed(during, "b")
    assert not lobbies.is_removed(lobbies.let_in(during, "a", during.removed[0].number), "b")


def test_the_list_of_those_removed_is_bounded_and_its_numbers_are_not_used_twice() -> None:
    lobby = table_of("a", "b")
    game = game_named("amerix")
    for i in range(lobbies.LEFT + 5):
        lobby = lobbies.remove(lobby, "a", 1)
        lobby = lobbies.sit(lobby, game, f"d{i}", 1, f"Nom {i}")
    numbers = [gone.number for gone in lobby.removed]
    assert len(numbers) == lobbies.LEFT
    assert numbers == sorted(set(numbers))


def at_table(path: Path, test: Callable[[Server, Client, Client], Awaitable[None]]) -> None:
    async def run() -> None:
        async with start_server(path, pace=CALM) as server:
            lea = await server.make("amerix", seats=3, options={"starter": 0})
            await lea.do("sit", name="Léa")
            tom = await server.join(lea.code)
            await tom.do("sit", name="Tom")
            await lea.do("configure", chat=True)
            await test(server, lea, tom)

    asyncio.run(run())


async def knock(server: Server, code: str, token: str) -> str:
    """What a device hears that is not let in."""
    client = await server.connect()
    await client.say({"type": "hello", "protocol": 2, "code": code, "token": token})
    bye = await client.gone()
    return "" if bye is None else str(bye["code"])


def test_who_is_removed_during_a_game_stays_out_until_he_is_let_in(tmp_path: Path) -> None:
    async def test(server: Server, lea: Client, tom: Client) -> None:
        await lea.do("start")
        await tom.expect("sight")
        assert await tom.refused("remove", seat=0) == "host_only"
        await lea.do("remove", seat=1)
        assert await tom.gone() == {"type": "bye", "code": "removed"}
        await lea.until(lambda: lea.table["seats"][1]["kind"] == "bot")
        chair = lea.table["seats"][1]
        assert (chair["name"], chair["stand_in"], lea.table["playing"]) == ("Tom", True, True)
        assert [gone["name"] for gone in lea.table["removed"]] == ["Tom"]
        assert await knock(server, lea.code, tom.token) == "removed"
        watcher = await server.join(lea.code)
        assert watcher.table["removed"] == [], "it is the host's business alone"
        assert tom.token not in str(lea.table)

        await server.hub.tables[lea.code].stop()  # as after a restart: it is in the log
        del server.hub.tables[lea.code]
        assert await knock(server, lea.code, tom.token) == "removed"
        back = await server.join(lea.code, lea.token)
        await back.do("let_in", number=back.table["removed"][0]["number"])
        tom = await server.join(lea.code, tom.token)
        assert tom.table["seats"][1]["kind"] == "bot", "the place is the bot's until the end of the game"
        assert back.table["removed"] == []

    at_table(tmp_path, test)


def test_who_is_removed_from_the_lobby_may_sit_again_once_he_is_let_in(tmp_path: Path) -> None:
    async def test(server: Server, lea: Client, tom: Client) -> None:
        await lea.do("remove", seat=1)
        await tom.gone()
        await lea.until(lambda: bool(lea.table["removed"]))
        assert lea.table["seats"][1]["kind"] == "free"
        await lea.do("let_in", number=lea.table["removed"][0]["number"])
        tom = await server.join(lea.code, tom.token)
        await tom.do("sit", name="Tom")

    at_table(tmp_path, test)


def test_a_muted_device_plays_but_nobody_hears_it(tmp_path: Path) -> None:
    async def test(server: Server, lea: Client, tom: Client) -> None:
        assert await tom.refused("mute", seat=0, on=True) == "host_only"
        await lea.do("mute", seat=1, on=True)
        await tom.until(lambda: tom.table["seats"][1].get("muted", False))
        assert await tom.refused("chat", text="encore moi") == "muted"
        assert await tom.refused("react", phrase="bravo") == "muted"
        await tom.do("stand", seat=1)
        assert await tom.refused("react", phrase="bravo") == "muted", "standing up is no way round"
        await tom.do("sit", name="Tom")
        await lea.do("start")
        await tom.expect("sight")
        await lea.do("mute", seat=1, on=False)
        await tom.do("chat", text="merci")
        spoke = await lea.expect("spoke")
        assert (spoke["seat"], spoke["text"]) == (1, "merci")

    at_table(tmp_path, test)
