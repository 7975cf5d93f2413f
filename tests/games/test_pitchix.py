"""Pitchix, rule by rule: the table, the flick and the hand that trembles."""

import pytest

from tablee.games.pitchix.rules import GAME, LOOK, PitchixState
from tablee.kernel.refusal import Refused
from tablee.pieces.slide import CENTRE, Lie, meets
from tablee.pieces.toutilix import DECK
from tests.games.pitchix import (
    AISLE,
    CARDS,
    FALL,
    HIT_BOTH,
    HIT_FIFTH,
    HIT_SE,
    HIT_TOO_FAR,
    MISS,
    NE,
    SE,
    SHORT,
    SOUTH,
    flick,
    held,
    phase,
    table,
    turn_of,
    write,
)
from tests.table import do, faces, names, refused, start, told, view, wait

# ---- the table ------------------------------------------------------------------------------------------


@pytest.mark.rule("pitchix", "R1")
@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_players(players: int) -> None:
    with pytest.raises(Refused, match="bad_players"):
        start(GAME, players)
    assert [start(GAME, n).n for n in range(2, 7)] == [2, 3, 4, 5, 6]


@pytest.mark.rule("pitchix", "R2", "R5", "R6", "D17")
def test_the_deal() -> None:
    s = start(GAME, 4)
    assert sorted(s.faces) == sorted(DECK) and len(DECK) == 100
    assert [len(s.hand(seat).cards) for seat in s.all_seats] == [3, 3, 3, 3]
    assert len(s.draw.cards) == 100 - 12 - 4
    assert [s.lies[card] for card in s.table.cards] == [
        (-78.5, 93.5, 1, 0),
        (78.5, 93.5, 1, 0),
        (-78.5, -93.5, 1, 0),
        (78.5, -93.5, 1, 0),
    ]
    assert [c.face for c in view(s).zone("table").cards if c] == faces(s, "table")
    assert [c.face for c in view(s, 1).zone("hand:1").cards if c] == faces(s, "hand:1")


@pytest.mark.rule("pitchix", "R2")
def test_colours_do_not_matter() -> None:
    s = table("hand:0=pR bA vT | hand:1=bB bC bD", lying="yE pL pM pK", players=2)
    flick(s, 0, "vT", MISS)
    assert names(s, 0) == {"write", "keep"}
    write(s, 0, "ra", "pR bA")
    assert s.scores == [2, 0]


@pytest.mark.rule("pitchix", "R7")
def test_the_youngest_begins() -> None:
    for starter in range(3):
        s = start(GAME, 3, starter=starter)
        assert (phase(s), turn_of(s)) == ("flick", starter)
        assert names(s, (starter + 1) % 3) == set()


# ---- the flick ------------------------------------------------------------------------------------------


@pytest.mark.rule("pitchix", "R8", "D18")
def test_any_card_of_the_hand_from_anywhere() -> None:
    s = table()
    (offer,) = s.offers(0)
    card, shot = offer.params["card"], offer.params["shot"]
    assert set(card.values()) == set(s.hand(0).cards)
    assert all(shot.accepts({**SOUTH, "rim": rim}) for rim in (0, 1, 1_799, 3_599))
    assert refused(s, 0, "flick", card=s.hand(1).cards[0], shot=SOUTH) == "not_possible"
    assert refused(s, 0, "flick", card=s.hand(0).cards[0], shot={**SOUTH, "aim": 601}) == "not_possible"
    do(s, 0, "flick", card=held(s, 0, "pA"), shot=SOUTH)
    assert phase(s) == "sliding"
    assert "pA" in [c.face for c in view(s).zone("table").cards if c]  # face up


@pytest.mark.rule("pitchix", "D18")
def test_a_start_that_overlaps_a_card_is_refused() -> None:
    s = table(lying="pK pL pM pE pO", lies=(*CENTRE, (0.0, -430.0, 1.0, 0.0)))
    card = held(s, 0, "pA")
    assert refused(s, 0, "flick", card=card, shot=SOUTH) == "start_taken"
    assert len(s.hand(0).cards) == 3
    do(s, 0, "flick", card=card, shot={**SOUTH, "rim": 900})


