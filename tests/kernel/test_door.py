"""The door: what leaves, for whom, under which name."""

from typing import ClassVar

import pytest

from tablee.kernel.door import Door, encode
from tablee.kernel.moves import Move
from tablee.kernel.record import Played, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import EVERYBODY, NOBODY, Seats, mask
from tablee.kernel.values import PLAIN, SAID, SEAT, Shown, declared
from tablee.kernel.zones import Pose, Zone
from tablee.pieces.kinds import Kind
from tablee.pieces.stacks import grid_of_stacks
from tests import toy

GAME = toy.Toy()


def table() -> toy.ToyState:
    return GAME.start(3, seed=seed_from(5), watched=True)


def bids(s: toy.ToyState) -> None:
    for seat in range(3):
        apply(s, Played(0, seat, Move("bid", {"amount": seat})))


def test_permanent_ids_never_leave() -> None:
    s = table()
    bids(s)
    text = encode(Door(s, 0b001).glimpse(s.drain())).decode()
    handles = [c.handle for c in Door(s, 0b001).view().zone("hand:0").cards if c]
    assert len(set(handles)) == 3
    assert all(h and len(h) == 12 and h in text for h in handles)
    offer = Door(s, 0b001).offers(0)[0]
    assert sorted(offer.params["card"].values()) == sorted(h for h in handles if h)


def test_handles_differ_per_viewer() -> None:
    s = table()
    card = s.zone("hand:0").cards[0]
    assert len({Door(s, viewers).handle(card) for viewers in (0b001, 0b010, 0b111)}) == 3


def test_a_handle_is_renewed_when_the_card_goes_out_of_sight() -> None:
    s = table()
    hand, pile = s.zone("hand:0"), s.zone("pile")
    card = hand.cards[0]
    before = Door(s, 0b001).handle(card)
    s.move(card, hand, pile)
    s.move(card, pile, hand)
    assert Door(s, 0b001).handle(card) != before


def test_a_handle_stays_while_the_card_stays_in_sight() -> None:
    s = table()
    card = s.zone("hand:0").cards[0]
    before = Door(s, 0b001).handle(card)
    s.move(card, s.zone("hand:0"), s.zone("table"))
    assert Door(s, 0b001).handle(card) == before


def test_a_covered_card_loses_its_handle() -> None:
    s = table()
    heap = Zone("heap", Kind.HEAP, EVERYBODY, depth=1)
    s.zones.append(heap)
    first, second, _ = list(s.zone("hand:0").cards)
    s.move(first, s.zone("hand:0"), heap)
    before = Door(s, 0b111).handle(first)
    s.move(second, s.zone("hand:0"), heap)
    assert Door(s, 0b111).handle(first) != before
    assert [c.face for c in Door(s, 0b111).view().zone("heap").cards if c] == [s.faces[second]]


@pytest.mark.parametrize(
    ("seers", "seen"),
    [
        (EVERYBODY, {0b001: True, 0b010: True, 0b011: True, 0b111: True}),
        (mask(0), {0b001: True, 0b010: False, 0b011: False, 0b111: False}),
        (~mask(0), {0b001: False, 0b010: True, 0b110: True, 0b011: False, 0b111: False}),
        (0b110, {0b010: True, 0b100: True, 0b110: True, 0b001: False, 0b011: False, 0b111: False}),
        (NOBODY, {0b001: False, 0b111: False}),
    ],
)
def test_several_seats_see_what_all_of_them_see(seers: Seats, seen: dict[int, bool]) -> None:
    s = table()
    zone = Zone("brow", Kind.HAND, seers, owner=0)
    s.zones.append(zone)
    s.move(s.zone("pile").cards[-1], s.zone("pile"), zone)
    for viewers, visible in seen.items():
        view = Door(s, viewers).view().zone("brow")
        assert view.count == 1
        assert any(c is not None and c.face is not None for c in view.cards) == visible, (seers, viewers)


def test_a_device_with_two_seats_is_told_which_and_what_both_may_do() -> None:
    s = table()
    glimpse = Door(s, mask(0) | mask(2)).glimpse()
    assert glimpse.view.you == (0, 2)
    assert [offer.name for offer in glimpse.offers] == ["bid", "bid"], "one for each of its seats, none of seat 1"
    assert Door(s, mask(1)).view().you == (1,)


def test_a_view_says_whose_eyes_are_closed() -> None:
    s = table()
    s.blind = mask(1)
    assert Door(s, mask(0)).view().eyes_closed == (1,)
    assert Door(s, mask(0)).view().you == (0,)


