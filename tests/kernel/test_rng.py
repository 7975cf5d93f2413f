"""Keyed randomness: stable for ever, independent per label."""

from collections import Counter

from tablee.kernel.rng import commitment, keyed, seed_from

SEED = bytes(range(16))
PINNED_NUMBERS = [631, 210, 338, 540, 762]
PINNED_SHUFFLE = list("HDEFCBAG")
PINNED_SEED = "55f21588c06e843775406bc8740cabe0"


def test_the_same_key_gives_the_same_draws() -> None:
    assert [keyed(SEED, "dice", 3).below(6) for _ in range(3)] == [keyed(SEED, "dice", 3).below(6)] * 3


def test_streams_are_pinned_for_ever() -> None:
    """Old records must replay: these values never change."""
    rng = keyed(SEED, "pinned", 1, 2)
    assert [rng.below(1000) for _ in range(5)] == PINNED_NUMBERS
    assert keyed(SEED, "pinned").shuffled("ABCDEFGH") == PINNED_SHUFFLE
    assert seed_from("tablée").hex() == PINNED_SEED


def test_a_draw_more_in_one_place_shifts_nothing_elsewhere() -> None:
    greedy = keyed(SEED, "dice", 0)
    for _ in range(100):
        greedy.word()
    assert keyed(SEED, "deal", 0).shuffled(range(20)) == keyed(SEED, "deal", 0).shuffled(range(20))
    assert keyed(SEED, "deal", 0).shuffled(range(20)) != keyed(SEED, "deal", 1).shuffled(range(20))


def test_labels_and_indices_do_not_run_together() -> None:
    assert keyed(SEED, "a", 1).word() != keyed(SEED, "a1").word()
    assert keyed(SEED, "a", 1, 2).word() != keyed(SEED, "a", 12).word()


def test_draws_are_even() -> None:
    rng = keyed(SEED, "even")
    count = Counter(rng.below(6) for _ in range(6_000))
    assert set(count) == set(range(6))
    assert all(850 < n < 1_150 for n in count.values())
    assert all(0.0 <= rng.uniform() < 1.0 for _ in range(1_000))


def test_every_order_comes_up() -> None:
    orders = Counter("".join(keyed(SEED, "orders", i).shuffled("ABC")) for i in range(1_200))
    assert len(orders) == 6
    assert all(140 < n < 260 for n in orders.values())


def test_a_commitment_tells_nothing_but_fits_one_seed() -> None:
    assert commitment(SEED) == commitment(bytes(range(16)))
    assert commitment(SEED) != commitment(bytes(16))
    assert SEED.hex() not in commitment(SEED)
