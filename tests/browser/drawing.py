"""How long a page takes from the arrival of a card to its drawing, in a real browser, also on a slow phone.

python -m tests.browser.drawing            forty cards at full speed, and with the processor four times slower
python -m tests.browser.drawing 100 1 4 6  so many cards, at these speeds

The machine ought to be quiet. `tests/server/network.py` races with what this has shown.
"""

import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, ViewportSize, sync_playwright
from playwright.sync_api import Error as Trouble

import hatch_build
from tests.browser.chromium import launch
from tests.browser.pages import Device
from tests.browser.server import Served

RATE = 3.0
PHONE: Final = (390, 844)
HOOK: Final = """
window.spans = [];
const Plain = WebSocket;
window.WebSocket = class extends Plain {
  came = new Map();
  constructor(...where) {
    super(...where);
    this.addEventListener("message", (event) => {
      const now = event.timeStamp, message = JSON.parse(event.data);
      if (message.type === "sight" && message.stimulus != null && !this.came.has(message.stimulus))
        this.came.set(message.stimulus, now);
    });
  }
  send(text) {
    const message = JSON.parse(text);
    if (message.type === "drew" && this.came.has(message.stimulus))
      window.spans.push(performance.now() - this.came.get(message.stimulus));
    super.send(text);
  }
};
"""
"""From the arrival of a sight to the page's own word that it is drawn."""


def spans(browser: Browser, url: str, cards: int, slower: float) -> list[float]:
    view = ViewportSize(width=PHONE[0], height=PHONE[1])
    context = browser.new_context(locale="fr-FR", viewport=view, reduced_motion="reduce")
    context.add_init_script(HOOK)
    device = Device.open(context, url)
    device.choose("vizdibix")
    device.button(device.words.alone).first.click()
    device.until(lambda: bool(device.sight))
    context.new_cdp_session(device.page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    found: list[float] = []
    while len(found) < cards and not device.over:
        turn = device.button(device.words.turn)
        with suppress(Trouble):
            if turn.count():
                turn.first.click(timeout=1_000)
        device.page.wait_for_timeout(200)
        found = device.page.evaluate("window.spans")
    context.close()
    return sorted(found)


def main(cards: int = 40, *speeds: float) -> None:
    hatch_build.ensure()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright)
        for slower in speeds or (1.0, 4.0):
            with Served(Path(folder) / f"{slower}.sqlite3", RATE) as served:
                found = spans(browser, served.url, cards, slower)
            shown = [round(found[(len(found) - 1) * p // 100]) for p in range(0, 101, 10)]
            print(f"{slower:g} times slower, {len(found)} cards, every tenth: {shown} ms", flush=True)
        browser.close()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]), *map(float, sys.argv[2:]))
