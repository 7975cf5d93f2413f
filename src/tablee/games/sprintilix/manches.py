"""The three manches: what the pile is made of, which keys there are, and how each syllable is read."""

from collections.abc import Mapping

from msgspec import Struct

from tablee.pieces.domains import Syllable
from tablee.pieces.toutilix import ALPHABET, LETTERS, SYMBOL, VOWELS

EACH = len(LETTERS)
"""D12: everybody has the 90 letters for himself."""
CONSONANTS = "".join(letter for letter in ALPHABET if letter not in VOWELS)
IN_ORDER = "".join(letter for letter in ALPHABET if letter in VOWELS)
SOFTENS = "EIY"
"""Before these a C is read S, and a G is read J (D6)."""

Readings = Mapping[str, tuple[str, ...]]
"""For each letter that may be turned: the syllables that are accepted, first the one that is told."""


class Manche(Struct, frozen=True):
    title: str
    fixed: str
    """The letter that lies face up from the start."""
    pile: str
    """The letters of which all the cards are in the pile."""
    first: bool
    """The turned letter lies on the left of the fixed one and is read first."""
    sound: Readings
    spelled: Readings
    keys: str
    """D16: the consonants that can be typed,"""
    spelled_keys: str

    def readings(self, spelled: bool) -> Readings:
        return self.spelled if spelled else self.sound

    def syllables(self, spelled: bool) -> Syllable:
        """D4, D16: what may be typed with the keys of this manche; the vowel comes last. Wrong syllables too."""
        vowels = self.fixed if self.first else IN_ORDER
        keys = self.spelled_keys if spelled else self.keys
        longest = max(len(said) for all_said in self.sound.values() for said in all_said)
        return Syllable(1, longest, keys + vowels, vowels)


def as_it_sounds(hard: str, soft: str) -> Readings:
    """D6: hard before A, O and U, soft before E, I and Y; Y is read I."""
    said = {vowel: ((soft if vowel in SOFTENS else hard) + vowel,) for vowel in IN_ORDER}
    return said | {"Y": (soft + "I", soft + "Y")}


def as_printed(consonant: str) -> Readings:
    return {vowel: (consonant + vowel,) for vowel in IN_ORDER}


WITH_A: Readings = {consonant: (consonant + "A",) for consonant in CONSONANTS} | {  # D5
    "C": ("CA", "KA"),
    "Q": ("QA", "KA"),
    "H": ("HA", "A"),
    "W": ("WA", "VA"),
    "X": ("XA", "KSA", "GZA"),
}

MANCHES = (  # R2
    Manche("bavazaka", "A", CONSONANTS, True, WITH_A, WITH_A, CONSONANTS, CONSONANTS),  # R7, R8
    Manche("cacecoco", "C", IN_ORDER, False, as_it_sounds("K", "S"), as_printed("C"), "KS", "C"),  # R11, R12
    Manche("gogigigo", "G", IN_ORDER, False, as_it_sounds("G", "J"), as_printed("G"), "GJ", "G"),  # R13
)

PILES = tuple(tuple(i for i, face in enumerate(LETTERS) if SYMBOL[face] in manche.pile) for manche in MANCHES)
"""D2: the cards of each pile, counted from the first card of a player."""
FIXED = tuple(LETTERS.index("b" + manche.fixed) for manche in MANCHES)
