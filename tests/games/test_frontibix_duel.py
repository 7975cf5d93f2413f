"""Frontibix, rule by rule: the duel, what makes it void, an easier word, and the end.

Expected results are worked out from the rules.
"""

import pytest

from tablee.bots.bot import Level, Sighting
from tablee.games.frontibix.bots import BOT
from tablee.games.frontibix.rules import GAME, Draw
from tablee.kernel.record import HoldSet, apply
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.state import SeatState
from tablee.kernel.units import Millis
from tablee.lexicons import load
from tablee.pieces.notation import arrange
from tests.games.frontibix import F, R, clue, duel, fought, last, offer, phase, say, worn
from tests.table import do, faces, names, refused, start, told, view, wait

# ---- the duel ------------------------------------------------------------------------------------------


@pytest.mark.rule("frontibix", "R9", "R10", "R11")
def test_the_first_word_with_both_letters_wins_the_two_cards() -> None:
    """Example 1: Roberto bears L, Florence R; PRALINE holds both."""
    s = fought()
    say(s, R, "praline", 2_000)
    events = wait(s, "duel/close")
    assert told(events, "wins") == [{"race": "won", "seat": R, "shout": "PRALINE", "count": 2, "ms": 2_000}]
    wait(s, "over/over")
    assert (s.scores, sorted(faces(s, s.won(R)))) == ([2, 0, 0], ["bL", "pR"])
    assert (phase(s), view(s, 0).active) == ("challenge", (R,))


@pytest.mark.rule("frontibix", "R10")
@pytest.mark.parametrize(
    ("word", "right"), [("praline", True), ("baril", True), ("lire", True), ("lune", False), ("rat", False)]
)
def test_order_and_place_are_free(word: str, right: bool) -> None:
    s = fought()
    say(s, F, word, 2_000)
    wait(s, "duel/close")
    wait(s, "over/over")
    assert s.scores == ([0, 2, 0] if right else [0, 0, 0])


@pytest.mark.rule("frontibix", "D6")
@pytest.mark.parametrize(("word", "right"), [("porte", False), ("arriver", True)])
def test_the_same_letter_on_both_foreheads_is_needed_twice(word: str, right: bool) -> None:
    """Example 7."""
    s = duel("pR", "bR")
    clue(s, R, "revolver")
    clue(s, F, "radis")
    say(s, R, word, 2_000)
    wait(s, "duel/close")
    wait(s, "over/over")
    assert s.scores == ([2, 0, 0] if right else [0, 0, 0])


@pytest.mark.rule("frontibix", "D11")
def test_a_clue_may_be_the_duel_word() -> None:
    s = duel("bL", "pR")
    clue(s, R, "roulette")
    clue(s, F, "lune")
    say(s, F, "roulette", 2_000)
    wait(s, "duel/close")
    wait(s, "over/over")
    assert s.scores == [0, 2, 0]


@pytest.mark.rule("frontibix", "R18", "D9")
def test_a_word_without_one_of_the_letters_voids_the_duel_at_once() -> None:
    """Example 5, with K and R: REVOLVER has no K."""
    s = duel("bK", "pR")
    clue(s, R, "revolver")
    clue(s, F, "kilo")
    apply(s, HoldSet(0, 200))
    say(s, R, "revolver", 2_000)
    say(s, F, "kir", 2_031)
    events = wait(s, "duel/close")
    assert told(events, "wrong") == [{"race": "wrong", "seat": R, "shout": "REVOLVER", "ms": 2_000}]
    assert told(events, "late") == [{"race": "late", "seat": F, "shout": "KIR", "ms": 2_031, "behind": 31}]
    assert told(events, "void") == [{"count": 2}]


@pytest.mark.rule("frontibix", "D9")
@pytest.mark.parametrize(("ballot", "scores"), [("accept", [2, 0, 0]), ("refuse", [0, 0, 0])])
def test_an_unknown_word_with_both_letters_is_voted_on(ballot: str, scores: list[int]) -> None:
    s = fought()
    say(s, R, "rolf", 2_000, known=0)
    wait(s, "duel/close")
    assert phase(s) == "vote"
    assert worn(s, R, R) == [None]
    do(s, F, ballot)
    do(s, 2, ballot)
    wait(s, "over/over")
    assert s.scores == scores


