"""Bots and words: what they know, what they find, how long they take; the same seed, the same words."""

import pytest
from msgspec import structs

from tablee.bots.bot import Level
from tablee.bots.words import USUAL, Skill, Vocabulary
from tablee.kernel.rng import Rng
from tablee.lexicons import load
from tablee.words import flags
from tablee.words.fit import Fit
from tablee.words.folding import fold

PRE = Fit(contains="PRE")


def vocabulary(level: Level, seed: bytes = b"bot", **changes: object) -> Vocabulary:
    return Vocabulary(load("fr"), structs.replace(USUAL[level], **changes), Rng(seed))


@pytest.mark.parametrize("level", list(Level))
def test_a_bot_knows_the_commonest_words_of_its_language(level: Level) -> None:
    known = vocabulary(level).known(Fit(), limit=None)
    assert len(known) == USUAL[level].words_known
    assert all(load("fr").look_up(load("fr").spelled(w, flags.DICTIONARY)) & flags.DICTIONARY for w in known[::50])
    everything = load("fr").index.find(having=flags.DICTIONARY, limit=len(known))
    assert known == everything


def test_levels_find_more_and_quicker() -> None:
    rates, times = [], []
    for level in Level:
        bot = vocabulary(level)
        found = [bot.find(Fit(contains="KE", least=4)) for _ in range(200)]
        rates.append(sum(f is not None for f in found))
        times.append(sum(bot.thinking() for _ in range(200)))
    assert rates == sorted(rates)
    assert rates[-1] == 200
    assert times == sorted(times, reverse=True)


def test_long_words_are_harder() -> None:
    bot = vocabulary(Level.NORMAL)
    short = sum(bot.comes_to_mind("PORTE") for _ in range(2_000)) / 2_000
    long = sum(bot.comes_to_mind("PORTERA") for _ in range(2_000)) / 2_000
    assert short == pytest.approx(0.7, abs=0.05)
    assert long == pytest.approx(0.28, abs=0.05)


def test_the_same_seed_finds_the_same() -> None:
    def play(seed: bytes) -> list[object]:
        bot = vocabulary(Level.NORMAL, seed)
        return [bot.find(PRE) for _ in range(20)]

    assert play(b"a") == play(b"a")
    assert play(b"a") != play(b"b")


def test_what_is_found_fits_and_is_written_well() -> None:
    bot = vocabulary(Level.STRONG)
    for _ in range(50):
        found = bot.find(Fit(starts="CHA", without="S"))
        assert found is not None
        assert Fit(starts="CHA", without="S").missing(found.word) is None
        assert found.word in load("fr").spellings(found.word)
        assert found.after > USUAL[Level.STRONG].soonest


def test_the_best_word_and_words_to_avoid() -> None:
    bot = vocabulary(Level.STRONG)
    rack = Fit(rack="CHATEAU", least=2)
    best = bot.find(rack, best=len)
    assert best is not None
    assert fold(best.word) == "CHATEAU"
    other = bot.find(rack, best=len, avoid=frozenset({"CHATEAU"}))
    assert other is not None
    assert fold(other.word) != "CHATEAU"
    assert bot.find(Fit(holds="ZZZZ")) is None


def test_few_words_take_longer() -> None:
    bot = vocabulary(Level.NORMAL)
    many, few, one = (sum(bot.thinking(n) for _ in range(500)) for n in (100, 10, 1))
    assert many < few < one
    assert all(2_000 <= bot.thinking(1) <= 7_000 for _ in range(100))


def test_long_words_take_longer_to_type() -> None:
    bot = vocabulary(Level.NORMAL)
    assert sum(bot.typing("ou") for _ in range(50)) < sum(bot.typing("anticonstitutionnel") for _ in range(50))


def test_rude_words_can_be_kept_from_bots() -> None:
    skill = Skill(None, 1.0, 1.0, 1, 2, 1)
    merde = Fit(starts="MERD", ends="E", most=5)
    assert "MERDE" in Vocabulary(load("fr"), skill, Rng(b"x")).known(merde)
    assert Vocabulary(load("fr").spoken(), skill, Rng(b"x")).known(merde) == []


def test_a_bare_word_list_will_do() -> None:
    bot = Vocabulary(load("de"), USUAL[Level.STRONG], Rng(b"x"))
    found = bot.find(Fit(contains="Z"))
    assert found is not None
    assert "z" in found.word.lower()
