"""`tablee lessons`: which games teach themselves, whether lessons still fit, and a lesson in the terminal."""

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.panel import Panel

from tablee.cli.commands import DEFAULT_LANGUAGE, AsJson, Lang, complain, err, out, print_json
from tablee.cli.terminal import Quit, Terminal
from tablee.games.registry import game
from tablee.kernel.door import EventView
from tablee.kernel.moves import Move
from tablee.kernel.refusal import Refused
from tablee.lessons.check import check_all
from tablee.lessons.script import lesson, lessons
from tablee.lessons.tutorial import Tutorial
from tablee.texts import Language, texts

GO_ON = {Language.FR: "(Entrée pour la suite) ", Language.EN: "(Enter to go on) "}
LEARNED = {Language.FR: "Tu sais jouer !", Language.EN: "You know how to play!"}


class Taught(Terminal):
    """A lesson at a table of text. Time stands still until the learner has moved."""

    def __init__(self, tutorial: Tutorial, language: Language, console: Console) -> None:
        super().__init__(tutorial.driver, language, console, timers=False)
        self.tutorial = tutorial

    def run(self, read: bool = True) -> None:
        if read:
            self.listen()
        try:
            while not self.tutorial.over:
                self._one_step()
        except (Quit, KeyboardInterrupt):
            self.print(self.spoken.say("orders.bye"))
            return
        learned = "\n".join(f"• {each.to(self.language)}" for each in self.tutorial.lesson.learned)
        self.console.print(Panel(learned, title=LEARNED[self.language.written], border_style="green"))

    def _one_step(self) -> None:
        step, done = self.tutorial.step, self.tutorial.done
        said = Panel(step.say.to(self.language), title=self.texts.name, border_style="yellow")
        if step.do is None:
            self.draw()
            self.console.print(said)
            self.ask(GO_ON[self.language.written])
            self.tutorial.go_on()
            self.tell()
            return
        while self.tutorial.done == done:
            self.console.print(said)
            self.turn()

    def waits_for_me(self) -> bool:
        return True

    def news(self) -> Sequence[EventView]:
        return self.tutorial.news()

    def play(self, move: Move) -> None:
        self.tutorial.play(move)

    def why_not(self, no: Refused, move: str) -> str:
        kind = self.tutorial.step.wrong.get("else" if no.code == "lesson_else" else no.code)
        return kind.to(self.language) if kind is not None else super().why_not(no, move)


def teach(
    key: Annotated[str | None, typer.Argument(metavar="GAME", help="Take its lesson here.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Play every lesson to its end by what it says.")] = False,
    json: AsJson = False,
    lang: Lang = DEFAULT_LANGUAGE,
) -> None:
    """List the games that teach themselves, check their lessons, or take one."""
    if key is not None:
        _take(key, lang)
        return
    found = check_all()
    if not check:
        names = [(one.game, texts(one.game, lang).name, one.seconds) for one in found]
        if json:
            print_json([{"game": game, "name": name, "seconds": seconds} for game, name, seconds in names])
        else:
            for game_key, name, seconds in names:
                out.print(f"{game_key:16}{name:20}{seconds:>4} s", highlight=False)
        return
    if json:
        print_json(found)
    for one in found:
        if not json:
            out.print(f"{one.game:16}{'ok' if one.passed else 'broken':8}{one.seconds:>4} s", highlight=False)
        for fault in one.faults:
            err.print(f"{one.game}: {fault}", markup=False, highlight=False)
    if not all(one.passed for one in found):
        raise typer.Exit(1)


def _take(key: str, lang: Language) -> None:
    try:
        of = game(key)
        script = lesson(key)
        if script is None:
            raise Refused("no_lesson", game=key, known=", ".join(lessons()))
    except Refused as no:
        complain(no, lang)
    Taught(Tutorial(of, script), lang, out).run()
