"""Hyperspeedix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter
from typing import Any

import pytest

from tablee.bots.bot import Level, Plan, Sighting
from tablee.games.hyperspeedix.bots import BOT
from tablee.games.hyperspeedix.rules import GAME, Claims, Cover, HyperspeedixState, Start
from tablee.kernel.events import Event
from tablee.kernel.moves import Offer
from tablee.kernel.record import HoldSet, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.state import SeatState
from tablee.kernel.units import CardId, Millis, Seat
from tablee.pieces.notation import arrange
from tablee.words import flags
from tablee.words.lexicon import Lexicon
from tests.table import do, faces, names, refused, start, told, view, wait

PILES = "pile:0=pZ bZ pY | pile:1=pX bX bY | pile:2=pW bW pV"


def race(tops: str, *, layer: Seat = 0, players: int = 3, rest: str = PILES, **options: Any) -> HyperspeedixState:
    """These cards are on top of the centre's piles (`pA/bB`: bB on pA); `layer` has laid the last one just now."""
    stacks = [pile.replace("/", " ") for pile in tops.split()]
    s = start(GAME, players, starter=0, piles=options.pop("piles", len(stacks)), **options)
    centre = " | ".join(f"centre:{i}={cards}" for i, cards in enumerate(stacks))
    arrange(s, f"{centre} | {rest} | aside=…")
    s.layer = layer
    s.laid = [s.stimulate() for _ in range(s.options.piles)]
    s.goto(Claims(stimulus=s.stimulate()))
    s._settle()
    s.drain()
    return s


def starting(rest: str, *, seat: Seat = 0, players: int = 3, **options: Any) -> HyperspeedixState:
    """The centre is empty; this seat turns the first card."""
    s = start(GAME, players, starter=0, **options)
    arrange(s, f"{rest} | aside=…")
    s.goto(Start(seat=seat))
    s._settle()
    s.drain()
    return s


def claim(s: HyperspeedixState, seat: Seat, what: str, t: Millis = 3_000, *, known: int = 1) -> None:
    """« slap », « toutilix », or a word."""
    if what in ("slap", "toutilix", "buzz"):
        do(s, seat, what, t=t)
    else:
        do(s, seat, "say", t=t, word=what, known={what: known})


def decide(s: HyperspeedixState, *claims: tuple[Seat, str, Millis]) -> list[Event]:
    for seat, what, t in claims:
        claim(s, seat, what, t)
    return wait(s, "claims/close")


def turn(s: HyperspeedixState, seat: Seat) -> None:
    """The seat turns its starting card, half a second after the one before."""
    do(s, seat, "flip", t=s.now + 500)
    if isinstance(s.phases[-1], Start) and s.phases[-1].presses:
        wait(s, "start/close")


def laid(s: HyperspeedixState) -> list[list[str]]:
    return [faces(s, zone) for zone in s.centre]


def top(s: HyperspeedixState, pile: int) -> CardId:
    return s.centre[pile].cards[-1]


def phase(s: HyperspeedixState) -> str:
    return view(s, 0).phase


def offer(s: HyperspeedixState, seat: Seat, name: str) -> Offer:
    return next(o for o in s.offers(seat) if o.name == name)


# ---- the deal -------------------------------------------------------------------------------------------


@pytest.mark.rule("hyperspeedix", "R1")
@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_players(players: int) -> None:
    with pytest.raises(Refused, match="bad_players"):
        start(GAME, players)


@pytest.mark.rule("hyperspeedix", "R2")
def test_two_alphabets_and_seven_etoiles() -> None:
    count = Counter(start(GAME, 2).faces)
    assert count["★"] == 7
    assert sorted(face for face in count if face != "★") == sorted(
        c + x for c in "pb" for x in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    )
    assert set(count.values()) == {1, 7}


@pytest.mark.rule("hyperspeedix", "R3", "R4")
@pytest.mark.parametrize(("players", "each", "aside"), [(2, 29, 1), (3, 19, 2), (4, 14, 3), (5, 11, 4), (6, 9, 5)])
def test_all_are_dealt_the_same_number_face_down(players: int, each: int, aside: int) -> None:
    s = start(GAME, players)
    assert [len(s.pile(seat).cards) for seat in range(players)] == [each] * players
    assert len(s.aside.cards) == aside
    for viewer in range(players):
        for zone in [f"pile:{seat}" for seat in range(players)] + ["aside"]:
            assert view(s, viewer).zone(zone).cards == (), "nobody looks, not even the owner"


# ---- starting the piles ---------------------------------------------------------------------------------


@pytest.mark.rule("hyperspeedix", "R5", "R6", "R7", "R9")
def test_the_first_player_and_the_two_next_start_three_piles() -> None:
    s = starting("pile:0=bZ bA | pile:1=bY bR | pile:2=bX pE | pile:3=bW bT", players=4)
    for seat in range(3):
        assert view(s, 3).active == (seat,)
        assert [("flip" in names(s, other)) for other in range(4)] == [other == seat for other in range(4)]
        turn(s, seat)
    assert laid(s) == [["bA"], ["bR"], ["pE"]]
    assert phase(s) == "claims"
    assert [view(s, 3).zone(f"centre:{i}").cards[0].face for i in range(3)] == ["bA", "bR", "pE"]  # type: ignore[union-attr]


