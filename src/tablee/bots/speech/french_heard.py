"""French as people type it: the small words, and what a typed word may be, for `french_reading.py`.

Tables have a word a cell; what follows it is named above each.
"""

import re
from collections.abc import Mapping

from msgspec import Struct

from tablee.words import flags as kinds
from tablee.words.folding import fold

ASPIRATED = re.compile(
    "H(ACH|AI|ALL|ALT|AMAC|AMBURG|AMPE|AMST|ANCH|AND|ANG|ANNET|ANT|APP|ARC|ARD|AREM|ARGN|ARIC|ARN|ARP|AS|AT|AUT|AUSS|AVRE"
    "|ENN|ERISS|ERNI|ERON|EROS$|ERSE|ETR|EURT|IBOU|IDEU|IERARC|IPHOP|IPP[IY]|ISS|OBBY|OCH|OCKEY|OLD|OLLAND|OMARD"
    "|ONGR|ONT|OQU|ORS|OTDOG|OUBL|OUL|OUSS|OUX|UBLOT|UCH|UER$|UEE|UIT|ULUL|UM(E[RSZ]?|ENT|ONS|ANT)$|UPP|URL|USS|UTTE)"
)
"""Nothing is elided before them."""
UNCERTAIN = re.compile("(ONZ|OUI|UN$|ULUL|OUATE|HYEN)")


class HeardWord(Struct, frozen=True):
    """A word as it was typed, and what the lexicon knows of it."""

    text: str
    folded: str
    flags: int
    name: bool
    """It may stand without an article, as a first name does."""

    def vowel(self) -> bool | None:
        """Whether it begins with a vowel, as far as one can tell."""
        if self.folded[:1] == "Y" or UNCERTAIN.match(self.folded):
            return None
        return self.folded[:1] in set("AEIOUH") and not ASPIRATED.match(self.folded)


class Group(Struct, frozen=True):
    """Where a group of words ends, and what it is: an empty gender or number agrees with all."""

    end: int
    gender: str = ""
    number: str = ""
    person: str = "3"


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _rows(text: str) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for cell in text.replace("\n", "|").split("|"):
        if cell.strip():
            word, *told = cell.split()
            found[word] = tuple("" if t == "_" else t for t in told)
    return found


DETERMINERS = _rows("""
le m s c | la f s c | l' _ s v | les _ p _ | un m s _ | une f s _ | des _ p _ | du m s c | ce m s c | cet m s v
cette f s _ | ces _ p _ | mon _ s m | ma f s c | mes _ p _ | ton _ s m | ta f s c | tes _ p _ | son _ s m
sa f s c | ses _ p _ | notre _ s _ | nos _ p _ | votre _ s _ | vos _ p _ | leur _ s _ | leurs _ p _ | chaque _ s _
quelque _ s _ | quelques _ p _ | plusieurs _ p _ | certains m p _ | certaines f p _ | aucun m s _ | aucune f s _
quel m s _ | quelle f s _ | quels m p _ | quelles f p _ | certain m s _ | certaine f s _ | nul m s _ | nulle f s _
""")
"""Gender, number, and how the next word begins: with a vowel or a consonant; *mon* is feminine before a vowel."""
NUMBERS = _set("""
    deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt trente quarante
    cinquante soixante cent mille zéro
    """)
