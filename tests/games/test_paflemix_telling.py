"""Paflémix, the telling and what nobody may read, rule by rule. Expected results are worked out from the rules."""

import json
from collections.abc import Iterator

import pytest

from tablee.arena.match import Match
from tablee.arena.runs import audiences, sent
from tablee.games.paflemix.rules import GAME
from tablee.games.paflemix.state import PaflemixState
from tablee.kernel.events import Event, Keep
from tablee.kernel.record import SeatChanged, apply
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.values import Told
from tablee.texts import texts
from tablee.words.folding import fold
from tests.paflemix import (
    PLAIN_WORD,
    VERB_FORM,
    first,
    lay,
    lays,
    opened,
    phase,
    presses,
    propose,
    put,
    recite,
    spoken,
    storied,
    telling,
)
from tests.table import do, faces, names, refused, view, wait, wait_until

GRANDS = ("pG grands", "vE et")


def agree(s: PaflemixState, *seats: int) -> None:
    for seat in seats:
        do(s, seat, "agree")


def won(s: PaflemixState) -> list[int]:
    return s.scores


# ---- card by card ---------------------------------------------------------------------------------------


@pytest.mark.rule("paflemix", "R14", "R15")
def test_who_is_rid_of_his_cards_tells_the_story_from_its_first_word() -> None:
    s = opened(said_s=0, hands="hand:0=vE pK | hand:1=vS | hand:2=vT pQ")
    first(s, 0, "Fabien")
    lays(s, 1, "vS", "sourit", VERB_FORM)
    assert (phase(s), view(s).active, view(s).zone("pile").count) == ("tell", (1,), 2)
    assert not any(c is not None and c.face for c in view(s, 1).zone("pile").cards or ())
    recite(s, 1, "Fabien")
    agree(s, 0, 2)
    assert (faces(s, "turned"), won(s)) == (["pF"], [0, 1, 0])
    recite(s, 1, "sourit")
    agree(s, 0, 2)
    assert (phase(s), won(s)) == ("told", [0, 2, 0])


@pytest.mark.rule("paflemix", "R15", "R16", "R17", "R18")
def test_the_card_goes_to_whoever_gave_the_right_word_or_under_the_draw_pile() -> None:
    """Example 7, with the booklet's story."""
    s = telling()
    recite(s, 2, "Fabien")
    agree(s, 0, 1)
    assert won(s) == [0, 0, 1]
    recite(s, 2, "ou")
    assert (phase(s), names(s, 0), names(s, 2)) == ("challenge", {"objection", "agree"}, set())
    presses(s, {0: 2_000})
    agree(s, 1)
    propose(s, 0, "et")
    assert (won(s), faces(s, "won:2")) == ([1, 0, 1], ["pF"])
    do(s, 2, "forgotten")
    agree(s, 0, 1)
    assert (won(s), faces(s, "turned"), faces(s, "won:0")) == ([1, 0, 1], ["pY"], ["vE"])
    do(s, 2, "forgotten")
    agree(s, 0, 1)
    assert faces(s, "draw")[0] == "pY"  # slid under, with the next card that is turned


@pytest.mark.rule("paflemix", "R16")
def test_a_card_is_turned_only_when_all_have_had_their_say() -> None:
    s = telling()
    recite(s, 2, "ou")
    presses(s, {1: 1_000})
    assert (phase(s), faces(s, "turned"), won(s)) == ("challenge", [], [0, 0, 0])
    agree(s, 0)
    assert (phase(s), faces(s, "turned"), names(s, 1)) == ("propose", [], {"propose", "say_point", "say_petard"})
    propose(s, 1, "et")
    assert faces(s, "turned") == ["pF"]  # « et » was the second word, not the first: nobody's card
    assert won(s) == [0, 0, 0]


@pytest.mark.rule("paflemix", "R17", "D15")
def test_a_teller_who_is_right_keeps_his_card_whatever_the_others_say() -> None:
    s = telling()
    recite(s, 2, "Fabien")
    presses(s, {0: 500})
    agree(s, 1)
    propose(s, 0, "Fanny")
    assert won(s) == [0, 0, 1]


