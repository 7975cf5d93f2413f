"""Dagobérix players: what they hide, what they think of, when they speak, and that nobody wins without trying."""

import pytest

from tablee.arena.match import Match
from tablee.bots.bot import Level, Sighting
from tablee.games.dagoberix.bots import PATIENCE, DagoberixBot
from tablee.games.dagoberix.rules import GAME, DagoberixState
from tablee.kernel.moves import Move
from tablee.kernel.record import Played
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.state import SeatState
from tablee.kernel.units import Millis, Seat
from tablee.lexicons import load
from tablee.pieces.toutilix import SYMBOL
from tablee.words.fit import Fit
from tablee.words.flags import DICTIONARY, KNOWN, NOUN_SINGULAR
from tablee.words.folding import fold
from tablee.words.lexicon import Lexicon
from tablee.words.nouns import NOUNS
from tests.lazy import Habit, nothing, share_won
from tests.table import do, wait

LEVELS = pytest.mark.parametrize("level", list(Level))


def bot(level: Level, seed: int = 1, seat: Seat = 1, lexicon: Lexicon | None = None) -> DagoberixBot:
    return DagoberixBot(seat, level, keyed(seed_from(seed), "bot"), lexicon or load("fr").spoken())


def table(word: str, *, human: bool = True, **options: object) -> DagoberixState:
    """Seat 0, a person or not, has hidden a word from a bot; its last letter is turned."""
    seats = [SeatState(human=human), SeatState(human=False)]
    s = GAME.start(2, seed=seed_from(1), options={"starter": 0, **options}, seats=seats, watched=True)
    s.drain()
    do(s, 0, "write", word=word, known={word: KNOWN})
    return s


def turn(s: DagoberixState, letters: int) -> None:
    """So many letters are turned, and nobody has said anything."""
    while s.turned < letters:
        wait(s, "guess/limit")


def says(mind: DagoberixBot, s: DagoberixState) -> tuple[str, Millis]:
    """What a bot means to say now, and how long after the letter; an empty word: it declines."""
    plan = mind.react(Sighting(s, mind.seat, s.drain()))
    assert plan is not None
    return plan.move.args.get("word", ""), plan.at - s.stimuli[-1]


# ---- hiding ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "low", "high"),
    [(Level.BEGINNER, 0, 2_000), (Level.NORMAL, 2_000, 10_000), (Level.STRONG, 10_000, 40_000)],
)
def test_a_noun_in_the_singular_as_common_as_its_level_has_it(level: Level, low: int, high: int) -> None:
    lexicon = load("fr")
    for seed in range(12):
        s = GAME.start(2, seed=seed_from(seed), options={"starter": 1}, watched=True)
        plan = bot(level, seed).react(Sighting(s, 1, []))
        assert plan is not None
        word = plan.move.args["word"]
        assert 5 <= len(fold(word)) <= 8, word
        assert lexicon.look_up(word) & NOUN_SINGULAR, word
        assert lexicon.common(word, high), word
        assert not low or not lexicon.common(word, low), word
        assert level is not Level.BEGINNER or fold(word) in map(fold, NOUNS["fr"])


def test_where_nouns_are_not_told_it_takes_one_of_the_list() -> None:
    for level in Level:
        s = GAME.start(2, seed=seed_from(3), options={"starter": 1, "language": "en"}, watched=True)
        plan = bot(level, lexicon=load("en").spoken()).react(Sighting(s, 1, []))
        assert plan is not None
        assert plan.move.args["word"] in NOUNS["en"]


def test_no_word_is_hidden_twice_in_a_game() -> None:
    match = Match(GAME, ["beginner", "beginner"], seed=seed_from("twice"), options={"rounds": 3})
    match.finish()
    hidden = [e.move.args["word"] for e in match.entries if isinstance(e, Played) and e.move.name == "write"]
    assert len(set(hidden)) == len(hidden) == 6


# ---- guessing -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [Level.BEGINNER, Level.NORMAL])
@pytest.mark.rule("dagoberix", "D16")
def test_with_two_letters_hidden_everybody_thinks_of_rare_words(level: Level) -> None:
    """Example 9: *harnais* is beyond the first 10 000 words, and the only one of 40 000 with such an end."""
    lexicon = load("fr")
    assert not lexicon.common("harnais", 10_000)
    assert lexicon.common("harnais", 40_000)
    s = table("harnais")
    turn(s, 4)
    assert "harnais" not in {says(bot(level, seed), s)[0] for seed in range(20)}
    turn(s, 5)
    assert "harnais" in {says(bot(level, seed), s)[0] for seed in range(5)}


@LEVELS
@pytest.mark.rule("dagoberix", "D16")
def test_with_one_letter_hidden_everybody_thinks_of_the_whole_dictionary(level: Level) -> None:
    assert not load("fr").common("zythum", 40_000)
    s = table("zythum")
    turn(s, 4)
    assert {says(bot(level, seed), s)[0] for seed in range(5)} == {""}
    turn(s, 5)
    assert "zythum" in {says(bot(level, seed), s)[0] for seed in range(5)}


@pytest.mark.rule("dagoberix", "D16")
@LEVELS
def test_only_the_end_and_the_length_are_known_to_it(level: Level) -> None:
    """Two words with the same end and length, the rest hidden: it says the same."""
    for letters in (1, 2, 3):
        heard = []
        for word in ("dauphin", "poussin")[: 2 if letters < 3 else 1]:
            s = table(word)
            turn(s, letters)
            heard.append(says(bot(level), s))
        assert len(set(heard)) == 1


