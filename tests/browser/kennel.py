"""Spots as a player handles it: tiles, dice, dogs and the yard, found by what is written on them."""

import re
from time import monotonic

from playwright.sync_api import Locator
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.pages import Device

SOON = 2_000
STALL = 60.0
"""Seconds without a move, others' turns and all."""


class Kennel:
    def __init__(self, device: Device) -> None:
        self.device, self.page = device, device.page

    @property
    def french(self) -> bool:
        return self.device.words.start == "Lancer la partie"

    def _word(self, french: str, english: str) -> str:
        return french if self.french else english

    @property
    def tiles(self) -> Locator:
        """Tiles that may be chosen."""
        row = self.page.get_by_role("group", name=self._word("Tuile", "Tile"))
        return row.get_by_role("button", disabled=False).filter(visible=True)

    @property
    def dice(self) -> Locator:
        """Dice of the roll that have no place yet."""
        tray = self.page.get_by_role("group", name=self._word("Lancer", "Roll"), exact=True)
        return tray.get_by_role("button", name=re.compile(self._word(r"^dé \d$", r"^die \d$")))

    @property
    def fitting(self) -> Locator:
        """Spaces on which the chosen die may go."""
        return self.page.get_by_role("button", name=re.compile(self._word("poser ici$", "place here$")))

    def button(self, french: str, english: str) -> Locator:
        return self.device.button(self._word(french, english))

    @property
    def stop(self) -> Locator:
        """Of this turn: after the game there is one to stop for the evening."""
        return self.device.button(self._word("Arrêter", "Stop"), exact=True)

    @property
    def done(self) -> Locator:
        return self.button("Ranger", "Put away")

    @property
    def bury(self) -> Locator:
        return self.button("Enterrer", "Bury")

    @property
    def numbers(self) -> Locator:
        """A number to be named, or set on a die; for dice set aside, as many as it says."""
        named = self.device.page.get_by_role("button", name=re.compile(r"^[1-6]$")).filter(visible=True)
        return named.or_(self.button("Mettre de côté", "Set aside"))

    @property
    def own_dice(self) -> Locator:
        """Own dice on dogs or in the yard that may be rolled once more."""
        taken = re.compile(self._word("couverte$|^dé \\d$", "covered$|^die \\d$"))
        return self.page.get_by_role("button", name=taken, disabled=False).filter(visible=True)

    @property
    def turn(self) -> bool:
        """Whether this player has something to do."""
        things = (self.tiles, self.dice, self.done, self.numbers, self.own_dice, self.stop)
        return any(thing.count() for thing in things)

    def wait(self) -> None:
        self.device.until(lambda: self.turn or bool(self.device.end.count()))

    def put_away(self) -> None:
        """Every die onto a dog where one has room for it, into the yard otherwise."""
        for _ in range(12):
            if self.done.count():
                break
            target = self.fitting if self.fitting.count() else self.bury
            if not target.count():
                self.device.tap(self.dice, SOON)
                continue
            self.device.tap(target, SOON)
        with self.device.answered():
            self.device.tap(self.done, SOON)

    def move(self) -> bool:
        """One thing that is to be done; False when nothing is."""
        device = self.device
        if self.dice.count() or self.done.count():
            self.put_away()
        elif self.button("Valider", "Validate").count():
            with device.answered():
                device.tap(self.button("Valider", "Validate"))
        elif self.stop.count():
            with device.answered():
                device.tap(self.stop)
        elif self.tiles.count():
            device.tap(self.tiles.first, SOON)
            with device.answered():
                device.tap(self.button("Choisir", "Choose"), SOON)
        elif self.numbers.count():
            with device.answered():
                device.tap(self.numbers.first, SOON)
        elif self.own_dice.count():
            with device.answered():
                device.tap(self.own_dice.first, SOON)
        else:
            return False
        return True

    def until_dice(self) -> None:
        """Plays on until there are dice to place: now and then all of a roll fall into the yard by themselves."""
        while not self.dice.count():
            assert self.play(1), "a whole game without a die to place"

    def play(self, moves: int = 10_000) -> int:
        """Plays to the end, or so many moves; how many were made."""
        made, last, why = 0, monotonic(), ""
        while made < moves and not self.device.end.count():
            try:
                acted = self.move()
            except TooLate as late:
                acted, why = False, str(late)
            if acted:
                made, last, why = made + 1, monotonic(), ""
            else:
                assert monotonic() - last < STALL, f"nothing happens any more: {why}"
                self.page.wait_for_timeout(50)
        return made
