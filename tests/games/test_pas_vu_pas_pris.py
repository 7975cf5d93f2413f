"""Pas vu pas pris: setting up, the round, furniture, the keyhole, the end."""

from typing import Any

import pytest

from tablee.games.pas_vu_pas_pris.hall import HALLS, PIECES, look
from tablee.games.pas_vu_pas_pris.material import MIDNIGHT, MOVEMENT, read_card
from tablee.games.pas_vu_pas_pris.rules import GAME
from tablee.games.pas_vu_pas_pris.table import ASIDE, DISCARD, MIDNIGHT_PILE, HallTable
from tablee.kernel.door import Door
from tablee.kernel.moves import Move
from tablee.kernel.record import SeatChanged, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import seed_from
from tests.games.pas_vu_pas_pris import (
    LARGE,
    MEDIUM,
    SMALL,
    USUAL,
    all_done,
    at,
    check_refused,
    checked,
    do,
    escaped,
    ghost,
    pass_all,
    phase,
    pose,
    refused,
    stand,
    start,
    table,
    to_round,
    where,
)
from tests.games.pas_vu_pas_pris_hall import leant, lying
from tests.table import faces, names, told, view, wait, wait_until

# ---- setting up -----------------------------------------------------------------------------------------


@pytest.mark.rule("pas_vu_pas_pris", "R1", "R2", "R3", "D24")
def test_seven_ghosts_a_colour_beside_a_side_of_ones_own() -> None:
    for players, sides in ((2, [0, 2]), (3, [0, 1, 2]), (4, [0, 1, 2, 3])):
        s = start(players)
        assert s.sides == sides
        for seat in s.all_seats:
            sizes = [face.split(":")[2] for face in faces(s, f"home:{seat}")]
            assert sorted(sizes) == ["large"] + 2 * ["medium"] + 4 * ["small"]
            assert all(face.split(":")[1] == str(seat) for face in faces(s, f"home:{seat}"))
    assert start(2, sides="adjacent").sides == [0, 1]


@pytest.mark.rule("pas_vu_pas_pris", "R4", "R5", "D42")
def test_the_hall_and_the_door_are_drawn() -> None:
    halls, doors = set(), set()
    for seed in range(60):
        s = start(2, seed=seed)
        pieces = s.scene().pieces
        halls.add(next(name for name, hall in HALLS.items() if hall == pieces))
        doors.add(s.keyhole)
    assert halls == set(HALLS)
    assert {side for side, _ in doors} == {0, 1, 2, 3} and {k for _, k in doors} == {1, 2, 3, 4, 5, 6}


@pytest.mark.rule("pas_vu_pas_pris", "R6", "D42")
def test_the_die_holder_is_named_or_drawn() -> None:
    assert start(4, starter=2).die == 2
    assert {start(4, seed=seed).die for seed in range(30)} == {0, 1, 2, 3}


@pytest.mark.rule("pas_vu_pas_pris", "R7", "R8")
def test_cards_left_in_the_box() -> None:
    """E4: 10 cards for two, 15 for three, 20 for four."""
    for players, cards in ((2, 10), (3, 15), (4, 20)):
        s = start(players, hall="players")
        assert len(s.draw.cards) == cards
        assert len(s.zones[ASIDE].cards) == 20 - cards + len(MIDNIGHT)
    assert start(4, seed=1, hall="players").draw.cards != start(4, seed=2, hall="players").draw.cards


def test_the_movement_cards() -> None:
    """Each pair of furniture once, each piece on five cards with 6, 7, 8, 8, 9; five plain cards."""
    cards = [read_card(face) for face in MOVEMENT]
    assert len(cards) == 20
    pairs = [frozenset(card.pieces) for card in cards if card.pieces]
    assert len(pairs) == len(set(pairs)) == 15
    for piece in PIECES:
        assert sorted(card.value for card in cards if piece in card.pieces) == [6, 7, 8, 8, 9]
    assert sorted(card.value for card in cards if not card.pieces) == [9, 10, 10, 11, 12]


@pytest.mark.rule("pas_vu_pas_pris", "R9")
def test_midnight_is_an_option() -> None:
    assert not start(2).zones[MIDNIGHT_PILE].cards
    assert len(start(2, midnight=True).zones[MIDNIGHT_PILE].cards) == 12


