"""Méfouillix, rule by rule. Words and layouts are given by hand; what is expected is worked out from the rules."""

from collections import Counter

import pytest

from tablee.games.mefouillix.rules import GAME, MefouillixState
from tablee.kernel.door import Door
from tablee.kernel.events import Keep
from tablee.kernel.record import SeatChanged, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import seed_from
from tablee.kernel.state import SeatState
from tablee.kernel.units import Seat
from tablee.pieces.toutilix import LETTERS, SYMBOL
from tablee.words.flags import FOREIGN, KNOWN
from tests.games.mefouillix import (
    attempt,
    choose,
    find,
    hidden,
    lay,
    letters,
    opened,
    phase,
    rest,
    send,
    turned_up,
    uncover,
    whose,
)
from tests.table import do, faces, names, refused, start, told, view, wait

# ---- the heap and the words ----------------------------------------------------------------------------


@pytest.mark.rule("mefouillix", "R1")
def test_two_to_five_play() -> None:
    assert [start(GAME, n).n for n in (2, 3, 4, 5)] == [2, 3, 4, 5]
    for n in (1, 6):
        with pytest.raises(Refused, match="bad_players"):
            start(GAME, n)


@pytest.mark.rule("mefouillix", "R2", "R3")
def test_ninety_letters_lie_face_up_in_a_heap() -> None:
    s = start(GAME, 3)
    for seat in range(3):
        heap = view(s, seat).zone("heap")
        shown = Counter(c.face for c in heap.cards if c is not None)
        assert heap.count == 90 and shown == Counter(LETTERS)
        assert "★" not in shown and "✹" not in shown


@pytest.mark.rule("mefouillix", "R4")
def test_everybody_takes_the_letters_of_a_word_of_five() -> None:
    s = start(GAME, 2, starter=0)
    assert names(s, 0) == names(s, 1) == {"word"}
    assert refused(s, 0, "word", word="chat", known={"chat": 1}) == "word_too_short"
    assert refused(s, 0, "word", word="tables", known={"tables": 1}) == "word_too_long"
    choose(s, 1, "table")
    assert letters(s, "word:1") == "TABLE"
    assert len(s.heap.cards) == 85
    assert Counter(letters(s, "heap")) + Counter("TABLE") == Counter(SYMBOL[f] for f in LETTERS)
    assert names(s, 1) == set() and names(s, 0) == {"word"}


@pytest.mark.rule("mefouillix", "R5")
@pytest.mark.parametrize("look_s", [2, 3, 5])
def test_the_words_are_shown_to_all(look_s: int) -> None:
    s = opened(2, look_s=look_s)
    assert told(choose(s, 0, "table"), "chooses") == [{"seat": 0, "word": "TABLE"}]
    choose(s, 1, "livre")
    began = s.now
    for seat in range(2):
        rows = [view(s, seat).zone(f"word:{owner}") for owner in range(2)]
        assert ["".join((c.face or "?")[-1] for c in row.cards if c) for row in rows] == ["TABLE", "LIVRE"]
    wait(s, "show/over")
    assert s.now == began + look_s * 1_000
    assert view(s, 0).zone("word:0").count == 0


@pytest.mark.rule("mefouillix", "R6")
def test_the_rest_is_set_aside() -> None:
    s = hidden("TABLE", "LIVRE")
    assert len(s.heap.cards) == 0 and len(s.zone("aside").cards) == 80
    assert view(s, 0).zone("aside").cards == ()


@pytest.mark.rule("mefouillix", "R7", "D4")
def test_the_cards_of_all_words_are_mixed_and_lie_face_down() -> None:
    """Example 1: T A B L E L I V R E."""
    layouts = set()
    for seed in range(12):
        s = opened(2, seed=seed)
        choose(s, 0, "table")
        choose(s, 1, "livre")
        events = wait(s, "show/over")
        assert Counter(letters(s, "plane")) == Counter("TABLELIVRE")
        assert turned_up(s) == {} and all(c and c.handle is None for c in view(s, 0).zone("plane").cards)
        assert not [e for e in events if e.target and e.target[0] == "plane"], "it tells where a card went"
        layouts.add(letters(s, "plane"))
    assert len(layouts) == 12


