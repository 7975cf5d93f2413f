"""Nouns that children know: things one can see and touch, in the singular, four to nine letters, none rude or sad.

Written by hand and sorted by their letters, for games that must find a word for somebody (to guess, to write). One
may add to them; `tests/words/test_nouns.py` says what such a word is like.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from tablee.words.fit import Fit, Suggestion
from tablee.words.folding import fold


class NounSuggestion(Struct, frozen=True):
    """What the lexicon answers for somebody who has no word: a noun that fits; in a language without a list of
    them, or where none fits, any common word."""

    fit: Fit
    draw: int
    """Which of them, counted round."""
    besides: tuple[str, ...] = ()
    """Folded words that will not do."""

    def found(self, lexicon: Any) -> Mapping[str, int]:
        nouns = [
            noun
            for noun in NOUNS.get(getattr(lexicon, "language", ""), ())
            if self.fit.missing(noun) is None and fold(noun) not in self.besides and lexicon.look_up(noun)
        ]
        if not nouns:
            return Suggestion(self.fit, self.draw, self.besides).found(lexicon)
        noun = nouns[self.draw % len(nouns)]
        return {noun: lexicon.look_up(noun)}


FRENCH = """
    abeille abricot accordéon acrobate acteur aéroport affiche aigle aiguille aile aimant album algue ampoule
    ananas anguille aquarium araignée arbre arbuste ardoise armoire arrosoir artichaut artiste ascenseur
    asperge assiette atelier aubergine autobus automne autoroute autruche avion avocat bague baguette baignoire
    bain balai balcon baleine ballerine ballon bambou banane banc banque barbe barque barrière bassin bateau
    bâtiment bâton batterie bébé beignet belette béret berger bergère betterave biche bidon bijou bille billet
    biscuit bison blouse bocal bois boîte bonbon bonnet bosquet botte bouche boucle boue bouée bougie bouillon
    boulanger boule boulevard bouquet bourdon boussole bouteille boutique bouton bracelet branche bras brebis
    bretelle brioche brocoli brosse brouette bruit buisson bureau cabane cabine cacahuète cacao cactus cadeau
    cadenas café cafetière cage cahier caillou calèche caméléon camembert caméra camion campagne canal canapé
    canard caniche cannelle canoë cantine cape capitaine caramel caravane carotte carrefour carrosse cartable
    carte carton cascade casque casquette casserole castor ceinture céleri cerceau cercle cerf cerise chaîne
    chaise chambre chameau champ champion chanson chanteur chantier chapeau charrette chat châtaigne château
    chaton chausson chaussure chemin cheminée chemise chêne chenille cheval chevalier cheveu chèvre chimpanzé
    chiot chocolat chou chouette ciel cigale cigogne cinéma cirque ciseau citron clavier clef cloche clôture
    clou clown cochon cocotte cœur coffre coiffeur colle collège collier colline colonne comète compas compote
    concombre confiture copain copine coquille corbeau corde cornichon costume coton coude couette couloir
    couronne courrier couscous cousin coussin crabe craie cravate crayon crème crêpe criquet crocodile
    croissant croûte cube cuillère cuisine cuisinier cuvette cycliste cygne dame danseuse dauphin décor dent
    dentiste désert dessert dessin détective diamant dinosaure disque docteur doigt domino dompteur douche
    dragon drapeau dune échalote écharpe échelle éclair école écran écureuil écusson éléphant élève enfant
    entonnoir enveloppe épaule épice épingle éponge équipage escabeau escalier escargot étable étagère étang
    étoile éventail évier façade facteur falaise famille fantôme farine fauteuil fenêtre fenouil ferme fermier
    feuille ficelle figue filet fille film flamme flan flaque flèche fleur fleuriste fleuve flocon flûte foin
    fondue football forêt foulard fourmi fraise framboise frère frigo frite fromage fruit fusée galerie galet
    galette gant garage garçon gardien gare gâteau gaufre gazon géant genou gilet girafe glace glacier gomme
    gondole gorille goûter goutte graine grange gratin grelot grenier grille grillon grotte gruyère guépard
    guêpe guide guimauve guitare gymnase hamac hamburger hamster hangar haricot harmonica harpe herbe hérisson
    hibou hiver homard horloge hôtel huile huître hyène iceberg iguane image insecte inventeur jambe jambon
    jardin jardinier jongleur jouet joueur journal jumelle jument jungle jupe kangourou karaoké kayak képi
    ketchup kimono kiosque klaxon lacet laine lait laitue lama lampe langue lanterne lapin lavabo lentille
    lettre lézard libellule libraire librairie licorne limonade linge lion lionne livre loupe loutre luge
    lumière lune lunette lustre lutin lycée lynx macaron machine magasin magazine magicien maillot main mairie
    maïs maison maman mandarine manège mangue manteau marché marmite marmotte marteau masque matelas matin
    médaille médecin méduse melon menthe menton menuisier mère meringue métro micro miel miroir momie monstre
    montagne montre moto mouche mouchoir mouette moulin mousse moustique moutarde mouton muscade musée musicien
    nageur navet navette navire neige neveu niche nœud noisette noix nombril nougat nouille nounours noyau
    nuage nuit océan œuf ogre oignon oiseau olive ombre omelette oncle orage orange orchestre orchidée oreille
    oreiller orteil ortie oseille ouistiti ours page paille pain palais palme palmier pancarte panda panier
    panneau pantalon pantoufle paon papa papier papillon paquebot paquet parachute parapluie parc parfum
    parking passoire pastèque patate patinoire paysage peigne peignoir peintre peinture pélican pelle pelouse
    péniche père perle perroquet perruque persil phare pharmacie phoque photo pianiste piano pièce pied pierre
    pieuvre pigeon pile pilote pince pinceau pingouin pirate pirogue piscine pistache piste pizza placard
    plafond plage planche plancher planète planeur plante plateau plombier plongeoir pluie plume poche poêle
    poète poignée poignet poire poireau poisson poivre poivron pomme pompier poncho poney pont popcorn port
    portail porte portrait potage potager poterie potiron poubelle pouce poudre poule poulet poulpe poupée
    poussette poussière poussin prairie préau prince princesse printemps promenade prune puce puits pull purée
    puzzle pyjama pyramide quai quiche quille racine radeau radio radis rail raisin rame raquette râteau
    ravioli rayon règle réglisse reine renard repas requin réveil rideau rivage rive rivière robe robinet robot
    rocher roue rouleau roulotte route ruban ruche ruisseau sable saison salade saladier salle salon sandwich
    sanglier sapin sardine sauce saucisse savon saxophone scooter seau selle sentier serpent serrure serviette
    sifflet singe sirène sirop sœur soir soleil sonnette sorbet sorcier sorcière soucoupe soupe sourcil souris
    stade station statue studio stylo sucre table tableau tablier tabouret tambour tante tapis tarte tartine
    tasse taupe taureau taxi téléphone télescope tennis tente terrasse terre têtard théâtre théière tigre
    tirelire tisane toboggan toile toit tomate tondeuse tortue toupie touriste tournevis tracteur train
    traîneau tramway trèfle trésor tricycle trompette tronc trottoir trousse truite tuba tube tulipe tunnel
    usine vache vague vaisseau valise vallée vanille vase vautour veau vélo vent ventre véranda verre veste
    vestiaire viande villa village ville violon visage vitre voilier voisin voiture volant volcan volet wagon
    yacht yaourt yoyo zèbre
