"""Toufrazix, rule by rule (the numbers are those of its rules and rulings), with results worked out from them."""

from typing import Any

import pytest

from tablee.games.toufrazix.rules import GAME, ToufrazixState
from tablee.kernel.door import encode
from tablee.kernel.events import Event
from tablee.kernel.moves import Move
from tablee.kernel.record import Played, SeatChanged, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Millis, Seat
from tablee.phases import flip
from tablee.pieces.notation import arrange
from tablee.pieces.toutilix import DECK, PETARD
from tablee.words.fit import Sentence
from tablee.words.flags import NOUN, VERB
from tablee.words.lexicon import Lexicon
from tests.table import do, faces, names, refused, shuffled, start, told, view, wait

VERBS = {
    "arrêtez",
    "aime",
    "plonge",
    "votent",
    "mange",
    "marchez",
    "vote",
    "vole",
    "lave",
    "étonne",
    "donne",
    "tombe",
}
OTHERS = {
    "tout", "ta", "poule", "ses", "tantes", "maintenant", "chaise", "toit", "dodo", "dans", "le", "la", "loup",
    "demain", "table", "mon", "ton", "ami", "deux", "rose", "soir", "y",
}  # fmt: skip
LEXICON = Lexicon.of([*((w, VERB, 5.0) for w in VERBS), *((w, NOUN, 5.0) for w in OTHERS)]).read_by(
    lambda words: list(words) != ["tombe", "tout"]
)
LEFT, RIGHT = "left", "right"


def table(position: str, players: int = 3, *, seat: Seat = 0, **options: Any) -> ToufrazixState:
    """This seat is about to turn a card; whatever the position does not name is in the draw pile."""
    s = start(GAME, players, starter=seat, **options)
    arrange(s, position if "…" in position else f"{position} | draw=…")
    s.drain()
    return s


def plain(position: str = "line:0=vT | pile:0=pK vO", **more: Any) -> ToufrazixState:
    """The others have cards that do not matter."""
    return table(f"{position} | pile:1=pW bW | pile:2=pQ bQ", **more)


def searching(position: str = "line:0=vT | pile:0=pK vO", **more: Any) -> ToufrazixState:
    """Seat 0 has turned its card at table time 0."""
    s = plain(position, **more)
    do(s, 0, "flip")
    return s


def say(
    s: ToufrazixState,
    seat: Seat,
    line: int,
    side: str,
    sentence: str,
    t: Millis | None = None,
    *,
    at: Millis | None = None,
    name: str = "say",
) -> list[Event]:
    """A sentence as it comes in, with what the dictionary of this test knows; lines are counted from 1."""
    t = s.now if t is None else t
    s.drain()
    words = sentence.split()
    offer = next((o for o in s.offers(seat) if o.name == name), None)
    args = {"end": f"line:{line - 1}/{side}", "words": words}
    move = Move(name, args, t if at is None else at, offer.stimulus if offer else None)
    move = offer.looked_up(move, LEXICON) if offer else move
    apply(s, Played(t, seat, move))
    return s.drain()


def wrong(s: ToufrazixState, seat: Seat, line: int, side: str, sentence: str, name: str = "say") -> str:
    with pytest.raises(Refused) as no:
        say(s, seat, line, side, sentence, name=name)
    return no.value.code


def stands(s: ToufrazixState) -> list[Event]:
    """Nobody contests what has just been said."""
    return wait(s, "spoken_sentence/close")


def says(s: ToufrazixState, seat: Seat, line: int, side: str, sentence: str) -> list[Event]:
    return [*say(s, seat, line, side, sentence), *stands(s)]


def seal(
    s: ToufrazixState,
    seat: Seat,
    line: int,
    side: str,
    sentence: str,
    t: Millis | None = None,
    at: Millis | None = None,
) -> list[Event]:
    return say(s, seat, line, side, sentence, t, at=at, name="idea")


