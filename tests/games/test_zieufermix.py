"""Zieufermix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from tablee.arena.proof import check_plays
from tablee.arena.runs import Opening
from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.memory import USUAL, Memory, Recall
from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.zieufermix.bots import ZieufermixBot
from tablee.games.zieufermix.rules import GAME, ZieufermixState
from tablee.kernel.door import Door, encode
from tablee.kernel.events import Event
from tablee.kernel.outcome import Reason
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Seat
from tablee.kernel.values import SPAN
from tablee.kernel.zones import HOLE, Pose
from tablee.pieces.notation import arrange
from tablee.pieces.plane import Grid, nearest, overlap, scatter
from tests.matches import never_late, whole_game
from tests.plane import active, is_dark, kinds, lattice, look, open_faces, told_to, touch, turn, up, well_spread
from tests.table import do, faces, names, refused, start, told, view, wait

ALL_CARDS = "plane=yA yA vA vA pA bA ★ ★ ★ ★ ★ ★ ★ ✹ ✹ ✹"
"""Places 0, 1 yellow; 2, 3 purple; 4 pink; 5 blue; 6 to 12 étoiles; 13 to 15 pétards."""
ETOILES_LEFT = "plane=· · · · · · ★ ★ ★ ★ ★ ★ ★ ✹ ✹ ✹ | won:0=yA yA vA vA | won:1=pA bA"
"""The three pairs of A are won, 10 cards are left."""

LATTICE = lattice(16, 4)


def at(
    position: str = ALL_CARDS,
    *,
    seat: Seat = 0,
    players: int = 3,
    level2: tuple[Seat, ...] = (),
    sharing: tuple[Seat, ...] = (),
    seed: int = 1,
    **options: Any,
) -> ZieufermixState:
    """A position in which it is this seat's turn; the seats of `level2` play with closed eyes."""
    chairs = [{"level": 2 if i in level2 else 1, "shares": i in sharing} for i in range(players)]
    s = start(GAME, players, seed=seed, seat_options=chairs, starter=seat, **options)
    arrange(s, position)
    s.plane.poses = LATTICE
    s.scores = [len(s.zone(f"won:{i}").cards) for i in range(players)]
    s.drain()
    return s


# ---- the deck and the table ---------------------------------------------------------------------------------


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


# ---- turns and pairs ----------------------------------------------------------------------------------------


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


# ---- pétards ------------------------------------------------------------------------------------------------


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


# ---- étoiles with open eyes ---------------------------------------------------------------------------------


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


# ---- étoiles with closed eyes -------------------------------------------------------------------------------


@pytest.mark.rule("zieufermix", "R2", "R3")
def test_levels_are_chosen_before_the_game_and_public() -> None:
    s = at(level2=(1,))
    assert view(s, 0).fact("levels") == [1, 2, 1] == view(s).fact("levels")
    assert [o.level for o in start(GAME, 2).seat_options] == [1, 1]
    with pytest.raises(Exception, match="bad_options"):
        start(GAME, 2, seat_options=[{"level": 3}, {}])


@pytest.mark.rule("zieufermix", "R3")
def test_level_one_never_has_a_dark_table() -> None:
    """Example 6, beside a seat of level 2."""
    s = at(level2=(1, 2))
    turn(s, 0, 6)
    assert not is_dark(view(s, 0)) and s.blind == 0
    look(s)
    turn(s, 0, 0, 7)
    look(s)
    assert not is_dark(view(s, 0)) and names(s, 0) == {"turn"}


