"""Toufrazix, rule by rule (the numbers are those of its rules and rulings), with results worked out from them."""

import pytest

from tablee.games.toufrazix.rules import GAME, ToufrazixState
from tablee.kernel.moves import Move
from tablee.kernel.record import Played, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Seat
from tablee.phases import flip
from tablee.pieces.toutilix import DECK, PETARD
from tests.games.toufrazix import (
    LEFT,
    LEXICON,
    RIGHT,
    SEVEN,
    SIX,
    boxes,
    counts,
    has_sentence,
    phase,
    plain,
    say,
    says,
    searching,
    stands,
    table,
    turn,
    written_on,
    wrong,
)
from tests.table import do, faces, names, refused, shuffled, start, told, view


def ends(s: ToufrazixState, seat: Seat = 0) -> set[str]:
    """Where a card may go, as `line side`."""
    offer = next(o for o in s.offers(seat) if "end" in o.params)
    found = set()
    for end in offer.params["end"].values():
        name, _, side = end.rpartition("/")
        found.add(f"{int(name.removeprefix('line:')) + 1} {side}")
    return found


# ---- set-up --------------------------------------------------------------------------------------------


@pytest.mark.rule("toufrazix", "R1", "R2", "R3", "R4", "D1")
@pytest.mark.parametrize("players", range(2, 9))
def test_seven_unseen_cards_each_one_turned_and_the_rest_to_draw(players: int) -> None:
    s = start(GAME, players)
    assert sorted(s.faces) == sorted(DECK)
    assert counts(s) == [7] * players
    assert len(s.draw.cards) == 100 - 7 * players - 1
    assert len(s.zone("line:0").cards) == 1
    for seat in range(players):
        seen = view(s, seat)
        assert [zone.name for zone in seen.zones if zone.cards] == ["line:0"]
        assert seen.zone("pile:0").count == 7


@pytest.mark.rule("toufrazix", "D1")
@pytest.mark.parametrize("players", [1, 9])
def test_two_to_eight_play(players: int) -> None:
    with pytest.raises(Refused, match="bad_players"):
        start(GAME, players)


def first_card_is(face: str, seed: int = 1) -> ToufrazixState:
    """A game of two in which that card is the first to be turned for the middle."""
    order = shuffled(100, "deal", 0, seed=seed)
    return start(GAME, 2, seed=seed, deck={order[-15]: face})


@pytest.mark.rule("toufrazix", "R5", "D14")
def test_a_petard_on_top_goes_back_and_another_card_is_turned() -> None:
    s = first_card_is(PETARD)
    assert told(s.drain(), "petard_back")
    assert len(s.zone("line:0").cards) == 1
    assert faces(s, "line:0") != [PETARD]
    assert len(s.draw.cards) == 85


@pytest.mark.rule("toufrazix", "R4", "R5")
def test_a_letter_on_top_is_kept() -> None:
    s = first_card_is("pQ")
    assert faces(s, "line:0") == ["pQ"]
    assert not told(s.drain(), "petard_back")


@pytest.mark.rule("toufrazix", "D14")
def test_the_petard_goes_back_to_a_random_place() -> None:
    places = set()
    for seed in range(12):
        s = first_card_is(PETARD, seed)
        card = shuffled(100, "deal", 0, seed=seed)[-15]
        if card in s.draw.cards:
            places.add(s.draw.cards.index(card))
    assert len(places) > 6


@pytest.mark.rule("toufrazix", "D14", "D5")
def test_where_only_petards_are_left_the_first_players_card_starts_the_line() -> None:
    s = table("draw=✹ ✹ | pile:0=pK vO | pile:1=pW ✹ | aside=…", 2)
    flip.turn_first(s, s.draw, s.zone("line:0"), 0)
    assert (faces(s, "line:0"), faces(s, "draw")) == ([], [PETARD, PETARD])
    do(s, 0, "flip")
    assert ends(s) == {"1 right"}
    assert wrong(s, 0, 1, RIGHT, "tout") == "no_verb"
    says(s, 0, 1, RIGHT, "donne")
    assert faces(s, "line:0") == ["vO"]


