"""Quadrix, rule by rule (the numbers are those of its rules and rulings)."""

import pytest

from tablee.games.quadrix.rules import GAME, Flip, QuadrixState
from tablee.kernel.moves import Move
from tablee.kernel.record import Played, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.state import SeatState
from tablee.kernel.units import Millis, Seat
from tablee.pieces.notation import arrange
from tablee.pieces.toutilix import DECK, PETARD
from tests.games.quadrix import (
    LEXICON,
    alone,
    counts,
    heights,
    phase,
    plain,
    say,
    stands,
    table,
    tops,
    turn,
    turned,
    under,
    wrong,
)
from tests.table import do, faces, names, refused, start, told, view, wait

# ---- set-up --------------------------------------------------------------------------------------------


@pytest.mark.rule("quadrix", "R1")
def test_the_deck_is_the_hundred_cards() -> None:
    s = start(GAME, 3)
    assert sorted(s.faces) == sorted(DECK)
    assert sum(len(zone.cards) for zone in s.zones) == 100


@pytest.mark.rule("quadrix", "R1")
def test_colours_do_not_matter() -> None:
    for face in ("pT", "bT", "vT"):
        s = alone("bK", face)
        do(s, 0, "flip")
        assert wrong(s, 0, "mange") == "letters_missing"
        say(s, 0, "tape")
        assert phase(s) == "spoken_sentence"


@pytest.mark.rule("quadrix", "R2", "D1")
@pytest.mark.parametrize("players", [2, 5, 8])
def test_seven_cards_each_unseen_and_the_rest_to_draw(players: int) -> None:
    s = start(GAME, players)
    assert counts(s) == [7] * players
    assert len(s.draw.cards) == 100 - 7 * players
    for seat in range(players):
        assert all(not zone.cards for zone in view(s, seat).zones)


@pytest.mark.rule("quadrix", "D1")
@pytest.mark.parametrize("players", [1, 9])
def test_two_to_eight_players(players: int) -> None:
    with pytest.raises(Refused):
        start(GAME, players)


@pytest.mark.rule("quadrix", "R3")
def test_the_youngest_turns_the_first_card_and_the_table_says_who_that_is() -> None:
    for seat in range(3):
        s = table("pile:0=pT pR | pile:1=bT bR | pile:2=vT vR", seat=seat)
        assert (turn(s), names(s, seat)) == (seat, {"flip"})
        top = faces(s, f"pile:{seat}")[-1]
        do(s, seat, "flip")
        assert tops(s) == [top, "·", "·", "·"]
    assert len({turn(start(GAME, 3, seed=seed)) for seed in range(20)}) == 3


# ---- sentences -----------------------------------------------------------------------------------------


@pytest.mark.rule("quadrix", "R4", "R5", "R6", "R8", "R9", "R10", "R11", "D3", "D4")
def test_the_booklets_square() -> None:
    """Example 1."""
    s = table("pile:0=pW bS pT | pile:1=pX pH bT | pile:2=bW pM | pile:3=bX pB", players=4)
    for seat, sentence, square in (
        (0, "Goûte", ["pT", "·", "·", "·"]),
        (1, "Arrête toi", ["pT", "bT", "·", "·"]),
        (2, "Ton moteur marche", ["pT", "bT", "pM", "·"]),
    ):
        do(s, seat, "flip")
        assert (tops(s), phase(s)) == (square, "search")
        assert told(say(s, seat, sentence), "says") == [{"seat": seat, "words": sentence}]
        stands(s)
    arrange(s, "square:0=pT | square:1=bT | square:2=pM | pile:0=pW bS | pile:1=pX pH | pile:2=bW | "
               "pile:3=bX bB yA | draw=…")  # fmt: skip
    do(s, 3, "flip")
    assert tops(s) == ["pT", "bT", "pM", "yA"]
    say(s, 3, "Vraiment tu manges beaucoup")
    stands(s)
    assert turn(s) == 3  # a vowel
    s.goto(Flip(seat=0))
    s._settle()
    do(s, 0, "flip")
    assert (tops(s), heights(s)) == (["bS", "bT", "pM", "yA"], [2, 1, 1, 1])
    say(s, 0, "François est moins malade")
    stands(s)
    do(s, 1, "flip")
    assert (tops(s), heights(s)) == (["bS", "pH", "pM", "yA"], [2, 2, 1, 1])
    say(s, 1, "Vous cherchez Mamie maintenant")
    stands(s)
    assert turn(s) == 2


