"""Solitix, rule by rule: unknown words and the hint, together, the plan as a domain.

Expected results are worked out from the rules.
"""

import pytest

from tablee.games.solitix.rules import GAME, PENS, SUGGESTIONS, SolitixState
from tablee.kernel.door import Door
from tablee.kernel.events import Event
from tablee.kernel.moves import Move
from tablee.kernel.outcome import Reason
from tablee.kernel.record import Played, SeatChanged, apply
from tablee.kernel.state import SeatState
from tablee.pieces.notation import arrange
from tablee.words.columns import takes_etoile
from tablee.words.lexicon import Lexicon
from tests.games.solitix import FOUR, FOYER, P, column, fill, no, plan, table, write
from tests.table import do, names, refused, start, told, view, wait

# ---- unknown words and the hint ------------------------------------------------------------------------


@pytest.mark.rule("solitix", "D14")
def test_alone_an_unknown_word_is_refused_where_the_table_says_so() -> None:
    s = table(P, unknown_alone="refuse")
    assert no(s, "brio", "5:B", "2:R", "4:I", "7:O", known=0) == "unknown_word"
    assert s.written == []


@pytest.mark.rule("solitix", "D14")
def test_alone_one_says_whether_one_is_sure_of_an_unknown_word() -> None:
    """C19: not sure, the columns are as they were; sure, it is a word, and the log says who was."""
    s = table(P)
    before = [column(s, c) for c in range(1, 8)]
    write(s, 0, "brio", "5:B", "2:R", "4:I", "7:O", known=0)
    assert (view(s, 0).phase, names(s, 0)) == ("sure", {"sure", "not_sure"})
    do(s, 0, "not_sure")
    assert (view(s, 0).phase, s.written) == ("writing", [])
    assert [column(s, c) for c in range(1, 8)] == before
    write(s, 0, "brio", "5:B", "2:R", "4:I", "7:O", known=0)
    news = do(s, 0, "sure")
    assert told(news, "confirmed") == [{"seat": 0, "words": "brio"}]
    assert s.written == ["brio"]


@pytest.mark.rule("solitix", "D14", "D15")
def test_alone_among_bots_the_pen_is_kept_until_one_is_sure() -> None:
    s = table(P, 2)
    s.seats = (SeatState(), SeatState(human=False))
    do(s, 0, "take_pen")
    write(s, 0, "brio", "5:B", "2:R", "4:I", "7:O", known=0)
    do(s, 0, "not_sure")
    assert "write" in names(s, 0)
    write(s, 0, "brio", "5:B", "2:R", "4:I", "7:O", known=0)
    do(s, 0, "sure")
    assert (s.written, view(s, 1).fact("holder")) == (["brio"], -1)


@pytest.mark.rule("solitix", "D14")
def test_together_the_others_vote() -> None:
    s = table(P, 3)
    do(s, 0, "take_pen")
    write(s, 0, "brio", "5:B", "2:R", "4:I", "7:O", known=0)
    assert view(s, 1).phase == "vote"
    do(s, 1, "refuse")
    do(s, 2, "refuse")
    assert view(s, 1).phase == "writing"
    assert s.written == []
    do(s, 1, "take_pen")
    write(s, 1, "orbi", "7:O", "2:R", "5:B", "4:I", known=0)
    do(s, 0, "accept")
    do(s, 2, "refuse")
    assert s.written == ["orbi"], "a tie accepts"


SMALL = Lexicon.of([("foyer", 0, 4.0), ("fore", 0, 5.0), ("zébu", 0, 3.0)])


def ask(s: SolitixState) -> list[Event]:
    """The hint as a client asks for it: the table's lexicon answers."""
    s.drain()
    apply(s, Played(s.now, 0, Door(s, 1).inward(0, Move("hint", at=s.now), SMALL)))
    return s.drain()


def test_the_hint_is_off_unless_the_table_wants_it() -> None:
    assert "hint" not in names(table(FOYER), 0)
    assert "hint" in names(table(FOYER, hint=True), 0)


def test_the_hint_opens_the_longest_word_letter_by_letter() -> None:
    s = table(FOYER, hint=True)
    assert [told(ask(s), "hint") for _ in range(3)] == [
        [{"word": "F····"}],
        [{"word": "FO···"}],
        [{"word": "FOY··"}],
    ]
    assert view(s, 0).fact("hint") == "FOY··"
    assert "FOYER" not in str(view(s, 0))
    for _ in range(2):
        ask(s)
    assert "hint" not in names(s, 0), "there is no letter left to open"


