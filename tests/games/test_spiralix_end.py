"""Spiralix, rule by rule: special cards, the end of a spiral, time, and words that are contested.

Expected results are worked out from the rules.
"""

from typing import Any

import pytest

from tablee.games.spiralix.rules import GAME, SpiralixState
from tablee.kernel.door import Door
from tablee.kernel.moves import Move
from tablee.kernel.outcome import Reason
from tablee.kernel.record import Played, apply
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.state import SeatState
from tablee.kernel.units import Seat
from tablee.pieces.notation import arrange
from tablee.pieces.toutilix import PETARD
from tests.games.spiralix import counts, phase, plain, rescue, table, turn, word, wrong
from tests.table import do, faces, names, refused, start, told, view, wait

# ---- special cards -------------------------------------------------------------------------------------


@pytest.mark.rule("spiralix", "R19", "D8")
def test_an_etoile_gives_the_right_to_play_again_which_may_be_declined() -> None:
    for choice, player in (("flip", 0), ("end_turn", 1)):
        s = plain("pile:0=pT pR ★")
        do(s, 0, "flip")
        word(s, 0, "eleve")
        assert (phase(s), turn(s)) == ("flip", 0)
        assert names(s, 0) == {"flip", "end_turn"}
        do(s, 0, choice)
        assert turn(s) == player


@pytest.mark.rule("spiralix", "R21", "D8")
@pytest.mark.parametrize(
    ("vowel", "text"),
    [("pA", "ane"), ("pE", "ete"), ("pI", "ile"), ("pO", "os"), ("pU", "une"), ("pY", "yeti")],
)
def test_after_a_vowel_one_must_play_again(vowel: str, text: str) -> None:
    s = table(f"spiral=★ | pile:0=pT {vowel} | pile:1=pK bK | pile:2=pW bW", levels=(1, 1, 1))
    do(s, 0, "flip")
    word(s, 0, text)
    assert (phase(s), turn(s), names(s, 0)) == ("flip", 0, {"flip"})


@pytest.mark.rule("spiralix", "R21")
def test_after_a_consonant_the_next_player_plays() -> None:
    s = plain()
    do(s, 0, "flip")
    word(s, 0, "farce")
    assert turn(s) == 1


@pytest.mark.rule("spiralix", "D7")
@pytest.mark.parametrize("card", ["pA", "★"])
@pytest.mark.parametrize("end", ["rescue", "nobody"])
def test_whoever_failed_does_not_play_again(card: str, end: str) -> None:
    s = plain(f"pile:0=pT {card}", levels=(1, 1, 1))
    do(s, 0, "flip")
    if end == "rescue":
        rescue(s, 1, "mario")
    else:
        do(s, 0, "dry")
        wait(s)
    assert turn(s) == 1


def petard(position: str = "pile:0=pT ✹", **more: Any) -> SpiralixState:
    s = plain(position, **more)
    do(s, 0, "flip")
    assert (phase(s), turn(s)) == ("petard", 0)
    return s


@pytest.mark.rule("spiralix", "R22", "D9")
def test_a_petard_is_shown_and_offered_to_another_player() -> None:
    s = petard()
    for seat in range(3):
        assert view(s, seat).zone("pile:0").cards[-1].face == PETARD  # type: ignore[union-attr]
    assert faces(s, "spiral") == ["pE"]
    assert refused(s, 0, "offer", taker=0) == "not_possible"
    assert names(s, 1) == names(s, 2) == set()


@pytest.mark.rule("spiralix", "R23", "R24", "D9", "D10")
def test_the_receiver_exchanges_it_and_its_player_plays_again() -> None:
    """Example 8."""
    s = petard()
    top = s.draw.cards[-1]
    events = do(s, 0, "offer", taker=2)
    assert told(events, "gives") == [{"giver": 0, "taker": 2}]
    assert counts(s) == [1, 2, 3]
    assert s.pile(2).cards[0] == top
    assert s.faces[s.draw.cards[0]] == PETARD
    assert (phase(s), turn(s), names(s, 0)) == ("flip", 0, {"flip"})
    assert not view(s, 2).zone("pile:2").cards


