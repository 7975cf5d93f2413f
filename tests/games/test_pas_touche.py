"""Pas Touche !: expected results are worked out from the rules and the examples of the rulebook."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from tablee.games.pas_touche import cards
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
from tablee.games.pas_touche.rules import (
    GAME,
    MAX_CALLS,
    MAX_ROUNDS,
    OFF,
    PasToucheSeatOptions,
    PasToucheState,
    Race,
    next_levels,
    turned_by,
)
from tablee.kernel.domains import OneOf
from tablee.kernel.events import Event
from tablee.kernel.outcome import Outcome, Reason, Result
from tablee.kernel.record import SeatChanged, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.state import SeatState
from tablee.kernel.units import EVERYBODY, CardId, Seat
from tablee.kernel.values import bare
from tests.table import do, names, refused, told, view, wait, wait_until

WON, BLOCKED, SPARED, LATE = "wins", "blocks", "spared", "late"
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


def table(players: int = 2, seed: int = 1, seat_options: Any = None, **options: Any) -> PasToucheState:
    """The pieces are of several kinds, so the deck is never stacked: see `give` and `roll`."""
    return GAME.start(players, seed=seed_from(seed), options=options, seat_options=seat_options, watched=True)


def give(s: PasToucheState, seat: Seat, slot: int, face: str, up: bool = True) -> CardId:
    """Puts a constraint card of that face into a place of somebody's track; what lay there takes its place."""
    track = s.track(seat)
    old = track.cards[slot]
    card = next(c for c, f in enumerate(s.faces) if f == face and c not in track.cards and c not in s.open)
    for zone in s.zones:
        if card in zone.cards:
            zone.cards[zone.cards.index(card)] = old
    track.cards[slot] = card
    if up:
        s.turn_up(track, card)
    return card


def roll(s: PasToucheState, treat: str, number: int, seat: Seat = 0) -> None:
    """A round whose dice show what the test wants."""
    wait_until(s, "waiting")
    do(s, seat, "roll")
    s.marks[FIRST_DIE], s.marks[FIRST_DIE + 1] = treat, str(number)


def card_of(s: PasToucheState, face: str) -> CardId:
    return next(c for c in s.grid.cards if s.faces[c] == face)


def touch(s: PasToucheState, seat: Seat, ms: int, face: str, hand: str = "chosen") -> None:
    """A touch so many milliseconds after the dice; it arrives at once, or late if others came before it."""
    at = s.stimuli[-1] + ms
    do(s, seat, "touch", t=max(s.now, at), at=at, card=card_of(s, face), hand=hand)


def call(s: PasToucheState, seat: Seat, ms: int) -> None:
    at = s.stimuli[-1] + ms
    do(s, seat, "call", t=max(s.now, at), at=at)


def close(s: PasToucheState) -> dict[Seat, str]:
    """Lets the round close; what came of each seat's touch."""
    found: dict[Seat, str] = {}
    for event in closing(s):
        if event.kind in (WON, BLOCKED, SPARED, LATE):
            found[bare(event.data["seat"])] = event.kind
        elif event.kind == "wrong":
            found[bare(event.data["seat"])] = bare(event.data["shout"])
    return found


def closing(s: PasToucheState) -> list[Event]:
    events: list[Event] = []
    while s.outcome is None and isinstance(s.phases[-1], Race):
        events += wait(s)
    return events


def succeed(s: PasToucheState, seat: Seat = 0) -> None:
    """The seat wins a round, its constraints set aside for it."""
    lenient, s.lenient = s.lenient, tuple(s.all_seats)
    roll(s, "donut", 5)
    touch(s, seat, 500, "donut-5")
    assert close(s)[seat] == WON
    s.lenient = lenient


def mistake(s: PasToucheState, seat: Seat = 0) -> list[Event]:
    roll(s, "donut", 5)
    touch(s, seat, 500, "donut-4")
    for other in s.others(seat):
        do(s, other, "give_up")
    return closing(s)


def colours(s: PasToucheState, seat: Seat) -> list[str]:
    return [s.back(card) for card in s.track(seat).cards]


CHURROS_2 = "red:XAA:churros+2"


# ---- pieces and setup --------------------------------------------------------------------------------------


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


# ---- the track ---------------------------------------------------------------------------------------------


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


# ---- a round -----------------------------------------------------------------------------------------------


@pytest.mark.rule("pas_touche", "R17", "D14")
def test_anybody_rolls_and_everybody_sees_the_dice() -> None:
    s = table(3)
    assert all("roll" in names(s, seat) for seat in s.all_seats)
    events = do(s, 2, "roll", t=700)
    assert told(events, "rolls")[0]["seat"] == 2
    for seat in s.all_seats:
        dice = view(s, seat).zone("dice").cards
        assert [c.mark for c in dice if c] == [s.marks[FIRST_DIE], s.marks[FIRST_DIE + 1]]
    assert s.faces[s.right()] == f"{s.marks[FIRST_DIE]}-{s.marks[FIRST_DIE + 1]}"


