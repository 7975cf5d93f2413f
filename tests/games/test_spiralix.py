"""Spiralix, rule by rule (the numbers are those of its rules and rulings)."""

from collections.abc import Sequence
from typing import Any

import pytest

from tablee.games.spiralix.rules import GAME, Deal, SpiralixState, fit_for
from tablee.kernel.door import Door
from tablee.kernel.events import Event
from tablee.kernel.moves import Move
from tablee.kernel.outcome import Reason
from tablee.kernel.record import Played, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.state import SeatState
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import SAID
from tablee.pieces.notation import arrange
from tablee.pieces.toutilix import DECK, PETARD
from tablee.words.fit import Word
from tests.table import do, faces, names, refused, shuffled, start, told, view, wait

KNOWN = {
    "mario",
    "farce",
    "effort",
    "eleve",
    "as",
    "rat",
    "tri",
    "porte",
    "toto",
    "ane",
    "ete",
    "ile",
    "os",
    "yeti",
    "une",
}


def table(
    position: str, players: int = 3, *, seat: Seat = 0, levels: Sequence[int] = (), **options: Any
) -> SpiralixState:
    """Seat `seat` is about to turn a card; whatever the position does not name is in the draw pile. No word is
    contested, unless the table wants that."""
    s = start(
        GAME,
        players,
        starter=seat,
        seat_options=[{"level": level} for level in levels or [2] * players],
        **{"contests": False} | options,
    )
    arrange(s, position if "…" in position else f"{position} | draw=…")
    return s


def plain(position: str = "pile:0=pT pR", **more: Any) -> SpiralixState:
    """E lies in the spiral; the others have cards that do not matter."""
    return table(f"spiral=pE | {position} | pile:1=pK bK | pile:2=pW bW", **more)


def word(
    s: SpiralixState, seat: Seat, text: str, name: str = "say", t: Millis | None = None, at: Millis | None = None
) -> list[Event]:
    """A word as it comes in, with what the dictionary of this test knows."""
    t = s.now if t is None else t
    s.drain()
    offer = next((o for o in s.offers(seat) if o.name == name), None)
    stimulus = offer.stimulus if offer else None
    move = Move(name, {"word": text}, t if at is None else at, stimulus, known={text: int(text in KNOWN)})
    apply(s, Played(t, seat, move))
    return s.drain()


def wrong(s: SpiralixState, seat: Seat, text: str, name: str = "say") -> str:
    with pytest.raises(Refused) as no:
        word(s, seat, text, name)
    return no.value.code


def phase(s: SpiralixState) -> str:
    return view(s).phase


def turn(s: SpiralixState) -> Seat:
    return view(s).active[0]


def counts(s: SpiralixState) -> list[int]:
    return [len(s.pile(seat).cards) for seat in s.all_seats]


def rescue(s: SpiralixState, author: Seat, text: str) -> list[Event]:
    """A chrono that runs down to zero."""
    word(s, author, text, "idea")
    wait(s, "search/close")
    return wait(s, "countdown/zero")


# ---- levels ---------------------------------------------------------------------------------------------


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


# ---- set-up ---------------------------------------------------------------------------------------------


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
    Deal().turn_first(s)
    assert faces(s, "spiral") == []
    assert faces(s, "draw") == [PETARD, PETARD]
    do(s, 0, "flip")
    assert wrong(s, 0, "as") == "letters_missing"
    word(s, 0, "mario")
    assert turn(s) == 1


# ---- turns ----------------------------------------------------------------------------------------------


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


# ---- special cards --------------------------------------------------------------------------------------


@pytest.mark.rule("spiralix", "R19", "D8")
def test_an_etoile_gives_the_right_to_play_again_which_may_be_declined() -> None:
    for choice, player in (("flip", 0), ("end_turn", 1)):
        s = plain("pile:0=pT pR ★")
        do(s, 0, "flip")
        word(s, 0, "eleve")
        assert (phase(s), turn(s)) == ("flip", 0)
        assert names(s, 0) == {"flip", "end_turn"}
        do(s, 0, choice)
        assert turn(s) == player


@pytest.mark.rule("spiralix", "R21", "D8")
@pytest.mark.parametrize(
    ("vowel", "text"),
    [("pA", "ane"), ("pE", "ete"), ("pI", "ile"), ("pO", "os"), ("pU", "une"), ("pY", "yeti")],
)
def test_after_a_vowel_one_must_play_again(vowel: str, text: str) -> None:
    s = table(f"spiral=★ | pile:0=pT {vowel} | pile:1=pK bK | pile:2=pW bW", levels=(1, 1, 1))
    do(s, 0, "flip")
    word(s, 0, text)
    assert (phase(s), turn(s), names(s, 0)) == ("flip", 0, {"flip"})


