"""Toufrazix, rule by rule: rounds and the end, silence, time to think, time to read, and one human alone.

Expected results are worked out from the rules.
"""

from typing import Any

import pytest

from tablee.games.toufrazix.rules import ToufrazixState
from tablee.kernel.door import encode
from tablee.kernel.events import Event
from tablee.kernel.record import SeatChanged, apply
from tablee.kernel.units import Millis, Seat
from tests.games.toufrazix import (
    LEFT,
    RIGHT,
    SEVEN,
    SIX,
    boxes,
    counts,
    due,
    has_sentence,
    phase,
    plain,
    say,
    says,
    seal,
    searching,
    stands,
    table,
    turn,
    written_on,
)
from tests.table import do, faces, names, told, view, wait

# ---- rounds and the end --------------------------------------------------------------------------------


@pytest.mark.rule("toufrazix", "D15", "R27")
def test_the_next_round_is_started_by_the_left_neighbour_of_its_last_starter() -> None:
    s = table("line:0=vT | pile:0=pK | pile:1=pW | pile:2=vL", seat=2)
    do(s, 2, "flip")
    says(s, 2, 1, RIGHT, "tombe le")
    assert (turn(s), view(s).fact("starter")) == (0, 0)


@pytest.mark.rule("toufrazix", "R28", "D14")
@pytest.mark.parametrize(("free", "again"), [(22, True), (21, False)])
def test_a_new_round_needs_seven_cards_each_and_one_to_turn(free: int, again: bool) -> None:
    """Of three players: what is neither won nor set aside, after the two cards laid are won."""
    s = table("line:0=vT | pile:0=vL | pile:1=pW | pile:2=pQ | won:1=…")
    s.move(s.won(1).cards[-1], s.won(1), s.draw)
    while len(s.draw.cards) < free - 2:
        s.move(s.won(1).cards[-1], s.won(1), s.draw)
    do(s, 0, "flip")
    says(s, 0, 1, RIGHT, "tombe le")
    assert (s.outcome is None) is again
    if s.outcome is not None:
        assert s.outcome.detail == "no_deal"


@pytest.mark.rule("toufrazix", "R29", "D17")
def test_the_most_cards_win_and_ties_share_the_victory() -> None:
    s = table("line:0=vT | pile:0=vL | pile:1=pW | pile:2=pQ | won:1=bA bB | aside=…")
    s.scores = [0, 2, 0]
    do(s, 0, "flip")
    says(s, 0, 1, RIGHT, "tombe le")
    assert s.outcome is not None
    assert (s.outcome.scores, s.outcome.winners) == ((2, 2, 0), (0, 1))


@pytest.mark.rule("toufrazix", "R28")
@pytest.mark.parametrize("rounds", [1, 2])
def test_a_table_may_play_so_many_rounds(rounds: int) -> None:
    s = table("line:0=vT | pile:0=✹ | pile:1=pW", 2, rounds=rounds)
    do(s, 0, "flip")
    do(s, 0, "offer", taker=1)
    assert (s.outcome is not None) is (rounds == 1)
    if s.outcome is not None:
        assert s.outcome.detail == "rounds"


@pytest.mark.rule("toufrazix", "D19")
def test_a_round_in_which_nothing_was_laid_ends_the_game() -> None:
    s = table("pile:0=✹ | pile:1=pW", 2)
    do(s, 0, "flip")
    do(s, 0, "offer", taker=1)
    assert s.outcome is not None
    assert s.outcome.detail == "nothing_laid"


# ---- silence -------------------------------------------------------------------------------------------


@pytest.mark.rule("toufrazix", "D18")
@pytest.mark.parametrize("seconds", [5, 10])
def test_a_card_that_nobody_turns_is_turned(seconds: int) -> None:
    s = plain(flip_s=seconds)
    assert due(s) == ("flip/auto", seconds * 1_000)
    assert told(wait(s), "timeout") == [{"seat": 0}]
    assert (phase(s), faces(s, "turned")) == ("search", ["vO"])


@pytest.mark.rule("toufrazix", "D18")
def test_a_petard_that_nobody_gives_goes_to_the_next_seat() -> None:
    s = plain("line:0=vT | pile:0=pK ✹")
    do(s, 0, "flip")
    assert due(s) == ("petard/limit", 10_000)
    assert told(wait(s), "gives") == [{"giver": 0, "taker": 1}]
    assert counts(s) == [1, 3, 2]


