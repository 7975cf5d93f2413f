"""Quadrix, rule by rule: stuck, the end of a round, sight. Expected results are worked out from the rules."""

from typing import Any

import pytest

from tablee.games.quadrix.rules import GAME, QuadrixState
from tablee.kernel.events import Event
from tablee.kernel.outcome import Reason
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import SAID
from tablee.pieces.notation import arrange
from tablee.pieces.toutilix import PETARD
from tests.games.quadrix import (
    alone,
    counts,
    heights,
    phase,
    plain,
    say,
    stands,
    table,
    tops,
    turn,
    turned,
    under,
    wrong,
)
from tests.table import do, faces, names, start, told, view, wait


def rescue(s: QuadrixState, author: Seat, text: str) -> list[Event]:
    """A chrono that runs down to zero, with a sentence that stands."""
    say(s, author, text, "idea")
    wait(s, "search/close")
    return wait(s, "countdown/zero") + stands(s)


def dry(s: QuadrixState, seat: Seat) -> list[Event]:
    """Nobody finds."""
    return do(s, seat, "dry") + wait(s, "gave_up/limit")


# ---- stuck ---------------------------------------------------------------------------------------------


@pytest.mark.rule("quadrix", "R17", "D11", "D20")
def test_a_sentence_sealed_early_waits_unseen_until_the_searcher_has_had_his_time() -> None:
    """Example 12."""
    s = table(
        "square:0=pS | square:1=pT | square:2=pM | pile:0=bX | pile:1=bK yA | pile:2=pW bW | pile:3=bR",
        players=4,
        seat=1,
        said="vous dites mon",
    )
    do(s, 1, "flip", t=0)
    assert names(s, 1) == {"say", "dry"}
    assert names(s, 0) == names(s, 2) == names(s, 3) == {"idea"}
    before = [view(s, seat) for seat in (0, 1, 3)]
    assert say(s, 2, "François est moins malade", "idea", t=3_000) == []
    assert [view(s, seat) for seat in (0, 1, 3)] == before
    wait(s, "search/close")
    assert (s.now, phase(s)) == (30_000, "countdown")
    assert view(s, 1).fact("sealed") == {"sealed": True}
    events = wait(s, "countdown/zero")
    assert s.now == 40_000
    assert told(events, "opens") == [{"seat": 2, "words": "François est moins malade"}]


@pytest.mark.rule("quadrix", "D20")
def test_an_answer_before_the_time_is_over_leaves_no_chrono() -> None:
    """Example 12, second part."""
    s = plain()
    do(s, 0, "flip", t=0)
    say(s, 2, "rit tu manges beaucoup", "idea", t=3_000)
    events = say(s, 0, "rit tu manges maintenant", t=28_000)
    assert not told(events, "chrono")
    assert not told(stands(s), "chrono")
    assert turn(s) == 1


@pytest.mark.rule("quadrix", "D20")
@pytest.mark.parametrize("grace", [5, 10, 20])
@pytest.mark.parametrize(("cards", "sentence"), [(1, "rit"), (4, "rit tu manges beaucoup")])
def test_five_seconds_more_for_each_word(grace: int, cards: int, sentence: str) -> None:
    s = plain(grace_s=grace) if cards == 4 else alone("bK", "pR", grace_s=grace)
    do(s, 0, "flip", t=0)
    say(s, 1, sentence, "idea", t=1_000)
    wait(s, "search/close")
    assert s.now == (grace + 5 * cards) * 1_000


@pytest.mark.rule("quadrix", "D20", "D12")
def test_dry_opens_a_waiting_sentence_at_once() -> None:
    s = plain("pile:0=bK bL pR")
    do(s, 0, "flip", t=0)
    say(s, 2, "rit tu manges beaucoup", "idea", t=3_000)
    do(s, 0, "dry", t=5_000)
    events = wait(s, "gave_up/close")
    assert (s.now, told(events, "opens")) == (5_000, [{"seat": 2, "words": "rit tu manges beaucoup"}])
    stands(s)
    assert (turn(s), counts(s)) == (1, [3, 2, 2])


