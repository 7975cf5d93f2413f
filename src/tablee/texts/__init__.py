"""What players read, in French first and English second: one file per game and language, beside its rules. In
other languages a file may lack what is not translated yet, or be missing: English stands in."""

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from importlib.resources import files
from string import Formatter
from tomllib import loads
from types import MappingProxyType
from typing import Any

from msgspec import Struct, convert

from tablee.kernel.refusal import Refused
from tablee.kernel.values import Told, What, bare


class Language(StrEnum):
    FR = "fr"
    EN = "en"
    ES = "es"
    DE = "de"
    IT = "it"

    @property
    def written(self) -> "Language":
        """Itself where everything is written in it, else English."""
        return self if self is Language.FR else Language.EN


WRITTEN = (Language.FR, Language.EN)
"""The languages that lack nothing."""


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
    """By phase; "phase.move" says it where that is the first move that a seat is offered."""
    moves: Mapping[str, str]
    """The label of each move's button."""
    events: Mapping[str, str]
    """A line of the log for each lasting event; "kind.role" is its form for whoever reads it and has that role."""
    refusals: Mapping[str, str]
    """By code; "move.parameter" says why an argument does not fit."""
    zones: Mapping[str, str]
    options: Mapping[str, Labelled]
    endings: Mapping[str, str]
    values: Mapping[str, str]
    """Words for the values of parameters and options, where the value itself is none."""
    facts: Mapping[str, str] = {}
    """A line on the table for a fact, by "name.you", "name.value" or "name"; `scores` says how one wins."""
    asks: Mapping[str, str] = {}
    """What is asked for when a parameter needs a value, by "move.parameter"."""
    sure: Mapping[str, str] = {}
    """The question that a page asks once before a move counts that cannot be taken back."""
    bubbles: Mapping[str, tuple[str, ...]] = {}
    """What bots may say when an event comes, one line of several: by its kind for whoever is its `seat`, by
    "kind.role" for whoever has that role. Never anything that the event does not tell."""
    spoken: Mapping[str, str] = {}
    """A fact that a picture shows and only the text seat says, by its name: `{first}` and `{second}` of a list,
    and with `{who}` it is said of the entry of each seat."""
    steps: Mapping[str, str] = {}
    """The steps of a turn in their order, each by its phase or its move, in a word or two. A move among them is
    never made by one touch: the card is chosen first."""

    def told(self, sentence: str, told: Mapping[str, Any], names: Mapping[int, str] = MappingProxyType({})) -> str:
        """A sentence with values: `{reference}`, and `{reference.fits}` for what `values` say of it. The one place
        where they become text: seats are called by their names, terms by the game's words."""

        def said(match: re.Match[str]) -> str:
            return self.values.get(f"{bare(told.get(match[1]))}.{match[2]}", "")

        def worded(value: Any) -> Any:
            match value:
                case Told(what=What.SEAT, value=int(seat)):
                    return Name(names.get(seat, seat))
                case Told(what=What.SAID, value=words):
                    return words
                case Told(value=str(key)):
                    return self.values.get(key, key)
            return bare(value)

        return fill(_OF_A_FACT.sub(said, sentence), {key: worded(value) for key, value in told.items()})

    def prompt(
        self,
        phase: str,
        yours: bool,
        facts: Mapping[str, Any],
        offered: str = "",
        names: Mapping[int, str] = MappingProxyType({}),
    ) -> str:
        """What to do now, or what the others do; `offered` is the first move that the reader is offered."""
        prompt = self.phases.get(f"{phase}.{offered}") or self.phases.get(phase)
        return self.told(prompt.you if yours else prompt.others, facts, names) if prompt else ""

    def refusal(self, no: Refused, move: str = "", facts: Mapping[str, Any] = MappingProxyType({})) -> str:
        """The sentence for a refusal: as near to the reason as there is one."""
        parameter = f"{move}.{no.details.get('parameter', '')}"
        # What is wrong with a word is nearer to the reason than which argument it was.
        vague = no.code in ("not_possible", "malformed")
        keys = [parameter, f"{move}.{no.code}", no.code] if vague else [f"{move}.{no.code}", no.code, parameter]
        sentence = next((self.refusals[k] for k in keys if k in self.refusals), self.refusals["not_possible"])
        return self.told(sentence, {**facts, **no.details})

    def event(
        self, kind: str, data: Mapping[str, int | Told], names: Mapping[int, str], reader: int | None = None
    ) -> str | None:
        """A log line; seats become names, and the seat of the reader "you". None for an event without words."""
        sentence = self.events.get(form(self.events, kind, data, reader))
        return None if sentence is None else self.told(sentence, data, names)


