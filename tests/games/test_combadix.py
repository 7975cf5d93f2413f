"""Combadix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from itertools import pairwise
from typing import Any

import pytest

from tablee.bots.bot import Level, Sighting
from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.combadix.bots import BOT
from tablee.games.combadix.rules import GAME, CombadixState
from tablee.kernel.events import Event
from tablee.kernel.game import Device
from tablee.kernel.record import SeatChanged, apply
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Seat
from tablee.pieces.notation import arrange
from tablee.texts import Language, texts
from tests.matches import whole_game
from tests.table import do, faces, names, refused, shuffled, start, told, view, wait

ORDER = ["✹", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "★"]
EACH = {2: 50, 3: 33, 4: 25, 5: 20, 6: 16, 7: 14, 8: 12}


def at(*piles: str, **options: Any) -> CombadixState:
    """The piles, the card that comes first named first; what is not named lies aside."""
    s = start(GAME, len(piles), **options)
    rows = [" ".join(reversed(pile.split())) for pile in piles]
    arrange(s, " | ".join(f"pile:{seat}={row}" for seat, row in enumerate(rows)) + " | aside=…")
    s.drain()
    return s


def flip(s: CombadixState) -> list[Event]:
    """Everybody who has cards presses."""
    return [event for seat in s.playing() for event in do(s, seat, "flip")]


def fight(s: CombadixState) -> list[Event]:
    """Turns up and lets the battles run until somebody takes the trick, or nobody."""
    events = flip(s)
    while view(s).phase == "battle":
        events += wait(s, "battle/over")
    return events


def fighting(s: CombadixState) -> list[Seat]:
    fighters: list[Seat] = view(s).fact("fighters")
    return fighters


def visible(s: CombadixState) -> dict[Seat, str]:
    return {seat: face[-1] for seat, face in zip(s.middle.by, faces(s, "trick"), strict=True)}


def winner(events: list[Event]) -> tuple[Seat, int]:
    """Who takes how many cards."""
    (taken,) = told(events, "takes")
    return taken["winner"], taken["count"]


@pytest.mark.parametrize(
    ("speed", "battle", "take"), [("slow", 2_000, 4_000), ("normal", 1_000, 2_500), ("fast", 500, 1_200)]
)
@pytest.mark.rule("combadix", "D13")
def test_everybody_has_time_to_look(speed: str, battle: int, take: int) -> None:
    s = at("pL pA pD pC", "bL bA bR bC", speed=speed)
    flip(s)
    wait(s, "battle/over")
    assert s.now == battle
    wait(s, "take/over")
    assert s.now == battle + take


# ---- the deal -------------------------------------------------------------------------------------------


@pytest.mark.rule("combadix", "R1")
def test_the_hundred_cards() -> None:
    symbols = [face[-1] for face in start(GAME, 2).faces]
    assert len(symbols) == 100
    assert (symbols.count("★"), symbols.count("✹")) == (7, 3)
    assert sum(symbol in ORDER[1:27] for symbol in symbols) == 90


@pytest.mark.rule("combadix", "R1", "D13")
@pytest.mark.parametrize("language", Language)
def test_the_help_shows_the_order_of_the_letters(language: Language) -> None:
    help_ = texts("combadix", language).help
    assert " ".join(ORDER[1:27]) in help_.rules and " ".join(ORDER[1:27]) in help_.cards[1].text


@pytest.mark.rule("combadix", "R2")
@pytest.mark.parametrize("players", [1, 9])
def test_fewer_or_more_are_refused(players: int) -> None:
    with pytest.raises(Exception, match="bad_players"):
        start(GAME, players)


@pytest.mark.rule("combadix", "R2", "R3", "D10")
@pytest.mark.parametrize("players", range(2, 9))
def test_deal(players: int) -> None:
    s = start(GAME, players)
    assert [len(s.pile(seat).cards) for seat in range(players)] == [EACH[players]] * players
    assert len(s.aside.cards) == 100 - players * EACH[players]


@pytest.mark.rule("combadix", "D10")
def test_the_cards_aside_are_drawn_and_stay_unseen() -> None:
    s = start(GAME, 6)
    assert s.aside.cards == shuffled(100, "deal")[:4]
    assert shuffled(100, "deal")[:4] != shuffled(100, "deal", seed=2)[:4]
    assert all(
        (view(s, seat).zone("aside").cards, view(s, seat).zone("aside").count) == ((), 4) for seat in range(6)
    )


@pytest.mark.rule("combadix", "R4")
def test_nobody_sees_a_pile_not_even_its_owner() -> None:
    s = start(GAME, 3)
    for seat in range(3):
        for pile in range(3):
            zone = view(s, seat).zone(f"pile:{pile}")
            assert (zone.cards, zone.count) == ((), 33)


# ---- a trick --------------------------------------------------------------------------------------------


@pytest.mark.rule("combadix", "R8")
def test_all_turn_up_at_the_same_time() -> None:
    s = at("pK pA", "pT bA", "pB vA")
    for seat in (2, 0):
        do(s, seat, "flip")
        assert faces(s, "trick") == [], "nothing is turned before all have pressed"
        assert refused(s, seat, "flip") == "not_your_turn"
    assert view(s).active == (1,)
    do(s, 1, "flip")
    assert visible(s) == {0: "K", 1: "T", 2: "B"}
    assert [view(s).zone(f"pile:{seat}").count for seat in range(3)] == [1, 1, 1]


@pytest.mark.rule("combadix", "R9", "R14", "D8")
def test_the_strongest_card_takes_the_trick() -> None:
    """Example 1."""
    s = at("pK pA", "pT bA", "pB vA")
    events = flip(s)
    assert winner(events) == (1, 3)
    assert view(s).zone("trick").best == 1, "the crown"
    wait(s, "take/over")
    assert sorted(faces(s, "won:1")) == ["pB", "pK", "pT"] and s.scores == [0, 3, 0]
    assert faces(s, "trick") == [] and faces(s, "pile:1") == ["bA"], "what is won is not played again"


@pytest.mark.rule("combadix", "R5", "R6", "R7")
def test_from_the_petard_by_a_to_z_up_to_the_etoile() -> None:
    """Example 2 among all neighbours."""
    by_symbol = {face[-1]: face for face in start(GAME, 2).faces}
    for weak, strong in pairwise(ORDER):
        for places in ((weak, strong), (strong, weak)):
            events = flip(at(*(by_symbol[symbol] for symbol in places)))
            assert winner(events)[0] == places.index(strong), places
    assert winner(flip(at("✹", "pA"))) == (1, 2)
    assert winner(flip(at("★", "pZ"))) == (0, 2)


@pytest.mark.rule("combadix", "D13")
def test_after_five_seconds_the_table_turns_up() -> None:
    s = at("pK pA", "pT bA", "pB vA")
    do(s, 1, "flip")
    events = wait(s, "flip/limit")
    assert s.now == 5_000
    assert told(events, "timeout") == [{"seat": 0}, {"seat": 2}]
    assert visible(s) == {0: "K", 1: "T", 2: "B"}


@pytest.mark.rule("combadix", "D13")
@pytest.mark.parametrize("language", Language)
def test_the_page_writes_who_won_and_why(language: Language) -> None:
    words = texts("combadix", language)
    s = at("pK", "pT", "pB")
    (taken,) = (e.data for e in flip(s) if e.kind == "takes")
    assert (view(s).fact("winner"), view(s).fact("symbol")) == (1, "T")
    assert "{winner}" in words.facts["winner"] and "{symbol}" in words.facts["symbol"]
    line = words.event("takes", taken, {1: "Zoé"})
    assert line is not None and "Zoé" in line and "3" in line and "T" in line
    (taken,) = (e.data for e in flip(at("★", "pT")) if e.kind == "takes")
    assert words.values["★"] in str(words.event("takes", taken, {0: "Zoé"}))


# ---- battles --------------------------------------------------------------------------------------------


@pytest.mark.rule("combadix", "R10", "R11", "D8")
def test_a_battle_between_equal_cards() -> None:
    """Example 3: L, L, P; hidden and D, hidden and R; R takes 7 cards."""
    s = at("pL bC pD vA", "bL bB pR yA", "pP bX")
    events = flip(s)
    assert told(events, "battle") == [{"symbol": "L", "count": 2}]
    assert view(s).phase == "battle" and fighting(s) == [0, 1]
    assert winner(wait(s, "battle/over")) == (1, 7)
    assert visible(s) == {0: "D", 1: "R", 2: "P"}
    assert view(s).zone("pile:2").count == 1, "the third one lays nothing"
    wait(s, "take/over")
    assert sorted(faces(s, "won:1")) == sorted(["pL", "bC", "pD", "bL", "bB", "pR", "pP"])


@pytest.mark.rule("combadix", "R13")
def test_somebody_outside_the_battle_may_win() -> None:
    """Example 4: D and F against the P that lay there."""
    assert winner(fight(at("pL bC pD vA", "bL bB pF yA", "pP bX"))) == (2, 7)


@pytest.mark.rule("combadix", "R12", "D4")
def test_a_new_equality_with_a_card_that_lay_there_is_a_new_battle() -> None:
    """Example 5: C, C, M; then M, E, M; then B, E, H: 11 cards."""
    s = at("pC bA pM yA pB", "bC bD pE", "bM vA pH")
    flip(s)
    events = wait(s, "battle/over")
    assert visible(s) == {0: "M", 1: "E", 2: "M"}
    assert told(events, "battle") == [{"symbol": "M", "count": 2}] and fighting(s) == [0, 2]
    events = wait(s, "battle/over")
    assert visible(s) == {0: "B", 1: "E", 2: "H"}
    assert winner(events) == (2, 11)


@pytest.mark.rule("combadix", "R12", "R13", "D2", "D4")
def test_a_new_equality_below_the_strongest_card_is_a_new_battle_too() -> None:
    """K, K, T; then C, C, T: equal again, though T is stronger; then Z, B, T: 3 + 4 + 4 cards."""
    s = at("pK bA pC bD pZ", "bK yA bC vA pB", "pT")
    flip(s)
    events = wait(s, "battle/over")
    assert visible(s) == {0: "C", 1: "C", 2: "T"}
    assert told(events, "battle") == [{"symbol": "C", "count": 2}] and fighting(s) == [0, 1]
    events = wait(s, "battle/over")
    assert visible(s) == {0: "Z", 1: "B", 2: "T"}
    assert winner(events) == (0, 11)


@pytest.mark.rule("combadix", "D4")
def test_also_with_somebody_who_was_not_in_the_battle_and_below_the_strongest_card() -> None:
    """K, K, C, T; then C, B, C, T: the first and the third are equal; then A, B, ★, T: 4 + 4 + 4 cards."""
    s = at("pK bA bC bD pA", "bK yA pB", "pC vA ★", "pT")
    flip(s)
    events = wait(s, "battle/over")
    assert visible(s) == {0: "C", 1: "B", 2: "C", 3: "T"}
    assert told(events, "battle") == [{"symbol": "C", "count": 2}] and fighting(s) == [0, 2]
    events = wait(s, "battle/over")
    assert visible(s) == {0: "A", 1: "B", 2: "★", 3: "T"}
    assert winner(events) == (2, 12)


@pytest.mark.rule("combadix", "D1")
@pytest.mark.parametrize(("one", "other"), [("pE", "yE"), ("★", "★"), ("✹", "✹")])
def test_the_same_card_whatever_its_colour(one: str, other: str) -> None:
    """Example 8."""
    s = at(f"{one} pB pC", f"{other} bB bD")
    flip(s)
    assert view(s).phase == "battle"


@pytest.mark.rule("combadix", "D2")
def test_an_equality_below_the_strongest_is_a_battle_too() -> None:
    """Two B's under a Z; one of them brings an étoile."""
    assert winner(fight(at("pB vA ★", "bB yA pC", "pZ pA"))) == (0, 7)