@pytest.mark.rule("quadrix", "R4", "D4")
@pytest.mark.parametrize(
    ("word", "code"),
    [("toit", "no_verb"), ("tape", None), ("Goûte", None), ("mange", "letters_missing"), ("", "not_a_word")],
)
def test_with_one_card_the_only_word_is_a_verb_with_its_letter(word: str, code: str | None) -> None:
    """Example 2."""
    s = alone("bK", "pT")
    do(s, 0, "flip")
    if code is None:
        say(s, 0, word)
        assert phase(s) == "spoken_sentence"
    else:
        s.drain()
        offer = s.offers(0)[0]
        move = offer.looked_up(Move("say", {"words": [word]}, s.now, offer.stimulus), LEXICON)
        with pytest.raises(Refused, match=code):
            apply(s, Played(s.now, 0, move))
        assert phase(s) == "search"


@pytest.mark.rule("quadrix", "R5", "R6")
@pytest.mark.parametrize(
    ("sentence", "code"),
    [
        ("Arrête toi", None),
        ("Tu manges", "letters_missing"),  # example 3
        ("mange toit", "letters_missing"),
        ("Arrête", "not_a_sentence"),
        ("Arrête toi toi", "not_a_sentence"),
        ("toit toit", "no_verb"),
    ],
)
def test_two_cards_are_two_words_each_with_its_own_letter(sentence: str, code: str | None) -> None:
    s = table("square:0=pT | pile:0=bK bT | pile:1=pK bX | pile:2=pW bW", said="tape")
    do(s, 0, "flip")
    if code is None:
        say(s, 0, sentence)
        assert phase(s) == "spoken_sentence"
    else:
        assert wrong(s, 0, sentence) == code


@pytest.mark.rule("quadrix", "R8", "R9")
def test_the_third_card_lies_below_the_first_and_the_fourth_below_the_second() -> None:
    s = table("square:0=pT | square:1=bT | pile:0=bK pL | pile:1=bX pC | pile:2=pW", said="arrête toi")
    do(s, 0, "flip")
    assert tops(s) == ["pT", "bT", "pL", "·"]
    assert view(s).zone("square:2").area == (2, 2)
    assert wrong(s, 0, "tape toi") == "not_a_sentence"
    assert wrong(s, 0, "toit toi le") == "no_verb"
    say(s, 0, "tape toit les")
    stands(s)
    do(s, 1, "flip")
    assert tops(s) == ["pT", "bT", "pL", "pC"]
    say(s, 1, "arrête toit le chat")
    assert phase(s) == "spoken_sentence"


@pytest.mark.rule("quadrix", "R7", "D21")
def test_words_need_not_be_kept_but_the_boxes_open_with_them() -> None:
    s = plain()
    do(s, 0, "flip")
    assert tops(s) == ["pR", "bT", "pM", "pA"]
    for seat in range(3):
        domain = s.offers(seat)[0].params["words"]
        assert domain.opens_with == ("", "tu", "manges", "beaucoup")  # type: ignore[attr-defined]
    say(s, 0, "rit très moins malade")
    stands(s)
    do(s, 1, "flip")
    domain = s.offers(1)[0].params["words"]
    assert domain.opens_with == ("rit", "", "moins", "malade")  # type: ignore[attr-defined]


