"""Tables as full as they can be: a server that deals them from the start, for pages that have to hold them."""

from collections.abc import Callable, Mapping

from tablee.games.ramilix.rules import Deal, Draw
from tablee.games.ramilix.table import CARDS, RamilixState
from tablee.pieces.toutilix import ETOILE, PETARD

RAMILIX: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "ramilix": (
        ("!MNoPQR!", "CDEFGHIJ", "x*zAB", "stUv"),
        ("abcd", "VWX", "*hi"),
        ("ST*", "lmnOp"),
        ("efg", "qr*"),
    ),
    "ramilix-mine": (
        ("ABC", "DEF", "G*I", "JKLM", "NOPQ", "RST", "abc", "x*z", "!uVW"),
        ("efgh", "lmn*"),
        ("ijk",),
        ("pqrs",),
    ),
}
"""The suites before every seat: small letters are blue, a star is an étoile, what calls out a pétard."""
HANDS: Mapping[str, tuple[str, ...]] = {
    "ramilix": ("*!KwyjL", "u", "k", "*"),
    "ramilix-mine": ("*!HoyZX", "d", "Y", "*"),
}
"""What everybody holds. Of the rest one card lies face up, one may be drawn, and the others lie below it."""


def face(sign: str) -> str:
    if sign in "*!":
        return ETOILE if sign == "*" else PETARD
    return f"{'p' if sign.isupper() else 'b'}{sign.upper()}"


def ramilix(name: str) -> None:
    """The first seat begins, in a round where nearly all cards lie on the table."""
    usual = Deal.enter

    def enter(self: Deal, s: RamilixState) -> None:
        if s.n != len(RAMILIX[name]):
            usual(self, s)
            return
        cards = {card: s.faces[card] for card in reversed(range(len(CARDS)))}

        def one(sign: str) -> int:
            found = next(card for card, there in cards.items() if there == face(sign))
            del cards[found]
            return found

        for seat, (suites, hand) in enumerate(zip(RAMILIX[name], HANDS[name], strict=True)):
            s.hand(seat).cards = [one(sign) for sign in hand]
            for zone, suite in zip(s.slots(seat), suites, strict=False):
                zone.cards = [one(sign) for sign in suite]
        last = list(cards)
        s.pile.cards, s.discard.cards = last[1:], last[:1]
        s.tell("deal", round=s.round, count=len(HANDS[name][0]), starter=0)
        s.settle()
        s.goto(Draw(seat=0))

    Deal.enter = enter  # type: ignore[method-assign]


TABLES: Mapping[str, Callable[[str], None]] = dict.fromkeys(RAMILIX, ramilix)


def lay(name: str) -> None:
    """From now on this process deals that table."""
    TABLES[name](name)
