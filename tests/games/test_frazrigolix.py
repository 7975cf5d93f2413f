"""Frazrigolix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from tablee.arena.match import Match, make_bot
from tablee.bots.bot import Bot, Level, Mind, Plan, Sighting
from tablee.games.frazrigolix.bots import BOT
from tablee.games.frazrigolix.rules import GAME, Flip, FrazrigolixState, Search
from tablee.kernel.door import Door, encode
from tablee.kernel.events import Event, Keep
from tablee.kernel.moves import Move
from tablee.kernel.record import Played, SeatChanged, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Millis, Seat
from tablee.lexicons import load
from tablee.pieces.notation import arrange
from tablee.pieces.toutilix import DECK
from tablee.words import flags
from tablee.words.lexicon import Lexicon
from tests.matches import scores_of_two, whole_game
from tests.table import do, faces, names, refused, start, told, view, wait


def at(position: str, *, seat: Seat = 0, players: int = 4, laid: tuple[Seat, ...] = (), **options: Any) -> Any:
    """A position in which this seat may turn its card; `laid` says who laid the cards in the middle."""
    s = start(GAME, players, starter=0, **options)
    arrange(s, position + " | aside=…")
    s.scores = [len(s.won(i).cards) for i in s.all_seats]
    s.layers = list(laid)
    s.goto(Flip(seat=seat))
    s._settle()
    s.drain()
    return s


FULL = "pile:0=vE pF | pile:1=vS bR | pile:2=vT {} | pile:3=vA vN"


def searching(letter: str = "pW", **options: Any) -> FrazrigolixState:
    """Example 5: seat 0 has said « parfaitement » on F, seat 1 has turned this letter at table time 3 000."""
    s: FrazrigolixState = at(f"pile:0=vE pF | pile:1=vS {letter} | pile:2=vT vL | pile:3=vA vN", **options)
    do(s, 0, "flip")
    word(s, 0, "parfaitement")
    wait(s, "said/close")
    do(s, 1, "flip")
    return s


def word(
    s: FrazrigolixState, seat: Seat, text: str, t: Millis | None = None, *, move: str = "say", known: bool = True
) -> list[Event]:
    """A word as it comes through the door: said, or sealed (`idea`), with the lexicon's answer."""
    t = s.now if t is None else t
    s.drain()
    offer = next((o for o in s.offers(seat) if o.name == move), None)
    answers = offer.stimulus if offer else None
    apply(s, Played(t, seat, Move(move, {"word": text}, t, answers, known={text: int(known)})))
    return s.drain()


def launch(s: FrazrigolixState, seat: Seat, text: str, t: Millis | None = None, *, known: bool = True) -> None:
    """A chrono with a sealed word, up to the moment it starts to run."""
    word(s, seat, text, t, move="idea", known=known)
    wait(s, "search/close")


def stands(s: FrazrigolixState) -> None:
    """Nobody contests what has just been said."""
    wait(s, "said/close")


def phase(s: FrazrigolixState) -> str:
    return view(s).phase


def piles(s: FrazrigolixState) -> list[int]:
    return [len(s.pile(seat).cards) for seat in s.all_seats]


def due(s: FrazrigolixState) -> tuple[str, Millis]:
    alarm = s.next_alarm()
    assert alarm is not None
    return alarm.name, alarm.at


def active(s: FrazrigolixState) -> tuple[Seat, ...]:
    return view(s).active


def absent(s: FrazrigolixState, *seats: Seat) -> None:
    for seat in seats:
        apply(s, SeatChanged(s.now, seat, human=False, present=True))


# ---- the deal -------------------------------------------------------------------------------------------


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


# ---- a turn ---------------------------------------------------------------------------------------------


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


# ---- étoile and pétard ----------------------------------------------------------------------------------


def two_words(third: str) -> FrazrigolixState:
    """Examples 3 and 4: P0 « parfaitement » on F, P1 « heureux » on R; P2 is about to turn this card."""
    s: FrazrigolixState = at(FULL.format(third))
    for seat, text in ((0, "parfaitement"), (1, "heureux")):
        do(s, seat, "flip")
        word(s, seat, text)
        stands(s)
    return s


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


# ---- the chrono -----------------------------------------------------------------------------------------