@pytest.mark.rule("spiralix", "R21")
def test_after_a_consonant_the_next_player_plays() -> None:
    s = plain()
    do(s, 0, "flip")
    word(s, 0, "farce")
    assert turn(s) == 1


@pytest.mark.rule("spiralix", "D7")
@pytest.mark.parametrize("card", ["pA", "★"])
@pytest.mark.parametrize("end", ["rescue", "nobody"])
def test_whoever_failed_does_not_play_again(card: str, end: str) -> None:
    s = plain(f"pile:0=pT {card}", levels=(1, 1, 1))
    do(s, 0, "flip")
    if end == "rescue":
        rescue(s, 1, "mario")
    else:
        do(s, 0, "dry")
        wait(s)
    assert turn(s) == 1


def petard(position: str = "pile:0=pT ✹", **more: Any) -> SpiralixState:
    s = plain(position, **more)
    do(s, 0, "flip")
    assert (phase(s), turn(s)) == ("petard", 0)
    return s


@pytest.mark.rule("spiralix", "R22", "D9")
def test_a_petard_is_shown_and_offered_to_another_player() -> None:
    s = petard()
    for seat in range(3):
        assert view(s, seat).zone("pile:0").cards[-1].face == PETARD  # type: ignore[union-attr]
    assert faces(s, "spiral") == ["pE"]
    assert refused(s, 0, "offer", taker=0) == "not_possible"
    assert names(s, 1) == names(s, 2) == set()


@pytest.mark.rule("spiralix", "R23", "R24", "D9", "D10")
def test_the_receiver_exchanges_it_and_its_player_plays_again() -> None:
    """Example 8."""
    s = petard()
    top = s.draw.cards[-1]
    events = do(s, 0, "offer", taker=2)
    assert told(events, "gives") == [{"giver": 0, "taker": 2}]
    assert counts(s) == [1, 2, 3]
    assert s.pile(2).cards[0] == top
    assert s.faces[s.draw.cards[0]] == PETARD
    assert (phase(s), turn(s), names(s, 0)) == ("flip", 0, {"flip"})
    assert not view(s, 2).zone("pile:2").cards


@pytest.mark.rule("spiralix", "D9", "D13")
def test_with_an_empty_draw_pile_the_petard_is_exchanged_for_the_beginning_of_the_spiral() -> None:
    s = table("spiral=pE pR pS | pile:0=pT ✹ | pile:1=pK | pile:2=pW | draw= | won:1=…")
    do(s, 0, "flip")
    do(s, 0, "offer", taker=1)
    assert faces(s, "pile:1") == ["pE", "pK"]
    assert faces(s, "spiral") == ["pR", "pS"]
    assert faces(s, "draw") == [PETARD]


# ---- the end of a spiral --------------------------------------------------------------------------------


@pytest.mark.rule("spiralix", "R25", "R26", "D11")
def test_the_first_without_cards_wins_the_spiral() -> None:
    """Example 7: O is a vowel, then comes the last card."""
    s = plain("pile:0=pT pO")
    do(s, 0, "flip")
    word(s, 0, "porte")
    do(s, 0, "flip")
    events = word(s, 0, "toto")
    assert told(events, "spiral_won") == [{"winner": 0, "count": 3}]
    assert faces(s, "won:0") == ["pE", "pO", "pT"]
    assert s.scores == [3, 0, 0]
    won = view(s, 1).zone("won:0")
    assert (won.count, won.cards[-1].face) == (3, "pT")  # type: ignore[union-attr]


@pytest.mark.rule("spiralix", "D11")
def test_a_vowel_as_last_card_wins_too() -> None:
    s = plain("pile:0=pO")
    do(s, 0, "flip")
    assert told(word(s, 0, "porte"), "spiral_won") == [{"winner": 0, "count": 2}]


@pytest.mark.rule("spiralix", "D11")
def test_giving_away_a_petard_that_was_the_last_card_wins() -> None:
    """Example 8, second part."""
    s = petard("pile:0=✹")
    assert told(do(s, 0, "offer", taker=2), "spiral_won") == [{"winner": 0, "count": 1}]


@pytest.mark.rule("spiralix", "D11")
def test_whoever_receives_a_card_on_his_last_one_has_not_finished() -> None:
    s = plain("pile:0=pR")
    do(s, 0, "flip")
    rescue(s, 1, "farce")
    assert (turn(s), counts(s), s.scores) == (1, [1, 2, 2], [0, 0, 0])


