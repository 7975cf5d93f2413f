"""French as bots speak it: the speaking list as entries of the grammar, and the ways a French sentence goes on."""

from collections.abc import Iterator, Mapping
from functools import cache

from tablee.bots.speech import french_verbs as verbs
from tablee.bots.speech import french_words as words
from tablee.bots.speech.french_reading import whole
from tablee.bots.speech.grammar import Grammar
from tablee.bots.speech.steps import ANYTHING, NOTHING, GrammarPlace, SpokenWord
from tablee.words import flags as kinds
from tablee.words.folding import fold

VERBALS = {"verb": 6.0, "self": 0.8, "modal": 1.0, "be": 0.7, "not": 0.6}
WAYS: Mapping[str, Mapping[str, float]] = {
    "start": {
        "article": 6.0, "name": 1.5, "pronoun": 2.0, "opening": 1.0, "order": 0.8, "order_self": 0.2, "asks": 0.4,
    },
    "clause": {"article": 5.0, "name": 1.0, "pronoun": 2.0},
    "article": {"noun": 6.0, "adjective_before": 1.0},
    "adjective": {"noun": 1.0},
    "verbs": VERBALS,
    "subject": VERBALS,
    "subject_noun": {"adjective_after": 1.5, "who": 0.5, "of": 0.3},
    "object_noun": {"adjective_after": 1.2, "who": 0.8, "of": 0.2},
    "who": VERBALS,
    "again": {**VERBALS, "order": 1.0},
    "clitic": {"verb": 1.0},
    "verb": {"adverb": 0.8},
    "preposition": {"article": 6.0, "name": 0.15},
    "and_subject": {"article": 3.0, "name": 1.0},
    "be": {"attribute": 3.0, "very": 1.0, "compare": 1.0, "article": 0.8},
    "very": {"attribute": 1.0},
    "compare": {"attribute": 1.0},
    "compared": {"than": 1.0},
    "not": {"verb": 3.0, "be": 1.0, "modal": 1.0},
    "not_verb": {"never": 1.0},
    "not_be": {"never": 1.0},
    "not_modal": {"never": 1.0},
    "self": {"verb_self": 1.0},
    "order_self": {"order_you": 1.0},
    "to": {"to": 1.0},
    "infinitive": {"infinitive": 6.0, "self": 0.6},
    "infinitive_self": {"infinitive_self": 1.0},
    "by": {"gerund": 1.0},
    "of": {"of_name": 1.0},
    "after": {"link": 1.6, "again": 0.5},
    "more": {"phrase": 1.8, "preposition": 0.7, "by": 0.5, "in_order": 0.3, "as": 0.4},
    "told": {"phrase": 1.0},
    "late": {"late": 0.3},
    "later": {"later": 0.2},
    "order_object": {"order_it": 1.0},
}  # fmt: skip

