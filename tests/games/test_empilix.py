"""Empilix, rule by rule: piles, tours and the end. Expected results are worked out from the rules."""

from collections import Counter

import pytest

from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.empilix.rules import GAME
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Millis, Seat
from tablee.pieces.toutilix import SYMBOL, VOWELS
from tests.empilix import (
    SPARE,
    VERBS,
    active,
    at,
    flip,
    look,
    offer,
    past,
    phase,
    pose,
    say,
    won,
)
from tests.table import do, faces, names, refused, start, told, view, wait

# ---- the piles of a manche ------------------------------------------------------------------------------


@pytest.mark.rule("empilix", "R1", "R5")
def test_vowels_and_consonants_are_two_piles() -> None:
    """Example 8: 39 and 61 cards."""
    s = start(GAME, 3)
    vowels, consonants = (Counter(SYMBOL[f] for f in faces(s, zone)) for zone in ("vowels", "consonants"))
    assert (sum(vowels.values()), vowels["★"], vowels["✹"]) == (39, 3, 1)
    assert (sum(consonants.values()), consonants["★"], consonants["✹"]) == (61, 4, 2)
    assert set(vowels) == {*VOWELS, "★", "✹"}
    assert not set(consonants) & VOWELS
    for seat in range(3):
        assert view(s, seat).zone("vowels").cards == ()


@pytest.mark.rule("empilix", "R2")
@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_players(players: int) -> None:
    with pytest.raises(Refused, match="bad_players"):
        start(GAME, players)


@pytest.mark.rule("empilix", "R3", "D19")
def test_nobody_talks_during_tours() -> None:
    s = at(f"middle=bP | {SPARE}")
    assert view(s, 0).silent
    pose(s, 1, 2, 3)
    do(s, 0, "recite")
    assert view(s, 0).silent


@pytest.mark.rule("empilix", "R22", "D17")
@pytest.mark.parametrize(("players", "each", "aside"), [(2, 50, 0), (3, 33, 1), (4, 25, 0)])
@pytest.mark.parametrize("manche", ["words", "sentence"])
def test_all_cards_are_dealt(manche: str, players: int, each: int, aside: int) -> None:
    s = start(GAME, players, rounds=manche)
    assert [len(s.pile(seat).cards) for seat in range(players)] == [each] * players
    assert len(s.aside.cards) == aside
    for seat in range(players):
        assert view(s, seat).zone(f"pile:{seat}").cards == ()


@pytest.mark.rule("empilix", "R4", "R30", "D15", "D16")
def test_three_manches_each_begun_by_the_next_seat() -> None:
    """The cards of each are noted, and all 100 are gathered for the next."""
    s = start(GAME, 3, starter=1, seed=4)
    pick = QuickPicker("manches")
    seen = []
    for manche in range(3):
        seen.append((view(s, 0).fact("manche"), active(s)))
        assert sum(len(z.cards) for z in s.zones) == 100
        before = s.scores[:]
        rollout(s, pick, until=past(manche))
        gained = [now - was for now, was in zip(s.scores, before, strict=True)]
        assert gained == won(s)
        if manche < 2:
            assert not view(s, 0).silent
            wait(s, "manche_end/over")
            assert won(s) == [0, 0, 0]
    assert seen == [("syllables", (1,)), ("words", (2,)), ("sentence", (0,))]
    assert s.outcome is not None


@pytest.mark.rule("empilix", "R30")
@pytest.mark.parametrize(
    ("rounds", "manches"),
    [
        ("words", ["words"]),
        ("syllables_sentence", ["syllables", "sentence"]),
        ("words_sentence", ["words", "sentence"]),
    ],
)
def test_a_table_may_play_some_of_them(rounds: str, manches: list[str]) -> None:
    s = start(GAME, 2, rounds=rounds)
    for i, manche in enumerate(manches):
        assert s.manche == manche
        rollout(s, QuickPicker(rounds), until=past(i))
        if s.outcome is None:
            wait(s)
    assert s.outcome is not None


# ---- turning cards --------------------------------------------------------------------------------------


@pytest.mark.rule("empilix", "R6", "R7", "R8", "D2")
def test_a_consonant_then_a_vowel_that_covers_it_and_so_on() -> None:
    """The booklet: P, then O covers it; everybody sees only the last one."""
    s = at("consonants=bL vT pZ bP | vowels=bU yI vO")
    for seat, zone, letter in [(0, "consonants", "bP"), (1, "vowels", "vO"), (2, "consonants", "pZ")]:
        assert active(s) == (seat,)
        assert offer(s, seat, "flip").zone == zone
        assert all("flip" not in names(s, other) for other in range(4) if other != seat)
        flip(s, seat)
        for viewer in range(4):
            middle = view(s, viewer).zone("middle")
            assert [c.face for c in middle.cards if c is not None and c.face] == [letter]
    assert faces(s, "middle") == ["bP", "vO", "pZ"]
    assert view(s, 3).fact("so_far") == 3
    pose(s, 3)  # the kind alternates whoever plays
    assert active(s) == (0,)
    assert offer(s, 0, "flip").zone == "vowels"


