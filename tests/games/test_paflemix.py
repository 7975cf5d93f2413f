"""Paflémix, the story, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter

import pytest

from tablee.arena.runs import sent
from tablee.games.paflemix.rules import GAME
from tablee.games.paflemix.state import PaflemixState
from tablee.kernel.record import SeatChanged, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Millis, Seat
from tablee.pieces.toutilix import DECK
from tests.paflemix import (
    SMALL_WORD,
    VERB_FORM,
    counts,
    first,
    lay,
    lays,
    opened,
    phase,
    put,
    spoken,
    storied,
)
from tests.table import card, do, faces, names, refused, shuffled, start, told, view, wait


def bots(s: PaflemixState, *seats: Seat) -> None:
    for seat in seats:
        apply(s, SeatChanged(s.now, seat, human=False, present=True))


def due(s: PaflemixState) -> tuple[str, Millis]:
    alarm = s.next_alarm()
    assert alarm is not None
    return alarm.name, alarm.at


# ---- the deal -------------------------------------------------------------------------------------------


@pytest.mark.rule("paflemix", "R1")
@pytest.mark.parametrize("players", [1, 9])
def test_two_to_eight_play(players: int) -> None:
    with pytest.raises(Refused, match="bad_players"):
        start(GAME, players)


@pytest.mark.rule("paflemix", "R1", "R2", "R3")
@pytest.mark.parametrize("players", [2, 3, 8])
def test_five_cards_each_and_the_rest_is_drawn_from(players: int) -> None:
    s = start(GAME, players)
    assert counts(s) == [5] * players
    assert len(s.pile.cards) == 1
    assert len(s.draw.cards) == 100 - 5 * players - 1
    assert Counter(s.faces) == Counter(DECK)


@pytest.mark.rule("paflemix", "R3")
def test_everybody_sees_his_own_hand_and_counts_those_of_the_others() -> None:
    s = start(GAME, 3)
    mine = view(s, 0)
    assert all(c is not None and c.face for c in mine.zone("hand:0").cards)
    assert not any(c is not None and c.face for c in mine.zone("hand:1").cards or ())
    assert (mine.zone("hand:1").count, mine.zone("draw").count) == (5, 84)


def stacked(*tops: str) -> PaflemixState:
    """A game of two whose draw pile, once everybody has his five cards, has these cards on top."""
    order = shuffled(100, "round", 0)
    below = order[: 100 - 10][::-1]  # from the first card that is turned on
    others = ["vE", "vS", "vT", "vR", "vN", "vO", "vL", "vU", "vI", "vM"]
    deck = dict(zip(below, tops, strict=False)) | dict(zip(order[90:], others, strict=True))
    return start(GAME, 2, deck=deck, starter=0)


@pytest.mark.rule("paflemix", "R4", "R5", "D1")
def test_a_petard_and_an_etoile_are_slid_under_and_the_letter_after_them_opens() -> None:
    """Example 10."""
    s = stacked("✹", "★", "pR")
    assert faces(s, "pile") == ["pR"]
    assert faces(s, "draw")[:2] == ["★", "✹"]
    assert phase(s) == "open"
    assert all(view(s, seat).zone("pile").cards[0].face == "pR" for seat in (0, 1))  # type: ignore[union-attr]


@pytest.mark.rule("paflemix", "R4")
def test_the_table_says_who_is_the_youngest() -> None:
    s = start(GAME, 4, starter=2)
    assert (s.starter, names(s, 2), names(s, 1)) == (2, {"open_story"}, set())


# ---- the first word -------------------------------------------------------------------------------------


@pytest.mark.rule("paflemix", "R6")
def test_the_first_word_begins_with_the_letter_that_was_turned() -> None:
    s = opened("pF")
    assert refused(s, 0, "open_story", t=500, word="Marie") == "start_differs"
    first(s, 0, "Fabien")
    assert (phase(s), spoken(s), s.story) == ("said", ["Fabien"], ["Fabien"])


@pytest.mark.rule("paflemix", "D2")
def test_after_ten_seconds_anybody_may_say_it() -> None:
    s = opened("pF")
    assert refused(s, 1, "open_story", t=9_000, word="Fabien") == "not_your_turn"
    assert due(s) == ("open/anybody", 10_000)
    wait(s)
    assert view(s).active == (0, 1, 2)
    first(s, 2, "Fanny")
    assert (s.top.seat, spoken(s)) == (2, ["Fanny"])


@pytest.mark.rule("paflemix", "R7", "R8", "R9")
def test_the_booklets_sentence() -> None:
    """Example 1: F « Fabien », E « et », Y « Yves », S « sont »."""
    s = opened("pF", "hand:0=vE pK | hand:1=pY pX | hand:2=vS pQ", said_s=0)
    first(s, 0, "Fabien")
    assert phase(s) == "story"
    lays(s, 1, "pY", "Yann")
    assert spoken(s) == ["Yann"]
    s = opened("pF", "hand:0=pY pK | hand:1=vE pX | hand:2=vS pQ", said_s=0)
    first(s, 0, "Fabien")
    lays(s, 1, "vE", "et", SMALL_WORD)
    lays(s, 0, "pY", "Yves")
    lays(s, 2, "vS", "sont", VERB_FORM)
    assert faces(s, "pile") == ["pF", "vE", "pY", "vS"]
    assert s.story == ["Fabien", "et", "Yves", "sont"]
    assert counts(s) == [1, 1, 1]


@pytest.mark.rule("paflemix", "R8", "D6")
def test_a_word_that_does_not_begin_with_its_letter_is_refused_at_once() -> None:
    """Example 2."""
    s = storied("pF", "Fabien")
    assert refused(s, 0, "lay", t=6_000, card=card(s, "vE", s.hand(0)), word="le") == "start_differs"
    assert (counts(s), faces(s, "pile")) == ([3, 3, 3], ["pF"])
    lay(s, 0, "vE", "écris", t=6_000)  # folded: É is E
    wait(s, "story/close")
    assert spoken(s) == ["écris"]


@pytest.mark.rule("paflemix", "R9", "D3")
def test_a_lay_on_a_card_that_is_covered_comes_too_late() -> None:
    """Example 3: nothing is lost."""
    s = storied()
    seen = len(s.stimuli) - 1
    lays(s, 1, "vS", "sont")
    assert (
        refused(s, 2, "lay", t=s.now + 200, card=card(s, "vT", s.hand(2)), word="très", answers=seen) == "too_late"
    )
    assert (counts(s), faces(s, "pile")) == ([3, 2, 3], ["pF", "vE", "vS"])


@pytest.mark.rule("paflemix", "D3")
def test_of_two_lays_on_one_card_the_earlier_counts_though_it_arrives_later() -> None:
    s = storied()
    lay(s, 1, "vS", "sont", t=1_200)
    lay(s, 2, "vT", "très", t=1_210, at=1_100)
    events = wait(s, "story/close")
    assert (spoken(s), counts(s)) == (["très"], [3, 3, 2])
    assert [(e.kind, e.to) for e in events if e.kind == "overtaken"] == [("overtaken", 0b010)]


@pytest.mark.rule("paflemix", "D4")
def test_within_thirty_milliseconds_who_has_laid_fewer_cards_is_first() -> None:
    s = storied(by=0)
    s.lays = [1, 2, 1]
    lay(s, 1, "vS", "sont", t=1_000)
    lay(s, 2, "vT", "très", t=1_030)
    wait(s, "story/close")
    assert spoken(s) == ["très"]


@pytest.mark.rule("paflemix", "D4")
@pytest.mark.parametrize(("by", "accepted"), [(0, "sont"), (1, "très")])
def test_and_if_they_are_equal_who_sits_first_to_the_left_of_whoever_laid_the_last(
    by: Seat, accepted: str
) -> None:
    """Left of seat 0 sits seat 1; left of seat 1 sits seat 2. Breath is 0, so that seat 1 may lay again."""
    s = storied(by=by, breath_s=0)
    lay(s, 2, "vT", "très", t=1_000)
    lay(s, 1, "vS", "sont", t=1_020)
    wait(s, "story/close")
    assert spoken(s) == [accepted]


@pytest.mark.rule("paflemix", "D4")
def test_thirty_one_milliseconds_are_no_tie() -> None:
    s = storied(by=0)
    s.lays = [1, 2, 1]
    lay(s, 1, "vS", "sont", t=1_000)
    lay(s, 2, "vT", "très", t=1_031)
    wait(s, "story/close")
    assert spoken(s) == ["sont"]


@pytest.mark.rule("paflemix", "R9", "D5")
def test_one_may_lay_several_cards_in_a_row_unless_the_table_forbids_it() -> None:
    s = storied(by=1)
    lay(s, 1, "vS", "sont", t=5_000)
    wait(s, "story/close")
    assert spoken(s) == ["sont"]
    s = storied(by=1, no_double=True)
    assert names(s, 1) == {"draw"}
    assert "lay" in names(s, 0)
    lays(s, 0, "pK", "Karine")
    assert "lay" in names(s, 1)


@pytest.mark.rule("paflemix", "D5", "D22")
def test_whoever_laid_the_last_card_takes_breath() -> None:
    """Example 13: P1 laid G; 2 s later T is refused; P0 lays at once, and then P1 may lay on that card."""
    s = storied("pF vE", "Fabien et", "hand:0=vE pK | hand:1=pG vT pX | hand:2=pQ bQ", by=2)
    lays(s, 1, "pG", "grands")
    laid = s.now
    assert refused(s, 1, "lay", t=laid + 2_000, card=card(s, "vT", s.hand(1)), word="très") == "too_early"
    assert counts(s) == [2, 2, 2]
    lay(s, 0, "vE", "et", t=laid + 2_100)
    wait(s, "story/close")
    lay(s, 1, "vT", "très", t=s.now + 200)
    wait(s, "story/close")
    assert spoken(s) == ["très"]


@pytest.mark.rule("paflemix", "D22")
@pytest.mark.parametrize("breath", [0, 5, 10])
def test_breath_is_an_option(breath: int) -> None:
    s = storied(by=1, breath_s=breath)
    offer = next(o for o in s.offers(1) if o.name == "lay")
    assert offer.opens_at == breath * 1_000
    assert next(o for o in s.offers(0) if o.name == "lay").opens_at == 0


# ---- words that nobody knows, words that are contested ---------------------------------------------------


@pytest.mark.rule("paflemix", "D6")
@pytest.mark.parametrize("yes", [True, False])
def test_an_unknown_word_goes_to_the_vote_and_everything_stands_still(yes: bool) -> None:
    s = storied(hands="hand:0=vE pK | hand:1=vS pX | hand:2=vT pQ")
    lay(s, 1, "vS", "splouchent", t=1_000, flags=0)
    wait(s, "story/close")
    assert phase(s) == "vote"
    assert refused(s, 2, "lay", t=s.now + 200, card=card(s, "vT", s.hand(2)), word="très") == "not_offered"
    for seat in (0, 2):
        do(s, seat, "accept" if yes else "refuse", t=s.now + 2_000)
    assert phase(s) == "story"
    assert (spoken(s), counts(s)) == ((["splouchent"], [2, 1, 2]) if yes else (["et"], [2, 2, 2]))


@pytest.mark.rule("paflemix", "D6")
def test_alone_with_bots_one_confirms_an_unknown_word() -> None:
    s = storied(hands="hand:0=vE pK | hand:1=vS pX | hand:2=vT pQ")
    bots(s, 0, 2)
    lay(s, 1, "vS", "splouchent", flags=0)
    wait(s, "story/close")
    assert (phase(s), names(s, 1), spoken(s)) == ("sure", {"sure", "not_sure"}, ["et"])
    do(s, 1, "sure")
    assert spoken(s) == ["splouchent"]


def contested(yes: bool) -> PaflemixState:
    """Example 11: seat 2 lays its last card, T « très », and seat 0 contests it within 3 s."""
    s = storied(hands="hand:0=vE pK | hand:1=vS pX | hand:2=vT", said_s=3)
    lay(s, 2, "vT", "très", t=1_000)
    wait(s, "story/close")
    assert phase(s) == "said"
    do(s, 0, "contest", t=2_500)
    do(s, 1, "accept" if yes else "refuse", t=3_000)
    return s


@pytest.mark.rule("paflemix", "D7", "D10")
def test_a_word_that_the_table_refuses_goes_back_with_its_card() -> None:
    """Example 11: two of two voters are against."""
    s = contested(yes=False)
    assert (phase(s), faces(s, "hand:2"), faces(s, "pile")) == ("story", ["vT"], ["pF", "vE"])
    assert (spoken(s), s.story, s.top.seat) == (["et"], ["Fabien", "et"], 0)


@pytest.mark.rule("paflemix", "D7", "D10")
def test_a_tie_of_the_vote_lets_it_stand_and_the_last_card_has_finished() -> None:
    """Of two voters one is against: the word stands, and seat 2 tells the story."""
    s = contested(yes=True)
    assert (phase(s), view(s).active) == ("tell", (2,))


@pytest.mark.rule("paflemix", "D7", "D10", "R14")
def test_a_last_letter_has_finished_when_its_word_has_passed_the_window() -> None:
    """Example 11: nobody contests, and after 3 s seat 2 tells the story."""
    s = storied(hands="hand:0=vE pK | hand:1=vS pX | hand:2=vT", said_s=3)
    lay(s, 2, "vT", "très", t=1_000)
    wait(s, "story/close")
    assert (phase(s), due(s)) == ("said", ("said/close", s.now + 3_000))
    lay(s, 1, "vS", "sages", t=s.now + 1_000)
    wait(s, "said/close")
    assert (phase(s), counts(s)) == ("tell", [2, 2, 0])  # what was held is in its hand again
    assert faces(s, "hand:1") == ["vS", "pX"]


@pytest.mark.rule("paflemix", "D7")
def test_after_the_window_a_word_can_no_longer_be_contested() -> None:
    s = storied(said_s=3)
    lay(s, 1, "vS", "sont")
    wait(s, "story/close")
    assert "contest" in names(s, 0)
    assert "contest" not in names(s, 1)
    wait(s, "said/close")
    assert all("contest" not in names(s, seat) for seat in (0, 1, 2))


SAID = "hand:0=vE pK | hand:1=pG vT pX | hand:2=vS bQ | hand:3=pB bX"


@pytest.mark.rule("paflemix", "D7", "D3")
def test_what_is_laid_in_the_window_is_held_and_the_first_in_time_counts() -> None:
    """Example 12: on S « sont » P1 lays G after 1.2 s and P3 B after 2 s; at 3 s G is laid, and P3 keeps B."""
    s = storied("pF pY", "Fabien y", SAID, by=0, players=4, said_s=3)
    lay(s, 2, "vS", "sont", t=1_000, flags=VERB_FORM)
    wait(s, "story/close")
    said = s.now
    lay(s, 3, "pB", "beaux", t=said + 2_300, at=said + 2_000)
    lay(s, 1, "pG", "grands", t=said + 2_400, at=said + 1_200)
    assert (faces(s, "pile")[-1], spoken(s), counts(s)) == ("vS", ["sont"], [2, 3, 1, 2])
    assert due(s) == ("said/close", said + 3_000)
    wait(s)
    wait(s, "story/close")
    assert (phase(s), spoken(s), counts(s)) == ("said", ["grands"], [2, 2, 1, 2])
    assert s.now == said + 3_000


@pytest.mark.rule("paflemix", "D7")
def test_nobody_else_is_sent_anything_of_what_is_held() -> None:
    s = storied("pF pY", "Fabien y", SAID, by=0, players=4, said_s=3)
    lay(s, 2, "vS", "sont", flags=VERB_FORM)
    wait(s, "story/close")
    before = s.copy()
    news = lay(s, 1, "pG", "grands", t=s.now + 1_000)
    before.now = s.now
    for viewers in (0b0001, 0b0100, 0b1000, 0b1111):
        assert sent(GAME, s, viewers, news) == sent(GAME, before, viewers, ())
    assert "lay" not in names(s, 1)


@pytest.mark.rule("paflemix", "D7", "D8", "D9")
def test_etoiles_and_petards_are_held_too_and_go_back_with_a_word_that_is_refused() -> None:
    s = storied("pF pY", "Fabien y", "hand:0=★ pK | hand:1=✹ pX | hand:2=vS bQ", by=0, said_s=3, breath_s=0)
    lay(s, 2, "vS", "sont", flags=VERB_FORM)
    wait(s, "story/close")
    put(s, 0, "full_stop", "★")  # the word that may still be refused is a verb
    put(s, 1, "petard", "✹")
    do(s, 0, "contest", t=s.now + 100)
    events = do(s, 1, "refuse", t=s.now + 100)
    assert (phase(s), counts(s), spoken(s)) == ("story", [2, 2, 2], ["y"])
    assert {e.to for e in events if e.kind == "held_back"} == {0b001, 0b010}
    assert "full_stop" not in names(s, 0)
    assert "petard" in names(s, 1)


@pytest.mark.rule("paflemix", "D7")
def test_alone_with_bots_nobody_contests_so_that_the_window_is_skipped() -> None:
    """A vote of one person against bots would always be won; C17 skips a window in which nobody can contest."""
    s = storied(said_s=3)
    bots(s, 0, 2)
    lays(s, 2, "vT", "très")
    assert phase(s) == "story"


@pytest.mark.rule("paflemix", "D7")
def test_after_three_lost_votes_a_seats_words_cannot_be_contested_before_the_next_card() -> None:
    s = storied(said_s=3)
    for _ in range(3):
        lay(s, 1, "vS", "sont")
        wait(s, "story/close")
        do(s, 0, "contest", t=s.now + 100)
        do(s, 2, "refuse", t=s.now + 100)
    unknown = {"card": card(s, "vS", s.hand(1)), "word": "slurf", "known": {"slurf": 0}}
    assert refused(s, 1, "lay", t=s.now + 500, **unknown) == "unknown_word"
    lays(s, 1, "vS", "sont")
    assert (phase(s), spoken(s)) == ("story", ["sont"])
    assert s.lost == [0, 0, 0]


# ---- étoiles, pétards, drawing --------------------------------------------------------------------------


@pytest.mark.rule("paflemix", "R11", "R12", "D8")
def test_an_etoile_needs_a_verb_and_ends_the_sentence() -> None:
    """Example 4: « Fabien et Yves » ★ is refused, « Fabien et Yves sont » ★ is accepted."""
    s = storied("pF vE pY", "Fabien et Yves", "hand:0=★ pK | hand:1=vS pX | hand:2=vT pQ", by=2)
    star = card(s, "★", s.hand(0))
    assert refused(s, 0, "full_stop", t=500, card=star) == "not_offered"
    lays(s, 1, "vS", "sont", VERB_FORM)
    assert refused(s, 0, "full_stop", t=s.now + 500, card=star, word="point") == "malformed"
    put(s, 0, "full_stop", "★")
    wait(s, "story/close")
    assert (faces(s, "pile")[-1], spoken(s), phase(s)) == ("★", [], "story")
    assert "full_stop" not in names(s, 0)  # nothing is said yet of the next sentence
    lays(s, 2, "vT", "tous")
    assert (s.phrase, s.story[-2:]) == (["tous"], ["point", "tous"])


@pytest.mark.rule("paflemix", "D8")
def test_an_empty_sentence_cannot_be_ended() -> None:
    s = storied("pF vE", "Fabien est", "hand:0=★ pK | hand:1=★ pX | hand:2=vT pQ", by=2, verb=True)
    put(s, 0, "full_stop", "★")
    wait(s, "story/close")
    assert "full_stop" not in names(s, 1)


PASSED = "hand:0=✹ vE vA vO | hand:1=vS vR | hand:2=vT vN vL vM vU"


@pytest.mark.rule("paflemix", "R10", "D9", "D11")
def test_a_petard_passes_every_hand_to_the_left() -> None:
    """Example 5: hands of 4, 2 and 5; P0 lays a pétard (3 left); P1 has P0's 3, P2 P1's 2, P0 P2's 5."""
    s = storied("pF pY", "Fabien y", PASSED, by=2)
    assert all("petard" not in names(s, seat) for seat in (1, 2))
    put(s, 0, "petard", "✹")
    events = wait(s, "story/close")
    assert faces(s, "hand:1") == ["vE", "vA", "vO"]
    assert faces(s, "hand:2") == ["vS", "vR"]
    assert faces(s, "hand:0") == ["vT", "vN", "vL", "vM", "vU"]
    assert told(events, "petard") == [{"seat": 0}]
    assert view(s, 1).zone("hand:1").cards[0].face == "vE"  # type: ignore[union-attr]


