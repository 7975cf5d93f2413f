"""The files of the lexicons: what is written is read, what is damaged is told, two licences stay apart."""

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from tablee.arena.match import lexicon_of
from tablee.bots.bot import Level
from tablee.bots.words import USUAL, Vocabulary
from tablee.games.registry import game as registered
from tablee.kernel.game import checked
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed
from tablee.lexicons import languages, load
from tablee.lexicons.container import MAGIC, Damaged, dump, parse
from tablee.lexicons.loading import open_lexicon
from tablee.lexicons.mapped import mapped, write
from tablee.words import flags
from tablee.words.fit import Fit
from tablee.words.index import Index
from tablee.words.lexicon import Lexicon
from tablee.words.tables import FORMAT, build

DATA = files("tablee.lexicons") / "data"
FORMS = np.frombuffer("château\nmange\n".encode("cp1252"), np.uint8)
WORDS = {"forms": FORMS, "kinds": np.array([3, 9], "<u4"), "kind": np.array([0, 1], "<u2")}
MORE = {
    "words_zipf": np.array([112, 120], np.uint8),
    "forms": np.frombuffer(b"wifi\n", np.uint8),
    "kinds": np.array([flags.KNOWN | flags.RUDE], "<u4"),
    "kind": np.array([0], "<u2"),
    "zipf": np.array([100], np.uint8),
}


def lay(folder: Path, words: bytes | None = None, more: bytes | None = None) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "words.lexicon").write_bytes(words or dump("fr", "words", "MPL-2.0", ("ours",), WORDS))
    (folder / "frequencies.lexicon").write_bytes(
        more or dump("fr", "frequencies", "CC-BY-SA-4.0", ("ours",), MORE)
    )
    return folder


def test_what_is_dumped_is_parsed() -> None:
    data = dump("fr", "words", "MPL-2.0", ("a 1", "b 2"), WORDS)
    part = parse(data)
    assert (part.about.language, part.about.part, part.about.licence) == ("fr", "words", "MPL-2.0")
    assert part.about.sources == ("a 1", "b 2")
    assert part.columns.keys() == WORDS.keys()
    assert all((part.columns[name] == WORDS[name]).all() for name in WORDS)
    assert dump("fr", "words", "MPL-2.0", ("a 1", "b 2"), part.columns) == data, "the same columns, the same bytes"


def test_two_files_make_one_lexicon(tmp_path: Path) -> None:
    lexicon = open_lexicon("fr", lay(tmp_path / "fr"), None)
    assert lexicon.index.find() == ["MANGE", "CHATEAU", "WIFI"]
    assert lexicon.look_up("mange") & flags.VERB
    assert lexicon.zipf("château") == pytest.approx(4.48)
    assert flags.names(lexicon.look_up("wifi")) == ["rude"]


def test_the_version_is_of_the_content(tmp_path: Path) -> None:
    one = open_lexicon("fr", lay(tmp_path / "fr"), None).version
    assert one.startswith("fr-")
    assert open_lexicon("fr", lay(tmp_path / "again"), None).version == one
    other = {**MORE, "zipf": np.array([101], np.uint8)}
    changed = lay(tmp_path / "other", more=dump("fr", "frequencies", "CC-BY-SA-4.0", ("ours",), other))
    assert open_lexicon("fr", changed, None).version != one


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda d: b"not a lexicon", "no lexicon"),
        (lambda d: d[: len(d) // 2], "damaged"),
        (lambda d: d[:-20] + bytes(20), "damaged"),
        (lambda d: MAGIC + b"{}\n" + d.partition(b"\n")[2], "damaged"),
        (lambda d: MAGIC + b"{", "damaged"),
        (lambda d: d.replace(b'"sha256":"', b'"sha256":"0'), "hash"),
        (lambda d: d.replace(b'"kind","dtype":"<u2","length":2', b'"kind","dtype":"<u2","length":9'), "damaged"),
        (lambda d: dump("fr", "words", "", (), {"forms": FORMS}), "lacks the column"),
        (lambda d: dump("fr", "words", "", (), {**WORDS, "kind": np.array([0], "<u2")}), "belong together"),
    ],
)
def test_damaged_files_are_told(tmp_path: Path, damage: "object", said: str) -> None:
    whole = dump("fr", "words", "MPL-2.0", ("ours",), WORDS)
    assert callable(damage)
    with pytest.raises(Damaged, match=said):
        open_lexicon("fr", lay(tmp_path / "fr", words=damage(whole)), None)