@pytest.mark.rule("mefouillix", "D1")
def test_a_word_without_its_letters_in_the_heap_is_refused() -> None:
    """Example 6: both Z are gone."""
    s = opened(2)
    choose(s, 0, "zazou")
    assert "Z" not in letters(s, "heap")
    assert refused(s, 1, "word", word="pizza", known={"pizza": 1}) == "not_in_rack"
    assert refused(s, 1, "word", word="zebre", known={"zebre": 1}) == "not_in_rack"
    choose(s, 1, "livre")
    assert s.targets == {0: "ZAZOU", 1: "LIVRE"}


@pytest.mark.rule("mefouillix", "D1")
def test_each_letter_of_a_word_needs_its_own_card() -> None:
    """There are two V only."""
    s = opened(2)
    assert refused(s, 0, "word", word="vivve", known={"vivve": 1}) == "not_in_rack"
    choose(s, 0, "vivre")
    assert letters(s, "heap").count("V") == 0


@pytest.mark.rule("mefouillix", "D1")
@pytest.mark.parametrize(("starter", "has_it"), [(0, 0), (1, 1), (2, 0)])
def test_within_30_ms_the_seat_nearest_to_the_starter_has_the_card(starter: Seat, has_it: Seat) -> None:
    """Clockwise from the starter: 0 1 2, 1 2 0, 2 0 1. Seats 0 and 1 both need the two Z."""
    s = opened(3, starter=starter)
    send(s, 1, "pizza", at=1_000)
    send(s, 0, "zazou", at=1_030)
    events = wait(s, "choose/close")
    other = 1 - has_it
    assert list(s.targets) == [has_it]
    assert [e["seat"] for e in told(events, "too_slow")] == [other]
    assert names(s, other) == {"word"}
    choose(s, other, "livre")


@pytest.mark.rule("mefouillix", "D1")
def test_more_than_30_ms_apart_the_first_has_the_card_even_if_it_arrives_later() -> None:
    s = opened(3)
    s.hold = 100
    send(s, 0, "zazou", at=1_031)
    send(s, 1, "pizza", at=1_000)
    events = wait(s, "choose/close")
    assert s.targets == {1: "PIZZA"}
    assert told(events, "too_slow") == [{"seat": 0, "word": "ZAZOU"}]


@pytest.mark.rule("mefouillix", "D1")
def test_words_that_need_different_cards_are_both_had() -> None:
    s = opened(2)
    send(s, 1, "livre", at=1_000)
    send(s, 0, "table", at=1_010)
    wait(s, "choose/close")
    assert s.targets == {0: "TABLE", 1: "LIVRE"}


@pytest.mark.rule("mefouillix", "D2")
def test_a_word_is_chosen_once() -> None:
    s = opened(2)
    choose(s, 0, "école")
    assert refused(s, 1, "word", word="ECOLE", known={"ECOLE": 1}) == "already_said"
    s = opened(2)
    send(s, 1, "table", at=500)
    send(s, 0, "table", at=510)
    wait(s, "choose/close")
    assert s.targets == {0: "TABLE"} and whose(s) == (1,)


@pytest.mark.rule("mefouillix", "D2")
def test_next_round_it_may_be_chosen_again() -> None:
    s = hidden("MAT", "SOL")
    find(s, 0, "MAT", 0, 1, 2)
    find(s, 0, "SOL", 3, 4, 5)
    do(s, 1, "size", letters=3)
    choose(s, 1, "mat")
    assert s.targets == {1: "MAT"}