_ARTICLES = """
le m s def c | la f s fem c | l' _ s fem v | les _ p def _ | un m s indef _ | une f s indef _ | des _ p indef _
ce m s dem c | cet m s dem v | cette f s dem _ | ces _ p dem _ | chaque _ s each _ | quelques _ p num _
mon m s poss _ | mon f s poss v | ma f s poss c | mes _ p poss _ | plusieurs _ p num _ | mille _ p num _
certains m p num _ | certaines f p num _
ton m s poss _ | ton f s poss v | ta f s poss c | tes _ p poss _
son m s poss _ | son f s poss v | sa f s poss c | ses _ p poss _
notre _ s poss _ | nos _ p poss _ | votre _ s poss _ | vos _ p poss _ | leur _ s poss _ | leurs _ p poss _
deux _ p num _ | trois _ p num _ | quatre _ p num _ | cinq _ p num _ | six _ p num _ | sept _ p num _
huit _ p num _ | neuf _ p num _ | dix _ p num _ | onze _ p num _ | douze _ p num _ | treize _ p num _
quatorze _ p num _ | quinze _ p num _ | seize _ p num _
quel m s which _ | quelle f s which _ | quels m p which _ | quelles f p which _
de _ p de c | d' _ p de v | du m s du c
"""
_PRONOUNS = """
je 1s _ c | j' 1s _ v | tu 2s _ _ | il 3s m _ | elle 3s f _ | on 3s m _ | nous 1p _ _ | vous 2p _ _
ils 3p m _ | elles 3p f _
"""
_SELF = "me 1s c | m' 1s v | te 2s c | t' 2s v | se 3s c | se 3p c | s' 3s v | s' 3p v | nous 1p _ | vous 2p _"
_ORDER_IT = "le _ _ | la _ _ | les _ _ | moi p _ | nous p _ | moi p à | nous p à | lui p à | leur p à"
"""What an order takes after it, who it may be, by which preposition."""
_PREPOSITIONS: Mapping[str, str] = {
    "dans": "lonvf",
    "sur": "onvf",
    "sous": "onvc",
    "derrière": "onvlap",
    "devant": "onvlap",
    "avec": "apoc",
    "sans": "ocf",
    "chez": "p",
    "vers": "",
    "pour": "ap",
    "près": "lonap",
}
_LINKS = """
mais _ | car _ | quand _ | et _ | puis _ | alors _ | pourtant _ | sinon _
lorsque c | lorsqu' v | puisque c | puisqu' v | si x | donc _
parce que c | parce qu' v | pendant que c | pendant qu' v | tandis que c | dès que c | dès qu' v | alors que c
"""
_VERY = "très trop vraiment assez tellement plutôt extrêmement complètement terriblement incroyablement toujours"
_UNDERSTOOD: Mapping[str, str] = {
    "clitic": "le la les l' lui leur y en me m' te t' nous vous",
    "that": "que qu' dont où pourquoi comment combien comme pourvu afin",
    "stressed": "moi toi lui elle nous vous eux elles",
    "all": "tout toute tous toutes",
    "other_preposition": """
        malgré pendant depuis avant après entre parmi selon par contre durant sauf hormis outre voici voilà
    """,
}
"""What people say and bots only understand."""
_OTHER_PRONOUNS = "c' ce cela ceci ça rien personne quelqu'un chacun celui-ci celle-ci celui-là tout untel"
_OTHER_VERBS: Mapping[str, str] = {
    "verb": "1s ai | 2s as | 3s a | 1p avons | 2p avez | 3p ont | 3s avait | 3p avaient | 3s aura | 3p auront",
    "be": "1s étais | 3s était | 3p étaient | 1s serai | 3s sera | 3p seront | 3s serait | 3s fut | 3p furent",
    "modal": """
        3s pouvait | 3p pouvaient | 3s voulait | 3p voulaient | 3s devait | 3p devaient | 3s allait | 3p allaient
        3s savait | 3s pourra | 3s voudra | 3s devra | 3s pourrait | 3s voudrait | 3s devrait | 1s voudrais
    """,
}


def _table(text: str) -> Iterator[list[str]]:
    """Cells between bars, `_` for an empty one."""
    for cell in text.replace("\n", "|").split("|"):
        if cell.strip():
            yield ["" if part == "_" else part for part in cell.split()]


def begins(text: str, *, aspirated: bool = False) -> str:
    """How a word sounds at its beginning: with a vowel or a consonant."""
    folded = fold(text)
    if aspirated or not folded or folded in {"ONZE", "HUIT", "OUI"}:
        return "c"
    if folded[0] == "Y":
        return "c" if folded[1:2] in set("AEIOU") else "v"
    return "v" if folded[0] in "AEIOUH" else "c"


def plural(noun: str) -> str:
    if noun[-1] in "sxz":
        return noun
    if noun.endswith(("au", "eu")):
        return f"{noun}x"
    return f"{noun[:-1]}ux" if noun.endswith("al") else f"{noun}s"


def _nouns() -> Iterator[SpokenWord]:
    for (cls, gender), listed in words.NOUNS.items():
        for item in listed.split():
            bare = item.strip("!*~^")
            one, _, many = bare.partition("/")
            sound = begins(one, aspirated="*" in item)
            alone, rare = {"~": "mass", "^": "one"}.get(item[-1], ""), "!" in item
            told = {"kind": "noun", "gender": gender, "classes": cls, "begins": sound, "rare": rare}
            yield SpokenWord(one, number="s", tag=alone, **told)  # type: ignore[arg-type]
            if not alone:
                yield SpokenWord(many or plural(one), number="p", **told)  # type: ignore[arg-type]