@pytest.mark.rule("spiralix", "D9", "D13")
def test_with_an_empty_draw_pile_the_petard_is_exchanged_for_the_beginning_of_the_spiral() -> None:
    s = table("spiral=pE pR pS | pile:0=pT ✹ | pile:1=pK | pile:2=pW | draw= | won:1=…")
    do(s, 0, "flip")
    do(s, 0, "offer", taker=1)
    assert faces(s, "pile:1") == ["pE", "pK"]
    assert faces(s, "spiral") == ["pR", "pS"]
    assert faces(s, "draw") == [PETARD]


# ---- the end of a spiral -------------------------------------------------------------------------------


@pytest.mark.rule("spiralix", "R25", "R26", "D11")
def test_the_first_without_cards_wins_the_spiral() -> None:
    """Example 7: O is a vowel, then comes the last card."""
    s = plain("pile:0=pT pO")
    do(s, 0, "flip")
    word(s, 0, "porte")
    do(s, 0, "flip")
    events = word(s, 0, "toto")
    assert told(events, "spiral_won") == [{"winner": 0, "count": 3}]
    assert faces(s, "won:0") == ["pE", "pO", "pT"]
    assert s.scores == [3, 0, 0]
    won = view(s, 1).zone("won:0")
    assert (won.count, won.cards[-1].face) == (3, "pT")  # type: ignore[union-attr]


@pytest.mark.rule("spiralix", "D11")
def test_a_vowel_as_last_card_wins_too() -> None:
    s = plain("pile:0=pO")
    do(s, 0, "flip")
    assert told(word(s, 0, "porte"), "spiral_won") == [{"winner": 0, "count": 2}]


@pytest.mark.rule("spiralix", "D11")
def test_giving_away_a_petard_that_was_the_last_card_wins() -> None:
    """Example 8, second part."""
    s = petard("pile:0=✹")
    assert told(do(s, 0, "offer", taker=2), "spiral_won") == [{"winner": 0, "count": 1}]


@pytest.mark.rule("spiralix", "D11")
def test_whoever_receives_a_card_on_his_last_one_has_not_finished() -> None:
    s = plain("pile:0=pR")
    do(s, 0, "flip")
    rescue(s, 1, "farce")
    assert (turn(s), counts(s), s.scores) == (1, [1, 2, 2], [0, 0, 0])


@pytest.mark.rule("spiralix", "D11")
def test_when_nobody_finds_on_his_last_card_he_wins() -> None:
    s = plain("pile:0=pR")
    do(s, 0, "flip")
    do(s, 0, "dry")
    assert told(wait(s), "spiral_won") == [{"winner": 0, "count": 2}]


@pytest.mark.rule("spiralix", "R27", "D15")
def test_all_the_other_cards_are_shuffled_and_dealt_and_the_left_neighbour_starts() -> None:
    s = plain("pile:0=pR", seat=0)
    do(s, 0, "flip")
    events = word(s, 0, "farce")
    assert told(events, "deal") == [{"count": 7, "starter": 1, "round": 2}]
    assert counts(s) == [7, 7, 7]
    assert len(s.spiral.cards) == 1
    assert len(s.draw.cards) == 100 - 2 - 21 - 1
    assert faces(s, "won:0") == ["pE", "pR"]
    assert (phase(s), turn(s), view(s).fact("starter")) == ("flip", 1, 1)


@pytest.mark.rule("spiralix", "D15")
def test_the_start_goes_round_whoever_has_won() -> None:
    s = table("spiral=pE | pile:0=pK bK | pile:1=pR | pile:2=pW bW", seat=1)
    do(s, 1, "flip")
    word(s, 1, "farce")
    assert turn(s) == 2
    arrange(s, "spiral=pE | pile:2=pR | pile:0=pK bK | pile:1=pX bX | won:1=bE bR | draw=…")
    do(s, 2, "flip")
    word(s, 2, "farce")
    assert turn(s) == 0


