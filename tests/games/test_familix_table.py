"""Familix, rule by rule: no cards, no pile, time, talk and sight.

Expected results are worked out from the rules.
"""

from collections import Counter
from typing import Any

import pytest

from tablee.games.familix.rules import GAME, FamilixState
from tablee.games.familix.v1 import GAME as V1
from tablee.kernel.outcome import Reason
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.values import bare
from tablee.pieces.notation import arrange
from tablee.texts import Language, texts
from tests.games.familix import ask, at, begin, hand, whose
from tests.matches import whole_game
from tests.table import do, faces, refused, told, view, wait


def lines(s: FamilixState) -> list[str]:
    """What stands in the bubbles, without the way in which it is said."""
    return [spoken.line.split(".")[0] for spoken in s.talk]


# ---- no cards, no pile ---------------------------------------------------------------------------------


@pytest.mark.rule("familix", "D9")
def test_only_who_has_cards_is_asked() -> None:
    s = at("pA", "", "pB")
    (offer,) = s.offers(0)
    assert list(offer.params["seat"].values()) == [2]
    assert refused(s, 0, "ask", card="pB", seat=1) == "not_possible"


@pytest.mark.rule("familix", "D9", "D11")
def test_nobody_to_ask() -> None:
    """The asker draws one card instead and the turn passes; the next one has none and draws one first."""
    s = at("pA pE", "", pile="… pX pB")
    assert hand(s, 0) == {"pA", "pE", "pB"}
    assert hand(s, 1) == {"pX"}
    assert whose(s) == 1


@pytest.mark.rule("familix", "D10")
def test_nothing_to_draw() -> None:
    """Example 11, its first request."""
    s = at("pA pB pC", "pD pE", "pF pG pH", pile="")
    ask(s, 0, 2, "pD")
    assert hand(s, 0) == {"pA", "pB", "pC"}
    assert whose(s) == 1


@pytest.mark.rule("familix", "R21", "R22", "D10", "D12")
def test_the_last_families() -> None:
    """Example 11: five families lie before the third player."""
    s = at("pA pB pC", "pD pE", "pF pG pH", pile="")
    s.scores[2] = s.families[2] = 5
    ask(s, 0, 2, "pD")
    for owner, card in ((0, "pA"), (0, "pB"), (0, "pC")):
        assert whose(s) == 1
        ask(s, 1, owner, card)
    assert faces(s, "laid:1") == ["pA", "pB", "pC", "pD"]
    for card in ("pF", "pG", "pH"):
        assert whose(s) == 1
        ask(s, 1, 2, card)
    assert s.outcome is not None
    assert s.outcome.detail == "all_laid"
    assert s.outcome.scores == (0, 2, 5)
    assert s.outcome.winners == (2,)


@pytest.mark.rule("familix", "R6", "R22", "D14")
def test_equal_numbers_share_the_victory() -> None:
    s = at("pA pB pC", "pD", pile="")
    s.scores[:] = [2, 3]
    ask(s, 0, 1, "pD")
    assert s.outcome is not None
    assert s.outcome.winners == (0, 1)


@pytest.mark.rule("familix", "D11")
def test_who_lays_his_last_cards_draws_one_and_asks() -> None:
    """Example 9."""
    s = at("pA pB pC", "pD pE", pile="… pX")
    events = ask(s, 0, 1, "pD")
    assert hand(s, 0) == {"pX"}
    assert told(events, "refills") == [{"seat": 0}]
    assert whose(s) == 0


@pytest.mark.rule("familix", "D11")
def test_without_a_pile_he_is_out_and_skipped() -> None:
    """Example 9, the pile empty."""
    s = at("pA pB pC", "pD pE pF", "pG pH", pile="")
    events = ask(s, 0, 1, "pD")
    assert told(events, "out") == [{"seat": 0}]
    assert whose(s) == 1
    events = ask(s, 1, 2, "pF")  # a bluff, in vain
    assert whose(s) == 2
    events = ask(s, 2, 1, "pG")
    assert whose(s) == 1
    assert told(events, "out") == []  # said once


