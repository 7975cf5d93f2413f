"""Moinzix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter
from string import ascii_uppercase
from typing import Any

import pytest

from tablee.arena.match import Match
from tablee.arena.simulate import plan, simulate
from tablee.bots.bot import Level, Plan, Sighting
from tablee.games.moinzix.bots import MoinzixBot
from tablee.games.moinzix.rules import GAME, MoinzixState
from tablee.kernel.door import Door, encode
from tablee.kernel.events import Event, Keep
from tablee.kernel.record import Played
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import bare
from tablee.pieces.notation import arrange
from tests.table import do, faces, names, refused, start, told, view, wait

SEARCH = 5_000
"""When somebody calls, after the cards have appeared: anything that is no anticipation."""


def pink(letters: str) -> str:
    return " ".join(f"p{letter}" for letter in letters)


def at(
    missing: str = "K", *, won: tuple[str, ...] = (), players: int = 3, drawer: Seat = 0, **options: Any
) -> MoinzixState:
    """A race: one letter is missing, `won` are the letters of each seat, all the others lie on the table."""
    s = start(GAME, players, starter=drawer, **options)
    do(s, drawer, "layout", way="lines")
    gone = missing + "".join(won)
    laid = pink("".join(a for a in ascii_uppercase if a not in gone))
    position = [f"missing=p{missing}", f"plane={laid}"]
    arrange(s, " | ".join(position + [f"won:{i}={pink(w)}" for i, w in enumerate(won) if w]))
    s.scores = [len(s.won(seat).cards) for seat in s.all_seats]
    s.drain()
    return s


def call(s: MoinzixState, *calls: tuple[Seat, Millis], t: Millis = SEARCH) -> list[Event]:
    """These seats call, each so long after t; then it is decided who answers."""
    begin = s.stimuli[-1] + t
    for seat, later in calls:
        do(s, seat, "moinzix", t=begin + later)
    return wait(s, "race/close")


def answer(s: MoinzixState, seat: Seat, letter: str) -> list[Event]:
    return call(s, (seat, 0)) + do(s, seat, "answer", letter=letter)


def look(s: MoinzixState) -> list[Event]:
    return wait(s, "show/over")


def laid(s: MoinzixState) -> str:
    """The letters that everybody sees on the table."""
    return "".join(sorted(c.face[-1] for c in view(s).zone("plane").cards if c and c.face))


def seen_won(s: MoinzixState, seat: Seat, of: Seat) -> list[str]:
    """The faces of what a seat has won, as another (or itself) sees them."""
    return [c.face for c in view(s, seat).zone(f"won:{of}").cards if c and c.face]


def phase(s: MoinzixState) -> str:
    return view(s).phase


# ---- the deck and the layout --------------------------------------------------------------------------------


@pytest.mark.rule("moinzix", "R1")
def test_two_to_four_play() -> None:
    assert [start(GAME, players).n for players in (2, 3, 4)] == [2, 3, 4]
    for players in (1, 5):
        with pytest.raises(Exception, match="bad_players"):
            start(GAME, players)


@pytest.mark.rule("moinzix", "R2")
@pytest.mark.parametrize(("alphabet", "colour"), [("pink", "p"), ("blue", "b")])
def test_one_alphabet(alphabet: str, colour: str) -> None:
    assert Counter(start(GAME, 2, alphabet=alphabet).faces) == Counter(colour + a for a in ascii_uppercase)


@pytest.mark.rule("moinzix", "R3")
def test_a_card_is_drawn_from_the_shuffled_alphabet_and_nobody_sees_it() -> None:
    drawn: set[str] = set()
    for seed in range(40):
        s = start(GAME, 2, seed=seed)
        before = faces(s, "pile")
        do(s, s.drawer, "layout", way="lines")
        drawn.add(*faces(s, "missing"))
        assert faces(s, "missing")[0] not in faces(s, "plane")
        assert len(before) == 26
        for seat in (0, 1):
            hidden = view(s, seat).zone("missing")
            assert hidden.count == 1
            assert not any(c and c.face for c in hidden.cards)
    assert len(drawn) > 12, "it is drawn at random"


@pytest.mark.rule("moinzix", "R4")
@pytest.mark.rule("moinzix", "R6")
@pytest.mark.rule("moinzix", "D6")
def test_all_the_others_appear_at_once_and_that_is_the_signal() -> None:
    s = start(GAME, 3, starter=1)
    assert laid(s) == ""
    assert not any("moinzix" in names(s, seat) for seat in s.all_seats)
    do(s, 1, "layout", t=700, way="scatter")
    assert len(laid(s)) == 25
    assert s.stimuli == [700]
    assert all(names(s, seat) == {"moinzix"} for seat in s.all_seats)


@pytest.mark.rule("moinzix", "R5")
@pytest.mark.rule("moinzix", "D6")
def test_lines_of_five_the_last_one_shorter() -> None:
    s = at(won=("ABC",), players=2)
    answer(s, 0, "K")
    look(s)
    do(s, 1, "layout", way="lines")
    poses = s.plane.poses or ()
    rows = Counter(pose.y for pose in poses)
    assert [rows[y] for y in sorted(rows)] == [5, 5, 5, 5, 1]
    assert {pose.angle for pose in poses} == {0}
    assert len({(pose.x, pose.y) for pose in poses}) == 21


@pytest.mark.rule("moinzix", "D6")
def test_lines_are_in_shuffled_order() -> None:
    orders = set()
    for seed in range(10):
        s = start(GAME, 2, starter=0, seed=seed)
        do(s, 0, "layout", way="lines")
        orders.add(tuple(faces(s, "plane")))
        assert faces(s, "plane") != sorted(faces(s, "plane"))
    assert len(orders) == 10


@pytest.mark.rule("moinzix", "R5")
def test_scattered_cards_lie_crooked_and_in_no_lines() -> None:
    s = start(GAME, 2, starter=0)
    assert refused(s, 0, "layout", way="circle") == "not_possible"
    assert refused(s, 1, "layout", way="scatter") == "not_your_turn"
    do(s, 0, "layout", way="scatter")
    poses = s.plane.poses or ()
    assert len(poses) == 25
    assert len({pose.angle for pose in poses}) > 8
    assert len({pose.y for pose in poses}) > 8


@pytest.mark.rule("moinzix", "D5")
def test_the_left_neighbour_draws_next_and_no_choice_means_lines() -> None:
    s = start(GAME, 3, starter=2)
    assert view(s).active == (2,)
    assert told(wait(s, "layout/limit"), "timeout") == [{"seat": 2}]
    assert s.now == 10_000
    assert view(s).fact("way") == "lines"
    answer(s, 0, faces(s, "missing")[0][-1])
    look(s)
    assert view(s).active == (0,)
    assert names(s, 0) == {"layout"}


# ---- calling and answering ----------------------------------------------------------------------------------


@pytest.mark.rule("moinzix", "R7")
@pytest.mark.rule("moinzix", "D7")
def test_the_first_who_calls_answers_alone() -> None:
    s = at()
    s.hold = 300
    events = call(s, (1, 0), (2, 200))
    assert told(events, "buzz") == [{"seat": 1}]
    assert phase(s) == "answer"
    assert names(s, 1) == {"answer"}
    assert names(s, 0) == names(s, 2) == set()
    events = do(s, 1, "answer", letter="K")
    assert [e["seat"] for e in told(events, "wins")] == [1]
    assert told(events, "late") == [{"race": "late", "seat": 2, "shout": "moinzix", "ms": 5_200, "behind": 200}]


@pytest.mark.rule("moinzix", "R8")
@pytest.mark.rule("moinzix", "D3")
def test_example_1_a_right_answer_wins_the_card() -> None:
    s = at("K")
    answer(s, 1, "K")
    assert [c.face for c in view(s, 0).zone("missing").cards if c] == ["pK"], "all see it, once"
    look(s)
    assert s.scores == [0, 1, 0]
    assert faces(s, "won:1") == ["pK"]
    assert seen_won(s, 1, 1) == seen_won(s, 0, 1) == [], "it is kept face down"
    assert len(s.pile.cards) == 25


@pytest.mark.rule("moinzix", "R9")
@pytest.mark.rule("moinzix", "R10")
@pytest.mark.rule("moinzix", "R11")
@pytest.mark.rule("moinzix", "R13")
@pytest.mark.rule("moinzix", "D1")
@pytest.mark.rule("moinzix", "D4")
def test_example_2_a_letter_already_won_is_a_wrong_answer() -> None:
    s = at("D", won=("", "K", ""))
    assert laid(s) == "ABCEFGHIJLMNOPQRSTUVWXYZ", "K and D are both absent"
    events = answer(s, 0, "K")
    assert [e["shout"] for e in told(events, "wrong")] == ["K"]
    assert s.scores == [0, 2, 1]
    drawn = [faces(s, f"won:{seat}")[-1] for seat in (1, 2)]
    assert len(set(drawn)) == 2
    assert "pK" not in drawn
    for seat in s.all_seats:
        assert seen_won(s, seat, 1) == drawn[:1], "only the new one is shown"
        assert seen_won(s, seat, 2) == drawn[1:]
    look(s)
    assert not any(seen_won(s, seat, of) for seat in s.all_seats for of in s.all_seats)
    assert len(s.pile.cards) == 23


@pytest.mark.rule("moinzix", "R9")
def test_the_missing_card_is_among_those_that_are_drawn() -> None:
    drawn: Counter[str] = Counter()
    for seed in range(60):
        s = at("D", won=("ABCEFGHIJ", "KLMNOPQR", "STUV"), seed=seed)
        answer(s, 0, "W")
        drawn.update(faces(s, f"won:{seat}")[-1] for seat in (1, 2))
    assert set(drawn) == {"pD", "pW", "pX", "pY", "pZ"}
    assert min(drawn.values()) > 8, "any of the five is as likely"


@pytest.mark.rule("moinzix", "R8")
def test_example_3_the_letter_that_was_drawn_aside_is_right() -> None:
    s = at("D", won=("", "K", ""))
    answer(s, 2, "D")
    look(s)
    assert s.scores == [0, 1, 1]
    assert faces(s, "won:2") == ["pD"]


@pytest.mark.rule("moinzix", "D7")
@pytest.mark.parametrize("seconds", [5, 10])
def test_example_4_silence_is_a_wrong_answer(seconds: int) -> None:
    s = at(answer_s=seconds)
    call(s, (0, 0))
    began = s.now
    events = wait(s, "answer/limit")
    assert s.now == began + seconds * 1_000
    assert told(events, "timeout") == [{"seat": 0}]
    assert told(events, "mistaken") == [{"seat": 0, "count": 2}]
    assert s.scores == [0, 1, 1]


@pytest.mark.rule("moinzix", "D7")
def test_while_somebody_answers_nobody_can_call() -> None:
    s = at()
    call(s, (0, 0))
    assert refused(s, 1, "moinzix") == "not_your_turn"
    assert refused(s, 0, "answer", letter="é") == "not_possible"


@pytest.mark.rule("moinzix", "D8")
def test_example_5_of_two_near_ties_the_one_with_fewer_letters_answers() -> None:
    s = at("K", won=("ABCD", "", "EFG"))
    assert told(call(s, (0, 0), (2, 12)), "buzz") == [{"seat": 2}]
    s = at("K", won=("ABCD", "", "EFG"))
    assert told(call(s, (0, 0), (2, 31)), "buzz") == [{"seat": 0}], "31 ms are no tie"


@pytest.mark.rule("moinzix", "D8")
@pytest.mark.parametrize(("drawer", "first"), [(0, 1), (1, 2), (2, 3), (3, 1)])
def test_equal_near_ties_go_clockwise_from_the_left_of_the_drawer(drawer: Seat, first: Seat) -> None:
    s = at("K", won=("", "A", "B", "C"), players=4, drawer=drawer)
    assert told(call(s, (3, 0), (2, 5), (1, 10)), "buzz") == [{"seat": first}]


def test_the_drawer_comes_last_among_equals() -> None:
    s = at(players=2, drawer=0)
    assert told(call(s, (0, 0), (1, 10)), "buzz") == [{"seat": 1}]


def test_a_call_before_one_can_have_looked_is_void() -> None:
    s = at()
    shown = s.stimuli[-1]
    assert told(do(s, 0, "moinzix", t=shown + 99), "anticipation") == [{"seat": 0}]
    assert refused(s, 0, "moinzix", t=shown + 598) == "too_early"
    do(s, 0, "moinzix", t=shown + 599)
    assert told(wait(s, "race/close"), "buzz") == [{"seat": 0}]


# ---- what is never seen -------------------------------------------------------------------------------------


@pytest.mark.rule("moinzix", "D2")
def test_after_a_wrong_answer_the_missing_card_is_not_shown() -> None:
    tables = 0
    for seed in range(12):
        s = at("K", seed=seed)
        events = answer(s, 0, "A")
        if "pK" in faces(s, "won:1") + faces(s, "won:2"):
            continue  # somebody has drawn it
        tables += 1
        for seat in s.all_seats:
            door = Door(s, 1 << seat)
            assert "pK" not in {event.face for event in door.events(events)}
            assert b"pK" not in encode(door.glimpse())
    assert tables > 6


@pytest.mark.rule("moinzix", "D4")
def test_what_was_won_can_be_read_nowhere() -> None:
    s = at("K", won=("QJ", "", ""))
    lasting = [e for e in answer(s, 0, "K") + look(s) if e.keep is Keep.LASTING]
    assert not any(bare(value) == "K" for e in lasting for value in e.data.values()), "the log does not tell"
    for seat in s.all_seats:
        sent = encode(Door(s, 1 << seat).glimpse()).decode()
        assert not any(f'"p{letter}"' in sent for letter in "QJK")
        assert view(s, seat).zone("won:0").count == 3
        assert view(s, seat).fact("gone") == ""


@pytest.mark.rule("moinzix", "D4")
def test_a_memo_shows_what_was_won() -> None:
    s = at("K", won=("QJ", "", ""), memo=True)
    assert view(s, 2).fact("gone") == "J Q"
    assert sorted(seen_won(s, 2, 0)) == ["pJ", "pQ"]
    answer(s, 0, "K")
    look(s)
    assert view(s, 2).fact("gone") == "J K Q"


# ---- rounds and the end -------------------------------------------------------------------------------------


@pytest.mark.rule("moinzix", "R12")
@pytest.mark.rule("moinzix", "R13")
def test_the_next_round_lays_out_what_is_left() -> None:
    missing = set()
    for seed in range(30):
        s = at("K", won=("QJ", "", ""), seed=seed)
        answer(s, 1, "K")
        look(s)
        assert phase(s) == "layout"
        assert laid(s) == ""
        do(s, 1, "layout", way="lines")
        missing.add(faces(s, "missing")[0][-1])
        assert set(laid(s)) | set(faces(s, "missing")[0][-1]) == set(ascii_uppercase) - set("KQJ")
        assert len(laid(s)) == 22
    assert len(missing) > 8, "any of the letters left may be missing"
    assert not missing & set("KQJ")


@pytest.mark.rule("moinzix", "R10")
@pytest.mark.rule("moinzix", "D9")
@pytest.mark.rule("moinzix", "R14")
def test_example_6_the_first_ones_get_the_last_cards() -> None:
    s = at("Y", won=("ABCDEF", "GHIJKL", "MNOPQR", "STUVWX"), players=4)
    assert laid(s) == "Z"
    events = answer(s, 3, "Z")
    assert told(events, "mistaken") == [{"seat": 3, "count": 2}]
    assert s.scores == [7, 7, 6, 6]
    look(s)
    assert s.outcome is not None
    assert s.outcome.ranks == (1, 1, 3, 3)


@pytest.mark.rule("moinzix", "D9")
def test_the_others_draw_clockwise_from_the_left_of_who_erred() -> None:
    s = at("Y", won=("ABCDEF", "GHIJKL", "MNOPQR", "STUVWX"), players=4)
    answer(s, 1, "Z")
    assert s.scores == [6, 6, 7, 7]


@pytest.mark.rule("moinzix", "D11")
def test_example_7_the_last_letter_is_named_from_memory() -> None:
    s = at("P", won=("ABCDEFGHIJKL", "MNO", "RSTUVWXYZ"))
    assert laid(s) == "Q"
    answer(s, 1, "P")
    events = look(s)
    assert phase(s) == "race", "there is nothing to choose"
    assert laid(s) == ""
    assert told(events, "last")
    assert faces(s, "missing") == ["pQ"]
    answer(s, 0, "Q")
    look(s)
    assert s.outcome is not None
    assert s.outcome.scores == (13, 4, 9)
    assert s.outcome.winners == (0,)


@pytest.mark.rule("moinzix", "D10")
@pytest.mark.parametrize("seconds", [60, 120])
def test_example_8_what_nobody_finds_leaves_the_game(seconds: int) -> None:
    s = at("W", search_s=seconds)
    wait(s, "race/limit")
    assert s.now == s.stimuli[-1] + seconds * 1_000
    assert [c.face for c in view(s, 2).zone("missing").cards if c] == ["pW"]
    look(s)
    assert s.scores == [0, 0, 0]
    assert len(s.pile.cards) == 25
    assert faces(s, "gone") == ["pW"]
    do(s, s.drawer, "layout", way="lines")
    assert "W" not in laid(s) + faces(s, "missing")[0]


@pytest.mark.rule("moinzix", "D10")
def test_a_call_in_the_last_moment_counts() -> None:
    s = at("W")
    s.hold = 100
    do(s, 1, "moinzix", t=s.stimuli[-1] + 120_050, at=s.stimuli[-1] + 120_000)
    assert told(wait(s), "buzz") == [{"seat": 1}]


@pytest.mark.rule("moinzix", "D10")
def test_a_call_after_the_last_moment_does_not() -> None:
    s = at("W")
    s.hold = 100
    do(s, 1, "moinzix", t=s.stimuli[-1] + 120_050, at=s.stimuli[-1] + 120_001)
    assert told(wait(s), "buzz") == []
    assert phase(s) == "show"


@pytest.mark.rule("moinzix", "D10")
def test_even_a_table_without_limits_ends_the_search() -> None:
    s = at(timers="none")
    wait(s, "race/limit")
    assert s.now - s.stimuli[-1] == 240_000


@pytest.mark.rule("moinzix", "R14")
@pytest.mark.rule("moinzix", "R15")
@pytest.mark.rule("moinzix", "D12")
@pytest.mark.parametrize(("last", "winners"), [(0, (0,)), (1, (0, 1))])
def test_most_letters_win_and_equal_ones_share(last: Seat, winners: tuple[Seat, ...]) -> None:
    s = at("Z", won=("ABCDEFGHIJKLM", "NOPQRSTUVWXY", ""))
    assert s.outcome is None
    answer(s, last, "Z")
    look(s)
    assert s.outcome is not None
    assert s.outcome.detail == "no_letter_left"
    assert s.outcome.winners == winners


@pytest.mark.rule("moinzix", "D13")
def test_every_round_takes_a_letter_at_least() -> None:
    s = start(GAME, 2, starter=0)
    rounds = 0
    while s.outcome is None:
        left = 26 - len(faces(s, "gone")) - sum(s.scores)
        rounds += 1
        if phase(s) == "layout":
            do(s, s.drawer, "layout", way="lines")
        if rounds % 3 == 0:
            wait(s, "race/limit")
        else:
            letter = faces(s, "missing")[0][-1]
            answer(s, rounds % 2, letter if rounds % 3 == 1 else "ABC"[letter == "A"])
        look(s)
        assert 26 - len(faces(s, "gone")) - sum(s.scores) < left
    assert rounds <= 26


@pytest.mark.parametrize("seconds", [3, 8])
def test_letters_that_leave_are_shown_as_long_as_the_table_wants(seconds: int) -> None:
    s = at(show_s=seconds)
    answer(s, 0, "K")
    began = s.now
    look(s)
    assert s.now == began + seconds * 1_000


# ---- bots ---------------------------------------------------------------------------------------------------


class Eyes:
    """A bot that looks at positions of the test's choice."""

    def __init__(self, level: Level, seed: int = 1) -> None:
        self.bot = MoinzixBot(0, level, keyed(seed_from(seed), "bot"))

    def plan(self, s: MoinzixState, events: list[Event] | None = None) -> Plan:
        plan = self.bot.react(Sighting(s, 0, events or []))
        assert plan is not None
        return plan

    def finds(self, s: MoinzixState, events: list[Event] | None = None) -> str:
        """What it will answer when it calls in this position."""
        do(s, 0, "moinzix", t=s.stimuli[-1] + max(100, self.plan(s, events).at - s.now))
        wait(s, "race/close")
        return str(self.plan(s).move.args["letter"])


