"""What was done is not done twice, whatever others send meanwhile."""

from tablee.games.registry import game
from tablee.kernel.record import Paused
from tablee.server.answered import OF_A_DEVICE, ONLOOKERS, Answered
from tablee.server.lobby import new_lobby
from tablee.server.log import GameEnded, GameStarted, LobbySet, LogEntry, Step, commands_in, read_briefly, write
from tablee.server.protocol import Done

SEATED = {"léa", "tom"}


def test_onlookers_never_make_a_table_forget_what_a_player_did() -> None:
    answered = Answered()
    answered.remember("léa", "draw", Done("draw"), SEATED)
    for device in range(ONLOOKERS * 3):
        for command in range(5):
            answered.remember(f"onlooker {device}", str(command), Done(str(command)), SEATED)
    for command in range(OF_A_DEVICE * 2):
        answered.remember("tom", str(command), Done(str(command)), SEATED)
    assert answered.reply("léa", "draw") == Done("draw")
    assert answered.reply("onlooker 0", "0") is None, "and they take only so much room"
    assert answered.reply(f"onlooker {ONLOOKERS * 3 - 1}", "0") == Done("0")


def test_of_each_device_the_last_commands_are_known() -> None:
    answered = Answered()
    for command in range(OF_A_DEVICE + 1):
        answered.remember("tom", str(command), Done(str(command)), SEATED)
    assert answered.reply("tom", "0") is None
    assert answered.reply("tom", "1") == Done("1")


def test_what_was_undone_is_forgotten() -> None:
    answered = Answered()
    answered.remember("tom", "draw", Done("draw"), SEATED)
    answered.forget("tom", "draw")
    answered.forget("nobody", "nothing")
    assert answered.reply("tom", "draw") is None


def test_a_whole_log_is_recalled_as_if_it_had_just_happened() -> None:
    answered = Answered()
    onlookers = [(f"onlooker {device}", "look") for device in range(ONLOOKERS + 1)]
    toms = [("tom", str(command)) for command in range(OF_A_DEVICE + 1)]
    answered.recall([("léa", "draw"), *onlookers, *toms], SEATED)
    assert answered.reply("léa", "draw") == Done("draw")
    assert answered.reply("tom", "0") is None
    assert answered.reply("tom", "1") == Done("1")
    assert answered.reply("onlooker 0", "look") is None
    assert answered.reply("onlooker 1", "look") == Done("look")


def test_an_entry_read_briefly_has_done_what_it_has_done_in_full() -> None:
    lobby = new_lobby(game("amerix"), 2, "léa")
    entries: list[LogEntry] = [
        LobbySet(lobby, "c3", "léa", before=(("tom", "c1"), ("léa", "c2"))),
        GameStarted("game", "00" * 16, lobby, "c4", "léa", 2),
        Step(Paused(5), "c5", "tom"),
        Step(Paused(6)),
        GameEnded("game", lobby),
    ]
    brief = [read_briefly(write(entry)) for entry in entries]
    assert [list(commands_in(entry)) for entry in brief] == [list(commands_in(entry)) for entry in entries]
    assert [entry.begins for entry in brief] == [False, True, False, False, False]
    assert [entry.has_lobby for entry in brief] == [True, True, False, False, True]
