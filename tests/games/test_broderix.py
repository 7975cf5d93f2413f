"""Broderix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from tablee.games.broderix.rules import GAME, BroderixState, Start, fit_for
from tablee.kernel.door import Door, encode
from tablee.kernel.events import Event
from tablee.kernel.moves import Move
from tablee.kernel.outcome import Reason
from tablee.kernel.record import Played, SeatChanged, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.units import NOBODY, Millis, Seat
from tablee.pieces.notation import arrange
from tablee.pieces.toutilix import DECK
from tablee.words import flags
from tablee.words.flags import FUNCTION, KNOWN, NOUN, VERB
from tablee.words.lexicon import Lexicon
from tests.table import do, faces, names, refused, start, told, view, wait

FIRST = (
    "pO", "vA", "vT", "★", "pS",
    "vE", "vL", "pI", "bO", "bS",
    "bT", "bI", "bR", "vN", "vU",
    "pL", "bC", "bD", "pF", "pG",
)  # fmt: skip
"""The carpet of most tests, line by line."""
KINDS = {"mange": NOUN | VERB, "une": FUNCTION, "Robert": flags.FIRST_NAME, "était": VERB, "table": NOUN | VERB}


def at(
    *piles: str,
    carpet: Mapping[int, str] | None = None,
    draw: str = "…",
    layer: int = 2,
    down: tuple[int, ...] = (),
    seat: Seat = 0,
    **options: Any,
) -> BroderixState:
    """A position in which this seat is to turn its first card: the piles of all seats, the top card last, and the
    places of the carpet that differ from `FIRST`. The piles of the carpet in `down` are turned face down."""
    s = start(GAME, len(piles), starter=seat, **options)
    s.layer = layer
    for place in down:
        s.carpet[place].seers = NOBODY
    lies = [*FIRST]
    for place, cards in (carpet or {}).items():
        lies[place] = cards
    rest = "" if "…" in draw else " | aside=…"
    parts = [f"carpet:{i}={cards}" for i, cards in enumerate(lies) if cards]
    parts += [f"pile:{i}={cards}" for i, cards in enumerate(piles)]
    arrange(s, " | ".join([*parts, f"draw={draw}"]) + rest)
    s.turns = 0
    s.goto(Start(seat=seat))
    s._settle()
    s.drain()
    return s


def lay(
    s: BroderixState,
    seat: Seat,
    pile: int,
    word: str,
    t: Millis | None = None,
    *,
    move: str = "lay",
    kind: int | None = None,
) -> list[Event]:
    """A word as it comes through the door, with what the lexicon says of it (0: it does not know it)."""
    written = f"{word}'" if len(word) == 1 and word in "cdjlmnst" else word
    known = {written: KNOWN | (KINDS.get(word, 0) or NOUN) if kind is None else kind}
    return do(s, seat, move, t=t, known=known, pile=pile, word=word)


def turn_and_lay(s: BroderixState, seat: Seat, pile: int, word: str, **more: Any) -> list[Event]:
    """A whole card, up to the end of the window; nobody contests."""
    do(s, seat, "flip")
    lay(s, seat, pile, word, **more)
    return wait(s, "said/close")


def searching(*piles: str, **more: Any) -> BroderixState:
    """The card on top of the first pile has been turned, at table time 0."""
    s = at(*piles, **more)
    do(s, 0, "flip")
    return s


def seal(s: BroderixState, seat: Seat, pile: int, word: str, t: Millis | None = None, **more: Any) -> None:
    lay(s, seat, pile, word, t, move="idea", **more)


def phase(s: BroderixState) -> str:
    return view(s).phase


def active(s: BroderixState) -> tuple[Seat, ...]:
    return view(s).active


def sizes(s: BroderixState) -> list[int]:
    return [len(s.pile(seat).cards) for seat in s.all_seats]


def due(s: BroderixState) -> tuple[str, Millis]:
    alarm = s.next_alarm()
    assert alarm is not None
    return alarm.name, alarm.at


def top(s: BroderixState, place: int) -> str | None:
    """The face that everybody sees at a place of the carpet."""
    cards = [c.face for c in view(s).zone(f"carpet:{place}").cards if c and c.face]
    return cards[-1] if cards else None


def places(s: BroderixState, seat: Seat, move: str = "lay") -> list[int]:
    offer = next(o for o in s.offers(seat) if o.name == move)
    return list(offer.params["pile"].values())


def bots(s: BroderixState, *seats: Seat) -> None:
    for seat in seats:
        apply(s, SeatChanged(s.now, seat, human=False, present=True))


# ---- the deal -------------------------------------------------------------------------------------------


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


# ---- a card and a word ----------------------------------------------------------------------------------


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


# ---- playing again --------------------------------------------------------------------------------------


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


# ---- pétards --------------------------------------------------------------------------------------------


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
    assert "✹" in faces(s, "aside")
    assert active(s) == (1,)


SECOND = (
    "vO", "vO", "yO", "yO", "vE",
    "vE", "vE", "vE", "vE", "yE",
    "yE", "yA", "yA", "vA", "vA",
    "yI", "yI", "vI", "yU", "yU",
)  # fmt: skip
COVERED = {i: f"{first} {second}" for i, (first, second) in enumerate(zip(FIRST, SECOND, strict=True))}
"""A carpet on which every card is covered by a second one."""


def covered_but(**uncovered: str) -> dict[int, str]:
    """The same, with these cards in the places named (p0, p19) instead."""
    return {**COVERED, **{int(place[1:]): face for place, face in uncovered.items()}}


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


# ---- layers ---------------------------------------------------------------------------------------------


@pytest.mark.rule("broderix", "R27", "R31")
def test_the_first_cards_are_covered_first_and_then_all_of_them_again() -> None:
    s = at("vS vS vT", "vL bK", carpet=covered_but(p19="pG", p3="★"))
    do(s, 0, "flip")
    assert places(s, 0) == [3, 19]
    lay(s, 0, 3, "te")
    wait(s, "said/close")
    do(s, 1, "flip")
    assert (places(s, 1), s.layer) == ([19], 2)
    lay(s, 1, 19, "gking")
    events = wait(s, "said/close")
    assert (told(events, "third"), s.layer) == ([{"count": 3}], 3)
    do(s, 0, "flip")
    assert places(s, 0) == list(range(20))
    assert all(top(s, i) for i in range(20))


@pytest.mark.rule("broderix", "R32", "D18", "R31", "R34")
def test_a_third_card_turns_the_pile_face_down() -> None:
    """Example 7: T on the A that lies on top."""
    s = at("vS vT", "vL bK", carpet=COVERED, layer=3)
    do(s, 0, "flip")
    assert refused(s, 0, "lay", pile=11, word="lit") == "letters_missing"  # I lies under A
    lay(s, 0, 11, "était")
    assert top(s, 11) == "vT"  # R32 waits for the window
    wait(s, "said/close")
    assert top(s, 11) is None
    seen = view(s, 0).zone("carpet:11")
    assert ([c for c in seen.cards if c and c.face], seen.count) == ([], 3)
    do(s, 1, "flip")
    assert places(s, 1) == [i for i in range(20) if i != 11]


THIRD = {i: f"{cards} {third}" for (i, cards), third in zip(
    COVERED.items(),
    (
        "pA", "pB", "pC", "pD", "pE",
        "pH", "pJ", "pM", "pN", "pP",
        "pQ", "pR", "pT", "pU", "pV",
        "pX", "pY", "pZ", "bA", "bB",
    ),
    strict=True,
)}  # fmt: skip
"""Every pile has three cards."""


@pytest.mark.rule("broderix", "R33", "R34", "D16")
def test_when_all_are_face_down_all_are_turned_up_again() -> None:
    """Example 7: the 20th pile is turned down, and the fourth layer begins."""
    down = tuple(i for i in range(20) if i != 11)
    s = at("vS vL vT", "vR bK", carpet={**THIRD, 11: COVERED[11]}, layer=3, down=down)
    assert [i for i in range(20) if top(s, i)] == [11]
    do(s, 0, "flip")
    assert places(s, 0) == [11]
    lay(s, 0, 11, "était")
    events = wait(s, "said/close")
    assert (told(events, "turned_up"), s.layer) == ([{"count": 4}], 4)
    assert [top(s, i) for i in (0, 11, 19)] == ["pA", "vT", "bB"]
    do(s, 1, "flip")
    assert places(s, 1) == list(range(20))
    lay(s, 1, 0, "kaki")
    wait(s, "said/close")
    assert top(s, 0) is None  # R34


@pytest.mark.rule("broderix", "D17")
def test_after_the_fourth_layer_comes_a_fifth() -> None:
    down = tuple(range(1, 20))
    s = at("vS vL vT", "vR bK", carpet=THIRD, layer=4, down=down)
    turn_and_lay(s, 0, 0, "tata")
    assert s.layer == 5
    do(s, 1, "flip")
    assert top(s, 0) == "vT"
    assert places(s, 1) == list(range(20))


@pytest.mark.rule("broderix", "R32", "R33")
def test_what_lies_face_down_is_told_to_nobody() -> None:
    """Two tables differ in the top card of a pile that is down: all that anybody is sent is the same."""
    down = (3,)
    one = at("vS vT", "vL bK", carpet={**THIRD}, layer=4, down=down)
    other = at("vS vT", "vL bK", carpet={**THIRD}, layer=4, down=down)
    pile = other.carpet[3]
    pile.cards[-1], other.draw.cards[0] = other.draw.cards[0], pile.cards[-1]
    for viewers in (0b01, 0b10, 0b11):
        seen = [encode(Door(s, viewers).glimpse()) for s in (one, other)]
        assert seen[0] == seen[1]


# ---- point ! --------------------------------------------------------------------------------------------


def robert_mange(**more: Any) -> BroderixState:
    """Example 8: seat 1 has just said « mange », and the window is open."""
    s = at("vE vT pB", "vR vL pM", "vS bK", **more)
    turn_and_lay(s, 0, 0, "Robert")
    do(s, 1, "flip")
    lay(s, 1, 5, "mange")
    return s


@pytest.mark.rule("broderix", "R19", "R20", "R21", "D7")
def test_point_ends_a_sentence_with_a_verb_and_another_one_begins() -> None:
    """Example 8."""
    s = robert_mange()
    assert [names(s, seat) for seat in s.all_seats] == [{"contest"}, {"point"}, {"contest"}]
    do(s, 1, "point")
    assert (phase(s), names(s, 1)) == ("said", set())  # it can still be contested
    events = wait(s, "said/close")
    assert told(events, "point") == [{"seat": 1, "words": "Robert mange."}]
    assert (s.spoken, s.stories, active(s)) == ([], ["Robert mange."], (2,))
    turn_and_lay(s, 2, 1, "kaki")
    assert (s.sentence, s.stories) == ("Kaki", ["Robert mange."])


@pytest.mark.rule("broderix", "R19")
def test_without_a_verb_there_is_no_point() -> None:
    """Example 8: « Le petit »."""
    s = searching("vE vT bL", "vR bP")
    lay(s, 0, 5, "le", kind=KNOWN | FUNCTION)
    assert refused(s, 0, "point") == "not_your_turn"
    wait(s, "said/close")
    do(s, 1, "flip")
    lay(s, 1, 7, "petite", kind=KNOWN | NOUN | flags.ADJECTIVE)
    assert names(s, 1) == set()


@pytest.mark.rule("broderix", "R19")
@pytest.mark.parametrize(
    ("kind", "live"),
    [(KNOWN | VERB, True), (KNOWN | NOUN, False), (KNOWN | flags.FIRST_NAME, False), (KNOWN, True)],
)
def test_a_word_of_which_nothing_is_told_may_be_a_verb(kind: int, live: bool) -> None:
    """Word lists of other languages have no parts of speech."""
    s = searching("vE vT pM", "vR bP")
    lay(s, 0, 5, "mange", kind=kind)
    assert names(s, 0) == ({"point"} if live else set())


@pytest.mark.rule("broderix", "R21")
def test_without_point_the_sentence_gets_longer() -> None:
    s = robert_mange()
    wait(s, "said/close")
    turn_and_lay(s, 2, 1, "kaki")
    assert (s.sentence, s.stories) == ("Robert mange kaki", [])


@pytest.mark.rule("broderix", "D7", "R20")
def test_only_who_said_the_last_word_says_point_and_not_once_the_turn_has_passed() -> None:
    s = robert_mange()
    assert refused(s, 0, "point") == "not_offered"
    wait(s, "said/close")
    assert all("point" not in names(s, seat) for seat in s.all_seats)


@pytest.mark.rule("broderix", "R20", "D7")
def test_point_may_be_said_while_one_may_play_again_until_the_card_is_turned() -> None:
    s = at("vT vL bE", "vR pR")
    turn_and_lay(s, 0, 4, "mesure", kind=KNOWN | VERB)
    assert names(s, 0) == {"flip", "end_turn", "point"}
    do(s, 0, "point")
    assert (s.stories, phase(s), names(s, 0)) == (["Mesure."], "again", {"flip", "end_turn"})
    s = at("vT vL bE", "vR pR")
    turn_and_lay(s, 0, 4, "mesure", kind=KNOWN | VERB)
    do(s, 0, "flip")
    assert names(s, 0) == {"lay", "dry"}


@pytest.mark.rule("broderix", "D7")
def test_with_a_verb_the_window_is_kept_even_if_nobody_could_contest() -> None:
    s = at("vE vT pB", "vR vL pM", "vS bK", contests=False)
    do(s, 0, "flip")
    lay(s, 0, 0, "Robert")
    assert (phase(s), active(s)) == ("start", (1,))  # nobody has anything to do in a window
    do(s, 1, "flip")
    lay(s, 1, 5, "mange")
    assert (phase(s), names(s, 1), names(s, 0)) == ("said", {"point"}, set())
    assert due(s) == ("said/close", s.now + 3_000)
    do(s, 1, "point")
    assert (s.stories, active(s)) == (["Robert mange."], (2,))  # nothing is left to wait for


@pytest.mark.rule("broderix", "D7", "D8")
def test_a_refused_word_takes_its_point_with_it() -> None:
    s = robert_mange()
    do(s, 1, "point")
    do(s, 0, "contest")
    do(s, 1, "take_back")
    assert (s.spoken, s.stories, phase(s)) == (["Robert"], [], "place")


# ---- contests -------------------------------------------------------------------------------------------


def une(**more: Any) -> BroderixState:
    """Example 12: « Robert mange une », and « une » may be contested. Seat 2 is its author."""
    s = at("vE vT pB", "vR vL pM", "vS bU", **more)
    turn_and_lay(s, 0, 0, "Robert")
    turn_and_lay(s, 1, 5, "mange")
    do(s, 2, "flip")
    lay(s, 2, 13, "une")
    return s


@pytest.mark.rule("broderix", "R22", "D8")
@pytest.mark.parametrize(("text", "accepted"), [("grosse poire", True), ("et", False)])
def test_a_contested_word_is_defended_by_a_continuation(text: str, accepted: bool) -> None:
    """Example 12."""
    s = une()
    said = s.now
    do(s, 0, "contest", t=said + 1_000)
    assert (phase(s), active(s), names(s, 2)) == ("defend", (2,), {"go_on", "take_back"})
    events = do(s, 2, "go_on", t=said + 9_000, text=text)
    assert told(events, "defends") == [{"seat": 2, "words": f"une {text}"}]
    assert view(s, 1).fact("words") == [f"une {text}"]
    for seat in (0, 1):  # whoever contested votes on what he has heard
        do(s, seat, "accept" if accepted else "refuse", t=said + 10_000)
    if accepted:
        assert (phase(s), s.sentence, active(s)) == ("again", "Robert mange une", (2,))
        return
    assert (phase(s), s.sentence, faces(s, "turned"), top(s, 13)) == ("place", "Robert mange", ["bU"], "vN")
    assert due(s) == ("place/limit", 60_000 + said + 10_000)  # the time that was left
    assert sizes(s) == [2, 2, 1]
    lay(s, 2, 13, "une")  # it is still a word
    assert phase(s) == "said"


@pytest.mark.rule("broderix", "D8")
def test_at_a_table_of_two_who_contested_judges_the_continuation() -> None:
    s = searching("vE vT pB", "vR vL pM")
    lay(s, 0, 0, "Robert")
    do(s, 1, "contest")
    do(s, 0, "go_on", text="mange")
    assert names(s, 1) == {"accept", "refuse"}
    do(s, 1, "accept")
    assert (s.spoken, active(s)) == (["Robert"], (1,))


@pytest.mark.rule("broderix", "D8", "D9")
def test_silence_accepts_and_there_is_one_contest_per_word() -> None:
    s = une()
    do(s, 0, "contest")
    do(s, 2, "go_on", text="poire")
    wait(s, "vote/limit")
    assert (phase(s), s.sentence) == ("again", "Robert mange une")
    assert names(s, 1) == set()


@pytest.mark.rule("broderix", "D9")
def test_what_nobody_contests_is_accepted() -> None:
    s = une()
    wait(s, "said/close")
    assert s.sentence == "Robert mange une"


@pytest.mark.rule("broderix", "D22", "R22")
def test_who_types_no_continuation_within_twenty_seconds_is_refused() -> None:
    s = une()
    do(s, 1, "contest")
    assert due(s) == ("defend/limit", s.now + 20_000)
    wait(s)
    assert (phase(s), active(s), s.sentence, faces(s, "turned")) == ("place", (2,), "Robert mange", ["bU"])


@pytest.mark.rule("broderix", "D8")
def test_he_may_take_his_word_back_at_once() -> None:
    s = une()
    do(s, 1, "contest")
    do(s, 2, "take_back")
    assert (phase(s), s.sentence) == ("place", "Robert mange")


@pytest.mark.rule("broderix", "D8", "R32")
def test_nothing_is_turned_before_the_contest_is_over() -> None:
    s = at("vS vT", "vL bK", carpet=COVERED, layer=3)
    do(s, 0, "flip")
    lay(s, 0, 11, "était")
    do(s, 1, "contest")
    do(s, 0, "take_back")
    assert (top(s, 11), faces(s, "carpet:11")) == ("yA", ["bI", "yA"])
    assert faces(s, "turned") == ["vT"]


@pytest.mark.rule("broderix", "D8")
def test_where_contests_are_off_nobody_contests() -> None:
    s = searching("vE vT pB", "vR vL pM", contests=False)
    lay(s, 0, 0, "Robert")
    assert (phase(s), active(s)) == ("start", (1,))


@pytest.mark.rule("broderix", "R9")
def test_an_unknown_word_is_voted_on_before_it_is_laid() -> None:
    s = searching("vE vT pB", "vR vL pM")
    lay(s, 0, 0, "brouf", kind=0)
    assert (phase(s), faces(s, "turned")) == ("vote", ["pB"])
    do(s, 1, "refuse")
    assert (phase(s), faces(s, "turned")) == ("place", ["pB"])
    lay(s, 0, 0, "bloup", kind=0)
    do(s, 1, "accept")
    assert (phase(s), s.spoken) == ("said", ["bloup"])


# ---- the chrono -----------------------------------------------------------------------------------------


def marius(turned: str = "pK", last: str = "vE vT ", **more: Any) -> BroderixState:
    """Example 9: Marius (seat 0) has turned this card, at table time 0; Olga is seat 1."""
    return searching(f"{last}{turned}", "vR vL", "vS bU", **more)


@pytest.mark.rule("broderix", "R23", "R24", "R25", "D6", "D10")
def test_at_zero_the_launchers_word_is_laid_and_the_stuck_player_draws() -> None:
    """Example 9."""
    s = marius(draw="… pW")
    seal(s, 1, 7, "kiwi", 25_000)
    wait(s, "place/close")
    assert (phase(s), active(s)) == ("countdown", (0,))
    assert told(wait(s, "countdown/zero"), "opens") == [{"seat": 1, "words": "kiwi"}]
    assert s.now == 25_000 + 31 + 10_000
    assert (phase(s), faces(s, "carpet:7"), sizes(s)) == ("said", ["pI", "pK"], [2, 2, 2])  # R25 waits, C17
    assert told(wait(s, "said/close"), "receives") == [{"seat": 0, "count": 1}]
    assert (faces(s, "pile:0"), s.spoken) == (["pW", "vE", "vT"], ["kiwi"])
    assert (phase(s), active(s)) == ("start", (1,))


@pytest.mark.rule("broderix", "D23")
def test_an_idea_sealed_early_waits_until_the_searcher_has_had_his_time() -> None:
    s = marius()
    seal(s, 1, 7, "kiwi", 3_000)
    seal(s, 2, 7, "képi", 8_000)
    assert (phase(s), active(s), due(s)) == ("place", (0,), ("place/close", 20_000))
    assert told(wait(s), "chrono") == [{"seat": 1, "owner": 0, "seconds": 10}]


@pytest.mark.rule("broderix", "D23")
@pytest.mark.parametrize("grace_s", [10, 20, 40])
def test_how_long_that_is_is_an_option(grace_s: int) -> None:
    s = marius(grace_s=grace_s)
    seal(s, 1, 7, "kiwi", 1_000)
    assert due(s) == ("place/close", grace_s * 1_000)


@pytest.mark.rule("broderix", "D23", "D11")
def test_to_be_stuck_opens_it_at_once() -> None:
    s = marius()
    seal(s, 1, 7, "kiwi", 3_000)
    do(s, 0, "dry", t=5_000)
    wait(s, "gave_up/close")
    assert (phase(s), s.now, faces(s, "carpet:7")) == ("said", 5_000, ["pI", "pK"])


@pytest.mark.rule("broderix", "D10")
def test_a_chrono_is_never_a_bluff_and_stays_unseen() -> None:
    s, other = marius(), marius()
    assert refused(s, 1, "idea", pile=7, word="kaba") == "letters_missing"
    for state, pile, word in ((s, 7, "kiwi"), (other, 1, "kaki")):
        seal(state, 1, pile, word, 25_000)
        wait(state, "place/close")
    for viewers in (0b001, 0b100, 0b111):
        assert encode(Door(s, viewers).glimpse()) == encode(Door(other, viewers).glimpse())
    assert view(s, 1).fact("sealed") == {"sealed": True, "value": "kiwi"}


@pytest.mark.rule("broderix", "D10")
@pytest.mark.parametrize(("apart", "launcher"), [(30, 1), (31, 2)])
def test_of_two_within_30_ms_the_nearest_clockwise_counts_and_one_chrono_runs(
    apart: Millis, launcher: Seat
) -> None:
    s = marius()
    seal(s, 2, 7, "kiwi", 25_000)
    seal(s, 1, 1, "kaki", 25_000 + apart)
    assert told(wait(s, "place/close"), "chrono") == [{"seat": launcher, "owner": 0, "seconds": 10}]
    assert names(s, 1) == names(s, 2) == set()


@pytest.mark.rule("broderix", "D10", "R24")
def test_a_good_word_before_zero_cancels_it_unseen() -> None:
    s = marius()
    seal(s, 1, 7, "kiwi", 25_000)
    wait(s, "place/close")
    events = lay(s, 0, 1, "kaki", 30_000)
    events += wait(s, "said/close")
    assert not any("kiwi" in str(e.data) for e in events)
    assert (s.spoken, active(s), sizes(s)) == (["kaki"], (1,), [2, 2, 2])


@pytest.mark.rule("broderix", "D12")
@pytest.mark.parametrize("turned", ["bA", "★"])
def test_a_vowel_or_etoile_laid_by_another_gives_nobody_another_turn(turned: str) -> None:
    s = marius(turned)
    seal(s, 2, 2, "ta", 25_000)
    wait(s, "place/close")
    wait(s, "countdown/zero")
    wait(s, "said/close")
    assert (phase(s), active(s)) == ("start", (1,))


@pytest.mark.rule("broderix", "D7", "R24")
def test_whoever_gave_the_word_may_say_point() -> None:
    s = marius()
    seal(s, 1, 7, "skie", 25_000, kind=KNOWN | VERB)
    wait(s, "place/close")
    wait(s, "countdown/zero")
    assert [names(s, seat) for seat in s.all_seats] == [{"contest"}, {"point"}, {"contest"}]


@pytest.mark.rule("broderix", "D11", "R22")
def test_a_refused_idea_bars_its_author_on_this_card_and_the_search_goes_on() -> None:
    s = marius()
    seal(s, 1, 7, "kiwi", 25_000)
    wait(s, "place/close")
    wait(s, "countdown/zero")
    do(s, 2, "contest")
    do(s, 1, "take_back")
    assert (phase(s), active(s), faces(s, "turned"), top(s, 7)) == ("place", (0,), ["pK"], "pI")
    assert (names(s, 1), names(s, 2), sizes(s)) == (set(), {"idea"}, [2, 2, 2])
    assert due(s) == ("place/limit", 60_000 + s.now - 25_031)


@pytest.mark.rule("broderix", "D11", "R26")
@pytest.mark.parametrize("silent", [True, False])
def test_nobody_finds_and_the_card_goes_under_the_draw_pile(silent: bool) -> None:
    s = marius(draw="… pW")
    if silent:
        assert told(wait(s, "place/limit"), "timeout") == [{"seat": 0}]
        assert s.now == 60_000
    else:
        do(s, 0, "dry")
    assert (phase(s), due(s)) == ("gave_up", ("gave_up/limit", s.now + 10_000))
    wait(s)
    assert (faces(s, "pile:0"), faces(s, "turned"), s.faces[s.draw.cards[0]]) == (["vE", "vT"], [], "pK")
    assert (phase(s), active(s), s.spoken) == ("start", (1,), [])


@pytest.mark.rule("broderix", "D11")
@pytest.mark.parametrize(("chrono", "span"), [(10, 10_000), (3, 10_000)])
def test_the_others_have_a_chrono_and_at_least_ten_seconds(chrono: int, span: Millis) -> None:
    s = marius(chrono=chrono)
    do(s, 0, "dry")
    assert due(s) == ("gave_up/limit", s.now + span)


@pytest.mark.rule("broderix", "D11", "R25")
def test_the_first_idea_after_that_counts_at_once() -> None:
    s = marius(draw="… pW")
    do(s, 0, "dry")
    seal(s, 2, 7, "kiwi", 4_000)
    wait(s, "gave_up/close")
    assert (phase(s), s.spoken) == ("said", ["kiwi"])
    wait(s, "said/close")
    assert (faces(s, "pile:0"), active(s)) == (["pW", "vE", "vT"], (1,))


@pytest.mark.rule("broderix", "D11")
@pytest.mark.parametrize("turn_time", [45, 60, 90])
def test_the_turn_timer_is_an_option(turn_time: int) -> None:
    assert due(marius(turn_time=turn_time)) == ("place/limit", turn_time * 1_000)


@pytest.mark.rule("broderix", "D15", "R25")
def test_with_nothing_to_draw_nobody_draws() -> None:
    s = marius(draw="")
    do(s, 0, "dry")
    seal(s, 1, 7, "kiwi")
    wait(s, "gave_up/close")
    assert told(wait(s, "said/close"), "receives") == [{"seat": 0, "count": 0}]
    assert (sizes(s), active(s)) == ([2, 2, 2], (1,))


# ---- the end --------------------------------------------------------------------------------------------


@pytest.mark.rule("broderix", "R35", "R36", "D19", "D21")
def test_the_first_without_cards_has_won_once_his_word_stands() -> None:
    """Example 10, not contested."""
    s = searching("vT", "vR vL", "vS")
    lay(s, 0, 1, "table")
    assert s.outcome is None
    wait(s, "said/close")
    assert s.outcome is not None
    assert (s.outcome.winners, s.outcome.scores, s.outcome.ranks) == ((0,), (0, 2, 1), (1, 3, 2))
    assert s.outcome.reason is Reason.RULE


@pytest.mark.rule("broderix", "D19", "D8")
def test_a_last_word_that_is_refused_comes_back() -> None:
    """Example 10: Olga is seat 0, Marius contests within three seconds."""
    s = searching("vT", "vR vL")
    lay(s, 0, 1, "table")
    do(s, 1, "contest", t=2_000)
    do(s, 0, "go_on", t=5_000, text="basse")
    do(s, 1, "refuse", t=6_000)
    assert (s.outcome, phase(s), active(s)) == (None, "place", (0,))
    assert (faces(s, "turned"), top(s, 1), s.spoken) == (["vT"], "vA", [])
    assert due(s) == ("place/limit", 66_000)


@pytest.mark.rule("broderix", "D19")
def test_a_right_to_play_again_is_void_then() -> None:
    s = at("bA", "vR vL")
    turn_and_lay(s, 0, 2, "ta")
    assert s.outcome is not None
    assert s.outcome.winners == (0,)


@pytest.mark.rule("broderix", "D19", "R26")
def test_nobody_wins_by_finding_nothing() -> None:
    """Example 11."""
    s = marius(last="", draw="… pW")
    do(s, 0, "dry")
    events = wait(s, "gave_up/limit")
    assert told(events, "receives") == [{"seat": 0, "count": 1}]
    assert (s.outcome, faces(s, "pile:0"), s.faces[s.draw.cards[0]]) == (None, ["pW"], "pK")
    assert active(s) == (1,)


@pytest.mark.rule("broderix", "D19", "R36")
def test_to_the_letter_he_would_have_won() -> None:
    """C20."""
    s = marius(last="", letter=True)
    do(s, 0, "dry")
    wait(s, "gave_up/limit")
    assert s.outcome is not None
    assert s.outcome.winners == (0,)


@pytest.mark.rule("broderix", "D19", "R25")
def test_a_last_card_that_another_lays_does_not_win_either() -> None:
    s = marius(last="", draw="… pW")
    seal(s, 1, 7, "kiwi", 25_000)
    wait(s, "place/close")
    wait(s, "countdown/zero")
    wait(s, "said/close")
    assert (s.outcome, faces(s, "pile:0"), active(s)) == (None, ["pW"], (1,))


@pytest.mark.rule("broderix", "D20")
@pytest.mark.parametrize(("other", "winners"), [("vR", (1,)), ("vR vL", (0, 1)), ("vR vL pP", (0,))])
def test_after_sixty_turns_each_the_fewest_cards_win(other: str, winners: tuple[Seat, ...]) -> None:
    """The last turn of two players: seat 0 is stuck and keeps two cards."""
    for turns, over in ((119, False), (120, True)):
        s = searching("vE vT pB", other)
        s.turns = turns
        do(s, 0, "dry")
        wait(s, "gave_up/limit")
        assert (s.outcome is not None) == over
    assert s.outcome is not None
    assert (s.outcome.winners, s.outcome.reason) == (winners, Reason.CAP)


@pytest.mark.rule("broderix", "D20")
def test_a_turn_is_counted_once_however_often_one_plays_again() -> None:
    s = at("vT pB ★ bE", "vR pR")
    turn_and_lay(s, 0, 6, "elle")
    turn_and_lay(s, 0, 2, "te")
    assert s.turns == 1
    turn_and_lay(s, 0, 0, "Robert")
    assert s.turns == 2  # the other's has begun


# ---- alone with bots ------------------------------------------------------------------------------------


def bots_word() -> BroderixState:
    """Seat 0 is a bot and has said « Robert »; seat 1 is the only human."""
    s = searching("vE vT pB", "vR pR", "vS bU")
    bots(s, 0, 2)
    lay(s, 0, 0, "Robert", 8_000)
    return s


@pytest.mark.rule("broderix", "D24")
def test_nobody_contests_one_human_alone() -> None:
    s = searching("vE vT pB", "vR pR")
    bots(s, 1)
    lay(s, 0, 0, "Robert")
    assert (phase(s), active(s)) == ("start", (1,))


@pytest.mark.rule("broderix", "D24")
def test_he_may_have_another_word_once_in_a_bots_turn_with_fresh_time() -> None:
    s = bots_word()
    assert [names(s, seat) for seat in s.all_seats] == [set(), {"another"}, set()]
    do(s, 1, "another", t=9_000)
    assert (phase(s), active(s), faces(s, "turned"), s.spoken) == ("place", (0,), ["pB"], [])
    assert due(s) == ("place/limit", 9_000 + 60_000)
    assert top(s, 0) == "pO"
    lay(s, 0, 8, "bon", 20_000)
    assert (phase(s), active(s)) == ("start", (1,))  # once in a turn: nothing is left to wait for
    assert s.lost == [0, 0, 0]


@pytest.mark.rule("broderix", "D24")
def test_the_next_bots_turn_has_another_again() -> None:
    s = bots_word()
    do(s, 1, "another", t=9_000)
    lay(s, 0, 8, "bon", 20_000)
    turn_and_lay_alone(s, 1, 4, "sera")
    do(s, 2, "flip")
    lay(s, 2, 13, "une")
    assert names(s, 1) == {"another"}


def turn_and_lay_alone(s: BroderixState, seat: Seat, pile: int, word: str) -> None:
    """A human alone with bots: no window opens for a word without a verb."""
    do(s, seat, "flip")
    lay(s, seat, pile, word)


@pytest.mark.rule("broderix", "D24", "D7")
def test_a_bots_point_waits_for_one_who_may_have_another() -> None:
    s = searching("vE vT pM", "vR pR", "vS bU")
    bots(s, 0, 2)
    lay(s, 0, 5, "mange", 8_000)
    do(s, 0, "point", t=9_000)
    assert (phase(s), names(s, 1), s.stories) == ("said", {"another"}, [])
    wait(s, "said/close")
    assert s.stories == ["Mange."]