@pytest.mark.rule("hyperspeedix", "R5")
def test_the_youngest_is_an_option_and_drawn_when_nobody_says() -> None:
    assert view(start(GAME, 5, starter=3), 0).active == (3,)
    assert {view(start(GAME, 3, seed=seed), 0).active for seed in range(12)} == {(0,), (1,), (2,)}


@pytest.mark.rule("hyperspeedix", "R8", "D3")
@pytest.mark.parametrize(("piles", "seats"), [(2, [0, 1]), (3, [0, 1, 0]), (4, [0, 1, 0, 1])])
def test_mini_and_maxi_and_going_round_as_often_as_needed(piles: int, seats: list[Seat]) -> None:
    s = starting("pile:0=bZ bA bB | pile:1=bY bC bD", players=2, piles=piles)
    for seat in seats:
        assert view(s, 0).active == (seat,)
        turn(s, seat)
    assert phase(s) == "claims"
    assert [len(pile) for pile in laid(s)] == [1] * piles


@pytest.mark.rule("hyperspeedix", "R5")
def test_a_card_turns_by_itself_after_two_seconds() -> None:
    s = starting("pile:0=bZ bA | pile:1=bY bR | pile:2=bX pE")
    wait(s, "start/auto")
    assert (s.now, laid(s)) == (2_000, [["bA"], [], []])


@pytest.mark.rule("hyperspeedix", "R18", "D4")
def test_an_etoile_can_be_slapped_while_the_piles_are_started() -> None:
    """Example 6: the second starting card is an étoile; P2 slaps first."""
    s = starting("pile:0=bZ bA | pile:1=bY ★ | pile:2=bX pE")
    turn(s, 0)
    turn(s, 1)
    assert phase(s) == "claims", "the race opens at once, before the third pile"
    events = decide(s, (2, "slap", s.now + 600))
    assert told(events, "wins") == [{"race": "won", "seat": 2, "shout": "slap", "count": 2, "ms": 600}]
    assert (s.scores, laid(s)) == ([0, 0, 2], [[], [], []])
    assert (phase(s), view(s, 0).active) == ("start", (2,)), "and lays the first card of the new piles"


@pytest.mark.rule("hyperspeedix", "R17", "D4")
def test_a_pair_can_be_called_while_the_piles_are_started() -> None:
    s = starting("pile:0=bZ bK | pile:1=bY pK | pile:2=bX pE")
    turn(s, 0)
    turn(s, 1)
    decide(s, (0, "toutilix", s.now + 600))
    assert s.scores == [2, 0, 0]


@pytest.mark.rule("hyperspeedix", "D4", "D6", "D7")
def test_a_word_before_all_piles_exist_is_a_mistake_and_the_next_starting_card_comes() -> None:
    s = starting("pile:0=bZ bA | pile:1=bY ★ | pile:2=bX pE")
    turn(s, 0)
    turn(s, 1)
    events = decide(s, (0, "bar", s.now + 600))
    assert told(events, "wrong") == [{"race": "wrong", "seat": 0, "shout": "BAR", "ms": 600}]
    assert (phase(s), view(s, 0).active) == ("start", (2,))
    turn(s, 2)
    assert laid(s) == [["bA"], ["★"], ["pE"]]


@pytest.mark.rule("hyperspeedix", "D6", "D7")
@pytest.mark.parametrize("what", ["slap", "toutilix", "bar"])
def test_a_false_call_on_a_starting_card_changes_nothing(what: str) -> None:
    s = starting("pile:0=bZ bA | pile:1=bY bR | pile:2=bX pE")
    turn(s, 0)
    claim(s, 2, what, s.now + 400)
    events = wait(s, "start/close")
    assert [e["seat"] for e in told(events, "wrong")] == [2]
    assert names(s, 0) == names(s, 2) == set(), "closed for everybody"
    do(s, 1, "flip", t=s.now + 10)
    assert laid(s) == [["bA"], ["bR"], []]


@pytest.mark.rule("hyperspeedix", "D7")
def test_a_tie_while_the_piles_are_started() -> None:
    s = starting("pile:0=bZ bA | pile:1=bY ★ | pile:2=bX pE")
    turn(s, 0)
    turn(s, 1)
    decide(s, (0, "slap", s.now + 600), (1, "slap", s.now + 620))
    assert s.scores == [0, 0, 0]
    assert (phase(s), view(s, 0).active) == ("start", (2,))


@pytest.mark.rule("hyperspeedix", "D7", "D10")
def test_nobody_slaps_while_the_piles_are_started() -> None:
    s = starting("pile:0=bZ bA | pile:1=bY ★ | pile:2=bX pE")
    turn(s, 0)
    turn(s, 1)
    wait(s, "claims/limit")
    turn(s, 2)
    assert phase(s) == "claims"
    decide(s, (1, "slap", s.now + 600))
    assert s.scores == [0, 3, 0], "the étoile still lies there and can be slapped again"


