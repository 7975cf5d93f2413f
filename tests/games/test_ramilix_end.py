"""Ramilix, rule by rule: running out, and the end of a round, rounds, time, who sees what.

Expected results are worked out from the rules.
"""

from typing import Any

import pytest

from tablee.arena.runs import disclosed, sent
from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.ramilix.rules import GAME, Draw
from tablee.games.ramilix.table import RamilixState
from tablee.games.registry import game as game_named
from tablee.kernel.door import Door
from tablee.kernel.events import Event, Keep
from tablee.kernel.game import Device
from tablee.kernel.phase import NEVER
from tests.games.ramilix import LAID, adds, at, before, discard, do, hand, held, offer, star, table
from tests.table import card, faces, names, start, told, view, wait

# ---- running out, and the end of a round ---------------------------------------------------------------


@pytest.mark.rule("ramilix", "R30", "D14")
def test_whoever_runs_out_gets_seven_and_goes_on() -> None:
    """Example 11, before the pile is turned over."""
    s = at(f"hand:0=bP bQ | {LAID} | discard=pZ")
    adds(s, "bP", "suite:0:0/right")
    events = adds(s, "bQ", "suite:0:0/right")
    assert len(hand(s)) == 7
    assert told(events, "refills") == [{"seat": 0, "count": 7}]
    assert view(s).phase == "lay"
    assert view(s).active == (0,)
    assert "discard" in names(s, 0)


@pytest.mark.rule("ramilix", "R30", "D14", "D13")
def test_by_a_discard_one_gets_seven_and_the_turn_is_over() -> None:
    s = at(f"hand:0=bP bX | {LAID} | discard=pZ")
    adds(s, "bP", "suite:0:0/right")
    discard(s, "bX")
    assert len(hand(s)) == 7
    assert view(s).active == (1,)


@pytest.mark.rule("ramilix", "D15", "D16", "R31")
def test_fewer_than_seven_are_left() -> None:
    s = at(f"hand:0=bP | {LAID} | discard=pZ bA bB pC | pile=pF pG pH | hand:1=…")
    adds(s, "bP", "suite:0:0/right")
    assert hand(s) == ["pF", "pG", "pH"]
    assert s.turned_over
    assert faces(s, s.discard) == ["pC"]
    assert faces(s, s.pile) == ["bB", "bA", "pZ"]


@pytest.mark.rule("ramilix", "D16", "R31")
def test_the_pile_is_turned_over_when_its_last_card_is_taken() -> None:
    s = before("hand:0=pK pM | discard=pZ bA bB | pile=pF | hand:1=…")
    assert not view(s).fact("turned_over")
    events = do(s, 0, "draw")
    assert told(events, "turnover") == [{}]
    assert view(s).fact("turned_over")
    assert faces(s, s.discard) == ["bB"]
    assert faces(s, s.pile) == ["bA", "pZ"]  # the first card that was discarded is on top
    assert not view(s, 1).zone("pile").cards
    discard(s, "pK")
    do(s, 1, "draw")
    assert "pZ" in hand(s, 1)


@pytest.mark.rule("ramilix", "R32", "R33", "R34", "D13", "D19", "D16")
def test_going_out_after_that() -> None:
    """Example 12: 13 points in the others' hands, and what lies before each."""
    s = at(
        "hand:0=bP | hand:1=pK ★ | hand:2=✹ pA pB | suite:0:0=pM pN bO | suite:0:1=pT ★ pV"
        " | suite:1:0=pC pD pE pF pG ✹ | discard=… | pile=pZ",
        players=3,
        rounds="one",
    )
    s.turned_over = True
    events = adds(s, "bP", "suite:0:0/right")
    assert told(events, "goes_out") == [{"seat": 0, "points": 13}]
    assert view(s).phase == "show"
    assert s.scores == [24, 5, 0]  # one more than in the example: the P was laid last
    assert [c.face for c in view(s).zone("hand:1").cards if c] == ["pK", "★"]


@pytest.mark.rule("ramilix", "R32", "D13")
def test_a_discard_may_be_the_last_card() -> None:
    s = at(f"hand:0=bX | {LAID} | hand:1=pK ★ | discard=… | pile=pZ", rounds="one")
    s.turned_over = True
    discard(s, "bX")
    assert s.scores == [6 + 6, 0]


@pytest.mark.rule("ramilix", "D19")
def test_only_the_hands_count_with_the_other_score() -> None:
    s = at(
        "hand:0=bP | hand:1=pK ★ | hand:2=✹ pA pB | suite:0:0=pM pN bO | suite:1:0=pC pD pE | discard=… | pile=pZ",
        players=3,
        score="hands",
    )
    s.turned_over = True
    adds(s, "bP", "suite:0:0/right")
    assert s.scores == [13, 0, 0]


