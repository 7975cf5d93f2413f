"""Vizdibix, rule by rule: what an error costs, covered cards, late presses, arrival.

Expected results are worked out from the rules.
"""

from contextlib import suppress
from itertools import permutations
from typing import Any

import pytest

from tablee.bots.rollout import QuickPicker
from tablee.games.vizdibix.rules import GAME, VizdibixState
from tablee.kernel.codec import exact_digest
from tablee.kernel.door import Door
from tablee.kernel.moves import Move
from tablee.kernel.record import Played, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import FACE
from tests import table
from tests.games.vizdibix import KINDS, at, decide, laid, last_card, shout
from tests.heap import about, offer, seen_in_the_middle, told, turn
from tests.table import do, faces, names, refused, start, view, wait

# ---- what an error costs -------------------------------------------------------------------------------


def after_an_error(price: str = "hoarse", **more: Any) -> VizdibixState:
    """Seat 2 has shouted « consonne ! » on E and O, at 500; A, T, M and an étoile are to come."""
    position = "middle=pE | pile:0=★ bO | pile:1=vS yA | pile:2=pM pT | pile:3=vR vT | won:2=yU"
    s = at(position, wrong_shout=price, **more)
    do(s, 0, "turn")
    decide(s, (2, "consonne", 500))
    return s


def hoarse(s: VizdibixState, viewer: Seat = 0) -> list[int]:
    """Who is hoarse, as all see it."""
    return list(view(s, viewer).fact("hoarse"))


@pytest.mark.rule("vizdibix", "D19")
def test_whoever_has_made_an_error_is_hoarse_and_all_see_it() -> None:
    s = laid("E", "O")
    events = decide(s, (2, "consonne", 500))
    assert told(events, "hoarse") == [{"seat": 2}]
    assert [hoarse(s, viewer) for viewer in range(4)] == [[0, 0, 1, 0]] * 4
    turn(s, 1, 600)
    assert ["shout" in names(s, seat) for seat in range(4)] == [True, True, False, True]
    assert names(s, 2) == {"turn"}, "but his turn is his turn"
    assert refused(s, 2, "shout", kind="voyelle", t=1_500) == "not_offered"


@pytest.mark.rule("vizdibix", "D19")
def test_the_voice_comes_back_when_a_shout_wins_the_pile() -> None:
    s = after_an_error()
    turn(s, 1, 600)
    assert "shout" not in names(s, 2)
    decide(s, (3, "voyelle", 1_200))
    assert (s.scores, hoarse(s)) == ([0, 0, 1, 3], [0, 0, 0, 0])
    turn(s, 2, 1_300)
    assert "shout" in names(s, 2)


@pytest.mark.rule("vizdibix", "D19")
def test_the_voice_comes_back_when_an_etoile_wins_the_pile() -> None:
    s = at("middle=pE | pile:0=vT bO | pile:1=vS ★ | pile:2=pM | pile:3=vR")
    do(s, 0, "turn")
    decide(s, (2, "consonne", 500), (3, "suite", 520))
    assert hoarse(s) == [0, 0, 1, 1]
    turn(s, 1, 600)
    assert (s.scores, hoarse(s)) == ([0, 3, 0, 0], [0, 0, 0, 0])
    turn(s, 2, 700)
    assert "shout" in names(s, 2) and "shout" in names(s, 3)


@pytest.mark.rule("vizdibix", "D19")
def test_neither_another_error_nor_a_tie_nor_a_petard_gives_the_voice_back() -> None:
    s = at("middle=pE | pile:0=vT bO | pile:1=vS ✹ | pile:2=pM yA | pile:3=vR yI | won:1=yU yO yE")
    do(s, 0, "turn")
    decide(s, (2, "consonne", 500))
    turn(s, 1, 600)
    assert hoarse(s) == [0, 0, 1, 0]
    turn(s, 2, 700)
    decide(s, (0, "voyelle", 1_200), (1, "voyelle", 1_210))
    assert hoarse(s) == [0, 0, 1, 0]
    turn(s, 3, 1_300)
    decide(s, (0, "suite", 1_800))
    assert hoarse(s) == [1, 0, 1, 0]


