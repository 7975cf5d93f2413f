"""Sentences of bots as a person has judged them, kept as golden files: one for each game, level and language.

Each line: a mark and a sentence: `+` good, `*` makes one smile, `-` not acceptable, `?` not yet judged; the header
counts them. The letters are drawn from the deck, étoiles too. `python -m tests.sentences` writes the files anew
and keeps the marks of what has not changed: read the rest, and mark it (`python -m tests.sentences FILE MARKS`
puts a row of marks before the lines that have none).

- `frazrigolix`: what bots of one level said in games, as far as each sentence got;
- `quadrix`: one to four boxes;
- `toufrazix`: a line of boxes grows at either end from two to twelve; the sentence in force gets a word more, or
  another is made;
- `broderix`: one word after the other, each with two letters, up to *point*;
- `paflemix`: one word after the other, each beginning with a letter of a hand of five, up to an étoile;
- `empilix`: three to eighteen boxes;
- `cadavrexkix`: five boxes, then four more from each last word on, five times; a line has the words of one.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, islice
from pathlib import Path

from tablee.arena.match import Match
from tablee.bots.bot import Level
from tablee.bots.sentences import SentenceMaker
from tablee.games.frazrigolix.rules import GAME
from tablee.kernel.rng import Rng, keyed, seed_from
from tablee.lexicons import load
from tablee.pieces.toutilix import DECK, ETOILE, PETARD, SYMBOL
from tablee.words.fit import Fit
from tablee.words.folding import fold
from tablee.words.sentence import written

FOLDER = Path(__file__).parent / "bots" / "sentences"
LETTERS = [letter for face in DECK if (letter := SYMBOL[face]) != PETARD]
PLAIN = [letter for letter in LETTERS if letter != ETOILE]
SHORTEST = 5
"""Words of a sentence of Frazrigolix that is worth reading."""
QUADRIX = (1, 2, 2, 3, 3, 4, 4, 4, 4, 4)
"""Boxes, as often as they come."""
TOUFRAZIX = {Level.BEGINNER: 7, Level.NORMAL: 9, Level.STRONG: 12}
"""Boxes of the longest line, and what beginners make anew: four."""
CARPET = 20
TEXTS = {Level.BEGINNER: 1, Level.NORMAL: 3, Level.STRONG: 20}
"""Texts of Cadavrexkix that come to mind."""


def box(letters: Sequence[str]) -> Fit:
    stars = letters.count(ETOILE)
    return Fit(contains="".join(c for c in letters if c != ETOILE), jokers=stars if len(letters) > 1 else 0)


def maker(language: str, level: Level, seed: str) -> tuple[SentenceMaker, Rng]:
    return SentenceMaker(load(language), keyed(seed_from(seed), "words"), level), keyed(seed_from(seed), "cards")


def frazrigolix(language: str, level: Level, seed: str) -> Iterator[list[str]]:
    match = Match(GAME, [level] * 4, seed=seed_from(seed), options={"language": language})
    before: list[str] = []
    while not match.over:
        match.step()
        spoken: list[str] = match.state.spoken  # type: ignore[attr-defined]
        if len(spoken) < len(before) and len(before) >= SHORTEST:
            yield before
        before = list(spoken)


def quadrix(language: str, level: Level, seed: str) -> Iterator[list[str]]:
    bot, rng = maker(language, level, seed)
    for boxes in QUADRIX:
        words = bot.make([box(rng.choice(LETTERS)) for _ in range(boxes)])
        if words is not None:
            yield words


def toufrazix(language: str, level: Level, seed: str) -> Iterator[list[str]]:
    bot, rng = maker(language, level, seed)
    row, said = [rng.choice(LETTERS)], list[str]()
    while len(row) < TOUFRAZIX[level]:
        letter, front = rng.choice(LETTERS), bool(rng.below(2))
        row = [letter, *row] if front else [*row, letter]
        longer = bot.lengthen(said, box(letter), front=front) if said and rng.below(2) else None
        anew = longer is None and (level is not Level.BEGINNER or len(row) <= 4)
        words = bot.make([box(c) for c in row]) if anew else longer
        if words is None:  # it dries: the card goes under the pile
            row = row[1:] if front else row[:-1]
            if rng.below(4) == 0:
                return
            continue
        said = words
        yield words


def broderix(language: str, level: Level, seed: str) -> Iterator[list[str]]:
    bot, rng = maker(language, level, seed)
    carpet, said, dry = [rng.choice(LETTERS) for _ in range(CARPET)], list[str](), 0
    while dry < 5:
        letter = rng.choice(LETTERS)
        for pile in rng.shuffled(range(CARPET)):
            word = bot.go_on(said, box(letter + carpet[pile]))
            if word is not None:
                said, carpet[pile] = [*said, word], letter
                break
        else:
            dry += 1
        if len(said) >= 5 and bot.ends(said) and (len(said) >= 12 or rng.below(10) < 3):
            yield said
            said = []


def paflemix(language: str, level: Level, seed: str) -> Iterator[list[str]]:
    bot, rng = maker(language, level, seed)
    hands = [[rng.choice(PLAIN) for _ in range(5)] for _ in range(4)]
    said: list[str] = []
    while any(len(hand) < 12 for hand in hands):
        hand = rng.choice(hands)
        laid = next(bot.next_words(said, [Fit(starts=letter) for letter in hand]), None)
        if laid is None:
            hand.append(rng.choice(PLAIN))
            continue
        card, word = laid
        said, hand[card] = [*said, word], rng.choice(PLAIN)
        if len(said) >= 4 and bot.ends(said) and rng.below(10) < 4:
            yield said
            said = []


def empilix(language: str, level: Level, seed: str) -> Iterator[list[str]]:
    bot, rng = maker(language, level, seed)
    words = bot.make([box(rng.choice(PLAIN)) for _ in range(3 + rng.below(16))])
    if words is not None:
        yield words


def cadavrexkix(language: str, level: Level, seed: str) -> Iterator[list[str]]:
    bot, rng = maker(language, level, seed)
    said: list[str] = []
    for _ in range(5):
        last = said[-1] if said else None
        boxes = [box(rng.choice(LETTERS)) for _ in range(4 if last else 5)]
        texts = bot.texts(last, boxes, many=TEXTS[level], avoid=frozenset(map(fold, said)))
        if not texts:
            return
        words = max(texts, key=lambda text: (text.lands, text.rare)).words
        yield [*([last] if last else []), *words]
        said += words


GAMES: Mapping[str, Callable[[str, Level, str], Iterator[list[str]]]] = {
    "frazrigolix": frazrigolix,
    "quadrix": quadrix,
    "toufrazix": toufrazix,
    "broderix": broderix,
    "paflemix": paflemix,
    "empilix": empilix,
    "cadavrexkix": cadavrexkix,
}
FILES = [(game, *told) for game in GAMES for told in (*(("fr", level) for level in Level), ("en", Level.STRONG))]


def many(game: str, language: str) -> int:
    """Lines of a file."""
    if game == "frazrigolix":
        return 50 if language == "fr" else 25
    if game in {"paflemix", "empilix", "cadavrexkix"}:
        return 100 if language == "fr" else 30
    return 100 if language == "fr" else 40


def sentences(game: str, language: str, level: Level) -> list[str]:
    """What a golden file has, without the marks: each once."""
    seeds = (f"golden {language} {level} {i}" for i in count())
    said = (written(words) for seed in seeds for words in GAMES[game](language, level, seed))
    seen: dict[str, None] = {}
    fresh = (s for s in said if s not in seen and seen.setdefault(s) is None)
    return list(islice(fresh, many(game, language)))


def file_of(game: str, language: str, level: Level) -> Path:
    return FOLDER / f"{game}-{language}-{level}.txt"


def judged(file: Path) -> list[tuple[str, str]]:
    """The marks and the sentences of a golden file."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [(line[0], line[2:]) for line in lines if not line.startswith("#")]


def header(marks: Sequence[str]) -> str:
    good, smiles = len(marks) - marks.count("-") - marks.count("?"), marks.count("*")
    return f"# {good} of {len(marks)} are good, {smiles} of them make one smile."


def write(file: Path, lines: Sequence[tuple[str, str]]) -> None:
    marked = [f"{mark} {sentence}" for mark, sentence in lines]
    file.write_text("\n".join([header([mark for mark, _ in lines]), *marked, ""]), encoding="utf-8")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    if len(sys.argv) == 3:
        file, row = FOLDER / sys.argv[1], iter(sys.argv[2])
        write(file, [(next(row) if mark == "?" else mark, sentence) for mark, sentence in judged(file)])
        return
    for told in FILES:
        file = file_of(*told)
        marks = {sentence: mark for mark, sentence in judged(file)}
        write(file, [(marks.get(s, "?"), s) for s in sentences(*told)])
        print(file.name, sum(mark == "?" for mark, _ in judged(file)), "to judge")


if __name__ == "__main__":
    main()