@pytest.mark.rule("pas_touche", "D14")
def test_if_nobody_rolls_for_three_seconds_the_table_does() -> None:
    s = table()
    events = wait(s, "waiting/roll")
    assert s.now == 3_000
    assert len(told(events, "rolled")) == 1
    assert isinstance(s.phases[-1], Race)


@pytest.mark.rule("pas_touche", "R18")
def test_all_dice_are_rolled_in_the_long_run() -> None:
    s = table()
    seen = set()
    for _ in range(300):
        wait_until(s, "waiting")
        do(s, 0, "roll")
        seen.add(s.faces[s.right()])
        for seat in (0, 1):
            do(s, seat, "give_up")
        closing(s)
        s.round %= 1_000_000
        s.idle = 0
        if s.round == MAX_ROUNDS - 1:
            break
    assert len(seen) == 36


@pytest.mark.rule("pas_touche", "R19", "D9")
def test_the_first_right_touch_advances_and_ends_the_round_for_all() -> None:
    s = table(3)
    roll(s, "churros", 3)
    s.hold = 200
    touch(s, 1, 900, "churros-3")
    touch(s, 2, 1_000, "churros-3")
    assert close(s) == {1: WON, 2: LATE}
    assert s.scores == [0, 1, 0]
    assert s.round == 1


@pytest.mark.rule("pas_touche", "R20", "D1")
def test_a_called_block_takes_the_card_from_everybody() -> None:
    s = table()
    give(s, 1, 0, CHURROS_2)
    roll(s, "churros", 5)
    touch(s, 1, 850, "churros-5", "other")
    touch(s, 0, 1_300, "churros-5")
    call(s, 1, 1_400)
    assert close(s) == {1: BLOCKED, 0: LATE}
    assert s.scores == [0, 0]


@pytest.mark.rule("pas_touche", "R21", "R29", "R30", "D1")
@pytest.mark.parametrize(
    ("forbidden", "face", "hand", "ruling"),
    [
        (False, "donut-5", "chosen", WON),
        (True, "donut-5", "chosen", "wrong_hand"),
        (True, "donut-5", "other", BLOCKED),
        (False, "donut-5", "other", "wrong_hand"),  # E13
        (False, "donut-4", "chosen", "wrong_card"),
        (True, "donut-4", "other", "wrong_card"),
    ],
)
def test_the_truth_table_of_hands(forbidden: bool, face: str, hand: str, ruling: str) -> None:
    s = table()
    if forbidden:
        give(s, 0, 0, "green:LLA:donut")
    roll(s, "donut", 5)
    s.hold = 200
    touch(s, 0, 600, face, hand)
    call(s, 0, 700)
    do(s, 1, "give_up")
    assert close(s) == {0: ruling}


@pytest.mark.rule("pas_touche", "R22", "D3")
def test_one_touch_in_a_round_whatever_it_was() -> None:
    """E14."""
    s = table()
    roll(s, "donut", 5)
    touch(s, 0, 700, "donut-4")
    right = card_of(s, "donut-5")
    assert refused(s, 0, "touch", t=s.stimuli[-1] + 900, card=right, hand="chosen") == "not_offered"
    assert "give_up" not in names(s, 0)
    do(s, 1, "give_up")
    assert refused(s, 1, "touch", card=right, hand="chosen") == "not_your_turn"
    assert close(s) == {0: "wrong_card"}
    assert s.scores == [0, 0]


@pytest.mark.rule("pas_touche", "R23", "R24", "D9")
def test_after_a_mistake_the_others_go_on_and_then_a_new_round_begins() -> None:
    s = table(3)
    roll(s, "donut", 5)
    touch(s, 0, 700, "donut-4")
    assert view(s, 1).active == (1, 2)
    touch(s, 1, 3_000, "donut-6")
    assert view(s, 1).active == (2,)
    touch(s, 2, 5_000, "donut-5")
    assert close(s) == {0: "wrong_card", 1: "wrong_card", 2: WON}
    wait(s, "result/over")
    assert {"roll", "touch"} <= names(s, 0)


@pytest.mark.rule("pas_touche", "R23", "R24", "D8")
def test_the_round_goes_on_until_everybody_has_touched_or_given_up() -> None:
    """A mistake, a mistake, and the third gives up at 6 s: only then is it over, at once."""
    s = table(3)
    roll(s, "donut", 5)
    began = s.now
    touch(s, 0, 700, "donut-4")
    touch(s, 1, 3_000, "donut-6")
    due = s.next_alarm()
    assert due is not None and (due.name, due.at) == ("race/limit", began + 12_000)
    do(s, 2, "give_up", t=began + 6_000)
    assert close(s) == {0: "wrong_card", 1: "wrong_card"}
    assert s.now == began + 6_000


