"""Crotdebix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter
from typing import Any

import pytest

from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.crotdebix.rules import GAME, CrotdebixState
from tablee.kernel.door import Door
from tablee.kernel.events import Event
from tablee.kernel.game import Device
from tablee.kernel.record import HoldSet, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Seat
from tablee.pieces.kinds import Kind
from tablee.pieces.notation import arrange
from tests.table import card, do, faces, names, refused, start, told, view, wait

LETTERS = [colour + letter for colour in "pb" for letter in "ABCDEFGHIJKL"]

THREE = ("pC pK bA bB bC bE bF bK", "pA pB pD pG pL bD bG bL", "pE pF pH pI pJ bH bI bJ")
"""Example 7: a run of three and a pair, three pairs, two runs of three."""
FOUR = ("pA pF pL bA bF bL", "pB pG bB bC bD bJ", "pC pE pJ pK bG bK", "pD pH pI bE bH bI")
"""Example 8: three pairs, a run of three, a pair, two pairs."""
NOTHING = "pA pB bD bE pG pH bJ bK"
"""A hand of eight without a combination."""
PAIR, RUNS = "pA bA pC pE bG bI pK bL", "pF pG pH bB bC pJ bD pD"
"""Of two hands that lie so, the second wins: FGH in pink and BCD in blue against A twice."""
LOOKED = 3_000


def at(*hands: str, pile: str = "", points: str = "", relays: str = "", **options: Any) -> CrotdebixState:
    """The hands; what they lack is dealt from the letters that nobody has. `pile`: the next cards drawn, the first
    one named first; `points`: what seat 0 has drawn before; `relays`: Béa's column from bottom to top."""
    s = start(GAME, len(hands), **options)
    given = [hand.split() for hand in hands]
    queue = relays.split()
    left = [face for face in LETTERS if face not in queue and not any(face in hand for hand in given)]
    for hand in given:
        while len(hand) < s.size:
            hand.append(left.pop(0))
    rows = [f"hand:{seat}={' '.join(hand)}" for seat, hand in enumerate(given)]
    if s.n == 2:
        queue += left[: 4 - len(queue)]
        rows += [f"relay:0={' '.join(queue)}", f"relay:1={' '.join(x for x in left if x not in queue)}"]
    arrange(s, " | ".join([*rows, f"points:0={points}", f"pile=… {' '.join(reversed(pile.split()))}"]))
    s.sort_hands()
    s.drain()
    return s


def lay(s: CrotdebixState, seat: Seat, face: str, t: int | None = None) -> list[Event]:
    return do(s, seat, "pass_on", t=max(s.now, LOOKED) if t is None else t, card=card(s, face, s.hand(seat)))


def lay_any(s: CrotdebixState, *seats: Seat) -> None:
    """These seats pass their first card."""
    for seat in seats:
        lay(s, seat, s.faces[s.hand(seat).cards[0]])


def exchange(s: CrotdebixState) -> list[Event]:
    """Everybody passes the first card of his hand."""
    lay_any(s, *s.all_seats)
    return wait(s, "choose/close")


def showdown(s: CrotdebixState, caller: Seat = 0) -> list[Event]:
    do(s, caller, "announce", t=max(s.now, LOOKED))
    return wait(s, "choose/close")


def winner(events: list[Event]) -> Seat:
    (won,) = told(events, "wins")
    seat: Seat = won["winner"]
    return seat


def drawers(events: list[Event]) -> list[Seat]:
    """Who draws, in the order in which they do."""
    return [
        e["seat"] for kind in events for e in told([kind], kind.kind) if kind.kind in ("draws", "wind", "breeze")
    ]


def phase(s: CrotdebixState) -> str:
    return view(s).phase


# ---- cards and deal -------------------------------------------------------------------------------------


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


# ---- calling --------------------------------------------------------------------------------------------


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


# ---- passing --------------------------------------------------------------------------------------------


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


# ---- two players ----------------------------------------------------------------------------------------


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


# ---- the spicy game -------------------------------------------------------------------------------------

SPICY_HANDS = (THREE[0], THREE[2], THREE[1])