@pytest.mark.rule("quadrix", "D21")
def test_a_sentence_that_did_not_stand_is_not_what_the_boxes_open_with() -> None:
    s = plain()
    do(s, 0, "flip")
    say(s, 0, "rit très moins malade")
    assert under(s) == ["rit", "très", "moins", "malade"]
    do(s, 1, "contest")
    do(s, 2, "refuse")
    assert phase(s) == "search"
    assert s.offers(0)[0].params["words"].opens_with == ("", "tu", "manges", "beaucoup")  # type: ignore[attr-defined]
    assert under(s) == ["", "tu", "manges", "beaucoup"]


@pytest.mark.rule("quadrix", "R10")
def test_cards_go_round_the_square_for_ever() -> None:
    s = table("pile:0=pA bA vA vA vA yA yA pE bE pI bI pO | pile:1=pK | pile:2=pW")
    for laid, (sentence, place) in enumerate(
        [("ose", 0), ("ose dit", 1), ("ose dit il", 2), ("ose dit il mes", 3), ("les dit il mes", 0)]
    ):
        do(s, 0, "flip")
        assert heights(s)[place] == laid // 4 + 1
        assert sum(heights(s)) == laid + 1
        say(s, 0, sentence)
        stands(s)
    assert heights(s) == [2, 1, 1, 1]
    assert s.offers(0)[0].name == "flip"


@pytest.mark.rule("quadrix", "R11")
def test_only_visible_letters_count() -> None:
    s = table(
        "square:0=pK bL | square:1=bT | square:2=pM | square:3=pW pA | pile:0=bK pR | pile:1=bX | pile:2=bW",
        said="le tu mange la",
    )
    s.laid = 5
    do(s, 0, "flip")
    assert tops(s) == ["bL", "pR", "pM", "pA"]
    assert wrong(s, 0, "chat rit moins la") == "letters_missing"
    say(s, 0, "le rat mange la")
    assert phase(s) == "spoken_sentence"


@pytest.mark.rule("quadrix", "D3")
def test_what_stands_in_a_box_is_a_word() -> None:
    s = table("square:0=pT | pile:0=bK bT | pile:1=pK bX | pile:2=pW bW", said="tape")
    do(s, 0, "flip")
    say(s, 0, "arrête zutit")
    assert (phase(s), view(s).fact("words")) == ("vote", ["zutit"])


@pytest.mark.rule("quadrix", "D4")
def test_accents_do_not_matter_and_any_box_may_hold_the_verb() -> None:
    s = table("square:0=pE | square:1=bR | pile:0=bK bE | pile:1=pK bX | pile:2=pW bW", said="le rat")
    do(s, 0, "flip")
    assert wrong(s, 0, "le rat très") == "no_verb"
    say(s, 0, "le rat rêvent")
    assert phase(s) == "spoken_sentence"


@pytest.mark.rule("quadrix", "D5")
def test_a_wrong_or_refused_sentence_costs_nothing() -> None:
    s = plain(said_s=3)
    do(s, 0, "flip", t=0)
    assert wrong(s, 0, "tape tu manges beaucoup") == "letters_missing"
    say(s, 0, "rit tu manges beaucoup", t=4_000)
    do(s, 1, "contest", t=5_000)
    do(s, 2, "refuse", t=6_000)
    assert (phase(s), turn(s), counts(s)) == ("search", 0, [1, 2, 2])
    clock = view(s).clocks[0]
    assert clock.at - s.now == 90_000 - 4_000


# ---- the window ----------------------------------------------------------------------------------------


@pytest.mark.rule("quadrix", "D22", "D4")
@pytest.mark.parametrize(("said_s", "span", "contests"), [(3, 5_000, True), (6, 8_000, True), (0, 2_000, False)])
def test_a_sentence_stays_as_long_as_it_takes_to_read(said_s: int, span: Millis, contests: bool) -> None:
    s = plain(said_s=said_s)
    do(s, 0, "flip")
    began = s.now
    say(s, 0, "rit tu manges beaucoup")
    assert under(s) == ["rit", "tu", "manges", "beaucoup"]
    assert [names(s, seat) for seat in range(3)] == [set(), *[{"contest"} if contests else set()] * 2]
    assert view(s).clocks[0].at - began == span
    stands(s)
    assert (turn(s), s.now - began) == (1, span)