def rescue(s: ToufrazixState, author: Seat, line: int, side: str, sentence: str) -> list[Event]:
    """A chrono that runs down to zero, and nobody contests the sentence."""
    seal(s, author, line, side, sentence)
    wait(s, "search/close")
    events = wait(s, "countdown/zero")
    return [*events, *stands(s)]


def nobody_finds(s: ToufrazixState, seat: Seat) -> list[Event]:
    do(s, seat, "dry")
    return wait(s, "gave_up/limit")


def written_on(s: ToufrazixState, line: int) -> list[str]:
    """The words under the cards of a line."""
    said = s.zone(f"line:{line - 1}").said
    assert said is not None
    return said.split()


def has_sentence(s: ToufrazixState, line: int, sentence: str, by: Seat) -> None:
    """As if somebody had said it."""
    zone = s.zone(f"line:{line - 1}")
    zone.said, zone.by = sentence, [by]


def phase(s: ToufrazixState) -> str:
    return view(s).phase


def turn(s: ToufrazixState) -> Seat:
    return view(s).active[0]


def counts(s: ToufrazixState) -> list[int]:
    return [len(s.pile(seat).cards) for seat in s.all_seats]


def due(s: ToufrazixState) -> tuple[str, Millis]:
    alarm = s.next_alarm()
    assert alarm is not None
    return alarm.name, alarm.at


def boxes(s: ToufrazixState, end: str) -> Sentence:
    """The boxes that the searcher is offered at an end."""
    found = next(o for o in s.offers(0) if o.name == "say").params["words"].given({"end": end})
    assert isinstance(found, Sentence)
    return found


def ends(s: ToufrazixState, seat: Seat = 0) -> set[str]:
    """Where a card may go, as `line side`."""
    offer = next(o for o in s.offers(seat) if "end" in o.params)
    found = set()
    for end in offer.params["end"].values():
        name, _, side = end.rpartition("/")
        found.add(f"{int(name.removeprefix('line:')) + 1} {side}")
    return found


# ---- set-up ---------------------------------------------------------------------------------------------


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


# ---- turns ----------------------------------------------------------------------------------------------


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


SEVEN = "vT vO vM vS vA vE vR"
SIX = "vT vO vM vS vA vE"


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


# ---- étoiles, vowels, pétards ---------------------------------------------------------------------------


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


# ---- chrono ---------------------------------------------------------------------------------------------


@pytest.mark.rule("toufrazix", "R22", "R23", "R24", "D7")
def test_who_has_an_idea_starts_a_chrono_and_at_zero_his_sentence_is_laid() -> None:
    s = searching()
    assert names(s, 1) == names(s, 2) == {"idea"}
    seal(s, 2, 1, LEFT, "donne ta", 1_000)
    wait(s, "search/close")
    assert (phase(s), due(s)[1] - s.now) == ("countdown", 10_000)
    events = wait(s, "countdown/zero")
    assert told(events, "opens") == [{"seat": 2, "words": "donne ta"}]
    assert (phase(s), counts(s)) == ("spoken_sentence", [1, 2, 2])
    draw = faces(s, "draw")
    stands(s)
    assert faces(s, "line:0") == ["vO", "vT"]
    assert (written_on(s, 1), s.zone("line:0").by) == (["donne", "ta"], [2])
    assert faces(s, "pile:0") == [draw[-1], "pK"]
    assert turn(s) == 1  # the next player, though a vowel was laid (D9) and seat 2 had the idea


@pytest.mark.rule("toufrazix", "D7")
def test_a_sealed_idea_is_seen_by_its_author_alone() -> None:
    s = searching()
    seal(s, 2, 1, LEFT, "donne ta")
    wait(s, "search/close")
    assert view(s, 2).fact("sealed")["value"] == "donne ta"
    for seat in (0, 1):
        assert view(s, seat).fact("sealed") == {"sealed": True}
        assert b"donne" not in encode(view(s, seat))