@pytest.mark.rule("vizdibix", "D19")
def test_each_further_error_keeps_the_voice_away_for_longer() -> None:
    """With four players a first error is forgotten with its heap, a second one after three, a third after five."""
    s = laid("E", "O")
    for spans in (1, 3, 5):
        s.mistake(2)
        for _ in range(spans):
            assert hoarse(s) == [0, 0, 1, 0]
            s.collect(0)
        assert hoarse(s) == [0, 0, 0, 0]


@pytest.mark.rule("vizdibix", "D19")
@pytest.mark.parametrize(("players", "heaps"), [(2, 2), (3, 2), (4, 3), (5, 6), (6, 7), (8, 9)])
def test_the_more_players_the_longer_a_second_error_lasts(players: int, heaps: int) -> None:
    s = at("middle=pE | pile:0=vT bO | pile:1=vS", players=players)
    s.mistake(1)
    s.collect(0)
    s.drain()
    s.mistake(1)
    assert told(s.drain(), "hoarse_for") == [{"seat": 1, "count": heaps}]


@pytest.mark.rule("vizdibix", "D8", "D19")
def test_an_error_in_a_tie_costs_the_voice_too() -> None:
    """Two are right within 30 ms, and one is wrong: nobody wins, and the wrong one is hoarse."""
    s = laid("E", "O")
    decide(s, (1, "voyelle", 500), (2, "consonne", 510), (3, "voyelle", 520))
    assert hoarse(s) == [0, 0, 1, 0]


@pytest.mark.rule("vizdibix", "D8", "D10", "D19")
def test_what_is_void_costs_nothing() -> None:
    """A wrong shout after the card was decided; and one that a right shout within 30 ms has beaten."""
    s = laid("E", "O")
    s.hold = 100
    shout(s, 1, "consonne", 540, at=500)
    shout(s, 2, "suite", 560, at=550)
    wait(s, "turn/close")
    assert hoarse(s) == [0, 1, 0, 0]
    s = laid("E", "O")
    decide(s, (1, "consonne", 500), (3, "voyelle", 520))
    assert (s.scores, hoarse(s)) == ([0, 0, 0, 2], [0, 0, 0, 0])


@pytest.mark.rule("vizdibix", "D11", "D19")
@pytest.mark.parametrize("kind", KINDS)
def test_on_a_card_that_allows_nothing_a_shout_is_an_error(kind: str) -> None:
    s = laid("E", "T")
    assert all("shout" in names(s, seat) for seat in range(4)), "the buttons say nothing"
    decide(s, (3, kind, 500))
    assert hoarse(s) == [0, 0, 0, 1]


@pytest.mark.rule("vizdibix", "D19")
def test_an_error_may_cost_a_card_instead() -> None:
    """The top card won, else the top card of the pile, unseen, under the middle; and one may shout again."""
    s = after_an_error("card")
    assert (faces(s, "middle"), faces(s, "won:2"), s.scores) == (["yU", "pE", "bO"], [], [0, 0, 0, 0])
    assert seen_in_the_middle(s, 0) == ["bO"]
    turn(s, 1, 600)
    assert hoarse(s) == [0, 0, 0, 0]
    events = decide(s, (2, "consonne", 1_200))
    assert told(events, "fine") == [{"seat": 2}]
    assert (faces(s, "middle"), faces(s, "pile:2")) == (["pT", "yU", "pE", "bO", "yA"], ["pM"])
    moved = [e for e in Door(s, 0b1111).events(events) if e.kind == "move"]
    assert [(e.face, e.target) for e in moved] == [(None, ("middle", 0))], "face down"


@pytest.mark.rule("vizdibix", "D19")
def test_who_has_no_card_to_pay_with_is_hoarse() -> None:
    s = at("middle=pE | pile:0=vT bO | pile:1=vS", players=3, wrong_shout="card")
    do(s, 0, "turn")
    decide(s, (2, "suite", 500))
    assert (hoarse(s), len(s.middle.cards)) == ([0, 0, 1], 2)


