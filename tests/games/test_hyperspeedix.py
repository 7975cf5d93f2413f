"""Hyperspeedix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter

import pytest

from tablee.games.hyperspeedix.rules import GAME, HyperspeedixState
from tablee.kernel.record import HoldSet, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Seat
from tests.games.hyperspeedix import PILES, claim, decide, laid, phase, plan, race, starting, top, turn
from tests.table import do, faces, names, refused, start, told, view, wait

# ---- the deal ------------------------------------------------------------------------------------------


@pytest.mark.rule("hyperspeedix", "R1")
@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_players(players: int) -> None:
    with pytest.raises(Refused, match="bad_players"):
        start(GAME, players)


@pytest.mark.rule("hyperspeedix", "R2")
def test_two_alphabets_and_seven_etoiles() -> None:
    count = Counter(start(GAME, 2).faces)
    assert count["★"] == 7
    assert sorted(face for face in count if face != "★") == sorted(
        c + x for c in "pb" for x in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    )
    assert set(count.values()) == {1, 7}


@pytest.mark.rule("hyperspeedix", "R3", "R4")
@pytest.mark.parametrize(("players", "each", "aside"), [(2, 29, 1), (3, 19, 2), (4, 14, 3), (5, 11, 4), (6, 9, 5)])
def test_all_are_dealt_the_same_number_face_down(players: int, each: int, aside: int) -> None:
    s = start(GAME, players)
    assert [len(s.pile(seat).cards) for seat in range(players)] == [each] * players
    assert len(s.aside.cards) == aside
    for viewer in range(players):
        for zone in [f"pile:{seat}" for seat in range(players)] + ["aside"]:
            assert view(s, viewer).zone(zone).cards == (), "nobody looks, not even the owner"


# ---- starting the piles --------------------------------------------------------------------------------


@pytest.mark.rule("hyperspeedix", "R5", "R6", "R7", "R9")
def test_the_first_player_and_the_two_next_start_three_piles() -> None:
    s = starting("pile:0=bZ bA | pile:1=bY bR | pile:2=bX pE | pile:3=bW bT", players=4)
    for seat in range(3):
        assert view(s, 3).active == (seat,)
        assert [("flip" in names(s, other)) for other in range(4)] == [other == seat for other in range(4)]
        turn(s, seat)
    assert laid(s) == [["bA"], ["bR"], ["pE"]]
    assert phase(s) == "claims"
    assert [view(s, 3).zone(f"centre:{i}").cards[0].face for i in range(3)] == ["bA", "bR", "pE"]  # type: ignore[union-attr]


@pytest.mark.rule("hyperspeedix", "R5")
def test_the_youngest_is_an_option_and_drawn_when_nobody_says() -> None:
    assert view(start(GAME, 5, starter=3), 0).active == (3,)
    assert {view(start(GAME, 3, seed=seed), 0).active for seed in range(12)} == {(0,), (1,), (2,)}


@pytest.mark.rule("hyperspeedix", "R8", "D3")
@pytest.mark.parametrize(("piles", "seats"), [(2, [0, 1]), (3, [0, 1, 0]), (4, [0, 1, 0, 1])])
def test_mini_and_maxi_and_going_round_as_often_as_needed(piles: int, seats: list[Seat]) -> None:
    s = starting("pile:0=bZ bA bB | pile:1=bY bC bD", players=2, piles=piles)
    for seat in seats:
        assert view(s, 0).active == (seat,)
        turn(s, seat)
    assert phase(s) == "claims"
    assert [len(pile) for pile in laid(s)] == [1] * piles


@pytest.mark.rule("hyperspeedix", "R5")
def test_a_card_turns_by_itself_after_two_seconds() -> None:
    s = starting("pile:0=bZ bA | pile:1=bY bR | pile:2=bX pE")
    wait(s, "start/auto")
    assert (s.now, laid(s)) == (2_000, [["bA"], [], []])


@pytest.mark.rule("hyperspeedix", "R18", "D4")
def test_an_etoile_can_be_slapped_while_the_piles_are_started() -> None:
    """Example 6: the second starting card is an étoile; P2 slaps first."""
    s = starting("pile:0=bZ bA | pile:1=bY ★ | pile:2=bX pE")
    turn(s, 0)
    turn(s, 1)
    assert phase(s) == "claims", "the race opens at once, before the third pile"
    events = decide(s, (2, "slap", s.now + 600))
    assert told(events, "wins") == [{"race": "won", "seat": 2, "shout": "slap", "count": 2, "ms": 600}]
    assert (s.scores, laid(s)) == ([0, 0, 2], [[], [], []])
    assert (phase(s), view(s, 0).active) == ("start", (2,)), "and lays the first card of the new piles"


@pytest.mark.rule("hyperspeedix", "R17", "D4")
def test_a_pair_can_be_called_while_the_piles_are_started() -> None:
    s = starting("pile:0=bZ bK | pile:1=bY pK | pile:2=bX pE")
    turn(s, 0)
    turn(s, 1)
    decide(s, (0, "toutilix", s.now + 600))
    assert s.scores == [2, 0, 0]


@pytest.mark.rule("hyperspeedix", "D4", "D6", "D7")
def test_a_word_before_all_piles_exist_is_a_mistake_and_the_next_starting_card_comes() -> None:
    s = starting("pile:0=bZ bA | pile:1=bY ★ | pile:2=bX pE")
    turn(s, 0)
    turn(s, 1)
    events = decide(s, (0, "bar", s.now + 600))
    assert told(events, "wrong") == [{"race": "wrong", "seat": 0, "shout": "BAR", "ms": 600}]
    assert (phase(s), view(s, 0).active) == ("start", (2,))
    turn(s, 2)
    assert laid(s) == [["bA"], ["★"], ["pE"]]


@pytest.mark.rule("hyperspeedix", "D6", "D7")
@pytest.mark.parametrize("what", ["slap", "toutilix", "bar"])
def test_a_false_call_on_a_starting_card_changes_nothing(what: str) -> None:
    s = starting("pile:0=bZ bA | pile:1=bY bR | pile:2=bX pE")
    turn(s, 0)
    claim(s, 2, what, s.now + 400)
    events = wait(s, "start/close")
    assert [e["seat"] for e in told(events, "wrong")] == [2]
    assert names(s, 0) == names(s, 2) == set(), "closed for everybody"
    do(s, 1, "flip", t=s.now + 10)
    assert laid(s) == [["bA"], ["bR"], []]


@pytest.mark.rule("hyperspeedix", "D7")
def test_a_tie_while_the_piles_are_started() -> None:
    s = starting("pile:0=bZ bA | pile:1=bY ★ | pile:2=bX pE")
    turn(s, 0)
    turn(s, 1)
    decide(s, (0, "slap", s.now + 600), (1, "slap", s.now + 620))
    assert s.scores == [0, 0, 0]
    assert (phase(s), view(s, 0).active) == ("start", (2,))


@pytest.mark.rule("hyperspeedix", "D7", "D10")
def test_nobody_slaps_while_the_piles_are_started() -> None:
    s = starting("pile:0=bZ bA | pile:1=bY ★ | pile:2=bX pE")
    turn(s, 0)
    turn(s, 1)
    wait(s, "claims/limit")
    turn(s, 2)
    assert phase(s) == "claims"
    decide(s, (1, "slap", s.now + 600))
    assert s.scores == [0, 3, 0], "the étoile still lies there and can be slapped again"


@pytest.mark.rule("hyperspeedix", "D4")
def test_nothing_can_be_claimed_before_the_first_card() -> None:
    s = starting("pile:0=bZ bA | pile:1=bY bR | pile:2=bX pE")
    assert [names(s, seat) for seat in range(3)] == [{"flip"}, set(), set()]


def test_a_call_made_before_the_next_card_counts_though_it_arrives_after_it() -> None:
    """The flip goes through the same line as the calls."""
    s = starting("pile:0=bZ bA | pile:1=bY bR | pile:2=bX pE")
    apply(s, HoldSet(0, 200))
    turn(s, 0)
    t = s.now
    do(s, 1, "flip", t=t + 500)
    do(s, 2, "slap", t=t + 560, at=t + 480)
    events = wait(s, "start/close")
    assert [e["seat"] for e in told(events, "wrong")] == [2]
    assert laid(s) == [["bA"], ["bR"], []]


# ---- words ---------------------------------------------------------------------------------------------


@pytest.mark.rule("hyperspeedix", "R10", "R11", "D13")
@pytest.mark.parametrize(
    ("tops", "word", "right"),
    [
        ("bA bR pE", "bar", True),  # example 1
        ("bA bR pE", "barbe", False),
        ("bT pA pS", "toi", True),  # example 2
        ("bT pA pS", "tas", False),
        ("pE pA pI", "tout", True),  # example 3
        ("pE pA pI", "tien", False),
        ("bB bN bU", "brun", True),  # example 4
        ("bB bN bU", "bon", False),
        ("bA pB pC", "à", True),  # a word of one letter
        ("bE bT pA", "été", True),  # accents are folded
        ("pE bT bA", "écart", False),
    ],
)
def test_all_the_blue_letters_and_none_of_the_pink_ones(tops: str, word: str, right: bool) -> None:
    s = race(tops)
    events = decide(s, (1, word, 3_000))
    assert s.scores == ([0, 3, 0] if right else [0, 0, 0])
    assert [e["seat"] for e in told(events, "wins" if right else "wrong")] == [1]
    assert phase(s) == ("start" if right else "cover")


@pytest.mark.rule("hyperspeedix", "R9", "D1")
def test_only_top_cards_count_but_covered_ones_are_won_too() -> None:
    s = race("pB/pC/bA bR pE", rest=PILES)
    decide(s, (1, "bac", 3_000))
    assert s.scores == [0, 0, 0], "there is no R in it"
    s = race("pB/pC/bA bR pE", rest=PILES)
    events = decide(s, (1, "bar", 3_000))
    assert told(events, "wins")[0]["count"] == 5, "B may be used: it is covered"
    assert s.scores == [0, 5, 0]
    assert sorted(faces(s, s.won(1))) == ["bA", "bR", "pB", "pC", "pE"]


@pytest.mark.rule("hyperspeedix", "R12", "D2")
def test_cards_won_lie_face_up_and_are_never_played_again() -> None:
    s = race("bA bR pE")
    decide(s, (1, "bar", 3_000))
    assert [card.face for card in view(s, 2).zone("won:1").cards if card] == ["pE"]
    assert len(s.pile(1).cards) == 3, "his pile has not grown"


@pytest.mark.rule("hyperspeedix", "R13")
def test_the_winner_lays_the_first_card_of_the_new_piles() -> None:
    s = race("bA bR pE", layer=0)
    decide(s, (2, "bar", 3_000))
    assert (phase(s), view(s, 0).active) == ("start", (2,))
    turn(s, 2)
    assert laid(s) == [["pV"], [], []]
    assert view(s, 0).active == (0,), "then the one after him"


@pytest.mark.rule("hyperspeedix", "R10")
def test_the_one_who_laid_the_card_may_claim_too() -> None:
    s = race("bA bR pE", layer=0)
    decide(s, (0, "bar", 3_000))
    assert s.scores == [3, 0, 0]


@pytest.mark.rule("hyperspeedix", "D6")
def test_the_first_mistake_closes_the_race_for_everybody() -> None:
    s = race("bA bR pE")
    apply(s, HoldSet(0, 200))
    claim(s, 0, "barbe", 3_000)
    claim(s, 1, "bar", 3_031)
    events = wait(s, "claims/close")
    assert s.scores == [0, 0, 0]
    assert told(events, "late") == [{"race": "late", "seat": 1, "shout": "BAR", "ms": 3_031, "behind": 31}]
    assert refused(s, 2, "say", word="bar") == "not_your_turn"


# ---- TOUTILIX and slap ---------------------------------------------------------------------------------


@pytest.mark.rule("hyperspeedix", "R17", "D5", "D6")
def test_two_identical_letters() -> None:
    """Example 5."""
    s = race("pK bK bO")
    decide(s, (1, "kiosque", 3_000))
    assert (s.scores, phase(s)) == ([0, 0, 0], "cover")
    s = race("pK bK bO")
    events = decide(s, (2, "toutilix", 700))
    assert told(events, "wins") == [{"race": "won", "seat": 2, "shout": "toutilix", "count": 3, "ms": 700}]
    assert (phase(s), view(s, 0).active) == ("start", (2,))


@pytest.mark.rule("hyperspeedix", "R18", "D5", "D6")
def test_an_etoile() -> None:
    s = race("★ bA bR")
    decide(s, (1, "bar", 3_000))
    assert s.scores == [0, 0, 0], "no word wins while an étoile is visible"
    s = race("★ bA bR")
    decide(s, (1, "slap", 700))
    assert s.scores == [0, 3, 0]
    assert view(s, 0).active == (1,)


@pytest.mark.rule("hyperspeedix", "D5")
@pytest.mark.parametrize("what", ["slap", "toutilix"])
def test_an_etoile_and_a_pair_either_call_wins(what: str) -> None:
    s = race("★ bK pK")
    decide(s, (1, what, 700))
    assert s.scores == [0, 3, 0]


@pytest.mark.rule("hyperspeedix", "D5")
def test_two_etoiles_are_no_pair() -> None:
    s = race("★ ★ pK")
    decide(s, (1, "toutilix", 700))
    assert s.scores == [0, 0, 0]


@pytest.mark.rule("hyperspeedix", "D6")
@pytest.mark.parametrize("what", ["slap", "toutilix"])
def test_a_call_without_reason_is_a_mistake_that_costs_no_card(what: str) -> None:
    s = race("bA bR pE")
    events = decide(s, (1, what, 700))
    assert [e["seat"] for e in told(events, "wrong")] == [1]
    assert (s.scores, phase(s)) == ([0, 0, 0], "cover")
    assert [len(s.pile(seat).cards) for seat in range(3)] == [3, 3, 3]


CLAIMS = {"say", "slap", "toutilix"}


def hoarse(s: HyperspeedixState) -> list[int]:
    """Who is hoarse, as all see it."""
    seen = [view(s, seat).fact("hoarse") for seat in s.all_seats]
    assert all(facts == seen[0] for facts in seen)
    return list(seen[0])


@pytest.mark.rule("hyperspeedix", "D6")
@pytest.mark.parametrize("what", ["slap", "toutilix", "barbe"])
def test_a_mistake_costs_the_voice_until_the_cards_are_won(what: str) -> None:
    """P1 errs on A R without E. P0 covers the E with a Y: P1 may not claim, P2 wins all four with « bar »."""
    s = race("bA bR pE", layer=2)
    assert told(decide(s, (1, what, 3_000)), "hoarse") == [{"seat": 1}]
    assert hoarse(s) == [0, 1, 0]
    do(s, 0, "cover", card=top(s, 2))
    assert [names(s, seat) for seat in range(3)] == [CLAIMS, set(), CLAIMS]
    assert refused(s, 1, "slap", t=s.now + 600) == "not_your_turn"
    assert plan(s, 1) is None, "a bot knows it"
    decide(s, (2, "bar", s.now + 3_000))
    assert (s.scores, hoarse(s)) == ([0, 0, 4], [0, 0, 0])
    turn(s, 2)
    assert names(s, 1) == CLAIMS


@pytest.mark.rule("hyperspeedix", "D6", "D7")
def test_a_mistake_on_a_starting_card_costs_the_voice_too() -> None:
    """The étoile that comes next is not for the one who slaps on every card; he still turns his own cards."""
    s = starting("pile:0=bZ bA | pile:1=bY ★ | pile:2=bX pE")
    turn(s, 0)
    claim(s, 1, "slap", s.now + 400)
    wait(s, "start/close")
    assert (hoarse(s), names(s, 1)) == ([0, 1, 0], {"flip"})
    do(s, 1, "flip", t=s.now + 10)
    assert [names(s, seat) for seat in range(3)] == [CLAIMS, set(), CLAIMS]


@pytest.mark.rule("hyperspeedix", "D6", "D12")
def test_a_refused_word_and_a_buzz_without_a_word_cost_the_same() -> None:
    s = race("bA bR pE")
    claim(s, 1, "brax", 3_000, known=0)
    wait(s, "claims/close")
    do(s, 0, "refuse", t=5_000)
    do(s, 2, "refuse", t=6_000)
    assert hoarse(s) == [0, 1, 0]
    s = race("bA bR pE", answer="buzz")
    decide(s, (2, "buzz", 3_000))
    wait(s, "answer/limit")
    assert hoarse(s) == [0, 0, 1]


@pytest.mark.rule("hyperspeedix", "D6", "D11")
def test_neither_a_tie_nor_a_late_claim_nor_no_claim_costs_it() -> None:
    s = race("bA bR pE")
    decide(s, (0, "bar", 3_000), (2, "rat", 3_020))
    assert hoarse(s) == [0, 0, 0]
    s = race("bA bR pE")
    apply(s, HoldSet(0, 200))
    claim(s, 0, "slap", 3_000)
    claim(s, 2, "slap", 3_031)
    wait(s, "claims/close")
    assert hoarse(s) == [1, 0, 0], "the second one found it decided"
    s = race("bA bR pE")
    wait(s, "claims/limit")
    assert hoarse(s) == [0, 0, 0]


@pytest.mark.rule("hyperspeedix", "D6", "D11")
def test_where_a_right_claim_wins_with_it_a_wrong_one_costs_nothing() -> None:
    s = race("bA bR pE")
    events = decide(s, (0, "barbe", 3_000), (2, "rat", 3_020))
    assert (s.scores, told(events, "hoarse"), hoarse(s)) == ([0, 0, 3], [], [0, 0, 0])


@pytest.mark.rule("hyperspeedix", "D6")
def test_when_nobody_has_a_voice_left_all_have_it_again() -> None:
    s = race("bA bR pE", layer=2)
    decide(s, (1, "slap", 3_000))
    do(s, 0, "cover", card=top(s, 2))
    assert told(decide(s, (0, "slap", s.now + 600)), "voices") == []
    assert hoarse(s) == [1, 1, 0]
    do(s, 1, "cover", card=top(s, 2))
    events = decide(s, (2, "slap", s.now + 600))
    assert (told(events, "hoarse"), told(events, "voices")) == ([{"seat": 2}], [{}])
    assert hoarse(s) == [0, 0, 0]
    do(s, 2, "cover", card=top(s, 2))
    assert [names(s, seat) for seat in range(3)] == [CLAIMS] * 3


@pytest.mark.rule("hyperspeedix", "R16", "D6")
@pytest.mark.parametrize("what", ["slap", "toutilix", "barbe"])
def test_to_the_letter_of_the_booklet_a_mistake_costs_nothing_else(what: str) -> None:
    s = race("bA bR pE", layer=2, wrong_call="free")
    assert told(decide(s, (1, what, 3_000)), "hoarse") == []
    do(s, 0, "cover", card=top(s, 2))
    assert (hoarse(s), names(s, 1)) == ([0, 0, 0], CLAIMS)


@pytest.mark.rule("hyperspeedix", "R9")
def test_a_covered_etoile_is_none() -> None:
    s = race("★/bA bR pE")
    decide(s, (1, "slap", 700))
    assert s.scores == [0, 0, 0]
