"""What bots say in their bubbles: enough of it in both languages that are written by hand."""

import pytest

from tablee.texts import Language, texts

GAMES = ("familix", "pavrailix", "celebritix")


def said(game: str, language: Language) -> list[str]:
    words = texts(game, language)
    told = [text for name, text in words.facts.items() if name.startswith("talk.") and ".list." not in name]
    return told + [text for ways in words.bubbles.values() for text in ways]


@pytest.mark.parametrize("language", [Language.FR, Language.EN])
def test_bots_have_sixty_things_to_say(language: Language) -> None:
    each = {game: said(game, language) for game in GAMES}
    assert all(len(set(lines)) >= 25 for lines in each.values())
    assert sum(len(set(lines)) for lines in each.values()) >= 60