"""

ENGLISH = """
    acrobat actor airport almond apple apricot apron aquarium architect armchair arrow artichoke astronaut aunt
    baker bakery balcony balloon banana banjo bank barge barn basket bathtub beach bear beaver bedroom beetle
    belt berry bicycle biscuit blanket boat boot bottle bowl bracelet bread bridge broom brother brush bucket
    butter butterfly button cabbage cactus cake camel camera candle candy canoe caravan carpenter carpet
    carriage carrot castle cave cellar chair chameleon champion cheese cherry chestnut chicken chocolate cinema
    circus clock cloud clown coat coin comb comet compass computer cookie corn costume cottage cousin cowboy
    crab crayon cricket crocodile croissant crown cucumber cupboard curtain cushion cyclist dancer deer dentist
    desert desk detective diamond diary dice dinosaur doll dolphin donkey door doughnut dragon dress drum
    drummer duck dumpling eagle elephant engineer envelope eraser factory fairy farm farmer feather fence
    finger fisherman flag flamingo flower flute forest fork fridge frog garage garden gardener gazelle ghost
    giant giraffe girl glass globe glove goat goldfish gondola goose gorilla grandma grandpa grape grass guest
    guitar hammer hammock hamster harp hazelnut hedgehog helmet hill hippo honey horse hotel iceberg igloo
    iguana insect inventor island jacket jelly jellyfish jigsaw juice jumper jungle kangaroo kayak kennel
    ketchup kettle keyboard kilt kimono kitchen kite kitten knee knight koala ladder lake lamp lantern leaf
    leek lemon letter lettuce librarian library lion lizard llama lollipop lorry machine magician magnet maple
    marble market mask meadow medal melon mermaid milk mirror mole moon moose motorbike mountain mouse mouth
    muffin mummy museum mushroom musician napkin necklace needle neighbour nest newspaper newt noodle nose
    notebook nurse ocean octopus ogre omelette onion orange orchid ostrich otter oven oyster padlock palace
    palm pancake panda panther paper parachute parcel parrot peach peanut pear pearl pebble pelican pencil
    penguin petal pharmacy pianist piano picnic pigeon pillow pilot pirate pizza plane planet plate plum
    plumber pocket poncho pond pony poodle popcorn postman potato princess puddle pumpkin pupil puzzle pyramid
    queen quilt raccoon racket radio radish raft rainbow rake raspberry referee reindeer rhino ribbon ring
    river robot rocket roof rooster rope rose ruler sailor salad salt sand sandal sandwich saucepan sausage
    saxophone scarf school scooter seagull seal shark sheep shelf shell ship shirt shoe shop shoulder shovel
    shrimp singer sister skate skier skirt sledge slide slipper snail snake snow snowflake soap sock sofa soup
    spaceship spider spinach sponge spoon squirrel stadium stamp star station stone stool stork storm straw
    street string submarine sugar suitcase sunflower surfer swan sweater swimsuit swing table tart taxi teacher
    teapot teddy telephone telescope tent theatre thumb ticket tiger toaster tomato tooth tourist towel tower
    town tractor train tram treasure tree tricycle truck tuba tulip tunnel turkey turnip turtle ukulele
    umbrella uncle unicorn uniform valley vase vest village violin violinist volcano vulture waffle wagon
    waistcoat waiter wallaby walnut walrus wardrobe watch water waterfall whale wheel whistle window wizard
    wolf wood worm wrist yacht yard yogurt zebra zipper zucchini
"""

NOUNS: Mapping[str, tuple[str, ...]] = {"fr": tuple(FRENCH.split()), "en": tuple(ENGLISH.split())}
"""By language, as they are written."""
