"""Touposix, rule by rule: unknown words, time, sight, the spelling as a domain.

Expected results are worked out from the rules.
"""

from typing import Any

import pytest

from tablee.bots.bot import Level, Sighting
from tablee.games.touposix.bots import BOT
from tablee.games.touposix.rules import GAME
from tablee.kernel.door import Door
from tablee.kernel.phase import NEVER
from tablee.kernel.record import Played, SeatChanged, apply
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.state import SeatState
from tablee.lexicons import load
from tablee.pieces.toutilix import DECK, SYMBOL
from tablee.words import flags
from tablee.words.fit import Fit
from tablee.words.folding import fold
from tablee.words.spelling import Spelling
from tests.games.touposix import BOITE, PAON, no, table, tops, write
from tests.table import do, names, start, told, view, wait

# ---- unknown words, time, sight ------------------------------------------------------------------------


@pytest.mark.rule("touposix", "D13")
def test_an_unknown_word_goes_to_the_vote() -> None:
    s = table(BOITE)
    write(s, 0, "etoib", "pE bT pO pI pB", known=0)
    assert view(s, 1).phase == "vote"
    assert len(s.hand(0).cards) == 6
    do(s, 1, "refuse")
    assert view(s, 0).phase == "turn"
    assert len(s.hand(0).cards) == 6, "the cards are back in the hand"
    assert names(s, 0) == {"write", "discard", "pass"}
    write(s, 0, "boîte", "pB pO pI bT pE")
    assert tops(s) == ["pE", "pR"]


@pytest.mark.rule("touposix", "D13")
def test_what_the_table_accepts_is_written() -> None:
    s = table(BOITE)
    write(s, 0, "etoib", "pE bT pO pI pB", known=0)
    do(s, 1, "accept")
    assert tops(s) == ["pB", "pR"]
    assert names(s, 1) == {"write", "discard", "pass"}


@pytest.mark.rule("touposix", "D13")
def test_after_three_lost_votes_only_known_words() -> None:
    s = table(BOITE)
    for word, spelled in [("bo", "pB pO"), ("to", "bT pO"), ("qo", "pQ pO")]:
        write(s, 0, word, spelled, known=0)
        do(s, 1, "refuse")
    assert no(s, 0, "io", "pI pO", known=0) == "unknown_word"
    write(s, 0, "boîte", "pB pO pI bT pE")
    write(s, 1, "ea", "pE bA", known=0)
    assert view(s, 0).phase == "vote", "a new turn counts anew"


@pytest.mark.rule("touposix", "D13")
def test_with_no_person_to_vote_an_unknown_word_is_refused_where_the_table_says_so() -> None:
    s = table(BOITE, unknown_alone="refuse")
    s.seats = (SeatState(), SeatState(human=False))
    assert no(s, 0, "etoib", "pE bT pO pI pB", known=0) == "unknown_word"
    assert view(s, 0).phase == "turn"


@pytest.mark.rule("touposix", "D13")
@pytest.mark.parametrize(("answer", "top", "hand"), [("sure", "pB", 6), ("not_sure", "pO", 6)])
def test_alone_among_bots_one_says_whether_one_is_sure_of_an_unknown_word(
    answer: str, top: str, hand: int
) -> None:
    """C19: the four cards laid are drawn again; or nothing has happened, and the turn goes on."""
    s = table(BOITE)
    s.seats = (SeatState(), SeatState(human=False))
    write(s, 0, "etoib", "pE bT pO pI pB", known=0)
    assert (view(s, 0).phase, tops(s), names(s, 0)) == ("sure", ["pO", "pR"], {"sure", "not_sure"})
    do(s, 0, answer)
    assert (tops(s)[0], len(s.hand(0).cards)) == (top, hand)
    assert (names(s, 0) == {"write", "discard", "pass"}) == (answer == "not_sure")


@pytest.mark.rule("touposix", "D13")
def test_a_known_word_can_be_contested_before_anything_follows() -> None:
    """C17: nothing is laid or drawn meanwhile; refused, the cards are in the hand and the turn goes on."""
    s = table(BOITE, contests=True)
    assert told(write(s, 0, "boîte", "pB pO pI bT pE"), "writes") == []
    assert (tops(s), len(s.hand(0).cards), len(s.pile(0).cards)) == (["pO", "pR"], 6, 6)
    assert (names(s, 0), names(s, 1)) == (set(), {"contest"})
    do(s, 1, "contest")
    assert (tops(s), names(s, 0)) == (["pO", "pR"], {"write", "discard", "pass"})
    assert no(s, 0, "boîte", "pB pO pI bT pE") == "unknown_word", "C16"
    write(s, 0, "boit", "pB pO pI bT")
    assert told(wait(s, "said/close"), "writes") == [{"seat": 0, "word": "boit", "letter": "O", "count": 4}]
    assert (tops(s), names(s, 1)) == (["bT", "pR"], {"write", "discard", "pass"})


@pytest.mark.rule("touposix", "R22")
def test_the_last_word_of_the_game_can_be_contested_too() -> None:
    """C17: no game ends before the window closes."""
    s = table("stack:0=pT | stack:1=pR | hand:0=pA pS | hand:1=bA | aside=…", contests=True)
    write(s, 0, "tas", "pT pA pS")
    assert s.outcome is None
    wait(s, "said/close")
    assert s.outcome is not None


