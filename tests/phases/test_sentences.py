"""Sentences in boxes (C10, C17): their verb, the time to read them, and what one human alone with bots may ask."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import pytest

from tablee.arena.fuzz import check_everything
from tablee.arena.runs import any_deal
from tablee.kernel.domains import Domain
from tablee.kernel.events import Event
from tablee.kernel.game import Device, Game, GameInfo, Reading, Setup
from tablee.kernel.moves import Move
from tablee.kernel.outcome import ranked
from tablee.kernel.record import Played, SeatChanged, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import seed_from
from tablee.kernel.state import SeatState
from tablee.kernel.units import NOBODY, Millis, Seat
from tablee.kernel.zones import Zone
from tablee.phases.screen import ScreenSeatOptions
from tablee.phases.search import SEARCH_PHASES, Idea, SearchOptions
from tablee.phases.sentences import SENTENCE_PHASES, SentenceSearch, SpokenState
from tablee.phases.vote import Sure, Vote
from tablee.pieces.kinds import Kind
from tablee.words.fit import Fit, Sentence
from tablee.words.flags import FUNCTION, NOUN, PROPER, VERB
from tablee.words.lexicon import Lexicon
from tests.table import do, names, told, view, wait

TURNS = 6
PLAIN_LEXICON = Lexicon.of(
    [
        ("le", FUNCTION, 7.0),
        ("chat", NOUN, 5.0),
        ("l'", FUNCTION, 7.0),
        ("âne", NOUN, 4.0),
        ("mange", VERB, 5.0),
        ("avale", VERB, 4.0),
        ("Paul", PROPER, 4.0),
    ]
)
LEXICON = PLAIN_LEXICON.read_by(lambda words: list(words) != ["mange", "chat"])


class TellingOptions(SearchOptions, frozen=True, kw_only=True):
    said_s: Literal[3, 0] = 3


class TellingState(SpokenState, kw_only=True):
    turn: int = 0
    outcomes: list[str] = []


class Tell(SentenceSearch[TellingState]):
    """Two words with an A each."""

    def limit(self, s: TellingState) -> Millis:
        return 60_000

    def content(self, s: TellingState, seat: Seat) -> Mapping[str, Domain]:
        return {"words": Sentence((Fit(contains="A"), Fit(contains="A")))}

    def found(self, s: TellingState, idea: Idea) -> None:
        self.following(s, f"found {self.words(s, idea)}")

    def rescued(self, s: TellingState, idea: Idea) -> None:
        self.following(s, f"rescued {self.words(s, idea)}")

    def nobody(self, s: TellingState) -> None:
        self.following(s, "nobody")

    def following(self, s: TellingState, what: str) -> None:
        s.outcomes = [*s.outcomes, what]
        s.turn += 1
        s.fresh_votes()
        if s.turn == TURNS:
            s.end(ranked(s.scores))
        else:
            s.goto(Tell(seat=s.turn % s.n))


class Telling(Game[TellingState]):
    info = GameInfo(
        key="telling",
        name="Telling",
        version=1,
        players=(2, 4),
        kinds=("turn",),
        reading=Reading.READS,
        device=Device.SHARED,
        words=True,
    )
    state = TellingState
    options = TellingOptions
    seat_options = ScreenSeatOptions
    phases = (Tell, *SEARCH_PHASES, *SENTENCE_PHASES, Vote, Sure)

    def setup(self, table: Setup) -> TellingState:
        n = len(table.seats)
        s = TellingState(**table.common(["pA"]), lost=[0] * n, refusals=[0] * n)
        s.zones = [Zone("pile", Kind.PILE, NOBODY, cards=[0])]
        s.goto(Tell(seat=0))
        return s

    def bound(self, players: int, options: Any) -> int:
        return TURNS * 20 * (players + 5)


def telling(players: int = 3, *, bots: Sequence[Seat] = (), **options: Any) -> TellingState:
    return Telling().start(
        players,
        seed=seed_from(1),
        options=options,
        seats=[SeatState(human=seat not in bots) for seat in range(players)],
        watched=True,
    )


def say(s: TellingState, seat: Seat, *words: str, name: str = "say", lexicon: Lexicon = LEXICON) -> list[Event]:
    """A sentence as it comes through the door of a server with a lexicon."""
    offer = next(o for o in s.offers(seat) if o.name == name)
    move = offer.looked_up(Move(name, {"words": list(words)}, s.now, offer.stimulus), lexicon)
    s.drain()
    apply(s, Played(s.now, seat, move))
    return s.drain()


def phase(s: TellingState) -> str:
    return view(s).phase


def until(s: TellingState) -> Millis:
    alarm = s.next_alarm()
    assert alarm is not None
    return alarm.at


# ---- a verb ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [("chat", "âne"), ("Paul", "chat")])
def test_a_sentence_without_a_verb_is_refused(words: tuple[str, str]) -> None:
    s = telling()
    with pytest.raises(Refused, match="no_verb"):
        say(s, 0, *words)
    with pytest.raises(Refused, match="no_verb"):
        say(s, 1, *words, name="idea")


def test_a_word_that_nobody_knows_may_be_the_verb() -> None:
    s = telling()
    say(s, 0, "chat", "zarbate")
    assert phase(s) == "vote"
    do(s, 1, "accept"), do(s, 2, "accept")
    wait(s, "spoken_sentence/close")
    assert s.outcomes == ["found chat zarbate"]
    say(s, 1, "chat", "zarbate")
    assert phase(s) == "spoken_sentence"


def test_a_lexicon_without_parts_of_speech_misses_no_verb() -> None:
    s = telling()
    say(s, 0, "chat", "âne", lexicon=Lexicon.of([("chat", 0, 5.0), ("âne", 0, 4.0)]))
    assert phase(s) == "spoken_sentence"


# ---- time to read ---------------------------------------------------------------------------------------


def test_the_window_is_longer_by_half_a_second_for_each_word() -> None:
    s = telling()
    say(s, 0, "âne", "avale")
    assert (phase(s), until(s)) == ("spoken_sentence", 4_000)
    assert names(s, 1) == names(s, 2) == {"contest"}
    assert view(s).fact("said") == "âne avale"


def test_where_nobody_contests_the_sentence_stays_for_two_seconds_at_least() -> None:
    s = telling(said_s=0)
    say(s, 0, "âne", "avale")
    assert (phase(s), until(s)) == ("spoken_sentence", 2_000)
    assert names(s, 1) == names(s, 2) == set()
    wait(s)
    assert s.outcomes == ["found âne avale"]


# ---- one human alone with bots --------------------------------------------------------------------------


def test_what_the_grammar_cannot_read_is_shown_back_and_may_be_kept() -> None:
    s = telling(bots=(1, 2))
    assert not told(say(s, 0, "mange", "chat"), "says")
    assert phase(s) == "sounds_right"
    assert view(s, 0).fact("unsure")["value"] == "mange chat"
    assert "value" not in view(s, 1).fact("unsure")
    assert names(s, 0) == {"sounds_fine", "rewrite"}
    do(s, 0, "sounds_fine")
    assert phase(s) == "spoken_sentence"
    wait(s)
    assert s.outcomes == ["found mange chat"]


def test_he_may_change_it_and_it_costs_nothing() -> None:
    s = telling(bots=(1, 2))
    s.now = 1_000
    say(s, 0, "mange", "chat")
    do(s, 0, "rewrite", t=5_000)
    assert (phase(s), until(s), s.lost) == ("tell", 64_000, [0, 0, 0])
    say(s, 0, "chat", "mange")
    assert phase(s) == "spoken_sentence"


def test_silence_keeps_it() -> None:
    s = telling(bots=(1, 2))
    say(s, 0, "mange", "chat")
    wait(s, "sounds_right/limit")
    assert phase(s) == "spoken_sentence"


def test_it_is_asked_three_times_for_a_card_at_most() -> None:
    s = telling(bots=(1, 2))
    for _ in range(3):
        say(s, 0, "mange", "chat")
        do(s, 0, "rewrite")
    say(s, 0, "mange", "chat")
    assert phase(s) == "spoken_sentence"


@pytest.mark.parametrize("bots", [(), (2,), (0, 2)])
def test_among_people_nothing_is_shown_back(bots: Sequence[Seat]) -> None:
    s = telling(bots=bots)
    say(s, 0, "mange", "chat")
    assert phase(s) == "spoken_sentence"


def test_a_bot_says_another_sentence_with_fresh_time() -> None:
    s = telling(bots=(0, 1))
    s.now = 20_000
    say(s, 0, "âne", "avale")
    assert names(s, 2) == {"another"}
    first = view(s, 1).phase
    events = do(s, 2, "another", t=21_000)
    assert first == "spoken_sentence"
    assert told(events, "asks_other") == [{"seat": 2, "owner": 0, "words": "âne avale"}]
    assert (phase(s), until(s), s.lost) == ("tell", 81_000, [0, 0, 0])


def test_but_once_in_its_turn() -> None:
    s = telling(bots=(0, 1))
    say(s, 0, "âne", "avale")
    do(s, 2, "another")
    say(s, 0, "âne", "avale")
    assert names(s, 2) == set()
    wait(s)
    assert s.outcomes == ["found âne avale"]
    say(s, 1, "âne", "avale")
    assert names(s, 2) == {"another"}


def test_a_bots_idea_in_his_own_turn_is_not_his_to_refuse() -> None:
    s = telling(bots=(0, 1))
    for seat in (0, 1):
        say(s, seat, "âne", "avale")
        wait(s, "spoken_sentence/close")
    say(s, 0, "âne", "avale", name="idea")
    do(s, 2, "dry")
    wait(s)
    assert phase(s) == "spoken_sentence"
    assert names(s, 2) == set()


def test_somebody_else_who_comes_back_makes_it_a_vote_again() -> None:
    s = telling(bots=(0,))
    apply(s, SeatChanged(0, 1, human=True, present=False))
    say(s, 0, "âne", "avale")
    assert names(s, 2) == {"another"}
    apply(s, SeatChanged(0, 1, human=True, present=True))
    assert names(s, 2) == {"contest"}


# ---- the proofs of the suite ----------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("seed", range(4))
def test_random_games_keep_every_promise(players: int, seed: int) -> None:
    assert check_everything(any_deal(Telling(), players, seed)).state.outcome is not None
