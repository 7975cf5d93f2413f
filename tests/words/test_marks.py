"""Names that take cards: which cards a name can take, and which are proposed."""

import pytest

from tablee.bots.rollout import QuickPicker
from tablee.words.marks import Marks

MARKS = Marks({1: "B", 2: "M", 3: "M", 4: "R"}, {1: 1, 2: 1, 3: 3, 4: 2}, 3, (3,))


@pytest.mark.parametrize(
    ("name", "cards", "why"),
    [
        ("Rambo", [4, 2, 1], None),
        ("Rambo", [3], None),
        ("Rambo", [2, 3], "letters_missing"),
        ("maman", [2, 3], None),
        ("Rambo", [4, 4], "not_your_cards"),
        ("Rambo", [5], "not_your_cards"),
        ("Rambo", [], "no_card_marked"),
        ("...", [1], "not_a_name"),
        ("B" * 41, [1], "not_a_name"),
        (None, [1], "not_a_name"),
        ("Rambo", "1", "no_card_marked"),
    ],
)
def test_each_card_needs_a_letter_of_its_own(name: object, cards: object, why: str | None) -> None:
    value = {"name": name, "cards": cards}
    assert MARKS.accepts(value) is (why is None)
    if why:
        assert MARKS.why_not(value) == why


def test_the_best_cards_are_of_greatest_worth_without_the_shunned_if_the_others_reach() -> None:
    assert MARKS.best("Rambo") == [1, 2, 4]  # 1 + 1 + 2, and 3 is needed
    assert MARKS.best("maman") == [2, 3]  # 1 would not reach
    assert Marks(MARKS.cards, MARKS.worth, 6, (3,)).best("Rambo") == [1, 3, 4]
    assert Marks(MARKS.cards, MARKS.worth, 0).best("Rambo") == [1, 3, 4]
    assert MARKS.best("Éloi") == []


def test_a_made_up_name_has_two_letters_for_each_card() -> None:
    for seed in range(50):
        value = MARKS.sample(QuickPicker(seed))
        assert MARKS.accepts(value)
        assert len(value["name"]) >= 2 * len(value["cards"])
