"""Bazardelix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import pytest

from tablee.arena.match import Match
from tablee.arena.proof import check_redeal
from tablee.arena.runs import any_deal, play
from tablee.bots.bot import Level
from tablee.bots.determinised import candidates
from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.bazardelix.bots import BOT
from tablee.games.bazardelix.quick import FACES, NUMBER, Deals, play_out, thumb
from tablee.games.bazardelix.rules import GAME, BazardelixState, Trick
from tablee.kernel.door import Door
from tablee.kernel.events import Event
from tablee.kernel.record import apply
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Seat
from tablee.kernel.values import FACE, SEAT, TERM
from tablee.pieces.families import FAMILY
from tablee.pieces.notation import arrange
from tablee.texts import Language, texts
from tests.matches import whole_game
from tests.table import card, do, faces, names, refused, shuffled, start, told, view, wait
from tests.tricks import choice as bot_choice
from tests.tricks import lay, lay_all, legal, refused_card, sit_at

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PINK_AM, PINK_NZ = [f"p{a}" for a in ALPHABET[:13]], [f"p{a}" for a in ALPHABET[13:]]
BLUE_AM, BLUE_NZ = [f"b{a}" for a in ALPHABET[:13]], [f"b{a}" for a in ALPHABET[13:]]
BATCHES: list[dict[str, Any]] = [{}, {"target": 50, "review_last_trick": False, "timers": "double"}]
"""Options with which the compiled rules play beside these (tests/side_by_side.py)."""


def at(
    position: str, *, leader: Seat = 0, players: int = 4, first: bool = False, opened: bool = False, **options: Any
) -> BazardelixState:
    """A position in a trick that `leader` leads, or has led."""
    s = start(GAME, players, **options)
    s.blue_open = opened
    sit_at(s, position, Trick, leader, first=first)
    return s


def gifts(position: str, players: int = 3, **options: Any) -> BazardelixState:
    """A position in which everybody may give."""
    s = start(GAME, players, **options)
    arrange(s, position + " | pile=…")
    s.drain()
    return s


def give(s: BazardelixState, giver: Seat, to: Mapping[int, str]) -> list[Event]:
    cards = {str(taker): card(s, face, s.hand(giver)) for taker, face in to.items()}
    return do(s, giver, "give", cards=cards)


def last_trick(won: str, cards: str, *, leader: Seat, **options: Any) -> BazardelixState:
    """Everybody has one card left; they are played, seat 0's first in `cards`, and the trick has been shown."""
    held = cards.split()
    hands = " | ".join(f"hand:{seat}={face}" for seat, face in enumerate(held))
    s = at(f"{hands} | {won}", leader=leader, players=len(held), opened=True, **options)
    lay_all(s, *(held[s.after(leader, i)] for i in range(s.n)), first=leader)
    return s


# ---- the deck and the deal ------------------------------------------------------------------------------


@pytest.mark.rule("bazardelix", "R1")
def test_two_complete_alphabets() -> None:
    assert sorted(start(GAME, 4).faces) == sorted(c + a for c in "pb" for a in ALPHABET)


@pytest.mark.rule("bazardelix", "R2")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_three_to_five_play(players: int) -> None:
    assert start(GAME, players).n == players


@pytest.mark.rule("bazardelix", "R2")
@pytest.mark.parametrize("players", [2, 6])
def test_fewer_or_more_are_refused(players: int) -> None:
    with pytest.raises(Exception, match="bad_players"):
        start(GAME, players)


@pytest.mark.rule("bazardelix", "R3", "R4", "R10")
@pytest.mark.parametrize(("players", "each", "box"), [(3, 17, {"pN"}), (4, 13, set()), (5, 10, {"pN", "bN"})])
def test_deal(players: int, each: int, box: set[str]) -> None:
    """Example 1."""
    s = start(GAME, players)
    assert [len(s.hand(seat).cards) for seat in range(players)] == [each] * players
    assert faces(s, "pile") == []
    assert {c + a for c in "pb" for a in ALPHABET} - set(s.faces) == box
    assert len(s.faces) == each * players


@pytest.mark.rule("bazardelix", "R10")
def test_each_looks_at_his_own_cards_only() -> None:
    s = start(GAME, 4)
    assert [c.face for c in view(s, 2).zone("hand:2").cards if c] == faces(s, "hand:2")
    assert (view(s, 2).zone("hand:0").cards, view(s, 2).zone("hand:0").count) == ((), 13)
    assert view(s).zone("hand:2").cards == ()


@pytest.mark.rule("bazardelix", "D12")
def test_dealt_one_by_one_from_the_seat_after_the_dealer() -> None:
    s = start(GAME, 4, starter=2)
    from_the_top = list(reversed(shuffled(52, "deal", 0)))
    for turn, seat in enumerate([3, 0, 1, 2]):
        assert s.hand(seat).cards == from_the_top[turn::4]


@pytest.mark.rule("bazardelix", "D12")
def test_play_goes_clockwise() -> None:
    s = at("hand:0=pB pC | hand:1=pD pE | hand:2=pF pG | hand:3=pH pI", leader=2)
    for seat, face in [(2, "pF"), (3, "pH"), (0, "pB"), (1, "pD")]:
        assert view(s).active == (seat,)
        lay(s, seat, face)


@pytest.mark.rule("bazardelix", "D12")
@pytest.mark.parametrize("dealer", range(3))
def test_who_deals_has_no_effect_on_who_leads(dealer: Seat) -> None:
    s = gifts("hand:0=pB pC pD | hand:1=pA pE pF | hand:2=bB bC bD", starter=dealer)
    give(s, 0, {1: "pB", 2: "pC"})
    give(s, 1, {0: "pE", 2: "pF"})
    give(s, 2, {0: "bB", 1: "bC"})
    assert view(s).active == (1,)


# ---- families -------------------------------------------------------------------------------------------


@pytest.mark.rule("bazardelix", "R7", "R9")
@pytest.mark.parametrize("family", [PINK_AM, PINK_NZ, BLUE_AM, BLUE_NZ])
def test_four_families_of_thirteen(family: list[str]) -> None:
    """Whichever of its letters is led, somebody who holds all other cards must play its other twelve."""
    for led in family:
        rest = [f for f in PINK_AM + PINK_NZ + BLUE_AM + BLUE_NZ if f != led]
        s = at(f"trick={led} | hand:1={' '.join(rest)}")
        assert legal(s, 1) == set(family) - {led}