@pytest.mark.rule("spiralix", "D11")
def test_when_nobody_finds_on_his_last_card_he_wins() -> None:
    s = plain("pile:0=pR")
    do(s, 0, "flip")
    do(s, 0, "dry")
    assert told(wait(s), "spiral_won") == [{"winner": 0, "count": 2}]


@pytest.mark.rule("spiralix", "R27", "D15")
def test_all_the_other_cards_are_shuffled_and_dealt_and_the_left_neighbour_starts() -> None:
    s = plain("pile:0=pR", seat=0)
    do(s, 0, "flip")
    events = word(s, 0, "farce")
    assert told(events, "deal") == [{"count": 7, "starter": 1, "round": 2}]
    assert counts(s) == [7, 7, 7]
    assert len(s.spiral.cards) == 1
    assert len(s.draw.cards) == 100 - 2 - 21 - 1
    assert faces(s, "won:0") == ["pE", "pR"]
    assert (phase(s), turn(s), view(s).fact("starter")) == ("flip", 1, 1)


@pytest.mark.rule("spiralix", "D15")
def test_the_start_goes_round_whoever_has_won() -> None:
    s = table("spiral=pE | pile:0=pK bK | pile:1=pR | pile:2=pW bW", seat=1)
    do(s, 1, "flip")
    word(s, 1, "farce")
    assert turn(s) == 2
    arrange(s, "spiral=pE | pile:2=pR | pile:0=pK bK | pile:1=pX bX | won:1=bE bR | draw=…")
    do(s, 2, "flip")
    word(s, 2, "farce")
    assert turn(s) == 0


@pytest.mark.rule("spiralix", "R28", "D13")
def test_when_the_draw_pile_is_empty_the_oldest_cards_of_the_spiral_are_drawn() -> None:
    s = table("spiral=pA pB pE | pile:0=pT pR | pile:1=pK bK | pile:2=pW bW | draw= | won:2=…")
    do(s, 0, "flip")
    rescue(s, 1, "farce")
    assert faces(s, "pile:0") == ["pA", "pT"]
    assert faces(s, "spiral") == ["pB", "pE", "pR"]
    assert not view(s, 0).zone("pile:0").cards


@pytest.mark.rule("spiralix", "D13")
def test_two_cards_stay_in_the_spiral_and_then_no_card_is_given() -> None:
    s = table("spiral=pE | pile:0=pT pR | pile:1=pK bK | pile:2=pW bW | draw= | won:2=…")
    do(s, 0, "flip")
    events = rescue(s, 1, "farce")
    assert told(events, "receives") == [{"seat": 0, "count": 0}]
    assert faces(s, "spiral") == ["pE", "pR"]
    assert (turn(s), counts(s)) == (1, [1, 2, 2])


def last_card(players: int, unwon: int) -> SpiralixState:
    """Seat 0 is about to win a spiral of two cards, after which so many cards are not won."""
    s = table("spiral=pE | pile:0=pR | pile:1=pK", players)
    for _ in range(100 - 2 - unwon):
        s.move(s.draw.cards[0], s.draw, s.won(1))
    s.scores[1] = len(s.won(1).cards)
    do(s, 0, "flip")
    word(s, 0, "farce")
    return s


@pytest.mark.rule("spiralix", "R29", "D14")
@pytest.mark.parametrize(
    ("players", "unwon", "ends"), [(4, 31, False), (4, 29, False), (4, 28, True), (8, 56, True)]
)
def test_the_game_goes_on_while_seven_each_and_one_more_can_be_dealt(players: int, unwon: int, ends: bool) -> None:
    """Example 10."""
    s = last_card(players, unwon)
    assert (s.outcome is not None) is ends
    if not ends:
        assert counts(s) == [7] * players
        assert len(s.draw.cards) == unwon - 7 * players - 1


@pytest.mark.rule("spiralix", "R30")
def test_the_most_cards_won_win() -> None:
    s = last_card(4, 28)
    assert s.outcome is not None
    assert s.outcome.scores == (2, 70, 0, 0)
    assert s.outcome.ranks == (2, 1, 3, 3)
    assert (s.outcome.reason, s.outcome.detail) == (Reason.RULE, "no_deal")


