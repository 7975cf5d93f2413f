"""Sordelix, rule by rule: words, the cards, the search. Expected results are worked out from the rules."""

from collections import Counter

import pytest

from tablee.games.sordelix.choose import Choosing
from tablee.games.sordelix.nouns import NOUNS
from tablee.games.sordelix.rules import GAME, Search
from tablee.games.sordelix.state import WRITABLE, SordelixState
from tablee.kernel.door import Door
from tablee.kernel.record import Rang, SeatChanged, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Millis, Seat
from tablee.lexicons import load, load_among
from tablee.pieces.toutilix import DECK, ETOILE, PETARD, SYMBOL
from tablee.words.fit import Fit
from tablee.words.flags import DICTIONARY, FOREIGN, KNOWN, UNCOMMON
from tests.sordelix import (
    WORDS,
    begun,
    do,
    flip,
    hidden,
    laid,
    on_plane,
    opened,
    propose,
    rack,
    refused,
    turn,
    wait,
    write,
)
from tests.table import faces, names, start, told, view

# ---- choosing a word ------------------------------------------------------------------------------------


@pytest.mark.rule("sordelix", "D1")
def test_two_to_eight_play() -> None:
    for players in (2, 8):
        assert opened(players).n == players
    for players in (1, 9):
        with pytest.raises(Refused, match="bad_players"):
            opened(players)


@pytest.mark.rule("sordelix", "R2")
def test_all_hundred_cards_may_be_chosen_from() -> None:
    s = opened()
    assert sorted(faces(s, "heap")) == sorted(DECK)
    assert len(DECK) == 100
    offer = next(o for o in s.offers(0) if o.name == "write")
    assert Counter(offer.params["word"].fit.rack) == Counter(SYMBOL[f] for f in DECK if SYMBOL[f].isalpha())  # type: ignore[attr-defined]


@pytest.mark.rule("sordelix", "R3")
def test_the_youngest_is_the_first_scribe() -> None:
    s = opened(3, starter=2)
    for seat in s.all_seats:
        write(s, seat, WORDS[seat])
    assert view(s).fact("scribe") == 2
    assert names(s, 2) == {"begin", "scatter"}
    assert not names(s, 0)
    assert not names(s, 1)


@pytest.mark.rule("sordelix", "R4")
@pytest.mark.rule("sordelix", "D2")
@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("dinosaures", None),
        ("crocodiles", None),  # two C
        ("accrochées", "not_in_rack"),  # three C
        ("dinosaure", "word_too_short"),
        ("rhinocéroses", "word_too_long"),
        ("arcs-en-ciel", None),  # hyphens do not count
        ("manoeuvrer", None),
        ("manœuvrer", None),  # Œ is OE
    ],
)
def test_a_word_has_ten_letters_that_the_cards_can_write(word: str, why: str | None) -> None:
    s = opened()
    if why is None:
        write(s, 0, word)
        assert s.chosen[0] == word
    else:
        assert refused(s, 0, "write", word=word) == why


@pytest.mark.rule("sordelix", "R5")
@pytest.mark.rule("sordelix", "D21")
def test_everybody_chooses_at_once_and_may_look_for_a_word() -> None:
    s = opened()
    assert all(names(s, seat) == {"write", "suggest"} for seat in s.all_seats)
    events = do(s, 1, "suggest", known={"libellules": KNOWN})
    assert not events
    assert view(s, 1).fact("idea") == [None, "libellules", None]
    assert view(s, 0).fact("idea") == ["", None, None]
    assert view(s, 1).phase == "choose"
    do(s, 1, "suggest", known={"trampoline": KNOWN})
    do(s, 1, "take_idea")
    assert s.chosen[1] == "trampoline"
    assert not names(s, 1)
    assert view(s, 0).fact("written") == [1]


@pytest.mark.rule("sordelix", "D21")
def test_a_redeal_knows_only_ones_own_idea() -> None:
    """Nobody sees whether somebody else has asked for a word, or which one he was given."""
    s = opened()
    do(s, 0, "suggest", known={"libellules": KNOWN})
    do(s, 1, "suggest", known={"trampoline": KNOWN})
    do(s, 1, "suggest", known={"crocodiles": KNOWN})
    own, other = (s.redeal(seat, keyed(seed_from(3), "test")).phases[-1] for seat in (1, 0))
    assert isinstance(own, Choosing)
    assert isinstance(other, Choosing)
    assert (own.idea, own.asked) == (["", "crocodiles", ""], [0, 2, 0])
    assert (other.idea, other.asked) == (["libellules", "", ""], [1, 0, 0])


