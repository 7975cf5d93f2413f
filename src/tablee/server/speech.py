"""Talking at the table: preset reactions for everybody, free chat for those who sit, if the table allows it."""

from tablee.kernel.refusal import Refused
from tablee.server import protocol as p
from tablee.server.limits import Buckets
from tablee.server.lobby import Lobby, seats_of, shown_name

LONGEST_CHAT = 300


class Speech:
    """Everybody has a rate of his own; those who only watch share one."""

    def __init__(self) -> None:
        self._rates = Buckets(burst=5, per_second=0.5)

    def say(self, lobby: Lobby, device: str, message: p.React | p.Chat, silent: bool) -> p.Spoke:
        """What the others hear."""
        if device in lobby.muted:
            raise Refused("muted")
        seat = next(iter(seats_of(lobby, device)), None)
        name = "" if seat is None else shown_name(lobby, seat)
        if isinstance(message, p.Chat):
            if not lobby.chat:
                raise Refused("chat_off")
            if seat is None:
                raise Refused("not_your_seat")
            spoke = p.Spoke(seat, name, text=_cleaned(message.text))
        elif message.phrase in p.PHRASES:
            spoke = p.Spoke(seat, name, phrase=message.phrase)
        else:
            raise Refused("unknown_phrase")
        if silent:
            raise Refused("silence")
        if not self._rates.take("" if seat is None else device):
            raise Refused("too_fast")
        return spoke


def _cleaned(text: str) -> str:
    cleaned = "".join(c for c in text if c.isprintable()).strip()
    if not 0 < len(cleaned) <= LONGEST_CHAT:
        raise Refused("too_long")
    return cleaned