@pytest.mark.rule("combadix", "D3")
def test_two_battles_at_once() -> None:
    s = at("pL bC pD", "pP bB pF", "bL bD pG", "bP bF pH")
    events = flip(s)
    assert told(events, "battle") == [{"symbol": "L", "count": 2}, {"symbol": "P", "count": 2}]
    assert fighting(s) == [0, 1, 2, 3]
    assert winner(wait(s, "battle/over")) == (3, 12)


@pytest.mark.rule("combadix", "D5")
def test_the_last_card_is_laid_face_up() -> None:
    """Example 6: S against Q, 5 cards, and one of the two has no pile left."""
    s = at("pG pS", "bG bC pQ pA")
    assert winner(fight(s)) == (0, 5)
    wait(s, "take/over")
    assert s.outcome is not None and s.outcome.winners == (0,)


@pytest.mark.rule("combadix", "D5", "D7")
def test_who_has_nothing_left_keeps_his_card_and_may_win_with_it() -> None:
    """Only the second of two T's can lay, and he brings a C."""
    s = at("pT", "bT bA pC pD", "pB pE")
    flip(s)
    assert fighting(s) == [1]
    assert winner(wait(s, "battle/over")) == (0, 5)
    assert visible(s) == {0: "T", 1: "C", 2: "B"}


