"""Hyperspeedix, rule by rule: nobody wins, the vote, buzz, the end, what is seen.

Expected results are worked out from the rules.
"""

import pytest

from tablee.games.hyperspeedix.rules import GAME, Cover, HyperspeedixState
from tablee.kernel.moves import Offer
from tablee.kernel.record import HoldSet, apply
from tablee.kernel.state import SeatState
from tablee.kernel.units import Seat
from tests.games.hyperspeedix import claim, decide, laid, phase, race, starting, top, turn
from tests.table import do, names, refused, start, told, view, wait


def offer(s: HyperspeedixState, seat: Seat, name: str) -> Offer:
    return next(o for o in s.offers(seat) if o.name == name)


# ---- nobody wins ---------------------------------------------------------------------------------------


@pytest.mark.rule("hyperspeedix", "R14", "D8")
def test_ten_seconds_without_a_word() -> None:
    """Example 8: P2 laid the last card, so P0 chooses pile 1 and turns a card on it."""
    s = race("bA bR pE", layer=2)
    assert told(wait(s, "claims/limit"), "nobody") == [{}]
    assert s.now == 10_000
    assert (phase(s), view(s, 1).active) == ("cover", (0,))
    do(s, 0, "cover", card=top(s, 1))
    assert laid(s) == [["bA"], ["bR", "pY"], ["pE"]]
    assert phase(s) == "claims"
    decide(s, (1, "bas", s.now + 3_000))
    assert s.scores == [0, 4, 0], "the covered R no longer counts, but is won with the rest"


@pytest.mark.rule("hyperspeedix", "R14")
@pytest.mark.parametrize("seconds", [10, 15, 20])
def test_the_time_is_an_option(seconds: int) -> None:
    s = race("bA bR pE", think_s=seconds)
    wait(s, "claims/limit")
    assert s.now == 1_000 * seconds


@pytest.mark.rule("hyperspeedix", "R15", "D11")
def test_a_tie() -> None:
    """Example 7."""
    s = race("bA bR pE", layer=1)
    events = decide(s, (0, "bar", 3_100), (2, "rat", 3_120))
    assert {e["seat"] for e in told(events, "ties")} == {0, 2}
    assert s.scores == [0, 0, 0]
    assert (phase(s), view(s, 0).active) == ("cover", (2,))
    do(s, 2, "cover", card=top(s, 0))
    assert laid(s) == [["bA", "pV"], ["bR"], ["pE"]]


@pytest.mark.rule("hyperspeedix", "D11")
@pytest.mark.parametrize(("apart", "scores"), [(30, [0, 0, 0]), (31, [3, 0, 0])])
def test_thirty_thousandths(apart: int, scores: list[int]) -> None:
    s = race("bA bR pE")
    apply(s, HoldSet(0, 200))
    claim(s, 0, "bar", 3_000)
    claim(s, 2, "rat", 3_000 + apart)
    wait(s, "claims/close")
    assert s.scores == scores


@pytest.mark.rule("hyperspeedix", "D11")
def test_a_tie_of_two_kinds() -> None:
    s = race("★ bK pK")
    decide(s, (0, "slap", 700), (1, "toutilix", 720))
    assert (s.scores, phase(s)) == ([0, 0, 0], "cover")


@pytest.mark.rule("hyperspeedix", "D11")
def test_a_right_and_a_wrong_claim_together_the_right_one_wins() -> None:
    s = race("bA bR pE")
    events = decide(s, (0, "barbe", 3_000), (2, "rat", 3_020))
    assert s.scores == [0, 0, 3]
    assert [e["seat"] for e in told(events, "wrong")] == [0]


@pytest.mark.rule("hyperspeedix", "R16", "D8")
@pytest.mark.parametrize("layer", [0, 1, 2])
def test_after_a_mistake_the_seat_after_the_last_layer_covers(layer: Seat) -> None:
    s = race("bA bR pE", layer=layer)
    decide(s, (1, "barbe", 3_000))
    assert (phase(s), view(s, 0).active) == ("cover", ((layer + 1) % 3,))
    assert [bool(names(s, seat)) for seat in range(3)] == [seat == (layer + 1) % 3 for seat in range(3)]


