"""Pas vu pas pris: the cards of midnight, and eyes that have to find."""

from typing import Any

import pytest

from tablee.games.pas_vu_pas_pris.chimes import Tipping
from tablee.games.pas_vu_pas_pris.hall import MIRROR, PIECES, Ghost, Pose, Scene, cell_of, depth, look
from tablee.games.pas_vu_pas_pris.hall.midnight import facing_middle
from tablee.games.pas_vu_pas_pris.material import MIDNIGHT
from tablee.games.pas_vu_pas_pris.poses import StandingSpot, at_axes
from tablee.games.pas_vu_pas_pris.table import BELL, DISCARD, MIDNIGHT_PILE, HallTable
from tests.games.pas_vu_pas_pris import (
    LARGE,
    MEDIUM,
    SMALL,
    all_done,
    at,
    check_refused,
    checked,
    do,
    ghost,
    pass_all,
    phase,
    refused,
    stand,
    table,
    to_round,
    where,
)
from tests.games.pas_vu_pas_pris_hall import lying
from tests.table import faces, names, told, view, wait, wait_until


def midnight(card: str, players: int = 2, **options: Any) -> HallTable:
    """The second round, whose card has just been read out."""
    s = table(players, chimes=[card], **options)
    to_round(s, 2)
    assert phase(s) == "midnight" and faces(s, "bell") == [card]
    return s


def looked(s: HallTable, side: str, number: int) -> HallTable:
    """On to the look from that door."""
    while phase(s) in ("cards", "plain"):
        pass_all(s)
    all_done(s)
    s.number = number
    wait_until(s, "side")
    do(s, s.actors()[0], "side", side=side)
    wait_until(s, "keyhole")
    return s


@pytest.mark.rule("pas_vu_pas_pris", "R54", "R55", "D28")
def test_from_the_second_round_on_the_die_holder_draws_a_card() -> None:
    s = table(2, chimes=["toc_toc_toc"])
    assert s.round == 1 and not s.zones[BELL].cards
    while s.round < 2:
        events = wait(s)
    assert told(events, "chimes") == [{"seat": s.die, "card": "toc_toc_toc"}]
    assert view(s).fact("chime") == "toc_toc_toc" and len(s.zones[MIDNIGHT_PILE].cards) == len(MIDNIGHT) - 1
    to_round(s, 3)
    assert "toc_toc_toc" in faces(s, s.zones[DISCARD])
    while s.outcome is None:
        wait(s)
    assert len(s.zones[MIDNIGHT_PILE].cards) == len(MIDNIGHT) - 4


@pytest.mark.rule("pas_vu_pas_pris", "R57")
def test_double_curieux_looks_again_from_the_door_opposite() -> None:
    """E10: door (0, 2), then (2, 2)."""
    s = midnight("double_curieux")
    wait(s)
    looked(s, "south" if s.keyhole[0] != 0 else "north", 2)
    first = s.keyhole
    assert not view(s).facts["again"]
    events = wait(s)
    assert phase(s) == "keyhole" and view(s).facts["again"]
    assert s.keyhole == ((first[0] + 2) % 4, 2) and told(events, "second_look")
    wait(s)
    assert s.round == 3 and s.keyhole == ((first[0] + 2) % 4, 2)


@pytest.mark.rule("pas_vu_pas_pris", "R58", "D29", "R56")
def test_tous_aux_abris_ghosts_lie_and_stand_up_after_the_look() -> None:
    s = midnight("tous_aux_abris")
    card = stand(s, 0, SMALL, 125, 125)
    wait(s)
    assert s.lying and s.lying_there()[card].down == 1 and s.lying_there()[card].angle == 90  # head to the north
    assert phase(s) == "posing" and list(s.actors()) == [0]
    assert check_refused(s, 0, "pose", ghost=card, at=at(175, 125)).code == "too_far"  # in its cell only
    do(s, 0, "pose", ghost=card, at=at(125, 125, yaw=30))
    assert s.lying_there()[card].angle == 30 and phase(s) != "posing"
    pass_all(s)
    s.points[0] = 3
    new = ghost(0, MEDIUM)
    do(s, 0, "move", ghost=new, at=at(225, 75, yaw=0))
    assert s.lying_there()[new].down == 1
    looked(s, "east" if s.keyhole[0] != 3 else "west", 1)
    seen = {s.hall.cards[place] for place, _, _ in view(s).facts["seen"]}
    wait(s)
    assert not s.lying
    for still_there in {card, new} - seen:
        assert s.lying_there()[still_there].down == 0