@pytest.mark.rule("zieufermix", "R4", "R14", "R15", "R16", "D6")
def test_level_two_closes_its_eyes() -> None:
    """Example 5, at each moment: who sees what."""
    s = at(seat=1, level2=(1,))
    assert [is_dark(view(s, i)) for i in range(3)] == [False] * 3

    # He sees the étoile with open eyes, closes them, and the étoile lies open for the others only.
    events = turn(s, 1, 6)
    mine = told_to(s, events, 1)
    assert kinds(mine) == ["turn_up", "closes_eyes"]
    assert (mine[0].face, mine[0].source) == ("★", ("plane", 6))
    assert is_dark(view(s, 1)) and view(s, 1).active == ()
    for seat in (0, 2):
        assert up(s, seat) == {6: "★"} and view(s, seat).eyes_closed == (1,)
    assert open_faces(view(s, 0, 2)) == {6: "★"}
    assert is_dark(view(s, 0, 1)) and is_dark(view(s))

    # The others turn it back; he is told nothing.
    events = look(s)
    assert up(s, 0) == {} and kinds(told_to(s, events, 0)) == ["turn_down"]
    assert told_to(s, events, 1) == [] == told_to(s, events, 0, 1) == told_to(s, events)
    assert is_dark(view(s, 1)) and names(s, 1) == {"touch"} and names(s, 0) == set()

    # He touches the blue A and sees its face for half a second, not its place.
    events = touch(s, 1, 5)
    (flash,) = told_to(s, events, 1)
    assert (flash.kind, flash.face, flash.data) == ("flash", "bA", {"ms": SPAN(500)})
    assert flash.source is None and flash.target is None
    (turned,) = told_to(s, events, 0)
    assert (turned.kind, turned.face, turned.source) == ("turn_up", "bA", ("plane", 5))
    assert told_to(s, events, 0, 1) == [] == told_to(s, events)
    assert up(s, 0) == {5: "bA"} == up(s, 2)
    assert is_dark(view(s, 1)) and is_dark(view(s, 0, 1)) and is_dark(view(s))

    # A point between two cards, nearer to the pink A (4) than to place 8 below it.
    events = touch(s, 1, 4, dy=44)
    assert [(e.kind, e.face) for e in told_to(s, events, 1)] == [("flash", "pA")]
    assert up(s, 0) == {4: "pA", 5: "bA"}
    assert is_dark(view(s, 1)) and is_dark(view(s)) and view(s, 1).scores == (0, 0, 0)

    # The pair is his; then his eyes open, and he sees holes and counts.
    events = look(s)
    assert kinds(told_to(s, events, 0)) == ["move", "move", "opens_eyes", "wins"]
    assert kinds(told_to(s, events, 1)) == ["opens_eyes", "wins"] == kinds(told_to(s, events))
    assert s.blind == 0 and not is_dark(view(s, 1)) and not is_dark(view(s))
    assert view(s, 1).eyes_closed == ()
    cards = view(s, 1).zone("plane").cards
    assert cards[4] is None and cards[5] is None and up(s, 1) == {}
    assert view(s, 1).zone("won:1").count == 2 and active(s) == (2,)


@pytest.mark.rule("zieufermix", "R14", "D2")
def test_an_etoile_as_second_card_closes_the_eyes_too() -> None:
    s = at(level2=(0,))
    turn(s, 0, 0, 6)
    assert is_dark(view(s, 0)) and up(s, 1) == {0: "yA", 6: "★"}
    look(s)
    assert up(s, 1) == {} and names(s, 0) == {"touch"} and active(s) == (0,)


@pytest.mark.rule("zieufermix", "R14")
def test_letters_and_petards_close_no_eyes() -> None:
    s = at(level2=(0,))
    turn(s, 0, 0)
    assert not is_dark(view(s, 0))
    turn(s, 0, 13)
    assert not is_dark(view(s, 0))
    look(s)
    assert names(s, 0) == {"swap"}


@pytest.mark.rule("zieufermix", "R16")
def test_the_whole_turn_is_played_with_closed_eyes() -> None:
    """A second étoile, a miss: dark to the end, and open for the next player and at his next turn."""
    s = at(players=2, level2=(0,))
    turn(s, 0, 6)
    look(s)
    events = touch(s, 0, 7)
    assert [(e.kind, e.face) for e in told_to(s, events, 0)] == [("flash", "★")]
    assert is_dark(view(s, 0))
    look(s)
    touch(s, 0, 0)
    touch(s, 0, 2)
    assert is_dark(view(s, 0)) and up(s, 1) == {0: "yA", 2: "vA"}
    events = look(s)
    assert kinds(told_to(s, events, 0)) == ["opens_eyes", "misses"]
    assert not is_dark(view(s, 0)) and up(s, 0) == {}
    turn(s, 1, 0, 2)
    assert up(s, 0) == {0: "yA", 2: "vA"}
    look(s)
    assert names(s, 0) == {"turn"}


@pytest.mark.rule("zieufermix", "D6", "D3")
def test_the_exchange_is_blind_too() -> None:
    """Touching the pétard's own place 13 finds another card: 9, 12 and 14 are all 90 mm away, 9 is lowest."""
    s = at("plane=yA yA vA vA pA ★ ★ ★ ★ bA ★ ★ ★ ✹ ✹ ✹", players=3, level2=(0,))
    turn(s, 0, 5)
    look(s)
    events = touch(s, 0, 13)
    assert [(e.kind, e.face) for e in told_to(s, events, 0)] == [("flash", "✹")]
    events = look(s)
    assert told_to(s, events, 0) == [] and up(s, 1) == {}
    assert is_dark(view(s, 0)) and names(s, 0) == {"touch"}
    events = touch(s, 0, 13)
    assert faces(s, "plane")[9] == "✹" and faces(s, "plane")[13] == "bA"
    assert kinds(told_to(s, events, 1)) == ["swap", "opens_eyes", "exchanges"]
    assert kinds(told_to(s, events, 0)) == ["opens_eyes", "exchanges"]
    assert not is_dark(view(s, 0)) and active(s) == (1,)


