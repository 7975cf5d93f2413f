"""A bot that adapts at a table: its skill stays with the chair over rematches and restarts, and nobody is told."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import structs

from tablee.bots.adaptive import FIRST, START, Adaptive, adapted
from tablee.bots.bot import BotLevel
from tablee.games.registry import game as game_named
from tablee.kernel.game import Game
from tablee.kernel.outcome import Outcome, Reason, Result, ranked
from tablee.kernel.rng import seed_from
from tablee.server import lobby as lobbies
from tablee.server.clock import Pace
from tablee.server.live import Live
from tablee.server.lobby import Lobby, SeatKind, SeatPlan
from tablee.server.log import GameEnded, LobbySet, read, write
from tablee.server.replica import Begun, Chair, Replica
from tablee.server.table import chairs
from tests.server.client import Client, Server, eventually, play_on, start_server

AMERIX, SPIRALIX, PAS_TOUCHE = game_named("amerix"), game_named("spiralix"), game_named("pas_touche")
ADAPTIVE, NORMAL = BotLevel.ADAPTIVE, BotLevel.NORMAL
RUSHED = Pace(rate=400.0)


def at_table(game: Game[Any], seats: int = 2, level: BotLevel = ADAPTIVE) -> Lobby:
    """Léa in seat 0, and bots of one level."""
    lobby = lobbies.sit(lobbies.new_lobby(game, seats, "Léa"), game, "Léa", None, "Léa")
    for seat in range(1, seats):
        lobby = lobbies.set_bot(lobby, game, "Léa", seat, level)
    return lobby


def after(lobby: Lobby, game: Game[Any], outcome: Outcome) -> Lobby:
    """A game has been played to this end."""
    begun = lobbies.ready(lobby, game)
    s = game.start(len(begun.seats), seed=seed_from(1), seat_options=[s.options for s in begun.seats])
    return lobbies.for_rematch(begun, game, outcome, *game.next_options(outcome, s.options, s.seat_options))


def skills(lobby: Lobby) -> list[float]:
    return [s.skill for s in lobby.seats]


# ---- the lobby ------------------------------------------------------------------------------------------


def test_the_skill_follows_every_game_at_the_table() -> None:
    lobby, skill = at_table(AMERIX), START
    for games, scores in enumerate([(0, 1), (1, 0), (1, 0), (1, 1)]):
        outcome = ranked(scores)
        skill = adapted(skill, games, outcome, 1)
        lobby = after(lobby, AMERIX, outcome)
        assert (lobby.seats[1].skill, lobby.seats[1].games) == (skill, games + 1)
        assert lobby.seats[1].level is ADAPTIVE
    assert skill != START
    assert lobby.seats[0] == at_table(AMERIX).seats[0], "nothing of it is a person's"


def test_each_bot_has_its_own_skill_and_the_three_levels_have_none() -> None:
    lobby = lobbies.set_bot(at_table(AMERIX, 4), AMERIX, "Léa", 3, NORMAL)
    lobby = after(lobby, AMERIX, ranked([0, 0, 1, 0]))
    assert skills(lobby) == pytest.approx([START, START + FIRST / 3, START - FIRST, START], abs=1e-4)
    assert [s.games for s in lobby.seats] == [0, 1, 1, 0]


def test_taken_off_and_put_again_it_starts_anew() -> None:
    lobby = after(at_table(AMERIX), AMERIX, ranked([0, 1]))
    again = lobbies.set_bot(lobby, AMERIX, "Léa", 1, ADAPTIVE)
    assert again == lobby, "to choose what is chosen changes nothing"
    for between in (None, NORMAL):
        other = lobbies.set_bot(lobby, AMERIX, "Léa", 1, between)
        anew = lobbies.set_bot(other, AMERIX, "Léa", 1, ADAPTIVE)
        assert (anew.seats[1].skill, anew.seats[1].games) == (START, 0)


def test_a_game_given_up_or_left_says_nothing() -> None:
    begun = lobbies.ready(at_table(AMERIX), AMERIX)
    assert skills(lobbies.leave(begun, "Léa")) == [START, START]
    assert skills(lobbies.close(begun, "Léa")) == [START, START]
    left = after(at_table(AMERIX), AMERIX, ranked([0, 1], reason=Reason.DEPARTURE))
    assert skills(left) == [START, START]


def test_whoever_only_fills_a_chair_stays_what_it_is() -> None:
    lobby = lobbies.sit(lobbies.new_lobby(AMERIX, 3, "Léa"), AMERIX, "Léa", None, "Léa")
    lobby = lobbies.sit(lobby, AMERIX, "Tom", None, "Tom")
    begun = lobbies.leave(lobbies.ready(lobby, AMERIX), "Tom")
    assert [s.level for s in begun.seats] == [NORMAL] * 3
    ended = lobbies.for_rematch(begun, AMERIX, ranked([0, 1, 0]), AMERIX.options(), [AMERIX.seat_options()] * 3)
    assert skills(ended) == [START] * 3


def test_its_options_go_with_its_skill_unless_the_host_has_chosen_others() -> None:
    lobby = at_table(SPIRALIX, 3)
    assert [s.options.get("level") for s in lobby.seats[1:]] == [2, 2]
    lobby = lobbies.configure_seat(lobby, SPIRALIX, "Léa", 2, {"level": 1})
    for _ in range(8):
        lobby = after(lobby, SPIRALIX, ranked([1, 0, 0]))
    assert lobby.seats[1].skill > 1.5
    assert [s.options["level"] for s in lobby.seats[1:]] == [3, 1]


def test_the_levels_of_pas_touche_go_on_as_its_rules_say() -> None:
    outcome = ranked([0, 10])
    adaptive, normal = (
        after(at_table(PAS_TOUCHE, level=level), PAS_TOUCHE, outcome) for level in (ADAPTIVE, NORMAL)
    )
    assert [s.options for s in adaptive.seats] == [s.options for s in normal.seats]
    assert adaptive.seats[1].skill < START


def test_together_or_not_the_table_asks_the_outcome_only() -> None:
    solitix = game_named("solitix")
    lobby = at_table(solitix)
    assert after(lobby, solitix, Outcome(None, (0, 0), Result.TOGETHER)).seats[1].skill == START + FIRST
    assert after(lobby, solitix, Outcome((1, 1), (9, 9), Result.TOGETHER)).seats[1].skill == START - FIRST


# ---- what is stored -------------------------------------------------------------------------------------


def test_a_lobby_from_before_there_were_any_still_loads() -> None:
    old = msgspec.to_builtins(LobbySet(at_table(AMERIX, level=NORMAL)))
    old |= {"type": "lobby"}
    for seat in old["lobby"]["seats"]:
        del seat["skill"], seat["games"]
    entry = read(msgspec.json.encode(old))
    assert isinstance(entry, LobbySet)
    assert entry.lobby == at_table(AMERIX, level=NORMAL)


def test_skill_and_games_are_written_and_read() -> None:
    seat = SeatPlan(SeatKind.BOT, level=ADAPTIVE, skill=-0.3125, games=7)
    lobby = lobbies.put(at_table(AMERIX), 1, seat)
    entry = read(write(GameEnded("g", lobby)))
    assert isinstance(entry, GameEnded)
    assert entry.lobby == lobby


def test_the_bot_that_is_seated_has_the_skill_of_its_chair() -> None:
    lobby = at_table(AMERIX, 3)
    lobby = lobbies.put(lobby, 1, structs.replace(lobby.seats[1], skill=0.25))
    begun = lobbies.ready(lobby, AMERIX)
    live = Live(AMERIX, begun, seed_from(1))
    replica = Replica(Begun(live.header, live.state.seed))
    replica.think(chairs(begun, [0, 1, 2]), span=60.0)
    assert not isinstance(replica.bots[0], Adaptive), "a stand-in is an ordinary bot"
    assert [bot.skill for bot in replica.bots.values() if isinstance(bot, Adaptive)] == [0.25, START]


# ---- over a socket --------------------------------------------------------------------------------------


async def a_game(server: Server, lea: Client, rng: Random) -> SeatPlan:
    """Léa plays one by chance; the bot's chair afterwards."""
    await lea.do("start")
    await play_on(lea, rng)
    await lea.until(lambda: not lea.table["playing"])
    return server.hub.tables[lea.code].lobby.seats[1]


