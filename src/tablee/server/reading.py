"""A seat in words, for whoever asked for it: made of what passes the door, as everything is that is sent."""

from collections.abc import Mapping, Sequence

from tablee.kernel.door import Door
from tablee.kernel.events import Event
from tablee.kernel.units import Seat, Seats, members
from tablee.prose import seen
from tablee.prose.seat import TextSeat
from tablee.prose.wording import spoken
from tablee.server import protocol as p
from tablee.server.live import Live
from tablee.server.lobby import Lobby, shown_name
from tablee.texts import Language, texts


def called(lobby: Lobby, seat: Seat, language: Language) -> Mapping[Seat, str]:
    """What the people at a table are called by whoever sits there."""
    names = {i: shown_name(lobby, i) for i in range(len(lobby.seats))}
    return {**names, seat: spoken(language).say("see.you")}


def seat_in_words(
    live: Live, lobby: Lobby, viewers: Seats, seat: Seat, language: Language, gated: bool
) -> TextSeat:
    door = Door(live.state, viewers)
    offers = () if gated else door.offers(seat)
    words = texts(live.game.info.key, language)
    return TextSeat(door.view(), offers, seat, words, language, called(lobby, seat, language))


def worded(
    live: Live, lobby: Lobby, viewers: Seats, language: Language, news: Sequence[Event], gated: bool
) -> p.Worded:
    """The sight in words. Where several share a screen, of the one who can do something."""
    mine = members(viewers)
    door = Door(live.state, viewers)
    seat = next((i for i in mine if door.offers(i)), mine[0])
    text = seat_in_words(live, lobby, viewers, seat, language, gated)
    return p.Worded(
        seat,
        seen.summary(text.w, text.offers),
        tuple(seen.lines(text.w)),
        text.menu(),
        tuple(seen.happened(text.w, door.events(news))),
        tuple(seen.hand(text.w)),
        tuple(seen.ending(text.w)),
    )
