"""Pas Touche !: expected results are worked out from the rules and the examples of the rulebook."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from tablee.games.pas_touche.cards import (
    COLOURS,
    CONTRAINTES,
    FACES,
    FIRST_DIE,
    GOURMANDISES,
    LEVELS,
    TRACKS,
    read,
)
from tablee.games.pas_touche.rules import GAME, Race
from tablee.games.pas_touche.table import OFF, PasToucheState
from tablee.kernel.domains import OneOf
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed
from tablee.kernel.units import EVERYBODY, Seat
from tests.games.pas_touche import (
    CHURROS_2,
    WON,
    card_of,
    close,
    closing,
    colours,
    give,
    mistake,
    roll,
    succeed,
    table,
    touch,
)
from tests.table import do, refused, told, view

BATCHES: list[dict[str, Any]] = [
    {},
    {"penalties": False, "call_needed": False, "timers": "double"},
    {"constraints": False, "round_s": 8, "call_ms": 2500, "adaptive": True},
]
"""Options with which the compiled rules play beside these (tests/side_by_side.py)."""


def batch_choice(s: PasToucheState, seat: Seat, named: Mapping[str, int], random: Random) -> int | None:
    """Mostly the right card with the right hand, or no cube would ever get home."""
    if not isinstance(s.phases[-1], Race) or random.random() >= 0.8:
        return None
    hand = "other" if s.forbids(seat, s.right()) else "chosen"
    right = (f"touch card face {s.faces[s.right()]} 0", f"touch hand name {hand}")
    return next((action for name, action in named.items() if name in right), None)


# ---- pieces and setup ----------------------------------------------------------------------------------


@pytest.mark.rule("pas_touche", "R1")
def test_two_to_six_play() -> None:
    assert GAME.info.players == (2, 6)
    for players in (1, 7):
        with pytest.raises(Refused):
            table(players)


@pytest.mark.rule("pas_touche", "R2", "R18")
def test_the_grid_holds_every_treat_in_every_number_once_face_up() -> None:
    s = table()
    laid = [s.faces[card] for card in s.grid.cards]
    assert sorted(laid) == sorted(GOURMANDISES)
    assert len(set(laid)) == 36
    assert laid != GOURMANDISES
    assert s.grid.area == (6, 6)
    assert s.grid.seers == EVERYBODY
    assert laid.count("churros-3") == 1  # E3


def test_the_constraint_cards_are_eighteen_of_each_colour_as_the_tables_say() -> None:
    printed = [read(face) for face in CONTRAINTES]
    assert Counter(card.colour for card in printed) == dict.fromkeys(COLOURS, 18)
    assert all(card.track == TRACKS[card.colour] for card in printed)
    sizes = {colour: Counter(len(c.forbids) for c in printed if c.colour == colour) for colour in COLOURS}
    assert sizes == {"green": {1: 18}, "orange": {1: 12, 2: 6}, "red": {1: 6, 2: 12}, "purple": {2: 18}}
    assert ("churros", "2") in [c.forbids for c in printed if c.colour == "red"]
    assert [c.forbids for c in printed if c.colour == "purple"][:2] == [("churros", "4"), ("croissant", "5")]
    assert [c.forbids for c in printed if c.colour == "purple"][-1] == ("eclair", "5")
    assert sum("churros" in c.forbids for c in printed) == 2 + 2 + 2 + 3


@pytest.mark.rule("pas_touche", "R3")
def test_each_colour_is_a_mixed_pile_of_its_own_that_nobody_sees() -> None:
    s = table(2, seat_options=[{"level": 1}, {"level": 16}])
    for colour, left in {"green": 15, "orange": 18, "red": 18, "purple": 15}.items():
        pile = s.pile(colour)
        assert len(pile.cards) == left
        assert {s.back(card) for card in pile.cards} == {colour}
        assert view(s, 0).zone(f"pile:{colour}").cards == ()
    order = [s.faces[card] for card in s.pile("red").cards]
    assert order != [face for face in FACES if face.startswith("red")]


@pytest.mark.rule("pas_touche", "R4", "D10")
def test_the_cube_starts_off_the_track_where_a_mistake_costs_nothing() -> None:
    s = table()
    assert s.cubes == [OFF, OFF]
    events = mistake(s)
    assert told(events, "wrong") == [{"race": "wrong", "seat": 0, "ms": 500, "shout": "wrong_card"}]
    assert s.cubes == [OFF, OFF]
    assert not any(told(events, kind) for kind in ("back", "loses", "locked"))


@pytest.mark.rule("pas_touche", "R5")
def test_everybody_chooses_a_level_from_1_to_16() -> None:
    s = table(3, seat_options=[{"level": 1}, {"level": 7}, {"level": 16}])
    assert view(s, 1).fact("levels") == [1, 7, 16]
    for level in (0, 17):
        with pytest.raises(Refused) as no:
            table(2, seat_options=[{"level": level}, {}])
        assert no.value.code == "bad_options"


@pytest.mark.rule("pas_touche", "R6", "R7", "R8")
def test_the_level_gives_three_cards_face_down_in_the_order_of_its_colours() -> None:
    for level, wanted in LEVELS.items():
        s = table(2, seat_options=[{"level": level}, {}])
        assert tuple(colours(s, 0)) == wanted
        assert s.turned(0) == []
    assert colours(table(2, seat_options=[{"level": 5}, {}]), 0) == ["orange", "orange", "green"]  # E1
    hardness = {colour: i for i, colour in enumerate(("green", "orange", "red", "purple"))}
    assert tuple(COLOURS) == tuple(hardness)
    sums = [sum(hardness[c] for c in LEVELS[level]) for level in range(1, 17)]
    assert sums == sorted(sums)


def test_the_back_of_a_card_tells_its_colour_and_nothing_more_not_even_to_its_owner() -> None:
    s = table(2, seat_options=[{"level": 5}, {}])
    seen = view(s, 0).zone("track:0").cards
    assert [(c.back, c.face, c.handle) for c in seen if c] == [
        ("orange", None, None),
        ("orange", None, None),
        ("green", None, None),
    ]


def test_what_a_seat_imagines_has_the_right_backs() -> None:
    s = table(3, seat_options=[{"level": 1}, {"level": 9}, {"level": 16}])
    twin = s.redeal(0, keyed(s.seed, "imagined"))
    assert twin.faces != s.faces
    assert all(read(twin.faces[card]).colour == s.back(card) for card in range(36, FIRST_DIE))


@pytest.mark.rule("pas_touche", "R9")
def test_a_touch_is_with_the_chosen_hand_or_the_other_all_through_the_game() -> None:
    """Which hand that is belongs to the page; the rules only ever know these two."""
    s = table()
    for _ in range(3):
        roll(s, "donut", 5)
        offer = next(o for o in s.offers(1) if o.name == "touch")
        assert offer.params["hand"] == OneOf(("chosen", "other", "later"))
        assert refused(s, 1, "touch", card=s.grid.cards[0], hand="left") == "not_possible"
        do(s, 0, "give_up")
        do(s, 1, "give_up")
        closing(s)


# ---- the track -----------------------------------------------------------------------------------------


@pytest.mark.rule("pas_touche", "R10", "R25", "R26", "R27", "R28")
def test_ten_successes_lead_over_three_cards_and_out() -> None:
    """E5."""
    s = table()
    for step in range(1, 10):
        succeed(s)
        assert s.cubes[0] == ((step - 1) // 3, (step - 1) % 3)
        assert s.turned(0) == s.track(0).cards[: (step + 2) // 3]
        assert s.marks[s.track(0).cards[(step - 1) // 3]] == str((step - 1) % 3 + 1)
        assert s.scores[0] == step
        assert s.outcome is None
    succeed(s)
    assert s.outcome is not None
    assert (s.outcome.winners, s.outcome.scores, s.outcome.detail) == ((0,), (10, 0), "out")


@pytest.mark.rule("pas_touche", "R12")
def test_every_card_has_one_or_two_constraints_that_all_can_read() -> None:
    s = table()
    assert {len(read(face).forbids) for face in CONTRAINTES} == {1, 2}
    give(s, 0, 0, CHURROS_2)
    card = view(s, 1).zone("track:0").cards[0]
    assert card is not None
    assert card.face == CHURROS_2


@pytest.mark.rule("pas_touche", "R13", "R14")
def test_churros_and_two_forbid_all_churros_and_all_twos() -> None:
    """E2."""
    s = table()
    give(s, 0, 0, CHURROS_2)
    assert s.forbids(0, card_of(s, "churros-5"))
    assert s.forbids(0, card_of(s, "donut-2"))
    assert not s.forbids(0, card_of(s, "donut-5"))
    assert sum(s.forbids(0, card) for card in s.grid.cards) == 11
    assert not any(s.forbids(1, card) for card in s.grid.cards)


@pytest.mark.rule("pas_touche", "R15", "R16")
def test_only_what_lies_face_up_counts_and_it_adds_up() -> None:
    s = table()
    give(s, 0, 0, CHURROS_2)
    give(s, 0, 1, "green:LLA:donut", up=False)
    assert not s.forbids(0, card_of(s, "donut-5"))
    s.turn_up(s.track(0), s.track(0).cards[1])
    assert s.forbids(0, card_of(s, "donut-5"))
    assert s.forbids(0, card_of(s, "churros-5"))
    give(s, 0, 2, "red:XAA:2")
    assert s.forbids(0, card_of(s, "eclair-2"))
    assert sum(s.forbids(0, card) for card in s.grid.cards) == 16  # two treats (12) and the twos of the other four


@pytest.mark.rule("pas_touche", "D13")
def test_a_card_just_turned_holds_from_the_next_round_on() -> None:
    s = table()
    give(s, 0, 0, "green:LLA:donut", up=False)
    roll(s, "donut", 5)
    touch(s, 0, 500, "donut-5")
    touch(s, 1, 520, "donut-5")
    assert close(s) == {0: WON, 1: WON}
    roll(s, "donut", 4)
    touch(s, 0, 500, "donut-4")
    touch(s, 1, 600, "donut-4")
    assert close(s) == {0: "wrong_hand", 1: WON}
