"""The page and the rules judge words alike: the cases that the page replays are what the rules say today."""

import pytest

from tablee.bots.rollout import QuickPicker, random_entry
from tablee.games.registry import games
from tablee.kernel.record import apply
from tablee.kernel.rng import seed_from
from tablee.words.fit import Fit, Sentence, Word
from tests.words.fit_cases import FILE, cases, shape, written


def test_the_file_is_what_the_rules_say() -> None:
    assert FILE.read_text("utf-8") == written(), "python -m tests.words.fit_cases writes it anew"


def test_each_demand_is_met_by_some_words_and_missed_by_others() -> None:
    for case in cases()["cases"]:
        assert None in case["codes"], case["fit"]
        assert any(case["codes"]), case["fit"]


@pytest.mark.parametrize("key", [key for key, game in games().items() if game.info.words])
def test_every_kind_of_demand_that_a_game_makes_is_among_them(key: str) -> None:
    """A game with a new kind must add it to `DEMANDS`."""
    known = {shape(Fit(**case["fit"])) for case in cases()["cases"]}
    game = games()[key]
    asked: set[str] = set()
    for seed in range(3):
        s = game.start(max(2, game.info.players[0]), seed=seed_from(seed))
        pick = QuickPicker(seed)
        for _ in range(150):
            if s.outcome is not None:
                break
            for seat in s.all_seats:
                for domain in (d for offer in s.offers(seat) for d in offer.params.values()):
                    fits: tuple[Fit, ...] = ()
                    if isinstance(domain, Word):
                        fits = (domain.fit, *((domain.wanted,) if domain.wanted else ()))
                    elif isinstance(domain, Sentence):
                        fits = domain.fits
                    asked |= {shape(fit) for fit in fits}
            entry = random_entry(s, pick)
            assert entry is not None
            apply(s, entry)
    assert asked <= known
