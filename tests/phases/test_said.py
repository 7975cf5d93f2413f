"""The window before the consequences of what was said (C17), on a toy game, and what games may add to it."""

from collections.abc import Sequence
from typing import Any, ClassVar

import pytest
from msgspec import field

from tablee.arena.fuzz import check_everything
from tablee.arena.runs import any_deal
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.record import Played, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import SAID, SEAT
from tablee.phases.said import Said
from tablee.phases.vote import Vote, contest
from tests.phases.toy_words import SEARCH, Speak, SpeakState, Talk, come_back, leave, say, talk, top
from tests.table import do, names, refused, told, view, wait


def said(players: int = 4, **options: Any) -> SpeakState:
    """Seat 0 has just said a known word, at table time 0."""
    s = talk(players, **options)
    say(s, "chat")
    assert top(s) == "Said"
    return s


# ---- the window -----------------------------------------------------------------------------------------


def test_nothing_follows_before_the_window_closes() -> None:
    s = said()
    assert (s.sentence, s.turn) == ([], 0)
    due = s.next_alarm()
    assert due is not None
    assert (due.name, due.at) == ("said/close", 3_000)
    wait(s)
    assert (s.sentence, s.turn, top(s)) == (["chat"], 1, "Speak")


def test_what_was_said_and_by_whom_is_seen_meanwhile() -> None:
    facts = view(said()).facts
    assert (facts["author"], facts["words"], facts["said"]) == (SEAT(0), SAID(["chat"]), SAID("chat"))


def test_a_sentence_is_read_as_it_is_written() -> None:
    words = ["l'", "eau", "qu'", "il", "boit", "aujourd'hui"]
    assert Said[SpeakState](author=0, words=words, span=3_000).said == "l'eau qu'il boit aujourd'hui"


@pytest.mark.parametrize(
    ("timers", "closes"), [("normal", 3_000), ("longer", 4_500), ("double", 6_000), ("none", 6_000)]
)
def test_the_tables_timers_stretch_the_window_but_it_always_closes(timers: str, closes: int) -> None:
    due = said(timers=timers).next_alarm()
    assert due is not None
    assert due.at == closes


def test_the_last_word_of_a_game_passes_through_it_too() -> None:
    s = talk(2)
    for word in ("le", "chat", "dort", "le", "chien", "dort"):
        say(s, word)
        assert s.outcome is None
        wait(s, "said/close")
    assert s.outcome is not None


def test_an_unknown_word_passes_the_vote_and_then_the_window() -> None:
    s = talk(3)
    say(s, "blorp")
    wait(s, "vote/limit")
    assert top(s) == "Said"
    assert names(s, 1) == {"contest"}


# ---- who may contest ------------------------------------------------------------------------------------


def test_any_other_person_present_may_contest_and_the_author_may_not() -> None:
    s = talk(5, bots=(2,))
    leave(s, 3)
    say(s, "chat")
    assert [names(s, seat) for seat in range(5)] == [set(), {"contest"}, set(), set(), {"contest"}]
    assert refused(s, 0, "contest") == "not_your_turn"


def test_who_is_back_in_time_may_contest() -> None:
    s = talk(3)
    leave(s, 2)
    say(s, "chat")
    come_back(s, 2)
    assert names(s, 2) == {"contest"}


@pytest.mark.parametrize("bots", [(1,), ()])
def test_where_nobody_could_contest_the_window_is_skipped(bots: tuple[int, ...]) -> None:
    s = talk(2, bots=bots)
    if not bots:
        leave(s, 1)
    say(s, "chat")
    assert (s.sentence, s.turn, s.now) == (["chat"], 1, 0)


def test_where_the_table_wants_no_contests_the_window_is_skipped() -> None:
    s = talk(3, said_s=0)
    say(s, "chat")
    assert (s.sentence, s.turn) == (["chat"], 1)


def test_after_three_lost_votes_a_seat_cannot_be_contested() -> None:
    s = talk(2)
    for _ in range(3):
        say(s, "chat")
        do(s, 1, "contest")
    assert s.lost == [3, 0]
    say(s, "chat")
    assert s.sentence == ["chat"]


# ---- the contest ----------------------------------------------------------------------------------------