@pytest.mark.rule("pas_vu_pas_pris", "D42")
def test_players_furnish_the_hall() -> None:
    """One piece each in turn; the silent one gets the first of the data where the usual hall has it."""
    s = start(3, hall="players", starter=1)
    assert phase(s) == "furnish" and names(s, 1) == {"place"} and not names(s, 0)
    do(s, 1, "place", piece=s.piece_card("piano"), pose=pose(150, 250, 180))
    wait(s)  # seat 2 is silent: the table
    assert s.scene().pieces["table"] == USUAL["table"]
    do(s, 0, "place", piece=s.piece_card("chariot"), pose=pose(65, 150))
    wait(s)  # seat 1: the armchair's place is taken by the trolley
    there = s.scene().pieces["fauteuil"]
    assert there != USUAL["fauteuil"] and there.angle == USUAL["fauteuil"].angle
    wait(s)
    wait(s)
    assert set(s.scene().pieces) == set(PIECES) and s.round == 1 and phase(s) in ("cards", "plain")


# ---- the round ------------------------------------------------------------------------------------------


@pytest.mark.rule("pas_vu_pas_pris", "R10", "R19", "R40", "D43")
def test_five_rounds_and_the_cards_are_gone() -> None:
    for players in (2, 3, 4):
        s = start(players)
        rounds = []
        while s.outcome is None:
            rounds += [e["number"] for e in told(wait(s), "round")]
        assert s.round == 5 and rounds == [2, 3, 4, 5]
        assert not s.draw.cards and len(s.zones[DISCARD].cards) == 5 * players


@pytest.mark.rule("pas_vu_pas_pris", "R11")
def test_from_the_die_holder_clockwise_each_draws() -> None:
    s = table(3, ["6-table-miroir", "9", "7-table-chariot"], die=1)
    assert phase(s) == "cards" and faces(s, "card:1") == ["6-table-miroir"] and s.points == [0, 6, 0]
    do(s, 1, "pass")
    assert phase(s) == "plain" and faces(s, "card:2") == ["9"]  # nothing to move: shown for three seconds
    due = s.next_alarm()
    assert due is not None and due.at - s.now == 3_000
    wait(s)
    assert faces(s, "card:0") == ["7-table-chariot"] and names(s, 0) == {"take", "pass"}
    do(s, 0, "pass")
    assert phase(s) == "ghosts" and s.points == [7, 6, 9]


@pytest.mark.rule("pas_vu_pas_pris", "R12")
def test_then_all_move_at_once() -> None:
    s = pass_all(table(3))
    assert all("move" in names(s, seat) for seat in s.all_seats)
    do(s, 2, "done")
    assert phase(s) == "ghosts" and not names(s, 2)
    do(s, 0, "done")
    do(s, 1, "done")
    assert phase(s) != "ghosts"


@pytest.mark.rule("pas_vu_pas_pris", "R13", "D25")
def test_the_highest_roll_chooses_and_ties_roll_again() -> None:
    ties = 0
    for seed in range(40):
        s = start(4, seed=seed)
        wait_until(s, "roll_off")
        rolls = view(s).facts["rolls"]
        assert [seat for seat, _ in rolls[0]] == [s.die, *s.others(s.die)]
        left = [seat for seat, _ in rolls[0]]
        for rolled in rolls:
            assert [seat for seat, _ in rolled] == left and all(1 <= value <= 6 for _, value in rolled)
            left = [seat for seat, value in rolled if value == max(v for _, v in rolled)]
        ties += len(rolls) > 1
        wait(s)
        assert phase(s) == "side" and left == list(s.actors())
    assert ties


@pytest.mark.rule("pas_vu_pas_pris", "R14", "R16")
def test_who_has_chosen_waits_until_all_have() -> None:
    """E2: three roll, then two, then one chooses without rolling, then three roll again."""
    s = table(3)
    counts, choosers = [], []
    for number in range(1, 5):
        to_round(s, number)
        wait_until(s, "ghosts")
        happened = []
        while phase(s) != "side":
            happened += wait(s)
        counts.append(len({e["seat"] for e in told(happened, "rolls")}))
        chooser = s.actors()[0]
        choosers.append(chooser)
        wait_until(s, "keyhole")
        assert s.die == s.after(chooser)  # R16
    assert counts == [3, 2, 0, 3] and set(choosers[:3]) == {0, 1, 2}


