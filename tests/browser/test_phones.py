"""A phone: upright, on its side, with its keyboard up, with very large letters; cards stay where they are."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tablee.games.registry import games
from tests.browser.conftest import House, under_way
from tests.browser.pages import GAME, NAMES, Device
from tests.browser.server import Served
from tests.browser.writer import Writer, both_play, scenes

TOUCH = 44
"""Pixels that a finger needs."""
PHONE, LYING, TYPING = (360, 640), (844, 390), (390, 420)
TOUCHED: dict[str, Any] = {"has_touch": True, "is_mobile": True}

OUTSIDE = """(which) => [...document.querySelectorAll(which)].filter((e) => {
  const r = e.getBoundingClientRect(), m = (e.closest('.set') ?? document.documentElement).getBoundingClientRect();
  const high = Math.min(m.bottom, innerHeight), wide = Math.min(m.right, innerWidth);
  const [left, top] = [Math.max(0, m.left), Math.max(0, m.top)];
  return r.width && (r.left < left - 2 || r.right > wide + 2 || r.top < top - 2 || r.bottom > high + 2);
}).map((e) => `${e.className} ${e.getAttribute('aria-label') ?? ''}`)"""
"""Things of this kind that stick out of the mat or of the screen."""
SMALL = """([which, least]) => [...document.querySelectorAll(which)].filter((e) => {
  const r = e.getBoundingClientRect();
  return r.width && (Math.round(r.width) < least || Math.round(r.height) < least);
}).map((e) => `${e.getAttribute('aria-label')} ${Math.round(e.getBoundingClientRect().width)}`)"""
PLACES = """() => Object.fromEntries([...document.querySelectorAll('.plan .pl')].map((e) => {
  const r = e.getBoundingClientRect();
  return [e.dataset.place, [Math.round(r.left + r.width / 2), Math.round(r.top + r.height / 2)]];
}))"""

TWO_PLATES = """() => {
  const [plate] = document.querySelectorAll('.bas .offres .plaque');
  plate.parentElement.append(plate.cloneNode(true));
}"""


def size(page: Page, wide: int, high: int) -> None:
    page.set_viewport_size(ViewportSize(width=wide, height=high))
    # Two frames: the page measures, and draws what it has measured.
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


def offered(device: Device) -> list[str]:
    offers = device.sight.get("offers", {}).get(str(device.seat), ())
    return [offer["name"] for offer in offers]


def test_foreheads_stay_on_the_mat_after_a_race(house: House, steady: Served) -> None:
    """The lanes of a race once pushed the two cards off a phone's mat, and the next duel with them."""
    zoe = house.open(steady.url, size=(390, 844), **TOUCHED)
    nino = house.open(steady.url, size=(390, 844), **TOUCHED)
    zoe.pair(nino, "frontibix")
    writers = Writer(zoe, "frontibix"), Writer(nino, "frontibix")
    lanes = zoe.page.locator(".course")
    both_play(*writers, lambda: any(e["data"].get("race") for e in zoe.events))
    expect(lanes).to_be_visible()
    for wide, high in ((390, 844), PHONE, LYING):
        size(zoe.page, wide, high)
        assert zoe.page.evaluate(OUTSIDE, ".fronts .carte, .course, .coin .carte") == []
    both_play(*writers, lambda: writers[0].phase == "clue" and bool(writers[0].faces("forehead")))
    expect(zoe.page.locator(".fronts .carte")).to_have_count(2)
    for wide, high in ((390, 844), PHONE, LYING):
        size(zoe.page, wide, high)
        assert zoe.page.evaluate(OUTSIDE, ".fronts .carte, .course") == []


@pytest.mark.parametrize(
    ("game", "seats", "needs"),
    [
        ("spiralix", 3, ".derniere .carte, .avant .carte, .coches li"),
        ("hyperspeedix", 2, ".milieu .carte, .coches li"),
        ("frontibix", 2, ".fronts .carte, .coches li"),
        ("touposix", 3, ".milieu .carte, .main .carte"),
        ("frazrigolix", 3, "[data-fait], .milieu .carte, .coches li"),
        ("solitix", 2, ".colonnes .carte"),
    ],
)
def test_the_keyboard_covers_nothing_that_a_word_needs(
    house: House, brisk: Served, game: str, seats: int, needs: str
) -> None:
    """The keyboard of a phone makes the page lower; letters, ticks and field stay in sight."""
    zoe = house.open(brisk.url, size=(390, 844), **TOUCHED)
    nino = house.open(brisk.url, size=(390, 844), **TOUCHED)
    zoe.pair(nino, game, seats=seats)
    who, _ = next(scenes(Writer(zoe, game), Writer(nino, game)))
    page = who.device.page
    who.box.focus()
    size(page, *TYPING)
    expect(who.box).to_be_focused()
    expect(page.locator(needs).first).to_be_visible()
    assert page.evaluate(OUTSIDE, f"{needs}, .saisie input, .saisie .plaque") == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    who.device.fits()


