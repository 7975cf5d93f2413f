"""Looking words up: folding, spellings, what a word is."""

import numpy as np
import pytest

from tablee.lexicons import load
from tablee.words import flags
from tablee.words.fit import Fit
from tablee.words.folding import fold
from tablee.words.lexicon import Lexicon
from tablee.words.tables import ENCODING, fold_lines, word_hash

SMALL = Lexicon.of(
    [
        ("château", flags.NOUN, 4.5),
        ("marche", flags.NOUN | flags.VERB, 4.6),
        ("marché", flags.NOUN | flags.PARTICIPLE, 5.1),
        ("œuf", flags.NOUN, 4.0),
        ("aujourd'hui", flags.ADVERB, 5.5),
        ("arc-en-ciel", flags.NOUN, 3.6),
        ("deux", flags.FUNCTION, 6.3),
        ("l'", flags.FUNCTION, 7.0),
        ("Barnabé", flags.FIRST_NAME, 2.7),
    ]
)


@pytest.mark.parametrize(
    "typed", ["château", "chateau", "CHÂTEAU", "Chateau", " château ", "OEUF", "Œuf", "œuf", "BARNABE", "barnabé"]
)
def test_accents_case_and_ligatures_do_not_matter(typed: str) -> None:
    assert SMALL.look_up(typed) & flags.KNOWN
    assert typed in SMALL


@pytest.mark.parametrize(
    "typed", ["aujourd'hui", "aujourd’hui", "aujourdhui", "arc-en-ciel", "arcenciel", "l'", "l’"]
)
def test_apostrophes_and_hyphens_may_be_left_out(typed: str) -> None:
    assert typed in SMALL


@pytest.mark.parametrize(
    "typed", ["d'eux", "l", "châ teau", "mar-che", "l'œuf", "chateaux", "", "!?", "été", "zzz"]
)
def test_unknown_and_two_words_in_one_box(typed: str) -> None:
    assert SMALL.look_up(typed) == 0
    assert typed not in SMALL


def test_who_types_accents_is_taken_at_his_word() -> None:
    assert SMALL.look_up("marche") & flags.VERB
    assert not SMALL.look_up("marché") & flags.VERB
    assert SMALL.look_up("marchè") & flags.VERB, "an accent that no spelling has means any of them"


def test_spellings_commonest_first() -> None:
    assert SMALL.spellings("MARCHE") == ("marché", "marche")
    assert SMALL.spelled("MARCHE") == "marché"
    assert SMALL.spelled("MARCHE", flags.VERB) == "marche"
    assert SMALL.spellings("ZZZ") == ()
    assert SMALL.readings("OEUF") == [("œuf", flags.KNOWN | flags.NOUN)]
    assert SMALL.zipf("marche") == pytest.approx(4.6, abs=0.02)
    assert SMALL.zipf("MARCHÈ") == pytest.approx(5.1, abs=0.02)
    assert SMALL.zipf("zzz") == 0
    assert SMALL.rank("l'") == 0
    assert SMALL.rank("zzz") is None


def test_a_version_tells_contents_apart() -> None:
    other = Lexicon.of([("château", flags.NOUN, 4.5)])
    assert other.version != SMALL.version
    assert Lexicon.of([("château", flags.NOUN, 4.5)]).version == other.version


KNOWN = "praline trompette promenez goûte embrassent château plateforme louftingue Barnabé César kebab wifi"


@pytest.mark.parametrize("word", KNOWN.split())
def test_french_knows(word: str) -> None:
    lexicon = load("fr")
    assert lexicon.look_up(word)
    assert lexicon.look_up(fold(word))
    assert word in lexicon.spellings(word)


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("trompette", flags.NOUN),
        ("promenez", flags.VERB),
        ("promener", flags.INFINITIVE),
        ("promené", flags.PARTICIPLE),
        ("promenant", flags.GERUND),
        ("goûte", flags.VERB),
        ("embrassent", flags.VERB | flags.THIRD_PLURAL),
        ("louftingue", flags.ADJECTIVE),
        ("parfaitement", flags.ADVERB),
        ("avec", flags.FUNCTION),
        ("qu'", flags.FUNCTION),
        ("zut", flags.INTERJECTION),
        ("Barnabé", flags.FIRST_NAME),
        ("Balzac", flags.SURNAME),
        ("Paris", flags.PROPER),
        ("belles", flags.ADJECTIVE_FEMININE | flags.ADJECTIVE_PLURAL),
        ("chevaux", flags.NOUN_MASCULINE | flags.NOUN_PLURAL),
        ("mangeons", flags.IMPERATIVE | flags.TRANSITIVE | flags.FIRST_PLURAL),
        ("merde", flags.RUDE),
        ("m'", flags.KNOWN),
        ("à", flags.KNOWN),
        ("y", flags.KNOWN),
        ("ô", flags.KNOWN),
        ("viol", flags.UNSPOKEN | flags.NOUN),
        ("selfie", flags.KNOWN),
    ],
)
def test_french_knows_what_words_are(word: str, kind: int) -> None:
    assert load("fr").look_up(word) & kind == kind