def median(values: list[int]) -> int:
    return sorted(values)[len(values) // 2]


@pytest.mark.parametrize(
    ("level", "way", "per_letter"),
    [
        (Level.BEGINNER, "scatter", 900),
        (Level.NORMAL, "scatter", 500),
        (Level.STRONG, "scatter", 250),
        (Level.STRONG, "lines", 175),
    ],
)
def test_bots_check_letter_after_letter(level: Level, way: str, per_letter: int) -> None:
    """A is missing: one letter is checked, and none can be overlooked before it."""
    times = []
    for seed in range(101):
        s = at("A")
        s.way = way
        plan = Eyes(level, seed).plan(s)
        times.append(plan.at - s.now)
    assert abs(median(times) - per_letter) < 0.12 * per_letter


@pytest.mark.parametrize(("level", "risk"), [(Level.BEGINNER, 0.02), (Level.NORMAL, 0.01), (Level.STRONG, 0.0025)])
def test_bots_overlook_letters(level: Level, risk: float) -> None:
    """Z is missing: it is found if none of 25 letters is overlooked."""
    tries = 400
    found = sum(Eyes(level, seed).finds(at("Z")) == "Z" for seed in range(tries))
    expected = tries * (1 - risk) ** 25
    assert abs(found - expected) < 4 * (expected * (1 - expected / tries)) ** 0.5 + 1


@pytest.mark.parametrize(("level", "keeps"), [(Level.BEGINNER, 0.9), (Level.NORMAL, 0.95), (Level.STRONG, 1.0)])
def test_bots_forget_what_was_won_and_then_name_it(level: Level, keeps: float) -> None:
    """A is won before the bot's eyes; in the next round B is missing, so a bot that forgot says A."""
    tries, said = 200, Counter[str]()
    for seed in range(tries):
        eyes = Eyes(level, seed)
        s = at("A", players=2)
        eyes.bot.react(Sighting(s, 0, []))
        for events in (call(s, (1, 0)), do(s, 1, "answer", letter="A"), look(s)):
            eyes.bot.react(Sighting(s, 0, events))
        do(s, 1, "layout", way="lines")
        arrange(s, f"missing=pB | plane={pink('CDEFGHIJKLMNOPQRSTUVWXYZ')} | won:1=pA")
        said[eyes.finds(s)] += 1
    assert set(said) <= {"A", "B"}
    assert abs(said["B"] - tries * keeps) <= 4 * (tries * keeps * (1 - keeps)) ** 0.5


def test_a_wrong_answer_reminds_who_had_forgotten() -> None:
    """A is won; a bot that never saw it leave hears that A was wrong, and that it does not lie there."""
    reminded = 0
    for seed in range(20):
        eyes = Eyes(Level.STRONG, seed)
        s = at("D", won=("", "A"), players=2)
        eyes.bot.react(Sighting(s, 0, []))
        for events in (call(s, (1, 0)), do(s, 1, "answer", letter="A"), look(s)):
            eyes.bot.react(Sighting(s, 0, events))
        do(s, 1, "layout", way="lines")
        arrange(s, f"missing=pB | plane={pink('CDEFGHIJKLMNOPQRSTUVWXY')} | won:0=pZ | won:1=pA")
        reminded += eyes.finds(s) == "B"
    assert reminded == 20


def test_a_memo_serves_bots_too() -> None:
    said = {Eyes(Level.BEGINNER, seed).finds(at("B", won=("", "A", ""), memo=True)) for seed in range(40)}
    assert said == {"B"}


@pytest.mark.parametrize(("better", "worse"), [("strong", "normal"), ("normal", "beginner")])
def test_a_better_bot_wins_more(better: str, worse: str) -> None:
    report = simulate(plan("moinzix", 10, None, [better, worse], "duel", {}))
    assert report.wins.by_bot[better] > 0.8


def test_bots_play_to_the_end() -> None:
    match = Match(GAME, ["beginner", "normal", "strong"], seed=seed_from(3))
    match.finish()
    kinds = {entry.move.name for entry in match.entries if isinstance(entry, Played)}
    assert kinds == {"layout", "moinzix", "answer"}
