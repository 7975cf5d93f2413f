"""A visitor at the fair with a stand for every domain (`more/foire`): what to do at each, as a person does it.

`python -m tests.browser.fair` takes a picture of each, small and large, by day and by night, into shots/.
"""

import json
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import Locator, ViewportSize, expect, sync_playwright

from tests.browser.chromium import launch
from tests.browser.pages import Device
from tests.browser.server import Served

MORE = Path(__file__).parent / "more"


class Visitor:
    """At a table of the fair, with somebody who only watches."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self.page = device.page

    def arrive(self, url: str) -> None:
        self.page.goto(f"{url}/g/foire")
        self.device.tap(self.device.button(self.device.words.invite))
        self.page.wait_for_url("**/t/*")
        self.device.sit("Zoé")
        self.device.add_bots()
        self.device.no_hurry()
        self.device.start()

    @property
    def facts(self) -> Mapping[str, Any]:
        facts: Mapping[str, Any] = self.device.sight["view"]["facts"]
        return facts

    @property
    def stand(self) -> str:
        """The move that is asked for."""
        (offer,) = self.device.sight["offers"]["0"]
        return str(offer["name"])

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def card(self, name: str) -> Locator:
        """A card of the hand."""
        return self.device.hand.get_by_role("button", name=name)

    def tap(self, *names: str) -> Self:
        for name in names:
            self.device.tap(self.button(name))
        return self

    def hold(self, *names: str) -> Self:
        """Touches cards of the hand."""
        for name in names:
            self.device.tap(self.card(name).first)
        return self

    def write(self, name: str, text: str) -> Self:
        self.device.write(self.page.get_by_role("textbox", name=name, exact=True), text)
        return self

    def key(self, letter: str) -> Self:
        self.page.keyboard.press(letter)
        return self

    def slide(self, name: str, *keys: str) -> Self:
        """By keyboard, as whoever cannot point."""
        slider = self.page.get_by_role("slider", name=name, exact=True)
        slider.focus()
        for key in keys:
            slider.press(key)
        return self

    def settled(self) -> None:
        """What came a moment later is there as well."""
        self.page.wait_for_load_state("networkidle")
        self.page.wait_for_timeout(150)

    def visit(self, act: Callable[["Visitor"], object]) -> Any:
        """Does what a stand asks for; what the rules were given."""
        before = self.facts["stand"]
        act(self)
        self.device.until(lambda: self.facts["stand"] > before)
        return json.loads(self.facts["handed"])


def ordered(visitor: Visitor) -> None:
    """The last card first, by touch; then the first card one to the right, by keyboard."""
    visitor.tap("3 : Z", "1 : X")
    first = visitor.button("1 : Z")
    first.focus()
    first.press("Enter")
    visitor.page.keyboard.press("ArrowRight")
    expect(visitor.button("2 : Z, soulevée")).to_be_focused()
    visitor.page.keyboard.press("Enter")
    visitor.tap("Ranger")


def lined_up(visitor: Visitor) -> None:
    """Two runs of two, in any order; the étoile goes on by itself, and is then told what else it is."""
    visitor.hold("E bleu", "C rose", "étoile", "B rose")
    visitor.tap("Étoile F : changer")
    visitor.page.keyboard.press("d")
    visitor.tap("Aligner BC + DE")


def rearranged(visitor: Visitor) -> None:
    """What goes on after Z goes there by itself; then the row is cut."""
    visitor.tap("Réorganiser")
    bench = visitor.page.get_by_role("dialog", name="Réorganiser")
    for name in ("A", "B", "C", "D", "A", "Couper avant A", "Valider"):
        visitor.device.tap(bench.get_by_role("button", name=name, exact=True))


def named(visitor: Visitor) -> None:
    visitor.device.tap(visitor.page.get_by_role("radio", name="bleu"))
    visitor.tap("K bleu")


def told(visitor: Visitor) -> None:
    """A space goes on to the next box."""
    visitor.device.tap(visitor.page.get_by_role("textbox", name="Mot 1"))
    visitor.page.keyboard.type("Le chat dort")
    visitor.page.keyboard.press("Enter")


def pointed(visitor: Visitor) -> None:
    visitor.slide("À droite", "Home", "ArrowRight")
    visitor.slide("En bas", "End")
    visitor.tap("Viser")


def posed(visitor: Visitor) -> None:
    visitor.slide("Tourner", "Home")
    visitor.tap("Tourner, Plus", "Pencher, Moins")
    visitor.tap("Poser")


def wrote(visitor: Visitor) -> None:
    visitor.write("Quel nom ?", "Ada Lovelace")
    visitor.write("Connu pour quoi ?", "sciences")
    visitor.tap("Proposer")


def called(visitor: Visitor) -> None:
    """Two of at most three letters: said when one says so."""
    visitor.tap("O", "U", "Crier")


ACTS: Mapping[str, tuple[Callable[[Visitor], object], Any]] = {
    "press": (lambda v: v.tap("Entrer"), {}),
    "card": (lambda v: v.hold("T rose"), {"card": "pT"}),
    "place": (lambda v: v.device.tap(v.device.button("place 3")), {"place": 2}),
    "draw": (lambda v: v.device.tap(v.device.button("place 4")), {"place": 3}),
    "seat": (
        lambda v: v.device.tap(v.page.locator("button[data-seat='1']")),
        {"seat": 1},
    ),
    "letter": (lambda v: v.key("k"), {"letter": "K"}),
    "side": (lambda v: v.tap("droite"), {"side": "right"}),
    "end": (lambda v: v.tap("au bout, à gauche"), {"end": "table/left"}),
    "throw": (lambda v: v.tap("4"), {"n": 4}),
    "bid": (lambda v: v.slide("Miser", "Home").tap("Plus", "Plus", "Miser"), {"n": 2}),
    "flag": (lambda v: v.tap("encore une fois").hold("T rose"), {"card": "pT", "again": True}),
    "rename": (
        lambda v: v.hold("étoile").key("w"),
        {"card": "★", "letter": "W"},
    ),
    "face": (named, {"face": "bK"}),
    "give": (lambda v: v.hold("A rose").tap("Offrir"), {"cards": {"1": "pA"}}),
    "some": (lambda v: v.hold("A rose", "B rose").tap("Jeter"), {"cards": ["pA", "pB"]}),
    "order": (ordered, {"cards": ["bX", "bZ", "bY"]}),
    "spell": (
        lambda v: v.write("Ton mot", "tac").tap("Écrire"),
        {"word": {"word": "tac", "cards": ["pT", "pA", "pC"]}},
    ),
    "mark": (
        lambda v: v.write("Ton mot", "Acte D").hold("D rose", "T rose").tap("droite", "Nommer"),
        {"side": "right", "mark": {"name": "Acte D", "cards": ["pC", "bE", "pT", "pA"]}},
    ),
    "formula": (lined_up, {"formula": [[["pB", "B"], ["pC", "C"]], [["★", "D"], ["bE", "E"]]]}),
    "suites": (rearranged, {"suites": [["bX", "bY", "bZ"], ["pA", "pB", "pC", "pD"]]}),
    "word": (lambda v: v.write("Ton mot", "table").tap("Dire"), {"word": "table"}),
    "sentence": (told, {"words": ["Le", "chat", "dort"]}),
    "text": (lambda v: v.write("Parler", "Bonjour à tous").tap("Parler"), {"text": "Bonjour à tous"}),
    "name": (wrote, {"name": "Ada Lovelace", "field": "sciences"}),
    "point": (pointed, {"at": {"x": 1, "y": 200}}),
    "pose": (posed, {"pose": {"x": 300, "y": 300, "yaw": 1, "lean": -1}}),
    "syllable": (called, {"syllable": "OU"}),
}
"""What to do at each stand, and what it is given then."""


def pictures(out: Path) -> None:
    """Every stand as a visitor finds it, and as it is half way where that says more."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright)
        context = browser.new_context(locale="fr-FR", reduced_motion="reduce")
        with Served(Path(folder) / "tablee.sqlite3", games=MORE) as server:
            visitor = Visitor(Device.open(context, server.url))
            visitor.arrive(server.url)
            for stand, (act, _) in ACTS.items():
                visitor.settled()
                begun = BEGUN.get(stand)
                if begun:
                    begun(visitor)
                take(visitor, out / stand)
                if begun:
                    visitor.page.reload()
                    visitor.device.until(lambda: bool(visitor.device.sight))
                    visitor.settled()
                visitor.visit(act)
        browser.close()


BEGUN: Mapping[str, Callable[[Visitor], object]] = {
    "order": lambda v: v.tap("3 : Z"),
    "formula": lambda v: v.hold("E bleu", "C rose", "étoile", "B rose"),
    "suites": lambda v: v.tap("Réorganiser", "A", "B", "T"),
    "syllable": lambda v: v.tap("O", "U"),
}


def take(visitor: Visitor, path: Path) -> None:
    for wide, high in ((390, 844), (1440, 900)):
        visitor.page.set_viewport_size(ViewportSize(width=wide, height=high))
        for theme in ("light", "dark"):
            visitor.page.emulate_media(
                color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce"
            )
            visitor.page.screenshot(path=f"{path}-{wide}-{theme}.png", animations="disabled")


if __name__ == "__main__":
    pictures(Path("shots"))