@pytest.mark.rule("bazardelix", "R9")
@pytest.mark.parametrize("language", Language)
def test_the_family_asked_for_is_shown_and_has_a_name(language: Language) -> None:
    """What the two backgrounds of the help cards are for."""
    for led in ("pC", "pQ", "bC", "bQ"):
        s = at(f"trick={led} | hand:1=pA pN bA bN")
        asked = view(s).fact("asked")
        colour = {"fr": {"p": "rose", "b": "bleu"}, "en": {"p": "pink", "b": "blue"}}[language][led[0]]
        assert texts("bazardelix", language).values[asked] == f"{colour} {'A–M' if led[1] == 'C' else 'N–Z'}"


@pytest.mark.rule("bazardelix", "R9")
def test_help_cards_are_no_cards_of_the_game() -> None:
    assert len(start(GAME, 4).faces) == 52


@pytest.mark.rule("bazardelix", "R8", "R15")
@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("pA pM pL pB", 1),
        ("pM pA pB pL", 0),
        ("pN pO pY pZ", 3),
        ("bZ bN bX bY", 0),
        ("bA bB bC bD", 3),
        ("pN pZ bZ pQ", 1),  # example 3: bZ is of another family
        ("pB bM pZ bA", 0),
        ("bN pZ bM bO", 3),
    ],
)
def test_the_strongest_of_the_family_asked_for_wins(cards: str, winner: Seat) -> None:
    hands = " | ".join(f"hand:{i}={c}" for i, c in enumerate(cards.split()))
    s = at(hands, opened=True)
    for seat, face in enumerate(cards.split()):
        events = lay(s, seat, face)
    assert told(events, "takes") == [{"winner": winner}]
    wait(s, "show/over")
    assert sorted(faces(s, f"won:{winner}")) == sorted(cards.split())


# ---- gifts ----------------------------------------------------------------------------------------------


@pytest.mark.rule("bazardelix", "R11")
def test_one_card_to_each_opponent_and_one_from_each() -> None:
    s = gifts("hand:0=pA pB pC | hand:1=pD pE pF | hand:2=pG pH pI")
    give(s, 0, {1: "pA", 2: "pB"})
    give(s, 2, {0: "pG", 1: "pH"})
    give(s, 1, {0: "pD", 2: "pE"})
    assert [set(faces(s, f"hand:{i}")) for i in range(3)] == [
        {"pC", "pD", "pG"},
        {"pF", "pA", "pH"},
        {"pI", "pB", "pE"},
    ]


@pytest.mark.rule("bazardelix", "R11", "D1")
def test_a_gift_to_each_all_different_all_from_the_own_hand() -> None:
    s = gifts("hand:0=pA pB pC | hand:1=pD pE pF | hand:2=pG pH pI")
    a, b, d = (card(s, f, s.hand(i)) for f, i in (("pA", 0), ("pB", 0), ("pD", 1)))
    assert refused(s, 0, "give", cards={"1": a}) == "not_possible"
    assert refused(s, 0, "give", cards={"1": a, "2": a}) == "not_possible"
    assert refused(s, 0, "give", cards={"1": a, "2": d}) == "not_possible"
    assert refused(s, 0, "give", cards={"0": a, "1": b}) == "not_possible"
    do(s, 0, "give", cards={"1": a, "2": b})


@pytest.mark.rule("bazardelix", "D1")
def test_gifts_are_blind_and_cannot_be_passed_on() -> None:
    s = gifts("hand:0=pA pB pC | hand:1=pD pE pF | hand:2=pG pH pI")
    give(s, 0, {1: "pA", 2: "pB"})
    assert faces(s, "hand:0") == ["pA", "pB", "pC"], "nothing moves before all have chosen"
    assert names(s, 0) == set(), "a choice stands"
    offered = {s.faces[c] for c in s.offers(1)[0].params["cards"].cards}  # type: ignore[attr-defined]
    assert offered == {"pD", "pE", "pF"}
    assert refused(s, 1, "give", cards={"0": s.hand(0).cards[0], "2": s.hand(1).cards[0]}) == "not_possible"


@pytest.mark.rule("bazardelix", "D1")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_hands_keep_their_size(players: int) -> None:
    s = start(GAME, players)
    size = len(s.hand(0).cards)
    for seat in range(players):
        assert len(s.others(seat)) == players - 1
        give(s, seat, {o: faces(s, s.hand(seat))[i] for i, o in enumerate(s.others(seat))})
    assert [len(s.hand(i).cards) for i in range(players)] == [size] * players


def test_what_is_seen_of_the_gifts_before_they_are_opened() -> None:
    s = gifts("hand:0=pA pB pC | hand:1=pD pE pF | hand:2=pG pH pI")
    events = give(s, 0, {1: "pA", 2: "pB"})
    assert view(s, 1).fact("choices") == {"0": {"sealed": True}}
    handles = {c.face: c.handle for c in view(s, 0).zone("hand:0").cards if c}
    assert view(s, 0).fact("choices") == {"0": {"sealed": True, "value": {"1": handles["pA"], "2": handles["pB"]}}}
    assert [(e.kind, dict(e.data)) for e in Door(s, 0b010).events(events)] == [("chosen", {"seat": SEAT(0)})]


def test_giver_and_taker_know_the_gift_nobody_else_does() -> None:
    s = gifts("hand:0=pA pB pC | hand:1=pD pE pF | hand:2=pG pH pI")
    give(s, 0, {1: "pA", 2: "pB"})
    give(s, 1, {0: "pD", 2: "pE"})
    events = give(s, 2, {0: "pG", 1: "pH"})
    gift = {"giver": SEAT(0), "taker": SEAT(1), "colour": TERM("p"), "letter": FACE("A")}
    for viewers, knows in [(0b001, True), (0b010, True), (0b100, False), (0b111, False)]:
        lines = [dict(e.data) for e in Door(s, viewers).events(events) if e.kind == "gives"]
        seen = [e.face for e in Door(s, viewers).events(events) if e.kind == "move" and e.face]
        assert (gift in lines) is knows
        assert ("pA" in seen) is knows
    line = texts("bazardelix", "fr").event("gives", gift, {0: "Zoé", 1: "Max"})
    assert line == "Zoé donne le A rose à Max."


@pytest.mark.rule("bazardelix", "D2")
def test_the_pink_a_may_be_given_away() -> None:
    s = gifts("hand:0=pA pB pC | hand:1=pD pE pF | hand:2=pG pH pI")
    give(s, 0, {1: "pB", 2: "pA"})
    give(s, 1, {0: "pD", 2: "pE"})
    give(s, 2, {0: "pG", 1: "pH"})
    assert view(s).active == (2,)
    assert legal(s, 2) == {"pA"}