@pytest.mark.rule("quadrix", "D22")
def test_it_stays_also_where_nobody_could_contest() -> None:
    s = start(GAME, 2, starter=0)
    arrange(s, "pile:0=bK pT | pile:1=pK bX | draw=…")
    s.seats = (SeatState(human=True), SeatState(human=False))
    do(s, 0, "flip")
    began = s.now
    say(s, 0, "tape")
    assert phase(s) == "spoken_sentence"
    stands(s)
    assert s.now - began == 3_500


@pytest.mark.rule("quadrix", "D4")
def test_silence_accepts_and_so_does_a_tie() -> None:
    s = plain()
    do(s, 0, "flip")
    say(s, 0, "rit tu manges beaucoup")
    do(s, 1, "contest")
    wait(s, "vote/limit")
    assert turn(s) == 1


def with_bots(*bots: Seat, position: str = "pile:0=bK bL pT | pile:1=pK bX bT | pile:2=pW bW") -> QuadrixState:
    s = table(position)
    s.seats = tuple(SeatState(human=seat not in bots) for seat in range(3))
    return s


@pytest.mark.rule("quadrix", "D23")
def test_alone_with_bots_an_odd_sentence_is_shown_back_and_kept_or_changed() -> None:
    s = with_bots(1, 2, position="square:0=pR | pile:0=bK pT | pile:1=pK bX | pile:2=pW bW")
    do(s, 0, "flip")
    say(s, 0, "rit toit")
    assert (phase(s), names(s, 0)) == ("sounds_right", {"sounds_fine", "rewrite"})
    assert under(s) == ["", "", "", ""]
    do(s, 0, "rewrite")
    assert (phase(s), turn(s)) == ("search", 0)
    say(s, 0, "rit toit")
    do(s, 0, "sounds_fine")
    assert phase(s) == "spoken_sentence"
    stands(s)
    assert turn(s) == 1


@pytest.mark.rule("quadrix", "D23")
def test_once_in_a_bots_turn_one_may_have_another_sentence() -> None:
    s = with_bots(0, 1)
    do(s, 0, "flip", t=0)
    say(s, 0, "tape", t=20_000)
    assert names(s, 2) == {"another"}
    do(s, 2, "another", t=21_000)
    assert (phase(s), turn(s), under(s)) == ("search", 0, ["", "", "", ""])
    assert view(s).clocks[0].at == 21_000 + 90_000
    say(s, 0, "goûte")
    assert names(s, 2) == set()
    stands(s)
    assert turn(s) == 1
    do(s, 1, "flip")
    say(s, 1, "arrête toi")
    assert names(s, 2) == {"another"}


# ---- étoiles and vowels --------------------------------------------------------------------------------


@pytest.mark.rule("quadrix", "R12", "D6")
def test_an_etoile_is_any_letter_as_long_as_it_is_seen_and_gives_the_right_to_play_again() -> None:
    """Example 4."""
    s = table(
        "square:0=pS | square:1=pH | square:2=pM | square:3=pA | pile:0=bK pR ★ | pile:1=bX | pile:2=pW",
        said="vous cherchez mamie maintenant",
    )
    s.laid = 6
    do(s, 0, "flip")
    assert tops(s) == ["pS", "pH", "★", "pA"]
    say(s, 0, "vous cherchez un rat")
    stands(s)
    assert (phase(s), turn(s), names(s, 0)) == ("flip", 0, {"flip", "end_turn"})
    do(s, 0, "flip")
    assert tops(s) == ["pS", "pH", "★", "pR"]
    say(s, 0, "vous cherchez le rat")
    stands(s)
    assert turn(s) == 1


