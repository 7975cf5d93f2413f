"""What no bot and no hint ever says (C19), over the whole reach of every level. The stems are the test's own."""

import re
from pathlib import Path

import pytest

from tablee.arena.match import bots_words
from tablee.bots.bot import Level
from tablee.bots.speech.english import english
from tablee.bots.speech.french import french
from tablee.bots.speech.grammar import Grammar
from tablee.bots.words import USUAL, Vocabulary
from tablee.kernel.rng import Rng
from tablee.lexicons import load
from tablee.phases.vote import WordOptions
from tablee.words import flags
from tablee.words.columns import ColumnPlan, Hint
from tablee.words.fit import Fit, Suggestion
from tablee.words.folding import fold
from tablee.words.lexicon import Lexicon

DATA = Path(__file__).parent / "data"
ROMAN = re.compile(r"M*(C[MD]|D?C{0,3})(X[CL]|L?X{0,3})(I[XV]|V?I{0,3})")
ALSO_WORDS = {"MIX", "DIX", "MI", "DI", "LI", "XI", "CI", "VI", "DIM", "MILL", "I"}
SAID_ONCE = (
    "bordel viol porno nazis sperme inceste juives blacks XXX III II XIV connard bougnoule sida cocaïne allemand"
)
"""Found in the mouths of bots, and their like."""


def forbidden(language: str) -> tuple[frozenset[str], frozenset[str]]:
    """Whole words, and beginnings."""
    lines = (DATA / f"never_{language}.txt").read_text().splitlines()
    stems = [stem for line in lines if line[0] != "#" for stem in line.split()]
    return (
        frozenset(fold(s) for s in stems if s.endswith("_")),
        frozenset(fold(s) for s in stems if not s.endswith("_")),
    )


def never(word: str, whole: frozenset[str], beginnings: frozenset[str]) -> bool:
    return word in whole or any(word[:n] in beginnings for n in range(3, len(word) + 1))


def reach(language: str, known: int | None) -> list[str]:
    """All that a bot of such knowledge can find, folded."""
    words = bots_words(load(language), WordOptions(language=language))  # type: ignore[arg-type]
    assert words is not None
    skill = USUAL[Level.STRONG]
    bot = Vocabulary(words, type(skill)(known, 1.0, 1.0, 0, 1, 1), Rng(b"reach"))
    return bot.known(Fit(), limit=None)


@pytest.mark.parametrize("language", ["fr", "en", "es", "de", "it"])
def test_no_stem_of_the_list_occurs_in_all_that_any_bot_can_reach(language: str) -> None:
    """Strong bots of some games know all words (None), so this is the reach of every level."""
    whole, beginnings = forbidden(language)
    words = reach(language, None)
    assert set(words) >= {w for level in Level for w in reach(language, USUAL[level].words_known)}
    assert [w for w in words if never(w, whole, beginnings)] == []


@pytest.mark.parametrize(("language", "grammar"), [("fr", french()), ("en", english())])
def test_no_stem_of_the_list_occurs_in_the_sentences_of_bots(language: str, grammar: Grammar) -> None:
    """They are made of a list of its own, written by hand; somebody may leave « en protestant »."""
    said = {fold(word) for entry in grammar.words for word in (entry.text, *entry.rest)}
    assert len(said) > 1_000
    gerunds = {fold(entry.text) for entry in grammar.words if entry.kind == "gerund"}
    found = {w for w in said if never(w, *forbidden(language))}
    assert found - ({"PROTESTANT"} & gerunds) == set()


@pytest.mark.parametrize("language", ["fr", "en", "es", "de", "it"])
def test_bots_words_are_known_have_a_vowel_and_are_no_numbers(language: str) -> None:
    words = load(language).spoken()
    found = words.index.find(Fit(), most_common=60_000)
    assert len(found) > 20_000
    assert [w for w in found if set(w).isdisjoint("AEIOUY")] == []
    assert [w for w in found if ROMAN.fullmatch(w) and w not in ALSO_WORDS] == []
    assert all(words.look_up(words.spelled(w)) for w in found[::53])


@pytest.mark.parametrize("language", ["fr", "en", "es", "it"])
def test_bots_say_no_names_but_common_first_names(language: str) -> None:
    """In German every noun has a capital."""
    words = load(language).spoken()
    names = [s for w in words.index.find(Fit()) if (s := words.spelled(w))[0].isupper()]
    assert len(names) <= 600, "three hundred of each kind"
    assert all(words.look_up(name) & flags.FIRST_NAME for name in names)
    assert set(names) >= {"Nathalie", "Philippe"} if language == "fr" else not names
    assert {"Beyoncé", "Macron", "Paris", "Napoléon", "Adolphe"}.isdisjoint(names)


@pytest.mark.parametrize("word", SAID_ONCE.split())
def test_what_bots_have_said(word: str) -> None:
    for rude in (False, True):
        words = bots_words(load("fr"), WordOptions(rude=rude))
        assert words is not None
        assert fold(word) not in words.index.find(Fit(starts=fold(word)))


def test_the_option_for_rude_words_is_another_thing() -> None:
    """It brings back what is rude, and nothing of what no bot says."""
    french = load("fr")
    polite, rude = (set(french.spoken(rude=r).index.find(Fit())) for r in (False, True))
    assert polite < rude
    for word in rude - polite:
        assert any(kinds & flags.RUDE for _, kinds in french.readings(word))
    assert not any(french.index.find(Fit(starts=w, ends=w)) and w in rude for w in ("ENCULE", "NEGRE", "YOUPIN"))
    assert french.look_up("viol")
    assert french.look_up("nazis") & flags.UNSPOKEN


def test_suggestions_and_hints_keep_to_it() -> None:
    french = load("fr")
    said = {w for draw in range(400) for w in Suggestion(Fit(starts="VIO"), draw, rude=True).found(french)}
    assert said
    assert said <= set(french.spoken(rude=True).index.find(Fit(starts="VIO")))
    assert "VIOL" not in said
    plan = ColumnPlan(tuple((letter,) for letter in "NAZIS"), 0, 5)
    assert "NAZIS" not in Hint(plan, rude=True).found(french)


def test_the_spelling_that_is_no_name_is_said() -> None:
    small = Lexicon.of([("Paris", flags.PROPER | flags.UNSPOKEN, 5.0), ("paris", flags.NOUN, 3.0)])
    assert small.spelled("PARIS") == "Paris"
    assert small.spoken().spelled("PARIS") == "paris"
    assert small.spoken().index.find(Fit(starts="PA")) == ["PARIS"]
    alone = Lexicon.of([("Lyon", flags.PROPER | flags.UNSPOKEN, 5.0), ("mur", flags.NOUN, 3.0)])
    assert alone.spoken().index.find() == ["MUR"]
    assert alone.index.find() == ["LYON", "MUR"]
    assert alone.spoken().look_up("Lyon") & flags.PROPER
