"""Sentences of bots as a person has judged them, kept as golden files, one for each level and language.

A line has a mark and a sentence: `+` good, `*` makes one smile, `-` not acceptable, `?` not yet judged. The first
half are what bots of one level said in games of Frazrigolix, as far as each sentence got; the second fill boxes
with letters drawn from the deck. `python -m tests.sentences` writes them anew and keeps the marks of what has not
changed: read the rest, and mark it.
"""

from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

from tablee.arena.match import Match
from tablee.bots.bot import Level
from tablee.bots.sentences import SentenceMaker
from tablee.games.frazrigolix.rules import GAME
from tablee.kernel.rng import keyed, seed_from
from tablee.lexicons import load
from tablee.pieces.toutilix import DECK, ETOILE, PETARD, SYMBOL
from tablee.words.fit import Fit
from tablee.words.sentence import written

FOLDER = Path(__file__).parent / "bots" / "sentences"
FILES = [*(("fr", level) for level in Level), ("en", Level.STRONG)]
MANY = {"fr": 50, "en": 25}
"""Sentences of games, and as many of boxes."""
LETTERS = [letter for face in DECK if (letter := SYMBOL[face]) not in {ETOILE, PETARD}]
SHORTEST = 5


def played(language: str, level: Level, seed: str) -> Iterator[str]:
    """The sentences of a game between four bots of a level, as far as they got."""
    match = Match(GAME, [level] * 4, seed=seed_from(seed), options={"language": language})
    before: list[str] = []
    while not match.over:
        match.step()
        spoken: list[str] = match.state.spoken  # type: ignore[attr-defined]
        if len(spoken) < len(before) and len(before) >= SHORTEST:
            yield written(before)
        before = list(spoken)


def filled(language: str, level: Level, seed: str) -> str | None:
    """A sentence of four to eight words for letters of the deck."""
    rng = keyed(seed_from(seed), "boxes")
    fits = [Fit(contains=rng.choice(LETTERS)) for _ in range(4 + rng.below(5))]
    words = SentenceMaker(load(language), keyed(seed_from(seed), "sentence"), level).make(fits)
    return None if words is None else written(words)


def sentences(language: str, level: Level) -> list[str]:
    """What a golden file has, without the marks."""
    games = (s for i in count() for s in played(language, level, f"golden {language} {level} {i}"))
    boxes = (s for i in count() if (s := filled(language, level, f"golden {language} {level} {i}")))
    many = MANY[language]
    return [*islice(games, many), *islice(boxes, many)]


def file_of(language: str, level: Level) -> Path:
    return FOLDER / f"{language}-{level}.txt"


def judged(language: str, level: Level) -> list[tuple[str, str]]:
    """The marks and the sentences of a golden file."""
    file = file_of(language, level)
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [(line[0], line[2:]) for line in lines]


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for language, level in FILES:
        marks = {sentence: mark for mark, sentence in judged(language, level)}
        lines = [f"{marks.get(s, '?')} {s}\n" for s in sentences(language, level)]
        file_of(language, level).write_text("".join(lines), encoding="utf-8")
        print(file_of(language, level).name, sum(line[0] == "?" for line in lines), "to judge")


if __name__ == "__main__":
    main()