@pytest.mark.rule("zieufermix", "D6")
@pytest.mark.parametrize(("dx", "found"), [(44, 4), (45, 4), (46, 5)])
def test_the_nearest_card_and_at_equal_distance_the_lowest_place(dx: int, found: int) -> None:
    s = at(level2=(0,))
    turn(s, 0, 6)
    look(s)
    touch(s, 0, 4, dx=dx)
    assert list(up(s, 1)) == [found]


@pytest.mark.rule("zieufermix", "D6")
def test_a_hand_in_a_hole_finds_the_nearest_card_left() -> None:
    """Places 0 and 1 are empty; from the middle of 0, place 4 is nearer (90 mm) than 2 (180 mm)."""
    s = at("plane=· · vA vA pA bA ★ ★ ★ ★ ★ ★ ★ ✹ ✹ ✹ | won:1=yA yA", level2=(0,))
    turn(s, 0, 6)
    look(s)
    touch(s, 0, 0)
    assert list(up(s, 1)) == [4]


@pytest.mark.rule("zieufermix", "D6")
def test_any_point_of_the_plane_may_be_touched_and_none_outside() -> None:
    s = at(level2=(0,))
    turn(s, 0, 6)
    look(s)
    width, height = view(s, 1).zone("plane").area or (0, 0)
    assert (width, height) == (450, 360)
    assert refused(s, 0, "touch", point={"x": width + 1, "y": 0}) == "not_possible"
    assert refused(s, 0, "touch", point={"x": 0.5, "y": 0}) == "not_possible"
    assert refused(s, 0, "turn", place=0) == "not_offered"
    do(s, 0, "touch", point={"x": width, "y": height})
    assert list(up(s, 1)) == [15]


def test_nearest_is_exact() -> None:
    poses = (Pose(0, 0, 0), Pose(10**9, 0, 0), Pose(10**9, 1, 0))
    assert nearest(poses, (7, HOLE, 3), 10**9, 0) == 2
    assert nearest(poses, (7, 5, 3), 5 * 10**8, 0) == 0
    assert nearest(poses, (7, 5, 3), 5 * 10**8 + 1, 0) == 1
    assert nearest(poses, (7, 5, 3), 10**9, 0, but=1) == 2


@pytest.mark.rule("zieufermix", "D6")
@pytest.mark.parametrize("flash", [300, 500, 1_000])
def test_option_flash(flash: int) -> None:
    s = at(level2=(0,)) if flash == 500 else at(level2=(0,), flash_ms=flash)
    turn(s, 0, 6)
    look(s)
    assert told(touch(s, 0, 0), "flash") == [{"ms": flash}]


@pytest.mark.rule("zieufermix", "R16", "D6")
def test_nothing_of_the_table_reaches_closed_eyes() -> None:
    """Two tables on which he turns the same faces, while all else differs: poses, places, holes, winnings.
    Every byte that he is sent in the dark is the same."""
    tables = [
        at("plane=yA yA vA vA pA bA ★ ★ ★ ★ ★ ★ ★ ✹ ✹ ✹", players=2, level2=(0,)),
        at("plane=✹ ★ · · ★ bA ★ ✹ ★ ★ ✹ ★ pA yA yA ★ | won:1=vA vA", players=2, level2=(0,)),
    ]
    tables[1].scores = [0, 0]  # public numbers, known to him before his eyes closed
    tables[1].plane.poses = (Pose(430, 340, 7), *LATTICE[1:])
    bytes_sent: list[list[bytes]] = [[], []]
    for s, sent in zip(tables, bytes_sent, strict=True):
        turn(s, 0, 6)
        for step in ("look", "pA", "✹", "look", "exchange"):
            if step == "look":
                events = look(s)
            else:
                place = 0 if step == "exchange" else faces(s, "plane").index(step)
                events = touch(s, 0, place)
            if s.blind:
                glimpse = Door(s, 1).glimpse(events)
                handles = [e.handle for e in glimpse.events if e.handle]
                text = encode(glimpse).decode()
                for handle in handles:
                    text = text.replace(handle, "handle")
                sent.append(text.encode())
    assert len(bytes_sent[0]) == 4
    assert bytes_sent[0] == bytes_sent[1]


@pytest.mark.rule("zieufermix", "R16")
def test_who_plays_with_closed_eyes_is_told_afterwards_what_he_may_know() -> None:
    """The log of a blind turn, from the étoile to the open eyes, for him and for the others."""
    s = at(players=2, level2=(0,))
    events = turn(s, 0, 6) + look(s) + touch(s, 0, 7) + look(s) + touch(s, 0, 13) + look(s) + touch(s, 0, 4)
    assert [e.kind for e in told_to(s, events, 0) if e.keep == "lasting"] == [
        "closes_eyes",
        "opens_eyes",
        "exchanges",
    ]
    assert [e.kind for e in told_to(s, events, 1) if e.keep == "lasting"] == [
        "closes_eyes",
        "etoile",
        "opens_eyes",
        "exchanges",
    ]
    assert not any("face" in e.data or "place" in e.data for e in told_to(s, events, 1))


