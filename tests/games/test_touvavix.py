"""Touvavix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter
from contextlib import suppress
from itertools import pairwise, permutations
from typing import Any

import pytest

from tablee.bots.bot import Level, Sighting
from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.touvavix.bots import BOT, STYLES
from tablee.games.touvavix.rules import GAME, STAR, LastWindow, Lay, TouvavixState
from tablee.kernel.codec import exact_digest
from tablee.kernel.domains import OneOf, Slot
from tablee.kernel.door import Door, encode
from tablee.kernel.events import Event
from tablee.kernel.moves import Move, Offer
from tablee.kernel.record import Played, SeatChanged, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed
from tablee.kernel.units import Millis, Seat
from tablee.pieces.notation import arrange
from tablee.pieces.toutilix import ALPHABET, SYMBOL
from tests.matches import scores_of_two, whole_game
from tests.table import do, faces, names, refused, shuffled, start, told, view, wait

CEROSL = "pC pE pR pS pO pL"
"""The star of the examples."""
PILES = "pile:0=vA vA vA | pile:1=yA yA yI | pile:2=yE yE yI | pile:3=yO yO yU"
"""Three cards before each of four, of which no two make a pair with the star but the E's."""
BATCHES: list[dict[str, Any]] = [
    {},
    {"gap_ms": 2000, "elsewhere": False, "auto_lay_s": 10, "starter": 1, "timers": "longer"},
]
"""Options with which the compiled rules play beside these (tests/side_by_side.py)."""


def at(piles: str, star: str = CEROSL, *, seat: Seat = 0, players: int = 4, **options: Any) -> TouvavixState:
    """A position in which this seat may lay at once; table time is 0. Places are separated by spaces, the cards of
    a pile by commas from bottom to top, and `-` is an empty place."""
    s = start(GAME, players, starter=0, **options)
    stacks = [cards.replace(",", " ").replace("-", "") for cards in star.split()]
    ring = " | ".join(f"{name}={cards}" for name, cards in zip(STAR, stacks, strict=True))
    arrange(s, f"petard=✹ | {ring} | {piles} | aside=…")
    s.count()
    s.goto(Lay(seat=seat, stimulus=0, opens=0))
    s._settle()
    s.drain()
    return s


def lay(s: TouvavixState, seat: Seat, place: int, t: Millis | None = None) -> list[Event]:
    """A card is laid: it is seen as soon as nothing earlier can arrive."""
    do(s, seat, "lay", t=t, place=place)
    return wait(s)


def tap(
    s: TouvavixState,
    seat: Seat,
    t: Millis,
    target: str = "petard",
    at: Millis | None = None,
    card: int | None = None,
) -> list[Event]:
    return do(s, seat, "tap", t=t, at=at, answers=card, target=target)


def decide(s: TouvavixState, *taps: tuple[Seat, Millis]) -> list[Event]:
    """These taps on the pétard, then what comes of them."""
    for seat, t in taps:
        tap(s, seat, t)
    return wait(s)


def offer(s: TouvavixState, seat: Seat, name: str) -> Offer:
    return next(o for o in s.offers(seat) if o.name == name)


def tops(s: TouvavixState) -> str:
    """The letters that show, place by place."""
    return "".join(SYMBOL[s.faces[zone.cards[-1]]] if zone.cards else "-" for zone in s.star)


def heights(s: TouvavixState) -> list[int]:
    return [len(zone.cards) for zone in s.star]


def won(s: TouvavixState) -> list[int]:
    return [len(s.won(seat).cards) for seat in s.all_seats]


def pair(**options: Any) -> TouvavixState:
    """Example 1: seat 0 has laid bR on place 0, seen from 31 ms on; seat 1 is next."""
    s = at("pile:0=vA bR | pile:1=vT yI | pile:2=yA | pile:3=yU", **options)
    lay(s, 0, 0)
    assert tops(s) == "RERSOL"
    return s


def etoile(star: str = "pC,bC,bD,bE pE pR pS pO pL", **options: Any) -> TouvavixState:
    """Example 4: seat 0 has laid an étoile on place 5; four cards lie on place 0."""
    s = at("pile:0=vA ★ | pile:1=vT yI | pile:2=yA | pile:3=yU", star, **options)
    lay(s, 0, 5)
    return s


# ---- the deal -------------------------------------------------------------------------------------------


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


# ---- turns ----------------------------------------------------------------------------------------------


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


# ---- pairs ----------------------------------------------------------------------------------------------


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


# ---- étoiles --------------------------------------------------------------------------------------------


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


# ---- pétards, gifts and errors --------------------------------------------------------------------------


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


