"""The one way to say no: a stable code that the page translates and that tells nothing hidden."""

from collections.abc import Mapping

from tablee.kernel.units import CardId


class Refused(Exception):
    """An input that is not possible now. The state is untouched."""

    def __init__(self, code: str, *, piece: CardId = -1, **details: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.details: Mapping[str, str | int] = details
        self.piece = piece
        """What is in the way: told by the door to those who see it, as `hits`."""

    def __repr__(self) -> str:
        return f"Refused({self.code!r}, {dict(self.details)!r})"


COMMON_CODES = (
    "game_over",
    "paused",
    "unknown_seat",
    "not_your_turn",
    "not_offered",
    "malformed",
    "not_possible",
    "too_early",
    "too_late",
    "not_checkable",
    "not_due",
    "bad_options",
    "bad_players",
    "bad_record",
    "unknown_game",
    "unknown_version",
    "unknown_bot",
    "letters_missing",
    "letter_forbidden",
    "start_differs",
    "end_differs",
    "extract_missing",
    "not_in_rack",
    "word_too_short",
    "word_too_long",
    "not_a_word",
    "not_a_sentence",
)