def test_after_a_blind_turn_the_ledger_knows_what_he_saw() -> None:
    """A search bot may use the faces that flashed, and no others."""
    s = at(players=2, level2=(0,))
    turn(s, 0, 6)
    look(s)
    touch(s, 0, 0)
    touch(s, 0, 2)
    look(s)
    known = [place for place, card in enumerate(s.plane.cards) if s.ledger.seen[card] & 1]
    assert known == [0, 2, 6]
    twin = s.redeal(0, keyed(seed_from(5), "imagine"))
    assert [twin.faces[twin.plane.cards[p]] for p in known] == ["yA", "vA", "★"]


# ---- one screen for several (C13) ---------------------------------------------------------------------------


@pytest.mark.rule("zieufermix", "R3", "R13")
def test_on_a_shared_screen_level_two_is_played_with_open_eyes() -> None:
    """C13: whoever sits at the same screen would be blind with him. The turn is one of level 1."""
    s = at(level2=(0, 1), sharing=(0, 1))
    assert view(s, 2).fact("levels") == [1, 1, 1]
    events = turn(s, 0, 6)
    assert told(events, "etoile") == [{"seat": 0}] and told(events, "closes_eyes") == []
    for seats in ((0,), (1,), (0, 1), (2,)):
        assert open_faces(view(s, *seats)) == {6: "★"}
    look(s)
    assert up(s) == {} and names(s, 0) == {"turn"}
    turn(s, 0, 0, 13)
    look(s)
    assert names(s, 0) == {"swap"} and not is_dark(view(s, 0, 1)), "a pétard is exchanged with open eyes too"
    do(s, 0, "swap", place=1)
    assert active(s) == (1,)


@pytest.mark.rule("zieufermix", "D5")
def test_on_a_shared_screen_eyes_stay_open_in_the_second_part() -> None:
    s = at(ETOILES_LEFT, seat=1, level2=(1,), sharing=(0, 1))
    turn(s, 1, 6)
    assert up(s, 1) == {6: "★"} and names(s, 1) == {"turn"}
    turn(s, 1, 9)
    look(s)
    assert s.scores == [4, 4, 0]


@pytest.mark.rule("zieufermix", "D14")
def test_on_a_shared_screen_level_two_has_the_time_of_open_eyes() -> None:
    """20 s and a card by chance, not 15 s and the end of the turn (D8)."""
    s = at(level2=(0,), sharing=(0, 1))
    turn(s, 0, 6)
    look(s)
    before = s.now
    wait(s, "first/limit")
    assert s.now - before == 20_000 and len(up(s)) == 1


@pytest.mark.rule("zieufermix", "R14")
def test_who_has_a_screen_of_his_own_closes_his_eyes_beside_a_shared_one() -> None:
    s = at(seat=2, level2=(0, 1, 2), sharing=(0, 1))
    assert view(s, 0).fact("levels") == [1, 1, 2]
    turn(s, 2, 6)
    assert is_dark(view(s, 2)) and open_faces(view(s, 0, 1)) == {6: "★"}
    look(s)
    assert names(s, 2) == {"touch"}


# ---- the second part ----------------------------------------------------------------------------------------


@pytest.mark.rule("zieufermix", "R17")
def test_when_the_a_are_won_the_etoiles_are_looked_for() -> None:
    s = at("plane=· · · · pA bA ★ ★ ★ ★ ★ ★ ★ ✹ ✹ ✹ | won:0=yA yA vA vA")
    assert view(s, 0).fact("part") == 1
    turn(s, 0, 4, 5)
    assert told(look(s), "second_part") == [{}]
    assert view(s, 0).fact("part") == 2 and active(s) == (1,)


@pytest.mark.rule("zieufermix", "R17", "R18", "D5")
def test_two_etoiles_are_a_pair_in_the_second_part() -> None:
    """Example 8: the first étoile stays visible, the pair is won, the next player plays."""
    s = at(ETOILES_LEFT, seat=2)
    turn(s, 2, 6)
    assert up(s) == {6: "★"} and view(s, 0).phase == "second"
    turn(s, 2, 9)
    look(s)
    assert faces(s, "won:2") == ["★", "★"] and s.scores == [4, 2, 2]
    assert active(s) == (0,) and view(s, 0).zone("won:2").cards == ()


@pytest.mark.rule("zieufermix", "D5", "D2")
def test_an_etoile_then_a_petard_in_the_second_part() -> None:
    """Example 8: the étoile is turned back, the pétard is exchanged, next player."""
    s = at(ETOILES_LEFT, seat=2)
    turn(s, 2, 6, 13)
    look(s)
    assert up(s) == {} and names(s, 2) == {"swap"}
    do(s, 2, "swap", place=6)
    assert faces(s, "plane")[6] == "✹" and faces(s, "plane")[13] == "★"
    assert s.scores == [4, 2, 0] and active(s) == (0,)