def test_the_answer_to_a_hint_stands_in_the_record() -> None:
    s = table(FOYER, hint=True)
    move = Door(s, 1).inward(0, Move("hint", known={"zzz": 1}), SMALL)
    assert list(move.known) == ["FOYER"], "a client cannot bring an answer of its own"
    assert all(o.asks is None for o in Door(s, 1).offers(0)), "nobody is sent the question"


def test_without_a_word_there_is_no_hint_and_it_is_said_once() -> None:
    s = table("column:0=bK | column:1=bW | column:2=bQ | column:3=bX", hint=True)
    assert told(ask(s), "no_hint") == [{}]
    assert "hint" not in names(s, 0)


# ---- together ------------------------------------------------------------------------------------------


@pytest.mark.rule("solitix", "R3", "D1")
def test_one_to_eight_play_and_win_together() -> None:
    assert GAME.info.players == (1, 8)
    s = table(FOUR, 4, pile="")
    do(s, 2, "take_pen")
    write(s, 2, "robe", "1:R", "2:O", "3:B", "4:E")
    assert s.outcome is not None
    assert s.outcome.winners == (0, 1, 2, 3)
    assert len(set(s.outcome.scores)) == 1


@pytest.mark.rule("solitix", "D15")
def test_only_who_has_the_pen_writes() -> None:
    s = table(P, 3)
    assert "write" not in names(s, 0)
    do(s, 1, "take_pen")
    assert names(s, 1) == {"write", "release", "give_up"}
    assert names(s, 0) == {"suggest"}
    assert view(s, 2).fact("holder") == 1
    write(s, 1, "robe", "2:R", "7:O", "5:B", "3:E")
    assert view(s, 2).fact("holder") == -1, "submitting frees the pen"
    assert "take_pen" in names(s, 2)


@pytest.mark.rule("solitix", "D15")
def test_the_pen_is_released_and_rests_five_seconds() -> None:
    s = table(P, 2)
    do(s, 0, "take_pen", t=1_000)
    do(s, 0, "release", t=2_000)
    assert refused(s, 0, "take_pen", t=6_999) == "too_early"
    do(s, 1, "take_pen", t=3_000)
    do(s, 1, "release", t=4_000)
    do(s, 0, "take_pen", t=7_000)
    assert view(s, 0).fact("holder") == 0


@pytest.mark.rule("solitix", "D15")
def test_sixty_seconds_without_action_free_the_pen() -> None:
    s = table(P, 2)
    do(s, 0, "take_pen", t=1_000)
    due = s.next_alarm()
    assert due is not None
    assert due.at == 61_000
    wait(s, "pen/limit")
    assert view(s, 1).fact("holder") == -1
    assert refused(s, 0, "take_pen", t=65_999) == "too_early"
    do(s, 0, "take_pen", t=66_000)


@pytest.mark.rule("solitix", "D15")
def test_an_action_winds_the_pens_clock() -> None:
    s = start(GAME, 2)
    arrange(s, "petards=✹ ✹ ✹ | column:0=vA | column:1=vE | column:2=★ | column:3=bE | pile=… bF bG")
    do(s, 1, "take_pen", t=1_000)
    assert names(s, 0) == set(), "who has the pen covers too"
    do(s, 1, "cover", column="column:0", t=31_000)
    due = s.next_alarm()
    assert due is not None
    assert due.at == 91_000


@pytest.mark.rule("solitix", "D15")
def test_while_the_pen_is_free_anybody_covers_and_refills() -> None:
    s = start(GAME, 3)
    assert all(names(s, seat) == {"cover", "cover_all", "take_pen"} for seat in range(3))
    s = table(P, 2)
    do(s, 0, "take_pen")
    write(s, 0, "mere", "1:M", "1:E", "2:R", "3:E")
    assert "fill" in names(s, 0)
    fill(s, 1, 1, 4)
    fill(s, 0, 3, 7)
    assert view(s, 0).phase == "cover"


@pytest.mark.rule("solitix", "D15")
def test_the_others_send_suggestions() -> None:
    s = table(P, 2)
    do(s, 0, "take_pen")
    news = do(s, 1, "suggest", word="robe")
    assert told(news, "suggests") == [{"seat": 1, "word": "robe"}]
    assert refused(s, 1, "suggest", word="bar") == "word_too_short"
    for _ in range(SUGGESTIONS - 1):
        do(s, 1, "suggest", word="robe")
    assert names(s, 1) == set()


@pytest.mark.rule("solitix", "D16", "D12")
def test_giving_up_takes_more_than_half_of_the_people_present() -> None:
    s = table(P, 5)
    s.seats = (*(SeatState(),) * 4, SeatState(human=False))
    apply(s, SeatChanged(1_000, 3, human=True, present=False))
    assert "give_up" not in names(s, 4), "bots do not count"
    assert "give_up" not in names(s, 3), "nor do the absent"
    news = do(s, 0, "give_up")
    assert told(news, "would_give_up") == [{"seat": 0, "count": 1, "of": 3}]
    assert s.outcome is None
    do(s, 1, "give_up")
    assert s.outcome is not None
    assert s.outcome.detail == "given_up"


