"""Forms of the dictionaries that come as JSON: German (Morphy), Italian (Morph-it!), Spanish (lemmas of forms)."""

import gzip
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

NOT_FORMS = frozenset({"G", "hasPrefix"})
"""Fields of German entries that hold no form."""
PLAINER = str.maketrans("äöü", "aou")


def german(entries: bytes) -> Iterator[str]:
    """Entries by lemma, forms by case or person. A verb that parts (*arbeite ab*) gives its first word, and
    joined, as in a subordinate clause, both."""
    for lemma, entry in msgspec.json.decode(entries).items():
        yield lemma
        yield from _leaves(entry)


def _leaves(entry: Any) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, dict):
        for key, value in entry.items():
            if key not in NOT_FORMS:
                yield from _leaves(value)
    elif isinstance(entry, list):
        words = [word for word in entry if isinstance(word, str)]
        yield from words
        if len(words) == 2:
            yield words[1] + words[0]


def compared(nouns: Iterable[str], adjectives: frozenset[str]) -> Iterator[str]:
    """Comparatives and superlatives, which the dictionary lists as nouns only: *das Schnellere*."""
    for noun in nouns:
        stem = noun[:-1].lower()
        base = stem[:-2] if stem.endswith("er") else stem.removesuffix("st").removesuffix("e")
        if noun.endswith(("ere", "ste")) and not adjectives.isdisjoint({base, base.translate(PLAINER)}):
            yield stem
            yield from (stem + ending for ending in ("e", "en", "em", "es", "er"))


def lemmas(packed: bytes) -> dict[str, str]:
    """The table of lemmas by form. Some Italian ones were taken for Latin-1 on their way."""
    table: dict[str, Any] = msgspec.json.decode(gzip.decompress(packed))
    return {mended(form): str(lemma) for form, lemma in table.items()}


def mended(form: str) -> str:
    try:
        return form.encode("cp1252").decode()
    except UnicodeError:
        return form


def of_listed_lemmas(table: dict[str, str], listed: Iterable[str]) -> Iterator[str]:
    """Forms whose lemma a dictionary has."""
    known = frozenset(listed)
    return (form for form, lemma in table.items() if lemma in known or form in known)
