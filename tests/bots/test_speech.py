"""The speaking list: enough words of every class and letter, all of them in a dictionary, none that is rude."""

from collections import Counter
from itertools import pairwise
from string import ascii_uppercase

import pytest

from tablee.bots.sentences import SMALL, UNDERSTOOD
from tablee.bots.speech import english, english_words, french, french_verbs, french_words
from tablee.bots.speech.grammar import Grammar
from tablee.bots.speech.steps import ARRIVE, LIMITS, NOTHING
from tablee.lexicons import load
from tablee.words import flags
from tablee.words.folding import fold

CLASSES = set(french_words.CLASSES)
MARKS = "!*~^"
GRAMMARS = {"fr": french.french(), "en": english.english()}
PERSONS = {
    "1s": flags.FIRST_SINGULAR,
    "2s": flags.SECOND_SINGULAR,
    "3s": flags.THIRD_SINGULAR,
    "1p": flags.FIRST_PLURAL,
    "2p": flags.SECOND_PLURAL,
    "3p": flags.THIRD_PLURAL,
}
NOUNS = {
    "m": flags.NOUN_MASCULINE,
    "f": flags.NOUN_FEMININE,
    "s": flags.NOUN_SINGULAR,
    "p": flags.NOUN_PLURAL,
}
ADJECTIVES = {
    "m": flags.ADJECTIVE_MASCULINE,
    "f": flags.ADJECTIVE_FEMININE,
    "s": flags.ADJECTIVE_SINGULAR,
    "p": flags.ADJECTIVE_PLURAL,
}
KINDS = {"adverb": flags.ADVERB, "gerund": flags.GERUND, "infinitive": flags.INFINITIVE, "order": flags.IMPERATIVE}


def french_nouns() -> dict[str, list[str]]:
    """By class, as they are written in the singular."""
    found: dict[str, list[str]] = {}
    for (cls, _), listed in french_words.NOUNS.items():
        found.setdefault(cls, []).extend(item.strip(MARKS).split("/")[0] for item in listed.split())
    return found


def english_nouns() -> dict[str, list[str]]:
    return {c: [i.strip(MARKS).split("/")[0] for i in v.split()] for c, v in english_words.NOUNS.items()}


def french_infinitives() -> set[str]:
    marked = {verb.strip("!") for *_, verb in french.verb_lines()}
    return {verb.removeprefix("se-").removeprefix("s-") for verb in marked}


def test_how_many_words_there_are_in_french() -> None:
    nouns = french_nouns()
    assert set(nouns) == CLASSES
    assert min(map(len, nouns.values())) >= 60
    assert sum(map(len, nouns.values())) >= 700
    assert len(french_infinitives()) >= 350
    assert len({item for listed in french_words.ADJECTIVES.values() for item in listed.split()}) >= 200
    assert len({*french_words.MANNER.split(), *french_words.OFTEN.split(), *french_words.OPENINGS.split()}) >= 100
    assert sum(len(listed.split()) for listed in french_words.NAMES.values()) >= 120
    assert len(french_words.PHRASES.strip().splitlines()) >= 60


def test_how_many_words_there_are_in_english() -> None:
    nouns = english_nouns()
    assert set(nouns) == CLASSES
    assert min(map(len, nouns.values())) >= 30
    assert sum(map(len, nouns.values())) >= 350
    assert len({verb for *_, verb in english.verb_lines()}) >= 175
    assert len({item for listed in english_words.ADJECTIVES.values() for item in listed.split()}) >= 100
    assert len({*english_words.MANNER.split(), *english_words.OPENINGS.split()}) >= 50
    assert len(english_words.NAMES.split()) >= 60
    assert len(english_words.PHRASES.strip().splitlines()) >= 30


