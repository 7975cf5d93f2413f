"""Pas Touche ! in a browser: two hands by mouse, thumbs, slide, long press and keys; buzzers; fair races."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import expect

from tablee.games.pas_touche.cards import read
from tests.browser.conftest import House
from tests.browser.page_words import EN
from tests.browser.pages import Device
from tests.browser.server import Served
from tests.browser.slow_line import SlowLine
from tests.browser.test_accessible import check

GAME = "pas_touche"
LATE = 150
"""Milliseconds that the slow line takes, each way."""
CLOSE = 60
"""A race that is nearer than this may be a tie."""
ROUNDS = 120


@pytest.fixture(scope="module")
def brisk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server where results are shown for a moment only, but a call can still be made in time."""
    with Served(tmp_path_factory.mktemp("brisk") / "tablee.sqlite3", 2.0) as server:
        yield server


class Player:
    """Somebody who sees the dice, knows the rules and touches with the right hand."""

    def __init__(self, device: Device) -> None:
        self.device = device

    @property
    def view(self) -> Any:
        view: Any = self.device.sight.get("view", {"phase": "lobby"})
        return view

    def zone(self, name: str) -> list[Any]:
        found: list[Any] = next(z for z in self.view["zones"] if z["name"] == name)["cards"]
        return found

    @property
    def wanted(self) -> str:
        return "-".join(die["mark"] for die in self.zone("dice"))

    def place(self, face: str) -> int:
        return [card["face"] for card in self.zone("grid")].index(face)

    @property
    def forbidden(self) -> bool:
        cards = [
            read(card["face"]) for card in self.zone(f"track:{self.device.seat}") if card and card.get("face")
        ]
        return any(what in self.wanted.split("-") for card in cards for what in card.forbids)

    def card(self, face: str) -> Any:
        """The card of the grid, by what a screen reader says of it."""
        place = self.place(face)
        spot = f"{'ABCDEF'[place % 6]}{place // 6 + 1}"
        return self.device.page.get_by_role("button", name=spot)

    def until(self, *phases: str) -> str:
        self.device.until(lambda: self.view["phase"] in phases)
        return str(self.view["phase"])

    def roll(self) -> None:
        """The dice lie, whoever rolls them."""
        if self.until("waiting", "race") == "waiting":
            roll = self.device.button(self.words["roll"])
            with suppress(TooLate):  # somebody else may be quicker
                roll.first.click(timeout=3_000)
        self.until("race")
        self.device.look()

    def give_up(self) -> None:
        """It is asked once, in its place."""
        self.device.button(self.words["give_up"]).first.click()
        with self.device.answered():
            self.device.button(self.words["really"]).first.click()

    @property
    def words(self) -> dict[str, str]:
        english = self.device.words is EN
        return {
            "roll": "Roll the dice" if english else "Lancer les dés",
            "call": "Pas Touche",
            "other": "Other hand" if english else "Autre main",
            "mine": "My hand" if english else "Ma main",
            "give_up": "I give up" if english else "Je renonce",
            "really": "Really" if english else "Vraiment",
        }

    @property
    def score(self) -> int:
        return int(self.view["scores"][self.device.seat])


def seats(house: House, *urls: str, size: tuple[int, int] = (1280, 800), **how: Any) -> list[Player]:
    """People at devices of their own, each at the given address, without a limit of time."""
    host = house.open(urls[0], size=size, **how)
    code = host.invite(GAME)
    host.sit("Zoé")
    host.fewer_seats(len(urls))
    players = [Player(host)]
    for name, url in zip(("Nino", "Lila"), urls[1:], strict=False):
        guest = house.open(f"{url}/t/{code}", size=size)
        guest.sit(name)
        players.append(Player(guest))
    host.no_hurry()
    return players


def options(host: Device, *names: str) -> None:
    for name in names:
        with host.answered():
            host.page.get_by_role("radio", name=name, exact=True).click()


def a_round(mine: Player, other: Player, touch: Any) -> dict[str, Any]:
    """One round in which the other gives up; what came of my touch."""
    mine.roll()
    other.until("race")
    other.give_up()
    touch()
    return mine.device.told("wins", "blocks", "wrong")