@pytest.mark.rule("spiralix", "D17")
def test_equal_players_share_the_victory() -> None:
    s = table("spiral=pE | pile:0=pR | pile:1=pK", 2)
    for seat, count in ((0, 41), (1, 43)):
        for _ in range(count):
            s.move(s.draw.cards[0], s.draw, s.won(seat))
        s.scores[seat] = count
    do(s, 0, "flip")
    word(s, 0, "farce")
    assert s.outcome is not None
    assert s.outcome.scores == (43, 43)
    assert s.outcome.winners == (0, 1)


@pytest.mark.rule("spiralix", "D16")
@pytest.mark.parametrize(
    ("piles", "winner"),
    [
        ("pile:0=pT pR | pile:1=pK bK | pile:2=pW", 2),
        # Equal: seat 1 would play next.
        ("pile:0=pT pR | pile:1=pK | pile:2=pW", 1),
        ("pile:0=pT pR | pile:1=pK bK | pile:2=pW bW", 0),
    ],
)
def test_a_spiral_of_forty_cards_per_player_is_stopped(piles: str, winner: Seat) -> None:
    s = table(f"spiral=pE | {piles}")
    s.laid = 119
    do(s, 0, "flip")
    events = word(s, 0, "farce")
    assert told(events, "spiral_stopped") == [{"winner": winner, "count": 2}]
    assert s.laid == 0


@pytest.mark.rule("spiralix", "D16")
def test_between_equals_the_one_who_would_play_on_after_a_vowel_comes_first() -> None:
    s = table("spiral=pE | pile:0=pT pO | pile:1=pK | pile:2=pW")
    s.laid = 119
    do(s, 0, "flip")
    assert told(word(s, 0, "porte"), "spiral_stopped") == [{"winner": 0, "count": 2}]


@pytest.mark.rule("spiralix", "D16")
def test_the_last_card_before_the_stop_can_still_win() -> None:
    s = plain("pile:0=pR")
    s.laid = 119
    do(s, 0, "flip")
    assert told(word(s, 0, "farce"), "spiral_won") == [{"winner": 0, "count": 2}]


@pytest.mark.rule("spiralix", "D16", "D19")
def test_failing_for_ever_ends() -> None:
    """Every card is rescued, so no pile ever gets shorter by play."""
    s = start(GAME, 2, seed=4)
    pick = keyed(seed_from(1), "test")
    steps = 0
    stopped = []
    while s.outcome is None:
        assert steps < GAME.bound(2, s.options)
        helper = s.after(s.phases[0].seat) if phase(s) == "search" else -1  # type: ignore[attr-defined]
        offers = s.offers(helper) if helper >= 0 else ()
        if offers:
            apply(s, Played(s.now, helper, Move("idea", offers[0].sample(pick), s.now, offers[0].stimulus)))
        else:
            stopped += told(wait(s), "spiral_stopped")
        steps += 1
    assert stopped
    assert s.spiral.cards == []


# ---- time -----------------------------------------------------------------------------------------------


@pytest.mark.rule("spiralix", "D18")
@pytest.mark.parametrize("seconds", [5, 10])
def test_a_card_not_turned_in_time_is_turned(seconds: int) -> None:
    s = plain(flip_s=seconds)
    events = wait(s, "flip/auto")
    assert (s.now, told(events, "timeout")) == (seconds * 1_000, [{"seat": 0}])
    assert (phase(s), faces(s, "spiral")) == ("search", ["pE", "pR"])


@pytest.mark.rule("spiralix", "D18")
def test_a_petard_not_given_in_time_goes_to_the_next_seat() -> None:
    s = petard()
    began = s.now
    wait(s, "petard/limit")
    assert (s.now - began, counts(s)) == (10_000, [1, 3, 2])


@pytest.mark.rule("spiralix", "D18")
def test_no_choice_after_an_etoile_ends_the_turn() -> None:
    s = plain("pile:0=pT pR ★")
    do(s, 0, "flip")
    word(s, 0, "eleve")
    began = s.now
    wait(s, "flip/auto")
    assert (s.now - began, turn(s), counts(s)) == (10_000, 1, [2, 2, 2])


@pytest.mark.rule("spiralix", "D4")
@pytest.mark.parametrize("chrono", [10, 5, 3])
def test_the_chrono_is_as_long_as_the_table_chose(chrono: int) -> None:
    s = plain(chrono=chrono)
    do(s, 0, "flip", t=0)
    word(s, 1, "farce", "idea", t=1_000)
    wait(s)
    wait(s, "countdown/zero")
    assert s.now == 1_031 + chrono * 1_000


# ---- one screen, and who sees what ------------------------------------------------------------------------


