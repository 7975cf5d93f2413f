"""Présidix, rule by rule: time, what is told, what a seat can work out.

Expected results are worked out from the rules.
"""

from collections import Counter
from typing import Any

import pytest

from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.presidix.order import rank
from tablee.games.presidix.rules import GAME
from tablee.games.presidix.table import PresidixState
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import CardId, Seat
from tests.games.presidix import at, lay, second_deal, skip
from tests.table import faces, refused, start, view, wait

# ---- time ----------------------------------------------------------------------------------------------


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


# ---- what is told --------------------------------------------------------------------------------------


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


# ---- what a seat can work out --------------------------------------------------------------------------


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