def test_what_is_not_declared_is_not_sent() -> None:
    s = table()
    s.zones.append(Zone("vault", Kind.BOX, NOBODY, hidden=True))
    s.move(s.zone("pile").cards[-1], s.zone("pile"), s.zones[-1])
    text = encode(Door(s, 0b111).view()).decode()
    assert "vault" not in text
    assert "seed" not in text
    assert s.seed.hex() not in text


def test_facts_are_merged_once_and_of_one_name_the_top_of_the_stack_counts() -> None:
    class Beneath:
        shown: ClassVar[Shown] = {"seat": SEAT, "scores": PLAIN, "round": PLAIN}

    class Above:
        shown: ClassVar[Shown] = {"seat": PLAIN, "word": SAID}

    assert declared((Beneath, Above)) == (("seat", 1, PLAIN), ("round", 0, PLAIN), ("word", 1, SAID))


def test_cards_shown_one_by_one() -> None:
    s = table()
    pile = s.zone("pile")
    card = pile.cards[2]
    s.turn_up(pile, card, 0b010)
    assert [c.face if c else None for c in Door(s, 0b010).view().zone("pile").cards][2] == s.faces[card]
    assert Door(s, 0b001).view().zone("pile").cards == ()
    assert s.ledger.seen[card] == 0b010
    s.turn_down(pile, card)
    assert Door(s, 0b010).view().zone("pile").cards == ()
    assert s.ledger.seen[card] == 0b010, "it was seen, and a perfect memory keeps it"


def test_marks_are_seen_where_the_face_is() -> None:
    s = table()
    card = s.zone("hand:0").cards[0]
    s.marks[card] = "E"
    assert Door(s, 0b001).view().zone("hand:0").cards[0].mark == "E"  # type: ignore[union-attr]
    assert b'"mark"' not in encode(Door(s, 0b010).view())


def test_sealed_choices_show_that_they_are_there() -> None:
    s = table()
    apply(s, Played(0, 1, Move("bid", {"amount": 4})))
    assert Door(s, 0b010).view().fact("choices") == {"1": {"sealed": True, "value": 4}}
    assert Door(s, 0b001).view().fact("choices") == {"1": {"sealed": True}}
    assert Door(s, 0b011).view().fact("choices") == {"1": {"sealed": True}}


def test_closed_eyes_see_nothing_but_the_flash() -> None:
    s = table()
    bids(s)
    s.drain()
    s.blind = 0b001
    card = s.zone("pile").cards[-1]
    s.move(card, s.zone("pile"), s.zone("table"))
    s.tell("hello", seat=1)
    s.flash(0, card, 500)
    events = s.drain()
    blind, other = Door(s, 0b001), Door(s, 0b010)
    assert (blind.view().dark, blind.view().zones, blind.view().facts) == (True, (), {})
    assert [(e.kind, e.face) for e in blind.events(events)] == [("flash", s.faces[card])]
    assert [e.kind for e in other.events(events)] == ["move", "hello"]
    assert Door(s, 0b011).view().dark
    assert Door(s, 0b111).view().dark
    assert s.ledger.seen[card] & 0b001, "he saw the flash"


def test_events_carry_the_face_to_those_who_see_it_before_or_after() -> None:
    s = table()
    s.drain()
    card = s.zone("hand:0").cards[0]
    s.move(card, s.zone("hand:0"), s.zone("hand:1"))
    events = s.drain()
    assert Door(s, 0b001).events(events)[0].face == s.faces[card]
    assert Door(s, 0b010).events(events)[0].face == s.faces[card]
    assert Door(s, 0b001).events(events)[0].handle is None, "it is out of his sight now"
    assert Door(s, 0b010).events(events)[0].handle == Door(s, 0b010).handle(card)
    assert Door(s, 0b100).events(events)[0].face is None
    assert Door(s, 0b100).events(events)[0].handle is None
    assert Door(s, 0b010).events(events)[0].target == ("hand:1", 3)
    assert Door(s, 0b010).events(events)[0].source == ("hand:0", -1), "where he held it is his own affair"
    assert Door(s, 0b111).events(events)[0].target == ("hand:1", -1)


def test_private_events_reach_only_their_audience() -> None:
    s = table()
    s.drain()
    s.tell("psst", to=0b010, seat=1)
    events = s.drain()
    assert [e.kind for e in Door(s, 0b010).events(events)] == ["psst"]
    assert Door(s, 0b001).events(events) == ()
    assert Door(s, 0b111).events(events) == ()