@pytest.mark.rule("sordelix", "R5")
def test_the_mark_of_the_scribe_is_at_his_place_once_all_have_chosen() -> None:
    s = opened(3, starter=2)
    assert view(s).fact("hides") == [0, 0, 0]
    for seat in s.all_seats:
        write(s, seat, WORDS[seat])
    assert view(s).fact("hides") == [0, 0, 1]


@pytest.mark.rule("sordelix", "D21")
def test_a_word_is_suggested_five_times_at_most() -> None:
    s = opened()
    for word in WORDS[:5]:
        do(s, 0, "suggest", known={word: KNOWN})
    assert names(s, 0) == {"write", "take_idea"}


@pytest.mark.rule("sordelix", "D21")
def test_whoever_is_silent_gets_a_common_word() -> None:
    s = opened()
    write(s, 1, "champignon")
    do(s, 2, "suggest", known={"trampoline": KNOWN})
    due = s.next_alarm()
    assert due is not None
    assert due.at == 180_000
    proposed = s.proposed(due, load("fr"))
    assert len(proposed) == 2
    assert set(proposed) <= set(NOUNS["fr"])
    apply(s, Rang(due.at, due.name, proposed))
    assert s.chosen[0] in NOUNS["fr"]
    assert s.chosen[1] == "champignon"
    assert s.chosen[2] == "trampoline"  # what had been suggested to him
    assert view(s).phase == "lay"


@pytest.mark.rule("sordelix", "D21")
def test_without_a_lexicon_letters_come_by_chance() -> None:
    s = opened()
    wait(s, "choose/limit")
    assert all(WRITABLE.missing(word) is None for word in s.chosen)


@pytest.mark.rule("sordelix", "D21")
@pytest.mark.parametrize(("choose_s", "at"), [(60, 60_000), (180, 180_000), (0, None)])
def test_the_time_to_choose_is_an_option_and_none_never_holds_for_the_absent(
    choose_s: int, at: int | None
) -> None:
    s = opened(choose_s=choose_s)
    due = s.next_alarm()
    assert (due.at if due else None) == at
    if at is None:
        apply(s, SeatChanged(5_000, 1, True, False))
        wait(s, "choose/limit")
        assert s.now == 65_000  # C15
        assert s.chosen[1]
        assert not s.chosen[0]


@pytest.mark.rule("sordelix", "D3")
def test_the_word_is_one_of_the_ten_thousand_commonest_of_ten_letters() -> None:
    s = opened()
    offer = next(o for o in s.offers(0) if o.name == "write")
    domain = offer.params["word"]
    lexicon = load_among("fr")
    known = {word: domain.look_up(word, lexicon)[word] for word in ("dinosaures", "phlogopite", "basketball")}
    assert not known["dinosaures"] & UNCOMMON
    assert known["phlogopite"] & UNCOMMON
    ten = lexicon.index.find(Fit(least=10, most=10), having=DICTIONARY)
    assert lexicon.common(ten[9_999], 10_000, of_length=True)
    assert not lexicon.common(ten[10_000], 10_000, of_length=True)
    assert refused(s, 0, "write", word="phlogopite", known=known) == "uncommon_word"
    write(s, 0, "dinosaures", known["dinosaures"])


@pytest.mark.rule("sordelix", "D3")
def test_all_words_are_those_of_the_dictionary_and_no_other_language() -> None:
    s = opened(secret="all")
    domain = next(o for o in s.offers(0) if o.name == "write").params["word"]
    lexicon = load_among("fr")
    flags = domain.look_up("phlogopite", lexicon)
    assert not flags["phlogopite"] & UNCOMMON
    write(s, 0, "phlogopite", flags["phlogopite"])
    foreign = domain.look_up("blackboard", lexicon)
    assert refused(s, 1, "write", word="blackboard", known=foreign) == "foreign_word"
    assert refused(s, 1, "write", word="xzqvdinosa", known={}) in ("unknown_word", "not_in_rack")
    assert refused(s, 1, "write", word="dinasoures", known={}) == "unknown_word"


