"""The verbs of the French speaking list: who does it, what it takes; and a small conjugator.

Before the bar: the classes of subjects (`french_words.CLASSES`), `+` for anything but a place, which is how a pear
comes to eat a diamond. After it, what may follow: `-` nothing, `=fo` an object of these classes, `à=p` a
preposition with one. `se-` before a verb: it is reflexive. `!`: not for beginners.

No verb that one says begins with W (*warranter* is for merchants) or X, and few with K and Y: *yoyoter* is there
for the letter. The games ask for a letter anywhere in a word (*swinguer*, *skier*).
"""

import re

VERBS = """
ap+ | - : éternuer ronfler bâiller rougir grandir réfléchir bouder gigoter sursauter gambader grelotter ricaner
    papoter loucher radoter ronchonner roupiller rouspéter jubiler jacasser festoyer déjeuner bronzer lézarder
    pique-niquer vadrouiller cabrioler papillonner exulter zézayer bricoler improviser trébucher somnoler hésiter
    jardiner tricher zapper swinguer tweeter crawler !yodler !yoyoter !youyouter
ap+ | - avec=apo : danser rire chanter !twister
ap+ | - dans=lnvf : dormir nager plonger patauger pagayer s-entraîner
ap+ | - dans=ln : marcher galoper trottiner flâner vagabonder patiner skier camper
ap+ | - sur=nofv : sauter bondir rebondir glisser atterrir pirouetter
ap+ | - vers=lnpa : courir zigzaguer foncer avancer
ap+ | - en=v : voyager arriver partir
ap+ | - : aboyer miauler rugir ronronner bêler meugler hennir coasser croasser grogner hululer ululer caqueter
    gazouiller roucouler grommeler japper siffler hurler crier chuchoter murmurer bégayer applaudir protester
    exagérer
apfovnc | - : tomber disparaître bouger tourner flotter voler rouler briller trembler scintiller tourbillonner
    valser apparaître clignoter rétrécir verdir jaunir
fovnc | - : gonfler vibrer rouiller gargouiller
pv | - : klaxonner
v | - : démarrer freiner décoller
ap+ | =fcon - : manger
ap+ | =fco : dévorer croquer avaler grignoter mâcher mâchouiller mordiller mordre
ap+ | =f : goûter savourer digérer cuisiner éplucher beurrer mélanger sucrer saler réchauffer humer mastiquer
    assaisonner caraméliser congeler farcir griller tartiner engloutir partager gaspiller mijoter mitonner hacher
    cuire mixer
ap+ | =foac : lécher renifler flairer
ap+ | =apofnvc : zieuter fixer remarquer tutoyer vouvoyer relooker
ap+ | =ofcnv : payer acheter vendre chercher trouver cacher perdre emporter apporter collectionner emballer lancer
    attraper ramasser garder secouer fabriquer inventer voir recevoir échanger emprunter peser compter mesurer
    commander découvrir utiliser brandir empiler recycler rapporter déposer renverser analyser
ap+ | =ocv : réparer casser polir cirer abîmer manipuler customiser hisser
ap+ | =ovlna : peindre repeindre colorier
ap+ | =apfovnlc - : dessiner
ap+ | =ovlac : décorer nettoyer laver rincer frotter brosser essuyer éclairer illuminer
ap+ | =oc : ranger jeter porter dédicacer étiqueter astiquer numéroter
ap+ | =c : tricoter coudre recoudre repasser plier enfiler ajuster essayer nouer boutonner user zipper
ap+ | =o : allumer éteindre ouvrir fermer remplir vider brancher gonfler dégonfler débrancher verrouiller
    dépoussiérer
ap+ | =of : stocker marchander réserver
ap+ | =v : conduire piloter garer diriger remorquer bloquer
ap+ | =ap : appeler saluer chatouiller coiffer féliciter inviter suivre poursuivre réveiller rencontrer
    impressionner hypnotiser rassurer gronder taquiner présenter accueillir amuser étonner surprendre vexer
    interroger questionner interviewer remercier encourager déguiser aider attendre écouter bercer espionner
    ensorceler dorloter chouchouter bichonner requinquer peigner parfumer maquiller habiller chaperonner
    émerveiller kiffer nourrir défier pourchasser guider éblouir
ap+ | =apfovnc : admirer photographier observer regarder imiter surveiller ignorer filmer bousculer examiner
    apercevoir reconnaître contempler protéger transporter pousser cajoler éclabousser arroser entourer jalouser
    imaginer oublier
ap+ | =ap : effrayer
ap+ | =fon : épouser
ap+ | =afon : embrasser
ap+ | =a : caresser apprivoiser dresser promener chevaucher dompter tondre
ap+ | =n : planter cueillir
ap+ | =ln : explorer visiter
ap+ | =ln : traverser escalader enjamber égayer habiter envahir survoler balayer contourner
ap+ | =l : quitter
ap+ | =l : construire bâtir louer quadriller
ap+ | dans=lnov : habiter vivre entrer grimper
ap+ | sur=oavn : grimper monter ramper se-percher s-asseoir s-allonger
ap+ | - sur=oanf : s-endormir zoomer
ap+ | - dans=lnoc sous=ocn : se-cacher se-réfugier
ap+ | - : se-reposer s-ennuyer s-amuser se-réveiller se-laver se-gratter se-dépêcher se-coiffer s-impatienter
    se-promener se-maquiller se-perdre s-échapper s-étirer s-habiller s-envoler se-régaler se-taire se-trémousser
    se-dandiner se-moucher se-relaxer se-parfumer
ap+ | en=aopfv - : se-déguiser
ap+ | en=apofnvc : se-transformer
ap+ | à=apon - : parler sourire répondre obéir
ap+ | à=ap - : téléphoner écrire
ap+ | à=pofnvc : ressembler
ap+ | à=apofnvc : penser songer
ap+ | de=apfovnlc : parler rêver raffoler
ap+ | de=apo : s-occuper s-approcher se-méfier
ap+ | de=fnolc : profiter
ap+ | avec=of : jongler
ap+ | avec=apo - : boxer jouer discuter bavarder
ap+ | avec=ap : vivre correspondre négocier
ap+ | =fo : quémander réclamer
ap+ | =ofc à=ap : donner offrir prêter envoyer montrer confier vendre rendre tendre distribuer livrer expédier
ap+ | =o - : lire
ap+ | =apno : étudier décrire
"""  # fmt: skip

