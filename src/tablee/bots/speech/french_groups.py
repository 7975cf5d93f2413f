"""French as people type it: single words and the groups around a noun, for `french_reading.py`.

Each method says where a group of words may end that begins at a place; `Group` has what others must agree with.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from msgspec import structs

from tablee.bots.speech import french_heard as heard
from tablee.bots.speech.french_heard import Group, HeardWord
from tablee.words import flags as kinds

P = ParamSpec("P")
T = TypeVar("T")
S = TypeVar("S", bound="FrenchGroups")


def remembered(
    method: Callable[Concatenate[S, P], Iterable[T]],
) -> Callable[Concatenate[S, P], tuple[T, ...]]:
    """Each question is answered once."""

    @wraps(method)
    def ask(self: S, /, *args: P.args, **kwargs: P.kwargs) -> tuple[T, ...]:
        key = (method.__name__, args, tuple(kwargs.items()))
        if key not in self.answers:
            self.answers[key] = ()  # a group that begins with itself is none
            self.answers[key] = tuple(dict.fromkeys(method(self, *args, **kwargs)))
        return self.answers[key]  # type: ignore[return-value]

    return ask


class FrenchGroups:
    """The words of one sentence, and the groups around its nouns."""

    def __init__(self, words: Sequence[HeardWord]) -> None:
        self.words = words
        self.answers: dict[object, tuple[object, ...]] = {}

    # What verbs and sentences are is for `FrenchReading`.

    def _predicate(self, subject: Group) -> Iterable[int]:
        raise NotImplementedError

    def _declarative(self, i: int) -> Iterable[int]:
        raise NotImplementedError

    def _infinitive(self, i: int) -> Iterable[int]:
        raise NotImplementedError

    def _complements(
        self, i: int, subject: Group, takes: bool = False, then: bool = False, quality: bool = False
    ) -> Iterable[int]:
        raise NotImplementedError

    # ---- single words --------------------------------------------------------------------------------------

    def _text(self, i: int) -> str:
        return self.words[i].text if i < len(self.words) else ""

    def _flags(self, i: int) -> int:
        return self.words[i].flags if i < len(self.words) else 0

    def _is(self, i: int, *texts: str) -> bool:
        return self._text(i) in texts

    def _sounds(self, i: int, needs: str) -> bool:
        """Whether a word may follow *l'* ("v") or *le* ("c")."""
        vowel = self.words[i].vowel() if i < len(self.words) else None
        return vowel is None or not needs or vowel == (needs == "v")

    def _verb(self, i: int, persons: int) -> bool:
        """A verb in one of these persons; forms that only the subjunctive has are told without."""
        flags = self._flags(i)
        return bool(flags & kinds.VERB) and bool(flags & persons or not flags & heard.ANY_PERSON)

    def _adverb(self, i: int) -> bool:
        return bool(self._flags(i) & kinds.ADVERB) and self._text(i) not in heard.SMALL

    def _agreements(self, i: int, bits: dict[str, int], gender: str, number: str) -> Iterator[tuple[str, str]]:
        """The genders and numbers that a word has and that agree."""
        flags = self._flags(i)
        genders = [g for g in "mf" if flags & bits[g]] or ["m", "f"]
        numbers = [n for n in "sp" if flags & bits[n]] or ["s", "p"]
        for g in genders:
            for n in numbers:
                if (not gender or g == gender) and (not number or n == number):
                    yield g, n

    def _adjective_word(self, i: int, gender: str, number: str) -> bool:
        if not self._flags(i) & (kinds.ADJECTIVE | kinds.PARTICIPLE):
            return self._text(i) in heard.NUMBERS and number != "s"
        return any(self._agreements(i, heard.ADJECTIVE, gender, number))

    # ---- nouns ---------------------------------------------------------------------------------------------

    @remembered
    def _nominal(self, i: int, gender: str, number: str) -> Iterator[Group]:
        """What follows an article: *petit chat noir*; an adjective may stand for a noun."""
        if self._flags(i) & kinds.NOUN:
            for g, n in self._agreements(i, heard.NOUN, gender, number):
                yield from self._described(Group(i + 1, g, n))
        if self._adjective_word(i, gender, number) and self._text(i) not in heard.DETERMINERS:
            for g, n in self._agreements(i, heard.ADJECTIVE, gender, number):
                yield from self._nominal(i + 1, g, n)
                yield from self._described(Group(i + 1, g, n))

    @remembered
    def _described(self, group: Group) -> Iterator[Group]:
        yield group
        end, gender, number = group.end, group.gender, group.number
        then: set[int] = (
            set(self._quality(end, gender, number)) | set(self._with(end)) | set(self._who(end, group))
        )
        if self._adverb(end) and self._text(end) in {"là", "ci", "même", "aussi", "seulement"}:
            then.add(end + 1)
        then |= {g.end for g in self._named(end)}  # *le roi Arthur*
        for e in sorted(then):
            yield from self._described(structs.replace(group, end=e))

    @remembered
    def _quality(self, i: int, gender: str, number: str) -> Iterator[int]:
        """*très petit et noir*, *plus rapide que le vent*."""
        if self._text(i) in heard.DEGREES or (self._adverb(i) and self._text(i).endswith("ment")):
            yield from self._quality(i + 1, gender, number)
        if self._adjective_word(i, gender, number) and self._text(i) not in heard.SMALL:
            yield i + 1
            if self._is(i + 1, "et", "ou", "mais", "donc", "puis"):
                yield from self._quality(i + 2, gender, number)

    @remembered
    def _who(self, i: int, group: Group) -> Iterator[int]:
        """A relative clause."""
        if self._is(i, "qui"):
            number = group.number or "s"
            subject = structs.replace(group, end=i + 1, number=number)
            yield from self._predicate(subject)
        if self._is(i, "que", "qu'", "dont", "où") and self._elided(i):
            yield from self._declarative(i + 1)
        if self._text(i) in heard.PREPOSITIONS and self._is(i + 1, *heard.WHICH):
            yield from self._declarative(i + 2)
        if self._text(i) in heard.WHICH_BY:
            yield from self._declarative(i + 1)

    def _elided(self, i: int) -> bool:
        """*que* and *qu'*, *ne* and *n'*, *de* and *d'* stand where they should."""
        needs = "v" if self._text(i).endswith("'") else "c" if self._text(i) in heard.ELIDES else ""
        return self._sounds(i + 1, needs)

    @remembered
    def _noun_group(self, i: int) -> Iterator[Group]:
        """A noun with its article, a name, a pronoun that stands for them; several with *et*."""
        for group in self._one_group(i):
            yield group
            if self._is(group.end, "et", "ou", "ni"):
                after = group.end + 1
                others = [*self._noun_group(after), *self._stressed(after), *self._bare(after)]
                for other in others:
                    gender = "f" if group.gender == other.gender == "f" else "m"
                    yield Group(other.end, gender, "p", other.person if other.person != "2" else "")

    @remembered
    def _one_group(self, i: int) -> Iterator[Group]:
        text = self._text(i)
        if text in {"tout", "toute", "tous", "toutes"}:
            yield from self._one_group(i + 1)
        if text in heard.DETERMINERS:
            gender, number, needs = heard.DETERMINERS[text]
            j = i + 1
            if needs == "m":  # *mon amie*
                gender = "m" if j < len(self.words) and self.words[j].vowel() is False else ""
            if self._sounds(j, needs if needs != "m" else ""):
                yield from self._nominal(j, gender, number)
            if text in {"le", "la", "les"} and self._is(j, *heard.MINE):
                yield Group(j + 1, gender, number)
            if text in {"le", "la", "les", "l'"} and self._is(j, "plus", "moins"):
                yield from self._nominal(j + 1, gender, number)
        if text in heard.NUMBERS:
            yield from self._nominal(i + 1, "", "p")
            yield Group(i + 1, "", "p")
        if text in {"de", "d'"} and self._elided(i):
            if self._text(i + 1) in {"la", "l'"} and self._elided(i + 1):
                yield from self._nominal(i + 2, "f" if self._is(i + 1, "la") else "", "s")
            elif self._adjective_word(i + 1, "", "p"):  # *de petits lamas*
                yield from self._nominal(i + 1, "", "p")
        if text in heard.QUANTITIES and self._is(i + 1, "de", "d'") and self._elided(i + 1):
            yield from self._nominal(i + 2, "", "")
        if text in heard.ALONE:
            gender, number = heard.ALONE[text]
            yield from self._described(Group(i + 1, gender, number))
            if text in {"rien", "personne", "quelqu'un"} and self._is(i + 1, "de", "d'"):
                yield from (Group(e, gender, number) for e in self._quality(i + 2, "m", "s"))
        if self._is(i, "quelque") and self._is(i + 1, "chose"):
            yield from self._described(Group(i + 2, "m", "s"))
        yield from self._named(i)

    @remembered
    def _named(self, i: int) -> Iterator[Group]:
        if i < len(self.words) and self.words[i].name:
            number = "p" if self._flags(i) & kinds.NOUN_PLURAL and not self._flags(i) & kinds.FIRST_NAME else "s"
            yield from self._described(Group(i + 1, "", number))
            yield from self._named(i + 1)

    def _stressed(self, i: int) -> Iterator[Group]:
        if self._text(i) in heard.STRESSED:
            gender, number, person = heard.STRESSED[self._text(i)]
            yield Group(i + 1, gender, number, person)
            if self._is(i + 1, "aussi", "même", "seul", "seule"):
                yield Group(i + 2, gender, number, person)

    def _bare(self, i: int) -> Iterator[Group]:
        """A noun without an article, after some prepositions."""
        if self._text(i) not in heard.DETERMINERS and self._text(i) not in heard.SMALL:
            yield from self._nominal(i, "", "")

    @remembered
    def _with(self, i: int) -> Iterator[int]:
        """A preposition and what it takes."""
        text, j = self._text(i), i + 1
        if text in heard.WITH_ARTICLE:
            gender, number, needs = heard.WITH_ARTICLE[text]
            if self._sounds(j, needs):
                yield from (g.end for g in self._nominal(j, gender, number))
            if self._is(j, *heard.MINE):
                yield j + 1
        if text in {"près", "loin", "autour", "hors", "face", "grâce", "jusque", "jusqu'", "quant"}:
            yield from self._with(j)
        if text not in heard.PREPOSITIONS or not self._elided(i):
            return
        if not (text in {"à", "de", "d'"} and self._is(j, "le", "les", "du", "des")):
            yield from (g.end for g in self._noun_group(j))
        if text in heard.BARE:
            yield from (g.end for g in self._bare(j))
        yield from (g.end for g in self._stressed(j))
        if self._adverb(j) or self._is(j, "où", "qui", "quoi", "bonne"):
            yield j + 1
        if self._text(j) in heard.PREPOSITIONS - {"de", "d'", "voici", "voilà"}:  # *de chez moi*, *par dessus*
            yield from self._with(j)
        if text in {"à", "de", "d'", "pour", "sans", "par"}:
            yield from self._infinitive(j)
        if text == "avant" and self._is(j, "de", "d'") and self._elided(j):
            yield from self._infinitive(j + 1)
        if text == "après" and self._is(j, "avoir", "être"):
            yield from self._infinitive(j)
        if text == "en" and self._flags(j) & kinds.GERUND:
            yield from self._complements(j + 1, Group(j), True, True)
        if text == "en":
            k = j
            while self._text(k) in heard.CLITICS:
                k += 1
            if k > j and self._flags(k) & kinds.GERUND:
                yield from self._complements(k + 1, Group(k), True, True)