@pytest.mark.rule("zieufermix", "D5", "R16", "R18")
def test_second_part_with_closed_eyes() -> None:
    """Example 9, at each moment: the first étoile stays visible to the others."""
    s = at(ETOILES_LEFT, seat=1, level2=(1,))
    events = turn(s, 1, 6)
    assert kinds(told_to(s, events, 1)) == ["turn_up", "closes_eyes"]
    assert is_dark(view(s, 1)) and names(s, 1) == {"touch"}
    assert up(s, 0) == {6: "★"} == up(s, 2) == open_faces(view(s, 0, 2))
    assert is_dark(view(s, 0, 1)) and is_dark(view(s))

    events = touch(s, 1, 9)
    assert [(e.kind, e.face, e.source) for e in told_to(s, events, 1)] == [("flash", "★", None)]
    assert told_to(s, events, 0, 1) == [] == told_to(s, events)
    assert up(s, 0) == {6: "★", 9: "★"} and is_dark(view(s, 1)) and view(s, 1).scores == (4, 2, 0)

    events = look(s)
    assert kinds(told_to(s, events, 1)) == ["opens_eyes", "wins"]
    assert s.scores == [4, 4, 0] and active(s) == (2,)
    cards = view(s, 1).zone("plane").cards
    assert not is_dark(view(s, 1)) and cards[6] is None and cards[9] is None


@pytest.mark.rule("zieufermix", "D5")
def test_a_petard_found_blind_in_the_second_part() -> None:
    s = at(ETOILES_LEFT, level2=(0,))
    turn(s, 0, 6)
    touch(s, 0, 13)
    assert up(s, 1) == {6: "★", 13: "✹"}
    look(s)
    assert up(s, 1) == {} and is_dark(view(s, 0)) and names(s, 0) == {"touch"}
    touch(s, 0, 6)
    assert faces(s, "plane")[6] == "✹" and faces(s, "plane")[13] == "★"


# ---- the end ------------------------------------------------------------------------------------------------

LAST_PAIR = "plane=· · · · · · ★ ★ ★ · · · · ✹ ✹ ✹"


@pytest.mark.rule("zieufermix", "R19", "R20", "D12")
@pytest.mark.parametrize(
    ("won", "ranks"),
    [
        ("won:0=yA yA vA vA | won:1=pA bA ★ ★ ★ ★", (1, 1)),
        ("won:0=yA yA vA vA ★ ★ | won:1=pA bA ★ ★", (1, 2)),
        ("won:0=yA yA | won:1=pA bA vA vA ★ ★ ★ ★", (2, 1)),
    ],
)
def test_the_game_ends_with_four_cards_and_the_most_cards_win(won: str, ranks: tuple[int, ...]) -> None:
    """Example 10: 6 and 6 share the victory, 8 and 4 do not."""
    s = at(f"{LAST_PAIR} | {won}", players=2)
    turn(s, 0, 6, 7)
    assert s.outcome is None
    look(s)
    assert s.outcome is not None
    assert sorted(f for f in faces(s, "plane") if f != "·") == ["★", "✹", "✹", "✹"]
    assert s.outcome.ranks == ranks and sum(s.outcome.scores) == 12
    assert (s.outcome.reason, s.outcome.detail) == (Reason.RULE, "all_won")
    assert view(s, 0).phase == "end" and names(s, 1) == set()


@pytest.mark.rule("zieufermix", "R19")
def test_six_cards_left_are_not_the_end() -> None:
    s = at("plane=· · · · · · ★ ★ ★ ★ ★ · · ✹ ✹ ✹ | won:0=yA yA vA vA | won:1=pA bA ★ ★", players=2)
    turn(s, 0, 6, 7)
    look(s)
    assert s.outcome is None and active(s) == (1,)


@pytest.mark.rule("zieufermix", "R19")
def test_the_last_pair_may_be_won_blind_and_all_eyes_are_open_at_the_end() -> None:
    s = at(f"{LAST_PAIR} | won:0=yA yA vA vA | won:1=pA bA ★ ★ ★ ★", players=2, level2=(0,))
    turn(s, 0, 6)
    touch(s, 0, 8)
    events = look(s)
    assert s.outcome is not None and s.blind == 0
    assert kinds(told_to(s, events, 0)) == ["opens_eyes", "wins", "end"]
    assert not is_dark(view(s)) and view(s, 0).outcome == s.outcome


@pytest.mark.rule("zieufermix", "D12")
@pytest.mark.parametrize("seed", range(8))
def test_cards_are_won_two_by_two(seed: int) -> None:
    s = start(GAME, 2 + seed % 4, seed=seed)
    rollout(s, QuickPicker(seed))
    assert s.outcome is not None
    assert all(score % 2 == 0 for score in s.scores)
    assert sum(s.scores) == (12 if s.outcome.reason is Reason.RULE else 16 - len(s.plane.held()))


