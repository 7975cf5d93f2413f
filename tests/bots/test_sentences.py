"""Sentences of bots: a word for each box that fits it, agreement, a verb; the same seed, the same sentence."""

from itertools import pairwise

import pytest

from tablee.arena.match import lexicon_of
from tablee.bots.bot import Level
from tablee.bots.sentences import SentenceMaker, speaks
from tablee.bots.speech.steps import START, GrammarPlace, complete
from tablee.games import registry
from tablee.kernel.rng import Rng, keyed, seed_from
from tablee.lexicons import load
from tablee.words import flags
from tablee.words.fit import Fit, Sentence
from tablee.words.folding import fold
from tablee.words.lexicon import Lexicon
from tablee.words.sentence import read
from tests import sentences as golden

DECK = "AAAAAAABBCCDDEEEEEEEEEEFFGGHHIIIIIJJKKLLLLMMMNNNNOOOOOOPPQQRRRRRSSSSSSTTTTTUUUUUVVWWXXYYZZ"


def maker(
    seed: int | str, level: Level = Level.STRONG, language: str = "fr", lexicon: Lexicon | None = None
) -> SentenceMaker:
    return SentenceMaker(lexicon or load(language), keyed(seed_from(seed), "sentence"), level)


def goes_on(*said: str, letter: str = "", level: Level = Level.STRONG, language: str = "fr") -> set[str | None]:
    """What bots say next, each with a seed of its own."""
    fit = Fit(contains=letter)
    return {maker(seed, level, language).go_on(said, fit) for seed in range(60)}


# ---- whole sentences ------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("boxes", range(1, 19))
def test_a_sentence_of_any_length(boxes: int, language: str) -> None:
    for seed in range(3):
        words = maker(seed, language=language).make([Fit()] * boxes)
        assert words is not None
        assert len(words) == boxes
        kinds = [load(language).look_up(word) for word in words]
        assert all(kinds)
        assert language == "en" or read(words, kinds).verbs


@pytest.mark.parametrize("level", Level)
def test_each_box_has_its_letter(level: Level) -> None:
    rng = Rng(b"boxes")
    made = 0
    for seed in range(80):
        fits = [Fit(contains=rng.choice(DECK)) for _ in range(1 + rng.below(8))]
        words = maker(seed, level).make(fits)
        if words is not None:
            made += 1
            assert [fit.missing(word) for fit, word in zip(fits, words, strict=True)] == [None] * len(fits)
    assert made >= 78


def test_sentences_of_one_word_are_orders() -> None:
    """*tu*, *vous* and *nous*: « plonge », « plongez », « plongeons »."""
    words = {w for seed in range(120) for w in maker(seed).make([Fit()]) or ()}
    assert all(load("fr").look_up(word) & flags.IMPERATIVE for word in words)
    assert {word[-2:] in {"ez", "ns"} for word in words} == {True, False}
    assert {word[-3:] for word in words} >= {"ons"}


def test_sentences_of_two_words() -> None:
    """A pronoun and its verb, an order with a pronoun, an order with an adverb."""
    said = [maker(seed).make([Fit()] * 2) or [] for seed in range(150)]
    assert [words for words in said if words[0] in {"tu", "nous", "vous", "ils", "elle", "je", "on"}]
    assert [words for words in said if words[1] in {"le", "la", "les", "moi", "nous", "toi"}]
    assert [words for words in said if words[1].endswith("ment")]


@pytest.mark.parametrize(
    ("said", "good"),
    [
        (["mangez", "le"], True),
        (["chatouille", "moi"], True),
        (["chatouillons", "moi"], False),
        (["réponds", "lui"], True),
        (["pense", "lui"], False),
        (["donne", "moi"], False),
        (["donne", "moi", "ta", "cravate"], True),
        (["ronfle", "le"], False),
    ],
)
def test_orders_take_a_pronoun(said: list[str], good: bool) -> None:
    assert any(map(complete, maker(1)._strictly(said))) == good


def test_nobody_is_likened_to_an_animal() -> None:
    animals = {e.text for e in maker(1).grammar.words if e.kind == "noun" and e.classes == "a"}
    for said in (["Marius", "est", "un"], ["tu", "es", "une"], ["Olga", "danse", "comme", "un"]):
        words = goes_on(*said)
        assert words - {None}
        assert not words & animals


