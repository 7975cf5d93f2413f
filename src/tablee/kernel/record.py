"""The record of a game: a header, then what happened and when, then the seed. It replays to the same bytes."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, Struct, UnsetType, field, json, structs, to_builtins

from tablee.kernel.content import digest
from tablee.kernel.door import Common
from tablee.kernel.draw import SharedDraw, check_draw
from tablee.kernel.game import Game
from tablee.kernel.moves import LexiconLike, Move, Offer
from tablee.kernel.outcome import Outcome
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import Rng, commitment, keyed
from tablee.kernel.state import SeatState, State
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import SAID, bare

FORMAT = 2
"""Of the record, and of what its digest is of (`content.py`)."""


class Played(Struct, frozen=True, tag="play", omit_defaults=True):
    t: Millis
    """Table time at which the table took the move; never runs backwards. `move.at` may be a little older."""
    seat: Seat
    move: Move


class Rang(Struct, frozen=True, tag="ring", omit_defaults=True):
    t: Millis
    alarm: str
    known: Mapping[str, int] = field(default_factory=dict)
    """What the lexicon proposed, where the phase asked it."""


class SeatChanged(Struct, frozen=True, tag="seat"):
    t: Millis
    seat: Seat
    human: bool
    present: bool


class HoldSet(Struct, frozen=True, tag="hold"):
    """How long races wait for presses that are still on the wire."""

    t: Millis
    hold: Millis


class Paused(Struct, frozen=True, tag="pause"):
    t: Millis


class Resumed(Struct, frozen=True, tag="resume"):
    t: Millis


class Handed(Struct, frozen=True, tag="hand"):
    """The shared device went to another seat; table time stood still meanwhile."""

    t: Millis
    seat: Seat


Entry: TypeAlias = Played | Rang | SeatChanged | HoldSet | Paused | Resumed | Handed


class Header(Struct, frozen=True, tag="header"):
    format: int
    game: str
    version: int
    players: int
    options: dict[str, Any]
    seat_options: list[dict[str, Any]]
    seats: tuple[SeatState, ...]
    commitment: str
    """The hash of the seed, published before the first card is dealt."""
    lexicon: str | None = None
    draw: SharedDraw | UnsetType = UNSET
    """How the seed came about, if devices had a part in it."""


class Footer(Struct, frozen=True, tag="end"):
    seed: str
    outcome: Outcome | None
    digest: str
    """Of what lies on the table at the end."""
    part: str | UnsetType = UNSET
    """The table's own part in the seed, if devices had one too."""


class Record(Struct, frozen=True):
    header: Header
    entries: Sequence[Entry]
    footer: Footer | None = None


def apply(s: State, entry: Entry) -> None:
    """Makes one step. A refusal leaves the state untouched, its time included."""
    if entry.t < s.now:
        raise Refused("too_late")
    before, s.now = s.now, entry.t
    try:
        match entry:
            case Played(seat=seat, move=move):
                if move.at > entry.t:
                    raise Refused("malformed", parameter="at")
                s.play(seat, move)
            case Rang(alarm=name, known=known):
                due = next((d for d in s.alarms() if d.name == name and d.at <= entry.t), None)
                if due is None or s.paused:
                    raise Refused("not_due")
                s.ring(due, known)
            case SeatChanged(seat=seat, human=human, present=present):
                if not 0 <= seat < s.n:
                    raise Refused("unknown_seat")
                seats = list(s.seats)
                seats[seat] = SeatState(human, present, entry.t)
                s.seats = tuple(seats)
            case HoldSet(hold=hold):
                s.hold = hold
            case Paused():
                s.paused = True
            case Resumed():
                s.paused = False
            case Handed(seat=seat):
                if not 0 <= seat < s.n:
                    raise Refused("unknown_seat")
    except Refused:
        s.now = before
        raise


def header_of(
    game: Game[Any], s: State, lexicon: LexiconLike | None = None, draw: SharedDraw | None = None
) -> Header:
    return Header(
        FORMAT,
        game.info.key,
        game.info.version,
        s.n,
        msgspec.to_builtins(s.options),
        [msgspec.to_builtins(o) for o in s.seat_options],
        s.seats,
        commitment(s.seed),
        lexicon.version if lexicon else None,
        UNSET if draw is None else draw,
    )


def started(game: Game[Any], head: Header, seed: bytes, *, watched: bool) -> State:
    """The game as it stood when its record began."""
    s: State = game.start(
        head.players,
        seed=seed,
        options=head.options,
        seat_options=head.seat_options,
        seats=head.seats,
        watched=watched,
    )
    return s


def footer_of(s: State, part: bytes = b"") -> Footer:
    """`part`: the table's own one in the seed, where devices had theirs."""
    return Footer(s.seed.hex(), s.outcome, digest(s), part.hex() if part else UNSET)


