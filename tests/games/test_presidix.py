"""Présidix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter
from typing import Any

import pytest

from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.presidix.order import rank
from tablee.games.presidix.rules import GAME, Lead, PresidixState
from tablee.kernel.events import Event
from tablee.kernel.game import Device
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import CardId, Seat
from tablee.pieces.formulas import Formula
from tablee.pieces.notation import arrange
from tests.table import do, faces, names, refused, start, told, view, wait

LETTERS = "BCDEFGHIJKLMNOPQRSTUVWXYZ"
DECK = [c + a for c in "pb" for a in LETTERS] + ["★"] * 7 + ["✹"] * 3


def at(*hands: str, leader: Seat = 0, rest: str = "aside", **options: Any) -> PresidixState:
    """Hands in letters, ★ and ✹ (`"EFMN★"`), and who leads; everything else has been played. A dot is a letter
    that is of no use: the lowest that is left."""
    s = start(GAME, len(hands), **options)
    left = Counter(DECK)
    faces_of: dict[tuple[Seat, int], str] = {}

    def deal(symbols: str) -> None:
        for seat, hand in enumerate(hands):
            for place, symbol in enumerate(hand):
                if symbol in symbols:
                    wanted = LETTERS if symbol == "." else symbol
                    face = next(f for a in wanted for f in ("p" + a, "b" + a, a) if left[f] > 0)
                    left[face] -= 1
                    faces_of[seat, place] = face

    deal(LETTERS + "★✹")
    deal(".")
    position = [
        f"hand:{seat}={' '.join(faces_of[seat, place] for place in range(len(hand)))}"
        for seat, hand in enumerate(hands)
    ]
    arrange(s, " | ".join([*position, f"{rest}=…"]))
    s.goto(Lead(seat=leader))
    s._settle()
    s.drain()
    return s


def groups(s: PresidixState, seat: Seat, said: str) -> list[list[list[Any]]]:
    """`"EF + Mn"`: the cards of a hand that say so; a small letter is an étoile that stands for it."""
    left = list(s.hand(seat).cards)

    def take(letter: str) -> list[Any]:
        symbol = "★" if letter.islower() else letter
        card = next(c for c in left if s.faces[c][-1] == symbol)
        left.remove(card)
        return [card, letter.upper()]

    return [[take(letter) for letter in group] for group in said.split(" + ")]


def lay(s: PresidixState, seat: Seat, said: str) -> list[Event]:
    return go(s, seat, "lay_cards", groups=groups(s, seat, said))


def bang(s: PresidixState, seat: Seat) -> list[Event]:
    return go(s, seat, "bang", card=next(c for c in s.hand(seat).cards if s.faces[c] == "✹"))


def skip(s: PresidixState, seat: Seat) -> list[Event]:
    return go(s, seat, "pass")


def go(s: PresidixState, seat: Seat, move: str, **args: Any) -> list[Event]:
    """A move as soon as it is open; a trick that is won is set aside first."""
    offer = next((o for o in s.offers(seat) if o.name == move), None)
    return do(s, seat, move, t=max(s.now, offer.opens_at if offer else 0), **args)


def no(s: PresidixState, seat: Seat, said: str) -> bool:
    """Whether laying this is refused."""
    try:
        lay(s.copy(), seat, said)
    except Refused:
        return True
    return False


def turn(s: PresidixState) -> tuple[Seat, ...]:
    return tuple(view(s).active)


def won(s: PresidixState) -> Seat:
    """Who leads once the trick has been looked at."""
    assert view(s).phase == "show"
    wait(s, "show/over")
    assert faces(s, "formula") == []
    return turn(s)[0]


# ---- the deck and the deal ------------------------------------------------------------------------------


@pytest.mark.rule("presidix", "R1")
@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_players(players: int) -> None:
    with pytest.raises(Refused, match="bad_players"):
        start(GAME, players)
    assert GAME.info.players == (2, 4)


@pytest.mark.rule("presidix", "R2", "R4")
@pytest.mark.parametrize(("players", "each"), [(3, 20), (4, 15)])
def test_sixty_cards_without_any_a_are_all_dealt(players: int, each: int) -> None:
    s = start(GAME, players)
    assert Counter(s.faces) == Counter(DECK)
    assert len(DECK) == 60
    assert [len(s.hand(seat).cards) for seat in range(players)] == [each] * players


@pytest.mark.rule("presidix", "R5", "D19")
def test_with_two_players_twenty_letters_go_to_the_box_and_all_that_is_strong_stays() -> None:
    """Example 12."""
    boxes = []
    for seed in range(5):
        s = start(GAME, 2, seed=seed)
        out = faces(s, "box")
        assert (len(out), len(s.hand(0).cards), len(s.hand(1).cards)) == (20, 20, 20)
        assert all(face[0] in "pb" and face[-1] != "Z" for face in out)
        assert Counter(faces(s, "hand:0") + faces(s, "hand:1")) == Counter(DECK) - Counter(out)
        boxes.append(sorted(out))
        assert view(s, 0).zone("box").cards == ()
    assert len({tuple(out) for out in boxes}) == 5
    s = at("B", "C")
    lay(s, 0, "B")
    wait(s, "show/over")
    assert len(faces(s, "box")) == 20
    assert sorted(faces(s, "box")) not in boxes


@pytest.mark.rule("presidix", "R6")
def test_everybody_sees_his_own_cards_and_how_many_the_others_have() -> None:
    s = start(GAME, 3)
    assert [c.face for c in view(s, 1).zone("hand:1").cards if c] == faces(s, "hand:1")
    assert (view(s, 1).zone("hand:0").cards, view(s, 1).zone("hand:0").count) == ((), 20)


@pytest.mark.rule("presidix", "R8")
def test_the_youngest_leads_first() -> None:
    for youngest in range(3):
        assert turn(start(GAME, 3, starter=youngest)) == (youngest,)


# ---- formulas -------------------------------------------------------------------------------------------


@pytest.mark.rule("presidix", "R8", "R9", "R10", "R11", "R15", "D7", "D8")
def test_what_can_be_led() -> None:
    s = at("CEFMNDGGPPTT★★HI", "..", "..")
    for said in ("C", "EF + MN", "EF", "CDEFGHI", "GG + PP + TT", "GG", "c", "bc", "CD + EF", "PP + pp", "Hh"):
        assert not no(s, 0, said), said
    s = at("EFFGYZB★★", "..")
    assert not no(s, 0, "EF + FG")  # runs may share letters if the cards are there
    assert not no(s, 0, "gg")  # étoiles only
    for said in ("E + G", "EF + G", "YZB", "EG", "FE", "EF + gg", "FG + EFg"):
        assert no(s, 0, said), said


@pytest.mark.rule("presidix", "R10")
def test_long_runs_of_the_booklet() -> None:
    s = at("DEFGHIJKLMSTUVW.", "..")
    assert told(lay(s, 0, "DEFGH + IJKLM + STUVW"), "lays") == [{"seat": 0, "letters": "DEFGH + IJKLM + STUVW"}]
    assert view(s).zone("formula").area == (5, 3)


@pytest.mark.rule("presidix", "R3")
def test_colours_do_not_matter() -> None:
    s = at("EF.", "FG.", "KK.")
    arrange(s, "hand:0=pE bF pB | hand:1=pF bG pC | hand:2=pK bK bB | aside=…")
    lay(s, 0, "EF")
    lay(s, 1, "FG")
    assert turn(s) == (2,)
    s = at("GG.", "MM.")
    assert not no(s, 0, "GG")  # a pink one and a blue one


@pytest.mark.rule("presidix", "R7", "R13", "R14")
@pytest.mark.parametrize(
    ("weak", "strong"),
    [
        ("GHI", "MNO"),
        ("JKLM + UVWX", "KLMN + TUVW"),
        ("FF + OO + TT + XX", "HH + KK + MM + UU"),
        ("L", "M"),
        ("X", "Y"),
    ],
)
def test_the_smallest_letter_is_the_strength(weak: str, strong: str) -> None:
    """Example 1."""
    low, high = weak.replace(" + ", ""), strong.replace(" + ", "")
    s = at(low + ".", high + ".")
    lay(s, 0, weak)
    lay(s, 1, strong)
    s = at(high + ".", low + ".")
    lay(s, 0, strong)
    assert names(s, 1) == {"pass"}
    assert no(s, 1, weak)


@pytest.mark.rule("presidix", "R12", "R13")
def test_the_same_formula_must_follow() -> None:
    """Example 2."""
    s = at("EFMN.", "GHGHFIBC", "..")
    lay(s, 0, "EF + MN")
    assert not no(s, 1, "GH + GH")
    assert no(s, 1, "GHI")
    assert no(s, 1, "FG + BC")
    assert no(s, 1, "GG + HH")
    assert no(s, 1, "GH")
    assert no(s, 1, "I")


@pytest.mark.rule("presidix", "R15")
def test_an_etoile_says_what_it_stands_for() -> None:
    """Example 6: an étoile that stands for M does not make L a start from M."""
    s = at("MN.", "YZLL★.")
    lay(s, 0, "MN")
    assert no(s, 1, "Lm")
    lay(s, 1, "Yz")
    assert [c.mark for c in view(s, 0).zone("formula").cards if c] == [None, "Z"]


# ---- pétards --------------------------------------------------------------------------------------------


@pytest.mark.rule("presidix", "R16", "R19", "R27", "D11")
def test_a_petard_lies_on_any_formula_and_the_next_seat_misses_its_turn() -> None:
    """Example 7."""
    s = at("KML.", "✹..", "LM.")
    lay(s, 0, "K")
    events = bang(s, 1)
    assert told(events, "misses") == [{"seat": 2}]
    assert turn(s) == (0,)
    assert no(s, 0, "B")  # the formula that lay before goes on
    assert not no(s, 0, "L")
    skip(s, 0)
    assert won(s) == 1


@pytest.mark.rule("presidix", "R17")
def test_a_petard_never_leads() -> None:
    s = at("✹✹B", "CC")
    assert names(s, 0) == {"lay_cards"}
    assert refused(s, 0, "bang", card=s.hand(0).cards[0]) == "not_offered"
    assert all(s.faces[int(c)] != "✹" for c in formula_of(s, 0).cards)


def formula_of(s: PresidixState, seat: Seat) -> Formula:
    domain = next(o for o in s.offers(seat) if o.name == "lay_cards").params["groups"]
    assert isinstance(domain, Formula)
    return domain


@pytest.mark.rule("presidix", "R18", "D12")
def test_no_petard_on_a_petard_until_a_formula_lies_there_again() -> None:
    s = at("KN✹.", "✹✹.P", "LLM")
    lay(s, 0, "K")
    bang(s, 1)
    assert names(s, 0) == {"lay_cards", "pass"}
    lay(s, 0, "N")
    assert names(s, 1) == {"lay_cards", "bang", "pass"}
    bang(s, 1)
    assert turn(s) == (0,)


@pytest.mark.rule("presidix", "R16", "D11", "D23")
def test_five_runs_that_nobody_follows_fall_to_a_petard() -> None:
    """Example 13."""
    s = at("BCEFHIKLNOX", "B.", "✹..", "D..")
    lay(s, 0, "BC + EF + HI + KL + NO")
    assert names(s, 1) == {"pass"}
    skip(s, 1)
    assert told(bang(s, 2), "misses") == [{"seat": 3}]
    assert names(s, 0) == {"pass"}
    skip(s, 0)
    skip(s, 1)
    assert won(s) == 2


# ---- passing --------------------------------------------------------------------------------------------


@pytest.mark.rule("presidix", "R20", "D1", "D2")
def test_one_may_pass_once_in_a_trick_and_come_back() -> None:
    s = at("KNB", "OM.", "LP.")
    lay(s, 0, "K")
    skip(s, 1)
    lay(s, 2, "L")
    lay(s, 0, "N")
    assert names(s, 1) == {"lay_cards"}  # he could lay O, and has passed once
    assert refused(s, 1, "pass", t=s.now + 2_000) == "not_offered"
    lay(s, 1, "O")
    lay(s, 2, "P")
    skip(s, 0)
    skip(s, 1)  # forced: he holds nothing above P
    assert won(s) == 2


@pytest.mark.rule("presidix", "D3")
def test_a_forced_pass_does_not_count() -> None:
    s = at("KNP.", "BC.", "LOQ.")
    lay(s, 0, "K")
    skip(s, 1)  # nothing from K on
    lay(s, 2, "L")
    lay(s, 0, "N")
    skip(s, 1)  # nor from N on: he may again
    assert turn(s) == (2,)
    s = at("KNP.", "SXX.", "LLM.")
    lay(s, 0, "K")
    lay(s, 1, "S")
    skip(s, 2)  # nothing from S on
    s = at("KN.X", "LWW.", "LMY.")
    lay(s, 0, "K")
    lay(s, 1, "L")
    skip(s, 2)  # by choice
    lay(s, 0, "N")
    lay(s, 1, "W")
    assert names(s, 2) == {"lay_cards"}  # Y
    s = at("KN.X", "LWW.", "LM..")
    lay(s, 0, "K")
    lay(s, 1, "L")
    skip(s, 2)  # by choice
    lay(s, 0, "N")
    lay(s, 1, "W")
    skip(s, 2)  # forced, and so allowed a second time
    assert turn(s) == (0,)


@pytest.mark.rule("presidix", "R21", "R23", "D3", "D5")
def test_two_players_do_not_pass_in_two_tricks_running() -> None:
    """Example 8."""
    s = at("KC..", "LLMN")
    lay(s, 0, "K")
    skip(s, 1)
    assert won(s) == 0
    lay(s, 0, "C")
    assert names(s, 1) == {"lay_cards"}
    assert refused(s, 1, "pass", t=s.now + 2_000) == "not_offered"
    lay(s, 1, "L")
    skip(s, 0)  # nothing above L
    assert won(s) == 1
    lay(s, 1, "L")
    skip(s, 0)  # forced again: always allowed


@pytest.mark.rule("presidix", "R21")
def test_a_trick_in_between_makes_a_pass_possible_again() -> None:
    s = at("KZC..", "LLMN")
    lay(s, 0, "K")
    skip(s, 1)
    assert won(s) == 0
    lay(s, 0, "Z")
    assert won(s) == 0
    lay(s, 0, "C")
    assert "pass" in names(s, 1)
    three = at("KC.", "LLMN", "...")
    lay(three, 0, "K")
    skip(three, 1)
    skip(three, 2)
    assert won(three) == 0
    lay(three, 0, "C")
    assert "pass" in names(three, 1)  # only with two players


@pytest.mark.rule("presidix", "D4")
def test_nobody_is_forced_to_end_with_something_strong() -> None:
    s = at("KN..", "X★", "LP.")
    lay(s, 0, "K")
    skip(s, 1)
    lay(s, 2, "L")
    lay(s, 0, "N")
    assert names(s, 1) == {"lay_cards"}  # X is left to lay, and the étoile would stay
    for last in ("★", "Z"):
        s = at("KN..", last, "LP.")
        lay(s, 0, "K")
        skip(s, 1)
        lay(s, 2, "L")
        lay(s, 0, "N")
        assert names(s, 1) == {"lay_cards", "pass"}
        skip(s, 1)
        assert turn(s) == (2,)


@pytest.mark.rule("presidix", "D23")
def test_a_petard_is_never_forced() -> None:
    """Example 14."""
    s = at("KN..", "L✹.", "MP.")
    lay(s, 0, "K")
    skip(s, 1)
    lay(s, 2, "M")
    lay(s, 0, "N")
    assert names(s, 1) == {"bang", "pass"}
    s = at("KN..", "O✹.", "MP.")
    lay(s, 0, "K")
    skip(s, 1)
    lay(s, 2, "M")
    lay(s, 0, "N")
    assert names(s, 1) == {"lay_cards", "bang"}


@pytest.mark.rule("presidix", "D3")
def test_missing_a_turn_is_no_pass() -> None:
    s = at("KL.", "KM.", "NO..")
    lay(s, 0, "K")
    assert told(lay(s, 1, "K"), "misses") == [{"seat": 2}]
    lay(s, 0, "L")
    lay(s, 1, "M")
    assert names(s, 2) == {"lay_cards", "pass"}
    skip(s, 2)


@pytest.mark.rule("presidix", "D6")
def test_a_leader_cannot_pass() -> None:
    s = at("★✹", "BB")
    assert names(s, 0) == {"lay_cards"}


def test_nobody_learns_whether_a_pass_was_forced() -> None:
    sights = []
    for hand in ("LLM", "DDE"):
        s = at("KCG", hand, "BBFF", rest="pile")
        lay(s, 0, "K")
        skip(s, 1)
        sights.append((view(s, 0), view(s, 2)))
        assert (s.passed[1] == s.trick) == (hand == "LLM")
    assert sights[0] == sights[1]


# ---- the same letters -----------------------------------------------------------------------------------


@pytest.mark.rule("presidix", "R22")
@pytest.mark.parametrize(("led", "after"), [("C", "C"), ("Gg", "Gg"), ("EF + MN", "EF + Mn"), ("JK", "jK")])
def test_the_same_letters_make_the_next_seat_miss_its_turn(led: str, after: str) -> None:
    """Examples 3 and 4."""
    one, two = ("".join("★" if c.islower() else c for c in said if c.isalpha()) for said in (led, after))
    s = at(one + ".", two + ".", "XXY.")
    lay(s, 0, led)
    assert told(lay(s, 1, after), "misses") == [{"seat": 2}]
    assert turn(s) == (0,)


@pytest.mark.rule("presidix", "R22", "R23", "D5")
def test_with_two_players_the_same_letters_win_the_trick() -> None:
    """Example 8."""
    s = at("KC.", "KLM")
    lay(s, 0, "K")
    lay(s, 1, "K")
    assert won(s) == 1
    s = at("KC.", "✹LM")
    lay(s, 0, "K")
    bang(s, 1)
    assert won(s) == 1


@pytest.mark.rule("presidix", "D10")
def test_the_same_letters_as_the_last_formula_whatever_came_between() -> None:
    s = at("KL.", "...", "KP.", "XX.")
    lay(s, 0, "K")
    skip(s, 1)
    assert told(lay(s, 2, "K"), "misses") == [{"seat": 3}]
    s = at("KL.", "✹..", "XX.", "K..")
    lay(s, 0, "K")
    assert told(bang(s, 1), "misses") == [{"seat": 2}]
    assert told(lay(s, 3, "K"), "misses") == [{"seat": 0}]
    s = at("KL.", "✹..", "XX.", "L..")
    lay(s, 0, "K")
    bang(s, 1)
    assert told(lay(s, 3, "L"), "misses") == []
    s = at("EFMN.", "EFMN.", "XX.")  # as a multiset: what stands where does not matter
    arrange(s, "hand:0=pE bF pM pN pB | hand:1=bE pF bM bN pC | hand:2=pX bX bB | aside=…")
    lay(s, 0, "EF + MN")
    assert told(lay(s, 1, "MN + EF"), "misses") == [{"seat": 2}]


# ---- Z --------------------------------------------------------------------------------------------------


@pytest.mark.rule("presidix", "R24", "R25", "D9")
def test_z_wins_at_once() -> None:
    """Examples 5 and 6."""
    s = at("C..", "Z..", "XX.")
    lay(s, 0, "C")
    lay(s, 1, "Z")
    assert won(s) == 1
    for led in ("YZ", "z", "Z", "Yz + BC"):
        s = at("YZ★BC", "X..", "X..")
        lay(s, 0, led)
        assert won(s) == 0
    s = at("MN.", "YZ.", "XY.")
    lay(s, 0, "MN")
    lay(s, 1, "YZ")
    assert won(s) == 1
    s = at("MN.", "ZZ.", "XY.")
    lay(s, 0, "MN")
    assert names(s, 1) == {"pass"}  # a pair is no run, even of Z


# ---- finishing ------------------------------------------------------------------------------------------


@pytest.mark.rule("presidix", "R29", "R30", "D14", "D15")
def test_four_players_take_their_ranks() -> None:
    s = at("K", "L", "MB", "KB.")
    lay(s, 0, "K")
    lay(s, 1, "L")
    lay(s, 2, "M")
    assert s.titles == ["dubolix", "ossilix", "", ""]
    skip(s, 3)
    assert won(s) == 2
    lay(s, 2, "B")
    assert s.titles == ["dubolix", "ossilix", "pernigagnix", "padbolix"]
    assert s.scores == [4, 2, 0, -2]
    assert view(s).phase == "show"


@pytest.mark.rule("presidix", "R26", "R30", "D13", "D14")
def test_ending_with_something_strong_is_padbolix() -> None:
    """Example 9."""
    s = at("BM", "KKLL", "X★", "CN", leader=2)
    lay(s, 2, "Xy")
    assert s.titles == ["", "", "padbolix", ""]
    skip(s, 3)
    skip(s, 0)
    skip(s, 1)
    assert won(s) == 3  # D16: the next seat with cards leads
    lay(s, 3, "C")
    lay(s, 0, "M")
    skip(s, 1)
    skip(s, 3)
    assert won(s) == 0
    lay(s, 0, "B")
    skip(s, 1)
    lay(s, 3, "N")
    assert s.titles == ["dubolix", "pernigagnix", "padbolix", "ossilix"]
    assert s.scores == [4, 0, -2, 2]


@pytest.mark.rule("presidix", "R26", "D13", "D14", "D15")
def test_a_second_one_takes_the_next_worst_rank() -> None:
    """Example 10."""
    s = at("Z", "★", "BCD")
    lay(s, 0, "Z")
    assert s.titles == ["padbolix", "", ""]
    assert won(s) == 1
    lay(s, 1, "b")
    assert s.titles == ["padbolix", "ossilix", "dubolix"]
    assert s.scores == [-2, 2, 4]


@pytest.mark.rule("presidix", "R26", "D13")
@pytest.mark.parametrize(
    ("hand", "last", "title"),
    [("BC", "BC", "dubolix"), ("YZ", "YZ", "padbolix"), ("B★", "Bc", "padbolix"), ("BB", "BB", "dubolix")],
)
def test_the_whole_last_play_is_looked_at(hand: str, last: str, title: str) -> None:
    s = at(hand, "KK", "LL")
    lay(s, 0, last)
    assert s.titles[0] == title


@pytest.mark.rule("presidix", "R26", "D13")
def test_a_petard_as_the_last_card_is_padbolix() -> None:
    s = at("KB", "✹", "LM")
    lay(s, 0, "K")
    bang(s, 1)
    assert s.titles == ["", "padbolix", ""]


@pytest.mark.rule("presidix", "D15")
def test_two_players() -> None:
    s = at("B", "CD")
    lay(s, 0, "B")
    assert (s.titles, s.scores) == (["dubolix", "padbolix"], [4, -2])
    s = at("Z", "CD")
    lay(s, 0, "Z")
    assert (s.titles, s.scores) == (["padbolix", "dubolix"], [-2, 4])


@pytest.mark.rule("presidix", "D14")
def test_one_player_left_ends_the_deal_in_the_middle_of_a_trick() -> None:
    s = at("C", "D", "EE")
    lay(s, 0, "C")
    lay(s, 1, "D")
    assert s.titles == ["dubolix", "ossilix", "padbolix"]
    assert faces(s, "hand:2") == ["pE", "bE"]
    wait(s, "show/over")
    assert s.round == 2


@pytest.mark.rule("presidix", "R27", "R28", "D16")
def test_who_has_finished_stays_out_and_the_next_seat_leads() -> None:
    s = at("KLC", "B", "MDDE", leader=1)
    lay(s, 1, "B")
    skip(s, 2)
    skip(s, 0)
    assert won(s) == 2
    lay(s, 2, "D")
    lay(s, 0, "K")  # past seat 1, who has no cards
    assert turn(s) == (2,)


@pytest.mark.rule("presidix", "D17")
def test_who_holds_only_petards_cannot_lead() -> None:
    s = at("ZB✹", "✹✹", "BC")
    lay(s, 0, "Z")
    assert won(s) == 0
    s.goto(Lead(seat=0))
    s.lead(1)
    s._settle()
    assert turn(s) == (2,)


@pytest.mark.rule("presidix", "D17")
def test_if_nobody_can_lead_the_fewest_cards_come_first() -> None:
    s = at("Z✹✹", "✹", "C", leader=2)
    lay(s, 2, "C")
    skip(s, 0)
    skip(s, 1)
    assert won(s) == 0
    lay(s, 0, "Z")
    wait(s, "show/over")
    assert s.titles == ["padbolix", "ossilix", "dubolix"]
    assert s.scores == [-2, 2, 4]
    s = at("Z✹", "✹", "C", leader=2)
    lay(s, 2, "C")
    skip(s, 0)
    skip(s, 1)
    assert won(s) == 0
    lay(s, 0, "Z")
    wait(s, "show/over")
    assert s.titles == ["ossilix", "padbolix", "dubolix"]  # as many cards: clockwise from the winner


# ---- from deal to deal ----------------------------------------------------------------------------------


def second_deal(seed: int = 1, players: int = 3) -> PresidixState:
    """Seat 0 was Dubolix, the last seat Padbolix."""
    s = at(*"CDEF"[: players - 1], "KK", seed=seed, starter=0)
    for seat in range(players - 1):
        lay(s, seat, "CDEF"[seat])
    assert s.titles[0] == "dubolix"
    assert s.titles[-1] == "padbolix"
    wait(s, "show/over")
    assert view(s).phase == "show"
    return s


@pytest.mark.rule("presidix", "R31", "R32", "D18")
def test_the_worst_card_for_the_best_one_seen_by_the_two_alone() -> None:
    """Example 11."""
    for seed in range(8):
        s = second_deal(seed)
        worst, best = (s.faces[c] for c in s.exchanged or ())
        first, last = ([s.faces[c] for c in s.dealt[seat]] for seat in (0, 2))
        assert rank(worst) == min(map(rank, first))
        assert rank(best) == max(map(rank, last))
        assert Counter(faces(s, "hand:0")) == Counter(first) - Counter([worst]) + Counter([best])
        assert Counter(faces(s, "hand:2")) == Counter(last) - Counter([best]) + Counter([worst])
        assert bare_facts(s, 0) == (worst[-1], best[-1])
        assert bare_facts(s, 2) == (best[-1], worst[-1])
        assert bare_facts(s, 1) == ("", "")


def bare_facts(s: PresidixState, seat: Seat) -> tuple[Any, Any]:
    facts = view(s, seat).facts
    return facts["gave"][seat], facts["got"][seat]


@pytest.mark.rule("presidix", "R32", "D18")
def test_petard_then_etoile_then_z_is_the_best() -> None:
    order = ["✹", "★", "pZ", "bY", "pX", "bC", "pB"]
    assert sorted(order, key=rank, reverse=True) == order


@pytest.mark.rule("presidix", "R31", "D18")
def test_the_two_are_told_and_nobody_else() -> None:
    s = at("C", "D", "KK", starter=0)
    lay(s, 0, "C")
    lay(s, 1, "D")
    gifts = [e for e in wait(s, "show/over") if e.kind == "gives"]
    assert [e.to for e in gifts] == [0b101, 0b101]


@pytest.mark.rule("presidix", "R33")
def test_padbolix_leads_the_new_deal() -> None:
    s = second_deal()
    wait(s, "show/over")
    assert turn(s) == (2,)
    assert view(s).phase == "lead"


@pytest.mark.rule("presidix", "D19")
def test_before_the_first_deal_nothing_is_exchanged() -> None:
    s = start(GAME, 3)
    assert view(s).phase == "lead"
    assert s.exchanged is None


@pytest.mark.rule("presidix", "D25")
def test_on_one_screen_the_exchange_is_seen_until_one_has_played() -> None:
    assert GAME.info.device is Device.PASSED
    s = second_deal()
    wait(s, "show/over")
    assert "" not in bare_facts(s, 0)
    assert "" not in bare_facts(s, 2)
    letter = min((f[-1] for f in faces(s, "hand:2") if f[0] in "pb"), key=LETTERS.index)
    lay(s, 2, letter)
    assert bare_facts(s, 2) == ("", "")
    assert "" not in bare_facts(s, 0)


@pytest.mark.rule("presidix", "R34", "R35", "D20")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_as_many_deals_as_players_and_the_most_points_win(players: int) -> None:
    for seed in range(4):
        s = start(GAME, players, seed=seed)
        rollout(s, QuickPicker(seed))
        assert s.outcome is not None
        assert len(s.history) == players
        assert s.scores == [sum(points) for points in zip(*s.history, strict=True)]
        best = max(s.scores)
        assert s.outcome.winners == tuple(seat for seat in range(players) if s.scores[seat] == best)


@pytest.mark.rule("presidix", "D20")
def test_equal_points_share_the_victory() -> None:
    s = at("C", "DD")
    s.round, s.scores = 2, [-2, 4]
    lay(s, 0, "C")
    wait(s, "show/over")
    assert s.outcome is not None
    assert (s.scores, s.outcome.winners) == ([2, 2], (0, 1))


# ---- time -----------------------------------------------------------------------------------------------


@pytest.mark.rule("presidix", "D21")
def test_who_says_nothing_passes_or_lays_his_weakest() -> None:
    s = at("DCBB★Z", "XYE.", "HJ.", turn_s=60)
    wait(s, "lead/limit")
    assert faces(s, "formula") == ["pB"]
    wait(s, "follow_one/limit")
    assert s.passed[1] == s.trick  # he could have played
    lay(s, 2, "H")
    skip(s, 0)
    wait(s, "follow_one/limit")  # he may not pass again
    assert faces(s, "formula") == ["pX"]  # the weakest from H on


@pytest.mark.rule("presidix", "D21")
def test_the_weakest_has_as_few_etoiles_as_possible() -> None:
    s = at("EFMN.", "EGHKLST★.")
    s.passed[1] = s.trick
    lay(s, 0, "EF + MN")
    wait(s, "follow_runs/limit")
    assert faces(s, "formula") == ["pG", "pH", "pK", "pL"]
    s = at("★★", "BC")
    wait(s, "lead/limit")
    assert (faces(s, "formula"), s.marks[s.zone("formula").cards[0]]) == (["★"], "B")


@pytest.mark.rule("presidix", "D24")
def test_what_is_laid_is_looked_at_first() -> None:
    s = at("EFMNGH.", "KL.", "OP.")
    t = s.now
    lay(s, 0, "EF")
    assert {o.opens_at for o in s.offers(1)} == {t + 2_000}
    assert s.next_alarm().at == t + 62_000  # type: ignore[union-attr]
    skip(s, 1)
    assert {o.opens_at for o in s.offers(2)} == {t + 2_000}  # after a pass nothing new lies there
    s = at("BCEFHIKLNOX", "...")
    lay(s, 0, "BC + EF + HI + KL")
    assert {o.opens_at for o in s.offers(1)} == {s.now + 4_000}
    assert refused(s, 1, "pass", t=s.now + 3_999) == "too_early"
    skip(s, 1)
    t = s.now
    wait(s, "show/over")
    assert s.now == t + 2_000
    s = at("ZB", "CC")
    t = s.now
    lay(s, 0, "Z")
    wait(s, "show/over")
    assert s.now == t + 2_000


@pytest.mark.rule("presidix", "D22")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_ends_within_its_bound(players: int) -> None:
    s = start(GAME, players)
    records = 0
    while s.outcome is None:  # everybody is silent for ever
        wait(s)
        records += 1
    assert records <= GAME.bound(players, s.options)
    assert len(s.history) == players


# ---- what is told ---------------------------------------------------------------------------------------


def test_what_is_asked_for_is_told_to_all() -> None:
    s = at("EFMN.", "GHGH.", "..")
    lay(s, 0, "EF + MN")
    sight = view(s, 1)
    facts = {name: getattr(value, "value", value) for name, value in sight.facts.items()}
    assert (facts["asked_groups"], facts["asked_size"], facts["asked_from"]) == (2, 2, "E")
    assert sight.phase == "follow_runs"
    assert (sight.zone("formula").area, sight.zone("formula").by) == ((2, 2), (0, 0, 0, 0))


def test_cards_that_serve_glow_only_where_somebody_wants_it() -> None:
    def glowing(**options: Any) -> list[str]:
        s = at("EFMN.", "DEFGHKLZ★", "..", seat_options=[options] * 3)
        lay(s, 0, "EF + MN")
        hint = next(o for o in s.offers(1) if o.name == "lay_cards").hint
        return [s.faces[int(c)][-1] for c in hint or ()]

    assert glowing(show_legal=False) == []
    # EF, FG, GH, KL and with the étoile any one letter from E on beside another run: D serves nowhere
    assert glowing() == ["E", "F", "G", "H", "K", "L", "Z", "★"]


# ---- what a seat can work out ---------------------------------------------------------------------------


def imagined(s: PresidixState, seat: Seat, many: int = 30) -> list[PresidixState]:
    return [s.redeal(seat, keyed(seed_from(1), "imagined", i)) for i in range(many)]


def test_nothing_strong_is_imagined_in_the_box() -> None:
    s = start(GAME, 2)
    others: Counter[str] = Counter()
    for twin in imagined(s, 0):
        out = faces(twin, "box")
        assert all(f[0] in "pb" and f[-1] != "Z" for f in out)
        others.update(faces(twin, "hand:1"))
    assert len(others) > 30


@pytest.mark.parametrize("players", [2, 3, 4])
def test_imagined_hands_keep_what_the_exchange_tells(players: int) -> None:
    for seed in range(6):
        s = second_deal(seed, players)
        wait(s, "show/over")
        for step in range(4):
            for seat in range(players):
                for twin in imagined(s, seat, 8):
                    check_exchange(s, twin, seat)
            if step < 3:
                rollout(s, QuickPicker(f"{seed} {step}"), limit=3)
                if s.round != 2:
                    break


def check_exchange(s: PresidixState, twin: PresidixState, seat: Seat) -> None:
    assert twin.exchanged is not None
    worst, best = twin.exchanged
    low, high = (next(cards for cards in twin.dealt if card in cards) for card in twin.exchanged)
    assert all(rank(twin.faces[c]) >= rank(twin.faces[worst]) for c in low)
    assert all(rank(twin.faces[c]) <= rank(twin.faces[best]) for c in high)
    known: list[CardId] = [c for c, seen in enumerate(s.ledger.seen) if seen >> seat & 1]
    assert all(twin.faces[c] == s.faces[c] for c in known)
    if seat in (0, s.n - 1):
        assert {worst, best} <= set(known)
    assert sorted(twin.faces) == sorted(s.faces)


def test_what_others_know_is_not_imagined() -> None:
    s = second_deal()
    twin = s.redeal(1, keyed(seed_from(1), "x"))
    assert (twin.gave, twin.got) == (["", "", ""], ["", "", ""])
    assert s.redeal(0, keyed(seed_from(1), "x")).gave[0] == s.gave[0] != ""
