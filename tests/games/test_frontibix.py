"""Frontibix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter
from typing import Any

import pytest

from tablee.bots.bot import Level, Sighting
from tablee.games.frontibix.bots import BOT
from tablee.games.frontibix.rules import GAME, Draw, Duel, FrontibixState
from tablee.kernel.domains import OneSeat
from tablee.kernel.door import Door, encode
from tablee.kernel.events import Event
from tablee.kernel.moves import Offer
from tablee.kernel.record import HoldSet, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.state import SeatState
from tablee.kernel.units import Millis, Seat
from tablee.lexicons import load
from tablee.pieces.notation import arrange
from tablee.words import flags
from tablee.words.lexicon import Lexicon
from tests.table import do, faces, names, refused, start, told, view, wait

R, F = 0, 1
"""Roberto challenges Florence."""


def duel(roberto: str, florence: str, *, players: int = 3, pile: str = "", **options: Any) -> FrontibixState:
    """Roberto (seat 0) and Florence (seat 1) have these cards on their foreheads, at table time 0.

    `pile` is what is drawn after them, the next card last; all other cards lie under it. No word is contested,
    unless the table wants that.
    """
    s = start(GAME, players, starter=R, **{"contests": False} | options)
    arrange(s, f"pile=… {pile} {roberto} {florence}")
    s.challenger, s.challenged = R, F
    s.goto(Draw())
    s._settle()
    s.drain()
    return s


def last(roberto: str, florence: str, **options: Any) -> FrontibixState:
    """The same as the last duel: one card is left."""
    s = start(GAME, 3, starter=R, contests=False, **options)
    arrange(s, f"pile=pZ {roberto} {florence} | forehead:2=…")
    s.challenger, s.challenged = R, F
    s.goto(Draw())
    s._settle()
    s.drain()
    return s


def clue(s: FrontibixState, seat: Seat, word: str, *, known: int = 1, t: Millis | None = None) -> list[Event]:
    return do(s, seat, "clue", word=word, known={word: known}, t=t)


def fought(roberto: str = "bL", florence: str = "pR", **options: Any) -> FrontibixState:
    """Both clues are given and right, at table time 0: the duel has begun."""
    s = duel(roberto, florence, **options)
    clue(s, R, florence[1].lower() + "evolver")
    clue(s, F, roberto[1].lower() + "imonade")
    assert phase(s) == "duel"
    return s


def say(s: FrontibixState, seat: Seat, word: str, t: Millis, *, known: int = 1) -> None:
    do(s, seat, "say", t=t, word=word, known={word: known})


def phase(s: FrontibixState) -> str:
    return view(s, 0).phase


def offer(s: FrontibixState, seat: Seat, name: str) -> Offer:
    return next(o for o in s.offers(seat) if o.name == name)


def worn(s: FrontibixState, viewer: Seat | None, bearer: Seat) -> list[str | None]:
    """The faces that a viewer sees on a forehead (a spectator: None)."""
    zone = view(s, *([] if viewer is None else [viewer])).zone(f"forehead:{bearer}")
    return [c.face for c in zone.cards if c] or [None] * zone.count


# ---- deck and challenge ---------------------------------------------------------------------------------


@pytest.mark.rule("frontibix", "R1")
@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_players(players: int) -> None:
    with pytest.raises(Refused, match="bad_players"):
        start(GAME, players)


@pytest.mark.rule("frontibix", "R2", "R3")
def test_two_alphabets_and_three_petards_in_one_pile() -> None:
    s = start(GAME, 4)
    count = Counter(s.faces)
    assert count["✹"] == 3
    assert sorted(f for f in count if f != "✹") == sorted(
        c + x for c in "pb" for x in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    )
    assert len(s.pile.cards) == 55
    assert view(s, 0).zone("pile").cards == ()
    assert not any(zone.name.startswith("hand") for zone in s.zones)
    assert [start(GAME, 4, seed=1).pile.cards != start(GAME, 4, seed=2).pile.cards] == [True]


@pytest.mark.rule("frontibix", "R5", "D14")
def test_the_first_challenger_chooses_anyone() -> None:
    s = start(GAME, 4, starter=2)
    assert view(s, 0).active == (2,)
    assert [names(s, seat) for seat in range(4)] == [set(), set(), {"challenge"}, set()]
    domain = offer(s, 2, "challenge").params["seat"]
    assert isinstance(domain, OneSeat)
    assert sorted(domain.seats) == [0, 1, 3]
    assert refused(s, 2, "challenge", seat=2) == "not_possible"


@pytest.mark.rule("frontibix", "R5")
def test_the_youngest_is_an_option_and_drawn_when_nobody_says() -> None:
    assert {view(start(GAME, 3, seed=seed), 0).active for seed in range(12)} == {(0,), (1,), (2,)}


@pytest.mark.rule("frontibix", "R4", "R6")
def test_the_first_card_is_for_the_challenged_player_the_second_for_the_challenger() -> None:
    s = start(GAME, 4, starter=2)
    arrange(s, "pile=… pB pA")
    do(s, 2, "challenge", seat=3)
    assert [faces(s, s.forehead(seat)) for seat in range(4)] == [[], [], ["pB"], ["pA"]]
    assert len(s.pile.cards) == 53
    assert view(s, 0).active == (2, 3), "whatever the number of players, two fight"


@pytest.mark.rule("frontibix", "R5")
def test_a_silent_challenger_is_given_somebody_after_twenty_seconds() -> None:
    s = start(GAME, 4, starter=2)
    events = wait(s, "challenge/limit")
    assert s.now == 20_000
    assert told(events, "timeout") == [{"seat": 2}]
    assert s.challenged in (0, 1, 3)


@pytest.mark.rule("frontibix", "R12")
def test_two_players_need_no_challenge_and_meet_again() -> None:
    s = start(GAME, 2, starter=1)
    assert s.duellists == (1, 0)
    s = fought(players=2)
    say(s, R, "praline", 2_000)
    wait(s, "duel/close")
    wait(s, "over/over")
    assert s.duellists == (R, F)
    assert s.duels == 3, "one from the start of the test, the one just won, and the next"


# ---- who sees what --------------------------------------------------------------------------------------


@pytest.mark.rule("frontibix", "R7", "D5")
def test_all_see_a_card_but_its_bearer() -> None:
    s = duel("bL", "pR", players=4)
    assert [worn(s, viewer, R) for viewer in range(4)] == [[None], ["bL"], ["bL"], ["bL"]]
    assert [worn(s, viewer, F) for viewer in range(4)] == [["pR"], [None], ["pR"], ["pR"]]
    assert (worn(s, None, R), worn(s, None, F)) == ([None], [None]), "a screen for all shows neither"


@pytest.mark.rule("frontibix", "D5")
def test_nothing_that_a_duellist_is_sent_depends_on_his_own_card() -> None:
    """Not the offers, not the refusals, not the view: with an L or a K it is the same, byte for byte."""

    def seen_by_roberto(letter: str) -> list[bytes]:
        s = start(GAME, 3, starter=R)
        roberto = s.pile.cards[-2]
        other = next(c for c in s.pile.cards if s.faces[c] == letter)
        s.faces[roberto], s.faces[other] = s.faces[other], s.faces[roberto]
        florence = next(c for c in s.pile.cards if s.faces[c] == "pR")
        s.faces[s.pile.cards[-1]], s.faces[florence] = "pR", s.faces[s.pile.cards[-1]]
        s.drain()
        s.challenged = F
        s.goto(Draw())
        s._settle()
        sent = [encode(Door(s, 1 << R).glimpse(s.drain()))]
        clue(s, R, "revolver")
        sent.append(encode(Door(s, 1 << R).glimpse(s.drain())))
        return [*sent, *(refused(s, R, "clue", word=wrong).encode() for wrong in ("", "42", "x" * 60))]

    assert seen_by_roberto("bL") == seen_by_roberto("bK")


@pytest.mark.rule("frontibix", "D5")
def test_after_the_duel_both_cards_are_public() -> None:
    s = fought()
    assert worn(s, R, R) == [None]
    say(s, R, "praline", 2_000)
    assert worn(s, R, R) == [None], "not before it is decided"
    wait(s, "duel/close")
    for viewer in (R, F, 2, None):
        assert (worn(s, viewer, R), worn(s, viewer, F)) == (["bL"], ["pR"])


@pytest.mark.rule("frontibix", "D8")
def test_the_others_keep_quiet_and_only_the_duellists_answer() -> None:
    s = duel("bL", "pR", players=4)
    assert view(s, 2).silent
    assert [names(s, seat) for seat in range(4)] == [{"clue"}, {"clue"}, set(), set()]
    clue(s, R, "revolver")
    clue(s, F, "limonade")
    assert view(s, 2).silent
    assert [names(s, seat) for seat in range(4)] == [{"say", "dry", "easier"}] * 2 + [set()] * 2
    assert refused(s, 2, "say", word="praline") == "not_your_turn"
    say(s, R, "praline", 2_000)
    wait(s, "duel/close")
    assert not view(s, 2).silent


# ---- clues ----------------------------------------------------------------------------------------------


@pytest.mark.rule("frontibix", "R8", "D3")
def test_clues_are_secret_until_both_are_in() -> None:
    s = duel("bL", "pR")
    events = clue(s, R, "revolver")
    assert told(events, "clue") == []
    for viewer in (F, 2):
        assert b"revolver" not in encode(Door(s, 1 << viewer).glimpse(events)).lower()
    assert names(s, R) == set(), "once"
    events = clue(s, F, "limonade")
    assert told(events, "clue") == [{"seat": R, "word": "REVOLVER"}, {"seat": F, "word": "LIMONADE"}]
    assert view(s, 2).fact("hints") == {"0": ["limonade"], "1": ["revolver"]}, "by whom they are for"
    assert phase(s) == "duel"


@pytest.mark.rule("frontibix", "R18", "D4")
def test_a_clue_with_another_first_letter_is_a_mistake() -> None:
    """Example 4: Florence's clue is RADIS; she should use L."""
    s = duel("bL", "pR")
    clue(s, R, "revolver")
    events = clue(s, F, "radis")
    assert told(events, "mistake") == [{"seat": F}]
    assert told(events, "void") == [{"count": 2}]
    wait(s, "over/over")
    assert len(s.bonus.cards) == 2