@pytest.mark.rule("quadrix", "D11")
def test_a_launch_needs_the_letters_and_a_verb() -> None:
    s = plain()
    do(s, 0, "flip")
    assert wrong(s, 1, "tape tu manges beaucoup", "idea") == "letters_missing"
    assert wrong(s, 1, "rat tu mon rat", "idea") == "no_verb"
    assert wrong(s, 1, "rit tu manges", "idea") == "not_a_sentence"


@pytest.mark.rule("quadrix", "D11")
@pytest.mark.parametrize(("second", "author"), [(40_030, 1), (40_031, 2)])
def test_of_two_launches_within_30_ms_the_nearest_clockwise_counts(second: Millis, author: Seat) -> None:
    s = plain()
    do(s, 0, "flip", t=0)
    say(s, 2, "rit tu manges beaucoup", "idea", t=40_000)
    say(s, 1, "rat tu manges beaucoup", "idea", t=40_031, at=second)
    assert told(wait(s, "search/close"), "chrono") == [{"seat": author, "owner": 0, "seconds": 10}]


@pytest.mark.rule("quadrix", "R18", "R19", "D10", "D22")
def test_at_zero_the_launchers_sentence_is_said_and_the_stuck_player_receives_a_card() -> None:
    """Example 7: P1 is stuck, P2 or P0 launches, and P2 plays next."""
    for author in (2, 0):
        s = table(
            "square:0=pS | square:1=pR | square:2=pM | square:3=pA | pile:1=bK bL pH | pile:2=pW | pile:0=bX",
            seat=1,
            said="vous rit mes la",
        )
        s.laid = 5
        top = s.draw.cards[-1]
        do(s, 1, "flip")
        say(s, author, "vous cherchez mamie maintenant", "idea")
        wait(s, "search/close")
        events = wait(s, "countdown/zero")
        assert told(events, "opens") == [{"seat": author, "words": "vous cherchez mamie maintenant"}]
        assert (phase(s), counts(s)[1]) == ("spoken_sentence", 2)
        assert under(s) == ["vous", "cherchez", "mamie", "maintenant"]
        began = s.now
        assert told(stands(s), "receives") == [{"seat": 1, "count": 1}]
        assert s.now - began == 5_000
        assert (counts(s)[1], s.pile(1).cards[0]) == (3, top)
        assert not view(s, 1).zone("pile:1").cards
        assert (turn(s), tops(s)) == (2, ["pS", "pH", "pM", "pA"])
        do(s, 2, "flip")
        assert s.offers(2)[0].params["words"].opens_with == ("vous", "cherchez", "", "maintenant")  # type: ignore[attr-defined]


@pytest.mark.rule("quadrix", "R19")
@pytest.mark.parametrize("card", ["pA", "★"])
def test_whoever_was_helped_does_not_play_again(card: str) -> None:
    s = alone("bK", "bL", card)
    do(s, 0, "flip")
    rescue(s, 1, "mange")
    assert (turn(s), counts(s)) == (1, [3, 2, 2])


@pytest.mark.rule("quadrix", "R18")
def test_an_answer_before_zero_hides_the_sealed_sentence_for_good() -> None:
    s = plain()
    do(s, 0, "flip")
    say(s, 1, "rat tu manges beaucoup", "idea")
    wait(s, "search/close")
    events = say(s, 0, "rit tu manges beaucoup") + stands(s)
    assert all(SAID("rat tu manges beaucoup") not in event.data.values() for event in events)
    assert (turn(s), counts(s)) == (1, [1, 2, 2])