@pytest.mark.rule("ramilix", "D19", "R24")
def test_points_lie_before_whoever_has_the_card() -> None:
    """Example 13."""
    s = at(f"hand:0=bG bK bX | {LAID} | suite:1:0=pD pE pF | suite:1:1=pJ ★ pL | discard=pZ")
    assert s.standing == [6, 10]
    adds(s, "bG", "suite:1:0/right")
    assert s.standing == [6, 11]
    do(s, 0, "take_star", card=held(s, "bK")[0], star=star(s, "suite:1:1"))
    assert s.standing == [6, 7]
    adds(s, "★", "suite:0:0/right")
    assert s.standing == [11, 7]


@pytest.mark.rule("ramilix", "D17", "D19")
def test_a_second_exhaustion_ends_the_round() -> None:
    """Example 14: what lies on the table counts, the hands for nobody."""
    s = before(
        "hand:0=pK bX | suite:0:0=pA pB pC pD pE pF ★ | suite:1:0=bA bB bC bD bE bF bG bH"
        " | discard=… | pile=pZ | hand:1=pX pY"
    )
    s.turned_over = True
    assert s.standing == [11, 8]
    do(s, 0, "draw")
    assert view(s).phase == "lay"  # the turn is completed
    events = discard(s, "bX")
    assert told(events, "blocked") == [{}]
    assert s.scores == [11, 8]


@pytest.mark.rule("ramilix", "D17")
def test_whoever_goes_out_in_that_turn_still_does() -> None:
    s = before(f"hand:0=bP | {LAID} | discard=… | pile=pZ | hand:1=pX pY")
    s.turned_over = True
    do(s, 0, "draw")
    adds(s, "bP", "suite:0:0/right")
    events = discard(s, "pZ")
    assert told(events, "goes_out") == [{"seat": 0, "points": 2}]


@pytest.mark.rule("ramilix", "D17", "D16")
def test_a_single_discard_leaves_no_pile() -> None:
    s = before("hand:0=pK bX | discard=bB | pile=pF | hand:1=…")
    do(s, 0, "draw")
    assert s.turned_over and not s.pile.cards
    assert told(discard(s, "bX"), "blocked") == [{}]


@pytest.mark.rule("ramilix", "D18")
def test_exchanging_the_discard_for_ever_ends_the_round() -> None:
    s = before("hand:0=pA pC | hand:1=pK pM | discard=pZ")
    for turn in range(6):  # three times two players
        assert view(s).phase == "draw"
        seat = turn % 2
        do(s, seat, "pick_up")
        phase: Any = s.phases[-1]
        events = do(s, seat, "discard", card=next(c for c in s.hand(seat).cards if c != phase.drawn))
    assert told(events, "blocked") == [{}]


@pytest.mark.rule("ramilix", "D18")
@pytest.mark.parametrize("moves", ["draw", "lay"])
def test_a_card_from_the_pile_or_to_the_table_begins_the_count_again(moves: str) -> None:
    s = before(f"hand:0=pA pC bP | {LAID} | hand:1=pK bC | discard=pZ")
    for seat in (0, 1, 0, 1):
        do(s, seat, "pick_up")
        phase: Any = s.phases[-1]
        free = [c for c in s.hand(seat).cards if c != phase.drawn and s.faces[c] != "bP"]
        do(s, seat, "discard", card=free[0])
    assert s.stale == 4
    do(s, 0, "draw" if moves == "draw" else "pick_up")
    if moves == "lay":
        adds(s, "bP", "suite:0:0/right")
    do(s, 0, "discard", card=next(iter(offer(s, "discard").params["card"].values())))
    assert s.stale == 0


@pytest.mark.rule("ramilix", "D18")
def test_what_was_taken_back_was_not_laid() -> None:
    s = before(f"hand:0=pA pC bP | {LAID} | hand:1=pK bC | discard=pZ")
    do(s, 0, "pick_up")
    adds(s, "bP", "suite:0:0/right")
    do(s, 0, "undo")
    discard(s, "pA")
    assert s.stale == 1


# ---- rounds --------------------------------------------------------------------------------------------


def end_round(s: RamilixState) -> None:
    """Whoever is to play draws the last card of a pile that was turned over: the round is blocked."""
    turn = s.phases[-1]
    assert isinstance(turn, Draw)
    s.turned_over = True
    s.discard.cards[:0] = s.pile.cards[:-1]
    s.pile.cards = s.pile.cards[-1:]
    do(s, turn.seat, "draw")
    do(s, turn.seat, "discard", card=s.hand(turn.seat).cards[0])
    wait(s, "show/over")