@pytest.mark.rule("frontibix", "D4")
def test_the_first_letter_is_folded() -> None:
    s = duel("bE", "pR")
    clue(s, R, "revolver")
    clue(s, F, "école")
    assert phase(s) == "duel"


@pytest.mark.rule("frontibix", "R15", "D4")
def test_a_missing_clue_voids_the_duel_and_the_other_is_not_shown() -> None:
    s = duel("bL", "pR")
    clue(s, R, "revolver")
    events = wait(s, "clue/limit")
    assert s.now == 15_000
    assert told(events, "no_clue") == [{}]
    assert told(events, "clue") == []
    assert told(events, "void") == [{"count": 2}]


@pytest.mark.rule("frontibix", "D4")
@pytest.mark.parametrize(("ballot", "then"), [("accept", "duel"), ("refuse", "over")])
def test_an_unknown_clue_is_voted_on(ballot: str, then: str) -> None:
    s = duel("bL", "pR")
    clue(s, R, "rzz", known=0)
    clue(s, F, "limonade")
    assert phase(s) == "vote"
    do(s, F, ballot)
    events = do(s, 2, ballot)
    assert phase(s) == then
    assert told(events, "mistake") == ([{"seat": R}] if then == "over" else [])


@pytest.mark.rule("frontibix", "D4")
def test_two_unknown_clues_are_two_votes() -> None:
    s = duel("bL", "pR")
    clue(s, R, "rzz", known=0)
    clue(s, F, "lzz", known=0)
    do(s, F, "accept")
    do(s, 2, "accept")
    assert view(s, 2).fact("words") == ["lzz"]
    do(s, R, "accept")
    do(s, 2, "accept")
    assert phase(s) == "duel"


