"""What a perfect memory knows, and what a redeal draws again."""

from collections import Counter

from tablee.kernel.ledger import Ledger, fresh_ledger
from tablee.kernel.rng import keyed

SEED = bytes(16)
FACES = list("ABCDEFGH")


def redealt(ledger: Ledger, seat: int, index: int) -> list[str]:
    faces = FACES.copy()
    ledger.copy().redeal(faces, seat, keyed(SEED, "redeal", index))
    return faces


def test_what_was_seen_stays() -> None:
    ledger = fresh_ledger(8)
    for card in (0, 1, 2):
        ledger.seen[card] |= 0b1
    for i in range(50):
        assert redealt(ledger, 0, i)[:3] == ["A", "B", "C"]
    assert any(redealt(ledger, 1, i)[:3] != ["A", "B", "C"] for i in range(50))


def test_the_rest_is_drawn_evenly() -> None:
    ledger = fresh_ledger(8)
    for card in range(5):
        ledger.seen[card] |= 0b1
    count = Counter(redealt(ledger, 0, i)[5] for i in range(900))
    assert set(count) == {"F", "G", "H"}
    assert all(230 < n < 370 for n in count.values())


def test_a_shuffle_forgets_places_but_not_membership() -> None:
    """Seat 0 saw A and B go into a pile of four that was shuffled: they are still in it, but not known where."""
    ledger = fresh_ledger(8)
    for card in (0, 1):
        ledger.seen[card] |= 0b1
    ledger.mix([0, 1, 2, 3])
    places: Counter[int] = Counter()
    for i in range(400):
        faces = redealt(ledger, 0, i)
        assert {"A", "B"} <= set(faces[:4])
        places[faces.index("A")] += 1
    assert set(places) == {0, 1, 2, 3}
    assert any("C" in redealt(ledger, 0, i)[4:] for i in range(50)), "unseen cards may lie anywhere"


def test_whoever_shuffles_knowingly_keeps_what_he_knows() -> None:
    ledger = fresh_ledger(4)
    ledger.seen[:] = [0b11] * 4
    ledger.mix([0, 1, 2, 3], knowing=0b01)
    assert all(seen == 0b01 for seen in ledger.seen)
    assert all(known == 0b10 for known in ledger.known)


def test_cohorts_that_touch_are_joined() -> None:
    """A is known to lie among 0–3; two of these are mixed with 4 and 5: A may be in either part."""
    ledger = fresh_ledger(8)
    ledger.seen[0] = 0b1
    ledger.mix([0, 1, 2, 3])
    ledger.mix([0, 1, 4, 5])
    places = {redealt(ledger, 0, i).index("A") for i in range(300)}
    assert places == {0, 1, 2, 3, 4, 5}


def test_a_card_seen_after_the_shuffle_is_known_again() -> None:
    ledger = fresh_ledger(8)
    ledger.seen[0] = 0b1
    ledger.mix([0, 1, 2, 3])
    ledger.seen[2] |= 0b1
    assert all(redealt(ledger, 0, i)[2] == "C" for i in range(50))


def test_lives_end_when_a_card_is_mixed() -> None:
    ledger = fresh_ledger(3)
    ledger.mix([0, 1])
    assert ledger.lives == [1, 1, 0]
