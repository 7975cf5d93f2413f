"""Lessons fit their games: what they ask for is offered, what they speak of is there, and they are short."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from tablee.games.registry import game, games
from tablee.kernel.door import Door
from tablee.kernel.game import Game
from tablee.kernel.moves import Move
from tablee.kernel.refusal import Refused
from tablee.lessons.check import checked, faults
from tablee.lessons.script import Bilingual, Lesson, LessonStep, lesson, lessons
from tablee.lessons.tutorial import LEARNER, Tutorial, faces_of
from tablee.texts import Language

AMERIX = game("amerix")
LAYS = 1
"""The step at which the learner lays M on N."""


def amerix() -> Lesson:
    found = lesson("amerix")
    assert found is not None
    return found


def changed(place: int, **fields: object) -> Lesson:
    whole = amerix()
    steps = list(whole.steps)
    steps[place] = structs.replace(steps[place], **fields)
    return structs.replace(whole, steps=tuple(steps))


@pytest.mark.parametrize("key", lessons())
def test_a_lesson_is_played_to_its_end_by_what_it_says(key: str) -> None:
    assert checked(key, lessons()[key]).faults == ()


def test_every_game_has_a_lesson() -> None:
    without = [key for key, game in games().items() if key not in lessons() and ours(game)]
    assert without == [], "each game needs a lesson.toml (CONTRIBUTING.md)"


def ours(game: Game[Any]) -> bool:
    """A game from elsewhere may do without."""
    return type(game).__module__.startswith("tablee.games.")


def test_a_game_without_a_lesson_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What is looked for is the file: without it there is no lesson, and the test above fails."""
    monkeypatch.setattr("tablee.lessons.script.files", lambda package: tmp_path)
    assert lesson.__wrapped__("amerix") is None


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        (changed(LAYS, do={"move": "lay", "card": "yU"}), "step 2 (fr): not_possible"),
        (changed(LAYS, do={"move": "sing"}), "step 2 (fr): not_offered"),
        (changed(LAYS, at="card:pZ"), "step 2: there is no card:pZ"),
        (changed(0, at="zone:attic"), "step 1: there is no zone:attic"),
        (changed(0, at="offer:keep"), "step 1: there is no offer:keep"),
        (changed(0, at="seat:2"), "step 1: there is no seat:2"),
        (changed(0, at="fact:weather"), "step 1: there is no fact:weather"),
        (changed(0, at="moon"), "step 1: there is no moon"),
        (
            changed(LAYS, others=({"seat": 1, "move": "lay", "card": "yO"}, {"seat": 1, "move": "draw"})),
            "step 2 (fr):",
        ),
        (changed(0, say=Bilingual("un " * 13, "one")), "step 1: more than 12 words"),
        (structs.replace(amerix(), left_out=()), "neither visited nor left out: call, drawn"),
        (structs.replace(amerix(), learned=()), "nothing is learned"),
        (structs.replace(amerix(), steps=amerix().steps[:3]), "1 moves of the learner"),
        (structs.replace(amerix(), steps=amerix().steps + amerix().steps[:2]), "10 steps"),
    ],
)
def test_a_lesson_that_no_longer_fits_is_found(broken: Lesson, why: str) -> None:
    assert any(why in fault for fault in faults(AMERIX, broken))


def sent(tutorial: Tutorial, face: str) -> Move:
    return Move("lay", {"card": faces_of(tutorial.view)[face][0]})


def at_the_first_card() -> Tutorial:
    tutorial = Tutorial(AMERIX, amerix())
    tutorial.go_on()
    return tutorial


def test_whoever_is_asked_to_move_cannot_go_on_without() -> None:
    tutorial = at_the_first_card()
    with pytest.raises(Refused) as no:
        tutorial.go_on()
    assert no.value.code == "lesson_waits"


def test_another_move_is_answered_and_changes_nothing() -> None:
    """O may be laid on N, U may not; the lesson asks for M."""
    tutorial = at_the_first_card()
    before = tutorial.view
    for face, code in (("vO", "lesson_else"), ("yU", "not_possible")):
        with pytest.raises(Refused) as no:
            tutorial.play(sent(tutorial, face))
        assert no.value.code == code
    with pytest.raises(Refused) as no:
        tutorial.play(Move("draw"))
    assert no.value.code == "lesson_else"
    assert tutorial.view == before
    assert tutorial.done == LAYS