@pytest.mark.rule("mefouillix", "D3")
def test_accents_are_folded_and_a_ligature_is_two_letters() -> None:
    s = opened(2)
    choose(s, 0, "école")
    assert refused(s, 1, "word", word="nœuds", known={"nœuds": 1}) == "word_too_long"
    choose(s, 1, "œufs")
    assert s.targets == {0: "ECOLE", 1: "OEUFS"}
    assert letters(s, "word:1") == "OEUFS"


def in_doubt(players: int = 3, starter: Seat = 1) -> MefouillixState:
    """All have chosen; nobody knows the words of seats 0 and 1."""
    s = opened(players, starter=starter)
    choose(s, 0, "zazou", known=0)
    choose(s, 1, "blorp", known=0)
    assert phase(s) == "choose" and "Z" not in letters(s, "heap")  # the vote is still to come
    choose(s, 2, "table")
    return s


@pytest.mark.rule("mefouillix", "D3")
def test_unknown_words_are_voted_on_when_all_have_chosen_clockwise_from_the_starter() -> None:
    s = in_doubt()
    assert view(s).fact("words") == ["blorp"] and view(s).fact("author") == 1
    for seat in (0, 2):
        do(s, seat, "accept")
    assert view(s).fact("words") == ["zazou"] and view(s).fact("author") == 0
    for seat in (1, 2):
        do(s, seat, "accept")
    assert phase(s) == "show"
    assert s.targets == {0: "ZAZOU", 1: "BLORP", 2: "TABLE"}


@pytest.mark.rule("mefouillix", "D3", "D1")
def test_a_refused_word_gives_its_letters_back_and_another_is_chosen() -> None:
    """Example 6: both Z are free again."""
    s = in_doubt()
    for seat in (0, 2):
        do(s, seat, "accept")
    for seat in (1, 2):
        do(s, seat, "refuse")
    assert letters(s, "heap").count("Z") == 2 and letters(s, "word:0") == ""
    assert phase(s) == "choose" and whose(s) == (0,) and s.targets == {1: "BLORP", 2: "TABLE"}
    assert refused(s, 0, "word", word="zazou", known={"zazou": 0}) == "unknown_word"  # C16
    choose(s, 0, "pizza")
    assert phase(s) == "show" and s.targets[0] == "PIZZA"


@pytest.mark.rule("mefouillix", "D3")
def test_the_next_vote_follows_even_if_the_first_word_is_refused() -> None:
    s = in_doubt()
    for seat in (0, 2):
        do(s, seat, "refuse")
    assert phase(s) == "vote" and view(s).fact("author") == 0
    for seat in (1, 2):
        do(s, seat, "refuse")
    assert whose(s) == (1, 0)
    limit = next(c for c in view(s).clocks if c.name == "choose/limit")
    assert limit.at == s.now + 60_000


@pytest.mark.rule("mefouillix", "D3")
def test_after_three_lost_votes_only_known_words() -> None:
    s = opened(2)
    choose(s, 1, "livre")
    for word in ("blorp", "blurp", "blarp"):
        choose(s, 0, word, known=0)
        do(s, 1, "refuse")
    assert refused(s, 0, "word", word="blirp", known={"blirp": 0}) == "unknown_word"
    choose(s, 0, "table")
    assert phase(s) == "show"


@pytest.mark.rule("mefouillix", "D3")
def test_among_bots_nobody_votes_and_an_unknown_word_is_refused() -> None:
    bots = [SeatState(human=True), SeatState(human=False)]
    s = GAME.start(
        2, seed=seed_from(1), options={"starter": 0, "unknown_alone": "refuse"}, seats=bots, watched=True
    )
    assert refused(s, 0, "word", word="blorp", known={"blorp": 0}) == "unknown_word"


