"""What the tests of Amipourix share."""

from typing import Any

import pytest

from tablee.games.amipourix.rules import GAME, AmipourixState
from tablee.kernel.events import Event
from tablee.kernel.outcome import Result
from tablee.kernel.units import Millis, Seat
from tablee.lexicons import load
from tablee.phases.fan import hand, whose
from tablee.pieces.notation import arrange
from tablee.words.lexicon import Lexicon
from tests.table import card, do, start


def at(
    *hands: str, holder: Seat = 0, levels: list[int] | None = None, seed: int = 1, **options: Any
) -> AmipourixState:
    """This seat holds its hand out to the next one; what nobody has is discarded. Nobody contests, unless the test
    is about that."""
    n = len(hands)
    per_seat = [{"level": level} for level in levels or [1] * n]
    s = start(GAME, n, starter=holder, seat_options=per_seat, seed=seed, **{"contests": False} | options)
    arrange(s, " | ".join(f"hand:{seat}={row}" for seat, row in enumerate(hands)) + " | discard=…")
    s.bearer = whose(s, "✹")
    s.ledger.seen[s.faces.index("✹")] = s.everyone
    s.idle = 0
    s.go_on(holder)
    s._settle()
    s.drain()
    return s


def draw(s: AmipourixState, face: str, t: Millis | None = None) -> list[Event]:
    """The drawer takes this card, wherever chance has put it."""
    phase: Any = s.phases[-1]
    fan = hand(s, phase.holder).cards
    lying = fan if s.options.arrange else s.rng("fan", phase.turn).shuffled(fan)
    return do(s, phase.drawer, "draw", t=t, place=lying.index(card(s, face, hand(s, phase.holder))))


def say(
    s: AmipourixState, seat: Seat, word: str, own: str, *, t: Millis | None = None, known: int = 1
) -> list[Event]:
    """A word with a card of one's own hand; the lexicon knows it, unless it does not."""
    return do(s, seat, "say", t=t, card=card(s, own, hand(s, seat)), word=word, known={word: known})


def loser(s: AmipourixState) -> Seat:
    outcome = s.outcome
    assert outcome is not None and outcome.ranks is not None and outcome.result is Result.ONE_LOSER
    (last,) = [seat for seat, rank in enumerate(outcome.ranks) if rank > 1]
    return last


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return load("fr")