@pytest.mark.rule("familix", "D13")
@pytest.mark.parametrize("players", [2, 3])
def test_requests_in_vain_come_to_an_end(players: int) -> None:
    """Everybody bluffs, 12 times each, with an empty pile."""
    hands = ["pA pE", "pB pF", "pC pD pG pH"][:players]
    if players == 2:
        hands[1] = "pB pC pD pF pG pH"
    s = at(*hands, pile="")
    s.scores[:] = [2, 3, 0][:players]
    for turn in range(12 * players):
        assert s.outcome is None
        seat = turn % players
        ask(s, seat, (seat + 1) % players, faces(s, s.hand(seat))[0])
    assert s.outcome is not None
    assert s.outcome.reason is Reason.CAP
    assert s.outcome.detail == "idle"
    assert s.outcome.winners == (1,)


@pytest.mark.rule("familix", "D13")
def test_a_family_or_a_card_in_the_pile_begins_the_count_anew() -> None:
    s = at("pA pB pC pE", "pD pF pG pH", pile="")
    for _ in range(5):
        ask(s, 0, 1, "pA")
        ask(s, 1, 0, "pF")
    assert s.idle == 10
    ask(s, 0, 1, "pD")
    assert s.idle == 0
    s = at("pA pE", "pB pF pG pH", pile="pC pD")
    ask(s, 0, 1, "pA")
    assert s.idle == 0


# ---- time, talk and sight ------------------------------------------------------------------------------


@pytest.mark.rule("familix", "D15")
def test_out_of_time_the_table_asks_the_left_neighbour() -> None:
    """The largest family is IJKL: L is the first that is missing. Seat 2 has no cards, so 3 is asked."""
    s = at("pF", "pA pI pJ pK", "", "pL pB", starter=1)
    assert s.next_alarm().at - s.now == 30_000  # type: ignore[union-attr]
    events = wait(s, "ask/limit")
    assert told(events, "asks") == [{"seat": 1, "owner": 3, "card": "pL", "family": "pI pJ pK pL"}]


@pytest.mark.rule("familix", "D15", "D8")
def test_out_of_time_nothing_barred_is_asked() -> None:
    s = at("pA", "pI pJ pE", starter=1)
    s.given = ((), ("pK",))
    events = wait(s, "ask/limit")
    assert told(events, "asks")[0]["card"] == "pL"


@pytest.mark.rule("familix", "D15", "D8")
@pytest.mark.parametrize(
    ("hand", "asked"),
    [
        ("pA pB pI pJ", "pC"),  # two families of two: the first of the alphabet
        ("pI pJ pK pA", "pL"),
        ("pA pB pC pI pM pN pO", "pP"),  # D is barred; MNOP is as large as ABCD
        ("pA pB pC pI pM pN", "pO"),  # D is barred; of the others MNOP is the largest
        ("pA pB pC", "pA"),  # nothing else is left: he asks for what he has
    ],
)
def test_out_of_time_the_largest_family_in_which_one_may_ask_counts(hand: str, asked: str) -> None:
    s = at("pE pF", hand, starter=1)
    s.given = ((), ("pD",))
    events = wait(s, "ask/limit")
    assert told(events, "asks") == [
        {"seat": 1, "owner": 0, "card": asked, "family": f"p{' p'.join(FAMILY[asked[1]])}"}
    ]


@pytest.mark.rule("familix", "D15")
def test_in_version_1_silence_left_a_family_as_large() -> None:
    s = V1.start(2, seed=seed_from(1), options={"starter": 0}, watched=True)
    arrange(s, "hand:0=pA pB pC pI pM pN pO | hand:1=pE pF | pile=… | laid:1=")
    s.go_on(0)
    s._settle()
    s.drain()
    s.given = (("pD",), ())
    assert told(wait(s, "ask/limit"), "asks")[0]["card"] == "pJ"


FAMILY = {letter: family for family in ("ABCD", "IJKL", "MNOP") for letter in family}


@pytest.mark.rule("familix", "D15", "R12")
@pytest.mark.parametrize(
    ("hand", "asked"),
    [("bA bB pA pB", "pC"), ("bA bB pE pF", "pG"), ("bA bB bC pE pF", "bD"), ("✹ ★ bE", "pY")],
)
def test_out_of_time_pink_comes_before_blue(hand: str, asked: str) -> None:
    s = at("pI pJ", hand, starter=1, deck="spicy")
    assert told(wait(s, "ask/limit"), "asks")[0]["card"] == asked