@pytest.mark.rule("toufrazix", "D7")
def test_until_zero_the_searcher_may_answer_and_the_idea_is_never_shown() -> None:
    s = searching()
    seal(s, 2, 1, LEFT, "donne ta")
    wait(s, "search/close")
    assert names(s, 0) == {"say"}
    says(s, 0, 1, RIGHT, "arrêtez tout")
    assert (written_on(s, 1), counts(s), turn(s)) == (["arrêtez", "tout"], [1, 2, 2], 0)


@pytest.mark.rule("toufrazix", "D7")
@pytest.mark.parametrize(("second", "author"), [(20_030, 1), (20_031, 2)])
def test_of_two_ideas_within_30_ms_the_nearest_clockwise_counts(second: Millis, author: Seat) -> None:
    s = searching()
    seal(s, 2, 1, LEFT, "donne ta", 20_000)
    seal(s, 1, 1, RIGHT, "arrêtez tout", 20_031, at=second)
    assert told(wait(s, "search/close"), "chrono") == [{"seat": author, "owner": 0, "seconds": 10}]


@pytest.mark.rule("toufrazix", "D7")
@pytest.mark.parametrize("sentence", ["toit tout", "donne tout", "donne"])
def test_an_idea_that_does_not_fit_is_refused_at_once(sentence: str) -> None:
    s = searching()
    assert wrong(s, 2, 1, RIGHT, sentence, "idea") in {"no_verb", "letters_missing", "not_a_sentence"}


@pytest.mark.rule("toufrazix", "D8", "D2")
def test_a_refused_idea_was_a_void_launch_and_the_search_goes_on() -> None:
    s = searching()
    has_sentence(s, 1, "toit", 1)
    seal(s, 2, 1, LEFT, "donne ta", 20_000)
    wait(s, "search/close")
    wait(s, "countdown/zero")
    left = 90_000 - 20_031
    do(s, 0, "contest")
    do(s, 1, "refuse")
    assert phase(s) == "search"
    assert (faces(s, "line:0"), faces(s, "turned")) == (["vT"], ["vO"])
    assert (written_on(s, 1), s.zone("line:0").by) == (["toit"], [1])
    assert (names(s, 0), names(s, 1), names(s, 2)) == ({"say", "dry"}, {"idea"}, set())
    assert (counts(s), due(s)) == ([1, 2, 2], ("search/limit", s.now + left))


@pytest.mark.rule("toufrazix", "D2")
def test_a_contested_sentence_is_taken_back_and_costs_nothing() -> None:
    s = searching()
    has_sentence(s, 1, "toit", 1)
    say(s, 0, 1, RIGHT, "arrêtez tout", 4_000)
    assert (faces(s, "line:0"), written_on(s, 1)) == (["vT", "vO"], ["arrêtez", "tout"])
    assert (names(s, 1), names(s, 0)) == ({"contest"}, set())
    do(s, 1, "contest")
    do(s, 2, "refuse")
    assert (phase(s), turn(s), counts(s)) == ("search", 0, [1, 2, 2])
    assert (faces(s, "line:0"), faces(s, "turned"), written_on(s, 1)) == (["vT"], ["vO"], ["toit"])
    assert due(s) == ("search/limit", s.now + 86_000)
    says(s, 0, 1, LEFT, "donne ta")
    assert faces(s, "line:0") == ["vO", "vT"]


@pytest.mark.rule("toufrazix", "D2")
def test_silence_accepts() -> None:
    s = searching()
    say(s, 0, 1, RIGHT, "arrêtez tout")
    do(s, 1, "contest")
    wait(s, "vote/limit")
    assert written_on(s, 1) == ["arrêtez", "tout"]
    assert (phase(s), turn(s)) == ("flip", 0)


@pytest.mark.rule("toufrazix", "D2")
@pytest.mark.parametrize("accepted", [True, False])
def test_an_unknown_word_goes_to_the_vote(accepted: bool) -> None:
    s = searching()
    say(s, 0, 1, RIGHT, "arrêtez zorg")
    assert (phase(s), view(s).fact("words")) == ("vote", ["zorg"])
    for seat in (1, 2):
        do(s, seat, "accept" if accepted else "refuse")
    assert phase(s) == ("spoken_sentence" if accepted else "search")
    assert counts(s) == [1, 2, 2]


