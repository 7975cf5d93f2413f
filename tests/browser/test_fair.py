"""Every domain has its widget: from the rules over the protocol to the page, and the move back to the rules."""

from collections.abc import Iterator

import pytest

from tablee.kernel.domains import Domain
from tablee.server.typescript import domains
from tests.browser.conftest import House
from tests.browser.fair import ACTS, MORE, Visitor
from tests.browser.more.foire.rules import GAME, STANDS
from tests.browser.server import Served
from tests.browser.test_accessible import check

ELSEWHERE = {"Assignment", "ColumnPlan", "OrderOfSpelled", "WordOrder", "IfSpelled"}
"""Asked for at tables with a mat of their own: in Spots, Solitix and Touposix, whose tests play whole games."""
PHONE = (390, 844)
SMALL = """() => [...document.querySelectorAll(".bas button, .bas input")]
  .filter((b) => b.checkVisibility() && !b.closest("[aria-hidden=true]"))
  .map((b) => [b.ariaLabel || b.textContent, b.getBoundingClientRect()])
  .filter(([, r]) => r.width < 44 || r.height < 44)
  .map(([name, r]) => `${name}: ${r.width} x ${r.height}`)"""
"""What is too small for a finger."""


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("fair") / "tablee.sqlite3", games=MORE) as server:
        yield server


def test_every_domain_has_a_stand() -> None:
    s = GAME.start(2, seed=bytes(16))
    asked = [domain for params in STANDS.values() for domain in params(s).values()]
    found = {type(kind).__name__ for domain in asked for kind in (domain, *domain.kinds())}
    every: set[type[Domain]] = set(domains())
    assert {kind.__name__ for kind in every} - found == ELSEWHERE
    assert list(ACTS) == list(STANDS)


def test_each_stand_is_given_what_the_visitor_means(house: House, fair: Served) -> None:
    device = house.open(fair.url, size=PHONE)
    visitor = Visitor(device)
    visitor.arrive(fair.url)
    for stand, (act, meant) in ACTS.items():
        assert visitor.stand == stand
        visitor.settled()
        device.fits()
        assert device.page.evaluate(SMALL) == [], stand
        assert visitor.visit(act) == meant, stand
    device.end.wait_for()


def test_axe_finds_nothing_serious_at_any_stand(house: House, fair: Served) -> None:
    visitor = Visitor(house.open(fair.url))
    visitor.arrive(fair.url)
    for stand, (act, _) in ACTS.items():
        visitor.settled()
        check(visitor.device, stand)
        visitor.visit(act)