def test_45_seconds_to_give_then_the_lowest_letters_go() -> None:
    """Pink before blue; the lowest one to the next seat."""
    s = gifts("hand:0=bC pM pC bA | hand:1=pD pE pF pA | hand:2=pG pH pI pB")
    give(s, 1, {0: "pD", 2: "pE"})
    events = wait(s, "give/limit")
    assert s.now == 45_000
    assert told(events, "timeout") == [{"seat": 0}, {"seat": 2}]
    gone = {(e["giver"], e["taker"]): e["colour"] + e["letter"] for e in told(events, "gives")}
    assert gone == {(0, 1): "bA", (0, 2): "pC", (1, 0): "pD", (1, 2): "pE", (2, 0): "pB", (2, 1): "pG"}


# ---- tricks ---------------------------------------------------------------------------------------------


@pytest.mark.rule("bazardelix", "R12", "R13", "R14", "R15", "R17", "R22", "D4")
def test_first_trick() -> None:
    """Example 2: seat 1 has no pink A–M and discards bX; seat 3 wins, with 13 points, and leads."""
    s = at(
        "hand:0=pC pD bB | hand:1=bX pQ bA | hand:2=pA pE pT | hand:3=pK pB bC",
        leader=2,
        first=True,
    )
    assert legal(s, 2) == {"pA"}
    assert refused_card(s, 2, "pE") == "not_possible"
    lay(s, 2, "pA")
    lay(s, 3, "pK")
    lay(s, 0, "pC")
    assert legal(s, 1) == {"bX", "pQ", "bA"}
    lay(s, 1, "bX")
    wait(s, "show/over")
    assert faces(s, "won:3") == ["pA", "pK", "pC", "bX"]
    assert view(s).active == (3,)


@pytest.mark.rule("bazardelix", "R12")
@pytest.mark.parametrize("seed", range(5))
def test_the_holder_of_the_pink_a_leads_it(seed: int) -> None:
    s = start(GAME, 5, seed=seed)
    wait(s, "give/limit")
    holder = next(i for i in range(5) if "pA" in faces(s, f"hand:{i}"))
    assert view(s).active == (holder,)
    assert legal(s, holder) == {"pA"}


@pytest.mark.rule("bazardelix", "R13", "D3")
def test_the_family_asked_for_must_be_played() -> None:
    """Example 5: pink N–Z asked for; of pR and bM only pR is legal."""
    s = at("trick=pN | hand:1=pR bM")
    assert legal(s, 1) == {"pR"}
    assert refused_card(s, 1, "bM") == "not_possible"
    lay(s, 1, "pR")


def test_the_view_says_who_laid_what_who_leads_and_since_when_the_clock_runs() -> None:
    s = at("hand:0=pB pS | hand:1=pD bC | hand:2=bK bQ", leader=1, players=3)
    began = view(s, 0).clocks[0]
    assert (began.seat, began.since) == (1, s.now)
    lay(s, 1, "pD")
    trick = view(s, 0).zone("trick")
    assert (trick.by, trick.best) == ((1,), 0)
    s.now += 4_000
    do(s, 2, "play", t=s.now, card=card(s, "bK", s.hand(2)))
    trick, clock = view(s, 0).zone("trick"), view(s, 0).clocks[0]
    assert (trick.by, trick.best) == ((1, 2), 0), "another family cannot lead"
    assert (clock.seat, clock.since, clock.at - clock.since) == (0, s.now, 30_000), "each player has his own time"
    lay(s, 0, "pB")
    assert view(s, 0).zone("trick").best == 0, "the D is still the strongest"
    wait(s, "show/over")
    trick = view(s, 0).zone("trick")
    assert (trick.by, trick.best) == ((), -1)


@pytest.mark.rule("bazardelix", "R13")
def test_one_card_each_in_turn() -> None:
    s = at("hand:0=pB pC | hand:1=pD pE | hand:2=pF pG | hand:3=pH pI")
    assert refused_card(s, 1, "pD") == "not_your_turn"
    lay(s, 0, "pB")
    assert refused_card(s, 0, "pC") == "not_your_turn"


@pytest.mark.rule("bazardelix", "R14", "D3")
def test_without_the_family_any_card_but_some_card() -> None:
    s = at("trick=pN | hand:1=pA bM bX bZ")
    assert legal(s, 1) == {"pA", "bM", "bX", "bZ"}
    assert names(s, 1) == {"play"}


@pytest.mark.rule("bazardelix", "D4")
def test_points_may_be_discarded_on_the_first_trick() -> None:
    s = at("trick=pA | hand:1=bM bX pZ", first=True)
    assert legal(s, 1) == {"bM", "bX", "pZ"}


@pytest.mark.rule("bazardelix", "R16", "R17")
def test_the_trick_goes_face_down_to_its_winner_who_leads() -> None:
    s = at("hand:0=pB pC bT | hand:1=pD pE bU | hand:2=pK pG bV | hand:3=pH pI bW", review_last_trick=False)
    lay_all(s, "pB", "pD", "pK", "pH")
    assert faces(s, "won:2") == ["pB", "pD", "pK", "pH"] and faces(s, "trick") == []
    for seat in range(4):
        heap = view(s, seat).zone("won:2")
        assert (heap.count, heap.cards) == (4, ())
    assert view(s).active == (2,)


def test_the_trick_lies_open_for_two_seconds() -> None:
    s = at("hand:0=pB pC | hand:1=pD pE | hand:2=pK pG | hand:3=pH pI")
    for seat, face in enumerate(["pB", "pD", "pK", "pH"]):
        lay(s, seat, face)
    assert [c.face for c in view(s, 1).zone("trick").cards if c] == ["pB", "pD", "pK", "pH"]
    assert all(names(s, seat) == set() for seat in range(4))
    wait(s, "show/over")
    assert s.now == 2_000
    assert faces(s, "trick") == []


@pytest.mark.rule("bazardelix", "R18")
def test_blue_a_to_m_is_not_led_before_one_was_played() -> None:
    """Example 4, first and last sentence."""
    s = at("hand:0=bC bT")
    assert refused_card(s, 0, "bC") == "not_possible"
    assert legal(s, 0) == {"bT"}
    s = at("hand:0=pB pC | hand:1=pD pE | hand:2=pK bC bT | hand:3=bA bB", leader=0)
    lay_all(s, "pB", "pD", "pK", "bA")
    assert legal(s, 2) == {"bC", "bT"}