@pytest.mark.rule("toufrazix", "D18", "D10")
def test_no_choice_after_an_etoile_ends_the_turn() -> None:
    s = searching("line:0=vT | pile:0=pK ★")
    says(s, 0, 1, RIGHT, "ta vole")
    name, at = due(s)
    assert (name, at - s.now) == ("flip/auto", 10_000)
    assert told(wait(s), "stops") == [{"seat": 0}]
    assert (turn(s), counts(s)) == (1, [1, 2, 2])


# ---- time to think -------------------------------------------------------------------------------------


@pytest.mark.rule("toufrazix", "D20")
@pytest.mark.parametrize(
    ("position", "options", "seconds"),
    [
        ("line:0=vT", {}, 20),
        ("line:0=vT vO vM vA", {}, 35),
        ("line:0=vT vO vM vA", {"grace_s": 5}, 30),
        ("line:0=vT vO vM vA", {"grace_s": 20}, 45),
        (f"line:0={SEVEN}", {}, 15),  # a new line
        (f"line:0={SEVEN} | line:1=bA bB bC bD bE bF", {}, 45),
        (f"line:0={SEVEN} | line:1=bA bB", {}, 25),
        (f"line:0={SIX}", {"grace_s": 20}, 45),  # not 55
    ],
)
def test_no_chrono_starts_before_the_player_has_had_his_time(
    position: str, options: dict[str, Any], seconds: int
) -> None:
    """Example 11: 10 s and 5 s for each card of the shortest line he could lay on, 45 s at most."""
    s = searching(f"{position} | pile:0=pK pD", **options)
    domain = next(o for o in s.offers(1) if o.name == "idea").params
    end = next(iter(domain["end"].values()))
    say_fitting(s, 1, end, t=1_000)
    assert phase(s) == "search"
    assert due(s) == ("search/close", seconds * 1_000)
    wait(s)
    assert (phase(s), due(s)) == ("countdown", ("countdown/zero", seconds * 1_000 + 10_000))


FITTING = {
    "T": "tombe", "O": "donne", "M": "aime", "A": "aime", "S": "ses", "E": "aime", "R": "arrêtez", "D": "donne",
    "B": "tombe", "C": "chaise", "F": "f", "G": "plonge",
}  # fmt: skip


def say_fitting(s: ToufrazixState, seat: Seat, end: str, t: Millis) -> list[Event]:
    line, _, side = end.rpartition("/")
    letters = [s.faces[c][-1] for c in s.zone(line).cards]
    letters = [*letters, "D"] if side == RIGHT else ["D", *letters]
    s.words["F"] = True
    sentence = " ".join(FITTING[letter] for letter in letters)
    return seal(s, seat, int(line.removeprefix("line:")) + 1, side, sentence, t)


@pytest.mark.rule("toufrazix", "D20", "D7")
def test_an_idea_sealed_early_waits_unseen_and_dry_opens_it_at_once() -> None:
    """Example 11."""
    s = searching("line:0=vT vO vM vA | pile:0=pK pD")
    seal(s, 1, 1, RIGHT, "ta poule aime la donne", 6_000)
    assert view(s, 1).fact("waiting") == [None, "ta poule aime la donne", None]
    for seat in (0, 2):
        assert view(s, seat).fact("waiting")[1] is None
        assert b"poule" not in encode(view(s, seat))
    assert due(s) == ("search/close", 35_000)
    do(s, 0, "dry", t=20_000)
    assert told(wait(s, "gave_up/close"), "opens") == [{"seat": 1, "words": "ta poule aime la donne"}]
    stands(s)
    assert (faces(s, "line:0")[-1], counts(s), turn(s)) == ("pD", [2, 2, 2], 1)


@pytest.mark.rule("toufrazix", "D20")
def test_of_several_that_wait_the_one_sealed_first_counts() -> None:
    s = searching()
    seal(s, 2, 1, RIGHT, "arrêtez tout", 3_000)
    seal(s, 1, 1, LEFT, "donne ta", 5_000)
    assert told(wait(s, "search/close"), "chrono") == [{"seat": 2, "owner": 0, "seconds": 10}]
    assert s.now == 20_000


