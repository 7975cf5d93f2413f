"""Spiralix, rule by rule (the numbers are those of its rules and rulings)."""

import pytest

from tablee.games.spiralix.rules import GAME, SpiralixState, fit_for
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import SAID
from tablee.phases import flip
from tablee.pieces.toutilix import DECK, PETARD
from tablee.words.fit import Word
from tests.games.spiralix import counts, phase, plain, rescue, table, turn, word, wrong
from tests.table import do, faces, names, shuffled, start, told, view, wait

# ---- levels --------------------------------------------------------------------------------------------


@pytest.mark.rule("spiralix", "R1")
def test_the_deck_is_the_hundred_cards() -> None:
    s = start(GAME, 3)
    assert sorted(s.faces) == sorted(DECK)
    assert sum(len(zone.cards) for zone in s.zones) == 100


@pytest.mark.rule("spiralix", "R2")
def test_everybody_has_a_level_of_his_own_for_the_whole_game() -> None:
    s = plain(levels=(1, 2, 3))
    assert view(s).fact("levels") == [1, 2, 3]
    do(s, 0, "flip")
    fits = {seat: next(o for o in s.offers(seat) if "word" in o.params).params["word"] for seat in range(3)}
    assert fits[0].accepts("mario") and not fits[1].accepts("mario") and not fits[2].accepts("mario")
    assert fits[1].accepts("farce") and not fits[2].accepts("farce")
    assert fits[2].accepts("effort")
    with pytest.raises(Refused):
        start(GAME, 2, seat_options=[{"level": 4}, {}])


@pytest.mark.rule("spiralix", "R3", "R4", "R5")
@pytest.mark.parametrize(
    ("level", "text", "code"),
    [
        (1, "mario", None),
        (2, "farce", None),
        (3, "effort", None),
        (2, "mario", "letters_missing"),
        (3, "farce", "start_differs"),
        (1, "fac", "letters_missing"),
        (3, "effet", "letters_missing"),
    ],
)
def test_the_booklets_words_for_e_and_r(level: int, text: str, code: str | None) -> None:
    """Examples 1 to 4."""
    s = plain(levels=(level, 1, 1))
    do(s, 0, "flip")
    if code is None:
        assert told(word(s, 0, text), "says") == [{"seat": 0, "words": text}]
        assert turn(s) == 1
    else:
        assert wrong(s, 0, text) == code
        assert (phase(s), counts(s)) == ("search", [1, 2, 2])


@pytest.mark.rule("spiralix", "D1")
@pytest.mark.parametrize(
    ("level", "text", "fits"),
    [(2, "mer", False), (2, "été", True), (3, "effort", False), (3, "élève", True), (1, "mer", True)],
)
def test_each_card_takes_a_letter_of_its_own(level: int, text: str, fits: bool) -> None:
    """Example 5: the last two cards are E and E."""
    assert Word(fit_for(level, "E", "E")).accepts(text) is fits


@pytest.mark.rule("spiralix", "D2", "R18", "R20")
@pytest.mark.parametrize(
    ("level", "before", "last", "text", "fits"),
    [
        # An étoile last: any word; with A before it, an A and another letter, or an A in front.
        (1, "A", "★", "à", True),
        (1, "A", "★", "zut", True),
        (2, "A", "★", "as", True),
        (2, "A", "★", "à", False),
        (2, "A", "★", "zut", False),
        (3, "A", "★", "as", True),
        (3, "A", "★", "tas", False),
        (3, "A", "★", "à", False),
        # An étoile before the last.
        (1, "★", "R", "rat", True),
        (2, "★", "R", "rat", True),
        (2, "★", "R", "art", True),
        (2, "★", "R", "r", False),
        (3, "★", "R", "art", True),
        (3, "★", "R", "rat", False),
        (3, "★", "R", "rare", True),
        # Two étoiles: two letters.
        (2, "★", "★", "as", True),
        (2, "★", "★", "a", False),
        (3, "★", "★", "as", True),
        (3, "★", "★", "a", False),
    ],
)
def test_an_etoile_is_any_letter(level: int, before: str, last: str, text: str, fits: bool) -> None:
    """Example 6 and more."""
    assert Word(fit_for(level, before, last)).accepts(text) is fits


@pytest.mark.rule("spiralix", "R18", "R20")
def test_an_etoile_replaces_any_letter_when_it_is_laid_and_for_the_next_word() -> None:
    s = table("spiral=pA | pile:0=pT ★ | pile:1=pX pR | pile:2=pW bW", levels=(2, 2, 2))
    do(s, 0, "flip")
    word(s, 0, "as")
    do(s, 0, "end_turn")
    do(s, 1, "flip")
    assert faces(s, "spiral") == ["pA", "★", "pR"]
    word(s, 1, "rat")
    assert turn(s) == 2


# ---- set-up --------------------------------------------------------------------------------------------


