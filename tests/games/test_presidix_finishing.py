"""Présidix, rule by rule: the same letters, Z, finishing, from deal to deal.

Expected results are worked out from the rules.
"""

from collections import Counter
from typing import Any

import pytest

from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.presidix.order import rank
from tablee.games.presidix.rules import GAME, Lead, lead
from tablee.games.presidix.table import PresidixState
from tablee.kernel.game import Device
from tablee.kernel.units import Seat
from tablee.pieces.notation import arrange
from tests.games.presidix import LETTERS, at, bang, lay, second_deal, skip, turn, won
from tests.table import faces, names, start, told, view, wait

# ---- the same letters ----------------------------------------------------------------------------------


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


# ---- Z -------------------------------------------------------------------------------------------------


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


# ---- finishing -----------------------------------------------------------------------------------------


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
    lead(s, 1)
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


# ---- from deal to deal ---------------------------------------------------------------------------------


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