@pytest.mark.rule("hyperspeedix", "D4")
def test_nothing_can_be_claimed_before_the_first_card() -> None:
    s = starting("pile:0=bZ bA | pile:1=bY bR | pile:2=bX pE")
    assert [names(s, seat) for seat in range(3)] == [{"flip"}, set(), set()]


def test_a_call_made_before_the_next_card_counts_though_it_arrives_after_it() -> None:
    """The flip goes through the same line as the calls."""
    s = starting("pile:0=bZ bA | pile:1=bY bR | pile:2=bX pE")
    apply(s, HoldSet(0, 200))
    turn(s, 0)
    t = s.now
    do(s, 1, "flip", t=t + 500)
    do(s, 2, "slap", t=t + 560, at=t + 480)
    events = wait(s, "start/close")
    assert [e["seat"] for e in told(events, "wrong")] == [2]
    assert laid(s) == [["bA"], ["bR"], []]


# ---- words ----------------------------------------------------------------------------------------------


@pytest.mark.rule("hyperspeedix", "R10", "R11", "D13")
@pytest.mark.parametrize(
    ("tops", "word", "right"),
    [
        ("bA bR pE", "bar", True),  # example 1
        ("bA bR pE", "barbe", False),
        ("bT pA pS", "toi", True),  # example 2
        ("bT pA pS", "tas", False),
        ("pE pA pI", "tout", True),  # example 3
        ("pE pA pI", "tien", False),
        ("bB bN bU", "brun", True),  # example 4
        ("bB bN bU", "bon", False),
        ("bA pB pC", "à", True),  # a word of one letter
        ("bE bT pA", "été", True),  # accents are folded
        ("pE bT bA", "écart", False),
    ],
)
def test_all_the_blue_letters_and_none_of_the_pink_ones(tops: str, word: str, right: bool) -> None:
    s = race(tops)
    events = decide(s, (1, word, 3_000))
    assert s.scores == ([0, 3, 0] if right else [0, 0, 0])
    assert [e["seat"] for e in told(events, "wins" if right else "wrong")] == [1]
    assert phase(s) == ("start" if right else "cover")


@pytest.mark.rule("hyperspeedix", "R9", "D1")
def test_only_top_cards_count_but_covered_ones_are_won_too() -> None:
    s = race("pB/pC/bA bR pE", rest=PILES)
    decide(s, (1, "bac", 3_000))
    assert s.scores == [0, 0, 0], "there is no R in it"
    s = race("pB/pC/bA bR pE", rest=PILES)
    events = decide(s, (1, "bar", 3_000))
    assert told(events, "wins")[0]["count"] == 5, "B may be used: it is covered"
    assert s.scores == [0, 5, 0]
    assert sorted(faces(s, s.won(1))) == ["bA", "bR", "pB", "pC", "pE"]


@pytest.mark.rule("hyperspeedix", "R12", "D2")
def test_cards_won_lie_face_up_and_are_never_played_again() -> None:
    s = race("bA bR pE")
    decide(s, (1, "bar", 3_000))
    assert [card.face for card in view(s, 2).zone("won:1").cards if card] == ["pE"]
    assert len(s.pile(1).cards) == 3, "his pile has not grown"


@pytest.mark.rule("hyperspeedix", "R13")
def test_the_winner_lays_the_first_card_of_the_new_piles() -> None:
    s = race("bA bR pE", layer=0)
    decide(s, (2, "bar", 3_000))
    assert (phase(s), view(s, 0).active) == ("start", (2,))
    turn(s, 2)
    assert laid(s) == [["pV"], [], []]
    assert view(s, 0).active == (0,), "then the one after him"


@pytest.mark.rule("hyperspeedix", "R10")
def test_the_one_who_laid_the_card_may_claim_too() -> None:
    s = race("bA bR pE", layer=0)
    decide(s, (0, "bar", 3_000))
    assert s.scores == [3, 0, 0]


@pytest.mark.rule("hyperspeedix", "D6")
def test_the_first_mistake_closes_the_race_for_everybody() -> None:
    s = race("bA bR pE")
    apply(s, HoldSet(0, 200))
    claim(s, 0, "barbe", 3_000)
    claim(s, 1, "bar", 3_031)
    events = wait(s, "claims/close")
    assert s.scores == [0, 0, 0]
    assert told(events, "late") == [{"race": "late", "seat": 1, "shout": "BAR", "ms": 3_031, "behind": 31}]
    assert refused(s, 2, "say", word="bar") == "not_your_turn"


# ---- TOUTILIX and slap ----------------------------------------------------------------------------------


@pytest.mark.rule("hyperspeedix", "R17", "D5", "D6")
def test_two_identical_letters() -> None:
    """Example 5."""
    s = race("pK bK bO")
    decide(s, (1, "kiosque", 3_000))
    assert (s.scores, phase(s)) == ([0, 0, 0], "cover")
    s = race("pK bK bO")
    events = decide(s, (2, "toutilix", 700))
    assert told(events, "wins") == [{"race": "won", "seat": 2, "shout": "toutilix", "count": 3, "ms": 700}]
    assert (phase(s), view(s, 0).active) == ("start", (2,))


