/** What the widgets say that come later: it comes with them. */
import { settings } from "../settings.svelte";
import { curled, french } from "../words";

const FR = {
  orderHow: "Touche une carte, puis la place où tu la veux.",
  orderAt: "{n} : {what}",
  lifted: "soulevée",
  whichCard: "Quelle carte ?",
  whichColour: "Quelle couleur ?",
  whichFamily: "Quelle famille ?",
  otherFamily: "Une autre famille",
  mine: "à toi",
  yours: "{n} à toi",
  group: "Groupe {n}",
  openGroup: "Remplir le groupe {n}",
  newGroup: "Nouveau groupe",
  touchCards: "Touche tes cartes",
  takeOut: "Reprendre {what}",
  renames: "Étoile {what} : changer",
  takesCards: "dans le nom",
  worth: "vaut {n}, il faut {need}",
  shortOf: "Ce nom vaut {n} : il faut {need} ! Tu le dis quand même ?",
  petardUnder: "un pétard sous {what}",
  single: "une carte",
  runs: "{n} {n|suite|suites} de {size}",
  pairs: "{n} {n|paire|paires}",
  cardsOf: "{n} {n|carte choisie|cartes choisies} sur {most}.",
  otherFormula: "Ce n’est pas ce qui est demandé.",
  noFormula: "Ni suites de même longueur, ni paires.",
};

const EN: typeof FR = {
  orderHow: "Touch a card, then the place you want it in.",
  orderAt: "{n}: {what}",
  lifted: "lifted",
  whichCard: "Which card?",
  whichColour: "Which colour?",
  whichFamily: "Which family?",
  otherFamily: "Another family",
  mine: "yours",
  yours: "{n} yours",
  group: "Group {n}",
  openGroup: "Fill group {n}",
  newGroup: "New group",
  touchCards: "Touch your cards",
  takeOut: "Take back {what}",
  renames: "Étoile {what}: change",
  takesCards: "in the name",
  worth: "worth {n}, needs {need}",
  shortOf: "This name is worth {n}: it needs {need}! Say it all the same?",
  petardUnder: "a pétard under {what}",
  single: "one card",
  runs: "{n} {n|run|runs} of {size}",
  pairs: "{n} {n|pair|pairs}",
  cardsOf: "{n} of {most} cards chosen.",
  otherFormula: "That is not what is asked for.",
  noFormula: "Neither runs of one length nor pairs.",
};

const WORDS = { fr: french(FR), en: curled(EN) };

export const more = (): typeof FR => WORDS[settings.kept.language];