@pytest.mark.rule("bazardelix", "R18")
def test_a_discard_of_another_family_opens_nothing() -> None:
    s = at("hand:0=pB pC | hand:1=pD pE | hand:2=pK bC bT | hand:3=bN bX", leader=0)
    lay_all(s, "pB", "pD", "pK", "bX")
    assert legal(s, 2) == {"bT"}


@pytest.mark.rule("bazardelix", "R19", "D7")
def test_who_holds_only_blue_a_to_m_leads_any_of_them() -> None:
    """Example 4, second sentence."""
    s = at("hand:0=bC bF")
    assert legal(s, 0) == {"bC", "bF"}


@pytest.mark.rule("bazardelix", "D5")
def test_a_blue_card_led_under_r19_opens_the_family_too() -> None:
    s = at("hand:0=bC bF | hand:1=bD bT | hand:2=pK pG | hand:3=pH pI")
    lay_all(s, "bC", "bD", "pK", "pH")
    assert view(s).active == (1,)
    s = at("hand:0=bC bF | hand:1=bD bE bT | hand:2=pK pG pL | hand:3=pH pI pJ")
    lay_all(s, "bC", "bD", "pK", "pH")
    assert legal(s, 1) == {"bE", "bT"}


@pytest.mark.rule("bazardelix", "D5", "R6")
def test_every_round_starts_closed() -> None:
    s = last_trick("won:0=bA bB", "pB pC pD pE", leader=0)
    assert s.blue_open
    wait(s, "show/over")
    wait(s, "give/limit")
    leader = view(s).active[0]
    lay(s, leader, "pA")
    for _ in range(2):
        seat = view(s).active[0]
        lay(s, seat, sorted(legal(s, seat) & set(PINK_AM) or {f for f in legal(s, seat) if f not in BLUE_AM})[0])
    assert not s.blue_open


@pytest.mark.rule("bazardelix", "D6")
def test_the_blue_x_may_be_led_and_belongs_to_n_to_z() -> None:
    s = at("hand:0=bX bC | hand:1=bN bM pA")
    assert legal(s, 0) == {"bX"}
    lay(s, 0, "bX")
    assert legal(s, 1) == {"bN"}


@pytest.mark.rule("bazardelix", "D13")
@pytest.mark.parametrize(
    ("position", "played"),
    [
        ("trick=pQ | hand:1=bX bA pO bT", "pO"),  # no points before points
        ("trick=pQ | hand:1=bO pO pP", "pO"),  # asked for: nothing else counts
        ("trick=pB | hand:1=bO pO pP", "pO"),  # pink before blue
        ("trick=pB | hand:1=bN pO pP", "bN"),  # the lowest letter before the colour
        ("trick=pB | hand:1=bX bC bB", "bB"),  # one point before thirteen
        ("trick=bB | hand:1=bM bL pA", "bL"),
        ("trick=bN | hand:1=bX bZ", "bZ"),  # no points before the lower letter
    ],
)
def test_out_of_time(position: str, played: str) -> None:
    s = at(position + " | hand:2=pK")
    events = wait(s, "trick/limit")
    assert s.now == 30_000
    assert told(events, "timeout") == [{"seat": 1}]
    assert faces(s, "trick")[-1] == played
    assert view(s).active == (2,)


@pytest.mark.rule("bazardelix", "D13")
def test_out_of_time_with_the_lead() -> None:
    s = at("hand:0=bA bT pW | hand:1=pB")
    wait(s, "trick/limit")
    assert faces(s, "trick") == ["bT"]


def test_every_card_has_its_own_30_seconds() -> None:
    s = at("hand:0=pB pC | hand:1=pD pE | hand:2=pK pG | hand:3=pH pI")
    for seat, face in enumerate(["pB", "pD", "pK", "pH"]):
        limit = s.next_alarm()
        assert limit is not None and limit.at == s.now + 30_000
        s.now += 20_000
        lay(s, seat, face)
    wait(s, "show/over")
    assert s.now == 82_000
    wait(s, "trick/limit")
    assert s.now == 112_000


# ---- what is seen of the tricks -------------------------------------------------------------------------


def two_tricks(**options: Any) -> BazardelixState:
    """Seat 2 has taken a trick, then seat 3."""
    s = at("hand:0=pB pC bT | hand:1=pD pE bU | hand:2=pK pG bV | hand:3=pH pI bW", **options)
    lay_all(s, "pB", "pD", "pK", "pH")
    lay_all(s, "pG", "pI", "pC", "pE", first=2)
    return s


def test_only_the_last_trick_may_be_looked_at() -> None:
    s = two_tricks()
    for seat in range(4):
        assert [c.face for c in view(s, seat).zone("won:3").cards if c] == ["pG", "pI", "pC", "pE"]
        assert (view(s, seat).zone("won:2").cards, view(s, seat).zone("won:2").count) == ((), 4)
    assert view(s).fact("tricks") == [0, 0, 1, 1]


def test_of_two_tricks_on_one_heap_the_upper_one_is_seen() -> None:
    s = at("hand:0=pB pC bT | hand:1=pD pE bU | hand:2=pK pL bV | hand:3=pH pI bW")
    lay_all(s, "pB", "pD", "pK", "pH")
    assert [c.face for c in view(s, 0).zone("won:2").cards if c] == ["pB", "pD", "pK", "pH"]
    lay_all(s, "pL", "pI", "pC", "pE", first=2)
    heap = view(s, 0).zone("won:2")
    assert ([c.face for c in heap.cards if c], heap.count) == (["pL", "pI", "pC", "pE"], 8)


def test_option_no_look_back() -> None:
    s = two_tricks(review_last_trick=False)
    for seat in range(4):
        for heap in ("won:2", "won:3"):
            assert (view(s, seat).zone(heap).cards, view(s, seat).zone(heap).count) == ((), 4)
    assert view(s).fact("tricks") == [0, 0, 1, 1]


def test_the_log_does_not_remember_what_was_played() -> None:
    s = at("hand:0=pB pC | hand:1=pD pE | hand:2=pK pG | hand:3=pH pI")
    events = [e for seat, face in enumerate(["pB", "pD", "pK", "pH"]) for e in lay(s, seat, face)]
    assert [(e.kind, dict(e.data)) for e in events if e.keep == "lasting"] == [("takes", {"winner": SEAT(2)})]


def test_what_was_failed_to_follow_and_whether_blue_is_open_is_a_matter_of_memory() -> None:
    s = at("trick=pN | hand:1=bM | hand:2=pO")
    lay(s, 1, "bM")
    assert not {"voids", "blue_open"} & set(view(s, 2).facts)


