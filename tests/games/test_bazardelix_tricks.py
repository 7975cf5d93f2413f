"""Bazardelix, rule by rule: tricks, what is seen of the tricks, points, the end.

Expected results are worked out from the rules.
"""

from typing import Any

import pytest

from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.bazardelix.rules import GAME, BazardelixState, Trick
from tablee.kernel.units import Seat
from tablee.kernel.values import SEAT
from tablee.pieces.notation import arrange
from tests.games.bazardelix import BLUE_AM, BLUE_FIRST_FIVE, BLUE_NEXT_SEVEN, BLUE_NZ, PINK_AM, PINK_NZ, at
from tests.table import card, do, faces, names, start, told, view, wait
from tests.tricks import lay, lay_all, legal, refused_card


def last_trick(won: str, cards: str, *, leader: Seat, **options: Any) -> BazardelixState:
    """Everybody has one card left; they are played, seat 0's first in `cards`, and the trick has been shown."""
    held = cards.split()
    hands = " | ".join(f"hand:{seat}={face}" for seat, face in enumerate(held))
    s = at(f"{hands} | {won}", leader=leader, players=len(held), opened=True, **options)
    lay_all(s, *(held[s.after(leader, i)] for i in range(s.n)), first=leader)
    return s


# ---- tricks --------------------------------------------------------------------------------------------


@pytest.mark.rule("bazardelix", "R12", "R13", "R14", "R15", "R17", "R22", "D4")
def test_first_trick() -> None:
    """Example 2: seat 1 has no pink A–M and discards bX; seat 3 wins, with 13 points, and leads."""
    s = at(
        "hand:0=pC pD bB | hand:1=bX pQ bA | hand:2=pA pE pT | hand:3=pK pB bC",
        leader=2,
        first=True,
    )
    assert legal(s, 2) == {"pA"}
    assert refused_card(s, 2, "pE") == "not_possible"
    lay(s, 2, "pA")
    lay(s, 3, "pK")
    lay(s, 0, "pC")
    assert legal(s, 1) == {"bX", "pQ", "bA"}
    lay(s, 1, "bX")
    wait(s, "show/over")
    assert faces(s, "won:3") == ["pA", "pK", "pC", "bX"]
    assert view(s).active == (3,)


@pytest.mark.rule("bazardelix", "R12")
@pytest.mark.parametrize("seed", range(5))
def test_the_holder_of_the_pink_a_leads_it(seed: int) -> None:
    s = start(GAME, 5, seed=seed)
    wait(s, "give/limit")
    holder = next(i for i in range(5) if "pA" in faces(s, f"hand:{i}"))
    assert view(s).active == (holder,)
    assert legal(s, holder) == {"pA"}


@pytest.mark.rule("bazardelix", "R13", "D3")
def test_the_family_asked_for_must_be_played() -> None:
    """Example 5: pink N–Z asked for; of pR and bM only pR is legal."""
    s = at("trick=pN | hand:1=pR bM")
    assert legal(s, 1) == {"pR"}
    assert refused_card(s, 1, "bM") == "not_possible"
    lay(s, 1, "pR")


def test_the_view_says_who_laid_what_who_leads_and_since_when_the_clock_runs() -> None:
    s = at("hand:0=pB pS | hand:1=pD bC | hand:2=bK bQ", leader=1, players=3)
    began = view(s, 0).clocks[0]
    assert (began.seat, began.since) == (1, s.now)
    lay(s, 1, "pD")
    trick = view(s, 0).zone("trick")
    assert (trick.by, trick.best) == ((1,), 0)
    s.now += 4_000
    do(s, 2, "play", t=s.now, card=card(s, "bK", s.hand(2)))
    trick, clock = view(s, 0).zone("trick"), view(s, 0).clocks[0]
    assert (trick.by, trick.best) == ((1, 2), 0), "another family cannot lead"
    assert (clock.seat, clock.since, clock.at - clock.since) == (0, s.now, 30_000), "each player has his own time"
    lay(s, 0, "pB")
    assert view(s, 0).zone("trick").best == 0, "the D is still the strongest"
    wait(s, "show/over")
    trick = view(s, 0).zone("trick")
    assert (trick.by, trick.best) == ((), -1)


@pytest.mark.rule("bazardelix", "R13")
def test_one_card_each_in_turn() -> None:
    s = at("hand:0=pB pC | hand:1=pD pE | hand:2=pF pG | hand:3=pH pI")
    assert refused_card(s, 1, "pD") == "not_your_turn"
    lay(s, 0, "pB")
    assert refused_card(s, 0, "pC") == "not_your_turn"