@pytest.mark.rule("spiralix", "R6", "R7", "R8")
@pytest.mark.parametrize("players", [2, 5, 8])
def test_seven_cards_each_unseen_one_turned_and_the_rest_to_draw(players: int) -> None:
    s = start(GAME, players)
    assert counts(s) == [7] * players
    assert len(s.draw.cards) == 100 - 7 * players - 1
    for seat in range(players):
        seen = view(s, seat)
        assert all(not zone.cards for zone in seen.zones if zone.name != "spiral")
        assert [card and card.face for card in seen.zone("spiral").cards] == faces(s, "spiral")
    assert len(s.spiral.cards) == 1


def first_card_is(face: str, seed: int = 1) -> SpiralixState:
    """A game in which that card is the first to be turned for the spiral."""
    order = shuffled(100, "deal", 0, seed=seed)
    return start(GAME, 2, seed=seed, deck={order[-15]: face})


@pytest.mark.rule("spiralix", "R9", "D12")
def test_a_petard_on_top_goes_back_and_another_card_is_turned() -> None:
    s = first_card_is(PETARD)
    assert told(s.drain(), "petard_back")
    assert len(s.spiral.cards) == 1
    assert faces(s, "spiral") != [PETARD]
    assert len(s.draw.cards) == 85


@pytest.mark.rule("spiralix", "R9")
def test_a_letter_on_top_is_kept() -> None:
    s = first_card_is("pQ")
    assert faces(s, "spiral") == ["pQ"]
    assert not told(s.drain(), "petard_back")


@pytest.mark.rule("spiralix", "D12")
def test_the_petard_goes_back_to_a_random_place() -> None:
    places = set()
    for seed in range(12):
        s = first_card_is(PETARD, seed)
        card = shuffled(100, "deal", 0, seed=seed)[-15]
        if card in s.draw.cards:
            places.add(s.draw.cards.index(card))
    assert len(places) > 6


@pytest.mark.rule("spiralix", "D12")
def test_where_only_petards_are_left_the_first_players_card_starts_the_spiral() -> None:
    s = table("draw=✹ ✹ | pile:0=pT pR | pile:1=pK ✹ | won:1=…", 2, levels=(3, 3))
    flip.turn_first(s, s.draw, s.spiral, 0)
    assert faces(s, "spiral") == []
    assert faces(s, "draw") == [PETARD, PETARD]
    do(s, 0, "flip")
    assert wrong(s, 0, "as") == "letters_missing"
    word(s, 0, "mario")
    assert turn(s) == 1


# ---- turns ---------------------------------------------------------------------------------------------


@pytest.mark.rule("spiralix", "R10", "R11", "R12")
def test_each_in_turn_lays_a_card_and_says_a_word_clockwise() -> None:
    s = table("spiral=pE | pile:0=pT bT | pile:1=pK pR | pile:2=pW bF", seat=1, levels=(1, 1, 1))
    assert turn(s) == 1
    assert names(s, 0) == names(s, 2) == set()
    do(s, 1, "flip")
    for seat in range(3):
        assert [card and card.face for card in view(s, seat).zone("spiral").cards] == ["pE", "pR"]
    word(s, 1, "mario")
    assert turn(s) == 2
    do(s, 2, "flip")
    word(s, 2, "farce")
    assert (turn(s), faces(s, "spiral")) == (0, ["pE", "pR", "bF"])


@pytest.mark.rule("spiralix", "R10")
def test_the_table_says_who_is_the_youngest() -> None:
    for seat in range(3):
        assert turn(start(GAME, 3, starter=seat)) == seat
    assert len({turn(start(GAME, 3, seed=seed)) for seed in range(20)}) == 3


@pytest.mark.rule("spiralix", "R13", "D4")
def test_while_one_searches_another_starts_a_chrono_with_a_word_at_his_own_level() -> None:
    """Example 9, with searcher and author at different levels."""
    s = plain(levels=(3, 1, 2))
    do(s, 0, "flip")
    assert names(s, 0) == {"say", "dry"}
    assert names(s, 1) == names(s, 2) == {"idea"}
    assert wrong(s, 2, "mario", "idea") == "letters_missing"
    word(s, 1, "mario", "idea", t=2_000)
    wait(s, "search/close")
    assert phase(s) == "countdown"
    clock = view(s).clocks[0]
    assert (clock.name, clock.at - s.now) == ("countdown/zero", 10_000)


@pytest.mark.rule("spiralix", "D4")
def test_later_ideas_are_refused_while_the_chrono_runs() -> None:
    s = plain()
    do(s, 0, "flip")
    word(s, 1, "farce", "idea")
    wait(s)
    assert names(s, 2) == set()
    assert wrong(s, 2, "porte", "idea") == "not_your_turn"


