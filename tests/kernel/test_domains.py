"""Domains and offers: what is drawn or listed is accepted, everything else is not."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.bots.rollout import QuickPicker
from tablee.kernel.domains import (
    Absent,
    ByChoice,
    CardPerSeat,
    CardSet,
    Domain,
    Flag,
    Number,
    OneCard,
    OneOf,
    OneSeat,
    Order,
    Slot,
    Text,
    Vector,
    letters,
    point,
)
from tablee.kernel.moves import Move, Offer
from tablee.kernel.refusal import Refused
from tablee.pieces.domains import FanPlace, OneEnd, OneFace, Syllable
from tablee.pieces.formulas import Formula
from tablee.pieces.suites import Suites
from tablee.words.fit import Fit, Sentence, Word
from tablee.words.marks import Marks

FINITE: list[Domain] = [
    OneCard((3, 5, 9)),
    OneCard(("ab", "cd")),
    Slot("plane", (0, 4)),
    FanPlace("hand:1", (0, 1, 2)),
    OneSeat((1, 2)),
    OneOf(("voyelle", "suite")),
    letters(),
    Number(2, 7),
    Flag(),
    Absent(),
    CardPerSeat((1, 2), (4, 5, 6)),
    CardSet((1, 2, 3, 4), 1, 3),
    Order((7, 8, 9)),
    OneFace(("pK", "bK", "★")),
    OneEnd(("line:0/right", "line:0/left")),
    Syllable(1, 2),
]
OPEN: list[Domain] = [
    point(300, 200),
    Text(20),
    Word(Fit(contains="EE", jokers=1, without="XYZ")),
    Word(Fit(starts="PR", ends="E")),
    Word(Fit(holds="OUI")),
    Word(Fit()),
    Word(Fit(), wanted=Fit(starts="K")),
    Word(Fit(starts="K", most=2), besides=("K", "KA")),
    Sentence((Fit(contains="A"), Fit(), Fit(starts="T"))),
    Marks({1: "R", 2: "R", 3: "T"}, {1: 1, 2: 3, 3: 1}, 2, (2,)),
    Formula({1: "E", 2: "F", 3: "E", 4: "", 5: ""}, "BCDEFGH"),
    Formula({1: "E", 2: "F", 3: "G", 4: "", 5: "B"}, "BCDEFGH", "runs", 1, 2, "C"),
    Suites({1: "G", 2: "H", 3: "I", 4: "", 5: "I"}, rows=((1, 2, 3),), fresh=(4, 5), first=(1,)),
    Suites({1: "G", 2: "H", 3: "I", 4: "", 5: "J"}, fresh=(1, 2, 3, 4, 5), total=5),
]


@pytest.mark.parametrize("domain", FINITE, ids=repr)
def test_a_finite_domain_lists_what_it_counts_and_accepts_what_it_lists(domain: Domain) -> None:
    values = list(domain.values())
    assert len(values) == domain.count()
    assert all(domain.accepts(v) for v in values)
    assert len({repr(v) for v in values}) == len(values)


@pytest.mark.parametrize("domain", FINITE + OPEN, ids=repr)
@given(seed=st.integers(0, 10_000))
def test_what_is_drawn_is_accepted(domain: Domain, seed: int) -> None:
    assert domain.accepts(domain.sample(QuickPicker(seed)))


@pytest.mark.parametrize("domain", OPEN, ids=repr)
def test_an_open_domain_has_no_count(domain: Domain) -> None:
    assert domain.count() is None


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=6,
)


@pytest.mark.parametrize("domain", FINITE + OPEN, ids=repr)
@given(value=json_values)
def test_nonsense_is_answered_not_raised(domain: Domain, value: Any) -> None:
    assert domain.accepts(value) in (True, False)


@pytest.mark.parametrize(
    ("domain", "value"),
    [
        (OneCard((1, 2)), True),
        (OneCard((1, 2)), 1.0),
        (Slot("plane", (0, 1)), True),
        (Number(0, 5), 2.0),
        (Number(0, 5), 6),
        (Flag(), 1),
        (CardPerSeat((1, 2), (4, 5, 6)), {"1": 4, "2": 4}),
        (CardPerSeat((1, 2), (4, 5, 6)), {"1": 4}),
        (CardSet((1, 2, 3), 1, 2), [1, 1]),
        (Order((7, 8, 9)), [7, 8, 8]),
        (point(300, 200), {"x": 1}),
        (point(300, 200), {"x": 301, "y": 0}),
        (point(300, 200), {"x": 1.5, "y": 0}),
        (Text(3), "abcd"),
        (Text(3), "  "),
        (Word(Fit(contains="EE")), "le"),
        (Word(Fit(without="S")), "sans"),
        (Word(Fit(starts="PR")), "apres"),
        (Word(Fit(holds="OUI")), "non"),
        (Word(Fit()), "!!!"),
        (Word(Fit(starts="K"), besides=("KEPI",)), "képi"),
        (Sentence((Fit(), Fit())), ["un"]),
    ],
)
def test_near_misses(domain: Domain, value: Any) -> None:
    assert not domain.accepts(value)


def test_accents_and_ligatures_fold() -> None:
    assert Word(Fit(contains="EE")).accepts("été")
    assert Word(Fit(contains="OE")).accepts("œuf")
    assert Word(Fit(starts="CA")).accepts("Ça")


STARS: Mapping[int | str, Domain] = {7: letters("AB")}
LAY = Offer("lay", {"card": OneCard((5, 7)), "letter": ByChoice("card", STARS, Absent()), "loud": Flag()})


def test_a_domain_that_depends_on_another_argument() -> None:
    LAY.check(Move("lay", {"card": 5}))
    LAY.check(Move("lay", {"card": 7, "letter": "A", "loud": True}))
    for bad in ({"card": 7}, {"card": 5, "letter": "A"}, {"card": 7, "letter": "C"}, {"letter": "A"}):
        with pytest.raises(Refused):
            LAY.check(Move("lay", bad))


def test_a_domain_that_depends_on_two_arguments() -> None:
    sides: Mapping[int | str, Domain] = {"left": letters("AB"), "right": letters("C")}
    nested = {"card": OneCard((5, 7)), "side": OneOf(("left", "right"))}
    offer = Offer(
        "lay", {**nested, "letter": ByChoice("card", {7: ByChoice("side", sides, Absent())}, letters("Z"))}
    )
    offer.check(Move("lay", {"card": 5, "side": "left", "letter": "Z"}))
    offer.check(Move("lay", {"card": 7, "side": "left", "letter": "B"}))
    with pytest.raises(Refused):
        offer.check(Move("lay", {"card": 7, "side": "right", "letter": "B"}))
    outer = offer.params["letter"].outward(lambda c: f"h{c}")
    assert outer.given({"card": "h7", "side": "right"}) == letters("C")
    assert offer.count() == len(list(offer.enumerate())) == 2 + 2 + 1


def test_dependent_offers_are_counted_and_listed() -> None:
    listed = list(LAY.enumerate())
    assert LAY.count() == len(listed) == 2 + 2 * 2
    for args in listed:
        LAY.check(Move("lay", args))
    assert Offer("say", {"word": Word(Fit())}).count() is None


def test_outward_and_inward_are_inverse() -> None:
    outer = {name: d.outward(lambda c: f"h{c}") for name, d in LAY.params.items()}
    assert outer["card"] == OneCard(["h5", "h7"])
    assert outer["letter"].given({"card": "h7"}) == letters("AB")
    gifts = CardPerSeat((1,), (4,)).outward(lambda c: f"h{c}")
    assert gifts.inward({"1": "h4"}, lambda h: int(h[1:])) == {"1": 4}


def test_times_of_an_offer() -> None:
    offer = Offer("turn", opens_at=1_000, closes_at=2_000)
    offer.check(Move("turn", at=1_000))
    offer.check(Move("turn", at=2_000))
    for at, code in ((999, "too_early"), (2_001, "too_late")):
        with pytest.raises(Refused, match=code):
            offer.check(Move("turn", at=at))


def test_axes_are_whole_numbers() -> None:
    pose = Vector({"x": point(10, 0).axes["x"], "yaw": point(359, 0).axes["x"]})
    assert pose.accepts({"x": 10, "yaw": 359})
    assert not pose.accepts({"x": 10, "yaw": 360})


def test_what_is_wanted_is_drawn_but_not_asked_for() -> None:
    """Where a wrong word has a price it may be said; random players should still meet right ones."""
    domain = Word(Fit(), wanted=Fit(starts="K"))
    assert domain.accepts("radis")
    drawn = [domain.sample(QuickPicker(seed)) for seed in range(200)]
    assert 150 <= sum(word.startswith("K") for word in drawn) < 200


def test_a_word_already_said_is_refused_as_such() -> None:
    domain = Word(Fit(starts="K"), besides=("KEPI",))
    assert domain.why_not("Képi") == "already_said"
    assert domain.why_not("radis") == "start_differs"
    assert domain.accepts("kilo")