@pytest.mark.parametrize("review", [True, False])
def test_at_the_end_of_the_round_all_tricks_are_shown_with_the_points(review: bool) -> None:
    s = last_trick("won:0=bA pZ bB | won:1=bX bT", "pB pC pD bE", leader=0, review_last_trick=review)
    assert view(s).phase == "show"
    assert [c.face for c in view(s, 2).zone("won:0").cards if c] == ["bA", "pZ", "bB"]
    assert [c.face for c in view(s).zone("won:1").cards if c] == ["bX", "bT"]
    assert [c.face for c in view(s, 3).zone("won:2").cards if c] == ["pB", "pC", "pD", "bE"]
    assert view(s).scores == (2, 13, 1, 0)
    wait(s, "show/over")
    assert view(s).fact("history") == [[2, 13, 1, 0]]
    assert [view(s).zone(f"won:{i}").count for i in range(4)] == [0, 0, 0, 0]


def test_heaps_are_face_down_again_in_the_next_round() -> None:
    s = last_trick("won:0=bA pZ bB pY", "pK pC pD bE", leader=0, review_last_trick=False)
    wait(s, "show/over")
    arrange(s, "hand:0=pM pO | hand:1=pC pP | hand:2=pD pQ | hand:3=pE pR | pile=…")
    s.goto(Trick(leader=3, seat=3))
    s._settle()
    lay_all(s, "pE", "pM", "pC", "pD", first=3)
    assert (view(s).zone("won:0").cards, view(s).zone("won:0").count) == ((), 4)


# ---- points ---------------------------------------------------------------------------------------------


@pytest.mark.rule("bazardelix", "R20")
def test_the_round_ends_when_the_hands_are_empty() -> None:
    s = at("hand:0=pB pO | hand:1=pC pP | hand:2=pD pQ | hand:3=pE pR | won:0=bA bB")
    lay_all(s, "pB", "pC", "pD", "pE")
    assert s.scores == [0, 0, 0, 0] and view(s).phase == "trick"
    lay_all(s, "pR", "pO", "pP", "pQ", first=3)
    assert s.scores == [2, 0, 0, 0]
    wait(s, "show/over")
    assert view(s).phase == "give"


@pytest.mark.rule("bazardelix", "R21", "R22", "R23")
def test_what_each_card_costs() -> None:
    for face in PINK_AM[1:] + PINK_NZ[4:] + BLUE_AM + BLUE_NZ:
        points = 13 if face == "bX" else 1 if face in BLUE_AM else 0
        assert last_trick(f"won:0={face}", "pN pO pP pQ", leader=0).scores == [points, 0, 0, 0], face


BLUE_FIRST_FIVE, BLUE_NEXT_SEVEN = "bA bB bC bD bE", "bF bG bH bI bJ bK bL"


@pytest.mark.rule("bazardelix", "R21", "R22", "R23")
def test_a_round_is_counted() -> None:
    """Example 6: the blue A–M are split 5 and 8, bX with the second player. The last trick brings him bM."""
    s = last_trick(f"won:0={BLUE_FIRST_FIVE} pT | won:1={BLUE_NEXT_SEVEN} bX bZ", "bM pZ pO pP", leader=1)
    assert s.scores == [5, 21, 0, 0]


@pytest.mark.rule("bazardelix", "R24", "D8")
def test_all_the_points() -> None:
    """Example 7; nobody is asked."""
    s = last_trick(f"won:1={BLUE_FIRST_FIVE} {BLUE_NEXT_SEVEN} bX | won:0=pT", "bM pZ pO pP", leader=1)
    assert s.scores == [26, 0, 26, 26]
    assert all(names(s, seat) == set() for seat in range(4))
    assert view(s).fact("history") == [[26, 0, 26, 26]]


@pytest.mark.rule("bazardelix", "R24")
def test_one_point_short_of_all() -> None:
    s = last_trick(f"won:1={BLUE_FIRST_FIVE} {BLUE_NEXT_SEVEN} bX | won:0=pT", "bM pO pZ pP", leader=1)
    assert s.scores == [0, 25, 1, 0]


@pytest.mark.rule("bazardelix", "R24")
@pytest.mark.parametrize("players", [3, 5])
def test_all_the_points_with_other_numbers_of_players(players: int) -> None:
    cards = " ".join(["bM", "pZ", "pO", "pP", "pQ"][:players])
    s = last_trick(f"won:1={BLUE_FIRST_FIVE} {BLUE_NEXT_SEVEN} bX", cards, leader=1)
    assert s.scores == [26, 0, 26, 26, 26][:players]


# ---- the end --------------------------------------------------------------------------------------------

SPLIT = "won:0=bA bB bC bD bE | won:1=bF bG | won:2=bH bI bJ bX | won:3=bK bL"
"""With bM for the third player: 5, 2, 17, 2."""


def count_round(s: BazardelixState) -> None:
    """The end of a round that scores 5, 2, 17, 2."""
    arrange(s, SPLIT + " | hand:0=bM | hand:1=pN | hand:2=pZ | hand:3=pO | pile=…")
    s.blue_open = True
    s.goto(Trick(leader=2, seat=2))
    s._settle()
    lay_all(s, "pZ", "pO", "bM", "pN", first=2)
    wait(s, "show/over")


@pytest.mark.rule("bazardelix", "R5", "R6", "R25", "R26")
def test_the_game_goes_on_until_somebody_has_a_hundred() -> None:
    """Example 8: 98, 71, 44, 73 goes on; 103, 73, 61, 75 ends it, and 61 wins."""
    s = start(GAME, 4)
    s.scores = [93, 69, 27, 71]
    count_round(s)
    assert s.scores == [98, 71, 44, 73]
    assert s.outcome is None and view(s).phase == "give" and s.round == 1
    assert sorted(len(s.hand(i).cards) for i in range(4)) == [13] * 4
    count_round(s)
    assert s.outcome is not None
    assert s.outcome.scores == (103, 73, 61, 75)
    assert s.outcome.winners == (2,) and s.outcome.ranks == (4, 2, 1, 3)


@pytest.mark.rule("bazardelix", "R25")
@pytest.mark.parametrize(("before", "over"), [(94, False), (95, True), (96, True)])
def test_reaching_or_passing_a_hundred(before: int, over: bool) -> None:
    s = start(GAME, 4)
    s.scores = [before, 0, 0, 0]
    count_round(s)
    assert (s.outcome is not None) is over


