"""The spaces: nothing hidden in them, nothing out of reach, and the clock."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from tablee.envs.actions import WAIT
from tablee.envs.eye import Eyes
from tablee.envs.layout import PICKS
from tablee.envs.table import PACE, EnvTable, rewards, rules_of
from tablee.games.pas_touche.table import PasToucheState
from tablee.games.registry import games
from tablee.kernel.door import Door
from tablee.kernel.outcome import Outcome, Result
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.values import Sight

GAMES = list(games())
SEED = b"0123456789abcdef"


def played(key: str, steps: int, seed: int = 0, players: int | None = None) -> list[EnvTable]:
    """Snapshots of a random game."""
    random, kept = Random(seed), []
    table = EnvTable(rules_of(key, players), seed_from(seed))
    for step in range(steps):
        if table.over:
            table = EnvTable(table.rules, seed_from(f"{seed}/{step}"))
        if step % 11 == 0:
            kept.append(table.copy())
        seat = random.choice(table.asked)
        table.act(seat, random.choice(list(table.legal(seat))))
    return kept


@pytest.mark.parametrize("key", GAMES)
def test_what_is_hidden_changes_nothing(key: str) -> None:
    """All that a seat has not seen is dealt again: its observation and its legal actions stay the same."""
    for i, table in enumerate(played(key, 300)):
        layout = table.rules.layout
        for seat in table.s.all_seats:
            other = table.s.redeal(seat, keyed(SEED, "again", i))
            assert np.array_equal(layout.vector(table.s, seat), layout.vector(other, seat))
        for seat in table.asked:
            twin = table.imagined(seat, keyed(SEED, "imagined", i))
            assert twin.legal(seat).keys() == table.legal(seat).keys()


@pytest.mark.parametrize("key", GAMES)
def test_a_deal_does_change_the_observation_of_who_sees_it(key: str) -> None:
    seen = set()
    for seed in range(6):
        table = EnvTable(rules_of(key), seed_from(seed))
        _advance(table, Random(seed), 12)
        seen.add(table.vector(table.s.n - 1).tobytes())
    assert len(seen) > 1


def _advance(table: EnvTable, random: Random, steps: int) -> None:
    for _ in range(steps):
        if table.over:
            return
        seat = table.asked[0]
        table.act(seat, random.choice(list(table.legal(seat))))


def through_the_door(table: EnvTable, seat: int) -> list[int]:
    """The vector worked out from nothing but the view that a person in that seat is sent."""
    layout, view, n = table.rules.layout, Door(table.s, 1 << seat).view(), table.s.n
    out = [0] * layout.size
    rows = {name: row for row, name in enumerate(layout.zones)}
    for zone in view.zones:
        far = -1 if zone.owner < 0 else (zone.owner - seat) % n
        name = zone.name if far < 0 else f"{zone.name.replace(f':{zone.owner}', ':', 1)}+{far}"
        if name not in rows:
            continue
        out[layout.at["counts"] + rows[name]] = zone.count
        order = layout.zone(table.s.zone(zone.name), seat)[2]  # type: ignore[index]
        for place, card in enumerate(zone.cards):
            if card is None or card.face is None:
                continue
            kind = layout.kinds[card.face]
            out[layout.at["faces"] + rows[name] * len(layout.kinds) + kind] += 1
            index = place if order.fixed else len(zone.cards) - 1 - place
            if index < order.places:
                out[layout.at["places"] + order.start + index] = kind + 1
                if card.mark is not None and layout.marked:
                    out[layout.at["marks"] + order.start + index] = layout.number(card.mark)
    for i, score in enumerate(view.scores):
        if score is not None:
            out[layout.at["scores"] + (i - seat) % n] = layout.number(score)
    for i in view.active:
        out[layout.at["active"] + (i - seat) % n] = 1
    out[layout.at["seat"] + seat] = 1
    if view.outcome is None:
        out[layout.at["phase"] + layout.phase(view.phase)] = 1
    owned = {
        name
        for shown in (table.s.shown, *(phase.shown for phase in (*table.s.phases, *table.s.beside)))
        for name, sight in shown.items()
        if sight is Sight.OWNER
    }
    for name in view.facts:
        mine = view.fact(name)[seat] if name in owned else view.fact(name)
        for path, number in _flat((name,), mine, n, seat):
            index = layout.fact(name if isinstance(mine, int | str) else path)
            if index >= 0:
                out[index] = layout.number(number)
    for i, action in enumerate(table.picks(seat)[-PICKS:]):
        out[layout.at["picks"] + i] = action + 1
    return out


def _flat(path: tuple[Any, ...], value: Any, n: int, seat: int) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if isinstance(value, int | str):
        yield path, value
    elif isinstance(value, dict) and value.get("sealed") is True:
        yield path, 1
        if "value" in value and not _handles(value["value"]):
            yield from _flat((*path, "own"), value["value"], n, seat)
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _flat((*path, key), inner, n, seat)
    elif isinstance(value, list | tuple):
        yield (*path, "#"), len(value)
        for i, inner in enumerate(value):
            yield from _flat((*path, (i - seat) % n if len(value) == n else i), inner, n, seat)
    elif value is not None:
        for name in value.__struct_fields__:
            yield from _flat((*path, name), getattr(value, name), n, seat)


def _handles(value: Any) -> bool:
    """A choice of cards leaves by the door with handles, which change from view to view: no number for them."""
    return isinstance(value, dict) and all(isinstance(v, str) and len(v) == 12 for v in value.values())


@pytest.mark.parametrize("key", GAMES)
def test_the_quick_eye_sees_what_the_door_shows(key: str) -> None:
    """Three ways to one vector: only the changes; all of the state by its sights; the view that a person is sent.
    Seats look at different times, so that what a seat has missed has to be caught up on."""
    random = Random(2)
    table = EnvTable(rules_of(key), seed_from(2))
    for step in range(400):
        if table.over:
            table = EnvTable(rules_of(key), seed_from(step))
        for seat in {table.asked[0], random.randrange(table.s.n)}:
            seen = table.vector(seat)
            assert np.array_equal(seen, table.rules.layout.vector(table.s, seat, table.picks(seat)))
            assert seen.tolist() == through_the_door(table, seat)
        seat = random.choice(table.asked)
        table.act(seat, random.choice(list(table.legal(seat))))


def test_the_quick_eye_sees_marks_change_on_cards_turned_up_one_by_one() -> None:
    """Random play hardly ever touches the right card, so no cube gets far in the test above."""
    rules = rules_of("pas_touche", 2)
    s = EnvTable(rules, SEED).s
    assert isinstance(s, PasToucheState)
    eyes = Eyes(rules.layout, s)
    for boxes in range(1, 5):
        s.advance(0)
        eyes.stale = True
        for seat in s.all_seats:
            seen = eyes.vector(seat)
            assert seen[rules.layout.at["scores"] + seat] == boxes
            assert np.array_equal(seen, rules.layout.vector(s, seat))


@pytest.mark.parametrize("key", GAMES)
def test_the_quick_choices_are_the_plain_ones(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for table in played(key, 200, seed=3):
        quick = {seat: dict(table.legal(seat)) for seat in table.asked}
        with monkeypatch.context() as patch:
            patch.setattr(EnvTable, "_add_own", lambda *_: False)
            table._legal.clear()
            for seat in table.asked:
                plain = table.legal(seat)
                assert plain.keys() == quick[seat].keys()
                assert [_value(c) for c in plain.values()] == [_value(quick[seat][a]) for a in plain]


def _value(choice: Any) -> Any:
    return choice[1] if isinstance(choice, tuple) else choice


@pytest.mark.parametrize("key", GAMES)
def test_actions_have_fixed_numbers(key: str) -> None:
    """Spare numbers are for the rare choice that no random game had shown."""
    used: Counter[bool] = Counter()
    for table in played(key, 400, seed=5):
        for seat in table.asked:
            used.update(action >= table.rules.actions.spare for action in table.legal(seat))
    assert used[True] <= used.total() / 20
    names = rules_of(key).actions.names
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("key", GAMES)
def test_every_offer_can_be_chosen(key: str) -> None:
    """Each move that a seat is offered, and that a word can be found for, is among its actions."""
    for table in played(key, 200, seed=9):
        for seat in table.asked:
            if table.picks(seat):
                continue
            legal = table.legal(seat)
            chosen = {
                made.name if hasattr(made, "params") else made.offer.name
                for made, _ in filter(None, legal.values())
            }
            wordy = {o.name for o in table.s.offers(seat) if table.s.wordy and o.params}
            open_now = {o.name for o in table.s.offers(seat) if o.closes_at is None or o.closes_at >= table.s.now}
            assert open_now - wordy <= chosen <= open_now


@pytest.mark.parametrize("key", GAMES)
def test_waiting_for_ever_ends_too(key: str) -> None:
    """Alarms ring when all wait; where nobody may wait, the first legal action is taken."""
    table = EnvTable(rules_of(key), seed_from(4))
    for _ in range(60):
        if table.over:
            break
        before = (table.steps, len(table.asked), len(table.picks(table.asked[0])))
        seat = table.asked[0]
        legal = table.legal(seat)
        table.act(seat, WAIT if WAIT in legal else min(legal))
        assert table.over or (table.steps, len(table.asked), len(table.picks(table.asked[0]))) != before
    assert table.over or table.steps > 0


def test_moves_take_time_and_a_race_is_won_by_the_quicker() -> None:
    """Vizdibix: two seats shout after 200 and 3,200 ms; whoever is asked first, the quick one is first."""
    for seed in range(40):
        table = EnvTable(rules_of("vizdibix", 2), seed_from(seed))
        _advance(table, Random(seed), 3)
        began = table.s.now
        racing = [seat for seat in table.asked if any(o.stimulus is not None for o in table.s.offers(seat))]
        if len(racing) == 2 and not any(map(table.picks, racing)):
            break
    names = table.rules.actions.names
    slow, quick = racing
    for seat, delay in ((slow, 3_200), (quick, 200)):
        shout = next(a for a in table.legal(seat) if names[a][0] == "shout")
        table.act(seat, shout)
        while (
            seat in table.asked
            and table.picks(seat)
            and ("after", delay) not in map(names.__getitem__, table.legal(seat))
        ):
            table.act(seat, min(table.legal(seat)))
        table.act(seat, names.index(("after", delay)))
    assert table.s.now < began + 3_200


def test_turns_take_the_pace() -> None:
    table = EnvTable(rules_of("bazardelix", 3), seed_from(0))
    random = Random(0)
    while len(table.asked) > 1 or type(table.s.phases[-1]).__name__ != "Trick":
        seat = table.asked[0]
        table.act(seat, random.choice(list(table.legal(seat))))
    now = table.s.now
    seat = table.asked[0]
    table.act(seat, min(table.legal(seat)))
    assert table.s.now == now + PACE


def test_rewards() -> None:
    assert rewards(Outcome((1, 2, 3), (9, 5, 1))) == (1.0, 0.0, -1.0)
    assert rewards(Outcome((1, 1, 3), (9, 9, 1))) == (0.5, 0.5, -1.0)
    assert rewards(Outcome((1, 1), (3, 3), Result.TOGETHER)) == (1.0, 1.0)
    assert rewards(Outcome(None, (3, 3), Result.TOGETHER)) == (-1.0, -1.0)
    assert rewards(Outcome(None, (0, 0), Result.NOBODY)) == (0.0, 0.0)


def test_a_copy_goes_its_own_way() -> None:
    table = EnvTable(rules_of("amerix", 2), seed_from(0))
    before = table.vector(0).tobytes()
    twin = table.copy()
    _advance(twin, Random(0), 30)
    assert table.vector(0).tobytes() == before
    assert table.steps == 0 < twin.steps
