"""The page as a player uses it: by roles and by what is written on things, never by where they are."""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

from msgspec import json
from playwright.sync_api import BrowserContext, Locator, Page, WebSocket, expect
from playwright.sync_api import TimeoutError as TooLate

from tablee.games.registry import games
from tests.browser.page_words import FR, Words

PATIENCE = 20_000
"""Milliseconds that a test waits for something that ought to come soon."""
SLICE = 1_000
"""After so many milliseconds without news, another line is looked at if there is one."""
GAME = 120_000
"""Milliseconds until the next thing to do at a table where others play."""


SOON = 3_000
"""Milliseconds for something that is there already, and may be gone at once."""
TRIES = 20
"""So often in a row something may turn out to be gone, or only lead to the next thing."""
REACTION = 300
"""Milliseconds of somebody quick; below a hundred of the table it does not count, and it begins at leisure."""

Message = dict[str, Any]


EAGER: Final = """
const say = () => document.querySelectorAll(".depart button.grande, dialog .partir.rejoue button.verte")
  .forEach((plate) => plate.click());
new MutationObserver(say).observe(document, { childList: true, subtree: true });
"""
"""Somebody who is ready at once, and plays again, for tests of something else."""

SIZES: Final = ((360, 640), (820, 1180), (1440, 900))
THEMES: Final = ("light", "dark")
GAMES: Final = ("amerix", "bazardelix", "vizdibix", "zieufermix")
WORD_GAMES: Final = ("frazrigolix", "frontibix", "hyperspeedix", "solitix", "spiralix", "touposix")
NAMES: Final = {key: game.info.name.rstrip(" !") for key, game in games().items()}


def bare(told: Message) -> Message:
    """Values without what they are."""
    return {name: v["value"] if isinstance(v, dict) and "is" in v else v for name, v in told.items()}


