"""Amérix, rule by rule: the end of a round and of the game, time, bots. Results are worked out by hand."""

import pytest

from tablee.bots.bot import Level, Sighting
from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.amerix.bots import AmerixBot
from tablee.games.amerix.rules import GAME, Deal, RoundEnd
from tablee.kernel.moves import Move
from tablee.kernel.rng import Rng, seed_from
from tablee.pieces.notation import arrange
from tablee.pieces.toutilix import ALPHABET, SYMBOL
from tests.games.amerix import at, fallen, lay, ordinary_start, playable
from tests.table import do, faces, names, refused, start, told, view, wait


@pytest.mark.rule("amerix", "R27", "R28", "R29", "R30", "R31", "R32", "R33", "R34", "D9")
def test_round_end_counts_hands() -> None:
    """Example 8: Y W A is 140, étoile pétard K is 25, the finisher 0; the discard leaves the game."""
    s = at("hand:0=pK | hand:1=pY pW pA | hand:2=★ ✹ bK | discard=vL | pile=…", players=3)
    lay(s, 0, "pK")
    assert s.scores == [0, 140, 25]
    wait(s, "show/over")
    assert faces(s, "aside") == ["vL", "pK"]


@pytest.mark.rule("amerix", "R29")
def test_all_points() -> None:
    expected = {"Y": 70, "W": 50, "X": 50, "Z": 50, "A": 20, "E": 20, "I": 20, "O": 20, "U": 20, "★": 10, "✹": 10}
    for symbol in [*ALPHABET, "★", "✹"]:
        face = symbol if symbol in "★✹" else "b" + symbol
        s = at(f"hand:0=pK | hand:1={face} | discard=vL | pile=…")
        lay(s, 0, "pK")
        assert s.scores == [0, expected.get(symbol, 5)], symbol


@pytest.mark.rule("amerix", "R29")
def test_hands_are_shown_at_the_end_of_a_round() -> None:
    s = at("hand:0=pK | hand:1=pY pW pA | discard=vL | pile=…")
    lay(s, 0, "pK")
    assert [c.face for c in view(s).zone("hand:1").cards if c] == ["pY", "pW", "pA"]


@pytest.mark.rule("amerix", "R35", "R36", "D18")
def test_next_round_hands_back_into_the_pile_and_next_starter() -> None:
    s = at("hand:0=pK | hand:1=pY pW pA | hand:2=bA | discard=vM vL | pile=…", players=3, starter=2)
    s.direction = -1
    lay(s, 0, "pK")
    wait(s, "show/over")
    assert s.round == 1
    assert s.direction == 1
    assert s.starter == 0
    assert sorted(faces(s, "aside")) == ["pK", "vL", "vM"]
    assert sum(len(s.hand(i).cards) for i in range(3)) >= 21
    held = {f for zone in s.zones if zone.name != "aside" for f in faces(s, zone)}
    assert {"pY", "pW", "pA"} <= held


@pytest.mark.rule("amerix", "R37", "D19")
def test_last_card_drawn_turns_the_discard_over_unshuffled() -> None:
    s = at("hand:0=pA | hand:1=bA bB bC | discard=pS pT pU vL ✹ | pile=bF")
    assert s.reference == "L"
    do(s, 0, "draw")
    assert faces(s, "pile") == ["pU", "pT", "pS"]  # the first card laid, S, is the new top
    assert faces(s, "discard") == ["vL", "✹"]
    assert s.last_round


@pytest.mark.rule("amerix", "R38")
def test_from_then_on_the_game_ends_with_the_round() -> None:
    s = at("hand:0=pK bQ | hand:1=bK bL | discard=pS pT vL | pile=bF")
    do(s, 0, "draw")
    do(s, 0, "keep")
    lay(s, 1, "bK")
    s.now += 2_000
    do(s, 0, "draw")
    wait(s, "call/close")
    do(s, 0, "keep")
    lay(s, 1, "bL")
    wait(s, "show/over")
    assert s.outcome is not None
    assert s.outcome.detail == "out"


@pytest.mark.rule("amerix", "R39", "D25")
@pytest.mark.parametrize(("before", "ranks"), [([0, 0], (1, 2)), ([5, 0], (1, 1)), ([6, 0], (2, 1))])
def test_fewest_points_win_and_ties_share(before: list[int], ranks: tuple[int, ...]) -> None:
    s = at("hand:0=pK | hand:1=bK | discard=vL | pile=…")
    s.scores = before
    s.last_round = True
    lay(s, 0, "pK")
    wait(s, "show/over")
    assert s.outcome is not None
    assert s.outcome.ranks == ranks


@pytest.mark.rule("amerix", "D6")
def test_a_player_may_draw_although_he_could_lay() -> None:
    s = at("hand:0=pL pK | hand:1=bK bL | discard=vL | pile=bE bF")
    assert names(s, 0) == {"lay", "draw"}


@pytest.mark.rule("amerix", "D8")
def test_no_pass_while_there_is_something_to_draw() -> None:
    s = at("hand:0=pA pB | hand:1=bK bL | discard=vL | pile=bE bF")
    assert refused(s, 0, "pass") == "not_offered"


