"""Full tables: what is said covers no number, everybody at one screen has room, and nothing needed is cut."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tablee.texts import texts
from tests.browser.conftest import FAST, LED_IN, House, under_way
from tests.browser.pages import GAME, Device
from tests.browser.server import Served
from tests.browser.test_phones import OUTSIDE, SMALL, TOUCH, size

NARROW, PHONE, TABLET, DESK = (360, 780), (390, 844), (820, 1180), (1440, 900)
PEOPLE = ("Zoé", "Nino", "Maëlle", "Tom", "Inès", "Gabriel", "Lou", "Samuel")

COVERED = """([over, under]) => {
  const box = (e) => e.getBoundingClientRect();
  const above = [...document.querySelectorAll(over)].filter((e) => box(e).width);
  if (!above.length) return null;
  return above.flatMap((a) => [...document.querySelectorAll(under)].filter((b) => {
    const [p, q] = [box(a), box(b)];
    const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
    const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
    return !a.contains(b) && wide > 1 && high > 1;
  }).map((b) => `${a.innerText} on ${b.innerText}`));
}"""
"""What of these lies on those; null while there is nothing that could."""

LONG = """() => {
  const plates = document.querySelector('.bas > .offres:last-child');
  if (!plates.children.length) {
    const plate = document.createElement('button');
    plate.className = 'plaque';
    plate.textContent = 'Carte suivante !';
    plates.append(plate);
  }
  const said = document.querySelector('.consigne p');
  said.textContent = 'Le mot de Maximilienne se cache encore : Bartholomé retourne vite une carte.';
  const input = document.querySelector('.saisie input').getBoundingClientRect();
  const lines = said.getClientRects().length && said.getBoundingClientRect().height;
  const range = document.createRange();
  range.selectNodeContents(said);
  return [lines, input.top - range.getBoundingClientRect().bottom];
}"""
"""A sentence that takes three lines beside a plate: how high it is, and how far above the box it ends."""
RING = 5
"""Pixels around a box in which one types."""


def all_here(device: Device, game: str, people: int) -> None:
    """So many people at this screen; bots have played for them for a while."""
    device.one_screen(game)
    device.page.get_by_role("textbox").first.wait_for()
    device.more_seats(people)
    for name in PEOPLE[:people]:
        device.sit_here(name)
    device.fewer_seats(people)
    device.no_hurry()
    device.start()


@pytest.mark.parametrize("screen", [TABLET, DESK])
def test_a_bubble_covers_no_name_and_no_number(house: House, brisk: Served, screen: tuple[int, int]) -> None:
    device = house.open(brisk.url, size=screen)
    device.table("dagoberix")
    own = ".seat .inf b, .seat .nm"
    found = device.page.wait_for_function(COVERED, arg=[".seat .crie", own], timeout=GAME)
    assert found.json_value() == []


def test_eight_people_have_their_hands_and_the_mat_on_one_phone(house: House, led: Served) -> None:
    """The mat was gone, and what is to be done lay under the pads."""
    device = house.open(led.url, size=PHONE, has_touch=True, is_mobile=True)
    all_here(device, "paflemix", 8)
    cards = device.page.locator(".pupitre .jeu .carte")
    expect(device.page.locator(".pupitre")).to_have_count(8)
    expect(cards.first).to_be_visible()
    for screen, least in ((PHONE, 110), (NARROW, 60), (TABLET, 300), (DESK, 110)):
        size(device.page, *screen)
        mat = device.page.locator(".set").bounding_box()
        assert mat is not None
        assert mat["height"] >= least
        assert device.page.evaluate(OUTSIDE, ".pupitre, .consigne p, .set .carte, .set .legende") == []
        assert device.page.evaluate(COVERED, [".pupitre", ".consigne p, .set .legende"]) == []
        narrow, beside = device.page.evaluate(
            """() => {
              const box = (e) => e.getBoundingClientRect();
              const cards = [...document.querySelectorAll('.pupitre .jeu .carte')];
              const out = cards.filter((card) => {
                const [c, p] = [box(card), box(card.closest('.pupitre'))];
                return c.left < p.left || c.right > p.right || c.bottom > p.bottom;
              });
              return [Math.min(...cards.map((c) => box(c).width)), out.length];
            }"""
        )
        assert narrow >= 43.5
        assert beside == 0
    log = device.page.locator(".cotefiche .feuille").bounding_box()
    assert log is not None
    assert log["height"] > 200


def test_nobody_has_a_pad_behind_the_curtain(house: House, tmp_path: Path) -> None:
    """Those across had empty ones there, and those near had none."""
    with Served(tmp_path / "tablee.sqlite3", FAST, lead=3 * LED_IN) as server:
        device = house.open(server.url, size=PHONE, has_touch=True, is_mobile=True)
        all_here(device, "dagoberix", 4)
        pads = device.page.locator(".pupitre")
        expect(pads).to_have_count(4, timeout=GAME)
        device.until(lambda: bool(device.sight.get("curtain")), GAME)
        expect(device.page.locator(".rideau")).to_be_visible()
        expect(pads).to_have_count(0)


def seeking(device: Device) -> None:
    """Until words can be said for the cards that lie there; whoever is the scribe begins."""
    begin = device.button(texts("sordelix", "fr").moves["begin"])
    mine = device.button(device.words.mine)
    ready = device.page.locator(".saisie input")
    while True:
        device.until(lambda: device.sight["view"]["phase"] in ("lay", "search"), GAME)
        ready.or_(begin).or_(mine).first.wait_for(timeout=GAME)
        here = sum(1 for chair in device.table_view["seats"] if chair.get("yours"))
        alone = len(device.sight["view"]["you"]) < here
        if device.sight["view"]["phase"] == "search" and ready.count() and not alone:
            return
        for plate in (mine, begin):
            if device.sight["view"]["phase"] == "lay" and plate.count():
                device.press(plate)


def test_all_eight_who_seek_at_one_screen_are_named_in_sight(house: House, led: Served) -> None:
    device = house.open(led.url, size=PHONE, has_touch=True, is_mobile=True)
    all_here(device, "sordelix", 8)
    seeking(device)
    names = device.page.locator(".qui-joue button")
    expect(names).to_have_count(8)
    assert device.page.evaluate(OUTSIDE, ".qui-joue button") == []
    assert min(box["height"] for box in (name.bounding_box() for name in names.all()) if box) >= 43.5
    cut = "[...document.querySelectorAll('.qui-joue button')].filter((e) => e.scrollWidth > e.clientWidth).length"
    assert device.page.evaluate(cut) == 0


def test_the_third_line_of_what_is_to_be_done_is_whole(house: House, led: Served) -> None:
    """In Sordelix the ring around the box hid it, beside a plate."""
    device = house.open(led.url, size=PHONE, has_touch=True, is_mobile=True)
    device.table("sordelix")
    under_way(device, "sordelix")
    seeking(device)
    high, apart = device.page.evaluate(LONG)
    assert high > 3 * 14
    assert apart >= RING


def test_how_high_stacks_are_is_read_on_a_phone(house: House, led: Served) -> None:
    """The numbers of the lowest row in Abcdrix lay under one's own points."""
    device = house.open(led.url, size=PHONE, has_touch=True, is_mobile=True)
    device.table("abcdrix")
    under_way(device, "abcdrix")
    numbers = ".tour-de-cartes b"
    expect(device.page.locator(numbers).first).to_be_visible()
    assert device.page.evaluate(COVERED, [".moi-ligne .tag", numbers]) == []
    assert device.page.evaluate(OUTSIDE, numbers) == []


