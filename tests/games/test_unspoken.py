"""What was sealed and never opened is in no record that is given away (C3), and the record still replays."""

import pytest

from tablee.arena.match import Match
from tablee.games.paflemix.state import PaflemixState
from tablee.games.registry import game, games
from tablee.kernel.record import Played, for_strangers, replay
from tablee.kernel.rng import seed_from
from tablee.kernel.values import bare

WORDY = [key for key, each in games().items() if each.info.words]


def told_in(match: Match) -> set[str]:
    """All that everybody was told while a game was played to its end."""
    told: set[str] = set()
    while not match.over:
        match.step()
        values = [bare(value) for e in match.news for value in e.data.values()]
        told |= {value.casefold() for value in values if isinstance(value, str)}
    return told


@pytest.mark.parametrize("key", ["spiralix", "frazrigolix"])
def test_ideas_that_were_never_opened_are_in_no_record(key: str) -> None:
    match = Match(game(key), ["normal", "strong", "beginner"], seed=seed_from("unspoken"))
    told = told_in(match)
    given = for_strangers(match.game, match.record)
    pairs = [
        (before.move, after.move)
        for before, after in zip(match.record.entries, given.entries, strict=True)
        if isinstance(before, Played) and isinstance(after, Played)
    ]
    hidden = [m for m, _ in pairs if m.name == "idea" and not any(m.args["word"].casefold() in t for t in told)]
    opened = [m for m, _ in pairs if m.name == "idea" and any(m.args["word"].casefold() == t for t in told)]
    assert hidden
    assert opened
    for before, after in pairs:
        if before in hidden:
            assert after.args["word"] != before.args["word"]
            assert before.args["word"] not in after.known
            assert list(after.known.values()) == list(before.known.values())
        else:
            assert after == before
    assert replay(match.game, given).outcome == match.state.outcome


def test_what_was_read_only_for_a_moment_stays_in_the_record() -> None:
    """A word of a story stands in no log, but everybody has heard it; and the telling asks for it again."""
    match = Match(game("paflemix"), ["normal", "strong", "beginner"], seed=seed_from("heard"))
    heard: set[str] = set()
    while not match.over:
        match.step()
        assert isinstance(match.state, PaflemixState)
        heard |= set(match.state.spoken)
    given = for_strangers(match.game, match.record)
    laid = [
        (before.move.args["word"], after.move.args["word"])
        for before, after in zip(match.record.entries, given.entries, strict=True)
        if isinstance(before, Played) and isinstance(after, Played) and before.move.name in ("lay", "open_story")
    ]
    assert {before for before, _ in laid} & heard
    assert all(before == after for before, after in laid if before in heard)


@pytest.mark.parametrize("key", WORDY)
def test_every_record_of_words_can_be_given_away(key: str) -> None:
    low, high = game(key).info.players
    bots = ["normal", "random", "strong"][: max(low, min(3, high))]
    match = Match(game(key), bots, seed=seed_from("given away"))
    match.finish()
    assert for_strangers(match.game, match.record).footer == match.record.footer


def test_a_record_without_words_is_given_as_it_is() -> None:
    match = Match(game("bazardelix"), ["random"] * 3, seed=seed_from(1))
    match.finish()
    assert for_strangers(match.game, match.record) == match.record
