"""Sordelix players: what they hide, what they think of, when they speak, and that nobody wins without trying."""

import pytest

from tablee.arena.match import Match
from tablee.bots.bot import Level, Plan, Sighting
from tablee.games.sordelix.bots import SordelixBot
from tablee.games.sordelix.nouns import NOUNS
from tablee.games.sordelix.rules import GAME
from tablee.games.sordelix.state import WRITABLE, SordelixState
from tablee.kernel.moves import Move
from tablee.kernel.record import Played
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.state import SeatState
from tablee.kernel.units import Seat
from tablee.lexicons import load
from tablee.pieces.toutilix import PETARD, SYMBOL
from tablee.words.folding import fold
from tests.lazy import Habit, first, nothing, share_won
from tests.sordelix import WORDS, flip, hide, turn, wait_ripe, write
from tests.table import do

LEVELS = pytest.mark.parametrize("level", list(Level))


def bot(level: Level, seat: Seat = 1, seed: int = 1) -> SordelixBot:
    return SordelixBot(seat, level, keyed(seed_from(seed), "bot"), load("fr").spoken())


def table(people: tuple[Seat, ...] = (0,), players: int = 3) -> SordelixState:
    """Seat 0 is the scribe of DINOSAURES; who is no person is a bot."""
    seats = [SeatState(human=seat in people) for seat in range(players)]
    s = GAME.start(players, seed=seed_from(1), options={"starter": 0}, seats=seats, watched=True)
    for seat in s.all_seats:
        write(s, seat, WORDS[seat])
    do(s, 0, "begin")
    s.drain()
    return s


def sees(mind: SordelixBot, s: SordelixState) -> Plan | None:
    return mind.react(Sighting(s, mind.seat, s.drain()))


def knows(mind: SordelixBot, s: SordelixState) -> list[str]:
    """The words that a bot could propose now."""
    sees(mind, s)
    return mind._words(Sighting(s, mind.seat, []))


# ---- the scribe -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "most"), [(Level.BEGINNER, 10_000), (Level.NORMAL, 4_000), (Level.STRONG, 8_000)]
)
def test_a_word_as_common_as_its_level_has_it(level: Level, most: int) -> None:
    lexicon = load("fr")
    for seed in range(10):
        word = bot(level, seed=seed)._secret()
        assert WRITABLE.missing(word) is None
        assert lexicon.common(word, most, of_length=True)
        assert level is not Level.BEGINNER or word in NOUNS["fr"]


def masks(level: Level, seed: str = "masks") -> list[tuple[str, str, int]]:
    """What bots of a level mask in a game: the letter, in which phase, how long after a pétard."""
    found = []
    match = Match(GAME, [level.value] * 3, seed=seed_from(seed))
    since = 0
    while not match.over:
        s = match.state
        assert isinstance(s, SordelixState)
        phase, petards = type(s.phases[-1]).__name__, len(s.petards)
        entry = match.step()
        if isinstance(entry, Played) and entry.move.name == "mask":
            found.append((s.letter(entry.move.args["letter"]), phase, s.now - since))
        since = s.now if len(s.petards) != petards else since
    return found


def test_a_beginner_and_a_normal_bot_mask_some_time_after_a_petard() -> None:
    for level, low, high in ((Level.BEGINNER, 10_000, 40_000), (Level.NORMAL, 5_000, 30_000)):
        found = [mask for seed in range(3) for mask in masks(level, f"masks {seed}")]
        assert found
        assert all(low <= after for _, _, after in found)
        assert sum(after <= high for _, _, after in found) > len(found) // 2
        assert any(phase == "Search" for _, phase, _ in found)


def test_a_normal_bot_masks_the_rarest_letter_a_strong_one_waits_until_all_are_turned() -> None:
    s = table(people=())
    turn(s, "SADE" + PETARD)
    wait_ripe(s)
    normal = sees(bot(Level.NORMAL, 0), s)
    assert normal is not None
    assert normal.move.name == "mask"
    view = Sighting(s, 0, []).view.zone("plane").cards
    chosen = next(c for c in view if c is not None and c.handle == normal.move.args["letter"])
    assert chosen.face is not None
    assert SYMBOL[chosen.face] == "D"
    assert sees(bot(Level.STRONG, 0), s) is None
    turn(s, "INOURS")
    wait_ripe(s)
    strong = sees(bot(Level.STRONG, 0), s)
    assert strong is not None
    assert strong.move.name == "mask"


# ---- the seekers ----------------------------------------------------------------------------------------