@pytest.mark.rule("spiralix", "D4")
@pytest.mark.parametrize(("second", "author"), [(1_030, 1), (1_031, 2)])
def test_of_two_ideas_within_30_ms_the_nearest_clockwise_counts(second: Millis, author: Seat) -> None:
    s = plain()
    do(s, 0, "flip", t=0)
    word(s, 2, "farce", "idea", t=1_000)
    word(s, 1, "porte", "idea", t=1_031, at=second)
    assert told(wait(s, "search/close"), "chrono") == [{"seat": author, "owner": 0, "seconds": 10}]


@pytest.mark.rule("spiralix", "D4")
def test_an_answer_before_zero_hides_the_sealed_word_for_good() -> None:
    s = plain()
    do(s, 0, "flip")
    word(s, 1, "farce", "idea")
    wait(s)
    assert view(s, 1).fact("sealed") == {"sealed": True, "value": "farce"}
    assert view(s, 0).fact("sealed") == view(s, 2).fact("sealed") == {"sealed": True}
    events = word(s, 0, "porte")
    assert all(SAID("farce") not in event.data.values() for event in events)
    assert (turn(s), counts(s)) == (1, [1, 2, 2])


@pytest.mark.rule("spiralix", "R14", "R15", "D10")
def test_at_zero_the_other_word_is_said_and_the_searcher_receives_a_card_unseen() -> None:
    """Example 9."""
    s = plain("pile:0=pT pQ pR")
    before = s.draw.cards[-1]
    do(s, 0, "flip")
    events = rescue(s, 2, "farce")
    assert told(events, "opens") == [{"seat": 2, "words": "farce"}]
    assert told(events, "receives") == [{"seat": 0, "count": 1}]
    assert counts(s) == [3, 2, 2]
    assert s.pile(0).cards[0] == before
    assert not view(s, 0).zone("pile:0").cards
    assert turn(s) == 1


@pytest.mark.rule("spiralix", "R16")
def test_a_wrong_word_costs_nothing() -> None:
    s = plain()
    do(s, 0, "flip")
    for text in ("mario", "cafard", "tri"):
        assert wrong(s, 0, text) == "letters_missing"
    word(s, 0, "porte")
    assert (turn(s), counts(s)) == (1, [1, 2, 2])


@pytest.mark.rule("spiralix", "R16")
def test_a_word_that_the_table_refuses_costs_nothing() -> None:
    s = plain()
    do(s, 0, "flip")
    word(s, 0, "zer")
    for voter in (1, 2):
        do(s, voter, "refuse")
    assert (phase(s), turn(s), counts(s)) == ("search", 0, [1, 2, 2])


@pytest.mark.rule("spiralix", "R17", "D6")
def test_when_nobody_finds_the_next_player_plays_and_nothing_is_paid() -> None:
    s = plain()
    do(s, 0, "flip")
    do(s, 0, "dry")
    assert phase(s) == "gave_up"
    assert told(wait(s, "gave_up/limit"), "nobody_finds") == [{"seat": 0}]
    assert (turn(s), counts(s)) == (1, [1, 2, 2])


@pytest.mark.rule("spiralix", "D6")
def test_a_word_of_another_after_dry_costs_a_card() -> None:
    s = plain()
    do(s, 0, "flip")
    do(s, 0, "dry")
    word(s, 2, "farce", "idea")
    wait(s, "gave_up/close")
    assert (turn(s), counts(s)) == (1, [2, 2, 2])


@pytest.mark.rule("spiralix", "D6")
@pytest.mark.parametrize("limit", [30, 60, 120])
def test_the_search_limit_presses_dry(limit: int) -> None:
    s = plain(search_s=limit)
    do(s, 0, "flip", t=1_000)
    wait(s, "search/limit")
    assert (s.now, phase(s)) == (1_000 + limit * 1_000, "gave_up")


@pytest.mark.rule("spiralix", "D3")
@pytest.mark.parametrize("end", ["word", "rescue", "nobody"])
def test_the_turned_card_stays_in_the_spiral_whatever_happens(end: str) -> None:
    s = plain()
    do(s, 0, "flip")
    if end == "word":
        word(s, 0, "farce")
    elif end == "rescue":
        rescue(s, 1, "farce")
    else:
        do(s, 0, "dry")
        wait(s)
    assert turn(s) == 1
    assert faces(s, "spiral") == ["pE", "pR"]


@pytest.mark.rule("spiralix", "D5")
def test_a_sealed_word_that_the_table_refuses_was_a_void_launch() -> None:
    s = plain()
    do(s, 0, "flip", t=0)
    word(s, 2, "zer", "idea", t=4_000)
    wait(s, "search/close")
    assert told(wait(s, "countdown/zero"), "opens") == [{"seat": 2, "words": "zer"}]
    do(s, 0, "refuse")
    do(s, 1, "refuse")
    assert (phase(s), counts(s)) == ("search", [1, 2, 2])
    assert names(s, 2) == set()
    assert names(s, 1) == {"idea"}
    clock = view(s).clocks[0]
    assert clock.at - s.now == 60_000 - 4_031
    word(s, 0, "farce")
    do(s, 1, "flip")
    assert "idea" in names(s, 2)
