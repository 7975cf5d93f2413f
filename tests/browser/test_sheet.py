"""A sheet folded and passed on: boxes that keep what fits, a fold when all are written, and a text to keep."""

import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Locator, ViewportSize, expect
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.conftest import House
from tests.browser.pages import GAME, Device
from tests.browser.server import Served

SPY = """() => {
  window.spoken = [];
  Object.defineProperty(window, 'speechSynthesis', {
    configurable: true,
    value: { speak: (said) => window.spoken.push([said.text, said.lang]), cancel: () => undefined },
  });
}"""
"""A browser that notes what its voice would say."""
BEFORE = {"choose_group": ".groupe", "name_letter": ".lettres button"}
"""Moves that come before the first word, and what is touched for them."""


class Author:
    """Writes whatever the sheet asks of one seat."""

    def __init__(self, device: Device) -> None:
        self.device, self.page = device, device.page

    def offer(self, name: str) -> dict[str, Any] | None:
        mine = self.device.sight["offers"].get(str(self.device.seat), [])
        return next((o for o in mine if o["name"] == name), None)

    @property
    def phase(self) -> str:
        return str(self.device.sight["view"]["phase"])

    @property
    def boxes(self) -> Locator:
        return self.page.locator(".cases input")

    @property
    def asked(self) -> list[str]:
        """What may be done now; before one writes, somebody chooses a group, and letters for the pétards."""
        moves = ("word", *BEFORE) if self.phase != "recall" else ("recall",)
        return [move for move in moves if move == "recall" or self.offer(move)]

    def may_write(self) -> bool:
        """Waits until there is a box to write into, which the page shows; or until everything is written."""
        while True:
            self.device.until(lambda: bool(self.asked), GAME)
            if self.phase == "recall":
                return False
            if offer := self.offer("word"):
                fits = [offer["params"]["text"]["table"][box]["fit"] for box in offer["params"]["box"]["names"]]
                signs = [fit.get("contains") or "★" for fit in fits]
                expect(self.page.locator(".cases .lettrine")).to_have_text(signs)
                return True
            widget = self.page.locator(BEFORE[self.asked[0]])
            with suppress(TooLate):  # it may just have been answered
                self.device.tap(widget, 1_000)

    def write(self) -> None:
        """A made-up word with the letter of each box, and the sheet is folded."""
        for box, sign in zip(self.boxes.all(), self.page.locator(".cases .lettrine").all(), strict=True):
            text = sign.inner_text()
            self.device.write(box, f"mot{'' if text == '★' else text.lower()}")
            self.page.keyboard.press(" ")
        expect(self.page.locator(".cases .fait")).to_have_count(self.boxes.count())
        self.device.until(lambda: self.offer("fold") is not None, GAME)
        self.device.tap(self.page.get_by_role("button", name=re.compile("^Plier")))
        self.device.until(lambda: self.offer("fold") is None)

    def write_all(self) -> None:
        """Until everybody remembers his words."""
        while self.may_write():
            self.write()


def test_words_are_written_unseen_and_the_sheet_is_folded(house: House, brisk: Served) -> None:
    device = house.open(brisk.url)
    device.table("cadavrexkix", seats=2)
    author, page = Author(device), device.page
    assert author.may_write()
    letter = page.locator(".cases .lettrine").last.inner_text()
    author.boxes.last.fill("zzz" if letter != "Z" else "aaa")
    if letter != "★":
        expect(page.locator(".cases li").last).to_have_class(re.compile("rate"))
    author.write()
    expect(page.locator(".donne").first).to_contain_text(re.compile("mot"))


COUNTED = """() => {
    window.shown = [];
    const count = () => window.shown.push(document.querySelectorAll(".depliee .mot").length);
    new MutationObserver(count).observe(document.body, { childList: true, subtree: true });
}"""
"""How many words are to be read, whenever something changes: by the page, however slow whoever looks at it is."""


