"""Sordelix, rule by rule: the rack, exchanges and the end. Expected results are worked out from them."""

from collections import Counter

import pytest

from tablee.games.sordelix.rules import Align, Search
from tablee.kernel.record import SeatChanged, apply
from tablee.pieces.toutilix import ETOILE, PETARD
from tests.sordelix import (
    WORDS,
    aligned,
    begun,
    do,
    on_plane,
    opened,
    propose,
    rack,
    refused,
    stars,
    stuck,
    turn,
    wait,
    wait_ripe,
)
from tests.table import faces, names, told, view, wait_until

# ---- lining up ------------------------------------------------------------------------------------------


@pytest.mark.rule("sordelix", "R16")
@pytest.mark.rule("sordelix", "D12")
def test_seekers_move_visible_and_masked_letters_on_a_shared_rack() -> None:
    s = aligned(masks="D")
    cards = {s.letter(c): c for c in s.free_cards}
    assert len(s.free_cards) == 10
    assert s.letter(s.shows(next(iter(s.covers.values())))) == PETARD
    do(s, 1, "arrange", card=cards["N"], slot=2)
    do(s, 2, "arrange", card=cards[PETARD], slot=0)
    assert rack(s, 1) == PETARD + "_N_______"
    do(s, 2, "arrange", t=s.now + 200, card=cards["O"], slot=2)  # last action wins; N is back in its place
    assert rack(s, 1) == PETARD + "_O_______"
    assert "N" in on_plane(s, 1)
    do(s, 1, "arrange", t=s.now + 200, card=cards["O"], slot=0)  # both are on the rack: they change places
    assert rack(s, 1) == "O_" + PETARD + "_______"
    do(s, 1, "arrange", t=s.now + 200, card=cards["O"], slot=5)
    assert rack(s, 1) == "__" + PETARD + "__O____"
    do(s, 1, "put_away", t=s.now + 200, card=cards["O"])
    assert rack(s, 1) == "__" + PETARD + "_______"
    assert s.plane.cards.index(cards["O"]) == s.home[cards["O"]]
    assert not names(s, 0) & {"arrange", "put_away"}
    propose(s, 1, "rat")  # while they go on proposing


@pytest.mark.rule("sordelix", "D12")
def test_what_an_exchange_has_fixed_is_not_moved() -> None:
    s = aligned()
    free = next(c for c in s.free_cards if s.letter(c) == "N")
    do(s, 1, "arrange", card=free, slot=9)
    stuck(s)
    assert rack(s) == "_________S"  # N has made room
    assert "N" in on_plane(s, 1)
    fixed = s.rack.cards[9]
    assert refused(s, 1, "arrange", t=s.now + 200, card=fixed, slot=0) == "not_possible"
    assert refused(s, 1, "arrange", t=s.now + 200, card=free, slot=9) == "not_possible"
    do(s, 1, "arrange", t=s.now + 200, card=free, slot=8)
    assert refused(s, 1, "put_away", t=s.now + 200, card=fixed) == "not_possible"


@pytest.mark.rule("sordelix", "R17")
@pytest.mark.rule("sordelix", "D13")
def test_an_exchange_comes_when_all_seekers_are_stuck() -> None:
    s = aligned()
    do(s, 1, "stuck")
    assert stars(s) == (0, 0)
    assert view(s).fact("out_of_ideas") == [1]
    propose(s, 1, "rat")
    do(s, 2, "stuck")
    assert stars(s) == (1, 0)
    assert view(s).fact("out_of_ideas") == []
    assert {"stuck", "propose", "arrange"} <= names(s, 1)


@pytest.mark.rule("sordelix", "D13")
def test_silence_and_time_bring_an_exchange_too() -> None:
    s = aligned()
    t = s.now
    wait_ripe(s)
    wait(s, "align/exchange")
    assert s.now == t + 40_000
    t = s.now
    for i, word in enumerate(("rat", "rame", "rue")):
        propose(s, 1, word, t=t + 25_000 * (i + 1))
    wait(s, "align/exchange")
    assert s.now == t + 90_000
    assert stars(s) == (2, 0)


