"""Tables of games in the docs are what `make docs` writes of the games' folders."""

from typing import Any

import pytest

from tablee.kernel.game import Game
from tools.about import about
from tools.docs import BLOCK, PAGES, ROOT, WRITERS, made, ours


@pytest.mark.parametrize("page", PAGES)
def test_the_tables_are_what_the_games_say(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    assert made(text) == text, "make docs"


def test_every_table_stands_somewhere() -> None:
    found = [block[2] for page in PAGES for block in BLOCK.finditer((ROOT / page).read_text("utf-8"))]
    assert sorted(found) == sorted(WRITERS)


@pytest.mark.parametrize("game", ours(), ids=lambda game: str(game.info.key))
def test_every_game_of_ours_says_what_it_is(game: Game[Any]) -> None:
    assert about(game.info.key).kind