@pytest.mark.rule("empilix", "D20")
@pytest.mark.parametrize(("manche", "pace"), [("syllables", 3_000), ("words", 6_000), ("sentence", 6_000)])
def test_a_card_stays_in_sight_and_then_the_table_turns_the_next(manche: str, pace: Millis) -> None:
    s = at("consonants=bL bM bN | vowels=vA vE | pile:0=vT vS | pile:1=vL vR", players=2, manche=manche)
    assert offer(s, 0, "flip").opens_at == 0, "the first one covers nothing"
    do(s, 0, "flip", t=500)
    assert refused(s, 1, "flip", t=500 + pace - 1) == "too_early"
    due = s.next_alarm()
    assert due is not None
    assert (due.name, due.at) == ("turn/auto", 500 + pace + 10_000)
    wait(s)
    assert s.so_far == 2
    do(s, 0, "flip", t=s.now + pace)
    assert s.so_far == 3


@pytest.mark.rule("empilix", "D20")
@pytest.mark.parametrize("pace", [2, 5])
def test_the_table_chooses_the_pace(pace: int) -> None:
    s = at(f"middle=bP | {SPARE}", pace=pace)
    assert offer(s, 0, "flip").opens_at == pace * 1_000


@pytest.mark.rule("empilix", "R9", "R16")
def test_an_etoile_wins_all_that_lies_there() -> None:
    """Example 3: seats 0, 2 and 3 pose after P O Z; seat 1 turns I alone, then an étoile: 5 cards, not a word."""
    s = at("middle=bP vO pZ | consonants=bL ★ | vowels=bU bY yI", seat=3)
    pose(s, 0, 2, 3)
    assert (phase(s), active(s)) == ("alone", (1,))
    flip(s, 1)
    assert faces(s, "middle") == ["bP", "vO", "pZ", "yI"]
    assert told(flip(s, 1), "etoile") == [{"seat": 1, "count": 5}]
    assert phase(s) == "won"
    look(s)
    assert won(s) == [0, 5, 0, 0]
    assert s.scores == [0, 5, 0, 0]
    assert (phase(s), active(s)) == ("turn", (2,))


@pytest.mark.rule("empilix", "R10", "R11", "D3", "D4")
def test_a_petard_costs_a_card_for_each_and_is_no_part_of_the_sequence() -> None:
    """Example 4: seat 2 has won 2 cards: seats 3 and 0 get one, seat 1 none; seat 3 turns from the same pile."""
    s = at("middle=bP vO | won:2=vT vR | consonants=bL bM ✹ | vowels=bU bY", seat=2)
    assert told(flip(s, 2), "petard") == [{"seat": 2, "count": 2}]
    assert won(s) == [1, 0, 0, 1]
    assert faces(s, "middle") == ["✹", "bP", "vO"]
    assert s.letters == "PO"
    assert [c.face for c in view(s, 1).zone("middle").cards if c and c.face] == ["vO"]
    assert active(s) == (3,)
    assert offer(s, 3, "flip").zone == "consonants"
    pose(s, 0, 1, 2)
    do(s, 3, "recite")
    say(s, "PO")
    look(s)
    assert won(s) == [1, 0, 0, 4], "the pétard is won with the sequence"


@pytest.mark.rule("empilix", "D4")
@pytest.mark.parametrize(
    ("position", "manche", "given", "left"),
    [
        ("pile:1=vS vL | pile:0=vA vE vO ✹", "words", [0, 1, 1, 1], 0),
        ("won:0=vT | pile:1=vS | pile:0=vA vE vO ✹", "words", [0, 1, 1, 1], 1),
        ("pile:1=vS | pile:0=vA ✹", "sentence", [0, 1, 0, 0], 0),
        ("consonants=bL ✹ | vowels=bU", "syllables", [0, 0, 0, 0], 0),
    ],
)
def test_gifts_come_from_winnings_then_from_the_pile(
    position: str, manche: str, given: list[int], left: int
) -> None:
    """In SYLLABES there is no pile of one's own: with nothing to give, nothing is given."""
    s = at(position, manche=manche)
    flip(s, 0)
    assert won(s) == given
    assert len(s.pile(0).cards) == left