@pytest.mark.rule("bazardelix", "R14", "D3")
def test_without_the_family_any_card_but_some_card() -> None:
    s = at("trick=pN | hand:1=pA bM bX bZ")
    assert legal(s, 1) == {"pA", "bM", "bX", "bZ"}
    assert names(s, 1) == {"play"}


@pytest.mark.rule("bazardelix", "D4")
def test_points_may_be_discarded_on_the_first_trick() -> None:
    s = at("trick=pA | hand:1=bM bX pZ", first=True)
    assert legal(s, 1) == {"bM", "bX", "pZ"}


@pytest.mark.rule("bazardelix", "R16", "R17")
def test_the_trick_goes_face_down_to_its_winner_who_leads() -> None:
    s = at("hand:0=pB pC bT | hand:1=pD pE bU | hand:2=pK pG bV | hand:3=pH pI bW", review_last_trick=False)
    lay_all(s, "pB", "pD", "pK", "pH")
    assert faces(s, "won:2") == ["pB", "pD", "pK", "pH"] and faces(s, "trick") == []
    for seat in range(4):
        heap = view(s, seat).zone("won:2")
        assert (heap.count, heap.cards) == (4, ())
    assert view(s).active == (2,)


def test_the_trick_lies_open_for_two_seconds() -> None:
    s = at("hand:0=pB pC | hand:1=pD pE | hand:2=pK pG | hand:3=pH pI")
    for seat, face in enumerate(["pB", "pD", "pK", "pH"]):
        lay(s, seat, face)
    assert [c.face for c in view(s, 1).zone("trick").cards if c] == ["pB", "pD", "pK", "pH"]
    assert all(names(s, seat) == set() for seat in range(4))
    wait(s, "show/over")
    assert s.now == 2_000
    assert faces(s, "trick") == []


@pytest.mark.rule("bazardelix", "R18")
def test_blue_a_to_m_is_not_led_before_one_was_played() -> None:
    """Example 4, first and last sentence."""
    s = at("hand:0=bC bT")
    assert refused_card(s, 0, "bC") == "not_possible"
    assert legal(s, 0) == {"bT"}
    s = at("hand:0=pB pC | hand:1=pD pE | hand:2=pK bC bT | hand:3=bA bB", leader=0)
    lay_all(s, "pB", "pD", "pK", "bA")
    assert legal(s, 2) == {"bC", "bT"}


@pytest.mark.rule("bazardelix", "R18")
def test_a_discard_of_another_family_opens_nothing() -> None:
    s = at("hand:0=pB pC | hand:1=pD pE | hand:2=pK bC bT | hand:3=bN bX", leader=0)
    lay_all(s, "pB", "pD", "pK", "bX")
    assert legal(s, 2) == {"bT"}


@pytest.mark.rule("bazardelix", "R19", "D7")
def test_who_holds_only_blue_a_to_m_leads_any_of_them() -> None:
    """Example 4, second sentence."""
    s = at("hand:0=bC bF")
    assert legal(s, 0) == {"bC", "bF"}


@pytest.mark.rule("bazardelix", "D5")
def test_a_blue_card_led_under_r19_opens_the_family_too() -> None:
    s = at("hand:0=bC bF | hand:1=bD bT | hand:2=pK pG | hand:3=pH pI")
    lay_all(s, "bC", "bD", "pK", "pH")
    assert view(s).active == (1,)
    s = at("hand:0=bC bF | hand:1=bD bE bT | hand:2=pK pG pL | hand:3=pH pI pJ")
    lay_all(s, "bC", "bD", "pK", "pH")
    assert legal(s, 1) == {"bE", "bT"}


@pytest.mark.rule("bazardelix", "D5", "R6")
def test_every_round_starts_closed() -> None:
    s = last_trick("won:0=bA bB", "pB pC pD pE", leader=0)
    assert s.blue_open
    wait(s, "show/over")
    wait(s, "give/limit")
    leader = view(s).active[0]
    lay(s, leader, "pA")
    for _ in range(2):
        seat = view(s).active[0]
        lay(s, seat, sorted(legal(s, seat) & set(PINK_AM) or {f for f in legal(s, seat) if f not in BLUE_AM})[0])
    assert not s.blue_open


@pytest.mark.rule("bazardelix", "D6")
def test_the_blue_x_may_be_led_and_belongs_to_n_to_z() -> None:
    s = at("hand:0=bX bC | hand:1=bN bM pA")
    assert legal(s, 0) == {"bX"}
    lay(s, 0, "bX")
    assert legal(s, 1) == {"bN"}


