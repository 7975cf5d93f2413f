"""Dagobérix, rule by rule. Words are given by hand; what is expected is worked out from the rules."""

from collections import Counter
from typing import Any

import pytest

from tablee.games.dagoberix import rules
from tablee.games.dagoberix.rules import GAME, DagoberixState
from tablee.kernel.door import Door, encode
from tablee.kernel.events import Event
from tablee.kernel.moves import Move
from tablee.kernel.record import HoldSet, Rang, SeatChanged, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.state import SeatState
from tablee.kernel.units import Millis, Seat
from tablee.lexicons import load, load_among
from tablee.phases.secret_word import VEILED
from tablee.pieces.toutilix import LETTERS, SYMBOL
from tablee.words.flags import FOREIGN, KNOWN, UNCOMMON
from tablee.words.folding import fold
from tablee.words.nouns import NOUNS
from tests.table import do, faces, names, refused, start, told, view, wait

ENGLISH = KNOWN | FOREIGN["en"]


def opened(players: int = 3, *, starter: Seat = 0, **options: Any) -> DagoberixState:
    """The first setter is to write a word."""
    return start(GAME, players, starter=starter, **options)


def write(s: DagoberixState, word: str, flags: int = KNOWN) -> list[Event]:
    return do(s, s.setter, "write", word=word, known={word: flags})


def hidden(word: str, players: int = 3, **options: Any) -> DagoberixState:
    """Seat 0 has written a word; its last letter is turned."""
    s = opened(players, **options)
    write(s, word)
    return s


def send(s: DagoberixState, seat: Seat, word: str, after: Millis = 1_000) -> None:
    """A proposal so long after the letter; it is not yet judged."""
    at = s.stimuli[-1] + after
    do(s, seat, "propose", t=max(s.now, at), at=at, word=word)


def propose(s: DagoberixState, seat: Seat, word: str, after: Millis | None = None) -> list[Event]:
    """A proposal, judged."""
    send(s, seat, word, max(1_000, s.now - s.stimuli[-1]) if after is None else after)
    return wait(s, "guess/close")


def next_letter(s: DagoberixState) -> list[Event]:
    """All who may still propose decline, and the next letter is turned."""
    for seat in list(s.phases[-1].actors(s)):
        do(s, seat, "decline")
    return wait(s, "show/over")


def seen(s: DagoberixState, *seats: Seat) -> str:
    """The word as some seats see it (everybody together, when none is named)."""
    cards = view(s, *seats).zone("word").cards
    return "".join(SYMBOL[card.face] if card and card.face else "_" for card in cards)


def found(s: DagoberixState, seat: Seat, letters: int) -> None:
    """The word of this turn is found by a seat after so many letters, and the next one is to be set."""
    while s.turned < letters:
        next_letter(s)
    propose(s, seat, s.spelled)
    wait(s, "show/over")


# ---- setting a word -------------------------------------------------------------------------------------


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


# ---- which words ----------------------------------------------------------------------------------------


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


# ---- letters and proposals ------------------------------------------------------------------------------


@pytest.mark.rule("dagoberix", "R9")
def test_the_last_card_is_turned_in_its_place() -> None:
    s = opened()
    news = write(s, "dauphin")
    assert seen(s) == "______N"
    assert told(news, "letter") == [{"letter": "N", "count": 6}]
    assert told(news, "sets") == [{"seat": 0, "count": 7}]


@pytest.mark.rule("dagoberix", "R10")
@pytest.mark.rule("dagoberix", "R11")
@pytest.mark.rule("dagoberix", "R12")
@pytest.mark.rule("dagoberix", "D8")
def test_the_booklet() -> None:
    """Example 1: three wrong words, of other lengths too, one of them a name; then the I."""
    s = hidden("dauphin", 4)
    for seat, word in ((1, "poussin"), (2, "patelin"), (3, "Napoléon")):
        news = propose(s, seat, word)
        assert told(news, "wrong")[0]["shout"] == word.upper()
    assert view(s, 0).fact("tried") == {"1": ["poussin"], "2": ["patelin"], "3": ["Napoléon"]}
    wait(s, "show/over")
    assert seen(s) == "_____IN"
    assert s.scores == [0, 0, 0, 0]


