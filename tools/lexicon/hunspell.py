"""Unfolds the French Hunspell dictionary: every inflected form with its tags. Prefixes (l', d') are left out."""

import re
from collections import defaultdict
from collections.abc import Iterator

from msgspec import Struct

from tablee.words import flags as kinds

NEEDS_AFFIX, FORBIDDEN = "()", "{}"
WRITTEN = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*'?")
"""Letters, with apostrophes and hyphens between them; an elided word ends in one."""

PERSONS = {
    "1sg": kinds.FIRST_SINGULAR,
    "2sg": kinds.SECOND_SINGULAR,
    "3sg": kinds.THIRD_SINGULAR,
    "1pl": kinds.FIRST_PLURAL,
    "2pl": kinds.SECOND_PLURAL,
    "3pl": kinds.THIRD_PLURAL,
    "3pl!": kinds.THIRD_PLURAL,
}
INDICATIVE = {"ipre", "iimp", "ifut", "ipsi", "cond"}
FINITE = INDICATIVE | {"spre", "simp", "impe"}
KINDS = {
    "nom": kinds.NOUN,
    "titr": kinds.NOUN,
    "adj": kinds.ADJECTIVE,
    "adv": kinds.ADVERB,
    "negadv": kinds.ADVERB,
    "loc.adv": kinds.ADVERB,
    "interj": kinds.INTERJECTION,
    "infi": kinds.INFINITIVE,
    "ppas": kinds.PARTICIPLE,
    "ppre": kinds.GERUND,
    "prn": kinds.FIRST_NAME,
    "patr": kinds.SURNAME,
    "npr": kinds.PROPER,
    "mg": kinds.FUNCTION,
    "nb": kinds.FUNCTION,
    "nbro": kinds.FUNCTION,
    "prep": kinds.FUNCTION,
    "det": kinds.FUNCTION,
}
NOUN_SHAPE = {
    "mas": kinds.NOUN_MASCULINE,
    "fem": kinds.NOUN_FEMININE,
    "epi": kinds.NOUN_MASCULINE | kinds.NOUN_FEMININE,
    "sg": kinds.NOUN_SINGULAR,
    "pl": kinds.NOUN_PLURAL,
    "inv": kinds.NOUN_SINGULAR | kinds.NOUN_PLURAL,
}
ADJECTIVE_SHAPE = {
    "mas": kinds.ADJECTIVE_MASCULINE,
    "fem": kinds.ADJECTIVE_FEMININE,
    "epi": kinds.ADJECTIVE_MASCULINE | kinds.ADJECTIVE_FEMININE,
    "sg": kinds.ADJECTIVE_SINGULAR,
    "pl": kinds.ADJECTIVE_PLURAL,
    "inv": kinds.ADJECTIVE_SINGULAR | kinds.ADJECTIVE_PLURAL,
}


class Suffix(Struct, frozen=True):
    strip: str
    add: str
    condition: re.Pattern[str]
    tags: tuple[str, ...]
    more: tuple[str, ...]
    """Flags of the form it makes."""

    def on(self, word: str) -> str | None:
        if not (word.endswith(self.strip) and self.condition.search(word)):
            return None
        return word[: len(word) - len(self.strip)] + self.add


def pairs(text: str) -> tuple[str, ...]:
    """Flags are two characters long."""
    return tuple(text[i : i + 2] for i in range(0, len(text), 2))


def suffixes(aff: str) -> dict[str, list[Suffix]]:
    found: dict[str, list[Suffix]] = defaultdict(list)
    for line in aff.splitlines():
        part = line.split()
        if len(part) >= 5 and part[0] == "SFX":
            add, _, more = part[3].partition("/")
            found[part[1]].append(
                Suffix(
                    "" if part[2] == "0" else part[2],
                    "" if add == "0" else add,
                    re.compile(("" if part[4] == "." else part[4]) + "$"),
                    tuple(t for t in part[5:] if ":" in t),
                    pairs(more),
                )
            )
    return found


def unfold(dic: str, aff: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each form with the tags of its word and of its suffixes."""
    rules = suffixes(aff)
    for line in dic.splitlines()[1:]:
        if not line or line[0] in "#\t":
            continue
        head, *tags = line.split()
        word, _, written = head.partition("/")
        given = pairs(written)
        if FORBIDDEN in given or "po:err" in tags:
            continue
        own = tuple(tags)
        if NEEDS_AFFIX not in given:
            yield word, own
        for flag in given:
            for rule in rules.get(flag, ()):
                form = rule.on(word)
                if form is None:
                    continue
                if NEEDS_AFFIX not in rule.more:
                    yield form, own + rule.tags
                for further in rule.more:
                    for second in rules.get(further, ()):
                        longer = second.on(form)
                        if longer is not None:
                            yield longer, own + rule.tags + second.tags


def flags_of(tags: tuple[str, ...]) -> int:
    """What the tags of one reading of a form say of it."""
    says = [t.partition(":")[2] for t in tags if t.startswith("po:")]
    shape = [t.partition(":")[2] for t in tags if t.startswith("is:")]
    found = kinds.KNOWN
    for tag in says:
        found |= KINDS.get(tag, 0)
        if tag.startswith(("det", "pro", "prep", "cj", "preverb")):
            found |= kinds.FUNCTION
    if found & kinds.PARTICIPLE:
        found |= kinds.ADJECTIVE
    if not FINITE.isdisjoint(says):
        found |= kinds.VERB
        if "impe" in says:
            found |= kinds.IMPERATIVE
        if not INDICATIVE.isdisjoint(says):
            for tag in says:
                found |= PERSONS.get(tag, 0)
        verb = next((t for t in says if re.match(r"v\d", t)), "")
        found |= kinds.INTRANSITIVE if verb[3:4] == "i" else 0
        found |= kinds.TRANSITIVE if verb[4:5] == "t" else 0
    for tag in shape:
        if found & (kinds.NOUN | kinds.FIRST_NAME | kinds.PROPER):
            found |= NOUN_SHAPE.get(tag, 0)
        if found & kinds.ADJECTIVE:
            found |= ADJECTIVE_SHAPE.get(tag, 0)
    return found


def forms(dic: str, aff: str) -> dict[str, int]:
    """All forms with the flags of all their readings."""
    found: dict[str, int] = {}
    for form, tags in unfold(dic, aff):
        written = form.replace("’", "'")
        if WRITTEN.fullmatch(written):
            found[written] = found.get(written, 0) | flags_of(tags)
    return found
