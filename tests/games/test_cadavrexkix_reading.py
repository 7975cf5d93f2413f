"""Cadavrexkix, rule by rule: the reading, hearts, the end, and what nobody may know."""

from typing import Any

import pytest

from tablee.bots.bot import Sighting
from tablee.games.cadavrexkix.rules import GAME, CadavrexkixState
from tablee.games.cadavrexkix.sheet import FILLED, FORGOTTEN, WORD
from tablee.kernel.door import Door
from tablee.kernel.moves import Move
from tablee.kernel.outcome import Reason, Result
from tablee.kernel.record import SeatChanged, apply
from tablee.kernel.rng import keyed, seed_from
from tablee.words.flags import KNOWN
from tests.cadavrexkix import (
    booklet,
    composing,
    fitting,
    one_step,
    phase,
    read_out,
    write,
    written_out,
)
from tests.lazy import Habit, first, nothing, played
from tests.table import do, names, refused, told, view, wait, wait_until

# ---- the reading ----------------------------------------------------------------------------------------------


@pytest.mark.rule("cadavrexkix", "R23", "D10")
def test_everybody_sees_his_own_words_again() -> None:
    s = booklet()
    one_step(s, "Chaque matin les enfants rament")
    written_out(s)
    assert phase(s) == "recall"
    assert view(s, 0).fact("own_lines")[0][0] == "Chaque matin les enfants rament"
    assert len(view(s, 0).fact("own_lines")[0]) == 2
    assert view(s, 1).fact("own_lines")[0] is None
    assert "matin" not in str(view(s, 1))
    assert names(s, 0) == {"ready"} == names(s, 1)


@pytest.mark.rule("cadavrexkix", "R23")
def test_after_30_s_the_reading_begins() -> None:
    s = written_out(composing())
    began = s.now
    wait(s, "recall/limit")
    assert (s.now - began, phase(s)) == (30_000, "read_out")


@pytest.mark.rule("cadavrexkix", "R24")
@pytest.mark.parametrize("read_s", [1, 2, 3])
def test_the_words_come_one_by_one_each_with_its_author(read_s: int) -> None:
    s = booklet(read_s=read_s)
    one_step(s, "Chaque matin les enfants rament")
    written_out(s)
    for seat in s.all_seats:
        do(s, seat, "ready")
    wait(s, "read_out/word")
    assert view(s).fact("read_words") == ["Chaque"] and "matin" not in str(view(s, 1))
    began = s.now
    events = [e for _ in range(4) for e in wait(s, "read_out/word")]
    assert s.now - began == 4 * read_s * 1_000
    assert told(events, "reads") == [{"seat": 0, "words": "Chaque matin les enfants rament"}]
    events = [e for _ in range(4) for e in wait(s, "read_out/word")]
    assert view(s).fact("read_by") == [0] * 5 + [1] * 4
    assert told(events, "reads") == [{"seat": 1, "words": " ".join(s.read_words[5:9])}]
    wait_until(s, "again")
    assert len(s.read_words) == 17
    assert s.read_by == [0] * 5 + [1] * 4 + [0] * 4 + [1] * 4


@pytest.mark.rule("cadavrexkix", "R25")
def test_the_text_may_be_read_a_second_time() -> None:
    s = read_out(composing())
    left = s.phases[-1].until - s.now  # type: ignore[attr-defined]
    do(s, 1, "reread")
    assert phase(s) == "reread" and view(s).fact("heard") == 0
    for heard in range(1, 18):
        wait(s, "reread/word")
        assert view(s).fact("heard") == heard
    wait(s, "reread/word")
    assert phase(s) == "again" and "reread" not in names(s, 0)
    due = s.next_alarm()
    assert due is not None and due.at - s.now == left


def remembering(**options: Any) -> CadavrexkixState:
    s = booklet(memory=True, **options)
    one_step(s, "Chaque matin les enfants rament")
    written_out(s)
    assert view(s, 0).fact("own_lines") == [[], None]
    for seat in s.all_seats:
        do(s, seat, "ready")
    return s


