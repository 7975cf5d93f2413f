"""Nouns of ten letters that children know, written by hand: singular or plural as one says them, none rude or sad.

For whoever has no word, and for beginners among the bots. One may add to them; a test says what such a word is
like (`tests/games/test_sordelix_nouns.py`).
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from tablee.kernel.domains import Domain, Value
from tablee.words.fit import Fit, Suggestion
from tablee.words.folding import fold


class TenLetters(Domain, frozen=True):
    """What the lexicon answers to whoever has no word: some of these nouns; in a language without a list of them,
    any common words."""

    sent: ClassVar[bool] = False
    fit: Fit
    draws: tuple[int, ...]
    """Which of them, each counted round; none comes twice."""
    besides: tuple[str, ...] = ()
    """Folded words that will not do."""

    def accepts(self, value: Value) -> bool:
        return value is None

    def found(self, lexicon: Any) -> Mapping[str, int]:
        listed = NOUNS.get(getattr(lexicon, "language", ""), ())
        nouns = [noun for noun in listed if fold(noun) not in self.besides and lexicon.look_up(noun)]
        found: dict[str, int] = {}
        for draw in self.draws:
            if nouns:
                noun = nouns.pop(draw % len(nouns))
                found[noun] = lexicon.look_up(noun)
            else:
                besides = (*self.besides, *map(fold, found))
                found |= Suggestion(self.fit, draw, besides).found(lexicon)
        return found


FRENCH = """
    abécédaire accordéons accoudoirs adversaire alligators alpinistes amphibiens aquarelles architecte
    archiviste arcs-en-ciel artichauts ascenseurs aspirateur assemblage astronaute astronomes aubergines
    automobile autoroutes avalanches aventurier baignoires balançoire ballerines basketball basketteur
    berlingots betteraves bicyclette bigorneaux bijouterie bouclettes bouilloire boulangère boulangers
    bouledogue boulevards bouquetins bouteilles brindilles brochettes brouillard bulldozers cabriolets
    cacahuètes cafetières calculette calendrier câlineries camemberts camionneur camouflage campements
    camping-car capitaines caravelles carnivores cascadeurs casquettes casseroles catamarans catapultes
    centimètre cérémonies cerf-volant champignon championne chandelier chanteuses chapiteaux charrettes
    châtaignes chaudières chauffeurs chaumières chaussette chaussures chemisette chemisiers chevaliers
    chevelures chevreuils chimpanzés chinchilla choucroute chrysalide ciboulette citadelles citronnade
    citronnier citrouille clairières clarinette clémentine clochettes coiffeuses coléoptère collection
    collégiens coloriages comédienne concombres conducteur confiserie confiseurs confitures contrôleur
    coquelicot coquillage corbeilles corneilles cornemuses cornichons cosmonaute couchettes couleuvres
    courgettes coussinets couturière couvercles couverture craquelins croche-pied crocodiles croissants
    croquettes cuisinière cuisiniers dalmatiens décoration découverte deltaplane dentifrice dépanneuse
    détectives devinettes diablotins dinosaures diplodocus directrice dirigeable dromadaire écosystème
    écrevisses empreintes enchanteur entonnoirs entraîneur enveloppes épluchures équitation escalators
    espadrille étincelles étourneaux expéditeur expédition exposition extincteur feuillages flageolets
    fléchettes fleuristes forteresse fourchette framboises friandises fromagerie funambules garagistes
    garçonnets gaufrettes géographie girouettes gladiateur grand-oncle gratte-ciel gravillons grenadines
    grille-pain groseilles guillemets guirlandes guitariste hamburgers herbivores hirondelle hortensias
    hydravions imprimante imprimeurs inspecteur instrument interphone inventeurs invitation jardinière
    jardiniers jonquilles kangourous kilogramme labyrinthe lampadaire langoustes libellules librairies
    locomotive louveteaux madeleines magasinier magicienne majorettes majuscules mammifères mandarines
    mangeoires manivelles mappemonde maquillage maraîchers marchepied marguerite marque-page marronnier
    maternelle mayonnaise mécanicien ménestrels menuiserie menuisiers merveilles météorites micro-ondes
    microphone microscope milk-shakes mirabelles mollusques motoneiges moucherons moulinette moustaches
    moustiques mozzarella musaraigne musicienne navigateur noisetiers nourriture orangeades orang-outan
    orchestres ordinateur ouvre-boîte paillasson palmipèdes pansements pantoufles papeteries papillotes
    pâquerette parachutes parapluies parchemins pare-soleil passereaux passerelle patinoires pâtisserie
    pâtissière pâtissiers pelleteuse pendentifs perroquets personnage phacochère pharmacien pharmacies
    pichenette pigeonnier planchette porcelaine poulailler poussettes primevères princesses professeur
    promenades promeneurs quadrupède radiateurs randonnées randonneur récréation rectangles réfectoire
    rhinocéros romanciers rossignols rôtisserie salamandre sandwiches satellites saucissons sauterelle
    sauveteurs savonnette scaphandre sculptures secouriste serpentins serruriers serviettes shampooing
    skateboard socquettes sortilèges souterrain spaghettis spectacles spectateur squelettes statuettes
    superhéros tambourins tapisserie tartelette taupinière télécabine téléphones télescopes téléviseur
    télévision tentacules termitière tintamarre tourbillon tournesols tourniquet trampoline trapéziste
    triporteur trolleybus trompettes troubadour trousseaux vaisselier vermicelle vestiaires villageois
    violoniste voyageuses
"""

NOUNS: Mapping[str, tuple[str, ...]] = {"fr": tuple(FRENCH.split())}
"""By language, as they are written."""