@pytest.mark.rule("vizdibix", "D14", "D19")
def test_who_pays_his_last_card_on_his_turn_is_passed_over() -> None:
    s = at("middle=pE | pile:0=vT bO | pile:1=vS | pile:2=vE", players=3, wrong_shout="card")
    do(s, 0, "turn")
    shout(s, 1, "suite", 1_590)
    do(s, 1, "turn", t=1_600)
    wait(s, "turn/close")
    assert (faces(s, "middle"), view(s, 0).active) == (["vS", "pE", "bO"], (2,))
    do(s, 2, "turn")
    assert faces(s, "middle")[-1] == "vE", "at once, for the card is decided"


@pytest.mark.rule("vizdibix", "R14", "D19")
def test_the_last_card_of_all_may_be_paid_for_an_error() -> None:
    s = at("middle=pE | pile:0=bO | pile:1=vS | won:0=yA", players=2, wrong_shout="card")
    do(s, 0, "turn")
    decide(s, (1, "suite", 500))
    assert s.outcome is not None
    assert s.outcome.scores == (1, 0)


@pytest.mark.rule("vizdibix", "D19")
@pytest.mark.parametrize(
    "options", [{"wrong_shout": "free"}, {"letter": True}, {"letter": True, "wrong_shout": "card"}]
)
def test_to_the_letter_an_error_costs_nothing(options: dict[str, Any]) -> None:
    """C20: `letter` restores the booklet's words, whatever the price would be without it."""
    s = laid("E", "O", **options)
    events = decide(s, (2, "consonne", 500))
    assert (told(events, "hoarse"), told(events, "fine"), len(s.middle.cards)) == ([], [], 2)
    turn(s, 1, 600)
    assert hoarse(s) == [0, 0, 0, 0]
    assert all("shout" in names(s, seat) for seat in range(4))


def test_a_wrong_shout_has_its_price_unless_the_table_says_otherwise() -> None:
    s = start(GAME, 2)
    assert (s.options.wrong_shout, s.options.letter) == ("hoarse", False)


@pytest.mark.rule("vizdibix", "R9", "R10", "R11")
@pytest.mark.parametrize(
    ("pair", "kind", "why"),
    [
        ("EO", "voyelle", "two_vowels"),
        ("EO", "consonne", "two_vowels"),
        ("EO", "suite", "no_neighbours"),
        ("BC", "consonne", "two_consonants"),
        ("BC", "voyelle", "two_consonants"),
        ("BC", "suite", "neighbours"),
        ("AB", "voyelle", "one_of_each"),
        ("ZA", "suite", "no_neighbours"),
    ],
)
def test_a_decided_card_says_what_the_two_were(pair: str, kind: str, why: str) -> None:
    events = decide(laid(pair[0], pair[1]), (2, kind, 500))
    assert about(events, "wins") + about(events, "wrong") == [(" ".join(pair), why)]


def test_the_pair_is_told_to_all_and_not_before_the_card_is_decided() -> None:
    s = laid("E", "O")
    assert shout(s, 2, "voyelle", 500) == []
    events = Door(s, s.everyone).events(wait(s, "turn/close"))
    assert [e.data["laid"] for e in events if e.kind == "wins"] == [FACE("E O")]
    assert all("laid" not in e.data for e in Door(s, s.everyone).events(turn(s, 1, 600)))


def test_whoever_shouted_wrongly_is_told_so_himself() -> None:
    (wrong,) = table.told(decide(laid("E", "O"), (2, "consonne", 500)), "wrong")
    assert wrong["vain"] == 1


@pytest.mark.rule("vizdibix", "D15", "D16")
def test_a_table_that_wants_more_time_has_it_here_too() -> None:
    s = laid("E", "O", timers="double")
    assert refused(s, 1, "turn", t=2_999) == "too_early"
    s = last_card(timers="longer")
    wait(s, "last_window/over")
    assert s.now == 7_500


# ---- covered cards, late presses, arrival --------------------------------------------------------------


@pytest.mark.rule("vizdibix", "D10")
@pytest.mark.parametrize(("made", "counts"), [(1_690, True), (1_700, True), (1_701, False)])
def test_a_shout_counts_by_when_it_was_made_not_by_when_it_arrives(made: Millis, counts: bool) -> None:
    s = laid("E", "O")
    s.hold = 400
    do(s, 1, "turn", t=1_700)
    shout(s, 3, "voyelle", 1_900, at=made)
    wait(s, "turn/close")
    assert s.scores == ([0, 0, 0, 2] if counts else [0, 0, 0, 0])
    assert faces(s, "middle") == (["vS"] if counts else ["pE", "bO", "vS"])


