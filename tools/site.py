"""The site of the docs, made of the same Markdown and of the games' own texts: `make docs`.

French for those who play and teach, English for those who build. Each game has a page in both. Nothing is fetched
from anywhere: fonts are the reader's own, the search runs in the page.
"""

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tablee.kernel.game import Device, Exercise, Game, Reading
from tablee.lessons.script import lesson
from tablee.texts import Language, Texts, texts
from tools.docs import ROOT, ours

BUILD = ROOT / "build" / "site"
BY_HAND = ROOT / "docs" / "site"
"""Pages of the site alone."""
GUIDES = (
    *("tour", "architecture", "adding-a-game", "page", "protocol", "commands", "games"),
    *("server", "many-machines", "security", "load", "releasing"),
)
STUDIES = ("quality", "bots", "words", "environments", "performance", "probes")
OF_THE_HOUSE = ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md")

LINK = re.compile(r"(!?)\[([^\]]+)\]\(([^)\s]+)\)")

Words = Mapping[str, Any]
FR: Words = {
    "players": "{0} à {1} joueurs",
    "one": "1 à {1} joueurs",
    "minutes": "environ {0} minutes",
    "cards": "En trois mots",
    "rules": "Les règles",
    "options": "Les options",
    "option": "option",
    "what": "ce qu’elle change",
    "lesson": "Apprendre en jouant",
    "lesson_how": "Une petite partie où l’on joue vraiment, de {0} secondes environ : sur la page du jeu"
    " (`/g/{1}`), ou dans le terminal avec `tablee lessons {1}`. Voici ce qu’on y apprend :",
    "good": "Ce jeu fait travailler : {0}.",
    "games": "Les jeux",
    "game": "jeu",
    "by": "Un jeu de {0}.",
    "head": ("jeu", "joueurs", "minutes", "il faut", "fait travailler"),
    "not_ours": "Le nom du jeu appartient à ses propriétaires ; ces règles sont écrites avec nos mots.",
    "reading": {
        Reading.NOTHING: "pas besoin de lire",
        Reading.SOME_LETTERS: "quelques lettres suffisent",
        Reading.LETTERS: "connaître ses lettres",
        Reading.READS: "savoir lire",
        Reading.READS_EASILY: "lire facilement",
    },
    "device": {
        Device.OWN: "chacun sur son appareil",
        Device.SHARED: "chacun son appareil, ou un écran pour tous",
        Device.PASSED: "chacun son appareil, ou un écran qui passe de main en main",
    },
    "exercises": {
        Exercise.SPEED: "la vitesse",
        Exercise.MEMORY: "la mémoire",
        Exercise.ATTENTION: "l’attention",
        Exercise.LETTERS: "les lettres",
        Exercise.VOCABULARY: "les mots",
        Exercise.IMAGINATION: "l’imagination",
        Exercise.STRATEGY: "la réflexion",
        Exercise.GUILE: "la ruse",
        Exercise.LUCK: "la chance",
        Exercise.SKILL: "l’adresse",
        Exercise.COOPERATION: "l’entraide",
    },
}
EN: Words = {
    "players": "{0} to {1} players",
    "one": "1 to {1} players",
    "minutes": "about {0} minutes",
    "cards": "In three cards",
    "rules": "The rules",
    "options": "Options",
    "option": "option",
    "what": "what it changes",
    "lesson": "Learn by playing",
    "lesson_how": "A small game that is really played, of about {0} seconds: on the game's page (`/g/{1}`),"
    " or in the terminal with `tablee lessons {1} --lang en`. What one learns:",
    "good": "Trains {0}.",
    "games": "The games",
    "game": "game",
    "by": "A game by {0}.",
    "head": ("game", "players", "minutes", "needs", "trains"),
    "not_ours": "The name of the game belongs to its owners; these rules are in our own words.",
    "reading": {
        Reading.NOTHING: "no reading",
        Reading.SOME_LETTERS: "a few letters",
        Reading.LETTERS: "knowing one's letters",
        Reading.READS: "reading",
        Reading.READS_EASILY: "reading easily",
    },
    "device": {
        Device.OWN: "everybody on a device of their own",
        Device.SHARED: "a device each, or one screen for all",
        Device.PASSED: "a device each, or one screen that is passed round",
    },
    "exercises": {exercise: exercise.value for exercise in Exercise},
}
WORDS: Mapping[Language, Words] = {Language.FR: FR, Language.EN: EN}
PLACE = {Language.FR: "jeux", Language.EN: "games"}
ENGLISH = ("games", "build")