# ---- what a tap answers ---------------------------------------------------------------------------------


@pytest.mark.rule("touvavix", "D11")
def test_a_late_tap_on_a_real_pair_is_no_error() -> None:
    """Example 7."""
    s = pair()
    decide(s, (0, 500))
    before = exact_digest(s)
    assert refused(s, 1, "tap", target="petard", t=831) == "not_offered"
    assert refused(s, 2, "tap", target="petard", t=831) == "not_your_turn"
    assert exact_digest(s) == before


@pytest.mark.rule("touvavix", "D11")
def test_the_next_card_can_be_tapped_again() -> None:
    s = pair()
    decide(s, (0, 500))
    lay(s, 1, 0, 1_100)
    assert told(decide(s, (2, 1_700)), "wrong")[0]["seat"] == 2, "for that card there was nothing to win"


@pytest.mark.rule("touvavix", "D11")
def test_a_tap_for_a_pair_that_the_next_card_has_covered_is_void() -> None:
    """He saw the pair of card 1, not card 2, which covers it; his tap is on its way when card 2 is shown."""
    s = at("pile:0=vA bR | pile:1=vT yI | pile:2=yA | pile:3=yU")
    lay(s, 0, 0)
    lay(s, 1, 2, 1_100)
    assert tops(s) == "REISOL"
    before = exact_digest(s)
    assert refused(s, 3, "tap", target="petard", t=1_200, answers=1) == "too_late"
    assert exact_digest(s) == before
    assert told(decide(s, (3, 1_500)), "wrong"), "who has seen card 2 is wrong"


@pytest.mark.rule("touvavix", "D11", "D5")
def test_a_tap_that_names_the_card_before_wins_what_is_still_open() -> None:
    """Card 2 was laid elsewhere; his screen had not shown it yet."""
    s = at("pile:0=vA bR | pile:1=vT yI | pile:2=yA | pile:3=yU")
    lay(s, 0, 0)
    lay(s, 1, 3, 1_100)
    tap(s, 3, 1_200, at=1_140, card=1)
    assert told(wait(s), "wins") == [{"race": "won", "seat": 3, "shout": "R", "ms": 1_109, "count": 3}]


@pytest.mark.rule("touvavix", "D11", "D6")
def test_a_tap_is_judged_by_what_its_player_had_seen() -> None:
    """Card 2 makes a second pair, of S; who has only seen card 1 taps for R."""
    s = at("pile:0=vA bR | pile:1=vU bS | pile:2=yI | pile:3=yU")
    lay(s, 0, 0)
    lay(s, 1, 4, 1_100)
    assert tops(s) == "RERSSL"
    tap(s, 3, 1_200, at=1_140, card=1)
    assert told(wait(s), "wins")[0]["shout"] == "R"
    assert tops(s) == "-E-SSL"


@pytest.mark.rule("touvavix", "D11")
def test_a_tap_that_names_the_card_before_is_wrong_if_nothing_was_open_since() -> None:
    s = at(PILES)
    lay(s, 0, 5)
    lay(s, 1, 5, 1_100)
    tap(s, 3, 1_200, card=1)
    assert told(wait(s), "wrong")[0]["gives"] == 3


@pytest.mark.rule("touvavix", "D11")
def test_older_cards_and_none_cannot_be_named() -> None:
    s = at(PILES)
    lay(s, 0, 5)
    lay(s, 1, 5, 1_100)
    lay(s, 2, 5, 2_200)
    assert refused(s, 0, "tap", target="petard", t=2_300, answers=1) == "too_late"
    with pytest.raises(Refused, match="malformed"):
        apply(s, Played(2_300, 0, Move("tap", {"target": "petard"}, 2_300)))


@pytest.mark.rule("touvavix", "D11")
def test_each_is_punished_once_for_each_card() -> None:
    s = at("pile:0=vA vT | pile:1=vU vM | pile:2=yI yU | won:2=pF pG pH pI pJ pK pM pN", players=3)
    lay(s, 0, 5)
    decide(s, (2, 500))
    assert s.scores == [1, 1, 6]
    events = decide(s, (2, 800))
    assert told(events, "wrong")[0]["gives"] == 0
    assert s.scores == [1, 1, 6]
    lay(s, 1, 5, 1_100)
    decide(s, (2, 1_700))
    assert s.scores == [2, 2, 4]
    tap(s, 2, 1_900, card=1)
    assert told(wait(s), "wrong")[0]["gives"] == 0, "he has paid for card 2, and for card 1 before it"