@pytest.mark.rule("dagoberix", "R11")
@pytest.mark.rule("dagoberix", "D8")
def test_any_word_is_welcome() -> None:
    """Example 2: five letters on seven cards; a word that does not end so, and one that is none."""
    s = hidden("dauphin", 4)
    next_letter(s)
    for seat, word in ((1, "lapin"), (2, "zèbre"), (3, "bzzt")):
        assert told(propose(s, seat, word), "wrong")
    wait(s, "show/over")
    news = propose(s, 1, "dauphin")
    assert told(news, "wins")[0]["seat"] == 1
    assert s.scores == [0, 1, 0, 0]
    assert s.needed == [0, 3, 0, 0]


@pytest.mark.rule("dagoberix", "D8")
@pytest.mark.parametrize(
    ("word", "right"), [("Dauphin", True), ("dauphin", True), ("DAUPHIN", True), ("dauphins", False)]
)
def test_proposals_are_compared_after_folding(word: str, right: bool) -> None:
    """Example 3."""
    s = hidden("dauphin")
    propose(s, 1, word)
    assert s.scores[1] == right


@pytest.mark.rule("dagoberix", "D8")
def test_accents_need_not_be_typed_nor_be_right() -> None:
    for word in ("foret", "fôrèt"):
        s = hidden("forêt")
        news = propose(s, 1, word)
        assert s.scores[1] == 1
        assert told(news, "word") == [{"seat": 0, "word": "FORÊT", "count": 1}]


@pytest.mark.rule("dagoberix", "R10")
@pytest.mark.rule("dagoberix", "D5")
def test_one_proposal_for_each_letter() -> None:
    """Example 7."""
    s = hidden("dauphin")
    propose(s, 1, "poussin")
    assert refused(s, 1, "propose", word="dauphin") == "not_your_turn"
    assert names(s, 2) == {"propose", "decline"}
    do(s, 2, "decline")
    wait(s, "show/over")
    assert names(s, 1) == {"propose", "decline"}


@pytest.mark.rule("dagoberix", "D5")
def test_the_first_right_one_wins_by_its_time_not_by_its_arrival() -> None:
    s = hidden("dauphin")
    apply(s, HoldSet(s.now, 200))
    t = s.stimuli[-1] + 1_100
    do(s, 1, "propose", t=t, at=t, word="dauphin")
    do(s, 2, "propose", t=t + 50, at=t - 60, word="dauphin")
    assert s.scores == [0, 0, 0]
    news = wait(s, "guess/close")
    assert [e["seat"] for e in told(news, "wins")] == [2]
    assert [(e["seat"], e["behind"]) for e in told(news, "late")] == [(1, 60)]
    assert s.scores == [0, 0, 1]


@pytest.mark.rule("dagoberix", "D5")
def test_wrong_words_are_shown_to_all_and_the_others_go_on() -> None:
    s = hidden("dauphin")
    news = propose(s, 1, "poussin", 2_500)
    assert [(e["seat"], e["shout"], e["ms"]) for e in told(news, "wrong")] == [(1, "POUSSIN", 2_500)]
    assert view(s).fact("tried") == {"1": ["poussin"]}
    assert view(s).active == (2,)
    propose(s, 2, "dauphin")
    assert s.scores == [0, 0, 1]


@pytest.mark.rule("dagoberix", "D5")
def test_nobody_is_told_that_somebody_has_proposed() -> None:
    s = hidden("dauphin")
    before = view(s, 2)
    send(s, 1, "dauphin")
    after = view(s, 2)
    assert before == after


@pytest.mark.rule("dagoberix", "D6")
@pytest.mark.parametrize(("apart", "scores"), [(0, [0, 1, 1]), (30, [0, 1, 1]), (31, [0, 1, 0])])
def test_two_right_ones_within_thirty_milliseconds(apart: Millis, scores: list[int]) -> None:
    s = hidden("dauphin")
    send(s, 1, "dauphin", 1_000)
    send(s, 2, "dauphin", 1_000 + apart)
    wait(s, "guess/close")
    assert s.scores == scores
    assert s.needed == scores


