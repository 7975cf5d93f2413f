"""The trie's side, in the peers' environment: marisa-trie, built from the same words, where a trie can answer."""

import json
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bench.timing import pin
from bench.words.queries import Query, queries, timed


def main(file: str, seconds: float, core: int) -> None:
    if core >= 0:
        pin(core)
    words = Path(file).read_text().split()
    marisa: Any = import_module("marisa_trie")
    forward, backward = marisa.Trie(words), marisa.Trie([w[::-1] for w in words])

    def laid(q: Query) -> list[str]:
        """Walks all beginnings that the rack can lay."""
        found = []

        def walk(begun: str, left: str, blanks: int) -> None:
            if begun and begun in forward:
                found.append(begun)
            tried = dict.fromkeys(left, blanks)
            if blanks:
                tried |= {c: blanks - 1 for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if c not in tried}
            for letter, then in tried.items():
                longer = begun + letter
                if forward.has_keys_with_prefix(longer):
                    walk(longer, left.replace(letter, "", 1), then)

        walk("", q.rack, q.blanks)
        return found

    def answer(q: Query) -> Any:
        if q.rack:
            return lambda: laid(q)
        if q.holds or q.contains or q.without:
            return None
        return (lambda: forward.keys(q.starts)) if q.starts else (lambda: backward.keys(q.ends[::-1]))

    report: dict[str, Any] = {"version": version("marisa-trie"), "kinds": {}}
    for kind, asked in queries(words).items():
        runs = [answer(q) for q in asked]
        if all(run is not None for run in runs):
            report["kinds"][kind] = {
                "microseconds": [timed(run, seconds) for run in runs],
                "hits": [len(run()) for run in runs],
            }
    member = words[::5000]
    report["kinds"]["is a word"] = {
        "microseconds": [timed(lambda: [w in forward for w in member], seconds) / len(member)],
        "hits": [sum(w in forward for w in member)],
    }
    sys.stdout.write(json.dumps(report))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]))