def test_the_keyboard_and_the_letters_of_everybody(house: House, brisk: Served) -> None:
    device = house.open(brisk.url, size=(390, 844), **TOUCHED)
    device.table("mefouillix", seats=3)
    device.until(lambda: "word" in offered(device) or "size" in offered(device))
    if "size" in offered(device):
        with device.answered():
            device.tap(device.button("5"))
        device.until(lambda: "word" in offered(device))
    box = device.page.get_by_role("textbox", name=device.words.your_word)
    box.focus()
    size(device.page, *TYPING)
    expect(device.page.locator(".stock .lettrine").first).to_be_visible()
    assert device.page.evaluate(OUTSIDE, ".stock .lettrine, .saisie input, .saisie .plaque, .coches li") == []


def test_the_page_asks_to_be_made_lower_by_the_keyboard(house: House, quick: Served) -> None:
    device = house.open(quick.url)
    asked = device.page.locator("meta[name=viewport]").get_attribute("content") or ""
    assert "interactive-widget=resizes-content" in asked


HITS = """() => {
  const plan = document.querySelector('.plan'), buttons = [...plan.querySelectorAll('button:not([disabled])')];
  let meant = null;
  const stop = (e) => ((meant = e.currentTarget), e.stopImmediatePropagation(), e.preventDefault());
  for (const b of buttons) b.addEventListener('click', stop, true);
  const found = new Map(buttons.map((b) => [b, { n: 0, left: 1e9, top: 1e9, right: 0, bottom: 0 }]));
  const r = plan.getBoundingClientRect();
  const STEP = 3;
  for (let clientY = r.top; clientY < r.bottom; clientY += STEP)
    for (let clientX = r.left; clientX < r.right; clientX += STEP) {
      meant = null;
      const there = document.elementFromPoint(clientX, clientY);
      if (!plan.contains(there)) continue;
      const at = { bubbles: true, cancelable: true, detail: 1, clientX, clientY };
      there.dispatchEvent(new MouseEvent('click', at));
      const hit = found.get(meant);
      if (!hit) continue;
      hit.n += STEP * STEP;
      [hit.left, hit.right] = [Math.min(hit.left, clientX), Math.max(hit.right, clientX + STEP)];
      [hit.top, hit.bottom] = [Math.min(hit.top, clientY), Math.max(hit.bottom, clientY + STEP)];
    }
  for (const b of buttons) b.removeEventListener('click', stop, true);
  return [...found.values()].map((h) => [Math.sqrt(h.n), Math.min(h.right - h.left, h.bottom - h.top)]);
}"""
"""What a finger finds: for each card the side of a square as large as all points that mean it, and how wide it is
where it is narrow. Nothing is played."""
NARROWEST = 32


def fingers_find(page: Page) -> None:
    hits: list[list[float]] = page.evaluate(HITS)
    assert hits
    assert min(side for side, _ in hits) >= TOUCH
    assert min(narrow for _, narrow in hits) >= NARROWEST


def watch_places(device: Device, enough: Callable[[], bool]) -> None:
    """Turns cards until there is enough; whatever is offered meanwhile, no card moves."""
    before: dict[str, list[int]] = {}
    for _ in range(60):
        for place, (x, y) in device.page.evaluate(PLACES).items():
            was = before.setdefault(place, [x, y])
            assert abs(was[0] - x) <= 1, f"card {place} moved from {was} to {(x, y)}: {offered(device)}"
            assert abs(was[1] - y) <= 1, f"card {place} moved from {was} to {(x, y)}: {offered(device)}"
        if enough():
            return
        device.until(lambda: bool(offered(device)) or device.over, 60_000)
        if device.over:
            return
        if device.hidden.count() and {"turn", "swap"} & set(offered(device)):
            device.press(device.hidden)
        else:
            device.press(device.page.locator(".bas .offres button").first)


