/** What is said around a table in words, French first. */
import { setIn, spoken } from "../languages.svelte";
import { settings } from "../settings.svelte";

const FR = {
  inWords: "en texte",
  play: "Jouer en texte",
  playHow: "Tout le jeu en mots : on lit, on répond par un numéro ou un nom. Pour les lecteurs d'écran aussi.",
  drawn: "Voir la table",
  leave: "Quitter la table",
  settings: "Réglages",
  see: "Ce que je vois",
  can: "Ce que je peux faire",
  past: "Ce qui s'est passé",
  order: "Ton ordre",
  send: "Envoyer",
  back: "Revenir",
  with: "Avec ce qui va avec (!)",
  oneKey: "En course, la touche du numéro suffit.",
  keys: "Un numéro ou un nom. v : voir. m : ma main. t : le temps. p : ce qui s'est passé. r : répéter. < : revenir.",
  yours: "ton ordre :",
  ready: "Prêt !",
  waitReady: "Avant la course : dis quand c'est bon pour toi.",
  moreTime:
    "Trop vite pour toi ? Entre deux parties, qui lance la partie peut choisir le rythme tranquille : tout le monde a plus de temps.",
  calmer: "Plus de temps : rythme tranquille",
  isCalm: "La prochaine partie sera tranquille.",
  starting: "Ça commence…",
  again: "Rejouer",
  over: "La partie est finie.",
  paused: "La table est en pause.",
  time: "Il te reste {n} {n|seconde|secondes}.",
  clock: "Encore {n} {n|seconde|secondes}.",
  noTime: "Rien ne presse.",
};

const EN: typeof FR = {
  inWords: "in words",
  play: "Play in words",
  playHow: "The whole game in words: read, and answer by a number or a name. For screen readers too.",
  drawn: "See the table",
  leave: "Leave the table",
  settings: "Settings",
  see: "What I see",
  can: "What I can do",
  past: "What happened",
  order: "Your order",
  send: "Send",
  back: "One step back",
  with: "With what goes with it (!)",
  oneKey: "In a race, the key of the number is enough.",
  keys: "A number or a name. v: see. m: my hand. t: the time. p: what happened. r: repeat. <: one step back.",
  yours: "your order:",
  ready: "Ready!",
  waitReady: "Before the race: say when you are ready.",
  moreTime:
    "Too fast for you? Between two games, whoever starts them can choose the calm pace: everybody has more time.",
  calmer: "More time: calm pace",
  isCalm: "The next game will be calm.",
  starting: "Here we go…",
  again: "Play again",
  over: "The game is over.",
  paused: "The table is paused.",
  time: "You have {n} {n|seconds|second|seconds} left.",
  clock: "{n} more {n|seconds|second|seconds}.",
  noTime: "There is no hurry.",
};

export const textWords = spoken("text", FR, EN);

/** What the server says, set as one prints it. */
export const set = (text: string): string => setIn(settings.kept.language, text);
