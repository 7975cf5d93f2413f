"""Lipipix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from tablee.games.lipipix.rules import GAME, LipipixState
from tablee.kernel.codec import exact_digest
from tablee.kernel.door import Door
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Millis, Seat
from tablee.pieces.toutilix import ALPHABET, SYMBOL
from tests import heap
from tests.games.lipipix import at, claim, decide, laid
from tests.heap import about, offer, seen_in_the_middle, told, turn, won
from tests.table import do, faces, names, refused, shuffled, start, view, wait

BATCHES: list[dict[str, Any]] = [
    {},
    {"answer": "buzz", "tempo_s": 2, "wrong_claim": "hoarse"},
    {"min_gap_ms": 500, "tempo_s": 5, "timers": "longer", "wrong_claim": "free"},
]
"""Options with which the compiled rules play beside these (tests/side_by_side.py)."""


def batch_choice(s: LipipixState, seat: Seat, named: Mapping[str, int], random: Random) -> int | None:
    """Often the right letters, or nobody would ever win a heap."""
    if not s.right() or random.random() >= 0.5:
        return None
    syllable = next(iter(s.right()))
    endings = (f" first name {syllable[0]}", f" second name {syllable[1]}")
    return next((action for name, action in named.items() if name.endswith(endings)), None)


# ---- the deal ------------------------------------------------------------------------------------------


@pytest.mark.rule("lipipix", "R1")
@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_players(players: int) -> None:
    with pytest.raises(Refused, match="bad_players"):
        start(GAME, players)


@pytest.mark.rule("lipipix", "R2")
def test_the_deck_has_90_letters_7_etoiles_3_petards() -> None:
    count = Counter(SYMBOL[f] for f in start(GAME, 4).faces)
    assert sum(count.values()) == 100
    assert (count["★"], count["✹"], count["E"], count["P"]) == (7, 3, 10, 2)


@pytest.mark.rule("lipipix", "R2")
@pytest.mark.parametrize(("under", "top"), [("pT", "bO"), ("vT", "yO"), ("bT", "vO"), ("pT", "pO")])
def test_colours_do_not_matter(under: str, top: str) -> None:
    s = at(f"middle={under} | pile:0=pS {top} | pile:1=vS", players=2)
    do(s, 0, "flip")
    decide(s, (1, "TO", 500))
    assert s.scores == [0, 2]


@pytest.mark.rule("lipipix", "R3")
@pytest.mark.parametrize(("players", "each", "aside"), [(2, 50, 0), (3, 33, 1), (4, 25, 0)])
def test_all_are_dealt_the_same_number(players: int, each: int, aside: int) -> None:
    s = start(GAME, players)
    assert [len(s.pile(seat).cards) for seat in range(players)] == [each] * players
    assert len(s.zone("aside").cards) == aside
    assert won(s) == [0] * players


@pytest.mark.rule("lipipix", "R4")
def test_nobody_sees_a_pile_not_even_its_owner() -> None:
    s = start(GAME, 3)
    for viewers in ((0,), (1,), (2,), (0, 1, 2)):
        for seat in range(3):
            pile = view(s, *viewers).zone(f"pile:{seat}")
            assert (pile.count, pile.cards) == (33, ())


@pytest.mark.rule("lipipix", "R5")
def test_the_starter_turns_his_top_card_for_all_to_see() -> None:
    order = shuffled(100, "deal")
    s = start(GAME, 4, starter=2, deck={order[99 - 96]: "pK"})  # the 97th card dealt is the last of his 25
    assert view(s, 0).active == (2,)
    assert [names(s, seat) for seat in range(4)] == [set(), set(), {"flip"}, set()]
    do(s, 2, "flip")
    assert faces(s, "middle") == ["pK"]
    assert [seen_in_the_middle(s, seat) for seat in range(4)] == [["pK"]] * 4


@pytest.mark.rule("lipipix", "R6")
def test_the_next_one_clockwise_covers_it() -> None:
    s = at("pile:0=vT bO | pile:1=vS | pile:2=vE | pile:3=vR")
    for seat, card in [(0, "bO"), (1, "vS"), (2, "vE"), (3, "vR"), (0, "vT")]:
        assert view(s, 0).active == (seat,)
        assert all("flip" not in names(s, other) for other in range(4) if other != seat)
        turn(s, seat, s.now + 1_000)
        assert faces(s, "middle")[-1] == card
    assert faces(s, "middle") == ["bO", "vS", "vE", "vR", "vT"]


# ---- syllables -----------------------------------------------------------------------------------------

SYLLABLES = ["PO", "WI", "HA", "TY", "ZE", "QU", "XY"]

NONE = ["OP", "AE", "YA", "ST", "PP", "EE", "YT", "OO"]


@pytest.mark.rule("lipipix", "R7", "R9", "D1")
@pytest.mark.parametrize("pair", SYLLABLES)
def test_a_consonant_covered_by_a_vowel_is_a_syllable(pair: str) -> None:
    """Examples 1 and 3: Y is a vowel, W and H are consonants."""
    s = laid(pair[0], pair[1])
    assert told(decide(s, (2, pair, 500)), "wins") == [
        {"race": "won", "seat": 2, "shout": pair, "count": 2, "ms": 500}
    ]
    assert faces(s, "won:2") == ["p" + pair[0], "b" + pair[1]]
    assert (faces(s, "middle"), s.scores) == ([], [0, 0, 2, 0])


@pytest.mark.rule("lipipix", "R8", "R12", "D1", "D8")
@pytest.mark.parametrize("pair", NONE)
@pytest.mark.parametrize("backwards", [False, True])
def test_nothing_else_is(pair: str, backwards: bool) -> None:
    """Example 2: neither « OP » nor « PO » on O and then P. The mistake changes nothing."""
    s = laid(pair[0], pair[1])
    said = pair[::-1] if backwards else pair
    assert told(decide(s, (2, said, 500)), "wrong") == [{"race": "wrong", "seat": 2, "shout": said, "ms": 500}]
    assert (len(s.middle.cards), s.scores) == (2, [0, 0, 0, 0])


@pytest.mark.rule("lipipix", "R7", "R9")
def test_only_the_two_top_cards_count_and_all_are_won() -> None:
    """Example 4: P, S, T, A."""
    for said, scores in (("TA", [0, 4]), ("SA", [0, 0]), ("PA", [0, 0])):
        s = at("middle=pP pS pT | pile:0=vS bA | pile:1=vS", players=2)
        do(s, 0, "flip")
        decide(s, (1, said, 500))
        assert s.scores == scores


@pytest.mark.rule("lipipix", "R7", "R8")
def test_a_first_card_makes_no_syllable() -> None:
    s = at("pile:0=vT bO | pile:1=vS", players=2)
    do(s, 0, "flip")
    decide(s, (1, "TO", 500))
    assert (s.scores, faces(s, "middle")) == ([0, 0], ["bO"])


@pytest.mark.rule("lipipix", "R10")
def test_whoever_laid_it_may_say_it_and_so_may_the_others() -> None:
    for seat in range(4):
        s = laid("P", "O")
        decide(s, (seat, "PO", 500))
        assert s.scores[seat] == 2


@pytest.mark.rule("lipipix", "R9")
def test_the_first_wins_by_the_time_it_was_said() -> None:
    s = laid("P", "O")
    s.hold = 200
    claim(s, 3, "PO", 600, at=540)
    claim(s, 1, "PO", 610, at=500)
    events = wait(s, "lay/close")
    assert told(events, "wins") == [{"race": "won", "seat": 1, "shout": "PO", "count": 2, "ms": 500}]
    assert told(events, "late") == [{"race": "late", "seat": 3, "shout": "PO", "ms": 540, "behind": 40}]


@pytest.mark.rule("lipipix", "R11", "D10")
@pytest.mark.parametrize(("apart", "winner"), [(0, None), (20, None), (30, None), (31, 0)])
def test_two_within_30_ms_are_a_tie(apart: Millis, winner: Seat | None) -> None:
    """Example 9, first half."""
    s = laid("P", "O")
    s.hold = 100
    claim(s, 0, "PO", 540, at=500)
    claim(s, 2, "PO", 550, at=500 + apart)
    events = wait(s, "lay/close")
    assert [w["seat"] for w in told(events, "wins")] == ([] if winner is None else [winner])
    assert [t["seat"] for t in told(events, "ties")] == ([0, 2] if winner is None else [])
    assert refused(s, 3, "claim", first="P", second="O", t=900) == "not_your_turn", "the syllable is dead"


@pytest.mark.rule("lipipix", "R11")
def test_after_a_tie_the_heap_grows() -> None:
    """Example 9: P, O and a tie; then E on O is no syllable, and three cards lie there."""
    s = at("middle=pP | pile:0=vT bO | pile:1=vS vE | pile:2=vT", players=3)
    do(s, 0, "flip")
    decide(s, (0, "PO", 500), (2, "PO", 520))
    turn(s, 1, 1_000)
    assert faces(s, "middle") == ["pP", "bO", "vE"]
    decide(s, (0, "OE", 1_500))
    assert (len(s.middle.cards), s.scores) == (3, [0, 0, 0])


@pytest.mark.rule("lipipix", "R12", "D8")
def test_a_mistake_kills_the_syllable_for_everybody() -> None:
    """Example 8: « PI », and 200 ms later « PO »."""
    s = laid("P", "O")
    s.hold = 400
    claim(s, 0, "PI", 500)
    claim(s, 2, "PO", 700)
    wait(s, "lay/close")
    assert s.scores == [0, 0, 0, 0]
    assert refused(s, 1, "claim", first="P", second="O", t=950) == "not_offered"
    turn(s, 1, 1_000)
    assert faces(s, "middle") == ["pP", "bO", "vS"]


@pytest.mark.rule("lipipix", "D8")
def test_a_mistake_never_kills_a_newer_syllable() -> None:
    s = at("middle=pO | pile:0=vT bP | pile:1=vS vE | pile:2=vT", players=3, wrong_claim="free")
    do(s, 0, "flip")
    decide(s, (2, "OP", 500))
    turn(s, 1, 1_000)
    assert told(decide(s, (2, "PE", 1_500)), "wins")[0]["count"] == 3


@pytest.mark.rule("lipipix", "D10")
@pytest.mark.parametrize(("wrong", "right", "wins"), [(500, 520, True), (500, 530, True), (500, 531, False)])
def test_a_right_and_a_wrong_claim_within_30_ms(wrong: Millis, right: Millis, wins: bool) -> None:
    s = laid("P", "O")
    s.hold = 100
    claim(s, 1, "OP", 550, at=wrong)
    claim(s, 3, "PO", 560, at=right)
    wait(s, "lay/close")
    assert s.scores == ([0, 0, 0, 2] if wins else [0, 0, 0, 0])


@pytest.mark.rule("lipipix", "D9")
def test_one_claim_per_player_and_card() -> None:
    s = laid("O", "P", wrong_claim="free")
    s.hold = 100
    claim(s, 2, "OP", 500)
    assert refused(s, 2, "claim", first="P", second="O", t=510) == "not_your_turn"
    claim(s, 1, "OP", 520)
    assert names(s, 1) == {"flip"}, "the next player may still turn"
    wait(s, "lay/close")
    turn(s, 1, 1_000)
    assert "claim" in names(s, 1) and "claim" in names(s, 2), "on the next card everybody may again"


@pytest.mark.rule("lipipix", "D11")
def test_a_claim_is_two_letters_whichever() -> None:
    s = laid("P", "O")
    params = offer(s, 2, "claim").params
    assert [list(params[name].values()) for name in ("first", "second")] == [list(ALPHABET)] * 2
    assert refused(s, 2, "claim", first="P", t=500) == "malformed"
    assert refused(s, 2, "claim", first="P", second="★", t=500) == "not_possible"
    assert refused(s, 2, "claim", first="PO", second="O", t=500) == "not_possible"


@pytest.mark.rule("lipipix", "R8", "R12")
@pytest.mark.parametrize(
    ("pair", "syllable", "why"),
    [
        ("PO", "PO", "syllable"),
        ("PO", "PI", "syllable"),
        ("OP", "OP", "vowel_first"),
        ("EO", "EO", "two_vowels"),
        ("ST", "ST", "two_consonants"),
    ],
)
def test_a_decided_card_says_what_the_two_were(pair: str, syllable: str, why: str) -> None:
    events = decide(laid(pair[0], pair[1]), (2, syllable, 500))
    assert about(events, "wins") + about(events, "wrong") == [(" ".join(pair), why)]


def test_on_a_first_card_there_was_nothing_to_say() -> None:
    s = at("pile:0=vT bO | pile:1=vS", players=2)
    do(s, 0, "flip")
    assert about(decide(s, (1, "PO", 500)), "wrong") == [("O", "alone")]


@pytest.mark.rule("lipipix", "R12", "D8")
@pytest.mark.parametrize(("price", "silent"), [("free", []), ("hoarse", [2])])
def test_a_mistake_costs_the_voice_until_the_heap_is_won_or_nothing(price: str, silent: list[Seat]) -> None:
    """R12 to the letter is an option."""
    s = at("middle=pP | pile:0=vT bO | pile:1=vS | pile:2=yA | pile:3=vR", wrong_claim=price)
    do(s, 0, "flip")
    decide(s, (2, "PI", 500))
    assert [seat for seat, is_hoarse in enumerate(view(s, 0).fact("hoarse")) if is_hoarse] == silent
    turn(s, 1, 1_000)
    turn(s, 2, 2_100)
    assert [seat for seat in range(4) if "claim" not in names(s, seat)] == silent
    decide(s, (0, "SA", s.now + 500))
    assert (s.scores[0], view(s, 0).fact("hoarse")) == (4, [0, 0, 0, 0])
    assert start(GAME, 2).options.wrong_claim == "hoarse"


@pytest.mark.rule("lipipix", "D12")
def test_a_table_that_wants_more_time_has_it_between_two_cards_too() -> None:
    s = laid("P", "O", timers="longer")
    assert refused(s, 1, "flip", t=1_499) == "too_early"


# ---- covered cards, late claims ------------------------------------------------------------------------


@pytest.mark.rule("lipipix", "D7")
def test_a_claim_for_a_covered_syllable_is_void() -> None:
    """Example 11: P, O, then S and A; « PO » arrives when A lies there, and « SA » stays live."""
    s = at("middle=pP | pile:0=vT bO | pile:1=vS | pile:2=vA | pile:3=vT")
    do(s, 0, "flip")
    old = offer(s, 3, "claim").stimulus
    assert old is not None
    turn(s, 1, 1_000)
    turn(s, 2, 2_100)
    before = exact_digest(s)
    assert heap.late(s, 3, old, 2_400, 990, first="P", second="O") == "too_late"
    assert exact_digest(s) == before, "no gain, no fine, no effect on the newer card"
    assert told(decide(s, (3, "SA", 2_500)), "wins")[0]["count"] == 4


@pytest.mark.rule("lipipix", "D7")
def test_a_claim_for_a_syllable_already_won_is_void() -> None:
    s = laid("P", "O")
    old = offer(s, 3, "claim").stimulus
    assert old is not None
    decide(s, (2, "PO", 500))
    assert heap.late(s, 3, old, 700, 560, first="P", second="O") == "not_your_turn"
    assert s.scores == [0, 0, 2, 0]


@pytest.mark.rule("lipipix", "D7", "D12")
@pytest.mark.parametrize(("made", "counts"), [(1_690, True), (1_700, True), (1_701, False)])
def test_a_claim_counts_by_when_it_was_made_not_by_when_it_arrives(made: Millis, counts: bool) -> None:
    s = laid("P", "O")
    s.hold = 400
    do(s, 1, "flip", t=1_700)
    claim(s, 3, "PO", 1_900, at=made)
    wait(s, "lay/close")
    assert s.scores == ([0, 0, 0, 2] if counts else [0, 0, 0, 0])
    assert faces(s, "middle") == (["vS"] if counts else ["pP", "bO", "vS"])


@pytest.mark.rule("lipipix", "D10")
def test_an_anticipation_is_void_and_locks_out_for_half_a_second() -> None:
    """C14: under 100 ms nobody has seen the vowel. Whoever is to turn waits as well."""
    s = laid("P", "O", min_gap_ms=500)
    assert told(claim(s, 1, "PO", 99), "anticipation") == [{"seat": 1}]
    assert offer(s, 1, "claim").opens_at == offer(s, 1, "flip").opens_at == 599
    assert refused(s, 1, "claim", first="P", second="O", t=598) == "too_early"
    assert refused(s, 1, "flip", t=598) == "too_early"
    decide(s, (1, "PO", 599))
    assert s.scores == [0, 2, 0, 0]


# ---- étoiles and pétards -------------------------------------------------------------------------------


@pytest.mark.rule("lipipix", "R13", "D3")
def test_an_etoile_wins_the_heap() -> None:
    """Example 5: P, then an étoile by seat 1; seat 2 turns the next card as a first one."""
    s = at("middle=pP | pile:1=vS ★ | pile:2=vE yO | pile:3=vR", seat=1)
    assert told(do(s, 1, "flip"), "etoile") == [{"seat": 1, "count": 2}]
    assert (faces(s, "won:1"), faces(s, "middle"), s.scores) == (["pP", "★"], [], [0, 2, 0, 0])
    assert view(s, 0).active == (2,)
    turn(s, 2, 1_000)
    decide(s, (0, "PO", 1_500))
    assert (s.scores, faces(s, "middle")) == ([0, 2, 0, 0], ["yO"])


def example_6(**options: Any) -> LipipixState:
    s = at(
        "pile:0=vS pP | pile:1=vT vR ✹ | pile:2=vE bO | won:1=yA yE yI yU vL",
        players=3,
        **options,
    )
    do(s, 0, "flip")
    turn(s, 1, 1_000)
    return s


@pytest.mark.rule("lipipix", "R14", "R15", "D4", "D5", "D6")
def test_a_petard_gives_a_card_to_each_and_is_slid_under() -> None:
    """Example 6: of five gains three are left, the heap has three cards with O, and « PO » is live."""
    s = example_6()
    assert won(s) == s.scores == [1, 3, 1]
    assert (faces(s, "won:2"), faces(s, "won:0")) == (["vL"], ["yU"]), "clockwise, from the top"
    assert faces(s, "middle") == ["✹", "pP"]
    assert seen_in_the_middle(s, 0) == ["pP"], "the last card is visible again"
    turn(s, 2, 2_100)
    assert faces(s, "middle") == ["✹", "pP", "bO"]
    assert told(decide(s, (0, "PO", 2_600)), "wins")[0]["count"] == 3
    assert sorted(faces(s, "won:0")) == sorted(["yU", "✹", "pP", "bO"])


@pytest.mark.rule("lipipix", "D4")
def test_without_gains_the_cards_come_from_the_top_of_the_pile_unseen() -> None:
    """Example 7."""
    s = at("pile:0=vS pP | pile:1=vE vT vR ✹ | pile:2=bO", players=3)
    do(s, 0, "flip")
    events = [e for e in Door(s, 0b010).events(turn(s, 1, 1_000)) if e.kind == "move"]
    assert [faces(s, f"won:{seat}") for seat in range(3)] == [["vT"], [], ["vR"]]
    assert s.scores == [1, 0, 1]
    assert faces(s, "pile:1") == ["vE"]
    assert [e.face for e in events if e.target and e.target[0].startswith("won")] == [None, None]


@pytest.mark.rule("lipipix", "D4")
@pytest.mark.parametrize(("pile", "given"), [("", [0, 0, 0, 0]), ("vT", [0, 1, 0, 0]), ("vS vT", [0, 1, 1, 0])])
def test_he_gives_until_he_has_nothing_left(pile: str, given: list[int]) -> None:
    s = at(f"middle=pK | pile:0={pile} ✹ | pile:1=vR")
    do(s, 0, "flip")
    assert won(s) == given


@pytest.mark.rule("lipipix", "D5")
def test_a_petard_on_an_empty_centre_is_the_bottom_of_the_heap() -> None:
    s = at("pile:0=vS ✹ | pile:1=vE pP | pile:2=bO | won:0=yA yE", players=3, wrong_claim="free")
    do(s, 0, "flip")
    assert faces(s, "middle") == ["✹"]
    turn(s, 1, 1_000)
    decide(s, (0, "PO", 1_500))
    assert s.scores == [0, 1, 1], "a first card: no syllable"
    turn(s, 2, 2_000)
    decide(s, (0, "PO", 2_500))
    assert s.scores == [3, 1, 1], "the pétard is won with the heap"


@pytest.mark.rule("lipipix", "D5")
def test_a_vowel_on_a_petard_alone_is_a_first_card() -> None:
    s = at("pile:0=vS ✹ | pile:1=vE bO", players=2)
    do(s, 0, "flip")
    turn(s, 1, 1_000)
    assert told(decide(s, (0, "SO", 1_500)), "wrong")


@pytest.mark.rule("lipipix", "D7", "R15")
def test_a_petard_covers_the_syllable_before_it() -> None:
    s = at("middle=pT | pile:0=vS bA | pile:1=vE ✹ | pile:2=vR", players=3)
    do(s, 0, "flip")
    turn(s, 1, 1_000)
    assert faces(s, "middle") == ["pT", "✹", "bA"]
    assert refused(s, 0, "claim", first="T", second="A", t=1_500) == "not_your_turn"