QUANTITIES = _set("beaucoup trop peu assez plus moins tant autant combien plein pas jamais énormément")
SUBJECTS = _rows("""
je _ s 1 c | j' _ s 1 v | tu _ s 2 _ | il m s 3 _ | elle f s 3 _ | on _ _ 3s _ | nous _ p 1 _ | vous _ _ 2p _
ils m p 3 _ | elles f p 3 _ | ça m s 3 _ | cela m s 3 _ | ceci m s 3 _ | ce _ _ 3 c | c' _ _ 3 v
""")
ALONE = _rows("""
ça m s | cela m s | ceci m s | rien m s | personne m s | quelqu'un m s | chacun m s | chacune f s | tout m s
tous m p | toutes f p | certains m p | certaines f p | plusieurs _ p | aucun m s | aucune f s | beaucoup m p
quiconque m s | autrui m s | ceux m p | celui m s | celle f s | celles f p | celui-ci m s | celle-ci f s
ceux-ci m p | celles-ci f p | celui-là m s | celle-là f s | quoi m s
""")
"""What stands for a noun and its article."""
STRESSED = _rows("""
moi _ s 1 | toi _ s 2 | lui m s 3 | elle f s 3 | nous _ p 1 | vous _ p 2 | eux m p 3 | elles f p 3 | soi _ s 3
""")
CLITICS = _set("me m' te t' se s' nous vous le la l' les lui leur y en")
ORDERED = _set("moi toi lui nous vous leur le la les l' y en m' t'")
"""What an order takes after it: *mange-le*."""
NEGATIVE = _set("pas plus jamais rien personne point guère aucunement")
PREPOSITIONS = _set("""
    à de d' en dans sur sous avec sans pour par chez vers contre entre parmi depuis pendant avant après devant
    derrière malgré selon dès durant sauf comme hors envers jusque jusqu' voici voilà
    """)
WITH_ARTICLE = _rows("au m s c | aux _ p _ | du m s c | des _ p _")
BARE = _set("en à de d' avec sans par pour comme sous contre sur après avant dès depuis hors")
"""They take a noun without an article: *à pied*, *sans sel*."""
CONJUNCTIONS = _set("quand si lorsque lorsqu' puisque puisqu' comme quoique quoiqu' car")
BEFORE_THAT = _set(
    "parce pendant tandis dès alors pour afin bien avant après depuis sans ainsi tant pourvu jusqu'à-ce"
)
LINKS = _set("et mais ou donc or ni puis car alors ensuite pourtant sinon")
ASKS = _set("où quand comment pourquoi combien lequel laquelle lesquels lesquelles")
INTERJECTIONS = _set("bonjour bonsoir salut merci oui non bravo pardon tiens allez allons ok bref adieu")
DEGREES = _set("très plus moins aussi trop si assez tellement bien tout toute peu presque vraiment")
BARE_OBJECTS = _set("""
    faim soif peur froid chaud mal raison tort envie besoin sommeil hâte honte mine tort lieu pitié confiance
    attention visite plaisir signe semblant peine partie rendez-vous congé feu fin soin part
    """)
TIMES = _set("""
    jour jours matin matins soir soirs nuit nuits semaine semaines mois année années an ans heure heures minute
    minutes seconde secondes fois lundi mardi mercredi jeudi vendredi samedi dimanche été hiver printemps automne
    après-midi week-end journée soirée matinée temps instant instants moment
    """)
DAYS = _set("lundi mardi mercredi jeudi vendredi samedi dimanche midi minuit")
KIN = _set("papa maman mamie papi papy mamy tonton tata monsieur madame mademoiselle noël")
AS_ADVERB = _set("""
    fort bon cher dur haut bas faux juste clair droit froid chaud court lourd vite grand beau mauvais frais nuit
    jour gris sombre
""")
"""They may follow a verb as they are: *parler fort*, *il fait beau*."""

HAVE = _set("""
    ai as a avons avez ont avais avait avions aviez avaient aurai auras aura aurons aurez auront aurais aurait
    aurions auriez auraient eus eut eurent aie aies ait ayons ayez aient avoir ayant
    """)
BE = _set("""
    suis es est sommes êtes sont étais était étions étiez étaient serai seras sera serons serez seront serais
    serait serions seriez seraient fus fut furent sois soit soyons soyez soient être étant
    """)