@pytest.mark.rule("spiralix", "R28", "D13")
def test_when_the_draw_pile_is_empty_the_oldest_cards_of_the_spiral_are_drawn() -> None:
    s = table("spiral=pA pB pE | pile:0=pT pR | pile:1=pK bK | pile:2=pW bW | draw= | won:2=…")
    do(s, 0, "flip")
    rescue(s, 1, "farce")
    assert faces(s, "pile:0") == ["pA", "pT"]
    assert faces(s, "spiral") == ["pB", "pE", "pR"]
    assert not view(s, 0).zone("pile:0").cards


@pytest.mark.rule("spiralix", "D13")
def test_two_cards_stay_in_the_spiral_and_then_no_card_is_given() -> None:
    s = table("spiral=pE | pile:0=pT pR | pile:1=pK bK | pile:2=pW bW | draw= | won:2=…")
    do(s, 0, "flip")
    events = rescue(s, 1, "farce")
    assert told(events, "receives") == [{"seat": 0, "count": 0}]
    assert faces(s, "spiral") == ["pE", "pR"]
    assert (turn(s), counts(s)) == (1, [1, 2, 2])


def last_card(players: int, unwon: int) -> SpiralixState:
    """Seat 0 is about to win a spiral of two cards, after which so many cards are not won."""
    s = table("spiral=pE | pile:0=pR | pile:1=pK", players)
    for _ in range(100 - 2 - unwon):
        s.move(s.draw.cards[0], s.draw, s.won(1))
    s.scores[1] = len(s.won(1).cards)
    do(s, 0, "flip")
    word(s, 0, "farce")
    return s


@pytest.mark.rule("spiralix", "R29", "D14")
@pytest.mark.parametrize(
    ("players", "unwon", "ends"), [(4, 31, False), (4, 29, False), (4, 28, True), (8, 56, True)]
)
def test_the_game_goes_on_while_seven_each_and_one_more_can_be_dealt(players: int, unwon: int, ends: bool) -> None:
    """Example 10."""
    s = last_card(players, unwon)
    assert (s.outcome is not None) is ends
    if not ends:
        assert counts(s) == [7] * players
        assert len(s.draw.cards) == unwon - 7 * players - 1


@pytest.mark.rule("spiralix", "R30")
def test_the_most_cards_won_win() -> None:
    s = last_card(4, 28)
    assert s.outcome is not None
    assert s.outcome.scores == (2, 70, 0, 0)
    assert s.outcome.ranks == (2, 1, 3, 3)
    assert (s.outcome.reason, s.outcome.detail) == (Reason.RULE, "no_deal")


@pytest.mark.rule("spiralix", "D17")
def test_equal_players_share_the_victory() -> None:
    s = table("spiral=pE | pile:0=pR | pile:1=pK", 2)
    for seat, count in ((0, 41), (1, 43)):
        for _ in range(count):
            s.move(s.draw.cards[0], s.draw, s.won(seat))
        s.scores[seat] = count
    do(s, 0, "flip")
    word(s, 0, "farce")
    assert s.outcome is not None
    assert s.outcome.scores == (43, 43)
    assert s.outcome.winners == (0, 1)


@pytest.mark.rule("spiralix", "D16")
@pytest.mark.parametrize(
    ("piles", "winner"),
    [
        ("pile:0=pT pR | pile:1=pK bK | pile:2=pW", 2),
        # Equal: seat 1 would play next.
        ("pile:0=pT pR | pile:1=pK | pile:2=pW", 1),
        ("pile:0=pT pR | pile:1=pK bK | pile:2=pW bW", 0),
    ],
)
def test_a_spiral_of_forty_cards_per_player_is_stopped(piles: str, winner: Seat) -> None:
    s = table(f"spiral=pE | {piles}")
    s.laid = 119
    do(s, 0, "flip")
    events = word(s, 0, "farce")
    assert told(events, "spiral_stopped") == [{"winner": winner, "count": 2}]
    assert s.laid == 0