@pytest.mark.rule("pas_vu_pas_pris", "R15", "R18", "R22")
def test_the_die_names_the_door_and_the_keyhole_stays() -> None:
    s = all_done(pass_all(table(2, door=(1, 4))))
    wait_until(s, "side")
    seat = s.actors()[0]
    events = do(s, seat, "side", side="north")
    rolled = view(s).facts["rolled"]
    assert s.keyhole == (2, rolled) and told(events, "door")[0]["number"] == rolled
    was = s.keyhole
    to_round(s, 2)
    assert s.keyhole == was


@pytest.mark.rule("pas_vu_pas_pris", "R20")
def test_the_keyhole_must_change_side() -> None:
    s = all_done(pass_all(table(2, door=(1, 4))))
    wait_until(s, "side")
    seat = s.actors()[0]
    assert refused(s, seat, "side", side="west") == "not_possible"
    wait(s)  # silent: any other side
    assert s.keyhole[0] != 1


@pytest.mark.rule("pas_vu_pas_pris", "R21", "D19", "D51")
def test_nobody_is_told_what_doors_see_before_the_look() -> None:
    """No fact and no answer tells; the look then names those that are seen with their points."""
    s = table(2, door=(1, 4))
    card = stand(s, 0, SMALL, 125, 175)
    pass_all(s)
    assert "seen" not in view(s).facts
    answer = checked(s, 0, "move", ghost=card, at=at(130, 170))
    assert set(answer.__struct_fields__) == {"pose", "others", "levels", "cost", "left", "level"}
    all_done(s)
    wait_until(s, "side")
    s.number = 3
    do(s, s.actors()[0], "side", side="south")
    assert "seen" not in view(s).facts
    wait(s)
    sighted = look(s.scene(), (0, 3))[card]
    assert view(s).facts["seen"] == [[s.hall.cards.index(card), sighted.direct, sighted.mirror]]


@pytest.mark.rule("pas_vu_pas_pris", "R17", "D16", "D18")
def test_whoever_is_seen_goes_back_and_the_others_stay() -> None:
    """V1, V2 of the rules: seen in the open, hidden behind the piano, from door 3 of the south."""
    hall = {**table(2).scene().pieces, "piano": lying(125, 125)}
    s = table(2, hall=hall, door=(1, 4))
    hidden, open_, away = stand(s, 0, SMALL, 125, 175), stand(s, 1, MEDIUM, 190, 225), stand(s, 0, LARGE, 275, 75)
    pass_all(s)
    all_done(s)
    wait_until(s, "side")
    s.number = 3
    do(s, s.actors()[0], "side", side="south")
    wait_until(s, "keyhole")
    seen = {s.hall.cards[place] for place, _, _ in view(s).facts["seen"]}
    assert open_ in seen and hidden not in seen
    wait(s)
    assert open_ in s.home(1).cards and hidden in s.hall.cards and (away in s.hall.cards) == (away not in seen)


@pytest.mark.rule("pas_vu_pas_pris", "D16")
def test_how_much_must_be_seen_is_an_option() -> None:
    """V17: 14 points of the small ghost past the edge of the piano; V18: 6 of the large one behind the desk."""
    for threshold, caught in ((1, True), (4, True), (10, False)):
        hall = {**table(2).scene().pieces, "bureau": lying(125, 225)}
        s = table(2, hall=hall, threshold=threshold)
        card = stand(s, 0, LARGE, 125, 275)
        points = look(s.scene(), (0, 3))[card].points
        assert 4 <= points < 10
        s.number = 3
        all_done(pass_all(s))
        wait_until(s, "side")
        do(s, s.actors()[0], "side", side="south")
        wait_until(s, "keyhole")
        assert bool(view(s).facts["seen"]) is caught