@pytest.mark.rule("toufrazix", "D20")
def test_an_answer_in_time_and_there_is_no_chrono() -> None:
    s = searching()
    seal(s, 2, 1, RIGHT, "arrêtez tout", 3_000)
    say(s, 0, 1, LEFT, "donne ta", 19_999)
    stands(s)
    assert (written_on(s, 1), turn(s), phase(s)) == (["donne", "ta"], 0, "flip")


@pytest.mark.rule("toufrazix", "D21")
def test_the_boxes_open_with_the_sentence_in_force_and_a_box_to_fill() -> None:
    s = searching(f"line:0={SEVEN} | line:1=bT bO | pile:0=pK bM")
    has_sentence(s, 2, "arrêtez tout", 2)
    assert boxes(s, "line:1/right").opens_with == ("arrêtez", "tout", "")
    assert boxes(s, "line:1/left").opens_with == ("", "arrêtez", "tout")
    assert boxes(s, "line:0/right").opens_with == ("",) * 8


# ---- time to read, and one human alone -----------------------------------------------------------------


@pytest.mark.rule("toufrazix", "D22")
@pytest.mark.parametrize(("said_s", "span", "contests"), [(3, 4_500, True), (6, 7_500, True), (0, 2_000, False)])
def test_a_sentence_stays_for_as_long_as_it_takes_to_read(said_s: int, span: Millis, contests: bool) -> None:
    """Three words: a second and a half more; without contests two seconds at least."""
    s = searching("line:0=vT vO | pile:0=pK vM", said_s=said_s)
    say(s, 0, 1, RIGHT, "ta poule aime", 1_000)
    assert due(s) == ("spoken_sentence/close", 1_000 + span)
    assert names(s, 1) == ({"contest"} if contests else set())


@pytest.mark.rule("toufrazix", "D22")
def test_also_where_nobody_could_contest_it() -> None:
    s = searching("line:0=vT vO | pile:0=pK vM")
    bots(s, 1, 2)
    say(s, 0, 1, RIGHT, "ta poule aime")
    assert due(s) == ("spoken_sentence/close", 4_500)
    assert names(s, 1) == names(s, 2) == set()


def bots(s: ToufrazixState, *seats: Seat) -> None:
    for seat in seats:
        apply(s, SeatChanged(s.now, seat, human=False, present=True))


@pytest.mark.rule("toufrazix", "D23")
@pytest.mark.parametrize("kept", [True, False])
def test_alone_with_bots_a_strange_sentence_is_shown_back(kept: bool) -> None:
    s = searching()
    bots(s, 1, 2)
    say(s, 0, 1, RIGHT, "tombe tout", 1_000)
    assert (phase(s), names(s, 0), faces(s, "turned")) == ("sounds_right", {"sounds_fine", "rewrite"}, ["vO"])
    do(s, 0, "sounds_fine" if kept else "rewrite", t=3_000)
    if kept:
        assert (phase(s), written_on(s, 1)) == ("spoken_sentence", ["tombe", "tout"])
    else:
        assert (phase(s), faces(s, "line:0"), due(s)[1]) == ("search", ["vT"], 92_000)


@pytest.mark.rule("toufrazix", "D23")
def test_a_sentence_that_can_be_read_is_not_shown_back_nor_one_among_people() -> None:
    s = searching()
    bots(s, 1, 2)
    say(s, 0, 1, RIGHT, "arrêtez tout")
    assert phase(s) == "spoken_sentence"
    s = searching()
    say(s, 0, 1, RIGHT, "tombe tout")
    assert phase(s) == "spoken_sentence"


@pytest.mark.rule("toufrazix", "D23")
def test_once_in_a_bots_turn_one_human_alone_may_have_another_sentence() -> None:
    """Its card is taken back, and it has fresh time."""
    s = searching("line:0=vT | pile:0=pK vL vO")
    bots(s, 0, 1)
    has_sentence(s, 1, "toit", 1)
    say(s, 0, 1, RIGHT, "arrêtez tout", 8_000)
    assert names(s, 2) == {"another"}
    do(s, 2, "another")
    assert (phase(s), faces(s, "line:0"), faces(s, "turned")) == ("search", ["vT"], ["vO"])
    assert (written_on(s, 1), due(s)) == (["toit"], ("search/limit", 98_000))
    say(s, 0, 1, LEFT, "donne ta")
    assert names(s, 2) == set()
    stands(s)
    do(s, 0, "flip")  # a vowel: still the same turn
    say(s, 0, 1, RIGHT, "donne ta le")
    assert names(s, 2) == set()