@pytest.mark.rule("frazrigolix", "R15", "R17", "R20", "D8", "D9")
def test_at_zero_the_launcher_wins_all_the_cards_laid() -> None:
    """Example 5."""
    s = searching()
    launch(s, 3, "wallonne")
    assert (phase(s), active(s)) == ("countdown", (1,))
    assert told(wait(s, "countdown/zero"), "opens") == [{"seat": 3, "words": "wallonne"}]
    assert s.now == 3_000 + 31 + 10_000
    assert (phase(s), s.scores) == ("said", [0, 0, 0, 0])
    stands(s)
    assert faces(s, "won:3") == ["pF", "pW"]
    assert (s.scores, s.spoken) == ([0, 0, 0, 2], [])
    assert (phase(s), active(s)) == ("flip", (3,))


@pytest.mark.rule("frazrigolix", "R16", "D8")
def test_only_one_chrono_runs() -> None:
    """Example 5."""
    s = searching()
    launch(s, 3, "wallonne")
    assert names(s, 2) == names(s, 3) == names(s, 0) == set()
    assert refused(s, 2, "idea", word="wagon") == "not_your_turn"
    assert names(s, 1) == {"say"}


@pytest.mark.rule("frazrigolix", "R16", "D8")
@pytest.mark.parametrize(("apart", "launcher"), [(30, 2), (31, 3)])
def test_of_two_launches_within_30_ms_the_nearest_clockwise_after_the_searcher_counts(
    apart: Millis, launcher: Seat
) -> None:
    """P1 searches; P3 launches first, P2 shortly after him. P2 sits nearer."""
    s = searching()
    word(s, 3, "wallonne", 4_000, move="idea")
    word(s, 2, "wagon", 4_000 + apart, move="idea")
    events = wait(s, "search/close")
    assert told(events, "chrono") == [{"seat": launcher, "owner": 1, "seconds": 10}]


@pytest.mark.rule("frazrigolix", "R15", "D8")
def test_an_idea_is_a_word_with_the_letter_and_nobody_else_is_shown_it() -> None:
    s, other = searching(), searching()
    assert refused(s, 3, "idea", word="belge") == "letters_missing"
    for state, text in ((s, "wallonne"), (other, "wagon")):
        launch(state, 3, text)
    for viewers in (0b0001, 0b0010, 0b0100, 0b1111):
        assert encode(Door(s, viewers).glimpse()) == encode(Door(other, viewers).glimpse())
    assert view(s, 3).fact("sealed") == {"sealed": True, "value": "wallonne"}
    assert view(s, 1).fact("sealed") == {"sealed": True}


@pytest.mark.rule("frazrigolix", "D10")
def test_a_word_before_zero_cancels_the_chrono_and_the_idea_is_never_shown() -> None:
    """Example 6."""
    s = searching()
    launch(s, 3, "wallonne")
    events = word(s, 1, "swinguait", s.now + 8_000)
    events += wait(s, "said/close")
    assert not any("wallonne" in str(e.data) for e in events)
    assert (phase(s), active(s), s.scores) == ("flip", (2,), [0, 0, 0, 0])
    assert s.spoken == ["parfaitement", "swinguait"]
    assert "wallonne" not in encode(Door(s, 1).glimpse()).decode()


@pytest.mark.rule("frazrigolix", "D10", "D12", "D13")
def test_an_unknown_word_only_pauses_the_chrono() -> None:
    """Example 12: the chrono is at 6 when P1 says « wxyz »."""
    s = searching()
    launch(s, 3, "wallonne")
    began = s.now
    word(s, 1, "wxyz", began + 4_000, known=False)
    assert [d.name for d in s.alarms()] == ["vote/limit"]
    for seat in (0, 2, 3):
        do(s, seat, "refuse", t=began + 9_000)
    assert phase(s) == "countdown"
    assert due(s) == ("countdown/zero", began + 9_000 + 6_000)
    word(s, 1, "wagon", began + 10_000)
    do(s, 0, "contest")
    do(s, 2, "refuse")
    do(s, 3, "refuse")
    assert (phase(s), active(s)) == ("search", (1,))
    assert [d.name for d in s.alarms()] == ["search/limit"]
    assert names(s, 3) == {"idea"}  # he may start another


