"""Broderix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter

import pytest

from tablee.games.broderix.rules import GAME, BroderixState, fit_for
from tablee.kernel.door import Door
from tablee.kernel.moves import Move
from tablee.kernel.record import Played, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Seat
from tablee.pieces.toutilix import DECK
from tablee.words import flags
from tablee.words.flags import FUNCTION, NOUN
from tablee.words.lexicon import Lexicon
from tests.games.broderix import (
    active,
    at,
    covered_but,
    due,
    lay,
    phase,
    places,
    searching,
    sizes,
    top,
    turn_and_lay,
)
from tests.table import do, faces, names, refused, start, told, view, wait

# ---- the deal ------------------------------------------------------------------------------------------


@pytest.mark.rule("broderix", "R2")
@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_play(players: int) -> None:
    with pytest.raises(Refused, match="bad_players"):
        start(GAME, players)


@pytest.mark.rule("broderix", "R1", "R2", "R3", "R4", "R5")
@pytest.mark.parametrize(("players", "draw"), [(2, 52), (3, 38), (4, 24)])
def test_fourteen_cards_each_a_carpet_of_four_lines_of_five_and_the_rest_to_draw(players: int, draw: int) -> None:
    s = start(GAME, players)
    assert Counter(s.faces) == Counter(DECK)
    assert sizes(s) == [14] * players
    assert [len(place.cards) for place in s.carpet] == [1] * 20
    assert len(s.draw.cards) == draw
    assert view(s).zone("carpet:7").area == (5, 4)


@pytest.mark.rule("broderix", "R3")
@pytest.mark.parametrize(("cards", "draw"), [(10, 60), (7, 66)])
def test_a_short_game_has_fewer_cards(cards: int, draw: int) -> None:
    s = start(GAME, 2, cards=cards)
    assert (sizes(s), len(s.draw.cards)) == ([cards, cards], draw)


@pytest.mark.rule("broderix", "R3", "R4", "R5")
def test_everybody_sees_the_carpet_and_nobody_a_pile_not_even_his_own() -> None:
    s = start(GAME, 3)
    for seat in s.all_seats:
        seen = view(s, seat)
        assert [top(s, i) for i in range(20)] == [s.faces[zone.cards[0]] for zone in s.carpet]
        hidden = [z for z in seen.zones if z.name == "draw" or z.name.startswith("pile")]
        assert [c for z in hidden for c in z.cards] == []
        assert [z.count for z in hidden] == [38, 14, 14, 14]


@pytest.mark.rule("broderix", "R6")
@pytest.mark.parametrize("starter", range(3))
def test_the_starter_begins_and_it_goes_on_clockwise(starter: Seat) -> None:
    s = start(GAME, 3, starter=starter)
    assert active(s) == (starter,)
    s = at("pN bN", "vR pR", "pD vS", seat=starter)
    for step in range(3):
        seat = (starter + step) % 3
        assert active(s) == (seat,)
        turn_and_lay(s, seat, step, "notaires")
    assert active(s) == (starter,)


# ---- a card and a word ---------------------------------------------------------------------------------


@pytest.mark.rule("broderix", "R7")
def test_the_first_card_is_turned_for_all_to_see() -> None:
    s = at("vE pB", "vR pR")
    do(s, 0, "flip")
    assert [c.face for c in view(s, 1).zone("turned").cards if c] == ["pB"]
    assert (phase(s), sizes(s)) == ("place", [1, 2])


@pytest.mark.rule("broderix", "R7", "D22")
def test_a_card_not_turned_within_ten_seconds_is_turned() -> None:
    s = at("vE pB", "vR pR")
    assert due(s) == ("start/auto", 10_000)
    assert told(wait(s), "timeout") == [{"seat": 0}]
    assert faces(s, "turned") == ["pB"]


@pytest.mark.rule("broderix", "R8", "R9", "R17")
def test_the_booklets_first_example() -> None:
    """Example 1: B on O, « Robert »."""
    s = searching("vE pB", "vR pR")
    lay(s, 0, 0, "Robert")
    assert faces(s, "carpet:0") == ["pO", "pB"]
    assert (top(s, 0), s.sentence) == ("pB", "Robert")
    wait(s, "said/close")
    assert (phase(s), active(s), s.spoken) == ("start", (1,), ["Robert"])


@pytest.mark.rule("broderix", "R8", "R10", "R11")
def test_letters_and_etoiles_may_be_covered_but_no_petard() -> None:
    s = searching("vE pB", "vR pR", carpet={4: "✹", 9: "✹"})
    assert places(s, 0) == [i for i in range(20) if i not in (4, 9)]
    assert refused(s, 0, "lay", pile=4, word="abs") == "not_possible"
    lay(s, 0, 3, "abeille")
    assert phase(s) == "said"


@pytest.mark.rule("broderix", "R9", "D1")
@pytest.mark.parametrize(
    ("laid", "covered", "word", "fits"),
    [
        ("B", "O", "Robert", True),
        ("B", "O", "bal", False),
        ("B", "O", "or", False),
        ("S", "S", "se", False),  # example 4
        ("S", "S", "sans", True),
        ("O", "O", "bon", False),
        ("O", "O", "bonbon", True),
        ("E", "L", "elle", True),  # example 3
        ("E", "T", "été", True),
        ("U", "Q", "qu'", True),  # D2: it has two letters
    ],
)
def test_both_letters_are_in_the_word_each_in_a_place_of_its_own(
    laid: str, covered: str, word: str, fits: bool
) -> None:
    assert (fit_for(laid, covered).missing(word) is None) is fits


@pytest.mark.rule("broderix", "R10", "R14", "D1")
@pytest.mark.parametrize(
    ("laid", "covered", "word", "fits"),
    [
        ("T", "★", "te", True),
        ("T", "★", "me", False),
        ("★", "T", "te", True),
        ("★", "T", "me", False),
        ("★", "★", "me", True),
        ("★", "★", "ou", True),
        ("★", "T", "t'", False),  # R16: not on a consonant
    ],
)
def test_an_etoile_laid_or_covered_is_any_further_letter(laid: str, covered: str, word: str, fits: bool) -> None:
    assert (fit_for(laid, covered).missing(word) is None) is fits


@pytest.mark.rule("broderix", "R9")
def test_a_word_without_the_letters_costs_nothing() -> None:
    s = searching("vE pB", "vR pR")
    assert refused(s, 0, "lay", pile=0, word="bal") == "letters_missing"
    assert (phase(s), due(s), faces(s, "turned")) == ("place", ("place/limit", 60_000), ["pB"])


@pytest.mark.rule("broderix", "R16", "D2")
@pytest.mark.parametrize(
    ("turned", "place", "word", "code"),
    [
        ("pM", 1, "m'", None),  # example 2: on A
        ("pM", 2, "m'", "letters_missing"),  # on T
        ("bN", 3, "n’", None),  # on an étoile
        ("bN", 3, "m'", "letters_missing"),
        ("bA", 5, "à", None),  # the covered E need not be in the word
        ("bA", 5, "a", None),
        ("bA", 2, "a", "letters_missing"),
        ("bE", 1, "a", "letters_missing"),
        ("★", 1, "l'", None),  # any letter, if an étoile is laid
        ("★", 2, "l'", "letters_missing"),
        ("pM", 1, "m", None),  # « c'est M apostrophe ! »
    ],
)
def test_a_word_of_one_letter_is_that_letter_laid_on_a_vowel_or_an_etoile(
    turned: str, place: int, word: str, code: str | None
) -> None:
    s = searching(f"vE {turned}", "vR pR")
    if code:
        assert refused(s, 0, "lay", pile=place, word=word) == code
    else:
        lay(s, 0, place, word)
        assert phase(s) == "said"


@pytest.mark.rule("broderix", "D2", "D4")
@pytest.mark.parametrize(("covered", "accepted"), [("pY", True), ("pK", False)])
def test_y_is_a_vowel_for_words_of_one_letter_and_to_play_again(covered: str, accepted: bool) -> None:
    s = searching("vE pM", "vR pR", carpet={0: covered})
    if not accepted:
        assert refused(s, 0, "lay", pile=0, word="m'") == "letters_missing"
        return
    lay(s, 0, 0, "m'")
    wait(s, "said/close")
    assert s.spoken == ["m'"]
    s = at("vE bY", "vR pR")
    turn_and_lay(s, 0, 3, "y")
    assert (phase(s), active(s)) == ("again", (0,))


@pytest.mark.rule("broderix", "D2")
@pytest.mark.parametrize(("word", "code"), [("b", "unknown_word"), ("x", "letters_missing")])
def test_a_bare_letter_that_is_no_word_is_refused_without_a_vote(word: str, code: str) -> None:
    s = searching("vE pB", "vR pR")
    assert refused(s, 0, "lay", pile=1, word=word, known={word: 0}) == code
    assert phase(s) == "place"


@pytest.mark.rule("broderix", "D2", "D3")
def test_what_the_lexicon_is_asked_about() -> None:
    """The bare letter M means « m' »; « l'eau » is two words, « aujourd'hui » is one."""
    lexicon = Lexicon.of(
        [
            ("m'", FUNCTION, 6.0),
            ("l'", FUNCTION, 6.0),
            ("eau", NOUN, 5.0),
            ("aujourd'hui", flags.ADVERB, 5.0),
        ]
    )

    def heard(turned: str, pile: int, word: str) -> BroderixState:
        s = searching(f"vE {turned}", "vR pR")
        stimulus = s.offers(0)[0].stimulus
        move = Door(s, 1).inward(0, Move("lay", {"pile": pile, "word": word}, s.now, stimulus), lexicon)
        apply(s, Played(s.now, 0, move))
        return s

    assert heard("pM", 1, "m").spoken == ["m'"]
    assert heard("bA", 14, "aujourd'hui").spoken == ["aujourd'hui"]
    for word in ("l'eau", "la eau", "eau-la"):
        with pytest.raises(Refused, match="one_word"):
            heard("bL", 1, word)


