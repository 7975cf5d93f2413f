"""The folded alphabet: É is E, Œ is OE, Ç is C; apostrophes and hyphens fall away."""

from functools import lru_cache
from unicodedata import combining, normalize

_LIGATURES = str.maketrans({"Œ": "OE", "Æ": "AE", "ẞ": "SS", "ß": "SS", "Ø": "O", "Ł": "L"})


@lru_cache(1 << 14)
def fold(text: str) -> str:
    """The letters A to Z of a text, in order."""
    if text.isascii() and text.isalpha():
        return text.upper()
    plain = normalize("NFD", text.upper().translate(_LIGATURES))
    return "".join(c for c in plain if not combining(c) and "A" <= c <= "Z")
