"""Méfouillix, rule by rule: rounds and the end, silence, one screen, nothing leaks.

Expected results are worked out from the rules.
"""

from collections import Counter
from itertools import combinations

import pytest

from tablee.arena.match import Match
from tablee.arena.proof import check_mixed, check_plays
from tablee.arena.runs import Broken, any_deal
from tablee.bots.bot import Sighting
from tablee.games.mefouillix import rules
from tablee.games.mefouillix.rules import GAME, MefouillixState
from tablee.kernel.events import Event
from tablee.kernel.phase import NEVER
from tablee.kernel.record import Rang, SeatChanged, apply, dumps, loads
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import seed_from
from tablee.kernel.units import Seat
from tablee.kernel.values import FACE
from tablee.lexicons import load
from tablee.pieces.plane import overlap
from tablee.words import flags
from tablee.words.lexicon import Lexicon
from tests.games.mefouillix import (
    choose,
    find,
    hidden,
    letters,
    opened,
    phase,
    rest,
    send,
    turned_up,
    uncover,
    whose,
)
from tests.table import do, names, refused, start, told, view, wait

# ---- rounds and the end --------------------------------------------------------------------------------


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


# ---- silence -------------------------------------------------------------------------------------------

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


# ---- one screen ----------------------------------------------------------------------------------------


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


# ---- nothing leaks -------------------------------------------------------------------------------------


def test_the_proof_finds_a_card_that_is_told_after_the_mix(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = [check_plays(any_deal(GAME, 3, seed)) for seed in range(3)]
    assert sum(check_mixed(run) for run in runs) > 100
    enter = rules.Uncover.enter

    def gossip(self: rules.Uncover, s: MefouillixState) -> None:
        enter(self, s)
        s.tell("misses", seat=0, letter=FACE("".join(letters(s, "plane"))))

    monkeypatch.setattr(rules.Uncover, "enter", gossip)
    with pytest.raises(Broken, match="never sent"):
        for run in runs:
            check_mixed(run)