@pytest.mark.rule("crotdebix", "R19", "D16")
def test_the_first_card_ends_the_right_to_call() -> None:
    """Example 12."""
    s = at(*SPICY_HANDS, spicy=True)
    apply(s, HoldSet(0, 100))
    lay(s, 0, "bA", 10_000)
    assert refused(s, 1, "announce", t=10_031) == "too_late"
    events = wait(s, "choose/close")
    assert [e["seat"] for e in told(events, "closed")] == [0]
    assert names(s, 1) == {"pass_on"} and names(s, 0) == set()
    assert refused(s, 1, "announce", t=10_200) == "not_offered"
    lay(s, 1, "pE", 12_000)
    assert s.exchanges == 0
    lay(s, 2, "pA", 12_500)
    assert s.exchanges == 1 and "bA" in faces(s, "hand:1")


@pytest.mark.rule("crotdebix", "R19", "D12", "D16")
def test_a_call_just_after_the_first_card_stands() -> None:
    """Example 12, 20 ms."""
    s = at(*SPICY_HANDS, spicy=True)
    lay(s, 0, "bA", 10_000)
    do(s, 1, "announce", t=10_020)
    events = wait(s, "choose/close")
    assert (winner(events), phase(s)) == (1, "showdown")
    assert faces(s, "pass:0") == [] and "bA" in faces(s, "shown:0")


@pytest.mark.rule("crotdebix", "D16")
def test_in_the_spicy_game_nothing_is_taken_back() -> None:
    s = at(*SPICY_HANDS, spicy=True)
    lay(s, 0, "bA", 10_000)
    assert "take_back" not in names(s, 0)


@pytest.mark.rule("crotdebix", "D27", "R19")
@pytest.mark.parametrize("look_s", [4, 6, 10])
def test_look_first_in_the_spicy_game(look_s: int) -> None:
    """Example 14: the cards are exchanged at 40.0 s."""
    s = at(*SPICY_HANDS, spicy=True, look_s=look_s, think_time=60)
    assert refused(s, 0, "pass_on", t=look_s * 1_000 - 1, card=s.hand(0).cards[0]) == "too_early"
    lay_any_at(s, 40_000 - 30)
    wait(s, "choose/close")
    assert (s.now, s.exchanges) == (40_000, 1)
    opens = 40_000 + look_s * 1_000
    assert refused(s, 0, "pass_on", t=opens - 3_000, card=s.hand(0).cards[0]) == "too_early"
    twin = s.copy()
    do(twin, 1, "announce", t=44_500 if look_s > 4 else 43_500)
    wait(twin, "choose/close")
    assert phase(twin) == "showdown"
    lay(s, 0, s.faces[s.hand(0).cards[0]], opens)
    assert len(s.passed(0).cards) == 1


def lay_any_at(s: CrotdebixState, t: int) -> None:
    """Everybody lays a card, all of them in time for a limit of half a minute and more."""
    for seat in s.all_seats:
        lay(s, seat, s.faces[s.hand(seat).cards[0]], t)


@pytest.mark.rule("crotdebix", "D27")
def test_after_a_deal_everybody_looks_for_three_seconds() -> None:
    s = at(*THREE)
    assert refused(s, 0, "announce", t=2_999) == "too_early"
    assert refused(s, 0, "pass_on", t=2_999, card=s.hand(0).cards[0]) == "too_early"
    twin = s.copy()
    do(twin, 0, "announce", t=3_000)
    lay_any_at(s, 3_000)
    wait(s, "choose/close")
    do(s, 2, "announce", t=s.now)
    wait(s, "choose/close")
    assert phase(s) == "showdown", "after an exchange a call counts at once"


# ---- points ---------------------------------------------------------------------------------------------


@pytest.mark.rule("crotdebix", "R28", "R29", "R30", "R31")
@pytest.mark.parametrize(
    ("drawn", "score"), [("★", -5), ("✹", 5), ("pT", 1), ("bZ", 1), ("pO", 0), ("bU", 0), ("pY", 0)]
)
def test_what_a_card_is_worth(drawn: str, score: int) -> None:
    s = at(PAIR, RUNS, pile=drawn)
    assert drawers(showdown(s)) == [0]
    assert s.scores == [score, 0]
    assert faces(s, "drawn:0") == [drawn], "all see it"
    assert [c.face for c in view(s, 1).zone("drawn:0").cards if c] == [drawn]
    wait(s, "showdown/over")
    assert (faces(s, "points:0"), faces(s, "box")) == (([drawn], []) if score else ([], [drawn]))  # D20


