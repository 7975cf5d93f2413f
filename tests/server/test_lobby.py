"""The lobby: chairs, names, bots, options, and who is the host. Pure functions, then over a socket."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from tablee.bots.bot import BotLevel
from tablee.games.registry import game as game_named
from tablee.kernel.refusal import Refused
from tablee.server import lobby as lobbies
from tablee.server.lobby import Lobby, SeatKind
from tablee.server.names import clean_name
from tests.server.client import start_server

AMERIX, VIZDIBIX = game_named("amerix"), game_named("vizdibix")
HOST, LEA, TOM = "host", "lea", "tom"


def seated(*names: str, seats: int = 3) -> Lobby:
    """Each name is also its device; the first one hosts."""
    lobby = lobbies.new_lobby(AMERIX, seats, names[0])
    for name in names:
        lobby = lobbies.sit(lobby, AMERIX, name, None, name)
    return lobby


def code_of(call: Any, *args: Any, **more: Any) -> str:
    with pytest.raises(Refused) as no:
        call(*args, **more)
    return no.value.code


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Léa", "Léa"),
        ("  Le\u0301a \t  Martin ", "Léa Martin"),
        ("\u202eLéa\u0000\u200b", "Léa"),
        ("x" * 50, "x" * 24),
        ("<b>Tom</b>", "<b>Tom</b>"),
        ("Le\u3164a", "Lea"),
        ("Z" + "\u0336\u0337\u0338\u0334" * 30 + "oé", "Z\u0336\u0337oé"),
        ("🐙", "🐙"),
    ],
)
def test_names_are_cleaned(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


@pytest.mark.parametrize(
    "typed", ["", "   ", "\u200b\u202e", "\n", "\u3164", "\u2800 \uffa0", "...", "\u0301", "-_-"]
)
def test_a_name_needs_something_to_see(typed: str) -> None:
    assert code_of(clean_name, typed) == "bad_name"


@pytest.mark.parametrize(
    "name", ["Léa", "LÉA", "le\u0301a", "Lea", "Lé a", "Léа", "LÉA.", "ＬÉＡ", "Robot 3", "robot 3", "R0bоt3"]
)
def test_nobody_takes_a_name_that_is_there(name: str) -> None:
    lobby = lobbies.set_bot(seated("Léa"), AMERIX, "Léa", 2, BotLevel.NORMAL)
    assert code_of(lobbies.sit, lobby, AMERIX, TOM, None, name) == "name_taken"


def test_chairs_are_taken_in_order_or_by_choice() -> None:
    lobby = lobbies.sit(seated("Léa"), AMERIX, TOM, 2, "Tom")
    assert [s.name for s in lobby.seats] == ["Léa", "", "Tom"]
    assert code_of(lobbies.sit, lobby, AMERIX, "ada", 2, "Ada") == "seat_taken"
    assert code_of(lobbies.sit, lobby, AMERIX, "ada", 3, "Ada") == "unknown_seat"
    assert code_of(lobbies.sit, lobby, AMERIX, "ada", -1, "Ada") == "unknown_seat"
    full = lobbies.sit(lobby, AMERIX, "ada", None, "Ada")
    assert code_of(lobbies.sit, full, AMERIX, "eve", None, "Eve") == "table_full"


def test_standing_up_frees_a_chair_and_keeps_the_host() -> None:
    lobby = seated("Léa", "Tom")
    assert code_of(lobbies.stand, lobby, "Tom", 0) == "host_only"
    assert lobbies.stand(lobby, "Léa", 1).seats[1].kind is SeatKind.FREE
    moved = lobbies.stand(lobby, "Léa", 0)
    assert (moved.seats[0].kind, moved.host) == (SeatKind.FREE, "Léa")


def test_bots_come_change_and_go() -> None:
    lobby = lobbies.set_bot(seated("Léa", "Tom"), AMERIX, "Léa", 2, BotLevel.STRONG)
    assert (lobby.seats[2].kind, lobby.seats[2].level) == (SeatKind.BOT, BotLevel.STRONG)
    assert lobbies.shown_name(lobby, 2) == "Robot 3"
    assert lobbies.set_bot(lobby, AMERIX, "Léa", 2, BotLevel.BEGINNER).seats[2].level is BotLevel.BEGINNER
    assert lobbies.set_bot(lobby, AMERIX, "Léa", 2, None).seats[2].kind is SeatKind.FREE
    assert code_of(lobbies.set_bot, lobby, AMERIX, "Tom", 2, None) == "host_only"
    assert code_of(lobbies.set_bot, lobby, AMERIX, "Léa", 1, BotLevel.NORMAL) == "seat_taken"
    assert code_of(lobbies.set_bot, lobby, AMERIX, "Léa", 9, BotLevel.NORMAL) == "unknown_seat"


def test_fewer_chairs_take_free_ones_then_bots_never_people() -> None:
    lobby = lobbies.set_bot(seated("Léa", seats=5), AMERIX, "Léa", 1, BotLevel.NORMAL)
    lobby = lobbies.sit(lobby, AMERIX, TOM, 4, "Tom")
    lobby = lobbies.configure(lobby, AMERIX, "Léa", options={"starter": 4})
    smaller = lobbies.resize(lobby, AMERIX, "Léa", 3)
    assert [s.kind for s in smaller.seats] == [SeatKind.PERSON, SeatKind.BOT, SeatKind.PERSON]
    assert smaller.options["starter"] == 2, "the starter is still Tom"
    smallest = lobbies.resize(smaller, AMERIX, "Léa", 2)
    assert [s.name for s in smallest.seats] == ["Léa", "Tom"]
    assert len(lobbies.resize(smallest, AMERIX, "Léa", 4).seats) == 4
    assert code_of(lobbies.resize, lobby, AMERIX, "Léa", 99) == "bad_players"
    assert code_of(lobbies.resize, lobby, AMERIX, "Tom", 3) == "host_only"
    assert code_of(lobbies.resize, seated("a", "b", "c"), AMERIX, "a", 2) == "too_many_people"


def test_a_starter_whose_chair_goes_is_forgotten() -> None:
    lobby = lobbies.configure(seated("Léa"), AMERIX, "Léa", options={"starter": 2})
    assert lobbies.resize(lobby, AMERIX, "Léa", 2).options["starter"] is None


def test_options_are_checked_by_the_game() -> None:
    lobby = lobbies.configure(seated("Léa", "Tom"), AMERIX, "Léa", options={"timers": "double"}, chat=True)
    assert (lobby.options["timers"], lobby.chat, lobby.public) == ("double", True, False)
    kept = lobbies.configure(lobby, AMERIX, "Léa", options={"starter": 1})
    assert (kept.options["timers"], kept.options["starter"], kept.chat) == ("double", 1, True)
    for wrong in ({"timers": "slow"}, {"starter": 3}, {"starter": -1}, {"nonsense": 1}, {"starter": "0"}):
        assert code_of(lobbies.configure, lobby, AMERIX, "Léa", options=wrong) == "bad_options"
    assert code_of(lobbies.configure, lobby, AMERIX, "Tom", chat=False) == "host_only"


def test_seat_options_belong_to_who_sits_there_and_to_the_host() -> None:
    lobby = lobbies.new_lobby(VIZDIBIX, 3, HOST)
    lobby = lobbies.sit(lobby, VIZDIBIX, LEA, 0, "Léa")
    aided = lobbies.configure_seat(lobby, VIZDIBIX, LEA, 0, {"show_previous": True})
    assert aided.seats[0].options == {"show_previous": True}
    assert lobbies.configure_seat(lobby, VIZDIBIX, HOST, 0, {"show_previous": True}) == aided
    assert code_of(lobbies.configure_seat, lobby, VIZDIBIX, TOM, 0, {"show_previous": True}) == "host_only"
    assert code_of(lobbies.configure_seat, lobby, VIZDIBIX, LEA, 0, {"show_previous": 7}) == "bad_options"
    assert code_of(lobbies.configure_seat, lobby, VIZDIBIX, HOST, 5, {}) == "unknown_seat"


def test_the_host_passes_on_to_a_person() -> None:
    lobby = seated("Léa", "Tom")
    assert lobbies.pass_host(lobby, "Léa", 1).host == "Tom"
    assert code_of(lobbies.pass_host, lobby, "Tom", 1) == "host_only"
    assert code_of(lobbies.pass_host, lobby, "Léa", 2) == "not_a_person"


def test_who_leaves_is_forgotten_and_the_next_person_hosts() -> None:
    lobby = lobbies.leave(seated("Léa", "Tom"), "Léa")
    assert (lobby.host, lobby.left, lobby.seats[0].kind) == ("Tom", ("Léa",), SeatKind.FREE)
    empty = lobbies.leave(lobby, "Tom")
    assert empty.host == ""
    assert code_of(lobbies.set_bot, empty, AMERIX, "Tom", 0, BotLevel.NORMAL) == "host_only"
    assert code_of(lobbies.set_bot, empty, AMERIX, "", 0, BotLevel.NORMAL) == "host_only"
    assert lobbies.sit(empty, AMERIX, "ada", None, "Ada").host == "ada"
    assert lobbies.leave(lobby, "a stranger") is lobby


def test_a_host_without_a_chair_stays_the_host_when_others_go() -> None:
    lobby = lobbies.sit(lobbies.new_lobby(AMERIX, 3, HOST), AMERIX, LEA, None, "Léa")
    lobby = lobbies.sit(lobby, AMERIX, TOM, None, "Tom")
    assert lobbies.leave(lobby, LEA).host == HOST
    assert lobbies.stand(lobby, LEA, 0).host == HOST


def test_free_chairs_are_filled_with_bots_at_the_start() -> None:
    lobby = lobbies.ready(seated("Léa", seats=4), AMERIX)
    assert [s.kind for s in lobby.seats] == [SeatKind.PERSON] + [SeatKind.BOT] * 3
    assert (lobby.playing, lobby.played) == (True, 1)
    assert code_of(lobbies.ready, lobby, AMERIX) == "already_started"
    assert code_of(lobbies.ready, lobbies.new_lobby(AMERIX, 3, HOST), AMERIX) == "nobody_sits"
    assert code_of(lobbies.new_lobby, AMERIX, 1, HOST) == "bad_players"


def test_nothing_is_moved_during_a_game() -> None:
    lobby = lobbies.ready(seated("Léa", "Tom"), AMERIX)
    assert code_of(lobbies.sit, lobby, AMERIX, "ada", None, "Ada") == "already_started"
    assert code_of(lobbies.stand, lobby, "Léa", 0) == "already_started"
    assert code_of(lobbies.set_bot, lobby, AMERIX, "Léa", 2, None) == "already_started"
    assert code_of(lobbies.resize, lobby, AMERIX, "Léa", 2) == "already_started"
    assert code_of(lobbies.configure, lobby, AMERIX, "Léa", chat=True) == "already_started"
    assert lobbies.pass_host(lobby, "Léa", 1).host == "Tom"
    assert lobbies.pause(lobby, "Léa", on=True).paused


def test_leaving_a_game_gives_the_chair_to_a_bot_and_the_last_one_ends_it() -> None:
    lobby = lobbies.leave(lobbies.ready(seated("Léa", "Tom"), AMERIX), "Léa")
    assert (lobby.seats[0].kind, lobby.seats[0].name, lobby.playing) == (SeatKind.BOT, "Léa", True)
    assert lobbies.after_game(lobby).seats[0].name == ""
    given_up = lobbies.leave(lobby, "Tom")
    assert (given_up.playing, given_up.played, given_up.host) == (False, 0, "")


def test_a_closed_table_takes_nobody() -> None:
    lobby = structs.replace(seated("Léa"), closed=True)
    assert code_of(lobbies.sit, lobby, AMERIX, TOM, None, "Tom") == "table_closed"
    assert code_of(lobbies.ready, lobby, AMERIX) == "table_closed"


def test_a_lobby_over_the_socket(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path) as server:
            host = await server.make("amerix", seats=3, options={"timers": "double"})
            assert len(host.code) == 6
            assert len(host.token) >= 32
            assert host.table["you_host"]
            assert host.table["options"]["timers"] == "double"
            await host.do("sit", name=" Léa ")
            tom = await server.join(f"{host.code[:3].lower()}-{host.code[3:]}")
            assert not tom.table["you_host"]
            assert tom.table["seats"][0] == {"kind": "person", "name": "Léa", "host": True}
            assert host.token not in "".join(tom.raw)
            assert await tom.refused("sit", name="léa") == "name_taken"
            assert await tom.refused("sit", name="Tom", seat=0) == "seat_taken"
            assert await tom.refused("start") == "host_only"
            assert await tom.refused("pause", on=True) == "host_only"
            await tom.do("sit", name="Tom")
            await host.expect("lobby", lambda m: m["table"]["seats"][1]["name"] == "Tom")
            assert await tom.refused("bot", seat=2, level="strong") == "host_only"
            await host.do("bot", seat=2, level="strong")
            await tom.expect("lobby", lambda m: m["table"]["seats"][2].get("level") == "strong")
            assert await host.refused("configure", options={"timers": "never"}) == "bad_options"
            assert await host.refused("pause", on=True) == "not_started"
            await host.do("resize", seats=4)
            await host.do("host", seat=1)
            await tom.until(lambda: bool(tom.table["you_host"]))
            assert await host.refused("resize", seats=3) == "host_only"
            await tom.do("leave")
            assert await tom.gone() == {"type": "bye", "code": "left"}
            await host.until(lambda: bool(host.table["you_host"]))
            assert [s["kind"] for s in host.table["seats"]] == ["person", "free", "bot", "free"]

    asyncio.run(run())


def test_people_at_one_screen_are_marked_as_such_when_the_game_begins() -> None:
    spiralix = game_named("spiralix")
    lobby = lobbies.new_lobby(spiralix, 4, "tablet")
    for device, name in (("tablet", "Léa"), ("tablet", "Tom"), ("phone", "Ada")):
        lobby = lobbies.sit(lobby, spiralix, device, None, name)
    assert code_of(lobbies.configure_seat, lobby, spiralix, "phone", 2, {"shares": True}) == "bad_options"
    begun = lobbies.ready(lobby, spiralix)
    assert [seat.options["shares"] for seat in begun.seats] == [True, True, False, False]


def test_a_bot_plays_at_the_level_that_suits_its_strength() -> None:
    spiralix = game_named("spiralix")
    lobby = lobbies.sit(lobbies.new_lobby(spiralix, 4, "Léa"), spiralix, "Léa", None, "Léa")
    lobby = lobbies.set_bot(lobby, spiralix, "Léa", 1, BotLevel.BEGINNER)
    lobby = lobbies.set_bot(lobby, spiralix, "Léa", 2, BotLevel.STRONG)
    lobby = lobbies.configure_seat(lobby, spiralix, "Léa", 2, {"level": 1})
    begun = lobbies.ready(lobby, spiralix)
    assert [seat.options.get("level") for seat in begun.seats] == [None, 1, 1, 2]


def test_a_chair_that_a_bot_only_filled_is_free_after_the_game() -> None:
    lobby = lobbies.set_bot(seated("Léa", seats=4), AMERIX, "Léa", 1, BotLevel.STRONG)
    after = lobbies.after_game(lobbies.ready(lobby, AMERIX))
    assert [seat.kind for seat in after.seats] == [SeatKind.PERSON, SeatKind.BOT, SeatKind.FREE, SeatKind.FREE]