@pytest.mark.rule("ramilix", "R35", "D20", "D21", "R36", "D22")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_as_many_rounds_as_players_each_begun_by_the_next(players: int) -> None:
    s = start(GAME, players, starter=1)
    for i in range(players):
        assert view(s).fact("round") == i + 1
        assert view(s).active == ((1 + i) % players,)
        assert len(s.pile.cards) == 62 - 7 * players - 1
        assert not list(s.suites())
        end_round(s)
    assert s.outcome is not None
    assert s.outcome.winners == tuple(range(players))  # nothing was laid: ties share the victory


@pytest.mark.rule("ramilix", "R36")
def test_the_most_points_win() -> None:
    s = at(f"hand:0=bX | {LAID} | hand:1=pK ★ | discard=… | pile=pZ", rounds="one")
    s.turned_over = True
    discard(s, "bX")
    wait(s, "show/over")
    assert s.outcome is not None
    assert s.outcome.scores == (12, 0)
    assert s.outcome.winners == (0,)


@pytest.mark.rule("ramilix", "R35")
def test_a_short_game_has_one_round() -> None:
    s = start(GAME, 3, rounds="one")
    end_round(s)
    assert s.outcome is not None


@pytest.mark.rule("ramilix", "D24")
@pytest.mark.parametrize("players", [2, 4])
def test_a_game_ends_whatever_is_done(players: int) -> None:
    for seed in range(2):
        s = start(GAME, players, seed=seed)
        moves = rollout(s, QuickPicker(seed))
        assert s.outcome is not None
        assert moves < GAME.bound(players, s.options)


# ---- time ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ramilix", "D23")
def test_silence_draws_from_the_pile_and_throws_that_card() -> None:
    s = before("hand:0=pA ★ pC | discard=pZ | pile=… pQ")
    wait(s, "draw/limit")
    assert s.now == 120_000
    assert hand(s) == ["pA", "pC", "★"]
    assert faces(s, s.discard) == ["pZ", "pQ"]
    assert view(s).active == (1,)


@pytest.mark.rule("ramilix", "D23")
def test_a_card_drawn_and_kept_too_long_is_thrown() -> None:
    s = before("hand:0=pA ★ pC | discard=pZ | pile=… pQ")
    do(s, 0, "draw", t=50_000)
    wait(s, "lay/limit")
    assert s.now == 120_000  # one limit for the whole turn
    assert faces(s, s.discard) == ["pZ", "pQ"]


@pytest.mark.rule("ramilix", "D23", "D12")
def test_of_the_others_the_dearest_is_thrown() -> None:
    s = before("hand:0=pA ★ pC | discard=pB pZ")
    do(s, 0, "pick_up")
    wait(s, "lay/limit")
    assert faces(s, s.discard) == ["pB", "★"]


LETTERS = "hand:0=pC pF bH pM bQ pX | discard=pB pZ"
"""Six letters that are equally dear; Z is about to be picked up."""


def silence_after_a_pick_up(s: RamilixState) -> list[Event]:
    do(s, 0, "pick_up")
    return wait(s, "lay/limit")


@pytest.mark.rule("ramilix", "D23", "D12")
def test_of_several_that_are_equally_dear_any_may_go() -> None:
    """If it were always the first of the alphabet, all would learn that no letter before it is held."""
    thrown = set()
    for seed in range(60):
        s = before(LETTERS, seed=seed)
        silence_after_a_pick_up(s)
        thrown.add(faces(s, s.discard)[-1])
    assert thrown == {"pC", "pF", "bH", "pM", "bQ", "pX"}  # each of them, and never the Z that was picked up


@pytest.mark.rule("ramilix", "D23", "D12")
def test_etoiles_and_petards_are_equally_dear() -> None:
    thrown = set()
    for seed in range(40):
        s = before("hand:0=pA ★ ★ ✹ pC | discard=pB pZ", seed=seed)
        silence_after_a_pick_up(s)
        thrown.add(faces(s, s.discard)[-1])
    assert thrown == {"★", "✹"}


@pytest.mark.rule("ramilix", "D23", "D12")
@pytest.mark.parametrize(
    "others", ["bC bF pH bM pQ bX", "pA bA bB pD bD pE", "pY bY bZ bV pV bW"], ids=["colours", "before", "after"]
)
def test_what_silence_throws_tells_nothing_of_the_letters_that_are_kept(others: str) -> None:
    """All letters but the one that goes are exchanged for others from the pile, of another colour, or before or
    after them in the alphabet: whoever does not see that hand gets the same bytes."""
    for seed in range(12):
        s = before(LETTERS, seed=seed)
        cards = sorted(s.hand(0).cards)
        twin = s.copy()
        events = silence_after_a_pick_up(s)
        gone = s.discard.cards[-1]
        for mine, face in zip(cards, others.split(), strict=True):
            if mine != gone:
                other = card(twin, face, twin.pile)
                twin.faces[mine], twin.faces[other] = twin.faces[other], twin.faces[mine]
        twin.settle()
        same = silence_after_a_pick_up(twin)
        for viewers in (0b10, 0b11):
            assert sent(GAME, s, viewers, events) == sent(GAME, twin, viewers, same)