@pytest.mark.parametrize("game", ["zieufermix", "granzieufermix", "suitix"])
def test_cards_to_remember_do_not_move(house: House, brisk: Served, game: str) -> None:
    """Buttons come and go below the mat; the cards above it stay, and are as large as they can be."""
    device = house.open(brisk.url, size=PHONE, **TOUCHED)
    device.table(game, seats=2)
    device.until(lambda: bool(offered(device)))
    seen: set[str] = set()

    def enough() -> bool:
        seen.update(offered(device))
        turned = sum(event["kind"] == "turn_up" for event in device.events)
        return len(seen) > 1 if game == "granzieufermix" else turned >= 4

    area = device.page.locator(".plan").bounding_box()
    cards = device.page.locator(".plan .pl")
    assert area is not None
    # Others may have begun, and won some: those who are left lie as they did among all.
    dealt = sum(z.get("count", 0) for z in device.sight["view"]["zones"] if z["kind"] in ("plane", "winnings"))
    share = area["width"] * area["height"] / dealt
    assert share >= TOUCH * TOUCH, "nobody could touch so many cards on so small a mat"
    covered = sum(c.evaluate("(e) => e.offsetWidth * e.offsetHeight") for c in cards.all()) / cards.count()
    assert covered >= 0.4 * share, "the cards could be larger"
    fingers_find(device.page)
    watch_places(device, enough)
    if device.page.locator(".bas .offres .plaque").count() == 1:  # as when an étoile is found: two buttons at once
        before = device.page.evaluate(PLACES)
        device.page.evaluate(TWO_PLATES)
        assert device.page.evaluate(PLACES) == before


def test_a_finger_means_the_nearest_card(house: House, brisk: Served) -> None:
    """Cards that lie close together are hard to hit: beside all of them, the nearest one is meant."""
    device = house.open(brisk.url, size=PHONE, **TOUCHED)
    device.table("zieufermix", seats=2)
    device.until(lambda: "turn" in offered(device))
    card = device.hidden.first
    place = card.locator("xpath=..").get_attribute("data-place")
    box = card.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    # Just beside its left edge, or its right one at the left of the mat.
    beside = x - box["width"] / 2 - 3 if x > 60 else x + box["width"] / 2 + 3
    nearest = device.page.evaluate(
        """([x, y]) => [...document.querySelectorAll('.plan .pl')].map((e) => {
          const r = e.getBoundingClientRect();
          return [Math.hypot(r.left + r.width / 2 - x, r.top + r.height / 2 - y), e.dataset.place];
        }).sort((a, b) => a[0] - b[0])[0][1]""",
        [beside, y],
    )
    before = len(device.events)
    with device.answered() as answer:
        device.page.touchscreen.tap(beside, y)
    assert answer.done
    turned = next(event for event in device.events[before:] if event["kind"] == "turn_up")
    assert str(turned["target"][1]) == nearest, f"meant {nearest}, near {place}"


@pytest.mark.parametrize("seats", [4, 6, 8])
def test_every_card_to_choose_from_can_be_touched(house: House, brisk: Served, seats: int) -> None:
    """Lotolix lays out all that could go with a card: large enough for a finger, however many play."""
    device = house.open(brisk.url, size=PHONE, **TOUCHED)
    device.invite("lotolix")
    device.sit("Zoé")
    more = device.button("Une place de plus")
    while device.seats < seats:
        before = device.seats
        device.tap(more)
        device.until(lambda before=before: device.seats > before)  # type: ignore[misc]
    device.fewer_seats(seats)
    device.add_bots()
    device.no_hurry()
    device.start()
    device.until(lambda: "take" in offered(device), 120_000)
    fingers_find(device.page)
    device.press(device.hidden)
    device.until(lambda: "place" in offered(device))
    expect(device.page.locator(".pointe")).to_be_visible()
    for wide, high in (PHONE, LYING):
        size(device.page, wide, high)
        assert device.page.evaluate(SMALL, [".pointe button, .bas .rangee button", TOUCH]) == []
        device.fits()
    size(device.page, *PHONE)
    assert device.page.evaluate(OUTSIDE, ".pointe .carte") == []


