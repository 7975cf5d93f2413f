"""The speaking list, in French: what bots make sentences of, written by hand and fit for children.

One may add to it. A plural follows where the usual rule does not make it (`bijou/bijoux`). `*` before a word:
nothing is elided before it (*le hibou*). `~`: one does not count it (*du riz*, not *deux riz*). `^`: there is
one
of it. `!`: not for beginners.
"""

ANIMALS, PEOPLE, FOOD, OBJECTS, PLACES, NATURE, VEHICLES, CLOTHES = CLASSES = "apfolnvc"
"""What a noun means, one letter for each class."""

NOUNS: dict[tuple[str, str], str] = {
    (ANIMALS, "m"): """
        chat chien cheval canard cochon mouton lapin loup renard ours lion tigre éléphant crocodile serpent
        pingouin manchot dauphin requin poisson papillon escargot *hibou/hiboux *hérisson kangourou koala zèbre
        chameau dromadaire perroquet pigeon moineau coq poussin dindon *homard crabe poulpe lézard dragon dinosaure
        écureuil castor blaireau phoque morse panda *ouistiti hippopotame rhinocéros jaguar guépard lynx bison
        taureau veau âne poney corbeau cygne flamant pélican toucan vautour aigle moustique scarabée grillon
        criquet bourdon ver têtard *hamster caniche wombat wallaby wapiti *yack *yéti zébu iguane caméléon kiwi
        !ibis paon lama oiseau/oiseaux insecte mille-pattes sanglier cerf faon chaton chiot !xérus axolotl phénix
        sphinx coyote python sapajou chow-chow/chows-chows suricate lémurien alpaga canari gnou bélier mammouth
        diplodocus porc-épic/porcs-épics tamanoir cacatoès !oryx !xiphophore !xylocope !ornithorynque
        !quetzal/quetzals !narval/narvals
    """,
    (ANIMALS, "f"): """
        vache poule chèvre girafe souris tortue grenouille abeille coccinelle fourmi araignée baleine mouette oie
        autruche chouette pie brebis jument panthère otarie loutre marmotte taupe belette mouche guêpe puce cigale
        sauterelle libellule chenille crevette pieuvre méduse huître sardine truite anguille licorne hirondelle
        cigogne gazelle hyène lionne biche mygale perdrix mangouste moufette pintade !*hase !salamandre
    """,
    (PEOPLE, "m"): """
        ami voisin cousin frère oncle papa papi bébé garçon boulanger cuisinier jardinier facteur pompier
        pharmacien plombier coiffeur dentiste docteur professeur élève champion roi prince chevalier pirate
        magicien sorcier clown jongleur acrobate dompteur acteur chanteur danseur musicien peintre photographe
        astronaute cosmonaute pilote capitaine marin pêcheur touriste voyageur cycliste footballeur gardien
        journaliste inventeur savant détective robot fantôme géant lutin ogre troubadour cow-boy ninja explorateur
        inconnu invité client vendeur berger fermier menuisier électricien mécanicien ingénieur architecte
        interprète judoka karatéka !xylophoniste !youtubeur maître-nageur/maîtres-nageurs arbitre skieur surfeur
        bricoleur imitateur ventriloque trompettiste pianiste batteur libraire bibliothécaire éboueur apprenti
        bûcheron *héros vampire jockey boxeur saxophoniste extraterrestre expert joueur cyclope majordome skateur
        zouave
    """,
    (PEOPLE, "f"): """
        amie voisine cousine sœur tante maman mamie fille boulangère cuisinière jardinière factrice fleuriste
        pharmacienne coiffeuse doctoresse reine princesse fée sorcière magicienne actrice chanteuse danseuse
        musicienne cheffe pilote touriste voyageuse cycliste footballeuse gardienne journaliste inventrice savante
        exploratrice invitée cliente vendeuse bergère fermière nageuse patineuse jongleuse trapéziste couturière
        ouvrière institutrice directrice sirène géante momie championne pâtissière électricienne karatéka
        !xylophoniste violoniste boxeuse saxophoniste extraterrestre experte voyante joueuse majorette skieuse
        youtubeuse
    """,
    (FOOD, "m"): """
        gâteau pain fromage *yaourt beurre~ œuf jambon poulet sandwich croissant biscuit bonbon chocolat caramel
        nougat citron melon ananas kiwi abricot raisin radis navet chou/choux chou-fleur/choux-fleurs poireau
        oignon concombre cornichon *haricot artichaut champignon poivron maïs~ riz~ couscous~ quinoa~ ketchup~
        miel~ sucre~ sel~ poivre~ potage ragoût *hamburger *hot-dog beignet flan sorbet éclair chausson macaron
        pamplemousse jus~ lait~ cacao~ sirop popcorn~ brocoli avocat roquefort camembert gruyère~ zeste clafoutis
        soufflé *hachis ravioli cake cookie pancake milk-shake/milk-shakes kebab kouglof brownie bretzel tiramisu
        cornet paprika~ goûter dessert pique-nique/pique-niques noyau
    """,
    (FOOD, "f"): """
        pomme poire banane orange cerise fraise framboise myrtille mûre prune pêche mangue noix noisette amande
        châtaigne datte figue pastèque tomate carotte courgette aubergine citrouille laitue salade endive betterave
        patate asperge échalote olive soupe purée frite pizza quiche crêpe gaufre tarte tartine brioche baguette
        glace sucette meringue madeleine confiture mayonnaise~ moutarde~ vanille~ omelette saucisse galette lasagne
        raclette~ fondue nouille compote limonade~ quenelle quetsche guimauve réglisse~ pistache cacahuète
        pâtisserie cannelle~ chantilly~ moussaka mozzarella~ profiterole chouquette mixture groseille
    """,
    (OBJECTS, "m"): """
        livre crayon stylo cahier ballon vélo parapluie piano violon tambour xylophone ukulélé saxophone tuba
        harmonica accordéon téléphone ordinateur clavier écran réveil miroir fauteuil canapé lit tabouret tapis
        coussin oreiller balai seau aspirateur frigo grille-pain/grille-pain four verre bol plat saladier marteau
        tournevis clou arrosoir râteau pinceau tableau cadre vase bijou/bijoux diamant trésor coffre cadenas
        sifflet klaxon jouet puzzle cerf-volant/cerfs-volants yoyo~ domino dé jeton robinet lavabo savon peigne
        rouleau ruban paquet carton sac panier timbre journal/journaux dictionnaire kaléidoscope télescope
        microscope thermomètre ventilateur wok ustensile instrument igloo *hamac escabeau toboggan trampoline
        lustre ouvre-boîte/ouvre-boîtes !quinquet western karaoké rideau chronomètre jeu/jeux nounours gadget
        ticket *haïku ski talkie-walkie/talkies-walkies walkman mixeur texte extincteur tuyau synthétiseur magazine
        trapèze javelot trombone banjo tambourin lampadaire paillasson parasol plumeau
    """,
    (OBJECTS, "f"): """
        table chaise lampe bougie horloge montre clé porte fenêtre armoire étagère commode baignoire douche brosse
        éponge serviette couverture valise boîte bouteille tasse assiette fourchette cuillère casserole poêle
        théière cafetière cocotte louche passoire trompette flûte guitare *harpe cloche radio télévision caméra
        photo carte enveloppe lettre gomme trousse règle ardoise craie poupée toupie bille quille balle raquette
        échelle corde ficelle aiguille pelle brouette tondeuse niche tente poubelle pancarte affiche couronne
        baguette perle médaille loupe boussole perruque machine imprimante tronçonneuse calculatrice !webcam
        !yaourtière vitre roue balançoire balance jarre lyre bouilloire ventouse !wassingue
    """,
    (PLACES, "m"): """
        jardin parc zoo château palais musée cinéma théâtre cirque stade marché magasin supermarché restaurant café
        garage grenier salon couloir bureau balcon escalier ascenseur toit placard village quartier quai port phare
        moulin pont tunnel aéroport hôtel camping labyrinthe royaume désert manège gymnase lycée collège
        laboratoire atelier *hangar kiosque bowling aquarium !wharf poulailler vestiaire terrain jacuzzi bassin
        parking karting bungalow bazar donjon wigwam snack duplex
    """,
    (PLACES, "f"): """
        maison cuisine chambre cave école classe bibliothèque piscine patinoire boulangerie pâtisserie pharmacie
        gare station ville rue place avenue cour ferme étable grange cabane tour usine caserne mairie banque
        bijouterie épicerie librairie quincaillerie poste boutique fête foire pyramide grotte terrasse île cantine
        salle yourte véranda jungle zone kermesse exposition sandwicherie
    """,
    (NATURE, "m"): """
        soleil^ nuage arbre sapin chêne cactus buisson champ lac étang ruisseau fleuve océan volcan rocher
        caillou/cailloux sable~ vent~ orage éclair arc-en-ciel/arcs-en-ciel brouillard~ iceberg glacier coquillage
        galet tournesol coquelicot bouquet trèfle nénuphar palmier bambou gazon~ nid terrier tronc ciel^ !*yucca
        ouragan tourbillon edelweiss silex houx cyprès zinnia blizzard~ !kapok~
    """,
    (NATURE, "f"): """
        lune^ étoile planète comète mer vague plage montagne colline vallée forêt prairie rivière cascade source
        pluie~ neige~ tempête fleur rose tulipe marguerite jonquille orchidée violette feuille branche racine
        herbe~ mousse~ algue dune falaise flaque goutte boue~ ombre nuit brise plume coquille azalée !*yeuse
        !ximénie !xérophyte
    """,
    (VEHICLES, "m"): """
        train avion bateau camion tracteur autobus bus taxi métro tramway wagon wagonnet scooter tricycle
        hélicoptère sous-marin/sous-marins vaisseau kayak canoë yacht voilier navire radeau *hors-bord/hors-bord
        traîneau carrosse zeppelin quad planeur parachute deltaplane paquebot !youyou skateboard utilitaire kart
        drakkar bulldozer windsurf hydravion
    """,
    (VEHICLES, "f"): """
        voiture moto bicyclette trottinette fusée soucoupe barque péniche ambulance limousine camionnette caravane
        diligence locomotive charrette luge planche montgolfière remorque navette gondole pirogue !*yole dépanneuse
        mobylette roulotte calèche jeep
    """,
    (CLOTHES, "m"): """
        chapeau manteau pantalon pull gilet short maillot pyjama costume bonnet béret képi kimono gant foulard
        chausson sabot soulier tablier imperméable casque collier bracelet bouton nœud kilt jean jupon déguisement
        uniforme survêtement !*haut-de-forme/hauts-de-forme masque poncho anorak bikini sweat-shirt/sweat-shirts
        monocle sombrero turban bermuda cardigan
    """,
    (CLOTHES, "f"): """
        robe jupe chemise veste chaussette chaussure botte basket sandale pantoufle casquette écharpe cravate
        ceinture cape cagoule moufle bague poche manche blouse espadrille tunique combinaison bretelle ballerine
    """,
}  # fmt: skip