def test_it_is_kept_over_rematches_and_restarts_and_told_nobody(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=RUSHED) as server:
            lea = await server.make("amerix", seats=2)
            await lea.do("sit", name="Léa")
            for forged in ({"level": "clever"}, {"level": "Adaptive"}, {"level": "adaptive", "skill": 2}):
                await lea.send("bot", seat=1, **forged)
                assert (await lea.expect("refused"))["code"] == "malformed"
            guest = await server.join(lea.code)
            assert await guest.refused("bot", seat=1, level="adaptive") == "host_only"
            await lea.do("bot", seat=1, level="adaptive")
            await guest.expect("lobby", lambda m: m["table"]["seats"][1].get("level") == "adaptive")
            first = await a_game(server, lea, Random(1))
            assert first.games == 1
            assert abs(first.skill - START) == FIRST
            assert lea.table["seats"][1]["level"] == "adaptive"
            assert set(lea.table["seats"][1]) == {"kind", "name", "level"}
            assert '"skill"' not in "".join(lea.raw + guest.raw)
        async with start_server(tmp_path, pace=RUSHED) as server:
            lea = await server.join(lea.code, lea.token)
            assert server.hub.tables[lea.code].lobby.seats[1] == first
            await lea.do("start")
            live = server.hub.tables[lea.code].live
            assert live is not None
            await eventually(lambda: 1 in live.bots)
            assert chairs(live.lobby, live.bots) == {1: Chair("adaptive", first.skill)}
            await play_on(lea, Random(2))
            await lea.until(lambda: not lea.table["playing"])
            outcome = live.state.outcome
            assert outcome is not None
            second = server.hub.tables[lea.code].lobby.seats[1]
            assert (second.games, second.skill) == (2, adapted(first.skill, 1, outcome, 1))

    asyncio.run(run())