@pytest.mark.parametrize("word", ["wxyz", "SNCF", "chateauu", "l'eau", "arrête-toi", "d'eux", "promenassiez-vous"])
def test_french_does_not_know(word: str) -> None:
    assert load("fr").look_up(word) == 0


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "house trumpet running children Paris don't isn't"),
        ("es", "casa niño corazón trompeta cantando"),
        ("de", "haus straße mädchen trompete schön"),
        ("it", "casa perché tromba città mangiare"),
    ],
)
def test_other_languages(language: str, words: str) -> None:
    lexicon = load(language)
    assert lexicon.language == language
    assert [w for w in words.split() if not lexicon.look_up(w)] == []
    assert not lexicon.tells_verbs
    assert load("fr").tells_verbs


def test_lines_fold_as_words_do() -> None:
    forms = [
        "château",
        "Œuvre",
        "cœur",
        "Æthelred",
        "straße",
        "aujourd'hui",
        "arc-en-ciel",
        "niño",
        "Ÿ",
        "ÇA",
        "l'",
    ]
    folded = fold_lines("".join(f"{w}\n" for w in forms).encode(ENCODING))
    assert "".join("\n" if c == 0 else chr(64 + c) for c in folded.tolist()).split() == [fold(w) for w in forms]


def test_numbers_of_words_differ() -> None:
    words = load("fr").index.find(limit=20_000)
    assert len({word_hash(w) for w in words}) == len(words)


def test_bad_forms_are_refused() -> None:
    with pytest.raises(ValueError, match="no letter"):
        Lexicon.of([("--", 0, 0.0)])
    with pytest.raises(ValueError, match="too many"):
        Lexicon.of([("a" * 61, 0, 0.0)])
    with pytest.raises(ValueError, match="none"):
        Lexicon.of([])


# ---- words of other languages (C19) ---------------------------------------------------------------------

FRENCH = Lexicon.of([("soleil", flags.NOUN, 5.0), ("pain", flags.NOUN, 5.0), ("wifi", flags.NOUN, 3.0)])
ENGLISH = Lexicon.of(
    [("sunshine", 0, 4.0), ("pain", 0, 5.0), ("sun", 0, 5.0), ("banana", 0, 3.0), ("mañana", 0, 1.0)], "en"
)
SPANISH = Lexicon.of([("mañana", 0, 5.0), ("banana", 0, 2.0)], "es")
AMONG = FRENCH.beside(lambda: (ENGLISH, SPANISH))


@pytest.mark.parametrize(
    ("word", "language"),
    [
        ("sunshine", "en"),
        ("SUNSHINE", "en"),
        ("mañana", "es"),  # both have it: where it is commoner
        ("banana", "en"),
        ("pain", ""),  # a word of the table's own language is nothing foreign
        ("soleil", ""),
    ],
)
def test_a_word_of_another_language_is_known_and_says_of_which(word: str, language: str) -> None:
    assert AMONG.look_up(word) & flags.KNOWN
    assert flags.foreign(AMONG.look_up(word)) == language


@pytest.mark.parametrize("word", ["sun", "blorp", "sun shine"])
def test_three_letters_abroad_and_what_nobody_has_are_unknown(word: str) -> None:
    assert AMONG.look_up(word) == 0


def test_alone_a_lexicon_knows_its_own_words_only() -> None:
    assert FRENCH.look_up("sunshine") == 0
    assert AMONG.version == FRENCH.version, "a record names the table's own"


def test_bots_find_words_of_the_tables_language_only() -> None:
    assert sorted(AMONG.index.find(Fit())) == sorted(FRENCH.index.find(Fit()))


def test_a_flag_of_a_language_is_none_of_those_that_lexicons_store() -> None:
    assert min(flags.FOREIGN.values()) > np.iinfo(np.uint32).max
    assert max(flags.FOREIGN.values()) < 1 << 53, "a page reads them as numbers"