@pytest.mark.rule("touvavix", "D11")
def test_who_was_punished_may_still_win() -> None:
    s = pair()
    tap(s, 2, 500, "star:4")
    wait(s)
    decide(s, (2, 800))
    assert s.scores[2] == 3


@pytest.mark.rule("touvavix", "D11")
def test_the_offer_does_not_tell_whether_there_is_a_pair() -> None:
    """To see it is the game: also who has been punished is offered the same."""
    s, blank = pair(), at("pile:0=vA bK | pile:1=vT yI | pile:2=yA | pile:3=yU")
    lay(blank, 0, 0)
    for erring in (False, True):
        if erring:
            for table in (s, blank):
                tap(table, 2, 500, "star:4")
                wait(table)
        for seat in range(4):
            assert s.offers(seat) == blank.offers(seat)


def test_an_anticipation_is_void_and_locks_out_for_half_a_second() -> None:
    """C14: under 100 ms nobody has seen the card."""
    s = pair()
    assert told(tap(s, 2, 130), "anticipation") == [{"seat": 2}]
    assert offer(s, 2, "tap").opens_at == 630
    assert refused(s, 2, "tap", target="petard", t=629) == "too_early"
    decide(s, (2, 630))
    assert s.scores == [0, 0, 3, 0]


def test_a_tap_for_an_older_pair_is_no_anticipation_of_the_new_card() -> None:
    s = at("pile:0=vA bR | pile:1=vT yI | pile:2=yA | pile:3=yU")
    lay(s, 0, 0)
    lay(s, 1, 3, 1_100)
    assert told(decide(s, (3, s.now + 40)), "wins")


@pytest.mark.rule("touvavix", "D12")
def test_two_taps_within_30_ms_win_nothing_for_a_second() -> None:
    """Example 6."""
    s = pair()
    events = decide(s, (0, 500), (2, 520))
    assert [e["seat"] for e in told(events, "ties")] == [0, 2]
    assert (s.scores, tops(s)) == ([0, 0, 0, 0], "RERSOL")
    assert [offer(s, seat, "tap").opens_at for seat in range(4)] == [1_520] * 4
    assert refused(s, 2, "tap", target="petard", t=1_519) == "too_early"
    assert told(decide(s, (2, 1_520)), "wins")[0]["count"] == 3


@pytest.mark.rule("touvavix", "D12")
@pytest.mark.parametrize(("apart", "ties"), [(0, True), (30, True), (31, False)])
def test_a_tie_is_30_ms_wide(apart: Millis, ties: bool) -> None:
    s = pair()
    s.hold = 100
    tap(s, 0, 540, at=500)
    tap(s, 2, 550, at=500 + apart)
    events = wait(s)
    assert bool(told(events, "ties")) == ties
    assert s.scores == ([0, 0, 0, 0] if ties else [3, 0, 0, 0])


@pytest.mark.rule("touvavix", "D12")
def test_a_third_tap_right_after_a_tie_is_void() -> None:
    s = pair()
    s.hold = 200
    tap(s, 0, 500)
    tap(s, 2, 510)
    tap(s, 3, 560)
    events = wait(s)
    assert [e["seat"] for e in told(events, "late")] == [3]
    assert s.scores == [0, 0, 0, 0]


@pytest.mark.rule("touvavix", "D12")
def test_a_tied_etoile_can_be_tapped_again_too_unless_it_is_covered() -> None:
    s = etoile()
    decide(s, (2, 500), (3, 505))
    twin = s.copy()
    twin.watched = True
    assert told(decide(twin, (2, 1_505)), "catches")
    lay(s, 1, 0, 1_100)
    assert told(decide(s, (2, 1_600)), "catches") == []


@pytest.mark.rule("touvavix", "D12")
def test_a_tie_does_not_bar_what_the_next_card_makes() -> None:
    s = at("pile:0=vA bR | pile:1=vU bS | pile:2=yI | pile:3=yU", gap_ms=500)
    lay(s, 0, 0)
    decide(s, (2, 500), (3, 510))
    lay(s, 1, 4, 540)
    assert offer(s, 3, "tap").opens_at == 0
    assert told(decide(s, (3, 900)), "wins")[0]["shout"] == "S"
    assert told(decide(s, (3, 1_100)), "late"), "the pair of R is still barred"
    assert told(decide(s, (3, 1_510)), "wins")[0]["shout"] == "R"


@pytest.mark.rule("touvavix", "D12")
def test_a_right_and_a_wrong_tap_within_30_ms() -> None:
    """C14: the right one wins; the other is an error all the same."""
    s = pair()
    tap(s, 2, 500, "star:2")
    tap(s, 3, 520)
    events = wait(s)
    assert [e["seat"] for e in told(events, "wins")] == [3]
    assert [e["seat"] for e in told(events, "wrong")] == [2]