@pytest.mark.rule("hyperspeedix", "R18", "D5", "D6")
def test_an_etoile() -> None:
    s = race("★ bA bR")
    decide(s, (1, "bar", 3_000))
    assert s.scores == [0, 0, 0], "no word wins while an étoile is visible"
    s = race("★ bA bR")
    decide(s, (1, "slap", 700))
    assert s.scores == [0, 3, 0]
    assert view(s, 0).active == (1,)


@pytest.mark.rule("hyperspeedix", "D5")
@pytest.mark.parametrize("what", ["slap", "toutilix"])
def test_an_etoile_and_a_pair_either_call_wins(what: str) -> None:
    s = race("★ bK pK")
    decide(s, (1, what, 700))
    assert s.scores == [0, 3, 0]


@pytest.mark.rule("hyperspeedix", "D5")
def test_two_etoiles_are_no_pair() -> None:
    s = race("★ ★ pK")
    decide(s, (1, "toutilix", 700))
    assert s.scores == [0, 0, 0]


@pytest.mark.rule("hyperspeedix", "D6")
@pytest.mark.parametrize("what", ["slap", "toutilix"])
def test_a_call_without_reason_is_a_mistake_that_costs_no_card(what: str) -> None:
    s = race("bA bR pE")
    events = decide(s, (1, what, 700))
    assert [e["seat"] for e in told(events, "wrong")] == [1]
    assert (s.scores, phase(s)) == ([0, 0, 0], "cover")
    assert [len(s.pile(seat).cards) for seat in range(3)] == [3, 3, 3]


CLAIMS = {"say", "slap", "toutilix"}


def hoarse(s: HyperspeedixState) -> list[int]:
    """Who is hoarse, as all see it."""
    seen = [view(s, seat).fact("hoarse") for seat in s.all_seats]
    assert all(facts == seen[0] for facts in seen)
    return list(seen[0])


@pytest.mark.rule("hyperspeedix", "D6")
@pytest.mark.parametrize("what", ["slap", "toutilix", "barbe"])
def test_a_mistake_costs_the_voice_until_the_cards_are_won(what: str) -> None:
    """P1 errs on A R without E. P0 covers the E with a Y: P1 may not claim, P2 wins all four with « bar »."""
    s = race("bA bR pE", layer=2)
    assert told(decide(s, (1, what, 3_000)), "hoarse") == [{"seat": 1}]
    assert hoarse(s) == [0, 1, 0]
    do(s, 0, "cover", card=top(s, 2))
    assert [names(s, seat) for seat in range(3)] == [CLAIMS, set(), CLAIMS]
    assert refused(s, 1, "slap", t=s.now + 600) == "not_your_turn"
    assert plan(s, 1) is None, "a bot knows it"
    decide(s, (2, "bar", s.now + 3_000))
    assert (s.scores, hoarse(s)) == ([0, 0, 4], [0, 0, 0])
    turn(s, 2)
    assert names(s, 1) == CLAIMS


@pytest.mark.rule("hyperspeedix", "D6", "D7")
def test_a_mistake_on_a_starting_card_costs_the_voice_too() -> None:
    """The étoile that comes next is not for the one who slaps on every card; he still turns his own cards."""
    s = starting("pile:0=bZ bA | pile:1=bY ★ | pile:2=bX pE")
    turn(s, 0)
    claim(s, 1, "slap", s.now + 400)
    wait(s, "start/close")
    assert (hoarse(s), names(s, 1)) == ([0, 1, 0], {"flip"})
    do(s, 1, "flip", t=s.now + 10)
    assert [names(s, seat) for seat in range(3)] == [CLAIMS, set(), CLAIMS]


@pytest.mark.rule("hyperspeedix", "D6", "D12")
def test_a_refused_word_and_a_buzz_without_a_word_cost_the_same() -> None:
    s = race("bA bR pE")
    claim(s, 1, "brax", 3_000, known=0)
    wait(s, "claims/close")
    do(s, 0, "refuse", t=5_000)
    do(s, 2, "refuse", t=6_000)
    assert hoarse(s) == [0, 1, 0]
    s = race("bA bR pE", answer="buzz")
    decide(s, (2, "buzz", 3_000))
    wait(s, "answer/limit")
    assert hoarse(s) == [0, 0, 1]


@pytest.mark.rule("hyperspeedix", "D6", "D11")
def test_neither_a_tie_nor_a_late_claim_nor_no_claim_costs_it() -> None:
    s = race("bA bR pE")
    decide(s, (0, "bar", 3_000), (2, "rat", 3_020))
    assert hoarse(s) == [0, 0, 0]
    s = race("bA bR pE")
    apply(s, HoldSet(0, 200))
    claim(s, 0, "slap", 3_000)
    claim(s, 2, "slap", 3_031)
    wait(s, "claims/close")
    assert hoarse(s) == [1, 0, 0], "the second one found it decided"
    s = race("bA bR pE")
    wait(s, "claims/limit")
    assert hoarse(s) == [0, 0, 0]


@pytest.mark.rule("hyperspeedix", "D6", "D11")
def test_where_a_right_claim_wins_with_it_a_wrong_one_costs_nothing() -> None:
    s = race("bA bR pE")
    events = decide(s, (0, "barbe", 3_000), (2, "rat", 3_020))
    assert (s.scores, told(events, "hoarse"), hoarse(s)) == ([0, 0, 3], [], [0, 0, 0])


