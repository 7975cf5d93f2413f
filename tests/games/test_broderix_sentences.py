"""Broderix, rule by rule: layers, point !, contests. Expected results are worked out from the rules."""

from typing import Any

import pytest

from tablee.games.broderix.rules import BroderixState
from tablee.kernel.door import Door, encode
from tablee.words import flags
from tablee.words.flags import FUNCTION, KNOWN, NOUN, VERB
from tests.games.broderix import (
    COVERED,
    active,
    at,
    covered_but,
    due,
    lay,
    phase,
    places,
    searching,
    sizes,
    top,
    turn_and_lay,
    une,
)
from tests.table import do, faces, names, refused, told, view, wait

# ---- layers --------------------------------------------------------------------------------------------


@pytest.mark.rule("broderix", "R27", "R31")
def test_the_first_cards_are_covered_first_and_then_all_of_them_again() -> None:
    s = at("vS vS vT", "vL bK", carpet=covered_but(p19="pG", p3="★"))
    do(s, 0, "flip")
    assert places(s, 0) == [3, 19]
    lay(s, 0, 3, "te")
    wait(s, "said/close")
    do(s, 1, "flip")
    assert (places(s, 1), s.layer) == ([19], 2)
    lay(s, 1, 19, "gking")
    events = wait(s, "said/close")
    assert (told(events, "third"), s.layer) == ([{"count": 3}], 3)
    do(s, 0, "flip")
    assert places(s, 0) == list(range(20))
    assert all(top(s, i) for i in range(20))


@pytest.mark.rule("broderix", "R32", "D18", "R31", "R34")
def test_a_third_card_turns_the_pile_face_down() -> None:
    """Example 7: T on the A that lies on top."""
    s = at("vS vT", "vL bK", carpet=COVERED, layer=3)
    do(s, 0, "flip")
    assert refused(s, 0, "lay", pile=11, word="lit") == "letters_missing"  # I lies under A
    lay(s, 0, 11, "était")
    assert top(s, 11) == "vT"  # R32 waits for the window
    wait(s, "said/close")
    assert top(s, 11) is None
    seen = view(s, 0).zone("carpet:11")
    assert ([c for c in seen.cards if c and c.face], seen.count) == ([], 3)
    do(s, 1, "flip")
    assert places(s, 1) == [i for i in range(20) if i != 11]


THIRD = {i: f"{cards} {third}" for (i, cards), third in zip(
    COVERED.items(),
    (
        "pA", "pB", "pC", "pD", "pE",
        "pH", "pJ", "pM", "pN", "pP",
        "pQ", "pR", "pT", "pU", "pV",
        "pX", "pY", "pZ", "bA", "bB",
    ),
    strict=True,
)}  # fmt: skip
"""Every pile has three cards."""


@pytest.mark.rule("broderix", "R33", "R34", "D16")
def test_when_all_are_face_down_all_are_turned_up_again() -> None:
    """Example 7: the 20th pile is turned down, and the fourth layer begins."""
    down = tuple(i for i in range(20) if i != 11)
    s = at("vS vL vT", "vR bK", carpet={**THIRD, 11: COVERED[11]}, layer=3, down=down)
    assert [i for i in range(20) if top(s, i)] == [11]
    do(s, 0, "flip")
    assert places(s, 0) == [11]
    lay(s, 0, 11, "était")
    events = wait(s, "said/close")
    assert (told(events, "turned_up"), s.layer) == ([{"count": 4}], 4)
    assert [top(s, i) for i in (0, 11, 19)] == ["pA", "vT", "bB"]
    do(s, 1, "flip")
    assert places(s, 1) == list(range(20))
    lay(s, 1, 0, "kaki")
    wait(s, "said/close")
    assert top(s, 0) is None  # R34


@pytest.mark.rule("broderix", "D17")
def test_after_the_fourth_layer_comes_a_fifth() -> None:
    down = tuple(range(1, 20))
    s = at("vS vL vT", "vR bK", carpet=THIRD, layer=4, down=down)
    turn_and_lay(s, 0, 0, "tata")
    assert s.layer == 5
    do(s, 1, "flip")
    assert top(s, 0) == "vT"
    assert places(s, 1) == list(range(20))


@pytest.mark.rule("broderix", "R32", "R33")
def test_what_lies_face_down_is_told_to_nobody() -> None:
    """Two tables differ in the top card of a pile that is down: all that anybody is sent is the same."""
    down = (3,)
    one = at("vS vT", "vL bK", carpet={**THIRD}, layer=4, down=down)
    other = at("vS vT", "vL bK", carpet={**THIRD}, layer=4, down=down)
    pile = other.carpet[3]
    pile.cards[-1], other.draw.cards[0] = other.draw.cards[0], pile.cards[-1]
    for viewers in (0b01, 0b10, 0b11):
        seen = [encode(Door(s, viewers).glimpse()) for s in (one, other)]
        assert seen[0] == seen[1]