@pytest.mark.rule("zieufermix", "D13")
@pytest.mark.parametrize("players", [2, 3])
def test_twenty_rounds_without_a_pair_end_the_game(players: int) -> None:
    s = at(players=players)
    for done in range(20 * players):
        assert s.outcome is None, done
        turn(s, active(s)[0], 0, 2)
        look(s)
    assert s.outcome is not None
    assert (s.outcome.reason, s.outcome.detail) == (Reason.CAP, "idle")
    assert s.outcome.ranks == (1,) * players


@pytest.mark.rule("zieufermix", "D13")
def test_a_pair_starts_the_count_again_and_every_other_turn_counts() -> None:
    """37 misses, an exchange, a turn of seven étoiles, a pair: then 40 more may pass."""
    s = at(players=2)
    for _ in range(37):
        turn(s, active(s)[0], 0, 2)
        look(s)
    turn(s, 1, 13)
    look(s)
    do(s, 1, "swap", place=14)
    for _ in range(7):
        turn(s, 0, 6)
        look(s)
    turn(s, 1, 0, 1)
    look(s)
    for done in range(40):
        assert s.outcome is None, done
        turn(s, active(s)[0], 2, 4)
        look(s)
    assert s.outcome is not None and s.outcome.ranks == (2, 1)


# ---- time ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("zieufermix", "D14")
def test_open_eyes_twenty_seconds_then_a_random_card_is_turned() -> None:
    turned: set[int] = set()
    for seed in range(12):
        s = at(seed=seed)
        events = wait(s, "first/limit")
        assert s.now == 20_000
        assert told(events, "timeout") == [{"seat": 0}]
        assert len(up(s)) == 1
        turned |= set(up(s))
    assert len(turned) > 5


@pytest.mark.rule("zieufermix", "D14")
def test_the_second_card_too_and_never_the_visible_one() -> None:
    for seed in range(12):
        s = at(seed=seed)
        turn(s, 0, 0)
        wait(s, "second/limit")
        assert s.now == 20_000
        assert len(up(s)) == 2 and up(s)[0] == "yA"


@pytest.mark.rule("zieufermix", "D14")
def test_the_seed_decides_which_card() -> None:
    def silent(seed: int) -> list[str]:
        s = at(seed=seed)
        for _ in range(20):
            wait(s)
        return [*faces(s, "plane"), *map(str, up(s))]

    assert silent(4) == silent(4)
    assert len({tuple(silent(seed)) for seed in range(5)}) == 5


@pytest.mark.rule("zieufermix", "D14")
def test_a_random_etoile_closes_the_eyes_of_level_two() -> None:
    s = next(s for seed in range(50) if wait(s := at(seed=seed, level2=(0,))) and "★" in up(s, 1).values())
    assert is_dark(view(s, 0))


@pytest.mark.rule("zieufermix", "D14")
@pytest.mark.parametrize("blind", [False, True])
def test_ten_seconds_for_the_exchange_then_a_random_one(blind: bool) -> None:
    gone_to = set()
    for seed in range(12):
        s = at("plane=✹ ★ ★ ★ ★ ★ ★ ★ yA yA vA vA pA bA ✹ ✹", seed=seed, level2=(0,) if blind else ())
        if blind:
            turn(s, 0, 1)
            look(s)
            touch(s, 0, 0)
        else:
            turn(s, 0, 0)
        look(s)
        assert is_dark(view(s, 0)) == blind
        before = s.now
        events = wait(s, "exchange/limit")
        assert s.now - before == 10_000
        (swap,) = [e for e in told_to(s, events, 1) if e.kind == "swap"]
        assert swap.source == ("plane", 0) and swap.target is not None and swap.target[1] != 0
        gone_to.add(swap.target[1])
        lines = ["opens_eyes", "timeout", "exchanges"] if blind else ["swap", "timeout", "exchanges"]
        assert kinds(told_to(s, events, 0)) == lines
        assert active(s) == (1,) and not is_dark(view(s, 0))
    assert len(gone_to) > 4


def test_after_a_random_blind_exchange_he_does_not_know_where_the_petard_is() -> None:
    s = at(players=2, level2=(0,))
    turn(s, 0, 6)
    look(s)
    touch(s, 0, 13)
    look(s)
    petard = s.plane.cards[13]
    assert s.ledger.seen[petard] == 0b11
    wait(s, "exchange/limit")
    assert s.ledger.seen[petard] == 0b10 and s.plane.cards[13] != petard
    places = {
        p
        for i in range(60)
        for p, c in enumerate(s.plane.cards)
        if s.redeal(0, keyed(b"x" * 16, "i", i)).faces[c] == "✹"
    }
    assert len(places) > 10