# ---- nobody finds ---------------------------------------------------------------------------------------


@pytest.mark.rule("toufrazix", "R25", "D9")
def test_nobody_finds_and_the_card_goes_under_the_draw_pile() -> None:
    """O is a vowel, and still the next one plays."""
    s = searching()
    before = faces(s, "draw")
    do(s, 0, "dry")
    assert (phase(s), due(s)[1] - s.now, names(s, 1)) == ("gave_up", 20_000, {"idea", "no_idea"})
    wait(s, "gave_up/limit")
    assert faces(s, "draw") == ["vO", *before]
    assert (counts(s), faces(s, "line:0"), turn(s), phase(s)) == ([1, 2, 2], ["vT"], 1, "flip")


@pytest.mark.rule("toufrazix", "R22", "R24", "D24")
def test_after_dry_the_first_accepted_idea_counts_at_once() -> None:
    s = searching()
    do(s, 0, "dry")
    seal(s, 1, 1, RIGHT, "arrêtez tout")
    assert told(wait(s, "gave_up/close"), "opens") == [{"seat": 1, "words": "arrêtez tout"}]
    stands(s)
    assert (counts(s), written_on(s, 1), turn(s)) == ([2, 2, 2], ["arrêtez", "tout"], 1)


@pytest.mark.rule("toufrazix", "D24")
@pytest.mark.parametrize("seconds", [60, 90, 120])
def test_the_search_limit_counts_as_dry(seconds: int) -> None:
    s = searching(search_s=seconds)
    assert due(s) == ("search/limit", seconds * 1_000)
    assert told(wait(s), "dry") == [{"seat": 0}]
    assert phase(s) == "gave_up"


@pytest.mark.rule("toufrazix", "D9")
@pytest.mark.parametrize("face", ["vO", "★"])
def test_who_was_helped_does_not_play_again(face: str) -> None:
    s = searching(f"line:0=vT | pile:0=pK {face}")
    rescue(s, 2, 1, RIGHT, "arrêtez tout")
    assert turn(s) == 1


# ---- the last card --------------------------------------------------------------------------------------


@pytest.mark.rule("toufrazix", "R26", "R27", "R28")
@pytest.mark.parametrize("face", ["vL", "bO", "★"])
def test_who_lays_his_last_card_wins_all_the_cards_laid(face: str) -> None:
    """Not before the sentence can no longer be contested; after a vowel or an étoile there is nothing to play."""
    s = searching(f"line:0=bA bB bC bD bE bF bG | line:1=vT | pile:0={face}")
    say(s, 0, 2, RIGHT, "arrêtez loup")
    assert (s.scores, s.round) == ([0, 0, 0], 0)
    assert told(stands(s), "round_won") == [{"winner": 0, "count": 9}]
    assert s.scores == [9, 0, 0]
    assert (len(s.won(0).cards), counts(s), len(s.draw.cards)) == (9, [7, 7, 7], 100 - 9 - 21 - 1)
    assert [len(line.cards) for line in s.lines[:3]] == [1, 0, 0]
    assert [(line.said, line.by) for line in s.lines[:2]] == [("", []), ("", [])]


@pytest.mark.rule("toufrazix", "D12", "R24")
def test_who_was_helped_with_his_last_card_has_not_won() -> None:
    """Example 8."""
    s = searching("line:0=vT | pile:0=pD")
    rescue(s, 2, 1, RIGHT, "ta donne")
    assert (faces(s, "line:0"), counts(s), turn(s)) == (["vT", "pD"], [1, 2, 2], 1)
    assert (s.scores, s.round) == ([0, 0, 0], 0)


