"""`tablee words`: what the lexicons know, for people who wonder and programs that ask."""

from typing import Annotated

import typer
from msgspec import Struct
from rich.table import Table

from tablee.cli.commands import DEFAULT_LANGUAGE, AsJson, Lang, complain, out, print_json
from tablee.kernel.refusal import Refused
from tablee.lexicons import languages, load
from tablee.lexicons.container import Damaged
from tablee.texts import Language
from tablee.words import flags
from tablee.words.fit import ANY, Fit
from tablee.words.folding import fold
from tablee.words.lexicon import Lexicon

app = typer.Typer(help="Look words up, and find words by their letters.", no_args_is_help=True)

Tongue = Annotated[str, typer.Option("--language", help=f"Language of the words: {', '.join(languages())}.")]


class WordEntry(Struct, frozen=True):
    """What a lexicon says of a word."""

    word: str
    known: bool
    kinds: list[str]
    zipf: float
    spellings: tuple[str, ...]
    lexicon: str


def looked_up(lexicon: Lexicon, word: str) -> WordEntry:
    known = lexicon.look_up(word)
    if not known:
        return WordEntry(word, False, [], 0.0, (), lexicon.version)
    return WordEntry(word, True, flags.names(known), lexicon.zipf(word), lexicon.spellings(word), lexicon.version)


def opened(language: str, lang: Language) -> Lexicon:
    try:
        return load(language)
    except Refused as no:
        complain(no, lang)
    except Damaged as wrong:
        complain(Refused("lexicon_damaged", why=str(wrong)), lang)


@app.command()
def check(
    words: Annotated[list[str], typer.Argument(metavar="WORD…", help="As players would type them.")],
    language: Tongue = "fr",
    json: AsJson = False,
    lang: Lang = DEFAULT_LANGUAGE,
) -> None:
    """Say which words are known, what they are and how common."""
    lexicon = opened(language, lang)
    found = [looked_up(lexicon, word) for word in words]
    if json:
        print_json(found)
        return
    table = Table("word", "known", "kinds", "zipf", "spellings")
    for entry in found:
        known = ("yes", ", ".join(entry.kinds), f"{entry.zipf:.2f}", ", ".join(entry.spellings))
        table.add_row(entry.word, *(known if entry.known else ("no",)))
    out.print(table)


@app.command()
def find(
    contains: Annotated[str, typer.Option(help="Letters, each with one of its own in the word.")] = "",
    without: Annotated[str, typer.Option(help="Letters that the word has not.")] = "",
    starts: Annotated[str, typer.Option(help="Its beginning; ? is any letter.")] = "",
    ends: Annotated[str, typer.Option(help="Its end; ? is any letter.")] = "",
    extract: Annotated[str, typer.Option(help="Letters that stand in it as they are; ? is any letter.")] = "",
    rack: Annotated[str, typer.Option(help="Letters that it is laid with, each once at most.")] = "",
    jokers: Annotated[
        int, typer.Option(min=0, help="Any letters: in the rack, or else besides those of --contains.")
    ] = 0,
    least: Annotated[int, typer.Option("--min", min=0, help="Letters that it has at least.")] = 0,
    most: Annotated[int, typer.Option("--max", min=0, help="Letters that it has at most; 0: no limit.")] = 0,
    limit: Annotated[int, typer.Option(min=1, help="So many of the commonest words that fit.")] = 20,
    common: Annotated[int | None, typer.Option(min=1, help="Look only among so many of the commonest.")] = None,
    rude: Annotated[bool, typer.Option(help="Rude words too.")] = True,
    language: Tongue = "fr",
    json: AsJson = False,
    lang: Lang = DEFAULT_LANGUAGE,
) -> None:
    """Find words by their letters, the commonest first."""
    lexicon = opened(language, lang)
    try:
        fit = Fit(
            contains=letters(contains),
            without=letters(without),
            starts=letters(starts, ANY),
            ends=letters(ends, ANY),
            holds=letters(extract, ANY),
            rack=letters(rack),
            blanks=jokers if rack else 0,
            jokers=0 if rack else jokers,
            least=least,
            most=most,
        )
    except Refused as no:
        complain(no, lang)
    found = lexicon.index.find(fit, limit=limit, most_common=common, without_rude=not rude)
    shown = [lexicon.spelled(word) for word in found]
    if json:
        print_json(
            [
                {
                    "word": word,
                    "folded": folded,
                    "zipf": lexicon.zipf(word),
                    "kinds": flags.names(lexicon.look_up(word)),
                }
                for word, folded in zip(shown, found, strict=True)
            ]
        )
        return
    table = Table("word", "letters", "zipf", "spellings")
    for word, folded in zip(shown, found, strict=True):
        table.add_row(word, str(len(folded)), f"{lexicon.zipf(word):.2f}", ", ".join(lexicon.spellings(folded)))
    total = lexicon.index.count(fit, most_common=common, without_rude=not rude)
    out.print(table)
    out.print(f"{len(found)} of {total}")


def letters(text: str, wild: str = "") -> str:
    """The folded letters of an option; what folds to nothing is refused rather than ignored."""
    folded = [c if wild and c == wild else fold(c) for c in text]
    if not all(folded):
        raise Refused("not_letters", text=text)
    return "".join(folded)
