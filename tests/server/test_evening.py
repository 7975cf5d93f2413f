"""An evening: wishes, a menu, surprises, a slate that outlives the server, and moments from records."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import structs

from tablee.arena.match import Match
from tablee.games.registry import game as game_named
from tablee.games.registry import games
from tablee.kernel.outcome import Outcome, Result
from tablee.kernel.record import Record, dumps, for_strangers
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import seed_from
from tablee.kernel.state import SeatState
from tablee.server import choosing
from tablee.server import lobby as lobbies
from tablee.server.choosing import Draw, NextBy
from tablee.server.clock import Pace
from tablee.server.evening import MOST_GAMES, MOST_GUESTS, Evening, Guest, noted, started, winners, without_guest
from tablee.server.lobby import Lobby
from tablee.server.moments import MomentKind, Moments, moments_in, recalled, were_ahead
from tablee.server.replay import watched
from tests.server.client import Client, Server, play_on, start_server
from tests.server.test_replay import row

AMERIX = game_named("amerix")
RUSHED = Pace(rate=400.0)


def seated(*names: str, device: str = "") -> Lobby:
    """Each name is also its device, unless all sit at one; the first one hosts."""
    lobby = lobbies.new_lobby(AMERIX, max(2, len(names)), device or names[0])
    for name in names:
        lobby = lobbies.sit(lobby, AMERIX, device or name, None, name)
    return lobby


def refused(call: Any, *args: Any, **more: Any) -> str:
    with pytest.raises(Refused) as no:
        call(*args, **more)
    return no.value.code


def first(_: int) -> int:
    return 0


def nth(number: int) -> Draw:
    """A draw that gives this one, or the last there is."""
    return lambda below: min(number, below - 1)


def won(*ranks: int, result: Result = Result.WINNERS) -> Outcome:
    return Outcome(ranks, (0,) * len(ranks), result)


PEOPLE = {0: Guest("Léa", "a"), 1: Guest("Tom", "b")}


# ---- the slate ------------------------------------------------------------------------------------------


def test_a_win_is_a_star_and_places_are_kept_beside_it() -> None:
    evening = noted(Evening(), "amerix", "one", won(2, 1, 3), PEOPLE)
    assert [g.name for g in evening.guests] == ["Léa", "Tom"]
    assert (evening.games[0].places, evening.games[0].stars) == (((0, 2), (1, 1)), (1,))


def test_a_bot_that_wins_gets_no_star() -> None:
    assert noted(Evening(), "amerix", "one", won(2, 3, 1), PEOPLE).games[0].stars == ()


def test_who_changes_the_seat_or_the_device_stays_the_same_guest() -> None:
    evening = noted(Evening(), "amerix", "one", won(1, 2), PEOPLE)
    swapped = {0: Guest("Tom", "c"), 1: Guest("Léa", "a")}
    evening = noted(evening, "vizdibix", "two", won(1, 2), swapped)
    assert [(g.name, g.device) for g in evening.guests] == [("Léa", "a"), ("Tom", "c")]
    assert [g.stars for g in evening.games] == [(0,), (1,)]


def test_a_game_is_noted_once() -> None:
    evening = noted(Evening(), "amerix", "one", won(1, 2), PEOPLE)
    assert noted(evening, "amerix", "one", won(1, 2), PEOPLE) == evening


def test_all_who_win_together_get_a_star_and_nobody_alone() -> None:
    assert winners(won(1, 1, result=Result.TOGETHER)) == (0, 1)
    assert winners(won(2, 2, result=Result.TOGETHER)) == ()
    assert winners(won(1)) == ()
    assert winners(Outcome(None, (0, 0), Result.NOBODY)) == ()
    assert winners(Outcome(None, (0, 0), Result.MADE)) == ()


def test_an_evening_without_end_does_not_grow_without_end() -> None:
    evening = Evening()
    for number in range(3 * MOST_GAMES):
        people = {0: Guest(f"A{number}", "a"), 1: Guest(f"B{number}", "b")}
        evening = noted(evening, "amerix", str(number), won(1, 2), people)
    assert len(evening.games) == MOST_GAMES and len(evening.guests) <= MOST_GUESTS
    last = evening.games[-1]
    assert [evening.guests[i].name for i, _ in last.places] == [f"A{number}", f"B{number}"]
    assert len(msgspec.json.encode(evening)) < 8_000


def test_the_next_game_after_the_last_screen_opens_another_evening() -> None:
    evening = structs.replace(noted(Evening(), "amerix", "one", won(1, 2), PEOPLE), over=True, menu=("spots",))
    assert started(evening) == Evening(menu=("spots",))


def test_a_guest_who_wants_to_be_forgotten_has_no_name_any_more() -> None:
    evening = noted(Evening(), "amerix", "one", won(1, 2), PEOPLE)
    assert [g.name for g in without_guest(evening, "b", "?").guests] == ["Léa", "?"]


def test_whose_chair_a_bot_held_at_the_end_is_not_on_the_slate() -> None:
    lobby = seated("Léa", "Tom")
    seats = (SeatState(human=True), SeatState(human=False))
    after = choosing.after_game(lobby, lobby, "one", won(2, 1), seats)
    assert [g.name for g in after.evening.guests] == ["Léa"]
    assert after.evening.games[0].stars == ()


# ---- what comes next ------------------------------------------------------------------------------------


def test_everybody_has_one_wish_and_may_change_it() -> None:
    lobby = seated("Léa", "Tom")
    lobby = choosing.wish(lobby, "Léa", 0, "spots")
    lobby = choosing.wish(lobby, "Léa", 0, "vizdibix")
    lobby = choosing.wish(lobby, "Tom", 1, "spots")
    assert [(w.name, w.game) for w in choosing.wishes(lobby)] == [("Léa", "vizdibix"), ("Tom", "spots")]
    lobby = choosing.wish(lobby, "Tom", 1, None)
    assert [w.name for w in choosing.wishes(lobby)] == ["Léa"]


def test_on_one_screen_each_person_has_a_wish() -> None:
    lobby = seated("Léa", "Tom", device="tablet")
    for seat, key in enumerate(("spots", "vizdibix")):
        lobby = choosing.wish(lobby, "tablet", seat, key)
    assert len(choosing.wishes(lobby)) == 2


def test_nobody_wishes_for_somebody_else_or_for_what_is_no_game() -> None:
    lobby = seated("Léa", "Tom")
    assert refused(choosing.wish, lobby, "Léa", 1, "spots") == "not_your_seat"
    assert refused(choosing.wish, lobby, "eve", 0, "spots") == "not_your_seat"
    assert refused(choosing.wish, lobby, "Léa", 0, "x" * 500) == "unknown_game"
    assert refused(choosing.wish, structs.replace(lobby, playing=True), "Léa", 0, "spots") == "already_started"


def test_what_most_wish_is_played_and_chance_decides_between_equals() -> None:
    lobby = seated("Léa", "Tom", "Zoé")
    for seat, (name, key) in enumerate((("Léa", "spots"), ("Tom", "vizdibix"), ("Zoé", "vizdibix"))):
        lobby = choosing.wish(lobby, name, seat, key)
    after = choosing.next_game(lobby, "Léa", NextBy.WISHES, draw=first)
    assert after.game == "vizdibix"
    assert after.evening.wishes == ()
    assert [s.name for s in after.seats] == ["Léa", "Tom", "Zoé"]
    tied = choosing.wish(lobby, "Zoé", 2, None)
    assert {choosing.next_game(tied, "Léa", NextBy.WISHES, draw=nth(i)).game for i in (0, 1)} == {
        "spots",
        "vizdibix",
    }


def test_the_wish_of_somebody_who_has_left_counts_no_more() -> None:
    lobby = choosing.wish(seated("Léa", "Tom"), "Tom", 1, "spots")
    lobby = lobbies.leave(lobby, "Tom")
    assert refused(choosing.next_game, lobby, "Léa", NextBy.WISHES) == "no_wishes"


def test_a_menu_is_eaten_dish_by_dish() -> None:
    lobby = choosing.set_menu(seated("Léa", "Tom"), "Léa", ["spots", "vizdibix"])
    lobby = choosing.next_game(lobby, "Léa", NextBy.MENU)
    assert (lobby.game, lobby.evening.menu) == ("spots", ("vizdibix",))
    lobby = choosing.next_game(lobby, "Léa", NextBy.MENU)
    assert (lobby.game, lobby.evening.menu) == ("vizdibix", ())
    assert refused(choosing.next_game, lobby, "Léa", NextBy.MENU) == "no_menu"


def test_a_surprise_has_room_for_all_and_is_new_this_evening() -> None:
    lobby = seated("Léa", "Tom", "Zoé", "Bob", "Eve")
    fitting = {key for key, game in games().items() if game.info.players[1] >= 5} - {"amerix"}
    drawn = {choosing.next_game(lobby, "Léa", NextBy.SURPRISE, draw=nth(i)).game for i in range(len(games()))}
    assert drawn == fitting
    played = noted(lobby.evening, sorted(fitting)[0], "one", won(1, 2), PEOPLE)
    lobby = structs.replace(lobby, evening=played)
    assert choosing.next_game(lobby, "Léa", NextBy.SURPRISE, draw=first).game == sorted(fitting)[1]


def test_a_surprise_is_as_short_and_as_easy_as_the_host_says() -> None:
    lobby = seated("Léa", "Tom")
    for i in range(len(games())):
        after = choosing.next_game(lobby, "Léa", NextBy.SURPRISE, 5, 6, draw=nth(i))
        info = game_named(after.game).info
        assert info.minutes <= 5 and info.age <= 6
    assert refused(choosing.next_game, lobby, "Léa", NextBy.SURPRISE, 0) == "no_surprise"


def test_only_the_host_decides_and_not_during_a_game() -> None:
    lobby = seated("Léa", "Tom")
    playing = structs.replace(lobby, playing=True)
    assert refused(choosing.set_menu, lobby, "Tom", ["spots"]) == "host_only"
    assert refused(choosing.set_menu, lobby, "Léa", ["spots"] * 9) == "too_many"
    assert refused(choosing.set_menu, lobby, "Léa", ["nothing"]) == "unknown_game"
    assert refused(choosing.next_game, lobby, "Tom", NextBy.SURPRISE) == "host_only"
    assert refused(choosing.next_game, playing, "Léa", NextBy.SURPRISE) == "already_started"
    assert refused(choosing.finish, lobby, "Tom", True) == "host_only"
    assert refused(choosing.finish, lobby, "Léa", True) == "no_evening"


# ---- moments --------------------------------------------------------------------------------------------


def test_a_win_from_the_last_place_is_one_whichever_way_points_count() -> None:
    assert were_ahead((1, 2, 3), Outcome((1, 2, 3), (9, 5, 4))) == 2
    assert were_ahead((3, 2, 1), Outcome((1, 2, 3), (9, 5, 4))) == 0
    assert were_ahead((5, 2), Outcome((1, 2), (6, 8))) == 1, "here the lowest score wins"
    assert were_ahead((1, 1), Outcome((1, 2), (9, 5))) == 0
    assert were_ahead((1, 2), Outcome((1, 1), (9, 9))) == 0


def played(key: str) -> tuple[Match, Record]:
    game = game_named(key)
    match = Match(game, ["normal"] * max(3, game.info.players[0]), seed=seed_from(f"moments {key}"))
    match.finish()
    return match, for_strangers(game, match.record)


@pytest.mark.parametrize("key", ["vizdibix", "amerix", "spiralix", "pavrailix", "spots"])
def test_moments_are_in_the_replay_that_everybody_may_see(key: str) -> None:
    match, record = played(key)
    everybody = range(match.state.n)
    found = moments_in(match.game, record, everybody)
    whole = msgspec.json.decode(watched(row(key, match), dumps(match.record), None, 0))
    assert len({m.kind for m in found}) == len(found)
    for moment in found:
        assert moment.seat in everybody and 0 <= moment.step < whole["total"] and moment.value > 0
    quickest = [m for m in found if m.kind is MomentKind.QUICKEST]
    for moment in quickest:
        told = [e["data"] for e in whole["steps"][moment.step]["events"] if "race" in e["data"]]
        assert (moment.seat, moment.value) in [(d["seat"]["value"], d["ms"]["value"]) for d in told]
    assert bool(quickest) == (key == "vizdibix")
    words = [m.word for m in found if m.kind is MomentKind.LONGEST_WORD]
    assert all(word in msgspec.json.encode(whole["steps"]).decode().casefold() for word in words)
    assert bool(words) == (key in ("spiralix", "pavrailix"))


def test_bots_get_no_prizes() -> None:
    match, record = played("vizdibix")
    assert moments_in(match.game, record, ()) == ()
    found = msgspec.json.decode(recalled(row("vizdibix", match), dumps(match.record)), type=Moments)
    assert found.moments == ()


# ---- over sockets ---------------------------------------------------------------------------------------


async def two(server: Server) -> tuple[Client, Client]:
    lea = await server.make("touvavix", seats=2)
    await lea.do("sit", name="Léa")
    tom = await server.join(lea.code)
    await tom.do("sit", name="Tom")
    return lea, tom


async def play(lea: Client, tom: Client) -> str:
    await lea.do("start")
    await asyncio.gather(play_on(lea, Random(1)), play_on(tom, Random(2)))
    return str(next(m for m in reversed(lea.heard) if m["type"] == "ended")["game_id"])


def test_an_evening_outlives_the_server_and_goes_on(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=RUSHED) as server:
            lea, tom = await two(server)
            assert not lea.table["evening"]
            game_id = await play(lea, tom)
            await lea.until(lambda: bool((lea.table["evening"] or {}).get("games")))
            await lea.do("menu", games=["combadix", "vlamonix"])
            await tom.do("wish", seat=1, game="combadix")
            assert await tom.refused("next", by="surprise") == "host_only"
            assert await lea.refused("menu", games=["combadix"] * 9) == "too_many"
            await lea.until(lambda: bool(lea.table["evening"]["wishes"]))
            before: Any = lea.table["evening"]
            code, token = lea.code, lea.token
        async with start_server(tmp_path, pace=RUSHED) as server:
            lea = await server.join(code, token)
            assert lea.table["evening"] == before
            assert [g["id"] for g in before["games"]] == [game_id]
            assert [(g["name"], g["seat"]) for g in before["guests"]] == [("Léa", 0), ("Tom", 1)]
            assert before["wishes"] == [{"seat": 1, "game": "combadix"}]
            assert not any(token in text or "device" in text for text in lea.raw[-1:])
            await lea.do("next", by="menu")
            await lea.until(lambda: lea.table["game"] == "combadix")
            assert lea.table["evening"]["menu"] == ["vlamonix"]
            assert lea.table["evening"]["games"] == before["games"]
            await lea.do("finish", on=True)
            await lea.until(lambda: bool(lea.table["evening"]["over"]))
            await lea.do("finish", on=False)

    asyncio.run(run())


def test_moments_are_told_after_a_game_and_not_before(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=RUSHED) as server:
            lea, tom = await two(server)
            await lea.do("start")
            running = server.hub.tables[lea.code].game_id
            async with server.http.get(f"{server.url}/api/records/{running}/moments") as answer:
                assert answer.status == 404
            await asyncio.gather(play_on(lea, Random(1)), play_on(tom, Random(2)))
            ended = next(m for m in lea.heard if m["type"] == "ended")
            async with server.http.get(f"{server.url}/api/records/{ended['game_id']}/moments") as answer:
                assert answer.status == 200
                told = await answer.json()
            assert told["names"] == ["Léa", "Tom"]
            assert running == ended["game_id"]
            async with server.http.get(f"{server.url}/api/records/nothing/moments") as answer:
                assert answer.status == 404

    asyncio.run(run())