@pytest.mark.rule("amerix", "D10")
def test_a_petard_as_last_card_still_makes_the_next_draw_two() -> None:
    s = at("hand:0=✹ | hand:1=bK | discard=vL | pile=pF pY pW")
    lay(s, 0, "✹")
    assert s.scores == [0, 5 + 70 + 50]


@pytest.mark.rule("amerix", "D10")
def test_an_x_as_last_card_has_no_effect() -> None:
    s = at("hand:0=pX | hand:1=bK | hand:2=bL | discard=vS pV | pile=…", players=3)
    lay(s, 0, "pX")
    assert s.direction == 1
    assert view(s).phase in ("show", "round_end")


@pytest.mark.rule("amerix", "D20")
def test_the_discard_is_turned_over_three_times_at_most() -> None:
    s = at("hand:0=pA | hand:1=bA bB bC | discard=pS pT vL | pile=bF")
    s.turnovers = 2
    do(s, 0, "draw")
    assert s.turnovers == 3
    assert faces(s, "pile") == ["pT", "pS"]
    do(s, 0, "keep")
    for seat in (1, 0):
        do(s, seat, "draw")
        do(s, seat, "keep")
    assert faces(s, "pile") == []
    assert names(s, 1) == {"pass"} | ({"lay"} if playable(s, 1) else set())


@pytest.mark.rule("amerix", "D20")
def test_who_must_draw_when_nothing_can_be_drawn_draws_nothing() -> None:
    s = at("hand:0=✹ pA pB | hand:1=bK bL bM | discard=vL")
    s.turnovers = 3
    events = lay(s, 0, "✹")
    assert told(events, "draws") == [{"seat": 1, "count": 0}]
    assert len(s.hand(1).cards) == 3


@pytest.mark.rule("amerix", "D20")
@pytest.mark.parametrize("forced_play", [False, True])
@pytest.mark.parametrize("silent", [False, True])
def test_who_waited_to_draw_the_last_card_keeps_nothing(forced_play: bool, silent: bool) -> None:
    """Seat 3's draw waits in line with a shout, and the punished seat 2 draws the last card first."""
    hands = "hand:0=bA bF bG | hand:1=pK pL pM | hand:2=bC bM | hand:3=pO bZ pZ"
    s = at(f"{hands} | discard=bB | pile=pQ", seat=2, players=4, forced_play=forced_play)
    s.turnovers = 3
    lay(s, 2, "bC")  # on which the last card of the deck, A, would fit
    do(s, 0, "etoile", t=1_990)
    do(s, 3, "draw", t=2_000)
    wait(s, "call/close")
    assert [len(s.hand(seat).cards) for seat in (2, 3)] == [2, 3]
    assert (view(s, 0).phase, names(s, 3)) == ("drawn", {"keep"})
    if silent:
        wait(s, "drawn/limit")
    else:
        do(s, 3, "keep")
    assert (view(s, 0).phase, view(s, 0).active) == ("turn", (0,))
    assert s.stray() == []


@pytest.mark.rule("amerix", "D21")
def test_when_all_pass_the_game_ends() -> None:
    s = at("hand:0=pA pB | hand:1=bA bB | hand:2=pC | discard=vL", players=3)
    s.turnovers = 3
    s.last_round = True
    for seat in range(3):
        do(s, seat, "pass")
    wait(s, "show/over")
    assert s.outcome is not None
    assert (s.outcome.detail, s.outcome.scores) == ("blocked", (25, 25, 5))
    assert s.outcome.winners == (2,)


@pytest.mark.rule("amerix", "D21")
def test_a_lay_between_passes_starts_the_count_again() -> None:
    s = at("hand:0=pA pB | hand:1=bM bN bO | hand:2=pC pD | discard=vL", players=3)
    s.turnovers = 3
    s.last_round = True
    do(s, 0, "pass")
    lay(s, 1, "bM")
    do(s, 2, "pass")
    do(s, 0, "pass")
    assert s.outcome is None
    assert view(s, 0).active == (1,)


@pytest.mark.rule("amerix", "D22")
def test_too_few_cards_for_a_deal_bring_the_discards_back() -> None:
    s = at("hand:0=pK | hand:1=bK | discard=vL | pile=pA pB pC pD pE pF pG pH pI pJ pL pM pN | aside=…")
    lay(s, 0, "pK")
    wait(s, "show/over")
    assert s.last_round
    assert faces(s, "aside") == []
    assert s.stray() == []


@pytest.mark.rule("amerix", "D22")
def test_enough_cards_for_a_deal_leave_the_discards_aside() -> None:
    """2 × 7 + 2 = 16: fifteen in the pile and one in hand are just enough."""
    pile = "pA pB pC pD pE pF pG pH pI pJ pL pM pN pO pP"
    s = at(f"hand:0=pK | hand:1=bK | discard=vL | pile={pile} | aside=…")
    lay(s, 0, "pK")
    wait(s, "show/over")
    assert not told(s.drain(), "last_round")
    assert len(s.zone("aside").cards) == 100 - 16