@pytest.mark.rule("combadix", "D6")
def test_an_equality_of_players_without_cards_stands_below_the_strongest() -> None:
    s = at("pB", "bB", "pC pD")
    assert winner(flip(s)) == (2, 3)


@pytest.mark.rule("combadix", "D6")
def test_nobody_wins_and_the_next_winner_takes_it_too() -> None:
    """Two Z's without cards, two more players who go on."""
    s = at("pZ", "bZ", "pB pE", "pC pD")
    events = flip(s)
    assert told(events, "takes") == [] and len(told(events, "nobody")) == 1
    wait(s, "take/over")
    assert s.scores == [0, 0, 0, 0] and sorted(faces(s, "stake")) == ["bZ", "pB", "pC", "pZ"]
    assert winner(flip(s)) == (2, 6)
    wait(s, "take/over")
    assert s.scores == [0, 0, 6, 0] and faces(s, "stake") == []


@pytest.mark.rule("combadix", "R14", "R16")
def test_after_the_last_trick_nobody_has_a_place_in_it() -> None:
    s = at("pK", "pT pA")
    flip(s)
    assert view(s).zone("trick").by == (0, 1)
    wait(s, "take/over")
    assert s.outcome is not None
    trick = view(s).zone("trick")
    assert (trick.count, trick.by, trick.best) == (0, (), -1)