@pytest.mark.rule("hyperspeedix", "D6")
def test_when_nobody_has_a_voice_left_all_have_it_again() -> None:
    s = race("bA bR pE", layer=2)
    decide(s, (1, "slap", 3_000))
    do(s, 0, "cover", card=top(s, 2))
    assert told(decide(s, (0, "slap", s.now + 600)), "voices") == []
    assert hoarse(s) == [1, 1, 0]
    do(s, 1, "cover", card=top(s, 2))
    events = decide(s, (2, "slap", s.now + 600))
    assert (told(events, "hoarse"), told(events, "voices")) == ([{"seat": 2}], [{}])
    assert hoarse(s) == [0, 0, 0]
    do(s, 2, "cover", card=top(s, 2))
    assert [names(s, seat) for seat in range(3)] == [CLAIMS] * 3


@pytest.mark.rule("hyperspeedix", "R16", "D6")
@pytest.mark.parametrize("what", ["slap", "toutilix", "barbe"])
def test_to_the_letter_of_the_booklet_a_mistake_costs_nothing_else(what: str) -> None:
    s = race("bA bR pE", layer=2, wrong_call="free")
    assert told(decide(s, (1, what, 3_000)), "hoarse") == []
    do(s, 0, "cover", card=top(s, 2))
    assert (hoarse(s), names(s, 1)) == ([0, 0, 0], CLAIMS)


@pytest.mark.rule("hyperspeedix", "R9")
def test_a_covered_etoile_is_none() -> None:
    s = race("★/bA bR pE")
    decide(s, (1, "slap", 700))
    assert s.scores == [0, 0, 0]


# ---- nobody wins ----------------------------------------------------------------------------------------


@pytest.mark.rule("hyperspeedix", "R14", "D8")
def test_ten_seconds_without_a_word() -> None:
    """Example 8: P2 laid the last card, so P0 chooses pile 1 and turns a card on it."""
    s = race("bA bR pE", layer=2)
    assert told(wait(s, "claims/limit"), "nobody") == [{}]
    assert s.now == 10_000
    assert (phase(s), view(s, 1).active) == ("cover", (0,))
    do(s, 0, "cover", card=top(s, 1))
    assert laid(s) == [["bA"], ["bR", "pY"], ["pE"]]
    assert phase(s) == "claims"
    decide(s, (1, "bas", s.now + 3_000))
    assert s.scores == [0, 4, 0], "the covered R no longer counts, but is won with the rest"


@pytest.mark.rule("hyperspeedix", "R14")
@pytest.mark.parametrize("seconds", [10, 15, 20])
def test_the_time_is_an_option(seconds: int) -> None:
    s = race("bA bR pE", think_s=seconds)
    wait(s, "claims/limit")
    assert s.now == 1_000 * seconds


@pytest.mark.rule("hyperspeedix", "R15", "D11")
def test_a_tie() -> None:
    """Example 7."""
    s = race("bA bR pE", layer=1)
    events = decide(s, (0, "bar", 3_100), (2, "rat", 3_120))
    assert {e["seat"] for e in told(events, "ties")} == {0, 2}
    assert s.scores == [0, 0, 0]
    assert (phase(s), view(s, 0).active) == ("cover", (2,))
    do(s, 2, "cover", card=top(s, 0))
    assert laid(s) == [["bA", "pV"], ["bR"], ["pE"]]


@pytest.mark.rule("hyperspeedix", "D11")
@pytest.mark.parametrize(("apart", "scores"), [(30, [0, 0, 0]), (31, [3, 0, 0])])
def test_thirty_thousandths(apart: int, scores: list[int]) -> None:
    s = race("bA bR pE")
    apply(s, HoldSet(0, 200))
    claim(s, 0, "bar", 3_000)
    claim(s, 2, "rat", 3_000 + apart)
    wait(s, "claims/close")
    assert s.scores == scores


@pytest.mark.rule("hyperspeedix", "D11")
def test_a_tie_of_two_kinds() -> None:
    s = race("★ bK pK")
    decide(s, (0, "slap", 700), (1, "toutilix", 720))
    assert (s.scores, phase(s)) == ([0, 0, 0], "cover")


@pytest.mark.rule("hyperspeedix", "D11")
def test_a_right_and_a_wrong_claim_together_the_right_one_wins() -> None:
    s = race("bA bR pE")
    events = decide(s, (0, "barbe", 3_000), (2, "rat", 3_020))
    assert s.scores == [0, 0, 3]
    assert [e["seat"] for e in told(events, "wrong")] == [0]


@pytest.mark.rule("hyperspeedix", "R16", "D8")
@pytest.mark.parametrize("layer", [0, 1, 2])
def test_after_a_mistake_the_seat_after_the_last_layer_covers(layer: Seat) -> None:
    s = race("bA bR pE", layer=layer)
    decide(s, (1, "barbe", 3_000))
    assert (phase(s), view(s, 0).active) == ("cover", ((layer + 1) % 3,))
    assert [bool(names(s, seat)) for seat in range(3)] == [seat == (layer + 1) % 3 for seat in range(3)]


