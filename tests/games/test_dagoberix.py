"""Dagobérix, rule by rule. Words are given by hand; what is expected is worked out from the rules."""

from collections import Counter

import pytest

from tablee.games.dagoberix.rules import GAME, DagoberixState
from tablee.kernel.door import Door, encode
from tablee.kernel.events import Event
from tablee.kernel.moves import Move
from tablee.kernel.record import Rang, SeatChanged, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.state import SeatState
from tablee.lexicons import load, load_among
from tablee.phases.secret_word import VEILED
from tablee.pieces.toutilix import LETTERS, SYMBOL
from tablee.words.flags import FOREIGN, KNOWN, UNCOMMON
from tablee.words.folding import fold
from tablee.words.nouns import NOUNS
from tests.games.dagoberix import found, hidden, next_letter, opened, propose, seen, write
from tests.table import do, faces, names, refused, start, told, view, wait

ENGLISH = KNOWN | FOREIGN["en"]


# ---- setting a word ------------------------------------------------------------------------------------


@pytest.mark.rule("dagoberix", "R1")
@pytest.mark.rule("dagoberix", "R3")
@pytest.mark.rule("dagoberix", "D14")
def test_all_letters_lie_face_up_for_each_setter_and_nothing_else() -> None:
    s = opened(2)
    assert sorted(faces(s, "heap")) == sorted(LETTERS)
    assert len(LETTERS) == 90
    assert sorted(card.face for card in view(s, 0).zone("heap").cards if card and card.face) == sorted(LETTERS)
    write(s, "fée")
    found(s, 1, 1)
    assert s.setter == 1
    assert sorted(card.face for card in view(s, 1).zone("heap").cards if card and card.face) == sorted(LETTERS)


@pytest.mark.rule("dagoberix", "R3")
def test_the_guessers_do_not_see_which_letters_are_gone() -> None:
    s = opened()
    assert not any(card and card.face for card in view(s, 1).zone("heap").cards)
    write(s, "dauphin")
    for seat in s.all_seats:
        heap = view(s, seat).zone("heap")
        assert heap.count == 83
        assert not any(card and card.face for card in heap.cards)


@pytest.mark.rule("dagoberix", "R2")
def test_two_to_four_play() -> None:
    for players in (2, 3, 4):
        assert opened(players).n == players
    for players in (1, 5):
        with pytest.raises(Refused, match="bad_players"):
            opened(players)


@pytest.mark.rule("dagoberix", "R4")
def test_the_youngest_sets_first() -> None:
    s = opened(3, starter=2)
    assert names(s, 2) == {"write"}
    assert not names(s, 0)
    assert view(s).fact("setter") == 2


@pytest.mark.rule("dagoberix", "R5")
@pytest.mark.rule("dagoberix", "D15")
def test_there_is_time_to_look_in_a_book() -> None:
    s = opened()
    due = s.next_alarm()
    assert due is not None
    assert (due.name, due.at) == ("set/limit", 90_000)


@pytest.mark.rule("dagoberix", "R6")
@pytest.mark.rule("dagoberix", "D2")
@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("y", "word_too_short"),
        ("os", None),
        ("dauphin", None),
        ("aaaaaaaeeeeeeeeeeiii", None),  # 20 letters
        ("aaaaaaaeeeeeeeeeeiiii", "word_too_long"),
    ],
)
def test_two_to_twenty_letters(word: str, why: str | None) -> None:
    s = opened()
    if why:
        assert refused(s, 0, "write", word=word, known={word: KNOWN}) == why
    else:
        write(s, word)
        assert view(s).zone("word").count == len(word)


@pytest.mark.rule("dagoberix", "D1")
def test_a_word_is_written_with_the_cards_there_are() -> None:
    """Example 4: two K, one W and two I are enough for kiwi; nobody has four K."""
    assert view(hidden("kiwi")).zone("word").count == 4
    assert refused(opened(), 0, "write", word="kakakak", known={"kakakak": KNOWN}) == "not_in_rack"
    assert Counter(SYMBOL[face] for face in LETTERS)["K"] == 2


@pytest.mark.rule("dagoberix", "D1")
def test_accents_hyphens_and_apostrophes_are_left_out() -> None:
    assert hidden("Été").spelled == "ETE"
    assert hidden("arc-en-ciel").spelled == "ARCENCIEL"
    assert hidden("aujourd’hui").spelled == "AUJOURDHUI"