@pytest.mark.rule("cadavrexkix", "D10", "D16")
def test_with_memory_each_word_is_typed_again() -> None:
    s = remembering()
    assert phase(s) == "say" and names(s, 0) == {"say", "forgot"} and not names(s, 1)
    do(s, 0, "say", word="chaque")
    do(s, 0, "say", word="soir", known={"soir": KNOWN})
    do(s, 0, "forgot")
    began = s.now
    wait(s, "say/limit")
    assert s.now - began == 15_000
    assert s.read_words == ["Chaque", "soir", "les", "enfants"]
    assert s.meant_words == ["", "matin", "", ""]
    assert s.read_marks == [0, 0, FORGOTTEN, FORGOTTEN]
    assert refused(s, 0, "say", word="ra ment") == "not_one_word"
    do(s, 0, "say", word="rament")
    assert names(s, 1) == {"say", "forgot"} and not names(s, 0)
    wait_until(s, "again")
    assert len(s.text) == 17


@pytest.mark.rule("cadavrexkix", "D10")
def test_nothing_on_the_screen_helps_to_remember() -> None:
    s = remembering()
    for word in ("Chaque", "matin", "enfants"):
        assert word not in str(view(s, 0)) and word not in str(Door(s, 1).offers(0))


# ---- hearts and the end ---------------------------------------------------------------------------------------


@pytest.mark.rule("cadavrexkix", "D14")
def test_everybody_may_give_one_heart_to_a_word_of_somebody_else() -> None:
    s = booklet()
    one_step(s, "Chaque matin les enfants rament")
    read_out(s)
    assert refused(s, 0, "heart", word="2") == "not_possible"
    events = do(s, 1, "heart", word="2")
    assert told(events, "gives_heart") == [{"seat": 1, "owner": 0, "word": "matin"}]
    assert "heart" not in names(s, 1)
    assert view(s).fact("hearts") == [-1, 1]
    assert s.scores == []


@pytest.mark.rule("cadavrexkix", "D14")
def test_no_heart_for_what_the_table_filled_in_nor_where_there_are_none() -> None:
    s = composing(2)
    for _ in range(2):
        wait(s, "compose/limit")
    wait(s, "pass_on/over")
    read_out(s)
    (heart,) = (o for o in s.offers(1) if o.name == "heart")
    assert list(heart.params["word"].values()) == ["10", "11", "12", "13"]
    assert "heart" not in names(read_out(composing(hearts=False)), 0)


def vote(s: CadavrexkixState, *votes: str) -> None:
    for seat, name in enumerate(votes):
        if name:
            do(s, seat, name, t=max(s.now, s.phases[-1].began + 3_000))


@pytest.mark.rule("cadavrexkix", "R27", "D13")
@pytest.mark.parametrize(
    ("votes", "goes_on"),
    [
        (("one_more", "one_more", "enough"), True),
        (("one_more", "enough", "enough"), False),
        (("one_more", "enough", ""), False),
        (("one_more", "", ""), True),
        (("", "", ""), False),
    ],
)
def test_the_table_votes_for_another_circle(votes: tuple[str, ...], goes_on: bool) -> None:
    s = read_out(composing(3))
    began = s.now
    vote(s, *votes)
    wait(s, "again/limit")
    assert s.now - began == (3_000 if all(votes) else 30_000)  # D16
    assert (s.outcome is None, s.circle_number) == (goes_on, 2 if goes_on else 1)


@pytest.mark.rule("cadavrexkix", "D13", "D16")
def test_bots_and_those_who_are_gone_do_not_vote() -> None:
    s = read_out(composing(3))
    apply(s, SeatChanged(s.now, 1, False, True))
    apply(s, SeatChanged(s.now, 2, True, False))
    assert "one_more" not in names(s, 1) and "one_more" not in names(s, 2)
    vote(s, "one_more")
    wait(s, "again/limit")
    assert s.circle_number == 2


@pytest.mark.rule("cadavrexkix", "R25", "D16")
def test_nobody_votes_before_the_table_has_looked() -> None:
    s = read_out(composing())
    assert refused(s, 0, "enough") == "too_early"