@pytest.mark.rule("mefouillix", "D3")
@pytest.mark.parametrize(("answer", "targets"), [("sure", {0: "BLORP", 1: "LIVRE"}), ("not_sure", {1: "LIVRE"})])
def test_alone_among_bots_one_is_asked_when_all_have_chosen(answer: str, targets: dict[Seat, str]) -> None:
    """C19: whether one is sure; if not, the letters go back and one chooses another word."""
    bots = [SeatState(human=True), SeatState(human=False)]
    s = GAME.start(2, seed=seed_from(1), options={"starter": 0}, seats=bots, watched=True)
    choose(s, 0, "blorp", known=0)
    assert names(s, 0) == set(), "the other one has still to choose"
    choose(s, 1, "livre")
    assert (phase(s), names(s, 0)) == ("sure", {"sure", "not_sure"})
    do(s, 0, answer)
    assert s.targets == targets


def test_a_word_of_another_language_is_told_as_it_is_chosen() -> None:
    s = opened(2)
    assert told(choose(s, 0, "sunny", known=FOREIGN["en"] | KNOWN), "foreign") == [
        {"words": "sunny", "language": "word.en"}
    ]


def test_a_voter_who_has_left_before_the_vote_cannot_save_a_word() -> None:
    s = opened(2, unknown_alone="refuse")
    choose(s, 0, "blorp", known=0)
    send(s, 1, "livre")
    apply(s, SeatChanged(s.now, 1, human=False, present=True))
    wait(s, "choose/close")
    assert phase(s) == "choose" and s.targets == {1: "LIVRE"}


# ---- turns ---------------------------------------------------------------------------------------------


@pytest.mark.rule("mefouillix", "R8", "R9")
def test_the_starter_uncovers_a_card_then_the_next_one_clockwise() -> None:
    s = hidden("TABLE", "LIVRE", "SCOUP", starter=2)
    for seat, place, letter in ((2, 3, "L"), (0, 7, "V"), (1, 0, "T"), (2, 14, "P")):
        assert whose(s) == (seat,) and names(s, seat) == {"uncover"}
        assert all(names(s, other) == set() for other in s.others(seat))
        do(s, seat, "uncover", place=place)
        assert [turned_up(s, other) for other in range(3)] == [{place: letter}] * 3
        do(s, seat, "back", t=s.now + 1_000)
        assert turned_up(s) == {} and letters(s, "plane") == "TABLELIVRESCOUP"
        do(s, seat, "end_turn")


@pytest.mark.rule("mefouillix", "R8")
def test_chance_chooses_the_first_starter_when_nobody_says() -> None:
    assert {start(GAME, 3, seed=seed).starter for seed in range(20)} == {0, 1, 2}


@pytest.mark.rule("mefouillix", "R8")
@pytest.mark.parametrize("look_s", [2, 3, 5])
def test_everybody_has_time_to_memorise_it(look_s: int) -> None:
    s = hidden("TABLE", "LIVRE", look_s=look_s)
    do(s, 0, "uncover", place=3)
    began = s.now
    assert refused(s, 0, "back", t=began + 999) == "too_early"
    assert refused(s, 1, "back", t=began + 1_500) == "not_your_turn"
    wait(s, "look/over")
    assert s.now == began + look_s * 1_000
    assert turned_up(s) == {} and phase(s) == "ready"


@pytest.mark.rule("mefouillix", "R10", "D9")
def test_one_may_try_only_after_the_card_is_turned_back_and_need_not() -> None:
    s = hidden("TABLE", "LIVRE")
    assert refused(s, 0, "attempt", word="TABLE") == "not_offered"
    do(s, 0, "uncover", place=3)
    assert refused(s, 0, "attempt", word="TABLE") == "not_offered"
    do(s, 0, "back", t=s.now + 1_000)
    assert names(s, 0) == {"attempt", "end_turn"} and names(s, 1) == set()
    do(s, 0, "end_turn")
    assert whose(s) == (1,)


