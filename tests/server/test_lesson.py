"""A lesson over its socket: the messages of a table, kind answers, and nothing that is kept."""

import asyncio
from typing import Any

import pytest
from msgspec import json

from tablee.kernel.refusal import Refused
from tablee.server import protocol as p
from tablee.server.lesson import LessonTable
from tablee.texts import Language

FAST = 1_000.0


class Line:
    """What a learner's socket was sent."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

    def post(self, message: bytes) -> None:
        self.sent.append(json.decode(message))

    hold = post

    def flush(self) -> None:
        pass

    def close(self) -> None:
        pass

    def last(self, kind: str) -> dict[str, Any]:
        return next(message for message in reversed(self.sent) if message["type"] == kind)


def begun(game: str = "amerix", phase: str = "", language: Language = Language.FR) -> tuple[LessonTable, Line]:
    line = Line()
    table = LessonTable(game, language, phase, FAST, line)
    table.welcome()
    return table, line


def say(table: LessonTable, **message: Any) -> None:
    table.hear(json.encode({"id": "a", **message}))


def hand(line: Line) -> dict[str, str]:
    """The learner's cards by their faces."""
    zones = line.last("sight")["view"]["zones"]
    mine = next(zone for zone in zones if zone["name"] == "hand:0")
    return {card["face"]: card["handle"] for card in mine["cards"]}


def test_it_begins_like_any_table_and_says_the_first_sentence() -> None:
    _, line = begun()
    assert [message["type"] for message in line.sent] == ["welcome", "sight", "lesson"]
    seats = line.sent[0]["table"]["seats"]
    assert [seat.get("yours", False) for seat in seats] == [True, False]
    assert line.last("lesson")["say"] == "On joue sur cette lettre : un N."
    assert line.last("lesson")["at"] == "zone:discard"


def test_while_one_looks_nothing_can_be_done() -> None:
    _, line = begun()
    assert line.last("sight")["offers"] == {"0": []}


def test_no_clock_runs_and_what_is_offered_is_open() -> None:
    table, line = begun()
    say(table, type="go_on")
    sight = line.last("sight")
    assert not sight["view"].get("clocks")
    assert sight["offers"]["0"]
    assert all(not offer.get("opens_at") and offer.get("closes_at") is None for offer in sight["offers"]["0"])


def test_it_is_told_where_to_touch() -> None:
    table, line = begun()
    say(table, type="go_on")
    asked = line.last("lesson")["do"]
    assert (asked["move"], asked["args"]["card"]) == ("lay", hand(line)["vM"])


def test_another_move_is_answered_kindly_and_changes_nothing() -> None:
    """O may be laid on N, but M is asked for; U is too far."""
    table, line = begun()
    say(table, type="go_on")
    before = line.last("sight")
    for face, sentence in (("vO", "Ça marche aussi"), ("yU", "Trop loin de N")):
        say(table, type="play", seat=0, move="lay", args={"card": hand(line)[face]})
        assert line.last("refused")["code"] == "lesson_else"
        told = line.last("lesson")
        assert (told["wrong"], told["step"]) == (True, 1)
        assert told["say"].startswith(sentence)
    assert line.last("sight") == before


def test_the_others_play_before_the_next_sentence() -> None:
    asyncio.run(watched())


async def watched() -> None:
    table, line = begun()
    playing = asyncio.create_task(table.others())
    say(table, type="go_on")
    say(table, type="play", seat=0, move="lay", args={"card": hand(line)["vM"]})
    assert line.last("lesson")["busy"]
    for _ in range(200):
        if not line.last("lesson").get("busy"):
            break
        await asyncio.sleep(0.01)
    playing.cancel()
    assert line.last("lesson")["say"].startswith("Et voilà L")
    moves = [m for m in line.sent if m["type"] == "sight" and m.get("events")]
    assert len(moves) == 2, "the learner's move, then the other one's"


def test_a_step_can_be_seen_again_and_the_whole_lesson_too() -> None:
    table, line = begun()
    say(table, type="go_on")
    say(table, type="once_more")
    assert line.last("lesson")["step"] == 1
    say(table, type="once_more", whole=True)
    assert line.last("lesson")["step"] == 0


def test_it_begins_where_the_help_is() -> None:
    _, line = begun("corsix", "debt")
    assert line.last("sight")["view"]["phase"] == "debt"


def test_sentences_come_in_the_language_of_the_page() -> None:
    _, line = begun(language=Language.EN)
    assert line.last("lesson")["say"] == "We play on this letter: an N."


@pytest.mark.parametrize("text", [b"{}", b"nonsense", b'{"type":"hello","protocol":2,"code":"ABCDEF"}'])
def test_nonsense_ends_it(text: bytes) -> None:
    table, _ = begun()
    with pytest.raises(Refused) as no:
        table.hear(text)
    assert no.value.code == "malformed"


def test_who_asks_too_often_is_sent_away() -> None:
    table, _ = begun()
    with pytest.raises(Refused) as no:
        for _ in range(100):
            say(table, type="once_more")
    assert no.value.code == "too_fast"


def test_nobody_plays_for_another_seat() -> None:
    table, line = begun()
    say(table, type="go_on")
    say(table, type="check", seat=1, move="lay", args={})
    assert line.last("refused")["code"] == "not_your_seat"


def test_a_game_without_a_lesson_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.lesson.lesson", lambda key: None)
    with pytest.raises(Refused) as no:
        LessonTable("amerix", Language.FR, "", FAST, Line())
    assert no.value.code == "no_lesson"
    assert {"no_lesson", "lesson_else", "lesson_waits"} <= set(p.REFUSAL_CODES)