@pytest.mark.rule("quadrix", "D11")
def test_a_refused_idea_bars_its_author_and_the_search_goes_on() -> None:
    s = plain()
    do(s, 0, "flip", t=0)
    say(s, 2, "rit tu manges beaucoup", "idea", t=30_000)
    wait(s, "search/close")
    wait(s, "countdown/zero")
    do(s, 1, "contest")
    do(s, 0, "refuse")
    assert (phase(s), counts(s), under(s)) == ("search", [1, 2, 2], ["", "tu", "manges", "beaucoup"])
    assert (names(s, 1), names(s, 2)) == ({"idea"}, set())
    clock = view(s).clocks[0]
    assert clock.at - s.now == 90_000 - 30_031


@pytest.mark.rule("quadrix", "R20", "R21", "D12", "D13")
def test_when_nobody_finds_the_cards_laid_leave_the_game_and_another_square_begins() -> None:
    """Example 8."""
    s = table(
        "square:0=pT bS | square:1=bT pH | square:2=pM pL | square:3=pA pC | pile:0=bK vS | "
        "pile:1=pK bX | pile:2=pW",
        said="les cherchez les chats",
    )
    do(s, 0, "flip", t=0)
    assert sum(heights(s)) == 9
    wait(s, "search/limit")
    assert (s.now, phase(s)) == (90_000, "gave_up")
    events = wait(s, "gave_up/limit")
    assert s.now == 90_000 + 20_000
    assert told(events, "set_aside") == [{"count": 9}]
    assert len(s.zone("aside").cards) == 9
    assert (turn(s), counts(s)) == (1, [1, 2, 1])
    do(s, 1, "flip")
    assert tops(s) == ["bX", "·", "·", "·"]
    domain = s.offers(1)[0].params["words"]
    assert (len(domain.fits), domain.opens_with) == (1, ("",))  # type: ignore[attr-defined]


@pytest.mark.rule("quadrix", "D12")
@pytest.mark.parametrize("limit", [60, 90, 180])
def test_the_search_limit_presses_dry(limit: int) -> None:
    s = plain(search_s=limit)
    do(s, 0, "flip", t=0)
    wait(s, "search/limit")
    assert (s.now, phase(s)) == (limit * 1_000, "gave_up")


@pytest.mark.rule("quadrix", "D12")
def test_after_dry_the_first_sentence_that_stands_counts() -> None:
    s = plain("pile:0=bK bL pR")
    do(s, 0, "flip")
    do(s, 0, "dry")
    say(s, 1, "rit tu manges beaucoup", "idea")
    wait(s, "gave_up/close")
    do(s, 2, "contest")
    do(s, 0, "refuse")
    say(s, 2, "rat tu manges beaucoup", "idea")
    wait(s, "gave_up/close")
    stands(s)
    assert (turn(s), counts(s), heights(s)) == (1, [3, 2, 2], [2, 1, 1, 1])


@pytest.mark.rule("quadrix", "D14")
def test_helped_on_the_last_card_one_receives_one_and_has_not_won() -> None:
    s = plain("pile:0=pR")
    do(s, 0, "flip")
    rescue(s, 1, "rit tu manges beaucoup")
    assert (turn(s), counts(s), s.scores) == (1, [1, 2, 2], [0, 0, 0])


@pytest.mark.rule("quadrix", "D14")
def test_dry_on_the_last_card_one_receives_one_and_the_square_is_set_aside() -> None:
    """Example 13."""
    s = example_13()
    events = dry(s, 0)
    assert told(events, "set_aside") == [{"count": 5}]
    assert told(events, "receives") == [{"seat": 0, "count": 1}]
    assert (turn(s), counts(s), s.scores) == (1, [1, 2, 2], [0, 0, 0])


def example_13() -> QuadrixState:
    """P0's last card makes it S H / M X."""
    s = table(
        "square:0=pS | square:1=pH | square:2=pM | square:3=pA | pile:0=pX | pile:1=pK bX | pile:2=pW bW",
        said="vous cherchez mamie maintenant",
    )
    s.laid = 7
    do(s, 0, "flip", t=0)
    assert tops(s) == ["pS", "pH", "pM", "pX"]
    return s