@pytest.mark.rule("dagoberix", "D6")
def test_a_wrong_word_just_before_takes_nothing_from_a_near_tie() -> None:
    """Wrong at 1000, right at 1020 and 1045: the two right ones are 25 ms apart."""
    s = hidden("dauphin", 4)
    send(s, 3, "poussin", 1_000)
    send(s, 1, "dauphin", 1_020)
    news = wait(s, "guess/close")
    assert told(news, "wrong")
    assert not told(news, "wins")
    send(s, 2, "dauphin", 1_045)
    news = wait(s, "guess/close")
    assert [e["seat"] for e in told(news, "wins")] == [1, 2]
    assert s.scores == [0, 1, 1, 0]


@pytest.mark.rule("dagoberix", "D7")
def test_the_next_letter_comes_when_all_have_answered() -> None:
    s = hidden("dauphin")
    propose(s, 1, "poussin", 1_000)
    do(s, 2, "decline", t=s.stimuli[-1] + 1_500)
    due = s.next_alarm()
    assert due is not None
    assert due.at == s.stimuli[-1] + 4_000  # the letter for 4 s
    assert not names(s, 1) | names(s, 2)


@pytest.mark.rule("dagoberix", "D7")
def test_the_last_word_can_be_read() -> None:
    s = hidden("dauphin", 2)
    propose(s, 1, "poussin", 9_000)
    due = s.next_alarm()
    assert due is not None
    assert due.at == s.now + 2_000
    assert s.now == s.stimuli[-1] + 9_031


@pytest.mark.rule("dagoberix", "D7")
@pytest.mark.parametrize("seconds", [15, 30, 60])
def test_the_next_letter_comes_after_the_time(seconds: int) -> None:
    s = hidden("dauphin", guess_s=seconds)
    first = s.stimuli[-1]
    wait(s, "guess/limit")
    assert s.now == first + seconds * 1_000
    assert seen(s) == "_____IN"


@pytest.mark.rule("dagoberix", "D7")
def test_a_word_at_the_last_moment_counts_and_is_read() -> None:
    s = hidden("dauphin")
    send(s, 1, "poussin", 29_999)
    wait(s, "guess/limit")
    assert seen(s) == "______N"
    assert refused(s, 2, "propose", word="dauphin") == "not_your_turn"
    wait(s, "guess/close")
    said = s.now
    wait(s, "show/over")
    assert s.now == said + 2_000
    assert seen(s) == "_____IN"
    s = hidden("dauphin")
    send(s, 1, "dauphin", 29_999)
    wait(s, "guess/limit")
    wait(s, "guess/close")
    assert s.scores == [0, 1, 0]


@pytest.mark.rule("dagoberix", "D9")
@pytest.mark.rule("dagoberix", "R12")
def test_when_the_first_letter_is_turned_nobody_has_found_it() -> None:
    """Example 5."""
    s = hidden("été")
    assert seen(s) == "__E"
    next_letter(s)
    assert seen(s) == "_TE"
    news = next_letter(s)
    assert seen(s) == "ETE"
    assert told(news, "nobody") == [{"seat": 0, "word": "ÉTÉ"}]
    assert not any(names(s, seat) for seat in s.all_seats)
    wait(s, "show/over")
    assert (s.scores, s.setter) == ([0, 0, 0], 1)


@pytest.mark.rule("dagoberix", "D10")
def test_the_setter_does_not_guess() -> None:
    s = hidden("dauphin")
    assert not names(s, 0)
    assert refused(s, 0, "propose", word="dauphin") == "not_your_turn"
    propose(s, 1, "dauphin")
    assert s.scores[0] == 0


# ---- turns and the end ----------------------------------------------------------------------------------


@pytest.mark.rule("dagoberix", "R13")
def test_the_next_player_sets() -> None:
    s = hidden("fée", 3, starter=0)
    found(s, 2, 1)
    assert (s.setter, names(s, 1)) == (1, {"write"})
    assert view(s).fact("tried") == {}
    assert view(s).fact("hides") == [0, 1, 0]
    assert view(s).zone("word").count == 0


@pytest.mark.rule("dagoberix", "R14")
@pytest.mark.rule("dagoberix", "D13")
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_the_game_ends_when_each_has_set_his_words(rounds: int) -> None:
    s = opened(2, rounds=rounds)
    for number in range(2 * rounds):
        assert s.outcome is None
        assert s.setter == number % 2
        write(s, "os")
        found(s, 1 - s.setter, 1)
    assert s.outcome is not None
    assert s.outcome.scores == (rounds, rounds)