@pytest.mark.rule("familix", "D15")
@pytest.mark.parametrize("seconds", [15, 30, 60])
def test_the_time_is_an_option(seconds: int) -> None:
    s = begin(2, turn_time=seconds)
    due = s.next_alarm()
    assert due is not None
    assert due.at == seconds * 1_000


@pytest.mark.rule("familix", "D16")
def test_what_was_said_stays_until_the_next_request() -> None:
    s = at("pA pB", "pE pF", pile="… pK pD")
    asked_at = s.now
    events = do(s, 0, "ask", card="pC", seat=1)
    assert lines(s) == ["asks"]
    assert [event.keep for event in events if event.kind == "asks"] == ["fleeting"]  # no list is kept
    events = wait(s)
    assert lines(s) == ["asks", "missed"]
    assert [event.keep for event in events if event.kind == "missed"] == ["fleeting"]
    wait(s)
    assert s.now - asked_at >= 2_500
    assert whose(s) == 1
    assert lines(s) == ["asks", "missed"]
    assert [(spoken.seat, spoken.line) for spoken in view(s, 1).fact("talk")] == [(0, "asks"), (1, "missed")]
    do(s, 1, "ask", card="pG", seat=0)
    assert lines(s) == ["asks"]


@pytest.mark.rule("familix", "D16")
def test_the_list_is_for_those_who_want_it() -> None:
    s = at("pA pB pY", "pE pF pC", pile="… pK pD pZ", seat_options=[{"list": True}, {}])
    assert view(s, 0).fact("recalled") == [[], None]
    ask(s, 0, 1, "pC")
    ask(s, 0, 1, "pZ")
    ask(s, 0, 1, "★")
    mine = view(s, 0).fact("recalled")[0]
    assert [(said.line, bare(said.told["card"])) for said in mine] == [
        ("list.given", "pC"),
        ("list.drawn", "pZ"),
        ("list.missed", "★"),
    ]
    assert view(s, 1).fact("recalled") == [None, []]
    assert view(s, 0, 1).fact("recalled") == [None, None]


@pytest.mark.rule("familix", "D16")
def test_the_list_holds_twelve() -> None:
    s = at("pA pE", "pB pC pD pF pG pH", pile="", seat_options=[{"list": True}, {}])
    for turn in range(14):
        ask(s, turn % 2, 1 - turn % 2, "pA" if turn % 2 == 0 else "pB")
    mine = view(s, 0).fact("recalled")[0]
    assert len(mine) == 12
    assert [bare(said.told["card"]) for said in mine[:2]] == ["pA", "pB"]


@pytest.mark.rule("familix", "D16")
@pytest.mark.parametrize("language", list(Language))
def test_bots_have_many_ways_to_say_it(language: Language) -> None:
    """Whatever they say has a sentence; a person says it plainly."""
    facts = texts("familix", language).facts
    said = Counter[str]()
    for seed in range(30):
        match = whole_game(GAME, ("normal", "normal", "normal"), seed)
        state: Any = match.state
        said.update(spoken.line for spoken in state.talk)
    ways = [key for key in facts if key.startswith("talk.") and key[-1].isdigit()]
    assert len(ways) >= 20
    assert all(f"talk.{line}" in facts for line in said)
    assert len(said) >= 8


@pytest.mark.rule("familix", "D6")
def test_what_is_given_is_known_to_all_and_what_is_drawn_is_not() -> None:
    s = at("pA pB", "pE pC", "pF pG", pile="… pK pD")
    do(s, 0, "ask", card="pC", seat=1)
    events = wait(s)
    assert [event.faces for event in events if event.kind == "move"] == [0b111]
    card = next(c for c in s.hand(0).cards if s.faces[c] == "pC")
    wait(s)
    twin = s.redeal(2, keyed(seed_from(1), "twin"))
    assert twin.faces[card] == "pC"  # seat 2 has seen it go there
    ask(s, 0, 1, "pD")
    drawn = {s.redeal(2, keyed(seed_from(k), "twin")).faces[s.hand(0).cards[-1]] for k in range(20)}
    assert len(drawn) > 1