SCENES: dict[str, tuple[list[tuple[Seat, str, Millis]], list[int], str]] = {
    "the pair is won, then it cannot be covered": (
        [(2, "petard", 1_600), (1, "lay", 1_610)],
        [0, 0, 3, 0],
        "IE-SOL",
    ),
    "it is covered first": ([(1, "lay", 1_600), (2, "petard", 1_601)], [0, 0, 0, 0], "IERSOL"),
    "at the same instant": ([(1, "lay", 1_600), (2, "petard", 1_600)], [0, 0, 3, 0], "IE-SOL"),
    "a tie, then the card": (
        [(2, "petard", 1_600), (3, "petard", 1_620), (1, "lay", 1_640)],
        [0, 0, 0, 0],
        "IERSOL",
    ),
    "one elsewhere, one right": (
        [(2, "star:5", 1_600), (3, "petard", 1_620), (0, "petard", 1_640)],
        [0, 0, 0, 4],
        "-E-SOL",
    ),
}


@pytest.mark.rule("touvavix", "D11")
@pytest.mark.parametrize("scene", SCENES)
def test_the_order_of_arrival_decides_nothing(scene: str) -> None:
    presses, scores, after = SCENES[scene]
    ends = set()
    for order in permutations(presses):
        s = pair()
        s.hold = 400
        for i, (seat, what, made) in enumerate(order):
            if what == "lay":
                do(s, seat, "lay", t=1_700 + 50 * i, at=made, place=0)
            else:
                tap(s, seat, 1_700 + 50 * i, what, at=made)
        wait(s, "lay/close")
        assert (s.scores, tops(s)) == (scores, after)
        ends.add(exact_digest(s))
    assert len(ends) == 1


@pytest.mark.rule("touvavix", "R8")
def test_a_card_pressed_for_before_the_places_became_empty_is_laid_again() -> None:
    """The pair on places 0 and 2 is won at 1600; the card for place 4, made at 1610, must now go elsewhere."""
    s = pair()
    tap(s, 2, 1_600)
    do(s, 1, "lay", t=1_610, place=4)
    wait(s, "lay/close")
    assert (tops(s), view(s, 0).active) == ("-E-SOL", (1,))
    assert offer(s, 1, "lay").params == {"place": Slot("star", [0, 2])}


def after_lag(presses: list[tuple[Seat, str, int, Millis]], lags: list[Millis]) -> tuple[list[int], str]:
    """The scores and the star 4 s after the pair was laid, when each seat's presses take that long to arrive."""
    s = pair()
    s.hold = 300
    for seat, what, place, made in sorted(presses, key=lambda p: p[3] + lags[p[0]]):
        arrives = made + lags[seat]
        while (due := s.next_alarm()) is not None and due.at < arrives:
            wait(s)
        args = {"place": place} if what == "lay" else {"target": what}
        with suppress(Refused):
            apply(s, Played(max(arrives, s.now), seat, Move(what if what == "lay" else "tap", args, made, 1)))
    while (due := s.next_alarm()) is not None and due.at < 4_000:
        wait(s)
    return s.scores, tops(s)


@pytest.mark.rule("touvavix", "D11")
@pytest.mark.parametrize("seed", range(40))
def test_lag_decides_nothing(seed: int) -> None:
    """Random presses around a card, each seat with a random lag up to the hold."""
    pick = QuickPicker(seed)
    presses = [
        (seat, ("petard", "petard", "star:1")[pick.below(3)], 0, 1_500 + pick.below(120))
        for seat in (0, 2, 3)
        if pick.below(4)
    ]
    if pick.below(2):
        presses.append((1, "lay", pick.below(6), 1_500 + pick.below(120)))
    prompt = after_lag(presses, [0] * 4)
    for _ in range(5):
        assert after_lag(presses, [pick.below(301) for _ in range(4)]) == prompt


def test_a_tap_after_the_card_is_judged_after_it() -> None:
    """Card 2 is laid elsewhere at 1600, the tap made at 1610 names card 1: the pair is still open."""
    s = pair()
    s.hold = 400
    do(s, 1, "lay", t=1_700, at=1_600, place=3)
    tap(s, 2, 1_750, at=1_610)
    wait(s, "lay/close")
    assert (s.scores, tops(s)) == ([0, 0, 0, 0], "RERIOL")
    wait(s, "lay/close")
    assert (s.scores, tops(s)) == ([0, 0, 3, 0], "-E-IOL")