@pytest.mark.rule("empilix", "R12", "D18")
def test_a_pause_holds_the_next_card_until_its_player_agrees() -> None:
    s = at(f"middle=bP vO | {SPARE}")
    do(s, 2, "pause", t=2_500)
    assert view(s, 0).fact("halting") == [0, 0, 1, 0]
    assert refused(s, 0, "flip", t=3_500) == "too_early"
    assert "ok" not in names(s, 0)
    do(s, 2, "ok", t=4_000)
    assert refused(s, 2, "pause") == "not_offered", "once per card"
    due = s.next_alarm()
    assert due is not None
    assert (due.name, due.at) == ("turn/auto", 13_000 + 1_500)
    do(s, 0, "flip", t=4_100)
    assert "pause" in names(s, 2)


@pytest.mark.rule("empilix", "D18")
def test_a_pause_lasts_five_seconds_and_there_are_three_in_a_tour() -> None:
    s = at("middle=bP | consonants=bL bM bN bC | vowels=bU bY pA pE pI pO")
    for nth in range(4):
        assert ("pause" in names(s, 3)) == (nth < 3)
        if nth < 3:
            do(s, 3, "pause", t=s.now + 1)
            due = s.next_alarm()
            assert due is not None
            assert (due.name, due.at) == ("turn/go_on", s.now + 5_000)
            wait(s)
        flip(s, active(s)[0])
    pose(s, 3)
    assert names(s, 3) == set()


@pytest.mark.rule("empilix", "D18")
def test_two_pauses_end_one_after_the_other_and_posing_ends_ones_own() -> None:
    s = at(f"middle=bP vO | {SPARE}")
    do(s, 1, "pause", t=1_000)
    do(s, 2, "pause", t=2_000)
    do(s, 1, "ok", t=2_500)
    assert refused(s, 0, "flip", t=4_000) == "too_early"
    do(s, 2, "pose", t=4_000)
    wait(s, "turn/close")
    assert view(s, 0).fact("halting") == [0, 0, 0, 0]
    do(s, 0, "flip", t=4_100)


# ---- giving up ------------------------------------------------------------------------------------------


@pytest.mark.rule("empilix", "R13", "R14", "D5")
def test_who_is_posed_waits_for_the_end_of_the_tour() -> None:
    s = at("consonants=bL bM ★ bP | vowels=bU bY vO")
    assert "pose" not in names(s, 1), "nothing lies there yet"
    flip(s, 0)
    pose(s, 1, 3)
    assert view(s, 0).fact("hands_down") == [0, 1, 0, 1]
    assert names(s, 1) == names(s, 3) == set()
    assert active(s) == (2,)
    flip(s, 2)
    assert active(s) == (0,)
    flip(s, 0)  # the étoile
    look(s)
    assert view(s, 0).fact("hands_down") == [0, 0, 0, 0]
    assert active(s) == (1,)


@pytest.mark.rule("empilix", "R15", "D6")
def test_the_last_one_cannot_pose_but_recites() -> None:
    s = at(f"middle=bP vO | {SPARE}")
    pose(s, 0, 1, 3)
    assert (phase(s), active(s)) == ("alone", (2,))
    assert names(s, 2) == {"flip", "recite"}
    do(s, 2, "recite")
    assert phase(s) == "reciting"


@pytest.mark.rule("empilix", "D6")
@pytest.mark.parametrize(("apart", "lone"), [(30, 1), (31, 0)])
def test_of_two_who_pose_together_the_first_in_turn_is_posed(apart: Millis, lone: Seat) -> None:
    """Seat 0 is in turn, seat 1 poses first: within 30 ms seat 0 is posed and seat 1 is left."""
    s = at(f"middle=bP vO | {SPARE}", players=2)
    s.hold = 100
    do(s, 1, "pose", t=500, at=400)
    do(s, 0, "pose", t=510, at=400 + apart)
    wait(s, "turn/close")
    assert (phase(s), active(s)) == ("alone", (lone,))


@pytest.mark.rule("empilix", "D1")
def test_the_next_tour_starts_after_whoever_turned_last_with_a_consonant() -> None:
    s = at(f"middle=bP | {SPARE}", seat=2, players=3)
    flip(s, 2)
    pose(s, 0, 1)
    do(s, 2, "recite")
    say(s, "PY")
    look(s)
    assert active(s) == (0,)
    assert offer(s, 0, "flip").zone == "consonants"
    assert view(s, 0).fact("hands_down") == [0, 0, 0]


@pytest.mark.rule("empilix", "D21")
def test_a_lone_player_who_does_not_choose_recites() -> None:
    s = at(f"middle=bP vO | {SPARE}")
    pose(s, 0, 1, 3)
    due = s.next_alarm()
    assert due is not None
    assert due.at == 3_000 + 15_000, "from when a card may be turned"
    wait(s, "alone/limit")
    assert (phase(s), active(s)) == ("reciting", (2,))