@pytest.mark.rule("hyperspeedix", "D8")
def test_he_must_lay_and_has_ten_seconds_then_the_oldest_top_card_is_covered() -> None:
    s = race("bA bR pE", layer=2)
    s.laid = [5, 3, 4]
    wait(s, "claims/limit")
    assert names(s, 0) == {"cover"}, "he cannot decline"
    began = s.now
    wait(s, "cover/limit")
    assert s.now - began == 10_000
    assert laid(s) == [["bA"], ["bR", "pY"], ["pE"]]


@pytest.mark.rule("hyperspeedix", "D8")
def test_the_oldest_top_card_is_the_one_that_has_lain_longest() -> None:
    s = starting("pile:0=pZ bZ bA | pile:1=bY bR | pile:2=bX pE")
    for seat in range(3):
        turn(s, seat)
    wait(s, "claims/limit")
    do(s, 0, "cover", card=top(s, 0))
    wait(s, "claims/limit")
    wait(s, "cover/limit")
    assert laid(s) == [["bA", "bZ"], ["bR", "bY"], ["pE"]], "the first pile's top is the newest now"


@pytest.mark.rule("hyperspeedix", "D9")
def test_the_choice_is_blind() -> None:
    s = race("bA bR pE", layer=2)
    wait(s, "claims/limit")
    assert isinstance(s.phases[-1], Cover)
    assert view(s, 0).zone("pile:0").cards == (), "his card is still face down"
    assert [s.faces[args["card"]] for args in offer(s, 0, "cover").enumerate()] == ["bA", "bR", "pE"]
    do(s, 0, "cover", card=top(s, 2))
    for seat in range(3):
        assert [c.face for c in view(s, seat).zone("centre:2").cards if c] == ["pY"], "everybody sees it at once"


@pytest.mark.rule("hyperspeedix", "D10")
def test_a_visible_etoile_can_be_claimed_again_once_the_next_card_is_laid() -> None:
    s = race("★ bA bR", layer=2)
    wait(s, "claims/limit")
    assert refused(s, 1, "slap") == "not_your_turn", "not between the races"
    do(s, 0, "cover", card=top(s, 1))
    decide(s, (1, "slap", s.now + 600))
    assert s.scores == [0, 4, 0]


@pytest.mark.rule("hyperspeedix", "R7", "R8")
@pytest.mark.parametrize("piles", [2, 3, 4])
def test_covering_never_makes_another_pile(piles: int) -> None:
    s = race(" ".join(["bA", "bR", "pE", "pI"][:piles]), layer=2)
    wait(s, "claims/limit")
    do(s, 0, "cover", card=top(s, 0))
    assert sorted(len(pile) for pile in laid(s)) == [1] * (piles - 1) + [2]


# ---- the vote ------------------------------------------------------------------------------------------


@pytest.mark.rule("hyperspeedix", "D12")
@pytest.mark.parametrize(
    ("ballot", "scores", "then"), [("accept", [0, 3, 0], "start"), ("refuse", [0, 0, 0], "cover")]
)
def test_an_unknown_word_is_voted_on(ballot: str, scores: list[int], then: str) -> None:
    s = race("bA bR pE")
    claim(s, 1, "brax", 3_000, known=0)
    wait(s, "claims/close")
    assert phase(s) == "vote"
    assert [clock.name for clock in view(s, 0).clocks] == ["vote/limit"], "the clock of the race stands still"
    do(s, 0, ballot, t=5_000)
    do(s, 2, ballot, t=6_000)
    assert (s.scores, phase(s)) == (scores, then)


