"""What was done is not done twice, whatever others send meanwhile."""

from tablee.server.answered import OF_A_DEVICE, ONLOOKERS, Answered
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