@pytest.mark.rule("bazardelix", "D13")
@pytest.mark.parametrize(
    ("position", "played"),
    [
        ("trick=pQ | hand:1=bX bA pO bT", "pO"),  # no points before points
        ("trick=pQ | hand:1=bO pO pP", "pO"),  # asked for: nothing else counts
        ("trick=pB | hand:1=bO pO pP", "pO"),  # pink before blue
        ("trick=pB | hand:1=bN pO pP", "bN"),  # the lowest letter before the colour
        ("trick=pB | hand:1=bX bC bB", "bB"),  # one point before thirteen
        ("trick=bB | hand:1=bM bL pA", "bL"),
        ("trick=bN | hand:1=bX bZ", "bZ"),  # no points before the lower letter
    ],
)
def test_out_of_time(position: str, played: str) -> None:
    s = at(position + " | hand:2=pK")
    events = wait(s, "trick/limit")
    assert s.now == 30_000
    assert told(events, "timeout") == [{"seat": 1}]
    assert faces(s, "trick")[-1] == played
    assert view(s).active == (2,)


@pytest.mark.rule("bazardelix", "D13")
def test_out_of_time_with_the_lead() -> None:
    s = at("hand:0=bA bT pW | hand:1=pB")
    wait(s, "trick/limit")
    assert faces(s, "trick") == ["bT"]


def test_every_card_has_its_own_30_seconds() -> None:
    s = at("hand:0=pB pC | hand:1=pD pE | hand:2=pK pG | hand:3=pH pI")
    for seat, face in enumerate(["pB", "pD", "pK", "pH"]):
        limit = s.next_alarm()
        assert limit is not None and limit.at == s.now + 30_000
        s.now += 20_000
        lay(s, seat, face)
    wait(s, "show/over")
    assert s.now == 82_000
    wait(s, "trick/limit")
    assert s.now == 112_000


# ---- what is seen of the tricks ------------------------------------------------------------------------


def two_tricks(**options: Any) -> BazardelixState:
    """Seat 2 has taken a trick, then seat 3."""
    s = at("hand:0=pB pC bT | hand:1=pD pE bU | hand:2=pK pG bV | hand:3=pH pI bW", **options)
    lay_all(s, "pB", "pD", "pK", "pH")
    lay_all(s, "pG", "pI", "pC", "pE", first=2)
    return s


def test_only_the_last_trick_may_be_looked_at() -> None:
    s = two_tricks()
    for seat in range(4):
        assert [c.face for c in view(s, seat).zone("won:3").cards if c] == ["pG", "pI", "pC", "pE"]
        assert (view(s, seat).zone("won:2").cards, view(s, seat).zone("won:2").count) == ((), 4)
    assert view(s).fact("tricks") == [0, 0, 1, 1]


def test_of_two_tricks_on_one_heap_the_upper_one_is_seen() -> None:
    s = at("hand:0=pB pC bT | hand:1=pD pE bU | hand:2=pK pL bV | hand:3=pH pI bW")
    lay_all(s, "pB", "pD", "pK", "pH")
    assert [c.face for c in view(s, 0).zone("won:2").cards if c] == ["pB", "pD", "pK", "pH"]
    lay_all(s, "pL", "pI", "pC", "pE", first=2)
    heap = view(s, 0).zone("won:2")
    assert ([c.face for c in heap.cards if c], heap.count) == (["pL", "pI", "pC", "pE"], 8)


def test_option_no_look_back() -> None:
    s = two_tricks(review_last_trick=False)
    for seat in range(4):
        for heap in ("won:2", "won:3"):
            assert (view(s, seat).zone(heap).cards, view(s, seat).zone(heap).count) == ((), 4)
    assert view(s).fact("tricks") == [0, 0, 1, 1]


def test_the_log_does_not_remember_what_was_played() -> None:
    s = at("hand:0=pB pC | hand:1=pD pE | hand:2=pK pG | hand:3=pH pI")
    events = [e for seat, face in enumerate(["pB", "pD", "pK", "pH"]) for e in lay(s, seat, face)]
    assert [(e.kind, dict(e.data)) for e in events if e.keep == "lasting"] == [("takes", {"winner": SEAT(2)})]


def test_what_was_failed_to_follow_and_whether_blue_is_open_is_a_matter_of_memory() -> None:
    s = at("trick=pN | hand:1=bM | hand:2=pO")
    lay(s, 1, "bM")
    assert not {"voids", "blue_open"} & set(view(s, 2).facts)