@pytest.mark.rule("hyperspeedix", "D8")
def test_he_must_lay_and_has_ten_seconds_then_the_oldest_top_card_is_covered() -> None:
    s = race("bA bR pE", layer=2)
    s.laid = [5, 3, 4]
    wait(s, "claims/limit")
    assert names(s, 0) == {"cover"}, "he cannot decline"
    began = s.now
    wait(s, "cover/limit")
    assert s.now - began == 10_000
    assert laid(s) == [["bA"], ["bR", "pY"], ["pE"]]


@pytest.mark.rule("hyperspeedix", "D8")
def test_the_oldest_top_card_is_the_one_that_has_lain_longest() -> None:
    s = starting("pile:0=pZ bZ bA | pile:1=bY bR | pile:2=bX pE")
    for seat in range(3):
        turn(s, seat)
    wait(s, "claims/limit")
    do(s, 0, "cover", card=top(s, 0))
    wait(s, "claims/limit")
    wait(s, "cover/limit")
    assert laid(s) == [["bA", "bZ"], ["bR", "bY"], ["pE"]], "the first pile's top is the newest now"


@pytest.mark.rule("hyperspeedix", "D9")
def test_the_choice_is_blind() -> None:
    s = race("bA bR pE", layer=2)
    wait(s, "claims/limit")
    assert isinstance(s.phases[-1], Cover)
    assert view(s, 0).zone("pile:0").cards == (), "his card is still face down"
    assert [s.faces[args["card"]] for args in offer(s, 0, "cover").enumerate()] == ["bA", "bR", "pE"]
    do(s, 0, "cover", card=top(s, 2))
    for seat in range(3):
        assert [c.face for c in view(s, seat).zone("centre:2").cards if c] == ["pY"], "everybody sees it at once"


@pytest.mark.rule("hyperspeedix", "D10")
def test_a_visible_etoile_can_be_claimed_again_once_the_next_card_is_laid() -> None:
    s = race("★ bA bR", layer=2)
    wait(s, "claims/limit")
    assert refused(s, 1, "slap") == "not_your_turn", "not between the races"
    do(s, 0, "cover", card=top(s, 1))
    decide(s, (1, "slap", s.now + 600))
    assert s.scores == [0, 4, 0]


@pytest.mark.rule("hyperspeedix", "R7", "R8")
@pytest.mark.parametrize("piles", [2, 3, 4])
def test_covering_never_makes_another_pile(piles: int) -> None:
    s = race(" ".join(["bA", "bR", "pE", "pI"][:piles]), layer=2)
    wait(s, "claims/limit")
    do(s, 0, "cover", card=top(s, 0))
    assert sorted(len(pile) for pile in laid(s)) == [1] * (piles - 1) + [2]


# ---- the vote -------------------------------------------------------------------------------------------


@pytest.mark.rule("hyperspeedix", "D12")
@pytest.mark.parametrize(
    ("ballot", "scores", "then"), [("accept", [0, 3, 0], "start"), ("refuse", [0, 0, 0], "cover")]
)
def test_an_unknown_word_is_voted_on(ballot: str, scores: list[int], then: str) -> None:
    s = race("bA bR pE")
    claim(s, 1, "brax", 3_000, known=0)
    wait(s, "claims/close")
    assert phase(s) == "vote"
    assert [clock.name for clock in view(s, 0).clocks] == ["vote/limit"], "the clock of the race stands still"
    do(s, 0, ballot, t=5_000)
    do(s, 2, ballot, t=6_000)
    assert (s.scores, phase(s)) == (scores, then)


@pytest.mark.rule("hyperspeedix", "D6")
def test_by_default_nobody_contests_and_where_one_may_a_refused_word_is_a_mistake() -> None:
    """C17: off by default, it would break the race. A word that is refused closes it (D6)."""
    assert not GAME.options().contests
    s = race("bA bR pE", contests=True)
    decide(s, (0, "bar", 3_000))
    assert phase(s) == "said"
    do(s, 1, "contest")
    do(s, 2, "refuse")
    assert (phase(s), s.scores) == ("cover", [0, 0, 0])
    s = race("bA bR pE", contests=True)
    decide(s, (0, "bar", 3_000))
    wait(s, "said/close")
    assert s.scores == [3, 0, 0]


@pytest.mark.rule("hyperspeedix", "D12")
@pytest.mark.parametrize(
    ("answer", "scores", "then"), [("sure", [3, 0, 0], "start"), ("not_sure", [0, 0, 0], "claims")]
)
def test_alone_among_bots_one_says_whether_one_is_sure(answer: str, scores: list[int], then: str) -> None:
    """C19: sure of it, one wins; otherwise it has never been said, and the race goes on."""
    s = race("bA bR pE")
    s.seats = (SeatState(), SeatState(human=False), SeatState(human=False))
    claim(s, 0, "brax", known=0)
    wait(s, "claims/close")
    do(s, 0, answer)
    assert (phase(s), s.scores) == (then, scores)