@pytest.mark.rule("frazrigolix", "D12", "D13", "D9")
def test_the_clock_of_the_search_stands_still_during_a_chrono_and_a_vote() -> None:
    s = searching()  # searches from 3 000 on, until 63 000
    assert due(s) == ("search/limit", 63_000)
    word(s, 1, "wxyz", 10_000, known=False)
    for seat in (0, 2, 3):
        do(s, seat, "refuse", t=14_000)
    assert due(s) == ("search/limit", 67_000)
    launch(s, 3, "wwwww", 20_000, known=False)
    started = s.now
    wait(s, "countdown/zero")
    for seat in (0, 1, 2):
        do(s, seat, "refuse")
    assert (phase(s), active(s), s.scores) == ("search", (1,), [0, 0, 0, 0])
    assert due(s) == ("search/limit", 67_000 + (s.now - started))


@pytest.mark.rule("frazrigolix", "D9")
def test_a_refused_idea_wins_nothing_and_bars_its_author_on_this_card() -> None:
    s = searching()
    launch(s, 3, "wallonne")
    wait(s, "countdown/zero")
    do(s, 0, "contest")
    do(s, 1, "refuse")
    do(s, 2, "accept")
    assert (phase(s), active(s), s.scores) == ("search", (1,), [0, 0, 0, 0])
    assert names(s, 3) == set()
    assert names(s, 2) == names(s, 0) == {"idea"}
    word(s, 1, "wagon")
    stands(s)
    do(s, 2, "flip")
    assert names(s, 3) == {"idea"}


@pytest.mark.rule("frazrigolix", "D9")
def test_an_unknown_idea_is_put_to_the_vote_at_zero_and_then_may_be_contested() -> None:
    s = searching()
    launch(s, 3, "wouaf", known=False)
    wait(s, "countdown/zero")
    assert phase(s) == "vote"
    wait(s, "vote/limit")
    assert (phase(s), names(s, 0)) == ("said", {"contest"})
    stands(s)
    assert s.scores == [0, 0, 0, 2]


@pytest.mark.rule("frazrigolix", "R25")
@pytest.mark.parametrize("chrono", [10, 5, 3])
def test_the_chrono_is_as_long_as_chosen_for_the_whole_game(chrono: int) -> None:
    s = searching(chrono=chrono)
    launch(s, 3, "wallonne")
    assert due(s) == ("countdown/zero", s.now + chrono * 1_000)


@pytest.mark.rule("frazrigolix", "R25")
def test_no_other_chrono_can_be_chosen() -> None:
    with pytest.raises(Refused, match="bad_options"):
        start(GAME, 4, chrono=7)


# ---- everybody is stuck ---------------------------------------------------------------------------------


@pytest.mark.rule("frazrigolix", "R18", "D5", "D11")
@pytest.mark.parametrize("silent", [True, False])
def test_nobody_finds_and_who_laid_the_card_before_wins(silent: bool) -> None:
    """Example 7."""
    s = two_words("pK")
    do(s, 2, "flip")
    turned = s.now
    if silent:
        events = wait(s, "search/limit")
        assert s.now == turned + 60_000
        assert told(events, "timeout") == [{"seat": 2}]
    else:
        do(s, 2, "dry")
    assert phase(s) == "gave_up"
    assert due(s) == ("gave_up/limit", s.now + 10_000)
    assert told(wait(s), "nobody") == [{"winner": 1, "count": 3}]
    assert faces(s, "won:1") == ["pF", "bR", "pK"]
    assert (phase(s), active(s)) == ("flip", (1,))


@pytest.mark.rule("frazrigolix", "D11")
def test_the_first_word_after_that_wins_the_cards() -> None:
    """Example 7: P0 sends « képi »."""
    s = two_words("pK")
    do(s, 2, "flip")
    do(s, 2, "dry")
    assert names(s, 2) == set()
    word(s, 0, "képi", s.now + 9_000, move="idea")
    wait(s, "gave_up/close")
    assert (phase(s), s.scores) == ("said", [0, 0, 0, 0])
    stands(s)
    assert (s.scores, active(s)) == ([3, 0, 0, 0], (0,))