@LEVELS
def test_it_says_a_word_with_the_right_end(level: Level) -> None:
    s = table("dauphin")
    turn(s, 3)
    for seed in range(8):
        word, _ = says(bot(level, seed), s)
        s.drain()
        if word:
            assert fold(word).endswith("HIN"), word
            assert level is Level.BEGINNER or len(fold(word)) == 7


def test_a_beginner_forgets_the_length_every_other_time() -> None:
    s = table("lapin")
    turn(s, 2)
    words = [fold(says(bot(Level.BEGINNER, seed), s)[0]) for seed in range(40)]
    right = sum(len(word) == 5 for word in words)
    assert all(word.endswith("IN") for word in words)
    assert 15 <= right <= 35


def test_the_strong_one_declines_while_too_many_words_are_left_and_then_takes_the_commonest() -> None:
    s = table("carotte")
    assert says(bot(Level.STRONG), s)[0] == ""  # thousands end so
    turn(s, 5)
    lexicon = load("fr").spoken()
    end = "".join(SYMBOL[s.faces[card]] for card in s.row.cards[2:])
    assert end == "ROTTE"
    word = says(bot(Level.STRONG), s)[0]
    assert fold(word).endswith(end)
    assert lexicon.look_up(word) & DICTIONARY


def test_the_strong_one_listens() -> None:
    """What somebody else has proposed in vain it does not say."""
    seats = [SeatState(), SeatState(human=False), SeatState()]
    s = GAME.start(3, seed=seed_from(1), options={"starter": 0}, seats=seats, watched=True)
    do(s, 0, "write", word="carotte", known={"carotte": KNOWN})
    while s.turned < 5:
        wait(s, "guess/limit")
    word = says(bot(Level.STRONG), s)[0]
    do(s, 2, "propose", t=s.now + 500, word=word)
    wait(s, "guess/close")
    if s.phases[-1].actors(s):
        assert fold(says(bot(Level.STRONG), s)[0]) != fold(word)


# ---- when -----------------------------------------------------------------------------------------------


@LEVELS
@pytest.mark.rule("dagoberix", "D17")
def test_the_race_is_for_people(level: Level) -> None:
    """Nothing in the first 5 s, and no right word before 8 s, the strong one 6 s."""
    s = table("lapin")
    turn(s, 4)
    at = [says(bot(level, seed), s)[1] for seed in range(40)]
    assert min(at) >= (6_000 if level is Level.STRONG else 8_000)
    assert PATIENCE[level] == (6_000 if level is Level.STRONG else 8_000)
    assert max(at) <= 20_000 + 500


@pytest.mark.rule("dagoberix", "D17")
@LEVELS
def test_the_same_where_people_speak_in_turn(level: Level) -> None:
    s = table("lapin", order="in_turn")
    for seed in range(10):
        at = says(bot(level, seed), s)[1]
        assert (6_000 if level is Level.STRONG else 8_000) <= at < 15_000


def test_among_bots_a_normal_one_may_be_quicker() -> None:
    s = table("lapin", human=False)
    turn(s, 4)
    at = [says(bot(Level.NORMAL, seed), s)[1] for seed in range(60)]
    assert 7_000 <= min(at) < 8_000
    assert max(at) <= 16_000


def test_whoever_is_waited_for_does_not_dawdle() -> None:
    """The only person who guesses has spoken: the bot follows within five seconds, but no sooner than is fair."""
    seats = [SeatState(human=False), SeatState(human=False), SeatState()]
    s = GAME.start(3, seed=seed_from(1), options={"starter": 0}, seats=seats, watched=True)
    do(s, 0, "write", word="lapin", known={"lapin": KNOWN})
    for seed in range(12):
        twin = s.copy()
        mind = bot(Level.BEGINNER, seed)
        says(mind, twin)
        do(twin, 2, "decline", t=twin.now + 6_000)
        _, at = says(mind, twin)
        assert 8_000 <= at <= 11_000


def test_a_short_time_to_guess_is_kept() -> None:
    s = table("lapin", guess_s=15)
    for seed in range(20):
        assert says(bot(Level.BEGINNER, seed), s)[1] < 15_000


# ---- nobody wins by doing nothing -----------------------------------------------------------------------


def the_letters(seen: Sighting) -> Move | None:
    """Says what it sees."""
    if not seen.offer("propose"):
        return None
    cards = seen.view.zone("word").cards
    return Move("propose", {"word": "".join(SYMBOL[card.face] for card in cards if card and card.face)})


def the_same(seen: Sighting) -> Move | None:
    """Always the same word, to hide and to guess."""
    name = next((name for name in ("write", "propose") if seen.offer(name)), None)
    return Move(name, {"word": "maison"}) if name else None


def no_idea(seen: Sighting) -> Move | None:
    return Move("decline") if seen.offer("decline") else None


@pytest.mark.parametrize("habit", [the_letters, the_same, no_idea, nothing])
def test_nobody_wins_by_always_doing_the_same(habit: Habit) -> None:
    assert share_won("dagoberix", habit, 6) < 0.4


def test_the_rarest_word_does_not_win() -> None:
    """Whoever hides the rarest words and never guesses has no more than those who find nothing."""

    last = load("fr").index.find(Fit(least=10, most=12), most_common=40_000, having=DICTIONARY)[-1]

    def rare(seen: Sighting) -> Move | None:
        return Move("write", {"word": last}) if seen.offer("write") else no_idea(seen)

    assert share_won("dagoberix", rare, 6, rivals=2) < 0.4
