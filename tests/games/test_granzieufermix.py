"""Granzieufermix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from tablee.arena.proof import check_plays
from tablee.arena.runs import Opening
from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.memory import Memory, Recall
from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.granzieufermix.bots import GranzieufermixBot
from tablee.games.granzieufermix.rules import GAME, GranzieufermixState
from tablee.kernel.events import Event
from tablee.kernel.outcome import Reason
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Seat
from tablee.kernel.values import SPAN
from tablee.pieces.notation import arrange
from tests.matches import never_late, scores_of_two, whole_game
from tests.plane import active, is_dark, kinds, lattice, look, told_to, touch, turn, up, well_spread
from tests.table import do, faces, names, refused, start, told, view, wait

YELLOW = "yA yA yE yE yI yI yO yO yU yU"
PURPLE = "vA vA vE vE vO vO"
PINK = "pA pE pI pO pU pY"
BLUE = "bA bE bI bO bU bY"
SPECIAL = "★ ★ ★ ★ ★ ★ ★ ✹ ✹ ✹"
ALL_CARDS = f"plane={YELLOW} {PURPLE} {PINK} {BLUE} {SPECIAL}"
"""0 to 9 yellow; 10 to 15 purple; 16 to 21 pink, 22 to 27 blue; 28 to 34 étoiles; 35 to 37 pétards."""
LATTICE = lattice(38, 8)


def at(
    position: str = ALL_CARDS,
    *,
    seat: Seat = 0,
    players: int = 3,
    level2: tuple[Seat, ...] = (),
    sharing: tuple[Seat, ...] = (),
    seed: int = 1,
    **options: Any,
) -> GranzieufermixState:
    """A position in which it is this seat's turn; the seats of `level2` play with closed eyes."""
    chairs = [{"level": 2 if i in level2 else 1, "shares": i in sharing} for i in range(players)]
    s = start(GAME, players, seed=seed, seat_options=chairs, starter=seat, **options)
    arrange(s, position)
    s.plane.poses = LATTICE
    s.scores = [len(s.zone(f"won:{i}").cards) + len(s.zone(f"bonus:{i}").cards) for i in range(players)]
    s.drain()
    return s


def miss(s: GranzieufermixState, seat: Seat) -> list[Event]:
    """A yellow and a purple A; the player has seen enough."""
    turn(s, seat, 0, 10)
    return enough(s, seat)


def enough(s: GranzieufermixState, seat: Seat) -> list[Event]:
    """The player says that all have seen the cards, as soon as he may."""
    return do(s, seat, "ok", t=s.now + 1_500)


# ---- the deck and the table ---------------------------------------------------------------------------------


@pytest.mark.rule("granzieufermix", "R1")
def test_two_to_eight_play() -> None:
    assert [start(GAME, n).n for n in (2, 8)] == [2, 8]
    for players in (1, 9):
        with pytest.raises(Exception, match="bad_players"):
            start(GAME, players)


@pytest.mark.rule("granzieufermix", "R2", "R3")
def test_thirty_eight_cards() -> None:
    s = start(GAME, 2)
    found = Counter(faces(s, "plane"))
    assert found == Counter(f"{YELLOW} {PURPLE} {PINK} {BLUE} {SPECIAL}".split())
    assert found.total() == 38 and sum(n for face, n in found.items() if face not in "★✹") == 28
    assert (found["★"], found["✹"]) == (7, 3)


@pytest.mark.rule("granzieufermix", "R4", "D5")
def test_fifty_five_consonants_stay_in_the_box_unseen() -> None:
    """20 pink, 20 blue, 15 purple: L 2, M 1, N 2, R 3, S 4, T 3."""
    s = start(GAME, 2)
    box = Counter(faces(s, "box"))
    assert box.total() == 55 and not any(face[1] in "AEIOUY" for face in box)
    assert Counter(face[0] for face in faces(s, "box")) == {"p": 20, "b": 20, "v": 15}
    assert {f: n for f, n in box.items() if f[0] == "v"} == {"vL": 2, "vM": 1, "vN": 2, "vR": 3, "vS": 4, "vT": 3}
    assert all(zone.name != "box" or not zone.cards for zone in view(s, 0).zones)
    assert len({tuple(faces(start(GAME, 2, seed=seed), "box")) for seed in range(10)}) == 10


@pytest.mark.rule("granzieufermix", "R4")
def test_nobody_imagines_a_consonant_on_the_table() -> None:
    twin = at().redeal(0, keyed(seed_from(5), "imagine"))
    assert all(face[1:] in ("", *"AEIOUY") for face in faces(twin, "plane"))