ADJECTIVES: dict[tuple[str, str], str] = {
    # Where they stand and which classes they suit; all where no class is named. Feminine, and form before a vowel.
    ("before", "apfonvcl"): """
        petit grand vieux/vieille/vieil nouveau/nouvelle/nouvel mystérieux/mystérieuse minuscule magnifique
    """,
    ("before", "afonvcl"): "énorme gros/grosse beau/belle/bel joli",
    ("before", "ap"): "gentil/gentille brave jeune bon/bonne",
    # Colours are not for people.
    ("after", "afonvcl"): """
        rouge jaune rose orange~ violet/violette vert bleu blanc/blanche noir gris brun rond carré doré argenté
        multicolore fluorescent exotique transparent kaki~ zébré
    """,
    ("after", ""): """
        bizarre géant minuscule invisible drôle magique ridicule merveilleux/merveilleuse extraordinaire
        fabuleux/fabuleuse étrange ordinaire parfait original/originale unique célèbre inconnu lumineux/lumineuse
        fantastique exceptionnel/exceptionnelle incroyable spectaculaire superbe moderne insolite kitsch~
        flamboyant stylé
    """,
    ("after", "ap"): """
        timide bavard curieux/curieuse joyeux/joyeuse heureux/heureuse content fier/fière jaloux/jalouse
        paresseux/paresseuse courageux/courageuse peureux/peureuse gourmand affamé fatigué endormi distrait étourdi
        rêveur/rêveuse malin/maligne rusé intelligent savant sage poli têtu espiègle farceur/farceuse
        moqueur/moqueuse sérieux/sérieuse calme nerveux/nerveuse inquiet/inquiète furieux/furieuse
        amoureux/amoureuse romantique élégant coquet/coquette frileux/frileuse chatouilleux/chatouilleuse musclé
        agile rapide lent maladroit adroit prudent patient impatient généreux/généreuse sympathique comique
        rigolo/rigolote ébouriffé barbu moustachu frisé souriant grognon/grognonne ronchon/ronchonne surpris étonné
        ravi enthousiaste ambitieux/ambitieuse orgueilleux/orgueilleuse silencieux/silencieuse bruyant obéissant
        minutieux/minutieuse jovial/joviale enjoué dynamique rayonnant loyal/loyale superstitieux/superstitieuse
        végétarien/végétarienne zélé
    """,
    ("after", "a"): "sauvage apprivoisé poilu rayé tacheté volant savant dressé venimeux/venimeuse griffu ailé",
    ("after", "f"): """
        délicieux/délicieuse sucré salé amer/amère acide croustillant croquant juteux/juteuse mûr cru tiède glacé
        parfumé épicé gluant crémeux/crémeuse grillé moelleux/moelleuse savoureux/savoureuse appétissant piquant
        mou/molle dur sec/sèche frais/fraîche onctueux/onctueuse exquis
    """,
    ("after", "ovc"): """
        neuf/neuve cassé précieux/précieuse pratique utile inutile solide fragile électrique mécanique automatique
        pointu léger/légère lourd rouillé luxueux/luxueuse coûteux/coûteuse volant pliant bruyant
        silencieux/silencieuse encombrant vieillot/vieillotte
    """,
    ("after", "c"): "troué rapiécé élégant trempé rayé fleuri froissé confortable repassé imperméable",
    ("after", "l"): "désert hanté secret/secrète lointain calme bruyant immense souterrain interdit voisin propre",
    ("after", "n"): """
        immense paisible sauvage sombre profond lointain éternel/éternelle doux/douce glacial/glaciale
    """,
    ("after", "v"): "rapide lent supersonique confortable bruyant bondé",
}  # fmt: skip