SEEM = re.compile("(SEMBL|DEVIE|DEVEN|REST|PARAI|PARAISS|DEMEUR|TOMB|VIV|VIT|VIS|SEN[ST]|REND|TROUV|CROI|JUG|AIR)")
"""Verbs that an adjective may follow."""
THEN = re.compile(
    "(PEU[XVT]|POUV|POURR|PUIS|VEU|VOUL|VOUDR|DOI|DEV|SAI[ST]|SAV|SAUR|VA|VAS|VAIS|VONT|ALL|IRA|IREZ|IRON"
    "|FAI|FAU|FER|FONT|FALL|LAISS|AIM|ADOR|DETEST|PREFER|ESPER|OS[AEIO]|SEMBL|PARAI|VIEN|VEN|COUR|PAR[ST]|DESCEND|MONT|VOI|VOY|VERR"
    "|ENTEND|REGARD|ECOUT|SEN[ST]|CROI|CROY|PENS|COMPT|SOUHAIT|DESIR|VAUT|RENTR|RETOURN|EMMEN|ENVOI|SORT|FAILL)"
)
"""Verbs that an infinitive may follow by itself."""
PERSONS = {
    ("1", "s"): kinds.FIRST_SINGULAR,
    ("2", "s"): kinds.SECOND_SINGULAR,
    ("3", "s"): kinds.THIRD_SINGULAR,
    ("1", "p"): kinds.FIRST_PLURAL,
    ("2", "p"): kinds.SECOND_PLURAL,
    ("3", "p"): kinds.THIRD_PLURAL,
}
ANY_PERSON = sum(PERSONS.values())
NOUN = {
    "m": kinds.NOUN_MASCULINE,
    "f": kinds.NOUN_FEMININE,
    "s": kinds.NOUN_SINGULAR,
    "p": kinds.NOUN_PLURAL,
}
ADJECTIVE = {
    "m": kinds.ADJECTIVE_MASCULINE,
    "f": kinds.ADJECTIVE_FEMININE,
    "s": kinds.ADJECTIVE_SINGULAR,
    "p": kinds.ADJECTIVE_PLURAL,
}
UNKNOWN = kinds.NOUN | kinds.ADJECTIVE | kinds.VERB | kinds.ADVERB | kinds.INFINITIVE | kinds.PARTICIPLE
SMALL = frozenset(
    {*DETERMINERS, *SUBJECTS, *CLITICS, *PREPOSITIONS, *LINKS, *CONJUNCTIONS, *ASKS, "ne", "n'", "qui", "que"}
    | {"qu'", "dont", "pas", "au", "aux", "quoi", "est", "a"}
) - {"avant", "après", "devant", "derrière", "alors", "ensuite", "puis", "depuis", "pourtant", "sinon"}
"""No adverbs, whatever a dictionary says of them."""
ELIDES = _set("que ne de je me te se le la jusque lorsque puisque quoique")
"""They lose their vowel before another."""
WHICH = _set("qui lequel laquelle lesquels lesquelles quoi")
WHICH_BY = _set("auquel à-laquelle auxquels auxquelles duquel desquels desquelles dont")
MINE = _set("""
    mien mienne miens miennes tien tienne tiens tiennes sien sienne siens siennes nôtre nôtres vôtre vôtres
""")
COMPARES = _set("plus moins aussi autant mieux pire ne n' même autre davantage")
MEANT = {"ca": "ça", "voila": "voilà", "etes": "êtes", "etre": "être", "ete": "été", "tres": "très"}
"""Small words as one types them without accents."""


def hear(typed: str, flags: int) -> HeardWord:
    """A word of a sentence; one that nobody knows may be anything."""
    text = typed.strip().replace("’", "'").lower()
    folded = fold(text)
    text = MEANT.get(text, text)
    known = flags or UNKNOWN
    capital = typed.strip()[:1].isupper()
    common = known & (kinds.NOUN | kinds.ADJECTIVE | kinds.VERB | kinds.ADVERB | kinds.FUNCTION)
    name = bool(known & kinds.FIRST_NAME) and (capital or not common)
    name = name or (bool(known & (kinds.PROPER | kinds.SURNAME)) and not common) or not flags
    return HeardWord(text, folded, known, name or text in KIN)
