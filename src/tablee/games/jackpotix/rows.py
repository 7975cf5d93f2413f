"""The rows of Jackpotix: what lies in them, and where a card may go."""

from tablee.kernel.units import CardId
from tablee.kernel.zones import Zone
from tablee.phases.vote import WordState
from tablee.pieces.toutilix import ETOILE, PETARD, SYMBOL
from tablee.words.fit import ANY

SLOTS = range(-2, 3)
"""R11, D1: the rows from above to below, 0 in the centre."""
LEFT, RIGHT = "left", "right"
SIDES = (LEFT, RIGHT)
PILE, FIRST_ROW, HANDS = 0, 1, 1 + len(SLOTS)
"""After the pile and the rows come the hands, then what each seat has won."""


class JackpotixRows(WordState, kw_only=True):
    """Five rows that grow at both ends."""

    @property
    def rows(self) -> list[Zone]:
        return self.zones[FIRST_ROW:HANDS]

    def letter(self, card: CardId) -> str:
        """D3: an étoile is any letter, anew for every word."""
        return ANY if self.faces[card] == ETOILE else SYMBOL[self.faces[card]]

    def extract(self, row: Zone) -> str:
        """What a word must hold: the row without its pétards."""
        return "".join(self.letter(card) for card in row.cards if self.faces[card] != PETARD)

    def blocked(self, row: Zone, side: str) -> bool:
        """R12."""
        return self.faces[row.cards[0 if side == LEFT else -1]] == PETARD

    def has_petard(self, row: Zone) -> bool:
        return any(self.blocked(row, side) for side in SIDES)

    def open_slots(self) -> list[str]:
        """D1: beside a row, or in the centre of an empty table."""
        rows = self.rows
        if not any(row.cards for row in rows):
            return [rows[len(rows) // 2].name]
        beside = zip(rows, [*rows[1:], None], [None, *rows], strict=False)
        return [row.name for row, *near in beside if not row.cards and any(r and r.cards for r in near)]

    def ends(self, *, blocked: bool) -> list[str]:
        """The ends of the rows: those with a pétard, or the others."""
        return [
            f"{row.name}:{side}"
            for row in self.rows
            for side in SIDES
            if row.cards and self.blocked(row, side) is blocked
        ]

    def at(self, place: str) -> tuple[Zone, str]:
        """A row, and on which side of it; a slot has no sides (D2)."""
        name, number, *side = place.split(":")
        return self.zone(f"{name}:{number}"), side[0] if side else RIGHT

    def longer(self, place: str, letter: str) -> str:
        """What a word must hold with one more letter there (R6, R7)."""
        row, side = self.at(place)
        return letter + self.extract(row) if side == LEFT else self.extract(row) + letter

    def put(self, card: CardId, source: Zone, place: str) -> None:
        row, side = self.at(place)
        self.move(card, source, row, 0 if side == LEFT else None)

    def text(self, row: Zone) -> str:
        """A row as one reads it."""
        return self.extract(row).replace(ANY, ETOILE)