@pytest.mark.rule("combadix", "D6", "D11")
def test_nobody_wins_and_nothing_follows() -> None:
    """Example 7: the trick is put aside."""
    s = at("pN", "bN")
    flip(s)
    events = wait(s, "take/over")
    assert told(events, "set_aside") == [{"count": 2}]
    assert {"pN", "bN"} <= set(faces(s, "aside"))
    assert s.outcome is not None and s.outcome.scores == (0, 0) and s.outcome.winners == (0, 1)


@pytest.mark.rule("combadix", "R12", "D12")
def test_battle_upon_battle() -> None:
    """Three E's, three times: each takes one hidden card and one visible one of everybody."""
    s = at("pE pA vE bB yE pC pH", "bE bA vE pB yE bC pG", "vE vA vE bD vE vS pF")
    flip(s)
    for count in (9, 15):
        wait(s, "battle/over")
        assert view(s).phase == "battle" and len(faces(s, "trick")) + len(faces(s, "stake")) == count
    assert winner(wait(s, "battle/over")) == (0, 21)


@pytest.mark.rule("combadix", "D13")
@pytest.mark.parametrize(("speed", "pause"), [("slow", 2_000), ("normal", 1_000), ("fast", 500)])
def test_battles_run_by_themselves_after_a_pause(speed: str, pause: int) -> None:
    s = at("pL bC pD", "bL bB pR", speed=speed)
    flip(s)
    assert all(names(s, seat) == set() for seat in range(2))
    began = s.now
    wait(s, "battle/over")
    assert s.now - began == pause