@pytest.mark.rule("vizdibix", "D10")
def test_a_shout_after_the_turn_makes_no_tie() -> None:
    s = laid("E", "O")
    s.hold = 400
    shout(s, 2, "voyelle", 1_750, at=1_695)
    do(s, 1, "turn", t=1_760, at=1_700)
    shout(s, 3, "voyelle", 1_770, at=1_710)
    wait(s, "turn/close")
    assert s.scores == [0, 0, 2, 0]


def answer(s: VizdibixState, seat: Seat, kind: str, stimulus: int | None, t: Millis, made: Millis) -> str:
    """The code with which a shout that names this stimulus is refused."""
    before = exact_digest(s)
    try:
        apply(s, Played(t, seat, Move("shout", {"kind": kind}, made, stimulus)))
    except Refused as no:
        assert exact_digest(s) == before, "no gain, no fine, no effect on the newer card"
        return no.code
    return ""


@pytest.mark.rule("vizdibix", "D10")
def test_a_shout_for_a_covered_card_is_void() -> None:
    """The hold is over: the vowels E and O are covered by S, and the shout is not taken for O and S."""
    s = laid("E", "O")
    old = offer(s, 3, "shout").stimulus
    turn(s, 1, 1_500)
    assert answer(s, 3, "voyelle", old, 1_800, 1_490) == "too_late"
    assert answer(s, 3, "voyelle", None, 1_800, 1_800) == "malformed"
    assert "shout" in names(s, 3), "he may still shout on the new card"
    assert answer(s, 3, "voyelle", offer(s, 3, "shout").stimulus, 1_800, 1_700) == ""


@pytest.mark.rule("vizdibix", "D10")
def test_a_shout_for_a_card_already_won_is_void() -> None:
    s = laid("E", "O")
    old = offer(s, 3, "shout").stimulus
    decide(s, (2, "voyelle", 500))
    assert answer(s, 3, "voyelle", old, 700, 560) == "not_your_turn"


@pytest.mark.rule("vizdibix", "D10")
@pytest.mark.parametrize(("made", "counts"), [(5_000, True), (5_001, False)])
def test_the_turn_made_by_the_table_waits_for_timely_shouts_too(made: Millis, counts: bool) -> None:
    s = laid("E", "O")
    s.hold = 300
    shout(s, 3, "voyelle", 5_200, at=made)
    wait(s, "turn/auto")
    assert s.now == 5_300
    assert s.scores[3] == (2 if counts else 0)
    assert faces(s, "middle")[-1] == "vS"


SCENES = {
    "a right shout, then a wrong one, then the turn": (
        [(2, "voyelle", 1_600), (3, "consonne", 1_632), (1, "turn", 1_650)],
        [0, 0, 2, 0],
    ),
    "wrong and right together": (
        [(0, "suite", 1_600), (2, "voyelle", 1_615), (3, "voyelle", 1_631)],
        [0, 0, 2, 0],
    ),
    "a tie before the turn": ([(2, "voyelle", 1_600), (3, "voyelle", 1_630), (1, "turn", 1_640)], [0, 0, 0, 0]),
    "the turn in the middle of a near-tie": (
        [(2, "voyelle", 1_600), (1, "turn", 1_610), (3, "voyelle", 1_620)],
        [0, 0, 2, 0],
    ),
    "the turn first": ([(1, "turn", 1_600), (2, "voyelle", 1_601), (3, "voyelle", 1_602)], [0, 0, 0, 0]),
    "all at the same instant": ([(1, "turn", 1_600), (2, "voyelle", 1_600), (3, "suite", 1_600)], [0, 0, 2, 0]),
}


