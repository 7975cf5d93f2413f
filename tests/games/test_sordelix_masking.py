"""Sordelix, rule by rule: masking, one screen, and who sees what. Expected results are worked out from them."""

import pytest

from tablee.games.sordelix.masking import CURTAINS
from tablee.games.sordelix.nouns import TenLetters
from tablee.games.sordelix.rules import GAME
from tablee.games.sordelix.state import WRITABLE, SordelixState
from tablee.kernel.events import Keep
from tablee.kernel.record import SeatChanged, apply
from tablee.kernel.units import Millis
from tablee.kernel.values import bare
from tablee.kernel.zones import HOLE
from tablee.lexicons import load
from tablee.phases.secret_word import VEILED
from tablee.pieces.toutilix import PETARD
from tablee.words.folding import fold
from tests.sordelix import (
    WORDS,
    aligned,
    begun,
    do,
    flip,
    hidden,
    hide,
    laid,
    on_plane,
    opened,
    propose,
    rack,
    refused,
    stuck,
    turn,
    wait,
    wait_ripe,
    write,
)
from tests.table import names, start, view

# ---- masking --------------------------------------------------------------------------------------------


@pytest.mark.rule("sordelix", "R14")
@pytest.mark.rule("sordelix", "R15")
@pytest.mark.rule("sordelix", "D8")
def test_the_scribe_covers_a_letter_and_nothing_tells() -> None:
    """Example 5: S, then ✹; the S is masked. The seekers see a pétard there and no letter; the point stays."""
    s = begun()
    flip(s, "S")
    flip(s, PETARD)
    letter, petard = s.turned[0], s.petards[0]
    place = s.plane.cards.index(letter)
    was = s.plane.cards.index(petard)
    assert s.now >= 5_000
    events = do(s, 0, "mask", letter=letter, petard=petard)
    assert events == []
    for viewers in ((1,), (2,), ()):
        cards = view(s, *viewers).zone("plane").cards
        there = cards[place]
        assert there is not None
        assert there.face == PETARD
        assert cards[was] is None
        assert "S" not in on_plane(s, *viewers)
    assert view(s, 0).fact("beneath") == ["S", None, None]
    assert view(s, 1).fact("beneath") == [None, "", None]
    assert view(s).fact("worth") == 1
    assert hidden(s, "S") != place  # the other S; the masked one cannot be turned again
    assert place not in s.places()
    propose(s, 1, "dinosaures")
    assert s.scores == [1, 0, 0]


@pytest.mark.rule("sordelix", "D9")
@pytest.mark.parametrize(("mask_s", "at"), [(0, 30_000), (5, 35_000), (10, 40_000)])
def test_a_letter_is_masked_only_when_all_have_seen_it(mask_s: int, at: Millis) -> None:
    """Example 10: N is turned at 30.0 s, a pétard lies open."""
    s = begun(mask_s=mask_s)
    flip(s, PETARD, t=1_000)
    assert not names(s, 0)
    flip(s, "N", t=30_000)
    if mask_s:
        assert refused(s, 0, "mask", t=32_000, letter=s.turned[0], petard=s.petards[0]) in ("not_your_turn",)
        assert not names(s, 0)
        wait(s, "mask/ripe")
        assert s.now == at
    assert names(s, 0) == {"mask"}
    assert do(s, 0, "mask", t=at, letter=s.turned[0], petard=s.petards[0]) == []


@pytest.mark.rule("sordelix", "D9")
def test_a_petard_must_be_turned_up_and_masks_one_letter_once() -> None:
    s = begun()
    turn(s, "DIN")
    assert not names(s, 0)  # no pétard yet
    closed = next(c for c in s.plane.held() if s.letter(c) == PETARD)
    flip(s, PETARD)
    wait_ripe(s)
    letter, petard = s.turned[0], s.petards[0]
    if closed != petard:
        assert refused(s, 0, "mask", letter=letter, petard=closed) == "not_possible"
    unseen = next(c for c in s.plane.held() if s.letter(c) == "O")
    assert refused(s, 0, "mask", letter=unseen, petard=petard) == "not_possible"
    do(s, 0, "mask", letter=letter, petard=petard)
    assert not names(s, 0)  # the pétard is used
    flip(s, PETARD)
    assert refused(s, 0, "mask", letter=letter, petard=s.petards[0]) == "not_possible"  # masked already


@pytest.mark.rule("sordelix", "D10")
def test_the_scribe_masks_while_exchanges_are_made_and_also_what_is_placed() -> None:
    s = aligned()
    wait_ripe(s)
    stuck(s)
    assert rack(s, 1) == "_________S"
    placed = s.rack.cards[9]
    assert do(s, 0, "mask", letter=placed, petard=s.petards[0]) == []
    assert rack(s, 1) == rack(s, 2) == "_________" + PETARD
    stuck(s)
    assert rack(s, 1) == "________E" + PETARD
    assert hide(s, "D")
    assert hide(s, "O")
    assert not names(s, 0)  # three pétards, three letters
    assert view(s, 0).fact("beneath")[0] == "S D O"


