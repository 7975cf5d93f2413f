/** What is said about somebody's own level, French first. */
import { spoken } from "../languages.svelte";

const FR = {
  title: "Mon niveau",
  back: "Retour à l’étagère",
  how: "Après chaque partie, ton niveau bouge un peu à côté de celui des robots.",
  setting: "Mon niveau",
  settingHow: "Compare mes parties à celles des robots. Gardé sur cet appareil seulement.",
  see: "Voir mon niveau",
  off: "C’est éteint : tes parties ne comptent pas.",
  turnOn: "Compter mes parties",
  none: "Rien encore. Joue une partie avec un robot ou quelqu’un : elle s’écrira ici.",
  families: {
    words: "Jeux de mots",
    cards: "Cartes et stratégie",
    race: "Rapidité",
    memory: "Mémoire",
    luck: "Hasard et adresse",
  } as Record<string, string>,
  bots: { beginner: "débutant", normal: "normal", strong: "fort" } as Record<string, string>,
  games: "{n} {n|partie|parties}",
  you: "Toi",
  below: "Tu joues comme un robot débutant, ou tu apprends encore.",
  low: "Tu es entre le robot débutant et le robot normal.",
  like: "Tu joues comme le robot normal.",
  high: "Tu es entre le robot normal et le robot fort.",
  above: "Tu joues comme le robot fort, ou mieux !",
  unsure: "On ne sait pas bien encore : le trait est long. Joue encore !",
  rather: "On commence à savoir.",
  sure: "On en est assez sûr.",
  forget: "Oublier mon niveau",
  forgotten: "Oublié.",
  counts:
    "Comptent les parties où une seule personne joue sur cet appareil, toi, jusqu’au bout, contre un robot ou quelqu’un. Quand on gagne tous ensemble, ou que personne ne gagne, ça ne compte pas.",
  here: "Ton niveau n’est que sur cet appareil. Personne d’autre ne le voit.",
};

const EN: typeof FR = {
  title: "My level",
  back: "Back to the shelf",
  how: "After each game your level moves a little, beside that of the bots.",
  setting: "My level",
  settingHow: "Compares my games with those of the bots. Kept on this device only.",
  see: "See my level",
  off: "It is off: your games do not count.",
  turnOn: "Count my games",
  none: "Nothing yet. Play a game with a bot or with somebody: it will be written here.",
  families: {
    words: "Word games",
    cards: "Cards and strategy",
    race: "Speed",
    memory: "Memory",
    luck: "Luck and skill",
  },
  bots: { beginner: "beginner", normal: "normal", strong: "strong" },
  games: "{n} {n|game|games}",
  you: "You",
  below: "You play like a beginner bot, or are still learning.",
  low: "You are between the beginner and the normal bot.",
  like: "You play like the normal bot.",
  high: "You are between the normal and the strong bot.",
  above: "You play like the strong bot, or better!",
  unsure: "We do not know well yet: the line is long. Play more!",
  rather: "We begin to know.",
  sure: "We are rather sure.",
  forget: "Forget my level",
  forgotten: "Forgotten.",
  counts:
    "Games count in which you alone play on this device, to the end, with a bot or somebody else. Where all win together, or nobody wins, they do not.",
  here: "Your level is on this device only. Nobody else sees it.",
};

export const levelWords = spoken("level", FR, EN);
