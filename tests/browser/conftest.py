"""A browser, servers that it plays on, and devices that may not complain."""

import fcntl
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    ViewportSize,
    sync_playwright,
)

import hatch_build
from tablee.games.registry import games
from tests.browser.chromium import launch
from tests.browser.page_words import EN, FR, Words
from tests.browser.pages import GAME, Device
from tests.browser.server import DEALS, MINUTE, Served

LOCK = Path(tempfile.gettempdir()) / "tablee-page.lock"
FAST = 20.0
"""Table time of whole games: bots need not think for long."""
LED_IN = 0.1
"""This part of a game's usual minutes is played by bots for everybody, where a test wants to be in the middle."""
BRISK = 6.0
"""Where people have to answer in time, but need not wait for what is only shown."""


@pytest.fixture(scope="session", autouse=True)
def page_built() -> None:
    """The page as it is in the sources now; one worker builds it, the others wait."""
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        hatch_build.ensure()


@pytest.fixture(scope="session")
def dealt_for(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where servers read what they deal for."""
    told = tmp_path_factory.mktemp("deals") / "test"
    told.touch()
    os.environ[DEALS] = str(told)
    return told


@pytest.fixture(autouse=True)
def same_cards(request: pytest.FixtureRequest, dealt_for: Path) -> None:
    """A test is dealt the same cards every time, so that one that fails can be tried again; `SHUFFLE=2 make
    browser` plays with others."""
    dealt_for.write_text(f"{request.node.nodeid} {os.environ.get('SHUFFLE', '')}", "utf-8")


# The browser lives as long as the tests of this package: its event loop would be in the way of others.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server where table time flies."""
    with Served(tmp_path_factory.mktemp("quick") / "tablee.sqlite3", FAST) as server:
        yield server


@pytest.fixture
def pooled(tmp_path: Path) -> Iterator[Served]:
    """A server that makes its seeds together with the pages, as everywhere but in tests."""
    with Served(tmp_path / "tablee.sqlite3", FAST, pooled=True) as server:
        yield server


@pytest.fixture(scope="package")
def brisk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server where pauses are short and limits still long enough."""
    with Served(tmp_path_factory.mktemp("brisk") / "tablee.sqlite3", BRISK) as server:
        yield server


@pytest.fixture(scope="package")
def steady(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server at the pace of people."""
    with Served(tmp_path_factory.mktemp("steady") / "tablee.sqlite3") as server:
        yield server


@pytest.fixture(scope="package")
def led(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server where bots play for everybody until a game is well under way."""
    with Served(tmp_path_factory.mktemp("led") / "tablee.sqlite3", FAST, lead=LED_IN) as server:
        yield server


def under_way(device: Device, game: str) -> None:
    """Until this seat has to do something in the middle of a game that was led so far."""
    begun = games()[game].info.minutes * MINUTE * LED_IN
    device.until(lambda: device.over or (bool(device.offers) and device.sight["now"] > begun), GAME)
    assert not device.over


class House:
    """Opens devices and hears what their browsers complain about."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.devices: list[Device] = []
        self.complaints: list[str] = []
        self._contexts: list[BrowserContext] = []
        self._forgiven: list[str] = []

    def open(
        self,
        url: str,
        words: Words = FR,
        size: tuple[int, int] = (1280, 800),
        *,
        keyboard: bool = False,
        eager: bool = True,
        **settings: Any,
    ) -> Device:
        """A device of its own: nothing is shared with another one. One that is eager is always ready."""
        locale = "en-GB" if words is EN else "fr-FR"
        view = ViewportSize(width=size[0], height=size[1])
        context = self.browser.new_context(
            locale=locale, viewport=view, **{"reduced_motion": "reduce", **settings}
        )
        self._contexts.append(context)
        context.on("console", self._console)
        context.on("weberror", lambda error: self.complaints.append(f"page error: {error.error}"))
        context.on("request", self._request)
        device = Device.open(context, url, words, keyboard=keyboard, eager=eager)
        self.devices.append(device)
        return device

    def forgive(self, pattern: str) -> None:
        """What a browser says by itself when a test takes the server away."""
        self._forgiven.append(pattern)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        if not re.match(r"(http|ws)://127\.0\.0\.1:|data:|blob:", request.url):
            self.complaints.append(f"asks a stranger: {request.url}")

    def close(self) -> list[str]:
        for context in self._contexts:
            context.close()
        return [c for c in self.complaints if not any(re.search(p, c) for p in self._forgiven)]


@pytest.fixture
def house(browser: Browser, request: pytest.FixtureRequest) -> Iterator[House]:
    """No error on the console, none of the page's own, no breach of its security policy, no strangers."""
    house = House(browser)
    failed = request.session.testsfailed
    yield house
    if request.session.testsfailed > failed:
        for number, device in enumerate(house.devices):
            picture(device.page, f"{request.node.name}-{number}")
    assert house.close() == []


def picture(page: Page, name: str) -> None:
    """What a failed test saw last."""
    folder = Path("shots") / "failed"
    folder.mkdir(parents=True, exist_ok=True)
    plain = re.sub(r"[^\w-]+", "-", name)
    if not page.is_closed():
        page.screenshot(path=folder / f"{plain}.png")