@pytest.mark.rule("pitchix", "R9", "D2")
def test_what_is_touched_is_won() -> None:
    """Example 1: T touches E, and all four are in the hand."""
    s = table()
    events = flick(s, 0, "pT", HIT_SE)
    assert sorted(faces(s, "hand:0")) == sorted(["pT", "pA", "pR", "pE"])
    assert faces(s, "table") == ["pK", "pL", "pM", "·", "·"]
    assert told(events, "touches") == [{"seat": 0, "letters": "E", "count": 1}]
    assert (phase(s), turn_of(s)) == ("score", 0)
    assert s.lies == {card: CENTRE[i] for i, card in enumerate(s.table.cards[:3])}  # the others lie where they lay


@pytest.mark.rule("pitchix", "R9")
def test_several_are_won_at_once() -> None:
    s = table()
    flick(s, 0, "pT", HIT_BOTH)
    assert sorted(faces(s, "hand:0")) == sorted(["pT", "pA", "pR", "pE", "pL"])


@pytest.mark.rule("pitchix", "R10", "D24")
def test_a_miss_stays_where_it_lies() -> None:
    s = table()
    events = flick(s, 0, "pT", MISS)
    assert faces(s, "table") == ["pK", "pL", "pM", "pE", "pT"]
    assert faces(s, "hand:0") == ["pA", "pR"]
    lie = s.lies[s.table.cards[-1]]
    assert lie[:2] == pytest.approx((0.0, 41.2), abs=0.1)
    assert not any(meets(lie, other) for card, other in s.lies.items() if card != s.table.cards[-1])
    assert told(events, "misses") == [{"seat": 0}]
    assert (phase(s), turn_of(s)) == ("score", 0)  # example 5: he still may score


@pytest.mark.rule("pitchix", "R11")
@pytest.mark.parametrize(("shot", "kind"), [(FALL, "falls"), (SHORT, "too_close")])
def test_off_the_table_or_too_close(shot: dict[str, int], kind: str) -> None:
    """Example 6: the card comes back, nothing is scored, and the next player plays."""
    s = table()
    events = flick(s, 0, "pT", shot)
    assert sorted(faces(s, "hand:0")) == ["pA", "pR", "pT"]
    assert faces(s, "table")[:4] == CARDS.split()
    assert len(s.lies) == 4
    assert told(events, kind) == [{"seat": 0}]
    assert (phase(s), turn_of(s)) == ("flick", 1)


@pytest.mark.rule("pitchix", "D1")
def test_a_brutal_shot_wins_nothing() -> None:
    s = table()
    flick(s, 0, "pT", HIT_TOO_FAR)
    assert sorted(faces(s, "hand:0")) == ["pA", "pR", "pT"]
    assert faces(s, "table")[:4] == CARDS.split()
    assert s.winners == [False] * 3
    assert turn_of(s) == 1


@pytest.mark.rule("pitchix", "D3", "R16")
def test_cards_that_stayed_can_be_touched_too() -> None:
    s = table(lying="pK pL pM pE pO", lies=(*CENTRE, AISLE))
    flick(s, 0, "pT", HIT_FIFTH)
    assert "pO" in faces(s, "hand:0")


@pytest.mark.rule("pitchix", "D12")
def test_a_flick_is_compulsory() -> None:
    s = table()
    assert names(s, 0) == {"flick"}
    due = s.next_alarm()
    assert due is not None and due.at - s.now == 45_000
    wait(s, "flick/limit")
    assert (phase(s), turn_of(s)) == ("flick", 1)
    assert len(s.hand(0).cards) == 3


@pytest.mark.rule("pitchix", "D28")
def test_who_is_asleep_is_given_ten_seconds() -> None:
    s = table(players=2)
    spans = []
    for _ in range(3):
        due = s.next_alarm()
        assert due is not None
        spans.append(due.at - s.now)
        wait(s, "flick/limit")
        flick(s, 1, s.faces[s.hand(1).cards[0]], SHORT)
    assert spans == [45_000, 45_000, 10_000]
    s.dry = 0
    flick(s, 0, "pT", SHORT)
    flick(s, 1, s.faces[s.hand(1).cards[0]], SHORT)
    due = s.next_alarm()
    assert due is not None and due.at - s.now == 45_000


