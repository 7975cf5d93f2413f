"""Touvavix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter
from typing import Any

import pytest

from tablee.games.touvavix.rules import GAME, STAR
from tablee.kernel.domains import OneOf, Slot
from tablee.kernel.door import Door, encode
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed
from tablee.kernel.units import Seat
from tablee.pieces.toutilix import ALPHABET, SYMBOL
from tests.games.touvavix import PILES, at, decide, etoile, heights, lay, offer, pair, tap, tops, won
from tests.table import do, faces, names, refused, shuffled, start, told, view, wait

BATCHES: list[dict[str, Any]] = [
    {},
    {"gap_ms": 2000, "elsewhere": False, "auto_lay_s": 10, "starter": 1, "timers": "longer"},
]
"""Options with which the compiled rules play beside these (tests/side_by_side.py)."""


# ---- the deal ------------------------------------------------------------------------------------------


@pytest.mark.rule("touvavix", "R1")
def test_all_of_the_100_cards_are_there() -> None:
    count = Counter(SYMBOL[face] for face in start(GAME, 4).faces)
    assert sum(count.values()) == 100
    assert (count["★"], count["✹"], count["E"], count["K"]) == (7, 3, 10, 2)


@pytest.mark.rule("touvavix", "R2", "R3")
@pytest.mark.parametrize("seed", range(30))
def test_a_petard_in_the_middle_and_six_different_letters_around_it(seed: int) -> None:
    s = start(GAME, 2 + seed % 5, seed=seed)
    for viewers in ((0,), (1,), ()):
        seen = view(s, *viewers)
        assert [c.face for c in seen.zone("petard").cards if c] == ["✹"]
        letters = [c.face[-1] for name in STAR for c in seen.zone(name).cards if c and c.face]
        assert len(letters) == len(set(letters)) == 6
        assert set(letters) <= set(ALPHABET)


@pytest.mark.rule("touvavix", "R3", "D1")
def test_what_is_no_new_letter_goes_back_and_is_mixed_in_again() -> None:
    order = shuffled(99, "star")[::-1]
    first = ["pA", "bA", "★", "pB", "✹", "yA", "pC", "pD", "bB", "pE", "pF", "pG"]
    deck = {99: "✹", **dict(zip(order, first, strict=False))}
    s = start(GAME, 2, deck=deck)
    assert [faces(s, name) for name in STAR] == [["pA"], ["pB"], ["pC"], ["pD"], ["pE"], ["pF"]]
    back = [card for card, face in zip(order, first, strict=False) if face in ("bA", "★", "✹", "yA", "bB")]
    rest = [*s.pile(0).cards, *s.pile(1).cards, *s.aside.cards]
    assert set(back) <= set(rest)
    assert len(rest) == 93
    dealt = keyed(s.seed, "deal").shuffled([c for c in order[::-1] if c in set(rest)])
    assert s.pile(s.starter).cards == dealt[::-1][0:92:2], "one by one, after they were mixed again"


@pytest.mark.rule("touvavix", "R4", "D1")
@pytest.mark.parametrize(
    ("players", "each", "aside"), [(2, 46, 1), (3, 31, 0), (4, 23, 1), (5, 18, 3), (6, 15, 3)]
)
def test_the_other_93_are_dealt_the_same_number_to_each(players: int, each: int, aside: int) -> None:
    s = start(GAME, players)
    assert [len(s.pile(seat).cards) for seat in range(players)] == [each] * players
    assert len(s.zone("aside").cards) == aside
    assert won(s) == [0] * players


@pytest.mark.parametrize("players", [1, 7])
def test_fewer_or_more_are_refused(players: int) -> None:
    with pytest.raises(Refused, match="bad_players"):
        start(GAME, players)


@pytest.mark.rule("touvavix", "R5")
def test_nobody_sees_a_pile_not_even_its_owner() -> None:
    s = start(GAME, 3)
    for viewers in ((0,), (1,), (2,), ()):
        for seat in range(3):
            pile = view(s, *viewers).zone(f"pile:{seat}")
            assert (pile.count, pile.cards) == (31, ())


# ---- turns ---------------------------------------------------------------------------------------------


@pytest.mark.rule("touvavix", "R6")
def test_the_starter_begins_and_play_goes_clockwise() -> None:
    s = start(GAME, 4, starter=2)
    assert view(s, 0).active == (2,)
    s = at(PILES, seat=2)
    for i, seat in enumerate((2, 3, 0, 1, 2)):
        assert view(s, 0).active == (seat,)
        assert [seat_ for seat_ in range(4) if "lay" in names(s, seat_)] == [seat]
        lay(s, seat, i, max(s.now, offer(s, seat, "lay").opens_at))


@pytest.mark.rule("touvavix", "R6")
def test_without_a_youngest_the_starter_is_drawn() -> None:
    assert {start(GAME, 4, seed=seed).starter for seed in range(40)} == {0, 1, 2, 3}


@pytest.mark.rule("touvavix", "R7", "D3")
def test_the_place_is_chosen_first_and_all_see_the_card_as_it_lands() -> None:
    s = at("pile:0=vA bK | pile:1=vT")
    domain = offer(s, 0, "lay").params
    assert domain == {"place": Slot("star", list(range(6)))}
    before = encode(Door(s, 1).glimpse())
    assert b"bK" not in before, "not even its owner knows what he lays"
    events = lay(s, 0, 3)
    for viewers in ((0,), (1,), (3,), ()):
        assert [c.face for c in view(s, *viewers).zone("star:3").cards if c] == ["bK"]
        seats = sum(1 << seat for seat in viewers) or 0b1111
        moved = [e for e in Door(s, seats).events(events) if e.kind == "move"]
        assert [(e.face, e.source, e.target) for e in moved] == [("bK", ("pile:0", 1), ("star:3", 1))]


@pytest.mark.rule("touvavix", "R8")
def test_an_empty_place_goes_first() -> None:
    """Example 1, second half: places 0 and 2 are empty, so that 4 is refused."""
    s = pair()
    decide(s, (2, 631))
    assert offer(s, 1, "lay").params == {"place": Slot("star", [0, 2])}
    for place in (1, 3, 4, 5):
        assert refused(s, 1, "lay", place=place, t=1_500) == "not_possible"
    lay(s, 1, 2, 1_500)
    assert tops(s) == "-EISOL"
    assert offer(s, 2, "lay").params == {"place": Slot("star", [0])}


@pytest.mark.rule("touvavix", "R9")
def test_cards_pile_up_and_only_the_top_ones_show() -> None:
    s = at(PILES)
    lay(s, 0, 4)
    lay(s, 1, 4, 1_100)
    assert heights(s) == [1, 1, 1, 1, 3, 1]
    assert faces(s, "star:4") == ["pO", "vA", "yI"]
    for viewers in ((0,), (1,), ()):
        zone = view(s, *viewers).zone("star:4")
        assert (zone.count, [c.face for c in zone.cards if c]) == (3, ["yI"])


# ---- pairs ---------------------------------------------------------------------------------------------


@pytest.mark.rule("touvavix", "R10", "R11")
def test_the_first_to_tap_wins_both_piles_of_a_pair() -> None:
    """Example 1: 2 + 1 cards for seat 2."""
    s = pair()
    events = decide(s, (2, 631))
    assert told(events, "wins") == [{"race": "won", "seat": 2, "shout": "R", "ms": 600, "count": 3}]
    assert s.scores == won(s) == [0, 0, 3, 0]
    assert sorted(faces(s, "won:2")) == ["bR", "pC", "pR"]
    assert tops(s) == "-E-SOL"


@pytest.mark.rule("touvavix", "R11")
def test_winnings_lie_face_up_so_that_the_top_one_shows() -> None:
    s = pair()
    decide(s, (2, 631))
    for viewers in ((0,), (2,), ()):
        zone = view(s, *viewers).zone("won:2")
        assert (zone.count, len(zone.cards)) == (3, 1)
        assert zone.cards[0] is not None and zone.cards[0].face == faces(s, "won:2")[-1]


@pytest.mark.rule("touvavix", "R10")
def test_of_several_taps_the_earliest_wins_whenever_it_arrives() -> None:
    s = pair()
    s.hold = 200
    tap(s, 3, 700, at=640)
    tap(s, 1, 710, at=600)
    events = wait(s, "lay/close")
    assert [e["seat"] for e in told(events, "wins")] == [1]
    assert told(events, "late") == [{"race": "late", "seat": 3, "shout": "petard", "ms": 609}]
    assert s.scores == [0, 3, 0, 0]


@pytest.mark.rule("touvavix", "R12", "D14")
@pytest.mark.parametrize("seat", range(4))
def test_everybody_may_tap_whoever_lays_and_without_cards(seat: Seat) -> None:
    """Seat 0 laid the card, seat 1 is next, seat 2 waits, seat 3 has no cards left."""
    s = at("pile:0=vA bR | pile:1=vT yI | pile:2=yA")
    lay(s, 0, 0)
    decide(s, (seat, 400))
    assert s.scores[seat] == 3


@pytest.mark.rule("touvavix", "R12")
def test_before_the_first_card_too() -> None:
    s = start(GAME, 3)
    assert all("tap" in names(s, seat) for seat in range(3))


@pytest.mark.rule("touvavix", "D2")
@pytest.mark.parametrize("face", ["bR", "vR"])
def test_colours_do_not_matter(face: str) -> None:
    s = at(f"pile:0=vA {face} | pile:1=vT", players=2)
    lay(s, 0, 5)
    assert told(decide(s, (1, 500)), "wins")[0]["count"] == 3


@pytest.mark.rule("touvavix", "D2")
@pytest.mark.parametrize(("top", "laid"), [("★", "★"), ("✹", "✹")])
def test_etoiles_and_petards_make_no_pairs(top: str, laid: str) -> None:
    """The étoile that was just laid counts as an étoile; once it has been caught, two of them are nothing."""
    s = at(f"pile:0=vA {laid} | pile:1=vT", f"{top} pE pR pS pO pL", players=2)
    lay(s, 0, 1)
    if laid == "★":
        decide(s, (1, 500))
        do(s, 1, "pile", place=5)
        lay(s, 1, 5, 1_600)
    assert told(decide(s, (1, 2_100)), "wins") == []
    assert s.star[0].cards and s.star[1].cards


@pytest.mark.rule("touvavix", "D4", "R16")
def test_the_same_letter_on_itself_is_no_pair() -> None:
    """Example 3: seat 1 had won five cards, gives one each to seats 2, 3 and 0, and keeps two."""
    s = at("pile:0=vA bR | pile:1=vT | pile:2=yA | pile:3=yU | won:1=pF pG pH pI pJ")
    lay(s, 0, 2)
    assert tops(s) == "CERSOL"
    events = decide(s, (1, 500))
    assert told(events, "wrong") == [{"race": "wrong", "seat": 1, "shout": "petard", "ms": 469, "gives": 3}]
    assert [faces(s, f"won:{seat}") for seat in range(4)] == [["pH"], ["pF", "pG"], ["pJ"], ["pI"]]
    assert s.scores == [1, 2, 1, 1]
    assert heights(s) == [1, 1, 2, 1, 1, 1]


@pytest.mark.rule("touvavix", "D5")
def test_a_pair_stays_open_until_one_of_its_tops_is_covered() -> None:
    """Example 2."""
    s = at("pile:0=vA bR | pile:1=vU vT | pile:2=yI yA | pile:3=yU")
    lay(s, 0, 0)
    lay(s, 1, 3, 1_100)
    assert tops(s) == "RERTOL"
    twin = s.copy()
    twin.watched = True
    assert told(decide(twin, (3, 1_700)), "wins") == [
        {"race": "won", "seat": 3, "shout": "R", "ms": 1_669, "count": 3}
    ]
    lay(s, 2, 2, 2_300)
    assert tops(s) == "REATOL"
    assert told(decide(s, (3, 2_900)), "wrong")[0]["seat"] == 3


@pytest.mark.rule("touvavix", "D6")
def test_one_tap_wins_the_pair_completed_last_and_the_next_one_the_other() -> None:
    """R is paired first, then S: 3 + 1 cards for the first tap, 2 + 1 for the second."""
    s = at("pile:0=vA bR | pile:1=vU bS | pile:2=yI | pile:3=yU", "pC pE pR pS pO,bO pL")
    lay(s, 0, 0)
    lay(s, 1, 4, 1_100)
    assert tops(s) == "RERSSL"
    events = decide(s, (3, 1_500))
    assert told(events, "wins") == [{"race": "won", "seat": 3, "shout": "S", "ms": 369, "count": 4}]
    assert tops(s) == "RER--L"
    assert told(decide(s, (3, 1_800)), "wins")[0]["count"] == 3
    assert s.scores == [0, 0, 0, 7]


@pytest.mark.rule("touvavix", "D6")
def test_two_taps_in_a_row_win_a_pair_each() -> None:
    s = at("pile:0=vA bR | pile:1=vU bS | pile:2=yI | pile:3=yU", "pC pE pR pS pO pL")
    lay(s, 0, 0)
    lay(s, 1, 4, 1_100)
    s.hold = 100
    tap(s, 2, 1_500)
    tap(s, 3, 1_540)
    events = wait(s)
    assert [(e["seat"], e["shout"]) for e in told(events, "wins")] == [(2, "S"), (3, "R")]


@pytest.mark.rule("touvavix", "D6")
@pytest.mark.parametrize(
    ("star", "place", "taken"),
    [
        ("pR pE bR,vR pS pO pL", 4, (2, 4)),
        ("pR,vR pE bR pS pO pL", 4, (0, 4)),
        ("pR pE bR pS pO pL", 4, (0, 4)),
        ("pR pE bR pS pO pL", 1, (1, 2)),
        ("pR pE bR pS pO pL", 3, (0, 3)),
    ],
)
def test_of_three_alike_the_newest_and_the_bigger_of_the_others(
    star: str, place: int, taken: tuple[int, int]
) -> None:
    """Equal ones: the first clockwise from the newest."""
    s = at("pile:0=vA vR | pile:1=vU", star, players=2)
    lay(s, 0, place)
    before = heights(s)
    decide(s, (1, 500))
    assert s.scores[1] == sum(before[i] for i in taken)
    assert [i for i in range(6) if not s.star[i].cards] == sorted(taken)


# ---- étoiles -------------------------------------------------------------------------------------------


@pytest.mark.rule("touvavix", "R13", "D7")
def test_an_etoile_wins_the_pile_of_ones_choice_and_stays() -> None:
    """Example 4."""
    s = etoile()
    events = decide(s, (3, 500))
    assert told(events, "catches") == [{"race": "won", "seat": 3, "shout": "★", "ms": 469}]
    assert view(s, 0).phase == "choose"
    assert offer(s, 3, "pile").params == {"place": Slot("star", [0, 1, 2, 3, 4, 5])}
    events = do(s, 3, "pile", t=1_000, place=0)
    assert told(events, "takes") == [{"seat": 3, "count": 4}]
    assert s.scores == [0, 0, 0, 4]
    assert tops(s) == "-ERSO★"
    assert (view(s, 0).phase, view(s, 0).active) == ("lay", (1,))


@pytest.mark.rule("touvavix", "D7")
def test_the_pile_with_the_etoile_may_be_chosen_an_empty_one_may_not() -> None:
    s = at("pile:0=vA ★ | pile:1=vT yI | pile:2=yA | pile:3=yU", "- pE - pS pO pL")
    lay(s, 0, 2)
    decide(s, (3, 500))
    assert refused(s, 3, "pile", place=0) == "not_possible"
    do(s, 3, "pile", place=2)
    assert (faces(s, "won:3"), tops(s)) == (["★"], "-E-SOL")


@pytest.mark.rule("touvavix", "D7")
def test_until_he_has_chosen_everybody_waits_and_the_clocks_stand_still() -> None:
    s = etoile()
    decide(s, (3, 500))
    assert [names(s, seat) for seat in range(4)] == [set(), set(), set(), {"pile"}]
    for seat in (0, 1, 2):
        assert refused(s, seat, "tap", target="petard", t=700) == "not_your_turn"
    assert refused(s, 3, "tap", target="petard", t=700) == "not_offered"
    assert refused(s, 1, "lay", place=0, t=2_000) == "not_your_turn"
    do(s, 3, "pile", t=4_531, place=0)  # it took him 4 s
    assert offer(s, 1, "lay").opens_at == 31 + 1_000 + 4_000
    wait(s, "lay/auto")
    assert s.now == 31 + 5_000 + 4_000


@pytest.mark.rule("touvavix", "D7")
def test_a_card_pressed_for_after_the_tap_is_not_laid() -> None:
    s = etoile()
    tap(s, 3, 1_100)
    do(s, 1, "lay", t=1_110, place=2)
    wait(s, "lay/close")
    assert (view(s, 0).phase, tops(s)) == ("choose", "EERSO★")
    do(s, 3, "pile", t=1_500, place=1)
    assert "lay" in names(s, 1), "he lays it afterwards"
    assert tops(s) == "E-RSO★"


@pytest.mark.rule("touvavix", "D7")
@pytest.mark.parametrize(
    ("star", "biggest"), [("pC pE,bE pR,bR,vR pS pO pL", 2), ("pC,bC pE pR,bR pS pO pL,bL", 5)]
)
def test_who_does_not_choose_gets_the_biggest_pile(star: str, biggest: int) -> None:
    """With the étoile on it, the two cards of place 5 are three."""
    s = etoile(star)
    decide(s, (3, 500))
    events = wait(s, "choose/limit")
    assert s.now == 531 + 5_000
    assert told(events, "timeout") == [{"seat": 3}]
    assert s.scores == [0, 0, 0, 3]
    assert not s.star[biggest].cards


@pytest.mark.rule("touvavix", "D7")
def test_an_etoile_can_be_tapped_until_the_next_card_is_laid() -> None:
    s = etoile()
    lay(s, 1, 0, 1_100)
    assert told(decide(s, (3, 1_700)), "wrong") == [
        {"race": "wrong", "seat": 3, "shout": "petard", "ms": 569, "gives": 1}
    ]
    assert tops(s) == "IERSO★"


@pytest.mark.rule("touvavix", "D7")
def test_an_etoile_is_caught_once() -> None:
    s = etoile()
    decide(s, (3, 500))
    do(s, 3, "pile", t=700, place=0)
    assert [names(s, seat) for seat in range(4)] == [set(), {"lay"}, set(), set()]
    assert refused(s, 0, "tap", target="petard", t=900) == "not_your_turn", "void, and no fine"


@pytest.mark.rule("touvavix", "D8")
def test_the_first_tap_takes_the_etoile_the_next_one_the_older_pair() -> None:
    s = at("pile:0=vA bR | pile:1=vU ★ | pile:2=yI | pile:3=yU")
    lay(s, 0, 0)
    lay(s, 1, 5, 1_100)
    s.hold = 100
    tap(s, 2, 1_500)
    tap(s, 3, 1_550)
    events = wait(s)
    assert [e["seat"] for e in told(events, "catches")] == [2]
    assert [e["seat"] for e in told(events, "late")] == [3], "before the choice, the pair cannot be won"
    do(s, 2, "pile", t=1_800, place=4)
    assert told(decide(s, (3, 2_000)), "wins") == [
        {"race": "won", "seat": 3, "shout": "R", "ms": 1_969, "count": 3}
    ]


# ---- pétards, gifts and errors -------------------------------------------------------------------------


@pytest.mark.rule("touvavix", "R14", "R15", "D10")
def test_a_petard_gives_a_card_to_each_from_the_winnings_then_from_the_pile() -> None:
    """Example 5: one card won, twelve in the pile, three others."""
    twelve = "pF pG pH pI pJ pM pN pP pQ pT pU pV"
    s = at(f"pile:0=vA | pile:1={twelve} ✹ | pile:2=yI | won:1=pX | won:2=pZ", seat=1)
    events = lay(s, 1, 3)
    assert told(events, "petard") == [{"seat": 1, "count": 3}]
    assert [faces(s, f"won:{seat}") for seat in range(4)] == [["pU"], [], ["pZ", "pX"], ["pV"]]
    assert len(s.pile(1).cards) == 10
    assert s.scores == [1, 0, 2, 1]


@pytest.mark.rule("touvavix", "R14", "D10")
def test_gifts_come_from_the_top_of_the_winnings() -> None:
    s = at("pile:0=vA ✹ | pile:1=vT | won:0=pF pG pH pI pJ", players=3)
    lay(s, 0, 3)
    assert [faces(s, f"won:{seat}") for seat in range(3)] == [["pF", "pG", "pH"], ["pJ"], ["pI"]]
    assert faces(s, "pile:0") == ["vA"]


@pytest.mark.rule("touvavix", "D10")
@pytest.mark.parametrize(("pile", "given"), [("", [0, 0, 0, 0]), ("pF", [0, 1, 0, 0]), ("pF pG", [0, 1, 1, 0])])
def test_with_nothing_left_he_gives_no_more(pile: str, given: list[int]) -> None:
    s = at(f"pile:0={pile} ✹ | pile:1=vT")
    lay(s, 0, 3)
    assert won(s) == given
    assert faces(s, "pile:0") == []


@pytest.mark.rule("touvavix", "D9")
def test_a_petard_laid_is_a_dead_card_and_the_one_in_the_middle_is_never_won() -> None:
    s = at("pile:0=vA ✹ | pile:1=vU bR | pile:2=yI", players=3)
    lay(s, 0, 3)
    assert tops(s) == "CER✹OL"
    lay(s, 1, 0, 1_100)
    assert offer(s, 2, "tap").params == {"target": OneOf(("petard", *STAR))}
    decide(s, (2, 1_500))
    assert sorted(faces(s, "won:2")) == ["bR", "pC", "pR"]
    assert (faces(s, "petard"), tops(s)) == (["✹"], "-E-✹OL")


@pytest.mark.rule("touvavix", "R16", "D10")
def test_who_taps_wrongly_without_winnings_gives_of_his_pile() -> None:
    s = at(PILES)
    lay(s, 0, 3)
    events = decide(s, (2, 500))
    assert told(events, "wrong")[0]["gives"] == 3
    assert [faces(s, f"won:{seat}") for seat in range(4)] == [["yE"], ["yE"], [], ["yI"]]
    assert faces(s, "pile:2") == []


@pytest.mark.rule("touvavix", "R17")
def test_who_taps_a_card_is_punished_and_the_pair_stays_open() -> None:
    """Example 8. Seat 1 has won nothing, and gives his two cards to seats 2 and 3."""
    s = pair()
    tap(s, 1, 500, "star:3")
    events = wait(s)
    assert told(events, "wrong") == [{"race": "wrong", "seat": 1, "shout": "star:3", "ms": 469, "gives": 2}]
    assert s.scores == [0, 0, 1, 1]
    assert tops(s) == "RERSOL"
    assert told(decide(s, (3, 700)), "wins")[0]["count"] == 3


@pytest.mark.rule("touvavix", "R17")
def test_even_on_a_card_of_the_pair_and_on_an_empty_place() -> None:
    s = pair()
    tap(s, 3, 500, "star:0")
    assert told(wait(s), "wrong")
    decide(s, (2, 700))
    lay(s, 1, 0, 1_100)
    tap(s, 2, 1_500, "star:2")
    assert told(wait(s), "wrong")[0]["shout"] == "star:2"


@pytest.mark.rule("touvavix", "R17")
@pytest.mark.parametrize("target", ["star:3", "elsewhere"])
def test_the_option_lets_nobody_tap_elsewhere(target: str) -> None:
    s = pair(elsewhere=False)
    assert offer(s, 2, "tap").params == {"target": OneOf(("petard",))}
    assert refused(s, 2, "tap", target=target, t=500) == "not_possible"
    assert s.scores == [0, 0, 0, 0]


def test_on_a_shared_screen_each_has_a_buzzer_that_is_the_petard() -> None:
    s = pair(seat_options=[{}, {}, {"shares": True}, {"shares": True}])
    for seat in (2, 3):
        assert offer(s, seat, "tap").params == {"target": OneOf(("petard",))}
    assert told(decide(s, (3, 500)), "wins")[0]["seat"] == 3