@pytest.mark.rule("pas_touche", "R24", "D8")
def test_when_everybody_gives_up_nothing_changes_and_a_new_round_begins() -> None:
    """E15."""
    s = table(3)
    roll(s, "donut", 5)
    for seat in s.all_seats:
        do(s, seat, "give_up", t=s.now + 100)
    at = s.now
    events = wait(s, "race/close")
    assert s.now == at
    assert len(told(events, "nobody")) == 1
    assert s.scores == [0, 0, 0]
    wait(s, "result/over")
    assert view(s, 0).phase == "waiting"


@pytest.mark.rule("pas_touche", "R31", "D4")
def test_a_block_without_a_call_is_a_mistake_and_blocks_nothing() -> None:
    s = table()
    give(s, 1, 0, "green:LLA:churros")
    s.put_cube(1, (0, 2))
    roll(s, "churros", 5)
    touch(s, 1, 850, "churros-5", "other")
    touch(s, 0, 4_000, "churros-5")
    assert close(s) == {1: "no_call", 0: WON}
    assert s.cubes[1] == (0, 1)


@pytest.mark.rule("pas_touche", "D4", "D6")
@pytest.mark.parametrize(
    ("called", "result"),
    [
        (1_400, {1: BLOCKED, 0: LATE}),  # E9
        (2_350, {1: BLOCKED, 0: LATE}),
        (2_351, {1: "no_call", 0: WON}),
        (2_500, {1: "no_call", 0: WON}),  # E10
    ],
)
def test_a_call_may_come_until_a_second_and_a_half_after_the_touch(called: int, result: dict[Seat, str]) -> None:
    s = table()
    give(s, 1, 0, CHURROS_2)
    roll(s, "churros", 5)
    touch(s, 1, 850, "churros-5", "other")
    touch(s, 0, 900, "churros-5")
    if called <= 2_350:
        call(s, 1, called)
        assert close(s) == result
        return
    due = s.next_alarm()
    assert due is not None
    assert due.at == s.stimuli[-1] + 2_351
    assert close(s) == result
    assert refused(s, 1, "call", t=s.stimuli[-1] + called) == "not_your_turn"


@pytest.mark.rule("pas_touche", "D4")
@pytest.mark.parametrize(("called", "ruling"), [(1_000, BLOCKED), (999, "no_call")])
def test_a_call_may_come_a_second_before_the_touch(called: int, ruling: str) -> None:
    s = table()
    give(s, 1, 0, CHURROS_2)
    roll(s, "churros", 5)
    call(s, 1, called)
    touch(s, 1, 2_000, "churros-5", "other")
    assert close(s) == {1: ruling}


@pytest.mark.rule("pas_touche", "D4")
def test_the_call_window_is_an_option_and_so_is_the_call_itself() -> None:
    s = table(2, call_ms=2500)
    give(s, 1, 0, CHURROS_2)
    roll(s, "churros", 5)
    touch(s, 1, 850, "churros-5", "other")
    call(s, 1, 3_350)
    assert close(s) == {1: BLOCKED}
    kind = table(2, call_needed=False)
    give(kind, 1, 0, CHURROS_2)
    roll(kind, "churros", 5)
    assert "call" not in names(kind, 1)
    kind.hold = 100
    touch(kind, 1, 850, "churros-5", "other")
    touch(kind, 0, 900, "churros-5")
    assert close(kind) == {1: BLOCKED, 0: LATE}


@pytest.mark.rule("pas_touche", "D5")
def test_shouting_alone_is_free_and_changes_nothing() -> None:
    s = table()
    give(s, 0, 0, "green:LLA:donut")
    s.put_cube(0, (0, 2))
    roll(s, "churros", 5)
    for ms in range(500, 500 + MAX_CALLS):
        call(s, 0, ms)
    assert refused(s, 0, "call", t=s.now + 1) == "not_offered"
    touch(s, 0, 700, "churros-5")
    call(s, 1, 710)
    assert close(s) == {0: WON}
    roll(s, "donut", 3)
    call(s, 0, 500)
    do(s, 0, "give_up", t=s.now + 100)
    do(s, 1, "give_up")
    assert close(s) == {}
    assert s.cubes[0] == (1, 0)