@pytest.mark.rule("hyperspeedix", "D6")
def test_by_default_nobody_contests_and_where_one_may_a_refused_word_is_a_mistake() -> None:
    """C17: off by default, it would break the race. A word that is refused closes it (D6)."""
    assert not GAME.options().contests
    s = race("bA bR pE", contests=True)
    decide(s, (0, "bar", 3_000))
    assert phase(s) == "said"
    do(s, 1, "contest")
    do(s, 2, "refuse")
    assert (phase(s), s.scores) == ("cover", [0, 0, 0])
    s = race("bA bR pE", contests=True)
    decide(s, (0, "bar", 3_000))
    wait(s, "said/close")
    assert s.scores == [3, 0, 0]


@pytest.mark.rule("hyperspeedix", "D12")
@pytest.mark.parametrize(
    ("answer", "scores", "then"), [("sure", [3, 0, 0], "start"), ("not_sure", [0, 0, 0], "claims")]
)
def test_alone_among_bots_one_says_whether_one_is_sure(answer: str, scores: list[int], then: str) -> None:
    """C19: sure of it, one wins; otherwise it has never been said, and the race goes on."""
    s = race("bA bR pE")
    s.seats = (SeatState(), SeatState(human=False), SeatState(human=False))
    claim(s, 0, "brax", known=0)
    wait(s, "claims/close")
    do(s, 0, answer)
    assert (phase(s), s.scores) == (then, scores)


@pytest.mark.rule("hyperspeedix", "D12")
def test_lost_votes_count_anew_with_the_next_card() -> None:
    s = race("bA bR pE", layer=2)
    s.lost = [0, 3, 0]
    claim(s, 1, "brax", 3_000, known=0)
    wait(s, "claims/close")
    assert phase(s) == "cover", "after three lost votes only known words"
    do(s, 0, "cover", card=top(s, 2))
    assert s.lost == [0, 0, 0]


# ---- buzz ----------------------------------------------------------------------------------------------


@pytest.mark.rule("hyperspeedix", "D11")
def test_buzz_then_type() -> None:
    s = race("bA bR pE", answer="buzz", layer=2)
    assert names(s, 1) == {"buzz", "slap", "toutilix"}
    decide(s, (1, "buzz", 3_000))
    assert phase(s) == "answer"
    do(s, 1, "say", word="bar", known={"bar": 1}, t=s.now + 4_000)
    assert (s.scores, phase(s)) == ([0, 3, 0], "start")


@pytest.mark.rule("hyperspeedix", "D6")
def test_a_buzz_without_a_word_is_a_mistake() -> None:
    s = race("bA bR pE", answer="buzz", layer=2)
    decide(s, (1, "buzz", 3_000))
    wait(s, "answer/limit")
    assert (s.scores, phase(s), view(s, 0).active) == ([0, 0, 0], "cover", (0,))


@pytest.mark.rule("hyperspeedix", "D5", "D6")
def test_a_buzz_where_no_word_can_win_is_a_mistake_at_once() -> None:
    s = race("★ bA bR", answer="buzz")
    decide(s, (1, "buzz", 3_000))
    assert phase(s) == "cover"


@pytest.mark.rule("hyperspeedix", "D11")
def test_a_buzz_and_a_wrong_slap_together_the_buzz_counts() -> None:
    s = race("bA bR pE", answer="buzz")
    decide(s, (0, "slap", 3_000), (1, "buzz", 3_020))
    assert (phase(s), view(s, 0).active) == ("answer", (1,))


def test_on_a_shared_screen_one_buzzes() -> None:
    s = start(GAME, 3, seat_options=[{"shares": True}, {"shares": True}, {}])
    assert s.options.answer == "buzz"


# ---- the end -------------------------------------------------------------------------------------------


@pytest.mark.rule("hyperspeedix", "R19", "D14")
def test_the_race_on_the_last_card_is_still_played() -> None:
    """Example 9: P1 lays his last card, nobody finds, the centre is nobody's."""
    s = race("bA bR pE", players=4, layer=0, rest="pile:0=pZ | pile:1=pY | pile:2=pX | pile:3=pW")
    wait(s, "claims/limit")
    do(s, 1, "cover", card=top(s, 0))
    assert s.pile(1).cards == []
    assert phase(s) == "claims"
    wait(s, "claims/limit")
    assert s.outcome is not None
    assert s.outcome.scores == (0, 0, 0, 0)
    assert laid(s) == [["bA", "pY"], ["bR"], ["pE"]]


