"""The start of races and the flow round a table, at the size of a phone: the gate, the back key, another game."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.page_words import EN
from tests.browser.pages import Device
from tests.browser.server import Served
from tests.browser.slow_line import SlowLine

PHONE: Final = (390, 844)
SMALL: Final = (360, 640)


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that counts three, two, one as everybody's does."""
    with Served(tmp_path_factory.mktemp("counted") / "tablee.sqlite3", countdown=3_000) as server:
        yield server


def alone(
    house: House, server: Served, game: str, *, eager: bool = False, size: tuple[int, int] = PHONE
) -> Device:
    """One click from the shelf."""
    device = house.open(server.url, size=size, eager=eager)
    device.choose(game)
    device.button(device.words.alone).first.click()
    device.until(lambda: bool(device.sight))
    return device


def gate(device: Device) -> bool:
    return bool(device.table_view["gate"])


def together(house: House, server: Served, game: str, *, eager: bool = False) -> tuple[Device, Device]:
    """Zoé hosts, Nino has come; nothing has started."""
    zoe, nino = (house.open(server.url, size=PHONE, eager=eager) for _ in range(2))
    zoe.invite(game)
    zoe.sit("Zoé")
    nino.page.goto(zoe.page.url)
    nino.sit("Nino")
    zoe.fewer_seats(2)
    return zoe, nino


def test_a_race_waits_for_the_plate_and_counts_three_two_one(house: House, counted: Served) -> None:
    device = alone(house, counted, "vizdibix", size=SMALL)
    plate = device.button("Prêt")
    expect(plate).to_be_visible()
    expect(device.page.get_by_text("crie le premier").first).to_be_visible()
    expect(device.page.get_by_text("Premier tour tranquille").first).to_be_visible()
    device.fits()
    box = plate.bounding_box()
    assert box is not None and box["height"] >= 64 and box["y"] + box["height"] <= SMALL[1]
    assert device.sight["gated"]
    device.page.keyboard.press("Enter")
    counting = device.page.get_by_role("timer").filter(has_text=re.compile("^[123]$"))
    expect(counting).to_have_attribute("aria-live", "assertive")
    for digit in ("3", "2", "1"):
        expect(counting).to_have_text(digit)
    device.until(lambda: not gate(device))
    expect(counting).to_have_count(0)
    device.until(lambda: device.sight.get("leisure") is True and not device.sight.get("gated"))


def test_everybody_sees_who_is_ready(house: House, steady: Served) -> None:
    zoe, nino = together(house, steady, "vizdibix")
    zoe.start()
    zoe.button("Prêt").click()
    ready = nino.page.get_by_role("list", name="Qui est prêt")
    expect(ready.get_by_role("listitem").filter(has_text="Zoé")).to_contain_text("c’est bon")
    expect(ready.get_by_role("listitem").filter(has_text="Nino")).to_contain_text("pas encore")
    expect(zoe.page.get_by_text("On attend Nino")).to_be_visible()
    expect(zoe.page.get_by_role("timer", name=re.compile("Départ dans"))).to_be_visible()
    nino.page.reload()
    nino.button("Prêt").click()
    zoe.until(lambda: not gate(zoe))
    nino.until(lambda: not gate(nino))
    zoe.fits()


def test_a_newcomer_alone_meets_beginners_and_his_choice_is_kept(house: House, steady: Served) -> None:
    device = alone(house, steady, "zieufermix")
    assert {s["level"] for s in device.table_view["seats"] if s["kind"] == "bot"} == {"beginner"}
    device.page.goto(steady.url)
    device.choose("zieufermix")
    device.dialog.get_by_role("radio", name="fort", exact=True).click()
    device.dialog.get_by_role("radio", name="tranquille", exact=True).click()
    device.page.reload()
    device.button(device.words.alone).first.click()
    device.page.wait_for_url("**/t/*")
    device.until(lambda: any(s.get("level") == "strong" for s in device.table_view["seats"]))
    assert device.table_view["speed"] == "calm"


def test_alone_help_stops_the_clock(house: House, steady: Served) -> None:
    device = alone(house, steady, "vizdibix", eager=True)
    device.until(lambda: not gate(device))
    with device.answered():
        device.button(device.words.help).click()
    device.until(lambda: device.sight.get("paused") is True)
    with device.answered():
        device.close_dialog()
    device.until(lambda: not device.sight.get("paused"))


def test_with_others_help_stops_nothing(house: House, steady: Served) -> None:
    zoe, _ = together(house, steady, "zieufermix", eager=True)
    zoe.start()
    zoe.button(zoe.words.help).click()
    expect(zoe.dialog).to_be_visible()
    zoe.close_dialog()
    zoe.page.wait_for_timeout(300)
    assert not zoe.sight.get("paused")


def test_the_back_key_closes_sheets_and_asks_before_it_leaves(house: House, steady: Served) -> None:
    device = alone(house, steady, "zieufermix")
    url = device.page.url
    for name in (device.words.help, device.words.scores):
        device.button(name).click()
        expect(device.dialog).to_be_visible()
        device.page.go_back()
        expect(device.dialog).to_have_count(0)
        assert device.page.url == url
    device.page.wait_for_timeout(600)
    device.page.go_back()
    expect(device.dialog.get_by_role("heading", name="Tu t’en vas")).to_be_visible()
    assert device.page.url == url
    device.page.go_back()
    expect(device.dialog).to_have_count(0)
    assert device.page.url == url
    device.page.go_back()
    device.dialog.get_by_role("button", name="Je reviens").click()
    device.page.wait_for_url(re.compile(r"/$"))