@pytest.mark.rule("toufrazix", "R6")
def test_the_youngest_starts_and_play_goes_clockwise() -> None:
    for seat in range(3):
        assert turn(start(GAME, 3, starter=seat)) == seat
    assert len({turn(start(GAME, 3, seed=seed)) for seed in range(20)}) == 3
    s = table("line:0=vT | pile:0=pK vL | pile:1=pW vM | pile:2=pQ vN", seat=1)
    for seat, side, sentence in [(1, RIGHT, "Ta maintenant"), (2, RIGHT, "Ta maintenant donne")]:
        assert turn(s) == seat
        do(s, seat, "flip")
        say(s, seat, 1, side, sentence if seat == 2 else "tombe maintenant")
        stands(s)
    assert turn(s) == 0


# ---- turns ---------------------------------------------------------------------------------------------


@pytest.mark.rule("toufrazix", "R7", "R8", "R18")
def test_the_booklets_first_sentence() -> None:
    """Example 1: the middle card is T, O goes to its right; a vowel, so its player plays again."""
    s = searching()
    assert names(s, 0) == {"say", "dry"}
    assert told(say(s, 0, 1, RIGHT, "Arrêtez tout"), "says") == [{"seat": 0, "words": "Arrêtez tout"}]
    stands(s)
    assert faces(s, "line:0") == ["vT", "vO"]
    assert written_on(s, 1) == ["Arrêtez", "tout"]
    assert (phase(s), turn(s), names(s, 0)) == ("flip", 0, {"flip"})


@pytest.mark.rule("toufrazix", "R7", "D2")
def test_a_card_is_turned_for_all_to_see_before_it_is_laid_anywhere() -> None:
    s = searching()
    for seat in range(3):
        seen = view(s, seat)
        assert [c and c.face for c in seen.zone("turned").cards] == ["vO"]
        assert [c and c.face for c in seen.zone("line:0").cards] == ["vT"]


@pytest.mark.rule("toufrazix", "R7", "R8")
@pytest.mark.parametrize(
    ("side", "sentence", "code"),
    [
        (RIGHT, "Arrêtez tout", None),
        (LEFT, "Arrêtez tout", "letters_missing"),
        (LEFT, "donne ta", None),
        (RIGHT, "donne ta", "letters_missing"),
    ],
)
def test_on_the_right_or_on_the_left_as_he_likes(side: str, sentence: str, code: str | None) -> None:
    """T and O: OT needs an O in the first word, TO a T."""
    s = searching()
    assert ends(s) == {"1 right", "1 left"}
    if code is None:
        says(s, 0, 1, side, sentence)
        assert faces(s, "line:0") == (["vT", "vO"] if side == RIGHT else ["vO", "vT"])
    else:
        assert wrong(s, 0, 1, side, sentence) == code
        assert (phase(s), faces(s, "line:0"), faces(s, "turned")) == ("search", ["vT"], ["vO"])


@pytest.mark.rule("toufrazix", "R9", "R10", "D4")
def test_the_next_one_makes_it_a_word_longer_and_need_not_keep_any_word() -> None:
    """Example 2: T O M."""
    s = searching("line:0=vT vO | pile:0=pK vM")
    has_sentence(s, 1, "Arrêtez tout", 2)
    says(s, 0, 1, RIGHT, "Ta poule aime")
    assert (faces(s, "line:0"), written_on(s, 1)) == (["vT", "vO", "vM"], ["Ta", "poule", "aime"])
    assert turn(s) == 1


@pytest.mark.rule("toufrazix", "R8", "R9", "R11")
def test_one_word_for_each_card_in_their_order() -> None:
    """Example 4."""
    s = searching("line:0=vT vO vM | pile:0=pK vS")
    assert wrong(s, 0, 1, RIGHT, "Ses tantes votent maintenant") == "letters_missing"
    says(s, 0, 1, LEFT, "Ses tantes votent maintenant")
    assert faces(s, "line:0") == ["vS", "vT", "vO", "vM"]


@pytest.mark.rule("toufrazix", "R9")
@pytest.mark.parametrize("sentence", ["Ta poule aime", "Ta poule aime ses ses"])
def test_a_word_less_or_more_is_no_sentence_here(sentence: str) -> None:
    """Example 5: S is laid on T O M, so there are four."""
    s = searching("line:0=vT vO vM | pile:0=pK vS")
    assert wrong(s, 0, 1, RIGHT, sentence) == "not_a_sentence"


@pytest.mark.rule("toufrazix", "D6")
def test_the_sentence_that_was_said_goes_on() -> None:
    s = searching("line:0=vT vO vM | pile:0=pK vS")
    has_sentence(s, 1, "Ta poule aime", 2)
    says(s, 0, 1, RIGHT, "Ta poule aime ses")
    assert written_on(s, 1) == ["Ta", "poule", "aime", "ses"]