@pytest.mark.rule("spiralix", "D4")
def test_on_a_shared_screen_an_idea_is_pressed_and_typed_at_zero() -> None:
    s = start(GAME, 2, starter=0, seat_options=[{"shares": True}, {"shares": True, "level": 1}], contests=False)
    arrange(s, "spiral=pE | pile:0=pT pR | pile:1=pK bK | draw=…")
    do(s, 0, "flip")
    do(s, 1, "idea")
    wait(s)
    wait(s, "countdown/zero")
    assert phase(s) == "typing"
    assert wrong(s, 1, "as", "tell") == "letters_missing"
    word(s, 1, "mario", "tell")
    assert (turn(s), counts(s)) == (1, [2, 2])


# ---- contests (C17) and words nobody could vote on (C19) --------------------------------------------------


@pytest.mark.rule("spiralix", "R11", "R16")
def test_a_known_word_can_be_contested_and_the_search_goes_on() -> None:
    """C17: nothing follows before the window closes; refused, one searches on with the time that was left."""
    s = plain(contests=True)
    do(s, 0, "flip")
    word(s, 0, "farce", t=10_000)
    assert (phase(s), counts(s)) == ("said", [1, 2, 2])
    assert [names(s, seat) for seat in range(3)] == [set(), {"contest"}, {"contest"}]
    do(s, 1, "contest", t=11_000)
    do(s, 2, "refuse", t=12_000)
    due = s.next_alarm()
    assert due is not None
    assert (phase(s), turn(s), due.at) == ("search", 0, 62_000)
    assert wrong(s, 0, "farce") == "unknown_word", "C16"
    word(s, 0, "effort")
    wait(s, "said/close")
    assert (phase(s), turn(s)) == ("flip", 1)


@pytest.mark.rule("spiralix", "R14", "R15", "D5")
def test_an_idea_can_be_contested_at_zero_and_after_dry() -> None:
    """C17, C3: before it costs the searcher a card; refused, it was a void launch."""
    s = plain(contests=True)
    do(s, 0, "flip")
    word(s, 2, "farce", "idea", t=1_000)
    wait(s, "search/close")
    wait(s, "countdown/zero")
    assert (phase(s), counts(s)) == ("said", [1, 2, 2])
    do(s, 0, "contest")
    do(s, 1, "refuse")
    assert (phase(s), counts(s), names(s, 2)) == ("search", [1, 2, 2], set())
    do(s, 0, "dry")
    word(s, 1, "effort", "idea")
    wait(s, "gave_up/close")
    assert (phase(s), counts(s)) == ("said", [1, 2, 2])
    wait(s, "said/close")
    assert (counts(s), turn(s)) == ([2, 2, 2], 1)


@pytest.mark.rule("spiralix", "R25", "D11")
def test_the_last_word_of_a_spiral_can_be_contested() -> None:
    s = plain("pile:0=pR", contests=True)
    do(s, 0, "flip")
    word(s, 0, "farce")
    assert (s.scores, s.round) == ([0, 0, 0], 0)
    wait(s, "said/close")
    assert (s.scores, s.round) == ([2, 0, 0], 1)


@pytest.mark.rule("spiralix", "R16")
def test_alone_among_bots_one_says_whether_one_is_sure() -> None:
    """C19."""
    s = plain()
    s.seats = (SeatState(), SeatState(human=False), SeatState(human=False))
    do(s, 0, "flip")
    word(s, 0, "erblorp")
    assert names(s, 0) == {"sure", "not_sure"}
    do(s, 0, "not_sure")
    assert names(s, 0) == {"say", "dry"}
    word(s, 0, "erblorp")
    assert told(do(s, 0, "sure"), "says") == [{"seat": 0, "words": "erblorp"}]
    assert turn(s) == 1


def test_votes_are_lost_by_turn() -> None:
    """C11: after three lost votes only known words; the next turn begins anew."""
    s = plain("pile:0=pT pR pO")
    do(s, 0, "flip")
    for text in ("zeo", "zoe", "eoz"):
        word(s, 0, text)
        do(s, 1, "refuse")
        do(s, 2, "refuse")
    assert wrong(s, 0, "oze") == "unknown_word"
    word(s, 0, "porte")
    do(s, 0, "flip")
    assert wrong(s, 0, "orz") == "unknown_word"
    do(s, 0, "dry")
    wait(s)
    assert s.lost == [0, 0, 0]


def test_nobody_sees_a_pile_not_even_its_owner_nor_the_draw_pile() -> None:
    s = plain()
    hidden = [zone for zone in Door(s, 1).view().zones if zone.name.startswith(("pile", "draw"))]
    assert len(hidden) == 4
    assert all(not zone.cards for zone in hidden)
