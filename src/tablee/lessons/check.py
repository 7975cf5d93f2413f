"""Whether a lesson still fits its game: it is played to its end by what it says."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from tablee.games.registry import game
from tablee.kernel.door import Door, View
from tablee.kernel.game import Game
from tablee.kernel.refusal import Refused
from tablee.lessons.script import Lesson, lessons
from tablee.lessons.tutorial import LEARNER, Tutorial, faces_of
from tablee.texts import WRITTEN, Language, texts

MOST_STEPS = 9
MOST_WORDS = 12
"""Of a sentence."""
MOST_IN_ALL = 120
DEEDS = range(3, 8)
MOST_SECONDS = 180
BAR = ("help", "time", "log")


class Checked(Struct, frozen=True):
    game: str
    passed: bool
    seconds: int
    """How long a child of eight needs for it: read a sentence, look, touch; and what the others do."""
    faults: tuple[str, ...] = ()


def seconds(lesson: Lesson) -> int:
    read = sum(max(len(step.say.fr.split()), len(step.say.en.split())) for step in lesson.steps) * 0.7
    touch = sum(4 if step.do is not None else 2 for step in lesson.steps)
    others = sum(deed.get("wait", 2_000) for step in lesson.steps for deed in step.others) / 1_000
    return int(read + touch + others)


def faults(of: Game[Any], lesson: Lesson) -> Iterator[str]:
    """What is wrong with a lesson, if anything."""
    yield from _of_its_form(lesson)
    # In games of words the languages are played apart: what is written differs.
    for language in WRITTEN if of.info.words else (Language.FR,):
        yield from _of_its_play(of, lesson, language)


def _of_its_play(of: Game[Any], lesson: Lesson, language: Language) -> Iterator[str]:
    tutorial = Tutorial(of, lesson, language)
    phases: set[str] = set()
    for number, step in enumerate(lesson.steps, 1):
        view = tutorial.view
        phases |= {view.phase, *view.interrupted}
        offers = [offer.name for offer in Door(tutorial.driver.state, 1 << LEARNER).offers(LEARNER)]
        if step.at and not there(step.at, view, offers):
            yield f"step {number}: there is no {step.at}"
        try:
            wanted = tutorial.wanted
            if wanted is None:
                tutorial.go_on()
            else:
                tutorial.play(wanted)
        except Refused as no:
            yield f"step {number} ({language}): {no.code} {dict(no.details)}"
            return
    # Those that ask something of a player, as the help of the game knows them.
    missed = set(texts(of.info.key, Language.FR).help.phases) - phases - set(lesson.left_out)
    if missed:
        yield f"phases that are neither visited nor left out: {', '.join(sorted(missed))}"


def _of_its_form(lesson: Lesson) -> Iterator[str]:
    if len(lesson.steps) > MOST_STEPS:
        yield f"{len(lesson.steps)} steps, {MOST_STEPS} at most"
    deeds = sum(step.do is not None for step in lesson.steps)
    if deeds not in DEEDS:
        yield f"{deeds} moves of the learner"
    if not lesson.learned:
        yield "nothing is learned"
    for number, step in enumerate(lesson.steps, 1):
        for said in (step.say, *step.wrong.values()):
            for text in (said.fr, said.en):
                if words(text) > MOST_WORDS:
                    yield f"step {number}: more than {MOST_WORDS} words: {text}"
    for language in WRITTEN:
        count = sum(words(getattr(step.say, language)) for step in lesson.steps)
        if count > MOST_IN_ALL:
            yield f"{count} words to read ({language}), {MOST_IN_ALL} at most"
    if seconds(lesson) > MOST_SECONDS:
        yield f"{seconds(lesson)} seconds"


def words(text: str) -> int:
    """Signs that stand alone, as French puts them, are none."""
    return sum(any(c.isalnum() for c in part) for part in text.split())


def there(at: str, view: View, offers: list[str]) -> bool:
    """Whether the learner has before him what a sentence is about."""
    kind, _, name = at.partition(":")
    match kind:
        case "card":
            return name in faces_of(view)
        case "zone":
            return any(zone.name == name for zone in view.zones)
        case "place":
            zone_name, _, place = name.partition(":")
            return any(zone.name == zone_name and int(place) < len(zone.cards) for zone in view.zones)
        case "offer":
            return name in offers
        case "seat":
            return name.isdigit() and int(name) < len(view.seats)
        case "fact":
            return name in view.facts
        case "clock":
            return bool(view.clocks)
        case "bar":
            return name in BAR
    return False


def checked(key: str, lesson: Lesson) -> Checked:
    found = tuple(faults(game(key), lesson))
    return Checked(key, not found, seconds(lesson), found)


def check_all() -> list[Checked]:
    return [checked(key, lesson) for key, lesson in lessons().items()]
