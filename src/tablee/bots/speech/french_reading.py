"""French as people type it: whether words in boxes can be read as a complete sentence.

Wider than what bots say (`french.py`): any tense, questions, negations, pronouns, relative clauses, and every word
of the lexicon by its flags, whatever it means. What a word may be is lenient, how words agree is not.
"""

from collections.abc import Iterator, Sequence

from msgspec import structs

from tablee.bots.speech import french_heard as heard
from tablee.bots.speech.french_groups import FrenchGroups, remembered
from tablee.bots.speech.french_heard import Group
from tablee.words import flags as kinds


class FrenchReading(FrenchGroups):
    """One sentence."""

    def whole(self) -> bool:
        return len(self.words) in self._sentence(0)

    # ---- verbs ---------------------------------------------------------------------------------------------

    @remembered
    def _predicate(self, subject: Group) -> Iterator[int]:
        """What a subject does, and what else it does."""
        for e in self._does(subject):
            yield e
            links = e + 1 if self._is(e, "et", "mais", "ou", "puis", "ni") else 0
            links += 1 if links and self._is(links, "puis") else 0
            if links:
                yield from self._predicate(structs.replace(subject, end=links))

    def _clitics(self, i: int) -> int | None:
        """Past *ne* and the pronouns before a verb; None where one of them is elided wrongly."""
        if self._is(i, "ne", "n'"):
            if not self._elided(i):
                return None
            i += 1
        for _ in range(3):
            if self._text(i) in heard.CLITICS and i + 1 < len(self.words):
                if not self._elided(i):
                    return None
                i += 1
        return i

    @remembered
    def _does(self, subject: Group) -> Iterator[int]:
        start = subject.end
        for i in range(start, start + 5):
            if i > start and not (self._is(i - 1, "ne", "n'") or self._text(i - 1) in heard.CLITICS):
                return
            if not self._reaches(start, i) or not self._verb(i, self._persons(subject)):
                continue
            if not self._refers(start, i, subject):
                continue
            yield from self._after_verb(i, subject, self._mine(start, i))

    def _reaches(self, start: int, i: int) -> bool:
        """Between a subject and its verb at `i`: *ne*, and pronouns, each as it must be before the next word."""
        between = range(start, i)
        if any(self._is(k, "ne", "n'") for k in between[1:]):
            return False
        return all(self._elided(k) for k in between)

    def _refers(self, start: int, i: int, subject: Group) -> bool:
        """*me* with *je*, *te* with *tu* and so on where the pronoun is reflexive: *se* is for third persons."""
        own = {"se", "s'"} & {self._text(k) for k in range(start, i)}
        return not own or subject.person.startswith("3") or not subject.person

    def _mine(self, start: int, i: int) -> bool:
        """Whether a pronoun is the object already."""
        return any(self._is(k, "le", "la", "les", "l'", "en") for k in range(start, i))

    def _persons(self, subject: Group) -> int:
        match subject.person:
            case "":
                return heard.ANY_PERSON
            case "3s":
                return kinds.THIRD_SINGULAR
            case "2p":
                return kinds.SECOND_PLURAL
        numbers = subject.number or "sp"
        return sum(heard.PERSONS[subject.person, n] for n in numbers)

    @remembered
    def _after_verb(self, i: int, subject: Group, taken: bool) -> Iterator[int]:
        """What follows a verb, a subject that is asked after it (*as-tu*) left out."""
        word, j = self.words[i], i + 1
        if word.text in heard.HAVE:
            yield from self._participle(j, subject, agrees=taken, be=False)
        if word.text in heard.BE:
            yield from self._participle(j, subject, agrees=True, be=True)
            yield from self._being(j, subject)
            return
        yield from self._complements(j, subject, *self._takes(i, taken))

    def _takes(self, i: int, taken: bool) -> tuple[bool, bool, bool]:
        """Whether an object, an infinitive, an adjective may follow a verb."""
        word = self.words[i]
        intransitive = word.flags & kinds.INTRANSITIVE and not word.flags & kinds.TRANSITIVE
        then = bool(heard.THEN.match(word.folded))
        return not (intransitive or taken), then, bool(heard.SEEM.match(word.folded))

    @remembered
    def _participle(self, i: int, subject: Group, agrees: bool, be: bool) -> Iterator[int]:
        """*a mangé*, *sont parties*; adverbs, *pas* and a subject that is asked may stand between."""
        if self._adverb(i) or self._text(i) in heard.NEGATIVE or self._text(i) in {"tous", "toutes", "tout"}:
            yield from self._participle(i + 1, subject, agrees, be)
        if not self._flags(i) & kinds.PARTICIPLE:
            return
        gender, number = ("", "") if agrees and not be else (subject.gender, subject.number) if be else ("m", "s")
        if self._text(i) == "été":
            yield from self._participle(i + 1, subject, agrees=True, be=True)
            yield from self._being(i + 1, subject)
        elif any(self._agreements(i, heard.ADJECTIVE, gender, number)):
            yield from self._complements(i + 1, subject, True, True, True)

    @remembered
    def _being(self, i: int, subject: Group) -> Iterator[int]:
        """What one is: an adjective that agrees, a noun, somewhere."""
        if self._adverb(i) or self._text(i) in heard.NEGATIVE or self._text(i) in heard.DEGREES:
            yield from self._being(i + 1, subject)
            if self._adverb(i) and not self._is(i, *heard.DEGREES - {"bien"}):
                yield from self._complements(i + 1, subject)
        for e in self._quality(i, subject.gender, subject.number):
            yield from self._complements(e, subject)
        for group in [*self._noun_group(i), *self._stressed(i)]:
            yield from self._complements(group.end, subject)
            yield from self._who(group.end, structs.replace(group, number=group.number or "s"))
        for e in self._with(i):
            yield from self._complements(e, subject)
        for group in self._bare(i):  # *elle est pilote*, *c'est lundi*
            if self.words[i].flags & kinds.NOUN and not self.words[i].flags & kinds.ADJECTIVE:
                yield from self._complements(group.end, subject)
        if self._is(i, "que", "qu'", "quand", "où", "comme"):
            yield from self._that(i)
        yield from self._infinitive(i)

    @remembered
    def _complements(
        self, i: int, subject: Group, takes: bool = False, then: bool = False, quality: bool = False
    ) -> Iterator[int]:
        """What may follow a verb, one thing after the other: at most one object."""
        yield i
        if i >= len(self.words):
            return

        def on(e: int, *, taken: bool = False) -> Iterator[int]:
            yield from self._complements(e, subject, takes and not taken, then, quality or taken)

        if self._adverb(i) or self._text(i) in heard.NEGATIVE:
            yield from on(i + 1)
        if self._some_of_it(i, subject) or self._text(i) in heard.AS_ADVERB:
            yield from on(i + 1)
        if takes:
            for group in self._noun_group(i):
                yield from on(group.end, taken=True)
            if self._text(i) in heard.BARE_OBJECTS:
                yield from on(i + 1, taken=True)
            for e in self._that(i):
                yield from on(e, taken=True)
        for e in self._time(i):
            yield from on(e)
        for e in self._with(i):
            yield from on(e)
        if then:
            for e in self._infinitive(i):
                yield from on(e)
        if quality:
            gender, number = ("", "") if not takes else (subject.gender, subject.number)
            for e in self._quality(i, gender, number):
                yield from on(e)
        if self._is(i, "que", "qu'") and self._compares(i):
            for group in [*self._noun_group(i + 1), *self._stressed(i + 1)]:
                yield from on(group.end)
            if self._adverb(i + 1):
                yield from on(i + 2)
            for e in self._with(i + 1):
                yield from on(e)
        if self._text(i) in heard.ASKS | {"quoi", "qui"} and i + 1 == len(self.words):  # *tu vas où*
            yield i + 1
        if self._is(i, "tous", "toutes") and i + 1 <= len(self.words):
            yield from on(i + 1)

    def _some_of_it(self, i: int, subject: Group) -> bool:
        """*j'en veux deux*, *il y en a une*."""
        told = self._text(i) in heard.NUMBERS | {"un", "une", "plusieurs", "quelques-uns", "beaucoup"}
        return told and any(self._is(k, "en") for k in range(i))

    def _compares(self, i: int) -> bool:
        """*que* after *plus*, *moins*; after *ne* it is *only*."""
        return any(self._is(k, *heard.COMPARES) for k in range(i))

    def _time(self, i: int) -> Iterator[int]:
        """*chaque matin*, *deux fois*, *lundi*."""
        if self._text(i) in heard.DAYS:
            yield i + 1
            if self._is(i + 1, "prochain", "dernier", "matin", "soir"):
                yield i + 2
        for group in self._one_group(i):
            if any(self._is(k, *heard.TIMES) for k in range(i, group.end)):
                yield group.end

    @remembered
    def _that(self, i: int) -> Iterator[int]:
        """*que tu dors*, *si elle vient*, *où il va*, *ce que je dis*."""
        if self._is(i, "que", "qu'") and self._elided(i):
            yield from self._declarative(i + 1)
        if self._is(i, "ce") and self._is(i + 1, "que", "qu'", "dont") and self._elided(i + 1):
            yield from self._declarative(i + 2)
        if self._is(i, "ce") and self._is(i + 1, "qui"):
            yield from self._predicate(Group(i + 2, "m", "s"))
        if self._is(i, "qui"):
            yield from self._predicate(Group(i + 1, "m", "s"))
        if self._text(i) in heard.ASKS | {"si"}:
            yield from self._declarative(i + 1)
            yield from self._infinitive(i + 1)

    @remembered
    def _infinitive(self, i: int) -> Iterator[int]:
        """*dormir*, *ne pas le manger*, *avoir fini*."""
        if self._is(i, "ne") and self._text(i + 1) in heard.NEGATIVE:
            i += 2
        for j in range(i, i + 3):
            if self._text(j - 1) not in heard.CLITICS and j > i:
                return
            if j > i and not self._elided(j - 1):
                return
            if not self._flags(j) & kinds.INFINITIVE:
                continue
            any_one = Group(j + 1)
            taken = self._mine(i, j)
            if self._is(j, "avoir"):
                yield from self._participle(j + 1, any_one, agrees=taken, be=False)
            if self._is(j, "être"):
                yield from self._participle(j + 1, any_one, agrees=True, be=True)
                yield from self._being(j + 1, any_one)
                continue
            for e in self._complements(j + 1, any_one, *self._takes(j, taken)):
                yield e
                if self._is(e, "et", "ou", "puis"):
                    yield from self._infinitive(e + 1)

    # ---- sentences -----------------------------------------------------------------------------------------

    @remembered
    def _subjects(self, i: int) -> Iterator[Group]:
        text = self._text(i)
        if text in heard.SUBJECTS:
            gender, number, person, needs = heard.SUBJECTS[text]
            if self._sounds(i + 1, needs):
                yield Group(i + 1, gender, number, person)
        for group in self._noun_group(i):
            yield structs.replace(group, number=group.number or "s")
            if self._is(group.end, "aussi", "seul", "seule", "seuls", "même"):
                yield structs.replace(group, end=group.end + 1, number=group.number or "s")
        for group in self._stressed(i):
            if self._is(group.end, "et", "ou"):
                for other in [*self._noun_group(group.end + 1), *self._stressed(group.end + 1)]:
                    yield Group(other.end, "", "p", "")
            if self._is(group.end, "qui"):
                continue
            if self._text(group.end) in heard.SUBJECTS:
                yield from self._subjects(group.end)
        for e in self._infinitive(i):
            yield Group(e, "m", "s")
        if self._is(i, "ce") and self._is(i + 1, "que", "qu'", "qui"):
            yield from (Group(e, "m", "s") for e in self._that(i))

    @remembered
    def _declarative(self, i: int) -> Iterator[int]:
        for subject in self._subjects(i):
            yield from self._predicate(subject)
            if self._adverb(subject.end) and subject.person == "3":  # *Marius toujours rit*
                yield from self._predicate(structs.replace(subject, end=subject.end + 1))

    @remembered
    def _order(self, i: int) -> Iterator[int]:
        j = i
        negative = self._is(i, "ne", "n'")
        while negative and (j == i or self._text(j) in heard.CLITICS) and self._elided(j):
            j += 1
        flags = self._flags(j)
        before_pronoun = flags & kinds.SECOND_SINGULAR and self._is(j + 1, "y", "en")  # *vas-y*
        if not (flags & kinds.IMPERATIVE or (flags & kinds.VERB and before_pronoun)):
            return
        subject, k = Group(j + 1), j + 1
        yield from self._after_verb(j, subject, self._mine(i, j))
        for _ in range(2):
            if negative or self._text(k) not in heard.ORDERED:
                break
            k += 1
            # *mange-le* is whole; *mange le gâteau* is no pronoun.
            takes, *_ = self._takes(j, self._mine(j + 1, k))
            yield from self._complements(k, subject, takes, True, True)

    @remembered
    def _asked(self, i: int) -> Iterator[int]:
        """*viens-tu*, *a-t-il mangé*, *est-ce que tu viens*."""
        if self._is(i, "est") and self._is(i + 1, "ce") and self._is(i + 2, "que", "qu'") and self._elided(i + 2):
            yield from self._declarative(i + 3)
        j = self._clitics(i)
        for start in {i, j} - {None}:
            yield from self._inverted(i, start)  # type: ignore[arg-type]

    def _inverted(self, i: int, verb: int) -> Iterator[int]:
        k = verb + 1
        if self._is(k, "t", "t'"):
            k += 1
        if self._text(k) not in heard.SUBJECTS or self._is(k, "j'", "c'", "ça", "cela"):
            return
        gender, number, person, _ = heard.SUBJECTS[self._text(k)]
        subject = Group(k + 1, gender, number, person)
        if not self._verb(verb, self._persons(subject)):
            return
        text, taken = self._text(verb), self._mine(i, verb)
        if text in heard.HAVE:
            yield from self._participle(k + 1, subject, agrees=taken, be=False)
        if text in heard.BE:
            yield k + 1
            yield from self._participle(k + 1, subject, agrees=True, be=True)
            yield from self._being(k + 1, subject)
        else:
            yield from self._complements(k + 1, subject, *self._takes(verb, taken))

    @remembered
    def _question(self, i: int) -> Iterator[int]:
        yield from self._asked(i)
        for subject in self._noun_group(i):  # *le chat dort-il*
            yield from self._asked(subject.end)
        words: set[int] = set()
        if self._text(i) in heard.ASKS | {"qui", "que", "qu'"}:
            words.add(i + 1)
        if self._text(i) in heard.PREPOSITIONS and self._is(i + 1, "qui", "quoi", "où", "quand", "combien"):
            words.add(i + 2)
        j = i + 1 if self._text(i) in heard.PREPOSITIONS else i
        if self._is(j, "quel", "quelle", "quels", "quelles", "combien"):
            words |= {g.end for g in self._noun_group(j)} | {j + 1}
        for w in words:
            yield from self._asked(w)
            for subject in self._noun_group(w):  # *pourquoi le chat dort-il*
                yield from self._asked(subject.end)
            if self._text(i) in (heard.ASKS | heard.PREPOSITIONS) - {"quand"} or w > i + 1:
                yield from self._declarative(w)
            if self._is(i, "que", "qu'"):
                yield from self._questioned(i, w)
            elif self._is(i, "où", "comment", "quand", "qui", "combien", "quel", "quelle", "quels", "quelles"):
                yield from self._before_subject(w)
        if self._is(i, "qui"):
            yield from self._predicate(Group(i + 1, "", "s"))
        if self._text(i) in heard.ASKS:
            yield from self._infinitive(i + 1)
        if self._is(i, "que", "qu'", "comme") and self._elided(i):  # *comme il court*
            yield from self._declarative(i + 1)
            yield from self._infinitive(i + 1)

    def _questioned(self, i: int, w: int) -> Iterator[int]:
        """*que fait le chat*, *qu'est-ce qui tombe*."""
        yield from self._before_subject(w)
        for k in (
            w + 2 if self._is(w, "est") and self._is(w + 1, "ce") else 0,
            w + 1 if self._is(w, "est-ce") else 0,
        ):
            if k and self._is(k, "qui"):
                yield from self._predicate(Group(k + 1, "", "s"))
            if k:
                yield k

    def _before_subject(self, i: int) -> Iterator[int]:
        """*est le chat*, *fait Marius*: a verb and the subject that it agrees with."""
        for subject in [*self._noun_group(i + 1), *self._stressed(i + 1)]:
            if self._verb(i, self._persons(structs.replace(subject, number=subject.number or "s"))):
                yield from self._complements(subject.end, subject)

    @remembered
    def _opening(self, i: int) -> Iterator[int]:
        """What may stand before a sentence."""
        if self._adverb(i) or self._flags(i) & kinds.INTERJECTION or self._text(i) in heard.INTERJECTIONS:
            yield i + 1
        if self._text(i) in heard.LINKS:
            yield i + 1
        yield from self._with(i)
        yield from self._time(i)
        yield from self._subordinate(i)
        yield from self._called(i)
        if self._is(i, "moi", "toi", "lui", "eux"):
            yield i + 1

    def _called(self, i: int) -> Iterator[int]:
        """Somebody one speaks to."""
        yield from (g.end for g in self._named(i))
        if self._is(i, "mon", "ma", "mes", "les"):
            groups = self._one_group(i)
            yield from (g.end for g in groups if g.number == "s" or self._text(g.end).endswith(("ez", "ons")))

    @remembered
    def _subordinate(self, i: int) -> Iterator[int]:
        if self._text(i) in heard.CONJUNCTIONS and self._elided(i) and not self._is(i + 1, *self._after_if(i)):
            yield from self._declarative(i + 1)
        if self._is(i, "s'") and self._is(i + 1, "il", "ils"):
            yield from self._declarative(i + 1)
        if self._text(i) in heard.BEFORE_THAT and self._is(i + 1, "que", "qu'") and self._elided(i + 1):
            yield from self._declarative(i + 2)
        if (
            self._is(i, "jusqu'")
            and self._is(i + 1, "à")
            and self._is(i + 2, "ce")
            and self._is(i + 3, "que", "qu'")
        ):
            yield from self._declarative(i + 4)

    def _after_if(self, i: int) -> tuple[str, ...]:
        return ("il", "ils") if self._is(i, "si") else ()

    @remembered
    def _clause(self, i: int) -> Iterator[int]:
        yield from self._declarative(i)
        yield from self._order(i)
        yield from self._question(i)
        if self._is(i, "voici", "voilà"):
            yield from (g.end for g in self._noun_group(i + 1))
        for e in self._with(i):  # *sous le lit vivait un ogre*
            if self._flags(e) & kinds.INTRANSITIVE:
                yield from self._before_subject(e)

    @remembered
    def _sentence(self, i: int) -> Iterator[int]:
        for e in self._opening(i):
            if e > i:
                yield from self._sentence(e)
        for e in self._clause(i):
            yield from self._tail(e)

    @remembered
    def _tail(self, i: int) -> Iterator[int]:
        """A sentence may end here, or another thought follows, or somebody is called."""
        yield i
        if i >= len(self.words):
            return
        if self._text(i) in heard.LINKS:
            yield from self._sentence(i + 1)
        ends = [*self._subordinate(i), *self._called(i), *self._with(i), *self._time(i)]
        if self._flags(i) & kinds.INTERJECTION or self._text(i) in heard.INTERJECTIONS or self._adverb(i):
            ends.append(i + 1)
        ends += [g.end for g in self._stressed(i)]
        for e in ends:
            if e > i:
                yield from self._tail(e)


def whole(words: Sequence[str], flags: Sequence[int]) -> bool:
    """Whether words can be read as a complete sentence, each with what the lexicon knows of it."""
    return FrenchReading(list(map(heard.hear, words, flags))).whole()