@pytest.mark.rule("sordelix", "D13")
def test_who_is_away_need_not_be_stuck() -> None:
    s = aligned()
    apply(s, SeatChanged(s.now, 2, True, False))
    do(s, 1, "stuck")
    assert stars(s) == (1, 0)


# ---- exchanges ------------------------------------------------------------------------------------------


@pytest.mark.rule("sordelix", "R18")
@pytest.mark.rule("sordelix", "R19")
@pytest.mark.rule("sordelix", "R28")
@pytest.mark.rule("sordelix", "D14")
def test_seven_etoiles_show_the_last_seven_letters_from_the_end() -> None:
    """Examples 2, 6 and 8."""
    s = aligned()
    seen = []
    for number in range(10, 3, -1):
        assert view(s).fact("due") == number
        assert told(stuck(s), "placed") == [{"seat": 0, "number": number}]
        seen.append(rack(s, 1))
    assert seen[0] == "_________S"
    assert seen[2] == "_______RES"  # example 8: whatever one asks for, the next one comes next
    assert seen[6] == "___OSAURES"
    assert stars(s) == (7, 0)
    assert on_plane(s, 1).count(ETOILE) == 0
    three = aligned()
    for _ in range(3):
        stuck(three)
    propose(three, 2, "dinosaures")
    assert three.scores == [13, 0, 0]


@pytest.mark.rule("sordelix", "R20")
@pytest.mark.rule("sordelix", "R21")
@pytest.mark.rule("sordelix", "R22")
@pytest.mark.rule("sordelix", "D15")
@pytest.mark.rule("sordelix", "D18")
def test_then_two_etoiles_are_turned_for_the_third_and_second_letters() -> None:
    """Nothing is masked: with the second letter the first one takes its place, and the word can be read."""
    s = aligned()
    for _ in range(7):
        stuck(s)
    stuck(s)
    assert rack(s, 1) == "__NOSAURES"
    assert stars(s) == (6, 1)
    events = stuck(s)
    assert told(events, "readable") == [{"word": "DINOSAURES"}]
    assert s.scores == [10 + 5 + 2 * 2, 0, 0]
    assert rack(s) == "DINOSAURES"


@pytest.mark.rule("sordelix", "R23")
@pytest.mark.rule("sordelix", "R24")
@pytest.mark.rule("sordelix", "R25")
@pytest.mark.rule("sordelix", "R29")
@pytest.mark.rule("sordelix", "D16")
@pytest.mark.rule("sordelix", "D17")
@pytest.mark.rule("sordelix", "D19")
def test_masked_letters_are_uncovered_one_by_one_when_all_ten_are_placed() -> None:
    """Example 7: 10 + 5×2 + 2×1 = 22, the most there is."""
    s = aligned(masks="DOU")
    for _ in range(9):
        stuck(s)
    assert rack(s, 1) == f"{PETARD}IN{PETARD}SA{PETARD}RES"  # placed masked
    assert stars(s) == (5, 2)
    assert view(s).fact("due") == 0
    assert "uncover" not in names(s, 1) | names(s, 2)
    stuck(s)
    (chooser,) = view(s).active
    other = 3 - chooser
    assert names(s, chooser) == {"propose", "uncover"}
    assert names(s, other) == {"propose"}
    assert refused(s, chooser, "uncover", place=1) == "not_possible"
    do(s, chooser, "uncover", place=6)
    assert rack(s, 1) == f"{PETARD}IN{PETARD}SAURES"
    assert stars(s) == (4, 3)
    assert faces(s, "aside") == [PETARD]
    t = s.now
    wait(s, "align/exchange")
    assert s.now == t + 40_000
    assert view(s).active == (other,)
    wait(s, "align/uncover")
    assert s.now == t + 50_000
    assert rack(s, 1) == f"DIN{PETARD}SAURES"  # silent: the leftmost
    stuck(s)
    do(s, chooser, "uncover", place=3)
    assert s.scores == [22, 0, 0]
    assert view(s).phase == "show"