# ---- the rhythm -----------------------------------------------------------------------------------------


@pytest.mark.rule("touvavix", "D13")
@pytest.mark.parametrize(("options", "gap"), [({}, 1_000), ({"gap_ms": 500}, 500), ({"gap_ms": 2_000}, 2_000)])
def test_the_gap_between_two_cards(options: dict[str, Any], gap: Millis) -> None:
    s = pair(**options)
    assert offer(s, 1, "lay").opens_at == 31 + gap
    assert refused(s, 1, "lay", place=1, t=30 + gap) == "too_early"
    lay(s, 1, 1, 31 + gap)
    assert tops(s) == "RIRSOL"


@pytest.mark.rule("touvavix", "D13")
@pytest.mark.parametrize(("options", "limit"), [({}, 5_000), ({"auto_lay_s": 10}, 10_000)])
def test_a_card_not_laid_is_laid_by_the_table(options: dict[str, Any], limit: Millis) -> None:
    s = pair(**options)
    events = wait(s, "lay/auto")
    assert s.now == 31 + limit
    assert told(events, "timeout") == [{"seat": 1}]
    assert sum(heights(s)) == 8
    assert view(s, 0).active == (2,)


@pytest.mark.rule("touvavix", "D13")
def test_the_table_lays_on_the_first_empty_place() -> None:
    s = at(PILES, "pC pE - pS - pL")
    wait(s, "lay/auto")
    assert tops(s) == "CEAS-L"
    for seed in range(5):  # all six are empty
        s = at(PILES, "- - - - - -", seed=seed)
        wait(s, "lay/auto")
        assert tops(s) == "A-----"


@pytest.mark.rule("touvavix", "D13")
def test_otherwise_on_a_place_drawn_from_the_seed() -> None:
    def chosen(seed: int) -> int:
        s = start(GAME, 2, seed=seed)
        wait(s, "lay/auto")
        return heights(s).index(2)

    assert {chosen(seed) for seed in range(60)} == set(range(6))
    assert [chosen(seed) for seed in range(5)] == [chosen(seed) for seed in range(5)]


@pytest.mark.rule("touvavix", "D13")
def test_a_tap_in_the_last_moment_comes_before_the_table_lays() -> None:
    s = pair()
    s.hold = 300
    tap(s, 3, 5_200, at=5_031)
    wait(s, "lay/auto")
    assert s.scores == [0, 0, 0, 3]
    assert sum(heights(s)) == 7 - 3 + 1


@pytest.mark.rule("touvavix", "D14")
def test_who_has_no_cards_is_passed_over() -> None:
    s = at("pile:0=vA yI | pile:3=yU yA")
    lay(s, 0, 5)
    assert view(s, 0).active == (3,)
    lay(s, 3, 5, 1_100)
    assert view(s, 0).active == (0,)


@pytest.mark.rule("touvavix", "D14", "R16")
def test_who_has_given_away_his_last_card_is_passed_over() -> None:
    """Seat 1 is to lay his only card, taps wrongly, and gives it to seat 2. The gap goes on."""
    s = at("pile:0=vA yI | pile:1=yU | pile:2=yE | pile:3=yA")
    lay(s, 0, 5)
    decide(s, (1, 500))
    assert (won(s), faces(s, "pile:1")) == ([0, 0, 1, 0], [])
    assert view(s, 0).active == (2,)
    assert offer(s, 2, "lay").opens_at == 1_031


@pytest.mark.rule("touvavix", "D14")
def test_a_card_given_away_is_no_longer_laid() -> None:
    s = at("pile:0=vA yI | pile:1=yU | pile:2=yE | pile:3=yA")
    lay(s, 0, 5)
    tap(s, 1, 1_100)
    do(s, 1, "lay", t=1_110, place=0)
    wait(s)
    assert (tops(s), view(s, 0).active) == ("CERSOI", (2,))


def test_who_gave_his_last_card_while_another_chose_is_passed_over_afterwards() -> None:
    s = at("pile:0=vA ★ | pile:1=yU | pile:2=yE | pile:3=yA")
    lay(s, 0, 5)
    tap(s, 3, 1_200)
    tap(s, 2, 1_205, "star:1")
    wait(s)
    assert view(s, 0).phase == "choose"
    s.pile(1).cards, rest = [], s.pile(1).cards
    s.aside.cards += rest
    do(s, 3, "pile", place=0)
    assert view(s, 0).active == (3,)


def test_an_absent_player_does_not_stop_the_table_without_limits() -> None:
    """C15: no limit never holds for somebody who is away."""
    s = pair(timers="none")
    assert s.next_alarm() is None
    apply(s, SeatChanged(2_000, 1, human=True, present=False))
    wait(s, "lay/auto")
    assert (s.now, view(s, 0).active) == (62_000, (2,))


