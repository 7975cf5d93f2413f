"""Frazrigolix: the bots, and players who do not try."""

from itertools import pairwise
from typing import Any

import pytest

from tablee.arena.match import Match, make_bot
from tablee.bots.bot import Bot, Level, Mind, Plan, Sighting
from tablee.games.frazrigolix.bots import BOT
from tablee.games.frazrigolix.rules import GAME, FrazrigolixState
from tablee.kernel.moves import Move
from tablee.kernel.record import Played
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Millis, Seat
from tablee.lexicons import load
from tablee.words import flags
from tablee.words.lexicon import Lexicon
from tests.games.frazrigolix import absent, at, phase, word
from tests.matches import scores_of_two, whole_game
from tests.table import do, names

# ---- bots ----------------------------------------------------------------------------------------------

WORDS = [
    ("le", flags.FUNCTION, 7.0),
    ("chat", flags.NOUN | flags.NOUN_MASCULINE | flags.NOUN_SINGULAR, 5.0),
    ("coq", flags.NOUN | flags.NOUN_MASCULINE | flags.NOUN_SINGULAR, 4.8),
    ("chaise", flags.NOUN | flags.NOUN_FEMININE | flags.NOUN_SINGULAR, 5.5),
    ("cours", flags.NOUN | flags.NOUN_MASCULINE | flags.NOUN_PLURAL, 5.6),
    ("court", flags.VERB | flags.THIRD_SINGULAR | flags.INTRANSITIVE, 6.0),
    ("crie", flags.VERB | flags.THIRD_SINGULAR | flags.INTRANSITIVE, 5.0),
]

SMALL = Lexicon.of(WORDS)


def bot(seat: Seat, level: Level, seed: int = 0, lexicon: Lexicon = SMALL) -> Any:
    return BOT(seat, level, keyed(seed_from(seed), "bot"), lexicon)


def on_c(*sentence: str) -> FrazrigolixState:
    """Seat 0 has just turned a C; this has been said so far."""
    s: FrazrigolixState = at("pile:0=vE pC | pile:1=vS | pile:2=vT | pile:3=vA")
    s.spoken = list(sentence)
    do(s, 0, "flip")
    return s


def plans(s: FrazrigolixState, seat: Seat, level: Level, games: int = 200) -> list[Plan]:
    """What bots of a level mean to do here, each with a seed of its own; those who will not move are left out."""
    made = (bot(seat, level, seed).react(Sighting(s, seat, [])) for seed in range(games))
    return [plan for plan in made if plan is not None]


@pytest.mark.parametrize(
    ("sentence", "words"),
    [(("le",), {"chat", "coq"}), (("le", "chat"), {"court", "crie"})],
)
def test_bots_go_on_with_the_sentence(sentence: tuple[str, ...], words: set[str]) -> None:
    said = [p.move.args["word"] for p in plans(on_c(*sentence), 0, Level.STRONG)]
    assert set(said) == words


@pytest.mark.parametrize(("level", "share"), [(Level.BEGINNER, 0.2), (Level.NORMAL, 0.05), (Level.STRONG, 0.0)])
def test_bots_are_dry_on_common_letters_now_and_then(level: Level, share: float) -> None:
    made = plans(on_c("le"), 0, level, 1_000)
    assert len(made) == 1_000
    assert sum(p.move.name == "dry" for p in made) == pytest.approx(1_000 * share, abs=45 if share else 0)


@pytest.mark.parametrize(
    ("level", "share", "soonest"),
    [(Level.BEGINNER, 0.08, 4_000), (Level.NORMAL, 0.95, 5_000), (Level.STRONG, 1, 3_000)],
)
def test_when_bots_start_a_chrono(level: Level, share: float, soonest: Millis) -> None:
    """A beginner has a word four times of five, and starts a chrono with one in ten of them."""
    made = plans(on_c("le"), 2, level, 3_000)
    assert {p.move.name for p in made} == {"idea"}
    assert len(made) == pytest.approx(3_000 * share, abs=60)
    assert soonest <= min(p.at for p in made) < soonest + 1_500


def test_a_bot_says_nothing_twice_that_the_table_refused() -> None:
    s = on_c("le")
    mind = bot(0, Level.STRONG)
    first = mind.react(Sighting(s, 0, [])).move.args["word"]
    assert mind.react(Sighting(s, 0, word(s, 0, first))) is None
    for seat, ballot in ((1, "contest"), (2, "refuse")):
        assert mind.react(Sighting(s, 0, do(s, seat, ballot))) is None
    second = mind.react(Sighting(s, 0, do(s, 3, "refuse"))).move.args["word"]
    assert {first, second} == {"chat", "coq"}


