"""Zieufermix, rule by rule: étoiles with closed eyes, one screen for several (C13).

Expected results are worked out from the rules.
"""

import pytest

from tablee.games.zieufermix.rules import GAME
from tablee.kernel.door import Door, encode
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.values import SPAN
from tablee.kernel.zones import HOLE, Pose
from tablee.pieces.plane import nearest
from tests.games.zieufermix import ETOILES_LEFT, LATTICE, at
from tests.plane import active, is_dark, kinds, look, open_faces, told_to, touch, turn, up
from tests.table import do, faces, names, refused, start, told, view, wait

# ---- étoiles with closed eyes --------------------------------------------------------------------------


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


# ---- one screen for several (C13) ----------------------------------------------------------------------


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
