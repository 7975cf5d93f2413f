"""Building lexicons: the unfolding of a dictionary, frequencies, what is left out. On small sources of our own."""

import gzip
import io
import lzma
import tarfile
from math import log10
from pathlib import Path

import msgspec
import pytest

from tablee.lexicons.loading import open_lexicon
from tablee.words import flags
from tools.lexicon import __main__ as building
from tools.lexicon import dictionaries, frequencies, hunspell, ours, sources, supplement

AFF = """FLAG long
SFX S. Y 2
SFX S. 0 0/L'D' [^sxz] is:sg
SFX S. 0 s/D' [^sxz] is:pl
SFX a0 Y 5
SFX a0 er er/n' er po:infi
SFX a0 er e/n' [^g]er po:ipre po:spre po:1sg po:3sg
SFX a0 er é/F. er po:ppas is:mas is:sg
SFX a0 er ent/n' er po:spre po:3pl
SFX a0 er eons/n' ger po:impe po:1pl
SFX F. Y 1
SFX F. 0 e/n' é po:adj is:fem is:sg
"""
DIC = """8
chat/S.() po:nom is:mas
danser/a0() po:v1_it_q__a
manger/a0() po:v1__t___zz
qu'/-- po:mg po:cjsub
jusqu/-- po:mg po:err
2CV po:npr
pas/{} po:nom
Zoé/L' po:prn is:fem is:inv
"""


def test_affixes_unfold_with_their_tags() -> None:
    forms = hunspell.forms(DIC, AFF)
    assert {"chat", "chats", "danser", "danse", "dansé", "dansée", "dansent", "mangeons", "qu'", "Zoé"} <= set(
        forms
    )
    assert set(forms).isdisjoint({"jusqu", "2CV", "pas", "mange", "danseons"})
    assert forms["chats"] & flags.NOUN_PLURAL
    assert not forms["chats"] & flags.NOUN_SINGULAR
    third = flags.VERB | flags.THIRD_SINGULAR | flags.FIRST_SINGULAR | flags.TRANSITIVE | flags.INTRANSITIVE
    assert forms["danse"] & third == third
    assert not forms["danse"] & flags.INFINITIVE
    assert forms["danser"] & (flags.INFINITIVE | flags.VERB) == flags.INFINITIVE
    assert not forms["dansent"] & flags.THIRD_PLURAL, "the subjunctive is finite, but no indicative"
    assert forms["dansent"] & flags.VERB
    assert forms["dansée"] & flags.PARTICIPLE
    assert forms["dansée"] & flags.ADJECTIVE_FEMININE
    assert forms["mangeons"] & flags.IMPERATIVE
    assert not forms["mangeons"] & flags.INTRANSITIVE
    assert forms["Zoé"] & flags.FIRST_NAME
    assert forms["qu'"] & flags.FUNCTION


def test_wordfreq_is_read() -> None:
    packed = gzip.compress(msgspec.msgpack.encode([{"format": "cB"}, [], ["le"], ["de", "la"]]))
    assert frequencies.wordfreq(packed) == {"le": 8.99, "de": 8.98, "la": 8.98}


def test_lexique_is_read() -> None:
    def row(word: str, grammar: str, gender: str, number: str, films: str, books: str, verb: str) -> str:
        return "\t".join([word, "", word, grammar, gender, number, "", "", films, books, verb])

    table = "\n".join(
        [
            "heading",
            row("porte", "NOM", "f", "s", "300", "500", ""),
            row("porte", "VER", "", "", "100", "100", '"imp:pre:2s;ind:pre:1s;sub:pre:3s;"'),
            row("louftingue", "ADJ", "", "s", "0", "0,07", ""),
            row("mangé", "VER", "m", "s", "0", "0", '"par:pas;"'),
            row("tes", "ADJ:pos", "", "p", "9", "9", ""),
        ]
    )
    zipf, kinds = frequencies.lexique(table)
    assert zipf["porte"] == pytest.approx(log10(500) + 3)
    assert "mangé" not in zipf
    wanted = flags.NOUN | flags.VERB | flags.IMPERATIVE | flags.FIRST_SINGULAR | flags.NOUN_FEMININE
    assert kinds["porte"] & wanted == wanted
    assert not kinds["porte"] & flags.THIRD_SINGULAR
    both = flags.ADJECTIVE_MASCULINE | flags.ADJECTIVE_FEMININE | flags.ADJECTIVE_SINGULAR
    assert kinds["louftingue"] & both == both
    assert kinds["mangé"] & flags.PARTICIPLE
    assert kinds["tes"] & (flags.FUNCTION | flags.ADJECTIVE) == flags.FUNCTION