@pytest.mark.rule("toufrazix", "D12", "R25")
def test_who_was_stuck_on_his_last_card_draws_another() -> None:
    """Example 9."""
    s = searching("line:0=vT | pile:0=pD")
    before = faces(s, "draw")
    nobody_finds(s, 0)
    assert (faces(s, "pile:0"), faces(s, "draw")) == ([before[-1]], ["pD", *before[:-1]])
    assert (turn(s), s.scores, s.round) == (1, [0, 0, 0], 0)


@pytest.mark.rule("toufrazix", "D13")
def test_who_has_no_cards_after_being_stuck_is_out_where_there_is_nothing_to_draw() -> None:
    s = table("line:0=vT | pile:0=pD | pile:1=pW bW bL | pile:2=pQ bQ bM | won:1=…")
    do(s, 0, "flip")
    events = rescue(s, 2, 1, RIGHT, "ta donne")
    assert told(events, "receives") == [{"seat": 0, "count": 0}]
    assert told(events, "out") == [{"seat": 0}]
    for seat in (1, 2):
        assert turn(s) == seat
        do(s, seat, "flip")
        says(s, seat, 1, RIGHT, ["ta donne le", "ta donne le maintenant"][seat - 1])
    assert turn(s) == 1


@pytest.mark.rule("toufrazix", "D13", "D12")
def test_a_card_nobody_found_for_does_not_come_back_to_its_player() -> None:
    """The draw pile was empty when he was stuck, so he receives nothing."""
    s = table("line:0=vT | pile:0=pD | pile:1=pW bW | won:1=…", 2)
    do(s, 0, "flip")
    nobody_finds(s, 0)
    assert (faces(s, "draw"), counts(s), turn(s)) == (["pD"], [0, 2], 1)


@pytest.mark.rule("toufrazix", "D16")
def test_without_a_card_in_any_pile_the_round_is_stopped() -> None:
    s = table("line:0=vT vO | pile:0=pD | pile:1= | won:1=bA bB | aside=…", 2)
    do(s, 0, "flip")
    events = rescue(s, 1, 1, RIGHT, "ta poule donne")
    assert told(events, "round_stopped") == [{"count": 3}]
    assert s.scores == [0, 0]
    assert len(s.aside.cards) == 98 and s.outcome is not None


@pytest.mark.rule("toufrazix", "D16")
def test_twice_as_many_turns_in_a_row_as_players_without_a_find_stop_the_round() -> None:
    s = table("line:0=vT vO | pile:0=pK bK pF bF | pile:1=pW bW pX bX", 2)
    for i in range(4):
        assert (turn(s), s.round) == (i % 2, 0)
        do(s, i % 2, "flip")
        events = nobody_finds(s, i % 2)
    assert told(events, "round_stopped") == [{"count": 2}]
    assert (s.scores, len(s.aside.cards), s.round) == ([0, 0], 2, 1)
    assert (counts(s), len(s.draw.cards)) == ([7, 7], 98 - 15)


@pytest.mark.rule("toufrazix", "D16")
def test_a_turn_that_ends_otherwise_begins_the_count_anew() -> None:
    s = table("line:0=vT | pile:0=pK bK pF | pile:1=pX bL pW", 2)
    for seat in (0, 1, 0):
        do(s, seat, "flip")
        nobody_finds(s, seat)
    do(s, 1, "flip")
    says(s, 1, 1, RIGHT, "tombe le")
    do(s, 0, "flip")
    nobody_finds(s, 0)
    assert (s.round, turn(s)) == (0, 1)


# ---- rounds and the end ---------------------------------------------------------------------------------


@pytest.mark.rule("toufrazix", "D15", "R27")
def test_the_next_round_is_started_by_the_left_neighbour_of_its_last_starter() -> None:
    s = table("line:0=vT | pile:0=pK | pile:1=pW | pile:2=vL", seat=2)
    do(s, 2, "flip")
    says(s, 2, 1, RIGHT, "tombe le")
    assert (turn(s), view(s).fact("starter")) == (0, 0)


