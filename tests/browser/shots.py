"""Pictures of every screen: plays into each game and stores what a player sees, in all sizes and both lights.

make shots                                         everything, into shots/
python -m tests.browser.shots amerix home          only these
python -m tests.browser.shots full-familix         the most seats, in the middle of a game
python -m tests.browser.shots here-familix         the same at one screen
python -m tests.browser.shots --size 360x640 --theme dark --lang en --no-build zieufermix
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, sync_playwright
from playwright.sync_api import Error as Trouble

import hatch_build
from tablee.games.registry import games
from tablee.kernel.game import Device as Way
from tests.browser.chromium import launch, make_sure
from tests.browser.kennel import Kennel
from tests.browser.page_words import EN, FR
from tests.browser.pages import GAME, NAMES, SIZES, THEMES, WORD_GAMES, Device
from tests.browser.server import MINUTE, Served
from tests.browser.writer import Writer, scenes

LATER = 4_000
"""Milliseconds until the second look at a game that plays by itself."""


SETTLED = 700
"""Milliseconds until everything lies where it belongs."""
KEYBOARD = ViewportSize(width=390, height=500)
"""What the keyboard of a phone leaves."""
LED_IN = 0.3
"""This part of a game is played before the picture is taken."""


class Studio:
    """Takes every picture in all the sizes and lights that are wanted."""

    def __init__(self, browser: Browser, url: str, args: argparse.Namespace) -> None:
        self.browser, self.url = browser, url
        self.out: Path = args.out
        self.sizes: list[tuple[int, int]] = [size(s) for s in args.size] or list(SIZES)
        self.themes: list[str] = args.theme or list(THEMES)
        self.words = {"fr": FR, "en": EN}[args.lang]
        self.locale = {"fr": "fr-FR", "en": "en-GB"}[args.lang]
        self.taken = 0

    @contextmanager
    def device(self, path: str = "/") -> Iterator[Device]:
        wide, high = self.sizes[-1]
        view = ViewportSize(width=wide, height=high)
        context = self.browser.new_context(locale=self.locale, viewport=view, reduced_motion="reduce")
        try:
            yield Device.open(context, self.url + path, self.words)
        finally:
            context.close()

    def take(self, device: Device, name: str, *, whole: bool = False) -> None:
        page = device.page
        page.evaluate("document.fonts.ready.then(() => undefined)")
        for wide, high in self.sizes:
            page.set_viewport_size(ViewportSize(width=wide, height=high))
            for theme in self.themes:
                page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
                path = self.out / f"{name}-{wide}-{theme}.png"
                page.screenshot(path=path, animations="disabled", full_page=whole)
                self.taken += 1


def size(text: str) -> tuple[int, int]:
    wide, high = text.split("x")
    return int(wide), int(high)


# ---- screens --------------------------------------------------------------------------------------------


def home(studio: Studio) -> None:
    with studio.device() as device:
        device.box("amerix").wait_for()
        studio.take(device, "home", whole=True)
        device.page.get_by_role("searchbox").fill("zzzz")
        studio.take(device, "home-nothing")
        device.page.get_by_role("searchbox").fill("")
        device.choose("amerix")
        studio.take(device, "home-game")
        device.close_dialog()
        device.tap(device.button(device.words.settings))
        studio.take(device, "settings")
    with studio.device("/t/QQQQQQ") as device:
        device.page.get_by_role("alert").first.wait_for()
        studio.take(device, "unknown-table")


def lobby(studio: Studio) -> None:
    with studio.device() as host, studio.device() as guest:
        code = host.invite("zieufermix")
        host.page.get_by_role("textbox", name=host.words.name).wait_for()
        studio.take(host, "lobby-new", whole=True)
        host.sit("Zoé")
        guest.page.goto(f"{studio.url}/t/{code}")
        guest.page.get_by_role("textbox", name=guest.words.name).wait_for()
        studio.take(guest, "join", whole=True)
        guest.sit("Nino")
        host.add_bots(1)
        studio.take(host, "lobby-host", whole=True)
        studio.take(guest, "lobby-guest", whole=True)
        host.tap(host.button(host.words.help))
        studio.take(host, "help")
        with studio.device(f"/tv/{code}") as screen:
            screen.page.get_by_text(code).first.wait_for()
            studio.take(screen, "tv-lobby")


def hot_seat(studio: Studio) -> None:
    with studio.device() as device:
        device.one_screen("amerix")
        device.sit_here("Zoé")
        device.sit_here("Nino")
        studio.take(device, "lobby-here", whole=True)
        device.no_hurry()
        device.start()
        device.button(device.words.mine).wait_for()
        studio.take(device, "curtain")


def game(key: str, stops: tuple[int, ...]) -> Callable[[Studio], None]:
    """The table at the start, after so many moves, its scores, and beside it a big screen."""

    def play(studio: Studio) -> None:
        with studio.device() as device:
            code = device.table(key)
            device.next_thing(key)
            studio.take(device, f"table-{key}-0")
            done = 0
            for stop in stops:
                done += device.play_on(key, stop - done)
                if device.next_thing(key) is None:
                    return
                studio.take(device, f"table-{key}-{stop}")
            with studio.device(f"/tv/{code}") as screen:
                screen.page.get_by_role("heading").first.wait_for()
                studio.take(screen, f"tv-{key}")
            device.page.set_viewport_size(ViewportSize(width=360, height=640))
            device.tap(device.button(device.words.scores))
            studio.take(device, f"scores-{key}")

    return play


def words(key: str, seats: int) -> Callable[[Studio], None]:
    """A game of words: a word half written, a chrono, a vote; and beside it a big screen."""

    def play(studio: Studio) -> None:
        with studio.device() as zoe, studio.device() as nino:
            code = zoe.pair(nino, key, seats=seats)
            for who, what in scenes(Writer(zoe, key), Writer(nino, key), turns=5):
                studio.take(who.device, f"table-{key}-{what}")
            with studio.device(f"/tv/{code}") as screen:
                screen.page.get_by_role("heading").first.wait_for()
                studio.take(screen, f"tv-{key}")

    return play


def looks(key: str) -> Callable[[Studio], None]:
    """A game for which nobody here has a plan: its table, at the start and while the bots play."""

    def play(studio: Studio) -> None:
        with studio.device() as device:
            device.choose(key)
            device.tap(device.button(device.words.alone))
            device.heading(NAMES[key]).first.wait_for()
            device.until(lambda: bool(device.sight))
            studio.take(device, f"table-{key}-0")
            device.page.wait_for_timeout(LATER)
            studio.take(device, f"table-{key}-1")

    return play


def spots(studio: Studio) -> None:
    """A tile chosen, dice rolled, the turns of others, all tiles in piles; and alone against T0ut0u."""
    wild = {"fr": "Chiens sauvages", "en": "Wild dogs"}["fr" if studio.words is FR else "en"]
    for name, seats in (("", 3), ("-wild", 4), ("-solo", 1)):
        with studio.device() as device:
            code = device.invite("spots")
            device.sit("Zoé")
            device.fewer_seats(seats)
            if seats > 1:
                device.add_bots()
            device.no_hurry()
            if name == "-wild":
                with device.answered():
                    device.page.get_by_role("switch", name=wild).click()
            device.start()
            kennel = Kennel(device)
            kennel.wait()
            studio.take(device, f"table-spots{name}-0")
            device.tap(kennel.tiles.first)
            studio.take(device, f"table-spots{name}-tile")
            for moves in range(60):
                if device.end.count():
                    break
                if moves > 6 and kennel.dice.count():
                    studio.take(device, f"table-spots{name}-roll")
                    break
                kennel.play(1)
                if moves == 6 and not kennel.turn:
                    device.page.wait_for_timeout(LATER / 4)
                    studio.take(device, f"table-spots{name}-others")
            if name == "":
                with studio.device(f"/tv/{code}") as screen:
                    screen.page.get_by_role("heading").first.wait_for()
                    studio.take(screen, "tv-spots")


def full(key: str) -> Callable[[Studio], None]:
    """The most seats, in the middle of a game: what one has to do, a phone's keyboard, a big screen."""

    def play(studio: Studio) -> None:
        with studio.device() as device:
            info = games()[key].info
            code = device.table(key, seats=info.players[1])
            begun = info.minutes * MINUTE * LED_IN
            device.until(lambda: device.over or (bool(device.offers) and device.sight["now"] > begun), GAME)
            device.page.wait_for_timeout(SETTLED)
            studio.take(device, f"full-{key}")
            boxes = device.page.get_by_role("textbox").filter(visible=True)
            if boxes.count():
                device.page.set_viewport_size(KEYBOARD)
                boxes.first.focus()
                device.page.wait_for_timeout(SETTLED)
                device.page.screenshot(path=studio.out / f"full-{key}-keyboard.png", animations="disabled")
            with studio.device(f"/tv/{code}") as screen:
                screen.page.get_by_role("heading").first.wait_for()
                studio.take(screen, f"full-{key}-tv")

    return play