@pytest.mark.rule("pas_vu_pas_pris", "D17")
def test_ghosts_hide_one_another_unless_they_are_glass() -> None:
    """V13: a large one in front."""
    for glass in (False, True):
        s = table(2, glass=glass)
        front, behind = stand(s, 0, LARGE, 125, 125), stand(s, 1, SMALL, 125, 175)
        s.number = 3
        all_done(pass_all(s))
        wait_until(s, "side")
        do(s, s.actors()[0], "side", side="south")
        wait_until(s, "keyhole")
        seen = {s.hall.cards[place] for place, _, _ in view(s).facts["seen"]}
        assert front in seen and (behind in seen) is glass


# ---- furniture ------------------------------------------------------------------------------------------


@pytest.mark.rule("pas_vu_pas_pris", "R23", "R26", "R27")
def test_which_piece_may_be_taken() -> None:
    """E7: chariot and bureau. Only the trolley moved: the desk. Both moved: any other."""
    s = table(3, ["9-chariot-bureau", "8-piano-chariot", "8-table-bureau"])

    def offered(seat: int) -> set[str]:
        return {s.faces[c] for c in s.offers(seat)[0].params["piece"].values()}

    assert offered(0) == {"chariot", "bureau"}
    do(s, 0, "take", piece=s.piece_card("chariot"))
    do(s, 0, "place", pose=pose(150, 150))
    assert offered(1) == {"piano"} and refused(s, 1, "take", piece=s.piece_card("chariot")) == "not_possible"
    s.moved += ["table", "bureau", "piano"]
    assert offered(1) == {"fauteuil", "miroir"}
    do(s, 1, "pass")
    assert s.points[1] == 8 and "pass" in names(s, 2)


@pytest.mark.rule("pas_vu_pas_pris", "R24", "R25", "R28", "R29", "D7", "D11", "D50")
def test_a_piece_taken_is_set_down_anywhere_or_left() -> None:
    s = table(2, ["8-table-piano", "9"])
    do(s, 0, "take", piece=s.piece_card("piano"))
    assert names(s, 0) == {"place", "put_back"} and view(s).fact("held") == "piano"  # R28
    assert refused(s, 0, "place", pose=pose(20, 150)) == "sticks_out"
    no = check_refused(s, 0, "place", pose={**pose(40, 40), "mode": 1})
    assert (no.code, no.piece) == ("overlaps", s.piece_card("table"))
    with pytest.raises(Refused) as outside:
        Door(s, 1).check(0, Door(s, 1).inward(0, _place(s, {**pose(40, 40), "mode": 1})))
    assert outside.value.details["hits"] == Door(s, 1).handle(s.piece_card("table"))
    settled = checked(s, 0, "place", pose=pose(150, 150, 30))
    assert settled.pose == lying(150, 150, 30)
    do(s, 0, "place", pose=pose(150, 150, 30))
    assert s.scene().pieces["piano"] == lying(150, 150, 30) and s.moved == ["piano"]


def _place(s: HallTable, value: dict[str, int]) -> Move:
    return Move("place", {"pose": value}, s.now)


@pytest.mark.rule("pas_vu_pas_pris", "D7")
def test_time_over_the_piece_returns_and_counts_as_moved() -> None:
    s = table(2, ["8-table-piano", "7-table-chariot"])
    before = s.scene()
    do(s, 0, "take", piece=s.piece_card("table"))
    assert refused(s, 0, "place", pose=pose(0, 0)) == "sticks_out"  # and it may be tried again
    assert told(wait(s), "puts_back") == [{"seat": 0, "piece": "table"}]
    assert s.scene() == before and s.moved == ["table"]
    assert {s.faces[c] for c in s.offers(1)[0].params["piece"].values()} == {"chariot"}


@pytest.mark.rule("pas_vu_pas_pris", "R30", "D12", "D50")
def test_a_ghost_on_a_piece_that_is_moved_is_put_on_the_floor() -> None:
    hall = {**table(2).scene().pieces, "table": lying(125, 125)}
    s = table(2, ["8-table-piano", "9"], hall=hall)
    card = stand(s, 1, SMALL, 125, 125, 34)
    do(s, 0, "take", piece=s.piece_card("table"))
    assert checked(s, 0, "place", pose=pose(225, 225)).others == {card: lying(125, 125)}
    do(s, 0, "place", pose=pose(225, 225))
    assert where(s, card) == (125, 125, 0)