@pytest.mark.rule("granzieufermix", "R8")
def test_shuffled_and_face_down() -> None:
    assert len({tuple(faces(start(GAME, 2, seed=seed), "plane")) for seed in range(20)}) == 20
    cards = view(start(GAME, 2), 0).zone("plane").cards
    assert len(cards) == 38
    assert all(c is not None and c.face is None and c.handle is None and c.pose is not None for c in cards)


@pytest.mark.rule("granzieufermix", "D15")
@pytest.mark.parametrize("seed", range(4))
def test_scattered_over_eight_by_five_cells(seed: int) -> None:
    """One card to a cell, two cells empty, none over another, up to 40° askew."""
    plane = start(GAME, 2, seed=seed).plane
    width, height = plane.area or (0, 0)
    poses = plane.poses or ()
    cells = {(p.x * 8 // width, p.y * 5 // height) for p in poses}
    assert len(poses) == len(cells) == 38 and cells <= {(x, y) for x in range(8) for y in range(5)}
    assert well_spread(plane)
    assert 20 < max(abs(p.angle) for p in poses) <= 40
    assert any(p.x % (width // 8) != width // 16 for p in poses)


@pytest.mark.rule("granzieufermix", "D15")
def test_places_are_numbered_at_random_and_the_seed_decides() -> None:
    first = [(start(GAME, 2, seed=seed).plane.poses or ())[0] for seed in range(30)]
    assert len({(p.x // 90, p.y // 90) for p in first}) > 12
    assert start(GAME, 2, seed=3).plane.poses == start(GAME, 2, seed=3).plane.poses


# ---- turns and pairs ----------------------------------------------------------------------------------------


@pytest.mark.rule("granzieufermix", "R9", "R16")
def test_the_chosen_starter_begins_and_play_goes_clockwise() -> None:
    s = at(seat=2)
    for seat in (2, 0, 1, 2):
        assert active(s) == (seat,) and names(s, seat) == {"turn"} and names(s, s.after(seat)) == set()
        miss(s, seat)
        assert up(s) == {} and len(s.plane.held()) == 38
    assert {active(start(GAME, 3, seed=seed)) for seed in range(20)} == {(0,), (1,), (2,)}


@pytest.mark.rule("granzieufermix", "R10", "D9")
def test_one_card_then_another_and_never_the_visible_one() -> None:
    s = at()
    turn(s, 0, 0)
    assert up(s) == {0: "yA"} == up(s, 1) and active(s) == (0,)
    assert refused(s, 0, "turn", place=0) == "not_possible"
    assert list(s.offers(0)[0].params["place"].values()) == list(range(1, 38))
    turn(s, 0, 2)
    assert up(s, 2) == {0: "yA", 2: "yE"}


PAIRED = [
    ("yA", "yA"),
    ("yA", "yE"),
    ("vE", "vO"),
    ("pO", "bO"),
    ("pO", "bU"),
    ("bY", "pA"),
]
NO_PAIR = [("pO", "pU"), ("bA", "bE"), ("vE", "yE"), ("yA", "pA"), ("vO", "bO"), ("bI", "yI")]


def find(s: GranzieufermixState, one: str, other: str) -> tuple[int, int]:
    laid = faces(s, "plane")
    first = laid.index(one)
    return first, next(p for p, face in enumerate(laid) if face == other and p != first)


@pytest.mark.rule("granzieufermix", "R11", "R12", "R13", "R15")
@pytest.mark.parametrize(("one", "other"), PAIRED)
def test_pairs_go_by_colour(one: str, other: str) -> None:
    """Examples 1 to 3: the two cards are his, face down, and the next player plays."""
    s = at()
    places = find(s, one, other)
    turn(s, 0, *places)
    events = look(s)
    assert sorted(faces(s, "won:0")) == sorted((one, other))
    assert [p for p, face in enumerate(faces(s, "plane")) if face == "·"] == sorted(places)
    assert told(events, "wins") == [{"seat": 0, "count": 3 if one[1] == other[1] else 2}]
    assert active(s) == (1,) and names(s, 0) == set()
    for seat in range(3):
        won = view(s, seat).zone("won:0")
        assert (won.count, won.cards) == (2, ())


@pytest.mark.rule("granzieufermix", "R11", "R12", "R16")
@pytest.mark.parametrize(("one", "other"), NO_PAIR)
def test_other_colours_are_no_pair(one: str, other: str) -> None:
    """Examples 3 and 4: two pinks are none, nor the same letter in purple and yellow."""
    s = at()
    turn(s, 0, *find(s, one, other))
    events = enough(s, 0)
    assert told(events, "misses") == [{"seat": 0}]
    assert s.scores == [0, 0, 0] and len(s.plane.held()) == 38 and up(s) == {} and active(s) == (1,)


@pytest.mark.rule("granzieufermix", "R14", "D5")
@pytest.mark.parametrize(("one", "other"), [pair for pair in PAIRED if pair[0][1] == pair[1][1]])
def test_the_same_letter_brings_a_consonant(one: str, other: str) -> None:
    """Examples 2 and 3: two cards and a bonus, face up, are 3."""
    s = at()
    top = faces(s, "box")[-1]
    turn(s, 0, *find(s, one, other))
    events = look(s)
    assert told(events, "bonus") == [{"seat": 0}]
    assert faces(s, "bonus:0") == [top] and len(faces(s, "box")) == 54
    assert [c.face for c in view(s, 1).zone("bonus:0").cards if c] == [top]
    assert s.scores == [3, 0, 0] and active(s) == (1,)


@pytest.mark.rule("granzieufermix", "R14")
def test_no_bonus_for_another_letter() -> None:
    s = at()
    turn(s, 0, *find(s, "yA", "yE"))
    assert told(look(s), "bonus") == [] and s.scores == [2, 0, 0] and len(faces(s, "box")) == 55


@pytest.mark.rule("granzieufermix", "D5", "D12")
def test_fourteen_pairs_of_colours_and_never_more_bonus_cards_than_there_are() -> None:
    """10 yellow, 6 purple, 6 pink with 6 blue: with the same letters, 14 bonuses of the 55."""
    s = at(players=2)
    pairs = [*((p, p + 1) for p in range(0, 16, 2)), *((p, p + 6) for p in range(16, 22))]
    for pair in pairs:
        assert s.outcome is None
        turn(s, active(s)[0], *pair)
        look(s)
    assert s.outcome is not None and len(pairs) == 14
    assert s.outcome.scores == (21, 21) and len(faces(s, "box")) == 41


@pytest.mark.rule("granzieufermix", "R24", "D12")
def test_the_hard_game() -> None:
    """Example 1: the colours and the letter must be right, and nothing comes on top."""
    for one, other in NO_PAIR + [pair for pair in PAIRED if pair[0][1] != pair[1][1]]:
        s = at(corse=True)
        turn(s, 0, *find(s, one, other))
        enough(s, 0)
        assert s.scores == [0, 0, 0], (one, other)
    for one, other in PAIRED:
        if one[1] == other[1]:
            s = at(corse=True)
            turn(s, 0, *find(s, one, other))
            assert told(look(s), "bonus") == []
            assert s.scores == [2, 0, 0] and len(faces(s, "box")) == 55
    assert view(at(corse=True), 0).fact("corse") is True and view(at(), 0).fact("corse") is False


@pytest.mark.rule("granzieufermix", "D12")
def test_in_the_hard_game_every_card_has_a_partner() -> None:
    s = at(corse=True)
    letters = [face for face in faces(s, "plane") if face not in "★✹"]
    while letters:
        one = letters.pop()
        other = next(face for face in letters if s.is_pair(one, face))
        letters.remove(other)
        assert (one[1], s.is_pair(other, one)) == (other[1], True)


@pytest.mark.rule("granzieufermix", "D13")
@pytest.mark.parametrize("seconds", [2, 4, 8])
def test_a_miss_stays_visible_until_ok_or_for_a_while(seconds: int) -> None:
    s = at() if seconds == 4 else at(show_s=seconds)
    turn(s, 0, 0, 10)
    assert up(s, 1) == {0: "yA", 10: "vA"} and names(s, 0) == {"ok"} and names(s, 1) == set()
    assert refused(s, 1, "ok") == "not_your_turn"
    events = wait(s, "look/over")
    assert s.now == seconds * 1_000
    assert kinds(told_to(s, events, 1)) == ["turn_down", "turn_down", "misses"]
    s.now += 300
    turn(s, 1, 0, 10)
    assert refused(s, 1, "ok", t=s.now + 1_499) == "too_early"
    assert up(s) == {0: "yA", 10: "vA"}
    do(s, 1, "ok", t=s.now + 1_500)
    assert up(s) == {} and active(s) == (2,)


def test_what_is_won_and_what_is_special_is_shown_without_ok() -> None:
    for places in ((0, 1), (28,), (35,)):
        s = at()
        turn(s, 0, *places)
        assert set(up(s, 1)) == set(places) and names(s, 0) == set()
        look(s)


# ---- pétards ------------------------------------------------------------------------------------------------


@pytest.mark.rule("granzieufermix", "R17", "R18", "R19", "D3")
def test_a_petard_is_turned_back_exchanged_and_the_turn_is_over() -> None:
    s = at()
    turn(s, 0, 35)
    assert up(s, 1) == {35: "✹"}
    look(s)
    assert up(s) == {} and names(s, 0) == {"swap"} and active(s) == (0,)
    events = do(s, 0, "swap", place=20)
    assert faces(s, "plane")[20] == "✹" and faces(s, "plane")[35] == "pU"
    for seats in ((0,), (1,), ()):
        (swap,) = [e for e in told_to(s, events, *seats) if e.kind == "swap"]
        assert (swap.source, swap.target, swap.face) == (("plane", 35), ("plane", 20), None)
    assert [c.pose for c in view(s, 1).zone("plane").cards if c] == list(LATTICE)
    assert active(s) == (1,) and view(s, 0).phase == "first"


@pytest.mark.rule("granzieufermix", "D2", "D4")
def test_a_petard_as_second_card_may_change_with_the_first() -> None:
    """Example 7: yellow U, then a pétard; both are turned down, and they change places."""
    s = at(f"plane=bA bE bI bO ✹ {YELLOW} {PURPLE} {PINK} bU bY ★ ★ ★ ★ ★ ★ ★ ✹ ✹")
    yellow_u = faces(s, "plane").index("yU")
    turn(s, 0, yellow_u, 4)
    assert up(s) == {yellow_u: "yU", 4: "✹"}
    look(s)
    assert up(s) == {} and names(s, 0) == {"swap"}, "there is no way round the exchange"
    assert list(s.offers(0)[0].params["place"].values()) == [p for p in range(38) if p != 4]
    assert refused(s, 0, "swap", place=4) == "not_possible"
    do(s, 0, "swap", place=yellow_u)
    assert faces(s, "plane")[yellow_u] == "✹" and faces(s, "plane")[4] == "yU"
    assert s.scores == [0, 0, 0] and active(s) == (1,)


# ---- étoiles ------------------------------------------------------------------------------------------------


@pytest.mark.rule("granzieufermix", "R20", "R23", "R15")
def test_an_etoile_as_second_card_starts_the_turn_again() -> None:
    """Example 5: yellow I, étoile; then purple A and purple O are a pair of 2 cards, and the turn is over."""
    s = at()
    turn(s, 0, 4, 28)
    assert up(s, 1) == {4: "yI", 28: "★"}
    look(s)
    assert up(s) == {} and active(s) == (0,) and view(s, 0).phase == "first" and not is_dark(view(s, 0))
    turn(s, 0, 10, 14)
    look(s)
    assert s.scores == [2, 0, 0] and active(s) == (1,)


@pytest.mark.rule("granzieufermix", "R20", "R23", "D1")
def test_each_etoile_starts_it_again_and_two_are_no_pair() -> None:
    s = at()
    for place in (28, 29, 28):
        turn(s, 0, place)
        look(s)
        assert active(s) == (0,) and view(s, 0).phase == "first" and up(s) == {}
    assert s.scores == [0, 0, 0] and faces(s, "plane").count("★") == 7


@pytest.mark.rule("granzieufermix", "D1")
def test_petards_and_etoiles_are_never_won() -> None:
    s = at()
    turn(s, 0, 35)
    look(s)
    do(s, 0, "swap", place=36)
    turn(s, 1, 35)
    look(s)
    do(s, 1, "swap", place=28)
    assert s.scores == [0, 0, 0] and Counter(faces(s, "plane"))["✹"] == 3


@pytest.mark.rule("granzieufermix", "D10")
def test_the_seventh_etoile_ends_the_turn() -> None:
    """Example 8: the same one may come several times."""
    s = at()
    for count in range(1, 7):
        turn(s, 0, 28)
        look(s)
        assert active(s) == (0,) and view(s, 1).fact("etoiles") == count
    turn(s, 0, 0, 29)
    assert told(look(s), "seven_etoiles") == [{"seat": 0}]
    assert up(s) == {} and active(s) == (1,) and view(s, 1).fact("etoiles") == 0


@pytest.mark.rule("granzieufermix", "R5", "R6")
def test_levels_are_chosen_before_the_game_and_may_differ() -> None:
    s = at(level2=(1,))
    assert view(s, 0).fact("levels") == [1, 2, 1] == view(s).fact("levels")
    assert [o.level for o in start(GAME, 2).seat_options] == [1, 1]
    with pytest.raises(Exception, match="bad_options"):
        start(GAME, 2, seat_options=[{"level": 3}, {}])
    turn(s, 0, 28)
    look(s)
    turn(s, 0, 0, 29)
    look(s)
    assert not is_dark(view(s, 0)) and names(s, 0) == {"turn"}, "level 1 keeps its eyes open"


@pytest.mark.rule("granzieufermix", "R7", "R21", "R22", "D6", "D8")
def test_level_two_plays_on_with_closed_eyes() -> None:
    """Example 6, at each moment: who sees what."""
    s = at(seat=1, level2=(1,))
    mine = told_to(s, turn(s, 1, 28), 1)
    assert kinds(mine) == ["turn_up", "closes_eyes"] and mine[0].face == "★"
    assert is_dark(view(s, 1)) and is_dark(view(s)) and up(s, 0) == {28: "★"} and view(s, 0).eyes_closed == (1,)

    events = look(s)
    assert kinds(told_to(s, events, 0)) == ["turn_down"] and told_to(s, events, 1) == []
    assert up(s, 0) == {} and names(s, 1) == {"touch"}

    # The blue E lies at 23; a point 44 mm off is still nearest to it.
    events = touch(s, 1, 23, dx=-44)
    (flash,) = told_to(s, events, 1)
    assert (flash.kind, flash.face, flash.data, flash.source) == ("flash", "bE", {"ms": SPAN(700)}, None)
    assert up(s, 0) == {23: "bE"} and is_dark(view(s, 1))

    events = touch(s, 1, 17)
    assert [(e.kind, e.face) for e in told_to(s, events, 1)] == [("flash", "pE")]
    assert up(s, 2) == {17: "pE", 23: "bE"} and is_dark(view(s, 1))

    events = look(s)
    assert kinds(told_to(s, events, 1)) == ["opens_eyes", "move", "bonus", "wins"]
    assert kinds(told_to(s, events, 0)) == ["move", "move", "opens_eyes", "move", "bonus", "wins"]
    assert s.scores == [0, 3, 0] and not is_dark(view(s, 1)) and up(s, 1) == {} and active(s) == (2,)
    cards = view(s, 1).zone("plane").cards
    assert cards[17] is None and cards[23] is None


@pytest.mark.rule("granzieufermix", "R21", "R23")
def test_an_etoile_as_second_card_closes_the_eyes_too() -> None:
    s = at(level2=(0,))
    turn(s, 0, 0, 28)
    assert is_dark(view(s, 0)) and up(s, 1) == {0: "yA", 28: "★"}
    look(s)
    assert up(s, 1) == {} and names(s, 0) == {"touch"} and active(s) == (0,)


@pytest.mark.rule("granzieufermix", "R21", "D8")
def test_dark_to_the_end_of_the_turn_and_no_longer() -> None:
    """Another étoile, a miss: he may say that all have seen it, and opens his eyes on cards turned down."""
    s = at(players=2, level2=(0,))
    turn(s, 0, 28)
    look(s)
    assert [(e.kind, e.face) for e in told_to(s, touch(s, 0, 29), 0)] == [("flash", "★")]
    look(s)
    touch(s, 0, 0)
    touch(s, 0, 10)
    assert is_dark(view(s, 0)) and up(s, 1) == {0: "yA", 10: "vA"} and names(s, 0) == {"ok"}
    events = enough(s, 0)
    assert kinds(told_to(s, events, 0)) == ["opens_eyes", "misses"]
    assert not is_dark(view(s, 0)) and up(s, 0) == {}
    miss(s, 1)
    assert names(s, 0) == {"turn"}


@pytest.mark.rule("granzieufermix", "R22", "D6")
@pytest.mark.parametrize("span", [400, 700, 1_200])
def test_option_glimpse(span: int) -> None:
    s = at(level2=(0,)) if span == 700 else at(level2=(0,), glimpse_ms=span)
    turn(s, 0, 28)
    look(s)
    assert told(touch(s, 0, 0), "flash") == [{"ms": span}]


@pytest.mark.rule("granzieufermix", "D6", "D9")
def test_a_groping_hand_finds_the_nearest_card_that_lies_face_down() -> None:
    """45 mm to the right of 4, place 5 is just as near and 4 is lower; touching the open 4 then finds 3, as far
    from it as 5 and 12."""
    s = at(level2=(0,))
    turn(s, 0, 28)
    look(s)
    touch(s, 0, 4, dx=45)
    assert list(up(s, 1)) == [4]
    touch(s, 0, 4)
    assert sorted(up(s, 1)) == [3, 4]


@pytest.mark.rule("granzieufermix", "D7")
def test_the_exchange_is_blind_too() -> None:
    """Touching the pétard at 35 itself finds another card: 27, 34 and 36 are 90 mm away, 27 is lowest."""
    s = at(level2=(0,))
    turn(s, 0, 28)
    look(s)
    assert [(e.kind, e.face) for e in told_to(s, touch(s, 0, 35), 0)] == [("flash", "✹")]
    look(s)
    assert is_dark(view(s, 0)) and names(s, 0) == {"touch"}
    events = touch(s, 0, 35)
    assert faces(s, "plane")[27] == "✹" and faces(s, "plane")[35] == "bY"
    assert kinds(told_to(s, events, 0)) == ["opens_eyes", "exchanges"]
    assert kinds(told_to(s, events, 1)) == ["swap", "opens_eyes", "exchanges"]
    assert active(s) == (1,)


@pytest.mark.rule("granzieufermix", "D14")
def test_closed_eyes_bring_no_bonus_of_their_own() -> None:
    s = at(players=2, level2=(0,))
    turn(s, 0, 28)
    look(s)
    touch(s, 0, 0)
    touch(s, 0, 2)
    look(s)
    assert s.scores == [2, 0]


def test_on_a_shared_screen_eyes_stay_open() -> None:
    """C13: whoever sits at the same screen would be blind with him."""
    s = at(level2=(0, 1), sharing=(0,))
    assert view(s, 2).fact("levels") == [1, 2, 1]
    turn(s, 0, 28)
    assert not is_dark(view(s, 0)) and s.blind == 0
    look(s)
    turn(s, 0, 0, 1)
    look(s)
    turn(s, 1, 28)
    assert is_dark(view(s, 1)), "level 2 on a screen of his own"


# ---- the end ------------------------------------------------------------------------------------------------

LAST = "plane=yA yE · · · · · · · · · · · · · · · · · · · · · · · · · · ★ ★ ★ ★ ★ ★ ★ ✹ ✹ ✹"
REST = f"won:1=yA yE yI yI yO yO yU yU {PURPLE} {PINK} bA"


@pytest.mark.rule("granzieufermix", "R25", "R26", "D14")
@pytest.mark.parametrize(
    ("won", "ranks", "scores"),
    [
        (f"{REST} | won:0=bE bI bO bU bY", (2, 1), (7, 21)),
        (f"won:1=yA yE yI yI yO yO yU yU {PURPLE} | won:0={PINK} {BLUE}", (1, 1), (14, 14)),
        (f"won:1=yA yE yI yI yO yO yU yU {PURPLE} | won:0={PINK} {BLUE} | bonus:1=bK", (2, 1), (14, 15)),
    ],
)
def test_ten_cards_are_left_and_the_most_cards_win(
    won: str, ranks: tuple[int, ...], scores: tuple[int, ...]
) -> None:
    """Example 9: exactly 7 étoiles and 3 pétards; bonuses count; equal totals share the victory."""
    s = at(f"{LAST} | {won}", players=2)
    turn(s, 0, 0, 1)
    assert s.outcome is None
    look(s)
    assert s.outcome is not None
    assert Counter(f for f in faces(s, "plane") if f != "·") == {"★": 7, "✹": 3}
    assert (s.outcome.ranks, s.outcome.scores) == (ranks, scores)
    assert (s.outcome.reason, s.outcome.detail) == (Reason.RULE, "all_won")
    assert names(s, 1) == set()


@pytest.mark.rule("granzieufermix", "R25")
@pytest.mark.parametrize("seed", range(6))
def test_twenty_eight_letters_and_a_card_for_each_pair_of_the_same(seed: int) -> None:
    """Example 9."""
    s = start(GAME, 2 + seed, seed=seed)
    rollout(s, QuickPicker(seed))
    assert s.outcome is not None
    letters = sum(len(s.zone(f"won:{i}").cards) for i in s.all_seats)
    assert sum(s.outcome.scores) == letters + 55 - len(faces(s, "box"))
    assert letters == 28 if s.outcome.reason is Reason.RULE else letters == 38 - len(s.plane.held())


@pytest.mark.rule("granzieufermix", "D11")
@pytest.mark.parametrize("players", [2, 3])
def test_twenty_rounds_without_a_pair_end_the_game(players: int) -> None:
    """A pair starts the count again."""
    s = at(players=players)
    for _ in range(20 * players - 1):
        miss(s, active(s)[0])
    turn(s, active(s)[0], 12, 13)
    look(s)
    for done in range(20 * players):
        assert s.outcome is None, done
        miss(s, active(s)[0])
    assert s.outcome is not None
    assert (s.outcome.reason, s.outcome.detail) == (Reason.CAP, "idle")
    assert sorted(s.outcome.scores) == [*[0] * (players - 1), 3]


@pytest.mark.rule("granzieufermix", "D11")
def test_the_longest_turn_and_the_bound() -> None:
    """Letter, étoile, look, six times over, then letter, pétard, look, exchange: 22 records and 14 cards."""
    records = cards = 0
    s = at()
    for _ in range(6):
        turn(s, 0, 0, 28)
        look(s)
        records, cards = records + 3, cards + 2
    turn(s, 0, 0, 35)
    look(s)
    do(s, 0, "swap", place=1)
    assert active(s) == (1,) and (records + 4, cards + 2) == (22, 14)
    assert [GAME.bound(n, s.options) for n in (2, 8)] == [14 * 20 * n * 22 for n in (2, 8)]


@pytest.mark.rule("granzieufermix", "D11")
@pytest.mark.parametrize("seed", range(4))
def test_random_games_end_within_the_bound(seed: int) -> None:
    players = 2 + 2 * seed
    levels = [{"level": 1 + (seed + i) % 2} for i in range(players)]
    run = check_plays(Opening(GAME, players, seed, {"corse": seed % 2 == 1}, levels))
    assert run.state.outcome is not None


# ---- time ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("granzieufermix", "R10")
def test_open_eyes_thirty_seconds_then_a_random_card_is_turned() -> None:
    """The default of the table: for the first and for the second card, never the visible one."""
    turned: set[int] = set()
    for seed in range(12):
        s = at(seed=seed)
        assert told(wait(s, "first/limit"), "timeout") == [{"seat": 0}]
        assert s.now == 30_000 and len(up(s)) == 1
        turned |= set(up(s))
        s = at(seed=seed)
        turn(s, 0, 0)
        wait(s, "second/limit")
        assert s.now == 30_000 and len(up(s)) == 2 and up(s)[0] == "yA"
    assert len(turned) > 5


@pytest.mark.rule("granzieufermix", "D16")
def test_closed_eyes_thirty_seconds_then_the_turn_is_over() -> None:
    s = at(level2=(0,))
    turn(s, 0, 28)
    look(s)
    touch(s, 0, 0)
    before = s.now
    events = wait(s, "second/limit")
    assert s.now - before == 30_000
    assert kinds(told_to(s, events, 1)) == ["turn_down", "opens_eyes", "timeout"]
    assert up(s) == {} and active(s) == (1,) and s.scores == [0, 0, 0]


@pytest.mark.rule("granzieufermix", "D16")
@pytest.mark.parametrize("blind", [False, True])
def test_twenty_seconds_for_the_exchange_then_a_random_one(blind: bool) -> None:
    gone_to = set()
    for seed in range(8):
        s = at(seed=seed, level2=(0,) if blind else ())
        if blind:
            turn(s, 0, 28)
            look(s)
            touch(s, 0, 35)
        else:
            turn(s, 0, 35)
        look(s)
        assert is_dark(view(s, 0)) == blind
        before = s.now
        events = wait(s, "exchange/limit")
        assert s.now - before == 20_000 and "timeout" in kinds(told_to(s, events, 0))
        (swap,) = [e for e in told_to(s, events, 1) if e.kind == "swap"]
        assert swap.source == ("plane", 35) and swap.target is not None and swap.target[1] != 35
        gone_to.add(swap.target[1])
        assert active(s) == (1,)
    assert len(gone_to) > 4


def test_only_the_listed_times_are_options() -> None:
    with pytest.raises(Exception, match="bad_options"):
        start(GAME, 2, show_s=3)
    with pytest.raises(Exception, match="bad_options"):
        start(GAME, 2, glimpse_ms=500)


# ---- bots ---------------------------------------------------------------------------------------------------


def bot(seat: Seat, level: str, seed: int = 1) -> GranzieufermixBot:
    return GranzieufermixBot(seat, Level(level), keyed(seed_from(seed), "bot"))


def show(s: GranzieufermixState, mind: GranzieufermixBot, events: list[Event]) -> Plan | None:
    return mind.react(Sighting(s, mind.seat, events))


def seen_by(mind: GranzieufermixBot, *shown: tuple[int, str]) -> None:
    """It has seen these cards and forgets none of them."""
    mind.memory.recall = Recall(1.0)
    for place, face in shown:
        mind.memory.see(place, face)


def share(memory: Memory, places: range) -> float:
    return sum(memory.at(place) is not None for place in places) / len(places)


@pytest.mark.parametrize(("level", "span", "keeps"), [("beginner", 4, 0.6), ("normal", 12, 0.85)])
def test_how_many_cards_bots_remember_and_how_well(level: str, span: int, keeps: float) -> None:
    memory = bot(0, level).memory
    for place in range(38):
        memory.see(place, "yA")
    assert share(memory, range(38)) * 38 == pytest.approx(span)
    kept = 0
    for seed in range(500):
        memory = bot(0, level, seed).memory
        memory.see(0, "yA")
        kept += memory.at(0) == "yA"
    assert kept / 500 == pytest.approx(keeps, abs=0.06)


def test_a_strong_bot_remembers_all() -> None:
    memory = bot(0, "strong").memory
    for place in range(38):
        memory.see(place, "yA")
    assert share(memory, range(38)) == 1


@pytest.mark.parametrize(("level", "followed"), [("beginner", 0.0), ("normal", 0.8), ("strong", 1.0)])
def test_how_bots_follow_exchanges(level: str, followed: float) -> None:
    """A beginner loses both places, a normal one may go on believing what was."""
    right = 0
    for seed in range(400):
        memory = bot(0, level, seed).memory
        recall, memory.recall = memory.recall, Recall(1.0)
        memory.see(3, "yA")
        memory.see(7, "✹")
        memory.recall = recall
        memory.swap(3, 7)
        right += (memory.at(3), memory.at(7)) == ("✹", "yA")
        if level == "beginner":
            assert memory.at(3) is None and memory.at(7) is None
    assert right / 400 == pytest.approx(followed, abs=0.06)


@pytest.mark.parametrize("level", ["beginner", "normal", "strong"])
def test_bots_play_a_pair_that_they_know(level: str) -> None:
    s = at()
    mind = bot(0, level)
    seen_by(mind, (4, "yI"), (12, "vE"), (8, "yU"), (16, "pA"), (17, "pE"))
    plan = show(s, mind, [])
    assert plan is not None and plan.move.args["place"] in (4, 8)
    other = {4: 8, 8: 4}[plan.move.args["place"]]
    plan = show(s, mind, turn(s, 0, plan.move.args["place"]))
    assert plan is not None and plan.move.args["place"] == other


def test_a_strong_bot_prefers_the_same_letter() -> None:
    for seed in range(10):
        mind = bot(0, "strong", seed)
        seen_by(mind, (0, "yA"), (4, "yI"), (5, "yI"), (16, "pA"), (23, "bE"))
        plan = show(at(), mind, [])
        assert plan is not None and plan.move.args["place"] in (4, 5)


def test_a_strong_bot_turns_unknown_cards_and_avoids_the_special_ones() -> None:
    for seed in range(10):
        mind = bot(0, "strong", seed)
        seen_by(mind, *((p, "★") for p in range(28, 35)), (35, "✹"), (0, "yA"), (10, "vA"))
        plan = show(at(), mind, [])
        assert plan is not None and plan.move.args["place"] not in (0, 10, *range(28, 36))
    few = "plane=yA yE · · · · · · · · vA vE · · · · · · · · · · · · · · · · ★ ★ ★ ★ ★ ★ ★ ✹ ✹ ✹"
    rest = f"won:1=yA yE yI yI yO yO yU yU vA vE vO vO {PINK} {BLUE}"
    mind = bot(0, "strong")
    seen_by(mind, (0, "yA"), (11, "vE"), *((p, "★") for p in range(28, 35)), *((p, "✹") for p in (35, 36, 37)))
    plan = show(at(f"{few} | {rest}", players=2), mind, [])
    assert plan is not None and plan.move.args["place"] in (1, 10)


def test_in_the_hard_game_bots_know_what_a_pair_is() -> None:
    s = at(corse=True)
    mind = bot(0, "strong")
    show(s, mind, [])
    assert mind.worth("yA", "yE") == 0 == mind.worth("pA", "bE")
    assert mind.worth("yA", "yA") == mind.worth("pA", "bA") == 2


@pytest.mark.parametrize(("level", "cells"), [("beginner", 0.9), ("normal", 0.5), ("strong", 0.2)])
def test_how_far_a_blind_hand_goes_astray(level: str, cells: float) -> None:
    """From the middle of place 20, far from every edge: the spread along each axis, in cells of 90 mm."""
    off: list[float] = []
    for seed in range(300):
        mind = bot(0, level, seed)
        mind._poses = dict(enumerate(LATTICE))
        found, (x, y) = mind.grope(20, range(38))
        assert found == 20 and 0 <= x <= 720 and 0 <= y <= 450
        off += [(x - LATTICE[20].x) / 90, (y - LATTICE[20].y) / 90]
    assert (sum(d * d for d in off) / len(off)) ** 0.5 == pytest.approx(cells, rel=0.12)


def test_a_bot_leaves_everybody_the_time_to_look() -> None:
    s = at()
    mind = bot(0, "strong")
    show(s, mind, turn(s, 0, 0))
    assert show(s, mind, turn(s, 0, 10)) is None and names(s, 0) == {"ok"}


@pytest.mark.parametrize("level", Level)
def test_bots_finish_games_that_replay(level: Level) -> None:
    for blind in (1, 2):
        assert never_late(whole_game(GAME, [level] * 3, blind, seat_options=[{"level": blind}] * 3))


@pytest.mark.parametrize(("weaker", "better"), list(combinations(Level, 2)))
def test_a_better_bot_wins_more_cards(weaker: Level, better: Level) -> None:
    """A game has 28 cards and some bonuses."""
    more, fewer = scores_of_two(GAME, better, weaker, 6)
    assert more > fewer + 6 * 4