# ---- point ! -------------------------------------------------------------------------------------------


def robert_mange(**more: Any) -> BroderixState:
    """Example 8: seat 1 has just said « mange », and the window is open."""
    s = at("vE vT pB", "vR vL pM", "vS bK", **more)
    turn_and_lay(s, 0, 0, "Robert")
    do(s, 1, "flip")
    lay(s, 1, 5, "mange")
    return s


@pytest.mark.rule("broderix", "R19", "R20", "R21", "D7")
def test_point_ends_a_sentence_with_a_verb_and_another_one_begins() -> None:
    """Example 8."""
    s = robert_mange()
    assert [names(s, seat) for seat in s.all_seats] == [{"contest"}, {"point"}, {"contest"}]
    do(s, 1, "point")
    assert (phase(s), names(s, 1)) == ("said", set())  # it can still be contested
    events = wait(s, "said/close")
    assert told(events, "point") == [{"seat": 1, "words": "Robert mange."}]
    assert (s.spoken, s.stories, active(s)) == ([], ["Robert mange."], (2,))
    turn_and_lay(s, 2, 1, "kaki")
    assert (s.sentence, s.stories) == ("Kaki", ["Robert mange."])


@pytest.mark.rule("broderix", "R19")
def test_without_a_verb_there_is_no_point() -> None:
    """Example 8: « Le petit »."""
    s = searching("vE vT bL", "vR bP")
    lay(s, 0, 5, "le", kind=KNOWN | FUNCTION)
    assert refused(s, 0, "point") == "not_your_turn"
    wait(s, "said/close")
    do(s, 1, "flip")
    lay(s, 1, 7, "petite", kind=KNOWN | NOUN | flags.ADJECTIVE)
    assert names(s, 1) == set()


@pytest.mark.rule("broderix", "R19")
@pytest.mark.parametrize(
    ("kind", "live"),
    [(KNOWN | VERB, True), (KNOWN | NOUN, False), (KNOWN | flags.FIRST_NAME, False), (KNOWN, True)],
)
def test_a_word_of_which_nothing_is_told_may_be_a_verb(kind: int, live: bool) -> None:
    """Word lists of other languages have no parts of speech."""
    s = searching("vE vT pM", "vR bP")
    lay(s, 0, 5, "mange", kind=kind)
    assert names(s, 0) == ({"point"} if live else set())


@pytest.mark.rule("broderix", "R21")
def test_without_point_the_sentence_gets_longer() -> None:
    s = robert_mange()
    wait(s, "said/close")
    turn_and_lay(s, 2, 1, "kaki")
    assert (s.sentence, s.stories) == ("Robert mange kaki", [])


@pytest.mark.rule("broderix", "D7", "R20")
def test_only_who_said_the_last_word_says_point_and_not_once_the_turn_has_passed() -> None:
    s = robert_mange()
    assert refused(s, 0, "point") == "not_offered"
    wait(s, "said/close")
    assert all("point" not in names(s, seat) for seat in s.all_seats)


@pytest.mark.rule("broderix", "R20", "D7")
def test_point_may_be_said_while_one_may_play_again_until_the_card_is_turned() -> None:
    s = at("vT vL bE", "vR pR")
    turn_and_lay(s, 0, 4, "mesure", kind=KNOWN | VERB)
    assert names(s, 0) == {"flip", "end_turn", "point"}
    do(s, 0, "point")
    assert (s.stories, phase(s), names(s, 0)) == (["Mesure."], "again", {"flip", "end_turn"})
    s = at("vT vL bE", "vR pR")
    turn_and_lay(s, 0, 4, "mesure", kind=KNOWN | VERB)
    do(s, 0, "flip")
    assert names(s, 0) == {"lay", "dry"}


@pytest.mark.rule("broderix", "D7")
def test_with_a_verb_the_window_is_kept_even_if_nobody_could_contest() -> None:
    s = at("vE vT pB", "vR vL pM", "vS bK", contests=False)
    do(s, 0, "flip")
    lay(s, 0, 0, "Robert")
    assert (phase(s), active(s)) == ("start", (1,))  # nobody has anything to do in a window
    do(s, 1, "flip")
    lay(s, 1, 5, "mange")
    assert (phase(s), names(s, 1), names(s, 0)) == ("said", {"point"}, set())
    assert due(s) == ("said/close", s.now + 3_000)
    do(s, 1, "point")
    assert (s.stories, active(s)) == (["Robert mange."], (2,))  # nothing is left to wait for