@pytest.mark.rule("broderix", "R17", "R18", "R6")
def test_the_words_follow_one_another_in_a_sentence() -> None:
    s = at("vE pB", "vR pM")
    turn_and_lay(s, 0, 0, "Robert")
    turn_and_lay(s, 1, 5, "mange")
    assert (s.spoken, s.sentence, active(s)) == (["Robert", "mange"], "Robert mange", (0,))
    assert view(s, 1).fact("sentence") == "Robert mange"


@pytest.mark.rule("broderix", "R17")
def test_the_sentence_is_written_as_one_reads_it() -> None:
    s = at("vE bL", "vR bN")
    turn_and_lay(s, 0, 1, "l'")
    turn_and_lay(s, 1, 5, "âne")
    assert s.sentence == "L'âne"


# ---- playing again -------------------------------------------------------------------------------------


@pytest.mark.rule("broderix", "R12", "D5")
@pytest.mark.parametrize("letter", "AEIOUY")
def test_a_vowel_gives_the_right_to_play_again(letter: str) -> None:
    s = at(f"vE b{letter}", "vR pR", carpet={8: "pK", 11: "pW"})
    turn_and_lay(s, 0, 3, f"{letter}mer")
    assert (phase(s), active(s), names(s, 0)) == ("again", (0,), {"flip", "end_turn"})