def test_a_sheet_closed_by_its_cross_leaves_no_trace_in_the_history(house: House, steady: Served) -> None:
    device = house.open(steady.url, size=PHONE)
    device.invite("zieufermix")
    device.sit("Zoé")
    device.button(device.words.help).click()
    device.close_dialog()
    device.page.go_back()
    device.page.wait_for_url(re.compile(r"/g/zieufermix$|/$"))


def test_another_game_and_everybody_stays(house: House, steady: Served) -> None:
    zoe, nino = together(house, steady, "zieufermix")
    code = zoe.table_view["code"]
    zoe.button("Autre jeu").click()
    zoe.dialog.get_by_role("button", name=re.compile("^Corsix")).click()
    nino.until(lambda: nino.table_view["game"] == "corsix")
    expect(nino.notice("Zoé propose Corsix")).to_be_visible()
    for device in (zoe, nino):
        expect(device.heading(re.compile("^Corsix"))).to_be_visible()
        assert device.table_view["code"] == code
        assert [s["name"] for s in device.table_view["seats"]] == ["Zoé", "Nino"]
        device.fits()


def test_after_a_game_one_is_asked_and_a_replay_keeps_the_seat(house: House, quick: Served) -> None:
    zoe, nino = together(house, quick, "combadix")
    zoe.start()
    # Nobody moves: the table turns cards for them until the game is over.
    for device in (zoe, nino):
        device.until(lambda device=device: device.over, 120_000)  # type: ignore[misc]
    nino.page.get_by_role("link", name=nino.words.replay).click()
    expect(nino.page.get_by_role("slider")).to_be_visible(timeout=30_000)
    zoe.page.wait_for_timeout(3_500)
    assert all(s.get("here", True) for s in zoe.table_view["seats"]), "who watches the game again is still there"
    zoe.button(zoe.words.again).click()
    expect(zoe.page.get_by_text("On attend Nino")).to_be_visible()
    expect(zoe.button("Commencer sans attendre")).to_be_visible()
    expect(nino.dialog).to_contain_text("Zoé veut rejouer")
    nino.dialog.get_by_role("button", name="Oui, je joue").click()
    zoe.until(lambda: zoe.table_view["playing"])
    expect(nino.page).to_have_url(re.compile("/t/"), timeout=30_000)
    expect(nino.heading("Combadix")).to_be_visible()


def test_the_others_are_told_who_left_and_who_hosts(house: House, steady: Served) -> None:
    zoe, nino = together(house, steady, "zieufermix", eager=True)
    zoe.start()
    zoe.button(zoe.words.leave).click()
    zoe.button(zoe.words.for_good).click()
    told = nino.notice(
        "Zoé a quitté la table. Un robot joue à sa place. C’est maintenant toi qui lances les parties."
    )
    expect(told).to_be_visible()


def test_what_was_not_answered_is_said_again(house: House, steady: Served) -> None:
    """The line breaks before a press: it is sent when the line is there again, and once."""
    house.forgive(r"ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_SOCKET|WebSocket connection")
    with SlowLine(steady.port, 0) as line:
        device = house.open(line.url, size=PHONE, eager=False)
        device.choose("vizdibix")
        device.button(device.words.alone).first.click()
        plate = device.button("Prêt")
        expect(plate).to_be_visible()
        line.cut()
        expect(device.notice(device.words.lost)).to_be_visible()
        plate.click()
        plate.click()
        line.mend()
        expect(device.notice(device.words.back)).to_be_visible()
        expect(plate).to_have_count(0)


def test_an_english_page_says_that_words_are_french(house: House, steady: Served) -> None:
    device = house.open(steady.url, EN, PHONE, eager=False)
    device.choose("spiralix")
    expect(device.dialog.get_by_text("words are French")).to_be_visible()
    device.dialog.get_by_role("button", name="Play with English words").click()
    expect(device.dialog.get_by_text("Words are English")).to_be_visible()
    device.button(device.words.invite).click()
    device.until(lambda: device.table_view.get("options", {}).get("language") == "en")


def test_the_big_screen_has_the_address_and_the_code_during_the_game(house: House, steady: Served) -> None:
    device = alone(house, steady, "zieufermix")
    code = device.table_view["code"]
    screen = house.open(f"{steady.url}/tv/{code}", size=(1440, 900))
    expect(screen.page.get_by_text(code)).to_be_visible()
    expect(screen.page.get_by_text(f"127.0.0.1:{steady.port}")).to_be_visible()
    screen.fits()


HIDDEN = """(hidden) => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def test_the_dot_is_for_what_nobody_saw(house: House, brisk: Served) -> None:
    """It was always on: what happens before one's eyes is no news."""
    device = house.open(brisk.url, size=(390, 844))
    device.table("amerix", seats=3)
    dot = device.page.locator(".barre .pastille")
    device.play_on("amerix", 2)
    device.next_thing("amerix")
    expect(dot).to_have_count(0)
    device.page.evaluate(HIDDEN, True)
    before = len(device.events)
    device.play_on("amerix", 1)
    device.until(lambda: len(device.events) > before)
    device.page.evaluate(HIDDEN, False)
    expect(dot).to_have_count(1)
    device.tap(device.page.locator(".barre .rond:has(.pastille)"))
    expect(dot).to_have_count(0)