@pytest.mark.rule("toufrazix", "R28", "D14")
@pytest.mark.parametrize(("free", "again"), [(22, True), (21, False)])
def test_a_new_round_needs_seven_cards_each_and_one_to_turn(free: int, again: bool) -> None:
    """Of three players: what is neither won nor set aside, after the two cards laid are won."""
    s = table("line:0=vT | pile:0=vL | pile:1=pW | pile:2=pQ | won:1=…")
    s.move(s.won(1).cards[-1], s.won(1), s.draw)
    while len(s.draw.cards) < free - 2:
        s.move(s.won(1).cards[-1], s.won(1), s.draw)
    do(s, 0, "flip")
    says(s, 0, 1, RIGHT, "tombe le")
    assert (s.outcome is None) is again
    if s.outcome is not None:
        assert s.outcome.detail == "no_deal"


@pytest.mark.rule("toufrazix", "R29", "D17")
def test_the_most_cards_win_and_ties_share_the_victory() -> None:
    s = table("line:0=vT | pile:0=vL | pile:1=pW | pile:2=pQ | won:1=bA bB | aside=…")
    s.scores = [0, 2, 0]
    do(s, 0, "flip")
    says(s, 0, 1, RIGHT, "tombe le")
    assert s.outcome is not None
    assert (s.outcome.scores, s.outcome.winners) == ((2, 2, 0), (0, 1))


@pytest.mark.rule("toufrazix", "R28")
@pytest.mark.parametrize("rounds", [1, 2])
def test_a_table_may_play_so_many_rounds(rounds: int) -> None:
    s = table("line:0=vT | pile:0=✹ | pile:1=pW", 2, rounds=rounds)
    do(s, 0, "flip")
    do(s, 0, "offer", taker=1)
    assert (s.outcome is not None) is (rounds == 1)
    if s.outcome is not None:
        assert s.outcome.detail == "rounds"


@pytest.mark.rule("toufrazix", "D19")
def test_a_round_in_which_nothing_was_laid_ends_the_game() -> None:
    s = table("pile:0=✹ | pile:1=pW", 2)
    do(s, 0, "flip")
    do(s, 0, "offer", taker=1)
    assert s.outcome is not None
    assert s.outcome.detail == "nothing_laid"


# ---- silence --------------------------------------------------------------------------------------------


@pytest.mark.rule("toufrazix", "D18")
@pytest.mark.parametrize("seconds", [5, 10])
def test_a_card_that_nobody_turns_is_turned(seconds: int) -> None:
    s = plain(flip_s=seconds)
    assert due(s) == ("flip/auto", seconds * 1_000)
    assert told(wait(s), "timeout") == [{"seat": 0}]
    assert (phase(s), faces(s, "turned")) == ("search", ["vO"])


@pytest.mark.rule("toufrazix", "D18")
def test_a_petard_that_nobody_gives_goes_to_the_next_seat() -> None:
    s = plain("line:0=vT | pile:0=pK ✹")
    do(s, 0, "flip")
    assert due(s) == ("petard/limit", 10_000)
    assert told(wait(s), "gives") == [{"giver": 0, "taker": 1}]
    assert counts(s) == [1, 3, 2]


@pytest.mark.rule("toufrazix", "D18", "D10")
def test_no_choice_after_an_etoile_ends_the_turn() -> None:
    s = searching("line:0=vT | pile:0=pK ★")
    says(s, 0, 1, RIGHT, "ta vole")
    name, at = due(s)
    assert (name, at - s.now) == ("flip/auto", 10_000)
    assert told(wait(s), "stops") == [{"seat": 0}]
    assert (turn(s), counts(s)) == (1, [1, 2, 2])


# ---- time to think --------------------------------------------------------------------------------------