def adjective_forms(item: str) -> Iterator[tuple[str, str, str, str]]:
    """Form, gender, number and what it needs after it."""
    if item.endswith("~"):
        for gender in "mf":
            for number in "sp":
                yield item[:-1], gender, number, ""
        return
    his, _, others = item.partition("/")
    hers, _, before_vowel = others.partition("/")
    hers = hers or (his if his.endswith("e") else f"{his}e")
    yield his, "m", "s", "c" if before_vowel else ""
    if before_vowel:
        yield before_vowel, "m", "s", "v"
    yield hers, "f", "s", ""
    yield f"{his}s" if his.endswith("eu") else plural(his), "m", "p", ""
    yield f"{hers}s", "f", "p", ""


def _adjectives() -> Iterator[SpokenWord]:
    for (stands, classes), listed in words.ADJECTIVES.items():
        for item in listed.split():
            for form, gender, number, needs in adjective_forms(item):
                sound = begins(form)
                yield SpokenWord(
                    form, f"adjective_{stands}", gender, number, classes=classes, needs=needs, begins=sound
                )
                if needs != "v" and (stands == "after" or classes != "ap"):
                    suits = "" if stands == "before" else classes
                    yield SpokenWord(form, "attribute", gender, number, classes=suits, begins=sound)


def verb_lines() -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Who does it, what it takes, and the verb, with its marks."""
    for line in verbs.VERBS.strip().replace("\n    ", " ").split("\n"):
        head, listed = line.split(" : ")
        who, takes = head.split(" | ")
        for verb in listed.split():
            yield who, tuple(takes.split()), verb


def _verbs() -> Iterator[SpokenWord]:
    for who, frames, marked in verb_lines():
        yield from _verb(who, frames, marked.strip("!"), rare="!" in marked)


def _verb(who: str, frames: tuple[str, ...], marked: str, *, rare: bool) -> Iterator[SpokenWord]:
    verb = marked.removeprefix("se-").removeprefix("s-")
    own = "_self" if marked != verb else ""
    forms = verbs.present(verb)

    def entry(text: str, kind: str, person: str = "") -> SpokenWord:
        sound = begins(text, aspirated=verb in verbs.ASPIRATED)
        return SpokenWord(text, kind, person=person, classes=who, frames=frames, rare=rare, begins=sound)

    for person, form in zip(verbs.PERSONS, forms, strict=True):
        yield entry(form, f"verb{own}", person)
    yield entry(verb, f"infinitive{own}")
    if not own:
        yield entry(verbs.gerund(forms), "gerund")
    if "p" in who:
        for person, form in verbs.orders(forms).items():
            yield entry(form, f"order{own}", person)


def _helpers() -> Iterator[SpokenWord]:
    """Verbs that want another verb or an adjective after them."""
    for kind, table in (("modal", verbs.MODALS), ("be", verbs.TO_BE)):
        for line in table.strip().split("\n"):
            for person, form in zip(verbs.PERSONS, line.split(" : ")[1].split(), strict=True):
                who = "ap+" if kind == "modal" else ""
                tag = "none" if line.startswith(("sembler", "paraître")) else ""
                yield SpokenWord(form, kind, person=person, classes=who, tag=tag, begins=begins(form))
    for by, listed in verbs.WISHES.items():
        for verb in listed.split():
            for person, form in zip(verbs.PERSONS, verbs.present(verb), strict=True):
                yield SpokenWord(form, "modal", person=person, classes="ap+", tag=by, begins=begins(form))


def _prepositions() -> Iterator[SpokenWord]:
    for text, classes in _PREPOSITIONS.items():
        if text == "près":
            yield SpokenWord(text, "preposition", classes=classes, tag=text, needs="c", rest=("de",))
            yield SpokenWord(text, "preposition", "m", "s", classes=classes, tag=text, needs="c", rest=("du",))
        else:
            yield SpokenWord(text, "preposition", classes=classes, tag=text)
    for text, gender, number, tag, needs in (
        ("à", "", "", "à", ""),
        ("au", "m", "s", "à", "c"),
        ("aux", "", "p", "à", ""),
        ("de", "", "", "de", "c"),
        ("d'", "", "", "de", "v"),
        ("du", "m", "s", "de", "c"),
        ("des", "", "p", "de", ""),
        ("en", "", "", "en", ""),
    ):
        yield SpokenWord(text, "preposition", gender, number, tag=tag, needs=needs, begins=begins(text))


def _small_words() -> Iterator[SpokenWord]:
    for text, gender, number, tag, needs in _table(_ARTICLES):
        yield SpokenWord(text, "article", gender, number, tag=tag, needs=needs, begins=begins(text))
    yield SpokenWord("de", "article", "f", "s", tag="du", needs="c", rest=("la",))
    yield SpokenWord("de", "article", "", "s", tag="du", needs="v", rest=("l'",))
    for text, person, gender, needs in _table(_PRONOUNS):
        yield SpokenWord(text, "pronoun", gender, person=person, needs=needs, begins=begins(text))
    for text, person, needs in _table(_SELF):
        yield SpokenWord(text, "self", person=person, needs=needs)
    for text, person in (("toi", "2s"), ("nous", "1p"), ("vous", "2p")):
        yield SpokenWord(text, "order_you", person=person)
    for text, classes, tag in _table(_ORDER_IT):
        yield SpokenWord(text, "order_it", classes=classes, tag=tag)
    for *told, needs in _table(_LINKS):
        yield SpokenWord(told[0], "link", needs=needs, rest=tuple(told[1:]), begins=begins(told[0]))
    for text, kind, tag, needs in (
        ("qui", "asks", "", ""),
        ("qui", "who", "", ""),
        ("ne", "not", "", "c"),
        ("n'", "not", "", "v"),
        ("de", "to", "de", "c"),
        ("d'", "to", "de", "v"),
        ("à", "to", "à", ""),
        ("que", "than", "", "c"),
        ("qu'", "than", "", "v"),
        ("comme", "as", "", ""),
        ("de", "of", "", "c"),
        ("d'", "of", "", "v"),
        ("en", "by", "", ""),
    ):
        yield SpokenWord(text, kind, tag=tag, needs=needs, begins=begins(text))
    for kind, listed in (
        ("never", "pas jamais plus"),
        ("compare", "plus moins aussi"),
        ("very", _VERY),
        ("again", "et puis mais"),
        ("and_subject", "et"),
        ("and_object", "et"),
        ("in_order", "pour sans"),
        ("adverb", words.MANNER + words.OFTEN),
        ("late", words.LATE),
        ("later", words.LATER),
        ("opening", words.OPENINGS),
    ):
        for text in listed.split():
            yield SpokenWord(text, kind, begins=begins(text))
    yield from _understood()
    for gender, listed in words.NAMES.items():
        for text in listed.split():
            yield SpokenWord(text, "name", gender, "s", begins=begins(text))
            yield SpokenWord(text, "of_name", begins=begins(text))
    for line in words.PHRASES.strip().split("\n"):
        first, *rest = line.split()
        yield SpokenWord(first, "phrase", rest=tuple(rest), begins=begins(first))


def _understood() -> Iterator[SpokenWord]:
    for kind, listed in _UNDERSTOOD.items():
        for text in listed.split():
            needs = {"que": "c", "qu'": "v"}.get(text, "")
            yield SpokenWord(text, kind, needs=needs, begins=begins(text))
    for text in _OTHER_PRONOUNS.split():
        yield SpokenWord(text, "other_pronoun", "m", person="3s", begins=begins(text))
    for kind, table in _OTHER_VERBS.items():
        for person, text in _table(table):
            frames = ("=fonvca",) if kind == "verb" else ()
            yield SpokenWord(text, f"other_{kind}", person=person, frames=frames, begins=begins(text))


_GENDERS = {
    "m": (kinds.NOUN_MASCULINE, kinds.ADJECTIVE_MASCULINE),
    "f": (kinds.NOUN_FEMININE, kinds.ADJECTIVE_FEMININE),
}
_NUMBERS = {"s": (kinds.NOUN_SINGULAR, kinds.ADJECTIVE_SINGULAR), "p": (kinds.NOUN_PLURAL, kinds.ADJECTIVE_PLURAL)}
_PERSONS = (
    ("1s", kinds.FIRST_SINGULAR),
    ("2s", kinds.SECOND_SINGULAR),
    ("3s", kinds.THIRD_SINGULAR),
    ("1p", kinds.FIRST_PLURAL),
    ("2p", kinds.SECOND_PLURAL),
    ("3p", kinds.THIRD_PLURAL),
)
_FREE = (NOTHING, "=", "à=", "de=")
"""What a verb takes of which nobody knows what it takes."""


def readings(word: str, flags: int) -> list[SpokenWord]:
    """What a word may be that people say, from what the lexicon knows of it."""
    sound = begins(word)
    if not flags:  # the table has let it pass: it may be anything
        flags = kinds.NOUN | kinds.ADJECTIVE | kinds.VERB | kinds.ADVERB | kinds.FIRST_NAME
    found: list[SpokenWord] = []
    if flags & (kinds.FIRST_NAME | kinds.SURNAME | kinds.PROPER):
        found.append(SpokenWord(word, "name", begins=sound))
    for kind, bit, which in (("noun", kinds.NOUN, 0), ("adjective_after", kinds.ADJECTIVE, 1)):
        if flags & bit:
            genders = [g for g, bits in _GENDERS.items() if flags & bits[which]] or [""]
            one = "" if word[-1] in "sxz" else "s"
            numbers = [n for n, bits in _NUMBERS.items() if flags & bits[which]] or [one]
            found += [SpokenWord(word, kind, g, n, begins=sound) for g in genders for n in numbers]
    for e in [e for e in found if e.kind == "adjective_after"]:
        found += [
            SpokenWord(word, kind, e.gender, e.number, begins=sound) for kind in ("adjective_before", "attribute")
        ]
    takes: tuple[str, ...] = _FREE
    if flags & kinds.TRANSITIVE and not flags & kinds.INTRANSITIVE:
        takes = ("=",)
    if flags & kinds.VERB:
        persons = [person for person, bit in _PERSONS if flags & bit] or [""]
        found += [SpokenWord(word, "verb", person=person, frames=takes, begins=sound) for person in persons]
    if flags & kinds.IMPERATIVE:
        person = next((p for p, bit in _PERSONS if flags & bit and p in {"1p", "2p"}), "2s")
        found += [SpokenWord(word, kind, person=person, frames=takes) for kind in ("order", "order_self")]
    for kind, bit in (
        ("infinitive", kinds.INFINITIVE),
        ("gerund", kinds.GERUND),
        ("participle", kinds.PARTICIPLE),
    ):
        if flags & bit:
            found.append(SpokenWord(word, kind, frames=takes, begins=sound))
    if flags & kinds.ADVERB and not flags & kinds.FUNCTION:
        ways = ("adverb", "opening", "very") if word.endswith("ment") else ("adverb", "opening")
        found += [SpokenWord(word, kind, begins=sound) for kind in ways]
    return found


def _canonical() -> Iterator[GrammarPlace]:
    yield GrammarPlace("clause")
    yield GrammarPlace()
    for role in ("subject", "object"):
        for gender in "mf":
            for number in "sp":
                yield GrammarPlace(
                    "article", role, noun_gender=gender, noun_number=number, article="def", frames=(NOTHING,)
                )
    for person in ("3s", "3p"):
        yield GrammarPlace("subject", person=person, number=person[1])
        yield GrammarPlace("verb", person=person, number=person[1], frames=(NOTHING,))
        yield GrammarPlace("preposition", "other", person, number=person[1], want=ANYTHING, frames=(NOTHING,))
        yield GrammarPlace("infinitive", person=person, number=person[1])


@cache
def french() -> Grammar:
    everything = [*_small_words(), *_prepositions(), *_nouns(), *_adjectives(), *_verbs(), *_helpers()]
    return Grammar(
        dict.fromkeys(everything), WAYS, readings, tuple(_canonical()), whole, (words.CALLS, words.CONNECTIONS)
    )