PEOPLE = ("Zoé", "Nino", "Maëlle", "Tom", "Inès", "Gabriel", "Lou", "Samuel")


def here(key: str) -> Callable[[Studio], None]:
    """The most people at one screen, in the middle of a game: what all see, and what whoever plays does."""

    def play(studio: Studio) -> None:
        with studio.device() as device:
            info = games()[key].info
            device.one_screen(key)
            device.page.get_by_role("textbox").first.wait_for()
            device.more_seats(info.players[1])
            for name in PEOPLE[: info.players[1]]:
                device.sit_here(name)
            device.no_hurry()
            device.start()
            begun = info.minutes * MINUTE * LED_IN
            device.until(lambda: device.over or (device.sight["now"] > begun), GAME)
            device.page.wait_for_timeout(SETTLED)
            studio.take(device, f"here-{key}")
            if device.button(device.words.mine).count():
                device.tap(device.button(device.words.mine))
                device.page.wait_for_timeout(SETTLED)
                studio.take(device, f"here-{key}-mine")

    return play


def ends(studio: Studio) -> None:
    with studio.device() as device:
        device.table("zieufermix")
        device.play_on("zieufermix")
        studio.take(device, "end", whole=True)
        device.page.get_by_role("link", name=device.words.replay).click()
        device.page.get_by_role("slider").wait_for()
        studio.take(device, "replay")


