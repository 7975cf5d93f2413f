"""Sentences as the judge sees them: words with their flags, one box each (C10). Pure functions, no lexicon inside.

Whether a sentence is one is for the people at the table. What can be told from a lexicon is whether some word
*can* be its verb; where all such words look like nouns ("la porte du château"), the voters are told so.
"""

import re
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from tablee.words.flags import ADJECTIVE, NOUN, VERB
from tablee.words.folding import fold

_ELIDED = ("c' d' j' l' m' n' s' t' qu'", "jusqu' lorsqu' puisqu' quoiqu' quelqu' presqu'")
ELIDED = frozenset(word for line in _ELIDED for word in line.split())
"""French words that stand for themselves although they lean on the next one."""

_DETERMINERS = (
    "LE LA LES L UN UNE DES DU AU AUX DE D CE CET CETTE CES MON MA MES TON TA TES SON SA SES NOTRE NOS VOTRE VOS",
    "LEUR LEURS QUEL QUELLE QUELS QUELLES CHAQUE QUELQUE QUELQUES PLUSIEURS AUCUN AUCUNE DEUX TROIS QUATRE CINQ",
    "SIX SEPT HUIT NEUF DIX",
)
_SUBJECTS = ("JE J TU IL ELLE ON NOUS VOUS ILS ELLES QUI NE N ME M TE T SE S LUI Y EN CA CELA",)
DETERMINERS = frozenset(word for line in _DETERMINERS for word in line.split())
SUBJECTS = frozenset(word for line in _SUBJECTS for word in line.split())
"""Pronouns, and what stands between a subject and its verb: a determiner after them is one too ("il la porte")."""


class SentenceReading(Struct, frozen=True):
    """What the lexicon says of a sentence's verb."""

    verbs: tuple[int, ...]
    """The places of the words that can be a conjugated verb."""
    noun_likely: bool
    """Each of them rather looks like a noun here: a warning for those who vote, never a refusal."""


def read(words: Sequence[str], flags: Sequence[int]) -> SentenceReading:
    """Reads a sentence, word by word with the flags of each."""
    verbs = tuple(i for i, kind in enumerate(flags) if kind & VERB)
    return SentenceReading(verbs, bool(verbs) and all(_looks_like_noun(words, flags, i) for i in verbs))


def _looks_like_noun(words: Sequence[str], flags: Sequence[int], place: int) -> bool:
    if not flags[place] & (NOUN | ADJECTIVE) or not place:
        return False
    before = place - 1
    if (
        before
        and flags[before] & ADJECTIVE
        and not flags[before] & VERB
        and fold(words[before]) not in DETERMINERS
    ):
        before -= 1  # "une belle porte"
    if fold(words[before]) not in DETERMINERS:
        return False
    return not (before and fold(words[before - 1]) in SUBJECTS)


def is_elided(word: str) -> bool:
    """An elided form, typed with its apostrophe: a word by itself."""
    return word.strip().replace("’", "'").lower() in ELIDED


def with_apostrophe(word: str) -> str:
    """A word as it is written: who types the letter M, where a letter can be a word, means *m'*."""
    elided = word.strip() + "'"
    return elided if len(elided) == 2 and is_elided(elided) else word


def written(words: Iterable[str]) -> str:
    """Words as one reads them: an elided one leans on the next."""
    return "".join(word if is_elided(word) else f"{word} " for word in words).rstrip()


LONGEST_TEXT, LONGEST_CHUNK = 2_000, 60
"""More letters than anybody types into boxes, and than any word has: the rest is not looked at."""


def boxes(text: str, known: Callable[[str], object]) -> list[str]:
    """The words of a typed text, as they go into boxes.

    An elided form is a word (*l'* *eau*), so are the parts of an inversion (*arrête* *toi*); what the lexicon
    lists as one entry stays one (*aujourd'hui*, *arc-en-ciel*).
    """
    found: list[str] = []
    for chunk in re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*['’]?", text[:LONGEST_TEXT]):
        found += _parts(chunk, known) if len(chunk) <= LONGEST_CHUNK else [chunk]
    return found


def _parts(chunk: str, known: Callable[[str], object]) -> list[str]:
    """One entry, or else the longest beginning that is one, and the rest."""
    cuts = [m.end() for m in re.finditer(r"['’-]", chunk) if m.end() < len(chunk)]
    if not cuts or known(chunk):
        return [chunk]
    for cut in reversed(cuts):
        head = chunk[:cut].rstrip("-")
        if is_elided(head) or known(head):
            return [head, *_parts(chunk[cut:], known)]
    return [chunk[: cuts[0]].rstrip("-"), *_parts(chunk[cuts[0] :], known)]


def capitalised(text: str) -> str:
    """With a capital at the beginning, as a sentence is written."""
    return text[:1].upper() + text[1:]