@pytest.mark.rule("frontibix", "R9")
def test_the_word_that_would_win_can_be_contested_first() -> None:
    """C17: nothing is won before the window closes."""
    s = fought(contests=True)
    say(s, R, "praline", 4_000)
    wait(s, "duel/close")
    assert (phase(s), s.scores) == ("said", [0, 0, 0])
    assert [names(s, seat) for seat in range(3)] == [set(), {"contest"}, {"contest"}]
    assert worn(s, R, R) == [None], "the duel is not over: he does not see his card"
    wait(s, "said/close")
    wait(s, "over/over")
    assert s.scores == [2, 0, 0]


@pytest.mark.rule("frontibix", "R9", "D7")
def test_a_word_refused_in_a_contest_is_taken_back_and_the_duel_goes_on() -> None:
    """C17: with the time that was left, for both; the word counts as unknown from then on (C16)."""
    s = fought(contests=True)
    say(s, R, "praline", 4_000)
    wait(s, "duel/close")
    do(s, F, "contest", t=5_031)
    do(s, 2, "refuse", t=6_031)
    due = s.next_alarm()
    assert due is not None
    assert (phase(s), due.name, due.at) == ("duel", "duel/limit", 30_000 + 2_000)
    assert "say" in names(s, R) & names(s, F)
    say(s, F, "baril", 8_000)
    wait(s, "duel/close")
    wait(s, "said/close")
    wait(s, "over/over")
    assert s.scores == [0, 2, 0]


@pytest.mark.rule("frontibix", "D9")
@pytest.mark.parametrize(("answer", "then"), [("sure", "over"), ("not_sure", "duel")])
def test_alone_among_bots_one_says_whether_one_is_sure_of_a_duel_word(answer: str, then: str) -> None:
    """C19: sure of it, one wins; otherwise it has never been said."""
    s = fought()
    s.seats = (SeatState(), SeatState(human=False), SeatState(human=False))
    say(s, R, "pralin", 4_000, known=0)
    wait(s, "duel/close")
    assert names(s, R) == {"sure", "not_sure"}
    do(s, R, answer)
    assert phase(s) == then
    assert "say" in names(s, R) or then == "over"


@pytest.mark.rule("frontibix", "D3", "D4")
def test_alone_among_bots_one_is_asked_about_a_clue_before_it_is_sealed() -> None:
    """C19: nobody is told of the word before both are in; one that is taken back is never told."""
    s = duel("bL", "pR")
    s.seats = (SeatState(), SeatState(human=False), SeatState(human=False))
    events = clue(s, R, "rzzz", known=0)
    assert (phase(s), view(s, F).fact("unsure")) == ("sure", {"sealed": True})
    events += do(s, R, "not_sure")
    assert names(s, R) == {"clue"}
    events += clue(s, R, "rblorp", known=0) + do(s, R, "sure")
    assert not any("rblorp" in str(e.data) or "rzzz" in str(e.data) for e in events)
    events = clue(s, F, "limonade")
    assert told(events, "confirmed") == [{"seat": R, "words": "rblorp"}]
    assert (phase(s), s.hints[F]) == ("duel", ("rblorp",))


@pytest.mark.rule("frontibix", "D3", "D4")
def test_who_imagines_the_table_does_not_know_the_clue_that_another_is_asked_about() -> None:
    """To himself it stays what it is: sure of it, he gives it."""
    s = duel("bL", "pR")
    s.seats = (SeatState(), SeatState(human=False), SeatState(human=False))
    clue(s, R, "rzzz", known=0)
    given = {}
    for seat in (F, R):
        twin = s.redeal(seat, keyed(seed_from("dream"), "redeal"))
        do(twin, R, "sure")
        clue(twin, F, "limonade")
        given[seat] = twin.hints.get(F)
    assert given[R] == ("rzzz",)
    assert given[F] != ("rzzz",)


@pytest.mark.rule("frontibix", "D4")
def test_a_clue_one_is_sure_of_may_still_begin_wrong() -> None:
    s = duel("bL", "pR")
    s.seats = (SeatState(), SeatState(human=False), SeatState(human=False))
    clue(s, R, "zblorp", known=0)
    do(s, R, "sure")
    assert told(clue(s, F, "limonade"), "mistake") == [{"seat": R}]


def test_a_bot_wins_no_time_while_somebody_is_asked() -> None:
    s = fought(players=2)
    s.seats = (SeatState(), SeatState(human=False))
    bot = BOT(F, Level.STRONG, keyed(seed_from(1), "bot"), load("fr"))
    plan = bot.react(Sighting(s, F, []))
    assert plan is not None
    say(s, R, "pralin", 100, known=0)
    wait(s, "duel/close")
    bot.react(Sighting(s, F, []))
    do(s, R, "not_sure", t=9_131)
    later = bot.react(Sighting(s, F, []))
    assert later is not None
    assert later.at == plan.at + 9_000