@pytest.mark.rule("dagoberix", "R15")
@pytest.mark.rule("dagoberix", "D12")
@pytest.mark.parametrize(("tiebreak", "ranks"), [(True, (1, 3, 2)), (False, (1, 1, 1))])
def test_equal_numbers_of_words(tiebreak: bool, ranks: tuple[int, ...]) -> None:
    """Example 6: A (seat 0) finds one word after 2 letters, B after 4, C after 3. Seat 0 sets first, so B finds
    the first word, C the second and A the third."""
    s = opened(3, tiebreak=tiebreak)
    for finder, letters in ((1, 4), (2, 3), (0, 2)):
        write(s, "dauphin")
        found(s, finder, letters)
    assert s.outcome is not None
    assert s.outcome.scores == (1, 1, 1)
    assert s.outcome.ranks == ranks


@pytest.mark.rule("dagoberix", "R15")
def test_the_most_words_win_however_many_letters_they_took() -> None:
    s = opened(3, rounds=1)
    for finder, letters in ((1, 6), (0, 1), (1, 6)):
        write(s, "dauphin")
        found(s, finder, letters)
    assert s.outcome is not None
    assert s.outcome.ranks == (2, 1, 3)


@pytest.mark.rule("dagoberix", "D12")
def test_still_equal_is_a_shared_victory() -> None:
    s = opened(2)
    for finder in (1, 0):
        write(s, "dauphin")
        found(s, finder, 3)
    assert s.outcome is not None
    assert s.outcome.ranks == (1, 1)


@pytest.mark.rule("dagoberix", "D13")
def test_a_game_in_which_nobody_does_anything_ends() -> None:
    s = opened(4, rounds=3)
    for _ in range(12 * (2 + 2 * rules.LONGEST)):  # fewer than the bound
        if s.outcome is None:
            wait(s)
    assert s.outcome is not None


# ---- in turn, and at one screen -------------------------------------------------------------------------


def in_turn(word: str = "dauphin", players: int = 3) -> DagoberixState:
    return hidden(word, players, order="in_turn")


def test_in_turn_clockwise_from_the_setters_left() -> None:
    s = in_turn()
    assert view(s).active == (1,)
    assert refused(s, 2, "propose", word="dauphin") == "not_your_turn"
    news = do(s, 1, "propose", word="poussin")
    assert told(news, "wrong") == [{"seat": 1, "shout": "POUSSIN"}]
    assert view(s).active == (2,)
    do(s, 2, "decline")
    wait(s, "show/over")
    assert seen(s) == "_____IN"
    assert view(s).active == (1,)
    do(s, 1, "propose", word="dauphin")
    assert s.scores == [0, 1, 0]


@pytest.mark.rule("dagoberix", "D7")
def test_in_turn_letters_and_words_are_read_too() -> None:
    s = in_turn(players=2)
    do(s, 1, "propose", word="poussin")
    wait(s, "show/over")
    assert s.now == s.stimuli[0] + 4_000
    do(s, 1, "propose", t=s.now + 5_000, word="patelin")
    said = s.now
    wait(s, "show/over")
    assert s.now == said + 2_000


def test_in_turn_each_has_fifteen_seconds() -> None:
    s = in_turn()
    began = s.now
    news = wait(s, "ask/limit")
    assert s.now == began + 15_000
    assert told(news, "timeout") == [{"seat": 1}]
    assert view(s).active == (2,)


@pytest.mark.rule("dagoberix", "D18")
def test_at_one_screen_the_guessers_speak_in_turn() -> None:
    s = start(GAME, 3, starter=0, seat_options=[{"shares": True}, {"shares": True}, {}])
    due = s.next_alarm()
    assert due is not None
    assert due.at == 60_000
    write(s, "dauphin")
    assert view(s).phase == "ask"
    assert view(s).active == (1,)
    alone = start(GAME, 3, starter=2, seat_options=[{"shares": True}, {"shares": True}, {}])
    due = alone.next_alarm()
    assert due is not None
    assert due.at == 90_000