@pytest.mark.rule("broderix", "D7", "D8")
def test_a_refused_word_takes_its_point_with_it() -> None:
    s = robert_mange()
    do(s, 1, "point")
    do(s, 0, "contest")
    do(s, 1, "take_back")
    assert (s.spoken, s.stories, phase(s)) == (["Robert"], [], "place")


# ---- contests ------------------------------------------------------------------------------------------


@pytest.mark.rule("broderix", "R22", "D8")
@pytest.mark.parametrize(("text", "accepted"), [("grosse poire", True), ("et", False)])
def test_a_contested_word_is_defended_by_a_continuation(text: str, accepted: bool) -> None:
    """Example 12."""
    s = une()
    said = s.now
    do(s, 0, "contest", t=said + 1_000)
    assert (phase(s), active(s), names(s, 2)) == ("defend", (2,), {"go_on", "take_back"})
    events = do(s, 2, "go_on", t=said + 9_000, text=text)
    assert told(events, "defends") == [{"seat": 2, "words": f"une {text}"}]
    assert view(s, 1).fact("words") == [f"une {text}"]
    for seat in (0, 1):  # whoever contested votes on what he has heard
        do(s, seat, "accept" if accepted else "refuse", t=said + 10_000)
    if accepted:
        assert (phase(s), s.sentence, active(s)) == ("again", "Robert mange une", (2,))
        return
    assert (phase(s), s.sentence, faces(s, "turned"), top(s, 13)) == ("place", "Robert mange", ["bU"], "vN")
    assert due(s) == ("place/limit", 60_000 + said + 10_000)  # the time that was left
    assert sizes(s) == [2, 2, 1]
    lay(s, 2, 13, "une")  # it is still a word
    assert phase(s) == "said"


@pytest.mark.rule("broderix", "D8")
def test_at_a_table_of_two_who_contested_judges_the_continuation() -> None:
    s = searching("vE vT pB", "vR vL pM")
    lay(s, 0, 0, "Robert")
    do(s, 1, "contest")
    do(s, 0, "go_on", text="mange")
    assert names(s, 1) == {"accept", "refuse"}
    do(s, 1, "accept")
    assert (s.spoken, active(s)) == (["Robert"], (1,))


@pytest.mark.rule("broderix", "D8", "D9")
def test_silence_accepts_and_there_is_one_contest_per_word() -> None:
    s = une()
    do(s, 0, "contest")
    do(s, 2, "go_on", text="poire")
    wait(s, "vote/limit")
    assert (phase(s), s.sentence) == ("again", "Robert mange une")
    assert names(s, 1) == set()


@pytest.mark.rule("broderix", "D9")
def test_what_nobody_contests_is_accepted() -> None:
    s = une()
    wait(s, "said/close")
    assert s.sentence == "Robert mange une"


@pytest.mark.rule("broderix", "D22", "R22")
def test_who_types_no_continuation_within_twenty_seconds_is_refused() -> None:
    s = une()
    do(s, 1, "contest")
    assert due(s) == ("defend/limit", s.now + 20_000)
    wait(s)
    assert (phase(s), active(s), s.sentence, faces(s, "turned")) == ("place", (2,), "Robert mange", ["bU"])


@pytest.mark.rule("broderix", "D8")
def test_he_may_take_his_word_back_at_once() -> None:
    s = une()
    do(s, 1, "contest")
    do(s, 2, "take_back")
    assert (phase(s), s.sentence) == ("place", "Robert mange")


@pytest.mark.rule("broderix", "D8", "R32")
def test_nothing_is_turned_before_the_contest_is_over() -> None:
    s = at("vS vT", "vL bK", carpet=COVERED, layer=3)
    do(s, 0, "flip")
    lay(s, 0, 11, "était")
    do(s, 1, "contest")
    do(s, 0, "take_back")
    assert (top(s, 11), faces(s, "carpet:11")) == ("yA", ["bI", "yA"])
    assert faces(s, "turned") == ["vT"]


@pytest.mark.rule("broderix", "D8")
def test_where_contests_are_off_nobody_contests() -> None:
    s = searching("vE vT pB", "vR vL pM", contests=False)
    lay(s, 0, 0, "Robert")
    assert (phase(s), active(s)) == ("start", (1,))


@pytest.mark.rule("broderix", "R9")
def test_an_unknown_word_is_voted_on_before_it_is_laid() -> None:
    s = searching("vE vT pB", "vR vL pM")
    lay(s, 0, 0, "brouf", kind=0)
    assert (phase(s), faces(s, "turned")) == ("vote", ["pB"])
    do(s, 1, "refuse")
    assert (phase(s), faces(s, "turned")) == ("place", ["pB"])
    lay(s, 0, 0, "bloup", kind=0)
    do(s, 1, "accept")
    assert (phase(s), s.spoken) == ("said", ["bloup"])
