"""Emblems come from the games' folders, all in one picture, and can do nothing but be looked at."""

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import tablee.games
from tablee.games import registry
from tablee.server import emblems

DRAWN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">{}</svg>'
CIRCLE = '<circle cx="24" cy="24" r="9"/>'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game's folder without an emblem."""
    own = tmp_path / "dessin"
    own.mkdir()
    (own / "__init__.py").touch()
    monkeypatch.setattr(tablee.games, "__path__", [*tablee.games.__path__, str(tmp_path)])
    monkeypatch.syspath_prepend(tmp_path)  # drops what was remembered of the folders
    monkeypatch.delitem(sys.modules, "tablee.games.dessin", raising=False)
    return own


def test_the_sheet_has_each_game_once_as_it_is_drawn() -> None:
    symbols = {s.get("id"): s for s in ElementTree.fromstring(emblems.sheet())}
    assert list(symbols) == list(registry.games())
    for key, symbol in symbols.items():
        assert [ElementTree.tostring(part) for part in symbol] == [
            ElementTree.tostring(part) for part in emblems.emblem(str(key))
        ]


def test_a_plain_drawing_is_taken(folder: Path) -> None:
    (folder / "emblem.svg").write_text(DRAWN.format(CIRCLE))
    assert [part.get("r") for part in emblems.emblem("dessin")] == ["9"]


@pytest.mark.parametrize(
    "drawn",
    [
        DRAWN.format("<script>1</script>"),
        DRAWN.format('<circle r="9" onload="1"/>'),
        DRAWN.format('<image href="https://example.org/x.png"/>'),
        DRAWN.format('<circle r="9" fill="url(https://example.org/x)"/>'),
        DRAWN.format('<g id="amerix"/>'),
        DRAWN.format('<g style="position:fixed"/>'),
        DRAWN.format('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>'),
        DRAWN.replace("48 48", "24 24").format(CIRCLE),
        DRAWN.format(CIRCLE).replace('xmlns="http://www.w3.org/2000/svg" ', ""),
        "<svg",
        "",
    ],
)
def test_what_is_more_or_less_than_a_drawing_is_refused(folder: Path, drawn: str) -> None:
    (folder / "emblem.svg").write_text(drawn)
    with pytest.raises(ValueError, match="dessin"):
        emblems.emblem("dessin")


def test_without_an_emblem_a_game_has_its_letter(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not (folder / "emblem.svg").exists()
    amerix = registry.game("amerix")
    monkeypatch.setattr(emblems, "games", lambda: {"dessin": amerix, "amerix": amerix})
    bare, drawn = ElementTree.fromstring(emblems.sheet.__wrapped__())
    assert (bare.get("id"), drawn.get("id")) == ("dessin", "amerix")
    assert [part.text for part in bare if part.tag.endswith("text")] == ["A"]