@pytest.mark.rule("crotdebix", "R32", "R33", "D20", "D26")
def test_the_wind() -> None:
    """Example 10."""
    s = at(PAIR, RUNS, points="★ pT bS ✹", pile="bU ✹ pN")
    events = showdown(s)
    assert told(events, "wind") == [{"seat": 0, "letter": "U", "count": 3}]
    assert (faces(s, "points:0"), s.scores[0]) == (["★"], -5)
    assert sorted(faces(s, "box")) == ["bS", "pT", "✹"]
    wait(s, "showdown/over")
    assert sorted(faces(s, "box")) == ["bS", "bU", "pT", "✹"], "the vowel goes there too"
    for drawn, total in (("✹", 0), ("pN", 1)):
        rest = " ".join(x for x in LETTERS if x not in (*PAIR.split(), *RUNS.split()))
        arrange(s, f"hand:0={PAIR} | hand:1={RUNS} | relay:0={rest[:11]} | relay:1={rest[12:]}")
        events = do(s, 0, "announce", t=s.now + LOOKED) + wait(s, "choose/close")
        assert (faces(s, "drawn:0"), s.scores[0]) == ([drawn], total)
        wait(s, "showdown/over")


@pytest.mark.rule("crotdebix", "D18")
def test_after_a_showdown_the_letters_are_dealt_again() -> None:
    s = at(*THREE)
    showdown(s)
    shown = [faces(s, f"hand:{seat}") + faces(s, f"shown:{seat}") for seat in range(3)]
    assert wait(s, "showdown/over") and s.now == 3_030 + 6_000, "shown for six seconds"
    hands = [faces(s, f"hand:{seat}") for seat in range(3)]
    assert sorted(x for hand in hands for x in hand) == sorted(LETTERS)
    assert [sorted(hand) for hand in hands] != [sorted(hand) for hand in shown]
    assert (s.exchanges, s.round, phase(s)) == (0, 1, "choose")
    for seat in range(3):
        assert (view(s).zone(f"shown:{seat}").said, view(s).zone(f"shown:{seat}").best) == (None, -1)
        assert all(s.ledger.seen[c] == 1 << seat for c in s.hand(seat).cards), "nobody knows where they went"


def last_round(totals: str, victories: list[int], pile: str = "pO", **options: Any) -> CrotdebixState:
    """Three players before the last card; each total is given by the cards that make it. Seat 2 wins."""
    s = start(GAME, 3, **options)
    given = dict(zip(range(3), totals.split("|"), strict=True))
    rows = [f"points:{seat}={cards}" for seat, cards in given.items()]
    hands = [f"hand:{seat}={hand}" for seat, hand in enumerate(THREE)]
    arrange(s, " | ".join([*hands, *rows, "box=…", f"pile={pile}"]))
    s.victories = victories
    for seat in range(3):
        s.scores[seat] = sum({"★": -5, "✹": 5}.get(x, 1) for x in faces(s, f"points:{seat}"))
    s.sort_hands()
    return s


@pytest.mark.rule("crotdebix", "R34", "R35", "D14", "D21")
def test_the_game_ends_with_the_pile() -> None:
    s = last_round("|pT pS|pQ bQ pN", [1, 1, 1])
    events = showdown(s)
    assert drawers(events) == [0], "nothing is left for the second loser"
    wait(s, "showdown/over")
    assert s.outcome is not None
    assert (s.outcome.scores, s.outcome.ranks, s.outcome.detail) == ((0, 2, 3), (1, 2, 3), "fewest")


@pytest.mark.rule("crotdebix", "D24", "D26")
@pytest.mark.parametrize(
    ("below_zero", "scores", "ranks"), [(False, (0, 0, 3), (2, 1, 3)), (True, (-9, -2, 3), (1, 2, 3))]
)
def test_nobody_has_less_than_nothing(below_zero: bool, scores: Any, ranks: Any) -> None:
    """Example 13; the third wins the last showdown, and has still fewer."""
    s = last_round("★ ★|★ pS bS pN|pQ bQ bN", [4, 9, 2], "pT", below_zero=below_zero)
    showdown(s)
    wait(s, "showdown/over")
    assert s.outcome is not None
    assert (s.outcome.scores, s.outcome.ranks) == (scores, ranks)
    assert s.outcome.detail == ("fewest" if below_zero else "more_showdowns")


