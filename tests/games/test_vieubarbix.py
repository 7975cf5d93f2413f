"""Vieubarbix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from functools import partial
from typing import Any

import pytest

from tablee.arena.match import Match
from tablee.bots.bot import Level
from tablee.bots.determinised import play_on
from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.vieubarbix.bots import BOT, DUCKING, worth
from tablee.games.vieubarbix.rules import GAME, Trick, VieubarbixState
from tablee.kernel.game import Device
from tablee.kernel.moves import Move
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.state import State
from tablee.kernel.units import Seat
from tablee.kernel.values import SEAT
from tablee.texts import WRITTEN, Language, texts
from tests.matches import whole_game
from tests.table import do, faces, names, shuffled, start, told, view, wait
from tests.tricks import choice as bot_choice
from tests.tricks import imagined, lay, lay_all, legal, refused_card, sit_at

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
FAMILIES = [[colour + letter for letter in half] for colour in "pb" for half in (ALPHABET[:13], ALPHABET[13:])]
VOWELS = [colour + letter for colour in "pb" for letter in "AEIOUY"]
M_AND_N = ["pM", "pN", "bM", "bN"]
BATCHES: list[dict[str, Any]] = [{}, {"show_points": True, "starter": 1}, {"short": True}]
"""Options with which the compiled rules play beside these (tests/side_by_side.py)."""


def at(
    position: str, *, manche: int = 1, leader: Seat = 0, players: int = 4, fallen: int = 0, **options: Any
) -> VieubarbixState:
    """A position in a trick of a manche; so many of its cards to avoid have been taken before."""
    s = start(GAME, players, **options)
    s.manche, s.fallen = manche, fallen
    sit_at(s, position, Trick, leader)
    return s


def hands(cards: str) -> str:
    """One card for each seat, seat 0 first."""
    return " | ".join(f"hand:{seat}={face}" for seat, face in enumerate(cards.split()))


def trick(cards: str, *, manche: int, **more: Any) -> VieubarbixState:
    """The last trick of a manche, led by seat 0; it is taken, and the manche is counted."""
    held = cards.split()
    s = at(hands(cards), manche=manche, players=len(held), **more)
    lay_all(s, *held)
    return s


# ---- the deck and the deal ------------------------------------------------------------------------------


@pytest.mark.rule("vieubarbix", "R1", "R4")
def test_two_complete_alphabets_and_no_help_card_among_them() -> None:
    assert sorted(start(GAME, 4).faces) == sorted(c + a for c in "pb" for a in ALPHABET)


@pytest.mark.rule("vieubarbix", "D1")
@pytest.mark.parametrize("players", [2, 6])
def test_fewer_than_three_or_more_than_five_are_refused(players: int) -> None:
    with pytest.raises(Exception, match="bad_players"):
        start(GAME, players)


@pytest.mark.rule("vieubarbix", "R2", "R3", "R10", "D1", "D2")
@pytest.mark.parametrize(("players", "each", "box"), [(3, 17, {"pZ"}), (4, 13, set()), (5, 10, {"pZ", "bZ"})])
def test_deal(players: int, each: int, box: set[str]) -> None:
    """Example 8."""
    s = start(GAME, players)
    assert [len(s.hand(seat).cards) for seat in range(players)] == [each] * players
    assert {c + a for c in "pb" for a in ALPHABET} - set(s.faces) == box
    assert len(s.faces) == each * players
    assert faces(s, "pile") == []


@pytest.mark.rule("vieubarbix", "R10")
def test_each_looks_at_his_own_cards_only() -> None:
    s = start(GAME, 4)
    assert [c.face for c in view(s, 2).zone("hand:2").cards if c] == faces(s, "hand:2")
    assert (view(s, 2).zone("hand:0").cards, view(s, 2).zone("hand:0").count) == ((), 13)
    assert view(s).zone("hand:2").cards == ()


@pytest.mark.rule("vieubarbix", "D2")
def test_every_manche_is_shuffled_anew_and_dealt_whole() -> None:
    s = trick("pB pC pD pE", manche=1, starter=0)
    wait(s, "show/over")
    assert [len(s.hand(seat).cards) for seat in range(4)] == [13] * 4
    s = start(GAME, 4, starter=0)
    from_the_top = list(reversed(shuffled(52, "deal", 0)))
    assert [s.hand(seat).cards for seat in range(4)] == [from_the_top[seat::4] for seat in range(4)]
    assert shuffled(52, "deal", 0) != shuffled(52, "deal", 1)


@pytest.mark.rule("vieubarbix", "R11", "D5")
@pytest.mark.parametrize("youngest", range(4))
def test_the_youngest_leads_the_first_manche_and_the_next_seats_the_others(youngest: Seat) -> None:
    s = start(GAME, 4, starter=youngest)
    leaders: list[Seat] = []
    for _ in range(5):
        assert s.outcome is None
        leaders += view(s).active
        taker = view(s).active[0]
        s.fallen, manche = 0, s.manche
        sit_at(s, hands("pB pC pD pE"), Trick, taker)
        lay_all(s, *(["pB", "pC", "pD", "pE"][s.after(taker, i)] for i in range(4)), first=taker)
        assert s.history[manche - 1 :] == [tuple(s.points)]
        wait(s, "show/over")
    assert leaders == [(youngest + i) % 4 for i in range(5)]


def test_without_a_youngest_the_seed_draws_who_leads() -> None:
    assert {view(start(GAME, 4, seed=seed)).active for seed in range(30)} == {(0,), (1,), (2,), (3,)}


# ---- families and tricks --------------------------------------------------------------------------------


@pytest.mark.rule("vieubarbix", "R7", "R8", "R12")
@pytest.mark.parametrize("family", FAMILIES)
def test_four_families_of_thirteen(family: list[str]) -> None:
    """Whichever of its letters is led, somebody who holds all other cards must play its other twelve."""
    for led in family:
        rest = [f for other in FAMILIES for f in other if f != led]
        assert legal(at(f"trick={led} | hand:1={' '.join(rest)}"), 1) == set(family) - {led}


@pytest.mark.rule("vieubarbix", "R4")
@pytest.mark.parametrize("language", WRITTEN)
def test_the_family_asked_for_is_written_for_everybody(language: Language) -> None:
    """What the backgrounds of the help cards tell."""
    for led in ("pC", "pQ", "bC", "bQ"):
        asked = view(at(f"trick={led} | hand:1=pA pN bA bN")).fact("asked")
        colour = {"fr": {"p": "rose", "b": "bleu"}, "en": {"p": "pink", "b": "blue"}}[language][led[0]]
        assert texts("vieubarbix", language).values[asked] == f"{colour} {'A–M' if led[1] == 'C' else 'N–Z'}"
        assert colour in texts("vieubarbix", language).facts[f"asked.{asked}"]


@pytest.mark.rule("vieubarbix", "R9", "R14", "D3")
@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("pE pB pK bM", 2),  # example 1: bM is not of the family
        ("pA pM pL pB", 1),
        ("pN pO pY pZ", 3),
        ("bZ bN bX bY", 0),
        ("pN pZ bZ pQ", 1),
        ("pB bM pZ bA", 0),
    ],
)
def test_the_strongest_of_the_family_led_wins(cards: str, winner: Seat) -> None:
    s = at(hands(cards))
    for seat, face in enumerate(cards.split()):
        events = lay(s, seat, face)
    assert told(events, "takes") == [{"winner": winner}]
    wait(s, "show/over")
    assert faces(s, f"won:{winner}") == cards.split()


@pytest.mark.rule("vieubarbix", "R12", "D3")
def test_the_family_led_must_be_followed() -> None:
    """Example 2."""
    s = at("trick=pE | hand:1=pC pT")
    assert refused_card(s, 1, "pT") == "not_possible"
    assert legal(s, 1) == {"pC"}
    lay(s, 1, "pC")


@pytest.mark.rule("vieubarbix", "R13", "D3")
def test_without_the_family_any_card_but_some_card() -> None:
    s = at("trick=pE | hand:1=pT bM bH bZ")
    assert legal(s, 1) == {"pT", "bM", "bH", "bZ"}
    assert names(s, 1) == {"play"}


@pytest.mark.rule("vieubarbix", "R12")
def test_one_card_each_clockwise() -> None:
    s = at("hand:0=pB pC | hand:1=pD pE | hand:2=pF pG | hand:3=pH pI", leader=2)
    assert refused_card(s, 3, "pH") == "not_your_turn"
    for seat, face in [(2, "pF"), (3, "pH"), (0, "pB"), (1, "pD")]:
        assert view(s).active == (seat,)
        lay(s, seat, face)
    assert all(names(s, seat) == set() for seat in range(4))


@pytest.mark.rule("vieubarbix", "D4")
@pytest.mark.parametrize("manche", range(1, 6))
def test_any_card_may_be_led_and_none_is_given_away_before(manche: int) -> None:
    s = at("hand:0=pB pM bA bH bN", manche=manche)
    assert legal(s, 0) == {"pB", "pM", "bA", "bH", "bN"}
    first = start(GAME, 4)
    assert view(first).phase == "trick" and len(legal(first, view(first).active[0])) == 13


@pytest.mark.rule("vieubarbix", "R15", "R16")
def test_the_trick_goes_face_down_to_its_winner_who_leads() -> None:
    s = at("hand:0=pB pC bT | hand:1=pD pE bU | hand:2=pK pG bV | hand:3=pH pI bW")
    for seat, face in enumerate(["pB", "pD", "pK", "pH"]):
        lay(s, seat, face)
    began = s.now
    assert [c.face for c in view(s, 1).zone("trick").cards if c] == ["pB", "pD", "pK", "pH"]
    wait(s, "show/over")
    assert s.now - began == 2_000
    assert faces(s, "won:2") == ["pB", "pD", "pK", "pH"] and faces(s, "trick") == []
    assert view(s).active == (2,)
    lay_all(s, "pG", "pI", "pC", "pE", first=2)
    for seat in range(4):
        assert (view(s, seat).zone("won:2").cards, view(s, seat).zone("won:2").count) == ((), 4)
        assert [c.face for c in view(s, seat).zone("won:3").cards if c] == ["pG", "pI", "pC", "pE"]
    assert view(s).fact("tricks") == [0, 0, 1, 1]


@pytest.mark.rule("vieubarbix", "D11")
@pytest.mark.parametrize(
    ("manche", "position", "played"),
    [
        (1, "trick=pQ | hand:1=bA pO bT", "pO"),  # the family asked for
        (1, "trick=pB | hand:1=bO pO pP", "pO"),  # pink before blue
        (1, "trick=pB | hand:1=bN pO pP", "bN"),  # the lowest letter before the colour
        (2, "trick=pB | hand:1=bA pO bT", "bT"),  # no points before the lower letter
        (3, "trick=pB | hand:1=bA pN bT", "bA"),  # a vowel costs nothing now
        (4, "trick=bB | hand:1=bH bM", "bM"),
        (5, "trick=pB | hand:1=bH bM bU", "bU"),  # ten before twenty before ninety
        (5, "trick=pB | hand:1=bH bM", "bM"),
    ],
)
def test_out_of_time(manche: int, position: str, played: str) -> None:
    s = at(position + " | hand:2=pK", manche=manche)
    events = wait(s, "trick/limit")
    assert s.now == 30_000
    assert told(events, "timeout") == [{"seat": 1}]
    assert faces(s, "trick")[-1] == played
    assert view(s).active == (2,)


# ---- points to avoid ------------------------------------------------------------------------------------


@pytest.mark.rule("vieubarbix", "R17")
def test_manche_1_counts_tricks() -> None:
    """Example 3: 2, 3, 0 and 8 tricks; the last one goes to seat 3."""
    s = at(hands("pB pC pD pH"))
    s.tricks, s.points = [2, 3, 0, 7], [10, 15, 0, 35]
    lay_all(s, "pB", "pC", "pD", "pH")
    assert s.history == [(10, 15, 0, 40)]


@pytest.mark.rule("vieubarbix", "R18", "D6")
def test_manche_2_counts_vowels_and_y_is_one() -> None:
    """Example 4: three vowels, taken by the E."""
    assert trick("pA pE bY pC", manche=2).scores == [0, 30, 0, 0]


@pytest.mark.rule("vieubarbix", "R19", "D6")
def test_manche_3_counts_each_m_and_n() -> None:
    """Example 5: pN is led, pT is the strongest of its family."""
    assert trick("pN pS bM pT", manche=3).scores == [0, 0, 0, 40]


@pytest.mark.rule("vieubarbix", "R20", "R22", "D7")
def test_manche_4_is_over_with_the_blue_h() -> None:
    """Example 6: it falls in the third trick."""
    s = at(
        "hand:0=pB pE pH pO | hand:1=pC pF bH pP | hand:2=pD pG pI pQ | hand:3=pK pL pJ pR", manche=4, starter=0
    )
    lay_all(s, "pB", "pC", "pD", "pK")
    lay_all(s, "pL", "pE", "pF", "pG", first=3)
    assert view(s).phase == "trick" and s.points == [0, 0, 0, 0]
    lay_all(s, "pJ", "pH", "bH", "pI", first=3)
    assert s.history == [(0, 0, 0, 90)] and view(s).interrupted == ("manche_end",)


@pytest.mark.rule("vieubarbix", "R21")
def test_manche_5_counts_everything() -> None:
    """Example 7: a trick 5, M 20, A 10, H 90."""
    assert trick("bH bM bA bC", manche=5).scores == [0, 125, 0, 0]


@pytest.mark.rule("vieubarbix", "R17", "R18", "R19", "R20", "R21", "D6")
@pytest.mark.parametrize("manche", range(1, 6))
def test_what_each_card_costs(manche: int) -> None:
    """Laid on a trick of P, Q and S, worth nothing themselves. A trick costs 5 in the first and the fifth."""
    for face in (f for family in FAMILIES for f in family if f not in ("pP", "pQ", "pS")):
        cost = {
            1: 0,
            2: 10 * (face in VOWELS),
            3: 20 * (face in M_AND_N),
            4: 90 * (face == "bH"),
            5: 10 * (face in VOWELS) + 20 * (face in M_AND_N) + 90 * (face == "bH"),
        }[manche]
        s = trick(f"pQ {face} pP pS", manche=manche)
        winner = 1 if face[0] == "p" and face[1] > "S" else 3
        assert s.points[winner] == cost + (5 if manche in (1, 5) else 0), face


@pytest.mark.rule("vieubarbix", "R22", "D7")
@pytest.mark.parametrize(
    ("manche", "falls", "before"), [(2, "pA", 11), (2, "bY", 11), (3, "bN", 3), (3, "pM", 3), (4, "bH", 0)]
)
def test_a_manche_is_over_when_its_points_have_fallen(manche: int, falls: str, before: int) -> None:
    """The last card to avoid, and one short of it."""
    for fallen in (before, before - 1):
        s = at(
            f"hand:0=bQ pB | hand:1={falls} pC | hand:2=bR pD | hand:3=bS pE",
            manche=manche,
            fallen=fallen,
            starter=0,
        )
        lay_all(s, "bQ", falls, "bR", "bS")
        over = fallen == before
        assert view(s).phase == ("show" if over else "trick")
        assert len(s.history) == over


@pytest.mark.rule("vieubarbix", "R22", "D7")
@pytest.mark.parametrize("manche", [1, 5])
def test_where_tricks_count_all_are_played(manche: int) -> None:
    s = at("hand:0=bQ pB | hand:1=bT pC | hand:2=bR pD | hand:3=bS pF", manche=manche, fallen=17)
    lay_all(s, "bQ", "bT", "bR", "bS")
    assert view(s).phase == "trick" and s.history == []
    lay_all(s, "pC", "pD", "pF", "pB", first=1)
    assert s.history == [(0, 5, 0, 5)]


@pytest.mark.rule("vieubarbix", "D7")
def test_the_cards_left_are_shown_and_score_nothing() -> None:
    s = at("hand:0=bB pB | hand:1=bH bM | hand:2=bC pN pA | hand:3=bD pE", manche=4)
    lay_all(s, "bB", "bH", "bC", "bD")
    assert s.scores == [0, 90, 0, 0]
    for seat in range(4):
        assert [c.face for c in view(s, seat).zone("hand:2").cards if c] == ["pN", "pA"]
    assert [c.face for c in view(s).zone("hand:1").cards if c] == ["bM"]
    wait(s, "show/over")
    assert view(s, 0).zone("hand:2").cards == (), "the next deal is hidden again"


@pytest.mark.rule("vieubarbix", "D8", "D12")
@pytest.mark.parametrize(
    ("players", "totals"),
    [(3, [85, 120, 80, 90, 375]), (4, [65, 120, 80, 90, 355]), (5, [50, 120, 80, 90, 340])],
)
def test_totals_of_the_manches_and_termination(players: int, totals: list[int]) -> None:
    """At most 5 manches of a record per card, one per trick and one for the points:
    51 + 17 + 1, 52 + 13 + 1, 50 + 10 + 1."""
    most = 5 * {3: 69, 4: 66, 5: 61}[players]
    assert GAME.bound(players, start(GAME, players).options) == most
    for seed in range(5):
        s = start(GAME, players, seed=seed)
        rollout(s, QuickPicker(seed), limit=most)
        assert s.outcome is not None
        assert [sum(points) for points in s.history] == totals
        assert [sum(points) for points in zip(*s.history, strict=True)] == s.scores


@pytest.mark.rule("vieubarbix", "D9")
def test_who_takes_everything_pays_for_everything() -> None:
    s = at(hands("pQ pO pP bH"), manche=5)
    s.points, s.fallen = [250, 0, 0, 0], 15  # then a trick, the O and the H: 105
    lay_all(s, "pQ", "pO", "pP", "bH")
    assert s.scores == [355, 0, 0, 0]


# ---- the end --------------------------------------------------------------------------------------------


def finished(before: list[int], **options: Any) -> VieubarbixState:
    """The last trick of the last manche costs seat 2 its 5 points and a vowel."""
    s = at(hands("pB pC pD bE"), manche=5, **options)
    s.scores = before
    lay_all(s, "pB", "pC", "pD", "bE")
    wait(s, "show/over")
    return s


@pytest.mark.rule("vieubarbix", "R5", "R6", "R23")
def test_after_five_manches_the_fewest_points_win() -> None:
    """Example 9: 140, 95, 310, 165."""
    s = finished([140, 95, 295, 165])
    assert s.outcome is not None and s.outcome.scores == (140, 95, 310, 165)
    assert s.outcome.winners == (1,) and s.outcome.ranks == (2, 1, 4, 3)
    assert s.outcome.detail == "fewest"


@pytest.mark.rule("vieubarbix", "R6")
@pytest.mark.parametrize("manche", range(1, 5))
def test_no_manche_before_the_fifth_is_the_last(manche: int) -> None:
    s = trick("pB pC pD pE", manche=manche)
    wait(s, "show/over")
    assert s.outcome is None and view(s).fact("manche") == manche + 1


@pytest.mark.rule("vieubarbix", "D10")
def test_equal_totals_share_the_victory() -> None:
    s = finished([100, 95, 80, 120])
    assert s.outcome is not None and s.outcome.winners == (1, 2)


# ---- what is seen, and the options ----------------------------------------------------------------------


def test_running_points_are_shown_to_their_owner_alone() -> None:
    s = at("hand:0=pB pC bT | hand:1=pD pE bU | hand:2=pK pG bV | hand:3=pH pI bW")
    lay_all(s, "pB", "pD", "pK", "pH")
    assert view(s, 2).fact("points") == [None, None, 5, None]
    assert view(s, 0).fact("points") == [0, None, None, None]
    assert view(s).fact("points") == [None] * 4
    assert view(s).scores == (0, 0, 0, 0)


def test_option_show_points() -> None:
    s = at("hand:0=pB pC | hand:1=pD pE | hand:2=pK pG | hand:3=pH pI", show_points=True)
    s.scores = [10, 20, 30, 40]
    lay_all(s, "pB", "pD", "pK", "pH")
    assert view(s, 0).scores == (10, 20, 35, 40)
    lay_all(s, "pG", "pI", "pC", "pE", first=2)
    assert view(s, 0).scores == (10, 20, 35, 45), "counted once"


def test_option_short_is_the_fifth_manche_alone() -> None:
    s = start(GAME, 4, short=True)
    assert view(s).fact("manche") == 5
    assert GAME.bound(4, s.options) == 66
    s = finished([0, 0, 0, 0], short=True)
    assert s.outcome is not None and s.outcome.scores == (0, 0, 15, 0) and s.outcome.detail == "short"


@pytest.mark.parametrize("options", [{"short": 2}, {"show_points": "yes"}, {"target": 100}])
def test_bad_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(Exception, match="bad_options"):
        start(GAME, 4, **options)


def test_the_log_does_not_remember_what_was_played() -> None:
    s = at("hand:0=pB pC | hand:1=pD pE | hand:2=pK pG | hand:3=pH pI")
    events = [e for seat, face in enumerate(["pB", "pD", "pK", "pH"]) for e in lay(s, seat, face)]
    assert [(e.kind, dict(e.data)) for e in events if e.keep == "lasting"] == [("takes", {"winner": SEAT(2)})]


def test_a_device_may_be_passed_round() -> None:
    assert GAME.info.device is Device.PASSED and GAME.info.players == (3, 5)


# ---- bots -----------------------------------------------------------------------------------------------

choice = partial(bot_choice, BOT)


@pytest.mark.parametrize(
    ("position", "played"),
    [
        ("trick=pE pF | hand:2=pD pK pG", {"pD"}),  # low when it follows
        ("trick=pE pF | hand:2=bA bT pU pQ", {"bA", "pU"}),  # a card to avoid when it cannot
        ("trick=pE pF | hand:2=bB bT pQ", {"bB", "bT", "pQ"}),
        ("hand:2=bB bA pQ | trick=", {"bB", "bA", "pQ"}),
    ],
)
def test_beginner(position: str, played: set[str]) -> None:
    s = at(position, manche=2, leader=0 if "trick=p" in position else 2)
    assert {choice(s, 2, Level.BEGINNER, seed)["card"] for seed in range(40)} == played


@pytest.mark.parametrize(
    ("manche", "position", "played"),
    [
        (1, "trick=pE pF pK | hand:3=pD pJ pM", "pJ"),  # under the K, as high as it goes
        (1, "trick=pE pF pC | hand:3=pG pM", "pM"),  # it takes anyway: with the highest
        (2, "trick=pB pF pC | hand:3=pD pM", "pM"),  # free of charge: takes with its highest
        (2, "trick=pB pF pA | hand:3=pD pM", "pD"),  # a vowel lies there: ducks
        (2, "trick=pB pF pC | hand:3=pI pE", "pE"),  # nothing but vowels: not for itself
        (2, "trick=pE pF | hand:2=bA bZ pQ", "bA"),
        (5, "trick=pE pF | hand:2=bA bM bH pQ", "bH"),  # the most expensive
        (4, "trick=bE bM | hand:2=bA bH bL", "bH"),  # under the M
        (4, "trick= | hand:0=bA bC bH pX pY pZ", "pX"),  # not into its own H
        (3, "trick= | hand:0=bA bC bH pN", "pN"),  # low, from a short family
    ],
)
def test_normal(manche: int, position: str, played: str) -> None:
    s = at(position, manche=manche)
    assert choice(s, view(s).active[0], Level.NORMAL) == {"card": played}


def test_strong_remembers_what_has_been_played() -> None:
    """Manche 4: everything above bK is gone, so bK would take the H; the D is surely below what is out."""
    s = at("hand:0=bK bD pZ | hand:1=bE bH bF | hand:2=bG bI bJ | hand:3=pB pC pD", manche=4)
    assert choice(s, 0, Level.STRONG) == {"card": "bD"}


def test_strong_lets_the_h_go_to_somebody_else() -> None:
    """It could duck later, but only now is somebody else sure to take the H."""
    s = at("trick=bM | hand:1=bH bB pB | hand:2=bC pC pD | hand:3=pF pG pH | hand:0=pI pJ", manche=4)
    assert choice(s, 1, Level.STRONG) == {"card": "bH"}


def test_strong_thinks_the_same_twice_and_changes_nothing() -> None:
    s = start(GAME, 4)
    seat = view(s).active[0]
    before = list(s.faces)
    assert choice(s, seat, Level.STRONG) == choice(s, seat, Level.STRONG)
    assert s.faces == before


@pytest.mark.parametrize("manche", range(1, 6))
@pytest.mark.parametrize("players", [3, 4, 5])
def test_quick_playouts_come_to_what_the_rules_come_to(manche: int, players: int) -> None:
    """From many positions of a manche: the worth of a card is what the rules count when all go on to duck."""

    def counted(s: State) -> bool:
        assert isinstance(s, VieubarbixState)
        return bool(s.history)

    for seed in range(4):
        s = start(GAME, players, seed=seed)
        s.manche = manche
        s.watched = False
        rollout(s, QuickPicker(seed), limit=7 * seed, until=lambda s: counted(s) or s.outcome is not None)
        if counted(s) or not isinstance(s.phases[-1], Trick):
            continue
        seat = s.phases[-1].seat
        for card in s.phases[-1].legal(s):
            twin, move = s.copy(), Move("play", {"card": card}, s.now)
            twin.play(seat, move)
            play_on(twin, QuickPicker(0), counted, lambda s, seat, pick: imagined(s, DUCKING[manche]))  # type: ignore[arg-type]
            points = twin.history[-1]
            others = (sum(points) - points[seat]) / (players - 1)
            assert worth(s, seat, move, 0) == others - points[seat]


def test_imagined_deals_respect_who_failed_to_follow() -> None:
    s = at("trick=pN | hand:1=bM pA | hand:2=pO pP | hand:3=pC pQ | hand:0=bB bC", manche=1)
    lay(s, 1, "bM")
    assert s.voids == [(), ("pNZ",), (), ()]
    for i in range(30):
        twin = s.redeal(0, keyed(seed_from(i), "imagine"))
        assert not {"pO", "pP", "pQ"} & set(faces(twin, "hand:1"))
    assert "voids" not in view(s, 2).facts


def ending(seed: int, level: Level | None) -> int:
    """What seat 0 takes in the first manche when everybody ducks, but it plays its last seven cards by a bot."""
    s = start(GAME, 4, seed=seed)
    while not s.history:
        phase = s.phases[-1]
        if not isinstance(phase, Trick):
            wait(s)
        elif level is not None and phase.seat == 0 and len(s.hand(0).cards) <= 7:
            lay(s, 0, choice(s, 0, level)["card"])
        else:
            do(s, phase.seat, "play", card=imagined(s, DUCKING[1]).args["card"])
    return s.history[-1][0]


def test_strong_beats_normal_on_the_same_cards() -> None:
    """From the same positions; whole games take too long here. Normal ducks like everybody else."""
    ducking, normal, strong = (
        [ending(seed, level) for seed in range(9)] for level in (None, Level.NORMAL, Level.STRONG)
    )
    assert ducking == normal
    assert sum(strong) < sum(normal)


def ahead(better: str, worse: str, games: int, **options: Any) -> float:
    """The mean points that one level takes less than the other, two against two."""
    total = 0
    for seed in range(games):
        bots = [better, worse, better, worse] if seed % 2 else [worse, better, worse, better]
        match = Match(GAME, bots, seed=seed_from(seed), options=options)
        match.finish()
        sign = [1 if bot == worse else -1 for bot in bots]
        total += sum(x * points for x, points in zip(sign, match.state.scores, strict=True))
    return total / games / 2


def test_normal_beats_beginner() -> None:
    """About 110 points a game."""
    assert ahead("normal", "beginner", 12) > 50


@pytest.mark.parametrize("bots", [["beginner", "normal", "random"], ["normal"] * 5, ["strong"] + ["beginner"] * 2])
def test_bots_finish_games_that_replay(bots: list[str]) -> None:
    whole_game(GAME, bots, 7, options={"short": "strong" in bots})
