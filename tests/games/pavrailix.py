"""What the tests of Pavrailix share."""

from typing import Any

from tablee.games.pavrailix.rules import ASIDE, GAME, PavrailixState
from tablee.kernel.door import Door
from tablee.kernel.events import Event
from tablee.kernel.units import CardId, Millis, Seat
from tablee.pieces.toutilix import SYMBOL
from tablee.words.flags import KNOWN
from tests.table import do, faces, start, view, wait


def dealt(*hands: str, starter: Seat = 0, **options: Any) -> PavrailixState:
    """Everybody holds these cards (a symbol each); the others are set aside. Seat 0 is to say a word. There may be
    more K's than in the box."""
    s = start(GAME, len(hands), starter=starter, **{"contests": False, **options})
    left = [card for zone in s.zones for card in zone.cards]
    for zone in s.zones:
        zone.cards = []
    for seat, symbols in enumerate(hands):
        for symbol in symbols:
            card = next((c for c in left if s.symbol(c) == symbol), left[0])
            s.faces[card] = s.faces[card] if s.symbol(card) == symbol else f"p{symbol}"
            left.remove(card)
            s.hand(seat).cards.append(card)
            s.ledger.seen[card] = 1 << seat
    s.zones[ASIDE].cards = left
    return s


def cards(s: PavrailixState, seat: Seat, symbols: str) -> list[CardId]:
    """Cards of a hand, by what they say."""
    chosen: list[CardId] = []
    for symbol in symbols:
        chosen.append(next(c for c in s.hand(seat).cards if s.symbol(c) == symbol and c not in chosen))
    return chosen


def say(s: PavrailixState, seat: Seat, letter: str, word: str, flags: int = KNOWN) -> list[Event]:
    return do(s, seat, "open", card=cards(s, seat, letter)[0], word=word, known={word: flags})


def unlock(s: PavrailixState) -> None:
    """The time to doubt is over."""
    if s.next_alarm().name == "follow/lock":  # type: ignore[union-attr]
        wait(s, "follow/lock")


def lay(s: PavrailixState, seat: Seat, symbols: str) -> list[Event]:
    """Cards laid as soon as one may, and nobody has doubted what lay there before."""
    unlock(s)
    doubtful = s.laid.cards != []
    events = do(s, seat, "lay", cards=cards(s, seat, symbols))
    return wait(s, "follow/close") if doubtful else events


def boom(s: PavrailixState, seat: Seat, t: Millis | None = None) -> list[Event]:
    return do(s, seat, "petard", t=t, card=cards(s, seat, "✹")[0])


def accuse(s: PavrailixState, seat: Seat, after: Millis = 1_000) -> list[Event]:
    """An accusation so long after the lay, decided."""
    do(s, seat, "accuse", t=max(s.now, s.stimuli[-1] + after))
    return wait(s)


def symbols(s: PavrailixState, zone: str) -> str:
    return "".join(sorted(SYMBOL[face] for face in faces(s, zone)))


def phase(s: PavrailixState) -> str:
    return Door(s, s.everyone).view().phase


def whose(s: PavrailixState) -> Seat:
    """Whom the table waits for."""
    (seat,) = view(s).active
    return seat


def soleil(*hands: str, **options: Any) -> PavrailixState:
    """Seat 0 has shown E: « Dans soleil, y'a ça ! »"""
    s = dealt(*hands, **options)
    say(s, 0, "E", "soleil")
    return s