class Device:
    """One browser tab. What comes in on its socket only tells a test when it was answered, and how."""

    def __init__(self, page: Page, words: Words = FR, *, keyboard: bool = False, eager: bool = True) -> None:
        self.page = page
        self.eager = eager
        if eager:
            page.add_init_script(EAGER)
        self.words = words
        self.keyboard = keyboard
        """Everything is done by keys; no pointer touches the page."""
        self.socket: WebSocket | None = None
        self.table_view: Message = {}
        self.sight: Message = {}
        self.lag: Message = {}
        self.over = False
        """The game has ended."""
        self.events: list[Message] = []
        self.reactions: list[float] = []
        """Milliseconds that our presses in races took, as the page told them."""
        self.drawn = -1
        """The newest stimulus that the page has drawn, as it told the table."""
        self._read = 0
        self._listening = False
        """Something is being waited for, and looked at."""
        page.set_default_timeout(PATIENCE)
        page.on("websocket", self._opened)

    @classmethod
    def open(
        cls, context: BrowserContext, url: str, words: Words = FR, *, keyboard: bool = False, eager: bool = True
    ) -> "Device":
        device = cls(context.new_page(), words, keyboard=keyboard, eager=eager)
        device.page.goto(url)
        return device

    # ---- the socket --------------------------------------------------------------------------------

    def _opened(self, socket: WebSocket) -> None:
        if socket.url.endswith("/ws"):
            self.socket = socket
            socket.on("framereceived", self._hear)
            socket.on("framesent", self._said)

    def _hear(self, frame: str | bytes) -> None:
        message: Message = json.decode(frame)
        match message["type"]:
            case "welcome" | "lobby":
                self.table_view = message["table"]
            case "sight":
                self.sight = message
                view = message["view"]
                view["facts"] = bare(view["facts"])
                self.events += [{**event, "data": bare(event["data"])} for event in message.get("events", ())]
            case "ended":
                self.over = True
            case "lag":
                self.lag = message

    def _said(self, frame: str | bytes) -> None:
        message: Message = json.decode(frame)
        if message["type"] == "drew":
            self.drawn = max(self.drawn, message["stimulus"])
        if message.get("reaction") is not None:
            self.reactions.append(message["reaction"])

    def until(
        self,
        true: Callable[[], bool],
        timeout: float = PATIENCE,
        way: Literal["framereceived", "framesent"] = "framereceived",
    ) -> None:
        """Waits until something that came in makes this true, also over another line than that of now; or
        something that the page has said."""
        if self.socket is None:
            self.page.wait_for_event("websocket", lambda _: self.socket is not None, timeout=timeout)
        assert self.socket is not None, "no table"

        def so() -> bool:
            self._listening = True
            try:
                return true()
            finally:
                self._listening = False

        while not so():
            line, span = self.socket, min(timeout, SLICE)
            timeout -= span
            try:
                line.wait_for_event(way, lambda _: so(), timeout=span)
            except TooLate:
                if timeout <= 0:
                    raise

    def answered(self) -> "Answered":
        return Answered(self)

    def look(self) -> None:
        """In a race one sees before one presses; who is too quick has only guessed, and is locked out. One sees
        what is drawn, however long that takes."""
        offers = [offer for mine in self.sight.get("offers", {}).values() for offer in mine]
        newest = max((shown for offer in offers if (shown := offer.get("stimulus")) is not None), default=-1)
        self.until(lambda: self.drawn >= newest, way="framesent")
        self.page.wait_for_timeout(REACTION)

    def told(self, *kinds: str) -> Message:
        """The next event of these kinds; what came before it counts as read."""
        found: list[Message] = []

        def look() -> bool:
            while not found and self._read < len(self.events):
                self._read += 1
                if self.events[self._read - 1]["kind"] in kinds:
                    found.append(self.events[self._read - 1])
            return bool(found)

        self.until(look)
        return found[0]

    def measured(self, round_trip: int) -> None:
        """Waits until the server knows how slow this line is."""
        self.until(lambda: self.lag.get("round_trip", 0) >= round_trip)

    @property
    def seat(self) -> int:
        return next(i for i, chair in enumerate(self.table_view["seats"]) if chair.get("yours"))

    @property
    def offers(self) -> list[str]:
        """The names of the moves that this seat may make now."""
        return [offer["name"] for offer in self.sight.get("offers", {}).get(str(self.seat), [])]

    @property
    def seats(self) -> int:
        return len(self.table_view["seats"])

    # ---- finding and touching ----------------------------------------------------------------------

    def button(self, name: str, *, exact: bool = False) -> Locator:
        """Buttons that can be pressed now and begin with this word; the page curls its apostrophes."""
        label = re.escape(name).replace("'", "['’]")
        pattern = re.compile(rf"^\W*{label}" + (r"\W*$" if exact else r"(?!\w)"))
        return self.page.get_by_role("button", name=pattern, disabled=False).filter(visible=True)

    def heading(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("heading", name=name).filter(visible=True)

    def notice(self, text: str) -> Locator:
        """A banner."""
        banner = self.page.get_by_role("status").or_(self.page.get_by_role("alert"))
        return banner.filter(has_text=text, visible=True)

    @property
    def dialog(self) -> Locator:
        return self.page.get_by_role("dialog").filter(visible=True)

    def close_dialog(self) -> None:
        self.tap(self.dialog.get_by_role("button", name=self.words.close))
        expect(self.dialog).to_have_count(0)

    def tap(self, target: Locator, timeout: float = PATIENCE) -> None:
        """Presses the first of these, or the one that the Tab key comes to first."""
        assert not self._listening, "what waits only looks: two would press keys at once"
        if not self.keyboard:
            target.first.click(timeout=timeout)
            return
        self._walk_to(target, timeout)
        self.page.keyboard.press("Enter")

    def _walk_to(self, target: Locator, timeout: float = PATIENCE) -> None:
        target.first.wait_for(timeout=timeout)
        here = self.page.locator(":focus").and_(target)
        for _ in range(300):
            if here.count():
                return
            self.page.keyboard.press("Tab")
        raise TooLate("the Tab key does not get there")

    def write(self, box: Locator, text: str) -> None:
        if not self.keyboard:
            box.fill(text)
            return
        self._walk_to(box)
        self.page.keyboard.press("ControlOrMeta+A")
        self.page.keyboard.type(text)

    def fits(self) -> None:
        """Nothing sticks out: the page never scrolls sideways."""
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        expect(self.page.locator("main").first).to_be_visible()
        assert self.page.evaluate(wide) <= 0, f"{self.page.url} scrolls sideways"

    # ---- the way to a table ------------------------------------------------------------------------

    def box(self, game: str) -> Locator:
        """A game on the shelf; what was played lies on the table as well."""
        return self.page.get_by_role("link", name=re.compile(rf"^{NAMES[game]}\b")).first

    def choose(self, game: str) -> None:
        """From the shelf to the sheet of a game."""
        self.tap(self.box(game))
        expect(self.button(self.words.alone).first).to_be_visible()

    def _make(self, game: str, how: str) -> str:
        self.choose(game)
        self.tap(self.button(how))
        self.page.wait_for_url("**/t/*")
        return self.page.url.rsplit("/", 1)[1]

    def invite(self, game: str) -> str:
        """Opens a table for friends; its code."""
        return self._make(game, self.words.invite)

    def one_screen(self, game: str) -> str:
        """Opens a table for several people at this device; its code."""
        return self._make(game, self.words.here)

    def sit(self, name: str) -> None:
        self.write(self.page.get_by_role("textbox", name=self.words.name), name)
        with self.answered():
            self.tap(self.button(self.words.sit))

    def sit_here(self, name: str) -> None:
        """One more person at this device."""
        asked = self.page.get_by_role("textbox", name=re.compile(f"{self.words.who_here}|{self.words.who_else}"))
        self.write(asked, name)
        with self.answered():
            asked.press("Enter")

    def add_bots(self, seats: int | None = None) -> None:
        """Bots on all free chairs, or on so many."""
        free = self.button(self.words.bot)
        expect(free.first).to_be_visible()
        for _ in range(free.count() if seats is None else seats):
            with self.answered():
                self.tap(free)

    def fewer_seats(self, seats: int) -> None:
        while (before := self.seats) > seats:
            self.tap(self.button(self.words.fewer))
            self.until(lambda before=before: self.seats < before)  # type: ignore[misc]

    def more_seats(self, seats: int) -> None:
        while (before := self.seats) < seats:
            self.tap(self.button(self.words.more))
            self.until(lambda before=before: self.seats > before)  # type: ignore[misc]

    def no_hurry(self) -> None:
        """The table waits for people as long as they like."""
        wanted = self.page.get_by_role("radio", name=self.words.no_limit).first
        if not self.keyboard:
            with self.answered():
                wanted.click()
            return
        self._walk_to(self.page.get_by_role("radiogroup").filter(has=wanted).get_by_role("radio"))
        while not wanted.and_(self.page.get_by_role("radio", checked=True)).count():
            with self.answered():
                self.page.keyboard.press("ArrowRight")

    def start(self) -> None:
        with self.answered():
            self.tap(self.button(self.words.start))
        if self.eager:
            self.until(lambda: self.table_view["playing"] and not self.table_view["gate"])
            self.until(lambda: bool(self.sight) and not self.sight.get("gated"))

    def table(self, game: str, name: str = "Zoé", *, seats: int = 4, options: Sequence[str] = ()) -> str:
        """Home, a table for oneself and bots, and off we go, without a limit of time; its code."""
        code = self.invite(game)
        self.sit(name)
        self.fewer_seats(seats)
        self.more_seats(seats)
        self.add_bots()
        self.no_hurry()
        for option in options:
            with self.answered():
                self.page.get_by_role("radio", name=option, exact=True).click()
        self.start()
        return code

    def pair(
        self,
        guest: "Device",
        game: str,
        *,
        seats: int = 2,
        options: Sequence[str] = (),
        own: re.Pattern[str] | None = None,
        contests: bool = False,
    ) -> str:
        """A table for this device, another one and bots on the other chairs, without a limit of time; its code.

        `own`: an option that each of them chooses for the own seat. `contests`: where words may be contested, they
        are, which takes its time.
        """
        code = self.invite(game)
        self.sit("Zoé")
        guest.page.goto(self.page.url)
        guest.sit("Nino")
        self.fewer_seats(seats)
        self.no_hurry()
        for option in options:
            with self.answered():
                self.page.get_by_role("radio", name=option, exact=True).click()
        asked = self.page.get_by_role("switch", name=self.words.contests, checked=True)
        if not contests and asked.count():
            with self.answered():
                asked.click()
        for device in (self, guest) if own else ():
            with device.answered():
                device.page.get_by_role("radio", name=own, disabled=False).first.click()
        self.start()
        for device in (self, guest):
            device.until(lambda device=device: device.sight and not device.sight.get("gated"))  # type: ignore[misc]
        return code

    # ---- at the table ------------------------------------------------------------------------------

    @property
    def end(self) -> Locator:
        return self.heading(re.compile(self.words.won))

    @property
    def hand(self) -> Locator:
        return self.page.get_by_role("group", name=re.compile(rf"^{self.words.hand}")).filter(visible=True)

    def cards(self) -> list[str]:
        """What is in the hand."""
        labels = [card.get_attribute("aria-label") or "" for card in self.hand.get_by_role("button").all()]
        return sorted(label.split(",")[0] for label in labels)

    def handles(self, within: Locator | None = None) -> set[str]:
        """The secret names of the cards that are anywhere in the page, seen or not."""
        cards = (within or self.page.locator("html")).locator("[data-h]")
        return {handle for card in cards.all() if (handle := card.get_attribute("data-h"))}

    @property
    def playable(self) -> Locator:
        """Cards of the hand that may be laid."""
        name = re.compile(rf", {self.words.playable}$")
        return self.hand.get_by_role("button", name=name, disabled=False).filter(visible=True)

    @property
    def hidden(self) -> Locator:
        """Face-down cards that may be turned."""
        name = re.compile(rf"^{self.words.hidden}")
        return self.page.get_by_role("button", name=name, disabled=False).filter(visible=True)

    @property
    def night(self) -> Locator:
        return self.button(self.words.night)

    @property
    def letters(self) -> Locator:
        """The keys of "which letter?"."""
        keys = self.page.get_by_role("group", name=re.compile(self.words.letter, re.IGNORECASE))
        return keys.get_by_role("button", name=re.compile(r"^[A-Z](?!\w)")).filter(visible=True)

    def shout(self, name: str) -> Locator:
        return self.button(name, exact=True)

    def things_to_do(self, game: str) -> list[Locator]:
        """What a player without a plan tries, the best first."""
        w = self.words
        match game:
            case "amerix":
                plates = (self.button(name) for name in (w.keep, w.draw, w.skip))
                return [self.letters, self.playable, *plates]
            case "bazardelix":
                return [self.button(w.give), self.playable]
            case "vizdibix":
                return [self.button(w.turn), *(self.shout(name) for name in w.shouts)]
            case "zieufermix":
                return [self.hidden, self.night]
        return [self.playable]

    def next_thing(self, game: str, *others: Locator) -> Locator | None:
        """Waits until there is something to do; None at the end of the game or when one of the others is there."""
        things = self.things_to_do(game)
        stop = self.end
        for other in others:
            stop = stop.or_(other)
        anything = stop
        for thing in things:
            anything = anything.or_(thing)
        while True:
            anything.first.wait_for(timeout=GAME)
            if stop.count():
                return None
            for thing in things:  # it may be gone again by now
                if thing.count():
                    return thing

    def play_on(self, game: str, moves: int = 0, *others: Locator) -> int:
        """Plays to the end, or so many moves, or until one of the others is there; how many the table took."""
        taken = vain = 0
        while not moves or taken < moves:
            thing = self.next_thing(game, *others)
            if thing is None:
                break
            done = self.press(thing)
            taken += done
            vain = 0 if done else vain + 1
            assert vain < TRIES, f"nothing comes of pressing {thing.first}"
        return taken

    def press(self, thing: Locator) -> bool:
        """Does it, and waits until the table has taken it; False where it only led to the next thing to do."""
        giving = self.page.get_by_role("button", name=self.words.give, exact=True, disabled=True)
        try:
            if giving.count():
                chosen = self.hand.get_by_role("button", pressed=True)
                before = chosen.count()
                self.tap(thing, SOON)
                expect(chosen).to_have_count(before + 1)
                return False
            name = thing.first.get_attribute("aria-label", timeout=SOON) or ""
            if name.startswith(self.words.star) and not self.letters.count():
                self.tap(thing, SOON)
                expect(self.letters.first).to_be_visible()
                return False
            with self.answered() as answer:
                self.tap(thing, SOON)
            return answer.done
        except TooLate:
            return False


class Answered:
    """Waits until the table has answered what is said inside, and has shown what came of it."""

    def __init__(self, device: Device) -> None:
        assert device.socket is not None, "no table"
        self._wait = device.socket.expect_event("framereceived", self._heard, timeout=PATIENCE)
        self._answers: set[str] = set()
        self.done = False

    def _heard(self, frame: str | bytes) -> bool:
        kind = json.decode(frame)["type"]
        self._answers.add(kind)
        self.done = "done" in self._answers
        return "refused" in self._answers or (self.done and bool(self._answers & {"sight", "lobby", "ended"}))

    def __enter__(self) -> "Answered":
        self._wait.__enter__()
        return self

    def __exit__(self, *why: object) -> None:
        self._wait.__exit__(*why)  # type: ignore[arg-type]