@pytest.mark.rule("bazardelix", "D9")
def test_nothing_ends_in_the_middle_of_a_round() -> None:
    s = at("hand:0=pK pB pO | hand:1=bX bA bB | hand:2=pC pP pQ | hand:3=pD pR pS")
    s.scores = [99, 0, 0, 0]
    lay_all(s, "pK", "bX", "pC", "pD")
    assert s.outcome is None and view(s).phase == "trick"
    assert s.scores == [99, 0, 0, 0]


@pytest.mark.rule("bazardelix", "D9", "R24")
def test_taking_all_saves_from_a_hundred() -> None:
    """He would pass 100 in the middle of the round, and scores nothing at its end."""
    won = f"won:1={BLUE_FIRST_FIVE} {BLUE_NEXT_SEVEN} bX"
    s = at(f"{won} | hand:0=bM | hand:1=pZ | hand:2=pO | hand:3=pP", leader=1, opened=True)
    s.scores = [10, 90, 20, 30]
    lay_all(s, "pZ", "pO", "pP", "bM", first=1)
    wait(s, "show/over")
    assert s.scores == [36, 90, 46, 56] and s.outcome is None


@pytest.mark.rule("bazardelix", "D10")
def test_equal_totals_share_the_victory() -> None:
    s = start(GAME, 4)
    s.scores = [95, 43, 28, 53]
    count_round(s)
    assert s.outcome is not None
    assert s.outcome.scores == (100, 45, 45, 55)
    assert s.outcome.winners == (1, 2)


@pytest.mark.parametrize(
    ("target", "before", "over"), [(50, 44, False), (50, 45, True), (150, 144, False), (150, 145, True)]
)
def test_option_target(target: int, before: int, over: bool) -> None:
    s = start(GAME, 4, target=target)
    s.scores = [before, 0, 0, 0]
    count_round(s)
    assert (s.outcome is not None) is over


@pytest.mark.parametrize("options", [{"target": 99}, {"target": "100"}, {"review_last_trick": 2}, {"levels": 1}])
def test_bad_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(Exception, match="bad_options"):
        start(GAME, 4, **options)


@pytest.mark.rule("bazardelix", "D11")
@pytest.mark.parametrize(("players", "rounds", "records"), [(3, 12, 72), (4, 16, 70), (5, 20, 66)])
def test_termination(players: int, rounds: int, records: int) -> None:
    """A round takes a record per seat for the gifts, one per card, one per trick, one for the points:
    3 + 51 + 17 + 1, 4 + 52 + 13 + 1, 5 + 50 + 10 + 1."""
    assert GAME.bound(players, start(GAME, players).options) == rounds * records
    for seed in range(6):
        s = start(GAME, players, seed=seed)
        rollout(s, QuickPicker(seed), limit=rounds * records)
        assert s.outcome is not None
        assert len(s.history) <= rounds
        assert all(sum(points) in (26, 26 * (players - 1)) for points in s.history)


# ---- deals that a seat can imagine ----------------------------------------------------------------------


def holds_what_it_has_not(s: BazardelixState, known: BazardelixState) -> list[tuple[Seat, str]]:
    """Cards of a family that their holder has shown not to have."""
    return [
        (seat, s.faces[c])
        for seat in s.all_seats
        for c in s.hand(seat).cards
        if FAMILY[s.faces[c]] in known.voids[seat]
    ]


def positions(seed: int, players: int) -> Iterator[BazardelixState]:
    """The states of a random game's first rounds."""
    run = play(any_deal(GAME, players, seed), 150)
    s = run.deal.start()
    for entry in run.entries:
        apply(s, entry)
        s.events.clear()
        assert isinstance(s, BazardelixState)
        yield s


@pytest.mark.parametrize("players", [3, 4, 5])
def test_imagined_deals_respect_who_failed_to_follow(players: int) -> None:
    redealt = 0
    for step, s in enumerate(positions(4, players)):
        assert holds_what_it_has_not(s, s) == []
        seat = step % players
        for i in range(3):
            twin = s.redeal(seat, keyed(seed_from(step), "imagine", i))
            assert holds_what_it_has_not(twin, s) == []
            assert sorted(twin.faces) == sorted(s.faces)
            known = [c for c in range(len(s.faces)) if s.ledger.seen[c] >> seat & 1]
            assert all(twin.faces[c] == s.faces[c] for c in known)
            redealt += twin.faces != s.faces
    assert redealt > 100


@pytest.mark.parametrize("seed", range(3))
def test_a_redeal_looks_the_same_to_its_seat(seed: int) -> None:
    assert check_redeal(play(any_deal(GAME, 3 + seed, seed), 200), every=4) > 10


def test_only_the_deals_that_are_possible_and_all_of_them() -> None:
    """Seat 1 may hold a or b, seat 2 b or c, seat 3 c or a: two deals fit."""
    s = at("hand:0=pZ | hand:1=pB | hand:2=pO | hand:3=bB")
    s.voids = [(), ("bAM", "bNZ"), ("pAM", "bNZ"), ("pNZ", "bNZ")]
    deals = set()
    for i in range(60):
        twin = s.redeal(0, keyed(seed_from(i), "imagine"))
        deals.add(tuple(faces(twin, f"hand:{seat}")[0] for seat in (1, 2, 3)))
    assert deals == {("pB", "pO", "bB"), ("pO", "bB", "pB")}


def test_three_cards_in_a_ring() -> None:
    """Only one deal fits, and no exchange of two cards leads to it from the two rotated ones."""
    s = at("hand:0=pZ | hand:1=pB | hand:2=pO | hand:3=bB")
    s.voids = [(), ("pNZ", "bAM", "bNZ"), ("pAM", "bAM", "bNZ"), ("pAM", "pNZ", "bNZ")]
    for i in range(30):
        assert s.redeal(0, keyed(seed_from(i), "imagine")).faces == s.faces


def test_failing_to_follow_is_remembered() -> None:
    s = at("trick=pN | hand:1=bM | hand:2=pO | hand:3=pC")
    lay(s, 1, "bM")
    lay(s, 2, "pO")
    lay(s, 3, "pC")
    assert s.voids == [(), ("pNZ",), (), ("pNZ",)]


def test_leading_blue_under_r19_shows_that_there_is_nothing_else() -> None:
    s = at("hand:0=bC bF | hand:1=bD")
    lay(s, 0, "bC")
    assert set(s.voids[0]) == {"pAM", "pNZ", "bNZ"}
    s = at("hand:0=bC bT | hand:1=bD", opened=True)
    lay(s, 0, "bC")
    assert s.voids[0] == ()


# ---- bots -----------------------------------------------------------------------------------------------