@pytest.mark.parametrize("review", [True, False])
def test_at_the_end_of_the_round_all_tricks_are_shown_with_the_points(review: bool) -> None:
    s = last_trick("won:0=bA pZ bB | won:1=bX bT", "pB pC pD bE", leader=0, review_last_trick=review)
    assert view(s).phase == "show"
    assert [c.face for c in view(s, 2).zone("won:0").cards if c] == ["bA", "pZ", "bB"]
    assert [c.face for c in view(s).zone("won:1").cards if c] == ["bX", "bT"]
    assert [c.face for c in view(s, 3).zone("won:2").cards if c] == ["pB", "pC", "pD", "bE"]
    assert view(s).scores == (2, 13, 1, 0)
    wait(s, "show/over")
    assert view(s).fact("history") == [[2, 13, 1, 0]]
    assert [view(s).zone(f"won:{i}").count for i in range(4)] == [0, 0, 0, 0]


def test_heaps_are_face_down_again_in_the_next_round() -> None:
    s = last_trick("won:0=bA pZ bB pY", "pK pC pD bE", leader=0, review_last_trick=False)
    wait(s, "show/over")
    arrange(s, "hand:0=pM pO | hand:1=pC pP | hand:2=pD pQ | hand:3=pE pR | pile=…")
    s.goto(Trick(leader=3, seat=3))
    s._settle()
    lay_all(s, "pE", "pM", "pC", "pD", first=3)
    assert (view(s).zone("won:0").cards, view(s).zone("won:0").count) == ((), 4)


# ---- points --------------------------------------------------------------------------------------------


@pytest.mark.rule("bazardelix", "R20")
def test_the_round_ends_when_the_hands_are_empty() -> None:
    s = at("hand:0=pB pO | hand:1=pC pP | hand:2=pD pQ | hand:3=pE pR | won:0=bA bB")
    lay_all(s, "pB", "pC", "pD", "pE")
    assert s.scores == [0, 0, 0, 0] and view(s).phase == "trick"
    lay_all(s, "pR", "pO", "pP", "pQ", first=3)
    assert s.scores == [2, 0, 0, 0]
    wait(s, "show/over")
    assert view(s).phase == "give"


@pytest.mark.rule("bazardelix", "R21", "R22", "R23")
def test_what_each_card_costs() -> None:
    for face in PINK_AM[1:] + PINK_NZ[4:] + BLUE_AM + BLUE_NZ:
        points = 13 if face == "bX" else 1 if face in BLUE_AM else 0
        assert last_trick(f"won:0={face}", "pN pO pP pQ", leader=0).scores == [points, 0, 0, 0], face


@pytest.mark.rule("bazardelix", "R21", "R22", "R23")
def test_a_round_is_counted() -> None:
    """Example 6: the blue A–M are split 5 and 8, bX with the second player. The last trick brings him bM."""
    s = last_trick(f"won:0={BLUE_FIRST_FIVE} pT | won:1={BLUE_NEXT_SEVEN} bX bZ", "bM pZ pO pP", leader=1)
    assert s.scores == [5, 21, 0, 0]


@pytest.mark.rule("bazardelix", "R24", "D8")
def test_all_the_points() -> None:
    """Example 7; nobody is asked."""
    s = last_trick(f"won:1={BLUE_FIRST_FIVE} {BLUE_NEXT_SEVEN} bX | won:0=pT", "bM pZ pO pP", leader=1)
    assert s.scores == [26, 0, 26, 26]
    assert all(names(s, seat) == set() for seat in range(4))
    assert view(s).fact("history") == [[26, 0, 26, 26]]


@pytest.mark.rule("bazardelix", "R24")
def test_one_point_short_of_all() -> None:
    s = last_trick(f"won:1={BLUE_FIRST_FIVE} {BLUE_NEXT_SEVEN} bX | won:0=pT", "bM pO pZ pP", leader=1)
    assert s.scores == [0, 25, 1, 0]


@pytest.mark.rule("bazardelix", "R24")
@pytest.mark.parametrize("players", [3, 5])
def test_all_the_points_with_other_numbers_of_players(players: int) -> None:
    cards = " ".join(["bM", "pZ", "pO", "pP", "pQ"][:players])
    s = last_trick(f"won:1={BLUE_FIRST_FIVE} {BLUE_NEXT_SEVEN} bX", cards, leader=1)
    assert s.scores == [26, 0, 26, 26, 26][:players]


# ---- the end -------------------------------------------------------------------------------------------

SPLIT = "won:0=bA bB bC bD bE | won:1=bF bG | won:2=bH bI bJ bX | won:3=bK bL"
"""With bM for the third player: 5, 2, 17, 2."""


