"""Commands that were done, so that a repeat is answered and not done twice.

Each device has room of its own: whatever a spectator sends, nobody forgets what a player has done.
"""

from collections import OrderedDict
from collections.abc import Collection, Iterable

from tablee.server import protocol as p

OF_A_DEVICE = 256
"""Commands that are remembered of each device."""
ONLOOKERS = 64
"""Devices without a seat of which anything is remembered; the one that was heard longest ago goes first."""


class Answered:
    def __init__(self) -> None:
        self._of: OrderedDict[str, OrderedDict[str, p.Done]] = OrderedDict()

    def reply(self, device: str, command: str) -> p.Done | None:
        own = self._of.get(device)
        return None if own is None else own.get(command)

    def remember(self, device: str, command: str, reply: p.Done, seated: Collection[str]) -> None:
        """`seated`: the devices whose commands are never forgotten for those of others."""
        self._note(device, command, reply)
        self._make_room(seated)

    def recall(self, commands: Iterable[tuple[str, str]], seated: Collection[str]) -> None:
        """The commands of a whole log, by device and id, in their order."""
        for device, command in commands:
            self._note(device, command, p.Done(command))
        self._make_room(seated)

    def _note(self, device: str, command: str, reply: p.Done) -> None:
        own = self._of.setdefault(device, OrderedDict())
        self._of.move_to_end(device)
        own[command] = reply
        while len(own) > OF_A_DEVICE:
            own.popitem(last=False)

    def _make_room(self, seated: Collection[str]) -> None:
        onlookers = [known for known in self._of if known not in seated]
        for gone in onlookers[: max(0, len(onlookers) - ONLOOKERS)]:
            del self._of[gone]

    def forget(self, device: str, command: str) -> None:
        """It was not done after all."""
        self._of.get(device, OrderedDict()).pop(command, None)
