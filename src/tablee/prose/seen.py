"""What a seat sees, and what happened, line by line."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from tablee.kernel.door import CardView, EventView, ZoneView
from tablee.kernel.moves import Offer
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import Told, What, bare
from tablee.pieces.kinds import Kind
from tablee.prose.wording import FEW, Wording, placed

HANDS = (Kind.HAND, Kind.FAN, Kind.BUNCH)
COUNTED = (Kind.WINNINGS, Kind.LOSSES, Kind.TOKENS, Kind.PILE)
"""Of these it matters how many there are, and what lies on top."""
TOPS = (Kind.HEAP, Kind.TOWER, Kind.RANK, Kind.STACKS, Kind.STAR)


def summary(w: Wording, offers: Sequence[Offer]) -> str:
    """Whose turn it is, and what to do."""
    view = w.view
    if view.outcome is not None:
        return w.say("see.over")
    yours = w.seat in view.active
    facts = _own(w)
    prompt = w.texts.prompt(view.phase, yours, facts, offers[0].name if offers else "", w.names)
    head = ""
    if any(o.stimulus is not None for o in offers):
        head = w.say("see.race")
    elif yours:
        head = w.say("see.turn")
    elif view.active:
        head = w.say("see.turn_of", names=w.joined([w.name(seat) for seat in view.active]))
    dark = w.say("see.dark") if view.dark else ""
    return " ".join(part for part in (dark, head, prompt) if part) or w.say("see.waiting")


def lines(w: Wording) -> Iterator[str]:
    """The table, one's own hand first, then the middle, the others, facts and points."""
    zones = [z for z in w.view.zones if z.kind != Kind.BOX]
    mine = [z for z in zones if z.owner == w.seat]
    middle = [z for z in zones if z.owner < 0]
    others = [z for z in zones if z.owner >= 0 and z.owner != w.seat]
    mine.sort(key=lambda z: z.kind not in HANDS)
    for zone in (*mine, *middle):
        yield from _line(w, zone)
    for seat, theirs in groupby(sorted(others, key=lambda z: z.owner), key=lambda z: z.owner):
        told = [said for zone in theirs for said in _line(w, zone, bare_name=True)]
        if told:
            yield w.say("see.line", what=w.name(seat), items="; ".join(told))
    yield from facts(w)
    yield from _points(w)
    for seat, state in enumerate(w.view.seats):
        if state.human and not state.present and seat != w.seat:
            yield w.say("see.absent", name=w.name(seat))


def hand(w: Wording) -> list[str]:
    """Only what one holds, or has before oneself."""
    mine = [z for z in w.view.zones if z.owner == w.seat and z.kind != Kind.BOX]
    held = [z for z in mine if z.kind in HANDS] or mine
    return [line for zone in held for line in _line(w, zone)]


def about(w: Wording, seat: Seat) -> list[str]:
    """What one may know of a seat."""
    zones = [z for z in w.view.zones if z.owner == seat and z.kind != Kind.BOX]
    told = [line for zone in zones for line in _line(w, zone)]
    score = w.view.scores[seat]
    return [w.name(seat), *told, *([f"{w.say('see.points')} {score}"] if score is not None else [])]


def _line(w: Wording, zone: ZoneView, bare_name: bool = False) -> Iterator[str]:
    items = _items(w, zone)
    if not items:
        return
    name = w.texts.zones.get(zone.name, w.texts.zones.get(zone.name.split(":")[0], "")) if bare_name else ""
    yield w.say("see.line", what=name or w.zone(zone), items=items)


def _items(w: Wording, zone: ZoneView) -> str:
    """What lies in a zone; nothing is said of an empty one."""
    words = [w.say("see.said", words=zone.said)] if zone.said else []
    cards = list(placed(zone))
    seen = [(place, card) for place, card in cards if card is not None]
    if not seen:
        if zone.kind == Kind.LADDER:
            return ", ".join((zone.said or "").split())
        if not zone.count:
            return " ".join(words)
        return " ".join([w.say("see.things" if zone.kind == Kind.TOKENS else "see.count", n=zone.count), *words])
    if zone.kind in (Kind.PLANE, Kind.GRID, Kind.DISC, Kind.HALL, Kind.SPACES, Kind.RACK):
        return ", ".join([*_spread(w, zone, seen), *words])
    if zone.kind in COUNTED or zone.kind in TOPS:
        top = seen[-1][1]
        if top.face is None:
            return " ".join([w.say("see.count", n=zone.count), *words])
        return " ".join([w.say("see.top", top=w.card(top, zone), n=zone.count), *words])
    told = [_laid(w, zone, place, card) for place, card in seen]
    hidden = zone.count - len(seen)
    told += [w.say("see.left_hidden", n=hidden)] if hidden > 0 else []
    return " ".join([", ".join(told), *words])


