"""A game in the terminal, by words alone: what you see, what happened, what you can do. Bots sit in the others."""

from collections.abc import Sequence
from queue import Empty, Queue
from sys import stdin
from threading import Thread
from time import monotonic

from rich.console import Console

from tablee.kernel.door import Door, EventView
from tablee.kernel.moves import Move, Offer
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Millis, Seat
from tablee.play.driver import Driver
from tablee.prose import seen
from tablee.prose.seat import HalfMove, Menu, TextSeat, words_of
from tablee.prose.wording import spoken
from tablee.texts import Language, Texts, texts

YOU: Seat = 0
BACK, WAIT = "<", "."
PAST = 12
"""So many lines of what happened are told again."""


class Quit(Exception):
    pass


class Terminal:
    """You sit in seat 0. Without timers the clock stands still while the table waits for you alone."""

    def __init__(self, driver: Driver, language: Language, console: Console, timers: bool) -> None:
        self.driver = driver
        self.console = console
        self.timers = timers
        self.language = language
        self.spoken = spoken(language)
        self.texts: Texts = texts(driver.game.info.key, language)
        bots = {i: self.spoken.say("see.bot", n=i) for i in range(1, driver.state.n)}
        self.names: dict[Seat, str] = {YOU: self.spoken.say("see.you"), **bots}
        self.lines: Queue[str | None] = Queue()
        self.pace = 1.0
        """How much real time a moment of the table takes; at 0 nobody waits for it."""
        self.said = HalfMove()
        self.past: list[str] = []
        self.last: list[str] = []

    # ---- the loop ----------------------------------------------------------------------------------

    def run(self, read: bool = True) -> None:
        if read:
            self.listen()
        self.print(f"{self.texts.name}. {self.texts.tagline}")
        for card in self.texts.help.cards:
            self.print(f"{card.title}. {card.text}")
        self.print(self.spoken.say("orders.list"))
        self.tell()
        try:
            if self.pace and "race" in self.driver.game.info.kinds:
                self.ask(self.spoken.say("orders.ready"))
            while not self.driver.over:
                if self._offers():
                    self.turn()
                else:
                    self._pass_time()
        except (Quit, KeyboardInterrupt):
            self.print(self.spoken.say("orders.bye"))
            return
        for line in seen.ending(self.seat().w):
            self.print(line)

    def print(self, line: str) -> None:
        self.console.print(line, highlight=False, markup=False, soft_wrap=True)

    def listen(self) -> None:
        """To what is typed."""
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in stdin:
            self.lines.put(line.strip())
        self.lines.put(None)

    def _offers(self) -> tuple[Offer, ...]:
        return Door(self.driver.state, 1 << YOU).offers(YOU)

    def seat(self) -> TextSeat:
        """Your seat as it is now: nothing but what passes the door."""
        door = Door(self.driver.state, 1 << YOU)
        return TextSeat(door.view(), door.offers(YOU), YOU, self.texts, self.language, self.names)

    def waits_for_me(self) -> bool:
        """Time may stand still: only you can go on, and no race is on."""
        s = self.driver.state
        return not (
            self.timers
            or s.beside
            or any(o.stimulus is not None or o.opens_at > s.now for o in self._offers())
            or tuple(s.phases[-1].active(s)) != (YOU,)
        )

    def _step(self) -> None:
        self.driver.step()
        self.tell()

    def _pass_time(self) -> None:
        """Lets what happens by itself happen, at the pace of the table, unless a line comes first."""
        if not self.pace:
            self._step()
        elif (line := self._wait()) is not None:
            self._order(line)

    def _wait(self) -> str | None:
        """A typed line, or None after one step of the table."""
        due = self.driver.next_time()
        if due is None or self.waits_for_me():
            line = self.lines.get()
        else:
            began, now = monotonic(), self.driver.state.now
            try:
                line = self._line_within((due - now) / 1000 * self.pace)
            except Empty:
                self._step()
                return None
            passed = (monotonic() - began) * 1000 / (self.pace or 1.0)
            self._elapsed(min(due, now + round(passed)))
        if line is None:
            raise Quit
        return line

    def _line_within(self, seconds: float) -> str | None:
        if seconds <= 0:
            return self.lines.get_nowait()
        return self.lines.get(timeout=seconds)

    def _elapsed(self, t: Millis) -> None:
        self.driver.elapse(t)

    # ---- orders that are no moves ------------------------------------------------------------------

    def _order(self, line: str) -> bool:
        """Whether it was one of the words that only tell something."""
        orders = self.spoken.sections["orders"]
        asked = " ".join(words_of(line))
        known = {
            " ".join(words_of(orders[name])): name for name in ("see", "hand", "past", "time", "repeat", "rules")
        }
        w = self.seat().w
        if line.strip() == "?":
            told = [self.spoken.say("orders.list")]
        elif asked == orders["quit"].upper():
            raise Quit
        elif asked.startswith(orders["who"].upper() + " "):
            told = self._about(asked.partition(" ")[2])
        elif (order := known.get(asked)) is None:
            return False
        elif order == "see":
            told = [seen.summary(w, self._offers()), *seen.lines(w)]
        elif order == "hand":
            told = seen.hand(w)
        elif order == "past":
            told = self.past[-PAST:]
        elif order == "time":
            told = [seen.time_left(w, self.driver.state.now, 1 / (self.pace or 1.0))]
        elif order == "repeat":
            told = self.last
        else:
            told = [self.texts.help.rules]
        for each in told:
            self.print(each)
        return True

    def _about(self, name: str) -> list[str]:
        seat = next((i for i, n in self.names.items() if " ".join(words_of(n)).startswith(name)), None)
        if seat is None:
            return [self.spoken.say("orders.nobody", name=name.capitalize())]
        return seen.about(self.seat().w, seat)

    # ---- my turn -----------------------------------------------------------------------------------

    def turn(self) -> None:
        """Tells the table and asks until a move is made or the offers change."""
        offers = self._offers()
        self.draw()
        menu = self.seat().menu(self.said)
        self._show(menu)
        while self._offers() == offers and not self.driver.over:
            line = self._wait()
            if line is None or not line.strip():
                continue
            if line.strip() == WAIT:
                if self.driver.next_time() is not None:
                    self._step()
                continue
            if line.strip() == BACK:
                self.said = HalfMove()
                menu = self.seat().menu()
                self._show(menu)
                continue
            # In a race, and where something is asked for, a letter is an answer before it is an order.
            answers_first = menu.race or bool(menu.said.move)
            if not answers_first and self._order(line):
                continue
            meant = self.seat().answer(line, menu.said)
            if meant.play is not None:
                self.said = HalfMove()
                self._play(meant.play)
                return
            if meant.why and answers_first and self._order(line):
                continue
            if meant.why:
                self.print(meant.why)
            if meant.menu is not None and meant.menu != menu:
                menu = meant.menu
                self.said = menu.said
                self._show(menu)

    def _show(self, menu: Menu) -> None:
        told = [menu.so_far] if menu.so_far else []
        told += [menu.asks, *(f"{n} : {line.label}" for n, line in enumerate(menu.lines, 1))]
        told += [part for part in (menu.typed, menu.flag) if part]
        self.last = told
        for each in told:
            self.print(each)

    def _play(self, said: HalfMove) -> None:
        offer = next((o for o in self._offers() if o.name == said.move), None)
        if offer is not None and not self.pace:
            self._elapsed(offer.opens_at)
        try:
            self.play(Move(said.move, said.args, answers=offer.stimulus if offer is not None else None))
        except Refused as no:
            self.print(self.why_not(no, said.move))
        else:
            self.tell()

    def play(self, move: Move) -> None:
        self.driver.submit(YOU, move)

    def why_not(self, no: Refused, move: str) -> str:
        return self.texts.refusal(no, move, Door(self.driver.state, 1 << YOU).view().facts)

    def ask(self, question: str) -> str:
        self.print(question)
        line = self.lines.get()
        if line is None or line == self.spoken.say("orders.quit"):
            raise Quit
        return line

    # ---- telling -----------------------------------------------------------------------------------

    def draw(self) -> None:
        seat = self.seat()
        self.print("")
        self.print(seen.summary(seat.w, seat.offers))
        for line in seen.lines(seat.w):
            self.print(f"  {line}")

    def news(self) -> Sequence[EventView]:
        return self.driver.events_for(1 << YOU)

    def tell(self) -> None:
        """What happened."""
        for line in seen.happened(self.seat().w, self.news()):
            self.past.append(line)
            self.print(f"- {line}")