@pytest.mark.rule("paflemix", "D13")
@pytest.mark.parametrize(("face", "word", "button"), [("★", "point", "say_point"), ("✹", "pétard", "say_petard")])
def test_a_card_without_a_word_has_its_button(face: str, word: str, button: str) -> None:
    """Example 8. Typed, it is right as well."""
    s = telling((f"{face} {word}", f"{face} {word}", "vE et"))
    do(s, 2, button)
    agree(s, 0, 1)
    assert won(s) == [0, 0, 1]
    recite(s, 2, "et")
    presses(s, {1: 500})
    agree(s, 0)
    do(s, 1, button)
    assert won(s) == [0, 1, 1]
    do(s, 2, button)
    agree(s, 0, 1)
    assert won(s) == [0, 1, 1]  # the third card was « et »


@pytest.mark.rule("paflemix", "D13")
def test_the_story_that_was_laid_is_the_story_that_is_told() -> None:
    """The opening card, a pétard and an étoile are among its cards."""
    s = opened("pF", "hand:0=✹ | hand:1=★ pX | hand:2=vT pQ", said_s=0)
    first(s, 0, "Fabien")
    lays(s, 2, "vT", "tombe", VERB_FORM)
    put(s, 1, "full_stop", "★")
    wait(s, "story/close")
    put(s, 0, "petard", "✹")
    wait(s, "story/close")
    assert (phase(s), view(s).active, view(s).fact("many")) == ("tell", (0,), 4)
    for word in ("Fabien", "tombe", "say_point", "say_petard"):
        if "_" in word:
            do(s, 0, word)
        else:
            recite(s, 0, word)
        agree(s, 1, 2)
    assert (won(s), phase(s), view(s).fact("tale")) == ([4, 0, 0], "told", "Fabien tombe.")


@pytest.mark.rule("paflemix", "D14")
@pytest.mark.parametrize(
    ("typed", "flags", "right"),
    [("GRANDS", PLAIN_WORD, True), ("grnads", 0, True), ("grand", PLAIN_WORD, False), ("gros", PLAIN_WORD, False)],
)
def test_one_slip_is_forgiven_unless_it_makes_another_word(typed: str, flags: int, right: bool) -> None:
    s = telling(GRANDS)
    recite(s, 2, typed, flags)
    agree(s, 0, 1)
    assert won(s) == [0, 0, int(right)]


@pytest.mark.rule("paflemix", "D14")
def test_a_word_that_the_table_has_accepted_is_a_known_word() -> None:
    s = telling(GRANDS)
    s.words["GRANDSE"] = True
    recite(s, 2, "grandse", 0)
    agree(s, 0, 1)
    assert won(s) == [0, 0, 0]


# ---- saying no ------------------------------------------------------------------------------------------


@pytest.mark.rule("paflemix", "D15", "D14")
def test_the_first_press_with_the_right_word_wins() -> None:
    """Example 14: the right word is « grands », the teller says « gros »; P0 presses at 2.1 s, P1 at 3 s, P3
    agrees. P0 types « grand », another word; P1 « grnads », a slip."""
    s = telling(GRANDS, players=4, hands="hand:0=pK | hand:1=pX | hand:3=pQ")
    recite(s, 2, "gros")
    presses(s, {0: 2_100, 1: 3_000})
    agree(s, 3)
    assert phase(s) == "propose"
    propose(s, 0, "grand")
    propose(s, 1, "grnads", 0)
    assert won(s) == [0, 1, 0, 0]


@pytest.mark.rule("paflemix", "D15")
@pytest.mark.parametrize(("first_at", "other_at", "winner"), [(2_000, 2_031, 1), (2_000, 2_030, 0)])
def test_within_thirty_milliseconds_who_sits_nearest_after_the_teller(
    first_at: int, other_at: int, winner: int
) -> None:
    """The teller is seat 2; clockwise after him come 3, 0 and 1. Seat 1 presses first."""
    s = telling(GRANDS, players=4, hands="hand:0=pK | hand:1=pX | hand:3=pQ")
    do(s, 2, "forgotten")
    presses(s, {1: first_at, 0: other_at})
    agree(s, 3)
    propose(s, 0, "grands")
    propose(s, 1, "grands")
    assert won(s) == [int(seat == winner) for seat in range(4)]