@pytest.mark.rule("frontibix", "D4")
def test_an_unknown_clue_beside_a_wrong_one_needs_no_vote() -> None:
    s = duel("bL", "pR")
    clue(s, R, "rzz", known=0)
    clue(s, F, "radis")
    assert phase(s) == "over"


# ---- the duel -------------------------------------------------------------------------------------------


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


# ---- pétards --------------------------------------------------------------------------------------------


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


# ---- void duels and the next challenge ------------------------------------------------------------------


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


# ---- an easier word -------------------------------------------------------------------------------------


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


# ---- buzz and open --------------------------------------------------------------------------------------


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


# ---- the end --------------------------------------------------------------------------------------------


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


# ---- bots -----------------------------------------------------------------------------------------------

LEXICON = Lexicon.of(
    [
        ("revolver", flags.NOUN, 3.5),
        ("rue", flags.NOUN, 5.0),
        ("limonade", flags.NOUN, 3.0),
        ("lit", flags.NOUN, 5.0),
        ("lampe", flags.NOUN, 4.0),
        ("baril", flags.NOUN, 3.0),
        ("kilo", flags.NOUN, 4.0),
        ("kir", flags.NOUN, 2.0),
    ]
)


def bot(seat: Seat, level: Level = Level.STRONG, seed: int = 1) -> Any:
    return BOT(seat, level, keyed(seed_from(seed), "bot", seat), LEXICON)