@pytest.mark.rule("sordelix", "D3")
@pytest.mark.parametrize(("against", "points"), [((), 1), ((1,), 1), ((1, 2), 0)])
def test_a_free_word_is_voted_on_when_it_is_found(against: tuple[Seat, ...], points: int) -> None:
    """Two voters: a tie accepts; refused, the scribe scores nothing."""
    s = begun(3, ("dinasoures", *WORDS[1:]), free_words=True)  # flags of the first are those of `write`
    s.unsure[0] = True
    flip(s, "D")
    propose(s, 1, "dinasoures")
    assert view(s).phase == "vote"
    for seat in (1, 2):
        do(s, seat, "refuse" if seat in against else "accept")
    assert s.scores == [points, 0, 0]
    wait(s, "show/over")
    assert s.scribe == 1


@pytest.mark.rule("sordelix", "D3")
def test_free_words_need_somebody_who_could_vote() -> None:
    s = opened(2, free_words=True)
    apply(s, SeatChanged(0, 1, False, True))
    assert refused(s, 0, "write", word="dinasoures", known={"dinasoures": 0}) == "unknown_word"
    apply(s, SeatChanged(0, 1, True, True))
    write(s, 0, "dinasoures", 0)
    assert s.unsure == [True, False]
    assert refused(opened(2), 0, "write", word="dinasoures", known={"dinasoures": 0}) == "unknown_word"


@pytest.mark.rule("sordelix", "D3")
def test_with_free_words_one_of_another_language_is_voted_on_too() -> None:
    s = opened(free_words=True)
    write(s, 0, "blackboard", KNOWN | FOREIGN["en"] | UNCOMMON)
    assert s.unsure[0]


# ---- the cards are laid ---------------------------------------------------------------------------------


@pytest.mark.rule("sordelix", "R6")
@pytest.mark.rule("sordelix", "R7")
@pytest.mark.rule("sordelix", "R8")
def test_twenty_cards_lie_face_down_and_the_rest_is_in_the_box() -> None:
    s = laid()
    on_table = Counter(SYMBOL[face] for face in faces(s, "plane"))
    assert on_table == Counter("DINOSAURES" + ETOILE * 7 + PETARD * 3)
    assert len(faces(s, "heap")) == 80
    assert sorted(faces(s, "plane") + faces(s, "heap")) == sorted(DECK)
    assert on_plane(s, 1) == on_plane(s, 2) == on_plane(s) == "?" * 20
    assert Counter(on_plane(s, 0)) == on_table  # the scribe sees his cards


@pytest.mark.rule("sordelix", "R6")
def test_nobody_can_tell_from_what_is_sent_which_word_was_taken() -> None:
    one, other = laid(), laid(words=("crocodiles", *WORDS[1:]))
    for viewers in (0b010, 0b100, 0b111):
        assert Door(one, viewers).glimpse() == Door(other, viewers).glimpse()


@pytest.mark.rule("sordelix", "D4")
def test_the_scribe_may_swap_cards_before_the_search_and_nobody_notices() -> None:
    s, twin = laid(), laid()
    before = faces(s, "plane")
    assert not do(s, 0, "scatter", place=3, other=7)
    after = faces(s, "plane")
    assert (after[3], after[7]) == (before[7], before[3])
    assert Door(s, 0b010).glimpse() == Door(twin, 0b010).glimpse()
    assert view(s, 0) != view(twin, 0)
    poses = s.plane.poses
    assert poses is not None
    assert len({(p.x, p.y) for p in poses}) == 20
    assert any(p.angle for p in poses)
    assert laid().plane.poses == poses
    assert start_elsewhere().plane.poses != poses


def start_elsewhere() -> SordelixState:
    s = start(GAME, 3, seed=2, starter=0)
    for seat in s.all_seats:
        write(s, seat, WORDS[seat])
    return s


@pytest.mark.rule("sordelix", "D4")
def test_the_search_begins_when_the_scribe_says_so_or_after_twenty_seconds() -> None:
    s = laid()
    for _ in range(20):
        do(s, 0, "scatter", place=0, other=1)
    assert names(s, 0) == {"begin"}
    wait(s, "lay/limit")
    assert s.now == 20_000
    assert view(s).phase == "search"


