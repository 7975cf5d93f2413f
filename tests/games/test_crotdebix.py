"""Crotdebix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter

import pytest

from tablee.games.crotdebix.rules import GAME
from tablee.kernel.door import Door
from tablee.kernel.record import HoldSet, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Seat
from tablee.pieces.kinds import Kind
from tablee.texts import texts
from tests.games.crotdebix import (
    LETTERS,
    LOOKED,
    NOTHING,
    THREE,
    at,
    drawers,
    exchange,
    lay,
    lay_any,
    phase,
    showdown,
    winner,
)
from tests.table import do, faces, names, refused, start, told, view, wait

FOUR = ("pA pF pL bA bF bL", "pB pG bB bC bD bJ", "pC pE pJ pK bG bK", "pD pH pI bE bH bI")
"""Example 8: three pairs, a run of three, a pair, two pairs."""


# ---- cards and deal ------------------------------------------------------------------------------------


def test_nobody_is_told_to_call_with_nothing() -> None:
    """With help, whoever has no combination is not offered the call, and not told of it either."""
    s = at(NOTHING, "pL bL")
    words = texts("crotdebix", "fr")

    def asked(seat: Seat, yours: bool = True) -> str:
        return words.prompt(phase(s), yours, {}, s.offers(seat)[0].name)

    assert "Crotdebix" not in asked(0)
    assert "passes" in asked(0)
    assert "Lance « Crotdebix ! »" in asked(1)
    lay_any(s, 1)
    assert "encore lancer « Crotdebix ! »" in asked(1, yours=False)


@pytest.mark.rule("crotdebix", "R1", "R4", "D21")
def test_the_cards() -> None:
    s = start(GAME, 3)
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert Counter(s.faces) == Counter([c + x for c in "pb" for x in alphabet]) + Counter({"★": 7, "✹": 3})
    pile = [face[-1] for face in faces(s, "pile")]
    assert len(pile) == 38
    assert sum(symbol in "OUY" for symbol in pile) == 6
    assert sum(symbol in "MNPQRSTVWXZ" for symbol in pile) == 22
    assert (pile.count("★"), pile.count("✹")) == (7, 3)
    assert faces(s, "pile") != faces(start(GAME, 3, seed=2), "pile"), "it is shuffled"


@pytest.mark.rule("crotdebix", "R2")
@pytest.mark.parametrize("players", [1, 5])
def test_fewer_or_more_are_refused(players: int) -> None:
    with pytest.raises(Refused, match="bad_players"):
        start(GAME, players)


@pytest.mark.rule("crotdebix", "R3", "R5", "R6", "R7", "D11")
@pytest.mark.parametrize(("players", "each", "relays"), [(2, 8, 4), (3, 8, 0), (4, 6, 0)])
def test_the_letters_a_to_l_are_dealt_out(players: int, each: int, relays: int) -> None:
    s = start(GAME, players)
    hands = [faces(s, f"hand:{seat}") for seat in range(players)]
    queues = [faces(s, f"relay:{i}") for i in range(2)] if relays else []
    assert [len(hand) for hand in hands] == [each] * players
    assert [len(queue) for queue in queues] == ([relays] * 2 if relays else [])
    assert sorted(x for hand in (*hands, *queues) for x in hand) == sorted(LETTERS), "M, N, O are never in hands"
    assert hands != [faces(start(GAME, players, seed=2), f"hand:{seat}") for seat in range(players)]


@pytest.mark.rule("crotdebix", "R3", "R7", "D19")
def test_everybody_sees_his_own_cards_and_how_many_there_are() -> None:
    s = start(GAME, 2)
    for seat in range(2):
        seen = view(s, seat)
        assert len(seen.zone(f"hand:{seat}").cards) == 8
        for hidden, count in ((f"hand:{1 - seat}", 8), ("relay:0", 4), ("relay:1", 4), ("pile", 38)):
            assert (seen.zone(hidden).cards, seen.zone(hidden).count) == ((), count)


@pytest.mark.rule("crotdebix", "R20", "R21", "R22")
@pytest.mark.parametrize(("players", "count", "strongest"), [(2, 21, "8"), (3, 21, "8"), (4, 10, "6")])
def test_the_card_lies_on_the_table(players: int, count: int, strongest: str) -> None:
    zone = view(start(GAME, players)).zone("card")
    formulas = (zone.said or "").split()
    assert zone.kind == Kind.LADDER
    assert (len(formulas), formulas[:4], formulas[-1]) == (count, ["2", "3", "2+2", "3+2"], strongest)


# ---- calling -------------------------------------------------------------------------------------------


@pytest.mark.rule("crotdebix", "R8", "R9", "R10", "R14")
def test_everybody_may_call_or_pass_at_the_same_time() -> None:
    s = at(*THREE)
    assert view(s).active == (0, 1, 2)
    assert [names(s, seat) for seat in range(3)] == [{"announce", "pass_on"}] * 3


@pytest.mark.rule("crotdebix", "R11", "R12", "R13", "D12", "D13", "D14")
def test_three_show_and_the_losers_draw() -> None:
    """Example 7, called by somebody who loses."""
    s = at(*THREE, pile="pT bS")
    events = showdown(s, caller=1)
    assert [e["seat"] for e in told(events, "calls")] == [1]
    shown = {e["seat"]: e["formula"] for e in told(events, "shows")}
    assert shown == {0: "3+2", 1: "2+2+2", 2: "3+3"}
    assert winner(events) == 2
    assert drawers(events) == [0, 1], "clockwise from the winner; the caller as well"
    assert [faces(s, f"drawn:{seat}") for seat in range(3)] == [["pT"], ["bS"], []]
    assert s.scores == [1, 1, 0]
    assert s.victories == [0, 0, 1]


@pytest.mark.rule("crotdebix", "R12", "R13", "D13", "D14")
@pytest.mark.parametrize("caller", range(4))
def test_four_show(caller: Seat) -> None:
    """Example 8: the first wins whoever called."""
    s = at(*FOUR)
    events = showdown(s, caller)
    assert {e["seat"]: e["formula"] for e in told(events, "shows")} == {0: "2+2+2", 1: "3", 2: "2", 3: "2+2"}
    assert (winner(events), drawers(events)) == (0, [1, 2, 3])


@pytest.mark.rule("crotdebix", "D14")
def test_losers_draw_clockwise_from_the_left_of_the_winner() -> None:
    s = at(FOUR[1], FOUR[2], FOUR[0], FOUR[3])
    assert drawers(showdown(s)) == [3, 0, 1]


@pytest.mark.rule("crotdebix", "R11", "D12")
def test_only_the_combinations_become_public() -> None:
    s = at(*THREE)
    showdown(s, caller=2)
    for seat in range(3):
        others = [view(s, viewer) for viewer in range(3) if viewer != seat] + [view(s)]
        for seen in others:
            zone = seen.zone(f"shown:{seat}")
            assert [c.face for c in zone.cards if c] == faces(s, f"shown:{seat}")
            assert seen.zone(f"hand:{seat}").cards == (), "the other cards stay hidden"
    assert faces(s, "shown:0") == ["bA", "bB", "bC", "pK", "bK"]
    assert view(s).zone("hand:0").count == 3
    assert [view(s).zone(f"shown:{seat}").best for seat in range(3)] == [2, 1, 0]


@pytest.mark.rule("crotdebix", "D12")
def test_a_hand_without_a_combination_shows_nothing_and_loses() -> None:
    s = at(NOTHING, "pK pL pI bC")
    events = showdown(s, caller=1)
    assert [e["seat"] for e in told(events, "shows_nothing")] == [0]
    assert (winner(events), drawers(events), faces(s, "shown:0")) == (1, [0], [])


@pytest.mark.rule("crotdebix", "D15", "R10")
def test_without_a_combination_nobody_calls() -> None:
    s = at(NOTHING, "pL bL")
    assert names(s, 0) == {"pass_on"}
    assert refused(s, 0, "announce", t=LOOKED) == "not_offered"
    lay_any(s, 1)
    assert phase(s) == "choose", "and nobody who has one must"


@pytest.mark.rule("crotdebix", "D15")
def test_the_table_may_ask_for_more_than_a_pair() -> None:
    s = at("pA bA pD bF pH bJ pL bC", "bB bD bE pI pG pC", announce_from=2)
    assert "announce" not in names(s, 0), "a pair is rank 1"
    assert "announce" in names(at("pA pB pC bE bG bI pK bL", "pD", announce_from=2), 0)
    assert "announce" not in names(at("pA pB pC bE bG bI pK bL", "pD", announce_from=3), 0)
    assert "announce" in names(at("pA pB pC pD bG bI pK bL", "pE", announce_from=5), 0)


@pytest.mark.rule("crotdebix", "D15")
def test_without_help_a_call_tells_that_there_is_nothing() -> None:
    """The offer itself would be help: whoever is wrong learns it, and nobody else does."""
    s = at(NOTHING, "pL bL", seat_options=[{"help": False}, {}])
    assert view(s, 0).fact("best_held") == ["", None]
    assert "announce" in names(s, 0)
    before = Door(s, 0b10).glimpse()
    events = do(s, 0, "announce", t=LOOKED)
    assert [(e.kind, e.to) for e in events] == [("nothing_to_call", 1)]
    assert Door(s, 0b10).glimpse().view == before.view and phase(s) == "choose"
    assert names(s, 0) == {"pass_on"}, "until his hand has changed"


@pytest.mark.rule("crotdebix", "D17")
def test_several_calls_are_as_good_as_one() -> None:
    s = at(*THREE, pile="pT bS")
    do(s, 0, "announce", t=5_000)
    do(s, 1, "announce", t=5_010)
    do(s, 2, "announce", t=5_020)
    events = wait(s, "choose/close")
    assert [e["seat"] for e in told(events, "calls")] == [0, 1, 2]
    assert (winner(events), drawers(events)) == (2, [0, 1])


@pytest.mark.rule("crotdebix", "D16")
def test_a_call_is_sealed_until_nothing_earlier_can_come() -> None:
    s = at(*THREE)
    apply(s, HoldSet(0, 100))
    before = Door(s, 0b10).glimpse()
    do(s, 0, "announce", t=5_000)
    after = Door(s, 0b10).glimpse()
    assert (after.view, after.offers, after.events) == (before.view, before.offers, before.events)
    assert s.alarms()[0].at == 5_130
    assert names(s, 0) == set()


# ---- passing -------------------------------------------------------------------------------------------


@pytest.mark.rule("crotdebix", "R14", "R15", "R18")
def test_everybody_passes_to_the_next_player() -> None:
    s = at(*THREE)
    lay(s, 0, "bA")
    lay(s, 1, "pA")
    lay(s, 2, "pE")
    assert [len(s.hand(seat).cards) for seat in range(3)] == [7, 7, 7]
    events = wait(s, "choose/close")
    assert {(e["giver"], e["taker"], e["face"]) for e in told(events, "gives")} == {
        (0, 1, "bA"),
        (1, 2, "pA"),
        (2, 0, "pE"),
    }
    assert "bA" in faces(s, "hand:1") and "pA" in faces(s, "hand:2") and "pE" in faces(s, "hand:0")
    assert [len(s.hand(seat).cards) for seat in range(3)] == [8, 8, 8]
    assert (phase(s), view(s).active, s.exchanges) == ("choose", (0, 1, 2), 1)


@pytest.mark.rule("crotdebix", "R14", "D16")
def test_what_is_passed_is_a_secret_of_giver_and_taker() -> None:
    s = at(*THREE)
    lay(s, 0, "bA")
    assert [c.face for c in view(s, 0).zone("pass:0").cards if c] == ["bA"]
    for viewer in (1, 2):
        assert (view(s, viewer).zone("pass:0").cards, view(s, viewer).zone("pass:0").count) == ((), 1)
        assert view(s, viewer).fact("passing") == [1, 0, 0], "who has laid is public"
    assert view(s).active == (1, 2)
    lay_any(s, 1, 2)
    events = wait(s, "choose/close")
    assert [e.to for e in events if e.kind == "gives" and e.data["giver"].value == 0] == [0b011]  # type: ignore[union-attr]


@pytest.mark.rule("crotdebix", "D16")
def test_a_card_may_be_taken_back_while_somebody_is_missing() -> None:
    s = at(*THREE)
    assert "take_back" not in names(s, 0)
    lay(s, 0, "bA")
    assert names(s, 0) == {"announce", "take_back"}
    do(s, 0, "take_back")
    assert "bA" in faces(s, "hand:0") and view(s).active == (0, 1, 2)
    lay(s, 0, "bB")
    lay_any(s, 1, 2)
    assert "take_back" not in names(s, 0), "the last card is laid"
    wait(s, "choose/close")
    assert "bB" in faces(s, "hand:1") and "bA" in faces(s, "hand:0")


@pytest.mark.rule("crotdebix", "D23")
def test_nobody_takes_back_without_end() -> None:
    s = at(*THREE)
    for _ in range(3):
        lay(s, 0, "bA")
        do(s, 0, "take_back")
    lay(s, 0, "bA")
    assert refused(s, 0, "take_back") == "not_offered"


@pytest.mark.rule("crotdebix", "D12", "D16")
def test_one_may_call_after_laying_until_the_last_card() -> None:
    s = at(*THREE)
    lay(s, 2, "pH")
    lay(s, 0, "bA")
    events = showdown(s, caller=2)
    assert told(events, "shows")[-1] == {"seat": 2, "formula": "3+3", "faces": "pH pI pJ bH bI bJ"}
    assert faces(s, "pass:0") == [] and "bA" in faces(s, "shown:0"), "cards laid go back to their hands first"


@pytest.mark.rule("crotdebix", "D16")
@pytest.mark.parametrize(("late", "stands"), [(20, True), (30, True), (31, False)])
def test_the_last_card_and_a_call(late: int, stands: bool) -> None:
    """Within 30 ms of the card that ends the right to call, the call wins."""
    s = at(*THREE)
    apply(s, HoldSet(0, 100))
    for seat, t in ((0, 4_000), (1, 4_500), (2, 5_000)):
        lay(s, seat, s.faces[s.hand(seat).cards[0]], t)
    if stands:
        do(s, 2, "announce", t=5_100, at=5_000 + late)
    else:
        assert refused(s, 2, "announce", t=5_100, at=5_000 + late) == "too_late"
    wait(s, "choose/close")
    assert phase(s) == ("showdown" if stands else "choose")
    assert s.exchanges == (0 if stands else 1)


@pytest.mark.rule("crotdebix", "D16")
@pytest.mark.parametrize(("behind", "stands"), [(30, True), (31, False)])
def test_a_call_that_comes_before_an_earlier_last_card(behind: int, stands: bool) -> None:
    """The card was laid first, but its line is slow: both wait for one another."""
    s = at(*THREE)
    apply(s, HoldSet(0, 100))
    lay_any(s, 0, 1)
    do(s, 0, "announce", t=5_000 + behind)
    do(s, 2, "pass_on", t=5_080, at=5_000, card=s.hand(2).cards[0])
    events = wait(s, "choose/close")
    assert (phase(s), s.exchanges) == (("showdown", 0) if stands else ("choose", 1))
    assert [e.to for e in events if e.kind == "called_late"] == ([] if stands else [1])


# ---- two players ---------------------------------------------------------------------------------------


@pytest.mark.rule("crotdebix", "R7", "R16", "R17", "D19")
def test_the_relays_are_queues() -> None:
    """Example 11."""
    s = at("pF pB", "pD pE", relays="pK pA pG pC")
    bob = faces(s, "relay:1")
    lay(s, 0, "pF")
    lay(s, 1, "pD")
    events = wait(s, "choose/close")
    assert faces(s, "relay:0") == ["pA", "pG", "pC", "pF"] and "pK" in faces(s, "hand:1")
    assert faces(s, "relay:1") == [*bob[1:], "pD"] and bob[0] in faces(s, "hand:0")
    assert [(e.to, e.data["seat"].value) for e in events if e.kind == "to_relay"] == [(1, 0), (2, 1)]  # type: ignore[union-attr]
    assert {(e["seat"], e["face"]) for e in told(events, "from_relay")} == {(1, "pK"), (0, bob[0])}


@pytest.mark.rule("crotdebix", "D19")
def test_a_card_comes_out_four_exchanges_later() -> None:
    s = at("pF pB", "pD pE", relays="pK pA pG pC")
    lay(s, 0, "pF")
    lay_any(s, 1)
    wait(s, "choose/close")
    for _ in range(3):
        assert "pF" not in faces(s, "hand:1")
        exchange(s)
    assert "pF" not in faces(s, "hand:1")
    exchange(s)
    assert "pF" in faces(s, "hand:1")


@pytest.mark.rule("crotdebix", "R13", "D14", "D21")
def test_of_two_the_loser_draws() -> None:
    s = at("pA pB pC", "pE bE", pile="✹")
    assert drawers(showdown(s, caller=1)) == [1]
    assert s.scores == [0, 5]