MANNER = """
    vite lentement doucement joyeusement bruyamment poliment tranquillement élégamment courageusement timidement
    fièrement calmement prudemment sérieusement follement drôlement bizarrement merveilleusement parfaitement
    gentiment soigneusement discrètement silencieusement rapidement nerveusement patiemment maladroitement
    adroitement délicatement énergiquement frénétiquement furieusement goulûment gracieusement héroïquement
    intensément magnifiquement mystérieusement naïvement obstinément paisiblement paresseusement passionnément
    précipitamment proprement royalement sagement secrètement simplement soudainement subitement tendrement
    vaguement vaillamment vraiment généreusement bien mal fort joliment exagérément curieusement franchement
    brusquement chaleureusement habilement majestueusement malicieusement méthodiquement distraitement gaiement
    volontiers amoureusement savamment fidèlement vigoureusement luxueusement mieux exprès gratuitement
    quotidiennement illico
"""

OFTEN = (
    "souvent parfois toujours encore aussitôt longtemps rarement régulièrement partout ici là-bas dehors ensuite"
)
"""They stand after a verb, and tell when or where."""
LATE = """
    illico souvent parfois encore partout ici là-bas dehors maintenant aujourd'hui quelquefois quotidiennement
    chaleureusement joyeusement discrètement bruyamment exprès gratuitement poliment courageusement soigneusement
    fièrement timidement lentement doucement rapidement énergiquement goulûment élégamment prudemment
    majestueusement volontiers patiemment secrètement maladroitement passionnément paisiblement malicieusement
    naïvement vigoureusement
"""
"""They stand after what a verb takes as well; `LATER` after anything."""
LATER = "ici là-bas dehors maintenant aujourd'hui"
OPENINGS = """
    aujourd'hui maintenant parfois souvent soudain ici partout dehors ailleurs heureusement bizarrement
    généralement habituellement normalement évidemment franchement curieusement mystérieusement étrangement
    exceptionnellement logiquement pourtant
"""
"""They open a sentence, in the present."""

