"""Finished games shown again: verified, hands open or as one seat saw it, in answers of bounded size."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablee.arena.match import Match
from tablee.games.registry import game, games
from tablee.kernel.door import Door
from tablee.kernel.record import Record, dumps
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import commitment, seed_from
from tablee.kernel.units import mask
from tablee.server import replay as replays
from tablee.server.replay import watched
from tablee.server.store import GameRow
from tests.server.test_http import Site, serving


def played(key: str) -> Match:
    players = max(3, game(key).info.players[0])
    match = Match(game(key), ["random"] * players, seed=seed_from(f"replay {key}"))
    match.finish()
    return match


@pytest.fixture(scope="module", params=games())
def match(request: pytest.FixtureRequest) -> Match:
    """A whole game of each kind, played once for all that is asked of it."""
    return played(request.param)


@pytest.fixture
def in_one_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every answer plays the record again from its start; that parts are the whole is proved below."""
    monkeypatch.setattr(replays, "LONGEST_ANSWER", sys.maxsize)


def row(key: str, match: Match, name: str = "a-game") -> GameRow:
    n = match.state.n
    names = tuple(f"Robot {i + 1}" for i in range(n))
    return GameRow(name, "ABCDEF", key, 1, n, 1.0, names, tuple(match.state.scores), (0,))


def shown(key: str, match: Match, seat: int | None = None, first: int = 0) -> Any:
    return msgspec.json.decode(watched(row(key, match), dumps(match.record), seat, first))


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.usefixtures("in_one_answer")
def test_a_game_is_shown_from_its_deal_to_its_end(match: Match) -> None:
    whole = shown(match.game.info.key, match)
    assert whole["verified"] is True
    assert (whole["commitment"], whole["seed"]) == (commitment(match.state.seed), match.state.seed.hex())
    assert whole["outcome"] == plain(match.state.outcome)
    assert whole["total"] == len(whole["steps"])
    assert whole["next"] is None
    assert "outcome" not in whole["steps"][0]["view"]
    assert whole["steps"][-1]["view"]["outcome"] == whole["outcome"]
    assert [s["now"] for s in whole["steps"]] == sorted(s["now"] for s in whole["steps"])
    for before, after in zip(whole["steps"], whole["steps"][1:], strict=False):
        assert before["view"] != after["view"] or after.get("events")


@pytest.mark.usefixtures("in_one_answer")
def test_a_seat_is_shown_what_it_saw(match: Match) -> None:
    for seat in range(match.state.n):
        last = shown(match.game.info.key, match, seat)["steps"][-1]["view"]
        assert last == plain(Door(match.state, mask(seat)).view())


def faces(view: Any, kind: str) -> list[str | None]:
    cards = [card for zone in view["zones"] if zone["kind"] == kind for card in zone.get("cards", ())]
    return [card.get("face") for card in cards if card is not None]


def test_all_hands_are_open_and_the_pile_is_not() -> None:
    match = played("amerix")
    step = shown("amerix", match)["steps"][5]["view"]
    hands = [zone for zone in step["zones"] if zone["kind"] == "hand"]
    assert sum(zone["count"] for zone in hands) == len(faces(step, "hand")) > match.state.n
    assert None not in faces(step, "hand")
    assert faces(next(s["view"] for s in shown("amerix", match, 0)["steps"][5:6]), "hand") != faces(step, "hand")
    pile = next(zone for zone in step["zones"] if zone["name"] == "pile")
    assert pile["count"] > 0
    assert "cards" not in pile


def test_closed_eyes_do_not_darken_the_open_table() -> None:
    options = [{"level": 2}] * 3
    match = Match(game("zieufermix"), ["random"] * 3, seed=seed_from("blind"), seat_options=options)
    match.finish()
    closed = [s["view"] for s in shown("zieufermix", match)["steps"] if s["view"].get("eyes_closed")]
    assert closed
    assert all(view["zones"] and not view.get("dark") for view in closed)


def test_what_was_told_to_two_is_told_to_whoever_watches_all() -> None:
    match = played("bazardelix")

    def gifts(seat: int | None) -> int:
        steps = shown("bazardelix", match, seat)["steps"]
        return sum(e["kind"] == "gives" for s in steps for e in s.get("events", ()))

    rounds = match.state.round + 1  # type: ignore[attr-defined]
    assert gifts(None) == rounds * 3 * 2
    assert gifts(0) == rounds * 4