@pytest.mark.rule("pas_vu_pas_pris", "R59", "R56", "D30")
def test_surexcite_each_in_turn_tips_a_piece_until_all_are_tipped() -> None:
    s = midnight("surexcite", 3)
    was = s.scene().pieces
    wait(s)
    turns, left = [], set(PIECES)
    while phase(s) == "tipping":
        seat = s.actors()[0]
        turns.append(seat)
        assert {s.faces[c] for c in s.offers(seat)[0].params["piece"].values()} == left
        piece = sorted(left)[0]
        left.remove(piece)
        if len(turns) == 2:
            wait(s)  # silent: something is tipped by lot
            tipping = s.phases[-1]
            assert isinstance(tipping, Tipping)
            left = set(tipping.left(s))
            continue
        settled = checked(s, seat, "tip", piece=s.piece_card(piece), edge="y+")
        do(s, seat, "tip", piece=s.piece_card(piece), edge="y+")
        assert s.scene().pieces[piece] == settled.pose
    first = s.after(turns[0], 0)
    assert turns == [s.after(first, i) for i in range(6)] and not left
    assert all(s.scene().pieces[piece].down != was[piece].down for piece in PIECES)


@pytest.mark.rule("pas_vu_pas_pris", "R60", "R61", "R62", "D31")
def test_concours_de_grimaces() -> None:
    hall = {**table(2).scene().pieces, "miroir": lying(60, 150, 0, 0, "back")}
    s = midnight("concours_de_grimaces", hall=hall)
    wait(s)
    mirror = s.scene().pieces[MIRROR]
    assert mirror.down == 0 and mirror.lean == 0 and mirror.angle == facing_middle(lying(60, 150))
    assert mirror.angle == 90  # its face, to the south at 0, looks east
    cards = [card for seat in s.all_seats for card in s.standing(seat)]
    assert [card for card in cards if card in s.still] == cards and len(cards) == 2
    for card in cards:
        assert where(s, card)[0] > 60 and where(s, card)[2] == 0
    pass_all(s)
    for seat in (0, 1):
        own = s.standing(seat)[0]
        assert check_refused(s, seat, "move", ghost=own, at=at(100, 150)).code == "stays"
    to_round(s, 3)
    assert not s.still


@pytest.mark.rule("pas_vu_pas_pris", "R63", "D32", "D40")
def test_touche_takes_the_place_of_the_right_hand_neighbours_small_ghost() -> None:
    s = midnight("touche_c_est_toi_le_chat", 3)
    die = s.die
    right = s.after(die, -1)
    prey = stand(s, right, SMALL, 125, 175)
    tall = stand(s, right, MEDIUM, 175, 175)
    wait(s)
    assert phase(s) == "tagging" and list(s.actors()) == [die] and names(s, die) == {"swap"}
    assert refused(s, die, "swap", ghost=tall) == "not_possible"
    do(s, die, "swap", ghost=prey)
    assert prey in s.home(right).cards
    new = s.standing(die)[0]
    assert where(s, new) == (125, 175, 0)
    # The next one's neighbour on the right is the die holder, whose ghost came by this card: it stays (D32).
    assert list(s.actors()) == [s.after(die)] and names(s, s.after(die)) == {"put"}


@pytest.mark.rule("pas_vu_pas_pris", "R64", "D32", "D50")
def test_touche_without_prey_a_small_ghost_three_cells_from_home() -> None:
    s = midnight("touche_c_est_toi_le_chat")
    wait(s)
    seat = s.die
    y = 125 if s.sides[seat] == 0 else 175
    assert check_refused(s, seat, "put", at=at(125, 25)).code == "too_far"
    assert checked(s, seat, "put", at=at(125, y)).pose == lying(125, y)
    do(s, seat, "put", at=at(125, y))
    assert depth(s.sides[seat], cell_of(s.lying_there()[s.standing(seat)[0]])) == 3
    wait(s)  # silent: by lot
    other = s.after(seat)
    assert depth(s.sides[other], cell_of(s.lying_there()[s.standing(other)[0]])) == 3