CALLS = """
    oh ah eh zut hop ouf hélas hourra aïe ouille miam pouah chut flûte mince eurêka youpi waouh olé tiens bah hum
    oui bravo ok
"""
"""Said before a sentence that one lengthens; `CONNECTIONS` too, and after these."""
CONNECTIONS = "et mais alors donc puis ensuite enfin bref"

NAMES: dict[str, str] = {
    "m": """
        Adam Adrien Alexis Antoine Arthur Augustin Axel Basile Bastien Benoît Bruno Charles Clément Damien David
        Denis Didier Émile Éric Étienne Fabien Félix Florian François Gabin Gabriel Gaspard Georges Guillaume
        Gustave Henri Hugo Igor Isidore Jacques Jean Jérôme Jules Julien Karim Kevin Laurent Léo Léon Louis Lucas
        Marcel Marius Martin Mathieu Maxime Mehdi Nicolas Noé Octave Olivier Oscar Paul Philippe Pierre Quentin
        Raphaël Rémi Robert Samuel Simon Théo Thomas Tom Ulysse Victor Walter Xavier Yann Yves Zacharie
    """,
    "f": """
        Adèle Agathe Agnès Alice Amélie Anaïs Anna Béatrice Brigitte Camille Capucine Caroline Céline Charlotte
        Chloé Clara Élise Emma Estelle Fanny Florence Gaëlle Germaine Héloïse Inès Irène Jade Jeanne Joséphine
        Julie Juliette Karine Laure Léa Lili Lola Louise Lucie Manon Margot Marie Mathilde Nadia Nina Noémie
        Océane
        Odette Olga Olivia Pauline Romane Rosalie Roxane Sarah Simone Solène Sophie Sylvie Thérèse Ursule Valérie
        Victoire Wendy Yasmine Yvette Yvonne Zoé
    """,
}  # fmt: skip

