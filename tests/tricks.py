"""What tests of trick games say in one line: a position, a card laid, a whole trick, what a bot would play."""

from typing import Any

from tablee.bots.bot import Level, Mind, Sighting
from tablee.bots.tricks import Thumb
from tablee.kernel.door import Door
from tablee.kernel.events import Event
from tablee.kernel.moves import Move
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Seat
from tablee.phases.trick import TRICK, FollowSuit, TrickState
from tablee.pieces.notation import arrange
from tests.table import card, do, faces, refused, wait


def sit_at(s: TrickState, position: str, trick: type[FollowSuit[Any]], leader: Seat = 0, **fields: Any) -> None:
    """A position in a trick that `leader` leads, or has led.

    What is not named lies aside in the pile, and everybody has seen it played, as all that is no longer in a hand.
    """
    arrange(s, position + " | pile=…")
    held = {c for seat in s.all_seats for c in s.hand(seat).cards}
    s.ledger.seen = [seen if c in held else s.everyone for c, seen in enumerate(s.ledger.seen)]
    lying = faces(s, "trick")
    asked = s.families[lying[0]] if lying else ""
    s.goto(trick(leader=leader, seat=s.after(leader, len(lying)), asked=asked, **fields))
    s._settle()
    s.drain()


def lay(s: TrickState, seat: Seat, face: str) -> list[Event]:
    return do(s, seat, "play", card=card(s, face, s.hand(seat)))


def lay_all(s: TrickState, *cards: str, first: Seat = 0) -> None:
    """A whole trick, clockwise from a seat; it goes to its winner."""
    for i, face in enumerate(cards):
        lay(s, s.after(first, i), face)
    wait(s, "show/over")


def legal(s: TrickState, seat: Seat) -> set[str]:
    return {s.faces[c] for offer in s.offers(seat) for c in offer.params["card"].values()}


def refused_card(s: TrickState, seat: Seat, face: str) -> str:
    return refused(s, seat, "play", card=card(s, face, s.hand(seat)))


def imagined(s: TrickState, thumb: Thumb) -> Move:
    """What a rule of thumb plays here, for whoever is to play, by the rules proper."""
    phase = s.phases[-1]
    assert isinstance(phase, FollowSuit)
    cards = phase.legal(s)
    if len(cards) == 1:
        return Move("play", {"card": cards[0]})
    faces = [s.faces[c] for c in cards]
    trick = [s.faces[c] for c in s.zones[TRICK].cards]
    return Move("play", {"card": cards[faces.index(thumb(faces, trick, len(trick) == len(s.seats) - 1))]})


def choice(bot: type[Mind], s: TrickState, seat: Seat, level: Level, seed: int = 1) -> dict[str, str]:
    """What a bot decides here: the faces it plays or gives, by parameter or taker."""
    plan = bot(seat, level, keyed(seed_from(seed), "bot", seat)).react(Sighting(s, seat, []))
    assert plan is not None
    move = Door(s, 1 << seat).inward(seat, plan.move)
    args = move.args.get("cards", move.args)
    return {key: s.faces[c] for key, c in args.items()}