@pytest.mark.rule("paflemix", "D9")
def test_the_sentence_goes_on_over_a_petard() -> None:
    s = storied("pF vE", "Fabien est", PASSED.replace("vR", "★"), by=2, verb=True)
    put(s, 0, "petard", "✹")
    wait(s, "story/close")
    assert (spoken(s), s.phrase) == ([], ["Fabien", "est"])  # its last word is covered, and was heard
    put(s, 2, "full_stop", "★")
    wait(s, "story/close")
    assert s.story[-2:] == ["pétard", "point"]


@pytest.mark.rule("paflemix", "D9", "R10")
def test_a_lay_beside_a_petard_is_too_late_and_its_card_goes_along() -> None:
    s = storied("pF pY", "Fabien y", PASSED, by=2)
    put(s, 0, "petard", "✹", t=1_000)
    lay(s, 1, "vS", "sont", t=1_020)
    wait(s, "story/close")
    assert (faces(s, "pile")[-1], faces(s, "hand:2")) == ("✹", ["vS", "vR"])


@pytest.mark.rule("paflemix", "D3", "R10")
def test_what_waits_when_a_petard_is_laid_is_over() -> None:
    """Its letter is in another hand now: it is not weighed after the pétard, and its author is told at once."""
    s = storied("pF pY", "Fabien y", PASSED, by=2)
    put(s, 0, "petard", "✹", t=1_000)
    lay(s, 1, "vS", "sont", t=1_020)
    events = wait(s, "story/close")
    assert [(e.to, told([e], "overtaken")) for e in events if e.kind == "overtaken"] == [(0b010, [{"seat": 1}])]
    assert due(s)[0] == "story/idle"