@pytest.mark.rule("pas_touche", "D6")
def test_the_order_of_arrival_decides_nothing() -> None:
    results = []
    for order in ((0, 1, 2), (2, 1, 0), (1, 0, 2)):
        s = table(3)
        apply_hold(s, 400)
        give(s, 1, 0, CHURROS_2)
        roll(s, "churros", 5)
        began = s.stimuli[-1]
        plays = {0: (700, "churros-4", "chosen"), 1: (850, "churros-5", "other"), 2: (900, "churros-5", "chosen")}
        s.now = began + 1_000
        for seat in order:
            touch(s, seat, *plays[seat])
        call(s, 1, 860)
        results.append(close(s))
    assert results == [{0: "wrong_card", 1: BLOCKED, 2: LATE}] * 3


def apply_hold(s: PasToucheState, hold: int) -> None:
    """The slowest line at the table needs so long."""
    s.hold = hold


@pytest.mark.rule("pas_touche", "D6", "D7")
def test_a_mistake_after_the_end_is_void_and_one_before_it_costs() -> None:
    s = table(3)
    for seat in (1, 2):
        give(s, seat, 0, f"green:LLA:{'eclair' if seat == 1 else 'macaron'}")
        s.put_cube(seat, (0, 2))
    roll(s, "donut", 5)
    touch(s, 0, 900, "donut-5")
    touch(s, 1, 930, "donut-4")
    touch(s, 2, 931, "donut-4")
    assert close(s) == {0: WON, 1: "wrong_card", 2: LATE}
    assert s.cubes[1:] == [(0, 1), (0, 2)]


@pytest.mark.rule("pas_touche", "D7")
@pytest.mark.parametrize(
    ("block", "result"), [(880, {1: SPARED, 0: WON}), (870, {1: SPARED, 0: WON}), (869, {1: BLOCKED, 0: LATE})]
)
def test_a_block_must_come_first_to_prevent(block: int, result: dict[Seat, str]) -> None:
    """E11."""
    s = table()
    give(s, 1, 0, CHURROS_2)
    s.put_cube(1, (0, 1))
    roll(s, "churros", 5)
    touch(s, 1, block, "churros-5", "other")
    call(s, 1, 890)
    touch(s, 0, 900, "churros-5")
    assert close(s) == result
    assert s.cubes[1] == (0, 1)


@pytest.mark.rule("pas_touche", "D7")
@pytest.mark.parametrize(("second", "ruling"), [(925, WON), (930, WON), (931, LATE)])
def test_two_right_touches_within_thirty_milliseconds_both_advance(second: int, ruling: str) -> None:
    """E12."""
    s = table(3)
    roll(s, "donut", 5)
    touch(s, 0, 900, "donut-5")
    touch(s, 2, second, "donut-5")
    assert close(s) == {0: WON, 2: ruling}
    assert s.scores == [1, 0, int(ruling == WON)]


@pytest.mark.rule("pas_touche", "D7", "D17")
def test_two_may_win_at_once() -> None:
    s = table(2, seat_options=[{"level": 3}, {"level": 15}], constraints=False)
    for seat in (0, 1):
        for card in s.track(seat).cards:
            s.turn_up(s.track(seat), card)
        s.put_cube(seat, (2, 2))
    roll(s, "donut", 5)
    touch(s, 0, 900, "donut-5")
    touch(s, 1, 910, "donut-5")
    closing(s)
    assert s.outcome is not None
    assert s.outcome.winners == (0, 1)
    assert s.outcome.result is Result.WINNERS
    _, following = GAME.next_options(s.outcome, s.options, s.seat_options)
    assert [o.level for o in following if isinstance(o, PasToucheSeatOptions)] == [5, 16]


@pytest.mark.rule("pas_touche", "D8")
def test_a_round_waits_for_touches_on_the_wire() -> None:
    s = table()
    apply_hold(s, 200)
    roll(s, "donut", 5)
    began = s.stimuli[-1]
    do(s, 0, "touch", t=began + 905, at=began + 900, card=card_of(s, "donut-5"), hand="chosen")
    due = s.next_alarm()
    assert due is not None
    assert (due.name, due.at) == ("race/close", began + 900 + 31 + 200)
    do(s, 1, "touch", t=began + 1_100, at=began + 850, card=card_of(s, "donut-5"), hand="chosen")
    assert close(s) == {1: WON, 0: LATE}


@pytest.mark.rule("pas_touche", "D8")
def test_the_time_of_a_round_is_an_option_and_who_was_silent_has_given_up() -> None:
    for seconds in (8, 12, 20):
        s = table(2, round_s=seconds)
        roll(s, "donut", 5)
        began = s.now
        touch(s, 0, 500, "donut-4")
        events = wait(s, "race/limit")
        assert s.now == began + seconds * 1_000
        assert "touch" not in names(s, 1)
        assert told(events + closing(s), "wrong") == [
            {"race": "wrong", "seat": 0, "ms": 500, "shout": "wrong_card"}
        ]