REACHED = """() => {
  const faults = [];
  const seen = (e) => e.getClientRects().length && getComputedStyle(e).visibility !== 'hidden';
  const main = '.pied-table :is(.offres, .saisie, .cris, .demande) :is(button, a), .saisie input';
  for (const e of document.querySelectorAll(main)) {
    if (!seen(e)) continue;
    const r = e.getBoundingClientRect();
    const name = e.innerText || e.getAttribute('aria-label') || e.className;
    const out = r.left < -1 || r.right > innerWidth + 1 || r.top < -1 || r.bottom > innerHeight + 1;
    if (out) faults.push(`out: ${name}`);
    const there = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
    if (there && !e.contains(there) && !there.contains(e)) faults.push(`covered: ${name}`);
    if (r.height < 43.5) faults.push(`low: ${name}`);
  }
  for (const e of document.querySelectorAll('input[placeholder]')) {
    const s = getComputedStyle(e), pen = document.createElement('canvas').getContext('2d');
    const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(e, '::placeholder');
    pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    const room = e.clientWidth - parseFloat(s.paddingLeft) - parseFloat(s.paddingRight);
    if (seen(e) && pen.measureText(e.placeholder).width > room + 1) faults.push(`cut: ${e.placeholder}`);
  }
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) faults.push(`scrolls sideways by ${wide}`);
  const mat = document.querySelector('.set')?.getBoundingClientRect();
  if (mat && (mat.right > innerWidth + 1 || mat.height < 90)) faults.push(`mat ${mat.width} x ${mat.height}`);
  return faults;
}"""
"""What is wrong with the main things to do: out of reach, under something else, too low; asked for in words that
are cut."""


CUT = """() => {
  const faults = [];
  const wide = document.documentElement.clientWidth;
  for (const seat of document.querySelectorAll('.places-haut .seat')) {
    const box = seat.getBoundingClientRect();
    const name = seat.querySelector('.nm');
    if (box.left < 0 || box.right > wide) faults.push(`${name.innerText} out of sight`);
    if (name.scrollWidth > name.clientWidth) faults.push(`${name.innerText} cut`);
    for (const number of seat.querySelectorAll('.inf > *'))
      if (number.getBoundingClientRect().right > box.right) faults.push(`${name.innerText}: ${number.innerText}`);
  }
  return faults;
}"""
"""People who are not seen, names that are cut, numbers that stick out."""
FULL = ("amerix", "cadavrexkix", "celebritix", "pas_touche", "rueverlix", "toufrazix", "vieubarbix")
"""Eight, six and five people, with one number and with three of them beside each name, on several mats."""


@pytest.mark.parametrize("game", FULL)
def test_everybody_at_a_full_table_is_seen_on_a_phone(house: House, brisk: Served, game: str) -> None:
    device = house.open(brisk.url, size=(390, 844), **TOUCHED)
    device.table(game, seats=games()[game].info.players[1])
    expect(device.page.locator(".places-haut .seat").first).to_be_visible()
    assert device.page.evaluate(CUT) == []


FANNED = """() => {
  const heap = document.querySelector('.tas'), [card, ...others] = heap.querySelectorAll('.tas-carte');
  for (const other of others) other.remove();
  for (const _ of [1, 2]) heap.prepend(card.cloneNode(true));
  heap.style.setProperty('--behind', 2);
  heap.classList.add('haut');
}"""
"""As when two pétards lie on a card that still counts."""


def test_what_lies_on_a_heap_stays_on_the_mat(house: House, brisk: Served) -> None:
    """A third of each card beneath is seen, and neither the edge of the mat nor the pile cuts it."""
    device = house.open(brisk.url, size=PHONE, **TOUCHED)
    device.table("amerix", seats=2)
    device.until(lambda: bool(offered(device)))
    device.page.evaluate(FANNED)
    for wide, high in (PHONE, (390, 844), LYING):
        size(device.page, wide, high)
        assert device.page.evaluate(OUTSIDE, ".tas .carte") == []
        pile, *heap = (box.bounding_box() for box in device.page.locator(".pile, .tas .carte").all())
        assert pile is not None
        lefts = [box["x"] for box in heap if box]
        assert lefts[0] > pile["x"] + pile["width"], "the heap lies on the pile"
        assert all(b - a > heap[0]["width"] * 0.3 for a, b in pairwise(lefts))  # type: ignore[index]