# ---- the end --------------------------------------------------------------------------------------------


def last_card(star: str = CEROSL, card: str = "bR", place: int = 0) -> TouvavixState:
    """The last card of all has been laid, seen from 31 ms on."""
    s = at(f"pile:0={card} | won:0=pF | won:1=pG pH | won:2=pI pJ", star, players=3)
    lay(s, 0, place)
    return s


@pytest.mark.rule("touvavix", "R18", "D15")
def test_an_open_pair_has_five_seconds_and_then_belongs_to_nobody() -> None:
    """Example 9."""
    s = last_card()
    assert isinstance(s.phases[-1], LastWindow)
    assert [names(s, seat) for seat in range(3)] == [{"tap"}] * 3
    wait(s, "last_window/over")
    assert s.now == 5_031
    assert s.outcome is not None
    assert s.outcome.scores == (1, 2, 2)
    assert sum(heights(s)) == 7


@pytest.mark.rule("touvavix", "R18")
def test_it_goes_on_as_long_as_there_are_cards_to_turn() -> None:
    s = at("pile:0=vA vT | pile:1=yI", players=2)
    for seat, t in ((0, 0), (1, 1_100), (0, 2_200)):
        assert s.outcome is None
        lay(s, seat, 5, t)
    assert s.outcome is not None, "nothing to turn, nothing to spot"
    assert s.now == 2_231


@pytest.mark.rule("touvavix", "D15")
@pytest.mark.parametrize(("made", "scores"), [(5_031, (4, 2, 2)), (5_032, (1, 2, 2))])
def test_the_last_window_is_five_seconds_long(made: Millis, scores: tuple[int, ...]) -> None:
    s = last_card()
    s.hold = 200
    tap(s, 0, 5_150, at=made)
    wait(s, "last_window/over")
    assert s.outcome is not None
    assert s.outcome.scores == scores


@pytest.mark.rule("touvavix", "D15")
def test_each_tap_that_leaves_another_pair_gives_it_five_seconds() -> None:
    """S is paired last; then the pair of E's that lay there before has its own time."""
    s = last_card("pC bE pE pS pO pL", "bS", 0)
    decide(s, (1, 4_000))
    assert (s.outcome, tops(s)) == (None, "-EE-OL")
    wait_twin = s.copy()
    decide(s, (2, 8_900))
    assert s.outcome is not None
    assert s.outcome.scores == (1, 5, 4)
    wait(wait_twin, "last_window/over")
    assert wait_twin.now == 4_031 + 5_000


@pytest.mark.rule("touvavix", "D15")
def test_a_last_etoile_is_chosen_for_and_leaves_the_pair_its_time() -> None:
    s = last_card("pC bE pE pS pO pL", "★", 0)
    decide(s, (1, 4_000))
    do(s, 1, "pile", t=6_000, place=5)
    assert s.outcome is None
    wait(s, "last_window/over")
    assert s.now == 11_000
    assert s.outcome is not None
    assert s.outcome.scores == (1, 3, 2)


@pytest.mark.rule("touvavix", "D15")
def test_a_last_etoile_alone_ends_the_game_when_it_is_chosen_for() -> None:
    s = last_card(CEROSL, "★", 0)
    decide(s, (1, 4_000))
    do(s, 1, "pile", t=6_000, place=0)
    assert s.outcome is not None
    assert s.outcome.scores == (1, 4, 2)


@pytest.mark.rule("touvavix", "D15")
def test_an_error_in_the_last_window_costs_and_spoils_nothing() -> None:
    s = last_card()
    tap(s, 2, 500, "star:4")
    wait(s, "last_window/close")
    assert (s.scores, s.outcome) == ([2, 3, 0], None)
    decide(s, (2, 4_900))
    assert s.outcome is not None
    assert s.outcome.scores == (2, 3, 3)


@pytest.mark.rule("touvavix", "D15")
def test_a_tie_in_the_last_window_leaves_what_is_left_of_it() -> None:
    s = last_card()
    decide(s, (0, 500), (1, 510))
    assert s.outcome is None
    decide(s, (1, 1_510))
    assert s.outcome is not None
    assert s.outcome.scores == (1, 5, 2)


@pytest.mark.rule("touvavix", "R19", "D16")
def test_the_most_cards_win_and_ties_share() -> None:
    s = last_card()
    wait(s, "last_window/over")
    assert s.outcome is not None
    assert (s.outcome.ranks, s.outcome.winners, s.outcome.detail) == ((3, 1, 1), (1, 2), "last_card")