@pytest.mark.rule("quadrix", "R22", "D4")
def test_the_last_card_with_a_sentence_wins_unless_it_is_contested() -> None:
    """Example 13, second part."""
    s = example_13()
    say(s, 0, "Vous cherchez mes deux", t=2_000)
    assert told(stands(s), "round_won") == [{"winner": 0, "count": 5}]
    s = example_13()
    say(s, 0, "Vous cherchez mes deux", t=2_000)
    do(s, 1, "contest")
    do(s, 2, "refuse")
    assert (phase(s), turn(s), s.scores) == ("search", 0, [0, 0, 0])
    assert view(s).clocks[0].at - s.now == 88_000


@pytest.mark.rule("quadrix", "D14", "D15")
@pytest.mark.parametrize("end", ["rescue", "nobody"])
def test_without_a_card_to_receive_the_round_ends_and_nobody_wins(end: str) -> None:
    s = table("square:0=pT | pile:0=pR | pile:1=pK bX | pile:2=pW bW | draw= | won:1=…", said="tape", players=3)
    s.scores[1] = len(s.won(1).cards)
    do(s, 0, "flip")
    events = dry(s, 0) if end == "nobody" else rescue(s, 1, "est rat")
    assert told(events, "no_card") == [{"seat": 0}]
    assert told(events, "set_aside") == [{"count": 2}]
    assert not told(events, "round_won")
    assert s.scores[0] == 0


@pytest.mark.rule("quadrix", "D14", "D15")
def test_dry_on_the_last_card_without_a_draw_pile_the_oldest_covered_card_is_received() -> None:
    s = table(
        "square:0=pT bS | square:1=bT | square:2=pM | square:3=pA | pile:0=pR | pile:1=pK bX | pile:2=pW bW | "
        "draw= | won:1=…"
    )
    do(s, 0, "flip")
    events = dry(s, 0)
    assert told(events, "set_aside") == [{"count": 5}]
    assert (faces(s, "pile:0"), turn(s)) == (["pT"], 1)


# ---- the end of a round --------------------------------------------------------------------------------


@pytest.mark.rule("quadrix", "R22", "R23", "D16")
def test_the_last_card_wins_all_the_cards_laid_and_everything_else_is_dealt_again() -> None:
    """Example 9."""
    s = table(
        "square:0=pT bS vT | square:1=bT pH vR | square:2=pM pL vL | square:3=pA pC vN | pile:0=pK | "
        "pile:1=bK bX | pile:2=pW bW | aside=pE bE | draw=…",
        said="est rit le un",
    )
    s.words["KILIT"] = True
    do(s, 0, "flip")
    say(s, 0, "kilit rit le un")
    events = stands(s)
    assert told(events, "round_won") == [{"winner": 0, "count": 13}]
    assert (s.scores, len(s.won(0).cards)) == ([13, 0, 0], 13)
    assert told(events, "deal") == [{"count": 7, "starter": 1, "round": 2}]
    assert counts(s) == [7, 7, 7]
    assert len(s.draw.cards) == 100 - 13 - 2 - 21
    assert faces(s, "aside") == ["pE", "bE"]
    assert (turn(s), heights(s), under(s)) == (1, [0] * 4, [""] * 4)


@pytest.mark.rule("quadrix", "R22", "D7")
@pytest.mark.parametrize("card", ["pE", "★"])
def test_a_vowel_or_an_etoile_as_last_card_wins_too(card: str) -> None:
    s = alone(card)
    assert told(turned(s, 0, "mange"), "round_won") == [{"winner": 0, "count": 1}]


@pytest.mark.rule("quadrix", "D16")
def test_the_start_goes_round_whoever_has_won() -> None:
    s = table("pile:0=pK bK | pile:1=pR | pile:2=pW bW", seat=1)
    turned(s, 1, "rit")
    assert (turn(s), view(s).fact("starter")) == (2, 2)
    arrange(s, "pile:0=pK | pile:1=bX | pile:2=bR | won:1=pR | draw=…")
    turned(s, 2, "rit")
    assert turn(s) == 0