choice = partial(bot_choice, BOT)


def test_beginner_gives_its_highest_letters() -> None:
    s = gifts("hand:0=pA bM pY bZ pO | hand:1=pD pE pF | hand:2=pG pH pI")
    assert choice(s, 0, Level.BEGINNER) == {"1": "bZ", "2": "pY"}


def test_beginner_plays_anything_legal() -> None:
    s = at("trick=pN pP pQ | hand:3=bX bM pA bA", leader=0)
    assert {choice(s, 3, Level.BEGINNER, seed)["card"] for seed in range(40)} == {"bX", "bM", "pA", "bA"}


@pytest.mark.parametrize("level", [Level.NORMAL, Level.STRONG])
def test_others_give_blue_y_and_z_away_and_keep_what_is_low(level: Level) -> None:
    s = gifts("hand:0=pA bN bY bO bZ pM | hand:1=pD pE pF | hand:2=pG pH pI")
    assert set(choice(s, 0, level).values()) == {"bY", "bZ"}


def test_a_guarded_blue_x_is_kept() -> None:
    s = gifts("hand:0=pA bN bX bO bP bQ pM bM | hand:1=pD pE pF | hand:2=pG pH pI")
    assert set(choice(s, 0, Level.NORMAL).values()) == {"pM", "bM"}


def test_strong_gives_the_worst_card_to_who_has_the_fewest_points() -> None:
    s = gifts("hand:0=pA bN bY bO bX pC | hand:1=pD pE pF | hand:2=pG pH pI")
    s.scores = [0, 50, 20]
    assert choice(s, 0, Level.STRONG) == {"2": "bY", "1": "bX"}


@pytest.mark.parametrize(
    ("position", "played"),
    [
        ("trick=pN pP bX | hand:3=pO pZ pQ", "pO"),  # lets 13 points go to somebody else
        ("trick=pN pP pQ | hand:3=bX bM pA bA", "bX"),
        ("trick=pN pP pQ | hand:3=bB bM pA bA bZ", "bM"),
        ("trick=bN bZ bP | hand:3=bX bY bO", "bX"),
        ("trick=pN pP pQ | hand:3=pO pZ pT", "pZ"),  # nothing in it: a good time to win
    ],
)
def test_normal_ducks_and_sheds(position: str, played: str) -> None:
    assert choice(at(position, leader=0), 3, Level.NORMAL) == {"card": played}


TAKES_ALL = "bB bC bD bE bF bG bH bI bJ bX"


def test_strong_stops_who_would_take_all() -> None:
    """Seat 1 has 22 points and would get the rest: one trick with two points stops it, ducking does not."""
    position = f"won:1={TAKES_ALL} | trick=bK | hand:1=bM | hand:2=bA bL | hand:3=pC pD | hand:0=pE pF"
    s = at(position, leader=1, opened=True)
    assert choice(s, 2, Level.STRONG) == {"card": "bL"}
    assert choice(s, 2, Level.NORMAL) == {"card": "bA"}


def test_strong_takes_all_when_it_can() -> None:
    """Seat 0 has 24 points: with pZ it takes bL, then leads pO and takes the rest."""
    position = f"won:0={TAKES_ALL} bA bK | trick=pQ bL pR | hand:0=pO pZ | hand:1=bM | hand:2=pA | hand:3=pB"
    s = at(position, leader=1, opened=True)
    assert choice(s, 0, Level.STRONG) == {"card": "pZ"}
    assert choice(s, 0, Level.NORMAL) == {"card": "pO"}


def test_strong_thinks_the_same_twice_and_changes_nothing() -> None:
    s = start(GAME, 4)
    wait(s, "give/limit")
    lay(s, view(s).active[0], "pA")
    seat = view(s).active[0]
    before = list(s.faces)
    assert choice(s, seat, Level.STRONG) == choice(s, seat, Level.STRONG)
    assert s.faces == before


def test_many_moves_are_sampled() -> None:
    s = start(GAME, 4)
    rng = keyed(seed_from(1), "search")
    assert len(candidates(s, 0, rng)) == 64  # of 13 × 12 × 11 gifts
    wait(s, "give/limit")
    assert len(candidates(s, view(s).active[0], rng)) == 1


# ---- the round on bits, in which the strong bot searches ---------------------------------------------------


def on_bits(s: BazardelixState, seat: Seat, seed: int = 1) -> Deals:
    return Deals(s, seat, QuickPicker(seed).random)


