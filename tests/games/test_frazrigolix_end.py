"""Frazrigolix, rule by rule: leads, empty piles, the end, what is seen.

Expected results are worked out from the rules.
"""

from collections import Counter

import pytest

from tablee.games.frazrigolix.rules import GAME, Flip, Search
from tablee.kernel.events import Keep
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import seed_from
from tablee.kernel.units import Seat
from tablee.pieces.notation import arrange
from tests.games.frazrigolix import active, at, launch, phase, piles, searching, stands, word
from tests.table import do, names, start, told, view, wait

# ---- leads, empty piles, the end -----------------------------------------------------------------------


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


# ---- what is seen --------------------------------------------------------------------------------------


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