def test_names_given_often() -> None:
    assert frequencies.first_names("2 3\nMarie,Jeanne,Zoé\nRare", 1) == ["Marie", "Jeanne", "Zoé"]


def test_what_only_writes_a_word_otherwise_is_left_out() -> None:
    words = {"château": flags.KNOWN | flags.NOUN, "César": flags.KNOWN | flags.FIRST_NAME}
    name = flags.KNOWN | flags.FIRST_NAME
    extra = {"louftingue": flags.KNOWN | flags.ADJECTIVE, "Cesar": name, "Zidane": name}
    assert set(building.without_copies(extra, words)) == {"louftingue", "Zidane"}


@pytest.mark.parametrize(
    ("form", "word"),
    [
        ("maison", True), ("arc-en-ciel", True), ("Paris", True), ("YouTube", True), ("McKinley", True),
        ("ex æquo", True),
        ("os", True), ("pff", True), ("mix", True), ("à", True), ("qu'", True),
        ("km", False), ("KS", False), ("ppm", False), ("SNCF", False), ("ADN", False), ("ARNm", False),
        ("kWc", False), ("XIV", False), ("iii", False), ("VIIIe", False), ("Mme", False), ("b", False),
        ("µR", False), ("B₂O₃", False),
    ],
)  # fmt: skip
def test_the_gate(form: str, word: bool) -> None:
    assert ours.gate("fr").lets_in(form) is word


def test_what_bots_never_say_is_marked() -> None:
    tongue = ours.tongue("fr", frozenset({"Zoé"}))
    name = flags.KNOWN | flags.FIRST_NAME
    said = {"maison": 1, "Zoé": name, "mixer": 1, "violon": 1}
    never = {
        "viol": 1,
        "nazie": 1,
        "avant-guerre": 1,
        "Beyoncé": 1,
        "Barnabé": name,
        "ADN": 1,
        "pff": 1,
        "l'": 1,
        "ad hoc": 1,
    }
    assert all(not tongue.marks(word, kinds) & flags.UNSPOKEN for word, kinds in said.items())
    assert all(tongue.marks(word, kinds) & flags.UNSPOKEN for word, kinds in never.items())
    assert not ours.tongue("de").marks("Haus", 1) & flags.UNSPOKEN, "a capital makes no name in German"


def test_our_own_words_are_inflected() -> None:
    def of(kind: str, entry: str) -> dict[str, int]:
        return dict(supplement.inflected(kind, entry))

    assert list(of("nm", "capybara")) == ["capybara", "capybaras"]
    assert of("nm", "capybara")["capybaras"] & (flags.NOUN_PLURAL | flags.NOUN_MASCULINE) > flags.NOUN_MASCULINE
    assert list(of("nm", "diplodocus")) == ["diplodocus"]
    assert list(of("nm", "poisson-lune/poissons-lunes")) == ["poisson-lune", "poissons-lunes"]
    assert list(of("adj", "chanmé")) == ["chanmé", "chanmée", "chanmés", "chanmées"]
    assert list(of("adje", "chelou")) == ["chelou", "chelous"]
    assert list(of("adji", "kawaï")) == ["kawaï"]
    kiffer = of("ver", "kiffer")
    assert {"kiffe", "kiffons", "kiffait", "kifferai", "kiffé", "kiffées", "kiffant", "kiffât"} <= set(kiffer)
    assert kiffer["kiffe"] & flags.FIRST_SINGULAR
    assert kiffer["kiffer"] == flags.INFINITIVE
    assert {"manageant", "manageons", "managions"} <= set(of("ver", "manager"))
    assert {"tracé", "traçons"} <= set(of("ver", "tracer"))
    assert "buggons" in of("ver", "bugger")
    with pytest.raises(SystemExit, match="what is xyz"):
        of("xyz", "mot")


