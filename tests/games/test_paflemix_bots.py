"""Paflémix bots: what they say goes on, what they recall is what they heard, and nobody wins without trying."""

import pytest
from msgspec import structs

from tablee.arena.match import Match
from tablee.bots.bot import Level, Sighting
from tablee.bots.sentences import SentenceMaker
from tablee.games.paflemix.bots import BOT, STYLES
from tablee.games.paflemix.rules import GAME
from tablee.games.paflemix.state import PaflemixState
from tablee.kernel.moves import Move
from tablee.kernel.record import Played
from tablee.kernel.rng import keyed, seed_from
from tablee.lexicons import load
from tablee.pieces.toutilix import SYMBOL
from tablee.words.flags import DICTIONARY
from tablee.words.folding import fold
from tests.lazy import Habit, first, nothing, played
from tests.matches import never_late, whole_game
from tests.paflemix import storied

ONE_STORY = {"rounds": 1}


def stories(level: Level, games: int, players: int = 3, **options: object) -> list[Match]:
    return [whole_game(GAME, [level] * players, seed, options={**ONE_STORY, **options}) for seed in range(games)]


@pytest.mark.rule("paflemix", "R14", "R17")
@pytest.mark.parametrize("level", list(Level))
def test_bots_tell_whole_stories_and_most_cards_are_remembered(level: Level) -> None:
    """Somebody gets rid of his cards, and each told card is recalled by at least one of three in most cases."""
    recalled = 0
    for match in stories(level, 3):
        assert match.state.outcome is not None
        assert never_late(match)
        recalled += sum(match.state.scores)
    assert recalled > 15


def test_levels_get_better() -> None:
    beginner, normal, strong = (STYLES[level] for level in Level)
    assert beginner.lays > normal.lays > strong.lays
    assert beginner.recalls < normal.recalls < strong.recalls
    assert beginner.words_known < normal.words_known < strong.words_known


def test_what_bots_say_begins_with_the_card_and_is_a_word_of_the_grammar() -> None:
    match = Match(GAME, ["strong"] * 3, seed=seed_from(2), options=ONE_STORY)
    s = match.state
    assert isinstance(s, PaflemixState)
    listed = SentenceMaker(load("fr"), keyed(seed_from(1), "test")).grammar.listed
    said = set()
    while not match.over:
        match.step()
        if s.top.word:
            assert fold(s.top.word)[0] == SYMBOL[s.faces[s.pile.cards[-1]]]
            assert listed(s.top.word), s.top.word
            said.add(s.top.word)
    assert len(said) > 5


def test_bots_end_sentences_too() -> None:
    moves = [
        entry.move.name
        for match in stories(Level.NORMAL, 4)
        for entry in match.entries
        if isinstance(entry, Played)
    ]
    assert moves.count("full_stop") > 0


PETARDED = "hand:0=✹ pK bW | hand:1=vS pX bX | hand:2=vT {}"


@pytest.mark.rule("paflemix", "R10")
@pytest.mark.parametrize(("right", "lays"), [("pQ", True), ("pQ bQ vN", False)])
def test_a_petard_is_laid_when_the_hand_to_the_right_is_smaller(right: str, lays: bool) -> None:
    """To the right of seat 0 sits seat 2, whose hand it would get: two cards for its three, or four."""
    s = storied("pF vE", "Fabien et", PETARDED.format(right), by=1)
    bot = BOT(0, Level.NORMAL, keyed(seed_from(1), "test"), load("fr"))
    plan = bot.react(Sighting(s, 0, []))
    assert plan is not None
    assert (plan.move.name == "petard") is lays


def test_bots_play_in_a_language_that_they_cannot_speak() -> None:
    match = whole_game(GAME, ["normal", "strong"], 1, options={**ONE_STORY, "language": "es"})
    assert match.state.outcome is not None


# ---- nobody wins without trying -------------------------------------------------------------------------


def any_word(seen: Sighting) -> Move | None:
    """Lays the first letter with any known word that begins with it, whatever was said; and never recalls one."""
    for name in ("petard", "full_stop"):
        if offer := seen.offer(name):
            return Move(name, {"card": next(iter(offer.params["card"].values()))})
    for name in ("lay", "open_story"):
        if offer := seen.offer(name):
            args = {"card": next(iter(offer.params["card"].values()))} if name == "lay" else {}
            fit = offer.params["word"].given(args).fit  # type: ignore[attr-defined]
            words = load("fr").index.find(structs.replace(fit, least=4), limit=1, having=DICTIONARY)
            return Move(name, {**args, "word": words[0].lower()}) if words else None
    return first("forgotten", "agree", "ready")(seen)


def always_no(seen: Sighting) -> Move | None:
    """Objects to everything, and proposes a word that stories have."""
    if offer := seen.offer("propose"):
        return Move("propose", {"word": "le" if offer.params["word"].accepts("le") else "une"})
    return first("objection", "ready")(seen)


def always_the_same(seen: Sighting) -> Move | None:
    """Tells every card as a full stop."""
    return first("say_point")(seen) or any_word(seen)


LAZY: dict[str, Habit] = {
    "never lays": nothing,
    "lays any known word": any_word,
    "always draws": first("draw", "agree", "forgotten", "ready"),
    "always no": always_no,
    "always no, says nothing": first("objection", "ready"),
    "always agrees": first("agree", "ready"),
    "always a full stop": always_the_same,
}


@pytest.mark.parametrize("habit", list(LAZY.values()), ids=list(LAZY))
def test_who_does_not_try_does_not_win(habit: Habit) -> None:
    """A whole game against two normal bots, who are far ahead."""
    lazy, *others = played(GAME, habit, 0, 3, 1).state.scores
    assert 2 * lazy < max(others)