# ---- the end --------------------------------------------------------------------------------------------


@pytest.mark.rule("combadix", "R15", "R16")
def test_who_has_no_cards_waits_for_the_others() -> None:
    s = at("pK", "pT bA", "pB vA")
    flip(s)
    wait(s, "take/over")
    assert s.outcome is None and view(s).active == (1, 2)
    assert refused(s, 0, "flip") == "not_your_turn"


@pytest.mark.rule("combadix", "R16", "R17", "D9")
def test_the_game_ends_when_one_player_alone_has_cards() -> None:
    s = at("pK", "pT bA bB bC bD", "pB")
    flip(s)
    assert s.outcome is None
    wait(s, "take/over")
    assert s.outcome is not None
    assert s.outcome.scores == (0, 3, 0) and s.outcome.winners == (1,), "what is left in his pile is nobody's"


@pytest.mark.rule("combadix", "R17")
def test_the_most_cards_win() -> None:
    s = at("pK pA pB", "bB pZ pC", "bC pE bZ")
    winners = []
    for _ in range(3):
        winners.append(winner(flip(s)))
        wait(s, "take/over")
    assert winners == [(0, 3), (1, 3), (2, 3)]
    assert s.outcome is not None and s.outcome.winners == (0, 1, 2)
    s = at("pK pA", "bB bZ", "pC pE")
    s.won(1).cards = [s.aside.cards.pop()]
    for _ in range(2):
        flip(s)
        wait(s, "take/over")
    assert s.outcome is not None and s.outcome.scores == (3, 4, 0) and s.outcome.ranks == (2, 1, 3)


@pytest.mark.rule("combadix", "D11")
def test_equal_winnings_share_the_victory() -> None:
    s = at("pK pA", "bB bZ")
    for _ in range(2):
        flip(s)
        wait(s, "take/over")
    assert s.outcome is not None and s.outcome.scores == (2, 2) and s.outcome.winners == (0, 1)


@pytest.mark.rule("combadix", "D12")
@pytest.mark.parametrize("players", range(2, 9))
def test_termination(players: int) -> None:
    """A record per card dealt, and one for each of at most as many tricks as a pile has cards; with the quiz one
    more of each player and trick."""
    each = EACH[players]
    plain, quiz = (start(GAME, players, quiz=on) for on in (False, True))
    assert GAME.bound(players, plain.options) == each * players + each
    assert GAME.bound(players, quiz.options) == each * players + each + each * players
    for s in (plain, quiz):
        rollout(s, QuickPicker(players), limit=GAME.bound(players, s.options))
        assert s.outcome is not None
        assert sum(s.scores) + len(s.aside.cards) + sum(len(s.pile(i).cards) for i in range(players)) == 100


# ---- what is seen ---------------------------------------------------------------------------------------


def battle() -> CombadixState:
    """Example 3 before it is taken: bC and bB lie hidden."""
    s = at("pL bC pD vA", "bL bB pR yA", "pP bX")
    fight(s)
    return s


def test_hidden_cards_of_a_battle_are_counted_and_not_seen() -> None:
    s = battle()
    for seat in range(3):
        stake = view(s, seat).zone("stake")
        assert stake.count == 4
        assert sorted(c.face or "?" for c in stake.cards if c) == ["?", "?", "bL", "pL"]