@pytest.mark.rule("dagoberix", "R7")
@pytest.mark.rule("dagoberix", "D11")
def test_the_others_see_backs_and_how_many_there_are() -> None:
    s = hidden("dauphin")
    for viewers in ((1,), (2,), (1, 2), (0, 1, 2)):
        assert seen(s, *viewers) == "______N"
    assert seen(s, 0) == "DAUPHIN"


@pytest.mark.rule("dagoberix", "R7")
def test_nothing_that_is_sent_tells_one_word_from_another() -> None:
    """Two words of seven letters with the same end: every byte for the guessers is the same, whatever they do."""

    def sent(word: str) -> list[bytes]:
        s = opened(3)
        parts: list[bytes] = []

        def note(events: list[Event]) -> None:
            doors = [Door(s, viewers) for viewers in (0b010, 0b100, 0b110, 0b111)]
            parts.extend(encode(door.glimpse(events, with_offers=door is not doors[-1])) for door in doors)

        note(write(s, word))
        note(propose(s, 1, "patelin"))
        note(do(s, 2, "decline"))
        note(wait(s, "show/over"))
        note(propose(s, 2, "lapin"))
        with pytest.raises(Refused, match="not_checkable"):
            s.check(1, Move("propose", {"word": word}, s.now, len(s.stimuli) - 1))
        return parts

    assert sent("dauphin") == sent("poussin")
    assert not any(b"dauphin" in part.lower() for part in sent("dauphin"))


@pytest.mark.rule("dagoberix", "R7")
def test_whoever_imagines_the_rest_imagines_another_word() -> None:
    s = hidden("dauphin")
    imagined = {s.redeal(1, keyed(seed_from(i), "imagined")).spelled for i in range(8)}
    assert len(imagined) > 1
    assert all(word[-1] == "N" for word in imagined)
    twin = s.redeal(1, keyed(seed_from(1), "imagined"))
    assert "dauphin" not in repr(twin.phases).lower()
    assert "dauphin" not in repr((twin.before, twin.words, twin.tried)).lower()
    assert s.redeal(0, keyed(seed_from(1), "imagined")).spelled == "DAUPHIN"


@pytest.mark.rule("dagoberix", "R8")
def test_the_word_reads_from_left_to_right() -> None:
    s = hidden("dauphin")
    assert faces(s, "word")[0][-1] == "D"
    while s.turned < 6:
        next_letter(s)
    assert seen(s, 1) == "_AUPHIN"


@pytest.mark.rule("dagoberix", "R7")
def test_the_setter_sees_which_letters_are_still_hidden() -> None:
    s = hidden("dauphin")
    assert [card.mark for card in view(s, 0).zone("word").cards if card] == [VEILED] * 6 + [None]
    assert [card.mark for card in view(s, 1).zone("word").cards if card] == [None] * 7


@pytest.mark.rule("dagoberix", "D4")
def test_colours_are_by_chance() -> None:
    laid = set()
    for seed in range(12):
        s = start(GAME, 2, seed=seed, starter=0)
        write(s, "tata")
        assert [SYMBOL[face] for face in faces(s, "word")] == list("TATA")
        assert len(Counter(faces(s, "word")) - Counter(LETTERS)) == 0
        laid.add(tuple(faces(s, "word")))
    assert len(laid) > 6


# ---- which words ---------------------------------------------------------------------------------------


def looked_up(s: DagoberixState, word: str) -> dict[str, int]:
    """What the French lexicon, beside the others, says of a word that is about to be set."""
    offer = s.offers(s.setter)[0]
    return dict(offer.looked_up(Move("write", {"word": word}), load_among("fr")).known)


@pytest.mark.rule("dagoberix", "D3")
@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("dauphin", None),
        ("été", None),
        ("with", "foreign_word"),
        ("zythum", "uncommon_word"),
        ("xqzt", "unknown_word"),
    ],
)
def test_a_common_word_of_the_language(word: str, why: str | None) -> None:
    """Example 8."""
    s = opened()
    known = looked_up(s, word)
    if why:
        assert refused(s, 0, "write", word=word, known=known) == why
        assert names(s, 0) == {"write"}
    else:
        do(s, 0, "write", word=word, known=known)
        assert s.spelled == fold(word)


@pytest.mark.rule("dagoberix", "D3")
def test_every_word_where_the_table_wants_that() -> None:
    """Example 8: the guessers read how many cards, and the language."""
    s = opened(secret="all")
    known = looked_up(s, "with")
    assert known == {"with": ENGLISH}
    news = do(s, 0, "write", word="with", known=known)
    assert told(news, "sets_foreign") == [{"seat": 0, "count": 4, "language": "word.en"}]
    assert view(s, 1).fact("tongue") == "word.en"
    s = opened(secret="all")
    do(s, 0, "write", word="zythum", known=looked_up(s, "zythum"))
    assert view(s, 1).fact("tongue") == ""