def test_a_whole_game_by_mouse_with_both_buttons(house: House, brisk: Served) -> None:
    """Left is the chosen hand, right the other one, the space bar the cry; then a game with the new levels."""
    mine, other = seats(house, brisk.url, brisk.url)
    options(mine.device, "2,5 s")
    mine.device.start()
    blocked = won = 0

    def touch() -> None:
        hand = mine.forbidden
        mine.card(mine.wanted).click(button="right" if hand else "left")
        if hand:
            mine.device.page.keyboard.press("Space")

    for _ in range(ROUNDS):
        told = a_round(mine, other, touch)
        assert told["kind"] in ("wins", "blocks"), told
        blocked += told["kind"] == "blocks"
        won += told["kind"] == "wins"
        if won == 10:
            break
    expect(mine.device.end).to_be_visible()
    expect(other.device.end).to_be_visible()
    levels = [e["data"] for e in mine.device.events if e["kind"] == "level"]
    assert levels == [{"seat": 0, "before": 1, "after": 3}, {"seat": 1, "before": 1, "after": 1}]
    with mine.device.answered():
        mine.device.button(mine.device.words.again).click()
    mine.device.until(lambda: mine.view["phase"] in ("waiting", "race"))
    assert mine.view["facts"]["levels"] == [3, 1]
    assert [card["back"] for card in mine.zone("track:0")] == ["orange", "green", "green"]


def test_two_thumbs_on_a_phone(house: House, steady: Served) -> None:
    """A thumb that rests on the pad makes a tap one of the other hand."""
    mine, other = seats(house, steady.url, steady.url, size=(360, 640), has_touch=True, is_mobile=True)
    options(mine.device, "2,5 s")
    mine.device.start()
    page = mine.device.page
    mine.device.fits()
    assert a_round(mine, other, lambda: mine.card(mine.wanted).tap())["kind"] == "wins"
    pad = mine.device.button(mine.words["other"]).first

    def with_thumb() -> None:
        for target, finger in ((pad, 71), (mine.card(mine.wanted), 72)):
            land(target, finger)
        expect(pad).to_have_attribute("aria-pressed", "true")
        lift(page, 72)
        lift(page, 71)
        expect(pad).to_have_attribute("aria-pressed", "false")
        mine.device.button(mine.words["call"]).first.tap()

    told = a_round(mine, other, with_thumb)
    # The other hand is right on a forbidden card, and a mistake on any other.
    assert told["kind"] == "blocks" or told["data"]["shout"] == "wrong_hand"
    for label in (mine.words["call"], mine.words["other"]):
        box = mine.device.button(label).first.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["x"] < 180, "the pad lies on the side of the other hand"
    cards = page.locator("[data-zone=grid] button")
    sides = [cards.nth(place).bounding_box() for place in (0, 35)]
    assert all(side is not None and side["width"] >= 40 for side in sides)


def land(target: Any, finger: int, kind: str = "touch") -> None:
    target.dispatch_event(
        "pointerdown", {"pointerId": finger, "pointerType": kind, "button": 0, "clientX": 100, "clientY": 100}
    )


def lift(page: Any, finger: int) -> None:
    page.evaluate("id => window.dispatchEvent(new PointerEvent('pointerup', { pointerId: id }))", finger)


@pytest.mark.parametrize("scheme", ["glisser", "appui long"])
def test_a_slide_or_a_long_press_tells_the_hand_after_the_touch(house: House, steady: Served, scheme: str) -> None:
    mine, other = seats(house, steady.url, steady.url, size=(820, 1180), has_touch=True)
    device, page = mine.device, mine.device.page
    device.tap(device.button(device.words.settings))
    page.get_by_role("radio", name=scheme).click()
    device.close_dialog()
    device.start()

    def finger(then: str) -> None:
        """Lands, does something and lifts, all within the page: a slow test is no slow finger."""
        mine.card(mine.wanted).evaluate(f"""async (card) => {{
            const event = (kind, x) => new PointerEvent(kind, {{
                pointerId: 81, pointerType: "touch", bubbles: true, clientX: x, clientY: 100,
            }});
            card.dispatchEvent(event("pointerdown", 100));
            {then}
            card.dispatchEvent(event("pointerup", 100));
        }}""")

    slow = {
        "glisser": 'card.dispatchEvent(event("pointermove", 119));',
        "appui long": "await new Promise((done) => setTimeout(done, 300));",
    }
    assert a_round(mine, other, lambda: finger(""))["kind"] == "wins"
    assert mine.score == 1
    for _ in range(5):  # on a busy machine the hand may be told too late to count
        told = a_round(mine, other, lambda: finger(slow[scheme]))
        if told["kind"] == "wrong":
            break
    assert told["kind"] == "wrong"
    assert told["data"]["shout"] in ("no_call", "wrong_hand"), "it was the other hand"


def test_letters_numbers_shift_and_space(house: House, brisk: Served) -> None:
    """A whole touch by keyboard: the column, then the row; Shift is the other hand."""
    mine, other = seats(house, brisk.url, brisk.url)
    options(mine.device, "2,5 s")
    mine.device.start()
    kinds = set()

    def keys() -> None:
        place, keyboard = mine.place(mine.wanted), mine.device.page.keyboard
        keyboard.press("abcdef"[place % 6])
        row = f"Digit{place // 6 + 1}"
        if mine.forbidden:
            keyboard.press(f"Shift+{row}")
            keyboard.press("Space")
        else:
            keyboard.press(row)

    for _ in range(8):
        kinds.add(a_round(mine, other, keys)["kind"])
    assert "wins" in kinds
    assert kinds <= {"wins", "blocks"}


