"""`examples/verify.py` knows nothing of Tablée, and finds what is wrong with a record all the same."""

import json
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablee.arena.match import Match
from tablee.games.registry import game
from tablee.kernel.draw import DrawPart, SharedDraw, pooled, promised
from tablee.kernel.record import Record, dumps, footer_of, header_of, loads, replay
from tablee.kernel.refusal import Refused

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "examples" / "verify.py"
GOLDEN = sorted((ROOT / "tests" / "records").glob("*.jsonl"))
PARTS = sorted((b"L" * 16, b"T" * 16), key=promised)
OWN = b"S" * 16


@pytest.fixture(scope="module")
def faults() -> Callable[[bytes], list[str]]:
    found: Callable[[bytes], list[str]] = runpy.run_path(str(SCRIPT))["faults"]
    return found


def test_it_is_short_and_stands_alone() -> None:
    text = SCRIPT.read_text("utf-8")
    assert "import tablee" not in text and "from tablee" not in text
    assert len(text.splitlines()) < 80


def test_every_kept_record_holds(faults: Callable[[bytes], list[str]]) -> None:
    assert len(GOLDEN) > 40
    assert {path.name: wrong for path in GOLDEN if (wrong := faults(path.read_bytes()))} == {}


def drawn(*opened: bytes) -> Record:
    """A game whose seed two devices had promised a part in; these were opened."""
    match = Match(game("amerix"), ["normal", "normal"], seed=pooled(OWN, opened))
    match.finish()
    parts = (
        DrawPart(promised(part), part.hex() if part in opened else None, (i,)) for i, part in enumerate(PARTS)
    )
    draw = SharedDraw(promised(OWN), tuple(parts))
    header = header_of(game("amerix"), match.state, None, draw)
    return Record(header, match.record.entries, footer_of(match.state, OWN))


def test_a_seed_made_of_parts_holds_whether_all_were_opened_or_not(faults: Callable[[bytes], list[str]]) -> None:
    for record in (drawn(*PARTS), drawn(PARTS[1]), drawn()):
        data = dumps(record)
        assert faults(data) == []
        assert dumps(loads(data)) == data
        replay(game("amerix"), loads(data))


def forged(record: bytes, how: str) -> bytes:
    head, *steps, end = (json.loads(line) for line in record.splitlines())
    match how:
        case "a part of one's own choice":
            head["draw"]["parts"][0]["part"] = "00" * 16
        case "a part left out afterwards":
            head["draw"]["parts"][0]["part"] = None
        case "a part forgotten":
            del head["draw"]["parts"][0]
        case "parts in another order":
            head["draw"]["parts"].reverse()
        case "another part of the table's":
            end["part"] = "00" * 16
        case "no part of the table's":
            del end["part"]
        case "no draw":
            del head["draw"]
        case "another seed":
            end["seed"] = "00" * 16
    lines: list[Any] = [head, *steps, end]
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


@pytest.mark.parametrize(
    "how",
    [
        "a part of one's own choice",
        "a part left out afterwards",
        "a part forgotten",
        "parts in another order",
        "another part of the table's",
        "no part of the table's",
        "no draw",
        "another seed",
    ],
)
def test_both_find_a_forged_seed(how: str, faults: Callable[[bytes], list[str]]) -> None:
    data = forged(dumps(drawn(*PARTS)), how)
    assert faults(data)
    with pytest.raises(Refused, match="bad_record"):
        replay(game("amerix"), loads(data))


@pytest.mark.parametrize("data", [b"", b"{}", b"no record", b"[1]\n[2]\n", b"\xff\xfe"])
def test_what_is_no_record_is_said_to_be_none(data: bytes, faults: Callable[[bytes], list[str]]) -> None:
    assert faults(data)