def test_won_cards_are_public_but_the_hidden_ones_only_their_winners() -> None:
    s = battle()
    wait(s, "take/over")
    mine = sorted(c.face or "?" for c in view(s, 1).zone("won:1").cards if c)
    assert mine == sorted(["pL", "bC", "pD", "bL", "bB", "pR", "pP"])
    for seats in ((0,), (2,), ()):
        theirs = sorted(c.face or "?" for c in view(s, *seats).zone("won:1").cards if c)
        assert theirs == sorted(["pL", "?", "pD", "bL", "?", "pR", "pP"])
        assert view(s, *seats).zone("won:1").count == 7


# ---- options --------------------------------------------------------------------------------------------


def test_quiz_asks_who_wins_before_the_trick_is_taken() -> None:
    s = at("pK pA", "pT bA", "pB vA", quiz=True)
    events = flip(s)
    assert view(s).phase == "quiz" and told(events, "takes") == []
    assert view(s).zone("trick").best == -1, "no crown gives it away"
    do(s, 0, "guess", winner=1)
    assert view(s, 1).fact("choices") == {"0": {"sealed": True}}
    do(s, 1, "guess", winner=0)
    events = do(s, 2, "guess", winner=1)
    assert told(events, "guessed") == [{"seat": 0}, {"seat": 2}] and told(events, "mistaken") == [{"seat": 1}]
    assert winner(events) == (1, 3)
    wait(s, "take/over")
    assert s.scores == [0, 3, 0], "without score"


def test_quiz_waits_for_battles_and_names_only_those_who_have_a_card() -> None:
    s = at("pL bC pD vA", "bL bB pR bE", "pP", quiz=True)
    flip(s)
    assert view(s).phase == "battle"
    wait(s, "battle/over")
    assert view(s).phase == "quiz"
    events = wait(s, "quiz/limit")
    assert told(events, "guessed") == told(events, "mistaken") == [] and winner(events) == (1, 7)
    wait(s, "take/over")
    flip(s)
    assert refused(s, 2, "guess", winner=2) == "not_possible"
    do(s, 2, "guess", winner=0)


def test_quiz_asks_people_who_are_there_and_not_where_nobody_wins() -> None:
    s = at("pK pA", "pT bA", "pB vA", quiz=True)
    apply(s, SeatChanged(s.now, 0, human=False, present=True))
    apply(s, SeatChanged(s.now, 1, human=True, present=False))
    flip(s)
    assert view(s).phase == "quiz" and view(s).active == (2,)
    s = at("pN", "bN", quiz=True)
    flip(s)
    assert view(s).phase == "take"


@pytest.mark.parametrize("options", [{"speed": "warp"}, {"quiz": 2}, {"gap": 1}])
def test_bad_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(Exception, match="bad_options"):
        start(GAME, 2, **options)


def test_all_may_sit_at_one_screen() -> None:
    assert GAME.info.device is Device.SHARED


# ---- bots -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "median"), [(Level.BEGINNER, 1_500), (Level.NORMAL, 1_000), (Level.STRONG, 500)]
)
def test_bots_turn_up_after_a_human_delay(level: Level, median: int) -> None:
    s = at("pK pA", "pT bA")
    bot = BOT(0, level, keyed(seed_from(1), "bot"))
    delays = []
    for _ in range(101):
        plan = bot.decide(Sighting(s, 0, []))
        assert plan is not None and plan.move.name == "flip"
        delays.append(plan.at - s.now)
    assert abs(sorted(delays)[50] - median) < median * 0.1
    assert len(set(delays)) > 50


def test_a_bot_that_stands_in_knows_the_alphabet() -> None:
    s = at("★ pA", "pT bA", "✹ vA", quiz=True)
    flip(s)
    plan = BOT(2, Level.BEGINNER, keyed(seed_from(1), "bot")).react(Sighting(s, 2, []))
    assert plan is not None and plan.move.args == {"winner": 0}


def test_bots_finish_games_that_replay() -> None:
    for bots in (["beginner", "strong"], ["normal"] * 8):
        match = whole_game(GAME, bots, 7, options={"quiz": True})
        assert "quiz" not in str(match.record.entries), "bots are not asked"
