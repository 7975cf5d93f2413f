"""What is written on the page, for tests that find things by it. When a word changes, change it here."""

from msgspec import Struct


class Words(Struct, frozen=True):
    """What is written on the page, in one language."""

    settings: str
    language: str
    theme: str
    join: str
    alone: str
    invite: str
    name: str
    sit: str
    bot: str
    here: str
    who_here: str
    who_else: str
    start: str
    no_limit: str
    help: str
    close: str
    leave: str
    for_good: str
    scores: str
    letter: str
    your_word: str
    contests: str
    hand: str
    playable: str
    hidden: str
    night: str
    give: str
    mine: str
    lost: str
    back: str
    again: str
    filters: str
    fewer: str
    more: str
    trust: str
    step_on: str
    star: str
    replay: str
    draw: str
    keep: str
    skip: str
    turn: str
    shouts: tuple[str, ...]
    yes: str
    won: str
    """What the end says of the winner."""


FR = Words(
    settings="Réglages",
    language="Langue",
    theme="Couleurs",
    join="Rejoindre",
    alone="Jouer",
    invite="Inviter",
    name="Ton prénom",
    sit="M’asseoir",
    bot="Ajouter un robot",
    here="Même écran",
    who_here="Qui joue sur cet écran",
    who_else="Un prénom de plus",
    start="Lancer la partie",
    no_limit="sans limite",
    help="Aide et règles",
    close="Fermer",
    leave="Quitter la table",
    for_good="Quitter pour de bon",
    scores="Scores et journal",
    letter="quelle lettre",
    your_word="Ton mot",
    contests="Contester un mot",
    hand="Tes cartes",
    playable="jouable",
    hidden="carte cachée",
    night="Yeux fermés",
    give="Donner",
    mine="C’est moi",
    lost="Connexion perdue",
    back="Te revoilà",
    again="On rejoue",
    filters="Trier les jeux",
    fewer="Une place de moins",
    more="Une place de plus",
    trust="On se fait confiance",
    step_on="Moment d’après",
    star="étoile",
    replay="Revoir la partie",
    draw="Piocher",
    keep="Garder",
    skip="Passer",
    turn="Retourner",
    shouts=("voyelle", "consonne", "suite"),
    yes="Oui",
    won=r"gagne|partagée",
)
EN = Words(
    settings="Settings",
    language="Language",
    theme="Colours",
    join="Join",
    alone="Play",
    invite="Invite",
    name="Your first name",
    sit="Sit down",
    bot="Add a bot",
    here="Same screen",
    who_here="Who plays on this screen",
    who_else="One more first name",
    start="Start the game",
    no_limit="no limit",
    help="Help and rules",
    close="Close",
    leave="Leave the table",
    for_good="Leave for good",
    scores="Scores and log",
    letter="which letter",
    your_word="Your word",
    contests="Contesting words",
    hand="Your cards",
    playable="playable",
    hidden="face-down card",
    night="Eyes closed",
    give="Give",
    mine="It’s me",
    lost="Connection lost",
    back="You are back",
    again="Play again",
    filters="Sort the games",
    fewer="One seat less",
    more="One more seat",
    trust="We trust each other",
    step_on="Next moment",
    star="étoile",
    replay="Watch the game again",
    draw="Draw",
    keep="Keep",
    skip="Pass",
    turn="Turn",
    shouts=("vowel", "consonant", "sequence"),
    yes="Yes",
    won=r"wins?\b|[Ss]hared",
)