@pytest.mark.rule("amerix", "D23")
def test_the_last_card_drawn_under_r8_makes_this_the_last_round() -> None:
    """16 cards for two players: 14 are dealt, a pétard is turned, and the one card left is drawn."""
    s = at("hand:0=pK | hand:1=bK | discard=vL | pile=… | aside=pA")
    sixteen = "✹ pA pB pC pD pE pF pG pH pI pJ pK pL pM pN pO"
    for round_ in range(200):
        arrange(s, f"pile={sixteen} | aside=…")
        s.round, s.last_round, s.starter = round_, False, 0
        s.goto(Deal())
        s._settle()
        if faces(s, "discard") == ["✹"]:
            break
    assert faces(s, "discard") == ["✹"]
    assert [len(s.hand(0).cards), len(s.hand(1).cards), len(s.zone("pile").cards)] == [8, 7, 0]
    assert s.last_round
    assert view(s, 0).active == (1,)
    assert playable(s, 1) == {SYMBOL[f] for f in faces(s, "hand:1")}, "nothing to follow: everything fits"


@pytest.mark.rule("amerix", "D24")
def test_a_round_takes_at_least_eight_cards_out() -> None:
    """The finisher laid his seven cards and one was turned."""
    s = ordinary_start(2)
    taken = []
    for _ in range(3_000):
        if s.outcome is not None or s.last_round:
            break
        before = s.round
        due = s.next_alarm()
        offers = s.offers(view(s).active[0]) if view(s).active else ()
        if offers:
            offer, seat = offers[0], view(s).active[0]
            args = next(offer.enumerate())
            s.now = max(s.now, offer.opens_at)
            s.play(seat, Move(offer.name, args, s.now, offer.stimulus))
        elif due:
            s.now = max(s.now, due.at)
            s.ring(due)
        if s.round > before:
            taken.append(len(s.zone("aside").cards))
    steps = [b - a for a, b in zip([0, *taken], taken, strict=False)]
    assert steps and min(steps) >= 8


@pytest.mark.rule("amerix", "D24")
@pytest.mark.parametrize("seed", range(12))
def test_at_most_twelve_rounds(seed: int) -> None:
    """Whatever is played at random, within the records that the game promises."""
    s = start(GAME, 2, seed=seed)
    rollout(s, QuickPicker(seed), limit=GAME.bound(2, s.options))
    assert s.outcome is not None
    assert s.round + 1 <= 12


def test_option_turn_time() -> None:
    s = at("hand:0=pA pB | hand:1=bK bL | discard=vL | pile=bE bF", turn_time=10)
    wait(s, "turn/limit")
    assert s.now == 10_000
    assert faces(s, "hand:0") == ["pA", "pB", "bF"]
    assert view(s, 0).active == (1,)


def test_silence_keeps_the_drawn_card() -> None:
    s = at("hand:0=pA pB | hand:1=bK bN | discard=vL | pile=bE bL")
    do(s, 0, "draw")
    wait(s, "drawn/limit")
    assert s.now == 15_000
    assert len(s.hand(0).cards) == 3


def test_option_forced_play() -> None:
    s = at("hand:0=pA pB | hand:1=bK bL | discard=vL | pile=bE pL", forced_play=True)
    do(s, 0, "draw")
    assert names(s, 0) == {"lay"}
    wait(s, "drawn/limit")
    assert faces(s, "discard") == ["vL", "pL"]


def test_covered_discards_are_not_shown() -> None:
    s = at("hand:0=pA pB | hand:1=bK bL | discard=pS pT vL | pile=bE bF")
    heap = view(s, 0).zone("discard")
    assert heap.count == 3
    assert [c.face for c in heap.cards if c] == ["vL"]


def test_round_end_phase_names_the_finisher() -> None:
    s = at("hand:0=pK | hand:1=bK | discard=vL | pile=…")
    lay(s, 0, "pK")
    assert isinstance(s.phases[0], RoundEnd)
    assert s.phases[0].finisher == 0


@pytest.mark.rule("amerix", "D12")
@pytest.mark.parametrize("grace", [500, 1_500])
@pytest.mark.parametrize(
    ("level", "low", "high"),
    [(Level.BEGINNER, 2_000, 4_000), (Level.NORMAL, 1_000, 2_000), (Level.STRONG, 400, 900)],
)
def test_bots_catch_the_forgetful_after_the_grace(grace: int, level: Level, low: int, high: int) -> None:
    times = []
    for seed in range(20):
        s = fallen(grace_ms=grace)
        plan = AmerixBot(0, level, Rng(seed_from(seed))).react(Sighting(s, 0, s.drain()))
        assert plan is not None
        assert plan.move.name == "etoile"
        times.append(plan.at - grace)
    assert low <= min(times) < max(times) <= high


@pytest.mark.rule("amerix", "D12")
def test_bots_do_not_shout_when_the_call_was_made() -> None:
    s = fallen(called=True)
    assert AmerixBot(0, Level.STRONG, Rng(seed_from(1))).react(Sighting(s, 0, s.drain())) is None
