"""The grammar that bots speak by: places in a sentence, the ways on from each, and what a word must agree with.

A sentence is a walk from place to place, one word a step. French and English share the places; a language has the
ways it goes (`Grammar.ways`) and its words. What a word means is a class letter (`french_words.CLASSES`); verbs
say which classes they go with. An empty gender, number or class is one that nobody knows: it agrees with all.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from msgspec import Struct, structs

from tablee.words.folding import fold

ANYTHING = "apfonvc"
"""What may be a subject: all but places."""
NOTHING = "-"
"""The frame of a verb that takes nothing more."""
MOST = 2
"""Complements of one verb; then the sentence goes on with another."""


folded = cache(fold)
"""Of words of the list, which are few."""


class SpokenWord(Struct, frozen=True):
    """A word of one kind, as it is said."""

    text: str
    kind: str
    gender: str = ""
    number: str = ""
    person: str = ""
    """Of a verb or pronoun: *1s* to *3p*; empty: all."""
    classes: str = ""
    """Of a noun: what it is. Of an adjective or preposition: what it goes with. Of a verb: who does it."""
    frames: tuple[str, ...] = ()
    """What a verb takes."""
    tag: str = ""
    """What else tells words of a kind apart: the sort of an article, the preposition within *au*."""
    needs: str = ""
    """How the next word must begin: with a vowel, "v", or a consonant, "c"."""
    rest: tuple[str, ...] = ()
    """The words that must follow."""
    rare: bool = False
    begins: str = "c"

    @property
    def folded(self) -> str:
        return folded(self.text)

    @property
    def key(self) -> tuple[object, ...]:
        """Words with the same key lead to the same place."""
        return tuple(getattr(self, name) for name in self.__struct_fields__ if name != "text")


class GrammarPlace(Struct, frozen=True):
    """Where in the grammar, and what is known of the words before."""

    node: str = "start"
    role: str = ""
    """Of the group of words that a noun ends: the subject, the object, another."""
    person: str = ""
    gender: str = ""
    number: str = ""
    who: str = ""
    """The subject: its person, its agreement, its class."""
    noun_gender: str = ""
    noun_number: str = ""
    last: str = ""
    """The noun said last, or the one that an article announces: its agreement, its class."""
    want: str = ""
    """The classes the next noun may have."""
    article: str = ""
    """What sort of article it has."""
    articles: str = ""
    """Which articles may follow here, by name of the limit."""
    sound: str = ""
    frames: tuple[str, ...] = ()
    load: int = 0
    """Complements since the verb."""
    main: tuple[str, ...] = ()
    """The subject that still waits for its verb: *le chat qui dort …*"""
    rest: tuple[str, ...] = ()
    how: bool = False
    """An adverb has told how the verb is done, or opened the sentence: one is enough."""


START = GrammarPlace()
Arrive = Callable[[GrammarPlace, SpokenWord], GrammarPlace | None]

LIMITS: Mapping[str, str] = {
    "": "def fem indef poss dem num each de du",
    "start": "def fem indef poss dem num each which",
    "definite": "def fem poss dem",
    "one": "indef",
    "none": "",
    "place": "def fem indef poss dem",
    "à": "fem indef poss dem num each",
    "de": "fem poss dem num each",
    "d'": "indef",
}
"""The sorts of articles that may stand in a place; *fem*: *la* and *l'*, but not *le* and *les*."""


def _agrees(mine: str, yours: str) -> bool:
    return not mine or not yours or mine == yours


def _in_person(verb: SpokenWord, place: GrammarPlace) -> bool:
    """Whether a verb agrees with its subject. After an order none does but another order."""
    return not place.person.startswith("!") and _agrees(verb.person, place.person)


def _suits(suits: str, what: str) -> bool:
    """Whether an adjective goes with a class. What suits people suits anything but places, for fun."""
    return not suits or not what or what in suits or ("p" in suits and what != "l")