@pytest.mark.rule("frontibix", "D9")
def test_an_unknown_word_without_them_is_a_mistake_without_a_vote() -> None:
    s = fought()
    say(s, R, "rzz", 2_000, known=0)
    wait(s, "duel/close")
    assert phase(s) == "over"


@pytest.mark.rule("frontibix", "R17", "D10")
@pytest.mark.parametrize(
    ("second", "scores"), [(4_225, [0, 0, 0]), (4_240, [0, 0, 0]), (4_241, [2, 0, 0]), (4_260, [2, 0, 0])]
)
def test_both_at_the_same_time(second: Millis, scores: list[int]) -> None:
    """Example 6: 15 ms apart is void, 50 ms apart Roberto wins."""
    s = fought()
    apply(s, HoldSet(0, 200))
    say(s, R, "praline", 4_210)
    say(s, F, "baril", second)
    events = wait(s, "duel/close")
    assert {e["seat"] for e in told(events, "ties")} == (set() if scores[R] else {R, F})
    wait(s, "over/over")
    assert s.scores == scores


@pytest.mark.rule("frontibix", "D10")
def test_a_right_and_a_wrong_word_together_are_void_too() -> None:
    s = fought()
    say(s, R, "praline", 4_210)
    say(s, F, "lune", 4_225)
    wait(s, "duel/close")
    wait(s, "over/over")
    assert (s.scores, len(s.bonus.cards)) == ([0, 0, 0], 2)


@pytest.mark.rule("frontibix", "R16", "D7")
@pytest.mark.parametrize("seconds", [15, 30, 60])
def test_nobody_finds(seconds: int) -> None:
    s = fought(duel_s=seconds)
    events = wait(s, "duel/limit")
    assert s.now == 1_000 * seconds, "from the moment both clues were shown"
    assert told(events, "nobody") == [{}]
    assert told(events, "void") == [{"count": 2}]


@pytest.mark.rule("frontibix", "D7")
def test_both_are_dry() -> None:
    s = fought()
    do(s, R, "dry", t=1_000)
    assert phase(s) == "duel"
    assert view(s, 2).active == (F,)
    assert "say" not in names(s, R)
    events = do(s, F, "dry", t=2_000)
    assert told(events, "void") == [{"count": 2}]


@pytest.mark.rule("frontibix", "D7")
def test_when_one_is_dry_the_other_can_still_win() -> None:
    s = fought()
    do(s, R, "dry", t=1_000)
    say(s, F, "baril", 2_000)
    wait(s, "duel/close")
    wait(s, "over/over")
    assert s.scores == [0, 2, 0]


# ---- pétards -------------------------------------------------------------------------------------------


@pytest.mark.rule("frontibix", "R13")
@pytest.mark.parametrize(("roberto", "florence", "scores"), [("bL", "✹", [0, 2, 0]), ("✹", "pR", [2, 0, 0])])
def test_one_petard_wins_at_once(roberto: str, florence: str, scores: list[int]) -> None:
    """Example 2: no clue phase."""
    s = duel(roberto, florence)
    assert phase(s) == "over"
    wait(s, "over/over")
    assert s.scores == scores
    assert view(s, 0).active == (scores.index(2),), "and challenges next"


@pytest.mark.rule("frontibix", "R14", "R19", "R20")
def test_two_petards_are_void_and_the_next_winner_takes_the_bonus() -> None:
    """Example 3: both bear a pétard; replay K / E, Florence wins with KEPI: 4 cards."""
    s = duel("✹", "✹", pile="bK pE")
    wait(s, "over/over")
    assert (s.scores, faces(s, s.bonus)) == ([0, 0, 0], ["✹", "✹"])
    assert [faces(s, s.forehead(seat)) for seat in (R, F)] == [["bK"], ["pE"]]
    clue(s, R, "école")
    clue(s, F, "kilo")
    say(s, F, "képi", s.now + 2_000)
    events = wait(s, "duel/close")
    assert told(events, "wins")[0]["count"] == 4
    wait(s, "over/over")
    assert (s.scores, s.bonus.cards) == ([0, 4, 0], [])