@pytest.mark.parametrize(("key", "longest"), [("amerix", 200_000), ("spots", replays.LONGEST_ANSWER)])
def test_a_long_game_comes_in_parts(monkeypatch: pytest.MonkeyPatch, key: str, longest: int) -> None:
    match = played(key)
    with monkeypatch.context() as unbounded:
        unbounded.setattr(replays, "LONGEST_ANSWER", sys.maxsize)
        whole = shown(key, match)
    monkeypatch.setattr(replays, "LONGEST_ANSWER", longest)
    steps: list[Any] = []
    parts = 0
    first: int | None = 0
    while first is not None:
        part = shown(key, match, first=first)
        assert part["first"] == len(steps)
        assert sum(len(msgspec.json.encode(step)) for step in part["steps"]) <= longest
        steps += part["steps"]
        first = part["next"]
        parts += 1
    assert parts > sum(len(msgspec.json.encode(step)) for step in whole["steps"]) // longest >= 1
    assert steps == whole["steps"]
    assert shown(key, match, first=whole["total"])["steps"] == []


# ---- records that are not in order -----------------------------------------------------------------------


def broken(match: Match, how: str) -> bytes:
    record: Record = match.record
    lines = dumps(record).splitlines(keepends=True)
    match how:
        case "commitment":
            lines[0] = lines[0].replace(record.header.commitment[:8].encode(), b"00000000")
        case "step":
            del lines[3]
        case "seed":
            del lines[-1]
        case "version":
            lines[0] = lines[0].replace(b'"version":%d' % record.header.version, b'"version":999')
        case "json":
            lines[2] = b"{nonsense\n"
        case "empty":
            lines = []
    return b"".join(lines)


@pytest.mark.parametrize("how", ["commitment", "step", "seed", "json", "empty"])
def test_a_bad_record_is_refused_with_the_reason(how: str) -> None:
    match = played("amerix")
    with pytest.raises(Refused) as no:
        watched(row("amerix", match), broken(match, how), None, 0)
    assert no.value.code == "bad_record"
    assert no.value.details["why"]


def test_a_record_of_rules_that_are_not_there_says_so() -> None:
    match = played("amerix")
    with pytest.raises(Refused) as no:
        watched(row("amerix", match), broken(match, "version"), None, 0)
    assert (no.value.code, no.value.details) == ("unknown_version", {"game": "amerix", "version": 999})


def test_an_endless_record_is_not_even_read() -> None:
    match = played("amerix")
    with pytest.raises(Refused, match="too_long"):
        watched(row("amerix", match), b" " * (replays.LONGEST_RECORD + 1), None, 0)


# ---- asked over the wire ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("replay")) as running:
        match = played("zieufermix")
        running.keep(row("zieufermix", match, "good"), dumps(match.record))
        running.keep(row("zieufermix", match, "bad"), broken(match, "commitment"))
        yield running


def test_a_replay_is_served_packed(site: Site) -> None:
    answer = site.ask("/api/records/good/replay")
    assert (answer.status, answer.json["verified"]) == (200, True)
    assert answer.headers["Content-Encoding"] in ("gzip", "deflate")
    assert site.ask("/api/records/good/replay?seat=1&from=2").json["first"] == 2


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("none/replay", 404, "unknown_record"),
        ("bad/replay", 400, "bad_record"),
        ("good/replay?seat=3", 400, "unknown_seat"),
        ("good/replay?seat=-1", 400, "malformed"),
        ("good/replay?seat=x", 400, "malformed"),
        ("good/replay?from=1e9", 400, "malformed"),
        ("good/replay?from=99999999", 400, "malformed"),
    ],
)
def test_a_bad_question_is_answered_clearly(site: Site, path: str, status: int, code: str) -> None:
    answer = site.ask(f"/api/records/{path}", headers={"Accept-Language": "fr"})
    assert (answer.status, answer.json["code"]) == (status, code)
    assert answer.json["sentence"] != code


def test_replays_are_rationed(tmp_path: Path) -> None:
    with serving(tmp_path, limits=True) as site:
        codes = [site.ask("/api/records/none/replay").json["code"] for _ in range(60)]
    assert codes[0] == "unknown_record"
    assert codes[-1] == "too_fast"
