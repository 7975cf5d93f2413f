"""D8: nobody learns from anything that a letter was covered. Two games that differ only in the mask are compared
in all that a seeker and a spectator receive: the letter is gone, a pétard lies there, and all else is the same to
the byte."""

from typing import Any

import msgspec
import pytest

from tablee.arena.match import Match
from tablee.games.sordelix.rules import GAME, Align, Search
from tablee.games.sordelix.state import SordelixState
from tablee.kernel.door import Door, encode
from tablee.kernel.moves import Move
from tablee.kernel.record import Entry, Played, Rang, apply, replay
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Seats, mask
from tablee.pieces.toutilix import PETARD
from tablee.server.replay import Watch
from tests.sordelix import begun, hidden, hide, open_letters, stuck, turn, wait_ripe

ONE, OTHER, TOGETHER, SPECTATOR = 0b010, 0b100, 0b110, 0b111
"""Each seeker, both of them, everybody: to more than one no offers are sent."""
SEEKERS: tuple[Seats, ...] = (ONE, OTHER, TOGETHER, SPECTATOR)


def glimpses(s: SordelixState) -> dict[Seats, Any]:
    """All that each viewer is sent now, as it comes out of the wire."""
    events = s.drain()
    return {
        viewers: msgspec.json.decode(encode(Door(s, viewers).glimpse(events, viewers in (ONE, OTHER))))
        for viewers in SEEKERS
    }


def masked(s: SordelixState, letter: str) -> tuple[SordelixState, str, str]:
    """A copy in which the scribe has masked a letter, and the two places that look different."""
    twin = s.copy()
    card, petard = open_letters(s, letter)[0], s.petards[0]
    zone, place = s.where(card)
    was = s.plane.cards.index(petard)
    assert hide(twin, letter)
    return twin, f"{zone.name} {place}", f"plane {was}"


def without(told: Any, *spots: str) -> Any:
    """What was sent, without what lies in some places."""
    for zone in told["view"]["zones"]:
        if "cards" in zone:
            zone["cards"] = [
                card for place, card in enumerate(zone["cards"]) if f"{zone['name']} {place}" not in spots
            ]
            zone.pop("count", None)
    return told


def same(one: SordelixState, other: SordelixState, *spots: str) -> None:
    first, second = glimpses(one), glimpses(other)
    for viewers in SEEKERS:
        assert without(first[viewers], *spots) == without(second[viewers], *spots), f"{viewers:b}"


def both(one: SordelixState, other: SordelixState, entry: Entry) -> None:
    apply(one, entry)
    apply(other, entry)


@pytest.mark.rule("sordelix", "D8")
@pytest.mark.rule("sordelix", "R15")
def test_a_mask_in_the_search_changes_two_places_and_nothing_else() -> None:
    s = begun()
    turn(s, "DIN" + PETARD)
    wait_ripe(s)
    s.drain()
    twin, there, left = masked(s, "I")
    same(s, twin, there, left)
    phase = s.phases[-1]
    assert isinstance(phase, Search)
    # What follows is the same move at the same time: offers, clocks, events, facts, scores.
    t = s.now + 12_000
    for step in (
        Played(t, 1, Move("propose", {"word": "rat"}, t)),
        Played(t, phase.seat, Move("flip", {"place": hidden(s, "O")}, t)),
        Rang(t + 5_000, "mask/ripe"),
        Rang(t + 40_000, "search/turn"),
    ):
        both(s, twin, step)
        same(s, twin, there, left)


@pytest.mark.rule("sordelix", "D8")
def test_the_letter_itself_is_gone_from_every_byte() -> None:
    s = begun()
    turn(s, "DIN" + PETARD)
    wait_ripe(s)
    card = open_letters(s, "I")[0]
    names = {viewers: Door(s, viewers).handle(card) for viewers in SEEKERS}
    face = s.faces[card]
    twin, there, _ = masked(s, "I")
    place = int(there.split()[1])
    for viewers in SEEKERS:
        door = Door(twin, viewers)
        cards = door.view().zone("plane").cards
        sent = encode(door.glimpse(twin.drain())).decode()
        assert names[viewers] not in sent
        assert face not in [c.face for c in cards if c is not None]
        now = cards[place]
        assert now is not None
        assert now.face == PETARD
        # The pétard is no card that anybody could have followed: a page that lets cards glide sees none glide.
        before = {c.handle for c in Door(s, viewers).view().zone("plane").cards if c is not None and c.handle}
        assert now.handle not in before