@pytest.mark.rule("spiralix", "D16")
def test_between_equals_the_one_who_would_play_on_after_a_vowel_comes_first() -> None:
    s = table("spiral=pE | pile:0=pT pO | pile:1=pK | pile:2=pW")
    s.laid = 119
    do(s, 0, "flip")
    assert told(word(s, 0, "porte"), "spiral_stopped") == [{"winner": 0, "count": 2}]


@pytest.mark.rule("spiralix", "D16")
def test_the_last_card_before_the_stop_can_still_win() -> None:
    s = plain("pile:0=pR")
    s.laid = 119
    do(s, 0, "flip")
    assert told(word(s, 0, "farce"), "spiral_won") == [{"winner": 0, "count": 2}]


@pytest.mark.rule("spiralix", "D16", "D19")
def test_failing_for_ever_ends() -> None:
    """Every card is rescued, so no pile ever gets shorter by play."""
    s = start(GAME, 2, seed=4)
    pick = keyed(seed_from(1), "test")
    steps = 0
    stopped = []
    while s.outcome is None:
        assert steps < GAME.bound(2, s.options)
        helper = s.after(s.phases[0].seat) if phase(s) == "search" else -1  # type: ignore[attr-defined]
        offers = s.offers(helper) if helper >= 0 else ()
        if offers:
            apply(s, Played(s.now, helper, Move("idea", offers[0].sample(pick), s.now, offers[0].stimulus)))
        else:
            stopped += told(wait(s), "spiral_stopped")
        steps += 1
    assert stopped
    assert s.spiral.cards == []


# ---- time ----------------------------------------------------------------------------------------------


@pytest.mark.rule("spiralix", "D18")
@pytest.mark.parametrize("seconds", [5, 10])
def test_a_card_not_turned_in_time_is_turned(seconds: int) -> None:
    s = plain(flip_s=seconds)
    events = wait(s, "flip/auto")
    assert (s.now, told(events, "timeout")) == (seconds * 1_000, [{"seat": 0}])
    assert (phase(s), faces(s, "spiral")) == ("search", ["pE", "pR"])


@pytest.mark.rule("spiralix", "D18")
def test_a_petard_not_given_in_time_goes_to_the_next_seat() -> None:
    s = petard()
    began = s.now
    wait(s, "petard/limit")
    assert (s.now - began, counts(s)) == (10_000, [1, 3, 2])


@pytest.mark.rule("spiralix", "D18")
def test_no_choice_after_an_etoile_ends_the_turn() -> None:
    s = plain("pile:0=pT pR ★")
    do(s, 0, "flip")
    word(s, 0, "eleve")
    began = s.now
    wait(s, "flip/auto")
    assert (s.now - began, turn(s), counts(s)) == (10_000, 1, [2, 2, 2])


@pytest.mark.rule("spiralix", "D4")
@pytest.mark.parametrize("chrono", [10, 5, 3])
def test_the_chrono_is_as_long_as_the_table_chose(chrono: int) -> None:
    s = plain(chrono=chrono)
    do(s, 0, "flip", t=0)
    word(s, 1, "farce", "idea", t=1_000)
    wait(s)
    wait(s, "countdown/zero")
    assert s.now == 1_031 + chrono * 1_000


# ---- one screen, and who sees what ---------------------------------------------------------------------


@pytest.mark.rule("spiralix", "D4")
def test_on_a_shared_screen_an_idea_is_pressed_and_typed_at_zero() -> None:
    s = start(GAME, 2, starter=0, seat_options=[{"shares": True}, {"shares": True, "level": 1}], contests=False)
    arrange(s, "spiral=pE | pile:0=pT pR | pile:1=pK bK | draw=…")
    do(s, 0, "flip")
    do(s, 1, "idea")
    wait(s)
    wait(s, "countdown/zero")
    assert phase(s) == "typing"
    assert wrong(s, 1, "as", "tell") == "letters_missing"
    word(s, 1, "mario", "tell")
    assert (turn(s), counts(s)) == (1, [2, 2])