def count_round(s: BazardelixState) -> None:
    """The end of a round that scores 5, 2, 17, 2."""
    arrange(s, SPLIT + " | hand:0=bM | hand:1=pN | hand:2=pZ | hand:3=pO | pile=…")
    s.blue_open = True
    s.goto(Trick(leader=2, seat=2))
    s._settle()
    lay_all(s, "pZ", "pO", "bM", "pN", first=2)
    wait(s, "show/over")


@pytest.mark.rule("bazardelix", "R5", "R6", "R25", "R26")
def test_the_game_goes_on_until_somebody_has_a_hundred() -> None:
    """Example 8: 98, 71, 44, 73 goes on; 103, 73, 61, 75 ends it, and 61 wins."""
    s = start(GAME, 4)
    s.scores = [93, 69, 27, 71]
    count_round(s)
    assert s.scores == [98, 71, 44, 73]
    assert s.outcome is None and view(s).phase == "give" and s.round == 1
    assert sorted(len(s.hand(i).cards) for i in range(4)) == [13] * 4
    count_round(s)
    assert s.outcome is not None
    assert s.outcome.scores == (103, 73, 61, 75)
    assert s.outcome.winners == (2,) and s.outcome.ranks == (4, 2, 1, 3)


@pytest.mark.rule("bazardelix", "R25")
@pytest.mark.parametrize(("before", "over"), [(94, False), (95, True), (96, True)])
def test_reaching_or_passing_a_hundred(before: int, over: bool) -> None:
    s = start(GAME, 4)
    s.scores = [before, 0, 0, 0]
    count_round(s)
    assert (s.outcome is not None) is over


@pytest.mark.rule("bazardelix", "D9")
def test_nothing_ends_in_the_middle_of_a_round() -> None:
    s = at("hand:0=pK pB pO | hand:1=bX bA bB | hand:2=pC pP pQ | hand:3=pD pR pS")
    s.scores = [99, 0, 0, 0]
    lay_all(s, "pK", "bX", "pC", "pD")
    assert s.outcome is None and view(s).phase == "trick"
    assert s.scores == [99, 0, 0, 0]


@pytest.mark.rule("bazardelix", "D9", "R24")
def test_taking_all_saves_from_a_hundred() -> None:
    """He would pass 100 in the middle of the round, and scores nothing at its end."""
    won = f"won:1={BLUE_FIRST_FIVE} {BLUE_NEXT_SEVEN} bX"
    s = at(f"{won} | hand:0=bM | hand:1=pZ | hand:2=pO | hand:3=pP", leader=1, opened=True)
    s.scores = [10, 90, 20, 30]
    lay_all(s, "pZ", "pO", "pP", "bM", first=1)
    wait(s, "show/over")
    assert s.scores == [36, 90, 46, 56] and s.outcome is None


@pytest.mark.rule("bazardelix", "D10")
def test_equal_totals_share_the_victory() -> None:
    s = start(GAME, 4)
    s.scores = [95, 43, 28, 53]
    count_round(s)
    assert s.outcome is not None
    assert s.outcome.scores == (100, 45, 45, 55)
    assert s.outcome.winners == (1, 2)


@pytest.mark.parametrize(
    ("target", "before", "over"), [(50, 44, False), (50, 45, True), (150, 144, False), (150, 145, True)]
)
def test_option_target(target: int, before: int, over: bool) -> None:
    s = start(GAME, 4, target=target)
    s.scores = [before, 0, 0, 0]
    count_round(s)
    assert (s.outcome is not None) is over


@pytest.mark.parametrize("options", [{"target": 99}, {"target": "100"}, {"review_last_trick": 2}, {"levels": 1}])
def test_bad_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(Exception, match="bad_options"):
        start(GAME, 4, **options)


@pytest.mark.rule("bazardelix", "D11")
@pytest.mark.parametrize(("players", "rounds", "records"), [(3, 12, 72), (4, 16, 70), (5, 20, 66)])
def test_termination(players: int, rounds: int, records: int) -> None:
    """A round takes a record per seat for the gifts, one per card, one per trick, one for the points:
    3 + 51 + 17 + 1, 4 + 52 + 13 + 1, 5 + 50 + 10 + 1."""
    assert GAME.bound(players, start(GAME, players).options) == rounds * records
    for seed in range(6):
        s = start(GAME, players, seed=seed)
        rollout(s, QuickPicker(seed), limit=rounds * records)
        assert s.outcome is not None
        assert len(s.history) <= rounds
        assert all(sum(points) in (26, 26 * (players - 1)) for points in s.history)