@pytest.mark.rule("paflemix", "D15")
def test_only_right_proposals_tie() -> None:
    """Seat 0 is wrong; of 3 and 1, who are 25 ms apart, 3 sits nearer to the teller though it pressed later."""
    s = telling(GRANDS, players=4, hands="hand:0=pK | hand:1=pX | hand:3=pQ")
    do(s, 2, "forgotten")
    presses(s, {0: 2_000, 1: 2_020, 3: 2_045})
    propose(s, 0, "gris")
    propose(s, 1, "grands")
    propose(s, 3, "grands")
    assert won(s) == [0, 0, 0, 1]


@pytest.mark.rule("paflemix", "D15")
def test_times_of_a_card() -> None:
    """15 s to tell, 6 s to say no, 10 s to propose: 31 s at most."""
    s = telling(GRANDS)
    wait(s, "tell/limit")
    assert s.now == 15_000
    presses(s, {0: 1_000})
    wait(s, "challenge/limit")
    assert s.now == 21_000
    wait(s, "propose/limit")
    assert (s.now, phase(s), won(s)) == (31_000, "tell", [0, 0, 0])


@pytest.mark.rule("paflemix", "D15")
@pytest.mark.parametrize(("tell_s", "contest_s"), [(10, 4), (30, 10)])
def test_they_are_options(tell_s: int, contest_s: int) -> None:
    s = telling(GRANDS, tell_s=tell_s, contest_s=contest_s)
    wait(s, "tell/limit")
    assert s.now == tell_s * 1_000
    wait(s, "challenge/limit")
    assert s.now == (tell_s + contest_s) * 1_000


@pytest.mark.rule("paflemix", "D15")
def test_a_press_without_a_word_bars_from_the_next_card_alone() -> None:
    s = telling()
    recite(s, 2, "Fanny")
    presses(s, {0: 500})
    agree(s, 1)
    wait(s, "propose/limit")
    recite(s, 2, "et")
    assert (names(s, 0), names(s, 1)) == (set(), {"objection", "agree"})
    agree(s, 1)  # it need not wait for seat 0
    recite(s, 2, "Yves")
    assert names(s, 0) == {"objection", "agree"}


@pytest.mark.rule("paflemix", "D15")
def test_a_proposal_is_another_word_than_the_tellers() -> None:
    s = telling()
    recite(s, 2, "Fanny")
    presses(s, {0: 500})
    agree(s, 1)
    assert refused(s, 0, "propose", word="fanny") == "already_said"
    propose(s, 0, "Fabien")
    assert won(s) == [1, 0, 0]
    do(s, 2, "say_point")
    presses(s, {0: 500})
    agree(s, 1)
    assert names(s, 0) == {"propose", "say_petard"}


@pytest.mark.rule("paflemix", "D15")
def test_a_wrong_proposal_costs_nothing() -> None:
    s = telling()
    s.scores = [3, 3, 3]
    recite(s, 2, "Fanny")
    presses(s, {0: 500})
    agree(s, 1)
    propose(s, 0, "Félix")
    assert won(s) == [3, 3, 3]
    recite(s, 2, "et")
    assert "objection" in names(s, 0)


@pytest.mark.rule("paflemix", "D15")
def test_presses_are_seen_as_they_come_and_proposals_when_the_card_is_turned() -> None:
    s = telling()
    recite(s, 2, "Fanny")
    presses(s, {0: 500})
    assert [(b.seat, b.line) for b in view(s, 1).fact("talk")] == [(2, "tells"), (0, "no")]
    presses(s, {1: 700})
    other = s.copy()
    news, others = propose(s, 0, "Fabien"), propose(other, 0, "Fantômas")
    assert sent(GAME, s, 0b110, news) == sent(GAME, other, 0b110, others)
    propose(s, 1, "Félix")
    heard = [(b.seat, b.told["word"].value) for b in view(s, 1).fact("talk")]
    assert heard == [(2, "Fanny"), (0, "Fabien"), (1, "Félix")]
    assert (view(s, 1).fact("right_word"), view(s, 1).fact("card_winner")) == ("Fabien", 0)


