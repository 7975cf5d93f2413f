"""The Toutilix deck: 90 letters in four colours, 7 étoiles, 3 pétards. A face is written `pK`, `vE`, `★`, `✹`."""

ETOILE = "★"
PETARD = "✹"
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
VOWELS = frozenset("AEIOUY")

PINK = tuple("p" + letter for letter in ALPHABET)
BLUE = tuple("b" + letter for letter in ALPHABET)
PURPLE = tuple("v" + letter for letter in "AAAEEEEEEILLMNNOORRRSSSSTTTU")
YELLOW = tuple("y" + letter for letter in "AAEEIIOOUU")
ETOILES = (ETOILE,) * 7
PETARDS = (PETARD,) * 3

LETTERS = PINK + BLUE + PURPLE + YELLOW
DECK = LETTERS + ETOILES + PETARDS
"""The 100 cards; the ten help cards are reminders and never dealt."""

SYMBOL = {face: face[-1] for face in DECK}
"""What a card says, without its colour: a letter, ★ or ✹."""

VOWEL_CARDS = (*(f for f in (*PINK, *BLUE, *YELLOW) if SYMBOL[f] in VOWELS), "vA", "vA", "vE", "vE", "vO", "vO")
"""28 vowels that pair off by colour, and also by colour and letter (Granzieufermix, Vlamonix)."""
COLOUR_MATES = {"y": "y", "v": "v", "p": "b", "b": "p"}
"""The colour with which a colour makes a pair of colours."""

INDEX = {letter: i for i, letter in enumerate(ALPHABET)}