@pytest.mark.rule("ramilix", "D23", "D12")
def test_which_cards_were_the_dearest_is_declared_and_nobody_is_told() -> None:
    """An étoile more in the hand may be the one that goes: the proofs must know that this is another case, though
    what is told of it reads the same."""
    one, two = (before(f"hand:0=pA ★ {more} pC | discard=pB pZ") for more in ("pD", "★"))
    declared = []
    for s in (one, two):
        events = silence_after_a_pick_up(s)
        assert told(events, "discards") == [{"seat": 0, "card": "★"}]
        assert [e.kind for e in events if e.discloses] == ["alike", "discards"]
        assert all("alike" not in [e.kind for e in Door(s, seats).events(events)] for seats in (0b01, 0b10, 0b11))
        declared.append(disclosed(events))
    assert declared[0] != declared[1]


@pytest.mark.rule("ramilix", "D23", "D12")
def test_games_begun_under_version_1_go_on_as_they_were() -> None:
    """There the first of the alphabet went."""
    for seed in range(8):
        s = before(LETTERS, seed=seed, rules=game_named("ramilix", 1))
        silence_after_a_pick_up(s)
        assert faces(s, s.discard) == ["pB", "pC"]


@pytest.mark.rule("ramilix", "D23")
def test_a_take_without_a_use_is_undone() -> None:
    s = at(f"hand:0=bK bB | {LAID} | suite:1:0=pJ ★ pL | discard=pZ", drawn="bB")
    do(s, 0, "take_star", card=held(s, "bK")[0], star=star(s, "suite:1:0"))
    wait(s, "lay/limit")
    assert table(s, 1) == ["J★KL"]
    assert faces(s, s.discard) == ["pZ", "bB"]
    assert hand(s) == ["bK"]


@pytest.mark.rule("ramilix", "D23")
@pytest.mark.parametrize(("turn_s", "limit"), [(60, 60_000), (120, 120_000), (0, NEVER)])
def test_the_limit_is_an_option(turn_s: int, limit: int) -> None:
    s = start(GAME, 2, turn_s=turn_s)
    due = s.next_alarm()
    assert (due.at if due else NEVER) == limit


# ---- who sees what -------------------------------------------------------------------------------------


@pytest.mark.rule("ramilix", "R7", "D16")
def test_only_the_top_of_the_discard_is_seen() -> None:
    s = before("hand:0=pA pC | discard=pZ bB pQ")
    for seat in s.all_seats:
        zone = view(s, seat).zone("discard")
        assert zone.count == 3
        assert [c.face for c in zone.cards if c] == ["pQ"]


@pytest.mark.rule("ramilix", "D11")
def test_what_was_thrown_does_not_stay_in_the_log() -> None:
    """Remembering is part of the game."""
    s = before("hand:0=pA pC | hand:1=pK pM | discard=pZ")
    events = do(s, 0, "pick_up") + discard(s, "pA")
    kept = {e.kind: e.keep for e in events}
    assert kept["picks_up"] is Keep.FLEETING
    assert kept["discards"] is Keep.FLEETING


@pytest.mark.rule("ramilix", "R18")
def test_views_have_only_suites_that_are_there() -> None:
    s = at(f"hand:0=bX | {LAID} | discard=pZ")
    shown = view(s, 1)
    assert [zone.name for zone in shown.zones if zone.kind == "suite"] == ["suite:0:0", "suite:0:1"]
    assert shown.fact("opened") == [True, False]
    assert shown.fact("standing") == [6, 0]


@pytest.mark.rule("ramilix", "D27")
def test_one_screen_is_handed_over() -> None:
    assert GAME.info.device is Device.PASSED


@pytest.mark.rule("ramilix", "R16")
def test_hints_only_for_those_who_want_them() -> None:
    def lit(hints: bool, position: str) -> list[str]:
        s = at(position, seat_options=[{"hints": hints}, {}])
        glow = offer(s, "discard").hint
        assert glow is not None
        return [s.faces[int(c)] for c in glow]

    first = "hand:0=pA pB bC pG pH pX ✹ | discard=pZ"
    assert lit(True, first) == ["pA", "pB", "bC"]
    assert lit(False, first) == []
    later = f"hand:0=pA bP bK bX ★ | {LAID} | discard=pZ"
    assert lit(True, later) == ["bP", "★"]
