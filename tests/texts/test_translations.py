"""Translations by files of words alone: the same sentences with the same values, English for what is missing."""

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from tomllib import loads
from typing import Any

import pytest

import tablee.games
from tablee.games.registry import games
from tablee.texts import WRITTEN, Language, fill, over, texts

GAMES = sorted(games())
HOUSE = Path(tablee.games.__file__).parent
"""Games from elsewhere need no translation."""
OTHERS = [language for language in Language if language not in WRITTEN]
OF_THEIR_OWN = {
    *("broderix", "cadavrexkix", "celebritix", "dagoberix", "frazrigolix", "paflemix", "pavrailix", "quadrix"),
    *("sordelix", "toufrazix"),
}
"""Their sentences, names and nouns are written by hand in French and English: in another language they cannot be
played, and their texts stay English."""
TRANSLATED = [key for key in GAMES if key not in OF_THEIR_OWN and (HOUSE / key).is_dir()]


def read(package: str, language: Language) -> dict[str, Any]:
    return loads((files(package) / f"{language}.toml").read_text("utf-8"))


def package_of(key: str) -> str:
    return f"tablee.games.{key}" if key else "tablee.texts"


def sentences(words: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Each by its path; what bots may say is as many lines as one likes."""
    if isinstance(words, dict):
        for key, value in words.items():
            yield from sentences(value, f"{path}/{key}")
    elif isinstance(words, list) and "/bubbles/" in path:
        yield path, " ".join(words)
    elif isinstance(words, list):
        for number, value in enumerate(words):
            yield from sentences(value, f"{path}/{number}")
    elif isinstance(words, str):
        yield path, words


def asked(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\w+(?:\.\w+)?)", sentence))


@pytest.mark.parametrize(
    "key", ["", *(key for key in GAMES if key not in OF_THEIR_OWN and (HOUSE / key).is_dir())]
)
@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_says_what_english_says(key: str, language: Language) -> None:
    french, english, own = (
        dict(sentences(read(package_of(key), each))) for each in (Language.FR, Language.EN, language)
    )
    assert own.keys() == english.keys()
    for path, said in own.items():
        assert said.strip() or not english[path].strip(), path
        assert asked(said) <= asked(english[path]) | asked(french.get(path, "")), path
        assert asked(english[path]) & asked(french.get(path, english[path])) <= asked(said), path


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("language", OTHERS)
def test_help_has_the_heading_at_which_somebody_starts_to_read(key: str, language: Language) -> None:
    words = texts(key, language)
    for heading in words.help.phases.values():
        assert f"## {heading}\n" in words.help.rules


def test_where_a_language_has_no_file_the_game_speaks_english() -> None:
    assert texts("celebritix", Language.DE).help == texts("celebritix", Language.EN).help


def test_a_word_that_is_missing_is_english() -> None:
    below = {"events": {"deal": "dealt", "wins": "wins"}, "lines": ["a", "b"], "name": "x"}
    above = {"events": {"deal": "repartido"}, "lines": ["c"]}
    assert over(below, above) == {"events": {"deal": "repartido", "wins": "wins"}, "lines": ["c"], "name": "x"}


def test_de_keeps_its_e_where_it_is_not_french() -> None:
    words = texts("vizdibix", Language.ES)
    said = [line for line in words.events.values() if re.search(r"\bde.\{seat\}", line)]
    assert all("de\u00a0{seat}" in line for line in said)
    assert fill("la carta de\u00a0{seat}", {"seat": "Anna"}) == "la carta de\u00a0Anna"
