"""Granzieufermix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter

import pytest

from tablee.games.granzieufermix.rules import GAME, GranzieufermixState
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.values import SPAN
from tests.games.granzieufermix import BLUE, LATTICE, PINK, PURPLE, SPECIAL, YELLOW, at, enough, miss
from tests.plane import active, is_dark, kinds, look, told_to, touch, turn, up, well_spread
from tests.table import do, faces, names, refused, start, told, view, wait

# ---- the deck and the table ----------------------------------------------------------------------------


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


# ---- turns and pairs -----------------------------------------------------------------------------------


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


# ---- pétards -------------------------------------------------------------------------------------------


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


# ---- étoiles -------------------------------------------------------------------------------------------


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