def test_one_screen_has_buzzers_for_everybody(house: House, steady: Served) -> None:
    device = house.open(steady.url, size=(820, 1180))
    device.one_screen(GAME)
    for name in ("Zoé", "Nino", "Lila"):
        device.sit_here(name)
    device.fewer_seats(3)
    device.no_hurry()
    device.start()
    player = Player(device)
    for name in ("Zoé", "Nino", "Lila"):
        place = device.page.get_by_role("region", name=name, exact=True)
        expect(place.get_by_role("button", name=player.words["mine"])).to_be_visible()
        expect(place.get_by_role("button", name=player.words["other"])).to_be_visible()
        expect(place.get_by_role("list")).to_be_visible()
    player.roll()
    nino = device.page.get_by_role("region", name="Nino", exact=True)
    with device.answered():
        nino.get_by_role("button", name=player.words["mine"]).click()
    player.until("tap")
    with device.answered():
        player.card(player.wanted).click()
    assert device.told("wins")["data"]["seat"] == 1
    player.until("waiting", "race")
    player.roll()
    for name in ("Zoé", "Lila"):
        with device.answered():
            device.page.get_by_role("region", name=name, exact=True).get_by_text(player.words["give_up"]).click()
    with device.answered():
        nino.get_by_role("button", name=player.words["other"]).click()
    player.until("tap")
    with device.answered():
        nino.get_by_role("button", name=player.words["call"]).click()
    with device.answered():
        player.card(player.wanted).click()
    told = device.told("blocks", "wrong")
    assert told["data"]["seat"] == 1
    assert told["kind"] == "blocks" or told["data"]["shout"] == "wrong_hand"


def test_the_faster_person_wins_however_slow_the_line(house: House, steady: Served) -> None:
    """Both touch at once, but one has seen the dice 150 ms later: that reaction is the quicker one."""
    with SlowLine(steady.port, LATE) as line:
        near, far = seats(house, steady.url, line.url)
        with near.device.answered():
            near.device.page.get_by_role("switch", name=near.device.words.trust).click()
        with near.device.answered():
            near.device.page.get_by_role("switch", name="Premier tour tranquille").click()
        near.device.start()
        far.device.measured(2 * LATE)
        for _ in range(20):
            near.roll()
            far.until("race")
            far.device.look()
            if near.forbidden or far.forbidden:
                for player in (near, far):
                    player.give_up()
                near.until("waiting", "result")
                continue
            wanted = near.wanted
            before = [len(player.device.reactions) for player in (near, far)]
            for player in (near, far):
                player.card(wanted).hover()
            for player in (near, far):
                player.device.page.mouse.down()
            decided = [player.device.told("wins")["data"] for player in (near, far)]
            for player in (near, far):
                player.device.page.mouse.up()
            assert decided[0] == decided[1]
            both = all(len(p.device.reactions) > had for p, had in zip((near, far), before, strict=True))
            # On a busy machine it may be over before the other has touched.
            if both and abs(near.device.reactions[-1] - far.device.reactions[-1]) > CLOSE:
                first = min((near, far), key=lambda player: player.device.reactions[-1])
                assert decided[0]["seat"] == first.device.seat
                if first is far:
                    break
            near.until("waiting")
            far.until("waiting")
        else:
            raise AssertionError("the slow line was never the quicker one")
        assert far.score > 0


def test_in_english_at_night_on_a_phone(house: House, brisk: Served) -> None:
    device = house.open(brisk.url, EN, (360, 640), has_touch=True, is_mobile=True, color_scheme="dark")
    device.invite(GAME)
    device.sit("Zoe")
    device.fewer_seats(2)
    device.add_bots()
    device.start()
    player = Player(device)
    player.roll()
    device.fits()
    expect(device.page.get_by_role("group", name="Grid")).to_be_visible()
    expect(device.page.get_by_role("list", name="Constraints")).to_be_visible()
    names = {b.get_attribute("aria-label") or "" for b in device.page.locator("[data-zone=grid] button").all()}
    assert len(names) == 36
    assert {name.split(" : ")[1] for name in names} >= {"3 donut", "6 éclair"}


def test_axe_finds_nothing_serious_at_this_table(house: House, steady: Served) -> None:
    device = house.open(steady.url)
    device.table(GAME, seats=2)
    Player(device).roll()
    check(device, GAME)