# ---- void duels and the next challenge -----------------------------------------------------------------


@pytest.mark.rule("frontibix", "R19", "R20", "D13")
def test_the_same_two_play_again_and_the_bonus_grows() -> None:
    s = fought(players=4, pile="bA bB bC bD bE bF")
    for bonus in (2, 4, 6):
        wait(s, "duel/limit" if phase(s) == "duel" else "clue/limit")
        wait(s, "over/over")
        assert len(s.bonus.cards) == bonus
        assert s.duellists == (R, F)
        assert [names(s, seat) for seat in (2, 3)] == [set(), set()]


@pytest.mark.rule("frontibix", "R11", "D14")
def test_the_winner_challenges_another_player_than_the_one_he_beat() -> None:
    """Example 8: three players, P0 beats P1, P0 may only challenge P2."""
    s = fought()
    say(s, R, "praline", 2_000)
    wait(s, "duel/close")
    wait(s, "over/over")
    assert list(offer(s, R, "challenge").enumerate()) == [{"seat": 2}]
    assert refused(s, R, "challenge", seat=F) == "not_possible"


@pytest.mark.rule("frontibix", "R11", "D14")
def test_the_challenged_player_who_wins_challenges_next() -> None:
    s = fought(players=5)
    say(s, F, "baril", 2_000)
    wait(s, "duel/close")
    wait(s, "over/over")
    assert view(s, 0).active == (F,)
    assert sorted(args["seat"] for args in offer(s, F, "challenge").enumerate()) == [2, 3, 4]


@pytest.mark.rule("frontibix", "D14")
def test_only_the_one_beaten_last_is_spared() -> None:
    s = fought(players=4, pile="bK pE")
    say(s, R, "praline", 2_000)
    wait(s, "duel/close")
    wait(s, "over/over")
    do(s, R, "challenge", seat=2)
    clue(s, R, "été" if s.borne(2) == "E" else "kilo")
    clue(s, 2, "kilo" if s.borne(R) == "K" else "été")
    say(s, R, "képi", s.now + 2_000)
    wait(s, "duel/close")
    wait(s, "over/over")
    assert sorted(args["seat"] for args in offer(s, R, "challenge").enumerate()) == [F, 3]


# ---- an easier word ------------------------------------------------------------------------------------


@pytest.mark.rule("frontibix", "R21", "D12")
def test_an_easier_word_with_the_same_first_letter() -> None:
    s = fought()
    do(s, R, "easier", t=1_000)
    assert names(s, F) >= {"say", "give"}
    assert names(s, 2) == {"give"}, "any spectator who is faster"
    assert "give" not in names(s, R)
    assert refused(s, 2, "give", word="rat") == "start_differs"
    assert refused(s, 2, "give", word="limonade") == "already_said", "another word"
    events = do(s, 2, "give", word="lit", t=2_000)
    assert told(events, "give") == [{"seat": 2, "taker": R, "word": "LIT"}]
    assert names(s, 2) == set(), "one is enough"
    assert view(s, R).fact("hints") == {"0": ["limonade", "lit"], "1": ["revolver"]}


@pytest.mark.rule("frontibix", "D12")
def test_at_most_twice_per_duel_and_the_clock_runs_on() -> None:
    s = fought()
    for word in ("lit", "loup"):
        do(s, R, "easier", t=s.now + 1_000)
        assert "easier" not in names(s, R), "one question at a time"
        do(s, F, "give", word=word, t=s.now + 1_000)
    assert "easier" not in names(s, R)
    assert "easier" in names(s, F), "each has his own two"
    wait(s, "duel/limit")
    assert s.now == 30_000


@pytest.mark.rule("frontibix", "D12")
def test_both_may_ask_and_each_helps_the_other() -> None:
    s = fought()
    do(s, R, "easier", t=1_000)
    do(s, F, "easier", t=1_100)
    assert refused(s, F, "give", word="rat") == "start_differs", "Roberto bears L"
    assert refused(s, R, "give", word="lit") == "start_differs", "Florence bears R"
    do(s, R, "give", word="rat", t=2_000)
    do(s, F, "give", word="lit", t=2_100)
    assert view(s, 2).fact("hints") == {"0": ["limonade", "lit"], "1": ["revolver", "rat"]}


@pytest.mark.rule("frontibix", "D5", "D12")
def test_who_gives_an_easier_word_is_not_told_his_own_letter() -> None:
    s = fought()
    do(s, R, "easier", t=1_000)
    assert "bL" not in repr(offer(s, F, "say"))
    assert offer(s, F, "give").params["word"].fit.starts == "L"  # type: ignore[attr-defined]