@pytest.mark.rule("pas_touche", "D8")
def test_without_a_limit_a_round_waits_but_not_for_the_absent() -> None:
    s = table(2, round_s=0)
    roll(s, "donut", 5)
    do(s, 0, "give_up")
    assert s.next_alarm() is None
    apply(s, SeatChanged(s.now + 10, 1, human=True, present=False))
    due = s.next_alarm()
    assert due is not None
    assert (due.name, due.at) == ("race/absent", s.now + 60_000)
    wait(s, "race/absent")
    wait(s, "race/close")
    assert view(s, 0).phase == "result"


@pytest.mark.rule("pas_touche", "D8")
def test_the_limit_waits_for_an_open_call() -> None:
    s = table()
    give(s, 0, 0, CHURROS_2)
    roll(s, "churros", 5)
    touch(s, 0, 11_500, "churros-5", "other")
    wait(s, "race/limit")
    call(s, 0, 12_800)
    assert close(s) == {0: BLOCKED}


def test_that_somebody_has_touched_is_seen_but_not_what_or_how() -> None:
    s = table(3)
    roll(s, "donut", 5)
    before = view(s, 1)
    touch(s, 0, 700, "donut-4")
    after = view(s, 1)
    assert (before.active, after.active) == ((0, 1, 2), (1, 2))
    assert "touched" not in after.facts
    wrong = s.copy()
    wrong.phases[-1].presses[0] = type(wrong.phases[-1].presses[0])(1, 0, "touch", "other", 3)  # type: ignore[attr-defined]
    assert view(wrong, 1) == after


# ---- mistakes and the track --------------------------------------------------------------------------------


def on_box(face: str, box: int, slot: int = 0) -> PasToucheState:
    """A table where the cube of the first seat stands on that box of that card."""
    s = table()
    for before in range(slot):
        s.turn_up(s.track(0), s.track(0).cards[before])
    give(s, 0, slot, face)
    s.put_cube(0, (slot, box))
    return s


@pytest.mark.rule("pas_touche", "R11", "R32", "R33")
def test_a_lock_holds_and_an_arrow_goes_back() -> None:
    """E6."""
    s = on_box("green:LLA:eclair", 0)
    assert told(mistake(s), "locked") == [{"seat": 0}]
    assert s.cubes[0] == (0, 0)
    s = on_box("green:LLA:eclair", 2)
    assert told(mistake(s), "back") == [{"seat": 0}]
    assert s.cubes[0] == (0, 1)
    assert s.scores[0] == 2


@pytest.mark.rule("pas_touche", "R34", "R35", "R36", "D12")
def test_a_crossed_card_is_replaced_face_down_by_one_of_its_colour() -> None:
    """E7."""
    s = table(2, seat_options=[{"level": 9}, {}])  # orange, red, red
    first = give(s, 0, 0, "orange:LAA:eclair")
    second = give(s, 0, 1, "red:XAA:macaron+5")
    s.put_cube(0, (1, 0))
    top = s.pile("red").cards[-1]
    roll(s, "macaron", 1)
    touch(s, 0, 500, "macaron-2", "other")
    do(s, 1, "give_up")
    events = closing(s)
    assert told(events, "loses") == [{"seat": 0, "place": 2}]
    assert s.pile("red").cards[0] == second
    assert s.track(0).cards[:2] == [first, top]
    assert s.turned(0) == [first]
    assert s.cubes[0] == (0, 2)
    assert not s.forbids(0, card_of(s, "macaron-1"))
    assert view(s, 0).zone("track:0").cards[1].face is None  # type: ignore[union-attr]
    succeed(s)
    assert s.cubes[0] == (1, 0)
    assert s.turned(0) == [first, top]


@pytest.mark.rule("pas_touche", "D10", "D12")
def test_the_first_card_crossed_puts_the_cube_off_the_track() -> None:
    """E8."""
    s = table(2, seat_options=[{"level": 16}, {}])
    s.turn_up(s.track(0), s.track(0).cards[0])
    s.put_cube(0, (0, 0))
    mistake(s)
    assert s.cubes[0] == OFF
    assert s.turned(0) == []
    assert colours(s, 0) == ["purple", "purple", "purple"]
    mistake(s)
    assert s.cubes[0] == OFF


@pytest.mark.rule("pas_touche", "D12")
def test_with_an_empty_pile_the_same_card_lies_face_down_again() -> None:
    s = table(6, seat_options=[{"level": 16}] * 6)
    assert s.pile("purple").cards == []
    card = s.track(0).cards[0]
    s.turn_up(s.track(0), card)
    s.put_cube(0, (0, 0))
    s.punish(0)
    assert s.track(0).cards[0] == card
    assert s.turned(0) == []
    assert s.stray() == []