@pytest.mark.rule("frazrigolix", "D11", "D13")
def test_a_refused_word_after_that_leaves_the_others_the_time_that_was_left() -> None:
    s = two_words("pK")
    do(s, 2, "flip")
    do(s, 2, "dry")
    dry = s.now
    word(s, 0, "képi", dry + 4_000, move="idea")
    wait(s, "gave_up/close")
    heard = s.now
    do(s, 1, "contest", t=heard + 1_000)
    do(s, 3, "refuse", t=heard + 2_000)
    do(s, 2, "refuse", t=heard + 3_000)
    assert (phase(s), names(s, 0)) == ("gave_up", set())
    assert due(s) == ("gave_up/limit", dry + 10_000 + 3_000)
    word(s, 3, "kaki", heard + 4_000, move="idea")
    wait(s, "gave_up/close")
    stands(s)
    assert s.scores == [0, 0, 0, 3]


@pytest.mark.rule("frazrigolix", "D11")
@pytest.mark.parametrize(("chrono", "least"), [(10, 10_000), (3, 10_000)])
def test_the_others_have_one_chrono_and_at_least_ten_seconds(chrono: int, least: Millis) -> None:
    s = searching(chrono=chrono)
    do(s, 1, "dry")
    assert due(s) == ("gave_up/limit", s.now + least)


@pytest.mark.rule("frazrigolix", "D11")
@pytest.mark.parametrize("search_s", [30, 60, 120])
def test_the_search_limit_is_an_option(search_s: int) -> None:
    s = searching(search_s=search_s)
    assert due(s) == ("search/limit", s.now + search_s * 1_000)


@pytest.mark.rule("frazrigolix", "D5")
@pytest.mark.parametrize(("starter", "winner"), [(0, 3), (2, 1)])
def test_stuck_on_the_first_word_the_seat_to_the_right_wins(starter: Seat, winner: Seat) -> None:
    """Example 8."""
    s = at("pile:0=vE pX | pile:1=vS vT | pile:2=vT bX | pile:3=vA vN", seat=starter)
    do(s, starter, "flip")
    wait(s, "search/limit")
    wait(s, "gave_up/limit")
    assert s.scores == [int(seat == winner) for seat in range(4)]
    assert active(s) == (winner,)


@pytest.mark.rule("frazrigolix", "D5", "D6")
def test_stuck_alone_at_the_end_the_seat_to_the_right_wins() -> None:
    """P1 has the only pile: he laid the card before, too."""
    s = at("pile:1=vE vT vS", seat=1)
    do(s, 1, "flip")
    word(s, 1, "sourire")
    stands(s)
    assert active(s) == (1,)
    do(s, 1, "flip")
    do(s, 1, "dry")
    wait(s, "gave_up/limit")
    assert s.scores == [2, 0, 0, 0]
    assert active(s) == (1,)  # R21: the winner has no pile


@pytest.mark.rule("frazrigolix", "R18", "D5")
def test_who_laid_the_card_before_is_not_always_the_neighbour() -> None:
    """P3 laid it; P0 has no pile and was skipped, P1 is stuck."""
    s = at("pile:1=vE vT | pile:3=vS vA", seat=3)
    do(s, 3, "flip")
    word(s, 3, "abricot")
    stands(s)
    do(s, 1, "flip")
    do(s, 1, "dry")
    wait(s, "gave_up/limit")
    assert s.scores == [0, 0, 0, 2]


@pytest.mark.rule("frazrigolix", "D5")
def test_a_card_of_the_sentence_before_is_no_card_before() -> None:
    """P1 laid the last card of the sentence that P3 has won; P3, stuck on his first word, gives to his right."""
    s = searching()
    launch(s, 3, "wallonne")
    wait(s, "countdown/zero")
    stands(s)
    do(s, 3, "flip")
    do(s, 3, "dry")
    wait(s, "gave_up/limit")
    assert s.scores == [0, 0, 1, 2]


# ---- contests -------------------------------------------------------------------------------------------