@pytest.mark.rule("dagoberix", "D3")
def test_what_the_lexicon_answers_stands_in_the_move() -> None:
    s = opened()
    assert looked_up(s, "zythum")["zythum"] & (UNCOMMON | KNOWN) == UNCOMMON | KNOWN
    assert not looked_up(s, "dauphin")["dauphin"] & UNCOMMON
    assert not looked_up(opened(secret="all"), "zythum")["zythum"] & UNCOMMON


def unknown(word: str = "flouk", players: int = 3) -> DagoberixState:
    s = opened(players, secret="all")
    write(s, word, 0)
    return s


@pytest.mark.rule("dagoberix", "D3")
def test_an_unknown_word_is_voted_on_when_it_is_known() -> None:
    s = unknown()
    assert view(s).phase == "guess"
    news = propose(s, 1, "flouk")
    assert view(s).phase == "vote"
    assert told(news, "vote")[0]["words"] == "flouk"
    assert s.scores == [0, 0, 0]
    do(s, 1, "accept")
    do(s, 2, "accept")
    assert s.scores == [0, 1, 0]
    assert s.words == {"FLOUK": True}


@pytest.mark.rule("dagoberix", "D3")
def test_a_refused_word_scores_nothing_and_another_is_set_once() -> None:
    s = unknown()
    propose(s, 1, "flouk")
    do(s, 1, "refuse")
    news = do(s, 2, "refuse")
    assert told(news, "sets_again") == [{"seat": 0, "word": "FLOUK"}]
    assert s.scores == [0, 0, 0]
    assert (view(s).phase, s.setter, s.done) == ("set", 0, 0)
    assert refused(s, 0, "write", word="flouk", known={"flouk": 0}) == "unknown_word"  # C16
    write(s, "brizou", 0)
    propose(s, 2, "brizou")
    do(s, 1, "refuse")
    news = do(s, 2, "refuse")
    assert told(news, "turn_lost") == [{"seat": 0, "word": "BRIZOU"}]
    wait(s, "show/over")
    assert (view(s).phase, s.setter, s.scores) == ("set", 1, [0, 0, 0])


@pytest.mark.rule("dagoberix", "D3")
def test_an_unknown_word_that_nobody_finds_is_voted_on_too() -> None:
    s = unknown("xo")
    next_letter(s)
    assert view(s).phase == "vote"
    assert seen(s) == "XO"


@pytest.mark.rule("dagoberix", "D3")
def test_an_unknown_word_cannot_be_set_where_nobody_could_vote() -> None:
    seats = [SeatState(human=True), SeatState(human=False)]
    s = GAME.start(2, seed=seed_from(1), options={"secret": "all", "starter": 0}, seats=seats, watched=True)
    assert refused(s, 0, "write", word="flouk", known={"flouk": 0}) == "unknown_word"
    write(s, "with", ENGLISH)


@pytest.mark.rule("dagoberix", "D3")
def test_where_the_voters_have_left_an_unknown_word_is_refused() -> None:
    s = unknown(players=2)
    apply(s, SeatChanged(s.now, 1, False, True))
    news = propose(s, 1, "flouk")
    assert told(news, "sets_again")
    assert s.scores == [0, 0]


@pytest.mark.rule("dagoberix", "D15")
def test_whoever_writes_nothing_gets_a_word_that_children_know() -> None:
    s = opened()
    due = s.next_alarm()
    assert due is not None
    known = s.proposed(due, load("fr"))
    (word,) = known
    assert word in NOUNS["fr"]
    apply(s, Rang(due.at, due.name, known))
    assert s.spelled == fold(word)
    assert seen(s, 0) == fold(word)
    assert view(s).phase == "guess"
    words = {
        next(iter(t.proposed(d, load("fr"))))
        for seed in range(10)
        if (t := start(GAME, 2, seed=seed)) and (d := t.next_alarm())
    }
    assert len(words) > 5


@pytest.mark.rule("dagoberix", "D15")
def test_without_a_lexicon_it_is_letters_by_chance() -> None:
    s = opened()
    news = wait(s, "set/limit")
    assert told(news, "timeout") == [{"seat": 0}]
    assert len(s.spelled) >= 2
    assert view(s).phase == "guess"