def test_after_the_right_move_the_others_do_theirs() -> None:
    tutorial = at_the_first_card()
    tutorial.play(sent(tutorial, "vM"))
    discard = next(zone for zone in tutorial.view.zones if zone.name == "discard")
    assert [card.face for card in discard.cards if card] == ["vL"]
    assert [event.told("seat") for event in tutorial.news() if event.kind == "lays"] == [0, 1]
    assert not tutorial.news(), "it is told once"
    assert Door(tutorial.driver.state, 1 << LEARNER).offers(LEARNER), "it is the learner's turn again"


def test_no_clock_hurries_the_learner() -> None:
    tutorial = at_the_first_card()
    due = tutorial.driver.next_time()
    assert due is not None
    tutorial.play(sent(tutorial, "vM"))
    assert tutorial.driver.state.now < due


def test_a_lesson_may_let_time_pass() -> None:
    """The clock of the other one rings: he draws a card."""
    waits = changed(LAYS, others=({"wait": 120_000},))
    tutorial = Tutorial(AMERIX, waits)
    tutorial.go_on()
    tutorial.play(sent(tutorial, "vM"))
    assert "timeout" in [event.kind for event in tutorial.news()]


def test_steps_without_a_deed_are_looked_at() -> None:
    tutorial = Tutorial(AMERIX, structs.replace(amerix(), steps=(LessonStep(Bilingual("Regarde.", "Look.")),)))
    tutorial.go_on()
    assert tutorial.over


def test_time_passes_before_the_learner_answers_what_he_sees() -> None:
    """In a race nobody presses at once: what comes within a tenth of a second would not count."""
    script = lesson("vizdibix")
    assert script is not None
    tutorial = Tutorial(game("vizdibix"), script)
    tutorial.again(tutorial.wanted)
    before, wanted = tutorial.driver.state.now, tutorial.wanted
    assert wanted is not None and wanted.answers is not None
    tutorial.play(wanted)
    assert tutorial.driver.state.now - before >= 100
    assert tutorial.driver.state.scores[LEARNER] == 2, "both cards are won"


def spiralix(language: Language) -> Tutorial:
    """The learner has turned A beside M, and is asked for a word with both."""
    script = lesson("spiralix")
    assert script is not None
    tutorial = Tutorial(game("spiralix"), script, language)
    tutorial.again(tutorial.wanted)
    return tutorial


@pytest.mark.parametrize(("language", "word"), [(Language.FR, "malade"), (Language.EN, "map")])
def test_where_words_are_free_any_word_that_fits_will_do(language: Language, word: str) -> None:
    tutorial = spiralix(language)
    wanted = tutorial.wanted
    assert wanted is not None and wanted.args["word"] != word
    tutorial.play(Move(wanted.name, {"word": word}, answers=wanted.answers))
    assert tutorial.done == 2


@pytest.mark.parametrize("word", ["table", "mxqa"])
def test_a_word_that_does_not_fit_or_that_nobody_knows_changes_nothing(word: str) -> None:
    """“table” has no M; “mxqa” has both letters, but the table would have to talk about it."""
    tutorial = spiralix(Language.FR)
    before, wanted = tutorial.view, tutorial.wanted
    assert wanted is not None
    with pytest.raises(Refused):
        tutorial.play(Move(wanted.name, {"word": word}, answers=wanted.answers))
    assert (tutorial.view, tutorial.done) == (before, 1)


def test_at_leisure_the_others_wait_to_be_watched() -> None:
    tutorial = Tutorial(AMERIX, amerix(), at_once=False)
    tutorial.go_on()
    tutorial.play(sent(tutorial, "vM"))
    assert tutorial.due is not None
    with pytest.raises(Refused) as no:
        tutorial.go_on()
    assert no.value.code == "lesson_waits"
    tutorial.act()
    assert tutorial.due is None


def test_what_led_to_a_step_can_be_seen_again() -> None:
    tutorial = Tutorial(AMERIX, amerix(), at_once=False)
    tutorial.go_on()
    tutorial.play(sent(tutorial, "vM"))
    tutorial.act()
    again = tutorial.once_more()
    assert again.due is not None, "the other one lays once more"
    again.act()
    assert (again.done, again.view) == (tutorial.done, tutorial.view)
    assert Tutorial(AMERIX, amerix()).once_more().done == 0


def test_a_lesson_can_begin_where_the_help_is() -> None:
    """Corsix: somebody asks for help who has to pay."""
    script = lesson("corsix")
    assert script is not None
    fresh = Tutorial(game("corsix"), script)
    found = fresh.reaching("debt")
    assert found is not None
    assert found.view.phase == "debt"
    assert found.step.do == {"move": "flip"}
    assert fresh.reaching("nowhere") is None