def test_a_hand_held_out_is_in_sight_on_the_smallest_phone(house: House, brisk: Served) -> None:
    """Between what is told and one's own cards there was no room left for it."""
    device = house.open(brisk.url, size=PHONE, **TOUCHED)
    device.table("amipourix", seats=3)
    device.until(lambda: "draw" in offered(device), GAME)
    expect(device.page.locator(".eventail .lame").first).to_be_visible()
    assert device.page.evaluate(OUTSIDE, ".eventail .carte") == []


OVERLAPS = """(which) => {
  const rows = [...document.querySelectorAll(which)].map((e) => e.getBoundingClientRect());
  return rows.slice(1).filter((r, i) => r.top < rows[i].bottom - 1).length;
}"""


@pytest.mark.parametrize(("game", "rows"), [("jackpotix", ".ligne > .suite"), ("toufrazix", ".portee")])
def test_lines_of_cards_never_lie_on_one_another(house: House, led: Served, game: str, rows: str) -> None:
    """However low the mat is; and on a phone the words beside them are whole."""
    device = house.open(led.url, size=PHONE, **TOUCHED)
    device.table(game, seats=4)
    under_way(device, game)
    for wide, high in (PHONE, (390, 844), LYING):
        size(device.page, wide, high)
        expect(device.page.locator(rows).first).to_be_visible()
        assert device.page.evaluate(OVERLAPS, rows) == 0
    size(device.page, 390, 844)
    cut = (
        "(which) => [...document.querySelectorAll(which)].filter((e) => e.scrollWidth > e.clientWidth + 1).length"
    )
    assert device.page.evaluate(cut, ".mot") == 0


def test_columns_fit_again_when_a_phone_is_turned(house: House, brisk: Served) -> None:
    """They had grown with the wider mat, and the last one stayed out of sight."""
    device = house.open(brisk.url, size=LYING, **TOUCHED)
    device.table("solitix", seats=2)
    device.until(lambda: bool(offered(device)))
    for wide, high in ((820, 1180), (390, 844), PHONE, LYING):
        size(device.page, wide, high)
        expect(device.page.locator(".colonnes .col")).to_have_count(7)
        assert device.page.evaluate(OUTSIDE, ".colonnes .carte") == []


@pytest.mark.parametrize("game", sorted(NAMES))
def test_every_table_on_a_phone(house: House, brisk: Served, game: str) -> None:
    """Upright, on its side, and with letters as large as they get."""
    device = house.open(brisk.url, size=PHONE, **TOUCHED)
    device.table(game, seats=3)
    device.until(lambda: bool(offered(device)), GAME)
    faults = []
    for huge in (False, True):
        if huge:
            device.page.evaluate("document.documentElement.dataset.size = 'huge'")
        for wide, high in (PHONE, LYING):
            size(device.page, wide, high)
            faults += [f"{wide}{' huge' * huge}: {fault}" for fault in device.page.evaluate(REACHED)]
    assert faults == []


def test_pas_touche_has_a_sentence_and_whole_dice_on_a_phone(house: House, steady: Served) -> None:
    """It had no room for the sentence, and on its side a phone cut a die."""
    device = house.open(steady.url, size=PHONE, **TOUCHED)
    device.table("pas_touche", seats=3)
    device.until(lambda: bool(offered(device)), 60_000)
    for wide, high in (PHONE, (390, 844), LYING):
        size(device.page, wide, high)
        expect(device.page.locator(".portee .phrase")).to_be_visible()
        expect(device.page.locator(".portee .phrase")).not_to_be_empty()
        expect(device.page.locator(".paire > *")).to_have_count(2)
        assert device.page.evaluate(OUTSIDE, ".portee .phrase, .paire > *") == []
        assert device.page.evaluate(HALVED, ".paire > *") == []


HALVED = """(which) => [...document.querySelectorAll(which)].filter((e) => {
  const r = e.getBoundingClientRect(), far = [0.15, 0.5, 0.85];
  return far.some((x) => far.some((y) => {
    const there = document.elementFromPoint(r.left + r.width * x, r.top + r.height * y);
    return !there || !e.contains(there);
  }));
}).map((e) => e.getAttribute('aria-label') ?? e.className)"""
"""What something else covers or cuts."""