@pytest.mark.rule("zieufermix", "D8")
def test_closed_eyes_fifteen_seconds_then_the_turn_is_over() -> None:
    s = at(level2=(0,))
    turn(s, 0, 6)
    look(s)
    before = s.now
    events = wait(s, "first/limit")
    assert s.now - before == 15_000
    assert kinds(told_to(s, events, 0)) == ["opens_eyes", "timeout"]
    assert up(s) == {} and active(s) == (1,)


@pytest.mark.rule("zieufermix", "D8")
def test_the_limit_holds_for_each_card_and_the_visible_ones_are_turned_back() -> None:
    s = at(level2=(0,))
    turn(s, 0, 6)
    look(s)
    s.now += 14_999
    touch(s, 0, 0)
    before = s.now
    events = wait(s, "second/limit")
    assert s.now - before == 15_000
    assert kinds(told_to(s, events, 1)) == ["turn_down", "opens_eyes", "timeout"]
    assert up(s) == {} and active(s) == (1,) and s.scores == [0, 0, 0]
    assert s.idle == 1


@pytest.mark.rule("zieufermix", "D15")
def test_the_longest_turn() -> None:
    """Letter, étoile, look, six times over, then letter, pétard, look, exchange: 22 records. In the second part
    étoile, pétard, look, exchange: 4. Six pairs, three in each part, 20 × n turns for each."""
    records = 0
    s = at()
    for _ in range(6):
        turn(s, 0, 0, 6)
        look(s)
        records += 3
    turn(s, 0, 0, 13)
    look(s)
    do(s, 0, "swap", place=1)
    records += 4
    assert active(s) == (1,)
    assert [GAME.bound(n, s.options) for n in (2, 5)] == [60 * n * (records + 4) for n in (2, 5)]


@pytest.mark.rule("zieufermix", "D15")
@pytest.mark.parametrize("seed", range(8))
def test_random_games_end_within_the_bound(seed: int) -> None:
    players = 2 + seed % 4
    levels = [{"level": 1 + (seed + i) % 2} for i in range(players)]
    run = check_plays(Opening(GAME, players, seed, {}, levels))
    assert run.state.outcome is not None
    assert len(run.entries) <= 60 * players * 26


def test_only_the_listed_times_are_options() -> None:
    with pytest.raises(Exception, match="bad_options"):
        start(GAME, 2, flash_ms=400)
    with pytest.raises(Exception, match="bad_options"):
        start(GAME, 2, miss_ms=2_000)


# ---- bots ---------------------------------------------------------------------------------------------------


def remembering(recall: Recall, seed: int = 1) -> Memory:
    return Memory(recall, keyed(seed_from(seed), "memory"))


def share(recall: Recall) -> float:
    """How many of 1000 cards stay in mind."""
    memory = remembering(recall)
    for place in range(1_000):
        memory.see(place, "yA")
    return len(memory.where("yA")) / 1_000


@pytest.mark.parametrize(("level", "keeps"), [("beginner", 0.4), ("normal", 0.75), ("strong", 1.0)])
def test_memory_keeps_a_share_of_what_is_seen(level: str, keeps: float) -> None:
    assert share(USUAL[Level(level)]) == pytest.approx(keeps, abs=0.05)


@pytest.mark.parametrize(("level", "left"), [("beginner", 0.85), ("normal", 0.96), ("strong", 1.0)])
def test_memory_fades_turn_by_turn(level: str, left: float) -> None:
    recall = USUAL[Level(level)]
    memory = remembering(Recall(1.0, recall.forgets, recall.follows))
    for place in range(1_000):
        memory.see(place, "yA")
    memory.pass_turn()
    assert len(memory.where("yA")) / 1_000 == pytest.approx(left, abs=0.04)


@pytest.mark.parametrize(("level", "followed"), [("beginner", 0.5), ("normal", 0.85), ("strong", 1.0)])
def test_memory_follows_exchanges(level: str, followed: float) -> None:
    recall = USUAL[Level(level)]
    memory = remembering(Recall(1.0, 0.0, recall.follows))
    right = 0
    for _ in range(1_000):
        memory.see(3, "yA")
        memory.see(7, "✹")
        memory.swap(3, 7)
        right += (memory.at(7), memory.at(3)) == ("yA", "✹")
        assert (memory.at(3), memory.at(7)) in (("yA", "✹"), ("✹", "yA")), "a belief stays, though it may be false"
    assert right / 1_000 == pytest.approx(followed, abs=0.05)