def test_bots_with_an_idea_help_when_somebody_is_dry_and_the_others_say_that_they_have_none() -> None:
    s = on_c("le")
    do(s, 0, "dry")
    strong = plans(s, 2, Level.STRONG)
    assert {p.move.name for p in strong} == {"idea"}
    assert {p.move.name for p in plans(s, 2, Level.BEGINNER)} == {"idea", "no_idea"}


def test_bots_neither_contest_nor_vote() -> None:
    s = on_c("le")
    absent(s, 1, 2)
    word(s, 0, "chat")
    assert [names(s, seat) for seat in (1, 2, 3)] == [set(), set(), {"contest"}]
    do(s, 3, "contest")
    assert (phase(s), s.scores) == ("search", [0, 0, 0, 0])  # the only voter is against


def test_bots_know_only_common_words_without_a_grammar_for_the_language() -> None:
    """Then the letter is all they look at."""
    plain = Lexicon.of([("Dach", 0, 5.0), ("Tisch", 0, 4.0), ("Hund", 0, 5.0)], "de")
    s = on_c("das")
    said = {bot(0, Level.STRONG, seed, plain).react(Sighting(s, 0, [])).move.args["word"] for seed in range(40)}
    assert said == {"Dach", "Tisch"}


def test_bots_go_on_in_english_too() -> None:
    s = on_c("an")
    said = {
        bot(0, Level.STRONG, seed, load("en")).react(Sighting(s, 0, [])).move.args["word"] for seed in range(40)
    }
    assert "cat" not in said
    assert said >= {"octopus"}


def test_a_bot_is_dry_rather_than_it_says_what_does_not_go_on() -> None:
    """*chaise* has the letter, but one does not say *le chaise*; *court* does not follow *les*."""
    none = Lexicon.of([(w, kinds, z) for w, kinds, z in WORDS if w not in {"chat", "coq"}])
    made = [bot(0, Level.STRONG, seed, none).react(Sighting(on_c("le"), 0, [])) for seed in range(20)]
    assert {plan.move.name for plan in made} == {"dry"}


@pytest.mark.parametrize(("weaker", "better"), list(pairwise(Level)))
def test_a_better_bot_wins_more_cards(weaker: Level, better: Level) -> None:
    more, fewer = scores_of_two(GAME, better, weaker, 8)
    assert more > fewer


class Lazy(Mind):
    """Turns its cards; beyond that it has one trick."""

    def decide(self, seen: Sighting) -> Plan | None:
        if seen.offer("flip"):
            return self.soon(seen, Move("flip"), 600, 1_500)
        return self.trick(seen)

    def trick(self, seen: Sighting) -> Plan | None:
        return None


class Dry(Lazy):
    def trick(self, seen: Sighting) -> Plan | None:
        name = next((n for n in ("dry", "no_idea") if seen.offer(n)), None)
        return self.soon(seen, Move(name), 300, 900) if name else None


class Parrot(Dry):
    """Says the same short word whenever its letter is there."""

    def trick(self, seen: Sighting) -> Plan | None:
        for offer in seen.offers:
            if "word" in offer.params and offer.params["word"].accepts("oui"):
                return self.soon(seen, Move(offer.name, {"word": "oui"}, answers=offer.stimulus), 300, 900)
        return super().trick(seen)


@pytest.mark.parametrize("lazy", [Lazy, Dry, Parrot])
def test_who_is_lazy_loses(lazy: type[Lazy]) -> None:
    def make(game: Any, name: str, seat: Seat, seed: bytes, lexicon: Lexicon | None) -> Bot:
        return lazy(seat, Level.STRONG, keyed(seed, "lazy", seat)) if name == "lazy" else make_bot(
            game, name, seat, seed, lexicon
        )  # fmt: skip

    for level in Level:
        has = [0, 0]
        for seed in range(4):
            bots = (level, "lazy") if seed % 2 else ("lazy", level)
            scores = Match(GAME, bots, seed=seed_from(seed), make=make).finish().scores
            has[0] += scores[bots.index(level)]
            has[1] += scores[bots.index("lazy")]
        assert has[0] > 1.5 * has[1], (level, has)


def test_sentences_of_whole_games_have_known_words_only() -> None:
    match = whole_game(GAME, list(Level), 5)
    words = [e.move.args["word"] for e in match.entries if isinstance(e, Played) and "word" in e.move.args]
    assert len(words) > 40
    assert all(load("fr").look_up(word) for word in words)


def test_a_bot_that_leads_again_takes_its_time_for_the_next_card() -> None:
    s = at("pile:0=vE ★ | pile:1=vS | pile:2=vT | pile:3=vA")
    mind = bot(0, Level.STRONG)
    first = mind.react(Sighting(s, 0, []))
    again = mind.react(Sighting(s, 0, do(s, 0, "flip", t=first.at)))
    assert again.move.name == "flip"
    assert again.at >= first.at + 600