@pytest.mark.rule("broderix", "R12", "R15", "D5")
def test_as_often_as_vowels_and_etoiles_come() -> None:
    """Example 3, and an étoile after it, and then a consonant."""
    s = at("vT pB ★ bE", "vR pR")
    turn_and_lay(s, 0, 6, "elle")
    turn_and_lay(s, 0, 2, "te")
    assert (phase(s), active(s), sizes(s)) == ("again", (0,), [2, 2])
    turn_and_lay(s, 0, 0, "Robert")
    assert (phase(s), active(s)) == ("start", (1,))


@pytest.mark.rule("broderix", "D5")
def test_it_is_only_a_right() -> None:
    s = at("vE bE", "vR pR")
    turn_and_lay(s, 0, 6, "elle")
    assert due(s) == ("again/auto", s.now + 15_000)
    assert told(do(s, 0, "end_turn"), "stops") == [{"seat": 0}]
    assert (phase(s), active(s), sizes(s)) == ("start", (1,), [1, 2])


@pytest.mark.rule("broderix", "D5")
def test_silence_declines_it() -> None:
    s = at("vE bE", "vR pR")
    turn_and_lay(s, 0, 6, "elle")
    wait(s, "again/auto")
    assert (phase(s), active(s), sizes(s)) == ("start", (1,), [1, 2])


@pytest.mark.rule("broderix", "R12")
def test_a_consonant_ends_the_turn() -> None:
    s = at("vE pB", "vR pR")
    turn_and_lay(s, 0, 0, "Robert")
    assert active(s) == (1,)


# ---- pétards -------------------------------------------------------------------------------------------


@pytest.mark.rule("broderix", "R13", "D6")
def test_a_turned_petard_goes_under_the_draw_pile_and_the_turn_is_over() -> None:
    """Example 5."""
    s = at("vE vT ✹", "vR pR", draw="… pK")
    assert told(do(s, 0, "flip"), "petard") == [{"seat": 0}]
    assert [c.face for c in view(s, 1).zone("turned").cards if c] == ["✹"]
    wait(s, "show/over")
    assert (faces(s, "pile:0"), s.faces[s.draw.cards[0]]) == (["pK", "vE", "vT"], "✹")
    assert (phase(s), active(s)) == ("start", (1,))
    assert view(s, 0).zone("pile:0").cards == ()