@pytest.mark.rule("vizdibix", "D10")
@pytest.mark.parametrize("scene", SCENES)
def test_the_order_of_arrival_decides_nothing(scene: str) -> None:
    presses, expected = SCENES[scene]
    ends = set()
    for order in permutations(presses):
        s = laid("E", "O")
        s.hold = 400
        for i, (seat, what, made) in enumerate(order):
            if what == "turn":
                do(s, seat, "turn", t=1_700 + 50 * i, at=made)
            else:
                shout(s, seat, what, 1_700 + 50 * i, at=made)
        wait(s, "turn/close")
        assert s.scores == expected
        assert ("vS" in faces(s, "middle")) == any(what == "turn" for _, what, _ in presses)
        ends.add(exact_digest(s))
    assert len(ends) == 1


def after_lag(
    pair: str, presses: list[tuple[Seat, str, Millis]], lags: list[Millis]
) -> tuple[list[int], list[str]]:
    """The scores and the middle after the next card, when each seat's presses take that long to arrive."""
    s = laid(pair[0], pair[1])
    s.hold = 300
    stimulus = offer(s, 0, "shout").stimulus
    for seat, what, made in sorted(presses, key=lambda p: p[2] + lags[p[0]]):
        arrives = made + lags[seat]
        while len(s.stimuli) == 1 and (due := s.next_alarm()) is not None and due.at < arrives:
            wait(s)
        move = (
            Move("turn", {}, made, stimulus) if what == "turn" else Move("shout", {"kind": what}, made, stimulus)
        )
        with suppress(Refused):
            apply(s, Played(max(arrives, s.now), seat, move))
    while len(s.stimuli) == 1:
        wait(s)
    return s.scores, faces(s, "middle")


@pytest.mark.rule("vizdibix", "D10")
@pytest.mark.parametrize("seed", range(40))
def test_lag_decides_nothing(seed: int) -> None:
    """Random presses around a turn or around the table's own turn, each seat with a random lag up to the hold."""
    pick = QuickPicker(seed)
    start_of_it = (1_500, 4_900, 4_960)[pick.below(3)]
    presses = [(seat, KINDS[pick.below(3)], start_of_it + pick.below(120)) for seat in (0, 2, 3) if pick.below(4)]
    if pick.below(2):
        presses.append((1, "turn", start_of_it + pick.below(120)))
    pair = ("EO", "BC", "AB")[pick.below(3)]
    prompt = after_lag(pair, presses, [0] * 4)
    for _ in range(5):
        assert after_lag(pair, presses, [pick.below(301) for _ in range(4)]) == prompt


@pytest.mark.rule("vizdibix", "D10")
def test_nothing_is_decided_before_the_hold_is_over() -> None:
    s = laid("E", "O")
    s.hold = 250
    shout(s, 2, "voyelle", 500)
    assert s.scores == [0, 0, 0, 0]
    wait(s, "turn/close")
    assert s.now == 500 + 30 + 1 + 250


def test_an_anticipation_is_void_and_locks_out_for_half_a_second() -> None:
    """C14: under 100 ms nobody has seen the card."""
    s = laid("E", "O")
    assert told(shout(s, 2, "voyelle", 99), "anticipation") == [{"seat": 2}]
    assert offer(s, 2, "shout").opens_at == 599
    assert refused(s, 2, "shout", kind="voyelle", t=598) == "too_early"
    decide(s, (2, "voyelle", 599))
    assert s.scores == [0, 0, 2, 0]


def test_100_ms_are_a_reaction() -> None:
    s = laid("E", "O")
    decide(s, (2, "voyelle", 100))
    assert s.scores == [0, 0, 2, 0]


def test_a_lockout_outlasts_the_card() -> None:
    s = laid("E", "O")
    shout(s, 3, "voyelle", 90)
    decide(s, (2, "consonne", 150))
    turn(s, 1, 190)
    assert [offer(s, seat, "shout").opens_at for seat in (0, 1, 3)] == [0, 0, 590]
    shout(s, 1, "suite", 500)
    wait(s, "turn/close")
    turn(s, 2, 700)
    assert offer(s, 3, "shout").opens_at == 0


def test_a_press_before_its_card_was_shown_is_refused() -> None:
    s = laid("E", "O")
    turn(s, 1, 1_500)
    assert answer(s, 3, "voyelle", offer(s, 3, "shout").stimulus, 1_600, s.stimuli[-1] - 1) == "too_early"