def last_card(players: int, left: int, **options: Any) -> QuadrixState:
    """Seat 0 has just won a square of one card, after which so many cards are not won."""
    s = table("pile:0=pR | pile:1=pK", players, **options)
    for _ in range(100 - 1 - left):
        s.move(s.draw.cards[0], s.draw, s.won(1))
    s.scores[1] = len(s.won(1).cards)
    turned(s, 0, "rit")
    return s


@pytest.mark.rule("quadrix", "R24", "D16")
@pytest.mark.parametrize(
    ("players", "left", "ends"), [(5, 35, False), (5, 34, True), (2, 14, False), (2, 13, True)]
)
def test_the_game_goes_on_while_seven_each_can_be_dealt(players: int, left: int, ends: bool) -> None:
    """Example 11."""
    s = last_card(players, left)
    assert (s.outcome is not None) is ends
    if s.outcome is None:
        assert (counts(s), len(s.draw.cards)) == ([7] * players, left - 7 * players)


@pytest.mark.rule("quadrix", "R26")
def test_the_most_cards_won_win() -> None:
    s = last_card(4, 27)
    assert s.outcome is not None
    assert (s.outcome.scores, s.outcome.ranks) == ((1, 72, 0, 0), (2, 1, 3, 3))
    assert (s.outcome.reason, s.outcome.detail) == (Reason.RULE, "no_deal")


@pytest.mark.rule("quadrix", "D18")
def test_equal_players_share_the_victory() -> None:
    s = table("pile:0=pR | pile:1=pK", 2)
    for seat, count in ((0, 43), (1, 44)):
        for _ in range(count):
            s.move(s.draw.cards[0], s.draw, s.won(seat))
        s.scores[seat] = count
    turned(s, 0, "rit")
    assert s.outcome is not None
    assert (s.outcome.scores, s.outcome.winners) == ((44, 44), (0, 1))


@pytest.mark.parametrize("rounds", ["1", "2"])
def test_a_table_may_play_fewer_rounds(rounds: str) -> None:
    s = last_card(3, 90, rounds=rounds)
    assert (s.outcome is not None) is (rounds == "1")
    if s.outcome is None:
        arrange(s, "pile:1=bR | pile:0=pK | pile:2=bX | won:0=pR | draw=…")
        turned(s, 1, "rit")
    assert s.outcome is not None
    assert s.outcome.detail == "rounds"


@pytest.mark.rule("quadrix", "R25", "D15")
def test_when_the_draw_pile_is_empty_the_oldest_covered_cards_are_drawn() -> None:
    """Example 10, twice: first the bottom of the first stack, then that of the second; visible cards never."""
    s = table(
        "square:0=pT bS | square:1=bT | square:2=pM | square:3=pA | pile:0=bK bR | pile:1=bX pR | pile:2=pW bL | "
        "draw= | won:2=…",
        said="les tu manges beaucoup",
    )
    do(s, 0, "flip")
    assert tops(s) == ["bS", "bR", "pM", "pA"]
    rescue(s, 1, "les rat manges beaucoup")
    assert (faces(s, "pile:0"), heights(s)) == (["pT", "bK"], [1, 2, 1, 1])
    do(s, 1, "flip")
    rescue(s, 2, "les rat rit beaucoup")
    assert (faces(s, "pile:1"), heights(s)) == (["bT", "bX"], [1, 1, 2, 1])
    assert not view(s, 1).zone("pile:1").cards


@pytest.mark.rule("quadrix", "D15")
def test_where_nothing_is_covered_no_card_is_received() -> None:
    s = table("square:0=pT | pile:0=bK bR | pile:1=bX pL | pile:2=pW | draw= | won:2=…", said="tape")
    do(s, 0, "flip")
    events = rescue(s, 1, "est rat")
    assert told(events, "receives") == [{"seat": 0, "count": 0}]
    assert (turn(s), counts(s), heights(s)) == (1, [1, 2, 1], [1, 1, 0, 0])