@pytest.mark.rule("paflemix", "D25")
def test_on_one_screen_they_propose_in_the_order_of_the_presses_until_one_is_right() -> None:
    shared = [{"shares": True}] * 4
    s = telling(GRANDS, players=4, hands="hand:0=pK | hand:1=pX | hand:3=pQ", seat_options=shared)
    recite(s, 2, "gros")
    presses(s, {3: 500, 1: 900, 0: 1_300})
    assert (view(s).active, names(s, 3), names(s, 1)) == ((3,), {"propose", "say_point", "say_petard"}, set())
    wait(s, "propose/limit")
    assert s.now == s.stimuli[-1] + 1_300 + 10_000
    assert view(s).active == (1,)
    propose(s, 1, "grands")
    assert (phase(s), won(s), s.barred) == ("tell", [0, 1, 0, 0], [3])


# ---- the end of a round ---------------------------------------------------------------------------------


@pytest.mark.rule("paflemix", "R19", "D19")
def test_then_all_that_nobody_won_is_mixed_and_the_teller_starts() -> None:
    s = telling()
    for word in ("Fabien", "ou", "Yves", "sont"):
        recite(s, 2, word)
        agree(s, 0, 1)
    assert (phase(s), won(s)) == ("told", [0, 0, 3])
    for seat in s.all_seats:
        do(s, seat, "ready")
    assert (phase(s), s.starter, view(s).active) == ("open", 2, (2,))
    assert [len(s.hand(seat).cards) for seat in s.all_seats] == [5, 5, 5]
    assert sorted(faces(s, "won:2")) == ["pF", "pY", "vS"]
    assert len(s.draw.cards) == 100 - 3 - 15 - 1


@pytest.mark.rule("paflemix", "R21", "D20")
def test_the_most_cards_win() -> None:
    s = telling(("pF Fabien", "vE et"), rounds=1)
    recite(s, 2, "Fabien")
    agree(s, 0, 1)
    recite(s, 2, "ou")
    presses(s, {1: 500})
    agree(s, 0)
    propose(s, 1, "et")
    s.played = 1
    for seat in s.all_seats:
        do(s, seat, "ready")
    assert s.outcome is not None
    assert (s.outcome.ranks, s.outcome.winners) == ((3, 1, 1), (1, 2))


@pytest.mark.rule("paflemix", "D21")
def test_a_card_won_in_a_round_lets_the_game_go_on() -> None:
    s = telling(("pF Fabien",))
    s.vain = 1
    recite(s, 2, "Fabien")
    agree(s, 0, 1)
    wait(s, "told/limit")
    assert (s.outcome, s.vain) == (None, 0)


# ---- what nobody may read -------------------------------------------------------------------------------


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)


def read(s: PaflemixState, viewers: int) -> set[str]:
    """All that a viewer who has just come can read, word by word and folded."""
    lines = strings(json.loads(sent(GAME, s, viewers, ())))
    return {fold(word) for line in lines for word in line.split()}


def logged(events: list[Event]) -> set[str]:
    """All words that a log keeps."""
    values = [v.value for e in events if e.keep is Keep.LASTING for v in e.data.values() if isinstance(v, Told)]
    return {fold(word) for value in values if isinstance(value, str) for word in value.split()}


@pytest.mark.rule("paflemix", "D16", "D23")
def test_a_word_is_read_until_it_is_covered_and_never_again() -> None:
    s = storied("pF vE", "Fabien et", said_s=3)
    lay(s, 1, "vS", "somnambules")
    events = wait(s, "story/close")
    assert all("SOMNAMBULES" in read(s, viewers) for viewers in audiences(3))
    events += wait(s, "said/close")
    lay(s, 2, "vT", "transpirent")
    events += wait(s, "story/close")
    assert spoken(s) == ["transpirent"]
    for viewers in audiences(3):
        assert not {"SOMNAMBULES", "FABIEN"} & read(s, viewers)
    assert not {"SOMNAMBULES", "TRANSPIRENT"} & logged(events)