def _laid(w: Wording, zone: ZoneView, place: int, card: CardView) -> str:
    said = w.card(card, zone)
    if zone.kind == Kind.TRICK and place < len(zone.by):
        return w.say("see.by", face=said, name=w.name(zone.by[place]))
    return said


def _spread(w: Wording, zone: ZoneView, seen: Sequence[tuple[int, CardView]]) -> Iterator[str]:
    """Cards that lie in places: the open ones with where they are, the others counted."""
    hidden = [place for place, card in seen if card.face is None]
    for place, card in seen:
        if card.face is not None:
            yield w.say("see.lies", where=w.at(zone, place), face=w.card(card, zone))
    if len(hidden) > FEW:
        yield w.say("see.count", n=len(hidden)) if not zone.area else w.say("see.left_hidden", n=len(hidden))
    else:
        for place in hidden:
            yield w.say("see.lies", where=w.at(zone, place), face=w.say("face.hidden"))


# ---- facts ----------------------------------------------------------------------------------------------


def _own(w: Wording) -> dict[str, Any]:
    """Of a list with an entry for each seat, one's own is meant."""
    return {
        name: fact[w.seat] if isinstance(fact, list) and len(fact) == len(w.view.seats) else fact
        for name, fact in w.view.facts.items()
    }


def facts(w: Wording) -> Iterator[str]:
    """What the game says of its facts; where a picture would show one, what it has only for words."""
    own, texts = _own(w), w.texts
    for name, fact in w.view.facts.items():
        if name == "talk" and isinstance(fact, list):
            yield from _talk(w, fact)
            continue
        value = bare(own[name])
        if name in texts.spoken:
            yield from _only_spoken(w, name, bare(fact))
        elif isinstance(bare(fact), dict):
            yield from _by_somebody(w, name, bare(fact))
        elif not isinstance(value, list | dict) and value not in (None, ""):
            yield from _told(w, name, own[name])
        if isinstance(bare(fact), list) and len(bare(fact)) == len(w.view.seats):
            yield from _marks(w, name, bare(fact))


def _told(w: Wording, name: str, fact: Any) -> Iterator[str]:
    value, sentences = bare(fact), w.texts.facts
    yours = isinstance(fact, Told) and fact.what is What.SEAT and value == w.seat
    if isinstance(fact, Told) and fact.what is What.SEAT and value == -1 and f"{name}.-1" not in sentences:
        return
    said = str(value).lower() if isinstance(value, bool) else str(value)
    keys = [*([f"{name}.you"] if yours else []), f"{name}.{said}", name]
    sentence = next((sentences[key] for key in keys if key in sentences), None)
    if sentence is not None and not isinstance(value, bool | None):
        yield w.texts.told(sentence, {name: fact}, w.names)
    elif sentence is not None and f"{name}.{said}" in sentences:
        yield sentence


def _marks(w: Wording, name: str, values: Sequence[Any]) -> Iterator[str]:
    """A word of the game's for the number that a seat has."""
    for seat, value in enumerate(values):
        each = w.texts.values.get(f"{name}.each") if type(value) is int else None
        mark = w.texts.values.get(f"{name}.{value}") if not isinstance(value, bool) and value is not None else None
        said = mark or (each and w.texts.told(each, {name: value}))
        if said:
            yield w.say("see.line", what=w.name(seat), items=said)


def _by_somebody(w: Wording, name: str, by: Mapping[str, Any]) -> Iterator[str]:
    """What was said by somebody, or of what lies somewhere."""
    for key, value in by.items():
        if not isinstance(value, str | list) or not value:
            continue
        words = value if isinstance(value, str) else ", ".join(map(str, value))
        who = w.name(int(key)) if key.isdigit() else w.zone(w.zones[key]) if key in w.zones else ""
        if who:
            yield w.say("see.line", what=who, items=w.say("see.said", words=words))