ASPIRATED = frozenset({"hurler", "hennir", "hisser", "hacher", "hululer", "ululer", "humer"})
"""Nothing is elided before them: *je hurle*."""

MODALS = """
pouvoir : peux peux peut pouvons pouvez peuvent
vouloir : veux veux veut voulons voulez veulent
devoir : dois dois doit devons devez doivent
savoir : sais sais sait savons savez savent
aller : vais vas va allons allez vont
"""
"""They take an infinitive; those below do too, by themselves or by a preposition."""
WISHES = {
    "": "adorer aimer détester préférer oser espérer",
    "de": "rêver essayer refuser oublier choisir décider",
    "à": "apprendre commencer continuer réussir hésiter chercher",
}
TO_BE = """
être : suis es est sommes êtes sont
sembler : semble sembles semble semblons semblez semblent
devenir : deviens deviens devient devenons devenez deviennent
rester : reste restes reste restons restez restent
paraître : parais parais paraît paraissons paraissez paraissent
"""

PERSONS = ("1s", "2s", "3s", "1p", "2p", "3p")
_ENDINGS = """
prendre : prends prends prend prenons prenez prennent
mettre : mets mets met mettons mettez mettent
faire : fais fais fait faisons faites font
taire : tais tais tait taisons taisez taisent
traire : trais trais trait trayons trayez traient
coudre : couds couds coud cousons cousez cousent
asseoir : assieds assieds assied asseyons asseyez asseyent
disparaître : disparais disparais disparaît disparaissons disparaissez disparaissent
aître : ais ais aît aissons aissez aissent
cevoir : çois çois çoit cevons cevez çoivent
voir : vois vois voit voyons voyez voient
croire : crois crois croit croyons croyez croient
boire : bois bois boit buvons buvez boivent
écrire : écris écris écrit écrivons écrivez écrivent
décrire : décris décris décrit décrivons décrivez décrivent
dire : dis dis dit disons dites disent
lire : lis lis lit lisons lisez lisent
rire : ris ris rit rions riez rient
uire : uis uis uit uisons uisez uisent
vivre : vis vis vit vivons vivez vivent
suivre : suis suis suit suivons suivez suivent
aindre : ains ains aint aignons aignez aignent
eindre : eins eins eint eignons eignez eignent
dre : ds ds d dons dez dent
ouvrir : ouvre ouvres ouvre ouvrons ouvrez ouvrent
offrir : offre offres offre offrons offrez offrent
ueillir : ueille ueilles ueille ueillons ueillez ueillent
courir : cours cours court courons courez courent
tenir : tiens tiens tient tenons tenez tiennent
venir : viens viens vient venons venez viennent
dormir : dors dors dort dormons dormez dorment
servir : sers sers sert servons servez servent
partir : pars pars part partons partez partent
sortir : sors sors sort sortons sortez sortent
sentir : sens sens sent sentons sentez sentent
mentir : mens mens ment mentons mentez mentent
ir : is is it issons issez issent
appeler : appelle appelles appelle appelons appelez appellent
grommeler : grommelle grommelles grommelle grommelons grommelez grommellent
ensorceler : ensorcelle ensorcelles ensorcelle ensorcelons ensorcelez ensorcellent
tweeter : tweete tweetes tweete tweetons tweetez tweetent
jeter : jette jettes jette jetons jetez jettent
étiqueter : étiquette étiquettes étiquette étiquetons étiquetez étiquettent
caqueter : caquette caquettes caquette caquetons caquetez caquettent
envoyer : envoie envoies envoie envoyons envoyez envoient
oyer : oie oies oie oyons oyez oient
uyer : uie uies uie uyons uyez uient
ger : ge ges ge geons gez gent
cer : ce ces ce çons cez cent
er : e es e ons ez ent
"""
"""The present by the end of the infinitive, the first line that fits."""
ENDINGS = tuple(
    (end, forms.split()) for end, forms in (line.split(" : ") for line in _ENDINGS.strip().split("\n"))
)
_OPEN = re.compile(r"[eé]([^aeiouéèêywx]{1,2}|qu|gu)er$")
"""*peser* and *lécher*: the vowel before the ending opens where the ending is mute."""


def present(infinitive: str) -> list[str]:
    """The six persons of the present."""
    end, forms = next((end, forms) for end, forms in ENDINGS if infinitive.endswith(end))
    stem = infinitive.removesuffix(end)
    told = [stem + form for form in forms]
    found = _OPEN.search(infinitive)
    if not found or end not in {"er", "ger", "cer"}:
        return told
    # Two consonants that do not begin a syllable close the one before: *mesurer*, *rester*.
    middle = found.group(1)
    if len(middle) == 2 and middle not in {"ch", "gn", "qu", "gu", "br", "tr", "vr", "gr", "cr", "dr"}:
        return told
    cut = found.start()
    return [
        form[:cut] + "è" + form[cut + 1 :] if place in {0, 1, 2, 5} else form for place, form in enumerate(told)
    ]


def gerund(forms: list[str]) -> str:
    """What follows *en*, from the six persons: *mangeant*."""
    return forms[3].removesuffix("ons") + "ant"


def orders(forms: list[str]) -> dict[str, str]:
    """The imperative by person: *mange*, *mangeons*, *mangez*."""
    you = forms[1]
    return {"2s": you.removesuffix("s") if you.endswith("es") else you, "1p": forms[3], "2p": forms[4]}
