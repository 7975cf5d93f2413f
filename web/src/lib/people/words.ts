/** What is said about people: who may speak, who must go, what is stored of them, and their part in chance. */
import { spoken } from "../languages.svelte";

const FR = {
  about: "{name} : parole et place",
  hush: "Ne plus entendre {name}",
  hushHow: "Sur cet appareil seulement. {name} n’en saura rien.",
  unhush: "Entendre {name} de nouveau",
  mute: "Couper la parole à {name}",
  muteHow: "Plus personne à cette table ne verra ses messages. {name} peut jouer.",
  unmute: "Rendre la parole à {name}",
  mutedTag: "parole coupée",
  hushedTag: "tu ne l’entends plus",
  freeSeat: "Libérer sa place",
  freeSeatHow: "{name} reste à la table et peut se rasseoir.",
  remove: "Renvoyer {name} de la table",
  removeHow: "{name} ne pourra pas revenir avec cet appareil, sauf si tu changes d’avis.",
  removeHowGame:
    "Un robot joue à sa place. {name} ne pourra pas revenir avec cet appareil, sauf si tu changes d’avis.",
  removeAsk: "Vraiment renvoyer {name} ?",
  removeYes: "Oui, renvoyer",
  cancel: "Annuler",
  sentAway: "Ne peuvent plus venir",
  sentAwayHow: "Leur appareil reste dehors.",
  letIn: "Laisser revenir {name}",
  // what is stored
  stored: "Ce qui est gardé sur toi",
  storedWhat:
    "Le serveur garde le prénom que tu tapes, tes coups, et une empreinte de cet appareil pour te rendre ta place. Pas de compte, pas d’adresse, pas de messages.",
  storedDays: "Une table ou une partie que plus personne n’ouvre est effacée après {n} {n|jour|jours}.",
  storedEver: "Le responsable du serveur décide quand les vieilles tables sont effacées.",
  storedHere: "Cet appareil garde tes réglages, ton prénom et le code de tes dernières tables.",
  storedNone: "Le serveur ne garde rien de cet appareil.",
  storedAt: "Table {code} : {names}. {n} {n|partie finie|parties finies}.",
  noName: "sans prénom",
  storedFails: "Le serveur ne répond pas. Réessaie plus tard.",
  exports: "Télécharger mes données",
  erase: "Tout effacer",
  eraseAsk: "Vraiment tout effacer ?",
  eraseHow:
    "Ton prénom disparaît du serveur, tu quittes tes tables, et cet appareil oublie tout. Les coups déjà joués restent, sans ton prénom.",
  eraseYes: "Oui, tout effacer",
  erased: "C’est effacé.",
  // chance
  parts:
    "{n} {n|appareil a mis sa part de hasard|appareils ont mis leur part de hasard} dans ce mélange : ni la table ni un joueur n’a pu le choisir seul.",
  withheld: "{n} {n|part promise n’a pas été ouverte|parts promises n’ont pas été ouvertes} à temps.",
  partLeftOut: "Attention : la part de hasard de cet appareil n’a pas été comptée.",
  partsWrong: "Attention : la graine n’est pas faite des parts annoncées.",
};

const EN: typeof FR = {
  about: "{name}: voice and seat",
  hush: "Stop hearing {name}",
  hushHow: "On this device only. {name} will not know.",
  unhush: "Hear {name} again",
  mute: "Mute {name} for everybody",
  muteHow: "Nobody at this table will see what {name} says. {name} can still play.",
  unmute: "Let {name} speak again",
  mutedTag: "muted",
  hushedTag: "you do not hear them",
  freeSeat: "Free the seat",
  freeSeatHow: "{name} stays at the table and may sit down again.",
  remove: "Send {name} away",
  removeHow: "{name} cannot come back with this device, unless you change your mind.",
  removeHowGame: "A bot plays on. {name} cannot come back with this device, unless you change your mind.",
  removeAsk: "Really send {name} away?",
  removeYes: "Yes, send away",
  cancel: "Cancel",
  sentAway: "Can no longer come",
  sentAwayHow: "Their device stays out.",
  letIn: "Let {name} come back",
  stored: "What is stored about you",
  storedWhat:
    "The server keeps the name you type, your moves, and a fingerprint of this device that gives you your seat back. No account, no address, no messages.",
  storedDays: "A table or a game that nobody opens any more is deleted after {n} {n|day|days}.",
  storedEver: "Whoever runs the server decides when old tables are deleted.",
  storedHere: "This device keeps your settings, your name and the codes of your latest tables.",
  storedNone: "The server keeps nothing of this device.",
  storedAt: "Table {code}: {names}. {n} {n|finished game|finished games}.",
  noName: "no name",
  storedFails: "The server does not answer. Try again later.",
  exports: "Download my data",
  erase: "Delete everything",
  eraseAsk: "Really delete everything?",
  eraseHow:
    "Your name goes from the server, you leave your tables, and this device forgets everything. Moves already made stay, without your name.",
  eraseYes: "Yes, delete everything",
  erased: "It is deleted.",
  parts:
    "{n} {n|device has|devices have} put a part of chance into this shuffle: neither the table nor any player could choose it alone.",
  withheld: "{n} promised {n|part was|parts were} not opened in time.",
  partLeftOut: "Beware: this device’s part of chance was not counted.",
  partsWrong: "Beware: the seed is not made of the parts that were announced.",
};

export const peopleWords = spoken("people", FR, EN);