@pytest.mark.rule("frazrigolix", "D13")
def test_a_contested_word_that_is_refused_is_withdrawn_without_penalty() -> None:
    s = searching()
    word(s, 1, "wagon", 10_000)
    assert names(s, 1) == set()
    assert names(s, 2) == {"contest"}  # and no card can be turned meanwhile
    do(s, 3, "contest", t=11_000)
    do(s, 0, "refuse", t=12_000)
    do(s, 2, "accept", t=13_000)
    assert (phase(s), active(s), s.spoken) == ("search", (1,), ["parfaitement"])
    assert (s.scores, faces(s, "middle")) == ([0, 0, 0, 0], ["pF", "pW"])
    assert due(s) == ("search/limit", 63_000 + 3_000)
    word(s, 1, "wagon")  # refused here, it is still a word
    stands(s)
    assert s.spoken == ["parfaitement", "wagon"]


@pytest.mark.rule("frazrigolix", "D13")
def test_one_contest_per_word_and_what_the_table_lets_pass_stands() -> None:
    s = searching()
    word(s, 1, "wagon")
    do(s, 3, "contest")
    do(s, 0, "accept")
    do(s, 2, "accept")
    assert (phase(s), active(s)) == ("flip", (2,))


@pytest.mark.rule("frazrigolix", "D13")
def test_where_only_bots_listen_nobody_contests() -> None:
    s = searching()
    absent(s, 0, 2, 3)
    word(s, 1, "wagon")
    assert (phase(s), active(s)) == ("flip", (2,))


# ---- leads, empty piles, the end ------------------------------------------------------------------------


@pytest.mark.rule("frazrigolix", "R20", "R21", "D7")
def test_a_winner_without_cards_leaves_the_lead_to_the_next_who_has_some() -> None:
    """Example 9: P2 wins, P3's pile is empty too."""
    s = at("pile:0=vE | pile:2=★", seat=2)
    do(s, 2, "flip")
    assert (s.scores, active(s)) == ([0, 0, 1, 0], (0,))


@pytest.mark.rule("frazrigolix", "D6")
def test_players_without_a_pile_are_skipped_but_launch_contest_vote_and_win() -> None:
    s = at("pile:0=vE pF | pile:2=vT pW | pile:3=vA")
    do(s, 0, "flip")
    word(s, 0, "fort")
    assert names(s, 1) == {"contest"}
    stands(s)
    assert active(s) == (2,)
    do(s, 2, "flip")
    word(s, 2, "wxyz", known=False)
    assert names(s, 1) == {"accept", "refuse"}
    for seat in (0, 1, 3):
        do(s, seat, "refuse")
    launch(s, 1, "wagon")
    wait(s, "countdown/zero")
    stands(s)
    assert (s.scores, active(s)) == ([0, 2, 0, 0], (2,))


@pytest.mark.rule("frazrigolix", "R22", "D16")
def test_the_last_card_is_played_and_the_open_sentence_is_nobodys() -> None:
    """Example 11."""
    s = at("won:1=vA vL | won:2=vN | pile:0=pF")
    do(s, 0, "flip")
    word(s, 0, "fin")
    assert s.outcome is None
    events = wait(s, "said/close")
    assert told(events, "unfinished") == [{"count": 1}]
    assert s.outcome is not None
    assert (s.outcome.scores, s.outcome.winners) == ((0, 2, 1, 0), (1,))


@pytest.mark.rule("frazrigolix", "D16", "R22", "R13")
@pytest.mark.parametrize(("last", "scores"), [("★", (2, 0, 0, 0)), ("✹", (1, 1, 0, 0))])
def test_the_last_card_may_still_win(last: str, scores: tuple[int, ...]) -> None:
    s = at(f"won:0=vA | pile:0={last}")
    do(s, 0, "flip")
    assert s.outcome is not None
    assert s.outcome.scores == scores


@pytest.mark.rule("frazrigolix", "D16", "R17")
def test_a_chrono_on_the_last_card_still_wins() -> None:
    s = at("pile:0=pW")
    do(s, 0, "flip")
    launch(s, 2, "wagon")
    wait(s, "countdown/zero")
    assert s.outcome is None
    stands(s)
    assert s.outcome is not None
    assert s.outcome.scores == (0, 0, 1, 0)


@pytest.mark.rule("frazrigolix", "R22")
def test_the_game_goes_on_while_one_player_has_cards() -> None:
    s = at("pile:3=vE vT vN", seat=3)
    for text in ("nous", "tous", "et"):
        assert (s.outcome, active(s)) == (None, (3,))
        do(s, 3, "flip")
        word(s, 3, text)
        stands(s)
    assert s.outcome is not None


