"""The site of the docs: a page for each game, links that lead somewhere, nothing from strangers."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tablee.texts import Language, texts
from tools.docs import ours
from tools.site import PLACE, build


class Links(HTMLParser):
    """What a page leads to, what it loads, and what can be led to in it."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.led: list[str] = []
        self.loaded: list[str] = []
        self.ids: set[str] = set()
        self.language = ""
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids.add(found.get("id") or "")
        if tag == "html":
            self.language = found.get("lang") or ""
        if tag == "a" and found.get("href"):
            self.led.append(found["href"] or "")
        elif tag == "link" and found.get("rel") != "canonical":
            self.loaded.append(found.get("href") or "")
        elif found.get("src"):
            self.loaded.append(found["src"] or "")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("site"))


def test_every_game_has_a_page_in_both_languages(site: Path) -> None:
    for language, place in PLACE.items():
        for game in ours():
            page = site / place / f"{game.info.key}.html"
            said = texts(game.info.key, language)
            shown = page.read_text("utf-8")
            assert Links(page).language == language
            assert f">{said.name}" in shown
            headings = re.findall(r"^## (.+)$", said.help.rules, re.MULTILINE)
            missing = [h for h in headings if h.partition(" ")[0] not in shown]
            assert not missing, (page, missing)
            assert all(option.name.partition("'")[0] in shown for option in said.options.values())


def test_links_lead_somewhere_and_nothing_comes_from_strangers(site: Path) -> None:
    pages = {page: Links(page) for page in site.rglob("*.html") if page.name != "404.html"}
    assert len(pages) > 2 * len(ours()) + 15
    for page, links in pages.items():
        strangers = [x for x in links.loaded if re.match(r"(https?:)?//", x)]
        assert not strangers, (page, strangers)
        for target in (*links.led, *links.loaded):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            file = (page.parent / path.partition("?")[0]).resolve() if path else page
            file = file / "index.html" if file.is_dir() else file
            assert file.exists(), (page, target)
            if anchor and file in pages:
                assert anchor in pages[file].ids or anchor == "__top", (page, target)


def test_english_pages_say_so(site: Path) -> None:
    assert Links(site / "build" / "tour.html").language == Language.EN
    assert Links(site / "index.html").language == Language.FR