@pytest.mark.rule("mefouillix", "R10", "D5")
def test_a_wrong_card_ends_the_attempt() -> None:
    """Example 2: L is right, E is not I; both are turned back and P0 plays."""
    s = hidden("TABLE", "LIVRE", laid="TABLIVREEL")
    rest(s, 0, 3)
    uncover(s, 1, 7)
    do(s, 1, "attempt", word="LIVRE")
    do(s, 1, "turn", place=3)
    assert phase(s) == "attempt" and turned_up(s, 0) == {3: "L"} and view(s).fact("spelled") == "L"
    events = do(s, 1, "turn", place=7)
    assert told(events, "misses") == [{"seat": 1, "letter": "E"}]
    assert turned_up(s, 0) == turned_up(s, 1) == {3: "L", 7: "E"}
    assert names(s, 1) == set()
    began = s.now
    wait(s, "show/over")
    assert s.now == began + 3_000
    assert turned_up(s) == {} and whose(s) == (0,)
    assert s.scores == [0, 0] and len(s.plane.held()) == 10


@pytest.mark.rule("mefouillix", "D5")
def test_the_letters_come_in_order_and_a_card_only_once() -> None:
    s = hidden("TABLE", "LIVRE")
    uncover(s, 0, 0)
    do(s, 0, "attempt", word="TABLE")
    do(s, 0, "turn", place=0)
    assert refused(s, 0, "turn", place=0) == "not_possible"
    do(s, 0, "turn", place=3)  # an L of TABLE, but not its second letter
    wait(s, "show/over")
    assert whose(s) == (1,) and s.scores == [0, 0]


@pytest.mark.rule("mefouillix", "R11", "R12", "D11")
def test_a_whole_word_is_picked_up_and_its_finder_plays_again() -> None:
    s = hidden("TABLE", "LIVRE")
    attempt(s, 0, "TABLE", 0, 1, 2, 3, 4)
    assert turned_up(s, 1) == dict(enumerate("TABLE"))
    events = wait(s, "show/over")
    assert letters(s, "won:0") == "TABLE" and letters(s, "plane") == "·····LIVRE"
    assert told(events, "finds") == [{"seat": 0, "owner": 0, "word": "TABLE", "count": 1}]
    assert s.scores == [1, 0] and s.targets == {1: "LIVRE"}
    assert whose(s) == (0,) and names(s, 0) == {"uncover", "end_turn"}


@pytest.mark.rule("mefouillix", "D7", "D9")
def test_playing_again_is_a_whole_turn_with_one_attempt() -> None:
    s = hidden("TABLE", "LIVRE")
    find(s, 0, "TABLE", 0, 1, 2, 3, 4)
    assert refused(s, 0, "attempt", word="LIVRE") == "not_offered"
    uncover(s, 0, 9)
    assert names(s, 0) == {"attempt", "end_turn"}
    do(s, 0, "attempt", word="LIVRE")
    do(s, 0, "turn", place=9)
    wait(s, "show/over")
    assert whose(s) == (1,) and names(s, 1) == {"uncover"}


@pytest.mark.rule("mefouillix", "D7")
def test_playing_again_may_be_declined_also_by_silence() -> None:
    s = hidden("TABLE", "LIVRE")
    find(s, 0, "TABLE", 0, 1, 2, 3, 4)
    began = s.now
    silent = s.copy()
    do(s, 0, "end_turn")
    assert whose(s) == (1,) and turned_up(s) == {}
    wait(silent, "uncover/limit")  # C18
    assert silent.now == began + 10_000 and whose(silent) == (1,) and turned_up(silent) == {}


@pytest.mark.rule("mefouillix", "D4")
def test_any_card_with_the_right_letter_serves_any_word() -> None:
    """Example 3: LIVRE with the L of TABLE; T A B L E remain."""
    s = hidden("TABLE", "LIVRE")
    rest(s, 0)
    find(s, 1, "LIVRE", 3, 6, 7, 8, 4)
    assert letters(s, "won:1") == "LIVRE"
    assert letters(s, "plane") == "TAB··L···E"
    do(s, 1, "end_turn")
    find(s, 0, "TABLE", 0, 1, 2, 5, 9)
    assert s.scores == [1, 1]