@pytest.mark.rule("toufrazix", "D20")
@pytest.mark.parametrize(
    ("position", "options", "seconds"),
    [
        ("line:0=vT", {}, 20),
        ("line:0=vT vO vM vA", {}, 35),
        ("line:0=vT vO vM vA", {"grace_s": 5}, 30),
        ("line:0=vT vO vM vA", {"grace_s": 20}, 45),
        (f"line:0={SEVEN}", {}, 15),  # a new line
        (f"line:0={SEVEN} | line:1=bA bB bC bD bE bF", {}, 45),
        (f"line:0={SEVEN} | line:1=bA bB", {}, 25),
        (f"line:0={SIX}", {"grace_s": 20}, 45),  # not 55
    ],
)
def test_no_chrono_starts_before_the_player_has_had_his_time(
    position: str, options: dict[str, Any], seconds: int
) -> None:
    """Example 11: 10 s and 5 s for each card of the shortest line he could lay on, 45 s at most."""
    s = searching(f"{position} | pile:0=pK pD", **options)
    domain = next(o for o in s.offers(1) if o.name == "idea").params
    end = next(iter(domain["end"].values()))
    say_fitting(s, 1, end, t=1_000)
    assert phase(s) == "search"
    assert due(s) == ("search/close", seconds * 1_000)
    wait(s)
    assert (phase(s), due(s)) == ("countdown", ("countdown/zero", seconds * 1_000 + 10_000))


FITTING = {
    "T": "tombe", "O": "donne", "M": "aime", "A": "aime", "S": "ses", "E": "aime", "R": "arrêtez", "D": "donne",
    "B": "tombe", "C": "chaise", "F": "f", "G": "plonge",
}  # fmt: skip


def say_fitting(s: ToufrazixState, seat: Seat, end: str, t: Millis) -> list[Event]:
    line, _, side = end.rpartition("/")
    letters = [s.faces[c][-1] for c in s.zone(line).cards]
    letters = [*letters, "D"] if side == RIGHT else ["D", *letters]
    s.words["F"] = True
    sentence = " ".join(FITTING[letter] for letter in letters)
    return seal(s, seat, int(line.removeprefix("line:")) + 1, side, sentence, t)


@pytest.mark.rule("toufrazix", "D20", "D7")
def test_an_idea_sealed_early_waits_unseen_and_dry_opens_it_at_once() -> None:
    """Example 11."""
    s = searching("line:0=vT vO vM vA | pile:0=pK pD")
    seal(s, 1, 1, RIGHT, "ta poule aime la donne", 6_000)
    assert view(s, 1).fact("waiting") == [None, "ta poule aime la donne", None]
    for seat in (0, 2):
        assert view(s, seat).fact("waiting")[1] is None
        assert b"poule" not in encode(view(s, seat))
    assert due(s) == ("search/close", 35_000)
    do(s, 0, "dry", t=20_000)
    assert told(wait(s, "gave_up/close"), "opens") == [{"seat": 1, "words": "ta poule aime la donne"}]
    stands(s)
    assert (faces(s, "line:0")[-1], counts(s), turn(s)) == ("pD", [2, 2, 2], 1)


@pytest.mark.rule("toufrazix", "D20")
def test_of_several_that_wait_the_one_sealed_first_counts() -> None:
    s = searching()
    seal(s, 2, 1, RIGHT, "arrêtez tout", 3_000)
    seal(s, 1, 1, LEFT, "donne ta", 5_000)
    assert told(wait(s, "search/close"), "chrono") == [{"seat": 2, "owner": 0, "seconds": 10}]
    assert s.now == 20_000


@pytest.mark.rule("toufrazix", "D20")
def test_an_answer_in_time_and_there_is_no_chrono() -> None:
    s = searching()
    seal(s, 2, 1, RIGHT, "arrêtez tout", 3_000)
    say(s, 0, 1, LEFT, "donne ta", 19_999)
    stands(s)
    assert (written_on(s, 1), turn(s), phase(s)) == (["donne", "ta"], 0, "flip")


