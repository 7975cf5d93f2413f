"""An evening as two phones and a bot live it: a game to its end, wishes, another game, and the last screen.

Cards and combats may fall as they like: what the slate has to say follows from how the games ended.
"""

import re
from collections import Counter
from time import monotonic

from playwright.sync_api import Locator, expect

from tests.browser.conftest import House
from tests.browser.pages import Device
from tests.browser.server import Served
from tests.browser.test_accessible import check_page

PHONE = (390, 844)
PEOPLE = ("Zoé", "Nino")
LOOK = 50
"""Milliseconds between two looks at who is asked."""
STALL = 60.0
"""Seconds without a move."""
PNG = b"\x89PNG\r\n\x1a\n"


def ended(device: Device, games: int) -> bool:
    """So many games of the evening are over."""
    written = (device.table_view.get("evening") or {}).get("games", ())
    return len(written) == games and "outcome" in device.sight["view"]


def ranks(device: Device) -> tuple[int, ...]:
    found: tuple[int, ...] = tuple(device.sight["view"]["outcome"]["ranks"])
    return found


def play(zoe: Device, nino: Device, games: int, move: str, named: str) -> None:
    """The next game to its end by one kind of move: whoever of the two may make it touches the last of the buttons
    that are named so. Bots do what is theirs; what a device itself was told says whether it is asked."""
    last = monotonic()
    while not ended(zoe, games):
        asked = [device for device in (zoe, nino) if move in device.offers]
        for device in asked:
            if device.press(device.page.get_by_role("button", name=re.compile(named)).last):
                last = monotonic()
        assert monotonic() - last < STALL, "nothing happens any more"
        if not asked:
            zoe.page.wait_for_timeout(LOOK)


def evening_slate(device: Device) -> Locator:
    return device.page.get_by_role("region", name="L’ardoise de la soirée").get_by_role("table")


def called(device: Device, name: str) -> str:
    """What a device calls somebody: whoever sits at it is you."""
    return "Toi" if device.table_view["seats"][device.seat]["name"] == name else name


def test_an_evening_from_the_first_game_to_the_last_screen(house: House, quick: Served) -> None:
    zoe, nino = (house.open(quick.url, size=PHONE) for _ in range(2))
    code = zoe.pair(nino, "combadix", seats=3)
    stars: Counter[str] = Counter()

    play(zoe, nino, 1, "flip", "^Retourner")
    stars.update(name for name, rank in zip(PEOPLE, ranks(zoe), strict=False) if rank == 1)

    # The guest wishes something, the host sees it, wishes the same, and says that it is decided.
    nino.button("Je voudrais").click()
    wish = nino.dialog.get_by_role("button", name=re.compile("^Vlamonix"))
    wish.click()
    expect(wish).to_have_attribute("aria-pressed", "true")
    nino.close_dialog()
    expect(zoe.page.get_by_text("Nino voudrait Vlamonix.")).to_be_visible()
    zoe.button("Autre jeu").click()
    zoe.dialog.get_by_role("radio", name="on vote").click()
    zoe.dialog.get_by_role("button", name=re.compile("^Vlamonix")).click()
    expect(nino.page.get_by_text("Zoé voudrait Vlamonix.")).to_be_visible()
    zoe.dialog.get_by_role("button", name="C’est décidé : Vlamonix").click()

    # The same code, the same people: nobody has left or sat down.
    for device in (zoe, nino):
        device.until(lambda device=device: device.table_view["game"] == "vlamonix")  # type: ignore[misc]
        expect(device.heading(re.compile("^Vlamonix"))).to_be_visible()
        assert device.page.url.endswith(f"/t/{code}") and device.table_view["code"] == code
        assert [seat["name"] for seat in device.table_view["seats"] if seat["kind"] == "person"] == [*PEOPLE]
        line = evening_slate(device).get_by_role("row", name=re.compile(f"^{called(device, 'Nino')}"))
        expect(line.get_by_role("cell").last).to_have_text(str(stars["Nino"] or "·"))
    for switch, on in (("Ranger son jeu", False), ("Premières paires toutes seules", True)):
        with zoe.answered():
            zoe.page.get_by_role("switch", name=switch).click()
        expect(zoe.page.get_by_role("switch", name=switch, checked=on)).to_be_visible()
    zoe.start()
    nino.until(lambda: nino.table_view["playing"] and nino.sight["view"]["phase"] != "")
    play(zoe, nino, 2, "draw", r"^place \d+$")
    stars.update(name for name, rank in zip(PEOPLE, ranks(zoe), strict=False) if rank == 1)
    assert stars, "of three one has lost, so one of the two has won at least"

    for device in (zoe, nino):
        slate = evening_slate(device)
        expect(slate.get_by_role("columnheader")).to_have_count(3)
        for game in ("Combadix", "Vlamonix"):
            expect(slate.get_by_role("columnheader", name=game)).to_be_attached()
        for name in PEOPLE:
            line = slate.get_by_role("row", name=re.compile(f"^{called(device, name)}"))
            expect(line.get_by_role("cell").last).to_have_text(str(stars[name] or "·"))

    # That is it for tonight: everybody sees who has won the evening, and has a prize.
    expect(nino.button("Arrêter là ce soir")).to_have_count(0)
    zoe.button("Arrêter là ce soir").click()
    best = [name for name in PEOPLE if stars[name] == max(stars.values())]
    for device in (zoe, nino):
        expect(device.page.get_by_text(re.compile(f"^2 jeux, {stars.total()} étoile"))).to_be_visible()
        steps = device.page.get_by_role("list", name="Le podium").get_by_role("listitem")
        expect(steps.first).to_contain_text(re.compile("|".join(called(device, name) for name in best)))
        assert steps.count() in ({1, 2} if len(stars) == 2 else {1})
        prizes = device.page.get_by_role("region", name="Les prix de la soirée").get_by_role("listitem")
        expect(prizes).to_have_count(2)
        for name in PEOPLE:
            expect(prizes.filter(has_text=name)).to_have_count(1)
        device.fits()
        check_page(device.page, "last screen")
    expect(nino.page.get_by_text("Zoé peut continuer la soirée.")).to_be_visible()

    # The postcard is a picture to keep.
    with nino.page.expect_download() as picture:
        nino.button("Garder ou partager").click()
    assert picture.value.suggested_filename == "soiree.png"
    assert picture.value.path().read_bytes().startswith(PNG)

    # Who changes his mind goes on, with the same slate.
    zoe.button("Continuer la soirée").click()
    for device in (zoe, nino):
        device.until(lambda device=device: not device.table_view["evening"]["over"])  # type: ignore[misc]
        expect(evening_slate(device)).to_be_visible()
