"""What a seat is shown as text: JSON for language models, a few lines for people."""

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from tablee.envs.choices import MadeUp
from tablee.envs.table import EnvTable
from tablee.kernel.door import Door, ZoneView
from tablee.kernel.events import Event
from tablee.kernel.moves import Offer
from tablee.kernel.units import Seat


def told(table: EnvTable, seat: Seat, events: Sequence[Event]) -> str:
    """Exactly what a person in this seat is sent, and what each legal action means."""
    glimpse = Door(table.s, 1 << seat).glimpse(events)
    shown: dict[str, Any] = msgspec.to_builtins(glimpse, str_keys=True)
    shown["actions"] = {str(a): meaning(table, seat, a) for a in sorted(table.legal(seat))}
    if table.picks(seat):
        shown["chosen"] = [" ".join(map(str, table.rules.actions.names[a])) for a in table.picks(seat)]
    return json.dumps(shown)


def meaning(table: EnvTable, seat: Seat, action: int) -> str:
    """The name of an action; where it is a rank or a spare number, also what stands behind it now."""
    name = table.rules.actions.names[action]
    choice = table.legal(seat)[action]
    if not isinstance(choice, tuple):
        return " ".join(map(str, name))
    made, value = choice
    if isinstance(value, MadeUp):
        value = value.value(table.s)
    offer = made if isinstance(made, Offer) else made.offer
    if name[0] == "spare":
        name = (offer.name,)
    words = [part for part in name if part not in ("face", "name")]
    if isinstance(value, str) and name[-1] != value:
        words.append(f"= {value}")
    elif isinstance(value, dict) and "word" in value:
        words.append(f"= {value['word']}")
    return " ".join(map(str, words))


def drawn(table: EnvTable, seat: Seat) -> str:
    """The table as this seat sees it."""
    view = Door(table.s, 1 << seat).view()
    scores = " ".join("?" if score is None else str(score) for score in view.scores)
    head = f"{table.rules.game.info.name}: {view.phase}, player_{seat}, scores {scores}"
    lines = [head, *(_line(zone) for zone in view.zones)]
    if view.outcome is not None:
        lines.append(f"ranks {view.outcome.ranks}")
    return "\n".join(lines)


def _line(zone: ZoneView) -> str:
    faces = [
        "." if card is None else (card.face or "#") + (f"({card.mark})" if card.mark else "")
        for card in zone.cards
    ]
    return f"  {zone.name:<14} {zone.count:>3}  {' '.join(faces)}".rstrip()
