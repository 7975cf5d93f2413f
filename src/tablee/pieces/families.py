"""The pink and the blue alphabet in four families of thirteen, A to M and N to Z: the suits of the trick games.

In a family the later letter is the stronger.
"""

from tablee.pieces.toutilix import BLUE, INDEX, PINK

PINK_AM, PINK_NZ, BLUE_AM, BLUE_NZ = FAMILIES = ("pAM", "pNZ", "bAM", "bNZ")

CARDS = PINK + BLUE
FAMILY = {face: face[0] + ("AM" if face[1] <= "M" else "NZ") for face in CARDS}
STRENGTH = {face: INDEX[face[1]] for face in CARDS}
RANK = {face: STRENGTH[face] % 13 for face in CARDS}
"""How strong a card is in its family, 0 to 12."""
LETTER_ORDER = {face: 2 * STRENGTH[face] + (face in BLUE) for face in CARDS}
"""The lowest letter first, pink before blue."""