TELLS = """() => new MutationObserver(() => {
  window.told ||= document.querySelector('.vide-set .vient')?.textContent.trim();
}).observe(document, { childList: true, subtree: true })"""
"""Keeps what an empty mat has told, however short it lies there empty."""


def test_an_empty_mat_tells_what_has_happened(house: House, brisk: Served) -> None:
    """Between two rows of Ruéverlix nothing lies there for two seconds."""
    device = house.open(brisk.url, size=PHONE)
    device.table("rueverlix")
    page = device.page
    page.evaluate(TELLS)
    flip = device.button(texts("rueverlix", "fr").moves["flip"])
    for _ in range(40):
        device.until(lambda: "flip" in device.offers or device.sight["view"]["phase"] == "between", GAME)
        if device.sight["view"]["phase"] == "between":
            break
        device.press(flip)
    page.wait_for_function("window.told", timeout=GAME)


def test_the_pile_beside_lines_is_as_wide_as_a_finger(house: House, led: Served) -> None:
    """In Jackpotix one draws from it."""
    device = house.open(led.url, size=PHONE, has_touch=True, is_mobile=True)
    device.table("jackpotix")
    under_way(device, "jackpotix")
    expect(device.page.locator(".coin .pile").first).to_be_visible()
    assert device.page.evaluate(SMALL, [".coin .pile", TOUCH]) == []
    assert device.page.evaluate(OUTSIDE, ".coin .pile, .coin .legende") == []


FROM_THE_MIDDLE = """() => {
  const middle = (e) => { const r = e.getBoundingClientRect(); return r.left + r.width / 2; };
  return middle(document.querySelector('.face-a-face .carte')) - middle(document.querySelector('.set'));
}"""


@pytest.mark.parametrize("screen", [PHONE, DESK])
def test_an_empty_heap_lies_in_the_middle(house: House, steady: Served, screen: tuple[int, int]) -> None:
    """In Pavrailix it lay left of it: the room of what is laid beside it was kept, though nobody had laid yet."""
    zoe, nino = (house.open(steady.url, size=screen) for _ in range(2))
    zoe.pair(nino, "pavrailix")
    for device in (zoe, nino):
        expect(device.page.locator(".face-a-face .carte.vide")).to_be_visible(timeout=GAME)
        assert abs(device.page.evaluate(FROM_THE_MIDDLE)) <= 1