@pytest.mark.rule("toufrazix", "R11")
def test_a_card_goes_nowhere_but_to_the_ends() -> None:
    s = searching("line:0=vT vO | pile:0=pK vM")
    assert ends(s) == {"1 left", "1 right"}
    assert refused(s, 0, "say", end="line:0/middle", words=["ta", "aime", "tout"]) == "not_possible"
    assert refused(s, 0, "say", end="line:2/right", words=["aime"]) == "not_possible"


@pytest.mark.rule("toufrazix", "R9", "D21")
def test_what_stands_in_one_box_stays_under_one_card() -> None:
    s = searching()
    offer = next(o for o in s.offers(0) if o.name == "say")
    args = {"end": "line:0/right", "words": ["arrêtez", " la poule "]}
    s.words["LAPOULE"] = True
    apply(s, Played(s.now, 0, offer.looked_up(Move("say", args, s.now, offer.stimulus), LEXICON)))
    stands(s)
    do(s, 0, "flip")
    assert len(boxes(s, "line:0/right").opens_with) == 3


@pytest.mark.rule("toufrazix", "R12", "R13", "R14", "D3")
@pytest.mark.parametrize(
    ("position", "threshold", "new"),
    [
        (f"line:0={SIX}", 7, None),
        (f"line:0={SEVEN}", 7, 2),
        (f"line:0={SEVEN} vS", 7, 2),
        ("line:0=vT vO vM vS", 5, None),
        ("line:0=vT vO vM vS vA", 5, 2),
        (f"line:0={SEVEN} | line:1=bA bB bC", 7, None),
        (f"line:0={SEVEN} | line:1=bA bB bC bD bE bF bG", 7, 3),
        (f"line:0={SEVEN} | line:1=bA bB bC bD bE bF bG | line:2=bH", 7, None),
        (f"line:0={SEVEN} | line:1=bA bB bC bD bE bF bG | line:2=bH bI bJ bL bM bN", 7, None),
    ],
)
def test_another_sentence_may_be_started_when_all_are_long_enough(
    position: str, threshold: int, new: int | None
) -> None:
    """Examples 3, 6 and 12; every line, short or long, can be lengthened."""
    s = searching(f"{position} | pile:0=pK yE", threshold=threshold)
    lines = position.count("line:")
    expected = {f"{line} {side}" for line in range(1, lines + 1) for side in (LEFT, RIGHT)}
    assert ends(s) == expected | ({f"{new} right"} if new else set())
    if new is None:
        assert wrong(s, 0, lines + 1, RIGHT, "plonge") == "not_possible"
    else:
        says(s, 0, new, RIGHT, "Plonge")
        assert (faces(s, f"line:{new - 1}"), written_on(s, new)) == (["yE"], ["Plonge"])
        assert (turn(s), phase(s)) == (0, "flip")  # example 3: E is a vowel


@pytest.mark.rule("toufrazix", "R12", "D3")
def test_a_long_sentence_may_be_lengthened_without_end() -> None:
    s = searching(f"line:0={SEVEN} bA bB bC bD bF bG | pile:0=pK vL")
    assert len(boxes(s, "line:0/right").fits) == 14


@pytest.mark.rule("toufrazix", "R13", "D5")
@pytest.mark.parametrize(("word", "code"), [("chaise", "no_verb"), ("mange", None), ("plonge", None)])
def test_the_sentence_of_a_single_card_is_a_verb(word: str, code: str | None) -> None:
    """Example 7."""
    s = searching(f"line:0={SEVEN} | pile:0=pK yE")
    if code:
        assert wrong(s, 0, 2, RIGHT, word) == code
        assert (phase(s), faces(s, "turned")) == ("search", ["yE"])
    else:
        says(s, 0, 2, RIGHT, word)
        assert written_on(s, 2) == [word]


@pytest.mark.rule("toufrazix", "D5", "R15")
def test_with_an_etoile_any_verb_will_do() -> None:
    s = searching(f"line:0={SEVEN} | pile:0=pK ★")
    assert wrong(s, 0, 2, RIGHT, "chaise") == "no_verb"
    says(s, 0, 2, RIGHT, "vole")
    assert faces(s, "line:1") == ["★"]


@pytest.mark.rule("toufrazix", "D2")
def test_a_sentence_has_a_verb() -> None:
    s = searching()
    assert wrong(s, 0, 1, RIGHT, "toit tout") == "no_verb"
    assert (phase(s), counts(s)) == ("search", [1, 2, 2])
    says(s, 0, 1, RIGHT, "Arrêtez tout")