PHRASES = """
    sous la pluie
    sous les étoiles
    sous un cocotier
    sous la lune
    sous la table
    sous le lit
    sous un parapluie
    dans la baignoire
    dans la cuisine
    dans la jungle
    dans la forêt
    dans la neige
    dans la soupe
    dans la lune
    dans le frigo
    dans le jardin
    dans le parking
    dans la gadoue
    dans un donjon
    dans un bungalow
    dans une yourte
    dans la machine à laver
    dans le grenier
    dans le brouillard
    dans un igloo
    dans une valise
    dans les nuages
    dans les escaliers
    sur la plage
    sur la lune
    sur le toit
    sur un kart
    sur un trapèze
    sur un yacht
    sur la pointe des pieds
    sur le canapé
    sur une balançoire
    sur un trampoline
    sur un nuage
    à la piscine
    à la plage
    à la montagne
    à la bibliothèque
    à la patinoire
    à l' école
    à l' ombre
    à l' envers
    à cloche-pied
    à minuit
    à midi
    au zoo
    au kiosque
    au parking
    au bal masqué
    au clair de lune
    au cinéma
    au cirque
    au marché
    au karaoké
    au bowling
    au supermarché
    au milieu du salon
    au bord du lac
    au bout du monde
    au sommet du volcan
    au fond du jardin
    en pyjama
    en kimono
    en kilt
    en anorak
    en jogging
    en smoking
    en pantoufles
    en sandwich
    en zigzag
    en rythme
    en dansant
    en famille
    en vacances
    en avance
    en retard
    en cachette
    en silence
    en été
    en hiver
    en classe
    en musique
    chez le coiffeur
    chez le dentiste
    chez la voyante
    chez les koalas
    chez les extraterrestres
    chez tonton Walter
    chez les pingouins
    chaque matin
    chaque mardi
    chaque week-end
    chaque jeudi
    le mercredi
    le week-end
    un jeudi sur deux
    tous les jours
    toute la nuit
    tout le temps
    pendant la récréation
    pendant les vacances
    avant le goûter
    après la sieste
    après le dessert
    devant la télévision
    devant tout le monde
    derrière le rideau
    autour du kiosque
    près de la fontaine
    loin de la maison
    du matin au soir
    de temps en temps
"""
"""Where, when and how things happen: said as they stand."""