@pytest.mark.rule("toufrazix", "D21")
def test_the_boxes_open_with_the_sentence_in_force_and_a_box_to_fill() -> None:
    s = searching(f"line:0={SEVEN} | line:1=bT bO | pile:0=pK bM")
    has_sentence(s, 2, "arrêtez tout", 2)
    assert boxes(s, "line:1/right").opens_with == ("arrêtez", "tout", "")
    assert boxes(s, "line:1/left").opens_with == ("", "arrêtez", "tout")
    assert boxes(s, "line:0/right").opens_with == ("",) * 8


# ---- time to read, and one human alone ------------------------------------------------------------------


@pytest.mark.rule("toufrazix", "D22")
@pytest.mark.parametrize(("said_s", "span", "contests"), [(3, 4_500, True), (6, 7_500, True), (0, 2_000, False)])
def test_a_sentence_stays_for_as_long_as_it_takes_to_read(said_s: int, span: Millis, contests: bool) -> None:
    """Three words: a second and a half more; without contests two seconds at least."""
    s = searching("line:0=vT vO | pile:0=pK vM", said_s=said_s)
    say(s, 0, 1, RIGHT, "ta poule aime", 1_000)
    assert due(s) == ("spoken_sentence/close", 1_000 + span)
    assert names(s, 1) == ({"contest"} if contests else set())


@pytest.mark.rule("toufrazix", "D22")
def test_also_where_nobody_could_contest_it() -> None:
    s = searching("line:0=vT vO | pile:0=pK vM")
    bots(s, 1, 2)
    say(s, 0, 1, RIGHT, "ta poule aime")
    assert due(s) == ("spoken_sentence/close", 4_500)
    assert names(s, 1) == names(s, 2) == set()


def bots(s: ToufrazixState, *seats: Seat) -> None:
    for seat in seats:
        apply(s, SeatChanged(s.now, seat, human=False, present=True))


@pytest.mark.rule("toufrazix", "D23")
@pytest.mark.parametrize("kept", [True, False])
def test_alone_with_bots_a_strange_sentence_is_shown_back(kept: bool) -> None:
    s = searching()
    bots(s, 1, 2)
    say(s, 0, 1, RIGHT, "tombe tout", 1_000)
    assert (phase(s), names(s, 0), faces(s, "turned")) == ("sounds_right", {"sounds_fine", "rewrite"}, ["vO"])
    do(s, 0, "sounds_fine" if kept else "rewrite", t=3_000)
    if kept:
        assert (phase(s), written_on(s, 1)) == ("spoken_sentence", ["tombe", "tout"])
    else:
        assert (phase(s), faces(s, "line:0"), due(s)[1]) == ("search", ["vT"], 92_000)


@pytest.mark.rule("toufrazix", "D23")
def test_a_sentence_that_can_be_read_is_not_shown_back_nor_one_among_people() -> None:
    s = searching()
    bots(s, 1, 2)
    say(s, 0, 1, RIGHT, "arrêtez tout")
    assert phase(s) == "spoken_sentence"
    s = searching()
    say(s, 0, 1, RIGHT, "tombe tout")
    assert phase(s) == "spoken_sentence"


@pytest.mark.rule("toufrazix", "D23")
def test_once_in_a_bots_turn_one_human_alone_may_have_another_sentence() -> None:
    """Its card is taken back, and it has fresh time."""
    s = searching("line:0=vT | pile:0=pK vL vO")
    bots(s, 0, 1)
    has_sentence(s, 1, "toit", 1)
    say(s, 0, 1, RIGHT, "arrêtez tout", 8_000)
    assert names(s, 2) == {"another"}
    do(s, 2, "another")
    assert (phase(s), faces(s, "line:0"), faces(s, "turned")) == ("search", ["vT"], ["vO"])
    assert (written_on(s, 1), due(s)) == (["toit"], ("search/limit", 98_000))
    say(s, 0, 1, LEFT, "donne ta")
    assert names(s, 2) == set()
    stands(s)
    do(s, 0, "flip")  # a vowel: still the same turn
    say(s, 0, 1, RIGHT, "donne ta le")
    assert names(s, 2) == set()