@pytest.mark.rule("paflemix", "D23", "D16")
def test_not_even_votes_and_contests_stand_in_the_log() -> None:
    s = storied(said_s=3)
    lay(s, 1, "vS", "splouchent", flags=0)
    events = wait(s, "story/close")
    events += do(s, 0, "accept") + do(s, 2, "accept")
    events += do(s, 0, "contest", t=s.now + 200) + do(s, 2, "refuse")
    assert {e.kind for e in events} >= {"vote", "vote_accepted", "contests", "vote_refused"}
    assert "SPLOUCHENT" not in logged(events)
    apply(s, SeatChanged(s.now, 0, human=False, present=True))
    apply(s, SeatChanged(s.now, 2, human=False, present=True))
    lay(s, 1, "vS", "splouc", flags=0)
    events = wait(s, "story/close") + do(s, 1, "sure")
    assert "confirmed" in {e.kind for e in events}
    assert "SPLOUC" not in logged(events)


@pytest.mark.rule("paflemix", "D23")
def test_beginners_may_read_the_running_sentence_but_not_in_the_telling() -> None:
    s = storied("pF vE", "Fabien et", "hand:0=vE | hand:1=pY pX | hand:2=vT", show_sentence=True)
    lays(s, 1, "pY", "Yves")
    assert (spoken(s), view(s).fact("sentence")) == (["Fabien", "et", "Yves"], "Fabien et Yves")
    lays(s, 2, "vT", "tombent", VERB_FORM)
    assert phase(s) == "tell"
    for viewers in audiences(3):
        assert not {"FABIEN", "ET", "YVES", "TOMBENT"} & read(s, viewers)


@pytest.mark.rule("paflemix", "D16", "D23")
def test_in_whole_games_nobody_reads_a_covered_word_again_before_its_card_is_turned() -> None:
    """Whoever comes back, watches or plays along reads the last word alone, and no log has any. Only longer words
    are looked for: a short one may stand in a name of a phase or a zone."""
    match = Match(GAME, ["normal", "beginner", "strong"], seed=seed_from(5), options={"rounds": 1})
    s = match.state
    assert isinstance(s, PaflemixState)
    compared = 0
    while not match.over:
        match.step()
        assert not any(e.kind in ("says", "tells") for e in match.news)
        words = {fold(word) for word in s.story}
        assert not words & logged(match.news)
        if phase(s) == "told":
            break
        heard = {fold(bubble.told["word"].value) for bubble in view(s).fact("talk") if "word" in bubble.told}
        open_now = {*heard, fold(s.top.word), fold(s.right_word)}
        common = {fold(text) for language in ("fr", "en") for text in texts("paflemix", language).values.values()}
        for viewers in audiences(3):
            covered = {word for word in words - open_now - common if len(word) > 6}
            assert not covered & read(s, viewers)
            compared += len(covered)
    assert compared > 200


@pytest.mark.rule("paflemix", "D16")
def test_a_redeal_knows_no_covered_word() -> None:
    """What a bot that searches may look through: the cards that were seen, but none of the words."""
    s = storied("pF vE pY vS", "Fabien et Yves sont")
    twin = s.redeal(1, keyed(seed_from(1), "redeal"))
    assert not {"Fabien", "et", "Yves"} & set(twin.story)
    assert (twin.story[-1], [word[0] for word in twin.story[:3]]) == ("sont", ["F", "E", "Y"])
    s = telling()
    twin = s.redeal(1, keyed(seed_from(1), "redeal"))
    assert not {"Fabien", "et", "Yves", "sont"} & set(twin.story)


@pytest.mark.rule("paflemix", "D21")
def test_a_round_whose_story_nobody_tells_right_wins_nothing() -> None:
    s = telling()
    wait_until(s, "told")
    assert (won(s), s.found) == ([0, 0, 0], [0, 0, 0])