def replay(game: Game[Any], record: Record, each: Callable[[State], None] | None = None) -> State:
    """Plays a record again and verifies all that it promises: seed, legality, outcome, final state.

    `each` is shown the game at its start and after every entry, with what was told.
    """
    if record.footer is None:
        raise Refused("bad_record", why="seed")
    try:
        seed = bytes.fromhex(record.footer.seed)
    except ValueError:
        raise Refused("bad_record", why="seed") from None
    head = record.header
    if commitment(seed) != head.commitment:
        raise Refused("bad_record", why="commitment")
    if head.draw is not UNSET or record.footer.part is not UNSET:
        if head.draw is UNSET or record.footer.part is UNSET:
            raise Refused("bad_record", why="part")
        check_draw(head.draw, record.footer.part, seed)
    if head.format != FORMAT:
        raise Refused("bad_record", why="format")
    if (head.game, head.version) != (game.info.key, game.info.version):
        raise Refused("bad_record", why="version")
    s = started(game, head, seed, watched=each is not None)
    if each is not None:
        each(s)
    for step, entry in enumerate(record.entries):
        try:
            apply(s, entry)
        except Refused as no:
            raise Refused("bad_record", why=no.code, step=step) from no
        if each is not None:
            each(s)
    if s.outcome != record.footer.outcome:
        raise Refused("bad_record", why="outcome")
    if digest(s) != record.footer.digest:
        raise Refused("bad_record", why="digest")
    return s


class _Sealed(Struct, frozen=True):
    """Words that a seat sealed in one entry of a record."""

    step: int
    offer: Offer
    words: Sequence[str]


def for_strangers(game: Game[Any], record: Record) -> Record:
    """The record as it is given away: an idea that was sealed and never opened is shown to nobody, even at the end
    (C3), so other letters that fit as well stand in its place. It replays to the same end, which is verified.
    """
    if not game.info.words:
        return record
    sealed: list[_Sealed] = []
    told: set[str] = set()
    """What everybody could read, if only for a moment."""
    entries = list(record.entries)

    def look(s: State) -> None:
        values = (bare(value) for event in s.drain() for value in event.data.values())
        told.update(value.casefold() for value in values if isinstance(value, str))
        told.update(text.casefold() for text in _said(to_builtins(Common(s).facts)))
        step = look_at.pop()
        look_at.append(step + 1)
        entry = entries[step] if step < len(entries) else None
        if isinstance(entry, Played):
            _, offer = s.find(entry.seat, entry.move.name)
            if offer.secret and entry.move.known:
                sealed.append(_Sealed(step, offer, tuple(entry.move.known)))

    look_at = [0]
    replay(game, record, look)
    assert record.footer is not None
    for secret in sealed:
        if not all(any(word.casefold() in text for text in told) for word in secret.words):
            entry = entries[secret.step]
            assert isinstance(entry, Played)
            rng = keyed(bytes.fromhex(record.footer.seed), "unspoken", secret.step)
            entries[secret.step] = structs.replace(entry, move=_other_words(entry.move, secret.offer, rng))
    given = structs.replace(record, entries=tuple(entries))
    replay(game, given)
    return given


def _said(fact: Any, within: bool = False) -> Iterator[str]:
    """The words somewhere in a fact: the strings in values that say that they are `SAID`."""
    if isinstance(fact, str) and within:
        yield fact
    elif isinstance(fact, list):
        for each in fact:
            yield from _said(each, within)
    elif isinstance(fact, dict) and fact.get("is") == SAID.value:
        yield from _said(fact["value"], True)
    elif isinstance(fact, dict):
        yield from _said(list(fact.values()), within)


def _other_words(move: Move, offer: Offer, rng: Rng) -> Move:
    args, known = dict(move.args), dict(move.known)
    for name, domain in offer.params.items():
        allowed = domain.given(args)
        old = allowed.words(args[name]) if name in args else ()
        if old:
            args[name] = allowed.sample(rng)
            new = allowed.words(args[name])
            for was in old:
                known.pop(was, None)
            for was, other in zip(old, new, strict=True):  # a sentence may have a word twice
                known[other] = min(move.known.get(was, 0), known.get(other, move.known.get(was, 0)))
    return structs.replace(move, args=args, known=known)


_LINE = json.Decoder(Header | Played | Rang | SeatChanged | HoldSet | Paused | Resumed | Handed | Footer)


def dumps(record: Record) -> bytes:
    """One JSON object per line."""
    parts: Iterable[Struct] = (record.header, *record.entries, *([record.footer] if record.footer else []))
    return b"".join(json.encode(part, order="deterministic") + b"\n" for part in parts)


def loads(data: bytes) -> Record:
    """Reads a record; anything that is none is refused."""
    try:
        parts = [_LINE.decode(line) for line in data.splitlines() if line.strip()]
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise Refused("bad_record", why="json") from None
    if not parts or not isinstance(parts[0], Header):
        raise Refused("bad_record", why="header")
    footer = parts[-1] if isinstance(parts[-1], Footer) else None
    entries = parts[1:-1] if footer else parts[1:]
    if any(isinstance(p, Header | Footer) for p in entries):
        raise Refused("bad_record", why="order")
    return Record(parts[0], entries, footer)
