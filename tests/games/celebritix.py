"""What the tests of Célébritix share."""

from collections.abc import Mapping
from typing import Any

from tablee.games.celebritix.rules import GAME
from tablee.games.celebritix.table import CelebritixState, is_consonant
from tablee.kernel.events import Event
from tablee.kernel.units import CardId, Millis, Seat
from tablee.pieces.toutilix import DECK, SYMBOL
from tests.table import do, faces, start, wait, wait_until

BOOKLET = "BMLSCR"


def symbols(s: CelebritixState, zone: str) -> str:
    """What lies in a zone, bottom to top; a consonant lies on its bonuses."""
    return "".join(SYMBOL[face] for face in faces(s, zone))


def middle(s: CelebritixState) -> list[str]:
    """The consonant of each place with what lies under it, the uppermost first."""
    return [symbols(s, place.name)[::-1] for place in s.places]


def begun(players: int = 3, *, levels: str = "", starter: Seat = 0, **options: Any) -> CelebritixState:
    """The first search has begun."""
    own = [{"level": int(level)} for level in levels] or None
    return start(GAME, players, seat_options=own, starter=starter, **options)


def laid(
    main: str = BOOKLET,
    extra: str = "",
    players: int = 3,
    *,
    under: Mapping[int, str] | None = None,
    won: Mapping[Seat, str] | None = None,
    consonants: str | int | None = None,
    bonuses: str | int | None = None,
    **more: Any,
) -> CelebritixState:
    """These consonants in the middle, those bonuses under some of them (the uppermost first), and what seats have
    won, bottom to top. Of the piles: how many are left, or which ones, the top last."""
    s = begun(players, **more)
    pool = list(range(len(DECK)))

    def take(symbol: str) -> CardId:
        card = next(c for c in pool if SYMBOL[s.faces[c]] == symbol)
        pool.remove(card)
        return card

    for i, (place, letter) in enumerate(zip(s.places, main + extra, strict=True)):
        place.cards = [*reversed([take(bonus) for bonus in (under or {}).get(i, "")]), take(letter)]
    for seat in s.all_seats:
        s.won(seat).cards = [take(symbol) for symbol in (won or {}).get(seat, "")]
        s.scores[seat] = s.points(s.won(seat).cards)
    for pile, wanted, fits in ((s.consonants, consonants, True), (s.bonuses, bonuses, False)):
        rest = [c for c in pool if is_consonant(s.faces[c]) is fits]
        chosen = [take(symbol) for symbol in wanted] if isinstance(wanted, str) else rest[:wanted]
        pile.cards = chosen
        pool = [c for c in pool if c not in chosen]
    s.aside.cards = pool
    assert not s.stray()
    return s


def announce(s: CelebritixState, number: int) -> list[Event]:
    """The search is over, and LE CHRONO says a number."""
    wait_until(s, "announce")
    return do(s, s.chrono, "bid", number=number)


def bid(s: CelebritixState, seat: Seat, number: int, after: Millis = 2_000) -> list[Event]:
    """A bid so long after the last one, heard by all."""
    do(s, seat, "bid", t=s.stimuli[-1] + after, number=number)
    return wait(s, "bidding/close")


def bidding(s: CelebritixState, seat: Seat, number: int) -> CelebritixState:
    """That seat has the highest bid and is to say the name."""
    wait_until(s, "announce")
    announce(s, number if seat == s.chrono else 0)
    if seat != s.chrono:
        bid(s, seat, number)
    wait_until(s, "name")
    return s