def game_page(game: Game[Any], language: Language) -> str:
    """A game's page, of its own texts."""
    info, said, w = game.info, texts(game.info.key, language), WORDS[language]
    least, most = info.players
    facts = [
        (w["one"] if least == 1 else w["players"]).format(least, most),
        w["minutes"].format(info.minutes),
        w["reading"][info.reading],
        w["device"][info.device],
    ]
    trains = ", ".join(w["exercises"][e] for e in info.exercises)
    lines = [
        f"# {said.name}",
        "",
        f'![](emblems/{info.key}.svg){{ width="96" }}',
        "",
        f"**{said.tagline}**",
        "",
        " · ".join(facts),
        "",
        *([w["good"].format(trains), ""] if trains else []),
        *([w["by"].format(info.author), ""] if info.author else []),
        f"## {w['cards']}",
        "",
        *(
            f"- **{card.title}** : {card.text}" if language is Language.FR else f"- **{card.title}**: {card.text}"
            for card in said.help.cards
        ),
        "",
        *_lesson(info.key, language, w),
        f"## {w['rules']}",
        "",
        re.sub(r"^#", "##", said.help.rules.strip(), flags=re.MULTILINE),
        "",
        *_options(said, w),
        f"*{w['not_ours']}*",
        "",
    ]
    return "\n".join(lines)


def _lesson(key: str, language: Language, w: Words) -> Iterator[str]:
    taught = lesson(key)
    if taught is None:
        return
    from tablee.lessons.check import seconds  # noqa: PLC0415 - it plays games, which few pages need

    yield f"## {w['lesson']}"
    yield ""
    yield w["lesson_how"].format(seconds(taught), key)
    yield ""
    yield from (f"- {line.to(language)}" for line in taught.learned)
    yield ""


def _options(said: Texts, w: Words) -> Iterator[str]:
    if not said.options:
        return
    yield f"## {w['options']}"
    yield ""
    yield f"| {w['option']} | {w['what']} |"
    yield "| --- | --- |"
    yield from (f"| {option.name} | {option.hint} |" for option in said.options.values())
    yield ""


def shelf_page(language: Language) -> str:
    w = WORDS[language]
    rows = [f"# {w['games']}", "", f"| {' | '.join(w['head'])} |", "| --- | --- | --- | --- | --- |"]
    for game in ours():
        info = game.info
        trains = ", ".join(w["exercises"][e] for e in info.exercises)
        needs = w["reading"][info.reading]
        players = f"{info.players[0]}–{info.players[1]}"
        rows.append(f"| [{info.name}]({info.key}.md) | {players} | {info.minutes} | {needs} | {trains} |")
    return "\n".join([*rows, ""])


def moved(text: str, page: Path) -> str:
    """Links between pages of the docs go on working; what is only in the repository keeps its name."""

    def turned(match: re.Match[str]) -> str:
        picture, words, target = match.groups()
        if target.startswith(("http", "#", "/")):
            return match[0]
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve()
        inside = PLACES.get(file)
        if inside is None and picture:
            return ""
        if inside is None:
            return f"{words} (`{file.relative_to(ROOT).as_posix()}`)" if file != ROOT else words
        return f"{picture}[{words}]({inside}{'#' + anchor if anchor else ''})"

    text = text.replace('="docs/pictures/', '="pictures/')
    # "json client" tells our tests which way a message goes; to whoever prints it, it is json.
    return LINK.sub(turned, re.sub(r"^```(\w+) .+$", r"```\1", text, flags=re.MULTILINE))