@pytest.mark.rule("sordelix", "D13")
def test_when_all_ten_are_placed_the_next_exchange_comes_after_45_seconds() -> None:
    s = aligned(masks="D")
    for _ in range(9):
        stuck(s)
    t = s.now
    for i, word in enumerate(("rat", "rame")):
        propose(s, 1, word, t=t + 20_000 * (i + 1))
    wait(s, "align/exchange")
    assert s.now == t + 45_000


@pytest.mark.rule("sordelix", "D9")
@pytest.mark.rule("sordelix", "D25")
def test_of_two_cards_with_one_letter_the_masked_one_is_placed_first() -> None:
    """Example 11: the masked S is the tenth letter, the visible one the fifth."""
    s = aligned(masks="S")
    for _ in range(7):
        stuck(s)
    assert rack(s, 1) == "___OSAURE" + PETARD
    assert rack(s, 0) == "___OSAURE" + PETARD
    assert not names(s, 1) & {"uncover"}


@pytest.mark.rule("sordelix", "D25")
def test_otherwise_the_one_that_was_turned_up_first() -> None:
    s = aligned()
    both = [c for c in s.turned if s.letter(c) == "S"]
    stuck(s)
    assert s.rack.cards[9] == both[0]


# ---- the end --------------------------------------------------------------------------------------------


@pytest.mark.rule("sordelix", "R30")
@pytest.mark.rule("sordelix", "R31")
@pytest.mark.rule("sordelix", "R32")
def test_everybody_is_scribe_once_and_the_most_points_win() -> None:
    """Example 9."""
    s = begun(3)
    for scribe, letters in enumerate((2, 5, 1)):
        assert s.scribe == scribe
        assert view(s, scribe).fact("own_word")[scribe] == WORDS[scribe]
        turn(s, s.word[:letters])
        propose(s, s.seekers[0], s.word)
        wait(s, "show/over")
        if scribe < 2:
            do(s, scribe + 1, "begin")
    assert s.outcome is not None
    assert s.outcome.scores == (2, 5, 1)
    assert s.outcome.ranks == (2, 1, 3)
    assert s.outcome.detail == "all_scribes"


@pytest.mark.rule("sordelix", "D22")
def test_ties_share_the_victory() -> None:
    s = begun(2)
    for scribe in (0, 1):
        turn(s, s.word[:3])
        propose(s, 1 - scribe, s.word)
        wait(s, "show/over")
        if not scribe:
            do(s, 1, "begin")
    assert s.outcome is not None
    assert s.outcome.winners == (0, 1)


@pytest.mark.rule("sordelix", "D23")
def test_a_table_of_people_who_do_nothing_comes_to_its_end() -> None:
    s = opened(2, turn_max=0)
    rung: Counter[str] = Counter()
    while s.outcome is None:
        due = s.next_alarm()
        assert due is not None
        rung[due.name] += 1
        wait(s)
    assert rung["search/turn"] <= 2 * 20
    assert rung["align/exchange"] == 2 * 9
    assert s.outcome.scores == (19, 19)  # nothing is masked: five étoiles up, two down
    assert s.now <= 180_000 + 2 * (20 + 13 * 60 + 20 + 9 * 40 + 7) * 1_000


@pytest.mark.rule("sordelix", "D24")
@pytest.mark.parametrize("turn_max", [5, 10])
def test_after_so_many_minutes_nobody_is_waited_for(turn_max: int) -> None:
    s = begun(turn_max=turn_max)
    t = s.now
    while s.now < t + turn_max * 60_000 - 90_000:
        wait(s)
    phase = s.phases[-1]
    assert isinstance(phase, Search | Align)
    if isinstance(phase, Search):
        while s.now < t + turn_max * 60_000:
            wait(s)
        last = s.now
        if isinstance(s.phases[-1], Search):
            wait_ripe(s)
            wait(s, "search/turn")
            assert s.now == last + 10_000
    wait_until(s, "align") if isinstance(s.phases[-1], Search) else None
    while s.now < t + turn_max * 60_000:
        wait(s)
    last = s.now
    for i in range(3):
        propose(s, 1, "rat" + "a" * i, t=s.now + 1_000)
    wait(s, "align/exchange")
    assert s.now == last + 15_000