@pytest.mark.rule("pas_touche", "D12")
def test_the_data_allow_a_crossed_card_on_a_first_box_only() -> None:
    for track in TRACKS.values():
        assert "X" not in track[1:]
    for bad in ("LXA", "AAX", "", "LQA"):
        with pytest.raises(ValueError, match="no track"):
            cards.check_tracks({"green": bad})
    cards.check_tracks({"green": "AAA"})


@pytest.mark.rule("pas_touche", "D11")
def test_an_arrow_on_a_first_box_leaves_the_card_in_force() -> None:
    s = table()
    first, second = s.track(0).cards[:2]
    s.faces[first], s.faces[second] = "green:ALA:eclair", "green:ALA:macaron"
    for card in (first, second):
        s.turn_up(s.track(0), card)
    s.put_cube(0, (1, 0))
    mistake(s)
    assert s.cubes[0] == (0, 2)
    assert s.turned(0) == [first, second]
    assert s.forbids(0, card_of(s, "macaron-1"))
    succeed(s)
    assert s.cubes[0] == (1, 0)
    assert s.turned(0) == [first, second]
    s.put_cube(0, (0, 0))
    mistake(s)
    assert s.cubes[0] == OFF
    assert s.turned(0) == [first, second]
    succeed(s)
    assert s.cubes[0] == (0, 0)


@pytest.mark.rule("pas_touche", "D15")
def test_penalties_can_be_left_out() -> None:
    s = table(2, penalties=False)
    give(s, 0, 0, "green:LLA:eclair")
    s.put_cube(0, (0, 2))
    roll(s, "donut", 5)
    touch(s, 0, 500, "donut-4")
    assert "touch" not in names(s, 0)
    do(s, 1, "give_up")
    assert close(s) == {0: "wrong_card"}
    assert s.cubes[0] == (0, 2)


# ---- options -----------------------------------------------------------------------------------------------


@pytest.mark.rule("pas_touche", "R37", "D15")
def test_without_constraints_every_right_card_advances_and_nobody_blocks() -> None:
    """E16."""
    s = table(2, constraints=False)
    give(s, 0, 0, CHURROS_2)
    s.put_cube(0, (0, 1))
    roll(s, "churros", 5)
    assert "call" not in names(s, 0)
    touch(s, 0, 600, "churros-5")
    assert close(s) == {0: WON}
    assert s.cubes[0] == (0, 2)
    roll(s, "churros", 5)
    touch(s, 0, 600, "churros-5", "other")
    do(s, 1, "give_up")
    assert close(s) == {0: "wrong_hand"}
    assert s.cubes[0] == (0, 1)


@pytest.mark.rule("pas_touche", "D15")
def test_one_seat_alone_can_play_without_constraints() -> None:
    s = table(2, seat_options=[{"constraints": False}, {}])
    give(s, 0, 0, CHURROS_2)
    give(s, 1, 0, "red:XAA:churros+3")
    roll(s, "churros", 5)
    assert "call" not in names(s, 0)
    assert "call" in names(s, 1)
    touch(s, 1, 500, "churros-5")
    touch(s, 0, 600, "churros-5")
    assert close(s) == {1: "wrong_hand", 0: WON}


@pytest.mark.rule("pas_touche", "R38", "R39", "R40", "R41", "R42", "D16", "D17")
def test_levels_for_the_next_game() -> None:
    """E4: won, and three, two, one and no cards turned."""
    outcome = Outcome((1, 2, 3, 4, 5, 5), (10, 9, 6, 3, 0, 0))
    assert next_levels(outcome, [15, 4, 8, 6, 1, 6]) == [16, 5, 8, 5, 1, 4]
    assert [turned_by(score) for score in range(11)] == [0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3]
    s = table(3, seat_options=[{"level": 15}, {"level": 4, "constraints": False}, {"level": 1}])
    options, seats = GAME.next_options(Outcome((1, 2, 3), (10, 8, 0)), s.options, s.seat_options)
    assert options == s.options
    assert seats == (
        PasToucheSeatOptions(level=16),
        PasToucheSeatOptions(level=5, constraints=False),
        PasToucheSeatOptions(level=1),
    )