def test_a_missing_lexicon_is_told(tmp_path: Path) -> None:
    with pytest.raises(Damaged, match="no file"):
        open_lexicon("fr", tmp_path, None)
    with pytest.raises(Refused, match="no_lexicon"):
        load("tlh")


def test_tables_are_mapped_again(tmp_path: Path) -> None:
    tables = build(FORMS.tobytes(), np.array([3, 9], np.uint32), np.array([1, 2], np.uint8))
    file = tmp_path / "deep" / "fr.tables"
    assert mapped(file) is None
    assert write(file, tables)
    again = mapped(file)
    assert again is not None
    assert again.keys() == tables.keys()
    for name, table in tables.items():
        assert again[name].dtype == table.dtype, name
        assert np.array_equal(again[name], table), name
    assert not again["letters"].flags.writeable, "shared with other processes"


def test_a_broken_copy_is_made_anew(tmp_path: Path) -> None:
    data, copies = lay(tmp_path / "fr"), tmp_path / "copies"
    version = open_lexicon("fr", data, copies).version
    copy = copies / f"{version}.{FORMAT}.tables"
    whole = copy.read_bytes()
    for broken in (whole[:100], whole + b"more", b"x" * len(whole), b""):
        copy.write_bytes(broken)
        assert open_lexicon("fr", data, copies).look_up("château")
        assert copy.read_bytes() == whole


def test_copies_of_earlier_versions_are_forgotten(tmp_path: Path) -> None:
    data, copies = lay(tmp_path / "fr"), tmp_path / "copies"
    copies.mkdir()
    older, other = copies / "fr-0123456789ab.1.tables", copies / "en-0123456789ab.1.tables"
    for file in (older, other):
        file.write_bytes(b"old")
    version = open_lexicon("fr", data, copies).version
    assert not older.exists()
    assert other.exists()
    assert [file.name.split(".")[0] for file in copies.glob("fr-*")] == [version]


def test_without_a_place_for_copies_it_works_too(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    lexicon = open_lexicon("fr", lay(tmp_path / "fr"), tmp_path / "file" / "copies")
    assert lexicon.index.find(Fit(holds="ANG")) == ["MANGE"]


@pytest.mark.parametrize("language", languages())
def test_the_files_that_come_with_the_package(language: str) -> None:
    folder = DATA / language
    parts = [
        parse((folder / f"{p}.lexicon").read_bytes())
        for p in ("words", "frequencies")
        if (folder / f"{p}.lexicon").is_file()
    ]
    assert [p.about.language for p in parts] == [language] * len(parts)
    assert parts[-1].about.licence == "CC-BY-SA-4.0"
    for part in parts:
        assert (folder / f"LICENSE.{part.about.part}").is_file()
        assert part.about.sources
        assert "zipf" not in " ".join(part.columns) or part.about.part == "frequencies"
    assert [p.about.part for p in parts] == ["words", "frequencies"], "a dictionary, and a list of usage"
    assert sum(len((folder / f"{p.about.part}.lexicon").read_bytes()) for p in parts) < 2_000_000


def test_sources_are_named() -> None:
    told = (DATA / "SOURCES.md").read_text()
    for language in languages():
        for part in ("words", "frequencies"):
            file = DATA / language / f"{part}.lexicon"
            if file.is_file():
                about = parse(file.read_bytes()).about
                forms = next(c.length for c in about.columns if c.name == "kind")
                assert f"`{language}/{part}.lexicon`" in told
                assert f"{forms:,}" in told


def test_a_table_hears_words_of_all_languages_or_of_its_own() -> None:
    """C19: the option `languages`."""
    game = registered("spiralix")
    among, own = (lexicon_of(game, checked(game.options, {"languages": which})) for which in ("all", "own"))
    assert among is not None
    assert own is not None
    assert flags.foreign(among.look_up("Fahrrad")) == "de"
    assert own.look_up("Fahrrad") == 0


def test_games_of_one_language_share_what_their_bots_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each game with a lexicon of its own would find the same answers once more, and keep them once more."""

    def bots_words(key: str) -> Lexicon:
        found = lexicon_of(registered(key), checked(registered(key).options, {}))
        assert found is not None
        return found.spoken()

    def known(words: Lexicon) -> list[str]:
        return Vocabulary(words, USUAL[Level.NORMAL], keyed(bytes(16), "bot")).known(Fit(contains="XYW"))

    one, other = bots_words("spiralix"), bots_words("abcdrix")
    first = known(one)
    monkeypatch.setattr(Index, "find", lambda *_, **__: ["ANEW"])
    assert known(other) == first
