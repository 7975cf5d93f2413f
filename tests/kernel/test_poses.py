"""Pieces that are posed one by one: who sees how they lie, what is told, and what a check answers."""

from typing import Any

import pytest
from msgspec import json

from tablee.kernel.content import content, digest
from tablee.kernel.door import Door
from tablee.kernel.moves import Move, Settled
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import seed_from
from tablee.kernel.zones import Pose, Waypoint
from tablee.server.protocol import Done
from tests.toy_hall import Hall, HallState, Plan


def hall(players: int = 2) -> HallState:
    return Hall().start(players, seed=seed_from(1), watched=True)


def at(x: int, y: int, angle: int = 0, down: int = 0) -> dict[str, Any]:
    return {"at": {"x": x, "y": y, "angle": angle, "down": down}}


def planned(s: HallState, *spots: tuple[int, int]) -> HallState:
    """Both players have planned: two spots each, seat by seat."""
    for i, spot in enumerate(spots):
        s.play(i // 2, Move("place", at(*spot)))
    return s


def test_a_plan_is_seen_by_whoever_made_it_and_counted_by_the_others() -> None:
    s = hall()
    s.play(0, Move("place", at(250, 130, 45, 1)))
    mine, theirs = (Door(s, mask).view().zone("plan:0") for mask in (0b01, 0b10))
    assert [card and (card.face, card.pose) for card in mine.cards] == [("large", Pose(200, 100, 45, down=1))]
    assert (theirs.count, theirs.cards) == (1, ())
    assert Door(s, 0b11).view().zone("plan:0").cards == ()


def test_an_event_tells_the_pose_to_those_who_see_it() -> None:
    s = hall()
    s.play(0, Move("place", at(250, 130)))
    news = s.drain()
    (mine,), (theirs,) = (Door(s, mask).events(news) for mask in (0b01, 0b10))
    assert (mine.kind, mine.target, mine.pose) == ("move", ("plan:0", 0), Pose(200, 100, 0))
    assert (theirs.kind, theirs.target, theirs.pose, theirs.face) == ("move", ("plan:0", -1), None, "large")
    s.play(0, Move("shift", at(0, 399)))
    news = s.drain()
    (mine,) = Door(s, 0b01).events(news)
    assert (mine.kind, mine.source, mine.target) == ("posed", ("plan:0", 0), ("plan:0", 0))
    assert (mine.pose, mine.path, mine.face) == (Pose(0, 300, 0), (), "large")
    assert Door(s, 0b10).events(news) == Door(s, 0b11).events(news) == ()


def test_the_way_is_told_to_those_who_saw_where_it_began() -> None:
    s = planned(hall(), (0, 0), (100, 0), (200, 0))
    s.drain()
    s.play(1, Move("place", at(300, 0)))
    news = [e for e in s.drain() if e.target is not None and e.target[0] == "hall"]
    for seat, saw in ((0, [True, True, False, False]), (1, [False, False, True, True])):
        told = Door(s, 1 << seat).events(news)
        assert [e.pose for e in told] == [Pose(x, 0, 0) for x in (0, 100, 200, 300)], "the plans are open now"
        assert [bool(e.path) for e in told] == saw
    assert not any(e.path for e in Door(s, 0b11).events(news))


def test_a_slide_is_told_with_its_way_and_whom_it_pushes() -> None:
    s = planned(hall(), (0, 0), (100, 0), (200, 0), (300, 0))
    s.drain()
    s.play(0, Move("slide", {"piece": 1, **at(250, 50, 90)}))
    told = Door(s, 0b10).events(s.drain())
    assert [(e.kind, e.source, e.pose) for e in told] == [
        ("posed", ("hall", 1), Pose(200, 0, 90)),
        ("posed", ("hall", 2), Pose(100, 0, 0)),
    ]
    assert told[0].path == (Waypoint(0, Pose(100, 0, 0)), Waypoint(400, Pose(200, 0, 90)))
    seen = Door(s, 0b10).view().zone("hall").cards
    assert [card.pose.x for card in seen if card and card.pose] == [0, 200, 100, 300]


def test_a_piece_that_leaves_makes_room_for_the_next() -> None:
    s = planned(hall(), (0, 0), (100, 0), (200, 0), (300, 0))
    s.move(1, s.hall, s.home(0))
    assert s.hall.cards == [0, -1, 2, 3] and s.standing().keys() == {0, 2, 3}
    s.set_down(1, s.home(0), s.hall, Pose(500, 500, 10, z=30))
    assert s.hall.cards == [0, 1, 2, 3]
    assert s.standing()[1] == Pose(500, 500, 10, z=30) and s.standing()[2] == Pose(200, 0, 0)


def test_a_closed_eye_is_told_nothing() -> None:
    s = planned(hall(), (0, 0), (100, 0), (200, 0), (300, 0))
    s.drain()
    s.blind = 0b10
    s.pose(s.hall, 0, Pose(9, 9, 9))
    news = s.drain()
    assert Door(s, 0b10).events(news) == () and len(Door(s, 0b01).events(news)) == 1


def test_a_hidden_zone_tells_nobody() -> None:
    s = planned(hall(), (0, 0), (100, 0), (200, 0), (300, 0))
    s.drain()
    s.hall.hidden = True
    s.pose(s.hall, 0, Pose(9, 9, 9))
    news = s.drain()
    assert [Door(s, viewers).events(news) for viewers in (0b01, 0b10, 0b11)] == [(), (), ()]


# ---- what a check answers -------------------------------------------------------------------------------


def test_a_check_says_where_a_piece_would_rest_and_the_move_comes_to_the_same() -> None:
    s = planned(hall(), (0, 0), (100, 0), (200, 0), (300, 0))
    before, door = digest(s), Door(s, 0b01)
    move = Move("slide", {"piece": 1, **at(250, 50, 90)})
    told = door.check(0, move)
    assert told == Settled(Pose(200, 0, 90), {door.handle(2): Pose(100, 0, 0)}, levels=1, cost=1, left=9)
    assert digest(s) == before, "nothing has happened"
    s.play(0, move)
    assert (s.standing()[1], s.standing()[2]) == (Pose(200, 0, 90), Pose(100, 0, 0))


def test_a_check_names_no_piece_whose_place_is_not_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    s = hall()
    s.play(1, Move("place", at(250, 130)))
    (hidden,) = s.plan(1).held()
    told = Settled(Pose(0, 0, 0), {hidden: Pose(1, 1, 1)})
    monkeypatch.setattr(Plan, "settled", lambda *_: told)
    assert Door(s, 0b01).check(0, Move("place", at(0, 0))) == Settled(Pose(0, 0, 0))


def test_a_refusal_names_what_is_hit_to_those_who_see_it(monkeypatch: pytest.MonkeyPatch) -> None:
    s = hall()
    s.play(0, Move("place", at(0, 0)))
    s.play(1, Move("place", at(250, 130)))

    def hits(card: int) -> tuple[str, dict[str, Any]]:
        def refuse(*_: Any) -> None:
            raise Refused("overlaps", piece=card)

        monkeypatch.setattr(Plan, "settled", refuse)
        with pytest.raises(Refused) as no:
            Door(s, 0b01).check(0, Move("shift", at(0, 0)))
        return no.value.code, dict(no.value.details)

    assert hits(0) == ("overlaps", {"hits": Door(s, 0b01).handle(0)}), "his own"
    assert hits(2) == ("overlaps", {}), "in another's plan"
    assert hits(-1) == ("overlaps", {})


def test_only_what_is_offered_for_it_is_checked() -> None:
    s = hall()
    with pytest.raises(Refused, match="not_offered"):
        s.check(0, Move("slide", at(0, 0)))
    with pytest.raises(Refused, match="not_possible"):
        s.check(0, Move("place", at(600, 0)))


def test_the_answer_goes_out_without_what_it_does_not_say() -> None:
    settled = Settled(Pose(20, 0, 90), {"ab12": Pose(1, 2, 3, z=4)}, cost=2)
    assert json.decode(json.encode(Done("a1", settled=settled))) == {
        "type": "done",
        "id": "a1",
        "settled": {
            "pose": {"x": 20, "y": 0, "angle": 90},
            "others": {"ab12": {"x": 1, "y": 2, "angle": 3, "z": 4}},
            "cost": 2,
        },
    }
    assert json.encode(Done("a1")) == b'{"type":"done","id":"a1"}'


# ---- what a record proves -------------------------------------------------------------------------------


def test_how_pieces_lie_is_part_of_what_a_record_proves_where_they_are_free() -> None:
    one, two = (planned(hall(), (0, 0), (100, 0), (200, 0), (300, 0)) for _ in range(2))
    assert digest(one) == digest(two)
    two.pose(two.hall, 0, Pose(0, 0, 1))
    assert digest(one) != digest(two)
    one.hall.free = two.hall.free = False
    assert digest(one) == digest(two), "fixed places are known from the start"
    assert "hall" not in content(one)["poses"]
