"""What a lesson says and asks for: a deal and its steps, as data in the game's folder (`lesson.toml`)."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from tomllib import loads
from typing import Any

from msgspec import Struct, convert

from tablee.games.registry import games
from tablee.texts import Language

Deed = Mapping[str, Any]
"""`move` and its arguments (under `args`, where one of them is called like a word of the deed), cards by their
faces, and `seat` where it is somebody else's. What is written may differ by language:
`{ fr = "oui", en = "yes" }`. Or `wait`: so many milliseconds pass."""


class Bilingual(Struct, frozen=True, forbid_unknown_fields=True):
    """In the languages of the page."""

    fr: str
    en: str

    def to(self, language: Language) -> str:
        return self.fr if language.written is Language.FR else self.en


class LessonStep(Struct, frozen=True, forbid_unknown_fields=True):
    say: Bilingual
    at: str = ""
    """What the sentence is about: `card:bL`, `zone:discard`, `place:plane:3`, `offer:draw`, `seat:2`,
    `fact:reference`, `clock`, `bar:help`."""
    do: Deed | None = None
    """The move that the learner makes; without one he looks, and goes on when he wants."""
    free: tuple[str, ...] = ()
    """Arguments of the move that the learner chooses: whatever the rules accept, if the lesson can go on. What
    `do` has for them is an example."""
    wrong: Mapping[str, Bilingual] = {}
    """By the code of a refusal, or "else" for what may be done but is not asked for: why, and where to look."""
    others: tuple[Deed, ...] = ()
    """What the others do before the next step."""


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    seed: str
    steps: tuple[LessonStep, ...]
    learned: tuple[Bilingual, ...]
    """What the learner can do now."""
    seats: int = 2
    options: Mapping[str, Any] = {}
    left_out: tuple[str, ...] = ()
    """Phases that the lesson does not come to."""


@cache
def lesson(key: str) -> Lesson | None:
    """The first lesson of a game, if it has one."""
    games()  # so that a folder elsewhere is found too
    file = files(f"tablee.games.{key}") / "lesson.toml"
    return convert(loads(file.read_text("utf-8")), Lesson) if file.is_file() else None


def lessons() -> dict[str, Lesson]:
    """All lessons by the keys of their games."""
    return {key: found for key in games() if (found := lesson(key)) is not None}