def test_memory_gives_up_false_beliefs_and_what_is_gone() -> None:
    memory = remembering(Recall(1.0))
    memory.see(3, "yA")
    memory.recall = Recall(0.0)
    memory.see(3, "yA")
    assert memory.at(3) == "yA"
    memory.see(3, "vA")
    assert memory.at(3) is None
    short = remembering(Recall(1.0, span=2))
    for place, face in enumerate(("yA", "vA", "pA")):
        short.see(place, face)
    assert [short.at(p) for p in range(3)] == [None, "vA", "pA"]
    short.keep_only({2})
    assert short.at(1) is None and short.where("pA") == [2]


def bot(seat: Seat, level: str, seed: int = 1) -> ZieufermixBot:
    return ZieufermixBot(seat, Level(level), keyed(seed_from(seed), "bot"))


def show(s: ZieufermixState, mind: ZieufermixBot, events: list[Event]) -> Plan | None:
    return mind.react(Sighting(s, mind.seat, events))


def test_a_strong_bot_takes_the_pair_it_has_seen() -> None:
    s = at(players=2)
    mind = bot(1, "strong")
    show(s, mind, [])
    for events in (turn(s, 0, 0), turn(s, 0, 2)):
        show(s, mind, events)
    show(s, mind, look(s))
    for place in (1, 4):
        show(s, mind, turn(s, 1, place))
    show(s, mind, look(s))
    for place in (2, 5):
        show(s, mind, turn(s, 0, place))
    plan = show(s, mind, look(s))
    assert plan is not None and plan.move.args["place"] in (0, 1, 4, 5)
    first = plan.move.args["place"]
    plan = show(s, mind, turn(s, 1, first))
    assert plan is not None and {first, plan.move.args["place"]} in ({0, 1}, {4, 5})


def test_a_strong_bot_turns_unknown_cards_and_then_a_known_partner() -> None:
    s = at(players=2)
    mind = bot(1, "strong")
    show(s, mind, [])
    show(s, mind, turn(s, 0, 0))
    show(s, mind, turn(s, 0, 2))
    plan = show(s, mind, look(s))
    assert plan is not None and plan.move.args["place"] not in (0, 2)
    plan = show(s, mind, turn(s, 1, 1))
    assert plan is not None and plan.move.args == {"place": 0}


def test_where_bots_hide_a_petard() -> None:
    """Normal: where the opponent has just looked. Strong: on an A of a pair that everybody has seen."""
    for level, expected in (("normal", {2}), ("strong", {0, 1})):
        s = at(players=2)
        mind = bot(0, level)
        mind.memory.recall = Recall(1.0)
        show(s, mind, [])
        for place in (0, 4):
            show(s, mind, turn(s, 0, place))
        show(s, mind, look(s))
        for place in (1, 2):
            show(s, mind, turn(s, 1, place))
        show(s, mind, look(s))
        show(s, mind, turn(s, 0, 13))
        plan = show(s, mind, look(s))
        assert plan is not None and plan.move.name == "swap"
        assert plan.move.args["place"] in expected, level


@pytest.mark.parametrize(("level", "hits"), [("beginner", 0.6), ("normal", 0.8), ("strong", 0.95)])
def test_a_blind_bot_hits_the_card_it_means_or_a_neighbour(level: str, hits: float) -> None:
    """It has seen a yellow A at 0 and finds the other one blind: it aims at place 0 from memory."""
    s = at(players=2, seat=1, level2=(0,))
    before = [[], turn(s, 1, 0), turn(s, 1, 2), look(s)]
    dark = s.copy()
    dark.watched = True
    steps = [turn(dark, 0, 6), look(dark), touch(dark, 0, 1)]
    found: Counter[int] = Counter()
    for seed in range(300):
        mind = bot(0, level, seed)
        mind.memory.recall = Recall(1.0)
        mind._poses = dict(enumerate(LATTICE))
        mind._active = 1
        for events in before:
            mind.memory.notice(told_to(s, events, 0), "plane")
        for events in steps[:2]:
            mind.notice(Sighting(dark, 0, events))
        mind._aim, mind._partner = 1, 0
        plan = show(dark, mind, steps[2])
        assert plan is not None and plan.move.name == "touch"
        point = plan.move.args["point"]
        found[nearest(LATTICE, [0, HOLE, *range(2, 16)], point["x"], point["y"])] += 1
    assert found[0] / 300 == pytest.approx(hits, abs=0.08)
    assert set(found) <= {0, 2, 4, 5}, "of the cards face down, 4 is 90 mm away, 5 is 127, 2 and 8 are 180"


def test_a_bot_that_is_seated_in_the_dark_gropes_anywhere() -> None:
    s = at(players=2, level2=(0,))
    turn(s, 0, 6)
    plan = show(s, bot(0, "normal"), look(s))
    assert plan is not None and plan.move.name == "touch"
    do(s, 0, "touch", **plan.move.args)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("level", Level)
def test_bots_finish_games_that_replay(players: int, level: Level) -> None:
    for blind in (1, 2):
        assert never_late(whole_game(GAME, [level] * players, players, seat_options=[{"level": blind}] * players))