@pytest.mark.rule("pas_touche", "D17")
def test_a_card_that_stays_up_counts_as_turned_and_a_replaced_one_does_not() -> None:
    s = table(2, seat_options=[{"level": 6}, {"level": 9}], constraints=False)
    first, second = s.track(0).cards[:2]
    s.faces[first], s.faces[second] = "orange:LAA:eclair", "orange:ALA:macaron"
    for card in (first, second):
        s.turn_up(s.track(0), card)
    s.put_cube(0, (1, 0))
    s.punish(0)
    assert s.scores[0] == 3
    give(s, 1, 0, "orange:LAA:donut")
    give(s, 1, 1, CHURROS_2)
    s.put_cube(1, (1, 0))
    s.punish(1)
    s.finish("too_long", winners=())
    assert s.outcome is not None
    assert [turned_by(score) for score in s.outcome.scores] == [2, 1]
    assert s.outcome.ranks == (1, 1)


@pytest.mark.rule("pas_touche", "R43", "D18")
def test_the_grid_is_laid_anew_for_each_game_and_never_changes_in_one() -> None:
    assert table(seed=1).grid.cards != table(seed=2).grid.cards
    s = table()
    laid = list(s.grid.cards)
    mistake(s)
    succeed(s)
    assert s.grid.cards == laid
    assert all(s.onlookers(s.grid, place) == s.everyone for place in range(36))


# ---- the end -----------------------------------------------------------------------------------------------


@pytest.mark.rule("pas_touche", "D19")
def test_after_two_hundred_rounds_the_furthest_wins_and_equals_share() -> None:
    s = table(3)
    s.round = MAX_ROUNDS - 2
    succeed(s, 0)
    succeed(s, 2)
    wait(s, "result/over")
    assert s.outcome is not None
    assert (s.outcome.winners, s.outcome.reason, s.outcome.detail) == ((0, 2), Reason.CAP, "too_long")
    assert GAME.bound(2, s.options) >= MAX_ROUNDS * 10


@pytest.mark.rule("pas_touche", "D19")
def test_eight_rounds_without_a_touch_end_the_game() -> None:
    s = table()
    succeed(s, 1)
    for _ in range(8):
        assert s.outcome is None
        wait_until(s, "race")
        wait(s, "race/limit")
        closing(s)
        wait(s, "result/over")
    assert s.outcome is not None
    assert (s.outcome.winners, s.outcome.detail) == ((1,), "nobody_touches")


@pytest.mark.rule("pas_touche", "D19")
def test_a_touch_starts_the_count_of_idle_rounds_anew() -> None:
    s = table()
    s.idle = 7
    mistake(s)
    assert s.idle == 0


@pytest.mark.rule("pas_touche", "D20")
def test_who_has_left_gives_up_in_every_round_and_the_last_one_wins() -> None:
    s = table(3)
    succeed(s, 1)
    wait_until(s, "waiting")
    s.seats = (s.seats[0], SeatState(True, False, s.now - 60_000), s.seats[2])
    roll(s, "donut", 5)
    assert view(s, 0).active == (0, 2)
    for seat in (0, 2):
        do(s, seat, "give_up")
    wait(s, "race/close")
    assert len(s.track(1).cards) == 3
    assert s.outcome is None
    s.seats = (s.seats[0], s.seats[1], SeatState(True, False, s.now - 60_000))
    wait(s, "result/over")
    assert s.outcome is not None
    assert (s.outcome.winners, s.outcome.reason, s.outcome.detail) == ((0,), Reason.DEPARTURE, "left_alone")


@pytest.mark.rule("pas_touche", "D21")
def test_a_touch_before_the_dice_lie_is_void_and_locks_out() -> None:
    s = table()
    card = s.grid.cards[0]
    events = do(s, 0, "touch", t=1_000, card=card, hand="chosen")
    assert told(events, "anticipation") == [{"seat": 0}]
    assert "touch" not in names(s, 0)
    do(s, 1, "roll", t=1_100)
    offer = next(o for o in s.offers(0) if o.name == "touch")
    assert offer.opens_at == 1_500
    assert refused(s, 0, "touch", t=1_499, card=card, hand="chosen") == "too_early"
    do(s, 0, "touch", t=1_500, card=card, hand="chosen")
    assert view(s, 1).active == (1,)


@pytest.mark.rule("pas_touche", "D21")
@pytest.mark.parametrize(("ms", "counts"), [(119, False), (120, True)])
def test_nobody_reacts_in_less_than_120_milliseconds(ms: int, counts: bool) -> None:
    s = table()
    roll(s, "donut", 5)
    began = s.now
    touch(s, 0, ms, "donut-5")
    assert view(s, 1).active == ((1,) if counts else (0, 1))
    if not counts:
        assert next(o for o in s.offers(0) if o.name == "touch").opens_at == began + ms + 500
    do(s, 1, "give_up")
    if counts:
        assert close(s) == {0: WON}


# ---- one screen for several (D2) ---------------------------------------------------------------------------


def one_screen(players: int = 2, **options: Any) -> PasToucheState:
    return table(players, seat_options=[{"shares": True}] * players, **options)