def test_a_word_of_another_language_is_told() -> None:
    """C19."""
    s = table(BOITE)
    events = write(s, 0, "boite", "pB pO pI bT pE", known=flags.KNOWN | flags.FOREIGN["en"])
    assert told(events, "foreign") == [{"words": "boite", "language": "word.en"}]
    assert tops(s) == ["pE", "pR"]


def test_a_bot_does_not_say_again_what_the_table_has_refused() -> None:
    """C16: a known word that was contested is refused at once from then on."""
    french = load("fr")
    bot = BOT(1, Level.STRONG, keyed(seed_from(1), "bot"), french)
    s = table("stack:0=pO | stack:1=pK | hand:0=bO | hand:1=pR bR pV pA pE pT | aside=…", contests=True)
    s.seats = (SeatState(), SeatState(human=False))
    events = do(s, 0, "pass")
    said: list[str] = []
    for _ in range(3):
        plan = bot.react(Sighting(s, 1, events))
        assert plan is not None
        move = Door(s, 0b10).inward(1, plan.move, french)
        apply(s, Played(s.now, 1, move))
        said.append(fold(move.args["word"]["word"]))
        bot.react(Sighting(s, 1, s.drain()))
        events = do(s, 0, "contest")
    assert len(set(said)) == 3
    assert s.words == dict.fromkeys(said, False)


@pytest.mark.rule("touposix", "D14")
@pytest.mark.parametrize(("options", "limit"), [({}, 120_000), ({"idle_s": 60}, 60_000)])
def test_silence_passes(options: dict[str, Any], limit: int) -> None:
    s = table(BOITE, **options)
    due = s.next_alarm()
    assert due is not None
    assert due.at == limit
    news = wait(s, "turn/limit")
    assert told(news, "passes") == [{"seat": 0}]
    assert len(s.hand(0).cards) == 6
    assert names(s, 1) == {"write", "discard", "pass"}


@pytest.mark.rule("touposix", "D14")
def test_without_a_limit_only_an_absent_seat_is_passed_over() -> None:
    s = table(BOITE, idle_s=0)
    assert s.alarms()[0].at == NEVER
    assert s.next_alarm() is None
    apply(s, SeatChanged(5_000, 0, human=True, present=False))
    due = s.next_alarm()
    assert due is not None
    assert due.at == 65_000


@pytest.mark.rule("touposix", "D16")
def test_words_and_discards_use_cards_up() -> None:
    """At two, each of the 98 cards can be discarded alone, with one pass between two discards."""
    s = start(GAME, 2, starter=0)
    records = 0
    while s.outcome is None:
        do(s, 0, "discard", cards=s.hand(0).cards[:1])
        records += 1
        if s.outcome is None:
            do(s, 1, "pass")
            records += 1
    assert records == 49 * 2 - 1
    assert records <= GAME.bound(2, s.options)


@pytest.mark.rule("touposix", "R4", "R11")
def test_who_sees_what() -> None:
    s = table(PAON)
    write(s, 0, "paon", "pP pA pO ✹", new_pile=True)
    mine, other = view(s, 0), view(s, 1)
    assert len(mine.zone("hand:0").cards) == 6
    assert other.zone("hand:0").cards == ()
    assert other.zone("hand:0").count == 6
    assert mine.zone("pile:0").cards == (), "not even its owner looks into a draw pile"
    assert [c.face for c in other.zone("stack:2").cards if c] == ["pA"], "covered cards are not listed"
    assert [c.face for c in other.zone("petards:0").cards if c] == ["✹"]
    assert other.fact("bonus") == [0, 0]


def test_the_deck_has_two_letters_at_least() -> None:
    """The set-up turns cards until two letters lie there: it ends, for 90 of the 100 are letters."""
    assert sum(SYMBOL[face] in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" for face in DECK) == 90


# ---- the spelling as a domain --------------------------------------------------------------------------


def test_a_word_is_laid_with_the_fewest_jokers_and_one_card_of_the_table() -> None:
    own: dict[int | str, str] = {"b": "B", "i": "I", "t": "T", "e": "E", "star": ""}
    tops: dict[int | str, str] = {"top O": "O", "top E": "E"}
    domain = Spelling(own, tops, 2, 7)
    assert domain.laid("boîte") == {"word": "boîte", "cards": ["b", "top O", "i", "t", "e"]}
    assert domain.laid("bite") == {"word": "bite", "cards": ["b", "i", "t", "top E"]}
    assert domain.laid("bit") is None, "no card of the table is in it"
    assert domain.laid("boum") is None, "one étoile is not two letters"


def test_the_fits_of_a_spelling_are_what_the_index_is_asked() -> None:
    fits = Spelling({1: "B", 2: "", 3: "A"}, {4: "O", 5: "O"}, 2, 7).fits()
    assert fits == (Fit(contains="O", rack="ABO", blanks=1, least=2, most=7),)
    assert [word for word in ("ABO", "OH", "BAH", "BOBO") if fits[0].missing(word) is None] == ["ABO", "OH"]