def test_a_contest_is_a_vote_against_by_its_author() -> None:
    s = said(4)
    events = do(s, 2, "contest", t=1_000)
    assert told(events, "contests") == [{"seat": 2, "owner": 0, "words": "chat"}]
    assert told(events, "vote") == [{"seat": 0, "words": "chat", "contested": 1}]
    vote = s.phases[-1]
    assert isinstance(vote, Vote)
    assert vote.ballots == {2: False}
    assert [names(s, seat) for seat in range(4)] == [set(), {"accept", "refuse"}, set(), {"accept", "refuse"}]


def test_refused_the_word_is_taken_back_and_the_search_goes_on_with_what_was_left() -> None:
    s = talk(3)
    say(s, "chat", t=10_000)
    do(s, 1, "contest", t=12_000)
    do(s, 2, "refuse", t=16_000)
    assert (top(s), s.sentence, s.turn) == ("Speak", [], 0)
    due = s.next_alarm()
    assert due is not None
    assert (due.name, due.at) == ("speak/limit", SEARCH + 6_000)  # the clock stood from 10 s to 16 s
    say(s, "chien")
    wait(s, "said/close")
    assert s.sentence == ["chien"]


def test_the_vote_lets_it_stand_and_the_consequences_follow_at_once() -> None:
    """It can no longer be contested, so there is nothing to wait for."""
    s = said(4)
    do(s, 1, "contest", t=1_000)
    do(s, 2, "accept", t=1_500)
    do(s, 3, "refuse", t=1_600)
    assert (top(s), s.sentence) == ("Speak", [])  # two of three
    s = said(4)
    do(s, 1, "contest", t=1_000)
    do(s, 2, "accept", t=1_500)
    do(s, 3, "accept", t=1_600)
    assert (s.sentence, s.turn, s.now) == (["chat"], 1, 1_600)


def test_of_two_voters_the_one_who_contests_does_not_decide_alone() -> None:
    s = said(3)
    do(s, 1, "contest")
    wait(s, "vote/limit")
    assert s.sentence == ["chat"]


def test_with_two_players_a_contest_refuses_and_is_counted() -> None:
    s = said(2)
    do(s, 1, "contest")
    assert (top(s), s.sentence, s.refusals) == ("Speak", [], [0, 1])


def test_one_contest_per_word() -> None:
    s = said(4)
    do(s, 1, "contest")
    assert names(s, 2) == {"accept", "refuse"}
    window = s.phases[-2]
    assert isinstance(window, Said)
    assert window.contesters(s) == []


def test_a_word_refused_here_is_no_unknown_word() -> None:
    """The contest asks whether it fits, not whether it exists: C16 does not hold."""
    s = said(2)
    do(s, 1, "contest")
    assert s.words == {}
    say(s, "chat")
    assert top(s) == "Said"


def test_a_lost_contest_is_a_lost_vote() -> None:
    s = said(2)
    do(s, 1, "contest")
    assert s.lost == [1, 0]


def test_a_contest_made_in_time_counts_while_it_is_on_the_wire_and_a_later_one_does_not() -> None:
    s = said(2)
    s.hold = 400
    due = s.next_alarm()
    assert due is not None
    assert due.at == 3_400
    with pytest.raises(Refused, match="too_late"):
        apply(s, Played(3_200, 1, Move("contest", at=3_100)))
    apply(s, Played(3_300, 1, Move("contest", at=2_990)))
    assert top(s) == "Speak"


@pytest.mark.parametrize("seed", range(6))
def test_random_games_keep_all_promises(seed: int) -> None:
    check_everything(any_deal(Talk(), 2 + seed % 4, seed))


# ---- what games add to it -------------------------------------------------------------------------------


class Stop(Said[SpeakState]):
    """The author may say "stop" in the window, which then stays open for him."""

    stopped: bool = False

    def kept(self, s: SpeakState) -> bool:
        return True

    def own_offers(self, s: SpeakState, seat: Seat) -> Sequence[Offer]:
        return (Offer("stop"),) if seat == self.author and not self.stopped else ()

    def own_play(self, s: SpeakState, seat: Seat, move: Move) -> None:
        self.stopped = True

    def close(self, s: SpeakState, *, stands: bool) -> None:
        super().close(s, stands=stands)
        if stands and self.stopped:
            s.sentence.append(".")