def test_boxes_may_ask_for_more_than_a_letter() -> None:
    fits = [Fit(starts="l"), Fit(starts="c", least=5), Fit(contains="MG"), Fit(), Fit(ends="s")]
    fits = [Fit(**{name: getattr(f, name).upper() for name in ("starts", "contains", "ends")}) for f in fits]
    words = maker(4).make(fits)
    assert words is not None
    assert [fit.missing(word) for fit, word in zip(fits, words, strict=True)] == [None] * 5


def test_what_cannot_be_said_is_none() -> None:
    assert maker(1).make([]) is None
    assert maker(1).make([Fit(holds="ZZZZZ")]) is None
    assert maker(1).make([Fit(), Fit(contains="WWWW"), Fit()]) is None


def test_the_same_seed_says_the_same() -> None:
    fits = [Fit(contains=c) for c in "TROMPE"]
    assert maker(7).make(fits) == maker(7).make(fits)
    assert len({tuple(maker(s).make(fits) or ()) for s in range(8)}) > 5


def test_elision_and_contraction() -> None:
    seen, orders = set(), {e.text for e in maker(1).grammar.words if e.kind == "order"}
    for seed in range(300):
        words = maker(seed).make([Fit()] * 7)
        assert words is not None
        for earlier, (before, word) in zip(["", *words], pairwise(words), strict=False):
            seen.add(before)
            first = fold(word)[0]
            # "le ouistiti"; "dévorez-le en dansant"
            free = word == "ouistiti" or (earlier in orders and before in {"le", "la"})
            if not free and before in {
                "le",
                "la",
                "ce",
                "ma",
                "ta",
                "sa",
                "je",
                "ne",
                "se",
                "me",
                "te",
                "que",
                "lorsque",
            }:
                assert first not in "AEIO", words
            if before in {"l'", "j'", "cet", "n'", "s'", "d'", "qu'", "lorsqu'", "puisqu'"}:
                assert first in "AEIOUYH", words
            if before in {"à", "de"}:
                assert word not in {"le", "les"}, words
            if before == "si":
                assert word not in {"il", "ils"}, words
            if before == "des":
                assert word not in {"petits", "petites", "grands", "grandes"}, words
    assert seen >= {"l'", "le", "cet", "de", "ne", "se"}


def test_a_and_an() -> None:
    for seed in range(120):
        words = maker(seed, language="en").make([Fit()] * 6)
        assert words is not None
        for before, word in pairwise(words):
            if before == "an":
                assert word[0] in "aeiou", words
            if before == "a":
                assert word[0] not in "aeio", words


def test_there_are_many_shapes() -> None:
    """Sentences of seven words, by the kinds of their words: hardly two alike."""
    lexicon, shapes = load("fr"), set()
    for seed in range(120):
        words = maker(seed).make([Fit()] * 7)
        assert words is not None
        kinds = (flags.NOUN, flags.VERB, flags.ADJECTIVE, flags.ADVERB, flags.FUNCTION, flags.FIRST_NAME)
        shapes.add(tuple(next((k for k in kinds if lexicon.look_up(w) & k), 0) for w in words))
    assert len(shapes) >= 40


def test_beginners_speak_plainly() -> None:
    fancy = {"ne", "n'", "se", "s'", "plus", "aussi", "moins", "yodle", "xylocope", "ximénie", "peut", "veut"}
    plain = {w for seed in range(60) for w in maker(seed, Level.BEGINNER).make([Fit()] * 6) or ()}
    strong = {w for seed in range(60) for w in maker(seed).make([Fit()] * 6) or ()}
    assert not plain & fancy
    assert strong & fancy


def test_nothing_that_the_lexicon_does_not_know() -> None:
    few = Lexicon.of([(w, flags.FUNCTION, 5.0) for w in ("le", "lama", "dort", "rit")])
    assert {w for s in range(20) for w in maker(s, lexicon=few).make([Fit()] * 3) or ()} <= {
        "le",
        "lama",
        "dort",
        "rit",
    }


# ---- going on -------------------------------------------------------------------------------------------


def test_going_on_with_a_sentence_of_others() -> None:
    said: list[str] = []
    bot = maker(3)
    rng = Rng(b"go on")
    for _ in range(40):
        letter = rng.choice(DECK)
        word = bot.go_on(said, Fit(contains=letter))
        if word is not None:
            assert Fit(contains=letter).missing(word) is None
            said.append(word)
    assert len(said) >= 34
    assert read(said, [load("fr").look_up(word) for word in said]).verbs