@pytest.mark.rule("broderix", "D15", "R13")
def test_with_nothing_to_draw_a_turned_petard_leaves_the_game() -> None:
    s = at("vE vT ✹", "vR pR", draw="")
    do(s, 0, "flip")
    wait(s, "show/over")
    assert (faces(s, "pile:0"), faces(s, "draw")) == (["vE", "vT"], [])
    assert (faces(s, "turned"), faces(s, "aside").count("✹")) == ([], 3)  # all that there are
    assert active(s) == (1,)


@pytest.mark.rule("broderix", "R28", "R29", "R30", "D13", "D14", "R27")
def test_only_a_petard_is_left_uncovered() -> None:
    """Example 6."""
    s = at("vS vS vS vS vN bN", "vL bK", carpet=covered_but(p19="✹"), draw="… pK pR")
    assert names(s, 0) == {"take_petard"}
    assert places(s, 0, "take_petard") == [19]
    do(s, 0, "take_petard", pile=19)
    assert (top(s, 19), s.faces[s.draw.cards[0]]) == ("pR", "✹")
    assert (sizes(s), s.faces[s.pile(0).cards[0]]) == ([7, 2], "pK")
    assert active(s) == (1,)
    do(s, 1, "flip")
    assert places(s, 1) == [19]  # and nowhere else


@pytest.mark.rule("broderix", "R27", "R28")
def test_as_long_as_a_letter_is_uncovered_a_card_is_turned() -> None:
    s = at("vS vS", "vL bK", carpet=covered_but(p19="✹", p3="★"))
    assert names(s, 0) == {"flip"}
    do(s, 0, "flip")
    assert places(s, 0) == [3]


@pytest.mark.rule("broderix", "D13")
def test_of_several_petards_each_turn_treats_one_at_the_players_choice() -> None:
    s = at("vS vS", "vL bK", carpet=covered_but(p19="✹", p3="✹", p7="✹"), draw="… pK pR")
    assert places(s, 0, "take_petard") == [3, 7, 19]
    do(s, 0, "take_petard", pile=7)
    assert [top(s, i) for i in (3, 7, 19)] == ["✹", "pR", "✹"]
    assert (active(s), names(s, 1)) == ((1,), {"flip"})  # R is covered first


@pytest.mark.rule("broderix", "D22", "D13")
def test_nobody_takes_it_and_the_first_line_by_line_is_taken() -> None:
    s = at("vS vS", "vL bK", carpet=covered_but(p19="✹", p12="✹"), draw="… pK pR")
    assert due(s) == ("start/auto", 10_000)
    wait(s)
    assert [top(s, i) for i in (12, 19)] == ["pR", "✹"]
    assert active(s) == (1,)


@pytest.mark.rule("broderix", "D14")
def test_what_comes_in_its_place_may_be_a_petard_again() -> None:
    s = at("vS vS", "vL bK", carpet=covered_but(p19="✹"), draw="… pK ✹")
    do(s, 0, "take_petard", pile=19)
    assert (top(s, 19), names(s, 1)) == ("✹", {"take_petard"})


@pytest.mark.rule("broderix", "D15", "D16")
def test_with_nothing_to_draw_the_petards_place_is_closed() -> None:
    """It was the last place of the layer: the third cards come, and nothing is ever laid there."""
    s = at("vS vS", "vL bK", carpet=covered_but(p19="✹"), draw="")
    do(s, 0, "take_petard", pile=19)
    assert (faces(s, "carpet:19"), sizes(s), s.layer) == ([], [2, 2], 3)
    assert "✹" in faces(s, "aside")
    do(s, 1, "flip")
    assert places(s, 1) == list(range(19))


@pytest.mark.rule("broderix", "D13", "D5")
def test_who_may_play_again_may_take_a_petard_instead_of_turning() -> None:
    s = at("vS bE", "vL bK", carpet=covered_but(p19="✹", p6="vL"), draw="… pK pR")
    turn_and_lay(s, 0, 6, "elle")
    assert names(s, 0) == {"take_petard", "end_turn"}
    do(s, 0, "take_petard", pile=19)
    assert (top(s, 19), active(s)) == ("pR", (1,))