@LEVELS
def test_it_thinks_of_words_with_all_the_letters_that_lie_there(level: Level) -> None:
    s = table()
    mind = bot(level)
    turn(s, "DNSU")
    found = knows(mind, s)
    assert found
    assert all(all(word.count(c) >= "DNSU".count(c) for c in "DNSU") and len(word) == 10 for word in found)


def test_the_stronger_the_more_words_and_the_better_the_memory() -> None:
    s = table()
    minds = {level: bot(level) for level in Level}
    turn(s, "DNS")
    flip(s, "U")
    flip(s, PETARD)
    before = {level: len(knows(mind, s)) for level, mind in minds.items()}
    assert before[Level.BEGINNER] < before[Level.NORMAL] <= before[Level.STRONG]
    wait_ripe(s)
    hide(s, "U")
    after = {level: knows(mind, s) for level, mind in minds.items()}
    assert all("U" in word for word in after[Level.STRONG])  # it never forgets
    assert not all("U" in word for word in after[Level.BEGINNER])  # it forgets at once
    forgotten = 0
    for seed in range(40):
        mind = bot(Level.NORMAL, seed=seed)
        twin = table()
        turn(twin, "DNSU" + PETARD)
        knows(mind, twin)
        wait_ripe(twin)
        hide(twin, "U")
        forgotten += not all("U" in word for word in knows(mind, twin))
    assert 8 <= forgotten <= 32


@pytest.mark.parametrize(
    ("level", "lonely"), [(Level.BEGINNER, 20_000), (Level.NORMAL, 12_000), (Level.STRONG, 6_000)]
)
def test_with_people_it_waits_before_it_speaks(level: Level, lonely: int) -> None:
    s = table(people=(0, 2))
    mind = bot(level, 1)
    flip(s, "D")
    t = s.now
    plan = sees(mind, s)
    while plan is not None and plan.move.name != "propose":
        do(s, 1, plan.move.name, t=max(s.now, plan.at), **plan.move.args)
        plan = sees(mind, s)
        t = mind._card_at
    assert plan is not None
    assert plan.at >= t + 6_000
    mind._ideas = ["DINOSAURES"]
    only = sees(mind, s)
    assert only is not None
    if only.move.name == "propose":
        assert only.at >= mind._change + lonely


def test_it_says_no_word_twice_nor_one_that_was_said() -> None:
    match = Match(GAME, ["normal", "strong", "normal"], seed=seed_from("said"))
    match.finish()
    said: dict[int, list[str]] = {}
    turns = 0
    for entry in match.entries:
        if isinstance(entry, Played) and entry.move.name == "begin":
            turns += 1
        if isinstance(entry, Played) and entry.move.name == "propose":
            said.setdefault(turns, []).append(fold(entry.move.args["word"]))
    assert all(len(words) == len(set(words)) for words in said.values())
    assert all(len(word) == 10 for words in said.values() for word in words)


# ---- who does not try -----------------------------------------------------------------------------------


def bare_letters(seen: Sighting) -> Move | None:
    """Proposes the letters as they lie there, and turns cards."""
    offer = seen.offer("propose")
    if offer is not None and seen.offer("flip") is None:
        faces = [c.face for zone in seen.view.zones for c in zone.cards if c is not None and c.face]
        word = "".join(SYMBOL[face] for face in faces if SYMBOL[face].isalpha())[:25]
        if word and offer.params["word"].accepts(word):
            return Move("propose", {"word": word})
    return first("begin", "flip", "stuck", "uncover")(seen)


def always_the_same(seen: Sighting) -> Move | None:
    offer = seen.offer("propose")
    if offer is not None and offer.params["word"].accepts("dinosaures"):
        return Move("propose", {"word": "dinosaures"})
    return first("begin", "nothing_more")(seen)


HABITS = {
    "waits for ever": nothing,
    "turns cards at once, proposes nothing, is stuck at once": first(
        "begin", "flip", "nothing_more", "stuck", "uncover"
    ),
    "is always stuck": first("begin", "stuck", "uncover"),
    "proposes and waits": always_the_same,
    "proposes bare letters": bare_letters,
    "takes what is suggested and never masks": first("take_idea", "suggest", "begin", "flip", "stuck"),
}


@pytest.mark.parametrize("habit", HABITS.values(), ids=HABITS)
def test_the_lazy_lose(habit: Habit) -> None:
    assert share_won("sordelix", habit, 6) <= 0.2


def test_the_lazy_lose_among_several_too() -> None:
    assert (
        share_won("sordelix", HABITS["turns cards at once, proposes nothing, is stuck at once"], 6, rivals=2)
        <= 0.4
    )