@pytest.mark.rule("quadrix", "D6")
def test_the_right_to_play_again_may_be_declined_and_silence_declines_it() -> None:
    for way in ("end_turn", "silence"):
        s = alone("bK", "pR", "★")
        turned(s, 0, "tape")
        began = s.now
        if way == "silence":
            wait(s, "flip/auto")
            assert s.now - began == 10_000
        else:
            do(s, 0, "end_turn")
        assert (turn(s), counts(s)) == (1, [2, 2, 2])


@pytest.mark.rule("quadrix", "R13", "D2", "D6")
@pytest.mark.parametrize("vowel", ["pA", "pE", "pI", "pO", "pU", "pY"])
def test_after_a_vowel_and_its_sentence_one_must_play_again(vowel: str) -> None:
    s = alone("bK", "pL", vowel)
    do(s, 0, "flip")
    s.words["ZYAEIOU"] = True
    say(s, 0, "zyaeiou")
    stands(s)
    assert (phase(s), turn(s), names(s, 0)) == ("flip", 0, {"flip"})
    do(s, 0, "flip")
    assert tops(s) == [vowel, "pL", "·", "·"]


@pytest.mark.rule("quadrix", "R13")
def test_a_vowel_then_a_consonant() -> None:
    """Example 5."""
    s = alone("bK", "pL", "pA")
    turned(s, 0, "mange")
    turned(s, 0, "mange le")
    assert turn(s) == 1


# ---- pétards -------------------------------------------------------------------------------------------


@pytest.mark.rule("quadrix", "R14", "R15", "R16", "D8")
def test_a_petard_is_offered_exchanged_and_one_plays_again() -> None:
    """Example 6."""
    s = table(
        "square:0=pT | pile:0=pX | pile:1=bK pR ✹ | pile:2=bW | pile:3=pW bX bL bC", players=4, seat=1, said="tape"
    )
    top = s.draw.cards[-1]
    do(s, 1, "flip")
    assert (phase(s), turn(s)) == ("petard", 1)
    assert tops(s) == ["pT", "·", "·", "·"]
    assert refused(s, 1, "offer", taker=1) == "not_possible"
    assert told(do(s, 1, "offer", taker=3), "gives") == [{"giver": 1, "taker": 3}]
    assert counts(s) == [1, 2, 1, 5]
    assert s.pile(3).cards[0] == top
    assert not view(s, 3).zone("pile:3").cards
    assert s.faces[s.draw.cards[0]] == PETARD
    assert (phase(s), turn(s), names(s, 1)) == ("flip", 1, {"flip"})
    do(s, 1, "flip")
    assert tops(s) == ["pT", "pR", "·", "·"]


@pytest.mark.rule("quadrix", "D8")
def test_a_petard_not_offered_goes_to_the_next_seat_after_ten_seconds() -> None:
    s = alone("bK", "✹")
    do(s, 0, "flip")
    began = s.now
    wait(s, "petard/limit")
    assert (s.now - began, counts(s)) == (10_000, [1, 3, 2])


@pytest.mark.rule("quadrix", "D8", "D15")
def test_where_no_card_can_be_drawn_the_receiver_takes_nothing() -> None:
    s = table("square:0=pT | pile:0=bK ✹ | pile:1=pK | pile:2=pW | draw= | aside=…", said="tape")
    do(s, 0, "flip")
    do(s, 0, "offer", taker=1)
    assert (counts(s), faces(s, "draw"), heights(s)) == ([1, 1, 1], [PETARD], [1, 0, 0, 0])


@pytest.mark.rule("quadrix", "D9")
def test_a_petard_that_was_the_last_card_wins_the_cards_laid() -> None:
    s = plain("pile:0=✹")
    do(s, 0, "flip")
    events = do(s, 0, "offer", taker=2)
    assert told(events, "round_won") == [{"winner": 0, "count": 4}]
    assert s.scores == [4, 0, 0]