@pytest.mark.rule("touvavix", "D17")
@pytest.mark.parametrize("players", [2, 4, 6])
def test_no_card_is_laid_twice(players: int) -> None:
    for seed in range(4):
        s = start(GAME, players, seed=seed)
        s.drain()
        rollout(s, QuickPicker(seed), limit=GAME.bound(players, s.options))
        assert s.outcome is not None
        moves = [e for e in s.events if e.kind == "move"]
        laid = [e.card for e in moves if e.target and e.target[0] in STAR]
        assert len(laid) == len(set(laid)) <= 93
        assert all(e.target and e.target[0].startswith("won:") for e in moves if e.source and e.source[0] in STAR)
        assert not any(s.pile(seat).cards for seat in s.all_seats)


@pytest.mark.rule("touvavix", "D17")
def test_the_bound_holds_for_the_busiest_table() -> None:
    """Everybody taps at every moment, right or wrong, and the table lays the cards."""
    s = start(GAME, 2, timers="double")
    records = 0
    while s.outcome is None:
        due = s.next_alarm()
        tapping = next((seat for seat in s.all_seats if "tap" in names(s, seat)), None)
        if tapping is not None and due is not None and s.now + 200 < due.at:
            tap(s, tapping, max(s.now + 150, offer(s, tapping, "tap").opens_at))
        else:
            wait(s)
        records += 1
    assert records <= GAME.bound(2, s.options)


def test_nobody_taps_without_end_on_one_card() -> None:
    s = at(PILES, timers="none")
    taken = 0
    for t in range(1_000, 60_000, 1_000):
        with suppress(Refused):
            decide(s, (2, t))
            taken += 1
    assert taken == 6


# ---- what is seen ---------------------------------------------------------------------------------------


def test_winning_a_pile_does_not_show_the_covered_cards() -> None:
    s = at("pile:0=vA bR | pile:1=vT | pile:2=yI", "pC,bC pE pR,vM,vR pS pO pL", players=3)
    lay(s, 0, 0)
    events = [e for e in Door(s, 0b001).events(decide(s, (2, 500))) if e.kind == "move"]
    assert sorted(e.face or "" for e in events)[:3] != ["", "", ""], "the top ones are known"
    zone = view(s, 0).zone("won:2")
    assert (zone.count, len(zone.cards)) == (6, 1)


def test_a_press_stays_sealed_until_the_window_closes() -> None:
    s = pair()
    s.hold = 300
    s.now = 600
    before = [encode(Door(s, 1 << seat).glimpse()) for seat in (0, 1, 3)]
    assert tap(s, 2, 600) == []
    assert [encode(Door(s, 1 << seat).glimpse()) for seat in (0, 1, 3)] == before


def test_who_imagines_the_table_does_not_know_what_the_others_have_pressed() -> None:
    s = pair()
    tap(s, 2, 500)
    tap(s, 3, 510)
    twin = s.redeal(3, keyed(s.seed, "imagine"))
    assert [p.seat for p in twin.phases[-1].presses] == [3]  # type: ignore[attr-defined]


# ---- bots -----------------------------------------------------------------------------------------------


def bot_of(s: TouvavixState, seat: Seat, level: Level, label: int = 0) -> BOT:
    return BOT(seat, level, keyed(s.seed, "bot", label))


def test_the_levels_are_those_of_the_rules() -> None:
    assert [(STYLES[level].reacts, STYLES[level].misses, STYLES[level].errs) for level in Level] == [
        (1_800, 0.25, 0.02),
        (1_000, 0.08, 0.007),
        (600, 0.01, 0.001),
    ]


