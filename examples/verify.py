"""Checks the record of a game without Tablée: `python examples/verify.py FILE…`. Only Python itself is needed.

A record is JSON lines: a header, what happened and when, and at the end the seed with which everything was drawn.
Its hash was published before the first card was dealt; where devices had a part in it, all had promised theirs.
What this cannot check is that every move was legal: `tablee replay` plays the game again for that.
"""

import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any


def hashed(label: str, part: str) -> str:
    """What is told before a part or a seed is."""
    return sha256(f"tablee {label} ".encode() + bytes.fromhex(part)).hexdigest()


def faults(data: bytes) -> list[str]:
    """All that is wrong with a record, in words."""
    try:
        lines = [json.loads(line) for line in data.splitlines() if line.strip()]
        head, *steps, end = lines
        if (head["type"], end["type"]) != ("header", "end"):
            return ["it does not run from a header to an end"]
        return [*wrong_chance(head, end), *wrong_steps(head, steps), *wrong_end(head, end)]
    except (ValueError, KeyError, TypeError) as wrong:
        return [f"this is no whole record of a game ({type(wrong).__name__})"]


def wrong_chance(head: Any, end: Any) -> Iterator[str]:
    if hashed("commitment", end["seed"]) != head["commitment"]:
        yield "the seed is not the one whose hash was published"
    if ("draw" in head) != ("part" in end):
        yield "the table's own part is missing, or nobody asked for it"
    elif "draw" in head:
        parts = [head["draw"] | {"part": end["part"]}, *head["draw"]["parts"]]
        opened = [each for each in parts if each["part"] is not None]
        if any(hashed("part", each["part"]) != each["promise"] for each in opened):
            yield "a part is not what was promised"
        if [p["promise"] for p in parts[1:]] != sorted(p["promise"] for p in parts[1:]):
            yield "the parts are not in the order of their promises"
        if hashed("draw", "".join(each["part"] for each in opened))[:32] != end["seed"]:
            yield "the seed is not made of these parts"


def wrong_steps(head: Any, steps: list[Any]) -> Iterator[str]:
    now = 0
    for number, step in enumerate(steps, 2):
        if step["type"] not in ("play", "ring", "seat", "hold", "pause", "resume", "hand"):
            yield f"line {number}: nothing is called {step['type']}"
        if step["t"] < now or step.get("move", {}).get("at", 0) > step["t"]:
            yield f"line {number}: time runs backwards"
        if not 0 <= step.get("seat", 0) < head["players"]:
            yield f"line {number}: there is no such seat"
        now = step["t"]


def wrong_end(head: Any, end: Any) -> Iterator[str]:
    for name in ("ranks", "scores"):
        if end["outcome"].get(name) is not None and len(end["outcome"][name]) != head["players"]:
            yield f"the outcome has other {name} than players"


if __name__ == "__main__":
    found = {name: faults(Path(name).read_bytes()) for name in sys.argv[1:]}
    for name, wrong in found.items():
        print(f"{name}: {'; '.join(wrong) or 'all that can be checked holds'}")
    sys.exit(any(found.values()))