@pytest.mark.rule("frazrigolix", "R23", "D17")
@pytest.mark.parametrize(
    ("won", "winners"), [("won:1=vA vL vT | won:2=vN vS", (1,)), ("won:1=vA vL | won:2=vN vS", (1, 2))]
)
def test_most_cards_win_and_equals_share_the_victory(won: str, winners: tuple[Seat, ...]) -> None:
    s = at(f"{won} | pile:0=pF")
    do(s, 0, "flip")
    word(s, 0, "fin")
    stands(s)
    assert s.outcome is not None
    assert s.outcome.winners == winners


@pytest.mark.rule("frazrigolix", "D2", "R19")
def test_won_cards_are_never_replayed_and_only_the_four_ways_win() -> None:
    """A whole game: piles only shrink, by one card a turn; gains only grow, always by the whole middle, and always
    with one of the four events."""
    s = start(GAME, 3)
    ways = Counter[str]()
    while s.outcome is None:
        before, middle, left = s.scores[:], len(s.middle.cards), sum(piles(s))
        top = s.phases[-1]
        if isinstance(top, Flip):
            events = do(s, top.seat, "flip")
            assert sum(piles(s)) == left - 1
            middle += 1
        elif isinstance(top, Search) and len(s.middle.cards) % 3:
            events = word(s, top.seat, s.letter.lower())
            assert (s.scores, sum(piles(s))) == (before, left)
        else:
            events = wait(s)
            assert sum(piles(s)) == left
        gains = [b - a for a, b in zip(before, s.scores, strict=True)]
        how = [e.kind for e in events if e.kind in ("etoile", "petard", "rescued", "nobody")]
        assert bool(how) == any(gains)
        if how:
            ways[how[0]] += 1
            assert sorted(gains) == [0, 0, middle]
    assert set(ways) == {"etoile", "petard", "nobody"}


@pytest.mark.rule("frazrigolix", "D18")
def test_three_lost_votes_in_a_turn_end_the_contests_on_it() -> None:
    s = searching()
    for _ in range(3):
        word(s, 1, "wagon")
        do(s, 0, "contest")
        do(s, 2, "refuse")
        do(s, 3, "refuse")
    with pytest.raises(Refused, match="unknown_word"):
        word(s, 1, "wxyz", known=False)
    word(s, 1, "wagon")
    assert (phase(s), active(s)) == ("flip", (2,))
    assert s.lost == [0, 0, 0, 0]


# ---- what is seen ---------------------------------------------------------------------------------------


@pytest.mark.rule("frazrigolix", "R10")
@pytest.mark.parametrize(("transcript", "seen"), [(True, ["parfaitement", "swing"]), (False, ["swing"])])
def test_the_sentence_stays_visible_or_only_its_last_word(transcript: bool, seen: list[str]) -> None:
    s = searching(transcript=transcript)
    events = word(s, 1, "swing")
    stands(s)
    assert view(s).fact("spoken") == seen
    assert view(s).fact("sentence") == " ".join(seen)
    assert next(e for e in events if e.kind == "says").keep is (Keep.LASTING if transcript else Keep.FLEETING)


def test_on_a_shared_screen_an_idea_is_a_buzz_typed_at_zero() -> None:
    """C13."""
    s = GAME.start(4, seed=seed_from(1), options={"starter": 0}, seat_options=[{"shares": True}] * 4, watched=True)
    arrange(s, "pile:0=vE pF | pile:1=vS | pile:2=vT | pile:3=vA | aside=…")
    do(s, 0, "flip")
    do(s, 2, "idea")
    wait(s, "search/close")
    wait(s, "countdown/zero")
    assert (phase(s), names(s, 2)) == ("typing", {"tell"})
    word(s, 2, "fort", move="tell")
    stands(s)
    assert s.scores == [0, 0, 1, 0]


# ---- bots -----------------------------------------------------------------------------------------------

