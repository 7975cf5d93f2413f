"""Frazrigolix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter

import pytest

from tablee.games.frazrigolix.rules import GAME
from tablee.kernel.door import Door
from tablee.kernel.moves import Move
from tablee.kernel.record import Played, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Seat
from tablee.pieces.toutilix import DECK
from tablee.words import flags
from tablee.words.lexicon import Lexicon
from tests.games.frazrigolix import FULL, active, at, due, phase, piles, searching, stands, two_words, word
from tests.table import do, faces, names, refused, start, told, view, wait

# ---- the deal ------------------------------------------------------------------------------------------


@pytest.mark.rule("frazrigolix", "R1")
@pytest.mark.parametrize("players", [1, 9])
def test_two_to_eight_play(players: int) -> None:
    with pytest.raises(Refused, match="bad_players"):
        start(GAME, players)


@pytest.mark.rule("frazrigolix", "R1", "R2", "R3")
@pytest.mark.parametrize(
    ("players", "each", "aside"),
    [(2, 50, 0), (3, 33, 1), (4, 25, 0), (5, 20, 0), (6, 16, 4), (7, 14, 2), (8, 12, 4)],
)
def test_all_cards_are_dealt_and_the_rest_is_set_aside(players: int, each: int, aside: int) -> None:
    """Example 10."""
    s = start(GAME, players)
    assert piles(s) == [each] * players
    assert len(s.zone("aside").cards) == aside
    assert Counter(s.faces) == Counter(DECK)
    assert len(DECK) == 100


@pytest.mark.rule("frazrigolix", "R3", "R4")
def test_nobody_sees_a_pile_or_what_is_set_aside_not_even_its_owner() -> None:
    s = start(GAME, 3)
    for seat in s.all_seats:
        seen = view(s, seat)
        assert [c for z in seen.zones for c in z.cards] == []
        assert seen.zone(f"pile:{seat}").count == 33
        assert seen.zone("aside").count == 1


@pytest.mark.rule("frazrigolix", "R5")
@pytest.mark.parametrize("starter", range(4))
def test_the_starter_has_the_first_turn(starter: Seat) -> None:
    s = start(GAME, 4, starter=starter)
    assert active(s) == (starter,)
    assert [names(s, seat) for seat in s.all_seats] == [{"flip"} if i == starter else set() for i in range(4)]


# ---- a turn --------------------------------------------------------------------------------------------


@pytest.mark.rule("frazrigolix", "R6", "R7")
def test_the_top_card_is_turned_on_the_last_one_and_covers_it() -> None:
    s = at(FULL.format("vL"))
    do(s, 0, "flip")
    assert faces(s, "middle") == ["pF"]
    assert faces(s, "pile:0") == ["vE"]
    word(s, 0, "parfaitement")
    stands(s)
    do(s, 1, "flip")
    assert faces(s, "middle") == ["pF", "bR"]
    middle = view(s, 0).zone("middle")
    assert ([c.face for c in middle.cards if c], middle.count) == (["bR"], 2)


@pytest.mark.rule("frazrigolix", "R6", "R8", "R9", "R11")
def test_the_booklets_example() -> None:
    """Example 1."""
    s = at(FULL.format("vL"))
    do(s, 0, "flip")
    assert told(word(s, 0, "parfaitement"), "says") == [{"seat": 0, "words": "parfaitement"}]
    stands(s)
    assert s.spoken == ["parfaitement"]
    assert (phase(s), active(s)) == ("flip", (1,))


@pytest.mark.rule("frazrigolix", "R8")
@pytest.mark.parametrize(
    ("text", "fits"), [("fort", True), ("chef", True), ("soffite", True), ("soleil", False), ("", False)]
)
def test_the_word_contains_the_letter_anywhere(text: str, fits: bool) -> None:
    s = at(FULL.format("vL"))
    do(s, 0, "flip")
    if fits:
        word(s, 0, text)
        assert phase(s) == "said"
    else:
        with pytest.raises(Refused, match="letters_missing" if text else "not_a_word"):
            word(s, 0, text)
        assert (phase(s), active(s)) == ("search", (0,))


@pytest.mark.rule("frazrigolix", "R8")
def test_a_word_without_the_letter_costs_nothing() -> None:
    """Example 2."""
    s = at(FULL.format("vL"))
    do(s, 0, "flip")
    before = due(s)
    assert refused(s, 0, "say", word="soleil", t=4_000) == "letters_missing"
    assert (phase(s), due(s), s.spoken) == ("search", before, [])
    word(s, 0, "fin", 5_000)
    assert phase(s) == "said"


@pytest.mark.rule("frazrigolix", "R8", "R2")
def test_accents_and_colours_do_not_matter() -> None:
    s = searching("vE")
    word(s, 1, "été")
    assert phase(s) == "said"


@pytest.mark.rule("frazrigolix", "R9", "R10", "R11", "R12", "D14")
def test_the_sentence_grows_clockwise_and_has_no_end_of_its_own() -> None:
    """No verb is asked for, nobody can say a full stop, and no word wins anything."""
    s = at("pile:0=vE pF | pile:1=bR | pile:2=vT vL | pile:3=vN")
    said = [(0, "parfaitement"), (1, "rouge"), (2, "le"), (3, "un"), (0, "et")]
    for seat, text in said:
        assert active(s) == (seat,)
        do(s, seat, "flip")
        assert names(s, seat) == {"say", "dry"}
        word(s, seat, text)
        stands(s)
    assert s.spoken == [text for _, text in said]
    assert (s.scores, len(s.middle.cards)) == ([0, 0, 0, 0], 5)


@pytest.mark.rule("frazrigolix", "R24")
@pytest.mark.parametrize("text", ["serions", "Strasbourg", "SNCF", "parfaits"])
def test_inflected_forms_names_acronyms_and_repeats_are_allowed(text: str) -> None:
    s = searching("vS")
    word(s, 1, text)
    stands(s)
    assert s.spoken[-1] == text
    do(s, 2, "flip")
    word(s, 2, "la")
    stands(s)
    do(s, 3, "flip")
    word(s, 3, "parfaitement")  # said before on F, now on N
    stands(s)
    assert Counter(s.spoken)["parfaitement"] == 2


@pytest.mark.rule("frazrigolix", "R24")
def test_the_table_may_accept_words_of_any_language() -> None:
    s = searching()
    word(s, 1, "wyrzucać", known=False)
    assert phase(s) == "vote"
    wait(s, "vote/limit")
    stands(s)
    assert s.spoken == ["parfaitement", "wyrzucać"]


@pytest.mark.rule("frazrigolix", "D15")
def test_what_counts_as_one_word() -> None:
    """An elided form, a compound that the lexicon lists: one word. An inversion is listed nowhere."""
    lexicon = Lexicon.of(
        [
            ("l'", flags.FUNCTION, 6.0),
            ("jusqu'", flags.FUNCTION, 5.0),
            ("arc-en-ciel", flags.NOUN, 3.0),
            ("regarde", flags.VERB, 5.0),
            ("le", flags.FUNCTION, 7.0),
        ]
    )
    for text, phase_after in [("l'", "said"), ("arc-en-ciel", "said"), ("regarde-le", "vote"), ("le", "said")]:
        s = searching("vL")
        move = Door(s, 0b10).inward(1, Move("say", {"word": text}, s.now, s.offers(1)[0].stimulus), lexicon)
        apply(s, Played(s.now, 1, move))
        assert phase(s) == phase_after, text
    s = searching("pQ")
    move = Door(s, 0b10).inward(1, Move("say", {"word": "jusqu'"}, s.now, s.offers(1)[0].stimulus), lexicon)
    apply(s, Played(s.now, 1, move))
    assert phase(s) == "said"


@pytest.mark.rule("frazrigolix", "R6")
def test_a_card_that_is_not_turned_turns_itself() -> None:
    s = at(FULL.format("vL"))
    assert due(s) == ("flip/auto", 5_000)
    assert told(wait(s), "timeout") == [{"seat": 0}]
    assert (phase(s), active(s)) == ("search", (0,))


# ---- étoile and pétard ---------------------------------------------------------------------------------


@pytest.mark.rule("frazrigolix", "R13", "R20", "D1", "D2")
def test_an_etoile_wins_all_the_cards_laid() -> None:
    """Example 3."""
    s = two_words("★")
    events = do(s, 2, "flip")
    assert told(events, "etoile") == [{"winner": 2, "count": 3}]
    assert faces(s, "won:2") == ["pF", "bR", "★"]
    assert (s.scores, s.spoken) == ([0, 0, 3, 0], [])
    assert (phase(s), active(s)) == ("flip", (2,))
    do(s, 2, "flip")
    assert faces(s, "middle") == ["vT"]


@pytest.mark.rule("frazrigolix", "R14", "R20", "D1")
def test_a_petard_gives_all_the_cards_laid_to_the_next_player() -> None:
    """Example 4."""
    s = two_words("✹")
    events = do(s, 2, "flip")
    assert told(events, "petard") == [{"winner": 3, "count": 3}]
    assert faces(s, "won:3") == ["pF", "bR", "✹"]
    assert (s.scores, s.spoken, active(s)) == ([0, 0, 0, 3], [], (3,))


@pytest.mark.rule("frazrigolix", "D3")
@pytest.mark.parametrize(("first", "winner"), [("★", 0), ("✹", 1)])
def test_as_the_first_card_they_win_just_themselves_and_no_word_is_said(first: str, winner: Seat) -> None:
    s = at(f"pile:0=vE {first} | pile:1=vS | pile:2=vT | pile:3=vA")
    do(s, 0, "flip")
    assert faces(s, f"won:{winner}") == [first]
    assert (phase(s), active(s)) == ("flip", (winner,))


@pytest.mark.rule("frazrigolix", "D4", "R21", "D7")
def test_the_next_player_wins_a_petard_even_without_a_pile() -> None:
    s = at("pile:0=vE ✹ | pile:2=vT | pile:3=vA")
    do(s, 0, "flip")
    assert s.scores == [0, 1, 0, 0]
    assert active(s) == (2,)
