"""Names that people give themselves: fit to be shown, and not to be taken for somebody else's."""

import unicodedata

from tablee.kernel.refusal import Refused

NAME_LENGTH = 24
MARKS = 2
"""Accents on one letter at most; some people pile up dozens."""
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5")
"""Characters that count as letters or signs, and show nothing."""
ALIKE = str.maketrans(dict(zip("авекмнорстухьіїјѕԁԛԝһӏ", "abekmhopctyxbiijsdqwhl", strict=True))) | str.maketrans(
    dict(zip("αβεηικνορτυχω01|!", "abeniknoptuxwolll", strict=True))
)
"""Letters and digits that look like Latin ones, as far as somebody could pass for another with them."""


def clean_name(text: str) -> str:
    """A name fit to be shown: nothing that does not show, no runs of spaces, not too long."""
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text[: NAME_LENGTH * 20]):
        kind = unicodedata.category(char)
        marks = marks + 1 if kind.startswith("M") else 0
        if not kind.startswith("C") and char not in BLANKS and marks <= MARKS:
            kept.append(char)
    name = " ".join("".join(kept).split())[:NAME_LENGTH].strip()
    if not any(unicodedata.category(char)[0] in "LN" or unicodedata.category(char) == "So" for char in name):
        raise Refused("bad_name")
    return name


def likeness(name: str) -> str:
    """The same for names that people would take for one another."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(c for c in plain.translate(ALIKE) if c.isalnum()).replace("i", "l")
    return letters or name