@pytest.mark.rule("pas_vu_pas_pris", "R65", "R66", "D33")
def test_piste_de_danse() -> None:
    """From (150, 100) the nearest door is 3 or 4 of the south; ghosts stay on their cells."""
    hall = {**table(2).scene().pieces, "fauteuil": lying(150, 100)}
    s = midnight("piste_de_danse", hall=hall)
    card = stand(s, 0, SMALL, 125, 175)
    wait(s)
    there = s.scene().pieces["fauteuil"]
    assert there.y < 60 and cell_of(s.lying_there()[card]) == (2, 3)


@pytest.mark.rule("pas_vu_pas_pris", "R67", "D34")
def test_chat_perche_after_the_look() -> None:
    hall = {**table(2).scene().pieces, "table": lying(125, 125)}
    s = midnight("chat_perche", hall=hall)
    up, low = stand(s, 0, SMALL, 125, 125, 34), stand(s, 0, SMALL + 1, 275, 25 + 200)
    wait(s)
    looked(s, "east" if s.keyhole[0] != 3 else "west", 6)
    seen = {s.hall.cards[place] for place, _, _ in view(s).facts["seen"]}
    wait(s)
    assert low in s.home(0).cards and (up in s.hall.cards) == (up not in seen)


@pytest.mark.rule("pas_vu_pas_pris", "R68", "D35", "D40")
def test_grand_frere_replaces_a_ghost_by_a_larger_one() -> None:
    s = midnight("grand_frere")
    seat = s.die
    card = stand(s, seat, SMALL, 125, 175)
    wait(s)
    assert phase(s) == "growing" and list(s.actors()) == [seat]
    sizes = s.offers(seat)[0].params["size"].given({"ghost": card})
    assert set(sizes.values()) == {"medium", "large"}
    do(s, seat, "grow", ghost=card, size="large")
    assert card in s.home(seat).cards and where(s, ghost(seat, LARGE)) == (125, 175, 0)
    assert phase(s) != "growing"  # the other has nobody in the hall


@pytest.mark.rule("pas_vu_pas_pris", "D35")
def test_grand_frere_where_nothing_larger_fits() -> None:
    """Under the table, 30 high, a large one (38) has no room; a medium one (28) has."""
    hall = {**table(2).scene().pieces, "table": lying(125, 125), "piano": lying(250, 275)}
    s = midnight("grand_frere", hall=hall)
    seat = s.die
    card = stand(s, seat, SMALL, 125, 125)
    stand(s, s.after(seat), MEDIUM, 125, 125, 34)  # in the middle of its top
    wait(s)
    assert list(s.offers(seat)[0].params["size"].given({"ghost": card}).values()) == ["medium"]


@pytest.mark.rule("pas_vu_pas_pris", "R69", "D26")
def test_toc_toc_toc_nobody_chooses() -> None:
    s = midnight("toc_toc_toc", 3)
    side, chosen, die = s.keyhole[0], list(s.chosen), s.die
    wait(s)
    while phase(s) in ("cards", "plain"):
        pass_all(s)
    all_done(s)
    assert phase(s) == "door_die" and s.keyhole[0] == side and 1 <= s.keyhole[1] <= 6
    assert s.chosen == chosen and s.die == s.after(die)


@pytest.mark.rule("pas_vu_pas_pris", "R70", "D36")
def test_j_ai_le_tournis() -> None:
    """E9: south becomes east; a ghost at cell (5, 2), 3 deep before, is 1 deep, and leaves in the west for 6."""
    s = midnight("j_ai_le_tournis")
    card = stand(s, 0, SMALL, 275, 125)
    assert depth(s.sides[0], (5, 2)) == 3
    keyhole, scene = s.keyhole, s.scene()
    wait(s)
    assert s.sides == [3, 1] and depth(s.sides[0], (5, 2)) == 1
    assert s.keyhole == keyhole and s.scene().pieces == scene.pieces
    assert s.lying_there()[card] == scene.ghosts[card].pose
    while phase(s) in ("cards", "plain"):
        pass_all(s)
    s.points[0] = 6
    assert checked(s, 0, "out", ghost=card).cost == 6


@pytest.mark.rule("pas_vu_pas_pris", "R71", "D27")
def test_boule_de_cristal_the_door_is_known() -> None:
    s = midnight("boule_de_cristal")
    events = wait(s)
    number = told(events, "crystal")[0]["number"]
    assert view(s).facts["number"] == number
    pass_all(s)
    all_done(s)
    wait_until(s, "side")
    do(s, s.actors()[0], "side", side="north" if s.keyhole[0] != 2 else "south")
    assert s.keyhole[1] == number