@pytest.mark.rule("hyperspeedix", "D12")
def test_lost_votes_count_anew_with_the_next_card() -> None:
    s = race("bA bR pE", layer=2)
    s.lost = [0, 3, 0]
    claim(s, 1, "brax", 3_000, known=0)
    wait(s, "claims/close")
    assert phase(s) == "cover", "after three lost votes only known words"
    do(s, 0, "cover", card=top(s, 2))
    assert s.lost == [0, 0, 0]


# ---- buzz -----------------------------------------------------------------------------------------------


@pytest.mark.rule("hyperspeedix", "D11")
def test_buzz_then_type() -> None:
    s = race("bA bR pE", answer="buzz", layer=2)
    assert names(s, 1) == {"buzz", "slap", "toutilix"}
    decide(s, (1, "buzz", 3_000))
    assert phase(s) == "answer"
    do(s, 1, "say", word="bar", known={"bar": 1}, t=s.now + 4_000)
    assert (s.scores, phase(s)) == ([0, 3, 0], "start")


@pytest.mark.rule("hyperspeedix", "D6")
def test_a_buzz_without_a_word_is_a_mistake() -> None:
    s = race("bA bR pE", answer="buzz", layer=2)
    decide(s, (1, "buzz", 3_000))
    wait(s, "answer/limit")
    assert (s.scores, phase(s), view(s, 0).active) == ([0, 0, 0], "cover", (0,))


@pytest.mark.rule("hyperspeedix", "D5", "D6")
def test_a_buzz_where_no_word_can_win_is_a_mistake_at_once() -> None:
    s = race("★ bA bR", answer="buzz")
    decide(s, (1, "buzz", 3_000))
    assert phase(s) == "cover"


@pytest.mark.rule("hyperspeedix", "D11")
def test_a_buzz_and_a_wrong_slap_together_the_buzz_counts() -> None:
    s = race("bA bR pE", answer="buzz")
    decide(s, (0, "slap", 3_000), (1, "buzz", 3_020))
    assert (phase(s), view(s, 0).active) == ("answer", (1,))


def test_on_a_shared_screen_one_buzzes() -> None:
    s = start(GAME, 3, seat_options=[{"shares": True}, {"shares": True}, {}])
    assert s.options.answer == "buzz"


# ---- the end --------------------------------------------------------------------------------------------


@pytest.mark.rule("hyperspeedix", "R19", "D14")
def test_the_race_on_the_last_card_is_still_played() -> None:
    """Example 9: P1 lays his last card, nobody finds, the centre is nobody's."""
    s = race("bA bR pE", players=4, layer=0, rest="pile:0=pZ | pile:1=pY | pile:2=pX | pile:3=pW")
    wait(s, "claims/limit")
    do(s, 1, "cover", card=top(s, 0))
    assert s.pile(1).cards == []
    assert phase(s) == "claims"
    wait(s, "claims/limit")
    assert s.outcome is not None
    assert s.outcome.scores == (0, 0, 0, 0)
    assert laid(s) == [["bA", "pY"], ["bR"], ["pE"]]


@pytest.mark.rule("hyperspeedix", "R19", "R20", "D14")
def test_the_last_race_can_be_won() -> None:
    s = race("bA bR pE", layer=2, rest="pile:0=pY | pile:1=pX | pile:2=pW")
    wait(s, "claims/limit")
    do(s, 0, "cover", card=top(s, 2))
    decide(s, (2, "rat", s.now + 2_000))
    assert s.outcome is not None
    assert (s.outcome.scores, s.outcome.winners, s.outcome.detail) == ((0, 0, 4), (2,), "no_card_left")


@pytest.mark.rule("hyperspeedix", "D14")
def test_a_last_starting_card_leaves_only_slap_and_toutilix() -> None:
    s = starting("pile:0=bA | pile:1=bY bR | pile:2=bX pE")
    turn(s, 0)
    assert s.outcome is not None, "nothing to slap, nothing to call: over at once"
    s = starting("pile:0=★ | pile:1=bY bR | pile:2=bX pE")
    turn(s, 0)
    assert phase(s) == "claims"
    decide(s, (1, "slap", s.now + 600))
    assert s.outcome is not None
    assert s.outcome.scores == (0, 1, 0)


@pytest.mark.rule("hyperspeedix", "D14")
def test_a_word_in_that_last_race_wins_nothing() -> None:
    s = starting("pile:0=★ | pile:1=bY bR | pile:2=bX pE")
    turn(s, 0)
    decide(s, (1, "bar", s.now + 600))
    assert s.outcome is not None
    assert s.outcome.scores == (0, 0, 0)


@pytest.mark.rule("hyperspeedix", "D14")
def test_the_last_starting_card_of_all_opens_a_full_race() -> None:
    s = starting("pile:0=bA bB | pile:1=bY bR | pile:2=pE")
    for seat in range(3):
        turn(s, seat)
    decide(s, (1, "brut", s.now + 2_000))
    assert s.outcome is not None
    assert s.outcome.scores == (0, 3, 0)


@pytest.mark.rule("hyperspeedix", "R20", "D15")
def test_the_most_cards_win_and_equal_totals_share() -> None:
    s = race("bA bR pE", rest="pile:0= | pile:1=pX | pile:2=pW | won:0=bC bD bE | won:2=bF")
    s.scores = [3, 0, 1]
    decide(s, (1, "rat", 2_000))
    assert s.outcome is not None
    assert (s.outcome.scores, s.outcome.ranks, s.outcome.winners) == ((3, 3, 1), (1, 1, 3), (0, 1))