class Defend(Phase[SpeakState], kw_only=True):
    """The author says how it could go on; then the table votes on all of it."""

    author: Seat
    words: list[str]
    contester: Seat
    until: Millis = 0

    def enter(self, s: SpeakState) -> None:
        self.until = self.limit_in(s, 20_000)

    def offers(self, s: SpeakState, seat: Seat) -> Sequence[Offer]:
        return (Offer("go_on"),) if seat == self.author else ()

    def play(self, s: SpeakState, seat: Seat, move: Move) -> None:
        contest(s, self.author, [*self.words, "dort"], self.contester)

    def resume(self, s: SpeakState, result: Any) -> None:
        s.pop(result)

    def alarms(self, s: SpeakState) -> Sequence[Alarm]:
        return (Alarm("limit", self.until),)

    def ring(self, s: SpeakState, alarm: Alarm) -> None:
        s.pop(False)


class Defended(Said[SpeakState]):
    def put_to_table(self, s: SpeakState, contester: Seat) -> None:
        s.push(Defend(author=self.author, words=self.words, contester=contester))


class Held(Said[SpeakState]):
    """What others say in the window is held, and counts when it closes."""

    lays: list[Seat] = field(default_factory=list)

    def own_offers(self, s: SpeakState, seat: Seat) -> Sequence[Offer]:
        return (Offer("lay"),) if seat != self.author and seat not in self.lays else ()

    def own_play(self, s: SpeakState, seat: Seat, move: Move) -> None:
        self.lays.append(seat)

    def close(self, s: SpeakState, *, stands: bool) -> None:
        super().close(s, stands=stands)
        if stands and self.lays:
            s.scores[self.lays[0]] += 1


def game_with(kind: type[Said[Any]], *others: type[Phase[Any]]) -> Talk:
    class OwnSpeak(Speak):
        said_kind: ClassVar[type[Said[Any]]] = kind

    class OwnTalk(Talk):
        phases = (OwnSpeak, kind, Vote, *others)
        first = OwnSpeak

    return OwnTalk()


def test_a_game_may_keep_the_window_open_for_a_move_of_its_author() -> None:
    s = talk(2, bots=(1,), game=game_with(Stop))
    say(s, "chat")
    assert names(s, 0) == {"stop"}
    do(s, 0, "stop")
    wait(s, "stop/close")
    assert s.sentence == ["chat", "."]


def test_a_contest_stands_beside_the_games_own_moves() -> None:
    s = talk(2, game=game_with(Stop))
    say(s, "chat")
    assert (names(s, 0), names(s, 1)) == ({"stop"}, {"contest"})
    do(s, 0, "stop")
    do(s, 1, "contest")
    assert s.sentence == []


def test_a_game_may_let_the_author_defend_his_word_before_the_vote() -> None:
    s = talk(3, game=game_with(Defended, Defend))
    say(s, "chat")
    do(s, 2, "contest", t=1_000)
    assert (top(s), names(s, 0)) == ("Defend", {"go_on"})
    events = do(s, 0, "go_on", t=5_000)
    assert told(events, "vote") == [{"seat": 0, "words": "chat dort", "contested": 1}]
    do(s, 1, "accept", t=6_000)
    assert s.sentence == ["chat"]


def test_without_a_defence_the_word_is_refused() -> None:
    s = talk(3, game=game_with(Defended, Defend))
    say(s, "chat")
    do(s, 2, "contest")
    wait(s, "defend/limit")
    assert (s.sentence, top(s)) == ([], "OwnSpeak")


@pytest.mark.parametrize(("contested", "scores"), [(False, [0, 0, 1]), (True, [0, 0, 0])])
def test_a_game_may_hold_moves_until_the_window_closes(contested: bool, scores: list[int]) -> None:
    s = talk(3, game=game_with(Held))
    say(s, "chat")
    do(s, 2, "lay", t=1_200)
    do(s, 1, "lay", t=2_000)
    assert s.scores == [0, 0, 0]
    if contested:
        do(s, 1, "contest", t=2_500)
        do(s, 2, "refuse", t=2_600)
    else:
        wait(s, "held/close")
    assert s.scores == scores
