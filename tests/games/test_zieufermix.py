"""Zieufermix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter
from itertools import combinations

import pytest

from tablee.games.zieufermix.rules import GAME
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.zones import Pose
from tablee.pieces.plane import Grid, overlap, scatter
from tests.games.zieufermix import LATTICE, at
from tests.plane import active, kinds, look, told_to, touch, turn, up, well_spread
from tests.table import do, faces, names, refused, start, told, view

# ---- the deck and the table ----------------------------------------------------------------------------


@pytest.mark.rule("zieufermix", "R1")
def test_sixteen_cards() -> None:
    s = start(GAME, 2)
    assert Counter(s.faces) == {"pA": 1, "bA": 1, "yA": 2, "vA": 2, "★": 7, "✹": 3}
    assert len(s.plane.held()) == 16


@pytest.mark.parametrize("players", [2, 5])
def test_two_to_five_play(players: int) -> None:
    assert start(GAME, players).n == players


@pytest.mark.parametrize("players", [1, 6])
def test_fewer_or_more_are_refused(players: int) -> None:
    with pytest.raises(Exception, match="bad_players"):
        start(GAME, players)


@pytest.mark.rule("zieufermix", "R5")
def test_shuffled_and_face_down() -> None:
    layouts = {tuple(faces(start(GAME, 2, seed=seed), "plane")) for seed in range(20)}
    assert len(layouts) == 20
    seen = view(start(GAME, 2), 0).zone("plane")
    assert len(seen.cards) == 16
    assert all(c is not None and c.face is None and c.handle is None and c.pose is not None for c in seen.cards)


@pytest.mark.rule("zieufermix", "D7")
@pytest.mark.parametrize("seed", range(12))
def test_cards_are_scattered_without_overlap(seed: int) -> None:
    s = start(GAME, 2, seed=seed)
    assert len(s.plane.poses or ()) == 16 and well_spread(s.plane)


@pytest.mark.rule("zieufermix", "D7")
def test_each_card_in_a_cell_of_five_by_four_with_four_left_empty() -> None:
    s = start(GAME, 2)
    assert s.plane.poses is not None
    width, height = s.plane.area or (0, 0)
    cells = {(p.x * 5 // width, p.y * 4 // height) for p in s.plane.poses}
    assert len(cells) == 16 and cells <= {(x, y) for x in range(5) for y in range(4)}
    assert len({p.angle for p in s.plane.poses}) > 5
    assert any(p.x % (width // 5) != width // 10 for p in s.plane.poses)


@pytest.mark.rule("zieufermix", "D7")
def test_places_are_numbered_at_random_and_the_seed_decides() -> None:
    first = [(start(GAME, 2, seed=seed).plane.poses or ())[0] for seed in range(30)]
    assert len({(p.x // 90, p.y // 90) for p in first}) > 8
    assert start(GAME, 2, seed=3).plane.poses == start(GAME, 2, seed=3).plane.poses


@pytest.mark.rule("zieufermix", "D7")
def test_cards_won_leave_holes_and_the_rest_stays_in_place() -> None:
    s = at()
    before = [c.pose for c in view(s, 0).zone("plane").cards if c]
    turn(s, 0, 0, 1)
    look(s)
    cards = view(s, 0).zone("plane").cards
    assert cards[:2] == (None, None)
    assert [c.pose for c in cards if c] == before[2:]
    assert refused(s, 1, "turn", place=0) == "not_possible"


def test_scatter_serves_other_tables_too() -> None:
    wide = scatter(Grid(8, 5), 38, keyed(seed_from(1), "wide"), turn=40)
    assert len(wide) == 38 and not any(overlap(a, b) for a, b in combinations(wide, 2))
    assert max(abs(p.angle) for p in wide) > 20
    board = scatter(Grid(6, 6), 36, keyed(seed_from(1), "board"), jitter=0, turn=0)
    assert {(p.x, p.y, p.angle) for p in board} == {
        (45 + 90 * x, 45 + 90 * y, 0) for x in range(6) for y in range(6)
    }


def test_overlap_of_turned_cards() -> None:
    """50 × 70 mm and 2 mm of air: straight ones need 72 mm, since the plane may be turned; corners need more."""
    assert overlap(Pose(100, 100, 0), Pose(172, 100, 0))
    assert not overlap(Pose(100, 100, 0), Pose(173, 100, 0))
    assert overlap(Pose(100, 100, 0), Pose(173, 100, 45))
    assert not overlap(Pose(100, 100, 0), Pose(187, 100, 45))


# ---- turns and pairs -----------------------------------------------------------------------------------


@pytest.mark.rule("zieufermix", "R6")
def test_the_chosen_starter_begins_and_play_goes_clockwise() -> None:
    s = at(seat=2)
    for seat in (2, 0, 1, 2):
        assert active(s) == (seat,)
        assert names(s, seat) == {"turn"} and names(s, s.after(seat)) == set()
        turn(s, seat, 0, 2)
        look(s)


@pytest.mark.rule("zieufermix", "R6")
def test_chance_chooses_the_starter_when_nobody_says() -> None:
    assert {active(start(GAME, 3, seed=seed)) for seed in range(20)} == {(0,), (1,), (2,)}


@pytest.mark.rule("zieufermix", "R7")
def test_one_card_then_another() -> None:
    s = at()
    turn(s, 0, 0)
    assert up(s) == {0: "yA"} == up(s, 1)
    assert active(s) == (0,)
    turn(s, 0, 2)
    assert up(s) == {0: "yA", 2: "vA"}
    assert names(s, 0) == set()


@pytest.mark.rule("zieufermix", "R8", "R9")
@pytest.mark.parametrize(("one", "other"), [(0, 1), (1, 0), (2, 3), (4, 5), (5, 4)])
def test_pairs(one: int, other: int) -> None:
    """Example 1: yellow with yellow, purple with purple, pink with blue, in either order."""
    s = at()
    pair = sorted((faces(s, "plane")[one], faces(s, "plane")[other]))
    turn(s, 0, one, other)
    events = look(s)
    assert sorted(faces(s, "won:0")) == pair
    assert [place for place, f in enumerate(faces(s, "plane")) if f == "·"] == sorted((one, other))
    assert told(events, "wins") == [{"seat": 0, "count": 2}]
    assert active(s) == (1,)


@pytest.mark.rule("zieufermix", "R8", "D1")
@pytest.mark.parametrize(("one", "other"), [(4, 0), (5, 2), (0, 2), (4, 2), (5, 0)])
def test_misses(one: int, other: int) -> None:
    """Example 1: pink and yellow, blue and purple… are no pairs."""
    s = at()
    turn(s, 0, one, other)
    look(s)
    assert s.scores == [0, 0, 0] and len(s.plane.held()) == 16
    assert up(s) == {} and active(s) == (1,)


@pytest.mark.rule("zieufermix", "D1")
@pytest.mark.parametrize("span", [1_500, 2_500, 4_000])
def test_a_miss_stays_visible_for_a_while(span: int) -> None:
    s = at() if span == 2_500 else at(miss_ms=span)
    turn(s, 0, 0, 2)
    assert up(s, 1) == {0: "yA", 2: "vA"} and refused(s, 0, "turn", place=1) == "not_your_turn"
    events = look(s)
    assert s.now == span
    assert kinds(told_to(s, events, 1)) == ["turn_down", "turn_down", "misses"]


def test_a_pair_a_petard_and_an_etoile_are_soon_seen() -> None:
    for places in ((0, 1), (13,), (6,)):
        s = at(miss_ms=4_000)
        turn(s, 0, *places)
        look(s)
        assert s.now == 1_500, places


@pytest.mark.rule("zieufermix", "R9", "D11")
def test_won_pairs_lie_face_down_and_everybody_knows_how_many() -> None:
    s = at()
    turn(s, 0, 0, 1)
    look(s)
    for seat in range(3):
        won = view(s, seat).zone("won:0")
        assert (won.owner, won.count, won.cards) == (0, 2, ())
        assert view(s, seat).zone("won:1").count == 0
        assert view(s, seat).scores == (2, 0, 0)


@pytest.mark.rule("zieufermix", "D9")
def test_the_visible_card_cannot_be_turned_again() -> None:
    s = at()
    turn(s, 0, 0)
    assert refused(s, 0, "turn", place=0) == "not_possible"
    assert list(s.offers(0)[0].params["place"].values()) == list(range(1, 16))


@pytest.mark.rule("zieufermix", "D9")
def test_a_groping_hand_does_not_find_the_visible_card() -> None:
    """Touching the first card again finds its nearest neighbour, 90 mm away: 0 before 5 and before 2."""
    s = at(level2=(0,))
    turn(s, 0, 6)
    look(s)
    touch(s, 0, 1)
    touch(s, 0, 1)
    assert up(s, 1) == {0: "yA", 1: "yA"}


# ---- pétards -------------------------------------------------------------------------------------------


@pytest.mark.rule("zieufermix", "R10", "R11", "R12", "D3")
def test_a_petard_is_turned_back_exchanged_and_the_turn_is_over() -> None:
    """Example 2: the pétard goes to place 7, the card of place 7 to where the pétard was."""
    s = at("plane=yA yA vA vA pA ★ ★ bA ★ ★ ★ ★ ★ ✹ ✹ ✹")
    turn(s, 0, 13)
    assert up(s, 1) == {13: "✹"}
    look(s)
    assert up(s) == {} and names(s, 0) == {"swap"}
    do(s, 0, "swap", place=7)
    assert " ".join(faces(s, "plane")) == "yA yA vA vA pA ★ ★ ✹ ★ ★ ★ ★ ★ bA ✹ ✹"
    assert active(s) == (1,) and view(s, 0).phase == "first"


@pytest.mark.rule("zieufermix", "D2")
def test_a_petard_as_second_card() -> None:
    """Example 3: the yellow A is turned back too."""
    s = at()
    turn(s, 0, 0, 13)
    assert up(s) == {0: "yA", 13: "✹"}
    look(s)
    assert up(s) == {} and active(s) == (0,)
    do(s, 0, "swap", place=4)
    assert faces(s, "plane")[4] == "✹" and faces(s, "plane")[13] == "pA"
    assert s.scores == [0, 0, 0] and active(s) == (1,)


@pytest.mark.rule("zieufermix", "D3")
def test_any_other_card_may_be_chosen_also_the_one_just_turned_back() -> None:
    s = at()
    turn(s, 0, 0, 13)
    look(s)
    assert list(s.offers(0)[0].params["place"].values()) == [*range(13), 14, 15]
    assert refused(s, 0, "swap", place=13) == "not_possible"
    do(s, 0, "swap", place=0)
    assert faces(s, "plane")[0] == "✹" and faces(s, "plane")[13] == "yA"


@pytest.mark.rule("zieufermix", "D3", "D7")
def test_everybody_sees_which_places_were_exchanged_and_no_face() -> None:
    s = at()
    turn(s, 0, 13)
    look(s)
    events = do(s, 0, "swap", place=4)
    for seats in ((0,), (1,), (0, 1), ()):
        (swap,) = [e for e in told_to(s, events, *seats) if e.kind == "swap"]
        assert (swap.source, swap.target, swap.face) == (("plane", 13), ("plane", 4), None)
    assert [c.pose for c in view(s, 1).zone("plane").cards if c] == list(LATTICE)


# ---- étoiles with open eyes ----------------------------------------------------------------------------


@pytest.mark.rule("zieufermix", "R13", "D2")
def test_an_etoile_starts_the_turn_again() -> None:
    """Example 4, level 1: étoile; blue, étoile; blue, pink is a pair and the next player plays."""
    s = at()
    turn(s, 0, 6)
    assert up(s, 1) == {6: "★"}
    look(s)
    assert up(s) == {} and active(s) == (0,) and view(s, 0).phase == "first"
    turn(s, 0, 5, 7)
    assert up(s) == {5: "bA", 7: "★"}
    look(s)
    assert up(s) == {} and active(s) == (0,) and view(s, 0).phase == "first"
    turn(s, 0, 5, 4)
    look(s)
    assert s.scores == [2, 0, 0] and active(s) == (1,)


@pytest.mark.rule("zieufermix", "D10", "R13")
def test_two_etoiles_are_no_pair_before_the_a_are_won() -> None:
    """Example 7: each one starts the turn again."""
    s = at()
    for place in (6, 7):
        turn(s, 0, place)
        look(s)
    assert s.scores == [0, 0, 0] and faces(s, "plane").count("★") == 7
    assert view(s, 0).phase == "first" and active(s) == (0,)


@pytest.mark.rule("zieufermix", "D10")
def test_no_etoile_is_won_while_one_pair_of_a_is_left() -> None:
    s = at("plane=· · · · pA bA ★ ★ ★ ★ ★ ★ ★ ✹ ✹ ✹ | won:0=yA yA vA vA")
    turn(s, 0, 6)
    look(s)
    assert view(s, 0).phase == "first" and view(s, 0).fact("part") == 1


@pytest.mark.rule("zieufermix", "D4")
def test_the_seventh_etoile_ends_the_turn() -> None:
    s = at()
    for count in range(1, 7):
        turn(s, 0, 6)
        look(s)
        assert active(s) == (0,), count
        assert view(s, 1).fact("etoiles") == count
    turn(s, 0, 0, 7)
    events = look(s)
    assert told(events, "seven_etoiles") == [{"seat": 0}]
    assert up(s) == {} and active(s) == (1,)


@pytest.mark.rule("zieufermix", "D4")
def test_etoiles_are_counted_turn_by_turn() -> None:
    s = at(players=2)
    for _ in range(6):
        turn(s, 0, 6)
        look(s)
    turn(s, 0, 0, 2)
    look(s)
    assert view(s, 0).fact("etoiles") == 0
    turn(s, 1, 6)
    look(s)
    assert active(s) == (1,)