@pytest.mark.rule("pitchix", "D23")
def test_everybody_sees_the_way_of_the_card() -> None:
    s = table()
    events = do(s, 0, "flick", card=held(s, 0, "pT"), shot=HIT_BOTH)
    (slid,) = [e for e in events if e.posed]
    assert slid.posed is not None
    assert [w.after for w in slid.posed.path] == [16 * i for i in range(56)]
    assert slid.to == s.everyone
    facts = view(s).facts
    assert facts["contacts"] == [[SE, 40 * 4], [NE, 70 * 4]]
    assert facts["mover"] == 4
    due = s.next_alarm()
    assert due is not None and due.at - s.now == 220 * 4 + LOOK
    assert s.actors() == ()


# ---- the trembling hand ---------------------------------------------------------------------------------


def shot_with(tremble: str, seed: int) -> Lie:
    s = start(GAME, 2, seed=seed, starter=0, tremble=tremble)
    card = s.hand(0).cards[0]
    do(s, 0, "flick", card=card, shot=MISS)
    return s.lies[card]


@pytest.mark.rule("pitchix", "D22")
def test_the_hand_trembles() -> None:
    still = {shot_with("off", seed) for seed in range(1, 5)}
    assert len(still) == 1
    for tremble in ("light", "normal", "strong"):
        assert len({shot_with(tremble, seed) for seed in range(1, 5)}) == 4
    assert shot_with("normal", 3) == shot_with("normal", 3)  # of the game's seed


@pytest.mark.rule("pitchix", "D22")
def test_how_much_it_trembles() -> None:
    """Of sums of twelve uniform numbers the standard deviation is 1; half or twice as much by option."""
    spread = {}
    for tremble in ("light", "normal", "strong"):
        s = start(GAME, 2, tremble=tremble)
        drawn = []
        for shot in range(400):
            s.shots = shot
            drawn += list(s.tremble())
        assert abs(sum(drawn) / len(drawn)) < 0.15
        spread[tremble] = (sum(z * z for z in drawn) / len(drawn)) ** 0.5
    assert spread == pytest.approx({"light": 0.5, "normal": 1.0, "strong": 2.0}, rel=0.08)


@pytest.mark.rule("pitchix", "D22")
def test_where_the_tremble_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two degrees of aim to the left for each z₁, which lands the card further west; power is never below none."""
    s = table()
    monkeypatch.setattr(PitchixState, "tremble", lambda self: (1.0, 0.0, 0.0))
    left = s.phases[-1].slide(s, SOUTH)  # type: ignore[attr-defined]
    monkeypatch.setattr(PitchixState, "tremble", lambda self: (0.0, 0.0, 0.0))
    two = s.phases[-1].slide(s, {**SOUTH, "aim": 20})  # type: ignore[attr-defined]
    assert left == two
    monkeypatch.setattr(PitchixState, "tremble", lambda self: (0.0, -20.0, 0.0))
    none = s.phases[-1].slide(s, SOUTH)  # type: ignore[attr-defined]
    monkeypatch.setattr(PitchixState, "tremble", lambda self: (0.0, 0.0, 0.0))
    assert none == s.phases[-1].slide(s, {**SOUTH, "power": 0})  # type: ignore[attr-defined]
    monkeypatch.setattr(PitchixState, "tremble", lambda self: (0.0, 0.0, 5.0))
    spun = s.phases[-1].slide(s, SOUTH)  # type: ignore[attr-defined]
    monkeypatch.setattr(PitchixState, "tremble", lambda self: (0.0, 0.0, 0.0))
    assert spun == s.phases[-1].slide(s, {**SOUTH, "spin": 50})  # type: ignore[attr-defined]


@pytest.mark.rule("pitchix", "D19")
def test_the_table_may_be_smoother() -> None:
    """1,500 mm/s: on wood the card slides 52 cm, on glass it would 76, on cloth 36."""
    ends = {}
    for surface in ("glass", "wood", "cloth"):
        s = table(surface=surface)
        do(s, 0, "flick", card=held(s, 0, "pT"), shot={**MISS, "power": 545})
        ends[surface] = s.lies[s.table.cards[-1]][1]
    assert ends["wood"] == pytest.approx(41.2, abs=0.1)
    assert ends["cloth"] < ends["wood"] - 100 and ends["wood"] + 100 < ends["glass"]
