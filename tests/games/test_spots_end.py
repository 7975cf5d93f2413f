"""Spots, rule by rule: solo, the end, what is seen, dice, odds.

Expected results are worked out from the rules.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from msgspec import json, to_builtins

from tablee.arena.match import Match
from tablee.games.spots.chance import bust_chance, keeps, rolls
from tablee.games.spots.data import DOG, TILES
from tablee.games.spots.domains import Assignment
from tablee.games.spots.rules import GAME
from tablee.games.spots.table import (
    BONUS,
    BOX,
    DECK,
    SLOT,
    TOUTOU_DOGS,
    TOUTOU_TREATS,
    TREAT_BOX,
    USED,
    SpotsState,
)
from tablee.games.spots.turn import Choose, Rolled
from tablee.kernel.door import Door, encode
from tablee.kernel.events import Event
from tablee.kernel.outcome import Reason, Result
from tablee.kernel.record import SeatChanged, apply
from tablee.kernel.rng import seed_from
from tests.games.spots import (
    BURY,
    Rolls,
    assign,
    dogs_of,
    domain,
    game,
    grey,
    grey_free,
    lay,
    slot,
    supply,
    trick,
    turn,
    turn_start,
    yard,
)
from tests.games.spots import dice as dice
from tests.table import do, faces, names, start, told, view, wait

# ---- solo ----------------------------------------------------------------------------------------------


def solo(*tiles: str, **options: Any) -> SpotsState:
    s = game(*tiles, players=1, **options)
    lay(s, 0, "Missy 3 4", treats=0)
    return s


def toutou(s: SpotsState, dice: Rolls, die: int) -> list[Event]:
    """The player does nothing much, then T0ut0u rolls this."""
    grey_free_slot = next(i for i in s.available() if s.kind(i).family == "green")
    dice.next((die,))
    do(s, 0, "trick", tile=s.tile(grey_free_slot))
    return wait(s, "toutou/over")


@pytest.mark.rule("spots", "R75", "R76")
def test_solo_the_player_begins_and_toutou_has_one_treat_and_nothing_else() -> None:
    s = start(GAME, 1)
    assert turn(s) == 0
    assert len(s.zones[TOUTOU_TREATS].cards) == 1
    assert s.zones[TOUTOU_DOGS].cards == []
    assert len(s.zones[DECK].cards) == 30
    assert not any(zone.name.startswith("yard:1") for zone in s.zones)


@pytest.mark.rule("spots", "R77", "R78", "R79", "R80")
def test_e16_toutou(dice: Rolls) -> None:
    s = solo()
    bonus = s.zones[BONUS + 2]
    s.move(s.zones[TREAT_BOX].cards[-1], s.zones[TREAT_BOX], bonus)
    top = s.faces[s.zones[DECK].cards[-1]]
    box = len(s.zones[TREAT_BOX].cards)
    events = toutou(s, dice, 3)  # purple, coloured, with a treat: 2 treats, so a dog
    assert told(events, "toutou_turns") == [{"tile": "courir", "count": 1}]
    assert [(line["dogs"], line["count"]) for line in told(events, "toutou_validates")] == [(DOG[top].name, 1)]
    assert faces(s, s.zones[TOUTOU_DOGS]) == [top]
    assert (s.zones[TOUTOU_TREATS].cards, bonus.cards) == ([], [])
    assert len(s.zones[TREAT_BOX].cards) == box + 2 - 1  # the player took one
    assert s.marks[s.tile(2)] == USED
    s.marks.pop(s.tile(3))
    top = s.faces[s.zones[DECK].cards[-1]]
    toutou(s, dice, 3)  # grey now
    assert faces(s, s.zones[TOUTOU_DOGS])[-1] == top
    assert len(s.zones[TOUTOU_DOGS].cards) == 2


@pytest.mark.rule("spots", "R77")
def test_the_solo_die_names_the_tiles(dice: Rolls) -> None:
    for die, name in enumerate(("aboyer", "marcher", "courir", "faire_le_beau", "rattraper", "se_rouler"), 1):
        s = solo()
        dice.next((die,))
        assert s.kind(die - 1).name == name
        events = do(s, 0, "trick", tile=s.tile(3))
        assert told(events, "toutou_rolls")[0]["tile"] == name
        assert view(s).fact("trick") == {"slot": die - 1}, "the tile that glows"


@pytest.mark.rule("spots", "R79", "R82", "D28")
def test_toutou_with_more_treats_at_the_start_validates_on_its_first_turn(dice: Rolls) -> None:
    for at_start, dogs, left in ((0, 0, 0), (1, 0, 1), (2, 1, 0), (3, 1, 1)):
        s = solo(t0ut0u_treats=at_start)
        assert len(s.zones[TOUTOU_TREATS].cards) == at_start
        toutou(s, dice, 1)
        assert len(s.zones[TOUTOU_DOGS].cards) == dogs
        assert len(s.zones[TOUTOU_TREATS].cards) == left


@pytest.mark.rule("spots", "D28", "R65")
def test_toutou_resets_the_tiles_too(dice: Rolls) -> None:
    s = solo()
    grey(s, "aboyer", "marcher", "courir", "se_rouler")
    dice.next((5,))
    do(s, 0, "trick", tile=s.tile(3))  # Rattraper alone is left at the start of T0ut0u's turn
    assert len(s.available()) == 6
    wait(s, "toutou/over")
    assert len(s.zones[TOUTOU_DOGS].cards) == 1  # it takes the treat of the reset: two of them
    assert s.available() == [0, 1, 2, 3, 5]


@pytest.mark.rule("spots", "R81")
def test_toutou_wins_with_six_dogs(dice: Rolls) -> None:
    s = solo()
    for _ in range(5):
        s.move(s.zones[DECK].cards[-1], s.zones[DECK], s.zones[TOUTOU_DOGS])
    grey(s, "marcher")
    toutou(s, dice, 2)
    assert s.outcome is not None
    assert (s.outcome.ranks, s.outcome.detail) == ((2,), "toutou")
    s = solo()
    lay(s, 0, "Missy (3) (4)", done=["Raya", "Momo", "Burt", "Bongo", "Doog"])
    do(s, 0, "validate")
    assert s.outcome is not None
    assert (s.outcome.ranks, s.outcome.result) == ((1,), Result.WINNERS)


@pytest.mark.rule("spots", "D29")
def test_in_wild_solo_the_die_names_the_family(dice: Rolls) -> None:
    s = solo(wild_dogs=True)
    second = s.faces[s.zones[SLOT + 2].cards[-2]]
    top = s.kind(2).name
    dice.next((3,))
    s.marks[s.tile(4)] = USED
    tile = next(i for i in (3,) if s.kind(i).family == "green")
    events: list[Event] = []
    if s.kind(tile).name != "faire_le_mort":
        events = do(s, 0, "trick", tile=s.tile(tile))
    else:
        dice.next((1,), (3,))
        do(s, 0, "trick", tile=s.tile(tile))
        events = assign(s, (1, BURY))
    assert told(events, "toutou_rolls") == [{"value": 3, "tile": top, "roll": s.rolls}]
    wait(s, "toutou/over")
    assert s.marks[s.tile(2)] == USED
    assert s.faces[s.zones[SLOT + 2].cards[-2]] == second


# ---- the end -------------------------------------------------------------------------------------------


@pytest.mark.rule("spots", "D26")
def test_a_trick_ends_however_bold_the_player_is(dice: Rolls) -> None:
    """Every roll puts a die of the supply before the player, so going on always ends."""
    for tile in ("courir", "pourchasser", "sprinter", "s_entasser"):
        for seed in range(20):
            s = start(GAME, 2, seed=seed, starter=0, set="chosen", purple=tile)
            do(s, 0, "trick", tile=s.tile(2))
            for _ in range(400):
                top = s.phases[-1]
                if isinstance(top, Choose) or s.outcome is not None:
                    break
                if isinstance(top, Rolled):
                    do(s, 0, "assign", dice=top.assignment(s).tidiest())
                elif "go" in names(s, 0):
                    do(s, 0, "go")
                else:
                    do(s, 0, "take", die=domain(s, "take", "die").cards[0])
            assert isinstance(s.phases[-1], Choose)


@pytest.mark.rule("spots", "D27", "D31", "R12")
def test_after_the_last_turn_dogs_then_dice_then_treats_decide() -> None:
    for one, other, ranks in (
        ({"done": ["Burt"]}, {"dogs": "Bongo (1) 3"}, (1, 2)),
        ({"dogs": "Missy (3) 4"}, {"dogs": "Bongo 1 3", "treats": 5}, (1, 2)),
        ({"dogs": "Missy (3) 4", "treats": 1}, {"dogs": "Bongo (1) 3", "treats": 2}, (2, 1)),
        ({"dogs": "Missy (3) 4", "treats": 2}, {"dogs": "Bongo (1) 3", "treats": 2}, (1, 1)),
    ):
        s = game(turn_cap=10)
        for seat, has in enumerate((one, other)):
            more: dict[str, Any] = {k: v for k, v in has.items() if k != "dogs"}
            lay(s, seat, str(has.get("dogs", ("Raya 2 3 5", "Momo 3 5 6")[seat])), **more)
        s.turns = [10, 10]
        s.goto(turn_start(0))
        s._settle()
        assert s.outcome is not None
        assert (s.outcome.ranks, s.outcome.reason) == (ranks, Reason.CAP)
    s = game(turn_cap=10)
    s.turns = [10, 9]
    s.goto(turn_start(1))
    s._settle()
    assert s.outcome is None  # the tenth turn of the last seat is still played


@pytest.mark.rule("spots", "D31")
def test_a_decision_that_nobody_takes_is_taken(dice: Rolls) -> None:
    s = game("courir", decision_s=15)
    lay(s, 0, "Missy 3 4", treats=0)
    dice.next((3, 6, 1))
    trick(s, "courir")
    events = wait(s, "rolled/limit")
    assert told(events, "timeout") == [{"seat": 0}]
    assert (dogs_of(s), yard(s)) == (["Missy (3) 4"], [1, 6])
    wait(s, "act/limit")  # an optional step is declined
    assert turn(s) == 1
    wait(s, "choose/limit")
    assert s.turns == [1, 1]
    assert not s.out[1]
    s = game()
    assert s.next_alarm() is None  # no limit as long as the seat is there (C15)
    apply(s, SeatChanged(5_000, 0, True, False))
    due = s.next_alarm()
    assert due is not None
    assert due.at == 65_000


@pytest.mark.rule("spots", "D32")
def test_e19_resigning() -> None:
    s = game(players=3)
    grey_free(s)
    lay(s, 1, "Missy (3) 4", yard=[2], treats=3, done=["Raya", "Momo"])
    s.goto(turn_start(1))
    s._settle()
    dice_before, treats_before = supply(s), len(s.zones[TREAT_BOX].cards)
    do(s, 1, "resign")
    assert supply(s) == dice_before + 2
    assert len(s.zones[TREAT_BOX].cards) == treats_before + 3
    assert (s.cards(1), s.scores[1]) == (0, 0)
    assert {"Missy", "Raya", "Momo"} <= {s.faces[c].split(":")[0] for c in s.zones[BOX].cards}
    order = []
    for _ in range(4):
        order.append(turn(s))
        do(s, turn(s), "trick", tile=s.tile(slot(s, "faire_le_beau")))
        grey_free(s)
    assert order == [2, 0, 2, 0]
    do(s, 2, "resign")
    assert s.outcome is not None
    assert (s.outcome.winners, s.outcome.reason) == ((0,), Reason.RESIGNATION)
    assert s.outcome.ranks == (1, 2, 2)


@pytest.mark.rule("spots", "D32")
def test_resigning_alone_or_against_one_ends_the_game() -> None:
    s = game()
    do(s, 0, "resign")
    assert s.outcome is not None
    assert s.outcome.winners == (1,)
    s = solo()
    do(s, 0, "resign")
    assert s.outcome is not None
    assert (s.outcome.ranks, s.outcome.reason) == ((2,), Reason.RESIGNATION)


# ---- what is seen, dice, odds --------------------------------------------------------------------------


@pytest.mark.rule("spots", "R6")
def test_everything_is_public_but_the_deck_below_its_top() -> None:
    s = start(GAME, 2, wild_dogs=True)
    one, other = view(s, 0), view(s, 1)
    for name in ("pack:0", "yard:1", "tile:2", "tray"):
        assert [c and (c.face, c.mark) for c in one.zone(name).cards] == [
            c and (c.face, c.mark) for c in other.zone(name).cards
        ]
    assert len(one.zone("deck").cards) == 1
    assert len(one.zone("tile:2").cards) == 1


def test_dice_and_treats_never_get_lost_or_doubled() -> None:
    s = start(GAME, 4)
    assert len(s.faces) == 32 + 22 + 40 + 20
    assert not s.stray()
    assert len(TILES) == 22
    assert Counter(t.family for t in TILES) == {"red": 2, "yellow": 5, "purple": 5, "blue": 5, "green": 5}


def test_rolls_are_counted_exactly() -> None:
    assert [len(rolls(n)) for n in (2, 3, 8)] == [21, 56, 1287]
    for n in (1, 2, 3):
        counted = Counter(tuple(sorted(r)) for r in product(range(1, 7), repeat=n))
        assert dict(rolls(n)) == counted


@pytest.mark.parametrize("rule", ["all", "one_number", "two", "total_8", "low_may_go"])
def test_the_chance_of_a_bust_is_that_of_all_throws(rule: Any) -> None:
    """Against a count that knows nothing of multisets: every throw, every subset, every die one by one."""
    free, buried, n = (1, 0, 2, 0, 1, 0), 4, 4
    bad = 0
    for throw in product(range(1, 7), repeat=n):
        allowed = []
        for subset in product((False, True), repeat=n):
            kept = [v for v, k in zip(throw, subset, strict=True) if k]
            gone = [v for v, k in zip(throw, subset, strict=True) if not k]
            fine = {
                "all": not gone,
                "one_number": bool(kept) and len(set(kept)) == 1 and kept[0] not in gone,
                "two": len(kept) == 2,
                "total_8": sum(kept) == 8,
                "low_may_go": all(v < buried for v in gone),
            }[rule]
            if fine:
                allowed.append(kept)
        least = 99
        for kept in allowed or [[]]:
            left, over = list(free), 0
            for v in kept:
                if left[v - 1]:
                    left[v - 1] -= 1
                else:
                    over += v
            least = min(least, over)
        bad += buried + least > 7
    assert bust_chance(n, rule, free, buried) == pytest.approx(bad / 6**n)


def test_odds_are_shown_only_where_the_table_wants_them() -> None:
    s = game("courir")
    assert view(s, 0).fact("odds") == {}
    s = game("courir", show_odds=True)
    lay(s, 0, "Missy 3 4", yard=[6], treats=0)
    odds = view(s, 0).fact("odds")
    assert "faire_le_beau" not in odds  # no die is rolled
    # Two dice with a 3 and a 4 to fill and room for one spot: 3+4, 3 or 4 with a 1, and nothing else is safe.
    assert odds["marcher"] == round(1000 * (1 - (2 + 4) / 36))


def test_the_odds_of_going_on_count_the_free_spaces(dice: Rolls) -> None:
    s = game("courir", show_odds=True)
    lay(s, 0, "Missy 3 4", "Zipper 4 5 6", yard=[5], treats=0)
    dice.next((3, 4, 5))
    trick(s, "courir")
    assign(s, (3, "Missy"), (4, "Missy"), (5, "Zipper"))
    # Free: 4 and 6; room for two spots: only a 3 and a 5 drive the dogs mad.
    assert view(s, 0).fact("odds") == {"go": 333}


def test_an_assignment_lists_every_way_once() -> None:
    domain = Assignment({1: 3, 2: 3, 3: 5}, "spaces:0", ((0, 3), (4, 3), (8, 3), (9, 6)), ((3, 3, 5), (5,)), 0, 7)
    values = [tuple(map(tuple, v)) for v in domain.values()]
    # Both threes: none, one or two of three spaces (1 + 3 + 3); the five fits nowhere. Or the five alone.
    assert len(values) == len(set(values)) == domain.count() == 7 + 1
    assert all(domain.accepts([list(p) for p in v]) for v in values)
    assert domain.tidiest() == [[1, 0], [2, 4], [3, BURY]]


@pytest.mark.parametrize("players", [1, 3])
@pytest.mark.parametrize("tiles", ["caniparc", "parcours_d_agilite", "club_canin", "wild"])
def test_whatever_is_sent_is_plain_json(players: int, tiles: str) -> None:
    """Cards leave as handles, also where a domain or a fact is a map: its keys are strings, never ids."""
    options: dict[str, Any] = {"wild_dogs": True} if tiles == "wild" else {"set": tiles}
    match = Match(GAME, ["random"] * players, seed=seed_from(tiles), options={**options, "show_odds": True})
    sent = set()
    while not match.over and len(match.entries) < 250:
        for viewers in (0, *(1 << seat for seat in range(players)), (1 << players) - 1):
            glimpse = Door(match.state, viewers).glimpse(match.news)
            keys = set(keys_in(to_builtins(glimpse)))
            assert {type(key) for key in keys} == {str}
            assert set(keys_in(json.decode(encode(glimpse)))) == keys
            sent |= {offer.name for offer in glimpse.offers}
        match.step()
    assert {"trick", "assign"} <= sent


def keys_in(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        yield from value
        for inner in value.values():
            yield from keys_in(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from keys_in(inner)


@pytest.mark.parametrize(
    ("rule", "roll", "named", "total", "kept"),
    [
        ("all", (1, 2), 0, 0, {(1, 2)}),
        ("one_number", (1, 2, 2), 0, 0, {(1,), (2, 2)}),
        ("up_to_named", (1, 3, 5), 3, 0, {(1, 3)}),
        ("two", (1, 2, 2), 0, 0, {(1, 2), (2, 2)}),
        ("total_8", (2, 3, 5, 6), 0, 0, {(2, 6), (3, 5)}),
        ("total_8", (5, 5, 6), 0, 0, {()}),
        ("low_may_go", (1, 3, 6), 0, 3, {(3, 6), (1, 3, 6)}),
    ],
)
def test_what_may_be_kept(rule: Any, roll: Any, named: int, total: int, kept: set[Any]) -> None:
    assert set(keeps(rule, roll, named, total)) == kept