@pytest.mark.rule("crotdebix", "D24")
def test_equal_in_both_is_a_shared_victory() -> None:
    s = last_round("★|★ pS|pQ bQ bN", [7, 7, 2])
    showdown(s)
    wait(s, "showdown/over")
    assert s.outcome is not None and s.outcome.winners == (0, 1)


@pytest.mark.rule("crotdebix", "D21", "D23", "R18", "R34")
@pytest.mark.parametrize(("players", "rounds"), [(2, 38), (3, 19), (4, 13)])
def test_how_many_rounds_there_are(players: int, rounds: int) -> None:
    s = start(GAME, players)
    rollout(s, QuickPicker(3))
    assert s.outcome is not None
    assert (s.round + 1, sum(s.victories)) == (rounds, rounds)
    assert len(faces(s, "box")) + sum(len(s.gathered(seat).cards) for seat in range(players)) == 38


# ---- the end of a round without a call -------------------------------------------------------------------


@pytest.mark.rule("crotdebix", "D22", "D23", "R18")
def test_after_twelve_exchanges_everybody_shows() -> None:
    s = at(*THREE, announce_from=5)
    for _ in range(11):
        exchange(s)
        assert phase(s) == "choose"
    events = exchange(s)
    assert (s.exchanges, phase(s)) == (12, "showdown")
    assert told(events, "forced") == [{"count": 12}] and told(events, "calls") == []
    assert winner(events) in range(3)


@pytest.mark.rule("crotdebix", "D22")
def test_when_nobody_has_anything_the_best_card_wins() -> None:
    hands = ["pA pC pE bG bI bK", "pB pD pF bH bJ bL", "bA bC bE pG pI pK", "bB bD bF pH pJ pL"]
    s = at(*hands)
    s.exchanges = 11
    for seat, face in enumerate(("pA", "pB", "bA", "bB")):
        lay(s, seat, face)
    events = wait(s, "choose/close")
    assert {e["seat"]: (e["formula"], e["faces"]) for e in told(events, "shows")} == {
        0: ("1", "pE"),
        1: ("1", "pF"),
        2: ("1", "pK"),
        3: ("1", "pL"),
    }
    assert winner(events) == 3 and drawers(events) == [0, 1, 2]


@pytest.mark.rule("crotdebix", "D25")
def test_out_of_time_the_table_passes_the_lowest_spare_letter() -> None:
    """Seat 0 holds ABC in blue and K twice: of pC, bE and bF the lowest is pC. Seat 1 holds D, G and L twice: pA.
    Seat 2 holds HIJ twice: pE."""
    s = at(*THREE)
    assert [d.at for d in s.alarms()] == [33_000]
    events = wait(s, "choose/limit")
    assert [faces(s, f"pass:{seat}") for seat in range(3)] == [["pC"], ["pA"], ["pE"]]
    assert [e["seat"] for e in told(events, "timeout")] == [0, 1, 2]
    wait(s, "choose/close")
    assert s.exchanges == 1 and [d.at - s.now for d in s.alarms()] == [30_000]


@pytest.mark.rule("crotdebix", "D25")
def test_blue_before_pink_and_then_any_letter() -> None:
    s = at("pC bC pD bD pK bK pL bL", "pA bB pE pF pG pH bG bJ")
    assert s.faces[s.spare(0)] == "bC", "all of them serve: the lowest"
    s = at("pB pC pD bD bE bF pJ pK", "pA bA")
    assert s.faces[s.spare(0)] == "pJ"
    s = at("pB bE pE pF pG pH pI pJ", "bB bA")
    assert s.faces[s.spare(0)] == "pB"
    s = at("pA bA bB pC pD pE pF pG", "bL pL")
    assert s.combination(0).formula == "5+2" and s.faces[s.spare(0)] == "bB"


@pytest.mark.rule("crotdebix", "D25", "D27")
@pytest.mark.parametrize(
    ("options", "first", "then"), [({}, 33_000, 30_000), ({"think_time": 20}, 23_000, 20_000)]
)
def test_the_time_is_counted_from_when_one_may(options: dict[str, Any], first: int, then: int) -> None:
    s = at(*THREE, **options)
    assert s.alarms()[0].at == first
    exchange(s)
    assert s.alarms()[0].at - s.now == then
    spicy = at(*THREE, spicy=True, look_s=10, **options)
    assert spicy.alarms()[0].at == 10_000 + then


