"""Frontibix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter

import pytest

from tablee.games.frontibix.rules import GAME, Draw
from tablee.kernel.domains import OneSeat
from tablee.kernel.door import Door, encode
from tablee.kernel.refusal import Refused
from tablee.pieces.notation import arrange
from tests.games.frontibix import F, R, clue, duel, fought, offer, phase, say, worn
from tests.table import do, faces, names, refused, start, told, view, wait

# ---- deck and challenge --------------------------------------------------------------------------------


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


# ---- who sees what -------------------------------------------------------------------------------------


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


# ---- clues ---------------------------------------------------------------------------------------------


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