def test_every_letter_begins_nouns_and_verbs() -> None:
    """No verb of French that one says begins with W or X, only two with K, and none of English with X."""
    for nouns, verbs, none in (
        (french_nouns(), french_infinitives(), set("KWX")),
        (english_nouns(), {verb for *_, verb in english.verb_lines()}, set("X")),
    ):
        begun = Counter(fold(noun)[0] for noun in {n for listed in nouns.values() for n in listed})
        assert {a for a in ascii_uppercase if begun[a] < (5 if len(verbs) > 300 else 4)} == set()
        assert {a for a in ascii_uppercase if Counter(fold(verb)[0] for verb in verbs)[a] < 3} == none


@pytest.mark.parametrize("language", GRAMMARS)
def test_every_letter_stands_in_nouns_and_verbs(language: str) -> None:
    """That is what the games ask for."""
    words = GRAMMARS[language].words
    for a in ascii_uppercase:
        assert len({e.text for e in words if e.kind == "noun" and e.number == "s" and a in fold(e.text)}) >= 5, a
        verbs = {e.frames for e in words if e.kind == "verb" and e.person == "3s" and a in fold(e.text)}
        assert len(verbs) >= (2 if a in "QX" and language == "en" else 3), a


def test_no_doubles() -> None:
    for listed in (*french_words.NOUNS.values(), *english_words.NOUNS.values(), *french_words.NAMES.values()):
        assert [word for word, times in Counter(listed.split()).items() if times > 1] == []
    for grammar in GRAMMARS.values():
        assert len(set(grammar.words)) == len(grammar.words)


@pytest.mark.parametrize("language", GRAMMARS)
def test_every_word_is_in_the_lexicon_as_it_is_written_and_none_is_rude(language: str) -> None:
    lexicon = load(language)
    for e in GRAMMARS[language].words:
        for word in (e.text, *e.rest):
            known = [kinds for spelled, kinds in lexicon.readings(word) if spelled.lower() == word.lower()]
            assert known, (e.kind, word)
            assert not any(kinds & flags.RUDE for kinds in known), word


def test_every_french_form_is_what_the_list_takes_it_for() -> None:
    lexicon = load("fr")
    for e in GRAMMARS["fr"].words:
        known = lexicon.look_up(e.text)
        match e.kind:
            case "noun":
                assert known & NOUNS[e.gender], (e.text, e.gender)
                assert known & NOUNS[e.number], (e.text, e.number)
            case "adjective_before" | "adjective_after" | "attribute":
                assert known & ADJECTIVES[e.gender], (e.text, e.gender)
                assert known & ADJECTIVES[e.number], (e.text, e.number)
            case "verb" | "verb_self" | "modal" | "be":
                assert known & PERSONS[e.person], (e.text, e.person)
            case "name":
                assert known & flags.FIRST_NAME, e.text
            case kind if kind in KINDS:
                assert known & KINDS[kind], e.text


@pytest.mark.parametrize(
    ("infinitive", "forms"),
    [
        ("manger", "mange manges mange mangeons mangez mangent mangeant"),
        ("lancer", "lance lances lance lançons lancez lancent lançant"),
        ("acheter", "achète achètes achète achetons achetez achètent achetant"),
        ("lécher", "lèche lèches lèche léchons léchez lèchent léchant"),
        ("protéger", "protège protèges protège protégeons protégez protègent protégeant"),
        ("appeler", "appelle appelles appelle appelons appelez appellent appelant"),
        ("interviewer", "interviewe interviewes interviewe interviewons interviewez interviewent interviewant"),
        ("nettoyer", "nettoie nettoies nettoie nettoyons nettoyez nettoient nettoyant"),
        ("rougir", "rougis rougis rougit rougissons rougissez rougissent rougissant"),
        ("dormir", "dors dors dort dormons dormez dorment dormant"),
        ("offrir", "offre offres offre offrons offrez offrent offrant"),
        ("peindre", "peins peins peint peignons peignez peignent peignant"),
        ("apercevoir", "aperçois aperçois aperçoit apercevons apercevez aperçoivent apercevant"),
        ("surprendre", "surprends surprends surprend surprenons surprenez surprennent surprenant"),
        ("asseoir", "assieds assieds assied asseyons asseyez asseyent asseyant"),
    ],
)
def test_the_conjugator(infinitive: str, forms: str) -> None:
    present = french_verbs.present(infinitive)
    assert [*present, french_verbs.gerund(present)] == forms.split()