@pytest.mark.rule("paflemix", "D10", "R14")
@pytest.mark.parametrize(("move", "face"), [("petard", "✹"), ("full_stop", "★")])
def test_a_last_card_without_a_word_has_finished_and_hands_are_not_passed(move: str, face: str) -> None:
    """Example 6."""
    s = storied("pF vE", "Fabien est", f"hand:0=vE vA | hand:1=vS vR | hand:2={face}", by=1, verb=True)
    put(s, 2, move, face)
    wait(s, "story/close")
    assert (phase(s), view(s).active, counts(s)) == ("tell", (2,), [2, 2, 0])
    assert faces(s, "hand:1") == ["vS", "vR"]


@pytest.mark.rule("paflemix", "R13", "D12")
def test_one_draws_at_any_time_a_card_every_two_seconds() -> None:
    s = storied()
    top = faces(s, "draw")[-1]
    do(s, 1, "draw", t=1_000)
    assert (counts(s), faces(s, "hand:1")[-1]) == ([3, 4, 3], top)
    assert refused(s, 1, "draw", t=2_999) == "too_early"
    do(s, 0, "draw", t=2_999)
    do(s, 1, "draw", t=3_000)
    assert counts(s) == [4, 5, 3]


@pytest.mark.rule("paflemix", "D12")
def test_one_draws_in_the_window_too_but_not_from_an_empty_pile() -> None:
    s = storied(said_s=3)
    lay(s, 1, "vS", "sont")
    wait(s, "story/close")
    assert "draw" in names(s, 1)
    do(s, 1, "draw", t=s.now + 500)
    assert counts(s) == [3, 3, 3]
    for card_ in list(s.draw.cards):
        s.move(card_, s.draw, s.won(0))
    assert all("draw" not in names(s, seat) for seat in (0, 1, 2))


@pytest.mark.rule("paflemix", "D12", "D17")
def test_a_minute_without_a_card_ends_the_round_whatever_is_drawn() -> None:
    s = storied(by=1)
    for t in range(0, 60_000, 2_000):
        do(s, 1, "draw", t=t)
    assert due(s) == ("story/idle", 60_000)
    events = wait(s)
    assert told(events, "idle") == [{"count": 2}]
    assert (phase(s), counts(s), s.scores) == ("open", [5, 5, 5], [0, 0, 0])
    assert len(s.draw.cards) == 100 - 16


@pytest.mark.rule("paflemix", "D17")
def test_every_card_laid_starts_the_minute_anew_and_so_has_the_first_word() -> None:
    s = storied()
    lays(s, 1, "vS", "sont")
    assert due(s) == ("story/idle", s.now + 60_000)
    s = opened()
    wait(s, "open/anybody")
    assert due(s) == ("open/idle", 60_000)
