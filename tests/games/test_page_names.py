"""The page knows mats, and no game: the names that it is searched for are those of the games today."""

from pathlib import Path

from tests.games.page_names import FILE, names, written

MATS = Path(__file__).parents[2] / "web" / "src" / "mats"


def test_the_file_has_the_names_of_today() -> None:
    assert FILE.read_text("utf-8") == written(), "python -m tests.games.page_names writes it anew"


def test_games_have_names_and_what_all_games_share_is_none_of_them() -> None:
    found = names()
    assert {"vizdibix", "Vizdibix", "pas_touche", "Pas Touche !"} <= set(found["games"])
    assert {"tap", "shout", "give_up"} <= set(found["moves"])
    assert not {"accept", "refuse", "say"} & set(found["moves"])
    assert {"odds", "goal", "touched", "hints"} <= set(found["facts"])
    assert not {"voters", "author", "sealed", "seat"} & set(found["facts"])


def test_every_mat_that_a_game_names_is_there() -> None:
    assert names()["mats"] == sorted(folder.parent.name for folder in MATS.glob("*/index.ts"))