def test_orders() -> None:
    assert french_verbs.orders(french_verbs.present("manger")) == {"2s": "mange", "1p": "mangeons", "2p": "mangez"}
    assert french_verbs.orders(french_verbs.present("rugir"))["2s"] == "rugis"
    assert french_verbs.orders(french_verbs.present("offrir"))["2s"] == "offre"


@pytest.mark.parametrize(
    ("word", "many"),
    [("château", "châteaux"), ("jeu", "jeux"), ("ours", "ours"), ("journal", "journaux"), ("clou", "clous")],
)
def test_plurals(word: str, many: str) -> None:
    assert french.plural(word) == many
    assert [english.plural(w) for w in ("box", "cherry", "toy", "watch")] == [
        "boxes",
        "cherries",
        "toys",
        "watches",
    ]


@pytest.mark.parametrize("language", GRAMMARS)
def test_what_verbs_take_exists(language: str) -> None:
    grammar = GRAMMARS[language]
    lines = french.verb_lines() if language == "fr" else english.verb_lines()
    prepositions = {e.tag for e in grammar.words if e.kind == "preposition"}
    for who, frames, verb in lines:
        assert set(who) <= CLASSES | {"+"}, verb
        assert frames, verb
        for frame in frames:
            preposition, _, classes = frame.partition("=")
            assert frame == NOTHING or (classes and set(classes) <= CLASSES), (verb, frame)
            assert frame == NOTHING or not preposition or preposition in prepositions, (verb, frame)


@pytest.mark.parametrize("grammar", GRAMMARS.values(), ids=GRAMMARS)
def test_the_ways_lead_somewhere(grammar: Grammar) -> None:
    """Each kind of word is known to the grammar, and there are words of each that it may ask for."""
    kinds = {e.kind for e in grammar.words}
    asked = {kind for place in grammar.canonical for kind, _ in grammar.ways(place)}
    assert asked <= set(ARRIVE)
    assert asked <= kinds
    assert kinds <= set(ARRIVE)
    assert set(ARRIVE) >= UNDERSTOOD | SMALL
    articles = {e.tag for e in grammar.words if e.kind == "article"}
    assert {tag for limit in LIMITS.values() for tag in limit.split()} >= articles - {"some"}


def test_colours_and_sizes_are_not_for_people() -> None:
    for (_, classes), listed in french_words.ADJECTIVES.items():
        for item in listed.split():
            if item.strip("~").split("/")[0] in {"noir", "blanc", "jaune", "brun", "gros", "énorme"}:
                assert classes
                assert "p" not in classes


def test_the_marks_of_the_list() -> None:
    by_text = {(e.text, e.kind): e for e in GRAMMARS["fr"].words}
    assert by_text["hibou", "noun"].begins == "c"
    assert by_text["hirondelle", "noun"].begins == "v"
    assert by_text["yaourt", "noun"].begins == "c"
    assert by_text["Yvonne", "name"].begins == "v"
    assert by_text["hurle", "verb"].begins == "c"
    assert by_text["hésite", "verb"].begins == "v"
    assert by_text["riz", "noun"].tag == "mass"
    assert ("rizs", "noun") not in by_text
    assert by_text["xylocope", "noun"].rare
    assert by_text["hiboux", "noun"].number == "p"
    english = {(e.text, e.kind): e for e in GRAMMARS["en"].words}
    assert english["unicorn", "noun"].begins == "c"
    assert english["mice", "noun"].number == "p"


def test_phrases_are_said_to_their_end() -> None:
    """What they are made of stands word by word, elided forms apart."""
    for line in french_words.PHRASES.strip().splitlines():
        for before, word in pairwise(line.split()):
            assert not before.endswith("'") or fold(word)[0] in "AEIOUH", line
            assert "'" not in before[:-1], line