@pytest.mark.rule("pas_vu_pas_pris", "R24", "R39", "D6", "D13", "D50")
def test_what_leaned_on_a_piece_falls_on_when_it_is_moved() -> None:
    """P5 and P9: the mirror leans on the piano at 47.5°; without it, it lies on its back at (150, 190)."""
    hall = {**table(2).scene().pieces, "piano": lying(150, 200), "miroir": leant(150, 140, "y+", 47.5)}
    s = table(2, ["8-table-piano", "9"], hall=hall)
    do(s, 0, "take", piece=s.piece_card("piano"))
    flat = lying(150, 190, down="back")
    assert checked(s, 0, "place", pose=pose(50, 100)).others == {s.piece_card("miroir"): flat}
    do(s, 0, "place", pose=pose(50, 100))
    assert s.scene().pieces["miroir"] == flat


# ---- the end --------------------------------------------------------------------------------------------


def ended(*seats: tuple[list[int], list[int]]) -> HallTable:
    """A game that ends with these ghosts out and these in the hall."""
    s = table(len(seats))
    to_round(s, 5)
    wait_until(s, "keyhole")
    for seat, (out, inside) in enumerate(seats):
        for number in out:
            escaped(s, seat, number)
        for i, number in enumerate(inside):
            stand(s, seat, number, 75 + 50 * i, 75 + 100 * seat)
    wait(s)
    assert s.outcome is not None
    return s


@pytest.mark.rule("pas_vu_pas_pris", "R41", "R42", "R43")
def test_points_by_size_outside_and_inside() -> None:
    """E11: two small and a medium out, a large in the hall: 1 + 1 + 3 + 2 = 7."""
    s = ended(([SMALL, SMALL + 1, MEDIUM], [LARGE]), ([SMALL], [MEDIUM, SMALL + 1]))
    assert s.outcome is not None
    assert s.outcome.scores == (7, 1 + 1 + 0) and s.outcome.ranks == (1, 2)


@pytest.mark.rule("pas_vu_pas_pris", "R44", "R45")
def test_ties_are_broken_by_ghosts_out_then_by_those_at_home() -> None:
    """E11: 7 against 7, three out each; 3 at home against 4."""
    s = ended(([SMALL, SMALL + 1, MEDIUM], [LARGE]), ([LARGE, SMALL, SMALL + 1], []))
    assert s.outcome is not None and s.outcome.scores == (7, 7) and s.outcome.ranks == (1, 2)
    s = ended(([MEDIUM], []), ([SMALL, SMALL + 1, SMALL + 2], []))
    assert s.outcome is not None and s.outcome.scores == (3, 3) and s.outcome.ranks == (2, 1)


@pytest.mark.rule("pas_vu_pas_pris", "D41")
def test_a_tie_after_all_is_shared() -> None:
    s = ended(([MEDIUM], []), ([MEDIUM], []))
    assert s.outcome is not None and s.outcome.ranks == (1, 1)


@pytest.mark.rule("pas_vu_pas_pris", "D43")
def test_nobody_can_block_the_table() -> None:
    """Left alone, the clocks end every game, with every option."""
    some: list[dict[str, Any]] = [{}, {"midnight": True, "fusions": True}, {"eyes": True, "movement": "secret"}]
    for seed, options in enumerate(some):
        s = GAME.start(3, seed=seed_from(seed), options=options | {"hall": "players"}, watched=True)
        while s.outcome is None:
            wait(s)
        assert s.round == 5


@pytest.mark.rule("pas_vu_pas_pris", "D43", "D44")
def test_an_absent_seat_has_a_limit_even_without_timers() -> None:
    """C15; whoever sits in for it is the table's business."""
    s = table(2, ["8-table-piano", "9"], timers="none")
    assert s.next_alarm() is None
    apply(s, SeatChanged(s.now, 0, human=True, present=False))
    assert s.next_alarm() is not None
    wait(s)
    assert list(s.actors()) != [0]


def test_a_ghost_that_is_out_stays_out() -> None:
    s = table(2)
    card = escaped(s, 0, SMALL)
    pass_all(s)
    assert card not in s.offers(0)[0].params["ghost"].values() and ghost(0, SMALL + 1) in s.home(0).cards