@pytest.mark.rule("crotdebix", "D16", "D25")
def test_a_call_in_the_last_instant_counts() -> None:
    s = at(*THREE)
    apply(s, HoldSet(0, 100))
    do(s, 1, "announce", t=33_000, at=32_990)
    wait(s, "choose/limit")
    wait(s, "choose/close")
    assert phase(s) == "showdown"


@pytest.mark.rule("crotdebix", "D25")
def test_without_timers_only_the_absent_are_played_for() -> None:
    s = at(*THREE, timers="none")
    assert s.next_alarm() is None


# ---- one screen, help, memory ----------------------------------------------------------------------------

SHARED = [{"shares": True}, {"shares": True}, {}]


@pytest.mark.rule("crotdebix", "D28")
def test_on_one_screen_a_call_counts_when_all_have_chosen() -> None:
    s = at(*THREE, seat_options=SHARED)
    assert GAME.info.device is Device.PASSED
    assert s.alarms()[0].at == 63_000, "two look one after the other"
    before = s.copy()
    events = do(s, 0, "announce", t=5_000)
    assert [(e.kind, e.to) for e in events if e.kind == "call_waits"] == [("call_waits", 1)]
    assert [d.name for d in s.alarms()] == ["choose/limit"], "nothing is decided yet"
    lay(before, 0, "pC", 5_000)
    assert view(s, 1) == view(before, 1), "whoever comes next cannot tell a call from a card"
    assert view(s).active == (1, 2)
    lay(s, 1, "pA", 20_000)
    lay(s, 2, "pE", 20_000)
    events = wait(s, "choose/close")
    assert [e["seat"] for e in told(events, "calls")] == [0]
    assert (phase(s), winner(events)) == ("showdown", 2)


@pytest.mark.rule("crotdebix", "D28", "R19")
def test_the_spicy_game_needs_a_screen_each() -> None:
    s = at(*THREE, spicy=True, seat_options=SHARED)
    assert not s.spicy and at(*THREE, spicy=True).spicy
    lay(s, 0, "pC", 5_000)
    assert "announce" in names(s, 1) and "take_back" in names(s, 0)
    assert told(start(GAME, 3, spicy=True, seat_options=SHARED).events, "not_spicy") == [{}]


def test_help_marks_the_combination_and_puts_it_first() -> None:
    s = at(*THREE, seat_options=[{"help": True}, {"help": False}, {}])
    own = view(s, 0).zone("hand:0").cards
    assert [(c.face, c.mark) for c in own if c] == [
        *(("bA", "1"), ("bB", "1"), ("bC", "1"), ("pK", "2"), ("bK", "2")),
        *(("pC", None), ("bE", None), ("bF", None)),
    ]
    assert view(s, 0).fact("best_held") == ["3+2", None, None]
    assert view(s, 1).fact("best_held") == [None, "", None]
    other = [(c.face, c.mark) for c in view(s, 1).zone("hand:1").cards if c]
    assert other == [(face, None) for face in THREE[1].split()]


@pytest.mark.rule("crotdebix", "D19")
def test_an_imagined_deal_keeps_what_was_passed_as_long_as_one_can_know() -> None:
    """Seat 0 has passed bA to seat 1. When seat 1 passes a card on, it may be that one, and may not."""
    s = at(*THREE)
    lay(s, 0, "bA")
    lay_any(s, 1, 2)
    wait(s, "choose/close")
    imagined = [s.redeal(0, keyed(seed_from(i), "redeal")) for i in range(20)]
    assert all("bA" in faces(twin, "hand:1") for twin in imagined)
    lay(s, 1, "bA")
    lay_any(s, 0, 2)
    wait(s, "choose/close")
    assert "bA" in faces(s, "hand:2")
    where = Counter(
        seat
        for i in range(200)
        for seat in (1, 2)
        if "bA" in faces(s.redeal(0, keyed(seed_from(i), "redeal")), f"hand:{seat}")
    )
    assert sum(where.values()) == 200 and 5 < where[2] < 60, "one card of eight was passed on"
