"""What players read, in French first and English second: one file per game and language, beside its rules."""

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from importlib.resources import files
from string import Formatter
from tomllib import loads
from typing import Any

from msgspec import Struct, convert

from tablee.kernel.refusal import Refused


class Language(StrEnum):
    FR = "fr"
    EN = "en"


class Prompt(Struct, frozen=True, forbid_unknown_fields=True):
    """What to do now: one sentence for whom the table waits, one for the others."""

    you: str
    others: str


class Labelled(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    hint: str


class HelpCard(Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    text: str


class Help(Struct, frozen=True, forbid_unknown_fields=True):
    """Three cards for somebody who starts at once; the full rules for somebody who asks."""

    cards: tuple[HelpCard, ...]
    rules: str
    phases: Mapping[str, str] = {}
    """The heading in `rules` at which somebody starts to read who asks in this phase."""


class Texts(Struct, frozen=True, forbid_unknown_fields=True):
    """A game's words, together with those common to all games."""

    name: str
    tagline: str
    help: Help
    phases: Mapping[str, Prompt]
    moves: Mapping[str, str]
    """The label of each move's button."""
    events: Mapping[str, str]
    """A line of the log for each lasting event."""
    refusals: Mapping[str, str]
    """By code; "move.parameter" says why an argument does not fit."""
    zones: Mapping[str, str]
    options: Mapping[str, Labelled]
    endings: Mapping[str, str]
    values: Mapping[str, str]
    """Words for the values of parameters and options, where the value itself is none."""
    facts: Mapping[str, str] = {}
    """A line on the table for a fact, by "name.value" or "name"; `scores` says how one wins."""

    def refusal(self, no: Refused, move: str = "") -> str:
        """The sentence for a refusal: as near to the reason as there is one."""
        parameter = f"{move}.{no.details.get('parameter', '')}"
        # What is wrong with a word is nearer to the reason than which argument it was.
        vague = no.code in ("not_possible", "malformed")
        keys = [parameter, f"{move}.{no.code}", no.code] if vague else [f"{move}.{no.code}", no.code, parameter]
        sentence = next((self.refusals[k] for k in keys if k in self.refusals), self.refusals["not_possible"])
        return fill(sentence, no.details)

    def event(self, kind: str, data: Mapping[str, str | int], names: Mapping[int, str]) -> str | None:
        """A log line; seats become names. None for an event that has no words."""
        sentence = self.events.get(kind)
        if sentence is None:
            return None
        seats = {k: names.get(v, str(v)) for k, v in data.items() if k in SEAT_FIELDS and isinstance(v, int)}
        words = {k: self.values.get(v, v) for k, v in data.items() if isinstance(v, str) and k not in SAID_FIELDS}
        return fill(sentence, {**data, **words, **seats})


SEAT_FIELDS = ("seat", "owner", "starter", "winner", "leader", "giver", "taker")
"""Fields of events that hold a seat."""

SAID_FIELDS = ("word", "words", "sentence")
"""Fields of events that hold what a player said, which is never translated."""

_PLURAL = re.compile(r"\{(\w+)\|([^|{}]*)\|([^|{}]*)\}")


def fill(sentence: str, data: Mapping[str, Any]) -> str:
    """Fills `{name}`; `{count|carte|cartes}` chooses the singular or the plural."""

    def plural(match: re.Match[str]) -> str:
        return match[2] if data.get(match[1]) in (0, 1) else match[3]

    text = _PLURAL.sub(plural, sentence)
    return Formatter().vformat(text, (), _Lenient(data))


class _Lenient(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


@cache
def texts(game: str, language: Language | str) -> Texts:
    """All the words of a game in one language."""
    common = loads((files("tablee.texts") / f"{language}.toml").read_text("utf-8"))
    own = loads((files(f"tablee.games.{game}") / f"{language}.toml").read_text("utf-8"))
    merged = {
        key: {**common.get(key, {}), **value} if isinstance(value, dict) and key != "help" else value
        for key, value in {**common, **own}.items()
    }
    return convert(merged, Texts)


@cache
def common_refusals(language: Language | str) -> Mapping[str, str]:
    """For refusals outside any game."""
    raw = loads((files("tablee.texts") / f"{language}.toml").read_text("utf-8"))
    return convert(raw["refusals"], dict[str, str])