# ---- no more cards --------------------------------------------------------------------------------------


@pytest.mark.rule("empilix", "D7", "R21", "D8")
def test_after_the_last_vowel_each_chooses_in_turn() -> None:
    """Example 8."""
    s = at("middle=bP | consonants=bL bM | vowels=vO", seat=1, manche="syllables_words")
    flip(s, 1)
    assert (phase(s), active(s)) == ("exhausted", (2,))
    assert names(s, 2) == {"pose", "recite"}
    assert names(s, 0) == names(s, 1) == names(s, 3) == set()
    do(s, 2, "pose")
    assert active(s) == (3,)
    do(s, 3, "recite")
    say(s, "PO")
    look(s)
    assert won(s) == [0, 0, 0, 2]
    assert phase(s) == "manche_end", "the consonants that are left do not matter"


@pytest.mark.rule("empilix", "D7", "D25")
def test_who_is_silent_then_is_posed_and_the_last_one_recites() -> None:
    s = at("middle=bP | consonants=bL bM | vowels=vO", seat=1, players=3)
    flip(s, 1)
    for seat in (2, 0):
        assert active(s) == (seat,)
        due = s.next_alarm()
        assert due is not None
        assert due.at == s.now + 15_000
        wait(s, "exhausted/limit")
    assert (phase(s), active(s)) == ("reciting", (1,))


@pytest.mark.rule("empilix", "D7")
def test_without_a_consonant_to_turn_it_is_over_too() -> None:
    s = at("middle=bP | vowels=bU vO", players=2)
    flip(s, 0)
    assert (phase(s), active(s)) == ("exhausted", (1,))


@pytest.mark.rule("empilix", "D7", "R27", "R29", "D8")
@pytest.mark.parametrize("manche", ["words", "sentence"])
def test_in_the_later_manches_it_is_over_when_nobody_left_has_cards(manche: str) -> None:
    """Seat 1 still has cards, but is posed."""
    s = at("middle=vL | pile:0=vA | pile:1=vS vT", players=3, manche=manche)
    pose(s, 1)
    flip(s, 0)
    assert (phase(s), active(s)) == ("exhausted", (2,))
    do(s, 2, "pose")
    assert (phase(s), active(s)) == ("reciting", (0,))
    say(s, "loup", "est", kinds=VERBS)
    while phase(s) == "vote":
        wait(s)
    look(s)
    assert phase(s) == "turn", "the pile of seat 1 is not used up"
    assert active(s) == (1,)


@pytest.mark.rule("empilix", "D8")
def test_without_a_letter_the_manche_ends_at_once() -> None:
    s = at("consonants=✹ | vowels=vO", players=2, manche="syllables_words")
    flip(s, 0)
    assert phase(s) == "manche_end"
    assert s.middle.cards == []
    assert s.scores == [0, 0]


@pytest.mark.rule("empilix", "D17", "R23")
def test_who_has_no_cards_is_skipped_but_stays_in() -> None:
    s = at("middle=vL | pile:1=vS vT | pile:2=vA", players=3, manche="words")
    assert active(s) == (1,), "seat 0 has none"
    assert "pose" in names(s, 0)
    pose(s, 1, 2)
    assert (phase(s), active(s)) == ("reciting", (0,)), "he has nothing to turn"
    say(s, "lune")
    look(s)
    assert won(s) == [1, 0, 0]


# ---- the end --------------------------------------------------------------------------------------------


@pytest.mark.rule("empilix", "R31", "D23")
@pytest.mark.parametrize(("mine", "winners"), [("vT vS vR vL", (0,)), ("vT vS vR", (0, 1)), ("vT vS", (1,))])
def test_the_most_cards_win_and_equal_totals_share(mine: str, winners: tuple[Seat, ...]) -> None:
    """Seat 1 has one card, and gets the two that seat 0 cannot recite."""
    s = at(f"middle=bC | won:0={mine} | won:1=bV | consonants=bL | vowels=vO", players=2)
    flip(s, 0)
    assert (phase(s), active(s)) == ("exhausted", (1,))
    do(s, 1, "pose")
    say(s, "PA")
    look(s)
    assert s.outcome is not None
    assert s.scores == [len(mine.split()), 3]
    assert s.outcome.winners == winners


@pytest.mark.rule("empilix", "D22")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_game_ends_within_its_bound(players: int) -> None:
    """Nobody ever does anything: the table turns, poses and recites for them, and it still ends."""
    s = start(GAME, players)
    for _ in range(GAME.bound(players, s.options)):
        if s.outcome is not None:
            break
        wait(s)
    assert s.outcome is not None