@pytest.mark.rule("toufrazix", "D4")
def test_only_the_line_just_lengthened_has_another_sentence() -> None:
    s = searching(f"line:0={SEVEN} | line:1=bA bE | pile:0=pK vL")
    has_sentence(s, 1, "a b c d e f g", 1)
    has_sentence(s, 2, "ami aime", 2)
    says(s, 0, 2, LEFT, "la mange aime")
    assert written_on(s, 1) == ["a", "b", "c", "d", "e", "f", "g"]
    assert (written_on(s, 2), s.zone("line:1").by, s.zone("line:0").by) == (["la", "mange", "aime"], [0], [1])


# ---- étoiles, vowels, pétards --------------------------------------------------------------------------


@pytest.mark.rule("toufrazix", "R15", "R16", "R17", "D10")
def test_an_etoile_is_any_letter_now_and_later_and_one_may_play_again() -> None:
    s = searching("line:0=vT | pile:0=pK vM ★")
    says(s, 0, 1, RIGHT, "ta vole")
    assert (turn(s), names(s, 0)) == (0, {"flip", "end_turn"})
    do(s, 0, "flip")
    says(s, 0, 1, RIGHT, "tantes chaise aime")
    assert written_on(s, 1) == ["tantes", "chaise", "aime"]
    assert turn(s) == 1


@pytest.mark.rule("toufrazix", "R16", "D10")
def test_after_an_etoile_one_may_stop() -> None:
    s = searching("line:0=vT | pile:0=pK vM ★")
    says(s, 0, 1, RIGHT, "ta vole")
    assert told(do(s, 0, "end_turn"), "stops") == [{"seat": 0}]
    assert turn(s) == 1


@pytest.mark.rule("toufrazix", "R18", "D10")
@pytest.mark.parametrize(("face", "again"), [*((f"b{v}", True) for v in "AEIOUY"), ("bL", False), ("bH", False)])
def test_who_has_laid_a_vowel_must_play_again(face: str, again: bool) -> None:
    s = searching(f"line:0=vT | pile:0=pK {face}")
    word = {"A": "la", "E": "le", "I": "ami", "O": "tout", "U": "tout", "Y": "y", "L": "le", "H": "chaise"}[
        face[1]
    ]
    says(s, 0, 1, RIGHT, f"tombe {word}")
    assert (turn(s), phase(s)) == (0 if again else 1, "flip")
    if again:
        assert names(s, 0) == {"flip"}


@pytest.mark.rule("toufrazix", "R19", "R20", "R21", "D11")
def test_a_petard_is_given_away_exchanged_and_its_player_plays_again() -> None:
    s = plain("line:0=vT | pile:0=pK ✹")
    assert told(do(s, 0, "flip"), "petard") == [{"seat": 0}]
    assert (phase(s), names(s, 0), names(s, 1)) == ("petard", {"offer"}, set())
    assert refused(s, 0, "offer", taker=0) == "not_possible"
    before = faces(s, "draw")
    assert told(do(s, 0, "offer", taker=2), "gives") == [{"giver": 0, "taker": 2}]
    assert faces(s, "pile:2") == [before[-1], "pQ", "bQ"]
    assert faces(s, "draw") == [PETARD, *before[:-1]]
    assert (phase(s), turn(s), names(s, 0)) == ("flip", 0, {"flip"})


@pytest.mark.rule("toufrazix", "D11")
def test_without_a_draw_pile_a_petard_is_set_aside_and_nobody_receives_anything() -> None:
    s = table("line:0=vT | pile:0=pK ✹ | pile:1=pW | won:1=…", 2)
    do(s, 0, "flip")
    do(s, 0, "offer", taker=1)
    assert (faces(s, "aside"), faces(s, "pile:1"), faces(s, "draw")) == ([PETARD], ["pW"], [])
    assert turn(s) == 0


@pytest.mark.rule("toufrazix", "R26", "D12")
def test_a_petard_given_away_as_the_last_card_wins_the_round() -> None:
    """Example 10."""
    s = plain("line:0=vT vO vM | pile:0=✹")
    do(s, 0, "flip")
    events = do(s, 0, "offer", taker=2)
    assert told(events, "round_won") == [{"winner": 0, "count": 3}]
    assert s.scores == [3, 0, 0]