@pytest.mark.rule("sordelix", "D26")
def test_a_scribe_who_leaves_masks_no_more_and_his_points_count() -> None:
    s = begun()
    turn(s, "DI" + PETARD)
    wait_ripe(s)
    assert names(s, 0) == {"mask"}
    apply(s, SeatChanged(s.now, 0, False, True))
    assert not names(s, 0)
    propose(s, 1, "dinosaures")
    assert s.scores == [2, 0, 0]


@pytest.mark.rule("sordelix", "D26")
def test_a_bot_that_was_the_scribe_from_the_start_masks() -> None:
    s = laid()
    apply(s, SeatChanged(s.now, 0, False, True))
    do(s, 0, "begin")
    turn(s, "DI" + PETARD)
    wait_ripe(s)
    assert names(s, 0) == {"mask"}


# ---- one screen -----------------------------------------------------------------------------------------


def at_one_screen(players: int = 3) -> SordelixState:
    s = start(GAME, players, starter=0, seat_options=[{"shares": True}] * players)
    for seat in s.all_seats:
        write(s, seat, WORDS[seat])
    do(s, 0, "begin")
    return s


@pytest.mark.rule("sordelix", "D27")
def test_at_one_screen_words_are_chosen_one_after_the_other() -> None:
    s = start(GAME, 4, starter=0, seat_options=[{"shares": True}] * 4)
    due = s.next_alarm()
    assert due is not None
    assert due.at == 240_000  # sixty seconds each
    assert not s.phases[-1].for_all(s)  # time stands still while the screen is handed on


@pytest.mark.rule("sordelix", "D27")
def test_at_one_screen_all_speak_aloud_and_the_scribe_masks_behind_a_curtain() -> None:
    s = at_one_screen()
    assert s.phases[-1].for_all(s)
    assert all(o.aloud for seat in (1, 2) for o in s.offers(seat))
    turn(s, "DI" + PETARD)
    wait_ripe(s)
    assert [o.name for o in s.offers(0)] == ["look_away"]
    do(s, 0, "look_away")
    t = s.now
    assert view(s).phase == "curtain"
    assert not names(s, 1)
    (offer,) = s.offers(0)
    assert offer.name == "mask"
    assert offer.aloud
    assert do(s, 0, "mask", letter=s.turned[0], petard=s.petards[0]) == []
    assert view(s).phase == "curtain"  # as long as if nothing had happened
    wait(s, "curtain/over")
    assert s.now == t + 5_000
    assert view(s).phase == "search"
    assert "D" not in on_plane(s)
    assert names(s, 0) == {"look_away"}  # as if nothing had happened


@pytest.mark.rule("sordelix", "D27")
def test_the_curtain_falls_six_times_a_turn_at_most() -> None:
    s = at_one_screen()
    turn(s, "DI" + PETARD)
    wait_ripe(s)
    for _ in range(CURTAINS):
        do(s, 0, "look_away")
        wait(s, "curtain/over")
    assert not names(s, 0)


# ---- what is kept and who sees it -----------------------------------------------------------------------


def test_the_log_keeps_no_letter_that_was_turned() -> None:
    s = begun()
    events = flip(s, "S")
    lasting = [e for e in events if e.keep is Keep.LASTING]
    assert not any(bare(value) == "S" for e in lasting for value in e.data.values())


def test_words_for_later_turns_are_each_seen_by_their_author_alone() -> None:
    s = opened()
    write(s, 1, "crocodiles")
    assert view(s, 1).fact("own_word") == [None, "crocodiles", None]
    assert view(s, 0).fact("own_word") == ["", None, None]
    assert view(s).fact("own_word") == [None, None, None]
    s = begun()
    assert view(s, 1).fact("own_word") == [None, "", None]  # not his turn
    propose(s, 1, "dinosaures")
    wait(s, "show/over")
    assert view(s, 0).fact("own_word") == ["", None, None]
    assert view(s, 1).fact("own_word") == [None, "crocodiles", None]
    assert view(s, 2).fact("own_word") == [None, None, ""]


def test_marks_tell_the_scribe_what_the_others_do_not_see_yet() -> None:
    s = begun()
    flip(s, "S")
    cards = [c for c in view(s, 0).zone("plane").cards if c is not None]
    assert sum(c.mark == VEILED for c in cards) == 19
    assert not any(c.mark for c in view(s, 1).zone("plane").cards if c is not None)


def test_nouns_come_without_repetition() -> None:
    found = TenLetters(WRITABLE, (5, 5, 5), (fold("dinosaures"),)).found(load("fr"))
    assert len(found) == 3
    english = TenLetters(WRITABLE, (5,), ()).found(load("en"))
    assert len(english) == 1
    assert all(WRITABLE.missing(word) is None for word in english)


def test_an_empty_slot_is_a_hole() -> None:
    assert aligned().rack.cards == [HOLE] * 10
