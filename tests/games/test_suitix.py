"""Suitix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter
from typing import Any

import pytest

from tablee.arena.proof import check_plays
from tablee.arena.runs import Opening
from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.suitix.rules import GAME, SuitixState
from tablee.kernel.events import Keep
from tablee.kernel.outcome import Reason
from tablee.kernel.units import Seat
from tests.games.suitix import ALPHABET, at, place
from tests.plane import active, kinds, look, told_to, turn, up, well_spread
from tests.table import do, faces, names, refused, start, told, view, wait

PETARDS = (33, 34, 35)

BATCHES: list[dict[str, Any]] = [{}, {"alphabet": "pink", "layout": "board", "show_s": 4, "starter": 1}]
"""Options with which the compiled rules play beside these (tests/side_by_side.py)."""


def try_letters(s: SuitixState, seat: Seat, pair: str) -> bool:
    """Turns two letters; whether he has won them."""
    before = s.scores[seat]
    turn(s, seat, *map(place, pair))
    look(s)
    assert s.scores[seat] in (before, before + 2)
    return s.scores[seat] > before


# ---- the deck and the table ----------------------------------------------------------------------------


@pytest.mark.rule("suitix", "R1", "D2")
@pytest.mark.parametrize(("colour", "sign"), [("", "b"), ("blue", "b"), ("pink", "p")])
def test_one_alphabet_and_the_special_cards(colour: str, sign: str) -> None:
    s = start(GAME, 2, alphabet=colour) if colour else start(GAME, 2)
    assert Counter(faces(s, "plane")) == {**{sign + letter: 1 for letter in ALPHABET}, "★": 7, "✹": 3}
    assert len(s.plane.held()) == 36


@pytest.mark.rule("suitix", "D2")
def test_the_colour_makes_no_difference() -> None:
    for colour in ("blue", "pink"):
        s = start(GAME, 2, alphabet=colour, starter=0)
        laid = faces(s, "plane")
        turn(s, 0, laid.index(f"{colour[0]}K"), laid.index(f"{colour[0]}L"))
        look(s)
        assert s.scores == [2, 0]


@pytest.mark.rule("suitix", "D1")
def test_two_to_six_play() -> None:
    assert [start(GAME, n).n for n in (2, 6)] == [2, 6]
    for players in (1, 7):
        with pytest.raises(Exception, match="bad_players"):
            start(GAME, players)


@pytest.mark.rule("suitix", "R2", "D10")
def test_everybody_has_the_alphabet_before_him() -> None:
    """In fours, as the help card has it; a dot for each letter that lies won, which everybody can see."""
    s = at(gone="JKZ")
    for seats in ((0,), (1,), (2,), ()):
        assert view(s, *seats).fact("alphabet") == "ABCD EFGH I··L MNOP QRST UVWX Y·"
    turn(s, 0, place("I"), place("L"))
    assert view(s, 1).fact("alphabet").startswith("ABCD EFGH I··L")
    look(s)
    assert view(s, 1).fact("alphabet").startswith("ABCD EFGH ···· MNOP")


@pytest.mark.rule("suitix", "R4")
def test_shuffled_and_face_down_in_no_order() -> None:
    assert len({tuple(faces(start(GAME, 2, seed=seed), "plane")) for seed in range(20)}) == 20
    for seed in range(3):
        s = start(GAME, 2, seed=seed)
        cards = view(s, 0).zone("plane").cards
        assert len(cards) == 36
        assert all(c is not None and c.face is None and c.handle is None and c.pose for c in cards)
        assert well_spread(s.plane)
        assert len({c.pose.angle for c in cards if c and c.pose}) > 5


def test_a_chess_board_if_the_table_likes_it_better() -> None:
    s = start(GAME, 2, layout="board")
    rows = {(p.x, p.y, p.angle) for p in s.plane.poses or ()}
    assert rows == {(45 + 90 * x, 45 + 90 * y, 0) for x in range(6) for y in range(6)}
    assert {(p.x, p.y) for p in start(GAME, 2).plane.poses or ()} != {(x, y) for x, y, _ in rows}


@pytest.mark.rule("suitix", "R5", "R10")
def test_the_chosen_starter_begins_and_play_goes_clockwise() -> None:
    s = at(seat=2)
    for seat in (2, 0, 1, 2):
        assert active(s) == (seat,) and names(s, seat) == {"turn"} and names(s, s.after(seat)) == set()
        assert not try_letters(s, seat, "AC")
    assert {active(start(GAME, 3, seed=seed)) for seed in range(20)} == {(0,), (1,), (2,)}


# ---- letters -------------------------------------------------------------------------------------------


@pytest.mark.rule("suitix", "R6", "R7")
def test_one_card_then_a_second_one_that_lies_face_down() -> None:
    s = at()
    turn(s, 0, place("K"))
    assert up(s) == {10: "bK"} == up(s, 1) and active(s) == (0,) and view(s, 0).phase == "second"
    assert refused(s, 0, "turn", place=10) == "not_possible"
    assert list(s.offers(0)[0].params["place"].values()) == [p for p in range(36) if p != 10]
    turn(s, 0, place("M"))
    assert up(s, 1) == {10: "bK", 12: "bM"} and names(s, 0) == set()


@pytest.mark.rule("suitix", "R3", "R7", "R8", "R9", "D10")
@pytest.mark.parametrize("pair", ["KL", "KJ", "AB", "ZY"])
def test_neighbours_are_won_face_up_and_he_plays_again(pair: str) -> None:
    """Example 1: K then L, K then J."""
    s = at()
    assert try_letters(s, 0, pair)
    for seat in range(3):
        won = view(s, seat).zone("won:0")
        assert sorted(c.face or "" for c in won.cards if c) == sorted(f"b{letter}" for letter in pair)
    assert s.scores == [2, 0, 0] and active(s) == (0,) and view(s, 0).phase == "first"
    assert [p for p, face in enumerate(faces(s, "plane")) if face == "·"] == sorted(map(place, pair))


@pytest.mark.rule("suitix", "R10", "D12")
@pytest.mark.parametrize("seconds", [1, 2, 4])
def test_a_miss_is_seen_for_a_while_and_put_back(seconds: int) -> None:
    """Example 1: K then M."""
    s = at() if seconds == 2 else at(show_s=seconds)
    turn(s, 0, place("K"), place("M"))
    assert up(s, 2) == {10: "bK", 12: "bM"}
    events = look(s)
    assert s.now == seconds * 1_000
    assert kinds(told_to(s, events, 1)) == ["turn_down", "turn_down", "misses"]
    assert up(s) == {} and s.scores == [0, 0, 0] and len(s.plane.held()) == 36 and active(s) == (1,)


@pytest.mark.rule("suitix", "R11", "D3")
@pytest.mark.parametrize(
    ("gone", "right", "wrong"),
    [
        ("JL", "IM", "HN"),  # example 2
        ("J", "IL", "HM"),  # example 3: L is still there, so M is not yet right
        ("JI", "HL", "GM"),
        ("LMNOPQ", "JR", "IS"),
    ],
)
def test_letters_that_are_won_are_skipped_on_each_side_by_itself(gone: str, right: str, wrong: str) -> None:
    for letter in right:
        assert try_letters(at(gone=gone), 0, "K" + letter)
        assert try_letters(at(gone=gone), 0, letter + "K")
    for letter in wrong:
        assert not try_letters(at(gone=gone), 0, "K" + letter)


@pytest.mark.rule("suitix", "D4", "R11")
def test_the_alphabet_is_no_circle() -> None:
    """Example 4: with A and B gone only D goes with C; with Y gone X goes with Z, and A does not."""
    assert try_letters(at(gone="AB"), 0, "CD")
    assert not try_letters(at(gone="AB"), 0, "CZ")
    assert try_letters(at(gone="Y"), 0, "ZX")
    assert not try_letters(at(gone="Y"), 0, "ZA")
    assert not try_letters(at(), 0, "AZ") and not try_letters(at(), 0, "ZA")


@pytest.mark.rule("suitix", "D4")
def test_as_long_as_letters_are_left_there_is_a_pair() -> None:
    """In an order that leaves gaps everywhere: to the last pair, an even number of letters is left."""
    s = at(players=2)
    for pair in ("MN", "LO", "AB", "YZ", "KP", "DE", "CF", "XW", "HI", "GJ", "QR", "ST", "UV"):
        assert try_letters(s, 0, pair), pair
    assert sorted(faces(s, "won:0")) == [f"b{letter}" for letter in ALPHABET]


@pytest.mark.rule("suitix", "D5")
@pytest.mark.parametrize("second", [32, 33])
def test_a_special_card_after_a_letter_is_a_miss(second: int) -> None:
    """Example 7: a pétard too, although he owns an unused étoile."""
    s = at(unused="etoiles:0=★")
    turn(s, 0, place("K"), second)
    assert names(s, 0) == set()
    look(s)
    assert up(s) == {} and s.scores == [1, 0, 0] and faces(s, "etoiles:0") == ["★"] and active(s) == (1,)


# ---- étoiles -------------------------------------------------------------------------------------------


@pytest.mark.rule("suitix", "R12", "D6", "D10")
def test_an_etoile_may_be_taken_and_the_next_player_plays() -> None:
    """Example 5."""
    s = at()
    turn(s, 0, 26)
    assert up(s, 1) == {26: "★"} and names(s, 0) == {"take", "search"} and names(s, 1) == set()
    events = do(s, 0, "take")
    assert told(events, "wins") == [{"seat": 0, "count": 1, "total": 1}]
    assert s.scores == [1, 0, 0] and faces(s, "plane")[26] == "·" and active(s) == (1,)
    assert [c.face for c in view(s, 2).zone("etoiles:0").cards if c] == ["★"]


@pytest.mark.rule("suitix", "R13", "D6")
def test_two_etoiles_are_a_pair_and_he_plays_again() -> None:
    """Example 5."""
    s = at()
    turn(s, 0, 26)
    do(s, 0, "search")
    assert up(s, 1) == {26: "★"} and s.scores == [0, 0, 0] and names(s, 0) == {"turn"}
    turn(s, 0, 30)
    look(s)
    assert s.scores == [2, 0, 0] and faces(s, "etoiles:0") == ["★", "★"]
    assert active(s) == (0,) and view(s, 0).phase == "first"


@pytest.mark.rule("suitix", "R14", "D5")
@pytest.mark.parametrize("second", [place("T"), 33])
def test_who_looks_for_another_and_finds_none_must_leave_it(second: int) -> None:
    """Example 5: an étoile, then T; a pétard is no étoile either, even for who owns one."""
    s = at(unused="etoiles:0=★")
    turn(s, 0, 32)
    do(s, 0, "search")
    turn(s, 0, second)
    assert len(up(s, 1)) == 2
    look(s)
    assert up(s) == {} and s.scores == [1, 0, 0] and active(s) == (1,)
    assert faces(s, "plane")[32] == "★"


# ---- pétards -------------------------------------------------------------------------------------------


@pytest.mark.rule("suitix", "R15", "D9")
def test_a_petard_costs_the_turn_and_not_the_next_one() -> None:
    """Example 6: put back; the others play, and then he does again."""
    s = at(seat=1)
    turn(s, 1, 33)
    assert up(s, 0) == {33: "✹"}
    assert told(look(s), "petard") == [{"seat": 1}]
    assert up(s) == {} and s.scores == [0, 0, 0] and faces(s, "plane")[33] == "✹"
    for seat in (2, 0, 1):
        assert active(s) == (seat,)
        try_letters(s, seat, "AC")


@pytest.mark.rule("suitix", "R16", "R17", "D7")
def test_with_an_etoile_the_petard_is_won_once() -> None:
    """Example 6: he plays again; the étoile stays his but is used, and the next pétard is put back."""
    s = at(unused="etoiles:0=★")
    turn(s, 0, 33)
    assert names(s, 0) == set(), "he is not asked"
    events = look(s)
    assert told(events, "etoile_used") == [{"seat": 0}]
    assert told(events, "wins") == [{"seat": 0, "count": 1, "total": 2}]
    assert sorted(faces(s, "won:0")) == ["★", "✹"] and faces(s, "etoiles:0") == []
    assert s.scores == [2, 0, 0] and active(s) == (0,) and view(s, 0).phase == "first"
    turn(s, 0, 34)
    look(s)
    assert s.scores == [2, 0, 0] and faces(s, "plane")[34] == "✹" and active(s) == (1,)


@pytest.mark.rule("suitix", "R16")
def test_the_etoile_of_another_does_not_help() -> None:
    s = at(unused="etoiles:1=★")
    turn(s, 0, 33)
    look(s)
    assert s.scores == [0, 1, 0] and faces(s, "plane")[33] == "✹" and active(s) == (1,)


@pytest.mark.rule("suitix", "D8", "R17")
def test_every_etoile_counts_however_it_was_won() -> None:
    """Two of a pair and one taken alone: three pétards, each étoile once."""
    s = at(players=2)
    turn(s, 0, 26)
    do(s, 0, "search")
    turn(s, 0, 27)
    look(s)
    turn(s, 0, 28)
    do(s, 0, "take")
    try_letters(s, 1, "AC")
    for count, petard in enumerate(PETARDS, 1):
        turn(s, 0, petard)
        look(s)
        assert s.scores == [3 + count, 0] and active(s) == (0,)
        assert len(faces(s, "etoiles:0")) == 3 - count
    assert Counter(faces(s, "won:0")) == {"★": 3, "✹": 3}


# ---- the end -------------------------------------------------------------------------------------------


def nearly_won(left: str, free: int = 0) -> SuitixState:
    """A and B lie on the table with these special cards; S1 owns so many free étoiles, and all the rest is won."""
    stars, petards = 7 - left.count("★") - free, 3 - left.count("✹")
    letters = " ".join(f"b{letter}" for letter in ALPHABET[2:])
    won = f"won:0={letters} | won:1={'★ ' * stars}{'✹ ' * petards}"
    return at(won, unused=f"etoiles:1={'★ ' * free}" if free else "", players=2)


@pytest.mark.rule("suitix", "R18", "D11")
@pytest.mark.parametrize(
    ("left", "free", "goes_on"),
    [
        ("★", 0, False),
        ("★", 1, False),
        ("★✹", 0, True),  # somebody may take the étoile and later the pétard
        ("✹✹", 0, False),
        ("✹✹", 1, True),
        ("★★", 0, True),
        ("", 3, False),
    ],
)
def test_the_game_lasts_as_long_as_something_can_be_won(left: str, free: int, goes_on: bool) -> None:
    """Example 8: what is left on the table when the last letters are won, and who has an étoile for a pétard."""
    s = nearly_won(left, free)
    assert try_letters(s, 0, "AB")
    assert sorted(f for f in faces(s, "plane") if f != "·") == sorted(left)
    assert (s.outcome is None) == goes_on
    if s.outcome is not None:
        assert (s.outcome.reason, s.outcome.detail) == (Reason.RULE, "all_won")


@pytest.mark.rule("suitix", "D11")
def test_the_last_etoile_alone_stays_on_the_table() -> None:
    s = nearly_won("★★")
    try_letters(s, 0, "AB")
    turn(s, 0, faces(s, "plane").index("★"))
    do(s, 0, "take")
    assert s.outcome is not None and faces(s, "plane").count("★") == 1


@pytest.mark.rule("suitix", "D11")
def test_the_last_petard_ends_the_game() -> None:
    s = nearly_won("✹", 1)
    try_letters(s, 0, "AB")
    turn(s, 0, faces(s, "plane").index("✹"))
    look(s)
    assert s.outcome is None and active(s) == (1,)
    turn(s, 1, faces(s, "plane").index("✹"))
    look(s)
    assert s.outcome is not None


@pytest.mark.rule("suitix", "D11")
def test_two_letters_are_enough_to_go_on() -> None:
    most = " ".join(f"b{letter}" for letter in ALPHABET[4:])
    s = at(f"won:0={most} ★ ★ ★ ★ ★ ★ ★ ✹ ✹ ✹", players=2)
    assert try_letters(s, 0, "AB") and s.outcome is None
    assert try_letters(s, 0, "CD") and s.outcome is not None


@pytest.mark.rule("suitix", "R19", "D14")
@pytest.mark.parametrize(
    ("others", "ranks"),
    [((10, 8, 4), (1, 2, 3, 4)), ((14, 4, 4), (1, 1, 3, 3)), ((16, 4, 2), (2, 1, 3, 4))],
)
def test_the_most_cards_win(others: tuple[int, ...], ranks: tuple[int, ...]) -> None:
    """Example 9: 14, 10, 8 and 4; S0 wins his last two with A and B. 14 and 14 share the victory."""
    cards = [*(f"b{letter}" for letter in ALPHABET[2:]), *"★★★★★★★✹✹✹"]
    parts = []
    for seat, count in enumerate((12, *others)):
        parts.append(f"won:{seat}={' '.join(cards[:count])}")
        cards = cards[count:]
    s = at(" | ".join(parts), players=4)
    assert try_letters(s, 0, "AB")
    assert s.outcome is not None and s.outcome.scores == (14, *others) and s.outcome.ranks == ranks


@pytest.mark.rule("suitix", "R18")
@pytest.mark.parametrize("seed", range(5))
def test_at_the_end_no_letter_is_left(seed: int) -> None:
    s = start(GAME, 2 + seed, seed=seed)
    rollout(s, QuickPicker(seed))
    assert s.outcome is not None
    left = Counter(f for f in faces(s, "plane") if f != "·")
    assert sum(s.outcome.scores) == 36 - left.total()
    if s.outcome.reason is Reason.RULE:
        assert not set(left) - {"★", "✹"} and left["★"] < 2 and not (left["★"] and left["✹"])


@pytest.mark.rule("suitix", "D13")
@pytest.mark.parametrize("players", [2, 3])
def test_twenty_rounds_in_which_nothing_is_won_end_the_game(players: int) -> None:
    """Misses and pétards count; a turn in which something was won does not, though it ends with a miss."""
    s = at(players=players)
    for _ in range(20 * players - 1):
        assert not try_letters(s, active(s)[0], "AC")
    winner = active(s)[0]
    assert try_letters(s, winner, "KL") and not try_letters(s, winner, "AC")
    for done in range(20 * players):
        assert s.outcome is None, done
        turn(s, active(s)[0], 33)
        look(s)
    assert s.outcome is not None
    assert (s.outcome.reason, s.outcome.detail) == (Reason.CAP, "idle")
    assert s.outcome.winners == (winner,)


@pytest.mark.rule("suitix", "D13")
def test_an_etoile_taken_is_something_won() -> None:
    s = at(players=2)
    for _ in range(39):
        try_letters(s, active(s)[0], "AC")
    turn(s, 1, 26)
    do(s, 1, "take")
    for done in range(40):
        assert s.outcome is None, done
        try_letters(s, active(s)[0], "AC")
    assert s.outcome is not None


@pytest.mark.rule("suitix", "D16")
@pytest.mark.parametrize("seed", range(4))
def test_random_games_end_within_the_bound(seed: int) -> None:
    """13 pairs of letters, 7 étoiles one by one, 3 pétards: 23 gains. Étoile, search, a card, look: 4 records
    in a turn, 20 × n turns before each gain and after the last."""
    players = 2 + seed
    run = check_plays(Opening(GAME, players, seed, {}, [{}] * players))
    assert run.state.outcome is not None
    assert GAME.bound(players, run.state.options) == 24 * (20 * players + 1) * 4 >= len(run.entries)


# ---- what is seen, and time ----------------------------------------------------------------------------


@pytest.mark.rule("suitix", "R10")
def test_past_turnings_are_not_listed() -> None:
    s = at()
    turn(s, 0, place("K"))
    events = turn(s, 0, place("M")) + look(s)
    for event in told_to(s, events, 1):
        assert event.keep is not Keep.LASTING or not {"face", "place", "card"} & set(event.data)
    assert all(c is None or (c.face is None and c.handle is None) for c in view(s, 1).zone("plane").cards)


@pytest.mark.rule("suitix", "D15")
def test_twenty_seconds_then_a_random_card_is_turned() -> None:
    turned: set[int] = set()
    for seed in range(12):
        s = at(seed=seed)
        assert told(wait(s, "first/limit"), "timeout") == [{"seat": 0}]
        assert s.now == 20_000 and len(up(s)) == 1
        turned |= set(up(s))
        s = at(seed=seed)
        turn(s, 0, place("K"))
        wait(s, "second/limit")
        assert s.now == 20_000 and len(up(s)) == 2 and up(s)[10] == "bK"
    assert len(turned) > 5


@pytest.mark.rule("suitix", "D15")
def test_ten_seconds_for_an_etoile_then_it_is_taken() -> None:
    s = at()
    turn(s, 0, 26)
    assert told(wait(s, "star/limit"), "timeout") == [{"seat": 0}]
    assert s.now == 10_000 and s.scores == [1, 0, 0] and active(s) == (1,)


def test_only_the_listed_times_are_options() -> None:
    with pytest.raises(Exception, match="bad_options"):
        start(GAME, 2, show_s=3)