def test_the_german_dictionary_is_read() -> None:
    verb = {"abarbeiten": {"hasPrefix": True, "INF": "abarbeiten", "PRÄ": {"S": {"1": ["arbeite", "ab"]}}}}
    noun = {"Haus": {"NOM": {"SIN": "Haus", "PLU": "Häuser"}, "G": "N"}}
    found = set(dictionaries.german(msgspec.json.encode(verb | noun)))
    assert found == {"abarbeiten", "arbeite", "ab", "abarbeite", "Haus", "Häuser"}
    compared = set(dictionaries.compared(["Schnellere", "Ältere", "Beere"], frozenset({"schnell", "alt"})))
    assert {"schneller", "schnelleren", "älter", "ältere"} <= compared
    assert "beer" not in compared


def test_lemmas_give_the_forms_of_listed_words() -> None:
    table = dictionaries.lemmas(
        gzip.compress(msgspec.json.encode({"gatti": "gatto", "perchÃ©": "perchÃ©", "xx": "yy"}))
    )
    assert table.keys() == {"gatti", "perché", "xx"}
    assert list(dictionaries.of_listed_lemmas(table, ["gatto", "perché"])) == ["gatti", "perché"]


def test_rude_words_are_marked_by_their_letters() -> None:
    marked = building.marked({"merdé": 1, "emmerdant": 1, "mer": 1, "CON": 1, "conte": 1}, ours.tongue("fr"))
    assert [w for w, kinds in marked.items() if kinds & flags.RUDE] == ["merdé", "emmerdant", "CON"]


def test_packages_are_opened_and_hashes_kept(tmp_path: Path) -> None:
    inner = io.BytesIO()
    with tarfile.open(fileobj=inner, mode="w") as tar:
        entry = tarfile.TarInfo("./usr/words")
        entry.size = 3
        tar.addfile(entry, io.BytesIO(b"mot"))
    data = lzma.compress(inner.getvalue())

    def member(name: str, content: bytes) -> bytes:
        return (
            f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(content):<10}`\n".encode()
            + content
            + b"\n" * (len(content) % 2)
        )

    deb = b"!<arch>\n" + member("debian-binary", b"2.0") + member("data.tar.xz", data)
    assert sources.from_deb(deb, "usr/words") == b"mot"
    (tmp_path / sources.WSPANISH.file).write_bytes(deb)
    with pytest.raises(SystemExit, match="not the wspanish"):
        sources.fetched(sources.WSPANISH, tmp_path)


def test_a_language_is_written_twice_the_same_and_reads_back(tmp_path: Path) -> None:
    lists = building.Lists(
        hunspell.forms(DIC, AFF),
        "MPL-2.0",
        ("ours",),
        {"chat": 4.5, "danse": 4.6, "louftingue": 4.0, "zoé": 3.0, "qu": 6.0},
        {"louftingue": flags.KNOWN | flags.ADJECTIVE, "千": flags.KNOWN},
        ("ours too",),
    )
    for name in ("one", "two"):
        building.write("fr", lists, tmp_path / name)
    for part in ("words", "frequencies"):
        one, two = (tmp_path / name / "fr" / f"{part}.lexicon" for name in ("one", "two"))
        assert one.read_bytes() == two.read_bytes()
    lexicon = open_lexicon("fr", tmp_path / "one" / "fr", None)
    assert lexicon.index.find(limit=3) == ["QU", "DANSE", "CHAT"]
    assert lexicon.spellings("chat") == ("chat",)
    assert lexicon.zipf("Zoé") == 3.0
    assert lexicon.look_up("louftingue") == flags.KNOWN | flags.ADJECTIVE
    assert lexicon.look_up("capybara"), "our own words are there too"