def test_going_on_agrees_with_what_was_said() -> None:
    lexicon = load("fr")
    for said, wanted in (
        (("une",), flags.NOUN_FEMININE | flags.ADJECTIVE_FEMININE),
        (("les", "chats"), flags.THIRD_PLURAL | flags.ADJECTIVE_PLURAL | flags.FUNCTION),
        (("nous",), flags.FIRST_PLURAL | flags.FUNCTION),
        (("la", "trompette", "est"), flags.ADJECTIVE_FEMININE | flags.ADVERB | flags.FUNCTION),
    ):
        words = goes_on(*said)
        assert None not in words
        assert len(words) > 5
        assert all(lexicon.look_up(word or "") & wanted for word in words), (said, words)


def test_going_on_with_what_a_verb_takes() -> None:
    """One eats food, objects, clothes and things of nature, but nobody eats a person; one obeys *à*."""
    fed = goes_on("Marius", "mange", "un")
    assert fed & {"gâteau", "chapeau", "nuage", "kiwi", "violon", "pain", "gant", "caillou"} or len(fed) > 30
    assert not fed & {"pompier", "voisin", "bébé", "papa", "facteur", "chat"}
    assert goes_on("Marius", "ressemble", letter="A") & {"à", "au", "aux"}
    assert not goes_on("Marius", "ressemble") & {"dans", "sur", "mais", "le", "un"}
    assert not goes_on("Marius", "dort") & {"le", "un", "une", "la"}


def test_words_that_are_in_no_list_are_understood_by_the_lexicon() -> None:
    """*gouvernement* is masculine, *mangeaient* plural; both are in no speaking list."""
    lexicon = load("fr")
    after = goes_on("le", "gouvernement")
    assert all(lexicon.look_up(w or "") & (flags.THIRD_SINGULAR | flags.ADJECTIVE | flags.FUNCTION) for w in after)
    assert goes_on("les", "chats", "mangeaient") & {"un", "une", "des", "du"}
    assert goes_on("malgré", "la") & goes_on("il", "regarde", "la")
    assert goes_on("elle", "lui") - {None}
    assert "je" in goes_on("le", "chat", "que", letter="J")


def test_what_people_type_without_accents_is_understood() -> None:
    assert goes_on("la", "sorciere") == goes_on("la", "sorcière")


def test_a_bot_is_dry_where_it_cannot_go_on_well() -> None:
    nouns = {e.text for e in maker(1).grammar.words if e.kind == "noun" and (e.gender, e.number) == ("m", "s")}
    assert goes_on("le", letter="W") <= {noun for noun in nouns if "w" in noun}
    assert maker(1).go_on(["le"], Fit(contains="ZZZZ")) is None
    assert goes_on("trop") == {None}


def test_going_on_after_nonsense() -> None:
    for said in (["wxyz"], ["parfaitement", "heureux"], ["Arrête", "toi"], ["de", "de", "de"]):
        assert any(maker(seed).go_on(said, Fit(contains="E")) for seed in range(10)), said


def test_what_was_refused_is_avoided() -> None:
    first = maker(1).go_on(["les"], Fit(contains="K"))
    assert first is not None
    assert maker(1).go_on(["les"], Fit(contains="K"), avoid=frozenset({fold(first)})) != first


def test_no_noun_twice_in_a_sentence() -> None:
    for seed in range(40):
        bot, said = maker(seed), ["le", "kangourou"]
        for letter in "EAITSOUR":
            word = bot.go_on(said, Fit(contains=letter))
            said += [word] if word else []
        assert said.count("kangourou") == 1


def test_a_second_place_need_not_be_a_fixed_phrase() -> None:
    """« derrière Félix devant » goes on with more than *la télévision* and *tout le monde*."""
    assert goes_on("Marius", "ronfle", "derrière", "Félix", "devant") - {"la", "tout", None}


def test_what_leaves_only_one_word_is_said_last() -> None:
    """Nobody is left with *parce* while there is another way."""
    assert "parce" not in goes_on("le", "chat", "dort", letter="P")