def _does(verb: SpokenWord, who: str) -> bool:
    """Whether somebody of this class does it."""
    return not verb.classes or not who or who in verb.classes or ("+" in verb.classes and who != "l")


def frame(frames: Sequence[str], preposition: str = "") -> str | None:
    """The classes that a verb takes, by a preposition or without; None where it takes none so."""
    start = f"{preposition}="
    found = [f.removeprefix(start) for f in frames if f.startswith(start)]
    return "".join(found) if found else None


def _article(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    if place.node in {"start", "clause", "and_subject"}:
        place = _subject(place)
    elif place.node in {"verb", "adverb"}:
        want = frame(place.frames)
        if want is None:
            return None
        # Of a verb that is in no list nobody knows what one may do with it: better not to people.
        place = structs.replace(place, role="object", want=want or "afonvc")
    elif place.node == "be":  # "est un dragon"
        if place.articles or not _agrees(e.number, place.number):
            return None
        place = structs.replace(place, role="other", want=_likened(place, ANYTHING), articles="one")
    if e.tag not in LIMITS[place.articles].split() or (e.tag == "de" and place.role == "subject"):
        return None
    if e.tag == "du" and place.want and "f" not in place.want:
        return None
    return structs.replace(
        place,
        node="article",
        noun_gender=e.gender,
        noun_number=e.number,
        sound=e.needs,
        article=e.tag,
        articles="",
        rest=e.rest,
    )


def _likened(place: GrammarPlace, classes: str) -> str:
    """What somebody may be likened to: nobody to an animal."""
    return classes.replace("a", "") if place.who == "p" else classes


def _subject(place: GrammarPlace) -> GrammarPlace:
    role = "subjects" if place.node == "and_subject" else "subject"
    articles = "start" if place.node == "start" else ""
    return GrammarPlace(
        node=place.node, role=role, want=ANYTHING, articles=articles, gender=place.gender, how=place.how
    )


def _noun(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    if not (_agrees(e.gender, place.noun_gender) and _agrees(e.number, place.noun_number)):
        return None
    if place.want and e.classes and e.classes not in place.want:
        return None
    if e.tag and place.article not in {"def", "fem", "poss", "dem", "du"}:
        return None
    if place.article == "du" and e.tag != "mass" and e.classes:
        return None
    gender, number = e.gender or place.noun_gender, place.noun_number or e.number or "s"
    node = "described" if place.node == "adjective" else "noun"  # one adjective is enough
    place = structs.replace(
        place, node=node, noun_gender=gender, noun_number=number, last=e.classes, sound="", article=""
    )
    return _named(place, gender, number, e.classes)


def _named(place: GrammarPlace, gender: str, number: str, who: str) -> GrammarPlace:
    """The group of words is complete: a subject waits for its verb, what a verb takes is taken."""
    if place.role == "subject":
        return structs.replace(place, person=f"3{number}", gender=gender, number=number, who=who)
    if place.role == "subjects":
        both = "f" if {place.gender, gender} == {"f"} else "m"
        return structs.replace(place, person="3p", gender=both, number="p", who=who, last="", noun_gender="")
    if place.role == "object":
        frames = tuple(f for f in place.frames if not f.startswith("="))
        return structs.replace(place, frames=(*frames, NOTHING))
    return structs.replace(place, frames=(NOTHING,))


def _adjective_before(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    if not (_agrees(e.gender, place.noun_gender) and _agrees(e.number, place.noun_number)):
        return None
    if place.article == "indef" and place.noun_number == "p":  # one says "de grands lamas"
        return None
    want = "".join(c for c in place.want if not e.classes or c in e.classes)
    if place.want and not want:
        return None
    # Of what is counted one by one the article must say so; "de" has done its duty.
    article = "indef" if place.article == "de" else place.article
    gender = place.noun_gender or e.gender
    return structs.replace(place, node="adjective", want=want, sound=e.needs, article=article, noun_gender=gender)


def _adjective_after(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    agree = _agrees(e.gender, place.noun_gender) and _agrees(e.number, place.noun_number)
    return structs.replace(place, node="described") if agree and _suits(e.classes, place.last) else None


def _name(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    if place.node in {"start", "clause", "and_subject"}:
        place = _subject(place)
    elif place.node in {"verb", "adverb"}:
        want = frame(place.frames)
        if want is None or "p" not in want:
            return None
        place = structs.replace(place, role="object")
    elif place.want and "p" not in place.want:
        return None
    place = structs.replace(
        place, node="name", noun_gender=e.gender, noun_number="s", last="p", sound="", articles=""
    )
    return _named(place, e.gender, "s", "p")


def _pronoun(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    if place.sound == "x" and e.text in {"il", "ils"}:
        return None
    number = "p" if e.person.endswith("p") else "s"
    return GrammarPlace(
        "subject", person=e.person, gender=e.gender, number=number, who="p", sound=e.needs, how=place.how
    )


def _asks(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    return GrammarPlace("subject", person="3s", gender="m", number="s")


def _doer(place: GrammarPlace) -> GrammarPlace:
    """Where the subject of a relative clause has done, the main one takes over."""
    if place.main and place.node not in {"who", "not", "self", "clitic"}:
        person, gender, number, who = place.main
        return GrammarPlace(place.node, person=person, gender=gender, number=number, who=who)
    return place


def _verb(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    place = _doer(place)
    if not (_in_person(e, place) and _does(e, place.who)):
        return None
    node = "not_verb" if place.node == "not" else "verb"
    return structs.replace(place, node=node, frames=e.frames, load=0, last="", sound="", articles="")


def _modal(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    place = _doer(place)
    if not (_in_person(e, place) and _does(e, place.who)):
        return None
    node = "not_modal" if place.node == "not" else "to" if e.tag else "infinitive"
    return structs.replace(place, node=node, article=e.tag, load=0, last="", sound="", articles="")


def _to(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    return structs.replace(place, node="infinitive", sound=e.needs) if e.tag == place.article else None


def _be(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    place = _doer(place)
    if not _in_person(e, place):
        return None
    node = "not_be" if place.node == "not" else "be"
    # One is a dragon, but does not seem one.
    return structs.replace(place, node=node, frames=(NOTHING,), load=0, last="", sound="", articles=e.tag)


def _attribute(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    if place.node in {"start", "clause"}:  # "parfaitement heureux, Marius …"
        return GrammarPlace("clause")
    if place.node not in {"be", "very", "compare"}:
        return None
    if not (_agrees(e.gender, place.gender) and _agrees(e.number, place.number) and _suits(e.classes, place.who)):
        return None
    return structs.replace(place, node="compared" if place.node == "compare" else "attribute", sound="")


def _not(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    return structs.replace(_doer(place), node="not", sound=e.needs)


def _never(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    node = {"not_verb": "verb", "not_be": "be", "not_modal": "to" if place.article else "infinitive"}[place.node]
    return structs.replace(place, node=node, articles="definite" if node == "verb" else place.articles)


def _self(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    node = place.node
    if node not in {"infinitive", "order_self"}:
        place = _doer(place)
    if not _agrees(e.person, place.person.removeprefix("!")):
        return None
    if node == "order_self":
        return structs.replace(place, node="verb")
    return structs.replace(place, node="infinitive_self" if node == "infinitive" else "self", sound=e.needs)


def _infinitive(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    if not _does(e, place.who):
        return None
    return structs.replace(place, node="verb", frames=e.frames, last="", sound="", article="", articles="")


def _order(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    ordered = f"!{e.person}"  # no other verb agrees with it
    if place.node == "again" and place.person != ordered:
        return None
    node = "order_self" if e.kind == "order_self" else "verb"
    number = "p" if e.person.endswith("p") else "s"
    return GrammarPlace(node, person=ordered, number=number, who="p", frames=e.frames)


def _who(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    main = (place.person, place.gender, place.number, place.who) if place.role.startswith("subject") else ()
    number = place.noun_number or "s"
    if place.main or (e.tag and place.last and place.last not in e.tag):
        return None
    return GrammarPlace("who", "", f"3{number}", place.noun_gender, number, place.last, main=main)


def _preposition(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    want = frame(place.frames, e.tag) if place.node in {"verb", "adverb", "noun", "described", "name"} else None
    load = place.load
    if want is None:
        if not e.classes or load or not complete(place):
            return None
        want, load = e.classes, load + 1
    else:
        gives = frame(place.frames) is not None and NOTHING not in place.frames  # what one gives comes first
        if gives or (place.role == "subject" and place.node == "noun"):
            return None
    then = structs.replace(place, node="preposition", role="other", want=want, load=load, rest=e.rest, last="")
    if e.tag == "en":
        return structs.replace(then, node="adjective", noun_gender="", noun_number="s", article="def")
    if e.gender or e.number:  # an article is within: *au*, *aux*
        return structs.replace(
            then,
            node="article",
            noun_gender=e.gender,
            noun_number=e.number,
            sound=e.needs,
            article="def",
        )
    limits = {"sans": "definite", "à": "à", "de": "d'" if e.needs == "v" else "de", "près": "de"}
    sound = e.needs if e.tag in {"de", "près"} else ""
    return structs.replace(then, articles=place.articles or limits.get(e.tag, "place"), sound=sound)


def _link(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    return GrammarPlace("clause", sound=e.needs, rest=e.rest)


def _goes(node: str, load: int = 0) -> Arrive:
    """A word that leads to a node whatever it is."""

    def arrive(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
        return structs.replace(place, node=node, sound=e.needs, load=place.load + load, rest=e.rest)

    return arrive


def _adverb(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    return None if place.how else structs.replace(place, node="adverb", how=True)


def _late(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    """*mange sa soupe bruyamment*: after what a verb takes, where no adverb was before."""
    return None if place.how else structs.replace(place, node="late", how=True)


def _opening(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    return GrammarPlace("clause", how=True)


def _again(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    return structs.replace(place, node="again", sound=e.needs, rest=e.rest, how=False)


def _order_it(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    """*mange-le*, *suivez-nous*, *réponds-moi*."""
    want = frame(place.frames, e.tag)
    if want is None or (e.classes and "p" not in want) or (e.text in {"moi", "nous"} and place.person == "!1p"):
        return None
    if e.tag and "f" in want:  # *pense à moi*
        return None
    given = [f for f in place.frames if e.tag and f.startswith("=")]  # *donne-moi ta cravate*
    return structs.replace(place, node="verb", frames=tuple(given) or (NOTHING,))


def _as(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    """*comme un*, *plus grand que le*."""
    articles = "one" if e.kind == "as" else "definite"
    return structs.replace(
        place,
        node="preposition",
        role="other",
        want=_likened(place, "apfonv"),
        sound=e.needs,
        articles=articles,
        load=MOST,
        last="",
    )


def _of(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    """*le chapeau de Marius*: a name, and the noun stays what is spoken of."""
    return structs.replace(place, node="of", sound=e.needs)


def _of_name(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    return structs.replace(place, node="described")


def _clitic(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    """*il la mange*, *nous y dormons*: what people say, and bots only understand."""
    return structs.replace(_doer(place), node="clitic", sound="")


def _other_preposition(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    return structs.replace(place, node="preposition", role="other", want="", frames=(NOTHING,), last="")


def _that(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    """*que*, *dont*, *où*, *pourquoi*: a clause follows."""
    return GrammarPlace("clause", sound=e.needs)


def _stressed(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    """*avec moi*; *moi, je …*"""
    if place.node in {"start", "clause"}:
        return GrammarPlace("clause")
    if place.node != "preposition":
        return None
    return _named(structs.replace(place, node="name", articles=""), "", "s", "p")


def _all(place: GrammarPlace, e: SpokenWord) -> GrammarPlace | None:
    """*tout le*: the article is still to come."""
    return place


ARRIVE: Mapping[str, Arrive] = {
    "article": _article,
    "noun": _noun,
    "adjective_before": _adjective_before,
    "adjective_after": _adjective_after,
    "name": _name,
    "pronoun": _pronoun,
    "asks": _asks,
    "verb": _verb,
    "verb_self": _verb,
    "modal": _modal,
    "to": _to,
    "be": _be,
    "attribute": _attribute,
    "very": _goes("very"),
    "compare": _goes("compare"),
    "than": _as,
    "as": _as,
    "not": _not,
    "never": _never,
    "self": _self,
    "order_you": _self,
    "infinitive": _infinitive,
    "infinitive_self": _infinitive,
    "gerund": _infinitive,
    "order": _order,
    "order_self": _order,
    "who": _who,
    "preposition": _preposition,
    "link": _link,
    "opening": _opening,
    "again": _again,
    "order_it": _order_it,
    "and_subject": _goes("and_subject"),
    "and_object": _goes("preposition", 1),
    "adverb": _adverb,
    "late": _late,
    "later": _late,
    "phrase": _goes("phrase", 1),
    "by": _goes("by", MOST),
    "in_order": _goes("infinitive", MOST),
    "of": _of,
    "of_name": _of_name,
    "clitic": _clitic,
    "participle": _infinitive,
    "other_verb": _verb,
    "other_be": _be,
    "other_modal": _modal,
    "other_pronoun": _pronoun,
    "other_preposition": _other_preposition,
    "that": _that,
    "stressed": _stressed,
    "all": _all,
}
"""Where a word of a kind leads, if it agrees."""


LIKENS = frozenset({"à=pofnvc", "like=apfo"})
NARROW = frozenset({"to", "compared", "not_verb", "not_be", "not_modal", "order_self", "of"})


def narrow(place: GrammarPlace) -> bool:
    """Hardly more than one word can follow: *à*, where a verb takes nothing else."""
    return bool(place.rest) or place.node in NARROW or waits(place)


def waits(place: GrammarPlace) -> bool:
    """A verb waits for a preposition."""
    if place.node not in {"verb", "adverb"} or not place.frames:
        return False
    return not any(f == NOTHING or f.startswith("=") for f in place.frames)


def forgiven(place: GrammarPlace) -> GrammarPlace:
    """A verb need not take what it waits for: *Marius pense*, *ils entrent*; but nobody just resembles."""
    if not waits(place) or LIKENS.intersection(place.frames):
        return place
    return structs.replace(place, frames=(*place.frames, NOTHING))


def complete(place: GrammarPlace) -> bool:
    """A sentence may stop here, or go on with another thought."""
    if place.rest or place.main:
        return False
    match place.node:
        case "verb" | "adverb":
            return NOTHING in place.frames
        case "noun" | "described" | "name":
            return not place.role.startswith("subject")
    return place.node in {"phrase", "attribute", "late"}


_OWED: Mapping[str, int] = {
    "clause": 2, "and_subject": 2, "not": 2, "not_be": 2, "not_modal": 2, "to": 2, "compare": 3, "compared": 2,
}  # fmt: skip


def owed(place: GrammarPlace) -> int:
    """Words that are missing at least before a sentence may stop."""
    if not place.rest and complete(place):
        return 0
    more = len(place.rest) + (1 if place.main and place.node not in {"start", "clause"} else 0)
    if place.node in {"noun", "described", "name"} and place.role.startswith("subject"):
        return more + (0 if place.main else 1)
    if complete(structs.replace(place, rest=(), main=())):
        return more
    if place.node in {"article", "adjective", "of"} and place.role.startswith("subject"):
        return more + 2
    return more + _OWED.get(place.node, 1)
