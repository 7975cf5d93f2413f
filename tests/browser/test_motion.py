"""What moves on the table, and what stays: cards, the curtain, the focus."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import House
from tests.browser.server import Served

FLIGHTS = """() => {
  window.flights = [];
  new MutationObserver((changes) => {
    for (const ghost of changes.flatMap((c) => [...c.addedNodes])) {
      if (!ghost.classList?.contains('vol') || ghost.classList.contains('repos')) continue;
      requestAnimationFrame(() => {
        const glide = ghost.getAnimations()[0];
        if (!glide) return;
        const now = glide.currentTime;
        const { delay, endTime } = glide.effect.getComputedTiming();
        const at = (time) => {
          glide.currentTime = time;
          const card = [...ghost.querySelectorAll('.carte')].at(-1).getBoundingClientRect();
          return [card.left + card.width / 2, card.top + card.height / 2, card.width];
        };
        const near = ([x, y]) => [...document.querySelectorAll('[data-zone], [data-seat]')].some((e) => {
          const r = e.getBoundingClientRect();
          return x > r.left - 9 && x < r.right + 9 && y > r.top - 9 && y < r.bottom + 9;
        });
        const [from, to] = [at(delay), at(endTime - 1)];
        glide.currentTime = now;
        const back = !ghost.querySelector('.vol-face:not(.dessous) .carte');
        window.flights.push({ back, from, to, well: near(from) && near(to) });
      });
    }
  }).observe(document.querySelector('.vols'), { childList: true });
}"""
"""Notes where each flying card starts and lands, and whether anything is there."""


def test_backs_fly_where_they_go(house: House, brisk: Served) -> None:
    """A ghost without a size once turned around its corner, and landed beside everything."""
    device = house.open(brisk.url, size=(390, 844), reduced_motion="no-preference")
    device.table("amerix", seats=3)
    device.next_thing("amerix")
    device.page.evaluate(FLIGHTS)
    for _ in range(40):
        if device.page.evaluate("window.flights.filter((f) => f.back).length") >= 3:
            break
        if device.next_thing("amerix") is None:
            break
        device.play_on("amerix", 1)
    flights = device.page.evaluate("window.flights")
    assert any(flight["back"] for flight in flights), "no back ever flew"
    assert [flight for flight in flights if not flight["well"]] == []


def test_no_key_of_a_drawing_flies_as_a_card(house: House, brisk: Served) -> None:
    """What is printed as a track or a grid is no card with a letter on it."""
    device = house.open(brisk.url, size=(390, 844), reduced_motion="no-preference")
    device.table("pas_touche", seats=3)
    device.page.evaluate(FLIGHTS)
    roll = device.page.locator(".demande .plaque")
    for _ in range(3):
        device.until(lambda: bool(device.sight["offers"].get(str(device.seat))))
        if roll.count():
            device.press(roll)
        device.told("wins", "blocks", "nobody", "wrong", "late")
    assert device.page.evaluate("window.flights") == []


def test_the_curtain_waits_for_the_card(house: House, brisk: Served) -> None:
    """Who plays sees the own card lie before the screen is passed on."""
    device = house.open(brisk.url, size=(390, 844), reduced_motion="no-preference")
    device.one_screen("amerix")
    for name in ("Zoé", "Nino"):
        device.sit_here(name)
    device.no_hurry()
    device.start()
    device.tap(device.button(device.words.mine))
    device.next_thing("amerix")
    device.page.evaluate(
        """() => {
          window.saw = [];
          const look = () => {
            const curtain = document.querySelector('.rideau') !== null;
            const flying = document.querySelector('.vols .vol') !== null;
            window.saw.push(curtain ? 'curtain' : flying ? 'flying' : 'table');
            if (!curtain) requestAnimationFrame(look);
          };
          look();
        }"""
    )
    for _ in range(6):
        device.play_on("amerix", 1, device.button(device.words.mine))
        if device.button(device.words.mine).count():
            break
        device.page.wait_for_function("() => window.saw.at(-1) !== 'flying'")
    expect(device.button(device.words.mine)).to_be_visible()
    saw = device.page.evaluate("window.saw")
    assert "flying" in saw, "nothing flew"
    last = len(saw) - 1 - saw[::-1].index("flying")
    assert saw[last + 1 :].count("table") >= 10, "the curtain fell on the card"


@pytest.mark.parametrize("game", ["zieufermix", "amerix"])
def test_the_focus_stays_at_the_table(house: House, brisk: Served, game: str) -> None:
    """By keyboard alone: after each move the focus is on a card, a plate or the place where one waits."""
    device = house.open(brisk.url, keyboard=True)
    device.table(game, seats=2)
    device.page.set_viewport_size(ViewportSize(width=820, height=1180))
    where = """() => document.activeElement.closest('.table') ? 'table'
      : document.activeElement.closest('dialog') ? 'dialog' : document.activeElement.tagName"""
    for _ in range(4):
        thing = device.next_thing(game)
        if thing is None:
            break
        device.press(thing)
        device.page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        if device.end.count():
            break
        assert device.page.evaluate(where) in ("table", "dialog")
