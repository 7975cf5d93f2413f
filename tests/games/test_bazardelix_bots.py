"""Bazardelix: deals that a seat can imagine, bots, and the round on bits in which the strong one searches."""

from collections import Counter
from typing import Any

import pytest

from tablee.arena.match import Match
from tablee.arena.proof import check_redeal
from tablee.arena.runs import any_deal, play
from tablee.bots.bot import Level
from tablee.bots.determinised import candidates
from tablee.bots.rollout import QuickPicker
from tablee.games.bazardelix.quick import FACES, NUMBER, Deals, play_out, thumb
from tablee.games.bazardelix.rules import GAME, BazardelixState
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Seat
from tablee.pieces.families import FAMILY
from tablee.texts import Language, texts
from tests.games.bazardelix import BLUE_FIRST_FIVE, BLUE_NEXT_SEVEN, at, choice, gifts, positions, tricks
from tests.matches import whole_game
from tests.table import faces, start, view, wait
from tests.tricks import lay, legal

# ---- deals that a seat can imagine ---------------------------------------------------------------------


def holds_what_it_has_not(s: BazardelixState, known: BazardelixState) -> list[tuple[Seat, str]]:
    """Cards of a family that their holder has shown not to have."""
    return [
        (seat, s.faces[c])
        for seat in s.all_seats
        for c in s.hand(seat).cards
        if FAMILY[s.faces[c]] in known.voids[seat]
    ]


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


# ---- bots ----------------------------------------------------------------------------------------------


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


# ---- the round on bits, in which the strong bot searches -----------------------------------------------


def on_bits(s: BazardelixState, seat: Seat, seed: int = 1) -> Deals:
    return Deals(s, seat, QuickPicker(seed).random)


def bit_faces(hands: list[int], seat: Seat) -> set[str]:
    return {face for face, number in NUMBER.items() if hands[4 * seat + number // 13] >> number % 13 & 1}


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