@pytest.mark.rule("hyperspeedix", "D16")
def test_without_any_move_the_game_ends_after_every_card_is_laid_once() -> None:
    s = start(GAME, 4, starter=0)
    alarms = 0
    while s.outcome is None:
        wait(s)
        alarms += 1
    on_table = sum(len(pile) for pile in laid(s))
    assert on_table == 4 * 13 + 1, "the starter laid his fourteenth card, the others thirteen each"
    assert alarms <= 2 * on_table


# ---- what is seen ---------------------------------------------------------------------------------------


@pytest.mark.rule("hyperspeedix", "R9")
def test_all_see_tops_and_heights_and_no_covered_card() -> None:
    s = race("pB/pC/bA bR pE")
    for seat in range(3):
        pile = view(s, seat).zone("centre:0")
        assert (pile.count, [c.face for c in pile.cards if c]) == (3, ["bA"])


def test_a_typed_word_is_private_until_the_race_is_decided() -> None:
    s = race("bA bR pE")
    before = view(s, 0)
    claim(s, 1, "bar", 3_000)
    assert view(s, 0) == before
    assert names(s, 1) == set()


# ---- bots -----------------------------------------------------------------------------------------------

LEXICON = Lexicon.of(
    [("bar", flags.NOUN, 4.5), ("barbe", flags.NOUN, 4.0), ("tout", flags.NOUN, 6.0), ("os", flags.NOUN, 4.0)]
)


def plan(s: HyperspeedixState, seat: Seat, level: Level = Level.STRONG, seed: int = 1) -> Plan | None:
    return BOT(seat, level, keyed(seed_from(seed), "bot", seat), LEXICON).react(Sighting(s, seat, []))


def moves(s: HyperspeedixState, seat: Seat, level: Level, times: int = 400) -> Counter[str]:
    plans = [plan(s, seat, level, seed) for seed in range(times)]
    return Counter("nothing" if p is None else p.move.name for p in plans)


def median(s: HyperspeedixState, level: Level) -> Millis:
    plans = [plan(s, 1, level, seed) for seed in range(301)]
    return sorted(p.at - s.now for p in plans if p is not None)[
        150 if level is Level.STRONG else len(plans) // 2 - 5
    ]


def test_bots_say_words_with_the_blue_and_without_the_pink_letters() -> None:
    for seed in range(20):
        found = plan(race("bA bR pE"), 1, seed=seed)
        assert found is not None
        assert (found.move.name, found.move.args) == ("say", {"word": "bar"})
    assert plan(race("bJ bR pE"), 1) is None, "no word that it knows"


def test_strong_bots_see_every_etoile_and_pair_and_never_err() -> None:
    assert moves(race("★ bA bR"), 1, Level.STRONG) == {"slap": 400}
    assert moves(race("pK bK bO"), 1, Level.STRONG) == {"toutilix": 400}
    assert moves(race("bJ bR pE"), 1, Level.STRONG) == {"nothing": 400}


def test_weaker_bots_miss_some_and_call_falsely_at_times() -> None:
    seen, idle = moves(race("★ bA bR"), 1, Level.BEGINNER), moves(race("bJ bR pE"), 1, Level.BEGINNER)
    assert 50 <= seen["nothing"] <= 110, "one in five"
    assert 2 <= idle["slap"] + idle["toutilix"] <= 30, "three in a hundred"
    seen = moves(race("★ bA bR"), 1, Level.NORMAL)
    assert 5 <= seen["nothing"] <= 40, "one in twenty"


def test_the_better_the_quicker() -> None:
    s = race("★ bA bR")
    assert median(s, Level.STRONG) < median(s, Level.NORMAL) < median(s, Level.BEGINNER)
    s = race("bA bR pE")
    assert median(s, Level.STRONG) < median(s, Level.NORMAL) < median(s, Level.BEGINNER)


def test_the_strong_one_leaves_an_etoile_in_sight() -> None:
    s = race("bA ★ pE", layer=2)
    wait(s, "claims/limit")
    etoile = view(s, 0).zone("centre:1").cards[0]
    assert etoile is not None

    def covered(level: Level) -> set[str]:
        plans = [plan(s, 0, level, seed) for seed in range(40)]
        return {p.move.args["card"] for p in plans if p is not None}

    assert etoile.handle not in covered(Level.STRONG)
    assert len(covered(Level.NORMAL)) == 3


def test_a_bot_buzzes_and_then_types_what_it_had_found() -> None:
    s = race("bA bR pE", answer="buzz")
    mind = BOT(1, Level.STRONG, keyed(seed_from(1), "bot"), LEXICON)
    first = mind.react(Sighting(s, 1, []))
    assert first is not None
    assert first.move.name == "buzz"
    do(s, 1, "buzz", t=first.at)
    wait(s, "claims/close")
    second = mind.react(Sighting(s, 1, []))
    assert second is not None
    assert second.move.args == {"word": "bar"}
    assert second.at < s.now + 5_000
