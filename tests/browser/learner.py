"""Somebody who takes a lesson and does what he is told: he reads, goes on, and touches what the finger shows."""

from typing import Any

from msgspec import json
from playwright.sync_api import Page, WebSocket

STEP = 15_000
"""Milliseconds until a step that was done right is over."""
PARTS = 12
"""Touches that one move takes at most."""
PAUSE = 250
SOON = 1_500
RING = ".pointeur .anneau"


class Learner:
    def __init__(self, page: Page, *, touch: bool = False) -> None:
        self.page = page
        self.touch = touch
        self.lesson: dict[str, Any] = {}
        self.refused: list[str] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        def heard(payload: str | bytes) -> None:
            message = json.decode(payload)
            if message["type"] == "lesson":
                self.lesson = message
            elif message["type"] == "refused":
                self.refused.append(message["code"])

        socket.on("framereceived", heard)

    def open(self, url: str, game: str) -> None:
        self.page.goto(f"{url}/learn/{game}")
        self.page.locator(".lecon").wait_for(timeout=STEP)

    @property
    def at(self) -> tuple[int, bool]:
        """Which step, and whether the others still play."""
        return self.lesson.get("step", -1), self.lesson.get("busy", False)

    def settle(self) -> None:
        """Until the learner is asked again."""
        for _ in range(STEP // 100):
            if not self.lesson.get("busy"):
                break
            self.page.wait_for_timeout(100)
        self.page.wait_for_timeout(PAUSE)

    def step(self) -> None:
        """Does what the present step asks for."""
        before = self.at
        if "do" not in self.lesson or self.lesson["do"] is None:
            self.page.locator(".allons").click()
        else:
            for _ in range(PARTS):
                if self.at != before:
                    break
                self._part(before)
            assert self.at != before, f"{self.lesson['say']!r}: the finger did not lead on ({self.refused[-3:]})"
        for _ in range(STEP // 100):
            if self.at != before:
                break
            self.page.wait_for_timeout(100)
        assert self.at != before, self.lesson
        self.settle()

    def _part(self, before: tuple[int, bool]) -> None:
        """Touches what is shown, or writes what is asked for; then waits until something comes of it."""
        box = self._ring()
        if box is None:
            self.page.wait_for_timeout(PAUSE)
            return
        x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
        field = self.page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y)?.closest('input:not([type=range])') !== null", [x, y]
        )
        words = self._sentence()
        if field and words:
            boxes = self.page.locator(".boite-mot input")
            for i, word in enumerate(words):
                boxes.nth(i).fill(word)
            boxes.nth(len(words) - 1).press("Enter")
        elif field:
            self.page.mouse.click(x, y)
            self.page.keyboard.press("Control+A")
            self.page.keyboard.type(self._written())
            self.page.keyboard.press("Enter")
        elif self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)
        for _ in range(SOON // 50):
            self.page.wait_for_timeout(50)
            if self.at != before or self._ring() != box:
                break

    def _ring(self) -> list[float] | None:
        """Where the ring lies around what is to be touched, if it does."""
        found: list[float] | None = self.page.evaluate(
            "(ring) => { const r = document.querySelector(ring)?.getBoundingClientRect();"
            " return r ? [r.x, r.y, r.width, r.height] : null; }",
            RING,
        )
        return found

    def _sentence(self) -> list[str]:
        """A word for each box, where a sentence is asked for."""
        words = self.lesson["do"]["args"].get("words") if self.lesson.get("do") else None
        return list(words) if isinstance(words, list) else []

    def _written(self) -> str:
        """What the step has as its example."""
        for value in self.lesson["do"]["args"].values():
            if isinstance(value, dict) and ("word" in value or "name" in value):
                return str(value.get("word") or value.get("name"))
            if isinstance(value, str) and value.isalpha() and len(value) > 1 and value.islower():
                return value
        raise AssertionError(self.lesson)

    def play(self) -> int:
        """The whole lesson; how many steps it had."""
        self.settle()
        while not self.lesson.get("over"):
            self.step()
        return int(self.lesson["steps"])