def shown(s: FrontibixState, seat: Seat) -> Sighting:
    return Sighting(s, seat, [])


def test_a_bot_gives_a_clue_for_the_letter_that_it_sees() -> None:
    s = duel("bL", "pR")
    for seat, first in ((R, "r"), (F, "l")):
        plan = bot(seat).react(shown(s, seat))
        assert (plan.move.name, plan.move.args["word"][0]) == ("clue", first)


@pytest.mark.rule("frontibix", "D5")
def test_a_bot_learns_its_letter_from_the_clue_and_not_from_its_card() -> None:
    """Roberto bears L, but is told a word with K: the only word with K and R that he knows is KIR."""
    s = duel("bL", "pR")
    s.hints = {R: ("kilo",), F: ("revolver",)}
    s.goto(Duel())
    s._settle()
    plan = bot(R).react(shown(s, R))
    assert (plan.move.name, plan.move.args) == ("say", {"word": "kir"})
    s = fought()
    assert bot(R).react(shown(s, R)).move.args == {"word": "baril"}


def test_a_bot_that_finds_nothing_is_dry() -> None:
    s = fought("bL", "pZ")
    assert bot(F).react(shown(s, F)).move.name == "dry"


@pytest.mark.rule("frontibix", "D12")
def test_where_only_bots_can_help_the_commonest_short_word_is_given() -> None:
    s = fought()
    s.seats = (SeatState(), SeatState(human=False), SeatState(human=False))
    mind = bot(F, Level.BEGINNER)
    before = mind.react(shown(s, F))
    assert before.at > 7_000, "slow enough to help twice before it has found a word itself"
    do(s, R, "easier", t=100)
    plan = mind.react(shown(s, F))
    assert (plan.move.name, plan.move.args) == ("give", {"word": "lit"}), "LIT is commoner than LAMPE"
    assert plan.at <= s.now + 3_000
    assert bot(2).react(shown(s, 2)) is None, "one helper is enough"
    do(s, F, "give", word="lit", t=plan.at)
    assert mind.react(shown(s, F)) == before, "its own search goes on meanwhile"
    do(s, R, "easier", t=plan.at + 100)
    assert mind.react(shown(s, F)).move.args == {"word": "lampe"}


def test_the_strong_challenger_takes_whoever_has_the_most_cards() -> None:
    s = start(GAME, 4, starter=0)
    s.scores = [0, 2, 6, 4]
    for seed in range(5):
        assert bot(0, seed=seed).react(shown(s, 0)).move.args == {"seat": 2}
    chosen = {bot(0, Level.NORMAL, seed).react(shown(s, 0)).move.args["seat"] for seed in range(20)}
    assert chosen == {1, 2, 3}


def test_a_bot_buzzes_and_then_types_what_it_had_found() -> None:
    s = duel("bL", "pR", open=True)
    mind = bot(R)
    plan = mind.react(shown(s, R))
    assert plan.move.name == "buzz"
    do(s, R, "buzz", t=plan.at)
    wait(s, "duel/close")
    plan = mind.react(shown(s, R))
    assert (plan.move.name, plan.move.args) == ("say", {"word": "baril"})
    assert plan.at < s.now + 5_000
