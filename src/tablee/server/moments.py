"""Moments of a finished game worth a prize: the quickest shout, the longest word, the luckiest star, a win from
the last place.

They are drawn from the record as everybody may watch it again, and from nothing else: what a seat sealed and never
opened is in none of them, and of a game that is being played there is no record.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from typing import Any

import msgspec
from msgspec import Struct

from tablee.games.registry import game as game_named
from tablee.kernel.door import EventView
from tablee.kernel.game import Game
from tablee.kernel.outcome import Outcome, Result
from tablee.kernel.record import Played, Record, for_strangers, loads, replay
from tablee.kernel.refusal import Refused
from tablee.kernel.state import State
from tablee.kernel.units import ANTICIPATION, Millis, Seat
from tablee.kernel.values import SAID, SPAN, Told, bare
from tablee.pieces.toutilix import ETOILE
from tablee.server.replay import LONGEST_RECORD, Watch
from tablee.server.store import GameRow

LONG = 6
"""A shorter word is nothing to remember."""
LUCKY = 2
"""So many étoiles are luck."""


class MomentKind(StrEnum):
    QUICKEST = "quickest"
    LONGEST_WORD = "longest_word"
    STARS = "stars"
    COMEBACK = "comeback"


class Moment(Struct, frozen=True, omit_defaults=True):
    kind: MomentKind
    seat: Seat
    step: int
    """Where in the replay it is."""
    value: int
    """Milliseconds, letters, étoiles; of a win from the last place the seats that were ahead."""
    word: str = ""


class Moments(Struct, frozen=True):
    """The best of each kind in one game, by people; bots get no prizes."""

    game: str
    names: tuple[str, ...]
    moments: tuple[Moment, ...]


class Remember(Watch):
    """Watches a game as anybody may, and keeps what was the most of its kind."""

    def __init__(self, record: Record, people: Collection[Seat]) -> None:
        super().__init__(None)
        self._entries = record.entries
        self._at = -1
        self._step = -1
        self._best: dict[MomentKind, Moment] = {}
        self._stars: Counter[Seat] = Counter()
        self._words: dict[str, tuple[Seat, int]] = {}
        """Words that the lexicon knew: by whom and when they were first played."""
        self._said: set[str] = set()
        self._half: tuple[int, ...] = ()
        self._people = people

    def __call__(self, s: State) -> None:
        view, told = self._through(s, s.drain())
        if told or view != self._last:
            self._last = view
            self._step += 1
        entry = self._entries[self._at] if self._at >= 0 else None
        self._at += 1
        if self._at <= len(self._entries) // 2:
            self._half = tuple(s.scores)
        if isinstance(entry, Played) and entry.seat in self._people and not entry.move.stand_in:
            for word, known in entry.move.known.items():
                if known:
                    self._words.setdefault(word, (entry.seat, self._step))
        owners = {zone.name: zone.owner for zone in view.zones}
        for event in told:
            self._look(event, owners)

    def _look(self, event: EventView, owners: dict[str, Seat]) -> None:
        values = event.data.values()
        self._said.update(text.casefold() for value in values for text in said(value))
        seat = event.told("seat")
        if seat in self._people and event.told("race") == "won":
            spans = [v.value for v in values if isinstance(v, Told) and v.what is SPAN]
            for span in spans[:1]:
                self._quick(seat, span)
        owner = owners.get(event.target[0], -1) if event.target else -1
        came = event.source is None or owners.get(event.source[0], -1) != owner
        if event.face == ETOILE and owner in self._people and came:
            self._stars[owner] += 1

    def _quick(self, seat: Seat, ms: Millis) -> None:
        before = self._best.get(MomentKind.QUICKEST)
        if ms >= ANTICIPATION and (before is None or ms < before.value):
            self._best[MomentKind.QUICKEST] = Moment(MomentKind.QUICKEST, seat, self._step, ms)

    def moments(self, outcome: Outcome | None) -> Iterator[Moment]:
        yield from self._best.values()
        heard = [word for word in self._words if any(word.casefold() in text for text in self._said)]
        longest = max(heard, key=len, default="")
        if len(longest) >= LONG:
            seat, step = self._words[longest]
            yield Moment(MomentKind.LONGEST_WORD, seat, step, len(longest), longest)
        for seat, count in self._stars.most_common(1):
            if count >= LUCKY:
                yield Moment(MomentKind.STARS, seat, self._step, count)
        ahead = were_ahead(self._half, outcome)
        if outcome is not None and ahead and outcome.winners[0] in self._people:
            yield Moment(MomentKind.COMEBACK, outcome.winners[0], self._step, ahead)


def said(value: int | Told) -> Sequence[str]:
    """What somebody said, in a value that is told."""
    if not isinstance(value, Told) or value.what is not SAID:
        return ()
    text = bare(value)
    return [text] if isinstance(text, str) else [part for part in text if isinstance(part, str)]


def were_ahead(half: Sequence[int], outcome: Outcome | None) -> int:
    """How many were ahead of the only winner when half of the game was over, if all of them were."""
    if outcome is None or outcome.result is not Result.WINNERS or len(outcome.winners) != 1 or len(half) < 2:
        return 0
    winner = outcome.winners[0]
    low_wins = any(score > outcome.scores[winner] for score in outcome.scores)
    ahead = [
        seat
        for seat, score in enumerate(half)
        if seat != winner and (score < half[winner] if low_wins else score > half[winner])
    ]
    return len(ahead) if len(ahead) == len(half) - 1 else 0


def recalled(row: GameRow, data: bytes) -> bytes:
    """The moments of a record. Too slow for the event loop."""
    if len(data) > LONGEST_RECORD:
        raise Refused("too_long")
    record = loads(data)
    game = game_named(record.header.game, record.header.version)
    people = [seat for seat, chair in enumerate(record.header.seats) if chair.human]
    found = moments_in(game, for_strangers(game, record), people)
    return msgspec.json.encode(Moments(row.game, row.names, found))


def moments_in(game: Game[Any], record: Record, people: Collection[Seat]) -> tuple[Moment, ...]:
    """Those of a record as strangers get it."""
    memory = Remember(record, people)
    end = replay(game, record, memory)
    return tuple(memory.moments(end.outcome))