@pytest.mark.rule("cadavrexkix", "D13")
def test_at_most_ten_circles() -> None:
    s = composing(2)
    for circle in range(1, 11):
        assert s.circle_number == circle
        wait_until(s, "again")
        assert ("one_more" in names(s, 0)) == (circle < 10)
        vote(s, *(("one_more",) * 2 if circle < 10 else ("ready",) * 2))
        wait(s, "again/limit")
    assert s.outcome is not None and s.outcome.reason is Reason.CAP


@pytest.mark.rule("cadavrexkix", "D13")
def test_a_fixed_number_of_circles_needs_no_vote() -> None:
    s = read_out(composing(circles=2))
    assert "one_more" not in names(s, 0) and "ready" in names(s, 0)
    vote(s, "ready", "ready")
    wait(s, "again/limit")
    wait_until(s, "again")
    assert s.circle_number == 2
    wait(s, "again/limit")
    assert s.outcome is not None and s.outcome.reason is Reason.RULE


@pytest.mark.rule("cadavrexkix", "R28", "D18")
def test_nobody_wins() -> None:
    s = read_out(composing(3))
    do(s, 0, "heart", word="6")
    do(s, 1, "heart", word="1")
    vote(s, "enough", "enough", "enough")
    events = wait(s, "again/limit")
    assert s.outcome is not None
    assert (s.outcome.ranks, s.outcome.result, s.outcome.detail) == (None, Result.MADE, "closed")
    assert s.outcome.scores == (2, 2, 2) and not s.outcome.winners
    assert told(events, "result") == [{"circles": 1, "hearts": 2}]


# ---- nobody may know ------------------------------------------------------------------------------------------


@pytest.mark.rule("cadavrexkix", "R15", "R22", "D17")
def test_an_imagined_sheet_keeps_what_was_announced_and_nothing_else() -> None:
    s = booklet(3)
    one_step(s, "Chaque matin les enfants rament")
    own = fitting(s, 1)
    write(s, 1, own)
    twin = s.redeal(1, keyed(seed_from("dream"), "redeal"))
    assert [word.text for word in twin.lines[1]] == ["rament", *own.split()]
    assert twin.lines[0][4].text == "rament"
    assert [word.text for word in twin.lines[0][:4]] != ["Chaque", "matin", "les", "enfants"]
    assert not twin.missing(0)
    assert str(view(twin, 1)) == str(view(s, 1))


@pytest.mark.rule("cadavrexkix", "R15", "R22", "D17")
def test_to_whoever_wrote_the_first_step_the_second_could_be_anything() -> None:
    s = booklet(3)
    one_step(s, "Chaque matin les enfants rament")
    own = fitting(s, 1)
    write(s, 1, own)
    twin = s.redeal(0, keyed(seed_from("dream"), "redeal"))
    assert [word.text for word in twin.lines[0]] == ["Chaque", "matin", "les", "enfants", "rament"]
    assert [word.text for word in twin.lines[1][1:]] != own.split()
    assert not twin.missing(1)
    assert str(view(twin, 0)) == str(view(s, 0))


# ---- the laziest players --------------------------------------------------------------------------------------


def same_box(seen: Sighting) -> Move | None:
    """The same word again and again, as long as it may."""
    offer = seen.offer("word")
    if offer is None:
        return None
    text = offer.params["text"].given({"box": "5"}).sample(RARELY)
    return Move("word", {"box": "5", "text": text})


RARELY = keyed(seed_from("lazy"), "letters")


@pytest.mark.parametrize("habit", [nothing, first("arrange"), same_box])
def test_the_circle_closes_whatever_the_laziest_player_does(habit: Habit) -> None:
    match = played(GAME, habit, 1, 3, 5, against="normal")
    s = match.state
    assert isinstance(s, CadavrexkixState)
    assert s.outcome is not None and s.outcome.detail == "closed"
    assert len(s.text) == 25 and all(WORD.fullmatch(word.text) for word in s.text)
    filled = [word.author for word in s.text if word.marks & FILLED]
    assert set(filled) == {1}
