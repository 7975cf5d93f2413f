"""What words must satisfy in the games, words that do and words that do not, and what the rules say of each.

The page judges what is typed too, so as to help at once; `web/tests/fits.test.ts` replays these cases there. After
a change, `python -m tests.words.fit_cases` writes the file anew.
"""

import json
from itertools import product
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from tablee.games.broderix.rules import fit_for as fit_on
from tablee.games.hyperspeedix.rules import fit_of
from tablee.games.spiralix.rules import fit_for
from tablee.pieces.toutilix import ETOILE
from tablee.words.fit import ANY, Fit, Word
from tablee.words.folding import fold

FILE = Path(__file__).parents[2] / "web" / "tests" / "cases" / "fits.json"

_LINES = (
    "a as à y ô ré re art arc rat eau ère été élève effort farce mario mer père mère porte arriver rare ART étape",
    "château l'eau aujourd'hui arc-en-ciel cœur cœurs ŒUF ægosome straße STRAẞE garçon Noël naïf où Łódź",
    "zazou pizza kayak bar barbe brun bon toi tas tout kiosque praline baril revolver limonade képi livre table",
    "smørrebrød tables robe robes gare garer re-gare ' - 42 d'eux anticonstitutionnellement été2 ﬁlet wagon",
)
WORDS = [word for line in _LINES for word in line.split()]
"""Accents, ligatures, apostrophes, hyphens, capitals, single letters, and strings that are no words."""

DEMANDS = {
    "spiralix": [fit_for(*case) for case in product((1, 2, 3), ("", "E", "R", ETOILE), ("E", "R", "A", ETOILE))],
    "hyperspeedix": [
        fit
        for tops in (("bA", "bR", "pE"), ("bT", "pA", "pS"), ("pE", "pA", "pI"), ("bB", "bN", "bU"), ("bA", "pZ"))
        if (fit := fit_of(tops)) is not None
    ],
    "frontibix": [Fit(), Fit(starts="R"), Fit(contains="LR"), Fit(contains="RR"), Fit(contains="KE")],
    "frazrigolix": [Fit(contains=letter) for letter in "FWA"],
    "broderix": [fit_on(*case) for case in product(("A", "R", ETOILE), repeat=2)],
    "mefouillix": [
        Fit(rack=rack, least=size, most=size)
        for rack, size in (("AABEELPRTUOZ", 5), ("AEEKPRTY", 4), ("ABELTR", 3))
    ],
    "solitix": [Fit(least=4)],
    "dagoberix": [Fit(rack="AABEELPRTUOZ", least=2, most=5), Fit(ends="RE", least=4, most=4)],
    "sordelix": [Fit(least=10, most=10)],
    "pavrailix": [Fit(distinct=8), Fit(contains="E", distinct=6), Fit(contains="R", distinct=3)],
    "games to come": [
        Fit(holds="AR"),
        Fit(holds=f"A{ANY}E"),
        Fit(starts=f"{ANY}A"),
        Fit(ends="E"),
        Fit(ends=f"E{ANY}"),
        Fit(starts="A", ends="T"),
        Fit(rack="RAE", blanks=2),
        Fit(blanks=3),
        Fit(most=4),
        Fit(contains="E", jokers=2, without="S"),
    ],
}


def shape(fit: Fit) -> str:
    """Which conditions a fit has: what the page must be able to judge."""
    given = to_builtins(fit)
    return " ".join(f"{name}{ANY if ANY in str(value) else ''}" for name, value in given.items())


def cases() -> dict[str, Any]:
    fits = [fit for fits in DEMANDS.values() for fit in fits]
    distinct = list(dict.fromkeys(fits))
    return {
        "words": WORDS,
        "folded": [fold(word) for word in WORDS],
        "cases": [
            {
                "fit": to_builtins(fit),
                "codes": [None if Word(fit).accepts(w) else Word(fit).why_not(w) for w in WORDS],
            }
            for fit in distinct
        ],
    }


def written() -> str:
    """One line for each fit, so that a change can be read."""
    found = cases()
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in found["cases"])
    head = ",\n".join(f'"{key}": {json.dumps(found[key], ensure_ascii=False)}' for key in ("words", "folded"))
    return f'{{\n{head},\n"cases": [\n{lines}\n]\n}}\n'


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(written(), "utf-8")