@pytest.mark.rule("mefouillix", "R2", "D4")
def test_colours_do_not_matter() -> None:
    """A word of four colours, one of them that of a card which another seat took."""
    s = hidden("TABLE", "LIVRE")
    for place, face in enumerate(("pT", "yA", "bB", "vL", "vE", "pL", "bI", "pV", "pR", "yE")):
        card = s.faces.index(face)
        was = s.plane.cards[place]
        s.faces[card], s.faces[was] = s.faces[was], s.faces[card]
    assert faces(s, "plane") == ["pT", "yA", "bB", "vL", "vE", "pL", "bI", "pV", "pR", "yE"]
    find(s, 0, "TABLE", 0, 1, 2, 5, 9)
    assert s.scores == [1, 0] and faces(s, "won:0") == ["pT", "yA", "bB", "pL", "yE"]


@pytest.mark.rule("mefouillix", "D6")
def test_only_ones_own_word_as_long_as_it_is_on_the_table() -> None:
    """Examples 4 and 5."""
    s = hidden("TABLE", "LIVRE")
    uncover(s, 0, 0)
    assert refused(s, 0, "attempt", word="LIVRE") == "not_possible"
    do(s, 0, "end_turn")
    rest(s, 1)
    find(s, 0, "TABLE", 0, 1, 2, 3, 4)
    uncover(s, 0, 5)
    do(s, 0, "attempt", word="LIVRE")
    assert phase(s) == "attempt"


@pytest.mark.rule("mefouillix", "D6")
def test_whose_word_was_found_by_another_may_look_for_any() -> None:
    s = hidden("TABLE", "LIVRE", "SCOUP")
    find(s, 0, "TABLE", 0, 1, 2, 3, 4)
    find(s, 0, "LIVRE", 5, 6, 7, 8, 9)
    do(s, 0, "end_turn")
    find(s, 1, "SCOUP", 10, 11, 12, 13, 14)
    assert s.scores == [2, 1, 0]


@pytest.mark.rule("mefouillix", "D8")
def test_the_words_stay_listed_until_they_are_found() -> None:
    s = hidden("TABLE", "LIVRE")
    assert view(s, 1).fact("listed") == {"0": "TABLE", "1": "LIVRE"}
    find(s, 0, "TABLE", 0, 1, 2, 3, 4)
    assert view(s, 1).fact("listed") == {"1": "LIVRE"}


@pytest.mark.rule("mefouillix", "D8")
def test_without_the_list_the_words_are_to_be_remembered_too() -> None:
    s = opened(2, show_words=False)
    events = [*choose(s, 0, "table"), *choose(s, 1, "livre")]
    assert [e.keep for e in events if e.kind == "chooses"] == [Keep.FLEETING] * 2
    assert view(s, 1).zone("word:0").count == 5
    wait(s, "show/over")
    lay(s, "TABLELIVRE")
    uncover(s, 0, 0)
    seen = Door(s, 1).glimpse()
    assert b"TABLE" not in repr(seen).encode() and b"LIVRE" not in repr(seen).encode()
    assert refused(s, 0, "attempt", seat=1) == "not_possible"
    do(s, 0, "attempt", seat=0)
    for place in range(5):
        do(s, 0, "turn", place=place)
    assert told(wait(s, "show/over"), "finds")[0]["word"] == "TABLE"


@pytest.mark.rule("mefouillix", "D9")
def test_failing_costs_nothing() -> None:
    s = hidden("TABLE", "LIVRE")
    find(s, 0, "TABLE", 0, 1, 2, 3, 4)
    do(s, 0, "end_turn")
    attempt(s, 1, "LIVRE", 9)
    wait(s, "show/over")
    attempt(s, 0, "LIVRE", 9)
    wait(s, "show/over")
    assert s.scores == [1, 0] and letters(s, "won:0") == "TABLE"