WORDS = [
    ("le", flags.FUNCTION, 7.0),
    ("chat", flags.NOUN | flags.NOUN_MASCULINE | flags.NOUN_SINGULAR, 5.0),
    ("coq", flags.NOUN | flags.NOUN_MASCULINE | flags.NOUN_SINGULAR, 4.8),
    ("chaise", flags.NOUN | flags.NOUN_FEMININE | flags.NOUN_SINGULAR, 5.5),
    ("cours", flags.NOUN | flags.NOUN_MASCULINE | flags.NOUN_PLURAL, 5.6),
    ("court", flags.VERB | flags.THIRD_SINGULAR | flags.INTRANSITIVE, 6.0),
    ("crie", flags.VERB | flags.THIRD_SINGULAR | flags.INTRANSITIVE, 5.0),
]
SMALL = Lexicon.of(WORDS)


def bot(seat: Seat, level: Level, seed: int = 0, lexicon: Lexicon = SMALL) -> Any:
    return BOT(seat, level, keyed(seed_from(seed), "bot"), lexicon)


def on_c(*sentence: str) -> FrazrigolixState:
    """Seat 0 has just turned a C; this has been said so far."""
    s: FrazrigolixState = at("pile:0=vE pC | pile:1=vS | pile:2=vT | pile:3=vA")
    s.spoken = list(sentence)
    do(s, 0, "flip")
    return s


def plans(s: FrazrigolixState, seat: Seat, level: Level, games: int = 200) -> list[Plan]:
    """What bots of a level mean to do here, each with a seed of its own; those who will not move are left out."""
    made = (bot(seat, level, seed).react(Sighting(s, seat, [])) for seed in range(games))
    return [plan for plan in made if plan is not None]


@pytest.mark.parametrize(
    ("sentence", "words"),
    [(("le",), {"chat", "coq"}), (("le", "chat"), {"court", "crie"})],
)
def test_bots_go_on_with_the_sentence(sentence: tuple[str, ...], words: set[str]) -> None:
    said = [p.move.args["word"] for p in plans(on_c(*sentence), 0, Level.STRONG)]
    assert set(said) == words


@pytest.mark.parametrize(("level", "share"), [(Level.BEGINNER, 0.2), (Level.NORMAL, 0.05), (Level.STRONG, 0.0)])
def test_bots_are_dry_on_common_letters_now_and_then(level: Level, share: float) -> None:
    made = plans(on_c("le"), 0, level, 1_000)
    assert len(made) == 1_000
    assert sum(p.move.name == "dry" for p in made) == pytest.approx(1_000 * share, abs=45 if share else 0)


@pytest.mark.parametrize(
    ("level", "share", "soonest"),
    [(Level.BEGINNER, 0.08, 4_000), (Level.NORMAL, 0.95, 5_000), (Level.STRONG, 1, 3_000)],
)
def test_when_bots_start_a_chrono(level: Level, share: float, soonest: Millis) -> None:
    """A beginner has a word four times of five, and starts a chrono with one in ten of them."""
    made = plans(on_c("le"), 2, level, 3_000)
    assert {p.move.name for p in made} == {"idea"}
    assert len(made) == pytest.approx(3_000 * share, abs=60)
    assert soonest <= min(p.at for p in made) < soonest + 1_500


def test_a_bot_says_nothing_twice_that_the_table_refused() -> None:
    s = on_c("le")
    mind = bot(0, Level.STRONG)
    first = mind.react(Sighting(s, 0, [])).move.args["word"]
    assert mind.react(Sighting(s, 0, word(s, 0, first))) is None
    for seat, ballot in ((1, "contest"), (2, "refuse")):
        assert mind.react(Sighting(s, 0, do(s, seat, ballot))) is None
    second = mind.react(Sighting(s, 0, do(s, 3, "refuse"))).move.args["word"]
    assert {first, second} == {"chat", "coq"}


def test_bots_with_an_idea_help_when_somebody_is_dry_and_the_others_say_that_they_have_none() -> None:
    s = on_c("le")
    do(s, 0, "dry")
    strong = plans(s, 2, Level.STRONG)
    assert {p.move.name for p in strong} == {"idea"}
    assert {p.move.name for p in plans(s, 2, Level.BEGINNER)} == {"idea", "no_idea"}


def test_bots_neither_contest_nor_vote() -> None:
    s = on_c("le")
    absent(s, 1, 2)
    word(s, 0, "chat")
    assert [names(s, seat) for seat in (1, 2, 3)] == [set(), set(), {"contest"}]
    do(s, 3, "contest")
    assert (phase(s), s.scores) == ("search", [0, 0, 0, 0])  # the only voter is against