@pytest.fixture
def read(house: House, brisk: Served) -> Author:
    """Everything is written, by keys alone as all that follows, and the reading has begun; a voice reads along."""
    device = house.open(brisk.url, keyboard=True, permissions=["clipboard-read", "clipboard-write"])
    device.table("cadavrexkix", seats=2)
    device.page.evaluate(SPY)
    author = Author(device)
    author.write_all()
    device.page.evaluate(COUNTED)
    device.tap(device.button("Prêt"))
    device.until(lambda: author.phase == "read_out")
    return author


def test_the_text_is_read_word_by_word_loved_and_kept(read: Author) -> None:
    device, page = read.device, read.page
    words = page.locator(".depliee .mot")
    device.tap(device.button("Lire à voix haute"))
    device.until(lambda: read.phase == "again", GAME)
    shown: list[int] = page.evaluate("window.shown")
    counts = shown[: shown.index(max(shown)) + 1]
    written = words.evaluate_all("words => words.map((word) => word.firstChild.textContent.trim())")
    whole = len(written)
    assert len(set(counts)) >= min(6, whole), "the words come one by one"
    assert counts == sorted(counts)
    spoken = page.evaluate("window.spoken")
    assert len(spoken) >= whole // 2
    assert {language for _, language in spoken} == {"fr-FR"}
    assert {text for text, _ in spoken} <= {*written, written[-1].rstrip(".")}  # the full stop comes last

    # One heart, for a word of somebody else: everybody sees it.
    lovable = [word.evaluate("e => e.tagName") == "BUTTON" for word in words.all()]
    assert not all(lovable), "one's own words cannot be loved"
    loved = words.nth(lovable.index(True))
    device.tap(loved)
    expect(loved.locator(".coeur")).to_have_count(1)
    expect(page.locator(".depliee .aimable")).to_have_count(0)

    device.tap(device.button("Garder le texte"))
    kept = page.locator(".souvenir")
    expect(kept).to_be_visible()
    page.wait_for_timeout(300)
    inks = page.evaluate(
        """() => {
        const canvas = document.querySelector('.souvenir canvas');
        const dots = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
        const inks = new Set();
        for (let i = 0; i < dots.length; i += 4) inks.add(dots.slice(i, i + 3).join());
        return { width: canvas.width, high: canvas.height, inks: [...inks] };
      }"""
    )
    assert inks["width"] == 1200
    for ink in ("255,253,248", "42,33,27", "23,82,143", "171,42,85", "168,43,36"):
        assert ink in inks["inks"], "paper, letters, an underline for each author, and the heart"
    with page.expect_download() as download:
        device.tap(device.button("Image"))
    assert download.value.suggested_filename == "cadavrexkix.png"

    device.tap(device.button("Copier"))
    page.wait_for_function("async () => (await navigator.clipboard.readText()) !== ''")
    copied = page.evaluate("navigator.clipboard.readText()")
    same = re.findall(r"\w+", copied.lower()) == re.findall(r"\w+", " ".join(written).lower())
    assert same, "nobody is named unless one wishes; a bot may write the name of whoever plays"
    device.tap(device.button("Écouter"))
    assert page.evaluate("window.spoken.at(-1)") == [copied, "fr-FR"]
    device.tap(device.button("Arrêter"))
    device.tap(page.get_by_role("switch", name="Avec les prénoms"))
    device.tap(device.button("Copier"))
    counted = (
        "async (said) => (await navigator.clipboard.readText()).split('Zoé').length > said.split('Zoé').length"
    )
    page.wait_for_function(counted, arg=copied)

    # The end is the text once more, and the record of it stays at hand.
    device.close_dialog()
    device.tap(device.button("On s'arrête là"))
    device.until(lambda: device.over, GAME)
    expect(page.locator(".souvenir canvas")).to_be_visible()
    expect(page.get_by_role("link", name=device.words.replay)).to_be_visible()
    page.set_viewport_size(ViewportSize(width=360, height=640))
    device.fits()