def bit_faces(hands: list[int], seat: Seat) -> set[str]:
    return {face for face, number in NUMBER.items() if hands[4 * seat + number // 13] >> number % 13 & 1}


def tricks(seed: int, players: int) -> Iterator[tuple[BazardelixState, Seat]]:
    """The positions of a random game's first rounds in which somebody lays a card, and who."""
    for s in positions(seed, players):
        if isinstance(s.phases[-1], Trick) and s.actors():
            yield s, s.actors()[0]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_round_on_bits_is_the_round_of_the_rules(players: int) -> None:
    """The same cards may be laid, whoever takes a trick leads, and the points are the same."""
    pick = QuickPicker(players)
    for seed in range(20):
        s = start(GAME, players, seed=seed)
        wait(s, "give/limit")
        first = s.actors()[0]
        board = on_bits(s, first).board
        lay(s, first, "pA")
        board.lay(NUMBER["pA"])
        while not s.history:
            if not s.actors():
                wait(s, "show/over")
                continue
            seat = s.actors()[0]
            assert board.seat == seat
            allowed = sorted(NUMBER[face] for face in legal(s, seat))
            choices = board.choices()
            assert set(choices) <= set(allowed) and {c // 13 for c in choices} == {c // 13 for c in allowed}
            assert bit_faces(board.hands, seat) == {s.faces[c] for c in s.hand(seat).cards}
            number = allowed[pick.below(len(allowed))]
            lay(s, seat, FACES[number])
            board.lay(number)
        assert board.left == 0
        assert tuple(board.counted()) == s.history[0]


def test_all_the_points_on_bits() -> None:
    won = f"won:1={BLUE_FIRST_FIVE} {BLUE_NEXT_SEVEN} bX | won:0=pT"
    s = at(f"{won} | hand:1=bM | hand:2=pZ | hand:3=pO | hand:0=pP", leader=1)
    board = on_bits(s, 1).board
    assert board.points == [0, 25, 0, 0]
    assert play_out(board, NUMBER["bM"]) == [26, 0, 26, 26]
    for face in ("bM", "pZ", "pO", "pP"):
        board.lay(NUMBER[face])
    assert board.counted() == [26, 0, 26, 26]


def test_cards_side_by_side_are_one_choice() -> None:
    """pB pC stand for each other, pE with pD in another hand does not; the blue X is a card of its own."""
    s = at(
        "hand:0=pB pC pE bW bX bY | hand:1=pD pH bN pI pJ pK | hand:2=pF bO bP bQ bR bS | hand:3=pG bT bU pL pM pZ"
    )
    assert [FACES[c] for c in on_bits(s, 0).board.choices()] == ["pB", "pE", "bW", "bX", "bY"]
    s = at("trick=pC | hand:1=pB pD pE | hand:2=pF | hand:3=pG | hand:0=pH pI")
    assert [FACES[c] for c in on_bits(s, 1).board.choices()] == ["pB", "pD"]  # below and above what lies there


def test_a_playout_lays_what_the_rules_of_thumb_lay() -> None:
    compared = 0
    for s, seat in tricks(5, 4):
        board = on_bits(s, seat).board
        first = board.choices()[-1]
        expected = play_out(board, first)
        board.lay(first)
        while board.left:
            board.lay(thumb(board))
        assert board.counted() == expected
        compared += 1
    assert compared > 80


def test_rules_of_thumb_on_bits() -> None:
    def played(position: str, **fields: Any) -> str:
        s = at(position, **fields)
        return FACES[thumb(on_bits(s, s.actors()[0]).board)]

    assert played("trick=pN pP bX | hand:3=pO pZ pQ | hand:0=pT pU | hand:1=pV pW | hand:2=pX pY") == "pO"
    assert played("trick=pN pP pQ | hand:3=bX bM pA bA") == "bX"
    assert played("trick=bN bZ | hand:2=bX bY bO") == "bX"
    assert played("trick=pN pP pQ | hand:3=pO pZ pT") == "pZ"
    assert played("trick=pN pP | hand:2=pO pZ pT") == "pO"
    assert played("trick=pN | hand:1=pO pZ | hand:2=pX") == "pO"
    assert played("trick=pN | hand:1=pC bY | hand:2=bX pA | hand:3=pB pD") == "bY"  # else it may catch the X
    assert played("hand:0=pB pZ bB | hand:1=pC pD pE | hand:2=pF pG pX | hand:3=pY pH bA") == "pB"
    assert played("hand:0=bB bC | hand:1=pC pD | hand:2=pF pG | hand:3=pY bA") == "bB"  # R19


@pytest.mark.parametrize("players", [3, 4, 5])
def test_deals_on_bits_fit_what_the_seat_has_seen(players: int) -> None:
    different, lacking = 0, 0
    for step, (s, _) in enumerate(tricks(4, players)):
        seat = step % players
        twin = s.redeal(seat, keyed(seed_from(step), "imagine"))
        deals = on_bits(twin, seat, step)
        for _ in range(3):
            hands = deals.draw()
            for other in s.all_seats:
                held = bit_faces(hands, other)
                real = {s.faces[c] for c in s.hand(other).cards}
                known = {s.faces[c] for c in s.hand(other).cards if s.ledger.seen[c] >> seat & 1}
                assert known <= held and len(held) == len(real)
                assert not {FAMILY[face] for face in held} & set(s.voids[other])
                different += held != real
                lacking += bool(s.voids[other])
            assert set.union(*(bit_faces(hands, o) for o in s.all_seats)) == {
                s.faces[c] for o in s.all_seats for c in s.hand(o).cards
            }
    assert different > 100 < lacking


def test_only_possible_deals_on_bits_and_all_of_them() -> None:
    """As above: seat 1 may hold a or b, seat 2 b or c, seat 3 c or a."""
    s = at("hand:0=pZ | hand:1=pB | hand:2=pO | hand:3=bB")
    s.voids = [(), ("bAM", "bNZ"), ("pAM", "bNZ"), ("pNZ", "bNZ")]
    deals = on_bits(s, 0)
    found = {tuple(bit_faces(hands, seat).pop() for seat in (1, 2, 3)) for hands in draws(deals, 60)}
    assert found == {("pB", "pO", "bB"), ("pO", "bB", "pB")}


def draws(deals: Deals, count: int) -> list[list[int]]:
    return [deals.draw() for _ in range(count)]


def test_who_did_not_throw_the_x_hardly_has_it() -> None:
    """Seat 1 threw pC on a pink N–Z, and like seat 2 a low card under bZ; seat 3 laid bW before it."""
    hands = "hand:0=pA pD pE | hand:1=pF pG pH | hand:2=bX pI pJ | hand:3=pK pL pM"
    s = at(f"{hands} | won:0=pZ pC pN pO bW bZ bQ bT")
    found = holders_of_x(s)
    assert 0 < 3 * found[1] < found[3] > 3 * found[2] > 0
    assert min(holders_of_x(at(hands)).values()) > 150


def holders_of_x(s: BazardelixState) -> Counter[Seat]:
    return Counter(
        seat for hands in draws(on_bits(s, 0), 600) for seat in (1, 2, 3) if "bX" in bit_faces(hands, seat)
    )


@pytest.mark.parametrize("seed", range(4))
def test_strong_decides_by_what_it_sees(seed: int) -> None:
    """The same seat in worlds that differ in what it has not seen lays the same card."""
    for step, (s, seat) in enumerate(tricks(seed, 4)):
        if step % 23 == seed:
            worlds = [s, *(s.redeal(seat, keyed(seed_from(i), "world")) for i in range(3))]
            assert len({choice(world, seat, Level.STRONG)["card"] for world in worlds}) == 1


@pytest.mark.parametrize("bots", [["beginner", "normal", "random"], ["normal"] * 5])
def test_bots_finish_games_that_replay(bots: list[str]) -> None:
    whole_game(GAME, bots, 7, options={"target": 50})


def test_strong_bots_finish_a_round() -> None:
    match = Match(GAME, ["strong", "normal", "beginner"], seed=seed_from(7), options={"target": 50})
    while match.state.outcome is None and view(match.state).fact("history") == []:
        match.step()
    assert sum(view(match.state).fact("history")[0]) in (26, 52)


@pytest.mark.parametrize("language", Language)
def test_every_event_of_a_game_has_its_line(language: Language) -> None:
    words = texts("bazardelix", language)
    assert set(words.events) >= {"deal", "gives", "leads", "takes", "all_points", "counts", "chosen", "timeout"}
    assert "…" not in str(words.event("counts", {"seat": 0, "points": 1, "total": 9}, {0: "Zoé"}))