@pytest.mark.rule("sordelix", "D8")
@pytest.mark.rule("sordelix", "D10")
def test_a_mask_while_letters_are_lined_up_changes_two_places_and_what_may_be_moved_there() -> None:
    s = begun()
    turn(s, "DINOSAURES")
    assert isinstance(s.phases[-1], Align)
    wait_ripe(s)
    stuck(s)
    s.drain()
    card = open_letters(s, "A")[0]
    twin, there, left = masked(s, "A")
    first, second = glimpses(s), glimpses(twin)
    for viewers, one, other in ((v, first[v], second[v]) for v in SEEKERS):
        offered = (one.pop("offers"), other.pop("offers"))
        assert without(one, there, left) == without(other, there, left)
        # The same moves in the same order; only the name of the card at that place is another.
        was, now = Door(s, viewers).handle(card), Door(twin, viewers).handle(twin.shows(card))
        assert encode_json(offered[0]).replace(was, now) == encode_json(offered[1])
    placed = open_letters(s, "S")[0]
    assert placed in s.rack.cards
    twin, there, left = masked(s, "S")
    same(s, twin, there, left)


def encode_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


@pytest.mark.rule("sordelix", "D8")
def test_what_is_sent_is_as_long_as_before_but_for_the_cards_themselves() -> None:
    """The size of a message tells no more than its content."""
    s = begun()
    turn(s, "DIN" + PETARD)
    wait_ripe(s)
    twin, there, left = masked(s, "I")
    for viewers in SEEKERS:
        sizes = []
        for state in (s, twin):
            told = msgspec.json.decode(encode(Door(state, viewers).glimpse((), viewers in (ONE, OTHER))))
            sizes.append(len(encode_json(without(told, there, left))))
        assert sizes[0] == sizes[1]


@pytest.mark.rule("sordelix", "D8")
def test_in_the_log_of_the_table_no_line_is_longer() -> None:
    s = begun()
    turn(s, "DIN" + PETARD)
    wait_ripe(s)
    s.drain()
    twin = masked(s, "I")[0]
    assert twin.drain() == []
    # The alarm that tells the scribe what he may mask tells nobody else anything.
    before = {viewers: encode(Door(s, viewers).glimpse()) for viewers in SEEKERS}
    s.phases[-1]
    assert all("ripe" not in sent.decode() for sent in before.values())


@pytest.mark.rule("sordelix", "D8")
def test_a_redeal_keeps_what_a_seeker_has_seen_before_it_was_masked() -> None:
    s = begun()
    turn(s, "DIN" + PETARD)
    wait_ripe(s)
    card = open_letters(s, "I")[0]
    hide(s, "I")
    for draw in range(5):
        twin = s.redeal(1, keyed(seed_from(draw), "test"))
        assert twin.faces[card] == s.faces[card]
        assert sorted(twin.word) == sorted(
            twin.letter(c) for c in (*twin.plane.held(), card) if twin.letter(c).isalpha()
        )


def test_a_replay_over_a_seekers_shoulder_shows_no_masked_letter_and_the_scribes_does() -> None:
    match = Match(GAME, ["normal"] * 3, seed=seed_from("replay of masks"), options={"starter": 0})
    masks: list[tuple[int, str]] = []
    while not match.over:
        entry = match.step()
        s = match.state
        assert isinstance(s, SordelixState)
        if isinstance(entry, Played) and entry.move.name == "mask":
            masks.append((s.scribe, s.letter(entry.move.args["letter"])))
    assert masks
    for seat in (0, None):
        watch = Watch(seat)
        replay(GAME, match.record, watch)
        steps = [msgspec.json.decode(step) for step in watch.steps]
        beneath = [step["view"]["facts"]["beneath"] for step in steps]
        seen = {text for facts in beneath for text in facts if text}
        assert seen == ({t for t in seen if seat is not None})
        for step in steps:
            scribe = step["view"]["facts"]["scribe"]["value"]
            if seat != scribe:
                assert not any(step["view"]["facts"]["beneath"])
            assert "under" not in [zone["name"] for zone in step["view"]["zones"]]
    assert mask(0)