@pytest.mark.rule("solitix", "D16")
def test_without_people_the_bots_decide() -> None:
    s = table(P, 2)
    s.seats = (SeatState(human=False),) * 2
    do(s, 0, "give_up")
    assert s.outcome is None
    do(s, 1, "give_up")
    assert s.outcome is not None


@pytest.mark.rule("solitix", "D16")
def test_an_idea_puts_giving_up_off() -> None:
    s = table(P, 2)
    do(s, 0, "give_up")
    do(s, 1, "take_pen")
    do(s, 1, "release")
    do(s, 1, "give_up")
    assert s.outcome is None
    do(s, 0, "give_up")
    assert s.outcome is not None


@pytest.mark.rule("solitix", "D16")
def test_a_pen_that_only_goes_round_ends_the_game() -> None:
    s = table(P, 2)
    for i in range(PENS):
        do(s, i % 2, "take_pen", t=s.now + 6_000)
        do(s, i % 2, "release")
    assert s.outcome is None
    do(s, 0, "take_pen", t=s.now + 6_000)
    assert s.outcome is not None
    assert s.outcome.reason is Reason.CAP


@pytest.mark.rule("solitix", "D13", "D4")
def test_what_is_drawn_stays_hidden_and_columns_open() -> None:
    s = table(P, 2)
    seen = view(s, 0, 1)
    assert seen.zone("pile").cards == ()
    assert [c.face for c in seen.zone("column:3").cards if c] == ["vS", "vT", "bI"]
    assert seen.fact("left") == 71


# ---- the plan as a domain ------------------------------------------------------------------------------


def test_a_way_to_lay_a_word_is_found_where_there_is_one() -> None:
    foyer = plan("OE", "R", "Y", "F")
    value = foyer.find("foyer")
    assert value is not None
    assert foyer.accepts(value)
    assert plan("EO", "R", "Y", "F").find("foyer") is not None
    assert plan("OEK", "R", "Y", "F").find("foyer", shifting=False) is None, "K lies on the E"
    assert plan("OEK", "R", "Y").find("foyer") is None, "there is no F"


def test_a_way_with_shifts_is_found_too() -> None:
    tire = plan("E", "STI", "R", "AK")
    assert tire.find("tire") is not None
    shifted = plan("E", "TK", "R", "I")
    assert shifted.find("tire", shifting=False) is None
    value = shifted.find("tire")
    assert value is not None
    assert any(step[0] == "shift" for step in value["steps"])
    assert shifted.accepts(value)


def test_letters_go_before_etoiles_and_etoiles_before_petards() -> None:
    full = plan("R", "O", "B", "E", "★", petards=3)
    value = full.find("robe")
    assert value is not None
    assert not takes_etoile(full.columns, value["steps"])
    short = plan("R", "O", "B", "★", petards=3)
    value = short.find("robe")
    assert value is not None
    assert takes_etoile(short.columns, value["steps"])
    assert all(step[0] == "take" for step in value["steps"])
    bare = plan("R", "O", "B", petards=1)
    assert bare.find("robe") == {
        "word": "robe",
        "steps": [["take", 0, 0], ["take", 1, 1], ["take", 2, 2], ["petard", 3]],
    }
    assert bare.find("robe", petards=0) is None


@pytest.mark.parametrize(
    ("columns", "petards", "left", "possible"),
    [
        (("A", "B", "C", "D"), 0, 4, True),
        (("A", "B", "C"), 0, 4, False),
        (("A", "B", "C"), 1, 4, True),
        (("A", "B", "C", "★"), 0, 8, True),
        (("A", "B", "C", "★"), 0, 7, False),
        (("★", "★", "★", "★"), 0, 40, False),
        (("A", "BCD★", "★"), 0, 40, True),
        (("AB★", "CD★"), 0, 40, True),
        (("A★", "★"), 1, 40, False),
        (("A★", "★"), 2, 40, True),
    ],
)
def test_whether_anything_can_be_laid(columns: tuple[str, ...], petards: int, left: int, possible: bool) -> None:
    """(A)(BCD★)(★): A frees a column, ★ goes there, and B, C, D are free. (AB★)(CD★): ★, B and A are taken, the
    other ★ goes into their column, and D is free. (A★)(★): only one ★ may be used, so it is two cards at most."""
    assert plan(*columns, petards=petards, left=left).possible() is possible