# ---- the search -----------------------------------------------------------------------------------------


@pytest.mark.rule("sordelix", "R1")
@pytest.mark.rule("sordelix", "D26")
def test_all_others_seek_together_and_the_scribe_neither_turns_nor_proposes() -> None:
    s = begun(4)
    assert not names(s, 0)
    assert names(s, 1) == {"flip", "propose"}
    assert refused(s, 0, "propose", word="dinosaures") == "not_your_turn"
    propose(s, 3, "dinosaures")
    assert s.scores == [0, 0, 0, 0]
    assert view(s).phase == "show"


@pytest.mark.rule("sordelix", "R9")
def test_a_card_is_turned_where_it_lies() -> None:
    s = begun()
    place = hidden(s, "R")
    pose = view(s, 1).zone("plane").cards[place]
    assert pose is not None
    flip(s, "R")
    for seat in s.all_seats:
        card = view(s, seat).zone("plane").cards[place]
        assert card is not None
        assert card.face is not None
        assert SYMBOL[card.face] == "R"
        assert card.pose == pose.pose


@pytest.mark.rule("sordelix", "R10")
@pytest.mark.rule("sordelix", "D7")
def test_any_number_of_words_of_any_length_is_proposed_for_all_to_read() -> None:
    s = begun()
    flip(s, "R")
    told_to_all = propose(s, 1, "rat")
    assert told(told_to_all, "proposes") == [{"seat": 1, "word": "rat"}]
    propose(s, 2, "hippopotame", t=s.now)  # without the letter: any word is welcome
    propose(s, 1, "Roue de Secours", t=s.now + 1_000)
    said = [(p.seat, p.word) for p in view(s).fact("proposals")]
    assert said == [(1, "rat"), (2, "hippopotame"), (1, "Roue de Secours")]
    assert s.scores == [0, 0, 0]


@pytest.mark.rule("sordelix", "D7")
def test_one_proposal_a_second_of_at_most_25_letters_and_none_twice() -> None:
    s = begun()
    propose(s, 1, "rat")
    assert refused(s, 1, "propose", t=999, word="rame") == "too_early"
    propose(s, 1, "rame", t=1_000)
    assert refused(s, 2, "propose", word="RÂT") == "already_said"
    assert refused(s, 2, "propose", word="a" * 26) == "word_too_long"
    propose(s, 2, "a" * 25)
    assert refused(s, 2, "propose", t=3_000, word="!!") == "not_a_word"


@pytest.mark.rule("sordelix", "R26")
@pytest.mark.rule("sordelix", "R27")
@pytest.mark.rule("sordelix", "D7")
@pytest.mark.rule("sordelix", "D19")
@pytest.mark.rule("sordelix", "D20")
def test_whoever_types_the_word_ends_the_turn_and_each_letter_was_a_point() -> None:
    """Example 4: four letters, two étoiles and a pétard are turned, nothing is masked: 4."""
    s = begun()
    turn(s, "DI" + ETOILE + "N" + ETOILE + PETARD + "O")
    propose(s, 1, "rues dosina")  # an anagram is not the word
    assert view(s).phase == "search"
    events = propose(s, 2, "DINOSAURES")
    assert told(events, "finds") == [{"seat": 2, "word": "DINOSAURES"}]
    assert told(events, "counts") == [{"seat": 0, "word": "DINOSAURES", "letters": 4, "stars": 0, "count": 4}]
    assert s.scores == [4, 0, 0]
    assert rack(s) == "DINOSAURES"
    assert view(s).fact("found_word") == "dinosaures"


@pytest.mark.rule("sordelix", "R11")
@pytest.mark.rule("sordelix", "D5")
def test_seekers_turn_cards_one_after_the_other_from_the_scribes_left() -> None:
    s = begun(4)
    order = []
    for symbol in "DINO" + PETARD:
        phase = s.phases[-1]
        assert isinstance(phase, Search)
        order.append(phase.seat)
        flip(s, symbol)
    assert order == [1, 2, 3, 1, 2]


