"""One screen that is passed round: what is said aloud may be said though nobody holds it, and time runs on."""

from typing import Any

import pytest

from tablee.arena.runs import any_deal, steps
from tablee.games.pavrailix.rules import GAME, PavrailixState
from tablee.games.registry import games
from tablee.games.sordelix.rules import GAME as SORDELIX
from tablee.games.sordelix.state import SordelixState
from tablee.kernel.door import Door
from tablee.kernel.game import Device, Game
from tablee.kernel.state import State
from tablee.pieces.toutilix import PETARD
from tablee.server.lobby import SeatKind, SeatPlan, new_lobby
from tablee.server.presence import between_hands
from tablee.server.telling import lies_open, said_aloud
from tests import cadavrexkix, sordelix, table
from tests.games.pavrailix import accuse, lay, soleil, unlock


class Screen:
    """The only device; nobody holds it."""

    device = "screen"
    holder = None


def stands(s: State, game: Game[Any] = GAME) -> bool:
    lobby = new_lobby(game, s.n, "screen")
    people = tuple(SeatPlan(SeatKind.PERSON, f"P{seat}", device="screen") for seat in s.all_seats)
    lobby = type(lobby)(**{**{f: getattr(lobby, f) for f in lobby.__struct_fields__}, "seats": people})
    clients: Any = [Screen()]
    return between_hands(lobby, game, s, clients)


def curtain(s: State) -> bool:
    """Whether it hangs before a screen that all share and nobody holds."""
    return not lies_open(s, said_aloud(Door(s, s.everyone), s.everyone))


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


@pytest.mark.rule("pavrailix", "D23")
def test_who_only_calls_out_calls_before_the_curtain() -> None:
    s = soleil("EK", "OOK", "SK")
    lay(s, 1, "O")
    assert s.phases[-1].for_all(s)
    assert curtain(s)


def chosen_at_one_screen() -> SordelixState:
    s: SordelixState = table.start(SORDELIX, 3, starter=0, seat_options=[{"shares": True}] * 3)
    for seat in s.all_seats:
        assert curtain(s), "words are chosen one after the other"
        sordelix.write(s, seat, sordelix.WORDS[seat])
    return s


@pytest.mark.rule("sordelix", "D27")
def test_while_all_seek_together_there_is_no_curtain_and_nothing_of_the_scribe_s_shows() -> None:
    s = chosen_at_one_screen()
    assert curtain(s), "the scribe looks at his cards alone"
    sordelix.do(s, 0, "begin")
    sordelix.turn(s, "D")
    assert not curtain(s)
    seen = Door(s, s.everyone)
    plane = next(zone for zone in seen.view().zones if zone.name == "plane")
    assert sorted(card.face[-1] for card in plane.cards or () if card and card.face) == ["D"]
    assert {o.name for o in said_aloud(seen, s.everyone)["1"]} == {"flip", "nothing_more", "propose"}


@pytest.mark.rule("sordelix", "D27")
def test_while_the_others_look_away_the_screen_stays_where_it_lies() -> None:
    """Whether there is something to mask or not: taken by the scribe alone it would show all his cards."""
    s = chosen_at_one_screen()
    sordelix.do(s, 0, "begin")
    sordelix.do(s, 0, "look_away")
    assert said_aloud(Door(s, s.everyone), s.everyone) == {}
    assert not curtain(s)
    assert table.view(s).active == ()
    sordelix.wait(s, "curtain/over")
    sordelix.turn(s, "D" + PETARD)
    s.now += 5_000
    sordelix.do(s, 0, "look_away")
    assert [o.name for o in said_aloud(Door(s, s.everyone), s.everyone)["0"]] == ["mask"]
    assert not curtain(s)
    assert table.view(s).active == ()


@pytest.mark.rule("cadavrexkix", "D13")
def test_a_text_lies_open_for_all_until_they_have_decided() -> None:
    """Also when there is nothing left to touch but a button."""
    s = cadavrexkix.read_out(cadavrexkix.composing(3, hearts=False))
    assert {o.name for offers in said_aloud(Door(s, s.everyone), s.everyone).values() for o in offers} >= {
        "reread"
    }
    assert not curtain(s)


@pytest.mark.parametrize("key", sorted(k for k, game in games().items() if game.info.device is Device.PASSED))
def test_where_nobody_is_waited_for_time_runs_though_nobody_holds_the_screen(key: str) -> None:
    """Somebody who loads the page again while a word is shown has nobody to hand the screen to."""
    game = games()[key]
    deal = any_deal(game, max(3, game.info.players[0]), 1)
    s = deal.start()
    looks = 0
    for _ in steps(deal, s, 400):
        if s.outcome is None and not s.phases[-1].active(s):
            looks += 1
            assert not stands(s, game), f"{s.phases[-1]} is looked at for ever"
            assert not curtain(s)
    assert looks or key not in ("dagoberix", "vlamonix")
