"""One screen that is passed round: what is said aloud may be said though nobody holds it, and time runs on."""

from typing import Any

import pytest

from tablee.games.pavrailix.rules import GAME, PavrailixState
from tablee.kernel.door import Door
from tablee.server.lobby import SeatKind, SeatPlan, new_lobby
from tablee.server.presence import between_hands
from tablee.server.telling import said_aloud
from tests.games.test_pavrailix import accuse, lay, soleil, unlock


class Screen:
    """The only device; nobody holds it."""

    device = "screen"
    holder = None


def stands(s: PavrailixState) -> bool:
    lobby = new_lobby(GAME, s.n, "screen")
    people = tuple(SeatPlan(SeatKind.PERSON, f"P{seat}", device="screen") for seat in s.all_seats)
    lobby = type(lobby)(**{**{f: getattr(lobby, f) for f in lobby.__struct_fields__}, "seats": people})
    clients: Any = [Screen()]
    return between_hands(lobby, GAME, s, clients)


def voices(s: PavrailixState) -> dict[str, list[str]]:
    everybody = s.everyone
    return {seat: [o.name for o in offers] for seat, offers in said_aloud(Door(s, everybody), everybody).items()}


@pytest.mark.rule("pavrailix", "D23")
def test_before_the_screen_is_handed_on_everybody_may_accuse() -> None:
    s = soleil("EK", "OOK", "SK")
    assert voices(s) == {}
    assert stands(s), "seat 1 has not yet been handed the screen"
    lay(s, 1, "O")
    assert voices(s) == {"0": ["accuse"], "2": ["accuse"]}
    assert not stands(s), "the time to doubt runs for all"
    unlock(s)
    assert stands(s)
    assert voices(s) == {"0": ["accuse"], "2": ["accuse"]}


@pytest.mark.rule("pavrailix", "D23")
def test_what_is_turned_up_is_looked_at_by_all_around_the_screen() -> None:
    s = soleil("EK", "OOK", "SK")
    lay(s, 1, "O")
    accuse(s, 2)
    assert not stands(s)
    assert voices(s) == {}
