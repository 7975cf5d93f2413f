"""Méfouillix, rule by rule. Words and layouts are given by hand; what is expected is worked out from the rules."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Any

import pytest

from tablee.arena.match import Match, make_bot
from tablee.arena.proof import check_mixed, check_plays
from tablee.arena.runs import Broken, any_deal
from tablee.bots.bot import Level, Sighting
from tablee.games.mefouillix import rules
from tablee.games.mefouillix.bots import MefouillixBot
from tablee.games.mefouillix.rules import GAME, MefouillixState
from tablee.kernel.door import Door
from tablee.kernel.events import Event, Keep
from tablee.kernel.moves import Move
from tablee.kernel.phase import NEVER
from tablee.kernel.record import Rang, SeatChanged, apply, dumps, loads
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import seed_from
from tablee.kernel.state import SeatState
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import FACE
from tablee.lexicons import load
from tablee.pieces.plane import overlap
from tablee.pieces.toutilix import LETTERS, SYMBOL
from tablee.words import flags
from tablee.words.flags import FOREIGN, KNOWN
from tablee.words.lexicon import Lexicon
from tests.matches import scores_of_two
from tests.table import do, faces, names, refused, start, told, view, wait


def opened(players: int = 2, *, size: int = 5, starter: Seat = 0, **options: Any) -> MefouillixState:
    """A round in which the words have so many letters and everybody is to choose one."""
    return start(GAME, players, starter=starter, letters=size, **options)


def send(s: MefouillixState, seat: Seat, word: str, *, known: int = 1, at: Millis | None = None) -> None:
    """A word that the lexicon knows, unless said; it is not yet certain to be had."""
    t = s.now if at is None else max(s.now, at)
    do(s, seat, "word", t=t, at=at, word=word, known={word: known})


def choose(s: MefouillixState, seat: Seat, word: str, *, known: int = 1) -> list[Event]:
    send(s, seat, word, known=known)
    return wait(s, "choose/close")


def hidden(*words: str, starter: Seat = 0, laid: str = "", **options: Any) -> MefouillixState:
    """Each seat has chosen a word, and the cards lie face down: as they are `laid`, or one word after the other,
    that of seat 0 first."""
    s = opened(len(words), size=len(words[0]), starter=starter, **options)
    for seat, word in enumerate(words):
        choose(s, seat, word)
    wait(s, "show/over")
    lay(s, laid or "".join(words))
    return s


def lay(s: MefouillixState, letters: str) -> None:
    """The card at each place of the plane gets this letter."""
    left = list(s.plane.cards)
    assert Counter(letters) == Counter(SYMBOL[s.faces[card]] for card in left)
    for place, letter in enumerate(letters):
        s.plane.cards[place] = next(card for card in left if SYMBOL[s.faces[card]] == letter)
        left.remove(s.plane.cards[place])


def uncover(s: MefouillixState, seat: Seat, place: int) -> None:
    """Uncovers a card and turns it back as soon as that may be."""
    do(s, seat, "uncover", place=place)
    do(s, seat, "back", t=s.now + 1_000)


def rest(s: MefouillixState, seat: Seat, place: int = 0) -> None:
    """A turn without an attempt."""
    uncover(s, seat, place)
    do(s, seat, "end_turn")


def attempt(s: MefouillixState, seat: Seat, word: str, *places: int) -> list[Event]:
    """Uncovers the first of these places, then tries to find a word there."""
    uncover(s, seat, places[0])
    do(s, seat, "attempt", word=word)
    return [event for place in places for event in do(s, seat, "turn", place=place)]


def find(s: MefouillixState, seat: Seat, word: str, *places: int) -> list[Event]:
    attempt(s, seat, word, *places)
    return wait(s, "show/over")


def phase(s: MefouillixState) -> str:
    return view(s).phase


def turned_up(s: MefouillixState, seat: Seat = 0) -> dict[int, str]:
    """The letters that a seat sees on the plane, by place."""
    cards = view(s, seat).zone("plane").cards
    return {place: c.face[-1] for place, c in enumerate(cards) if c is not None and c.face}


def letters(s: MefouillixState, zone: str) -> str:
    return "".join(face[-1] for face in faces(s, zone))


def whose(s: MefouillixState) -> tuple[Seat, ...]:
    return view(s).active


# ---- the heap and the words ---------------------------------------------------------------------------------


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


# ---- turns ----------------------------------------------------------------------------------------------------


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


# ---- rounds and the end ---------------------------------------------------------------------------------------


def clear(s: MefouillixState, seat: Seat) -> list[Event]:
    """This seat, whose turn it is, finds all the words of the round, its own first."""
    events: list[Event] = []
    for owner in [seat, *(o for o in list(s.targets) if o != seat)]:
        word, left = s.targets[owner], dict(enumerate(letters(s, "plane")))
        places = []
        for letter in word:
            places.append(next(place for place, found in left.items() if found == letter))
            del left[places[-1]]
        events = find(s, seat, word, *places)
    return events


@pytest.mark.rule("mefouillix", "R13", "R14", "R3")
def test_the_round_ends_with_the_last_word_and_all_letters_come_back() -> None:
    s = hidden("TABLE", "LIVRE")
    events = clear(s, 0)
    assert told(events, "all_found") == [{}]
    assert told(events, "round") == [{"number": 2, "rounds": 2, "starter": 1}]
    assert phase(s) == "size" and len(s.heap.cards) == 90
    assert view(s, 0).zone("heap").count == 90 and view(s, 0).zone("won:0").count == 0
    assert s.scores == [2, 0]
    do(s, 1, "size", letters=3)
    assert refused(s, 0, "word", word="table", known={"table": 1}) == "word_too_long"
    choose(s, 0, "mat")
    choose(s, 1, "sol")
    wait(s, "show/over")
    assert len(s.plane.held()) == 6


@pytest.mark.rule("mefouillix", "R15", "D10")
def test_as_many_rounds_as_players_each_started_by_the_next_one() -> None:
    """Example 7."""
    s = start(GAME, 3, starter=0, letters=3)
    for starter in range(3):
        if starter:
            assert phase(s) == "size" and whose(s) == (starter,)
            assert names(s, s.after(starter)) == set()
            do(s, starter, "size", letters=3)
        for seat, word in enumerate(("mat", "sol", "jeu")):
            choose(s, seat, word)
        wait(s, "show/over")
        assert whose(s) == (starter,)
        clear(s, starter)
    assert s.outcome is not None and s.outcome.ranks == (1, 1, 1) and s.scores == [3, 3, 3]


@pytest.mark.rule("mefouillix", "R16", "D11")
def test_the_most_words_win_whatever_their_length() -> None:
    s = hidden("MAT", "SOL")
    find(s, 0, "MAT", 0, 1, 2)
    do(s, 0, "end_turn")
    clear(s, 1)
    assert s.scores == [1, 1]
    do(s, 1, "size", letters=8)
    choose(s, 0, "chemises")
    choose(s, 1, "montagne")
    wait(s, "show/over")
    clear(s, 1)
    assert s.outcome is not None
    assert (s.outcome.scores, s.outcome.ranks, s.outcome.detail) == ((1, 3), (2, 1), "rounds")


@pytest.mark.rule("mefouillix", "D11")
def test_equal_totals_share_the_victory() -> None:
    """Example 8: P1 has 3 words, P0 2, P2 3."""
    s = hidden("MAT", "SOL", "JEU")
    s.round, s.scores = 3, [2, 3, 0]
    rest(s, 0)
    rest(s, 1)
    clear(s, 2)
    assert s.outcome is not None
    assert s.outcome.scores == (2, 3, 3) and s.outcome.winners == (1, 2)


@pytest.mark.rule("mefouillix", "D10", "R14")
def test_the_starter_chooses_from_three_to_eight_letters_otherwise_as_before() -> None:
    s = hidden("MAT", "SOL", "JEU")
    clear(s, 0)
    assert refused(s, 1, "size", letters=2) == refused(s, 1, "size", letters=9) == "not_possible"
    assert refused(s, 0, "size", letters=4) == "not_your_turn"
    silent, before = s.copy(), s.now
    wait(silent, "size/limit")
    assert silent.now == before + 15_000 and silent.size == 3
    do(s, 1, "size", letters=4)
    for seat, word in enumerate(("chat", "loup", "bien")):
        choose(s, seat, word)
    wait(s, "show/over")
    clear(s, 1)
    wait(s, "size/limit")
    assert s.size == 4


@pytest.mark.rule("mefouillix", "R4", "D10")
@pytest.mark.parametrize("letters", [3, 5, 8])
def test_nobody_is_asked_for_the_size_of_the_first_round(letters: int) -> None:
    """It is 5, or what the option says."""
    s = start(GAME, 2) if letters == 5 else start(GAME, 2, letters=letters)
    assert phase(s) == "choose" and s.round == 1 and view(s).fact("size") == letters
    with pytest.raises(Refused, match="bad_options"):
        start(GAME, 2, letters=2)
    with pytest.raises(Refused, match="bad_options"):
        start(GAME, 2, letters=9)


@pytest.mark.rule("mefouillix", "D12")
@pytest.mark.parametrize("players", [2, 3])
def test_after_twenty_rounds_of_turns_without_a_word_the_round_ends(players: int) -> None:
    s = hidden(*("MAT", "SOL", "JEU")[:players])
    for turn in range(20 * players):
        assert phase(s) == "uncover", turn
        rest(s, turn % players)
    assert phase(s) == "size" and s.round == 2 and whose(s) == (1,)
    assert s.scores == [0] * players and len(s.heap.cards) == 90


@pytest.mark.rule("mefouillix", "D12")
def test_a_word_found_starts_the_count_again_and_extra_turns_are_not_counted() -> None:
    s = hidden("MAT", "SOL")
    for turn in range(38):
        rest(s, turn % 2)
    find(s, 0, "MAT", 0, 1, 2)
    rest(s, 0, 3)  # the extra turn
    for turn in range(40):
        assert s.round == 1, turn
        rest(s, (turn + 1) % 2, 3)
    assert s.round == 2
    assert s.scores == [1, 0]


@pytest.mark.rule("mefouillix", "D12")
def test_the_last_round_may_end_without_words_too() -> None:
    s = hidden("MAT", "SOL")
    s.round = 2
    events: list[Event] = []
    for turn in range(40):
        uncover(s, turn % 2, 0)
        events = do(s, turn % 2, "end_turn")
    assert told(events, "stall") == [{"count": 2}]
    assert s.outcome is not None and s.outcome.ranks == (1, 1)


@pytest.mark.rule("mefouillix", "D13")
@pytest.mark.parametrize(("players", "size"), [(2, 3), (2, 5), (3, 7), (5, 8)])
def test_cards_lie_askew_without_overlap_numbered_at_random(players: int, size: int) -> None:
    words = [word[:size] for word in ("abcdefgh", "ijklmnop", "qrstuvwx", "yzabcdef", "ghijklmn")]
    first, angles = set(), []
    for seed in range(6):
        s = hidden(*(word.upper() for word in words[:players]), seed=seed)
        poses = s.plane.poses or ()
        width, height = s.plane.area or (0, 0)
        assert len(poses) == players * size
        assert not any(overlap(a, b) for a, b in combinations(poses, 2))
        assert all(0 < p.x < width and 0 < p.y < height for p in poses)
        angles += [p.angle for p in poses]
        first.add((poses[0].x // 90, poses[0].y // 90))
        assert any(p.x % 90 != 45 or p.y % 90 != 45 for p in poses)
        assert all(abs(p.x % 90 - 45) <= 22 and abs(p.y % 90 - 45) <= 22 for p in poses)
    assert max(abs(a) for a in angles) <= 40 and max(abs(a) for a in angles) > 25
    assert len(first) > 2


# ---- silence --------------------------------------------------------------------------------------------------


FRENCH = Lexicon.of(
    [("table", flags.NOUN, 5.0), ("livre", flags.NOUN, 4.9), ("chat", flags.NOUN, 4.8), ("zazou", flags.NOUN, 2.0)]
)


def ring(s: MefouillixState, lexicon: Lexicon | None) -> Rang:
    """The next alarm rings as at a table with this lexicon."""
    due = s.next_alarm()
    assert due is not None
    entry = Rang(max(s.now, due.at), due.name, s.proposed(due, lexicon))
    apply(s, entry)
    return entry


@pytest.mark.rule("mefouillix", "R4")
def test_the_table_chooses_a_common_word_for_who_stays_silent() -> None:
    words = set()
    for seed in range(10):
        s = opened(3, seed=seed)
        choose(s, 1, "zazou")
        entry = ring(s, FRENCH)
        assert s.now == 60_000 and set(entry.known) <= {"TABLE", "LIVRE"}
        words.add(s.targets[0])
        ring(s, FRENCH)
        assert {s.targets[0], s.targets[2]} == {"TABLE", "LIVRE"}
        assert phase(s) == "show"
    assert words == {"TABLE", "LIVRE"}


def test_what_the_table_has_chosen_stands_in_the_record() -> None:
    class Mute:
        def react(self, seen: Sighting) -> None:
            return None

    match = Match(GAME, ["normal"] * 2, seed=seed_from(4), make=lambda *args: Mute())
    s = match.state
    assert isinstance(s, MefouillixState)
    while not s.targets:
        match.step()
    (word,) = match.entries[-1].known  # type: ignore[union-attr]
    assert load("fr").look_up(word) and list(s.targets.values()) == [word]
    match.finish()
    again = loads(dumps(match.record))
    assert again.entries == match.entries and match.state.outcome is not None


def test_without_a_lexicon_letters_are_drawn() -> None:
    s = opened(2)
    entry = ring(s, None)
    assert entry.known == {}
    assert len(s.targets[0]) == 5 and Counter(letters(s, "word:0")) == Counter(s.targets[0])


def test_a_word_sent_just_before_the_time_is_over_counts() -> None:
    s = opened(2)
    choose(s, 1, "livre")
    send(s, 0, "table", at=59_990)
    wait(s, "choose/limit")
    assert s.targets == {0: "TABLE", 1: "LIVRE"}


def test_chance_uncovers_a_card_for_who_stays_silent() -> None:
    places = set()
    for seed in range(10):
        s = hidden("TABLE", "LIVRE", seed=seed)
        began = s.now
        assert told(wait(s, "uncover/limit"), "timeout") == [{"seat": 0}]
        assert s.now == began + 30_000 and phase(s) == "look"
        places |= set(turned_up(s))
    assert len(places) > 3


def test_who_is_silent_when_ready_does_not_try() -> None:
    s = hidden("TABLE", "LIVRE")
    uncover(s, 0, 0)
    began = s.now
    wait(s, "ready/limit")
    assert s.now == began + 15_000 and whose(s) == (1,)


def test_an_attempt_fails_after_twenty_seconds_for_a_card() -> None:
    s = hidden("TABLE", "LIVRE")
    uncover(s, 0, 0)
    do(s, 0, "attempt", word="TABLE")
    do(s, 0, "turn", place=0, t=s.now + 15_000)
    began = s.now
    wait(s, "attempt/limit")
    assert s.now == began + 20_000
    assert turned_up(s) == {} and whose(s) == (1,)


def test_without_limits_only_the_absent_are_not_waited_for() -> None:
    s = start(GAME, 2, starter=0, timers="none")
    assert s.next_alarm() is None
    apply(s, SeatChanged(1_000, 1, human=True, present=False))
    ring(s, FRENCH)
    assert s.now == 61_000 and list(s.targets) == [1]
    assert all(a.at == NEVER for a in s.phases[-1].alarms(s))


# ---- one screen -----------------------------------------------------------------------------------------------


def test_at_one_screen_one_chooses_after_the_other() -> None:
    s = opened(3, starter=1, seat_options=[{"shares": True}, {"shares": True}, {}])
    assert [names(s, seat) for seat in range(3)] == [set(), {"word"}, {"word"}]
    began = 50_000
    send(s, 1, "table", at=began)
    wait(s, "choose/close")
    assert [names(s, seat) for seat in range(3)] == [{"word"}, set(), {"word"}]
    assert next(c for c in view(s).clocks if c.name == "choose/limit").at == s.now + 60_000
    began = s.now
    choose(s, 2, "scoup")
    wait(s, "choose/limit")
    assert s.now == began + 60_000 and phase(s) == "show"


def test_who_is_silent_at_one_screen_does_not_take_the_time_of_the_next() -> None:
    s = opened(2, starter=0, seat_options=[{"shares": True}, {"shares": True}])
    wait(s, "choose/limit")
    assert s.now == 60_000 and names(s, 1) == {"word"}
    wait(s, "choose/limit")
    assert s.now == 120_000 and phase(s) == "show"


# ---- nothing leaks --------------------------------------------------------------------------------------------


def test_the_proof_finds_a_card_that_is_told_after_the_mix(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = [check_plays(any_deal(GAME, 3, seed)) for seed in range(3)]
    assert sum(check_mixed(run, viewers) for run in runs for viewers in (1, 7)) > 100
    enter = rules.Uncover.enter

    def gossip(self: rules.Uncover, s: MefouillixState) -> None:
        enter(self, s)
        s.tell("misses", seat=0, letter=FACE("".join(letters(s, "plane"))))

    monkeypatch.setattr(rules.Uncover, "enter", gossip)
    with pytest.raises(Broken, match="never sent"):
        for run in runs:
            check_mixed(run, 1)


# ---- bots -----------------------------------------------------------------------------------------------------


def bot(level: Level, seat: Seat = 0, seed: int = 1) -> MefouillixBot:
    made = make_bot(GAME, level, seat, seed_from(seed), load("fr"))
    assert isinstance(made, MefouillixBot)
    return made


def watches(player: MefouillixBot, s: MefouillixState, events: Sequence[Event]) -> Move | None:
    plan = player.react(Sighting(s, player.seat, list(events)))
    return plan.move if plan else None


def shown_all(player: MefouillixBot, s: MefouillixState, seats: Sequence[Seat], places: Sequence[int]) -> None:
    """Turn after turn the player sees these cards; the last card is back when it may try."""
    for turn, place in enumerate(places):
        seat = seats[turn % len(seats)]
        watches(player, s, do(s, seat, "uncover", place=place))
        watches(player, s, do(s, seat, "back", t=s.now + 1_000))
        if turn < len(places) - 1:
            watches(player, s, do(s, seat, "end_turn"))


def test_a_strong_player_remembers_all_and_tries_when_it_knows_its_word() -> None:
    s = hidden("TABLE", "LIVRE")
    player = bot(Level.STRONG)
    watches(player, s, [])
    shown_all(player, s, (0, 1), (0, 1, 2, 3))
    do(s, 1, "end_turn")
    watches(player, s, do(s, 0, "uncover", place=8))
    assert watches(player, s, do(s, 0, "back", t=s.now + 1_000)) == Move("end_turn")
    do(s, 0, "end_turn")
    shown_all(player, s, (1, 0), (9, 6))
    assert watches(player, s, []) == Move("attempt", {"word": "TABLE"})
    move = None
    for place in (0, 1, 2, 3, 9):
        events = do(s, 0, "attempt", word="TABLE") if move is None else do(s, 0, "turn", **move.args)
        move = watches(player, s, events)
        assert move == Move("turn", {"place": place})


def test_a_strong_player_uncovers_only_what_it_does_not_know() -> None:
    for seed in range(10):
        s = hidden("MAT", "SOL", seed=seed)
        player = bot(Level.STRONG, seed=seed)
        watches(player, s, [])
        shown_all(player, s, (0, 1), (0, 1, 3, 4))
        move = watches(player, s, do(s, 1, "end_turn"))
        assert move is not None and move.args["place"] in (2, 5)


@pytest.mark.parametrize(("level", "most", "share"), [(Level.BEGINNER, 5, 0.6), (Level.NORMAL, 15, 0.85)])
def test_how_much_a_level_remembers(level: Level, most: int, share: float) -> None:
    """Of one card seen, and of sixteen."""
    one, many = 0, []
    for seed in range(40):
        s = hidden("CHEMISES", "MONTAGNE", seed=1)
        player = bot(level, seed=seed)
        watches(player, s, [])
        for turn in range(16):
            for events in (
                do(s, turn % 2, "uncover", place=turn),
                do(s, turn % 2, "back", t=s.now + 1_000),
                do(s, turn % 2, "end_turn"),
            ):
                watches(player, s, events)
            if turn == 0:
                one += player.memory.at(0) is not None
        many.append(sum(player.memory.at(place) is not None for place in range(16)))
    assert abs(one / 40 - share) < 0.15
    assert max(many) <= most


@pytest.mark.parametrize(("level", "tries"), [(Level.BEGINNER, True), (Level.NORMAL, False)])
def test_a_beginner_tries_with_one_letter_missing(level: Level, tries: bool) -> None:
    s = hidden("TABLE", "LIVRE")
    player = bot(level)
    watches(player, s, [])
    uncover(s, 0, 5)
    for place in range(4):
        player.memory._faces[place] = s.faces[s.plane.cards[place]]
    move = watches(player, s, [])
    assert move == (Move("attempt", {"word": "TABLE"}) if tries else Move("end_turn"))


def test_a_strong_player_chooses_frequent_letters() -> None:
    def share(level: Level) -> float:
        total = 0
        for seed in range(20):
            s = opened(2, seed=seed)
            move = watches(bot(level, seed=seed), s, [])
            assert move is not None
            total += sum(letter in "aeinrstéèêàâî" for letter in move.args["word"])
        return total / 100

    assert share(Level.STRONG) > 0.95 > share(Level.NORMAL)


def test_a_bot_keeps_its_word_until_its_letters_are_gone() -> None:
    s = opened(2)
    player = bot(Level.NORMAL)
    move = watches(player, s, [])
    assert move is not None and watches(player, s, []) == move
    word = move.args["word"]
    choose(s, 1, word)
    other = watches(player, s, [])
    assert other is not None and other.args["word"] != word


def test_a_bot_lets_everybody_look() -> None:
    s = hidden("TABLE", "LIVRE")
    assert watches(bot(Level.STRONG), s, do(s, 0, "uncover", place=0)) is None


@pytest.mark.parametrize("show_words", [True, False])
def test_who_sits_down_later_plays_on(show_words: bool) -> None:
    """In the middle of an attempt; without the list it has to guess."""
    s = hidden("TABLE", "LIVRE", show_words=show_words)
    uncover(s, 0, 0)
    assert watches(bot(Level.STRONG), s, []) == Move("end_turn")
    do(s, 0, "attempt", **({"word": "TABLE"} if show_words else {"seat": 0}))
    move = watches(bot(Level.STRONG), s, [])
    assert move is not None and move.name == "turn"


def test_without_the_list_a_bot_remembers_the_words() -> None:
    match = Match(GAME, ["strong", "strong"], seed=seed_from(2), options={"show_words": False, "letters": 3})
    match.finish()
    assert sum(match.state.scores) == 4


@pytest.mark.parametrize(("worse", "better"), list(pairwise(Level)))
def test_a_level_beats_the_one_below(worse: Level, better: Level) -> None:
    more, fewer = scores_of_two(GAME, better, worse, 10)
    assert more > 2 * fewer