def _talk(w: Wording, bubbles: Sequence[Any]) -> Iterator[str]:
    for bubble in bubbles:
        sentence = w.texts.facts.get(f"talk.{bubble.line}") or w.texts.facts.get(
            f"talk.{bubble.line.split('.')[0]}"
        )
        if sentence:
            told = w.texts.told(sentence, bubble.told, w.names)
            yield w.say("see.says", name=w.name(bubble.seat), sentence=told)


def _only_spoken(w: Wording, name: str, value: Any) -> Iterator[str]:
    """A sentence with the places of a list: `{first}`, `{second.side}`; with `{who}`, of each seat."""
    sentence = w.texts.spoken[name]
    if value in (None, "", [], {}, False) or (type(value) is int and value <= 0):
        return
    rows: list[Any] = value if isinstance(value, list) else [value]
    if "{who}" in sentence:
        for seat, each in enumerate(rows):
            if each not in (None, "", []):
                yield w.texts.told(sentence.replace("{who}", w.name(seat)), {name: _plain(each)})
    else:
        spread = dict(zip(("first", "second"), rows, strict=False))
        joined = ", ".join(map(_plain, rows)) if isinstance(value, list) else value
        yield w.texts.told(sentence, {**spread, name: joined})


def _plain(value: Any) -> str:
    if hasattr(value, "word"):
        return str(value.word)
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _points(w: Wording) -> Iterator[str]:
    scores = w.view.scores
    if any(scores):
        told = [
            w.say("see.point" if n is not None else "see.hidden_point", name=w.name(seat), n=n)
            for seat, n in enumerate(scores)
        ]
        yield w.say("see.line", what=w.say("see.points"), items=", ".join(told))


# ---- what happened --------------------------------------------------------------------------------------


def happened(w: Wording, events: Sequence[EventView]) -> Iterator[str]:
    """The lines of the log. Cards that come to one's own hand are told; if nothing is said, all with faces."""
    told: list[str] = []
    shown: dict[str, list[str]] = {}
    for event in events:
        data = {name: _faces(w, value) for name, value in event.data.items()}
        line = w.texts.event(event.kind, data, w.names, reader=w.seat)
        if event.kind == "flash":
            line = w.say("see.flash", face=w.face(event.face or ""))
        if line:
            told.append(line)
        elif event.face is not None and event.target is not None:
            zone = w.zones.get(event.target[0])
            if zone is not None and zone.kind != Kind.BOX:
                shown.setdefault(zone.name, []).append(w.card(CardView(face=event.face), zone))
    yield from told
    for name, faces in shown.items():
        mine = w.zones[name].owner == w.seat and w.zones[name].kind in HANDS
        if not told or mine:
            yield w.say("see.moves", face=", ".join(faces), where=w.zone(w.zones[name]))


def _faces(w: Wording, value: int | Told) -> int | Told:
    """Faces with a colour by their names; a letter alone stays as it is."""
    if not isinstance(value, Told) or value.what is not What.FACE or not isinstance(value.value, str):
        return value
    faces = value.value.split()
    if len(faces) == 1 and len(faces[0]) == 1:
        return value
    return Told(What.SAID, ", ".join(map(w.face, faces)))


def time_left(w: Wording, now: Millis, rate: float = 1.0) -> str:
    """What the clocks say that are one's own, or everybody's."""
    mine = [clock for clock in w.view.clocks if clock.seat in (w.seat, -1)]
    if not mine:
        return w.say("see.no_time")
    first = min(mine, key=lambda clock: clock.at)
    left = max(0, round((first.at - now) / 1000 / (rate or 1.0)))
    return w.say("see.time" if first.seat == w.seat or w.seat in w.view.active else "see.clock", n=left)


def ending(w: Wording) -> Iterator[str]:
    outcome = w.view.outcome
    if outcome is None:
        return
    said = w.texts.endings.get(outcome.detail, "")
    if said:
        yield said
    ranks = outcome.ranks or (1,) * len(outcome.scores)
    for seat in sorted(range(len(ranks)), key=lambda i: ranks[i]):
        yield w.say("see.rank", rank=ranks[seat], name=w.name(seat), score=outcome.scores[seat])