@pytest.mark.rule("pas_vu_pas_pris", "R72", "D37")
def test_un_deux_trois_soleil() -> None:
    s = midnight("un_deux_trois_soleil")
    seat = s.die
    side = s.sides[seat]
    ahead = 1 if side == 0 else -1
    near, far = (75, 275 if side == 0 else 25), (125, 125)
    out, on = stand(s, seat, MEDIUM, *near), stand(s, seat, SMALL, *far)
    events = wait(s)
    assert told(events, "escapes") == [{"seat": seat, "size": "medium", "gain": 3}] and out in s.out(seat).cards
    assert where(s, on) == (125, 125 + 50 * ahead, 0) and s.scores[seat] == 3
    assert phase(s) == "posing" and list(s.actors()) == [seat]
    do(s, seat, "pose", ghost=on, at=at(135, 130 + 50 * ahead))
    assert where(s, on) == (135, 130 + 50 * ahead, 0)
    assert on not in s.entered


@pytest.mark.rule("pas_vu_pas_pris", "R56")
def test_posing_goes_clockwise_and_may_be_declined() -> None:
    s = midnight("un_deux_trois_soleil", 3)
    for seat in s.all_seats:
        stand(s, seat, SMALL, 125 + 25 * seat, 135)
    wait(s)
    order = []
    while phase(s) == "posing":
        order.append(s.actors()[0])
        if len(order) % 2:
            do(s, order[-1], "done")
        else:
            wait(s)
    assert order == s.from_die()


# ---- eyes -----------------------------------------------------------------------------------------------


@pytest.mark.rule("pas_vu_pas_pris", "D52")
def test_only_those_that_somebody_finds_go_back() -> None:
    s = table(3, eyes=True)
    seen, also = stand(s, 0, SMALL, 125, 175), stand(s, 1, LARGE, 175, 225)
    hidden = stand(s, 2, SMALL, 275, 25 + 50)
    pass_all(s)
    all_done(s)
    s.number = 3
    wait_until(s, "side")
    do(s, s.actors()[0], "side", side="south")
    wait_until(s, "watching")
    points = {card: what.points for card, what in look(s.scene(), (0, 3)).items()}
    assert points[seen] >= 4 and points[also] >= 4 and points[hidden] < 4
    assert "seen" not in view(s).facts
    do(s, 2, "tap", ghost=also)
    assert view(s).facts["caught"] == [s.hall.cards.index(also)]
    do(s, 1, "tap", ghost=hidden)  # not seen: his eyes are closed
    assert not names(s, 1) and view(s).fact("closed") == [1]
    do(s, 0, "done")
    do(s, 2, "done")
    assert phase(s) == "keyhole" and len(view(s).facts["seen"]) == 1
    wait(s)
    assert also in s.home(1).cards and seen in s.hall.cards and hidden in s.hall.cards


@pytest.mark.rule("pas_vu_pas_pris", "D52")
def test_the_search_ends_by_the_clock() -> None:
    s = table(2, eyes=True)
    card = stand(s, 0, SMALL, 125, 175)
    wait_until(s, "watching")
    due = s.next_alarm()
    assert due is not None and due.at - s.now == 20_000
    wait(s)
    assert phase(s) == "keyhole" and view(s).facts["seen"] == []
    wait(s)
    assert card in s.hall.cards


class Zeros:
    """Always picks the first."""

    def below(self, n: int) -> int:
        return 0


@pytest.mark.rule("pas_vu_pas_pris", "D29")
def test_who_lies_in_a_narrow_place_may_stay_as_he_lies() -> None:
    """Between the armchair (its right side at 111.5) and the piano (its back at 138.5) there are 27 mm: a large
    ghost, 38 long and 26 wide, lies there from south to north, and in no way from west to east."""
    pieces = {"fauteuil": lying(87.5, 125), "piano": lying(154.5, 125, 90)}
    ghost = Ghost(0, 2, 0, Pose(250, 250, 90, 0, 1))
    spot = StandingSpot(at_axes(True), Scene(pieces, {0: ghost}), 0, ghost, [(2, 2)])
    assert not spot.accepts({"x": 250, "y": 250, "yaw": 0, "level": 0})
    assert spot.accepts(spot.sample(Zeros()))