PLACES: Mapping[Path, str] = {
    **{ROOT / "docs" / f"{name}.md": f"{name}.md" for name in (*GUIDES, *STUDIES)},
    **{ROOT / name: name.lower() for name in OF_THE_HOUSE},
    ROOT / "README.md": "readme.md",
    **{picture: f"pictures/{picture.name}" for picture in (ROOT / "docs" / "pictures").iterdir()},
}
"""What of the repository the site has, and where among the pages for those who build."""


def write(folder: Path) -> None:
    """All pages, as Markdown."""
    shutil.rmtree(folder, ignore_errors=True)
    build = folder / "build"
    build.mkdir(parents=True)
    for file, name in PLACES.items():
        target = build / name
        target.parent.mkdir(exist_ok=True)
        if file.suffix == ".md":
            target.write_text(moved(file.read_text("utf-8"), file), "utf-8")
        else:
            shutil.copy(file, target)
    for page in BY_HAND.iterdir():
        shutil.copy(page, folder / page.name)
    for language, place in PLACE.items():
        games = folder / place
        (games / "emblems").mkdir(parents=True)
        (games / "index.md").write_text(shelf_page(language), "utf-8")
        for game in ours():
            key = game.info.key
            (games / f"{key}.md").write_text(game_page(game, language), "utf-8")
            shutil.copy(ROOT / "src" / "tablee" / "games" / key / "emblem.svg", games / "emblems" / f"{key}.svg")


def config() -> str:
    """What Zensical is told."""

    def entry(title: str, page: str) -> str:
        return f'{{ "{title}" = "{page}" }}'

    def section(title: str, entries: list[str]) -> str:
        return f'{{ "{title}" = [{", ".join(entries)}] }}'

    def shelf(language: Language) -> list[str]:
        place = PLACE[language]
        return [f'"{place}/index.md"', *(entry(g.info.name, f"{place}/{g.info.key}.md") for g in ours())]

    def guide(name: str) -> str:
        return f'"build/{name}.md"'

    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    nav = [
        '"index.md"',
        section("Les jeux", shelf(Language.FR)),
        entry("En classe et au cabinet", "enseigner.md"),
        entry("Vie privée · Privacy", "vie-privee.md"),
        section("The games (English)", shelf(Language.EN)),
        section("Build with it (English)", ['"build/readme.md"', *map(guide, GUIDES)]),
        section("Measured", [*map(guide, STUDIES)]),
        section("The project", [f'"build/{name.lower()}"' for name in OF_THE_HOUSE]),
    ]
    return f"""[project]
site_name = "Tablée {version}"
site_description = "Une table ouverte pour 44 jeux de société français"
docs_dir = "pages"
site_dir = "html"
use_directory_urls = false
extra_css = ["site.css"]
nav = [{", ".join(nav)}]

[project.theme]
language = "fr"
font = false
features = ["navigation.indexes", "navigation.top", "search.highlight", "toc.follow"]

[[project.theme.palette]]
media = "(prefers-color-scheme: light)"
scheme = "default"
toggle.icon = "lucide/sun"
toggle.name = "Couleurs de nuit · Dark"

[[project.theme.palette]]
media = "(prefers-color-scheme: dark)"
scheme = "slate"
toggle.icon = "lucide/moon"
toggle.name = "Couleurs de jour · Light"

[project.markdown_extensions.attr_list]
[project.markdown_extensions.tables]
[project.markdown_extensions.toc]
permalink = false
[project.markdown_extensions.pymdownx.highlight]
[project.markdown_extensions.pymdownx.superfences]
[project.markdown_extensions.sane_lists]
"""


def build(folder: Path = BUILD) -> Path:
    """The site, ready to be served by anything; where it lies."""
    pages, site = folder / "pages", folder / "html"
    write(pages)
    shutil.rmtree(site, ignore_errors=True)
    told = folder / "zensical.toml"
    told.write_text(config(), "utf-8")
    made = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--clean", "-f", str(told)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        raise SystemExit(made.stdout + made.stderr)
    for place in ENGLISH:  # a screen reader has to know
        for page in (site / place).rglob("*.html"):
            page.write_text(page.read_text("utf-8").replace('<html lang="fr"', '<html lang="en"', 1), "utf-8")
    return site


if __name__ == "__main__":
    print(f"{build()}/index.html")