def buzz(s: PasToucheState, seat: Seat, ms: int, hand: str = "chosen") -> None:
    at = s.stimuli[-1] + ms
    do(s, seat, "buzz", t=max(s.now, at), at=at, hand=hand)


@pytest.mark.rule("pas_touche", "D2")
def test_on_one_screen_a_buzz_is_the_touch_and_the_card_is_tapped_alone() -> None:
    s = one_screen()
    roll(s, "donut", 5)
    assert names(s, 0) == {"buzz", "give_up", "call"}
    buzz(s, 0, 900)
    buzz(s, 1, 925)
    wait(s, "race/tap")
    assert (names(s, 0), names(s, 1)) == ({"tap"}, set())
    do(s, 0, "tap", t=s.now + 1_500, card=card_of(s, "donut-5"))
    wait(s, "race/tap")
    do(s, 1, "tap", t=s.now + 1_900, card=card_of(s, "donut-5"))
    assert close(s) == {0: WON, 1: WON}


@pytest.mark.rule("pas_touche", "D2")
def test_no_tap_within_two_seconds_is_a_mistake_and_the_next_one_taps() -> None:
    s = one_screen(3)
    roll(s, "donut", 5)
    buzz(s, 0, 900)
    buzz(s, 1, 920)
    wait(s, "race/tap")
    began = s.now
    wait(s, "tap/limit")
    assert s.now == began + 2_000
    wait(s, "race/tap")
    do(s, 1, "tap", card=card_of(s, "donut-5"))
    assert close(s) == {0: "wrong_card", 1: WON}


@pytest.mark.rule("pas_touche", "D2", "D4")
def test_the_buzzer_of_the_other_hand_becomes_the_call() -> None:
    s = one_screen()
    give(s, 0, 0, CHURROS_2)
    roll(s, "churros", 5)
    buzz(s, 0, 900, "other")
    wait(s, "race/tap")
    assert names(s, 0) == {"tap", "call"}
    do(s, 0, "call", t=s.now + 300)
    assert names(s, 0) == {"tap"}
    do(s, 0, "tap", t=s.now + 500, card=card_of(s, "churros-5"))
    assert close(s) == {0: BLOCKED}


@pytest.mark.rule("pas_touche", "D2", "D8")
def test_while_one_taps_the_others_lose_no_time() -> None:
    s = one_screen()
    roll(s, "donut", 5)
    began = s.now
    buzz(s, 0, 1_000)
    wait(s, "race/tap")
    do(s, 0, "tap", t=s.now + 1_800, card=card_of(s, "donut-4"))
    due = s.next_alarm()
    assert due is not None
    assert (due.name, due.at) == ("race/limit", began + 12_000 + 1_800)
    do(s, 1, "buzz", t=s.now + 100, hand="chosen")
    wait(s, "race/tap")
    do(s, 1, "tap", t=s.now + 100, card=card_of(s, "donut-5"))
    events = closing(s)
    assert told(events, "wins") == [{"race": "won", "seat": 1, "ms": 1_031 + 100, "shout": "touche"}]


# ---- a hand that is told after the finger has landed (D2) --------------------------------------------------


@pytest.mark.rule("pas_touche", "D2")
def test_a_touch_counts_from_the_landing_and_its_hand_may_be_told_later() -> None:
    s = table()
    give(s, 1, 0, CHURROS_2)
    roll(s, "churros", 5)
    touch(s, 1, 850, "churros-5", "later")
    touch(s, 0, 900, "churros-5")
    assert names(s, 1) == {"hand", "call"}
    assert refused(s, 1, "hand", hand="later") == "not_possible"
    do(s, 1, "hand", t=s.stimuli[-1] + 1_300, hand="other")
    call(s, 1, 1_400)
    assert close(s) == {1: BLOCKED, 0: LATE}


@pytest.mark.rule("pas_touche", "D2", "D8")
def test_a_hand_that_is_never_told_was_the_chosen_one() -> None:
    s = table()
    roll(s, "churros", 5)
    touch(s, 1, 850, "churros-5", "later")
    touch(s, 0, 900, "churros-5")
    began = s.stimuli[-1]
    wait(s, "race/hand")
    assert s.now == began + 850 + 601
    assert close(s) == {1: WON, 0: LATE}


@pytest.mark.rule("pas_touche", "D2", "D8")
def test_a_touch_that_is_too_late_anyhow_is_not_waited_for() -> None:
    s = table()
    roll(s, "churros", 5)
    touch(s, 0, 900, "churros-5")
    touch(s, 1, 931, "churros-5", "later")
    due = s.next_alarm()
    assert due is not None
    assert due.name == "race/close"
    assert close(s) == {0: WON, 1: LATE}