def test_moves_come_in_with_handles_only() -> None:
    s = table()
    bids(s)
    door = Door(s, 0b001)
    card = s.zone("hand:0").cards[0]
    assert door.inward(0, Move("lay", {"card": door.handle(card)})).args == {"card": card}
    for forged in (card, str(card), Door(s, 0b010).handle(card), "", None, [door.handle(card)]):
        with pytest.raises(Refused):
            apply(s, Played(0, 0, door.inward(0, Move("lay", {"card": forged}))))


def test_nobody_moves_for_another_seat() -> None:
    s = table()
    bids(s)
    with pytest.raises(Refused, match="unknown_seat"):
        Door(s, 0b010).inward(0, Move("lay"))
    assert Door(s, 0b010).offers(0) == ()


def test_fixed_places_keep_their_pose_and_leave_holes() -> None:
    s = table()
    plane = Zone("plane", Kind.PLANE, NOBODY, cards=[-1, -1], poses=(Pose(10, 20, 5), Pose(40, 20, -5)))
    s.zones.append(plane)
    for place in (0, 1):
        s.move(s.zone("pile").cards[-1], s.zone("pile"), plane, place)
    s.move(plane.cards[0], plane, s.zone("table"))
    view = Door(s, 0b111).view().zone("plane")
    assert view.count == 1
    assert view.cards[0] is None
    assert view.cards[1] is not None
    assert (view.cards[1].pose, view.cards[1].handle, view.cards[1].face) == (Pose(40, 20, -5), None, None)


def test_an_imagined_state_draws_sealed_choices_again() -> None:
    s = table()
    apply(s, Played(0, 1, Move("bid", {"amount": 4})))
    amounts = {
        s.redeal(0, keyed(bytes(16), "imagine", i)).phases[0].choices[1].value  # type: ignore[attr-defined]
        for i in range(60)
    }
    assert amounts == {0, 1, 2, 3, 4, 5}
    kept = s.redeal(1, keyed(bytes(16), "imagine", 0))
    assert kept.phases[0].choices[1].value == 4  # type: ignore[attr-defined]
    assert kept.seed != s.seed


def test_who_sees_into_a_zone_may_change() -> None:
    """Seats 1 and 2 see a hand of seat 0; then only seat 2 does, and what seat 1 had in hand as a name is gone."""
    s = table()
    hand = s.zone("hand:0")
    s.show_to(hand, 0b111)
    assert all(s.ledger.seen[card] == 0b111 for card in hand.cards)
    before = Door(s, 0b010).view().zone("hand:0").cards[0]
    assert before is not None and before.face == s.faces[hand.cards[0]]
    s.show_to(hand, 0b101)
    assert Door(s, 0b010).view().zone("hand:0").cards == ()
    again = Door(s, 0b100).view().zone("hand:0").cards[0]
    assert again is not None and again.face == before.face
    assert Door(s, 0b010).handle(hand.cards[0]) != before.handle, "a name dies when its card goes out of sight"


def test_where_in_a_shared_hand_a_card_lay_is_told_to_those_who_see_it() -> None:
    s = table()
    hand = s.zone("hand:0")
    s.show_to(hand, 0b011)
    s.drain()
    s.move(hand.cards[1], hand, s.zone("table"))
    (event,) = s.drain()
    assert [Door(s, seats).events([event])[0].source for seats in (0b001, 0b010, 0b100, 0b111)] == [
        ("hand:0", 1),
        ("hand:0", 1),
        ("hand:0", -1),
        ("hand:0", -1),
    ]


def test_a_stack_keeps_its_place_and_its_word_when_nothing_is_seen_of_it() -> None:
    s = table()
    empty, covered, turned, _ = squares = grid_of_stacks("square", 2, 2, words=True)
    s.zones += squares
    hand = s.zone("hand:0")
    first, second, third = list(hand.cards)
    s.move(first, hand, covered)
    s.move(second, hand, covered)
    s.move(third, hand, turned)
    covered.said, turned.seers = "mange", NOBODY
    seen = [Door(s, 0b111).view().zone(z.name) for z in (empty, covered, turned)]
    assert [[c.face for c in z.cards if c] for z in seen] == [[], [s.faces[second]], []]
    assert [z.count for z in seen] == [0, 2, 1]
    assert [z.area for z in seen] == [(2, 2)] * 3
    assert [z.said for z in seen] == ["", "mange", ""]
