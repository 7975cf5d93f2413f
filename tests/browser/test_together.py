"""Several people: two browsers in a race, one screen passed round, a server that goes away."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tablee.games.vizdibix.rules import RIGHT
from tests.browser.conftest import BRISK, House
from tests.browser.pages import Device
from tests.browser.server import Served
from tests.browser.slow_line import SlowLine

LATE = 150
"""Milliseconds that the slow line takes, each way."""

CLOSE = 60
"""A race that is nearer than this may be a tie."""
CARDS = 60


@pytest.fixture
def slow_line(steady: Served) -> Iterator[SlowLine]:
    with SlowLine(steady.port, LATE) as line:
        yield line


def test_in_a_race_who_presses_first_wins_on_a_slow_line_too(
    house: House, steady: Served, slow_line: SlowLine
) -> None:
    """Both press at the same time, but one has seen the card later: his reaction is the quicker one."""
    near = house.open(steady.url)
    code = near.invite("vizdibix")
    near.sit("Près")
    far = house.open(f"{slow_line.url}/t/{code}")
    far.sit("Loin")
    near.fewer_seats(2)
    near.no_hurry()
    with near.answered():
        near.page.get_by_role("switch", name=near.words.trust).click()
    with near.answered():
        near.page.get_by_role("switch", name="Premier tour tranquille").click()
    near.start()
    far.measured(2 * LATE)
    top = ""
    for _ in range(CARDS):
        below, top = top, turn(near, far)
        shout = min(RIGHT.get((below, top), frozenset()), default="")
        if not shout or not may_shout(near):
            continue  # after a pétard the letter below it is seen again
        winner = race(near, far, shout)
        top = ""
        if winner is not None:
            first = min((near, far), key=lambda device: device.reactions[-1])
            assert winner == first.seat
            if first is far:
                break
    else:
        raise AssertionError("the slow line was never the quicker one")
    expect(near.page.get_by_text(re.compile("Loin.*gagne")).first).to_be_attached()
    assert far.sight["view"]["scores"][far.seat] > 0


def turn(near: Device, far: Device) -> str:
    """Whoever's turn it is turns a card; the letter on top of the middle, once both see it."""
    near.until(lambda: bool(near.sight["view"]["active"]))
    seat = near.sight["view"]["active"][0]
    turner = near if near.seat == seat else far
    with turner.answered():
        turner.tap(turner.button(turner.words.turn))
    near.until(lambda: near.sight["view"]["active"] != [seat])
    far.until(lambda: far.sight["view"]["active"] != [seat])
    middle = next(zone for zone in near.sight["view"]["zones"] if zone["name"] == "middle")
    face = middle["cards"][-1]["face"] if middle.get("cards") else ""
    return str(face[-1:])


def may_shout(device: Device) -> bool:
    return any(offer["name"] == "shout" for offer in device.sight["offers"].get(str(device.seat), ()))


def race(near: Device, far: Device, shout: str) -> int | None:
    """Both shout at once; who won, if both were in time and the race was not a close one."""
    before = [len(device.reactions) for device in (near, far)]
    for device in (near, far):
        device.shout(shout).hover()
    for device in (near, far):
        device.page.mouse.down()
    decided = [device.told("wins", "ties", "wrong") for device in (near, far)]
    for device in (near, far):
        device.page.mouse.up()
    assert decided[0]["data"] == decided[1]["data"]
    if any(len(device.reactions) == had for device, had in zip((near, far), before, strict=True)):
        return None  # on a busy machine it may be over before the other has pressed
    apart = abs(near.reactions[-1] - far.reactions[-1])
    return decided[0]["data"]["seat"] if apart > CLOSE else None


def test_a_screen_passed_round_shows_nobody_else_s_cards(house: House, brisk: Served) -> None:
    device = house.open(brisk.url)
    device.one_screen("amerix")
    for name in ("Zoé", "Nino"):
        device.sit_here(name)
    device.no_hurry()
    device.start()
    handed: dict[str, set[str]] = {}
    for _ in range(4):
        expect(device.button(device.words.mine)).to_be_visible()
        assert device.handles() == set(), "cards behind the curtain"
        expect(device.hand).to_have_count(0)
        name = device.button(device.words.mine).inner_text()
        with device.answered():
            device.tap(device.button(device.words.mine))
        expect(device.hand).to_be_visible()
        mine = device.handles(device.hand)
        others = set().union(*(h for n, h in handed.items() if n != name)) - mine
        assert mine
        assert not device.handles() & others, "cards of another hand"
        handed[name] = mine
        device.play_on("amerix", 0, device.button(device.words.mine))
    assert len(handed) == 2


def test_when_the_server_goes_and_comes_back_nothing_is_lost(
    house: House, tmp_path_factory: pytest.TempPathFactory
) -> None:
    house.forgive(r"ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_SOCKET|WebSocket connection")
    with Served(tmp_path_factory.mktemp("lost") / "tablee.sqlite3", BRISK) as server:
        device = house.open(server.url)
        device.table("amerix")
        device.play_on("amerix", 2)
        device.next_thing("amerix")
        hand = device.cards()
        server.kill()
        expect(device.notice(device.words.lost)).to_be_visible()
        assert device.cards() == hand, "the table stays in sight"
        server.start()
        expect(device.notice(device.words.back)).to_be_visible()
        expect(device.notice(device.words.lost)).to_have_count(0)
        assert device.cards() == hand
        assert device.play_on("amerix", 1) == 1


def test_a_broken_line_mends_itself(house: House, brisk: Served) -> None:
    """The server stays; only this device's line is cut."""
    house.forgive(r"ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_SOCKET|WebSocket connection")
    with SlowLine(brisk.port, 0) as line:
        device = house.open(line.url)
        device.table("zieufermix")
        device.play_on("zieufermix", 1)
        line.cut()
        expect(device.notice(device.words.lost)).to_be_visible()
        line.mend()
        expect(device.notice(device.words.back)).to_be_visible()
        assert device.play_on("zieufermix", 1) == 1
