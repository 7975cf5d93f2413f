"""English as people type it: whether words in boxes may be a complete sentence.

The lexicon tells no kinds of English words, so this only finds what cannot be right: an article without its noun,
*he go*, a sentence without anything that may be its verb, one that breaks off.
"""

from collections.abc import Collection, Sequence
from itertools import pairwise

from tablee.words.folding import fold


def _set(text: str) -> frozenset[str]:
    return frozenset(fold(word) for word in text.split())


_ARTICLES = _set("the a an my your our their every each these those")
_PREPOSITIONS = _set("of from into during between among without behind beside against towards")
_LINKS = _set("and or because although while if when until that whether than")
_SUBJECTS = _set("I you he she it we they who")
_THIRD = _set("he she it")
_OTHERS = _set("I you we they")
_HELPERS = _set("""
    am is are was were be been do does did has have had can could will would shall should may might must don't
    doesn't didn't isn't aren't wasn't weren't can't couldn't won't wouldn't shouldn't mustn't haven't hasn't
    hadn't let's I'm it's he's she's that's there's what's who's
""")
_NO_PLURAL = _set("am are were do have don't aren't weren't haven't")
_NO_OTHERS = _set("is was does has doesn't isn't hasn't")
_OPEN_END = _ARTICLES | _PREPOSITIONS | _LINKS - {fold("that")}


def sound(words: Sequence[str], verbs: Collection[str], bases: Collection[str]) -> bool:
    """`verbs` are folded forms that may be one, `bases` those that do not go with *he*."""
    said = [fold(word) for word in words]
    if not said or said[-1] in _OPEN_END:
        return False
    pairs = list(pairwise(said))
    if any(a in _ARTICLES and (b in _ARTICLES | _PREPOSITIONS | _LINKS | _SUBJECTS | _HELPERS) for a, b in pairs):
        return False
    if any(a == b for a, b in pairs):
        return False
    asked = said[0] in _HELPERS
    for place, (a, b) in enumerate(pairs):
        if asked and place == 1:  # *does he eat*
            continue
        if a in _THIRD and (b in _NO_PLURAL or (b in bases and not asked)):
            return False
        if a in _OTHERS and b in _NO_OTHERS:
            return False
    if any(a == "AN" and b[0] not in "AEIOUH" for a, b in pairs):
        return False
    if any(a == "A" and b[0] in "AEIO" for a, b in pairs):
        return False
    if any(a in _SUBJECTS and b in (_ARTICLES | _PREPOSITIONS) for a, b in pairs):
        return False
    if said[0] in _ARTICLES and len(said) < 3:
        return False
    start = 2 if said[0] in _ARTICLES else 1 if said[0] in _SUBJECTS else 0
    return any(word in _HELPERS or word in verbs for word in said[start:])