def test_bots_know_only_common_words_without_a_grammar_for_the_language() -> None:
    """Then the letter is all they look at."""
    plain = Lexicon.of([("Dach", 0, 5.0), ("Tisch", 0, 4.0), ("Hund", 0, 5.0)], "de")
    s = on_c("das")
    said = {bot(0, Level.STRONG, seed, plain).react(Sighting(s, 0, [])).move.args["word"] for seed in range(40)}
    assert said == {"Dach", "Tisch"}


def test_bots_go_on_in_english_too() -> None:
    s = on_c("an")
    said = {
        bot(0, Level.STRONG, seed, load("en")).react(Sighting(s, 0, [])).move.args["word"] for seed in range(40)
    }
    assert "cat" not in said
    assert said >= {"octopus"}


def test_a_bot_is_dry_rather_than_it_says_what_does_not_go_on() -> None:
    """*chaise* has the letter, but one does not say *le chaise*; *court* does not follow *les*."""
    none = Lexicon.of([(w, kinds, z) for w, kinds, z in WORDS if w not in {"chat", "coq"}])
    made = [bot(0, Level.STRONG, seed, none).react(Sighting(on_c("le"), 0, [])) for seed in range(20)]
    assert {plan.move.name for plan in made} == {"dry"}


@pytest.mark.parametrize(("weaker", "better"), list(pairwise(Level)))
def test_a_better_bot_wins_more_cards(weaker: Level, better: Level) -> None:
    more, fewer = scores_of_two(GAME, better, weaker, 8)
    assert more > fewer


class Lazy(Mind):
    """Turns its cards; beyond that it has one trick."""

    def decide(self, seen: Sighting) -> Plan | None:
        if seen.offer("flip"):
            return self.soon(seen, Move("flip"), 600, 1_500)
        return self.trick(seen)

    def trick(self, seen: Sighting) -> Plan | None:
        return None


class Dry(Lazy):
    def trick(self, seen: Sighting) -> Plan | None:
        name = next((n for n in ("dry", "no_idea") if seen.offer(n)), None)
        return self.soon(seen, Move(name), 300, 900) if name else None


class Parrot(Dry):
    """Says the same short word whenever its letter is there."""

    def trick(self, seen: Sighting) -> Plan | None:
        for offer in seen.offers:
            if "word" in offer.params and offer.params["word"].accepts("oui"):
                return self.soon(seen, Move(offer.name, {"word": "oui"}, answers=offer.stimulus), 300, 900)
        return super().trick(seen)


@pytest.mark.parametrize("lazy", [Lazy, Dry, Parrot])
def test_who_is_lazy_loses(lazy: type[Lazy]) -> None:
    def make(game: Any, name: str, seat: Seat, seed: bytes, lexicon: Lexicon | None) -> Bot:
        return lazy(seat, Level.STRONG, keyed(seed, "lazy", seat)) if name == "lazy" else make_bot(
            game, name, seat, seed, lexicon
        )  # fmt: skip

    for level in Level:
        has = [0, 0]
        for seed in range(4):
            bots = (level, "lazy") if seed % 2 else ("lazy", level)
            scores = Match(GAME, bots, seed=seed_from(seed), make=make).finish().scores
            has[0] += scores[bots.index(level)]
            has[1] += scores[bots.index("lazy")]
        assert has[0] > 1.5 * has[1], (level, has)


def test_sentences_of_whole_games_have_known_words_only() -> None:
    match = whole_game(GAME, list(Level), 5)
    words = [e.move.args["word"] for e in match.entries if isinstance(e, Played) and "word" in e.move.args]
    assert len(words) > 40
    assert all(load("fr").look_up(word) for word in words)


def test_a_bot_that_leads_again_takes_its_time_for_the_next_card() -> None:
    s = at("pile:0=vE ★ | pile:1=vS | pile:2=vT | pile:3=vA")
    mind = bot(0, Level.STRONG)
    first = mind.react(Sighting(s, 0, []))
    again = mind.react(Sighting(s, 0, do(s, 0, "flip", t=first.at)))
    assert again.move.name == "flip"
    assert again.at >= first.at + 600