@pytest.mark.rule("quadrix", "D17")
def test_a_round_of_twenty_turns_each_is_broken_off() -> None:
    s = plain("pile:0=bK bL pR")
    s.turns = 58
    turned(s, 0, "rit tu manges beaucoup")
    assert turn(s) == 1
    do(s, 1, "flip")
    events = dry(s, 1)
    assert told(events, "too_long") == [{}]
    assert not told(events, "round_won")
    assert told(events, "deal") == [{"count": 7, "starter": 1, "round": 2}]
    assert (s.turns, s.scores, len(s.zone("aside").cards)) == (0, [0, 0, 0], 6)


@pytest.mark.rule("quadrix", "D17")
def test_the_last_turn_can_still_win_and_playing_again_is_no_turn_more() -> None:
    s = alone("pR", "pE")
    s.turns = 59
    turned(s, 0, "mange")
    assert (phase(s), turn(s)) == ("flip", 0)
    assert told(turned(s, 0, "mange rat"), "round_won") == [{"winner": 0, "count": 2}]


@pytest.mark.rule("quadrix", "D9", "D19")
def test_a_second_empty_square_in_succession_ends_the_game() -> None:
    s = alone("✹")
    do(s, 0, "flip")
    events = do(s, 0, "offer", taker=1)
    assert told(events, "round_won") == [{"winner": 0, "count": 0}]
    assert (s.outcome, turn(s), counts(s)) == (None, 1, [7, 7, 7])
    again(s, "✹")
    assert s.outcome is not None
    assert (s.outcome.detail, s.outcome.winners) == ("empty_twice", (0, 1, 2))


@pytest.mark.rule("quadrix", "D19")
def test_but_not_if_something_was_won_between_them() -> None:
    s = alone("✹")
    do(s, 0, "flip")
    do(s, 0, "offer", taker=1)
    again(s, "pR")
    again(s, "✹")
    assert s.outcome is None


def again(s: QuadrixState, face: str) -> None:
    """Whoever starts has this card alone, and wins with it."""
    seat = turn(s)
    others = ["pK", "bX", "bW"]
    piles = " | ".join(f"pile:{x}={face if x == seat else others[x]}" for x in range(3))
    won = " | ".join(f"won:{x}={' '.join(faces(s, f'won:{x}'))}" for x in range(3))
    arrange(s, f"{piles} | {won} | draw=…")
    if face == PETARD:
        do(s, seat, "flip")
        do(s, seat, "offer", taker=s.after(seat))
    else:
        turned(s, seat, "rit")


@pytest.mark.rule("quadrix", "D19")
@pytest.mark.parametrize("players", [2, 8])
def test_a_table_where_nobody_ever_does_anything_comes_to_an_end(players: int) -> None:
    s = start(GAME, players)
    steps = 0
    while s.outcome is None:
        wait(s)
        steps += 1
        assert steps < GAME.bound(players, s.options)
    assert s.scores == [0] * players


# ---- sight ---------------------------------------------------------------------------------------------


def test_nobody_sees_what_is_covered_or_won() -> None:
    s = plain("pile:0=bK bL pR")
    do(s, 0, "flip")
    for seats in ((0,), (1,), (0, 1, 2)):
        seen = view(s, *seats)
        assert [len(seen.zone(f"square:{place}").cards) for place in range(4)] == [1, 1, 1, 1]
        assert seen.zone("square:0").count == 2
    s = last_card(3, 90)
    assert [zone.count for zone in view(s, 0).zones if zone.name.startswith("won")] == [1, 9, 0]
    assert not any(zone.cards for zone in view(s, 0).zones if zone.name.startswith("won"))


@pytest.mark.parametrize("seconds", [5, 10])
def test_a_card_not_turned_in_time_is_turned(seconds: int) -> None:
    s = plain(flip_s=seconds)
    events = wait(s, "flip/auto")
    assert (s.now, told(events, "timeout"), phase(s)) == (seconds * 1_000, [{"seat": 0}], "search")
