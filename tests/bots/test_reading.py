"""What people type is read by the bots' grammar; sentences in force are lengthened, begun ones ended."""

from pathlib import Path

import pytest

from tablee.bots.bot import Level
from tablee.bots.sentences import SentenceMaker
from tablee.kernel.rng import Rng, keyed, seed_from
from tablee.lexicons import load
from tablee.pieces.toutilix import DECK, ETOILE, PETARD, SYMBOL
from tablee.words.fit import Fit

DATA = Path(__file__).parent / "data"
LETTERS = [letter for face in DECK if (letter := SYMBOL[face]) != PETARD]


def maker(seed: int | str = 1, level: Level = Level.STRONG, language: str = "fr") -> SentenceMaker:
    return SentenceMaker(load(language), keyed(seed_from(seed), "reading"), level)


def lines(name: str) -> list[list[str]]:
    return [line.split() for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def box(letter: str) -> Fit:
    return Fit() if letter == ETOILE else Fit(contains=letter)


# ---- reading --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sentence",
    [
        "Goûte",
        "Arrête toi",
        "Arrêtez tout",
        "Ton moteur marche",
        "Ta poule aime",
        "Vraiment tu manges beaucoup",
        "François est moins malade",
        "Vous cherchez Mamie maintenant",
        "Ses tantes votent maintenant",
        "Robert mange une grosse poire",
        "Plonge",
    ],
)
def test_sentences_of_the_booklet_are_read(sentence: str) -> None:
    assert maker().reads(sentence.split())


@pytest.mark.parametrize(
    "sentence",
    [
        "Tu manges le",
        "La la mange chat",
        "Le chat",
        "Robert mange une",
        "Robert mange une et",
        "Le petit",
        "Chaise",
        "Les chats dort",
        "La chat dort",
        "Je aime les frites",
        "Elle est content",
        "Il va à le marché",
        "",
    ],
)
def test_what_is_no_sentence_is_not_read(sentence: str) -> None:
    assert not maker().reads(sentence.split())


def test_nine_in_ten_of_what_people_say_is_read() -> None:
    said = lines("read_fr.txt")
    assert len(said) >= 150
    refused = [words for words in said if not maker().reads(words)]
    assert len(refused) <= len(said) / 10, refused


def test_four_in_five_of_what_is_broken_is_not_read() -> None:
    broken = lines("broken_fr.txt")
    assert len(broken) >= 60
    accepted = [words for words in broken if maker().reads(words)]
    assert len(accepted) <= len(broken) / 5, accepted


def test_a_word_that_the_table_let_pass_may_be_anything() -> None:
    assert maker().reads(["Le", "grumblix", "dort"])
    assert maker().reads(["Marius", "grumblixe", "le", "chat"])
    assert not maker().reads(["le", "grumblix"])


def test_capitals_and_apostrophes_do_not_matter() -> None:
    assert maker().reads(["j’", "aime", "les", "frites"])
    assert maker().reads(["LE", "CHAT", "DORT"])


@pytest.mark.parametrize(
    ("sentence", "good"),
    [
        ("Wait", True),
        ("Stop it", True),
        ("She sings", True),
        ("I am very hungry", True),
        ("Does he like cheese", True),
        ("My brother plays the piano", True),
        ("We went to the zoo", True),
        ("He don't care", False),
        ("The cat", False),
        ("I want the", False),
        ("The the cat sleeps", False),
        ("He swim home", False),
        ("You eats a apple", False),
        ("They sleep because", False),
    ],
)
def test_reading_english(sentence: str, good: bool) -> None:
    assert maker(language="en").reads(sentence.split()) == good


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("level", Level)
def test_what_bots_say_they_can_read(level: Level, language: str) -> None:
    rng = Rng(b"read what bots say")
    for seed in range(60):
        words = maker(seed, level, language).make([box(rng.choice(LETTERS)) for _ in range(1 + seed % 12)])
        assert words is None or maker(language=language).reads(words), words


# ---- ends -----------------------------------------------------------------------------------------------


def test_where_a_sentence_may_end() -> None:
    assert maker().ends(["Robert", "mange"])
    assert maker().ends(["Robert", "mange", "une", "poire"])
    for begun in ("le petit", "Robert mange une", "Robert mange une et", "Robert habite dans", "il ne"):
        assert not maker().ends(begun.split()), begun


def test_an_end_after_what_no_grammar_can_follow() -> None:
    said = ["de", "de", "de", "la", "mange", "le", "chat", "dort"]
    assert not maker().reads(said)
    assert maker().ends(said)
    assert not maker().ends([])


@pytest.mark.parametrize("language", ["fr", "en"])
def test_last_words(language: str) -> None:
    """One to four words, and the whole is a sentence."""
    for seed in range(60):
        bot = maker(seed, language=language)
        words = bot.make([Fit()] * (2 + seed % 7))
        assert words is not None
        begun = words[: 1 + seed % len(words)]
        last = bot.finish(begun)
        assert last is not None, begun
        assert 1 <= len(last) <= 4
        assert bot.reads([*begun, *last]), (begun, last)


def test_last_words_of_what_people_began() -> None:
    for begun in ("Robert mange une", "Le gouvernement", "Je te", "Ma tante votait"):
        last = maker().finish(begun.split())
        assert last, begun
        assert maker().reads([*begun.split(), *last]), (begun, last)


# ---- one word more --------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("front", [True, False])
def test_one_word_more(front: bool, language: str) -> None:
    """The sentence in force stays as it is, the new word fits its box, and the whole is a sentence."""
    rng, longer = Rng(b"one word more"), 0
    for seed in range(90):
        bot = maker(seed, list(Level)[seed % 3], language)
        words = bot.make([Fit()] * (1 + seed % 9)) or [{"fr": "marche", "en": "walk"}[language]]
        fit = box(rng.choice(LETTERS))
        new = bot.lengthen(words, fit, front=front)
        if new is not None:
            longer += 1
            assert len(new) == len(words) + 1
            assert (new[1:] if front else new[:-1]) == words
            assert not fit.missing(new[0 if front else -1])
            assert bot.reads(new), new
    assert longer >= 50


def test_who_does_what_was_ordered_comes_first() -> None:
    snores = {(maker(seed).lengthen(["ronfle"], Fit(contains="Z"), front=True) or [""])[0] for seed in range(20)}
    assert snores <= {"Zoé", "Zacharie"}
    assert (maker(3).lengthen(["mangez", "vite"], Fit(contains="V"), front=True) or [""])[0] == "vous"


def test_sentences_of_people_are_lengthened_too() -> None:
    assert maker().lengthen(["Ses", "tantes", "votent"], Fit(contains="M"), front=False)
    assert maker().lengthen(["Ton", "moteur", "marche"], Fit(contains="S"), front=True)


def test_openings_are_not_heaped_up() -> None:
    """*zut* may come before *mais*, and that before *soudain*, but none before itself."""
    for seed in range(40):
        new = maker(seed).lengthen(["zut", "Marius", "dort"], Fit(), front=True)
        assert new is None
        new = maker(seed).lengthen(["soudain", "Marius", "dort"], Fit(), front=True)
        assert new is not None
        assert any(new[0] in group.values() for group in maker().grammar.fronts[:2])


def test_what_fits_nowhere_does_not_lengthen() -> None:
    assert maker().lengthen(["Marius", "dort"], Fit(contains="WWW"), front=True) is None
    assert maker().lengthen(["Marius", "dort"], Fit(contains="WWW"), front=False) is None
