"""Sentences of bots: a word for each box that fits it, agreement, a verb; the same seed, the same sentence."""

from itertools import pairwise

import pytest

from tablee.bots.sentences import DETERMINERS, END, GRAMMAR, PRONOUNS, WORDS, SentenceMaker, may_end
from tablee.kernel.rng import Rng, keyed, seed_from
from tablee.lexicons import load
from tablee.words import flags
from tablee.words.fit import Fit
from tablee.words.lexicon import Lexicon
from tablee.words.sentence import has_verb

DECK = "AAAAAAABBCCDDEEEEEEEEEEFFGGHHIIIIIJJKKLLLLMMMNNNNOOOOOOPPQQRRRRRSSSSSSTTTTTUUUUUVVWWXXYYZZ"

SMALL = Lexicon.of(
    [
        *((word, flags.FUNCTION, 6.0) for word in (*DETERMINERS, *PRONOUNS, *WORDS["and"], *WORDS["preposition"])),
        ("chat", flags.NOUN | flags.NOUN_MASCULINE | flags.NOUN_SINGULAR, 4.0),
        ("chats", flags.NOUN | flags.NOUN_MASCULINE | flags.NOUN_PLURAL, 4.0),
        ("trompette", flags.NOUN | flags.NOUN_FEMININE | flags.NOUN_SINGULAR, 4.0),
        ("rouges", flags.ADJECTIVE | flags.ADJECTIVE_MASCULINE | flags.ADJECTIVE_PLURAL, 4.0),
        ("fière", flags.ADJECTIVE | flags.ADJECTIVE_FEMININE | flags.ADJECTIVE_SINGULAR, 4.0),
        ("avale", flags.VERB | flags.THIRD_SINGULAR | flags.TRANSITIVE, 4.0),
        ("avalent", flags.VERB | flags.THIRD_PLURAL | flags.TRANSITIVE, 4.0),
        ("dort", flags.VERB | flags.THIRD_SINGULAR | flags.INTRANSITIVE, 4.0),
        ("dorment", flags.VERB | flags.THIRD_PLURAL | flags.INTRANSITIVE, 4.0),
    ]
)  # fmt: skip


def maker(seed: int | str, lexicon: Lexicon | None = None) -> SentenceMaker:
    return SentenceMaker(lexicon or load("fr"), keyed(seed_from(seed), "sentence"), most_common=None)


@pytest.mark.parametrize("boxes", range(1, 13))
def test_a_sentence_of_any_length(boxes: int) -> None:
    for seed in range(5):
        words = maker(seed).make([Fit()] * boxes)
        assert words is not None
        assert len(words) == boxes
        kinds = [load("fr").look_up(word) for word in words]
        assert all(kinds)
        assert has_verb(kinds)


def test_each_box_has_its_letter() -> None:
    rng = Rng(b"boxes")
    made = 0
    for seed in range(60):
        fits = [Fit(contains=rng.choice(DECK)) for _ in range(2 + rng.below(5))]
        words = maker(seed).make(fits)
        if words is not None:
            made += 1
            assert [fit.missing(word) for fit, word in zip(fits, words, strict=True)] == [None] * len(fits)
    assert made >= 50


def test_agreement() -> None:
    seen = set()
    for seed in range(150):
        words = maker(seed, SMALL).make([Fit()] * 5)
        assert words is not None
        seen |= set(words)
        for before, word in pairwise(words):
            if word in {"chat", "chats", "trompette"}:
                gender, number, _ = DETERMINERS[before]
                assert number == ("p" if word == "chats" else "s"), words
                assert gender in {"", "f" if word == "trompette" else "m"}, words
            if word in {"avale", "dort"}:
                assert before not in {"chats", "ils", "elles", "rouges"}, words
            if word in {"avalent", "dorment"}:
                assert before not in {"chat", "trompette", "il", "elle", "on", "fière"}, words
            if word == "fière":
                assert before in {"trompette", "et", "ou", "puis"}, words
        for i, word in enumerate(words):
            if word in {"avale", "avalent"}:
                assert words[i + 1] in DETERMINERS, "something is swallowed"
    assert {"chats", "trompette", "avale", "dorment", "rouges", "fière"} <= seen


def test_elision_and_vowels() -> None:
    for seed in range(120):
        words = maker(seed).make([Fit()] * 6)
        assert words is not None
        for before, word in pairwise(words):
            first = word[0].lower()
            if before in {"le", "la", "ce", "ma", "sa", "je"}:
                assert first not in "aeéèêiouyâîôh", words
            if before in {"l'", "j'", "cet"}:
                assert first in "aeéèêiouâîôœà", words


def test_what_cannot_be_said_is_none() -> None:
    assert maker(1).make([]) is None
    assert maker(1).make([Fit(holds="ZZZZZ")]) is None
    assert maker(1).make([Fit(), Fit(contains="WWWW"), Fit()]) is None


def test_the_same_seed_says_the_same() -> None:
    fits = [Fit(contains=c) for c in "TROMPE"]
    assert maker(7).make(fits) == maker(7).make(fits)
    assert len({tuple(maker(s).make(fits) or ()) for s in range(8)}) > 1


def test_going_on_with_a_sentence_of_others() -> None:
    said: list[str] = []
    bot = maker(3)
    rng = Rng(b"go on")
    for _ in range(30):
        letter = rng.choice(DECK)
        word = bot.go_on(said, Fit(contains=letter))
        if word is not None:
            assert Fit(contains=letter).missing(word) is None
            said.append(word)
    assert len(said) >= 25
    assert has_verb([load("fr").look_up(word) for word in said])


def test_going_on_agrees_with_what_was_said() -> None:
    assert maker(1, SMALL).go_on(["la", "trompette"], Fit(contains="O")) == "dort"
    assert maker(1, SMALL).go_on(["les", "chats"], Fit(contains="D")) == "dorment"
    assert maker(1, SMALL).go_on(["une"], Fit(contains="T")) == "trompette"
    assert maker(1, SMALL).go_on(["une"], Fit(contains="C")) is None


def test_going_on_after_nonsense() -> None:
    for said in (["wxyz"], ["parfaitement", "heureux"], ["de", "de", "de"], ["Arrête", "toi"]):
        assert maker(5).go_on(said, Fit(contains="E")) is not None


def test_the_grammar_leads_everywhere_and_ends() -> None:
    reached = {then for steps in GRAMMAR.values() for then in steps.values()}
    assert reached <= set(GRAMMAR)
    assert reached >= END
    assert set(GRAMMAR) - reached == {"start", "verb_of_something"}
    assert all(may_end("start", n) for n in range(1, 41))