@pytest.mark.parametrize("level", list(Level))
def test_a_bot_reacts_as_quickly_and_misses_as_often_as_its_level(level: Level) -> None:
    times, missed, tries = [], 0, 400
    for i in range(tries):
        s = pair(elsewhere=False)
        plan = bot_of(s, 3, level, i).react(Sighting(s, 3, s.drain()))
        if plan is None:
            missed += 1
        else:
            times.append(plan.at - s.now)
    style = STYLES[level]
    assert abs(sorted(times)[len(times) // 2] / style.reacts - 1) < 0.1
    assert abs(missed / tries - style.misses) < 0.06


def test_a_bot_is_not_distracted_by_a_card_elsewhere_and_forgets_what_is_gone() -> None:
    s = at("pile:0=vA bR | pile:1=vU vT | pile:2=yI yA | pile:3=yU")
    bot = bot_of(s, 3, Level.NORMAL)
    plan = bot.react(Sighting(s, 3, lay(s, 0, 0)))
    assert plan is not None
    do(s, 1, "lay", t=1_100, place=3)
    again = bot.react(Sighting(s, 3, wait(s)))
    assert again is not None
    assert (again.move.name, again.move.answers, again.at) == ("tap", 2, max(plan.at, s.now))
    do(s, 2, "lay", t=2_300, place=2)
    gone = bot.react(Sighting(s, 3, wait(s)))
    assert gone is not None
    assert gone.move.name == "lay", "it is its turn, and the pair is covered"


def test_after_a_tie_bots_do_not_tap_at_the_same_moment_again() -> None:
    s = pair()
    bots = [bot_of(s, seat, Level.STRONG, seat) for seat in (2, 3)]
    for seat, bot in zip((2, 3), bots, strict=True):
        bot.react(Sighting(s, seat, []))
    events = decide(s, (2, 600), (3, 610))
    plans = [bot.react(Sighting(s, seat, events)) for seat, bot in zip((2, 3), bots, strict=True)]
    times = [plan.at for plan in plans if plan is not None]
    assert len(set(times)) == 2
    assert min(times) > 1_610


def test_a_bot_catches_an_etoile_and_takes_the_biggest_pile() -> None:
    s = at("pile:0=vA ★ | pile:1=vT yI | pile:2=yA | pile:3=yU", "pC pE,bE pR,bR,vR pS pO pL")
    bot = bot_of(s, 3, Level.STRONG)
    plan = bot.react(Sighting(s, 3, lay(s, 0, 5)))
    assert plan is not None and plan.move.name == "tap"
    chosen = bot.react(Sighting(s, 3, decide(s, (3, plan.at))))
    assert chosen is not None
    assert chosen.move == Move("pile", {"place": 2})
    do(s, 3, "pile", place=2)
    assert bot.react(Sighting(s, 3, s.drain())) is None, "the étoile is only a card now"


@pytest.mark.parametrize(
    ("level", "star", "places"),
    [
        (Level.BEGINNER, "pC,bC pE pR,bR pS,bS pO,bO pL,bL", {0, 1, 2, 3, 4, 5}),
        (Level.NORMAL, "pC,bC pE pR,bR pS,bS pO,bO pL,bL", {1}),
        (Level.NORMAL, "- pE pR,bR - pO,bO pL,bL", {0, 3}),
        (Level.STRONG, "pC pE pR pK pW ★", {1}),
        (Level.STRONG, "pC pE,bK,bW,pW,bC,bQ,pQ,pJ,bJ,pX,bX pR pK pZ ★", {2}),
    ],
)
def test_where_bots_lay(level: Level, star: str, places: set[int]) -> None:
    """Normal: on the smallest pile. Strong: on the letter that most unseen cards could pair (E before R), but not
    on a big pile."""
    seen = set()
    for i in range(60 if level is Level.BEGINNER else 20):
        s = at("pile:0=vA vT | pile:1=yU", star, players=2)
        plan = bot_of(s, 0, level, i).react(Sighting(s, 0, []))
        assert plan is not None
        if plan.move.name == "lay":
            assert plan.at >= offer(s, 0, "lay").opens_at
            seen.add(plan.move.args["place"])
    assert seen == places


def test_a_wrong_tap_is_made_once() -> None:
    """Of many cards with nothing to win, a beginner taps on about one in fifty, and not again."""
    wrong = 0
    for i in range(600):
        s = at("pile:0=vA vT | pile:1=yU | pile:2=yI", players=3)
        bot = bot_of(s, 2, Level.BEGINNER, i)
        plan = bot.react(Sighting(s, 2, lay(s, 0, 0)))
        if plan is not None:
            wrong += 1
            bot.react(Sighting(s, 2, tap(s, 2, plan.at)))
            assert bot.react(Sighting(s, 2, wait(s))) is None
    assert 3 <= wrong <= 26


@pytest.mark.parametrize("players", [2, 5])
def test_bots_of_all_levels_finish_and_the_record_replays(players: int) -> None:
    levels = [list(Level)[seat % 3] for seat in range(players)]
    match = whole_game(GAME, levels, 3)
    taps = [e.move for e in match.entries if isinstance(e, Played) and e.move.name == "tap"]
    assert taps and all(move.answers is not None for move in taps)


@pytest.mark.parametrize(("weaker", "better"), list(pairwise(Level)))
def test_a_better_bot_wins_more_cards(weaker: Level, better: Level) -> None:
    more, fewer = scores_of_two(GAME, better, weaker, 4)
    assert more > fewer