class Name(str):
    """What somebody is called, before which *de* and *que* may lose their e."""

    __slots__ = ()


def form(sentences: Mapping[str, str], kind: str, data: Mapping[str, int | Told], reader: int | None) -> str:
    """The key of the sentence for whoever reads it: "kind.role" if the reader has that role; all roles first."""
    me = Told(What.SEAT, reader)
    roles = [role for role, who in data.items() if who == me]
    return next((key for role in (".".join(roles), *roles) if (key := f"{kind}.{role}") in sentences), kind)


_OF_A_FACT = re.compile(r"\{(\w+)\.(\w+)\}")
_PLURAL = re.compile(r"\{(\w+)\|([^|{}]*)\|([^|{}]*)(?:\|([^|{}]*))?\}")
_ELIDED = re.compile(r"\b([Dd]|[Qq]u)e \{(\w+)\}")
_TWO_FORMS = re.compile(r"\{(\w+)\|([^|{}]*)\|([^|{}]*)\}")
"""Of these French takes the singular for none, other languages the plural."""
_KEPT = re.compile(r"\b([Dd]|[Qq]u)e \{")
"""In other languages than French *de* and *que* keep their e: a space that is never broken says so."""
_VOWEL = re.compile(r"[aàâäæeéèêëiîïoôöœuùûü]|h[eéèêëiî]|y(?![aeiou])", re.IGNORECASE)
"""How a name begins before which *de* and *que* lose their e: d'Anna, d'Hélène, d'Yves; but de Hugo, de Yann."""


def fill(sentence: str, data: Mapping[str, Any]) -> str:
    """Fills `{name}`; `{count|carte|cartes}` chooses the singular or the plural, `{count||une|des}` knows 0 too;
    *de* before *Anna* becomes *d'*."""

    def plural(match: re.Match[str]) -> str:
        count = data.get(match[1])
        none, one, many = (match[2], match[2], match[3]) if match[4] is None else (match[2], match[3], match[4])
        return none if count == 0 else one if count == 1 else many

    def elided(match: re.Match[str]) -> str:
        name = data.get(match[2])
        return f"{match[1]}'{{{match[2]}}}" if isinstance(name, Name) and _VOWEL.match(name) else match[0]

    text = _ELIDED.sub(elided, _PLURAL.sub(plural, sentence))
    return Formatter().vformat(text, (), _Lenient(data))


class _Lenient(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


@cache
def texts(game: str, language: Language | str) -> Texts:
    """All the words of a game in one language."""
    common = read("tablee.texts", Language(language))
    own = read(f"tablee.games.{game}", Language(language))
    merged = {
        key: {**common.get(key, {}), **value} if isinstance(value, dict) and key != "help" else value
        for key, value in {**common, **own}.items()
    }
    return convert(merged, Texts)


@cache
def common_refusals(language: Language | str) -> Mapping[str, str]:
    """For refusals outside any game."""
    return convert(read("tablee.texts", Language(language))["refusals"], dict[str, str])


def read(package: str, language: Language) -> dict[str, Any]:
    """The words of one file, over what English says."""
    file = files(package) / f"{language}.toml"
    if language is Language.FR:
        return loads(file.read_text("utf-8"))
    if language is Language.EN:
        return loads(_TWO_FORMS.sub(r"{\1|\3|\2|\3}", file.read_text("utf-8")))
    words = file.read_text("utf-8") if file.is_file() else ""
    own = loads(_KEPT.sub("\\1e\u00a0{", _TWO_FORMS.sub(r"{\1|\3|\2|\3}", words)))
    return over(read(package, Language.EN), own)


def over(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Values in `above`, and those of `below` that it lacks."""
    both = {
        key: over(value, above[key]) if isinstance(value, dict) and isinstance(above.get(key), dict) else value
        for key, value in below.items()
    }
    return both | {key: value for key, value in above.items() if not isinstance(both.get(key), dict)}
