"""The site of the docs in a browser: axe finds nothing serious, nobody else is asked, search finds a game."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.test_accessible import check_page
from tools.site import build


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def test_axe_finds_nothing_serious_and_the_search_finds_a_game(house: House, tmp_path: Path) -> None:
    site = build(tmp_path)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    context = house.browser.new_context(locale="fr-FR")
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()
    try:
        for name in ("index.html", "jeux/index.html", "jeux/suitix.html", "vie-privee.html", "build/tour.html"):
            page.goto(f"{url}/{name}")
            check_page(page, name)
        page.goto(f"{url}/index.html")
        page.get_by_role("button", name="Recherche").click()
        expect(page.locator("input:focus")).to_be_visible()
        page.keyboard.type("bazardelix")
        expect(page.get_by_text("Ramasse le moins de points").first).to_be_visible(timeout=30_000)
        assert [x for x in asked if not x.startswith(url)] == []
    finally:
        context.close()
        server.shutdown()