def test_where_a_sentence_may_stop() -> None:
    for said, stops in ((("le",), False), (("le", "chat"), False), (("le", "chat", "dort"), True)):
        assert any(complete(place) for place in maker(1).places(said)) == stops
    assert maker(1).places([]) == [START]
    assert not complete(GrammarPlace("verb", frames=("=f",)))


def test_languages() -> None:
    assert speaks("fr")
    assert speaks("en")
    assert not speaks("de")
    assert goes_on("the", language="en") - {None}
    assert goes_on("an", language="en", letter="X") <= {
        "ox",
        "exhausted",
        "extraordinary",
        "expensive",
        "explorer",
        None,
    }


# ---- with one of several letters ------------------------------------------------------------------------


def hand(letters: str) -> list[Fit]:
    return [Fit(starts=letter) for letter in letters]


@pytest.mark.parametrize("level", Level)
def test_five_letters_in_hand_hardly_ever_leave_a_bot_dry(level: Level) -> None:
    bot, rng, dry, said = maker(5, level), Rng(b"hands"), 0, list[str]()
    for _ in range(150):
        letters = "".join(rng.choice(DECK) for _ in range(5))
        found = next(bot.next_words(said, hand(letters)), None)
        if found is None:
            dry += 1
            continue
        which, word = found
        assert fold(word)[0] == letters[which]
        said = [] if len(said) > 15 and bot.ends(said) else [*said, word]
    assert dry <= 5


def test_the_next_word_agrees_and_may_be_avoided() -> None:
    bot = maker(2)
    words = {word for _, word in bot.next_words(["la"], hand("CT"))}
    nouns = [load("fr").look_up(word) for word in words]
    assert len(words) > 3
    assert all(kinds & (flags.NOUN_FEMININE | flags.ADJECTIVE_FEMININE) for kinds in nouns)
    assert not words & {w for _, w in maker(2).next_words(["la"], hand("CT"), avoid=frozenset(map(fold, words)))}


def test_no_bot_leaves_a_single_word_to_the_next_player() -> None:
    """Nobody could go on with *parce* or *tandis* without a Q; *ne* comes late, because only *pas* can follow."""
    said = ["le", "lama", "dort"]
    found = {word for seed in range(20) for _, word in maker(seed).next_words(said, hand("PTD"))}
    assert found
    assert not found & {"parce", "tandis", "dès"}
    assert {next(maker(seed).next_words(["tu"], hand("NM")))[1] for seed in range(20)}.isdisjoint({"ne"})


def test_a_number_is_said_once_in_a_sentence_and_rather_not() -> None:
    said = ["onze", "lamas", "mangent"]
    assert not {word for _, word in maker(1).next_words(said, hand("O"))} & {"onze"}
    assert "onze" in {word for _, word in maker(1).next_words(["tu", "manges"], hand("O"))}
    assert {next(maker(seed).next_words(["tu", "manges"], hand("OL")))[1] for seed in range(20)}.isdisjoint(
        {"onze"}
    )


def test_a_verb_need_not_take_the_preposition_it_may() -> None:
    """People stop after *entre*; nobody just resembles. Bots say such verbs where nothing else is."""
    for said in ("elle entre aussitôt", "les yétis pensent", "Marius grimpe là-bas"):
        assert maker(1).ends(said.split()), said
    assert not maker(1).ends(["Marius", "ressemble"])
    assert not maker(1).ends(["le", "lama", "vend"])
    assert goes_on("elle", "entre", "aussitôt", letter="M") - {None}
    assert "dans" in goes_on("elle", "entre", letter="D")
    assert not goes_on("ma", "licorne", letter="R") & {"ressemble", "raffole"}


def test_where_it_could_not_follow_it_still_knows_the_end() -> None:
    assert not maker(1).ends(["un", "lama", "entre", "avec", "une", "actrice", "et", "embrasse"])
    assert not maker(1).ends(["elle", "rit", "en", "été", "sa", "nouvelle"])
    assert maker(1).ends(["elle", "rit", "en", "été"])


