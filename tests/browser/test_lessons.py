"""Lessons as a learner takes them: by touch, by keyboard alone, in four sizes; nothing is covered."""

from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.learner import RING, STEP, Learner
from tests.browser.server import Served
from tests.browser.test_accessible import AXE, grave

PHONE: Final = {"width": 390, "height": 844}
WIDTHS: Final = ((360, 640), (390, 844), (820, 1180), (1440, 900))

MEETING = """() => {
  const box = (e) => e ? e.getBoundingClientRect() : null;
  const meets = (a, b) => a && b && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const ring = document.querySelector(".pointeur .anneau");
  const bubble = box(document.querySelector(".lecon:not(.cachee)"));
  const finger = document.querySelector(".pointeur .doigt");
  const found = [];
  const shown = box(ring);
  if (meets(bubble, shown)) found.push("the bubble covers what is to be touched");
  if (shown && finger) {
    const f = box(finger);
    const [x, y] = [shown.left + shown.width / 2, shown.top + shown.height / 2];
    const heart = { left: x - 4, right: x + 4, top: y - 4, bottom: y + 4 };
    if (meets(f, heart)) found.push("the finger covers its middle");
  }
  if (bubble && (bubble.left < 0 || bubble.right > innerWidth)) found.push("the bubble leaves the screen");
  return found;
}"""
"""What bubble and finger cover that they must not."""


def faults(page: Page) -> list[str]:
    """What axe finds."""
    page.evaluate("Promise.allSettled(document.getAnimations().map((a) => a.finished)).then(() => 0)")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    return list(grave(page).values())


def page_of(browser: Browser, size: Any, *, touch: bool = True) -> Page:
    context = browser.new_context(viewport=size, locale="fr-FR", has_touch=touch, reduced_motion="reduce")
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    return page


@pytest.mark.parametrize("game", ["amerix", "vizdibix", "spiralix"])
def test_a_lesson_is_played_by_touch_on_a_phone(browser: Browser, brisk: Served, game: str) -> None:
    """Cards, shouts and words: he touches what the finger shows, and arrives."""
    page = page_of(browser, PHONE)
    learner = Learner(page, touch=True)
    learner.open(brisk.url, game)
    learner.play()
    expect(page.get_by_role("heading", name="Tu sais jouer")).to_be_visible(timeout=STEP)
    assert page.evaluate(f"localStorage.getItem('lesson:{game}')") == "done"
    page.get_by_role("button", name="Encore une fois").click()
    expect(page.get_by_role("img", name="étape 1 sur")).to_be_visible()
    page.context.close()


def test_a_lesson_is_played_by_keyboard_alone(browser: Browser, brisk: Served) -> None:
    """The focus is where the next thing to do is: Enter does it. The letter for an étoile is typed."""
    page = page_of(browser, PHONE, touch=False)
    learner = Learner(page)
    learner.open(brisk.url, "amerix")
    learner.settle()
    while not learner.lesson.get("over"):
        before = learner.at
        page.keyboard.press("Enter")
        if "letter" in ((learner.lesson.get("do") or {}).get("args") or {}):
            page.wait_for_timeout(400)
            page.keyboard.press(learner.lesson["do"]["args"]["letter"].lower())
        for _ in range(STEP // 100):
            if learner.at != before:
                break
            page.wait_for_timeout(100)
        assert learner.at != before, learner.lesson
        learner.settle()
    expect(page.get_by_role("heading", name="Tu sais jouer")).to_be_focused(timeout=STEP)
    page.context.close()


def test_what_is_not_asked_for_is_answered_in_the_bubble(browser: Browser, brisk: Served) -> None:
    page = page_of(browser, PHONE)
    learner = Learner(page, touch=True)
    learner.open(brisk.url, "amerix")
    learner.settle()
    learner.step()
    page.get_by_role("button", name="Piocher", exact=True).tap()
    expect(page.get_by_role("status", name="Gaston")).to_contain_text("pose d’abord M")
    page.keyboard.press("r")
    expect(page.get_by_role("status", name="Gaston")).to_contain_text("M est juste avant N")
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Tu sais jouer")).to_be_visible()
    page.context.close()


@pytest.mark.parametrize("game", ["amerix", "bazardelix", "suitix"])
def test_neither_bubble_nor_finger_covers_what_a_step_is_about(browser: Browser, brisk: Served, game: str) -> None:
    page = page_of(browser, PHONE)
    learner = Learner(page)
    learner.open(brisk.url, game)
    learner.settle()
    while not learner.lesson.get("over"):
        for width, height in WIDTHS:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(400)
            found = page.evaluate(MEETING)
            assert found == [], f"{game}, step {learner.lesson['step'] + 1} at {width}"
            if learner.lesson.get("do"):
                assert page.locator(RING).count() == 1
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        page.wait_for_timeout(400)
        learner.step()
    page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_it(browser: Browser, brisk: Served, scheme: Any) -> None:
    page = page_of(browser, PHONE)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    learner = Learner(page)
    learner.open(brisk.url, "amerix")
    learner.settle()
    assert faults(page) == []
    learner.step()
    assert faults(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Tu sais jouer")).to_be_visible()
    assert faults(page) == []
    page.context.close()


def test_the_door_is_on_the_page_of_the_game(browser: Browser, brisk: Served) -> None:
    page = page_of(browser, PHONE)
    page.goto(f"{brisk.url}/g/amerix")
    page.get_by_role("link", name="Apprendre en jouant").click()
    expect(page.get_by_role("status", name="Gaston")).to_contain_text("On joue sur cette lettre")
    page.get_by_role("button", name="Quitter la leçon").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.context.close()
