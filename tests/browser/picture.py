"""The picture that moves in the README: a few moves of Amérix on a phone, filmed on the real page.

`make picture` makes it anew. Time stands still on the page while it is filmed and goes on step by step, so that
the film is as smooth on a slow machine as on a quick one; the deal and the bots hang on a seed.
"""

import argparse
import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright

import hatch_build
from tests.browser.chromium import launch, make_sure
from tests.browser.pages import Device
from tests.browser.server import Served

ROOT = Path(__file__).parent.parent.parent
PICTURES = ROOT / "docs" / "pictures"
GAME = "amerix"
SEED = 7
PHONE = ViewportSize(width=360, height=640)
STEP = 60
"""Milliseconds between two frames while something moves."""
LOOK = 900
"""Milliseconds for which people see what came of it."""
PATIENT = 4_000
"""Real milliseconds in which a bot should have moved."""
FRAMES = 70
MOST_BYTES = 600_000

ADVANCE = """ms => {
  const moving = document.getAnimations().filter(a => a.effect && isFinite(a.effect.getComputedTiming().endTime)
    && a.playState === "running");
  for (const a of moving) a.currentTime = (a.currentTime ?? 0) + ms;
  return moving.length;
}"""


class Film:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[Image.Image] = []
        self.spans: list[int] = []

    def take(self, span: int) -> None:
        """What is seen now, for so long; what looks the same only lasts longer."""
        frame = Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")
        if self.frames and frame.tobytes() == self.frames[-1].tobytes():
            self.spans[-1] = max(self.spans[-1], span)
        else:
            self.frames.append(frame)
            self.spans.append(span)

    def settle(self) -> None:
        """Lets everything that moves arrive, and what it brings about."""
        waited = 0
        while waited < PATIENT and len(self.frames) < FRAMES:
            if self.page.evaluate(ADVANCE, STEP):
                self.take(STEP)
                waited = PATIENT // 2
            else:
                self.page.wait_for_timeout(100)
                waited += 100
        self.take(LOOK)

    def save(self, moving: Path, still: Path) -> None:
        first, *others = self.frames
        spans = [*self.spans[:-1], 2 * LOOK]
        first.save(moving, save_all=True, append_images=others, duration=spans, loop=0, quality=55, method=3)
        self.frames[-1].save(still, quality=80)


def film(out: Path, moves: int) -> Film:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright)
        with Served(Path(folder) / "picture.sqlite3", seed=SEED) as server:
            context = browser.new_context(locale="fr-FR", viewport=PHONE, reduced_motion="no-preference")
            device = Device.open(context, server.url)
            device.table(GAME, seats=3)
            made = Film(device.page)
            time = context.new_cdp_session(device.page)
            time.send("Animation.enable")
            time.send("Animation.setPlaybackRate", {"playbackRate": 0})
            made.settle()
            for _ in range(moves):
                thing = device.next_thing(GAME)
                if thing is None or len(made.frames) >= FRAMES:
                    break
                device.press(thing)
                made.settle()
        browser.close()
    made.save(out / f"{GAME}.webp", out / f"{GAME}-still.webp")
    return made


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.browser.picture", description=__doc__)
    parser.add_argument("--out", type=Path, default=PICTURES)
    parser.add_argument("--moves", type=int, default=4)
    parser.add_argument("--no-build", action="store_true", help="take the page as it was built last")
    args = parser.parse_args()
    make_sure()
    if not args.no_build:
        hatch_build.ensure()
    made = film(args.out, args.moves)
    size = (args.out / f"{GAME}.webp").stat().st_size
    print(f"{len(made.frames)} frames, {sum(made.spans) / 1000:.1f} s, {size:,} bytes")
    if size > MOST_BYTES:
        raise SystemExit(f"It is larger than {MOST_BYTES:,} bytes: fewer moves.")


if __name__ == "__main__":
    main()