# ---- from a given word ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["fr", "en"])
def test_texts_go_on_in_their_boxes(language: str) -> None:
    """Of fifteen groups in the order of the cards thirteen close at least."""
    bot, rng, closed, last = maker(3, language=language), Rng(b"circle"), 0, None
    for _ in range(60):
        boxes = [Fit(contains=rng.choice(DECK)) for _ in range(4 if last else 5)]
        texts = bot.texts(last, boxes, many=1)
        closed += len(texts)
        last = texts[0].words[-1] if texts else None
        for text in texts:
            assert [fit.missing(word) for fit, word in zip(boxes, text.words, strict=True)] == [None] * len(boxes)
    assert closed >= 52


@pytest.mark.parametrize(
    "first",
    [
        "plage",
        "mange",
        "avec",
        "rament",
        "anciennes",
        "petit",
        "je",
        "la",
        "qui",
        "très",
        "dansant",
        "Marius",
        "xqzt",
    ],
)
def test_any_word_can_be_gone_on_from(first: str) -> None:
    texts = maker(1).texts(first, [Fit()] * 4, many=5)
    assert len(texts) == 5
    assert all(text.lands for text in texts)
    small = load("fr").look_up(first) & flags.FUNCTION
    assert small or not any(fold(first) in map(fold, text.words) for text in texts)


def test_texts_agree_with_the_word_they_go_on_from() -> None:
    lexicon = load("fr")
    for first, wanted in (
        ("petite", flags.NOUN_FEMININE | flags.FUNCTION | flags.ADVERB),
        ("nous", flags.FIRST_PLURAL | flags.FUNCTION),
        ("avec", flags.FUNCTION | flags.FIRST_NAME),
        ("une", flags.NOUN_FEMININE | flags.ADJECTIVE_FEMININE),
    ):
        words = {text.words[0] for text in maker(4).texts(first, [Fit()] * 4)}
        assert len(words) > 3
        assert all(lexicon.look_up(word) & wanted for word in words), (first, words)


def test_many_different_texts_and_none_with_a_word_of_before() -> None:
    fits = [Fit(contains=c) for c in "ERTA"]
    texts = maker(1).texts("plage", fits)
    assert len({text.words for text in texts}) == len(texts) == 20
    verbs = {e.folded for e in maker(1).grammar.words if e.kind == "verb"}
    said = frozenset(fold(word) for text in texts for word in text.words) & verbs
    assert said
    assert not said & {fold(word) for text in maker(1).texts("plage", fits, avoid=said) for word in text.words}
    assert maker(1).texts("plage", [Fit(contains="WWWW")]) == []


def test_rare_words_are_counted() -> None:
    """*lama*, *ukulélé*: nouns one does not hear every day; *Wendy* is no noun, *maison* and *le* are common."""
    assert maker(1).rare(["lama", "ukulélé", "Wendy", "maison", "le", "lentement"]) == 2


# ---- read by people -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "language", "level"), golden.FILES)
def test_sentences_are_those_that_were_judged(game: str, language: str, level: Level) -> None:
    """`python -m tests.sentences` writes them anew; then they are to be read."""
    said = [sentence for _, sentence in golden.judged(golden.file_of(game, language, level))]
    assert said == golden.sentences(game, language, level)


@pytest.mark.parametrize(("game", "language", "level"), golden.FILES)
def test_nine_in_ten_are_good_and_one_in_five_makes_one_smile(game: str, language: str, level: Level) -> None:
    file = golden.file_of(game, language, level)
    marks = [mark for mark, _ in golden.judged(file)]
    assert len(marks) == golden.many(game, language)
    assert set(marks) <= set("+*-")
    assert marks.count("-") <= len(marks) / 10
    assert marks.count("*") >= len(marks) / 5
    assert file.read_text(encoding="utf-8").splitlines()[0] == golden.header(marks)


def test_a_table_asks_the_grammar_about_whole_sentences() -> None:
    game = registry.game("frazrigolix")
    lexicon = lexicon_of(game, game.options())
    assert lexicon is not None
    said = Sentence((Fit(), Fit(), Fit()))
    good, odd = (said.look_up(words, lexicon) for words in (["le", "chat", "dort"], ["dort", "le", "la"]))
    assert not any(kinds & (flags.ODD | flags.VERBLESS) for kinds in good.values())
    assert all(kinds & flags.ODD and not kinds & flags.VERBLESS for kinds in odd.values())
    assert all(kinds & flags.VERBLESS for kinds in said.look_up(["le", "chat", "bleu"], lexicon).values())
    assert said.look_up(["le", "chat", "xqzt"], lexicon)["xqzt"] == 0