@pytest.mark.rule("sordelix", "D5")
def test_nobody_turns_a_card_within_three_seconds_nor_a_letters_ten() -> None:
    """Example 10, as far as turning goes."""
    s = begun(3)
    flip(s, "N", t=30_000)
    assert refused(s, 2, "flip", t=32_999, place=hidden(s, "S")) == "too_early"
    assert refused(s, 2, "flip", t=37_000, place=hidden(s, "S")) == "too_early"
    assert names(s, 1) == {"flip", "nothing_more", "propose"}
    do(s, 1, "nothing_more", t=37_000)
    flip(s, "S", t=37_000)
    t = s.now
    do(s, 2, "nothing_more", t=t)  # all have nothing more to say: three seconds all the same
    assert refused(s, 1, "flip", t=t + 2_999, place=hidden(s, "I")) == "too_early"
    flip(s, PETARD, t=t + 3_000)
    assert "nothing_more" not in names(s, 1) | names(s, 2)  # after a pétard nobody is waited for
    assert refused(s, 2, "flip", t=t + 5_999, place=hidden(s, "I")) == "too_early"
    flip(s, "I", t=t + 6_000)
    flip(s, "A", t=s.now + 10_000)  # silence: ten seconds


@pytest.mark.rule("sordelix", "D5")
@pytest.mark.parametrize(("look_s", "opens"), [(3, 3_000), (10, 10_000), (20, 20_000)])
def test_how_long_one_looks_is_an_option(look_s: int, opens: Millis) -> None:
    s = begun(3, look_s=look_s)
    flip(s, "N", t=1_000)
    assert refused(s, 2, "flip", t=1_000 + opens - 1, place=0) == "too_early"
    flip(s, "S", t=1_000 + opens)


@pytest.mark.rule("sordelix", "D5")
def test_after_twenty_seconds_anybody_turns_after_forty_the_table() -> None:
    s = begun(4)
    flip(s, "D")
    t = s.now
    assert refused(s, 3, "flip", t=t + 19_999, place=hidden(s, "I")) == "too_early"
    do(s, 3, "flip", t=t + 20_000, place=hidden(s, "I"))
    phase = s.phases[-1]
    assert isinstance(phase, Search)
    assert phase.seat == 1  # after seat 3 comes seat 1, for seat 0 is the scribe
    before = len(s.places())
    t = s.now
    wait(s, "search/turn")
    assert s.now == t + 40_000
    assert len(s.places()) == before - 1


@pytest.mark.rule("sordelix", "D5")
def test_who_is_away_is_not_waited_for_and_a_lone_seeker_waits_for_nobody() -> None:
    s = begun(3)
    flip(s, "D", t=1_000)
    apply(s, SeatChanged(2_000, 1, True, False))
    flip(s, "I", t=4_000)
    alone = begun(2)
    flip(alone, "D", t=1_000)
    flip(alone, "I", t=4_000)
    assert names(alone, 1) == {"flip", "propose"}


@pytest.mark.rule("sordelix", "R12")
@pytest.mark.rule("sordelix", "D6")
def test_after_an_etoile_the_same_seeker_turns_another_card() -> None:
    """Example 1, and a chain of them."""
    s = begun(3)
    phase = s.phases[-1]
    assert isinstance(phase, Search)
    for symbol in (ETOILE, ETOILE, "D"):
        assert phase.seat == 1
        flip(s, symbol)
    assert phase.seat == 2


@pytest.mark.rule("sordelix", "R13")
def test_a_petard_stays_where_it_lies_face_up() -> None:
    s = begun()
    place = hidden(s, PETARD)
    flip(s, PETARD)
    turn(s, "DI")
    card = view(s, 1).zone("plane").cards[place]
    assert card is not None
    assert card.face == PETARD


@pytest.mark.rule("sordelix", "D11")
def test_with_the_tenth_letter_all_the_rest_is_turned_up() -> None:
    s = begun()
    turn(s, "DINOSAURE")
    assert on_plane(s, 1).count("?") == 11
    flip(s, "S")
    assert view(s).phase == "align"
    assert Counter(on_plane(s, 1)) == Counter("DINOSAURES" + ETOILE * 7 + PETARD * 3)
    assert s.scores == [0, 0, 0]
    assert view(s).fact("worth") == 10