# ---- contests (C17) and words nobody could vote on (C19) -----------------------------------------------


@pytest.mark.rule("spiralix", "R11", "R16")
def test_a_known_word_can_be_contested_and_the_search_goes_on() -> None:
    """C17: nothing follows before the window closes; refused, one searches on with the time that was left."""
    s = plain(contests=True)
    do(s, 0, "flip")
    word(s, 0, "farce", t=10_000)
    assert (phase(s), counts(s)) == ("said", [1, 2, 2])
    assert [names(s, seat) for seat in range(3)] == [set(), {"contest"}, {"contest"}]
    do(s, 1, "contest", t=11_000)
    do(s, 2, "refuse", t=12_000)
    due = s.next_alarm()
    assert due is not None
    assert (phase(s), turn(s), due.at) == ("search", 0, 62_000)
    assert wrong(s, 0, "farce") == "unknown_word", "C16"
    word(s, 0, "effort")
    wait(s, "said/close")
    assert (phase(s), turn(s)) == ("flip", 1)


@pytest.mark.rule("spiralix", "R14", "R15", "D5")
def test_an_idea_can_be_contested_at_zero_and_after_dry() -> None:
    """C17, C3: before it costs the searcher a card; refused, it was a void launch."""
    s = plain(contests=True)
    do(s, 0, "flip")
    word(s, 2, "farce", "idea", t=1_000)
    wait(s, "search/close")
    wait(s, "countdown/zero")
    assert (phase(s), counts(s)) == ("said", [1, 2, 2])
    do(s, 0, "contest")
    do(s, 1, "refuse")
    assert (phase(s), counts(s), names(s, 2)) == ("search", [1, 2, 2], set())
    do(s, 0, "dry")
    word(s, 1, "effort", "idea")
    wait(s, "gave_up/close")
    assert (phase(s), counts(s)) == ("said", [1, 2, 2])
    wait(s, "said/close")
    assert (counts(s), turn(s)) == ([2, 2, 2], 1)


@pytest.mark.rule("spiralix", "R25", "D11")
def test_the_last_word_of_a_spiral_can_be_contested() -> None:
    s = plain("pile:0=pR", contests=True)
    do(s, 0, "flip")
    word(s, 0, "farce")
    assert (s.scores, s.round) == ([0, 0, 0], 0)
    wait(s, "said/close")
    assert (s.scores, s.round) == ([2, 0, 0], 1)


@pytest.mark.rule("spiralix", "R16")
def test_alone_among_bots_one_says_whether_one_is_sure() -> None:
    """C19."""
    s = plain()
    s.seats = (SeatState(), SeatState(human=False), SeatState(human=False))
    do(s, 0, "flip")
    word(s, 0, "erblorp")
    assert names(s, 0) == {"sure", "not_sure"}
    do(s, 0, "not_sure")
    assert names(s, 0) == {"say", "dry"}
    word(s, 0, "erblorp")
    assert told(do(s, 0, "sure"), "says") == [{"seat": 0, "words": "erblorp"}]
    assert turn(s) == 1


def test_votes_are_lost_by_turn() -> None:
    """C11: after three lost votes only known words; the next turn begins anew."""
    s = plain("pile:0=pT pR pO")
    do(s, 0, "flip")
    for text in ("zeo", "zoe", "eoz"):
        word(s, 0, text)
        do(s, 1, "refuse")
        do(s, 2, "refuse")
    assert wrong(s, 0, "oze") == "unknown_word"
    word(s, 0, "porte")
    do(s, 0, "flip")
    assert wrong(s, 0, "orz") == "unknown_word"
    do(s, 0, "dry")
    wait(s)
    assert s.lost == [0, 0, 0]


def test_nobody_sees_a_pile_not_even_its_owner_nor_the_draw_pile() -> None:
    s = plain()
    hidden = [zone for zone in Door(s, 1).view().zones if zone.name.startswith(("pile", "draw"))]
    assert len(hidden) == 4
    assert all(not zone.cards for zone in hidden)