STOPS = {"amerix": (3, 8), "bazardelix": (1, 4, 9), "vizdibix": (2, 5), "zieufermix": (1, 3, 6)}
SEATS = {"frazrigolix": 4, "frontibix": 2, "hyperspeedix": 2, "solitix": 2, "spiralix": 4, "touposix": 4}
"""In a race two people are enough: bots would not wait for the picture."""


def table(key: str) -> Callable[[Studio], None]:
    if key == "spots":
        return spots
    if key in STOPS:
        return game(key, STOPS[key])
    return words(key, SEATS[key]) if key in WORD_GAMES else looks(key)


SCREENS: dict[str, Callable[[Studio], None]] = {
    "home": home,
    "lobby": lobby,
    "curtain": hot_seat,
    **{key: table(key) for key in NAMES},
}
FULL = {f"full-{key}": full(key) for key in NAMES}
"""The most seats, after bots have played for everybody for a while; only where asked for."""
HERE = {f"here-{key}": here(key) for key, game in games().items() if game.info.device is not Way.OWN}
"""The same with everybody at one screen."""
QUICK: dict[str, Callable[[Studio], None]] = {"end": ends}
"""On a server whose table time flies."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("screens", nargs="*", help=" ".join((*SCREENS, *QUICK, "full-<game>", "here-<game>")))
    parser.add_argument("--out", type=Path, default=Path("shots"))
    parser.add_argument("--size", action="append", default=[], help="360x640, 820x1180, 1440x900")
    parser.add_argument("--theme", action="append", choices=THEMES)
    parser.add_argument("--lang", choices=("fr", "en"), default="fr")
    parser.add_argument("--no-build", action="store_true", help="take the page as it was built last")
    args = parser.parse_args()
    if unknown := set(args.screens) - set(SCREENS) - set(QUICK) - set(FULL) - set(HERE):
        parser.error(f"no screen {', '.join(sorted(unknown))}")
    make_sure()
    if not args.no_build:
        hatch_build.ensure()
    args.out.mkdir(parents=True, exist_ok=True)
    wrong = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright)
        for rate, lead, screens in ((1.0, 0.0, SCREENS), (30.0, 0.0, QUICK), (20.0, LED_IN, {**FULL, **HERE})):
            wanted = [name for name in screens if name in args.screens or not (args.screens or lead)]
            if not wanted:
                continue
            with Served(Path(folder) / f"{rate}.sqlite3", rate, lead=lead) as server:
                studio = Studio(browser, server.url, args)
                for name in wanted:
                    try:
                        screens[name](studio)
                    except (Trouble, AssertionError) as trouble:  # the others are worth a picture all the same
                        wrong.append(name)
                        print(f"{name}: {trouble}", file=sys.stderr)
                print(f"{studio.taken} pictures in {args.out}/")
        browser.close()
    if wrong:
        raise SystemExit(f"not all: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