@pytest.mark.rule("hyperspeedix", "R19", "R20", "D14")
def test_the_last_race_can_be_won() -> None:
    s = race("bA bR pE", layer=2, rest="pile:0=pY | pile:1=pX | pile:2=pW")
    wait(s, "claims/limit")
    do(s, 0, "cover", card=top(s, 2))
    decide(s, (2, "rat", s.now + 2_000))
    assert s.outcome is not None
    assert (s.outcome.scores, s.outcome.winners, s.outcome.detail) == ((0, 0, 4), (2,), "no_card_left")


@pytest.mark.rule("hyperspeedix", "D14")
def test_a_last_starting_card_leaves_only_slap_and_toutilix() -> None:
    s = starting("pile:0=bA | pile:1=bY bR | pile:2=bX pE")
    turn(s, 0)
    assert s.outcome is not None, "nothing to slap, nothing to call: over at once"
    s = starting("pile:0=★ | pile:1=bY bR | pile:2=bX pE")
    turn(s, 0)
    assert phase(s) == "claims"
    decide(s, (1, "slap", s.now + 600))
    assert s.outcome is not None
    assert s.outcome.scores == (0, 1, 0)


@pytest.mark.rule("hyperspeedix", "D14")
def test_a_word_in_that_last_race_wins_nothing() -> None:
    s = starting("pile:0=★ | pile:1=bY bR | pile:2=bX pE")
    turn(s, 0)
    decide(s, (1, "bar", s.now + 600))
    assert s.outcome is not None
    assert s.outcome.scores == (0, 0, 0)


@pytest.mark.rule("hyperspeedix", "D14")
def test_the_last_starting_card_of_all_opens_a_full_race() -> None:
    s = starting("pile:0=bA bB | pile:1=bY bR | pile:2=pE")
    for seat in range(3):
        turn(s, seat)
    decide(s, (1, "brut", s.now + 2_000))
    assert s.outcome is not None
    assert s.outcome.scores == (0, 3, 0)


@pytest.mark.rule("hyperspeedix", "R20", "D15")
def test_the_most_cards_win_and_equal_totals_share() -> None:
    s = race("bA bR pE", rest="pile:0= | pile:1=pX | pile:2=pW | won:0=bC bD bE | won:2=bF")
    s.scores = [3, 0, 1]
    decide(s, (1, "rat", 2_000))
    assert s.outcome is not None
    assert (s.outcome.scores, s.outcome.ranks, s.outcome.winners) == ((3, 3, 1), (1, 1, 3), (0, 1))


@pytest.mark.rule("hyperspeedix", "D16")
def test_without_any_move_the_game_ends_after_every_card_is_laid_once() -> None:
    s = start(GAME, 4, starter=0)
    alarms = 0
    while s.outcome is None:
        wait(s)
        alarms += 1
    on_table = sum(len(pile) for pile in laid(s))
    assert on_table == 4 * 13 + 1, "the starter laid his fourteenth card, the others thirteen each"
    assert alarms <= 2 * on_table


# ---- what is seen --------------------------------------------------------------------------------------


@pytest.mark.rule("hyperspeedix", "R9")
def test_all_see_tops_and_heights_and_no_covered_card() -> None:
    s = race("pB/pC/bA bR pE")
    for seat in range(3):
        pile = view(s, seat).zone("centre:0")
        assert (pile.count, [c.face for c in pile.cards if c]) == (3, ["bA"])


def test_a_typed_word_is_private_until_the_race_is_decided() -> None:
    s = race("bA bR pE")
    before = view(s, 0)
    claim(s, 1, "bar", 3_000)
    assert view(s, 0) == before
    assert names(s, 1) == set()