# ---- buzz and open -------------------------------------------------------------------------------------


@pytest.mark.rule("frontibix", "R18")
def test_buzz_then_type_and_silence_is_a_mistake() -> None:
    s = fought(answer="buzz")
    assert names(s, R) == {"buzz", "dry", "easier"}
    do(s, R, "buzz", t=2_000)
    wait(s, "duel/close")
    assert [names(s, seat) for seat in range(3)] == [{"say"}, set(), set()]
    events = wait(s, "answer/limit")
    assert [e["seat"] for e in told(events, "wrong")] == [R]
    assert phase(s) == "over"


@pytest.mark.rule("frontibix", "R17")
def test_two_buzzes_together_are_void() -> None:
    s = fought(answer="buzz")
    do(s, R, "buzz", t=2_000)
    do(s, F, "buzz", t=2_020)
    wait(s, "duel/close")
    wait(s, "over/over")
    assert len(s.bonus.cards) == 2


@pytest.mark.rule("frontibix", "D16")
def test_open_cards() -> None:
    s = duel("bL", "pR", open=True)
    assert phase(s) == "duel", "no clues"
    for viewer in (R, F, 2, None):
        assert (worn(s, viewer, R), worn(s, viewer, F)) == (["bL"], ["pR"])
    assert names(s, R) == {"buzz", "dry"}
    do(s, F, "buzz", t=2_000)
    wait(s, "duel/close")
    do(s, F, "say", word="baril", known={"baril": 1})
    wait(s, "over/over")
    assert s.scores == [0, 2, 0]


@pytest.mark.rule("frontibix", "D16")
def test_a_shared_screen_forces_open_cards() -> None:
    s = start(GAME, 3, seat_options=[{"shares": True}, {"shares": True}, {}])
    assert (s.options.open, s.options.answer) == (True, "buzz")
    assert not start(GAME, 3).options.open


# ---- the end -------------------------------------------------------------------------------------------


@pytest.mark.rule("frontibix", "R22", "R23", "D1")
def test_with_fewer_than_two_cards_the_game_ends() -> None:
    s = last("bL", "pR")
    clue(s, R, "revolver")
    clue(s, F, "limonade")
    say(s, R, "praline", 2_000)
    wait(s, "duel/close")
    wait(s, "over/over")
    assert s.outcome is not None
    assert (s.outcome.scores, s.outcome.winners, s.outcome.detail) == ((2, 0, 0), (R,), "pile_empty")
    assert faces(s, s.pile) == ["pZ"], "the 55th card is never played"


@pytest.mark.rule("frontibix", "D2")
def test_a_bonus_left_at_the_end_is_nobodys() -> None:
    """Example 9."""
    s = last("bL", "pR")
    wait(s, "clue/limit")
    wait(s, "over/over")
    assert s.outcome is not None
    assert s.outcome.scores == (0, 0, 0)
    assert len(s.bonus.cards) == 2


@pytest.mark.rule("frontibix", "D15")
def test_equal_totals_share_the_victory() -> None:
    s = start(GAME, 3, starter=R, contests=False)
    arrange(s, "pile=pZ bL pR | won:1=bA bB | won:2=bC | forehead:2=…")
    s.scores = [0, 2, 1]
    s.challenger, s.challenged = R, F
    s.goto(Draw())
    s._settle()
    clue(s, R, "revolver")
    clue(s, F, "limonade")
    say(s, R, "praline", 2_000)
    wait(s, "duel/close")
    wait(s, "over/over")
    assert s.outcome is not None
    assert (s.outcome.scores, s.outcome.ranks) == ((2, 2, 1), (1, 1, 3))


@pytest.mark.rule("frontibix", "D17", "D1")
@pytest.mark.parametrize("players", [2, 6])
def test_silence_ends_the_game_after_27_duels(players: int) -> None:
    s = start(GAME, players)
    for _ in range(27 * 5):
        if s.outcome is None:
            wait(s)
    assert s.outcome is not None
    assert s.duels == 27
    assert len(s.pile.cards) == 1


@pytest.mark.rule("frontibix", "D12")
def test_silence_of_those_who_could_help_blocks_nothing() -> None:
    s = fought()
    do(s, R, "easier", t=1_000)
    wait(s, "duel/limit")
    assert phase(s) == "over"
